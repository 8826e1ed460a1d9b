"""What is asked of the dice, by words as a form or the command line has them: the fractions of the worked examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aqmf_air.core.odds.checks import faults
from aqmf_air.core.odds.query import Query
from aqmf_air.errors import IllegalCommandError, QuestionError, UnknownNameError
from aqmf_air.games.richthofens_war.ui import queries


def never() -> Any:
    raise AssertionError


def document(kind: type[Query], words: str) -> dict[str, Any]:
    pairs = dict(one.split("=") for one in words.split(";") if one)
    assert list(faults(kind, pairs, never)) == []
    return kind.read(pairs).ask(never).document()


@pytest.mark.parametrize(
    ("kind", "words", "outcomes"),
    [
        (queries.Initiative, "", {"later": "1/2", "earlier": "1/2"}),
        (queries.Initiative, "difference=1", {"later": "791/1296", "earlier": "505/1296"}),
        (queries.Initiative, "difference=-3", {"later": "43/216", "earlier": "173/216"}),
        (queries.Tail, "tailer=Fokker D-VII;target=FE-2b", {"success": "31/36", "fail": "5/36"}),
        (queries.Tail, "tailer=Fokker D-VII;target=FE-2b;ace=yes;target-novice=yes", {"success": "35/36", "fail": "1/36"}),
        (queries.Tail, "tailer=SE-5a;target=Fokker D-VII;novice=yes", {"success": "23/36", "fail": "13/36"}),
        (queries.Tail, "tailer=Sopwith Camel;target=Voisin III;ace=yes", {"success": "35/36", "fail": "1/36"}),
        (queries.Tail, "tailer=Sopwith Camel;target=Fokker Dr-I", {"success": "3/4", "fail": "1/4"}),
        (queries.Jam, "guns=2", {"0": "49/54", "1": "2/27", "2": "1/54"}),
        (queries.Jam, "guns=1;high=yes", {"0": "11/12", "1": "1/12"}),
        (queries.Clear, "turns=3", {"success": "91/216", "fail": "125/216"}),
        (queries.Clear, "turns=3;observer=yes", {"success": "19/27", "fail": "8/27"}),
        (queries.Clear, "locked=yes", {"success": "1/3", "fail": "2/3"}),
        (queries.Critical, "kind=pilot", {"wounded": "13/18", "killed": "5/18"}),
        (queries.Critical, "kind=observer", {"wounded": "7/12", "killed": "5/12"}),
        (queries.Critical, "kind=engine4", {"1": "1/3", "2": "1/2", "3": "1/6"}),
        (queries.Critical, "kind=engine11", {"2": "1/6", "3": "1/3", "4": "1/2"}),
        (queries.BailOut, "", {"alive": "5/9", "dead": "4/9"}),
        (queries.BailOut, "wounded=yes;date=1918-11", {"alive": "5/18", "dead": "13/18"}),
        (queries.BailOut, "height=150", {"dead": "1"}),
        (queries.BailOut, "date=1918-06", {"dead": "1"}),
    ],
)
def test_outcomes(kind: type[Query], words: str, outcomes: dict[str, str]) -> None:
    assert document(kind, words)["outcomes"]["exact"] == outcomes


@pytest.mark.parametrize(
    ("kind", "words", "mean", "critical"),
    [
        (queries.Fire, "column=A;range=1", 7 / 3, "1/12"),
        (queries.Fire, "column=A;range=1;modifier=-2", 4 / 3, "0"),
        (queries.Fire, "column=D;range=7", 7 / 36, "1/36"),
        (queries.Fire, "attacker=Fokker D-VII;target=Sopwith Camel;modifier=0", 7 / 3, "1/12"),
        (queries.Fire, "attacker=Fokker D-VII;target=Sopwith Camel;column=D;range=7;modifier=0", 7 / 36, "1/36"),
        (queries.Fire, "attacker=BE-2c;column=A", 7 / 3, "1/12"),
        (queries.Archie, "", 13 / 27, "1/36"),
        (queries.Archie, "novice=yes", None, "1/18"),
        (queries.Archie, "ace=yes", None, "1/108"),
        (queries.Archie, "double-ace=yes", None, "1/72"),
        (queries.Strafe, "hexes=1;novice=yes", 35 / 36, "1/36"),
        (queries.Strafe, "hexes=5", None, "143/5184"),
        (queries.Strafe, "hexes=6", None, "15337/373248"),
    ],
)
def test_points_of_damage_and_critical_hits(kind: type[Query], words: str, mean: float | None, critical: str) -> None:
    found = document(kind, words)
    assert found["critical"]["exact"] == critical
    assert mean is None or found["outcomes"]["mean"] == pytest.approx(mean)


def test_two_types_fill_the_figures_of_a_shot() -> None:
    """The silhouette of a Camel is -1 (SIL-1); a British Lewis gun costs its wing (SPEC-10)."""
    shot = queries.Fire("Fokker D-VII", "Sopwith Camel")
    assert shot.filled(never) == {"column": "A", "modifier": "-1"}
    answer = shot.ask(never)
    assert answer.title == "Fokker D-VII at a Sopwith Camel: column A at 1 hex, -1"
    assert answer.notes == ("-1 silhouette of the Sopwith Camel (RW-SIL-1)",)
    assert answer.chance == queries.Fire(column="A", modifier=-1).ask(never).chance
    assert queries.Fire("Fokker D-VII", "Sopwith Camel", modifier=2).ask(never).notes == ()


def test_a_holed_tank_runs_dry_at_one_of_eleven_rolls() -> None:
    dry = document(queries.Fuel, "")["outcomes"]
    assert list(dry["exact"]) == [str(roll) for roll in range(1, 12)]
    assert (dry["exact"]["1"], dry["exact"]["4"], round(dry["mean"], 2)) == ("1/36", "9625/46656", 4.63)


@pytest.mark.parametrize(
    ("kind", "words", "said"),
    [
        (queries.Archie, {"ace": "yes", "novice": "yes"}, "--ace and --novice: expected one of them"),
        (queries.BailOut, {"date": "July 1918"}, "--date: expected year and month, as 1918-07, got 'July 1918'"),
        (queries.BailOut, {"date": "1918-13"}, "--date: expected year and month, as 1918-07, got '1918-13'"),
        (queries.Clear, {"observer": "yes", "locked": "yes"}, "--locked cannot go with --observer"),
        (queries.Fire, {"attacker": "BE-2c"}, "--attacker: the BE-2c has no front guns: say --column"),
        (queries.Fire, {"range": "8"}, "--range: expected a whole number from 0 to 7, got '8'"),
    ],
)
def test_what_makes_no_question_is_said(kind: type[Query], words: dict[str, str], said: str) -> None:
    with pytest.raises(QuestionError) as refused:
        kind.read(words).ask(never)
    assert str(refused.value) == said


def test_who_cannot_tail_and_who_is_unknown() -> None:
    with pytest.raises(IllegalCommandError, match="RW-TAIL-6"):
        queries.Tail("Voisin III", "Sopwith Camel").ask(never)
    with pytest.raises(UnknownNameError, match="Fokker D-VII"):
        queries.Tail("Fokker D-VI", "Sopwith Camel").ask(never)


def test_what_shifts_a_row_is_told_with_its_rule_and_its_worth() -> None:
    answer = queries.Tail("SE-5a", "Fokker D-VII", novice=True).ask(never)
    assert answer.notes == ("Row -2: succeeds on 2-7, 11 of two dice.", "-1 row: the tailer is a novice (RW-TAIL-10)")
    (worth,) = answer.document()["attribution"]
    assert (worth["without"]["exact"], worth["change"]["exact"]) == ("25/36", "-1/18")


def test_odds_are_those_of_the_rows_that_a_player_supplies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    assert document(queries.Jam, "")["outcomes"]["exact"]["1"] == "1/18"
    own = tmp_path / "tables" / "richthofen" / "jams.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[[row]]\nname = "jams-to"\nvalue = 3\nwhat = "highest face that jams a gun"\n')
    assert document(queries.Jam, "")["outcomes"]["exact"]["1"] == "1/12"
    assert not (own.parent / "of-games").exists()  # asking keeps nothing
