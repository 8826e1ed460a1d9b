"""Richthofen's War as a plugin: everything that it registers. Hook implementations only."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.api import Contribution, Pages, Print, RulesetSource, hookimpl, lazy_ruleset, static_hook
from aqmf_air.games.richthofens_war import RULES_VERSION, TITLE

__all__ = ["RULES_VERSION"]

RULESET = "richthofen"
GAME = "aqmf_air.games.richthofens_war"
QUERIES = f"{GAME}.ui.queries"
PRINTS = f"{GAME}.ui.prints"

aqmf_register_commands = static_hook({RULESET: f"{GAME}.sequence:ORDERS"})
aqmf_register_events = static_hook({RULESET: f"{GAME}.sequence:EVENTS"})
aqmf_register_rules = static_hook({RULESET: f"{GAME}.sequence:rules"})
aqmf_register_rulings = static_hook({RULESET: f"{GAME}.sequence:RULINGS"})
aqmf_register_upcasters = static_hook({RULESET: f"{GAME}.sequence:upcasters"})
aqmf_register_scenarios = static_hook({RULESET: f"{GAME}.sequence:scenarios"})
aqmf_register_policies = static_hook({RULESET: f"{GAME}.sequence:POLICIES"})
aqmf_register_tables = static_hook({RULESET: f"{GAME}.tables:SOURCES"})
aqmf_register_boards = static_hook({RULESET: (Contribution("hexes", "The map in hexes.", f"{GAME}.ui.board:HexBoard"),)})
aqmf_register_laboratories = static_hook(
    {
        RULESET: (
            Contribution(
                "duels", "Two aircraft, turn by turn, without a map.", f"{GAME}.lab.laboratory:RichthofenLaboratory"
            ),
        )
    }
)
aqmf_register_prints = static_hook(
    {
        RULESET: (
            Print(
                "sheets",
                "Status sheets of aircraft, four to a page.",
                f"{PRINTS}.sheets:sheets",
                f"{GAME}.ui.commands.print:sheets",
            ),
            Print("aid", "The turn, what to roll, and the rulings in force, on one sheet.", f"{PRINTS}.sheets:aid"),
            Print("tables", "All tables in force, in the order of a turn.", f"{PRINTS}.tables:tables"),
            Print("record", "Pilots, missions and victories of a campaign.", f"{PRINTS}.sheets:record"),
        )
    }
)
aqmf_register_queries = static_hook(
    {
        RULESET: (
            Contribution("archie", "Anti-aircraft fire from the lines.", f"{QUERIES}:Archie"),
            Contribution("bail-out", "A man jumps from a destroyed aircraft.", f"{QUERIES}:BailOut"),
            Contribution("clear", "A jammed gun is cleared.", f"{QUERIES}:Clear"),
            Contribution("critical", "What a critical hit does to a man or an engine.", f"{QUERIES}:Critical"),
            Contribution("fire", "A shot at a range.", f"{QUERIES}:Fire"),
            Contribution("fuel", "When a holed tank runs dry.", f"{QUERIES}:Fuel"),
            Contribution("initiative", "Who of two opponents moves later.", f"{QUERIES}:Initiative"),
            Contribution("jam", "Guns that jam in a shot.", f"{QUERIES}:Jam"),
            Contribution("strafe", "Fire back at who strafes trenches.", f"{QUERIES}:Strafe"),
            Contribution("tail", "A try to tail an enemy.", f"{QUERIES}:Tail"),
        )
    }
)


@hookimpl
def aqmf_register_rulesets() -> Sequence[RulesetSource]:
    return (RulesetSource(RULESET, TITLE, lazy_ruleset(f"{GAME}.sequence:RichthofensWar")),)


@hookimpl
def aqmf_register_cli() -> Sequence[Contribution]:
    about = "Campaigns of Richthofen's War: squadrons, aces, a chronicle."
    return (Contribution("campaign", about, f"{GAME}.ui.commands.campaign:campaign"),)


@hookimpl
def aqmf_register_folders() -> Sequence[str]:
    from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS

    return (CAMPAIGNS.folder,)


@hookimpl
def aqmf_register_pages() -> Sequence[Pages]:
    campaigns = "Squadrons whose pilots become aces or do not come back, mission after mission."
    missions = "Place aircraft on the map, say what there is to do, and play it."
    worths = "What every aircraft is worth beside a Camel, who beats whom, and what drives it."
    pages = "aqmf_air.web.laboratory:ROUTES"
    laboratory = Pages("worths", worths, pages, f"/lab/{RULESET}", ruleset=RULESET, group="Prepare", title="Laboratory")
    own = (
        Pages(
            name,
            about,
            f"{GAME}.ui.pages.{module}:ROUTES",
            link=link,
            templates=f"{GAME}.ui",
            static=f"{GAME}.ui",
            ruleset=RULESET,
            group="Prepare",
        )
        for name, link, module, about in (
            ("campaigns", "/campaign", "campaign", campaigns),
            ("missions", "/mission", "missions", missions),
        )
    )
    return (*own, laboratory)
