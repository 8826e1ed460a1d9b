"""Orders that make no sense, of every kind and in every phase: refused, and whatever else is asked has an answer."""

from __future__ import annotations

from random import Random
from types import UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin

import pytest
from pydantic import BaseModel

from aqmf_air.errors import InvalidCommandError
from aqmf_air.games.martian_front.automatic.policy import value_of
from aqmf_air.games.martian_front.chapters.orders import FrontOrder
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Game
from aqmf_air.games.martian_front.tables import SIDES
from aqmf_air.plugins.registry import Registry
from tests.conformance.scenarios import new_game
from tests.games.martian_front.field import Field

NUMBERS = (0, 1, 2, 8, 12, 30, 90, 180, -5)


def anything(kind: Any, key: str, game: Game, rng: Random) -> Any:
    """Something of a field's type: names that are in the game and names that are not, and numbers of any size."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return rng.choice(inner)
    if origin in (Union, UnionType):
        return anything(rng.choice(inner), key, game, rng)
    if origin is tuple:
        several = [inner[0]] * rng.randint(0, 4) if inner[-1] is Ellipsis else inner
        return [anything(one, key, game, rng) for one in several]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        fields = kind.model_fields.items()
        asked = {name: field.annotation for name, field in fields if field.is_required() or rng.random() < 0.6}
        return {name: anything(one, name, game, rng) for name, one in asked.items()}
    if kind is str:
        units = [unit.id for unit in (*game.units, *game.fallen)]
        elements = [element.id for unit in game.units for element in unit.elements]
        weapons = [mount.weapon.name for unit in game.units for mount in game.type_of(unit).weapons]
        names = {"weapon": weapons, "element": elements}.get(key, units)
        return rng.choice([*names, *names, *weapons, "nobody", ""])
    return None if kind is type(None) else rng.choice(NUMBERS) if kind in (int, float) else rng.random() < 0.5


@pytest.mark.further(every=3)
@pytest.mark.parametrize("name", ["eyes-above", "map-square", "redoubt", "first-flight"])
def test_an_order_that_makes_no_sense_is_refused_asks_for_nothing_and_is_worth_nothing(name: str) -> None:
    rng, session = Random(name), new_game(name, 16)
    ruleset = cast("AllQuiet", session.ruleset)
    refused = allowed = 0
    for _ in range(12):
        game = session.state
        if ruleset.over(game):
            break
        for kind in ruleset.orders:
            for _ in range(12):
                document = {**anything(kind, "", game, rng), "type": kind.model_fields["type"].default}
                try:
                    order = cast("FrontOrder", ruleset.codec.command(document, "test"))
                except InvalidCommandError:
                    continue
                against = {side: ruleset.objections(game, order, side) for side in SIDES}
                for side in SIDES:
                    worth = value_of(ruleset, game, order, side)
                    assert worth == 0 or not against[side]
                questions = ruleset.questions(game, order)
                assert not questions or not all(against.values())
                refused += all(against.values())
                allowed += not all(against.values())
        side = rng.choice(game.active)
        end = ruleset.codec.command({"type": "host.end_phase"}, "test")
        if rng.random() < 0.5 and not ruleset.objections(game, end, side):
            session.submit(end, side)
        elif offers := ruleset.legal(game, side):
            session.submit(rng.choice(offers).command, side)
    assert refused > 500
    assert allowed


def test_a_shot_at_who_is_out_of_range_is_worth_nothing(registry: Registry) -> None:
    field = Field(
        registry,
        {"squad": ("US Infantry", [(10 + 2 * n, 10) for n in range(5)]), "walker": ("Assault Tripod", [(90, 90)])},
    )
    shot = field.command(type="host.shoot", unit="squad", weapon="Rifle", target="walker")
    assert field.objections("human", type="host.shoot", unit="squad", weapon="Rifle", target="walker")
    assert value_of(field.ruleset, field.state, cast("FrontOrder", shot), "human") == 0
    assert field.ruleset.questions(field.state, shot) == ()
