"""All Quiet on the Martian Front as a ruleset, with all that plugins add to it; and what its ledger shares with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace as with_changes
from functools import cached_property
from typing import Any, ClassVar, cast

from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.data.names import by_name
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.events import Command, PlainEvent
from aqmf_air.core.play.orders import RulesetOfOrders
from aqmf_air.core.play.ruleset import (
    Dealing,
    Gauged,
    Lists,
    Objection,
    Offer,
    OpenView,
    Scenario,
    Scripted,
    Side,
    Stage,
)
from aqmf_air.core.play.rulings import settle
from aqmf_air.core.play.scenarios import Listed, open_scenarios
from aqmf_air.core.play.secrecy import OUT_OF_SIGHT, UNSEEN
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front import RULES_VERSION, TITLE
from aqmf_air.games.martian_front.army.resolved_list import catalogue_with
from aqmf_air.games.martian_front.army.unit_index import UnitIndex
from aqmf_air.games.martian_front.base_order import RULESET, FrontOrder, FrontRules
from aqmf_air.games.martian_front.base_order import FrontEvent as GameEvent
from aqmf_air.games.martian_front.die_offs import acting
from aqmf_air.games.martian_front.gauges import gauges_of
from aqmf_air.games.martian_front.hook_answers import army_options, special_rules, unit_index
from aqmf_air.games.martian_front.in_words import agreeing
from aqmf_air.games.martian_front.orders.turn import EndPhase, last_standing, may_be_busy, scored, stays, won_by
from aqmf_air.games.martian_front.profiles import SIDES, UnitType
from aqmf_air.games.martian_front.rules.measuring import unsheltered
from aqmf_air.games.martian_front.rules.shooting import spelled
from aqmf_air.games.martian_front.scenario.forces_from_lists import (
    enlisted,
    meeting_of,
    require_known_marks,
    require_known_specials,
)
from aqmf_air.games.martian_front.scenario.hidden_markers import dealt
from aqmf_air.games.martian_front.scenario.model import ScenarioFile, Setup, read_scenario, scenario_of
from aqmf_air.games.martian_front.scenario.setting_up import set_up, sides_without_units
from aqmf_air.games.martian_front.state import Game
from aqmf_air.games.martian_front.unit_states import States, states_in_force
from aqmf_air.games.martian_front.view import View, as_read, open_view_of, some_unseen, summary_of, view_of
from aqmf_air.plugins.registry import Registry

OPPONENTS = (Side("human", "Humans", "#23405a"), Side("martian", "Martians", "#7d1f1a"))


class BaseRuleset(RulesetOfOrders[Game, FrontRules]):
    """A ruleset whose commands are orders: the game itself, and the ledger of one on a real table.

    Orders and events are those registered for its ``id``; rules, rulings and procedures are the game's own in both. See
    :class:`aqmf_air.core.play.ruleset.Ruleset` for what the methods do.
    """

    orders: tuple[type[FrontOrder], ...]
    version = str(RULES_VERSION)
    no_order = "HOST-ORDER-1"
    setup: ClassVar[type[Frozen]]
    """What a game starts from, under any rulings."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.rulings = registry.rulings(RULESET)
        self.register = registry.rules(RULESET)
        super().__init__(registry.commands(self.id), registry.events(self.id), self.setup, FrontRules(registry))

    def initial(self, setup: Frozen) -> Game:
        opened: Game = cast("Any", setup).opening()
        return opened

    def sides(self, state: Game | None = None) -> tuple[Side, ...]:
        return OPPONENTS

    def vetoes(self, state: Game, command: Command) -> Iterable[Objection]:
        return self.registry.objections(self.id, state, command)

    def summary(self, view: Any) -> tuple[str, ...]:
        return summary_of(view if isinstance(view, View) else open_view_of(view), self.states)

    @cached_property
    def states(self) -> tuple[States, ...]:
        """Words for how units are."""
        return states_in_force(self.registry)

    def names(self, seen: Any) -> Mapping[str, str]:
        """See :mod:`aqmf_air.games.martian_front.unit_names`; markers go by their letters: ``Marker B``."""
        own: Mapping[str, str] = seen.names
        return own

    def spell(self, target: TargetNumber) -> str:
        return spelled(target)


class AllQuiet(BaseRuleset, Dealing, Gauged, Lists, OpenView):
    """The game, with its units and scenarios."""

    id = RULESET
    title = TITLE
    setup = Setup

    @cached_property
    def catalogue(self) -> Mapping[str, UnitType]:
        """Every unit that there is, by name."""
        return self.registry.unit_types(RULESET, UnitType, lambda one: one.name)

    def unit_type(self, name: str) -> UnitType:
        """The unit of this name, in upper or lower case.

        Raises UnknownNameError: with near names.
        """
        return by_name(self.catalogue, name, "unit", lambda sought: self.index.near(sought))

    @cached_property
    def index(self) -> UnitIndex:
        """The catalogue, to be searched by what units are."""
        return unit_index(self.registry, self.catalogue)

    def catalogue_for(self, file: ScenarioFile, chosen: Mapping[str, Any]) -> Mapping[str, UnitType]:
        """The catalogue as a scenario has it: with the designs that came with its lists, priced under its rulings.

        Raises DataError: a ruling that does not exist, or a value that it does not have.
        """
        rulings = {**file.rulings, **chosen}
        settle(self.rulings, rulings, f"scenario {file.name!r}")
        return catalogue_with(self.registry, self.catalogue, file.attached, rulings)

    @property
    def plugins(self) -> tuple[str, ...]:
        """The names of everything that is plugged in."""
        return tuple(one.name for one in self.registry.plugins.loaded)

    def stage(self, state: Game) -> Stage:
        """The phase, with the sides that have something to do in it now: see :func:`.acting`, :func:`.may_be_busy`."""
        sides = acting(state)
        return with_changes(state.stage, active=tuple(side for side in sides if may_be_busy(state, side)) or sides)

    def ending(self, state: Game, player: str) -> Command:
        return EndPhase()

    def set_up(self, document: Mapping[str, Any], where: str, rulings: Mapping[str, Any]) -> Scenario[Setup]:
        """A scenario as it is played: raises DataError as :meth:`scenario` does, and where a side has no unit."""
        file = scenario_of(document, where)
        scenario = self.scenario(file, rulings)
        for side in sides_without_units(file):
            raise DataError(f"{file.where}: the {side} side has no unit", path=file.where, key="units")
        return scenario

    def meeting(self, lists: Sequence[str], rulings: Mapping[str, Any]) -> Scenario[Setup]:
        return self.set_up(meeting_of(lists), "meeting", rulings)

    def scenario(self, file: ScenarioFile, rulings: Mapping[str, Any]) -> Scenario[Setup]:
        """A scenario, ready to play under these rulings.

        Raises:
            DataError: something in it does not exist or does not fit.
            InvalidCommandError: an order of its script cannot be read.
        """
        options = army_options(self.registry)
        file, notes = enlisted(file, options, rulings)
        require_known_marks(file, options, self.plugins)
        require_known_specials(file, special_rules(self.registry))
        setup = set_up(file, self.catalogue_for(file, rulings), self.rulings, self.setup_model, rulings)
        opening = setup.opening()
        for unit in (one for one in setup.units if one.has("cover")):
            if why := unsheltered(opening, self.rules, unit):
                raise DataError(f"{file.where}: {unit.id}: 'cover': {why}", path=file.where, key="cover")
        for late in (reserve.unit for reserve in setup.reserves):
            if not stays(opening, self.rules, late):
                raise DataError(f"{file.where}: {late.id}: leaves before turn 1, and cannot arrive later", path=file.where)
        return Scenario(
            setup=setup,
            title=file.title,
            description=file.description,
            facts=(
                ("points", str(points_of(setup))),
                ("table", f"{setup.table.width:g} by {setup.table.depth:g} inches"),
                ("lasts", f"{setup.turns} turns" if setup.turns else "to the end"),
            ),
            script=tuple(self._scripted(file.name, number, dict(order)) for number, order in enumerate(file.orders, 1)),
            notes=notes,
        )

    def bundled(self, name: str) -> ScenarioFile:
        """The bundled scenario of this name.

        Raises UnknownNameError: with near names.
        """
        return read_scenario(by_name(self.registry.scenarios(RULESET), name, "scenario").path)

    @property
    def scenarios(self) -> dict[str, Listed]:
        """Every scenario there is by name: those that ship, and the player's own as they are now."""
        return open_scenarios(RULESET, self.registry.scenarios(RULESET))

    def scenario_named(self, name: str) -> ScenarioFile:
        """The scenario of this name, one that ships or one of the player's own.

        Raises:
            UnknownNameError: with near names.
            DataError: it is one of the player's own, and wrong.
        """
        listed = by_name(self.scenarios, name, "scenario")
        if listed.fault:
            raise DataError(listed.fault, path=str(listed.path))
        return read_scenario(listed.path)

    def _scripted(self, scenario: str, number: int, order: dict[str, Any]) -> Scripted:
        where = f"scenario {scenario!r}, order {number}"
        by = order.pop("by", None)
        if by not in SIDES:
            raise DataError(f"{where}: 'by': expected one of {', '.join(SIDES)}, got {by!r}", path=where, key="by")
        optional = order.pop("optional", False)
        if not isinstance(optional, bool):
            raise DataError(f"{where}: 'optional': expected true or false, got {optional!r}", path=where, key="optional")
        return Scripted(by=by, command=self.codec.command(order, where), optional=optional)

    def dealt(self, setup: Setup, seed: int) -> Setup:
        """The set-up with its hidden markers dealt. HOST-HIDE-3."""
        return dealt(setup, seed)

    def evolve(self, state: Game, event: PlainEvent) -> Game:
        after = super().evolve(state, event)
        return after if after.winner else _judged(after)

    def legal(self, state: Game, player: str) -> Sequence[Offer]:
        return tuple(with_changes(one, title=agreeing(state, one.title)) for one in super().legal(state, player))

    def objections(self, state: Game, command: Command, player: str) -> Sequence[Objection]:
        found = super().objections(state, command, player)
        return tuple(with_changes(one, reason=agreeing(state, one.reason, player)) for one in found)

    def observe(self, state: Game, player: str) -> View:
        return view_of(state, self.rules, player)

    def open_view(self, state: Game) -> View:
        return open_view_of(state)

    def gauges(self, state: Game) -> tuple[float, ...]:
        return gauges_of(state, self.rules)

    def why(self, state: Game) -> str:
        """HOST-WIN-1, HOST-WIN-2."""
        return won_by(state, self.rules)

    def scored(self, state: Game) -> tuple[tuple[str, str], ...]:
        """HOST-WIN-1, HOST-WIN-2."""
        return scored(state, self.rules)

    def tell(self, event: PlainEvent, state: Game, player: str | None = None) -> str:
        if player is None or not some_unseen(state, player):
            return agreeing(state, super().tell(event, state))
        read = as_read(state, self.evolve(state, event), player)
        line = agreeing(read, super().tell(event, read))
        return UNSEEN if OUT_OF_SIGHT in line else line

    def exactly(self, event: PlainEvent, state: Game, player: str | None = None) -> str:
        """Nothing of what the reader is not told."""
        line = self.tell(event, state, player)
        return cast("GameEvent", event).exactly(state) if line and line != UNSEEN else ""


def points_of(setup: Setup) -> int:
    """The points of all units of a set-up, those to come included."""
    points = {kind.name: kind.points for kind in setup.types}
    return sum(points[unit.type] for unit in (*setup.units, *(reserve.unit for reserve in setup.reserves)))


def _judged(game: Game) -> Game:
    """The game with its winner, if one side has nothing left."""
    left = last_standing(game)
    return game if len(left) == len(SIDES) else replace(game, winner=next(iter(left), "draw"))
