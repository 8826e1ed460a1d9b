"""Exact geometry of a flat table: poses, flown paths, arcs, templates, areas, reach.

Lengths are inches, angles are degrees clockwise from +y, x runs to the right. No rule and no number of a game is in
here: radii, costs and limits come in as arguments. Nothing is imported until a module is asked for by name; ``pose``,
``track``, ``gauge``, ``arc`` and ``weave`` need the standard library alone, ``measure`` and ``reach`` need shapely.
"""
