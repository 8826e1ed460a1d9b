"""Dice that players roll themselves and type in: at a prompt, or from a pipe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TextIO

import click

from aqmf_air.cli.wrapping import wrapped
from aqmf_air.core.data.model import clipped
from aqmf_air.core.data.typed_faces import face_of, named_faces, options_of
from aqmf_air.core.dice.dice import Draw, Face
from aqmf_air.errors import DataError, DiceError

BACK = "<"
"""Typed in place of dice: correct the roll before."""
DROP = ("cancel", "undo")
"""Typed in place of dice: back to before the order."""
HELP = f"""\
  {{faces}}
  {BACK}               correct the roll before
  cancel, undo    back to before this order: nothing of it has happened yet
  units, map      how the game stands before this order; map FILE draws it
  quit, q         leave the table; the game is kept as it was before this order
  ?, help         this\
"""
NUMBERS = "{:<16}the faces that you rolled, with blanks or commas{}. Those of several rolls may stand in one line"
NAMES = "rail yard       what stands on the card or counter that you drew, or its number in the list"
LONGEST_LINE = 20_000
"""Characters of a line: no order is as long."""
TOGETHER = "\u00a0"
"""A blank at which no line is broken, until it is printed: ``1 D10?``."""
LONGEST_NAME = 8
"""Words of what stands on a card."""


def leaves(word: str) -> bool:
    """Whether a player who types this in place of dice, or of an order, means to leave the table."""
    return word.casefold() in ("quit", "q", "exit")


def line_from(stream: TextIO) -> str:
    """The next line of what is typed or piped in, with its end; empty where there is none.
    Raises DataError: it does not end.
    """
    line = stream.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE:
        raise DataError(f"standard input: a line of more than {LONGEST_LINE:,} characters", path="standard input")
    return line


class Stopped(Exception):  # noqa: N818 - nothing went wrong: the player has had enough for today
    """A player leaves the table; the game is kept as it stands."""


class Earlier(Exception):  # noqa: N818 - nothing went wrong
    """A player corrects the last roll of the order before."""


class OrderCancelled(Exception):  # noqa: N818 - nothing went wrong
    """A player goes back to before the order that dice are asked for."""


@dataclass(frozen=True)
class _Early:
    """Faces that were typed with those of an earlier roll."""

    draw: Draw[Any]
    """The roll that they are for."""
    faces: tuple[Face, ...]
    run: bool
    """Whether that is the next of a run, on whomever it is made."""

    def fits(self, draw: Draw[Any]) -> bool:
        """Whether this is the roll that they are for."""
        same = draw.further == self.draw.further if self.run else draw.subject == self.draw.subject
        return draw == self.draw and same


def _named(draw: Draw[Any]) -> bool:
    return bool(named_faces(draw.die))


def _is_face(word: str, draw: Draw[Any]) -> bool:
    try:
        face_of(word, draw)
    except DiceError:
        return False
    return True


def _each(words: Sequence[str], draw: Draw[Any], most: int, last: bool = False) -> tuple[list[str], list[str]]:
    """What a line says of each face, so many at most, and the words that are left over.

    A card may have a name of several words. ``last``: nothing else can be meant by the words of the last one.
    """
    phrases, left = list[str](), list(words)
    while left and len(phrases) < most:
        lengths = range(min(len(left), LONGEST_NAME), 1, -1) if _named(draw) else ()
        rest = len(left) if lengths and last and len(phrases) == most - 1 else 1
        starts = ((n, " ".join(left[:n])) for n in lengths)
        n = next((n for n, start in starts if any(map(str.isalpha, start)) and _is_face(start, draw)), rest)
        phrases.append(" ".join(left[:n]))
        del left[:n]
    return phrases, left


class TypedDice:
    """Reads faces. On a terminal it asks again for what was a slip; in a pipe a slip ends the program."""

    def __init__(self, stream: TextIO, need: Callable[[Draw[Any]], str] = lambda draw: "") -> None:
        self.stream = stream
        self.interactive = stream.isatty()
        self.need = need
        """What a roll needs and on whom it is made, as it is put behind its label."""
        self.looked: Callable[[str], bool] = lambda line: False
        """Answers a line that asks for no dice but for how the game stands: ``map``."""
        self.refusal = ""
        """Why the order in hand cannot be given up; empty: it can be."""
        self._help = ""
        """How the faces are written that are asked for."""
        self._left: list[str] = []
        self._early: list[_Early] = []
        self._listed: list[str] = []
        """The rolls to come, as they were listed last."""

    def ask(self, draw: Draw[Any], ahead: Sequence[Draw[Any]] = ()) -> tuple[Face, ...] | None:
        """The faces for ``draw``, or None to go back to the roll before.

        ``ahead``: the rolls that come after it whatever it shows. They are listed, and what is typed for them is taken.

        Raises DiceError: in a pipe: a face that the die does not have, or too few.
        Raises Stopped: the player leaves instead.
        Raises OrderCancelled: the player goes back to before the order.
        """
        ten = draw.die.faces[-1] == 10
        example = "4 7 0" if ten else " ".join(map(str, draw.die.faces[:3]))
        self._help = NAMES if _named(draw) else NUMBERS.format(example, "; 0 means 10" if ten else "")
        if self._early:
            early = self._early.pop(0)
            if early.fits(draw):
                self.say(f"{self._prompt_text(draw)}? {' '.join(map(draw.die.name_of, early.faces))}")
                return early.faces
            unused = " ".join(str(face) for typed in (early, *self._early) for face in typed.faces)
            self.say(f"another roll comes next than was expected: dice typed for later are not taken ({unused})")
            self._early.clear()
        elif draw.repeats and draw.further and not ahead and self.interactive:
            self.say(f"up to {1 + draw.further} of these rolls may follow: type the dice of as many as you like in one line")
        elif ahead and self.interactive:
            self._list([self._prompt_text(roll) for roll in (draw, *ahead)])
        self.say(f"{self._prompt_text(draw)}? ", more=True)
        try:
            return self._faces(draw, ahead)
        finally:
            if not self.interactive:
                click.echo(err=True)  # nobody's Return ended the line

    def _prompt_text(self, draw: Draw[Any]) -> str:
        return f"{draw.label}{self.need(draw)}: {options_of(draw) or f'{draw.size}{TOGETHER}{draw.die}'}"

    def forget(self) -> None:
        """Take nothing that was typed ahead: another order follows, or an earlier roll is corrected."""
        self._early.clear()
        self._listed.clear()

    def _list(self, rolls: list[str]) -> None:
        """The rolls to come, unless they stand in the list before: that goes on."""
        lists = (self._listed[at : at + len(rolls)] for at in range(len(self._listed)))
        if rolls in lists:
            return
        self._listed = rolls
        self.say(f"{len(rolls)} rolls, one after the other, or all of their dice in one line:")
        for number, roll in enumerate(rolls, 1):
            self.say(f"  {number:>2}  {roll}")

    def say(self, text: str, more: bool = False) -> None:
        """A line beside the dice, or with ``more`` the beginning of one; standard output is the game's."""
        line = wrapped(f"    {text.rstrip()}").replace(TOGETHER, " ")
        click.echo(f"{line} " if more else line, nl=not more, err=True)

    def _faces(  # noqa: C901 - each kind of slip has its message
        self, draw: Draw[Any], ahead: Sequence[Draw[Any]] = ()
    ) -> tuple[Face, ...] | None:
        """At a terminal what is no face is refused and asked for again, all others stand where they were typed."""
        faces: dict[int, Face] = {}
        while missing := [place for place in range(draw.size) if place not in faces]:
            words = self._words_of_a_line() if self.interactive else self._next_word(draw, len(faces))
            if words is None:
                self.say(f"{self._prompt_text(draw)}? ", more=True)
                continue
            if BACK in words:
                return None
            later = _to_come(draw, ahead)
            words, more = _each(words, draw, len(missing), last=not later)
            if more and (early := self._taken_early(more, later, run=not ahead)):
                self._early, more = early, []
            if more:
                no_die = next((word for word in (*words, *more) if not _is_face(word, draw)), "")
                got = clipped(no_die) if no_die else len(words) + len(more)
                message = f"expected {len(missing)} of {draw.die}, got {got}: nothing of this line is taken"
                self.say(f"{draw.label}: {message}")
                words = []
            slips = []
            for place, word in zip(missing, words, strict=False):
                try:
                    faces[place] = face_of(word, draw)
                except DiceError as slip:
                    if not self.interactive:
                        raise
                    slips.append(str(slip))
            if slips:
                self.say(slips[0])
            if self.interactive and (short := draw.size - len(faces)) > 0:
                stand = f" (these stand: {' '.join(draw.die.name_of(faces[at]) for at in sorted(faces))})" if faces else ""
                self.say(f"{short} more{stand}: ", more=True)
        return tuple(faces[place] for place in range(draw.size))

    def _taken_early(self, words: Sequence[str], later: Sequence[Draw[Any]], *, run: bool) -> list[_Early]:
        """The faces that a line has for the rolls to come, in whole rolls; nothing, where they do not fit."""
        early, left = list[_Early](), list(words)
        for draw in later:
            if not left:
                break
            each, left = _each(left, draw, draw.size)
            try:
                faces = tuple(face_of(word, draw) for word in each)
            except DiceError:
                return []
            if len(faces) < draw.size:
                return []
            early.append(_Early(draw, faces, run))
        return [] if left else early

    def _answered(self, word: str) -> bool:
        """Whether a word is no die, but was answered here. Raises Stopped or OrderCancelled: the player goes."""
        if leaves(word):
            raise Stopped
        if word.casefold() in DROP:
            if not self.refusal:
                raise OrderCancelled
            self.say(self.refusal)
        elif word.casefold() in ("?", "help"):
            click.echo(wrapped(HELP.format(faces=self._help), hang=18), err=True)
        else:
            return False
        return True

    def _words_of_a_line(self) -> list[str] | None:
        """The words of the next line; None, if it was answered here."""
        line = line_from(self.stream)
        words = line.replace(",", " ").split()
        if not line:
            raise Stopped
        if self.looked(line):
            return None
        return None if any(map(self._answered, words)) else words

    def _next_word(self, draw: Draw[Any], taken: int) -> list[str] | None:
        """The next word of a pipe, however words are spread over lines; None, if it was answered here."""
        while not self._left:
            line = line_from(self.stream)
            if not line:
                message = f"{draw.label}: expected {draw.size} of {draw.die}, got {taken}: the input ended"
                raise DiceError(message, ask=draw, faces=())
            if self.looked(line):
                return None
            self._left = line.replace(",", " ").split()
        (word,), self._left = _each(self._left, draw, 1)
        return None if self._answered(word) else word.split()


def _to_come(draw: Draw[Any], ahead: Sequence[Draw[Any]]) -> Sequence[Draw[Any]]:
    """The rolls whose dice may be typed with these: those that are sure to come, else those of the same run."""
    if ahead or not draw.repeats:
        return ahead
    return [replace(draw, further=further) for further in reversed(range(draw.further))]
