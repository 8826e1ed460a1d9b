"""What a player sees of the game: questions to the dice, boards, paper."""
