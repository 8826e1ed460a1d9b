"""The kit: which templates there are, by name, what they measure, and how they go onto sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from aqmf_air.api import Registry, Rulings, Sourced, by_name, load_rows, package_file
from aqmf_air.api.geometry import ARC_WIDTH, ARCS, Pose, fire_arc
from aqmf_air.api.ui import Drawing, PanelGlossary
from aqmf_air.games.martian_front.army.plugged_in import KITS
from aqmf_air.games.martian_front.chapters.heat_rays import sweep_strip
from aqmf_air.games.martian_front.chapters.orders import RULESET
from aqmf_air.games.martian_front.chapters.templates import template_sizes
from aqmf_air.games.martian_front.chapters.to_hit import D10
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.tables import Mount, figures

FRACTIONS = {0.0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}
MIDDLES = {arc: ARC_WIDTH * number for number, arc in enumerate(ARCS)}
"""The directions of the middles of the arcs, in degrees from straight ahead."""
ARC_OUTLINES = {arc: fire_arc(Pose(0, 0, 0), arc, 1) for arc in ARCS}
"""The arcs about the origin, out to 1."""


def printed_inches(value: float) -> str:
    """A length as players say it: ``1½″``; in decimals where it is no quarter."""
    whole, rest = divmod(round(value, 6), 1)
    if rest not in FRACTIONS:
        return f"{value:.1f}″"
    return f"{f'{whole:.0f}' if whole or not rest else ''}{FRACTIONS[rest]}″"


def without_arcs(mount: Mount) -> str:
    """A weapon's name without the arcs that tell it from another like it."""
    return mount.weapon.name.removesuffix(f" ({', '.join(mount.arcs)})")


def instrument(function: str, **arguments: Any) -> Drawing:
    """One of the drawings of ``instruments.typ``."""
    return Drawing(Path(__file__).with_name("instruments.typ"), function, arguments)


@dataclass(frozen=True)
class TemplateTerms:
    """What templates are printed for: rulings, and bases ``base`` inches across (None: as the rules have them)."""

    rulings: Rulings
    base: float | None = None


@dataclass(frozen=True, slots=True)
class TemplatePiece:
    """A kind of template: how it is drawn, the sheet that it shares with others of its group, and how it is used."""

    name: str
    title: str
    group: str
    draw: Callable[[TemplateTerms], Iterable[Drawing]]
    use: Callable[[TemplateTerms], str] = lambda terms: ""
    usual: Callable[[TemplateTerms], bool] = lambda terms: True
    """Whether it is printed unless told otherwise."""
    fits_a_bed: bool = True
    """Whether it is also on a sheet for a laser cutter unless told otherwise."""
    rank: int = 9
    """Pieces are printed in this order."""


@dataclass(frozen=True, slots=True)
class AidWords:
    """Panels of the play aid: their file, and what its words stand for in a game."""

    file: Traversable
    wording: Callable[[AllQuiet, Rulings], PanelGlossary]


@dataclass(frozen=True)
class Kit:
    """Pieces, what is written on the sheets of groups, by group, and panels of the play aid."""

    pieces: tuple[TemplatePiece, ...]
    notes: Mapping[str, Callable[[TemplateTerms], str]] = field(default_factory=dict)
    panels: tuple[AidWords, ...] = ()


def _barrages(terms: TemplateTerms) -> Iterable[Drawing]:
    """Every other one inside the one before, so that all of them need two sheets. HOST-BARRAGE-2, HOST-BARRAGE-5."""
    look = {"faces": tuple(D10.faces), "step": figures()["scatter step"]}
    rings = [
        {"rating": rating, "diameter": across, "across": printed_inches(across), **look}
        for rating, across in sorted(template_sizes().items(), reverse=True)
    ]
    for start in (0, 1):
        yield instrument("nest", rings=rings[start::2])


def _sweep(terms: TemplateTerms) -> Iterable[Drawing]:
    """HOST-RAY-3."""
    strip = sweep_strip(0, 0, 90)
    size = f"{printed_inches(strip.length)} by {printed_inches(strip.width)}"
    yield instrument("sweep", length=strip.length, width=strip.width, outline=strip.outline, size=size)


class Counter(Sourced):
    """A kind of counter; numbered ones are folded, with their number on the back."""

    name: str = Field(min_length=1, max_length=12)
    sign: Literal["question", "crosshair", "eye", "flag", "bolt", "dice", "legs", "aircraft", "dive"]
    diameter: float = Field(gt=0, le=6)
    count: int = Field(ge=1, le=40)
    numbered: bool = False


@cache
def counters() -> tuple[Counter, ...]:
    """The counters that the kit has."""
    return load_rows(package_file(__package__, "data/counters.toml"), Counter, "counter", lambda row: row.name)


def _counters(terms: TemplateTerms) -> Iterable[Drawing]:
    for counter in counters():
        for number in range(1, counter.count + 1):
            back = str(number) if counter.numbered else None
            yield instrument("counter", name=counter.name, sign=counter.sign, diameter=counter.diameter, back=back)


BARRAGE_AND_SWEEP = "Templates"
OWN = Kit(
    pieces=(
        TemplatePiece("barrage", "Barrage templates", BARRAGE_AND_SWEEP, _barrages, rank=2),
        TemplatePiece("sweep", "Sweep strip", BARRAGE_AND_SWEEP, _sweep, rank=3),
        TemplatePiece("counters", "Blips and counters", "Blips and counters", _counters, rank=6),
    ),
    notes={
        BARRAGE_AND_SWEEP: lambda terms: "an element is under a template when any part of its base is",
        "Blips and counters": lambda terms: "cut out, fold the blips at the dashed line",
    },
)


def kit_of(registry: Registry) -> Kit:
    """All templates that there are, in the order in which they are printed: the game's own and those of extensions."""
    kits = (OWN, *(contribution.load(Kit) for contribution in registry.of(KITS, RULESET).values()))
    pieces = sorted((piece for kit in kits for piece in kit.pieces), key=lambda piece: piece.rank)
    notes = {group: note for kit in kits for group, note in kit.notes.items()}
    return Kit(tuple(pieces), notes, tuple(panel for kit in kits for panel in kit.panels))


def chosen_pieces(
    kit: Kit, terms: TemplateTerms, names: Sequence[str] = (), *, laser: bool = False
) -> tuple[TemplatePiece, ...]:
    """The pieces of these names, in printing order; without names the usual ones, for paper or for a laser cutter.

    Raises UnknownNameError: there is no such piece; with near names.
    """
    if names:
        named = [by_name({piece.name: piece for piece in kit.pieces}, name, "template") for name in names]
        return tuple(piece for piece in kit.pieces if piece in named)
    return tuple(piece for piece in kit.pieces if piece.usual(terms) and (piece.fits_a_bed or not laser))


def grouped(kit: Kit, pieces: Sequence[TemplatePiece], terms: TemplateTerms) -> list[dict[str, Any]]:
    """These pieces of a kit, group by group, as ``kit.typ`` reads them."""
    return [
        {
            "title": title,
            "note": kit.notes[title](terms) if title in kit.notes else "cut along the thin outlines",
            "pieces": [
                {"title": piece.title, "use": piece.use(terms), "drawing": drawing}
                for piece in pieces
                if piece.group == title
                for drawing in piece.draw(terms)
            ],
        }
        for title in dict.fromkeys(piece.group for piece in pieces)
    ]
