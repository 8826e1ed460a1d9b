"""A scenario that is being worked on: everything that is wrong with it, each with a way out, and the part that is sound.

It is tried piece by piece by the checks that refuse a whole scenario (``setting_up``); there are no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.rulings import settle
from aqmf_air.errors import AqmfError, DataError
from aqmf_air.games.martian_front.hook_answers import army_options, special_rules
from aqmf_air.games.martian_front.profiles import SIDES, UnitType
from aqmf_air.games.martian_front.scenario.forces_from_lists import enlisted, require_known_marks, require_known_specials
from aqmf_air.games.martian_front.scenario.model import PlacedUnit, ScenarioFile
from aqmf_air.games.martian_front.scenario.setting_up import (
    bought,
    check_cover,
    check_objective,
    check_piece,
    check_zone,
    in_ranks,
    kind_of,
    require_on_table,
)

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.ruleset import AllQuiet

T = TypeVar("T")


@dataclass(frozen=True)
class Problem:
    """Something that is wrong: in which ``part`` of the file, with which thing there, and what mends it."""

    part: str
    """A key of the file: ``terrain``, ``zones``, ``units``."""
    item: str
    message: str
    fix: str
    stops: bool = True
    """Whether the scenario cannot be played like this."""


@dataclass(frozen=True)
class Examined:
    """A scenario with its problems; ``sound`` is what of it can be set up, its armies as units with places."""

    file: ScenarioFile
    sound: ScenarioFile
    problems: tuple[Problem, ...]

    @property
    def playable(self) -> bool:
        """Whether it can be played as it is."""
        return not any(one.stops for one in self.problems)


def examine(file: ScenarioFile, game: AllQuiet) -> Examined:
    """Try a scenario out, as it would be played."""
    trial = _Trial(file, game)
    sound = replace(
        file,
        terrain=trial.keep("terrain", file.terrain, _named, lambda one: check_piece(one, trial.where),
                           "choose a kind, or move corners until no edges cross, or remove it"),
        zones=trial.keep("zones", file.zones, lambda one: one.side, lambda one: check_zone(one, file.table, trial.where),
                         f"keep it between 0 and {file.table.width:g} across, and 0 and {file.table.depth:g} deep"),
        objectives=trial.keep("objectives", file.objectives, _named,
                              lambda one: check_objective(one, file.table, trial.where), "put it on the table"),
        dummies=trial.keep("dummies", file.dummies, lambda one: one.side,
                           lambda one: require_on_table("dummy", (one,), file.table, trial.where), "put it on the table"),
        special=trial.keep("special", file.special, str, trial.special, "spell it as it is known, or remove it"),
        rulings=dict(trial.keep("rulings", tuple(file.rulings.items()), lambda one: one[0],
                                lambda one: settle(game.rulings, dict((one,)), trial.where), "choose one of its values")),
        armies=(), units=(), orders=(),
    )  # fmt: skip
    trial.muster(sound)
    sound = replace(sound, units=tuple(trial.units), attached=trial.attached)
    for side in SIDES:
        if not any(unit.side == side for unit in sound.units):
            trial.tell("units", side, f"the {side} side has no unit", "add some from a list, or one by one")
    if not any(unit.side == side and unit.arrives is None for side in SIDES for unit in sound.units):
        trial.tell("units", "", "no unit is there when the game begins", "leave some out of the reserves")
    if not trial.problems:
        trial.attempt("orders", "", lambda: game.scenario(file, {}), "mend it in the file")
    return Examined(file, sound, tuple(trial.problems))


def _named(one: object) -> str:
    return str(getattr(one, "name", ""))


class _Trial:
    """What has been found so far."""

    def __init__(self, file: ScenarioFile, game: AllQuiet) -> None:
        self.file, self.game = file, game
        self.where = f"scenario {file.name!r}"
        self.problems: list[Problem] = []
        self.units: list[PlacedUnit] = []
        self.attached = file.attached
        self.catalogue: Mapping[str, UnitType] = game.catalogue

    def tell(self, part: str, item: str, message: str, fix: str) -> None:
        self.problems.append(Problem(part, item, message.removeprefix(f"{self.where}: "), fix))

    def attempt(self, part: str, item: str, check: Callable[[], object], fix: str) -> bool:
        """Whether a check passes; if not, what it says is kept."""
        try:
            check()
        except AqmfError as bad:
            self.tell(part, item, str(bad), fix)
            return False
        return True

    def keep(
        self, part: str, things: Iterable[T], name: Callable[[T], str], check: Callable[[T], object], fix: str
    ) -> tuple[T, ...]:
        """Those of ``things`` that pass a check."""
        return tuple(one for one in things if self.attempt(part, name(one), lambda one=one: check(one), fix))  # type: ignore[misc]

    def special(self, name: str) -> None:
        known = special_rules(self.game.registry)
        require_known_specials(replace(self.file, special=(name,)), known)

    def muster(self, sound: ScenarioFile) -> None:
        """Look every unit up, and line up those that have no place."""
        kinds: dict[str, UnitType] = {}
        placed: list[PlacedUnit] = []
        units = self._all_units(self.game.catalogue_for(sound, {}))
        self.catalogue = self.game.catalogue_for(replace(sound, attached=self.attached), {})
        for unit in units:
            if unit.id in kinds:
                self.tell("units", unit.id, f"two units are called {unit.id!r}", "give one of them another name")
            elif (kind := self._kind(unit)) is not None:
                kinds[unit.id] = kind
                placed.append(unit)
        for side in SIDES:
            own = [unit for unit in placed if unit.side == side]
            try:
                ranked = in_ranks(own, kinds, sound, self.where)
            except DataError as bad:
                ranked = {}
                fix = f"draw a zone for the {side} side that has room for them, or put them on the table one by one"
                self.tell("zones", side, str(bad), fix)
            self.units += [
                replace(unit, elements=unit.elements or ranked[unit.id])
                for unit in own
                if unit.elements or unit.id in ranked
            ]

    def _all_units(self, catalogue: Mapping[str, UnitType]) -> list[PlacedUnit]:
        """Those of the file, and those of its armies; what came with lists is noted."""
        file, options = replace(self.file, attached=self.attached), army_options(self.game.registry)
        for number, army in enumerate(self.file.armies, 1):
            try:
                if army.file:
                    file = replace(enlisted(replace(file, armies=(army,)), options)[0], armies=())
                else:
                    file = replace(file, units=(*file.units, *bought(army, catalogue, self.where)))
            except DataError as bad:
                self.tell("armies", f"army {number}", str(bad), "spell the unit as the catalogue does, or remove the army")
        self.attached = file.attached
        return list(file.units)

    def _kind(self, unit: PlacedUnit) -> UnitType | None:
        """The type of a unit that passes every check; None if it does not."""
        try:
            kind = kind_of(unit, self.catalogue, self.where)
            check_cover(unit, self.where)
            require_on_table(unit.id, unit.elements, self.file.table, self.where)
            alone = replace(self.file, armies=(), units=(unit,))
            require_known_marks(alone, army_options(self.game.registry), self.game.plugins)
        except DataError as bad:
            self.tell("units", unit.id, str(bad), "change it, or remove it")
            return None
        return kind
