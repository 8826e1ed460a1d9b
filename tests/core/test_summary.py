from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtLeast, check, numbered
from aqmf_air.core.dice.modifiers import Modifier, TargetNumber, modifier
from aqmf_air.core.odds.documents import chance_document, distribution, summary_document, worth_document
from aqmf_air.core.odds.summary import ModifierPart, Summary, attribution, without
from aqmf_air.core.play.question import Question

D6 = numbered(6)
WEIGHTS = st.dictionaries(st.integers(-5, 20), st.integers(1, 30), min_size=1, max_size=8)


@given(WEIGHTS, st.integers(-6, 21), st.integers(1, 99))
def test_a_summary_says_what_a_plain_list_of_all_cases_says(weights: dict[int, int], at: int, percent: int) -> None:
    cases = sorted(value for value, weight in weights.items() for _ in range(weight))
    n = len(cases)
    summary = Summary(Odds(weights, n))
    assert summary.exactly(at) == Fraction(cases.count(at), n)
    assert summary.at_least(at) == Fraction(sum(case >= at for case in cases), n)
    assert summary.at_most(at) == Fraction(sum(case <= at for case in cases), n)
    assert summary.mean == Fraction(sum(cases), n)
    assert summary.percentile(percent) == cases[-(-percent * n // 100) - 1]
    assert summary.surely(percent) == cases[::-1][-(-percent * n // 100) - 1]
    assert summary.values == tuple(sorted(weights))


@given(WEIGHTS)
def test_percentiles_and_what_is_sure_agree_with_the_tails(weights: dict[int, int]) -> None:
    summary = Summary(Odds(weights, sum(weights.values())))
    assert summary.at_most(summary.median) >= Fraction(1, 2) <= summary.at_least(summary.median)
    assert summary.at_least(summary.surely(80)) >= Fraction(8, 10)
    assert summary.at_most(summary.percentile(90)) >= Fraction(9, 10)


# -- attribution ----------------------------------------------------------------------------------------------------------


def attack(dice: Dice, hit: TargetNumber, damage: TargetNumber) -> int:
    both = dice.draw(check("hit", D6, AtLeast(hit.total))) and dice.draw(check("damage", D6, AtLeast(damage.total)))
    return int(both)


def at_least_one(count: int) -> bool:
    return count >= 1


WALL, FOG, GUNNER = (
    modifier(1, "a wall", "COVER"),
    modifier(2, "fog", "WEATHER"),
    modifier(-1, "a good gunner", "CREW"),
)
HIT = TargetNumber("to hit", 3, "a barn", "HIT", (WALL, FOG, GUNNER))
DAMAGE = TargetNumber("to damage", 4, "oak", "DAMAGE", (WALL, modifier(0, "nothing", "NONE")))
QUESTION = Question("a barn", attack, (HIT, DAMAGE), (HIT, DAMAGE))


def test_what_each_modifier_is_worth() -> None:
    """3 + 1 + 2 - 1 = 5+ to hit, 4 + 1 = 5+ to damage: a third of a third."""
    assert QUESTION.odds().where(at_least_one) == Fraction(1, 9)
    found = attribution(QUESTION, at_least_one)
    worths = {tuple((part.check, part.modifier.reason) for part in one.parts): one for one in found}
    assert {parts: (one.without, one.change) for parts, one in worths.items()} == {
        (("to hit", "a wall"),): (Fraction(1, 6), Fraction(-1, 18)),
        (("to hit", "fog"),): (Fraction(2, 9), Fraction(-1, 9)),
        (("to hit", "a good gunner"),): (Fraction(1, 18), Fraction(1, 18)),
        (("to damage", "a wall"),): (Fraction(1, 6), Fraction(-1, 18)),
        (("to hit", "a wall"), ("to damage", "a wall")): (Fraction(1, 4), Fraction(-5, 36)),
    }
    assert worths[(("to hit", "fog"),)].mean_without == Fraction(2, 9)
    assert worths[(("to hit", "fog"),)].median_without == 0


def test_outcomes_with_names_have_no_mean_without() -> None:
    named = Question("a barn", attack, (HIT, DAMAGE), view=lambda count: "hit" if count else "miss")
    assert {one.mean_without for one in attribution(named, lambda outcome: outcome == "hit")} == {None}


class Guns(NamedTuple):
    shots: int
    hit: TargetNumber


def test_modifiers_are_dropped_however_deep_they_lie_and_nothing_else_changes() -> None:
    facts = (1, (("x", HIT), Guns(2, HIT)), DAMAGE)
    clear = HIT.without(FOG)
    assert without(facts, (ModifierPart("to hit", FOG),)) == (1, (("x", clear), Guns(2, clear)), DAMAGE)
    assert isinstance(without(facts, (ModifierPart("to hit", FOG),))[1][1], Guns)
    assert without(facts, (ModifierPart("to damage", FOG),)) == facts


def lead(dice: Dice, mine: tuple[Modifier, ...]) -> bool:
    return dice.draw(check("lead", D6, AtLeast(4 - sum(one.value for one in mine))))


def test_modifiers_of_a_roll_count_as_those_of_a_target_number_do() -> None:
    (one,) = attribution(Question("lead", lead, ((modifier(2, "drums", "MUSIC"),),)), bool)
    assert (one.parts[0].check, one.without, one.change) == ("on the roll", Fraction(1, 2), Fraction(1, 3))


# -- rolled again ---------------------------------------------------------------------------------------------------------


def test_what_is_rolled_again_leaves_the_others_among_themselves() -> None:
    odds = Odds({"won": 3, "lost": 1, "tie": 2}, 6)
    assert dict(odds.unless(lambda outcome: outcome == "tie")) == {"won": Fraction(3, 4), "lost": Fraction(1, 4)}


# -- documents ------------------------------------------------------------------------------------------------------------


def test_a_distribution_as_data() -> None:
    assert distribution(Odds({1: 432, 0: 216, 3: 64, 2: 288}, 1000)) == {
        "p": {"0": 0.216, "1": 0.432, "2": 0.288, "3": 0.064},
        "exact": {"0": "27/125", "1": "54/125", "2": "36/125", "3": "8/125"},
        "mean": 1.2,
    }
    assert distribution(Odds({"pass": 1, "fail": 1}, 2)) == {
        "p": {"pass": 0.5, "fail": 0.5},
        "exact": {"pass": "1/2", "fail": "1/2"},
    }
    assert distribution(Odds({0: 1, 1: 1}, 4))["missing"] == "1/2"


def test_a_summary_as_data() -> None:
    assert summary_document(Odds({0: 1, 1: 2, 2: 1}, 4)) == {
        "mean": "1",
        "median": 1,
        "percentiles": {"10": 0, "50": 1, "90": 2},
        "at_least": {"0": "1", "1": "3/4", "2": "1/4"},
        "at_most": {"0": "1/4", "1": "3/4", "2": "1"},
    }


def test_worth_as_data() -> None:
    fog = next(one for one in attribution(QUESTION, at_least_one) if one.parts[0].modifier == FOG)
    assert worth_document(fog) == {
        "modifiers": [{"check": "to hit", "value": 2, "reason": "fog", "rule": "WEATHER"}],
        "without": chance_document(Fraction(2, 9)),
        "change": chance_document(Fraction(-1, 9)),
        "mean_without": "2/9",
        "median_without": 0,
    }


def test_documents_of_names_and_numbers_differ_in_nothing_else() -> None:
    numbered_odds: dict[str, Any] = distribution(Odds({1: 1}, 1))
    assert numbered_odds == {"p": {"1": 1.0}, "exact": {"1": "1"}, "mean": 1.0}
