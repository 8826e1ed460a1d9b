"""Dice: what is drawn, from which die, and with which exact chances."""
