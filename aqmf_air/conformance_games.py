"""The games that :mod:`aqmf_air.conformance` plays: a ruleset to be checked, its plays, and how two of them differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import accumulate, zip_longest
from typing import Any

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.text import plural
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.draws import numbered, total
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.contributions import Contribution, Policy
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Offer, Ruleset
from aqmf_air.core.play.session import Session, new_header

MOST_SHOWN = 160
"""Characters of a value that a message shows."""


class _Missing:
    """What stands where one of two has nothing."""

    def __repr__(self) -> str:
        return "nothing"


MISSING = _Missing()


@dataclass(frozen=True)
class Subject:
    """A ruleset to be checked, and how to play it."""

    make: Callable[[], Ruleset[Any]]
    """A new one each time."""
    setup: Callable[[Ruleset[Any]], Frozen]
    """What a game starts from."""
    seeds: tuple[int, ...] = (1, 2, 3)
    commands: int = 30
    """How many commands each game has at most."""
    longest: int = 300
    """How many commands may lead to the end of a chapter, or of the game, where one is played to it."""
    hidden: Callable[[Any, str], Iterable[Any]] = lambda state, player: ()
    """Other states that look like the given one to the player: what differs is what that player may not know."""
    refused: Callable[[Any], Iterable[tuple[str, Command]]] = lambda state: ()
    """Commands that are illegal in the given state, each with the player who gives it."""
    policies: tuple[Policy, ...] = ()
    """Its automatic players."""
    max_runs: int = 20_000
    """Odds that need more runs are left out."""
    queries: tuple[Contribution, ...] = ()
    """What may be asked of its dice: ``registry.of(kinds.QUERIES, id)``, as values."""
    board: Callable[[Ruleset[Any]], Any] | None = None
    """Its board."""


def new_game(subject: Subject, seed: int) -> Session[Any]:
    """A game of the subject that nobody has played yet."""
    ruleset = subject.make()
    return Session(ruleset, new_header(ruleset, subject.setup(ruleset), seed=seed, game=f"conformance {seed}"))


def play(subject: Subject, session: Session[Any]) -> Session[Any]:
    """Carry out offers, chosen from the seed, until the game is over or long enough."""
    for number in range(subject.commands):
        offers = list(offers_in(session.ruleset, session.state))
        if not offers or session.ruleset.over(session.state) is not None:
            break
        player, offer = _chosen(session, "offer", number, offers)
        session.submit(offer.command, player)
    require(bool(session.entries), f"{named(session)}: nobody is offered anything")
    return session


def play_to_an_end(subject: Subject, seed: int) -> tuple[Session[Any], bool]:
    """A game in which every second offer, where there is one, ends a stage; and whether it came to its own end, or to that
    of a chapter which began after the first order, within ``subject.longest`` orders.
    """
    session, began = new_game(subject, seed), 0
    for number in range(subject.longest):
        before = session.ruleset.chapter(session.state)
        offers = list(offers_in(session.ruleset, session.state))
        if not offers or session.ruleset.over(session.state) is not None:
            break
        ends = [moment for moment in offers if moment[1].ends_stage]
        player, offer = _chosen(session, "on", number, ends if ends and number % 2 else offers)
        session.submit(offer.command, player)
        began += session.ruleset.chapter(session.state) > before
        if began == 2:
            return session, True
    return session, session.ruleset.over(session.state) is not None


def _chosen(session: Session[Any], what: str, number: int, offers: Sequence[tuple[str, Offer]]) -> tuple[str, Offer]:
    dice = DiceTray(seeded(session.header.seed, what, number))
    return offers[dice.draw(total("offer", 1, numbered(len(offers)))) - 1]


def games(subject: Subject) -> Iterator[Session[Any]]:
    """A game for each of its seeds."""
    for seed in subject.seeds:
        yield play(subject, new_game(subject, seed))


def positions(subject: Subject) -> Iterator[tuple[str, Ruleset[Any], Any]]:
    """Every state of its games, with what to call it in a message."""
    for session in games(subject):
        for orders, state in enumerate(states(session)):
            yield f"{named(session)}, after {plural(orders, 'order')}", session.ruleset, state


def offers_in(ruleset: Ruleset[Any], state: Any) -> Iterator[tuple[str, Offer]]:
    """All that is offered in a state, each with its player."""
    for player in ruleset.players(state):
        for offer in ruleset.legal(state, player):
            yield player, offer


def states(session: Session[Any]) -> list[Any]:
    """Every state of a game in which nothing was taken back, the first one included."""
    ruleset, start = session.ruleset, session.ruleset.initial(session.header.setup)
    return list(accumulate(session.entries, lambda state, entry: ruleset.after(state, entry.events), initial=start))


def require(holds: bool, otherwise: str) -> None:
    """Raises AssertionError: it does not hold."""
    if not holds:
        raise AssertionError(otherwise)


def require_same(given: Any, expected: Any, otherwise: str) -> None:
    """Raises AssertionError: two are not the same; the message is ``otherwise``, and where they differ in two more lines."""
    if given != expected:
        raise AssertionError(f"{otherwise}\n{difference(given, expected)}")


def difference(given: Any, expected: Any) -> str:
    """Where two values differ first, in two lines: the place with what is there, and what was expected."""
    place, there, wanted = _differing(_plain(given), _plain(expected), "")
    return f"  {place or 'got'}: {clip(there)}\n  expected: {clip(wanted)}"


def clip(value: Any) -> str:
    """A value as a message shows it."""
    shown = repr(value)
    return shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}..."


def _differing(left: Any, right: Any, place: str) -> tuple[str, Any, Any]:
    """The innermost place at which plain data differs, with what is there; of two lists, the first one."""
    if isinstance(left, dict) and isinstance(right, dict):
        inner = next((key for key in (*left, *right) if left.get(key, MISSING) != right.get(key, MISSING)), None)
        if inner is not None:
            within = f"{place}.{inner}" if place else str(inner)
            return _differing(left.get(inner, MISSING), right.get(inner, MISSING), within)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        for number, (own, others) in enumerate(zip_longest(left, right, fillvalue=MISSING)):
            if own != others:
                return _differing(own, others, f"{place}.{number}" if place else str(number))
    return place, left, right


def _plain(value: Any) -> Any:
    """A value as data that can be compared place by place."""
    if isinstance(value, Frozen):
        return {"class": type(value).__name__, **value.model_dump(mode="json")}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return [_plain(member) for member in value] if isinstance(value, list | tuple) else value


def one_line(text: str) -> bool:
    """Whether a text is a line that says something."""
    return bool(text.strip()) and "\n" not in text


def named(session: Session[Any]) -> str:
    """What messages call a game."""
    return f"game with seed {session.header.seed}"


def at_entry(session: Session[Any], position: int) -> str:
    """What messages call an entry of its log."""
    return f"{named(session)}, entry {position}"
