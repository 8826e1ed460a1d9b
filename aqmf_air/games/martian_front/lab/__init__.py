"""The game in the laboratory: how its units meet, half-turn by half-turn, without a table."""
