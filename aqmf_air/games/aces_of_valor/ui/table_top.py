"""The picture of a campaign: the sector map, the squadron in its boxes below it, the combat with its track on the right.

All lie on one table, whose size never changes; the picture says which part matters now. Points are sectors, see
:mod:`aqmf_air.games.aces_of_valor.ui.sector_map`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from aqmf_air.api import cached_by_identity
from aqmf_air.api.ui import Burst, Fragment, Loss, Mark, Moment, Pane, Picture, Shot, Way, Word, style
from aqmf_air.games.aces_of_valor.chapters.actions import BrokeOff
from aqmf_air.games.aces_of_valor.chapters.fire import AircraftAttacked, AircraftDestroyed
from aqmf_air.games.aces_of_valor.chapters.flight import FlightMoved, GunsFired, ShotAt
from aqmf_air.games.aces_of_valor.chapters.ground import GroundAttacked
from aqmf_air.games.aces_of_valor.chapters.observation import AttemptMade
from aqmf_air.games.aces_of_valor.chapters.points import PilotImproved, PointsScored
from aqmf_air.games.aces_of_valor.chapters.sectors import COLUMNS, ROWS, neighbours
from aqmf_air.games.aces_of_valor.state import FLIGHT, Campaign, Combat, Place, damage_of
from aqmf_air.games.aces_of_valor.ui import operations_chart
from aqmf_air.games.aces_of_valor.ui.operations_chart import CounterChart
from aqmf_air.games.aces_of_valor.ui.sector_map import MAP, MARGIN, SCALE, called, marks_of, sector_map

# -- the picture -------------------------------------------------------------------------------------------------------


GAP = 16.0
LARGEST, MOST_COLUMNS = 2.5, 6
"""Of counters: how large they are drawn, and how many stand side by side."""
MOST_TRACKS = 3
"""Columns of the track."""
FIGHT_WIDE, FIGHT_HIGH, FIGHT_LARGEST = 0.86, 1.6, 3.8
"""Of the width and the height of the map, what a combat takes at most, and how large its counters are at most. Upright,
it fills a phone by itself; on a laptop its counters can be read."""
FOOT = 120.0
"""Pixels below its boxes, for its key; on a phone, for buttons beside it."""
SQUADRON_WIDE = 0.86
"""Of the width of the map, what the squadron takes."""
AROUND = 6.0
"""Pixels around a combat: a phone whose orders are open has little height for it."""
FIGHT_NARROW, FIGHT_LOW = 7.0, 3.0
"""The least width and height of a combat, in sectors: a small one is not drawn larger than others."""
FIGHT_PART = 0.7
"""Of the scale of a map, at which its cards are as easily read."""
EDGE = 3.0
"""Of a combat that is drawn alone."""
BESIDE = 8.0
"""Pixels of counters between the track and the boxes."""
CORNER = (-0.5 - MARGIN, -0.5 - MARGIN)
WIDTH, HEIGHT = (COLUMNS + 2 * MARGIN) * SCALE, (ROWS + 2 * MARGIN) * SCALE


@cached_by_identity(8)
def table_top(game: Campaign) -> Picture:
    """A campaign drawn."""
    may = (*neighbours(game.flown.at), game.flown.at) if game.step == "move" and game.mission else ()
    ground = sector_map(game.tables, replace(marks_of(game), may=may))
    back, sheet = Fragment(), Fragment()
    back.rect(0, 0, 2 * WIDTH, 2 * HEIGHT, style.CARD)
    for at in may:
        with sheet.group(class_="goal", data_piece=sector_id(at), data_x=at[0], data_y=at[1], data_radius=0.45):
            x, y = ((value - corner) * SCALE for value, corner in zip(at, CORNER, strict=True))
            sheet.rect(x - 46, y - 46, 92, 92, style.CARD, 8, fill_opacity=0)
    _squadron(sheet, game)
    fight = _combat(sheet, game) if game.combat else (0.0, 0.0)
    parts = (*back.pieces(), *ground.parts, *sheet.pieces())
    return replace(
        ground,
        width=2 * WIDTH,
        height=2 * HEIGHT,
        parts=parts,
        focus=_focus(game, fight),
        panes=tuple(_panes(game, fight)),
        sheets=tuple(_panes(game, fight, paper=True)),
        legend=(*ground.legend, *_legend(game)),
    )


def _legend(game: Campaign) -> Iterator[tuple[str, str]]:
    """What is written on the counters that are drawn."""
    drawn = tuple(operations_chart.shown(game))
    words = {
        "2/1": ("skill in the air / against the ground", drawn),
        "perf 7": ("performance of the aircraft", drawn),
        "II": ("tier of the aircraft", [aircraft for aircraft in drawn if not aircraft.rank]),
        "*": ("rank of an ace", [aircraft for aircraft in drawn if aircraft.rank]),
        "B": ("carries bombs", [aircraft for aircraft in drawn if aircraft.bombs]),
        "R": ("carries rockets", [aircraft for aircraft in drawn if aircraft.rockets]),
        "J": ("a gun is jammed", [aircraft for aircraft in drawn if aircraft.jammed]),
    }
    look = f'text-anchor="middle" font-family="{style.SANS}" font-size="14" font-weight="bold" fill="{style.INK}"'
    for mark, (meaning, some) in words.items():
        if some:
            yield meaning, f'<text x="18" y="17" {look}>{mark}</text>'


def sector_id(at: Place) -> str:
    """What a sector that the flight may fly to is called in the picture."""
    return f"sector {called(at)}"


def _columns(room: tuple[float, float], height_of: Callable[[int], float]) -> tuple[int, float]:
    """In how many columns counters are drawn largest in a room, and at what scale."""

    def scale(columns: int) -> float:
        wide, high = room
        return min(LARGEST, wide / operations_chart.width_of(columns), high / height_of(columns))

    columns = max(range(MOST_COLUMNS, 0, -1), key=scale)
    return columns, scale(columns)


Columns = Sequence[Sequence[operations_chart.TurnStrip]]


def _combat(sheet: Fragment, game: Campaign) -> tuple[float, float]:
    """The combat, right of the map, as large as there is room for: its track, the boxes beside it. Its width and height."""
    combat, contents, strips = game.fought, operations_chart.aside(game, game.fought), operations_chart.strips(game.fought)
    if not strips and not contents:
        return 0.0, 0.0
    tracks = [operations_chart.in_columns(strips, n) for n in range(1, min(MOST_TRACKS, len(strips)) + 1)] or [()]
    asides = range(1, MOST_COLUMNS + 1) if contents else (0,)

    def extent(track: Columns, aside: int, below: bool) -> tuple[float, float, float, float]:
        """Where the boxes begin, and how wide and high all is, in pixels of counters."""
        wide, high = operations_chart.TRACK_WIDTH * len(track), operations_chart.track_height(track) if track else 0.0
        if not aside:
            return 0.0, 0.0, wide, high
        across, down = operations_chart.width_of(aside), operations_chart.boxes_height(contents, aside)
        if below:
            start = high + BESIDE * bool(track)
            return 0.0, start, max(wide, across), start + down
        start = wide + BESIDE * bool(track)
        return start, 0.0, start + across, max(high, down)

    def size(way: tuple[Columns, int, bool]) -> float:
        """At what scale a track in these columns has room with boxes of so many columns beside or below it."""
        _, _, across, down = extent(*way)
        room = FIGHT_WIDE * WIDTH - 2 * AROUND, FIGHT_HIGH * HEIGHT - 2 * AROUND - FOOT
        return min(FIGHT_LARGEST, room[0] / across, room[1] / down)

    ways = ((track, aside, below) for track in tracks for aside in asides for below in (True, False))
    track, aside, below = best = max(ways, key=lambda way: (size(way), -extent(*way)[3]))
    scale, (left, top, across, down) = size(best), extent(*best)
    drawn = CounterChart(WIDTH + AROUND, AROUND, scale, SCALE, CORNER)
    if track:
        operations_chart.track(drawn, game, combat, track, across if below else 0.0)
    if aside:
        boxes = CounterChart(WIDTH + AROUND + left * scale, AROUND + top * scale, scale, SCALE, CORNER)
        operations_chart.boxes(boxes, game, combat, contents, aside, across - left)
        boxes.put(sheet)
    operations_chart.short_key(drawn, down)
    drawn.put(sheet)
    return across * scale, down * scale + FOOT


def fight_alone(game: Campaign) -> Picture:
    """The combat in one column, its boxes below the track: on paper it is read at arm's length."""
    sheet, down = Fragment(), 0.0
    strips, contents = operations_chart.strips(game.fought), operations_chart.aside(game, game.fought)
    if strips:
        track = CounterChart(EDGE, EDGE, 1.0, SCALE, CORNER)
        operations_chart.track(track, game, game.fought, (strips,))
        track.put(sheet)
        down = operations_chart.track_height((strips,)) + BESIDE
    if contents:
        boxes = CounterChart(EDGE, EDGE + down, 1.0, SCALE, CORNER)
        operations_chart.boxes(boxes, game, game.fought, contents, 2, operations_chart.TRACK_WIDTH)
        boxes.put(sheet)
        down += operations_chart.boxes_height(contents, 2) + BESIDE
    key = CounterChart(EDGE, EDGE, 1.0, SCALE, CORNER)
    operations_chart.short_key(key, down - BESIDE)
    key.put(sheet)
    width, height = operations_chart.TRACK_WIDTH + 2 * EDGE, down - BESIDE + operations_chart.KEY_HIGH + 2 * EDGE
    back = Fragment()
    back.rect(0, 0, width, height, style.CARD)
    return Picture("The combat", width, height, (*back.pieces(), *sheet.pieces()))


def _squadron(sheet: Fragment, game: Campaign) -> None:
    """The boxes of the squadron, below the map."""
    columns, size = _squadron_columns(game)
    below = CounterChart(GAP, HEIGHT + GAP, size, SCALE, CORNER)
    operations_chart.squadron(below, game, columns)
    below.put(sheet)


def _squadron_columns(game: Campaign) -> tuple[int, float]:
    room = SQUADRON_WIDE * WIDTH - 2 * GAP, HEIGHT - 2 * GAP
    return _columns(room, lambda columns: operations_chart.squadron_height(game, columns))


def _focus(game: Campaign, fight: tuple[float, float]) -> tuple[float, float, float, float]:
    """The part that matters now, as far as something is drawn in it: the combat, the map until the flight is back, the
    squadron.
    """
    left, top = CORNER
    wide, high = WIDTH / SCALE, HEIGHT / SCALE
    if is_drawn(game.combat, game):
        across, down = ((length + 2 * AROUND) / SCALE for length in fight)
        return left + wide, top, left + wide + across, top + down
    mission = game.mission
    if not game.squadron or (mission and mission.card and game.purse is None and (mission.flight or not mission.turn)):
        return left, top, left + wide, top + high
    across, down = _squadron_size(game)
    return left, top + high, left + across, top + high + down


def _squadron_size(game: Campaign) -> tuple[float, float]:
    """How wide and how high the squadron is drawn, with room around it, in sectors."""
    columns, size = _squadron_columns(game)
    lengths = operations_chart.width_of(columns), operations_chart.squadron_height(game, columns)
    across, down = ((length * size + 2 * GAP) / SCALE for length in lengths)
    return across, down


def is_drawn(combat: Combat | None, game: Campaign) -> bool:
    """Whether there is something of a combat to be drawn."""
    return bool(combat and (combat.spaces or operations_chart.aside(game, combat)))


def _panes(game: Campaign, fight: tuple[float, float], paper: bool = False) -> Iterator[Pane]:
    """The map, and with it the combat, and as much as is drawn of the squadron: on a screen not while the flight is on its
    way, on paper not in a combat.

    What is beside another has a title: a phone shows one of them, what matters now, and the others are a tap away.
    """
    left, top = CORNER
    wide, high = WIDTH / SCALE, HEIGHT / SCALE
    fought = is_drawn(game.combat, game)
    at_home = not fought and _focus(game, fight)[1] > top
    if fought:
        across, down = ((length + 2 * AROUND) / SCALE for length in fight)
        right, low = left + wide + max(across, FIGHT_NARROW), top + max(down, FIGHT_LOW)
        yield Pane("combat", "Combat", (left + wide, top, right, low), part=FIGHT_PART, aside=paper)
    sector = Pane(MAP, "Map" if fought or (at_home and not paper) else "", (left, top, left + wide, top + high))
    if not at_home or paper:
        yield sector
    if operations_chart.anybody(game) and (not paper if fought else paper or at_home):
        across, down = _squadron_size(game)
        low = top + high + down
        shown = left, top + high, left + across, low
        yield Pane(
            "squadron", "" if paper else "Pilots", (left, top + high, left + SQUADRON_WIDE * wide, low), shown, aside=True
        )
    if at_home and not paper:
        yield sector


# -- what is drawn of events while they happen -------------------------------------------------------------------------


Point = tuple[float, float]
_AT = re.compile(r'data-piece="([^"]+)"[^>]*? data-x="([-\d.]+)" data-y="([-\d.]+)" data-radius="([\d.]+)"')


def places(game: Campaign) -> Mapping[str, tuple[Point, float]]:
    """Where each piece is drawn, and how large."""
    drawn = "".join(table_top(game).parts)
    return {id_: ((float(x), float(y)), float(radius)) for id_, x, y, radius in _AT.findall(drawn)}


def marks(moment: Moment) -> Iterator[Mark]:
    """The marks of an event."""
    event, game = moment.event, moment.state
    if isinstance(event, FlightMoved) and game.mission and game.mission.turn and event.to != game.mission.at:
        start, to = game.mission.at, event.to
        yield Way(FLIGHT, ((float(start[0]), float(start[1])), (float(to[0]), float(to[1]))), view=MAP)
    elif isinstance(event, ShotAt) and game.mission:
        at = float(game.mission.at[0]), float(game.mission.at[1])
        yield Burst(at, 0.25 if event.effect == "none" else 0.4, on=FLIGHT, passes=True)
    elif isinstance(event, AircraftAttacked):
        yield from _exchange(game, event)
    elif isinstance(event, GroundAttacked):
        yield from _run(game, event)
    elif isinstance(event, AttemptMade | BrokeOff):
        text = "breaks off" if isinstance(event, BrokeOff) else f"{event.points} MP"
        if event.aircraft in places(game):
            yield Word(event.aircraft, text)
    elif isinstance(event, AircraftDestroyed):
        there = places(game).get(event.aircraft)
        if there:
            yield Loss(event.aircraft, there[0], there[1], passes=True)
    elif isinstance(event, PointsScored) and game.mission and game.mission.flight and not game.combat:
        yield Word(FLIGHT, f"{event.points:+d} MP")


GOES_ON = frozenset({
    "bomb_round_found", "combat_checked", "damaged_checked", "effect_began", "enemy_aims", "enemy_checked",
    "enemy_tier_found", "event_checked", "event_found", "flight_moved", "fuel_used", "landing_rolled", "mission_began",
    "no_effect", "ordnance_kept", "pilot_joined", "placed_on_track", "round_began", "target_found", "targets_placed",
    "tie_decided", "tier_found", "turn_began", "waited",
})  # fmt: skip
"""Types of events after which the mission goes on as it went, or which the next event tells with what came of them."""


def passes_over(event: object) -> bool:
    """Whether a film leaves the words of an event to its log."""
    if isinstance(event, ShotAt):
        return event.effect == "none"
    if isinstance(event, GunsFired):
        return not event.dice
    if isinstance(event, PilotImproved):
        return not event.improved
    return getattr(event, "type", "").removeprefix("valor.") in GOES_ON


def _exchange(game: Campaign, event: AircraftAttacked) -> Iterator[Mark]:
    there = places(game)
    if event.aircraft not in there or event.target not in there:
        return
    (start, _), (end, _) = there[event.aircraft], there[event.target]
    yield Shot(start, end, "miss" if event.effect == "none" else "damage", by=event.aircraft, at=event.target, passes=True)
    if event.effect != "none":
        yield Word(event.target, event.effect)
    if event.reply != "none":
        yield Shot(end, start, "damage", by=event.target, at=event.aircraft, passes=True)
        yield Word(event.aircraft, event.reply)


def _run(game: Campaign, event: GroundAttacked) -> Iterator[Mark]:
    there, target = places(game), game.target(event.target)
    if event.aircraft not in there or event.target not in there:
        return
    (start, _), (end, radius) = there[event.aircraft], there[event.target]
    more = event.points - target.points
    if event.fire != "none":
        yield Shot(end, start, "damage", by=event.target, at=event.aircraft, passes=True)
    yield Shot(start, end, "damage" if more else "miss", by=event.aircraft, at=event.target, passes=True)
    if more:
        done = damage_of(target.kind, event.points, game.tables)
        yield Word(event.target, f"{more} point{'s' * (more > 1)}{'' if done == 'none' else f', {done}'}")
    if event.weapon != "guns":
        yield Burst(end, radius * 1.6, by=event.aircraft, on=event.target, passes=True)
