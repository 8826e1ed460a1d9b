"""A game of talk: one command, one event, no dice. For the store and the log."""

from __future__ import annotations

from typing import Literal

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.events import Codec, Command, Entry, Header, PlainEvent, checksum_of_header, sealed


class Say(Command):
    type: Literal["toy.say"] = "toy.say"
    word: str


class Said(PlainEvent):
    type: Literal["toy.said"] = "toy.said"
    word: str


class Nothing(Frozen):
    pass


CODEC = Codec((Say,), (Said,), Nothing)


def header(game: str = "talk", seed: int = 1) -> Header:
    return Header(game=game, ruleset="toy", version="1", seed=seed, setup=Nothing())


def log(count: int, of: Header | None = None) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    before = checksum_of_header(of or header())
    for position in range(count):
        word = f"word {position}"
        entry = Entry(position=position, kind="command", by="me", command=Say(word=word), events=(Said(word=word),))
        entries.append(sealed(entry, before))
        before = entries[-1].check
    return tuple(entries)
