"""What is asked of the dice, by words as a form or the command line has them: the digest's answers P03 to P15."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.odds.checks import faults
from aqmf_air.core.odds.query import Query
from aqmf_air.core.play.deciding import Decided, Decision
from aqmf_air.errors import QuestionError
from aqmf_air.games.clouds_of_glory.chapters import checks, initiative
from aqmf_air.games.clouds_of_glory.chapters.checks import failures_again
from aqmf_air.games.clouds_of_glory.tables import tables_in_force
from aqmf_air.games.clouds_of_glory.ui import queries
from aqmf_air.plugins import kinds
from tests.games.clouds_of_glory.fights import registry


def kind_of(name: str) -> type[Query]:
    kind: type[Query] = registry().of(kinds.QUERIES, "clouds")[name].load()
    return kind


def never() -> Any:
    raise AssertionError


def pairs_of(words: str) -> dict[str, str]:
    return dict(option.split("=") for option in words.split(";") if option)


def document(name: str, words: str = "") -> dict[str, Any]:
    return kind_of(name).read(pairs_of(words)).ask(never).document()


def exactly(name: str, words: str, line: str = "outcomes") -> dict[str, Fraction]:
    return {outcome: Fraction(chance) for outcome, chance in document(name, words)[line]["exact"].items()}


def row_from(rows: dict[str, Fraction], least: int) -> Fraction:
    return sum((chance for row, chance in rows.items() if row != "none" and int(row) >= least), Fraction(0))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("initiative", "my-awareness=14;my-threats=-4"),
        ("test", "target=14;rerolls=2"),
        ("shot", "rerolls=1"),
        ("structure", "modifier=-2"),
        ("fire", "reduction=1"),
        ("restart", ""),
        ("collision", "aggressor-rerolls=1"),
        ("landing", "modifier=-1"),
        ("pilot", ""),
        ("spin", "turns=3"),
    ],
)
def test_what_is_asked_is_what_is_rolled(name: str, words: str) -> None:
    assert list(faults(kind_of(name), pairs_of(words), never)) == []


@pytest.mark.rule("ICOG-4.2.1", "ICOG-4.2.2")
@pytest.mark.parametrize(
    ("words", "higher"),
    [
        ("my-awareness=14;their-awareness=12;my-threats=-4", "37/99"),  # P03
        ("", "1/2"),
        ("my-awareness=13;their-awareness=12", "6/11"),
        ("my-awareness=12;their-awareness=13", "5/11"),
        ("my-awareness=30;their-awareness=-10", None),
    ],
)
def test_initiative_of_two(words: str, higher: str | None) -> None:
    odds = exactly("initiative", words)
    assert sum(odds.values()) == 1
    if higher:
        assert odds["higher"] == Fraction(higher)
    assert abs(float(odds["higher"]) - by_brute_force(words)) < 1e-9


def by_brute_force(words: str) -> float:
    """The chance of the higher initiative, from the distribution of an open die."""
    given = {option: int(value) for option, value in (pair.split("=") for pair in words.split(";") if pair)}
    mine, theirs = given.get("my-awareness", 12) + given.get("my-threats", 0), given.get("their-awareness", 12)
    die = {10 * tens + face: 0.1 ** (tens + 1) for tens in range(12) for face in range(1, 10)}
    pairs = ((own, other, p * q) for own, p in die.items() for other, q in die.items())
    return sum(
        weight * (1 if (mine + own, own) > (theirs + other, other) else 0.5 * ((mine + own, own) == (theirs + other, other)))
        for own, other, weight in pairs
    )


def test_who_ties_has_the_higher_die_or_rolls_on(dice: Any) -> None:
    """ICOG-4.2.2; E05: 10, then 4 are 14."""
    assert initiative.settled(dice((10,), (4,), (4,)), 10, 20) == "higher"  # 24 each; 14 on the die against 4
    assert initiative.settled(dice((10,), (10,), (3,), (2,)), 10, 10) == "higher"  # two tens change nothing
    assert initiative.settled(dice((7,), (7,), (5,), (5,), (2,), (9,)), 10, 10) == "lower"


@pytest.mark.rule("ICOG-1.2.3-a")
@pytest.mark.parametrize(
    ("words", "success"),
    [
        ("target=14", "7/10"),
        ("target=14;rerolls=1", "91/100"),
        ("target=15;modifier=-1;rerolls=2", "973/1000"),
        ("target=0", None),
        ("target=9;modifier=-12", "0"),
        ("target=9;modifier=20", "1"),
    ],
)
def test_a_test_with_re_rolls(words: str, success: str | None) -> None:
    if success is None:
        with pytest.raises(QuestionError, match="--target: expected a whole number from 1 to 30"):
            kind_of("test").read({"target": "0"})
        return
    assert exactly("test", words).get("success", 0) == Fraction(success)


def test_what_re_rolls_are_worth_is_told() -> None:
    without = document("test", "target=14;rerolls=1")["without"]
    assert [(each["what"], each["exact"]) for each in without] == [("the re-rolls", "7/10")]


@pytest.mark.rule("ICOG-6.3.1.1", "ICOG-6.3.1-a")
@pytest.mark.parametrize(
    ("words", "hit", "jam", "row_21"),
    [
        ("base-shot=10;guns=2", "1/2", "1/10", "9/80"),  # P04
        ("base-shot=10;guns=1", "1/2", "1/20", "21/400"),  # P05
        ("base-shot=8;guns=1;burst=short", "2/5", "0", "1/40"),
        ("base-shot=16;guns=2", "4/5", "1/10", "3/10"),  # P06
        ("base-shot=16;guns=3", "4/5", "3/20", "2/5"),
        ("base-shot=19;guns=2;burst=sustained", "19/20", "1/5", "171/400"),  # P07
        ("base-shot=-5", "1/20", "1/10", "0"),  # P08
        ("base-shot=10;guns=2;rerolls=1", "3/4", "1/20", "27/160"),
        ("base-shot=10;guns=2;rerolls=2", "7/8", "1/40", "63/320"),
    ],
)
def test_a_shot(words: str, hit: str, jam: str, row_21: str) -> None:
    assert exactly("shot", words).get("hit") == Fraction(hit)
    assert exactly("shot", words, "malfunction").get("yes", 0) == Fraction(jam)
    rows = exactly("shot", words, "row")
    assert row_from(rows, 21) == Fraction(row_21)
    assert rows["none"] == 1 - Fraction(hit)


def test_a_natural_one_counts_below_the_table() -> None:
    """ICOG-6.3.1-a: -6 successes of base -5, and -3 of one gun."""
    rows = exactly("shot", "base-shot=-5;guns=1", "row")
    assert {row: chance for row, chance in rows.items() if row != "none"} == {
        str(row): Fraction(1, 400) for row in range(-8, 12)
    }


@pytest.mark.rule("ICOG-1.2.1", "ICOG-1.2.2", "ICOG-1.2.3")
def test_a_new_pilot() -> None:
    """P01, P02."""
    assert exactly("pilot", "")["unfit"] == Fraction(2401, 11664)
    assert exactly("pilot", "", "rerolls") == {"0": Fraction(5, 54), "1": Fraction(22, 27), "2": Fraction(5, 54)}


@pytest.mark.rule("ICOG-5.5.15.3")
def test_out_of_a_spin() -> None:
    """P15, its second half."""
    assert exactly("spin", "flying=12;turns=3")["success"] == Fraction(117, 125)
    assert exactly("spin", "flying=12")["success"] == Fraction(3, 5)


@pytest.mark.rule("ICOG-5.5.6.3", "ICOG-6.3.12-b", "ICOG-6.3.12-c")
def test_a_strength_test_and_what_gives_way() -> None:
    """P10: rows 1 and 2, or 17 and 18 of 3d6 on row 3."""
    odds = exactly("structure", "strength=17;modifier=-2")
    assert odds["lost"] == Fraction(109, 1296)
    assert odds["holds"] == Fraction(3, 4) + Fraction(1, 24)
    assert document("structure", "strength=17;modifier=-2")["also"]["the test fails"]["exact"] == "1/4"
    assert exactly("structure", "strength=3;modifier=-3;reduction=2")["lost"] > Fraction(1, 3)
    whole = exactly("structure", "strength=18;modifier=-18;reduction=9")  # 1d6+3 is never more than 9
    assert (whole["lost"], whole["holds"]) == (Fraction(1, 3), Fraction(1, 6))


@pytest.mark.rule("ICOG-6.3.12-f")
@pytest.mark.parametrize(
    ("words", "out"),
    [
        ("strength=10", "2825/7776"),  # P13
        ("strength=17", "4414609/10077696"),
        ("strength=10;reduction=1", "24795127/60466176"),
        ("strength=10;reduction=5", "1/2"),
    ],
)
def test_a_fire(words: str, out: str) -> None:
    assert exactly("fire", words)["out"] == Fraction(out)


@pytest.mark.rule("ICOG-5.7.5.3")
def test_an_engine_starts_again() -> None:
    """P11: 16, then 13, then 10 or less."""
    started = [exactly("restart", f"tries={tries}")["success"] for tries in (1, 2, 3)]
    assert started == [Fraction(4, 5), Fraction(93, 100), Fraction(193, 200)]
    assert exactly("restart", "") == {"success": Fraction(193, 200), "fail": Fraction(7, 200)}


@pytest.mark.rule("ICOG-5.5.16.1")
@pytest.mark.parametrize(("speed", "worst"), [("MEDIUM", "3/200"), ("DIVE", "3/100")])
def test_a_collision(speed: str, worst: str) -> None:
    """P09: 1/10 reach the table, then 3/20 or 3/10 are the worst row."""
    words = f"aggressor-luck=10;aggressor-rerolls=1;victim-luck=12;speed={speed}"
    odds = exactly("collision", words)
    assert (odds["none"], odds["18-20"]) == (Fraction(9, 10), Fraction(worst))
    assert set(odds) <= {"none", "1-3", "4-7", "8-11", "12-14", "15-17", "18-20"}
    assert exactly("collision", words, "reached") == {"yes": Fraction(1, 10), "no": Fraction(9, 10)}


@pytest.mark.rule("ICOG-5.5.17-b", "ICOG-5.5.17-c")
def test_a_landing_of_need() -> None:
    """P12."""
    names = ("perfect", "rough", "ground-loop", "obstacle", "somersault")
    odds = exactly("landing", "luck=12;flying=13")
    assert [str(odds[name]) for name in names] == ["263/400", "3/20", "1/10", "21/400", "1/25"]
    assert exactly("landing", "luck=12;flying=13;modifier=20")["perfect"] == 1


@pytest.mark.parametrize(
    ("outcome", "kind", "answer"),
    [(False, "re-roll", "re-roll"), (True, "re-roll", "keep"), (-1, "re-roll", "re-roll"), (0, "re-roll", "keep"),
     (7, "re-roll", "keep"), (None, "re-roll", "keep"), (False, "nose", "keep")],
)  # fmt: skip
def test_the_stand_in_of_odds_spends_re_rolls_on_failures_alone(outcome: Any, kind: str, answer: str) -> None:
    options = (checks.KEEP, checks.REROLL)
    decision = Decision(kind=kind, by="", options=options, titles=("keep", "again"), says="", outcome=outcome)
    assert failures_again(decision) == answer


def low_rows_again(decision: Decision) -> str:
    """Spends re-rolls on misses, and on rows of damage below 16."""
    low = decision.facts[0] == "damage" and int(decision.outcome or 0) < 16
    return checks.REROLL if low else failures_again(decision)


@pytest.mark.rule("ICOG-1.2.3-a")
def test_re_rolls_of_the_damage_die_too() -> None:
    """Two re-rolls: on a miss, and where the row would be lower than 16."""
    tables, check = tables_in_force(), queries.check_for("to hit", 10, rerolls=2)
    came = chances(Decided(queries.shot_and_row, low_rows_again), check, 19, 2, tables)
    assert came.where(queries.RowFrom(21)) == Fraction(117, 400)


@pytest.mark.rule("ICOG-5.5.1.1", "ICOG-5.5.6.1")
def test_a_third_action_and_a_tighter_turn_in_it() -> None:
    """P15, its first half: two tests in a row, the second one two templates tighter."""
    one, other = (Decided(checks.tested, failures_again), Decided(checks.tested, failures_again))
    third = chances(one, queries.check_for("third action", 14)).where(lambda came: came.passed)
    tight = chances(other, queries.check_for("tight turn", 14, -1)).where(lambda came: came.passed)
    assert third * tight == Fraction(91, 200)


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("shot", {"burst": "endless"}, "--burst: expected one of long, short, sustained, got 'endless'"),
        ("shot", {"base-shot": "nan"}, "--base-shot: expected a whole number from -30 to 40, got 'nan'"),
        ("shot", {"guns": "0"}, "--guns: expected a whole number from 1 to 6, got '0'"),
        ("test", {"rerolls": "1000"}, "--rerolls: expected a whole number from 0 to 9, got '1000'"),
        ("restart", {"tries": "4"}, "--tries: expected a whole number from 1 to 3, got '4'"),
        ("spin", {"turns": "0"}, "--turns: expected a whole number from 1 to 30, got '0'"),
    ],
)
def test_what_makes_no_question_is_said(name: str, words: dict[str, str], said: str) -> None:
    with pytest.raises(QuestionError) as refused:
        kind_of(name).read(words).ask(never)
    assert str(refused.value) == said
