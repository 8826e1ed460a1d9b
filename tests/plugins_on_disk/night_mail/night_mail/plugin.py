"""What the package adds to ``aqmf``. Its hooks are asked about its own ruleset alone."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.api import Contribution, Policy, Rule, RulesetSource, ScenarioSource, hookimpl, package_file, read_register
from night_mail.game import NightMail
from night_mail.policy import choose


@hookimpl
def aqmf_register_rulesets() -> Sequence[RulesetSource]:
    return (RulesetSource("mail", "Night Mail", NightMail),)


@hookimpl
def aqmf_register_rules() -> Sequence[Rule]:
    return read_register("night_mail")


@hookimpl
def aqmf_register_scenarios() -> Sequence[ScenarioSource]:
    return ScenarioSource.all_in(package_file("night_mail", "data/scenarios"))


@hookimpl
def aqmf_register_policies() -> Sequence[Policy]:
    return (Policy("old-hand", "Weighs what the unseen cards may bring.", choose),)


@hookimpl
def aqmf_register_advisors() -> Sequence[Contribution]:
    return (Contribution("lamplighter", "Miles to the end of the night.", "night_mail.advisor:Lamplighter"),)
