from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.games.martian_aircraft.chapters.suicide_run import RUN, ramming_weapon
from aqmf_air.games.martian_front.state import StateMark
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field

RAM = {"type": "aircraft.ram", "unit": "flight", "target": "walker"}


def on_a_run(registry: Registry, kind: str = "Burgess-Dunne D8", gap: float = 0) -> Field:
    """One aircraft on a run, with its bombs, ``gap`` inches from an Assault tripod: radii of 0.5 and 1.25 inches."""
    made = Field(
        registry,
        {"flight": (kind, [(50, 50), (53, 50), (56, 50)]), "walker": ("Assault Tripod", [(50, 51.75 + gap)])},
        phase="first.second-movement",
    )
    made.change("flight", elements=made.unit("flight").elements[:1])
    made.mark("flight", RUN)
    return made


@pytest.fixture
def field(registry: Registry) -> Field:
    return on_a_run(registry)


@pytest.mark.rule("AIR-RUN-3")
@pytest.mark.parametrize(("bombs", "power"), [(0, 2), (1, 3), (4, 6)])
def test_each_bomb_adds_to_the_power(bombs: int, power: int) -> None:
    assert ramming_weapon(bombs).power == power


@pytest.mark.rule("AIR-RUN-3")
def test_it_is_rolled_as_an_attack(field: Field) -> None:
    assert field.targets(**RAM) == [
        "to hit 6+ = 6 Defense of Assault Tripod (HOST-HIT-1)",
        "to damage 8+ = 11 Armor of Assault Tripod (HOST-HIT-2) -3 Power of ramming aircraft (HOST-HIT-2)",
    ]
    assert field.odds(**RAM)[1] == Fraction(5, 10) * Fraction(3, 10)


@pytest.mark.rule("AIR-RUN-3")
def test_a_bomb_that_was_dropped_does_not_count(field: Field) -> None:
    (element,) = field.unit("flight").elements
    field.change("flight", elements=(replace(element, used=(StateMark(name="Light Bomb", value="1"),)),))
    assert field.odds(**RAM)[1] == Fraction(5, 10) * Fraction(2, 10)


@pytest.mark.rule("AIR-RUN-3")
@pytest.mark.parametrize(
    ("kind", "dropped", "need"),
    [
        ("Maurice Farman MF.11", {}, 7),  # a medium bomb and a light one
        ("Maurice Farman MF.11", {"Medium Bomb": "1"}, 8),
        ("Maurice Farman MF.11", {"Light Bomb": "1"}, 8),
        ("Breguet 14 B2", {}, 6),  # three medium ones
        ("Breguet 14 B2", {"Medium Bomb": "2"}, 8),
    ],
)
def test_every_bomb_aboard_counts_light_or_medium(registry: Registry, kind: str, dropped: dict[str, str], need: int) -> None:
    field = on_a_run(registry, kind)
    used = tuple(StateMark(name=name, value=count) for name, count in dropped.items())
    field.change("flight", elements=tuple(replace(one, used=used) for one in field.unit("flight").elements))
    assert field.targets(**RAM)[1].startswith(f"to damage {need}+")


@pytest.mark.rule("AIR-RUN-4")
@pytest.mark.parametrize("handfuls", [((5,),), ((6,), (7,)), ((6,), (8,), (1,))])
def test_the_aircraft_is_destroyed_whatever_comes_of_it(
    field: Field, handfuls: tuple[tuple[int, ...], ...], dice: Callable[..., DiceTray]
) -> None:
    happened = field.order(dice(*handfuls), "human", **RAM)
    assert happened[0]["type"] == "aircraft.rammed"
    assert (happened[0]["hit"], happened[0]["damaging"]) == (len(handfuls) > 1, len(handfuls) > 2)
    assert happened[-1] == {"type": "host.elements_lost", "unit": "flight", "elements": ["flight-1"]}
    assert not field.state.in_play("flight")
    assert field.unit("walker").elements[0].armor_lost == int(len(handfuls) > 2)


@pytest.mark.rule("AIR-RUN-2")
@pytest.mark.parametrize(("gap", "rules"), [(0, []), (1e-7, []), (0.001, ["AIR-RUN-2"]), (1, ["AIR-RUN-2"])])
def test_it_rams_what_it_touches(registry: Registry, gap: float, rules: list[str]) -> None:
    assert on_a_run(registry, gap=gap).objections("human", **RAM) == rules


@pytest.mark.rule("AIR-RUN-1")
def test_only_who_is_on_a_run_rams_and_only_a_tripod(field: Field, registry: Registry) -> None:
    assert field.objections("human", **{**RAM, "target": "nothing"}) == ["AIR-RUN-1"]
    field.change("flight", marks=())
    assert field.objections("human", **RAM) == ["AIR-RUN-1"]


@pytest.mark.rule("AIR-RUN-1", "HOST-HIDE-1")
def test_a_hidden_tripod_is_not_there_to_be_rammed_and_the_pilot_flies_on(field: Field) -> None:
    field.mark("walker", "hidden", "A")
    assert field.objections("human", **RAM) == ["AIR-RUN-1"]
    assert field.objections("human", type="aircraft.run", unit="flight") == ["AIR-RUN-1"]
    straight = {"type": "aircraft.fly", "unit": "flight", "flights": [{"path": [{"straight": 10}]}]}
    assert field.objections("human", **straight) == []
    assert field.objections("human", type="host.end_phase") == ["AIR-MOVE-1"]


@pytest.mark.rule("AIR-RUN-4")
def test_an_explosion_of_the_tripod_does_not_destroy_it_twice(field: Field, dice: Callable[..., DiceTray]) -> None:
    """The tripod blows up with the aircraft beside it: the aircraft is lost once, and the game can be folded."""
    happened = field.order(dice((6,), (8,), (10,), (2,)), "human", **RAM)
    lost = [one for one in happened if one["type"] == "host.elements_lost" and one["unit"] == "flight"]
    assert len(lost) == 1
    assert [unit.id for unit in field.state.fallen].count("flight") == 1
    assert field.state.winner
