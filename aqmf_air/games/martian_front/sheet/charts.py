"""Rules written out as charts: for each die that a rule asks for, where each face leads.

A chart is made by running the rule itself with every face in turn. Walked with the faces of real dice, it ends where
the rule ends, and needs to know nothing of the rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aqmf_air.core.dice.dice import Answer, Draw, NeedDice, Table, recorded
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.dice.sources import options_of
from aqmf_air.games.martian_front.rules.shooting import spelled


@dataclass
class Charts:
    """Charts that share what they have in common.

    ``asks`` are ``[what is rolled, what it takes, faces, names of the faces, about]``. ``nodes`` are either ``[ask, node for
    each face]`` or ``[-1, outcome]``: numbers into ``asks``, ``nodes`` and ``ends``.
    """

    asks: list[list[Any]] = field(default_factory=list)
    nodes: list[list[Any]] = field(default_factory=list)
    ends: list[Any] = field(default_factory=list)
    _seen: dict[Any, int] = field(default_factory=dict)

    def add(self, rule: Callable[..., Any], facts: tuple[Any, ...], end: Callable[[Any], Any]) -> int:
        """The number of the node at which ``rule(dice, *facts)`` begins; ``end`` makes plain data of an outcome."""
        return self._node(rule, facts, end, ())

    def _node(
        self, rule: Callable[..., Any], facts: tuple[Any, ...], end: Callable[[Any], Any], given: tuple[Answer, ...]
    ) -> int:
        try:
            outcome = rule(Table(recorded(given)), *facts)
        except NeedDice as need:
            ask = need.ask
        else:
            return self._shared(self.nodes, [-1, self._shared(self.ends, end(outcome))])
        assert ask.size == 1  # a handful is as many walks
        by_value: dict[Any, int] = {}
        after = []
        for face in ask.die.faces:
            value = ask.made_of((face,))
            if value not in by_value:
                by_value[value] = self._node(rule, facts, end, (*given, Answer((face,), "")))
            after.append(by_value[value])
        return self._shared(self.nodes, [self._shared(self.asks, asked(ask)), *after])

    def _shared(self, held: list[Any], one: Any) -> int:
        key = (id(held), _frozen(one))
        if key not in self._seen:
            self._seen[key] = len(held)
            held.append(one)
        return self._seen[key]


def asked(ask: Draw[Any]) -> list[Any]:
    """A draw as the page asks for it."""
    needs = spelled(ask.about) if isinstance(ask.about, TargetNumber) else ""
    names = [str(face) for face in ask.die.faces] if options_of(ask) else []
    return [ask.label, needs, len(ask.die.faces), names, ask.about if isinstance(ask.about, str) else ""]


def _frozen(one: Any) -> Any:
    if isinstance(one, list | tuple):
        return tuple(_frozen(part) for part in one)
    return (type(one), one)
