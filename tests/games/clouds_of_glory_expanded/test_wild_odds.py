"""Calculators say what the game does, whatever the state: exact odds against every way in which an order may go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import dist, sqrt
from random import Random
from typing import Any

import pytest

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose
from aqmf_air.core.dice.chance import chances_once
from aqmf_air.core.odds.query import Query
from aqmf_air.errors import EnumerationLimitError
from aqmf_air.games.clouds_of_glory.api import CloudsGame
from aqmf_air.games.clouds_of_glory.state import FlownWith
from aqmf_air.games.clouds_of_glory.tables import tables as core_tables
from aqmf_air.games.clouds_of_glory_expanded.campaign.careers import AbilityGained, WoundRead
from aqmf_air.games.clouds_of_glory_expanded.chapters.artillery import ShellFell
from aqmf_air.games.clouds_of_glory_expanded.chapters.attention import OBSERVING, Busy
from aqmf_air.games.clouds_of_glory_expanded.chapters.balloons import BalloonHit, StrafeBalloon
from aqmf_air.games.clouds_of_glory_expanded.chapters.barrages import BarrageFired, after_shift, inside
from aqmf_air.games.clouds_of_glory_expanded.chapters.bomb_orders import DiveBomb, DropBombs, became
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombs import BombFell, BombsAimed
from aqmf_air.games.clouds_of_glory_expanded.chapters.bursts import band_of
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import hit_unit
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_fire import (
    FLAK,
    GroundFire,
    GroundFired,
    fire_check,
    targets_of,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.parachutes import BailOut, CanopyOpened, JumpTested, jump_check
from aqmf_air.games.clouds_of_glory_expanded.chapters.radio import AimCorrected, Send
from aqmf_air.games.clouds_of_glory_expanded.chapters.rockets import FireRockets
from aqmf_air.games.clouds_of_glory_expanded.chapters.strafing import Strafe, Strafed
from aqmf_air.games.clouds_of_glory_expanded.chapters.wounds import wound_again
from aqmf_air.games.clouds_of_glory_expanded.ground import GROUND, strength_of, units_of
from aqmf_air.games.clouds_of_glory_expanded.sequence import CHAPTERS
from aqmf_air.plugins import kinds
from tests.games.clouds_of_glory.fights import MAN, RE8, aircraft, manned, registry, rules
from tests.games.clouds_of_glory_expanded.sorties import sortie, unit
from tests.games.clouds_of_glory_expanded.test_campaign import rich, wounded
from tests.games.clouds_of_glory_expanded.wild import happening, offers, ordered, played, wild_game

Begins = Callable[[api.Dice], Sequence[Any]]
AFTER_HIT = {"untouched": "no-effect", "hit": "holds-out", "eliminated": "eliminated"}
PLAYS, SIGMAS, MOST_RUNS = 200, 5, 400


def burns(events: list[Any], balloon: str) -> bool:
    """Whether a balloon burns."""
    return any(event.burns for event in events if isinstance(event, BalloonHit) and event.balloon == balloon)


def reader(order: Any, question: api.Question) -> Callable[[list[Any]], Any] | None:
    """What a question is about, from all that an order leads to."""
    if isinstance(order, StrafeBalloon | FireRockets) and question.of is None:
        return partial(burns, balloon=order.balloon)
    return question.of


def disagreements(game: Any, order: Any, *, plays: int = PLAYS, most: int = MOST_RUNS) -> list[str]:
    """What the odds of an order say otherwise than what it leads to, a line each."""
    asked = [(question, read) for question in rules().questions(game, order) if (read := reader(order, question))]
    begins = ordered(game, order)

    def outcomes(dice: api.Dice) -> tuple[Any, ...]:
        events = played(dice, game, begins)
        return tuple(read(events) for _, read in asked)

    lines, slack = [], 0.0
    try:
        shares = {result: float(p) for result, p in chances_once(outcomes, most).items()}
    except EnumerationLimitError:
        shares = {}
        for seed in range(plays):
            result = outcomes(api.DiceTray(api.seeded("wild", seed)))
            shares[result] = shares.get(result, 0.0) + 1 / plays
        slack = 1 / plays
    for place, (question, _) in enumerate(asked):
        came: dict[Any, float] = {}
        for result, share in shares.items():
            came[result[place]] = came.get(result[place], 0.0) + share
        odds = question.odds()
        for outcome in {*odds, *came}:
            chance, share = float(odds.of(outcome)), came.get(outcome, 0.0)
            off = SIGMAS * sqrt(chance * (1 - chance) / plays) + slack if slack else 1e-9
            if abs(chance - share) > off or (share and not chance):
                lines.append(f"{order!r}: {question.title}, {outcome!r}: {chance:.4f}, came up in {share:.4f}")
    return lines


@pytest.mark.further(every=4)
@pytest.mark.parametrize("seed", range(40))
def test_odds_of_orders_are_what_they_lead_to(seed: int) -> None:
    lot = Random(seed)
    game = wild_game(lot)
    sorts: dict[type[Any], list[Any]] = {}
    for order in offers(game):
        sorts.setdefault(type(order), []).append(order)
    for orders in sorts.values():
        assert disagreements(game, lot.choice(orders)) == []


@pytest.mark.further(every=4)
@pytest.mark.parametrize("seed", range(24))
def test_odds_of_jumps_and_of_fire_from_the_ground_are_what_they_lead_to(seed: int) -> None:
    lot = Random(seed)
    game = wild_game(lot)
    height, trouble = lot.choice((0.5, 7, 9, 12, 30)), lot.choice(("", "stalled", "spins"))
    pose = SpacePose.level(50, 50, height, 0)
    game = game.changed("foe", pose=pose, trouble=trouble, fire=lot.random() < 0.5, speed=lot.choice((85, 145, 205)))
    jump = BailOut(craft="foe").questions(game, rules().rules)[0].odds()
    assert {str(outcome): jump.of(outcome) for outcome in jump} == ways(game, happening(game, "jump", "foe", "pilot"), fate)
    for battery in units_of(game):
        for target in targets_of(game, battery):
            (hit,) = GroundFire(unit=battery.id, target=target.id).questions(game, rules().rules)
            came = ways(game, happening(game, "ground shot", target.id, battery.id), was_hit)
            assert {str(outcome): hit.odds().of(outcome) for outcome in hit.odds()} == came


def fate(events: list[Any]) -> str:
    """What became of a man who jumped, as the query says it."""
    jump = next(event for event in events if isinstance(event, JumpTested))
    opened = any(event.outcome for event in events if isinstance(event, CanopyOpened))
    return "caught" if jump.result == "caught" else "lands" if opened else "dies"


def was_hit(events: list[Any]) -> bool:
    """Whether a unit on the ground has hit."""
    return next(event.outcome for event in events if isinstance(event, GroundFired))


# -- odds queries ------------------------------------------------------------------------------------------------------

FOE = aircraft("foe", "germany", at=[55, 55, 30])
RE8_TOP = core_tables.shipped().panel(RE8).top


def line_of(name: str, key: str, **given: Any) -> dict[str, Fraction]:
    """A line of the answer of ``aqmf odds --ruleset clouds NAME``."""
    query = registry().of(kinds.QUERIES, "clouds")[name].load(Query)
    answer = query.read({option.replace("_", "-"): str(value) for option, value in given.items()}).ask(rules)
    odds = next(line for line in answer.lines if line.key == key).odds
    return {str(outcome): odds.of(outcome) for outcome in odds}


def ways(game: CloudsGame, begins: Begins, read: Callable[[list[Any]], Any], **more: Any) -> dict[str, Fraction]:
    """Every way in which a play goes, without re-rolls."""
    odds = chances_once(lambda dice: str(read(played(dice, game, begins, **more))), 40_000)
    return {str(outcome): odds.of(outcome) for outcome in odds}


def shares(
    game: CloudsGame, begins: Begins, read: Callable[[list[Any]], Any], plays: int = PLAYS, **more: Any
) -> Counter[str]:
    """How often plays went so."""
    trays = (api.DiceTray(api.seeded("play", seed)) for seed in range(plays))
    return Counter(str(read(played(tray, game, begins, **more))) for tray in trays)


def told_otherwise(odds: Mapping[str, Fraction], came: Counter[str]) -> list[str]:
    """The outcomes that came up too often or too seldom."""
    plays = came.total()
    off = {name: abs(float(odds.get(name, 0)) - came[name] / plays) for name in {*odds, *came}}
    sigma = {name: sqrt(float(odds.get(name, 0)) * (1 - float(odds.get(name, 0))) / plays) for name in off}
    return [name for name in off if off[name] > SIGMAS * sigma[name] + bool(odds.get(name)) / plays]


def at_turn(
    seat: str, pose: SpacePose, *units: dict[str, Any], type_: str = RE8, slices: Any = None, **skills: Any
) -> CloudsGame:
    """A fight in which a man of an aircraft is to shoot, without re-rolls."""
    stations = [place.name for place in core_tables.shipped().panel(type_).stations]
    crew = [{**MAN, **skills}, *({**MAN, **skills, "station": station} for station in stations)]
    own = aircraft("plane", "entente", type_, speed=core_tables.shipped().panel(type_).top, crew=crew, bombs=2)
    balloon = {"id": "gasbag", "side": "germany", "name": "the gasbag", "at": [30, 36, 3]}
    game = sortie(
        own,
        FOE,
        chapters=CHAPTERS,
        units=units,
        slices=slices,
        phase="shooting",
        waiting=[seat],
        setup={"balloons": [balloon]},
    )
    craft = api.replace(game.of("plane"), pose=pose, tasks=1)
    for man in craft.crew:
        craft = craft.with_man(man.station, shot=False)
    return game.with_craft(craft)


@pytest.mark.parametrize(("seed", "gunner"), [(1, False), (2, False), (3, True), (4, True)])
def test_the_odds_of_a_run_are_those_of_its_play(seed: int, gunner: bool) -> None:
    lot = Random(seed)
    kind, cover, gunnery = (
        lot.choice(("infantry", "gun", "truck", "tent")),
        lot.choice(("trench", "hedgerow", "city")),
        seed * 6,
    )
    seat, pose = (
        ("plane/observer", SpacePose.level(36, 33, 3, 0)) if gunner else ("plane", SpacePose.level(30, 28, 2, 0, -45))
    )
    game = at_turn(seat, pose, unit("gun", kind=kind, cover=[cover], lost=seed % 3), gunnery=gunnery)
    craft, target = game.of("plane"), GROUND.of(game).units[0]
    station = "observer" if gunner else "pilot"
    guns = sum(row.working for row in craft.rows if row.station == station)
    given: dict[str, Any] = {"gunnery": gunnery, "speed": band_of(game, craft).lower(), "guns": guns, "cover": cover}
    given |= {
        "airplane": game.cockpit(craft).panel.gunnery_of(station * gunner),
        "combat_strength": strength_of(game, target),
    }
    given |= {"gunner": "yes"} if gunner else {}
    orders = [order for order in offers(game) if isinstance(order, Strafe)]
    assert len(orders) == 2
    for order in orders:
        hits = ways(game, ordered(game, order), lambda events: next(e.outcome for e in events if isinstance(e, Strafed)))
        came = ways(game, ordered(game, order), partial(became, "gun"))
        outcomes, after = (line_of("strafe", key, burst=order.burst, **given) for key in ("outcomes", "unit"))
        assert outcomes.get("hit") == hits.get("True")
        assert after.get("eliminated") == came.get("eliminated")
        assert after.get("holds-out") == came.get("hit")


@pytest.mark.further(every=3)
@pytest.mark.parametrize("standing", [0, 2, 9])
@pytest.mark.parametrize("incendiary", [False, True])
def test_the_odds_of_a_burst_at_a_balloon_and_of_a_salvo_are_those_of_their_play(standing: int, incendiary: bool) -> None:
    slices: dict[str, Any] = {
        "balloons": {"incendiary": ["plane"] * incendiary, "envelopes": [{"id": "gasbag", "standing": standing}]},
        "rockets": {"aboard": [{"aircraft": "plane", "number": 2}], "wind": 6},
    }
    game = at_turn("plane", SpacePose.level(30, 30, 3, 0), type_="Sopwith Camel", slices=slices, flying=16)
    burst = next(order for order in offers(game) if isinstance(order, StrafeBalloon))
    aim = burst.aim(game, rules().rules)
    guns, need = aim.guns, aim.check.need.total
    given: dict[str, Any] = {"target": need, "bonus": standing, "guns": guns} | ({"incendiary": "yes"} if incendiary else {})
    came = ways(game, ordered(game, burst), partial(burns, balloon="gasbag"))
    assert line_of("balloon", "outcomes", **given).get("burns") == came["True"]
    rockets = next(order for order in offers(game) if isinstance(order, FireRockets))
    flying, luck = (check.need.total for check in rockets.checks(game, rules().rules))
    salvo = {"flying": 16, "modifier": flying - 16, "luck": luck, "carried": 2, "bonus": standing}
    came = ways(game, ordered(game, rockets), partial(burns, balloon="gasbag"))
    assert line_of("rockets", "outcomes", **salvo).get("burns", 0) == came.get("True", 0)


def on_marks(events: list[Any]) -> str:
    """How many bombs fell on their marks, as the query says it."""
    run = next(event for event in events if isinstance(event, BombsAimed))
    return "aborted" if run.less is None else str(sum(not e.distance for e in events if isinstance(e, BombFell)))


@pytest.mark.parametrize("bombs", [1, 2])
@pytest.mark.parametrize("altitude", [2, 15])
def test_the_odds_of_bombs_are_those_of_their_play(bombs: int, altitude: int) -> None:
    game = at_turn("plane/observer", SpacePose.level(30, 36, altitude, 0), unit("gun"), type_="Breguet 14", gunnery=14)
    begun = SpacePose.level(30, 22, altitude, 0)
    game = game.changed("plane", from_pose=begun, plan="S14", flown_with=FlownWith(140), bombs=2)
    band = game.cockpit(game.of("plane")).band(game.of("plane").speed)
    order = DropBombs(craft="plane", station="observer", target="gun", bombs=bombs)
    assert not rules().objections(game, order, "entente")
    odds = line_of("bomb", "outcomes", gunnery=14, altitude=altitude, speed=band, bombs=bombs)
    assert {*odds} <= {"aborted", *map(str, range(bombs + 1))}
    assert told_otherwise(odds, shares(game, ordered(game, order), on_marks)) == []


@pytest.mark.parametrize("bombs", [1, 2])
@pytest.mark.parametrize("gunnery", [3, 15])
def test_the_odds_of_bombs_in_a_dive_are_those_of_their_play(bombs: int, gunnery: int) -> None:
    game = at_turn("plane", SpacePose.level(30, 26, 7, 0, -60), unit("gun"), type_="S.E.5a", gunnery=gunnery)
    game = game.changed("plane", bombs=2, speed=185)
    band = game.cockpit(game.of("plane")).band(185)
    order = DiveBomb(craft="plane", station="pilot", target="gun", bombs=bombs)
    assert not rules().objections(game, order, "entente")
    odds = line_of("dive-bomb", "outcomes", gunnery=gunnery, altitude=7, speed=band, bombs=bombs)
    assert told_otherwise(odds, shares(game, ordered(game, order), on_marks)) == []


@pytest.mark.parametrize(
    ("kind", "lost", "cover", "dice"),
    [("gun", 0, "sandbags", 1), ("gun", 10, "sandbags", 4), ("infantry", 3, "trench", 2), ("truck", 0, "", 3)],
)
def test_the_odds_of_a_hit_on_a_unit_are_those_of_its_play(kind: str, lost: int, cover: str, dice: int) -> None:
    hit = unit("gun", kind=kind, lost=lost, cover=[cover] if cover else [])
    game = at_turn("plane", SpacePose.level(30, 26, 7, 0), hit)
    strength, step = strength_of(game, GROUND.of(game).units[0]), hit_unit("gun", dice, "entente")
    came = ways(game, happening(game, step.name, step.of, *step.facts), partial(became, "gun"))
    odds = line_of("ground-damage", "outcomes", combat_strength=strength, dice=dice, cover=cover or "open")
    assert {AFTER_HIT[outcome]: chance for outcome, chance in came.items()} == odds


@pytest.mark.parametrize(("xp", "points"), [(4, 20), (4, 1), (7, 20)])
def test_the_odds_of_experience_are_those_of_its_play(xp: int, points: int) -> None:
    raised = 12 + points

    def buys(decision: api.Decision) -> str:
        title = dict(zip(decision.options, decision.titles, strict=True)).get("flying", f"to {raised + 1},")
        return "save" if f"to {raised + 1}," in title else "flying"

    def abilities(events: list[Any]) -> int:
        return sum(isinstance(event, AbilityGained) for event in events)

    game = rich(xp)
    came = shares(game, happening(game, "spends", "", "Ada"), abilities, answers=buys)
    assert told_otherwise(line_of("experience", "outcomes", xp=xp, skill=12, points=points), came) == []


@pytest.mark.parametrize("rerolls", [0, 1])
@pytest.mark.parametrize("points", [2, 6])
def test_the_odds_of_a_wound_are_those_of_its_play(points: int, rerolls: int) -> None:
    game = manned(wounded(points), "a", rerolls=rerolls)

    def row(events: list[Any]) -> str:
        return next((event.row for event in events if isinstance(event, WoundRead)), "recovered")

    came = ways(game, happening(game, "first aid", "a", "pilot"), row, answers=wound_again)
    assert line_of("wounds", "rows", normal=11, now=11 - points, rerolls=rerolls) == came


@pytest.mark.parametrize("how", ["1d12", "d360"])
def test_the_odds_of_shells_and_of_messages_are_those_of_their_play(how: str) -> None:
    battery = {
        "id": "howitzers",
        "side": "entente",
        "name": "the howitzers",
        "aim": [30, 40],
        "pool": 1,
        "effect": 1,
        "guns": 2,
    }
    slices: dict[str, Any] = {"artillery": {"batteries": [battery]}}
    plane = aircraft("plane", "entente", RE8, speed=RE8_TOP)
    game = sortie(FOE, plane, chapters=CHAPTERS, slices=slices, phase="shooting", artillery_direction=how)

    def near(events: list[Any]) -> str:
        return "yes" if any(dist(e.at, (30, 40)) <= 4.002 for e in events if isinstance(e, ShellFell)) else "no"

    odds = line_of("artillery", "outcomes", pool=1, radius=4, guns=2, artillery_direction=how)
    assert told_otherwise(odds, shares(game, happening(game, "artillery", "", "howitzers"), near)) == []
    slices = {"artillery": {"batteries": [{**battery, "effect": 0}]}, "observing": {"radios": ["plane"]}}
    game = at_turn("plane/observer", SpacePose.level(30, 16, 0, 0), slices=slices, awareness=13)
    game = OBSERVING.changed(game, busy=(Busy("plane", "observer", 1, "radio"),))
    order = Send(craft="plane", station="observer", battery="howitzers", message="correct-aim")
    came = ways(game, ordered(game, order), lambda events: next(e.pool for e in events if isinstance(e, AimCorrected)))
    assert line_of("spotting", "outcomes", awareness=13, distance_mu=24, pool=1) == came


@pytest.mark.parametrize("lost", [0, 6])
def test_the_odds_of_a_shot_from_the_ground_are_those_of_its_play(lost: int) -> None:
    game = at_turn("plane", SpacePose.level(30, 36, 6, 0), unit("gun", kind="aa-machine-gun", lost=lost))
    check = fire_check(game, GROUND.of(game).units[0], game.of("plane"))
    assert check
    begins = happening(game, "ground shot", "plane", "gun")
    came = ways(game, begins, was_hit)
    assert line_of("ground-fire", "outcomes", unit="aa-machine-gun", base_shot=check.need.total)["hit"] == came["True"]


@pytest.mark.parametrize("again", ["chain", "once"])
@pytest.mark.parametrize("off", [2, 5])
def test_the_odds_of_a_barrage_are_those_of_its_play(again: str, off: float) -> None:
    guns = [unit(f"gun-{number}", at=[30 + number / 5, 10]) for number in range(2)]
    barrage = {
        "id": "battery",
        "side": "germany",
        "name": "the battery",
        "guns": ["gun-0", "gun-1"],
        "at": [30, 40 + off, 15],
    }
    plane, rulings = aircraft("plane", "entente", RE8, at=[30, 40, 15], speed=RE8_TOP), {"aa_gun_sequence": "together"}
    given: dict[str, Any] = {"units": guns, "slices": {"flak": {"batteries": [barrage]}}, "aa_reroll_one": again, **rulings}
    game = sortie(plane, FOE, chapters=CHAPTERS, phase="shooting", **given)
    battery = FLAK.of(game).batteries[0]
    assert battery.at
    stays = sum(bool(inside(game, after_shift(game, battery, battery.at, (30 * hour, 0)))) for hour in range(12))
    begins = happening(game, "barrage fires", "", "battery")
    came = shares(game, begins, lambda events: sum(bool(e.target) for e in events if isinstance(e, BarrageFired)))
    assert told_otherwise(line_of("flak", "outcomes", guns=2, ways_inside=stays, again=again), came) == []


@pytest.mark.parametrize("height", [0, 7, 11, 30])
def test_the_odds_of_a_jump_are_those_of_its_play(height: float) -> None:
    foe = aircraft("foe", "germany", at=[50, 50, height], crew=[{**MAN, "fortitude": 9}])
    plane, men = aircraft("plane", "entente", RE8, speed=RE8_TOP), {"parachutes": {"men": ["foe"]}}
    game = sortie(plane, foe, chapters=CHAPTERS, slices=men)
    need = jump_check(game, rules().rules, game.of("foe"), "pilot").need.total

    assert line_of("parachute", "outcomes", target=need, height=height) == ways(
        game, happening(game, "jump", "foe", "pilot"), fate
    )
