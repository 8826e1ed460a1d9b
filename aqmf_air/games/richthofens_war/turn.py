"""What follows without anybody's choice: stages in which nobody has anything to decide pass by."""

from __future__ import annotations

from aqmf_air.core.dice.dice import Dice, DiceTray, NeedDice, recorded
from aqmf_air.core.play.orders import Event, after
from aqmf_air.games.richthofens_war import scoring
from aqmf_air.games.richthofens_war.asking import (
    asked_before_combat,
    may_declare,
    observers,
    sides_with_aces,
    sides_with_observers,
)
from aqmf_air.games.richthofens_war.damage import applied, can_take_controls, fates, fuel_checks, lost, nobody_flies
from aqmf_air.games.richthofens_war.events.damage import ControlsTaken, GlideBegan
from aqmf_air.games.richthofens_war.events.declarations import TargetLost, TargetsAsked
from aqmf_air.games.richthofens_war.events.ground import PlatesSafe
from aqmf_air.games.richthofens_war.events.moves import Drifted, WindRolled
from aqmf_air.games.richthofens_war.events.stages import GameEnded, StageBegan, TurnBegan
from aqmf_air.games.richthofens_war.flying import resumed
from aqmf_air.games.richthofens_war.initiative import order_set
from aqmf_air.games.richthofens_war.over_ground import in_combat, turn_over
from aqmf_air.games.richthofens_war.pieces import SIDES, DeclaringPilot
from aqmf_air.games.richthofens_war.rules.lines import drift, prevailing_wind
from aqmf_air.games.richthofens_war.shooting import still_bears
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tending import to_tend

Events = tuple[Event[Game], ...]


def onward(game: Game) -> Events:
    """What happens up to the next choice or the next dice, from a state in which all that was ordered is done."""
    events: list[Event[Game]] = []
    while not game.winner and (step := _without_dice(game)):
        events += step
        game = after(game, step)
    return tuple(events)


def _without_dice(game: Game) -> Events:
    try:
        return next_step(game, DiceTray(recorded(())))
    except NeedDice:
        return ()


def rolls_next(game: Game) -> bool:
    """Whether dice come next that hang on nobody's choice: fire from the ground, parachutes, fuel, spotting, wind."""
    if game.winner or game.acting:
        return False
    try:
        next_step(game, DiceTray(recorded(())))
    except NeedDice:
        return True
    return False


def next_step(game: Game, dice: Dice) -> Events:
    """What follows at once; nothing where a player has a choice."""
    return fates(game, game.falling[0], dice) if game.falling else _of_phase(game, dice)


def _of_phase(game: Game, dice: Dice) -> Events:
    match game.phase:
        case "tailing":
            return () if game.acting else (StageBegan(phase="initiative"),)
        case "ties":
            return () if game.tied else (order_set(game),)
        case "movement":
            return () if game.queue else _after_moves(game)
        case "ground-fire":
            return () if game.acting else resumed(game, dice)
        case "declaring":
            return _next_asked(game)
        case "observers":
            return () if game.acting else _before_combat(game)
        case "aces":
            return () if game.acting else (StageBegan(phase="combat"),)
        case "combat":
            return () if game.open_shots else _after_combat(game, dice)
        case "end":
            return () if game.waited_for else turn_ended(game, dice)
        case _:
            return ()


def _next_asked(game: Game) -> Events:
    """The next pilot who may declare; those who no longer may are passed over."""
    if not game.asked:
        return (StageBegan(phase="movement"),)
    return () if may_declare(game, game.asked[0]) else (TargetsAsked(asked=game.asked[1:]),)


def _after_moves(game: Game) -> Events:
    """Switches, where they are made last; then the observers. DECL-2, DECL-7."""
    if game.rulings.switch_moment == "before-combat" and "head-on" not in game.rounds:
        return (TargetsAsked(asked=asked_before_combat(game), round="head-on"),)
    if game.rulings.observer_order == "initiative":
        if "observers" not in game.rounds:
            return (TargetsAsked(asked=_observers_in_order(game), round="observers"),)
        return _before_combat(game)
    return (StageBegan(phase="observers", choosing=sides_with_observers(game)),)


def _observers_in_order(game: Game) -> tuple[DeclaringPilot, ...]:
    """Observers who declare one after the other (``observer_order``)."""
    able = {aim.shooter for side in SIDES for aim in observers(game, side)}
    return tuple(
        DeclaringPilot(aircraft=id_, why="observer", targets=tuple(one.id for one in game.targets(game.of(id_).side)))
        for id_ in game.order
        if id_ in able
    )


def _before_combat(game: Game) -> Events:
    """Targets that are out of the sights are lost; then aces choose. ACE-2."""
    lost_ = tuple(
        TargetLost(aircraft=one.shooter, gun=one.gun, target=one.target)
        for one in game.open_shots
        if not still_bears(game, one)
    )
    return (*lost_, StageBegan(phase="aces", choosing=sides_with_aces(after(game, lost_))))


def _after_combat(game: Game, dice: Dice) -> Events:
    """Fire from the ground, all damage at once, holed tanks, then guns that are tended. FIRE-1, CRIT-4, JAM-4."""
    if came := in_combat(game, dice) or applied(game, dice):
        return came
    events = fuel_checks(game, dice) if game.rulings.end_order == "fuel-first" else ()
    game = after(game, events)
    return (*events, StageBegan(phase="end", choosing=tuple(side for side in SIDES if to_tend(game, side))))


def turn_ended(game: Game, dice: Dice) -> Events:
    """The end of a turn: fuel, wind, the end of the game, the next turn. RW-TURN-1, CRIT-4, D-19, D-22."""
    events: list[Event[Game]] = []
    if game.rulings.end_order == "clearing-first":
        events += fuel_checks(game, dice)
        game = after(game, events)
    for step in (_without_pilots, turn_over, _wind, _plates_safe):
        more = step(game, dice)
        events += more
        game = after(game, more)
    if winner := scoring.over(game):
        return (*events, GameEnded(winner=winner, why=scoring.why_over(game)))
    return (*events, *_turn_begun(game))


def _without_pilots(game: Game, dice: Dice) -> Events:
    """Aircraft that have glided for a turn with nobody at the controls are lost (``pilot_killed``)."""
    events: list[Event[Game]] = []
    for one in game.flying:
        if nobody_flies(game, one) and one.gliding and one.moved and one.last.dived:
            events += lost(game, one.id, "pilot", one.glide_by)
    return tuple(events)


def _plates_safe(game: Game, dice: Dice) -> Events:
    """What can no longer be stopped counts, though the game ends before it is done. D-22."""
    return tuple(PlatesSafe(aircraft=one.id) for one in game.flying if scoring.unstoppable(one, game))


def _wind(game: Game, dice: Dice) -> Events:
    if game.rulings.wind == "off":
        return ()
    events: Events = ()
    wind = game.wind if game.wind is not None else game.setup.wind
    if wind is None:
        wind = prevailing_wind(dice)
    if game.wind is None:
        events = (WindRolled(wind=wind),)
    return (*events, Drifted(wind=wind)) if drift(game.turn, game.tables) else events


def _turn_begun(game: Game) -> Events:
    """The next turn: those without fuel glide, observers take the controls. CRIT-4, SPEC-23."""
    events: list[Event[Game]] = [TurnBegan(turn=game.turn + 1)]
    for one in game.flying:
        if one.dry and not one.gliding:
            events.append(GlideBegan(aircraft=one.id))
        if can_take_controls(game, one):
            events.append(ControlsTaken(aircraft=one.id))
    return tuple(events)
