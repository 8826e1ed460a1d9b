"""A stranger's plugin in army lists: its unit, its check, its format, through the hooks alone."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from aqmf_air import hookimpl
from aqmf_air.errors import DuplicateContributionError
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import Exporter, ExportOptions, Finding
from aqmf_air.games.martian_front.army.reading import lists_in
from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList
from aqmf_air.games.martian_front.tables import UnitType
from aqmf_air.plugins.registry import load_registry
from tests.plugins_on_disk import balloons


@hookimpl
def aqmf_extends() -> Sequence[str]:
    return ("aqmf",)


@hookimpl
def aqmf_army_checks(ruleset: str, muster: ResolvedList) -> Sequence[Finding]:
    tethered = [line for line in muster.lines if line.type and line.type.kind == balloons.KIND]
    return tuple(Finding("no-winch", "BALLOON-1", "no winch", unit=one.unit, fix="bring one") for one in tethered)


@hookimpl
def aqmf_register_exporters(ruleset: str) -> Sequence[Exporter]:
    return (Exporter("count", "how many", ".txt", lambda muster, options: str(muster.army.size).encode()),)


STRANGER = SimpleNamespace(
    aqmf_extends=aqmf_extends, aqmf_army_checks=aqmf_army_checks, aqmf_register_exporters=aqmf_register_exporters
)


@pytest.fixture
def context() -> ListContext:
    return ListContext(load_registry(entry_points=False, extra=(("balloons", balloons), ("stranger", STRANGER))))


def test_its_units_are_in_the_catalogue_and_its_checks_are_asked(context: ListContext) -> None:
    name = balloons.BALLOON.name
    assert isinstance(context.catalogue[name], UnitType)
    army, _ = context.add(
        Army(name="x", side="human", units=(ArmyEntry(unit="US Command Squad"),)), ArmyEntry(unit=name.lower(), count=2)
    )
    muster = context.muster(army)
    assert muster.points == 30 + 2 * balloons.BALLOON.points
    assert [(one.code, one.unit) for one in muster.problems] == [("no-winch", name)]


def test_its_format_is_one_of_them_and_it_goes_into_the_others(context: ListContext) -> None:
    army, _ = context.add(Army(name="x", side="human"), ArmyEntry(unit=balloons.BALLOON.name, count=3))
    muster = context.muster(army)
    assert context.export(muster, "COUNT", ExportOptions()) == b"3"
    for name in ("json", "markdown", "token", "ros", "rosz"):
        (read,) = lists_in(context, context.export(muster, name, ExportOptions()), "file")
        assert read.army == army


def test_two_may_not_claim_one_format() -> None:
    thief = SimpleNamespace(
        aqmf_register_exporters=hookimpl(lambda ruleset: (Exporter("ros", "mine", ".ros", lambda muster, options: b""),))
    )
    context = ListContext(load_registry(entry_points=False, extra=(("thief", thief),)))
    with pytest.raises(DuplicateContributionError, match=r"^export format 'ros' is claimed by 'host' and 'thief'$"):
        context.export(context.muster(Army(name="x", side="human")), "ros", ExportOptions())
