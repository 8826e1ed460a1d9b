"""What templates do to everything under them, salvo after salvo, and what that leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, NamedTuple, Protocol, Self

from aqmf_air.core.data.memo import cached_by_identity
from aqmf_air.core.data.model import replace as replaced
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play import events
from aqmf_air.core.play.orders import after
from aqmf_air.core.play.question import Question, Tally
from aqmf_air.games.martian_front.base_order import FrontEvent, FrontRules, Prospect, UnitEvent
from aqmf_air.games.martian_front.in_words import under_and_damaged
from aqmf_air.games.martian_front.rules.barrage import Salvos, Struck, damaging_hits, number_struck, struck
from aqmf_air.games.martian_front.rules.damage import damage_elements, tripod_of, unit_by_unit
from aqmf_air.games.martian_front.rules.foreseeing import Ahead, Coming, Piece, foreseen, pieces_of
from aqmf_air.games.martian_front.rules.hiding import called_once_out
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


def damaged_in(happened: Sequence[events.PlainEvent]) -> int:
    """How many elements templates damaged."""
    return len(_damaged(happened))


@dataclass(frozen=True)
class DamagedOf:
    """How many of these elements templates damaged: those that were seen under them."""

    elements: frozenset[str]

    def __call__(self, happened: Sequence[events.PlainEvent]) -> int:
        return len(_damaged(happened) & self.elements)


def _damaged(happened: Sequence[events.PlainEvent]) -> set[str]:
    return {name for event in happened if isinstance(event, TemplatesFell) for name in event.damaged}


MOST_WAYS = 2000
"""Ways that are followed at most through damage on the table: each takes a thousandth of a second."""
Hits = tuple[tuple[str, str], ...]
"""Damaging hits, each as unit and element."""
Roller = Callable[[Dice, Sequence["Attacked"], str, tuple[frozenset[Piece], ...]], Hits]
"""Rolls for elements under templates of a side; the last are the elements under each that still falls."""


# -- salvo after salvo ----------------------------------------------------------------------------------------------------


def rolled_one_by_one(dice: Dice, attacked: Sequence[Attacked], by: str, alone: Collection[str] = ()) -> Hits:
    """The damaging hits on elements under templates, one element after the other. HOST-BARRAGE-4.

    ``alone``: units of one element, by which people know it.
    """
    hits: list[tuple[str, str]] = []
    for one in attacked:
        at = labelled(dice, one.unit if one.unit in alone else one.element)
        hits += [(one.unit, one.element)] * at.call(damaging_hits, one.attacks, by)
    return tuple(hits)


def rolled_by_handfuls(dice: Dice, attacked: Sequence[Attacked], by: str, later: tuple[frozenset[Piece], ...] = ()) -> Hits:
    """The damaging hits on elements under templates; the dice of elements that are alike are one handful.

    For each element it is the same rule, with the same chances, as in :func:`rolled_one_by_one`. Which of those that are
    alike are hit is not rolled for: ``later`` templates lie over all of them, or over none.
    """
    alike: dict[tuple[str, tuple[object, ...], tuple[bool, ...]], list[Attacked]] = {}
    for one in attacked:
        alike.setdefault((one.unit, one.attacks, tuple(one[:2] in under for under in later)), []).append(one)
    groups = Counter(unit for unit, *_ in alike)
    hit: list[tuple[str, str]] = []
    for several in alike.values():
        first = several[0]
        at = labelled(dice, first.unit if groups[first.unit] == 1 else ", ".join(one.element for one in several))
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

    def uncovers(self, game: Game) -> tuple[FrontEvent, ...]:
        """What is revealed before anything is rolled for."""
        ...

    def under(self, game: Game, rules: FrontRules) -> tuple[Attacked, ...]:
        """Who is under the templates as things stand."""
        ...

    def told(self, attacked: tuple[Attacked, ...], damaged: tuple[str, ...]) -> tuple[FrontEvent, ...]:
        """What is told of it, before what the hits lead to."""
        ...

    def means(self, game: Game) -> str:
        """With what it is rolled, in words: ``light bomb of Red 2``; empty where that needs no word."""
        ...


@dataclass(frozen=True)
class OnTable:
    """A game as ground for templates. States in which a game is alike are alike, whatever led there."""

    game: Game
    rules: FrontRules
    by: str
    damaged: frozenset[str] = frozenset()
    """Elements that a template damaged."""
    happened: tuple[FrontEvent, ...] = field(default=(), compare=False)
    roller: Roller | None = None
    """How the dice are picked up; None: for one element after the other."""
    ahead: Ahead | None = None
    """The salvos that are still to fall, where only who is damaged is asked: what does not change that is forgotten."""


def fall(dice: Dice, ground: OnTable, salvos: tuple[Salvo, ...]) -> OnTable:
    """Templates fall, salvo after salvo, each on what the ones before it left. HOST-BARRAGE-4, AIR-BOMB-3.

    The templates of one salvo are rolled for before any of them does damage: a single template, or all that fall at once.
    """
    return dice.fold(len(salvos), (0, ground), _next_salvo, salvos)[1]


def _next_salvo(dice: Dice, so_far: tuple[int, OnTable], salvos: tuple[Salvo, ...]) -> tuple[int, OnTable]:
    """Who was struck is told, then what that does, unit by unit."""
    at, ground = so_far
    if ground.ahead is not None:
        return at + 1, foreseen_salvo(dice, ground, salvos[at])
    out = salvos[at].uncovers(ground.game)
    game = after(ground.game, out)
    dice = labelled(dice, means=lambda: salvos[at].means(game))
    attacked = salvos[at].under(game, ground.rules)
    if ground.roller is not None:
        later = tuple(frozenset(one[:2] for one in salvo.under(game, ground.rules)) for salvo in salvos[at + 1 :])
        hits = ground.roller(dice, attacked, ground.by, later)
    else:
        alone = {unit.id for unit in game.units if len(unit.elements) == 1}
        hits = rolled_one_by_one(dice, attacked, ground.by, alone)
    damaged = tuple(dict.fromkeys(element for _, element in hits))
    first = salvos[at].told(attacked, damaged)
    game = after(game, first)
    follows = damage_all(game, ground.rules, dice, hits)
    game, damaged_so_far = after(game, follows), ground.damaged | set(damaged)
    happened = (*ground.happened, *out, *first, *follows)
    return at + 1, replace(ground, game=game, damaged=damaged_so_far, happened=happened)


def foreseen_salvo(dice: Dice, ground: OnTable, salvo: Salvo) -> OnTable:
    """The same, where only who is damaged is asked: by the same rules, on no more of the game than that hangs on."""
    attacked = _under(salvo, ground.game, ground.rules)
    hits = dice.call(rolled_one_by_one, attacked, ground.by) if attacked else ()
    after_hits = _struck(ground, hits)
    there = pieces_of(after_hits.game)
    if not (harmful := tuple(one for one in hits if one in there)):
        return after_hits
    left = after_hits.game
    for unit in dict.fromkeys(name for name, _ in harmful):  # one after the other, as in damage_all: ways meet in between
        left = dice.call(_left_of, left, ground.rules, tuple(one for one in harmful if one[0] == unit))
    ahead = after_hits.ahead
    assert ahead is not None  # as of all that are foreseen
    if pieces_of(left) != there or any(all(one not in salvo.under for salvo in ahead.coming) for one in harmful):
        left = ahead.what_matters(left, after_hits.damaged)
    return replace(after_hits, game=left)


def _left_of(dice: Dice, game: Game, rules: FrontRules, hits: Hits) -> Game:
    """What damaging hits leave of a game."""
    return after(game, damage_all(game, rules, dice, hits))


@cached_by_identity(256)  # these two are asked anew for each way of the dice that goes on from here
def _struck(ground: OnTable, hits: Hits) -> OnTable:
    """What matters of the ground when these hits have still to do their damage."""
    assert ground.ahead is not None  # as of all that are foreseen
    ahead, damaged = ground.ahead.after_one(), ground.damaged | {element for _, element in hits}
    return replace(ground, game=ahead.what_matters(ground.game, damaged, hits), damaged=damaged, ahead=ahead)


@cached_by_identity(256)
def _under(salvo: Salvo, game: Game, rules: FrontRules) -> tuple[Attacked, ...]:
    return salvo.under(game, rules)


def number_damaged(dice: Dice, ground: OnTable, salvos: tuple[Salvo, ...]) -> int:
    """How many elements salvos of templates damage."""
    return len(fall(dice, ground, salvos).damaged)


@dataclass(frozen=True)
class OneSalvo:
    """Templates at once over elements that are known."""

    attacked: tuple[Attacked, ...]
    about: TemplatesFell

    def uncovers(self, game: Game) -> tuple[FrontEvent, ...]:
        return ()

    def under(self, game: Game, rules: FrontRules) -> tuple[Attacked, ...]:
        return self.attacked

    def told(self, attacked: tuple[Attacked, ...], damaged: tuple[str, ...]) -> tuple[FrontEvent, ...]:
        return (self.about.over(attacked, damaged),)

    def means(self, game: Game) -> str:
        return self.about.means(game)


def attack_all(
    game: Game,
    rules: FrontRules,
    dice: Dice,
    attacked: Sequence[Attacked],
    by: str,
    about: TemplatesFell,
    roller: Roller | None = None,
) -> tuple[FrontEvent, ...]:
    """Roll for every element under the templates, tell who was struck, then see what that does. HOST-BARRAGE-4.

    ``about`` is what is told, but for who was under them and damaged; ``roller`` as in :class:`OnTable`.
    An element that several templates damage is damaged as often: a tripod rolls on its table for each.
    """
    return fall(dice, OnTable(game, rules, by, roller=roller), (OneSalvo(tuple(attacked), about),)).happened


def damage_all(game: Game, rules: FrontRules, dice: Dice, hit: Sequence[tuple[str, str]]) -> tuple[FrontEvent, ...]:
    """What damaging hits on these elements do, unit by unit."""

    def hurt(game: Game, unit: Unit) -> tuple[FrontEvent, ...]:
        standing = {element.id for element in unit.elements}
        elements = tuple(element for one, element in hit if one == unit.id and element in standing)
        return damage_elements(game, rules, dice, unit, elements)

    return unit_by_unit(game, dict.fromkeys(unit for unit, _ in hit), hurt)


# -- what is asked before -------------------------------------------------------------------------------------------------

ELEMENTS = Tally("elements damaged by templates")
"""The luck of whoever lays them."""


def struck_question(title: str, attacked: Sequence[Attacked], by: str) -> Question:
    """How many of the elements under templates that fall at once are damaged."""
    attacks = tuple(one.attacks for one in attacked)
    return Question(title, number_struck, (attacks, by), numbers_in(attacked), of=_damaged_of(attacked), luck=ELEMENTS)


def _damaged_of(attacked: Sequence[Attacked]) -> DamagedOf:
    return DamagedOf(frozenset(one.element for one in attacked))


def salvos_question(
    title: str,
    ground: OnTable,
    salvos: Sequence[Sequence[Attacked]],
    rule: Callable[..., int],
    facts: tuple[Any, ...],
    droppers: Sequence[Piece | None] = (),
) -> Question:
    """How many elements salvos that fall one after the other damage; ``rule(dice, ground, *facts)`` lets them fall.

    ``droppers``: who has to be there to drop each; none given: each falls in any case.
    """
    coming = tuple(
        Coming(frozenset((one.unit, one.element) for one in salvo), dropper)
        for salvo, dropper in zip(salvos, droppers or (None,) * len(salvos), strict=True)
    )
    ahead = foreseen(ground.game, ground.rules, coming)
    attacked = joined(one for salvo in salvos for one in salvo)
    if not ahead.spoilt_by_another():
        return struck_question(title, attacked, ground.by)
    alone = ahead.apart()
    ahead, beside = ahead.without(alone), tuple(one.attacks for one in attacked if one[:2] in alone)
    entangled = replace(ground, game=ahead.what_matters(ground.game, ()), ahead=ahead)
    targets = numbers_in([one for salvo in salvos for one in salvo])
    everything, read = (beside, ground.by, rule, entangled, *facts), _damaged_of(attacked)
    return Question(title, _damaged_of_both, everything, targets, of=read, max_runs=MOST_WAYS, luck=ELEMENTS)


def _damaged_of_both(dice: Dice, beside: Salvos, by: str, rule: Callable[..., int], *facts: Any) -> int:
    """How many elements are damaged: of those that nothing spoils, and by a rule of the others."""
    return dice.call(number_struck, beside, by) + dice.call(rule, *facts)


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
