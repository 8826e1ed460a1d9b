"""How often scouts have a shot in duels played out on the map, and in the laboratory, which has no map."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.play.automatic import play_out
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.richthofens_war.automatic.mission_moves import goes_home
from aqmf_air.games.richthofens_war.automatic.opponent import styles
from aqmf_air.games.richthofens_war.chapters.fire import ShotResolved
from aqmf_air.games.richthofens_war.lab.encounter import turns_with_shot
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry
from tests.games.richthofens_war.test_laboratory import CAMEL, D_III, D_VII, HANNOVER, has_a_shot

SEEDS = range(1, 8)
STUDENT = 2.45
"""Student's factor for 95% of as many seeds."""
REACH = 250
"""Metres of height that guns reach up and down."""
SCOUTS = (D_III, D_VII, "SE-5a", "Nieuport 17", "Sopwith Triplane")


def turns_of(own: str, side: str, seed: int) -> tuple[int, int]:
    """The turns of a duel with a Camel that begin within reach in height while nobody flies home, and those with a shot."""
    registry = load_registry(entry_points=False)
    war, players = registry.ruleset("richthofen"), registry.of(kinds.POLICIES, "richthofen")
    document = load_toml(registry.of(kinds.SCENARIOS, "richthofen")["duel"].path)
    placed = [{**row, "name": row["side"], "type": own if row["side"] == side else CAMEL} for row in document["aircraft"]]
    setup = war.set_up({**document, "aircraft": placed, "turns": 40}, "duel", {}).setup
    session = Session(war, new_header(war, setup, seed=seed, game="duel"))
    (id_,) = (row.id for row in session.state.aircraft if row.side == side)
    counted: dict[int, bool] = {}
    shots: Counter[int] = Counter()

    def watch(before: Any, done: Any) -> None:
        if before.turn not in counted:
            heights = [row.height for row in before.flying]
            away = any(goes_home(before, row, styles()[0]) for row in before.flying)
            counted[before.turn] = len(heights) == 2 and not away and max(heights) - min(heights) <= REACH
        shots[before.turn] += sum(isinstance(event, ShotResolved) and event.shooter == id_ for event in done.events)

    assert not play_out(session, dict.fromkeys(("german", "allied"), players["steady"].choose), watch)
    turns = [turn for turn, counts in counted.items() if counts]
    return len(turns), sum(shots[turn] > 0 for turn in turns)


@pytest.mark.parametrize("name", [CAMEL, *SCOUTS])
def test_a_scout_has_a_shot_as_often_in_duels_as_in_the_laboratory(name: str) -> None:
    seeds = [[turns_of(name, side, seed) for side in ("german", "allied")] for seed in SEEDS]
    each = [(sum(turns for turns, _ in games), sum(shots for _, shots in games)) for games in seeds]
    every = sum(turns for turns, _ in each)
    share = sum(shots for _, shots in each) / every
    spread = sum((shots - share * turns) ** 2 for turns, shots in each) * len(each) / (len(each) - 1)
    assert share == pytest.approx(has_a_shot(name, CAMEL), abs=STUDENT * sqrt(spread) / every)


@pytest.mark.parametrize("name", ["RE-8", "Halberstadt CL-II", "Bristol F2B", HANNOVER])
def test_of_two_seaters_the_laboratory_says_how_far_it_is_off(name: str) -> None:
    measured = turns_with_shot()[name]
    assert not measured.agrees
    assert 100 * has_a_shot(name, CAMEL) == pytest.approx(measured.here, abs=1.5)
