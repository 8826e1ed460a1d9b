"""The kit: which templates there are, by name, and how they go onto sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from aqmf_air.games.martian_front.ui.prints.counters import counter_drawings, counters
from aqmf_air.games.martian_front.ui.prints.instruments import (
    barrage_template,
    captioned,
    field_of_fire,
    four_arcs,
    inches,
    measuring_stick,
    movement_stick,
    sweep_strip,
    turning_gauge,
)
from aqmf_air.games.martian_front.ui.prints.measures import Measures
from aqmf_air.printing.drawing import Drawing
from aqmf_air.printing.paper import Area, Leaf, Paper, area_of
from aqmf_air.printing.sheets import GAP, in_rows, laid, set_out, tiled


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of template: how it is drawn, the sheet that it shares with others of its group, and how it is used."""

    name: str
    title: str
    group: str
    draw: Callable[[Measures], tuple[Drawing, ...]]
    use: Callable[[Measures], str] = lambda measures: ""
    usual: bool = True
    """Whether it is printed unless told otherwise."""
    fits_a_bed: bool = True
    """Whether it is also on a sheet for a laser cutter unless told otherwise."""


ARCS_ACROSS = 4.5
"""Inches across the disc of the four arcs; the rules give it no size."""

_ON_THE_LINE = {
    "both": "A target on the line between two arcs is in both.",
    "fore-aft": "A target on the line between two arcs is in the forward or aft arc.",
}
_UNDER = {"touched": "any part of its base", "centre": "the centre of its base"}


def _use_of_gauge(measures: Measures) -> str:
    lies = (
        "Lay the gauge against the base, 0 at the point of contact. Slide the base round the rim"
        if measures.rulings.turn_geometry == "gauge-beside-base"
        else "Lay the rim under the centre of the base, 0 at the centre. Move the centre along the rim"
    )
    cost = (
        "" if measures.rulings.turn_cost == "source-table" else f" Costs are for bases of {inches(measures.base_diameter)}."
    )
    return f"{lies} to the heading you want, and pay the inches at the mark there.{cost}"


def _gauge(measures: Measures) -> tuple[Drawing, ...]:
    return (turning_gauge(measures.gauge_diameter, measures.gauge, measures.gauge_marks),)


def _arcs(measures: Measures) -> tuple[Drawing, ...]:
    return (four_arcs(ARCS_ACROSS, measures.base_diameter),)


def _use_of_arcs(measures: Measures) -> str:
    return f"Cut out the middle and lay the disc round the base, arrow ahead. {_ON_THE_LINE[measures.rulings.arc_boundary]}"


def _barrages(measures: Measures) -> tuple[Drawing, ...]:
    """From the largest down, so that small ones fill what large ones leave."""
    largest_first = sorted(measures.barrages, key=lambda one: -one[0])
    return tuple(barrage_template(rating, disc, measures.scatter_step) for rating, disc in largest_first)


def _sweep(measures: Measures) -> tuple[Drawing, ...]:
    return (sweep_strip(measures.sweep),)


def _sticks(measures: Measures) -> tuple[Drawing, ...]:
    return tuple(movement_stick(least, most) for least, most in measures.moves)


def _marker(measures: Measures) -> tuple[Drawing, ...]:
    return (measuring_stick("Spotter's tape", measures.sight, f"Spotter's sight {inches(measures.sight)}"),)


def _field(measures: Measures) -> tuple[Drawing, ...]:
    return (field_of_fire(measures.gun_range),)


def _counters(measures: Measures) -> tuple[Drawing, ...]:
    return tuple(drawing for counter in counters() for drawing in counter_drawings(counter))


PIECES = (
    Piece("gauge", "Turning gauge", "Gauge and arcs", _gauge, _use_of_gauge),
    Piece("arcs", "Four arcs", "Gauge and arcs", _arcs, _use_of_arcs),
    Piece("barrage", "Barrage templates", "Barrage and sweep", _barrages),
    Piece("sweep", "Sweep strip", "Barrage and sweep", _sweep),
    Piece("sticks", "Movement sticks", "Movement sticks", _sticks),
    Piece("marker", "Spotter's tape", "Spotter's tape", _marker, fits_a_bed=False),
    Piece("counters", "Blips and counters", "Blips and counters", _counters),
    Piece("field-of-fire", "Field of fire", "Field of fire", _field, usual=False),
)
"""Every template, in the order in which they are printed."""


def chosen_pieces(names: Sequence[str], *, laser: bool = False) -> tuple[Piece, ...]:
    """The pieces of these names, in printing order; without names the usual ones, for paper or for a laser cutter."""
    if names:
        return tuple(piece for piece in PIECES if piece.name in names)
    return tuple(piece for piece in PIECES if piece.usual and (piece.fits_a_bed or not laser))


def template_leaves(pieces: Iterable[Piece], measures: Measures, paper: Paper) -> tuple[Leaf, ...]:
    """The pieces on sheets of ``paper``, group by group."""
    area = area_of(paper)
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(piece.group, []).append(piece)
    leaves: list[Leaf] = []
    for group, members in groups.items():
        drawings = [
            part
            for piece in members
            for drawing in piece.draw(measures)
            for part in tiled(_with_use(piece, drawing, measures), area.width, area.height)
        ]
        sheets = set_out(drawings, area)
        leaves += [Leaf(group, _about(group, measures), shapes) for shapes in sheets]
    return tuple(leaves)


def _with_use(piece: Piece, drawing: Drawing, measures: Measures) -> Drawing:
    use = piece.use(measures)
    return captioned(drawing, use) if use else drawing


def _about(group: str, measures: Measures) -> str:
    match group:
        case "Barrage and sweep":
            return f"an element is under a template when {_UNDER[measures.rulings.under_template]} is"
        case "Movement sticks":
            return "a move ends on the shaded part"
        case "Spotter's tape":
            return "glue the strips end to end"
        case "Blips and counters":
            return "cut out, fold the blips at the dashed line"
        case "Field of fire":
            return "glue the tiles where the crosses meet"
        case _:
            return "cut along the thin outlines"


MARGIN = 5.0
"""Millimetres round a sheet for a laser cutter."""


def template_sheet(pieces: Iterable[Piece], measures: Measures, width: float) -> Drawing:
    """The pieces, each whole, on one sheet for a laser cutter: ``width`` millimetres wide, or wider if a piece is."""
    drawings = [drawing for piece in pieces for drawing in piece.draw(measures)]
    wide = max((width - 2 * MARGIN, *(drawing.width for drawing in drawings)))
    rows = in_rows(drawings, wide)
    high = sum(row.height for row in rows) + GAP * (len(rows) - 1)
    shapes = laid(rows, Area(MARGIN, MARGIN, wide, high))
    return Drawing("Templates", wide + 2 * MARGIN, high + 2 * MARGIN, shapes)
