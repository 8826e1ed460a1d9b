"""Barrages of AA guns (6.4.3): where they may be, whom they strike, what wrong coordinates do."""

from __future__ import annotations

from fractions import Fraction
from math import dist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air import api
from aqmf_air.api import DataError
from aqmf_air.core.odds.checks import faults
from aqmf_air.games.clouds_of_glory.api import CloudsGame, DamageRolled, due, then
from aqmf_air.games.clouds_of_glory.ui.projections import Views
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, with_one
from aqmf_air.games.clouds_of_glory_expanded.chapters.barrages import (
    AimBarrage,
    BarrageAimed,
    BarrageFired,
    GunFires,
    Reach,
    after_shift,
    battery_of,
    fires_now,
    gun_fires,
    guns_of,
    inside,
    led,
    reach_of,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_fire import FLAK
from aqmf_air.games.clouds_of_glory_expanded.ground import unit_of, with_unit
from aqmf_air.games.clouds_of_glory_expanded.ui import queries
from tests.games.clouds_of_glory.fights import (
    CAMEL,
    aircraft,
    document,
    objections,
    offered,
    ordered,
    played,
    registry,
    rolls,
    rules,
    session,
    steps_alone,
)
from tests.games.clouds_of_glory.test_automatic import with_style
from tests.games.clouds_of_glory_expanded.sorties import sortie, tables, unit

GUNS = (unit("one", at=[30, 10]), unit("two", at=[30, 10]))
AT = (30.0, 40.0, 15.0)


def battery(at: Any = AT, **more: Any) -> dict[str, Any]:
    return {"id": "bat", "side": "germany", "name": "the battery", "guns": ["one", "two"], "at": at, **more}


def sky(*places: Any, at: Any = AT, units: Any = GUNS, own: Any = (), turn: int = 2, **rulings: Any) -> CloudsGame:
    """Camels at these places, and Albatroses at ``own``, with a battery whose barrage is at a place."""
    placings = [aircraft(f"c{number}", "entente", CAMEL, at=place) for number, place in enumerate(places)]
    placings += [aircraft(f"g{number}", "germany", at=place) for number, place in enumerate(own)]
    slices = {"flak": {"batteries": [battery(at)]}}
    return sortie(
        *placings, chapters=["ground-fire"], units=units, slices=slices, phase="shooting", waiting=(), turn=turn, **rulings
    )  # fmt: skip


def fired(game: CloudsGame, *faces: Any) -> list[BarrageFired]:
    """What the battery does with these faces, which have to be all that are rolled; damage is left out."""
    steps = steps_alone(registry())
    steps._steps = {**steps._steps, "hit from below": lambda game, rules, dice, step: ()}
    source = rolls(faces)
    events = api.onward(game, steps, api.DiceTray(source), (then(due("barrage fires", "", "bat")),))
    assert not source.left
    return [event for event in events if isinstance(event, BarrageFired)]


def aiming(game: CloudsGame) -> CloudsGame:
    """The game where the battery may aim."""
    game = api.replace(game, phase="movement", waiting=("c0",))
    begun = then(due("barrage moves", "", "bat"))
    state = api.after(game, api.onward(game, steps_alone(registry()), api.DiceTray(rolls(())), (begun,)))
    assert isinstance(state, CloudsGame)
    return state


# -- the die of a gun --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.4.3.R1", "ICOGX-6.4.3.R2", "ICOGX-6.4.3.R19", "ICOGX-6.4.3.R20")
def test_the_table_of_aa_guns() -> None:
    for face in range(1, 21):
        faces = [face, 3] if face == 1 else [face]
        came = gun_fires(api.DiceTray(rolls(faces)), GunFires(("it",)), tables())
        assert came.damage == {19: "2d10", 20: "1d20+15"}.get(face, "")
        assert came.victim == ("it" if face >= 19 else "")
        assert came.shift == ((90, 0) if face == 1 else None)


@pytest.mark.rule("ICOGX-6.4.3.R1", "ICOGX-6.4.3.R19", "ICOGX-6.4.3.R20")
@pytest.mark.parametrize(
    ("words", "hit"),
    [
        ("guns=1;ways-inside=0", Fraction(1, 10)),
        ("guns=1;ways-inside=12", Fraction(2, 19)),
        ("guns=1;ways-inside=5;again=once", Fraction(49, 480)),
        ("guns=1;ways-inside=0;again=once", Fraction(1, 10)),
        ("guns=1;ways-inside=12;again=once", Fraction(21, 200)),
        ("guns=2", Fraction(19, 100)),
        ("", Fraction(19, 100)),
        ("guns=4", Fraction(3439, 10000)),
    ],
)
def test_o07_o08_what_a_battery_does_to_one_aircraft(words: str, hit: Fraction) -> None:
    given = dict(option.split("=") for option in words.split(";") if option)
    answer = queries.FlakOdds.read(given).ask(lambda: None).document()  # type: ignore[arg-type, return-value]
    odds = {int(outcome): Fraction(chance) for outcome, chance in answer["outcomes"]["exact"].items()}
    assert 1 - odds[0] == hit
    assert sum(odds.values()) == 1


@pytest.mark.rule("ICOGX-6.4.1.2", "ICOGX-6.4.2.1")
def test_o09_is_what_is_asked_of_the_dice() -> None:
    answer = queries.GroundFireOdds.read({"base-shot": "9"}).ask(lambda: None).document()  # type: ignore[arg-type, return-value]
    assert answer["outcomes"]["exact"]["hit"] == "9/20"
    rows = {row: Fraction(chance) for row, chance in answer["row"]["exact"].items() if row != "none"}
    assert sum(chance for row, chance in rows.items() if int(row) >= 16) == Fraction(3, 100)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (queries.FlakOdds, {"guns": "2", "ways-inside": "5"}),
        (queries.FlakOdds, {"ways-inside": "12", "again": "once"}),
        (queries.GroundFireOdds, {"unit": "aa-37mm", "base-shot": "12"}),
    ],
)
def test_what_is_asked_is_what_is_rolled(kind: Any, words: dict[str, str]) -> None:
    assert list(faults(kind, words, lambda: None)) == []  # type: ignore[arg-type, return-value]


@pytest.mark.rule("ICOGX-6.4.3.R1")
def test_the_odds_are_those_of_a_shift_that_play_makes() -> None:
    """5 MU ahead of the middle and at its height, 5 of the 12 shifts leave the aircraft inside."""
    game = sky([30, 45, 15])
    ends = [after_shift(game, battery_of(game, "bat"), AT, (30 * hour, 0)) for hour in range(12)]
    assert sum(bool(inside(game, end)) for end in ends) == 5


# -- whom a barrage strikes --------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.4.3.2", "ICOGX-6.4.3.d")
def test_x07_one_gun_one_die_and_only_who_is_within_10_mu_is_at_risk() -> None:
    game = sky([30, 48, 15], [30, 53, 15], units=[GUNS[0], {**GUNS[1], "eliminated": True}])
    assert [craft.id for craft in inside(game, AT)] == ["c0"]
    (shot,) = fired(game, 19)
    assert (shot.gun, shot.target, shot.face) == ("one", "c0", 19)
    assert not fired(sky([30, 53, 15]))


@pytest.mark.rule("ICOGX-6.4.3.2", "ICOGX-6.4.3.c")
@pytest.mark.parametrize(("ruling", "within"), [("pilot-10-included", 10.0), ("any-part", 10.0 + 0.61)])
def test_a_barrage_is_a_sphere_as_the_ruling_measures(ruling: str, within: float) -> None:
    for place, far in (((30, 40, 15 + within), True), ((30, 40, 15.01 + within), False), ((30 + within, 40, 15), True)):
        assert bool(inside(sky(place, aa_inside=ruling), AT)) is far
    assert not inside(sky((37.6, 47.6, 15), aa_inside=ruling), AT)
    assert not inside(sky((30, 47.6, 22.6), aa_inside=ruling), AT)


@pytest.mark.rule("ICOGX-6.4.3.2")
def test_exactly_at_the_edge_is_within_whatever_floats_make_of_it() -> None:
    at, place = (30.0, 40.1, 10.1), (30.0, 46.1, 18.1)
    assert dist(at, place) > 10
    assert inside(sky(place), at)


@pytest.mark.rule("ICOGX-6.4.3.c")
def test_friend_and_foe_are_at_risk_and_only_who_is_in_the_air() -> None:
    game = sky([30, 46, 15], own=[[30, 42, 15]])
    assert [craft.id for craft in inside(game, AT)] == ["g0", "c0"]
    assert [craft.id for craft in inside(game.changed("g0", out="gone"), AT)] == ["c0"]


@pytest.mark.rule("ICOGX-6.4.3.2")
def test_each_hit_strikes_one_at_random_or_the_nearest() -> None:
    game = sky([30, 46, 15], [30, 45, 15])
    assert [shot.target for shot in fired(game, 19, "c0", 20, "c1")] == ["c0", "c1"]
    odds = api.chances(gun_fires, GunFires(("a", "b", "c"), shifts=False), tables())
    assert {shot.victim: chance for shot, chance in odds.items() if shot.face == 19} == dict.fromkeys("abc", Fraction(1, 60))
    assert [shot.target for shot in fired(sky([30, 46, 15], [30, 45, 15], aa_victim="nearest"), 19, 20)] == ["c1", "c1"]


@pytest.mark.rule("ICOGX-6.4.3.R19", "ICOGX-6.4.3.R20")
@pytest.mark.parametrize(("faces", "total"), [((19, (3, 4)), 7), ((20, 2), 17)])
def test_a_hit_is_a_row_of_the_damage_table(faces: Any, total: int) -> None:
    game = sky([30, 46, 15], units=(GUNS[0], unit("two", at=[30, 10], takes_cover=True)))
    events = api.onward(game, steps_alone(registry()), dice_of(*faces), (then(due("barrage fires", "", "bat")),))
    assert next(event.total for event in events if isinstance(event, DamageRolled)) == total


def dice_of(*faces: Any) -> api.DiceTray:
    """These faces, then others."""
    known, further = rolls(faces), api.seeded(1)
    return api.DiceTray(lambda ask: (known if known.left else further)(ask))


@pytest.mark.rule("ICOGX-6.4.3.a", "ICOGX-6.4.3.2")
def test_each_gun_rolls_once_a_turn_first_of_all() -> None:
    mg = unit("mg", kind="aa-machine-gun")
    game = sky([30, 46, 15], units=(*GUNS, mg))
    steps = rules().rules.first_steps(game, "shooting")
    assert [(step.name, step.facts) for step in steps] == [
        ("barrage fires", ("bat",)), ("ground fire", ("germany", "mg")),
    ]  # fmt: skip
    shots = fired(game, 2, 18)
    assert [(shot.gun, shot.face, shot.moved) for shot in shots] == [("one", 2, None), ("two", 18, None)]
    after = api.after(game, shots)
    for id_ in ("one", "two"):
        gun = unit_of(after, id_)
        assert gun
        assert gun.fired == 2


@pytest.mark.rule("ICOGX-6.4.3.2")
@pytest.mark.parametrize(("ruling", "left"), [("one-d20-less", 1), ("battery-as-one", 2)])
def test_what_guns_that_are_lost_take_from_a_battery(ruling: str, left: int) -> None:
    game = with_unit(sky([30, 46, 15], aa_losses=ruling), "one", eliminated=True)
    assert len(fired(game, *[5] * left)) == left
    hides = with_unit(sky([30, 46, 15], aa_losses=ruling), "two", takes_cover=True)
    assert len(guns_of(hides, battery_of(hides, "bat"))) == left
    none = with_unit(game, "two", eliminated=True)
    assert not guns_of(none, battery_of(none, "bat"))
    assert not rules().rules.first_steps(none, "movement")


# -- wrong coordinates -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.4.3.R1")
def test_a_1_moves_the_barrage_and_the_gun_rolls_again_and_the_next_one_fires_there() -> None:
    game = sky([30, 46, 15])
    shots = fired(game, 1, 12, 5, 19)
    assert [(shot.gun, shot.face, shot.at, shot.moved, shot.target) for shot in shots] == [
        ("one", 1, AT, (30, 50, 15), ""), ("one", 5, (30, 50, 15), None, ""), ("two", 19, (30, 50, 15), None, "c0"),
    ]  # fmt: skip
    assert battery_of(api.after(game, shots), "bat").at == (30, 50, 15)
    assert [shot.face for shot in fired(game, 1, 6, 19)] == [1, 19]  # nobody is inside: nobody is hit, and no further gun
    assert [shot.target for shot in fired(game, 1, 6, 19)] == ["", ""]


@pytest.mark.rule("ICOGX-6.4.3.R1")
def test_whether_the_new_roll_may_be_a_1_again() -> None:
    assert [shot.face for shot in fired(sky([30, 46, 15]), 1, 12, 1, 6, 19, 2)] == [1, 1, 19, 2]
    once = sky([30, 46, 15], aa_reroll_one="once")
    shots = fired(once, 1, 12, 1, 2)
    assert [(shot.gun, shot.face, shot.moved) for shot in shots] == [
        ("one", 1, (30, 50, 15)), ("one", 1, None), ("two", 2, None),
    ]  # fmt: skip


@pytest.mark.rule("ICOGX-6.4.3.2")
def test_guns_that_fire_together_fire_where_the_barrage_was() -> None:
    game = sky([30, 46, 15], aa_gun_sequence="together")
    shots = fired(game, 1, 6, 19, 1, 3, 20)
    assert [(shot.gun, shot.face, shot.at, shot.target) for shot in shots] == [
        ("one", 1, AT, ""), ("one", 19, (30, 30, 15), ""), ("two", 1, AT, ""), ("two", 20, (40, 40, 15), ""),
    ]  # fmt: skip
    assert battery_of(api.after(game, shots), "bat").at == (40, 30, 15)
    assert [shot.face for shot in fired(sky([30, 46, 15]), 1, 6, 2)] == [1, 2]


@pytest.mark.rule("ICOGX-6.4.3.R1")
@pytest.mark.parametrize(
    ("ruling", "faces", "end"),
    [
        ("outward", [12], (40.0, 10.0, 15.0)),
        ("outward", [3], (30.0, 0.0, 15.0)),
        ("allied-side", [12], (30.0, 0.0, 15.0)),
        ("allied-side", [3], (20.0, 10.0, 15.0)),
        ("any-angle-3d", [90, 91], (40.0, 10.0, 15.0)),
        ("any-angle-3d", [90, 181], (30.0, 10.0, 25.0)),
        ("any-angle-3d", [360, 1], (30.0, 10.0, 5.0)),
    ],
)
def test_the_direction_is_as_the_ruling_says(ruling: str, faces: list[int], end: Any) -> None:
    """The battery is 20 MU west of the barrage."""
    guns = (unit("one", at=[8, 10]), unit("two", at=[12, 10]))
    at = (30.0, 10.0, 15.0)
    game = sky([30, 10, 15], at=at, units=guns, aa_direction=ruling)
    shots = fired(game, 1, *faces, 2, *([2] if dist(end, at) <= 10 else []))
    assert shots[0].moved == end


@pytest.mark.rule("ICOGX-6.4.3.1", "ICOGX-6.4.3.R1")
@pytest.mark.parametrize(("ruling", "end"), [("allowed", (30.0, 23.0, 15.0)), ("clipped", (30.0, 23.229, 15.0))])
def test_a_shift_stops_at_the_limits_or_not(ruling: str, end: Any) -> None:
    game = sky([30, 33, 15], at=(30, 33, 15), aa_shift_limits=ruling)
    assert after_shift(game, battery_of(game, "bat"), (30, 33, 15), (180, 0)) == end
    low = after_shift(game, battery_of(game, "bat"), (30, 33, 15), (0, -90))
    assert low[2] == (5 if ruling == "allowed" else 10)


@given(
    x=st.floats(-40, 40), y=st.floats(-40, 40), z=st.floats(10, 60), turn=st.integers(0, 359), up=st.integers(-90, 90)
)  # fmt: skip
def test_a_shift_that_is_clipped_ends_where_a_barrage_may_be(x: float, y: float, z: float, turn: int, up: int) -> None:
    from aqmf_air.games.clouds_of_glory_expanded.chapters.barrages import shifted

    reach, start = Reach((0, 0, 0), (999, 999), 20, 10), (x, y, z)
    end = shifted(start, 0, (turn, up), 10)
    assert dist(start, end) == pytest.approx(10)
    if dist(start, (0, 0, 0)) < 20:
        return
    clipped = reach.clipped(start, end)
    assert dist(clipped, (0, 0, 0)) >= 20 - 1e-6
    assert clipped[2] >= 10 - 1e-6
    assert dist(start, clipped) + dist(clipped, end) == pytest.approx(10)
    if dist(end, (0, 0, 0)) >= 20 and end[2] >= 10:
        assert clipped == pytest.approx(end)


# -- where a barrage may be --------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.4.3.1", "ICOGX-6.4.3.b")
@pytest.mark.parametrize(
    ("place", "legal"),
    [
        ((30, 50, 15), True),
        ((30, 50.1, 15), False),
        ((30, 40, 25), True),
        ((30, 40, 25.1), False),
        ((30, 46, 23), True),
        ((30, 47, 23), False),
        ((30, 40, 10), True),
        ((30, 40, 9.9), False),
        ((24, 32, 15), True),
        ((61, 40, 15), False),
    ],
)
def test_a_barrage_moves_straight_10_mu_at_most_up_and_down_too(place: Any, legal: bool) -> None:
    game = aiming(sky([30, 46, 15]))
    order = AimBarrage(battery="bat", x=place[0], y=place[1], z=place[2])
    assert objections(game, order, "germany") == ([] if legal else ["ICOGX-6.4.3.1"])
    if legal:
        after = ordered(game, order, "germany", seed=1)
        assert after.one(BarrageAimed).tell(game) == f"The battery aims at {place[0]:.1f}, {place[1]:.1f}, {place[2]:.1f} up"
        assert battery_of(after.game, "bat").at == place


@pytest.mark.rule("ICOGX-6.4.3.1")
def test_a_barrage_is_20_mu_from_the_middle_of_its_battery_at_least() -> None:
    guns = (unit("one", at=[26, 10]), unit("two", at=[34, 10]))
    game = aiming(sky([30, 30, 15], at=(30, 27, 15), units=(*guns, unit("truck", kind="truck", at=[50, 40]))))
    assert reach_of(game, battery_of(game, "bat")).battery == (30, 10, 0)
    for y, legal in ((26, True), (22, False), (27.4, True), (23.3, True), (23.2, False)):
        order = AimBarrage(battery="bat", x=30, y=y, z=15)
        assert objections(game, order, "germany") == ([] if legal else ["ICOGX-6.4.3.1"])
    lost = with_unit(game, "two", eliminated=True)
    assert reach_of(lost, battery_of(lost, "bat")).battery == (30, 10, 0)


@pytest.mark.rule("ICOGX-6.4.3.1")
def test_barrages_move_first_in_the_movement_phase_if_their_chapter_is_played() -> None:
    game = sky([30, 46, 15])
    assert [(step.name, step.facts) for step in rules().rules.first_steps(game, "movement")] == [("barrage moves", ("bat",))]
    off = EXPANDED.changed(game, chapters=())
    assert not rules().rules.first_steps(off, "movement")
    assert not rules().rules.first_steps(off, "shooting")
    assert objections(off, AimBarrage(battery="bat", does="stay"), "germany") == ["ICOGX-6.4.3.1"]


@pytest.mark.rule("ICOGX-6.4.3.1")
@pytest.mark.parametrize(("ruling", "fires"), [("fires-from-n+1", 4), ("fires-from-n+2", 5)])
def test_a_barrage_that_was_taken_off_is_put_anywhere_and_fires_again(ruling: str, fires: int) -> None:
    game = ordered(aiming(sky([30, 46, 15], turn=3, aa_return=ruling)), AimBarrage(battery="bat", does="off"), "germany",
                   seed=1).game  # fmt: skip
    assert battery_of(game, "bat").at is None
    assert not fires_now(game, battery_of(game, "bat"))
    again = aiming(api.replace(game, turn=4))
    assert objections(again, AimBarrage(battery="bat", does="off"), "germany") == ["ICOGX-6.4.3.1"]
    assert objections(again, AimBarrage(battery="bat", x=1, y=58, z=50), "germany") == []
    game = ordered(again, AimBarrage(battery="bat", x=30, y=44, z=15), "germany", seed=1).game
    for turn in (4, 5):
        now = api.replace(game, turn=turn, phase="shooting")
        assert fires_now(now, battery_of(now, "bat")) is (turn >= fires)
        assert len(fired(now, *[5] * (2 * (turn >= fires)))) == 2 * (turn >= fires)
    stays = ordered(
        aiming(api.replace(again, open=None, todo=())), AimBarrage(battery="bat", does="stay"), "germany", seed=1
    )
    assert not stays.has(BarrageAimed)
    assert battery_of(stays.game, "bat").at is None


@pytest.mark.rule("ICOGX-6.4.3.1")
@pytest.mark.parametrize(("ruling", "legal"), [("anywhere-legal", True), ("mission", False)])
def test_where_a_barrage_is_in_the_first_turn(ruling: str, legal: bool) -> None:
    far = AimBarrage(battery="bat", x=1, y=58, z=50)
    for turn, free in ((1, legal), (2, False)):
        game = aiming(sky([30, 46, 15], turn=turn, aa_first_place=ruling))
        assert objections(game, far, "germany") == ([] if free else ["ICOGX-6.4.3.1"])
    if not legal:
        with pytest.raises(DataError, match="flak bat: at: expected where its barrage is"):
            sky([30, 46, 15], at=None, aa_first_place=ruling)
    else:
        begins = sky([30, 46, 15], at=None, turn=1)
        assert not fires_now(begins, battery_of(begins, "bat"))
        put = ordered(aiming(begins), AimBarrage(battery="bat", x=30, y=44, z=15), "germany", seed=1).game
        assert fires_now(put, battery_of(put, "bat"))
        late = api.replace(put.setup, rulings=api.replace(put.setup.rulings, aa_return="fires-from-n+2"))
        assert fires_now(api.replace(put, setup=late), battery_of(put, "bat"))


# -- orders ------------------------------------------------------------------------------------------------------------


def test_orders_that_make_no_sense_are_refused_in_a_line() -> None:
    calm = sky([30, 46, 15])
    assert objections(calm, AimBarrage(battery="bat", does="stay"), "germany") == ["ICOGX-6.4.3.1"]
    game = aiming(calm)
    for order in (
        AimBarrage(battery="nobody", does="stay"),
        AimBarrage(battery="bat"),
        AimBarrage(battery="bat", x=30, y=40),
        AimBarrage(battery="bat", x=30, y=40, z=15, does="stay"),
    ):
        assert objections(game, order, "germany") == ["ICOGX-6.4.3.1"]
    assert objections(game, AimBarrage(battery="bat", does="stay"), "entente") == ["ICOGX-6.4.3.1"]


def test_offers_are_about_the_barrage_where_there_is_one() -> None:
    for at, subject in ((AT, "bat"), (None, "")):
        game = aiming(sky([30, 46, 15], at=at))
        assert {offer.subject for offer in rules().legal(game, "germany")} == {subject}
        assert rules().legal(game, "germany")[0].title == "The battery keeps its aim"


def test_orders_are_typed_as_they_are_said() -> None:
    game = aiming(sky([30, 46, 15]))
    for text, order in (
        ("the battery aims at 30, 44.5, 16", AimBarrage(battery="bat", x=30, y=44.5, z=16)),
        ("the battery keeps its aim", AimBarrage(battery="bat", does="stay")),
        ("the battery ceases fire", AimBarrage(battery="bat", does="off")),
    ):
        assert rules().order_from_words(game, text, "germany") == order
        assert rules().order_from_words(game, rules().order_in_words(game, order, "germany"), "germany") == order


@given(
    place=st.tuples(st.floats(0, 60), st.floats(0, 60), st.floats(0.5, 60)),
    gun=st.tuples(st.floats(0, 60), st.floats(0, 60)),
    at=st.tuples(st.floats(0, 60), st.floats(0, 60), st.floats(10, 60)),
    turn=st.integers(1, 3),
)  # fmt: skip
def test_what_is_offered_may_be_ordered_and_is_as_near_as_may_be(place: Any, gun: Any, at: Any, turn: int) -> None:
    game = sky([30, 46, 15], units=[unit("one", at=gun), unit("two", at=gun)], at=None, turn=turn)
    game = game.changed("c0", pose=game.of("c0").pose._replace(place=place))
    reach = reach_of(game, battery_of(game, "bat"))
    if not reach.fault(at):
        game = with_one(game, FLAK, "batteries", "bat", at=at)
    orders = offered(aiming(game), "germany", [AimBarrage])
    assert {order.does for order in orders} >= ({"stay", "off"} if not reach.fault(at) else {"stay"})
    wish, start = led(game.of("c0")), battery_of(game, "bat").at
    aims = [order.place for order in orders if order.place]
    assert aims or (turn > 1 and start)
    if not reach.fault(wish) and (turn == 1 or start is None):
        assert dist(aims[0], wish) < 0.2
    elif not reach.fault(wish) and start and not aims:
        assert dist(start, reach.battery) < 31  # on the way it would have to go over the battery
    elif not reach.fault(wish) and start and dist(start, reach.battery) > 31:
        assert dist(aims[0], wish) <= max(0.2, dist(start, wish) - 9.5)


def test_an_automatic_side_leads_its_target_and_spares_its_own() -> None:
    game = aiming(sky([30, 32, 15]))  # flies north, 14.5 MU in the turn
    aims = {order: order.worth(game, rules().rules) for order in offered(game, "germany", [AimBarrage])}
    best = max(aims, key=lambda order: aims[order])
    assert best.place is not None
    assert dist(best.place, (30, 46.5, 15)) < 0.2
    assert aims[best] > 0
    friends = aiming(sky([30, 32, 15], own=[[31, 32, 15], [29, 32, 15]]))
    assert AimBarrage(battery="bat", x=30, y=46.5, z=15).worth(friends, rules().rules) < 0
    assert [order.place for order in offered(friends, "germany", [AimBarrage]) if order.place] == [best.place]
    pair = aiming(sky([30, 32, 15], [30, 32, 15]))
    assert best.worth(pair, rules().rules) == pytest.approx(aims[best])
    away = aiming(sky([30, 5, 40], at=(30, 55, 15)))
    values = {order.does: order.worth(away, rules().rules) for order in offered(away, "germany", [AimBarrage])}
    assert values["off"] > values["stay"] == values[""] == 0
    ahead = led(away.of("c0"), 2)
    free = AimBarrage(battery="bat", x=ahead[0], y=ahead[1], z=ahead[2]).worth(away, rules().rules)
    assert values["off"] == free / 2
    last = api.replace(away, turn=away.setup.turns)
    assert AimBarrage(battery="bat", does="off").worth(last, rules().rules) == 0
    weak = game.changed("c0", strength=1)
    assert best.worth(weak, rules().rules) > aims[best]
    one = with_unit(game, "one", eliminated=True)
    assert best.worth(one, rules().rules) == pytest.approx(aims[best] / 2)


def test_most_barrages_of_an_automatic_side_are_where_the_enemy_comes() -> None:
    game, player = session(document("photo-run"), seed=3), with_style()
    aimed, fired = set[int](), set[int]()
    while not game.state.winner:
        state, order, side = game.state, rules().follows(game.state), ""
        if order is None:
            order, side = player.choose(rules(), state, state.acting[0]), state.acting[0]
        game.submit(order, side)
        aimed |= {state.turn} if isinstance(order, AimBarrage) and order.place else set()
        fired |= {state.turn} if any(isinstance(event, BarrageFired) for event in game.entries[-1].events) else set()
    assert len(aimed) >= 4
    assert len(fired & aimed) > len(aimed) / 2


# -- missions, what is drawn -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("batteries", "fault"),
    [
        ([battery(id="c0")], "flak: two things are called 'c0'"),
        ([battery(), battery(guns=["three"])], "flak: two things are called 'bat'"),
        ([battery(guns=["nobody"])], "flak bat: guns: expected guns of its side, each in one battery, got 'nobody'"),
        ([battery(guns=["mg"])], "flak bat: guns: expected guns of its side, each in one battery, got 'mg'"),
        ([battery(guns=["one", "one"])], "flak bat: guns: expected guns of its side, each in one battery, got 'one'"),
        ([battery(side="entente")], "flak bat: guns: expected guns of its side, each in one battery, got 'one'"),
        ([battery(at=[30, 20, 15])], "flak bat: at: a barrage is 20 MU from its battery, or more"),
        ([battery(at=[30, 40, 9])], "flak bat: at: a barrage is 10 MU from the ground, or more"),
        ([battery(at=[70, 40, 15])], "flak bat: at: a barrage is over the board"),
    ],
)
def test_a_battery_that_cannot_be_is_refused_in_a_line(batteries: Any, fault: str) -> None:
    units = [*GUNS, unit("three", at=[31, 10]), unit("mg", kind="aa-machine-gun")]
    craft, slices = aircraft("c0", "entente"), {"flak": {"batteries": batteries}}
    with pytest.raises(DataError, match=fault):
        sortie(craft, chapters=["ground-fire"], units=units, slices=slices)
    sortie(craft, chapters=[], units=units, slices=slices)


@pytest.mark.rule("ICOGX-6.4.3.c")
def test_a_barrage_is_drawn_as_a_sphere_and_told_before_the_mission() -> None:
    game = sky([30, 46, 15], units=(*GUNS, unit("mg", kind="aa-machine-gun")))
    body = next(body for body in rules().rules.bodies(game) if body.id == "bat")
    assert (body.at, body.radius, body.flat, body.name) == (AT, 10, False, "the barrage of the battery")
    assert not [body for body in rules().rules.bodies(with_one(game, FLAK, "batteries", "bat", at=None)) if body.id == "bat"]
    high = with_one(game, FLAK, "batteries", "bat", at=(30.0, 30.0, 38.0))
    assert (Views.of(high).high, Views.of(game).high) == (50.0, 25.0)  # the whole sphere is in the picture
    lines = rules().rules.briefing(game.setup)
    assert "The mg fires at aircraft within 22 MU, first in the shooting phase." in lines
    assert any(line.startswith("The battery has 2 guns: its barrage, 10 MU about a point") for line in lines)


def test_bursts_and_shots_are_drawn_in_both_views() -> None:
    from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_fire import GroundFired
    from aqmf_air.games.clouds_of_glory_expanded.game import clouds_marks

    game = sky([30, 46, 15], units=(*GUNS, unit("mg", kind="aa-machine-gun")))

    def drawn(event: Any) -> list[Any]:
        moment = api.Moment(event, game, None, game)
        return [mark.document() for mark in clouds_marks("clouds", moment, lambda place: [place[:2], place[1:]])]

    miss = BarrageFired(battery="bat", gun="one", face=5, at=AT)
    assert [(mark["kind"], mark["at"], mark["radius"]) for mark in drawn(miss)] == [
        ("burst", [30, 40], 10), ("burst", [40, 15], 10),
    ]  # fmt: skip
    hit = BarrageFired(battery="bat", gun="one", face=20, at=AT, target="c0")
    assert [(mark["at"], mark["radius"]) for mark in drawn(hit)] == [([30, 46], 2.5), ([46, 15], 2.5)]
    assert [[mark.get("harmless", False) for mark in drawn(event)] for event in (miss, hit)] == [[True] * 2, [False] * 2]
    shot = GroundFired(unit="mg", target="c0", need=9, face=7, outcome=True)
    assert [(mark["view"], mark["start"], mark["end"], mark["outcome"]) for mark in drawn(shot)] == [
        ("above", [30, 30], [30, 46], "hit"), ("beside", [30, 0], [46, 15], "hit"),
    ]  # fmt: skip
    assert drawn(BarrageAimed(battery="bat", at=AT)) == []


def test_events_are_told() -> None:
    game = sky([30, 46, 15])
    told = [
        event.tell(game)
        for event in (
            BarrageFired(battery="bat", gun="one", face=5, at=AT),
            BarrageFired(battery="bat", gun="one", face=20, at=AT, target="c0"),
            BarrageFired(battery="bat", gun="one", face=1, at=AT, moved=(30, 50, 15)),
            BarrageAimed(battery="bat"),
        )
    ]
    assert told == [
        "The battery, the one: 5, no hit",
        "The battery, the one: 20, a burst at c0",
        "The battery, the one: 1, wrong coordinates, the barrage is at 30.0, 50.0, 15.0 up now",
        "The battery ceases fire to aim anew",
    ]


@pytest.mark.rule("ICOGX-6.4.3.1")
def test_a_fight_with_barrages_is_played_to_its_end_the_same_each_time() -> None:
    given = {
        "aircraft": [
            aircraft("c0", "entente", CAMEL, at=[30, 40, 12]),
            aircraft("g0", "germany", at=[30, 55, 20], heading=180),
        ],
        "turns": 3,
        "slices": {
            "expanded": {"chapters": ["ground-fire"]},
            "ground": {"units": [*GUNS, unit("mg", kind="aa-machine-gun", at=[30, 45])]},
            "flak": {"batteries": [battery()]},
        },
    }
    first, again = (played(session(given, seed=3), seed=6) for _ in range(2))
    assert first.state.winner
    assert first.state == again.state
    happened = {event.type for entry in first.entries for event in entry.events}
    assert happened >= {"flak.aimed", "flak.fired", "ground.fired"}


def test_a_mission_without_the_chapter_is_played_as_if_nothing_fired_from_the_ground() -> None:
    craft = [aircraft("c0", "entente", CAMEL, at=[30, 40, 12]), aircraft("g0", "germany", at=[30, 55, 20], heading=180)]
    units = [*GUNS, unit("mg", kind="aa-machine-gun", at=[30, 45])]
    armed = {"expanded": {"chapters": []}, "ground": {"units": units}, "flak": {"batteries": [battery()], "shots": 2}}
    logs = []
    for slices in ({}, armed):
        game = played(session({"aircraft": craft, "turns": 2, "slices": slices}, seed=3), seed=4)
        assert game.state.winner
        logs.append([(entry.command, entry.events) for entry in game.entries])
    assert logs[0] == logs[1]
