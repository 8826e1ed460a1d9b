"""What a player sees of the game: queries, the board, pages."""
