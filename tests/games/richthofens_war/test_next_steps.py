"""A path that is drawn step by step: what may come next is what the whole move allows. MOVE, DIVE, CONT."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.games.richthofens_war.chapters import aircraft_sheet
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Condition
from aqmf_air.games.richthofens_war.chapters.paths import Draft, Start, WalkError, hexes_ahead, longest, next_steps
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import tables
from aqmf_air.geometry.hexes.grid import from_map
from aqmf_air.geometry.hexes.moves import HexPose, ends

TYPES = ("Sopwith Camel", "Fokker D-VII", "FE-2b")


def draft(type_: str, speed: int, *, height: int = 2000, straight: bool = False, turned: int = 0) -> Draft:
    rulings = RichthofenRulings()
    now = aircraft_sheet.performance(tables.shipped().aircraft.at(type_), Condition(), tables.shipped(), rulings)
    return Draft(Start(HexPose(from_map(10, 10), 0, turned), height, straight), speed, now, tables.shipped(), rulings)


@given(st.sampled_from(TYPES), st.integers(4, 7), st.booleans(), st.lists(st.integers(0, 9), max_size=14), st.data())
def test_what_is_offered_can_be_flown_and_the_rest_cannot(
    type_: str, speed: int, straight: bool, choices: list[int], data: st.DataObject
) -> None:
    facts, path = draft(type_, speed, height=data.draw(st.sampled_from((50, 150, 2000))), straight=straight), ""
    for choice in choices:
        steps = next_steps(facts, path)
        for one in steps:
            flown = longest(facts, path + one.steps)
            assert flown == (path if one.against else path + one.steps)
        if not (open_ := [one for one in steps if not one.against]):
            break
        chosen = open_[choice % len(open_)]
        before = facts.walked(path).spent
        path += chosen.steps
        assert facts.walked(path).spent == before + chosen.cost <= speed


def test_hexes_ahead_are_those_of_every_end_and_cost_what_their_steps_cost() -> None:
    facts = draft("Sopwith Camel", 6)
    found = hexes_ahead(facts, "FR")
    for at, step in found.items():
        way = facts.walked("FR" + step.steps)
        assert (way.end.pose.at, way.spent) == (at, 2 + step.cost)
    start = facts.walked("FR").end.pose
    there = {end.pose.at for points in range(1, 5) for end, _ in ends(start, points, facts.now.prices)}
    assert set(found) == there - {start.at}


def test_a_move_that_begins_straight_goes_ahead_first() -> None:
    facts = draft("Sopwith Camel", 6, straight=True)
    against = {one.steps: one.against[0].rule for one in next_steps(facts, "") if one.against}
    assert against == {"L": "RW-CONT-1", "R": "RW-CONT-1", "C": "RW-CONT-1", "D": "RW-CONT-1"}
    assert {step.steps[0] for step in hexes_ahead(facts, "").values()} == {"F"}


def test_the_rest_of_a_path_that_a_slower_speed_cannot_fly_is_cut_off() -> None:
    assert longest(draft("Sopwith Camel", 5), "FFRFFFF") == "FFRFF"
    assert longest(draft("Sopwith Camel", 7), "nonsense") == ""


def test_all_spent_is_said_in_words() -> None:
    spent = {one.steps: one.against for one in next_steps(draft("Sopwith Camel", 4), "FFFF")}
    assert [one.reason for one in spent["F"]] == ["all movement points are spent"]
    assert not spent["D"]  # a dive is free


def test_a_path_that_cannot_be_mended_is_refused() -> None:
    with pytest.raises(WalkError) as refused:
        draft("Sopwith Camel", 4).walked("FFFFF")
    assert refused.value.objection.rule == "RW-BASE-1"
