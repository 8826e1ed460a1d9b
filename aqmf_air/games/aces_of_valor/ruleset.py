"""Aces of Valor as a ruleset: its side, how a campaign is set up, what is seen of it, and how that is summed up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.text import plural
from aqmf_air.core.dice.dice import DiceTray, Roll, recorded
from aqmf_air.core.play.chronicle import Chronicled, Told
from aqmf_air.core.play.events import Command, Entry, PlainEvent
from aqmf_air.core.play.orders import RulesetOfOrders
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.ruleset import Objection, OpenView, Scenario, Side
from aqmf_air.core.play.table_lookup import LookUp
from aqmf_air.core.play.undoing import dice_of
from aqmf_air.games.aces_of_valor import RULES_VERSION, TITLE
from aqmf_air.games.aces_of_valor.chronicle import chronicle
from aqmf_air.games.aces_of_valor.looking_up import looked_up
from aqmf_air.games.aces_of_valor.opening import opened
from aqmf_air.games.aces_of_valor.orders.base import PlayerChoice
from aqmf_air.games.aces_of_valor.setup import Setup
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign
from aqmf_air.games.aces_of_valor.summary import summary_of
from aqmf_air.games.aces_of_valor.tables import RULESET, tables_today
from aqmf_air.plugins.registry import Registry

SQUADRON = (Side(PLAYER, "The squadron", "#23405a"),)


class AcesOfValor(RulesetOfOrders[Campaign, Registry], OpenView, Chronicled):
    """The game. See :class:`aqmf_air.core.play.ruleset.Ruleset` for what the methods do."""

    id = RULESET
    version = str(RULES_VERSION)
    title = TITLE
    no_order = "AOV-SEQ-1"

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.rulings = registry.rulings(self.id)
        self.register = registry.rules(self.id)
        super().__init__(registry.commands(self.id), registry.events(self.id), Setup, registry)

    def sides(self, state: Campaign | None = None) -> tuple[Side, ...]:
        return SQUADRON

    def set_up(self, document: Mapping[str, Any], where: str, rulings: Mapping[str, Any]) -> Scenario[Any]:
        """A scenario file, on the tables that are in force today."""
        return super().set_up({"tables": tables_today(), **document}, where, rulings)

    def initial(self, setup: Frozen) -> Campaign:
        return opened(cast("Setup", setup))

    def vetoes(self, state: Campaign, command: Command) -> Iterable[Objection]:
        return self.registry.objections(self.id, state, command)

    def observe(self, state: Campaign, player: str) -> Campaign:
        return state

    def open_view(self, state: Campaign) -> Campaign:
        return state

    def rolled_for(self, state: Campaign, entry: Entry) -> Sequence[tuple[Question, Sequence[PlainEvent]]]:
        order = cast("PlayerChoice", entry.command)
        return order.rolled_for(state, DiceTray(recorded(dice_of(entry))))

    def summary(self, view: Any) -> tuple[str, ...]:
        return summary_of(view)

    def chapter(self, state: Campaign) -> int:
        return state.number

    def looked_up(self, roll: Roll) -> LookUp | None:
        return looked_up(roll)

    def chronicle(self, setup: Any, events: Iterable[PlainEvent]) -> Told:
        return chronicle(setup, events)

    def headline(self, state: Campaign) -> str:
        return (state.winner or "").capitalize()

    def why(self, state: Campaign) -> str:
        return f"{plural(state.vp, 'victory point')} in {plural(state.missions, 'mission')}"

    def scored(self, state: Campaign) -> Sequence[tuple[str, str]]:
        return (("victory points", str(state.vp)), ("missions", str(state.missions)))
