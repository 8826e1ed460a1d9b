"""How automatic sides play: the better one wins most of its games, and each style has its own habits."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import hypot
from typing import Any, NamedTuple, cast

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.play.automatic import play_out
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.martian_front.chapters.orders import FrontOrder, enemies
from aqmf_air.games.martian_front.chapters.turn import EndPhase
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import MOVEMENT, Game, Unit
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry
from tests.conformance.scenarios import everything, new_game
from tests.games.martian_front.test_opponent import STYLES, policy


def test_steady_beats_the_plain_automatic_side_in_duels_of_equals() -> None:
    registry = load_registry(entry_points=False)
    war, players = registry.ruleset("richthofen"), registry.of(kinds.POLICIES, "richthofen")
    document = load_toml(registry.of(kinds.SCENARIOS, "richthofen")["duel"].path)
    document["aircraft"] = [{**aircraft, "type": "Sopwith Camel"} for aircraft in document["aircraft"]]
    setup = war.set_up(document, "duel of Camels", {}).setup
    won: Counter[str] = Counter()
    for seed in range(4):
        for own in ("german", "allied"):
            session = Session(war, new_header(war, setup, seed=seed, game="duel"))
            while not war.over(session.state):
                side = war.stage(session.state).active[0]
                chosen = players["steady" if side == own else "exact-odds"].choose(war, session.state, side)
                assert chosen is not None
                session.submit(chosen, side)
            winner = war.over(session.state)
            won["steady" if winner == own else "draw" if winner == "draw" else "plain"] += 1
    assert won["steady"] >= 6, won


@cache
def positions() -> tuple[tuple[Game, str], ...]:
    """Of a game between plain sides, those in which a unit moves."""
    session = new_game("eyes-above", 4)
    seen: list[tuple[Game, str]] = []

    def watch(before: Game, done: Any) -> None:
        if before.part in MOVEMENT and not isinstance(done.entry.command, EndPhase):
            seen.append((before, done.entry.by))

    play_out(session, dict.fromkeys(("human", "martian"), policy("exact-odds").choose), watch)
    return tuple(seen)


class Habits(NamedTuple):
    """Of a style's moves in the same positions, means in inches."""

    away: float
    """From the nearest enemy, where they end."""
    off_goal: float
    """From the nearest objective."""


@cache
def habits(style: str) -> Habits:
    ruleset, away, off_goal = cast("AllQuiet", everything().ruleset("aqmf")), [], []
    for game, side in positions():
        order = policy(style).choose(ruleset, game, side)
        after = cast("FrontOrder", order).foreseen(game, ruleset.rules) if order else game
        if after is not game and after.in_play(name := getattr(order, "unit", "")):
            unit = after.unit(name)
            away.append(nearest(after, unit, enemies(after, side)))
            off_goal.append(min(hypot(unit.centre[0] - goal.x, unit.centre[1] - goal.y) for goal in game.objectives))
    return Habits(sum(away) / len(away), sum(off_goal) / len(off_goal))


def nearest(game: Game, unit: Unit, foes: tuple[Unit, ...]) -> float:
    return min((hypot(unit.centre[0] - foe.centre[0], unit.centre[1] - foe.centre[1]) for foe in foes), default=0.0)


def test_each_style_has_habits_of_its_own() -> None:
    steady, cautious, bold, hunter = map(habits, STYLES)
    assert cautious.away > steady.away + 0.5
    assert bold.away < steady.away - 1
    assert hunter.away < steady.away
    assert bold.off_goal < min(steady.off_goal, hunter.off_goal, cautious.off_goal)
