"""The picture of a campaign: the sector map, the squadron in its boxes below it, the combat with its track on the right.

All lie on one table, whose size never changes; the picture says which part matters now. Points are sectors, see
:mod:`aqmf_air.games.aces_of_valor.ui.sector_map`.
"""

from __future__ import annotations

from dataclasses import replace

from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Fragment, Picture
from aqmf_air.games.aces_of_valor.counters import Place
from aqmf_air.games.aces_of_valor.sectors import COLUMNS, ROWS, neighbours
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.ui import operations_chart as chart
from aqmf_air.games.aces_of_valor.ui.counter_drawing import Chart
from aqmf_air.games.aces_of_valor.ui.sector_map import MARGIN, SCALE, called, marks_of, sector_map

GAP = 16.0
COMBAT_SCALE, SQUADRON_SCALE, MET_SCALE = 1.4, 2.3, 1.8
MET_COLUMNS, BOX_COLUMNS = 4, 3
COUNTER = 116.0
"""Pixels of a column of counters."""
NEAR = 2
"""Sectors about the flight that are worth seeing."""
CORNER = (-0.5 - MARGIN, -0.5 - MARGIN)
WIDTH, HEIGHT = (COLUMNS + 2 * MARGIN) * SCALE, (ROWS + 2 * MARGIN) * SCALE


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


def _combat(sheet: Fragment, game: Campaign) -> None:
    """The combat, right of the map: its track, and the boxes beside it."""
    combat, left, top = game.fought, WIDTH + GAP, GAP
    if not combat.spaces:
        met = Chart(left, top, MET_SCALE, SCALE, CORNER)
        chart.boxes(met, game, combat, MET_COLUMNS)
        met.put(sheet)
        return
    track = Chart(left, top, _track_scale(game), SCALE, CORNER)
    chart.track(track, game, combat)
    track.put(sheet)
    aside = Chart(left + chart.TRACK_WIDTH * track.scale + GAP, top, COMBAT_SCALE, SCALE, CORNER)
    chart.boxes(aside, game, combat, BOX_COLUMNS)
    aside.put(sheet)


def _track_scale(game: Campaign) -> float:
    return min(COMBAT_SCALE, (HEIGHT - 2 * GAP) / chart.track_height(game, game.fought))


def _squadron(sheet: Fragment, game: Campaign) -> None:
    """The boxes of the squadron, below the map."""
    width = (WIDTH - 2 * GAP) / SQUADRON_SCALE
    size = min(SQUADRON_SCALE, (HEIGHT - 2 * GAP) / chart.squadron_height(game, width))
    below = Chart(GAP, HEIGHT + GAP, size, SCALE, CORNER)
    chart.squadron(below, game, width)
    below.put(sheet)


def _focus(game: Campaign) -> tuple[float, float, float, float]:
    """The part that matters now: the combat, the flight and what is about it, or the squadron."""
    left, top = CORNER
    if game.combat:
        wide, high = MET_COLUMNS * COUNTER * MET_SCALE, HEIGHT / 2
        if game.combat.spaces:
            wide, high = chart.TRACK_WIDTH * _track_scale(game), chart.track_height(game, game.combat) * _track_scale(game)
        corner = left + WIDTH / SCALE
        return corner, top, corner + (wide + 2 * GAP) / SCALE, top + (high + 2 * GAP) / SCALE
    if game.mission and game.mission.turn and game.mission.flight:
        x, y = game.mission.at
        return max(left, x - NEAR - 0.5), max(top, y - NEAR - 0.5), x + NEAR + 0.5, y + NEAR + 0.5
    return left, top + HEIGHT / SCALE, left + WIDTH / SCALE, top + 2 * HEIGHT / SCALE
