"""Cases of which the suite takes every second one: meetings and prices by the orders, large games, whole attacks."""

from __future__ import annotations

import pytest

from aqmf_air.games.richthofens_war.lab.laboratory import RichthofenLaboratory
from aqmf_air.plugins.registry import Registry
from tests.games.martian_aircraft import test_meetings, test_prices_by_hand
from tests.games.martian_front import test_possible_orders
from tests.games.richthofens_war import test_worth_by_hand
from tests.games.richthofens_war.test_worth_by_hand import laboratory
from tests.odds import test_against_game

__all__ = ["laboratory"]


@pytest.mark.parametrize(("unit", "tripod", "aircraft"), test_meetings.PAIRINGS[1::2])
def test_the_first_attack_is_that_of_the_orders(registry: Registry, unit: str, tripod: str, aircraft: int) -> None:
    test_meetings.test_the_first_attack_is_that_of_the_orders(registry, unit, tripod, aircraft)


@pytest.mark.parametrize("name", list(test_prices_by_hand.FLIGHTS)[1::2])
def test_a_price_is_that_of_a_second_working(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    test_prices_by_hand.test_a_price_is_that_of_a_second_working(name, monkeypatch)


def test_what_is_offered_in_a_large_game_is_among_what_a_unit_may_do() -> None:
    test_possible_orders.test_what_is_offered_is_among_what_a_unit_may_do("hold-the-line")


def test_a_whole_attack_by_bombs_that_are_resolved_together_and_what_it_costs(registry: Registry) -> None:
    test_against_game.test_a_whole_attack_and_what_it_costs(registry, "Scout Tripod", "Assault Tripod", 2, "together")


def test_worths_are_those_of_a_second_working(laboratory: RichthofenLaboratory) -> None:
    worse = ("Sopwith Pup", "Spad VII", "Fokker E-III")
    test_worth_by_hand.test_worths_are_those_of_a_second_working(laboratory, worse)
