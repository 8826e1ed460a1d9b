"""What an extension may add to In Clouds of Glory: re-rolls, first steps of a phase, ammunition, traits, steps."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from aqmf_air.api import Asked, DataError, DiceTray, Registry, load_registry, recorded, replace
from aqmf_air.games.clouds_of_glory import api
from aqmf_air.games.clouds_of_glory.chapters.gunnery import Shoot
from aqmf_air.games.clouds_of_glory.chapters.initiative import RollInitiative
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce
from aqmf_air.games.clouds_of_glory.chapters.setting_up import strange_traits
from tests.games.clouds_of_glory.fights import MAN, aircraft
from tests.plugins_on_disk import lucky_charm
from tests.plugins_on_disk.lucky_charm import CHARMS, GunsHeard

TWO = [aircraft("a", "germany", speed=175), aircraft("b", "entente", speed=175, at=[30, 26, 20])]


@cache
def registry() -> Registry:
    return load_registry(entry_points=False, extra=[("charm", lucky_charm)])


def begun(aircraft: list[dict[str, Any]], **given: Any) -> api.CloudsGame:
    game = registry().ruleset("clouds")
    setup = game.set_up({"title": "A charm", "aircraft": aircraft, **given}, "charm.toml", {}).setup
    state = game.initial(setup)
    assert isinstance(state, api.CloudsGame)
    return state


def led_to(game: api.CloudsGame, order: Any, *faces: int) -> tuple[api.CloudsGame, list[Any]]:
    ruleset = registry().ruleset("clouds")
    assert not ruleset.objections(game, order, "entente")
    source = recorded([(face,) for face in faces])
    events = ruleset.decide(game, order, DiceTray(source))
    assert not source.left
    return ruleset.after(game, events), list(events)


@pytest.mark.rule("ICOG-5.1-a", "ICOG-3-b")
def test_what_the_ground_does_comes_before_the_first_aircraft_moves() -> None:
    game = replace(begun(TWO), phase="initiative", turn=1, waiting=("b",))
    game = game.with_craft(game.of("a").with_man("pilot", initiative=30, die=9))
    after, events = led_to(game, RollInitiative(side="entente"), 5, 4)
    assert [type(event).__name__ for event in events if isinstance(event, api.PhaseBegan | GunsHeard)] == [
        "PhaseBegan",
        "GunsHeard",
    ]
    assert (after.phase, CHARMS.of(after).heard) == ("movement", 4)


@pytest.mark.rule("ICOG-1.2.3-a")
def test_a_charm_gives_rerolls_beside_a_mans_own() -> None:
    game = replace(begun(TWO, slices={"charms": {"entente": 1}}), phase="movement", turn=1, waiting=("b", "a"))
    after, events = led_to(game, Announce(craft="b", plan="T0:1:8"), 20)
    (asked,) = [event for event in events if isinstance(event, Asked)]
    assert asked.decision.options == ("keep", "re-roll")
    assert after.of("b").pilot.rerolls == 0


@pytest.mark.rule("ICOG-6.3.7.2")
def test_a_sparing_man_fires_fewer_rounds() -> None:
    for traits, spent in (((), 2), (("sparing",), 1)):
        own = aircraft("b", "entente", at=[30, 26, 20], crew=[{**MAN, "traits": traits}])
        game = replace(begun([TWO[0], own]), phase="shooting", turn=1, waiting=("b", "a"))
        game = game.changed("b", targets=("a",), order=1).changed("a", speed=145, trouble="spins")
        full = game.of("b").rows[0].halves
        after, _ = led_to(game, Shoot(craft="b", target="a"), 18)
        assert full - after.of("b").rows[0].halves == spent


def test_a_trait_that_nobody_knows_is_refused_in_a_line() -> None:
    for trait, expected in (("brave", "expected .* or sparing or "), ("spareing", "expected sparing$")):
        own = aircraft("b", "entente", crew=[{**MAN, "traits": [trait]}])
        with pytest.raises(DataError, match=f"aircraft b: no trait '{trait}'; {expected}"):
            begun([own])
    set_up = begun([TWO[0], {**TWO[1], "crew": [{**MAN, "traits": ["sparing"]}]}]).setup
    (fault,) = strange_traits(set_up, ())
    assert fault == "aircraft b: no trait 'sparing'; nothing that is plugged in knows any"
