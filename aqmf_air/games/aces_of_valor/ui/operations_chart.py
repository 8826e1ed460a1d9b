"""The operations chart: the squadron's boxes, the initiative track and the boxes of a combat. GEN-7, GEN-8."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from aqmf_air.drawing import style
from aqmf_air.games.aces_of_valor.combat_state import Combat
from aqmf_air.games.aces_of_valor.counters import Aircraft, SquadronMember
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Nation
from aqmf_air.games.aces_of_valor.ui.counter_drawing import (
    HEIGHT,
    WIDTH,
    CounterChart,
    draw_aircraft,
    draw_box,
    draw_target,
    places_in,
)

STEP = HEIGHT + 2
"""Pixels that a space of the track is high for each counter in it."""
EMPTY = 5.0
"""The same of spaces with none, all together: what is on the track is drawn as large as can be."""
MOST_ROWS = 3
"""Counters of a side that stand below each other in a space, before it is drawn in two parts."""
NUMBER = 32.0
HEAD = 26.0
SIDE = WIDTH + 12
TRACK_WIDTH = 2 * SIDE + NUMBER + 12
BOXES = (("Ready", ("ready",)), ("Current Flight", ("flight",)), ("Recovery", ("recovery",)), ("Lost", ("lost", "posted")))


def width_of(columns: int) -> float:
    """How many pixels a box with so many columns of counters is wide."""
    return columns * (WIDTH + 6) + 14


def _box_height(count: int, columns: int) -> float:
    return HEAD + -(-count // columns) * (HEIGHT + 5) + 4 * bool(count)


def squadron(chart: CounterChart, game: Campaign, columns: int) -> None:
    """The four boxes of the squadron, one below the other."""
    nation: Nation = game.nation or "french"
    width = width_of(columns)
    top = 0.0
    fighting = game.combat.friends if game.combat else ()
    lent = [one for one in game.mission.lent if one.id in game.mission.flight] if game.mission else []
    for title, boxes in BOXES:
        inside: list[Aircraft] = [one for one in game.squadron if one.box in boxes and one.id not in fighting]
        if title == "Current Flight":
            inside += [one for one in lent if one.id not in fighting]
        height = _box_height(len(inside), columns)
        draw_box(chart.sheet, title, 0, top, width, height, _note(game, title, inside))
        for one, (x, y) in zip(inside, places_in(10, top + HEAD, columns, len(inside)), strict=True):
            draw_aircraft(chart, game, one, nation, x, y)
        top += height + 8


def squadron_height(game: Campaign, columns: int) -> float:
    """How many pixels the four boxes are high."""
    counts = [sum(one.box in boxes for one in game.squadron) for _, boxes in BOXES]
    counts[1] += sum(one.id in game.mission.flight for one in game.mission.lent) if game.mission else 0
    return sum(_box_height(count, columns) + 8 for count in counts) - 8


def _note(game: Campaign, title: str, inside: Sequence[Aircraft]) -> str:
    absent = [one.name for one in inside if isinstance(one, SquadronMember) and one.absent == game.number and game.number]
    if title == "Ready" and absent:
        return f"{', '.join(absent)} absent"
    return str(len(inside)) if inside else ""


@dataclass(frozen=True)
class TurnStrip:
    """A part of the track: an occupied space, or some rows of one that holds many."""

    space: int
    friends: tuple[str, ...]
    others: tuple[str, ...]
    """Enemies and ground targets."""
    gap: bool
    """Whether there are empty spaces above it."""

    @property
    def rows(self) -> int:
        return max(len(self.friends), len(self.others))

    @property
    def height(self) -> float:
        return STEP * self.rows + EMPTY * self.gap


def strips(combat: Combat) -> tuple[TurnStrip, ...]:
    """The track from above, without its empty spaces."""
    here: dict[int, tuple[list[str], list[str]]] = {}
    for id_, space in combat.spaces:
        friends, others = here.setdefault(space, ([], []))
        (friends if id_ in (*combat.friends, combat.field) else others).append(id_)
    found: list[TurnStrip] = []
    for space in sorted(here, reverse=True):
        friends, others = here[space]
        gap = bool(found) and found[-1].space > space + 1
        for first in range(0, max(len(friends), len(others)), MOST_ROWS):
            part = slice(first, first + MOST_ROWS)
            found.append(TurnStrip(space, tuple(friends[part]), tuple(others[part]), gap and not first))
    return tuple(found)


def in_columns(found: Sequence[TurnStrip], columns: int) -> tuple[Sequence[TurnStrip], ...]:
    """The track in so many columns, the highest spaces in the first, none of them longer than it must be."""
    cuts = combinations(range(1, len(found)), min(columns, len(found)) - 1)
    split = [tuple(found[low:high] for low, high in pairwise((0, *cut, len(found)))) for cut in cuts]
    return min(split, key=_highest)


def _highest(columns: Iterable[Sequence[TurnStrip]]) -> float:
    return max(sum(strip.height for strip in column) for column in columns)


def track_height(columns: Sequence[Sequence[TurnStrip]]) -> float:
    """How many pixels the track is high in these columns."""
    return HEAD + _highest(columns) + 6


def track(chart: CounterChart, game: Campaign, combat: Combat, columns: Sequence[Sequence[TurnStrip]]) -> None:
    """The initiative track, its highest space above on the left; who acts now stands out."""
    sheet = chart.sheet
    title = f"Combat, round {combat.round} of {game.tables.number('rounds')}" if combat.round else "Combat"
    draw_box(sheet, title, 0, 0, TRACK_WIDTH * len(columns), track_height(columns), "enemy")
    for n, column in enumerate(columns):
        y, left, middle = HEAD, TRACK_WIDTH * n, TRACK_WIDTH * (n + 0.5)
        for strip in column:
            y += EMPTY * strip.gap
            height = STEP * strip.rows
            sheet.rect(middle - NUMBER / 2, y, NUMBER, height - 1, style.SHADE, 3, stroke=style.RULE)
            sheet.text((middle, y + height / 2 + 5), str(strip.space), 16, style.INK, "middle", bold=True)
            for ids, start in ((strip.friends, left + 8), (strip.others, middle + NUMBER / 2 + 6)):
                for id_, (x, top) in zip(ids, places_in(start, y, 1, len(ids), STEP), strict=True):
                    if id_ in combat.acting:
                        sheet.rect(x - 3, top - 1, WIDTH + 6, HEIGHT + 2, style.BRASS, 7, fill_opacity=0.5)
                    counter(chart, game, combat, id_, x, top)
            y += height


def aside(game: Campaign, combat: Combat) -> Sequence[tuple[str, Sequence[str]]]:
    """Who is in the combat and not on the track, by boxes; before the first round all are."""
    placed = {id_ for id_, _ in combat.spaces}
    others = [one.id for one in combat.enemies]
    away = {*placed, *combat.acted, *combat.gone}
    contents: Sequence[tuple[str, Sequence[str]]] = (
        ("Your aircraft", [id_ for id_ in combat.friends if id_ not in away]),
        ("The enemy", [id_ for id_ in others if id_ not in away]),
        ("Targets on the ground", [id_ for id_ in combat.targets if id_ not in away]),
        ("Action Taken", [id_ for id_ in combat.acted if id_ not in placed]),
        ("Break Off", combat.broken_off),
        ("Destroyed", combat.destroyed),
    )
    return [(title, ids) for title, ids in contents if ids]


def boxes_height(contents: Sequence[tuple[str, Sequence[str]]], columns: int) -> float:
    """How many pixels boxes with these contents are high."""
    return sum(_box_height(len(ids), columns) + 8 for _, ids in contents) - 8


def boxes(
    chart: CounterChart,
    game: Campaign,
    combat: Combat,
    contents: Sequence[tuple[str, Sequence[str]]],
    columns: int,
    left: float,
) -> None:
    """Boxes with counters of a combat, one below the other."""
    y = 0.0
    for title, ids in contents:
        height = _box_height(len(ids), columns)
        draw_box(chart.sheet, title, left, y, width_of(columns), height)
        for id_, (x, top) in zip(ids, places_in(left + 10, y + HEAD, columns, len(ids)), strict=True):
            counter(chart, game, combat, id_, x, top)
        y += height + 8


def counter(chart: CounterChart, game: Campaign, combat: Combat, id_: str, left: float, top: float) -> None:
    """The counter of an aircraft of either side, or of a ground target."""
    if id_ in (*combat.targets, combat.field):
        draw_target(chart, game, game.target(id_), left, top)
    elif id_ in game.pieces:
        nation: Nation = (game.nation or "french") if id_ in combat.friends else (combat.nation or "german")
        draw_aircraft(chart, game, game.aircraft(id_), nation, left, top)
