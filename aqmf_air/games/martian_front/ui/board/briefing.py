"""What a game is about, in a few sentences, for players who sit down at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from aqmf_air.errors import AqmfError
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.scenario.model import Setup


def briefing(ruleset: AllQuiet, setup: Setup) -> Iterator[str]:
    """The scenario's own words, where it is on the shelf; how the game ends, and what counts. HOST-WIN-1, HOST-WIN-2."""
    with suppress(AqmfError):
        if description := ruleset.scenario_named(setup.scenario).description:
            yield description
    if setup.breaking:
        yield "An army that has lost half of its units breaks, and loses."
    else:
        yield "A side that has no unit left loses."
    if setup.turns:
        yield f"After {setup.turns} turns points decide: each side scores those of the enemy units that are out of the game."
    if setup.turns and setup.objectives:
        places = ", ".join(f"{one.name} {one.worth}" for one in setup.objectives)
        yield f"What a side holds then counts too: {places}. Only who is there alone, on the ground, holds a place."
