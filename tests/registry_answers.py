"""A registry that answers as a test wants it to."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.plugins.kinds import ContributionKind
from aqmf_air.plugins.registry import Registry


def answer(monkeypatch: pytest.MonkeyPatch, kind: ContributionKind[Any], value: Any) -> None:
    """What every registry says there is of a kind, until the test is over."""
    whole: Any = Registry.of
    monkeypatch.setattr(Registry, "of", lambda self, of, ruleset="": value if of is kind else whole(self, of, ruleset))
