"""Outcomes as the odds commands count them."""

from __future__ import annotations

from dataclasses import replace

from aqmf_air.cli.odds.asking import Also, Is
from aqmf_air.core.question import Question
from aqmf_air.host.fates import EXPLODED, WRECKED, disarmed, lamed, stunned

DESTROYED = Is((EXPLODED, WRECKED))


def effects(question: Question) -> tuple[Also, ...]:
    """What else may have befallen a tripod that still stands; ``question`` ends in a :class:`Tripod`."""
    return (
        Also("it stands, but is stunned", replace(question, view=None), stunned),
        Also("it stands, with a weapon hit", replace(question, view=None), disarmed),
        Also("it stands, with its legs hit", replace(question, view=None), lamed),
    )
