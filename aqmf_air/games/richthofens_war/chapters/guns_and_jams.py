"""Guns: which fire together, what they spend, jams; and what is done to them at the end of a turn.

JAM, SPEC-5 to SPEC-16, SPEC-21, SPEC-22.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, cast

from aqmf_air import api
from aqmf_air.games.richthofens_war.state import SIDES, Aircraft, Game, Gun, SideId, guns, own_aircraft
from aqmf_air.games.richthofens_war.tables import D6, AircraftType, Column, GunType, RichthofenRulings, Tables

# -- which guns of an aircraft fire together, on which column ----------------------------------------------------------


WING_GUN = "wing Lewis"


@dataclass(frozen=True)
class Battery:
    """Guns that are fired at one target."""

    guns: tuple[str, ...]
    column: Column
    wing_gun_alone: bool = False
    """SPEC-6."""

    def __str__(self) -> str:
        return " and ".join(self.guns)


def fitted(type_: AircraftType, tables: Tables, rulings: RichthofenRulings) -> tuple[Gun, ...]:
    """The guns that an aircraft of a type sets out with. SPEC-8, SPEC-10, SPEC-21."""
    return tuple(
        Gun(name=gun.name, drums=_drums(gun, type_, tables, rulings))
        for gun in type_.guns
        if not (type_.has("rear-gun-option") and gun.mount == "rear" and rulings.fe2b_rear_gun == "off")
    )


def _drums(gun: GunType, type_: AircraftType, tables: Tables, rulings: RichthofenRulings) -> tuple[int, ...]:
    if type_.has("british-lewis") and gun.by == "pilot":
        return (tables.number("fire-changes", "british-drum"),)
    if gun.mount == "front" and gun.name != WING_GUN and rulings.lewis_fronts == "se5a-only" and gun.drums:
        return (sum(gun.drums),)
    return gun.ammunition


def worked_by_observer(gun: GunType, type_: AircraftType, rulings: RichthofenRulings) -> bool:
    """Whether a gun is an observer's. DECL-3."""
    if gun.mount == "front" and not type_.has("observers-front-gun") and rulings.observer_front_guns == "as-a-pilots":
        return False
    return gun.by == "observer"


def guns_of(
    aircraft: Aircraft, type_: AircraftType, by: Literal["pilot", "observer"], rulings: RichthofenRulings
) -> tuple[tuple[GunType, Gun], ...]:
    """The guns that a man works, each with its state."""
    there = {gun.name: gun for gun in aircraft.guns}
    observer = by == "observer"
    return tuple(
        (gun, there[gun.name])
        for gun in type_.guns
        if gun.name in there and worked_by_observer(gun, type_, rulings) == observer
    )


def fires_singly(type_: AircraftType, rulings: RichthofenRulings) -> bool:
    """Whether one of twin guns may fire while the other cannot. SPEC-11."""
    return type_.has("twin-mount") or (type_.has("perhaps-twin-mount") and rulings.fokker_d == "yes")


def batteries(
    aircraft: Aircraft,
    type_: AircraftType,
    by: Literal["pilot", "observer"],
    rulings: RichthofenRulings,
    tried: Iterable[str] = (),
) -> tuple[Battery, ...]:
    """The ways in which a man's guns can be fired now, the strongest first; none: they cannot.

    Args:
        aircraft: the aircraft.
        type_: its type.
        by: who works them.
        rulings: in force.
        tried: guns that somebody tries to clear in this turn. SPEC-12.
    """
    own = guns_of(aircraft, type_, by, rulings)
    ready = [gun for gun, state in own if state.ready]
    if by == "observer":
        return tuple(Battery((gun.name,), gun.column) for gun in ready)
    tried = set(tried)
    if tried and rulings.clear_and_fire == "no":
        return ()
    if type_.front == "A":
        return _twin(own, ready, type_, rulings, tried)
    if type_.front == "B":
        if any(state.jammed for _, state in own) and rulings.b_one_jammed == "none":
            return ()
        alone = tuple(Battery((gun.name,), "C", wing_gun_alone=gun.name == WING_GUN) for gun in ready)
        both = (Battery(tuple(gun.name for gun in ready), "B"),) if len(ready) == len(own) else ()
        return (*both, *alone)
    return tuple(Battery((gun.name,), gun.column) for gun in ready)


def _twin(
    own: Sequence[tuple[GunType, Gun]],
    ready: Sequence[GunType],
    type_: AircraftType,
    rulings: RichthofenRulings,
    tried: set[str],
) -> tuple[Battery, ...]:
    if len(ready) == len(own):
        return (Battery(tuple(gun.name for gun in ready), "A"),)
    silent = [state for gun, state in own if gun not in ready]
    if tried & {state.name for state in silent}:
        return ()
    jammed = any(state.jammed and not state.out for state in silent)
    if jammed and not fires_singly(type_, rulings):
        return ()
    if any(state.out for state in silent) and rulings.crit5_mount == "mount-out":
        return ()
    return tuple(Battery((gun.name,), "C") for gun in ready[:1])


def spent(gun: Gun) -> Gun:
    """A gun after a shot: a point of ammunition less. FIRE-2."""
    return api.replace(gun, drums=(gun.drums[0] - 1, *gun.drums[1:]))


def with_next_drum(gun: Gun) -> Gun:
    """A gun with its next drum. SPEC-8, SPEC-22."""
    return api.replace(gun, drums=gun.drums[1:])


# -- jams, and clearing them -------------------------------------------------------------------------------------------


def may_jam(natural: int, tables: Tables) -> bool:
    """Whether these dice of fire, before modifiers, call for a look at the guns. JAM-1."""
    return natural <= tables.number("jams", "risk-to")


def jam_need(height: int, tables: Tables) -> int:
    """The highest die that jams a gun at this height in metres. JAM-1, JAM-2."""
    high = height >= tables.number("jams", "high")
    return tables.number("jams", "jams-to") + high * tables.number("jams", "high-change")


def jammed(dice: api.Dice, guns: int, height: int, tables: Tables, by: str = "") -> int:
    """How many of the guns that fired jam, once the dice called for a look. JAM-1, JAM-2."""
    need = jam_need(height, tables)
    return dice.draw(api.hits("jam", guns, D6, range(1, need + 1), by=by, about=f"{need} or less jams"))


def jams(dice: api.Dice, guns: int, height: int, tables: Tables) -> int:
    """How many guns jam in a shot, whatever it hits. JAM-1, JAM-2."""
    natural = dice.draw(api.total("fire", 2, D6))
    return jammed(dice, guns, height, tables) if may_jam(natural, tables) else 0


def clear_need(tables: Tables, *, observer: bool = False, locked: bool = False) -> int:
    """The highest die that clears a jam. JAM-4, JAM-6, SPEC-16."""
    if observer:
        return tables.number("jams", "observer-clears-to")
    return tables.number("jams", "clears-to") + locked * tables.number("jams", "locked-change")


def cleared(dice: api.Dice, need: int, by: str = "") -> bool:
    """Whether a try clears a gun. JAM-4."""
    return dice.draw(api.check("clear", D6, api.AtMost(need), by=by, about=f"{need} or less"))


def cleared_within(dice: api.Dice, need: int, turns: int) -> bool:
    """Whether a gun is clear after so many turns of trying. JAM-4."""
    return dice.fold(turns, False, _once_more, need)


def _once_more(dice: api.Dice, clear: bool, need: int) -> bool:
    return clear or cleared(dice, need)


def too_busy_to_clear(climbed: int, dived: int, turned_at_once: int, maneuver: str, tables: Tables) -> str:
    """Why a pilot has no hand free for a jam after such a move; empty: he has. JAM-5."""
    if climbed > (most := tables.number("jams", "climb")):
        return f"it climbed {climbed} m, more than {most}"
    if dived > (most := tables.number("jams", "dive")):
        return f"it dived {dived} m, more than {most}"
    if turned_at_once > tables.number("jams", "hexsides"):
        return f"it turned {turned_at_once} hexsides in one hex"
    return "it flew a complex maneuver" if maneuver else ""


# -- guns at the end of a turn: which may be cleared, which drums changed, and why not ---------------------------------


By = Literal["pilot", "observer"]
What = Literal["clear", "drum"]
TASKS: tuple[What, What] = ("clear", "drum")


class GunTask(NamedTuple):
    """Something that may be done to a gun."""

    what: What
    aircraft: str
    gun: str


def to_tend(game: Game, side: str) -> tuple[GunTask, ...]:
    """What a side may do to its guns at the end of this turn."""
    tasks = (
        GunTask(what, aircraft.id, gun.name)
        for aircraft in game.flying
        if aircraft.side == side
        for gun in aircraft.guns
        for what in TASKS
        if (gun.jammed if what == "clear" else gun.empty_drum)
    )
    return tuple(task for task in tasks if not any(True for _ in against_tending(game, task)))


def against_tending(game: Game, task: GunTask) -> Iterator[api.Objection]:
    """What is said against clearing a gun, or changing its drum. JAM-4 to JAM-6, SPEC-8, SPEC-9, SPEC-12, SPEC-22."""
    aircraft = game.of(task.aircraft)
    gun = next((each for each in aircraft.guns if each.name == task.gun), None)
    rule = "RW-JAM-4" if task.what == "clear" else "RW-SPEC-8"
    if gun is None:
        # RW-JAM-4 "clears a jam", RW-SPEC-8 "must spend one turn changing drums"
        yield api.Objection(rule, f"{game.called(aircraft.id)} has no {task.gun[:40]}")
        return
    by = worked_by(game, aircraft, gun)
    if (man := _hands(aircraft, by)) != "":
        yield api.Objection(rule, man)  # RW-JAM-4 "clears a jam", RW-SPEC-8 "must spend one turn changing drums"
    if (aircraft.id, gun.name) in game.tended:
        # RW-JAM-4 "At the end of any later turn", RW-SPEC-8 "must spend one turn changing drums"
        yield api.Objection(rule, f"the {gun.name} was tended in this turn")
    if gun.out:
        yield api.Objection("RW-BASE-1", f"the {gun.name} is out of order for good")  # "Standard and Tournament rules hold"
    yield from _against_clearing(game, aircraft, gun, by) if task.what == "clear" else _against_drum(game, aircraft, gun, by)


def worked_by(game: Game, aircraft: Aircraft, gun: Gun) -> By:
    """Who works a gun. DECL-3."""
    own = (each.name for each, _ in guns_of(aircraft, game.type_of(aircraft), "observer", game.rulings))
    return "observer" if gun.name in own else "pilot"


def _hands(aircraft: Aircraft, by: By) -> str:
    """Why a man has no hand for his gun; empty: he has."""
    if aircraft.flown_by == "observer":
        return "the observer is at the controls" if by == "observer" else "nobody is at the pilot's gun"
    man = aircraft.pilot if by == "pilot" else aircraft.observer
    if man is None or man.health == "dead" or (by == "observer" and not man.fit):
        return f"the {by} is out of action"
    return ""


def _against_clearing(game: Game, aircraft: Aircraft, gun: Gun, by: By) -> Iterator[api.Objection]:
    if not gun.jammed:
        yield api.Objection("RW-JAM-4", f"the {gun.name} is not jammed")  # "At the end of any later turn"
    elif gun.jammed_in >= game.turn:  # "At the end of any later turn"
        yield api.Objection("RW-JAM-4", f"the {gun.name} jammed in this turn: it is cleared in a later one")
    if by == "observer":
        return
    if busy := _busy(game, aircraft):
        yield api.Objection("RW-JAM-5", busy)  # "Limits for the turn of a try"
    others = [name for id_, name in game.guns_fired if id_ == aircraft.id and _by_pilot(game, aircraft, name)]
    twin = game.type_of(aircraft).front == "A"
    if others and (twin or game.rulings.clear_and_fire == "no"):  # "Not in a turn in which a try is made to clear the other"
        yield api.Objection("RW-SPEC-12", f"the {others[0]} was fired in this turn")


def _against_drum(game: Game, aircraft: Aircraft, gun: Gun, by: By) -> Iterator[api.Objection]:
    rule = "RW-SPEC-8" if by == "pilot" else "RW-SPEC-22"
    if not gun.empty_drum:
        # RW-SPEC-8 "must spend one turn changing drums", RW-SPEC-22 "After the first 6 the drum change takes a turn"
        yield api.Objection(rule, f"the {gun.name} needs no other drum")
    fired = {name for id_, name in game.guns_fired if id_ == aircraft.id}
    if gun.name in fired:
        # RW-SPEC-8 "must spend one turn changing drums", RW-SPEC-22 "After the first 6 the drum change takes a turn"
        yield api.Objection(rule, f"the {gun.name} was fired in this turn")
    if gun.jammed and game.rulings.drum_and_clear == "no" and (aircraft.id, gun.name) in game.tended:
        # "After the first 6 the drum change takes a turn"
        yield api.Objection("RW-SPEC-22", f"the {gun.name} was cleared in this turn")
    if by == "pilot":
        if busy := _busy(game, aircraft):
            yield api.Objection("RW-SPEC-9", busy)  # "the movement limits of RW-JAM-5 hold"
        if pilots := [name for name in fired if _by_pilot(game, aircraft, name)]:
            yield api.Objection("RW-SPEC-9", f"the {pilots[0]} was fired in this turn")  # "the Vickers may not fire"


def _by_pilot(game: Game, aircraft: Aircraft, name: str) -> bool:
    return any(gun.name == name for gun, _ in guns_of(aircraft, game.type_of(aircraft), "pilot", game.rulings))


def _busy(game: Game, aircraft: Aircraft) -> str:
    last = aircraft.last
    return too_busy_to_clear(last.climbed, last.dived, last.turned_at_once, last.maneuver, game.tables)


def need_to_clear(game: Game, aircraft: Aircraft, gun: Gun) -> int:
    """The highest die that clears a gun. JAM-4, JAM-6, SPEC-16."""
    observer = worked_by(game, aircraft, gun) == "observer"
    return clear_need(game.tables, observer=observer, locked=not observer and locks(game, aircraft))


def locks(game: Game, aircraft: Aircraft) -> bool:
    """Whether an aircraft has flown with locked controls: straight and level for the whole move. SPEC-16."""
    last = aircraft.last
    straight = not (last.turned_at_once or last.climbed or last.dived or last.maneuver)
    return straight and aircraft.moved and game.type_of(aircraft).has("locks-controls")


# -- orders ------------------------------------------------------------------------------------------------------------


TIMING = api.Timing(("end",), "tending guns", "RW-JAM-4")  # "At the end of any later turn"


def was_cleared(events: Sequence[Any]) -> bool:
    """Whether the gun that was tried is clear."""
    return any(isinstance(event, JamCleared) for event in events)


class _OfAGun(api.Order[Game, api.Registry]):
    """Something that is done to a gun."""

    timing: ClassVar[api.Timing] = TIMING
    what: ClassVar[What]
    said: ClassVar[str]
    aircraft: str
    gun: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        for task in to_tend(game, player) if cls.timing.fits(game) else ():
            if task.what == cls.what:
                title = f"{game.called(task.aircraft)}: {cls.said.format(task.gun)}"
                yield api.Offer(cast("Any", cls)(aircraft=task.aircraft, gun=task.gun), title, task.aircraft)

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        of_all = guns(game, player, lambda aircraft: [gun.name for gun in aircraft.guns])
        return {"aircraft": own_aircraft(game, player), "gun": of_all}

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        if late := self.timing.objections(game):
            yield from late
        elif not game.has(self.aircraft) or game.of(self.aircraft).side != player:  # "At the end of any later turn"
            yield api.Objection("RW-JAM-4", f"{game.called(self.aircraft)[:60]} is none of your aircraft in the air")
        elif player not in game.waited_for:
            yield api.Objection("RW-JAM-4", "you are done with the turn")  # "At the end of any later turn"
        else:
            yield from against_tending(game, GunTask(self.what, self.aircraft, self.gun))


def closing(game: Game) -> tuple[api.Event[Game], ...]:
    """Sides that have nothing left to tend are done."""
    return tuple(
        SideDone(side=side) for side in SIDES if side in game.choosing and side not in game.done and not to_tend(game, side)
    )


class Clear(_OfAGun, type="richthofen.clear"):
    """A try to clear a jammed gun. JAM-4."""

    what: ClassVar[What] = "clear"
    said: ClassVar[str] = "clear the {}"
    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} clears|clear [the] {gun}",)

    def _need(self, game: Game) -> int:
        aircraft = game.of(self.aircraft)
        return need_to_clear(game, aircraft, next(gun for gun in aircraft.guns if gun.name == self.gun))

    def questions(self, game: Game, rules: api.Registry) -> Sequence[api.Question]:
        need = self._need(game)
        target = api.TargetNumber("clear", need, "one die", "RW-JAM-4")
        return (
            api.Question(
                f"the {self.gun} is clear", cleared, (need,), (target,), of=was_cleared, luck=api.Tally("jams cleared")
            ),
        )

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        aircraft = game.of(self.aircraft)
        clear = cleared(
            api.labelled(dice, f"the {self.gun} of {game.called(aircraft.id)}", relation="for"),
            self._need(game),
            aircraft.side,
        )
        names = [self.gun]
        if game.rulings.clear_dice == "one-die":
            by = worked_by(game, aircraft, next(gun for gun in aircraft.guns if gun.name == self.gun))
            names += [
                task.gun
                for task in to_tend(game, aircraft.side)
                if task.what == "clear"
                and (task.aircraft, task.gun) != (aircraft.id, self.gun)
                and task.aircraft == aircraft.id
                and worked_by(game, aircraft, next(gun for gun in aircraft.guns if gun.name == task.gun)) == by
            ]
        kind = JamCleared if clear else JamStayed
        events = tuple(kind(aircraft=aircraft.id, gun=name) for name in names)
        return (*events, *closing(api.after(game, events)))


class ChangeDrum(_OfAGun, type="richthofen.change_drum"):
    """A gun gets its next drum; that took the turn. SPEC-8, SPEC-22."""

    what: ClassVar[What] = "drum"
    said: ClassVar[str] = "change the drum of the {}"
    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} changes|change the drum of [the] {gun}",)

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        events = (DrumChanged(aircraft=self.aircraft, gun=self.gun),)
        return (*events, *closing(api.after(game, events)))


class DoneWithTurn(api.Order[Game, api.Registry], type="richthofen.done_with_turn"):
    """A side leaves its guns as they are."""

    timing: ClassVar[api.Timing] = api.Timing(("end",), "ending the turn", "RW-TURN-1")  # "a turn has five segments"
    phrases: ClassVar[tuple[str, ...]] = ("done [with the turn]",)
    side: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if cls.timing.fits(game):
            yield api.Offer(cls(side=player), "done with the turn", player, ends_stage=True)

    @classmethod
    def from_words(cls, game: Game, player: str, rules: api.Registry, words: Mapping[str, str]) -> Iterable[DoneWithTurn]:
        yield cls(side=player)

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        if late := self.timing.objections(game):
            yield from late
        elif self.side != player:  # "a turn has five segments"
            yield api.Objection(
                "RW-TURN-1", f"{game.side_name(player)} does not end the turn of {game.side_name(self.side[:40])}"
            )
        elif player not in game.waited_for:
            yield api.Objection("RW-TURN-1", "you are done with the turn")  # "a turn has five segments"
        elif game.rulings.drum_change_when == "next-turn":
            drums = [task for task in to_tend(game, player) if task.what == "drum"]
            if drums:
                text = f"{game.called(drums[0].aircraft)} changes the drum of the {drums[0].gun} now"
                yield api.Objection("RW-SPEC-8", text)  # "must spend one turn changing drums"

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        return (SideDone(side=cast("SideId", self.side)),)


# -- events ------------------------------------------------------------------------------------------------------------


def with_gun(game: Game, aircraft: str, changed: Gun) -> Game:
    """The game with a gun of an aircraft changed."""
    guns = tuple(changed if gun.name == changed.name else gun for gun in game.of(aircraft).guns)
    return game.changed(aircraft, guns=guns)


def gun_of(game: Game, aircraft: str, name: str) -> Gun:
    """A gun of an aircraft by its name."""
    return next(gun for gun in game.of(aircraft).guns if gun.name == name)


class GunJammed(api.Event[Game], type="richthofen.gun_jammed"):
    """A gun that fired is jammed. JAM-1."""

    wording: ClassVar[str] = "{aircraft}: the {gun} jams"
    aircraft: str
    gun: str

    def apply(self, game: Game) -> Game:
        gun = gun_of(game, self.aircraft, self.gun)
        return with_gun(game, self.aircraft, api.replace(gun, jammed=True, jammed_in=game.turn))


class JamCleared(api.Event[Game], type="richthofen.jam_cleared"):
    """A gun fires again. JAM-4."""

    wording: ClassVar[str] = "{aircraft}: the {gun} is clear"
    aircraft: str
    gun: str

    def apply(self, game: Game) -> Game:
        game = with_gun(game, self.aircraft, api.replace(gun_of(game, self.aircraft, self.gun), jammed=False, jammed_in=0))
        return api.replace(game, tended=(*game.tended, (self.aircraft, self.gun)))


class JamStayed(api.Event[Game], type="richthofen.jam_stayed"):
    """A try to clear a gun has failed. JAM-4."""

    wording: ClassVar[str] = "{aircraft}: the {gun} stays jammed"
    aircraft: str
    gun: str

    def apply(self, game: Game) -> Game:
        return api.replace(game, tended=(*game.tended, (self.aircraft, self.gun)))


class DrumChanged(api.Event[Game], type="richthofen.drum_changed"):
    """A gun has its next drum. SPEC-8, SPEC-22."""

    wording: ClassVar[str] = "{aircraft}: the {gun} has its next drum"
    aircraft: str
    gun: str

    def apply(self, game: Game) -> Game:
        game = with_gun(game, self.aircraft, with_next_drum(gun_of(game, self.aircraft, self.gun)))
        return api.replace(game, tended=(*game.tended, (self.aircraft, self.gun)))


class SideDone(api.Event[Game], type="richthofen.side_done"):
    """A side is done with the turn."""

    side: Literal["german", "allied"]

    def apply(self, game: Game) -> Game:
        return api.replace(game, done=(*game.done, self.side))
