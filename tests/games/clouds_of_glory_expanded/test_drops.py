"""Drops of messages and supplies: they fall as bombs do, count near their place, and supplies are ruined from on high."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air import api
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.games.clouds_of_glory.api import PILOT, CloudsGame
from aqmf_air.games.clouds_of_glory.chapters.tasks import is_due
from aqmf_air.games.clouds_of_glory.sequence import score_of
from aqmf_air.games.clouds_of_glory_expanded.chapters.attention import OBSERVING, Busy
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombing import BombMark, near_enough
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombs import BOMBING, BombFell, BombsMarked, RunOver
from aqmf_air.games.clouds_of_glory_expanded.chapters.drops import DROPS, Container, ContainerDown, DropContainer
from aqmf_air.games.clouds_of_glory_expanded.sequence import goals_of
from tests.games.clouds_of_glory.fights import objections, offered, ordered, registry, rules, steps_alone
from tests.games.clouds_of_glory_expanded.test_bombs import BREGUET, BREGUET_FACTS, check_at, flown

CHAPTERS = ("observers", "ground-damage")
DROP = DropContainer(craft="b", station="observer", place="post")


def post(**more: Any) -> dict[str, Any]:
    """A place in the middle of the board."""
    return {"id": "post", "side": "entente", "name": "the post", "at": [30, 30], "points": 2, **more}


def carried(
    *places: dict[str, Any],
    height: float = 8.0,
    cargo: str = "message",
    left: int = 1,
    chapters: Any = CHAPTERS,
    **more: Any,
) -> CloudsGame:
    """An aircraft that has flown over the middle of the board, with a container."""
    drops = {"places": places or [post()], "aboard": [{"craft": "b", "cargo": cargo}] * left}
    return flown(BREGUET, start=(30, 20, height), chapters=chapters, slices={"drops": drops}, **more)


@pytest.mark.rule("ICOGX-6.6.3.2")
@pytest.mark.parametrize(("faces", "arrives"), [((4, 5, 12), True), ((19, 6, 6), False), ((19, 5, 6), True), ((20,), False)])
def test_a_container_counts_near_its_place(faces: Any, arrives: bool) -> None:
    game = carried()
    course = ordered(game, DROP, "entente", *faces, seed=1)
    assert course.has(ContainerDown) is (len(faces) > 1)
    assert DROPS.of(course.game).places[0].reached is arrives
    assert score_of(course.game)["entente"] - score_of(game)["entente"] == 2 * arrives
    assert len(DROPS.of(course.game).aboard) == (0 if len(faces) > 1 else 1)
    assert course.game.of("b").bombs == game.of("b").bombs
    assert BOMBING.of(course.game).run is None


def test_a_container_is_for_the_place_that_it_is_dropped_for() -> None:
    game = carried(post(), post(id="other", name="the other post", at=[31, 30]), left=2)
    course = ordered(game, DROP, "entente", 4, 5, 12, seed=1)
    assert course.one(ContainerDown).place == "post"
    assert [place.reached for place in DROPS.of(course.game).places] == [True, False]


@pytest.mark.parametrize(
    ("near", "faces", "arrives"), [(3, (19, 3, 6), True), (3, (19, 4, 6), False), (6, (19, 6, 6), True)]
)
def test_a_mission_says_how_near(near: float, faces: Any, arrives: bool) -> None:
    course = ordered(carried(post(near=near)), DROP, "entente", *faces, seed=1)
    assert course.one(ContainerDown).outcome is arrives
    assert not course.one(ContainerDown).ruined


def test_a_mission_may_have_to_say_how_near() -> None:
    carried(post(near=4), drop_near="mission-only")
    carried(post())
    with pytest.raises(api.DataError, match="drops post: near: expected MU within which a drop counts"):
        carried(post(), drop_near="mission-only")


@pytest.mark.rule("ICOGX-6.6.3.2", "ICOGX-6.6.3.a")
@pytest.mark.parametrize(
    ("cargo", "height", "ruined"), [("supplies", 8, False), ("supplies", 8.1, True), ("message", 60, False)]
)
def test_supplies_from_above_eight_are_ruined(cargo: str, height: float, ruined: bool) -> None:
    game = carried(post(cargo=cargo), cargo=cargo, height=height)
    course = ordered(game, DROP, "entente", 1, 1, seed=1) if height < 20 else ordered(game, DROP, "entente", seed=5)
    assert course.one(ContainerDown).ruined is ruined
    if height < 20:
        assert course.one(ContainerDown).outcome is not ruined
    assert (DROP.promise(game, steps_alone(registry())) > 0) is not ruined


@pytest.mark.rule("ICOGX-6.6.3.2")
def test_a_drop_is_made_as_bombs_are_dropped() -> None:
    game = carried()
    assert offered(game, "entente", [DropContainer]) == [DROP]
    assert is_due(game, game.of("b"), "observer")
    assert not is_due(game, game.of("b"), PILOT)
    assert ordered(game, DROP, "entente", seed=1).one(BombsMarked).marks == (BombMark(30, 30, 0),)
    assert ordered(game, DROP, "entente", seed=1).one(BombsMarked).action
    assert objections(game.changed("b", tasks=0), DROP, "entente") == ["ICOGX-6.5.4.4"]
    assert objections(api.replace(game, waiting=("b",)), api.replace(DROP, station=PILOT), "entente") == ["ICOGX-6.5.4.3"]
    assert objections(game, api.replace(DROP, place="x"), "entente") == ["ICOGX-6.6.3.2"]
    runs = BOMBING.changed(game, runs=(("b", 1),))
    assert objections(runs, DROP, "entente") == ["ICOGX-6.5.4.b"]
    assert offered(runs, "entente", [DropContainer]) == []


@pytest.mark.parametrize(
    "given",
    [
        {"place": post(side="germany")},
        {"place": post(cargo="supplies")},
        {"place": post(reached=True)},
        {"place": post(at=[36.1, 30])},
        {"left": 0},
    ],
    ids=["of the enemy", "another cargo", "reached", "far", "none left"],
)
def test_what_is_waited_for_elsewhere_is_not_dropped(given: dict[str, Any]) -> None:
    game = carried(given.get("place", post()), left=given.get("left", 1))
    assert offered(game, "entente", [DropContainer]) == []
    assert objections(game, DROP, "entente") == ["ICOGX-6.6.3.2"]
    assert not is_due(game, game.of("b"), "observer")


def test_each_aircraft_drops_what_it_carries_itself() -> None:
    game = carried(left=0)
    others = DROPS.changed(game, aboard=(Container("foe"),))
    assert offered(others, "entente", [DropContainer]) == []
    both = DROPS.changed(game, aboard=(Container("b"), Container("b"), Container("b", "supplies")))
    after = ordered(both, DROP, "entente", seed=3).game
    assert DROPS.of(after).aboard == (Container("b"), Container("b", "supplies"))


def test_who_looks_for_units_drops_nothing() -> None:
    game = carried()
    busy = OBSERVING.changed(game, busy=(Busy("b", "observer", 1, "looks"),))
    assert offered(busy, "entente", [DropContainer]) == []


def test_a_place_is_flown_over_within_its_circle() -> None:
    assert offered(carried(post(at=[35.9, 30])), "entente", [DropContainer]) == [DROP]
    assert offered(carried(post(at=[33.9, 30], near=2)), "entente", [DropContainer]) == []


@pytest.mark.further(every=2)
@pytest.mark.parametrize("cargo", ["message", "supplies"])
def test_questions_are_what_is_decided(cargo: str) -> None:
    game = carried(post(cargo=cargo, near=2), cargo=cargo, gunnery=9)
    compared = compare_with_decision(rules(), game, DROP)
    assert (compared.questions, compared.skipped) == (2, {})


def test_a_drop_is_worth_its_points() -> None:
    game, steps = carried(post(points=3, near=2)), steps_alone(registry())
    assert DROP.worth(game, steps) == pytest.approx(float(3 * DROP.promise(game, steps)))
    for near, chance in ((0, Fraction(9, 40)), (50, Fraction(19, 20))):
        odds = api.chances(near_enough, check_at(14), BREGUET_FACTS, BombMark(0, 0, 0), (0, 0), near)
        assert odds.of(True) == chance


def test_drops_are_said_in_words_and_told() -> None:
    game = carried()
    assert rules().order_from_words(game, "the bomber drops a container for the post", "entente") == DROP
    assert rules().order_from_words(game, rules().order_in_words(game, DROP, "entente"), "entente") == DROP
    course = ordered(game, DROP, "entente", 19, 6, 6, seed=1)
    assert course.one(ContainerDown).tell(game) == "the message for the post: the container is too far off"
    assert course.one(BombFell).tell(game) == "a container of the bomber falls 6 MU off its mark, 6 o'clock"
    assert not course.one(RunOver).aborted


def test_places_for_containers_off_the_board_or_of_the_name_of_another_are_refused_in_a_line() -> None:
    for given, fault in ((post(at=[30, 900]), "drops post: at: expected a place on"), (post(id="foe"), "called 'foe'")):
        with pytest.raises(api.DataError, match=fault):
            carried(given)


def test_containers_of_nobody_are_refused_in_a_line() -> None:
    with pytest.raises(api.DataError, match="drops: aboard: no aircraft 'x'; expected b or foe"):
        flown(BREGUET, chapters=CHAPTERS, slices={"drops": {"aboard": [{"craft": "x"}]}})


def test_places_are_drawn_until_they_are_reached() -> None:
    game = carried()
    assert ("post", 5.0, "message to drop") in [(body.id, body.radius, body.state) for body in rules().rules.bodies(game)]
    reached = DROPS.changed(game, places=(api.replace(DROPS.of(game).places[0], reached=True),))
    assert "post" not in [body.id for body in rules().rules.bodies(reached)]


def test_a_side_names_its_own_places_alone() -> None:
    game = carried(post(), post(id="other", name="the other post", side="germany"))
    assert [place.id for place in DropContainer.things(game, "entente")] == ["post"]


def test_without_observers_nobody_drops_containers() -> None:
    game = carried(chapters=["bombs", "ground-damage"])
    assert offered(game, "entente", [DropContainer]) == []
    assert objections(game, DROP, "entente") == ["ICOGX-6.6.3.2"]
    assert not is_due(game, game.of("b"), "observer")


def test_sides_are_told_who_waits() -> None:
    game = carried()
    goal = next(goal for goal in goals_of(game, game.of("b")) if goal.id == "post")
    assert (goal.come, goal.radius, goal.worth) == ("over", 5, 2)
    assert goal.chance(game, rules().rules) == (float(DROP.promise(game, steps_alone(registry()))), "reaches")
    assert "post" not in [goal.id for goal in goals_of(carried(left=0), game.of("b"))]
