"""How units are, in words for people: their states, marks and damage, with the words that extensions add."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from aqmf_air.core.data.text import NO_NAMES, plural
from aqmf_air.games.martian_front.base_order import HIDDEN, RULESET
from aqmf_air.games.martian_front.hook_answers import LOOKS
from aqmf_air.games.martian_front.orders.artillery import LOAD, SPOTTED
from aqmf_air.games.martian_front.orders.moving import ASSAULT, FIRED, MOVED
from aqmf_air.games.martian_front.orders.reserves import HOLD_FIRE
from aqmf_air.games.martian_front.orders.turn import UNCONTROLLED
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.state import OFF_TABLE, STUNNED, Element, Marked, Unit
from aqmf_air.plugins.registry import Registry

_ALWAYS = {STUNNED: "stunned", UNCONTROLLED: "uncontrolled", "immobile": "legs hit", OFF_TABLE: "off the table"}


@dataclass(frozen=True)
class States:
    """What an extension adds: words for its marks and, for units of ``kind``, for how they are."""

    kind: str = ""
    state: Callable[[Unit, UnitType], str] = lambda unit, kind: ""
    """How such a unit is, in a word: ``low``, ``high``."""
    verb: str = ""
    """What it does in that state: ``flies``."""
    ringed: frozenset[str] = frozenset()
    """States that are drawn as a ring, and told beside the unit's name."""
    this_turn: Mapping[str, str] = field(default_factory=dict)
    """Words for marks whose value is a turn, and which are told in that turn alone."""
    named: Mapping[str, str] = field(default_factory=dict)
    """Words for marks, told with their value."""
    unnamed: Mapping[str, str] = field(default_factory=dict)
    """What is told of them where they have no value."""
    unsaid: frozenset[str] = frozenset()
    """Marks that are told in another way, or not at all."""


OWN = States(
    this_turn={MOVED: "moved", FIRED: "fired", SPOTTED: "spotted", HOLD_FIRE: "holds its fire"},
    named={ASSAULT: "assaults", LOAD: "loaded with", HIDDEN: "hidden as", "cover": "cover:"},
    unsaid=frozenset({"legs"}),
)


def conditions(words: Sequence[States], unit: Marked, turn: int, names: Mapping[str, str] = NO_NAMES) -> tuple[str, ...]:
    """What holds for a unit, or for an element by itself, now: ``routed``, ``legs hit``, ``hidden as A``.

    ``names`` are what players call units, by id.
    """
    said = []
    for mark in unit.marks:
        look = next((one for one in words if mark.name in (*one.this_turn, *one.named, *one.unsaid)), None)
        if look is None:
            said.append(_ALWAYS.get(mark.name, mark.name.rpartition(".")[2].replace("-", " ")))
        elif mark.name in look.this_turn:
            said += [look.this_turn[mark.name]] if mark.value == str(turn) else []
        elif mark.name in look.named:
            value = names.get(mark.value, mark.value) or look.unnamed.get(mark.name, "")
            said.append(f"{look.named[mark.name]} {value}".strip())
    return tuple(said)


def states_in_force(registry: Registry) -> tuple[States, ...]:
    """The words in force: the game's own, then those of extensions."""
    return (OWN, *(one.load(States) for one in registry.named(LOOKS, RULESET).values()))


def broken(element: Element, kind: UnitType) -> tuple[str, ...]:
    """What is broken of an element: ``Armor 8 of 10``, ``Heavy Heat Ray hit``."""
    said = [f"Armor {kind.armor - element.armor_lost} of {kind.armor}"] if element.armor_lost else []
    said += [f"{weapon} hit" for weapon in element.weapons_out]
    return (*said, *(_ALWAYS[mark.name] for mark in element.marks if mark.name in _ALWAYS))


def damage(element: Element, kind: UnitType) -> tuple[str, ...]:
    """What is broken or used up of an element: ``Armor 8 of 10``, ``0 Light Bombs left``."""
    left = _left(element, kind)
    return (*broken(element, kind), *(f"{plural(left.get(mark.name, 0), mark.name)} left" for mark in element.used))


def loads(unit: Unit, kind: UnitType) -> tuple[str, ...]:
    """What is left of what a unit uses up, of all its elements together: ``2 of 3 Light Bombs left``."""
    said = []
    for mount in (one for one in kind.weapons if one.weapon.kind == "bomb"):
        most = mount.count * len(unit.elements)
        left = sum(_left(one, kind)[mount.weapon.name] for one in unit.elements)
        said.append(f"{left} of {plural(most, mount.weapon.name)} left")
    return tuple(said)


def _left(element: Element, kind: UnitType) -> Mapping[str, int]:
    used = {mark.name: int(mark.value) for mark in element.used}
    return {mount.weapon.name: mount.count - used.get(mount.weapon.name, 0) for mount in kind.weapons}
