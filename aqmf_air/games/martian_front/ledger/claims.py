"""What players claim of their real table: who is under a template, in which cover, how far away. The rules do the rest."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from aqmf_air.api import Frozen, Objection, Offer, Question, Rulings
from aqmf_air.api.geometry import within
from aqmf_air.games.martian_front.chapters import artillery, orders, shooting, templates
from aqmf_air.games.martian_front.chapters.damage import blast_on, tripod_of
from aqmf_air.games.martian_front.chapters.damaged_weapons import RollForWeapon, went_wild, wild_weapons
from aqmf_air.games.martian_front.chapters.deployment import Bombardment, cannot_bombard
from aqmf_air.games.martian_front.chapters.heat_rays import SweepRay, cannot_sweep
from aqmf_air.games.martian_front.chapters.measuring import out_of_reach, reaches, unsheltered
from aqmf_air.games.martian_front.chapters.shooting import sweep_of, volley_at_tripod, working
from aqmf_air.games.martian_front.chapters.templates import Attacked
from aqmf_air.games.martian_front.chapters.to_hit import IN_THE_OPEN, Volley
from aqmf_air.games.martian_front.state import HIDDEN, Element, Game, PhasePart, Unit, having_done, opponent
from aqmf_air.games.martian_front.tables import Mount, Side, UnitType, Weapon, covers

LEDGER = "aqmf-ledger"
ROUTED, LAMED = "routed", "immobile"
"""Marks that the game's own events leave."""


class Claim(orders.FrontOrder):
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

    def preconditions(self, game: Game, player: str, rules: orders.FrontRules) -> Iterable[Objection]:
        """None: players may overrule the phase, see :meth:`untimely`."""
        return ()

    def by(self, game: Game) -> Side:
        """The side that makes it, and rolls."""
        return "human"

    def untimely(self, game: Game) -> Iterable[Objection]:
        """What the phase has against it; players may overrule just that."""
        return ()


class UnitClaim(Claim, orders.UnitOrder):
    """What a unit did: an order of the game with what its players say in place of what is measured on the table."""

    claimed: ClassVar[type[orders.UnitOrder] | None] = None
    """The game's own order, whose means and timing it has."""

    def offer(self, game: Game) -> Offer:
        return Offer(self, f"{game.called(self.unit)}: {type(self).deed.lower()}", self.unit)

    def when(self) -> orders.FrontTiming:
        """When the order of the game that is claimed is given."""
        return (self.claimed or type(self)).timing

    by = orders.UnitOrder.by

    def untimely(self, game: Game) -> Iterable[Objection]:
        if not (self.when().parts and game.in_play(self.unit)):
            return ()
        return self.when().objections(game) or orders.not_acting(game, game.unit(self.unit).side)

    def objections(self, game: Game, player: str, rules: orders.FrontRules) -> Iterable[Objection]:
        """In whatever phase, of a unit that is the player's; then what is said :meth:`against` it."""
        yield from orders.at_hand(game, self.unit, player) or self.against(game, game.unit(self.unit), player, rules)

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: orders.FrontRules) -> Iterable[Mount | None]:
        return cls.claimed.means(kind, rulings, rules) if cls.claimed else (None,)

    @classmethod
    def weapons(cls, game: Game, unit: Unit, rules: orders.FrontRules) -> Sequence[str]:
        """The weapons of a unit that it may be about; the first one is meant where none is named."""
        return [mount.weapon.name for mount in cls.means(game.type_of(unit), game.rulings, rules) if mount]

    @classmethod
    def targets(cls, game: Game, unit: Unit) -> Sequence[Unit]:
        """The units that it may be aimed at."""
        return orders.enemies(game, unit.side)

    @classmethod
    def loads(cls, game: Game, unit: Unit) -> Iterable[tuple[str, dict[str, int]]]:
        """For a form that counts what elements drop: each that has any left, how many, by the names of the fields."""
        return ()

    @classmethod
    def offers(cls, game: Game, player: str, rules: orders.FrontRules) -> Iterable[Offer]:
        """Its examples for every unit, whatever the phase, at every enemy: nothing is measured."""
        foes = orders.enemies(game, player)
        for unit in game.units:
            for mount in cls.means(game.type_of(unit), game.rulings, rules) if unit.side == player else ():
                yield from cls.unit_offers(game, unit, mount, foes, rules)


def cover_objections(game: Game, rules: orders.FrontRules, unit: str, *named: str) -> Iterator[Objection]:
    """Objections to covers that do not exist, and to any of a unit that is in none."""
    for cover in dict.fromkeys(named):
        if cover not in covers():  # "Soft cover raises Defense by 1; hard cover raises Defense by 2"
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
            return artillery.after_barrage(game, self.unit, self.weapon)
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


class Covering(UnitClaim, artillery.TemplateOrder):
    """A claim of a template, a strip or a blast: the players say who is under it."""

    luck = "hits"
    handfuls: ClassVar[bool] = True
    under: Under = ()

    @classmethod
    def unit_offers(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: orders.FrontRules
    ) -> Iterable[Offer]:
        """Over an element of every enemy."""
        fields = {"weapon": mount.weapon.name if mount else "", "bombarded": game.part is PhasePart.BOMBARDMENT}
        for foe in foes:
            claim: dict[str, Any] = {name: value for name, value in fields.items() if name in cls.model_fields}
            yield cls(unit=unit.id, under=(Touched(unit=foe.id),), **claim).offer(game)

    @abstractmethod
    def about(self, game: Game) -> Covered: ...

    def title(self, game: Game) -> str:
        return self.about(game).said(game)

    def struck_with(
        self, game: Game, rules: orders.FrontRules, weapon: Weapon, *, times: int = 1, bombarded: bool = False
    ) -> tuple[Attacked, ...]:
        """Everybody under it, attacked with one weapon ``times`` over."""
        numbers = partial(artillery.struck_by, game, rules, game.unit(self.unit), weapon, bombarded=bombarded)
        return tuple(
            Attacked(unit.id, element.id, (numbers(unit, element, cover=cover),) * times)
            for unit, element, cover in standing(game, self.under)
        )


def touched_objections(
    game: Game, rules: orders.FrontRules, touched: Sequence[Touched], step: str, *by: Unit
) -> Iterator[Objection]:
    """Why these elements cannot be under a template; ``step`` and ``by`` as in :func:`out_of_reach`."""
    counts = sum((Counter({line.unit: line.elements}) for line in touched), Counter[str]())
    for name, count in counts.items():
        yield from cover_objections(game, rules, name, *(line.cover for line in touched if line.unit == name))
        if not game.in_play(name):  # "names what there is, a unit in the game"
            yield Objection("HOST-ORDER-1", f"no unit {name[:60]!r} is in the game")
            continue
        unit = game.unit(name)
        if unit.has(HIDDEN):  # "it can be neither attacked, spotted nor told apart"
            yield Objection("HOST-HIDE-1", f"{game.called(name)} is hidden: it is not there to be attacked")
        if why := out_of_reach(game, rules, step, unit, *by):
            yield why
        if count > len(unit.present):  # "as many elements, places or flights as the unit has elements"
            yield Objection("HOST-ORDER-1", f"{game.called(name)} has {len(unit.present)} elements left, not {count}")


def standing(game: Game, touched: Iterable[Touched], skip: Counter[str] | None = None) -> tuple[Standing, ...]:
    """The elements that are meant: of each unit the first ones, one line of a claim after the other.

    ``skip`` says how many of a unit's elements to begin after (it begins again at its first); the count goes on in it.
    """
    taken, pieces = Counter[str]() if skip is None else skip, []
    for line in touched:
        unit = game.unit(line.unit)
        for _ in range(line.elements):
            pieces.append((unit, unit.present[taken[line.unit] % len(unit.present)], line.cover))
            taken[line.unit] += 1
    return tuple(pieces)


# -- attacks -----------------------------------------------------------------------------------------------------------


class Fire(UnitClaim, shooting.Shoot, type="ledger.fire"):
    """A unit fires a weapon at a target, in ``cover``, ``distance`` inches away (None: in range, as players see it)."""

    claimed = shooting.Shoot
    do, deed, rank, luck = "fire", "Fire", 0, "hits"
    elements: int = Field(default=0, ge=0, le=99)
    """How many of the unit's elements fire; 0: all of them."""
    cover: str = IN_THE_OPEN
    distance: float | None = Field(default=None, ge=0, le=1200)
    arc: str = ""
    """The arc that the target is in, where the weapon bears on some only; "": one of its own."""
    wild: bool = False
    """The weapon was hit, and goes off once more at whatever the winner of the die-off chose. HOST-TRIPOD-2."""

    def when(self) -> orders.FrontTiming:
        return RollForWeapon.timing if self.wild else shooting.Shoot.timing

    def by(self, game: Game) -> Side:
        """Who aims a weapon that was hit: the winner of the die-off."""
        return (orders.aimed_by(game, self.unit, self.weapon) if self.wild else None) or super().by(game)

    def objections(self, game: Game, player: str, rules: orders.FrontRules) -> Iterable[Objection]:
        """An aimed weapon that works and has not fired, at an enemy in range; a weapon that was hit, at anybody."""
        owner = game.unit(self.unit).side if self.wild and game.in_play(self.unit) else player
        return orders.at_hand(game, self.unit, owner) or self.against(game, game.unit(self.unit), player, rules)

    def against(self, game: Game, unit: Unit, player: str, rules: orders.FrontRules) -> Iterator[Objection]:
        yield from cover_objections(game, rules, self.target, self.cover)
        mount, name = game.type_of(unit).mount(self.weapon), game.called(self.unit)
        if mount is None or not shooting.aimed(mount.weapon):  # "what that unit has and can do"
            yield Objection("HOST-ORDER-1", f"{name} has no {self.weapon} that is aimed at a unit")
            return
        if self.wild:
            yield from self._against_wild(game, unit)
        else:
            yield from shooting.may_fire(game, unit, mount)
            yield from orders.no_target(game, self.target, player)
            if not self._firing(unit, mount):  # "a weapon chosen at random is under a die-off from now on"
                yield Objection("HOST-TRIPOD-2", f"the {mount.weapon.name} of {name} was hit: both sides roll for it")
        if self.elements > len(unit.present):  # "as many elements, places or flights as the unit has elements"
            yield Objection("HOST-ORDER-1", f"{name} has {len(unit.present)} elements left, not {self.elements}")
        reach = mount.weapon.range or 0.0
        if self.distance is not None and not within(self.distance, reach):
            far = f'{game.called(self.target)} is {self.distance:g}" away'
            # "in range, in arc and in sight of the element that fires it"
            yield Objection("HOST-FIRE-2", f'{mount.weapon.name} reaches {reach:g}", and {far}')
        if game.in_play(self.target):
            if mount.weapon.kind == "area" and reaches(game, rules, "under barrage", game.unit(self.target), unit):
                # "a weapon that lays a template lays it, and is not aimed at a unit"
                yield Objection("HOST-FIRE-1", f"{mount.weapon.name} lays a template: say who is under it")
            yield from rules.objections(game, self)

    def _against_wild(self, game: Game, unit: Unit) -> Iterator[Objection]:
        if self.weapon not in wild_weapons(unit):  # "a weapon chosen at random is under a die-off from now on"
            yield Objection("HOST-TRIPOD-2", f"{game.called(self.unit)} has no {self.weapon} that was hit")
        if orders.has_gone_off(game, self.unit, self.weapon):  # "a weapon chosen at random is under a die-off from now on"
            yield Objection("HOST-TRIPOD-2", f"the {self.weapon} of {game.called(self.unit)} has gone off in this phase")
        if self.target == self.unit or not game.in_play(self.target) or game.unit(self.target).has(HIDDEN):
            # "both players roll, and the higher picks what it shoots at"
            yield Objection("HOST-TRIPOD-2", f"{game.called(self.target)} is no target in the game")

    def prospects(self, game: Game, rules: orders.FrontRules) -> Sequence[orders.Prospect]:
        """What is left of a tripod; of others how many hits damage them."""
        ((name, question),), target = super().prospects(game, rules), game.unit(self.target)
        if game.type_of(target).kind == "tripod":
            question = Question(question.title, volley_at_tripod, (tripod_of(game, target), *question.facts))
        return (orders.Prospect(name, question),)

    def measures(self, game: Game, rules: orders.FrontRules) -> shooting.Measures:
        mount = self.mount(game)
        shots = mount.weapon.shots * self._firing(game.unit(self.unit), mount)
        return shooting.Measures(shots, self.distance, self.cover)

    def fired(self, shots: int, volley: Volley) -> shooting.VolleyFired:
        return went_wild(self, volley) if self.wild else super().fired(shots, volley)

    def _firing(self, unit: Unit, mount: Mount) -> int:
        """How many weapons fire."""
        if self.wild:
            return sum(element.weapons_out.count(mount.weapon.name) for element in unit.elements)
        able = sorted((working(mount, element) for element in unit.present), reverse=True)
        return sum(able[: self.elements or None])


class Lay(Covering, orders.WeaponOrder, type="ledger.lay"):
    """Guns of a unit lay one template; the players say who is under it."""

    claimed = artillery.Barrage
    do, deed, rank = "lay", "Lay a template", 20
    guns: int = Field(default=0, ge=0, le=99)
    """How many guns join in; 0: all of them."""
    bombarded: bool = False
    """Before turn 1, where cover does not help Defense. HOST-BARRAGE-6."""

    def when(self) -> orders.FrontTiming:
        return Bombardment.timing if self.bombarded else artillery.Barrage.timing

    def against(self, game: Game, unit: Unit, player: str, rules: orders.FrontRules) -> Iterator[Objection]:
        """A weapon that lays a template and has not fired, over elements that are there."""
        yield from (cannot_bombard if self.bombarded else artillery.cannot_lay)(game, unit, self.weapon)
        if game.type_of(unit).mount(self.weapon) and self.guns > (left := self._guns(game)):
            # "as many elements, places or flights as the unit has elements"
            yield Objection("HOST-ORDER-1", f"{game.called(self.unit)} has {left} guns left, not {self.guns}")
        yield from touched_objections(game, rules, self.under, "under barrage", unit)

    def about(self, game: Game) -> Covered:
        """With the template of all guns that join in."""
        size = artillery.template_of(self.mount(game), max(1, self.guns or self._guns(game)), (0, 0)).diameter
        return Covered(how="barrage", unit=self.unit, weapon=self.mount(game).weapon.name, diameter=size)

    def attacked(self, game: Game, rules: orders.FrontRules) -> tuple[Attacked, ...]:
        return self.struck_with(game, rules, self.mount(game).weapon, bombarded=self.bombarded)

    def _guns(self, game: Game) -> int:
        return sum(working(self.mount(game), element) for element in game.unit(self.unit).present)


class Sweep(Covering, orders.WeaponOrder, type="ledger.sweep"):
    """One element of a unit sweeps with a heat ray; the players say who is touched, friend or foe. HOST-RAY-3."""

    claimed = SweepRay
    do, deed, rank = "sweep", "Sweep", 21

    def against(self, game: Game, unit: Unit, player: str, rules: orders.FrontRules) -> Iterator[Objection]:
        """A ray that sweeps, of an element that has not fired, over elements that it reaches."""
        yield from cannot_sweep(game, unit, self.weapon, self._firer(game))
        yield from touched_objections(game, rules, self.under, "in sweep", unit)

    def about(self, game: Game) -> Covered:
        return Covered(how="sweep", unit=self.unit, weapon=self.weapon, element=self._firer(game).id)

    def attacked(self, game: Game, rules: orders.FrontRules) -> tuple[Attacked, ...]:
        """Once for each ray."""
        mount = self.mount(game)
        return self.struck_with(game, rules, mount.weapon, times=working(mount, self._firer(game)))

    def _firer(self, game: Game) -> Element:
        """The first element that has not swept in this phase, and has a ray to sweep with."""
        unit = game.unit(self.unit)
        mount = game.type_of(unit).mount(self.weapon)
        fresh = [at for at in unit.present if shooting.sweep_of(self.unit, self.weapon, at.id) not in game.acted]
        return next((at for at in fresh if mount and working(mount, at)), (fresh or list(unit.present))[0])


class Explosion(Covering, type="ledger.explosion"):
    """A wreck blew up; the players say who was within 3 inches of it. HOST-TRIPOD-2, HOST-TRIPOD-3."""

    do, deed, rank = "explosion", "It explodes", 70

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: orders.FrontRules) -> Iterable[Mount | None]:
        """None while it is in the game: it has to be a wreck."""
        return ()

    def objections(self, game: Game, player: str, rules: orders.FrontRules) -> Iterator[Objection]:
        """A machine that is out of the game, rolled for by the side that it was not of, over elements that it reaches."""
        wreck = next((unit for unit in game.fallen if unit.id == self.unit), None)
        if wreck is None or game.type_of(wreck).kind != "tripod":  # "names what there is, a unit in the game"
            yield Objection("HOST-ORDER-1", f"{game.called(self.unit)} is no wreck in this game")
        elif player != (rolls := opponent(wreck.side)):  # "The other side rolls."
            yield Objection("HOST-TRIPOD-3", f"the {rolls} side rolls for the explosion of {game.called(self.unit)}")
        yield from touched_objections(game, rules, self.under, "in blast")

    def about(self, game: Game) -> Covered:
        return Covered(how="explosion", unit=self.unit)

    def by(self, game: Game) -> Side:
        return opponent(super().by(game))

    def attacked(self, game: Game, rules: orders.FrontRules) -> tuple[Attacked, ...]:
        there = standing(game, self.under)
        return tuple(Attacked(unit.id, at.id, (blast_on(game, unit, at, cover),)) for unit, at, cover in there)


APART = 1000.0
"""Inches between units: nothing in a ledger is near anything."""


def element_names(unit: str, count: int) -> list[str]:
    """What the elements of a unit are called in a ledger."""
    return [f"{unit} {number}" for number in range(1, count + 1)]


def free_place(units: Iterable[Unit]) -> float:
    """An x at which no unit stands, nor near it."""
    return max((element.x for unit in units for element in unit.elements), default=0.0) + APART
