"""What templates do to everything under them, salvo after salvo, and what that leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple, Protocol, Self

from aqmf_air.core.data.model import replace as replaced
from aqmf_air.core.dice.dice import Dice, concerning
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play import events
from aqmf_air.core.play.orders import after
from aqmf_air.core.play.ruleset import Question
from aqmf_air.games.martian_front.base_order import Event, Prospect, RulesInForce, UnitEvent
from aqmf_air.games.martian_front.in_words import under_and_damaged
from aqmf_air.games.martian_front.rules.barrage import Salvos, Struck, damaging_hits, number_struck, struck
from aqmf_air.games.martian_front.rules.damage import (
    blast,
    damage_elements,
    damage_tripod_unit,
    remove_elements,
    tripod_of,
    unit_by_unit,
)
from aqmf_air.games.martian_front.rules.hiding import called_once_out
from aqmf_air.games.martian_front.rules.measuring import under
from aqmf_air.games.martian_front.rules.shooting import against
from aqmf_air.games.martian_front.rules.tripod import Tripod, damage_tripod
from aqmf_air.games.martian_front.state import Game, Unit


class Attacked(NamedTuple):
    """An element under one or more templates, and the attacks on it."""

    unit: str
    element: str
    attacks: tuple[Struck, ...]


def joined(attacked: Iterable[Attacked]) -> tuple[Attacked, ...]:
    """Each element once, with all attacks on it, in the order in which they come first."""
    on_it: dict[tuple[str, str], tuple[Struck, ...]] = {}
    for unit, element, attacks in attacked:
        on_it[unit, element] = (*on_it.get((unit, element), ()), *attacks)
    return tuple(Attacked(*key, attacks) for key, attacks in on_it.items())


class TemplatesFell(UnitEvent):
    """A template, several at once, a strip or a blast covered elements, and some of them were damaged."""

    under: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()

    def over(self, attacked: Sequence[Attacked], damaged: Sequence[str]) -> Self:
        """The same, with who was under it, and who of them was damaged."""
        return replaced(self, under=tuple(dict.fromkeys(one.element for one in attacked)), damaged=tuple(damaged))

    def means(self, game: Game) -> str:
        """With what the dice are rolled, in words; empty where that needs no word."""
        weapon = getattr(self, "weapon", "")
        return f"{weapon} of {called_once_out(game, self.unit)}" if weapon else ""

    def toll(self, game: Game) -> str:
        """Who was under it and who was damaged, in words."""
        return under_and_damaged(game, self.under, self.damaged)


def damaged_in(happened: Sequence[events.Event]) -> int:
    """How many elements templates damaged."""
    return len({name for event in happened if isinstance(event, TemplatesFell) for name in event.damaged})


RARE = Fraction(1, 5000)
"""Ways less likely than this are cut off where one explosion may lead to another: there are too many of them."""
Hits = tuple[tuple[str, str], ...]
"""Damaging hits, each as unit and element."""


# -- salvo after salvo ----------------------------------------------------------------------------------------------------


def rolled_one_by_one(dice: Dice, attacked: Sequence[Attacked], by: str, alone: Collection[str] = ()) -> Hits:
    """The damaging hits on elements under templates, one element after the other. HOST-BARRAGE-4.

    ``alone``: units of one element, by which people know it.
    """
    hits: list[tuple[str, str]] = []
    for one in attacked:
        at = concerning(dice, one.unit if one.unit in alone else one.element)
        hits += [(one.unit, one.element)] * at.call(damaging_hits, one.attacks, by)
    return tuple(hits)


def rolled_by_handfuls(dice: Dice, attacked: Sequence[Attacked], by: str) -> Hits:
    """The damaging hits on elements under templates; the dice of elements that are alike are one handful.

    For each element it is the same rule, with the same chances, as in :func:`rolled_one_by_one`.
    """
    alike: dict[tuple[str, tuple[object, ...]], list[Attacked]] = {}
    for one in attacked:
        alike.setdefault((one.unit, one.attacks), []).append(one)
    groups = Counter(unit for unit, _ in alike)
    hit: list[tuple[str, str]] = []
    for several in alike.values():
        first = several[0]
        at = concerning(dice, first.unit if groups[first.unit] == 1 else ", ".join(one.element for one in several))
        if len(several) == 1:
            hit += [(first.unit, first.element)] * at.call(damaging_hits, first.attacks, by)
        else:
            count = at.each(len(several), 0, struck, first.attacks, by)
            hit += [(one.unit, one.element) for one in several[:count]]
    return tuple(hit)


def tripod_under(dice: Dice, tripod: Tripod, salvos: Salvos, by: str = "") -> Tripod:
    """What salvos of templates, each the attacks of one or more at once, leave of one tripod in plain figures."""
    return dice.fold(len(salvos), (0, tripod), _next_over_tripod, salvos, by)[1]


def _next_over_tripod(dice: Dice, so_far: tuple[int, Tripod], salvos: Salvos, by: str) -> tuple[int, Tripod]:
    """Each attack at the Armor that is left, and a roll on the damage table for each hit; none on a wreck. HOST-TRIPOD-1."""
    at, tripod = so_far
    if tripod.destroyed:
        return at + 1, tripod
    attacks = tuple((hit, against(damage, tripod.armor)) for hit, damage in salvos[at])
    return at + 1, dice.fold(dice.call(damaging_hits, attacks, by), tripod, damage_tripod, by)


# -- on the table ---------------------------------------------------------------------------------------------------------


class Salvo(Protocol):
    """Templates that fall at once in a game. Frozen, and hashable where odds are asked."""

    def under(self, game: Game, rules: RulesInForce) -> tuple[Attacked, ...]:
        """Who is under the templates as things stand."""
        ...

    def told(self, attacked: tuple[Attacked, ...], damaged: tuple[str, ...]) -> tuple[Event, ...]:
        """What is told of it, before what the hits lead to."""
        ...

    def means(self, game: Game) -> str:
        """With what it is rolled, in words: ``light bomb of Red 2``; empty where that needs no word."""
        ...


@dataclass(frozen=True)
class OnTable:
    """A game as ground for templates. States in which a game is alike are alike, whatever led there."""

    game: Game
    rules: RulesInForce
    by: str
    damaged: frozenset[str] = frozenset()
    """Elements that a template damaged."""
    happened: tuple[Event, ...] = field(default=(), compare=False)
    roller: Callable[[Dice, Sequence[Attacked], str], Hits] | None = None
    """How the dice are picked up; None: for one element after the other."""
    foreseen: bool = False
    """Only who is damaged is asked: what no template and no blast looks at is forgotten, so that more states are alike."""


def fall(dice: Dice, ground: OnTable, salvos: tuple[Salvo, ...]) -> OnTable:
    """Templates fall, salvo after salvo, each on what the ones before it left. HOST-BARRAGE-4, AIR-BOMB-3.

    The templates of one salvo are rolled for before any of them does damage: a single template, or all that fall at once.
    """
    return dice.fold(len(salvos), (0, ground), _next_salvo, salvos)[1]


def _next_salvo(dice: Dice, so_far: tuple[int, OnTable], salvos: tuple[Salvo, ...]) -> tuple[int, OnTable]:
    """Who was struck is told, then what that does, unit by unit."""
    at, ground = so_far
    game = ground.game
    dice = concerning(dice, means=lambda: salvos[at].means(game))
    attacked = salvos[at].under(game, ground.rules)
    if ground.roller is not None:
        hits = ground.roller(dice, attacked, ground.by)
    else:
        alone = {unit.id for unit in game.units if len(unit.elements) == 1}
        hits = rolled_one_by_one(dice, attacked, ground.by, alone)
    damaged = tuple(dict.fromkeys(element for _, element in hits))
    first = salvos[at].told(attacked, damaged)
    game = after(game, first)
    follows = damage_all(game, ground.rules, dice, hits)
    game, damaged_so_far = after(game, follows), ground.damaged | set(damaged)
    if ground.foreseen:
        return at + 1, replace(ground, game=_forgetful(game), damaged=damaged_so_far)
    return at + 1, replace(ground, game=game, damaged=damaged_so_far, happened=(*ground.happened, *first, *follows))


def _forgetful(game: Game) -> Game:
    """A game without what does not matter to templates and blasts: which weapons were hit, and who is out of it."""
    units = []
    for unit in game.units:
        if game.type_of(unit).kind == "tripod":
            mounted = tuple(mount.weapon.name for mount in game.type_of(unit).weapons for _ in range(mount.count))
            unit = replaced(unit, elements=tuple(replaced(one, weapons_out=mounted) for one in unit.elements))
        units.append(unit)
    return replaced(game, units=tuple(units), fallen=())


def number_damaged(dice: Dice, ground: OnTable, salvos: tuple[Salvo, ...]) -> int:
    """How many elements salvos of templates damage."""
    return len(fall(dice, ground, salvos).damaged)


@dataclass(frozen=True)
class OneSalvo:
    """Templates at once over elements that are known."""

    attacked: tuple[Attacked, ...]
    about: TemplatesFell

    def under(self, game: Game, rules: RulesInForce) -> tuple[Attacked, ...]:
        return self.attacked

    def told(self, attacked: tuple[Attacked, ...], damaged: tuple[str, ...]) -> tuple[Event, ...]:
        return (self.about.over(attacked, damaged),)

    def means(self, game: Game) -> str:
        return self.about.means(game)


def attack_all(
    game: Game,
    rules: RulesInForce,
    dice: Dice,
    attacked: Sequence[Attacked],
    by: str,
    about: TemplatesFell,
    roller: Callable[[Dice, Sequence[Attacked], str], Hits] | None = None,
) -> tuple[Event, ...]:
    """Roll for every element under the templates, tell who was struck, then see what that does. HOST-BARRAGE-4.

    ``about`` is what is told, but for who was under them and damaged; ``roller`` as in :class:`OnTable`.
    An element that several templates damage is damaged as often: a tripod rolls on its table for each.
    """
    return fall(dice, OnTable(game, rules, by, roller=roller), (OneSalvo(tuple(attacked), about),)).happened


def damage_all(game: Game, rules: RulesInForce, dice: Dice, hit: Sequence[tuple[str, str]]) -> tuple[Event, ...]:
    """What damaging hits on these elements do, unit by unit."""

    def hurt(game: Game, unit: Unit) -> tuple[Event, ...]:
        standing = {element.id for element in unit.elements}
        elements = tuple(element for one, element in hit if one == unit.id and element in standing)
        return damage_elements(game, rules, dice, unit, elements)

    return unit_by_unit(game, dict.fromkeys(unit for unit, _ in hit), hurt)


# -- what is asked before -------------------------------------------------------------------------------------------------


def struck_question(title: str, attacked: Sequence[Attacked], by: str) -> Question:
    """How many of the elements under templates that fall at once are damaged."""
    attacks = tuple(one.attacks for one in attacked)
    return Question(title, number_struck, (attacks, by), numbers_in(attacked), of=damaged_in)


def salvos_question(
    title: str, ground: OnTable, salvos: Sequence[Sequence[Attacked]], rule: Callable[..., int], facts: tuple[Any, ...]
) -> Question:
    """How many elements salvos that fall one after the other damage; ``rule(dice, ground, *facts)`` lets them fall."""
    if (in_turn := struck_in_turn(ground.game, ground.rules, salvos)) is not None:
        return struck_question(title, in_turn, ground.by)
    foreseen = replace(ground, game=_forgetful(ground.game), foreseen=True)
    targets = numbers_in([one for salvo in salvos for one in salvo])
    return Question(title, rule, (foreseen, *facts), targets, min_path=RARE, of=damaged_in)


def struck_in_turn(game: Game, rules: RulesInForce, salvos: Sequence[Sequence[Attacked]]) -> tuple[Attacked, ...] | None:
    """Everybody under salvos that fall one after the other, with the attacks of all; None, if one salvo may spoil the next.

    Whether an element is damaged at all does not hang on what its damage does: until then its numbers stay. But a tripod
    that blows up may take another element, or one that flies, before the bombs for it or of it fall.
    """
    for number, salvo in enumerate(salvos[:-1]):
        later = {(one.unit, one.element) for rest in salvos[number + 1 :] for one in rest}
        for one in salvo if later else ():
            unit = game.unit(one.unit)
            damage = rules.procedure("damage", game.type_of(unit).kind)
            if damage is remove_elements:
                continue
            if damage is not damage_tripod_unit or _blows_up_others(game, rules, unit, later):
                return None
    return joined(one for salvo in salvos for one in salvo)


def _blows_up_others(game: Game, rules: RulesInForce, unit: Unit, later: Collection[tuple[str, str]]) -> bool:
    """Whether the explosion of a unit reaches one of ``later``, one that flies, or one that may blow up in turn."""
    return any(
        (other.id, element.id) in later
        or rules.procedure("damage", game.type_of(other).kind) is not remove_elements
        or not rules.procedure("on the ground", game.type_of(other).kind)(game, other)
        for other, elements in under(game, rules, blast(unit.elements[0]), "in blast")
        if other.id != unit.id
        for element in elements
    )


def numbers_in(attacked: Sequence[Attacked]) -> tuple[TargetNumber, ...]:
    """The numbers to roll, each once; where the elements need different ones, each with whose they are."""
    numbers = tuple(dict.fromkeys(number for one in attacked for attack in one.attacks for number in attack))
    each = {one: tuple(dict.fromkeys(number for attack in one.attacks for number in attack)) for one in attacked}
    if len(set(each.values())) < 2:
        return numbers
    alike: dict[tuple[TargetNumber, ...], list[str]] = {}
    for one, own in each.items():
        alike.setdefault(own, []).append(one.element)
    return tuple(replace(number, whose=", ".join(names)) for own, names in alike.items() for number in own)


def prospects_of(game: Game, salvos: Sequence[Sequence[Attacked]], by: str) -> tuple[Prospect, ...]:
    """What salvos of templates may do to each unit: the elements they damage, or what they leave of a tripod."""
    found = []
    for name in dict.fromkeys(one.unit for salvo in salvos for one in salvo):
        on_it = [tuple(one for one in salvo if one.unit == name) for salvo in salvos]
        if game.type_of(game.unit(name)).kind == "tripod":
            each = tuple(tuple(attack for one in salvo for attack in one.attacks) for salvo in on_it if salvo)
            facts = replace(tripod_of(game, game.unit(name)), weapons=()), each, by
            found.append(Prospect(name, Question(f"{game.called(name)}: what is left of it", tripod_under, facts)))
            continue
        attacks = tuple(one.attacks for one in joined(chain(*on_it)))
        found.append(Prospect(name, Question(f"{game.called(name)}: elements damaged", number_struck, (attacks, by))))
    return tuple(found)
