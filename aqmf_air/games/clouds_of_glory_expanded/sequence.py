"""Which chapters there are, and what those add that a mission is played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from types import ModuleType
from typing import Any

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import CheckFacts, CloudsGame, Setup, ShotFacts
from aqmf_air.games.clouds_of_glory_expanded import ground
from aqmf_air.games.clouds_of_glory_expanded.campaign import between, careers, squadrons
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, Chapter, ChapterName

from aqmf_air.games.clouds_of_glory_expanded.chapters import (  # isort: skip
    abilities, ability_traits, artillery, attention, balloons, barrages, bomb_orders, bombs, bursts, drops, experience,
    ground_damage, ground_fire, observers, parachutes, radio, rockets, strafing, wounds,
)  # fmt: skip

PARTS: Mapping[ChapterName, tuple[ModuleType, ...]] = {
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
"""The modules of each chapter, in the order of the book; one of them says what it is."""
MODULES = (*chain(*PARTS.values()), careers, between)
CHAPTERS: Mapping[ChapterName, Chapter] = {
    name: next(part.CHAPTER for part in parts if hasattr(part, "CHAPTER")) for name, parts in PARTS.items()
}
SLICES: tuple[api.Slice[Any], ...] = (
    EXPANDED,
    ground.GROUND,
    squadrons.CAMPAIGN,
    *(own for chapter in CHAPTERS.values() for own in chapter.slices),
)
PROCEDURES = (
    *(api.Procedure("step", name, run) for module in MODULES for name, run in getattr(module, "STEPS", {}).items()),
    *(
        api.Procedure(kind, name, run)
        for chapter in CHAPTERS.values()
        for kind, runs in (("damage row", chapter.shifts), ("death", chapter.spares), ("face", chapter.faces))
        for name, run in runs.items()
    ),
)


def in_force(state: api.Sliced) -> Iterator[ChapterName]:
    """The chapters that a mission is played with, in the order of the book."""
    listed = EXPANDED.of(state).chapters
    return (name for name in CHAPTERS if name in listed) if listed else iter(())


def added(state: api.Sliced, what: str, *facts: Any) -> Iterator[Any]:
    """What these chapters add: all that their functions of a name give."""
    for run in (getattr(module, what, None) for name in in_force(state) for module in PARTS[name]):
        yield from run(*facts) if run else ()


def game_of(facts: Any) -> CloudsGame | None:
    """The game that a check is made in; None: it is asked about outside of one."""
    of = facts.check if isinstance(facts, ShotFacts) else facts
    return of.game if isinstance(of, CheckFacts) else None


def faults(setup: Setup) -> Iterator[str]:
    """What is wrong with a set-up, a line each."""
    listed = EXPANDED.of(setup).chapters
    for name in listed:
        if (chapter := CHAPTERS.get(name)) is None:
            yield f"expanded: chapters: {name} is not there yet"
        elif lacking := [needed for needed in chapter.needs if needed not in listed]:
            yield f"expanded: chapters: {name} needs {api.in_a_row(lacking)}, too"
    if twice := next((name for name in listed if listed.count(name) > 1), ""):
        yield f"expanded: chapters: {twice} is listed twice"
    on = {trait for name in in_force(setup) for trait in CHAPTERS[name].traits}
    for placing in setup.aircraft:
        for trait in (trait for man in placing.crew for trait in man.traits):
            needed = next((chapter for chapter in CHAPTERS.values() if trait in chapter.traits and trait not in on), None)
            if needed:
                yield f"aircraft {placing.id}: the trait {trait!r} needs the chapter {needed.name}"
    yield from ground.faults(setup)
    yield from squadrons.faults(setup)
    yield from added(setup, "faults", setup)
