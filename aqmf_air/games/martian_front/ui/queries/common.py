"""What the queries of the game have in common: fields for names and figures, and how the numbers to roll are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from aqmf_air.api import Name, Need, OpenRuleset, TargetNumber, name_of
from aqmf_air.games.martian_front.chapters import to_hit
from aqmf_air.games.martian_front.chapters.to_hit import IN_THE_OPEN, Attack, shelter_of, shelters, spelled

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.chapters.possible_orders import Catalogue
    from aqmf_air.games.martian_front.tables import UnitType


Numbers = tuple[TargetNumber, TargetNumber]
Facts = tuple[tuple[str, Any], ...]

PASS, FAIL = "pass", "fail"
TESTED = (PASS, FAIL)
"""The order in which results of tests are shown."""


def passed(result: bool) -> str:
    """A check's result by name."""
    return PASS if result else FAIL


def catalogue_of(opened: OpenRuleset) -> Catalogue:
    """The kinds of units of the game, with everything that is plugged in."""
    from aqmf_air.games.martian_front.chapters.possible_orders import Catalogue

    return Catalogue(cast("Any", opened()))


def _units(opened: OpenRuleset, given: Mapping[str, Any]) -> dict[str, list[str]]:
    by_side: dict[str, list[str]] = {}
    for unit in _types(opened).values():
        by_side.setdefault(unit.side, []).append(unit.name)
    return {side: sorted(names) for side, names in by_side.items()}


def _weapons(opened: OpenRuleset, given: Mapping[str, Any]) -> dict[str, list[str]]:
    unit = _types(opened).get(given.get("attacker") or "")
    return {"": [mount.weapon.name for mount in unit.weapons] if unit else []}


def _covers(opened: OpenRuleset, given: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    return {"": tuple(shelters())}


def _types(opened: OpenRuleset) -> Mapping[str, UnitType]:
    return catalogue_of(opened).ruleset.catalogue


def _drawn(opened: OpenRuleset) -> dict[str, str]:
    from aqmf_air.games.martian_front.ui.drawing.pieces import top_view

    return {unit.name: top_view(unit) for unit in _types(opened).values()}


UNIT, WEAPON, COVER = (
    Name("unit", _units, drawn=_drawn),
    Name("weapon", _weapons, blank="the first"),
    Name("cover", _covers, few=True),
)


def unit_field(about: str, *, required: bool = False) -> Any:
    """A field for a unit of the catalogue."""
    return name_of(UNIT, about, required=required)


def cover_field() -> Any:
    """The field ``cover``."""
    return name_of(COVER, "none, soft, hard or fortified.", default=IN_THE_OPEN)


def needs(*targets: TargetNumber, whose: str = "") -> tuple[Need, ...]:
    """Target numbers under their own names, after ``whose``."""
    return tuple(Need(f"{whose}, {target.what}" if whose else target.what, target, spelled(target)) for target in targets)


def plain_numbers(
    defense: int, armor: int, power: int, cover: str, target: str = "the target", weapon: str = "the weapon"
) -> Numbers:
    """The numbers to hit and to damage of an attack that is given in numbers."""
    attack = Attack(weapon, "", power, target, "", defense, armor, cover=cover)
    return to_hit.numbers_of(attack, shelter_of(cover))
