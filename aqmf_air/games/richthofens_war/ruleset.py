"""Richthofen's War as a ruleset: its sides, how a game is set up, what a side sees, and how that is summed up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.dice.dice import Roll
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.events import Command, PlainEvent
from aqmf_air.core.play.orders import RulesetOfOrders
from aqmf_air.core.play.ruleset import BestFirst, Objection, Offer, OpenView, Scenario, Side
from aqmf_air.core.play.sealed_orders import masked
from aqmf_air.core.play.table_lookup import LookUp
from aqmf_air.games.richthofens_war import RULES_VERSION, TITLE, scoring
from aqmf_air.games.richthofens_war.brought import brought
from aqmf_air.games.richthofens_war.events.moves import Moved
from aqmf_air.games.richthofens_war.opening import opened
from aqmf_air.games.richthofens_war.orders.combat import TWO_DICE
from aqmf_air.games.richthofens_war.orders.ending import DoneWithTurn, GoOn
from aqmf_air.games.richthofens_war.orders.initiative import RollInitiative
from aqmf_air.games.richthofens_war.orders.moving import Fly
from aqmf_air.games.richthofens_war.pieces import COMPASS, SIDES
from aqmf_air.games.richthofens_war.rules.fire import OnDamageTable
from aqmf_air.games.richthofens_war.scenario_checks import check
from aqmf_air.games.richthofens_war.setup import Setup
from aqmf_air.games.richthofens_war.state import Game, View, without_hidden_guns
from aqmf_air.games.richthofens_war.summary import summary_of
from aqmf_air.games.richthofens_war.tables import RULESET, tables_today
from aqmf_air.games.richthofens_war.turn import rolls_next
from aqmf_air.geometry.hexes.grid import Hex, to_map
from aqmf_air.plugins.registry import Registry

OPPONENTS = (Side("german", "Germans", "#7d1f1a"), Side("allied", "Allies", "#23405a"))


class RichthofensWar(RulesetOfOrders[Game, Registry], OpenView, BestFirst):
    """The game. See :class:`aqmf_air.core.play.ruleset.Ruleset` for what the methods do."""

    id = RULESET
    version = str(RULES_VERSION)
    title = TITLE
    no_order = "RW-TURN-1"

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.rulings = registry.rulings(self.id)
        self.register = registry.rules(self.id)
        super().__init__(registry.commands(self.id), registry.events(self.id), Setup, registry)

    def sides(self, state: Game | None = None) -> tuple[Side, ...]:
        return OPPONENTS

    def set_up(self, document: Mapping[str, Any], where: str, rulings: Mapping[str, Any]) -> Scenario[Any]:
        """A scenario file, on the tables that are in force today."""
        scenario = super().set_up({"tables": tables_today(), **document}, where, rulings)
        check(scenario.setup, where)
        return scenario

    def initial(self, setup: Frozen) -> Game:
        return opened(cast("Setup", setup))

    def vetoes(self, state: Game, command: Command) -> Iterable[Objection]:
        return self.registry.objections(self.id, state, command)

    def observe(self, state: Game, player: str) -> View:
        return View(**without_hidden_guns(state if state.announces_openly else masked(state, player)), player=player)

    def open_view(self, state: Game) -> View:
        return View(**dict(state), player="")

    def best_first(self, state: Any, player: str, offers: Sequence[Offer]) -> Sequence[Offer]:
        if not any(isinstance(offer.command, Fly) for offer in offers):
            return offers
        from aqmf_air.games.richthofens_war.automatic.best_first import best_first

        return best_first(state, offers)

    def brings(self, state: Any, command: Command) -> str:
        return brought(state, command.speed, command.path) if isinstance(command, Fly) else ""

    def summary(self, view: Any) -> tuple[str, ...]:
        return summary_of(view)

    def scored(self, state: Game) -> Sequence[tuple[str, str]]:
        return scoring.scored(state)

    def follows(self, state: Game) -> Command | None:
        if state.phase == "initiative" and not state.winner:
            begins = state.turn == 1 and not any(map(state.tries_of, SIDES))  # nothing was ordered yet: a player does it
            return None if begins else RollInitiative()
        return GoOn() if rolls_next(state) else None

    def why(self, state: Game) -> str:
        return scoring.why_over(state)

    def ending(self, state: Game, player: str) -> Command | None:
        return DoneWithTurn(side=player) if state.phase == "end" else None

    def exactly(self, event: PlainEvent, state: Game, player: str | None = None) -> str:
        """Where a move began and ended: columns and rows, facings."""
        if not isinstance(event, Moved):
            return ""
        was = state.of(event.aircraft)
        start = "{},{} facing {}".format(*to_map(was.hex), COMPASS[was.facing])
        return start + " to {},{} facing {}".format(*to_map(Hex(*event.at)), COMPASS[event.facing])

    def looked_up(self, roll: Roll) -> LookUp | None:
        about = roll.ask.about
        return about.looked_up(sum(cast("tuple[int, ...]", roll.faces))) if isinstance(about, OnDamageTable) else None

    def spell(self, target: TargetNumber) -> str:
        return f"{target.total:+d}" if target.what.startswith(TWO_DICE) else f"{target.total} or less"
