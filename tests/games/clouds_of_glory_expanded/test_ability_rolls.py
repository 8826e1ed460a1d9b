"""Special abilities: how men come by them, and what they do between missions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.api import Decided, Decision, DiceTray, chances, recorded, seeded
from aqmf_air.games.clouds_of_glory.api import CrewMember, PeopleRulings
from aqmf_air.games.clouds_of_glory.tables import tables as core_tables
from aqmf_air.games.clouds_of_glory_expanded.chapters.ability_rolls import (
    FREE,
    Promoted,
    ability_rolled,
    after_raise,
    after_victories,
    chooses_weapons,
    has_parachute,
    promotion,
    spared_at_home,
    type_chosen,
    types_offered,
    with_ability,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.ability_traits import AbilityRulings
from tests.games.clouds_of_glory.fights import MAN
from tests.games.clouds_of_glory_expanded.sorties import tables

RULINGS = AbilityRulings()
PILOTS, GUNNERS, ACES = (
    tuple(row.name for row in tables().abilities(of) if row.name != FREE) for of in ("pilot", "gunner", "ace")
)


def man(*traits: str, **more: Any) -> CrewMember:
    """A record."""
    return CrewMember(**{**MAN, "traits": traits, **more})


class Table:
    """Dice that fall so, and a player who answers so, who notes what he was asked."""

    def __init__(self, faces: tuple[int, ...], answers: tuple[str, ...] = ()) -> None:
        self.source, self.answers, self.asked = recorded([(face,) for face in faces]), list(answers), list[Decision]()
        self.tray = DiceTray(self.source)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tray, name)

    def choose(self, decision: Decision) -> str:
        """The next answer."""
        self.asked.append(decision)
        return self.answers.pop(0)

    @property
    def used(self) -> bool:
        """Whether every face and answer was asked for."""
        return not self.source.left and not self.answers


def rolled(of: Any, held: tuple[str, ...], *faces: int, answers: tuple[str, ...] = (), **rulings: Any) -> Any:
    """What a roll on a table of abilities brings."""
    table = Table(faces, answers)
    name = ability_rolled(table, of, held, tables(), AbilityRulings(**rulings), "entente")
    assert table.used
    return name


@pytest.mark.rule("ICOGX-1.4.1")
@pytest.mark.parametrize(("of", "names"), [("pilot", PILOTS), ("gunner", GUNNERS), ("ace", ACES)])
def test_each_face_of_a_table_brings_its_ability_and_one_that_is_held_is_rolled_again(
    of: Any, names: tuple[str, ...]
) -> None:
    for face, name in enumerate(names, 1):
        assert rolled(of, (), face) == name
        other = face % len(names) + 1
        assert rolled(of, (name,), face, face, other) == names[other - 1]


def test_the_tables_are_those_of_the_book() -> None:
    assert (len(PILOTS), len(GUNNERS), len(ACES)) == (18, 8, 6)
    assert (PILOTS[0], PILOTS[12], PILOTS[17]) == ("balloon expert", "hard as nails", "cheating death")
    assert (GUNNERS[4], GUNNERS[6]) == ("ammo conservation", "doing his job")
    assert (ACES[0], ACES[5]) == ("confident", "master marksman")


@pytest.mark.rule("ICOGX-1.4.P19")
@pytest.mark.parametrize("face", [19, 20])
def test_a_free_choice_is_of_all_that_he_has_not(face: int) -> None:
    table = Table((face,), ("sticky",))
    assert ability_rolled(table, "pilot", ("daredevil",), tables(), RULINGS, "entente") == "sticky"
    (asked,) = table.asked
    assert (asked.options, asked.by) == (tuple(name for name in PILOTS if name != "daredevil"), "entente")
    table = Table((face,), ("daredevil",))
    ruled = AbilityRulings(free_choice_new="any")
    assert ability_rolled(table, "pilot", ("daredevil",), tables(), ruled) == "daredevil"
    assert table.asked[0].options == PILOTS


def test_who_holds_every_ability_of_a_table_gets_nothing_or_rolls_on_another() -> None:
    assert rolled("gunner", GUNNERS) == ""
    other: dict[str, Any] = {"ability_exhausted": "choose-other-table"}
    assert rolled("gunner", GUNNERS, 4, answers=("pilot",), **other) == "sticky"
    assert rolled("gunner", GUNNERS, 2, answers=("ace",), **other) == "slippery as an eel"
    assert rolled("gunner", (*GUNNERS, *PILOTS, *ACES), **other) == ""
    table = Table((1,), ("ace",))
    ability_rolled(table, "pilot", (*PILOTS, *GUNNERS), tables(), AbilityRulings(ability_exhausted="choose-other-table"))
    assert table.asked[0].options == ("ace",)
    assert rolled("pilot", PILOTS[1:], 2, 20, answers=(PILOTS[0],)) == PILOTS[0]


@pytest.mark.rule("ICOGX-1.4.1")
def test_a_raise_brings_an_ability_on_a_ten() -> None:
    """X03."""
    pilot, gunner = man(), man(station="observer")
    for face in range(1, 10):
        assert after_raise(Table((face,)), pilot, tables(), RULINGS) == ""
    assert after_raise(Table((10, 14)), pilot, tables(), RULINGS) == "old duck hunter"
    assert after_raise(Table((10, 3)), gunner, tables(), RULINGS) == "old duck hunter"
    assert after_raise(Table((10, 1, 2)), man("balloon expert"), tables(), RULINGS) == "strafing expert"


def test_ten_raises_bring_an_ability_as_often_as_the_book_says() -> None:
    """O19: ability_in_10."""
    odds = chances(after_raise, man(), tables(), RULINGS)
    none = odds[""]
    assert 1 - none**10 == Fraction(6513215599, 10000000000)
    assert odds["sticky"] == Fraction(1, 10) * Fraction(1, 20)
    assert odds["balloon expert"] == Fraction(1, 10) * Fraction(3, 20)  # the first of the free choice


@pytest.mark.rule("ICOGX-1.4.2")
@pytest.mark.parametrize(
    ("before", "more", "rolls"), [(0, 4, 0), (4, 1, 1), (5, 4, 0), (3, 3, 1), (9, 1, 1), (4, 6, 2), (14, 1, 1), (0, 5, 1)]
)
def test_a_pilot_rolls_on_the_table_of_aces_at_each_fifth_victory(before: int, more: int, rolls: int) -> None:
    faces = (1, 2)[:rolls]
    table = Table(faces)
    assert after_victories(table, man(victories=before), more, tables(), RULINGS) == ACES[:rolls]
    assert table.used
    assert after_victories(Table(()), man(victories=before, station="observer"), more, tables(), RULINGS) == ()


def test_an_ace_gets_no_ability_twice_by_one_mission() -> None:
    table = Table((2, 2, 1, 3))
    assert after_victories(table, man("confident", victories=4), 6, tables(), RULINGS) == (ACES[1], ACES[2])
    assert table.used
    assert after_victories(Table(()), man(*ACES, victories=4), 6, tables(), RULINGS) == ()


@pytest.mark.rule("ICOGX-1.4.2")
def test_the_die_of_aces_is_a_d6_or_a_d10_of_which_seven_and_more_are_rolled_again() -> None:
    ruled = AbilityRulings(ace_die="1d10-reroll")
    assert rolled("ace", (), 7, 10, 6, ace_die="1d10-reroll") == "master marksman"
    for held in ((), ("mentor",), ACES[1:]):
        odds = [chances(ability_rolled, "ace", held, tables(), each).items() for each in (RULINGS, ruled)]
        left = [name for name in ACES if name not in held]
        assert odds[0] == odds[1] == dict.fromkeys(left, Fraction(1, len(left))).items()
    assert rolled("pilot", (), 14, ace_die="1d10-reroll") == "old duck hunter"


@given(
    of=st.sampled_from(["pilot", "gunner", "ace"]),
    held=st.sets(st.sampled_from(sorted({*PILOTS, *GUNNERS, *ACES}))),
    seed=st.integers(0, 99),
    exhausted=st.sampled_from(["nothing", "choose-other-table"]),
)
def test_a_roll_brings_something_new_as_long_as_there_is_something(
    of: Any, held: set[str], seed: int, exhausted: Any
) -> None:
    own = {"pilot": PILOTS, "gunner": GUNNERS, "ace": ACES}[of]
    rulings = AbilityRulings(ability_exhausted=exhausted)
    name = ability_rolled(DiceTray(seeded(seed)), of, tuple(sorted(held)), tables(), rulings)
    assert name not in held
    if {*own} - held:
        assert name in own
    elif exhausted == "nothing":
        assert name == ""
    else:
        assert bool(name) == bool({*PILOTS, *GUNNERS, *ACES} - held)


# -- what they do between missions -------------------------------------------------------------------------------------


def gains(man_: CrewMember, name: str) -> CrewMember:
    """His record with an ability more."""
    return with_ability(man_, name, tables(), core_tables.shipped(), PeopleRulings())


@pytest.mark.rule("ICOGX-1.4.A1")
def test_a_confident_pilot_has_more_fortitude_and_luck_for_good_and_the_rerolls_of_it() -> None:
    after = gains(man(), "confident")
    assert (after.fortitude, after.luck, after.traits) == (15, 12, ("confident",))
    assert after.rerolls == core_tables.shipped().rerolls(12)
    assert gains(after, "confident") == after
    high = gains(man(fortitude=28, luck=29), "confident")
    assert (high.fortitude, high.luck) == (30, 30)


@pytest.mark.rule("ICOGX-1.4.c")
def test_other_abilities_change_no_score() -> None:
    before = man("sticky", rerolls=3)
    assert gains(before, "daredevil").model_dump() == {**before.model_dump(), "traits": ("sticky", "daredevil")}
    assert gains(before, "") == gains(before, "sticky") == before


TIMELINE = {"old": 5, "this": 10, "next": 11, "later": 12, "last": 15}


@pytest.mark.rule("ICOGX-1.4.A3")
def test_a_test_expert_gets_each_new_type_two_months_early_and_may_decline() -> None:
    expert = man("test expert")
    assert types_offered(expert, 10, TIMELINE, tables()) == ("later",)
    assert types_offered(expert, 12, TIMELINE, tables()) == ()
    assert types_offered(man(), 10, TIMELINE, tables(), new=True) == ()
    for answer in ("later", ""):
        table = Table((), (answer,))
        assert type_chosen(table, expert, ("later",), "germany") == answer
        assert (table.asked[0].options, table.asked[0].by) == (("", "later"), "germany")


@pytest.mark.rule("ICOGX-1.4.P7")
def test_friends_at_high_places_give_any_type_whenever_another_is_a_month_away() -> None:
    lucky = man("friends at high places")
    assert types_offered(lucky, 10, TIMELINE, tables()) == ("old", "this", "next")
    assert types_offered(lucky, 9, TIMELINE, tables()) == ("old", "this")
    assert types_offered(lucky, 8, TIMELINE, tables()) == ()
    assert types_offered(lucky, 8, TIMELINE, tables(), new=True) == ("old",)
    both = man("friends at high places", "test expert")
    assert types_offered(both, 10, TIMELINE, tables()) == ("later", "old", "this", "next")
    for side, introduced, has in (("germany", True, True), ("germany", False, False), ("entente", True, False)):
        assert has_parachute(lucky, side, introduced=introduced) is has
    assert not has_parachute(man(), "germany", introduced=True)
    assert [chooses_weapons(each, side) for each in (lucky, man()) for side in ("entente", "germany")] == [
        True, False, False, False,
    ]  # fmt: skip


def promoted(
    *faces: int, drawn: tuple[str, ...] = ("A", "B"), others: tuple[str, ...] = ("C", "D"), answer: str = ""
) -> Promoted:
    """Who flies."""
    table = Table(faces, (answer,) if answer else ())
    came = promotion(table, man("promotion", name="Ace"), drawn, others, tables(), "entente")
    assert table.used
    return came


@pytest.mark.rule("ICOGX-1.4.A4")
def test_a_promoted_ace_flies_or_stays_as_he_likes_on_a_four() -> None:
    for face in (1, 2, 3):
        assert promoted(face) == (face, ("A", "B"))
    assert promoted(6, answer="stay") == (6, ("A", "B"))
    assert promoted(4, drawn=("A",), answer="fly") == (4, ("Ace",))
    assert promoted(5, drawn=("Ace", "B"), answer="fly") == (5, ("Ace", "B"))
    assert promoted(5, drawn=("Ace", "B"), others=("C",), answer="stay") == (5, ("C", "B"))
    assert promoted(5, drawn=("Ace", "B"), others=(), answer="stay") == (5, ("Ace", "B"))
    plain = Table(())
    assert promotion(plain, man(name="Ace"), ("A", "B"), ("C",), tables()) == (0, ("A", "B"))


def flies(decision: Decision) -> str:
    """A stand-in who wants to fly."""
    return "fly" if "fly" in decision.options else decision.options[0]


def test_the_pilot_whom_he_replaces_is_drawn_evenly() -> None:
    odds = chances(Decided(promotion, flies), man("promotion", name="Ace"), ("A", "B"), ("C",), tables())
    pilots: dict[tuple[str, ...], Fraction] = {}
    for came, chance in odds.items():
        pilots[came.pilots] = pilots.get(came.pilots, Fraction(0)) + chance
    assert pilots == {("A", "B"): Fraction(1, 2), ("Ace", "B"): Fraction(1, 4), ("A", "Ace"): Fraction(1, 4)}


def test_death_at_home_is_cheated_by_a_ruling_alone() -> None:
    ruled = AbilityRulings(cheating_death_scope="wound-table-too")
    assert spared_at_home(Table((6, 3)), man("cheating death"), tables(), ruled) == 3
    assert spared_at_home(Table((7,)), man("cheating death"), tables(), ruled) == 0
    assert spared_at_home(Table(()), man("cheating death"), tables(), RULINGS) == 0
    assert spared_at_home(Table(()), man(), tables(), ruled) == 0
