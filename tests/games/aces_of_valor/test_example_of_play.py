"""The example of play of the rules, die by die: spotting over Arras, from the mission card to the repair after it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

import pytest

from aqmf_air.core.data.tables import package_file
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.aces_of_valor.chapters.actions import Attack, Attempt, RestWait
from aqmf_air.games.aces_of_valor.chapters.landing import StayUp
from aqmf_air.games.aces_of_valor.chapters.meeting import Evade
from aqmf_air.games.aces_of_valor.chapters.moves import MoveFlight, SendHome
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn
from aqmf_air.games.aces_of_valor.chapters.postmission import BuyPoints, Repair
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.tables import PACKAGE
from tests.games.aces_of_valor.playing import ruleset, typed

OBSERVER, ENEMY = "two-seater-1", "enemy-2-seater-1"


class Table:
    """The campaign of the example at a table, and what was told."""

    def __init__(self) -> None:
        rules = ruleset()
        file = package_file(PACKAGE, "data/scenarios/spotting-over-arras.toml")
        scenario = rules.set_up(tomllib.loads(file.read_text("utf-8")), "spotting-over-arras.toml", {})
        self.session: Session[Campaign] = Session(rules, new_header(rules, scenario.setup, seed=1, game="arras"))

    @property
    def state(self) -> Campaign:
        return self.session.state

    def __call__(self, command: Command, *faces: Sequence[Any]) -> tuple[str, ...]:
        return typed(self.session, command, *faces)

    def fly(self, to: tuple[int, int], *faces: Sequence[Any]) -> tuple[str, ...]:
        return self(MoveFlight(to=to), *faces)

    def spaces(self) -> dict[str, int]:
        return {self.state.called(id_): space for id_, space in self.state.fought.spaces}


def g1_to_g4_before_the_flight(example: Table) -> None:
    told = example(GoOn(), ["artillery-spotting"], [3, 5], [4], ["0/1"])
    assert told[-7:-3] == (
        "mission: artillery spotting, 3 fighters and 1 2-seater",
        "objective: German trench E",
        "weather: light clouds",
        "in the flight: Georges, Marcel, Pierre",  # no others are ready
    )
    mission = example.state.flown
    assert (mission.at, mission.length, len(mission.flight)) == ((1, 5), 24, 4)
    assert (mission.lent[0].air, mission.lent[0].ground) == (0, 1)


def g5_to_g11_a_meeting_in_the_friendly_rear(example: Table) -> None:
    assert "F6: no event" in example.fly((1, 4), [2, 4])
    assert "F6: no event" in example.fly((1, 3), [3, 3])
    example(StayUp())
    drawn = [[name] for name in ("Josef", "Viktor", "Otto", "Kurt", "Hans", "Emil")]
    told = example.fly((1, 2), [5, 6], [2, 6], [6], [5], *drawn, [4, 5])
    assert "F7, friendly rear: enemy fighters" in told
    assert "the flight meets 6 fighters" in told
    assert told[-1] == "C3: the flight may evade"
    combat = example.state.fought
    assert (combat.tier, max(one.air for one in combat.enemies), len(combat.enemies)) == (2, 1, 6)
    example(Evade())
    assert (example.state.combat, example.state.flown.turn) == (None, 4)


def g12_to_g22_over_the_lines(example: Table) -> None:
    for to, faces in (((2, 2), [1, 4]), ((3, 2), [2, 5]), ((4, 2), [3, 5])):
        assert example.fly(to, faces)[1:2] == ("F6: no event",)  # the own guns are silent
    raiders = [["Manfred"], ["Werner"], ["Max"], ["Carl"], ["0/0"]]
    guns = ([4], [2], [6], [4], [3], [1])  # light fire; the one hit, on Marcel, does nothing
    track = ([2], [3], [1], [3], [3], [1], [3], [4], [2])
    told = example.fly((5, 2), *guns, [4, 5], [2, 3], [2], [5], [3], *raiders, [2, 3], *track)
    assert "F5: light fire, 1 die against each aircraft" in told
    assert "F7, trenches: an enemy raid" in told
    assert "the flight meets 4 fighters and 1 2-seater" in told
    assert not any(one.damaged for one in example.state.flight)
    assert example.state.fought.tier == 1


def g23_to_g37_the_first_round(example: Table) -> None:
    assert example.spaces() == {
        "Georges": 11, "Manfred": 11, "Carl": 10, "Marcel": 9, "Max": 9, "Werner": 8, "Pierre": 7, "2-seater 1": 7,
        "enemy 2-seater 1": 6,
    }  # fmt: skip
    assert example.state.fought.acting == ("georges",)
    manfred, carl = ([1, 6], [4]), ([4],)
    max_ = ([3], [5], [4, 4], [3], [2, 2, 5], [1])  # the tie, his target, his guns, the reply of the 2-seater
    told = example(Attack(aircraft="georges", target="carl"), [4, 5], [4], *manfred, *carl, *max_)
    assert "Carl is damaged in the air" in told
    assert "C5: Carl, damaged, breaks off" in told
    assert "tie in space 9: the enemy goes first" in told
    assert not any(one.damaged for one in example.state.flight)


def g38_to_g49_the_end_of_the_first_round(example: Table) -> None:
    example(Attack(aircraft="marcel", target="werner"), [1, 2], [2], [1, 2])
    assert "Pierre is damaged in the air" in example(Attack(aircraft="pierre", target=ENEMY), [1, 3], [5, 6, 2], [5])
    told = example(Attempt(aircraft=OBSERVER), [6], [2, 3, 6], [2], [3, 5])
    assert "2-seater 1 makes its attempt: 0 MP" in told
    assert "C10: all enemies leave" in told
    assert (example.state.fought.round, example.state.flown.points) == (2, 0)


def g50_to_g56_another_attempt(example: Table) -> None:
    told = example(Attempt(aircraft=OBSERVER), [5], [2, 3, 6, 6], [4], [4])
    assert "2-seater 1 makes its attempt: 3 MP" in told
    assert not example.state.aircraft(OBSERVER).damaged
    assert "C10: nobody comes or leaves" in example(RestWait(), [2, 3])


def g57_to_g61_home(example: Table) -> None:
    """The last attempt; with no round to follow, nobody is asked who waits. Then home, where all land."""
    told = example(Attempt(aircraft=OBSERVER), [3], [1, 2, 4, 5], [2], [3, 4])
    assert example.state.flown.points == 5
    assert told[-5:] == (
        "the combat is over after round 3",
        "the combat used fuel for 1 turn",
        "the flight turns for home",
        "turn 8 of 23",
        "F1: Pierre flies on",
    )
    example(SendHome(aircraft="pierre"))
    for to in ((4, 2), (3, 2), (2, 2), (1, 2), (1, 3)):
        example.fly(to, [2, 3])
    example(StayUp())
    told = example.fly((1, 4), [2, 3], [2, 3], [3, 3])  # and on to the home airfield: no other move is left
    assert "turn 14 of 23" in told
    assert "F4: Pierre lands safely" in told
    assert {one.name: one.box for one in example.state.squadron} == {
        "Georges": "ready",
        "Marcel": "ready",
        "Pierre": "recovery",
    }


def g62_the_points(example: Table) -> None:
    assert example.state.purse is not None
    assert example.state.purse.points == 5
    assert "2 VP for 4 MP: 2 in all" in example(BuyPoints(points=2))
    told = example(Repair(aircraft="pierre"), ["scramble"], [1], [1])
    assert example.state.vp == 2
    assert example.state.member("pierre").box == "ready"
    assert any("mission 2 of 8" in line for line in told)


@pytest.mark.rule(
    "AOV-PRE-2",
    "AOV-PRE-4",
    "AOV-PRE-5",
    "AOV-PRE-6",
    "AOV-PRE-8",
    "AOV-PRE-9",
    "AOV-EVT-1",
    "AOV-EVT-2",
    "AOV-DET-5",
    "AOV-CBT-8",
    "AOV-GEN-6",
    "AOV-GEN-5",
    "AOV-AA-1",
    "AOV-AA-2",
    "AOV-AA-3",
    "AOV-AA-4",
    "AOV-EVT-3",
    "AOV-DET-4",
    "AOV-IN-1",
    "AOV-IN-6",
    "AOV-TGT-1",
    "AOV-ATK-1",
    "AOV-ATK-4",
    "AOV-IN-4",
    "AOV-DEF-1",
    "AOV-DEF-2",
    "AOV-PHO-3",
    "AOV-PHO-4",
    "AOV-RND-7",
    "AOV-PHO-6",
    "AOV-PHO-7",
    "AOV-IN-5",
    "AOV-RND-8",
    "AOV-RND-10",
    "AOV-FLT-1",
    "AOV-FLT-3",
    "AOV-FLT-4",
    "AOV-END-2",
    "AOV-END-3",
    "AOV-OPT-6",
    "AOV-PST-3",
    "AOV-PST-4",
    "AOV-PST-8",
)
def test_the_example_of_play() -> None:
    example = Table()
    g1_to_g4_before_the_flight(example)
    g5_to_g11_a_meeting_in_the_friendly_rear(example)
    g12_to_g22_over_the_lines(example)
    g23_to_g37_the_first_round(example)
    g38_to_g49_the_end_of_the_first_round(example)
    g50_to_g56_another_attempt(example)
    g57_to_g61_home(example)
    g62_the_points(example)
