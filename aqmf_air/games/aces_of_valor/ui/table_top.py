"""The picture of a campaign: the squadron in its boxes between missions, the sector map in flight, the track in combat.

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

GAP = 16.0
COMBAT_SCALE, SQUADRON_SCALE = 1.4, 2.3
NEAR = 2
"""Sectors about the flight that are worth seeing."""
CORNER = (-0.5 - MARGIN, -0.5 - MARGIN)
WIDTH, HEIGHT = (COLUMNS + 2 * MARGIN) * SCALE, (ROWS + 2 * MARGIN) * SCALE


def table_top(game: Campaign) -> Picture:
    """A campaign drawn."""
    if game.combat:
        return _picture("A combat", _combat(game), game)
    if not (game.mission and game.mission.turn and game.mission.flight):
        return _picture("The squadron", _squadron(game), game)
    may = next_sectors(game)
    ground = sector_map(game.tables, replace(marks_of(game), may=may))
    goals = Fragment()
    for at in may:
        with goals.group(class_="goal", data_piece=sector_id(at), data_x=at[0], data_y=at[1], data_radius=0.45):
            x, y = ((one - corner) * SCALE for one, corner in zip(at, CORNER, strict=True))
            goals.rect(x - 46, y - 46, 92, 92, style.CARD, 8, fill_opacity=0)
    return replace(ground, parts=(*ground.parts, *goals.pieces()), focus=_focus(game))


def _picture(title: str, drawn: Fragment, game: Campaign) -> Picture:
    return Picture(title, WIDTH, HEIGHT, tuple(drawn.pieces()), _no_names, SCALE, *CORNER, focus=_focus(game))


def _no_names(placed: bool) -> tuple[str, ...]:
    return ()


def sector_id(at: Place) -> str:
    """What a sector that the flight may fly to is called in the picture."""
    return f"sector {called(at)}"


def next_sectors(game: Campaign) -> tuple[Place, ...]:
    """Where the flight may fly, or stay, now."""
    return (*neighbours(game.flown.at), game.flown.at) if game.step == "move" and game.mission else ()


def _combat(game: Campaign) -> Fragment:
    """The combat: its track, and the boxes beside it."""
    sheet, combat = Fragment(), game.fought
    sheet.rect(0, 0, WIDTH, HEIGHT, style.CARD)
    if not combat.spaces:
        met = Chart(GAP, GAP, SQUADRON_SCALE * 0.8, SCALE, CORNER)
        chart.boxes(met, game, combat, 5)
        met.put(sheet)
        return sheet
    size = min(COMBAT_SCALE, (HEIGHT - 2 * GAP) / chart.track_height(game, combat))
    track = Chart(GAP, GAP, size, SCALE, CORNER)
    chart.track(track, game, combat)
    track.put(sheet)
    left = 2 * GAP + chart.TRACK_WIDTH * size
    aside = Chart(left, GAP, COMBAT_SCALE, SCALE, CORNER)
    chart.boxes(aside, game, combat, max(1, int((WIDTH - left) / COMBAT_SCALE // 112)))
    aside.put(sheet)
    return sheet


def _squadron(game: Campaign) -> Fragment:
    """The boxes of the squadron."""
    sheet = Fragment()
    sheet.rect(0, 0, WIDTH, HEIGHT, style.CARD)
    width = (WIDTH - 2 * GAP) / SQUADRON_SCALE
    size = min(SQUADRON_SCALE, (HEIGHT - 2 * GAP) / chart.squadron_height(game, width))
    below = Chart(GAP, GAP, size, SCALE, CORNER)
    chart.squadron(below, game, width)
    below.put(sheet)
    return sheet


def _focus(game: Campaign) -> tuple[float, float, float, float] | None:
    """The part that matters now: the track of a combat, the flight and what is about it; None: all."""
    left, top = CORNER
    if game.combat:
        if not game.combat.spaces:
            return None
        width = 2 * GAP + chart.TRACK_WIDTH * COMBAT_SCALE
        return left, top, left + width / SCALE, top + HEIGHT / SCALE
    if game.mission and game.mission.turn and game.mission.flight:
        x, y = game.mission.at
        return max(left, x - NEAR - 0.5), max(top, y - NEAR - 0.5), x + NEAR + 0.5, y + NEAR + 0.5
    return None
