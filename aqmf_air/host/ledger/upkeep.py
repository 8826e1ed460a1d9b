"""Keeping a ledger: nerves, die-offs, scatter, the next phase, corrections by hand, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, cast

from pydantic import Field

from aqmf_air.core.dice import Dice
from aqmf_air.core.model import Frozen, replace
from aqmf_air.core.ruleset import Objection, Offer, Question
from aqmf_air.host.artillery import THROWN
from aqmf_air.host.barrage import Scatter, scatter
from aqmf_air.host.ledger.claims import Claim
from aqmf_air.host.legs import DieOff, die_off
from aqmf_air.host.orders import Book, Happening, at_hand
from aqmf_air.host.profiles import Side, UnitType
from aqmf_air.host.standing import COMMAND, Rallied, must_test, rally, to_rally
from aqmf_air.host.state import STUNNED, Element, Game, Unit, marked, opponent, phases, unmarked, with_unit
from aqmf_air.host.turn import next_phase, turned
from aqmf_air.host.victory import LOST, GameWon
from aqmf_air.host.wild import WeaponRolledFor, wild_weapons

ROUTED, LAMED = "routed", "immobile"
BY_HAND = (ROUTED, STUNNED, LAMED)
"""What a hand may write of a unit, or strike out."""


# -- nerves ---------------------------------------------------------------------------------------------------------------


class MoraleTest(Claim):
    """A unit that lost elements in this phase tests; ``squad_near``: an unbroken command squad is within 6 inches."""

    type: Literal["ledger.test_morale"] = "ledger.test_morale"
    unit: str
    squad_near: bool = False

    @classmethod
    def offers(cls, game: Game, player: str, book: Book) -> Iterable[Offer]:
        """Everybody who must."""
        for unit in must_test(game):
            if unit.side == player:
                yield Offer(cls(unit=unit.id), f"{unit.id} tests its morale")

    def objections(self, game: Game, player: str, book: Book) -> Iterable[Objection]:
        """Human, with losses in this phase and somebody left. HOST-MORALE-1, HOST-MORALE-3."""
        if about_unit := at_hand(game, self.unit, player):
            yield from about_unit
        elif self.unit not in {unit.id for unit in must_test(game)}:
            yield Objection("HOST-MORALE-1", f"{self.unit} has no morale test to make in this phase")
        elif self.squad_near and self._squad(game) is None:
            yield Objection("HOST-MORALE-3", f"there is no command squad that could steady {self.unit}")

    def questions(self, game: Game, book: Book) -> Sequence[Question]:
        """The test, as the unit's kind makes it."""
        unit = game.unit(self.unit)
        asked: Sequence[Question] = book.procedure("morale question", game.type_of(unit).kind)(self._scene(game), book, unit)
        return asked

    def decide(self, game: Game, book: Book, dice: Dice) -> tuple[Happening, ...]:
        """Roll, and let the unit's kind say what comes of it."""
        unit = game.unit(self.unit)
        told: tuple[Happening, ...] = book.procedure("morale", game.type_of(unit).kind)(self._scene(game), book, dice, unit)
        return (*told, Tested(unit=self.unit))

    def _squad(self, game: Game) -> Unit | None:
        side = game.unit(self.unit).side
        able = (one for one in game.units if one.side == side and one.id != self.unit and not one.has(ROUTED))
        return next((one for one in able if game.type_of(one).has(COMMAND)), None)

    def _scene(self, game: Game) -> Game:
        """The game as the rules are to see it: with the command squad beside the unit, if that is what was claimed."""
        squad = self._squad(game) if self.squad_near else None
        if squad is None:
            return game
        at = game.unit(self.unit).elements[0]
        return with_unit(game, replace(squad, elements=tuple(replace(one, x=at.x, y=at.y) for one in squad.elements)))


class Tested(Happening):
    """A unit has made its test for the losses so far."""

    type: Literal["ledger.tested"] = "ledger.tested"
    unit: str

    def apply(self, game: Game) -> Game:
        """Its losses are settled."""
        return with_unit(game, replace(game.unit(self.unit), lost=0)) if game.in_play(self.unit) else game

    def tell(self, game: Game) -> str:
        return ""


class TryToRally(Claim):
    """A routed unit tries to come back in hand, in the end phase. HOST-MORALE-4."""

    type: Literal["ledger.rally"] = "ledger.rally"
    unit: str

    @classmethod
    def offers(cls, game: Game, player: str, book: Book) -> Iterable[Offer]:
        """Everybody who runs."""
        for unit in game.units:
            if unit.side == player and unit.has(ROUTED):
                yield Offer(cls(unit=unit.id), f"{unit.id} tries to rally")

    def objections(self, game: Game, player: str, book: Book) -> Iterable[Objection]:
        """Routed, and not yet tried in this turn."""
        if about_unit := at_hand(game, self.unit, player):
            yield from about_unit
        elif not game.unit(self.unit).has(ROUTED):
            yield Objection("HOST-MORALE-4", f"{self.unit} is not routed")
        elif f"{self.unit}:rally" in game.acted:
            yield Objection("HOST-MORALE-4", f"{self.unit} has tried to rally in this phase")

    def questions(self, game: Game, book: Book) -> Sequence[Question]:
        """The one roll."""
        target = to_rally()
        return (Question(f"{self.unit}: rally", rally, (target, game.unit(self.unit).side), (target,), _rallied),)

    def decide(self, game: Game, book: Book, dice: Dice) -> tuple[Happening, ...]:
        """Roll."""
        back = dice.call(rally, to_rally(), game.unit(self.unit).side)
        return (Done(what=f"{self.unit}:rally"), Rallied(unit=self.unit, rallied=back))


class Done(Happening):
    """Something was done that can be done once in a phase."""

    type: Literal["ledger.done"] = "ledger.done"
    what: str

    def apply(self, game: Game) -> Game:
        """It is remembered until the phase ends."""
        return replace(game, acted=(*game.acted, self.what))

    def tell(self, game: Game) -> str:
        return ""


# -- rolls that say where -------------------------------------------------------------------------------------------------


class RollOff(Claim):
    """Both sides roll for a tripod that was hit: for its move (no ``weapon``), or for a weapon. HOST-TRIPOD-2."""

    type: Literal["ledger.roll_off"] = "ledger.roll_off"
    unit: str
    weapon: str = ""

    @classmethod
    def offers(cls, game: Game, player: str, book: Book) -> Iterable[Offer]:
        """Legs and weapons that were hit."""
        for unit in game.units:
            if unit.side == player and unit.has(LAMED):
                yield Offer(cls(unit=unit.id), f"both sides roll for the legs of {unit.id}")
            for weapon in wild_weapons(unit) if unit.side == player else ():
                yield Offer(cls(unit=unit.id, weapon=weapon), f"both sides roll for the {weapon} of {unit.id}")

    def objections(self, game: Game, player: str, book: Book) -> Iterable[Objection]:
        """What was hit, once in a phase."""
        if about_unit := at_hand(game, self.unit, player):
            yield from about_unit
            return
        unit = game.unit(self.unit)
        if not (unit.has(LAMED) if not self.weapon else self.weapon in wild_weapons(unit)):
            yield Objection("HOST-TRIPOD-2", f"{self.unit} has no {self.weapon or 'legs'} that were hit")
        if any(done.startswith(f"{self.unit}!{self.weapon or 'legs'}!") for done in game.acted):
            yield Objection("HOST-TRIPOD-2", f"the {self.weapon or 'legs'} of {self.unit} were rolled for in this phase")

    def questions(self, game: Game, book: Book) -> Sequence[Question]:
        """Who has the say."""
        return (Question(f"{self.unit}: who decides", die_off, self._facts(game), (), _winner),)

    def decide(self, game: Game, book: Book, dice: Dice) -> tuple[Happening, ...]:
        """Roll."""
        result = dice.call(die_off, *self._facts(game))
        winner = cast("Side", result.winner)
        if self.weapon:
            return (WeaponRolledFor(unit=self.unit, weapon=self.weapon, winner=winner),)
        return (LegsDecided(unit=self.unit, winner=winner, inches=result.inches),)

    def _facts(self, game: Game) -> tuple[str, str, str]:
        side = game.unit(self.unit).side
        return side, opponent(side), "weapon" if self.weapon else "legs"


class LegsDecided(Happening):
    """Both sides rolled for a tripod's legs."""

    type: Literal["ledger.legs_decided"] = "ledger.legs_decided"
    unit: str
    winner: Side
    inches: int

    def apply(self, game: Game) -> Game:
        """It is done for this phase."""
        return replace(game, acted=(*game.acted, f"{self.unit}!legs!{self.winner}"))

    def tell(self, game: Game) -> str:
        return f'the {self.winner} side moves {self.unit}, up to {self.inches}"'


class RollScatter(Claim):
    """Guns that do not see their target: where the template goes. Then say who is under it. HOST-BARRAGE-5."""

    type: Literal["ledger.scatter"] = "ledger.scatter"
    unit: str

    @classmethod
    def offers(cls, game: Game, player: str, book: Book) -> Iterable[Offer]:
        """Whoever throws shells."""
        for unit in game.units:
            if unit.side == player and _throws(game, unit):
                yield Offer(cls(unit=unit.id), f"where the shells of {unit.id} land")

    def objections(self, game: Game, player: str, book: Book) -> Iterable[Objection]:
        """A unit that lays templates."""
        if about_unit := at_hand(game, self.unit, player):
            yield from about_unit
        elif not _throws(game, game.unit(self.unit)):
            yield Objection("HOST-BARRAGE-5", f"{self.unit} lays no template that scatters")

    def questions(self, game: Game, book: Book) -> Sequence[Question]:
        """How far."""
        return (Question(f"{self.unit}: inches off the mark", scatter, (game.unit(self.unit).side,), (), _inches),)

    def decide(self, game: Game, book: Book, dice: Dice) -> tuple[Happening, ...]:
        """Roll."""
        off = dice.call(scatter, game.unit(self.unit).side)
        return (Scattered(unit=self.unit, degrees=off.degrees, inches=off.inches),)


class Scattered(Happening):
    """It was rolled where a template lands."""

    type: Literal["ledger.scattered"] = "ledger.scattered"
    unit: str
    degrees: int
    inches: int

    def apply(self, game: Game) -> Game:
        """The template's own entry changes the game."""
        return game

    def tell(self, game: Game) -> str:
        if not self.inches:
            return f"the shells of {self.unit} land on the mark"
        return (
            f'the shells of {self.unit} land {self.inches}" off the mark, {self.degrees} degrees clockwise from up the table'
        )


# -- the turn -------------------------------------------------------------------------------------------------------------


class GoOn(Claim):
    """The next phase, or a later one; ``first`` says who goes first in a turn that begins with it."""

    type: Literal["ledger.go_on"] = "ledger.go_on"
    phase: str = ""
    first: Side | None = None

    @classmethod
    def offers(cls, game: Game, player: str, book: Book) -> Iterable[Offer]:
        """The next phase."""
        yield Offer(cls(), f"go on to the next phase ({next_phase(game).title.lower()})")

    def objections(self, game: Game, player: str, book: Book) -> Iterable[Objection]:
        """A phase of the turn; not while somebody has a test to make. HOST-TURN-1, HOST-MORALE-1."""
        if self.phase and self.phase not in {phase.id for phase in phases() if not phase.once or not game.turn}:
            yield Objection("HOST-TURN-1", f"no phase {self.phase[:40]!r} is to come")
        for unit in must_test(game):
            yield Objection("HOST-MORALE-1", f"{unit.id} has lost elements and must test its morale first")

    def decide(self, game: Game, book: Book, dice: Dice) -> tuple[Happening, ...]:
        """No dice."""
        phase = self.phase or next_phase(game).id
        return (WentOn(phase=phase, first=self.first or game.order[0]),)


class WentOn(Happening):
    """The players went on to another phase."""

    type: Literal["ledger.went_on"] = "ledger.went_on"
    phase: str
    first: Side

    def apply(self, game: Game) -> Game:
        """Losses of the phase are settled; what was done in it can be done again."""
        after = turned(game, self.phase)
        return after if after.turn == game.turn else replace(after, order=(self.first, opponent(self.first)))

    def tell(self, game: Game) -> str:
        after = self.apply(game)
        whose = {"first": f"{after.order[0]} ", "second": f"{after.order[1]} "}.get(after.now.whose, "")
        return f"turn {after.turn}: {whose}{after.now.title.lower()}"


class Finish(Claim):
    """The players agree that the game is over."""

    type: Literal["ledger.finish"] = "ledger.finish"
    winner: Literal["human", "martian", "draw"]

    def objections(self, game: Game, player: str, book: Book) -> Iterable[Objection]:
        """Always allowed to either side."""
        return ()

    def decide(self, game: Game, book: Book, dice: Dice) -> tuple[Happening, ...]:
        """No dice."""
        return (GameWon(winner=self.winner, how="as the players agree"),)


# -- by hand --------------------------------------------------------------------------------------------------------------


class Supply(Frozen):
    """How many of a weapon that is used up are left to one element."""

    element: str
    weapon: str
    left: int = Field(ge=0, le=99)


class Correct(Claim):
    """Write by hand how a unit stands, because the table says otherwise. Nothing is rolled; the log says so."""

    type: Literal["ledger.correct"] = "ledger.correct"
    unit: str
    elements: int | None = Field(default=None, ge=0, le=99)
    """Elements left; 0 puts the unit out of the game."""
    armor: int | None = Field(default=None, ge=0, le=99)
    """Armor left of a machine with one element; 0 puts it out of the game."""
    supplies: tuple[Supply, ...] = Field(default=(), max_length=60)
    marks: tuple[str, ...] | None = None
    """Which of ``routed``, ``stunned`` and ``immobile`` hold; None: as it was."""

    def objections(self, game: Game, player: str, book: Book) -> Iterable[Objection]:
        """No more than the unit ever had."""
        known = {one.id: one for one in (*game.units, *game.fallen)}
        unit = known.get(self.unit)
        if unit is None or unit.side != player:
            yield Objection("HOST-TURN-1", f"{self.unit[:60]} is not a unit of the {player} side")
            return
        kind = game.type_of(unit)
        if self.elements is not None and self.elements > kind.elements:
            yield Objection("HOST-HIT-5", f"{self.unit} never had more than {kind.elements} elements, not {self.elements}")
        if self.armor is not None and kind.elements > 1:
            yield Objection("HOST-TRIPOD-1", f"Armor points of {self.unit} are not counted: it has {kind.elements} elements")
        elif self.armor is not None and self.armor > kind.armor:
            yield Objection("HOST-TRIPOD-1", f"{self.unit} never had more than {kind.armor} Armor, not {self.armor}")
        for mark in self.marks or ():
            if mark not in BY_HAND:
                yield Objection("HOST-TURN-1", f"{mark[:40]!r} is nothing that is written by hand: {', '.join(BY_HAND)}")
        yield from self._supply_objections(game, unit)

    def decide(self, game: Game, book: Book, dice: Dice) -> tuple[Happening, ...]:
        """No dice."""
        fields = {name: getattr(self, name) for name in type(self).model_fields if name != "type"}
        return (Corrected(**fields),)

    def _supply_objections(self, game: Game, unit: Unit) -> Iterator[Objection]:
        names = element_names(unit.id, game.type_of(unit).elements)
        for one in self.supplies:
            mount = game.type_of(unit).mount(one.weapon)
            if one.element not in names or mount is None or mount.weapon.range is not None:
                yield Objection("HOST-TURN-1", f"{one.element[:60]} carries no {one.weapon[:40]} that is counted")
            elif one.left > mount.count:
                yield Objection("HOST-TURN-1", f"{one.element} never had more than {mount.count} {one.weapon}")


class Corrected(Happening):
    """The state of a unit was written by hand."""

    type: Literal["ledger.corrected"] = "ledger.corrected"
    unit: str
    elements: int | None = None
    armor: int | None = None
    supplies: tuple[Supply, ...] = ()
    marks: tuple[str, ...] | None = None

    def apply(self, game: Game) -> Game:
        """The unit is as written: in the game if anything is left of it, out of it if not."""
        unit = game.unit(self.unit)
        kind = game.type_of(unit)
        changed = self._marked(unit)
        changed = replace(changed, elements=self._counted(game, changed, kind.elements))
        if self.armor is not None:
            worn = tuple(replace(one, armor_lost=max(0, kind.armor - self.armor)) for one in changed.elements)
            changed = replace(changed, elements=worn)
        changed = replace(changed, elements=tuple(self._supplied(kind, one) for one in changed.elements))
        changed = replace(changed, lost=0)  # what the hand writes is how the unit stands: no test is due for it
        units = tuple(one for one in game.units if one.id != self.unit)
        fallen = tuple(one for one in game.fallen if one.id != self.unit)
        gone = self.elements == 0 or self.armor == 0
        if gone:
            out = replace(changed, elements=(), marks=marked(changed.marks, "destroyed", str(game.turn)))
            return replace(game, units=units, fallen=(*fallen, out))
        if not game.in_play(self.unit):
            back = changed.marks
            for how in LOST:
                back = unmarked(back, how)
            return replace(game, units=(*units, replace(changed, marks=back)), fallen=fallen)
        return with_unit(game, changed)

    def tell(self, game: Game) -> str:
        said = [f"{self.elements} elements left"] if self.elements is not None else []
        said += [f"{self.armor} Armor left"] if self.armor is not None else []
        said += [f"{one.element} has {one.left} {one.weapon}" for one in self.supplies]
        said += [", ".join(self.marks) or "nothing ails it"] if self.marks is not None else []
        return f"by hand: {self.unit}: {'; '.join(said) or 'as it was'}"

    def _marked(self, unit: Unit) -> Unit:
        if self.marks is None:
            return unit
        marks = unit.marks
        for name in BY_HAND:
            marks = unmarked(marks, name) if name not in self.marks else marked(marks, name, unit.mark(name) or "")
        return replace(unit, marks=marks)

    def _counted(self, game: Game, unit: Unit, most: int) -> tuple[Element, ...]:
        """The first ones stay; those that come back are as new."""
        there = {one.id: one for one in unit.elements}
        left = self.elements if self.elements is not None else max(1, len(there))
        names = element_names(unit.id, most)
        missing = [name for name in names if name not in there]
        wanted = sorted((*list(there)[:left], *missing[: max(0, left - len(there))]), key=names.index)
        place = unit.elements[0].x if unit.elements else free_place(game.units)
        return tuple(there.get(name) or Element(id=name, x=place, y=0) for name in wanted)

    def _supplied(self, kind: UnitType, element: Element) -> Element:
        used = element.used
        for one in self.supplies:
            mount = kind.mount(one.weapon)
            if one.element == element.id and mount is not None:
                gone = mount.count - one.left
                used = marked(used, mount.weapon.name, str(gone)) if gone else unmarked(used, mount.weapon.name)
        return replace(element, used=used)


# -- what is what ---------------------------------------------------------------------------------------------------------


def element_names(unit: str, count: int) -> list[str]:
    """What the elements of a unit are called in a ledger."""
    return [f"{unit} {number}" for number in range(1, count + 1)]


APART = 1000.0
"""Inches between units: nothing in a ledger is near anything."""


def free_place(units: Iterable[Unit]) -> float:
    """An x at which no unit stands, nor near it."""
    return max((element.x for unit in units for element in unit.elements), default=0.0) + APART


def _throws(game: Game, unit: Unit) -> bool:
    return any(mount.weapon.kind in THROWN and mount.weapon.barrage for mount in game.type_of(unit).weapons)


def _winner(result: DieOff) -> str:
    return result.winner


def _inches(result: Scatter) -> int:
    return result.inches


def _rallied(back: bool) -> str:
    return "rallies" if back else "keeps running"
