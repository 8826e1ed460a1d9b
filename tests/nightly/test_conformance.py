"""The scenarios and seeds that the suite leaves out go through the same checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from aqmf_air.conformance import CHECKS, Subject
from tests.conformance import test_rulesets as rulesets
from tests.conformance import test_scenarios as front
from tests.games.aces_of_valor import test_conformance as valor
from tests.games.clouds_of_glory import test_conformance as sky
from tests.games.clouds_of_glory_expanded import test_conformance as expanded
from tests.games.richthofens_war import test_conformance as war

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")
SUBJECTS = {name: front.subject_of(name) for name in front.CHECKED_AT_NIGHT} | {
    name: game.SUBJECTS[name] for game in (war, sky, expanded) for name in game.CHECKED_AT_NIGHT
}
SUBJECTS |= {
    name: replace(subject, seeds=(max(subject.seeds) + 1,))
    for name, subject in {**rulesets.SUBJECTS, **valor.SUBJECTS}.items()
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", SUBJECTS)
def test_the_scenario_passes(name: str, check: Callable[[Subject], None]) -> None:
    check(SUBJECTS[name])
