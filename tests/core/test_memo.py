from __future__ import annotations

import pytest

from aqmf_air.core.data.memo import cached_by_identity
from aqmf_air.core.data.model import Frozen


class Piece(Frozen):
    x: int


def test_an_answer_about_the_very_same_thing_is_kept_and_an_equal_one_is_asked_about() -> None:
    asked: list[int] = []

    @cached_by_identity(2)
    def doubled(piece: Piece, times: int = 2) -> int:
        """Twice as far."""
        asked.append(piece.x)
        return piece.x * times

    here, alike, there = Piece(x=1), Piece(x=1), Piece(x=3)
    assert [doubled(here), doubled(here), doubled(alike), doubled(there)] == [2, 2, 2, 6]
    assert asked == [1, 1, 3]
    doubled(here)  # two newer answers came after it
    assert asked == [1, 1, 3, 1]
    assert doubled(here, times=5) == 5
    assert doubled.__doc__ == "Twice as far."


def test_a_fault_is_not_kept() -> None:
    faults = [ValueError("not yet"), None]

    @cached_by_identity(2)
    def once(piece: Piece) -> int:
        if fault := faults.pop(0):
            raise fault
        return piece.x

    piece = Piece(x=1)
    with pytest.raises(ValueError, match="not yet"):
        once(piece)
    assert once(piece) == 1
    assert faults == []
