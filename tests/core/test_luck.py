"""Luck is the exact odds of a sum, and where in them the sum came to lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.odds.luck import RolledFor, luck_by_kind, rolled_for, surprises
from aqmf_air.core.odds.summary import luck_of
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.question import Question, Tally
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.plugins.registry import load_registry
from tests.plugins_on_disk import picket


def test_nothing_rolled_is_no_luck() -> None:
    none = luck_of([])
    assert (none.asked, none.came) == (0, 0)
    assert (none.expected, none.so_much) == (Fraction(0), Fraction(1))


@given(st.lists(st.tuples(st.lists(st.integers(1, 5), min_size=1, max_size=4), st.integers(0, 3)), max_size=4))
def test_the_sum_has_the_odds_of_every_way_to_make_it(asked: list[tuple[list[int], int]]) -> None:
    rolled = [(Odds(dict(enumerate(weights)), sum(weights)), min(came, len(weights) - 1)) for weights, came in asked]
    luck = luck_of(rolled)
    ways: dict[int, Fraction] = {}
    for way in product(*(odds.items() for odds, _ in rolled)):
        chance = Fraction(1)
        for _, p in way:
            chance *= p
        ways[sum(value for value, _ in way)] = ways.get(sum(value for value, _ in way), Fraction(0)) + chance
    assert dict(luck.odds) == ways
    assert luck.so_much == sum(p for value, p in ways.items() if value >= luck.came)
    assert luck.so_little == sum(p for value, p in ways.items() if value <= luck.came)
    assert luck.expected == sum(value * p for value, p in ways.items())


def rolled(kind: str, came: int, good: bool = True, side: str = "north", faces: int = 6) -> RolledFor:
    """A die that counts for a side, and what came of it."""
    die = Odds(dict.fromkeys(range(1, faces + 1), 1), faces)
    return RolledFor(0, side, "Turn 1", kind, came, Tally(kind, good=good), die)


def test_little_of_what_harms_is_good_luck() -> None:
    fire, hits = rolled("enemy fire", 1, good=False), rolled("own fire", 1)
    assert fire.swing == Fraction(5, 2)
    assert hits.swing == Fraction(-5, 2)
    assert fire.chance == hits.chance == Fraction(1, 6)
    assert rolled("own fire", 5).chance == Fraction(2, 6)


def test_only_rolls_of_one_kind_are_added_up() -> None:
    every = [
        rolled("fire", 6),
        rolled("points", 1),
        rolled("fire", 6),
        rolled("fire", 1, side="south"),
        rolled("harm", 2, False),
    ]
    lines = luck_by_kind(every, ("north", "south"))
    assert [(one.side, one.kind, one.luck.came) for one in lines] == [
        ("north", "fire", 12), ("north", "points", 1), ("north", "harm", 2), ("south", "fire", 1),
    ]  # fmt: skip
    assert [one.swing for one in lines] == [5, Fraction(-5, 2), Fraction(3, 2), Fraction(-5, 2)]
    fire, harm = lines[0], lines[2]
    assert (fire.so_good, fire.so_bad) == (Fraction(1, 36), Fraction(1))
    assert (harm.so_good, harm.so_bad) == (Fraction(2, 6), Fraction(5, 6))
    assert [one.rank for one in lines] == [Fraction(71, 72), Fraction(1, 12), Fraction(3, 4), Fraction(1, 12)]


def test_what_is_no_luck_of_anybody_is_left_out() -> None:
    assert not luck_by_kind([rolled("fire", 3)], ("south",))
    assert not surprises([rolled("fire", 6, faces=12)], ("south",))


def test_only_what_comes_less_than_one_time_in_ten_is_rare_the_rarest_first() -> None:
    """The finding: rolls that come one time in five were listed as the most unusual ones."""
    sixes = [rolled("fire", came) for came in range(1, 7)]
    assert not surprises(sixes, ("north",))
    tens = [rolled("fire", came, faces=10) for came in range(1, 11)]
    assert not surprises(tens, ("north",))
    twelves = [rolled("fire", came, faces=12) for came in range(1, 13)]
    assert [one.came for one in surprises(twelves, ("north",))] == [1, 12]
    every = [*twelves, rolled("fire", 20, faces=20)]
    assert [one.came for one in surprises(every, ("north",))] == [20, 1, 12]


class Counted(picket.Batteries):
    """It counts what a salvo hits: the luck of the side that orders it, or of one that is named."""

    whose = ""

    def questions(self, state: picket.Picket, command: Command) -> Sequence[Question]:
        luck = Tally("guns lost", lambda lost: int(getattr(lost, "guns_lost", lost)), side=self.whose)
        return [replace(question, luck=luck) for question in super().questions(state, command)]


@pytest.mark.parametrize(("whose", "side"), [("", "north"), ("south", "south")])
def test_a_roll_is_the_luck_of_the_side_that_orders_it_or_of_the_one_that_is_named(whose: str, side: str) -> None:
    ruleset: Any = Counted(load_registry(builtin=False, entry_points=False, extra=(("picket", picket),)))
    ruleset.whose = whose
    session: Session[Any] = Session(ruleset, new_header(ruleset, picket.Setup(), seed=1, game="g"))
    session.submit(picket.Seal(side="south", card=13), "south")
    session.submit(picket.Seal(side="north", card=12), "north")
    assert [(roll.entry, roll.side) for roll in rolled_for(ruleset, session.header, session.entries)] == [(1, side)]
