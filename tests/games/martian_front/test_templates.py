"""Salvos of templates that fall one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from aqmf_air.games.martian_front.chapters.orders import FrontRules
from aqmf_air.games.martian_front.chapters.templates import Coming, Piece, foreseen
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field


class OwnWay(FrontRules):
    """What a plugin may do: drones take damage in a way of their own."""

    def procedure(self, step: str, kind: str) -> Callable[..., Any]:
        return _nothing if (step, kind) == ("damage", "drone") else super().procedure(step, kind)


def _nothing(*facts: object) -> tuple[()]:
    return ()


@pytest.mark.rule("HOST-BARRAGE-4")
def test_salvos_are_joined_only_if_the_damage_of_one_cannot_spoil_the_next(registry: Registry) -> None:
    units: Any = {
        "drones": ("Drones", [(50, 50), (52, 50), (54, 50)]),
        "near": ("Scout Tripod", [(50, 53.5)]),
        "far": ("Scout Tripod", [(50, 57)]),
    }
    state = Field(registry, units).state

    def spoilt(*under: str, rules: type[FrontRules] = FrontRules, last: Piece | None = None) -> bool:
        salvos = [Coming(frozenset({(name.rpartition("-")[0] or name, name)})) for name in under]
        return foreseen(state, rules(registry), (*salvos[:-1], salvos[-1]._replace(dropper=last))).spoilt_by_another()

    assert not spoilt("drones-1", "drones-1", "drones-2")
    assert spoilt("drones-1", "drones-1", rules=OwnWay)  # whatever a plugin's damage does
    assert not spoilt("drones-1", rules=OwnWay)  # nothing falls after it
    assert not spoilt("near", "near", "near")  # it may blow up the other one, which is attacked by nobody
    assert spoilt("near", "far")
    assert spoilt("near", "drones-1")
    assert not spoilt("near", "drones-3")
    assert spoilt("far", "drones-1")  # by way of the one between them
    assert spoilt("near", "drones-3", last=("drones", "drones-1"))  # who drops it is in reach
    assert not spoilt("near", "near", last=("drones", "drones-1"))
