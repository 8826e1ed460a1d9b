"""The automatic player: by the shortest way to the objective and home; in a combat what the exact odds say is worth most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aqmf_air.api import Advisor, Command, Offer, Ruleset
from aqmf_air.games.aces_of_valor.automatic import attacks
from aqmf_air.games.aces_of_valor.automatic.attacks import USUAL, loss_of
from aqmf_air.games.aces_of_valor.chapters import (
    actions,
    campaign,
    combat,
    event_cards,
    landing,
    meeting,
    moves,
    objective,
    postmission,
    premission,
    rounds,
    routes,
    scramble,
    sectors,
)
from aqmf_air.games.aces_of_valor.chapters.campaign import missions_left
from aqmf_air.games.aces_of_valor.chapters.counters import air_skill, counted_skill, ground_skill, performance, structure
from aqmf_air.games.aces_of_valor.chapters.sectors import home_sector
from aqmf_air.games.aces_of_valor.chapters.squadron import serving
from aqmf_air.games.aces_of_valor.state import Aircraft, Campaign, present

Value = Callable[[Campaign, Any], float]


def choose(ruleset: Any, game: Campaign, player: str) -> Command | None:
    """The order that is worth most to the player; None: there is none to give."""
    offers: Sequence[Offer] = ruleset.legal(game, player)
    if not offers:
        return None
    return max(offers, key=lambda offer: worth(game, offer.command)).command


def worth(game: Campaign, command: Command) -> float:
    """What an order is worth, in mission points or the like: only orders at the same choice are compared."""
    value = VALUES.get(type(command))
    return value(game, command) if value else 0.0


# -- in a combat -------------------------------------------------------------------------------------------------------


def ground_attack(game: Campaign, order: actions.OnTheGround) -> float:
    """An attack on the ground, by the exact odds of what it does and of the target's fire."""
    return attacks.on_the_ground(game, order.aircraft, order.target, order.weapon, order.n)


def break_off(game: Campaign, order: actions.BreakOff) -> float:
    """Who is hurt leaves, unless he has something better to do; nobody else does without need."""
    aircraft = game.aircraft(order.aircraft)
    harm = loss_of(game, aircraft) if aircraft.damaged else USUAL.damaged
    return USUAL.flees * _threat(game, aircraft) * harm - 0.2 - (1.0 if aircraft.bombs else 0.0)


def wait(game: Campaign, order: actions.Wait) -> float:
    """To stay costs what the enemy may do."""
    aircraft = game.aircraft(order.aircraft)
    return 0.1 - 0.3 * _threat(game, aircraft) * (loss_of(game, aircraft) if aircraft.damaged else USUAL.damaged)


def _threat(game: Campaign, aircraft: Aircraft) -> float:
    """About how likely it is that an enemy hurts an aircraft before the combat is over."""
    enemies, own = len(present(game)[1]), max(len(present(game)[0]), 1)
    return min(0.22 * enemies / own, 0.6)


def strength(game: Campaign, some: Sequence[Aircraft]) -> float:
    """What aircraft are worth in a fight."""
    total = 0.0
    for aircraft in some:
        fights = {"fighter": 1.0, "two-seater": 0.7, "bomber": 0.3, "heavy-bomber": 0.6}[aircraft.kind]
        speed = performance(aircraft, game.tables, game.rulings) / 6
        total += fights * (1 + 0.45 * air_skill(aircraft, game.rulings)) * speed
        total -= 0.35 * aircraft.damaged
    return max(total, 0.1)


def engage(game: Campaign, order: meeting.Engage) -> float:
    """Fights when the enemy is not too strong; with the advantage it takes more on."""
    own, enemy = present(game)
    ratio = strength(game, enemy) / strength(game, own)
    edge = 0.35 if game.fought.advantage == "friend" else 0.0
    escort = 0.4 if any(aircraft.kind != "fighter" for aircraft in own) and not game.flown.tried else 0.0
    worthwhile = 0.25 if all(aircraft.kind != "fighter" for aircraft in enemy) else 0.0
    return USUAL.outnumbered - 0.45 + edge + worthwhile - escort - ratio


# -- before and after --------------------------------------------------------------------------------------------------


def fighters(game: Campaign, order: premission.ChooseFighters) -> float:
    """The best in the air, or on the ground where that is the task; not too often the same."""
    card = game.flown.row(game.tables)
    ground = card.target != ""
    total = 0.0
    for id_ in order.aircraft:
        member = game.member(id_)
        skill = air_skill(member, game.rulings) + (ground_skill(member, game.rulings) if ground else 0)
        total += performance(member, game.tables, game.rulings) + 1.2 * skill
    return total


def load(game: Campaign, order: premission.LoadOrdnance) -> float:
    """Rockets for balloons; bombs are too heavy."""
    card = game.flown.row(game.tables)
    return 1.0 if order.rockets and card.target == "balloon" and not game.aircraft(order.aircraft).rockets else -1.0


def move(game: Campaign, order: moves.MoveFlight) -> float:
    """On to the objective, then home."""
    goals = routes.sectors_to_visit(game) if moves.bound_for_objective(game) else (home_sector(game),)
    away = min(sectors.distance(order.to, goal) for goal in goals)
    stays = order.to == game.flown.at
    guns = sectors.has_aa(order.to, game.tables)
    return -away - 0.3 * stays - 0.05 * guns - (5.0 if stays and not moves.bound_for_objective(game) else 0.0)


def send_home(game: Campaign, order: moves.SendHome) -> float:
    """Who is hurt goes home, unless he still has a task."""
    aircraft = game.aircraft(order.aircraft)
    waits = aircraft.kind != "fighter" and not game.flown.tried and not game.flown.given_up
    return -50.0 if waits else 50.0


def buy(game: Campaign, order: postmission.BuyPoints) -> float:
    """Victory points, once enough fighters are ready; the cheap ones before that."""
    ready = len(game.in_box("ready"))
    last = not missions_left(game)
    return 1.0 + order.points if last or ready >= USUAL.repair_first or not game.in_box("recovery") else 0.5


def repair(game: Campaign, order: postmission.Repair) -> float:
    """The best first, as long as few are ready; nobody once no mission is left."""
    if not missions_left(game):
        return -1.0
    member = game.member(order.aircraft)
    few = len(game.in_box("ready")) < USUAL.repair_first
    return (6.0 if few else 0.8) + 0.1 * (air_skill(member, game.rulings) + member.tier)


def replacement(game: Campaign, order: postmission.Replace) -> float:
    """While the squadron is small, and there is a mission left."""
    if not missions_left(game):
        return -1.0
    few = len(game.in_box("ready", "recovery")) < USUAL.reserve
    free = game.purse is not None and game.purse.free_replacements > 0
    return 9.0 if free else 5.5 if few else -1.0


def skip(game: Campaign, order: postmission.SkipNextMission) -> float:
    """When hardly anybody can fly."""
    return 4.0 if len(game.in_box("ready")) < 3 and len(game.in_box("recovery")) > 2 else -5.0


def best_repair(game: Campaign, order: event_cards.RepairByNight) -> float:
    """The best pilot."""
    member = game.member(order.aircraft)
    return air_skill(member, game.rulings) + structure(member, game.tables) / 10


def _beaten(game: Campaign) -> bool:
    """Whether so many are hurt or gone that the task is hopeless."""
    up = [aircraft for aircraft in game.flight if not aircraft.damaged]
    return len(up) <= len(game.flown.took_off) / 3


VALUES: Mapping[type[Command], Value] = {
    actions.Attack: lambda game, order: attacks.in_the_air(game, order.aircraft, order.target),
    actions.Strafe: ground_attack,
    actions.Bomb: ground_attack,
    actions.FireRockets: ground_attack,
    actions.Attempt: lambda game, order: 3.0,  # it is what the flight has come for
    actions.ClearJam: lambda game, order: 0.8,
    actions.Wait: wait,
    actions.RestWait: lambda game, order: 0.05,
    actions.EachItsOwn: lambda game, order: -100.0,  # it orders each by itself
    actions.AllAttack: lambda game, order: -100.0,
    actions.BreakOff: break_off,
    meeting.Engage: engage,
    rounds.Jettison: lambda game, order: -1.0,
    scramble.Launch: lambda game, order: float(len(order.aircraft)),
    combat.RollNationality: lambda game, order: 1.0,
    premission.ChooseFighters: fighters,
    premission.LoadOrdnance: load,
    moves.MoveFlight: move,
    moves.SendHome: send_home,
    moves.TurnForHome: lambda game, order: -100.0 if moves.bound_for_objective(game) else 20.0,
    moves.GiveUpMission: lambda game, order: 20.0 if _beaten(game) else -100.0,
    objective.DoTask: lambda game, order: 2.0,
    objective.AttackTargets: lambda game, order: 1.0,
    landing.Land: lambda game, order: -1.0 if order.aircraft or moves.bound_for_objective(game) else 10.0,
    landing.LandLight: lambda game, order: 1.0,
    postmission.BuyPoints: buy,
    postmission.Repair: repair,
    postmission.Replace: replacement,
    postmission.Upgrade: lambda game, order: -1.0,
    postmission.GiveUp: lambda game, order: -3.0,
    postmission.SkipNextMission: skip,
    postmission.DoneSpending: lambda game, order: 0.1,
    event_cards.RepairByNight: best_repair,
    event_cards.MeetGiant: lambda game, order: 1.0,
    campaign.ChooseNation: lambda game, order: float(order.nation == "french"),
    campaign.ChooseLength: lambda game, order: float(order.missions == 8),
}
"""How orders of each kind are valued; those of others are worth nothing, and the first of equals is given."""


# -- what a choice is worth, played on to the end of the mission -------------------------------------------------------


def standing(game: Campaign) -> float:
    """What a squadron has, in mission points: points to be spent or won, victory points, aircraft and pilots."""
    points = game.purse.points if game.purse else game.mission.points if game.mission else 0
    total = points + USUAL.victory_point * game.vp
    total += sum(entry.points for entry in game.carried)
    for member in (*serving(game), *game.in_box("flight")):
        skills = counted_skill(member, game.rulings) + ground_skill(member, game.rulings)
        total += USUAL.fighter_lost + USUAL.skill_lost * skills
        total += USUAL.tier * (member.tier - 1) - USUAL.damaged * member.damaged
    return total


class MissionAdvisor(Advisor[Campaign], name="mission", help="To the end of the mission."):
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
