"""What ``state`` says of a game, and the words in which its odds and its help are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from aqmf_air.api import replace
from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.text import reasons
from aqmf_air.core.odds.documents import question_document
from aqmf_air.core.odds.summary import attribution
from aqmf_air.games.richthofens_war.chapters.fire import Fire
from aqmf_air.games.richthofens_war.chapters.moving import Fly
from aqmf_air.games.richthofens_war.sequence import described, summary_of
from aqmf_air.games.richthofens_war.state import Declaration, Tail
from aqmf_air.games.richthofens_war.ui import queries
from tests.games.richthofens_war.field import BRISTOL, CAMEL, D_VII, a_game, came_straight, one, ruled
from tests.games.richthofens_war.wild import WAR


def test_a_tail_is_told_of_while_both_are_there() -> None:
    own, enemy = one("own", D_VII, "german", 10, 10, 0), one("camel", CAMEL, "allied", 12, 10, 0)
    for tailer, target, told in (("flying", "flying", True), ("left", "flying", False), ("flying", "destroyed", False)):
        game = a_game(replace(own, state=tailer), replace(enemy, state=target), tails=(Tail(tailer="own", target="camel"),))
        assert any("on the tail of" in line for line in summary_of(WAR.open_view(game))) is told


@pytest.mark.rule("RW-CONT-2", "RW-CONT-3", "RW-CONT-5")
@pytest.mark.parametrize(
    ("turned", "goes_on", "movement", "told"),
    [
        (0, True, "on", ""),
        (1, True, "on", "may go on turning right"),
        (-2, True, "on", "may go on turning left"),
        (3, True, "on", "has turned as far as it may in a hex"),
        (1, False, "on", "has to begin straight ahead"),
        (1, True, "off", "has to begin straight ahead"),
    ],
)
def test_the_state_says_which_way_a_turn_goes_on(turned: int, goes_on: bool, movement: str, told: str) -> None:
    last = came_straight(9, 10, 0, turned=turned, goes_on=goes_on)
    camel = one("camel", CAMEL, "allied", 10, 10, 0, last=last)
    said = described(a_game(camel, rulings=ruled(continued_movement=movement)), camel)
    assert [part for part in said.split(", ") if "turn" in part or "begin" in part] == ([told] if told else [])


def test_a_critical_hit_that_no_dice_can_be_is_not_asked_about() -> None:
    own = one("own", CAMEL, "allied", 10, 10, 0, last=came_straight(9, 10, 0))
    enemy = one("enemy", D_VII, "german", 16, 10, 3)
    shot = Declaration(shooter="own", target="enemy", range=6)
    game = a_game(own, enemy, phase="combat", declarations=(shot,))
    questions = [question_document(question, WAR.spell) for question in Fire(aircraft="own").questions(game, WAR.rules)]
    asked = {question["title"]: question["odds"]["p"] for question in questions}
    assert list(asked) == ["damage"]
    (target,) = Fire(aircraft="own").questions(game, WAR.rules)[0].targets
    assert target.base == 0
    assert reasons(target).startswith(f"{target.base_reason}")  # a base that adds nothing is no number
    assert target.base_reason.startswith("at ")


def test_an_observers_shot_is_fired_by_name_where_the_pilot_has_none() -> None:
    own, enemy = one("own", BRISTOL, "allied", 10, 10, 0), one("enemy", D_VII, "german", 7, 10, 0)
    observers = Declaration(shooter="own", by="observer", target="enemy", gun="rear gun", range=3)
    pilots = Declaration(shooter="own", target="enemy", range=3)
    for declared, gun in (((observers,), "rear gun"), ((pilots, observers), "")):
        game = a_game(own, enemy, phase="combat", declarations=declared)
        assert WAR.order_from_words(game, "own fires", "allied") == Fire(aircraft="own", gun=gun)


@pytest.mark.parametrize("verb", ["", "flies ", "moves ", "own moves "])
def test_a_move_is_typed_by_either_verb(verb: str) -> None:
    game = a_game(one("own", BRISTOL, "allied", 10, 10, 0), phase="movement")
    assert WAR.order_from_words(game, f"{verb}speed 6, ahead 6", "allied") == Fly(aircraft="own", speed=6, path="FFFFFF")


def test_a_row_of_the_tailing_table_is_no_modifier_of_the_roll() -> None:
    answer = queries.Tail.read({"tailer": D_VII, "target": CAMEL, "ace": "yes"}).ask(lambda: WAR)
    causes = [worth.cause for worth in attribution(answer.lines[0].question, lambda outcome: outcome == "success")]
    assert causes
    assert all(cause.endswith(" row)") and "roll" not in cause for cause in causes)


def test_help_offers_worth_where_the_game_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    for game, has in (("richthofen:duel", False), ("valor:french-short", True)):
        told = CliRunner().invoke(aqmf, ["play", game, "--seed", "1"], input="help\nq\n").output
        assert ("odds words" in told, "worth, worth 4" in told) == (True, has), game
