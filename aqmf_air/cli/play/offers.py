"""What may be ordered, listed at the terminal: by piece and by kind, with what each order may come to; long lists folded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from string import ascii_lowercase
from time import monotonic
from typing import TYPE_CHECKING, Any

from aqmf_air.cli.render import percent, say, working
from aqmf_air.cli.wrapping import strong, width
from aqmf_air.core.data.text import plural
from aqmf_air.core.odds.documents import outcome_name
from aqmf_air.core.play.ruleset import BestFirst
from aqmf_air.errors import EnumerationLimitError

if TYPE_CHECKING:
    from aqmf_air.core.play.events import Command
    from aqmf_air.core.play.ruleset import Offer, Question
    from aqmf_air.core.play.session import Session

SHOWN = 30
"""Orders that are listed at once without folding."""
FEW = 12
"""Orders that are listed without being asked for; of more the best ones."""
BEST = 5
"""How many these are."""
OF_A_KIND = 3
"""Orders of a long group that are listed where there are many groups."""
ON_A_SCREEN = 15
"""Orders of all long groups, about, that are listed where there are few."""
PATIENCE = 2.0
"""Seconds that the odds of one list may take; those of the rest are had one by one."""
NO_PIECE = "the whole side"
"""The heading of orders that are about no piece in particular."""
SHORT = 28
"""Characters of what is rolled for, up to which it stands beside its chance."""
NUMBER = 7
"""Columns before a title."""
MOST_NAMED = 2
"""Outcomes that are named, each with its chance, where all others are that nothing comes of it."""
IDLE = ("none", "nothing", "no effect", "no damage")
LINE = 80
"""Columns at whose end chances stand."""


class OfferList:
    """The orders that one side may give in a state, as they are listed for it."""

    def __init__(self, session: Session[Any], side: str, offers: Sequence[Offer], names: Mapping[str, str]) -> None:
        self._session, self._side, self.state = session, side, session.state
        self._names = names
        """What players call pieces, by id."""
        self.offers = offers
        self.listed: Sequence[Offer] = ()
        """What was listed last in this state: numbers mean these."""
        self._groups: Sequence[Sequence[Offer]] = ()
        """The groups that were listed last: letters mean these."""
        self._chances: dict[Command, str] = {}

    @property
    def pieces(self) -> tuple[str, ...]:
        """What players call the pieces that may act, each once."""
        acting = (offer.subject for offer in self.offers if not offer.ends_stage)
        return tuple(dict.fromkeys(self._names[subject] for subject in acting if subject in self._names))

    def group(self, letters: str) -> Sequence[Offer]:
        """The group that goes by these letters in the last list; empty if none does."""
        at = _LETTERS.index(letters) if letters in _LETTERS else len(self._groups)
        return self._groups[at] if at < len(self._groups) else ()

    def show_best(self) -> None:
        """List the few best, of each piece and kind if there is room, and say how to see the rest."""
        groups = list(self._best_first(self.offers))
        each = max(1, BEST // len(groups))
        best = [offer for group in groups[:BEST] for offer in group[:each]]
        self.show(best)
        say(f"       and {plural(len(self.offers) - len(best), 'other order')}: '?' lists them")

    def show(self, offers: Sequence[Offer], *, whole: bool = False) -> None:
        """List orders by piece and kind. Of many, the first of each kind, unless it is to be the ``whole`` list."""
        groups = list(self._best_first(offers))
        folded = len(offers) > SHOWN and not whole
        listed: list[Offer] = []
        self._groups = groups if folded else ()
        each = max(OF_A_KIND, ON_A_SCREEN // max(1, len(groups)))
        shown = [group[:each] if folded and len(group) > each + 1 else group for group in groups]
        with working("the odds are worked out"):
            chances = self._chances_of([offer for group in shown for offer in group])
        subject, several = "", len(groups) > 1 or len(offers) > OF_A_KIND
        for at, (group, part) in enumerate(zip(groups, shown, strict=True)):
            if several and group[0].subject != subject and (subject := group[0].subject):
                say(strong(f"  {self._names.get(subject, subject)}"))
            elif at and len(groups) > 1 and groups[at - 1][0].subject and not group[0].subject:
                say(f"  {NO_PIECE}")
            if group[0].kind and len(offers) > 1:
                say(f"    {group[0].kind}:")
            for offer in part:
                listed.append(offer)
                title = _below(offer.title, self._names.get(subject, subject)) if subject else offer.title
                say(_line(len(listed), title, chances.get(offer.command, "")), hang=5)
            if more := len(group) - len(part):
                say(f"       and {plural(more, 'order')} like these: '? {_LETTERS[at]}' lists all {len(group)}")
        self.listed = listed

    def _best_first(self, offers: Sequence[Offer]) -> Iterator[Sequence[Offer]]:
        with working("the orders are compared"):
            return _grouped(sorted(offers, key=lambda offer: self._rank.get(offer.command, 0)))

    @cached_property
    def _rank(self) -> Mapping[Command, int]:
        """The rank of each order among those on offer, the best 0; empty where the game does not compare them."""
        ruleset = self._session.ruleset
        ranked = ruleset.best_first(self.state, self._side, self.offers) if isinstance(ruleset, BestFirst) else ()
        return {offer.command: rank for rank, offer in enumerate(ranked)}

    def _chances_of(self, offers: Sequence[Offer]) -> dict[Command, str]:
        """What each order brings and may come to, in a few words; of as many as there is patience for."""
        ruleset, until = self._session.ruleset, monotonic() + PATIENCE
        for offer in offers:
            if offer.command not in self._chances:
                if monotonic() > until:
                    break
                brings = ruleset.brings(self.state, offer.command) if isinstance(ruleset, BestFirst) else ""
                chances = headline(self._session.questions(offer.command))
                self._chances[offer.command] = ", ".join(filter(None, (brings, chances)))
        return self._chances


_LETTERS = (*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2)))
"""a, b ... z, aa, ab ..."""


def _line(number: int, title: str, chance: str) -> str:
    line, columns = f"  {number:>3}  {title}", width()
    room = min(LINE, columns or LINE)
    if chance and columns and len(line) + 2 + len(chance) > columns:  # whole, below its order
        return f"{line}\n{chance:>{room}}" if len(chance) < room - NUMBER else f"{line}\n{' ' * NUMBER}{chance}"
    return f"{line}{' ' * max(2, room - len(line) - len(chance))}{chance}" if chance else line


def _below(title: str, name: str) -> str:
    """The title of an order below the name of the piece that it is about."""
    named = title[: len(name)].casefold() == name.casefold() and title[len(name) : len(name) + 1] in (" ", ":")
    return title[len(name) :].lstrip(": ") if named else title


def _grouped(offers: Sequence[Offer]) -> Iterator[Sequence[Offer]]:
    """Orders of one piece and of one kind together, in the order in which the first of each comes."""
    subjects = dict.fromkeys(offer.subject for offer in offers)
    for subject in subjects:
        kinds: dict[tuple[Any, ...], list[Offer]] = {}
        for offer in (offer for offer in offers if offer.subject == subject):
            kinds.setdefault((offer.command.type, getattr(offer.command, "weapon", ""), offer.kind), []).append(offer)
        yield from kinds.values()


def headline(questions: Sequence[Question]) -> str:
    """What the first rolls of an order come to, in a few words, with what is rolled for where that is short: ``an event
    8.3%``, ``27.1% for 1 or more``; empty where nothing is rolled, or each of several rolls hangs on others.
    """
    sure = [question for question in questions if not question.later]
    for question in sure or questions[: len(questions) == 1]:
        try:
            odds = question.odds()
        except EnumerationLimitError:
            return ""
        outcomes, title = list(odds), question.title.partition(",")[0]
        what = f"{title} " if len(title) <= SHORT else ""
        if all(isinstance(outcome, bool) for outcome in outcomes):
            return f"{what}{percent(odds.of(True))}"
        if all(isinstance(outcome, int) for outcome in outcomes):
            some = f"{percent(odds.where(bool))} for 1 or more"
            return what + (f"{min(outcomes)} to {max(outcomes)}" if min(outcomes) > 0 else some)
        likeliest = sorted(outcomes, key=lambda outcome: (-odds[outcome], outcome_name(outcome)))
        brought = [outcome for outcome in likeliest if outcome_name(outcome) not in IDLE]
        if len(brought) <= MOST_NAMED and len(brought) < len(outcomes):
            return ", ".join(f"{outcome_name(outcome)} {percent(odds[outcome])}" for outcome in brought)
        most = max(odds[outcome] for outcome in outcomes)
        likely = ", ".join(f"{percent(most)} {outcome_name(outcome)}" for outcome in outcomes if odds[outcome] == most)
        return f"{what}{likely}" if ": " in title else likely  # ``Field Gun Battery: morale 50.0% fail``
    return ""
