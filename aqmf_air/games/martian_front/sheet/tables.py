"""The tables on the sheet: odds and charts, asked of the rules, and everything held once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any

from aqmf_air import api
from aqmf_air.api import replace as model_replace
from aqmf_air.games.martian_front.chapters import to_hit
from aqmf_air.games.martian_front.chapters.artillery import THROWN
from aqmf_air.games.martian_front.chapters.damage import (
    DAMAGED,
    EXPLODED,
    UNHARMED,
    WRECKED,
    Fate,
    Tripod,
    blast_numbers,
    damage_tripod,
    damage_tripod_repeatedly,
    damage_tripod_unit,
    disarmed,
    lamed,
    remove_elements,
    stunned,
)
from aqmf_air.games.martian_front.chapters.measuring import out_of_reach, unsheltered
from aqmf_air.games.martian_front.chapters.orders import AIMED, FrontOrder
from aqmf_air.games.martian_front.chapters.possible_orders import UnitKind, abilities, meeting, never_fires
from aqmf_air.games.martian_front.chapters.shooting import Shoot
from aqmf_air.games.martian_front.chapters.templates import joint_rating, number_struck, template_sizes
from aqmf_air.games.martian_front.chapters.turn import turned
from aqmf_air.games.martian_front.sheet.actions import Blow
from aqmf_air.games.martian_front.state import STUNNED, Game, StateMark, Tabletop, Unit, phases
from aqmf_air.games.martian_front.tables import SIDES, Cover, Mount, Weapon, covers, host_rulings

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.sequence import AllQuiet


# -- pairs of units ----------------------------------------------------------------------------------------------------


CALLED = ("the attacker", "the target")
"""The two units, in what the rules say of them; the page puts their names there."""
MOST_TEMPLATES = 6
"""Over one element."""


@dataclass(frozen=True)
class AttackWay:
    """A way to attack: a weapon as it is used.

    ``shots``: how many each element fires at most; 0: a template. ``templates`` are the numbers of templates that may be
    over one element, ``sizes`` the diameter of one in inches, made by 1, 2, ... guns or bombs together.
    """

    title: str
    weapon: Weapon
    shots: int = 0
    templates: tuple[int, ...] = ()
    sizes: tuple[float, ...] = ()
    step: str = ""
    """The procedure that says whom the template reaches."""
    uses: bool = False
    """Whether it is used up."""
    bombarded: bool = False
    kinds: tuple[str, ...] = ()
    """The only kinds it may be used against, by ``rule``; none given: any."""
    rule: str = ""
    wild: bool = False
    """The weapon was hit, and goes off at anybody. HOST-TRIPOD-2."""
    spent: bool = False
    explodes: bool = False


Numbers = tuple[api.TargetNumber, tuple[api.TargetNumber, ...]]
"""To hit and to damage: the latter for each Armor that may be left, from 1, if Armor is lost point by point; else once."""
Band = tuple[float | None, tuple[Numbers, ...]]
"""Ranges at which the numbers are the same: up to so many inches (None: any), the numbers in each cover.

Of what is never in cover there are those in the open alone.
"""


class Meetings:
    """Every meeting under the rules and the rulings in force."""

    def __init__(self, ruleset: AllQuiet, rulings: api.Rulings) -> None:
        self.ruleset, self.rulings, self.rules = ruleset, rulings, ruleset.rules
        self.covers = tuple(covers().values())

    def ways(self, kind: UnitKind) -> Iterator[AttackWay]:
        """All ways in which a unit attacks."""
        attacks = [ability for ability in abilities(self.ruleset, kind.type, self.rulings) if ability.order.attack]
        for mount in kind.type.weapons:
            for ability in attacks:
                if ability.mount == mount:
                    yield from self._ways_of(kind, ability.order, mount)
        for blow in self.rules.procedure("besides fire", kind.type.kind)(kind.type, self.rulings):
            if isinstance(blow, Blow):
                yield AttackWay(blow.title, blow.weapon, shots=1, kinds=blow.kinds, rule=blow.rule, spent=blow.spent)
        if self.damage_of(kind) == "tripod":
            yield AttackWay("Explosion", _EXPLOSION, templates=(1,), step="in blast", explodes=True)

    def _ways_of(self, kind: UnitKind, order: type[FrontOrder], mount: Mount) -> Iterator[AttackWay]:
        weapon, shots, dropped = mount.weapon, mount.count * mount.weapon.shots, mount.weapon.range is None
        goes_off = self.damage_of(kind) == "tripod"  # once more, when it was hit: at a unit, or laid on one
        if order.attack == AIMED:
            yield AttackWay(weapon.name, weapon, shots=shots)
            if goes_off and weapon.kind not in THROWN:
                yield AttackWay(f"{weapon.name}, hit and gone off", weapon, shots=shots, wild=True)
            return
        if weapon.barrage is None:
            templates = tuple(range(1, mount.count + 1))
            yield AttackWay(f"{weapon.name}, sweep", weapon, templates=templates, step=order.attack)
            return
        pieces = mount.count if dropped else mount.count * kind.strength
        sizes = tuple(template_sizes()[joint_rating(weapon.barrage, number)] for number in range(1, pieces + 1))
        if order.before_turn_1():
            yield AttackWay(f"{weapon.name}, before turn 1", weapon, 0, (1,), sizes, order.attack, bombarded=True)
        elif dropped:
            apart = tuple(range(1, min(mount.count * kind.strength, MOST_TEMPLATES) + 1))
            yield AttackWay(weapon.name, weapon, 0, apart, sizes, order.attack, uses=True)
        else:
            yield AttackWay(f"{weapon.name}, barrage", weapon, 0, (1,), sizes, order.attack)
            if goes_off:
                yield AttackWay(f"{weapon.name}, hit and gone off", weapon, 0, (1,), sizes, order.attack, wild=True)

    def damage_of(self, kind: UnitKind) -> str:
        """How damage is taken: ``elements`` are lost, a ``tripod`` rolls on its table; ``own``: as a plugin's rule says."""
        procedure = self.rules.procedure("damage", kind.type.kind)
        return {remove_elements: "elements", damage_tripod_unit: "tripod"}.get(procedure, "own")

    def refusal(self, kind: UnitKind, way: AttackWay, target: UnitKind) -> api.Objection | None:
        """Why no rule lets a unit attack another in this way, wherever they stand; None if it may."""
        if way.kinds and target.type.kind not in way.kinds:
            return api.Objection(way.rule, f"{way.title.lower()}: not against this kind of unit")  # handed on
        if way.spent:
            return None
        if not (way.step or way.wild):
            return next(iter(never_fires(self.ruleset, kind, way.weapon.name, target, self.rulings, *CALLED)), None)
        game, unit, other = meeting(kind, target, self.rulings, *CALLED)
        by = () if way.explodes else (unit,)
        if way.step and (why := out_of_reach(game, self.rules, way.step, other, *by)):
            return why
        if way.bombarded or way.explodes:
            return None
        return next(iter(self.rules.objections(game, Shoot(unit=unit.id, weapon=way.weapon.name, target=other.id))), None)

    # -- what it takes -----------------------------------------------------------------------------------------------

    def bands(self, kind: UnitKind, way: AttackWay, target: UnitKind) -> tuple[Band, ...]:
        """What an attack takes, range by range. Most often the numbers are the same at every range."""
        armors = tuple(range(1, target.type.armor + 1)) if self.damage_of(target) == "tripod" else (target.type.armor,)
        if way.explodes:
            return ((None, tuple(self._blast(target, cover, armors) for cover in self._covers_of(target))),)
        attack = replace(
            to_hit.attack_between(kind.type, way.weapon, target.type), marks=tuple(mark.name for mark in target.marks)
        )
        reach, looked = way.weapon.range, self._looked_at(attack)
        if not (way.shots and reach is not None and "distance" in looked):
            return ((None, self._in_covers(attack, way, target, armors, looked)),)
        bands: list[Band] = []
        for gap in range(1, ceil(reach) + 1):
            numbers = self._in_covers(replace(attack, distance=float(gap)), way, target, armors, looked)
            if bands and bands[-1][1] == numbers:
                bands.pop()
            bands.append((min(float(gap), reach), numbers))
        return tuple(bands)

    def _covers_of(self, target: UnitKind) -> tuple[Cover, ...]:
        """What a unit may be in."""
        game, unit, _ = meeting(target, target, self.rulings, *CALLED)
        return self.covers[:1] if unsheltered(game, self.rules, unit) else self.covers

    def _in_covers(
        self, attack: to_hit.Attack, way: AttackWay, target: UnitKind, armors: tuple[int, ...], looked: frozenset[str]
    ) -> tuple[Numbers, ...]:
        more = self.rules.modifiers
        numbers = []
        for cover in self._covers_of(target):
            felt = model_replace(cover, defense=0) if way.bombarded else cover
            facts = replace(attack, cover=cover.name)
            if "armor" in looked:
                damage = tuple(to_hit.to_damage(replace(facts, armor=armor), felt, more) for armor in armors)
            else:
                whole = to_hit.to_damage(facts, felt, more)
                damage = tuple(to_hit.against(whole, armor) for armor in armors)
            numbers.append((to_hit.to_hit(facts, felt, more), damage))
        return tuple(numbers)

    def _blast(self, target: UnitKind, cover: Cover, armors: tuple[int, ...]) -> Numbers:
        numbers = [blast_numbers(target.type, armor, cover.name, host_rulings(self.rulings)) for armor in armors]
        return numbers[0][0], tuple(damage for _, damage in numbers)

    def _looked_at(self, attack: to_hit.Attack) -> frozenset[str]:
        """Which facts of such an attack, in whatever cover, everything plugged in asks for."""
        facts = {field.name: getattr(attack, field.name) for field in fields(to_hit.Attack)}
        watched = [_Watched(**{**facts, "cover": cover.name}) for cover in self.covers]
        for watcher in watched:
            for check in ("hit", "damage"):
                self.rules.registry.modifiers(self.ruleset.id, check, watcher)  # every time: kept answers look at all facts
        return frozenset().union(*(vars(watcher).get("looked", ()) for watcher in watched))


class _Watched(to_hit.Attack):
    """The facts of an attack that note which of them are asked for."""

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("__"):
            vars(self).setdefault("looked", set()).add(name)
        return super().__getattribute__(name)


_EXPLOSION = Weapon(name="Explosion", kind="explosion", power=0, source="HOST-TRIPOD-2", standing="house")


# -- odds and charts ---------------------------------------------------------------------------------------------------


MILLION = 1_000_000
MOST_SHOTS = 60
"""In the tables: of more than that at once, some are rolled first."""
LONGEST_FRACTION = 16
"""Characters of a fraction that is shown."""
FATES = (EXPLODED, WRECKED, DAMAGED, UNHARMED)
LISTS = ("numbers", "needs", "reasons", "takes", "refusals", "tests", "odds", "fates", "asks", "nodes", "ends")


def millionths(chance: Fraction) -> int:
    """A chance in millionths, to the nearest; what may happen is never 0, and what may fail is never all of them."""
    if chance in (0, 1):
        return int(chance) * MILLION
    return min(max(round(chance * MILLION), 1), MILLION - 1)


def grade(target: api.TargetNumber) -> str:
    """What numbers that ask the same of a die share: the lowest face, or ``lucky``, ``automatic``, ``impossible``."""
    verdict = target.verdict
    if isinstance(verdict, api.Automatic):
        return "automatic"
    if isinstance(verdict, api.Impossible):
        return "impossible"
    return "lucky" if verdict.number > to_hit.HIGHEST else str(max(verdict.number, to_hit.LOWEST + 1))


def fate_of_volley(dice: api.Dice, armor: int, shots: int, hit: api.TargetNumber, damage: api.TargetNumber) -> str:
    """What ``volley_at_tripod`` makes of a tripod, in one word: what is no part of the word is merged on the way."""
    return dice.call(_fate_of_hits, armor, dice.call(to_hit.damaging_shots, shots, hit, damage, ""))


def _fate_of_hits(dice: api.Dice, armor: int, hits: int) -> str:
    return Fate(armor)(dice.call(damage_tripod_repeatedly, hits, Tripod(armor), ""))


class Tables:
    """Plain data by what it is of: each piece is held once in one of ``lists``, and known by its number there.

    ``odds`` are ``[chance of 0, 1, ...; of so many or more; mean; exact]``; ``asks`` are ``[what is rolled, what it takes,
    faces, names of the faces, about]``; ``nodes`` are ``[ask, node for each face]`` or ``[-1, end]``. ``pairs`` holds the
    tables of all attacks that need the same two numbers.
    """

    def __init__(self) -> None:
        self.lists: dict[str, list[Any]] = {name: [] for name in LISTS}
        self.pairs: dict[str, dict[str, Any]] = {}
        self._seen: dict[tuple[str, str], int] = {}

    def held(self, name: str, piece: Any) -> int:
        """The number of a piece."""
        held = self.lists[name]
        at = self._seen.setdefault((name, repr(piece)), len(held))
        if at == len(held):
            held.append(piece)
        return at

    # -- odds --------------------------------------------------------------------------------------------------------

    def attacks(
        self,
        hit: api.TargetNumber,
        damage: api.TargetNumber,
        shots: int,
        templates: Iterable[int],
        elements: int,
        armor: int,
    ) -> None:
        """What comes of up to so many shots, and of so many templates over up to so many elements.

        ``armor``: what a tripod that is hit has left of it; 0: it is none.
        """
        struck = (hit, damage)
        key = "/".join(map(grade, struck))
        if key not in self.pairs:
            chart = self.chart(to_hit.shot, (*struck, ""), list)
            self.pairs[key] = {"chart": chart, "shots": [], "struck": {}, "fates": {}}
        pair = self.pairs[key]
        _extend(pair["shots"], shots, lambda number: self.counted(api.chances(to_hit.damaging_shots, number, *struck, "")))
        most = shots
        for count in templates:
            _extend(pair["struck"].setdefault(str(count), []), elements, partial(self._struck, (struck,) * count))
            most = max(most, count)
        if armor:
            _extend(pair["fates"].setdefault(str(armor), []), most, lambda number: self._fate(armor, number, *struck))

    def _struck(self, attacks: tuple[tuple[api.TargetNumber, api.TargetNumber], ...], elements: int) -> int:
        return self.counted(api.chances(number_struck, (attacks,) * elements, ""))

    def _fate(self, armor: int, shots: int, hit: api.TargetNumber, damage: api.TargetNumber) -> int:
        odds = api.chances(fate_of_volley, armor, shots, hit, damage)
        return self.held("fates", [millionths(odds.of(fate)) for fate in FATES])

    def counted(self, odds: api.Odds[int]) -> int:
        """The number of a distribution of whole numbers."""
        summary = api.Summary(odds)
        values = range(summary.values[-1] + 1)
        just, more = ([millionths(chance(value)) for value in values] for chance in (summary.exactly, summary.at_least))
        some = str(summary.at_least(1))
        exact = some if len(some) <= LONGEST_FRACTION else ""
        return self.held("odds", [just, more, round(float(summary.mean), 4), exact])

    def named(self, odds: api.Odds[str]) -> list[list[Any]]:
        """Outcomes that have names, the likeliest first: ``[name, millionths, exact]``."""
        likeliest = sorted(odds.items(), key=lambda pair: (-pair[1], pair[0]))
        return [[name, millionths(chance), str(chance)] for name, chance in likeliest if chance]

    # -- charts ------------------------------------------------------------------------------------------------------

    def chart(
        self,
        rule: Callable[..., Any],
        facts: tuple[Any, ...],
        end: Callable[[Any], list[Any]],
        given: tuple[api.Faces, ...] = (),
    ) -> int:
        """The number of the node at which ``rule(dice, *facts)`` stands after the faces that are given.

        ``end`` makes plain data of an outcome.
        """
        try:
            return self.held("nodes", [-1, self.held("ends", end(rule(api.DiceTray(api.recorded(given)), *facts)))])
        except api.NeedDice as need:
            ask = need.ask
        assert ask.size == 1  # a handful is as many walks
        by_value: dict[Any, int] = {}
        follows = []
        for face in ask.die.faces:
            value = ask.made_of((face,))
            if value not in by_value:
                by_value[value] = self.chart(rule, facts, end, (*given, api.Faces((face,), "")))
            follows.append(by_value[value])
        needs = to_hit.spelled(ask.about) if isinstance(ask.about, api.TargetNumber) else ""
        names = [str(face) for face in ask.die.faces] if api.options_of(ask) else []
        about = ask.about if isinstance(ask.about, str) else ""
        return self.held("nodes", [self.held("asks", [ask.label, needs, len(ask.die.faces), names, about]), *follows])

    def tripods(self, most_armor: int, most_weapons: int) -> list[list[int]]:
        """Charts of one damaging hit on a tripod, by Armor left (from 1) and number of weapons that still work (from 0)."""
        weapons = [tuple(f"weapon {at}" for at in range(1, number + 1)) for number in range(most_weapons + 1)]
        return [
            [self.chart(damage_tripod, (Tripod(armor, working), ""), _damaged) for working in weapons]
            for armor in range(1, most_armor + 1)
        ]


def _extend(held: list[int], most: int, made: Callable[[int], int]) -> None:
    held += [made(number) for number in range(len(held) + 1, min(most, MOST_SHOTS) + 1)]


def _damaged(after: Tripod) -> list[int]:
    """Armor left, whether it blows up, is stunned, is lamed, and the number of the weapon that was hit (0: none)."""
    hit = int(after.wild[0].removeprefix("weapon ")) if disarmed(after) else 0
    return [0 if after.destroyed else after.armor, int(after.exploded), int(stunned(after)), int(lamed(after)), hit]


def phases_of_a_turn() -> list[list[Any]]:
    """The phases: ``[title, whose, once, frees]``; the game itself is asked what ends with each.

    ``frees``: whether its end frees a tripod that was stunned before it, if its side goes first, and if the other one does.
    HOST-TRIPOD-2.
    """
    stunned_before = (StateMark(name=STUNNED, value="before"),)
    tripods = tuple(Unit(id=side, type="", side=side, elements=(), marks=stunned_before) for side in SIDES)
    listed = []
    for at, phase in enumerate(phases()):
        game = Game(table=Tabletop(width=1, depth=1), phase=at, order=SIDES, units=tripods, types=(), rulings=api.Rulings())
        frees = [int(not unit.has(STUNNED)) for unit in turned(game, phase.id).units]
        listed.append([phase.title, phase.whose, int(phase.once), frees])
    return listed
