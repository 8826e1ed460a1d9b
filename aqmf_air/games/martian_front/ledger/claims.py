"""What players claim of their real table: who is under a template, in which cover, how far away. The rules do the rest.

The state is a :class:`~aqmf_air.games.martian_front.state.Game` in which every unit stands far from every other: nothing
in it is measured.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play import orders
from aqmf_air.core.play.ruleset import Objection, Offer, Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import (
    HIDDEN,
    FrontOrder,
    FrontRules,
    FrontTiming,
    Prospect,
    UnitOrder,
    at_hand,
    enemies,
    not_acting,
)
from aqmf_air.games.martian_front.orders.artillery import after_barrage, struck_by
from aqmf_air.games.martian_front.orders.firing import sweep_of
from aqmf_air.games.martian_front.profiles import Mount, Side, UnitType, Weapon, covers
from aqmf_air.games.martian_front.rules import templates
from aqmf_air.games.martian_front.rules.hiding import comes_out
from aqmf_air.games.martian_front.rules.measuring import out_of_reach, unsheltered
from aqmf_air.games.martian_front.rules.shooting import IN_THE_OPEN
from aqmf_air.games.martian_front.state import Element, Game, PhasePart, Unit, having_done

LEDGER = "aqmf-ledger"
ROUTED, LAMED = "routed", "immobile"
"""Marks that the game's own events leave."""


class Claim(FrontOrder):
    """What a player says was done on the real table.

    What was played out of its phase all the same is taken where the players say so (``overruled``); the log says it, too.
    """

    anybodys: ClassVar[bool] = True
    overruled: bool = Field(default=False, exclude_if=lambda overruled: not overruled)
    """The players have agreed on it although this is not the phase for it."""
    do: ClassVar[str]
    """What a page calls it in addresses."""
    deed: ClassVar[str]
    """How it is offered: ``Drop bombs``."""
    rank: ClassVar[int]
    """Where it stands among others; the likeliest are first."""
    luck: ClassVar[str] = ""
    """What comes of it is luck in: ``hits`` that damage, or ``tests`` of morale."""

    @classmethod
    def due(cls, game: Game, unit: Unit) -> Objection | None:
        """What the rules ask of a unit that such a claim settles, and which rule; None, if they ask nothing."""
        return None

    def preconditions(self, game: Game, player: str, rules: FrontRules) -> Iterable[Objection]:
        """None: players may overrule the phase, see :meth:`untimely`."""
        return ()

    def by(self, game: Game) -> Side:
        """The side that makes it, and rolls."""
        return "human"

    def untimely(self, game: Game) -> Iterable[Objection]:
        """What the phase has against it; players may overrule just that."""
        return ()


class UnitClaim(Claim, UnitOrder):
    """A claim of what a unit did: an order of the game, with what players report in place of what it measures."""

    claimed: ClassVar[type[UnitOrder] | None] = None
    """The game's own order, if there is one: its means, its timing, and as far as a claim says no more its body."""

    def order(self) -> UnitOrder:
        """The game's own order, with what the claim says of it."""
        assert self.claimed is not None  # who claims none has a body of its own
        shared = (self.claimed.model_fields.keys() & type(self).model_fields.keys()) - {"type"}
        return self.claimed(**{name: getattr(self, name) for name in shared})

    def title(self, game: Game) -> str:
        return f"{game.called(self.unit)}: {type(self).deed.lower()}"

    def when(self) -> FrontTiming:
        """When the order of the game that is claimed is given."""
        return (self.claimed or type(self)).timing

    def by(self, game: Game) -> Side:
        return game.unit(self.unit).side

    def untimely(self, game: Game) -> Iterable[Objection]:
        if not (self.when().parts and game.in_play(self.unit)):
            return ()
        return self.when().objections(game) or not_acting(game, game.unit(self.unit).side)

    def objections(self, game: Game, player: str, rules: FrontRules) -> Iterable[Objection]:
        """In whatever phase, of a unit that is the player's; then what is said :meth:`against` it."""
        yield from at_hand(game, self.unit, player) or self.against(game, game.unit(self.unit), player, rules)

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterable[Objection]:
        return self.order().against(game, unit, player, rules) if self.claimed else ()

    def questions(self, game: Game, rules: FrontRules) -> Sequence[Question]:
        return self.order().questions(game, rules) if self.claimed else ()

    def decide(self, game: Game, rules: FrontRules, dice: Dice) -> tuple[orders.Event[Game], ...]:
        return self.order().decide(game, rules, dice)

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: FrontRules) -> Iterable[Mount | None]:
        return cls.claimed.means(kind, rulings, rules) if cls.claimed else (None,)

    @classmethod
    def weapons(cls, game: Game, unit: Unit, rules: FrontRules) -> Sequence[str]:
        """The weapons of a unit that it may be about; the first one is meant where none is named."""
        return [mount.weapon.name for mount in cls.means(game.type_of(unit), game.rulings, rules) if mount]

    @classmethod
    def targets(cls, game: Game, unit: Unit) -> Sequence[Unit]:
        """The units that it may be aimed at."""
        return enemies(game, unit.side)

    @classmethod
    def loads(cls, game: Game, unit: Unit) -> Iterable[tuple[str, dict[str, int]]]:
        """For a form that counts what elements drop: each that has any left, how many, by the names of the fields."""
        return ()

    @classmethod
    def offers(cls, game: Game, player: str, rules: FrontRules) -> Iterable[Offer]:
        """Its examples for every unit, whatever the phase, at every enemy: nothing is measured."""
        foes = enemies(game, player)
        for unit in game.units:
            for mount in cls.means(game.type_of(unit), game.rulings, rules) if unit.side == player else ():
                yield from cls.unit_offers(game, unit, mount, foes, rules)


def cover_objections(game: Game, rules: FrontRules, unit: str, *named: str) -> Iterator[Objection]:
    """Objections to covers that do not exist, and to any of a unit that is in none."""
    for cover in dict.fromkeys(named):
        if cover not in covers():
            yield Objection("HOST-COVER-1", f"unknown cover {cover[:40]!r}: expected one of {', '.join(covers())}")
    if game.in_play(unit) and {*named} - {IN_THE_OPEN} and (why := unsheltered(game, rules, game.unit(unit))):
        yield why


# -- templates ------------------------------------------------------------------------------------------------------------


class Touched(Frozen):
    """So many elements of a unit are under a template, in this cover."""

    unit: str
    elements: int = Field(default=1, ge=1, le=99)
    cover: str = IN_THE_OPEN


Under = Annotated[tuple[Touched, ...], Field(max_length=40)]
"""Who is under a template, line by line of a claim."""
Standing = tuple[Unit, Element, str]
"""An element under a template, after its unit and before its cover."""


class Covered(templates.TemplatesFell, type="ledger.covered"):
    """A template, a strip or a blast covered elements, and some of them were damaged."""

    wording: ClassVar[str] = "{said}; under it {toll}"
    how: Literal["barrage", "sweep", "bombs", "explosion"]
    unit: str
    weapon: str = ""
    element: str = ""
    """Who swept."""
    diameter: float = 0

    def apply(self, game: Game) -> Game:
        """Who laid a template or swept has fired in this phase."""
        if self.how == "barrage":
            return after_barrage(game, self.unit, self.weapon)
        return having_done(game, sweep_of(self.unit, self.weapon, self.element)) if self.how == "sweep" else game

    def means(self, game: Game) -> str:
        return f"explosion of {game.called(self.unit)}" if self.how == "explosion" else super().means(game)

    def said(self, game: Game) -> str:
        """What happened, in words."""
        across, unit = f', {self.diameter:g}" across' if self.diameter else "", game.called(self.unit)
        return {
            "barrage": f"{unit} lays {self.weapon}{across}",
            "sweep": f"{unit} sweeps with {self.weapon}",
            "bombs": f"the bombs of {unit} burst{across}",
            "explosion": f"{unit} blows up",
        }[self.how]


class Covering(UnitClaim):
    """A claim of a template, a strip or a blast: the players say who is under it, and it is rolled for all of them."""

    luck = "hits"
    under: Under = ()

    @classmethod
    def unit_offers(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: FrontRules
    ) -> Iterable[Offer]:
        """Over an element of every enemy."""
        said = {"weapon": mount.weapon.name if mount else "", "bombarded": game.part is PhasePart.BOMBARDMENT}
        for foe in foes:
            claim: dict[str, Any] = {name: value for name, value in said.items() if name in cls.model_fields}
            yield cls(unit=unit.id, under=(Touched(unit=foe.id),), **claim).offer(game)

    @abstractmethod
    def about(self, game: Game) -> Covered:
        """What is told of it, but for who was touched."""

    @abstractmethod
    def attacked(self, game: Game, rules: FrontRules) -> tuple[templates.Attacked, ...]:
        """Who is under it, with the attacks on each."""

    def questions(self, game: Game, rules: FrontRules) -> Sequence[Question]:
        title = f"{self.about(game).said(game)}: elements damaged"
        return (templates.struck_question(title, self.attacked(game, rules), self.by(game)),)

    def prospects(self, game: Game, rules: FrontRules) -> Sequence[Prospect]:
        return templates.prospects_of(game, [self.attacked(game, rules)], self.by(game))

    def decide(self, game: Game, rules: FrontRules, dice: Dice) -> tuple[orders.Event[Game], ...]:
        """Everything touched is rolled for."""
        out = comes_out(game, game.unit(self.unit)) if game.in_play(self.unit) else ()
        attacked, by = self.attacked(game, rules), self.by(game)
        return (*out, *templates.attack_all(game, rules, dice, attacked, by, self.about(game), templates.rolled_by_handfuls))

    def struck_with(
        self, game: Game, rules: FrontRules, weapon: Weapon, *, times: int = 1, bombarded: bool = False
    ) -> tuple[templates.Attacked, ...]:
        """Everybody under it, attacked with one weapon ``times`` over."""
        unit, attacked = game.unit(self.unit), []
        for other, element, cover in standing(game, self.under):
            numbers = struck_by(game, rules, unit, weapon, other, element, cover=cover, bombarded=bombarded)
            attacked.append(templates.Attacked(other.id, element.id, (numbers,) * times))
        return tuple(attacked)


def touched_objections(
    game: Game, rules: FrontRules, touched: Sequence[Touched], step: str, *by: Unit
) -> Iterator[Objection]:
    """Why these elements cannot be under a template; ``step`` and ``by`` as in :func:`out_of_reach`."""
    counts = sum((Counter({one.unit: one.elements}) for one in touched), Counter[str]())
    for name, count in counts.items():
        yield from cover_objections(game, rules, name, *(one.cover for one in touched if one.unit == name))
        if not game.in_play(name):
            yield Objection("HOST-ORDER-1", f"no unit {name[:60]!r} is in the game")
            continue
        unit = game.unit(name)
        if unit.has(HIDDEN):
            yield Objection("HOST-HIDE-1", f"{game.called(name)} is hidden: it is not there to be attacked")
        if why := out_of_reach(game, rules, step, unit, *by):
            yield why
        if count > len(unit.present):
            yield Objection("HOST-ORDER-1", f"{game.called(name)} has {len(unit.present)} elements left, not {count}")


def standing(game: Game, touched: Iterable[Touched], skip: Counter[str] | None = None) -> tuple[Standing, ...]:
    """The elements that are meant: of each unit the first ones, one line of a claim after the other.

    ``skip`` says how many of a unit's elements to begin after (it begins again at its first); the count goes on in it.
    """
    taken, found = Counter[str]() if skip is None else skip, []
    for one in touched:
        unit = game.unit(one.unit)
        for _ in range(one.elements):
            found.append((unit, unit.present[taken[one.unit] % len(unit.present)], one.cover))
            taken[one.unit] += 1
    return tuple(found)
