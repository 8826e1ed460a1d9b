"""What counts as luck, for the squadron: damage by and for it, points, and what dice decide on the way home."""

from __future__ import annotations

from dataclasses import dataclass

from aqmf_air.api import Tally
from aqmf_air.games.aces_of_valor.state import PLAYER


@dataclass(frozen=True)
class Steps:
    """How many steps of damage an effect is: an aircraft that is damaged already has one left. DMG-1."""

    damaged: bool = False

    def __call__(self, effect: str) -> int:
        return {"damaged": 1, "destroyed": 1 if self.damaged else 2}.get(effect, 0)


@dataclass(frozen=True)
class Counts:
    """Which outcomes count, each as one."""

    outcomes: tuple[str, ...]

    def __call__(self, outcome: str) -> int:
        return int(outcome in self.outcomes)


def fire(hits_friend: bool, damaged: bool) -> Tally:
    """Of shots in the air: the enemy's are bad luck where they hit."""
    kind = "steps of damage by enemy aircraft" if hits_friend else "steps of damage to enemy aircraft"
    return Tally(kind, Steps(damaged), good=not hits_friend, side=PLAYER)


def ground_fire(hits_friend: bool, damaged: bool) -> Tally:
    """Of fire from the ground."""
    kind = "steps of damage by anti-aircraft fire" if hits_friend else "steps of damage by the guns of the airfield"
    return Tally(kind, Steps(damaged), good=not hits_friend, side=PLAYER)


def good(kind: str) -> Tally:
    """Of what the squadron wants: yes and no, or a number."""
    return Tally(kind, side=PLAYER)


def bad(kind: str) -> Tally:
    """Of what harms the squadron."""
    return Tally(kind, good=False, side=PLAYER)


def of(kind: str, *outcomes: str, good: bool = True) -> Tally:
    """Of outcomes in words, of which some count."""
    return Tally(kind, Counts(outcomes), good=good, side=PLAYER)
