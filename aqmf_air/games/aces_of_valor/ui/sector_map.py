"""The sector map as a drawing, for pages and paper: zones, features, guns, and what a mission puts there.

Points are sectors: the middle of the one in column x and row y is (x, y), see ``chapters.sectors``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from aqmf_air.api.ui import Box, Caption, Fragment, Lettering, Picture, coord, line_to, listed, style
from aqmf_air.games.aces_of_valor.chapters import sectors
from aqmf_air.games.aces_of_valor.chapters.sectors import COLUMNS, ROWS
from aqmf_air.games.aces_of_valor.state import FLIGHT, Campaign, Place
from aqmf_air.games.aces_of_valor.tables import Feature, Half, Tables

# -- signs, drawn about a point, in its units --------------------------------------------------------------------------


COLOURS: Mapping[Half, str] = {"entente": style.BLUE, "german": style.RED}
WOOD = "#51683f"


def _airfield(sheet: Fragment, colour: str) -> None:
    sheet.circle((0, 0), 26, style.CARD, colour, 3)
    for turn in (-45, 45):
        sheet.rect(-20, -4, 40, 8, style.SHADE, transform=f"rotate({turn})")


def _house(sheet: Fragment, x: float, y: float, wide: float, high: float, colour: str) -> None:
    sheet.rect(x, y - high, wide, high, style.CARD, stroke=colour, stroke_width=1.6)
    sheet.add("path", d=f"M{x - 2} {y - high}l{wide / 2 + 2} {-wide * 0.55}l{wide / 2 + 2} {wide * 0.55}Z", fill=colour)


def _town(sheet: Fragment, colour: str) -> None:
    _house(sheet, -25, 16, 15, 12, colour)
    _house(sheet, 9, 16, 16, 11, colour)
    _house(sheet, -7, 18, 13, 23, colour)
    sheet.add("path", d="M-9 -4h17l-8.500 -21Z", fill=colour)
    sheet.add("path", d="M-30 18H30", stroke=colour, stroke_width=2)


def _rail_yard(sheet: Fragment, colour: str) -> None:
    for y in (-12, 10):
        for x in range(-19, 28, 9):
            sheet.rect(x - 1.5, y - 6, 3, 14, colour, fill_opacity=0.55)
        for rail in (-3, 5):
            sheet.add("path", d=f"M-24 {y + rail}H31", stroke=colour, stroke_width=2.2)


def _depot(sheet: Fragment, colour: str) -> None:
    for x, y in ((-24, 2), (0, 2), (-12, -20)):
        sheet.rect(x, y, 22, 20, style.CARD, stroke=colour, stroke_width=2)
        sheet.add("path", d=f"M{x} {y}l22 20M{x + 22} {y}l-22 20", stroke=colour, stroke_width=1.4)


def _hq(sheet: Fragment, colour: str) -> None:
    sheet.add("path", d="M-14 26V-28", stroke=colour, stroke_width=3.2)
    sheet.add("path", d="M-14 -27h36l-10 11l10 11h-36Z", fill=colour)
    sheet.add("path", d="M-26 26h24", stroke=colour, stroke_width=3.2)


def _woods(sheet: Fragment, colour: str) -> None:
    for x, y, size in ((-22, 12, 0.9), (21, 12, 1.0), (1, 3, 1.1), (-5, 24, 0.8)):
        with sheet.group(transform=f"translate({x} {y}) scale({size})"):
            sheet.rect(-1.5, 0, 3, 9, "#6b5434")
            sheet.add("path", d="M-12 2L0 -26L12 2Z", fill=WOOD, fill_opacity=0.75)


def _balloon(sheet: Fragment, colour: str) -> None:
    sheet.add("path", d="M16 -10l17 -11v24Z", fill=colour)
    sheet.add("path", d="M-30 -6c0 -12 14 -17 26 -17s26 6 26 17s-14 17 -26 17s-26 -5 -26 -17Z", fill=style.CARD,
              stroke=colour, stroke_width=2.6)  # fmt: skip
    sheet.add("path", d="M-14 10l8 14h10l8 -14", fill="none", stroke=colour, stroke_width=1.4)
    sheet.rect(-7, 23, 12, 8, colour)


FEATURES: Mapping[Feature, Callable[[Fragment, str], None]] = {
    "airfield": _airfield,
    "town": _town,
    "rail-yard": _rail_yard,
    "depot": _depot,
    "hq": _hq,
    "woods": _woods,
    "trench": lambda sheet, colour: None,  # the line runs through all sectors of the column
    "balloon": _balloon,
}


def feature_sign(feature: Feature, half: Half) -> Fragment:
    """The sign of a feature, about 60 units wide and high."""
    drawn = Fragment()
    FEATURES[feature](drawn, COLOURS[half])
    return drawn


def aa_sign() -> Fragment:
    """Guns against aircraft: a shell burst with its letters."""
    drawn = Fragment()
    drawn.add("path", d="M0 -14L4 -7L12 -10L9 -3L15 2L8 4L9 12L2 8L-4 14L-6 7L-14 8L-9 1L-14 -5L-6 -6Z", fill=style.INK,
              fill_opacity=0.78)  # fmt: skip
    drawn.text((0, 4.2), "AA", 13.1, style.CARD, "middle", bold=True)
    return drawn


def flight_sign(colour: str) -> Fragment:
    """An aircraft from above, its nose up: the flight."""
    drawn = Fragment()
    drawn.circle((0, 0), 27, style.CARD, colour, 3.2)
    drawn.add("path", d="M-22 -9q0 -4 4 -4h36q4 0 4 4v3q0 3 -4 3h-36q-4 0 -4 -3Z", fill=colour)
    drawn.add("path", d="M-3.500 -19h7l-1 32h-5Z", fill=colour)
    drawn.add("path", d="M-10 11h20l-3 7h-14Z", fill=colour)
    drawn.add("path", d="M-8 -21h16", stroke=colour, stroke_width=2.4)
    return drawn


def target_sign(colour: str) -> Fragment:
    """A target on the ground."""
    drawn = Fragment()
    drawn.add("path", d="M0 -13L13 10H-13Z", fill=colour, stroke=style.CARD, stroke_width=2)
    return drawn


# -- the map -----------------------------------------------------------------------------------------------------------


SCALE = 100.0
"""Units of the drawing that a sector is wide."""
MAP = "map"
"""The pane of the map."""
MARGIN = 0.34
"""Beside the map, for letters and numbers of its edge, in sectors."""
GROUND = {
    ("entente", "rear"): "#cdd8bc",
    ("entente", "balloon"): "#dbe1c4",
    ("entente", "trench"): "#d3c8a3",
    ("german", "trench"): "#d6c199",
    ("german", "balloon"): "#ecdcc0",
    ("german", "rear"): "#e2cba8",
}
MUD = "#6b5434"
ZONES = {"rear": "rear", "balloon": "balloon line", "trench": "trenches"}
HALVES: dict[Half, str] = {"entente": "Entente", "german": "German"}
WHAT: dict[str, str] = {"hq": "headquarters", "rail-yard": "rail yard"}
CORNER = (-0.33, -0.3)
"""Of a sector, where its letter stands, seen from its middle."""


INWARD, LONG = 0.15, 9
"""How far to a side of its sector a name may stand, in sectors; one of so many letters would run over the edge."""


@dataclass(frozen=True)
class Marks:
    """What stands on the map."""

    own: Half | None = None
    """The half of the squadron."""
    home: Place | None = None
    objective: tuple[Place, ...] = ()
    at: Place | None = None
    """Where the flight is."""
    aircraft: int = 0
    """How many it has."""
    path: tuple[Place, ...] = ()
    """Where it was, from its take-off on."""
    targets: tuple[tuple[Place, str], ...] = ()
    """Targets on the ground, and their names."""
    may: tuple[Place, ...] = ()
    """Where it may fly next."""


def marks_of(game: Campaign) -> Marks:
    """What stands on the map of a campaign."""
    if game.nation is None:
        return Marks()
    own = sectors.half_of(game.nation)
    home = sectors.where(own, "airfield", game.home, game.tables) if game.home else None
    mission = game.mission
    if mission is None:
        return Marks(own, home)
    flying = bool(mission.turn and mission.flight)
    targets = tuple((target.at, target.name) for target in mission.targets if not target.gone)
    at = mission.at if flying else None
    return Marks(own, home, mission.objective, at, len(mission.flight), mission.path, targets)


def sector_map(tables: Tables, marks: Marks = Marks()) -> Picture:
    """The map, with the marks on it."""
    width, height = ((n + 2 * MARGIN) * SCALE for n in (COLUMNS, ROWS))
    sheet, lettering = Fragment(), Lettering(Box(0, 0, width, height))
    _put(sheet, _ground(tables))
    _goals(sheet, marks)
    for at in _places():
        _put(sheet, _sector(at, tables))
        _name(lettering, at, tables, marks)
    if marks.home:
        x, y = _drawn(*marks.home)
        spots, sign = tuple((x, y + down) for down in (48, 42, 38, -44)), (x + 4, y, 24.0)
        lettering.captions.append(
            Caption((("home", style.DEEP_BRASS),), (sign,), spots, 14.5, keyed=False, matters=2, stays=True)
        )
    _mission(sheet, marks)
    with sheet.group(data_off=listed(lettering.pieces)):
        pass

    left = top = -0.5 - MARGIN
    return Picture(
        _title(tables, marks), width, height, tuple(sheet.pieces()), lettering.names, SCALE, left, top,
        legend=_legend(marks), lettering=lettering,
    )  # fmt: skip


def called(at: Place) -> str:
    """A sector by the letter and the number on the edges of the map: ``C3``."""
    return f"{sectors.column_letter(at)}{at[1] + 1}"


def about_sector(at: Place, tables: Tables) -> str:
    """A sector in a line: ``C3: Arras, town C, Entente rear``; with AA where it has guns."""
    here, zone = sectors.feature(at, tables), sectors.zone(at, tables)
    words = [] if here is None else [sectors.name(at, tables) if here.feature != "woods" else "woods"]
    if here is not None and here.name:
        words.append(f"{WHAT.get(here.feature, here.feature)} {here.letter}")
    if here is None or zone == "rear":
        words.append(f"{HALVES[sectors.side(at, tables)]} {ZONES[zone]}")
    if sectors.has_aa(at, tables):
        words.append("anti-aircraft guns")
    return f"{called(at)}: {', '.join(words)}"


def _title(tables: Tables, marks: Marks) -> str:
    if marks.at is None:
        return "The map"
    goal = ", ".join(sectors.name(at, tables) for at in marks.objective)
    return f"The map: the flight is at {sectors.name(marks.at, tables)}{f', its objective is {goal}' if goal else ''}"


def _places() -> Iterator[Place]:
    return ((x, y) for y in range(ROWS) for x in range(COLUMNS))


def _drawn(x: float, y: float) -> tuple[float, float]:
    """A point in units of the drawing."""
    return (x + 0.5 + MARGIN) * SCALE, (y + 0.5 + MARGIN) * SCALE


def _put(sheet: Fragment, sign: Fragment) -> None:
    for part in sign.parts:
        sheet.raw(part)


def _at(at: Place, dx: float = 0, dy: float = 0, scale: float = 1) -> str:
    x, y = _drawn(at[0] + dx, at[1] + dy)
    return f"translate({coord(x)} {coord(y)})" + (f" scale({coord(scale)})" if scale != 1 else "")


_MUD = (
    '<pattern id="no-mans-land" width="14" height="14" patternUnits="userSpaceOnUse">'
    f'<circle cx="4" cy="4" r="1.7" fill="{MUD}" fill-opacity="0.5"/>'
    f'<circle cx="11" cy="10" r="1.1" fill="{MUD}" fill-opacity="0.4"/></pattern>'
)


@lru_cache(maxsize=4)
def _ground(tables: Tables) -> Fragment:
    """What lies under the sectors: it is the same in every picture."""
    sheet = Fragment()
    width, height = ((n + 2 * MARGIN) * SCALE for n in (COLUMNS, ROWS))
    sheet.raw(f"<defs>{_MUD}</defs>")
    sheet.rect(0, 0, width, height, style.CARD)
    for x in range(COLUMNS):
        colour = GROUND[sectors.side((x, 0), tables), sectors.zone((x, 0), tables)]
        sheet.rect(*_drawn(x - 0.5, -0.5), SCALE, ROWS * SCALE, colour)
    _trench_lines(sheet, tables)
    _grid(sheet)
    return sheet


def _trench_lines(sheet: Fragment, tables: Tables) -> None:
    """The trenches of both sides, and what lies between them."""
    lines: list[tuple[list[tuple[float, float]], str]] = []
    sides: tuple[tuple[Half, int], ...] = (("entente", 1), ("german", -1))
    for half, towards in sides:
        columns = [x for x in range(COLUMNS) if sectors.zone((x, 0), tables) == "trench"]
        (column,) = [x for x in columns if sectors.side((x, 0), tables) == half]
        steps = range(ROWS * 6 + 1)
        line = [_drawn(column + towards * (0.27 + 0.035 * (1 if step % 2 else -1)), -0.5 + step / 6) for step in steps]
        lines.append((line, COLOURS[half]))
    (west, _), (east, _) = lines
    sheet.add("path", d=line_to([*west, *reversed(east)], closed=True), fill="url(#no-mans-land)")
    for line, colour in lines:
        sheet.add("path", d=line_to(line), fill="none", stroke=MUD, stroke_width=7, stroke_opacity=0.45)
        sheet.add("path", d=line_to(line), fill="none", stroke=colour, stroke_width=2.6)


def _grid(sheet: Fragment) -> None:
    left, top = _drawn(-0.5, -0.5)
    right, bottom = _drawn(COLUMNS - 0.5, ROWS - 0.5)
    for x in range(COLUMNS):
        across = _drawn(x - 0.5, 0)[0]
        sheet.line((across, top), (across, bottom), style.FADED, 0.7)
        for edge, base in ((top, -9.0), (bottom, 24.0)):
            sheet.text(
                (across + SCALE / 2, edge + base), sectors.column_letter((x, 0)), 19, style.FADED, "middle", serif=True,
                class_="axis",
            )  # fmt: skip
    for y in range(ROWS):
        along = _drawn(0, y - 0.5)[1]
        sheet.line((left, along), (right, along), style.FADED, 0.7)
        for edge in (left - 16, right + 16):
            sheet.text((edge, along + SCALE / 2 + 6), str(y + 1), 19, style.FADED, "middle", serif=True, class_="axis")
    sheet.rect(left, top, right - left, bottom - top, stroke=style.INK, stroke_width=2)


@lru_cache(maxsize=4 * COLUMNS * ROWS)
def _sector(at: Place, tables: Tables) -> Fragment:
    """What is printed in a sector: it is the same in every picture."""
    here, half = sectors.feature(at, tables), sectors.side(at, tables)
    sheet, (x, y) = Fragment(), _drawn(*at)
    with sheet.group(
        class_="sector", data_key=f"sector {called(at)}", data_note=about_sector(at, tables), data_x=at[0], data_y=at[1],
        data_radius=0.5,
    ):  # fmt: skip
        sheet.rect(x - SCALE / 2, y - SCALE / 2, SCALE, SCALE, style.CARD, fill_opacity=0)
        if sectors.has_aa(at, tables):
            away = -0.33 if sectors.zone(at, tables) == "trench" and half == "german" else 0.33
            away = -away if sectors.zone(at, tables) == "trench" else away
            with sheet.group(transform=_at(at, away, 0.3)):
                _put(sheet, aa_sign())
        if here is not None:
            lift = -0.1 if here.name else 0.02
            aside = {"trench": 0.0, "balloon": 0.03}.get(here.feature, 0.04)
            with sheet.group(transform=_at(at, aside, lift, 0.92)):
                _put(sheet, feature_sign(here.feature, half))
            if here.feature != "woods":
                _letter(sheet, at, here.letter, half, here.feature == "airfield", here.feature == "trench")
    return sheet


def _name(lettering: Lettering, at: Place, tables: Tables, marks: Marks) -> None:
    """The name of a sector, or its sign, on which no name lies."""
    here, (x, y) = sectors.feature(at, tables), _drawn(*at)
    if here is None:
        return
    if not here.name:
        lettering.pieces.append((x + 4, y, 24.0))
    else:
        inward = {0: INWARD, COLUMNS - 1: -INWARD}.get(at[0], 0.0) * (len(here.name) >= LONG)
        asides = (0.0, inward) if inward else (0.0, -INWARD, INWARD)
        spots = tuple((x + aside * SCALE, y + down * SCALE) for down in (0.28, 0.36) for aside in asides)
        matters = int(at in marks.objective)
        sign = (x, y - 8, 25.0)
        lettering.captions.append(
            Caption(
                ((here.name, style.INK),), (sign,), spots, 14.5, serif=True, keyed=False, matters=matters, stays=True,
                room=0.0 if matters else SCALE - 4,
            )
        )  # fmt: skip


def _letter(sheet: Fragment, at: Place, letter: str, half: Half, field: bool, trench: bool) -> None:
    """The letter of a feature: of an airfield in its middle, of others in the corner away from the front."""
    if field:
        x, y = _drawn(at[0] + 0.04, at[1] + 0.02)
        sheet.text((x, y + 10), letter, 29, COLOURS[half], "middle", bold=True, serif=True)
        return
    across = -CORNER[0] if trench and half == "german" else CORNER[0]
    x, y = _drawn(at[0] + across, at[1] + CORNER[1])
    sheet.text((x, y + 7), letter, 26 if trench else 22, COLOURS[half], "middle", bold=True, serif=True)


def _goals(sheet: Fragment, marks: Marks) -> None:
    """Where the flight may go, and where it should; what is printed there stands over them."""
    for at in marks.may:
        x, y = _drawn(*at)
        sheet.rect(x - 46, y - 46, 92, 92, style.BRASS, 8, fill_opacity=0.16, stroke=style.DEEP_BRASS, stroke_width=2,
                   stroke_dasharray="5 5", class_="may")  # fmt: skip
    for at in marks.objective:
        x, y = _drawn(*at)
        with sheet.group(class_="objective"):
            sheet.rect(x - 46, y - 46, 92, 92, style.BRASS, 6, fill_opacity=0.12)
            for across, along in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                path = f"M{coord(x + across * 46)} {coord(y + along * 24)}v{along * 22}h{-across * 22}"
                sheet.add("path", d=path, fill="none", stroke=style.FIRE_EDGE, stroke_width=5)


def _mission(sheet: Fragment, marks: Marks) -> None:
    """What a mission puts on the map."""
    colour = COLOURS[marks.own or "entente"]
    if marks.home:
        with sheet.group(transform=_at(marks.home, 0.04, 0.02)):
            sheet.circle((0, 0), 33, "none", style.DEEP_BRASS, 4)
    _path(sheet, marks, colour)
    _targets(sheet, marks)
    if marks.at is not None:
        x, y = marks.at
        with (
            sheet.group(class_="element", data_piece=FLIGHT, data_x=x, data_y=y, data_radius=0.3, data_view=MAP),
            sheet.group(transform=_at(marks.at, 0.05, 0.02)),
        ):
            _put(sheet, flight_sign(colour))
            if marks.aircraft:
                sheet.circle((24, -20), 11, colour, style.CARD, 2)
                sheet.text((24, -15), str(marks.aircraft), 15, style.CARD, "middle", bold=True)


def _path(sheet: Fragment, marks: Marks, colour: str) -> None:
    """Where the flight was: a dot for each turn, a ring where it stayed."""
    if len(marks.path) < 2:
        return
    points = [_drawn(x + 0.05, y + 0.02) for x, y in marks.path]
    sheet.add("path", d=line_to(points), fill="none", stroke=style.CARD, stroke_width=7, stroke_opacity=0.7)
    sheet.add("path", d=line_to(points), fill="none", stroke=colour, stroke_width=3.2, stroke_dasharray="9 6")
    for before, point in pairwise(points):
        sheet.circle(point, 9 if point == before else 5, "none" if point == before else colour, colour, 2)


def _targets(sheet: Fragment, marks: Marks) -> None:
    enemy = COLOURS["entente" if marks.own == "german" else "german"]
    for at in dict.fromkeys(at for at, _ in marks.targets):
        named = [name for there, name in marks.targets if there == at]
        with sheet.group(transform=_at(at, -0.28, 0.33), data_note=", ".join(named)):
            _put(sheet, target_sign(enemy))
            if len(named) > 1:
                sheet.text((0, 7), str(len(named)), 13, style.CARD, "middle", bold=True)


def feature_signs() -> tuple[tuple[str, Fragment], ...]:
    """The signs that are printed on the map: words, and each drawn about a point, 64 units wide and high."""
    kinds: tuple[Feature, ...] = ("airfield", "town", "rail-yard", "depot", "hq", "woods", "balloon")
    signs = [(WHAT.get(kind, kind), feature_sign(kind, "entente")) for kind in kinds]
    guns = Fragment()
    with guns.group(transform="scale(2)"):
        _put(guns, aa_sign())
    return (*signs, ("anti-aircraft guns", guns))


def _legend(marks: Marks) -> tuple[tuple[str, str], ...]:
    signs = [(words, f'<g transform="translate(18 12) scale(0.36)">{drawn}</g>') for words, drawn in feature_signs()]
    if marks.home:
        signs.append(
            ("ring: home airfield", f'<circle cx="18" cy="12" r="9" fill="none" stroke="{style.BRASS}" stroke-width="3"/>')
        )
    if marks.may:
        look = f'fill="{style.BRASS}" fill-opacity="0.15" stroke="{style.DEEP_BRASS}" stroke-dasharray="3 2"'
        signs.append(("where the flight may fly next", f'<rect x="8" y="3" width="20" height="18" {look}/>'))
    if marks.at is not None:
        drawn = flight_sign(COLOURS[marks.own or "entente"])
        signs.append(("the flight", f'<g transform="translate(18 12) scale(0.42)">{drawn}</g>'))
    if marks.objective:
        corner = f'<path d="M9 9V4H14M22 4H27V9M27 15V20H22M14 20H9V15" fill="none" stroke="{style.FIRE_EDGE}" '
        signs.append(("objective", corner + 'stroke-width="2.5"/>'))
    if marks.targets:
        enemy = COLOURS["entente" if marks.own == "german" else "german"]
        signs.append(("targets on the ground", f'<g transform="translate(18 12) scale(0.75)">{target_sign(enemy)}</g>'))
    return tuple(signs)
