"""The questions that are published, held against the orders that they speak of, in states that play seldom leads to.

What an order comes to is counted: it is decided once for all faces of the dice that are asked about; other dice show any.
"""

from __future__ import annotations

from ast import literal_eval
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from aqmf_air.api import replace
from aqmf_air.core.dice.dice import DiceTray, NeedDice, recorded
from aqmf_air.core.dice.modifiers import Modifier
from aqmf_air.core.odds.query import Query
from aqmf_air.games.richthofens_war.chapters import declaring, fire_from_ground, guns_and_jams
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import in_force
from aqmf_air.games.richthofens_war.chapters.damage import FuelChecked
from aqmf_air.games.richthofens_war.chapters.fire import Fire, ShotResolved, ready
from aqmf_air.games.richthofens_war.chapters.fire_from_ground import GroundShot
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import Clear, GunJammed, JamCleared
from aqmf_air.games.richthofens_war.chapters.initiative import (
    InitiativeRolled,
    RollInitiative,
    initiative_modifiers,
    rolling,
)
from aqmf_air.games.richthofens_war.chapters.parachutes import CrewFate
from aqmf_air.games.richthofens_war.chapters.tailing import AnnounceTails, TailWon, tries_in
from aqmf_air.games.richthofens_war.sequence import GoOn
from aqmf_air.games.richthofens_war.state import Aircraft, Airman, Declaration, Game
from aqmf_air.games.richthofens_war.ui import queries
from aqmf_air.geometry.hexes.grid import from_map
from tests.games.richthofens_war.wild import SCENARIOS, WAR, wild

F, SIDES = Fraction, ("german", "allied")
Chances = dict[str, Fraction]
SEEDS = range(48)


def counted(game: Game, order: Any, read: Callable[[Any], Any], *labels: str) -> Chances:
    """The exact chances of what is read in the events of an order, over all faces of the rolls with these labels."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    open_: list[tuple[tuple[tuple[Any, ...], ...], Fraction]] = [((), F(1))]
    while open_:
        faces, chance = open_.pop()
        try:
            events = WAR.decide(game, order, DiceTray(recorded(faces)))
        except NeedDice as need:
            die, size = need.ask.die.faces, need.ask.size
            if need.ask.label in labels:
                each = chance / len(die) ** size
                open_ += [((*faces, shown), each) for shown in product(die, repeat=size)]
            else:  # different faces, so that no tie goes on for ever
                open_.append(((*faces, tuple(die[(len(faces) + at) % len(die)] for at in range(size))), chance))
            continue
        found[str(read(events))] += chance
    return dict(found)


def published(kind: type[Query], **words: Any) -> dict[str, Any]:
    """The document of a question, by its options; an option that is not set is left out."""
    given = {name.replace("_", "-"): value for name, value in words.items() if value is not False}
    pairs = {name: "yes" if value is True else str(value) for name, value in given.items()}
    return kind.read(pairs).ask(lambda: WAR).document()


def outcomes(document: dict[str, Any]) -> Chances:
    return {name: F(text) for name, text in document["outcomes"]["exact"].items() if F(text)}


def shots(game: Game) -> Iterator[Declaration]:
    """One shot of each pilot whose guns bear on somebody now, as if it had been declared."""
    for own in game.flying:
        for enemy in game.enemies(own.side):
            aim = declaring.aim(game, own.id, "pilot", enemy.id, "passing")
            if aim.row is not None:
                yield declaring.declaration(aim, game, "passing")
                break


def in_combat(game: Game, shot: Declaration) -> Game:
    return replace(game, phase="combat", declarations=(shot,), queue=(), order=())


@pytest.mark.further
@pytest.mark.rule("RW-FIRE-1", "RW-JAM-1", "RW-JAM-2")
def test_shots_and_the_jams_that_they_risk() -> None:
    seen = Counter[str]()
    for seed in SEEDS:
        game = wild(seed)
        for shot in list(shots(game))[:2]:
            state, order = in_combat(game, shot), Fire(aircraft=shot.shooter)
            ways = ready(state, shot)
            if not ways or WAR.objections(state, order, game.of(shot.shooter).side):
                continue
            way = ways[0]
            asked = published(queries.Fire, column=way.row.fire, range=way.row.near, modifier=way.change)

            def resolved(events: Any) -> ShotResolved:
                return next(event for event in events if isinstance(event, ShotResolved))

            damage, criticals = defaultdict[str, Fraction](Fraction), F(0)
            for result, chance in counted(
                state, order, lambda events: (resolved(events).damage, bool(resolved(events).critical)), "fire"
            ).items():
                points, critical = literal_eval(result)
                damage[str(points)] += chance
                criticals += chance if critical else 0
            assert damage == outcomes(asked), seed
            assert criticals == F(asked["critical"]["exact"]), seed
            own, enemy = game.of(shot.shooter), game.of(shot.target)
            risk = f"jam of {len(way.battery.guns)}, {'high' if own.height >= 5000 else 'low'}"
            if seen[risk] < 2 and way.battery.column != "B":
                jams = published(queries.Jam, guns=len(way.battery.guns), high=own.height >= 5000)
                jammed = counted(
                    state, order, lambda events: sum(isinstance(event, GunJammed) for event in events), "fire", "jam"
                )
                assert jammed == outcomes(jams), seed
                seen[risk] += 1
            seen["shots"] += 1
            seen["loaded"] += own.loaded or enemy.loaded
            seen["ace"] += "ace" in f"{game.status(own)}{game.status(enemy)}"
            seen["high"] += own.height >= 5000
            seen["low"] += own.height <= 300
            seen["jammed"] += any(gun.jammed for gun in own.guns)
    assert min(seen[name] for name in ("shots", "loaded", "ace", "high", "low", "jammed")) > 2, seen
    assert all(seen[f"jam of {guns}, {height}"] for guns in (1, 2) for height in ("high", "low")), seen


def tails(game: Game) -> Iterator[tuple[AnnounceTails, Aircraft, Aircraft]]:
    """Orders that announce one try to tail, which a question can speak of: nobody's schedule is hurt."""
    for side in SIDES:
        for offer in WAR.legal(game, side) if game.phase == "tailing" else ():
            tries = tries_in(offer.command.order) if isinstance(offer.command, AnnounceTails) else ()
            if len(tries) == 1:
                pair = game.of(tries[0].tailer), game.of(tries[0].target)
                if all(game.schedule(one) == in_force(game.type_of(one), game.tables, loaded=one.loaded) for one in pair):
                    yield offer.command, *pair


@pytest.mark.rule("RW-TAIL-7", "RW-TAIL-8", "RW-BOMB-4")
def test_tries_to_tail_by_loaded_and_plain_aces_and_novices() -> None:
    seen = Counter[str]()
    for seed in range(120):
        whole = wild(seed)
        for order, own, enemy in list(tails(whole))[:2]:
            game = replace(whole, sealed=tuple((side, "nothing") for side in whole.acting if side != order.side))
            skill, theirs = game.status(own), game.status(enemy)
            asked = published(
                queries.Tail, tailer=own.type, target=enemy.type,
                ace="ace" in skill, novice=skill == "novice", target_ace="ace" in theirs, target_novice=theirs == "novice",
                loaded=own.loaded, target_loaded=enemy.loaded,
            )  # fmt: skip
            won = counted(game, order, lambda events: any(isinstance(event, TailWon) for event in events), "tailing")
            assert won.get("True", F(0)) == outcomes(asked).get("success", F(0)), (seed, own.type, enemy.type)
            seen.update({"tries": 1, "loaded": own.loaded or enemy.loaded, "skill": bool(skill or theirs)})
    assert min(seen[name] for name in ("tries", "loaded", "skill")) > 4, seen


@pytest.mark.rule("RW-JAM-4", "RW-JAM-6", "RW-SPEC-16")
def test_guns_that_are_cleared() -> None:
    seen = Counter[bool]()
    for seed in SEEDS:
        game = replace(wild(seed), phase="end", turn=5, choosing=SIDES, order=())
        for side in SIDES:
            for order in [offer.command for offer in WAR.legal(game, side) if isinstance(offer.command, Clear)][:2]:
                one = game.of(order.aircraft)
                gun = next(each for each in one.guns if each.name == order.gun)
                observers = guns_and_jams.worked_by(game, one, gun) == "observer"
                locked = not observers and guns_and_jams.need_to_clear(game, one, gun) > 1
                asked = published(queries.Clear, observer=observers, locked=locked)
                cleared = counted(
                    game, order, lambda events: any(isinstance(event, JamCleared) for event in events), "clear"
                )
                assert cleared.get("True", F(0)) == outcomes(asked)["success"], seed
                seen[observers] += 1
    assert min(seen[True], seen[False]) > 2, seen


def of_ground_shot(read: Callable[[GroundShot], Any], else_: Any) -> Callable[[Any], Any]:
    """What is read in the shot from the ground among events, or what stands for none."""
    return lambda events: next((read(one) for one in events if isinstance(one, GroundShot)), else_)


@pytest.mark.rule("RW-AA-1", "RW-AA-2", "RW-GCRIT-1")
@pytest.mark.parametrize("status", ["", "novice", "ace", "double-ace"])
def test_archie_at_regulars_novices_and_aces(status: str) -> None:
    """Alone over the enemy's lines, whatever else it is."""
    victories, asked = (
        {"ace": 5, "double-ace": 20}.get(status, 0),
        published(queries.Archie, **({status: True} if status else {})),
    )
    reached = 0
    for seed, column in product(range(6), range(10, 30)):
        game = wild(seed, archie="on")
        one = next(one for one in game.aircraft if one.side == "allied")
        crew = tuple(Airman(novice=status == "novice", victories=F(victories)) for _ in one.crew)
        at = from_map(column, 16)
        one = replace(one, at=(at.q, at.r), height=1000, crew=crew)
        others = tuple(replace(each, state="left") for each in game.aircraft if each.id != one.id)
        setup = replace(game.setup, trenches=True)
        game = replace(game, setup=setup, phase="combat", queue=(), order=(), balloons=(), guns=(), aircraft=(one, *others))
        if fire_from_ground.archie_of(game, one) != "german":
            continue
        labels = ("archie", "fire", "critical hit all the same")
        assert counted(game, GoOn(), of_ground_shot(lambda shot: shot.damage, 0), *labels) == outcomes(asked), seed
        hit = counted(game, GoOn(), of_ground_shot(lambda shot: bool(shot.critical), False), *labels)
        assert hit.get("True", F(0)) == F(asked["critical"]["exact"]), seed
        reached += 1
        break
    assert reached


@pytest.mark.rule("RW-CRIT-4", "RW-CRIT-5")
def test_a_holed_tank_runs_dry_at_the_rolls_that_are_told() -> None:
    told = outcomes(published(queries.Fuel))
    for number in range(11):
        game = wild(0)
        first, *others = (replace(one, fuel=None) for one in game.aircraft)
        game = replace(game, phase="combat", order=(), aircraft=(replace(first, fuel=number, gliding=False), *others))
        dry = counted(
            game, GoOn(), lambda events: any(isinstance(event, FuelChecked) and event.dry for event in events), "fuel"
        )
        before = sum(told.get(str(at), F(0)) for at in range(1, number + 1))
        assert dry.get("True", F(0)) == told.get(str(number + 1), F(0)) / (1 - before), number


@pytest.mark.rule("RW-PARA-2", "RW-PARA-3", "RW-PARA-4", "RW-PARA-5")
@pytest.mark.parametrize(("height", "wounded"), [(2000, False), (2000, True), (150, False), (200, True)])
def test_men_who_jump(height: int, wounded: bool) -> None:
    game = wild(SCENARIOS.index("duel"))
    german = next(one for one in game.aircraft if one.side == "german")
    health = "wounded" if wounded else "fit"
    crew = (replace(german.crew[0], health=health, novice=False),)
    at = from_map(1, 16)
    german = replace(german, type="Fokker D-VII", crew=crew, height=height, at=(at.q, at.r), state="destroyed")
    others = tuple(one for one in game.aircraft if one.id != german.id)
    game = replace(game, aircraft=(german, *others), falling=(german.id,), phase="combat", order=())
    asked = outcomes(published(queries.BailOut, wounded=wounded, height=height))

    def lives(events: Any) -> str:
        return next("dead" if event.fate == "dead" else "alive" for event in events if isinstance(event, CrewFate))

    if WAR.follows(game) is None:  # at this height nobody rolls
        assert asked == {"dead": F(1)}
        return
    assert counted(game, GoOn(), lives, "gets out", "parachute fails") == asked


def _added(game: Game, one: Aircraft) -> tuple[Modifier, ...]:
    return initiative_modifiers(rolling(game, one), game.tables, game.rulings)


@pytest.mark.rule("RW-INIT-1", "RW-INIT-2", "RW-INIT-11")
@pytest.mark.parametrize("seed", [SCENARIOS.index("duel"), SCENARIOS.index("duel") + len(SCENARIOS)])
def test_who_moves_later(seed: int) -> None:
    game = replace(wild(seed), phase="initiative", turn=2)
    types = {"allied": "Sopwith Camel", "german": "Fokker D-VII"}
    flying = tuple(replace(one, gliding=False, type=types[one.side], crew=one.crew[:1]) for one in game.aircraft)
    game = replace(game, aircraft=flying)
    added = {one.side: sum(each.value for each in _added(game, one)) for one in game.flying}
    asked = outcomes(published(queries.Initiative, difference=added["german"] - added["allied"]))
    side = {one.id: one.side for one in game.aircraft}

    def later(events: Any) -> str:
        totals = {side[id_]: total for id_, total in next(e for e in events if isinstance(e, InitiativeRolled)).totals}
        apart = totals["german"] - totals["allied"]
        return "tie" if not apart else "later" if apart > 0 else "earlier"

    found = counted(game, RollInitiative(), later, "initiative")
    tie = found.pop("tie", F(0)) / 2  # broken by a die each
    assert {name: found.get(name, F(0)) + tie for name in ("later", "earlier")} == asked
