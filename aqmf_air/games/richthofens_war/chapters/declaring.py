"""Who may declare whom as a target, and why not; observers' targets, and what aces use their skill for. DECL, ACE-2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import ClassVar, Literal, cast

from aqmf_air import api
from aqmf_air.api.geometry import distance
from aqmf_air.games.richthofens_war import state
from aqmf_air.games.richthofens_war.chapters import fire, guns_and_jams, sights
from aqmf_air.games.richthofens_war.chapters.fire_from_ground import torn_by_ground
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import Battery, By, guns_of
from aqmf_air.games.richthofens_war.state import Aircraft, Balloon, Declaration, DeclaringPilot, Game, own_aircraft
from aqmf_air.games.richthofens_war.tables import FireRow

# -- a shot as it would be declared: the one check of orders, offers, boards and automatic sides -----------------------


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
    against: tuple[api.Objection, ...] = ()
    """Why it may not be declared; empty: it may."""
    battery: Battery | None = None
    """The guns that fire; None: none can."""
    modifiers: tuple[api.Modifier, ...] = ()
    row: FireRow | None = None
    """The row of the damage table; None: it cannot be fired."""
    hanging: bool = False
    blind_spot: bool = False

    @property
    def change(self) -> int:
        """What is added to the dice."""
        return sum(modifier.value for modifier in self.modifiers)


def odds_words(game: Game, aim: Aim) -> str:
    """The exact odds of a shot: ``28% to hit, 0.36 damage``; empty where it cannot be fired."""
    if aim.row is None:
        return ""
    odds = fire.worth(aim.row, aim.change, game.rulings)
    return f"{float(odds.hits):.0%} to hit, {float(odds.mean):.2f} damage"


def shot_words(game: Game, aim: Aim) -> str:
    """The odds of a shot, its range, the column and what is added to the dice."""
    far = api.plural(aim.range, "hex", "hexes")
    if aim.row is None:
        return far
    change = f", {aim.change:+d}" if aim.change else ""
    return f"{odds_words(game, aim)} on average ({far}, column {aim.row.fire}{change})"


def aim(game: Game, shooter: str, by: By, target: str, way: fire.Way = "moved", guns: str = "") -> Aim:
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
    there = fire.batteries_of(game, own, by)
    battery = next((battery for battery in there if not guns or str(battery) == guns), None)
    if battery is None:
        against += _against_guns(game, own, by)
        return Aim(shooter, by, target, far, tuple(against))
    against += fire.against_sights(game, own, enemy, battery, by, way)
    sought = sights.Passage(own.place, own.place) if way in ("passing", "observer") else game.passage(own)
    hanging = by == "pilot" and way == "moved" and fire.hangs(game, own, enemy, sought)
    bearing = fire.bears(game, own, battery, by, enemy)
    if bearing is None and not hanging:
        return Aim(shooter, by, target, far, tuple(against), battery)
    reach = sights.hang_range(enemy.height - own.height, game.rulings) if hanging else far
    blind = bearing is not None and bearing.blind_spot
    facts = fire.shooting(game, own, enemy, by, battery, hanging=hanging, blind_spot=blind, head_on=way == "head-on")
    modifiers = fire.fire_modifiers(facts, game.tables, game.rulings)
    row = game.tables.fire(battery.column, reach)
    return Aim(shooter, by, target, reach, tuple(against), battery, modifiers, row, hanging, blind)


def head_on(game: Game, own: Aircraft, attacker: Aircraft) -> bool:
    """Whether an attacker who has declared on an aircraft comes head-on. DECL-7."""
    return sights.head_on(own.place, attacker.place, game.type_of(own), game.tables, game.rulings)


def aims_of(game: Game, shooter: str, by: By, way: fire.Way) -> tuple[Aim, ...]:
    """The shots of a man at all enemies, those that may be declared and those that may not."""
    return tuple(aim(game, shooter, by, target.id, way) for target in game.targets(game.of(shooter).side))


def _against_crew(game: Game, own: Aircraft, by: By) -> Iterator[api.Objection]:
    if by == "observer":
        if own.flown_by == "observer":
            yield api.Objection("RW-SPEC-24", "its observer is at the controls, and fires no gun")  # "he fires no gun"
        elif own.observer is None:  # "Observers of two-seaters declare only when all aircraft have moved"
            yield api.Objection("RW-DECL-2", "it has no observer")
        elif not own.observer.fit:  # "A seriously wounded observer no longer fires"
            yield api.Objection("RW-CAS-2", f"its observer is {own.observer.health}")
    elif own.flown_by == "observer":
        yield api.Objection("RW-SPEC-24", "who flies it fires no gun")  # "he fires no gun"
    elif own.pilot.health == "dead":
        yield api.Objection("RW-CRIT-1", "its pilot is dead")  # "on 9-12 he is killed"
    elif own.strafed and game.rulings.strafe_and_fire == "no":
        yield api.Objection("RW-STRAFE-1", "it strafes in this turn")  # "An aircraft that strafes trenches"


def _against_guns(game: Game, own: Aircraft, by: By) -> Iterator[api.Objection]:
    """Why nothing can be fired."""
    there = [gun for _, gun in guns_of(own, game.type_of(own), by, game.rulings)]
    if not there:
        yield api.Objection("RW-DECL-1", f"its {by} has no gun")  # "may declare fire on an enemy it is eligible to fire on"
    elif any(gun.jammed for gun in there):  # "2 or less jams that gun"
        yield api.Objection("RW-JAM-1", f"jammed: {' and '.join(gun.name for gun in there if gun.jammed)}")
    elif any(gun.empty_drum for gun in there):
        # "must spend one turn changing drums", "After the first 6 the drum change takes a turn"
        yield api.Objection("RW-SPEC-8" if by == "pilot" else "RW-SPEC-22", "the drum is empty: it has to be changed first")
    elif all(gun.out for gun in there):
        yield api.Objection("RW-BASE-1", "its guns are out of order")  # "Standard and Tournament rules hold"
    else:
        yield api.Objection("RW-FIRE-2", "its guns have no ammunition left")  # "one point of ammunition each"


def _against_declaring(
    game: Game, own: Aircraft, enemy: Aircraft | Balloon, by: By, way: fire.Way
) -> Iterator[api.Objection]:
    announced = game.rulings.balloon_attack == "any-enemy-in-range" or game.intends(own.id, "balloon", enemy.id)
    if isinstance(enemy, Balloon) and not announced:  # "an aircraft attacking a balloon"
        yield api.Objection("RW-BALL-2", "it did not announce an attack on the balloon before its move")
    made = game.declared(own.id, by)
    if by == "observer":
        made = made if len(own.crew) < MORE_GUNNERS else None  # each gunner of a larger crew has a target of his own
    if made and way != "head-on":  # "Nothing else changes a declared target"
        yield api.Objection("RW-DECL-8", f"it has declared fire on {game.called(made.target)}")
    if made and made.hanging:  # "may not be switched to a head-on attacker"
        yield api.Objection("RW-SPEC-20", "it hangs on its propeller, and may not switch")
    if made and made.switched and way == "head-on" and game.rulings.head_on_again == "first-switch-only":
        yield api.Objection("RW-DECL-7", "it has switched before")  # "may drop its declaration and switch to that attacker"
    if not enemy.moved and game.rulings.unmoved_target == "moved-only":
        # "may declare fire on an enemy it is eligible to fire on"
        yield api.Objection("RW-DECL-1", f"{game.called(enemy.id)} has yet to move")
    other = game.declared(own.id, "observer" if by == "pilot" else "pilot")
    if other and other.target != enemy.id and game.rulings.pilot_and_observer == "one-target":
        # "Observers of two-seaters declare only when all aircraft have moved"
        yield api.Objection("RW-DECL-2", "pilot and observer fire at one target")
    if not (way == "head-on" and game.rulings.limit_and_head_on == "head-on-exempt"):
        yield from _against_numbers(game, own, enemy, by)


def _against_numbers(game: Game, own: Aircraft, enemy: Aircraft | Balloon, by: By) -> Iterator[api.Objection]:
    """DECL-5, DECL-6."""
    if not fire.counts(game, own, by) or fire.alone(game, enemy):
        return
    if game.rulings.limit_priority == "owner":
        return  # he chooses who fires, when they do
    firing = [declared for declared in game.declarations if declared.target == enemy.id and declared.shooter != own.id]
    taken = sum(fire.counts(game, game.of(declared.shooter), declared.by) for declared in firing) + game.vacated.count(
        enemy.id
    )
    most = game.tables.number("fire-changes", "at-one-target")
    if taken >= most:  # "At most two aircraft may fire front guns at one target"
        yield api.Objection("RW-DECL-5", f"{most} aircraft fire at {game.called(enemy.id)} already")


def declaration(shot: Aim, game: Game, way: fire.Way) -> Declaration:
    """A shot as it is declared."""
    own, enemy = game.of(shot.shooter), game.target(shot.target)
    gun = str(shot.battery) if shot.by == "observer" and shot.battery else ""
    return Declaration(
        shooter=shot.shooter,
        by=shot.by,
        target=shot.target,
        gun=gun,
        head_on=way == "head-on",
        switched=way == "head-on" and game.declared(own.id, shot.by) is not None,
        other=way != "head-on" and fire.fires_at_another(game, own, enemy.id, shot.by),
        hanging=shot.hanging,
        range=shot.range,
        turns=sights.angle(own.place, enemy.place),
    )


# -- who may declare after a move or a declaration, and who has a choice in the sealed stages --------------------------


def may_declare(game: Game, declaring_pilot: DeclaringPilot) -> tuple[Aim, ...]:
    """The shots that somebody who is asked may declare now."""
    by: guns_and_jams.By = "observer" if declaring_pilot.why == "observer" else "pilot"
    aims = (
        aim(game, declaring_pilot.aircraft, by, id_, declaring_pilot.why)
        for id_ in declaring_pilot.targets
        if game.is_up(id_)
    )
    return tuple(shot for shot in aims if not shot.against)


def asked_after_move(game: Game, mover: str) -> tuple[DeclaringPilot, ...]:
    """Who may declare when an aircraft has moved: its own pilot, then those whose sights it crossed. DECL-1, DECL-4."""
    if not game.has(mover):
        return ()
    aircraft = game.of(mover)
    own = DeclaringPilot(aircraft=mover, why="moved", targets=tuple(each.id for each in game.targets(aircraft.side)))
    others = (id_ for id_ in game.order if game.has(id_) and _may_acquire(game, game.of(id_), aircraft))
    return _with_targets(game, [own, *(DeclaringPilot(aircraft=id_, why="passing", targets=(mover,)) for id_ in others)])


def _may_acquire(game: Game, own: Aircraft, mover: Aircraft) -> bool:
    """Whether a pilot who has no target may take one now. DECL-4."""
    if own.side == mover.side or not own.moved or game.declared(own.id):
        return False
    return not (own.declined and game.rulings.declined_target == "lost")


def _with_targets(game: Game, declaring_pilots: list[DeclaringPilot]) -> tuple[DeclaringPilot, ...]:
    """Those who have somebody to declare, with whom."""
    there = (
        (declaring_pilot, tuple(aim.target for aim in may_declare(game, declaring_pilot)))
        for declaring_pilot in declaring_pilots
    )
    return tuple(api.replace(declaring_pilot, targets=targets) for declaring_pilot, targets in there if targets)


def asked_head_on(game: Game, shot: Declaration) -> tuple[DeclaringPilot, ...]:
    """The pilot whom a declaration attacks head-on, if he may turn his fire on the attacker. DECL-7."""
    if shot.by != "pilot" or not game.has(shot.target):
        return ()
    own, attacker = game.of(shot.target), game.of(shot.shooter)
    made = game.declared(own.id)
    if not own.moved or (made and made.target == attacker.id) or not head_on(game, own, attacker):
        return ()
    return _with_targets(game, [DeclaringPilot(aircraft=own.id, why="head-on", targets=(attacker.id,))])


def asked_before_combat(game: Game) -> tuple[DeclaringPilot, ...]:
    """All pilots who are attacked head-on, where switches are made when all have declared (``switch_moment``). DECL-7."""
    return tuple(declaring_pilot for shot in game.declarations for declaring_pilot in asked_head_on(game, shot))


def observers(game: Game, side: str) -> tuple[Aim, ...]:
    """The shots that a side's observers may declare. DECL-2, DECL-3."""
    shots: list[Aim] = []
    for aircraft in game.flying:
        if aircraft.side == side and aircraft.observer is not None:
            for battery in fire.batteries_of(game, aircraft, "observer"):
                aims = (
                    aim(game, aircraft.id, "observer", enemy.id, "observer", str(battery)) for enemy in game.targets(side)
                )
                shots += [aim for aim in aims if not aim.against and aim.row is not None]
    return tuple(shots)


def gunners(aircraft: Aircraft) -> int:
    """How many of an aircraft's guns can be worked at once by those behind the pilot. DECL-2."""
    return sum(man.fit for man in aircraft.crew[1:])


def torn_aces(game: Game, side: str) -> tuple[str, ...]:
    """A side's aces who fire and are fired at, from the ground too: they use their skill for one of both. ACE-2."""
    shot_at = {shot.target for shot in game.open_shots}
    if game.rulings.ace_choice != "sealed":
        return ()
    return tuple(
        aircraft.id
        for aircraft in game.flying
        if aircraft.side == side
        and game.status(aircraft) in ("ace", "double-ace")
        and not fire.use_of_ace(game, aircraft.id)
        and (aircraft.id in shot_at or torn_by_ground(game, aircraft))
        and any(shot.shooter == aircraft.id and shot.by == "pilot" for shot in game.open_shots)
    )


def sides_with_observers(game: Game) -> tuple[state.SideId, ...]:
    """The sides whose observers may declare. DECL-2."""
    return tuple(side for side in state.SIDES if observers(game, side))


def sides_with_aces(game: Game) -> tuple[state.SideId, ...]:
    """The sides whose aces have a choice. ACE-2."""
    return tuple(side for side in state.SIDES if torn_aces(game, side))


# -- orders of pilots, in the open -------------------------------------------------------------------------------------


TIMING = api.Timing(("declaring",), "declaring a target", "RW-DECL-1")  # "Having moved, an aircraft may declare fire"


def against_declaring(game: Game, id_: str, player: str) -> Iterable[api.Objection]:
    """What is said against anything that a pilot declares now."""
    if late := TIMING.objections(game):
        yield from late
    elif not game.has(id_):  # "may declare fire on an enemy it is eligible to fire on"
        yield api.Objection("RW-DECL-1", f"{game.called(id_)} is not in the air")
    elif game.of(id_).side != player:  # "may declare fire on an enemy it is eligible to fire on"
        yield api.Objection("RW-DECL-1", f"{game.called(id_)} is the enemy's")
    elif game.asked[0].aircraft != id_:  # "Having moved"
        yield api.Objection("RW-DECL-1", f"{game.called(game.asked[0].aircraft)} is asked for its target now")


def aim_of(game: Game, target: str) -> Aim:
    """The shot at a target that is asked about now, with what is said against it."""
    declaring_pilot = game.asked[0]
    by: By = "observer" if declaring_pilot.why == "observer" else "pilot"
    return aim(game, declaring_pilot.aircraft, by, target, declaring_pilot.why)


class Declare(api.Order[Game, api.Registry], type="richthofen.declare"):
    """A pilot declares fire: after his move, when an enemy crosses his sights or attacks him head-on. DECL-1, DECL-7."""

    timing: ClassVar[api.Timing] = TIMING
    phrases: ClassVar[tuple[str, ...]] = (
        "{aircraft} aims|aim|shoots|shoot|fires|fire at {target}",
        "aim|shoot|fire at {target}",
    )
    aircraft: str
    target: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if not cls.timing.fits(game):
            return
        declaring_pilot = game.asked[0]
        for aim in may_declare(game, declaring_pilot):
            made = game.declared(aim.shooter) if declaring_pilot.why == "head-on" else None
            dropped = f", dropping {game.called(made.target)}" if made else ""
            title = f"{game.called(aim.shooter)} aims at {game.called(aim.target)}{dropped}: {odds_words(game, aim)}"
            yield api.Offer(cls(aircraft=aim.shooter, target=aim.target), title, aim.shooter)

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        return {"aircraft": own_aircraft(game, player), "target": state.enemies(game, player)}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: api.Registry, words: Mapping[str, str]) -> Iterable[Declare]:
        shooter = game.asked[0].aircraft if game.asked else ""
        yield cls(aircraft=words.get("aircraft", shooter), target=words["target"])

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        if first := tuple(against_declaring(game, self.aircraft, player)):
            yield from first
        elif not game.is_up(self.target) or game.target(self.target).side == player:
            # "may declare fire on an enemy it is eligible to fire on"
            yield api.Objection("RW-DECL-1", f"{game.called(self.target)} is no enemy in the air")
        elif self.target not in game.asked[0].targets and game.asked[0].why != "moved":
            # "It declares at the end of that enemy's move"
            yield api.Objection("RW-DECL-4", f"{game.called(game.asked[0].targets[0])} is the only target now")
        else:
            yield from aim_of(game, self.target).against

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        declaring_pilot = game.asked[0]
        shot = declaration(aim_of(game, self.target), game, declaring_pilot.why)
        made = game.declared(self.aircraft) if shot.by == "pilot" else None
        declared: api.Event[Game] = (
            TargetSwitched(declaration=shot, dropped=made.target) if made else TargetDeclared(declaration=shot)
        )
        events: tuple[api.Event[Game], ...] = (declared,)
        game = api.after(game, events)
        if game.rulings.switch_moment == "at-once" and (turned := asked_head_on(game, shot)):
            more = TargetsAsked(asked=(*turned, *game.asked))
            events = (*events, more)
        return events


class TakeNoTarget(api.Order[Game, api.Registry], type="richthofen.take_no_target"):
    """A pilot who is asked declares nobody, or keeps the target that he has. DECL-1."""

    timing: ClassVar[api.Timing] = TIMING
    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} takes|take no target", "[take] no target")
    aircraft: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if cls.timing.fits(game):
            declaring_pilot = game.asked[0]
            made = game.declared(declaring_pilot.aircraft) if declaring_pilot.why == "head-on" else None
            choice = f"keeps to {game.called(made.target)}" if made else "takes no target"
            yield api.Offer(
                cls(aircraft=declaring_pilot.aircraft),
                f"{game.called(declaring_pilot.aircraft)} {choice}",
                declaring_pilot.aircraft,
            )

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        return {"aircraft": own_aircraft(game, player)}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: api.Registry, words: Mapping[str, str]) -> Iterable[TakeNoTarget]:
        yield cls(aircraft=words.get("aircraft", game.asked[0].aircraft if game.asked else ""))

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        return against_declaring(game, self.aircraft, player)

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        return (TargetPassed(aircraft=self.aircraft),)


# -- orders that both sides seal and open together ---------------------------------------------------------------------


MOST_OFFERED = 12
"""Combinations that are offered."""
ATTACK, DEFENCE = "attack", "defence"


class DeclareObservers(api.SealedChoices[Game, api.Registry], type="richthofen.declare_observers"):
    """A side's observers declare their targets. ``aircraft|gun|target``, with ``;`` between two, or ``nothing``. DECL-2."""

    rule: ClassVar[str] = "RW-DECL-2"
    # "Observers of two-seaters declare only when all aircraft have moved"
    timing: ClassVar[api.Timing] = api.Timing(("observers",), "declaring targets of observers", "RW-DECL-2")
    phrases: ClassVar[tuple[str, ...]] = ("observers|observer aim|aims : {aims}",)

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if not cls.timing.fits(game):
            return
        aims = observers(game, player)
        of = [
            [(shot.shooter, str(shot.battery), shot.target) for shot in aims if (shot.shooter, str(shot.battery)) == key]
            for key in dict.fromkeys((shot.shooter, str(shot.battery)) for shot in aims)
        ]

        def fits(chosen: tuple[tuple[str, str, str], ...]) -> bool:
            busy = Counter(id_ for id_, _, _ in chosen)
            return all(count <= gunners(game.of(id_)) for id_, count in busy.items())

        for chosen in api.selections(of, fits, MOST_OFFERED):
            word = api.sealed_word(chosen)
            title = f"aim: {game.title_of(player, word)}" if word != api.NOTHING else "no observer takes a target"
            yield api.Offer(cls(side=player, order=word), title, player, ends_stage=True)

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        observers_guns = state.guns(
            game, player, lambda aircraft: [str(gun) for gun in fire.batteries_of(game, aircraft, "observer")]
        )
        parts = {"aircraft": own_aircraft(game, player), "gun": observers_guns, "target": state.enemies(game, player)}
        return {"aims": api.Choices("whom observers aim at, or nothing", "{aircraft} with {gun} at {target}", parts)}

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        objections = tuple(super().objections(game, player, rules))
        yield from objections
        if objections:
            return
        parts = api.sealed_parts(self.order)
        if any(len(part) != 3 for part in parts) or api.sealed_word(parts) != self.order:
            # "Observers of two-seaters declare only when all aircraft have moved"
            yield api.Objection("RW-DECL-2", f"no targets of observers: {self.order[:40]!r}")
            return
        for id_, gun, target in parts:
            yield from _against_observer(game, player, id_, gun, target)
        yield from _too_many_observers(game, parts)
        keys = [(id_, gun) for id_, gun, _ in parts]
        if len(set(keys)) < len(keys):  # "Observers of two-seaters declare only when all aircraft have moved"
            yield api.Objection("RW-DECL-2", "a gun has one target")
        for id_ in dict.fromkeys(id_ for id_, _, _ in parts):
            if game.has(id_) and sum(shooter == id_ for shooter, _ in keys) > gunners(game.of(id_)):
                # "Observers of two-seaters declare only when all aircraft have moved"
                yield api.Objection("RW-DECL-2", f"{game.called(id_)} has {gunners(game.of(id_))} to work its guns")

    @classmethod
    def carried_out(cls, game: Game, orders: state.Orders, rules: api.Registry, dice: api.Dice) -> Iterable[api.Event[Game]]:
        game = api.replace(game, sealed=())
        shots: list[Declaration] = []
        for _, order in orders:
            for id_, gun, target in api.sealed_parts(order):
                shots.append(declaration(aim(game, id_, "observer", target, "observer", gun), game, "observer"))
        return (ObserversDeclared(declarations=tuple(shots)),)


def _too_many_observers(game: Game, parts: Iterable[tuple[str, ...]]) -> Iterable[api.Objection]:
    """More front guns of observers at one target than two aircraft may fire, those that are declared counted. DECL-5."""
    shots = [(id_, target) for id_, _, target in parts if game.has(id_) and game.is_up(target)]
    for target in dict.fromkeys(target for _, target in shots):
        fronts = [id_ for id_, aimed_at in shots if aimed_at == target and fire.counts(game, game.of(id_), "observer")]
        declared = [shot for shot in game.declarations if shot.target == target]
        taken = sum(fire.counts(game, game.of(shot.shooter), shot.by) for shot in declared) + game.vacated.count(target)
        most = game.tables.number("fire-changes", "at-one-target")
        free = game.rulings.limit_priority == "owner" or fire.alone(game, game.target(target))
        if len(fronts) > 1 and taken + len(fronts) > most and not free:
            # "At most two aircraft may fire front guns at one target"
            yield api.Objection("RW-DECL-5", f"no more than {most} aircraft fire front guns at {game.called(target)}")


def _against_observer(game: Game, player: str, id_: str, gun: str, target: str) -> Iterable[api.Objection]:
    if not game.has(id_) or game.of(id_).side != player:
        # "Observers of two-seaters declare only when all aircraft have moved"
        yield api.Objection("RW-DECL-2", f"{game.called(id_)[:40]} is none of your aircraft in the air")
    elif not game.is_up(target) or game.target(target).side == player:
        # "Observers of two-seaters declare only when all aircraft have moved"
        yield api.Objection("RW-DECL-2", f"{game.called(target)[:40]} is no enemy in the air")
    elif gun not in {str(battery) for battery in fire.batteries_of(game, game.of(id_), "observer")}:
        # "Observers of two-seaters declare only when all aircraft have moved"
        yield api.Objection("RW-DECL-2", f"{game.called(id_)} has no {gun[:40]} that can fire")
    else:
        yield from aim(game, id_, "observer", target, "observer", gun).against


class ChooseAces(api.SealedChoices[Game, api.Registry], type="richthofen.choose_aces"):
    """Aces who fire and are fired at use their skill for attack or for defence. ``aircraft|attack``, ``;``, ... ACE-2."""

    rule: ClassVar[str] = "RW-ACE-2"
    # "if he fires and is fired at, he chooses"
    timing: ClassVar[api.Timing] = api.Timing(("aces",), "choosing for aces", "RW-ACE-2")
    phrases: ClassVar[tuple[str, ...]] = ("skill : {uses}",)

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if not cls.timing.fits(game):
            return
        aces = torn_aces(game, player)
        for chosen in islice(product(*(((id_, ATTACK), (id_, DEFENCE)) for id_ in aces)), MOST_OFFERED):
            if word := api.sealed_word(chosen):
                yield api.Offer(cls(side=player, order=word), game.title_of(player, word), player, ends_stage=True)

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        uses = api.Names("attack or defence", {ATTACK: ATTACK, DEFENCE: DEFENCE})
        parts = {"aircraft": own_aircraft(game, player), "use": uses}
        return {"uses": api.Choices("what aces use their skill for", "{aircraft} for {use}", parts)}

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        objections = tuple(super().objections(game, player, rules))
        yield from objections
        parts = () if objections else api.sealed_parts(self.order)
        aces = () if objections else torn_aces(game, player)
        good = sorted(part[0] for part in parts) == sorted(aces) and all(
            len(part) == 2 and part[1] in (ATTACK, DEFENCE) for part in parts
        )
        if not objections and (not good or api.sealed_word(parts) != self.order):
            who = ", ".join(map(game.called, aces))
            # "to attack or to defend in a turn, not both"
            yield api.Objection("RW-ACE-2", f"attack or defence is to be chosen for {who}, not {self.order[:40]!r}")

    @classmethod
    def carried_out(cls, game: Game, orders: state.Orders, rules: api.Registry, dice: api.Dice) -> Iterable[api.Event[Game]]:
        game = api.replace(game, sealed=())
        uses = tuple(
            (part[0], cast("Literal['attack', 'defence']", part[1]))
            for _, order in orders
            for part in api.sealed_parts(order)
        )
        return (AcesChose(uses=uses),)


# -- events ------------------------------------------------------------------------------------------------------------


class TargetsAsked(api.Event[Game], type="richthofen.targets_asked"):
    """Pilots may declare a target, one after the other. DECL-1, DECL-4, DECL-7."""

    asked: tuple[DeclaringPilot, ...]
    round: Literal["", "head-on", "observers"] = ""
    """What is asked once in a turn, when all have moved."""

    def apply(self, game: Game) -> Game:
        rounds = (*game.rounds, self.round) if self.round else game.rounds
        return api.replace(game, asked=self.asked, rounds=rounds, phase="declaring")


class TargetDeclared(api.Event[Game], type="richthofen.target_declared"):
    """Somebody has declared whom he fires at. DECL-1 to DECL-4."""

    declaration: Declaration

    def apply(self, game: Game) -> Game:
        declaring_pilots = (
            game.asked[1:] if game.asked and game.asked[0].aircraft == self.declaration.shooter else game.asked
        )
        return api.replace(game, declarations=(*game.declarations, self.declaration), asked=declaring_pilots)

    def tell(self, game: Game) -> str:
        shot = self.declaration
        gun = f" with the {shot.gun}" if shot.gun else ""
        how = ", hanging on its propeller" if shot.hanging else ", head-on" if shot.head_on else ""
        return f"{game.called(shot.shooter)} aims at {game.called(shot.target)}{gun}{how}"


class TargetSwitched(api.Event[Game], type="richthofen.target_switched"):
    """A pilot has dropped his target for one who attacks him head-on. DECL-7."""

    declaration: Declaration
    dropped: str

    def apply(self, game: Game) -> Game:
        kept = tuple(declared for declared in game.declarations if declared.key != self.declaration.key)
        vacated = (*game.vacated, self.dropped) if game.rulings.limit_freed == "not-refilled" else game.vacated
        return api.replace(game, declarations=(*kept, self.declaration), vacated=vacated, asked=game.asked[1:])

    def tell(self, game: Game) -> str:
        shot = self.declaration
        return (
            f"{game.called(shot.shooter)} drops {game.called(self.dropped)} and aims at {game.called(shot.target)}, head-on"
        )


class TargetPassed(api.Event[Game], type="richthofen.target_passed"):
    """A pilot declares nobody, or keeps to the target that he has."""

    aircraft: str

    def apply(self, game: Game) -> Game:
        declined = game.asked[0].why == "moved"
        game = api.replace(game, asked=game.asked[1:])
        return game.changed(self.aircraft, declined=True) if declined else game

    def tell(self, game: Game) -> str:
        shot = game.declared(self.aircraft)
        if shot is not None and game.asked[0].why == "head-on":
            return f"{game.called(self.aircraft)} keeps to {game.called(shot.target)}"
        return f"{game.called(self.aircraft)} takes no target"


class ObserversDeclared(api.Event[Game], type="richthofen.observers_declared"):
    """All observers have declared. DECL-2."""

    declarations: tuple[Declaration, ...]

    def apply(self, game: Game) -> Game:
        return api.replace(game, declarations=(*game.declarations, *self.declarations), choosing=())

    def tell(self, game: Game) -> str:
        aims = [f"{game.called(shot.shooter)} ({shot.gun}) at {game.called(shot.target)}" for shot in self.declarations]
        return f"observers aim: {', '.join(aims)}" if aims else "no observer takes a target"


class TargetLost(api.Event[Game], type="richthofen.target_lost"):
    """A declared target does not bear when combat begins: the shot is lost and costs nothing (``unmoved_target``)."""

    wording: ClassVar[str] = "{aircraft} has lost {target} out of its sights"
    aircraft: str
    gun: str
    target: str

    def apply(self, game: Game) -> Game:
        return api.replace(game, settled=(*game.settled, (self.aircraft, self.gun)))


class AcesChose(api.Event[Game], type="richthofen.aces_chose"):
    """What aces who fire and are fired at use their skill for. ACE-2."""

    uses: tuple[tuple[str, Literal["attack", "defence"]], ...]

    def apply(self, game: Game) -> Game:
        return api.replace(game, ace_uses=(*game.ace_uses, *self.uses), choosing=())

    def tell(self, game: Game) -> str:
        return ", ".join(f"{game.called(id_)} uses his skill for {use}" for id_, use in self.uses)


# -- rulings on targets and fire ---------------------------------------------------------------------------------------


class FiringRulings(api.Rulings):
    """What the source leaves open of targets and fire."""

    unmoved_target: Literal["must-still-bear", "as-declared", "moved-only"] = api.ruling(
        "RW-DECL-1",
        "A target is declared, then moves away: what of the shot?",
        "It must still be in the field of fire when combat begins, else the shot is lost and costs nothing.",
        "Range and angle of the declaration stand.",
        "Only enemies that have moved may be declared.",
    )
    declined_target: Literal["lost", "may-acquire-later"] = api.ruling(
        "RW-DECL-4",
        "Who could declare a target and did not: may he take one later?",
        "No: he may who had no eligible target.",
        "Yes.",
        standing="inferred",
    )
    sights: Literal["field-of-fire", "straight-row"] = api.ruling(
        "RW-DECL-4", "What are an aircraft's sights?", "Its field of fire.", "The straight row of hexes ahead."
    )
    observer_eligibility: Literal["in-field-at-end", "two-mp"] = api.ruling(
        "RW-DECL-2",
        "What has an observer's target to do?",
        "To be in his field of fire when all have moved.",
        "To have been in it for the last two movement points.",
    )
    observer_order: Literal["sealed", "initiative"] = api.ruling(
        "RW-DECL-2", "In what order do observers declare?", "All at once, sealed.", "In the order of moves."
    )
    fe2b_front_gun: Literal["yes", "no"] = api.ruling(
        "RW-DECL-5", "Is the observer's front gun one of the two that may fire at one target?", "Yes.", "No."
    )
    limit_priority: Literal["first-declared", "owner"] = api.ruling(
        "RW-DECL-5",
        "More than two want to fire at one target: who does?",
        "Those who declared first.",
        "Those whom the owner chooses.",
    )
    limit_and_head_on: Literal["limit-holds", "head-on-exempt"] = api.ruling(
        "RW-DECL-7", "May a switch to a head-on attacker go over the limit of two?", "No.", "Yes."
    )
    limit_freed: Literal["not-refilled", "next-who-asked"] = api.ruling(
        "RW-DECL-5", "A switch frees one of the two places at a target: is it filled?", "No.", "By the next who wanted to."
    )
    one_target: Literal["one-enemy-on-board", "one-eligible-for-anyone"] = api.ruling(
        "RW-DECL-6",
        "When is there just one possible target?",
        "One enemy is on the board, balloons counted.",
        "One enemy can be fired at by anybody.",
    )
    head_on: Literal["opposite-facing-in-front-row", "attacker-in-front-field"] = api.ruling(
        "RW-DECL-7",
        "What is attacked head-on?",
        "The attacker faces the other way, in the row of hexes ahead, and has declared.",
        "The attacker is in the field of fire ahead, and has declared.",
    )
    head_on_eligibility: Literal["field-of-fire-only", "two-mp"] = api.ruling(
        "RW-DECL-7",
        "Must a head-on attacker have been in the sights for two movement points?",
        "No, the field of fire is enough.",
        "Yes.",
    )
    head_on_again: Literal["may-switch-again", "first-switch-only"] = api.ruling(
        "RW-DECL-7", "A second head-on attacker comes after a switch: may one switch again?", "Yes.", "No."
    )
    pilot_and_observer: Literal["both", "one-target"] = api.ruling(
        "RW-DECL-2",
        "May pilot and observer fire in one turn?",
        "Yes, at the same target or at different ones.",
        "Only at the same target.",
    )
    ace_choice: Literal["sealed", "each-attack"] = api.ruling(
        "RW-ACE-2",
        "When does an ace choose attack or defence?",
        "Sealed, before any dice of combat.",
        "As shots are fired: it goes to the first that he has a part in.",
    )
    ace_defends_against: Literal["all", "one"] = api.ruling(
        "RW-ACE-2", "Against how many attackers does an ace defend?", "Against all.", "Against the first who fires at him."
    )
    ace_and_ground: Literal["same-choice", "separate"] = api.ruling(
        "RW-ACE-2",
        "Is defence against fire from the ground part of the ace's choice?",
        "Yes.",
        "No, he always defends against it.",
    )
    double_ace_tdt: Literal["2", "1"] = api.ruling("RW-ACE-3", "What does a double ace add to his fire?", "2.", "1.")
    ace_observer_gun: Literal["no", "front-guns-only", "yes"] = api.ruling(
        "RW-ACE-3", "Does a pilot's skill help an observer's gun?", "No.", "Only a gun in front.", "Yes."
    )
    tdt_ends: Literal["clamp", "miss-below"] = api.ruling(
        "RW-FIRE-1",
        "A total is below 2 or above 12: what then?",
        "It counts as 2 or 12.",
        "Below 2 it misses; above 12 it is 12.",
    )
    shared_scope: Literal["all-who-fired-at-it-that-turn", "all-who-damaged-it-that-turn"] = api.ruling(
        "RW-VIC-1",
        "Who shares a victory?",
        "All who fired at the aircraft in that turn.",
        "All who damaged it in that turn.",
    )
    shared_with_ground: Literal["aircraft-alone", "no-credit"] = api.ruling(
        "RW-VIC-1", "Fire from the ground had a part in it: whose victory is it?", "That of the aircraft alone.", "Nobody's."
    )
    two_mp: Literal["after-each", "last-two-steps", "last-mp"] = api.ruling(
        "RW-DECL-4",
        "What are the last two movement points in somebody's sights?",
        "The positions after the last but one and after the last.",
        "Those after the last two steps.",
        "The last one.",
    )
    field_geometry: Literal["closed", "open"] = api.ruling(
        "RW-DECL-1", "Do the rows at exactly 60 degrees belong to a field of fire?", "Yes.", "No."
    )
    deflection_scope: Literal["all-guns", "front-guns-only"] = api.ruling(
        "RW-DEFL-1", "Which fire has deflection?", "That of pilots and observers at aircraft.", "That of pilots."
    )
    declared_shot: Literal["may-hold", "must-fire"] = api.ruling(
        "RW-FIRE-1", "Must a shot that was declared be fired?", "No; held, it costs nothing.", "Yes."
    )
    switch_moment: Literal["at-once", "before-combat"] = api.ruling(
        "RW-DECL-7", "When is a switch to a head-on attacker made?", "At once after he has declared.", "Before combat."
    )
    head_on_return: Literal["field-is-enough", "two-mp"] = api.ruling(
        "RW-DECL-7",
        "Who has moved and declared nothing is attacked head-on: may he fire back?",
        "Yes, if the attacker is in his field of fire.",
        "Only after two movement points in his sights.",
    )
    hang_position: Literal["straight-ahead", "in-field"] = api.ruling(
        "RW-SPEC-19",
        "Where is the target of a Fokker D-VII that hangs on its propeller?",
        "In the hex straight ahead, then above it.",
        "Anywhere in its field of fire, then above it.",
    )
    hang_range: Literal["none", "by-height"] = api.ruling(
        "RW-SPEC-17", "At what range does it fire?", "0 hexes.", "One hex for each 50 m."
    )
    hannover_eleven: Literal["unmodified", "modified"] = api.ruling(
        "RW-SPEC-3",
        "Which 11 damages a Hannover's own tail?",
        "The 11 of the dice.",
        "An 11 after all modifiers but the -1.",
    )
    roland_front: Literal["adjacent", "front-field"] = api.ruling(
        "RW-SPEC-25",
        "Which are the three hexes in front of a Roland C-II?",
        "The three next to it.",
        "All within 60 degrees ahead.",
    )
    silhouette_schedules: Literal["in-force", "printed"] = api.ruling(
        "RW-SIL-6", "Which schedules are compared for silhouettes?", "Those in force.", "Those on the sheets."
    )
    schedule_rank_fg: Literal["below-a", "equal-to-A"] = api.ruling(
        "RW-SIL-6", "How do the schedules F and G compare?", "G below F below A.", "As A."
    )
    fokker_d: Literal["no", "yes"] = api.ruling("RW-SPEC-11", "Is the Dr-I one of the Fokker D types?", "No.", "Yes.")
    fe2b_rear_gun: Literal["off", "on"] = api.ruling("RW-BASE-4", "Does the FE-2b have a rear gun?", "No.", "Yes.")
    lewis_fronts: Literal["all-lewis", "se5a-only"] = api.ruling(
        "RW-SPEC-8",
        "Which front guns have drums?",
        "Those of Nieuport 11, DH-2, FB-5, FE-2b, Voisin, Gotha, Handley-Page, and the wing gun of the SE-5a.",
        "The wing gun of the SE-5a.",
    )
    observer_front_guns: Literal["as-the-fe2b", "as-a-pilots"] = api.ruling(
        "RW-DECL-3",
        "How do front guns of Voisin, Gotha and Handley-Page count?",
        "As an observer's, like that of the FE-2b.",
        "As a pilot's.",
    )
