"""Objections cite rules that say what they say: beside each, in a comment, stand the words of the rule that it rests on."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import aqmf_air
from aqmf_air.core.play.rule_register import read_register

OBJECTIONS = ("Objection", "forbidden", "WalkError")
"""What is given a rule and a reason."""
TIMINGS = ("Timing", "FrontTiming")
"""What is given parts of the turn, what is done in them, a rule, and a reason of its own."""
RULE = re.compile(r"(?:(AIR|HOST|RW|AOV)-[A-Z]+-\d+|ICOG-\d[\d.]*(?:-[a-z]+)?|ICOGX-\d+(?:\.\w+)+)")
QUOTED = re.compile(rf'(?:({RULE.pattern}) )?"([^"]+)"')
QUOTING = rf'# ({RULE.pattern} )?"'
NAMED = ("no_order", "decision_rule")
"""What gives the frame the rule of its own objections."""
HANDED_ON = "handed on"
"""The comment on an objection whose rule its caller gives, or that is another one in more words."""
NAMES = (
    "martian_front", "martian_aircraft", "richthofens_war", "aces_of_valor", "clouds_of_glory", "clouds_of_glory_expanded",
)  # fmt: skip
GAMES = tuple(f"aqmf_air.games.{name}" for name in NAMES)
FOLDER = Path(aqmf_air.__file__).parent / "games"


class Citation(NamedTuple):
    """A place in the code that objects by rules."""

    line: int
    code: str
    rules: tuple[str, ...]
    """Those that are written there; none: the rule comes from elsewhere."""
    noted: dict[int, str]
    """The comments on its lines and right above it."""


@cache
def register() -> dict[str, str]:
    return {rule.id: rule.text for package in GAMES for rule in read_register(package)}


def rules_in(node: ast.expr, own: str) -> Iterator[str]:
    """The rules that an expression may give, ``own`` for ``self.rule``."""
    if isinstance(node, ast.IfExp):
        yield from rules_in(node.body, own)
        yield from rules_in(node.orelse, own)
    elif isinstance(node, ast.Constant) and RULE.fullmatch(str(node.value)):
        yield str(node.value)
    elif own and ast.unparse(node) == "self.rule":
        yield own


def rules_of_classes(tree: ast.Module) -> dict[ast.AST, str]:
    """For each node in a class that names its ``rule``, that rule."""
    return {
        inside: next(rules_in(line.value, ""), "")
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for line in node.body
        if isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == "rule" and line.value
        for inside in ast.walk(node)
    }


def objecting(tree: ast.Module) -> Iterator[tuple[ast.stmt | ast.expr, tuple[str, ...]]]:
    """What objects by a rule, with the rules that are written there: objections, timings, and rules handed to others."""
    own = rules_of_classes(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name in TIMINGS:
            for line in node.body:
                if isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == "rule" and line.value:
                    yield line, tuple(rules_in(line.value, ""))
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value and target_of(node) in NAMED:
            yield node, tuple(rules_in(node.value, ""))
        elif isinstance(node, ast.FunctionDef) and node.name == "no_target":
            yield from ((default, tuple(rules_in(default, ""))) for default in node.args.defaults)
        elif isinstance(node, ast.Call) and (rules := rules_of_call(node, own.get(node, ""))) is not None:
            yield node, rules


def target_of(node: ast.Assign | ast.AnnAssign) -> str:
    """What a value is given to."""
    return ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])


def rules_of_call(node: ast.Call, own: str) -> tuple[str, ...] | None:
    """The rules that are written in a call that objects by them; None: it is none, or rests on what its class rests on."""
    name = ast.unparse(node.func).rpartition(".")[2]
    if name in OBJECTIONS and len(node.args) == 2:
        return tuple(rules_in(node.args[0], own))
    if name in TIMINGS:
        named = {keyword.arg: keyword.value for keyword in node.keywords}
        rule = named.get("rule") or (node.args[2] if len(node.args) > 2 else None)
        return tuple(rules_in(rule, "")) if rule else ("HOST-TURN-1",) if "reason" in named else None
    return (tuple(rules_in(node.args[-1], "")) or None) if name == "no_target" else None


@cache
def comments_of(source: str) -> dict[int, str]:
    """The comments in a file, by their lines."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}


@cache
def citations_in(source: str) -> tuple[Citation, ...]:
    """What objects in a file. A comment of several lines above counts as a whole, but not one beside another objection."""
    if not re.search(r"Objection|Timing|forbidden|WalkError|no_target|no_order|decision_rule", source):
        return ()
    lines, comments = source.splitlines(), comments_of(source)
    nodes = [
        (range(node.lineno, (node.end_lineno or node.lineno) + 1), rules) for node, rules in objecting(ast.parse(source))
    ]
    taken = {line for span, _ in nodes for line in span}
    citations = []
    for span, rules in nodes:
        first = span.start - 1
        while first in comments and lines[first - 1].lstrip().startswith("#"):
            first -= 1
        near = (line for line in range(first, span.stop) if line in comments and (line in span or line not in taken))
        citation = Citation(span.start, lines[span.start - 1].strip(), rules, {line: comments[line] for line in near})
        citations.append(citation)
    return tuple(citations)


@cache
def sources() -> dict[str, str]:
    """The source of the games, by file."""
    return {str(file.relative_to(FOLDER)): file.read_text(encoding="utf-8") for file in sorted(FOLDER.rglob("*.py"))}


def fault_of(citation: Citation) -> str:
    """What is wrong with what is noted beside an objection; empty: it cites each of its rules in the rule's own words."""
    comment = " ".join(citation.noted.values())
    quoted = [(match[1], match[3]) for match in QUOTED.finditer(comment)]
    if not citation.rules:
        if not quoted:
            return "" if HANDED_ON in comment else 'expected ID "words of the rule" for each, or: handed on'
        unsaid = (f"{rule or 'a rule without its id'} does not say: {words}" for rule, words in quoted
                  if words not in register().get(rule, ""))  # fmt: skip
        return "; ".join(unsaid)
    unsaid = (
        rule
        for rule in citation.rules
        if not any(len(words.split()) > 1 and words in register()[rule] for _, words in quoted)
    )
    return "; ".join(f'expected words of {rule} in a comment, # "like these"' for rule in unsaid)


def test_every_objection_stands_beside_the_words_of_its_rule() -> None:
    cited = [(file, citation) for file, source in sources().items() for citation in citations_in(source)]
    faults = [
        f"{file}:{citation.line}: {fault}\n    {citation.code}" for file, citation in cited if (fault := fault_of(citation))
    ]
    assert not faults, "read the rule, then note what the objection rests on:\n" + "\n".join(faults)
    assert len(cited) > 350


def test_no_citation_is_left_where_no_objection_is() -> None:
    for file, source in sources().items():
        if not re.search(QUOTING, source):
            continue
        beside = {line for citation in citations_in(source) for line in citation.noted}
        quoting = {line for line, comment in comments_of(source).items() if re.match(QUOTING, comment)}
        assert not quoting - beside, f"{file}: nothing objects by the words quoted in these lines"


MADE = 'yield Objection("HOST-MOVE-1", "it has moved")'


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        (f'{MADE}  # "a unit on the ground may move once"', ""),
        (f'# "a unit on the ground may move once"\n{MADE}', ""),
        (f'if moved:  # "a unit on the ground may move once"\n    {MADE}', ""),
        (MADE, "expected words of HOST-MOVE-1"),
        (f'{MADE}  # "a unit on the ground may move twice"', "expected words of HOST-MOVE-1"),
        (f'{MADE}  # "a unit on the ground may move once"\n{MADE}', "expected words of HOST-MOVE-1"),
        (f"{MADE}  # handed on", "expected words of HOST-MOVE-1"),
        ('yield Objection(rule, "no")', "expected ID"),
        ('yield Objection(rule, "no")  # handed on', ""),
        ('yield Objection(rule, "no")  # HOST-MOVE-1 "a unit on the ground may move once"', ""),
        ('yield Objection(rule, "no")  # HOST-MOVE-2 "a unit on the ground may move once"', "HOST-MOVE-2 does not say"),
    ],
)
def test_only_words_of_its_own_rule_beside_it_speak_for_an_objection(source: str, fault: str) -> None:
    faults = [fault_of(citation) for citation in citations_in(source)]
    assert faults[-1].startswith(fault)
    assert bool(faults[-1]) == bool(fault)
