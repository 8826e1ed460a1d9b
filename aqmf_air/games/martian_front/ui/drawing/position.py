"""A position as one side sees it, drawn to scale as SVG, or as features of GeoJSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from aqmf_air.api.geometry import ARCS, Base, Disc, Feature, Pose, Rectangle, feature, fire_arc
from aqmf_air.api.ui import Map, Picture, box, coord, disc, line, patterns, style
from aqmf_air.games.martian_front.chapters.hiding import Arrival, Marker, View, dummies
from aqmf_air.games.martian_front.sequence import broken, damage_in_words
from aqmf_air.games.martian_front.state import Element, Objective, PhasePart, Reserve, Tabletop, Terrain, Unit, Zone
from aqmf_air.games.martian_front.tables import UnitType
from aqmf_air.games.martian_front.ui.drawing.pieces import OVERHANG, PLAIN, Looks, colour_of, element_drawn, ground_drawn

SCALE = 20.0
"""Units of the drawing an inch."""
ROUND = 2.0
"""Inches of the room that are drawn round the table."""
LETTERS = 13.0
BROAD = 18
"""Letters of a line of a unit's name."""
AROUND = 5.0
"""Inches about the pieces that pages show first, for names and a short move."""


def board_map(table: Tabletop, terrain: Iterable[Terrain] = ()) -> Map:
    """An empty map of the whole table, to draw on in inches."""
    window = Rectangle(-ROUND, -ROUND, table.width + ROUND, table.depth + ROUND)
    return Map(window, SCALE, (0.0, 0.0), Rectangle.sized(table.width, table.depth), ground_drawn(terrain))


def position(view: View, looks: Looks) -> Picture:
    """The position that ``view`` shows, true to scale."""
    board = board_map(view.table, view.terrain)
    stands_on = {objective.name: _ground_at(objective, view.terrain) for objective in view.objectives}
    board.draw_ground({*stands_on.values()})  # what has an objective on it is named with that
    for piece in ground_drawn(view.terrain):
        look = box(piece.tint, fill=f"url(#{piece.pattern_id})", stroke=style.FADED, stroke_width=1.2)
        board.panel.tell(piece.kind, look)
    for zone in view.zones if view.phase == PhasePart.DEPLOYMENT else ():
        _zone(board, zone)
    for objective in view.objectives:
        _objective(board, objective, stands_on[objective.name])
    types = {kind.name: kind for kind in view.types}
    for reserve in view.reserves:
        unit, size = reserve.unit, types[reserve.unit.type].base_diameter
        places, when = [Disc(element.x, element.y, size) for element in unit.elements], _when(reserve)
        name = view.names.get(unit.id, unit.id)
        _to_come(board, unit.side, places, f"{name}: to come", f"{name} {when}")
    for arrival in view.expected:  # as wide as a marker: nobody knows yet what it is
        size = dummies()[arrival.side].base_diameter
        places = [Disc(arrival.x, arrival.y, size)]
        _to_come(board, arrival.side, places, "to come", f"arrives {_when(arrival)}")
    units = (*view.own, *view.enemies)
    for unit in sorted(units, key=lambda unit: looks.of(types[unit.type]) is not PLAIN):  # what flies is above the others
        for element in unit.present:
            _element(board, unit, element, types[unit.type], looks)
    for marker in view.markers:
        _marker(board, marker)
    for unit in units:
        _unit_name(board, view, unit, types[unit.type], looks)
    turn = f"turn {view.turn}" if view.turn else "before turn 1"
    shown = looks.definitions(dict.fromkeys(types[unit.type] for unit in units))
    signs = f"{patterns(ground_drawn(view.terrain))}{style.PATTERNS}{shown}"
    return Picture(
        title=f"The table, {coord(view.table.width)} by {coord(view.table.depth)} inches, {turn}",
        width=board.map_width, height=board.map_height, parts=(f"<defs>{signs}</defs>", *board.body.pieces()),
        names=board.names,
        scale=SCALE, left=board.window.left, top=board.window.far, up=True, unit="in", steady=True,
        legend=board.panel.signs(), lettering=board.lettering, focus=_focus(view, board.window),
    )  # fmt: skip


def _focus(view: View, window: Rectangle) -> tuple[float, float, float, float] | None:
    """The part of the table with all that stands on it, and room about it; None: players still set up on all of it."""
    places = [(element.x, element.y) for unit in (*view.own, *view.enemies) for element in unit.present]
    places += [(marker.x, marker.y) for marker in view.markers]
    places += [(objective.x, objective.y) for objective in view.objectives]
    if not places or view.phase == PhasePart.DEPLOYMENT:
        return None
    across, along = zip(*places, strict=True)
    left, right = max(window.left, min(across) - AROUND), min(window.right, max(across) + AROUND)
    return left, min(window.far, max(along) + AROUND), right, max(window.near, min(along) - AROUND)


# -- what is on the table -------------------------------------------------------------------------------------------------


def _zone(board: Map, zone: Zone) -> None:
    corners = [(zone.left, zone.near), (zone.right, zone.near), (zone.right, zone.far), (zone.left, zone.far)]
    colour = colour_of(zone.side)
    board.border(corners, fill=colour, fill_opacity=0.07, stroke=colour, stroke_width=2, stroke_dasharray="10 6")
    board.area_name(corners, f"{zone.side} side sets up here", colour, LETTERS)
    look = box(fill=colour, fill_opacity=0.07, stroke=colour, stroke_width=2, stroke_dasharray="10 6")
    board.panel.tell("where a side sets up", look)


def _ground_at(objective: Objective, terrain: Iterable[Terrain]) -> str:
    """The name of the ground that an objective is on; empty: open ground."""
    import shapely

    there = (piece.name for piece in terrain if shapely.intersects_xy(piece.area, objective.x, objective.y))
    return next(there, "")


def _objective(board: Map, objective: Objective, ground: str) -> None:
    with board.body.group(class_="objective", data_x=objective.x, data_y=objective.y):
        board.disc(objective.x, objective.y, 2 * objective.radius, f"{objective.name}: {objective.worth} points",
                   fill=style.BRASS, fill_opacity=0.1, stroke=style.DEEP_BRASS, stroke_width=1.6,
                   stroke_dasharray="2 4")  # fmt: skip
        x, y = objective.x, objective.y
        board.line([(x, y - 0.5), (x, y + 0.7), (x + 0.8, y + 0.45), (x, y + 0.2)], fill=style.BRASS,
                   stroke=style.DEEP_BRASS, stroke_width=1.4)  # fmt: skip
    board.panel.tell("place worth points, and how near counts", disc(fill=style.BRASS, fill_opacity=0.1,
                     stroke=style.DEEP_BRASS, stroke_width=1.6, stroke_dasharray="2 4"))  # fmt: skip
    name = objective.name.removeprefix("the ")
    lines = [(f"{name}, {objective.worth}", style.INK)] + [(ground, style.FADED)] * (
        ground.removeprefix("the ") not in {"", name}
    )
    board.label(Disc(objective.x, objective.y, 1.2), *lines, size=LETTERS, bold=True, minor=True,
                rim=objective.radius)  # fmt: skip


def _element(board: Map, unit: Unit, element: Element, kind: UnitType, looks: Looks) -> None:
    look = looks.of(kind)
    how = look.state(unit, kind)
    words = ", ".join(
        [unit.id if len(unit.elements) == 1 else element.id, kind.name, *([f"{look.verb} {how}"] if how else [])]
    )
    with board.body.group(
        class_=f"element {unit.side}", data_piece=unit.id, data_part=element.id, data_x=element.x, data_y=element.y,
        data_facing=element.facing, data_radius=kind.base_diameter / 2,
    ):  # fmt: skip
        if how in look.ringed:
            board.disc(element.x, element.y, kind.base_diameter + 0.7, fill="none", stroke=colour_of(unit.side),
                       stroke_width=1.2,
                       stroke_dasharray="1.5 3.5")  # fmt: skip
            board.panel.tell(
                f"{look.verb} {how}", disc(fill="none", stroke=style.INK, stroke_width=1.2, stroke_dasharray="1.5 3.5")
            )
        base = Disc(element.x, element.y, kind.base_diameter)
        element_drawn(board, base, words, unit.side, looks.symbol(kind), facing=element.facing, kind=kind.kind)
        if element.armor_lost or element.weapons_out or unit.has("routed"):  # a red bar across the rim
            out = kind.base_diameter * 0.36
            scar = [(element.x + out * 0.6, element.y + out * 1.3), (element.x + out * 1.3, element.y + out * 0.6)]
            board.line(scar, stroke=style.FIRE_EDGE, stroke_width=5)
            board.panel.tell("damaged or routed", line(stroke=style.FIRE_EDGE, stroke_width=5))


def _unit_name(board: Map, view: View, unit: Unit, kind: UnitType, looks: Looks) -> None:
    there = unit.present
    if not there:
        return
    middle = sum(element.x for element in there) / len(there), sum(element.y for element in there) / len(there)
    nearest = sorted(there, key=lambda element: (math.dist((element.x, element.y), middle), element.y))
    look = looks.of(kind)
    how = look.state(unit, kind)
    worn = damage_in_words(unit.elements[0], kind) if kind.elements == 1 else ()
    state = (*((how,) if how in look.ringed else ()), *looks.conditions(unit, view.turn), *worn)
    across = kind.base_diameter * (OVERHANG if looks.symbol(kind) else 1)
    discs = [Disc(element.x, element.y, across) for element in nearest]
    name = [(line, style.INK) for line in _evenly(view.names.get(unit.id, unit.id))]
    harmed = unit.has("routed") or any(broken(element, kind) for element in unit.elements)  # darker, in no side's colour
    shown = [(line, style.INK if harmed else style.FADED) for line in _evenly(", ".join(state))]
    board.label(discs, *name, *shown, size=LETTERS, bold=True, class_=f"label {unit.side}", data_piece=unit.id)  # fmt: skip


def _evenly(text: str) -> Sequence[str]:
    """A text in as few lines as have room, all about as long: no number stands alone in the last."""
    lines = wrap(text, BROAD)
    longest = min(BROAD, max(map(len, text.split()), default=BROAD))
    ways = (wrap(text, width) for width in range(longest, BROAD))
    return next((way for way in ways if len(way) == len(lines)), lines)


def _marker(board: Map, marker: Marker) -> None:
    size = dummies()[marker.side].base_diameter
    colour = colour_of(marker.side)
    note = f"Marker {marker.name}: hidden. Nobody on your side knows what it is."
    with board.body.group(
        class_=f"marker {marker.side}", data_key=f"marker {marker.name}", data_note=note, data_x=marker.x, data_y=marker.y,
        data_radius=size / 2,
    ):  # fmt: skip
        board.disc(marker.x, marker.y, size, f"marker {marker.name}: hidden", fill=style.SHADE, fill_opacity=0.9,
                   stroke=colour, stroke_width=1.8, stroke_dasharray="4 3")  # fmt: skip
        x, y = board.at(marker.x, marker.y)
        board.body.add("text", "?", x=x, y=y, dy="0.36em", font_family=style.SERIF, font_size=22, font_weight="bold",
                       fill=colour, text_anchor="middle", class_="sign")  # fmt: skip
    board.panel.tell("hidden: nobody knows what it is", disc(fill=style.SHADE, stroke=colour, stroke_width=1.8,
                     stroke_dasharray="4 3"))  # fmt: skip
    board.label(Disc(marker.x, marker.y, size), (f"marker {marker.name}", style.INK), size=LETTERS, minor=True,
                class_=f"label {marker.side}", data_key=f"marker {marker.name}")  # fmt: skip


def _when(coming: Reserve | Arrival) -> str:
    return f"{'in' if coming.sure else 'from'} turn {coming.turn}"


def _to_come(board: Map, side: str, places: Sequence[Disc], hint: str, words: str) -> None:
    """What is not there yet: where it comes on."""
    with board.body.group(class_=f"reserve {side}"):
        for place in places:
            board.disc(place.x, place.y, place.diameter, hint, fill="none", stroke=colour_of(side), stroke_width=1.2,
                       stroke_dasharray="2 4")  # fmt: skip
    board.label(places, (words, colour_of(side)), size=LETTERS, minor=True)
    board.panel.tell("still to come", disc(fill="none", stroke=colour_of(side), stroke_width=1.2, stroke_dasharray="2 4"))


def position_features(view: View) -> Iterator[Feature]:
    """Everything that a view shows."""
    yield feature(Rectangle.sized(view.table.width, view.table.depth), "table")
    for piece in view.terrain:
        yield feature(piece.area, "terrain", name=piece.name, kind=piece.kind)
    for place in view.objectives:
        yield feature(Disc(place.x, place.y, 2 * place.radius), "objective", name=place.name, worth=place.worth)
    types = {kind.name: kind for kind in view.types}
    for unit in (*view.own, *view.enemies):
        for element in unit.present:
            kind, name = types[unit.type], view.names.get(element.id, element.id)
            who = {"id": element.id, "name": name, "unit": unit.id, "side": unit.side, "type": kind.name}
            yield feature(Base(element.x, element.y, kind.base_diameter), "element", **who, facing=element.facing)
            yield from _arcs(element, kind)
    for marker in view.markers:
        size = dummies()[marker.side].base_diameter
        yield feature(Base(marker.x, marker.y, size), "marker", name=marker.name, side=marker.side)


def _arcs(element: Element, kind: UnitType) -> Iterator[Feature]:
    """Where the weapons of an element bear that do not bear all round."""
    pose = Pose(element.x, element.y, element.facing)
    for mount in kind.weapons:
        if reach := mount.weapon.range:
            for arc in ARCS:
                if arc in mount.arcs:
                    yield feature(
                        fire_arc(pose, arc, reach), "arc", id=element.id, weapon=mount.weapon.name, arc=arc, range=reach
                    )
