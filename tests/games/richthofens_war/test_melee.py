"""Whole turns of a melee at close quarters: sealed choices, words of every order, refolding, games to their end."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from aqmf_air.api import Offer, Session, load_registry, new_header
from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.sealed_orders import NOTHING
from aqmf_air.core.play.sealed_orders import sealed_parts as parts_of
from aqmf_air.games.richthofens_war.chapters.moving import Fly
from aqmf_air.games.richthofens_war.chapters.tailing import AnnounceTails
from aqmf_air.web.board.board import board_of
from tests.games.richthofens_war.test_conformance import no_orders, other_orders

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")
REGISTRY = load_registry(entry_points=False)
ACE, NOVICE = {"victories": "7"}, {"novice": True}


def placed(type_: str, side: str, column: int, row: int, facing: int, height: int, **more: Any) -> dict[str, Any]:
    return {
        "type": type_, "side": side, "column": column, "row": row, "facing": facing, "height": height, "speed": 6, **more
    }  # fmt: skip


MELEE = {
    "title": "Melee",
    "date": "1918-08",
    "turns": 9,
    "aircraft": [
        placed("Albatros D-V, D-Va", "german", 16, 16, 0, 1000, crew=[ACE]),
        placed("Fokker D-VII", "german", 19, 14, 3, 950),
        placed("Hannover CL-III, CL-IIIa", "german", 20, 18, 2, 1050, crew=[NOVICE, {}]),
        placed("SE-5a", "allied", 18, 16, 0, 1000, crew=[ACE]),
        placed("Sopwith Camel", "allied", 21, 14, 3, 1000, crew=[NOVICE]),
        placed("DH-4", "allied", 14, 17, 0, 1000, loaded=True),
    ],
}


@cache
def ruleset() -> Any:
    return REGISTRY.ruleset("richthofen")


def started(seed: int) -> Session[Any]:
    game = ruleset()
    return Session(game, new_header(game, game.set_up(MELEE, "melee", {}).setup, seed=seed, game=f"melee {seed}"))


SUBJECT = Subject(
    lambda: load_registry(entry_points=False).ruleset("richthofen"),
    lambda game: game.set_up(MELEE, "melee", {}).setup,
    seeds=(4,),
    commands=26,
    longest=30,
    hidden=other_orders,
    refused=lambda state: list(no_orders(state))[:2],
    board=lambda rules: board_of(rules, REGISTRY),
    max_runs=100,
)


@pytest.mark.further(every=4)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_melee_conforms(check: Callable[[Subject], None]) -> None:
    check(SUBJECT)


def chosen(offers: list[Offer], random: Random) -> Offer:
    """One of the offers, of each kind alike; nobody flies away if it can be helped, and most shots are fired."""
    kinds = defaultdict(list)
    for offer in offers:
        kinds[type(offer.command).__name__].append(offer)
    kind = random.choice([*sorted(kinds), *(name for name in ("Fire", "Declare", "Clear") if name in kinds)])
    sharp = [one for one in kinds[kind] if isinstance(one.command, Fly) and {"LL", "RR"} & {*pairs(one.command.path)}]
    return random.choice(sharp or kinds[kind])


def pairs(path: str) -> list[str]:
    """The steps of a path, two by two."""
    return ["".join(two) for two in pairwise(path)]


@pytest.mark.further(every=3)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_order_of_a_melee_is_read_from_its_words_and_the_log_refolds(seed: int) -> None:
    session, random, kinds = started(seed), Random(seed), Counter[str]()
    game = ruleset()
    while game.over(session.state) is None:
        side = game.stage(session.state).active[0]
        offer = chosen(list(game.legal(session.state, side)), random)
        words = game.order_in_words(session.state, offer.command, side)
        assert game.order_from_words(session.state, words, side) == offer.command, words
        sealed_by_others = [order for one, order in game.observe(session.state, side).sealed if one != side]
        assert not any(sealed_by_others)
        session.submit(offer.command, side)
        kinds[type(offer.command).__name__] += 1
    assert {"AnnounceTails", "Fly", "Declare", "DeclareObservers", "Fire"} <= set(kinds)
    assert Session(game, session.header, session.entries).digest == session.digest
    assert replay(game, session.header, session.entries).digest == session.digest


def test_nobody_learns_of_a_tail_before_both_have_announced() -> None:
    session = started(1)
    game, state = ruleset(), session.state
    own = next(offer for offer in game.legal(state, "german") if offer.command.order != NOTHING)
    session.submit(own.command, "german")
    assert dict(game.observe(session.state, "allied").sealed) == {"german": ""}
    assert dict(game.observe(session.state, "german").sealed) == {"german": own.command.order}
    told = [game.tell(event, state, "allied") for event in session.entries[-1].events]
    assert told == ["the German side seals an order"]


@pytest.mark.parametrize("map_edge", ["leaves", "no-exit"])
def test_an_aircraft_in_a_corner_of_the_map_may_stay_on_it(map_edge: str) -> None:
    corner = {
        "title": "Corner",
        "aircraft": [
            placed("Gotha G-IV", "german", 0, 0, 3, 1000, speed=5),
            placed("Sopwith Camel", "allied", 30, 20, 3, 1000),
        ],
    }
    game = ruleset()
    setup = game.set_up(corner, "corner", {"map_edge": map_edge}).setup
    for place, stays in ((0, True), (-1, map_edge == "no-exit")):  # what leaves the map is offered last
        session = Session(game, new_header(game, setup, seed=1, game="corner"))
        session.submit(game.legal(session.state, "german")[0].command, "german")
        moves = [offer.command for offer in game.legal(session.state, "german")]
        assert {isinstance(move, Fly) for move in moves} == {True}
        before = session.state
        session.submit(moves[place], "german")
        assert session.state.aircraft[0].flying is stays
        assert game.exactly(session.entries[-1].events[0], before).startswith("0,0 facing west to ")


@pytest.mark.rule("RW-TAIL-5")
def test_many_behind_one_are_offered_two_tails_or_none() -> None:
    crowd = [placed("Fokker E-III", "german", column, 10, 0, 1000) for column in range(8, 15)]
    document = {"title": "Crowd", "aircraft": [*crowd, placed("Sopwith Camel", "allied", 15, 10, 0, 1000)]}
    game = ruleset()
    state = game.initial(game.set_up(document, "crowd", {}).setup)
    orders = [offer.command.order for offer in game.legal(state, "german")]
    assert NOTHING in orders
    assert len(orders) == 12
    assert {len(parts_of(order)) for order in orders} <= {0, 1, 2}
    third = ";".join(f"fokker-e-iii-{number}|sopwith-camel-1" for number in (1, 2, 3))
    (said,) = game.objections(state, AnnounceTails(side="german", order=third), "german")
    assert (said.rule, said.reason) == ("RW-TAIL-5", "no more than 2 aircraft try to tail Sopwith Camel")
