"""Aircraft that meet tripods in the laboratory: the first exchange has the chances of the orders that play it on a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.play.events import PlainEvent
from aqmf_air.games.martian_aircraft.chapters.attack_runs import best_arc, posts
from aqmf_air.games.martian_aircraft.chapters.suicide_run import RUN
from aqmf_air.games.martian_front.lab.conduct import FrontTerms, Machine, MeetingRules, State, Troop
from aqmf_air.games.martian_front.lab.skirmish import Skirmish
from aqmf_air.games.martian_front.state import Game
from aqmf_air.lab.markov_chain import kernel
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field
from tests.odds.test_against_game import ABOUT, CIRCLE, END, Order, facing, played, row

D8, CAMEL, BREGUET = "Burgess-Dunne D8", "Sopwith Camel", "Breguet 14 B2"
SCOUT, ASSAULT, DOMINATOR = "Scout Tripod", "Assault Tripod", "Dominator Tripod"
AHEAD = [{"straight": 10}]


def skirmish_of(registry: Registry, unit: str, tripod: str, **terms: Any) -> Skirmish:
    ruleset: Any = registry.ruleset("aqmf")
    book = MeetingRules(ruleset, ruleset.rulings(), FrontTerms(**terms))
    return Skirmish(book, (ruleset.unit_type(unit),), (ruleset.unit_type(tripod),))


def on_the_table(registry: Registry, unit: str, tripod: str, aircraft: int) -> Field:
    """The unit over the tripod, and others far away, so that neither side is ever beaten."""
    units = {"a": (unit, row(3, 50, 1)), "b": (tripod, row(1, 50))}
    units |= {"d": ("US Infantry", row(5, 5)), "e": (SCOUT, [(50, 190)])}
    rulings = {"explosions_reach_aircraft": "never"}
    field = Field(registry, units, phase="first.first-movement", rulings=rulings)
    field.change("a", elements=field.unit("a").elements[:aircraft])
    return field


def seen_as(skirmish: Skirmish, loaded: bool) -> Any:
    """What a game says of the two units, as the laboratory has it."""

    def seen(game: Game, events: Sequence[PlainEvent]) -> tuple[Any, ...]:
        troop = Troop(0)
        if game.in_play("a"):
            unit = game.unit("a")
            troop = Troop(len(unit.elements), loaded, "rams" if unit.has(RUN) and game.in_play("b") else "")
        machine = Machine(0)
        if game.in_play("b"):
            tripod = game.unit("b")
            (element,) = tripod.elements
            kind = game.type_of(tripod)
            weapons = [mount.weapon.name for mount in kind.weapons for _ in range(mount.count)]
            for hit in element.weapons_out:
                weapons.remove(hit)
            machine = Machine(kind.armor - element.armor_lost, tuple(weapons), element.weapons_out, tripod.has("stunned"))
        return troop, skirmish.what_matters(machine, 0)

    return seen


def met(odds: Odds[State]) -> dict[Any, Any]:
    return dict(odds.map(lambda state: (state.human[0], state.martian[0])))


def attack(field: Field, unit: str) -> list[Order]:
    """All bombs one by one where the aircraft are, then the guns of the best arc at the tripod."""
    kind = field.ruleset.unit_type(unit)
    bombs = [
        mount.weapon.name.split()[0].lower()
        for mount in kind.weapons
        if mount.weapon.kind == "bomb"
        for _ in range(mount.count)
    ]
    drops = [{"at": 0.01 * number, name: 1} for number, name in enumerate(bombs)]
    path = ABOUT if best_arc(kind) == "forward" else AHEAD
    fire = [{"type": "host.shoot", "unit": "a", "weapon": mount.weapon.name, "target": "b"} for mount in posts(kind)]
    return [{"type": "aircraft.fly", "unit": "a", "flights": [{"path": path, "drops": drops}]}, END, *fire]


def begun(skirmish: Skirmish, aircraft: int) -> State:
    """The start, with so many aircraft left of the unit."""
    (start,) = skirmish.starts("human")
    return start._replace(human=(start.human[0]._replace(elements=aircraft),))


TOLD = ("nothing",)
"""No event is looked at, so that ways that are alike meet."""
UNITS = (D8, CAMEL, "Nieuport 17", "Junkers J.I", "Bristol F.2B Fighter", "Fokker Dr.I", "Sikorsky S-16")
TRIPODS = (SCOUT, ASSAULT, DOMINATOR)
PAIRINGS = [(unit, tripod, 1) for unit in UNITS for tripod in TRIPODS if (unit, tripod) != (CAMEL, DOMINATOR)]


@pytest.mark.further(every=7)
@pytest.mark.parametrize(("unit", "tripod", "aircraft"), PAIRINGS[::2])  # tests/nightly has the others
def test_the_first_attack_is_that_of_the_orders(registry: Registry, unit: str, tripod: str, aircraft: int) -> None:
    field, skirmish = on_the_table(registry, unit, tripod, aircraft), skirmish_of(registry, unit, tripod)
    start = begun(skirmish, aircraft)
    chain = kernel(skirmish.half_turn, start, over=lambda state: state != start)
    found = played(field, *attack(field, unit), seen=seen_as(skirmish, loaded=False), told=TOLD)
    assert met(chain.after(1, start)) == dict(found)


@pytest.mark.further
def test_an_exchange_is_that_of_the_orders(registry: Registry) -> None:
    field, skirmish = on_the_table(registry, D8, SCOUT, 2), skirmish_of(registry, D8, SCOUT)
    start = begun(skirmish, 2)
    chain = kernel(skirmish.half_turn, start, over=lambda state: state.acts == "human" and state != start)
    ray = {"type": "host.shoot", "unit": "b", "weapon": "Medium Heat Ray", "target": "a"}
    circle = {"type": "aircraft.fly", "unit": "a", "flights": [{"path": CIRCLE}]}
    wild = [
        {"type": "host.roll_for_weapon", "unit": "b", "weapon": "Medium Heat Ray"},
        {"type": "host.fire_wild", "unit": "b", "weapon": "Medium Heat Ray", "target": "a"},
    ]
    steps = [*attack(field, D8), END, circle, END, END, ray, *wild, END]
    assert met(chain.after(2, start)) == dict(played(field, *steps, seen=seen_as(skirmish, loaded=False), told=TOLD))


def test_what_stands_on_the_ground_is_shot_at_routs_and_rallies_as_by_the_orders(registry: Registry) -> None:
    """A turn in which the tripod is first: its ray, morale, the rifles of those that stand, the end phase."""
    infantry = "US Infantry"
    ruleset: Any = registry.ruleset("aqmf")
    book = MeetingRules(ruleset, ruleset.rulings(), FrontTerms(range=10))
    skirmish = Skirmish(book, (ruleset.unit_type(infantry),), (ruleset.unit_type(ASSAULT),))
    (start,) = skirmish.starts("martian")
    start = start._replace(human=(start.human[0]._replace(elements=2),))
    chain = kernel(skirmish.half_turn, start, over=lambda state: state.acts == "martian" and state != start)
    units = {"d": ("Drones", row(3, 150)), "e": (SCOUT, [(50, 150)]), "f": (infantry, row(5, 190))}
    field = facing(registry, ASSAULT, infantry, gap=10, units=units)
    field.change("b", elements=field.unit("b").elements[:2])
    ray = {"type": "host.shoot", "unit": "a", "weapon": "Heavy Heat Ray", "target": "b"}
    rifles = {"type": "host.shoot", "unit": "b", "weapon": "Rifle", "target": "a"}

    def seen(game: Game, events: Sequence[PlainEvent]) -> tuple[int, bool, int, bool]:
        unit = game.unit("b") if game.in_play("b") else None
        armor = 11 - game.unit("a").elements[0].armor_lost if game.in_play("a") else 0
        return (
            len(unit.elements) if unit else 0,
            bool(unit and unit.has("routed")),
            armor,
            game.in_play("a") and game.unit("a").has("stunned"),
        )

    found = played(field, ray, END, END, END, rifles, END, END, END, seen=seen, told=TOLD, over=("HOST-MORALE-2",))

    def met_as(state: State) -> tuple[int, bool, int, bool]:
        troop, machine = state.human[0], state.martian[0]
        assert isinstance(machine, Machine)
        return troop.elements, troop.nerve == "routed", machine.armor, machine.stunned

    assert dict(chain.after(2, start).map(met_as)) == dict(found)
