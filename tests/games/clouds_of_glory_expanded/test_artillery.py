"""Artillery and the messages that direct it: where shells fall, pools, what is lost; the digest's X28-X31, O01-O06."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import dist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.games.clouds_of_glory.api import Check, CloudsGame, FiredOn, HoldFire, Shoot
from aqmf_air.games.clouds_of_glory_expanded.chapters import artillery, radio
from aqmf_air.games.clouds_of_glory_expanded.chapters.artillery import (
    ARTILLERY,
    AimArtillery,
    Battery,
    Deviated,
    ShellFell,
    axis_of,
    deviation_roll,
    shells_near,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.attention import ObserverRulings, TaskBegun
from aqmf_air.games.clouds_of_glory_expanded.chapters.barrages import BarrageFired
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import GroundHit
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_fire import GroundFired
from aqmf_air.games.clouds_of_glory_expanded.chapters.radio import (
    AimCorrected,
    AnnounceMessage,
    EffectOrdered,
    RadioTried,
    Send,
    change_of,
    corrected,
    limited,
    spot_need,
)
from aqmf_air.games.clouds_of_glory_expanded.ground import GROUND
from tests.games.clouds_of_glory.fights import (
    MAN,
    aircraft,
    chosen,
    gunner,
    happens,
    kinds,
    manned,
    objections,
    offered,
    ordered,
    rules,
)
from tests.games.clouds_of_glory.test_queries import exactly
from tests.games.clouds_of_glory_expanded.sorties import sortie, tables, two_seater, unit

DEFAULT = ObserverRulings()
Tray = Callable[..., DiceTray]
GUN = unit("gun", at=[40, 30])
ENEMY = aircraft("foe", "germany", at=[20, 50, 30])


def battery(**more: Any) -> dict[str, Any]:
    return {"id": "bat", "side": "entente", "name": "the battery", "aim": [40, 30], **more}


spotter = partial(two_seater, at=[30, 30, 24])


def mission(
    *others: dict[str, Any], re8: dict[str, Any] | None = None, batteries: Any = None, units: Any = (GUN,), **more: Any
) -> CloudsGame:
    """A spotter 26 MU from the aim point of a battery, as it is to move."""
    slices = {"observing": {"radios": ["re8"]}, "artillery": {"batteries": batteries or [battery()]}}
    given: dict[str, Any] = {"waiting": ["re8"], "turn": 2, **more}
    placings = (re8 or spotter(), *(others or (ENEMY,)))
    return sortie(*placings, chapters=["observers", "ground-damage"], units=units, slices=slices, **given)


def at_radio(*others: dict[str, Any], **more: Any) -> CloudsGame:
    """The same, with the message announced, at the observer's turn to shoot."""
    game = ordered(mission(*others, **more), AnnounceMessage(craft="re8"), "entente").game
    return api.replace(game, phase="shooting", waiting=("re8/observer",))


def the(game: CloudsGame) -> Battery:
    return ARTILLERY.of(game).batteries[0]


def message(kind: Any = "correct-aim", **more: Any) -> Send:
    return Send(craft="re8", station="observer", battery="bat", message=kind, **more)


# -- where shells fall -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.6.4.3", "ICOGX-6.6.4.c")
@pytest.mark.parametrize(
    ("pool", "degrees", "clock"),
    [
        (6, "52693/3600000000", "3431/120000000"),
        (3, "3161/450000", "173/20000"),
        (2, "1879/60000", "7/200"),
        (1, "3899/36000", "137/1200"),
        (0, "3/10", "3/10"),
    ],
)
def test_odds_of_one_shell(pool: int, degrees: str, clock: str) -> None:
    """O01, O02."""
    assert exactly("artillery", f"pool={pool};radius=3")["yes"] == Fraction(degrees)
    assert exactly("artillery", f"pool={pool};radius=3;artillery-direction=1d12")["yes"] == Fraction(clock)


def test_odds_of_one_shell_within_five() -> None:
    """O03."""
    assert exactly("artillery", "pool=2;radius=5")["yes"] == Fraction(8309, 90000)
    assert exactly("artillery", "pool=2;radius=5;artillery-direction=1d12")["yes"] == Fraction(191, 2000)


@pytest.mark.rule("ICOGX-6.6.4.e")
def test_odds_of_a_battery_that_fires_for_effect() -> None:
    """O04: one deviation for all, a scatter each."""
    expected = ("3335793499/103680000000", "639301181/5184000000", "740528363/2073600000", "7599/10000")
    for pool, chance in zip((3, 2, 1, 0), expected, strict=True):
        assert exactly("artillery", f"pool={pool};guns=4;artillery-direction=1d12")["yes"] == Fraction(chance)
    about = [float(exactly("artillery", f"pool={pool};guns=4")["yes"]) for pool in (3, 2, 1, 0)]
    assert about == pytest.approx([0.025999, 0.110771, 0.343906, 0.7599], abs=1e-6)


@pytest.mark.rule("ICOGX-6.6.4.3", "ICOGX-6.6.4.a")
def test_the_sum_of_the_pool_is_the_distance(dice: Tray) -> None:
    """X28."""
    assert dice((1, 9, 3, 6, 8, 2)).draw(deviation_roll(6)) == 29
    odds = api.odds_of(deviation_roll(6))
    assert (min(odds), max(odds)) == (6, 60)
    assert mission().turn == 2
    assert artillery.pool_of(the(mission()), tables()) == 6


@pytest.mark.rule("ICOGX-6.6.4.3", "ICOGX-6.6.4.d", "ICOGX-6.6.4.c")
def test_one_ranging_shell_falls_first_in_the_shooting_phase() -> None:
    game = mission(batteries=[battery(pool=2)])
    game, events = happens(game, "artillery", "", "bat", faces=[(2, 3), 90, 4, 360])
    assert kinds(events) == ["clouds.deviated", "clouds.shell_fell"]
    assert (the(game).deviation, the(game).shells, the(game).fired) == ((45, 30), ((45, 34),), 2)
    assert [event.tell(game) for event in events if isinstance(event, Deviated | ShellFell)] == [
        "The battery fires: 5 MU off its aim point",
        "a shell falls at 45.0, 34.0: 6.4 MU from the aim point",
    ]
    steps = [step.name for step in rules().rules.first_steps(game, "shooting")]
    assert steps == []  # it has fired in this turn
    game = api.replace(game, turn=3)
    assert [step.name for step in rules().rules.first_steps(game, "shooting")] == ["artillery"]
    assert [*rules().rules.first_steps(game, "movement"), *rules().rules.first_steps(game, "end")] == []
    again, _ = happens(game, "artillery", "", "bat", faces=[(2, 3), 90, 1, 90])
    assert the(again).shells == ((46, 30),)
    one = mission(batteries=[battery(pool=1)])
    assert the(happens(one, "artillery", "", "bat", faces=[1, 180, 8, 180])[0]).deviation == (40, 29)


def test_a_ruling_has_it_fire_after_the_shots_and_before_the_message() -> None:
    late = mission(artillery_time="third-before-messages")
    assert [step.name for step in rules().rules.first_steps(late, "end")] == ["artillery"]
    assert [*rules().rules.first_steps(late, "shooting")] == []
    game = at_radio(artillery_time="third-before-messages", batteries=[battery(pool=1)])
    course = ordered(game, message(), "entente", 5, 90, 1, 90, 6)
    told = [event for event in kinds(course.events) if event in ("clouds.deviated", "clouds.aim_corrected")]
    assert told == ["clouds.deviated", "clouds.aim_corrected"]
    first = ordered(at_radio(batteries=[battery(pool=1)]), message(), "entente", 6)
    assert not first.has(Deviated)


def test_directions_are_from_the_battery_over_its_aim_point() -> None:
    assert axis_of(Battery(**battery())) == 0
    assert axis_of(Battery(**battery(at=(10, 30)))) == 90
    assert axis_of(Battery(**battery(at=(40, 50)))) == 180
    clock = mission(batteries=[battery(pool=1, at=[10, 30])], artillery_direction="1d12")
    game, _ = happens(clock, "artillery", "", "bat", faces=[7, 12, 3, 3])
    assert (the(game).deviation, the(game).shells) == ((47, 30), ((47, 27),))


@pytest.mark.rule("ICOGX-6.6.4.2", "ICOGX-6.6.4.e", "ICOGX-6.6.4.3")
def test_all_guns_fire_for_effect_with_one_deviation() -> None:
    """X31."""
    game = mission(units=(), batteries=[battery(pool=2, effect=2)])
    game, events = happens(game, "artillery", "", "bat", faces=[(1, 4), 180, 1, 90, 2, 180, 3, 270, 10, 360])
    (deviated,) = (event for event in events if isinstance(event, Deviated))
    assert (deviated.distance, deviated.at, len(the(game).shells)) == (5, (40, 25), 4)
    assert the(game).shells == ((41, 25), (40, 23), (37, 25), (40, 35))
    ranging = mission(batteries=[battery(pool=2, effect=3)])
    assert len(the(happens(ranging, "artillery", "", "bat", faces=[(1, 4), 180, 1, 90])[0]).shells) == 1
    two = mission(units=(), batteries=[battery(pool=0, effect=1, guns=2)])
    assert len(the(happens(two, "artillery", "", "bat", faces=[1, 90, 2, 90])[0]).shells) == 2


@pytest.mark.rule("ICOGX-6.6.4.f", "ICOGX-6.6.4.g", "ICOGX-6.6.4.3")
def test_shells_do_the_damage_of_their_template() -> None:
    near = mission(batteries=[battery(pool=0)])
    game, events = happens(near, "artillery", "", "bat", faces=[2, 360, (4, 4, 4), 3])
    (hit,) = (event for event in events if isinstance(event, GroundHit))
    assert (hit.unit, hit.dice, hit.lost) == ("gun", 3, 12)
    assert GROUND.of(game).units[0].lost == 12
    heavy = mission(batteries=[battery(pool=0, shell="heavy")])
    assert kinds(happens(heavy, "artillery", "", "bat", faces=[2, 360, (1, 1, 1, 1), 3])[1])[2] == "clouds.ground_hit"
    far = happens(near, "artillery", "", "bat", faces=[5, 360])[1]
    assert not [event for event in far if isinstance(event, GroundHit)]


def test_own_units_are_hit_by_the_ruling_of_bombs() -> None:
    own = [unit("own", side="entente", at=[40, 31])]
    faces: list[Any] = [1, 360, (1, 1, 1, 1, 1), 3]
    assert len(kinds(happens(mission(units=own, batteries=[battery(pool=0)]), "artillery", "", "bat", faces=faces)[1])) == 4
    spared = mission(units=own, batteries=[battery(pool=0)], template_friends="enemies-only")
    assert len(kinds(happens(spared, "artillery", "", "bat", faces=[1, 360])[1])) == 2


@given(st.integers(0, 12), st.integers(1, 360), st.integers(1, 10), st.integers(1, 360))
def test_no_shell_falls_farther_than_its_dice(pool: int, way: int, far: int, scatter: int) -> None:
    game = mission(batteries=[battery(pool=pool)], units=())
    faces: list[Any] = [(5,) * pool, way] if pool else []
    game, _ = happens(game, "artillery", "", "bat", faces=[*faces, far, scatter])
    ((shell,), deviation) = the(game).shells, the(game).deviation
    assert deviation is not None
    assert dist(deviation, (40, 30)) == pytest.approx(5 * pool, abs=2e-3)
    assert dist(shell, deviation) == pytest.approx(far, abs=2e-3)


def test_more_dice_of_deviation_are_never_better() -> None:
    for how in ("d360", "1d12"):
        near = [chances(shells_near, pool, 1, 3, how).of(1) for pool in range(8)]
        assert near == sorted(near, reverse=True)
        assert sum(chances(shells_near, 3, 4, 3, how).values()) == 1


# -- the aim point -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.6.4.b")
def test_its_side_places_the_aim_point_as_the_mission_starts() -> None:
    units = [GUN, unit("depot", kind="depot", at=[50, 40], worth=3), unit("own", side="entente", at=[5, 5])]
    game, order = mission(units=units, turn=1), AimArtillery(battery="bat", target="depot")
    assert [aim.target for aim in offered(game, "entente", [AimArtillery])] == ["gun", "depot"]
    assert objections(api.replace(game, waiting=("foe",)), order, "entente") == ["ICOGX-6.6.4.b"]
    assert offered(game, "germany", [AimArtillery]) == []
    after = ordered(game, order, "entente").game
    assert the(after).aim == (50, 40)
    assert objections(after, order, "entente") == ["ICOGX-6.6.4.b"]
    assert objections(api.replace(game, turn=2), order, "entente") == ["ICOGX-6.6.4.b"]
    assert objections(api.replace(game, phase="shooting"), order, "entente") == ["ICOGX-6.6.4.b"]
    for wrong in (order.model_copy(update={"battery": "x"}), order.model_copy(update={"target": "x"})):
        assert objections(game, wrong, "entente") == ["ICOGX-6.6.4.b"]
    assert objections(game, order, "germany") == ["ICOGX-6.6.4.b"]
    first = game.model_copy(update={"phase": "initiative", "waiting": ("re8", "foe")})
    assert order in offered(first, "entente", [AimArtillery])


def test_a_ruling_lets_it_be_moved_once() -> None:
    units = [GUN, unit("depot", kind="depot", at=[50, 40])]
    game = mission(units=units, turn=1, aim_point_move="once-a-game")
    for target in ("depot", "gun"):
        game = ordered(game, AimArtillery(battery="bat", target=target), "entente").game
    assert (the(game).aim, the(game).moved) == ((40, 30), True)
    assert objections(game, AimArtillery(battery="bat", target="depot"), "entente") == ["ICOGX-6.6.4.b"]
    later = mission(units=units, turn=4, aim_point_move="once-a-game")
    later = ordered(later, AimArtillery(battery="bat", target="depot"), "entente").game
    assert objections(later, AimArtillery(battery="bat", target="gun"), "entente") == ["ICOGX-6.6.4.b"]


def test_an_automatic_side_aims_at_what_counts_most() -> None:
    units = [GUN, unit("depot", kind="depot", at=[50, 40], worth=3)]
    game = mission(units=units, turn=1)
    worths = {target: AimArtillery(battery="bat", target=target).worth(game, rules().rules) for target in ("gun", "depot")}
    assert worths["depot"] > 0 == worths["gun"]
    game = ordered(game, AimArtillery(battery="bat", target="depot"), "entente").game
    assert AimArtillery(battery="bat", target="depot").worth(game, rules().rules) == 0


# -- the test of a spotter ---------------------------------------------------------------------------------------------


def need(distance: float, maneuvers: bool = False, threats: int = 0, **changed: Any) -> int:
    return spot_need(14, distance, maneuvers, threats, tables(), ObserverRulings(**changed)).total


def check(target: int) -> Check:
    return Check("correct aim", api.TargetNumber("correct aim", target, "awareness", "ICOGX-6.6.a"), "entente")


@pytest.mark.rule("ICOGX-6.6.4.i", "ICOGX-6.6.a")
@pytest.mark.parametrize(
    ("distance", "started", "nearest", "full"),
    [(0, 14, 14, 14), (4.9, 13, 14, 14), (5, 13, 13, 14), (10, 13, 13, 13), (10.5, 12, 13, 13), (24, 11, 12, 12),
     (26, 11, 11, 12), (30, 11, 11, 11)],
)  # fmt: skip
def test_distance_counts_by_tens(distance: float, started: int, nearest: int, full: int) -> None:
    assert need(distance) == started
    assert need(distance, spot_distance="nearest-ten") == nearest
    assert need(distance, spot_distance="full-tens") == full


@pytest.mark.rule("ICOGX-6.6.4.i")
def test_manoeuvres_and_threats_make_it_harder() -> None:
    assert (need(0, True), need(0, False, -6), need(10, True, -4)) == (12, 8, 7)


@pytest.mark.rule("ICOGX-6.6.4.j")
@pytest.mark.parametrize(
    ("successes", "change"),
    [(-30, 2), (-16, 2), (-15, 1), (-11, 1), (-10, 0), (-6, 0), (-5, -1), (0, -1), (10, -1), (11, -2), (40, -2), (120, -2)],
)
def test_the_table_of_spotting(successes: int, change: int) -> None:
    assert change_of(successes, 9, tables(), DEFAULT) == change


def test_a_ruling_has_a_natural_1_take_a_die() -> None:
    other = ObserverRulings(spot_natural="1-always-one-die")
    assert [change_of(at, 1, tables(), other) for at in (-20, -8, 0, 12)] == [-1, -1, -1, -2]
    assert [change_of(at, 1, tables(), DEFAULT) for at in (-20, -8, 0, 12)] == [2, 0, -1, -2]
    assert change_of(-20, 2, tables(), other) == 2


def test_a_ruling_limits_the_pool() -> None:
    other = ObserverRulings(pool_limits="1-to-6")
    assert [limited(pool, tables(), DEFAULT) for pool in (-1, 0, 1, 6, 9)] == [0, 0, 1, 6, 9]
    assert [limited(pool, tables(), other) for pool in (-1, 0, 1, 6, 9)] == [1, 1, 1, 6, 6]


@pytest.mark.rule("ICOGX-6.6.4.1", "ICOGX-6.6.4.j")
def test_the_messages_of_the_example(dice: Tray) -> None:
    """X29, X30."""
    pool, came = corrected(dice((6,)), 6, check(need(26)), tables(), DEFAULT)
    assert (need(26), came.successes, pool) == (11, 5, 5)
    pool, came = corrected(dice((1,)), pool, check(need(10)), tables(), DEFAULT)
    assert (need(10), came.successes, pool) == (13, 12, 3)


@pytest.mark.rule("ICOGX-6.6.4.j")
def test_odds_of_messages() -> None:
    """O05, O06."""
    far, near = (exactly("spotting", f"awareness=14;distance-mu={distance}") for distance in (26, 10))
    assert far == {"5": Fraction(4, 5), "6": Fraction(1, 5)}
    assert near == {"4": Fraction(1, 10), "5": Fraction(4, 5), "6": Fraction(1, 10)}
    for distance, expected in ((26, Fraction(256, 625)), (10, Fraction(1487, 2000))):
        rows = exactly("spotting", f"distance-mu={distance};messages=4")
        assert sum(chance for pool, chance in rows.items() if int(pool) <= 2) == expected
    assert exactly("spotting", "distance-mu=0;maneuvers=yes;threats=-4;pool=2")["1"] == Fraction(13, 20)


# -- messages of a fight -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.6.3.1", "ICOGX-6.6.4.k")
def test_a_message_is_announced_before_the_move_and_takes_all_attention() -> None:
    behind = aircraft("foe", "germany", at=[30, 26, 24])
    game = mission(behind)
    order = AnnounceMessage(craft="re8")
    assert offered(game, "entente", [AnnounceMessage]) == [order]
    course = ordered(game, order, "entente")
    assert course.game.mover("entente") is not None  # it is still to move
    assert course.one(TaskBegun).tell(game) == "Re8, observer: a message is announced"
    assert objections(course.game, order, "entente") == ["ICOGX-6.6.3.1"]
    game = api.replace(course.game, phase="shooting", waiting=("re8/observer",))
    shot = Shoot(craft="re8", station="observer", target="foe")
    assert objections(game, shot, "entente") == ["ICOGX-6.6.3.1"]
    free = api.replace(mission(behind), phase="shooting", waiting=("re8/observer",))
    assert objections(free, shot, "entente") == []
    assert objections(free, message(), "entente") == ["ICOGX-6.6.4.k"]
    assert {type(offer) for offer in offered(game, "entente")} == {Send, HoldFire}
    looks = TaskBegun(craft="re8", station="observer", task="looks").apply(free)
    assert objections(looks, message(), "entente") == ["ICOGX-6.6.4.k"]
    assert objections(api.replace(game, turn=3), message(), "entente") == ["ICOGX-6.6.4.k"]


@pytest.mark.rule("ICOGX-6.6.3.c", "ICOGX-6.6.4.h")
def test_only_aircraft_with_a_set_send() -> None:
    game = mission()
    without = game.setup.slices.observing.model_copy(update={"radios": ()})  # type: ignore[attr-defined]
    game = api.replace(game, slices=game.slices.model_copy(update={"observing": without}))
    assert objections(game, AnnounceMessage(craft="re8"), "entente") == ["ICOGX-6.6.3.c"]
    assert offered(game, "entente", [AnnounceMessage]) == []
    with pytest.raises(api.DataError, match="radios: expected none before the middle of 1916"):
        sortie(spotter(), ENEMY, chapters=[], slices={"expanded": DATED, "observing": {"radios": ["re8"]}})


DATED = {"chapters": ["observers", "ground-damage"], "date": "1916-06-30"}


def test_who_may_not_announce_a_message() -> None:
    order = AnnounceMessage(craft="re8")
    assert objections(manned(mission(), "re8", "observer", wounds=20), order, "entente") == ["ICOGX-6.6.3.1"]
    assert objections(mission(batteries=[battery(effect=1)]), order, "entente") == ["ICOGX-6.6.4.e"]
    assert objections(mission(batteries=[battery(side="germany")]), order, "entente") == ["ICOGX-6.6.4.e"]
    assert ordered(mission(), order, "entente").one(TaskBegun).station == "observer"


@pytest.mark.rule("ICOGX-6.6.4.1", "ICOGX-6.6.4.d")
def test_a_message_changes_the_pool_from_the_next_shot_on() -> None:
    course = ordered(at_radio(), message(), "entente", 6)
    told = course.one(AimCorrected)
    assert (told.need, told.face, told.outcome, told.pool) == (11, 6, 5, 5)
    assert told.tell(at_radio()) == "Re8 corrects the aim: 6 against 11, 5 successes; the battery deviates by 5d10"
    assert the(course.game).pool == 5
    assert [step.name for step in rules().rules.first_steps(course.game, "shooting")] == ["artillery"]


@pytest.mark.rule("ICOGX-6.6.4.1")
def test_a_failed_test_may_be_rolled_again() -> None:
    game = at_radio(re8=spotter(crew=[MAN, gunner(awareness=14, rerolls=1)]))
    course = ordered(game, message(), "entente", 20)
    assert course.game.open is not None
    course = chosen(course.game, "re-roll", 1)
    assert course.one(AimCorrected).spent == ("re8/observer",)
    assert (the(course.game).pool, course.game.of("re8").man("observer").rerolls) == (5, 0)


@pytest.mark.rule("ICOGX-6.6.4.2", "ICOGX-6.6.4.e")
def test_fire_for_effect_takes_no_test_and_ends_all_correction() -> None:
    course = ordered(at_radio(batteries=[battery(pool=3)]), message("fire-for-effect"), "entente")
    assert course.one(EffectOrdered).tell(at_radio()) == "Re8 has the battery fire for effect from the next turn on"
    assert (the(course.game).effect, the(course.game).pool) == (3, 3)
    done = at_radio(batteries=[battery(effect=0), battery(id="other", name="the other", effect=1)])
    assert objections(done, message().model_copy(update={"battery": "other"}), "entente") == ["ICOGX-6.6.4.e"]
    assert objections(done, message().model_copy(update={"battery": "nothing"}), "entente") == ["ICOGX-6.6.4.1"]


def shot_at(game: CloudsGame, *, by: str = "foe", turn: int = 2, hit: bool = False) -> CloudsGame:
    return game.changed("re8", fired_on=(FiredOn(by, "pilot", turn, hit),))


def is_attacked(game: CloudsGame, name: str) -> bool:
    return radio.is_attacked(game, game.of(name))


@pytest.mark.rule("ICOGX-6.6.3.1", "ICOGX-6.6.4.i")
def test_a_message_is_lost_when_the_aircraft_is_attacked() -> None:
    friend = aircraft("friend", "entente", at=[10, 10, 20])
    game = at_radio(ENEMY, friend)
    for kind in ("correct-aim", "fire-for-effect"):
        course = ordered(shot_at(game), message(kind), "entente")
        assert course.one(RadioTried).tell(game) == "Re8: it is attacked, and the message is lost"
        assert (the(course.game).pool, the(course.game).effect) == (None, 0)
        assert "re8/observer" not in course.game.waiting
    for harmless in (shot_at(game, turn=1), shot_at(game, by="friend")):
        assert ordered(harmless, message(), "entente", 6).has(AimCorrected)
    assert rules().questions(shot_at(game), message()) == ()
    lost = [offer.title for offer in rules().legal(shot_at(game), "entente") if "sends" in offer.title]
    assert lost[0] == "Re8 sends 'correct aim' to the battery (it is attacked: lost)"


def test_rulings_say_what_an_attack_is_and_what_gets_through() -> None:
    hits_only = at_radio(radio_attacked="hit-only")
    assert ordered(shot_at(hits_only), message(), "entente", 6).has(AimCorrected)
    assert ordered(shot_at(hits_only, hit=True), message(), "entente").has(RadioTried)
    shelled = unit("gun", at=[40, 30], fired=2, fired_at="re8")
    assert ordered(at_radio(units=[shelled]), message(), "entente", 6).has(AimCorrected)
    assert ordered(at_radio(units=[shelled], radio_attacked="any-fire"), message(), "entente").has(RadioTried)
    for other in ({"fired": 1}, {"fired_at": "foe"}):
        harmless = at_radio(units=[{**shelled, **other}], radio_attacked="any-fire")
        assert ordered(harmless, message(), "entente", 6).has(AimCorrected)
    fired = GroundFired(unit="gun", target="re8", need=1, face=9, outcome=False)
    assert is_attacked(fired.apply(at_radio(radio_attacked="any-fire")), "re8")
    burst = BarrageFired(battery="x", gun="gun", face=19, at=(0, 0, 20), target="re8")
    assert is_attacked(burst.apply(at_radio(radio_attacked="any-fire")), "re8")
    through = shot_at(at_radio(spot_under_fire="fire-for-effect-gets-through"))
    assert ordered(through, message("fire-for-effect"), "entente").has(EffectOrdered)
    assert ordered(through, message(), "entente").has(RadioTried)


@pytest.mark.rule("ICOGX-6.6.3.b")
def test_sets_fail_by_a_ruling() -> None:
    game = at_radio(radio_lost="1-2-on-1d6")
    for face, works in ((1, False), (2, False), (3, True), (6, True)):
        course = ordered(game, message("fire-for-effect"), "entente", face)
        assert (course.one(RadioTried).outcome, course.has(EffectOrdered)) == (works, works)
        assert course.one(RadioTried).tell(game) == (
            "Re8: its set works" if works else "Re8: its set fails, and the message is lost"
        )
    (question,) = rules().questions(game, message())
    assert question.odds()[True] == Fraction(2, 3)
    assert not ordered(at_radio(), message("fire-for-effect"), "entente").has(RadioTried)


@pytest.mark.rule("ICOGX-6.6.4.i")
def test_flight_and_threats_of_the_fight_count() -> None:
    def need_in(game: CloudsGame, **changed: Any) -> int:
        game = game.changed("re8", **changed)
        return radio.spot_check(game, rules().rules, game.of("re8"), "observer", the(game)).need.total

    assert need_in(at_radio()) == 11
    assert need_in(at_radio(), plan="S6 T90:0:6") == 9
    assert need_in(at_radio(), plan="S12 B+30") == 11
    assert need_in(at_radio(spot_maneuver="any-not-straight"), plan="S12 B+30") == 9
    assert need_in(at_radio(spot_maneuver="any-not-straight"), plan="S12") == 11
    assert need_in(at_radio(aircraft("foe", "germany", at=[30, 26, 24]))) == 7
    assert need_in(at_radio(), pose=SpacePose.level(40, 30, 9, 0)) == 13


def test_a_ruling_asks_for_sight_of_the_aim_point() -> None:
    balloon = {"id": "fat", "side": "germany", "name": "the balloon", "at": [35, 30, 12], "radius": 1}
    for setup, distance, against in (
        ({}, 24, []),
        ({"balloons": [balloon]}, 24, ["ICOGX-6.6.4.1"]),
        ({}, 28.5, ["ICOGX-6.6.4.1"]),
    ):
        game = at_radio(re8=spotter(at=[30, 30, distance]), setup=setup, spot_sight="30-mu-and-clear")
        assert objections(game, message(), "entente") == against
        assert objections(game, message("fire-for-effect"), "entente") == []
        free = at_radio(re8=spotter(at=[30, 30, distance]), setup=setup)
        assert objections(free, message(), "entente") == []


def test_messages_may_be_typed() -> None:
    for game, order, words in (
        (mission(), AnnounceMessage(craft="re8"), "re8 announces a message"),
        (at_radio(), message(), "re8 sends correct aim to the battery"),
        (at_radio(), message("fire-for-effect"), "re8 sends fire for effect to the battery"),
        (mission(turn=1), AimArtillery(battery="bat", target="gun"), "the battery aims at the gun"),
    ):
        assert rules().order_in_words(game, order, "entente") == words
        read = rules().order_from_words(game, words, "entente")
        assert {**dict(read), "station": "observer"} == {**dict(order), "station": "observer"}


def test_questions_are_what_is_decided() -> None:
    for game in (at_radio(), at_radio(re8=spotter(crew=[MAN, gunner(rerolls=1)])), at_radio(radio_lost="1-2-on-1d6")):
        assert compare_with_decision(rules(), game, message(), 400).questions == 1
    blind = spotter(crew=[MAN, gunner(awareness=1)])
    lucky = at_radio(aircraft("foe", "germany", at=[30, 26, 24]), re8=blind, spot_natural="1-always-one-die")
    lucky = lucky.changed("re8", plan="S6 T90:0:6")
    assert compare_with_decision(rules(), lucky, message(), 400).questions == 1
    (question,) = rules().questions(lucky, message())
    assert question.odds().of(5) == Fraction(1, 20)


def test_an_automatic_side_corrects_first_and_then_has_effect() -> None:
    def worth(game: CloudsGame, kind: Any) -> float:
        return message(kind).worth(game, rules().rules)

    assert worth(at_radio(), "correct-aim") > worth(at_radio(), "fire-for-effect") > 0
    few = at_radio(batteries=[battery(pool=2)])
    assert worth(few, "fire-for-effect") > worth(few, "correct-aim")
    last = at_radio(turn=9)
    assert worth(last, "fire-for-effect") > worth(last, "correct-aim")
    assert worth(shot_at(at_radio()), "correct-aim") == 0
    order = AnnounceMessage(craft="re8")
    assert order.worth(mission(), rules().rules) > 0
    assert order.worth(mission(aircraft("foe", "germany", at=[30, 26, 24])), rules().rules) == 0


# -- missions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_battery", "fault"),
    [
        ({"id": "re8"}, "artillery: two things are called 're8'"),
        ({"shell": "giant"}, "artillery bat: shell: expected grenade or .*, got 'giant'"),
        ({"aim": [90, 1]}, r"artillery bat: aim: expected a place on the board, got \(90.0, 1.0\)"),
        ({"at": [-1, 1]}, r"artillery bat: at: expected a place on the board, got \(-1.0, 1.0\)"),
        ({"guns": 0}, "guns"),
    ],
)
def test_a_battery_that_cannot_be_is_refused_in_a_line(given_battery: dict[str, Any], fault: str) -> None:
    with pytest.raises(api.DataError, match=fault):
        mission(batteries=[battery(**given_battery)])


def test_batteries_and_aim_points_are_drawn() -> None:
    game = mission(batteries=[battery(at=[3, 4])])
    bodies = {body.id: body for body in artillery.bodies(game)}
    assert (bodies["bat"].at, bodies["bat-aim"].at) == ((3, 4, 0), (40, 30, 0))
    bat = artillery.battery_of(game, "bat")
    guns, pool = artillery.guns_of(bat, tables()), artillery.pool_of(bat, tables())
    assert (bodies["bat"].words, bodies["bat-aim"].words) == (f"battery, {guns} guns", f"aim point, {pool}d10 off")
    assert [body.id for body in artillery.bodies(mission())] == ["bat-aim"]
    fell = ShellFell(battery="bat", distance=1, degrees=0, at=(41, 30))
    marks: list[Any] = [*fell.drawn(game, lambda place: [place[:2], place[1:]])]
    assert [(mark.at, mark.radius) for mark in marks] == [((41, 30), 3.0), ((30, 0.0), 3.0)]


def test_rulings_have_their_defaults() -> None:
    assert ObserverRulings().artillery_direction == "d360"
