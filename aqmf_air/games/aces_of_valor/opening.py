"""The first state of a campaign, from its set-up."""

from __future__ import annotations

from aqmf_air.core.data.model import replace
from aqmf_air.games.aces_of_valor.phases.beginning import first_choice
from aqmf_air.games.aces_of_valor.setup import OptionalRules, Setup
from aqmf_air.games.aces_of_valor.squadron import recruit
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.tables import tables


def opened(setup: Setup) -> Campaign:
    """The state before the first choice. Raises DataError: a pilot of the squadron is none of the nation's."""
    for pilot in setup.squadron:
        recruit(pilot, setup.nation or "french", 1, tables(setup.tables))
    game = Campaign(
        setup=setup,
        nation=setup.nation,
        missions=setup.missions or 0,
        options=setup.options or OptionalRules(),
        pace=setup.pace,
    )
    return replace(game, step=first_choice(game))
