"""Questions and previews against orders in combats that play seldom leads to: damaged, jammed, loaded, Skilled, any target.

``AQMF_SEEDS=1000-4000`` draws other combats.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, get_args

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.core.play.question import Question
from aqmf_air.games.aces_of_valor.chapters.actions import Attack, Attempt, Bomb, Strafe
from aqmf_air.games.aces_of_valor.chapters.counters import air_skill, ground_skill, structure, values
from aqmf_air.games.aces_of_valor.sequence import ValorRulings
from aqmf_air.games.aces_of_valor.state import PLAYER, Aircraft, Campaign
from aqmf_air.games.aces_of_valor.tables import GunfireRow
from aqmf_air.games.aces_of_valor.ui import queries
from tests.games.aces_of_valor.in_combat import BOMBER, ENEMY_SEATER, SEATER, SPOTTING, enemy, fight, fighter, target
from tests.games.aces_of_valor.playing import ruleset
from tests.seeds import seeds

OWN, ENEMIES = ("Georges", "Marcel", "Pierre", "Rene"), ("Max", "Carl", "Kurt", "Hans")
GIANT = Aircraft(id="giant", name="giant", kind="heavy-bomber")


def changed(one: Any, rng: Random) -> Any:
    """An aircraft that was hit, is Skilled, or carries something."""
    loads = {"rockets": rng.choice((0, 0, 2)), "bombs": rng.choice((0, 0, 2))} if one.kind == "fighter" else {}
    return replace(one, side=rng.choice(("front", "front", "back")), rank=rng.choice((0, 0, 1, 2)), **loads)


def wild(seed: int) -> Campaign:
    """A combat in which everything was changed by the seed; of every third under other rulings."""
    rng = Random(seed)
    own: list[Any] = [changed(fighter(name, rng.randint(1, 3)), rng) for name in rng.sample(OWN, rng.randint(1, 3))]
    own += [changed(one, rng) for one in (SEATER, BOMBER) if rng.random() < 0.3]
    them = [changed(enemy(name, rng.randint(1, 3)), rng) for name in rng.sample(ENEMIES, rng.randint(0, 2))]
    them += [changed(one, rng) for one in (ENEMY_SEATER, GIANT) if rng.random() < 0.3]
    below = [target(kind, points=rng.choice((0, 0, 1))) for kind in rng.sample(queries.KINDS, rng.randint(0, 2))]
    spaces = {one.id: rng.randint(3, 10) for one in (*own, *them)} | {one.id: rng.randint(1, 3) for one in below}
    fields = ValorRulings.model_fields
    rulings = {name: rng.choice(get_args(field.annotation)) for name, field in fields.items() if rng.random() < 0.3}
    options = {"cards": ("OR-3",)} if rng.random() < 0.2 else {}
    task = {"card": SPOTTING, "reason": "task"} if SEATER.id in {one.id for one in own} and not them else {}
    return fight(
        *own, enemies=them, targets=below, spaces=spaces, options=options, rulings=rulings if seed % 3 == 0 else {}, **task
    )


def asked(game: Campaign, order: Any) -> tuple[Any, dict[str, int]] | None:
    """The question of ``aqmf odds`` for an order, and which of its lines speaks of which preview; None: it has no words."""
    if not isinstance(order, Attack | Strafe | Bomb | Attempt):
        return None
    one, tables = game.aircraft(order.aircraft), game.tables
    whole = not one.damaged
    if isinstance(order, Attack) and "OR-3" not in game.options.cards:
        other, space = game.aircraft(order.target), game.fought.space_of
        difference = space[one.id] - space[other.id]
        rear = tables.aircraft(other.sheet, other.side)
        own = values(one, tables)
        if other.damaged or rear.defensive > 1 or (rear.defensive and not whole):
            return None
        words: dict[str, Any] = {"dice": tables.row("c7", GunfireRow, difference, "forward").dice}
        words |= {"skill": air_skill(one, game.rulings), "gun": f"{own.hit}/{own.double}" if own.double else f"{own.hit}"}
        if rear.defensive:
            words |= {"reply_dice": tables.row("c7", GunfireRow, difference, "defensive").dice}
            words |= {"reply_skill": air_skill(other, game.rulings), "reply_gun": f"{rear.hit}"}
        words |= {"structure": structure(other, tables), "own_structure": structure(one, tables)}
        return queries.Attack(**words), {"outcomes": 0, **({"reply": 1} if rear.defensive else {})}
    if isinstance(order, Strafe | Bomb) and whole and not game.target(order.target).points:
        kind, skill = game.target(order.target).kind, ground_skill(one, game.rulings)
        if isinstance(order, Strafe):
            return queries.Strafe(target=kind, skill=skill, fire=True, structure=structure(one, tables)), {"points": 1}
        if one.kind == "bomber" and not order.bombs:
            return queries.Bomb(target=kind, skill=skill, bombs=one.bombs, fire=True), {"outcomes": 0, "points": 1}
    if isinstance(order, Attempt) and whole and game.fought.round == 1:
        skill = ground_skill(one, game.rulings)
        return queries.Spot(weather=game.flown.weather, skill=skill, rounds=1, fire=True), {"outcomes": 0, "two_seater": 1}
    return None


@pytest.mark.rule("AOV-ATK-1", "AOV-ATK-2", "AOV-DEF-1", "AOV-GND-2", "AOV-GND-3", "AOV-GND-4", "AOV-PHO-3", "AOV-DMG-1")
def test_questions_and_previews_are_those_of_orders_in_wild_combats() -> None:
    seen, rules = Counter[str](), ruleset()
    for seed in seeds(60):
        game = wild(seed)
        orders = {offer.command.type: offer.command for offer in rules.legal(game, PLAYER)}
        for name, order in orders.items():
            previews: list[Question] = list(rules.questions(game, order))
            if not previews:
                continue
            compared = compare_with_decision(rules, game, order, max_runs=2000)
            seen[name if not compared.skipped else "too many"] += 1
            question = asked(game, order) if seed % 3 else None
            if question is None:
                continue
            answer = question[0].ask(lambda: rules)
            for key, at in question[1].items():
                assert dict(answer.line(key).odds) == dict(previews[at].odds()), (seed, order, key)
            seen[f"asked {name}"] += 1
    kinds = ("valor.attack", "valor.strafe", "valor.go_on", "asked valor.attack", "asked valor.strafe")
    assert all(seen[kind] for kind in kinds), seen
