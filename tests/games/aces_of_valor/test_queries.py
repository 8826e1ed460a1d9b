"""What is asked of the dice, by words as a form or the command line has them: the digest's answers W2 to W16."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aqmf_air.core.odds.checks import faults
from aqmf_air.core.odds.query import Query
from aqmf_air.errors import QuestionError
from aqmf_air.games.aces_of_valor.chapters.fire import Exchange
from aqmf_air.games.aces_of_valor.chapters.observation import Observing
from aqmf_air.plugins import kinds
from tests.games.aces_of_valor.playing import ruleset


def kind_of(name: str) -> type[Query]:
    kind: type[Query] = ruleset().registry.of(kinds.QUERIES, "valor")[name].load()
    return kind


def never() -> Any:
    raise AssertionError


def document(name: str, words: str) -> dict[str, Any]:
    pairs = dict(one.split("=") for one in words.split(";") if one)
    kind = kind_of(name)
    assert list(faults(kind, pairs, never)) == []
    return kind.read(pairs).ask(never).document()


def effect(*p: str) -> dict[str, str]:
    return {name: one for name, one in zip(("none", "damaged", "destroyed"), p, strict=True) if one != "0"}


def test_two_counters_fill_the_figures_of_an_attack() -> None:
    attack = kind_of("attack").read({"attacker": "Fokker D.VII", "target": "2-seater"})
    figures = attack.filled(never)
    assert figures == {"gun": "3/6", "structure": "6", "reply-dice": "3", "reply-gun": "5", "own-structure": "6"}
    answer = attack.ask(never)
    typed = kind_of("attack").read(figures).ask(never)
    assert [line.odds.weights for line in answer.lines] == [line.odds.weights for line in typed.lines]
    assert answer.title.startswith("Fokker D.VII at a 2-seater: 2 dice, gun 3/6")
    with pytest.raises(QuestionError, match="--attacker: a bomber has no forward gun: say --gun"):
        kind_of("attack").read({"attacker": "bomber"}).ask(never)
    twice = kind_of("attack").read({"target": "heavy bomber"}).ask(never)
    assert twice.dice == 2 + 1 + 2 * 4, "each of its two guns answers"


BOMBS = {"0": "64/729", "1": "104/729", "2": "622/2187", "3": "443/1458", "4": "353/2187", "5": "29/1458"}
FIELD = ("1976680685/8264970432", "71017905587/99179645184", "4441571377/99179645184")


@pytest.mark.further(every=2)
@pytest.mark.parametrize(
    ("name", "words", "outcomes"),
    [
        ("initiative", "mine=9;theirs=8", {"higher": "7/12", "equal": "5/36", "lower": "5/18"}),
        ("initiative", "", {"higher": "7/12", "equal": "5/36", "lower": "5/18"}),
        ("attack", "dice=2;skill=2;gun=4/6;structure=5", effect("5/9", "11/36", "5/36")),
        ("attack", "skill=1", effect("2/3", "7/27", "2/27")),
        ("attack", "", effect("7/9", "7/36", "1/36")),
        ("attack", "attacker=Albatros D.III;target=Nieuport 17", effect("7/9", "7/36", "1/36")),
        ("attack", "attacker=2-seater;target=Spad XIII;gun=4/6;structure=5", effect("7/9", "7/36", "1/36")),
        ("attack", "dice=3", effect("2/3", "1/4", "1/12")),
        ("attack", "dice=4", effect("2165/3888", "551/1944", "23/144")),
        ("aa", "dice=1;structure=6", effect("1", "0", "0")),
        ("aa", "dice=2;structure=6", effect("215/216", "1/216", "0")),
        ("bomb", "bombs=6;skill=0", BOMBS),
        ("bomb", "bombers=2;target=depot", effect("164288/1594323", "2643994/4782969", "1646111/4782969")),
        ("bomb", "bombers=2;target=airfield;fire=yes", effect(*FIELD)),
        ("improve", "", {"0": "5/6", "1": "1/6"}),
        ("improve", "enemy-skill=2;rank=skilled", {"1": "1/2", "2": "1/2"}),
        ("improve", "kills=3", {"0": "125/216", "1": "25/72", "2": "2/27"}),
        ("home", "", {"back": "64/81", "lost": "17/81"}),
        ("strafe", "fighters=3", effect("3/8", "7/24", "1/3")),
        ("strafe", "fighters=3;skill=1", effect("4/27", "2/9", "17/27")),
        ("strafe", "fighters=8;target=depot;skill=6", effect("41/1679616", "1679575/1679616", "0")),
        ("arrivals", "", {"arrive": "155/324", "nobody": "169/324"}),
        ("arrivals", "place=enemy-rear", {"arrive": "95/144", "nobody": "49/144"}),
        ("arrivals", "place=enemy-airfield", {"arrive": "119/144", "nobody": "25/144"}),
        ("land", "performance=4", {"safe": "13/18", "wrecked": "7/36", "crash": "1/12"}),
        ("spot", "weather=light-clouds;skill=1;rounds=1", {"0": "1/3", "1": "1/6", "2": "1/6", "3": "1/6", "4": "1/6"}),
    ],
)
def test_outcomes(name: str, words: str, outcomes: dict[str, str]) -> None:
    assert document(name, words)["outcomes"]["exact"] == outcomes


def test_an_attack_has_its_hits_and_the_reply() -> None:
    found = document("attack", "skill=2")
    assert found["hits"]["exact"] == {"0": "1/36", "1": "1/9", "2": "5/18", "3": "1/3", "4": "1/4"}
    found = document("attack", "structure=6;reply-dice=3;reply-gun=5")
    assert (found["headline"]["exact"], found["outcomes"]["exact"]["destroyed"]) == ("7/72", "1/216")
    assert (found["also"]["the attacker is hurt"]["exact"], found["reply"]["exact"]["destroyed"]) == ("1/6", "1/162")
    assert found["also"]["both are hurt"]["exact"] == "7/432"


@pytest.mark.parametrize(
    ("name", "words", "chance"),
    [
        *(("aa", f"dice={n}", p) for n, p in ((1, "1/36"), (2, "1/18"), (3, "1/12"))),
        ("aa", "dice=3;structure=6", "17/1296"),
        ("aa", "", "7/216"),
        ("aa", "weather=heavy-clouds", "1/54"),
        *(("engage", f"enemy={force}", p) for force, p in (("fewer", "1/6"), ("equal", "5/12"), ("more", "13/18"))),
        ("engage", "enemy=more;modifier=-2", "11/12"),
        ("event", "", "39092071/53747712"),
        *(("cards", f"missions={n}", p) for n, p in ((8, "68/145"), (12, "94/145"), (16, "344/435"))),
        *(("land", f"performance={n}", p) for n, p in ((3, "7/12"), (5, "5/6"))),
    ],
)
def test_headlines(name: str, words: str, chance: str) -> None:
    assert document(name, words)["headline"]["exact"] == chance


def test_a_fight_is_forced_by_fewer_equal_or_more_enemies() -> None:
    forced = document("engage", "modifier=2")["forced"]
    assert [forced[force]["exact"] for force in ("fewer", "equal", "more")] == ["1/36", "1/6", "5/12"]
    assert document("land", "")["also"]["the pilot comes back"]["exact"] == "23/27"


@pytest.mark.parametrize(
    ("words", "mean"),
    [
        ("weather=clear;skill=1", 59 / 6),
        ("weather=light-clouds;skill=1", 15 / 2),
        ("weather=heavy-clouds;skill=1", 31 / 6),
        ("weather=light-clouds;skill=1;fire=yes", 7.491711864312544),
    ],
)
def test_spotting(words: str, mean: float) -> None:
    found = document("spot", words)
    assert found["outcomes"]["mean"] == pytest.approx(mean)
    if "light" in words and "fire" not in words:
        assert (found["outcomes"]["exact"]["5"], found["headline"]["exact"]) == ("11/108", "31/36")
    if "fire" in words:
        assert found["two_seater"]["exact"]["none"] == "508640401945/528958107648"


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("attack", {"gun": "6/4"}, "--gun: expected a gun rating as on the counter, 4/6 or 5, got '6/4'"),
        ("attack", {"gun": "x" * 99}, f"--gun: expected a gun rating as on the counter, 4/6 or 5, got '{'x' * 40}'"),
        ("attack", {"reply-gun": "5"}, "--reply-gun and --reply-skill need --reply-dice: how many dice the rear gun has"),
        ("attack", {"dice": "0"}, "--dice: expected a whole number from 1 to 8, got '0'"),
        ("aa", {"dice": "2", "weather": "heavy-clouds"}, "--weather changes F5 and cannot go with --dice: leave one out"),
        ("bomb", {"bombs": "5"}, "--bombs: expected a load of C12 (1, 2, 3, 6), got 5"),
        ("bomb", {"fire": "yes"}, "--fire cannot go with no --target"),
        ("strafe", {"target": "zeppelin"}, "--target: expected one of trench, infantry, artillery, convoy, "),
    ],
)
def test_what_makes_no_question_is_said(name: str, words: dict[str, str], said: str) -> None:
    with pytest.raises(QuestionError) as refused:
        kind_of(name).read(words).ask(never)
    assert str(refused.value).startswith(said)


def test_the_rows_that_are_used_are_told_with_their_standing() -> None:
    notes = kind_of("attack").read({}).ask(never).notes
    assert notes[0] == "A die of 4 or more hits, of 6 or more twice; a 1 always misses."
    assert notes[1:] == (
        "C8 Damage, a die, +1 for each further hit, less structure. 0 or less: nothing; 1\N{EN DASH}2: damaged; 3 or more: "
        "destroyed (partly worked out from the rules and our own).",
        "C7 Gun dice, spaces above the target. 2 or less: 2 dice; 3\N{EN DASH}4: 3 dice; 5 or more: 4 dice "
        "(partly our own).",
    )


def test_what_is_rolled_out_is_told_in_the_words_of_the_answer() -> None:
    roll = kind_of("spot").read({"fire": "yes"}).ask(never).roll
    assert roll.tell(Observing("front", 5)) == ["Mission points: 5", "The 2-seater: no harm"]
    roll = kind_of("attack").read({"reply-dice": "3"}).ask(never).roll
    assert roll.tell(Exchange("damaged")) == ["The target is damaged.", "The attacker is unharmed."]


def test_odds_are_those_of_the_rows_that_a_player_supplies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    own = tmp_path / "tables" / "valor" / "f4.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[[row]]\nroll = 5\ncolumn = ""\nresult = "safe"\n')
    found = document("land", "performance=4")
    assert found["outcomes"]["exact"]["safe"] == "5/6"
    assert "from your own copy" in kind_of("land").read({}).ask(never).notes[0]
    assert not (own.parent / "of-games").exists()  # asking keeps nothing
