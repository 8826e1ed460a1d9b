"""Wounded men after a mission and men down: first aid, the table, lasting harm, absence; the digest's O17."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.api import DataError, replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.odds.checks import faults as faults_of
from aqmf_air.errors import QuestionError
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import (
    Announce,
    CheckFacts,
    CheckPassed,
    CloudsGame,
    CrewMember,
    Flown,
    can_shoot,
    flying_check,
    fortitude_check,
    luck_check,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.wounds import (
    WOUNDS,
    Fainted,
    Lasting,
    Woke,
    WoundRulings,
    absence,
    after_mission,
    faints,
    first_aid,
    first_steps,
    gap_of,
    ground_of,
    harmed,
    home_check,
    lasting,
    row_of_wound,
    well,
)
from tests.games.clouds_of_glory.fights import MAN as MAN_OF_TESTS
from tests.games.clouds_of_glory.fights import aircraft, happens, kinds, manned, ordered, rules
from tests.games.clouds_of_glory.test_queries import exactly, kind_of, never, pairs_of
from tests.games.clouds_of_glory_expanded.sorties import sortie, tables, unit

DEFAULT = WoundRulings()
MAN = CrewMember(name="Ada", awareness=14, flying=13, gunnery=12, fortitude=11, luck=10)
Tray = Callable[..., DiceTray]
ROWS = {
    5: "stitches", 0: "stitches", -3: "stitches", -4: "stitches", -5: "complications", -6: "complications", -7: "trauma",
    -8: "seriously-injured", -9: "immortal", -10: "permanent-complications", -11: "blackouts", -12: "one-eyed",
    -13: "head-trauma", -14: "paralysed", -18: "paralysed",
}  # fmt: skip


def row(id_: str) -> Any:
    return tables().wound(id_)


@pytest.mark.rule("ICOGX-1.5.1")
def test_first_aid_adds_a_die_and_never_more_than_was_lost(dice: Tray) -> None:
    assert [first_aid(dice((face,)), 11, 6) for face in (1, 4, 5, 6)] == [7, 10, 11, 11]
    assert after_mission(dice((5,)), 11, 6, 0, tables(), DEFAULT) == "recovered"
    assert after_mission(dice((4,), (14,)), 11, 6, 0, tables(), DEFAULT) == "stitches"
    assert after_mission(dice((1,), (12,)), 11, 6, 0, tables(), DEFAULT) == "complications"


@pytest.mark.rule("ICOGX-1.5.1", "ICOGX-1.5.b")
def test_odds_of_a_man_home_with_four_of_twelve() -> None:
    """O17."""
    rows = exactly("wounds", "normal=12;now=4")
    expected = {"ability": "1/20", "stitches": "21/40", "lasting_harm": "11/30", "paralysed": "1/120", "dies": "1/20"}
    assert {name: chance for name, chance in rows.items() if chance} == {name: Fraction(p) for name, p in expected.items()}
    assert sum(chance for _, chance in chances(after_mission, 12, 4, 0, tables(), DEFAULT).items()) == 1


@pytest.mark.rule("ICOGX-1.5.W3")
@pytest.mark.parametrize(("successes", "id_"), ROWS.items())
def test_the_row_is_that_of_the_successes(successes: int, id_: str) -> None:
    assert row_of_wound(successes, 10, tables(), DEFAULT).id == id_


@pytest.mark.rule("ICOGX-1.5.b", "ICOGX-1.5.W1", "ICOGX-1.5.W2")
def test_the_faces_1_and_20_go_before_successes() -> None:
    assert {row_of_wound(successes, 1, tables(), DEFAULT).id for successes in ROWS} == {"stronger"}
    assert {row_of_wound(successes, 20, tables(), DEFAULT).id for successes in ROWS} == {"dies"}
    assert [row_of_wound(0, face, tables(), DEFAULT).id for face in (2, 19)] == ["stitches", "stitches"]
    assert (row("stronger").ability, row("dies").dies, row("stitches").dies) == (True, True, False)


def test_a_ruling_puts_4_into_the_row_below() -> None:
    other = WoundRulings(wound_minus_4="complications")
    assert [row_of_wound(at, 9, tables(), other).id for at in (-3, -4, -5)] == ["stitches", "complications", "complications"]


@pytest.mark.rule("ICOGX-1.5.c")
def test_re_rolls_that_are_left_may_be_spent_on_the_table(dice: Tray) -> None:
    assert after_mission(dice((1,), (20,)), 12, 4, 1, tables(), DEFAULT) == "dies"  # nobody asks
    without, again = (exactly("wounds", f"normal=12;now=4;rerolls={count}") for count in (0, 1))
    assert again["dies"] < without["dies"] / 2
    assert again["stitches"] > without["stitches"]
    assert [exactly("wounds", f"normal=18;now=16;rerolls={count}")["dies"] for count in (0, 1)] == [
        Fraction(1, 120), Fraction(1, 2400),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("id_", "changed"),
    [
        ("stitches", {}),
        ("complications", {"fortitude": 10}),
        ("trauma", {"traits": ("trauma",)}),
        ("seriously-injured", {"fortitude": 9}),
        ("immortal", {"traits": ("feels immortal",), "luck": 5}),
        ("permanent-complications", {"fortitude": 7}),
        ("blackouts", {"traits": ("blackouts",)}),
        ("one-eyed", {"gunnery": 9}),
        ("head-trauma", {"awareness": 13, "flying": 12, "gunnery": 11}),
    ],
)
@pytest.mark.rule("ICOGX-1.5.W4", "ICOGX-1.5.W6", "ICOGX-1.5.W8", "ICOGX-1.5.W10", "ICOGX-1.5.W11")
def test_harm_that_lasts_goes_on_the_record(id_: str, changed: dict[str, Any], dice: Tray) -> None:
    faces = {"immortal": ((2, 3),), "permanent-complications": ((4,),)}.get(id_, ())
    lost = lasting(dice(*faces), row(id_))
    man = harmed(MAN, row(id_), lost, DEFAULT)
    assert man is not None
    assert {name: value for name, value in dict(man).items() if value != getattr(MAN, name)} == changed


@pytest.mark.rule("ICOGX-1.5.W2", "ICOGX-1.5.W12")
def test_the_dead_and_the_paralysed_fly_no_more() -> None:
    assert harmed(MAN, row("dies"), Lasting(), DEFAULT) is None
    assert harmed(MAN, row("paralysed"), Lasting(), DEFAULT) is None


def test_luck_and_skills_do_not_fall_below_1() -> None:
    weak = CrewMember(name="Bea", awareness=1, flying=1, gunnery=2, luck=4)
    man = harmed(weak, row("immortal"), Lasting(luck=8), DEFAULT)
    assert man is not None
    assert man.luck == 1
    for id_ in ("one-eyed", "head-trauma"):
        man = harmed(weak, row(id_), Lasting(), DEFAULT)
        assert man is not None
        assert (man.awareness, man.flying, man.gunnery) == (1, 1, 1)
    twice = harmed(CrewMember(name="Bea", traits=("trauma",)), row("trauma"), Lasting(), DEFAULT)
    assert twice is not None
    assert twice.traits == ("trauma",)


def test_rulings_say_what_comes_of_no_fortitude_at_all() -> None:
    row_, kept = row("permanent-complications"), WoundRulings(fortitude_floor="minimum-1")
    man = CrewMember(name="Bea", fortitude=4)
    for lost, left in ((3, 1), (4, None), (6, None)):
        after = harmed(man, row_, Lasting(fortitude=lost), DEFAULT)
        assert (after and after.fortitude) == left
        after = harmed(man, row_, Lasting(fortitude=lost), kept)
        assert after is not None
        assert after.fortitude == 1


@pytest.mark.rule("ICOGX-1.5.1")
def test_rulings_say_which_skills_a_healed_wound_gives_back() -> None:
    hurt = CrewMember(name="Bea", awareness=14, flying=13, gunnery=12, wounds=4)
    assert [well(hurt, 4, DEFAULT).skill(name) for name in ("awareness", "flying", "gunnery", "fortitude")] == [
        14,
        13,
        12,
        11,
    ]
    printed = well(hurt, 4, WoundRulings(wound_skills="as-printed"))
    assert [printed.skill(name) for name in ("awareness", "flying", "gunnery", "fortitude")] == [14, 9, 12, 11]
    assert well(hurt, 20, WoundRulings(wound_skills="as-printed")).flying == 1


GROUNDED = {
    "stitches": (), "stronger": (), "dies": (), "complications": ("days",), "trauma": ("days",),
    "seriously-injured": ("days",), "immortal": ("days",), "permanent-complications": ("days", "weeks"),
    "blackouts": ("days", "weeks"), "one-eyed": ("days", "weeks"), "head-trauma": ("days", "weeks"),
    "paralysed": ("days", "weeks", "months"),
}  # fmt: skip


@pytest.mark.rule("ICOGX-1.5.e")
def test_a_man_misses_the_next_mission_by_how_far_away_it_is(dice: Tray) -> None:
    assert [gap_of(days, tables()) for days in (0, 6, 7, 29, 30, 90)] == [
        "days",
        "days",
        "weeks",
        "weeks",
        "months",
        "months",
    ]
    for id_, columns in GROUNDED.items():
        for gap, column in ((3, "days"), (14, "weeks"), (60, "months")):
            away = absence(dice(), row(id_), gap, tables(), DEFAULT)
            assert away == (gap + 1 if column in columns else 0)


@pytest.mark.rule("ICOGX-1.5.e")
def test_a_ruling_rolls_for_how_long_he_is_away(dice: Tray) -> None:
    other = WoundRulings(wound_columns="length-of-absence")
    assert absence(dice((5,)), row("trauma"), 3, tables(), other) == 5
    assert absence(dice((3,)), row("one-eyed"), 3, tables(), other) == 21
    assert absence(dice((2,)), row("paralysed"), 3, tables(), other) == 60
    assert absence(dice(), row("stitches"), 3, tables(), other) == 0


# -- men down ----------------------------------------------------------------------------------------------------------


def downed(*at: float, units: Sequence[dict[str, Any]] = (), wounds: int = 0, luck: int = 10, **rulings: Any) -> CloudsGame:
    """A German who has landed; the Entente comes from the south."""
    kept = {"wounds": {"trenches": [20, 24]}}
    own = aircraft("a", "germany", at=[*at, 0], crew=[{**MAN_OF_TESTS, "luck": luck}])
    game = sortie(own, aircraft("b", "entente"), chapters=["wounds"], slices=kept, units=units, **rulings)
    return manned(game.changed("a", out="landed"), "a", wounds=wounds)


@pytest.mark.rule("ICOGX-1.6.1", "ICOGX-1.6.a")
@pytest.mark.parametrize(
    ("y", "ground"), [(20, "enemy"), (20.1, "no man's land"), (35.9, "no man's land"), (36, "own"), (60, "own")]
)
def test_where_he_is_down_is_by_the_trenches(y: float, ground: str) -> None:
    game = downed(30, y)
    assert ground_of(game, "germany", (30, y)) == ground
    if ground != "no man's land":
        after, events = happens(game, "down", "a", "pilot")
        assert (events[-1].home, events[-1].ground) == (ground == "own", ground)
        assert WOUNDS.of(after).prisoners == (() if ground == "own" else (("a", "pilot"),))


@pytest.mark.rule("ICOGX-1.6.a")
def test_the_trenches_of_each_side_lie_before_its_own_edge() -> None:
    game = downed(30, 30)
    grounds = [ground_of(game, "entente", (30, y)) for y in (20, 20.1, 35.9, 36)]
    assert grounds == ["own", "no man's land", "no man's land", "enemy"]


@pytest.mark.rule("ICOGX-1.6.a")
def test_without_trenches_each_side_has_its_half() -> None:
    game = sortie(aircraft("a", "germany"), aircraft("b", "entente"), chapters=["wounds"])
    assert [ground_of(game, "germany", (30, y)) for y in (29, 30, 31)] == ["enemy", "own", "own"]
    assert [ground_of(game, "entente", (30, y)) for y in (29, 30, 31)] == ["own", "own", "enemy"]


@pytest.mark.rule("ICOGX-1.6.1")
def test_in_no_man_s_land_luck_takes_him_home() -> None:
    for face, home in ((10, True), (11, False)):
        after, events = happens(downed(30, 30), "down", "a", "pilot", faces=(face,))
        assert events[-1].home == home
        assert WOUNDS.of(after).prisoners == (() if home else (("a", "pilot"),))
    hard: dict[str, Any] = {"nml_exact": "prisoner"}
    assert [happens(downed(30, 30, **hard), "down", "a", "pilot", faces=(face,))[1][-1].home for face in (9, 10)] == [
        True, False,
    ]  # fmt: skip
    near, far = unit("near", at=[30, 35]), unit("far", at=[30, 35.1])
    strangers = unit("strangers", "entente", at=[30, 30])
    for units, wounds, number in (((near,), 0, 15), ((far, strangers), 0, 10), ((near,), 3, 12), ((), 4, 6)):
        game = downed(30, 30, units=units, wounds=wounds)
        assert home_check(rules().rules, CheckFacts(game, game.of("a"), "pilot")).most == number


# -- what is asked of the dice -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["", "normal=12;now=4;rerolls=1", "normal=8;now=8"])
def test_what_is_asked_is_what_is_rolled(words: str) -> None:
    assert list(faults_of(kind_of("wounds"), pairs_of(words), never)) == []


def test_a_question_about_more_fortitude_than_he_has_is_refused() -> None:
    with pytest.raises(QuestionError, match="no more than"):
        kind_of("wounds").read(pairs_of("normal=5;now=6")).ask(never)


# -- lasting harm in a mission -----------------------------------------------------------------------------------------


def hurt(*traits: str, more: dict[str, Any] | None = None, **rulings: Any) -> CloudsGame:
    """A pilot with lasting harm, and an enemy."""
    man = {**MAN_OF_TESTS, "traits": list(traits), **(more or {})}
    return sortie(
        aircraft("a", "germany", crew=[man], speed=185),
        aircraft("b", "entente", at=[30, 55, 20]),
        chapters=["wounds"],
        **rulings,
    )


@pytest.mark.rule("ICOGX-1.5.W5", "ICOGX-1.5.W7")
def test_trauma_and_immortality_change_the_test_to_stay_in_combat() -> None:
    expected = {("trauma",): (7, 15), ("feels immortal",): (15, 7), (): (11, 11), ("trauma", "feels immortal"): (11, 11)}
    for traits, (target, die) in expected.items():
        for sign, number in (("target", target), ("die", die)):
            game = hurt(*traits, fortitude_sign=sign)
            facts = CheckFacts(game, game.of("a"), "pilot")
            assert fortitude_check(rules().rules, facts).most == number
            assert luck_check(rules().rules, facts, "landing place").most == 10


def test_without_the_chapter_nobody_has_lasting_harm() -> None:
    with pytest.raises(DataError, match="the trait 'trauma' needs the chapter wounds"):
        sortie(aircraft("a", "germany", crew=[{**MAN_OF_TESTS, "traits": ["trauma"]}]), chapters=[])


TIGHT = Announce(craft="a", plan="S2 T90:1:3", targets=("b",))


@pytest.mark.rule("ICOGX-1.5.W9")
def test_a_1_on_a_flying_test_makes_him_faint_and_he_flies_straight_on() -> None:
    calm = ordered(hurt("blackouts"), TIGHT, "germany", 2, seed=1)
    assert calm.game.of("a").plan != "S18.5"
    assert not calm.has(Fainted)
    assert not ordered(hurt(), TIGHT, "germany", 1, seed=1).has(Fainted)
    fainted = ordered(hurt("blackouts"), TIGHT, "germany", 1)
    assert fainted.one(CheckPassed).outcome
    assert fainted.one(Flown).plan == "S18.5"
    assert fainted.game.of("a").pose.place == (30, 48.5, 20)
    assert WOUNDS.of(fainted.game).fainted == ("a",)
    assert not can_shoot(fainted.game, fainted.game.of("a"), "pilot")


@pytest.mark.rule("ICOGX-1.5.W9")
def test_a_turn_flown_before_he_faints_is_flown() -> None:
    order = Announce(craft="a", plan="T90:1:3 T0:1:3", targets=("b",))
    both = ordered(hurt("blackouts"), order, "germany", 3, 3, seed=1).game.of("a")
    cut = ordered(hurt("blackouts"), order, "germany", 3, 1, seed=1)
    assert cut.game.of("a").plan.startswith("T90:1:3 S")
    assert cut.game.of("a").pose != both.pose
    failed = ordered(hurt("blackouts"), order, "germany", 19, seed=1)
    assert not failed.has(Fainted)


@pytest.mark.rule("ICOGX-1.5.W9")
def test_he_may_come_to_as_a_later_turn_begins() -> None:
    game = WOUNDS.changed(hurt("blackouts"), fainted=("a",)).changed("a", blackout=1)
    assert [step.name for step in first_steps(game, "initiative")] == ["wakes"]
    assert first_steps(game, "movement") == ()
    later = replace(game, turn=2)
    woken, events = happens(later, "wakes", "a", faces=(11,))
    assert kinds(events) == ["clouds.tested", "icogx.woke"]
    assert (WOUNDS.of(woken).fainted, woken.of("a").blackout) == ((), 0)
    still, events = happens(later, "wakes", "a", faces=(12,))
    assert kinds(events) == ["clouds.tested", "icogx.fainted"]
    assert (WOUNDS.of(still).fainted, still.of("a").blackout) == (("a",), 2)
    gone = later.changed("a", out="gone")
    assert kinds(happens(gone, "wakes", "a")[1]) == []


def test_a_ruling_lets_him_come_to_in_the_same_turn() -> None:
    early = ordered(hurt("blackouts", blackout_wake="same-turn"), TIGHT, "germany", 1, 11)
    assert early.has(Woke)
    assert WOUNDS.of(early.game).fainted == ()
    late = ordered(hurt("blackouts"), TIGHT, "germany", 1)
    assert not late.has(Woke)


@pytest.mark.rule("ICOGX-1.5.W9")
def test_a_man_with_blackouts_has_the_same_chances_as_others() -> None:
    plain, weak = ((game, game.of("a")) for game in (hurt(), hurt("blackouts")))
    checks = [flying_check(rules().rules, CheckFacts(game, craft, "pilot"), "stall") for game, craft in (plain, weak)]
    odds = [chances(clouds.tested, check).where(lambda came: came.passed) for check in checks]
    assert odds[0] == odds[1]
    assert checks[1].faced is faints
