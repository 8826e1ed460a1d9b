"""What is announced before a move, and what a move does over the ground: photographs, bombs, strafing, spotting, balloons.

BOMB, STRAFE, BALL-2, D-15 to D-18.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import ClassVar, Literal

from aqmf_air import api
from aqmf_air.api.geometry import AHEAD, Hex, distance, to_map
from aqmf_air.games.richthofens_war.chapters import fire, fire_from_ground, map_and_wind, paths
from aqmf_air.games.richthofens_war.chapters.fire import SkillUsed
from aqmf_air.games.richthofens_war.chapters.fire_from_ground import discoveries, fire_at_strafer
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import gun_of, spent, with_gun
from aqmf_air.games.richthofens_war.chapters.map_and_wind import ground_of, trench
from aqmf_air.games.richthofens_war.chapters.paths import Start, Walked, steps_of
from aqmf_air.games.richthofens_war.chapters.victory import other
from aqmf_air.games.richthofens_war.state import Aircraft, Balloon, Events, Game, Intent, SideId, own_aircraft
from aqmf_air.games.richthofens_war.tables import D6, RichthofenRulings, Tables

# -- which hexes a move photographs, strafes or bombs ------------------------------------------------------------------


def against_observing(aircraft: Aircraft) -> str:
    """Why nobody in an aircraft takes photographs or spots for the guns; empty: somebody does. CAS-2, SPEC-24."""
    if aircraft.observer is None:
        return "it has no observer"
    if not aircraft.observer.fit:
        return "its observer is out of action"
    return "its observer is at the controls" if aircraft.flown_by == "observer" else ""


def photographed(start: Start, path: str, way: Walked, targets: Collection[Hex], tables: Tables) -> tuple[Hex, ...]:
    """The target hexes that a move has on its plates: all that a straight and level run is flown over, or none. D-18."""
    lowest, highest = (tables.number("missions", f"photo-{end}") for end in ("lowest", "highest"))
    if set(steps_of(path)) != {AHEAD} or not lowest <= start.height <= highest:
        return ()
    hexes = tuple(at for at, _ in way.entered if at in targets)
    return hexes if len(hexes) >= tables.number("missions", "photo-hexes") else ()


def spots(aircraft: Aircraft, targets: Iterable[Hex], tables: Tables) -> bool:
    """Whether an aircraft spots for the guns at the end of this turn. D-18."""
    if against_observing(aircraft) or len(aircraft.spotted) >= tables.number("missions", "spotting-turns"):
        return False
    return any(distance(aircraft.hex, at) <= tables.number("missions", "spotting-range") for at in targets)


def may_strafe(at: Hex, height: int, side: SideId, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether a hex entered at a height can be strafed by a side. STRAFE-1, D-17."""
    enemy: SideId = "allied" if side == "german" else "german"
    if height > tables.number("strafing", "height"):
        return False
    if rulings.strafe_hex == "any-ground":
        return ground_of(at, tables) == enemy
    return to_map(at)[0] == trench(enemy, tables)


def strafed_hexes(path: str, way: Walked, side: SideId, tables: Tables, rulings: RichthofenRulings) -> int:
    """Hexes that a move strafes: those entered by a step ahead, low enough. STRAFE-1, D-17."""
    return sum(may_strafe(*there, side, tables, rulings) for there in _entered_ahead(path, way))


def rear_hexes(path: str, way: Walked, side: SideId, tables: Tables, rulings: RichthofenRulings) -> int:
    """Those of them that are no trench: nothing fires back from there. STRAFE-3."""
    enemy: SideId = "allied" if side == "german" else "german"
    return sum(
        may_strafe(*there, side, tables, rulings) and to_map(there[0])[0] != trench(enemy, tables)
        for there in _entered_ahead(path, way)
    )


def _entered_ahead(path: str, way: Walked) -> Iterator[tuple[Hex, int]]:
    """The hexes that a move enters by steps ahead, each with the height in it."""
    steps = [step for step in steps_of(path) if step == AHEAD or step.startswith("{")]
    return (there for step, there in zip(steps, way.entered, strict=True) if step == AHEAD)


def over_target(way: Walked, targets: Collection[Hex]) -> int | None:
    """The height in metres at which a move first enters a target hex; None: it does not. D-16."""
    return next((height for at, height in way.entered if at in targets), None)


def winched(balloon: Balloon, tables: Tables, rulings: RichthofenRulings) -> int:
    """The height in metres of a balloon after the turn's end; 0: it is down, and saved. D-15."""
    if rulings.balloon_winch == "never" or not balloon.attacked:
        return balloon.height
    return max(balloon.height - tables.number("balloons", "winch"), 0)


def strafed(dice: api.Dice, hexes: int, tables: Tables, by: str = "") -> int:
    """Hits on so many hexes of trench. D-17."""
    need = tables.number("strafing", "hit-from")
    return dice.draw(api.hits("strafing", hexes, D6, range(need, 7), by=by, about=f"{need}+"))


def bomb_need(height: int, tables: Tables) -> int:
    """The least total of two dice that hits from this height in metres. D-16."""
    return next(row.need for row in tables.bombing if row.above < height <= row.to or (not row.above and not height))


def bombed(dice: api.Dice, height: int, tables: Tables, by: str = "") -> bool:
    """Whether a load hits its target. D-16."""
    need = bomb_need(height, tables)
    return dice.draw(api.check("bombs", D6, api.AtLeast(need), 2, by=by, about=f"{need}+"))


def spotted(dice: api.Dice, tables: Tables, by: str = "") -> bool:
    """Whether a turn of spotting brings the guns onto the target. D-18."""
    need = tables.number("missions", "spotting-need")
    return dice.draw(api.check("spotting", D6, api.AtLeast(need), 2, by=by, about=f"{need}+"))


# -- what a move does over the ground ----------------------------------------------------------------------------------


def done_by_move(game: Game, aircraft: Aircraft, path: str, way: Walked, dice: api.Dice) -> Events:
    """What an aircraft has done over the ground in its move. D-16 to D-18, STRAFE-1, BALL-4.

    Args:
        game: with the aircraft at the end of its move.
        aircraft: the aircraft as its move began.
        path: of the move.
        way: the same, step by step.
        dice: as of any rule.
    """
    events: list[api.Event[Game]] = []
    for done in (_photographs, _bombs, _strafing, discoveries):
        more = done(api.after(game, events), aircraft, path, way, dice)
        events += more
    return tuple(events)


def targets_of(game: Game, side: SideId, kind: str) -> frozenset[Hex]:
    """The target hexes of a side's missions of a kind."""
    there = (at for each in game.setup.missions if (each.side, each.kind) == (side, kind) for at in each.targets)
    return map_and_wind.hexes_of(there)


def _photographs(game: Game, aircraft: Aircraft, path: str, way: Walked, dice: api.Dice) -> Events:
    sought = targets_of(game, aircraft.side, "photographs")
    if not sought or against_observing(aircraft):
        return ()
    hexes = photographed(paths.start_of(game, aircraft), path, way, sought, game.tables)
    new = tuple(at for at in hexes if tuple(at) not in aircraft.photographed)
    return (PhotographsTaken(aircraft=aircraft.id, hexes=new),) if new else ()


def bombed_from(game: Game, aircraft: Aircraft, way: Walked) -> int | None:
    """The height in metres from which a move bombs its target; None: it drops none there. D-16."""
    if not aircraft.loaded or not game.intends(aircraft.id, "bombs"):
        return None
    return over_target(way, targets_of(game, aircraft.side, "bombs"))


def _bombs(game: Game, aircraft: Aircraft, path: str, way: Walked, dice: api.Dice) -> Events:
    if not aircraft.loaded or not game.intends(aircraft.id, "bombs"):
        return ()
    if (height := bombed_from(game, aircraft, way)) is None:
        return (BombsDropped(aircraft=aircraft.id, height=way.end.height, on_target=False, hit=False),)
    hit = bombed(api.labelled(dice, game.called(aircraft.id), relation="of"), height, game.tables, aircraft.side)
    return (BombsDropped(aircraft=aircraft.id, height=height, on_target=True, hit=hit),)


def may_come_to_strafe(game: Game, aircraft: Aircraft) -> bool:
    """Whether an aircraft may come low enough over the enemy's trench in this move."""
    now, most = game.performance(aircraft), game.tables.number("strafing", "height")
    near = map_and_wind.behind_lines(aircraft.hex, other(aircraft.side), game.tables)
    strafes = game.setup.trenches or game.rulings.strafe_hex == "any-ground"
    return strafes and aircraft.height - now.max_dive <= most and abs(near) <= now.max_speed


def hexes_strafed(game: Game, aircraft: Aircraft, path: str, way: Walked) -> int:
    """Hexes that a move strafes, as was announced; 0: none. STRAFE-1."""
    if not game.intends(aircraft.id, "strafing") or not fire.batteries_of(game, aircraft, "pilot"):
        return 0
    return strafed_hexes(path, way, aircraft.side, game.tables, game.rulings)


def _strafing(game: Game, aircraft: Aircraft, path: str, way: Walked, dice: api.Dice) -> Events:
    hexes = hexes_strafed(game, aircraft, path, way)
    battery = next(iter(fire.batteries_of(game, aircraft, "pilot")), None)
    if not hexes or battery is None:
        return ()
    hits = strafed(api.labelled(dice, game.called(aircraft.id), relation="by"), hexes, game.tables, aircraft.side)
    rear = rear_hexes(path, way, aircraft.side, game.tables, game.rulings)
    events: Events = (TrenchStrafed(aircraft=aircraft.id, hexes=hexes, hits=hits, guns=battery.guns, rear=rear),)
    if game.rulings.strafe_step != "combat-phase":
        now = api.after(game, events)
        attacks = fire_from_ground.attacks_on_strafer(hexes - rear, game.tables)
        events += fire_at_strafer(now, attacks, aircraft, dice)
    return events


def turn_over(game: Game, dice: api.Dice) -> Events:
    """The end of a turn over the ground: spotting, and balloons that are winched down. D-15, D-18."""
    events: list[api.Event[Game]] = []
    for aircraft in game.flying:
        if spots(aircraft, targets_of(game, aircraft.side, "spotting"), game.tables):
            hit = spotted(api.labelled(dice, game.called(aircraft.id), relation="by"), game.tables, aircraft.side)
            events.append(Spotted(aircraft=aircraft.id, hit=hit))
    for balloon in game.balloons:
        height = winched(balloon, game.tables, game.rulings)
        if balloon.state == "up" and height != balloon.height:
            events.append(BalloonWinched(balloon=balloon.id, height=height))
    return tuple(events)


# -- orders ------------------------------------------------------------------------------------------------------------


BEFORE_A_MOVE = api.Timing(("movement",), "announcing", "RW-BALL-2")  # "fire during the movement phase"


OFFERED = 16
"""Hexes within which an attack on a balloon is offered."""


class _Announcement(api.Order[Game, api.Registry]):
    """Something that the aircraft whose turn it is announces before its move."""

    timing: ClassVar[api.Timing] = BEFORE_A_MOVE
    rule: ClassVar[str]
    what: ClassVar[Literal["balloon", "strafing", "bombs"]]
    aircraft: str

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        return {"aircraft": own_aircraft(game, player)}

    @property
    def announced(self) -> api.Event[Game]:
        """What is written down."""
        return IntentAnnounced(aircraft=self.aircraft, what=self.what)

    def made(self, game: Game) -> bool:
        """Whether it was announced before."""
        return game.intends(self.aircraft, self.what)

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        if late := self.timing.objections(game):
            yield from late
        elif not game.has(self.aircraft) or game.of(self.aircraft).side != player:
            # handed on
            yield api.Objection(self.rule, f"{game.called(self.aircraft)[:60]} is none of your aircraft in the air")
        elif self.aircraft != game.queue[0]:
            yield api.Objection(self.rule, f"it is the turn of {game.called(game.queue[0])}")  # handed on
        elif self.made(game):
            yield api.Objection(self.rule, f"{game.called(self.aircraft)} has announced it")  # handed on
        else:
            yield from self.against(game)

    def against(self, game: Game) -> Iterator[api.Objection]:
        """What is said against it of its own."""
        yield from ()

    def foreseen(self, game: Game, rules: api.Registry) -> Game:
        return self.announced.apply(game)

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        return (self.announced,)


def mover(game: Game, player: str) -> str:
    """The aircraft of a side whose turn to move it is; empty: none."""
    there = BEFORE_A_MOVE.fits(game) and bool(game.queue) and game.of(game.queue[0]).side == player
    return game.queue[0] if there else ""


class AnnounceBalloonAttack(_Announcement, type="richthofen.announce_balloon_attack"):
    """An aircraft attacks a balloon in this turn, and exposes itself to its guns. BALL-2."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} attacks|attack {balloon}",)
    rule: ClassVar[str] = "RW-BALL-2"
    what: ClassVar[Literal["balloon", "strafing", "bombs"]] = "balloon"
    balloon: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if (id_ := mover(game, player)) and game.rulings.balloon_attack == "announced":
            for balloon in game.balloons:
                if distance(Hex(*balloon.at), game.of(id_).hex) <= OFFERED:
                    title = f"{game.called(id_)} attacks {game.called(balloon.id)}"
                    yield api.Offer(cls(aircraft=id_, balloon=balloon.id), title, id_)

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        there = [balloon.id for balloon in game.balloons if balloon.side != player]
        names = {game.called(id_): id_ for id_ in there} | ({"balloon": there[0]} if len(there) == 1 else {})
        return {"aircraft": own_aircraft(game, player), "balloon": api.Names("an enemy balloon", names, pieces=True)}

    @property
    def announced(self) -> api.Event[Game]:
        return IntentAnnounced(aircraft=self.aircraft, what="balloon", target=self.balloon)

    def made(self, game: Game) -> bool:
        return game.intends(self.aircraft, self.what, self.balloon)

    def against(self, game: Game) -> Iterator[api.Objection]:
        if game.rulings.balloon_attack != "announced":  # "an aircraft attacking a balloon"
            yield api.Objection(self.rule, "attacks on balloons are not announced in this game")
        elif (there := game.balloon(self.balloon)) is None or there.side == game.of(self.aircraft).side:
            # "an aircraft attacking a balloon"
            yield api.Objection(self.rule, f"{game.called(self.balloon)[:60]} is no enemy balloon that is up")


class Strafe(_Announcement, type="richthofen.strafe"):
    """An aircraft strafes the enemy's trenches in this move. STRAFE-1, D-17."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} strafes|strafe",)
    rule: ClassVar[str] = "RW-STRAFE-1"
    what: ClassVar[Literal["balloon", "strafing", "bombs"]] = "strafing"

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        has_mission = any((each.side, each.kind) == (player, "strafing") for each in game.setup.missions)
        if has_mission and (id_ := mover(game, player)) and may_come_to_strafe(game, game.of(id_)):
            yield api.Offer(cls(aircraft=id_), f"{game.called(id_)} strafes", id_)

    def against(self, game: Game) -> Iterator[api.Objection]:
        aircraft = game.of(self.aircraft)
        if not game.setup.trenches and game.rulings.strafe_hex == "trench":
            yield api.Objection(self.rule, "there are no trenches in this game")  # "An aircraft that strafes trenches"
        elif aircraft.flown_by == "observer":
            yield api.Objection("RW-SPEC-24", "who flies it fires no gun")  # "he fires no gun"
        elif not fire.batteries_of(game, aircraft, "pilot"):
            yield api.Objection(self.rule, "its pilot has no gun that can be fired")  # "An aircraft that strafes trenches"


class DropBombs(_Announcement, type="richthofen.drop_bombs"):
    """An aircraft drops its load in this move: over the target if it comes there, else where it ends. D-16."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} drops|drop [its] bombs", "{aircraft} bombs|bomb")
    rule: ClassVar[str] = "RW-BOMB-1"
    what: ClassVar[Literal["balloon", "strafing", "bombs"]] = "bombs"

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if (id_ := mover(game, player)) and game.of(id_).loaded:
            yield api.Offer(cls(aircraft=id_), f"{game.called(id_)} drops its bombs", id_)

    def against(self, game: Game) -> Iterator[api.Objection]:
        if not game.of(self.aircraft).loaded:
            yield api.Objection(self.rule, f"{game.called(self.aircraft)} has no bombs")  # "until the load is dropped"


class KeepSkill(_Announcement, type="richthofen.keep_skill"):
    """An ace keeps his skill for his own fire: it takes nothing off fire from the ground at his move. ACE-2.

    Without it, his skill goes to the first of them that comes: a gun that fires at his move uses it for this turn.
    """

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} keeps|keep his|its skill [for attack]",)
    rule: ClassVar[str] = "RW-ACE-2"

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if (id_ := mover(game, player)) and fire_from_ground.may_draw_skill(game, game.of(id_)):
            yield api.Offer(cls(aircraft=id_), f"{game.called(id_)} keeps his skill for his own fire", id_)

    @property
    def announced(self) -> api.Event[Game]:
        return SkillUsed(aircraft=self.aircraft, use="attack")

    def made(self, game: Game) -> bool:
        return self.aircraft in dict(game.ace_uses)

    def against(self, game: Game) -> Iterator[api.Objection]:
        if game.rulings.ace_and_ground != "same-choice":  # "to attack or to defend in a turn, not both"
            yield api.Objection(self.rule, "fire from the ground is no part of an ace's choice in this game")
        elif game.status(game.of(self.aircraft)) not in ("ace", "double-ace"):  # "An ace may use his modifiers"
            yield api.Objection(self.rule, f"who flies {game.called(self.aircraft)} is no ace")


# -- events ------------------------------------------------------------------------------------------------------------


INTENTS = {
    "balloon": "{} attacks {}",
    "strafing": "{} strafes the trenches in this move",
    "bombs": "{} drops its bombs in this move",
}


class IntentAnnounced(api.Event[Game], type="richthofen.intent_announced"):
    """An aircraft has announced what it does in its move. BALL-2, STRAFE-1, D-16."""

    aircraft: str
    what: Literal["balloon", "strafing", "bombs"]
    target: str = ""

    def apply(self, game: Game) -> Game:
        intent = Intent(aircraft=self.aircraft, what=self.what, target=self.target)
        return api.replace(game, intents=(*game.intents, intent))

    def tell(self, game: Game) -> str:
        return INTENTS[self.what].format(game.called(self.aircraft), game.called(self.target))


class PhotographsTaken(api.Event[Game], type="richthofen.photographs_taken"):
    """An aircraft has the targets on its plates. D-18."""

    aircraft: str
    hexes: tuple[tuple[int, int], ...]

    def apply(self, game: Game) -> Game:
        had = game.of(self.aircraft).photographed
        return game.changed(self.aircraft, photographed=tuple(dict.fromkeys((*had, *self.hexes))))

    def tell(self, game: Game) -> str:
        targets = api.plural(len(self.hexes), "target")
        return f"{game.called(self.aircraft)} has photographed {targets}, and has to bring them home"


class PlatesSafe(api.Event[Game], type="richthofen.plates_safe"):
    """An aircraft has all targets on its plates, and no enemy is left in the air who could stop it. D-22."""

    wording: ClassVar[str] = "nobody is left who could stop {aircraft}: its photographs come home"
    aircraft: str

    def apply(self, game: Game) -> Game:
        return game.changed(self.aircraft, safe=True)


class TrenchStrafed(api.Event[Game], type="richthofen.trench_strafed"):
    """An aircraft has strafed trenches. STRAFE-1, D-17."""

    aircraft: str
    hexes: int
    hits: int
    guns: tuple[str, ...]
    rear: int = 0
    """Hexes behind the trench, among them. STRAFE-3."""

    def apply(self, game: Game) -> Game:
        for name in self.guns:
            game = with_gun(game, self.aircraft, spent(gun_of(game, self.aircraft, name)))
        hits = game.of(self.aircraft).trench_hits + self.hits
        fired = tuple((self.aircraft, name) for name in self.guns)
        game = api.replace(game, guns_fired=(*game.guns_fired, *fired))
        return game.changed(self.aircraft, strafed=self.hexes, rear_strafed=self.rear, trench_hits=hits)

    def tell(self, game: Game) -> str:
        hexes, hits = api.plural(self.hexes, "hex", "hexes"), api.plural(self.hits, "hit")
        return f"{game.called(self.aircraft)} strafes {hexes}{'' if self.rear else ' of trench'}: {hits}"


class BombsDropped(api.Event[Game], type="richthofen.bombs_dropped"):
    """An aircraft has dropped its load. D-16."""

    aircraft: str
    height: int
    on_target: bool
    """Whether it was over the target."""
    hit: bool

    def apply(self, game: Game) -> Game:
        aircraft = game.of(self.aircraft)
        return game.changed(self.aircraft, loaded=False, bombed=aircraft.bombed or self.hit)

    def tell(self, game: Game) -> str:
        name = game.called(self.aircraft)
        if not self.on_target:
            return f"{name} drops its bombs, away from the target"
        return f"{name} drops its bombs from {self.height} m: {'a hit' if self.hit else 'a miss'}"


class Spotted(api.Event[Game], type="richthofen.spotted"):
    """A turn of spotting for the guns. D-18."""

    aircraft: str
    hit: bool

    def apply(self, game: Game) -> Game:
        return game.changed(self.aircraft, spotted=(*game.of(self.aircraft).spotted, self.hit))

    def tell(self, game: Game) -> str:
        return f"{game.called(self.aircraft)} spots for the guns: {'a hit' if self.hit else 'a miss'}"


class BalloonWinched(api.Event[Game], type="richthofen.balloon_winched"):
    """A balloon that was attacked is winched down. D-15."""

    balloon: str
    height: int

    def apply(self, game: Game) -> Game:
        balloons = tuple(
            api.replace(balloon, height=self.height, state="up" if self.height else "saved")
            if balloon.id == self.balloon
            else balloon
            for balloon in game.balloons
        )
        return api.replace(game, balloons=balloons)

    def tell(self, game: Game) -> str:
        down = f"is winched down to {self.height} m" if self.height else "is on the ground, and saved"
        return f"{game.called(self.balloon)} {down}"
