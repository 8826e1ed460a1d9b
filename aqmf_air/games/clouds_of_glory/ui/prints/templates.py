"""Templates at true scale: turns, the cone of fire, slices of 45 degrees, straight strips."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import degrees, pi
from pathlib import Path
from typing import Any, cast

from aqmf_air.api import DataError, Rulings, by_name
from aqmf_air.api.ui import DAGGERS, SIGNS, Sheets, printed
from aqmf_air.games.clouds_of_glory import TITLE
from aqmf_air.games.clouds_of_glory.chapters.panels import PanelRulings
from aqmf_air.games.clouds_of_glory.sequence import InCloudsOfGlory
from aqmf_air.games.clouds_of_glory.tables import LETTERS, GunneryBand, Measure, RadiusRow, Tables, tables_in_force

DOCUMENT = Path(__file__).with_name("templates.typ")
NARROW = 8.0
"""Mm between two turns on one template, at least: there is room for the figures of both. Else each has its own."""
MOST = 60.0
"""Move units of a template, at most."""
HALF_CIRCLE = pi
Piece = Mapping[str, Any]


def lines_of_flight(tables: Tables, rulings: PanelRulings, unit: float) -> Iterator[Piece]:
    """The turns, two on a template, its inner and its outer edge, which begin at opposite ends. ICOG-2.3-a."""
    longest = _length(tables, "turn-template")
    letters = LETTERS[: LETTERS.index(rulings.template_letters[-1]) + 1]
    left = [tables.of.of("turn-radii", RadiusRow).at(letter) for letter in letters]
    while left:
        inner, *rest = left
        paired = rest and (rest[0].radius - inner.radius) * unit >= NARROW
        outer = rest[0] if paired else inner
        units = max(int(min(longest, HALF_CIRCLE * outer.radius) + 1e-9), 1)
        turns = [outer, inner] if paired else [inner]
        yield {
            "draw": "turns",
            "name": "Turn " + "-".join(row.letter for row in reversed(turns)),
            "about": "radius "
            + ", ".join(f"{row.letter} {row.radius:g}{DAGGERS[row.standing]}" for row in reversed(turns))
            + " MU",
            "angle": degrees(units / outer.radius),
            "turns": [{"letter": row.letter, "radius": row.radius} for row in turns],
            "inner": inner.radius if paired else max(inner.radius - NARROW / unit, 0),
        }
        left = left[len(turns) :]


def cone_of_fire(tables: Tables, rulings: PanelRulings, unit: float) -> Iterator[Piece]:
    """The gunnery template, a cone with its bands. ICOG-2.3-d."""
    rows = [row for row in tables.of.of("gunnery-bands", GunneryBand) if row.template == rulings.gunnery_bands]
    rows.sort(key=lambda row: row.near)
    if rows[-1].far > MOST:
        raise DataError(
            f"table gunnery-bands: expected at most {MOST:g} move units, got {rows[-1].far:g}", path="gunnery-bands"
        )
    cone = tables.of.of("measures", Measure).at("cone")
    yield {
        "draw": "cone",
        "name": "Gunnery",
        "about": f"half-angle {cone.value:g}°{DAGGERS[cone.standing]}; bands{DAGGERS[rows[-1].standing_of('far')]}. "
        "The tip at the nose, the arrow along the line of flight: turned about that it is the cone. Striped: near enough "
        "to collide.",
        "half": cone.value,
        "bands": [{"near": row.near, "far": row.far, "words": f"{row.modifier:+d}"} for row in rows],
    }


def slices(tables: Tables, rulings: PanelRulings, unit: float) -> Iterator[Piece]:
    """The arc template. ICOG-2.3-c."""
    step = tables.number("flight", "level-degrees")
    about = (
        f"The middle at the stand. Slices of {step}°, laid level, upright or along the wings. A cone of {step}° about the "
        "nose is the front arc."
    )
    yield {"draw": "slices", "name": "Arc template", "about": about, "step": step}


BENT = "marks at half MU; bent flat it is a turn, never twisted"


def strips(tables: Tables, rulings: PanelRulings, unit: float) -> Iterator[Piece]:
    """Straight strips, which may be bent to a turn of the radius that they then have. ICOG-2.3-b."""
    for name in ("strip-short", "strip-middle", "strip-long"):
        length = _length(tables, name)
        yield {"draw": "strip", "name": f"Strip, {length:g} MU", "about": BENT, "length": length}


def _length(tables: Tables, name: str) -> float:
    value = tables.measure(name)
    if not 1 <= value <= MOST:
        raise DataError(f"table measures, {name}: expected 1 to {MOST:g} move units, got {value:g}", path="measures")
    return value


KINDS: Mapping[str, Callable[[Tables, PanelRulings, float], Iterator[Piece]]] = {
    "turns": lines_of_flight,
    "gunnery": cone_of_fire,
    "arcs": slices,
    "strips": strips,
}
"""What there is, by the name that the option ``--only`` takes."""
FLOWN = "turns are flown from an arrow to the stripes"


@printed("templates", "To measure turns A to P, gunnery and arcs.", bars=True, pages=5)
def templates(ruleset: InCloudsOfGlory, rulings: Rulings) -> Sheets:
    """All templates at the scale of the tables."""
    return templates_of(cast("PanelRulings", rulings))


def templates_of(rulings: PanelRulings, only: Sequence[str] = (), unit: float | None = None) -> Sheets:
    """The templates of these names, or all; ``unit``: millimetres of a move unit (None: as the tables have it).
    Raises UnknownNameError: no such template; DataError: a measure of the tables is out of bounds.
    """
    tables = tables_in_force()
    scale = tables.of.of("measures", Measure).at("move-unit")
    given = unit is not None
    unit = scale.value if unit is None else unit
    if not 10 <= unit <= 60:
        raise DataError(f"table measures, move-unit: expected 10 to 60 mm, got {unit:g}", path="measures")
    named = {by_name({name: name for name in KINDS}, name, "template") for name in only} or {*KINDS}
    pieces = [piece for name, draw in KINDS.items() if name in named for piece in draw(tables, rulings, unit)]
    sign = "" if given else DAGGERS[scale.standing]
    data = {
        "title": "Templates",
        "imprint": TITLE,
        "unit": unit,
        "scale": f"1 MU is {unit / 10:g} cm{sign}",
        "signs": [f"{mark} {what}" for mark, what in SIGNS],
        "notes": [FLOWN] if "turns" in named else [],
        "pieces": pieces,
    }
    return Sheets(DOCUMENT, data)
