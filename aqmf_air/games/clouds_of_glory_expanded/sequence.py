"""Which chapters there are, and what those add that a mission is played with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from math import dist
from types import ModuleType
from typing import Any

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import CheckFacts, CloudsGame, Craft, Goal, Setup, ShotFacts
from aqmf_air.games.clouds_of_glory_expanded import ground
from aqmf_air.games.clouds_of_glory_expanded.campaign import between, careers, squadrons
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, ChapterName

from aqmf_air.games.clouds_of_glory_expanded.chapters import (  # isort: skip
    abilities, ability_traits, artillery, attention, balloons, barrages, bomb_orders, bombs, bursts, drops, experience,
    ground_damage, ground_fire, observers, parachutes, radio, rockets, strafing, wounds,
)  # fmt: skip

MOST = 3
"""Places that are named to an aircraft, the nearest first."""
CHAPTERS: Mapping[ChapterName, tuple[ModuleType, ...]] = {
    "experience": (experience,),
    "abilities": (ability_traits, abilities),
    "wounds": (wounds,),
    "parachutes": (parachutes,),
    "ground-fire": (ground_fire, barrages, bursts),
    "strafing": (strafing,),
    "balloons": (balloons,),
    "rockets": (rockets,),
    "bombs": (bombs, bomb_orders),
    "ground-damage": (ground_damage,),
    "observers": (attention, artillery, radio, drops, observers),
}
"""The modules of each chapter, in the order of the book. What one adds to missions with the chapter are its functions
``modifiers``, ``rerolls`` and ``ammunition`` as the core's hooks have them; ``first_steps`` of a phase; ``objections`` to
orders of the core game; ``faults`` and ``briefing`` of a set-up; ``bodies``; ``goals`` of an aircraft. Its ``STEPS`` have
what its steps do; its ``TRAITS`` men may have; its ``PROCEDURES`` say what a trait makes of a damage row, a death, a face.

What it keeps are its slices. Where the model of one has ``due(game, craft, station)``, that says whether a man has
something to do in the shooting phase; where it has ``points``, they count, and where it has ``scored``, that
says for what; where ``load(game, craft)``, that is aboard.
"""
NEEDS: Mapping[ChapterName, ChapterName] = {
    "strafing": "ground-damage", "rockets": "balloons", "bombs": "ground-damage", "observers": "ground-damage",
}  # fmt: skip
"""The chapter that a mission has to list, too."""
MODULES = (*chain(*CHAPTERS.values()), careers, between)


def slices_of(part: ModuleType) -> list[api.Slice[Any]]:
    """Those that a module defines."""
    return [own for own in vars(part).values() if isinstance(own, api.Slice) and own.model.__module__ == part.__name__]


SLICES: tuple[api.Slice[Any], ...] = (EXPANDED, ground.GROUND, squadrons.CAMPAIGN, *chain(*map(slices_of, MODULES)))
TRAITS = {trait: name for name, parts in CHAPTERS.items() for part in parts for trait in getattr(part, "TRAITS", ())}
RUNS = [(("step", name), run) for part in MODULES for name, run in getattr(part, "STEPS", {}).items()]
RUNS += [named for part in MODULES for named in getattr(part, "PROCEDURES", {}).items()]
PROCEDURES = tuple(api.Procedure(*named, run) for named, run in RUNS)


@cache
def _runs(what: str, listed: tuple[ChapterName, ...]) -> tuple[Callable[..., Iterable[Any]], ...]:
    """The functions of a name of these chapters, in the order of the book."""
    parts = (part for name, modules in CHAPTERS.items() if name in listed for part in modules)
    return tuple(run for part in parts if (run := getattr(part, what, None)))


def added(state: api.Sliced, what: str, *facts: Any) -> Iterator[Any]:
    """What the chapters of a mission add: all that their functions of a name give."""
    for run in _runs(what, EXPANDED.of(state).chapters):
        yield from run(*facts)


def goals_of(game: CloudsGame, craft: Craft) -> list[Goal]:
    """The nearest places that these chapters name to an aircraft."""
    goals = added(game, "goals", game, craft) if craft.flying and not craft.home else ()
    nearest = sorted((goal for goal in goals if goal.worth), key=lambda goal: dist(goal.at, craft.pose.place))
    places = [*dict.fromkeys(goal.id for goal in nearest)][:MOST]
    return [goal for goal in nearest if goal.id in places]


def game_of(facts: Any) -> CloudsGame | None:
    """The game that a check is made in; None: it is asked about outside of one."""
    of = facts.check if isinstance(facts, ShotFacts) else facts
    return of.game if isinstance(of, CheckFacts) else None


def faults(setup: Setup) -> Iterator[str]:
    """What is wrong with a set-up, a line each."""
    listed = EXPANDED.of(setup).chapters
    for name in listed:
        if (needed := NEEDS.get(name)) and needed not in listed:
            yield f"expanded: chapters: {name} needs {needed}, too"
    if twice := next((name for name in listed if listed.count(name) > 1), ""):
        yield f"expanded: chapters: {twice} is listed twice"
    for placing in setup.aircraft:
        for trait in (trait for man in placing.crew for trait in man.traits):
            if trait in TRAITS and TRAITS[trait] not in listed:
                yield f"aircraft {placing.id}: the trait {trait!r} needs the chapter {TRAITS[trait]}"
    yield from ground.faults(setup)
    yield from squadrons.faults(setup)
    yield from added(setup, "faults", setup)
