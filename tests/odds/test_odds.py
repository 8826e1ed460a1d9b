"""Odds worked out by hand, as data, against the rules themselves, and against the seed's dice."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from aqmf_air.core.dice.chance import Odds, chances, estimate
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtLeast, check, numbered
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.odds.answer import Answer, Line, side_by_side
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.rule_register import read_register
from aqmf_air.games.martian_aircraft.chapters.scouting import discoveries, to_discover, to_spot
from aqmf_air.games.martian_aircraft.chapters.suicide_run import modifiers, natural_faces
from aqmf_air.games.martian_front.chapters.morale import Nerve, morale_test, to_pass
from aqmf_air.games.martian_front.chapters.to_hit import TO_DAMAGE, TO_HIT, Volley, rolled, volley

Asked = tuple[Callable[..., Any], tuple[Any, ...], Callable[[Any], Any]]


def damaging_hits(shots: int, hit: int, damage: int) -> Asked:
    def count(result: Volley) -> int:
        return result.damaging

    numbers = TargetNumber(TO_HIT, hit, "Defense", "HOST-HIT-1"), TargetNumber(TO_DAMAGE, damage, "Armor", "HOST-HIT-2")
    return volley, (shots, *numbers), count


def morale(lost: int, left: int, aircraft: bool = False, reroll: bool = False) -> Asked:
    nerve = Nerve("unit", "aircraft" if aircraft else "infantry", lost, left)
    special = natural_faces(nerve) if aircraft else ()
    return morale_test, (to_pass(nerve, modifiers("morale", nerve)), reroll, special), str


def spotting(radio: bool) -> Asked:
    return rolled, (to_spot(radio),), str


def scouting(hidden: int) -> Asked:
    return discoveries, (hidden, to_discover()), str


QUESTIONS: dict[str, Callable[..., Asked]] = {
    "damaging hits": damaging_hits,
    "morale": morale,
    "spotting": spotting,
    "scouting": scouting,
}
CASES: list[dict[str, Any]] = [
    case
    for path in sorted(Path(__file__).parent.glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
AS_PARAMETERS = [pytest.param(case, id=case["name"], marks=pytest.mark.rule(*case["rules"])) for case in CASES]


def odds_of(case: dict[str, Any]) -> Odds[Any]:
    rule, facts, view = QUESTIONS[case["question"]](**case["facts"])
    return chances(rule, *facts).map(view)


@pytest.mark.parametrize("case", AS_PARAMETERS)
def test_the_odds_are_those_worked_out_by_hand(case: dict[str, Any]) -> None:
    odds = odds_of(case)
    assert {str(outcome): p for outcome, p in odds.items()} == {name: Fraction(p) for name, p in case["odds"].items()}
    assert case["how"]
    if "mean" in case:
        assert odds.mean(lambda outcome: outcome) == Fraction(case["mean"])


@pytest.mark.further(every=3)
@pytest.mark.parametrize("case", AS_PARAMETERS)
def test_the_seeds_dice_come_up_as_the_odds_say(case: dict[str, Any]) -> None:
    """2,000 plays from a fixed seed, so that this says the same every time: within 4 standard errors."""
    rule, facts, view = QUESTIONS[case["question"]](**case["facts"])
    guess = estimate(rule, *facts, n=2000, seed=case["name"])
    for outcome, p in odds_of(case).items():
        share = sum(count for one, count in guess.counts.items() if view(one) == outcome) / guess.n
        assert abs(share - p) <= 4 * float(p * (1 - p) / guess.n) ** 0.5


def test_cases_name_rules_that_there_are() -> None:
    known = {
        rule.id
        for package in ("aqmf_air.games.martian_front", "aqmf_air.games.martian_aircraft")
        for rule in read_register(package)
    }
    assert {rule for case in CASES for rule in case["rules"]} <= known


def held(dice: Dice, need: int) -> bool:
    return dice.draw(check("it", numbered(6), AtLeast(need)))


@pytest.mark.parametrize(
    ("more", "rows"),
    [
        ({}, [("yes", Fraction(2, 3)), ("no", Fraction(1, 3))]),
        ({"order": ("no", "yes")}, [("no", Fraction(1, 3)), ("yes", Fraction(2, 3))]),
        ({"words": (("yes", "stays up"),)}, [("stays up", Fraction(2, 3)), ("no", Fraction(1, 3))]),
    ],
)
def test_what_comes_about_or_not_is_no_number(more: dict[str, Any], rows: list[tuple[str, Fraction]]) -> None:
    line = Line("holds", "It holds", Question("", held, (3,)), **more)
    answer = Answer("", (line,), "it holds", bool, "holds")
    assert [row[:3] for row in line.rows] == [(*row, None) for row in rows]
    assert side_by_side([line, line]) == [(label, [chance, chance]) for label, chance in rows]
    assert answer.counted is None
    assert answer.document()["summary"] == {}
    assert answer.roll.tell(False) == ["It holds: no"]
