"""Drawing: maps and charts to scale, legends, labels, plots, and one writer of SVG. Nothing here knows a game."""
