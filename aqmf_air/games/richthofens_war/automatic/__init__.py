"""The automatic player: what each end of a move is worth by the exact odds of the rule functions, and what it orders."""
