"""Weapons of a design in a few letters, for tables."""

from __future__ import annotations

from collections import Counter

from aqmf_air.games.martian_aircraft.designs.design import ARCS, Design


def guns_in_short(design: Design) -> str:
    """``2F 1RAL``: how many guns fire into which arcs, by the first letters of Forward, Right, Aft, Left."""
    runs = Counter("".join(arc[0].upper() for arc in ARCS if arc in gun.arcs) for gun in design.guns)
    return " ".join(f"{count}{arcs}" for arcs, count in runs.items()) or "-"


def bombs_in_short(design: Design) -> str:
    """``1M 2L``: medium and light bombs of each aircraft."""
    counts = (("M", design.bomb_count("medium")), ("L", design.bomb_count("light")))
    return " ".join(f"{count}{kind}" for kind, count in counts if count) or "-"
