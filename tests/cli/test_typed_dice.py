"""Dice typed at a terminal: a slip costs one die, and there is always a way back and a way out."""

from __future__ import annotations

from io import StringIO

import pytest

from aqmf_air.cli.play.typed_dice import Stopped, TypedDice
from aqmf_air.core.dice.dice import Draw
from aqmf_air.core.dice.draws import numbered, total
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
    assert at_terminal(*lines).ask(THREE, "") == faces


def test_a_slip_is_told_at_once_with_what_stands(capsys: pytest.CaptureFixture[str]) -> None:
    at_terminal("4 x 6", "3 4", "5").ask(THREE, " 6+")
    told = capsys.readouterr().err
    assert "to hit 6+: 3 D10? " in told
    assert "to hit: expected D10 (1 to 10; 0 means 10), got x" in told
    assert "1 more (these stand: 4 6): " in told
    assert "to hit: expected 1 of D10, got 2: nothing of this line is taken" in told


def test_the_roll_before_is_corrected_even_in_the_middle_of_one() -> None:
    assert at_terminal("4", "<").ask(THREE, "") is None


@pytest.mark.parametrize("lines", [("quit",), ("1 2", "QUIT"), ("q",), ("exit",), ("1",)])
def test_leaving_and_the_end_of_the_input_both_leave(lines: tuple[str, ...]) -> None:
    with pytest.raises(Stopped):
        at_terminal(*lines).ask(THREE, "")


def test_only_return_lets_the_dice_take_effect(capsys: pytest.CaptureFixture[str]) -> None:
    assert at_terminal("").agreed()
    assert not at_terminal("<").agreed()
    assert at_terminal("7", "yes", "").agreed()
    assert "expected Return, < or quit, got yes" in capsys.readouterr().err
    with pytest.raises(Stopped):
        at_terminal("quit").agreed()


def test_a_pipe_ends_at_a_slip_and_may_quit() -> None:
    assert TypedDice(StringIO("1 2\n3 4\n")).ask(THREE, "") == (1, 2, 3)
    with pytest.raises(DiceError, match="got x"):
        TypedDice(StringIO("1 x 3\n")).ask(THREE, "")
    with pytest.raises(Stopped):
        TypedDice(StringIO("1 quit\n")).ask(THREE, "")
