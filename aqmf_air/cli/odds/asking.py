"""What every odds command is: options that make a question, and options on how it is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import click

from aqmf_air.cli.render import OutFile, Whole
from aqmf_air.core.chance import Odds
from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.core.question import Question
from aqmf_air.errors import IllegalCommandError

MAX_DICE = 1000
"""Up to so many dice in one question are counted exactly: beyond, the fractions alone would fill books."""


@dataclass(frozen=True)
class Line:
    """One distribution of an answer: its key in documents, and its title for people."""

    key: str
    title: str
    question: Question
    shown: bool = True
    """Whether people see it as a table."""

    @cached_property
    def odds(self) -> Odds[Any]:
        """The exact chances."""
        return self.question.odds()

    @property
    def of_numbers(self) -> bool:
        """Whether outcomes are numbers; the others have names."""
        return all(isinstance(outcome, int) for outcome in self.odds)

    @property
    def outcomes(self) -> tuple[Any, ...]:
        """What can come up: numbers from the lowest, names from the best to the worst of those who are asked about."""
        possible = [outcome for outcome, weight in self.odds.weights.items() if weight]
        return tuple(sorted(possible, key=None if self.of_numbers else NAMES.index))


@dataclass(frozen=True)
class Stage:
    """A step of the funnel: how many get so far on average. ``count`` is a number, or the key of a line."""

    name: str
    count: int | str


@dataclass(frozen=True)
class Also:
    """A chance beside the headline."""

    name: str
    question: Question
    holds: Callable[[Any], bool]

    @property
    def chance(self) -> Fraction:
        """The exact chance."""
        return self.question.odds().where(self.holds)


@dataclass(frozen=True)
class Asked:
    """A question with everything that goes into its answer."""

    title: str
    lines: tuple[Line, ...]
    headline: str
    """The chance that matters most, in words: ``at least 1 damaging hit``."""
    holds: Callable[[Any], bool]
    """Whether an outcome of the main line counts for the headline."""
    main: str
    """The key of the line that the headline is about."""
    targets: tuple[tuple[str, TargetNumber], ...] = ()
    """The numbers to roll, each under what it is called here."""
    funnel: tuple[Stage, ...] = ()
    switches: tuple[tuple[str, Question], ...] = ()
    """Causes that are no modifiers (a re-roll): in words, and the main line's question without them."""
    also: tuple[Also, ...] = ()
    notes: tuple[str, ...] = ()
    facts: tuple[tuple[str, Any], ...] = ()
    """What else is worth knowing, and goes into documents as it is."""
    dice: int = 1
    """How many dice are rolled at most, about."""

    def line(self, key: str) -> Line:
        """The line of this key."""
        return next(line for line in self.lines if line.key == key)

    @property
    def counted(self) -> Line | None:
        """The line whose average is told: the main one, or the first one shown that is of numbers."""
        main = self.line(self.main)
        return next((line for line in (main, *self.lines) if line.of_numbers and (line.shown or line is main)), None)

    @property
    def chance(self) -> Fraction:
        """The headline chance."""
        return self.line(self.main).odds.where(self.holds)


def named(*targets: TargetNumber) -> tuple[tuple[str, TargetNumber], ...]:
    """Target numbers under their own names."""
    return tuple((target.what, target) for target in targets)


def at_least_one(outcome: int) -> bool:
    """The headline of most counts."""
    return outcome >= 1


@dataclass(frozen=True)
class Is:
    """The headline of outcomes with names."""

    names: tuple[str, ...]

    def __call__(self, outcome: str) -> bool:
        return outcome in self.names


NAMES = (
    "unhurt", "pass", "fail", "suicide",
    "damages", "no damage", "misses",
    "unharmed", "damaged", "wrecked", "explodes", "destroyed",
    "human", "martian", "tie",
    "may move and shoot", "may move", "no show",
)  # fmt: skip
"""Outcomes that have names, in the order in which they are shown."""

COMMON = ("as_json", "svg", "varied", "plays", "seed")


class Asking(click.Command):
    """A command whose callback makes an :class:`Asked`; the options on how to answer it are added here."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.params += [
            click.Option(["--vary", "varied"], metavar="OPTION=VALUES", help=(
                "Ask once for each value of an option and compare: shots=1..9, power=0,2,4, defense=3..8, "
                "cover=none,soft (or just cover: all)."
            )),
            click.Option(["--svg"], type=OutFile(".svg"), metavar="FILE", help="Plot to FILE."),
            click.Option(["--estimate", "plays"], type=Whole(1, 1_000_000), metavar="N", help=(
                "Play N times and count, where exact odds are out of reach."
            )),
            click.Option(["--seed"], type=int, default=1, show_default=True, help="The seed of an estimate."),
            click.Option(["--json", "as_json"], is_flag=True, help="One JSON document on standard output, nothing else."),
        ]  # fmt: skip

    def asked(self, ctx: click.Context, **changed: Any) -> Asked:
        """What the options of ``ctx`` ask, some of them ``changed``."""
        own = {name: value for name, value in ctx.params.items() if name not in COMMON}
        assert self.callback is not None  # every command here is made from a function
        asked = ctx.invoke(self.callback, **{**own, **changed})
        assert isinstance(asked, Asked)
        return asked

    def invoke(self, ctx: click.Context) -> None:
        given = ctx.params
        if given["plays"] is not None and (given["varied"] or given["svg"]):
            raise click.UsageError("--estimate goes with neither --vary nor --svg", ctx)
        if given["varied"]:
            from aqmf_air.cli.odds.several import answer_varied

            with refusals_told(given["as_json"]):
                answer_varied(self, ctx, given["varied"], given["as_json"], given["svg"])
            return
        with refusals_told(given["as_json"]):
            asked = self.asked(ctx)
        if given["plays"] is not None:
            from aqmf_air.cli.odds.estimates import answer_estimate

            answer_estimate(asked, given["plays"], given["seed"], given["as_json"])
            return
        within_reach(asked)
        if given["svg"]:
            from aqmf_air.cli.odds.plots import plot_one

            plot_one(asked, given["svg"])
        if given["as_json"]:
            from aqmf_air.cli.odds.answers import print_document

            print_document(asked)
        else:
            from aqmf_air.cli.odds.told import tell

            tell(asked)


def forbidden(rule: str, why: str) -> IllegalCommandError:
    """What to raise where a rule does not let one unit do this to another."""
    from aqmf_air.core.ruleset import Objection

    objection = Objection(rule, why)
    return IllegalCommandError(str(objection), objections=(objection,))


@contextmanager
def refusals_told(as_json: bool) -> Iterator[None]:
    """With ``--json``, what the rules do not allow is answered by a document too."""
    try:
        yield
    except IllegalCommandError as refused:
        if as_json:
            from aqmf_air.cli.render import print_json

            problems = [{"rule": one.rule, "message": one.reason} for one in refused.facts.get("objections", ())]
            print_json({"allowed": False, "problems": problems})
        raise


def within_reach(asked: Asked) -> None:
    """Refuse what is too big for exact odds, and offer an estimate.

    Raises:
        click.UsageError: says how.
    """
    if asked.dice > MAX_DICE:
        plays = max(100, min(10_000, 5_000_000 // asked.dice))
        raise click.UsageError(
            f"{asked.dice:,} dice are too many for exact odds (at most {MAX_DICE:,}): "
            f"add '--estimate {plays}' for an estimate with its margin"
        )


def choice_values(option: click.Parameter, ctx: click.Context) -> Sequence[Any] | None:
    """Every value of an option that has few: of a choice, a flag, or cover."""
    if isinstance(option.type, click.Choice):
        return option.type.choices
    if isinstance(option, click.Option) and option.is_flag:
        return (False, True)
    if option.name == "cover":
        from aqmf_air.host.shelter import shelters

        return tuple(shelters())
    return None


def plural(number: int, one: str, many: str = "") -> str:
    """``1 shot``, ``3 shots``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
