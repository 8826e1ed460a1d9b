"""Barrages: how wide a template is, what it does to an element, and how far it scatters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import cos, radians, sin

import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.games.martian_front.chapters.measuring import under
from aqmf_air.games.martian_front.chapters.templates import (
    ON_THE_MARK,
    Scatter,
    Struck,
    damaging_hits,
    joint_rating,
    number_struck,
    scatter,
    scattered,
    struck,
    template_sizes,
)
from aqmf_air.games.martian_front.chapters.to_hit import to_damage, to_hit
from aqmf_air.games.martian_front.tables import covers, unit_types
from aqmf_air.geometry.plane.template import Disc
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Units, attack


def needs(hit: int, damage: int) -> Struck:
    return TargetNumber("to hit", hit, "test", "HOST-HIT-1"), TargetNumber("to damage", damage, "test", "HOST-HIT-2")


@pytest.mark.rule("HOST-BARRAGE-1")
def test_the_games_own_template_is_four_inches_across() -> None:
    from aqmf_air.games.martian_aircraft.chapters.movement import gauge_of
    from aqmf_air.games.martian_aircraft.tables import AircraftRulings
    from aqmf_air.geometry.plane.gauge import Gauge

    assert 4 in template_sizes().values()
    as_a_gauge = gauge_of(1, AircraftRulings(turn_geometry="gauge-under-centre"))
    assert as_a_gauge == Gauge(4 / 2, 12 / 360)


@pytest.mark.rule("HOST-BARRAGE-2")
def test_a_template_is_an_inch_wider_than_its_rating() -> None:
    assert template_sizes() == {rating: rating + 1 for rating in range(1, 7)}


@pytest.mark.rule("HOST-BARRAGE-3")
@pytest.mark.parametrize(("rating", "guns", "joint"), [(1, 1, 1), (1, 3, 3), (2, 2, 3), (3, 4, 6), (3, 5, 6), (1, 50, 6)])
def test_each_further_gun_adds_one_to_six_at_most(rating: int, guns: int, joint: int) -> None:
    assert joint_rating(rating, guns) == joint


@pytest.mark.rule("HOST-BARRAGE-4")
def test_every_element_touched_is_rolled_for_with_its_cover(dice: Callable[..., DiceTray]) -> None:
    infantry = next(one for one in unit_types() if one.name == "US Infantry")
    facts = attack("Field Gun", infantry)
    numbers = [(to_hit(facts, covers()[name]), to_damage(facts, covers()[name])) for name in ("none", "soft", "fortified")]
    assert [(hit.total, damage.total) for hit, damage in numbers] == [(5, 1), (6, 1), (8, 3)]
    elements = tuple((one,) for one in numbers)
    assert number_struck(dice((5,), (2,), (5,), (8,), (3,)), elements) == 2
    chance = [Fraction(6, 10) * Fraction(9, 10), Fraction(5, 10) * Fraction(9, 10), Fraction(3, 10) * Fraction(8, 10)]
    assert [chances(struck, element).of(1) for element in elements] == chance


@pytest.mark.rule("HOST-BARRAGE-4")
def test_everything_touched_is_attacked_on_the_ground_only(registry: Registry) -> None:
    units: Units = {
        "squad": ("US Command Squad", [(50, 52.5), (50, 52.50002), (54, 50)]),
        "walker": ("Scout Tripod", [(50, 47)]),
        "flight": ("Burgess-Dunne D8", [(50, 50), (51, 50), (52, 50)]),
    }
    field = Field(registry, units)
    radius = field.state.type_of(field.unit("squad")).base_diameter / 2
    found = under(field.state, field.ruleset.rules, Disc(50, 50, 2 * (2.5 - radius)), "under barrage", None)
    assert [(unit.id, [element.id for element in elements]) for unit, elements in found if unit.id != "walker"] == [
        ("squad", ["squad-1"])
    ]
    assert all(unit.id != "flight" for unit, _ in found)


def test_an_element_under_many_templates_is_rolled_for_by_each(dice: Callable[..., DiceTray]) -> None:
    attacks = (needs(6, 7), needs(6, 8), needs(5, 12))
    assert damaging_hits(dice((6,), (7,), (5,), (4,)), attacks) == 1
    miss = [
        1 - Fraction(5, 10) * Fraction(4, 10),
        1 - Fraction(5, 10) * Fraction(3, 10),
        1 - Fraction(6, 10) * Fraction(1, 100),
    ]
    assert chances(struck, attacks).of(0) == miss[0] * miss[1] * miss[2]
    assert chances(struck, (needs(6, 8),) * 40).of(0) == miss[1] ** 40
    assert chances(struck, ()).of(0) == 1


@pytest.mark.rule("HOST-BARRAGE-5")
def test_scatter_face_by_face(dice: Callable[..., DiceTray]) -> None:
    assert scatter(dice((3,), (6,))) == ON_THE_MARK
    assert scatter(dice((3,), (7,))) == Scatter(108, 1)
    assert scatter(dice((10,), (10,))) == Scatter(0, 4)


@pytest.mark.rule("HOST-BARRAGE-5")
def test_scatter_against_every_pair_of_faces() -> None:
    counted = Counter(
        (36 * one % 360, other - 6) if other >= 7 else (0, 0) for one, other in product(range(1, 11), repeat=2)
    )
    assert dict(chances(scatter)) == {Scatter(*where): Fraction(n, 100) for where, n in counted.items()}
    assert chances(scatter).of(ON_THE_MARK) == Fraction(6, 10)


@pytest.mark.rule("HOST-BARRAGE-5")
def test_the_template_moves_clockwise_from_straight_up() -> None:
    for step in range(10):
        for inches in range(5):
            angle = radians(36 * step)
            moved = scattered(10, 20, Scatter(36 * step, inches))
            assert moved == pytest.approx((10 + inches * sin(angle), 20 + inches * cos(angle)), abs=1e-12)
