"""What the engine says of a move before it is made: the same as when it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.games.martian_aircraft.chapters.flight import BombsBurst
from aqmf_air.games.martian_aircraft.chapters.fly_order import Fly
from aqmf_air.games.martian_aircraft.chapters.movement import gauge_of
from aqmf_air.games.martian_aircraft.chapters.scenes import PathPiece, track_of
from aqmf_air.games.martian_front.chapters.damage import TripodDamaged
from aqmf_air.games.martian_front.ui.board.board import FrontBoard
from aqmf_air.games.martian_front.ui.pages.army.lists import web_ruleset
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.track import fly
from aqmf_air.web.board.board import Seat
from aqmf_air.web.live.position import TablePosition
from tests.web.live.playing import SIDES, host, setup_of

Ask = Callable[..., Any]
STRAIGHT = {"straight": 10.5}
BENT = [STRAIGHT, {"turn": 45, "side": "right"}]


def flying(*flights: dict[str, Any]) -> dict[str, Any]:
    return {"as": "human", "command": {"type": "aircraft.fly", "unit": "flight", "flights": list(flights)}}


def test_reach_tells_the_gauge_and_the_allowance(asked: Ask) -> None:
    found = asked("board/reach", {"as": "human", "body": {"unit": "flight"}})
    assert found["gauge"] == {"radius": 2.5, "inches_per_degree": pytest.approx(1 / 30)}
    assert (found["least"], found["most"], found["may_bomb"]) == (8, 12, True)
    assert found["bombs"] == {f"flight-{n}": {"light": 1, "medium": 0} for n in (1, 2, 3)}
    assert found["templates"] == [{"light": 1, "medium": 0, "diameters": [2.0]}]
    assert found["svg"] == ""  # the envelope is for an aircraft that is named
    assert "#reached" in asked("board/reach", {"as": "human", "body": {"unit": "flight", "element": "flight-2"}})["svg"]


def test_reach_shrinks_with_the_path_and_is_gone_when_all_is_spent(asked: Ask) -> None:
    whole, some, none = (
        asked("board/reach", {"as": "human", "body": {"unit": "flight", "element": "flight-1", "path": path}})["svg"]
        for path in ([], [STRAIGHT], [{"straight": 12}])
    )
    assert len({whole, some, none}) == 3
    assert none == ""


def test_reach_on_the_ground_is_how_far_a_unit_may_move(asked: Ask) -> None:
    found = asked("board/reach", {"as": "human", "body": {"unit": "gunners"}})
    assert found["inches"] == 4
    assert found["svg"].count("<circle") == 3


def test_path_is_what_the_order_does(asked: Ask) -> None:
    drop = {"at": 10, "light": 1}
    order = flying({"path": BENT, "drops": [drop]}, {"path": BENT, "drops": [drop | {"at": 9}]}, {"path": BENT})
    found = asked("ask", order)
    assert found["objections"] == []
    game, rules = _opening(), web_ruleset()
    command = rules.codec.command(order["command"], "order")
    assert isinstance(command, Fly)
    events = rules.decide(game, command, DiceTray(seeded(3, 0)))
    bursts = [event for event in events if isinstance(event, BombsBurst)]
    assert [one["under"] for one in found["impacts"]] == [list(burst.under) for burst in bursts] == [["scout"], ["scout"]]
    assert found["under"] == ["scout"]
    after = command.foreseen(game, rules.rules).unit("flight")
    ends = [(one["end"]["x"], one["end"]["y"], one["end"]["facing"]) for one in found["flights"]]
    assert ends == [(one.x, one.y, one.facing) for one in after.elements]
    assert [one["spent"] for one in found["flights"]] == [12, 12, 12]
    assert [one["diameter"] for one in found["impacts"]] == [2, 2]


@pytest.mark.rule("AIR-MOVE-2")
def test_a_path_that_is_not_allowed_is_drawn_and_says_why(asked: Ask) -> None:
    found = asked("ask", flying({"path": [{"straight": 3}]}))
    assert {one["rule"] for one in found["objections"]} == {"AIR-MOVE-2"}
    assert [one["spent"] for one in found["flights"]] == [3, 3, 3]
    assert "<path" in found["svg"]


def test_a_path_that_leaves_the_table_says_where(asked: Ask) -> None:
    found = asked("ask", flying({"path": [{"turn": 180, "side": "right"}, {"straight": 6}]}))
    left = [one["leaves"] for one in found["flights"]]
    assert left == [None, None, None]
    gone = asked("ask", {"as": "human", "command": flying()["command"] | {"flights": [{"path": [{"straight": 12}]}]}})
    assert gone["flights"][0]["leaves"] is None
    assert found["warnings"] == gone["warnings"] == []


def test_what_leaves_the_table_is_a_warning_before_it_is_given() -> None:
    game = host().initial(setup_of("first-flight"))
    flight, *others = game.units
    low, *rest = flight.elements
    near = replace(game, units=(replace(flight, elements=(replace(low, y=43.0), *rest)), *others))
    board = FrontBoard(host())
    order = host().codec.command(flying({"path": [{"straight": 8}]})["command"], "order")
    elements = tuple(replace(element, y=43.0) for element in flight.elements)
    martians = [unit for unit in others if unit.side == "martian"]
    last = replace(game, units=(replace(flight, elements=elements), *martians))
    warned = [
        board.preview(Seat(TablePosition(board, position, 0, SIDES, {}), "human"), order).warnings
        for position in (game, near, last)
    ]
    assert warned == [
        (),
        ("Burgess-Dunne D8, aircraft 1 leaves the table",),
        ("Burgess-Dunne D8: 3 aircraft leave the table", "no human unit is left then: the game ends and is lost"),
    ]


@pytest.mark.rule("HOST-TRIPOD-2")
@pytest.mark.parametrize(("straight", "words"), [(8, "2 aircraft of the Burgess-Dunne D8"), (12, "")])
def test_whom_the_blast_of_a_bombed_tripod_may_reach_is_a_warning(straight: float, words: str) -> None:
    """Where it blows up it takes aircraft with it at times; where nobody is warned, never."""
    game, rules = _opening(), web_ruleset()
    flight, scout = game.unit("flight"), game.unit("scout")
    below = tuple(
        replace(element, x=scout.centre[0] + 3 * number, y=scout.centre[1] - 8, facing=0)
        for number, element in enumerate(flight.elements)
    )
    game = replace(game, units=tuple(replace(unit, elements=below) if unit is flight else unit for unit in game.units))
    over = {"path": [{"straight": straight}], "drops": [{"at": 8, "light": 1}]}
    order = rules.codec.command(flying(over, *[{"path": [{"straight": straight}]}] * 2)["command"], "order")
    seat = Seat(TablePosition(FrontBoard(rules), game, 0, SIDES, {}), "human")
    warnings = FrontBoard(rules).preview(seat, order).warnings
    assert warnings == ((f"if the Scout Tripod blows up, its blast reaches {words}",) if words else ())
    lost = 0
    for seed in range(120):
        events = rules.decide(game, order, DiceTray(seeded(seed)))
        after = rules.after(game, events)
        exploded = any(event.exploded for event in events if isinstance(event, TripodDamaged))
        lost += exploded and len(after.unit("flight").elements) < 3
    assert bool(lost) is bool(words)


def test_the_planners_run_is_legal_and_worth_what_it_says(asked: Ask) -> None:
    found = asked("board/plan", {"as": "human", "body": {"unit": "flight"}})
    assert found["status"] == 200
    assert found["objections"] == []
    assert 0 < found["value"] <= found["upper_bound"] + 1e-9
    assert len(found["orders"]) == 3
    assert asked("ask", {"as": "human", "command": found["command"]})["objections"] == []


def test_where_there_is_nothing_to_bomb_the_planner_says_so(asked: Ask) -> None:
    found = asked("board/plan", {"as": "human", "body": {"unit": "flight"}}, scenario="eyes-above", martian="here")
    assert found["status"] == 200
    assert found["none"] == "The planner finds no targets, as nothing on the ground is worth bombing."


def test_the_planner_is_for_aircraft(asked: Ask) -> None:
    found = asked("board/plan", {"as": "human", "body": {"unit": "gunners"}})
    assert (found["status"], found["fault"]) == (404, "no question 'plan' about gunners")


def test_about_says_what_a_unit_may_do_and_what_not(asked: Ask) -> None:
    found = asked("about", {"as": "human", "piece": "flight"})
    doings = {one["title"]: one for one in found["doings"]}
    assert not doings["fly"]["why"]
    shooting = doings["fire Heavy Machine Gun"]
    assert [one["rule"] for one in shooting["why"]] == ["HOST-TURN-1"]
    assert found["what"] == "Burgess-Dunne D8, flying low"


def test_about_an_enemy_tells_no_orders(asked: Ask) -> None:
    found = asked("about", {"as": "human", "piece": "scout"})
    assert found["doings"] == []
    assert "<circle" in found["svg"]


@pytest.mark.parametrize("what", ["about", "board/reach", "board/plan"])
def test_nobody_is_told_of_a_unit_that_is_not_to_be_seen(asked: Ask, what: str) -> None:
    body = {"piece": "us-infantry-1"} if what == "about" else {"body": {"unit": "us-infantry-1"}}
    found = asked(what, {"as": "human", **body}, martian="here")
    assert found["status"] == 404
    assert "us-infantry-1" in found["fault"]


@pytest.mark.parametrize(
    ("what", "body", "part"),
    [
        ("board/reach", {"as": "human", "body": {"unit": "flight", "path": [{"turn": 400, "side": "left"}]}}, "turn"),
        ("board/reach", {"as": "human", "body": {"unit": "flight", "path": [{"loop": 1}]}}, "loop"),
        ("ask", {"as": "human", "command": {"type": "no.such"}}, "no.such"),
        ("ask", {"as": "human", "colour": "red"}, "colour"),
    ],
)
def test_nonsense_is_refused_in_one_line(asked: Ask, what: str, body: dict[str, Any], part: str) -> None:
    found = asked(what, body)
    assert found["status"] == 400
    assert part in found["fault"]
    assert "\n" not in found["fault"]


@pytest.mark.rule("HOST-RAY-3")
def test_a_sweep_touches_who_it_will_touch(asked: Ask) -> None:
    order = {"type": "host.sweep", "unit": "assault", "weapon": "Heavy Heat Ray", "x": 24, "y": 15, "direction": 90}
    found = asked("ask", {"as": "martian", "command": order}, scenario="first-flight", martian="here")
    assert set(found["under"]) == {"flight-1", "flight-2", "flight-3"} & set(found["under"])
    assert "#embers" in found["svg"]


def test_the_closed_forms_of_the_engine_are_those_that_the_path_answers_with(asked: Ask) -> None:
    found = asked("ask", flying({"path": BENT}))
    track = track_of(PathPiece.model_validate(piece) for piece in BENT)
    joints = fly(Pose(21, 14, 0), track, gauge_of(1, web_ruleset().rulings())).joints  # type: ignore[arg-type]
    said = found["flights"][0]["joints"]
    assert [(one["x"], one["y"], one["facing"], one["spent"]) for one in said] == [
        (one.x, one.y, one.facing, one.spent) for one in joints
    ]


def _opening() -> Any:
    rules = web_ruleset()
    return rules.initial(rules.scenario(rules.bundled("first-flight"), {}).setup)
