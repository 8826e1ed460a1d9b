"""``aqmf odds morale``, ``rally``, ``initiative``, ``reserves``: who stands, who goes first, who comes."""

from __future__ import annotations

from dataclasses import dataclass, replace

import click

from aqmf_air.cli.odds.asking import Asked, Asking, Is, Line, named, plural
from aqmf_air.cli.render import Whole
from aqmf_air.core.question import Question

PASSED = Is(("pass",))


@click.command(cls=Asking)
@click.option("--lost", type=Whole(1, 30), default=1, show_default=True, help="Elements lost in this phase.")
@click.option("--aircraft", is_flag=True, help="The unit flies: +1 on the die.")
@click.option("--reroll", is_flag=True, help="A command squad is near: a failed test is rolled once more.")
@click.option("--last-element", is_flag=True, help="One aircraft is left: a natural 10 sends it into the nearest tripod.")
@click.pass_context
def morale(ctx: click.Context, /, lost: int, aircraft: bool, reroll: bool, last_element: bool) -> Asked:
    """A morale test of a human unit that lost elements."""
    from aqmf_air.host.morale import Nerve, morale_test, to_pass

    nerve = Nerve("unit", "", lost, 1 if last_element else 2)
    special: tuple[tuple[int, str], ...] = ()
    if last_element and not aircraft:
        raise click.UsageError("--last-element is for aircraft only: add --aircraft (AIR-RUN-1)", ctx)
    if aircraft:
        from aqmf_air.plugins.aircraft.morale import modifiers, natural_faces
        from aqmf_air.plugins.aircraft.units import KIND

        nerve = Nerve("unit", KIND, lost, nerve.left)
        target = to_pass(nerve, modifiers("morale", nerve))
        special = natural_faces(nerve) if last_element else ()
    else:
        target = to_pass(nerve)
    who = "A unit of aircraft" if aircraft else "A unit"
    title = f"{who} tests morale after losing {plural(lost, 'element')}"
    title += ", with one left" if last_element else ""
    question = Question(title, morale_test, (target, reroll, special, ""), (target,))
    plain = Question(title, morale_test, (target, False, special, ""), (target,))
    switches = (("the command squad's re-roll (HOST-MORALE-3)", plain),) if reroll else ()
    words = "it passes"
    holds = PASSED
    failure = "it leaves the table for good (AIR-MORALE-2)" if aircraft else "it routs (HOST-MORALE-2)"
    notes: tuple[str, ...] = (f"fail: {failure}",)
    if last_element:
        words, holds = "it does not leave (it passes, or begins a suicide run)", Is(("pass", *dict(special).values()))
        notes = (*notes, "suicide: a natural 10, and it must fly into the nearest tripod (AIR-RUN-1)")
    return Asked(
        title, (Line("outcomes", "The test", question),), words, holds, "outcomes", targets=named(target),
        switches=switches, notes=notes,
    )  # fmt: skip


def passed(result: bool) -> str:
    """A check's result by name."""
    return "pass" if result else "fail"


@click.command(cls=Asking)
def rally() -> Asked:
    """A routed unit tries to rally in the end phase."""
    from aqmf_air.host.standing import rally as rally_rule
    from aqmf_air.host.standing import to_rally

    target = to_rally()
    title = "A routed unit tries to rally"
    question = Question(title, rally_rule, (target,), (target,), passed)
    return Asked(title, (Line("outcomes", "The roll", question),), "it rallies", PASSED, "outcomes", targets=named(target))


@click.command(cls=Asking)
@click.option("--kills", type=Whole(0, 20), default=0, show_default=True, help="Enemy units destroyed last turn.")
@click.option("--big-kills", type=Whole(0, 20), default=0, show_default=True, help=(
    "Of these, with Armor 11 or more."
))  # fmt: skip
@click.option("--commands-lost", type=Whole(0, 20), default=0, show_default=True, help=(
    "Own command units lost last turn."
))  # fmt: skip
@click.pass_context
def initiative(ctx: click.Context, /, kills: int, big_kills: int, commands_lost: int) -> Asked:
    """Who wins the initiative; modifiers are the human side's. Ties are rolled again."""
    from aqmf_air.host.initiative import initiative as roll
    from aqmf_air.host.initiative import initiative_bonuses

    if big_kills > kills:
        raise click.UsageError("--big-kills cannot be more than --kills: they are among them", ctx)
    human = initiative_bonuses(kills, big_kills, commands_lost)
    title = "Initiative"
    one = Question(title, roll, (human, ()))
    settled = replace(one, again=tied)
    return Asked(
        title,
        (Line("outcomes", "Once ties are rolled again", settled), Line("one_roll", "One roll", one)),
        "the human side wins the initiative", Is(("human",)), "outcomes",
        notes=tuple(f"The human side's die: {one.value:+d} {one.reason}." for one in human),
    )  # fmt: skip


def tied(winner: str) -> bool:
    """Neither side has won: both roll again."""
    return winner == "tie"


@click.command(cls=Asking)
@click.option("--units", type=Whole(1, 60), default=1, show_default=True, help="Units in reserve.")
@click.option("--turns", type=Whole(1, 60), default=1, show_default=True, help="Turns in which they roll.")
@click.pass_context
def reserves(ctx: click.Context, /, units: int, turns: int) -> Asked:
    """Units in reserve roll each turn until they come on."""
    from aqmf_air.host.reserves import arrival, arrived_within

    title = f"{plural(units, 'unit')} in reserve, {plural(turns, 'turn')}"
    lines = (
        Line("arrived", "Units that have come on", Question(title, arrived_within, (units, turns))),
        Line("outcomes", "One roll", Question(title, arrival, ("",))),
    )
    return Asked(title, lines, f"all {units} have come on" if units > 1 else "it has come on", AllOf(units), "arrived",
                 dice=units * turns)  # fmt: skip


@dataclass(frozen=True)
class AllOf:
    """The headline of counts where all of them matter."""

    number: int

    def __call__(self, outcome: int) -> bool:
        return outcome >= self.number
