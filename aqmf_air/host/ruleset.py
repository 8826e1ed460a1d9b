"""All Quiet on the Martian Front as a ruleset: the host, with whatever is plugged into it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from pydantic import create_model

from aqmf_air.core.dice import Dice
from aqmf_air.core.events import Codec, Command, Event
from aqmf_air.core.model import Frozen, replace
from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.core.register import Rule
from aqmf_air.core.ruleset import Objection, Offer, Question
from aqmf_air.core.rulings import Rulings
from aqmf_air.errors import DataError
from aqmf_air.host.dice import spelled
from aqmf_air.host.orders import RULESET, Book, Happening, Order, nobody_orders, offered
from aqmf_air.host.profiles import SIDES, UnitType
from aqmf_air.host.scenario.enlisting import enlisted, require_known_marks, require_known_specials
from aqmf_air.host.scenario.model import Scenario, ScenarioFile, Scripted, Setup, read_scenario
from aqmf_air.host.scenario.setting_up import set_up
from aqmf_air.host.scenario.shelf import Listed, open_scenarios
from aqmf_air.host.state import Game
from aqmf_air.host.view import View, view_of
from aqmf_air.registry import Registry, by_name


class AllQuiet:
    """The game. See :class:`aqmf_air.core.ruleset.Ruleset` for what its methods do."""

    id = RULESET
    title = "All Quiet on the Martian Front"
    version = "1"

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.book = Book(registry)
        self.rulings: type[Rulings] = registry.rulings(RULESET)
        self.register: tuple[Rule, ...] = registry.rules(RULESET)
        self.orders = cast("tuple[type[Order], ...]", registry.commands(RULESET))
        # the set-up of a game under just these rulings, so that a log is read back into the very models it was written from
        self.setup_model: type[Setup] = create_model("SetupInForce", __base__=Setup, rulings=(self.rulings, ...))
        self.codec = Codec(self.orders, registry.events(RULESET), self.setup_model)

    # -- scenarios ---------------------------------------------------------------------------------------------------

    @cached_property
    def catalogue(self) -> Mapping[str, UnitType]:
        """Every unit that there is, by name."""
        return self.registry.unit_types(RULESET, UnitType, lambda one: one.name)

    def unit_type(self, name: str) -> UnitType:
        """The unit of this name, in upper or lower case.

        Raises:
            UnknownNameError: with near names.
        """
        return by_name(self.catalogue, name, "unit")

    @property
    def plugins(self) -> tuple[str, ...]:
        """The names of everything that is plugged in."""
        return tuple(one.name for one in self.registry.plugins.loaded)

    def scenario(self, file: ScenarioFile, rulings: Mapping[str, Any]) -> Scenario:
        """A scenario, ready to play under these rulings.

        Raises:
            DataError: something in it does not exist or does not fit.
            InvalidCommandError: an order of its script cannot be read.
        """
        options = self.registry.army_options(RULESET)
        file = enlisted(file, options)
        require_known_marks(file, options, self.plugins)
        require_known_specials(file, self.registry.special_rules(RULESET))
        setup = set_up(file, self.catalogue, self.rulings, self.setup_model, rulings)
        return Scenario(
            setup=setup,
            description=file.description,
            points=points_of(setup),
            script=tuple(self._scripted(file.name, number, dict(order)) for number, order in enumerate(file.orders, 1)),
        )

    def bundled(self, name: str) -> ScenarioFile:
        """The bundled scenario of this name.

        Raises:
            UnknownNameError: with near names.
        """
        return read_scenario(by_name(self.registry.scenarios(RULESET), name, "scenario").path)

    @property
    def scenarios(self) -> dict[str, Listed]:
        """Every scenario there is by name: those that ship, and the player's own as they are now."""
        return open_scenarios(self.registry.scenarios(RULESET))

    def scenario_named(self, name: str) -> ScenarioFile:
        """The scenario of this name, one that ships or one of the player's own.

        Raises:
            UnknownNameError: with near names.
            DataError: it is one of the player's own, and wrong.
        """
        return by_name(self.scenarios, name, "scenario").read()

    def _scripted(self, scenario: str, number: int, order: dict[str, Any]) -> Scripted:
        where = f"scenario {scenario!r}, order {number}"
        by = order.pop("by", None)
        if by not in SIDES:
            raise DataError(f"{where}: 'by': expected one of {', '.join(SIDES)}, got {by!r}", path=where, key="by")
        optional = order.pop("optional", False)
        if not isinstance(optional, bool):
            raise DataError(f"{where}: 'optional': expected true or false, got {optional!r}", path=where, key="optional")
        return Scripted(by=by, command=self.codec.command(order, where), optional=optional)

    # -- the protocol ------------------------------------------------------------------------------------------------

    def initial(self, setup: Frozen) -> Game:
        return cast("Setup", setup).opening()

    def players(self, state: Game) -> tuple[str, ...]:
        return SIDES

    def legal(self, state: Game, player: str) -> Sequence[Offer]:
        return offered(self.orders, state, player, self.book, self._refused)

    def objections(self, state: Game, command: Command, player: str) -> Sequence[Objection]:
        return tuple(self._against(state, command, player))

    def _refused(self, state: Game, command: Command, player: str) -> bool:
        """Whether anything is said against an order: the first word is enough, and the rest is not looked for."""
        return any(True for _ in self._against(state, command, player))

    def _against(self, state: Game, command: Command, player: str) -> Iterator[Objection]:
        order = cast("Order", command)
        own = nobody_orders(state, player) or order.objections(state, player, self.book)
        said = False
        for one in own:
            said = True
            yield one
        if not said:
            yield from self.book.objections(state, order)

    def questions(self, state: Game, command: Command) -> Sequence[Question]:
        return cast("Order", command).questions(state, self.book)

    def decide(self, state: Game, command: Command, dice: Dice) -> tuple[Event, ...]:
        return cast("Order", command).decide(state, self.book, dice)

    def evolve(self, state: Game, event: Event) -> Game:
        after = cast("Happening", event).apply(state)
        return after if after.winner else _judged(after)

    def observe(self, state: Game, player: str) -> View:
        return view_of(state, self.book, player)

    def over(self, state: Game) -> str | None:
        return state.winner or None

    def tell(self, event: Event, state: Game) -> str:
        return cast("Happening", event).tell(state)

    def spell(self, target: TargetNumber) -> str:
        return spelled(target)


def points_of(setup: Setup) -> int:
    """The points of all units of a set-up, those to come included."""
    points = {kind.name: kind.points for kind in setup.types}
    return sum(points[unit.type] for unit in (*setup.units, *(reserve.unit for reserve in setup.reserves)))


def _judged(game: Game) -> Game:
    """The game with its winner, if one side has nothing left."""
    left = {unit.side for unit in (*game.units, *(reserve.unit for reserve in game.reserves))}
    if len(left) == len(SIDES):
        return game
    return replace(game, winner=next(iter(left), "draw"))
