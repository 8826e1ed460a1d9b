"""The questions that are asked of the dice, for every front end: words and numbers in, the exact answer out.

A question is a class (:class:`~aqmf_air.odds.asking.Asking`) whose fields are its options; what it asks comes back as an
:class:`~aqmf_air.odds.asked.Asked`, made of the very rules that resolve a game. Nothing here prints or knows a page.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aqmf_air.odds.asking import Asking

QUESTIONS = {
    "attack": ("attack:AirAttack", "A whole attack of aircraft: bombs, guns, the answer, morale."),
    "barrage": ("shooting:Barrage", "A barrage or bombs on elements under a template."),
    "initiative": ("turn:Initiative", "Who goes first."),
    "morale": ("morale:MoraleTest", "A morale test."),
    "rally": ("morale:Rally", "A routed unit tries to rally."),
    "reserves": ("turn:Reserves", "Who comes on, over several turns."),
    "run": ("attack:SuicideRun", "The end of a suicide run."),
    "scout": ("scouting:Scout", "Hidden units discovered, over several turns."),
    "shoot": ("shooting:Shoot", "Shots at one target, in numbers or between units."),
    "spot": ("scouting:Spot", "A target spotted for the guns, over several turns."),
    "sweep": ("shooting:Sweep", "A heat ray sweeps several elements."),
    "tripod": ("tripod:TripodFate", "Damaging attacks on a tripod, through to its end."),
}
"""Name: where the question is, and what it answers (so that a list of them imports nothing)."""


def question(name: str) -> type[Asking]:
    """The question of this name, which must be one of :data:`QUESTIONS`."""
    module, _, kind = QUESTIONS[name][0].partition(":")
    found = getattr(import_module(f"{__name__}.{module}"), kind)
    assert isinstance(found, type)
    return found
