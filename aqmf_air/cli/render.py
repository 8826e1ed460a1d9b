"""Options that commands share, bars and progress; text and tables are in :mod:`aqmf_air.cli.wrapping`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from math import isfinite
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any, TypeVar

import click

from aqmf_air.cli.main import DidYouMean
from aqmf_air.cli.wrapping import Bar, width
from aqmf_air.cli.wrapping import on_terminal as on_terminal
from aqmf_air.cli.wrapping import say as say
from aqmf_air.cli.wrapping import speaks_unicode as speaks_unicode
from aqmf_air.cli.wrapping import strong as strong
from aqmf_air.cli.wrapping import table as table
from aqmf_air.core.data.text import one_in as one_in
from aqmf_air.core.data.text import percent as percent

F = TypeVar("F", bound=Callable[..., Any])


class WholeNumber(click.IntRange):
    """A whole number in a range, called that where it is none."""

    name = "integer"


class Amount(click.FloatRange):
    """A finite number in a range; ``nan``, which compares with nothing, is refused like any word."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if not isfinite(number):
            within = "a finite number" if self.max is None else f"a number from {self.min:g} to {self.max:g}"
            self.fail(f"expected {within}, got {value}", param, ctx)
        return number


class OutFile(click.Path):
    """A file to be written, in a folder that is there; with ``kinds``, one whose name ends in one of them (``.svg``).

    With ``dash`` it may be -, which is standard output.
    """

    def __init__(self, *kinds: str, dash: bool = False) -> None:
        super().__init__(dir_okay=False, allow_dash=dash, path_type=Path)
        self.kinds = kinds

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from aqmf_air.core.data.files import require_folder

        if not str(value):
            self.fail("expected the name of a file, got nothing", param, ctx)
        path = super().convert(value, param, ctx)
        if self.allow_dash and str(path) == "-":
            return path
        if self.kinds and Path(str(path)).suffix.casefold() not in self.kinds:
            self.fail(f"expected a file that ends in {' or '.join(self.kinds)}, got {str(path)!r}", param, ctx)
        require_folder(Path(str(path)))
        return path


class HelpGroup(DidYouMean):
    """A group whose help has the whole first sentence of each command, on as many lines as that takes. ``heading`` is the
    one that ``aqmf --help`` lists it under.
    """

    def __init__(self, *args: Any, heading: str = "", **extra: Any) -> None:
        super().__init__(*args, **extra)
        self.heading = heading

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [
            (name, command.get_short_help_str(limit=1000))
            for name, command in commands
            if command is not None and not command.hidden
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def examples(*lines: str) -> str:
    """What stands below the help of a command: how it is called, each line without the program's name."""
    return "\n".join(("\b", "Examples:" if len(lines) > 1 else "Example:", *(f"  aqmf {line}" for line in lines)))


def json_option(command: F) -> F:
    """The option ``--json``, as ``as_json``."""
    about = "One JSON document on standard output, nothing else."
    return click.option("--json", "as_json", is_flag=True, help=about)(command)


def not_empty(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The callback of an option that names a game: it may be left out, but not be empty."""
    if value is not None and not value.strip():
        raise click.BadParameter("expected the name of a game, got nothing")
    return value


def ruleset_option(command: F) -> F:
    """The option ``--ruleset ID``, as ``ruleset``; None if it is not given."""
    from aqmf_air.cli.opened import RULESETS

    about = "The game (see 'aqmf rulesets')."
    return click.option("--ruleset", metavar="ID", callback=not_empty, shell_complete=RULESETS, help=about)(command)


def ruling_option(command: F) -> F:
    """The option ``--ruling NAME=VALUE``, any number of times, as ``chosen``: a dictionary."""
    about, read = "Settle a ruling (see 'aqmf rulings').", _chosen
    return click.option("--ruling", "chosen", multiple=True, metavar="NAME=VALUE", callback=read, help=about)(command)


def _chosen(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for text in values:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"expected NAME=VALUE, got {text!r}")
        chosen[name.strip()] = {"true": True, "false": False}.get(value.strip(), value.strip())
    return chosen


def print_json(document: Any) -> None:
    """One JSON document: in UTF-8, or in what every other encoding agrees on."""
    click.echo(json.dumps(document, indent=2, ensure_ascii=not speaks_unicode()))


def heading(text: str) -> None:
    """A line that starts a section."""
    say(strong(text))


def bar(chance: Fraction | float, most: int = 24, beside: int = 0) -> str:
    """A bar as long as a chance, of ``most`` columns at most. ``beside``: the columns before it, where it is in no table."""
    room = width()
    return Bar(chance, most if room is None else max(0, min(most, room - beside)))


def keep(picture: object, path: Path | None) -> None:
    """Write a picture to its file, if it was asked for. Raises DataError: it cannot be written."""
    if path is not None:
        from aqmf_air.core.data.files import write_aside

        write_aside(path, str(picture).encode())


AFTER, EVERY = 2.0, 1.0
"""Seconds of work before a word is said, and between two."""
EVERY_LINE = 15.0
"""Seconds between two lines where nobody is at a terminal."""


@contextmanager
def working(what: str | Callable[[], str], *, lines: bool = False) -> Iterator[None]:
    """Tell somebody at a terminal how long ``what`` has been going on (``the reach is searched``), once it takes over 2 s.

    A function says each time how far it is.

    One line of standard error, which is gone when it ends: standard output has nothing of it, nor has a pipe or a file for
    standard error, save where ``lines`` tells of work of minutes by a line every now and then.
    """
    at_terminal = sys.stderr is not None and sys.stderr.isatty()
    if sys.stderr is None or not (at_terminal or lines):
        yield
        return
    done = Event()

    def tell() -> None:
        since, line, wait = monotonic(), "", AFTER if at_terminal else EVERY_LINE
        with suppress(OSError, ValueError):  # nobody watches any more
            while not done.wait(wait):
                doing = what if isinstance(what, str) else what()
                line = f"aqmf: {doing}, {monotonic() - since:.0f} s (Ctrl-C ends it)"
                if not at_terminal:
                    print(line, file=sys.stderr, flush=True)
                    continue
                sys.stderr.write(f"\r{line}")
                sys.stderr.flush()
                wait = EVERY
            if line and at_terminal:
                sys.stderr.write(f"\r{' ' * len(line)}\r")
                sys.stderr.flush()

    watching = Thread(target=tell, daemon=True)
    watching.start()
    try:
        yield
    finally:
        done.set()
        watching.join()
