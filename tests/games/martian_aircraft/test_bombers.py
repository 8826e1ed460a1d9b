from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.games.martian_aircraft.chapters.bombing import Bombard, markers
from aqmf_air.games.martian_front.chapters.hiding import dummies
from aqmf_air.games.martian_front.state import Element, StateMark, Unit
from aqmf_air.geometry.plane.template import Disc
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Units

UNITS: Units = {
    "gotha": ("Gotha G.IV", [(5, 5)]),
    "infantry": ("US Command Squad", [(60, 92.5), (10, 10), (12, 10)]),
    "walker": ("Assault Tripod", [(60, 90)]),
    "drones": ("Drones", [(62.75, 90), (60, 93.0), (90, 90)]),
}
BOMBARD = {"type": "aircraft.bombard", "unit": "gotha", "target": "walker"}


def field_in(registry: Registry, phase: str = "bombardment", special: tuple[str, ...] = ("fixed position",)) -> Field:
    return Field(registry, UNITS, phase=phase, special=special)


@pytest.mark.rule("AIR-HEAVY-1")
def test_heavy_bombers_are_for_fixed_positions(registry: Registry) -> None:
    assert field_in(registry).objections("human", **BOMBARD) == []
    assert field_in(registry, special=()).objections("human", **BOMBARD) == ["AIR-HEAVY-1"]
    assert field_in(registry, special=("Fixed Position",)).objections("human", **BOMBARD) == []


@pytest.mark.rule("AIR-HEAVY-2")
@pytest.mark.parametrize("phase", ["first.first-movement", "first.combat", "end"])
def test_they_attack_before_turn_1(registry: Registry, phase: str) -> None:
    assert "AIR-HEAVY-2" in field_in(registry, phase).objections("human", **BOMBARD)


@pytest.mark.rule("AIR-HEAVY-2")
def test_one_barrage_of_4_inches_and_they_are_gone(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    """Bases are under the template by any part: 2 inches and their radius from the tripod's centre."""
    field = field_in(registry)
    (question,) = field.ruleset.questions(field.state, field.command(**BOMBARD))
    hit, damage = question.targets[:2]
    assert (hit.total, damage.total) in {(6, 7), (5, 0)}  # the tripod's or the infantry's
    ground = Fraction(6, 10) * Fraction(9, 10), Fraction(5, 10) * Fraction(4, 10), Fraction(6, 10) * Fraction(8, 10)
    assert question.odds().mean(lambda struck: struck) == sum(ground)
    order = Bombard(unit="gotha", target="walker")
    assert order.template(field.state, field.ruleset.rules) == Disc(60, 90, 4)
    faces = (5,), (2,), (5,), (4,)
    assert question.of is not None
    assert question.of(field.ruleset.decide(field.state, field.command(**BOMBARD), dice(*faces))) == 1
    table = dice(*faces)
    happened = field.order(table, "human", **BOMBARD)
    assert [roll.ask.subject for roll in table.log] == ["infantry-1", "infantry-1", "walker", "drones-1"]
    assert {one["type"] for one in happened} == {"aircraft.bombarded", "host.elements_lost", "host.unit_left"}
    assert [element.id for element in field.unit("infantry").elements] == ["infantry-2", "infantry-3"]
    assert not field.state.in_play("gotha")


@pytest.mark.rule("AIR-HEAVY-2", "HOST-BARRAGE-6")
def test_cover_does_not_help_the_defense_of_what_they_bomb(registry: Registry) -> None:
    units: Units = {"gotha": ("Gotha G.IV", [(5, 5)]), "walker": ("Assault Tripod", [(60, 90)])}
    marks = {"walker": {"cover": "fortified"}}
    field = Field(registry, units, phase="bombardment", special=("fixed position",), marks=marks)
    assert field.targets(**BOMBARD) == [
        "to hit 6+ = 6 Defense of Assault Tripod (HOST-HIT-1)",
        "to damage 9+ = 11 Armor of Assault Tripod (HOST-HIT-2) +2 fortified cover (HOST-COVER-1)"
        " -4 Power of Heavy Bombs (HOST-HIT-2)",
    ]


@pytest.mark.rule("AIR-HEAVY-2")
def test_only_heavy_bombers_and_only_at_martians(registry: Registry) -> None:
    field = field_in(registry)
    assert field.objections("martian", **BOMBARD) == ["HOST-TURN-1"]  # a bomber of the other side
    assert field.objections("human", **{**BOMBARD, "unit": "walker"}) == ["HOST-TURN-1"]
    assert field.objections("human", **{**BOMBARD, "unit": "nobody"}) == ["HOST-ORDER-1"]
    assert "AIR-HEAVY-2" in field.objections("human", **{**BOMBARD, "unit": "infantry"})
    assert "AIR-HEAVY-2" in field.objections("human", **{**BOMBARD, "target": "infantry"})
    assert "AIR-HEAVY-2" in field.objections("human", **{**BOMBARD, "target": "nobody"})
    assert "HOST-ORDER-1" in field.objections("human", **BOMBARD, element="nothing")


@pytest.mark.rule("AIR-HEAVY-2")
def test_a_heavy_bomber_costs_25_points_and_has_power_4_and_barrage_3(registry: Registry) -> None:
    bombers = [unit for unit in field_in(registry).ruleset.catalogue.values() if unit.has("Heavy Bomber")]
    assert {unit.points for unit in bombers} == {25}
    (bombs,) = {(mount.weapon.power, mount.weapon.barrage) for unit in bombers for mount in unit.weapons}
    assert bombs == (4, 3)


@pytest.mark.rule("AIR-HEAVY-2")
def test_bombers_that_did_not_attack_leave_with_the_bombardment(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = field_in(registry)
    happened = field.order(dice(), "human", type="host.end_phase")
    assert [one["unit"] for one in happened if one["type"] == "host.unit_left"] == ["gotha"]
    assert not field.state.in_play("gotha")
    assert field.state.now.id == "first.first-movement"
    assert field.ruleset.scored(field.state) == field_in(registry, "first.combat").ruleset.scored(field.state)


@pytest.mark.rule("AIR-HEAVY-2")
def test_a_bomber_of_an_older_game_that_is_still_there_is_offered_no_flight(registry: Registry) -> None:
    field = field_in(registry, "first.first-movement")
    assert not [one for one in field.ruleset.legal(field.state, "human") if one.command.type == "aircraft.fly"]


# -- what is hidden -------------------------------------------------------------------------------------------------------


def hidden_in(registry: Registry, **rulings: str) -> Field:
    """A tripod and a dummy behind markers, which the human side knows as A and B."""
    units: Units = {"gotha": UNITS["gotha"], "walker": UNITS["walker"], "seen": ("Scout Tripod", [(20, 20)])}
    marks = {"walker": {"hidden": "A"}}
    field = Field(registry, units, phase="bombardment", special=("fixed position",), marks=marks, rulings=rulings)
    field.mark("walker", "hidden", "A")
    dummy = dummies()["martian"]
    nothing = Unit(
        id="dummy-1", type=dummy.name, side="martian", elements=(Element(id="dummy-1", x=80, y=80),),
        marks=(StateMark(name="hidden", value="B"),),
    )  # fmt: skip
    field.state = replace(field.state, units=(*field.state.units, nothing), types=(*field.state.types, dummy))
    return field


@pytest.mark.rule("AIR-HEAVY-3")
def test_what_stands_at_a_marker_is_revealed_and_attacked(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = hidden_in(registry)
    at_a = {**BOMBARD, "target": "A"}
    assert field.objections("human", **at_a) == []
    assert field.objections("human", **BOMBARD) == ["AIR-HEAVY-2"]  # by its own name nobody knows it
    assert field.ruleset.questions(field.state, field.command(**at_a)) == ()  # the odds would tell what it is
    offered = {offer.command for offer in field.ruleset.legal(field.state, "human")}
    assert {field.command(**{**BOMBARD, "target": name}) for name in ("A", "B")} <= offered
    happened = field.order(dice((6,), (7,), (3,)), "human", **at_a)
    assert [one["type"] for one in happened][:2] == ["host.revealed", "aircraft.bombarded"]
    assert (happened[1]["target"], happened[1]["under"]) == ("walker", ["walker"])
    assert field.unit("walker").elements[0].armor_lost == 1


@pytest.mark.rule("AIR-HEAVY-3")
def test_a_marker_that_is_called_as_a_unit_in_sight_is_not_aimed_at(
    registry: Registry, dice: Callable[..., DiceTray]
) -> None:
    """The name means the unit that everybody sees; a marker may well have the name of a hidden unit."""
    field = hidden_in(registry)
    field.mark("walker", "hidden", "seen")
    field.mark("dummy-1", "hidden", "walker")
    assert markers(field.state, "human") == {"walker": field.unit("dummy-1")}
    at_seen = {**BOMBARD, "target": "seen"}
    assert field.objections("human", **at_seen, element="seen") == []
    assert len(field.ruleset.questions(field.state, field.command(**at_seen))) == 1
    bombed, *_ = field.order(dice((1,)), "human", **at_seen)
    assert (bombed["type"], bombed["under"]) == ("aircraft.bombarded", ["seen"])
    assert field.unit("walker").has("hidden")


@pytest.mark.rule("AIR-HEAVY-3")
def test_a_dummy_takes_the_bombs_and_is_gone(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = hidden_in(registry)
    happened = field.order(dice(), "human", **{**BOMBARD, "target": "B"})
    assert [one["type"] for one in happened] == ["host.revealed", "aircraft.bombarded", "host.unit_left"]
    assert happened[1]["target"] == "B"
    assert not field.state.in_play("dummy-1")


@pytest.mark.rule("AIR-HEAVY-3")
def test_under_the_ruling_what_is_hidden_is_spared(registry: Registry) -> None:
    field = hidden_in(registry, heavy_bombers_on_hidden="refused")
    assert field.objections("human", **{**BOMBARD, "target": "A"}) == ["AIR-HEAVY-3"]
    assert field.objections("human", **{**BOMBARD, "target": "Z"}) == ["AIR-HEAVY-2"]
    offered = {offer.command for offer in field.ruleset.legal(field.state, "human")}
    assert field.command(**{**BOMBARD, "target": "A"}) not in offered


@pytest.mark.parametrize("policy", ["steady", "exact-odds"])
def test_automatic_players_bomb_where_the_odds_are_best_and_not_their_own(registry: Registry, policy: str) -> None:
    """The first target on the list stands among the bomber's own infantry."""
    field = field_in(registry)
    choose = registry.of(kinds.POLICIES, "aqmf")[policy].choose
    order = choose(field.ruleset, field.state, "human")
    assert isinstance(order, Bombard)
    under = field.ruleset.questions(field.state, order)[0].odds()
    assert {one.unit for one in order.prospects(field.state, field.ruleset.rules)} == {"drones", "walker"}
    assert under.mean(lambda struck: struck) == Fraction(6, 10) * Fraction(8, 10) + Fraction(5, 10) * Fraction(4, 10)
