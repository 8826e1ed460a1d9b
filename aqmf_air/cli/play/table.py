"""A game at the table: orders are taken from whoever gives them, carried out and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from aqmf_air.cli.play.telling import Teller
from aqmf_air.cli.play.typed import TypedDice
from aqmf_air.errors import AqmfError

if TYPE_CHECKING:
    from aqmf_air.core.events import Command
    from aqmf_air.core.ruleset import Scenario, Scripted
    from aqmf_air.core.session import Ready, Resolved, Session, Waiting
    from aqmf_air.host.ruleset import AllQuiet
    from aqmf_air.host.scenario.model import Setup
    from aqmf_air.host.state import Game

MOST_TURNS = 100
"""Turns after which two automatic sides that cannot beat each other are stopped."""

Orders = Callable[["Session[Game]"], "Command | None"]
"""Who orders a side about: the next command of it, None if it has none to give now."""


def load_scenario(ruleset: AllQuiet, name: str, chosen: dict[str, Any]) -> Scenario[Setup]:
    """The scenario in a file, on standard input (``-``), or the one of this name that ships or is the player's own.

    Raises:
        DataError: the file is wrong.
        UnknownNameError: there is no such scenario; with near names.
    """
    from aqmf_air.core.files import read_at_most
    from aqmf_air.core.tables import MAX_BYTES
    from aqmf_air.host.scenario.model import parse_scenario, read_scenario

    if name == "-":
        file = parse_scenario(read_at_most(name, MAX_BYTES), "standard input")
    elif name.endswith(".toml") or "/" in name:
        file = read_scenario(Path(name))
    else:
        file = ruleset.scenario_named(name)
    return ruleset.scenario(file, chosen)


def rest_of_script(ruleset: AllQuiet, session: Session[Game]) -> Sequence[Scripted]:
    """What a scenario's script still has for a game that has followed it so far; nothing for any other game."""
    setup = cast("Setup", session.header.setup)
    try:
        scenario = ruleset.scenario(ruleset.scenario_named(setup.scenario), dict(setup.rulings))
    except AqmfError:  # it was played from a file, or is not there any more
        return ()
    if scenario.setup != setup:
        return ()
    done, at = list(session.history), 0
    for order in scenario.script:  # one that is not in the log was passed over
        if done and (done[0].command, done[0].by) == (order.command, order.by):
            del done[0]
        elif not done:
            break
        at += 1
    return () if done else scenario.script[at:]


def follow_script(session: Session[Game], script: Sequence[Scripted], teller: Teller, typed: TypedDice | None) -> None:
    """Carry out the orders of a script; those that are not possible any more are passed over."""
    for order in script:
        if session.ruleset.over(session.state):
            break
        teller.place(session.state)
        objections = session.ruleset.objections(session.state, order.command, order.by)
        if objections:
            if not order.optional:
                teller.passed_over(order.command, objections)
            continue
        carry_out(session, order.command, order.by, teller, typed)


def play_on(session: Session[Game], sides: Mapping[str, Orders], teller: Teller, typed: TypedDice | None) -> None:
    """Play until somebody has won, nobody has an order to give, or a player has had enough."""
    again: tuple[str, ...] = ()
    while not session.ruleset.over(session.state) and session.state.turn <= MOST_TURNS:
        game = session.state
        teller.place(game)
        for side in dict.fromkeys((*again, *game.active, *sides)):
            command = sides[side](session)
            if session.state is not game:  # the player took something back: who had ordered it is asked again
                again = (session.undone[-1].by,) if session.entries[-1].kind == "undo" else ()
                break
            if command is not None:
                again = ()
                carry_out(session, command, side, teller, typed)
                break
        else:
            return


def carry_out(session: Session[Game], command: Command, by: str, teller: Teller, typed: TypedDice | None) -> Resolved:
    """One order: told before, rolled for, told after."""
    from aqmf_air.core.session import Resolved

    before = session.state
    teller.before(before, command, session.questions(command) if not teller.quiet else ())
    step: Waiting | Ready | Resolved = session.submit(command, by, hold=typed is not None)
    while not isinstance(step, Resolved):
        assert typed is not None  # the seed never waits
        step = _next_dice(session, step, teller, typed)
    teller.rolls(step.rolls)
    teller.after(before, step.events)
    return step


def _next_dice(
    session: Session[Game], step: Waiting | Ready, teller: Teller, typed: TypedDice
) -> Waiting | Ready | Resolved:
    from aqmf_air.core.session import Ready

    if isinstance(step, Ready):
        typed_in = any(roll.by != "seed" for roll in step.rolls)
        return session.commit() if not typed_in or typed.agreed() else session.take_back()
    faces = typed.ask(step.ask, teller.need(step.ask))
    if faces is not None:
        return session.answer(faces, hold=True)
    if any(roll.by != "seed" for roll in step.given):
        return session.take_back()
    typed.say("there is no roll of yours before it in this order")
    return step


def summary_of(session: Session[Game], name: str) -> dict[str, Any]:
    """The game in a few figures."""
    return {
        "game": name,
        "scenario": session.header.setup.scenario,  # type: ignore[attr-defined]
        "seed": session.header.seed,
        "winner": session.ruleset.over(session.state),
        "turns": session.state.turn,
        "entries": len(session.entries),
        "state": session.digest,
    }


def ending(game: Game) -> str:
    """How a game ended, or where it stands."""
    if game.winner:
        return "A draw." if game.winner == "draw" else f"The {game.winner} side wins."
    left = ", ".join(f"{unit.id} ({len(unit.elements)})" for unit in game.units if not unit.has("hidden"))
    return f"It stands in turn {game.turn}, {game.now.title.lower()}. Still in the game: {left}."


def save(session: Session[Game], path: Path | None) -> None:
    """Write the log to a file, if one is wanted."""
    if path is None:
        return
    from aqmf_air.core.events import to_lines
    from aqmf_air.core.files import write_aside
    from aqmf_air.core.saved import log_text

    write_aside(path, log_text(to_lines(session.header, session.entries)).encode())


def note(text: str, quiet: bool) -> None:
    """A line for people."""
    if not quiet:
        click.echo(text)
