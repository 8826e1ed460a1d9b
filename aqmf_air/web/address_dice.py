"""Dice that the address of a page holds: typed by a player or rolled by the app, read, told, and rolled on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from aqmf_air.core.data.text import on_whom
from aqmf_air.core.dice.dice import Answer, Dice, Draw, NeedDice, Roll, Table, recorded
from aqmf_air.core.dice.faces import face_of
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.dice.sources import seeded
from aqmf_air.errors import DataError, DiceError

MOST_ROLLS = 60
ROLLED = "r"
"""Before the faces of a roll in an address: the app rolled them, not the player."""
PLAYER, APP = "player", "app"

Rule = Callable[[Dice], Any]
Spell = Callable[[TargetNumber], str]
"""What a target number asks of the dice, in the words of its game."""


@dataclass(frozen=True)
class Told:
    """A roll as a page tells it."""

    what: str
    """What was rolled for, with the number that it needed, and on whom."""
    faces: tuple[Any, ...]
    came: str
    by_app: bool


@dataclass(frozen=True)
class Played:
    """A rule, as far as its dice go: what was rolled, what is asked for next, what came of it."""

    rolls: tuple[Answer, ...]
    log: tuple[Roll, ...]
    need: Draw[Any] | None
    outcome: Any
    slip: str = ""
    """What is wrong with the first roll that does not fit; it and those after it are not among ``rolls``."""
    typed: str = ""
    """That roll, as typed."""
    spell: Spell = field(default=str, kw_only=True)

    @property
    def told(self) -> list[Told]:
        """The rolls so far."""
        return [self._told(one) for one in self.log]

    @property
    def need_said(self) -> str:
        """What the next roll is for, with the number that it needs, and on whom."""
        return self._asked(self.need) if self.need else ""

    @property
    def options(self) -> tuple[Any, ...]:
        """The faces of the next die, where they are not numbers."""
        if self.need is None or all(isinstance(face, int) for face in self.need.die.faces):
            return ()
        return self.need.die.faces

    @property
    def written(self) -> list[str]:
        """The rolls as an address holds them."""
        return [written(roll) for roll in self.log]

    def _told(self, one: Roll) -> Told:
        came = [value for value in one.values if not isinstance(value, bool)]
        passed = sum(value is True for value in one.values)
        said = ", ".join(map(str, came)) if came else f"{passed} of {len(one.values)}"
        return Told(self._asked(one.ask), one.faces, said, one.by == APP)

    def _asked(self, ask: Draw[Any]) -> str:
        takes = self.spell(ask.about) if isinstance(ask.about, TargetNumber) else ""
        return " ".join(filter(None, (ask.label, takes, on_whom(ask))))


def played(rule: Rule, given: Sequence[str], spell: Spell = str) -> Played:
    """A rule played with the rolls that an address holds."""
    rolls: list[Answer] = []
    slip = typed = ""
    for one in given[:MOST_ROLLS]:
        need = _play(rule, rolls)[1]
        if need is None:
            break
        try:
            rolls.append(_answer(need, one))
        except DiceError as bad:
            slip, typed = str(bad), one[:2000]
            break
    log, need, outcome = _play(rule, rolls)
    return Played(tuple(rolls), tuple(log), need, outcome, slip, typed, spell=spell)


def rolled_on(rule: Rule, given: Sequence[str], to_the_end: bool) -> Played:
    """The same, with the next dice rolled by the app, or all that are missing.

    Raises:
        DataError: it takes more rolls than an address may hold.
    """
    rolls = list(played(rule, given).rolls)
    while (need := _play(rule, rolls)[1]) is not None:
        if len(rolls) == MOST_ROLLS:
            raise DataError(f"expected at most {MOST_ROLLS} rolls", key="roll")
        rolls.append(Answer(seeded(token_hex(16))(need).faces, APP))
        if not to_the_end:
            break
    log, need, outcome = _play(rule, rolls)
    return Played(tuple(rolls), tuple(log), need, outcome)


def written(roll: Roll) -> str:
    """A roll as an address holds it."""
    faces = roll.ask.die.faces
    numbers = [str(face if isinstance(face, int) else faces.index(face) + 1) for face in roll.faces]
    return " ".join(([ROLLED] if roll.by == APP else []) + numbers)


def _answer(need: Draw[Any], given: str) -> Answer:
    """The faces that a player wrote: numbers with blanks or commas between them.

    Raises:
        DiceError: a face that the die does not have, or too few, or too many.
    """
    words = given.replace(",", " ").split()
    by = PLAYER
    if words[:1] == [ROLLED]:
        by, words = APP, words[1:]
    faces = tuple([face_of(word[:20], need) for word in words[: need.size + 1]])
    if len(words) != need.size:
        raise DiceError(f"{need.label}: expected {need.size} of {need.die}, got {len(words)}", ask=need, faces=faces)
    return Answer(faces, by)


def _play(rule: Rule, rolls: Sequence[Answer]) -> tuple[list[Roll], Draw[Any] | None, Any]:
    table = Table(recorded(rolls))
    try:
        return table.log, None, rule(table)
    except NeedDice as need:
        return table.log, need.ask, None
