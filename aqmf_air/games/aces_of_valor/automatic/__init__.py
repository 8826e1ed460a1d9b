"""The automatic player, and what a choice is worth by sampled ends of the mission."""
