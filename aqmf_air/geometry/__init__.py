"""Exact geometry of a flat table: poses, flown paths, arcs, templates, areas, reach.

Lengths are inches, angles are degrees clockwise from +y, x runs to the right. No rule and no number of a game is in
here: radii, costs and limits come in as arguments. Nothing is imported until a module is asked for by name; poses, tracks,
gauges, arcs, templates, their outlines and ``weave`` need the standard library alone, ``measure``, ``chords``, ``under`` and
``reach`` need shapely. ``outline`` makes shapely geometry of everything that has an outline.
"""
