"""What players ask of the rules of the games: ``rule_questions.toml``, and ``rule_questions_in_halves.toml``, of which the
search has seen one half alone, three times.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from aqmf_air.core.play.rule_search import search_registers
from aqmf_air.plugins.registry import load_registry

QUESTIONS: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("rule_questions.toml").read_text(encoding="utf-8")
)
HALVES: dict[str, dict[str, dict[str, list[str]]]] = tomllib.loads(
    Path(__file__).with_name("rule_questions_in_halves.toml").read_text(encoding="utf-8")
)
IN_SIGHT = 3
FOUND = {
    "tuned_with": (29, 30),
    "held_out": (18, 30),
    "tuned_with_later": (15, 15),
    "held_out_later": (11, 15),
    "tuned_with_last": (4, 6),
    "held_out_last": (3, 6),
}
"""How many of how many questions are answered in sight, at least. Who makes it more writes it here."""


@pytest.mark.further(every=2)
@pytest.mark.parametrize("game", QUESTIONS)
def test_a_rule_that_answers_is_among_the_first(game: str) -> None:
    registry = load_registry()
    registers = {id_: registry.ruleset(id_).register for id_ in registry.games}
    tables = {game: registry.ruleset(game).game_tables.shipped().values()}
    first = {}
    for question in QUESTIONS[game]:
        search = search_registers(question, registers, tables=tables)
        first[question] = [rule.id for rule in search.rules[game][:IN_SIGHT]]
        first[question] += [f"table {row.table}" for row in search.tables[game]]
    assert not {question: ids for question, ids in first.items() if not set(ids) & set(QUESTIONS[game][question])}


@pytest.mark.further(every=2)
@pytest.mark.parametrize("half", HALVES)
def test_as_many_questions_in_words_of_players_are_answered(half: str) -> None:
    registry = load_registry()
    registers = {id_: registry.ruleset(id_).register for id_ in registry.games}
    asked = [(game, question, set(answers)) for game, some in HALVES[half].items() for question, answers in some.items()]
    answered = [
        question
        for game, question, answers in asked
        if answers & {rule.id for rule in search_registers(question, registers).rules[game][:IN_SIGHT]}
    ]
    least, of = FOUND[half]
    assert len(asked) == of
    assert len(answered) >= least, answered


@pytest.mark.parametrize("game", QUESTIONS)
def test_each_rule_that_answers_is_one_of_the_game(game: str) -> None:
    ruleset = load_registry().ruleset(game)
    ids = {rule.id for rule in ruleset.register} | {f"table {id_}" for id_ in ruleset.game_tables.shipped()}
    asked = [QUESTIONS[game], *(half[game] for half in HALVES.values())]
    assert not {rule for some in asked for answers in some.values() for rule in answers} - ids
