"""What players claim of their real table: who is under a template, in which cover, how far away. The rules do the rest.

The state is a :class:`~aqmf_air.games.martian_front.state.Game` in which every unit stands far from every other: nothing
in it is measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.dice.dice import Dice, concerning
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import HIDDEN, Order, RulesInForce, Timing, enemies, not_acting
from aqmf_air.games.martian_front.profiles import Mount, UnitType, covers
from aqmf_air.games.martian_front.rules.barrage import damaging_hits, struck
from aqmf_air.games.martian_front.rules.measuring import reaches
from aqmf_air.games.martian_front.rules.shooting import IN_THE_OPEN
from aqmf_air.games.martian_front.rules.templates import Attacked
from aqmf_air.games.martian_front.state import Element, Game, Unit

LEDGER = "aqmf-ledger"
ROUTED, LAMED = "routed", "immobile"
"""Marks that the game's own events leave."""
MOST_TOUCHED = 40
"""Lines of a claim about who is under a template."""


class Touched(Frozen):
    """So many elements of a unit are under a template, in this cover."""

    unit: str
    elements: int = Field(default=1, ge=1, le=99)
    cover: str = IN_THE_OPEN


class Standing(NamedTuple):
    """An element under a template."""

    unit: Unit
    element: Element
    cover: str


class Claim(Order):
    """What a player says was done on the real table. It is made when the game's own order would be given.

    What was played out of its phase all the same is taken where the players say so (``overruled``); the log says it, too.
    """

    overruled: bool = Field(default=False, exclude_if=lambda overruled: not overruled)
    """The players have agreed on it although this is not the phase for it."""
    claims: ClassVar[type[Order] | None] = None
    """The game's own order that is claimed here, if there is one: its timing and its means are the claim's."""
    do: ClassVar[str] = ""
    """What a page calls it in addresses; "": no form makes it."""
    deed: ClassVar[str] = ""
    """How it is offered: ``Drop bombs``."""
    form: ClassVar[tuple[str, ...]] = ()
    """The parts of its form: see :mod:`aqmf_air.games.martian_front.ui.pages.ledger.forms`."""
    rank: ClassVar[int] = 50
    """Where it stands among others; the likeliest are first."""

    @classmethod
    def due(cls, game: Game, unit: Unit) -> Objection | None:
        """What the rules ask of a unit that such a claim settles, and which rule; None, if they ask nothing."""
        return None

    @classmethod
    def aims_at(cls, kind: UnitType) -> bool:
        """Whether units of a type can be its target."""
        return True

    @classmethod
    def loads(cls, game: Game, unit: Unit) -> Iterable[tuple[str, dict[str, int]]]:
        """For a form that counts what elements drop: each that has any left, how many, by the names of the fields."""
        return ()

    def when(self) -> Timing:
        """When the order of the game that is claimed here is given."""
        return (self.claims or type(self)).timing

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: RulesInForce) -> Iterable[Mount | None]:
        """Those of the game's own order."""
        return cls.claims.means(kind, rulings, rules) if cls.claims else ()

    @classmethod
    def examples(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: RulesInForce
    ) -> Iterable[Offer]:
        """Those of the game's own order, as far as the claim says the same."""
        for offer in cls.claims.examples(game, unit, mount, foes, rules) if cls.claims else ():
            said = {name: getattr(offer.command, name) for name in ("unit", "weapon", "target") if name in cls.model_fields}
            yield Offer(cls(**said), offer.title, unit.id)

    @classmethod
    def offers(cls, game: Game, player: str, rules: RulesInForce) -> Iterable[Offer]:
        """Its examples for every unit, whatever the phase, at every enemy: nothing is measured."""
        foes = enemies(game, player)
        for unit in game.units:
            for mount in cls.means(game.type_of(unit), game.rulings, rules) if unit.side == player else ():
                yield from cls.examples(game, unit, mount, foes, rules)

    def untimely(self, game: Game) -> Iterator[Objection]:
        """What the phase has against it; players may overrule just that."""
        name, timing = getattr(self, "unit", ""), self.when()
        if timing.parts and game.in_play(name):
            yield from timing.objections(game) or not_acting(game, game.unit(name).side)


def cover_objections(*named: str) -> Iterator[Objection]:
    """Objections to covers that do not exist."""
    for cover in dict.fromkeys(named):
        if cover not in covers():
            yield Objection("HOST-COVER-1", f"unknown cover {cover[:40]!r}: expected one of {', '.join(covers())}")


def touched_objections(
    game: Game, rules: RulesInForce, touched: Sequence[Touched], rule: str, step: str, *by: Unit
) -> Iterator[Objection]:
    """Why these elements cannot be under a template; ``step`` and ``by`` as in :func:`reaches`."""
    yield from cover_objections(*(one.cover for one in touched))
    counts: dict[str, int] = {}
    for one in touched:
        counts[one.unit] = counts.get(one.unit, 0) + one.elements
    for name, count in counts.items():
        if not game.in_play(name):
            yield Objection("HOST-ORDER-1", f"no unit {name[:60]!r} is in the game")
            continue
        unit = game.unit(name)
        if unit.has(HIDDEN):
            yield Objection("HOST-HIDE-1", f"{name} is hidden: it is not there to be attacked")
        if not reaches(game, rules, step, unit, *by):
            yield Objection(rule, f"{name} is out of reach of this template")
        if count > len(unit.present):
            yield Objection("HOST-ORDER-1", f"{name} has {len(unit.present)} elements left, not {count}")


def standing(game: Game, touched: Iterable[Touched], skip: dict[str, int] | None = None) -> tuple[Standing, ...]:
    """The elements that are meant: of each unit the first ones, one line of a claim after the other.

    ``skip`` says how many of a unit's elements to begin after (it begins again at its first); the count goes on in it.
    """
    taken = {} if skip is None else skip
    found = []
    for one in touched:
        unit = game.unit(one.unit)
        for _ in range(one.elements):
            at = taken.get(one.unit, 0)
            taken[one.unit] = at + 1
            found.append(Standing(unit, unit.present[at % len(unit.present)], one.cover))
    return tuple(found)


# -- rolled together ------------------------------------------------------------------------------------------------------


def rolled(dice: Dice, attacked: Sequence[Attacked], by: str) -> tuple[tuple[str, str], ...]:
    """Who is damaged, as (unit, element), once for each damaging hit: the dice of elements that are alike are one handful.

    For each element it is the same rule, with the same chances, as in
    :func:`aqmf_air.games.martian_front.rules.templates.rolled_one_by_one`.
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
