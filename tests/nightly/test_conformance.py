"""The scenarios that the suite leaves out go through the same checks: there it takes every second one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from aqmf_air.conformance import CHECKS, Subject
from tests.conformance import test_scenarios as front
from tests.games.richthofens_war import test_conformance as war

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")
SUBJECTS = {name: front.subject_of(name) for name in front.CHECKED_AT_NIGHT} | {
    name: war.SUBJECTS[name] for name in war.CHECKED_AT_NIGHT
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", SUBJECTS)
def test_the_scenario_passes(name: str, check: Callable[[Subject], None]) -> None:
    check(SUBJECTS[name])
