"""What a choice is worth: played on to the end of the mission by the automatic player, then points and squadron counted."""

from __future__ import annotations

from typing import Any

from aqmf_air.core.play.advice import Advisor
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.games.aces_of_valor.automatic.policy import choose
from aqmf_air.games.aces_of_valor.automatic.weights import USUAL
from aqmf_air.games.aces_of_valor.squadron import serving
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.values import counted_skill, ground_skill


def standing(game: Campaign) -> float:
    """What a squadron has, in mission points: points to be spent or won, victory points, aircraft and pilots."""
    points = game.purse.points if game.purse else game.mission.points if game.mission else 0
    total = points + USUAL.victory_point * game.vp
    total += sum(entry.points for entry in game.carried)
    for one in (*serving(game), *game.in_box("flight")):
        total += USUAL.fighter_lost + USUAL.skill_lost * (counted_skill(one, game.rulings) + ground_skill(one, game.rulings))
        total += USUAL.tier * (one.tier - 1) - USUAL.damaged * one.damaged
    return total


class MissionAdvisor(Advisor[Campaign]):
    """Values choices to the end of the mission; once that is over, to the end of the next one."""

    def unit(self, state: Campaign) -> str:
        which = "the next mission" if _spends(state) and state.number < state.missions else "the mission"
        worth = f"{USUAL.victory_point:g} for a victory point, {USUAL.fighter_lost:g} or more for a fighter lost"
        return f"mission points to the end of {which} ({worth})"

    def choose(self, ruleset: Ruleset[Any], state: Campaign, player: str) -> Command | None:
        return choose(ruleset, state, player)

    def reached(self, begin: Campaign, state: Campaign) -> bool:
        """Points are counted, and there is something to spend or nothing more to do in the mission."""
        if _spends(begin):
            return state.number > begin.number and _spends(state)
        return _spends(state) or state.number > max(begin.number, 1)

    def value(self, begin: Campaign, state: Campaign, player: str) -> float:
        if not begin.squadron:  # there is no squadron yet: what is won counts
            return USUAL.victory_point * state.vp + (state.purse.points if state.purse else 0)
        return standing(state) - standing(begin)


def _spends(game: Campaign) -> bool:
    return game.purse is not None
