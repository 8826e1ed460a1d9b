"""Strength tests that damage asks for in the air (6.3.10, rows 14, 19 and 21), and what follows of a flight. No dice."""

from __future__ import annotations

from collections.abc import Iterable

from aqmf_air.api import GameStep
from aqmf_air.games.clouds_of_glory.chapters.plans import Handling, Plan
from aqmf_air.games.clouds_of_glory.chapters.steps import due
from aqmf_air.games.clouds_of_glory.state import CloudsGame, Craft


def strains_of(strained: Iterable[str], plan: Plan, handling: Handling, fastest: int) -> int:
    """The strength tests that a flight asks for, at the highest km/h of its phase. ICOG-6.3.10-a, ICOG-6.3.11-a."""
    count = 0
    for entry in strained:
        kind, _, limit = entry.partition(":")
        if kind == "faster":
            count += fastest > int(limit)
        elif kind in ("manoeuvre", "turn"):
            tried = (piece for piece in plan if piece.action and (kind == "manoeuvre" or piece.turns))
            count += sum(not (piece.turns and handling.letter(piece.tighter) >= limit) for piece in tried)
    return count


def after_flight(game: CloudsGame, craft: Craft, plan: Plan, handling: Handling, speed: int) -> tuple[GameStep, ...]:
    """What follows of a flight: strength tests, smoke that is blown out, a fire. ICOG-6.3.12-f, ``fire_when``."""
    fastest = max(craft.speed, speed)
    steps = [due("holds", craft.id)] * strains_of(craft.strained, plan, handling, fastest)
    if craft.smoke:
        steps.append(due("blown out", craft.id, fastest))
    if craft.fire and game.rulings.fire_when == "after-own-move":
        steps.append(due("burn", craft.id))
    return tuple(steps)


def before_flight(game: CloudsGame, craft: Craft) -> tuple[GameStep, ...]:
    """What comes before a move: a fire, by the ruling ``fire_when``. ICOG-5.2-b, ICOG-6.3.12-f."""
    burns = craft.fire and game.rulings.fire_when == "before-own-move"
    return (due("burn", craft.id),) if burns else ()
