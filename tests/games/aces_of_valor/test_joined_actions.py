"""Several aircraft act by one order of the player's, and none does anything that the order does not say."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.cli.play.offers import headline
from aqmf_air.core.dice.dice import DiceTray, Draw, Faces
from aqmf_air.core.odds.luck import rolled_for
from aqmf_air.core.play.session import Resolved
from aqmf_air.games.aces_of_valor.chapters.actions import AllAttack, EachItsOwn
from aqmf_air.games.aces_of_valor.chapters.fire import AircraftAttacked
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign
from tests.games.aces_of_valor.in_combat import GEORGES, MARCEL, PIERRE, enemy, fight, fighter
from tests.games.aces_of_valor.playing import begun, ruleset

THREE = fighter("Georges"), fighter("Marcel"), fighter("Pierre")
KURT_AND_MAX = enemy("Max"), enemy("Kurt")
MOST_TAPS = 12
"""Orders of a mission's turn; each is one tap."""


def offered(game: Campaign) -> dict[object, str]:
    """The titles of the orders to several aircraft, by order."""
    legal = ruleset().legal(game, PLAYER)
    return {offer.command: offer.title for offer in legal if isinstance(offer.command, EachItsOwn | AllAttack)}


def shot(game: Campaign, order: Any, *sure: str) -> tuple[Campaign, list[tuple[str, str]]]:
    """The combat after an order, and who fired at whom: each of those named hits with every die, nobody else with any."""

    def faces(ask: Draw[Any]) -> Faces:
        hits = any(ask.means == f"fire of {name}" for name in sure)
        return Faces((ask.die.faces[-1 if hits else 0],) * ask.size, PLAYER)

    assert not ruleset().objections(game, order, PLAYER)
    events = ruleset().decide(game, order, DiceTray(faces))
    attacks = [(event.aircraft, event.target) for event in events if isinstance(event, AircraftAttacked)]
    return ruleset().after(game, events), attacks


@pytest.mark.rule("AOV-RND-5", "AOV-RND-6")
def test_each_attacks_its_only_target_by_one_order_until_one_is_hit() -> None:
    spaces = {GEORGES: 11, "max": 9, PIERRE: 8, "kurt": 5, MARCEL: 2}
    game = fight(*THREE, enemies=KURT_AND_MAX, spaces=spaces, pace="flow")
    assert offered(game) == {
        EachItsOwn(): "Georges attacks Max with 2 dice, Pierre attacks Kurt with 3 dice, Marcel waits; "
        "until one is hit or may choose"
    }
    questions = ruleset().questions(game, EachItsOwn())
    assert [question.title for question in questions] == ["Max, by Georges", "Kurt, by Pierre"]
    assert not headline(questions), "the chances of the first alone would be those of none"
    after, attacks = shot(game, EachItsOwn())
    assert attacks[:4] == [(GEORGES, "max"), ("max", PIERRE), (PIERRE, "kurt"), ("kurt", MARCEL)]
    assert after.fought.round == 2, "the order is for one round"
    hurt, attacks = shot(game, EachItsOwn(), "Max")
    assert attacks == [(GEORGES, "max"), ("max", PIERRE), ("kurt", MARCEL)], "Pierre is down"
    assert (hurt.fought.round, hurt.fought.acting) == (1, (MARCEL,)), "he may want to break off"


@pytest.mark.rule("AOV-RND-6")
def test_all_attack_one_target_and_are_asked_again_once_it_is_down() -> None:
    spaces = dict.fromkeys((GEORGES, MARCEL, PIERRE), 11) | dict.fromkeys(("max", "kurt"), 5)
    game = fight(*THREE, enemies=KURT_AND_MAX, spaces=spaces, pace="flow")
    titles = {AllAttack(target=name.lower()): f"Georges, Marcel and Pierre attack {name}; "
              "until it is down or one is hit" for name in ("Max", "Kurt")}  # fmt: skip
    assert offered(game) == titles
    assert ruleset().objections(game, EachItsOwn(), PLAYER), "each has a choice"
    at_max = [(GEORGES, "max"), (MARCEL, "max"), (PIERRE, "max")]
    assert shot(game, AllAttack(target="max"))[1][:3] == at_max
    down, attacks = shot(game, AllAttack(target="max"), "Marcel")
    assert attacks == at_max[:2]
    assert down.fought.acting == (PIERRE,), "nobody has told Pierre to attack Kurt"


def test_who_is_alone_is_given_its_own_order_and_from_roll_to_roll_all_are() -> None:
    spaces = {GEORGES: 11, "max": 9}
    alone = fight(THREE[0], enemies=KURT_AND_MAX[:1], spaces=spaces, pace="flow")
    assert offered(alone) == {}
    by_roll = fight(*THREE, enemies=KURT_AND_MAX[:1], spaces={**spaces, MARCEL: 11, PIERRE: 11})
    assert offered(by_roll) == {}
    assert [each.rule for each in ruleset().objections(by_roll, EachItsOwn(), PLAYER)] == ["AOV-RND-6"]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_turn_of_a_mission_is_twelve_orders_and_luck_counts_each_attack(seed: int) -> None:
    """Whoever gives the first order that is offered each time gave up to twenty in a turn."""
    session = begun(seed)
    turn, orders, most = (0, 0), 0, 0
    while session.state.number < 5 and (offers := ruleset().legal(session.state, PLAYER)):
        mission = session.state.mission
        now = (session.state.number, mission.turn if mission else 0)
        orders = orders + 1 if now == turn else 1
        turn, most = now, max(most, orders if now[1] else 0)
        assert isinstance(session.submit(offers[0].command, PLAYER), Resolved)
    assert 3 < most <= MOST_TAPS
    luck = rolled_for(ruleset(), session.header, session.entries)
    state, attacks = ruleset().initial(session.header.setup), 0
    for entry in session.history:
        counted = [rolled.title for rolled in luck if rolled.entry == entry.position]
        for event in entry.events:
            if isinstance(event, AircraftAttacked) and isinstance(entry.command, EachItsOwn):
                attacks += 1
                assert state.called(event.target) in counted
            state = ruleset().evolve(state, event)
    assert attacks
