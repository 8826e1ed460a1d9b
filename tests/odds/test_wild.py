"""Every question of ``aqmf odds``, and every preview, against the orders that they speak of, in wild states of scenarios.

What an order comes to is followed in every way that its own rule can go. ``AQMF_SEEDS=1000-4000`` draws other states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from operator import itemgetter
from random import Random
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import Odds, chances, chances_once
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.odds.answer import Answer
from aqmf_air.core.odds.query import Query
from aqmf_air.core.play.events import PlainEvent
from aqmf_air.errors import DataError, EnumerationLimitError, IllegalCommandError
from aqmf_air.games.martian_aircraft.chapters.bombing import Bombard
from aqmf_air.games.martian_aircraft.chapters.fly_order import Fly
from aqmf_air.games.martian_aircraft.chapters.scouting import ScoutSearch, Spot
from aqmf_air.games.martian_aircraft.chapters.suicide_run import RUN, Ram
from aqmf_air.games.martian_aircraft.state import ALTITUDE, bombs_aboard, bombs_of
from aqmf_air.games.martian_aircraft.ui.queries import attack as air
from aqmf_air.games.martian_aircraft.ui.queries import turn as looking
from aqmf_air.games.martian_front.chapters.artillery import Barrage, OnAnElement
from aqmf_air.games.martian_front.chapters.damage import (
    DAMAGED,
    EXPLODED,
    UNHARMED,
    WRECKED,
    ElementsLost,
    TripodDamaged,
    blast,
    blown,
    damage_unit,
)
from aqmf_air.games.martian_front.chapters.damaged_weapons import RollForWeapon
from aqmf_air.games.martian_front.chapters.deployment import Bombardment
from aqmf_air.games.martian_front.chapters.heat_rays import SweepRay, sweeps
from aqmf_air.games.martian_front.chapters.initiative import RollInitiative
from aqmf_air.games.martian_front.chapters.measuring import cover_of, cover_of_unit, under
from aqmf_air.games.martian_front.chapters.morale import steadied
from aqmf_air.games.martian_front.chapters.moving import Stagger
from aqmf_air.games.martian_front.chapters.reserves import CallReserves
from aqmf_air.games.martian_front.chapters.shooting import Fired, Shoot, working
from aqmf_air.games.martian_front.chapters.templates import TemplatesFell
from aqmf_air.games.martian_front.chapters.turn import LOST, EndPhase
from aqmf_air.games.martian_front.state import Game, Reserve, Unit, without_unit
from aqmf_air.games.martian_front.tables import UnitType
from aqmf_air.games.martian_front.ui.queries import shooting, templates, turn
from tests.games.martian_front.wild import RULES, TURN, wild
from tests.seeds import seeds

MOST = 400
"""Ways that are followed at most: a state with more is left out."""
D8 = "Burgess-Dunne D8"
OF_TYPES = {"AIR-ALT-3", "AIR-BOMB-7", "AIR-HIT-4", "AIR-HIT-5"}
"""Rules by which some types may never attack others; a question knows no state."""


def decided(game: Game, order: Any, read: Callable[[Sequence[PlainEvent]], Any]) -> Odds[Any] | None:
    """The exact chances of what is read in the events of an order; None: there are too many ways.

    Its previews are held against the same events.
    """
    previews = [question for question in RULES.questions(game, order) if question.of]

    def rule(dice: Dice) -> Any:
        events = RULES.decide(game, order, dice)
        return read(events), tuple(question.of(events) for question in previews if question.of)

    try:
        odds = chances_once(rule, max_runs=MOST)
        for place, question in enumerate(previews):
            assert dict(question.odds()) == dict(odds.map(lambda pair, place=place: pair[1][place])), order  # type: ignore[misc]
    except EnumerationLimitError:
        return None
    return odds.map(itemgetter(0))


def against(game: Game, order: Any) -> set[str]:
    """The rules that stand against an order of the side that acts."""
    return {one.rule for one in RULES.objections(game, order, game.active[0])}


def asked(query: Query) -> Answer | set[str]:
    """The answer to a question, or the rules by which it is refused; "" is the rule where nothing can do this at all."""
    try:
        return query.ask(lambda: RULES)
    except IllegalCommandError as refusal:
        return {objection.rule for objection in refusal.objections}
    except DataError:
        return {""}


def both(odds: Odds[Any], at: int) -> dict[Any, Any]:
    """One part of what was read."""
    return dict(odds.map(itemgetter(at)))


def line(answer: Answer, key: str) -> dict[Any, Any]:
    return dict(answer.line(key).odds)


def also(answer: Answer) -> dict[str, Any]:
    """The chances beside the headline, by the last word of their names."""
    return {one.name.split()[-2 if one.name.endswith("hit") else -1]: one.chance for one in answer.also}


def as_bought(game: Game, *units: Unit) -> bool:
    """Whether units fly as high as their types do: a question knows nothing else."""
    return all(unit.mark(ALTITUDE) is None for unit in units)


def tripod_after(events: Sequence[PlainEvent], unit: Unit, armor: int) -> tuple[Any, ...]:
    """What became of a tripod that had so much Armor left: its fate, the Armor, and what else befell it."""
    damaged = next((one for one in events if isinstance(one, TripodDamaged) and one.unit == unit.id), None)
    if damaged is None:
        return UNHARMED, armor, False, False, False
    if damaged.destroyed:
        return (EXPLODED if damaged.exploded else WRECKED), 0, False, False, False
    return DAMAGED, armor - damaged.points, damaged.stunned, bool(damaged.weapons), damaged.immobile


def hold_tripod(answer: Answer, game: Game, unit: Unit, odds: Odds[Any]) -> None:
    """Hold what is told of a tripod against what was read of it (:func:`tripod_after`)."""
    assert (line(answer, "fate"), line(answer, "armor")) == (both(odds, 0), both(odds, 1)), (unit, game.rulings)
    befell = also(answer)
    assert befell["stunned"] == odds.where(itemgetter(2)), unit
    if any(working(one, unit.elements[0]) for one in game.type_of(unit).weapons):
        assert befell["weapon"] == odds.where(itemgetter(3)), unit
    if not unit.has("immobile"):
        assert befell["legs"] == odds.where(itemgetter(4)), unit


def lost_by(events: Sequence[PlainEvent], unit: Unit) -> int:
    return sum(len(one.elements) for one in events if isinstance(one, ElementsLost) and one.unit == unit.id)


def drawn(seen: Counter[str], *kinds: str) -> None:
    """Hold that states of each of these kinds were among those drawn."""
    assert all(seen[kind] for kind in kinds), seen


def first(events: Sequence[PlainEvent], kind: str) -> Any:
    """The first event of a type; None: there is none."""
    return next((event for event in events if event.type == kind), None)


def armor_left(game: Game, unit: Unit) -> int:
    return game.type_of(unit).armor - max(element.armor_lost for element in unit.elements)


# -- shots ----------------------------------------------------------------------------------------------------------------


def shot_at(game: Game, order: Shoot, unit: Unit, target: Unit) -> str:
    """Hold the question of a shot against its order, and what stands against both; how that went."""
    rules, kind, bought = against(game, order), game.type_of(target), as_bought(game, unit, target)
    words: dict[str, Any] = {"attacker": unit.type, "weapon": order.weapon, "target": target.type}
    refused = asked(shooting.Shoot(**words))
    if isinstance(refused, set):
        assert rules or not bought, order
        assert rules & OF_TYPES <= refused or not bought, (order, refused)
        return "refused"
    assert not rules & OF_TYPES or not bought, (order, rules)
    cover = cover_of_unit(game, RULES.rules, target)
    if rules:
        return "cannot now"
    (preview,) = RULES.questions(game, order)
    shots, left = preview.facts[0], armor_left(game, target)
    if shots > (6 if kind.kind == "tripod" else 30):
        return "too many"
    more: dict[str, Any] = {"left": left} if kind.kind == "tripod" else {"elements": len(target.elements)}
    answer = asked(shooting.Shoot(**words, shots=shots, cover=cover, **more))
    assert isinstance(answer, Answer), (order, answer)

    def read(events: Sequence[PlainEvent]) -> tuple[Any, ...]:
        fired = next(one for one in events if isinstance(one, Fired))
        return fired.hits, fired.damaging, lost_by(events, target), *tripod_after(events, target, left)

    odds = decided(game, order, read)
    if odds is None:
        return "too many"
    assert (line(answer, "hits"), line(answer, "damaging")) == (both(odds, 0), both(odds, 1)), order
    if kind.kind == "tripod":
        hold_tripod(answer, game, target, odds.map(lambda seen: seen[3:]))
        return "hurt" if left < kind.armor else "covered" if cover != "none" else "tripod"
    assert line(answer, "removed") == both(odds, 2), order
    return kind.kind


@pytest.mark.rule(
    "HOST-HIT-1", "HOST-HIT-2", "HOST-HIT-5", "HOST-COVER-1", "AIR-HIT-1", "AIR-HIT-4", "AIR-HIT-5", "AIR-ALT-3"
)
def test_shots() -> None:
    seen = Counter[str]()
    for seed in seeds(60):
        rng, game = Random(seed), wild(seed)
        foes = [unit for unit in game.units if unit.side != game.active[0]]
        for unit in game.units:
            marked = unit.mark("cover")
            if (
                marked and cover_of_unit(game, RULES.rules, unit) == "none"
            ):  # it helps nobody who flies: nor is it asked about
                for question in (
                    shooting.Shoot(attacker="Assault Tripod", target=unit.type, cover=marked),
                    templates.Explosion(target=unit.type, cover=marked),
                ):
                    assert isinstance(asked(question), set), (seed, question)
                    seen["no cover"] += 1
            if unit.side == game.active[0] and (mounts := game.type_of(unit).weapons):
                target = rng.choice(foes)
                order = Shoot(unit=unit.id, weapon=rng.choice(mounts).weapon.name, target=target.id)
                seen[shot_at(game, order, unit, target)] += 1
    drawn(seen, "refused", "no cover", "cannot now", "tripod", "hurt", "covered", "infantry", "aircraft")


@pytest.mark.rule("AIR-HIT-4", "AIR-HIT-5")
def test_who_answers_an_attack_may_fire_at_aircraft() -> None:
    """As the order to fire has it, of every type and each of its weapons."""
    for kind in RULES.catalogue.values():
        if kind.side == "martian":
            words: dict[str, Any] = {"attacker": kind.name, "target": D8}
            fires = [asked(shooting.Shoot(**words, weapon=mount.weapon.name)) for mount in kind.weapons]
            answers = asked(air.AirAttack(attacker=D8, target="Scout Tripod", answering=kind.name))
            assert isinstance(answers, set) == all(isinstance(one, set) for one in fires), kind.name


# -- templates ------------------------------------------------------------------------------------------------------------


def struck(events: Sequence[PlainEvent]) -> tuple[tuple[str, ...], int]:
    """Who was under the templates of an order, and how many of them were damaged."""
    fell = next(one for one in events if isinstance(one, TemplatesFell))
    return tuple(fell.under), len(set(fell.damaged))


def groups(game: Game, elements: Sequence[str]) -> dict[tuple[str, str], int] | None:
    """How many of these elements there are of a type in a cover; None: a question has no words for the state of one."""
    found = Counter[tuple[str, str]]()
    for unit in game.units:
        for element in unit.elements:
            if element.id in elements:
                if element.armor_lost or not as_bought(game, unit):
                    return None
                found[unit.type, cover_of(game, RULES.rules, unit, element)] += 1
    return found


def touching(touched: dict[tuple[str, str], int]) -> dict[str, Any]:
    """The words for them."""
    ((kind, cover), count), *others = touched.items()
    more = ", ".join(f"{count} {kind} in {cover}" for (kind, cover), count in others)
    return {"target": kind, "cover": cover, "targets": count, "also": more or None}


def compare(game: Game, order: Any, ask: Callable[..., Query], **words: Any) -> str:
    """Hold the question of a template against its order; how that went."""
    odds = decided(game, order, struck)
    if odds is None:
        return "too many"
    if len(wherever := both(odds, 0)) > 1:
        return "scattered"
    (elements,) = wherever
    if not elements or (touched := groups(game, elements)) is None:
        return "no words"
    answer = asked(ask(**words, **touching(touched)))
    assert isinstance(answer, Answer), (order, answer)
    assert line(answer, "damaging") == both(odds, 1), (order, touched)
    return "several" if len(touched) > 1 else "alone"


@pytest.mark.rule("HOST-RAY-3", "HOST-HIT-1", "HOST-HIT-2", "AIR-HIT-3", "AIR-HIT-4", "AIR-ALT-3")
def test_sweeps() -> None:
    seen = Counter[str]()
    for seed in seeds(40):
        rng, game = Random(seed), wild(seed, first="martian", among=lambda kind: any(sweeps(m.weapon) for m in kind.weapons))
        unit, foes = game.units[0], [unit for unit in game.units if unit.side == "human"]
        mount = next(one for one in game.type_of(unit).weapons if sweeps(one.weapon))
        target = rng.choice(foes)
        at, firer = rng.choice(target.elements), rng.choice(unit.elements)
        place: dict[str, Any] = {"x": at.x + rng.uniform(-1, 1), "y": at.y + rng.uniform(-1, 1)}
        place["direction"] = rng.choice((0, 30, 90))
        order = SweepRay(unit=unit.id, weapon=mount.weapon.name, element=firer.id, **place)
        refused = asked(templates.Sweep(attacker=unit.type, weapon=mount.weapon.name, target=target.type))
        if isinstance(refused, set):
            assert refused <= OF_TYPES, (seed, refused)
            seen["refused"] += 1
        if against(game, order):
            continue
        if working(mount, firer) < mount.count:
            seen["torn" if decided(game, order, struck) else "too many"] += 1
            continue
        seen[compare(game, order, templates.Sweep, attacker=unit.type, weapon=mount.weapon.name)] += 1
    drawn(seen, "refused", "alone", "torn")


@pytest.mark.further(every=2)
@pytest.mark.rule(
    "HOST-BARRAGE-3", "HOST-BARRAGE-4", "HOST-BARRAGE-5", "HOST-BARRAGE-6", "AIR-BOMB-7", "AIR-SPOT-3", "AIR-HEAVY-2"
)
@pytest.mark.parametrize("kind", [Barrage, Bombardment, Bombard])
def test_barrages(kind: type[Any]) -> None:
    seen = Counter[str]()
    phase = "first.combat" if kind is Barrage else "bombardment"

    def lays(of: UnitType) -> bool:
        return any(True for _ in kind.means(of, RULES.rulings(), RULES.rules))

    for seed in seeds(12):
        rng, game = Random(seed), wild(seed, phase, None if kind is Barrage else "human", among=lays)
        unit = game.units[0]
        (mount, *_) = kind.means(game.type_of(unit), game.rulings, RULES.rules)
        target = rng.choice([foe for foe in game.units if foe.side != unit.side])
        weapon = {} if kind is Bombard else {"weapon": mount.weapon.name}
        order = kind(unit=unit.id, target=target.id, element=rng.choice(target.elements).id, **weapon)
        words: dict[str, Any] = {"attacker": unit.type, "weapon": mount.weapon.name, "bombarded": phase == "bombardment"}
        refused, rules = asked(templates.Barrage(**words, target=target.type)), against(game, order)
        if isinstance(refused, set) or rules & OF_TYPES:
            assert rules or not as_bought(game, target), (seed, order)
            assert rules & OF_TYPES <= (refused if isinstance(refused, set) else set()) or not as_bought(game, target), (
                seed,
                rules,
            )
            seen["refused"] += 1
        if rules:
            continue
        guns = order.firing(game, RULES.rules)[0] if isinstance(order, OnAnElement) else 1
        seen[compare(game, order, templates.Barrage, **words, pieces=guns)] += 1
    drawn(seen, "alone")


def flown_over(game: Game, unit: Unit, rng: Random) -> tuple[Game, Fly]:
    """The unit before some enemy, and an order to fly over it in a straight line and drop what it has."""
    kind = game.type_of(unit)
    at = rng.choice(rng.choice([foe for foe in game.units if foe.side != unit.side]).elements)
    path, flights, moved = rng.uniform(kind.speed * 0.7, kind.speed), [], []
    for number, element in enumerate(unit.elements):
        dropped = rng.uniform(0, path)
        y, x = at.y - dropped + rng.uniform(-1, 1), at.x + rng.uniform(-1.5, 1.5) + number
        moved.append(replace(element, x=x, y=max(y, 0), facing=0))
        loads = [name.split()[0].lower() for name, left in bombs_aboard(game, unit, element.id).items() for _ in range(left)]
        drops = [{"at": dropped + 0.8 * place * (rng.random() < 0.5), load: 1} for place, load in enumerate(loads[:3])]
        flights.append({"path": [{"straight": path}], "drops": [drop for drop in drops if drop["at"] <= path]})
    over = replace(unit, elements=tuple(moved), marks=())
    game = replace(game, units=tuple(over if one.id == unit.id else one for one in game.units))
    return game, Fly.model_validate({"unit": unit.id, "flights": flights})


@pytest.mark.rule("AIR-BOMB-3", "AIR-BOMB-4", "AIR-BOMB-6", "AIR-BOMB-8", "HOST-TRIPOD-3")
def test_bombs() -> None:
    """Their previews under any rulings; of one template, the question."""
    seen = Counter[str]()
    for seed in seeds(7):
        rng, by_default = Random(seed), bool(seed % 3)
        game = wild(
            seed,
            "first.first-movement",
            "human",
            settled=by_default,
            among=lambda kind: bool(bombs_of(kind)) and kind.has("Low"),
        )
        game, order = flown_over(game, game.units[0], rng)
        if against(game, order):
            seen["off the table"] += 1
            continue
        hidden = any(unit.hidden for unit in game.units)
        burst = order.impacts(game)
        if hidden and game.rulings.bombs_on_hidden == "attacked":  # type: ignore[attr-defined]
            game = replace(game, units=tuple(unit for unit in game.units if not unit.hidden))
        if len(burst) != 1 or not by_default:
            seen["previews" if decided(game, order, len) else "too many"] += 1
            continue
        blast_ = burst[0].blast
        words = {"attacker": game.units[0].type, "weapon": blast_.weapon.name, "pieces": blast_.count}
        seen[compare(game, order, templates.Barrage, **words)] += 1
    drawn(seen, "previews")


@pytest.mark.rule("HOST-TRIPOD-2", "AIR-HIT-6", "AIR-ALT-3")
def test_explosions() -> None:
    """Everybody near is rolled for once; what blows up in turn is not asked about."""
    seen = Counter[str]()
    for seed in seeds(60):
        whole = wild(seed)
        for kind in {unit.type for unit in whole.units if as_bought(whole, unit)}:
            refused = asked(templates.Explosion(target=kind))
            reach = RULES.rules.procedure("in blast", RULES.unit_type(kind).kind)
            units = [unit for unit in whole.units if unit.type == kind and as_bought(whole, unit)]
            assert isinstance(refused, set) == any(reach(whole, unit) is not True for unit in units), (seed, kind)
        for wreck in (unit for unit in whole.units if whole.type_of(unit).kind == "tripod"):
            game = without_unit(whole, wreck.id, "destroyed")
            near = under(game, RULES.rules, blast(wreck.elements[0]), "in blast")
            touched = groups(game, [element.id for _, elements in near for element in elements])
            if not touched:
                seen["no words"] += 1
                continue
            answer = asked(templates.Explosion(**touching(touched)))
            assert isinstance(answer, Answer), (seed, answer)

            def rule(dice: Dice, game: Game = game, near: Any = near) -> int:
                return sum(len(blown(game, RULES.rules, dice, unit, elements, "human")) for unit, elements in near)

            assert line(answer, "damaging") == dict(chances(rule)), (seed, touched)
            seen["several" if len(touched) > 1 else "alone"] += 1
    drawn(seen, "alone", "several")


@pytest.mark.rule("HOST-TRIPOD-1", "HOST-TRIPOD-2", "HOST-TRIPOD-3")
def test_tripods() -> None:
    """Damaging hits on tripods that were hurt before, beside others."""
    seen = Counter[str]()
    for seed in seeds(15):
        game = wild(seed, first="martian", among=lambda kind: kind.kind == "tripod")
        unit, hits = game.units[0], 1 + seed % 2
        left, kind = armor_left(game, unit), game.type_of(unit)

        def rule(dice: Dice, game: Game = game, unit: Unit = unit, hits: int = hits, left: int = left) -> Any:
            return tripod_after(damage_unit(game, RULES.rules, dice, unit.id, hits), unit, left)

        try:
            odds = chances_once(rule, max_runs=MOST)
        except EnumerationLimitError:
            seen["too many"] += 1
            continue
        whole = left == kind.armor and seed % 3
        answer = asked(turn.TripodFate(attacks=hits, **({"unit": unit.type} if whole else {"armor": left})))
        assert isinstance(answer, Answer)
        hold_tripod(answer, game, unit, odds)
        seen["whole" if whole else "hurt"] += 1
    drawn(seen, "hurt", "whole")


# -- nerves, eyes, the turn -----------------------------------------------------------------------------------------------


@pytest.mark.rule("HOST-MORALE-1", "HOST-MORALE-3", "AIR-MORALE-1", "AIR-RUN-1", "HOST-MORALE-4")
def test_nerves() -> None:
    """Units with losses of this phase, near command squads and without, and units that rally."""
    seen = Counter[str]()
    named = {"stands": "pass", "fails": "fail", "a natural 10": "suicide"}
    for seed in seeds(60):
        rng, game = Random(seed), wild(seed)
        able = [
            u for u in game.units if u.side == "human" and not u.has("routed") and game.type_of(u).elements > len(u.elements)
        ]
        for unit in able[:1]:
            lost = rng.randint(1, game.type_of(unit).elements - len(unit.elements))
            state = replace(game, units=tuple(replace(one, lost=lost) if one.id == unit.id else one for one in game.units))
            if against(state, EndPhase()):
                continue
            odds = decided(state, EndPhase(), lambda events: first(events, "host.morale_tested").result)
            assert odds is not None
            near = steadied(state, RULES.rules, unit)
            answer = asked(looking.AircraftMoraleTest(unit=unit.type, lost=lost, left=len(unit.elements), reroll=near))
            assert isinstance(answer, Answer), (seed, answer)
            assert line(answer, "outcomes") == {named[one]: chance for one, chance in odds.items()}, (seed, unit.type)
            seen["steadied" if near else "alone"] += 1
        tired = replace(
            game, phase=9, units=tuple(unit.marked("routed") if unit.side == "human" else unit for unit in game.units)
        )
        running = next((unit for unit in tired.units if unit.has("routed")), None)
        if running and not against(tired, EndPhase()):
            odds = decided(tired, EndPhase(), lambda events: getattr(first(events, "host.rallied"), "rallied", None))
            if odds is not None and odds.of(None) == 0:
                answer = asked(turn.Rally())
                assert isinstance(answer, Answer)
                assert line(answer, "outcomes") == {"pass": odds.of(True), "fail": odds.of(False)}, seed
                seen["rallying"] += 1
    drawn(seen, "alone", "steadied", "rallying")


@pytest.mark.rule("HOST-TURN-2")
def test_the_initiative_after_losses() -> None:
    for seed in seeds(20):
        rng, game = Random(seed), wild(seed, "initiative")
        fallen = [
            unit.marked(rng.choice(("destroyed", "caught", "left")), str(rng.choice((1, 1, 0)))) for unit in game.units
        ]
        gone = tuple(rng.sample(fallen, rng.randint(0, len(fallen) - 1)))
        game = replace(
            game, fallen=gone, units=tuple(unit for unit in game.units if unit.id not in {one.id for one in gone})
        )
        last = [unit for unit in gone if any(mark.value == str(TURN - 1) and mark.name in LOST for mark in unit.marks)]
        kills = [game.type_of(unit) for unit in last if unit.side == "martian"]
        commands = [unit for unit in last if unit.side == "human" and game.type_of(unit).has("Command")]
        words = {"kills": len(kills), "big_kills": sum(kind.armor >= 11 for kind in kills), "commands_lost": len(commands)}
        odds = decided(game, RollInitiative(), lambda events: first(events, "host.initiative_rolled").winner)
        answer = asked(turn.Initiative(**words))
        assert isinstance(answer, Answer)
        assert odds is not None
        assert line(answer, "one_roll") == dict(odds), (seed, words)
        assert line(answer, "outcomes") == dict(odds.unless(lambda winner: winner == "tie")), seed


@pytest.mark.rule("HOST-RESERVE-1")
def test_reserves_that_nobody_stands_in_the_way_of() -> None:
    for seed in seeds(20):
        rng, game = Random(seed), wild(seed, "first.first-movement")
        own = [unit for unit in game.units if unit.side == game.active[0]]
        count = rng.randint(1, len(own) - 1) if len(own) > 1 else 0
        late = tuple(Reserve(unit=unit, turn=rng.randint(1, TURN)) for unit in own[:count])
        others = tuple(unit for unit in game.units if unit not in own[:count])
        away = tuple(replace(unit, elements=tuple(replace(one, x=-500) for one in unit.elements)) for unit in others)
        game = replace(game, units=away, reserves=late)
        if not late or against(game, CallReserves()):
            continue
        odds = decided(
            game, CallReserves(), lambda events: sum(getattr(one, "result", "no show") != "no show" for one in events)
        )
        answer = asked(turn.Reserves(units=count))
        assert isinstance(answer, Answer)
        assert odds is not None
        assert line(answer, "arrived") == dict(odds), seed


@pytest.mark.rule("AIR-SCOUT-2", "AIR-SPOT-2", "AIR-ALT-2")
def test_eyes_in_the_air() -> None:
    seen = Counter[str]()
    for seed in seeds(60):
        rng = Random(seed)
        game = wild(seed, first="human", among=lambda kind: kind.has("Scout") or kind.has("Spotter"))
        unit, foes = game.units[0], [unit for unit in game.units if unit.side == "martian"]
        radio, hidden = game.type_of(unit).has("Radio"), sum(foe.hidden for foe in foes)
        spot = Spot(unit=unit.id, target=rng.choice(foes).id)
        if not against(game, spot):
            odds = decided(game, spot, lambda events: first(events, "aircraft.spotting_tried").seen)
            answer = asked(looking.Spot(radio=radio))
            assert isinstance(answer, Answer)
            assert odds is not None
            assert line(answer, "outcomes") == {"pass": odds.of(True), "fail": odds.of(False)}, seed
            seen["spotting"] += 1
        if not against(game, ScoutSearch(unit=unit.id)):
            odds = decided(game, ScoutSearch(unit=unit.id), lambda events: len(first(events, "aircraft.searched").found))
            answer = asked(looking.Scout(hidden=hidden))
            assert isinstance(answer, Answer)
            assert odds is not None
            assert line(answer, "discovered") == dict(odds), seed
            seen["scouting"] += 1
    drawn(seen, "spotting", "scouting")


@pytest.mark.rule("AIR-RUN-3", "AIR-RUN-4")
def test_suicide_runs() -> None:
    """By aircraft with bombs left, at tripods that are hurt, in cover, beside others."""
    seen = Counter[str]()
    for seed in seeds(7):
        game = wild(seed, "first.first-movement", "human", among=lambda kind: kind.has("Low"))
        unit, walkers = game.units[0], [u for u in game.units if game.type_of(u).kind == "tripod" and not u.hidden]
        if not walkers:
            continue
        element, target = unit.elements[0], walkers[0]
        at, size = target.elements[0], game.type_of(target).base_diameter + game.type_of(unit).base_diameter
        there = replace(element, x=at.x, y=at.y - size / 2, facing=0)
        alone = replace(unit.marked(RUN, target.id), elements=(there,)).unmarked(ALTITUDE)
        game = replace(game, units=tuple(alone if one.id == unit.id else one for one in game.units))
        order = Ram(unit=unit.id, target=target.id)
        if against(game, order):
            continue
        kind, bombs = game.type_of(target), sum(bombs_aboard(game, alone, element.id).values())
        left, cover = armor_left(game, target), cover_of_unit(game, RULES.rules, target)
        answer = asked(air.SuicideRun(bombs=bombs, defense=kind.defense, armor=left, cover=cover))
        assert isinstance(answer, Answer)
        odds = decided(game, order, lambda events: int(first(events, "aircraft.rammed").damaging))
        if odds is None:
            seen["too many"] += 1
            continue
        assert line(answer, "damaging") == dict(odds), seed
        seen["rammed"] += 1
    drawn(seen, "rammed")


@pytest.mark.rule("HOST-TRIPOD-2")
def test_rolls_for_legs_and_weapons() -> None:
    """Under each ruling on equal dice."""
    seen = Counter[str]()
    for seed in seeds(40):
        game = wild(seed, "first.combat", "martian", settled=bool(seed % 3), among=lambda kind: kind.kind == "tripod")
        unit, ties = game.units[0], game.rulings.die_off_ties  # type: ignore[attr-defined]
        moving = replace(game, phase=game.phase - 1)
        hit = unit.elements[0].weapons_out[:1]
        tries: list[tuple[str, Game, Any, str]] = [("legs", moving, Stagger(unit=unit.id), "host.legs_rolled")]
        tries += [("weapon", game, RollForWeapon(unit=unit.id, weapon=name), "host.weapon_rolled_for") for name in hit]
        for over, state, order, kind in tries:
            if against(state, order):
                continue

            def read(events: Sequence[PlainEvent], kind: str = kind) -> tuple[str, int]:
                rolled = first(events, kind)
                return rolled.winner, getattr(rolled, "inches", 0)

            odds = decided(state, order, read)
            answer = asked(turn.DieOff(over=over, equal=ties))
            assert isinstance(answer, Answer)
            assert odds is not None
            assert line(answer, "outcomes") == both(odds, 0), (seed, over)
            if over == "legs":
                assert line(answer, "inches") == both(odds, 1), seed
            seen[over] += 1
    drawn(seen, "legs", "weapon")


@pytest.mark.rule("HOST-BARRAGE-5", "HOST-TRIPOD-2")
def test_previews_of_whatever_may_be_ordered() -> None:
    """In any phase, by any side, under any rulings."""
    seen = Counter[str]()
    for seed in seeds(8):
        rng = Random(seed)
        phase = rng.choice(("first.combat", "first.combat", "first.first-movement", "bombardment", "end"))
        game = wild(seed, phase, settled=False)
        offers = {offer.command.type: offer.command for side in game.active for offer in RULES.legal(game, side)}
        for name, order in offers.items():
            seen[name if decided(game, order, len) else "too many"] += 1
    drawn(seen, "host.shoot")
