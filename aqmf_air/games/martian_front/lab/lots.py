"""Scenarios by lot in which units are tried: a small table with its ground, two forces of equal points, a few turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import Field

from aqmf_air.api import (
    DataError,
    DiceTray,
    QuestionError,
    Sourced,
    load_toml,
    numbered,
    package_file,
    read,
    replace,
    seeded,
    total,
)
from aqmf_air.api.lab import Drawn, Lots
from aqmf_air.games.martian_front.scenario.model import Army, ScenarioFile
from aqmf_air.games.martian_front.state import Objective, Tabletop, Terrain, Zone
from aqmf_air.games.martian_front.tables import PACKAGE, UnitType

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.sequence import AllQuiet

T = TypeVar("T")
NEAR = 20
"""Points by which a force may differ from what it is to be worth: games count it as it is."""


class LotFigures(Sourced):
    """What scenarios by lot are made of; see ``data/lots.toml``."""

    points: int = Field(gt=0)
    spread: tuple[float, ...]
    copies: tuple[int, ...]
    added: int = Field(ge=1)
    usual: int
    most: int
    widths: tuple[float, ...]
    depths: tuple[float, ...]
    turns: tuple[int, ...]
    zone: float
    ground: tuple[str, ...]
    pieces: tuple[int, ...]
    objectives: tuple[float, ...]
    worths: tuple[int, ...]
    human: tuple[str, ...]
    martian: tuple[str, ...]
    policies: tuple[str, str]
    number: int
    proof: int
    figures: int
    anchor: str


@cache
def lot_figures(package: str = PACKAGE) -> LotFigures:
    """The figures that scenarios by lot are made of."""
    return read(LotFigures, load_toml(package_file(package, "data/lots.toml")), "data/lots.toml", DataError)


class FrontLots:
    """Scenarios by lot for the human units of a catalogue."""

    def __init__(self, ruleset: AllQuiet, catalogue: Mapping[str, UnitType], chosen: Mapping[str, Any]) -> None:
        self.ruleset, self.catalogue, self.chosen, self.own = ruleset, catalogue, chosen, lot_figures()

    def lots(self) -> Lots:
        """What the laboratory is offered."""
        own = self.own
        flown = tuple(name for name, kind in self.catalogue.items() if kind.kind == "aircraft" and kind.side == "human")
        return Lots(
            flown,
            own.points,
            own.added,
            self.drawn,
            self.added,
            own.policies,
            own.number,
            own.figures,
            numbers_vary=len(own.copies) > 1,
            proof=own.proof,
            anchor=own.anchor,
        )

    def drawn(self, lot: int, force: str, variation: int) -> Drawn:
        """A scenario with a unit in it, and as many points less of other units."""
        dice = DiceTray(seeded("lots", lot, "forces", variation))
        own, cost = self.own, self.catalogue[force].points
        points = own.points * (1 + picked(dice, own.spread))
        least = min(self.catalogue[name].points for name in own.human)
        held = [copies for copies in own.copies if copies * cost <= points - least]
        if not held:
            raise QuestionError(
                f"{force}: no scenario by lot can hold it: {cost} points of {points:g} leave nothing for others"
            )
        copies = picked(dice, held)
        return self._drawn(lot, {force: copies}, dice, points - copies * cost)

    def added(self, lot: int, force: str, variation: int) -> Drawn:
        """A scenario with a unit in it besides units that are the same whatever it is."""
        dice = DiceTray(seeded("lots", lot, "others", variation))
        return self._drawn(lot, {force: self.own.added}, dice, self.own.points - self.own.added * self.own.usual)

    def _drawn(self, lot: int, tried: Mapping[str, int], dice: DiceTray, left: float) -> Drawn:
        own = self.own
        martians = bought([self.catalogue[name] for name in own.martian], own.points, dice, own.most)
        others = bought([self.catalogue[name] for name in own.human], left, dice, own.most)
        human = Counter(tried) + others
        file = self._table(lot)
        armies = (Army(side="human", units=dict(human)), Army(side="martian", units=dict(martians)))
        scenario = self.ruleset.scenario(replace(file, armies=armies), self.chosen)
        return Drawn(scenario, (human, martians))

    @lru_cache(maxsize=256)  # noqa: B019  # as long-lived as the rules
    def _table(self, lot: int) -> ScenarioFile:
        """The table, its ground, the objective and the turns, without forces."""
        own, dice = self.own, DiceTray(seeded("lots", lot, "table"))
        width, depth = picked(dice, own.widths), picked(dice, own.depths)
        inside = depth - 2 * own.zone - 2
        places = [(column, row) for column in range(4) for row in range(2)]
        terrain: list[Terrain] = []
        for _ in range(picked(dice, own.pieces)):
            kind, (column, row) = picked(dice, own.ground), places.pop(dice_of(dice, len(places)))
            left, near = 2 + column * (width - 4) / 4, own.zone + 1 + row * inside / 2
            right, far = left + 4 + dice_of(dice, int(width / 4 - 4)), near + 3 + dice_of(dice, int(inside / 2 - 3))
            corners = ((left, near), (right, near), (right, far), (left, far))
            terrain.append(Terrain(name=f"{kind} {len(terrain) + 1}", kind=kind, corners=corners))
        across, along = picked(dice, (0.35, 0.5, 0.65)), picked(dice, own.objectives)
        objective = Objective(name="objective", x=width * across, y=depth * along, radius=4, worth=picked(dice, own.worths))
        zones = (
            Zone(side="human", left=1, near=1, right=width - 1, far=own.zone),
            Zone(side="martian", left=1, near=depth - own.zone, right=width - 1, far=depth - 1),
        )
        return ScenarioFile(
            name=f"lot-{lot}",
            title=f"Lot {lot}",
            table=Tabletop(width=width, depth=depth),
            first=picked(dice, ("human", "martian")),
            initiative=picked(dice, ("fixed", "rolled")),
            turns=picked(dice, own.turns),
            breaking=picked(dice, (True, False)),
            terrain=tuple(terrain),
            zones=zones,
            objectives=(objective,),
        )


def bought(kinds: Sequence[UnitType], points: float, dice: DiceTray, most: int) -> Counter[str]:
    """Units by lot for about so many points, at most so many of them: the first that come near enough, or the nearest."""

    def tries() -> Iterator[list[UnitType]]:
        for _ in range(12):
            units: list[UnitType] = []
            left = points
            while len(units) < most and (able := [kind for kind in kinds if kind.points <= left + NEAR]):
                units.append(picked(dice, able))
                left -= units[-1].points
            yield units

    drawn = sorted(tries(), key=lambda units: max(NEAR, abs(points - sum(unit.points for unit in units))))
    return Counter(unit.name for unit in drawn[0])


def picked(dice: DiceTray, choices: Sequence[T]) -> T:
    """One of some things, by lot."""
    return choices[dice_of(dice, len(choices))]


def dice_of(dice: DiceTray, size: int) -> int:
    """A number from 0 on, below ``size``."""
    return dice.draw(total("lot", 1, numbered(size))) - 1
