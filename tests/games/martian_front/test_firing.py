from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.games.martian_front.state import Terrain, phase_of
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Units

GUNS = ("Heavy Machine Gun Squad", [(50, 50), (52, 50), (54, 50)])
SQUAD = ("US Infantry", [(50, 50), (52, 50), (54, 50), (56, 50), (58, 50)])
AT_SCOUT = {"type": "host.shoot", "unit": "guns", "weapon": "Heavy Machine Gun", "target": "scout"}


@pytest.fixture
def field(either: Registry) -> Field:
    return Field(either, {"guns": GUNS, "scout": ("Scout Tripod", [(52, 60)]), "walker": ("Assault Tripod", [(60, 62)])})


@pytest.mark.rule("HOST-HIT-1", "HOST-HIT-2", "HOST-HIT-6", "HOST-TRIPOD-1")
def test_a_squad_shoots_at_a_tripod(field: Field, dice: Callable[..., DiceTray]) -> None:
    assert field.targets(**AT_SCOUT) == [
        "to hit 6+ = 6 Defense of Scout Tripod (HOST-HIT-1)",
        "to damage 9+ = 10 Armor of Scout Tripod (HOST-HIT-2) -1 Power of Heavy Machine Gun (HOST-HIT-2)",
    ]
    happened = field.order(dice((6, 7, 8, 9, 10, 1, 2, 3, 5), (9, 8, 10, 1, 2), (7,), (4,)), "human", **AT_SCOUT)
    assert [one["type"] for one in happened] == ["host.fired", "host.tripod_damaged"]
    fired, damaged = happened
    assert (fired["shots"], fired["hits"], fired["damaging"]) == (9, 5, 2)
    assert (damaged["points"], damaged["stunned"], damaged["destroyed"]) == (3, True, False)
    assert field.unit("scout").elements[0].armor_lost == 3
    assert "stunned" in field.marks("scout")


@pytest.mark.rule("HOST-FIRE-2")
@pytest.mark.parametrize(("y", "said"), [(90, 'more than 20" away, out of range of'), (60, "out of sight of")])
def test_what_keeps_a_squad_from_firing_is_named(either: Registry, y: float, said: str) -> None:
    field = Field(either, {"guns": GUNS, "scout": ("Scout Tripod", [(52, y)])})
    hill = Terrain(name="hill", kind="hill", corners=((40, 52), (64, 52), (64, 57), (40, 57)))
    field.state = replace(field.state, terrain=(hill,))
    (objection,) = field.ruleset.objections(field.state, field.command(**AT_SCOUT), "human")
    assert objection.reason == f"Scout Tripod is {said} the Heavy Machine Gun of Heavy Machine Gun Squad"


@pytest.mark.rule("HOST-TRIPOD-1")
def test_lost_armor_makes_the_next_hit_easier(field: Field) -> None:
    before = field.targets(**AT_SCOUT)[1]
    field.change("scout", elements=(replace(field.unit("scout").elements[0], armor_lost=3),))
    assert before.startswith("to damage 9+")
    assert field.targets(**AT_SCOUT)[1].startswith("to damage 6+")


@pytest.mark.rule("HOST-HIT-6")
def test_every_element_in_range_fires_all_its_shots(either: Registry, dice: Callable[..., DiceTray]) -> None:
    spread = ("Heavy Machine Gun Squad", [(50, 50), (52, 50), (54, 20)])
    field = Field(either, {"guns": spread, "scout": ("Scout Tripod", [(52, 60)])})
    (fired,) = field.order(dice((1, 1, 1, 1, 1, 1)), "human", **AT_SCOUT)
    assert fired["shots"] == 6


@pytest.mark.rule("HOST-HIT-5")
def test_small_targets_are_removed_the_nearest_first(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = Field(either, {"squad": SQUAD, "walker": ("Dominator Tripod", [(50, 60)])}, first="martian")
    rays = {"type": "host.shoot", "unit": "walker", "weapon": "Heavy Heat Ray", "target": "squad"}
    fired, lost = field.order(dice((5, 10), (2, 1)), "martian", **rays)
    assert (fired["shots"], fired["hits"], fired["damaging"]) == (2, 2, 1)
    assert lost == {"type": "host.elements_lost", "unit": "squad", "elements": ["squad-1"]}
    assert [element.id for element in field.unit("squad").elements] == ["squad-2", "squad-3", "squad-4", "squad-5"]


@pytest.mark.rule("HOST-HIT-5")
@pytest.mark.parametrize(("x", "y", "first"), [(58, 60, "squad-5"), (54, 60, "squad-3"), (50, 40, "squad-1")])
def test_the_nearest_is_the_nearest_on_whichever_side(
    either: Registry, dice: Callable[..., DiceTray], x: float, y: float, first: str
) -> None:
    field = Field(either, {"squad": SQUAD, "walker": ("Assault Tripod", [(x, y)])}, first="martian")
    rays = {"type": "host.shoot", "unit": "walker", "weapon": "Heavy Heat Ray", "target": "squad"}
    assert field.order(dice((5,), (2,)), "martian", **rays)[1]["elements"] == [first]


@pytest.mark.rule("HOST-HIT-5")
def test_a_unit_goes_with_its_last_element(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = Field(
        either,
        {"car": ("Armored Infantry Carrier", [(50, 50)]), "walker": ("Assault Tripod", [(50, 60)])},
        first="martian",
    )
    field.order(dice((4,), (4,)), "martian", type="host.shoot", unit="walker", weapon="Heavy Heat Ray", target="car")
    assert not field.state.in_play("car")
    assert [unit.id for unit in field.state.fallen] == ["car"]
    assert field.state.winner == "martian"
    assert field.ruleset.over(field.state) == "martian"
    assert list(field.ruleset.legal(field.state, "martian")) == []
    assert field.objections("martian", type="host.end_phase")


@pytest.mark.rule("HOST-COVER-1")
def test_a_unit_in_cover_is_harder_to_hit(either: Registry) -> None:
    for cover, hit, damage in (("soft", "6+", "2+"), ("hard", "7+", "2+"), ("fortified", "8+", "2+")):
        field = Field(
            either,
            {"squad": SQUAD, "walker": ("Assault Tripod", [(50, 60)])},
            first="martian",
            marks={"squad": {"cover": cover}},
        )
        rays = {"type": "host.shoot", "unit": "walker", "weapon": "Heavy Heat Ray", "target": "squad"}
        spelled = [
            field.ruleset.spell(target) for target in field.ruleset.questions(field.state, field.command(**rays))[0].targets
        ]
        assert spelled == [hit, damage]


@pytest.mark.rule("HOST-TRIPOD-2")
def test_a_stunned_tripod_does_not_fire_in_its_next_combat_and_does_in_the_one_after(either: Registry) -> None:
    field = Field(either, {"guns": GUNS, "scout": ("Scout Tripod", [(52, 60)])}, first="martian")
    rays = {"type": "host.shoot", "unit": "scout", "weapon": "Medium Heat Ray", "target": "guns"}
    field.mark("scout", "stunned")
    assert field.objections("martian", **rays) == ["HOST-TRIPOD-2"]
    end = field.ruleset.decide(
        field.state, field.command(type="host.end_phase"), DiceTray(lambda ask: pytest.fail(ask.label))
    )
    for event in end:
        field.state = field.ruleset.evolve(field.state, event)
    assert "stunned" not in field.marks("scout")
    field.go_to("first.combat", turn=2)
    assert field.objections("martian", **rays) == []


@pytest.mark.rule("HOST-TRIPOD-2")
def test_a_tripod_stunned_in_its_own_combat_sits_out_the_one_after(either: Registry) -> None:
    field = Field(either, {"guns": GUNS, "scout": ("Scout Tripod", [(52, 60)])}, first="martian")
    rays = {"type": "host.shoot", "unit": "scout", "weapon": "Medium Heat Ray", "target": "guns"}
    field.mark("scout", "stunned", phase_of(field.state))  # a friend's sweep, a wreck that blew up
    assert field.objections("martian", **rays) == []
    end = field.ruleset.decide(
        field.state, field.command(type="host.end_phase"), DiceTray(lambda ask: pytest.fail(ask.label))
    )
    for event in end:
        field.state = field.ruleset.evolve(field.state, event)
    field.go_to("first.combat", turn=2)
    assert field.objections("martian", **rays) == ["HOST-TRIPOD-2"]


@pytest.mark.rule("HOST-TRIPOD-2")
def test_a_weapon_that_was_hit_fires_no_more(either: Registry) -> None:
    field = Field(either, {"guns": GUNS, "dom": ("Dominator Tripod", [(52, 60)])}, phase="second.combat")
    rays = {"type": "host.shoot", "unit": "dom", "weapon": "Heavy Heat Ray", "target": "guns"}
    hit = Fraction(6, 10) * Fraction(9, 10)
    assert dict(field.odds(**rays)) == {0: (1 - hit) ** 2, 1: 2 * hit * (1 - hit), 2: hit**2}
    (element,) = field.unit("dom").elements
    field.change("dom", elements=(replace(element, weapons_out=("Heavy Heat Ray",)),))
    assert dict(field.odds(**rays)) == {0: 1 - hit, 1: hit}
    field.change("dom", elements=(replace(element, weapons_out=("Heavy Heat Ray", "Heavy Heat Ray")),))
    assert field.objections("martian", **rays)


@pytest.mark.rule("HOST-TRIPOD-2", "HOST-TRIPOD-3")
def test_a_tripod_that_explodes_burns_what_is_within_3_inches(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = Field(
        either,
        {
            "guns": GUNS,
            "near": ("US Command Squad", [(52, 64.5), (52, 56.5), (52, 56.49)]),
            "scout": ("Scout Tripod", [(52, 60)]),
            "drones": ("Drones", [(55, 60), (80, 80), (83, 80)]),
        },
    )
    # A base of 1 inch is touched when its centre is within 3.5 inches of the tripod's, one of 1.5 inches within 3.75.
    handfuls = ((10, 1, 1, 1, 1, 1, 1, 1, 1), (10,), (10,), (2,), (4,))
    tray = dice(*handfuls)
    happened = field.order(tray, "human", **AT_SCOUT)
    assert happened[1]["exploded"]
    assert [(roll.ask.subject, roll.ask.means) for roll in tray.log[3:]] == [
        ("near-2", "explosion of Scout Tripod"),
        ("drones-1", "explosion of Scout Tripod"),
    ]
    assert happened[2:] == [
        {"type": "host.elements_lost", "unit": "near", "elements": ["near-2"]},
        {"type": "host.elements_lost", "unit": "drones", "elements": ["drones-1"]},
    ]


@pytest.mark.rule("HOST-TRIPOD-2", "HOST-HIDE-1")
def test_an_explosion_spares_who_is_hidden(either: Registry, dice: Callable[..., DiceTray]) -> None:
    """A marker may be a dummy or a tripod: nothing is rolled for it, so that nobody learns which."""
    units: Units = {"guns": GUNS, "scout": ("Scout Tripod", [(52, 60)]), "lurker": ("Assault Tripod", [(52, 63)])}
    field = Field(either, units, marks={"lurker": {"hidden": "A"}})
    happened = field.order(dice((10, 1, 1, 1, 1, 1, 1, 1, 1), (10,), (10,)), "human", **AT_SCOUT)
    assert [one["type"] for one in happened] == ["host.fired", "host.tripod_damaged"]
    assert happened[1]["exploded"]
    assert field.unit("lurker").elements[0].armor_lost == 0


@pytest.mark.rule("HOST-TRIPOD-1", "HOST-TRIPOD-3")
@pytest.mark.parametrize(("armor_lost", "points"), [(0, 3), (6, 3), (7, 3), (8, 2), (9, 1)])
def test_the_log_has_the_armor_that_was_there_to_lose(
    either: Registry, dice: Callable[..., DiceTray], armor_lost: int, points: int
) -> None:
    """Three points off a Scout with Armor 10; a wreck that loses its last ones rolls whether it explodes."""
    field = Field(either, {"guns": GUNS, "scout": ("Scout Tripod", [(52, 60)])})
    field.change("scout", elements=(replace(field.unit("scout").elements[0], armor_lost=armor_lost),))
    wreck = ((1,),) if armor_lost + 3 >= 10 else ()
    happened = field.order(dice((10, 1, 1, 1, 1, 1, 1, 1, 1), (10,), (9,), *wreck), "human", **AT_SCOUT)
    assert (happened[1]["points"], happened[1]["destroyed"]) == (points, bool(wreck))


@pytest.mark.rule("HOST-COVER-1")
@pytest.mark.parametrize(
    ("elements", "inside", "hit"), [(5, 2, "5+"), (5, 3, "6+"), (4, 1, "5+"), (4, 2, "6+"), (3, 1, "5+"), (1, 1, "6+")]
)
def test_a_unit_has_the_cover_that_half_of_its_elements_have(either: Registry, elements: int, inside: int, hit: str) -> None:
    field = Field(either, {"squad": SQUAD, "walker": ("Assault Tripod", [(50, 60)])}, first="martian")
    field.change("squad", elements=field.unit("squad").elements[:elements])
    edge = 49 + 2 * inside
    wood = Terrain(name="wood", kind="wood", corners=((49, 49.5), (edge, 49.5), (edge, 50.5), (49, 50.5)))
    field.state = replace(field.state, terrain=(wood,))
    rays = {"type": "host.shoot", "unit": "walker", "weapon": "Heavy Heat Ray", "target": "squad"}
    assert field.targets(**rays)[0].startswith(f"to hit {hit}")


@pytest.mark.rule("HOST-TRIPOD-2")
def test_whether_an_explosion_rolls_to_hit_is_a_ruling(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = Field(
        either,
        {"guns": GUNS, "near": ("Armored Infantry Carrier", [(52, 57)]), "scout": ("Scout Tripod", [(52, 60)])},
        rulings={"explosion_hits": "rolled"},
    )
    happened = field.order(dice((10, 1, 1, 1, 1, 1, 1, 1, 1), (10,), (10,), (4,), (5,)), "human", **AT_SCOUT)
    assert happened[2:] == [{"type": "host.elements_lost", "unit": "near", "elements": ["near"]}]


def test_an_explosion_can_set_off_another(either: Registry, dice: Callable[..., DiceTray]) -> None:
    field = Field(either, {"guns": GUNS, "scout": ("Scout Tripod", [(52, 60)]), "walker": ("Assault Tripod", [(55, 60)])})
    happened = field.order(dice((10, 1, 1, 1, 1, 1, 1, 1, 1), (10,), (10,), (8,), (10,)), "human", **AT_SCOUT)
    assert [(one["type"], one["unit"]) for one in happened[1:]] == [
        ("host.tripod_damaged", "scout"),
        ("host.tripod_damaged", "walker"),
    ]
    assert field.state.winner == "human"


# -- what is refused --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOST-ORDER-1", "HOST-FIRE-1", "HOST-TURN-1")
@pytest.mark.parametrize(
    ("player", "changes", "rules"),
    [
        ("martian", {}, {"HOST-TURN-1"}),
        ("human", {"unit": "nobody"}, {"HOST-ORDER-1"}),
        ("human", {"unit": "scout"}, {"HOST-TURN-1"}),
        ("human", {"target": "nobody"}, {"HOST-FIRE-1"}),
        ("human", {"target": "guns"}, {"HOST-FIRE-1"}),
        ("human", {"weapon": "Death Ray"}, {"HOST-ORDER-1"}),
        ("human", {"weapon": ""}, {"HOST-ORDER-1"}),
        ("Martian", {}, {"HOST-ORDER-1"}),
        ("", {}, {"HOST-ORDER-1"}),
    ],
)
def test_orders_that_make_no_sense_meet_an_objection(
    field: Field, player: str, changes: dict[str, str], rules: set[str]
) -> None:
    assert set(field.objections(player, **{**AT_SCOUT, **changes})) == rules


@pytest.mark.rule("HOST-FIRE-1")
def test_a_weapon_fires_once_a_phase_whatever_the_case_it_is_written_in(field: Field, dice: Callable[..., DiceTray]) -> None:
    field.order(dice((1,) * 9), "human", **AT_SCOUT)
    for name in ("Heavy Machine Gun", "heavy machine gun", "HEAVY MACHINE GUN"):
        assert "HOST-FIRE-1" in field.objections("human", **{**AT_SCOUT, "weapon": name, "target": "walker"})


@pytest.mark.parametrize("phase", ["first.first-movement", "first.second-movement", "second.first-movement", "end"])
def test_shooting_is_for_the_combat_phase(field: Field, phase: str) -> None:
    field.go_to(phase)
    assert "HOST-TURN-1" in field.objections("human", **AT_SCOUT)


@pytest.mark.parametrize(("gap", "allowed"), [(20.0, True), (20.0000005, True), (20.001, False)])
def test_range_is_measured_between_the_edges(either: Registry, gap: float, allowed: bool) -> None:
    """A squad's base has a radius of 0.75 inches, a Scout's of 1."""
    far = ("Heavy Machine Gun Squad", [(50, 50), (50, 48), (50, 46)])
    field = Field(either, {"guns": far, "scout": ("Scout Tripod", [(50, 51.75 + gap)])})
    assert (field.objections("human", **AT_SCOUT) == []) is allowed


def test_a_unit_that_ran_does_not_shoot(field: Field) -> None:
    field.mark("guns", "routed")
    assert "HOST-MORALE-2" in field.objections("human", **AT_SCOUT)


# -- offers -----------------------------------------------------------------------------------------------------------------


def test_offers_are_what_is_allowed(field: Field) -> None:
    offered = [offer.command for offer in field.ruleset.legal(field.state, "human")]
    for command in offered:
        assert field.ruleset.objections(field.state, command, "human") == ()
    assert field.command(**AT_SCOUT) in offered
    assert field.command(**{**AT_SCOUT, "target": "walker"}) in offered
