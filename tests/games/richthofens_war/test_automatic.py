"""The automatic side: what it looks up is what the rules say, and what it orders is allowed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.play.session import Resolved, Session, new_header
from aqmf_air.games.richthofens_war.automatic.threats import (
    Flight,
    Places,
    all_ends,
    bearing_table,
    looked_up,
    path_to,
    tailing_table,
)
from aqmf_air.games.richthofens_war.chapters import aircraft_sheet, paths, sights
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Condition
from aqmf_air.games.richthofens_war.chapters.missions import BombsDropped
from aqmf_air.games.richthofens_war.chapters.moving import Fly
from aqmf_air.games.richthofens_war.chapters.sights import HexPlace
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import tables
from aqmf_air.geometry.hexes.grid import Hex, from_map
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry
from tests.games.richthofens_war.field import a_game, one

REGISTRY = load_registry(entry_points=False)
RULESET = REGISTRY.ruleset("richthofen")
PLAYERS = REGISTRY.of(kinds.POLICIES, "richthofen")
RULINGS = RichthofenRulings()

hexes = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))
somewhere = st.builds(HexPlace, hexes, st.integers(0, 5), st.integers(10, 50).map(lambda steps: 50 * steps))


@given(
    somewhere,
    somewhere,
    st.sampled_from(("front", "rear")),
    st.sampled_from(("Sopwith Camel", "Bristol F2B", "Roland C-II")),
)
def test_what_it_looks_up_is_what_the_rules_say(own: HexPlace, other: HexPlace, mount: sights.Mount, type_: str) -> None:
    sheet = tables.shipped().aircraft.at(type_)
    bears = sights.bears(own, mount, sheet, other, tables.shipped(), RULINGS)
    found = looked_up(bearing_table(sheet, mount, tables.shipped(), RULINGS), Places.of(own), Places.of(other))
    assert found.tolist() == [bears.range if bears else -1]
    alike = HexPlace(other.at, own.facing, other.height)
    tails = looked_up(tailing_table(tables.shipped(), RULINGS), Places.of(own), Places.of(alike))
    assert (tails > 0).tolist() == [sights.in_position(own, alike, tables.shipped(), RULINGS)]


@settings(max_examples=15)
@given(st.integers(0, 5), st.integers(-2, 2), st.booleans(), st.sampled_from((50, 300, 1000, 2000, 5400)), st.data())
def test_its_ends_are_those_of_the_rules(facing: int, turned: int, straight: bool, height: int, data: st.DataObject) -> None:
    now = aircraft_sheet.performance(tables.shipped().aircraft.at("Sopwith Camel"), Condition(), tables.shipped(), RULINGS)
    flight, at = Flight(facing, turned, straight, height, now, tables.shipped(), RULINGS), from_map(12, 9)
    ends = all_ends(flight, at, (4, 5))
    reached = [one for speed in (4, 5) for one in flight.reached(at, speed)]
    assert len(ends.speed) == len(reached)
    which = data.draw(st.integers(0, len(reached) - 1))
    speed, path = path_to(ends, which, tables.shipped())
    way = reached[which]
    assert path == way.path
    place = HexPlace(way.end.pose.at, way.end.pose.facing, way.end.height)
    assert [int(one[which]) for one in ends.end] == [*place.at, place.facing, place.height // 50]
    before = way.before.pose
    assert [int(one[which]) for one in ends.before] == [*before.at, before.facing, way.before.height // 50]
    walked = paths.walked(flight.start(at), way.path, now, tables.shipped(), RULINGS)
    assert (walked.end, walked.before, walked.spent) == (way.end, way.before, speed)


@pytest.mark.parametrize("height", [-400, 0, 400])
def test_nothing_bears_beyond_the_tables(height: int) -> None:
    table = bearing_table(tables.shipped().aircraft.at("Sopwith Camel"), "front", tables.shipped(), RULINGS)
    own, far = Places.of(HexPlace(Hex(0, 0), 0, 2000)), Places.of(HexPlace(Hex(30, 0), 0, 2000 + height))
    assert np.array_equal(looked_up(table, own, far), [-1])


def test_a_bomber_comes_down_to_where_its_load_hits_and_drops_it_on_the_target() -> None:
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "richthofen")["bombing"].path)
    bomber = next(one for one in document["aircraft"] if one.get("loaded"))
    far_off = {**document["aircraft"][0], "column": 1, "row": 1, "height": 5000}
    setup = RULESET.set_up({**document, "aircraft": [bomber, far_off]}, "bombing", {}).setup
    session = Session(RULESET, new_header(RULESET, setup, seed=1, game="bombing"))
    while session.state.turn <= 12:
        side = RULESET.stage(session.state).active[0]
        chosen = PLAYERS["steady"].choose(RULESET, session.state, side)
        assert chosen is not None
        resolved = session.submit(chosen, side)
        assert isinstance(resolved, Resolved)
        for event in resolved.events:
            if isinstance(event, BombsDropped):
                assert event.on_target
                assert event.height <= tables.shipped().bombing[0].to
                return
    raise AssertionError("it has dropped nothing in twelve turns")


def test_it_comes_down_on_an_enemy_far_below() -> None:
    fokker = one("own", "Fokker Dr-I", "german", 8, 16, 0, height=1500, moved=False)
    camel = one("foe", "Sopwith Camel", "allied", 16, 16, 0, height=300)
    game = a_game(fokker, camel, phase="movement", queue=("own",))
    found = PLAYERS["steady"].choose(RULESET, game, "german")
    assert isinstance(found, Fly)
    assert paths.walked_by(game, fokker, found.path).end.height <= 1300
