"""What a hit does: the damage die and its re-rolls, each row, strength, men, engines, fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.api import TargetNumber
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.play.deciding import Decided, Decision
from aqmf_air.games.clouds_of_glory.chapters.checks import Check
from aqmf_air.games.clouds_of_glory.chapters.leaving import score
from aqmf_air.games.clouds_of_glory.chapters.structure import structure_test
from aqmf_air.games.clouds_of_glory.state import PILOT, FiredOn
from aqmf_air.games.clouds_of_glory.tables import tables
from aqmf_air.games.clouds_of_glory.ui.queries import RowFrom, shot_and_row
from tests.games.clouds_of_glory.in_fight import CAMEL, DVA, HANDLEY, RE8, craft, fight, happens, kinds

F = Fraction
TABLES = tables.shipped()


def a_check(total: int, rerolls: int = 0) -> Check:
    return Check("strength", TargetNumber("strength", total, "strength", "ICOG-0-c"), "entente", "", ("own",) * rerolls)


# -- strength ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-5.5.6.3", "ICOG-6.3.12-c", "ICOG-6.3.12-b")
def test_odds_of_a_strength_test() -> None:
    """P10: strength 17, three templates tighter (-2)."""
    odds = chances(structure_test, a_check(15), 17, 0, TABLES)
    assert 1 - odds.of("holds") == F(1, 4) * F(5, 6)
    assert odds.of("lost") == F(109, 1296)
    weak = chances(structure_test, a_check(2), 2, 0, TABLES)
    assert weak.of("lost") == F(18, 20) * F(5, 6)
    reduced = chances(structure_test, a_check(2), 2, 2, TABLES)  # row 4 takes 2d6, row 5 1d6+3
    assert reduced.of("lost") == F(18, 20) * (F(2, 6) + F(1, 6) * (F(215, 216) + F(33, 36) + 1))
    assert reduced.of("damaged") == F(18, 20) * F(1, 6) * (F(1, 216) + F(3, 36))
    assert chances(Decided(structure_test, spends), a_check(15, 1), 17, 0, TABLES).of("lost") == F(109, 1296) / 4


def spends(decision: Decision) -> str:
    """Rolls whatever may be rolled again."""
    return decision.options[-1]


@pytest.mark.rule("ICOG-6.3.12-a")
@pytest.mark.parametrize(
    ("type_", "ruling", "hit", "failure"), [(DVA, "each-result", 5, 9), (RE8, "each-result", 4, 8), (RE8, "hits-only", 4, 9)]
)
def test_strength_is_lost_less_the_reduction(type_: str, ruling: str, hit: int, failure: int) -> None:
    game = fight(craft("prey", type_), reduction_scope=ruling)
    whole = game.of("prey").strength
    assert happens(game, "row", "prey", 6, "", faces=(2,))[0].of("prey").strength == whole - hit
    assert happens(game, "structure", "prey", faces=(5, 6))[0].of("prey").strength == whole - failure


@pytest.mark.rule("ICOG-6.3.12-a")
def test_a_reduction_gives_no_strength_back() -> None:
    game = fight(craft("prey", HANDLEY))
    assert happens(game, "row", "prey", 2, "")[0].of("prey").strength == 25
    assert happens(game, "row", "prey", 3, "")[0].of("prey").strength == 24


@pytest.mark.rule("ICOG-6.3.12-b")
def test_without_strength_it_falls_apart() -> None:
    game = fight(craft("prey", CAMEL, strength=3, fired_on=(FiredOn("foe", PILOT, 3, True),)), craft("foe", DVA))
    fallen, events = happens(game, "row", "prey", 7, "foe")
    prey = fallen.of("prey")
    assert (prey.out, prey.fate, prey.strength, score(fallen)["germany"]) == ("destroyed", "falls apart", 0, 2)
    assert kinds(events)[-2:] == ["clouds.shot_down", "clouds.went_out"]
    assert happens(game.changed("prey", strength=4), "row", "prey", 7, "foe")[0].of("prey").flying


@pytest.mark.rule("ICOG-6.3.12-c", "ICOG-5.5.6.3")
@pytest.mark.parametrize(
    ("faces", "strength", "out"),
    [
        ((14,), 14, ""), ((15, 6), 14, ""), ((15, 5, 4), 7, ""), ((15, 4, (2, 3)), 9, ""), ((15, 3, (1, 2, 3)), 8, ""),
        ((15, 2), 14, "destroyed"), ((15, 1), 14, "destroyed"), ((15, 3, (5, 5, 4)), 0, "destroyed"),
    ],
)  # fmt: skip
def test_a_strength_test_and_what_gives_way(faces: Any, strength: int, out: str) -> None:
    for name in ("holds", "stress"):
        prey = happens(fight(craft("prey", DVA)), name, "prey", faces=faces)[0].of("prey")
        assert (prey.strength, prey.out) == (strength, out)


@pytest.mark.rule("ICOG-6.3.12-c")
@pytest.mark.parametrize("row", [9, 10, 11, 12, 19, 21, 23])
def test_rows_that_ask_for_a_strength_test_test_what_is_left(row: int) -> None:
    game = fight(craft("prey", DVA, strength=12))
    dice = {10: ((2,), 4), 11: ((2,), 5), 12: ((2,), 5), 21: ((1, 1), 5), 23: ((1, 1, 1), 3)}
    rolled, lost = dice.get(row, (None, 0))
    faces = ((rolled,) if rolled else ()) + (12 - lost,)
    assert kinds(happens(game, "row", "prey", row, "", faces=faces)[1])[-1] == "clouds.tested"
    assert happens(game, "row", "prey", row, "", faces=(*faces[:-1], 13 - lost, 6))[0].of("prey").flying


# -- the damage die ----------------------------------------------------------------------------------------------------


def on_a_miss(decision: Decision) -> str:
    return decision.options[decision.facts[0] == "to hit" and decision.outcome is False]


def on_a_light_hit(decision: Decision) -> str:
    return decision.options[decision.outcome is False or (decision.facts[0] == "damage" and int(decision.outcome or 0) < 16)]


@pytest.mark.rule("ICOG-6.3.10-a", "ICOG-1.2.3-a")
@pytest.mark.parametrize(
    ("rerolls", "stand_in", "row_21"),
    [(0, on_a_miss, F(9, 80)), (1, on_a_miss, F(27, 160)), (2, on_a_miss, F(63, 320)), (2, on_a_light_hit, F(117, 400))],
)
def test_odds_of_a_heavy_hit_with_re_rolls(rerolls: int, stand_in: Any, row_21: Fraction) -> None:
    need = TargetNumber("to hit", 10, "gunnery", "ICOG-6.3.1.1")
    check = Check("to hit", need, "entente", "", ("own",) * rerolls)
    rows = chances(Decided(shot_and_row, stand_in), check, 21, 2, TABLES)
    assert rows.where(RowFrom(21)) == row_21
