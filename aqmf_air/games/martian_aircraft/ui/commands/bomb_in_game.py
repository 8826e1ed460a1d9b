"""``aqmf bomb plan --game``: the best run for a unit of a kept game as it stands, as an order to type or to play."""

from __future__ import annotations

from typing import Any

import click

from aqmf_air.cli.main import NO
from aqmf_air.cli.opened import gone_on_with, open_registry, open_store
from aqmf_air.cli.render import print_json, say, working


def plan_in_game(game: str, unit: str, play: bool, as_json: bool) -> None:
    """Plan for the unit that goes by this name or id, with the bombs that it has left, at enemies that its side sees.

    With ``play`` the order is given, and rolled for from the game's seed.

    Raises:
        UnknownNameError: there is no such game.
        DataError: the game has no such unit, or it is no aircraft.
    """
    from aqmf_air.core.data.names import meant
    from aqmf_air.core.play.secrecy import hidden_from, lines_of
    from aqmf_air.core.play.words import InWords
    from aqmf_air.errors import DataError
    from aqmf_air.games.martian_aircraft.ui.board.plan import planned_flight
    from aqmf_air.games.martian_aircraft.units import is_aircraft
    from aqmf_air.games.martian_front.base_order import RULESET
    from aqmf_air.games.martian_front.ui.board.extension import GameSeat
    from aqmf_air.web.board.board import board_of
    from aqmf_air.web.live.position import TablePosition

    with open_store() as store:
        kept, rules, session = gone_on_with(store, game, open_registry())
        ruleset, state = session.ruleset, session.state
        if ruleset.id != RULESET:
            raise DataError(f"--game: {kept!r} is a game of {ruleset.title}, which has no bombs", key="game")
        flying = {one.id: state.called(one.id) for one in state.units if is_aircraft(state, one)}
        found = meant(flying, unit)
        if len(found) != 1:
            there = ", ".join(flying.values()) or "there are none"
            raise DataError(f"--unit: expected one of the aircraft ({there}), got {unit!r}", key="unit", value=unit)
        aircraft = state.unit(found[0])
        side = aircraft.side
        sides = ruleset.players(state)
        hidden = {one: hidden_from(ruleset, state, one) for one in (*sides, "")}
        position = TablePosition(board_of(ruleset, rules.registry), state, len(session.entries), sides, hidden)
        with working("the best run is looked for"):
            order, told = planned_flight(GameSeat(position, side), aircraft)
        if order is None:
            if as_json:
                print_json({"game": kept, "unit": aircraft.id, **told})
            else:
                click.echo(f"aqmf: {told['none']}", err=True)
            raise click.exceptions.Exit(NO)
        assert isinstance(ruleset, InWords)  # every game of orders is
        words = ruleset.order_in_words(state, order, side)
        lines: list[str] = []
        if play:
            session.submit(order, side)
            lines = lines_of(ruleset, session.entries[-1].events, state, side)
    if as_json:
        against = [str(one) for one in told["objections"]]
        print_json({"game": kept, "unit": aircraft.id, **told, "objections": against, "words": words, "played": play})
        return
    _show(told, words, kept, lines)


def _show(told: dict[str, Any], words: str, game: str, lines: list[str]) -> None:
    say(f"Expected worth damaged: {told['value']:.4g} points; no legal run does better than {told['upper_bound']:.4g}.")
    for one in told["orders"]:
        say(f"{one['element']}: {one['said']}.")
    say(f"\nAs it is typed at the prompt (aqmf play --resume {game}):\n{words}")
    for line in lines:
        say(f"  > {line}")
