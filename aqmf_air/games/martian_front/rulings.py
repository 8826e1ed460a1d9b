"""The rulings of the base game: points that no source we could read settles.

A ruling that settles what older games did in one way has a row in ``data/kept_rulings.toml``, by which these go on.
"""

from __future__ import annotations

from typing import Literal, cast

from aqmf_air.core.play.rulings import Rulings, ruling


class HostRulings(Rulings):
    """Every point of the game that the players may settle."""

    explosion_hits: Literal["automatic", "rolled"] = ruling(
        "HOST-TRIPOD-2",
        "Does a tripod's explosion have to roll to hit what it touches?",
        "No: every element touched is rolled for to damage only.",
        "Yes: first to hit against Defense, then to damage.",
    )
    die_off_ties: Literal["owner", "reroll", "enemy"] = ruling(
        "HOST-TRIPOD-2",
        "Both roll for legs or a weapon that were hit, and the dice are equal. Who has the say?",
        "The tripod's own side.",
        "Nobody yet: both roll again.",
        "The tripod's enemy.",
    )
    tripods_over_woods: Literal["unseen", "seen"] = ruling(
        "HOST-LOS-1",
        "A tripod sees over woods and ruins. Is it seen over them, too?",
        "No: to those on the ground they hide a tripod as they hide anything.",
        "Yes: only hills hide a tripod.",
    )
    spotted_scatter: Literal["as-seen", "scatters"] = ruling(
        "HOST-BARRAGE-5",
        "How do guns fire at a spotted target that they do not see?",
        "As with a clear line of sight: every gun in range fires, and the template stays on its mark.",
        "Only if no gun of the unit sees it; then all of them fire, and the template may scatter.",
        standing="stated",
    )


def host_rulings(rulings: Rulings) -> HostRulings:
    """The game's part of the rulings in force."""
    return cast("HostRulings", rulings)
