"""Dawn Duel is held to what every game is held to, as its author would do it; the README's guide quotes this."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from dawn_duel import plugin
from dawn_duel.state import Duel

from aqmf_air import api
from aqmf_air.api import kinds, replace
from aqmf_air.conformance import CHECKS, Subject

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")


def other_orders(state: Duel, player: str) -> Iterator[Duel]:
    """The same game to ``player``: the other side has sealed something else."""
    for side, order in state.sealed:
        for other in ("cruise", "dash") if state.phase == "fly" else ("hold", "short"):
            if side != player and other != order:
                yield replace(state, sealed=tuple((by, other if by == side else own) for by, own in state.sealed))


loaded = partial(api.load_registry, builtin=False, entry_points=False, extra=[("dawn_duel", plugin)])
SCENARIO = api.load_toml(loaded().of(kinds.SCENARIOS, "duel")["even-match"].path)
SUBJECT = Subject(
    make=lambda: loaded().ruleset("duel"),
    setup=lambda game: game.set_up(SCENARIO, "even-match", {}).setup,
    hidden=other_orders,
    queries=tuple(loaded().of(kinds.QUERIES, "duel").values()),
)


@pytest.mark.further(every=2)
@pytest.mark.parametrize("check", CHECKS)
def test_dawn_duel_conforms(check: Callable[[Subject], object]) -> None:
    check(SUBJECT)
