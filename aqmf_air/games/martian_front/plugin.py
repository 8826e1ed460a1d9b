"""All Quiet on the Martian Front as a plugin: everything that it registers. Hook implementations only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from aqmf_air import hookimpl
from aqmf_air.games.martian_front import RULES_VERSION

if TYPE_CHECKING:
    from aqmf_air.core.play.contributions import Contribution, Pages, Policy, Procedure, RulesetSource, ScenarioSource
    from aqmf_air.core.play.events import Command, Event
    from aqmf_air.core.play.rule_register import Rule
    from aqmf_air.core.play.rules_versions import Upcaster
    from aqmf_air.core.play.rulings import Rulings
    from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
    from aqmf_air.games.martian_front.army_formats import Exporter, Finding, Importer
    from aqmf_air.games.martian_front.profiles import UnitType

__all__ = ["RULES_VERSION"]

RULESET, LEDGER = "aqmf", "aqmf-ledger"
FIRST = "first-flight"
"""The scenario to begin with."""


@hookimpl
def aqmf_extends() -> Sequence[str]:
    return (RULESET, LEDGER)


@hookimpl
def aqmf_register_hookspecs() -> Sequence[str]:
    return ("aqmf_air.games.martian_front.hookspecs",)


@hookimpl
def aqmf_register_rulesets() -> Sequence[RulesetSource]:
    from aqmf_air.core.play.contributions import RulesetSource
    from aqmf_air.games.martian_front.ledger.ruleset import Ledger
    from aqmf_air.games.martian_front.ruleset import AllQuiet

    return (RulesetSource(AllQuiet.id, AllQuiet.title, AllQuiet), RulesetSource(Ledger.id, Ledger.title, Ledger, (RULESET,)))


@hookimpl
def aqmf_register_unit_types(ruleset: str) -> Sequence[UnitType]:
    from aqmf_air.games.martian_front.profiles import unit_types

    return unit_types() if ruleset == RULESET else ()


@hookimpl
def aqmf_register_commands(ruleset: str) -> Sequence[type[Command]]:
    from aqmf_air.games.martian_front.orders import (
        artillery,
        damaged_legs,
        damaged_weapons,
        deployment,
        firing,
        initiative,
        moving,
        rays,
        reserves,
        turn,
    )

    if ruleset == LEDGER:
        from aqmf_air.games.martian_front.ledger.contributions import CLAIMS

        return CLAIMS
    listed = (
        deployment.Deploy,
        artillery.Bombardment,
        initiative.RollInitiative,
        initiative.GoFirst,
        reserves.CallReserves,
        damaged_legs.Stagger,
        moving.Move,
        damaged_weapons.RollForWeapon,
        damaged_weapons.FireWild,
        firing.Shoot,
        rays.SweepRay,
        artillery.Barrage,
        turn.EndPhase,
    )
    return listed if ruleset == RULESET else ()


@hookimpl
def aqmf_register_events(ruleset: str) -> Sequence[type[Event]]:
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
    from aqmf_air.games.martian_front.rules import damage, hiding

    if ruleset == LEDGER:
        from aqmf_air.games.martian_front.ledger.contributions import EVENTS

        return EVENTS
    listed = (
        deployment.Deployed,
        initiative.InitiativeRolled,
        initiative.OrderChosen,
        reserves.Arrived,
        reserves.ReservesCalled,
        moving.Moved,
        damaged_legs.LegsRolled,
        hiding.Revealed,
        firing.Fired,
        rays.Swept,
        artillery.Barraged,
        damaged_weapons.WeaponRolledFor,
        damaged_weapons.WentWild,
        damaged_weapons.LaidWild,
        damage.ElementsLost,
        damage.TripodDamaged,
        morale_orders.MoraleTested,
        morale_orders.UnitRouted,
        morale_orders.UnitLeft,
        morale_orders.Caught,
        morale_orders.Rallied,
        turn.SideDone,
        turn.PhaseEnded,
        turn.GameWon,
    )
    return listed if ruleset == RULESET else ()


@hookimpl
def aqmf_register_procedures(ruleset: str) -> Sequence[Procedure]:
    from aqmf_air.core.play.contributions import Procedure
    from aqmf_air.games.martian_front import view
    from aqmf_air.games.martian_front.orders import morale_orders, moving, turn
    from aqmf_air.games.martian_front.rules import damage, measuring, morale
    from aqmf_air.games.martian_front.sheet import actions

    if ruleset != RULESET:
        return ()
    return (
        Procedure("range from", "", measuring.edge_to_edge),
        Procedure("range to", "", measuring.edge_to_edge),
        Procedure("in arc", "", measuring.all_round),
        Procedure("sight from", "", measuring.eyes_on_the_ground),
        Procedure("sight from", "tripod", measuring.eyes_of_a_tripod),
        Procedure("sight to", "", measuring.eyes_on_the_ground),
        Procedure("sight to", "tripod", measuring.eyes_upon_a_tripod),
        Procedure("under barrage", "", measuring.reachable),
        Procedure("in sweep", "", measuring.reachable),
        Procedure("on the ground", "", moving.stands_in_the_way),
        Procedure("keeps together", "", moving.coherency_of),
        Procedure("stands with the army", "", turn.always),
        Procedure("foresees", "", view.sees_nothing_ahead),
        Procedure("damage", "", damage.remove_elements),
        Procedure("damage", "tripod", damage.damage_tripod_unit),
        Procedure("in blast", "", measuring.reachable),
        Procedure("morale", "", morale_orders.ordinary_morale),
        Procedure("morale question", "", morale_orders.ordinary_morale_question),
        Procedure("natural faces", "", morale.no_natural_faces),
        Procedure("besides fire", "", actions.no_actions),
        Procedure("besides fire", "tripod", actions.actions_of_a_tripod),
    )


@hookimpl
def aqmf_register_rules(ruleset: str) -> Sequence[Rule]:
    from aqmf_air.core.play.rule_register import read_register

    return read_register("aqmf_air.games.martian_front") if ruleset == RULESET else ()


@hookimpl
def aqmf_register_rulings(ruleset: str) -> Sequence[type[Rulings]]:
    from aqmf_air.games.martian_front.rulings import HostRulings

    return (HostRulings,) if ruleset == RULESET else ()


@hookimpl
def aqmf_register_scenarios(ruleset: str) -> Sequence[ScenarioSource]:
    from aqmf_air.core.data.tables import package_file
    from aqmf_air.core.play.contributions import ScenarioSource
    from aqmf_air.games.martian_front.profiles import PACKAGE

    if ruleset != RULESET:
        return ()
    return ScenarioSource.all_in(package_file(PACKAGE, "data/scenarios"), FIRST)


@hookimpl
def aqmf_register_exporters(ruleset: str) -> Sequence[Exporter]:
    from aqmf_air.games.martian_front.army.exchange.formats import EXPORTERS

    return EXPORTERS if ruleset == RULESET else ()


@hookimpl
def aqmf_register_importers(ruleset: str) -> Sequence[Importer]:
    from aqmf_air.games.martian_front.army.exchange.formats import IMPORTERS

    return IMPORTERS if ruleset == RULESET else ()


@hookimpl
def aqmf_army_checks(ruleset: str, muster: ResolvedList) -> Sequence[Finding]:
    from aqmf_air.games.martian_front.army.checks import check

    return tuple(check(muster)) if ruleset == RULESET else ()


@hookimpl
def aqmf_army_advice(ruleset: str, muster: ResolvedList) -> Sequence[Finding]:
    from aqmf_air.games.martian_front.army.advice import advise

    return tuple(advise(muster)) if ruleset == RULESET else ()


@hookimpl
def aqmf_register_upcasters(ruleset: str) -> Sequence[Upcaster]:
    from aqmf_air.core.data.tables import package_file
    from aqmf_air.core.play.rules_versions import read_kept_rulings, rulings_kept

    kept = read_kept_rulings(package_file("aqmf_air.games.martian_front", "data/kept_rulings.toml"))
    return rulings_kept("host", kept) if ruleset in (RULESET, LEDGER) else ()


@hookimpl
def aqmf_register_policies(ruleset: str) -> Sequence[Policy]:
    from aqmf_air.core.play.contributions import Policy

    if ruleset != RULESET:
        return ()
    return (Policy("exact-odds", "Does what the exact odds say hurts the enemy most.", _choose),)


@hookimpl
def aqmf_register_folders() -> Sequence[str]:
    from aqmf_air.games.martian_front.army.store import LISTS

    return (LISTS.folder,)


@hookimpl
def aqmf_register_queries(ruleset: str) -> Sequence[Contribution]:
    from aqmf_air.core.play.contributions import Contribution

    queries = "aqmf_air.games.martian_front.ui.queries"
    listed = (
        Contribution("barrage", "A barrage or bombs on elements under a template.", f"{queries}.templates:Barrage"),
        Contribution("die-off", "Both sides roll for a tripod's legs or weapon.", f"{queries}.tripod:DieOff"),
        Contribution("explosion", "A tripod blows up near others.", f"{queries}.templates:Explosion"),
        Contribution("initiative", "Who goes first.", f"{queries}.turn:Initiative"),
        Contribution("morale", "A morale test.", f"{queries}.morale:MoraleTest"),
        Contribution("rally", "A routed unit tries to rally.", f"{queries}.morale:Rally"),
        Contribution("reserves", "Who comes on, over several turns.", f"{queries}.turn:Reserves"),
        Contribution("shoot", "Shots at one target, in numbers or between units.", f"{queries}.shooting:Shoot"),
        Contribution("sweep", "A heat ray sweeps several elements.", f"{queries}.templates:Sweep"),
        Contribution("tripod", "Damaging attacks on a tripod, through to its end.", f"{queries}.tripod:TripodFate"),
    )
    return listed if ruleset == RULESET else ()


@hookimpl
def aqmf_register_cli() -> Sequence[Contribution]:
    from aqmf_air.core.play.contributions import Contribution

    return (
        Contribution("army", "Build, check and share army lists.", "aqmf_air.games.martian_front.ui.commands.army:army"),
        Contribution(
            "print",
            "True-scale gauges, templates, cards and rosters as PDF.",
            "aqmf_air.games.martian_front.ui.commands.print:print_",
        ),
    )


def _choose(ruleset: Any, game: Any, player: str) -> Command | None:
    """Load the automatic opponent when it is first asked."""
    from aqmf_air.games.martian_front.policy import choose

    return choose(ruleset, game, player)


@hookimpl
def aqmf_register_boards(ruleset: str) -> Sequence[Contribution]:
    from aqmf_air.core.play.contributions import Contribution

    where = "aqmf_air.games.martian_front.ui.board.board:FrontBoard"
    return (Contribution("front", "The table in inches.", where),) if ruleset == RULESET else ()


@hookimpl
def aqmf_register_pages() -> Sequence[Pages]:
    from aqmf_air.core.play.contributions import Pages

    ui = {"templates": "aqmf_air.games.martian_front.ui", "static": "aqmf_air.games.martian_front.ui", "ruleset": RULESET}
    return (
        Pages(
            "army",
            "Army lists: build one, checked as you go; share it, write it in every format, print it.",
            "aqmf_air.games.martian_front.ui.pages.army.routes:ROUTES",
            link="/army",
            **ui,
        ),
        Pages(
            "ledger",
            "Keep a real table: two lists on one sheet, every attack, what is left of both, and a log.",
            "aqmf_air.games.martian_front.ui.pages.ledger.routes:ROUTES",
            link="/ledger",
            **ui,
        ),
        Pages(
            "resolve",
            "One attack: target numbers with their reasons, exact odds, your dice or ours.",
            "aqmf_air.games.martian_front.ui.pages.resolve:ROUTES",
            link="/resolve",
            **ui,
        ),
        Pages(
            "scenarios",
            "Draw a battlefield, take both forces from lists, and play it.",
            "aqmf_air.games.martian_front.ui.pages.scenario.routes:ROUTES",
            link="/scenario",
            **ui,
        ),
    )
