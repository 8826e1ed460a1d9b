"""The picture of a campaign: the sector map, over it the combat while one is fought, and below the squadron's boxes.

Its size never changes, so that films run over it. Points are sectors, see :mod:`aqmf_air.games.aces_of_valor.ui.sector_map`.
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

STRIP = 470.0
"""Units of the drawing below the map, for the squadron."""
GAP = 16.0
COMBAT_SCALE, SQUADRON_SCALE = 1.4, 1.2
NEAR = 2
"""Sectors about the flight that are worth seeing."""
CORNER = (-0.5 - MARGIN, -0.5 - MARGIN)
WIDTH, HEIGHT = (COLUMNS + 2 * MARGIN) * SCALE, (ROWS + 2 * MARGIN) * SCALE


def table_top(game: Campaign) -> Picture:
    """A campaign drawn."""
    may = next_sectors(game)
    ground = sector_map(game.tables, replace(marks_of(game), may=may))
    back, sheet = Fragment(), Fragment()
    back.rect(0, 0, WIDTH, HEIGHT + STRIP, style.CARD)
    for at in may:
        with sheet.group(class_="goal", data_piece=sector_id(at), data_x=at[0], data_y=at[1], data_radius=0.45):
            x, y = ((one - corner) * SCALE for one, corner in zip(at, CORNER, strict=True))
            sheet.rect(x - 46, y - 46, 92, 92, style.CARD, 8, fill_opacity=0)
    if game.combat:
        _combat(sheet, game)
    below = Chart(GAP, HEIGHT, SQUADRON_SCALE, SCALE, CORNER)
    chart.squadron(below, game, (WIDTH - 2 * GAP) / SQUADRON_SCALE)
    below.put(sheet)
    parts = (*back.pieces(), *ground.parts, *sheet.pieces())
    picture = Picture(ground.title, WIDTH, HEIGHT + STRIP, parts, ground.names, SCALE, *CORNER, focus=_focus(game))
    return replace(picture, names=_no_names) if game.combat else replace(picture, legend=ground.legend)


def _no_names(placed: bool) -> tuple[str, ...]:
    return ()


def sector_id(at: Place) -> str:
    """What a sector that the flight may fly to is called in the picture."""
    return f"sector {called(at)}"


def next_sectors(game: Campaign) -> tuple[Place, ...]:
    """Where the flight may fly, or stay, now."""
    return (*neighbours(game.flown.at), game.flown.at) if game.step == "move" and game.mission else ()


def _combat(sheet: Fragment, game: Campaign) -> None:
    """The combat, over the map."""
    combat = game.fought
    sheet.rect(0, 0, WIDTH, HEIGHT, style.PAPER)
    size = min(COMBAT_SCALE, (HEIGHT - 2 * GAP) / chart.track_height(game, combat))
    track = Chart(GAP, GAP, size, SCALE, CORNER)
    chart.track(track, game, combat)
    track.put(sheet)
    left = 2 * GAP + chart.TRACK_WIDTH * size
    aside = Chart(left, GAP, COMBAT_SCALE, SCALE, CORNER)
    chart.boxes(aside, game, combat, max(1, int((WIDTH - left) / COMBAT_SCALE // 112)))
    aside.put(sheet)


def _focus(game: Campaign) -> tuple[float, float, float, float]:
    """The part that matters now: the combat, the flight and what is about it, or the squadron."""
    left, top = CORNER
    if game.combat:
        width = 2 * GAP + chart.TRACK_WIDTH * COMBAT_SCALE if game.combat.spaces else WIDTH * 0.6
        return left, top, left + width / SCALE, top + HEIGHT / SCALE
    if game.mission and game.mission.turn and game.mission.flight:
        x, y = game.mission.at
        return max(left, x - NEAR - 0.5), max(top, y - NEAR - 0.5), x + NEAR + 0.5, y + NEAR + 0.5
    return left, top + HEIGHT / SCALE, left + WIDTH / SCALE, top + (HEIGHT + STRIP) / SCALE
