"""What a typed line orders: exactly one order, or several that are near to it and are asked about, or none. Never a guess.

A line is read by the words of the game, then as the title of what is offered; a game without words has the titles alone. The
terminal and the box of a live table ask the same function, :func:`order_typed`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice
from typing import Any

from aqmf_air.core.data.model import clipped
from aqmf_air.core.data.text import in_a_row
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.reading import ALIKE, MOST_TEXT, unaccented
from aqmf_air.core.play.ruleset import Offer, Ruleset
from aqmf_air.core.play.words import InWords
from aqmf_air.errors import NotUnderstoodError

MOST_NEAR = 9
"""Orders that are near, where none of them has all that was typed."""
MOST_MENDED = 3
"""Misspelt words of a line that are mended, to ask about what it says then."""
MOST_COMPARED = 24
"""Words of a line that are looked for in titles."""
ENOUGH = 0.6
"""The part of a line's words that a title has to have to be near."""
BEGUN = 0.9
"""How like a word its beginning is."""
_WORD = re.compile(r"[-+]?\d+(?:[.,/:]\d+)*|[^\W\d_]+|\d+")
_REMARK = re.compile(r"\s*\([^()]*\)$")
_NUMBERS = re.compile(r"[\d\s.,;:/+-]+")


@dataclass(frozen=True)
class Meant:
    """Exactly one order. It need not be allowed."""

    offer: Offer


@dataclass(frozen=True)
class NotUnderstood:
    """What was typed is no order: which ``word`` at which place, and what was ``expected`` there."""

    message: str
    """In one line."""
    at: int = 0
    word: str = ""
    expected: tuple[str, ...] = ()
    mended: str = ""
    """The line with the word that may have been meant there; empty: none is like it."""
    wanted: tuple[type[Command], ...] = ()
    """The kinds of orders whose words were read; none: no word of any."""


@dataclass(frozen=True)
class Near:
    """What was typed is no order as it stands, or several: they are asked about, and none is carried out unasked."""

    offers: tuple[Offer, ...]
    """The nearest first; at least one."""
    misread: NotUnderstood | None = None
    """What was not understood; None where all was, as several orders."""


Typed = Meant | Near | NotUnderstood


def order_typed(ruleset: Ruleset[Any], state: Any, player: str, text: str, offers: Sequence[Offer]) -> Typed:
    """What a line that ``player`` typed orders; ``offers`` are what they may order in this state."""
    text = text.strip()
    if len(text) > MOST_TEXT:
        return NotUnderstood(f"an order has at most {MOST_TEXT:,} characters, got {len(text):,}")
    if not text or _NUMBERS.fullmatch(text):
        return NotUnderstood("numbers alone are no order" if text else "expected an order, got nothing")
    names = ruleset.names(ruleset.observe(state, player))
    titled = tuple(offer for offer in offers if words_of(text) in _called(offer, names))
    spoken, misread = _in_words(ruleset, state, player, text, offers)
    if misread and not misread.at and not titled:
        spoken, misread = _of_those_to_act(ruleset, state, player, text, offers, names, misread)
    if meant := _each_once((*spoken, *titled)):
        return Meant(meant[0]) if len(meant) == 1 else Near(meant)
    whole, near, wanted = _near(text, offers, misread)
    unclear = misread and misread.at and wanted  # a word of it, in an order of this part of the game
    rest = text[misread.at :] if misread and not (whole or unclear) else ""
    if rest and isinstance(ruleset, InWords) and (untimely := ruleset.not_now(state, rest, offers)):
        return NotUnderstood(untimely)
    mended: tuple[Offer, ...] = ()
    again = misread
    for _ in range(MOST_MENDED):  # what the line orders when its misspelt words are mended
        if mended or again is None or not again.mended:
            break
        mended, again = _in_words(ruleset, state, player, again.mended, offers)
    allowed = (offer for offer in mended if not ruleset.objections(state, offer.command, player))
    if proposed := (*whole, *allowed) or near:
        return Near(_each_once(proposed), misread)
    return _not_understood(text, names, offers, misread)


def _near(
    text: str, offers: Sequence[Offer], misread: NotUnderstood | None
) -> tuple[tuple[Offer, ...], tuple[Offer, ...], tuple[type[Command], ...]]:
    """The offers with all words of a line, those with most of them, and the kinds of orders that it was read as.

    Of the latter only these kinds are offered. Of all words: where the line was read as an order of another part of the
    game, they may still be those of what is offered.
    """
    begun = misread.wanted if misread else ()
    offered = tuple(kind for kind in begun if any(isinstance(offer.command, kind) for offer in offers))
    wanted = offered if misread and misread.at else begun
    whole, near = near_titles(text, [offer for offer in offers if not wanted or isinstance(offer.command, wanted)])
    return whole if misread and misread.at else near_titles(text, offers)[0], near, wanted


def _not_understood(
    text: str, names: Mapping[str, str], offers: Sequence[Offer], misread: NotUnderstood | None
) -> NotUnderstood:
    """Why a line orders nothing: a word of it, or that the piece whose name it begins with is none of those to act."""
    acting = [name for name in dict.fromkeys(names.get(offer.subject, "") for offer in offers) if name]
    words = words_of(text)
    begun = (name for name in names.values() if (called := words_of(name)) and words[: len(called)] == called)
    waiting = max(begun, key=len, default="")
    if acting and waiting and waiting not in acting and not (misread and misread.at):
        return NotUnderstood(f"{waiting} has no order now; to act: {in_a_row(acting[:MOST_NEAR], 'or')}", 0, text)
    return misread or NotUnderstood(f"nothing that may be ordered now is called {clipped(text)}", 0, text)


def _of_those_to_act(
    ruleset: Ruleset[Any],
    state: Any,
    player: str,
    text: str,
    offers: Sequence[Offer],
    names: Mapping[str, str],
    misread: NotUnderstood,
) -> tuple[tuple[Offer, ...], NotUnderstood]:
    """The orders that a line without the name of a piece says of those that may act now: those that are allowed, or of a
    piece that acts alone any; and what was not understood: in the line as it stands, or farther on as one of a piece.
    """
    spoken = list[Offer]()
    pieces = dict.fromkeys(names[offer.subject] for offer in offers if offer.subject in names)
    for name in islice(pieces, MOST_NEAR):
        meant, fault = _in_words(ruleset, state, player, f"{name} {text}", offers)
        spoken += meant
        if fault and (at := fault.at - len(name) - 1) > misread.at:
            misread = replace(fault, at=at)
        elif fault and fault.wanted and not (fault.at or fault.expected or misread.at or misread.wanted):
            misread = fault  # an order of another part of the turn
    allowed = tuple(offer for offer in spoken if not ruleset.objections(state, offer.command, player))
    return allowed or (tuple(spoken) if len(pieces) == 1 else ()), misread


def _each_once(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Of offers of one order the first."""
    first: dict[Command, Offer] = {}
    for offer in offers:
        first.setdefault(offer.command, offer)
    return tuple(first.values())


def words_of(text: str) -> tuple[str, ...]:
    """The words and numbers of a text, in order: two texts of the same words are the same to a player."""
    return tuple(_WORD.findall(unaccented(text.casefold())))


def _called(offer: Offer, names: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """The words that an order is listed under: its title, with and without the name of its piece and what is in brackets."""
    name = words_of(names.get(offer.subject, ""))
    for title in dict.fromkeys((offer.title, _REMARK.sub("", offer.title))):
        words = words_of(title)
        yield words
        if name and words[: len(name)] == name:
            yield words[len(name) :]


def near_titles(text: str, offers: Sequence[Offer]) -> tuple[tuple[Offer, ...], tuple[Offer, ...]]:
    """The offers that have all words of a text, or their beginnings, in their title and the id of their piece; and those
    that have most of them, misspelt or not. The nearest first.
    """
    sought = words_of(text)[:MOST_COMPARED]
    titles = (words_of(f"{offer.title} {offer.subject}") for offer in offers if sought)
    ranked = sorted(((*_likeness(sought, title), -at) for at, title in enumerate(titles)), reverse=True)
    whole = tuple(offers[-at] for every, _, _, at in ranked if every)
    near = (offers[-at] for every, likeness, _, at in ranked if not every and likeness >= ENOUGH * len(sought))
    return whole, tuple(near)[:MOST_NEAR]


def _likeness(sought: Sequence[str], title: Sequence[str]) -> tuple[bool, float, int]:
    """Whether a title has all words, or their beginnings; how like them it is; how few others it has, below 0."""
    left, likeness, whole = list(title), 0.0, True
    for word in sought:
        best, at = max(((_alike(word, other), -at) for at, other in enumerate(left)), default=(0.0, 0))
        whole = whole and best >= BEGUN
        if best:
            del left[-at]
        likeness += best
    return whole, likeness, -len(left)


@lru_cache(maxsize=8192)
def _alike(word: str, other: str) -> float:
    if word == other:
        return 1.0
    if word[-1].isdigit() or other[-1].isdigit():
        return 0.0  # another number is another thing
    if other.startswith(word):
        return BEGUN
    spelt = SequenceMatcher(a=word, b=other)
    near = len(word) > 2 and spelt.real_quick_ratio() > ALIKE and spelt.quick_ratio() > ALIKE
    return spelt.ratio() * ALIKE if near and spelt.ratio() > ALIKE else 0.0


def _in_words(
    ruleset: Ruleset[Any], state: Any, player: str, text: str, offers: Sequence[Offer]
) -> tuple[tuple[Offer, ...], NotUnderstood | None]:
    """The orders that a line says in the words of the game, and what was not understood, if it says none."""
    if not isinstance(ruleset, InWords) or not ruleset.speaks:
        return (), None
    try:
        commands = (ruleset.order_from_words(state, text, player),)
    except NotUnderstoodError as bad:
        commands = bad.facts.get("meant", ())
        if not commands:
            mended, wanted = bad.facts.get("mended", ""), bad.facts.get("wanted", ())
            return (), NotUnderstood(str(bad), bad.at, bad.word, bad.expected, mended, wanted)
    offered = {offer.command: offer for offer in offers}
    titled = ((command, ruleset.order_in_words(state, command, player) or text) for command in commands)
    return tuple(offered.get(command) or Offer(command, title) for command, title in titled), None
