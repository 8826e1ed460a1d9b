"""What orders name in a player's words: aircraft, speeds, guns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from aqmf_air.core.play.reading import Reading
from aqmf_air.core.play.words import Names, Readings, Said, Slot, several
from aqmf_air.games.richthofens_war.pieces import Aircraft, Balloon
from aqmf_air.games.richthofens_war.sealed_words import NOTHING, parts_of, sealed_word
from aqmf_air.games.richthofens_war.state import Game

COMMA = (",", ";", "and")
_PARTS = re.compile(r"\{\w+\}|[^\s{}]+")
_SPEED = re.compile(r"\d{1,2}(?!\d)")


def named(game: Game, aircraft: Iterable[Aircraft | Balloon]) -> dict[str, str]:
    """Ids of aircraft by what players call them: the name, its last word where no other has it, and the id."""
    ids = [one.id for one in aircraft]
    names = {game.called(id_): id_ for id_ in ids}
    last = [game.called(id_).split(" ", 1)[-1] for id_ in ids]
    short = {word: id_ for word, id_ in zip(last, ids, strict=True) if last.count(word) == 1}
    return names | {word: id_ for word, id_ in short.items() if word not in names} | {id_: id_ for id_ in ids}


def own_aircraft(game: Game, player: str) -> Names:
    """One of the side's aircraft."""
    return Names("one of your aircraft", named(game, (one for one in game.flying if one.side == player)))


def enemies(game: Game, player: str) -> Names:
    """An enemy aircraft, or an enemy balloon."""
    return Names("an enemy", named(game, game.targets(player)))


def guns(game: Game, player: str, fit: Callable[[Aircraft], Iterable[str]]) -> Names:
    """A gun of the aircraft that was named before."""

    def of(said: Said) -> dict[str, str]:
        id_ = str(said.get("aircraft", ""))
        return {name: name for name in fit(game.of(id_))} if game.has(id_) else {}

    return Names("a gun of the aircraft", of)


class Speed(Slot):
    """A speed in movement points."""

    about = "movement points"

    def read(self, reading: Reading, at: int, said: Said) -> Readings:
        if (found := reading.match(at, _SPEED)) is None:
            reading.miss(at, "a speed in movement points")
            return
        yield int(found[0]), found.end()

    def tell(self, value: int, said: Said) -> str:
        return str(value)


class Choices(Slot):
    """Several choices of one sealed order, or none: ``Camel 1 tails Fokker 2, Camel 2 tails Fokker 1``; ``nothing``.

    Args:
        about: what may stand there.
        phrase: how one choice is said, with a slot for each of its parts: ``"{tailer} tails {target}"``.
        slots: what reads and tells these.
    """

    def __init__(self, about: str, phrase: str, slots: Mapping[str, Slot]) -> None:
        self.about, self._slots = about, slots
        self._parts = [part for part in _PARTS.findall(phrase) if part]

    def read(self, reading: Reading, at: int, said: Said) -> Readings:
        if (end := reading.word(at, (NOTHING, "nobody"), "")) is not None:
            yield NOTHING, end
            return
        listed = several(
            reading, at, lambda at, _: self._one(reading, at, self._parts, {}), lambda end: reading.word(end, COMMA, "")
        )
        for choices, end in listed:
            yield sealed_word(choices), end

    def _one(
        self, reading: Reading, at: int, parts: Sequence[str], said: Mapping[str, str]
    ) -> Iterator[tuple[tuple[str, ...], int]]:
        if not parts:
            yield tuple(said.values()), at
        elif not parts[0].startswith("{"):
            if (end := reading.word(at, parts[0].split("|"))) is not None:
                yield from self._one(reading, end, parts[1:], said)
        else:
            name = parts[0][1:-1]
            for value, end in self._slots[name].read(reading, at, said):
                yield from self._one(reading, end, parts[1:], {**said, name: value})

    def tell(self, value: str, said: Said) -> str:
        return ", ".join(map(self._told, parts_of(value))) or NOTHING

    def _told(self, choice: tuple[str, ...]) -> str:
        values, known, words = iter(choice), dict[str, str](), list[str]()
        for part in self._parts:
            if part.startswith("{"):
                known[part[1:-1]] = value = next(values)
                words.append(self._slots[part[1:-1]].tell(value, known))
            else:
                words.append(part.split("|")[0])
        return " ".join(words)
