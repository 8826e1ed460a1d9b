"""Space: poses with an attitude, the pieces of a flight, and the turn that aims at a place; singly and over arrays."""
