"""Range between elements: from edge to edge, the exact figure included."""

from __future__ import annotations

import pytest

from aqmf_air.games.martian_front.chapters.measuring import distance
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Units

SHOOT = {"type": "host.shoot", "unit": "walker", "weapon": "Heavy Heat Ray", "target": "squad"}


@pytest.mark.rule("HOST-LOS-2", "HOST-FIRE-2")
@pytest.mark.parametrize(("gap", "allowed"), [(23.5, True), (24, True), (24 + 1e-7, True), (24 + 1e-5, False)])
def test_range_runs_between_the_nearest_edges(registry: Registry, gap: float, allowed: bool) -> None:
    field = Field(
        registry,
        {"walker": ("Assault Tripod", [(50, 50)]), "squad": ("US Command Squad", [(0, 0)] * 3)},
        phase="second.combat",
    )
    radii = sum(field.state.type_of(field.unit(name)).base_diameter / 2 for name in ("walker", "squad"))
    places = [(50, 50 + gap + radii), (52, 150), (54, 150)]
    field = Field(
        registry, {"walker": ("Assault Tripod", [(50, 50)]), "squad": ("US Command Squad", places)}, phase="second.combat"
    )
    walker, squad = field.unit("walker"), field.unit("squad")
    between = distance(field.state, field.ruleset.rules, walker, walker.elements[0], squad, squad.elements[0])
    assert between == pytest.approx(gap, abs=1e-9)
    assert (field.objections("martian", **SHOOT) == []) is allowed


@pytest.mark.rule("HOST-LOS-2")
def test_bases_that_overlap_are_no_distance_apart(registry: Registry) -> None:
    field = Field(registry, {"walker": ("Assault Tripod", [(50, 50)]), "squad": ("US Command Squad", [(50.2, 50)] * 3)})
    walker, squad = field.unit("walker"), field.unit("squad")
    assert distance(field.state, field.ruleset.rules, walker, walker.elements[0], squad, squad.elements[0]) == 0


@pytest.mark.rule("AIR-HIT-1")
@pytest.mark.parametrize(("gap", "allowed"), [(24, True), (24 + 1e-5, False)])
def test_range_to_an_aircraft_ends_at_the_centre_of_its_base(registry: Registry, gap: float, allowed: bool) -> None:
    field = Field(registry, {"walker": ("Assault Tripod", [(50, 50)])})
    radius = field.state.type_of(field.unit("walker")).base_diameter / 2
    places = [(50, 50 + gap + radius), (52, 150), (54, 150)]
    units: Units = {"walker": ("Assault Tripod", [(50, 50)]), "flight": ("Burgess-Dunne D8", places)}
    field = Field(registry, units, phase="second.combat")
    assert (field.objections("martian", **{**SHOOT, "target": "flight"}) == []) is allowed
