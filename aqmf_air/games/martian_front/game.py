"""All Quiet on the Martian Front as a plugin: everything that it registers. Hook implementations only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from aqmf_air.api import Contribution, Pages, Print, RulesetSource, Sample, hookimpl, lazy_ruleset, static_hook
from aqmf_air.games.martian_front import LEDGER_TITLE, RULES_VERSION, TITLE

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.plugged_in import Finding
    from aqmf_air.games.martian_front.army.resolved_list import ResolvedList


HUMANS = """format = 1
name = "A rifle company"
side = "human"
limit = 500
units = [
  { unit = "US Command Squad" },
  { unit = "US Infantry", count = 2 },
  { unit = "Heavy Machine Gun Squad" },
  { unit = "Field Gun Battery" },
]
"""
MARTIANS = """format = 1
name = "Two tripods"
side = "martian"
limit = 500
units = [
  { unit = "Scout Tripod" },
  { unit = "Assault Tripod" },
]
"""

ARMY_SAMPLE = Sample(
    "Open a list", "A rifle company with its guns, checked and ready to print.", f"/army?{urlencode({'list': HUMANS})}"
)
LEDGER_SAMPLE = Sample(
    "Open a ledger",
    "A rifle company against two tripods, on your own table.",
    "/ledger/new",
    (("human-text", HUMANS), ("martian-text", MARTIANS), ("title", "A sample ledger"), ("first", "human")),
)
SCENARIO_SAMPLE = Sample(
    "Change a scenario",
    "A copy of First flight: move the wood, add a tripod, play it.",
    "/scenario/copy",
    (("scenario", "first-flight"), ("title", "My first flight"), ("once", "sample")),
)


# -- what the game registers -------------------------------------------------------------------------------------------


__all__ = ["RULES_VERSION"]

RULESET, LEDGER = "aqmf", "aqmf-ledger"
GAME = "aqmf_air.games.martian_front"
UI = f"{GAME}.ui"
QUERIES = f"{UI}.queries"
PRINTS = f"{UI}.prints.kit"
PREPARE = "Prepare"
"""The heading under which pages are listed that come before a game."""
WORTH = "What every unit is worth: fair prices, who beats whom, what drives a price."
ARMY = "Army lists: build one, checked as you go; share it, write it in every format, print it."
KEEP = "Keep a real table: two lists on one sheet, every attack, what is left of both, and a log."
DRAW = "Draw a battlefield, take both forces from lists, and play it."
ATTACK = "One attack: target numbers with their reasons, exact odds, your dice or ours."

aqmf_register_unit_types = static_hook({RULESET: f"{GAME}.tables:unit_types"})
aqmf_register_commands = static_hook({RULESET: f"{GAME}.sequence:ORDERS", LEDGER: f"{GAME}.ledger.ruleset:CLAIMS"})
aqmf_register_events = static_hook({RULESET: f"{GAME}.sequence:EVENTS", LEDGER: f"{GAME}.ledger.ruleset:EVENTS"})
aqmf_register_procedures = static_hook({RULESET: f"{GAME}.sequence:PROCEDURES"})
aqmf_register_rules = static_hook({RULESET: f"{GAME}.sequence:rules"})
aqmf_register_rulings = static_hook({RULESET: f"{GAME}.sequence:RULINGS"})
aqmf_register_scenarios = static_hook({RULESET: f"{GAME}.sequence:scenarios"})
aqmf_register_unit_words = static_hook({RULESET: f"{GAME}.army.plugged_in:own_words"})
aqmf_register_exporters = static_hook({RULESET: f"{GAME}.army.exchange.formats:EXPORTERS"})
aqmf_register_importers = static_hook({RULESET: f"{GAME}.army.exchange.formats:IMPORTERS"})
aqmf_register_upcasters = static_hook(dict.fromkeys((RULESET, LEDGER), f"{GAME}.sequence:upcasters"))
aqmf_register_policies = static_hook({RULESET: f"{GAME}.sequence:policies"})
aqmf_register_laboratories = static_hook(
    {
        RULESET: (
            Contribution("meetings", "Humans against Martians, without a table.", f"{GAME}.lab.laboratory:FrontLaboratory"),
        )
    }
)
aqmf_register_boards = static_hook(
    {RULESET: (Contribution("front", "The table in inches.", f"{UI}.board.board:FrontBoard"),)}
)
aqmf_register_prints = static_hook(
    {
        RULESET: (
            Print("aid", "The turn, what to roll, and the rulings in force, for both sides on one sheet.", f"{PRINTS}:aid"),
            Print("cards", "Cards of all units, in card sleeves' size.", f"{PRINTS}:deck", f"{UI}.commands.print:cards"),
            Print("roster", "An army list, with its cards and rules.", "", f"{UI}.commands.print:roster"),
            Print(
                "templates", "Gauge, arcs, templates and counters.", f"{PRINTS}:templates", f"{UI}.commands.print:templates"
            ),
        )
    }
)
aqmf_register_queries = static_hook(
    {
        RULESET: (
            Contribution("barrage", "A barrage or bombs on elements under a template.", f"{QUERIES}.templates:Barrage"),
            Contribution("die-off", "Both sides roll for a tripod's legs or weapon.", f"{QUERIES}.turn:DieOff"),
            Contribution("explosion", "A tripod blows up near others.", f"{QUERIES}.templates:Explosion"),
            Contribution("initiative", "Who goes first.", f"{QUERIES}.turn:Initiative"),
            Contribution("morale", "A morale test.", f"{QUERIES}.turn:MoraleTest"),
            Contribution("rally", "A routed unit tries to rally.", f"{QUERIES}.turn:Rally"),
            Contribution("reserves", "Who comes on, over several turns.", f"{QUERIES}.turn:Reserves"),
            Contribution("shoot", "Shots at one target, in numbers or between units.", f"{QUERIES}.shooting:Shoot"),
            Contribution("sweep", "A heat ray sweeps several elements.", f"{QUERIES}.templates:Sweep"),
            Contribution("tripod", "Damaging attacks on a tripod, through to its end.", f"{QUERIES}.turn:TripodFate"),
        )
    }
)


@hookimpl
def aqmf_extends() -> Sequence[str]:
    return (RULESET, LEDGER)


@hookimpl
def aqmf_register_hookspecs() -> Sequence[str]:
    return (f"{GAME}.hookspecs",)


@hookimpl
def aqmf_register_rulesets() -> Sequence[RulesetSource]:
    game = RulesetSource(RULESET, TITLE, lazy_ruleset(f"{GAME}.sequence:AllQuiet"))
    ledger = RulesetSource(LEDGER, LEDGER_TITLE, lazy_ruleset(f"{GAME}.ledger.ruleset:Ledger"), (RULESET,))
    return game, ledger


@hookimpl
def aqmf_army_checks(ruleset: str, muster: ResolvedList) -> Sequence[Finding]:
    from aqmf_air.games.martian_front.army.findings import check

    return tuple(check(muster)) if ruleset == RULESET else ()


@hookimpl
def aqmf_army_advice(ruleset: str, muster: ResolvedList) -> Sequence[Finding]:
    from aqmf_air.games.martian_front.army.findings import advise

    return tuple(advise(muster)) if ruleset == RULESET else ()


@hookimpl
def aqmf_register_folders() -> Sequence[str]:
    from aqmf_air.games.martian_front.army.lists import LISTS

    return (LISTS.folder,)


@hookimpl
def aqmf_register_cli() -> Sequence[Contribution]:
    return (Contribution("army", "Build, check and share army lists.", f"{UI}.commands.army:army"),)


@hookimpl
def aqmf_register_pages() -> Sequence[Pages]:
    worth = Pages(
        "laboratory", WORTH, "aqmf_air.web.laboratory:ROUTES", link=f"/lab/{RULESET}", ruleset=RULESET, group=PREPARE
    )
    own = (
        Pages(
            name,
            about,
            f"{UI}.pages.{routes}:ROUTES",
            link=link,
            templates=UI,
            static=UI,
            ruleset=RULESET,
            group=group,
            samples=samples,
        )
        for name, link, routes, group, about, samples in (
            ("army", "/army", "army.builder", PREPARE, ARMY, (ARMY_SAMPLE,)),
            ("ledger", "/ledger", "ledger.ledgers", "At a real table", KEEP, (LEDGER_SAMPLE,)),
            ("resolve", "/resolve", "resolve", "At a real table", ATTACK, ()),
            ("scenarios", "/scenario", "scenario.pages", PREPARE, DRAW, (SCENARIO_SAMPLE,)),
        )
    )
    return (worth, *own)
