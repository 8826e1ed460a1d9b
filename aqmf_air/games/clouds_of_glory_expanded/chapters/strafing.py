"""Strafing of ground targets (6.5.1)."""

from __future__ import annotations

from typing import Literal, cast

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import CloudsGame, Craft, PanelRow, SpeedBand
from aqmf_air.games.clouds_of_glory_expanded.chapter import Chapter

ONE_SET = PanelRow.model_fields["bands"].default
"""The set of speed bands of panels that name none."""


class StrafingRulings(api.Rulings):
    """What the source leaves open of strafing."""

    speed_band_source: Literal["panel", "one-set-for-all"] = api.ruling(
        "ICOGX-6.5.1.a",
        "By which bands is the speed of an aircraft read that attacks the ground or a balloon?",
        "By those of its panel.",
        "By one set for all aircraft.",
        standing="stated",
    )


def rulings_of(game: CloudsGame) -> StrafingRulings:
    """Those in force."""
    return cast("StrafingRulings", game.rulings)


def band_of(game: CloudsGame, craft: Craft) -> SpeedBand:
    """The band of an aircraft's speed in attacks on the ground and on balloons. ICOGX-6.5.1.a, ``speed_band_source``."""
    cockpit = game.cockpit(craft)
    own = rulings_of(game).speed_band_source == "panel"
    panel = cockpit.panel if own else api.replace(cockpit.panel, bands=ONE_SET)
    return game.tables.speed_band(panel, craft.speed, cockpit.stall)


CHAPTER = Chapter(name="strafing", title="Strafing", rule="ICOGX-6.5.1.1", needs=("ground-damage",))
