"""How a combat comes about: who the enemy is, who sees whom, whether there is a fight. CBT, DET."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.text import percent
from aqmf_air.core.dice.chance import chances_once
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.aces_of_valor.chapters.combat import (
    ChooseEnemy,
    RollNationality,
    detection_changes,
    enemy_cup,
    tier_of_flight,
)
from aqmf_air.games.aces_of_valor.chapters.meeting import Engage, Evade
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn, PlayerChoice
from aqmf_air.games.aces_of_valor.sequence import STEPS
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign
from tests.games.aces_of_valor.in_combat import (
    BOMBER,
    GEORGES,
    MARCEL,
    PATROL,
    REAR,
    SEATER,
    SPOTTING,
    fight,
    fighter,
    flying,
    go,
    met,
    target,
)
from tests.games.aces_of_valor.playing import from_state, ruleset


def refused(game: Campaign, command: Any) -> Objection:
    """The first objection to a command."""
    return ruleset().objections(game, command, PLAYER)[0]


def values(game: Campaign) -> list[int]:
    """What is added on C3."""
    return [one.value for one in detection_changes(game)]


@pytest.mark.rule("AOV-CBT-1", "AOV-RND-1")
def test_without_enemy_aircraft_a_combat_begins_with_its_rounds() -> None:
    game = met(flying(fighter("Georges"), targets=[target("convoy")]), "targets")
    assert (game.step, game.fought.targets) == ("round", ("convoy",))
    assert met(flying(fighter("Georges")), fighters=1).step == "enemy-tier"
    assert met(flying(fighter("Georges")), two_seaters=1).step == "enemy-drawn"


@pytest.mark.rule("AOV-CBT-2")
def test_a_german_player_chooses_the_nationality_or_rolls_it() -> None:
    assert met(flying(fighter("Georges")), fighters=1).fought.nation == "german"
    game = met(flying(fighter("Manfred", nation="german"), nation="german"), fighters=1)
    assert game.step == "nationality"
    assert refused(game, ChooseEnemy(nation="german")).rule == "AOV-CBT-2"
    assert from_state(game, ChooseEnemy(nation="american"), []).fought.nation == "american"
    rolled = [from_state(game, RollNationality(), [[face]]) for face in (3, 4, 6)]
    assert [one.fought.nation for one in rolled] == ["british", "french", "american"]
    assert rolled[0].step == "enemy-tier"
    assert "William" in enemy_cup(go(rolled[0], [1]), "fighter").items


@pytest.mark.rule("AOV-CBT-3", "AOV-CBT-4", "AOV-CBT-5", "AOV-GEN-12")
def test_the_tier_of_the_enemy_is_rolled_by_that_of_the_flight() -> None:
    spads, nieuports = (fighter("Georges", 2), fighter("Rene", 2)), (fighter("Marcel"), fighter("Pierre"))
    assert tier_of_flight(met(flying(*spads, *nieuports), fighters=1)) == 2
    assert tier_of_flight(met(flying(spads[0], *nieuports), fighters=1)) == 1
    alone = met(flying(SEATER, BOMBER, card=SPOTTING), fighters=1)
    assert tier_of_flight(alone) == 1
    game = go(alone, [5])
    assert (game.fought.tier, game.step) == (2, "enemy-drawn")
    game = go(game, ["Max"])
    assert (game.fought.enemies[0].type, game.fought.enemies[0].tier) == ("Fokker Dr.I", 2)


@pytest.mark.rule("AOV-CBT-6", "AOV-CBT-7", "AOV-CBT-8", "AOV-GEN-10")
def test_as_many_enemies_as_the_cup_has_are_drawn_and_seen_before_detection() -> None:
    game = met(flying(fighter("Georges")), fighters=1, two_seaters=7)
    assert enemy_cup(game, "two-seater").counts == (("0/0", 3), ("0/1", 2), ("1/0", 1))
    seaters = [["0/0"], ["0/0"], ["0/0"], ["0/1"], ["0/1"], ["1/0"]]
    game = go(go(game, [1]), ["Emil"], *seaters)
    assert game.step == "detection"
    assert [one.kind for one in game.fought.enemies] == ["fighter", *["two-seater"] * 6]
    assert not len(enemy_cup(game, "two-seater"))
    assert len({one.id for one in game.fought.enemies}) == 7
    assert "Emil" not in enemy_cup(game, "fighter").items, "he is in the fight already"


@pytest.mark.rule("AOV-CBT-3", "AOV-CBT-6")
def test_before_enemies_are_drawn_it_is_said_how_good_they_may_be() -> None:
    coming = go(met(flying(fighter("Georges")), fighters=2, two_seaters=1), [1])
    fighters, seaters = ruleset().questions(coming, GoOn())
    assert fighters.title == "best air skill of the enemy fighters"
    assert fighters.odds().of(0) == Fraction(10 * 9, 16 * 15), "ten of sixteen pilots have none"
    assert fighters.odds().of(2) == Fraction(2, 16), "one of them is Manfred"
    assert dict(seaters.odds()) == {0: Fraction(5, 6), 1: Fraction(1, 6)}
    assert compare_with_decision(ruleset(), coming, GoOn()).questions == 2
    ace = go(met(flying(fighter("Georges"), effects=(("EV-9", 3),)), fighters=1), [1])
    assert ruleset().questions(ace, GoOn())[0].odds().of(3) == Fraction(1, 16)
    assert compare_with_decision(ruleset(), ace, GoOn()).questions == 1
    six = go(met(flying(fighter("Georges")), fighters=6), [1])
    assert sum(ruleset().questions(six, GoOn())[0].odds().values()) == 1, "at once, however many come"


@pytest.mark.rule("AOV-DET-2", "AOV-DET-3", "AOV-DET-4")
def test_detection_counts_the_best_skills_and_2_seaters_of_both_sides() -> None:
    flight = (fighter("Georges", rank=1), fighter("Marcel"), replace(SEATER, air=1))

    def seen(*who: Any, draw: tuple[str, ...] = ("Josef",), seaters: int = 1, **more: Any) -> Campaign:
        game = met(flying(*who, card=SPOTTING, **more), fighters=len(draw), two_seaters=seaters)
        return go(go(game, [1]), *([one] for one in draw), *[["1/0"]][:seaters])

    assert values(seen(*flight)) == [3, -1, -1, 1], "Georges is Skilled: 3"
    assert values(seen(*flight, rulings={"downed_skill": "printed"})) == [2, -1, -1, 1]
    assert values(seen(SEATER, BOMBER, seaters=0)) == [-1, -1]
    assert values(seen(SEATER, BOMBER, seaters=0, rulings={"c3_two_seater": "each"})) == [-1, -2]
    assert values(seen(BOMBER, seaters=0, rulings={"c3_bomber": "none"})) == [-1]
    assert values(seen(fighter("Marcel"), seaters=0, effects=(("EV-13", 3),))) == [-1, 1], "papers from a wreck"


@pytest.mark.rule("AOV-DET-1", "AOV-DET-4", "AOV-DET-5", "AOV-MIS-7")
def test_detection_says_who_has_the_advantage_and_whether_there_is_a_fight() -> None:
    def after(faces: list[int], n: int, **more: Any) -> Campaign:
        game = met(flying(fighter("Marcel"), fighter("Pierre"), **more), fighters=n)
        return go(go(go(game, [1]), *([one] for one in ("Max", "Carl", "Kurt")[:n])), faces)

    surprised = after([1, 2], 1)
    assert (surprised.step, surprised.fought.advantage) == ("initiative", "enemy")
    assert after([2, 2], 1).step == "initiative"
    assert [after([2, 3], n).step for n in (1, 2)] == ["engage", "initiative"]
    assert [after([3, 4], n).step for n in (2, 3)] == ["engage", "initiative"]
    choice = after([4, 5], 3)
    assert (choice.step, choice.fought.advantage) == ("engage", "")
    ours = after([6, 5], 3)
    assert (ours.step, ours.fought.advantage) == ("engage", "friend")
    assert from_state(ours, Engage(), []).fought.round == 1
    evaded = from_state(ours, Evade(), [])
    assert evaded.combat is None
    assert evaded.flown.evaded
    assert not evaded.flown.fought
    assert not evaded.flown.rounds
    gone = after([2, 3], 1, rulings={"fight_when_weaker": "gone"})
    assert gone.combat is None
    assert not gone.flown.evaded
    never = {"patrol_combat": "never-forced"}
    assert after([1, 2], 3, rulings=never).step == "engage"
    assert after([1, 2], 3, rulings=never, card=SPOTTING).step == "initiative"


@pytest.mark.rule("AOV-DET-1", "AOV-IN-6")
@pytest.mark.parametrize("faces", [[4, 5], [6, 5]])
def test_who_may_evade_reads_how_likely_he_acts_first_and_the_way_on(faces: list[int]) -> None:
    """Engage and Evade gave no chance of what they bring."""
    flight = fighter("Marcel"), fighter("Pierre", air=1)
    met_one = go(go(met(flying(*flight, turn=5, objective=(REAR,)), fighters=1), [1]), ["Max"])
    game = go(met_one, faces)

    def friend_acts_first(dice: Dice) -> bool:
        now, order = game, cast("PlayerChoice", Engage())
        while not now.fought.acting:
            for event in order.decide(now, STEPS, dice):
                now = event.apply(now)
            order = GoOn()
        return now.fought.acting[0] in now.fought.friends

    first = percent(chances_once(friend_acts_first).of(True))
    (engage,), (evade,) = ([offer.title for offer in order.choices(game)] for order in (Engage, Evade))
    assert engage == f"Engage: 2 against 1, {'with the advantage, ' * (faces[0] == 6)}first to act {first}"
    assert evade == "Evade: 4 moves to open country B3, an event 44.4%"


@pytest.mark.rule("AOV-EVT-2")
def test_an_ambush_is_fought_at_once_and_first() -> None:
    game = met(flying(fighter("Marcel"), event="ambush", at=REAR), fighters=1)
    game = go(go(game, [1]), ["Max"])
    assert game.step == "initiative"
    game = go(go(game, [3]), [3])
    assert dict(game.fought.spaces) == {MARCEL: 9, "max": 11}
    free = met(flying(fighter("Marcel"), event="ambush", rulings={"patrol_combat": "never-forced"}), fighters=1)
    assert go(go(free, [1]), ["Max"]).step == "detection"


def test_an_ace_moves_in_for_one_combat() -> None:
    game = met(flying(fighter("Georges"), effects=(("EV-9", 3),)), fighters=2)
    game = go(go(game, [1]), ["Max"], ["Werner"])
    assert [one.air for one in game.fought.enemies] == [2, 0], "Werner"
    assert not game.effect("EV-9")


def test_a_giant_is_met_without_detection_for_three_rounds() -> None:
    game = flying(fighter("Georges", 2), fighter("Marcel"), card="", at=REAR)
    game = go(met(game, "giant", friends=(GEORGES, MARCEL), forced=True), ["0/0"])
    assert game.step == "initiative"
    assert game.fought.enemies[0].kind == "heavy-bomber"
    assert met(flying(fighter("Manfred", nation="german"), nation="german"), "giant").fought.nation == "british"
    apart = fight(fighter("Marcel"), enemies=[game.fought.enemies[0]], spaces={MARCEL: 5}, reason="giant", card=PATROL)
    assert apart.fought.reason == "giant"
