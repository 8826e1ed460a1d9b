"""What a screen has of orders of the expanded game: their titles, and what is drawn before they are given."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose
from aqmf_air.games.clouds_of_glory.api import CloudsGame
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, arrived
from aqmf_air.games.clouds_of_glory.ui.projections import SCALE
from aqmf_air.games.clouds_of_glory_expanded.chapter import CrewOrder
from aqmf_air.games.clouds_of_glory_expanded.chapters.balloons import StrafeBalloon
from aqmf_air.games.clouds_of_glory_expanded.chapters.bomb_orders import DiveBomb, DropBombs
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombs import bomb_of
from aqmf_air.games.clouds_of_glory_expanded.chapters.rockets import FireRockets
from aqmf_air.games.clouds_of_glory_expanded.chapters.strafing import Strafe
from tests.games.clouds_of_glory.fights import MAN, aircraft, gunner, rules
from tests.games.clouds_of_glory.test_board import BOARD, seat_at
from tests.games.clouds_of_glory_expanded.sorties import sortie, unit

FAR = aircraft("far", "germany", at=[3, 3, 40], heading=90)
BOMBER = aircraft("bomber", "entente", "R.E.8", speed=155, at=[30, 16, 8], crew=[MAN, gunner()], bombs=4)


def over_the_gun() -> CloudsGame:
    """A bomber that has just flown over a gun, its pilot to act."""
    game = sortie(BOMBER, FAR, chapters=["ground-damage", "bombs"], units=[unit("gun", at=[30, 24])], waiting=["bomber"])
    there = arrived(game, game.of("bomber"), Announce(craft="bomber", plan="S15.5").course(game))
    return api.replace(there, phase="shooting", waiting=("bomber",))


def test_what_is_dropped_is_named_once_on_its_button() -> None:
    doings = BOARD.about(seat_at(over_the_gun(), "entente"), "bomber").doings
    titles = [doing.title for doing in doings if doing.type == "clouds.drop_bombs"]
    assert titles
    starts = tuple(f"drop {bombs} on the gun" for bombs in ("1 bomb", "3 bombs", "4 bombs"))
    assert all(title.startswith(starts) for title in titles)


def test_what_a_man_may_do_begins_with_a_verb() -> None:
    """The button that gives the order has that word alone."""
    balloon = {"id": "gasbag", "side": "germany", "name": "the gasbag", "at": [30, 40, 19]}
    rocketeer = {**aircraft("camel", "entente", "Sopwith Camel"), "bombs": 1}
    slices = {"rockets": {"aboard": [{"aircraft": "camel"}]}}
    setup = {"balloons": [balloon]}
    chapters = ["ground-damage", "strafing", "balloons", "rockets", "bombs"]
    units = [unit("gun", at=[30, 36])]
    game = sortie(
        rocketeer, FAR, chapters=chapters, units=units, slices=slices, setup=setup, phase="shooting", waiting=["camel"]
    )
    diving = game.changed("camel", pose=SpacePose.level(30, 32, 5, 0, -50))
    kinds = set[type]()
    for offer in [
        *rules().legal(game, "entente"),
        *rules().legal(diving, "entente"),
        *rules().legal(over_the_gun(), "entente"),
    ]:
        if isinstance(offer.command, CrewOrder):
            kinds.add(type(offer.command))
            assert offer.title.partition(": ")[2].split()[0] in ("drop", "strafe", "attack", "fire")
    assert kinds >= {DropBombs, DiveBomb, Strafe, StrafeBalloon, FireRockets}


def test_templates_of_bombs_are_drawn_before_they_fall() -> None:
    game, order = over_the_gun(), DropBombs(craft="bomber", target="gun", bombs=3)
    drawn = BOARD.preview(seat_at(game, "entente"), order)
    wide = bomb_of(game, game.of("bomber")).rings[-1][0]
    assert drawn.svg.count("<circle") == 3
    assert f'r="{wide * SCALE:g}"' in drawn.svg
    assert drawn.touched == ("gun",)
    assert not BOARD.preview(seat_at(game, "entente"), order.model_copy(update={"craft": "nobody"})).svg


@pytest.mark.parametrize("order", [Strafe(craft="camel", target="gun"), StrafeBalloon(craft="camel", balloon="gasbag")])
def test_a_line_is_drawn_to_what_is_shot_at(order: Any) -> None:
    balloon = {"id": "gasbag", "side": "germany", "name": "the gasbag", "at": [30, 40, 9]}
    camel = aircraft("camel", "entente", "Sopwith Camel")
    game = sortie(
        camel, FAR, chapters=["ground-damage", "strafing", "balloons"], units=[unit("gun")], setup={"balloons": [balloon]}
    )
    drawn = BOARD.preview(seat_at(game, "entente"), order)
    assert drawn.svg.count("<path") == 4  # two strokes in each of two views
