"""The map as one side sees it: hexes, trenches, targets, balloons, guns on the ground, and aircraft with their names.

Points and lengths are hexes: see :func:`aqmf_air.geometry.hexes.grid.centre`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Any, NamedTuple

from aqmf_air.api import ui
from aqmf_air.api.geometry import Hex, HexPose, centre, from_map
from aqmf_air.games.richthofens_war.sequence import OUT
from aqmf_air.games.richthofens_war.state import Aircraft, Game
from aqmf_air.games.richthofens_war.tables import AircraftType, Tables
from aqmf_air.games.richthofens_war.ui.outlines import national_mark, outlines

# -- the map -----------------------------------------------------------------------------------------------------------


Point = tuple[float, float]
SCALE = 40.0
"""Units of the drawing between neighbouring hexes."""
MARGIN = 0.6
RADIUS = 0.46
"""Of an aircraft."""
ASIDE = 0.3
"""How far aircraft in one hex stand from its middle."""
ROOM = 3
"""Hexes about aircraft that are worth seeing."""
LEAST = 12
"""Hexes across and along that are shown at least."""
DASHES = {"german": "7 5", "allied": None}
"""Of the light line in the trenches of each side: sides differ in grey, too."""
EVERY = 5
"""Columns and rows from one number along the edge to the next."""
SKY, LINE = "#e9e6d0", "#838a70"
GROUND = {"german": "#d9c3a8", "allied": "#bfcab0"}
NAMES = {"german": "German", "allied": "Allied"}


def to_drawing(point: Point) -> Point:
    """A point of the map in units of the drawing."""
    left, up, _, _ = ui.bounds(1, 1, MARGIN)
    return (point[0] - left) * SCALE, (point[1] - up) * SCALE


def drawn_at(at: Hex) -> Point:
    """The middle of a hex in units of the drawing."""
    return to_drawing(centre(at))


def places(game: Game) -> Mapping[str, Point]:
    """Where all that is in the air is drawn: the middle of its hex; aircraft beside it where several are in one."""
    there: dict[tuple[int, int], list[Aircraft]] = {}
    for aircraft in game.flying:
        there.setdefault(aircraft.at, []).append(aircraft)
    drawn: dict[str, Point] = {}
    for at, stack in there.items():
        x, y = centre(Hex(*at))
        for number_, aircraft in enumerate(sorted(stack, key=lambda craft: (-craft.height, craft.id))):
            turn = 2 * pi * number_ / len(stack) - pi / 2
            away = ASIDE if len(stack) > 1 else 0.0
            drawn[aircraft.id] = (round(x + away * cos(turn), 3), round(y + away * sin(turn), 3))
    return drawn | {balloon.id: centre(balloon.hex) for balloon in game.balloons if balloon.state == "up"}


def map_picture(game: Game) -> ui.Picture:
    """A view of the game drawn."""
    tables = game.tables
    columns, rows = tables.number("map", "columns"), tables.number("map", "rows")
    left, up, right, down = ui.bounds(columns, rows, MARGIN)
    width, height = (right - left) * SCALE, (down - up) * SCALE
    sheet, lettering = ui.Fragment(), ui.Lettering(ui.Box(0, 0, width, height))
    grid = ui.pattern("hexes", SCALE, drawn_at(Hex(0, 0)), LINE, 1)
    sheet.raw(f"<defs>{grid}{ui.style.PATTERNS}</defs>")
    sheet.rect(0, 0, width, height, ui.style.SHADE)
    whole = ui.band(range(columns), rows, to_drawing)
    sheet.add("path", d=whole, fill=SKY)
    _trenches(sheet, lettering, tables, columns, rows)
    sheet.add("path", d=whole, fill="url(#hexes)")
    sheet.path(whole, ui.style.INK, 1.5)
    _numbers(sheet, columns, rows)
    _targets(sheet, lettering, game)
    _on_the_ground(sheet, lettering, game)
    _aircraft(sheet, lettering, game)

    return ui.Picture(
        f"The map, {columns} by {rows} hexes, {game.stage.when.lower()}", width, height, tuple(sheet.pieces()),
        lettering.names, SCALE, left, up, focus=_focus(game, (left, up, right, down)), legend=_legend(game),
        lettering=lettering, losses=tuple(_losses(game)),
    )  # fmt: skip


def _losses(game: Game) -> Iterator[ui.Gone]:
    """The aircraft that are gone."""
    for aircraft in game.aircraft:
        if aircraft.state != "flying":
            ended, fate = aircraft.state in {"destroyed", "crashed"}, OUT.get(aircraft.state, aircraft.state)
            name = game.names.get(aircraft.id, aircraft.id)
            yield ui.Gone(centre(aircraft.hex), name, COLOURS[aircraft.side], fate, ended)


def _focus(game: Game, whole: tuple[float, float, float, float]) -> tuple[float, float, float, float] | None:
    """The part of the map with all that flies, and room to move about it."""
    points = [centre(aircraft.hex) for aircraft in game.flying] + [
        centre(Hex(*balloon.at)) for balloon in game.balloons if balloon.state == "up"
    ]
    if not points:
        return None
    west, east = _shown([x for x, _ in points])
    north, south = _shown([y for _, y in points])
    left, up, right, down = whole
    return max(west, left), max(north, up), min(east, right), min(south, down)


def _shown(values: Sequence[float]) -> tuple[float, float]:
    """From where to where the map is shown about these values of a coordinate."""
    middle = (min(values) + max(values)) / 2
    return min(*values, middle + ROOM - LEAST / 2) - ROOM, max(*values, middle - ROOM + LEAST / 2) + ROOM


def _trenches(sheet: ui.Fragment, lettering: ui.Lettering, tables: Tables, columns: int, rows: int) -> None:
    german, allied = tables.number("map", "german-trench"), tables.number("map", "allied-trench")
    grounds = {"german": range(german + 1), "allied": range(allied, columns)}
    for side, ground in grounds.items():
        sheet.add("path", d=ui.band(ground, rows, to_drawing), fill=GROUND[side], fill_opacity=0.55)
        column = german if side == "german" else allied
        line = [drawn_at(from_map(column, row)) for row in range(rows)]
        lettering.lines += [(*start, *end) for start, end in pairwise(line)]
        sheet.add("path", d=ui.line_to(line), fill="none", stroke=COLOURS[side], stroke_width=8, stroke_linejoin="round",
                  data_edge="")  # fmt: skip
        sheet.add(
            "path", d=ui.line_to(line), fill="none", stroke=ui.style.CARD, stroke_width=3, stroke_dasharray=DASHES[side]
        )
        x, y = drawn_at(from_map((ground.start + ground.stop) // 2, 1))
        sheet.text((x, y), f"{NAMES[side]} lines", 28, ui.style.FADED, "middle", serif=True, class_="fine")


def _numbers(sheet: ui.Fragment, columns: int, rows: int) -> None:
    """Columns along the upper and the lower edge, rows along the left and the right one."""

    def put(x: float, y: float, number: int) -> None:
        sheet.text((x, y), str(number), 21, ui.style.INK, "middle", bold=True, class_="fine")

    right = drawn_at(from_map(columns, 0))[0]
    for column in range(0, columns, EVERY):
        for row, aside in ((0, -0.68), (rows - 1, 1.1)):
            x, y = drawn_at(from_map(column, row))
            put(x, y + aside * SCALE, column)
    for row in range(0, rows, EVERY):
        for x in (MARGIN / 2 * SCALE, right + 0.1 * SCALE):
            put(x, drawn_at(from_map(0, row))[1] + 7, row)


def _targets(sheet: ui.Fragment, lettering: ui.Lettering, game: Game) -> None:
    for mission in game.setup.missions:
        circles = [(*drawn_at(from_map(*place)), 0.45 * SCALE) for place in mission.targets]
        if circles:
            lettering.captions.append(ui.Caption(((mission.kind, ui.style.DEEP_BRASS),), tuple(circles), keyed=False))
        for column, row in mission.targets:
            at = from_map(column, row)
            x, y = drawn_at(at)
            text = f"Target of the {NAMES[mission.side]} side: {mission.kind}"
            with sheet.group(
                class_="target-hex", data_key=f"target {column},{row}", data_note=text, **_where(centre(at), 0.4)
            ):
                sheet.add("path", d=ui.line_to([drawn_at_corner(at, corner) for corner in ui.outline()], closed=True),
                          fill=ui.style.BRASS, fill_opacity=0.25, stroke=ui.style.DEEP_BRASS, stroke_width=2)  # fmt: skip
                for radius in (0.12, 0.27):
                    sheet.circle((x, y), radius * SCALE, "none", ui.style.DEEP_BRASS, 2)


def drawn_at_corner(at: Hex, corner: Point) -> Point:
    """A corner of a hex, seen from its middle, in units of the drawing."""
    x, y = centre(at)
    return to_drawing((x + corner[0], y + corner[1]))


def _where(at: Point, radius: float) -> dict[str, float]:
    return {"data_x": round(at[0], 3), "data_y": round(at[1], 3), "data_radius": radius}


def _on_the_ground(sheet: ui.Fragment, lettering: ui.Lettering, game: Game) -> None:
    for gun in game.guns:
        if gun.hidden:
            continue
        x, y = drawn_at(Hex(*gun.at))
        with sheet.group(
            data_key=gun.id, data_note=f"{NAMES[gun.side]} {gun.kind} gun", **_where(centre(Hex(*gun.at)), 0.25)
        ):
            sheet.add(
                "path", d=f"M{ui.coord(x - 9)} {ui.coord(y + 8)}h18l-9 -18Z", fill=COLOURS[gun.side], stroke=ui.style.CARD
            )
        lettering.captions.append(ui.Caption(((gun.kind, COLOURS[gun.side]),), ((x, y, 12.0),), keyed=False))
        lettering.pieces.append((x, y, 12.0))
    for balloon in game.balloons:
        if balloon.state != "up":
            continue
        x, y = drawn_at(Hex(*balloon.at))
        with sheet.group(class_="element", data_piece=balloon.id, **_where(centre(Hex(*balloon.at)), 0.42)):
            sheet.circle((x, y), 0.42 * SCALE, "none")
            sheet.add("ellipse", cx=x, cy=y, rx=15, ry=9, fill=COLOURS[balloon.side], stroke=ui.style.CARD, stroke_width=1.5)
            sheet.add(
                "path", d=f"M{ui.coord(x - 13)} {ui.coord(y)}l-6 -6v12Z", fill=COLOURS[balloon.side], stroke=ui.style.CARD
            )
        lines = (("Balloon", ui.style.INK), (f"{balloon.height} m", COLOURS[balloon.side]))
        group = {"data_piece": balloon.id}
        lettering.captions.append(ui.Caption(lines, ((x, y, 0.45 * SCALE),), bold=True, group=group))
        lettering.pieces.append((x, y, 0.45 * SCALE))


def _aircraft(sheet: ui.Fragment, lettering: ui.Lettering, game: Game) -> None:
    there = places(game)
    for aircraft in sorted(game.flying, key=lambda craft: craft.height):
        x, y = to_drawing(there[aircraft.id])
        with sheet.group(
            class_="element", data_piece=aircraft.id, data_facing=60 * aircraft.facing, **_where(there[aircraft.id], RADIUS)
        ):
            sheet.circle((x, y), RADIUS * SCALE, "none")
            draw_from_above(sheet, game, aircraft, (x, y), aircraft.facing)
        lines = [
            (game.names.get(aircraft.id, aircraft.id), ui.style.INK),
            (f"{aircraft.height} m, {aircraft.speed} MP", COLOURS[aircraft.side]),
        ]
        if worn := condition_words(game, aircraft):
            lines.append((", ".join(worn), ui.style.INK))
        caption = ui.Caption(tuple(lines), ((x, y, RADIUS * SCALE),), bold=True, group={"data_piece": aircraft.id})
        lettering.captions.append(caption)
        lettering.pieces.append((x, y, RADIUS * SCALE))


def draw_from_above(sheet: ui.Fragment, game: Game, aircraft: Aircraft, at: Point, facing: int, **look: float) -> None:
    """An aircraft at a point of the drawing."""
    with sheet.group(transform=f"translate({ui.coord(at[0])} {ui.coord(at[1])}) rotate({60 * facing})", **look):
        sheet.raw(top_view(game.type_of(aircraft), aircraft.side, RADIUS * SCALE * 1.55))


def draw_planned(
    sheet: ui.Fragment, game: Game, aircraft: Aircraft, pose: HexPose, height: int, speed: int, way: str = ""
) -> None:
    """An aircraft where a move ends that is planned, with what it will be at there, and its way."""
    x, y = drawn_at(pose.at)
    says, colour = f"{height} m, {speed} MP", COLOURS[aircraft.side]
    with sheet.group(class_="plan", data_words=says, data_fill=colour, data_end=f"{ui.coord(x)} {ui.coord(y)}"):
        if way:
            sheet.path(way, ui.style.CARD, 6)
            sheet.path(way, ui.style.INK, 2.5)
        draw_from_above(sheet, game, aircraft, (x, y), pose.facing, opacity=0.85)


def condition_words(game: Game, aircraft: Aircraft) -> tuple[str, ...]:
    """What is wrong with an aircraft, in a few words each."""
    words = [f"{aircraft.damage} of {game.type_of(aircraft).damage} damage"] if aircraft.damage else []
    words += ["gliding"] if aircraft.gliding else []
    words += ["jammed"] if any(gun.jammed for gun in aircraft.guns) else []
    words += ["fuel leaks"] if aircraft.fuel is not None and not aircraft.gliding else []
    return (*words, *(["bombs"] if aircraft.loaded else []))


def field(game: Game, hexes: Iterable[Hex], colour: str) -> str:
    """Hexes under a field of fire, as elements over the map."""
    edge = ui.border(hexes, to_drawing)
    drawn = ui.Fragment()
    cells = " ".join(
        ui.line_to([drawn_at_corner(at, corner) for corner in ui.outline()], closed=True) for at in sorted(hexes)
    )
    drawn.add("path", d=cells, fill=colour, fill_opacity=0.13)
    drawn.add("path", d=edge, fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray="7 4")
    return str(drawn)


def _legend(game: Game) -> tuple[tuple[str, str], ...]:
    kinds = {f"{game.type_of(aircraft).name}, {NAMES[aircraft.side]}": aircraft for aircraft in game.aircraft}
    signs = [
        (words, f'<g transform="translate(18 12)">{top_view(game.type_of(aircraft), aircraft.side, 11)}</g>')
        for words, aircraft in kinds.items()
    ]
    line = '<path d="M4 16L11 8L18 16L25 8L32 16" fill="none" stroke='
    middle = f'{line}"{ui.style.CARD}" stroke-width="1.5"'
    for side, name in NAMES.items():
        dashes = ' stroke-dasharray="4 3"' if DASHES[side] else ""
        signs.append((f"trenches, {name}", f'{line}"{COLOURS[side]}" stroke-width="4"/>{middle}{dashes}/>'))
    box = f'<rect x="6" y="4" width="24" height="16" fill="{ui.style.INK}" fill-opacity="0.13" stroke="{ui.style.INK}" '
    return (*signs, ("field of fire", box + 'stroke-width="2" stroke-dasharray="6 3"/>'))


# -- aircraft from above -----------------------------------------------------------------------------------------------


COLOURS = {"german": "#7d1f1a", "allied": "#23405a"}
MONOPLANES = {"Fokker E-III", "Fokker D-VIII"}
TRIPLANES = {"Fokker Dr-I", "Sopwith Triplane"}
PUSHERS = {"DH-2", "Vickers FB-5", "FE-2b", "Voisin"}


class Shape(NamedTuple):
    """Lengths as parts of half the span of a large bomber."""

    span: float
    chord: float
    length: float
    lower: float = 0.0
    """How far the lower wing stands out behind the upper one."""
    seats: int = 1
    engines: bool = False
    pusher: bool = False


def shape_of(type_: AircraftType) -> Shape:
    """The shape of a type's class."""
    if type_.bomber:
        return Shape(1.0, 0.32, 1.5, 0.05, 3, engines=True)
    if type_.name in MONOPLANES:
        return Shape(0.8, 0.3, 1.25)
    if type_.name in TRIPLANES:
        return Shape(0.68, 0.22, 1.15, 0.08)
    if type_.two_seater:
        return Shape(0.92, 0.34, 1.4, 0.1, 2, pusher=type_.name in PUSHERS)
    return Shape(0.76, 0.31, 1.2, 0.09, pusher=type_.name in PUSHERS)


def silhouette(type_: AircraftType) -> str:
    """It from above about the origin, nose up, in the colour of the words beside it, within a circle of 100."""
    if outline := outlines().get(type_.name):
        return f'<path d="{outline.path}" fill="currentColor"/>'
    shape = shape_of(type_)
    size = 98 / max(shape.span, shape.length * 0.55)
    nose, tail = -shape.length * 0.45, shape.length * 0.55
    front = nose + (0.3 if shape.pusher else 0.16)
    boxes = (  # across from the middle, down from and to
        (shape.span, front, front + shape.chord + shape.lower), (0.12, nose, front + shape.chord + 0.15),
        (0.05, front, tail), (0.3, tail - 0.2, tail),
    )  # fmt: skip
    path = "".join(
        f"M{ui.coord(-half * size)} {ui.coord(top * size)}h{ui.coord(2 * half * size)}v{ui.coord((low - top) * size)}"
        f"h{ui.coord(-2 * half * size)}Z"
        for half, top, low in boxes
    )
    return f'<path d="{path}" fill="currentColor"/>'


def top_view(type_: AircraftType, side: str, radius: float) -> str:
    """It from above about the origin, nose to the right, within a circle."""
    shape, colour, drawn = shape_of(type_), COLOURS[side], ui.Fragment()
    edge: dict[str, Any] = {"stroke": ui.style.CARD, "stroke_width": 1.0, "stroke_linejoin": "round"}

    def at(*points: tuple[float, float]) -> str:
        return "M" + "L".join(f"{ui.coord(x * radius)} {ui.coord(y * radius)}" for x, y in points) + "Z"

    nose, tail = shape.length * 0.45, -shape.length * 0.55
    front = nose - 0.16 if not shape.pusher else nose - 0.3
    back, tip = front - shape.chord, shape.span
    if shape.lower:
        low = [(front - shape.lower, tip * 0.95), (back - shape.lower, tip * 0.95)]
        drawn.add("path", d=at(low[0], low[1], *((x, -y) for x, y in reversed(low))), fill=colour, fill_opacity=0.6, **edge)
    wide = 0.13 if shape.seats > 1 else 0.115
    hull = [(nose, wide * 0.45), (nose - 0.09, wide), (back - 0.08, wide), (tail + 0.12, 0.05), (tail, 0.03)]
    if shape.pusher:
        hull = [(nose, wide * 0.7), (nose - 0.06, wide), (back - 0.1, wide), (back - 0.14, 0.03), (tail, 0.02)]
    drawn.add("path", d=at(*hull, *((x, -y) for x, y in reversed(hull))), fill=colour, **edge)
    wing = [(front, tip - 0.06), (front - 0.05, tip), (back + 0.05, tip), (back, tip - 0.04), (back + 0.03, 0.12)]
    drawn.add("path", d=at(*wing, *((x, -y) for x, y in reversed(wing))), fill=colour, **edge)
    for hand in (-1, 1) if side == "german" else ():  # light bands on its wings, where there is no colour to tell sides
        band = [(x, hand * y) for x, y in ((front, 0.26), (front, 0.42), (back, 0.42), (back, 0.26))]
        drawn.add("path", d=at(*band), fill=ui.style.CARD)
    plane = [(tail + 0.22, 0.1), (tail + 0.16, 0.3), (tail + 0.02, 0.28), (tail, 0.06)]
    drawn.add("path", d=at(*plane, *((x, -y) for x, y in reversed(plane))), fill=colour, **edge)
    for place in (-0.4, 0.4) if shape.engines else ():
        drawn.add(
            "path",
            d=at((front + 0.14, place - 0.06), (front + 0.14, place + 0.06), (back - 0.1, place)),
            fill=colour,
            **edge,
        )
    for seat in range(shape.seats):
        drawn.circle(((back - 0.03 - 0.17 * seat) * radius, 0), 0.05 * radius, ui.style.CARD)
    for hand in (-1, 1):
        national_mark(drawn, type_.nation, ((front + back) / 2 * radius, hand * tip * 0.66 * radius), 0.13 * radius)
    return str(drawn)
