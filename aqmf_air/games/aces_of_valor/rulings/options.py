"""Rulings on the optional rules."""

from __future__ import annotations

from typing import Annotated, Literal

from aqmf_air.core.play.rulings import Ruling, Rulings


class OptionRulings(Rulings):
    """What the source leaves open of the optional rules."""

    clouds_scope: Annotated[
        Literal["flight", "both"],
        Ruling("AOV-OPT-10", "On which checks do heavy clouds count?"),
        "On F6.",
        "On F6 and C10.",
    ] = "flight"
    arrival_cap: Annotated[
        Literal["all-or-nothing", "up-to"],
        Ruling("AOV-OPT-7", "A group would pass the limit: what then?"),
        "It does not come.",
        "As many come as fit.",
    ] = "all-or-nothing"
    arrival_cap_counts: Annotated[
        Literal["in-fight", "all"],
        Ruling("AOV-OPT-7", "Whom does the limit count?"),
        "Those in the fight.",
        "Also those that broke off or were destroyed.",
    ] = "in-fight"
    raid_scope: Annotated[
        Literal["defensive", "patrols"],
        Ruling("AOV-OPT-8", "On which missions does a raid not fought cost a point?"),
        "On Defensive Patrols.",
        "On all patrols.",
    ] = "defensive"
    extended_scope: Annotated[
        Literal["off", "free"],
        Ruling("AOV-OPT-6", "Without Extended Patrolling, what does a flight do after trying?"),
        "It flies home by a shortest way.",
        "What it likes.",
    ] = "off"
