"""Scott Washburn's aircraft as a plugin: everything that they register with the base game. Hook implementations only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aqmf_air.api import Contribution, Pages, Sample, hookimpl, static_hook
from aqmf_air.games.martian_front import api as front

if TYPE_CHECKING:
    from pathlib import Path

    from aqmf_air.api import Command, Modifier, Objection


HOST, LEDGER = "aqmf", "aqmf-ledger"
RULES_VERSION = 3
"""Goes up when a rule is corrected: what was played before is shown as it was played."""
GAME = "aqmf_air.games.martian_aircraft"
UI = f"{GAME}.ui"
QUERIES = f"{UI}.queries"
SAMPLE = Sample(
    "Roll an attack",
    "Three Burgess-Dunnes bomb a Scout Tripod: your dice or ours.",
    "/odds/attack?attacker=Burgess-Dunne+D8&target=Scout+Tripod#dice",
)

aqmf_register_unit_types = static_hook({HOST: f"{GAME}.state:unit_types"})
aqmf_register_commands = static_hook({HOST: f"{GAME}.sequence:ORDERS", LEDGER: f"{GAME}.ledger.claims:CLAIMS"})
aqmf_register_events = static_hook({HOST: f"{GAME}.sequence:EVENTS", LEDGER: f"{GAME}.ledger.claims:EVENTS"})
aqmf_register_procedures = static_hook({HOST: f"{GAME}.sequence:PROCEDURES"})
aqmf_register_rules = static_hook({HOST: f"{GAME}.sequence:rules"})
aqmf_register_rulings = static_hook({HOST: f"{GAME}.sequence:RULINGS"})
aqmf_register_upcasters = static_hook(dict.fromkeys((HOST, LEDGER), f"{GAME}.sequence:upcasters"))
aqmf_register_special_rules = static_hook({HOST: f"{GAME}.sequence:SPECIAL_RULES"})
aqmf_register_unit_words = static_hook({HOST: f"{GAME}.state:words"})
aqmf_unit_origins = static_hook({HOST: f"{GAME}.state:origins"})
aqmf_register_army_options = static_hook({HOST: f"{GAME}.designs.army_lists:OPTIONS"})
ON_BOARD = Contribution("aircraft", "Everything that flies.", f"{UI}.board.units:AircraftOnBoard")
aqmf_register_units_on_board = static_hook({HOST: (ON_BOARD,)})
KIT = Contribution("aircraft", "The turning gauge, arcs, sticks, tape and field of fire.", f"{UI}.prints.templates:KIT")
aqmf_register_template_kits = static_hook({HOST: (KIT,)})
LOOKS = Contribution("aircraft", "Silhouettes, altitudes and marks of aircraft.", f"{UI}.drawing.pieces:AIRCRAFT")
aqmf_register_looks = static_hook({HOST: (LOOKS,)})
ODDS = (
    Contribution("attack", "A whole attack of aircraft: bombs, guns, the answer, morale.", f"{QUERIES}.attack:AirAttack"),
    Contribution("morale", "A morale test.", f"{QUERIES}.turn:AircraftMoraleTest"),
    Contribution("run", "The end of a suicide run.", f"{QUERIES}.attack:SuicideRun"),
    Contribution("scout", "Hidden units discovered, over several turns.", f"{QUERIES}.turn:Scout"),
    Contribution("spot", "A target spotted for the guns, over several turns.", f"{QUERIES}.turn:Spot"),
)
aqmf_register_queries = static_hook({HOST: ODDS})


@hookimpl
def aqmf_extends() -> Sequence[str]:
    return (HOST, LEDGER)


@hookimpl
def aqmf_modifiers(ruleset: str, check: str, facts: Any) -> Sequence[Modifier]:
    from aqmf_air.games.martian_aircraft.chapters import suicide_run

    return suicide_run.modifiers(check, facts) if ruleset == HOST else ()


@hookimpl
def aqmf_objections(ruleset: str, state: Any, command: Command) -> Sequence[Objection]:
    from aqmf_air.games.martian_aircraft.chapters import altitude, fly_order

    if ruleset == LEDGER:
        from aqmf_air.games.martian_aircraft.ledger import claims

        return tuple(claims.objections(state, command))
    if ruleset != HOST:
        return ()
    return (*altitude.objections(state, command), *fly_order.must_fly(state, command))


@hookimpl
def aqmf_army_brought(ruleset: str, text: str, files: bool) -> Sequence[front.Attachment]:
    from aqmf_air.games.martian_aircraft.designs.army_lists import brought

    return brought(text, files) if ruleset == HOST else ()


@hookimpl
def aqmf_army_attachments(ruleset: str, unit: str) -> Sequence[front.Attachment]:
    from aqmf_air.games.martian_aircraft.designs.army_lists import attachments

    return attachments(unit) if ruleset == HOST else ()


@hookimpl
def aqmf_army_unit_types(
    ruleset: str, attached: Sequence[front.Attachment], rulings: Mapping[str, Any]
) -> Sequence[front.UnitType]:
    from aqmf_air.games.martian_aircraft.designs.army_lists import unit_types_for

    return unit_types_for(attached, rulings) if ruleset == HOST else ()


@hookimpl
def aqmf_army_checks(ruleset: str, muster: front.ResolvedList) -> Sequence[front.Finding]:
    from aqmf_air.games.martian_aircraft.designs.army_lists import check

    return tuple(check(muster)) if ruleset == HOST else ()


@hookimpl
def aqmf_army_advice(ruleset: str, muster: front.ResolvedList) -> Sequence[front.Finding]:
    from aqmf_air.games.martian_aircraft.designs.army_lists import advise

    return tuple(advise(muster)) if ruleset == HOST else ()


@hookimpl
def aqmf_watched(ruleset: str) -> Sequence[Path]:
    from aqmf_air.games.martian_aircraft.designs.hangar import own_designs

    return (own_designs(),) if ruleset == HOST else ()


@hookimpl
def aqmf_register_folders() -> Sequence[str]:
    from aqmf_air.games.martian_aircraft.designs.hangar import OWN_DESIGNS

    return (OWN_DESIGNS,)


@hookimpl
def aqmf_register_pages() -> Sequence[Pages]:
    return tuple(
        Pages(
            name,
            about,
            f"{UI}.pages:ROUTES",
            link=link,
            templates=UI,
            static=UI,
            ruleset=HOST,
            group="Aircraft",
            samples=samples,
        )
        for name, link, about, samples in (
            ("hangar", "/hangar", "Every aircraft: price, profile, and what it does to a tripod.", (SAMPLE,)),
            ("design-calculator", "/hangar/new", "Points as you type, line by line.", ()),
            ("side-by-side", "/hangar/compare", "Up to six designs, in numbers and in a picture.", ()),
            ("worth-its-points", "/hangar/worth", "What each design does to a Martian, for what it costs.", ()),
        )
    )


@hookimpl
def aqmf_register_cli() -> Sequence[Contribution]:
    return (
        Contribution("bomb", "Resolve a bombing run, or plan the best one.", f"{UI}.commands.bomb:bomb"),
        Contribution("design", "Aircraft designs: cost, compare, find, make.", f"{UI}.commands.design:design"),
        Contribution("move", "Check an aircraft's move, or see where it can reach.", f"{UI}.commands.move:move"),
    )
