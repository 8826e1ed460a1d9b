"""What every story must hold to: it names nobody and no figure that the log has not, and the same log is told alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

from aqmf_air.core.data.text import in_letters
from aqmf_air.core.play.chronicle import Told, counted
from aqmf_air.core.play.session import Session
from aqmf_air.core.play.stories import PEOPLE, RARE, Sentences, StoryFact, Storyteller
from aqmf_air.core.store.log_reader import from_lines
from tests.golden.regenerate import log

ODDS = re.compile(r" \(a chance of 1 in ([\d,.]+)\)")
WORD = re.compile(r"\w+(?:[.'-]\w+)*")


def of_the_log(session: Session[Any]) -> Iterator[str]:
    """All words that players read of a game as it is played: what is told of its events, names of things, how it stands."""
    ruleset: Any = session.ruleset
    state = ruleset.initial(session.header.setup)
    yield from WORD.findall(session.header.setup.model_dump_json())
    for event in counted(session.entries):
        names = ruleset.names(ruleset.open_view(state)).values()
        after = ruleset.evolve(state, event)
        for line in (ruleset.tell(event, state), *names, *ruleset.names(ruleset.open_view(after)).values()):
            yield from WORD.findall(line)
        state = after
    for line in ruleset.summary(ruleset.open_view(state)):
        yield from WORD.findall(line)


def assert_it_is_from_the_log(session: Session[Any], sentences: Mapping[str, Sentences]) -> Told:
    """The chronicle of a game, once its story was held against the log of it."""
    ruleset: Any = session.ruleset
    told: Told = ruleset.chronicle(session.header.setup, counted(session.entries))
    header, entries = from_lines(log(session).splitlines(), ruleset.codec, "story")
    assert ruleset.chronicle(header.setup, counted(entries)) == told, "the same log is told alike"
    logged = {*of_the_log(session)}
    logged |= {word.casefold() for word in logged}
    forms = [form for kind in sentences.values() for form in (*kind.forms, *kind.headline)]
    own = {in_letters(number) for number in range(13)}
    own |= {word for form in forms for word in WORD.findall(re.sub(r"{\w+}", " ", form).casefold())}
    for chapter in told.chapters:
        for sentence in chapter.story:
            for odds in ODDS.findall(sentence):
                assert float(odds.replace(",", "")) >= 1 / RARE, sentence
            first, *others = WORD.findall(ODDS.sub("", sentence))
            assert first in logged or first.casefold() in own | logged, sentence
            strange = [word for word in others if (word != word.lower() or re.search(r"\d", word)) and word not in logged]
            assert not strange, f"{sentence!r}: {strange} are not in the log"
    return told


def assert_sentences_name_nothing(sentences: Mapping[str, Sentences]) -> None:
    """Sentences have neither names nor figures of their own."""
    for kind, own in sentences.items():
        assert len(own.forms) == len(set(own.forms)), kind
        for form in (*own.forms, *own.headline):
            plain = re.sub(r"{\w+}", "", form)
            assert not re.search(r"\d", plain), form
            assert plain == plain.lower(), form


SEVERAL = re.compile(r"(?:(?<!of )\bAda and Bea|\bwho),? (?:was|is|has|does|goes|walks|[a-z]+[^s']s)\b")
"""A verb for one, of several."""


def assert_sentences_agree(sentences: Mapping[str, Sentences]) -> None:
    """Whoever a sentence is about, one or several: its verbs agree, and what is theirs is not his."""
    for own in sentences.values():
        for form in (*own.forms, *own.headline):
            words = {name: name for _, name, _, _ in Formatter().parse(form) if name and name not in PEOPLE}
            teller = Storyteller({"it": Sentences((form,))}, ())
            for who in (("Ada",), ("Ada", "Bea")):
                kept = tuple((name, word) for name, word in words.items() if name not in ("what", "haul"))
                fact = StoryFact("it", who, ("Max",) if {"what", "haul"} & words.keys() else (), kept, weight=9)
                (told,) = teller.story([fact])
                wrong = (
                    SEVERAL.search(told)
                    if len(who) > 1
                    else re.search(r"(?<!of )\bAda,? (?:were|are|have|do)\b|\btheir\b", told)
                )
                assert not wrong, told
                assert len(who) < 2 or not re.search(r"\b(?:his|him|himself)\b", told), told
