"""The ledger as a ruleset: the game's units, numbers and procedures, claims in place of orders; and what it starts from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, product
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, Literal, cast

from aqmf_air import api
from aqmf_air.games.martian_front import LEDGER_TITLE
from aqmf_air.games.martian_front.army.lists import parse_list
from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList, ResolvedUnit, joint_rulings
from aqmf_air.games.martian_front.army.samples import HUMANS, MARTIANS
from aqmf_air.games.martian_front.chapters.turn import happens
from aqmf_air.games.martian_front.ledger.claims import LEDGER, Claim, element_names, free_place
from aqmf_air.games.martian_front.sequence import BaseRuleset
from aqmf_air.games.martian_front.state import HIDDEN, Element, Game, StateMark, Tabletop, Unit, marked, opponent, phases
from aqmf_air.games.martian_front.tables import SIDES, Side, UnitType

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.chapters.orders import FrontOrder


MOST_UNITS = 120
"""Of both sides."""


class LedgerSetup(api.Frozen):
    """Everything that a ledger starts from; it is the header's, so that a log needs no other file."""

    scenario: Literal["ledger"] = "ledger"
    title: str
    lists: tuple[str, str]
    """The names of the two lists: human, Martian."""
    first: Side = "human"
    units: tuple[Unit, ...]
    types: tuple[UnitType, ...]
    rulings: api.Rulings

    def opening(self) -> Game:
        """The game before anything was written down: the first phase that it has."""
        game = Game(
            table=Tabletop(width=1200, depth=1200),
            order=(self.first, opponent(self.first)),
            units=self.units,
            types=self.types,
            rulings=self.rulings,
        )
        begins = next(phase for phase in phases() if happens(game, phase))
        return api.replace(game, phase=phases().index(begins), turn=0 if begins.once else 1)


def setup_from(
    ruleset: BaseRuleset,
    musters: Sequence[ResolvedList],
    title: str = "",
    first: Side = "human",
    chosen: Mapping[str, Any] | None = None,
) -> LedgerSetup:
    """A ledger for two lists, one of each side; their rulings are those of the game, but for those that are ``chosen``.

    Raises:
        DataError: not one of each side, a unit or an option that nobody knows, or lists that settle a ruling in different
            ways.
    """
    by_side = {muster.army.side: muster for muster in musters}
    if set(by_side) != set(SIDES) or len(musters) != len(SIDES):
        got = " and ".join(muster.army.side for muster in musters) or "none"
        raise api.DataError(f"a ledger is for one human and one Martian list, got {got}", key="lists")
    if (many := sum(line.count for muster in musters for line in muster.lines)) > MOST_UNITS:
        raise api.DataError(f"a ledger has room for {MOST_UNITS} units, got {many}", key="lists")
    units: list[Unit] = []
    types: dict[str, UnitType] = {}
    for side in SIDES:
        _enlist(by_side[side], units, types)
    human, martian = (by_side[side].army.name for side in SIDES)
    joint = joint_rulings([muster.army for muster in musters], chosen or (), api.describe(ruleset.rulings()))
    settled = {**joint, **(chosen or {})}
    model: type[LedgerSetup] = ruleset.setup_model
    return model(
        title=title or f"{human} against {martian}",
        lists=(human, martian),
        first=first,
        units=tuple(units),
        types=tuple(types.values()),
        rulings=api.settle(ruleset.rulings, settled, "these lists"),
    )


def _enlist(muster: ResolvedList, units: list[Unit], types: dict[str, UnitType]) -> None:
    """Add the units of a list: called by what the player calls them, or by their type, and lettered where several are."""
    wanted = Counter[str]()
    for line in muster.lines:
        wanted[line.entry.name or line.unit] += line.count
    taken = {unit.id for unit in units}
    for line in muster.lines:
        if line.type is None:
            raise api.DataError(f"{muster.army.name}: unknown unit {line.unit!r}", key="unit", value=line.unit)
        types[line.type.name] = line.type
        name, marks = line.entry.name or line.unit, _marks(line, muster)
        for _ in range(line.count):
            letters = ("".join(chars) for size in count(1) for chars in product(ascii_uppercase, repeat=size))
            names = chain((name,) if wanted[name] == 1 else (), (f"{name} {letter}" for letter in letters))
            called = next(free for free in names if free not in taken)
            taken.add(called)
            place = free_place(units)
            elements = tuple(Element(id=element_name, x=place, y=0) for element_name in element_names(called, line.elements))
            units.append(Unit(id=called, type=line.type.name, side=line.type.side, elements=elements, marks=marks))


def _marks(line: ResolvedUnit, muster: ResolvedList) -> tuple[StateMark, ...]:
    marks: tuple[StateMark, ...] = ()
    for name, value in line.entry.options.items():
        option = muster.context.options.get(name)
        if option is None:
            raise api.DataError(f"{muster.army.name}: unknown option {name!r}", key=name)
        marks = marked(marks, option.mark, value)
    return marked(marks, HIDDEN, line.unit) if line.entry.hidden else marks


class Ledger(BaseRuleset, api.Exemplified):
    """A game that is played on a real table.

    Claims, and what plugins add to them, are registered for ``aqmf-ledger``; units, procedures, modifiers, rules and rulings
    are those of the game itself.
    """

    id = LEDGER
    title = LEDGER_TITLE
    setup = LedgerSetup
    set_up = api.Ruleset.set_up  # no scenario: it begins with the forces on a table

    def example(self) -> LedgerSetup:
        context = ListContext(self.registry)
        return setup_from(self, [context.muster(parse_list(text.encode(), "example")) for text in (HUMANS, MARTIANS)])

    def untimely(self, state: Game, command: api.Command) -> Iterable[api.Objection]:
        """What the phase has against a claim, whether or not the players have overruled it."""
        return command.untimely(state) if isinstance(command, Claim) else ()

    def against(self, state: Game, command: api.Command, player: str) -> Iterator[api.Objection]:
        yield from super().against(state, command, player)
        if not (isinstance(command, Claim) and command.overruled):
            yield from self.untimely(state, command)

    def questions(self, state: Game, command: api.Command) -> Sequence[api.Question]:
        return cast("FrontOrder", command).questions(state, self.rules)  # also of what players may yet overrule

    def observe(self, state: Game, player: str) -> Game:
        return state  # one sheet for both: nothing in it is hidden
