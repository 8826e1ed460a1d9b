"""Scott Washburn's aircraft as a plugin: everything that they register with the base game. Hook implementations only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aqmf_air import hookimpl

if TYPE_CHECKING:
    from pathlib import Path

    from aqmf_air.core.dice.modifiers import Modifier
    from aqmf_air.core.play.contributions import Contribution, Pages, Procedure
    from aqmf_air.core.play.events import Command, Event
    from aqmf_air.core.play.rule_register import Rule
    from aqmf_air.core.play.rules_versions import Upcaster
    from aqmf_air.core.play.ruleset import Objection
    from aqmf_air.core.play.rulings import Rulings
    from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
    from aqmf_air.games.martian_front.army_formats import Attachment, Finding, UnitOption
    from aqmf_air.games.martian_front.profiles import UnitType
    from aqmf_air.games.martian_front.scenario.model import SpecialRule

HOST, LEDGER = "aqmf", "aqmf-ledger"
RULES_VERSION = 2
"""Goes up when a rule is corrected: what was played before is shown as it was played."""


@hookimpl
def aqmf_extends() -> Sequence[str]:
    return (HOST, LEDGER)


@hookimpl
def aqmf_register_unit_types(ruleset: str) -> Sequence[UnitType]:
    from aqmf_air.games.martian_aircraft.units import unit_types

    return unit_types() if ruleset == HOST else ()


@hookimpl
def aqmf_register_commands(ruleset: str) -> Sequence[type[Command]]:
    from aqmf_air.games.martian_aircraft.orders import bombers, fly_order, scouting, suicide_attack, suicide_flight

    if ruleset == LEDGER:
        from aqmf_air.games.martian_aircraft.ledger import CLAIMS

        return CLAIMS
    listed = (bombers.Bombard, scouting.Search, scouting.Spot, fly_order.Fly, suicide_flight.Run, suicide_attack.Ram)
    return listed if ruleset == HOST else ()


@hookimpl
def aqmf_register_events(ruleset: str) -> Sequence[type[Event]]:
    from aqmf_air.games.martian_aircraft.orders import bombers, scouting, suicide_attack, suicide_flight
    from aqmf_air.games.martian_aircraft.rules import flight, morale

    if ruleset == LEDGER:
        from aqmf_air.games.martian_aircraft.ledger import EVENTS

        return EVENTS
    listed = (
        bombers.Bombarded,
        scouting.Searched,
        scouting.SpottingTried,
        flight.Flown,
        flight.BombsBurst,
        morale.RunBegun,
        suicide_flight.RunAimed,
        suicide_attack.Rammed,
    )
    return listed if ruleset == HOST else ()


@hookimpl
def aqmf_register_procedures(ruleset: str) -> Sequence[Procedure]:
    from aqmf_air.games.martian_aircraft.rules.procedures import PROCEDURES

    return PROCEDURES if ruleset == HOST else ()


@hookimpl
def aqmf_register_rules(ruleset: str) -> Sequence[Rule]:
    from aqmf_air.core.play.rule_register import read_register

    return read_register("aqmf_air.games.martian_aircraft") if ruleset == HOST else ()


@hookimpl
def aqmf_register_rulings(ruleset: str) -> Sequence[type[Rulings]]:
    from aqmf_air.games.martian_aircraft.rulings import AircraftRulings

    return (AircraftRulings,) if ruleset == HOST else ()


@hookimpl
def aqmf_register_upcasters(ruleset: str) -> Sequence[Upcaster]:
    from aqmf_air.core.data.tables import package_file
    from aqmf_air.core.play.rules_versions import read_kept_rulings, rulings_kept

    kept = read_kept_rulings(package_file("aqmf_air.games.martian_aircraft", "data/kept_rulings.toml"))
    return rulings_kept("aircraft", kept) if ruleset in (HOST, LEDGER) else ()


@hookimpl
def aqmf_modifiers(ruleset: str, check: str, facts: Any) -> Sequence[Modifier]:
    from aqmf_air.games.martian_aircraft.rules import morale

    return morale.modifiers(check, facts) if ruleset == HOST else ()


@hookimpl
def aqmf_objections(ruleset: str, state: Any, command: Command) -> Sequence[Objection]:
    from aqmf_air.games.martian_aircraft.orders import fly_order
    from aqmf_air.games.martian_aircraft.rules import altitude

    if ruleset == LEDGER:
        from aqmf_air.games.martian_aircraft import ledger

        return tuple(ledger.objections(state, command))
    if ruleset != HOST:
        return ()
    return (*altitude.objections(state, command), *fly_order.must_fly(state, command))


@hookimpl
def aqmf_register_special_rules(ruleset: str) -> Sequence[SpecialRule]:
    from aqmf_air.games.martian_aircraft.orders.bombers import FIXED_POSITION
    from aqmf_air.games.martian_front.scenario.model import SpecialRule

    does = "the humans attack a fixed position, so heavy bombers may be taken and open the game"
    return (SpecialRule(FIXED_POSITION, "AIR-HEAVY-1", does),) if ruleset == HOST else ()


@hookimpl
def aqmf_register_army_options(ruleset: str) -> Sequence[UnitOption]:
    from aqmf_air.games.martian_aircraft.army_checks import OPTIONS

    return OPTIONS if ruleset == HOST else ()


@hookimpl
def aqmf_army_attachments(ruleset: str, unit: str) -> Sequence[Attachment]:
    from aqmf_air.games.martian_aircraft.army_checks import attachments

    return attachments(unit) if ruleset == HOST else ()


@hookimpl
def aqmf_army_unit_types(ruleset: str, attached: Sequence[Attachment], rulings: Mapping[str, Any]) -> Sequence[UnitType]:
    from aqmf_air.games.martian_aircraft.army_checks import unit_types_for

    return unit_types_for(attached, rulings) if ruleset == HOST else ()


@hookimpl
def aqmf_army_checks(ruleset: str, muster: ResolvedList) -> Sequence[Finding]:
    from aqmf_air.games.martian_aircraft.army_checks import check

    return tuple(check(muster)) if ruleset == HOST else ()


@hookimpl
def aqmf_army_advice(ruleset: str, muster: ResolvedList) -> Sequence[Finding]:
    from aqmf_air.games.martian_aircraft.army_checks import advise

    return tuple(advise(muster)) if ruleset == HOST else ()


@hookimpl
def aqmf_watched(ruleset: str) -> Sequence[Path]:
    from aqmf_air.games.martian_aircraft.designs.hangar import own_designs

    return (own_designs(),) if ruleset == HOST else ()


@hookimpl
def aqmf_register_units_on_board(ruleset: str) -> Sequence[Contribution]:
    from aqmf_air.core.play.contributions import Contribution

    where = "aqmf_air.games.martian_aircraft.ui.board.units:AircraftOnBoard"
    return (Contribution("aircraft", "Everything that flies.", where),) if ruleset == HOST else ()


@hookimpl
def aqmf_register_pages() -> Sequence[Pages]:
    from aqmf_air.core.play.contributions import Pages

    return tuple(
        Pages(
            name,
            about,
            "aqmf_air.games.martian_aircraft.ui.pages:ROUTES",
            link=link,
            templates="aqmf_air.games.martian_aircraft.ui",
            static="aqmf_air.games.martian_aircraft.ui",
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
    from aqmf_air.games.martian_aircraft.designs.hangar import OWN_DESIGNS

    return (OWN_DESIGNS,)


@hookimpl
def aqmf_register_queries(ruleset: str) -> Sequence[Contribution]:
    from aqmf_air.core.play.contributions import Contribution

    queries = "aqmf_air.games.martian_aircraft.ui.queries"
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
def aqmf_register_template_kits(ruleset: str) -> Sequence[Contribution]:
    from aqmf_air.core.play.contributions import Contribution

    where = "aqmf_air.games.martian_aircraft.ui.prints.templates:KIT"
    return (Contribution("aircraft", "The turning gauge, arcs, sticks, tape and field of fire.", where),)


@hookimpl
def aqmf_register_looks(ruleset: str) -> Sequence[Contribution]:
    from aqmf_air.core.play.contributions import Contribution

    where = "aqmf_air.games.martian_aircraft.ui.unit_looks:AIRCRAFT"
    return (Contribution("aircraft", "Silhouettes, altitudes and marks of aircraft.", where),)


@hookimpl
def aqmf_register_cli() -> Sequence[Contribution]:
    from aqmf_air.core.play.contributions import Contribution

    return (
        Contribution(
            "bomb", "Resolve a bombing run, or plan the best one.", "aqmf_air.games.martian_aircraft.ui.commands.bomb:bomb"
        ),
        Contribution(
            "design",
            "Aircraft designs: cost, compare, find, make.",
            "aqmf_air.games.martian_aircraft.ui.commands.design:design",
        ),
        Contribution(
            "move",
            "Check an aircraft's move, or see where it can reach.",
            "aqmf_air.games.martian_aircraft.ui.commands.move:move",
        ),
    )
