"""The operations chart: the squadron's boxes, the initiative track and the boxes of a combat. GEN-7, GEN-8."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Fragment
from aqmf_air.games.aces_of_valor.counters import Aircraft, Member
from aqmf_air.games.aces_of_valor.state import Campaign, Combat
from aqmf_air.games.aces_of_valor.table_rows import Nation
from aqmf_air.games.aces_of_valor.ui.counter_drawing import (
    COLOURS,
    HEIGHT,
    WIDTH,
    draw_aircraft,
    draw_box,
    draw_target,
    places_in,
)

STEP = HEIGHT + 4
"""Pixels between spaces of the track."""
SIDE_WIDTH = 2 * (WIDTH + 6)
"""Of the friends' side of the track, and of the enemy's."""
NUMBER = 34.0
TRACK_WIDTH = 2 * SIDE_WIDTH + NUMBER + 20
HEAD = 30.0
BOXES = (("Ready", ("ready",)), ("Current Flight", ("flight",)), ("Recovery", ("recovery",)), ("Lost", ("lost", "posted")))


@dataclass(frozen=True)
class Region:
    """A part of the picture: its corner and size, in pixels."""

    left: float
    top: float
    width: float
    height: float

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Left, top, right and lower edge."""
        return self.left, self.top, self.left + self.width, self.top + self.height


def squadron(sheet: Fragment, game: Campaign, region: Region) -> None:
    """The four boxes of the squadron, one below the other."""
    nation: Nation = game.nation or "french"
    columns = int((region.width - 20) // (WIDTH + 6))
    top = region.top
    lent = [one for one in game.mission.lent if one.id in game.mission.flight] if game.mission else []
    for title, boxes in BOXES:
        inside: list[Aircraft] = [one for one in game.squadron if one.box in boxes]
        if title == "Current Flight":
            inside += lent
        rows = max(1, -(-len(inside) // columns))
        height = HEAD + rows * (HEIGHT + 5) + 4
        draw_box(sheet, title, region.left, top, region.width, height, _note(game, title, inside))
        for one, (x, y) in zip(inside, places_in(region.left + 10, top + HEAD, columns, len(inside)), strict=True):
            draw_aircraft(sheet, game, one, nation, x, y)
        top += height + 8


def squadron_height(game: Campaign, width: float) -> float:
    """How high the four boxes are."""
    columns = int((width - 20) // (WIDTH + 6))
    counts = [sum(one.box in boxes for one in game.squadron) for _, boxes in BOXES]
    if game.mission:
        counts[1] += len(game.mission.lent)
    return sum(HEAD + max(1, -(-count // columns)) * (HEIGHT + 5) + 12 for count in counts)


def _note(game: Campaign, title: str, inside: Sequence[Aircraft]) -> str:
    absent = [one.name for one in inside if isinstance(one, Member) and one.absent == game.number and game.number]
    if title == "Ready" and absent:
        return f"{', '.join(absent)} absent"
    return str(len(inside)) if inside else ""


def spaces_of(combat: Combat) -> Mapping[int, tuple[list[str], list[str]]]:
    """Who stands in each occupied space of the track: friends, enemies and ground targets."""
    found: dict[int, tuple[list[str], list[str]]] = {}
    for id_, space in combat.spaces:
        friends, others = found.setdefault(space, ([], []))
        (friends if id_ in combat.friends else others).append(id_)
    return found


def track(sheet: Fragment, game: Campaign, combat: Combat, region: Region) -> None:
    """The initiative track, its highest space above, and the boxes beside it."""
    first, last = game.tables.number("track-first"), game.tables.number("track-last")
    occupied = spaces_of(combat)
    title = f"Combat, round {combat.round} of {game.tables.number('rounds')}" if combat.round else "Combat"
    draw_box(sheet, title, region.left, region.top, region.width, region.height, "friends left, enemy right")
    y = region.top + HEAD
    middle = region.left + 10 + SIDE_WIDTH + NUMBER / 2
    acting = _acting(game)
    for space in range(last, first - 1, -1):
        friends, others = occupied.get(space, ([], []))
        height = STEP * max(1, -(-max(len(friends), len(others)) // 2)) if friends or others else 13.0
        on = bool(friends or others)
        sheet.rect(middle - NUMBER / 2, y, NUMBER, height - 1, style.SHADE if on else style.CARD, 3, stroke=style.RULE)
        sheet.text((middle, y + height / 2 + (5 if on else 3.5)), str(space), 14 if on else 9, style.INK, "middle", bold=on)
        for ids, start in ((friends, region.left + 10), (others, middle + NUMBER / 2 + 6)):
            for id_, (x, top) in zip(ids, places_in(start, y + 1, 2, len(ids)), strict=True):
                if id_ == acting:
                    sheet.rect(x - 3, top - 3, WIDTH + 6, HEIGHT + 6, style.BRASS, 7, fill_opacity=0.45)
                counter(sheet, game, combat, id_, x, top)
        y += height
    _boxes(sheet, game, combat, region, y + 6)


def track_height(game: Campaign, combat: Combat) -> float:
    """How high the track with its boxes is."""
    occupied = spaces_of(combat)
    spaces = game.tables.number("track-last") - game.tables.number("track-first") + 1
    rows = sum(STEP * max(1, -(-max(map(len, pair)) // 2)) for pair in occupied.values())
    boxes = sum(HEAD + (HEIGHT + 5) * -(-len(ids) // 4) for _, ids in _box_contents(combat) if ids)
    return HEAD + 13.0 * (spaces - len(occupied)) + rows + boxes + 20


def _box_contents(combat: Combat) -> tuple[tuple[str, tuple[str, ...]], ...]:
    there = {id_ for id_, _ in combat.spaces}
    return (
        ("Action Taken", tuple(id_ for id_ in combat.acted if id_ not in there)),
        ("Break Off", combat.broken_off),
        ("Destroyed", combat.destroyed),
    )


def _boxes(sheet: Fragment, game: Campaign, combat: Combat, region: Region, y: float) -> None:
    for title, ids in _box_contents(combat):
        if not ids:
            continue
        rows = -(-len(ids) // 4)
        sheet.text((region.left + 10, y + 16), title, 13, style.DEEP_BRASS, bold=True, serif=True)
        for id_, (x, top) in zip(ids, places_in(region.left + 10, y + HEAD - 6, 4, len(ids)), strict=True):
            counter(sheet, game, combat, id_, x, top)
        y += HEAD + rows * (HEIGHT + 5)


def counter(sheet: Fragment, game: Campaign, combat: Combat, id_: str, left: float, top: float) -> None:
    """The counter of an aircraft of either side, or of a ground target."""
    if id_ in combat.targets:
        draw_target(sheet, game, game.target(id_), left, top)
    elif id_ in game.pieces:
        nation: Nation = (game.nation or "french") if id_ in combat.friends else (combat.nation or "german")
        draw_aircraft(sheet, game, game.aircraft(id_), nation, left, top)


def _acting(game: Campaign) -> str:
    """Who acts now, where one alone may."""
    combat = game.combat
    if combat is None or not combat.to_act or not combat.spaces:
        return ""
    there = dict(combat.spaces)
    waiting = [id_ for id_ in combat.to_act if id_ in there]
    best = max((there[id_] for id_ in waiting), default=0)
    first = [id_ for id_ in waiting if there[id_] == best]
    return first[0] if len(first) == 1 else ""


def key_colours(game: Campaign) -> tuple[tuple[str, str], ...]:
    """Words and colours of the two sides, for a legend."""
    own: Nation = game.nation or "french"
    return (("your squadron", COLOURS[own]), ("the enemy", COLOURS["german" if own != "german" else "british"]))
