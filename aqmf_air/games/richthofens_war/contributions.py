"""What the game registers of its own: orders, events, rules, rulings, scenarios."""

from __future__ import annotations

from aqmf_air.core.data.tables import package_file
from aqmf_air.core.play.contributions import Policy, ScenarioSource
from aqmf_air.core.play.orders import Event, Order, kinds_in
from aqmf_air.core.play.rule_register import Rule, read_register
from aqmf_air.core.play.rules_versions import Upcaster, rulings_kept
from aqmf_air.core.play.sealed_orders import OrderSealed, OrdersOpened
from aqmf_air.games.richthofens_war.automatic import opponent
from aqmf_air.games.richthofens_war.events import damage, declarations, fire, moves, order_of_moves, stages
from aqmf_air.games.richthofens_war.events import ground as ground_events
from aqmf_air.games.richthofens_war.orders import (
    combat,
    declaring,
    ending,
    ground,
    initiative,
    moving,
    sealed_choices,
    tailing,
)
from aqmf_air.games.richthofens_war.policy import choose
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings, kept_rulings
from aqmf_air.games.richthofens_war.tables import PACKAGE, RULESET

FIRST = "duel"
"""The scenario to begin with."""


ORDERS = kinds_in(Order, tailing, initiative, ground, moving, declaring, sealed_choices, combat, ending)
"""In the order in which they are offered."""
EVENTS = (
    OrderSealed,
    OrdersOpened,
    *kinds_in(Event, order_of_moves, stages, moves, declarations, fire, damage, ground_events),
)
RULINGS = (RichthofenRulings,)
POLICIES = (
    *opponent.policies(),
    Policy("exact-odds", "Does what the exact odds say hurts the enemy most, among the usual moves.", choose),
)


def rules() -> tuple[Rule, ...]:
    """The rule register."""
    return read_register(PACKAGE)


def upcasters() -> tuple[Upcaster, ...]:
    """What brings old games up to date: what rules did that is a ruling now, or another default."""
    return rulings_kept(RULESET, kept_rulings())


def scenarios() -> tuple[ScenarioSource, ...]:
    """Those that come with the game."""
    return ScenarioSource.all_in(package_file(PACKAGE, "data/scenarios"), FIRST)
