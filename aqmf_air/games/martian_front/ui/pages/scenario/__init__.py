"""The scenario editor: ground drawn, forces taken from lists, checked as one goes."""
