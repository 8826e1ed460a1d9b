"""What units do to an enemy, in the numbers of ``aqmf odds``; and what is proposed for the points that are left."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.cli.main import aqmf
from aqmf_air.errors import DataError, UnknownNameError
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.worth import added, attack_odds, kept_back, proposals, rated, rules_of, targets_named
from tests.games.martian_front.army.lists import catalogue, context

WING = Army(name="Wing", side="human", limit=300, units=(ArmyEntry(unit="US Command Squad"),))


def asked(*question: str) -> dict[str, Any]:
    return dict(json.loads(CliRunner().invoke(aqmf, ["odds", *question, "--json"]).stdout))


@pytest.mark.parametrize(
    ("question", "attacker", "target", "key"),
    [
        (["shoot"], "Mk II Tank Platoon", "Assault Tripod", "damaging"),
        (["shoot"], "Heavy Machine Gun Squad", "Drones", "removed"),
        (["shoot"], "Scout Tripod", "Sopwith Camel", "removed"),
        (["barrage"], "Field Gun Battery", "Drones", "damaging"),
        (["attack", "--bombs", "apart", "--no-answer"], "Burgess-Dunne D8", "Scout Tripod", "armor"),
        (["attack", "--bombs", "apart", "--no-answer"], "Breguet 14 B2", "Drones", "destroyed"),
    ],
)
def test_the_odds_are_those_of_the_question(question: list[str], attacker: str, target: str, key: str) -> None:
    """One function: the catalogue never says another number than ``aqmf odds``."""
    kinds, game = context().catalogue, rules_of(context())
    found = attack_odds(game, kinds[attacker], kinds[target], context().rulings())
    assert found is not None
    answer = asked(*question, "--attacker", attacker, "--target", target)
    exact = {int(lost): Fraction(p) for lost, p in answer[key]["exact"].items()}
    if key == "armor":  # which says what is left
        exact = {kinds[target].armor - left: p for left, p in exact.items()}
    if key == "damaging":
        assert found.hurt == 1 - exact.get(0, Fraction(0))
    else:
        assert dict(found.toll.items()) == exact


def test_who_may_not_attack_has_no_odds() -> None:
    kinds, game = context().catalogue, rules_of(context())
    for attacker, target in (("Drones", "Sopwith Camel"), ("Gotha G.IV", "Drones"), ("US Infantry", "US Infantry")):
        assert attack_odds(game, kinds[attacker], kinds[target], context().rulings()) is None


def test_the_first_proposal_is_the_best_mix_there_is() -> None:
    """Against all mixes by hand, of the units that bring no new problem."""
    muster, targets = context().muster(WING), targets_named(context(), "Scout Tripod", "human")
    best = proposals(muster, targets, 130)[0]
    units = [one for one in rated(context(), list(context().catalogue.values()), targets, context().rulings())
             if one.unit.side == "human" and not one.unit.has("Heavy Bomber")]  # fmt: skip
    mixes = (mix for size in (1, 2, 3, 4) for mix in combinations_with_replacement(units[:25], size))
    assert best.worth == max(sum(one.worth for one in mix) for mix in mixes if sum(one.unit.points for one in mix) <= 130)
    assert best.points <= 130


def test_what_is_proposed_can_be_added_without_a_new_problem() -> None:
    muster = context().muster(WING)
    found = proposals(muster, targets_named(context(), "tripods", "human"))
    assert 2 <= len(found) <= 3
    for one in found:
        after = context().muster(added(context(), WING, one)[0])
        assert after.points == muster.points + one.points <= 300
        assert after.valid
        assert len(one.reasons) == len(one.units)


@given(st.lists(st.sampled_from(catalogue()), max_size=5), st.integers(10, 600), st.none() | st.integers(1, 300))
@settings(max_examples=40, deadline=None)
def test_filling_leaves_room_for_what_a_list_lacks(units: list[str], limit: int, points: int | None) -> None:
    """A list that a command squad, or a tripod, makes valid within its limit still is so made after each proposal."""

    def mended(army: Army) -> bool:
        for finding in context().muster(army).problems:
            army = context().add(army, ArmyEntry(unit=finding.adds))[0] if finding.adds else army
        return context().muster(army).valid

    side = context().catalogue[units[0]].side if units else "human"
    army = Army(name="Any", side=side, limit=limit, units=tuple(ArmyEntry(unit=name) for name in units))
    left = limit - context().muster(army).points
    if left > 0 and mended(army):
        targets = targets_named(context(), "drones" if side == "human" else "infantry", side)
        for proposal in proposals(context().muster(army), targets, points and min(points, left)):
            assert mended(added(context(), army, proposal)[0]), proposal.title


def test_what_a_list_lacks_is_proposed_first() -> None:
    bare = Army(name="Bare", side="human", limit=500)
    proposal, *_ = proposals(context().muster(bare), targets_named(context(), "tripods", "human"))
    assert proposal.title.startswith("1 US Command Squad, ")
    assert proposal.reasons[0] == "US Command Squad: the force has no command squad, and needs one at least"
    assert context().muster(added(context(), bare, proposal)[0]).valid


@pytest.mark.parametrize(
    ("limit", "points", "kept"), [(40, 20, True), (100, 20, False), (100, None, False), (20, None, False)]
)
def test_points_that_are_kept_for_what_a_list_lacks_are_told(limit: int, points: int | None, kept: bool) -> None:
    """They are where what it lacks costs more than is to be filled, and the rest of the limit is not enough for it."""
    text = kept_back(context().muster(Army(name="Bare", side="human", limit=limit)), points)
    assert text == ("30 points are kept for what the list lacks: US Command Squad" if kept else "")


def test_who_is_meant() -> None:
    armed = [one.name for one in targets_named(context(), "tripods", "human")]
    assert "Scout Tripod" in armed
    assert "Gatherer Tripod" not in armed
    assert [one.name for one in targets_named(context(), "gatherer tripod", "human")] == ["Gatherer Tripod"]
    with pytest.raises(UnknownNameError, match="unknown enemy 'mortar'"):
        targets_named(context(), "mortar", "human")


def test_without_a_limit_points_must_be_said() -> None:
    unlimited = context().muster(Army(name="x", side="human"))
    with pytest.raises(DataError, match="say how many points"):
        proposals(unlimited, targets_named(context(), "Drones", "human"))
    with pytest.raises(DataError, match="at most 3000"):
        proposals(unlimited, targets_named(context(), "Drones", "human"), 10**6)
    assert proposals(unlimited, targets_named(context(), "Drones", "human"), 5) == ()
