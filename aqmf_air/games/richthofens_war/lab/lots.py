"""Scenarios by lot in which types are tried: two patrols of about three aircraft meet over the lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pydantic import Field

from aqmf_air.api import DataError, DiceTray, Sourced, load_toml, numbered, package_file, read, seeded, total
from aqmf_air.api.geometry import to_map
from aqmf_air.api.lab import Drawn, Lots
from aqmf_air.games.richthofens_war.lab.encounter import ANCHOR, MIDDLE, cruising
from aqmf_air.games.richthofens_war.tables import PACKAGE, SIDES, AircraftType, SideId

if TYPE_CHECKING:
    from aqmf_air.games.richthofens_war.sequence import RichthofensWar

T = TypeVar("T")
TOWARDS = {"german": 0, "allied": 3}
"""How a patrol faces: away from its own edge."""


class LotFigures(Sourced):
    """What scenarios by lot are made of; see ``data/lots.toml``."""

    points: int = Field(gt=0)
    copies: int = Field(ge=1)
    others: tuple[int, ...]
    against: int = Field(ge=1)
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    heights: tuple[int, ...]
    higher: tuple[int, ...]
    turns: tuple[int, ...]
    types: tuple[str, ...]
    policies: tuple[str, str]
    number: int = Field(ge=1)
    figures: int


@cache
def lot_figures() -> LotFigures:
    """The figures that scenarios by lot are made of."""
    return read(LotFigures, load_toml(package_file(PACKAGE, "data/lots.toml")), "data/lots.toml", DataError)


class _Sky(NamedTuple):
    """Where and how long two patrols meet."""

    side: SideId
    """That of the type that is tried."""
    columns: int
    rows: int
    height: int
    higher: int
    """Metres by which the side of the type is above the other."""
    turns: int


class PatrolLots:
    """Scenarios by lot for types of aircraft, under chosen rulings."""

    def __init__(self, ruleset: RichthofensWar, types: Mapping[str, AircraftType], chosen: Mapping[str, Any]) -> None:
        self.ruleset, self.types, self.chosen, self.own = ruleset, types, chosen, lot_figures()

    def lots(self) -> Lots:
        """What the laboratory is offered. Heavy bombers are not tried: two of them are more than a side has points."""
        own, tried = self.own, tuple(name for name, type_ in self.types.items() if not type_.bomber)
        return Lots(
            tried, own.points, own.copies, self.drawn, self.added, own.policies, own.number, own.figures, anchor=ANCHOR
        )

    def drawn(self, lot: int, force: str, variation: int) -> Drawn:
        """A scenario with a type in it, and others beside it by lot."""
        dice = DiceTray(seeded("lots", lot, "forces", variation))
        return self._drawn(lot, force, dice, picked(dice, self.own.others))

    def added(self, lot: int, force: str, variation: int) -> Drawn:
        """A scenario with a type in it besides others that are the same whatever it is."""
        return self._drawn(lot, force, DiceTray(seeded("lots", lot, "others", variation)), 1)

    def _drawn(self, lot: int, force: str, dice: DiceTray, beside: int) -> Drawn:
        own, sky = self.own, _sky(lot)
        with_it = [*[force] * own.copies, *(picked(dice, own.types) for _ in range(beside))]
        against = [picked(dice, own.types) for _ in range(own.against)]
        patrols = {side: with_it if side == sky.side else against for side in SIDES}
        aircraft = [row for side in SIDES for row in self._patrol(patrols[side], side, sky)]
        document = {"title": f"Lot {lot}", "description": "Two patrols meet.", "aircraft": aircraft, "turns": sky.turns}
        scenario = self.ruleset.set_up(document, f"lot-{lot}", self.chosen)
        return Drawn(scenario, tuple(Counter(patrols[side]) for side in SIDES))

    def _patrol(self, names: Sequence[str], side: SideId, sky: _Sky) -> list[dict[str, Any]]:
        """Aircraft abreast, that face the enemy."""
        column, row = to_map(MIDDLE)
        column += -sky.columns // 2 if side == "german" else sky.columns // 2
        height = sky.height + (sky.higher if side == sky.side else 0)
        first = row - sky.rows * (len(names) - 1) // 2
        at = [(column, first + sky.rows * number) for number in range(len(names))]
        return [
            {
                "name": f"{name} {side} {number}",
                "type": name,
                "side": side,
                "column": column,
                "row": row,
                "facing": TOWARDS[side],
                "height": height,
                "speed": cruising(self.types[name]),
            }
            for number, (name, (column, row)) in enumerate(zip(names, at, strict=True), 1)
        ]


def _sky(lot: int) -> _Sky:
    own, dice = lot_figures(), DiceTray(seeded("lots", lot, "sky"))
    choices = (own.columns, own.rows, own.heights, own.higher, own.turns)
    return _Sky(picked(dice, SIDES), *(picked(dice, some) for some in choices))


def picked(dice: DiceTray, choices: Sequence[T]) -> T:
    """One of some things, by lot."""
    return choices[dice.draw(total("lot", 1, numbered(len(choices)))) - 1]
