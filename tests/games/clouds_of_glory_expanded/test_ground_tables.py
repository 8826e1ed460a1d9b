"""Tables that chapters share: what range and speed do to fire from the ground."""

from __future__ import annotations

import pytest

from aqmf_air.games.clouds_of_glory.tables import BANDS
from tests.games.clouds_of_glory_expanded.sorties import tables


@pytest.mark.parametrize(
    ("distance", "modifier"),
    [(0, 0), (10, 0), (10.1, -1), (17, -1), (17.1, -3), (22, -3), (22.1, -5), (30, -5), (30.1, None)],
)
def test_range_takes_more_off_the_farther_it_is(distance: float, modifier: int | None) -> None:
    assert tables().up_to("ground-fire", distance) == modifier


def test_speed_counts_as_the_table_of_ground_units_has_it() -> None:
    assert [tables().whole("ground-fire-speeds", band) for band in BANDS] == [4, 0, -2, -4, -6]
