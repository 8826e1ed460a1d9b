"""Questions as the command line makes them, without a process."""

from __future__ import annotations

import shlex
from fractions import Fraction
from typing import Any

import click

from aqmf_air.cli.odds import odds
from aqmf_air.cli.odds.command import QuestionCommand
from aqmf_air.core.odds.answer import Answer


def asked(question: str) -> Answer:
    """What ``aqmf odds QUESTION`` asks."""
    name, *args = shlex.split(question)
    command = odds.get_command(click.Context(odds), name)
    assert isinstance(command, QuestionCommand)
    with command.make_context(name, args) as ctx:
        return command.answer_to(ctx)


def chances_of(question: str, key: str) -> dict[Any, Fraction]:
    """The distribution of one line of a question."""
    return dict(asked(question).line(key).odds)
