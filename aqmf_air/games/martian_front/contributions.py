"""What the game registers of its own: orders, events, procedures, rulings, scenarios, an automatic player."""

from __future__ import annotations

from typing import Any

from aqmf_air.core.data.tables import package_file
from aqmf_air.core.play.contributions import Policy, Procedure, ScenarioSource
from aqmf_air.core.play.orders import kinds_in
from aqmf_air.core.play.rule_register import Rule, read_register
from aqmf_air.core.play.rules_versions import Upcaster, read_kept_rulings, rulings_kept
from aqmf_air.core.play.search.judge import policies_of, weights_of
from aqmf_air.core.play.search.styles import read_styles
from aqmf_air.games.martian_front.army import attack_odds
from aqmf_air.games.martian_front.automatic import moves, threats
from aqmf_air.games.martian_front.automatic.judge import FrontJudge
from aqmf_air.games.martian_front.base_order import FrontEvent, FrontOrder
from aqmf_air.games.martian_front.lab import conduct
from aqmf_air.games.martian_front.orders import (
    artillery,
    damaged_legs,
    damaged_weapons,
    deployment,
    firing,
    initiative,
    morale_orders,
    moving,
    rays,
    reserves,
    turn,
)
from aqmf_air.games.martian_front.policy import choose
from aqmf_air.games.martian_front.profiles import PACKAGE
from aqmf_air.games.martian_front.rules import damage, hiding, measuring, morale
from aqmf_air.games.martian_front.rulings import HostRulings
from aqmf_air.games.martian_front.sheet import actions

FIRST = "first-flight"
"""The scenario to begin with."""


MODULES = (deployment, initiative, reserves, damaged_legs, moving, damaged_weapons, firing, rays, artillery, turn)
ORDERS = kinds_in(FrontOrder, *MODULES)
"""In the order in which they are offered."""
EVENTS = kinds_in(FrontEvent, *MODULES, morale_orders, damage, hiding)


def yes(*facts: Any) -> bool:
    """Of units without an answer of their own: they bear all round, are reached, stay, stand on the ground, and count."""
    return True


def nothing(*facts: Any) -> None:
    """The same: no rule is against it that cover protects them."""


def no(*facts: Any) -> bool:
    """The same: they foresee nothing."""
    return False


PROCEDURES = (
    Procedure("range from", "", measuring.edge_to_edge),
    Procedure("range to", "", measuring.edge_to_edge),
    Procedure("in arc", "", yes),
    Procedure("sight from", "", measuring.eyes_on_the_ground),
    Procedure("sight from", "tripod", measuring.eyes_of_a_tripod),
    Procedure("sight to", "", measuring.eyes_on_the_ground),
    Procedure("sight to", "tripod", measuring.eyes_upon_a_tripod),
    Procedure("under barrage", "", yes),
    Procedure("in sweep", "", yes),
    Procedure("on the ground", "", yes),
    Procedure("no cover", "", nothing),
    Procedure("keeps together", "", moving.coherency_of),
    Procedure("stands with the army", "", yes),
    Procedure("stays", "", yes),
    Procedure("foresees", "", no),
    Procedure("damage", "", damage.remove_elements),
    Procedure("damage", "tripod", damage.damage_tripod_unit),
    Procedure("in blast", "", yes),
    Procedure("morale", "", morale_orders.ordinary_morale),
    Procedure("morale question", "", morale_orders.ordinary_morale_question),
    Procedure("natural faces", "", morale.no_natural_faces),
    Procedure("besides fire", "", actions.no_actions),
    Procedure("attack odds", "", attack_odds.by_best_weapon),
    Procedure("besides fire", "tripod", actions.actions_of_a_tripod),
    Procedure(conduct.IN_A_MEETING, "", conduct.on_the_ground),
    Procedure(threats.STEP, "", threats.from_the_ground),
    Procedure(moves.STEP, "", moves.on_foot),
)
RULINGS = (HostRulings,)


def policies() -> tuple[Policy, ...]:
    """The automatic players: one for each style, and the one that looks no further than its own order."""
    styles = read_styles(package_file(PACKAGE, "data/styles.toml"), weights_of(FrontJudge))
    plain = Policy("exact-odds", "Does what the exact odds say hurts the enemy most.", choose)
    return (*policies_of(FrontJudge, styles), plain)


def rules() -> tuple[Rule, ...]:
    """The rule register."""
    return read_register(PACKAGE)


def upcasters() -> tuple[Upcaster, ...]:
    """What brings old games up to date: what rules did that is a ruling now."""
    return rulings_kept("host", read_kept_rulings(package_file(PACKAGE, "data/kept_rulings.toml")))


def scenarios() -> tuple[ScenarioSource, ...]:
    """Those that come with the game."""
    return ScenarioSource.all_in(package_file(PACKAGE, "data/scenarios"), FIRST)
