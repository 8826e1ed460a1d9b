"""What a player sees of a roll on a table."""

from __future__ import annotations

import re
from random import Random
from typing import Any, cast, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.text import need, on_whom
from aqmf_air.core.dice.dice import DiceTray, Roll, recorded
from aqmf_air.core.dice.modifiers import modifier
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.session import Resolved, Waiting
from aqmf_air.core.play.table_lookup import LookUp
from aqmf_air.games.aces_of_valor.automatic.policy import choose
from aqmf_air.games.aces_of_valor.chapters import combat, events, fire, ground, landing
from aqmf_air.games.aces_of_valor.chapters.actions import Attack, Strafe
from aqmf_air.games.aces_of_valor.chapters.dice import NOTHING, OnTable, looked_up, of_table
from aqmf_air.games.aces_of_valor.chapters.meeting import Engage
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn
from aqmf_air.games.aces_of_valor.sequence import ValorRulings
from aqmf_air.games.aces_of_valor.state import OPTIONS, PLAYER, OptionalRules
from aqmf_air.games.aces_of_valor.tables import DASH, Option, tables
from aqmf_air.web.address_dice import played
from tests.games.aces_of_valor.in_combat import MARCEL, SEATER, enemy, fight, fighter, target
from tests.games.aces_of_valor.playing import begun, ruleset

TABLES = tables.shipped()


def shown(rule: Any, *facts: Any, faces: list[list[int]]) -> LookUp:
    """The look-up of the last roll of a rule."""
    table = DiceTray(recorded(faces))
    rule(table, *facts)
    found = looked_up(table.log[-1])
    assert found
    return found


@pytest.mark.rule("AOV-DICE-1", "AOV-DICE-2")
def test_the_row_and_what_led_to_it() -> None:
    clouds = shown(fire.aa_dice, "heavy-clouds", TABLES, faces=[[6]])
    assert str(clouds) == "F5 Anti-aircraft fire: 6 -1 (heavy clouds) = 5: 2 dice"
    assert [(line.rolls, line.result, line.standing) for line in clouds.lines] == [
        ("2 or less", "0 dice", "house"),
        ("3", "1 die", "house"),
        ("4", "1 die", "stated"),
        ("5", "2 dice", "stated"),
        ("6 or more", "3 dice", "house"),
    ]
    met = shown(combat.detection, (modifier(2, "best air skill of the flight", "AOV-DET-2"),), TABLES, faces=[[6, 6]])
    assert (met.net, met.lines[met.row].rolls, met.lines[met.row].result) == (14, "11 or more", "you choose, with surprise")


def test_further_hits_and_structure_are_reasons() -> None:
    found = shown(fire.damage, 4, 5, TABLES, ValorRulings(), faces=[[4]])
    assert str(found) == "C8 Damage: 4 +3 (4 hits) -5 (structure) = 2: damaged"


def test_a_number_to_reach_is_two_rows() -> None:
    found = shown(events.event_happens, "friendly-trench", (), TABLES, faces=[[4, 5]])
    assert str(found) == "F6 Event check, friendly trenches: 9: an event"
    assert [line.rolls for line in found.lines] == ["8 or less", "9 or more"]


def test_a_roll_on_no_table_shows_nothing() -> None:
    table = DiceTray(recorded([[3]]))
    of_table(table, "c4", "initiative", TABLES)
    assert looked_up(table.log[0]) is None


def test_odds_that_are_rolled_out_show_the_row_and_its_standing() -> None:
    dice = played(lambda dice: landing.landing(dice, 4, TABLES), ["3 4"], looked_up=looked_up)
    (told,) = dice.told
    assert (told["came"], told["standing"]) == ("F4 Difficult landing: 7 -4 (performance) = 3: lands safely", "house")
    assert played(lambda dice: landing.landing(dice, 4, TABLES), ["3 4"]).told[0]["came"] == "7"


def needed(roll: Roll) -> str:
    """What the prompt of a roll says that it needs, without brackets."""
    return need(roll.ask, str).replace(DASH, "-").removeprefix("(").removesuffix(")")


# -- what is asked for -------------------------------------------------------------------------------------------------


def test_a_prompt_says_who_fires_at_whom_and_a_reply_is_fired_at_the_attacker() -> None:
    """The finding: when Max attacked a 2-seater, the damage of its reply was asked for on the 2-seater."""
    max_, marcel = enemy("Max"), fighter("Marcel")
    spaces = {MARCEL: 10, "max": 9, SEATER.id: 7}
    game = fight(marcel, SEATER, enemies=[max_], spaces=spaces, pace="flow")
    dice = DiceTray(recorded([[1, 1], [4, 4], [3], [2, 2, 5], [1]]))
    ruleset().decide(game, Attack(aircraft=MARCEL, target="max"), dice)
    asked = [f"{roll.ask.label} ({needed(roll)}) {on_whom(roll.ask)}" for roll in dice.log]
    assert asked == [
        "guns (4+, two hits on 6) on Max, fire of Marcel",
        "guns (4+, two hits on 6) on 2-seater 1, fire of Max",
        "damage (C8: damaged on 6) on 2-seater 1, fire of Max",
        "defensive gun (5+) on Max, fire of 2-seater 1",
        "damage (C8: damaged on 6) on Max, fire of 2-seater 1",
    ]


def test_a_prompt_of_a_ground_attack_says_who_is_under_fire() -> None:
    game = fight(fighter("Rene"), spaces={"rene": 10}, targets=[target("artillery", "artillery 1")])
    dice = DiceTray(recorded([[6], [6], [5]]))
    ruleset().decide(game, Strafe(aircraft="rene", target="artillery 1"), dice)
    assert [f"{roll.ask.label} {on_whom(roll.ask)}" for roll in dice.log] == [
        "anti-aircraft dice on Rene, fire of artillery 1",
        "damage on Rene, fire of artillery 1",
        "strafing on artillery 1, fire of Rene",
    ]


def test_a_die_that_names_somebody_says_which_faces_name_whom() -> None:
    friends = (fighter("Marcel"), fighter("Pierre"), SEATER)
    spaces = {"max": 10, **{one.id: 8 for one in friends}}
    dice = DiceTray(recorded([[5], [1, 1, 1]]))
    aims = fight(*friends, enemies=[enemy("Max")], spaces=spaces)
    ruleset().decide(aims, GoOn(), dice)
    (roll,) = [one for one in dice.log if one.ask.label == "target"]
    assert needed(roll) == "1-2 Marcel, 3-4 Pierre, 5-6 2-seater 1"
    assert on_whom(roll.ask) == "for Max"
    tie = fight(*friends[:2], enemies=[enemy("Max")], spaces={MARCEL: 9, "max": 9, "pierre": 7})
    dice = DiceTray(recorded([[2]]))
    ruleset().decide(tie, GoOn(), dice)
    assert needed(dice.log[0]) == "odd Max first, even Marcel"
    pair = fight(*friends[:1], enemies=[enemy("Max"), enemy("Carl")], spaces={MARCEL: 4, "max": 9, "carl": 9})
    dice = DiceTray(recorded([[2], [1, 1, 1]]))
    ruleset().decide(pair, GoOn(), dice)
    assert (dice.log[0].ask.label, needed(dice.log[0])) == ("who goes first", "1-3 Max, 4-6 Carl")


def test_a_face_that_always_misses_is_not_read_as_what_is_added_would_have_it() -> None:
    missed = shown(ground.strafed, 2, "soft", TABLES, ValorRulings(), faces=[[1]])
    assert str(missed) == "C11 Strafing, soft: 1: 0 points"
    hit = shown(ground.strafed, 2, "soft", TABLES, ValorRulings(), faces=[[2]])
    assert str(hit) == "C11 Strafing, soft: 2 +2 (ground skill) = 4: 1 point"


@given(
    st.sampled_from([("f5", ""), ("f6", "enemy-rear"), ("c8", ""), ("c11", "soft"), ("c9", "enemy-trench"), ("f4", "")]),
    st.integers(-6, 4),
)
def test_what_a_prompt_says_of_a_roll_is_what_it_comes_to(on: tuple[str, str], added: int) -> None:
    about = OnTable(TABLES, *on, changes=(modifier(added, "reason", "AOV-DICE-1"),) if added else ())
    dice = TABLES.dice(on[0])
    said = about.needs
    for rolled in range(dice, 6 * dice + 1):
        result = about.rows[about.row_of(rolled)].line.result
        told = re.search(rf"{re.escape(result)} (?:on (\d+)(?:{DASH}(\d+))?|in any case)", said)
        if result in NOTHING and not told:
            continue
        assert told, (said, result)
        low = int(told[1] or dice)
        assert low <= rolled <= int(told[2] or told[1] or 6 * dice)


def test_every_roll_of_a_campaign_says_what_it_needs_or_where_it_is_read(campaign_rolls: list[Roll]) -> None:
    silent = {roll.ask.label for roll in campaign_rolls if not need(roll.ask, str) and roll.ask.die.name == "D6"}
    assert silent == set()
    assert {roll.ask.label for roll in campaign_rolls} >= {"guns", "damage", "initiative", "event check", "target"}


@pytest.fixture(scope="module")
def campaign_rolls() -> list[Roll]:
    """All rolls of three missions that the automatic player plays, with every optional rule."""
    options = OptionalRules.model_validate({"cards": get_args(Option)} | dict.fromkeys(OPTIONS, True))
    session = begun(seed=5, nation="french", missions=8, tier=1, options=options)
    rolls: list[Roll] = []
    while session.state.number < 4:
        done = session.submit(cast("Command", choose(session.ruleset, session.state, PLAYER)), PLAYER)
        rolls += cast("Resolved", done).rolls
    return rolls


def test_the_rolls_that_are_listed_ahead_come_whatever_falls() -> None:
    """Who is tied, and who is shot at, is not known before the initiative."""
    session = begun(seed=2, nation="french", missions=8)
    while session.state.step != "engage":
        order = choose(session.ruleset, session.state, PLAYER)
        assert order is not None
        session.submit(order, PLAYER)
    session.who_rolls = lambda ask: PLAYER
    session.submit(Engage(), PLAYER)
    ahead = session.ahead()
    assert len(ahead) == 8
    for seed in range(6):
        session.cancel()
        dice, reply = Random(seed), session.submit(Engage(), PLAYER)
        for draw in ahead:
            assert isinstance(reply, Waiting)
            assert (reply.ask, reply.ask.subject) == (draw, draw.subject)
            if draw is not ahead[-1]:
                reply = session.answer([dice.choice(draw.die.faces) for _ in range(draw.size)])
