"""Moves and what comes of them: ends, overdives, landings, collisions, runs, who may declare a target. MOVE, DIVE, CONT."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Literal

from pydantic import Field

from aqmf_air import api
from aqmf_air.games.richthofens_war.chapters import fire_from_ground, missions, paths
from aqmf_air.games.richthofens_war.chapters.damage import hit_from_ground, lost
from aqmf_air.games.richthofens_war.chapters.declaring import TargetsAsked, asked_after_move
from aqmf_air.games.richthofens_war.chapters.fire_from_ground import ApproachStopped, GroundShot, archie_at, next_stop
from aqmf_air.games.richthofens_war.chapters.map_and_wind import ground_of
from aqmf_air.games.richthofens_war.chapters.missions import BombsDropped, TrenchStrafed, bombed_from, done_by_move
from aqmf_air.games.richthofens_war.chapters.paths import LONGEST, PATH, PathSlot, Walked, WalkError, path_in_words
from aqmf_air.games.richthofens_war.chapters.victory import credited
from aqmf_air.games.richthofens_war.state import Aircraft, Game, LastMove, PendingShot, Speed, StageBegan, own_aircraft
from aqmf_air.games.richthofens_war.tables import D6, STEP, Tables


def overdive(dice: api.Dice, beyond: int, tables: Tables, by: str = "") -> int:
    """Points of damage of an overdive by so many movement points beyond the dive speed. D-7."""
    if not dice.draw(api.check("overdive", D6, api.AtMost(beyond), by=by, about=f"{beyond} or less damages")):
        return 0
    return dice.draw(api.total("damage", tables.number("overdive", "dice"), D6, by=by, about="points of damage"))


def collides(dice: api.Dice, tables: Tables, by: str = "") -> bool:
    """Whether an aircraft that ends where another one is is lost (``stacking``)."""
    need = tables.number("overdive", "collision-to")
    return dice.draw(api.check("collision", D6, api.AtMost(need), by=by, about=f"lost on {need} or less"))


# -- what comes of a move ----------------------------------------------------------------------------------------------


def strain(game: Game, aircraft: Aircraft, speed: int, way: Walked) -> int:
    """Movement points beyond the dive speed of an overdive; 0: it is none. DIVE-3."""
    return paths.overdives(speed, way.dived, game.performance(aircraft), game.tables)


def flown(game: Game, id_: str, speed: int, path: str, dice: api.Dice) -> tuple[api.Event[Game], ...]:
    """A move and what comes of it, up to who may declare a target. MOVE-1, DIVE-3, D-7, D-8."""
    aircraft = game.flight.before if game.flight else game.of(id_)
    way = paths.walked_by(game, aircraft, path)
    pose, height = way.end
    events: list[api.Event[Game]] = [
        Moved(
            aircraft=id_,
            speed=speed,
            path=path,
            at=pose.at,
            facing=pose.facing,
            height=height,
            last=paths.last_move(game, aircraft, speed, path, way),
        )
    ]
    ended = api.after(game, events)
    if paths.leaves(game, way):
        events.append(LeftMap(aircraft=id_))
    elif not height:
        events += _landed(ended, ended.of(id_))
    else:
        events += _strained(game, ended, id_, strain(game, aircraft, speed, way), way, dice)
        events += _over_ground(api.after(game, events), aircraft, path, way, dice)
    ended = api.after(game, events)
    if declaring_pilots := asked_after_move(ended, id_):
        events.append(TargetsAsked(asked=declaring_pilots))
    return tuple(events)


def _over_ground(game: Game, aircraft: Aircraft, path: str, way: Walked, dice: api.Dice) -> tuple[api.Event[Game], ...]:
    """What a move has done over the ground, and the fire that it draws at once. ``strafe_step``, ``archie_step``."""
    if not game.has(aircraft.id):
        return ()
    events = done_by_move(game, aircraft, path, way, dice)
    if game.rulings.archie_step == "end-of-move":
        events += archie_at(api.after(game, events), api.after(game, events).of(aircraft.id), dice)
    if any(isinstance(event, GroundShot) for event in events):
        events += hit_from_ground(api.after(game, events), aircraft.id, dice)
    return events


def stopped(game: Game, stop: ApproachStopped, dice: api.Dice) -> tuple[api.Event[Game], ...]:
    """A move comes into reach of guns; where nobody chooses, they fire at once (``balloon_moment``). BALL-2."""
    events: tuple[api.Event[Game], ...] = (stop,)
    if game.rulings.balloon_moment == "first-hex":
        for id_ in stop.guns:
            now = api.after(game, events)
            if now.has(stop.aircraft):
                gun = next(ground_gun for ground_gun in now.guns if ground_gun.id == id_)
                events += fire_from_ground.ground_fire(now, gun.id, gun.kind, "balloon", stop.aircraft, gun.side, dice)
                events += hit_from_ground(api.after(game, events), stop.aircraft, dice)
    return events


def resumed(game: Game, dice: api.Dice) -> tuple[api.Event[Game], ...]:
    """A move that guns have interrupted goes on as it was begun; nothing of it is left if the aircraft is lost. BALL-2."""
    flight = game.flight
    if flight is None:
        return (StageBegan(phase="movement"),)
    if stop := next_stop(game, flight.before, flight.speed, flight.path):
        return stopped(game, stop, dice)
    begun = StageBegan(phase="movement")
    return (begun, *flown(api.after(game, (begun,)), flight.before.id, flight.speed, flight.path, dice))


def _landed(game: Game, aircraft: Aircraft) -> tuple[api.Event[Game], ...]:
    """An aircraft at 0 m: saved, captured or crashed, and whose victory it is. D-8, ``forced_down``, ``ground_level``."""
    ground = ground_of(aircraft.hex, game.tables)
    how: Any = "landed" if ground == aircraft.side else "captured"
    if not aircraft.gliding or aircraft.last.dived > game.tables.number("movement", "crash-dive"):
        how = "crashed"
    theirs = game.rulings.forced_down == "always" or (game.rulings.forced_down == "whose-fire" and ground != aircraft.side)
    credit = credited(aircraft.glide_by, aircraft.id) if aircraft.gliding and theirs else ()
    return (Landed(aircraft=aircraft.id, how=how), *credit)


def _strained(game: Game, ended: Game, id_: str, beyond: int, way: Walked, dice: api.Dice) -> tuple[api.Event[Game], ...]:
    """An overdive, and a collision where that is played. D-7, ``stacking``."""
    events: list[api.Event[Game]] = []
    aircraft = ended.of(id_)
    if beyond:
        damage = overdive(api.labelled(dice, game.called(id_), relation="of"), beyond, game.tables, aircraft.side)
        events.append(Overdived(aircraft=id_, damage=damage))
        ended = api.after(ended, events)
        if ended.of(id_).damage >= ended.type_of(aircraft).damage and game.rulings.overdive_moment == "after-move":
            return (*events, *lost(ended, id_, "overdive", ()))
    there = paths.in_the_way(game, game.of(id_), way.end)
    if there and game.rulings.stacking == "collision":
        for each in (id_, there):
            if collides(api.labelled(dice, game.called(each), relation="of"), game.tables, game.of(each).side):
                step = lost(ended, each, "collision", ())
                events += step
                ended = api.after(ended, step)
    return tuple(events)


# -- orders ------------------------------------------------------------------------------------------------------------


class Fly(api.Order[Game, api.Registry], type="richthofen.fly"):
    """The whole move of the aircraft whose turn it is: its speed and its path. MOVE-1; :mod:`.chapters.paths`."""

    # "Aircraft move in the order of initiative"
    timing: ClassVar[api.Timing] = api.Timing(("movement",), "moving", "RW-MOVE-1")
    phrases: ClassVar[tuple[str, ...]] = (
        "{aircraft} [flies|fly|moves|move] : speed {speed} , {path}",
        "[{aircraft}] [flies|fly|moves|move] [:] [speed {speed}] [,] {path}",
    )
    aircraft: str
    speed: int = Field(ge=0, le=99)
    path: str = Field(pattern=PATH, max_length=LONGEST)

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if not cls.timing.fits(game) or not game.queue:
            return
        aircraft = game.of(game.queue[0])
        moves = list(usual(game, aircraft))
        if not any(stays(game, aircraft, speed, path) for speed, path in moves):
            moves = [*turning_back(game, aircraft), *moves]
        for speed, path in moves:
            order = cls(aircraft=aircraft.id, speed=speed, path=path)
            yield api.Offer(order, order.title(game), aircraft.id)

    def title(self, game: Game) -> str:
        """What it does, in a player's words."""
        return f"{game.called(self.aircraft)}: speed {self.speed}, {path_in_words(self.path)}"

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        maneuvers = [
            row.name + side for row in game.tables.maneuvers for side in (("-left", "-right") if row.slip else ("",))
        ]
        return {"aircraft": own_aircraft(game, player), "speed": Speed(), "path": PathSlot(tuple(maneuvers))}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: api.Registry, words: api.Said) -> Iterable[Fly]:
        """Without an aircraft of the one whose turn it is; without a speed at the one that the path spends. RW-BASE-1."""
        mover = game.queue[0] if game.queue else next((own.id for own in game.flying if own.side == player), "")
        if not (id_ := words.get("aircraft", mover)):
            return
        aircraft, speed = game.of(id_), words.get("speed")
        if speed is None:
            try:
                speed = paths.walked_by(game, aircraft, words["path"]).spent
            except WalkError:  # objected to at any speed
                speed = paths.speeds_of(game, aircraft)[0]
        yield cls(aircraft=id_, speed=speed, path=words["path"])

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        if late := self.timing.objections(game):
            yield from late
        elif not game.has(self.aircraft):  # "Aircraft move in the order of initiative"
            yield api.Objection("RW-MOVE-1", f"{game.called(self.aircraft)} is not in the air")
        elif game.of(self.aircraft).side != player:  # "Aircraft move in the order of initiative"
            yield api.Objection("RW-MOVE-1", f"{game.called(self.aircraft)} is the enemy's")
        elif self.aircraft != game.queue[0]:  # "Aircraft move in the order of initiative"
            yield api.Objection("RW-MOVE-1", f"it is the turn of {game.called(game.queue[0])}")
        else:
            yield from paths.against_move(game, game.of(self.aircraft), self.speed, self.path)

    def questions(self, game: Game, rules: api.Registry) -> Sequence[api.Question]:
        aircraft = game.of(self.aircraft)
        if next_stop(game, aircraft, self.speed, self.path):
            return ()
        way = paths.walked_by(game, aircraft, self.path)
        if paths.leaves(game, way) or not way.end.height:
            return ()
        questions = []
        if beyond := strain(game, aircraft, self.speed, way):
            read = api.ReadFrom((Overdived,), "damage", about=("aircraft", aircraft.id))
            facts, luck = (beyond, game.tables, aircraft.side), api.Tally("damage by overdives", good=False)
            questions.append(api.Question("damage of the overdive", overdive, facts, of=read, luck=luck))
        if (height := bombed_from(game, aircraft, way)) is not None:
            read = api.ReadFrom((BombsDropped,), "hit", about=("aircraft", aircraft.id))
            at, luck = (height, game.tables, aircraft.side), api.Tally("bombs that hit")
            questions.append(api.Question("bombs hit", missions.bombed, at, of=read, luck=luck))
        if hexes := missions.hexes_strafed(game, aircraft, self.path, way):
            read = api.ReadFrom((TrenchStrafed,), "hits", about=("aircraft", aircraft.id))
            along, luck = (hexes, game.tables, aircraft.side), api.Tally("hexes of trench hit")
            questions.append(api.Question("hexes of trench hit", missions.strafed, along, of=read, luck=luck))
        return tuple(questions)

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        stop = next_stop(game, game.of(self.aircraft), self.speed, self.path)
        return stopped(game, stop, dice) if stop else flown(game, self.aircraft, self.speed, self.path, dice)


def usual(game: Game, aircraft: Aircraft) -> Iterator[tuple[int, str]]:
    """Moves that are worth offering without a map, flyable or not: straight on, turns, a climb, a dive, at three speeds."""
    allowed = paths.speeds_of(game, aircraft)
    speeds = dict.fromkeys(speed for speed in (aircraft.speed, allowed[-1], allowed[0]) if speed in allowed)
    for speed in speeds:
        seen: set[str] = set()
        for path in _shapes(game, aircraft, speed):
            if path not in seen:
                seen.add(path)
                yield speed, path


def stays(game: Game, aircraft: Aircraft, speed: int, path: str) -> bool:
    """Whether a path can be flown and does not lead off the map."""
    return paths.flyable(game, aircraft, speed, path) and not paths.leaves(game, paths.walked_by(game, aircraft, path))


def turning_back(game: Game, aircraft: Aircraft) -> Sequence[tuple[int, str]]:
    """Moves that stay on the map where straight on leads off it: a turn and then ahead; else any; none: it is cornered."""
    now, moves = game.performance(aircraft), list[tuple[int, str]]()
    for speed in paths.speeds_of(game, aircraft):
        for turns in TURNS[1:]:
            path = turns + "F" * (speed - sum(now.prices[: len(turns)]))
            if stays(game, aircraft, speed, path):
                moves.append((speed, path))
    return moves or list(islice(paths.moves_on_map(game, aircraft), 1))


TURNS = ("", "L", "R", "LL", "RR", "LLL", "RRR")


def _shapes(game: Game, aircraft: Aircraft, speed: int) -> Iterator[str]:
    """Paths of simple shapes, flyable or not: as many hexes as the movement points allow."""
    now = game.performance(aircraft)
    sink = "D" * (game.tables.number("movement", "glide-sink") // STEP) if now.gliding else ""
    for turns in TURNS:
        cost = sum(now.prices[: len(turns)]) if len(turns) <= len(now.prices) else speed + 1
        if (hexes := speed - cost) >= 1:
            yield f"F{sink}{'F' * (hexes - 1)}{turns}"
            yield f"F{sink}{turns}{'F' * (hexes - 1)}"
            if not sink and not turns:
                climb = min(now.max_climb // STEP, hexes - 1)
                yield "F" * (hexes - climb) + "C" * climb
                yield "FDD" + "F" * (hexes - 1)
                yield "FDDFDD" + "F" * (hexes - 2)


# -- events ------------------------------------------------------------------------------------------------------------


class Moved(api.Event[Game], type="richthofen.moved"):
    """An aircraft has flown its path. RW-MOVE-1."""

    aircraft: str
    speed: int
    path: str
    at: tuple[int, int]
    facing: int
    height: int
    last: LastMove

    def apply(self, game: Game) -> Game:
        queue = tuple(id_ for id_ in game.queue if id_ != self.aircraft)
        game = api.replace(game, queue=queue, mover=self.aircraft, flight=None)
        return game.changed(
            self.aircraft,
            at=self.at,
            facing=self.facing,
            height=self.height,
            speed=self.speed,
            last=self.last,
            moved=True,
        )

    def tell(self, game: Game) -> str:
        was = game.of(self.aircraft)
        flown = f"{game.called(self.aircraft)}: speed {self.speed}, {path_in_words(self.path)}"
        return flown if was.height == self.height else f"{flown}, now at {self.height} m"


class LeftMap(api.Event[Game], type="richthofen.left_map"):
    """An aircraft has left the map: it is out of the game, and nobody's victory (``map_edge``)."""

    wording: ClassVar[str] = "{aircraft} leaves the map"
    aircraft: str

    def apply(self, game: Game) -> Game:
        return game.out(self.aircraft, "left")


class Overdived(api.Event[Game], type="richthofen.overdived"):
    """An overdive has strained an aircraft, or not. D-7."""

    aircraft: str
    damage: int

    def apply(self, game: Game) -> Game:
        if game.rulings.overdive_moment == "with-combat":
            shot = PendingShot(shooter=self.aircraft, target=self.aircraft, damage=self.damage)
            return api.replace(game, shots=(*game.shots, shot)) if self.damage else game
        return game.changed(self.aircraft, damage=game.of(self.aircraft).damage + self.damage)

    def tell(self, game: Game) -> str:
        done = f"{self.damage} damage" if self.damage else "no damage"
        return f"{game.called(self.aircraft)} overdives: {done}"


class Landed(api.Event[Game], type="richthofen.landed"):
    """A glider is on the ground. D-8."""

    aircraft: str
    how: Literal["landed", "captured", "crashed"]

    def apply(self, game: Game) -> Game:
        return game.out(self.aircraft, self.how)

    def tell(self, game: Game) -> str:
        ends = {"landed": "lands among friends", "captured": "lands behind the lines, and is captured", "crashed": "crashes"}
        return f"{game.called(self.aircraft)} {ends[self.how]}"


# -- rulings -----------------------------------------------------------------------------------------------------------


class MovingRulings(api.Rulings):
    """What the source leaves open of movement."""

    stacking: Literal["forbidden", "allowed", "collision"] = api.ruling(
        "RW-MOVE-2",
        "May a move end in the hex and at the height of an aircraft that has moved?",
        "No.",
        "Yes.",
        "Yes; each rolls a die, and is lost on a 1.",
    )
    shallow_speed: Literal["current-speed", "speed-at-dive"] = api.ruling(
        "RW-DIVE-1", "Which speed makes a dive shallower?", "The speed of this move.", "The speed of the last move."
    )
    shallow_and_overdive: Literal["no", "yes"] = api.ruling(
        "RW-DIVE-3",
        "May one move be a shallow dive and an overdive?",
        "No.",
        "Yes: an overdive may be deeper by what a shallow dive at its speed may be.",
    )
    turn_cost_reading: Literal["each-hexside", "running-total"] = api.ruling(
        "RW-CONT-8",
        "Is the price of the third hexside its own, or that of all three?",
        "Its own: three hexsides of schedule B cost 1 + 2 + 3.",
        "That of all three: they cost 3.",
    )
    continued_movement: Literal["on", "off"] = api.ruling(
        "RW-CONT-1", "Do moves go on from the last one?", "Yes.", "No: a move begins with a hex straight ahead."
    )
    continued_last_mp: Literal["last-forward-or-turn", "climb-breaks"] = api.ruling(
        "RW-CONT-2",
        "Was the last point spent straight ahead if it paid for climbing?",
        "Points for climbing do not count: the step before them decides.",
        "No.",
    )
    continued_after_maneuver: Literal["straight-first", "as-straight"] = api.ruling(
        "RW-CONT-2",
        "How does a move go on after a complex maneuver?",
        "With a hex straight ahead.",
        "As if the last point was spent straight ahead.",
    )
    special_maneuvers: Literal["off", "house-chart"] = api.ruling(
        "RW-MAN-1", "Are complex maneuvers flown?", "No.", "Yes, by the table of maneuvers in force."
    )
    wind: Literal["off", "house"] = api.ruling(
        "RW-BASE-4", "Does the wind move aircraft and balloons?", "No.", "Yes, by the table of wind in force."
    )
    first_move: Literal["straight", "none"] = api.ruling(
        "RW-CONT-2",
        "What was the last move in turn 1?",
        "Straight ahead, without a dive.",
        "None: the first move begins with a hex straight ahead.",
    )
    height_where: Literal["one-way", "both"] = api.ruling("RW-DIVE-1", "May a move both climb and dive?", "No.", "Yes.")
    forced_slow: Literal["at-maximum", "slow-by-2"] = api.ruling(
        "RW-CRIT-2",
        "Damage puts the maximum speed below the speed: what is the next one?",
        "The new maximum.",
        "As slow as speed may change in a turn, down to the maximum.",
    )
    must_move: Literal["no", "yes"] = api.ruling(
        "RW-MOVE-2", "May a move end in the hex and at the height in which it began?", "No.", "Yes."
    )
    map_edge: Literal["leaves", "no-exit"] = api.ruling(
        "RW-BASE-1",
        "What comes of a step off the map?",
        "The aircraft is out of the game, not lost, and nobody's victory.",
        "It cannot be made.",
    )
    ground_level: Literal["illegal", "crash"] = api.ruling(
        "RW-BASE-1", "May an aircraft under power fly at 0 m?", "No, 50 m is the least.", "It crashes."
    )
    overdive_moment: Literal["after-move", "with-combat"] = api.ruling(
        "RW-DIVE-3",
        "When does an overdive do its damage?",
        "At the end of the move, before targets are declared.",
        "With the damage of combat.",
    )
    loaded_drop_moment: Literal["next-move", "at-once"] = api.ruling(
        "RW-BOMB-1",
        "Bombs fall in mid-move: when does the aircraft fly as one without?",
        "From the next move on.",
        "At once: the move in which they fall is flown without them.",
    )
    lost_mp: Literal["for-good", "this-turn-then-max"] = api.ruling(
        "RW-CRIT-2",
        "What does an engine hit lower?",
        "The maximum speed, for good, adding up.",
        "The speed of the next move, then the maximum.",
    )
    engine_at_zero: Literal["glides", "lost"] = api.ruling(
        "RW-CRIT-2", "What if the maximum speed falls below the minimum?", "The aircraft glides.", "It is lost."
    )
