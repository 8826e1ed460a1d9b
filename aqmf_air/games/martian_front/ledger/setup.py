"""What a ledger starts from: two forces as they were bought, and the rulings of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.rulings import Rulings, settle
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, joint_rulings
from aqmf_air.games.martian_front.base_order import HIDDEN
from aqmf_air.games.martian_front.ledger.corrections import element_names, free_place
from aqmf_air.games.martian_front.orders.turn import happens
from aqmf_air.games.martian_front.profiles import SIDES, Side, UnitType
from aqmf_air.games.martian_front.state import Element, Game, Mark, Tabletop, Unit, marked, phases

MOST_UNITS = 120
"""Of both sides."""


class LedgerSetup(Frozen):
    """Everything that a ledger starts from; it is the header's, so that a log needs no other file."""

    scenario: Literal["ledger"] = "ledger"
    title: str
    lists: tuple[str, str]
    """The names of the two lists: human, Martian."""
    first: Side = "human"
    units: tuple[Unit, ...]
    types: tuple[UnitType, ...]
    rulings: Rulings

    def opening(self) -> Game:
        """The game before anything was written down: the first phase that it has."""
        game = Game(
            table=Tabletop(width=1200, depth=1200),
            order=(self.first, "martian" if self.first == "human" else "human"),
            units=self.units,
            types=self.types,
            rulings=self.rulings,
        )
        begins = next(phase for phase in phases() if happens(game, phase))
        turn = 0 if begins.once else 1
        return Game(**{**dict(game), "phase": phases().index(begins), "turn": turn})


def setup_from(
    title: str,
    musters: Sequence[ResolvedList],
    rulings: type[Rulings],
    model: type[LedgerSetup],
    first: Side = "human",
    chosen: Mapping[str, Any] | None = None,
) -> LedgerSetup:
    """A ledger for two lists, one of each side; their rulings are those of the game, but for those that are ``chosen``.

    Raises:
        DataError: not one of each side, a unit that nobody knows, or lists that settle a ruling in different ways.
    """
    by_side = {muster.army.side: muster for muster in musters}
    if set(by_side) != set(SIDES) or len(musters) != len(SIDES):
        got = " and ".join(muster.army.side for muster in musters) or "none"
        raise DataError(f"a ledger is for one human and one Martian list, got {got}", key="lists")
    units: list[Unit] = []
    types: dict[str, UnitType] = {}
    for side in SIDES:
        for unit, kind in enlisted(by_side[side], [one.id for one in units]):
            types[kind.name] = kind
            place = free_place(units)
            elements = tuple(Element(id=one.id, x=place, y=0) for one in unit.elements)
            units.append(Unit(**{**dict(unit), "elements": elements}))
    if len(units) > MOST_UNITS:
        raise DataError(f"a ledger has room for {MOST_UNITS} units, got {len(units)}", key="lists")
    lists = [one.army for one in musters]
    return model(
        title=title or f"{by_side['human'].army.name} against {by_side['martian'].army.name}",
        lists=(by_side["human"].army.name, by_side["martian"].army.name),
        first=first,
        units=tuple(units),
        types=tuple(types.values()),
        rulings=settle(rulings, {**joint_rulings(lists, chosen or ()), **(chosen or {})}, "these lists"),
    )


def enlisted(muster: ResolvedList, taken: Sequence[str]) -> list[tuple[Unit, UnitType]]:
    """The units of a list, each with its profile; called by what the player calls them, or by their type, and numbered.

    Raises:
        DataError: a unit that nobody knows, or an option that does not exist.
    """
    wanted = Counter(_called(line.entry.name, line.unit) for line in muster.lines for _ in range(line.count))
    count = Counter[str]()
    found: list[tuple[Unit, UnitType]] = []
    names = set(taken)
    for line in muster.lines:
        if line.type is None:
            raise DataError(f"{muster.army.name}: unknown unit {line.unit!r}", key="unit", value=line.unit)
        marks = _marks(line.entry.options, muster)
        if line.entry.hidden:
            marks = marked(marks, HIDDEN, line.unit)
        for _ in range(line.count):
            name = _called(line.entry.name, line.unit)
            count[name] += 1
            unit_id = name if wanted[name] == 1 and name not in names else f"{name} {_letter(count[name])}"
            while unit_id in names:
                count[name] += 1
                unit_id = f"{name} {_letter(count[name])}"
            names.add(unit_id)
            elements = tuple(Element(id=one, x=0, y=0) for one in element_names(unit_id, line.elements)[: line.elements])
            found.append(
                (Unit(id=unit_id, type=line.type.name, side=line.type.side, elements=elements, marks=marks), line.type)
            )
    return found


def _called(name: str, unit: str) -> str:
    return name or unit


def _letter(number: int) -> str:
    """A, B, ... Z, AA, ...: units have letters, their elements numbers."""
    letters = ""
    while number:
        number, last = divmod(number - 1, 26)
        letters = chr(ord("A") + last) + letters
    return letters


def _marks(options: Mapping[str, str], muster: ResolvedList) -> tuple[Mark, ...]:
    marks: tuple[Mark, ...] = ()
    for name, value in options.items():
        option = muster.depot.options.get(name)
        if option is None:
            raise DataError(f"{muster.army.name}: unknown option {name!r}", key=name)
        marks = marked(marks, option.mark, value)
    return marks
