"""Damage and critical hits: what they do to machines and men, glides, losses, holed tanks. FIRE-1, CRIT, CAS, D-11, D-23."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from aqmf_air.api import AtLeast, AtMost, Dice, Event, Rulings, after, banded, check, labelled, pick, replace, ruling, total
from aqmf_air.games.richthofens_war.chapters import aircraft_sheet
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import gun_of, with_gun
from aqmf_air.games.richthofens_war.chapters.parachutes import CrewJumps, Health, falling_man, has_parachute
from aqmf_air.games.richthofens_war.chapters.victory import credited
from aqmf_air.games.richthofens_war.state import Aircraft, Balloon, Events, Game, PendingShot
from aqmf_air.games.richthofens_war.tables import D6, Effect, RichthofenRulings, Tables

# -- dice for critical hits, men, engines, tanks -----------------------------------------------------------------------


ROLLS_OF_FUEL = 11
"""After which a roll of two dice cannot miss any more. CRIT-5."""


def critical_total(dice: Dice, by: str = "") -> int:
    """The two dice for which critical hit it is. D-11."""
    return dice.draw(total("critical hit", 2, D6, by=by, about="table of critical hits"))


def man_hit(dice: Dice, tables: Tables, by: str = "", observer: bool = False) -> Health:
    """Whether a man who is hit is seriously wounded or killed. CRIT-1, CAS-3."""
    need = tables.number("crews", "wounded-to") - observer * tables.number("crews", "observer-exposed")
    survives = dice.draw(check("man hit", D6, AtMost(need), 2, by=by, about=f"{need} or less: wounded, else killed"))
    return "wounded" if survives else "dead"


@dataclass(frozen=True)
class LossByFace:
    """Movement points by the face of one die."""

    loss: tuple[int, ...]

    def __call__(self, face: int) -> int:
        return self.loss[face - 1]


def engine_hit(dice: Dice, total_: int, tables: Tables, by: str = "") -> int:
    """Movement points that an engine hit costs; ``total_``: 4 or 11. CRIT-2, CRIT-3."""
    loss = tables.critical_hits.at(total_).loss
    about = f"critical hit {total_}, movement points lost on 1 to 6: {', '.join(map(str, loss))}"
    return dice.draw(banded("engine", D6, LossByFace(loss), by=by, about=about))


@dataclass(frozen=True)
class Exactly:
    """A total passes when it is this one."""

    need: int

    def __call__(self, total: int) -> bool:
        return total == self.need


def runs_dry(dice: Dice, rolls: int, tables: Tables, rulings: RichthofenRulings, by: str = "") -> bool:
    """Whether a holed tank is empty at this roll, after so many before it. CRIT-4, CRIT-5."""
    off = rolls * tables.number("fuel", "off-each-turn")
    need = tables.number("fuel", "dry-to") + off
    passes = AtMost(need) if rulings.fuel_reading == "two-or-less" else Exactly(need)
    about = f"dry on {need}{' or less' if rulings.fuel_reading == 'two-or-less' else ''}"
    return dice.draw(check("fuel", D6, passes, 2, by=by, about=about))


def roll_that_runs_dry(dice: Dice, tables: Tables, rulings: RichthofenRulings) -> int:
    """At which roll a holed tank is empty, 1 to 11; 0: at none. CRIT-4, CRIT-5."""
    return dice.fold(ROLLS_OF_FUEL, 0, _next_roll, tables, rulings)


def _next_roll(dice: Dice, dry: int, tables: Tables, rulings: RichthofenRulings) -> int:
    """``dry``: rolls made so far as a negative number, or the one at which it ran dry."""
    if dry > 0:
        return dry
    return 1 - dry if runs_dry(dice, -dry, tables, rulings) else (dry - 1 if dry > 1 - ROLLS_OF_FUEL else 0)


def hurt_from_ground(dice: Dice, total_: int, tables: Tables, by: str = "") -> bool:
    """Whether a critical hit from the ground that concerns a man does; others always do. CAS-1."""
    need = tables.critical_hits.at(total_).ground_from
    return need == 1 or dice.draw(check("casualty", D6, AtLeast(need), by=by, about=f"{need} or more"))


def extra_critical(dice: Dice, tables: Tables, by: str = "") -> bool:
    """Whether a critical hit counts that modifiers ruled out. GCRIT-1."""
    need = tables.number("ground-attacks", "extra-critical-to")
    return dice.draw(check("critical hit all the same", D6, AtMost(need), by=by, about=f"{need} or less"))


# -- a critical hit ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Critical:
    """What a critical hit comes to."""

    total: int
    """Of the two dice for it."""
    amount: int = 0
    """What it costs: movement points, metres, steps of the schedule, points of damage."""
    health: Literal["", "fit", "wounded", "dead"] = ""
    """What becomes of the man whom it hits; ``fit``: nothing."""
    gun: str = ""
    """The gun that it puts out."""


def critical_hit(
    dice: Dice,
    guns: Sequence[str],
    tables: Tables,
    rulings: RichthofenRulings,
    by: str = "",
    *,
    observer: bool = False,
    ground: bool = False,
) -> Critical:
    """Two dice for a critical hit, and what else it asks for.

    Args:
        dice: as of any rule.
        guns: those of the target that are in order.
        tables: in force.
        rulings: in force.
        by: who rolls.
        observer: whether somebody is behind the target's pilot.
        ground: whether it comes from the ground. CAS-1.
    """
    total = critical_total(dice, by)
    row = tables.critical_hits.at(total)
    while row.effect == "observer" and not observer and rulings.critical_six_single == "reroll":
        total = critical_total(dice, by)
        row = tables.critical_hits.at(total)
    if ground and not hurt_from_ground(dice, total, tables, by):
        return Critical(total, health="fit")
    match row.effect:
        case "pilot":
            if ground and rulings.casualty_pilot_hit == "seriously-wounded":
                return Critical(total, health="wounded")
            return Critical(total, health=man_hit(dice, tables, by))
        case "observer" if observer:
            if rulings.observer_wounds == "off":
                return Critical(total, health="dead")
            return Critical(total, health=man_hit(dice, tables, by, observer=True))
        case "engine":
            return Critical(total, engine_hit(dice, total, tables, by))
        case "gun" if guns:
            return Critical(total, gun=guns[0] if len(guns) == 1 else dice.draw(pick("gun", tuple(guns), by=by)))
        case "observer" | "gun":
            return Critical(total, health="fit")
        case _:
            return Critical(total, row.amount)


# -- what fire does when all have fired, and losses in other ways ------------------------------------------------------


Why = str


def applied(game: Game, dice: Dice) -> Events:
    """What the shots that were fired do, target by target. FIRE-1, FIRE-2, VIC-1, VIC-2."""
    events: list[Event[Game]] = []
    for id_ in dict.fromkeys(shot.target for shot in game.shots):
        if (balloon := game.balloon(id_)) is not None:
            step = _balloon_hit(game, balloon, [shot for shot in game.shots if shot.target == id_])
        elif game.has(id_):
            step = _hit(game, id_, [shot for shot in game.shots if shot.target == id_], dice)
        else:
            continue
        events += step
        game = after(game, step)
    return tuple(events)


def _balloon_hit(game: Game, balloon: Balloon, shots: list[PendingShot]) -> Events:
    """What fire does to a balloon, and whose victory it is. BALL-1, ``balloon_target``."""
    damage = sum(shot.damage for shot in shots)
    burns = any(shot.burns for shot in shots) and game.rulings.balloon_target == "critical-burns"
    gone = burns or balloon.damage + damage >= game.tables.number("balloons", "damage")
    hit = BalloonHit(balloon=balloon.id, damage=damage, destroyed=gone)
    return (hit, *credited((shot.shooter for shot in shots), balloon.id)) if gone else (hit,)


def _with_critical(game: Game, shot: PendingShot, dice: Dice) -> PendingShot:
    """A shot whose critical hit is rolled for when all have fired (``critical_moment``)."""
    aircraft, side = game.of(shot.target), game.of(shot.shooter).side
    guns = tuple(gun.name for gun in aircraft.guns if not gun.out)
    named = labelled(dice, game.called(shot.target))
    critical = critical_hit(named, guns, game.tables, game.rulings, side, observer=aircraft.observer is not None)
    more = {"critical": critical.total, "amount": critical.amount, "health": critical.health, "gun": critical.gun}
    return replace(shot, **more)


def hit_from_ground(game: Game, id_: str, dice: Dice) -> Events:
    """What fire from the ground does at once to an aircraft in its move. BALL-2."""
    return _hit(game, id_, [shot for shot in game.shots if shot.target == id_], dice)


def _hit(game: Game, id_: str, shots: list[PendingShot], dice: Dice) -> Events:
    by = tuple(dict.fromkeys(shot.shooter for shot in shots if not shot.ground and shot.shooter != id_))
    events: list[Event[Game]] = [DamageApplied(aircraft=id_, damage=sum(shot.damage for shot in shots))]
    for fired in shots:
        shot = _with_critical(game, fired, dice) if fired.burns else fired
        if shot.critical:
            effect = game.tables.critical_hits.at(shot.critical).effect
            events.append(
                CriticalSuffered(
                    aircraft=id_,
                    total=shot.critical,
                    effect=effect,
                    amount=shot.amount,
                    health=shot.health,
                    gun=shot.gun,
                    by=(shot.shooter,) if not shot.ground else (),
                )
            )
    game = after(game, events)
    hitters = by
    if game.rulings.shared_scope == "all-who-damaged-it-that-turn":
        hitters = tuple(dict.fromkeys(s.shooter for s in shots if s.shooter in by and (s.damage or s.critical or s.burns)))
    if any(shot.ground for shot in shots) and game.rulings.shared_with_ground == "no-credit":
        hitters = ()
    return (*events, *after_damage(game, id_, hitters))


def after_damage(game: Game, id_: str, by: tuple[str, ...]) -> Events:
    """What follows from the state of an aircraft that was hurt: its loss, its glide, a load that falls."""
    aircraft = game.of(id_)
    if aircraft.damage >= game.type_of(aircraft).damage:
        return lost(game, id_, "damage", by)
    dual = can_take_controls(game, aircraft)
    if nobody_flies(game, aircraft):
        if game.rulings.pilot_killed == "aircraft-lost":
            return lost(game, id_, "pilot", by)
        return () if aircraft.gliding else (GlideBegan(aircraft=id_),)
    events: Events = ()
    if dual and game.rulings.dual_when == "at-once":
        events = (ControlsTaken(aircraft=id_),)
        game = after(game, events)
        aircraft = game.of(id_)
    if aircraft_sheet.jettisons(game.type_of(aircraft), game.condition(aircraft), game.tables, game.rulings):
        events = (*events, LoadJettisoned(aircraft=id_))
        game = after(game, events[-1:])
        aircraft = game.of(id_)
    now = game.performance(aircraft)
    if not aircraft.gliding and now.max_speed < now.min_speed:
        if game.rulings.engine_at_zero == "lost":
            return (*events, *lost(game, id_, "engine", by))
        events = (*events, GlideBegan(aircraft=id_))
    return events


def can_take_controls(game: Game, aircraft: Aircraft) -> bool:
    """Whether an observer can fly in place of a pilot who no longer can. SPEC-23."""
    out = ("dead",) if game.rulings.dual_who == "killed" else ("dead", "wounded")
    there = aircraft.observer is not None and aircraft.observer.fit and game.type_of(aircraft).has("dual-controls")
    return there and aircraft.flown_by == "pilot" and aircraft.pilot.health in out


def nobody_flies(game: Game, aircraft: Aircraft) -> bool:
    """Whether who flies an aircraft is dead, and nobody can take the controls. SPEC-23, ``pilot_killed``."""
    at_controls = aircraft.observer if aircraft.flown_by == "observer" else aircraft.pilot
    return at_controls is not None and at_controls.health == "dead" and not can_take_controls(game, aircraft)


def lost(game: Game, id_: str, why: Why, by: Iterable[str]) -> Events:
    """An aircraft is destroyed: whose victory it is, and whether anybody aboard has a parachute. VIC-1, PARA-2."""
    gone = AircraftLost.model_validate({"aircraft": id_, "why": why})
    jumps = any(has_parachute(falling_man(game, game.of(id_), man), game.tables, game.rulings) for man in game.of(id_).crew)
    return (gone, *credited(by, id_), *((CrewJumps(aircraft=id_),) if jumps else ()))


def fuel_checks(game: Game, dice: Dice) -> Events:
    """The rolls for holed tanks when combat is over. CRIT-4, CRIT-5."""
    events: list[Event[Game]] = []
    for aircraft in game.flying:
        dry = aircraft.dry
        for again, rolls in ((False, aircraft.fuel), (True, aircraft.fuel_again)):
            if rolls is not None and not dry:
                named = labelled(dice, game.called(aircraft.id), relation="of")
                dry = runs_dry(named, rolls, game.tables, game.rulings, aircraft.side)
                events.append(FuelChecked(aircraft=aircraft.id, dry=dry, again=again))
                if dry and game.rulings.fuel_gone == "at-once" and not aircraft.gliding:
                    events.append(GlideBegan(aircraft=aircraft.id))
    return tuple(events)


# -- events ------------------------------------------------------------------------------------------------------------


class DamageApplied(Event[Game], type="richthofen.damage_applied"):
    """All damage of a turn's fire at an aircraft, at once. FIRE-1."""

    aircraft: str
    damage: int

    def apply(self, game: Game) -> Game:
        shots = tuple(shot for shot in game.shots if shot.target != self.aircraft)
        return replace(game, shots=shots).changed(self.aircraft, damage=game.of(self.aircraft).damage + self.damage)

    def tell(self, game: Game) -> str:
        aircraft = game.of(self.aircraft)
        stands = f"{min(aircraft.damage + self.damage, game.type_of(aircraft).damage)} of {game.type_of(aircraft).damage}"
        return f"{game.called(self.aircraft)} takes {self.damage} damage: {stands}" if self.damage else ""


class BalloonHit(Event[Game], type="richthofen.balloon_hit"):
    """All damage of a turn's fire at a balloon, at once: from now on it is winched down. BALL-1, D-15."""

    balloon: str
    damage: int
    destroyed: bool

    def apply(self, game: Game) -> Game:
        changed = tuple(
            replace(
                balloon,
                damage=balloon.damage + self.damage,
                attacked=True,
                state="destroyed" if self.destroyed else balloon.state,
            )
            if balloon.id == self.balloon
            else balloon
            for balloon in game.balloons
        )
        return replace(game, balloons=changed, shots=tuple(shot for shot in game.shots if shot.target != self.balloon))

    def tell(self, game: Game) -> str:
        name = game.called(self.balloon)
        return f"{name} burns" if self.destroyed else f"{name} takes {self.damage} damage"


class CriticalSuffered(Event[Game], type="richthofen.critical_suffered"):
    """A critical hit works. CRIT-1 to CRIT-4, D-11."""

    aircraft: str
    total: int
    effect: Effect
    amount: int = 0
    health: Literal["", "fit", "wounded", "dead"] = ""
    gun: str = ""
    by: tuple[str, ...] = ()
    """Who fired."""

    def apply(self, game: Game) -> Game:
        own = game.of(self.aircraft)
        match self.effect:
            case "pilot" | "observer":
                return self._man(game)
            case "engine":
                lost = own.speed_lost + self.amount
                at_once = game.rulings.lost_mp == "this-turn-then-max"
                speed = max(own.speed - self.amount, game.type_of(own).min_speed) if at_once else own.speed
                return game.changed(own.id, speed_lost=lost, speed=speed, glide_by=self.by)
            case "fuel":
                if own.fuel is None:
                    return game.changed(own.id, fuel=0, glide_by=self.by)
                again = game.rulings.fuel_twice == "second-clock-too" and own.fuel_again is None
                return game.changed(own.id, fuel_again=0) if again else game
            case "controls":
                return game.changed(own.id, schedule_lost=own.schedule_lost + self.amount)
            case "damage":
                return game.changed(own.id, damage=own.damage + self.amount)
            case "dive":
                return game.changed(own.id, dive_lost=own.dive_lost + self.amount)
            case "climb":
                return game.changed(own.id, climb_lost=own.climb_lost + self.amount)
            case "gun":
                return with_gun(game, own.id, replace(gun_of(game, own.id, self.gun), out=True)) if self.gun else game

    def _man(self, game: Game) -> Game:
        aircraft, place = game.of(self.aircraft), 0 if self.effect == "pilot" else 1
        if self.health in ("", "fit") or place >= len(aircraft.crew) or aircraft.crew[place].health == "dead":
            return game
        hit = replace(aircraft.crew[place], health=self.health)
        return game.changed(aircraft.id, crew=(*aircraft.crew[:place], hit, *aircraft.crew[place + 1 :]), glide_by=self.by)

    def tell(self, game: Game) -> str:
        name, cost = game.called(self.aircraft), self.amount
        if self.health == "fit":
            return f"{name}: a critical hit that hurts nobody"
        texts = {
            "pilot": f"its pilot is {HURT.get(self.health, 'hit')}",
            "observer": f"its observer is {HURT.get(self.health, 'hit')}",
            "engine": f"its engine is hit, {cost} off its speed",
            "fuel": "its tank is holed",
            "controls": "its controls are hit: it turns worse",
            "damage": f"{cost} more damage",
            "dive": f"its maximum dive is {cost} m less",
            "climb": f"its maximum climb is {cost} m less",
            "gun": f"its {self.gun} is out of order",
        }
        return f"{name}: {texts[self.effect]}"


HURT = {"wounded": "seriously wounded", "dead": "killed"}


class LoadJettisoned(Event[Game], type="richthofen.load_jettisoned"):
    """An aircraft that has become too slow has dropped its load. BOMB-6."""

    wording: ClassVar[str] = "{aircraft} drops its load at once"
    aircraft: str

    def apply(self, game: Game) -> Game:
        return game.changed(self.aircraft, loaded=False)


class GlideBegan(Event[Game], type="richthofen.glide_began"):
    """An aircraft has no power any more. D-8."""

    wording: ClassVar[str] = "{aircraft} has to glide"
    aircraft: str

    def apply(self, game: Game) -> Game:
        return game.changed(self.aircraft, gliding=True)


class ControlsTaken(Event[Game], type="richthofen.controls_taken"):
    """An observer flies in place of the pilot. SPEC-23."""

    wording: ClassVar[str] = "{aircraft}: the observer takes the controls"
    aircraft: str

    def apply(self, game: Game) -> Game:
        return game.changed(self.aircraft, flown_by="observer")


class AircraftLost(Event[Game], type="richthofen.aircraft_lost"):
    """An aircraft is destroyed."""

    aircraft: str
    why: Literal["damage", "pilot", "engine", "overdive", "collision"] = "damage"

    def apply(self, game: Game) -> Game:
        return game.out(self.aircraft, "destroyed")

    def tell(self, game: Game) -> str:
        texts = {
            "damage": "is shot down",
            "pilot": "falls, with nobody at the controls",
            "engine": "falls, without an engine",
            "overdive": "breaks up",
            "collision": "is lost in a collision",
        }
        return f"{game.called(self.aircraft)} {texts[self.why]}"


class FuelChecked(Event[Game], type="richthofen.fuel_checked"):
    """A roll for a holed tank. CRIT-4, CRIT-5."""

    aircraft: str
    dry: bool
    again: bool = False
    """Whether the roll is for a second hit of the tank (``fuel_twice``)."""

    def apply(self, game: Game) -> Game:
        aircraft = game.of(self.aircraft)
        if self.again:
            return game.changed(self.aircraft, fuel_again=(aircraft.fuel_again or 0) + 1, dry=aircraft.dry or self.dry)
        return game.changed(self.aircraft, fuel=(aircraft.fuel or 0) + 1, dry=aircraft.dry or self.dry)

    def tell(self, game: Game) -> str:
        return f"{game.called(self.aircraft)} has {'no fuel left' if self.dry else 'fuel left'}"


# -- rulings on jams, damage and crews ---------------------------------------------------------------------------------


class DamageRulings(Rulings):
    """What the source leaves open of jams, damage and crews."""

    jam_dice_twin: Literal["two", "one"] = ruling(
        "RW-JAM-1", "How many dice are rolled for a jam of twin guns?", "One for each gun.", "One."
    )
    jam_height: Literal["firer", "target"] = ruling(
        "RW-JAM-2", "Whose height counts for a jam?", "That of who fires.", "That of the target."
    )
    clear_dice: Literal["one-die-each", "one-die"] = ruling(
        "RW-JAM-4", "Several guns are jammed: how many dice clear them?", "One for each.", "One for all."
    )
    clear_turned: Literal["this-move-only", "counted"] = ruling(
        "RW-JAM-5", "Do hexsides count that were turned before a continued turn?", "No.", "Yes."
    )
    drum_change_when: Literal["any-later-turn", "next-turn"] = ruling(
        "RW-SPEC-8",
        "When is an empty drum changed?",
        "In any later turn; until then the gun is silent.",
        "In the next turn.",
    )
    drum_and_clear: Literal["no", "yes"] = ruling(
        "RW-SPEC-22", "May a drum be changed and the same gun be cleared in one turn?", "No.", "Yes."
    )
    b_one_jammed: Literal["other-fires-on-C", "none"] = ruling(
        "RW-SPEC-5", "One gun of a column B aircraft is jammed: does the other fire?", "Yes, on column C.", "No."
    )
    fuel_reading: Literal["two-or-less", "exactly-two"] = ruling(
        "RW-CRIT-4", "When is the fuel gone?", "On a 2 or less, after subtracting.", "On a 2 exactly."
    )
    fuel_twice: Literal["first-clock-runs-on", "second-clock-too"] = ruling(
        "RW-CRIT-5", "What does a second hit of the tank do?", "Nothing.", "It begins a count of its own."
    )
    fuel_gone: Literal["next-turn", "at-once"] = ruling(
        "RW-CRIT-4", "When does an aircraft without fuel glide?", "From the next turn on.", "At once."
    )
    pilot_killed: Literal["aircraft-lost", "glides-one-turn"] = ruling(
        "RW-CRIT-1",
        "A pilot is killed whom nobody can replace: what of the aircraft?",
        "It is lost.",
        "It glides for one turn, then it is lost.",
    )
    dual_who: Literal["killed-or-seriously-wounded", "killed"] = ruling(
        "RW-SPEC-23",
        "When does an observer take the controls?",
        "When the pilot is killed or seriously wounded.",
        "When he is killed.",
    )
    dual_when: Literal["next-turn", "at-once"] = ruling(
        "RW-SPEC-23", "From when on does he have them?", "From the next turn on.", "At once."
    )
    badly_wounded: Literal["seriously-wounded", "any-hit"] = ruling(
        "RW-PARA-3", "Who is badly wounded?", "Who is seriously wounded.", "Who was hit at all."
    )
    parachute_dead: Literal["no", "yes"] = ruling("RW-PARA-2", "Is there a die for the dead?", "No.", "Yes.")
    capture_wind: Literal["no-roll", "die-for-direction"] = ruling(
        "RW-PARA-6", "Where does the wind blow if none is in play?", "Nowhere: nobody is captured by it.", "A die tells."
    )
    capture_elsewhere: Literal["captured", "roll"] = ruling(
        "RW-PARA-6",
        "What of somebody who comes down behind the enemy's lines?",
        "He is captured.",
        "A die tells: on a 1 he is.",
    )
    novice_by_share: Literal["yes", "whole-only"] = ruling(
        "RW-NOV-6", "Does a shared victory make a novice a regular?", "Yes.", "No, only a whole one."
    )
    novice_balloons: Literal["no", "yes"] = ruling(
        "RW-NOV-6",
        "Does a balloon make a novice a regular?",
        "No, his first enemy aircraft does.",
        "Yes.",
        standing="stated",
    )
    novice_crew: Literal["whole-crew", "the-man"] = ruling(
        "RW-NOV-6",
        "Who has to come back in one piece for a mission to count?",
        "The aircraft and all of its crew.",
        "The aircraft and the man himself.",
        standing="stated",
    )
    first_roster: Literal["no-novices", "as-replacements"] = ruling(
        "RW-BA-1",
        "Are those rolled for with whom a squadron begins a campaign?",
        "No, only replacements who arrive.",
        "Yes, as replacements are.",
        standing="stated",
    )
    novice_german_observer: Literal["never", "as-german-pilot"] = ruling(
        "RW-BA-1", "Is a German observer who joins a novice?", "Never.", "As a German pilot."
    )
    lesser_type: Literal["campaign-data", "owner"] = ruling(
        "RW-BA-2",
        "Which of two types is the lesser one?",
        "The one that the campaign says, else the one with the worse schedule, then the slower one.",
        "The one that its owner says.",
    )
    observer_wounds: Literal["off", "on"] = ruling(
        "RW-BASE-4", "Are observers wounded or killed, as pilots are?", "No, a hit puts them out.", "Yes."
    )
    casualty_pilot_hit: Literal["rolled", "seriously-wounded"] = ruling(
        "RW-CAS-1", "What is a pilot hit from the ground?", "Rolled for as in the air.", "Seriously wounded."
    )
    critical_moment: Literal["with-the-shot", "after-all-fire"] = ruling(
        "RW-FIRE-1", "When is a critical hit rolled?", "With the shot; it works with the damage.", "After all fire."
    )
    crit5_mount: Literal["other-fires-on-C", "mount-out"] = ruling(
        "RW-BASE-1",
        "A critical hit puts one of twin guns out: what of the other?",
        "It fires on column C.",
        "It is out, too.",
    )
    clear_and_fire: Literal["yes", "no"] = ruling(
        "RW-JAM-4", "May another gun fire in the turn of a try to clear one?", "Yes, but not the other of twin guns.", "No."
    )
    forced_down: Literal["whose-fire", "always", "never"] = ruling(
        "RW-VIC-2",
        "A glider lands: whose victory is it?",
        "Theirs who caused it, unless it lands on its own side.",
        "Theirs who caused it, wherever it lands.",
        "Nobody's.",
    )
    critical_six_single: Literal["no-effect", "reroll"] = ruling(
        "RW-CAS-2", "What is a hit of the observer in a single-seater?", "Nothing.", "Rolled again."
    )
