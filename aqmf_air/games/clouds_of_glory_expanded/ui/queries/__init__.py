"""Questions to the dice, a module for each part of the book."""
