"""Strafing: who may, the number, a run at several targets, ammunition, malfunctions, what it costs the target."""

from __future__ import annotations

import dataclasses

import pytest

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.tables import SpeedBandRow, Tables
from aqmf_air.games.clouds_of_glory.tables import tables as core_tables
from aqmf_air.games.clouds_of_glory_expanded.chapters.strafing import band_of
from tests.games.clouds_of_glory.fights import CAMEL, aircraft
from tests.games.clouds_of_glory_expanded.sorties import sortie

CHAPTERS = ("ground-damage", "strafing")


# -- the speed ---------------------------------------------------------------------------------------------------------


def with_own_bands() -> Tables:
    """The core's tables, where a Camel is faster by the bands of its panel."""
    shipped = core_tables.shipped()
    bands, panels = (shipped.of.tables[name] for name in ("speed-bands", "panels"))
    row = {"bands": "own", "source": "x", "standing": "house"}
    own = [
        SpeedBandRow.model_validate({**row, "band": band, "to": to})
        for band, to in (("SLOW", 120), ("MEDIUM", 150), ("HIGH", 190))
    ]
    changed = {
        "speed-bands": dataclasses.replace(bands, rows={**bands.rows, **{("own", each.band): each for each in own}}),
        "panels": dataclasses.replace(
            panels, rows={**panels.rows, (CAMEL,): api.replace(shipped.panel(CAMEL), bands="own")}
        ),
    }
    return Tables(dataclasses.replace(shipped.of, tables={**shipped.of.tables, **changed}))


@pytest.mark.parametrize(
    ("ruling", "own", "band"),
    [("panel", False, "MEDIUM"), ("panel", True, "HIGH"), ("one-set-for-all", True, "MEDIUM")],
)
def test_the_band_of_185_in_a_camel_is_its_panels_or_that_of_all(ruling: str, own: bool, band: str) -> None:
    planes = aircraft("camel", "entente", CAMEL, speed=185), aircraft("other", "germany", at=[10, 10, 20])
    game = sortie(*planes, chapters=CHAPTERS, speed_band_source=ruling)
    if own:
        game.__dict__["tables"] = with_own_bands()
    assert band_of(game, game.of("camel")) == band
