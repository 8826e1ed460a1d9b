"""Dice that are spread evenly over many games, so that fewer games tell as much; those of each game by itself are fair.
And throws: what the dice of an order led to in a game, and what they might have led to.

Seeds go in pairs, 1 with 2, 3 with 4: the dice of the second are those of the first mirrored, each face for the one opposite
(1 for 10, 2 for 9), as long as the games ask for the same. In each block of ``BLOCK`` seeds, 1 to 30 and so on, every die
of the first throw shows each face equally often. The dice of a game depend on its own seed, not on who plays it or when.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Any, NamedTuple

from aqmf_air.core.dice.chance import chances_once
from aqmf_air.core.dice.dice import Dice, DiceTray, Die, Draw, Face, Faces, Source
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.events import Command
from aqmf_air.errors import EnumerationLimitError

BLOCK = 30
"""Seeds in a block: as many for each face of dice of 6 and of 10."""
EXACT_RUNS = 200
"""Ways of a throw that are followed one by one; where there are more, it is thrown again ``SAMPLES`` times."""
SAMPLES = 64
FEW = 8
"""How often a throw is thrown again for what it brought of the figures of a state: see :func:`luck_in_figures`."""

Place = tuple[float, ...]
"""Where a game stands: the turn, the first side's points if it is over (else -1), and its figures."""


def pair_of(seed: int) -> int:
    """The number of a seed's pair: its two games share dice."""
    return (seed + 1) // 2


def even_dice(seed: int) -> Callable[[int], Source]:
    """The dice of the game of a seed: for the place of a command in its log, the faces that it rolls."""
    pair, mirrored = pair_of(seed), seed % 2 == 0
    first: list[int] = []
    """The place of the first throw, once it is made."""

    def at(place: int) -> Source:
        plain, number = seeded(f"even dice {pair}", place), count()

        def source(ask: Draw[Any]) -> Faces:
            faces = plain(ask).faces
            if not (ask.secret or first):
                first.append(place)
            if not ask.secret and first == [place]:
                faces = tuple([_spread(ask.die, pair, next(number)) for _ in faces])
            return Faces(tuple([opposite(ask.die, face) for face in faces]) if mirrored else faces, "seed")

        return source

    return at


def _spread(die: Die, pair: int, number: int) -> Face:
    """What a die of the first throw, the ``number``-th of it, shows in the first game of a pair.

    The chances are cut into as many strips as a block has games. The pairs of a block take two each, opposite ones.
    """
    block, at = divmod(pair - 1, BLOCK // 2)
    strip = _strips(block, number)[at] + _fraction(f"{block}/{number}/{at}")
    return die.faces[int(strip / BLOCK * len(die.faces))]


@lru_cache(maxsize=256)
def _strips(block: int, number: int) -> tuple[int, ...]:
    """The strip of the first game of each pair of a block; that of the second is the one opposite."""
    order = sorted(range(BLOCK // 2), key=lambda at: _fraction(f"{block}/{number}/order {at}"))
    return tuple(at if _fraction(f"{block}/{number}/side {at}") < 0.5 else BLOCK - 1 - at for at in order)


def _fraction(name: str) -> float:
    """An even choice from 0 up to 1."""
    return (int.from_bytes(sha256(f"even dice {name}".encode()).digest()[:8]) >> 11) / 2**53


def opposite(die: Die, face: Face) -> Face:
    """The face that lies opposite; of a deck that has cards more than once, the same."""
    faces = die.faces
    return faces[-1 - faces.index(face)] if len(set(faces)) == len(faces) else face


class Throw(NamedTuple):
    """Where the dice of an order led, and where they might have led, with the weight of each."""

    after: Place
    might: tuple[tuple[float, Place], ...]
    kind: str = ""
    """The type of the order."""


def place_of(ruleset: Any, state: Any, first: str) -> Place:
    """Where a game stands, for the side ``first``."""
    over = ruleset.over(state)
    points = -1.0 if not over else 1.0 if over == first else 0.0 if over in ruleset.players(state) else 0.5
    return (float(ruleset.stage(state).turn), points, *(round(gauge, 3) for gauge in ruleset.gauges(state)))


def throw_of(ruleset: Any, state: Any, command: Command, after: Any, seed: int, place: int) -> Throw:
    """The throw of a command that was carried out.

    Its expectation is exact, or where that would take too long from as many throws of other dice: either way it has nothing
    to do with the dice that fell. ``seed`` and ``place`` are the game's and the command's in it.
    """
    first = ruleset.players(state)[0]

    def rule(dice: Dice) -> Place:
        return place_of(ruleset, ruleset.after(state, ruleset.decide(state, command, dice)), first)

    try:
        odds = chances_once(rule, max_runs=EXACT_RUNS)
        might = {where: weight / odds.total for where, weight in odds.weights.items()}
    except EnumerationLimitError:
        thrown = Counter(rule(DiceTray(seeded(f"luck of {seed}", place, number))) for number in range(SAMPLES))
        might = {where: count / SAMPLES for where, count in thrown.items()}
    sorted_might = tuple((weight, where) for where, weight in sorted(might.items()))
    return Throw(place_of(ruleset, after, first), sorted_might, command.type)


def luck_in_figures(ruleset: Any, state: Any, command: Command, after: Any, seed: int, place: int) -> tuple[float, ...]:
    """What the dice of a command that was carried out brought of each figure of a state
    (:class:`aqmf_air.core.play.ruleset.Gauged`), less the mean of ``FEW`` throws of other dice: 0 on average, whatever fell.
    """
    decide = (ruleset.decide(state, command, DiceTray(seeded(f"luck of {seed}", place, number))) for number in range(FEW))
    others = [ruleset.gauges(ruleset.after(state, events)) for events in decide]
    return tuple(came - sum(might) / FEW for came, *might in zip(ruleset.gauges(after), *others, strict=True))
