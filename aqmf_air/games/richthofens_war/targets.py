"""Who may fire at whom, why not, and with what: the one check of orders, offers, boards and automatic sides. DECL, TMOVE.

A shot is judged as the game stands: by a pilot who has just moved (``moved``), by one across whose sights an enemy has just
moved (``passing``), by one who is attacked head-on (``head-on``), or by an observer when all have moved (``observer``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.modifiers import Modifier
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.richthofens_war.pieces import Aircraft, Balloon, Declaration
from aqmf_air.games.richthofens_war.rules import sights, tailing
from aqmf_air.games.richthofens_war.rules.fire import Shooting, fire_modifiers, shot
from aqmf_air.games.richthofens_war.rules.guns import Battery, batteries, guns_of
from aqmf_air.games.richthofens_war.rules.sights import Hanging
from aqmf_air.games.richthofens_war.rules.skill import Status
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import Fire
from aqmf_air.geometry.hexes.grid import distance, in_cone, in_row

Way = Literal["moved", "passing", "head-on", "observer"]
By = Literal["pilot", "observer"]
MORE_GUNNERS = 3
"""Men in a crew from which on more than one of them fires."""


@dataclass(frozen=True)
class Aim:
    """A shot at a target as it would be fired now, or why it may not be."""

    shooter: str
    by: By
    target: str
    range: int
    """Hexes on the map."""
    against: tuple[Objection, ...] = ()
    """Why it may not be declared; empty: it may."""
    battery: Battery | None = None
    """The guns that fire; None: none can."""
    modifiers: tuple[Modifier, ...] = ()
    row: Fire | None = None
    """The row of the damage table; None: it cannot be fired."""
    hanging: bool = False
    blind_spot: bool = False

    @property
    def change(self) -> int:
        """What is added to the dice."""
        return sum(one.value for one in self.modifiers)


def aim(game: Game, shooter: str, by: By, target: str, way: Way = "moved", guns: str = "") -> Aim:
    """A shot of one aircraft at another, judged now.

    Args:
        game: as it stands.
        shooter: who fires; it is in the game.
        by: which man of its crew.
        target: at whom; it is in the game.
        way: on what occasion.
        guns: the battery by its name; empty: the strongest.
    """
    own, enemy = game.of(shooter), game.target(target)
    far = distance(own.hex, enemy.hex)
    against = [*_against_crew(game, own, by), *_against_declaring(game, own, enemy, by, way)]
    there = batteries_of(game, own, by)
    battery = next((one for one in there if not guns or str(one) == guns), None)
    if battery is None:
        against += _against_guns(game, own, by)
        return Aim(shooter, by, target, far, tuple(against))
    against += _against_sights(game, own, enemy, battery, by, way)
    sought = sights.Passage(own.place, own.place) if way in ("passing", "observer") else game.passage(own)
    hanging = by == "pilot" and way == "moved" and hangs(game, own, enemy, sought)
    bearing = bears(game, own, battery, by, enemy)
    if bearing is None and not hanging:
        return Aim(shooter, by, target, far, tuple(against), battery)
    reach = sights.hang_range(enemy.height - own.height, game.rulings) if hanging else far
    blind = bearing is not None and bearing.blind_spot
    facts = shooting(game, own, enemy, by, battery, hanging=hanging, blind_spot=blind, head_on=way == "head-on")
    modifiers = fire_modifiers(facts, game.tables, game.rulings)
    row = game.tables.fire(battery.column, reach)
    return Aim(shooter, by, target, reach, tuple(against), battery, modifiers, row, hanging, blind)


class ShotWorth(NamedTuple):
    """What a shot is worth before the dice, exactly."""

    mean: Fraction
    """Points of damage."""
    hits: Fraction
    """The chance of any damage."""
    critical: Fraction


@lru_cache(maxsize=4096)
def worth(row: Fire, change: int, rulings: RichthofenRulings) -> ShotWorth:
    """The odds of a row of the damage table, with what is added to the dice. FIRE-1."""
    odds = chances(shot, row, change, rulings)
    hits, critical = odds.where(lambda one: one.damage > 0), odds.where(lambda one: one.critical)
    return ShotWorth(odds.mean(lambda one: one.damage), hits, critical)


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
    return any(not any(True for _ in _against_sights(game, own, tailed, one, by, "moved")) for one in there)


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


def head_on(game: Game, own: Aircraft, attacker: Aircraft) -> bool:
    """Whether an attacker who has declared on an aircraft comes head-on. DECL-7."""
    return sights.head_on(own.place, attacker.place, game.type_of(own), game.tables, game.rulings)


def aims_of(game: Game, shooter: str, by: By, way: Way) -> tuple[Aim, ...]:
    """The shots of a man at all enemies, those that may be declared and those that may not."""
    return tuple(aim(game, shooter, by, one.id, way) for one in game.targets(game.of(shooter).side))


def batteries_of(game: Game, own: Aircraft, by: By) -> tuple[Battery, ...]:
    """The ways in which a man's guns can be fired now, the strongest first."""
    tried = [gun for one, gun in game.tended if one == own.id]
    return batteries(own, game.type_of(own), by, game.rulings, tried)


def mount_of(game: Game, own: Aircraft, battery: Battery, by: By) -> sights.Mount:
    """Where the guns of a battery are."""
    works = {gun.name: gun for gun, _ in guns_of(own, game.type_of(own), by, game.rulings)}
    return works[battery.guns[0]].mount


def _against_crew(game: Game, own: Aircraft, by: By) -> Iterator[Objection]:
    if by == "observer":
        if own.flown_by == "observer":
            yield Objection("RW-SPEC-24", "its observer is at the controls, and fires no gun")
        elif own.observer is None:
            yield Objection("RW-DECL-2", "it has no observer")
        elif not own.observer.fit:
            yield Objection("RW-CAS-2", f"its observer is {own.observer.health}")
    elif own.flown_by == "observer":
        yield Objection("RW-SPEC-24", "who flies it fires no gun")
    elif own.pilot.health == "dead":
        yield Objection("RW-CRIT-1", "its pilot is dead")
    elif own.strafed and game.rulings.strafe_and_fire == "no":
        yield Objection("RW-STRAFE-1", "it strafes in this turn")


def _against_guns(game: Game, own: Aircraft, by: By) -> Iterator[Objection]:
    """Why nothing can be fired."""
    there = [state for _, state in guns_of(own, game.type_of(own), by, game.rulings)]
    if not there:
        yield Objection("RW-DECL-1", f"its {by} has no gun")
    elif any(one.jammed for one in there):
        yield Objection("RW-JAM-1", f"jammed: {' and '.join(one.name for one in there if one.jammed)}")
    elif any(one.empty_drum for one in there):
        yield Objection("RW-SPEC-8" if by == "pilot" else "RW-SPEC-22", "the drum is empty: it has to be changed first")
    elif all(one.out for one in there):
        yield Objection("RW-BASE-1", "its guns are out of order")
    else:
        yield Objection("RW-FIRE-2", "its guns have no ammunition left")


def _against_sights(
    game: Game, own: Aircraft, enemy: Aircraft | Balloon, battery: Battery, by: By, way: Way
) -> Iterator[Objection]:
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
        if not seen:
            yield Objection("RW-DECL-4", "it did not spend its last two movement points in the line of fire")
        return
    points = 1 if follows(game, own, enemy) else 2
    if not sights.in_sights(game.passage(own), mount, type_, enemy.place, game.tables, rulings, points=points):
        yield Objection("RW-DECL-1", "it was not in the sights for the last two movement points")


def follows(game: Game, own: Aircraft, enemy: Aircraft | Balloon) -> bool:
    """Whether a tailer has kept to its target, and may fire with its last movement point alone. TMOVE-2."""
    if game.tails_whom(own.id) != enemy.id:
        return False
    if game.rulings.tail_fire_position == "full":
        return tailing.in_position(own.place, enemy.place, game.tables, game.rulings)
    return tailing.good_position(distance(own.hex, enemy.hex), abs(own.height - enemy.height), game.tables)


def _off_the_sights(game: Game, own: Aircraft, enemy: Aircraft | Balloon, mount: sights.Mount) -> Objection:
    """Why guns do not bear. D-9."""
    field = game.tables.fields.at(mount)
    far, above = distance(own.hex, enemy.hex), enemy.height - own.height
    if not field.near <= far <= field.far:
        said = f"it is {far} hexes away; the guns reach {field.near} to {field.far}"
    elif abs(above) > field.height:
        said = f"it is {abs(above)} m {'higher' if above > 0 else 'lower'}; the guns reach {field.height} m"
    elif mount == "front":
        said = "it is not in the field of fire ahead"
    elif in_row(own.hex, own.facing + 3, enemy.hex) and not in_cone(own.hex, own.facing, enemy.hex):
        return Objection("RW-SPEC-4", "it is in the blind spot behind the tail")
    else:
        said = "it is not in the rear gun's field of fire"
    return Objection("RW-DECL-1", said)


def _against_balloon(game: Game, own: Aircraft, enemy: Aircraft | Balloon) -> Iterator[Objection]:
    """BALL-2: who attacks a balloon has announced it before the move."""
    announced = game.rulings.balloon_attack == "any-enemy-in-range" or game.intends(own.id, "balloon", enemy.id)
    if isinstance(enemy, Balloon) and not announced:
        yield Objection("RW-BALL-2", "it did not announce an attack on the balloon before its move")


def _against_declaring(game: Game, own: Aircraft, enemy: Aircraft | Balloon, by: By, way: Way) -> Iterator[Objection]:
    yield from _against_balloon(game, own, enemy)
    made = game.declared(own.id, by)
    if by == "observer":
        made = made if len(own.crew) < MORE_GUNNERS else None  # each gunner of a larger crew has a target of his own
    if made and way != "head-on":
        yield Objection("RW-DECL-8", f"it has declared fire on {game.called(made.target)}")
    if made and made.hanging:
        yield Objection("RW-SPEC-20", "it hangs on its propeller, and may not switch")
    if made and made.switched and way == "head-on" and game.rulings.head_on_again == "first-switch-only":
        yield Objection("RW-DECL-7", "it has switched before")
    if not enemy.moved and game.rulings.unmoved_target == "moved-only":
        yield Objection("RW-DECL-1", f"{game.called(enemy.id)} has yet to move")
    other = game.declared(own.id, "observer" if by == "pilot" else "pilot")
    if other and other.target != enemy.id and game.rulings.pilot_and_observer == "one-target":
        yield Objection("RW-DECL-2", "pilot and observer fire at one target")
    if not (way == "head-on" and game.rulings.limit_and_head_on == "head-on-exempt"):
        yield from _against_numbers(game, own, enemy, by)


def _against_numbers(game: Game, own: Aircraft, enemy: Aircraft | Balloon, by: By) -> Iterator[Objection]:
    """DECL-5, DECL-6."""
    if not counts(game, own, by) or alone(game, enemy):
        return
    if game.rulings.limit_priority == "owner":
        return  # he chooses who fires, when they do
    firing = [one for one in game.declarations if one.target == enemy.id and one.shooter != own.id]
    taken = sum(counts(game, game.of(one.shooter), one.by) for one in firing) + game.vacated.count(enemy.id)
    most = game.tables.number("fire-changes", "at-one-target")
    if taken >= most:
        yield Objection("RW-DECL-5", f"{most} aircraft fire at {game.called(enemy.id)} already")


def counts(game: Game, one: Aircraft, by: By) -> bool:
    """Whether a man's guns are front guns for the limit of two. DECL-5."""
    if by == "pilot":
        return True
    front = any(gun.mount == "front" for gun, _ in guns_of(one, game.type_of(one), by, game.rulings))
    return front and game.rulings.fe2b_front_gun == "yes"


def alone(game: Game, enemy: Aircraft | Balloon) -> bool:
    """Whether there is no other target on the board, or none that anybody could fire at (``one_target``). DECL-6."""
    side = "allied" if enemy.side == "german" else "german"
    others = [one for one in game.targets(side) if one.id != enemy.id]
    if game.rulings.one_target == "one-enemy-on-board":
        return not others
    friends = [one for one in game.flying if one.side == side]
    return not any(
        bears(game, own, battery, "pilot", one)
        for one in others
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


def declaration(found: Aim, game: Game, way: Way) -> Declaration:
    """A shot as it is declared."""
    own, enemy = game.of(found.shooter), game.target(found.target)
    gun = str(found.battery) if found.by == "observer" and found.battery else ""
    return Declaration(
        shooter=found.shooter,
        by=found.by,
        target=found.target,
        gun=gun,
        head_on=way == "head-on",
        switched=way == "head-on" and game.declared(own.id, found.by) is not None,
        other=way != "head-on" and fires_at_another(game, own, enemy.id, found.by),
        hanging=found.hanging,
        range=found.range,
        turns=sights.angle(own.place, enemy.place),
    )
