"""Templates: how large they are, how they scatter, and what they do to everything under them. HOST-BARRAGE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as changed
from functools import cache
from itertools import chain
from typing import Any, NamedTuple, Protocol, Self

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import unit as unit_vector
from aqmf_air.games.martian_front.chapters.damage import (
    Tripod,
    damage_elements,
    damage_tripod,
    in_blast,
    may_explode,
    remove_elements,
    tripod_of,
    unit_by_unit,
)
from aqmf_air.games.martian_front.chapters.hiding import called_once_out
from aqmf_air.games.martian_front.chapters.measuring import under_and_damaged
from aqmf_air.games.martian_front.chapters.orders import FrontEvent, FrontRules, Prospect, UnitEvent
from aqmf_air.games.martian_front.chapters.to_hit import D10, against, shot
from aqmf_air.games.martian_front.state import Game, Unit
from aqmf_air.games.martian_front.tables import PACKAGE, figures

# -- barrages ----------------------------------------------------------------------------------------------------------


Struck = tuple[api.TargetNumber, api.TargetNumber]
"""One attack on one element by one template: the number to hit, the number to damage."""
Salvos = tuple[tuple[Struck, ...], ...]
"""Attacks by templates: those of each salvo, or those on each element."""


class TemplateSize(api.Sourced):
    """The diameter, in inches, of the template of a barrage rating."""

    rating: int = Field(ge=1)
    diameter: float = Field(gt=0)


@cache
def template_sizes() -> dict[int, float]:
    """Diameters in inches, by barrage rating. HOST-BARRAGE-2."""
    rows = api.load_rows(api.package_file(PACKAGE, "data/barrage.toml"), TemplateSize, "template", lambda row: row.rating)
    return {row.rating: row.diameter for row in rows}


def joint_rating(rating: int, pieces: int) -> int:
    """The rating of a barrage by ``pieces`` guns or bombs of ``rating``: one more for each further one. HOST-BARRAGE-3."""
    return min(rating + pieces - 1, max(template_sizes()))


def struck(dice: api.Dice, attacks: tuple[Struck, ...], by: str = "") -> int:
    """An element under one or more templates: 1 if at least one of them damages it, else 0. HOST-BARRAGE-4."""
    return min(1, dice.call(damaging_hits, attacks, by))


def damaging_hits(dice: api.Dice, attacks: tuple[Struck, ...], by: str = "") -> int:
    """How many of the templates over an element damage it: each is rolled for, to hit and to damage. HOST-BARRAGE-4."""
    if len(attacks) < 2:
        return sum(shot(dice, hit, damage, by).damaging for hit, damage in attacks)
    # by halves: the odds of each are worked out once, and few ways are left where they meet
    half = len(attacks) // 2
    return dice.call(damaging_hits, attacks[:half], by) + dice.call(damaging_hits, attacks[half:], by)


def number_struck(dice: api.Dice, elements: Salvos, by: str = "") -> int:
    """How many of several elements are damaged, each by the templates over it. HOST-BARRAGE-4."""
    if len(elements) < 2:
        return sum(dice.call(struck, attacks, by) for attacks in elements)
    half = len(elements) // 2  # by halves, as above
    return dice.call(number_struck, elements[:half], by) + dice.call(number_struck, elements[half:], by)


class Scatter(NamedTuple):
    """How a template moves off its mark: ``inches`` in the direction of ``degrees`` clockwise from +y."""

    degrees: int
    inches: int


ON_THE_MARK = Scatter(0, 0)


def scatter(dice: api.Dice, by: str = "") -> Scatter:
    """Where artillery that cannot see its spotted target puts the template: direction first, then distance. HOST-BARRAGE-5.

    The faces of the first die share the full circle out clockwise; the last one is +y, straight up the table.
    """
    step, less, off = figures()["scatter step"], figures()["scatter less"], figures()["scatter"]
    turned = f"HOST-BARRAGE-5: each is {step} degrees clockwise, {360 // step} straight up the table"
    face = dice.draw(api.total("direction of scatter", 1, D10, by=by, about=turned))
    about = f"HOST-BARRAGE-5: from {off} on inches, less {less}"
    inches = dice.draw(api.banded("scatter", D10, _inches, by=by, about=about))
    return Scatter(face * step % 360, inches) if inches else ON_THE_MARK


def scattered(x: float, y: float, by: Scatter) -> tuple[float, float]:
    """The centre of a template that was aimed at ``(x, y)`` inches, after it scattered. HOST-BARRAGE-5."""
    ux, uy = unit_vector(by.degrees)
    return x + by.inches * ux, y + by.inches * uy


def _inches(face: int) -> int:
    return face - figures()["scatter less"] if face >= figures()["scatter"] else 0


# -- what matters of a game while templates are still to fall ----------------------------------------------------------


Piece = tuple[str, str]
"""An element: the id of its unit, and its own."""


class Coming(NamedTuple):
    """Templates that are still to fall at once: who is under them, and who has to be there to drop them (None: nobody)."""

    under: frozenset[Piece]
    dropper: Piece | None = None


@dataclass(frozen=True)
class Ahead:
    """Salvos that are still to fall, and whom the explosions of tripods may reach meanwhile."""

    coming: tuple[Coming, ...]
    blasts: Mapping[Piece, frozenset[Piece]] = field(compare=False)
    """Of each tripod whom its blast reaches; whoever is to drop bombs waits where it was."""
    strange: frozenset[Piece] = field(compare=False)
    """Elements of which nobody here knows what damage does to them: a plugin's rule says it."""

    def after_one(self) -> Ahead:
        """What is ahead when the first salvo has fallen, or does not fall."""
        return changed(self, coming=self.coming[1:])

    def flown(self, flying: Collection[Piece]) -> Ahead:
        """What is ahead when these aircraft have flown: their bombs fall, whatever becomes of them."""
        coming = tuple(salvo._replace(dropper=None) if salvo.dropper in flying else salvo for salvo in self.coming)
        return changed(self, coming=coming)

    def apart(self) -> frozenset[Piece]:
        """The elements under templates that no blast can spare or take, nor keep from their bombs, and that cause none."""
        covered = frozenset().union(*(salvo.under for salvo in self.coming))
        bursting = self._bursting(covered)
        threatened = frozenset().union(*(self.blasts[tripod] for tripod in bursting))
        if self.strange & (covered | threatened):
            return frozenset()
        endangered = [salvo.under for salvo in self.coming if salvo.dropper in threatened]
        at_risk = (covered & threatened).union(*endangered)
        return covered - at_risk - self._leading_to(at_risk | self._droppers(at_risk), bursting)

    def without(self, pieces: frozenset[Piece]) -> Ahead:
        """The same for all but these elements."""
        return changed(self, coming=tuple(salvo._replace(under=salvo.under - pieces) for salvo in self.coming))

    def spoilt_by_another(self) -> bool:
        """Whether one salvo may change whom a later one damages.

        Whether an element is damaged at all does not hang on what its damage does: until then its numbers stay. But a
        tripod that blows up may take another element, or one that flies, before the bombs for it or of it fall.
        """
        ahead, struck = self, frozenset[Piece]()
        for salvo in self.coming[:-1]:
            struck |= salvo.under
            ahead = ahead.flown({salvo.dropper} if salvo.dropper else ()).after_one()
            if any(ahead.spoilt_by(piece) for piece in struck):
                return True
        return False

    def spoilt_by(self, piece: Piece) -> bool:
        """Whether damage to an element may change what happens to others."""
        unhurt = frozenset().union(*(salvo.under for salvo in self.coming)) - {piece}
        matter = unhurt | self._droppers(unhurt)
        bursting = self._bursting((piece,))
        touched = frozenset({piece}).union(*(self.blasts[tripod] for tripod in bursting))
        return bool(self.strange & touched) or any(self.blasts[tripod] & matter for tripod in bursting)

    def what_matters(self, game: Game, damaged: Collection[str], struck: Collection[Piece] = ()) -> Game:
        """A game with nothing but what may yet change which elements are damaged; ``damaged`` ones are so already.

        There stay the elements under templates that are not damaged yet, who is to drop these, and the tripods whose blast
        may reach any of them: such as are still to be attacked, or ``struck`` just now. Nobody stays where all is settled.
        """
        there = pieces_of(game)
        falling = [salvo for salvo in self.coming if salvo.dropper is None or salvo.dropper in there]
        covered = there & frozenset().union(*(salvo.under for salvo in falling))
        unhurt = {piece for piece in covered if piece[1] not in damaged}
        if not unhurt:
            return api.replace(game, units=(), fallen=())
        bursting = self._bursting({*covered, *struck})
        if self.strange & covered.union(struck, *(self.blasts[tripod] for tripod in bursting)):
            return game
        matter = unhurt | self._droppers(unhurt)
        keep = matter | self._leading_to(matter, bursting)
        units = tuple(reduced for unit in game.units if (reduced := _reduced(game, unit, keep)).elements)
        return api.replace(game, units=units, fallen=())

    def _droppers(self, over: Collection[Piece]) -> set[Piece]:
        """Who has to be there so that templates fall over any of these elements."""
        return {salvo.dropper for salvo in self.coming if salvo.dropper and not salvo.under.isdisjoint(over)}

    def _bursting(self, struck: Iterable[Piece]) -> set[Piece]:
        """The tripods that may blow up when these elements are struck, one after the other."""
        bursting: set[Piece] = set()
        waiting = [piece for piece in struck if piece in self.blasts]
        while waiting:
            tripod = waiting.pop()
            if tripod not in bursting:
                bursting.add(tripod)
                waiting += [other for other in self.blasts[tripod] if other in self.blasts]
        return bursting

    def _leading_to(self, matter: Collection[Piece], bursting: set[Piece]) -> set[Piece]:
        """Those of tripods that may blow up by which what matters may be reached, in one step or in several."""
        leading: set[Piece] = set()
        while more := {tripod for tripod in bursting - leading if not self.blasts[tripod].isdisjoint({*matter, *leading})}:
            leading |= more
        return leading


def foreseen(game: Game, rules: FrontRules, coming: tuple[Coming, ...]) -> Ahead:
    """What is ahead in a game in which these salvos are to fall."""
    blasts, strange = dict[Piece, frozenset[Piece]](), set[Piece]()
    for unit in game.in_the_open:
        if may_explode(game, rules, unit):
            reached = ((other.id, element.id) for other, elements in in_blast(game, rules, unit) for element in elements)
            blasts[unit.id, unit.elements[0].id] = frozenset(reached)
        elif rules.procedure("damage", game.type_of(unit).kind) is not remove_elements:
            strange.update((unit.id, element.id) for element in unit.elements)
    return Ahead(coming, blasts, frozenset(strange))


def pieces_of(game: Game) -> frozenset[Piece]:
    """The elements in a game."""
    return frozenset([(unit.id, element.id) for unit in game.units for element in unit.elements])


def _reduced(game: Game, unit: Unit, keep: Collection[Piece]) -> Unit:
    """A unit with the elements that are kept, without what does not matter to templates and blasts."""
    elements = tuple([element for element in unit.elements if (unit.id, element.id) in keep])
    if elements and game.type_of(unit).kind == "tripod":  # which weapons were hit
        mounted = tuple(mount.weapon.name for mount in game.type_of(unit).weapons for _ in range(mount.count))
        if elements[0].weapons_out != mounted:
            elements = tuple(api.replace(element, weapons_out=mounted) for element in elements)
    return unit if elements == unit.elements and not unit.lost else api.replace(unit, elements=elements, lost=0)


# -- everything under them ---------------------------------------------------------------------------------------------


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
        return api.replace(self, under=tuple(dict.fromkeys(target.element for target in attacked)), damaged=tuple(damaged))

    def means(self, game: Game) -> str:
        """With what the dice are rolled, in words; empty where that needs no word."""
        weapon = getattr(self, "weapon", "")
        return f"{weapon} of {called_once_out(game, self.unit)}" if weapon else ""

    def toll(self, game: Game) -> str:
        """Who was under it and who was damaged, in words."""
        return under_and_damaged(game, self.under, self.damaged)


def damaged_in(happened: Sequence[api.PlainEvent]) -> int:
    """How many elements templates damaged."""
    return len(_damaged(happened))


@dataclass(frozen=True)
class DamagedOf:
    """How many of these elements templates damaged: those that were seen under them."""

    elements: frozenset[str]

    def __call__(self, happened: Sequence[api.PlainEvent]) -> int:
        return len(_damaged(happened) & self.elements)


def _damaged(happened: Sequence[api.PlainEvent]) -> set[str]:
    return {name for event in happened if isinstance(event, TemplatesFell) for name in event.damaged}


MOST_WAYS = 2000
"""Ways that are followed at most through damage on the table: each takes a thousandth of a second."""
Hits = tuple[tuple[str, str], ...]
"""Damaging hits, each as unit and element."""
Roller = Callable[[api.Dice, Sequence["Attacked"], str, tuple[frozenset[Piece], ...]], Hits]
"""Rolls for elements under templates of a side; the last are the elements under each that still falls."""


# -- salvo after salvo ----------------------------------------------------------------------------------------------------


def rolled_one_by_one(dice: api.Dice, attacked: Sequence[Attacked], by: str, alone: Collection[str] = ()) -> Hits:
    """The damaging hits on elements under templates, one element after the other. HOST-BARRAGE-4.

    ``alone``: units of one element, by which people know it.
    """
    hits: list[tuple[str, str]] = []
    for target in attacked:
        at = api.labelled(dice, target.unit if target.unit in alone else target.element)
        hits += [(target.unit, target.element)] * at.call(damaging_hits, target.attacks, by)
    return tuple(hits)


def rolled_by_handfuls(
    dice: api.Dice, attacked: Sequence[Attacked], by: str, later: tuple[frozenset[Piece], ...] = ()
) -> Hits:
    """The damaging hits on elements under templates; the dice of elements that are alike are one handful.

    For each element it is the same rule, with the same chances, as in :func:`rolled_one_by_one`. Which of those that are
    alike are hit is not rolled for: ``later`` templates lie over all of them, or over none.
    """
    alike: dict[tuple[str, tuple[object, ...], tuple[bool, ...]], list[Attacked]] = {}
    for target in attacked:
        alike.setdefault((target.unit, target.attacks, tuple(target[:2] in under for under in later)), []).append(target)
    groups = Counter(unit for unit, *_ in alike)
    hit: list[tuple[str, str]] = []
    for several in alike.values():
        first = several[0]
        at = api.labelled(dice, first.unit if groups[first.unit] == 1 else ", ".join(target.element for target in several))
        if len(several) == 1:
            hit += [(first.unit, first.element)] * at.call(damaging_hits, first.attacks, by)
        else:
            count = at.each(len(several), 0, struck, first.attacks, by)
            hit += [(target.unit, target.element) for target in several[:count]]
    return tuple(hit)


def tripod_under(dice: api.Dice, tripod: Tripod, salvos: Salvos, by: str = "") -> Tripod:
    """What salvos of templates, each the attacks of one or more at once, leave of one tripod in plain figures."""
    return dice.fold(len(salvos), (0, tripod), _next_over_tripod, salvos, by)[1]


def _next_over_tripod(dice: api.Dice, so_far: tuple[int, Tripod], salvos: Salvos, by: str) -> tuple[int, Tripod]:
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

    def marking_events(self, attacked: tuple[Attacked, ...], damaged: tuple[str, ...]) -> tuple[FrontEvent, ...]:
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


def fall(dice: api.Dice, ground: OnTable, salvos: tuple[Salvo, ...]) -> OnTable:
    """Templates fall, salvo after salvo, each on what the ones before it left. HOST-BARRAGE-4, AIR-BOMB-3.

    The templates of one salvo are rolled for before any of them does damage: a single template, or all that fall at once.
    """
    return dice.fold(len(salvos), (0, ground), _next_salvo, salvos)[1]


def _next_salvo(dice: api.Dice, so_far: tuple[int, OnTable], salvos: tuple[Salvo, ...]) -> tuple[int, OnTable]:
    """Who was struck is told, then what that does, unit by unit."""
    at, ground = so_far
    if ground.ahead is not None:
        return at + 1, foreseen_salvo(dice, ground, salvos[at])
    out = salvos[at].uncovers(ground.game)
    game = api.after(ground.game, out)
    dice = api.labelled(dice, means=lambda: salvos[at].means(game))
    attacked = salvos[at].under(game, ground.rules)
    if ground.roller is not None:
        later = tuple(frozenset(target[:2] for target in salvo.under(game, ground.rules)) for salvo in salvos[at + 1 :])
        hits = ground.roller(dice, attacked, ground.by, later)
    else:
        alone = {unit.id for unit in game.units if len(unit.elements) == 1}
        hits = rolled_one_by_one(dice, attacked, ground.by, alone)
    damaged = tuple(dict.fromkeys(element for _, element in hits))
    first = salvos[at].marking_events(attacked, damaged)
    game = api.after(game, first)
    follows = damage_all(game, ground.rules, dice, hits)
    game, damaged_so_far = api.after(game, follows), ground.damaged | set(damaged)
    happened = (*ground.happened, *out, *first, *follows)
    return at + 1, changed(ground, game=game, damaged=damaged_so_far, happened=happened)


def foreseen_salvo(dice: api.Dice, ground: OnTable, salvo: Salvo) -> OnTable:
    """The same, where only who is damaged is asked: by the same rules, on no more of the game than that hangs on."""
    attacked = _under(salvo, ground.game, ground.rules)
    hits = dice.call(rolled_one_by_one, attacked, ground.by) if attacked else ()
    after_hits = _struck(ground, hits)
    there = pieces_of(after_hits.game)
    if not (harmful := tuple(hit for hit in hits if hit in there)):
        return after_hits
    left = after_hits.game
    for unit in dict.fromkeys(name for name, _ in harmful):  # one after the other, as in damage_all: ways meet in between
        left = dice.call(_left_of, left, ground.rules, tuple(hit for hit in harmful if hit[0] == unit))
    ahead = after_hits.ahead
    assert ahead is not None  # as of all that are foreseen
    if pieces_of(left) != there or any(all(hit not in salvo.under for salvo in ahead.coming) for hit in harmful):
        left = ahead.what_matters(left, after_hits.damaged)
    return changed(after_hits, game=left)


def _left_of(dice: api.Dice, game: Game, rules: FrontRules, hits: Hits) -> Game:
    """What damaging hits leave of a game."""
    return api.after(game, damage_all(game, rules, dice, hits))


@api.cached_by_identity(256)  # these two are asked anew for each way of the dice that goes on from here
def _struck(ground: OnTable, hits: Hits) -> OnTable:
    """What matters of the ground when these hits have still to do their damage."""
    assert ground.ahead is not None  # as of all that are foreseen
    ahead, damaged = ground.ahead.after_one(), ground.damaged | {element for _, element in hits}
    return changed(ground, game=ahead.what_matters(ground.game, damaged, hits), damaged=damaged, ahead=ahead)


@api.cached_by_identity(256)
def _under(salvo: Salvo, game: Game, rules: FrontRules) -> tuple[Attacked, ...]:
    return salvo.under(game, rules)


def number_damaged(dice: api.Dice, ground: OnTable, salvos: tuple[Salvo, ...]) -> int:
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

    def marking_events(self, attacked: tuple[Attacked, ...], damaged: tuple[str, ...]) -> tuple[FrontEvent, ...]:
        return (self.about.over(attacked, damaged),)

    def means(self, game: Game) -> str:
        return self.about.means(game)


def attack_all(
    game: Game,
    rules: FrontRules,
    dice: api.Dice,
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


def damage_all(game: Game, rules: FrontRules, dice: api.Dice, hit: Sequence[tuple[str, str]]) -> tuple[FrontEvent, ...]:
    """What damaging hits on these elements do, unit by unit."""

    def hurt(game: Game, unit: Unit) -> tuple[FrontEvent, ...]:
        standing = {element.id for element in unit.elements}
        elements = tuple(element for name, element in hit if name == unit.id and element in standing)
        return damage_elements(game, rules, dice, unit, elements)

    return unit_by_unit(game, dict.fromkeys(unit for unit, _ in hit), hurt)


# -- what is asked before -------------------------------------------------------------------------------------------------

ELEMENTS = api.Tally("elements damaged by templates")
"""The luck of whoever lays them."""


def struck_question(title: str, attacked: Sequence[Attacked], by: str) -> api.Question:
    """How many of the elements under templates that fall at once are damaged."""
    attacks = tuple(target.attacks for target in attacked)
    return api.Question(title, number_struck, (attacks, by), numbers_in(attacked), of=_damaged_of(attacked), luck=ELEMENTS)


def _damaged_of(attacked: Sequence[Attacked]) -> DamagedOf:
    return DamagedOf(frozenset(target.element for target in attacked))


def salvos_question(
    title: str,
    ground: OnTable,
    salvos: Sequence[Sequence[Attacked]],
    rule: Callable[..., int],
    facts: tuple[Any, ...],
    droppers: Sequence[Piece | None] = (),
) -> api.Question:
    """How many elements salvos that fall one after the other damage; ``rule(dice, ground, *facts)`` lets them fall.

    ``droppers``: who has to be there to drop each; none given: each falls in any case.
    """
    coming = tuple(
        Coming(frozenset((target.unit, target.element) for target in salvo), dropper)
        for salvo, dropper in zip(salvos, droppers or (None,) * len(salvos), strict=True)
    )
    ahead = foreseen(ground.game, ground.rules, coming)
    attacked = joined(target for salvo in salvos for target in salvo)
    if not ahead.spoilt_by_another():
        return struck_question(title, attacked, ground.by)
    alone = ahead.apart()
    ahead, beside = ahead.without(alone), tuple(target.attacks for target in attacked if target[:2] in alone)
    entangled = changed(ground, game=ahead.what_matters(ground.game, ()), ahead=ahead)
    targets = numbers_in([target for salvo in salvos for target in salvo])
    everything, read = (beside, ground.by, rule, entangled, *facts), _damaged_of(attacked)
    return api.Question(title, _damaged_of_both, everything, targets, of=read, max_runs=MOST_WAYS, luck=ELEMENTS)


def _damaged_of_both(dice: api.Dice, beside: Salvos, by: str, rule: Callable[..., int], *facts: Any) -> int:
    """How many elements are damaged: of those that nothing spoils, and by a rule of the others."""
    return dice.call(number_struck, beside, by) + dice.call(rule, *facts)


def numbers_in(attacked: Sequence[Attacked]) -> tuple[api.TargetNumber, ...]:
    """The numbers to roll, each once; where the elements need different ones, each with whose they are."""
    numbers = tuple(dict.fromkeys(number for target in attacked for attack in target.attacks for number in attack))
    each = {target: tuple(dict.fromkeys(number for attack in target.attacks for number in attack)) for target in attacked}
    if len(set(each.values())) < 2:
        return numbers
    alike: dict[tuple[api.TargetNumber, ...], list[str]] = {}
    for target, own in each.items():
        alike.setdefault(own, []).append(target.element)
    return tuple(changed(number, whose=", ".join(names)) for own, names in alike.items() for number in own)


def prospects_of(game: Game, salvos: Sequence[Sequence[Attacked]], by: str) -> tuple[Prospect, ...]:
    """What salvos of templates may do to each unit: the elements they damage, or what they leave of a tripod."""
    prospects = []
    for name in dict.fromkeys(attacked.unit for salvo in salvos for attacked in salvo):
        on_it = [tuple(attacked for attacked in salvo if attacked.unit == name) for salvo in salvos]
        if game.type_of(game.unit(name)).kind == "tripod":
            each = tuple(tuple(attack for attacked in salvo for attack in attacked.attacks) for salvo in on_it if salvo)
            facts = changed(tripod_of(game, game.unit(name)), weapons=()), each, by
            prospects.append(Prospect(name, api.Question(f"{game.called(name)}: what is left of it", tripod_under, facts)))
            continue
        attacks = tuple(attacked.attacks for attacked in joined(chain(*on_it)))
        question = api.Question(f"{game.called(name)}: elements damaged", number_struck, (attacks, by))
        prospects.append(Prospect(name, question))
    return tuple(prospects)
