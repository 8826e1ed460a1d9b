"""Aces of Valor as a plugin: everything that it registers. Hook implementations only."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air import hookimpl
from aqmf_air.core.play.contributions import Contribution, RulesetSource, listed
from aqmf_air.games.aces_of_valor import RULES_VERSION

__all__ = ["RULES_VERSION"]

RULESET = "valor"
GAME = "aqmf_air.games.aces_of_valor"

aqmf_register_commands = listed({RULESET: f"{GAME}.contributions:ORDERS"})
aqmf_register_events = listed({RULESET: f"{GAME}.contributions:EVENTS"})
aqmf_register_rules = listed({RULESET: f"{GAME}.contributions:rules"})
aqmf_register_rulings = listed({RULESET: f"{GAME}.contributions:RULINGS"})
aqmf_register_scenarios = listed({RULESET: f"{GAME}.contributions:scenarios"})
aqmf_register_tables = listed({RULESET: f"{GAME}.tables:SOURCES"})
aqmf_register_boards = listed(
    {RULESET: (Contribution("table-top", "The map, the combat and the squadron.", f"{GAME}.ui.board:ValorBoard"),)}
)


@hookimpl
def aqmf_register_rulesets() -> Sequence[RulesetSource]:
    from aqmf_air.games.aces_of_valor.ruleset import AcesOfValor

    return (RulesetSource(AcesOfValor.id, AcesOfValor.title, AcesOfValor),)
