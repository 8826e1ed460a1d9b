"""Scott Washburn's aircraft, as a plugin on the host. Hook implementations only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aqmf_air import hookimpl

if TYPE_CHECKING:
    from pathlib import Path

    from aqmf_air.core.contributions import Contribution, Pages
    from aqmf_air.core.events import Command, Event
    from aqmf_air.core.modifiers import Modifier
    from aqmf_air.core.register import Rule
    from aqmf_air.core.ruleset import Objection
    from aqmf_air.core.rulings import Rulings
    from aqmf_air.core.upcasting import Upcaster
    from aqmf_air.host.army.muster import Muster
    from aqmf_air.host.army_formats import Attachment, Finding, UnitOption
    from aqmf_air.host.profiles import UnitType
    from aqmf_air.host.scenario.model import SpecialRule
    from aqmf_air.registry import Procedure

HOST, LEDGER = "aqmf", "aqmf-ledger"
RULES_VERSION = 2
"""Goes up when a rule is corrected: what was played before is shown as it was played."""


@hookimpl
def aqmf_extends() -> Sequence[str]:
    return (HOST, LEDGER)


@hookimpl
def aqmf_register_unit_types(ruleset: str) -> Sequence[UnitType]:
    from aqmf_air.plugins.aircraft.units import unit_types

    return unit_types() if ruleset == HOST else ()


@hookimpl
def aqmf_register_commands(ruleset: str) -> Sequence[type[Command]]:
    from aqmf_air.plugins.aircraft import bombers, flying, ramming, running, scouting, spotting

    if ruleset == LEDGER:
        from aqmf_air.plugins.aircraft.ledger import CLAIMS

        return CLAIMS
    listed = (bombers.Bombard, scouting.Search, spotting.Spot, flying.Fly, running.Run, ramming.Ram)
    return listed if ruleset == HOST else ()


@hookimpl
def aqmf_register_events(ruleset: str) -> Sequence[type[Event]]:
    from aqmf_air.plugins.aircraft import bombers, flown, morale, ramming, running, scouting, spotting

    if ruleset == LEDGER:
        from aqmf_air.plugins.aircraft.ledger import HAPPENINGS

        return HAPPENINGS
    listed = (
        bombers.Bombarded,
        scouting.Searched,
        spotting.SpottingTried,
        flown.Flown,
        flown.BombsBurst,
        morale.RunBegun,
        running.RunAimed,
        ramming.Rammed,
    )
    return listed if ruleset == HOST else ()


@hookimpl
def aqmf_register_procedures(ruleset: str) -> Sequence[Procedure]:
    from aqmf_air.plugins.aircraft.procedures import PROCEDURES

    return PROCEDURES if ruleset == HOST else ()


@hookimpl
def aqmf_register_rules(ruleset: str) -> Sequence[Rule]:
    from aqmf_air.core.register import read_register

    return read_register("aqmf_air.plugins.aircraft") if ruleset == HOST else ()


@hookimpl
def aqmf_register_rulings(ruleset: str) -> Sequence[type[Rulings]]:
    from aqmf_air.plugins.aircraft.rulings import AircraftRulings

    return (AircraftRulings,) if ruleset == HOST else ()


@hookimpl
def aqmf_register_upcasters(ruleset: str) -> Sequence[Upcaster]:
    from aqmf_air.core.tables import package_file
    from aqmf_air.core.upcasting import read_kept_rulings, rulings_kept

    kept = read_kept_rulings(package_file("aqmf_air.plugins.aircraft", "data/kept_rulings.toml"))
    return rulings_kept("aircraft", kept) if ruleset in (HOST, LEDGER) else ()


@hookimpl
def aqmf_modifiers(ruleset: str, check: str, facts: Any) -> Sequence[Modifier]:
    from aqmf_air.plugins.aircraft import morale

    return morale.modifiers(check, facts) if ruleset == HOST else ()


@hookimpl
def aqmf_objections(ruleset: str, state: Any, command: Command) -> Sequence[Objection]:
    from aqmf_air.plugins.aircraft import altitude, flying

    if ruleset == LEDGER:
        from aqmf_air.plugins.aircraft import ledger

        return tuple(ledger.objections(state, command))
    if ruleset != HOST:
        return ()
    return (*altitude.objections(state, command), *flying.must_fly(state, command))


@hookimpl
def aqmf_register_special_rules(ruleset: str) -> Sequence[SpecialRule]:
    from aqmf_air.host.scenario.model import SpecialRule
    from aqmf_air.plugins.aircraft.bombers import FIXED_POSITION

    does = "the humans attack a fixed position, so heavy bombers may be taken and open the game"
    return (SpecialRule(FIXED_POSITION, "AIR-HEAVY-1", does),) if ruleset == HOST else ()


@hookimpl
def aqmf_register_army_options(ruleset: str) -> Sequence[UnitOption]:
    from aqmf_air.plugins.aircraft.roster import OPTIONS

    return OPTIONS if ruleset == HOST else ()


@hookimpl
def aqmf_army_attachments(ruleset: str, unit: str) -> Sequence[Attachment]:
    from aqmf_air.plugins.aircraft.roster import attachments

    return attachments(unit) if ruleset == HOST else ()


@hookimpl
def aqmf_army_unit_types(ruleset: str, attached: Sequence[Attachment], rulings: Mapping[str, Any]) -> Sequence[UnitType]:
    from aqmf_air.plugins.aircraft.roster import unit_types_for

    return unit_types_for(attached, rulings) if ruleset == HOST else ()


@hookimpl
def aqmf_army_checks(ruleset: str, muster: Muster) -> Sequence[Finding]:
    from aqmf_air.plugins.aircraft.roster import check

    return tuple(check(muster)) if ruleset == HOST else ()


@hookimpl
def aqmf_army_advice(ruleset: str, muster: Muster) -> Sequence[Finding]:
    from aqmf_air.plugins.aircraft.roster import advise

    return tuple(advise(muster)) if ruleset == HOST else ()


@hookimpl
def aqmf_watched(ruleset: str) -> Sequence[Path]:
    from aqmf_air.plugins.aircraft.hangar import own_designs

    return (own_designs(),) if ruleset == HOST else ()


@hookimpl
def aqmf_register_pages() -> Sequence[Pages]:
    from aqmf_air.core.contributions import Pages

    return tuple(
        Pages(
            name,
            about,
            "aqmf_air.web.hangar.routes:ROUTES",
            link=link,
            templates="aqmf_air.plugins.aircraft.ui",
            static="aqmf_air.plugins.aircraft.ui",
            ruleset=HOST,
        )
        for name, link, about in (
            ("hangar", "/hangar", "Every aircraft: price, profile, and what it does to a tripod."),
            ("design-calculator", "/hangar/new", "Points as you type, line by line."),
            ("side-by-side", "/hangar/compare", "Up to six designs, in numbers and in a picture."),
            ("worth-its-points", "/hangar/worth", "What each design does to a Martian, for what it costs."),
        )
    )


@hookimpl
def aqmf_register_folders() -> Sequence[str]:
    from aqmf_air.plugins.aircraft.hangar import OWN_DESIGNS

    return (OWN_DESIGNS,)


@hookimpl
def aqmf_register_queries(ruleset: str) -> Sequence[Contribution]:
    from aqmf_air.core.contributions import Contribution

    queries = "aqmf_air.plugins.aircraft.ui.queries"
    listed = (
        Contribution(
            "attack", "A whole attack of aircraft: bombs, guns, the answer, morale.", f"{queries}.attack:AirAttack"
        ),
        Contribution("morale", "A morale test.", f"{queries}.morale:AircraftMoraleTest"),
        Contribution("run", "The end of a suicide run.", f"{queries}.attack:SuicideRun"),
        Contribution("scout", "Hidden units discovered, over several turns.", f"{queries}.scouting:Scout"),
        Contribution("spot", "A target spotted for the guns, over several turns.", f"{queries}.scouting:Spot"),
    )
    return listed if ruleset == HOST else ()


@hookimpl
def aqmf_register_cli() -> Sequence[Contribution]:
    from aqmf_air.core.contributions import Contribution

    return (
        Contribution("bomb", "Resolve a bombing run, or plan the best one.", "aqmf_air.cli.bomb:bomb"),
        Contribution("design", "Aircraft designs: cost, compare, find, make.", "aqmf_air.cli.design:design"),
        Contribution("move", "Check an aircraft's move, or see where it can reach.", "aqmf_air.cli.move:move"),
    )
