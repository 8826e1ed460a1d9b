"""Who moves when: the dice for the order of moves, what is added, ties, and the balance of moves. INIT, MOVE, BAL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import numbered, total
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.games.richthofens_war.rules.skill import Status, on_initiative
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import AircraftType, Tables

D6 = numbered(6)
LOW_FIRST = "the lowest first"
"""How dice are read that settle an order."""


@dataclass(frozen=True)
class Rolling:
    """What counts when an aircraft rolls for the order of moves."""

    type: AircraftType
    height: int
    """Metres, at the end of the last turn. INIT-14."""
    lowest: int
    """Metres: of the lowest aircraft that counts."""
    status: Status = ""
    date: str = ""
    """Year and month; empty: none is given."""
    first_turn: bool = False


def height_steps(height: int, lowest: int, tables: Tables, rulings: RichthofenRulings) -> int:
    """Steps of 200 m above the lowest. INIT-3."""
    above, step = max(height - lowest, 0), tables.number("initiative", "height-step")
    if rulings.altitude_steps == "nearest":
        return (2 * above + step) // (2 * step)
    return above // step


def counts_as_two_seater(type_: AircraftType, date: str, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether an aircraft has the two-seater's -1. INIT-6 to INIT-8."""
    if not type_.two_seater or type_.has("as-fighter"):
        return False
    if type_.has("gunbus") and rulings.gunbus_crew == "no":
        return False
    if type_.has("as-fighter-until-1916-11"):
        return date >= tables.month("strutter-as-two-seater") if date else rulings.undated_scenario == "no-exception"
    return True


def initiative_modifiers(facts: Rolling, tables: Tables, rulings: RichthofenRulings) -> tuple[Modifier, ...]:
    """What an aircraft adds to its dice. INIT-3 to INIT-10."""
    found = []
    steps = height_steps(facts.height, facts.lowest, tables, rulings)
    if steps and not (facts.first_turn and rulings.first_turn_height == "no-modifier"):
        found.append(modifier(steps, f"{facts.height - facts.lowest} m above the lowest", "RW-INIT-3"))
    found += on_initiative(facts.status, tables, rulings)
    if counts_as_two_seater(facts.type, facts.date, tables, rulings):
        found.append(modifier(tables.number("initiative", "two-seater"), "two-seater", "RW-INIT-6"))
    if facts.type.schedule == "F":
        found.append(modifier(tables.number("initiative", "f-schedule"), "F schedule", "RW-INIT-10"))
    return tuple(found)


def rolled(dice: Dice, by: str = "", about: object = None) -> int:
    """The two dice of an aircraft. INIT-1."""
    return dice.draw(total("initiative", 2, D6, by=by, about=about))


def tie_broken(dice: Dice, by: str = "") -> int:
    """One die to break a tie. INIT-11."""
    return dice.draw(total("tie-break", 1, D6, by=by, about=LOW_FIRST))


def moves_later(dice: Dice, ahead: int) -> bool:
    """Whether an aircraft with so much more in modifiers than its enemy moves later. INIT-1, INIT-2, INIT-11."""
    apart = dice.call(_apart, 2) + ahead
    if not apart:
        apart = dice.until(_apart, _level, 1)
    return apart > 0


def _apart(dice: Dice, n: int) -> int:
    return dice.draw(total("one", n, D6)) - dice.draw(total("the other", n, D6))


def _level(apart: int) -> bool:
    return apart == 0


@dataclass(frozen=True)
class MovingGroup:
    """Aircraft that move one after the other: a target and its tailers, or one alone. TAIL-13, BAL-5."""

    members: tuple[str, ...]
    side: str
    """That of the first of them."""


def balanced(
    order: Iterable[MovingGroup],
    tables: Tables,
    rulings: RichthofenRulings,
    run: tuple[str, int] = ("", 0),
    totals: Mapping[str, int] | None = None,
) -> tuple[MovingGroup, ...]:
    """The order of moves in which no side has more than two in a row while the other has any left. BAL-1 to BAL-5.

    Args:
        order: by initiative, the lowest first.
        tables: in force.
        rulings: in force.
        run: the side that moved last and how often in a row, where that counts on from the last turn.
        totals: of initiative, by the first of each group, for friends who tie (``balance_and_ties``).
    """
    left, done = list(order), list[MovingGroup]()
    side, moved = run if rulings.balance_start == "carry-over" else ("", 0)
    while left:
        pick = 0
        full = moved >= tables.number("initiative", "in-a-row") and left[0].side == side
        if full and not _exempt(left[0], rulings) and not _tied(done, left[0], rulings, totals or {}):
            pick = next((at for at, one in enumerate(left) if one.side != side), 0)
        one = left.pop(pick)
        done.append(one)
        if not _exempt(one, rulings):
            side, moved = one.side, moved + 1 if one.side == side else 1
    return tuple(done)


def _tied(done: Sequence[MovingGroup], group: MovingGroup, rulings: RichthofenRulings, totals: Mapping[str, int]) -> bool:
    """Whether a group ties with a friend that has just moved, and stays with it. INIT-12."""
    if rulings.balance_and_ties == "balance-wins" or not done or done[-1].side != group.side:
        return False
    before, own = totals.get(done[-1].members[0]), totals.get(group.members[0])
    return own is not None and own == before


def _exempt(group: MovingGroup, rulings: RichthofenRulings) -> bool:
    return len(group.members) > 1 and rulings.balance_group == "not-counted"
