"""Questions as words: what they take, and what cannot be asked."""

from __future__ import annotations

from math import comb

import click
import pytest

from aqmf_air.cli.odds import odds
from aqmf_air.cli.odds.command import QuestionCommand
from aqmf_air.core.odds.query import Option, Query
from aqmf_air.errors import QuestionError
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.plugins.indexed import indexed

from .answers import asked

WORDS: dict[str, dict[str, str]] = {
    "attack": {"attacker": "Burgess-Dunne D8", "target": "Drones", "bombs": "apart", "guns": "no", "under": "2"},
    "barrage": {"targets": "4", "defense": "5", "armor": "7", "power": "-1", "cover": "hard", "templates": "2"},
    "die-off": {"over": "weapon"},
    "explosion": {"target": "Drones", "targets": "2", "cover": "soft", "also": "Scout Tripod"},
    "initiative": {"kills": "3", "big-kills": "1", "commands-lost": "2"},
    "morale": {"lost": "2", "aircraft": "yes", "reroll": "no", "last-element": "yes"},
    "rally": {},
    "reserves": {"units": "4", "turns": "3"},
    "run": {"bombs": "2", "target": "Scout Tripod"},
    "scout": {"hidden": "3", "turns": "2", "scouts": "2"},
    "shoot": {"attacker": "US Infantry", "weapon": "Rifle", "target": "Drones", "points": "90", "morale": "yes"},
    "spot": {"radio": "yes", "turns": "5", "spotters": "2"},
    "sweep": {"attacker": "Scout Tripod", "target": "US Infantry", "targets": "3"},
    "tripod": {"unit": "Scout Tripod", "attacks": "3"},
}


QUESTIONS = indexed("aqmf_register_queries", "aqmf")


def question(name: str) -> type[Query]:
    kind: type[Query] = QUESTIONS[name].load(Query)
    return kind


def never() -> AllQuiet:
    raise AssertionError


def typed(one: Option, word: str) -> list[str]:
    flags = {"yes": [f"--{one.name}"], "no": [f"--no-{one.name}"] if one.default else []}
    return flags.get(word, [f"--{one.name}", word])


@pytest.mark.parametrize("name", QUESTIONS)
def test_words_make_the_question_that_the_command_line_asks(name: str) -> None:
    kind, words = question(name), WORDS[name]
    options = {one.name: one for one in kind.options()}
    command = odds.get_command(click.Context(odds), name)
    assert isinstance(command, QuestionCommand)
    arguments = [part for key, word in words.items() for part in typed(options[key], word)]
    with command.make_context(name, arguments) as context:
        own = {key: value for key, value in context.params.items() if key in command.own}
    assert kind.read(words) == kind(**own)


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_empty_word_is_as_good_as_none_and_every_option_says_what_it_means(name: str) -> None:
    kind = question(name)
    needed = {one.name: "Drones" for one in kind.options() if one.required}
    assert kind.read({**dict.fromkeys((one.name for one in kind.options()), ""), **needed}) == kind.read(needed)
    for one in kind.options():
        assert one.about.strip()
        assert all(one.read(str(value)) == value for value in one.kind.every(never) or () if not isinstance(value, bool))


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("shoot", {"shots": "0"}, "--shots: expected a whole number, 1 or more, got '0'"),
        ("shoot", {"defense": "31"}, "--defense: expected a whole number from 1 to 30, got '31'"),
        ("barrage", {"targets": "9" * 30}, "--targets: expected a whole number from 1 to 1000, got '" + "9" * 30 + "'"),
        ("spot", {"radio": "perhaps"}, "--radio: expected yes or no, got 'perhaps'"),
        ("attack", {"attacker": "x"}, "missing --target"),
        (
            "attack",
            {"attacker": "x", "target": "y", "bombs": "up"},
            "--bombs: expected one of together, apart, none, got 'up'",
        ),
    ],
)
def test_a_word_that_is_no_value_is_refused_by_name(name: str, words: dict[str, str], said: str) -> None:
    with pytest.raises(QuestionError) as refused:
        question(name).read(words)
    assert str(refused.value) == said


def test_covers_are_few_enough_to_ask_about_each_and_units_are_not() -> None:
    kinds = {one.name: one.kind for one in question("shoot").options()}
    assert kinds["cover"].every(never) == ("none", "soft", "hard", "fortified")
    assert kinds["attacker"].every(never) is None


def test_a_question_in_plain_numbers_opens_no_game() -> None:
    words = {"shots": "3", "defense": "6", "armor": "10", "power": "1"}
    assert question("shoot").read(words).ask(never).title == asked("shoot --shots 3 --defense 6 --armor 10 --power 1").title


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_a_question_says_of_itself_makes_it_again(name: str) -> None:
    kind, words = question(name), WORDS[name]
    assert kind.read(dict(kind.read(words).words())) == kind.read(words)


@pytest.mark.rule("HOST-MORALE-1", "HOST-MORALE-3")
@pytest.mark.parametrize("again", ["", "--reroll"])
def test_several_units_test_morale_in_one_question(again: str) -> None:
    one = asked(f"morale --lost 2 {again}").chance
    three = asked(f"morale --lost 2 --units 3 {again}")
    assert three.chance == one**3
    assert dict(three.line("passed").odds) == {n: comb(3, n) * one**n * (1 - one) ** (3 - n) for n in range(4)}
    assert three.line("outcomes").odds["pass"] == one
    assert [len(three.roll.tell(outcome)) for outcome in three.roll.question.odds()] == [3] * 4


def test_aircraft_of_a_unit_may_drop_their_bombs_in_different_ways() -> None:
    attack = "attack --attacker 'Airco D.H.4' --target 'Scout Tripod' --no-guns --no-answer"
    alike = asked(f"{attack} --bombs apart")
    assert asked(f"{attack} --loads apart,apart,apart").line("fate").odds == alike.line("fate").odds
    some = asked(f"{attack} --loads 'apart, none, together'")
    assert "3 templates" in some.title
    assert asked(f"{attack} --loads none,none,together").chance < some.chance < alike.chance
    said = r"^--loads: expected 3 of together, apart, none with commas, got 'apart,up,none'$"
    with pytest.raises(click.UsageError, match=said):
        asked(f"{attack} --loads apart,up,none")
