"""The kit: which templates there are, by name, and how they go onto sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from aqmf_air.core.data.names import by_name
from aqmf_air.core.play.contributions import Contribution
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import RULESET
from aqmf_air.games.martian_front.orders.rays import sweep_strip as strip_of
from aqmf_air.games.martian_front.profiles import figures
from aqmf_air.games.martian_front.rules.barrage import template_sizes
from aqmf_air.games.martian_front.ui.prints.counters import counter_drawings, counters
from aqmf_air.games.martian_front.ui.prints.instruments import barrage_template, captioned, sweep_strip
from aqmf_air.geometry.plane.template import Disc
from aqmf_air.printing.drawing import Drawing
from aqmf_air.printing.paper import Area, Leaf, Paper, area_of
from aqmf_air.printing.sheets import GAP, in_rows, laid, set_out, tiled
from aqmf_air.registry import Registry


@dataclass(frozen=True)
class Terms:
    """What templates are printed for: rulings, and bases ``base`` inches across (None: as the rules have them)."""

    rulings: Rulings
    base: float | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of template: how it is drawn, the sheet that it shares with others of its group, and how it is used."""

    name: str
    title: str
    group: str
    draw: Callable[[Terms], tuple[Drawing, ...]]
    use: Callable[[Terms], str] = lambda terms: ""
    usual: bool = True
    """Whether it is printed unless told otherwise."""
    fits_a_bed: bool = True
    """Whether it is also on a sheet for a laser cutter unless told otherwise."""
    rank: int = 9
    """Pieces are printed in this order."""


@dataclass(frozen=True)
class Kit:
    """Pieces, and what is written on the sheets of groups, by group."""

    pieces: tuple[Piece, ...]
    notes: Mapping[str, Callable[[Terms], str]] = field(default_factory=dict)


def _barrages(terms: Terms) -> tuple[Drawing, ...]:
    """From the largest down, so that small ones fill what large ones leave. HOST-BARRAGE-2, HOST-BARRAGE-5."""
    largest_first = sorted(template_sizes().items(), reverse=True)
    step = figures()["scatter step"]
    return tuple(barrage_template(rating, Disc(0, 0, diameter), step) for rating, diameter in largest_first)


def _sweep(terms: Terms) -> tuple[Drawing, ...]:
    """HOST-RAY-3."""
    return (sweep_strip(strip_of(0, 0, 90)),)


def _counters(terms: Terms) -> tuple[Drawing, ...]:
    return tuple(drawing for counter in counters() for drawing in counter_drawings(counter))


BARRAGE_AND_SWEEP = "Barrage and sweep"
OWN = Kit(
    pieces=(
        Piece("barrage", "Barrage templates", BARRAGE_AND_SWEEP, _barrages, rank=2),
        Piece("sweep", "Sweep strip", BARRAGE_AND_SWEEP, _sweep, rank=3),
        Piece("counters", "Blips and counters", "Blips and counters", _counters, rank=6),
    ),
    notes={
        BARRAGE_AND_SWEEP: lambda terms: "an element is under a template when any part of its base is",
        "Blips and counters": lambda terms: "cut out, fold the blips at the dashed line",
    },
)


def kit_of(registry: Registry) -> Kit:
    """All templates that there are, in the order in which they are printed: the game's own and those of extensions."""
    offered = registry.ask(Contribution, "aqmf_register_template_kits", RULESET)
    kits = (OWN, *(one.load(Kit) for one in registry.unique("kit", offered, lambda one: one.name).values()))
    pieces = sorted((piece for kit in kits for piece in kit.pieces), key=lambda piece: piece.rank)
    return Kit(tuple(pieces), {group: note for kit in kits for group, note in kit.notes.items()})


def chosen_pieces(kit: Kit, names: Sequence[str] = (), *, laser: bool = False) -> tuple[Piece, ...]:
    """The pieces of these names, in printing order; without names the usual ones, for paper or for a laser cutter.

    Raises:
        UnknownNameError: there is no such piece; with near names.
    """
    if names:
        named = [by_name({piece.name: piece for piece in kit.pieces}, name, "template") for name in names]
        return tuple(piece for piece in kit.pieces if piece in named)
    return tuple(piece for piece in kit.pieces if piece.usual and (piece.fits_a_bed or not laser))


def template_leaves(kit: Kit, pieces: Iterable[Piece], terms: Terms, paper: Paper) -> tuple[Leaf, ...]:
    """These pieces of a kit on sheets of ``paper``, group by group."""
    area = area_of(paper)
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(piece.group, []).append(piece)
    leaves: list[Leaf] = []
    for group, members in groups.items():
        drawings = [
            part
            for piece in members
            for drawing in piece.draw(terms)
            for part in tiled(_with_use(piece, drawing, terms), area.width, area.height)
        ]
        sheets = set_out(drawings, area)
        note = kit.notes.get(group, _note_of_any)
        leaves += [Leaf(group, note(terms), shapes) for shapes in sheets]
    return tuple(leaves)


def _note_of_any(terms: Terms) -> str:
    return "cut along the thin outlines"


def _with_use(piece: Piece, drawing: Drawing, terms: Terms) -> Drawing:
    use = piece.use(terms)
    return captioned(drawing, use) if use else drawing


MARGIN = 5.0
"""Millimetres round a sheet for a laser cutter."""


def template_sheet(pieces: Iterable[Piece], terms: Terms, width: float) -> Drawing:
    """The pieces, each whole, on one sheet for a laser cutter: ``width`` millimetres wide, or wider if a piece is."""
    drawings = [drawing for piece in pieces for drawing in piece.draw(terms)]
    wide = max((width - 2 * MARGIN, *(drawing.width for drawing in drawings)))
    rows = in_rows(drawings, wide)
    high = sum(row.height for row in rows) + GAP * (len(rows) - 1)
    shapes = laid(rows, Area(MARGIN, MARGIN, wide, high))
    return Drawing("Templates", wide + 2 * MARGIN, high + 2 * MARGIN, shapes)
