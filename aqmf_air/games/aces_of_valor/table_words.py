"""What tables say, in a player's words: results by name, rolls as spans, standings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from aqmf_air.core.data.tables import Standing
from aqmf_air.core.data.text import plural
from aqmf_air.games.aces_of_valor.counters import NATIONS
from aqmf_air.games.aces_of_valor.table_rows import GunfireRow, NationRow, PointsRow, RolledRow, TierRow
from aqmf_air.games.aces_of_valor.tables import Tables

DASH = "\N{EN DASH}"
MODIFIED = ("c3", "c7", "c8", "c10", "c11", "c13", "c15", "f4", "f5", "f8")
"""Tables whose ends stand for all that is lower and higher."""
STANDINGS: Mapping[str, str] = {
    "stated": "stated in the rules",
    "inferred": "worked out from the rules",
    "house": "our own",
    "supplied": "from your own copy",
}
RESULTS: Mapping[str, str] = {
    "none": "nothing",
    "enemy-surprise": "the enemy surprises you, you must fight",
    "enemy-engages": "the enemy engages, you must fight",
    "fight-if-enemy-equal-or-more": "you must fight if the enemy has as many or more",
    "fight-if-enemy-more": "you must fight if the enemy has more",
    "player-chooses": "you choose",
    "player-surprise": "you choose, with surprise",
    "all-enemy-leave": "all enemies leave",
    "arrive-D3": "D3 enemies arrive",
    "arrive-D6": "D6 enemies arrive",
    "as-undamaged": "acts as before",
    "break-off": "breaks off",
    "F2": "roll on F2",
    "F3": "forced landing, F3",
    "F4": "difficult landing, F4",
    "safe": "lands safely",
    "wrecked": "wrecked, pilot rolls on C9",
    "crash": "crash, machine and pilot lost",
    "light-clouds": "light clouds",
    "heavy-clouds": "heavy clouds",
    "engine": "engine trouble",
    "ground": "ground targets",
    "raid": "raid",
    "two-seaters": "2-seaters",
    "fighters-d3": "D3 fighters",
    "fighters-d6": "D6 fighters",
    "ambush": "ambush",
    "aa-battery": "AA battery",
    "hq": "headquarters",
    "rail-yard": "rail yard",
    "town-ace": "town A, C, E",
    "town-bdf": "town B, D, F",
    "friendly-rear": "friendly rear",
    "friendly-trench": "friendly trenches",
    "enemy-trench": "enemy trenches",
    "enemy-rear": "enemy rear",
    "enemy-airfield": "enemy airfield",
    "trench": "trenches",
    "two-seater": "2-seater",
    "heavy-bomber": "heavy bomber",
    "air-skill": "higher air skill",
    "performance": "higher performance",
    "kind": "kind of aircraft",
    "tier1": "flight of tier 1",
    "tier2": "flight of tier 2",
    "tier3": "flight of tier 3",
    "round1": "round 1",
    "round2": "round 2",
    "round3": "round 3",
    "forward": "forward gun",
    "defensive": "defensive gun",
}
"""What data call it, and what players do, where that is not the same."""
RESULT = ("weather", "tier", "field", "result", "dice", "nation", "act", "effect", "points", "letter")
"""Fields of a row by roll that hold its result."""


WITH_TARGETS = {"photo": "photo recon", "bombing": "bombing"}
"""Missions whose cards name the target."""


def card_name(card: str) -> str:
    """What people call a mission card."""
    mission, _, where = card.partition("-")
    if mission in WITH_TARGETS:
        return f"{WITH_TARGETS[mission]}: {where.replace('hq', 'headquarters').replace('-', ' ')}"
    return card.replace("-", " ")


@dataclass(frozen=True)
class CardTitles:
    """What stands on the cards of a deck of events or of optional rules."""

    tables: Tables
    deck: str
    """The id of its table."""

    def __call__(self, card: str) -> str:
        return next((row.title for row in self.tables.of.tables[self.deck] if getattr(row, "card", "") == card), card)


def said(value: object) -> str:
    """A result as players call it."""
    return RESULTS.get(str(value), str(value))


def result_of(row: RolledRow) -> Any:
    """What a roll comes to."""
    return next(getattr(row, name) for name in RESULT if name in type(row).model_fields)


def words_of(row: RolledRow) -> str:
    """What a roll comes to, as players call it: ``2 dice``, ``1 point``, ``tier 3``, ``damaged``."""
    match row:
        case GunfireRow():
            return plural(row.dice, "die", "dice")
        case PointsRow():
            return plural(row.points, "point")
        case TierRow():
            return f"tier {row.tier}"
        case NationRow():
            return NATIONS[row.nation].adjective
    return said(result_of(row))


class Span(NamedTuple):
    """Rolls that come to the same, from the lowest to the highest."""

    low: int
    high: int
    label: str
    """Which they are, for players: ``5-7``, ``8 or more``."""
    words: str
    standings: frozenset[Standing]


def spans(
    tables: Tables,
    id_: str,
    column: str = "",
    words: Callable[[RolledRow], str] = words_of,
    *,
    by_standing: bool = False,
) -> Iterator[Span]:
    """The rolls of a table, those side by side that come to the same together; ``by_standing``: and stand alike."""
    rows = [row for row in tables.of.tables[id_] if isinstance(row, RolledRow) and row.column == column]
    rows.sort(key=lambda row: row.roll)
    for (text, _), found in groupby(rows, key=lambda row: (words(row), by_standing and row.standing)):
        same = [*found]
        low, high = same[0].roll, same[-1].roll
        label = _label(low, high, rows, id_ in MODIFIED)
        yield Span(low, high, label, text, frozenset(row.standing for row in same))


def _label(low: int, high: int, rows: list[RolledRow], open_ends: bool) -> str:
    if open_ends and low == rows[0].roll:
        return f"{high} or less"
    if open_ends and high == rows[-1].roll:
        return f"{low} or more"
    return str(low) if low == high else f"{low}{DASH}{high}"


def standing_words(standings: Iterable[str]) -> str:
    """Where rows come from, in brackets: ``(our own)``, ``(partly our own)``; nothing for what the rules state."""
    found = set(standings)
    if found <= {"stated"}:
        return ""
    told = [words for name, words in STANDINGS.items() if name in found and name != "stated"]
    return f" ({'partly ' if 'stated' in found else ''}{' and '.join(told)})"


def table_note(
    tables: Tables,
    id_: str,
    column: str = "",
    words: Callable[[RolledRow], str] = words_of,
    *,
    by: str = "",
) -> str:
    """A table in a line: ``C8 Damage, a die. 0 or less: nothing; 1 or more: damaged (our own).``; ``by``: what is rolled."""
    found = [*spans(tables, id_, column, words)]
    about = ", ".join(filter(None, (tables.of.tables[id_].title, by or (said(column) if column else ""))))
    listed = "; ".join(f"{one.label}: {one.words}" for one in found)
    return f"{about}. {listed}{standing_words(name for one in found for name in one.standings)}."


def place_note(tables: Tables, id_: str, place: str) -> str:
    """What a place asks for in a table of places: ``F6 Event check, enemy rear: 9 or more (our own).``"""
    row = next(row for row in tables.of.tables[id_] if getattr(row, "place", "") == place)
    asked: int = getattr(row, "need")  # noqa: B009 - the rows of these tables have it
    told = standing_words((row.standing,))
    return f"{tables.of.tables[id_].title}, {said(place)}: {asked} or more{told}."
