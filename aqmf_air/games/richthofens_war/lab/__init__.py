"""The game in the laboratory: how two aircraft meet, turn by turn, without a map."""
