"""What an attack, a run or an attempt may come to, a question for each who may be hurt. ATK, GND, PHO."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from aqmf_air.core.play.question import Question, Tally
from aqmf_air.games.aces_of_valor import fighting, luck
from aqmf_air.games.aces_of_valor.events.rounds import Weapon
from aqmf_air.games.aces_of_valor.rules import attempts
from aqmf_air.games.aces_of_valor.rules.attempts import Observing
from aqmf_air.games.aces_of_valor.rules.fire import Exchange, State
from aqmf_air.games.aces_of_valor.rules.ground import Run, damage_of
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import GroundKind
from aqmf_air.games.aces_of_valor.tables import Tables

NONE = "none"
"""What leaves everybody as he is."""


@dataclass(frozen=True)
class Seen:
    """Reads an outcome from events, and sees a part of it."""

    read: Callable[[Sequence[Any]], Any]
    view: Callable[[Any], Any]

    def __call__(self, events: Sequence[Any]) -> Any:
        return self.view(self.read(events))


def target_of(done: Exchange) -> str:
    """What an attack did to its target."""
    return done.target


def attacker_of(done: Exchange | Run) -> str:
    """What the reply, or the fire from the ground, did to the attacker."""
    return done.attacker


@dataclass(frozen=True)
class _Fate:
    """What becomes of an aircraft: one that was damaged before is destroyed by more damage. DMG-1."""

    effect: Callable[[Any], str]
    damaged: bool

    def __call__(self, done: Exchange | Run) -> str:
        effect = self.effect(done)
        return "destroyed" if self.damaged and effect == "damaged" else effect


def _jams(done: Exchange) -> bool:
    return done.jammed


def of_attack(game: Campaign, attacker: str, target: str) -> tuple[Question, ...]:
    """The target, the attacker under its reply, and the gun where it may jam. ATK-1, DEF-1, OPT-2."""
    facts = fighting.exchange_facts(game, attacker, target)
    _, _, replies, _, replies_if_damaged, jams, _, _ = facts

    def part(title: str, view: Callable[[Exchange], Any], counted: Tally) -> Question:
        return Question(title, fighting.exchange, facts, view=view, of=Seen(fighting.exchange_in, view), luck=counted)

    own = attacker in game.fought.friends
    attacked, attacks = game.aircraft(target).damaged, game.aircraft(attacker).damaged
    parts = [part(game.called(target), _Fate(target_of, attacked), luck.fire(not own, attacked))]
    if replies or replies_if_damaged:
        title = f"the reply at {game.called(attacker)}"
        parts.append(part(title, _Fate(attacker_of, attacks), luck.fire(own, attacks)))
    if jams:
        parts.append(part("the gun jams", _jams, luck.bad("guns that jam") if own else luck.good("enemy guns that jam")))
    return tuple(parts)


@dataclass(frozen=True)
class _Damage:
    """What a run does to a target that has so many points already."""

    kind: GroundKind
    before: int
    tables: Tables

    def __call__(self, done: Run) -> str:
        was, now = (damage_of(self.kind, points, self.tables) for points in (self.before, done.points))
        return NONE if now == was else now


@dataclass(frozen=True)
class _Points:
    """The damage points that a run adds."""

    before: int

    def __call__(self, done: Run) -> int:
        return done.points - self.before


def of_run(game: Campaign, attacker: str, target: str, weapon: Weapon, bombs: int = 0) -> tuple[Question, ...]:
    """The target, its damage points, and the aircraft under its AA. GND-2 to GND-6, GTD-1."""
    facts = fighting.run_facts(game, attacker, target, weapon, bombs)
    at = game.target(target)

    def part(title: str, view: Callable[[Run], Any], counted: Tally | None = None) -> Question:
        return Question(title, fighting.run, facts, view=view, of=Seen(fighting.run_in, view), luck=counted)

    own, damaged = attacker in game.fought.friends, game.aircraft(attacker).damaged
    points = luck.good("damage points of ground targets") if own else luck.bad("damage points of the own airfield")
    return (
        part(game.called(target), _Damage(at.kind, at.points, game.tables)),
        part("damage points", _Points(at.points), points),
        part(f"AA at {game.called(attacker)}", _Fate(attacker_of, damaged), luck.ground_fire(own, damaged)),
    )


@dataclass(frozen=True)
class _Crew:
    """What AA does to a 2-seater that was on a side of its counter."""

    before: State

    def __call__(self, done: Observing) -> str:
        return {self.before: NONE, None: "destroyed"}.get(done.side, "damaged")


def _award(done: Observing) -> int:
    return done.points


def of_attempt(game: Campaign, aircraft: str) -> tuple[Question, ...]:
    """The mission points, and the 2-seater under AA. PHO-3, PHO-4."""
    facts = fighting.attempt_facts(game, aircraft)

    def part(title: str, view: Callable[[Observing], Any], counted: Tally) -> Question:
        return Question(title, attempts.attempt, facts, view=view, of=Seen(fighting.attempt_in, view), luck=counted)

    damaged = game.aircraft(aircraft).damaged
    return (
        part("mission points", _award, luck.good("mission points of attempts")),
        part(f"AA at {game.called(aircraft)}", _Crew(facts[0].side), luck.ground_fire(True, damaged)),
    )
