"""What pilots are: novices, regulars, aces and double aces, and what that adds to their rolls. INIT-4, INIT-5, ACE, NOV."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import Tables

Status = Literal["novice", "", "ace", "double-ace"]
"""``""``: a regular."""
NAMES: dict[str, str] = {"novice": "novice", "": "regular", "ace": "ace", "double-ace": "double ace"}


def status_of(victories: Fraction, novice: bool, tables: Tables) -> Status:
    """What a pilot is with so many victories. INIT-4, INIT-5, ACE-1."""
    if novice:
        return "novice"
    for status in ("double-ace", "ace"):
        if victories >= tables.standings.at(status).victories:
            return status
    return ""


def on_initiative(status: Status, tables: Tables, rulings: RichthofenRulings) -> Sequence[Modifier]:
    """What it adds to the roll for the order of moves. INIT-4, INIT-5, INIT-9."""
    if not status:
        return ()
    value = tables.standings.at(status).initiative
    if status == "double-ace" and rulings.ace_levels == "add":
        value += tables.standings.at("ace").initiative
    rule = {"novice": "RW-INIT-9", "ace": "RW-INIT-4", "double-ace": "RW-INIT-5"}[status]
    return (modifier(value, NAMES[status], rule),)


def in_fire(status: Status, tables: Tables, rulings: RichthofenRulings) -> int:
    """What an ace adds to his fire and takes off that at him, the reverse for a novice. ACE-3, NOV-3."""
    if not status:
        return 0
    if status == "double-ace" and rulings.double_ace_tdt == "1":
        status = "ace"
    value = tables.standings.at(status).fire
    return -value if status == "novice" else value


def still_novice(novice: bool, gained: Fraction, missions: int, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether a novice stays one.

    Args:
        novice: whether he is one.
        gained: his victories of a mission that count (``novice_balloons``).
        missions: those that he has come back from in one piece.
        tables: in force.
        rulings: in force.

    NOV-6.
    """
    enough = gained > 0 if rulings.novice_by_share == "yes" else gained >= 1
    return novice and not enough and missions < tables.number("crews", "novice-missions")
