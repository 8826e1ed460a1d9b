"""The opponent: what an order does, what a place brings and costs, and who will win, in points."""
