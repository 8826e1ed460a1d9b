"""Rules by topic: what an army list uses of the register, and what a card says of special rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.ui import DAGGERS
from aqmf_air.games.martian_front.tables import UnitType


class Topic(api.Sourced):
    """Rules that belong together, and what makes a list use them."""

    title: str
    rules: tuple[str, ...] = Field(min_length=1)
    kinds: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    source: str = "our own choice"
    standing: api.Standing = "house"

    def used_by(self, types: Iterable[UnitType]) -> bool:
        """Whether units of these types give a list something to do with it; every list has one that asks for nothing."""
        return not (self.kinds or self.weapons or self.traits or self.sides) or any(
            type_.kind in self.kinds
            or type_.side in self.sides
            or set(type_.traits) & set(self.traits)
            or any(mount.weapon.kind in self.weapons for mount in type_.weapons)
            for type_ in types
        )


@cache
def topics() -> tuple[Topic, ...]:
    """All topics, in order."""
    return api.load_rows(api.package_file(__package__, "data/reference.toml"), Topic, "topic", lambda row: row.title)


def rules_used(types: Sequence[UnitType], register: Iterable[api.Rule]) -> list[dict[str, Any]]:
    """The rules of the register that units of these types use, by topic, each rule once, as ``kit.typ`` reads them."""
    left = {f"{rule.id}-": rule for rule in register}
    used = []
    for topic in topics():
        if topic.used_by(types):
            starts = tuple(f"{start}-" for start in topic.rules)
            of_topic = [left.pop(name) for name in list(left) if name.startswith(starts)]
            rules = [(rule.id, rule.text + DAGGERS[rule.standing].lstrip()) for rule in of_topic]
            used += [{"title": topic.title, "rules": rules}] if rules else []
    return used


def rules_of_traits(type_: UnitType, register: Iterable[api.Rule]) -> tuple[tuple[str, str], ...]:
    """The rules that only units with a trait of this type use: the id of each, and its text."""
    topics_of = [topic for topic in topics() if set(type_.traits) & set(topic.traits)]
    starts = tuple(f"{start}-" for topic in topics_of for start in topic.rules)
    return tuple((rule.id, rule.text) for rule in register if f"{rule.id}-".startswith(starts))
