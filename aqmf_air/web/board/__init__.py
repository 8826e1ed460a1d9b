"""The board of a live table: a position drawn to scale, and what the engine says of a move before it is made."""
