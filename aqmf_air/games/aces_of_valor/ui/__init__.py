"""What a player sees of the game: questions to the dice, paper, the map."""
