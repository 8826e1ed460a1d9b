"""A view of a game in lines for people."""

from __future__ import annotations

from typing import Any

from aqmf_air.games.richthofens_war import scoring
from aqmf_air.games.richthofens_war.pieces import Aircraft
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.geometry.hexes.grid import to_map

COMPASS = ("right", "down right", "down left", "left", "up left", "up right")
"""Facings as the map is drawn."""
OUT = {"left": "off the map", "landed": "landed on its own side"}
"""What has become of an aircraft, where its state does not say it."""


def summary_of(view: Any) -> tuple[str, ...]:
    """How a game stands: the stage, each aircraft, points, and who has sealed an order."""
    game: Game = view
    lines = [f"turn {game.turn} of {game.setup.turns}, {game.stage.title.lower()}"]
    lines += [described(game, one) for one in game.aircraft]
    lines += [
        f"{game.called(one.id)}: {one.height} m, {one.damage} damage"
        if one.state == "up"
        else f"{game.called(one.id)}: {one.state}"
        for one in game.balloons
    ]
    lines.append("points: " + ", ".join(f"{side} {points}" for side, points in scoring.points(game).items()))
    for side, order in game.sealed:
        lines.append(f"{side} has sealed {game.title_of(side, order) if order else 'an order'}")
    return tuple(lines)


def described(game: Game, one: Aircraft) -> str:
    """An aircraft in a line: where it is, how it flies, what it has lost."""
    if not one.flying:
        return f"{game.called(one.id)} ({one.side}): {OUT.get(one.state, one.state)}"
    type_, column_row = game.type_of(one), "{},{}".format(*to_map(one.hex))
    line = (
        f"{game.called(one.id)} ({one.side}): {column_row} facing {COMPASS[one.facing]}, {one.height} m, speed {one.speed}"
    )
    line += f", damage {one.damage} of {type_.damage}"
    for gun in one.guns:
        state = "out" if gun.out else "jammed" if gun.jammed else f"{gun.rounds} rounds"
        line += f", {gun.name} {state}"
    if one.gliding:
        line += ", gliding"
    elif one.fuel is not None:
        line += ", tank hit"
    return line
