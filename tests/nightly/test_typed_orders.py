"""Of a thousand orders of each game what is told reads back as that order."""

from __future__ import annotations

import pytest

from tests.games.test_typed_orders import RULESETS, reads_back


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_told_of_a_thousand_orders_reads_back(ruleset: str) -> None:
    reads_back(ruleset, 1_000)
