"""What orders name in a player's words: aircraft, speeds, guns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from aqmf_air.core.play.words import Names, Reading, Readings, Said, Slot
from aqmf_air.games.richthofens_war.pieces import Aircraft, Balloon
from aqmf_air.games.richthofens_war.state import Game

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
