"""A game at the table: orders are taken from whoever gives them, carried out and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.telling import Teller
from aqmf_air.cli.typed import TypedDice

if TYPE_CHECKING:
    from aqmf_air.core.events import Command
    from aqmf_air.core.session import Ready, Resolved, Session, Waiting
    from aqmf_air.host.ruleset import AllQuiet
    from aqmf_air.host.scenario import Scenario
    from aqmf_air.host.state import Game

MOST_TURNS = 100
"""Turns after which two automatic sides that cannot beat each other are stopped."""

Orders = Callable[["Session[Game]"], "Command | None"]
"""Who orders a side about: the next command of it, None if it has none to give now."""


class Stopped(Exception):  # noqa: N818 - nothing went wrong: the player has had enough for today
    """A player leaves the table; the game is kept as it stands."""


def load_scenario(ruleset: AllQuiet, name: str, chosen: dict[str, Any]) -> Scenario:
    """The scenario in a file, or the bundled one of this name.

    Raises:
        DataError: the file is wrong.
        UnknownNameError: there is no such scenario; with near names.
    """
    from aqmf_air.host.scenario import read_scenario

    is_file = name.endswith(".toml") or "/" in name
    return ruleset.scenario(read_scenario(Path(name)) if is_file else ruleset.bundled(name), chosen)


def follow_script(session: Session[Game], scenario: Scenario, teller: Teller, typed: TypedDice | None) -> None:
    """Carry out the orders of a script; those that are not possible any more are passed over."""
    for order in scenario.script:
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
    while not session.ruleset.over(session.state) and session.state.turn <= MOST_TURNS:
        game = session.state
        teller.place(game)
        waiting = [side for side in sides if side not in game.active]
        for side in (*game.active, *waiting):
            command = sides[side](session)
            if session.state is not game:  # the player took something back
                break
            if command is not None:
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
    return session.take_back() if step.given else step


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

    write_aside(path, "".join(f"{line}\n" for line in to_lines(session.header, session.entries)).encode())


def note(text: str, quiet: bool) -> None:
    """A line for people."""
    if not quiet:
        click.echo(text)
