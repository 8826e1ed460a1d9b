"""Aces of Valor as a plugin: everything that it registers. Hook implementations only."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.api import Contribution, Print, RulesetSource, hookimpl, lazy_ruleset, static_hook
from aqmf_air.games.aces_of_valor import RULES_VERSION, TITLE

__all__ = ["RULES_VERSION"]

RULESET = "valor"
GAME = "aqmf_air.games.aces_of_valor"
QUERIES = f"{GAME}.ui.queries"
PRINTS = f"{GAME}.ui.prints"

aqmf_register_commands = static_hook({RULESET: f"{GAME}.sequence:ORDERS"})
aqmf_register_events = static_hook({RULESET: f"{GAME}.sequence:EVENTS"})
aqmf_register_rules = static_hook({RULESET: f"{GAME}.sequence:rules"})
aqmf_register_rulings = static_hook({RULESET: f"{GAME}.sequence:RULINGS"})
aqmf_register_scenarios = static_hook({RULESET: f"{GAME}.sequence:scenarios"})
aqmf_register_policies = static_hook({RULESET: f"{GAME}.sequence:POLICIES"})
aqmf_register_advisors = static_hook(
    {RULESET: (Contribution("mission", "To the end of the mission.", f"{GAME}.automatic.policy:MissionAdvisor"),)}
)
aqmf_register_tables = static_hook({RULESET: f"{GAME}.tables:SOURCES"})
aqmf_register_boards = static_hook(
    {RULESET: (Contribution("table-top", "The map, the combat and the squadron.", f"{GAME}.ui.board:ValorBoard"),)}
)
aqmf_register_queries = static_hook(
    {
        RULESET: (
            Contribution(
                "aa",
                "An aircraft under fire from the ground: damaged, destroyed?",
                f"{QUERIES}:AntiAircraft",
                title="Anti-aircraft fire",
            ),
            Contribution("arrivals", "Enemies that join a combat.", f"{QUERIES}:Arrivals"),
            Contribution("attack", "An attack on an aircraft, and the reply.", f"{QUERIES}:Attack"),
            Contribution("bomb", "Bombs on a target.", f"{QUERIES}:Bomb"),
            Contribution("cards", "Missions of the deck in a campaign.", f"{QUERIES}:Cards", title="Mission cards"),
            Contribution("engage", "Enemies are met: must you fight?", f"{QUERIES}:Engage"),
            Contribution("event", "Events on the way of a flight.", f"{QUERIES}:EventChecks"),
            Contribution("home", "A damaged fighter goes home alone.", f"{QUERIES}:Home", title="Going home alone"),
            Contribution("improve", "A pilot's skill after kills.", f"{QUERIES}:Improve"),
            Contribution("initiative", "Who stands higher on the track.", f"{QUERIES}:Initiative"),
            Contribution("land", "A damaged aircraft lands.", f"{QUERIES}:Land", title="Difficult landing"),
            Contribution("spot", "Photo recon or artillery spotting.", f"{QUERIES}:Spot", title="Recon and spotting"),
            Contribution("strafe", "Fighters strafe a target on the ground.", f"{QUERIES}:Strafe"),
        )
    }
)
aqmf_register_prints = static_hook(
    {
        RULESET: (
            Print("aid", "The sequence of a mission, what to roll, and the rulings in force.", f"{PRINTS}.tables:aid"),
            Print(
                "log",
                "A sheet for a mission: flight, turns, combats, points.",
                f"{PRINTS}.forms:log",
                f"{GAME}.ui.commands.print:log",
            ),
            Print("map", "The sector map, across a page.", f"{PRINTS}.forms:sectors_sheet"),
            Print(
                "roster",
                "The squadron: eight pilots, skills, missions, victories.",
                f"{PRINTS}.forms:roster",
                f"{GAME}.ui.commands.print:roster",
            ),
            Print("tables", "All tables and cards in force, in the order of a turn.", f"{PRINTS}.tables:tables"),
        )
    }
)


@hookimpl
def aqmf_register_rulesets() -> Sequence[RulesetSource]:
    return (RulesetSource(RULESET, TITLE, lazy_ruleset(f"{GAME}.sequence:AcesOfValor")),)
