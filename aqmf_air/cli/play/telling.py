"""The output of a game at the terminal: stage by stage, each order with its target numbers, odds, rolls and results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from aqmf_air.cli.render import bar, heading, percent, say, speaks_unicode, strong
from aqmf_air.cli.wrapping import BAD, GOOD, tinted
from aqmf_air.core.data.text import capitalised, left_out, names_in_words, need, on_whom, plural
from aqmf_air.core.data.typed_faces import named_faces
from aqmf_air.core.dice.chance import Odds, odds_of
from aqmf_air.core.dice.dice import Draw, Roll
from aqmf_air.core.dice.draws import AtLeast
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.odds.documents import outcome_name
from aqmf_air.core.play.advice import ENOUGH
from aqmf_air.core.play.secrecy import OUT_OF_SIGHT, UNSEEN, called_by, hidden_from, mentions, naming_of, refers
from aqmf_air.errors import EnumerationLimitError

if TYPE_CHECKING:
    from aqmf_air.core.play.advice import Advice, OrderWorth
    from aqmf_air.core.play.events import Command, PlainEvent, RollRecord
    from aqmf_air.core.play.ruleset import Question, Ruleset


REASONS = 32
"""Columns from where a target number begins to its reasons."""
FOLDED = 3
"""From how many lines that say the same of little note they are told in one."""
UNTOLD = Fraction(1, 1000)
"""Chances below this are not listed line by line."""


class Teller:
    """Tells a game of ``ruleset`` on standard output; a quiet one says nothing.

    ``here`` are the sides that are played at this terminal: what is told is what the one that acts may know. Where there are
    none, everything is told, as the log has it.
    """

    def __init__(
        self, ruleset: Ruleset[Any], quiet: bool = False, here: Sequence[str] = (), coordinates: bool = False
    ) -> None:
        self.ruleset = ruleset
        self.coordinates = coordinates
        """Whether exact places are told, too."""
        self.quiet = quiet
        self.at = here[0] if len(here) == 1 else ""
        """The side that sits at the terminal now."""
        self.secret = False
        """Whether one of the sides here was told something that another one may not know."""
        self.last = ""
        """What was told last of what happens."""
        self.asked: Any = None
        """The state that one of the sides here was asked about last."""
        self.summary: Sequence[str] = ()
        """How the game stood as it was shown last to who sits at the terminal."""
        self.here = here
        """The sides that are played at this terminal."""
        self._since: dict[str, list[str]] = {side: [] for side in here}
        """What each side may know of what happened since it sat here last."""
        self._hidden: frozenset[str] = frozenset()
        """Names that the reader does not know, where the order in hand is about what goes by one of them."""
        self._names: Mapping[str, str] = {}
        """What the reader calls things in the state that the order in hand is given in."""
        self._place: tuple[int, str] | None = None
        self.tint: Callable[[Any, str, str], str] = lambda state, side, text: text
        """A line with the names of pieces in the colours of whose they are, as a side sees a state."""
        self._state: Any = None

    @property
    def reader(self) -> str | None:
        """Who reads what is told, as :meth:`Ruleset.tell` has it."""
        return self.at if self.here else None

    def _say(self, line: str = "", hang: int = 2) -> None:
        if not self.quiet:
            text = UNSEEN if OUT_OF_SIGHT in line or mentions(line, self._hidden) else line
            say(text if self._state is None else self.tint(self._state, self.at, text), hang)

    def place(self, state: Any) -> None:
        """The turn and the stage, when they are new."""
        stage = self.ruleset.stage(state)
        if self.quiet or self._place == (stage.turn, stage.id):
            return
        self._place = (stage.turn, stage.id)
        of_one = not stage.by_turns and len(stage.active) == 1 < len(self.ruleset.players(state))
        side = f", {self.ruleset.name_of(stage.active[0])}" if of_one else ""
        say()
        heading(f"{stage.when}{side}: {stage.title}")

    def sits_down(self, side: str, state: Any) -> bool:
        """Note that a side is at the terminal now; whether what stands there has to be covered from it first."""
        others = [other for other in self.here if other != side]
        covered = bool(self.at not in ("", side) and others) and (
            self.secret or any(hidden_from(self.ruleset, state, seat) for seat in self.here)
        )
        self.at = side
        if covered:
            self.summary = ()
        else:
            self._since[side].clear()
        return covered

    def since(self) -> None:
        """What the side at the terminal may know of what happened since it sat there last."""
        for line in self._since[self.at]:
            say(f"  > {capitalised(line)}")
        self._since[self.at].clear()

    def before(self, state: Any, command: Command, by: str, questions: Sequence[Question]) -> None:
        """An order that is about to be carried out: what it needs, and the chances of what may come."""
        self._state = state
        self._hidden, self._names = frozenset(), self.ruleset.names(state)
        if self.reader is not None:
            hidden = hidden_from(self.ruleset, state, self.reader)
            self._names = called_by(self.ruleset, hidden, self.ruleset.observe(state, self.reader))
            self._hidden = hidden if refers(command, hidden, naming_of(state)) else frozenset()
        if self.quiet or self._hidden:
            return
        for question in questions:
            self._say()
            self._say(f"  {capitalised(question.title)}{' (rolled later)' if question.later else ''}")
            for target in question.targets:
                self._say(f"    {self.needs(target)}", REASONS)
            try:
                self._chances(question.odds())
            except EnumerationLimitError as limit:
                self._say(f"    odds: {limit}")

    def needs(self, target: TargetNumber) -> str:
        """A target number with its reasons."""
        reasons = [f"{target.begins} ({target.source})", *map(str, target.modifiers)]
        whose = f"{names_in_words(target.whose, self._names)}: " if target.whose else ""
        return f"{target.what:<10} {self.ruleset.spell(target):<20} {whose}{', '.join(reasons)}"

    def need(self, ask: Draw[Any]) -> str:
        """What a roll needs and on whom it is made, as it is put behind its label."""
        parts = need(ask, self.ruleset.spell, names=self._names), on_whom(ask, names=self._names)
        return "".join(f" {part}" for part in parts if part and OUT_OF_SIGHT not in part)

    def _chances(self, odds: Odds[Any]) -> None:
        if all(isinstance(outcome, int) and not isinstance(outcome, bool) for outcome in odds):
            self._say(f"    {'':4}  {'exactly':>7}  {'at least':>8}")
            for number in sorted(odds):
                at_least = odds.where(AtLeast(number))
                if number and at_least < UNTOLD:
                    break
                this = percent(odds[number])
                self._say(f"    {number:>4}  {this:>7}  {percent(at_least):>8}  {bar(odds[number], beside=29)}".rstrip())
            self._say(f"    expected {float(odds.mean(lambda outcome: outcome)):.2f}")
        else:
            if always := certain(odds):
                self._say(f"    {always}")
                return
            for outcome, chance in sorted(odds.items(), key=lambda pair: str(pair[0])):
                self._say(f"    {outcome_name(outcome):>8}  {percent(chance):>6}  {bar(chance, beside=22)}".rstrip())
        if more := left_out(odds.missing):
            self._say(f"    {more}")

    def rolls(self, rolls: Iterable[Roll]) -> None:
        """Rolls that were made, with the chance that each die had and what came of it; secret ones go untold."""
        lines: dict[tuple[int, str, str], list[str]] = {}  # cards that are drawn one after another stand in one
        for at, roll in enumerate(roll for roll in rolls if not roll.ask.secret):
            ask, by = roll.ask, "" if roll.by == "seed" else f"  [{roll.by}]"
            odds, each = odds_of(ask), " each" if ask.copies > 1 else ""
            chance = f" ({percent(odds.of(True))}{each})" if set(odds) <= {True, False} else ""
            whose = ask.about.whose if isinstance(ask.about, TargetNumber) else ""
            subject = on_whom(ask, names=self._names) if ask.relation and not whose else ""
            of_what = f" {subject}" if subject else ""
            whom = f"{names_in_words(whose or ask.subject, self._names)}: " if (whose or ask.subject) and not of_what else ""
            whom, of_what = ("" if OUT_OF_SIGHT in text else text for text in (whom, of_what))
            look_up = self.ruleset.looked_up(roll)
            needed = "" if look_up else need(ask, self.ruleset.spell, lambda _: False)
            needed = f" {needed}" if needed else ""
            colour = "" if not self.at or not ask.by else GOOD if ask.by == self.at else BAD
            came = f"{' '.join(roll.shown)} -> {look_up}" if look_up else _faces(roll, colour)
            drawn = bool(named_faces(ask.die)) and not look_up
            lines.setdefault((-1 if drawn else at, f"{whom}{ask.label}{of_what}{needed}{chance}", by), []).append(came)
        for (_, what, by), came_each in lines.items():
            self._say(f"    {what}: {', '.join(came_each)}{by}")

    def records(self, rolls: Iterable[RollRecord]) -> None:
        """Rolls as the log has them, of an order that was decided under older rules."""
        for roll in (roll_record for roll_record in rolls if not roll_record.secret):
            by = "" if roll.by == "seed" else f"  [{roll.by}]"
            self._say(f"    rolled {roll.label}: {' '.join(map(str, roll.faces))}{by}")

    def after(
        self, state: Any, events: Sequence[PlainEvent], rolls: Sequence[Roll] = (), rolled: Sequence[int] = ()
    ) -> None:
        """What happened, each event below its rolls.

        Args:
            state: the one before it.
            events: what happened.
            rolls: those that are not told yet.
            rolled: how many of them each event comes after; where that is not said, it comes after all.
        """
        hidden, told, lines_told = self._hidden, 0, list[_Told]()
        if self.quiet and not self.here:
            return
        for event, many in zip(events, chain(rolled, repeat(len(rolls))), strict=False):
            text = self.ruleset.tell(event, state, self.reader)
            self.last = "" if self.quiet else text or self.last
            if text:  # where it happened, if that is wanted and the reader may know more than that it happened
                where = self.ruleset.exactly(event, state, self.reader) if self.coordinates and text != UNSEEN else ""
                line = f"{capitalised(text)}{f' [{where}]' if where else ''}"
                lines_told.append(_Told(line, tuple(rolls[told:many]), event.in_passing))
                told = max(told, many)
            lines = {side: self.ruleset.tell(event, state, side) for side in self.here if side != self.at}
            self.secret = self.secret or any(line != text for line in lines.values())
            for side, line in lines.items():
                self._since[side] += [line] if line else []
            state = self.ruleset.evolve(state, event)
        for each in _folded(lines_told, self._names) if self.here else lines_told:  # a record is told in full
            self._hidden = hidden
            self.rolls(each.rolls)
            self._hidden = frozenset()
            self._say(f"  > {each.line}")
        self._hidden = hidden  # the order in hand may have further dice
        self.rolls(rolls[told:])

    def passed_over(self, reasons: Sequence[Any]) -> None:
        """Why an order of a script is not possible any more."""
        self._say(f"  An order of the script is left out: {'; '.join(map(str, reasons))}")


class _Told(NamedTuple):
    """A line about an event, the rolls that stand above it, and what is said of it among others like it."""

    line: str
    rolls: tuple[Roll, ...] = ()
    in_passing: str | None = None


def _folded(told: Iterable[_Told], names: Mapping[str, str]) -> Iterator[_Told]:
    """Lines, several in a row that say the same of little note as one with the rolls."""
    run: list[_Told] = []
    for each in (*told, None):
        if each is not None and each.in_passing is not None:
            run.append(each)
            continue
        same = [one for one in run if one.in_passing]
        if len(same) >= FOLDED:
            rolls = (roll for one in same for roll in one.rolls if not roll.ask.secret)
            rolled = ", ".join(f"{on_whom(roll.ask, names=names)} ({' '.join(roll.shown)})".strip() for roll in rolls)
            yield _Told(capitalised(f"{same[0].in_passing}, {len(same)} times: {rolled}"))
            run = run[run.index(same[-1]) + 1 :]
        yield from run
        run = []
        if each is not None:
            yield each


def certain(odds: Odds[Any]) -> str:
    """Of what comes about or not: that it cannot, or has to; empty: it is open, or something else is asked."""
    outcomes = [outcome for outcome in odds if odds[outcome]]
    if len(outcomes) != 1 or not isinstance(outcomes[0], bool) or odds.missing:
        return ""
    return "for certain" if outcomes[0] else "cannot happen"


def _faces(roll: Roll, colour: str = "") -> str:
    """The faces of a roll and what they come to: those that make their number have a sign, and stand out on a terminal, in a
    colour that says whom it serves.
    """
    values, sign = roll.values, "\u2713" if speaks_unicode() else "*"
    shown = list(roll.shown)
    if roll.ask.die.called:
        return ", ".join(shown)
    if not all(isinstance(value, bool) for value in values):
        came = ", ".join(map(str, values))
        return came if came == ", ".join(shown) else f"{' '.join(shown)} -> {came}"
    if len(values) == len(shown):
        made = (strong(f"{face}{sign}") for face in shown)
        made = (tinted(face, colour) for face in made) if colour else made
        shown = [best if won else face for face, best, won in zip(shown, made, values, strict=True)]
    about = roll.ask.about
    good, bad = about.words if isinstance(about, TargetNumber) else ("yes", "no")
    if len(values) == 1:
        return f"{' '.join(shown)} {good if values[0] else bad}"
    won = sum(values)
    return f"{' '.join(shown)} -> {won} of {len(values)}{f' {good}' if good != 'yes' else ''}"


def worth_groups(advice: Advice) -> list[tuple[str, Sequence[OrderWorth], bool]]:
    """The orders under headings, and whether figures tell them apart: those that may be the best, those that are worse, and
    those that were not followed up. None where no order has ends enough to say anything.
    """
    followed = [order for order in advice.orders if order.ends >= ENOUGH]
    best, worse = [order for order in followed if not order.worse], [order for order in followed if order.worse]
    left = [order for order in advice.orders if order.ends < ENOUGH]
    groups: list[tuple[str, Sequence[OrderWorth], bool]] = []
    if len(best) == 1:
        groups.append(("the best:", best, True))
    elif best and worse:
        groups.append(("which of these is the best cannot be told; as they are offered:", best, True))
    elif best:
        groups.append(("these cannot be told apart; as they are offered:", best, False))
    if worse:
        groups.append(("worse, the best of them first:", worse, True))
    if followed and left:
        groups.append((f"among the worse half after {plural(left[0].ends, 'end')}, and not followed up:", left, False))
    return groups


def worth_lines(advice: Advice, groups: Sequence[tuple[str, Sequence[OrderWorth], bool]]) -> Iterator[str]:
    """The orders with their numbers and their worth, then what the figures mean."""
    number = 0
    for title, orders, figures in groups:
        yield f"  {title}"
        for order in orders:
            number += 1
            worth = f"{f'{order.mean:+.2f} ± {order.error:.2f}':>15}  " if figures else ""
            behind = f", {order.behind:.2f} ± {order.behind_error:.2f} behind" if order.worse else ""
            yield f"  {number:>3}  {worth}{order.offer.title}{behind}"
    if not groups:
        yield f"  too few ends to tell orders apart: {advice.ends} of all together ('worth 4' takes four times as long)"
    elif any(figures for _, _, figures in groups):
        many = [order.ends for order in advice.orders if order.ends >= ENOUGH]
        ends = plural(max(many), "end") if min(many) == max(many) else f"{min(many)} to {max(many)} ends"
        yield f"  In {advice.unit}; {ends} of each, ± the standard error."
    else:
        most = max(order.ends for order in advice.orders)
        yield f"  {plural(most, 'end')} of each, and the differences are no more than chance ('worth 4' looks closer)."
