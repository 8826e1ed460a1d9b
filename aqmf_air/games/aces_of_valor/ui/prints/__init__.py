"""What is printed of the game."""
