"""What the package adds to ``aqmf``. Its hooks are asked about its own ruleset alone."""

from collections.abc import Sequence

from aqmf_air import api, hookimpl
from dawn_duel.game import DawnDuel
from dawn_duel.policy import choose
from dawn_duel.state import DuelRulings


@hookimpl
def aqmf_register_rulesets() -> Sequence[api.RulesetSource]:
    return (api.RulesetSource("duel", "Dawn Duel", DawnDuel),)


@hookimpl
def aqmf_register_rules() -> Sequence[api.Rule]:
    return api.read_register("dawn_duel")


@hookimpl
def aqmf_register_rulings() -> Sequence[type[api.Rulings]]:
    return (DuelRulings,)


@hookimpl
def aqmf_register_scenarios() -> Sequence[api.ScenarioSource]:
    return api.ScenarioSource.all_in(api.package_file("dawn_duel", "data/scenarios"))


@hookimpl
def aqmf_register_policies() -> Sequence[api.Policy]:
    return (api.Policy("ace", "Does what the exact odds say hurts the enemy most.", choose),)


@hookimpl
def aqmf_register_boards() -> Sequence[api.Contribution]:
    return (api.Contribution("hexes", "The map.", "dawn_duel.ui.board:HexBoard"),)


@hookimpl
def aqmf_register_queries() -> Sequence[api.Contribution]:
    return (api.Contribution("burst", "A burst at the other aircraft.", "dawn_duel.ui.queries:BurstQuery"),)
