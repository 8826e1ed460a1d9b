"""Places, moves and losses in a player's words: by units, terrain and edges of the table, never by coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import atan2, degrees, hypot

from aqmf_air.core.data.text import in_a_row
from aqmf_air.games.martian_front.rules.measuring import pieces_under_foot
from aqmf_air.games.martian_front.state import HIDDEN, Game, Terrain, Unit
from aqmf_air.games.martian_front.unit_names import models, number_of
from aqmf_air.games.martian_front.words import COMPASS, seen_by

NEAR = 24.0
"""Inches within which an enemy is worth telling of."""


def compass(dx: float, dy: float) -> str:
    """The direction of a step as players type it: ``up right``."""
    return COMPASS[round(degrees(atan2(dx, dy)) / 45) % 8]


def inches(length: float) -> str:
    """A length for people: ``6"``, ``6.7"``."""
    return f'{round(length, 1):g}"'


_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


def agreeing(game: Game, line: str, player: str | None = None) -> str:
    """A line that begins with a unit whose name is a plural, with its verb to match: ``Drones move``.

    For a ``player`` only where they know of such a unit: else the verb would say that there is one.
    """
    for kind in game.types:
        if (
            kind.elements > 1
            and kind.name.endswith("s")
            and line.startswith(f"{kind.name} ")
            and (player is None or any(unit.type == kind.name for unit in _known_to(game, player)))
        ):
            verb, *rest = line.removeprefix(f"{kind.name} ").split(" ")
            plural = _VERBS.get(verb) or re.sub(r"(?<=ss|sh|ch)es$|s$", "", re.sub(r"ies$", "y", verb))
            return " ".join((kind.name, plural, *rest))
    return line


def _known_to(game: Game, player: str) -> Iterator[Unit]:
    yield from seen_by(game, player)
    yield from game.fallen
    yield from (reserve.unit for reserve in game.reserves if reserve.unit.side == player)


def ended(game: Game, before: Unit, after: Unit) -> str:
    """Where a unit that moved ended, after a comma: what terrain it is in now and was not in before, and the nearest enemy.

    Args:
        game: the state, in which nobody else has moved since.
        before: the unit as it was.
        after: the unit as it is; of one with no element on the table nothing is said.
    """
    if not after.present:
        return ""
    said = []
    was, now = (
        {piece.name: piece for one in unit.present for piece in pieces_under_foot(game.terrain, one.x, one.y)}
        for unit in (before, after)
    )
    if entered := [f"into {_place(one)}" for name, one in now.items() if name not in was]:
        said.append(in_a_row(entered))
    elif left := [f"out of {_place(one)}" for name, one in was.items() if name not in now]:
        said.append(in_a_row(left))
    if nearest := nearest_enemy(game, after):
        gap, enemy = nearest
        close = f"to {inches(gap)} from" if gap > 0.05 else "to the base of"
        said.append(f"{close} {game.the(enemy.id)}")
    return "".join(f", {one}" for one in said)


def nearest_enemy(game: Game, unit: Unit) -> tuple[float, Unit] | None:
    """The nearest enemy in sight of all who read, within ``NEAR``: inches from edge to edge of the bases, and the unit."""
    own = game.type_of(unit).base_diameter / 2
    gaps = [
        (max(0.0, hypot(one.x - at.x, one.y - at.y) - own - game.type_of(other).base_diameter / 2), other)
        for other in game.units
        if other.side != unit.side and not other.has(HIDDEN)
        for one in unit.present
        for at in other.present
    ]
    nearest = min(gaps, key=lambda gap: gap[0], default=None)
    return nearest if nearest and nearest[0] <= NEAR else None


def _place(piece: Terrain) -> str:
    """``the north wood``; a name with capitals goes without an article."""
    return f"the {piece.name}" if piece.name == piece.name.lower() else piece.name


def elements_in_words(game: Game, ids: Iterable[str]) -> str:
    """Elements by their units: ``Scout Tripod, 3 bases of US Infantry 1 and Red 2``; ``nobody`` where there are none."""
    of_unit: dict[str, list[str]] = {}
    unit_of = {element.id: unit for unit in (*game.fallen, *game.units) for element in unit.elements}
    for one in ids:
        of_unit.setdefault(unit_of[one].id if one in unit_of else one, []).append(one)
    said = []
    for unit, elements in of_unit.items():
        whole = one_of(game, unit)
        if whole is None or len(whole.elements) == len(elements):
            said.append(game.the(unit))
        elif len(elements) == 1:
            said.append(game.called(elements[0]))
        else:
            said.append(f"{models(game.type_of(whole).kind, len(elements))} of {game.the(unit)}")
    return in_a_row(said) or "nobody"


def one_of(game: Game, name: str) -> Unit | None:
    """The unit of this id, in the game or fallen; None if there is none."""
    return next((unit for unit in (*game.units, *game.fallen) if unit.id == name), None)


def which(game: Game, unit: Unit, elements: Sequence[str]) -> str:
    """Elements of a unit by their numbers: ``aircraft 2``, ``bases 1 and 3``."""
    noun = models(game.type_of(unit).kind, len(elements)).partition(" ")[2]
    return f"{noun} {in_a_row([str(number_of(unit, one)) for one in elements])}"


def under_and_damaged(game: Game, under: Sequence[str], damaged: Sequence[str]) -> str:
    """Who was under a template and who of them was damaged: ``Scout Tripod, no damage``."""
    if not under:
        return "nobody"
    if not damaged:
        return f"{elements_in_words(game, under)}: no damage"
    if set(damaged) == set(under):
        return f"{elements_in_words(game, under)}: {'damage to all' if len(under) > 1 else 'damage'}"
    return f"{elements_in_words(game, under)}: damage to {elements_in_words(game, damaged)}"


def standing_at(places: Iterable[tuple[float, float, float | None]]) -> str:
    """Exact places, for those who ask: x and y in inches, facing in degrees where there is one."""
    return "; ".join(f"({x:.1f}, {y:.1f})" + ("" if facing is None else f" facing {facing:.0f}") for x, y, facing in places)
