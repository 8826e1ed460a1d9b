"""Hexes: coordinates, facings, rows and cones, and the ends of moves that pay for steps and turns. Whole numbers only."""
