"""Every ruleset that ships goes through the same checks, with and without the aircraft."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, cast

import pytest

from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.contributions import Contribution
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.games.martian_front.scenario.model import PlacedElement, PlacedUnit, ScenarioFile
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Tabletop
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry
from aqmf_air.web.board.board import PlainBoard, board_of
from tests.games.martian_front.ledger.forces import on_foot, two_forces

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")


def with_aircraft() -> Ruleset[Any]:
    return load_registry(entry_points=False).ruleset("aqmf")


def without_aircraft() -> Ruleset[Any]:
    return load_registry(entry_points=False, without=("aircraft",)).ruleset("aqmf")


def queries(*without: str) -> tuple[Contribution, ...]:
    return tuple(load_registry(entry_points=False, without=without).of(kinds.QUERIES, "aqmf").values())


def first_flight(ruleset: Ruleset[Any]) -> Frozen:
    host = cast("AllQuiet", ruleset)
    return host.scenario(host.bundled("first-flight"), {}).setup


def on_the_ground(ruleset: Ruleset[Any]) -> Frozen:
    """Close enough to shoot from the start."""

    def unit(name: str, kind: str, *at: tuple[float, float]) -> PlacedUnit:
        side = cast("AllQuiet", ruleset).unit_type(kind).side
        return PlacedUnit(id=name, side=side, type=kind, elements=tuple(PlacedElement(x=x, y=y) for x, y in at))

    units = (
        unit("guns", "Heavy Machine Gun Squad", (10, 10), (12, 10), (14, 10)),
        unit("tank", "Armored Infantry Carrier", (20, 12)),
        unit("walker", "Assault Tripod", (12, 22)),
        unit("drones", "Drones", (16, 20), (18, 20), (20, 20)),
    )
    table = Tabletop(width=36, depth=36)
    file = ScenarioFile(name="ground", title="Ground", table=table, first="martian", units=units)
    return cast("AllQuiet", ruleset).scenario(file, {}).setup


@cache
def nonsense_orders() -> tuple[tuple[str, Any], ...]:
    codec = with_aircraft().codec
    shoot = {"type": "host.shoot", "unit": "nobody", "weapon": "Rifle", "target": "nobody"}
    sides = (("human", shoot), ("martian", shoot), ("referee", {"type": "host.end_phase"}))
    return tuple((side, codec.command(order, "test")) for side, order in sides)


def nonsense(state: Any) -> Iterator[tuple[str, Any]]:
    """Orders that are never allowed."""
    yield from nonsense_orders()


def a_ledger() -> Ruleset[Any]:
    return load_registry(entry_points=False).ruleset("aqmf-ledger")


def a_ledger_on_the_ground() -> Ruleset[Any]:
    return load_registry(entry_points=False, without=("aircraft",)).ruleset("aqmf-ledger")


@cache
def nonsense_claims_of_a_ledger() -> tuple[tuple[str, Any], ...]:
    codec = a_ledger().codec
    fire = {"type": "ledger.fire", "unit": "nobody", "weapon": "Rifle", "target": "nobody"}
    sides = (("human", fire), ("referee", {"type": "ledger.go_on"}), ("human", {"type": "ledger.go_on", "phase": "tea"}))
    return tuple((side, codec.command(claim, "test")) for side, claim in sides)


def nonsense_claims(state: Any) -> Iterator[tuple[str, Any]]:
    """Claims that are never allowed."""
    yield from nonsense_claims_of_a_ledger()


def board(ruleset: Ruleset[Any]) -> PlainBoard:
    return board_of(ruleset, cast("AllQuiet", ruleset).registry)


SUBJECTS = {
    "ledger": Subject(a_ledger, two_forces, seeds=(1,), commands=12, longest=60, refused=nonsense_claims, max_runs=3000),
    "ledger without aircraft": Subject(
        a_ledger_on_the_ground, on_foot, seeds=(1,), commands=8, refused=nonsense_claims, max_runs=3000
    ),
    "host and aircraft": Subject(
        with_aircraft,
        first_flight,
        seeds=(1,),
        commands=16,
        refused=nonsense,
        max_runs=3000,
        queries=queries(),
        board=board,
    ),
    "host alone": Subject(
        without_aircraft,
        on_the_ground,
        seeds=(1, 2),
        commands=20,
        refused=nonsense,
        max_runs=3000,
        queries=queries("aircraft"),
        board=board,
    ),
}


@pytest.mark.further(every=4)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=list(SUBJECTS))
def test_a_ruleset_that_ships_conforms(subject: Subject, check: Callable[[Subject], None]) -> None:
    check(subject)


def test_every_ruleset_is_checked(registry: Registry) -> None:
    from tests.games.aces_of_valor.test_conformance import SUBJECTS as OF_VALOR
    from tests.games.clouds_of_glory.test_conformance import SUBJECTS as OF_CLOUDS
    from tests.games.richthofens_war.test_conformance import SUBJECTS as OF_RICHTHOFEN

    checked = (*SUBJECTS.values(), *OF_RICHTHOFEN.values(), *OF_VALOR.values(), *OF_CLOUDS.values())
    assert {subject.make().id for subject in checked} == set(registry.rulesets)
