"""The expanded game passes what every ruleset must, in a mission with all chapters; so does the core game without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from aqmf_air.api import Command
from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.games.clouds_of_glory.api import Announce, CloudsGame, HoldFire
from aqmf_air.games.clouds_of_glory_expanded.chapters.ability_traits import TRAITS
from aqmf_air.games.clouds_of_glory_expanded.sequence import CHAPTERS
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry
from aqmf_air.web.board.board import board_of
from tests.games.clouds_of_glory.fights import aircraft, document, gunner
from tests.games.clouds_of_glory_expanded.sorties import unit

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")
MAN = {"name": "Somebody", "rerolls": 1}
CREW = [MAN, gunner(rerolls=1, traits=TRAITS)]
UNITS = [
    unit("trench", kind="infantry", at=[30, 36], cover=["trench"]),
    unit("column", kind="truck", at=[34, 40], moves=True),
    unit("flak", kind="aa-37mm", at=[28, 38], cover=["sandbags"]),
    unit("battery", kind="gun", at=[36, 44], takes_cover=True),
    unit("archie", kind="gun", at=[12, 40]),
    unit("picket", "entente", kind="aa-machine-gun", at=[30, 12]),
]
EVERYTHING: dict[str, Any] = {
    "turns": 4,
    "balloons": [{"id": "gasbag", "side": "germany", "name": "the gasbag", "at": [31, 41, 9]}],
    "aircraft": [
        aircraft("camel", "entente", "Sopwith Camel", at=[30, 24, 9], nose=-20, crew=[{**MAN, "traits": TRAITS}]),
        aircraft(
            "bomber", "entente", "R.E.8", speed=120, at=[34, 26, 8], crew=[MAN, gunner(rerolls=1, traits=TRAITS)], bombs=4
        ),
        aircraft("fokker", "germany", at=[33, 44, 12], heading=180, crew=[MAN]),
        aircraft("pfalz", "germany", at=[27, 46, 14], heading=180, crew=[MAN]),
    ],
    "slices": {
        "expanded": {"chapters": [*CHAPTERS]},
        "ground": {"units": UNITS},
        "flak": {"batteries": [{"id": "archies", "side": "germany", "name": "the archies", "guns": ["archie"]}]},
        "balloons": {"incendiary": ["bomber"], "winched": ["gasbag"]},
        "rockets": {"aboard": [{"aircraft": "camel"}]},
        "parachutes": {"men": ["fokker", "pfalz"]},
        "observing": {
            "radios": ["bomber"],
            "areas": [{"id": "works", "side": "entente", "name": "the works", "at": [34, 36]}],
        },
        "bombing": {"weights": [{"craft": "camel", "kg": 20}]},
        "drops": {
            "places": [{"id": "post", "side": "entente", "name": "the post", "at": [34, 30]}],
            "aboard": [{"craft": "bomber"}, {"craft": "bomber"}],
        },
        "artillery": {"batteries": [{"id": "howitzers", "side": "entente", "name": "the howitzers", "aim": [34, 40]}]},
    },
}


@cache
def house(*without: str) -> Registry:
    return load_registry(entry_points=False, without=without)


def no_orders(state: CloudsGame) -> Iterator[tuple[str, Command]]:
    own, enemy = (next(craft.id for craft in state.craft if craft.side == side) for side in ("germany", "entente"))
    yield "germany", Announce(craft=enemy, plan="S14.5")
    yield "referee", HoldFire(craft=own)


def subject(given: dict[str, Any], seeds: tuple[int, ...], commands: int, *without: str, **rulings: Any) -> Subject:
    return Subject(
        lambda: load_registry(entry_points=False, without=without).ruleset("clouds"),
        lambda game: game.set_up({"title": "A fight", "description": "", **given}, "test", rulings).setup,
        seeds=seeds,
        commands=commands,
        refused=no_orders,
        policies=tuple(house(*without).of(kinds.POLICIES, "clouds").values())[:1],
        max_runs=200,
        queries=tuple(house(*without).of(kinds.QUERIES, "clouds").values()),
        board=lambda ruleset: board_of(ruleset, house(*without)),
    )


SUBJECTS = {
    "all chapters": subject(EVERYTHING, (1, 2, 3), 60),
    "without the extension": subject(document("first-patrols"), (2,), 24, "clouds-expanded"),
    "by eye": subject(EVERYTHING, (4,), 40, preview="by-eye"),
    "a campaign": subject(document("over-the-salient") | {"turns": 1}, (5,), 40),
}
CHECKED, CHECKED_AT_NIGHT = ("all chapters", "without the extension"), ("by eye", "a campaign")
"""Those that the suite takes, and those that tests/nightly takes."""


@pytest.mark.further(every=6)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", CHECKED)
def test_it_conforms(name: str, check: Callable[[Subject], None]) -> None:
    check(SUBJECTS[name])


def test_a_mission_with_all_chapters_is_refused_where_the_extension_is_left_out() -> None:
    with pytest.raises(Exception, match=r"unknown key 'slices\."):
        house("clouds-expanded").ruleset("clouds").set_up({"title": "A fight", **EVERYTHING}, "test", {})
