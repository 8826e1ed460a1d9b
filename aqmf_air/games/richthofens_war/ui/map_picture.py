"""The map as one side sees it: hexes, trenches, targets, balloons, guns on the ground, and aircraft with their names.

Points and lengths are hexes: see :func:`aqmf_air.geometry.hexes.grid.centre`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, pi, sin

from aqmf_air.drawing import style
from aqmf_air.drawing.hex_grid import band, border, bounds, outline, pattern
from aqmf_air.drawing.labels import Box
from aqmf_air.drawing.lettering import Caption, Lettering
from aqmf_air.drawing.svg import Fragment, Picture, line_to, number
from aqmf_air.games.richthofens_war.pieces import Aircraft
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import Tables
from aqmf_air.games.richthofens_war.ui.top_views import COLOURS, top_view
from aqmf_air.geometry.hexes.grid import Hex, centre, from_map

Point = tuple[float, float]
SCALE = 40.0
"""Units of the drawing between neighbouring hexes."""
MARGIN = 0.6
RADIUS = 0.46
"""Of an aircraft."""
ASIDE = 0.2
"""How far aircraft in one hex stand from its middle."""
ROOM = 4
"""Hexes about aircraft that are worth seeing."""
EVERY = 5
"""Columns and rows from one number along the edge to the next."""
SKY, LINE = "#e9e6d0", "#9aa088"
GROUND = {"german": "#d9c3a8", "allied": "#bfcab0"}
NAMES = {"german": "German", "allied": "Allied"}


def to_drawing(point: Point) -> Point:
    """A point of the map in units of the drawing."""
    left, up, _, _ = bounds(1, 1, MARGIN)
    return (point[0] - left) * SCALE, (point[1] - up) * SCALE


def drawn_at(at: Hex) -> Point:
    """The middle of a hex in units of the drawing."""
    return to_drawing(centre(at))


def places(game: Game) -> Mapping[str, Point]:
    """Where all that is in the air is drawn: the middle of its hex; aircraft beside it where several are in one."""
    there: dict[tuple[int, int], list[Aircraft]] = {}
    for one in game.flying:
        there.setdefault(one.at, []).append(one)
    found: dict[str, Point] = {}
    for at, stack in there.items():
        x, y = centre(Hex(*at))
        for number_, one in enumerate(sorted(stack, key=lambda one: (-one.height, one.id))):
            turn = 2 * pi * number_ / len(stack) - pi / 2
            away = ASIDE if len(stack) > 1 else 0.0
            found[one.id] = (round(x + away * cos(turn), 3), round(y + away * sin(turn), 3))
    return found | {one.id: centre(one.hex) for one in game.balloons if one.state == "up"}


def map_picture(game: Game) -> Picture:
    """A view of the game drawn."""
    tables = game.tables
    columns, rows = tables.number("map", "columns"), tables.number("map", "rows")
    left, up, right, down = bounds(columns, rows, MARGIN)
    width, height = (right - left) * SCALE, (down - up) * SCALE
    sheet, lettering = Fragment(), Lettering(Box(0, 0, width, height))
    grid = pattern("hexes", SCALE, drawn_at(Hex(0, 0)), LINE, 1)
    sheet.raw(f"<defs>{grid}{style.PATTERNS}</defs>")
    sheet.rect(0, 0, width, height, style.SHADE)
    whole = band(range(columns), rows, to_drawing)
    sheet.add("path", d=whole, fill=SKY)
    if _has_ground(game):
        _trenches(sheet, tables, columns, rows)
    sheet.add("path", d=whole, fill="url(#hexes)")
    sheet.path(whole, style.INK, 1.5)
    _numbers(sheet, columns, rows)
    _targets(sheet, lettering, game)
    _on_the_ground(sheet, lettering, game)
    _aircraft(sheet, lettering, game)

    return Picture(
        f"The map, {columns} by {rows} hexes, {game.stage.when.lower()}", width, height, tuple(sheet.pieces()),
        lettering.names, SCALE, left, up, focus=_focus(game, (left, up, right, down)), legend=_legend(game),
    )  # fmt: skip


def _focus(game: Game, whole: tuple[float, float, float, float]) -> tuple[float, float, float, float] | None:
    """The part of the map with all that flies, and room to move about it."""
    points = [centre(one.hex) for one in game.flying] + [centre(Hex(*one.at)) for one in game.balloons if one.state == "up"]
    if not points:
        return None
    across, along = [x for x, _ in points], [y for _, y in points]
    seen = min(across) - ROOM, min(along) - ROOM, max(across) + ROOM, max(along) + ROOM
    left, up, right, down = whole
    return max(seen[0], left), max(seen[1], up), min(seen[2], right), min(seen[3], down)


def _has_ground(game: Game) -> bool:
    return bool(game.setup.trenches or game.balloons or game.guns or game.setup.missions)


def _trenches(sheet: Fragment, tables: Tables, columns: int, rows: int) -> None:
    german, allied = tables.number("map", "german-trench"), tables.number("map", "allied-trench")
    grounds = {"german": range(german + 1), "allied": range(allied, columns)}
    for side, ground in grounds.items():
        sheet.add("path", d=band(ground, rows, to_drawing), fill=GROUND[side], fill_opacity=0.55)
        column = german if side == "german" else allied
        line = [drawn_at(from_map(column, row)) for row in range(rows)]
        sheet.add("path", d=line_to(line), fill="none", stroke="#6b5434", stroke_width=5, stroke_opacity=0.55)
        sheet.add("path", d=line_to(line), fill="none", stroke=style.CARD, stroke_width=1.4, stroke_dasharray="5 5")


def _numbers(sheet: Fragment, columns: int, rows: int) -> None:
    """Columns along the upper edge, rows along the left one."""
    for column in range(0, columns, EVERY):
        x, y = drawn_at(from_map(column, 0))
        sheet.text((x, y - 0.72 * SCALE), str(column), 13, style.FADED, "middle", class_="fine")
    for row in range(0, rows, EVERY):
        x, y = drawn_at(from_map(0, row))
        sheet.text((x - 0.6 * SCALE, y + 5), str(row), 13, style.FADED, "end", class_="fine")


def _targets(sheet: Fragment, lettering: Lettering, game: Game) -> None:
    for mission in game.setup.missions:
        circles = [(*drawn_at(from_map(*place)), 0.45 * SCALE) for place in mission.targets]
        if circles:
            lettering.captions.append(Caption(((mission.kind, style.DEEP_BRASS),), tuple(circles), keyed=False))
        for column, row in mission.targets:
            at = from_map(column, row)
            x, y = drawn_at(at)
            said = f"Target of the {NAMES[mission.side]} side: {mission.kind}"
            with sheet.group(
                class_="target-hex", data_key=f"target {column},{row}", data_note=said, **_where(centre(at), 0.4)
            ):
                sheet.add("path", d=line_to([drawn_at_corner(at, corner) for corner in outline()], closed=True),
                          fill=style.BRASS, fill_opacity=0.25, stroke=style.DEEP_BRASS, stroke_width=2)  # fmt: skip
                for radius in (0.12, 0.27):
                    sheet.circle((x, y), radius * SCALE, "none", style.DEEP_BRASS, 2)


def drawn_at_corner(at: Hex, corner: Point) -> Point:
    """A corner of a hex, seen from its middle, in units of the drawing."""
    x, y = centre(at)
    return to_drawing((x + corner[0], y + corner[1]))


def _where(at: Point, radius: float) -> dict[str, float]:
    return {"data_x": round(at[0], 3), "data_y": round(at[1], 3), "data_radius": radius}


def _on_the_ground(sheet: Fragment, lettering: Lettering, game: Game) -> None:
    for gun in game.guns:
        if gun.hidden:
            continue
        x, y = drawn_at(Hex(*gun.at))
        with sheet.group(
            data_key=gun.id, data_note=f"{NAMES[gun.side]} {gun.kind} gun", **_where(centre(Hex(*gun.at)), 0.25)
        ):
            sheet.add("path", d=f"M{number(x - 9)} {number(y + 8)}h18l-9 -18Z", fill=COLOURS[gun.side], stroke=style.CARD)
        lettering.captions.append(Caption(((gun.kind, COLOURS[gun.side]),), ((x, y, 12.0),), keyed=False))
    for balloon in game.balloons:
        if balloon.state != "up":
            continue
        x, y = drawn_at(Hex(*balloon.at))
        with sheet.group(class_="element", data_piece=balloon.id, **_where(centre(Hex(*balloon.at)), 0.42)):
            sheet.circle((x, y), 0.42 * SCALE, "none")
            sheet.add("ellipse", cx=x, cy=y, rx=15, ry=9, fill=COLOURS[balloon.side], stroke=style.CARD, stroke_width=1.5)
            sheet.add("path", d=f"M{number(x - 13)} {number(y)}l-6 -6v12Z", fill=COLOURS[balloon.side], stroke=style.CARD)
        lines = (("Balloon", style.INK), (f"{balloon.height} m", COLOURS[balloon.side]))
        group = {"data_piece": balloon.id}
        lettering.captions.append(Caption(lines, ((x, y, 0.45 * SCALE),), bold=True, group=group))


def _aircraft(sheet: Fragment, lettering: Lettering, game: Game) -> None:
    there = places(game)
    for one in sorted(game.flying, key=lambda one: one.height):
        x, y = to_drawing(there[one.id])
        with sheet.group(class_="element", data_piece=one.id, data_facing=60 * one.facing, **_where(there[one.id], RADIUS)):
            sheet.circle((x, y), RADIUS * SCALE, "none")
            draw_from_above(sheet, game, one, (x, y), one.facing)
        lines = [(game.names.get(one.id, one.id), style.INK), (f"{one.height} m, {one.speed} MP", COLOURS[one.side])]
        if worn := condition_words(game, one):
            lines.append((", ".join(worn), style.FIRE_EDGE))
        caption = Caption(tuple(lines), ((x, y, RADIUS * SCALE),), bold=True, group={"data_piece": one.id})
        lettering.captions.append(caption)
        lettering.pieces.append((x, y, RADIUS * SCALE))


def draw_from_above(sheet: Fragment, game: Game, one: Aircraft, at: Point, facing: int, **look: float) -> None:
    """An aircraft at a point of the drawing."""
    with sheet.group(transform=f"translate({number(at[0])} {number(at[1])}) rotate({60 * facing})", **look):
        sheet.raw(top_view(game.type_of(one), one.side, RADIUS * SCALE * 1.25))


def condition_words(game: Game, one: Aircraft) -> tuple[str, ...]:
    """What is wrong with an aircraft, in a few words each."""
    said = [f"{one.damage} of {game.type_of(one).damage} damage"] if one.damage else []
    said += ["gliding"] if one.gliding else []
    said += ["jammed"] if any(gun.jammed for gun in one.guns) else []
    said += ["fuel leaks"] if one.fuel is not None and not one.gliding else []
    return (*said, *(["bombs"] if one.loaded else []))


def field(game: Game, hexes: Iterable[Hex], colour: str) -> str:
    """Hexes under a field of fire, as elements over the map."""
    edge = border(hexes, to_drawing)
    drawn = Fragment()
    cells = " ".join(line_to([drawn_at_corner(at, one) for one in outline()], closed=True) for at in sorted(hexes))
    drawn.add("path", d=cells, fill=colour, fill_opacity=0.13)
    drawn.add("path", d=edge, fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray="7 4")
    return str(drawn)


def _legend(game: Game) -> tuple[tuple[str, str], ...]:
    kinds = {f"{game.type_of(one).name}, {NAMES[one.side]}": one for one in game.aircraft}
    signs = [
        (words, f'<g transform="translate(18 12)">{top_view(game.type_of(one), one.side, 11)}</g>')
        for words, one in kinds.items()
    ]
    box = f'<rect x="6" y="4" width="24" height="16" fill="{style.INK}" fill-opacity="0.13" stroke="{style.INK}" '
    return (*signs, ("field of fire", box + 'stroke-width="2" stroke-dasharray="6 3"/>'))
