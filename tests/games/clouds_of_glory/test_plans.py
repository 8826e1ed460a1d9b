"""Plans of moves (5.4 to 5.5.10): how they are written, said and read, where each piece leads, what is against a plan."""

from __future__ import annotations

from math import pi
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.api.geometry import SpacePose, space
from aqmf_air.core.play.typed_orders import Meant, Near, NotUnderstood, order_typed
from aqmf_air.errors import NotUnderstoodError
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce
from aqmf_air.games.clouds_of_glory.chapters.plans import (
    Plan,
    PlanError,
    PlanPiece,
    PlanRulings,
    actions_of,
    against_plan,
    completed,
    end_of,
    in_words,
    plan_of,
    told,
    way_of,
    written,
)
from tests.games.clouds_of_glory.fights import aircraft, fight, objections, rules

LEVEL = SpacePose.level(30, 30, 20, 0)
DVA, CAMEL = "Albatros D.Va", "Sopwith Camel"
SWIFT = fight(aircraft("fox", "germany", marking="red fox", speed=185), aircraft("b", "entente", marking="blue b"))
FOX = fight(aircraft("fox", "germany", marking="red fox", speed=150), aircraft("b", "entente"))


def handling(type_: str = DVA, speed: int = 150) -> Any:
    game = fight(aircraft("a", "germany", type_, speed=speed))
    return handling_of(game, game.of("a"))


def against(text: str, pose: SpacePose = LEVEL, speed: int = 150, type_: str = DVA, **rulings: Any) -> list[str]:
    """The rules against a plan."""
    return [each.rule for each in against_plan(pose, plan_of(text), handling(type_, speed), PlanRulings(**rulings))]


def end(text: str, pose: SpacePose = LEVEL, speed: int = 150, **rulings: Any) -> SpacePose:
    return end_of(pose, plan_of(text), handling(speed=speed), PlanRulings(**rulings))


# -- how it is written and said ----------------------------------------------------------------------------------------


PIECES = st.one_of(
    st.builds(lambda length: PlanPiece("S", length / 1000), st.integers(1, 30_000)),
    st.builds(lambda angle: PlanPiece("R", 0.0, angle / 10), st.integers(-1800, 1800).filter(bool)),
    st.builds(
        lambda length, side, tighter: PlanPiece("T", length / 1000, side / 10, tighter),
        st.integers(1, 30_000),
        st.integers(0, 1800),
        st.integers(0, 3),
    ),
    st.builds(lambda length, tighter: PlanPiece("V", length / 1000, 0.0, tighter), st.integers(1, 9000), st.integers(0, 3)),
    st.builds(lambda side: PlanPiece("P", 0.0, side), st.integers(-5, 5).filter(bool)),
    st.builds(lambda angle: PlanPiece("B", 0.0, angle / 10), st.integers(-450, 450).filter(bool)),
)


@given(st.lists(PIECES, min_size=1, max_size=6))
def test_a_plan_reads_back_as_it_is_written(pieces: list[PlanPiece]) -> None:
    assert plan_of(written(pieces)) == tuple(pieces)


@given(st.lists(PIECES, min_size=1, max_size=4))
def test_a_plan_reads_back_as_it_is_said(pieces: list[PlanPiece]) -> None:
    flying = handling()
    if list(against_plan(LEVEL, tuple(pieces), flying, PlanRulings())):
        return  # of what cannot be flown it is said why
    order = rules().order_from_words(FOX, f"red fox flies {in_words(pieces)}", "germany")
    assert (type(order), plan_of(order.plan)) == (Announce, tuple(pieces))
    assert rules().order_from_words(FOX, rules().order_in_words(FOX, order, "germany"), "germany") == order


def test_a_plan_is_told_as_a_hand_measures_it_and_may_be_typed_so() -> None:
    plan = plan_of("T42.7:0:2.696 R-90 P+1 S7.304")
    assert told(plan) == "turn right and up 43° for 2.7 MU, roll left 90°, slip right 1 MU, ahead 7.3 MU"
    typed = rules().order_from_words(FOX, f"red fox flies {told(plan)}", "germany")
    assert typed.plan == "T43:0:2.7 R-90 P+1 S7.3"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("S4.5 X3", "piece 2"),
        ("T45:1", "piece 1"),
        ("S", "piece 1"),
        ("SNaN", "piece 1"),
        ("T45:1:inf", "piece 1"),
        ("S1 " * 13, "at most 12 pieces"),
        ("S1 " * 1000, "at most 12 pieces"),
    ],
)
def test_what_is_no_plan_says_which_piece(text: str, named: str) -> None:
    with pytest.raises(PlanError, match=named):
        plan_of(text)


# -- actions -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "plan"),
    [
        ("turns right 5, ahead", "T0:0:5 S13.5"),
        (": left 5 MU, then 10", "T180:0:5 S10"),
        ("turn left and up 45 degrees 8; dive 2 MU", "T135:0:8 V0:2"),
        ("at blue b: turn right and up 20 E 5, straight ahead 4", "T20:2:5 S4"),
        ("with throttle 2: up tighter 5, rolls left 90\u00b0", "T90:1:5 R-90"),
        ("straight on", "S18.5"),
        ("turn up tighter 2 5, lands", "T90:2:5 L"),
        ("slips left 2 MU, banks right 30 degrees", "P-2 B+30"),
    ],
)
def test_a_plan_is_typed_as_players_say_it(words: str, plan: str) -> None:
    """With or without the verb, with units or without, a template by its letter, the rest of the MU straight on."""
    order = rules().order_from_words(SWIFT, f"red fox {words}", "germany")
    assert (order.plan, order.craft) == (plan, "fox")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("turn rigth 5", "expected right, left or up, got 'rigth'; did you mean right?"),
        ("turn right NaN", "expected a length, as in turn right 8 or turn left and up 45 tighter 8, got 'NaN'"),
        ("turn right P 5", "expected template G or F or E or D, got 'P'"),
        ("turn right Q 5", "expected template G or F or E or D, got 'Q'"),
        ("turn right tighter 9 5", "expected a comma and a further piece"),
        ("roll 90", "expected right or left, got '90'"),
        ("ahead 5.12345", "expected a length, as in ahead 5, got '5.12345'"),
        ("ahead -5", "expected a length, as in ahead 5, got '-5'"),
        ("ahead 5 turn right 3", "expected a comma and a further piece or the end, got 'turn'"),
        ("5, 6, sideways", "expected a piece of a move (ahead 5, turn right 8, roll left 90), got 'sideways'"),
        ("climb 3, turn left 3, ahead", "expected turn up 5 for a climb or loop (an Immelmann is offered on S), got '3'"),
        ("ahead 5, Immelmann", "(an Immelmann is offered on S), got nothing more"),
        ("ahead 1, " * 1000 + "ahead 1", "an order has at most 2,000 characters"),
        ("1, " * 400 + "1", "expected no more than 12 pieces, got '1'"),
        ("S1 " * 600, "expected"),
    ],
)
def test_what_is_no_plan_says_what_was_expected_there(words: str, fault: str) -> None:
    with pytest.raises(NotUnderstoodError) as bad:
        rules().order_from_words(SWIFT, f"red fox flies {words}", "germany")
    assert fault in str(bad.value)
    assert "\n" not in str(bad.value)
    assert len(str(bad.value)) < 300


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("turn right 8, ahead", "red fox flies turn right 8, ahead 10.5"),
        ("turn right 12", "red fox flies turn right 12"),
        ("turn right 18.5", "Red fox: turn right 18.5"),  # of the list, beside ``turn right tighter 1 18.5``
        ("fox: turn right 8, ahead", "red fox flies turn right 8, ahead 10.5"),
        ("fox turn right 8, ahead", "red fox flies turn right 8, ahead 10.5"),
    ],
)
def test_the_one_aircraft_that_may_act_needs_no_name_nor_all_of_it(text: str, title: str) -> None:
    read = order_typed(rules(), SWIFT, "germany", text, rules().legal(SWIFT, "germany"))
    assert isinstance(read, Meant), read
    assert read.offer.title == title


@pytest.mark.parametrize("text", ["climb 3, turn left 3, ahead", "loop", "immelmann", "fox: loops"])
def test_other_words_for_a_turn_up_are_answered_with_those_of_a_move(text: str) -> None:
    read = order_typed(rules(), SWIFT, "germany", text, rules().legal(SWIFT, "germany"))
    misread = read.misread if isinstance(read, Near) else read
    assert isinstance(misread, NotUnderstood)
    assert "turn up 5 for a climb or loop" in misread.message


@pytest.mark.parametrize(
    ("text", "fault", "titles"),
    [
        ("turn rigth", "did you mean right?", {"Red fox: turn right 18.5", "Red fox: turn right tighter 1 18.5"}),
        ("turn rigth 8", "did you mean right?", {"red fox flies turn right 8"}),
        ("fox turn right 8 ahead", "expected a comma and a further piece or the end, got 'ahead'", set()),
    ],
)
def test_a_misread_plan_says_where_and_what_is_near_with_or_without_a_name(text: str, fault: str, titles: set[str]) -> None:
    read = order_typed(rules(), SWIFT, "germany", text, rules().legal(SWIFT, "germany"))
    assert isinstance(read, Near)
    assert read.misread is not None
    assert fault in read.misread.message
    assert text[read.misread.at :].startswith(("rigth", "ahead"))
    assert titles <= {offer.title for offer in read.offers}


@pytest.mark.rule(
    "ICOG-5.5.1.1", "ICOG-5.5.1-b", "ICOG-5.5.2.1", "ICOG-5.5.3.2", "ICOG-5.5.4.2", "ICOG-5.5.6.4", "ICOG-5.5.6-a"
)
@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("T0:0:8 S7", 1),
        ("R+90 T0:0:10", 2),
        ("T0:0:10 R+90", 2),
        ("T0:0:5 R+90 T0:0:5", 3),
        ("T0:0:5 S5 T0:0:5", 2),  # E10: broken by a straight, it is two turns
        ("T0:0:15", 1),  # beyond the end of any template
        ("S15", 0),
        ("V0:4 S11", 1),
        ("P+1 S10", 1),
        ("S15 B+30", 0),
    ],
)
def test_actions_of_a_plan(text: str, actions: int) -> None:
    assert actions_of(plan_of(text)) == actions
    assert not against(text)


@pytest.mark.rule("ICOG-5.5.1.1")
def test_nobody_takes_four_actions() -> None:
    assert not against("T0:0:2 S1 T0:0:2 S1 T0:0:2")
    assert against("T0:0:2 S1 T0:0:2 S1 T0:0:2 S1 T0:0:2") == ["ICOG-5.5.1.1"]


# -- pieces ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-2.1.1-a", "ICOG-5.5.2.1")
def test_a_move_is_as_long_as_its_speed() -> None:
    assert sum(piece.length for piece in completed(plan_of("T90:0:4"), handling())) == 15
    assert against("S10 T0:0:6") == ["ICOG-2.1.1-a"]
    assert not against("S10 T0:0:5")
    assert end("S15").place == (30, 45, 20)
    climbing = SpacePose.level(30, 30, 20, 90, 30)
    assert end("S10", climbing).place == pytest.approx((30 + 10 * 0.866025, 30, 25), abs=0.002)


@pytest.mark.rule("ICOG-5.5.2.1", "ICOG-5.4-b")
@given(st.lists(PIECES, max_size=3))
def test_what_is_left_is_flown_straight_before_the_bank(pieces: list[PlanPiece]) -> None:
    flying = handling()
    plan: Plan = tuple(piece for piece in pieces if piece.kind != "B")
    full = completed(plan, flying)
    length = sum(piece.length_at(flying) for piece in full)
    assert length == pytest.approx(max(flying.reach, sum(piece.length_at(flying) for piece in plan)), abs=0.001)
    banked = completed((*plan, PlanPiece("B", 0.0, 30)), flying)
    assert (banked[-1].kind, banked[:-1]) == ("B", full)


@pytest.mark.rule("ICOG-5.5.3.1", "ICOG-2.1.2-b", "ICOG-5.5.3.2")
@pytest.mark.parametrize(("type_", "length"), [(DVA, 5), (CAMEL, 3)])  # E11, E12
def test_a_roll_takes_its_whole_length_whatever_the_angle(type_: str, length: float) -> None:
    flying = handling(type_, 130 if type_ == CAMEL else 150)
    for angle in (10.0, -90.0, 180.0):
        piece = PlanPiece("R", 0.0, angle)
        assert (piece.length_at(flying), piece.energy_at(flying)) == (length, 1)
        assert against(written((piece,))) == []
    assert end("R+90").bank == pytest.approx(90)
    assert end("R+90").place == (30, 35, 20)
    assert end("R-180").top == pytest.approx((0, 0, -1), abs=1e-6)
    assert against("R+180.1") == against("R-181") == ["ICOG-5.5.3.1"]


@pytest.mark.rule("ICOG-5.5.4.1", "ICOG-5.5.4.2", "ICOG-5.5.4-a")
def test_a_vertical_dive_goes_down_to_the_vertical_and_not_past_it() -> None:
    radius = handling().radii[0]
    quarter = radius * pi / 2
    assert not against(f"V0:{quarter - 0.001:.3f}")
    assert against(f"V0:{quarter + 0.01:.3f}") == ["ICOG-5.5.4.1"]
    down = end(f"V0:{quarter:.3f}")
    assert down.ahead == pytest.approx((0, 0, -1), abs=1e-3)
    assert down.place == pytest.approx((30, 30 + radius, 20 - radius), abs=0.005)
    assert down.heading == pytest.approx(0, abs=0.1)  # carried: its top wing leads the way it came
    banked = space.rolled(LEVEL, 30)
    assert end("V0:2", banked).bank == pytest.approx(space.rolled(LEVEL, 30).bank, abs=15)
    assert PlanPiece("V", 4.0).energy_at(handling()) == 1


@pytest.mark.rule("ICOG-5.5.4.1", "ICOG-5.5.10.2")
@pytest.mark.parametrize(
    ("nose", "bank", "level"),
    [
        *((0, 0, True), (45, 0, True), (46, 0, False), (-45, 0, True), (-46, 0, False)),
        *((0, 45, True), (0, 46, False), (0, 180, True), (0, 136, True), (0, 134, False)),
    ],
)
def test_dives_and_slips_need_body_and_wings_near_level(nose: float, bank: float, level: bool) -> None:
    pose = space.rolled(SpacePose.level(30, 30, 20, 0, nose), bank)
    assert (against("V0:0.5", pose) == []) is level
    assert (against("P+1", pose) == []) is level
    assert not level or against("V0:0.5", pose, level_test="bank-angle") == []


@pytest.mark.rule("ICOG-5.5.4.1")
def test_whether_a_dive_may_stop_short_is_a_ruling() -> None:
    quarter = f"V0:{handling().radii[0] * pi / 2:.3f}"
    assert against("V0:2", dive_part="to-vertical") == ["ICOG-5.5.4.1"]
    assert not against(quarter, dive_part="to-vertical")


@pytest.mark.rule("ICOG-5.5.4-a")
def test_where_the_top_wing_points_after_a_dive_is_a_ruling() -> None:
    assert end("V0:6").top[2] > 0 > end("V0:6", dive_bank="lift-in").top[2]


@pytest.mark.rule("ICOG-5.5.5.1", "ICOG-5.5.4-a")
def test_turns_go_to_sides_at_or_above_the_upper_wing() -> None:
    for side in (0, 45, 90, 180):
        assert not against(f"T{side}:0:5")
    assert against("T181:0:5") == against("T270:0:5") == ["ICOG-5.5.5.1"]
    radius = handling().radii[0]
    loop = end(f"T90:0:{radius * pi:.3f}")  # half a loop: on its back, two radii up
    assert loop.place == pytest.approx((30, 30, 20 + 2 * radius), abs=0.005)
    assert loop.ahead == pytest.approx((0, -1, 0), abs=1e-3)
    assert loop.top == pytest.approx((0, 0, -1), abs=1e-3)


@pytest.mark.rule("ICOG-2.3-a", "ICOG-5.5.6-a")
def test_a_turn_is_an_arc_of_its_template_and_may_go_beyond_it() -> None:
    radius = handling().radii[0]  # D at 150: 4.5
    assert (handling().letters[0], radius) == ("D", 4.5)
    quarter = end(f"T0:0:{radius * pi / 2:.3f}")
    assert quarter.place == pytest.approx((34.5, 34.5, 20), abs=0.002)
    assert quarter.heading == pytest.approx(90, abs=0.01)
    assert end("T0:0:15").heading == pytest.approx(190.986, abs=0.001)
    assert end(f"T180:0:{radius * pi / 2:.3f}").heading == pytest.approx(270, abs=0.01)


@pytest.mark.rule("ICOG-5.5.6.1")
def test_at_most_three_tighter_and_only_letters_that_are_tighter() -> None:
    assert handling(speed=175).letters == ("F", "E", "D", "E")  # E13
    assert not against("T0:3:5", speed=175)
    assert against("T0:4:5", speed=175) == ["ICOG-5.5.6.1"]
    assert handling(speed=150).letters[1:] == () or not against("T0:1:5", speed=150)
    assert against("T0:1:5", speed=85) == ["ICOG-5.5.6.1"]  # at S no marker is tighter


@pytest.mark.rule("ICOG-5.5.7.1", "ICOG-5.5.6.4")
@pytest.mark.parametrize(("tighter", "energy"), [(0, 1), (2, 5)])  # E15
def test_a_tighter_turn_costs_what_the_panel_says(tighter: int, energy: int) -> None:
    assert PlanPiece("T", 5.0, 0.0, tighter).energy_at(handling("S.E.5a", 190)) == energy


@pytest.mark.rule("ICOG-5.5.8.1", "ICOG-5.5.8-a")
def test_after_a_turn_the_wings_stand_square_to_it() -> None:
    turned = end("T45:0:8")
    again = turned.side_of(space.turned(turned, 4.5, turned.top, 0.001).top)
    assert again == pytest.approx(90, abs=0.1)
    plane = turned.ahead, turned.top
    further = end_of(turned, plan_of("T90:0:4"), handling(), PlanRulings())
    for axis in (further.ahead, further.top):  # it stays in the plane of the first turn: no roll was needed
        normal = space.turned(LEVEL, 4.5, LEVEL.side(45), 8).right
        assert sum(a * b for a, b in zip(axis, normal, strict=True)) == pytest.approx(0, abs=1e-4)
    assert plane != (LEVEL.ahead, LEVEL.top)


@pytest.mark.rule("ICOG-5.5.8.1")
def test_a_turn_shorter_than_a_roll_leaves_the_bank() -> None:
    assert end("T0:0:4.9").bank == pytest.approx(0, abs=0.01)
    assert end("T0:0:5").bank == pytest.approx(90, abs=0.01)  # as long as a roll: square to the turn
    banked = space.rolled(LEVEL, 30)
    assert end("T45:0:4", banked, carried_bank="horizon").bank == pytest.approx(30, abs=0.01)
    assert end("T45:0:4", banked).bank != pytest.approx(30, abs=1)


@pytest.mark.rule("ICOG-5.5.9.1", "ICOG-5.5.9.2")
def test_a_bank_comes_last_is_free_and_of_45_degrees_at_most() -> None:
    assert against("S15 B+45") == against("B-45") == []
    assert against("S15 B+45.1") == ["ICOG-5.5.9.1"]
    assert against("B+30 S15") == ["ICOG-5.5.9.2"]
    bank = PlanPiece("B", 0.0, 30)
    assert (bank.action, bank.energy_at(handling()), bank.length_at(handling())) == (False, 0, 0)
    assert end("S15 B+30").bank == pytest.approx(30)


@pytest.mark.rule("ICOG-5.5.10.1")
def test_a_slip_shifts_level_by_one_for_each_roll_flown() -> None:
    flying = handling(speed=175)
    slip = PlanPiece("P", 0.0, 3)  # E17
    assert (slip.length_at(flying), flying.reach - slip.length_at(flying), slip.energy_at(flying)) == (15, 2.5, 3)
    assert end("P+2").place == pytest.approx((32, 40, 20))
    assert end("P-2", space.rolled(LEVEL, 30)).place == pytest.approx((28, 40, 20))
    assert end("P+2").ahead == LEVEL.ahead
    assert against("P+6", speed=185, type_=CAMEL) == ["ICOG-5.5.10.1"]
    assert not against("P+5", speed=185, type_=CAMEL)
    assert against("P+3 P-3", speed=185, type_=CAMEL) == ["ICOG-5.5.10.1"]


@given(
    st.sampled_from(["T30:0:6 S9", "R+90 T45:0:8", "V0:4 S5", "P+2 S3", "S4 T120:0:9 B-20"]),
    st.floats(0, 359),
    st.floats(-40, 40),
)
def test_the_way_ends_where_the_plan_ends_and_mirrors(text: str, heading: float, nose: float) -> None:
    pose, plan, flying = SpacePose.level(20, 30, 25, heading, nose), plan_of(text), handling()
    way = way_of(pose, plan, flying, PlanRulings())
    assert way[0] == pose
    assert way[-1].place == pytest.approx(end_of(pose, plan, flying, PlanRulings()).place, abs=0.01)
    mirrored = tuple(
        piece._replace(angle=180 - piece.angle if piece.kind == "T" else -piece.angle) for piece in plan if piece.kind != "V"
    )
    if len(mirrored) == len(plan):
        left = end_of(SpacePose.level(0, 0, 25, 0, nose), mirrored, flying, PlanRulings()).place
        right = end_of(SpacePose.level(0, 0, 25, 0, nose), plan, flying, PlanRulings()).place
        assert (-left[0], left[1], left[2]) == pytest.approx(right, abs=0.01)


# -- an announcement -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-5.3.1", "ICOG-5.4-a", "ICOG-5.7.5.1")
def test_what_is_against_an_announcement() -> None:
    game = fight(aircraft("a", "germany", speed=150), aircraft("b", "entente", speed=145), waiting=("b", "a"))
    own: Any = {"craft": "a", "plan": "S15"}
    assert objections(game, Announce(**own), "germany") == ["ICOG-5.3.1"]
    turn = fight(aircraft("a", "germany", speed=150), aircraft("b", "entente", speed=145))
    assert objections(turn, Announce(**own), "germany") == []
    assert objections(turn, Announce(**own), "entente") == ["ICOG-5.3.1"]
    assert objections(turn, Announce(craft="nobody", plan="S15"), "germany") == ["ICOG-5.3.1"]
    assert objections(turn, Announce(**own, targets=("a",)), "germany") == ["ICOG-5.4-a"]
    assert objections(turn, Announce(**own, targets=("b",)), "germany") == []
    assert objections(turn, Announce(craft="a", plan="Q9"), "germany") == ["ICOG-5.4-a"]
    most = turn.cockpit(turn.of("a")).panel.throttle
    assert objections(turn, Announce(**own, throttle=most), "germany") == []
    assert objections(turn, Announce(**own, throttle=most + 1), "germany") == ["ICOG-5.7.5.1"]
    shooting = fight(aircraft("a", "germany", speed=150), phase="shooting")
    assert objections(shooting, Announce(**own), "germany") == ["ICOG-3-a"]
