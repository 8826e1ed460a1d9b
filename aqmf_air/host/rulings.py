"""The host's rulings: points that no source we could read settles."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from aqmf_air.core.rulings import Ruling, Rulings


class HostRulings(Rulings):
    """Every point of the host that the players may settle."""

    explosion_hits: Annotated[
        Literal["automatic", "rolled"],
        Ruling(
            rule="HOST-TRIPOD-2",
            question="Does a tripod's explosion have to roll to hit what it touches?",
            choices=(
                ("automatic", "No: every element touched is rolled for to damage only."),
                ("rolled", "Yes: first to hit against Defense, then to damage."),
            ),
        ),
    ] = "automatic"


def host_rulings(rulings: Rulings) -> HostRulings:
    """The host's part of the rulings in force."""
    return cast("HostRulings", rulings)
