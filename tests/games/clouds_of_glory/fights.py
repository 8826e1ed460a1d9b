"""Fights to try rules in: aircraft where a test wants them, orders with the dice that were rolled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from aqmf_air.api import Command, DiceTray, PlainEvent, recorded, replace, seeded
from aqmf_air.games.clouds_of_glory.chapters import setting_up
from aqmf_air.games.clouds_of_glory.sequence import Choose, InCloudsOfGlory
from aqmf_air.games.clouds_of_glory.state import CloudsGame, Phase
from aqmf_air.plugins.registry import load_registry

MAN = {"name": "Somebody", "awareness": 12, "flying": 12, "gunnery": 12, "fortitude": 11, "luck": 10, "rerolls": 0}


@cache
def rules() -> Any:
    """The ruleset."""
    found = load_registry().ruleset("clouds")
    assert isinstance(found, InCloudsOfGlory)
    return found


def aircraft(id_: str, side: str, type_: str = "Albatros D.Va", **more: Any) -> dict[str, Any]:
    """An aircraft of a scenario, flying north at height 20 in the middle of the board, its men without re-rolls."""
    given = {
        "id": id_,
        "side": side,
        "type": type_,
        "marking": id_,
        "crew": [MAN],
        "at": [30, 30, 20],
        "heading": 0,
        "speed": 145,
    }
    return {**given, **more}


def gunner(station: str = "observer", **more: Any) -> dict[str, Any]:
    """A gunner of a crew."""
    return {**MAN, "station": station, **more}


def fight(
    *placings: dict[str, Any],
    phase: Phase = "movement",
    waiting: Sequence[str] | None = None,
    turn: int = 1,
    setup: dict[str, Any] | None = None,
    **rulings: Any,
) -> CloudsGame:
    """A fight in the middle of a turn; who is to act: all, in their order, if not said."""
    document = {"title": "A test", "description": "", "aircraft": list(placings), **(setup or {})}
    game = setting_up.opened(rules().set_up(document, "test", rulings).setup)
    queue = tuple(craft.id for craft in game.craft) if waiting is None else tuple(waiting)
    return replace(game, phase=phase, turn=turn, waiting=queue)


def manned(game: CloudsGame, id_: str, station: str = "pilot", **changes: Any) -> CloudsGame:
    """The same with a man changed."""
    return game.with_craft(game.of(id_).with_man(station, **changes))


class Course(NamedTuple):
    """What an order led to."""

    game: CloudsGame
    events: tuple[PlainEvent, ...]

    def one(self, kind: type[Any]) -> Any:
        """The only event of a kind."""
        (event,) = self.all(kind)
        return event

    def all(self, kind: type[Any]) -> list[Any]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def has(self, kind: type[Any]) -> bool:
        """Whether there is an event of a kind."""
        return bool(self.all(kind))


def ordered(game: CloudsGame, order: Command, player: str, *faces: int | tuple[int, ...], seed: int | None = None) -> Course:
    """What an order leads to, with these faces rolled one after the other: all of them, and no other without a seed."""
    assert not [str(objection) for objection in rules().objections(game, order, player)]
    rolls = [face if isinstance(face, tuple) else (face,) for face in faces]
    given, further = recorded(rolls), recorded(()) if seed is None else seeded(seed)
    tray = DiceTray(lambda ask: (given if given.left else further)(ask))
    events = tuple(rules().decide(game, order, tray))
    assert not given.left, f"{len(given.left)} faces were not asked for"
    return Course(rules().after(game, events), events)


def chosen(game: CloudsGame, option: str, *faces: int | tuple[int, ...], seed: int | None = None) -> Course:
    """What the answer to the open decision leads to."""
    assert game.open is not None
    return ordered(game, Choose(option=option), game.open.decision.by, *faces, seed=seed)


def objections(game: CloudsGame, order: Command, player: str) -> list[str]:
    """The rules against an order."""
    return [objection.rule for objection in rules().objections(game, order, player)]


def offered(game: CloudsGame, player: str, kinds: Iterable[type[Any]] = (object,)) -> list[Any]:
    """The orders that are offered."""
    return [offer.command for offer in rules().legal(game, player) if isinstance(offer.command, tuple(kinds))]
