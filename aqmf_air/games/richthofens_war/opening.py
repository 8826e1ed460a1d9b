"""The first state of a game, from its set-up."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.names import by_name
from aqmf_air.games.richthofens_war.pieces import HIDDEN_GUN, Aircraft, Airman, Balloon, GroundGun, LastMove
from aqmf_air.games.richthofens_war.rules.guns import fitted
from aqmf_air.games.richthofens_war.rules.missions import guns_about
from aqmf_air.games.richthofens_war.setup import Placed, Setup
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import Tables, tables
from aqmf_air.geometry.hexes.grid import Hex, from_map


def opened(setup: Setup) -> Game:
    """The state before the first turn. Raises DataError: a type of aircraft does not exist."""
    in_force = tables(setup.tables)
    ids = _ids(setup)
    aircraft = tuple(_placed(one, id_, setup, in_force) for one, id_ in zip(setup.aircraft, ids, strict=True))
    balloons = tuple(
        Balloon(
            id=f"balloon-{number}",
            side=one.side,
            at=from_map(one.column, one.row),
            height=in_force.number("balloons", "height") if one.height is None else one.height,
        )
        for number, one in enumerate(setup.balloons, 1)
    )
    guns = tuple(_guns(setup, balloons, in_force))
    game = Game(setup=setup, aircraft=aircraft, balloons=balloons, guns=guns)
    return game if game.acting else replace(game, phase="initiative")


def _guns(setup: Setup, balloons: tuple[Balloon, ...], in_force: Tables) -> Iterator[GroundGun]:
    """The guns of the scenario, and those about each balloon, where it is not for the scenario to say. D-15."""
    for number, one in enumerate(setup.guns, 1):
        at = from_map(one.column, one.row)
        id_ = f"{HIDDEN_GUN if one.hidden else 'gun-'}{number}"
        yield GroundGun(id=id_, side=one.side, kind=one.kind, at=at, hidden=one.hidden)
    for balloon in balloons if setup.rulings.balloon_guns_at == "about-the-winch" else ():
        for number, (kind, at) in enumerate(guns_about(Hex(*balloon.at), in_force), 1):
            yield GroundGun(id=f"{balloon.id}-gun-{number}", side=balloon.side, kind=kind, at=at)


def _placed(one: Placed, id_: str, setup: Setup, in_force: Tables) -> Aircraft:
    type_ = by_name({row.name: row for row in in_force.aircraft}, one.type, "type of aircraft")
    crew = (*one.crew[: type_.crew], *(Airman() for _ in range(type_.crew - len(one.crew))))
    return Aircraft(
        id=id_,
        type=type_.name,
        name=one.name,
        side=one.side,
        owner=one.owner,
        at=from_map(one.column, one.row),
        facing=one.facing,
        height=one.height,
        speed=one.speed,
        guns=fitted(type_, in_force, setup.rulings),
        crew=crew,
        loaded=one.loaded,
        last=LastMove(speed=one.speed, goes_on=setup.rulings.first_move == "straight"),
    )


def _ids(setup: Setup) -> tuple[str, ...]:
    """An id for each aircraft: its own, or its type with a number."""
    taken = {one.id for one in setup.aircraft if one.id}
    ids = []
    for one in setup.aircraft:
        if not (id_ := one.id):
            base, number = re.sub(r"[^a-z0-9]+", "-", one.type.casefold()).strip("-"), 1
            while (id_ := f"{base}-{number}") in taken:
                number += 1
            taken.add(id_)
        ids.append(id_)
    return tuple(ids)
