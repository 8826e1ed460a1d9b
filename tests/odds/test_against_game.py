"""Every question of ``aqmf odds`` against the orders that it speaks of: the same units on a table, every way it can go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import Odds, chances
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.events import PlainEvent
from aqmf_air.games.martian_aircraft.chapters.suicide_run import RUN
from aqmf_air.games.martian_front.chapters.damage import blast, blown, damage_unit
from aqmf_air.games.martian_front.chapters.measuring import under
from aqmf_air.games.martian_front.state import Game, without_unit
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Place
from tests.odds.answers import asked, chances_of

D8, BREGUET = "Burgess-Dunne D8", "Breguet 14 B2"
Order = dict[str, Any]
Seen = Callable[[Game, Sequence[PlainEvent]], Any]


def odds(question: str, key: str) -> dict[Any, Any]:
    return chances_of(question, key)


def played(
    field: Field, *steps: Order, seen: Seen, told: Sequence[str] = (), over: Sequence[str] = ("HOST-TRIPOD-2",)
) -> Odds[Any]:
    """The chances of orders one after the other, each given wherever its units are still there and it is allowed.

    ``told``: types of events that ``seen`` looks at, if not all; the fewer, the sooner ways that are alike meet.
    ``by`` of an order is who gives it, if not the side whose phase it is.
    ``over``: the rules that may have forbidden an order by then: a tripod is stunned, or without its weapon.
    """
    start, ruleset = field.state, field.ruleset
    by = [step.get("by", "") for step in steps]
    commands = [field.command(**{name: value for name, value in step.items() if name != "by"}) for step in steps]
    carried_out = set[int]()

    @cache
    def refused(at: int, game: Game) -> list[str]:
        return [one.rule for one in ruleset.objections(game, commands[at], by[at] or game.active[0])]

    def step(dice: Dice, so_far: tuple[int, Game, tuple[PlainEvent, ...]]) -> tuple[int, Game, tuple[PlainEvent, ...]]:
        at, game, before = so_far
        order, named = commands[at], [steps[at][one] for one in ("unit", "target") if one in steps[at]]
        if game.winner or not all(map(game.in_play, named)):
            return at + 1, game, before
        if against := refused(at, game):
            assert set(against) <= set(over), against
            return at + 1, game, before
        carried_out.add(at)
        events = ruleset.decide(game, order, dice)
        for event in events:
            game = ruleset.evolve(game, event)
        return at + 1, game, (*before, *(event for event in events if not told or event.type in told))

    def rule(dice: Dice) -> Any:
        _, game, events = dice.fold(len(steps), (0, start, ()), step)
        return seen(game, events)

    found = chances(rule)
    assert carried_out == set(range(len(steps))), "an order is never carried out"
    return found


def first(kind: str, name: str) -> Callable[[Game, Sequence[PlainEvent]], Any]:
    """A field of the first event of a type; of a tuple its length."""

    def seen(game: Game, events: Sequence[PlainEvent]) -> Any:
        value = getattr(next(one for one in events if one.type == kind), name)
        return len(value) if isinstance(value, tuple) else value

    return seen


def left_of(name: str) -> Callable[[Game, Sequence[PlainEvent]], int]:
    """How many elements a unit has left."""
    return lambda game, events: len(game.unit(name).elements) if game.in_play(name) else 0


def armor_of(name: str, armor: int) -> Callable[[Game, Sequence[PlainEvent]], int]:
    """How much Armor a tripod has left."""
    return lambda game, events: armor - game.unit(name).elements[0].armor_lost if game.in_play(name) else 0


def row(n: int, y: float, apart: float = 1.5) -> list[Place]:
    return [(50 + apart * (number - (n - 1) / 2), y) for number in range(n)]


def facing(registry: Registry, attacker: str, target: str, gap: float = 8, **more: Any) -> Field:
    """Two units, one before the other."""
    ruleset: Any = registry.ruleset("aqmf")
    sizes = [ruleset.unit_type(name).elements for name in (attacker, target)]
    units = {"a": (attacker, row(sizes[0], 50)), "b": (target, row(sizes[1], 50 + gap)), **more.pop("units", {})}
    return Field(registry, units, first=ruleset.unit_type(attacker).side, **more)


# -- shots ----------------------------------------------------------------------------------------------------------------

SHOTS = [
    ("Heavy Machine Gun Squad", "Scout Tripod"),
    ("US Infantry", "Assault Tripod"),
    ("Mk II Tank Platoon", "Drones"),
    ("Scout Tripod", "US Infantry"),
    ("Dominator Tripod", "Mk III Tank Platoon"),
    ("Drones", "US Command Squad"),
    ("Assault Tripod", D8),
    (D8, "Dominator Tripod"),
    (BREGUET, "Drones"),
]


@pytest.mark.further(every=8)
@pytest.mark.parametrize(("attacker", "target"), SHOTS)
def test_shoot(registry: Registry, attacker: str, target: str) -> None:
    walker = {"c": ("Assault Tripod", [(60, 50)])} if attacker == "Drones" else {}
    field = facing(registry, attacker, target, units=walker)
    question = asked(f'shoot --attacker "{attacker}" --target "{target}"')
    weapon = dict(question.facts)["weapon"]
    order = {"type": "host.shoot", "unit": "a", "weapon": weapon, "target": "b"}
    assert field.objections(field.unit("a").side, **order) == []
    assert odds(f'shoot --attacker "{attacker}" --target "{target}"', "damaging") == dict(
        played(field, order, seen=first("host.fired", "damaging"))
    )
    kind = field.ruleset.unit_type(target)
    if kind.kind == "tripod":
        assert dict(question.line("armor").odds) == dict(played(field, order, seen=armor_of("b", kind.armor)))
    else:
        left = played(field, order, seen=left_of("b"))
        assert dict(question.line("removed").odds) == {kind.elements - n: chance for n, chance in left.items()}


@pytest.mark.parametrize("reroll", [False, True])
@pytest.mark.parametrize("target", ["US Infantry", "Heavy Machine Gun Squad", D8, "Armored Infantry Carrier"])
def test_shoot_then_morale(registry: Registry, target: str, reroll: bool) -> None:
    """By sharing the phase's end: who lost elements tests then."""
    near = {"squad": ("US Command Squad", row(3, 62))} if reroll else {}
    field = facing(registry, "Dominator Tripod", target, gap=10, units=near)
    order = {"type": "host.shoot", "unit": "a", "weapon": "Heavy Heat Ray", "target": "b"}

    def stands(game: Game, events: Sequence[PlainEvent]) -> str:
        if not game.in_play("b") and not any(one.type == "host.unit_left" for one in events):
            return "destroyed"
        tests = [one for one in events if one.type == "host.morale_tested"]
        if not tests:
            return "unhurt"
        return {"stands": "pass", "fails": "fail"}.get(tests[0].result, "suicide")  # type: ignore[attr-defined]

    question = f'shoot --attacker "Dominator Tripod" --weapon "Heavy Heat Ray" --target "{target}" --morale'
    found = odds(question + (" --reroll" if reroll else ""), "morale")
    assert found == dict(played(field, order, {"type": "host.end_phase"}, seen=stands))


# -- templates ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attacker", ["Assault Tripod", "Dominator Tripod", "Scout Tripod"])
@pytest.mark.parametrize("target", ["US Infantry", "Mk II Tank Platoon", D8])
def test_sweep(registry: Registry, attacker: str, target: str) -> None:
    field = facing(registry, attacker, target, gap=10)
    question = f'sweep --attacker "{attacker}" --target "{target}" --targets 3'
    weapon = next(
        mount.weapon.name for mount in field.ruleset.unit_type(attacker).weapons if mount.weapon.kind == "heat-ray"
    )
    order = {"type": "host.sweep", "unit": "a", "weapon": weapon, "x": 50, "y": 60, "direction": 90}
    field.change(
        "b", elements=tuple(replace(one, x=48.5 + 1.5 * number) for number, one in enumerate(field.unit("b").elements[:3]))
    )
    assert odds(question, "damaging") == dict(played(field, order, seen=first("host.swept", "damaged")))


@pytest.mark.parametrize(("attacker", "pieces"), [("Field Gun Battery", 3), ("Heavy Field Gun Battery", 1)])
@pytest.mark.parametrize(("target", "under"), [("Scout Tripod", 1), ("Drones", 3)])
def test_barrage(registry: Registry, attacker: str, pieces: int, target: str, under: int) -> None:
    field = facing(registry, attacker, target, gap=20)
    field.change("b", elements=tuple(replace(one, x=49.5 + 0.5 * n, y=70) for n, one in enumerate(field.unit("b").elements)))
    weapon = field.ruleset.unit_type(attacker).weapons[0].weapon.name
    order = {
        "type": "host.barrage",
        "unit": "a",
        "weapon": weapon,
        "target": "b",
        "element": field.unit("b").elements[-1].id,
    }
    question = f'barrage --attacker "{attacker}" --target "{target}" --targets {under} --pieces {pieces}'
    assert odds(question, "damaging") == dict(played(field, order, seen=first("host.barraged", "damaged")))
    if under == 1:
        assert odds(question, "armor") == dict(played(field, order, seen=armor_of("b", 10)))


def test_barrage_over_several_kinds(registry: Registry) -> None:
    field = facing(registry, "Field Gun Battery", "Drones", gap=20, units={"c": ("Scout Tripod", [(50, 70.9)])})
    field.change("b", elements=tuple(replace(one, x=49.5 + 0.5 * n, y=70) for n, one in enumerate(field.unit("b").elements)))
    order = {"type": "host.barrage", "unit": "a", "weapon": "Field Gun", "target": "b", "element": "b-2"}
    question = 'barrage --attacker "Field Gun Battery" --target Drones --targets 3 --pieces 3 --also "Scout Tripod"'
    assert odds(question, "damaging") == dict(played(field, order, seen=first("host.barraged", "damaged")))


@pytest.mark.parametrize(("target", "near"), [("US Infantry", 3), ("Drones", 2), ("Scout Tripod", 1)])
def test_explosion(registry: Registry, target: str, near: int) -> None:
    """Beside the wreck: as many elements as its blast touches."""
    places = [(50 + 0.4 * number, 51 if number < near else 90) for number in range(5)]
    kind: Any = registry.ruleset("aqmf")
    field = Field(registry, {"a": ("Assault Tripod", [(50, 50)]), "b": (target, places[: kind.unit_type(target).elements])})
    game, rules = without_unit(field.state, "a", "destroyed"), field.ruleset.rules
    (touched,) = [
        elements for unit, elements in under(game, rules, blast(field.unit("a").elements[0]), "in blast") if unit.id == "b"
    ]

    def rule(dice: Dice) -> int:
        return len(blown(game, rules, dice, game.unit("b"), touched, "human"))

    assert odds(f'explosion --target "{target}" --targets {near}', "damaging") == dict(chances(rule))


def test_die_off(registry: Registry) -> None:
    field = facing(registry, "Scout Tripod", "US Infantry", gap=60, phase="first.first-movement")
    field.mark("a", "immobile")
    order = {"type": "host.stagger", "unit": "a"}
    assert odds("die-off", "outcomes") == dict(played(field, order, seen=first("host.legs_rolled", "winner")))
    assert odds("die-off", "inches") == dict(played(field, order, seen=first("host.legs_rolled", "inches")))


@pytest.mark.parametrize("attacks", [1, 2, 3])
def test_tripod(registry: Registry, attacks: int) -> None:
    """Damaging hits as an order has them."""
    field = facing(registry, D8, "Scout Tripod")
    game, rules = field.state, field.ruleset.rules

    def rule(dice: Dice) -> int:
        after = game
        for event in damage_unit(game, rules, dice, "b", attacks):
            after = event.apply(after)
        return armor_of("b", 10)(after, ())

    assert odds(f'tripod --unit "Scout Tripod" --attacks {attacks}', "armor") == dict(chances(rule))


# -- nerves ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "lost", "options"),
    [
        ("US Infantry", 1, ""),
        ("US Infantry", 3, "--reroll"),
        (D8, 1, "--aircraft"),
        (D8, 2, "--aircraft --last-element"),
        (D8, 2, "--aircraft --last-element --reroll"),
    ],
)
def test_morale(registry: Registry, kind: str, lost: int, options: str) -> None:
    near = {"squad": ("US Command Squad", row(3, 54))} if "reroll" in options else {}
    field = facing(registry, kind, "Assault Tripod", gap=40, units=near)
    field.change("a", elements=field.unit("a").elements[lost:], lost=lost)
    tested = played(field, {"type": "host.end_phase"}, seen=first("host.morale_tested", "result"))
    named = {"stands": "pass", "fails": "fail", "a natural 10": "suicide"}
    assert odds(f"morale --lost {lost} {options}", "outcomes") == {named[one]: chance for one, chance in tested.items()}


def test_rally(registry: Registry) -> None:
    field = facing(registry, "US Infantry", "Assault Tripod", gap=60, phase="end")
    field.mark("a", "routed")
    tried = played(field, {"type": "host.end_phase"}, seen=first("host.rallied", "rallied"))
    assert odds("rally", "outcomes") == {"pass": tried[True], "fail": tried[False]}


# -- the turn -------------------------------------------------------------------------------------------------------------


def test_initiative(registry: Registry) -> None:
    field = facing(registry, "US Infantry", "Scout Tripod", phase="initiative")
    rolled = played(field, {"type": "host.roll_initiative"}, seen=first("host.initiative_rolled", "winner"))
    assert odds("initiative", "one_roll") == dict(rolled)


def test_reserves(registry: Registry) -> None:
    from aqmf_air.games.martian_front.state import Reserve

    field = facing(registry, "US Infantry", "Scout Tripod", gap=60, phase="first.first-movement")
    late = replace(
        field.unit("a"), id="late", elements=tuple(replace(one, x=one.x + 30) for one in field.unit("a").elements)
    )
    field.state = replace(field.state, reserves=(Reserve(unit=late, turn=1),))
    called = played(field, {"type": "host.call_reserves"}, seen=first("host.arrived", "result"))
    assert odds("reserves", "outcomes") == dict(called)


# -- eyes in the air ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "radio"), [("Martin S", True), ("R.A.F. B.E.2c", False)])
def test_spot(registry: Registry, kind: str, radio: bool) -> None:
    field = facing(registry, kind, "Assault Tripod", gap=40)
    assert field.ruleset.unit_type(kind).has("Radio") == radio
    order = {"type": "aircraft.spot", "unit": "a", "target": "b"}
    seen = played(field, order, seen=first("aircraft.spotting_tried", "seen"))
    found = odds("spot --radio" if radio else "spot --no-radio", "outcomes")
    assert found == {"pass": seen[True], "fail": seen[False]}


@pytest.mark.parametrize("scouts", [1, 2])
def test_scout(registry: Registry, scouts: int) -> None:
    """By the ruling ``scout_rolls`` as it is by default: each scout looks for all that is still hidden."""
    others = {name: ("Scout Tripod", [(20 * n, 90)]) for n, name in enumerate("cd", 1)}
    marks = {name: {"hidden": name.upper()} for name in "bcd"}
    field = facing(
        registry, "Salmson 2", "Assault Tripod", gap=40, marks=marks, units=others | {"z": ("Salmson 2", [(90, 50)])}
    )
    orders = [{"type": "aircraft.search", "unit": name} for name in "az"[:scouts]]

    def found(game: Game, events: Sequence[PlainEvent]) -> int:
        return sum(not game.unit(name).has("hidden") for name in "bcd")

    seen = played(field, *orders, seen=found, over=("AIR-SCOUT-2",))
    assert odds(f"scout --hidden 3 --scouts {scouts}", "discovered") == dict(seen)


@pytest.mark.parametrize("bombs", [0, 1])
@pytest.mark.parametrize("target", ["Scout Tripod", "Assault Tripod"])
def test_run(registry: Registry, target: str, bombs: int) -> None:
    field = facing(registry, D8, target, phase="first.first-movement")
    field.mark("a", RUN)
    (element, *_) = field.unit("a").elements
    field.change("a", elements=(replace(element, x=50, used=field.unit("a").elements[0].used),), lost=0)
    if not bombs:
        from aqmf_air.games.martian_front.state import StateMark

        field.change("a", elements=(replace(element, x=50, used=(StateMark(name="Light Bomb", value="1"),)),))
    question = f'run --bombs {bombs} --target "{target}"'
    order = {"type": "aircraft.run", "unit": "a"}
    rammed = played(field, order, seen=first("aircraft.rammed", "damaging"))
    damaging = odds(question, "damaging")
    assert damaging == {int(one): chance for one, chance in rammed.items()}


# -- a whole attack -------------------------------------------------------------------------------------------------------


def attack_of(field: Field, name: str, at: float) -> list[Order]:
    """All bombs of each aircraft, each at its own point, and the guns of the best arc."""
    kind = field.ruleset.unit_type(name)
    bombs = [
        ({"at": at + 0.01 * number, mount.weapon.name.split()[0].lower(): 1})
        for mount in kind.weapons
        if mount.weapon.kind == "bomb"
        for number in range(mount.count)
    ]
    path = [{"straight": kind.speed}]
    return [{"type": "aircraft.fly", "unit": "a", "flights": [{"path": path, "drops": bombs}]}]


@pytest.mark.parametrize("how", ["in-turn", "together"])
@pytest.mark.parametrize("target", ["Scout Tripod", "Assault Tripod"])
def test_attack_with_bombs(registry: Registry, target: str, how: str) -> None:
    rulings = {"bombs_resolve": how}
    units = {"a": (D8, [(49, 50), (50, 50), (51, 50)]), "b": (target, [(50, 55)])}
    field = Field(registry, units, phase="first.first-movement", rulings=rulings)
    orders = attack_of(field, D8, 5)
    armor = field.ruleset.unit_type(target).armor
    question = f'attack --attacker "{D8}" --target "{target}" --bombs apart --no-guns --no-answer --bombs-resolve {how}'
    assert odds(question, "armor") == dict(played(field, *orders, seen=armor_of("b", armor)))


ABOUT, CIRCLE = [{"straight": 4}, {"turn": 225, "side": "left"}], [{"turn": 360, "side": "left"}]
END: Order = {"type": "host.end_phase"}


@pytest.mark.further(every=3)
@pytest.mark.rule("AIR-BOMB-3", "AIR-GUN-3", "AIR-HIT-1", "AIR-HIT-2", "AIR-MORALE-1", "HOST-TRIPOD-2")
@pytest.mark.parametrize(
    ("target", "answering", "aircraft", "how"),
    [("Scout Tripod", "Assault Tripod", 2, "in-turn"), ("Drones", "", 3, "in-turn"), ("Drones", "", 3, "together")],
)  # tests/nightly has tripods under bombs that are resolved together
def test_a_whole_attack_and_what_it_costs(registry: Registry, target: str, answering: str, aircraft: int, how: str) -> None:
    """Bombs, guns, every ray that answers, and morale at the end of its combat, with all the phases between.

    Each aircraft drops its bomb where it starts, over the target, and comes about: all of it is before every gun again.
    """
    ruleset: Any = registry.ruleset("aqmf")
    kind = ruleset.unit_type(target)
    alone = kind.elements == 1
    units = {"a": (D8, row(3, 50, 1 if alone else 2)), "b": (target, row(kind.elements, 50, 2))}
    units |= {"d": ("US Infantry", row(5, 5)), "e": ("Scout Tripod", [(50, 190)])}  # neither side is ever beaten
    answers: list[Order] = []
    if answering:
        units["c"] = (answering, [(50, 72)])
        for name in "bc":
            ray = {"unit": name, "weapon": ruleset.unit_type(units[name][0]).weapons[0].weapon.name}
            answers.append({"type": "host.shoot", **ray, "target": "a"})
        ray |= {"unit": "b", "weapon": "Medium Heat Ray"}  # that of the target, if it was hit
        goes_off = {"type": "host.fire_wild", **ray, "target": "a"}
        answers += [{"type": "host.roll_for_weapon", **ray}, goes_off, {"type": "host.let_be", **ray, "by": "human"}]
    rulings = {"bombs_resolve": how, "explosions_reach_aircraft": "never"}
    field = Field(registry, units, phase="first.first-movement", rulings=rulings)
    field.change("a", elements=field.unit("a").elements[:aircraft])
    cover = {"in-turn": "none", "together": "hard"}[how]
    field.mark("b", "cover", cover)
    steps: list[Order] = [
        {"type": "aircraft.fly", "unit": "a", "flights": [{"path": ABOUT, "drops": [{"at": 0, "light": 1}]}]}, END,
        {"type": "host.shoot", "unit": "a", "weapon": "Heavy Machine Gun", "target": "b"}, END,
        {"type": "aircraft.fly", "unit": "a", "flights": [{"path": CIRCLE}]}, END,
        END,
        *answers, END,
    ]  # fmt: skip

    def came_of_it(game: Game, events: Sequence[PlainEvent]) -> tuple[int, int, str]:
        lost: Any = [one for one in events if one.type == "host.elements_lost"]
        tests: Any = [one for one in events if one.type == "host.morale_tested"]
        down = sum(len(one.elements) for one in lost if one.unit == "a")
        morale = {"stands": "pass", "fails": "fail", "a natural 10": "suicide"}[tests[0].result] if tests else "unhurt"
        hurt = armor_of("b", kind.armor)(game, ()) if alone else kind.elements - left_of("b")(game, ())
        return hurt, down, "destroyed" if down == aircraft else morale

    found = played(field, *steps, seen=came_of_it, told=("host.elements_lost", "host.morale_tested"))
    question = f'attack --attacker "{D8}" --aircraft {aircraft} --target "{target}" --bombs apart --bombs-resolve {how}'
    question += f" --cover {cover}"
    told = asked(question + (f' --answering "{answering}"' if answering else ""))
    for place, key in enumerate(("armor" if alone else "destroyed", "lost", "morale")):
        assert dict(told.line(key).odds) == dict(found.map(itemgetter(place)))
