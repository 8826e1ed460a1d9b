from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from aqmf_air.games.martian_aircraft.designs.design import Bombs, Design, Gun, Historic
from aqmf_air.games.martian_aircraft.designs.design_warnings import warnings_of
from tests.games.martian_aircraft.designs import designs

REAL = Historic(max_speed_mph=100, forward_guns=1, rear_guns=1, bomb_kg=45, skin="fabric", duties=("fighter",))
GUN = Gun(arcs=("forward",))


def design(**fields: Any) -> Design:
    usual = {"name": "X", "max_speed_mph": 100, "skin": "fabric", "role": "combat", "guns": [GUN]}
    return Design(**{**usual, **fields})


@pytest.mark.rule("AIR-DES-4")
@pytest.mark.parametrize(
    ("fields", "warning"),
    [
        ({"max_speed_mph": 112.5}, "112.5 mph is 12.5 mph above the real aircraft's 100 (AIR-DES-4)"),
        ({"guns": [GUN] * 5}, "5 machine guns: 3 more than the real aircraft's 2 (AIR-DES-4)"),
        (
            {"bombs": [Bombs(kind="medium", count=2)]},
            "bombs that stand for 200 kg: 150 kg more than the real load of 45 kg makes (50 kg; AIR-DES-4)",
        ),
        ({"skin": "aluminium", "armor": 4}, "the real aircraft had no aluminium skin (AIR-DES-3)"),
        ({"historic": None, "max_speed_mph": 150}, "150 mph is 7 mph above the Airco D.H.4's 143 (AIR-DES-4)"),
        (
            {"historic": None, "guns": [GUN] * 12},
            "12 machine guns: 8 more than the Packard-Le Père LUSAC-11's 4 (AIR-DES-4)",
        ),
        (
            {"historic": None, "bombs": [Bombs(kind="medium", count=4)]},
            "bombs that stand for 400 kg: 100 kg more than the Breguet 14 B2's load was (300 kg; AIR-DES-4)",
        ),
        (
            {"historic": None, "skin": "aluminium", "armor": 4, "year": 1914},
            "an aluminium skin in 1914 is 3 years before the first, the Junkers J.I's of 1917 (AIR-DES-3)",
        ),
        ({"guns": []}, "it carries neither gun nor bomb, and can attack nothing"),
        (
            {"role": "scout", "bombs": [Bombs(kind="light", count=2)]},
            "1 machine gun and 2 bombs count for nothing: a scout has no use for them here (AIR-SCOUT-3, AIR-UNIT-1)",
        ),
    ],
)
def test_excess_is_warned_about_by_how_much(fields: dict[str, Any], warning: str) -> None:
    assert warnings_of(design(**{"historic": REAL, **fields})) == (warning,)


@pytest.mark.rule("AIR-DES-4")
def test_what_the_real_aircraft_had_is_no_excess() -> None:
    assert warnings_of(design(guns=[GUN] * 2, bombs=[Bombs(kind="light", count=1)], historic=REAL)) == ()
    unknown_load = REAL.model_copy(update={"bomb_kg": None})
    assert warnings_of(design(bombs=[Bombs(kind="medium", count=3)], historic=unknown_load)) == ()


@given(designs())
def test_every_design_can_be_judged_in_single_lines(one: Design) -> None:
    assert all(line and line.isprintable() for line in warnings_of(one))
