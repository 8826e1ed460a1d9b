"""The plane: poses, tracks, gauges, arcs and templates."""
