"""Dice typed at a terminal: a slip costs one die, and there is always a way back and a way out."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.cli.play.typed_dice import OrderCancelled, Stopped, TypedDice
from aqmf_air.core.dice.dice import Draw
from aqmf_air.core.dice.draws import numbered, pick, total
from aqmf_air.errors import DiceError

THREE: Draw[int] = total("to hit", 3, numbered(10))


class Terminal(StringIO):
    """What a player types."""

    def isatty(self) -> bool:
        return True


def at_terminal(*lines: str) -> TypedDice:
    return TypedDice(Terminal("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize(
    ("lines", "faces"),
    [
        (("1 2 3",), (1, 2, 3)),
        (("1", "2,0"), (1, 2, 10)),
        (("4 x 6", "5"), (4, 5, 6)),
        (("11 2 x", "1", "3"), (1, 2, 3)),
        (("1 2 3 4", "5 6 7"), (5, 6, 7)),
        (("1 2", "3 4", "9"), (1, 2, 9)),
        (("", "1 2 3"), (1, 2, 3)),
    ],
)
def test_good_dice_stand_where_they_were_typed(lines: tuple[str, ...], faces: tuple[int, ...]) -> None:
    assert at_terminal(*lines).ask(THREE) == faces


def test_the_game_can_be_looked_at_while_dice_are_asked_for() -> None:
    for asked in (at_terminal("map", "4 7 0"), TypedDice(StringIO("map\n4 7 0\n"))):
        seen: list[str] = []
        asked.looked = lambda line, seen=seen: line.strip() == "map" and not seen.append(line)  # type: ignore[misc]
        assert asked.ask(THREE) == (4, 7, 10)
        assert seen == ["map\n"]


def test_a_slip_is_told_at_once_with_what_stands(capsys: pytest.CaptureFixture[str]) -> None:
    typed = at_terminal("4 x 6", "3 4", "5")
    typed.need = lambda draw: " 6+"
    typed.ask(THREE)
    told = capsys.readouterr().err
    assert "to hit 6+: 3 D10? " in told
    assert "to hit: expected D10 (1 to 10; 0 means 10), got x" in told
    assert "1 more (these stand: 4 6): " in told
    assert "to hit: expected 1 of D10, got 2: nothing of this line is taken" in told
    at_terminal("aim at the tripod", "3 4 5").ask(THREE)
    assert "to hit: expected 3 of D10, got 'aim': nothing of this line is taken" in capsys.readouterr().err


@pytest.mark.parametrize("columns", range(22, 34))
def test_what_is_to_be_typed_is_never_broken(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aqmf_air.cli.wrapping.width", lambda: columns)
    at_terminal("1 2 3").ask(replace(THREE, label="to hit the Scout"))
    assert "3 D10? " in capsys.readouterr().err


def test_what_a_roll_came_to_is_told_before_the_next_and_again_where_it_is_corrected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mission's rolls came one after the other, and what they had led to at the end of them all."""
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    dice = "\n".join(["5", *["1"] * 8, "3", "<", "6", "q"])
    told = CliRunner().invoke(aqmf, ["play", "valor:french-short", "--physical"], input=dice).output
    assert told.index("> The squadron starts with") < told.index("pilot of the squadron: 1 = ")
    assert told.count("joins with") == 8
    corrected = told.partition("> The home airfield is B")[2]
    assert "> The home airfield is D" in corrected
    assert "joins with" not in corrected


def test_the_roll_before_is_corrected_even_in_the_middle_of_one() -> None:
    assert at_terminal("4", "<").ask(THREE) is None


@pytest.mark.parametrize("lines", [("quit",), ("1 2", "QUIT"), ("q",), ("exit",), ("1",)])
def test_leaving_and_the_end_of_the_input_both_leave(lines: tuple[str, ...]) -> None:
    with pytest.raises(Stopped):
        at_terminal(*lines).ask(THREE)


@pytest.mark.parametrize(("sides", "said"), [(6, "1 2 3 "), (10, "4 7 0 "), (3, "1 2 3 ")])
def test_help_says_that_0_means_10_where_a_die_has_a_10(sides: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert at_terminal("?", "1").ask(total("fire", 1, numbered(sides))) == (1,)
    told = capsys.readouterr().err
    assert said in told
    assert ("0 means 10" in told) is (sides == 10)


def test_a_pipe_ends_at_a_slip_and_may_quit() -> None:
    assert TypedDice(StringIO("1 2\n3 4\n")).ask(THREE) == (1, 2, 3)
    with pytest.raises(DiceError, match="got x"):
        TypedDice(StringIO("1 x 3\n")).ask(THREE)
    with pytest.raises(Stopped):
        TypedDice(StringIO("1 quit\n")).ask(THREE)


@pytest.mark.parametrize("word", ["cancel", "undo", "1 2 Cancel"])
def test_an_order_is_given_up_at_its_dice_unless_it_cannot_be(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OrderCancelled):
        at_terminal(word).ask(THREE)
    typed = at_terminal(word, "?", "4 5 6")
    typed.refusal = "the script goes on"
    assert typed.ask(THREE) == (4, 5, 6)
    told = capsys.readouterr().err
    assert "the script goes on" in told
    assert "back to before this order" in told


def test_the_dice_of_several_rolls_are_taken_from_one_line_and_each_says_on_whom(capsys: pytest.CaptureFixture[str]) -> None:
    rolls: list[Draw[int]] = [replace(total("discover", 1, numbered(10)), subject=f"marker {name}") for name in "ABC"]
    typed = at_terminal("4 11 9", "4 0 9")
    typed.need = lambda draw: f" on {draw.subject}"
    assert [typed.ask(rolls[at], rolls[at + 1 :]) for at in range(3)] == [(4,), (10,), (9,)]
    told = capsys.readouterr().err
    assert "3 rolls, one after the other, or all of their dice in one line" in told
    assert told.count("on marker C") >= 2
    assert "nothing of this line is taken" in told


def test_rolls_to_come_are_listed_once_and_again_where_others_come(capsys: pytest.CaptureFixture[str]) -> None:
    rolls: list[Draw[int]] = [replace(total("initiative", 1, numbered(6)), subject=name) for name in "ABCDE"]
    typed = at_terminal("4", "5", "6", "1")
    typed.need = lambda draw: f" for {draw.subject}"
    for at in range(3):
        typed.ask(rolls[at], rolls[at + 1 : 4])
    told = capsys.readouterr().err
    assert told.count("one after the other") == 1
    assert told.count("for D") == 1
    typed.ask(rolls[3], rolls[4:])
    assert "2 rolls, one after the other" in capsys.readouterr().err


def test_dice_for_a_roll_that_does_not_come_are_not_taken(capsys: pytest.CaptureFixture[str]) -> None:
    one, other = total("discover", 1, numbered(10)), total("to hit", 1, numbered(10))
    typed = at_terminal("4 5", "6")
    assert typed.ask(one, [one]) == (4,)
    assert typed.ask(other) == (6,)
    assert "another roll comes next" in capsys.readouterr().err


CARDS = ("patrol", "photo-rail-yard", "photo-town", "bombing-rail-yard", "patrol")


def stands_on(card: str) -> str:
    return card.replace("photo-", "photo recon: ").replace("-", " ")


CARD: Draw[str] = pick("mission card", CARDS, called=stands_on)


@pytest.mark.parametrize(
    "said", ["photo-rail-yard", "Photo Recon: Rail Yard", "photo recon rail yard", "rail-yard photo", "PHOTO RAIL", "2"]
)
def test_a_card_is_typed_as_it_stands_on_it_or_as_people_say_it(said: str) -> None:
    for typed in (at_terminal(said), TypedDice(StringIO(f"{said}\n"))):
        assert typed.ask(CARD) == ("photo-rail-yard",)


def test_a_card_that_is_not_clear_is_asked_for_again_by_the_names_it_may_mean(capsys: pytest.CaptureFixture[str]) -> None:
    assert at_terminal("rail yard", "foto town", "bombing rail yard").ask(CARD) == ("bombing-rail-yard",)
    told = capsys.readouterr().err
    assert "1 = patrol, 2 = photo recon: rail yard, 3 = photo recon: town, 4 = bombing rail yard?" in told
    assert "got rail yard; did you mean photo recon: rail yard or bombing rail yard?" in told
    assert "got foto town; did you mean photo recon: town?" in told


def test_several_cards_in_a_line_are_told_apart() -> None:
    typed = at_terminal("photo town, rail yard bombing 1")
    assert [typed.ask(CARD, [CARD] * more) for more in (2, 1, 0)] == [("photo-town",), ("bombing-rail-yard",), ("patrol",)]


def check(further: int, town: str = "") -> Draw[int]:
    return replace(total("event check", 2, numbered(6), repeats=True), further=further, subject=town)


def test_the_dice_of_a_run_are_typed_at_once_as_far_as_they_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    typed = at_terminal("3 5 2", "3 5, 2 6", "1 1")
    assert [typed.ask(check(3, "A")), typed.ask(check(2, "B")), typed.ask(check(1, "C"))] == [(3, 5), (2, 6), (1, 1)]
    told = capsys.readouterr().err
    assert "up to 4 of these rolls may follow: type the dice of as many as you like in one line" in told
    assert "expected 2 of D6, got 3: nothing of this line is taken" in told
    typed = at_terminal("3 5 6 6 2 2", "4")
    assert typed.ask(check(2)) == (3, 5)
    assert typed.ask(total("event", 1, numbered(6))) == (4,)
    assert "are not taken (6 6 2 2)" in capsys.readouterr().err
