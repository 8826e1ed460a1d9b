"""Rulings on the optional rules."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.play.rulings import Rulings, ruling


class OptionRulings(Rulings):
    """What the source leaves open of the optional rules."""

    clouds_scope: Literal["flight", "both"] = ruling(
        "AOV-OPT-10", "On which checks do heavy clouds count?", "On F6.", "On F6 and C10."
    )
    arrival_cap: Literal["all-or-nothing", "up-to"] = ruling(
        "AOV-OPT-7", "A group would pass the limit: what then?", "It does not come.", "As many come as fit."
    )
    arrival_cap_counts: Literal["in-fight", "all"] = ruling(
        "AOV-OPT-7", "Whom does the limit count?", "Those in the fight.", "Also those that broke off or were destroyed."
    )
    raid_scope: Literal["defensive", "patrols"] = ruling(
        "AOV-OPT-8", "On which missions does a raid not fought cost a point?", "On Defensive Patrols.", "On all patrols."
    )
    extended_scope: Literal["off", "free"] = ruling(
        "AOV-OPT-6",
        "Without Extended Patrolling, what does a flight do after trying?",
        "It flies home by a shortest way.",
        "What it likes.",
    )
