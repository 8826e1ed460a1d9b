"""What comes after what: the stages of a turn, of which those without a choice pass by, and the ruleset that runs them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, cast

from aqmf_air import api
from aqmf_air.api.geometry import Hex, distance, hex_bearing, to_map
from aqmf_air.games.richthofens_war import RULES_VERSION, TITLE
from aqmf_air.games.richthofens_war.automatic import opponent
from aqmf_air.games.richthofens_war.campaign import orders as campaign_orders
from aqmf_air.games.richthofens_war.campaign import story, words
from aqmf_air.games.richthofens_war.chapters import (
    damage,
    declaring,
    fire,
    fire_from_ground,
    guns_and_jams,
    initiative,
    map_and_wind,
    missions,
    moving,
    parachutes,
    paths,
    tailing,
    victory,
)
from aqmf_air.games.richthofens_war.chapters.fire import TWO_DICE, OnDamageTable, still_bears
from aqmf_air.games.richthofens_war.chapters.fire_from_ground import GroundRulings, in_combat
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import DoneWithTurn, to_tend
from aqmf_air.games.richthofens_war.chapters.initiative import RollInitiative, TurnRulings, order_set
from aqmf_air.games.richthofens_war.chapters.map_and_wind import Drifted, WindRolled, drift, prevailing_wind
from aqmf_air.games.richthofens_war.chapters.missions import PlatesSafe, targets_of, turn_over
from aqmf_air.games.richthofens_war.chapters.moving import Fly, Moved, MovingRulings, resumed
from aqmf_air.games.richthofens_war.chapters.parachutes import fates
from aqmf_air.games.richthofens_war.chapters.paths import start_of
from aqmf_air.games.richthofens_war.chapters.setting_up import check, opened
from aqmf_air.games.richthofens_war.chapters.tailing import TailingRulings
from aqmf_air.games.richthofens_war.state import (
    COMPASS,
    SIDE_NAMES,
    SIDES,
    Aircraft,
    DeclaringPilot,
    Events,
    Game,
    Gun,
    Setup,
    StageBegan,
    View,
    without_hidden_guns,
)
from aqmf_air.games.richthofens_war.tables import RULESET

# -- what follows without anybody's choice -----------------------------------------------------------------------------


def onward(game: Game) -> Events:
    """What happens up to the next choice or the next dice, from a state in which all that was ordered is done."""
    events: list[api.Event[Game]] = []
    while not game.winner and (step := _without_dice(game)):
        events += step
        game = api.after(game, step)
    return tuple(events)


def _without_dice(game: Game) -> Events:
    try:
        return next_step(game, api.DiceTray(api.recorded(())))
    except api.NeedDice:
        return ()


def rolls_next(game: Game) -> bool:
    """Whether dice come next that hang on nobody's choice: fire from the ground, parachutes, fuel, spotting, wind."""
    if game.winner or game.acting:
        return False
    try:
        next_step(game, api.DiceTray(api.recorded(())))
    except api.NeedDice:
        return True
    return False


def next_step(game: Game, dice: api.Dice) -> Events:
    """What follows at once; nothing where a player has a choice."""
    return fates(game, game.falling[0], dice) if game.falling else _of_phase(game, dice)


def _of_phase(game: Game, dice: api.Dice) -> Events:
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
    return () if declaring.may_declare(game, game.asked[0]) else (declaring.TargetsAsked(asked=game.asked[1:]),)


def _after_moves(game: Game) -> Events:
    """Switches, where they are made last; then the observers. DECL-2, DECL-7."""
    if game.rulings.switch_moment == "before-combat" and "head-on" not in game.rounds:
        return (declaring.TargetsAsked(asked=declaring.asked_before_combat(game), round="head-on"),)
    if game.rulings.observer_order == "initiative":
        if "observers" not in game.rounds:
            able = {aim.shooter for side in SIDES for aim in declaring.observers(game, side)}
            targets = {id_: tuple(each.id for each in game.targets(game.of(id_).side)) for id_ in game.order if id_ in able}
            pilots = (DeclaringPilot(aircraft=id_, why="observer", targets=whom) for id_, whom in targets.items())
            return (declaring.TargetsAsked(asked=tuple(pilots), round="observers"),)
        return _before_combat(game)
    return (StageBegan(phase="observers", choosing=declaring.sides_with_observers(game)),)


def _before_combat(game: Game) -> Events:
    """Targets that are out of the sights are lost; then aces choose. ACE-2."""
    lost_ = tuple(
        declaring.TargetLost(aircraft=open_shot.shooter, gun=open_shot.gun, target=open_shot.target)
        for open_shot in game.open_shots
        if not still_bears(game, open_shot)
    )
    return (*lost_, StageBegan(phase="aces", choosing=declaring.sides_with_aces(api.after(game, lost_))))


def _after_combat(game: Game, dice: api.Dice) -> Events:
    """Fire from the ground, all damage at once, holed tanks, then guns that are tended. FIRE-1, CRIT-4, JAM-4."""
    if came := in_combat(game, dice) or damage.applied(game, dice):
        return came
    events = damage.fuel_checks(game, dice) if game.rulings.end_order == "fuel-first" else ()
    game = api.after(game, events)
    return (*events, StageBegan(phase="end", choosing=tuple(side for side in SIDES if to_tend(game, side))))


def turn_ended(game: Game, dice: api.Dice) -> Events:
    """The end of a turn: fuel, wind, the end of the game, the next turn. RW-TURN-1, CRIT-4, SPEC-23, D-19, D-22."""
    events: list[api.Event[Game]] = []
    if game.rulings.end_order == "clearing-first":
        events += damage.fuel_checks(game, dice)
        game = api.after(game, events)
    for step in (_without_pilots, turn_over, _wind, _plates_safe):
        more = step(game, dice)
        events += more
        game = api.after(game, more)
    if winner := victory.over(game):
        return (*events, GameEnded(winner=winner, why=victory.why_over(game)))
    events.append(TurnBegan(turn=game.turn + 1))
    for aircraft in game.flying:  # those without fuel glide, observers take the controls
        if aircraft.dry and not aircraft.gliding:
            events.append(damage.GlideBegan(aircraft=aircraft.id))
        if damage.can_take_controls(game, aircraft):
            events.append(damage.ControlsTaken(aircraft=aircraft.id))
    return tuple(events)


def _without_pilots(game: Game, dice: api.Dice) -> Events:
    """Aircraft that have glided for a turn with nobody at the controls are lost (``pilot_killed``)."""
    events: list[api.Event[Game]] = []
    for aircraft in game.flying:
        if damage.nobody_flies(game, aircraft) and aircraft.gliding and aircraft.moved and aircraft.last.dived:
            events += damage.lost(game, aircraft.id, "pilot", aircraft.glide_by)
    return tuple(events)


def _plates_safe(game: Game, dice: api.Dice) -> Events:
    """What can no longer be stopped counts, though the game ends before it is done. D-22."""
    return tuple(PlatesSafe(aircraft=aircraft.id) for aircraft in game.flying if victory.unstoppable(aircraft, game))


def _wind(game: Game, dice: api.Dice) -> Events:
    if game.rulings.wind == "off":
        return ()
    events: Events = ()
    wind = game.wind if game.wind is not None else game.setup.wind
    if wind is None:
        wind = prevailing_wind(dice)
    if game.wind is None:
        events = (WindRolled(wind=wind),)
    return (*events, Drifted(wind=wind)) if drift(game.turn, game.tables) else events


class GoOn(api.Order[Game, api.Registry], type="richthofen.go_on"):
    """The turn goes on with dice that hang on nobody's choice: it follows by itself. RW-TURN-1."""

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if rolls_next(game):
            yield api.Offer(cls(), "go on")

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        if not rolls_next(game):
            yield api.Objection("RW-TURN-1", "somebody has a choice before the turn goes on")  # "a turn has five segments"

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        return next_step(game, dice)


class TurnBegan(api.Event[Game], type="richthofen.turn_began"):
    """A new turn: nobody has moved, declared or fired. RW-TURN-1."""

    wording: ClassVar[str] = "turn {turn}"
    turn: int

    def apply(self, game: Game) -> Game:
        aircraft = tuple(api.replace(each, moved=False, declined=False, strafed=0, rear_strafed=0) for each in game.aircraft)
        guns = tuple(api.replace(gun, fired=False) for gun in game.guns)
        return api.replace(
            game,
            turn=self.turn,
            phase="tailing",
            aircraft=aircraft,
            guns=guns,
            last_order=game.order,
            intents=(),
            flight=None,
            tails=(),
            tried=(),
            totals=(),
            order=(),
            queue=(),
            mover="",
            asked=(),
            rounds=(),
            declarations=(),
            vacated=(),
            ace_uses=(),
            settled=(),
            guns_fired=(),
            shots=(),
            tended=(),
            done=(),
            choosing=(),
        )


class GameEnded(api.Event[Game], type="richthofen.game_ended"):
    """The game is over: points decide. D-22."""

    winner: str
    """A side, or ``draw``."""
    why: str = ""

    def apply(self, game: Game) -> Game:
        return api.replace(game, winner=self.winner)

    def tell(self, game: Game) -> str:
        points = " to ".join(map(str, sorted(victory.points(game).values(), reverse=True)))
        won = {"german": "the Germans have won", "allied": "the Allies have won"}.get(self.winner, "nobody has won")
        return f"{self.why}: {won}, {points} points" if self.why else f"{won}, {points} points"


# -- a view of a game in lines for people ------------------------------------------------------------------------------


CLOCK = ("ahead", "ahead right", "behind right", "behind", "behind left", "ahead left")
"""Where something is, seen from an aircraft."""
OUT = {"left": "off the map", "landed": "landed on its own side"}
"""What has become of an aircraft, where its state does not say it."""
MOST_SEEN = 3
"""Enemies that are told of for each aircraft."""


def summary_of(view: Any) -> tuple[str, ...]:
    """How a game stands: each aircraft and what it has about it, what there is to do, points, who has sealed an order."""
    game: Game = view
    lines: list[str] = []
    if game.campaign is not None and game.phase == "between":
        lines.append(words.standing_of(game.campaign).removesuffix("."))
    for aircraft in game.aircraft:
        lines.append(described(game, aircraft))
        if aircraft.flying and view.player in ("", aircraft.side) and (about := seen_from(game, aircraft)):
            lines.append(f"{game.called(aircraft.id)} sees {about}")
    for balloon in game.balloons:
        up = f"{balloon.height} m, {balloon.damage} damage"
        lines.append(f"{game.called(balloon.id)}: {up if balloon.state == 'up' else balloon.state}")
    for mission in game.setup.missions:
        hexes = "; ".join("{},{}".format(*at) for at in mission.targets)
        lines.append(f"the {SIDE_NAMES[mission.side]} have a mission, {mission.kind}{f' at {hexes}' if hexes else ''}")
    on_tails = [tail for tail in game.tails if game.has(tail.tailer) and game.has(tail.target)]
    lines += [f"{game.called(on_tail.tailer)} is on the tail of {game.called(on_tail.target)}" for on_tail in on_tails]
    if game.queue:
        lines.append(f"to move: {', '.join(map(game.called, game.queue))}")
    names = SIDE_NAMES
    lines.append("points: " + ", ".join(f"{names[side]} {points}" for side, points in victory.points(game).items()))
    for side, order in game.sealed:
        text = f"have sealed {game.title_of(side, order) if order else 'an order'}"
        lines.append(f"the {names[side]} {text}")
    return tuple(lines)


def described(game: Game, aircraft: Aircraft) -> str:
    """An aircraft in a line: where it is, how it flies, what it has lost."""
    side = "German" if aircraft.side == "german" else "Allied"
    if not aircraft.flying:
        return f"{game.called(aircraft.id)} ({side}): {OUT.get(aircraft.state, aircraft.state)}"
    hex_ = "{},{}".format(*to_map(aircraft.hex))
    flies = f"{hex_} facing {COMPASS[aircraft.facing]}, {aircraft.height} m, speed {aircraft.speed}"
    return (
        f"{game.called(aircraft.id)} ({side}): {', '.join((flies, *_goes_on(game, aircraft), *_condition(game, aircraft)))}"
    )


def _goes_on(game: Game, aircraft: Aircraft) -> Iterator[str]:
    """How the next move may begin, where the last one ended with a turn. CONT-2 to CONT-5."""
    start, left = start_of(game, aircraft), len(game.performance(aircraft).prices) - abs(aircraft.last.turned)
    if aircraft.last.turned and start.straight_first:
        yield "has to begin straight ahead"
    elif aircraft.last.turned and left > 0:
        yield f"may go on turning {'right' if aircraft.last.turned > 0 else 'left'}"
    elif aircraft.last.turned:
        yield "has turned as far as it may in a hex"


def _condition(game: Game, aircraft: Aircraft) -> Iterator[str]:
    """Damage, guns, men, and what else is not as it was."""
    yield f"damage {aircraft.damage} of {game.type_of(aircraft).damage}"
    yield from (f"{gun.name} {state_of(gun)}" for gun in aircraft.guns)
    for place, man in enumerate(aircraft.crew):
        if not man.fit:
            yield f"{'observer' if place else 'pilot'} {'seriously wounded' if man.health == 'wounded' else 'dead'}"
    for holds, text in (
        (aircraft.flown_by == "observer", "flown by its observer"),
        (aircraft.loaded, "loaded"),
        (aircraft.gliding, "gliding"),
        (aircraft.fuel is not None and not aircraft.gliding, "tank holed"),
        (bool(aircraft.speed_lost), f"engine hit: {aircraft.speed_lost} slower"),
        (bool(aircraft.schedule_lost), "controls hit"),
    ):
        if holds:
            yield text


def state_of(gun: Gun) -> str:
    """A gun in a word or two: its rounds, or why it does not fire."""
    if gun.out:
        return "out of order"
    if gun.jammed:
        return "jammed"
    return "needs its next drum" if gun.empty_drum else api.plural(gun.rounds, "round")


def seen_from(game: Game, aircraft: Aircraft) -> str:
    """Where the nearest enemies are, seen from an aircraft: ``Camel: 12 hexes ahead, 100 m lower``."""
    nearest = sorted(game.targets(aircraft.side), key=lambda other: distance(aircraft.hex, other.hex))[:MOST_SEEN]
    lines = []
    for other in nearest:
        far, above = distance(aircraft.hex, other.hex), other.height - aircraft.height
        where = (
            f"{api.plural(far, 'hex', 'hexes')} {CLOCK[hex_bearing(aircraft.hex, aircraft.facing, other.hex)]}"
            if far
            else "in its hex"
        )
        level = "level" if not above else f"{abs(above)} m {'higher' if above > 0 else 'lower'}"
        lines.append(f"{game.called(other.id)}: {where}, {level}")
    return "; ".join(lines)


def brought(game: Game, speed: int, path: str) -> str:
    """What a move of the aircraft whose turn it is brings, beside its rolls: sights, or where the nearest enemy is."""
    aircraft = game.of(game.queue[0])
    way = paths.walked_by(game, aircraft, path)
    if paths.leaves(game, way):
        return "leaves the map"
    if not way.end.height:
        return "comes down"
    seen, start = [], paths.start_of(game, aircraft)
    if (sought := targets_of(game, aircraft.side, "photographs")) and not missions.against_observing(aircraft):
        hexes = missions.photographed(start, path, way, sought, game.tables)
        seen = [f"photographs {api.plural(len(hexes), 'hex', 'hexes')}"] if hexes else []
    ended = paths.ended(game, aircraft, speed, path)
    text = ", ".join([*seen, *_sights(ended, aircraft.id)])
    return text or seen_from(ended, ended.of(aircraft.id)).partition("; ")[0]


def _sights(game: Game, mover: str) -> Iterator[str]:
    """The best shot of an aircraft that has moved, and who has one at it: who may declare a target then. DECL-1, DECL-4."""
    declaring_pilots = declaring.asked_after_move(game, mover)
    aims = [
        declaring.aim(game, mover, "pilot", id_) for own in declaring_pilots if own.aircraft == mover for id_ in own.targets
    ]
    stays = {aim.target: game.target(aim.target).moved for aim in aims}
    means = {aim.target: float(fire.worth(aim.row, aim.change, game.rulings).mean) for aim in aims if aim.row}
    if means:
        best = max(means, key=lambda target: (stays[target], means[target]))
        yield f"shot at {game.called(best)}{'' if stays[best] else ' if it stays there'}: {means[best]:.1f} damage"
    if enemies := [game.called(each.aircraft) for each in declaring_pilots if each.aircraft != mover]:
        yield f"in the sights of {api.in_a_row(enemies)}"


# -- the ruleset -------------------------------------------------------------------------------------------------------


OPPONENTS = (api.Side("german", "Germans", "#7d1f1a"), api.Side("allied", "Allies", "#23405a"))


class RichthofensWar(api.RulesetOfOrders[Game, api.Registry], api.OpenView, api.BestFirst, api.Chronicled, api.Gauged):
    """The game. See :class:`aqmf_air.core.play.ruleset.Ruleset` for what the methods do."""

    id = RULESET
    version = str(RULES_VERSION)
    title = TITLE
    no_order = "RW-TURN-1"  # "a turn has five segments"

    def __init__(self, registry: api.Registry) -> None:
        self.registry = registry
        self.rulings = registry.of(api.kinds.RULINGS, self.id)
        super().__init__(registry.of(api.kinds.COMMANDS, self.id), registry.of(api.kinds.EVENTS, self.id), Setup, registry)

    def sides(self, state: Game | None = None) -> tuple[api.Side, ...]:
        return OPPONENTS

    def set_up(self, document: Mapping[str, Any], where: str, rulings: Mapping[str, Any]) -> api.Scenario[Any]:
        """A scenario file whose aircraft and missions are there."""
        scenario = super().set_up(document, where, rulings)
        check(scenario.setup, where)
        return scenario

    def initial(self, setup: api.Frozen) -> Game:
        return opened(cast("Setup", setup))

    def decide(self, state: Game, command: api.Command, dice: api.Dice) -> tuple[api.PlainEvent, ...]:
        """What an order leads to, and what follows up to the next choice or the next dice."""
        events = super().decide(state, command, dice)
        events = (*events, *onward(self.after(state, events)))
        return (*events, *campaign_orders.debrief(self.after(state, events), dice))

    def vetoes(self, state: Game, command: api.Command) -> Iterable[api.Objection]:
        return self.registry.objections(self.id, state, command)

    def observe(self, state: Game, player: str) -> View:
        return View(**without_hidden_guns(state if state.announces_openly else api.masked(state, player)), player=player)

    def open_view(self, state: Game) -> View:
        return View(**dict(state), player="")

    def gauges(self, state: Game) -> tuple[float, ...]:
        return victory.gauges(state)

    def best_first(self, state: Any, player: str, offers: Sequence[api.Offer]) -> Sequence[api.Offer]:
        if not any(isinstance(offer.command, Fly) for offer in offers):
            return offers
        return opponent.best_first(state, offers)

    def brings(self, state: Any, command: api.Command) -> str:
        return brought(state, command.speed, command.path) if isinstance(command, Fly) else ""

    def summary(self, view: Any) -> tuple[str, ...]:
        return summary_of(view)

    def chapter(self, state: Game) -> int:
        return state.mission

    def against_early_end(self, state: Game) -> str:
        if state.campaign is None:
            return super().against_early_end(state)
        return "call the mission off at the campaign's page, where it does not count then, or play it to its end"

    def state_from(self, text: str, setup: api.Frozen) -> Game:
        document = json.loads(text)  # each mission has a set-up of its own
        return Game.model_validate({**document, "setup": self.setup_model.model_validate(document["setup"])})

    def chronicled(self, setup: Any) -> bool:
        return setup.campaign is not None

    def chronicle(self, setup: Any, events: Iterable[api.PlainEvent]) -> api.Told:
        opened, told = self.initial(setup), tuple(events)
        campaign = campaign_orders.campaign_of(self.after(opened, told))
        return words.chronicle_of(campaign, story.stories_of(opened, told), setup.campaign)

    def scored(self, state: Game) -> Sequence[tuple[str, str]]:
        if state.campaign is not None:
            return [(SIDE_NAMES[side], api.plural(points, "point")) for side, points in state.campaign.points().items()]
        return victory.scored(state)

    def follows(self, state: Game) -> api.Command | None:
        if state.phase == "initiative" and not state.winner:
            return RollInitiative()
        return GoOn() if rolls_next(state) else None

    def headline(self, state: Game) -> str:
        return "" if state.campaign is None else words.headline(state.campaign)

    def why(self, state: Game) -> str:
        if state.campaign is not None:
            return api.plural(len(state.campaign.missions), "mission")
        return victory.why_won(state)

    def ending(self, state: Game, player: str) -> api.Command | None:
        return DoneWithTurn(side=player) if state.phase == "end" else None

    def exactly(self, event: api.PlainEvent, state: Game, player: str | None = None) -> str:
        """Where a move began and ended: columns and rows, facings."""
        if not isinstance(event, Moved):
            return ""
        was = state.of(event.aircraft)
        start = "{},{} facing {}".format(*to_map(was.hex), COMPASS[was.facing])
        return start + " to {},{} facing {}".format(*to_map(Hex(*event.at)), COMPASS[event.facing])

    def looked_up(self, roll: api.Roll) -> api.LookUp | None:
        about = roll.ask.about
        return about.looked_up(sum(cast("tuple[int, ...]", roll.faces))) if isinstance(about, OnDamageTable) else None

    def spell(self, target: api.TargetNumber) -> str:
        return f"{target.total:+d}" if target.what.startswith(TWO_DICE) else f"{target.total} or less"


class RichthofenRulings(
    TurnRulings, TailingRulings, MovingRulings, declaring.FiringRulings, damage.DamageRulings, GroundRulings
):
    """All rulings of the game."""


CHAPTERS = (
    *(tailing, initiative, missions, fire_from_ground, moving, declaring, fire, guns_and_jams),
    *(map_and_wind, damage, victory, parachutes, campaign_orders),
)
"""In the order in which their orders are offered."""
