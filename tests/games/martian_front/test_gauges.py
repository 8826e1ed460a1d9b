"""What a state has that goes with who wins: of first-flight, as it begins and as it goes on."""

from __future__ import annotations

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.games.martian_front.sequence import AllQuiet, combats_ahead, gauges_of, share_broken
from aqmf_air.games.martian_front.state import STUNNED, Act, ActKind, Game, phases, with_mark, with_unit, without_unit
from aqmf_air.plugins.registry import load_registry

TYPES = 5
IDS = [one.id for one in phases()]


@pytest.fixture(scope="module")
def ruleset() -> AllQuiet:
    return AllQuiet(load_registry(entry_points=False))


@pytest.fixture(scope="module")
def game(ruleset: AllQuiet) -> Game:
    return ruleset.initial(ruleset.scenario(ruleset.bundled("first-flight"), {}).setup)


def at(game: Game, phase: str, turn: int = 1) -> Game:
    return replace(game, phase=IDS.index(phase), turn=turn)


def by_type(ruleset: AllQuiet, game: Game) -> dict[str, tuple[float, float]]:
    """What is left of each type, and what that may fire."""
    figures = gauges_of(game, ruleset.rules)
    return {kind.name: (figures[-2 * TYPES + n], figures[-TYPES + n]) for n, kind in enumerate(game.types)}


def test_combats_that_come_count_with_the_one_that_is_played(game: Game) -> None:
    now = at(game, "first.combat")
    assert [combats_ahead(now, side) for side in ("human", "martian")] == [4, 4]
    assert [combats_ahead(at(game, "second.combat"), side) for side in ("human", "martian")] == [3, 4]
    assert [combats_ahead(at(game, "end", 4), side) for side in ("human", "martian")] == [0, 0]
    assert combats_ahead(replace(now, turns=None, turn=9), "human") == 4


def test_a_type_is_told_by_what_is_left_of_it_and_what_it_may_still_fire(ruleset: AllQuiet, game: Game) -> None:
    now = at(game, "first.combat")
    assert by_type(ruleset, now)["Heavy Machine Gun Squad"] == (1, 4)
    gunners, assault = now.unit("gunners"), now.unit("assault")
    fired = replace(now, acted=(Act(ActKind.FIRE, "gunners", "Heavy Machine Gun"),))
    assert by_type(ruleset, fired)["Heavy Machine Gun Squad"] == (1, 3)
    fewer = with_unit(now, replace(gunners, elements=gunners.elements[:2]))
    assert by_type(ruleset, fewer)["Heavy Machine Gun Squad"] == pytest.approx((2 / 3, 8 / 3))
    assert by_type(ruleset, with_mark(now, "gunners", "routed"))["Heavy Machine Gun Squad"] == (1, 0)
    assert by_type(ruleset, with_mark(now, "assault", STUNNED, "x"))["Assault Tripod"] == (1, 3)
    armor = now.type_of(assault).armor
    hit = replace(assault.elements[0], armor_lost=armor - 1, weapons_out=("Heavy Heat Ray",))
    left, fire = by_type(ruleset, with_unit(now, replace(assault, elements=(hit,))))["Assault Tripod"]
    assert left == pytest.approx(1 / armor)
    assert fire < 4
    assert by_type(ruleset, without_unit(now, "assault", "destroyed"))["Assault Tripod"] == (0, 0)


def test_what_is_lost_counts_towards_breaking_and_there_are_always_as_many_figures(ruleset: AllQuiet, game: Game) -> None:
    lost = without_unit(game, "scout", "destroyed")
    assert share_broken(lost, ruleset.rules, "martian") == 0  # here armies do not break
    assert share_broken(replace(lost, breaking=True), ruleset.rules, "martian") == 1
    assert share_broken(replace(lost, breaking=True), ruleset.rules, "human") == 0
    figures = ruleset.gauges(game)
    assert len(figures) == len(ruleset.gauges(lost)) == 5 + 2 + 2 * TYPES
    assert figures[5] == pytest.approx(1)  # the gunners stand in the wood
    assert 0 < figures[6] < 1


def test_aircraft_hold_nothing(ruleset: AllQuiet, game: Game) -> None:
    alone = without_unit(without_unit(game, "gunners", "destroyed"), "battery", "destroyed")
    assert ruleset.gauges(alone)[5] == 0
