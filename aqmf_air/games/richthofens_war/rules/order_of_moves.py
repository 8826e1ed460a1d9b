"""Who moves when, from the totals of those who roll: early movers, ties, friends. INIT-11 to INIT-13, MOVE-4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import total
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.games.richthofens_war.rules.initiative import D6, LOW_FIRST, tie_broken
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings


@dataclass(frozen=True)
class Roller:
    """Somebody in the order of moves: an aircraft, or the first of a tailing group."""

    id: str
    side: str
    owner: str = ""
    """The player who rolls or chooses for it (``tie_group_owner``)."""
    name: str = ""


def clusters(
    dice: Dice, totals: Mapping[Roller, int], rulings: RichthofenRulings, last: Sequence[str] = ()
) -> tuple[tuple[str, ...], ...]:
    """The order of those who rolled, the lowest first; friends of one owner who are still level stand together.

    Args:
        dice: who breaks ties.
        totals: with all modifiers.
        rulings: in force.
        last: the order of the last turn, for the ruling ``tie_again``.

    INIT-2, INIT-11 to INIT-13.
    """
    found: list[tuple[str, ...]] = []
    for level in sorted(set(totals.values())):
        found += _parted(dice, tuple(one for one in totals if totals[one] == level), rulings, last)
    return tuple(found)


def _parted(
    dice: Dice, tied: Sequence[Roller], rulings: RichthofenRulings, last: Sequence[str]
) -> Sequence[tuple[str, ...]]:
    if len({(one.side, one.owner) for one in tied}) < 2:
        return [tuple(one.id for one in tied)] if tied else []
    faces = _faces(dice, tied, rulings)
    while rulings.tie_again == "all-tied" and _mixed(faces, tied):
        faces = _faces(dice, tied, rulings)
    parted: list[tuple[str, ...]] = []
    for face in sorted(set(faces.values())):
        level = tuple(one for one in tied if faces[one] == face)
        if rulings.tie_again == "keep-last-turns-order" and len({(one.side, one.owner) for one in level}) > 1:
            place = {one: last.index(one.id) if one.id in last else len(last) for one in level}
            parted += [(one.id,) for one in sorted(level, key=place.__getitem__)]
        else:
            parted += _parted(dice, level, rulings, last)
    return parted


def _faces(dice: Dice, tied: Sequence[Roller], rulings: RichthofenRulings) -> dict[Roller, int]:
    """A die for each, or one for each side."""
    if rulings.tie_mixed == "each-rolls":
        return {one: tie_broken(labelled(dice, one.name, relation="for"), one.side) for one in tied}
    of_side = {side: tie_broken(dice, side) for side in dict.fromkeys(one.side for one in tied)}
    return {one: of_side[one.side] for one in tied}


def _mixed(faces: Mapping[Roller, int], tied: Sequence[Roller]) -> bool:
    """Whether opponents show the same face."""
    return any(len({(one.side, one.owner) for one in tied if faces[one] == face}) > 1 for face in faces.values())


def early_order(dice: Dice, early: Sequence[Roller], rulings: RichthofenRulings) -> tuple[str, ...]:
    """The order of several gliders, or of several heavy bombers, by dice within their own group. MOVE-4."""
    if len(early) < 2:
        return tuple(one.id for one in early)
    count = 1 if rulings.early_order_die == "one-die" else 2
    faces = {
        one: labelled(dice, one.name, relation="for").draw(total("order", count, D6, by=one.side, about=LOW_FIRST))
        for one in early
    }
    found: list[str] = []
    for face in sorted(set(faces.values())):
        found += early_order(dice, [one for one in early if faces[one] == face], rulings)
    return tuple(found)
