"""A question that the dice can be asked: a rule with its facts, and the numbers to roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from aqmf_air.core.data.memo import cached_by_identity
from aqmf_air.core.dice.chance import MAX_RUNS, Odds, chances
from aqmf_air.core.dice.modifiers import TargetNumber

if TYPE_CHECKING:  # the odds of plain numbers start without models
    from aqmf_air.core.dice.dice import Dice
    from aqmf_air.core.play.events import PlainEvent

T = TypeVar("T")


@dataclass(frozen=True)
class Tally:
    """How the luck of a question is counted. Only amounts of one kind are added up: points, damage and dice are no sum."""

    kind: str
    """What is counted, as a player calls it: ``damage by own fire``."""
    amount: Callable[[Any], int] = int
    """How much of it an outcome is, as it is shown."""
    good: bool = True
    """Whether much of it is good for the side whose luck it is."""
    side: str = ""
    """Whose luck it is; empty: of the side that orders."""


@dataclass(frozen=True)
class Question:
    """A rule with its facts: what a command is about to roll for. The preview of a command is the odds of its questions."""

    title: str
    rule: Callable[..., Any]
    facts: tuple[Any, ...]
    targets: tuple[TargetNumber, ...] = ()
    """The numbers to roll, with their reasons."""
    view: Callable[[Any], Any] | None = None
    """The outcome as it is shown; None: as it is."""
    min_path: Fraction = Fraction(0)
    """Ways less likely than this are cut off and reported as missing: for rules that can roll on for ever."""
    of: Callable[[Sequence[PlainEvent]], Any] | None = None
    """Reads the outcome, as it is shown, from what the command was decided into; None where it cannot be read.

    The odds are those of deciding the command, seen through it: ``aqmf_air.conformance`` holds a ruleset to that.
    """
    max_runs: int = MAX_RUNS
    """How many ways are followed at most: fewer where each of them takes long."""
    later: bool = False
    """Whether its dice are rolled only when others have ordered, too, as with sealed orders that are opened together, or
    after a decision, or after other dice of the order, which may change it.
    """
    luck: Tally | None = None
    """How its luck is counted; None: it is neither good nor bad for anybody, and is left out of it."""

    def odds(self, max_runs: int = MAX_RUNS) -> Odds[Any]:
        """The exact chances: of the very rule that will resolve it."""
        odds = chances(self.rule, *self.facts, max_runs=min(max_runs, self.max_runs), min_path=self.min_path)
        return odds if self.view is None else _viewed(odds, self.view)


@cached_by_identity(256)
def _viewed(odds: Odds[Any], view: Callable[[Any], Any]) -> Odds[Any]:
    return odds.map(view)


@dataclass(frozen=True)
class ReadFrom:
    """Reads an outcome from the first of these kinds of event: a field of it, or how many things that field names."""

    kinds: tuple[type[PlainEvent], ...]
    field: str
    counted: bool = False
    about: tuple[str, Any] | None = None
    """Only events in which this field has this value."""
    words: tuple[tuple[Any, Any], ...] = ()
    """Values of the field and what the question calls them, where that is not the same."""

    def __call__(self, events: Sequence[PlainEvent]) -> Any:
        """The outcome. Raises ValueError: no such event."""
        for event in events:
            if isinstance(event, self.kinds) and (not self.about or getattr(event, self.about[0]) == self.about[1]):
                value = getattr(event, self.field)
                return len(value) if self.counted else dict(self.words).get(value, value)
        raise ValueError(f"no {' or '.join(kind.__name__ for kind in self.kinds)} to read {self.field!r} from")


@dataclass(frozen=True)
class Ask(Generic[T]):
    """What is rolled for, declared once: it is rolled, and its preview tells the odds of the same rule and facts.

    What it hangs on, a state or an order and a state, is given to :meth:`roll` and :meth:`questions`, and by them to its
    functions.
    """

    rule: Callable[..., T]
    title: str | Callable[..., str]
    into: tuple[type[PlainEvent], str]
    """The event that keeps the outcome, and its field."""
    facts: Callable[..., tuple[Any, ...]]
    """What the rule gets; the numbers to roll are among it."""
    luck: Tally | Callable[..., Tally] | None = None
    called: Callable[..., Mapping[Any, Any]] | None = None
    """What the preview calls each outcome; None: it shows them as they are."""
    when: Callable[..., bool] = lambda *of: True
    """Whether it is rolled at all."""
    view: Callable[[T], Any] | None = None
    """How the preview looks at an outcome, which the event keeps so; see ``called``."""
    words: tuple[tuple[Any, Any], ...] = ()
    """See :class:`ReadFrom`, as of ``about``."""
    about: Callable[..., tuple[str, Any]] | None = None

    def roll(self, dice: Dice, *of: Any) -> T:
        """What the dice say."""
        return dice.call(self.rule, *self.facts(*of))

    def questions(self, *of: Any) -> tuple[Question, ...]:
        """What the preview tells; nothing where nothing is rolled."""
        if not self.when(*of):
            return ()
        facts, called = self.facts(*of), self.called(*of) if self.called else {}
        title = self.title if isinstance(self.title, str) else self.title(*of)
        luck = self.luck if self.luck is None or isinstance(self.luck, Tally) else self.luck(*of)
        (event_type, field), about = self.into, self.about(*of) if self.about else None
        read = ReadFrom((event_type,), field, about=about, words=(*self.words, *called.items()))
        targets = tuple(fact for fact in facts if isinstance(fact, TargetNumber))
        view = called.__getitem__ if called else self.view
        return (Question(title, self.rule, facts, targets, view, of=read, luck=luck),)
