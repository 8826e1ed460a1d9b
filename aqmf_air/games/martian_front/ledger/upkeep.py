"""What goes on between attacks: morale, die-offs, scatter, corrections by hand, the next phase, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import ClassVar, Literal

from pydantic import Field

from aqmf_air.api import Ask, Dice, Event, Frozen, Objection, Offer, Question, Rulings, replace
from aqmf_air.games.martian_front import state
from aqmf_air.games.martian_front.chapters.artillery import Barrage
from aqmf_air.games.martian_front.chapters.damaged_weapons import RollForWeapon, wild_weapons
from aqmf_air.games.martian_front.chapters.morale import COMMAND, RALLYING, Rallied, must_test, to_rally
from aqmf_air.games.martian_front.chapters.moving import Stagger
from aqmf_air.games.martian_front.chapters.orders import FrontEvent, FrontRules, FrontTiming, UnitEvent, UnitOrder
from aqmf_air.games.martian_front.chapters.templates import Scatter, scatter
from aqmf_air.games.martian_front.chapters.to_hit import rolled
from aqmf_air.games.martian_front.chapters.turn import LOST, GameWon, done_before_turn_1, next_phase, rally_question, turned
from aqmf_air.games.martian_front.ledger.claims import LAMED, ROUTED, Claim, UnitClaim, element_names, free_place
from aqmf_air.games.martian_front.tables import Mount, Side, UnitType, host_rulings


class MoraleTest(UnitClaim, type="ledger.test_morale"):
    """A unit that lost elements in this phase tests; ``squad_near``: an unbroken command squad is within 6 inches."""

    do, deed, rank, luck = "morale", "Test morale", 40, "tests"
    squad_near: bool = False

    @classmethod
    def due(cls, game: state.Game, unit: state.Unit) -> Objection | None:
        """Losses of this phase. HOST-MORALE-1."""
        lost = unit.lost if unit in must_test(game) else 0
        # "A human unit that loses elements in a phase tests"
        return Objection("HOST-MORALE-1", f"{game.called(unit.id)}: test morale for {lost} lost") if lost else None

    def against(self, game: state.Game, unit: state.Unit, player: str, rules: FrontRules) -> Iterator[Objection]:
        """Human, with losses in this phase and somebody left. HOST-MORALE-1, HOST-MORALE-3."""
        if unit not in must_test(game):  # "A human unit that loses elements in a phase tests"
            yield Objection("HOST-MORALE-1", f"{game.called(self.unit)} has no morale test to make in this phase")
        elif self.squad_near and steadying(game, unit) is None:  # "With a command squad no more than 6 inches away"
            yield Objection("HOST-MORALE-3", f"there is no command squad that could steady {game.called(self.unit)}")

    def questions(self, game: state.Game, rules: FrontRules) -> Sequence[Question]:
        """The test, as the unit's kind makes it."""
        unit = game.unit(self.unit)
        ask = rules.procedure("morale question", game.type_of(unit).kind)
        questions: Sequence[Question] = ask(self._scene(game), rules, unit)
        return questions

    def decide(self, game: state.Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        """Roll, and let the unit's kind say what comes of it."""
        unit = game.unit(self.unit)
        test = rules.procedure("morale", game.type_of(unit).kind)
        return (*test(self._scene(game), rules, dice, unit), Tested(unit=self.unit))

    def _scene(self, game: state.Game) -> state.Game:
        """The game as the rules are to see it: with the command squad beside the unit, if that is what was claimed."""
        unit = game.unit(self.unit)
        if not (self.squad_near and (squad := steadying(game, unit))):
            return game
        x, y = unit.elements[0].x, unit.elements[0].y
        return state.with_unit(
            game, replace(squad, elements=tuple(replace(element, x=x, y=y) for element in squad.elements))
        )


def steadying(game: state.Game, unit: state.Unit) -> state.Unit | None:
    """A command squad of its side that would steady a unit if it were near. HOST-MORALE-3."""
    others = (other for other in game.units if other.side == unit.side and other.id != unit.id and not other.has(ROUTED))
    return next((other for other in others if game.type_of(other).has(COMMAND)), None)


class Tested(UnitEvent, type="ledger.tested"):
    """A unit has made its test for the losses so far."""

    def apply(self, game: state.Game) -> state.Game:
        """Its losses are settled."""
        return state.with_unit(game, replace(game.unit(self.unit), lost=0)) if game.in_play(self.unit) else game


class TryToRally(UnitClaim, type="ledger.rally"):
    """A routed unit tries to come back in hand, in the end phase. HOST-MORALE-4."""

    timing: ClassVar[FrontTiming] = RALLYING
    do, deed, rank = "rally", "Rally", 41

    @classmethod
    def due(cls, game: state.Game, unit: state.Unit) -> Objection | None:
        """Routed units may, in the end phase, once. HOST-MORALE-4."""
        able = RALLYING.fits(game) and unit.has(ROUTED) and state.Act(state.ActKind.RALLY, unit.id) not in game.acted
        # "In the end phase roll a D10 for each routed unit"
        return Objection("HOST-MORALE-4", f"{game.called(unit.id)} may rally") if able else None

    def against(self, game: state.Game, unit: state.Unit, player: str, rules: FrontRules) -> Iterator[Objection]:
        """Routed, and not yet tried in this turn."""
        if not unit.has(ROUTED):  # "In the end phase roll a D10 for each routed unit"
            yield Objection("HOST-MORALE-4", f"{game.called(self.unit)} is not routed")
        elif state.Act(state.ActKind.RALLY, self.unit) in game.acted:  # "In the end phase roll a D10 for each routed unit"
            yield Objection("HOST-MORALE-4", f"{game.called(self.unit)} has tried to rally in this phase")

    def questions(self, game: state.Game, rules: FrontRules) -> Sequence[Question]:
        return (rally_question(game, game.unit(self.unit)),)

    def decide(self, game: state.Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        back = dice.call(rolled, to_rally(self.unit), self.by(game))
        return (RallyTried(what=str(state.Act(state.ActKind.RALLY, self.unit))), Rallied(unit=self.unit, rallied=back))


class RallyTried(FrontEvent, type="ledger.done"):
    """A unit tried to rally, which it can do once in a phase; ``what`` is the deed as states have it."""

    what: str

    def apply(self, game: state.Game) -> state.Game:
        """It is remembered until the phase ends."""
        done = state.Act(state.ActKind.RALLY, self.what.removesuffix(f":{state.ActKind.RALLY}"))
        return replace(game, acted=(*game.acted, done))


# -- rolls that say where -------------------------------------------------------------------------------------------------


class RollOff(UnitClaim, type="ledger.roll_off"):
    """Both sides roll for a tripod that was hit: for its move, or for a weapon. HOST-TRIPOD-2."""

    claimed = Stagger
    do, deed, rank = "rolloff", "Roll for legs or weapon", 42
    weapon: str = ""

    def order(self) -> UnitOrder:
        """The game's own."""
        return RollForWeapon(unit=self.unit, weapon=self.weapon) if self.weapon else Stagger(unit=self.unit)

    def when(self) -> FrontTiming:
        return self.order().timing

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: FrontRules) -> Iterable[Mount | None]:
        return (*Stagger.means(kind, rulings, rules), *RollForWeapon.means(kind, rulings, rules))

    @classmethod
    def weapons(cls, game: state.Game, unit: state.Unit, rules: FrontRules) -> Sequence[str]:
        """What was hit; "": its legs."""
        return [*([""] if unit.has(LAMED) else []), *wild_weapons(unit)]

    def against(self, game: state.Game, unit: state.Unit, player: str, rules: FrontRules) -> Iterable[Objection]:
        return self.order().against(game, unit, player, rules)

    def questions(self, game: state.Game, rules: FrontRules) -> Sequence[Question]:
        return self.order().questions(game, rules)

    def decide(self, game: state.Game, rules: FrontRules, dice: Dice) -> tuple[Event[state.Game], ...]:
        """Who has won it; what comes of that is seen at the table."""
        return self.order().decide(game, rules, dice)[:1]


class Scattered(UnitEvent, type="ledger.scattered"):
    """It was rolled where a template lands."""

    degrees: int
    inches: int

    def tell(self, game: state.Game) -> str:
        off = f'{self.inches}" off the mark, {self.degrees} degrees clockwise from up the table'
        return f"the shells of {game.called(self.unit)} land {off if self.inches else 'on the mark'}"


class RollScatter(UnitClaim, type="ledger.scatter"):
    """Guns that do not see their target: where the template goes. Then say who is under it. HOST-BARRAGE-5."""

    claimed = Barrage
    ask: ClassVar[Ask[Scatter]] = Ask(
        scatter,
        lambda order, game, rules: f"{game.called(order.unit)}: inches off the mark",
        (Scattered, "inches"),
        lambda order, game, rules: (order.by(game),),
        view=attrgetter("inches"),
    )
    do, deed, rank = "scatter", "Scatter", 43

    def against(self, game: state.Game, unit: state.Unit, player: str, rules: FrontRules) -> Iterator[Objection]:
        """A unit that lays templates, and the ruling ``spotted_scatter``."""
        if host_rulings(game.rulings).spotted_scatter != "scatters":  # "Only under the ruling “spotted scatter”"
            yield Objection("HOST-BARRAGE-5", "spotted fire scatters only where the players agree that it does")
        elif not self.means(game.type_of(unit), game.rulings, rules):
            # "guns that shoot at a spotted target out of their own sight"
            yield Objection("HOST-BARRAGE-5", f"{game.called(self.unit)} lays no template that scatters")

    def decide(self, game: state.Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        return (Scattered(unit=self.unit, **self.ask.roll(dice, self, game, rules)._asdict()),)


# -- by hand --------------------------------------------------------------------------------------------------------------

BY_HAND = (ROUTED, state.STUNNED, LAMED, state.HIDDEN)
"""What a hand may write of a unit, or strike out."""


class Supply(Frozen):
    """How many of a weapon that is used up are left to one element."""

    element: str
    weapon: str
    left: int = Field(ge=0, le=99)


class HandWritten(Frozen):
    """How a unit stands, as a hand writes it; None: unchanged."""

    unit: str
    elements: int | None = Field(default=None, ge=0, le=99)
    """Elements left; 0 puts the unit out of the game."""
    armor: int | None = Field(default=None, ge=0, le=99)
    """Armor left of a machine with one element; 0 puts it out of the game."""
    supplies: tuple[Supply, ...] = Field(default=(), max_length=60)
    marks: tuple[str, ...] | None = None
    """Which of ``BY_HAND`` hold."""


class Correct(HandWritten, UnitClaim, type="ledger.correct"):
    """Write by hand how a unit stands, because the table says otherwise. Nothing is rolled; the log says so."""

    do, deed, rank = "correct", "Correct by hand", 80

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: FrontRules) -> Iterable[Mount | None]:
        return ()

    def objections(self, game: state.Game, player: str, rules: FrontRules) -> Iterator[Objection]:
        """No more than the unit ever had."""
        unit = next((unit for unit in (*game.units, *game.fallen) if unit.id == self.unit), None)
        if unit is None or unit.side != player:  # "A side orders its own units, in its own phases"
            yield Objection("HOST-TURN-1", f"{self.unit[:60]} is not a unit of the {player} side")
            return
        yield from self._never_had(game, game.type_of(unit))

    def _never_had(self, game: state.Game, kind: UnitType) -> Iterator[Objection]:
        name, has = game.called(self.unit), kind.elements
        if (self.elements or 0) > has:  # "no more elements, Armor or bombs than it began with"
            yield Objection("HOST-LEDGER-1", f"{name} never had more than {has} elements, not {self.elements}")
        if self.armor is not None and has > 1:  # "nothing that is not counted"
            yield Objection("HOST-LEDGER-1", f"Armor points of {name} are not counted: it has {has} elements")
        elif (self.armor or 0) > kind.armor:  # "no more elements, Armor or bombs than it began with"
            yield Objection("HOST-LEDGER-1", f"{name} never had more than {kind.armor} Armor, not {self.armor}")
        for mark in self.marks or ():
            if mark not in BY_HAND:  # "nothing that is not counted"
                yield Objection("HOST-LEDGER-1", f"{mark[:40]!r} is nothing that is written by hand: {', '.join(BY_HAND)}")
        for supply in self.supplies:
            mount, own = kind.mount(supply.weapon), element_names(self.unit, kind.elements)
            if supply.element not in own or mount is None or mount.weapon.range is not None:  # "nothing that is not counted"
                yield Objection("HOST-LEDGER-1", f"{supply.element[:60]} carries no {supply.weapon[:40]} that is counted")
            elif supply.left > mount.count:
                called = game.called(supply.element)
                # "no more elements, Armor or bombs than it began with"
                yield Objection("HOST-LEDGER-1", f"{called} never had more than {mount.count} {supply.weapon}")

    def decide(self, game: state.Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        return (Corrected(**{name: getattr(self, name) for name in HandWritten.model_fields}),)


class Corrected(HandWritten, FrontEvent, type="ledger.corrected"):
    """The state of a unit was written by hand."""

    def apply(self, game: state.Game) -> state.Game:
        """The unit is as written: in the game if anything is left of it, out of it if not."""
        unit = game.unit(self.unit)
        kind = game.type_of(unit)
        elements = tuple(self._element(kind, element) for element in self._left(game, unit, kind.elements))
        changed = replace(unit, elements=elements, lost=0)  # no test is due: what the hand writes is how the unit stands
        for name in BY_HAND if self.marks is not None else ():
            on = name in (self.marks or ())
            changed = changed.marked(name, unit.mark(name) or "") if on else changed.unmarked(name)
        units, fallen = (tuple(other for other in some if other.id != self.unit) for some in (game.units, game.fallen))
        if self.elements == 0 or self.armor == 0:
            gone = replace(changed, elements=()).marked("destroyed", str(game.turn))
            return replace(game, units=units, fallen=(*fallen, gone))
        if game.in_play(self.unit):
            return state.with_unit(game, changed)
        back = replace(changed, marks=tuple(mark for mark in changed.marks if mark.name not in LOST))
        return replace(game, units=(*units, back), fallen=fallen)

    def tell(self, game: state.Game) -> str:
        parts = [f"{self.elements} element{'' if self.elements == 1 else 's'} left"] if self.elements is not None else []
        parts += [f"{self.armor} Armor left"] if self.armor is not None else []
        parts += [
            f"{game.called(supply.element)} has {supply.left} {supply.weapon}{'' if supply.left == 1 else 's'}"
            for supply in self.supplies
        ]
        parts += [", ".join(self.marks) or "nothing ails it"] if self.marks is not None else []
        return f"by hand: {game.called(self.unit)}: {'; '.join(parts) or 'unchanged'}"

    def _left(self, game: state.Game, unit: state.Unit, most: int) -> Iterator[state.Element]:
        """The first ones stay; those that come back are as new."""
        there = {element.id: element for element in unit.elements}
        left = self.elements if self.elements is not None else max(1, len(there))
        names = element_names(unit.id, most)
        missing = [name for name in names if name not in there]
        wanted = sorted((*list(there)[:left], *missing[: max(0, left - len(there))]), key=names.index)
        place = unit.elements[0].x if unit.elements else free_place(game.units)
        return (there.get(name) or state.Element(id=name, x=place, y=0) for name in wanted)

    def _element(self, kind: UnitType, element: state.Element) -> state.Element:
        lost = element.armor_lost if self.armor is None else max(0, kind.armor - self.armor)
        gone = {mark.name: mark.value for mark in element.used}
        for supply in self.supplies:
            if supply.element == element.id and (mount := kind.mount(supply.weapon)) is not None:
                gone[mount.weapon.name] = str(mount.count - supply.left)
        used = tuple(state.StateMark(name=name, value=value) for name, value in sorted(gone.items()) if value != "0")
        return replace(element, armor_lost=lost, used=used)


def supplies_of(game: state.Game, unit: state.Unit) -> Iterator[tuple[str, str, int, int]]:
    """What is counted of a unit's loads: element, weapon, how many are left, how many it began with."""
    for mount in game.type_of(unit).weapons:
        for element in unit.elements if mount.weapon.range is None else ():
            used = next((int(mark.value) for mark in element.used if mark.name == mount.weapon.name), 0)
            yield element.id, mount.weapon.name, mount.count - used, mount.count


# -- the turn -------------------------------------------------------------------------------------------------------------


class GoOn(Claim, type="ledger.go_on"):
    """The next phase, or a later one; ``first`` says who goes first in a turn that begins with it."""

    do, deed, rank = "next", "Next phase", 90
    phase: str = ""
    first: Side | None = None

    @classmethod
    def offers(cls, game: state.Game, player: str, rules: FrontRules) -> Iterable[Offer]:
        yield Offer(cls(), f"go on to the next phase ({next_phase(game).title.lower()})", ends_stage=True)

    def objections(self, game: state.Game, player: str, rules: FrontRules) -> Iterator[Objection]:
        """A phase of the turn; not while somebody has a test to make. HOST-TURN-1, HOST-MORALE-1."""
        if self.phase and self.phase not in {phase.id for phase in state.phases() if not phase.once or not game.turn}:
            # "A turn: initiative; the side that goes first"
            yield Objection("HOST-TURN-1", f"no phase {self.phase[:40]!r} is to come")
        for unit in must_test(game):  # "A human unit that loses elements in a phase tests"
            yield Objection("HOST-MORALE-1", f"{game.called(unit.id)} has lost elements and must test its morale first")

    def decide(self, game: state.Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        went_on = WentOn(phase=self.phase or next_phase(game).id, first=self.first or game.order[0])
        return (*done_before_turn_1(game, rules), went_on)


class WentOn(FrontEvent, type="ledger.went_on"):
    """The players went on to another phase."""

    phase: str
    first: Side

    def apply(self, game: state.Game) -> state.Game:
        """Losses of the phase are settled; what was done in it can be done again."""
        after = turned(game, self.phase)
        return after if after.turn == game.turn else replace(after, order=(self.first, state.opponent(self.first)))

    def tell(self, game: state.Game) -> str:
        after = self.apply(game)
        return f"turn {after.turn}: {phase_title(after, after.now.id).lower()}"


def phase_title(game: state.Game, name: str) -> str:
    """``Human combat``."""
    phase = next(phase for phase in state.phases() if phase.id == name)
    whose = {"first": game.order[0], "second": game.order[1]}.get(phase.whose, "")
    return f"{whose.capitalize()} {phase.title.lower()}" if whose else phase.title


class Finish(Claim, type="ledger.finish"):
    """The players agree that the game is over."""

    do, deed, rank = "finish", "End the game", 91
    winner: Literal["human", "martian", "draw"]

    def decide(self, game: state.Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        return (GameWon(winner=self.winner, how="as the players agree"),)
