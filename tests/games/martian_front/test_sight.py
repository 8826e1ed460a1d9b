"""Sight: the straight line between two bases, and what stands on it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.model import replace
from aqmf_air.games.martian_front.chapters.measuring import in_sight, screening, sees
from aqmf_air.games.martian_front.state import Terrain
from aqmf_air.geometry.plane.template import Base
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field
from tests.geometry.turning import rotated

SHORT, LONG = Base(0, 0, 1), Base(0, 20, 3)


def patch(kind: str, near: float, far: float, name: str = "patch") -> Terrain:
    """A band of terrain across the line of sight, from ``near`` to ``far`` inches up the table."""
    return Terrain(name=name, kind=kind, corners=((-10, near), (10, near), (10, far), (-10, far)))


@pytest.mark.rule("HOST-LOS-1")
@pytest.mark.parametrize(("depth", "seen"), [(0.5, True), (2.0, True), (2 + 1e-7, True), (2.001, False), (8.0, False)])
@pytest.mark.parametrize("kind", ["wood", "ruins", "hill"])
def test_more_than_two_inches_of_area_terrain_block(kind: str, depth: float, seen: bool) -> None:
    terrain = [patch(kind, 5, 5 + depth)]
    assert sees(terrain, SHORT, LONG) is seen
    assert sees(terrain, LONG, SHORT) is seen


@pytest.mark.rule("HOST-LOS-1")
@pytest.mark.parametrize("kind", ["water", "trenches"])
def test_what_lies_flat_does_not_block(kind: str) -> None:
    assert sees([patch(kind, 1, 18)], SHORT, LONG)


@pytest.mark.rule("HOST-LOS-1")
def test_tripods_see_over_all_but_hills() -> None:
    assert sees([patch("wood", 2, 18)], LONG, SHORT, over=True)
    assert not sees([patch("wood", 2, 18), patch("hill", 5, 8)], LONG, SHORT, over=True)
    assert sees([patch("hill", 5, 7)], LONG, SHORT, over=True)


@pytest.mark.rule("HOST-LOS-1")
def test_the_line_runs_from_edge_to_edge() -> None:
    """A wood that is 2 inches deep beyond the edge of the base can be looked out of, however much is under the base."""
    assert screening([patch("wood", -5, 2.5)], SHORT, LONG) == pytest.approx(2)
    assert screening([patch("wood", 16.5, 30)], SHORT, LONG) == pytest.approx(2)
    assert screening([patch("wood", -5, 30)], SHORT, Base(0, 1, 1)) == 0


@pytest.mark.rule("HOST-LOS-1")
def test_terrain_adds_up_and_overlaps_count_once() -> None:
    apart = [patch("wood", 3, 4.2), patch("ruins", 8, 9.2)]
    assert screening(apart, SHORT, LONG) == pytest.approx(2.4)
    assert not sees(apart, SHORT, LONG)
    over_each_other = [patch("wood", 3, 4.2), patch("ruins", 3.5, 4.7)]
    assert screening(over_each_other, SHORT, LONG) == pytest.approx(1.7)
    assert sees(over_each_other, SHORT, LONG)


@pytest.mark.rule("HOST-LOS-1", "AIR-GUN-4")
def test_who_sees_whom_in_a_game(registry: Registry) -> None:
    field = Field(
        registry,
        {
            "squad": ("US Command Squad", [(50, 50), (52, 50), (54, 50)]),
            "walker": ("Scout Tripod", [(50, 70)]),
            "flight": ("Burgess-Dunne D8", [(50, 40), (53, 40), (56, 40)]),
        },
    )
    rules = field.ruleset.rules

    def seen(viewer: str, target: str) -> bool:
        one, other = field.unit(viewer), field.unit(target)
        return in_sight(field.state, rules, one, one.elements[0], other, other.elements[0])

    rulings = field.state.rulings
    for kind, ruled, expected in (
        ("wood", "unseen", (False, True)),
        ("hill", "unseen", (False, False)),
        ("wood", "seen", (True, True)),
        ("hill", "seen", (False, False)),
    ):
        band = Terrain(name="band", kind=kind, corners=((0, 55), (200, 55), (200, 60), (0, 60)))
        field.state = replace(field.state, terrain=(band,), rulings=replace(rulings, tripods_over_woods=ruled))
        assert (seen("squad", "walker"), seen("walker", "squad")) == expected
        assert seen("flight", "walker")
        assert seen("walker", "flight")


@given(st.floats(-20, 20), st.floats(-20, 20), st.floats(0, 360))
def test_sight_turns_with_the_table(x: float, y: float, degrees: float) -> None:
    from aqmf_air.geometry.plane.pose import Pose

    def turned(px: float, py: float) -> tuple[float, float]:
        pose = rotated(Pose(px, py, 0), degrees)
        return pose.x, pose.y

    band = patch("wood", 3, 7)
    turned_band = Terrain(name="band", kind="wood", corners=tuple(turned(*corner) for corner in band.corners))
    plain = screening([band], Base(0, 0, 1), Base(x, y, 2))
    assert screening([turned_band], Base(0, 0, 1), Base(*turned(x, y), 2)) == pytest.approx(plain, abs=1e-6)
