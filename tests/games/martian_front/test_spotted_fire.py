"""Guns that fire at a target that an aircraft spotted for them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.games.martian_front.automatic.policy import value_of
from aqmf_air.games.martian_front.chapters.artillery import Barrage
from aqmf_air.games.martian_front.state import Terrain
from aqmf_air.geometry.plane.template import Disc
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Units

SHELLS = {"type": "host.barrage", "unit": "battery", "weapon": "Field Gun", "target": "walker"}
GUNS = [(10, 10), (12, 10), (14, 10)]


def wood(right: float) -> Terrain:
    return Terrain(name="wood", kind="wood", corners=((0, 20), (right, 20), (right, 40), (0, 40)))


def field_with(registry: Registry, *, right: float, target: str = "Assault Tripod", **rulings: str) -> Field:
    """A battery south of a wood that reaches ``right`` inches from the left edge; the target stands north of it."""
    at = [(12.0, 50.0), (10.5, 50.0), (13.5, 50.0)]
    places = at[:1] if target.endswith("Tripod") else at
    units: Units = {"battery": ("Field Gun Battery", GUNS), "walker": (target, places)}
    field = Field(registry, units, rulings=rulings)
    field.state = replace(field.state, terrain=(wood(right),))
    return field


@pytest.mark.rule("AIR-SPOT-3")
def test_at_a_spotted_target_guns_fire_as_with_a_clear_line_of_sight(registry: Registry) -> None:
    field, clear = field_with(registry, right=30), field_with(registry, right=1)
    assert field.objections("human", **SHELLS) == ["HOST-LOS-1"]
    field.mark("walker", "spotted", "1")
    assert field.objections("human", **SHELLS) == []
    assert field.odds(**SHELLS) == clear.odds(**SHELLS)
    assert field.odds(**SHELLS).of(1) == Fraction(3, 20)
    order = Barrage(unit="battery", weapon="Field Gun", target="walker")
    values = {value_of(one.ruleset, one.state, order, "human") for one in (field, clear)}
    assert len(values) == 1  # the automatic side counts on the same odds


@pytest.mark.rule("AIR-SPOT-3")
def test_spotted_fire_is_rolled_for_as_the_odds_have_it(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = field_with(registry, right=30)
    field.mark("walker", "spotted", "1")
    (laid,) = field.order(dice((1,)), "human", **SHELLS)  # one die to hit, and none for any scatter
    assert (laid["x"], laid["y"], laid["scattered"], laid["under"]) == (12, 50, 0, ["walker"])


@pytest.mark.rule("AIR-SPOT-3")
def test_guns_that_see_bring_those_that_do_not_if_the_target_is_spotted(registry: Registry) -> None:
    """Only the gun at x = 14 sees past the wood: alone it lays 2 inches of template, the three of them 4."""
    field = field_with(registry, right=12.2, target="Drones")
    order = Barrage(unit="battery", weapon="Field Gun", target="walker")
    rules = field.ruleset.rules
    assert order.template(field.state, rules) == Disc(12, 50, 2)
    field.mark("walker", "spotted", "1")
    assert order.template(field.state, rules) == Disc(12, 50, 4)
    assert len(order.prospects(field.state, rules)) == 1
    field.mark("walker", "spotted", "0")  # last turn's
    assert order.template(field.state, rules) == Disc(12, 50, 2)


@pytest.mark.rule("HOST-LOS-2", "HOST-BARRAGE-1")
@pytest.mark.parametrize(("off", "rules"), [(0, []), (0.01, ["HOST-LOS-2"])])
def test_a_barrage_reaches_a_target_at_exactly_its_range(registry: Registry, off: float, rules: list[str]) -> None:
    """The radii of a Field Gun and of an Assault Tripod are 0.75 and 1.25 inches."""
    at = (12, 10 + 60 + 0.75 + 1.25 + off)
    field = Field(registry, {"battery": ("Field Gun Battery", GUNS), "walker": ("Assault Tripod", [at])})
    assert field.objections("human", **SHELLS) == rules


def test_barrages_are_offered_with_the_weapons_that_lay_a_template_and_have_a_range(registry: Registry) -> None:
    field = Field(registry, {"battery": ("Field Gun Battery", GUNS), "walker": ("Assault Tripod", [(12, 30)])})

    def barrages() -> list[Barrage]:
        commands = [offer.command for offer in field.ruleset.legal(field.state, "human")]
        return [one for one in commands if isinstance(one, Barrage)]

    assert barrages() == [Barrage(unit="battery", weapon="Field Gun", target="walker", element="walker")]
    for change, offered in ((("range", None), 0), (("kind", "gun"), 0), (("range", 1), 0), (("range", 60), 1)):
        kind = field.state.type_of(field.unit("battery"))
        (mount,) = kind.weapons
        gun = replace(mount.weapon, **dict([change]))
        other = replace(kind, weapons=(replace(mount, weapon=gun),))
        before = field.state
        field.state = replace(before, types=tuple(other if one == kind else one for one in before.types))
        assert len(barrages()) == offered
        field.state = before


@pytest.mark.rule("AIR-SPOT-3")
def test_what_was_spotted_last_turn_or_lies_out_of_range_is_not_fired_at(registry: Registry) -> None:
    field = field_with(registry, right=30)
    field.mark("walker", "spotted", "0")
    assert field.objections("human", **SHELLS) == ["HOST-LOS-1"]
    field.mark("walker", "spotted", "1")
    walker = field.unit("walker")
    field.change("walker", elements=(replace(walker.elements[0], y=90),))
    assert field.objections("human", **SHELLS) == ["HOST-LOS-2"]


@pytest.mark.rule("HOST-BARRAGE-5")
def test_under_the_ruling_guns_that_do_not_see_a_spotted_target_scatter(
    registry: Registry, dice: Callable[..., DiceTray]
) -> None:
    field = field_with(registry, right=30, spotted_scatter="scatters")
    field.mark("walker", "spotted", "1")
    assert field.odds(**SHELLS).of(1) == Fraction(27, 200)
    (laid,) = field.order(dice((5,), (10,)), "human", **SHELLS)
    assert (laid["scattered"], laid["under"]) == (4, [])
    seeing = field_with(registry, right=12.2, target="Drones", spotted_scatter="scatters")
    seeing.mark("walker", "spotted", "1")
    order = Barrage(unit="battery", weapon="Field Gun", target="walker")
    assert order.template(seeing.state, seeing.ruleset.rules) == Disc(12, 50, 2)
