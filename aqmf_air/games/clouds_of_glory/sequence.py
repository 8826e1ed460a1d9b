"""The sequence of play (3): what a turn is made of, and the rulings and steps of all chapters."""

from __future__ import annotations

from aqmf_air.games.clouds_of_glory.chapters.arcs import ArcRulings
from aqmf_air.games.clouds_of_glory.chapters.checks import CheckRulings
from aqmf_air.games.clouds_of_glory.chapters.course import CourseRulings
from aqmf_air.games.clouds_of_glory.chapters.damage import DamageRulings
from aqmf_air.games.clouds_of_glory.chapters.gunnery import GunneryRulings
from aqmf_air.games.clouds_of_glory.chapters.initiative import InitiativeRulings
from aqmf_air.games.clouds_of_glory.chapters.landing import LandingRulings
from aqmf_air.games.clouds_of_glory.chapters.moving import MovingRulings
from aqmf_air.games.clouds_of_glory.chapters.panels import PanelRulings
from aqmf_air.games.clouds_of_glory.chapters.people import PeopleRulings
from aqmf_air.games.clouds_of_glory.chapters.stalls import StallRulings


class CloudsRulings(
    PanelRulings,
    PeopleRulings,
    CheckRulings,
    CourseRulings,
    ArcRulings,
    InitiativeRulings,
    MovingRulings,
    StallRulings,
    GunneryRulings,
    DamageRulings,
    LandingRulings,
):
    """All that the source leaves open."""
