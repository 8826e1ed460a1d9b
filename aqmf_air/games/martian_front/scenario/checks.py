"""A scenario that is being worked on: everything that is wrong with it, each with a way out, and the part that is sound.

It is tried piece by piece by the checks that refuse a whole scenario (``setting_up``); there are no others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aqmf_air.api import AqmfError, replace, settle
from aqmf_air.games.martian_front.army.plugged_in import army_options, special_rules
from aqmf_air.games.martian_front.scenario import setting_up
from aqmf_air.games.martian_front.scenario.forces_from_lists import (
    enlisted,
    numbered,
    require_known_marks,
    require_known_specials,
    taken_in,
)
from aqmf_air.games.martian_front.scenario.model import Army, PlacedUnit, ScenarioFile, label
from aqmf_air.games.martian_front.tables import SIDES, UnitType

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.sequence import AllQuiet


_LISTS = ("terrain", "zones", "objectives", "dummies", "special", "armies", "units", "orders")


@dataclass(frozen=True)
class Problem:
    """Something that is wrong: in which ``part`` of the file, with which thing there, and what mends it."""

    part: str
    """A key of the file: ``terrain``, ``zones``, ``units``."""
    item: str
    message: str
    fix: str


@dataclass(frozen=True)
class Examined:
    """A scenario with its problems; ``sound`` is what of it can be set up, its armies as units with places."""

    file: ScenarioFile
    sound: ScenarioFile
    problems: tuple[Problem, ...]


def examine(file: ScenarioFile, game: AllQuiet) -> Examined:
    """Try a scenario out, as it would be played."""
    trial = _Trial(file, game)
    table = f"keep it between 0 and {file.table.width:g} across, and 0 and {file.table.depth:g} deep"
    trial.keep("terrain", "choose a kind, or move corners until no edges cross, or remove it", setting_up.check_ground)
    trial.keep("zones", table, setting_up.check_ground)
    trial.keep("objectives", "put it on the table", setting_up.check_ground)
    trial.keep("dummies", "put it on the table", setting_up.check_ground)
    specials = special_rules(game.registry)
    trial.keep(
        "special",
        "spell it as it is known, or remove it",
        lambda scenario_file: require_known_specials(scenario_file, specials),
    )
    trial.settle_rulings()
    trial.place(trial.joined())
    bare = setting_up.sides_without_units(file)
    for side in bare:
        others = [f": all that there are so far are {other}" for other in SIDES if other not in bare]
        trial.tell("units", side, f"the {side} side has no unit{''.join(others)}", "add some from a list, or one by one")
    if not any(unit.arrives is None for unit in trial.sound.units):
        trial.tell("units", "", "no unit is there when the game begins", "leave some out of the reserves")
    if not trial.problems:
        trial.passes("orders", "", "mend it in the file", game.scenario, file, {})
    return Examined(file, trial.sound, tuple(trial.problems))


class _Trial:
    """What has been found so far."""

    def __init__(self, file: ScenarioFile, game: AllQuiet) -> None:
        self.file, self.game = file, game
        self.problems: list[Problem] = []
        self.options = army_options(game.registry)
        nothing: dict[str, Any] = dict.fromkeys(_LISTS, ())
        self.bare = self.sound = replace(file, **nothing, rulings={})

    def tell(self, part: str, item: str, message: str, fix: str) -> None:
        self.problems.append(Problem(part, item, message.removeprefix(f"{self.file.where}: "), fix))

    def passes(self, part: str, item: str, fix: str, check: Callable[..., object], *facts: Any) -> bool:
        """Whether a check passes; if not, what it says is kept."""
        try:
            check(*facts)
        except AqmfError as bad:
            self.tell(part, item, str(bad), fix)
            return False
        return True

    def keep(self, part: str, fix: str, check: Callable[[ScenarioFile], object]) -> None:
        """Those things of a part are sound that pass the check of a scenario with nothing else in it."""
        sound = [
            item
            for item in getattr(self.file, part)
            if self.passes(part, label(item), fix, check, replace(self.bare, **{part: (item,)}))
        ]
        self.sound = replace(self.sound, **{part: tuple(sound)})

    def settle_rulings(self) -> None:
        """Rulings that exist, with a value that they may have."""
        facts = self.game.rulings, self.file.where
        rulings = {
            name: value
            for name, value in self.file.rulings.items()
            if self.passes("rulings", name, "choose one of its values", settle, facts[0], {name: value}, facts[1])
        }
        self.sound = replace(self.sound, rulings=rulings)

    def joined(self) -> tuple[PlacedUnit, ...]:
        """The units of the file, and those of its armies; what came with lists is sound."""
        file = replace(self.file, armies=())
        catalogue = self.game.catalogue_for(self.sound, {})

        def join(army: Army) -> None:
            nonlocal file
            if army.file:
                file = replace(enlisted(replace(file, armies=(army,)), self.options)[0], rulings=file.rulings)
            else:
                file = replace(
                    file, units=(*file.units, *numbered(setting_up.bought(file, army, catalogue), taken_in(file)))
                )

        for number, army in enumerate(self.file.armies, 1):
            fix = "spell the unit as the catalogue does, or remove the army"
            self.passes("armies", f"army {number}", fix, join, army)
        self.sound = replace(self.sound, attached=file.attached)
        return file.units

    def place(self, units: tuple[PlacedUnit, ...]) -> None:
        """Look every unit up, and line up those that have no place."""
        catalogue = self.game.catalogue_for(self.sound, {})
        placed: dict[str, tuple[PlacedUnit, UnitType]] = {}

        def look_up(unit: PlacedUnit) -> None:
            kind = setting_up.kind_of(self.file, unit, catalogue)
            require_known_marks(replace(self.bare, units=(unit,)), self.options, self.game.plugins)
            placed[unit.id] = unit, kind

        for unit in units:
            if unit.id in placed:
                self.tell("units", unit.id, f"two units are called {unit.id!r}", "give one of them another name")
            else:
                self.passes("units", unit.id, "change it, or remove it", look_up, unit)
        for name, reason in setting_up.clashes(self.file, {name: kind for name, (_, kind) in placed.items()}):
            self.tell("units", name, reason, "remove it, and add it again")
        standing = {name: unit.elements for name, (unit, _) in placed.items()}
        kinds = {name: kind for name, (_, kind) in placed.items()}
        for side in SIDES:
            own = [unit for unit, _ in placed.values() if unit.side == side]
            fix = f"draw a zone for the {side} side that has room for them, or put them on the table one by one"
            self.passes("zones", side, fix, lambda own: standing.update(setting_up.in_ranks(self.sound, own, kinds)), own)
        there = [replace(unit, elements=standing[name]) for name, (unit, _) in placed.items() if standing[name]]
        self.sound = replace(self.sound, units=tuple(sorted(there, key=lambda unit: SIDES.index(unit.side))))
