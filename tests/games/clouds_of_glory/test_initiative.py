"""Initiative (chapter 4): threats, the die, the order; where a move begins (2.2)."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.chapters.arcs import threats_on
from aqmf_air.games.clouds_of_glory.chapters.initiative import InitiativeRolled, RollInitiative, threat
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, Flown
from aqmf_air.games.clouds_of_glory.sequence import PhaseBegan
from aqmf_air.games.clouds_of_glory.state import CloudsGame
from aqmf_air.games.clouds_of_glory.tables import tables
from tests.games.clouds_of_glory.fights import aircraft, fight, manned, ordered, rules

TABLES = tables.shipped()


def threatened(*enemies: dict[str, Any], **rulings: Any) -> list[tuple[str, str]]:
    """Who threatens an aircraft in the middle that flies north, and from which arc."""
    game = fight(aircraft("own", "germany"), *enemies, **rulings)
    return [(other.id, arc) for other, arc in threats_on(game, game.of("own"))]


def enemy(*at: float, heading: float = 0, **more: Any) -> dict[str, Any]:
    return aircraft("foe", "entente", "Sopwith Camel", at=list(at), heading=heading, **more)


@pytest.mark.rule("ICOG-4.1.1")
@pytest.mark.parametrize(
    ("arcs", "worth"),
    [
        ((), 0),
        (("rear",), -4),  # E07
        (("side",), -2),
        (("side", "side"), -4),
        (("side", "rear"), -6),
        (("side", "rear", "rear", "side"), -6),  # E08
        (("front", "front"), 0),
    ],
)
def test_threats_add_up_to_six(arcs: tuple[str, ...], worth: int) -> None:
    assert threat(arcs, TABLES) == worth


@pytest.mark.rule("ICOG-4.1.1")
@pytest.mark.parametrize(
    ("foe", "arc"),
    [
        (enemy(30, 20, 20), "rear"),
        (enemy(30, 20, 15, heading=44), None),  # 26.6 degrees up and 44 aside: 49.9 off his nose
        (enemy(30, 16.1, 20), "rear"),  # 14 MU are the template
        (enemy(30, 15.9, 20), None),
        (enemy(30, 20, 20, heading=44), "rear"),
        (enemy(30, 20, 20, heading=46), None),
        (enemy(30, 20, 20, heading=180), None),  # it flies away
        (enemy(38, 30, 20, heading=270), "side"),
        (enemy(30, 38, 20, heading=180), None),  # nose to nose
        (enemy(30, 30, 10, nose=90), "side"),
        (enemy(30, 20, 20, speed=75, trouble="spins"), "rear"),
    ],
)
def test_who_has_an_enemy_ahead_threatens_him_but_from_the_front(foe: dict[str, Any], arc: str | None) -> None:
    assert threatened(foe) == ([("foe", arc)] if arc else [])


@pytest.mark.rule("ICOG-4.1.1")
def test_friends_do_not_threaten_and_a_ruling_spares_those_who_cannot_shoot() -> None:
    assert threatened(aircraft("friend", "germany", at=[30, 20, 20])) == []
    spinning = enemy(30, 20, 20, speed=75, trouble="spins")
    assert threatened(spinning, threat_capable="able") == []
    assert threatened(enemy(30, 20, 20), threat_capable="able") == [("foe", "rear")]


def before_rolling(**rulings: Any) -> CloudsGame:
    """A pilot with Awareness 12 and Flying 15, an enemy of Awareness 10 behind him."""
    foe = enemy(30, 20, 20)
    game = fight(aircraft("own", "germany"), foe, phase="initiative", **rulings)
    return manned(manned(game, "own", awareness=12, flying=15, later=-4), "foe", awareness=10)


@pytest.mark.rule("ICOG-4.2.1", "ICOG-1.1-b", "ICOG-4.1-b")
def test_a_side_rolls_a_die_for_each_and_adds_awareness_and_threats() -> None:
    """E05: 10 and 4 are 14. Threats are those of the moment."""
    course = ordered(before_rolling(), RollInitiative(side="germany"), "germany", 10, 4)
    rolled = course.one(InitiativeRolled)
    assert (rolled.die, rolled.skill, rolled.threats, rolled.others, rolled.base) == (14, 12, -4, -4, 18)
    assert rolled.tell(course.game) == "own: initiative 18 (die 14, 12 skill -4 threats -4)"
    pilot = course.game.of("own").pilot
    assert (pilot.initiative, pilot.die, pilot.later) == (18, 14, 0)  # what a hit took off one roll is over
    assert course.game.waiting == ("foe",)
    gone = before_rolling().changed("foe", out="gone")
    assert ordered(gone, RollInitiative(side="germany"), "germany", 3).one(InitiativeRolled).threats == 0


@pytest.mark.rule("ICOG-4.2.1")
def test_rulings_on_the_skill_and_the_die() -> None:
    flying = ordered(before_rolling(initiative_skill="flying"), RollInitiative(side="germany"), "germany", 3)
    assert flying.one(InitiativeRolled).skill == 15
    first = ordered(before_rolling(open_die_tie="first-face"), RollInitiative(side="germany"), "germany", 10, 4)
    assert (first.one(InitiativeRolled).die, first.one(InitiativeRolled).base) == (10, 18)


@pytest.mark.rule("ICOG-4.2.1")
@pytest.mark.parametrize(
    ("phase", "side", "by", "rule"),
    [
        ("movement", "germany", "germany", "ICOG-3-a"),
        ("initiative", "germany", "entente", "ICOG-4.2.1"),
        ("initiative", "entente", "germany", "ICOG-4.2.1"),
    ],
)
def test_a_side_rolls_for_itself_as_a_turn_begins(phase: Any, side: Any, by: str, rule: str) -> None:
    game = fight(aircraft("own", "germany"), enemy(30, 20, 20), phase=phase)
    (objection,) = rules().objections(game, RollInitiative(side=side), by)
    assert objection.rule == rule


def test_a_side_that_has_rolled_does_not_roll_again() -> None:
    game = fight(aircraft("own", "germany"), enemy(30, 20, 20), phase="initiative", waiting=("foe",))
    assert rules().objections(game, RollInitiative(side="germany"), "germany")
    assert not rules().legal(game, "germany")


@pytest.mark.rule("ICOG-4.2-a", "ICOG-4.3.3", "ICOG-5.3.1")
def test_the_lowest_is_number_one_and_its_number_goes_when_it_has_moved() -> None:
    game = fight(aircraft("own", "germany", at=[10, 10, 20]), enemy(50, 50, 20), phase="initiative", waiting=("foe",))
    game = manned(manned(game, "own", initiative=15, die=3), "foe", awareness=10)
    course = ordered(game, RollInitiative(side="entente"), "entente", 4)  # 14: lower than 15
    assert course.one(PhaseBegan).waiting == ("foe", "own")
    assert rules().summary(course.game)[-2] == "to act: 1 foe, 2 own"
    moved = ordered(course.game, Announce(craft="foe", plan="S14.5"), "entente")
    assert rules().summary(moved.game)[-2] == "to act: 1 own"


@pytest.mark.rule("ICOG-2.2-a", "ICOG-5.5.2.1")
def test_a_move_begins_where_the_model_is_and_goes_where_its_nose_points() -> None:
    own = aircraft("own", "germany", at=[50, 20, 30], heading=90, nose=-30, bank=20, speed=145)
    game = fight(own, enemy(50, 50, 20))  # it leaves the board
    before = game.of("own").pose
    flown = ordered(game, Announce(craft="own", plan="S14.5"), "germany").one(Flown)
    assert [end - start for start, end in zip(before.place, flown.end.place, strict=True)] == pytest.approx(
        [14.5 * 0.8660254, 0, -14.5 * 0.5], abs=0.002
    )
    assert (flown.end.heading, flown.end.nose) == pytest.approx((90, -30), abs=0.01)
    assert flown.end.top == before.top


@pytest.mark.rule("ICOG-4.2.1", "ICOG-4.2.2", "ICOG-3-d")
def test_each_die_says_for_whom_it_is_and_is_rolled_by_his_side() -> None:
    """A player who types his dice knows which one is asked for: initiative, ties, setting up, tests, shots, damage."""
    sides = {"red": "germany", "blue": "entente"}
    game = fight(aircraft("red", "germany", "S.E.5a"), aircraft("blue", "entente", at=[30, 33, 20]), phase="shooting")
    game = manned(game.changed("red", targets=("blue",)), "red", rerolls=1, initiative=12)
    asked = list[tuple[Any, ...]]()

    def noted(step: str, *facts: Any, of: str = "", faces: tuple[int, ...] = ()) -> list[tuple[Any, ...]]:
        given = api.recorded([(face,) for face in (*faces, *[1] * 9)])

        def answer(ask: Any) -> Any:
            asked.append((ask.label, ask.relation, ask.subject, ask.by))
            return given(ask)

        asked.clear()
        tuple(rules().rules.run(game, api.GameStep(name=step, of=of, facts=facts), api.DiceTray(answer)))
        return asked

    assert noted("initiative", of="blue") == [("initiative", "for", "blue", "entente")]
    assert noted("ties", *sides, faces=(3, 4)) == [("tie", "for", name, side) for name, side in sides.items()]
    placing = [("setting up", "for", name, side) for name, side in (("Entente", "entente"), ("Germans", "germany"))]
    assert noted("placing order", faces=(3, 4)) == placing
    assert noted("shoot", "pilot", "blue", "long", "machine gun", of="red")[0] == ("to hit", "at", "blue", "germany")
    assert noted("damage", "pilot", "blue", 3, 1, of="red")[0] == ("damage", "on", "blue", "germany")
    assert rules().spell(api.TargetNumber("damage", 3, "successes", "ICOG-6.3.10-a")) == "+3"
