"""Units that meet without a table: a state with what still matters, and the half-turn of a side as a rule.

Half-turns alternate. In each, every unit of the side attacks the first enemy that it can, in the order in which they were
named, those of one kind weakest first; every kind of weapon is an order of its own, at what is left then. After the fire of
the Martians the other side tests morale. Every roll is by the functions that play the game.

Prices count on habits, too: a weapon bears in some turns only, and a Martian one may be fired at others. How often is
counted in whole games (``habits.toml``, ``bearings.toml``). A duel has neither, as nobody else is there. What stays out of
both: the table, manoeuvre, objectives, bombing runs that miss, explosions, and that who comes nearer draws more fire.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import inf
from typing import Any, Literal, NamedTuple

from aqmf_air.api import Dice
from aqmf_air.api.lab import Outcome, Rolled
from aqmf_air.games.martian_front.chapters import shooting
from aqmf_air.games.martian_front.chapters.artillery import ONE_LOAD
from aqmf_air.games.martian_front.chapters.damage import Tripod, damage_tripod
from aqmf_air.games.martian_front.chapters.morale import COMMAND, FAIL, PASS, to_rally
from aqmf_air.games.martian_front.chapters.moving import owner_wins
from aqmf_air.games.martian_front.chapters.possible_orders import Catalogue
from aqmf_air.games.martian_front.chapters.templates import tripod_under
from aqmf_air.games.martian_front.chapters.to_hit import against, rolled, shot
from aqmf_air.games.martian_front.lab import conduct
from aqmf_air.games.martian_front.tables import UnitType

DROPS, FIRES, GOES_OFF, RAMMING = "drops", "fires", "goes off", "rams"


class Act(NamedTuple):
    """One thing that a unit does in a half-turn: the unit by its place, what, and the kind of weapon by its number."""

    unit: int
    what: str
    weapon: int = 0


class HalfTurn(NamedTuple):
    """A half-turn as far as it went: the next act, the state, and the elements that each enemy has lost in it."""

    at: int
    state: conduct.State
    toll: tuple[int, ...]


def _as_it_stands(state: conduct.State, after: conduct.State) -> conduct.State:
    return after


@dataclass(frozen=True, eq=False)
class Skirmish:
    """Two line-ups that meet by a book, unit by unit.

    ``replaced``: the side whose units are replaced at once when they are destroyed or gone; of one unit a side only.
    """

    book: conduct.MeetingRules
    human: tuple[UnitType, ...]
    martian: tuple[UnitType, ...]
    replaced: conduct.Side | Literal[""] = ""

    # -- where it begins and ends ------------------------------------------------------------------------------------

    @property
    def terms(self) -> conduct.FrontTerms:
        return self.book.terms

    def starts(self, first: str) -> dict[conduct.State, Fraction]:
        """The states before the first half-turn, by who acts first (terms ``first``), with their chances."""
        human, martian = self._fresh["human"], self._fresh["martian"]
        sides = [side for side in conduct.SIDES if first in (conduct.MEAN, side)]
        return {
            conduct.State(side, human, martian, conduct.enemy_of(side) if self._rallies else ""): Fraction(1, len(sides))
            for side in sides
        }

    @cached_property
    def _fresh(self) -> dict[conduct.Side, tuple[Any, ...]]:
        """The units of each side as they are before anything happened."""
        return {side: tuple(self._fresh_unit(side, at) for at in range(len(self.kinds(side)))) for side in conduct.SIDES}

    def _fresh_unit(self, side: conduct.Side, at: int) -> conduct.Standing:
        kind, manner = self.kinds(side)[at], self._conducts[side][at]
        if kind.kind == "tripod":
            weapons = tuple(mount.weapon.name for mount in kind.weapons for _ in range(mount.count))
            return self.what_matters(conduct.Machine(kind.armor, weapons), at)
        far = self.terms.range if side == "human" and manner.on_the_ground else 0
        return conduct.Troop(kind.elements, bool(manner.loads(kind)), gap=0.0 if far <= self._near(at) else float(far))

    @cached_property
    def _rallies(self) -> bool:
        """Whether a unit may rout and rally, so that it matters when a turn ends."""
        pairs = zip(self._conducts["human"], self.human, strict=True)
        return any(manner.on_the_ground and kind.elements > 1 for manner, kind in pairs)

    def over(self, state: conduct.State) -> bool:
        """Whether a side has nothing left."""
        return not (any(troop.elements for troop in state.human) and any(unit.elements for unit in state.martian))

    def outcome(self, state: conduct.State) -> Outcome:
        """Who is left, and what share of its points each side has lost."""
        left = (any(troop.elements for troop in state.human), any(unit.elements for unit in state.martian))
        return Outcome(left, (self.lost("human", state), self.lost("martian", state)))

    def lost(self, side: conduct.Side, state: conduct.State) -> Fraction:
        """The share of its points that a side has lost: elements and Armor count pro rata."""
        key = (side, state.of(side))
        if key not in self._losses:
            self._losses[key] = self._lost_of(*key)
        return self._losses[key]

    @cached_property
    def _losses(self) -> dict[Any, Fraction]:
        return {}

    def _lost_of(self, side: conduct.Side, units: tuple[conduct.Standing, ...]) -> Fraction:
        kinds = self.kinds(side)
        shares = [(kind.points, conduct.share_lost(unit, kind)) for unit, kind in zip(units, kinds, strict=True)]
        points = sum(worth for worth, _ in shares)
        if not points:
            return Fraction(sum(share for _, share in shares), len(shares))
        return sum((worth * share for worth, share in shares), Fraction(0)) / points

    def kinds(self, side: conduct.Side) -> tuple[UnitType, ...]:
        """The types of the units of a side."""
        return self.human if side == "human" else self.martian

    # -- the half-turn -----------------------------------------------------------------------------------------------

    @cached_property
    def step(self) -> Rolled[conduct.State]:
        """The half-turn of the side that acts, for a chain of states."""
        return Rolled(self._half_turn_of, _as_it_stands)

    def _half_turn_of(self, state: conduct.State) -> tuple[Any, conduct.State]:
        """By which meeting a half-turn is rolled: that of humans is the same however many of them a template lies over."""
        return (self._at_tripods if state.acts == "human" else self).half_turn, state

    @cached_property
    def _at_tripods(self) -> Skirmish:
        """The same meeting for the attacks of humans: at tripods alone, they are one for all meetings of these units."""
        if any(kind.kind != "tripod" for kind in self.martian) or self.terms.touched == 1:
            return self
        return skirmish_of(replace(self.book, terms=replace(self.terms, touched=1)), self.human, self.martian, self.replaced)

    def half_turn(self, dice: Dice, state: conduct.State) -> conduct.State:
        """The side that acts does all it can; then it is the other one's turn."""
        side = state.acts
        acts, begun = self._begun(state)
        done: HalfTurn = dice.fold(len(acts), begun, self._next_act, acts, side)
        state = self._closed_in(done.state, side)
        if side == "martian":
            troops = tuple(self._tested(dice, state, at, lost) for at, lost in enumerate(done.toll))
            recovered = tuple(
                unit._replace(stunned=False) if isinstance(unit, conduct.Machine) else unit for unit in state.martian
            )
            state = self._replenished(state._replace(human=troops, martian=recovered), "human")
        if side == state.second:
            state = state._replace(human=tuple(self._rallied(dice, troop) for troop in state.human))
        return self._canonical(state._replace(acts=conduct.enemy_of(side)))

    @lru_cache(maxsize=8)  # noqa: B019  # asked for each way of the dice from one state, one after the other
    def _begun(self, state: conduct.State) -> tuple[tuple[Act, ...], HalfTurn]:
        """What the side that acts is about to do, and the half-turn as it begins."""
        side = state.acts
        state = self._closed_in(state._replace(beaten=0), side)
        return tuple(self._acts(side, state)), HalfTurn(0, state, (0,) * len(state.of(conduct.enemy_of(side))))

    def _acts(self, side: conduct.Side, state: conduct.State) -> Iterable[Act]:
        """What the units of a side do, in order; each finds its target when it comes to it."""
        for at, standing in enumerate(state.of(side)):
            useful = self._useful[side][at]
            if isinstance(standing, conduct.Machine):
                names = [mount.weapon.name for mount in self.martian[at].weapons]
                if not standing.stunned and standing.armor:
                    yield from (Act(at, FIRES, number) for number in useful if names[number] in standing.weapons)
                    yield from (Act(at, GOES_OFF, number) for number in useful if names[number] in standing.hit)
            elif standing.nerve == conduct.RAMS and self._tripods(state):
                yield Act(at, RAMMING)
            elif standing.elements and standing.nerve != conduct.ROUTED:
                if standing.loaded:
                    yield Act(at, DROPS)
                yield from (Act(at, FIRES, number) for number in useful)

    def _next_act(self, dice: Dice, so_far: HalfTurn, acts: tuple[Act, ...], side: conduct.Side) -> HalfTurn:
        at, state, toll = so_far
        act = acts[at]
        if act.what == RAMMING:
            return HalfTurn(at + 1, self._rammed(dice, state, act.unit), toll)
        standing, enemies = state.of(side)[act.unit], state.of(conduct.enemy_of(side))
        target, arms = self._aim(side, act, standing, enemies)
        if act.what == DROPS and isinstance(standing, conduct.Troop):
            state = conduct.with_unit(state, side, act.unit, standing._replace(loaded=False))
        if target is None or (act.what == GOES_OFF and not dice.call(owner_wins, *self.book.die_off_of(side))):
            return HalfTurn(at + 1, state, toll)
        if self.book.habits:
            arms = dice.call(self._borne, side, act, standing, target)
            if arms == conduct.NO_ARMS:
                return HalfTurn(at + 1, state, toll)
        before = enemies[target]
        if isinstance(before, conduct.Machine):
            struck: conduct.Standing = self._struck_machine(dice, before, target, arms)
        else:
            under = shooting.attacks_on_elements(arms.drops, before.elements, self.terms.touched)
            lost = dice.call(shooting.struck_elements, under, before.elements, arms.guns, side)
            struck = before._replace(elements=before.elements - lost)
            toll = (*toll[:target], toll[target] + lost, *toll[target + 1 :])
        return HalfTurn(at + 1, self._with_struck(state, side, target, struck), toll)

    def _borne(self, dice: Dice, side: conduct.Side, act: Act, standing: conduct.Standing, target: int) -> conduct.Arms:
        """What an act brings to bear on its target where others are about: some guns or none, by the habits of its kind."""
        if side == "martian":
            at_it = dice.call(conduct.shot_at, self._conducts["human"][target].shot_at)
            return self._arms(side, act, standing, target) if at_it else conduct.NO_ARMS
        if act.what == FIRES and isinstance(standing, conduct.Troop):
            kind, manner = self.human[act.unit], self._conducts["human"][act.unit]
            bearing = dice.call(conduct.brought_to_bear, standing.elements, manner.bears(kind, kind.weapons[act.weapon]))
            if not bearing:
                return conduct.NO_ARMS
            standing = standing._replace(elements=bearing)
        return self._arms(side, act, standing, target)

    def _aim(
        self, side: conduct.Side, act: Act, standing: conduct.Standing, enemies: tuple[conduct.Standing, ...]
    ) -> tuple[int | None, conduct.Arms]:
        """The target of an act, and what is brought to bear on it; remembered, as it is asked for each way of the dice."""
        key = (side, act, standing, enemies)
        if key not in self._aims:
            target = self._target(side, act, standing, enemies)
            self._aims[key] = target, conduct.NO_ARMS if target is None else self._arms(side, act, standing, target)
        return self._aims[key]

    def _struck_machine(self, dice: Dice, machine: conduct.Machine, at: int, arms: conduct.Arms) -> conduct.Machine:
        """What templates, or one order to fire, leave of a tripod. HOST-TRIPOD-1."""
        tripod = conduct.tripod_of(machine)
        if arms.drops:
            tripod = dice.call(tripod_under, tripod, arms.salvos, "human")
        else:
            (guns,) = arms.guns
            tripod = dice.call(shooting.volley_at_tripod, tripod, *guns, "human")
        return self._left(machine, at, tripod)

    def _left(self, machine: conduct.Machine, at: int, tripod: Tripod) -> conduct.Machine:
        """What the rules left of a tripod, as far as it matters; remembered."""
        key = (machine.hit, at, tripod)
        if key not in self._remains:
            self._remains[key] = self.what_matters(conduct.machine_after(machine, tripod), at)
        return self._remains[key]

    @cached_property
    def _aims(self) -> dict[Any, tuple[int | None, conduct.Arms]]:
        return {}

    @cached_property
    def _remains(self) -> dict[Any, conduct.Machine]:
        return {}

    def _with_struck(self, state: conduct.State, side: conduct.Side, target: int, struck: conduct.Standing) -> conduct.State:
        """The state after a unit of ``side`` struck one of the other's, which is replaced where that is asked for."""
        state = conduct.with_unit(state, conduct.enemy_of(side), target, struck)
        return self._replenished(state, "martian") if side == "human" else state

    def _rammed(self, dice: Dice, state: conduct.State, at: int) -> conduct.State:
        """A last pilot crashes into the first tripod. AIR-RUN-3, AIR-RUN-4."""
        troop, kind, manner = state.human[at], self.human[at], self._conducts["human"][at]
        target = self._tripods(state)[0]
        machine = state.martian[target]
        assert manner.ram is not None  # who rams has a way to
        assert isinstance(machine, conduct.Machine)  # and something to ram
        weapon = manner.ram(manner.loads(kind) if troop.loaded else 0)
        hit, damage = self.book.numbers(kind, weapon, self.martian[target])
        state = conduct.with_unit(state, "human", at, conduct.GONE)
        if not dice.call(shot, hit, against(damage, machine.armor), "human").damaging:
            return state
        tripod = dice.call(damage_tripod, conduct.tripod_of(machine), "human")
        return self._with_struck(state, "human", target, self._left(machine, target, tripod))

    def _tested(self, dice: Dice, state: conduct.State, at: int, lost: int) -> conduct.Troop:
        """A unit that lost elements tests at the end of the phase: it stands, is gone, routs, or rams. HOST-MORALE-1."""
        troop, manner = state.human[at], self._conducts["human"][at]
        if not troop.elements:
            return conduct.GONE
        if not lost or troop.nerve == conduct.ROUTED:
            return troop
        steadied = manner.on_the_ground and any(
            other.elements and other.nerve != conduct.ROUTED and self.human[number].has(COMMAND)
            for number, other in enumerate(state.human)
            if number != at
        )
        nerves = self._nerves[at]
        to_pass = nerves.to_pass[: troop.elements + lost - 1]
        result = dice.call(shooting.morale_after, lost, nerves._replace(to_pass=to_pass, reroll=steadied), "human")
        if result == PASS:
            return troop
        if result == FAIL:
            return troop._replace(nerve=conduct.ROUTED) if manner.on_the_ground else conduct.GONE
        return troop._replace(nerve=conduct.RAMS) if self._tripods(state) else troop

    def _rallied(self, dice: Dice, troop: conduct.Troop) -> conduct.Troop:
        """A routed unit tries to come back in hand in the end phase. HOST-MORALE-4."""
        if troop.nerve != conduct.ROUTED or not dice.call(rolled, to_rally(), "human"):
            return troop
        return troop._replace(nerve=conduct.STEADY)

    # -- who, with what, at whom -------------------------------------------------------------------------------------

    def _target(
        self, side: conduct.Side, act: Act, standing: conduct.Standing, enemies: tuple[conduct.Standing, ...]
    ) -> int | None:
        """The place of the first enemy that is left, in reach, and that this can be used against; None: there is none."""
        there = sorted(
            (at for at, enemy in enumerate(enemies) if enemy.elements),
            key=lambda at: getattr(enemies[at], "nerve", conduct.STEADY) == conduct.ROUTED,
        )
        for target in there:
            in_reach = conduct.gap_between(standing, enemies[target]) <= self._reach(side, act)
            if in_reach and self._arms(side, act, standing, target) != conduct.NO_ARMS:
                return target
        return None

    def _arms(self, side: conduct.Side, act: Act, standing: conduct.Standing, target: int) -> conduct.Arms:
        """What an act brings to bear on a target."""
        unit, other = self.kinds(side)[act.unit], self.kinds(conduct.enemy_of(side))[target]
        if act.what == DROPS:
            return conduct.arms_of_troop(self.book, unit, None, other, standing.elements)
        mount = unit.weapons[act.weapon]
        if isinstance(standing, conduct.Troop):
            return conduct.arms_of_troop(self.book, unit, mount, other, standing.elements)
        wild = act.what == GOES_OFF
        working = (standing.hit if wild else standing.weapons).count(mount.weapon.name)
        return conduct.arms_of_machine(self.book, unit, mount, other, working, wild)

    def _reach(self, side: conduct.Side, act: Act) -> float:
        """How many inches the weapon of an act reaches; of what flies, wherever it wants."""
        if not self._conducts[side][act.unit].on_the_ground or act.what == DROPS:
            return inf
        return self.kinds(side)[act.unit].weapons[act.weapon].weapon.range or 0.0

    @cached_property
    def _conducts(self) -> dict[conduct.Side, tuple[conduct.Conduct, ...]]:
        return {side: tuple(map(self.book.conduct, self.kinds(side))) for side in conduct.SIDES}

    @cached_property
    def _useful(self) -> dict[conduct.Side, tuple[tuple[int, ...], ...]]:
        """The numbers of the weapons of each unit that can be used against any enemy; of one load, the first."""
        return {side: tuple(self._useful_of(side, kind) for kind in self.kinds(side)) for side in conduct.SIDES}

    def _useful_of(self, side: conduct.Side, kind: UnitType) -> tuple[int, ...]:
        manner = self.book.conduct(kind)
        useful = tuple(
            number
            for number, mount in enumerate(kind.weapons)
            if any(
                manner.arms(self.book, kind, mount, enemy, 1) != conduct.NO_ARMS
                for enemy in self.kinds(conduct.enemy_of(side))
            )
        )
        return useful[:1] if kind.has(ONE_LOAD) else useful

    @cached_property
    def _nerves(self) -> tuple[shooting.Nerves, ...]:
        catalogue = Catalogue(self.book.ruleset)
        return tuple(catalogue.nerves(kind) for kind in self.human)

    def _tripods(self, state: conduct.State) -> list[int]:
        return [at for at, unit in enumerate(state.martian) if isinstance(unit, conduct.Machine) and unit.armor]

    # -- states that are alike -----------------------------------------------------------------------------------------

    def what_matters(self, machine: conduct.Machine, at: int) -> conduct.Machine:
        """A tripod without what changes nothing any more: weapons that are of no use here, and what befell them."""
        if not machine.armor:
            return conduct.WRECK
        useful = {self.martian[at].weapons[number].weapon.name for number in self._useful["martian"][at]}
        hit = tuple(sorted(name for name in machine.hit if name in useful))
        weapons = machine.weapons if useful.intersection(machine.weapons) else ()
        return conduct.Machine(machine.armor, weapons, hit, machine.stunned and bool(weapons or hit))

    def _replenished(self, state: conduct.State, side: conduct.Side) -> conduct.State:
        """The state with a fresh unit in the place of one that is gone, where its side is replaced."""
        if side != self.replaced or state.of(side)[0].elements:
            return state
        state = state._replace(beaten=state.beaten + 1)
        return conduct.with_unit(state, side, 0, self._fresh[side][0])

    def _canonical(self, state: conduct.State) -> conduct.State:
        """Of units of one kind it does not matter which is which: the weakest is first, those that are gone last."""
        human = conduct.sorted_within_kinds(state.human, self.human)
        return state._replace(human=human, martian=conduct.sorted_within_kinds(state.martian, self.martian))

    def _closed_in(self, state: conduct.State, side: conduct.Side) -> conduct.State:
        """A move of a side: what has nobody in reach of its weapons moves nearer. Who is in everybody's reach is near."""
        if not any(troop.gap for troop in state.human):
            return state
        troops = list(state.human)
        if side == "human":
            for at, troop in enumerate(troops):
                kind, closes_in = self.human[at], troop.elements and troop.nerve == conduct.STEADY
                if closes_in and kind.kind != "artillery" and troop.gap > self._range(side, at):
                    troops[at] = troop._replace(gap=max(0.0, troop.gap - kind.speed))
        else:
            able = [at for at, unit in enumerate(state.martian) if unit.elements and self._useful["martian"][at]]
            nearest = min((troop.gap for troop in troops if troop.elements), default=0.0)
            if able and all(self._range(side, at) < nearest for at in able):
                speed = min(self.martian[at].speed for at in able)
                troops = [troop._replace(gap=max(0.0, troop.gap - speed)) for troop in troops]
        near = [troop._replace(gap=0.0) if troop.gap <= self._near(at) else troop for at, troop in enumerate(troops)]
        return state._replace(human=tuple(near))

    def _range(self, side: conduct.Side, at: int) -> float:
        """The longest range of a unit's useful weapons; of a unit without any: it need not come nearer."""
        weapons = self.kinds(side)[at].weapons
        return max((weapons[number].weapon.range or 0.0 for number in self._useful[side][at]), default=inf)

    @lru_cache  # noqa: B019  # as long-lived as the meeting
    def _near(self, at: int) -> float:
        """Inches at which every useful weapon reaches, a human unit's and the enemy's."""
        own = [self.human[at].weapons[number] for number in self._useful["human"][at]]
        theirs = [
            kind.weapons[n] for kind, useful in zip(self.martian, self._useful["martian"], strict=True) for n in useful
        ]
        return min((mount.weapon.range or 0.0 for mount in (*own, *theirs)), default=inf)


skirmish_of = lru_cache(maxsize=16)(Skirmish)
"""The same for the same units: what is known of its half-turns serves any number of turns."""
