"""The base of both rulesets, the game and its ledger: sides, rulings, and orders of any kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, cast

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.orders import RulesetOfOrders
from aqmf_air.core.play.ruleset import Objection, Side
from aqmf_air.games.martian_front import RULES_VERSION
from aqmf_air.games.martian_front.base_order import RULESET, Order, RulesInForce
from aqmf_air.games.martian_front.rules.shooting import spelled
from aqmf_air.games.martian_front.state import Game
from aqmf_air.games.martian_front.view import View, open_view_of, summary_of
from aqmf_air.registry import Registry

OPPONENTS = (Side("human", "Humans", "#23405a"), Side("martian", "Martians", "#7d1f1a"))


class BaseRuleset(RulesetOfOrders[Game, RulesInForce]):
    """A ruleset whose commands are orders: the game itself, and the ledger of one on a real table.

    Orders and events are those registered for its ``id``; rules, rulings and procedures are the game's own in both. See
    :class:`aqmf_air.core.play.ruleset.Ruleset` for what the methods do.
    """

    orders: tuple[type[Order], ...]
    version = str(RULES_VERSION)
    no_order = "HOST-ORDER-1"
    setup: ClassVar[type[Frozen]]
    """What a game starts from, under any rulings."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.rulings = registry.rulings(RULESET)
        self.register = registry.rules(RULESET)
        super().__init__(registry.commands(self.id), registry.events(self.id), self.setup, RulesInForce(registry))

    def initial(self, setup: Frozen) -> Game:
        opened: Game = cast("Any", setup).opening()
        return opened

    def sides(self, state: Game | None = None) -> tuple[Side, ...]:
        return OPPONENTS

    def vetoes(self, state: Game, command: Command) -> Iterable[Objection]:
        return self.registry.objections(self.id, state, command)

    def summary(self, view: Any) -> tuple[str, ...]:
        return summary_of(view if isinstance(view, View) else open_view_of(view))

    def spell(self, target: TargetNumber) -> str:
        return spelled(target)
