"""One text of a rule, and dice that answer it.

A rule is a plain function ``rule(dice, *facts) -> outcome``. It asks ``dice`` for what it needs with a frozen
:class:`Draw`; who answers is the caller's business. :class:`DiceTray` plays a rule once, from any source of faces: a seed
or a log (:mod:`aqmf_air.core.dice.sources`), faces that are known already (:func:`recorded`), a player's keyboard. The exact
odds of the same rule come from :mod:`aqmf_air.core.dice.chance`.

A rule must be a function of its arguments and its draws alone. It may be run again from the start at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast

from aqmf_air.errors import DiceError

Face = Hashable
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
S = TypeVar("S")
P = ParamSpec("P")


MAX_AGAIN = 1000
"""How often an outcome is rolled again at most."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die, a deck or a cup to draw from: its name and its equally likely faces."""

    name: str
    faces: tuple[Face, ...]
    called: tuple[str, ...] = field(default=(), compare=False)
    """What players call each face, as it stands on a card; empty: as the face is written. A log has the faces."""

    def __str__(self) -> str:
        return self.name

    def name_of(self, face: Face) -> str:
        """What players call a face."""
        return self.called[self.faces.index(face)] if self.called and face in self.faces else str(face)


class Fold(Protocol[T_co]):
    """How the faces of one draw become the only value that the rule may see.

    Each face counts as a ``part``; parts are joined, in any order, from ``start``; ``finish`` maps the whole to the
    coarse value. A fold is frozen and hashable, and ``join`` must not care for the order.
    """

    @property
    def start(self) -> Any: ...
    @property
    def adds(self) -> bool:
        """Parts are whole numbers and ``join`` adds them: the odds can then be had in one stroke."""
        ...

    def __hash__(self) -> int: ...
    def part(self, face: Any) -> Any: ...
    def join(self, left: Any, other: Any) -> Any: ...
    def finish(self, whole: Any) -> T_co: ...


@dataclass(frozen=True, slots=True)
class Draw(Generic[T]):
    """A request: roll ``n`` of ``die`` and tell me what ``fold`` makes of them.

    ``by`` names who rolls (a side, a role) for front ends that ask; ``about`` is the reasoning behind the roll, for
    people; ``subject`` is whom or what it is rolled on (or for, or over: its ``relation``), ``means`` with what, in words
    (see :func:`~aqmf_air.core.dice.labelled.labelled`); the faces of a ``secret`` draw (a card from a deck) are shown to
    nobody. ``repeats``: it begins each run of a fold, so that at a table the dice of the ``further`` runs may be rolled with
    it and are read in order, as far as they are needed. None of them changes the chances, nor whether two draws are the
    same.
    """

    label: str
    n: int
    die: Die
    fold: Fold[T]
    by: str = field(default="", compare=False)
    about: Any = field(default=None, compare=False)
    copies: int = 1
    """How many rules ask for the very same dice at once: they roll one handful, and each reads its share."""
    subject: str = field(default="", compare=False)
    secret: bool = field(default=False, compare=False)
    means: str = field(default="", compare=False)
    relation: str = field(default="", compare=False)
    repeats: bool = field(default=False, compare=False)
    further: int = field(default=0, compare=False)

    @property
    def size(self) -> int:
        """How many dice the handful has."""
        return self.n * self.copies

    def values(self, faces: Sequence[Face]) -> tuple[T, ...]:
        """What each of the copies reads, in order.
        Raises DiceError: too few, too many, or a face that the die does not have.
        """
        self.check(faces)
        return self.shares(faces)

    def check(self, faces: Sequence[Face]) -> None:
        """Refuse faces that do not fit. Raises DiceError: too few, too many, or a face that the die does not have."""
        if len(faces) != self.size or not set(faces) <= set(self.die.faces):
            shown = ", ".join(map(self.die.name_of, faces)) or "nothing"
            low, high = map(self.die.name_of, (self.die.faces[0], self.die.faces[-1]))
            wanted = f"expected {self.size} of {self.die} ({low} to {high}), got {shown}"
            raise DiceError(f"{self.label}: {wanted}", ask=self, faces=faces)

    def read(self, faces: Sequence[Face]) -> T:
        """The value of these faces. Raises DiceError: too few, too many, or a face that the die does not have."""
        self.check(faces)
        return self.made_of(faces)

    def shares(self, faces: Sequence[Face]) -> tuple[T, ...]:
        """What each of the copies reads in faces that were checked already."""
        if self.copies == 1:
            return (self.made_of(faces),)
        return tuple([self.made_of(faces[at : at + self.n]) for at in range(0, self.size, self.n)])

    def made_of(self, faces: Sequence[Face]) -> T:
        """The value of faces that were checked already."""
        join, part = self.fold.join, self.fold.part
        whole_value = self.fold.start
        for face in faces:
            whole_value = join(whole_value, part(face))
        return self.fold.finish(whole_value)


class Dice(Protocol):
    """What a rule may ask. The four differ in speed and in who rolls when, never in meaning."""

    def draw(self, ask: Draw[T]) -> T:
        """Roll, and give what the fold makes of the faces."""
        ...

    def call(self, rule: Callable[Concatenate[Dice, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run another rule. Its outcomes merge: ways that end alike are counted together."""
        ...

    def each(self, n: int, start: T, rule: Callable[Concatenate[Dice, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``rule`` ``n`` times, independently, and add the outcomes to ``start``.

        Outcomes are whole numbers, or tuples of them (added place by place). At the table all the copies roll
        together: first everybody's first dice, then the second dice of those that need any.
        """
        ...

    def fold(self, n: int, start: S, rule: Callable[Concatenate[Dice, S, P], S], *args: P.args, **kwargs: P.kwargs) -> S:
        """Run ``rule`` ``n`` times in a row, each on what the one before returned, from ``start``."""
        ...

    def until(
        self, rule: Callable[Concatenate[Dice, P], T], again: Callable[[T], bool], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``rule`` until its outcome is none that is rolled ``again``; exact odds follow no endless way for it.

        ``again`` is hashable: a function of a module, or a frozen value.
        """
        ...


class NeedDice(BaseException):
    """The next faces are not known yet. ``ask`` says which. No rule may swallow this."""

    happened: Sequence[Any] = ()
    """The events of an order by then, where the order gives them: they are told before its next dice are asked for."""

    def __init__(self, ask: Draw[Any]) -> None:
        super().__init__(ask)
        self.ask = ask


@dataclass(frozen=True, slots=True)
class Faces:
    """Faces for one draw, and who rolled them (``"seed"``, or a player)."""

    faces: tuple[Face, ...]
    by: str


class Source(Protocol):
    """What has the faces. Raises NeedDice: the faces are not known yet."""

    def __call__(self, ask: Draw[Any]) -> Faces: ...


@dataclass(frozen=True, slots=True)
class Roll:
    """A draw that was answered: what was asked, the faces in the order they were read, who rolled."""

    ask: Draw[Any]
    faces: tuple[Face, ...]
    by: str

    @property
    def values(self) -> tuple[Any, ...]:
        """What the rule saw, once for each copy of it that rolled along."""
        return self.ask.values(self.faces)

    @property
    def shown(self) -> tuple[str, ...]:
        """The faces as players call them."""
        return tuple(map(self.ask.die.name_of, self.faces))


class DiceTray:
    """Dice that are really rolled, once, from ``source``. ``log`` holds every roll in order."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.log: list[Roll] = []
        self.subject = ""
        self.means = ""
        self.relation = ""
        self._further = 0

    def draw(self, ask: Draw[T]) -> T:
        """Roll and log it; no dice, no roll."""
        return ask.made_of(self._roll(ask) if ask.n else ())

    def call(self, rule: Callable[Concatenate[Dice, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        return rule(self, *args, **kwargs)

    def each(self, n: int, start: T, rule: Callable[Concatenate[Dice, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run all copies in step, joining equal requests into one handful of dice."""
        progress = _Progress(lambda table: rule(table, *args, **kwargs))
        waiting = [(copy, progress.opening) for copy in range(n)]
        total = start
        while waiting:
            requests: dict[Draw[Any], list[tuple[int, _Step]]] = {}
            last: _Step | None = None
            for copy, step in waiting:
                if step.ask is None:
                    total = added(total, cast("T", step.outcome))
                    continue
                if step is not last:  # neighbours are often at the same step: look a request up once for all of them
                    last, asking = step, requests.setdefault(step.ask, [])
                asking.append((copy, step))
            waiting = []
            for ask, copies in requests.items():
                faces = self._roll(replace(ask, copies=ask.copies * len(copies)))
                size, by = ask.size, self.log[-1].by
                waiting += [
                    (copy, progress.after(step, faces[place * size : (place + 1) * size], by))
                    for place, (copy, step) in enumerate(copies)
                ]
        return total

    def fold(self, n: int, start: S, rule: Callable[Concatenate[Dice, S, P], S], *args: P.args, **kwargs: P.kwargs) -> S:
        """Run the rule ``n`` times in a row."""
        state, outer = start, self._further
        for further in reversed(range(n)):
            self._further = further
            state = rule(self, state, *args, **kwargs)
        self._further = outer
        return state

    def until(
        self, rule: Callable[Concatenate[Dice, P], T], again: Callable[[T], bool], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run the rule until its outcome stands. Raises DiceError: it was rolled again ``MAX_AGAIN`` times."""
        for _ in range(MAX_AGAIN):
            if not again(outcome := rule(self, *args, **kwargs)):
                return outcome
        endless = f"rolled again {MAX_AGAIN:,} times in a row: the rule never lets an outcome stand"
        raise DiceError(endless, ask=None, faces=())

    def _roll(self, ask: Draw[Any]) -> tuple[Face, ...]:
        about = ask.subject or self.subject, ask.means or self.means, ask.relation or self.relation
        further = self._further if ask.repeats else 0
        if (*about, further) != (ask.subject, ask.means, ask.relation, ask.further):
            subject, means, relation = about
            ask = replace(ask, subject=subject, means=means, relation=relation, further=further)
        answer = self.source(ask)
        ask.check(answer.faces)  # before anything is logged
        self.log.append(Roll(ask, answer.faces, answer.by))
        return answer.faces


class Recorded:
    """Faces that are already known, in order; ``left`` are those not asked for yet. Raises NeedDice: when they run out."""

    def __init__(self, rolls: Iterable[Faces | Sequence[Face]], by: str) -> None:
        self.left = [roll if isinstance(roll, Faces) else Faces(tuple(roll), by) for roll in rolls]

    def __call__(self, ask: Draw[Any]) -> Faces:
        if not self.left:
            raise NeedDice(ask)
        return self.left.pop(0)


def recorded(rolls: Iterable[Faces | Sequence[Face]], by: str = "player") -> Recorded:
    """A source of faces that were rolled already, one sequence for each draw."""
    return Recorded(rolls, by)


class _Step:
    """How far a copy of a rule has come: what it was given, what it asks for next or else what came of it."""

    __slots__ = ("ask", "by_faces", "by_values", "given", "outcome")

    def __init__(self, rule: Callable[[Dice], Any], given: tuple[Faces, ...]) -> None:
        self.given = given
        self.ask: Draw[Any] | None = None
        self.outcome: Any = None
        self.by_faces: dict[tuple[Face, ...], _Step] = {}
        self.by_values: dict[tuple[Any, ...], _Step] = {}
        try:
            self.outcome = rule(DiceTray(recorded(given)))
        except NeedDice as need:
            self.ask = need.ask


class _Progress:
    """The steps of a rule that many copies go through side by side. Copies that saw the same values are at the same step."""

    def __init__(self, rule: Callable[[Dice], Any]) -> None:
        self.rule = rule
        self.opening = _Step(rule, ())

    def after(self, step: _Step, faces: tuple[Face, ...], by: str) -> _Step:
        """The step that follows ``step`` when it is answered with ``faces``."""
        following = step.by_faces.get(faces)
        if following is None:
            assert step.ask is not None  # only those who ask are answered
            values = step.ask.shares(faces)
            following = step.by_values.get(values)
            if following is None:
                following = step.by_values[values] = _Step(self.rule, (*step.given, Faces(faces, by)))
            step.by_faces[faces] = following
        return following


def added(left: T, other: T) -> T:
    """The sum of two outcomes: whole numbers, or tuples of them, place by place."""
    if isinstance(left, tuple) and isinstance(other, tuple):
        made: Callable[[list[int]], Any] = getattr(type(left), "_make", type(left))
        return cast("T", made([a + b for a, b in zip(left, other, strict=True)]))
    return cast("T", cast("Any", left) + other)
