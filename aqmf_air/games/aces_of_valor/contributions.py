"""What the game registers of its own: orders, events, rules, rulings, scenarios."""

from __future__ import annotations

from aqmf_air.core.data.tables import package_file
from aqmf_air.core.play.contributions import Policy, ScenarioSource
from aqmf_air.core.play.orders import Event, Order, kinds_in
from aqmf_air.core.play.rule_register import Rule, read_register
from aqmf_air.games.aces_of_valor.automatic.policy import choose
from aqmf_air.games.aces_of_valor.events import aircraft as aircraft_events
from aqmf_air.games.aces_of_valor.events import campaign as campaign_events
from aqmf_air.games.aces_of_valor.events import combat as combat_events
from aqmf_air.games.aces_of_valor.events import event_cards as card_events
from aqmf_air.games.aces_of_valor.events import flight as flight_events
from aqmf_air.games.aces_of_valor.events import landing as landing_events
from aqmf_air.games.aces_of_valor.events import missions as mission_events
from aqmf_air.games.aces_of_valor.events import rounds as round_events
from aqmf_air.games.aces_of_valor.events import scramble as scramble_events
from aqmf_air.games.aces_of_valor.events import sequence as sequence_events
from aqmf_air.games.aces_of_valor.events import squadron as squadron_events
from aqmf_air.games.aces_of_valor.orders import (
    actions,
    beginning,
    combat,
    event_cards,
    flight,
    going_on,
    landing,
    premission,
    spending,
)
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.tables import PACKAGE

FIRST = "campaign"
"""The scenario to begin with."""


ORDERS = kinds_in(
    Order,
    beginning,
    premission,
    flight,
    landing,
    combat,
    actions,
    spending,
    event_cards,
    going_on,
)
"""In the order in which they are offered."""
EVENTS = kinds_in(
    Event,
    sequence_events,
    campaign_events,
    mission_events,
    aircraft_events,
    flight_events,
    landing_events,
    scramble_events,
    combat_events,
    round_events,
    squadron_events,
    card_events,
)
RULINGS = (ValorRulings,)
POLICIES = (Policy("squadron-leader", "Goes straight to the objective and home, and fights by the exact odds.", choose),)


def rules() -> tuple[Rule, ...]:
    """The rule register."""
    return read_register(PACKAGE)


def scenarios() -> tuple[ScenarioSource, ...]:
    """Those that come with the game."""
    return ScenarioSource.all_in(package_file(PACKAGE, "data/scenarios"), FIRST)
