"""The board: three views of the sky, cockpits, what films draw of a fight."""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from aqmf_air.api import DiceTray, replace, seeded
from aqmf_air.api.geometry import SpacePose, space
from aqmf_air.api.ui import FLAT
from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.drawing.svg import coord
from aqmf_air.errors import DataError, UnknownNameError
from aqmf_air.games.clouds_of_glory.chapters.course import course_of
from aqmf_air.games.clouds_of_glory.chapters.landing import LandingTested
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, flown_events, move_of
from aqmf_air.games.clouds_of_glory.chapters.plans import plan_of
from aqmf_air.games.clouds_of_glory.sequence import Choose
from aqmf_air.games.clouds_of_glory.state import CloudsGame
from aqmf_air.games.clouds_of_glory.ui.board import SkyBoard
from aqmf_air.games.clouds_of_glory.ui.planner import Draft, looked_ahead
from aqmf_air.games.clouds_of_glory.ui.projections import Views
from aqmf_air.plugins.kinds import SCENARIOS
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web.board.board import Seat
from aqmf_air.web.board.marks import Moment, Way
from aqmf_air.web.film import film_of
from aqmf_air.web.live.position import TablePosition
from tests.games.clouds_of_glory import fights
from tests.games.clouds_of_glory.test_stalls import below, on_stall

REGISTRY = load_registry(entry_points=False)
RULESET: Any = REGISTRY.ruleset("clouds")
BOARD = SkyBoard(RULESET)
SIDES = ("entente", "germany")


def begun(seed: int = 1, **rulings: str) -> Session[Any]:
    document = load_toml(REGISTRY.of(SCENARIOS, "clouds")["first-patrols"].path)
    setup = RULESET.set_up(document, "first-patrols", rulings).setup
    return Session(RULESET, new_header(RULESET, setup, seed=seed, game="first-patrols"))


def played(session: Session[Any], until: str, most: int = 60) -> Session[Any]:
    """The first that is offered is done, up to a phase."""
    for _ in range(most):
        state = session.state
        if state.winner or (state.phase == until and not state.open):
            break
        follows = RULESET.follows(state)
        side = "" if follows else RULESET.stage(state).active[0]
        session.submit(follows or RULESET.legal(state, side)[0].command, side)
    assert session.state.phase == until
    return session


@pytest.fixture(scope="module")
def moving() -> Session[Any]:
    return played(begun(), "movement")


def seat_at(state: Any, side: str) -> Seat:
    return Seat(TablePosition(BOARD, state, 1, SIDES, {"": frozenset()}), side)


def with_poses(game: CloudsGame, **poses: SpacePose) -> CloudsGame:
    for id_, pose in poses.items():
        game = game.changed(id_.replace("_", "-"), pose=pose)
    return game


def test_each_aircraft_is_a_piece_of_both_flat_views_and_has_a_page(moving: Session[Any]) -> None:
    for side in (*SIDES, ""):
        seat = seat_at(moving.state, side)
        drawn = str(BOARD.picture(seat.view))
        for piece in BOARD.pieces(seat.view):
            craft = moving.state.of(piece.id)
            assert piece.own == (craft.side == side)
            for view, at in zip(FLAT, piece.at, strict=True):
                group = re.search(rf'<g [^>]*data-piece="{piece.id}" data-view="{view}"[^>]*>', drawn)
                assert group is not None
                where = [float(re.search(rf'data-{axis}="([^"]*)"', group[0])[1]) for axis in "xy"]  # type: ignore[index]
                assert where == pytest.approx(at, abs=0.001)
            about = BOARD.about(seat, piece.id)
            boxes = {track.title.partition(" (")[0]: track.boxes for track in about.tracks}
            assert boxes["Strength"] == craft.strength
            assert any(line.startswith("Pilot ") for line in about.notes)
            may = [doing.type for doing in about.doings if not doing.why]
            assert may == ["clouds.announce"] * (craft.id == moving.state.next.id and craft.side == side)


def test_a_turn_seen_from_above_and_beside_is_where_it_is(moving: Session[Any]) -> None:
    game = with_poses(
        moving.state,
        red_albatros=SpacePose.level(30, 30, 12, 90),
        silver_nieuport=SpacePose.level(30, 40, 15, 180, -30),
    )
    views = Views.of(game, "red-albatros")
    red, silver = game.of("red-albatros").pose, game.of("silver-nieuport").pose
    assert views.axis == 90
    assert views.place("above", silver.place) == (30, 20)
    assert views.place("beside", silver.place)[0] == pytest.approx(views.place("beside", red.place)[0])
    assert views.ground - views.place("beside", silver.place)[1] == pytest.approx(15)
    assert (views.facing("above", red), views.facing("beside", red)) == (90, 90)
    x, y = views.polar((0, 10, 3))  # 10 to the left and 3 up of who flies east
    assert (x < views.middle[0], y < views.middle[1]) == (True, True)
    assert views.polar((-1, 1e-9, 0))[0] == pytest.approx(views.middle[0] - Views.DISC)  # behind is at the rim
    towards = Views.of(game, "silver-nieuport")  # an enemy is seen across the line to him, along my own nose
    assert towards.about == game.next.pose  # type: ignore[union-attr]
    assert towards.place("beside", silver.place)[0] > towards.place("beside", game.next.pose.place)[0]  # type: ignore[union-attr]


def test_the_outline_of_a_cone_holds_what_lies_in_it() -> None:
    views = Views(60, 60, 25, 40, None)
    pose = space.rolled(SpacePose.level(20, 20, 10, 30, 20), 40)
    for view in FLAT:
        outline = views.cone(view, pose.place, pose.ahead, 45, 14)
        assert len(outline) > 4
        bends = list(zip(outline, outline[1:] + outline[:1], outline[2:] + outline[:2], strict=True))
        signs = {(b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > -1e-6 for a, b, c in bends}
        assert signs == {True}


def test_each_picture_of_a_film_has_its_own_panes(moving: Session[Any]) -> None:
    film = film_of(BOARD, moving.header, moving.entries)
    told = [film.pieces[frame["panes"]] for frame in film.frames]
    states = [RULESET.initial(moving.header.setup)]
    for entry in moving.entries:
        states.append(RULESET.after(states[-1], entry.events))
    shown = [[(pane["name"], pane["title"], pane["box"]) for pane in json.loads(panes)] for panes in told]
    panes = [BOARD.picture(state).panes for state in states]
    assert shown == [[(pane.name, pane.title, list(pane.box)) for pane in picture] for picture in panes]
    assert len(set(told)) > 1
    assert film.size == film.frames[-1]["size"]


def test_a_move_is_a_way_in_each_flat_view_that_ends_where_it_ends(moving: Session[Any]) -> None:
    game = moving.state
    craft = game.next
    course = course_of(move_of(game, craft, 0), plan_of("T30:0:8"))
    flown: Any
    flown, *_ = flown_events(game, craft, course, None)
    ways = {mark.view: mark for mark in BOARD.marks(Moment(flown, game, None, game)) if isinstance(mark, Way)}
    assert set(ways) == set(FLAT)
    for view in FLAT:
        assert ways[view].points[-1][:2] == pytest.approx(Views.of(game).place(view, flown.end.place), abs=0.006)
        assert len(ways[view].points) > 2


def test_nobody_asks_what_the_board_does_not_know(moving: Session[Any]) -> None:
    with pytest.raises(UnknownNameError):
        BOARD.answer(seat_at(moving.state, "germany"), "nonsense", {})
    assert BOARD.about(seat_at(moving.state, "germany"), "nobody").doings == ()


def test_a_whole_fight_is_drawn_and_names_what_is_in_it() -> None:
    fight = fights.played(fights.session(fights.document("duel"), 2), 3)
    state, kinds = RULESET.initial(fight.header.setup), set()
    for number, entry in enumerate(fight.entries):
        ids = {craft.id for craft in state.craft}
        for _, marks in BOARD.drawn(entry, state):
            kinds |= {(mark.kind, getattr(mark, "view", "")) for mark in marks}
            assert all(mark.names <= ids for mark in marks)
        state = RULESET.after(state, entry.events)
        if number % 9 == 0:
            for chosen in ("", *ids):
                drawn = BOARD.picture_about(RULESET.open_view(state), chosen)
                ElementTree.fromstring(drawn.document())
                for one, other in combinations([pane.box for pane in drawn.panes], 2):
                    assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert kinds >= {("way", "above"), ("way", "beside"), ("word", "")}
    sheet = BOARD.picture(RULESET.open_view(state)).document()
    assert [len(re.findall(f'class="axis {edge}"', sheet)) for edge in ("left", "low")] == [8, 5]
    assert "data-border=" in sheet  # names keep off the edge of the map


# -- planning a move ---------------------------------------------------------------------------------------------------


def close(moving: Session[Any], **rulings: str) -> Any:
    """Two of the entente near the green Albatros, which is to move; one of them has moved."""
    game = with_poses(
        moving.state,
        green_albatros=SpacePose.level(30, 30, 15, 0),
        silver_nieuport=SpacePose.level(36, 40, 17, 90),
        blue_nieuport=SpacePose.level(22, 37, 12, 200),
    ).changed("silver-nieuport", moved=True)
    setup = replace(game.setup, rulings=replace(game.rulings, **rulings))
    return replace(game, setup=setup, waiting=("green-albatros",))


def planned(game: CloudsGame, path: str = "", side: str = "germany", **chosen: str) -> dict[str, Any]:
    body = {"piece": "green-albatros", "type": "clouds.announce", "path": path, "chosen": chosen}
    return dict(BOARD.answer(seat_at(game, side), "path", body))


def test_one_tap_is_a_whole_move_that_brings_an_enemy_before_the_guns(moving: Session[Any]) -> None:
    game = close(moving)
    plan = planned(game)
    aim = plan["steps"][0]
    assert aim.whole
    match = re.fullmatch(r"(?:silver|blue) Nieuport (\d+)%, [A-P], [+-]\d+ EU", aim.title)
    assert match is not None
    whole = planned(game, aim.adds)
    seat = seat_at(game, "germany")
    assert seat.allows(whole["command"])
    ahead = looked_ahead(Draft(game, RULESET.rules, game.next, plan_of(whole["command"].plan)))
    assert ahead is not None
    chance = next(iter(ahead.chances.values()))
    assert f"{chance * ahead.draft.chance():.0%}" == f"{match[1]}%"
    assert {cell.adds for cell in plan["cells"]} <= {step.adds for step in plan["steps"]}
    assert [cell.word for cell in plan["cells"][:2]] == [f"{match[1]}%"] * 2  # a dot in each flat view
    assert not {cell.word for cell in whole["cells"][:2]} - {""}  # it would hide the end


def test_a_dial_is_a_turn_and_the_rest_is_flown_straight(moving: Session[Any]) -> None:
    game = close(moving)
    plan = planned(game, turn="60 8", throttle="2")
    assert (plan["command"].plan, plan["command"].throttle) == ("T30:0:8 S6.5", 2)
    assert (plan["left"], dict(plan["facts"])["MU left"]) == (6.5, "6.5")
    rolled = planned(game, "S1 S1 ", turn="-90 20", roll="-45 0")
    assert rolled["command"].plan == "S2 R-45 T180:0:7.5"  # capped by what is left
    more = next(step for step in rolled["steps"] if step.sign == "and then")
    assert (more.adds, more.why) == ("R-45 T180:0:7.5 ", ())
    assert len(plan["steps"]) <= 7  # two rows on a phone, with the one that takes back
    assert any("2 of 2 actions" in note for note in rolled["notes"])
    assert planned(game, turn="60 8", after="-30")["command"].plan == "T30:0:8 S6.5 B-30"
    course = course_of(move_of(game, game.next, 0), plan_of("S2 R-45 T180:0:7.5"))
    assert dict(rolled["facts"])["MU up"] == f"{course.end.place[2]:.1f}"
    assert dict(rolled["facts"])["EU"] == f"{course.net:+d}"


def test_buttons_stay_where_they_are_while_a_path_grows(moving: Session[Any]) -> None:
    game = close(moving)
    signs = [[step.sign for step in planned(game, path)["steps"]] for path in ("", "S1 ")]
    assert signs[0] == signs[1]
    assert {"▲", "↑"} <= {*signs[0]}  # a climb that keeps above S is among them
    pieces = [[step.sign for step in planned(game, path, keys="pieces")["steps"]] for path in ("", "S1 ")]
    assert pieces[0] == pieces[1]
    assert "↑ 1" in pieces[0]
    assert [step.sign for step in planned(game, turn="0 3", keys="pieces")["steps"]][: len(pieces[0])] == pieces[0]
    views = Views.of(game, "green-albatros")
    boxes = views.close_ups(views.seen)
    left, _, right, _ = boxes["above"]
    assert (left, right) == (10, 50)  # what it may fly in a turn, and the others closely
    shooting = Views.of(replace(game, phase="shooting"), "green-albatros")
    assert max(room for _, room in shooting.seen) < max(room for _, room in views.seen)  # nobody flies now: what it may hit


def test_who_may_do_one_thing_alone_is_opened_and_who_is_forced_home_sees_where_that_is(moving: Session[Any]) -> None:
    game = close(moving).changed("green-albatros", home=True)
    assert dict(planned(game)["facts"])["home"] == "180°"
    turn = next(step for step in planned(game)["steps"] if step.title == "Turn home")
    assert not planned(game)["command"]  # it may not fly straight on
    assert seat_at(game, "germany").allows(planned(game, turn.adds)["command"])
    spins = game.changed("green-albatros", trouble="spins")
    seat = seat_at(spins, "germany")
    assert BOARD.opens(seat) == ("green-albatros", "clouds.announce")
    may = [doing.title for doing in BOARD.about(seat, "green-albatros").doings if not doing.why]
    assert may == ["spins, and tries to come out", "spins on"]


def test_a_plan_says_what_it_comes_too_near_to(moving: Session[Any]) -> None:
    game = close(moving).changed("silver-nieuport", pose=SpacePose.level(30, 44.5, 15, 90))
    assert "Test: clear of silver Nieuport 97%" in planned(game)["notes"]
    assert not [note for note in planned(close(moving))["notes"] if note.startswith("Too near")]


def test_who_may_not_fly_straight_on_is_planned_all_the_same(moving: Session[Any]) -> None:
    """What ends too near to another by the straight way may turn away: that is no reason to plan nothing."""
    game = close(moving).changed("silver-nieuport", pose=SpacePose.level(30, 44.5, 15, 90))
    game = game.changed("blue-nieuport", pose=SpacePose.level(45, 20, 12, 200))
    straight = Announce(craft="green-albatros", plan="")
    assert [objection.rule for objection in RULESET.objections(game, straight, "germany")] == ["ICOG-5.5.16.2"]
    doings = BOARD.about(seat_at(game, "germany"), "green-albatros").doings
    assert [doing.why for doing in doings if doing.type == "clouds.announce"] == [()]


def test_who_shoots_alone_is_opened_with_a_button_for_each_shot(moving: Session[Any]) -> None:
    game = close(moving).changed("silver-nieuport", pose=SpacePose.level(30, 33, 15, 0), order=1, moved=True)
    game = game.changed("green-albatros", targets=("silver-nieuport",), order=2, moved=True)
    game = replace(game, phase="shooting", waiting=("green-albatros",))
    seat = seat_at(game, "germany")
    assert BOARD.opens(seat) == ("green-albatros", "clouds.shoot")
    assert BOARD.opens(seat_at(game, "entente")) is None
    doings = BOARD.about(seat, "green-albatros").doings
    titles = [doing.title for doing in doings]
    assert re.fullmatch(r"Shoot a long burst at silver Nieuport \(\d+ or less\)", titles[0])
    assert all(title.startswith("Shoot") for title in titles)  # to hold fire stands behind them, as what it else may do
    assert all(len(doing.choices) == 1 for doing in doings)


def test_each_way_out_of_a_stall_is_drawn_before_it_is_chosen() -> None:
    asked = on_stall(3).game
    ways = [BOARD.preview(seat_at(asked, "germany"), Choose(option=way)).svg for way in ("left", "right", "back")]
    assert len(set(ways)) == 3
    assert all("up, nose 45 down" in drawn for drawn in ways)  # how deep is asked next
    assert BOARD.preview(seat_at(asked, "germany"), Choose(option="fly")).svg == ""
    assert BOARD.preview(seat_at(on_stall(3, preview="by-eye").game, "germany"), Choose(option="left")).svg == ""
    turned = fights.chosen(asked, "left").game
    assert "nose 60 down" in BOARD.preview(seat_at(turned, "germany"), Choose(option="60")).svg
    assert "nose 90 down" in BOARD.preview(seat_at(below(3).game, "germany"), Choose(option="90")).svg


def test_beside_lies_along_the_line_between_the_sides_all_the_game() -> None:
    for name, heading in (("interception", 0.0), ("duel", 0.0)):
        document = load_toml(REGISTRY.of(SCENARIOS, "clouds")[name].path)
        game = RULESET.initial(RULESET.set_up(document, name, {}).setup)
        assert Views.of(game).axis == heading
        turned = with_poses(game, **{game.craft[0].id: game.craft[0].pose._replace(place=(1.0, 30.0, 20.0))})
        assert Views.of(turned).axis == heading  # wherever they have come


def test_beside_is_along_the_heading_or_the_line_to_an_enemy(moving: Session[Any]) -> None:
    game = close(moving)
    assert [planned(game, look=look)["about"] for look in ("", "nobody", "red-albatros")] == [""] * 3
    towards = planned(game, look="silver-nieuport", turn="0 5")
    assert towards["about"] == "silver-nieuport"
    views = Views.of(game, "silver-nieuport")
    end = course_of(move_of(game, game.next, 0), plan_of(towards["command"].plan)).end
    x, y = views.scaled(views.place("beside", end.place))
    assert f"L{coord(x)} {coord(y)}" in towards["svg"]  # the ghost is where that picture has it


def test_who_is_forced_home_is_offered_a_turn_even_where_it_stalls(moving: Session[Any]) -> None:
    steep = SpacePose.level(30, 20, 22, 0, 20)
    game = close(moving).changed("green-albatros", home=True, pose=steep, speed=90)
    (turn,) = [step for step in planned(game)["steps"] if step.sign == "⌂"]
    whole = planned(game, turn.adds)
    assert whole["command"] is not None
    assert "MU of fall" in dict(whole["facts"])


def test_who_is_low_and_slow_is_offered_a_landing(moving: Session[Any]) -> None:
    game = close(moving).changed("green-albatros", pose=SpacePose.level(30, 30, 1, 0), speed=85)
    (land,) = [step for step in planned(game)["steps"] if step.sign == "land"]
    whole = planned(game, land.adds)
    assert whole["command"].plan.endswith(" L")
    seat = seat_at(game, "germany")
    assert seat.allows(whole["command"])
    tested = next(
        event for event in RULESET.decide(game, whole["command"], DiceTray(seeded(3))) if isinstance(event, LandingTested)
    )
    assert f"Test: landing {tested.need / 20:.0%}" in whole["notes"]
    assert abs(float(dict(whole["facts"])["MU up"])) <= game.tables.measure("touch")


def test_what_no_longer_fits_is_cut_off_and_what_is_no_plan_is_nothing(moving: Session[Any]) -> None:
    game = close(moving)
    assert planned(game, "S10 S10 ")["path"] == "S10 "
    assert planned(game, "nonsense S1 ")["path"] == ""
    for chosen in ({"turn": "nan 3"}, {"turn": "here"}):
        with pytest.raises(DataError):
            planned(game, **chosen)
    assert planned(game, letter="99", throttle="-1")["command"].throttle == 0
    with pytest.raises(UnknownNameError):
        planned(game, side="entente")


def test_a_climb_and_a_dive_are_offered_with_where_they_end(moving: Session[Any]) -> None:
    game = close(moving)
    offered = {step.title: step for step in planned(game)["steps"]}
    for title, way in (("Climb", 1), ("Dive away", -1)):
        up = dict(planned(game, offered[title].adds)["facts"])["MU up"]
        assert way * (float(up) - game.next.pose.place[2]) > 0
        assert offered[title].note.startswith(f"{float(up):.0f} up, ")


def test_a_template_is_offered_once(moving: Session[Any]) -> None:
    """Counted on the ring a third step tighter may be the template of the first again, at a higher price."""
    plan = planned(close(moving).changed("green-albatros", speed=170), keys="pieces")
    titles = [title for choice in plan["choosing"] if choice.name == "letter" for _, title in choice.values]
    templates = [title.partition(":")[0] for title in titles]
    assert templates == ["F", "E", "D"]


def test_by_eye_nothing_that_is_measured_is_in_any_answer(moving: Session[Any]) -> None:
    game = close(moving, preview="by-eye")
    for path, chosen in (("", {}), ("S2 ", {"turn": "60 8", "letter": "1"}), ("", {"roll": "90 0"})):
        plan = planned(game, path, **chosen)
        end = course_of(move_of(game, game.next, 0), plan_of(plan["command"].plan)).end
        assert not plan["svg"]
        assert not plan["cells"]
        assert {name for name, _ in plan["facts"]} - {"MU left"} == {"actions", "manoeuvres"}
        sent = json.dumps(plan, default=str)
        assert "%" not in sent
        for number in (*end.place, round(end.heading, 1)):
            assert str(round(number, 2)) not in sent or number == round(number)
        preview = BOARD.preview(seat_at(game, "germany"), plan["command"])
        assert (preview.svg, preview.touched, preview.warnings) == ("", (), ())
        assert [step.title for step in plan["steps"] if step.whole] in ([], ["Straight on"])
    loop = Announce(craft="green-albatros", plan="T90:0:14.5")
    assert not BOARD.preview(seat_at(game, "germany"), loop).warnings
    (falls,) = BOARD.preview(seat_at(close(moving), "germany"), loop).warnings
    assert re.fullmatch(r"stalls and drops \d+ MU; spins: \d+%", falls)


def test_an_aircraft_is_placed_in_the_circle_of_its_side() -> None:
    placing = played(begun(), "placing")
    placing.submit(RULESET.follows(placing.state), "")
    craft = placing.state.next
    seat = seat_at(placing.state, craft.side)
    assert BOARD.opens(seat) == (craft.id, "clouds.place")

    def asked(path: str, **chosen: str) -> dict[str, Any]:
        body = {"piece": craft.id, "type": "clouds.place", "path": path, "chosen": chosen}
        return dict(BOARD.answer(seat, "path", body))

    spots = [cell.adds for cell in asked("")["cells"]]
    assert len(spots) == 81  # of a grid of 1 MU within 5
    for spot in (spots[0], spots[40], spots[-1]):
        order = asked(spot, heading="-90 0", speed=str(craft.speed))["command"]
        assert seat.allows(order)
        assert (f"{order.x:g},{order.y:g} ", order.heading) == (spot, 270)
    assert asked("1,1 ")["path"] == ""


def test_the_key_of_the_map_in_letters_keeps_height_speed_and_heading(moving: Session[Any]) -> None:
    """No line is longer than 80 letters, however an aircraft lies: what is cut is the least of it."""
    pose = space.rolled(SpacePose.level(30, 30, 15.5, 123, -44), -128)
    key = next(line for line in BOARD.text_map(with_poses(moving.state, silver_nieuport=pose)).lines() if "silver" in line)
    assert len(key) <= 80
    assert "silver Nieuport, 15.5 up, 135 km/h, heading 123, nose 44 down, banked" in key


def test_a_fight_that_is_over_shows_where_each_fell_or_left(moving: Session[Any]) -> None:
    """The finding: where all had left, the last picture was an empty sky, and the film stopped before it."""
    game = with_poses(
        moving.state, silver_nieuport=SpacePose.level(30, 30, -4.8, 90), red_albatros=SpacePose.level(70, 20, 9, 90)
    )
    for craft in game.craft:
        game = game.changed(craft.id, out="destroyed" if craft.id == "silver-nieuport" else "gone")
    assert 'class="wreck"' not in BOARD.picture(game).document()
    drawn = BOARD.picture(replace(game, winner="draw"))
    text = drawn.document()
    assert text.count('class="wreck"') == 2 * len(game.craft)
    assert "silver Nieuport fell" in text
    assert "red Albatros left" in text
    assert 'data-x="60"' in text or 'data-x="60.0"' in text  # what is off the board is marked at its edge


def test_who_is_below_the_ground_is_drawn_on_it_as_crashed(moving: Session[Any]) -> None:
    game = with_poses(moving.state, silver_nieuport=SpacePose.level(30, 30, -4.8, 90))
    text = BOARD.picture(game).document()
    assert "crashed, 135" in text
    assert "-4.8" not in text + str(BOARD.pieces(game)) + str(BOARD.text_map(game).lines())
    views, craft = Views.of(game), game.of("silver-nieuport")
    assert views.place("beside", craft.pose.place)[1] == views.ground
    assert [replace(craft, plan=plan).height for plan in ("S5", "S5 L")] == ["crashed", "0.0 up"]


def test_a_legend_tells_sides_apart_without_colour(moving: Session[Any]) -> None:
    signs = [re.sub("#[0-9a-f]{6}", "", sign) for _, sign in BOARD.picture(moving.state).legend]
    assert len(set(signs)) == len(signs)
