"""The players' own dice, typed in: at a prompt, or from a pipe."""

from __future__ import annotations

import sys
from typing import Any, TextIO

import click

from aqmf_air.core.dice import Draw, Face
from aqmf_air.core.faces import face_of, options_of
from aqmf_air.errors import DiceError

BACK = "<"
"""Typed in place of dice: correct the roll before."""


class TypedDice:
    """Reads faces. On a terminal it asks again after a slip; in a pipe a slip ends the program."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.interactive = stream.isatty()
        self._left: list[str] = []

    def ask(self, draw: Draw[Any], need: str) -> tuple[Face, ...] | None:
        """The faces for ``draw``, or None to go back to the roll before.

        Raises:
            DiceError: in a pipe: a face that the die does not have, or too few.
        """
        while True:
            try:
                return self._one_try(draw, need)
            except DiceError as slip:
                if not self.interactive:
                    raise
                self._left.clear()
                click.echo(f"    {slip}", err=True)

    def agreed(self) -> bool:
        """Whether the dice of a command may take effect: on a terminal the player is asked, in a pipe they may."""
        if not self.interactive:
            return True
        click.echo(f"    Return to go on, {BACK} to correct the last roll: ", nl=False, err=True)
        return self.stream.readline().strip() != BACK

    def _one_try(self, draw: Draw[Any], need: str) -> tuple[Face, ...] | None:
        options = options_of(draw)
        dice = options or f"{draw.size} {draw.die}"
        click.echo(f"    {draw.label}{need}: {dice}? ", nl=False, err=True)
        words: list[str] = []
        while len(words) < draw.size:
            word = self._word(draw, len(words))
            if word == BACK:
                return None
            words.append(word)
        if self._left and self.interactive:
            raise DiceError(
                f"{draw.label}: expected {draw.size} of {draw.die}, got {len(words) + len(self._left)}", ask=draw, faces=()
            )
        if not self.interactive:
            click.echo(err=True)
        return tuple(face_of(word, draw) for word in words)

    def _word(self, draw: Draw[Any], got: int) -> str:
        while not self._left:
            line = self.stream.readline()
            if not line:
                raise DiceError(
                    f"{draw.label}: expected {draw.size} of {draw.die}, got {got}: the input ended", ask=draw, faces=()
                )
            self._left = line.replace(",", " ").split()
            if self.interactive and len(self._left) + got < draw.size and BACK not in self._left:
                click.echo(f"    {draw.size - got - len(self._left)} more: ", nl=False, err=True)
        return self._left.pop(0)


def standard_input() -> TypedDice:
    """Dice from standard input."""
    return TypedDice(sys.stdin)
