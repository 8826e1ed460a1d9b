"""Which flights are offered, what each is for, and what it is called."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.games.martian_aircraft.chapters.flight import (
    AWAY,
    BOMBING_RUNS,
    flights_worth_flying,
    round_flights,
    simple_paths,
)
from aqmf_air.games.martian_aircraft.chapters.fly_order import Fly
from aqmf_air.games.martian_aircraft.chapters.suicide_run import RUN
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Place

D8, CAMEL = "Burgess-Dunne D8", "Sopwith Camel"


def on(registry: Registry, kind: str, at: Place, foe: Place, phase: str = "first.first-movement", **more: Any) -> Field:
    """The last aircraft of a flight, and a tripod."""
    field = Field(registry, {"flight": (kind, [at] * 3), "foe": ("Assault Tripod", [foe])}, phase=phase, **more)
    field.change("flight", elements=field.unit("flight").elements[:1])
    return field


@pytest.mark.parametrize(("kind", "rest"), [(D8, ""), (CAMEL, ', 3" on')])
def test_turns_that_are_tried_and_what_is_left_after_a_full_circle(registry: Registry, kind: str, rest: str) -> None:
    field = on(registry, kind, (100, 100), (20, 20))
    titles = [title for _, title in simple_paths(field.state, field.unit("flight"))]
    turned = [title for title in titles if title.startswith("turns")]
    assert turned == [f"turns {angle} degrees {side}" for angle in (30, 60, 90, 135, 180) for side in ("left", "right")]
    assert [title for title in titles if "circle" in title] == [
        f"flies a full circle {side}{rest}" for side in ("left", "right")
    ]


@pytest.mark.parametrize(("gap", "away"), [(25.75, False), (25.77, True)])
def test_out_of_reach_is_beyond_the_range_from_base_to_base(registry: Registry, gap: float, away: bool) -> None:
    """A Heavy Heat Ray reaches 24 inches; half of both bases are 1.75 more. The flight ends at y = 112."""
    field = on(registry, D8, (100, 100), (100, 112 - gap), "first.second-movement")
    (ahead,) = [one for one in flights_worth_flying(field.state, field.ruleset.rules, field.unit("flight"))
                if one.title.startswith('flies 12" straight ahead')]  # fmt: skip
    assert (ahead.kind == AWAY, ahead.title.endswith(", out of reach")) == (away, away)


def test_an_aimed_run_is_offered_where_every_simple_flight_leaves_the_table(registry: Registry) -> None:
    """In a lane 4 inches wide: 75 degrees to the left lead along it, and no other turn stays on it."""
    field = on(registry, D8, (0.3, 20, 75), (2.15, 28), table=(4, 60))
    found = flights_worth_flying(field.state, field.ruleset.rules, field.unit("flight"))
    assert {one.kind for one in found} == {BOMBING_RUNS}
    assert all("turns 75 degrees left" in one.title for one in found)


def test_flights_that_are_shown_drop_bombs_on_somebody(registry: Registry) -> None:
    dropping = {}
    for phase in ("first.first-movement", "first.second-movement"):
        field = on(registry, D8, (100, 100), (100, 110), phase)
        shown = list(Fly.examples(field.state, "human", field.ruleset.rules, field.ruleset.legal(field.state, "human")))
        dropping[phase] = [any(flight.drops for flight in order.flights) for order in shown if isinstance(order, Fly)]
        assert not all(dropping[phase])
        assert len(dropping[phase]) >= len(list(round_flights(field.state, field.unit("flight"))))
        for order in shown:
            drops = isinstance(order, Fly) and any(flight.drops for flight in order.flights)
            assert not drops or field.ruleset.questions(field.state, order)  # there are dice: somebody is under them
    assert any(dropping["first.first-movement"])
    assert not any(dropping["first.second-movement"])
    high = on(registry, D8, (100, 100), (100, 110), marks={"flight": {"aircraft.altitude": "high"}})
    offered = high.ruleset.legal(high.state, "human")
    shown_high: list[Any] = list(Fly.examples(high.state, "human", high.ruleset.rules, offered))
    assert not any(flight.drops for order in shown_high for flight in order.flights)


def test_the_example_of_a_flight_is_no_farther_than_it_must_and_none_on_a_run(registry: Registry) -> None:
    field = on(registry, D8, (100, 100), (100, 130))
    (offer,) = Fly.unit_offers(field.state, field.unit("flight"), None, (), field.ruleset.rules)
    assert offer.command.flights[0].path[0].straight == 8  # type: ignore[attr-defined]
    field.mark("flight", RUN)
    assert list(Fly.unit_offers(field.state, field.unit("flight"), None, (), field.ruleset.rules)) == []


@pytest.mark.parametrize(("y", "drops"), [(110, [(9.5, 1), (10, 1), (10.5, 1)]), (117, [(15, 3)])])
def test_bombs_of_a_run_fall_one_by_one_where_there_is_room(registry: Registry, y: float, drops: list[Any]) -> None:
    """Each bomb is an attack by itself; those that fall at one point are one. The farther tripod is barely reached."""
    field = on(registry, "Breguet 14 B2", (100, 100), (100, y))
    runs = flights_worth_flying(field.state, field.ruleset.rules, field.unit("flight"))
    (ahead,) = [run for run in runs if run.kind == BOMBING_RUNS and run.title.startswith('flies 15" straight ahead')]
    assert [(drop.at, drop.medium) for drop in ahead.flights[0].drops] == drops
