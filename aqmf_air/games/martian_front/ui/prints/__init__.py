"""What is printed for the game."""
