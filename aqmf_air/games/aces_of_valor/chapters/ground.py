"""Attacks on the ground (8.4): strafing, bombs, rockets, and what they do to targets. GND, GTD."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from aqmf_air.api import Dice, Event, Question, Rulings, Tally, hits, modifier, replace, ruling
from aqmf_air.games.aces_of_valor.chapters import fire, luck
from aqmf_air.games.aces_of_valor.chapters.counters import capacity, ground_skill, structure
from aqmf_air.games.aces_of_valor.chapters.dice import D6, of_table
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse
from aqmf_air.games.aces_of_valor.chapters.points import improve
from aqmf_air.games.aces_of_valor.state import (
    Aircraft,
    Campaign,
    Kill,
    SquadronMember,
    changed,
    damage_of,
    has_acted,
    in_combat,
    in_mission,
    with_target,
)
from aqmf_air.games.aces_of_valor.tables import (
    Armour,
    Capacity,
    Effect,
    GroundKind,
    Load,
    Ordnance,
    PointsRow,
    Side,
    Tables,
    ValorRulings,
)

# -- rules -------------------------------------------------------------------------------------------------------------


BOMBED: frozenset[GroundKind] = frozenset({"airfield", "depot", "town-ace", "town-bdf", "rail-yard", "hq"})
"""Targets that only bombers destroy. GTD-5."""


def strafed(dice: Dice, skill: int, armour: Armour, tables: Tables, rulings: ValorRulings) -> int:
    """Damage points of a strafing run. GND-4, GND-5, GND-7, AC-9."""
    counted = skill if armour == "balloon" or rulings.ground_skill_scope == "all" else 0
    counts = modifier(counted, "ground skill", "AOV-GND-5")
    misses = tables.number("always-misses")
    net = of_table(dice, "c11", "strafing", tables, counts, column=armour, misses=misses)
    if net - counts.value == misses:
        return 0
    return tables.row("c11", PointsRow, net, armour).points


def bombed(dice: Dice, ordnance: Ordnance, load: int, skill: int, tables: Tables) -> int:
    """Damage points of all the ordnance of an aircraft. GND-3, GND-6, GND-7."""
    if not load:
        return 0
    row = tables.of.of("c12", Load).at(ordnance, load)
    need = max(row.need - skill, tables.number("always-misses") + 1)
    hit_count = dice.draw(hits(ordnance, row.dice, D6, range(need, 7), about=f"{need}+ hits" if need < 6 else "6 hits"))
    if not hit_count:
        return 0
    further = modifier((hit_count - 1) * tables.number("further-bomb-hit"), f"{hit_count} hits", "AOV-GND-6")
    net = of_table(dice, "c13", "damage on the ground", tables, further)
    return tables.row("c13", PointsRow, net).points


def points_after(
    kind: GroundKind, points: int, more: int, tables: Tables, rulings: ValorRulings, *, bomber: bool, bombs: bool = False
) -> int:
    """The damage points of a target after an attack; fighters only damage what bombers destroy. GTD-1, GTD-2, GTD-5."""
    free = bomber or kind not in BOMBED or (bombs and not rulings.fighter_bombs_cap)
    return points + more if free else max(points, min(points + more, tables.ground_target(kind, "front").destruction))


def award(kind: GroundKind, points: int, tables: Tables) -> int:
    """Mission points for a target at the end of a mission. GTD-6, GT-7."""
    done = damage_of(kind, points, tables)
    return 0 if done == "none" else tables.ground_target(kind, "back" if done == "destroyed" else "front").points


def fire_of(kind: GroundKind, points: int, tables: Tables) -> int:
    """AA dice of a target as it is now. GT-4, GND-2."""
    return tables.ground_target(kind, "front" if damage_of(kind, points, tables) == "none" else "back").aa


def carried(bombs: int, effect: Effect, kind: str, ordnance: Ordnance, tables: Tables) -> int:
    """What is left of a load after AA fire at an undamaged aircraft: the excess is jettisoned. ORD-7, GND-3."""
    if effect == "destroyed":
        return 0
    return min(bombs, tables.of.of("m2", Capacity).at(kind, ordnance).most[effect == "damaged"])


@dataclass(frozen=True)
class Run:
    """A run over a ground target: what its AA did, and the damage points that it has then."""

    attacker: Effect
    points: int


@dataclass(frozen=True)
class Weapon:
    """With what a ground target is attacked."""

    skill: int
    """Ground skill."""
    bomber: bool = False
    ordnance: Ordnance | None = None
    """None: guns."""
    load: int = 0
    if_damaged: int = 0
    """What is left of the load when the fire of the target has damaged the aircraft. ORD-7."""


def attack_run(
    dice: Dice,
    kind: GroundKind,
    points: int,
    weapon: Weapon,
    structure: int,
    side: Side,
    tables: Tables,
    rulings: ValorRulings,
    fires: bool = True,
    clouds: int = 0,
    called: fire.Called = fire.NOBODY,
) -> Run:
    """A run over a target: its AA, then the attack, unless the aircraft was shot down. GND-2 to GND-7, GTD-5, SCR-8.

    Args:
        dice: the dice.
        kind: of the target.
        points: its damage points so far.
        weapon: of the attacker.
        structure: of the attacker.
        side: of the attacker's counter.
        tables: the tables in force.
        rulings: those of the game.
        fires: whether the target has AA fire at all.
        clouds: what weather adds to its AA dice; for the ruling ``scramble_weather``.
        called: who they are, for those who roll.
    """
    effect: Effect = "none"
    if fires:
        n = max(fire_of(kind, points, tables) + clouds, 0)
        effect = fire.aa_fire(called.at_attacker(dice), n, structure, tables, rulings)
    after = fire.worse(side, effect) if rulings.aa_before_bombs else side
    if after is None:
        return Run(effect, points)
    if weapon.ordnance is None:
        more = called.at_target(dice).call(strafed, weapon.skill, tables.ground_target(kind).armour, tables, rulings)
    else:
        load = weapon.load if after == side else weapon.if_damaged
        more = called.at_target(dice).call(bombed, weapon.ordnance, load, weapon.skill, tables)
    bombs = weapon.ordnance == "bombs"
    return Run(effect, points_after(kind, points, more, tables, rulings, bomber=weapon.bomber, bombs=bombs))


def bombing_run(
    dice: Dice, kind: GroundKind, points: int, structure: int, skill: int, load: int, tables: Tables, rulings: ValorRulings
) -> Run:
    """An undamaged bomber over a target. GND-2, GND-3, GND-6, ORD-7."""
    weapon = Weapon(skill, True, "bombs", load, carried(load, "damaged", "bomber", "bombs", tables))
    return attack_run(dice, kind, points, weapon, structure, "front", tables, rulings)


def strafing_run(
    dice: Dice, kind: GroundKind, points: int, structure: int, skill: int, tables: Tables, rulings: ValorRulings
) -> Run:
    """An undamaged fighter that strafes a target. GND-2, GND-4, GTD-5."""
    return attack_run(dice, kind, points, Weapon(skill), structure, "front", tables, rulings)


def bombs_dropped(dice: Dice, bombers: int, load: int, skill: int, tables: Tables) -> int:
    """Damage points of several loads. GND-6, GTD-1."""
    return dice.each(bombers, 0, bombed, "bombs", load, skill, tables)


def bombers_over(
    dice: Dice, bombers: int, kind: GroundKind, load: int, skill: int, tables: Tables, rulings: ValorRulings
) -> int:
    """Damage points of a target when undamaged bombers came over it one by one, through its AA. GND-2, GND-6, SCR-8."""
    return dice.fold(bombers, 0, _bomber_over, kind, load, skill, tables, rulings)


def _bomber_over(
    dice: Dice, so_far: int, kind: GroundKind, load: int, skill: int, tables: Tables, rulings: ValorRulings
) -> int:
    structure = tables.aircraft("bomber").structure
    return bombing_run(dice, kind, so_far, structure, skill, load, tables, rulings).points


def strafers_over(
    dice: Dice, fighters: int, kind: GroundKind, skill: int, structure: int, tables: Tables, rulings: ValorRulings
) -> int:
    """Damage points of a target that undamaged fighters strafed one by one, through its AA. GND-2, GND-4, GTD-5."""
    return dice.fold(fighters, 0, _strafer_over, kind, skill, structure, tables, rulings)


def _strafer_over(
    dice: Dice, so_far: int, kind: GroundKind, skill: int, structure: int, tables: Tables, rulings: ValorRulings
) -> int:
    return strafing_run(dice, kind, so_far, structure, skill, tables, rulings).points


def strafers_unopposed(
    dice: Dice, fighters: int, kind: GroundKind, skill: int, structure: int, tables: Tables, rulings: ValorRulings
) -> int:
    """The same where its AA is silent, whatever their structure. GND-4, GTD-5."""
    armour = tables.ground_target(kind).armour
    more = dice.each(fighters, 0, strafed, skill, armour, tables, rulings)
    return points_after(kind, 0, more, tables, rulings, bomber=False)


def targets_here(game: Campaign) -> Iterable[str]:
    """The enemy ground targets in the sector of the flight. OBJ-3, GTD-3, FLT-6."""
    mission = game.mission
    for ground_target in mission.targets if mission else ():
        destruction = game.tables.ground_target(ground_target.kind, "back").destruction
        if mission and ground_target.at == mission.at and not ground_target.gone and ground_target.points < destruction:
            yield ground_target.id


def worth(game: Campaign, id_: str) -> str:
    """What a ground target brings to the flight over it: ``depot 1: 3 MP damaged, 6 destroyed``. GTD-5, GTD-6."""
    target = game.target(id_)
    damaged, destroyed = (game.tables.ground_target(target.kind, side).points for side in ("front", "back"))
    bombs = [aircraft.kind for aircraft in game.flight if aircraft.bombs]
    able = target.kind not in BOMBED or "bomber" in bombs or ("fighter" in bombs and not game.rulings.fighter_bombs_cap)
    if damage_of(target.kind, target.points, game.tables) == "none":
        return f"{target.name}: {damaged} MP damaged, {f'{destroyed} destroyed' if able else 'only bombers destroy it'}"
    more = f"{destroyed} MP destroyed, {damaged} as it is" if able else f"{damaged} MP as it is, only bombers destroy it"
    return f"{target.name}, damaged: {more}"


# -- an attack as the aircraft stands ----------------------------------------------------------------------------------


def load_of(aircraft: Aircraft, weapon: WeaponKind, bombs: int = 0) -> int:
    """What an aircraft drops in one attack: all that it has, or so many bombs. GND-3, ORD-9, ``fighter_bombs``."""
    if weapon == "guns":
        return 0
    return aircraft.rockets if weapon == "rockets" else min(bombs or aircraft.bombs, aircraft.bombs)


def run_facts(game: Campaign, attacker: str, target: str, weapon: WeaponKind, bombs: int = 0) -> tuple[Any, ...]:
    """The facts of :func:`attack_run` for an aircraft, of either side, and a ground target. GND-2 to GND-6, SCR-8."""
    aircraft, at = game.aircraft(attacker), game.target(target)
    load = load_of(aircraft, weapon, bombs)
    left = 0 if weapon == "guns" else capacity(aircraft, game.tables, damaged=True)[weapon == "rockets"]
    with_ = Weapon(
        ground_skill(aircraft, game.rulings),
        aircraft.kind != "fighter",
        None if weapon == "guns" else weapon,
        load,
        min(load, left),
    )
    own = target == game.fought.field
    fires = not own or game.rulings.scramble_field_aa
    weather = own and game.rulings.scramble_weather == "aa"
    clouds = game.tables.weather(game.flown.weather, "f5") if weather else 0
    machine = structure(aircraft, game.tables), aircraft.side
    return at.kind, at.points, with_, *machine, game.tables, game.rulings, fires, clouds


def run_in(events: Sequence[Any]) -> Run:
    """What a run came to, from the events that it was decided into."""
    ground_attacked = next(event for event in events if isinstance(event, GroundAttacked))
    return Run(ground_attacked.fire, ground_attacked.points)


def attack_ground(course: CampaignCourse, attacker: str, target: str, weapon: WeaponKind, bombs: int = 0) -> None:
    """An aircraft, of either side, attacks a ground target, whose fire comes first. GND, GTD, SCR-8."""
    game = course.game
    aircraft = game.aircraft(attacker)
    called = fire.Called(game.called(attacker), game.called(target))
    done = course.dice.call(attack_run, *(*run_facts(game, attacker, target, weapon, bombs), called))
    course.emit(
        GroundAttacked(
            aircraft=attacker,
            target=target,
            weapon=weapon,
            fire=done.attacker,
            points=done.points,
            dropped=load_of(aircraft, weapon, bombs),
        )
    )
    if attacker in game.fought.friends:
        fire.hit_friend(course, attacker, done.attacker, "ground-fire")
        target_hit(course, target, game.target(target).points, attacker)
    else:
        fire.hit_enemy(course, attacker, done.attacker, "", cause="ground-fire")


def target_hit(course: CampaignCourse, id_: str, before: int, by: str) -> None:
    """What follows a friend's attack on a ground target that had ``before`` damage points: whoever destroyed it is credited
    with it, and may improve. GTD-1, SKL-1, ``kill_pilot``.
    """
    ground_target = course.game.target(id_)
    was, now = (damage_of(ground_target.kind, points, course.tables) for points in (before, ground_target.points))
    if now != "destroyed" or was == "destroyed":
        return
    if course.rulings.kill_pilot == "most":
        done: dict[str, int] = {}
        for who, points_ in ground_target.hits:
            done[who] = done.get(who, 0) + points_
        by = max(done, key=lambda who: (done[who], who == by))
    course.emit(TargetDestroyed(target=id_, by=by))
    improve(course, by, 0)


# -- what is rolled for ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Damage:
    """What a run does to a target that has so many points already."""

    kind: GroundKind
    before: int
    tables: Tables

    def __call__(self, done: Run) -> str:
        was, now = (damage_of(self.kind, points, self.tables) for points in (self.before, done.points))
        return fire.NONE if now == was else now


@dataclass(frozen=True)
class _Points:
    """The damage points that a run adds."""

    before: int

    def __call__(self, done: Run) -> int:
        return done.points - self.before


def run_questions(game: Campaign, attacker: str, target: str, weapon: WeaponKind, bombs: int = 0) -> tuple[Question, ...]:
    """The target, its damage points, and the aircraft under its AA. GND-2 to GND-6, GTD-1."""
    facts = run_facts(game, attacker, target, weapon, bombs)
    at = game.target(target)

    def part(title: str, view: Callable[[Run], Any], counted: Tally | None = None) -> Question:
        return Question(title, attack_run, facts, view=view, of=fire.Seen(run_in, view), luck=counted)

    own, damaged = attacker in game.fought.friends, game.aircraft(attacker).damaged
    points = luck.good("damage points of ground targets") if own else luck.bad("damage points of the own airfield")
    return (
        part(game.called(target), _Damage(at.kind, at.points, game.tables)),
        part("damage points", _Points(at.points), points),
        part(f"AA at {game.called(attacker)}", fire._Fate(fire.attacker_of, damaged), luck.ground_fire(own, damaged)),
    )


# -- events ------------------------------------------------------------------------------------------------------------


WeaponKind = Literal["guns", "bombs", "rockets"]


def space_of_target(state: Campaign, id_: str) -> int:
    """The space of a ground target: that of the side that is up. IN-2, GT-5, SCR-3, ``rating_word``."""
    ground_target = state.target(id_)
    damaged = damage_of(ground_target.kind, ground_target.points, state.tables) != "none"
    if id_ == state.fought.field and not damaged:
        return state.tables.number("scramble-field-space")
    row = state.tables.ground_target(ground_target.kind, "back" if damaged else "front")
    return row.destruction if state.rulings.rating_word == "destruction" else row.initiative


class GroundAttacked(Event[Campaign], type="valor.ground_attacked"):
    """A run over a ground target: the fire from the ground, then the attack. GND, GTD-1, GTD-2, SCR-8."""

    aircraft: str
    target: str
    weapon: WeaponKind
    fire: Effect
    """What the fire from the ground does to the aircraft; told by another event."""
    points: int
    """All damage points of the target after it."""
    dropped: int = 0

    def apply(self, state: Campaign) -> Campaign:
        aircraft, target = state.aircraft(self.aircraft), state.target(self.target)
        after = has_acted(state, self.aircraft)
        bombs = aircraft.bombs - self.dropped if self.weapon == "bombs" else aircraft.bombs
        rockets = aircraft.rockets - self.dropped if self.weapon == "rockets" else aircraft.rockets
        attacks = aircraft.attacks + (self.weapon == "guns")
        after = changed(after, aircraft.id, bombs=bombs, rockets=rockets, attacks=attacks)
        hits = (*target.hits, (aircraft.id, self.points - target.points))
        after = with_target(after, replace(target, points=self.points, hits=hits))
        if self.weapon == "bombs" and aircraft.kind == "bomber":
            after = in_combat(after, bombed=(*after.fought.bombed, aircraft.id))
        return _on_the_track(after, target.id)

    def tell(self, state: Campaign) -> str:
        target = state.target(self.target)
        done = damage_of(target.kind, self.points, state.tables)
        was = damage_of(target.kind, target.points, state.tables)
        how = {"guns": "strafes", "bombs": "bombs", "rockets": "fires rockets at"}[self.weapon]
        more = self.points - target.points
        what = f", {more} damage point{'' if more == 1 else 's'}" if more else " without effect"
        return f"{state.called(self.aircraft)} {how} {target.name}{what}{f': it is {done}' if done != was else ''}"


def _on_the_track(state: Campaign, target: str) -> Campaign:
    """A ground target that was flipped moves to its new space; one that is destroyed leaves the track. GTD-1, IN-2."""
    combat, ground_target = state.fought, state.target(target)
    if target not in combat.space_of:
        return state
    others = tuple(pair for pair in combat.spaces if pair[0] != target)
    gone = damage_of(ground_target.kind, ground_target.points, state.tables) == "destroyed"
    return in_combat(state, spaces=others if gone else (*others, (target, space_of_target(state, target))))


class TargetDestroyed(Event[Campaign], type="valor.target_destroyed"):
    """A ground target is destroyed, and who is credited with it. GTD-1, SKL-1, ``kill_pilot``."""

    target: str
    by: str

    def apply(self, state: Campaign) -> Campaign:
        kill = Kill(by=self.by, what=state.called(self.target), aircraft=False)
        after = in_mission(state, kills=(*state.flown.kills, kill))
        aircraft = after.pieces.get(self.by)
        return changed(after, self.by, targets=aircraft.targets + 1) if isinstance(aircraft, SquadronMember) else after

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.target)} is destroyed by {state.called(self.by)}"


class GroundRulings(Rulings):
    """What the source leaves open of attacks on the ground."""

    ground_skill_scope: Literal["all", "balloons"] = ruling(
        "AOV-GND-5", "Where does ground skill count?", "In every ground attack.", "In bombing, and in strafing of balloons."
    )
    aa_before_bombs: Literal[True, False] = ruling(
        "AOV-GND-2", "Does AA fire take effect before the attack?", "Yes.", "No, at the same time."
    )
    fighter_bombs: Literal["all", "any"] = ruling(
        "AOV-ORD-10", "How many bombs does a fighter drop in one attack?", "All.", "As many as it likes."
    )
    fighter_bombs_cap: Literal[True, False] = ruling(
        "AOV-GTD-5", "Do bombs of fighters destroy bombing targets?", "No.", "Yes."
    )
    mixed_load: Literal[False, True] = ruling(
        "AOV-ORD-3", "May a fighter carry rockets and bombs?", "One or the other.", "Both."
    )
    kill_pilot: Literal["last", "most"] = ruling(
        "AOV-SKL-1", "Who is credited with a ground target?", "Whose damage reaches the rating.", "Who did most of it."
    )
