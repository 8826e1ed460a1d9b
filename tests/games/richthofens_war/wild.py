"""Games in states that play seldom leads to: close together, loaded, hurt, jammed, gliding, aces, novices, low and high."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from aqmf_air.api import load_registry, load_toml, replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import fitted
from aqmf_air.games.richthofens_war.state import Aircraft, Airman, Game, Gun
from aqmf_air.geometry.hexes.grid import from_map
from aqmf_air.plugins import kinds

REGISTRY = load_registry(entry_points=False)
WAR: Any = REGISTRY.ruleset("richthofen")
SCENARIOS = tuple(REGISTRY.of(kinds.SCENARIOS, "richthofen"))
HEIGHTS = (100, 300, 600, 1500, 2000, 4950, 5100)


@cache
def _begun(scenario: str, rulings: tuple[tuple[str, str], ...]) -> Game:
    path = REGISTRY.of(kinds.SCENARIOS, "richthofen")[scenario].path
    begun: Game = WAR.initial(WAR.set_up(load_toml(path), scenario, dict(rulings)).setup)
    return begun


def wild(seed: int, **rulings: str) -> Game:
    """The first turn of a scenario, with everything in it changed by the seed."""
    rng = Random(seed)
    game = _begun(SCENARIOS[seed % len(SCENARIOS)], tuple(sorted(rulings.items())))
    column, row, facing, height = rng.randint(12, 26), rng.randint(8, 22), rng.randrange(6), rng.choice(HEIGHTS)
    changed, taken = [], set[tuple[int, int, int]]()
    for one in game.aircraft:
        at = column + rng.randint(-3, 3), row + rng.randint(-2, 2)
        level = max(50, height + 50 * rng.choice((-2, -1, 0, 0, 0, 1, 2)))
        while (*at, level) in taken:
            at = at[0] + 1, at[1]
        taken.add((*at, level))
        faces = rng.choice((facing, facing, facing, facing + 3, rng.randrange(6))) % 6
        changed.append(_changed(game, one, rng, at=from_map(*at), facing=faces, height=level))
    game = replace(game, aircraft=tuple(changed), turn=rng.choice((1, 2, 5)), phase="tailing")
    return game if game.acting else replace(game, phase="initiative")


def _changed(game: Game, one: Aircraft, rng: Random, **place: Any) -> Aircraft:
    types = [kind.name for kind in game.tables.aircraft]
    type_ = game.tables.aircraft.at(rng.choice((one.type, one.type, rng.choice(types))))
    crew = tuple(
        Airman(
            victories=Fraction(rng.choice((0, 0, 5, 19, 20))),
            novice=(novice := rng.random() < 0.2),
            health="wounded" if not novice and rng.random() < 0.1 else "fit",
        )
        for _ in range(type_.crew)
    )
    guns = tuple(_used(gun, rng) for gun in fitted(type_, game.tables, game.rulings))
    return replace(
        one,
        type=type_.name,
        crew=crew,
        guns=guns,
        speed=rng.randint(type_.min_speed, type_.max_speed - 1),
        loaded=rng.random() < 0.3,
        damage=rng.choice((0, 0, 1, type_.damage // 2, type_.damage - 2)),
        schedule_lost=rng.choice((0, 0, 0, 1)),
        fuel=rng.choice((None, None, None, 0, 3)),
        gliding=rng.random() < 0.05,
        **place,
    )


def _used(gun: Gun, rng: Random) -> Gun:
    drums = tuple(max(rounds - rng.choice((0, 0, 3)), 0) for rounds in gun.drums)
    return replace(gun, drums=drums, jammed=rng.random() < 0.15)


def played(seed: int, orders: int, **rulings: str) -> Iterator[Game]:
    """The states before each of so many orders of a wild game; orders are chosen from the seed, not well."""
    rng, game = Random(seed), wild(seed, **rulings)
    for number in range(orders):
        yield game
        order = WAR.follows(game)
        if order is None:
            offers = [offer.command for side in WAR.players(game) for offer in WAR.legal(game, side)]
            if not offers:
                return
            order = rng.choice(offers)
        game = WAR.after(game, WAR.decide(game, order, DiceTray(seeded(seed, number))))
