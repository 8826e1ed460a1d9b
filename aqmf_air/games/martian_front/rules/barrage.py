"""Barrages: how large a template is, and what it does to the elements under it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pydantic import Field

from aqmf_air.core.data.tables import Sourced, load_rows, package_file
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import banded, total
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.games.martian_front.profiles import PACKAGE, figures
from aqmf_air.games.martian_front.rules.shooting import D10, shot
from aqmf_air.geometry.plane.pose import unit

Struck = tuple[TargetNumber, TargetNumber]
"""One attack on one element by one template: the number to hit, the number to damage."""
Salvos = tuple[tuple[Struck, ...], ...]
"""Attacks by templates: those of each salvo, or those on each element."""


class TemplateSize(Sourced):
    """The diameter, in inches, of the template of a barrage rating."""

    rating: int = Field(ge=1)
    diameter: float = Field(gt=0)


@cache
def template_sizes() -> dict[int, float]:
    """Diameters in inches, by barrage rating. HOST-BARRAGE-2."""
    rows = load_rows(package_file(PACKAGE, "data/barrage.toml"), TemplateSize, "template", lambda row: row.rating)
    return {row.rating: row.diameter for row in rows}


def joint_rating(rating: int, pieces: int) -> int:
    """The rating of a barrage by ``pieces`` guns or bombs of ``rating``: one more for each further one. HOST-BARRAGE-3."""
    return min(rating + pieces - 1, max(template_sizes()))


def struck(dice: Dice, attacks: tuple[Struck, ...], by: str = "") -> int:
    """An element under one or more templates: 1 if at least one of them damages it, else 0. HOST-BARRAGE-4."""
    return min(1, dice.call(damaging_hits, attacks, by))


def damaging_hits(dice: Dice, attacks: tuple[Struck, ...], by: str = "") -> int:
    """How many of the templates over an element damage it: each is rolled for, to hit and to damage. HOST-BARRAGE-4."""
    if len(attacks) < 2:
        return sum(shot(dice, hit, damage, by).damaging for hit, damage in attacks)
    # by halves: the odds of each are worked out once, and few ways are left where they meet
    half = len(attacks) // 2
    return dice.call(damaging_hits, attacks[:half], by) + dice.call(damaging_hits, attacks[half:], by)


def number_struck(dice: Dice, elements: Salvos, by: str = "") -> int:
    """How many of several elements are damaged, each by the templates over it. HOST-BARRAGE-4."""
    if len(elements) < 2:
        return sum(dice.call(struck, attacks, by) for attacks in elements)
    half = len(elements) // 2  # by halves, as above
    return dice.call(number_struck, elements[:half], by) + dice.call(number_struck, elements[half:], by)


# -- scatter --------------------------------------------------------------------------------------------------------------


class Scatter(NamedTuple):
    """How a template moves off its mark: ``inches`` in the direction of ``degrees`` clockwise from +y."""

    degrees: int
    inches: int


ON_THE_MARK = Scatter(0, 0)


def scatter(dice: Dice, by: str = "") -> Scatter:
    """Where artillery that cannot see its spotted target puts the template: direction first, then distance. HOST-BARRAGE-5.

    The faces of the first die share the full circle out clockwise; the last one is +y, straight up the table.
    """
    step, less, off = figures()["scatter step"], figures()["scatter less"], figures()["scatter"]
    turned = f"HOST-BARRAGE-5: each is {step} degrees clockwise, {360 // step} straight up the table"
    face = dice.draw(total("direction of scatter", 1, D10, by=by, about=turned))
    inches = dice.draw(banded("scatter", D10, _inches, by=by, about=f"HOST-BARRAGE-5: from {off} on inches, less {less}"))
    return Scatter(face * step % 360, inches) if inches else ON_THE_MARK


def scattered(x: float, y: float, by: Scatter) -> tuple[float, float]:
    """The centre of a template that was aimed at ``(x, y)`` inches, after it scattered. HOST-BARRAGE-5."""
    ux, uy = unit(by.degrees)
    return x + by.inches * ux, y + by.inches * uy


def _inches(face: int) -> int:
    return face - figures()["scatter less"] if face >= figures()["scatter"] else 0
