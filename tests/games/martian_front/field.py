"""A small table to play on: units where a test wants them, in the phase that it wants, with dice that it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.events import Command, PlainEvent
from aqmf_air.games.martian_front.chapters.to_hit import Attack
from aqmf_air.games.martian_front.scenario.model import PlacedElement, PlacedUnit, ScenarioFile
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Game, StateMark, Tabletop, Unit, marked, phases, with_unit
from aqmf_air.games.martian_front.tables import UnitType, weapons
from aqmf_air.plugins.registry import Registry

Place = tuple[float, float] | tuple[float, float, float]
"""x, y and, if it matters, the facing."""
Units = Mapping[str, tuple[str, Sequence[Place]]]
"""By id: what it is, and where its elements stand."""


class Field:
    """One game of the host. ``order`` checks and carries out an order; the state goes on with what happened."""

    def __init__(
        self,
        registry: Registry,
        units: Units,
        *,
        phase: str = "first.combat",
        first: str = "human",
        marks: Mapping[str, Mapping[str, str]] | None = None,
        special: Sequence[str] = (),
        rulings: Mapping[str, Any] | None = None,
        table: tuple[float, float] = (200, 200),
    ) -> None:
        self.ruleset = cast("AllQuiet", registry.ruleset("aqmf"))
        placed = tuple(
            PlacedUnit(
                id=name,
                side=self.ruleset.unit_type(kind).side,
                type=kind,
                elements=tuple(PlacedElement(x=at[0], y=at[1], facing=at[2] if len(at) == 3 else 0) for at in places),
                marks=dict((marks or {}).get(name, {})),
            )
            for name, (kind, places) in units.items()
        )
        file = ScenarioFile.model_validate(
            {
                "name": "field",
                "title": "Field",
                "table": Tabletop(width=table[0], depth=table[1]),
                "first": first,
                "units": placed,
                "special": tuple(special),
            }
        )
        self.state: Game = self.ruleset.initial(self.ruleset.scenario(file, rulings or {}).setup)
        self.go_to(phase)

    def go_to(self, phase: str, turn: int = 1) -> None:
        """Put the game at the start of a phase; nothing is rolled."""
        ids = [one.id for one in phases()]
        self.state = replace(self.state, phase=ids.index(phase), turn=turn, acted=())

    def mark(self, unit: str, name: str, value: str = "") -> None:
        """Put a mark on a unit."""
        at = self.unit(unit)
        self.state = with_unit(self.state, replace(at, marks=marked(at.marks, name, value)))

    def change(self, unit: str, **changes: Any) -> None:
        """Change a unit."""
        self.state = with_unit(self.state, replace(self.unit(unit), **changes))

    def command(self, **document: Any) -> Command:
        """An order from plain data, as a scenario's script has it."""
        return self.ruleset.codec.command(document, "test")

    def unit(self, name: str) -> Unit:
        """The unit of this id."""
        return self.state.unit(name)

    def marks(self, name: str) -> set[str]:
        """The names of a unit's marks."""
        return {mark.name for mark in self.unit(name).marks}

    def objections(self, player: str, **document: Any) -> list[str]:
        """The rules that stand against an order."""
        return [one.rule for one in self.ruleset.objections(self.state, self.command(**document), player)]

    def targets(self, **document: Any) -> list[str]:
        """What an order needs on its dice, with the reasons."""
        (question,) = self.ruleset.questions(self.state, self.command(**document))
        return [str(target) for target in question.targets]

    def odds(self, **document: Any) -> Any:
        """The exact odds of what an order is about to roll."""
        (question,) = self.ruleset.questions(self.state, self.command(**document))
        return question.odds()

    def order(self, dice: Dice, player: str, **document: Any) -> list[dict[str, Any]]:
        """Give an order that is allowed, and go on with what happened, as plain data."""
        command = self.command(**document)
        objections = self.ruleset.objections(self.state, command, player)
        assert not objections, "; ".join(map(str, objections))
        events = self.ruleset.decide(self.state, command, dice)
        for event in events:
            self.state = self.ruleset.evolve(self.state, event)
        return [plain(event) for event in events]


def plain(event: PlainEvent) -> dict[str, Any]:
    """An event as a log has it."""
    return event.model_dump(mode="json")


def attack(weapon: str, target: UnitType, **changes: Any) -> Attack:
    """The facts of an attack with one of the host's weapons on a kind of unit in the open."""
    gun = weapons()[weapon]
    facts: dict[str, Any] = {
        "weapon": gun.name,
        "weapon_kind": gun.kind,
        "power": gun.power,
        "target": target.name,
        "target_kind": target.kind,
        "defense": target.defense,
        "armor": target.armor,
    }
    return Attack(**{**facts, **changes})


def marks_of(*names: str) -> tuple[StateMark, ...]:
    """Marks without values."""
    return tuple(StateMark(name=name) for name in sorted(names))
