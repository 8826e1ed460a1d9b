"""How units are drawn and described: their symbols, states and words for marks, with those that extensions add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from aqmf_air.core.data.names import same_name
from aqmf_air.core.play.contributions import Contribution
from aqmf_air.drawing.svg import Fragment, Point, number
from aqmf_air.games.martian_front.base_order import HIDDEN, RULESET
from aqmf_air.games.martian_front.orders.artillery import LOAD, SPOTTED
from aqmf_air.games.martian_front.orders.moving import ASSAULT, FIRED, MOVED
from aqmf_air.games.martian_front.orders.reserves import HOLD_FIRE
from aqmf_air.games.martian_front.orders.turn import UNCONTROLLED
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.state import OFF_TABLE, STUNNED, Element, Marked, Unit
from aqmf_air.games.martian_front.ui.drawing.pieces import OVERHANG, Symbol, stand_in
from aqmf_air.registry import Registry

_ALWAYS = {STUNNED: "stunned", UNCONTROLLED: "uncontrolled", "immobile": "legs hit", OFF_TABLE: "off the table"}


@dataclass(frozen=True)
class Look:
    """What an extension adds: words for its marks and, for units of ``kind``, how they are drawn and described."""

    kind: str = ""
    outline: Callable[[UnitType], str] | None = None
    """Such a unit seen from above: SVG path data, its front up, within a circle of radius 1 about 0, 0."""
    state: Callable[[Unit, UnitType], str] = lambda unit, kind: ""
    """How such a unit is, in a word: ``low``, ``high``."""
    verb: str = ""
    """What it does in that state: ``flies``."""
    ringed: frozenset[str] = frozenset()
    """States that are drawn as a ring, and told beside the unit's name."""
    least_move: Callable[[UnitType], float | None] = lambda kind: None
    """Inches that it has to move at least."""
    this_turn: Mapping[str, str] = field(default_factory=dict)
    """Words for marks whose value is a turn, and which are told in that turn alone."""
    named: Mapping[str, str] = field(default_factory=dict)
    """Words for marks, told with their value."""
    unnamed: Mapping[str, str] = field(default_factory=dict)
    """What is told of them where they have no value."""
    unsaid: frozenset[str] = frozenset()
    """Marks that are told in another way, or not at all."""
    results: Mapping[str, str] = field(default_factory=dict)
    """What it goes on to do after a result of its own, in words: ``suicide run``."""


PLAIN = Look()
_OWN = Look(
    this_turn={MOVED: "moved", FIRED: "fired", SPOTTED: "spotted", HOLD_FIRE: "holds its fire"},
    named={ASSAULT: "assaults", LOAD: "loaded with", HIDDEN: "hidden as", "cover": "cover:"},
    unsaid=frozenset({"legs"}),
)


class Looks:
    """The looks of the game and of its extensions together."""

    def __init__(self, *added: Look) -> None:
        self._all = (_OWN, *added)
        self._by_kind = {one.kind: one for one in added if one.kind}

    def of(self, kind: UnitType) -> Look:
        """How units of a kind look; the plain one, if nothing is added for them."""
        return self._by_kind.get(kind.kind, PLAIN)

    def definitions(self, kinds: Iterable[UnitType]) -> str:
        """The outlines of these kinds as SVG definitions, which :meth:`symbol` refers to."""
        drawn = ((self.of(kind).outline, kind) for kind in kinds)
        return "".join(f'<path id="{top_id(kind.name)}" d="{outline(kind)}"/>' for outline, kind in drawn if outline)

    def symbol(self, kind: UnitType) -> Symbol | None:
        """What stands on the bases of a kind that has an outline, see :meth:`definitions`."""
        return partial(_outlined, top_id(kind.name)) if self.of(kind).outline else None

    def top_view(self, kind: UnitType) -> str:
        """A unit of a kind from above, as SVG elements within a circle of radius 1 about 0, 0, in ``currentColor``."""
        if outline := self.of(kind).outline:
            return f'<path d="{outline(kind)}" fill="currentColor"/>'
        drawn = Fragment()
        with drawn.group(transform="scale(.05)"):  # its lines are as thick as those of a sign of 20 pixels
            stand_in(drawn, (0, 0), 20, "currentColor", kind.side, kind.kind)
        return str(drawn)

    def result(self, name: str) -> str:
        """The words for a result of a roll: those of its own kind of unit, if it has any."""
        return next((one.results[name] for one in self._all if name in one.results), name)

    def conditions(self, unit: Marked, turn: int) -> tuple[str, ...]:
        """What holds for a unit, or for an element by itself, now: ``routed``, ``legs hit``, ``hidden as A``."""
        said = []
        for mark in unit.marks:
            look = next((one for one in self._all if mark.name in (*one.this_turn, *one.named, *one.unsaid)), None)
            if look is None:
                said.append(_ALWAYS.get(mark.name, mark.name.rpartition(".")[2].replace("-", " ")))
            elif mark.name in look.this_turn:
                said += [look.this_turn[mark.name]] if mark.value == str(turn) else []
            elif mark.name in look.named:
                said.append(f"{look.named[mark.name]} {mark.value or look.unnamed.get(mark.name, '')}".strip())
        return tuple(said)


def top_id(name: str) -> str:
    """What the outline of units of this name is called in a document."""
    return f"top-{same_name(name)}"


def _outlined(name: str, sheet: Fragment, centre: Point, radius: float, facing: float, colour: str) -> None:
    place = f"translate({number(centre[0])} {number(centre[1])}) rotate({number(facing)}) scale({number(radius * OVERHANG)})"
    sheet.add("use", href=f"#{name}", transform=place, fill=colour)


def looks_of(registry: Registry) -> Looks:
    """The looks in force."""
    offered = registry.ask(Contribution, "aqmf_register_looks", RULESET)
    return Looks(*(one.load(Look) for one in registry.unique("look", offered, lambda one: one.name).values()))


def damage(element: Element, kind: UnitType) -> tuple[str, ...]:
    """What is broken or used up of an element: ``Armor 8 of 10``, ``Heavy Heat Ray hit``, ``no bombs left``."""
    said = [f"Armor {kind.armor - element.armor_lost} of {kind.armor}"] if element.armor_lost else []
    said += [f"{weapon} hit" for weapon in element.weapons_out]
    said += [_ALWAYS[mark.name] for mark in element.marks if mark.name in _ALWAYS]
    used = {mark.name: int(mark.value) for mark in element.used}
    if used:
        left = {mount.weapon.name: mount.count - used.get(mount.weapon.name, 0) for mount in kind.weapons}
        said += [f"{left.get(name, 0)} {name}{'' if left.get(name, 0) == 1 else 's'} left" for name in used]
    return tuple(said)
