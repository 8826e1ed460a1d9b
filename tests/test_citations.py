"""Objections cite rules that say what they say: every pair of a rule and a reason in the code has been read by somebody."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import aqmf_air
from aqmf_air.core.play.rule_register import read_register

REVIEWED = Path(__file__).parent / "citations.toml"
HANDS_A_RULE_ON = {
    "no_target": "{} is not an enemy in the game",
}
"""Functions that object by a rule that they are given as their last argument, and what they say."""
ANOTHER_PHASE = "{} is not allowed in this phase ({})"
"""What a ``Timing`` says that is given no reason of its own."""
RULE = re.compile(r"(AIR|HOST|RW|AOV)-[A-Z]+-\d+")
GAMES = tuple(f"aqmf_air.games.{name}" for name in ("martian_front", "martian_aircraft", "richthofens_war", "aces_of_valor"))


@cache
def reviewed() -> dict[str, Any]:
    return tomllib.loads(REVIEWED.read_text(encoding="utf-8"))


@cache
def register() -> dict[str, str]:
    return {rule.id: rule.text for package in GAMES for rule in read_register(package)}


def pairs() -> set[tuple[str, str]]:
    return {(one["rule"], reason) for one in reviewed()["citation"] for reason in one["reasons"]}


def rules_of(node: ast.expr, own: str) -> Iterator[str]:
    """The rules that an objection names, ``own`` for ``self.rule``; an empty one for a rule that is not written there."""
    if isinstance(node, ast.IfExp):
        yield from rules_of(node.body, own)
        yield from rules_of(node.orelse, own)
    else:
        rule = own if ast.unparse(node) == "self.rule" else template(node)
        yield rule if RULE.fullmatch(rule) else ""


def own_rules(tree: ast.Module) -> dict[ast.AST, str]:
    """The ``rule`` of the class in which a call stands, for each call in a class that has one."""
    return {
        call: template(one.value)
        for found in ast.walk(tree)
        if isinstance(found, ast.ClassDef)
        for one in found.body
        if isinstance(one, ast.AnnAssign) and ast.unparse(one.target) == "rule" and one.value
        for call in ast.walk(found)
        if isinstance(call, ast.Call)
    }


def template(node: ast.expr) -> str:
    """A text with {} for what is filled in."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return "<made elsewhere>"


@cache
def cited() -> tuple[tuple[str, str, str], ...]:
    return tuple(citations())


def citations() -> Iterator[tuple[str, str, str]]:
    """Every rule and reason that the code cites, with the place. Where the rule is not written there it is empty."""
    folder = Path(aqmf_air.__file__).parent
    for file in sorted(folder.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        own = own_rules(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in HANDS_A_RULE_ON:
                for default in node.args.defaults:
                    yield template(default), HANDS_A_RULE_ON[node.name], f"{file.name}:{node.lineno}"
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            where = f"{file.relative_to(folder)}:{node.lineno}"
            if name in ("Objection", "forbidden", "WalkError") and len(node.args) == 2:
                for rule in rules_of(node.args[0], own.get(node, "")):
                    yield rule, template(node.args[1]), where
            elif name in ("Timing", "FrontTiming"):
                given = {one.arg: template(one.value) for one in node.keywords}
                yield given.get("rule", "HOST-TURN-1"), given.get("reason", ANOTHER_PHASE), where
            elif name in HANDS_A_RULE_ON and RULE.fullmatch(rule := template(node.args[-1])):
                yield rule, HANDS_A_RULE_ON[name], where


def test_every_objection_of_the_code_has_been_read_beside_its_rule() -> None:
    found_out = {one["reason"] for one in reviewed()["found_out"]}
    given = {*HANDS_A_RULE_ON.values(), *(reason for one in reviewed()["handed_on"] for reason in one["reasons"])}
    said = {reason for _, reason in pairs()}
    unread = [
        f"{where}: {rule or 'a rule that is found out'}: {reason}"
        for rule, reason, where in cited()
        if ((rule, reason) not in pairs() if rule else reason not in given | found_out | said)
    ]
    assert not unread, "read the rule, then add the pair to tests/citations.toml:\n" + "\n".join(unread)


def test_nothing_is_kept_that_the_code_no_longer_says() -> None:
    now = {(rule, reason) for rule, reason, _ in cited()}
    elsewhere = {reason for rule, reason in now if not rule}
    assert not [pair for pair in pairs() if pair not in now and pair[1] not in elsewhere]


@pytest.mark.parametrize("one", reviewed()["citation"], ids=lambda one: f"{one['rule']}: {one['says'][:30]}")
def test_the_text_of_the_rule_has_the_words_that_an_objection_stands_on(one: dict[str, Any]) -> None:
    assert one["says"] in register()[one["rule"]]


@pytest.mark.parametrize("one", reviewed()["found_out"], ids=lambda one: one["reason"])
def test_a_rule_that_is_found_out_is_one_of_those_that_were_read(one: dict[str, Any]) -> None:
    assert {rule for rule, reason in pairs() if reason == one["reason"]} == set(one["rules"])
