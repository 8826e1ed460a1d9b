from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import icepool
import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.games.martian_front import tables
from aqmf_air.games.martian_front.chapters import damage
from aqmf_air.games.martian_front.chapters.damage import Tripod, damage_table, damage_tripod, damage_tripod_repeatedly
from aqmf_air.games.martian_front.state import Element
from aqmf_air.geometry.plane.template import Disc
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field

RAY = ("Heavy Heat Ray",)
WHOLE = Tripod(11, RAY)


@pytest.mark.rule("HOST-TRIPOD-1", "HOST-TRIPOD-2")
@pytest.mark.parametrize(
    ("faces", "after"),
    [
        (((1,),), Tripod(10, RAY)),
        (((2,),), Tripod(10, RAY)),
        (((3,),), Tripod(10, RAY)),
        (((4,),), Tripod(10, RAY, stunned=True)),
        (((5,),), Tripod(10, (), wild=RAY)),
        (((6,),), Tripod(10, RAY, immobile=True)),
        (((7,),), Tripod(9, RAY)),
        (((8,), (4,)), Tripod(7, RAY)),
        (((8,), (10,)), Tripod(1, RAY)),
        (((9,),), Tripod(8, RAY)),
        (((10,),), Tripod(0, RAY, exploded=True)),
    ],
)
def test_every_row_of_the_table(faces: tuple[tuple[object, ...], ...], after: Tripod, dice: Callable[..., DiceTray]) -> None:
    assert damage_tripod(dice(*faces), WHOLE) == after


@pytest.mark.rule("HOST-TRIPOD-2")
def test_the_whole_table_fraction_for_fraction() -> None:
    def tenth(n: int) -> Fraction:
        return Fraction(n, 10)

    expected = {
        Tripod(10, RAY): tenth(3) + Fraction(1, 100),
        Tripod(10, RAY, stunned=True): tenth(1),
        Tripod(10, (), wild=RAY): tenth(1),
        Tripod(10, RAY, immobile=True): tenth(1),
        Tripod(9, RAY): tenth(1) + Fraction(1, 100),
        Tripod(8, RAY): tenth(1) + Fraction(1, 100),
        **{Tripod(11 - points, RAY): Fraction(1, 100) for points in range(4, 11)},
        Tripod(0, RAY, exploded=True): tenth(1),
    }
    assert dict(chances(damage_tripod, WHOLE)) == expected


@pytest.mark.rule("HOST-TRIPOD-2")
def test_which_of_several_weapons_is_hit_is_even() -> None:
    twice = Tripod(12, ("Heavy Heat Ray", "Heavy Heat Ray", "Guided Missiles"))
    odds = chances(damage_tripod, twice)
    assert odds[Tripod(11, ("Heavy Heat Ray", "Guided Missiles"), wild=RAY)] == Fraction(2, 30)
    assert odds[Tripod(11, ("Heavy Heat Ray", "Heavy Heat Ray"), wild=("Guided Missiles",))] == Fraction(1, 30)


@pytest.mark.rule("HOST-TRIPOD-2")
def test_where_every_face_means_one_weapon_nobody_rolls_for_it(dice: Callable[..., DiceTray]) -> None:
    """A Dominator whose missiles were hit before has two rays of one name."""
    rays = ("Heavy Heat Ray", "Heavy Heat Ray")
    assert damage_tripod(dice((5,)), Tripod(12, rays)) == Tripod(11, RAY, wild=RAY)
    assert damage_tripod(dice((5,), ("Missiles",)), Tripod(12, (*rays, "Missiles"))) == Tripod(11, rays, wild=("Missiles",))


@pytest.mark.rule("HOST-TRIPOD-2")
def test_without_a_weapon_a_weapon_hit_is_a_point(dice: Callable[..., DiceTray]) -> None:
    assert damage_tripod(dice((5,)), Tripod(11)) == Tripod(10)


@pytest.mark.rule("HOST-TRIPOD-3")
@pytest.mark.parametrize(("face", "explodes"), [(7, False), (8, True)])
def test_destroyed_by_points_it_explodes_on_8(face: int, explodes: bool, dice: Callable[..., DiceTray]) -> None:
    assert damage_tripod(dice((9,), (face,)), Tripod(3)) == Tripod(0, exploded=explodes)
    assert damage_tripod(dice((9,)), Tripod(4)) == Tripod(1)


@pytest.mark.rule("HOST-TRIPOD-3")
def test_the_last_point_of_armor() -> None:
    """Any row destroys it: 10 explodes at once, the other nine tenths on 8 or more."""
    odds = chances(damage_tripod, Tripod(1))
    assert dict(odds) == {Tripod(0, exploded=True): Fraction(37, 100), Tripod(0): Fraction(63, 100)}
    assert all(after.destroyed for after in odds)


def test_a_wreck_is_not_rolled_for(dice: Callable[..., DiceTray]) -> None:
    wreck = Tripod(0)
    assert damage_tripod(dice(), wreck) == wreck
    assert damage_tripod_repeatedly(dice((10,)), 3, WHOLE).exploded


@pytest.mark.rule("HOST-TRIPOD-1")
@pytest.mark.parametrize("attacks", [1, 2, 3])
def test_armor_left_after_several_hits_agrees_with_icepool(attacks: int) -> None:
    points = {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 2, 9: 3}

    def after(armor: int, face: int, badly: int) -> int:
        if armor == 0 or face == 10:
            return 0
        return max(0, armor - (badly if face == 8 else points[face]))

    theirs = icepool.Die([10])
    for _ in range(attacks):
        theirs = icepool.map(after, theirs, icepool.d10, icepool.d10)
    ours = chances(damage_tripod_repeatedly, attacks, Tripod(10, RAY)).map(lambda tripod: tripod.armor)
    assert dict(ours) == {armor: Fraction(q, theirs.denominator()) for armor, q in theirs.items()}


def test_every_face_of_the_table_has_one_row_with_a_source() -> None:
    rows = damage_table().rows
    assert [(row.low, row.high) for row in rows] == [(1, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10)]
    assert {row.low for row in rows if row.standing == "stated"} == {6, 8}


@pytest.mark.rule("HOST-TRIPOD-2")
def test_an_explosion_is_as_wide_as_its_radius_says_whatever_its_power(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are 3 as the rules have it."""
    figures = {**tables.figures(), "explosion radius": 5}
    monkeypatch.setattr(damage, "figures", lambda: figures)
    assert damage.blast(Element(id="wreck", x=10, y=20)) == Disc(10, 20, 10)


@pytest.mark.rule("HOST-TRIPOD-2")
def test_a_blast_damages_what_is_left_of_a_tripods_armor(registry: Registry) -> None:
    field = Field(registry, {"walker": ("Assault Tripod", [(50, 50)])})
    unit = field.unit("walker")
    whole, worn = (
        damage.blast_on(field.state, unit, replace(unit.elements[0], armor_lost=lost), "none")[1].total for lost in (0, 2)
    )
    assert whole - worn == 2
