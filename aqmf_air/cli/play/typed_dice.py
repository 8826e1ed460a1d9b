"""Dice that players roll themselves and type in: at a prompt, or from a pipe."""

from __future__ import annotations

from typing import Any, TextIO

import click

from aqmf_air.core.dice.dice import Draw, Face
from aqmf_air.core.dice.sources import face_of, options_of
from aqmf_air.errors import DataError, DiceError

BACK = "<"
"""Typed in place of dice: correct the roll before."""
LONGEST_LINE = 20_000
"""Characters of a line: no order is as long."""


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


class TypedDice:
    """Reads faces. On a terminal it asks again for what was a slip; in a pipe a slip ends the program."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.interactive = stream.isatty()
        self._left: list[str] = []

    def ask(self, draw: Draw[Any], need: str) -> tuple[Face, ...] | None:
        """The faces for ``draw``, or None to go back to the roll before.
        Raises DiceError: in a pipe: a face that the die does not have, or too few.
        Raises Stopped: the player leaves instead.
        """
        self.say(f"{draw.label}{need}: {options_of(draw) or f'{draw.size} {draw.die}'}? ", more=True)
        try:
            return self._faces(draw)
        finally:
            if not self.interactive:
                click.echo(err=True)  # nobody's Return ended the line

    def agreed(self) -> bool:
        """Whether the dice of a command may take effect: on a terminal the player is asked, in a pipe they may.
        Raises Stopped: the player leaves instead.
        """
        if not self.interactive:
            return True
        while True:
            self.say(f"Return to go on, {BACK} to correct the last roll: ", more=True)
            words = self._words_of_a_line()
            if words in ([], [BACK]):
                return not words
            self.say(f"expected Return, {BACK} or quit, got {' '.join(words)}")

    def say(self, text: str, more: bool = False) -> None:
        """A line beside the dice, or with ``more`` the beginning of one; standard output is the game's."""
        click.echo(f"    {text}", nl=not more, err=True)

    def _faces(self, draw: Draw[Any]) -> tuple[Face, ...] | None:
        """At a terminal what is no face is refused and asked for again, all others stand where they were typed."""
        faces: dict[int, Face] = {}
        while missing := [place for place in range(draw.size) if place not in faces]:
            words = self._words_of_a_line() if self.interactive else [self._next_word(draw, len(faces))]
            if BACK in words:
                return None
            if len(words) > len(missing):
                said = f"expected {len(missing)} of {draw.die}, got {len(words)}: nothing of this line is taken"
                self.say(f"{draw.label}: {said}")
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
                stand = f" (these stand: {' '.join(str(faces[place]) for place in sorted(faces))})" if faces else ""
                self.say(f"{short} more{stand}: ", more=True)
        return tuple(faces[place] for place in range(draw.size))

    def _words_of_a_line(self) -> list[str]:
        line = line_from(self.stream)
        words = line.replace(",", " ").split()
        if not line or any(map(leaves, words)):
            raise Stopped
        return words

    def _next_word(self, draw: Draw[Any], taken: int) -> str:
        """The next word of a pipe, however words are spread over lines."""
        while not self._left:
            line = line_from(self.stream)
            if not line:
                said = f"{draw.label}: expected {draw.size} of {draw.die}, got {taken}: the input ended"
                raise DiceError(said, ask=draw, faces=())
            self._left = line.replace(",", " ").split()
        word = self._left.pop(0)
        if leaves(word):
            raise Stopped
        return word
