"""A shot: whether it bears, its modifiers, the dice on the target damage table, what it is worth, and firing it.

FIRE, SIL, DEFL, TMOVE-2, TMOVE-3, ACE-2, ACE-3, NOV-3.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as with_changes
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Literal, NamedTuple, Self

from aqmf_air import api
from aqmf_air.api.geometry import distance, in_cone, in_row
from aqmf_air.games.richthofens_war.chapters import aircraft_sheet, guns_and_jams, sights
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import NAMES, Status, in_fire
from aqmf_air.games.richthofens_war.chapters.damage import Critical, critical_hit
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import Battery, By, GunJammed, batteries, gun_of, guns_of, spent
from aqmf_air.games.richthofens_war.chapters.sights import Hanging
from aqmf_air.games.richthofens_war.state import Aircraft, Balloon, Declaration, Game, PendingShot, guns, own_aircraft
from aqmf_air.games.richthofens_war.tables import (
    D6,
    FURTHEST,
    TOTALS,
    AircraftType,
    Damage,
    FireRow,
    GroundFire,
    RichthofenRulings,
    Schedule,
    Tables,
)

# -- modifiers, and the damage table -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shooting:
    """What counts of who fires and who is fired at."""

    shooter: AircraftType
    target: AircraftType | None
    """None: a balloon."""
    shooter_schedule: Schedule
    target_schedule: Schedule
    by: Literal["pilot", "observer"] = "pilot"
    status: Status = ""
    """Of who fires, as far as he uses it."""
    target_status: Status = ""
    target_loaded: bool = False
    shooter_loaded: bool = False
    deflection: int = 0
    tails_another: bool = False
    """Whether a tailer fires at somebody else than its target. TMOVE-3."""
    blind_spot: bool = False
    wing_gun_alone: bool = False


def fire_modifiers(facts: Shooting, tables: Tables, rulings: RichthofenRulings) -> tuple[api.Modifier, ...]:
    """What is added to the dice of a shot. ACE-3, NOV-3, NOV-5, SIL, DEFL-1, TMOVE-3, SPEC-2, SPEC-6, SPEC-10."""
    changes: list[tuple[int, str, str]] = []
    own = in_fire(facts.status, tables, rulings)
    changes.append((own, f"{NAMES[facts.status]} fires", _rule_of(facts.status, facts.by)))
    changes.append(
        (-in_fire(facts.target_status, tables, rulings), f"at a {NAMES[facts.target_status]}", _rule_of(facts.target_status))
    )
    if facts.target is not None:
        size = aircraft_sheet.silhouette_in_fire(
            aircraft_sheet.silhouette(facts.shooter, tables, loaded=facts.shooter_loaded),
            aircraft_sheet.silhouette(facts.target, tables, loaded=facts.target_loaded),
            aircraft_sheet.rank(facts.shooter_schedule, tables, rulings),
            aircraft_sheet.rank(facts.target_schedule, tables, rulings),
        )
        changes.append((size, f"silhouette of the {facts.target.name}", "RW-SIL-1"))
    changes.append((facts.deflection, "deflection", "RW-DEFL-1"))
    on_the_wing = facts.shooter.has("british-lewis") and facts.by == "pilot"
    for holds, name, reason, rule in (
        (facts.tails_another, "other-than-tailed", "at another than the one it tails", "RW-TMOVE-3"),
        (facts.blind_spot, "blind-spot", "into its blind spot", "RW-SPEC-2"),
        (facts.wing_gun_alone, "wing-gun-alone", "wing gun alone", "RW-SPEC-6"),
        (on_the_wing, "british-wing-gun", "gun on the wing", "RW-SPEC-10"),
    ):
        changes.append((holds * tables.number("fire-changes", name), reason, rule))
    return tuple(api.modifier(value, reason, rule) for value, reason, rule in changes if value)


def _rule_of(status: Status, by: str = "pilot") -> str:
    if status == "novice":
        return "RW-NOV-3" if by == "pilot" else "RW-NOV-5"
    return "RW-ACE-3"


@dataclass(frozen=True)
class Result:
    """What a shot comes to."""

    natural: int
    """The total of the dice."""
    total: int
    """With modifiers, as it is looked up."""
    damage: int
    critical: bool


def looked_up(row: Damage, natural: int, change: int, rulings: RichthofenRulings) -> Result:
    """A row of the damage table read for a total of dice and what is added to it. FIRE-1."""
    raw = natural + change
    total = max(TOTALS.start, min(TOTALS.stop - 1, raw))
    if raw < TOTALS.start and rulings.tdt_ends == "miss-below":
        return Result(natural, raw, 0, critical=False)
    return Result(natural, total, row.at(total), total in row.critical)


@dataclass(frozen=True)
class OnDamageTable:
    """What the two dice of a shot are read on, and what is added to them."""

    row: Damage
    changes: tuple[api.Modifier, ...]
    rulings: RichthofenRulings

    @property
    def table(self) -> str:
        """What players find it by: ``damage table, column A at 2 to 3 hexes``."""
        row = self.row
        if isinstance(row, FireRow):
            far = f"{row.near} to {row.far}" if row.near != row.far else f"{row.near}"
            return f"damage table, column {row.fire} at {far} hex{'es' * (far != '1')}"
        return f"damage table, {row.fire} row" if isinstance(row, GroundFire) else "damage table"

    @property
    def needs(self) -> str:
        """What is added and where it is read, for who rolls."""
        return ", ".join((self.table, *(f"{change.value:+d} {change.reason}" for change in self.changes)))

    def looked_up(self, natural: int) -> api.LookUp:
        """The line of the table that the dice lead to."""
        lines = [api.TableLine(str(total), self._result_in_words(total), self.row.standing) for total in TOTALS]
        came = looked_up(self.row, natural, sum(change.value for change in self.changes), self.rulings)
        at = came.total - TOTALS.start
        if at < 0:  # ``tdt_ends``
            lines, at = [api.TableLine(f"below {TOTALS.start}", "no damage", self.row.standing), *lines], 0
        return api.LookUp(self.table, natural, self.changes, tuple(lines), at)

    def _result_in_words(self, total: int) -> str:
        points = self.row.at(total)
        hit = api.plural(points, "point") + " of damage" if points else "no damage"
        return f"{hit}, a critical hit" if total in self.row.critical else hit


def roll_shot(
    dice: api.Dice, row: Damage, change: int, rulings: RichthofenRulings, by: str = "", about: object = None
) -> Result:
    """Two dice on a row of the damage table. FIRE-1."""
    return looked_up(row, dice.draw(api.total("fire", 2, D6, by=by, about=about)), change, rulings)


# -- a shot in a game before it is fired -------------------------------------------------------------------------------


Way = Literal["moved", "passing", "head-on", "observer"]


class ShotWorth(NamedTuple):
    """What a shot is worth before the dice, exactly."""

    mean: Fraction
    """Points of damage."""
    hits: Fraction
    """The chance of any damage."""
    critical: Fraction


@lru_cache(maxsize=4096)
def worth(row: FireRow, change: int, rulings: RichthofenRulings) -> ShotWorth:
    """The odds of a row of the damage table, with what is added to the dice. FIRE-1."""
    odds = api.chances(roll_shot, row, change, rulings)
    hits, critical = odds.where(lambda result: result.damage > 0), odds.where(lambda result: result.critical)
    return ShotWorth(odds.mean(lambda result: result.damage), hits, critical)


def shooting(
    game: Game,
    own: Aircraft,
    enemy: Aircraft | Balloon,
    by: By,
    battery: Battery,
    *,
    hanging: bool = False,
    blind_spot: bool = False,
    head_on: bool = False,
) -> Shooting:
    """What counts of a shot. ACE-2: an ace who has chosen to defend adds nothing to his fire, and the other way round."""
    printed = game.rulings.silhouette_schedules == "printed"
    chart: Literal["normal", "bottom"] = "bottom" if hanging else "normal"
    scope = by == "pilot" or game.rulings.deflection_scope == "all-guns"
    other = not head_on and fires_at_another(game, own, enemy.id, by)
    if isinstance(enemy, Balloon):
        own_schedule, status = game.schedule(own, printed=printed), _status_of_shooter(game, own, by, battery)
        alone_ = battery.wing_gun_alone
        return Shooting(
            game.type_of(own), None, own_schedule, own_schedule, by, status, tails_another=other, wing_gun_alone=alone_
        )
    return Shooting(
        game.type_of(own),
        game.type_of(enemy),
        game.schedule(own, printed=printed),
        game.schedule(enemy, printed=printed),
        by,
        _status_of_shooter(game, own, by, battery),
        status_of_target(game, enemy),
        enemy.loaded,
        own.loaded,
        sights.deflection(own.place, enemy.place, game.tables, chart) if scope else 0,
        tails_another=other,
        blind_spot=blind_spot,
        wing_gun_alone=battery.wing_gun_alone,
    )


def fires_at_another(game: Game, own: Aircraft, target: str, by: By) -> bool:
    """Whether a tailer's pilot fires at another than the one it tails (``tail_other_attack``). TMOVE-3."""
    tails = game.tails_whom(own.id)
    if by != "pilot" or not tails or tails == target:
        return False
    if game.rulings.tail_other_attack == "any-other-except-head-on":
        return True
    tailed = game.of(tails)
    there = batteries_of(game, own, by)[:1] if tailed.flying else ()
    return any(not any(True for _ in against_sights(game, own, tailed, battery, by, "moved")) for battery in there)


def bears(game: Game, own: Aircraft, battery: Battery, by: By, enemy: Aircraft | Balloon) -> sights.Bears | None:
    """Whether the guns of a battery bear on an enemy now."""
    mount = mount_of(game, own, battery, by)
    return sights.bears(own.place, mount, game.type_of(own), enemy.place, game.tables, game.rulings)


def hangs(game: Game, own: Aircraft, enemy: Aircraft | Balloon, passage: sights.Passage) -> bool:
    """Whether it may hang on its propeller and fire at an enemy above. SPEC-17 to SPEC-19."""
    if isinstance(enemy, Balloon):
        return False
    facts = Hanging(own.last.speed or own.speed, own.last.dived, own.gliding, enemy.moved, passage, enemy.place)
    return sights.hangs(game.type_of(own), facts, game.tables, game.rulings)


def batteries_of(game: Game, own: Aircraft, by: By) -> tuple[Battery, ...]:
    """The ways in which a man's guns can be fired now, the strongest first."""
    tried = [gun for shooter, gun in game.tended if shooter == own.id]
    return batteries(own, game.type_of(own), by, game.rulings, tried)


def mount_of(game: Game, own: Aircraft, battery: Battery, by: By) -> sights.Mount:
    """Where the guns of a battery are."""
    works = {gun.name: gun for gun, _ in guns_of(own, game.type_of(own), by, game.rulings)}
    return works[battery.guns[0]].mount


def against_sights(
    game: Game, own: Aircraft, enemy: Aircraft | Balloon, battery: Battery, by: By, way: Way
) -> Iterator[api.Objection]:
    """Why an enemy is not in the sights as the occasion asks. DECL-1, DECL-4, TMOVE-2."""
    rulings, type_, mount = game.rulings, game.type_of(own), mount_of(game, own, battery, by)
    if way == "moved" and by == "pilot" and hangs(game, own, enemy, game.passage(own)):
        return
    if not bears(game, own, battery, by, enemy):
        yield _off_the_sights(game, own, enemy, mount)
        return
    if way == "head-on" and game.declared(own.id) and rulings.head_on_eligibility == "field-of-fire-only":
        return
    if way == "head-on" and not game.declared(own.id) and rulings.head_on_return == "field-is-enough":
        return
    if way == "observer" and rulings.observer_eligibility == "in-field-at-end":
        return
    if way in ("passing", "head-on") and isinstance(enemy, Aircraft):
        seen = sights.crossed_sights(own.place, mount, type_, game.passage(enemy), game.tables, rulings)
        if not seen:  # "spends its last two MP in its line of fire"
            yield api.Objection("RW-DECL-4", "it did not spend its last two movement points in the line of fire")
        return
    points = 1 if follows(game, own, enemy) else 2
    if not sights.in_sights(game.passage(own), mount, type_, enemy.place, game.tables, rulings, points=points):
        # "may declare fire on an enemy it is eligible to fire on"
        yield api.Objection("RW-DECL-1", "it was not in the sights for the last two movement points")


def follows(game: Game, own: Aircraft, enemy: Aircraft | Balloon) -> bool:
    """Whether a tailer has kept to its target, and may fire with its last movement point alone. TMOVE-2."""
    if game.tails_whom(own.id) != enemy.id:
        return False
    if game.rulings.tail_fire_position == "full":
        return sights.in_position(own.place, enemy.place, game.tables, game.rulings)
    return sights.good_position(distance(own.hex, enemy.hex), abs(own.height - enemy.height), game.tables)


def _off_the_sights(game: Game, own: Aircraft, enemy: Aircraft | Balloon, mount: sights.Mount) -> api.Objection:
    """Why guns do not bear. D-9."""
    field = game.tables.fields.at(mount)
    far, above = distance(own.hex, enemy.hex), enemy.height - own.height
    if not field.near <= far <= field.far:
        reason = f"it is {far} hexes away; the guns reach {field.near} to {field.far}"
    elif abs(above) > field.height:
        reason = f"it is {abs(above)} m {'higher' if above > 0 else 'lower'}; the guns reach {field.height} m"
    elif mount == "front":
        reason = "it is not in the field of fire ahead"
    elif in_row(own.hex, own.facing + 3, enemy.hex) and not in_cone(own.hex, own.facing, enemy.hex):
        # "cannot fire at aircraft in its rear hexes"
        return api.Objection("RW-SPEC-4", "it is in the blind spot behind the tail")
    else:
        reason = "it is not in the rear gun's field of fire"
    return api.Objection("RW-DECL-1", reason)  # "may declare fire on an enemy it is eligible to fire on"


def counts(game: Game, aircraft: Aircraft, by: By) -> bool:
    """Whether a man's guns are front guns for the limit of two. DECL-5."""
    if by == "pilot":
        return True
    front = any(gun.mount == "front" for gun, _ in guns_of(aircraft, game.type_of(aircraft), by, game.rulings))
    return front and game.rulings.fe2b_front_gun == "yes"


def alone(game: Game, enemy: Aircraft | Balloon) -> bool:
    """Whether there is no other target on the board, or none that anybody could fire at (``one_target``). DECL-6."""
    side = "allied" if enemy.side == "german" else "german"
    others = [target for target in game.targets(side) if target.id != enemy.id]
    if game.rulings.one_target == "one-enemy-on-board":
        return not others
    friends = [aircraft for aircraft in game.flying if aircraft.side == side]
    return not any(
        bears(game, own, battery, "pilot", target)
        for target in others
        for own in friends
        for battery in batteries_of(game, own, "pilot")[:1]
    )


def _status_of_shooter(game: Game, own: Aircraft, by: By, battery: Battery) -> Status:
    """What counts of who fires. ACE-2, NOV-5."""
    if by == "observer":
        man = own.observer
        novice = man is not None and man.novice
        lends = game.rulings.ace_observer_gun
        front = mount_of(game, own, battery, by) == "front"
        if novice or lends == "no" or (lends == "front-guns-only" and not front):
            return "novice" if novice else ""
    status = game.status(own)
    return "" if status != "novice" and use_of_ace(game, own.id) == "defence" else status


def use_of_ace(game: Game, id_: str) -> str:
    """What an ace uses his skill for: as he has chosen, or in the first attack that he has a part in (``ace_choice``)."""
    if (use := dict(game.ace_uses).get(id_)) or game.rulings.ace_choice == "sealed":
        return use or ""
    first = next((shot for shot in game.shots if id_ in (shot.shooter, shot.target) and not shot.ground), None)
    return "" if first is None else "attack" if first.shooter == id_ else "defence"


def status_of_target(game: Game, enemy: Aircraft) -> Status:
    """What counts of who is fired at. ACE-2."""
    status = game.status(enemy)
    if status == "novice":
        return status
    defended = any(shot.target == enemy.id and not shot.ground for shot in game.shots)
    if defended and game.rulings.ace_defends_against == "one":
        return ""
    return "" if use_of_ace(game, enemy.id) == "attack" else status


# -- declared shots as they are fired ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReadyShot:
    """A declared shot that can be fired now."""

    battery: Battery
    row: FireRow
    modifiers: tuple[api.Modifier, ...]
    blind_spot: bool = False

    @property
    def change(self) -> int:
        """What is added to the dice."""
        return sum(modifier.value for modifier in self.modifiers)


def still_bears(game: Game, shot: Declaration) -> bool:
    """Whether a declared target can be fired at when combat begins (``unmoved_target``)."""
    if not game.is_up(shot.target) or not game.has(shot.shooter) or not ready(game, shot):
        return False
    if game.rulings.unmoved_target == "as-declared" or shot.by == "observer":
        return True
    own, enemy = game.of(shot.shooter), game.target(shot.target)
    if shot.hanging:
        return own.hex == enemy.hex
    battery = batteries_of(game, own, shot.by)[0]
    return bears(game, own, battery, shot.by, enemy) is not None


def ready(game: Game, shot: Declaration) -> tuple[ReadyShot, ...]:
    """The ways in which a declared shot can be fired, the strongest first; none: it cannot."""
    own, enemy = game.of(shot.shooter), game.target(shot.target)
    there = (battery for battery in batteries_of(game, own, shot.by) if shot.gun in ("", str(battery)))
    return tuple(filter(None, (_ready(game, own, enemy, shot, battery) for battery in there)))


def _ready(game: Game, own: Aircraft, enemy: Aircraft | Balloon, shot: Declaration, battery: Battery) -> ReadyShot | None:
    bearing = bears(game, own, battery, shot.by, enemy)
    as_declared = game.rulings.unmoved_target == "as-declared" and shot.by == "pilot"
    if bearing is None and not shot.hanging and not as_declared:
        return None
    blind = bearing is not None and bearing.blind_spot
    facts = shooting(game, own, enemy, shot.by, battery, hanging=shot.hanging, blind_spot=blind, head_on=shot.head_on)
    facts = with_changes(facts, tails_another=shot.other)
    far = shot.range if shot.hanging or bearing is None or as_declared else bearing.range
    if as_declared and facts.deflection:
        chart = game.tables.deflection.at("bottom" if shot.hanging else "normal")
        facts = with_changes(facts, deflection=chart.change[shot.turns])
    row = game.tables.fire(battery.column, min(far, FURTHEST))
    return ReadyShot(battery, row, fire_modifiers(facts, game.tables, game.rulings), blind)


@dataclass(frozen=True)
class Fired:
    """What a shot comes to."""

    result: Result
    jammed: tuple[str, ...]
    critical: Critical | None
    own_damage: int = 0


def fired(
    dice: api.Dice,
    shot: ReadyShot,
    height: int,
    guns_of_target: Sequence[str],
    tables: Tables,
    rulings: RichthofenRulings,
    by: str = "",
    *,
    observer: bool = False,
    balloon: bool = False,
    shooter: str = "",
    target: str = "",
) -> Fired:
    """A shot with all its dice. FIRE-1, JAM-1 to JAM-3, CRIT, SPEC-3, SPEC-5.

    Args:
        dice: as of any rule.
        shot: how it is fired.
        height: in metres: of who fires, or of the target (``jam_height``).
        guns_of_target: those in order, for a critical hit.
        tables: in force.
        rulings: in force.
        by: who rolls.
        observer: whether somebody is behind the target's pilot.
        balloon: whether the target is one: what a critical hit does to it needs no dice.
        shooter: what who fires is called, for those who roll.
        target: what the target is called.
    """
    at_target = api.labelled(dice, target, lambda: f"{shot.battery} of {shooter}" if shooter else "", relation="at")
    result = roll_shot(at_target, shot.row, shot.change, rulings, by, OnDamageTable(shot.row, shot.modifiers, rulings))
    jammed = (
        _jammed(api.labelled(dice, shooter, relation="of"), shot, height, tables, rulings, by)
        if guns_and_jams.may_jam(result.natural, tables)
        else ()
    )
    critical = None
    if result.critical and not balloon and rulings.critical_moment == "with-the-shot":
        critical = critical_hit(api.labelled(dice, target), guns_of_target, tables, rulings, by, observer=observer)
    read = result.natural
    if rulings.hannover_eleven == "modified":
        read += sum(modifier.value for modifier in shot.modifiers if modifier.source != "RW-SPEC-2")
    own = shot.blind_spot and read == tables.number("fire-changes", "own-tail")
    return Fired(result, jammed, critical, own * tables.number("fire-changes", "own-tail-damage"))


def _jammed(
    dice: api.Dice, shot: ReadyShot, height: int, tables: Tables, rulings: RichthofenRulings, by: str
) -> tuple[str, ...]:
    """The guns that jam, once the dice call for a look. Separate guns are looked at one by one. JAM-1, SPEC-5."""
    guns = shot.battery.guns
    if shot.battery.column == "B":
        return tuple(gun for gun in guns if guns_and_jams.jammed(dice, 1, height, tables, by))
    if len(guns) > 1 and rulings.jam_dice_twin == "one":
        return guns if guns_and_jams.jammed(dice, 1, height, tables, by) else ()
    return guns[: guns_and_jams.jammed(dice, len(guns), height, tables, by)]


# -- orders ------------------------------------------------------------------------------------------------------------


# "When everybody, observers included, has declared, fire is resolved"
TIMING = api.Timing(("combat",), "firing", "RW-FIRE-1")
TWO_DICE = "two dice on column"


def damage_of(result: Result) -> int:
    """The points of damage of a shot."""
    return result.damage


def critical_of(result: Result) -> bool:
    """Whether a shot is a critical hit."""
    return result.critical


def was_critical(events: Sequence[object]) -> bool:
    """The same, of the shot that was resolved."""
    return any(isinstance(event, ShotResolved) and bool(event.critical or event.burns) for event in events)


def beyond_limit(game: Game, declaration: Declaration) -> bool:
    """Whether as many as may have fired at its target, where the owner chooses who does (``limit_priority``). DECL-5."""
    if game.rulings.limit_priority != "owner" or alone(game, game.target(declaration.target)):
        return False
    fronts = {
        each.shooter
        for each in game.declarations
        if each.target == declaration.target
        and counts(game, game.of(each.shooter), each.by)
        and any((each.shooter, name) in game.guns_fired for name in (gun.name for gun in game.of(each.shooter).guns))
    }
    most = game.tables.number("fire-changes", "at-one-target")
    return counts(game, game.of(declaration.shooter), declaration.by) and len(fronts - {declaration.shooter}) >= most


class OfShot(api.Order[Game, api.Registry]):
    """An order about a declared shot that is neither fired nor held."""

    timing: ClassVar[api.Timing] = TIMING
    aircraft: str
    gun: str = ""
    """The observer's gun; empty: the pilot's."""

    @property
    def key(self) -> tuple[str, str]:
        """See :attr:`aqmf_air.games.richthofens_war.state.Declaration.key`."""
        return self.aircraft, self.gun

    def declared(self, game: Game) -> Declaration:
        """The shot. StopIteration: there is none."""
        return next(open_shot for open_shot in game.open_shots if open_shot.key == self.key)

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        of_observers = guns(game, player, lambda aircraft: [str(way) for way in batteries_of(game, aircraft, "observer")])
        return {"aircraft": own_aircraft(game, player), "gun": of_observers}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: api.Registry, words: api.Said) -> Iterable[Self]:
        """Of any of the side's shots, where no aircraft is named; of its observer's, where its pilot has none."""
        able = [open_shot.shooter for open_shot in game.open_shots if game.of(open_shot.shooter).side == player]
        able = able or [aircraft.id for aircraft in game.flying if aircraft.side == player][:1]  # to say what is against it
        named = [words["aircraft"]] if "aircraft" in words else able
        for id_ in dict.fromkeys(named):
            there = (
                [words["gun"]]
                if "gun" in words
                else [open_shot.gun for open_shot in game.open_shots if open_shot.shooter == id_]
            )
            for gun in [""] if "" in there or not there else there:
                yield cls(**{**words, "aircraft": id_, "gun": gun})

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        if late := TIMING.objections(game):
            yield from late
        elif self.key not in [open_shot.key for open_shot in game.open_shots]:
            which = f" with {self.gun[:40]}" if self.gun else ""
            # "When everybody, observers included, has declared"
            yield api.Objection("RW-FIRE-1", f"{game.called(self.aircraft)[:60]} has no declared shot left{which}")
        elif game.of(self.aircraft).side != player:  # "When everybody, observers included, has declared"
            yield api.Objection("RW-FIRE-1", f"{game.called(self.aircraft)} is the enemy's")
        else:
            yield from self.against(game, self.declared(game))

    @abstractmethod
    def against(self, game: Game, declaration: Declaration) -> Iterable[api.Objection]:
        """What is said against it besides."""


class Fire(OfShot, type="richthofen.fire"):
    """A declared shot is fired. FIRE-1."""

    phrases: ClassVar[tuple[str, ...]] = ("[{aircraft}] fires|fire|shoots|shoot [its {gun}] [with {guns}]",)
    guns: str = ""
    """Which guns together, as ``left gun and right gun``; empty: the strongest that can be fired. SPEC-6."""

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if not cls.timing.fits(game):
            return
        for open_shot in game.open_shots:
            if game.of(open_shot.shooter).side == player:
                for at, way in enumerate(ready(game, open_shot)):
                    which = str(way.battery) if at else ""
                    title = f"{game.called(open_shot.shooter)} fires at {game.called(open_shot.target)}"
                    title += f" with the {way.battery}" if at or open_shot.gun else ""
                    mean = f"{way.change:+d} to the dice, column {way.row.fire}"
                    yield api.Offer(
                        cls(aircraft=open_shot.shooter, gun=open_shot.gun, guns=which),
                        f"{title} ({mean})",
                        open_shot.shooter,
                    )

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        of_pilots = guns(game, player, lambda aircraft: [str(way) for way in batteries_of(game, aircraft, "pilot")])
        return {**super().slots(game, player, rules), "guns": of_pilots}

    def against(self, game: Game, declaration: Declaration) -> Iterable[api.Objection]:
        if beyond_limit(game, declaration):  # "At most two aircraft may fire front guns at one target"
            yield api.Objection("RW-DECL-5", f"others have fired at {game.called(declaration.target)}: hold the shot")
        if not any(self.guns in ("", str(way.battery)) for way in ready(game, declaration)):
            # "Its pilot may fire one of the two only"
            yield api.Objection("RW-SPEC-6", f"{game.called(self.aircraft)} cannot fire {self.guns[:40] or 'now'}")

    def _way(self, game: Game) -> tuple[Declaration, ReadyShot]:
        declaration = self.declared(game)
        return declaration, next(way for way in ready(game, declaration) if self.guns in ("", str(way.battery)))

    def questions(self, game: Game, rules: api.Registry) -> Sequence[api.Question]:
        declaration, way = self._way(game)
        far = f"at {way.row.near} to {way.row.far} hexes"
        added = (api.TargetNumber(f"{TWO_DICE} {way.row.fire}", 0, far, "RW-FIRE-1", way.modifiers),)
        facts = (way.row, way.change, game.rulings)
        read = api.ReadFrom((ShotResolved,), "damage", about=("shooter", declaration.shooter))
        damage = api.Question("damage", roll_shot, facts, added, damage_of, of=read, luck=api.Tally("damage in the air"))
        if not worth(*facts).critical:  # nothing that is rolled can be one
            return (damage,)
        critical = api.Question(
            "critical hit", roll_shot, facts, (), critical_of, of=was_critical, luck=api.Tally("critical hits")
        )
        return damage, critical

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        declaration, way = self._way(game)
        own, target = game.of(declaration.shooter), game.target(declaration.target)
        aircraft = target if isinstance(target, Aircraft) else None
        height = own.height if game.rulings.jam_height == "firer" else target.height
        came = fired(
            dice,
            way,
            height,
            tuple(gun.name for gun in aircraft.guns if not gun.out) if aircraft else (),
            game.tables,
            game.rulings,
            own.side,
            observer=aircraft is not None and aircraft.observer is not None,
            balloon=aircraft is None,
            shooter=game.called(own.id),
            target=game.called(target.id),
        )
        return (resolved(declaration, way, came), *(GunJammed(aircraft=own.id, gun=name) for name in came.jammed))


def resolved(declaration: Declaration, way: ReadyShot, came: Fired) -> ShotResolved:
    """A shot as it is written down."""
    critical = came.critical
    return ShotResolved(
        shooter=declaration.shooter,
        target=declaration.target,
        gun=declaration.gun,
        guns=way.battery.guns,
        natural=came.result.natural,
        total=came.result.total,
        changes=tuple((each.value, each.reason, each.source) for each in way.modifiers),
        damage=came.result.damage,
        critical=critical.total if critical else 0,
        amount=critical.amount if critical else 0,
        health=critical.health if critical else "",
        gun_hit=critical.gun if critical else "",
        own_damage=came.own_damage,
        burns=came.result.critical and critical is None,
    )


class Hold(OfShot, type="richthofen.hold"):
    """A declared shot is held: it costs neither ammunition nor a jam. ``declared_shot``."""

    phrases: ClassVar[tuple[str, ...]] = ("[{aircraft}] holds|hold fire [of its {gun}]", "hold")

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if cls.timing.fits(game):
            for open_shot in game.open_shots:
                title = f"{game.called(open_shot.shooter)} holds fire{f' of its {open_shot.gun}' if open_shot.gun else ''}"
                yield api.Offer(cls(aircraft=open_shot.shooter, gun=open_shot.gun), title, open_shot.shooter)

    def against(self, game: Game, declaration: Declaration) -> Iterable[api.Objection]:
        if game.rulings.declared_shot == "must-fire" and not beyond_limit(game, declaration):
            # "When everybody, observers included, has declared"
            yield api.Objection("RW-FIRE-1", "a declared shot is fired")

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        declaration = self.declared(game)
        return (ShotHeld(shooter=declaration.shooter, target=declaration.target, gun=declaration.gun),)


# -- events ------------------------------------------------------------------------------------------------------------


class ShotCame(api.Event[Game]):
    """What a shot came to, from the air or from the ground; its damage is applied later."""

    target: str
    natural: int
    """The total of the dice."""
    total: int
    """With all changes, as it was looked up."""
    changes: tuple[tuple[int, str, str], ...] = ()
    """What was added, why, and by which rule."""
    damage: int
    critical: int = 0
    """The total of the dice for a critical hit; 0: none."""
    amount: int = 0
    health: Literal["", "fit", "wounded", "dead"] = ""
    gun_hit: str = ""
    """What the critical hit does: see :class:`aqmf_air.games.richthofens_war.state.PendingShot`."""

    def shot(self, shooter: str, *, ground: bool = False, burns: bool = False) -> PendingShot:
        """What is kept of it until its damage is applied."""
        return PendingShot(
            shooter=shooter,
            target=self.target,
            damage=self.damage,
            critical=self.critical,
            amount=self.amount,
            health=self.health,
            gun=self.gun_hit,
            ground=ground,
            burns=burns,
        )

    def came(self, *, critical: bool) -> str:
        """Its dice, its damage, and whether it is a critical hit, in words."""
        change = sum(value for value, _, _ in self.changes)
        dice = f"{self.natural} {'+' if change > 0 else '-'} {abs(change)}" if change else str(self.natural)
        return f"{dice}, {self.damage or 'no'} damage{' and a critical hit' if critical else ''}"


class ShotResolved(ShotCame, type="richthofen.shot_resolved"):
    """A declared shot was fired; its damage is applied when all have fired. FIRE-1."""

    shooter: str
    gun: str = ""
    """The observer's gun; empty: the pilot's."""
    guns: tuple[str, ...]
    """Those that fired."""
    own_damage: int = 0
    """Points that the shooter does to its own tail. SPEC-3."""
    burns: bool = False
    """Whether it is a critical hit of a balloon, or one whose dice are rolled when all have fired."""

    def apply(self, game: Game) -> Game:
        for name in self.guns:
            game = guns_and_jams.with_gun(game, self.shooter, spent(gun_of(game, self.shooter, name)))
        shots = (*game.shots, self.shot(self.shooter, burns=self.burns))
        if self.own_damage:
            shots = (*shots, PendingShot(shooter=self.shooter, target=self.shooter, damage=self.own_damage))
        fired = tuple((self.shooter, name) for name in self.guns)
        return api.replace(
            game,
            shots=shots,
            settled=(*game.settled, (self.shooter, self.gun)),
            guns_fired=(*game.guns_fired, *fired),
        )

    def tell(self, game: Game) -> str:
        came = self.came(critical=bool(self.critical or self.burns))
        own = f"; it marks {self.own_damage} on its own tail" if self.own_damage else ""
        return f"{game.called(self.shooter)} fires at {game.called(self.target)}: {came}{own}"


class ShotHeld(api.Event[Game], type="richthofen.shot_held"):
    """A declared shot is held: it costs nothing (``declared_shot``)."""

    wording: ClassVar[str] = "{shooter} holds fire at {target}"
    shooter: str
    target: str
    gun: str = ""

    def apply(self, game: Game) -> Game:
        return api.replace(game, settled=(*game.settled, (self.shooter, self.gun)))


class SkillUsed(api.Event[Game], type="richthofen.skill_used"):
    """An ace keeps his skill for his own fire, or has used it against fire from the ground: once a turn. ACE-2."""

    aircraft: str
    use: Literal["attack", "defence"]

    def apply(self, game: Game) -> Game:
        return api.replace(game, ace_uses=(*game.ace_uses, (self.aircraft, self.use)))

    def tell(self, game: Game) -> str:
        if self.use == "attack":
            return f"{game.called(self.aircraft)} keeps his skill for his own fire in this turn"
        return f"{game.called(self.aircraft)} has used his skill against fire from the ground in this turn"
