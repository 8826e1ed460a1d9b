"""What the expanded rules add to In Clouds of Glory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory_expanded import ground
from aqmf_air.games.clouds_of_glory_expanded.campaign import between, squadrons, story, telling
from aqmf_air.games.clouds_of_glory_expanded.chapter import At

from aqmf_air.games.clouds_of_glory_expanded.sequence import (  # isort: skip
    MODULES, PROCEDURES, SLICES, TRAITS, added, faults, game_of, goals_of,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory_expanded.tables import SOURCES

ALSO = {api.kinds.TABLES: SOURCES, api.kinds.PROCEDURES: PROCEDURES}
EXPANDED_GAME = api.Extension(id=clouds.RULESET, package=__package__, chapters=MODULES, slices=SLICES, also=ALSO)


@api.hookimpl
def aqmf_modifiers(ruleset: str, check: str, facts: Any) -> Sequence[api.Modifier]:
    game = game_of(facts) if ruleset == clouds.RULESET else None
    return [*added(game, "modifiers", check, facts)] if game else ()


@api.hookimpl
def aqmf_objections(ruleset: str, state: Any, command: api.Command) -> Sequence[api.Objection]:
    return [*added(state, "objections", state, command)] if ruleset == clouds.RULESET else ()


@api.hookimpl
def clouds_rerolls(ruleset: str, check: str, facts: clouds.CheckFacts) -> Sequence[str]:
    return [*added(facts.game, "rerolls", check, facts)]


@api.hookimpl
def clouds_phase_steps(ruleset: str, game: clouds.CloudsGame, phase: clouds.Phase) -> Sequence[api.GameStep]:
    return [*added(game, "first_steps", game, phase), *(between.closing_steps(game) if phase == "closing" else ())]


@api.hookimpl
def clouds_ammunition(ruleset: str, facts: clouds.ShotFacts, halves: int, hit: bool) -> Sequence[int]:
    game = game_of(facts)
    return [*added(game, "ammunition", facts, halves, hit)] if game else ()


@api.hookimpl
def clouds_traits(ruleset: str) -> Sequence[str]:
    return tuple(TRAITS)


@api.hookimpl
def clouds_faults(ruleset: str, setup: clouds.Setup) -> Sequence[str]:
    return tuple(faults(setup))


@api.hookimpl
def clouds_briefing(ruleset: str, setup: clouds.Setup) -> Sequence[str]:
    return [*squadrons.briefing(setup), *added(setup, "briefing", setup)]


@api.hookimpl
def clouds_chronicle(
    ruleset: str, game: clouds.CloudsGame, opened: clouds.CloudsGame, events: Sequence[api.PlainEvent]
) -> Sequence[api.Told]:
    flown = squadrons.CAMPAIGN.of(game).missions
    return (telling.chronicle_of(game, story.stories_of(opened, events)),) if flown else ()


@api.hookimpl
def clouds_bodies(ruleset: str, view: clouds.CloudsGame) -> Sequence[clouds.SkyBody]:
    return [*ground.bodies(view), *added(view, "bodies", view)]


@api.hookimpl
def clouds_goals(ruleset: str, game: clouds.CloudsGame, craft: clouds.Craft) -> Sequence[clouds.Goal]:
    return goals_of(game, craft)


@api.hookimpl
def clouds_marks(ruleset: str, moment: api.Moment, at: At) -> Sequence[api.Mark]:
    drawn = getattr(moment.event, "drawn", None)
    return tuple(drawn(moment.state, at)) if drawn else ()
