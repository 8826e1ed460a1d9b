"""Special abilities: what they do in a fight."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air import api
from aqmf_air.api import Asked, DataError, DiceTray, after, onward, recorded, seeded
from aqmf_air.api.geometry import SpacePose
from aqmf_air.core.play.typed_orders import Meant, order_typed
from aqmf_air.games.clouds_of_glory.api import (
    PILOT,
    CheckFacts,
    Choose,
    CloudsGame,
    DamageRolled,
    DeathFaced,
    GoOn,
    InitiativeRolled,
    RollInitiative,
    Shoot,
    ShotFired,
    check_on,
    due,
    shot_facts,
    then,
)
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.gunnery import GunsJammed
from aqmf_air.games.clouds_of_glory.chapters.landing import landing_check
from aqmf_air.games.clouds_of_glory_expanded.chapters import ability_traits
from aqmf_air.games.clouds_of_glory_expanded.chapters.abilities import (
    AbilityUsed,
    DiceSwapped,
    PickPlace,
    SetUpFreely,
    first_steps,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.ability_traits import (
    ABILITIES,
    AbilityRulings,
    Pupil,
    threat_total,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.parachutes import SILK, FallCheated
from tests.games.clouds_of_glory.fights import (
    CAMEL,
    DVA,
    MAN,
    RE8,
    Course,
    aircraft,
    chosen,
    gunner,
    happens,
    kinds,
    manned,
    objections,
    offered,
    ordered,
    played,
    rules,
    session,
)
from tests.games.clouds_of_glory.test_automatic import ordered_by, with_style
from tests.games.clouds_of_glory_expanded.sorties import sortie, tables

EVERY = AbilityRulings()


def rulings(**given: Any) -> AbilityRulings:
    """Those of abilities."""
    return AbilityRulings(**given)


def pilot(*traits: str, **more: Any) -> dict[str, Any]:
    """A pilot with abilities."""
    return {**MAN, "traits": traits, **more}


def own(id_: str, *traits: str, **more: Any) -> dict[str, Any]:
    """A Camel whose pilot has abilities."""
    return aircraft(id_, "entente", CAMEL, crew=[pilot(*traits)], **more)


def foe(id_: str, *traits: str, **more: Any) -> dict[str, Any]:
    """An Albatros whose pilot has abilities."""
    return aircraft(id_, "germany", DVA, **{"crew": [pilot(*traits)], "at": [30, 40, 20], **more})


def flown(*placings: dict[str, Any], **more: Any) -> CloudsGame:
    """A fight with the chapter."""
    return sortie(*placings, **{"chapters": ["abilities"], **more})


def two_seater(*traits: str, by: str = PILOT, **more: Any) -> CloudsGame:
    """A two-seater whose pilot or gunner has abilities, and an enemy ahead."""
    crew = [pilot(*traits) if by == PILOT else MAN, gunner("observer", traits=traits if by != PILOT else ())]
    return flown(aircraft("a", "entente", RE8, crew=crew, speed=155), foe("b"), **more)


def added(game: CloudsGame, check: str, station: str = PILOT, of: str = "a", **more: Any) -> dict[str, int]:
    """What is added to a check of a man."""
    facts = CheckFacts(game, game.of(of), station, **more)
    return {change.reason: change.value for change in rules().rules.modifiers(check, facts)}


def again(game: CloudsGame, check: str = "strength", station: str = PILOT, of: str = "a") -> tuple[str, ...]:
    """The re-rolls that abilities give for a check."""
    return tuple(rules().rules.rerolls(check, CheckFacts(game, game.of(of), station)))


# -- what abilities add ------------------------------------------------------------------------------------------------

PLAIN = [
    pytest.param(by, name, check, value, id=f"{rule} {check}", marks=pytest.mark.rule(f"ICOGX-1.4.{rule}"))
    for rule, by, name, checks, value in (
        ("P1", PILOT, "balloon expert", ("balloon-shot", "rocket-aim"), 3),
        ("P2", PILOT, "strafing expert", ("strafe",), 3),
        ("P3", PILOT, "emergency survivor", ("landing",), 5),
        ("P5", PILOT, "daredevil", ("collision",), 5),
        ("P15", PILOT, "pilot hands", ("tight turn",), 2),
        ("G1", "observer", "balloon expert", ("balloon-shot",), 3),
        ("G2", "observer", "strafing expert", ("strafe",), 3),
        ("G7", "observer", "doing his job", ("spotting", "photo", "observe"), 3),
    )
    for check in checks
]


@pytest.mark.parametrize(("station", "name", "check", "value"), PLAIN)
def test_an_ability_adds_to_the_checks_that_it_names_and_to_no_other(
    station: str, name: str, check: str, value: int
) -> None:
    game = two_seater(name, by=station)
    assert added(game, check, station) == {name: value}
    others = ("stall", "spin", "fortitude", "third action", "control", "bail-out", "damage", "friend", "luck", "bombing")
    assert not any(added(game, other, station) for other in others)
    assert added(game, check, "observer" if station == PILOT else PILOT) == {}
    assert added(game, check, of="b") == {}


def test_the_abilities_that_men_may_have_are_those_of_the_tables() -> None:
    listed = [row.name for of in ("pilot", "gunner", "ace") for row in tables().abilities(of)]
    assert {*listed} - {"free choice"} == {*ability_traits.TRAITS}


@pytest.mark.rule("ICOGX-1.4.P3")
def test_an_emergency_survivor_lands_better_where_it_is_an_emergency() -> None:
    strip = {"id": "home", "side": "entente", "name": "home", "at": [30, 30], "heading": 0, "length": 40}
    wild, plain = flown(own("a", "emergency survivor"), foe("b")), flown(own("a"), foe("b"))
    steps = rules().rules
    check, other = (landing_check(game, steps, game.of("a")).need.total for game in (wild, plain))
    assert check == other + 5
    game = flown(own("a", "emergency survivor"), foe("b"), setup={"runways": [strip]})
    assert added(game, "landing") == {}
    assert added(game.changed("a", undercarriage=False), "landing") == {"emergency survivor": 5}


@pytest.mark.rule("ICOGX-1.4.P14", "ICOGX-1.4.G3")
@pytest.mark.parametrize(
    ("station", "check", "good", "bad"),
    [
        (PILOT, "shot", ("side",), ("rear", "frontal")),
        (
            "observer",
            "gunner-shot",
            ("gunner-parallel", "gunner-other"),
            ("gunner-attacking", "gunner-attacking-behind"),
        ),
    ],
)
def test_an_old_duck_hunter_leads_his_target(station: str, check: str, good: tuple[str, ...], bad: tuple[str, ...]) -> None:
    game = two_seater("old duck hunter", by=station)
    facts = shot_facts(game, game.of("a"), station, game.of("b"), "long", 1)

    def shot(table: str) -> list[int]:
        turned = facts.__class__(**{**facts.__dict__, "table": table})
        return [change.value for change in rules().rules.modifiers(check, turned)]

    assert [shot(table) for table in good] == [[2]] * len(good)
    assert [shot(table) for table in bad] == [[]] * len(bad)


# -- initiative --------------------------------------------------------------------------------------------------------

BEHIND = {"at": [30, 24, 20]}
"""A place from which a foe threatens the rear of who is at 30, 30."""


def rolled(game: CloudsGame, *faces: int, answers: tuple[str, ...] = ()) -> InitiativeRolled:
    """Initiative of an aircraft."""
    _, events = happens(api.replace(game, waiting=("a", "b")), "initiative", "a", faces=faces, answers=answers)
    (event,) = [event for event in events if isinstance(event, InitiativeRolled)]
    return event


@pytest.mark.rule("ICOGX-1.4.P4")
def test_a_sticky_enemy_takes_two_more_off_who_is_threatened() -> None:
    sticky, plain = (flown(own("a"), foe("b", *traits, **BEHIND)) for traits in (("sticky",), ()))
    assert (rolled(plain, 5).base, rolled(sticky, 5).base) == (5 + 12 - 4, 5 + 12 - 6)
    assert (rolled(sticky, 5).threats, rolled(sticky, 5).others) == (-4, -2)
    far = flown(own("a"), foe("b", "sticky", at=[30, 3, 20]))
    assert rolled(far, 5).base == 5 + 12
    friend = flown(own("a"), own("c", "sticky", **BEHIND), foe("b", at=[30, 55, 20]))
    assert rolled(friend, 5).base == 5 + 12
    crew = [pilot("slippery as an eel"), gunner("observer")]
    crewed = flown(aircraft("a", "entente", RE8, crew=crew, speed=155), foe("b", "sticky", **BEHIND))
    assert (added(crewed, "initiative", "observer"), added(crewed, "initiative")) == (
        {},
        {"sticky": -2, "slippery as an eel": 2},
    )


def test_a_sticky_enemy_counts_within_the_limit_of_threats_or_on_top_of_it() -> None:
    placings = (own("a"), foe("b", "sticky", **BEHIND), foe("c", at=[31, 24, 20]))
    assert rolled(flown(*placings), 5).base == 5 + 12 - 6
    assert rolled(flown(*placings, sticky_cap="on-top"), 5).base == 5 + 12 - 8


@pytest.mark.rule("ICOGX-1.4.A2")
def test_a_slippery_pilot_ignores_two_points_of_threats_after_the_limit_or_before_it() -> None:
    one = flown(own("a", "slippery as an eel"), foe("b", **BEHIND))
    assert rolled(one, 5).base == 5 + 12 - 2
    placings = (own("a", "slippery as an eel"), foe("b", **BEHIND), foe("c", at=[31, 24, 20]))
    assert rolled(flown(*placings), 5).base == 5 + 12 - 4
    assert rolled(flown(*placings, slippery_order="before-cap"), 5).base == 5 + 12 - 6
    free = flown(own("a", "slippery as an eel"), foe("b"))
    assert rolled(free, 5).base == 5 + 12


@pytest.mark.parametrize(
    ("worth", "sticky", "ignored", "expected"),
    [
        # as the rulings stand; on top; before the limit; both
        (-4, 0, 0, (-4, -4, -4, -4)),
        (-4, -2, 0, (-6, -6, -6, -6)),
        (-8, -2, 0, (-6, -8, -6, -8)),
        (-2, 0, 2, (0, 0, 0, 0)),
        (-1, 0, 2, (0, 0, 0, 0)),
        (-8, 0, 2, (-4, -4, -6, -6)),
        (-6, -2, 2, (-4, -6, -6, -6)),
        (-2, -2, 2, (-2, -2, -2, -2)),
        (-1, -2, 2, (-1, -1, -1, -2)),
    ],
)
def test_threats_by_both_rulings(worth: int, sticky: int, ignored: int, expected: tuple[int, ...]) -> None:
    ways = [
        rulings(slippery_order=order, sticky_cap=cap)
        for order in ("after-cap", "before-cap")
        for cap in ("inside-cap", "on-top")
    ]
    assert tuple(threat_total(worth, -6, sticky, ignored, each) for each in ways) == expected


@given(
    worth=st.integers(-20, 0),
    sticky=st.integers(-8, 0),
    ignored=st.integers(0, 4),
    cap=st.sampled_from(["inside-cap", "on-top"]),
    order=st.sampled_from(["after-cap", "before-cap"]),
)
def test_threats_never_help_and_stay_within_what_they_may_come_to(
    worth: int, sticky: int, ignored: int, cap: Any, order: Any
) -> None:
    total = threat_total(worth, -6, sticky, ignored, rulings(sticky_cap=cap, slippery_order=order))
    assert -6 + (sticky if cap == "on-top" else 0) <= total <= 0
    assert total >= worth + sticky
    assert total >= threat_total(worth, -6, sticky, 0, rulings(sticky_cap=cap, slippery_order=order))


@pytest.mark.rule("ICOGX-1.4.P17", "ICOGX-1.4.b")
def test_a_cool_head_rolls_for_initiative_again_once_in_a_fight() -> None:
    game = api.replace(flown(own("a", "cool headed"), foe("b", **BEHIND), phase="initiative"), waiting=("a", "b"))
    after, events = happens(game, "initiative", "a", faces=(2, 9), answers=("again",))
    (event,) = [event for event in events if isinstance(event, InitiativeRolled)]
    assert (event.die, event.base, after.of("a").pilot.initiative) == (9, 9 + 12 - 4, 17)
    assert [event.ability for event in events if isinstance(event, AbilityUsed)] == ["cool headed"]
    assert after.spent == ("cool headed of a pilot",)
    assert rolled(after, 3).die == 3
    kept, _ = happens(game, "initiative", "a", faces=(2,), answers=("",))
    assert (kept.spent, kept.of("a").pilot.die) == ((), 2)
    assert rolled(flown(own("a"), foe("b")), 3).die == 3


@pytest.mark.rule("ICOGX-1.4.G6")
def test_a_cool_headed_gunner_rolls_again_against_the_target_that_he_picked() -> None:
    crew = [MAN, gunner("observer", traits=("cool headed",))]
    game = flown(aircraft("a", "entente", RE8, crew=crew, speed=155), foe("b", **BEHIND), phase="gunners", waiting=())
    after, _ = happens(game, "gunner", "a", "observer", faces=(1, 8), answers=("b", "again"))
    man = after.of("a").man("observer")
    assert (man.initiative, man.die, man.target) == (8 + 12 + 4, 8, "b")
    assert after.spent == ("cool headed of a observer",)
    assert after.of("a").man("observer").rerolls == 0


def leading(**more: Any) -> CloudsGame:
    """A leader and a friend who wait for the enemy's roll; both have rolled."""
    given = {"phase": "initiative", "waiting": ("b",), **more}
    placings = (own("a", "leadership"), own("c", at=[10, 10, 20], marking="the friend"), foe("b", at=[30, 55, 20]))
    game = flown(*placings, **given)
    game = manned(game, "a", die=3, initiative=15)
    return manned(game, "c", die=9, initiative=20)


def led(game: CloudsGame, *answers: str, face: int = 7) -> Course:
    """The enemy rolls, and leaders decide."""
    course = ordered(game, RollInitiative(side="germany"), "germany", face)
    for answer in answers:
        course = chosen(course.game, answer)
    return course


@pytest.mark.rule("ICOGX-1.4.P10", "ICOGX-1.4.b")
def test_a_leader_swaps_dice_with_a_friend_once_in_a_fight() -> None:
    asked = led(leading())
    assert asked.game.open is not None
    assert asked.game.open.decision.options == ("", "c")
    after = chosen(asked.game, "c")
    (event,) = after.all(DiceSwapped)
    assert event.tell(asked.game) == "A and the friend swap their dice: initiative 21 and 14"
    a, c = (after.game.of(id_).pilot for id_ in ("a", "c"))
    assert ((a.die, a.initiative), (c.die, c.initiative)) == ((9, 21), (3, 14))
    assert after.game.spent == ("leadership of a pilot",)
    assert after.game.waiting == ("c", "b", "a")
    kept = chosen(asked.game, "")
    assert (kept.game.spent, kept.game.of("a").pilot.die, kept.game.phase) == ((), 3, "movement")
    spent = led(api.replace(leading(), spent=("leadership of a pilot",)))
    assert (spent.game.open, spent.game.phase) == (None, "movement")


@pytest.mark.parametrize(("turn", "face", "swaps"), [(1, 9, False), (5, 9, True), (5, 3, False), (10, 3, False)])
def test_an_automatic_leader_swaps_where_it_is_he_whom_the_enemy_is_near(turn: int, face: int, swaps: bool) -> None:
    """His friend is far off; the sooner, the more an ability has to bring that is used once."""
    placings = (own("a", "leadership"), own("c", at=[10, 58, 20], marking="the friend"), foe("b", at=[30, 36, 20]))
    game = flown(*placings, phase="initiative", waiting=("b",), turn=turn)
    game = manned(manned(game, "a", die=1, initiative=13), "c", die=9, initiative=21)
    assert ordered_by(with_style(), led(game, face=face).game, "entente") == Choose(option="c" if swaps else "")


@pytest.mark.parametrize(("turn", "face", "again"), [(1, 1, False), (8, 1, True), (8, 9, False)])
def test_an_automatic_side_rolls_a_poor_die_for_initiative_again(turn: int, face: int, again: bool) -> None:
    """An open die has no end: what may come of it is tried in plays."""
    game = flown(own("a", "cool headed"), foe("b", **BEHIND), phase="initiative", waiting=("a", "b"), turn=turn)
    asked = ordered(game, RollInitiative(side="entente"), "entente", face).game
    assert ordered_by(with_style(), asked, "entente") == Choose(option="again" if again else "")


def test_a_leader_swaps_with_friends_or_with_anybody_by_a_ruling() -> None:
    after = led(leading(leadership_partner="any"), "b")
    a, b = (after.game.of(id_).pilot for id_ in ("a", "b"))
    assert ((a.die, a.initiative), (b.die, b.initiative)) == ((7, 19), (3, 15))
    alone = manned(leading(), "c", initiative=0, die=0)
    assert led(alone).game.open is None
    burning = manned(leading(), "a", initiative=0, die=0)
    assert led(burning).game.open is None


def test_a_leader_swaps_all_of_an_open_die_though_its_first_face_breaks_ties() -> None:
    placings = (own("a", "leadership"), own("c", at=[10, 10, 20]), foe("b", at=[30, 55, 20]))
    game = flown(*placings, phase="initiative", waiting=("a", "c"), open_die_tie="first-face")
    game = manned(game, "b", die=1, initiative=13)
    asked = ordered(game, RollInitiative(side="entente"), "entente", 3, 10, 10, 2)
    assert asked.game.of("c").pilot.initiative == 22 + 12
    assert asked.game.open is not None
    assert asked.game.open.decision.titles[1] == "swap with c: 22"
    after = chosen(asked.game, "c").game
    a, c = (after.of(id_).pilot for id_ in ("a", "c"))
    assert ((a.die, a.initiative), (c.die, c.initiative)) == ((10, 34), (3, 15))
    assert [(each.craft, each.over) for each in ABILITIES.of(after).carried] == [("a", 12), ("c", 0)]
    plain = flown(*placings, phase="initiative", waiting=("a", "c"))
    asked = ordered(manned(plain, "b", die=1, initiative=13), RollInitiative(side="entente"), "entente", 3, 10, 10, 2)
    assert asked.game.open is not None
    assert asked.game.open.decision.titles[1] == "swap with c: 22"
    assert ABILITIES.of(asked.game).carried == ()


def test_a_leader_waits_for_the_last_roll_and_counts_no_die_of_an_earlier_turn() -> None:
    placings = (own("a", "leadership"), own("c", at=[10, 10, 20]), foe("b", at=[30, 55, 20]))
    old = {"abilities": {"carried": [["c", 1, 9], ["a", 1, 4]]}}
    game = flown(*placings, phase="initiative", turn=2, slices=old, open_die_tie="first-face")
    asked = ordered(game, RollInitiative(side="entente"), "entente", 10, 5, 4)
    assert (asked.game.open, asked.game.waiting) == (None, ("b",))
    assert ABILITIES.of(asked.game).carried == (("a", 2, 5),)
    asked = ordered(asked.game, RollInitiative(side="germany"), "germany", 3)
    assert asked.game.open is not None
    assert asked.game.open.decision.titles == ("keep it", "swap with c: 4")
    assert "his die is 15, initiative 27" in asked.game.open.decision.says
    plain = ordered(game, RollInitiative(side="entente"), "entente", 3, 4).game
    plain = ordered(plain, RollInitiative(side="germany"), "germany", 3).game
    assert plain.open is not None
    assert plain.open.decision.titles == ("keep it", "swap with c: 4")


def test_what_else_changes_initiative_is_no_part_of_a_die() -> None:
    game = manned(flown(own("a", "leadership"), foe("b", "sticky", **BEHIND), phase="initiative"), "a", later=-4)
    after, _ = happens(api.replace(game, waiting=("a", "b")), "initiative", "a", faces=(5,))
    assert (after.of("a").pilot.initiative, ABILITIES.of(after).carried) == (5 + 12 - 6 - 4, ())
    crew = [pilot("leadership"), gunner("observer")]
    placings = (aircraft("a", "entente", RE8, crew=crew, speed=155), foe("b"))
    game = flown(*placings, phase="gunners", waiting=(), open_die_tie="first-face")
    after, _ = happens(game, "gunner", "a", "observer", faces=(10, 3))
    assert (after.of("a").man("observer").initiative, ABILITIES.of(after).carried) == (25, ())
    plain = flown(own("a"), foe("b"), phase="initiative", open_die_tie="first-face")
    assert ABILITIES.of(happens(plain, "initiative", "a", faces=(10, 3))[0]).carried == ()


# -- re-rolls ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-1.4.P9", "ICOGX-1.4.b")
def test_a_charm_gives_any_pilot_of_its_side_one_reroll_in_the_fight() -> None:
    game = flown(own("a"), own("c", "good luck charm", at=[10, 10, 20]), foe("b"))
    source = "good luck charm of c pilot"
    assert (again(game), again(game, of="c"), again(game, of="b")) == ((source,), (source,), ())
    after, _ = happens(game, "holds", "a", faces=(20, 1), answers=("re-roll",))
    assert after.spent == (source,)
    assert (again(after), again(after, of="c")) == ((), ())
    two = flown(own("a", "good luck charm"), own("c", "good luck charm", at=[10, 10, 20]), foe("b"))
    assert again(two) == ("good luck charm of a pilot", source)
    gone = game.changed("c", out="gone")
    assert again(gone) == (source,)
    crewed = two_seater("good luck charm")
    assert (again(crewed, "gunner-shot", "observer"), len(again(crewed, "shot"))) == ((), 1)
    assert again(crewed.changed("a", blackout=1)) == ()


@pytest.mark.rule("ICOGX-1.4.A5")
def test_a_mentors_rookie_has_one_reroll_more() -> None:
    slices = {"abilities": {"rookies": [{"mentor": "c", "rookie": "a"}]}}
    game = flown(own("a"), own("c", "mentor", at=[10, 10, 20]), foe("b"), slices=slices)
    assert (again(game), again(game, of="c"), again(game, of="b")) == (("mentor of c pilot",), (), ())
    after, _ = happens(game, "holds", "a", faces=(20, 1), answers=("re-roll",))
    assert (after.spent, again(after)) == (("mentor of c pilot",), ())
    assert rules().rules.briefing(game.setup) == (
        "C, Somebody: mentor.",
        "Somebody has a re-roll more, on the advice of Somebody.",
    )


@pytest.mark.rule("ICOGX-1.4.A5")
def test_a_mentor_whom_no_rookie_is_named_for_names_one_as_a_fight_begins() -> None:
    placings = [own("c", "mentor", at=[10, 10, 20]), foe("b")]
    placings.append(aircraft("ace", "entente", CAMEL, crew=[pilot(victories=1)], at=[20, 10, 20]))
    alone = flown(*placings, phase="initiative")
    assert [(step.name, step.of) for step in first_steps(alone, "initiative")] == [("mentor", "c")]
    assert not [*first_steps(alone, "movement"), *first_steps(api.replace(alone, turn=2), "initiative")]
    assert kinds(happens(alone, "mentor", "c")[1]) == []
    game = flown(*placings, own("a"), own("d", at=[15, 10, 20]), phase="initiative")
    after, events = happens(game, "mentor", "c", answers=("d",))
    assert again(after, of="d") == ("mentor of c pilot",)
    assert (again(after), again(after, of="ace"), again(after, of="c")) == ((), (), ())
    assert events[-1].tell(game) == "C, a mentor, advises d: a re-roll more in this mission"
    assert kinds(happens(after, "mentor", "c")[1]) == []
    other = ABILITIES.changed(game, rookies=(Pupil("", "a"),))
    assert again(happens(other, "mentor", "c", answers=("d",))[0], of="d")


def test_an_extra_reroll_serves_any_die_or_those_of_attacks_by_a_ruling() -> None:
    placings = (own("a", "good luck charm"), foe("b"))
    game, narrow = flown(*placings), flown(*placings, extra_reroll_use="combat-only")
    for check in ("shot", "damage", "friend", "strafe", "balloon-shot", "rocket-aim", "bombing"):
        assert len(again(game, check)) == len(again(narrow, check)) == 1
    for check in ("strength", "stall", "tight turn", "fortitude", "landing", "collision", "bail-out"):
        assert (len(again(game, check)), again(narrow, check)) == (1, ())


@pytest.mark.parametrize(
    ("rookies", "fault"),
    [
        ([("a", "c")], "expected the aircraft of a mentor, got 'a'"),
        ([("x", "a")], "expected the aircraft of a mentor, got 'x'"),
        ([("c", "b")], "expected a pilot beside c without victories, got 'b'"),
        ([("c", "c")], "expected a pilot beside c without victories, got 'c'"),
        ([("c", "ace")], "expected a pilot beside c without victories, got 'ace'"),
        ([("c", "x")], "expected a pilot beside c without victories, got 'x'"),
        ([("c", "a"), ("c", "d")], "expected one for each mentor at most"),
    ],
)
def test_a_rookie_who_cannot_be_one_is_refused_in_a_line(rookies: list[tuple[str, str]], fault: str) -> None:
    placings = [own("a"), own("d", at=[15, 10, 20]), own("c", "mentor", at=[10, 10, 20]), foe("b")]
    placings.append(aircraft("ace", "entente", CAMEL, crew=[pilot(victories=1)], at=[20, 10, 20]))
    with pytest.raises(DataError, match=fault):
        flown(*placings, slices={"abilities": {"rookies": rookies}})


# -- guns --------------------------------------------------------------------------------------------------------------


def attack(*traits: str, **more: Any) -> CloudsGame:
    """A Camel behind an Albatros, its turn to shoot."""
    game = flown(own("a", *traits, at=[30, 26, 20]), foe("b", at=[30, 30, 20]), phase="shooting", waiting=("a",), **more)
    return game.changed("a", targets=("b",), order=1)


def missed(game: CloudsGame, burst: Any = "long", face: int = 18) -> tuple[int, ShotFired]:
    """Half boxes that a miss takes."""
    (row,) = game.of("a").rows
    course = ordered(game, Shoot(craft="a", target="b", burst=burst), "entente", face, seed=1)
    return row.halves - course.game.of("a").rows[0].halves, course.one(ShotFired)


@pytest.mark.rule("ICOGX-1.4.P12")
def test_a_miss_with_cool_aim_takes_no_ammunition() -> None:
    assert [missed(attack(*traits), burst)[0] for traits in ((), ("cool aim",)) for burst in ("long", "short")] == [
        2,
        1,
        0,
        0,
    ]
    assert missed(attack("cool aim"), face=1)[0] == 2


@pytest.mark.rule("ICOGX-1.4.G5")
@pytest.mark.parametrize(("burst", "halves"), [("long", 2), ("short", 1), ("sustained", 3)])
def test_a_miss_of_who_saves_ammunition_takes_that_of_a_short_burst(burst: Any, halves: int) -> None:
    for traits, of_miss in (((), halves), (("ammo conservation",), 1)):
        game = two_seater(*traits, by="observer")
        facts = shot_facts(game, game.of("a"), "observer", game.of("b"), burst, 1)
        alike = CheckFacts(game, game.of("a"), "observer")
        for each in (facts, alike):
            assert rules().rules.halves(each, halves, hit=False) == of_miss
            assert rules().rules.halves(each, halves, hit=True) == halves
    other = two_seater("ammo conservation", by="observer")
    assert rules().rules.halves(CheckFacts(other, other.of("a"), PILOT), 2, hit=False) == 2


def test_a_miss_with_cool_aim_jams_the_guns_or_not_by_a_ruling() -> None:
    stands, free = attack("cool aim"), attack("cool aim", cool_aim_jam="no-jam")
    course = ordered(stands, Shoot(craft="a", target="b"), "entente", 20, 3, seed=1)
    assert (course.one(ShotFired).jam, course.has(GunsJammed), missed(stands, face=20)[0]) == (True, True, 0)
    course = ordered(free, Shoot(craft="a", target="b"), "entente", 20)
    assert (course.one(ShotFired).jam, course.has(GunsJammed)) == (False, False)
    for plain in (attack(cool_aim_jam="no-jam"), attack("cool aim")):
        assert ordered(plain, Shoot(craft="a", target="b"), "entente", 20, seed=1).has(GunsJammed)
    for check in ("shot", "gunner-shot", "strafe", "balloon-shot", "rocket-aim"):
        need = api.TargetNumber("to hit", 9, "gunnery", "ICOG-6.3.1.1")
        steady = check_on(rules().rules, CheckFacts(free, free.of("a"), PILOT), need, check).steady
        assert steady is (check != "rocket-aim")
        assert not check_on(rules().rules, CheckFacts(stands, stands.of("a"), PILOT), need, check).steady
    sharp = manned(free, "a", gunnery=30)
    course = ordered(sharp, Shoot(craft="a", target="b"), "entente", 20, seed=3)
    assert (course.one(ShotFired).outcome, course.one(ShotFired).jam, course.has(GunsJammed)) == (True, True, True)


@pytest.mark.rule("ICOGX-1.4.P6", "ICOGX-1.4.P8")
def test_an_expert_reads_tables_further_down_up_to_their_last_row() -> None:
    expert = flown(own("a", "weapon expert", "best rigger"), foe("b"))
    strict = flown(own("a", "weapon expert", "best rigger"), foe("b"), table_top="no-bonus")
    plain = flown(own("a"), foe("b"))

    def rows(game: CloudsGame, check: str) -> tuple[int, ...]:
        return tuple(rules().rules.faces(check, CheckFacts(game, game.of("a"), PILOT), 6))

    assert rows(plain, "malfunction") == rows(plain, "structural-failure") == (1, 2, 3, 4, 5, 6)
    assert rows(expert, "malfunction") == (3, 4, 5, 6, 6, 6)
    assert rows(strict, "malfunction") == (3, 4, 5, 6, 5, 6)
    assert rows(expert, "structural-failure") == rows(strict, "structural-failure") == (2, 3, 4, 5, 6, 6)
    assert added(flown(own("a", "daredevil"), foe("b"), table_top="no-bonus"), "collision") == {"daredevil": 5}
    (name,) = {row.name for row in expert.of("a").rows}
    for face, other in ((1, 3), (2, 4)):
        jams = [happens(game, "jam", "a", PILOT, name, faces=(die,))[1] for game, die in ((expert, face), (plain, other))]
        (one,), (two,) = ([event for event in events if isinstance(event, GunsJammed)] for events in jams)
        assert (one.lost, one.repairs) == (two.lost, two.repairs)


# -- damage ------------------------------------------------------------------------------------------------------------


def befalls(
    game: CloudsGame, name: str, *facts: Any, faces: tuple[int, ...] = (), answers: tuple[str, ...] = (), of: str = "a"
) -> tuple[CloudsGame, list[Any]]:
    """A step and what follows of it, with these faces first."""
    source, further = recorded([(face,) for face in faces]), seeded(1)
    tray = DiceTray(lambda ask: (source if source.left else further)(ask))
    events = list(onward(game, rules().rules, tray, (then(due(name, of, *facts)),)))
    game = after(game, events)
    for answer in answers:
        assert game.open is not None
        assert answer in game.open.decision.options
        more = onward(game, rules().rules, tray, (), answer)
        game, events = after(game, more), [*events, *more]
    assert not source.left
    return game, events


def hit(game: CloudsGame, *faces: int, answers: tuple[str, ...] = (), station: str = PILOT) -> list[DamageRolled]:
    """What a hit without successes comes to."""
    _, events = befalls(game, "damage", station, "b", 0, 2, faces=faces, answers=answers)
    return [event for event in events if isinstance(event, DamageRolled)]


@pytest.mark.rule("ICOGX-1.4.P16", "ICOGX-1.4.G4")
def test_hawk_eyes_add_a_d4_to_the_damage_of_a_hit() -> None:
    game = two_seater("hawk-eyed")
    assert [event.total for event in hit(game, 7, 4)] == [7, 11]
    assert [event.total for event in hit(two_seater("hawk-eyed", by="observer"), 7, 4, station="observer")] == [7, 11]
    assert [event.total for event in hit(two_seater("hawk-eyed", by="observer"), 11)] == [11]
    assert hit(game, 7, 4)[-1].trait == "hawk-eyed"


@pytest.mark.rule("ICOGX-1.4.A6")
def test_a_master_marksman_shifts_a_result_that_he_knows() -> None:
    game = two_seater("master marksman")
    assert [event.total for event in hit(game, 8, 3, answers=("more",))] == [8, 11]
    assert [event.total for event in hit(game, 14, 3, answers=("less",))] == [14, 11]
    assert [event.total for event in hit(game, 11, answers=("",))] == [11]
    for way, options in (("add-or-subtract", ("", "less", "more")), ("subtract", ("", "less"))):
        ruled = two_seater("master marksman", master_marksman=way)
        _, events = befalls(ruled, "damage", PILOT, "b", 0, 2, faces=(11,))
        (asked,) = [event.decision for event in events if isinstance(event, Asked)]
        assert (asked.options, asked.facts, asked.by) == (options, (11,), "entente")


def test_hawk_eyes_count_before_a_marksman_knows_the_result() -> None:
    for traits in (("master marksman", "hawk-eyed"), ("hawk-eyed", "master marksman")):
        totals = [event.total for event in hit(two_seater(*traits), 10, 4, 3, answers=("less",))]
        assert totals == [10, 14, 11]


@pytest.mark.rule("ICOGX-1.4.P16", "ICOGX-1.4.G4")
@pytest.mark.parametrize(("way", "of_pilot", "of_gunner"), [("as-printed", 3, 4), ("both-3", 3, 3), ("both-4", 4, 4)])
def test_hawk_eyes_aim_bombs(way: str, of_pilot: int, of_gunner: int) -> None:
    for station, value in ((PILOT, of_pilot), ("observer", of_gunner)):
        game = two_seater("hawk-eyed", by=station, hawk_eyed_bombing=way)
        assert added(game, "bombing", station) == {"hawk-eyed": value}
        assert added(game, "bombing-successes", station) == {}
        late = two_seater("hawk-eyed", by=station, hawk_eyed_bombing=way, hawk_eyed_bombing_kind="successes-after-abort")
        assert added(late, "bombing", station) == {}
        assert added(late, "bombing-successes", station) == {"hawk-eyed": value}


# -- men ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-1.4.P13")
def test_wounds_lower_the_awareness_alone_of_a_pilot_hard_as_nails() -> None:
    placings = (own("a", "hard as nails"), foe("b"))
    game = manned(flown(*placings), "a", wounds=3)
    assert (game.of("a").pilot.skill("flying"), game.of("a").pilot.skill("gunnery")) == (12, 12)
    assert rolled(game, 5).base == 5 + 12 - 3
    assert [added(game, check) for check in ("spotting", "photo", "observe")] == [{"wounds": -3}] * 3
    assert rolled(manned(flown(*placings, hard_as_nails="all"), "a", wounds=3), 5).base == 5 + 12
    assert rolled(manned(flown(*placings, initiative_skill="flying"), "a", wounds=3), 5).base == 5 + 12
    assert rolled(flown(*placings), 5).base == 5 + 12
    assert rolled(manned(flown(own("a"), foe("b")), "a", wounds=3), 5).base == 5 + 12 - 3


@pytest.mark.rule("ICOGX-1.4.G8")
def test_wounds_lower_no_skill_of_a_gunner_hard_as_nails_that_he_needs() -> None:
    for way in ("listed", "all"):
        game = manned(two_seater("hard as nails", by="observer", hard_as_nails=way), "a", "observer", wounds=3)
        man = game.of("a").man("observer")
        assert (man.skill("awareness"), man.skill("gunnery")) == (12, 12)
        assert [added(game, check, "observer") for check in ("initiative", "spotting", "observe")] == [{}] * 3


@pytest.mark.rule("ICOGX-1.4.P15")
def test_pilot_hands_turn_tighter_for_less_and_roll_in_less() -> None:
    hands, plain = (rules().initial(flown(own("a", *traits), foe("b")).setup) for traits in (("pilot hands",), ()))
    able, other = (handling_of(game, game.of("a")) for game in (hands, plain))
    assert hands.cockpit(hands.of("a")).test_kind(hands.of("a").speed) == "flying"
    assert able.roll == other.roll - 1
    assert able.costs[0] == other.costs[0]
    assert list(able.costs[1:]) == [max(0, cost - 1) for cost in other.costs[1:]]


@pytest.mark.rule("ICOGX-1.4.P18")
@pytest.mark.parametrize(("face", "left"), [(6, 3), (1, 3), (7, 0)])
def test_who_cheats_death_tests_luck_at_four_less_and_lives_with_a_d4(face: int, left: int) -> None:
    game = two_seater("cheating death")
    more = (3, 20) if left else ()
    game, events = befalls(game, "killed", PILOT, faces=(face, *more))
    (faced,) = [event for event in events if isinstance(event, DeathFaced)]
    man = game.of("a").pilot
    assert (faced.fortitude, man.spared, man.dead) == (left, bool(left), not left)
    assert max(0, man.skill("fortitude")) == left
    _, events = befalls(two_seater("cheating death"), "killed", "observer")
    assert not [event for event in events if isinstance(event, DeathFaced)]


def test_he_spends_rerolls_and_his_luck_is_his_own() -> None:
    game = manned(two_seater("cheating death"), "a", luck=7, rerolls=1)
    asked, _ = befalls(game, "killed", PILOT, faces=(4,))
    (question,) = Choose(option="re-roll").questions(asked, rules().rules)
    assert question.odds().of(True) == Fraction(3, 20)
    game, _ = befalls(game, "killed", PILOT, faces=(4, 3, 2, 20), answers=("re-roll",))
    assert (game.of("a").pilot.skill("fortitude"), game.of("a").pilot.rerolls) == (2, 0)


def test_death_is_cheated_each_time_or_once_by_a_ruling_in_a_lost_aircraft_too() -> None:
    for way, times in (("every-death-in-play", 2), ("once-a-game", 1), ("wound-table-too", 2)):
        game = manned(two_seater("cheating death", cheating_death_scope=way), "a", luck=30)
        game, _ = befalls(game, "killed", PILOT, faces=(6, 4, 1))
        assert game.of("a").pilot.spared
        game, events = befalls(game, "ground", faces=(6, 2) if times == 2 else ())
        (faced,) = [event for event in events if isinstance(event, DeathFaced)]
        assert faced.fortitude == (2 if times == 2 else 0)
        assert game.of("a").out == "destroyed"


def test_once_in_a_game_is_ticked_off_and_each_time_is_not() -> None:
    for way, spent in (("every-death-in-play", ()), ("once-a-game", ("cheating death of a pilot",))):
        game, _ = befalls(two_seater("cheating death", cheating_death_scope=way), "killed", PILOT, faces=(6, 4, 1))
        assert game.spent == spent


def fallen(*faces: Any) -> tuple[CloudsGame, list[Any]]:
    """A man jumps."""
    slices = {"parachutes": {"men": ["b"]}}
    game = flown(own("a"), foe("b", "cheating death", at=[30, 40, 9]), chapters=["abilities", "parachutes"], slices=slices)
    return happens(manned(game, "b", fortitude=9), "jump", "b", PILOT, faces=faces)


@pytest.mark.rule("ICOGX-1.4.P18")
def test_a_fall_without_a_canopy_is_cheated_too() -> None:
    for faces in ((20, 6, 3), (1, (4, 1), 6, 3)):
        game, events = fallen(*faces)
        man = game.of("b").pilot
        assert (man.dead, man.spared, man.skill("fortitude"), game.of("b").trouble) == (False, True, 3, "doomed")
        (jumper,) = SILK.of(game).jumped
        assert (jumper.fate, jumper.at[2]) == ("landed", 0)
        assert "Somebody cheats death, with 3 Fortitude" in [event.tell(game) for event in events]
    for lost in ((20, 7), (1, (4, 1), 7)):
        game, events = fallen(*lost)
        assert (game.of("b").pilot.dead, SILK.of(game).jumped[0].fate) == (True, "dead")
    for lives in ((1, (1, 1)), (16,)):
        _, events = fallen(*lives)
        assert not [event for event in events if isinstance(event, FallCheated)]


# -- setting up --------------------------------------------------------------------------------------------------------


def placing(**more: Any) -> CloudsGame:
    """A tactician is asked as a fight begins."""
    game = flown(
        own("a", "tactician", at=[10, 10, 20]), own("c", at=[30, 20, 30]), foe("b"), phase="placing", waiting=(), **more
    )
    return ordered(api.replace(game, turn=0), GoOn(), "entente").game


@pytest.mark.rule("ICOGX-1.4.P11")
def test_a_tactician_picks_place_and_height_within_15_of_a_friend() -> None:
    game = placing()
    assert game.open is not None
    assert (game.open.decision.by, game.turn, game.acting) == ("entente", 1, ("entente",))
    order = PickPlace(craft="a", x=30, y=20, height=45, heading=90)
    course = ordered(game, order, "entente")
    assert course.one(SetUpFreely).tell(game) == "A begins at 30, 20, height 45, heading 90"
    placed = course.game.of("a")
    assert (placed.pose.place, round(placed.pose.heading), course.game.open) == ((30, 20, 45), 90, None)
    assert course.game.acting == ("entente", "germany")
    assert course.game.waiting == ("a", "c", "b")
    dives = game.changed("a", pose=SpacePose.level(10.00049, 10, 20, 30, -20))
    stays = ordered(dives, PickPlace(craft="a", x=10, y=10, height=20, heading=30), "entente")
    assert (stays.game.of("a").pose, stays.has(SetUpFreely)) == (dives.of("a").pose, False)
    turns = ordered(dives, PickPlace(craft="a", x=10, y=10, height=20, heading=31), "entente")
    assert round(turns.game.of("a").pose.heading) == 31
    stays = ordered(game, offered(game, "entente", [PickPlace])[0], "entente")
    assert (stays.game.of("a").pose, stays.has(SetUpFreely)) == (game.of("a").pose, False)


@pytest.mark.parametrize(
    ("place", "player"),
    [
        ({"x": 30, "y": 20, "height": 45.1}, "entente"),
        ({"x": 19.3, "y": 10, "height": 36}, "entente"),
        ({"x": 61, "y": 20, "height": 30}, "entente"),
        ({"craft": "c", "x": 12, "y": 10, "height": 20}, "entente"),
        ({}, "germany"),
    ],
)
def test_a_tactician_picks_no_other_place(place: dict[str, Any], player: str) -> None:
    order = PickPlace(**{"craft": "a", "x": 30, "y": 20, "height": 40, "heading": 0, **place})
    assert objections(placing(), order, player) == ["ICOGX-1.4.P11"]


def test_nobody_else_picks_a_place_and_nobody_later() -> None:
    order = PickPlace(craft="a", x=30, y=20, height=40, heading=0)
    after = ordered(placing(), order, "entente").game
    assert objections(after, order, "entente") == ["ICOGX-1.4.P11"]
    off = flown(own("a"), foe("b"), chapters=[])
    assert objections(off, order, "entente") == ["ICOGX-1.4.P11"]
    lonely = flown(own("a", "tactician"), foe("b", "tactician"), phase="placing", waiting=())
    assert ordered(api.replace(lonely, turn=0), GoOn(), "entente").game.open is None
    other = led(leading())
    assert other.game.open is not None
    assert objections(other.game, order, "entente") == ["ICOGX-1.4.P11"]
    assert not offered(other.game, "entente", [PickPlace])
    later = ordered(placing(), order, "entente").game
    (waits,) = rules().rules.first_steps(later, "initiative")
    assert (waits.name, waits.of) == ("tactician", "a")
    down = later.changed("a", speed=0, pose=SpacePose.level(10, 10, 0, 0))
    assert not list(rules().rules.first_steps(down, "initiative"))
    assert not list(rules().rules.first_steps(api.replace(later, turn=2), "initiative"))
    assert not list(rules().rules.first_steps(later, "movement"))


def test_places_are_offered_typed_and_told() -> None:
    game = placing()
    offers = offered(game, "entente", [PickPlace])
    assert [(order.x, order.y, order.height) for order in offers] == [(10, 10, 20), (35, 20, 30), (30, 20, 45)]
    read = order_typed(rules(), game, "entente", "a begins at 30, 20 height 40 heading 90", rules().legal(game, "entente"))
    assert isinstance(read, Meant)
    assert read.offer.command == PickPlace(craft="a", x=30, y=20, height=40, heading=90)
    high = game.changed("c", pose=SpacePose.level(58, 20, 290, 0))
    assert [(order.x, order.height) for order in offered(high, "entente", [PickPlace])] == [(10, 20)]
    assert offers[2].worth(game, rules().rules) > offers[0].worth(game, rules().rules)


# -- all of it ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-1.4.a")
def test_without_the_chapter_no_man_has_an_ability() -> None:
    with pytest.raises(DataError, match="aircraft a: the trait 'daredevil' needs the chapter abilities"):
        flown(own("a", "daredevil"), foe("b"), chapters=[])


@pytest.mark.rule("ICOGX-1.4.c", "ICOGX-1.4.b")
def test_abilities_may_be_given_by_hand_and_players_read_who_has_which() -> None:
    placings = (own("a", "sticky", "trauma", "confident", marking="the black Camel"), foe("b", "trauma"))
    game = flown(*placings, chapters=["abilities", "wounds"])
    assert rules().rules.briefing(game.setup) == ("The black Camel, Somebody: sticky, confident.",)
    assert game.of("a").pilot.fortitude == MAN["fortitude"]


def document(*chapters: str, traits: bool = False) -> dict[str, Any]:
    """A mission, whose men have every ability, or none."""
    names = ability_traits.TRAITS if traits else ()
    crew = [pilot(*names, rerolls=1), gunner("observer", traits=names)]
    placings = [aircraft("a", "entente", RE8, crew=crew, speed=155), own("c", *names, at=[34, 28, 22])]
    placings += [foe("b", *names, heading=180), foe("d", *names, at=[34, 42, 20], heading=180)]
    return {"aircraft": placings, "turns": 4, "slices": {"expanded": {"chapters": list(chapters)}}}


@pytest.mark.parametrize("seed", range(3))
def test_the_chapter_alone_changes_nothing_where_nobody_has_an_ability(seed: int) -> None:
    logs = [[entry.events for entry in played(session(document(*on), seed), seed).entries] for on in ((), ("abilities",))]
    assert logs[0] == logs[1]


@pytest.mark.parametrize("seed", range(4))
def test_a_fight_of_men_with_every_ability_comes_to_its_end(seed: int) -> None:
    game = played(session(document("abilities", traits=True), seed), seed)
    assert game.state.winner
    assert len({*game.state.spent}) == len(game.state.spent)
