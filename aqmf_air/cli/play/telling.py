"""How a game is told: phase by phase, each order with its target numbers, odds, rolls and results."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.render import bar, heading, percent
from aqmf_air.core.chance import Odds, odds_of
from aqmf_air.core.dice import Draw, Roll
from aqmf_air.core.draws import AtLeast
from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.core.saying import need, on_whom
from aqmf_air.errors import EnumerationLimitError

if TYPE_CHECKING:
    from aqmf_air.core.events import Command, Event, RollRecord
    from aqmf_air.core.ruleset import Question, Ruleset
    from aqmf_air.host.state import Game


UNTOLD = Fraction(1, 1000)
"""Chances below this are not listed line by line."""


class Teller:
    """Tells a game of ``ruleset`` on standard output; a quiet one says nothing."""

    def __init__(self, ruleset: Ruleset[Game], quiet: bool = False) -> None:
        self.ruleset = ruleset
        self.quiet = quiet
        self._place = (-1, "")

    def _say(self, line: str = "") -> None:
        if not self.quiet:
            click.echo(line)

    def place(self, game: Game) -> None:
        """The turn and the phase, when they are new."""
        if self.quiet or self._place == (game.turn, game.now.id):
            return
        self._place = (game.turn, game.now.id)
        side = f", {game.active[0]} side" if len(game.active) == 1 else ""
        when = f"Turn {game.turn}" if game.turn else "Before turn 1"
        click.echo()
        heading(f"{when}{side}: {game.now.title}")

    def before(self, game: Game, command: Command, questions: Sequence[Question]) -> None:
        """An order that is about to be carried out: what it needs, and the chances of what may come."""
        if self.quiet:
            return
        for question in questions:
            self._say()
            self._say(f"  {question.title}")
            for target in question.targets:
                self._say(f"    {self.needs(target)}")
            try:
                self._chances(question.odds())
            except EnumerationLimitError as limit:
                self._say(f"    odds: {limit}")

    def needs(self, target: TargetNumber) -> str:
        """A target number with its reasons."""
        reasons = [f"{target.base} {target.base_reason} ({target.source})", *map(str, target.modifiers)]
        return f"{target.what:<10} {self.ruleset.spell(target):<20} {', '.join(reasons)}"

    def need(self, ask: Draw[Any]) -> str:
        """What a roll needs and on whom it is made, as it is put behind its label."""
        said = need(ask, self.ruleset.spell)
        return "".join(f" {part}" for part in (f"({said})" if isinstance(ask.about, str) else said, on_whom(ask)) if part)

    def _chances(self, odds: Odds[Any]) -> None:
        if all(isinstance(outcome, int) and not isinstance(outcome, bool) for outcome in odds):
            self._say(f"    {'':4}  {'exactly':>7}  {'at least':>8}")
            for number in sorted(odds):
                at_least = odds.where(AtLeast(number))
                if number and at_least < UNTOLD:
                    break
                this = percent(odds[number])
                self._say(f"    {number:>4}  {this:>7}  {percent(at_least):>8}  {bar(odds[number])}".rstrip())
            self._say(f"    expected {float(odds.mean(lambda outcome: outcome)):.2f}")
            return
        for outcome, chance in sorted(odds.items(), key=lambda pair: str(pair[0])):
            name = {True: "yes", False: "no"}.get(outcome, outcome) if isinstance(outcome, bool) else outcome
            self._say(f"    {name!s:>8}  {percent(chance):>6}  {bar(chance)}".rstrip())

    def rolls(self, rolls: Sequence[Roll]) -> None:
        """Rolls that were made, with the chance that each die had and what came of it."""
        for roll in rolls:
            ask, by = roll.ask, "" if roll.by == "seed" else f"  [{roll.by}]"
            faces = " ".join(str(face) for face in roll.faces)
            self._say(f"    rolled {ask.label}{self.need(ask)}{_chance_of(ask)}: {faces}  ->  {_outcome(roll)}{by}")

    def records(self, rolls: Sequence[RollRecord]) -> None:
        """Rolls as the log has them, of an order that was decided under older rules."""
        for roll in rolls:
            by = "" if roll.by == "seed" else f"  [{roll.by}]"
            self._say(f"    rolled {roll.label}: {' '.join(map(str, roll.faces))}{by}")

    def after(self, game: Game, events: Sequence[Event]) -> None:
        """What happened."""
        for event in events:
            told = self.ruleset.tell(event, game)
            if told:
                self._say(f"  > {told}")
            game = self.ruleset.evolve(game, event)

    def passed_over(self, command: Command, reasons: Sequence[Any]) -> None:
        """An order of a script that is not possible any more."""
        self._say(f"  - passed over: {command.type}: {'; '.join(map(str, reasons))}")


def _chance_of(ask: Draw[Any]) -> str:
    odds = odds_of(ask)
    if set(odds) <= {True, False}:
        return f", {percent(odds.of(True))}" + (" each" if ask.copies > 1 else "")
    return ""


def _outcome(roll: Roll) -> str:
    values = roll.values
    if all(isinstance(value, bool) for value in values):
        won = sum(values)
        if len(values) == 1:
            return "yes" if won else "no"
        return f"{won} of {len(values)}"
    return ", ".join(map(str, values))
