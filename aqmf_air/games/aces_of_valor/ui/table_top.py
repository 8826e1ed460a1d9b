"""The picture of a campaign: the sector map, the squadron in its boxes below it, the combat with its track on the right.

All lie on one table, whose size never changes; the picture says which part matters now. Points are sectors, see
:mod:`aqmf_air.games.aces_of_valor.ui.sector_map`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from aqmf_air.core.data.memo import cached_by_identity
from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Fragment, Picture
from aqmf_air.games.aces_of_valor.counters import Place
from aqmf_air.games.aces_of_valor.sectors import COLUMNS, ROWS, neighbours
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.ui import operations_chart as chart
from aqmf_air.games.aces_of_valor.ui.counter_drawing import CounterChart
from aqmf_air.games.aces_of_valor.ui.sector_map import MARGIN, SCALE, called, marks_of, sector_map

GAP = 16.0
LARGEST, MOST_COLUMNS = 3.2, 6
"""Of counters: how large they are drawn, and how many stand side by side."""
MOST_TRACKS = 3
"""Columns of the track."""
BESIDE = 8.0
"""Pixels of counters between the track and the boxes."""
CORNER = (-0.5 - MARGIN, -0.5 - MARGIN)
WIDTH, HEIGHT = (COLUMNS + 2 * MARGIN) * SCALE, (ROWS + 2 * MARGIN) * SCALE


@cached_by_identity(8)
def table_top(game: Campaign) -> Picture:
    """A campaign drawn."""
    may = next_sectors(game)
    ground = sector_map(game.tables, replace(marks_of(game), may=may))
    back, sheet = Fragment(), Fragment()
    back.rect(0, 0, 2 * WIDTH, 2 * HEIGHT, style.CARD)
    for at in may:
        with sheet.group(class_="goal", data_piece=sector_id(at), data_x=at[0], data_y=at[1], data_radius=0.45):
            x, y = ((one - corner) * SCALE for one, corner in zip(at, CORNER, strict=True))
            sheet.rect(x - 46, y - 46, 92, 92, style.CARD, 8, fill_opacity=0)
    _squadron(sheet, game)
    if game.combat:
        _combat(sheet, game)
    parts = (*back.pieces(), *ground.parts, *sheet.pieces())
    return replace(ground, width=2 * WIDTH, height=2 * HEIGHT, parts=parts, focus=_focus(game))


def sector_id(at: Place) -> str:
    """What a sector that the flight may fly to is called in the picture."""
    return f"sector {called(at)}"


def next_sectors(game: Campaign) -> tuple[Place, ...]:
    """Where the flight may fly, or stay, now."""
    return (*neighbours(game.flown.at), game.flown.at) if game.step == "move" and game.mission else ()


def _columns(room: tuple[float, float], height_of: Callable[[int], float]) -> tuple[int, float]:
    """In how many columns counters are drawn largest in a room, and at what scale."""

    def scale(columns: int) -> float:
        wide, high = room
        return min(LARGEST, wide / chart.width_of(columns), high / height_of(columns))

    columns = max(range(1, MOST_COLUMNS + 1), key=scale)
    return columns, scale(columns)


def _combat(sheet: Fragment, game: Campaign) -> None:
    """The combat, right of the map: its track, and the boxes beside it, all as large as there is room for."""
    combat, contents, strips = game.fought, chart.aside(game, game.fought), chart.strips(game.fought)
    if not strips and not contents:
        return
    wide, high = WIDTH - 2 * GAP, HEIGHT - 2 * GAP
    tracks = [chart.in_columns(strips, n) for n in range(1, min(MOST_TRACKS, len(strips)) + 1)] or [()]
    asides = range(1, MOST_COLUMNS + 1) if contents else (0,)

    def left_of_boxes(track: Sequence[Sequence[chart.TurnStrip]]) -> float:
        return chart.TRACK_WIDTH * len(track) + BESIDE * bool(track)

    def size(pair: tuple[Sequence[Sequence[chart.TurnStrip]], int]) -> float:
        """At what scale a track in these columns and boxes with so many columns fit beside each other."""
        track, aside = pair
        across = left_of_boxes(track) + (chart.width_of(aside) if aside else 0)
        down = max(chart.track_height(track) if track else 0, chart.boxes_height(contents, aside) if aside else 0)
        return min(LARGEST, wide / across, high / down)

    track, aside = max(((one, other) for one in tracks for other in asides), key=size)
    drawn = CounterChart(WIDTH + GAP, GAP, size((track, aside)), SCALE, CORNER)
    if track:
        chart.track(drawn, game, combat, track)
    if aside:
        chart.boxes(drawn, game, combat, contents, aside, left_of_boxes(track))
    drawn.put(sheet)


def _squadron(sheet: Fragment, game: Campaign) -> None:
    """The boxes of the squadron, below the map."""
    room = WIDTH - 2 * GAP, HEIGHT - 2 * GAP
    columns, size = _columns(room, lambda columns: chart.squadron_height(game, columns))
    below = CounterChart(GAP, HEIGHT + GAP, size, SCALE, CORNER)
    chart.squadron(below, game, columns)
    below.put(sheet)


def _focus(game: Campaign) -> tuple[float, float, float, float]:
    """The part that matters now, whole: the combat, the map while the flight is up or nobody is there yet, the squadron."""
    left, top = CORNER
    wide, high = WIDTH / SCALE, HEIGHT / SCALE
    if game.combat and (game.combat.spaces or chart.aside(game, game.combat)):
        return left + wide, top, left + 2 * wide, top + high
    if not game.squadron or (game.mission and game.mission.turn and game.mission.flight):
        return left, top, left + wide, top + high
    return left, top + high, left + wide, top + 2 * high
