"""The automatic players: what each order is worth by the exact odds of the rule functions, for the frame of search."""
