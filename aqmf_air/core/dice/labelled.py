"""What rolls tell people beside their label: on whom or what they are made, with what, and how many may follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from aqmf_air.core.dice.dice import Dice, DiceTray, Draw

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S")


def labelled(dice: Dice, subject: str = "", means: Callable[[], str] = str, relation: str = "") -> Dice:
    """The same dice, whose rolls tell people on whom or what they are rolled, and with what: ``means`` says it in words.

    ``relation`` is the word between a roll and its subject, where that is not ``on``. The innermost of each counts, if
    several are said. At a table they go into the same log, through whatever dice of a game's own lie over it. Dice with a
    method ``labelled`` say for themselves what they give: those of odds, which have no use for it, themselves.
    """
    if isinstance(dice, DiceTray):
        beside = _beside(dice, subject or dice.subject, means() or dice.means, dice._further)
        beside.relation = relation or dice.relation
        return beside
    method: Callable[[str, Callable[[], str], str], Dice] | None = (
        getattr(dice, "labelled", None) or getattr(dice, "concerning", None)  # its name of before, for one release
    )
    return method(subject, means, relation) if method else _Over(dice, subject, means(), relation)


def in_a_run(dice: Dice, further: int) -> Dice:
    """The same dice, whose repeating rolls (see :class:`Draw`) tell that up to so many like them may follow.

    For runs that are no :meth:`Dice.fold`, because other things may happen between them. Odds have no use for it.
    """
    return _beside(dice, dice.subject, dice.means, further) if isinstance(dice, DiceTray) else dice


@dataclass(frozen=True, slots=True)
class _Over:
    """Dice over dice of a game's own, which tell more of their rolls; so do the rules that are run with them."""

    dice: Dice
    subject: str
    means: str
    relation: str

    def labelled(self, subject: str, means: Callable[[], str], relation: str) -> Dice:
        return _Over(self.dice, subject or self.subject, means() or self.means, relation or self.relation)

    def draw(self, ask: Draw[T]) -> T:
        labels = {name: getattr(ask, name) or getattr(self, name) for name in ("subject", "means", "relation")}
        return self.dice.draw(replace(ask, **labels))

    def call(self, rule: Callable[Concatenate[Dice, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self.dice.call(self._within(rule), *args, **kwargs)

    def each(self, n: int, start: T, rule: Callable[Concatenate[Dice, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return self.dice.each(n, start, self._within(rule), *args, **kwargs)

    def fold(self, n: int, start: S, rule: Callable[Concatenate[Dice, S, P], S], *args: P.args, **kwargs: P.kwargs) -> S:
        return cast("S", self.dice.fold(n, start, self._within(rule), *args, **kwargs))

    def until(
        self, rule: Callable[Concatenate[Dice, P], T], again: Callable[[T], bool], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return self.dice.until(self._within(rule), again, *args, **kwargs)

    def _within(self, rule: Callable[..., T]) -> Callable[..., T]:
        return _Within(rule, self)


@dataclass(frozen=True, slots=True)
class _Within:
    """A rule that is run with such dice: the same one, whatever they tell."""

    rule: Callable[..., Any]
    over: _Over = field(compare=False)

    def __call__(self, dice: Dice, *args: Any, **kwargs: Any) -> Any:
        over = self.over
        return self.rule(labelled(dice, over.subject, lambda: over.means, over.relation), *args, **kwargs)


def _beside(dice: DiceTray, subject: str, means: str, further: int) -> DiceTray:
    """A table with the same source and log, that tells something else of its rolls."""
    beside = DiceTray(dice.source)
    beside.log, beside.subject, beside.means, beside._further = dice.log, subject, means, further
    beside.relation = dice.relation
    return beside
