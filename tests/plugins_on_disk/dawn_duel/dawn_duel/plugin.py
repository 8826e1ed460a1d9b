"""What the package adds to ``aqmf``. Its hooks are asked about its own ruleset alone."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.api import Policy, Rule, RulesetSource, Rulings, ScenarioSource, hookimpl, package_file, read_register
from dawn_duel.game import DawnDuel
from dawn_duel.policy import choose
from dawn_duel.state import DuelRulings


@hookimpl
def aqmf_register_rulesets() -> Sequence[RulesetSource]:
    return (RulesetSource("duel", "Dawn Duel", DawnDuel),)


@hookimpl
def aqmf_register_rules() -> Sequence[Rule]:
    return read_register("dawn_duel")


@hookimpl
def aqmf_register_rulings() -> Sequence[type[Rulings]]:
    return (DuelRulings,)


@hookimpl
def aqmf_register_scenarios() -> Sequence[ScenarioSource]:
    return ScenarioSource.all_in(package_file("dawn_duel", "data/scenarios"))


@hookimpl
def aqmf_register_policies() -> Sequence[Policy]:
    return (Policy("ace", "Does what the exact odds say hurts the enemy most.", choose),)
