"""Campaigns whose flight is in the air, to test from any point of a mission."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.orders import Event, after
from aqmf_air.games.aces_of_valor.chapters import sectors
from aqmf_air.games.aces_of_valor.chapters.campaign import HomeFound, PilotJoined, TierFound, opened
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn
from aqmf_air.games.aces_of_valor.chapters.squadron import recruit
from aqmf_air.games.aces_of_valor.sequence import ValorRulings
from aqmf_air.games.aces_of_valor.state import PLAYER, Aircraft, Campaign, Mission, OptionalRules, Pilot, Place, Setup
from tests.games.aces_of_valor.playing import ruleset

NAMES = ("Georges", "Marcel", "Pierre", "Rene")
HOME = (1, 5)
OBSERVER = Aircraft(id="two-seater-1", name="2-seater 1", kind="two-seater", ground=1)
BOMBER = Aircraft(id="bomber-1", name="bomber 1", kind="bomber", bombs=6)
WHERE: dict[str, tuple[Place, ...]] = {
    "offensive-patrol": ((8, 5),),
    "defensive-patrol": ((4, 4), (4, 5), (3, 5), (3, 4)),
    "trench-strafing": ((5, 4),),
    "balloon-busting": ((6, 4),),
    "artillery-spotting": ((5, 2),),
    "photo-town": ((7, 3),),
    "bombing-depot": ((8, 1),),
    "bombing-town": ((7, 3),),
}


def flying(
    card: str = "offensive-patrol",
    at: Place = HOME,
    step: str = "move",
    *,
    damaged: Sequence[str] = (),
    lent: Sequence[Aircraft] = (),
    rulings: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    pace: str = "step",
    **mission: Any,
) -> Campaign:
    """A French flight of Georges, Marcel, Pierre and Rene in Nieuports at a sector, home airfield C."""
    setup = Setup(
        nation="french",
        missions=8,
        home="C",
        squadron=tuple(Pilot(name=name) for name in NAMES),
        options=OptionalRules(**(options or {})),
        rulings=ValorRulings(**(rulings or {})),
        pace=pace,  # type: ignore[arg-type]
    )
    game = opened(setup)
    joined = (PilotJoined(member=recruit(pilot, "french", 1, game.tables)) for pilot in setup.squadron)
    game = after(game, (TierFound(tier=1), *joined, HomeFound(letter="C")))
    squadron = tuple(replace(one, box="flight", side="back" if one.id in damaged else "front") for one in game.squadron)
    flight = (*(one.id for one in squadron), *(one.id for one in lent))
    begun: dict[str, Any] = {
        "card": card,
        "letter": "C",
        "objective": WHERE[card],
        "at": at,
        "turn": 1,
        "length": 24,
        "path": (at,),
        "flight": flight,
        "took_off": flight,
        "lent": tuple(lent),
        "hurt": bool(damaged),
    }
    return replace(game, number=1, step=step, squadron=squadron, mission=Mission(**begun | mission))


def give(game: Campaign, command: Command, *faces: Sequence[Any]) -> Campaign:
    """The state after a command that is legal, with exactly these faces."""
    return replay(game, command, *faces)[0]


def replay(game: Campaign, command: Command, *faces: Sequence[Any]) -> tuple[Campaign, list[Event[Campaign]]]:
    """The state after it, and what happened."""
    from aqmf_air.core.dice.dice import DiceTray, recorded

    objections = refusals(game, command)
    assert not objections, objections
    source = recorded(faces)
    events = ruleset().decide(game, command, DiceTray(source))
    assert not source.left, f"not asked for: {source.left}"
    return ruleset().after(game, events), [cast("Event[Campaign]", one) for one in events]


def go_on(game: Campaign, *faces: Sequence[Any]) -> Campaign:
    """On to the next roll, with these faces for the first."""
    return give(game, GoOn(), *faces)


def refusals(game: Campaign, command: Command) -> list[str]:
    """The rules and reasons against a command."""
    return [f"{one.rule}: {one.reason}" for one in ruleset().objections(game, command, PLAYER)]


def titles(game: Campaign) -> list[str]:
    """What is offered."""
    return [offer.title for offer in ruleset().legal(game, PLAYER)]


def sector(name: str, game: Campaign) -> Place:
    """The sector of this name."""
    every = ((x, y) for x in range(sectors.COLUMNS) for y in range(sectors.ROWS))
    return next(at for at in every if sectors.name(at, game.tables) == name)
