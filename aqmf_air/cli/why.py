"""``aqmf why``: why an automatic side gave an order, of a kept game; and how that is told, at the prompt, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.main import NO
from aqmf_air.cli.opened import GAMES, POLICIES, open_registry, read_game
from aqmf_air.cli.render import WholeNumber, examples, json_option, print_json, say, working
from aqmf_air.errors import DataError
from aqmf_air.plugins import kinds

if TYPE_CHECKING:
    from aqmf_air.core.play.contributions import Policy
    from aqmf_air.core.play.events import Entry
    from aqmf_air.core.play.session import Session
    from aqmf_air.core.play.why import Why
    from aqmf_air.web.seat_settings import Setting

NO_ORDER_YET = "no automatic side has given an order yet"


@click.command(epilog=examples("why evening", "why evening --list"))
@click.argument("game", metavar="GAME", shell_complete=GAMES)
@click.argument("number", metavar="[N]", type=WholeNumber(1), default=1)
@click.option("--policy", metavar="NAME", shell_complete=POLICIES, help="Ask this automatic player, whoever gave the order.")
@click.option("--list", "listed", is_flag=True, help="List the orders of automatic sides with their N.")
@json_option
def why(game: str, number: int, policy: str | None, listed: bool, as_json: bool) -> None:
    """Tell why an automatic side gave an order in GAME, a kept one or a file: the last one, or the Nth from the last.

    It is worked out anew from the state before the order. Where something was hidden it is told when the game is over.
    """
    from aqmf_air.cli.play.table import kept_setting
    from aqmf_air.core.data.names import by_name
    from aqmf_air.core.play.why import given_at, kept_back
    from aqmf_air.plugins.rules_in_force import require_something
    from aqmf_air.web.seat_settings import Setting

    with working(f"game {game!r} is opened"):
        rules, saved = read_game(game, open_registry())
        require_something(saved)
        session: Session[Any] = rules.session(saved)
    policies = rules.registry.of(kinds.POLICIES, rules.ruleset.id)
    name = by_name(policies, policy, "policy").name if policy is not None else None
    setting = kept_setting(game)
    if setting is None and name is None:
        raise DataError(f"{game}: who played it is not known: --policy NAME asks an automatic player", path=game)
    orders = automatic_orders(session, setting or Setting(), name)
    if listed:
        _list(session, orders, as_json)
        return
    entry = nth_last(orders, number)
    given = given_at(session, entry.position)
    refusal = kept_back(rules.ruleset, given, session.state, when=(setting or Setting()).reasons)
    if refusal and not session.over:
        click.echo(f"aqmf: {refusal}", err=True)
        raise click.exceptions.Exit(NO)
    explanation = explain_order(session, entry, policies, setting or Setting(), name)
    if as_json:
        print_json(explanation.document())
        return
    for line in explanation_lines(explanation, session):
        say(line, hang=4)


def automatic_orders(session: Session[Any], setting: Setting, name: str | None = None) -> list[Entry]:
    """The orders of automatic sides, without those taken back; the orders of all sides if an automatic player is named."""
    orders = [entry for entry, _ in session.past.done]
    return [order for order in orders if name is not None or setting.player_at(order.by, order.position)]


def nth_last(orders: Sequence[Entry], number: int) -> Entry:
    """The order that is so many from the last, which is number 1. Raises DataError: there are not so many."""
    if number > len(orders):
        there = f"expected 1 (the last) to {len(orders)}, got {number}" if orders else NO_ORDER_YET
        raise DataError(f"why: {there}", key="number")
    return orders[-number]


def explain_order(
    session: Session[Any], entry: Entry, policies: Mapping[str, Policy], setting: Setting, name: str | None = None
) -> Why:
    """Why an order was given, by the automatic player that gave it, or as the one of this name sees it."""
    from aqmf_air.core.play import why as reasons

    given = reasons.given_at(session, entry.position)
    with working("the reasons are worked out"):
        return reasons.why(session.ruleset, given, policies, name or setting.player_at(entry.by, entry.position))


def explanation_lines(explanation: Why, session: Session[Any]) -> Iterator[str]:
    """The reasons as they are told: what was expected, what was feared, and the other orders that were thought of."""
    ruleset, reasons = session.ruleset, explanation.reasons
    if reasons is None:
        yield f"  {explanation.said}"
        return
    given = reasons.given
    yield f"  {ruleset.name_of(explanation.by)}: {given.title}"
    yield f"  {explanation.player}: {reasons.said or f'worth {_points(given.points)} {reasons.unit} to it'}"
    for reason in given.reasons:
        yield f"    {_points(reason.points):>7}  {reason.words}{f': {reason.about}' if reason.about else ''}"
    if reasons.others:
        yield "  what else it thought of"
    for other in reasons.others:
        yield f"    {_points(other.points):>7}  {other.title}"


def _points(number: float) -> str:
    return f"{round(number, 1) + 0.0:+.1f}"  # no -0.0


def _list(session: Session[Any], orders: Sequence[Entry], as_json: bool) -> None:
    from aqmf_air.core.play.why import given_at

    rows = []
    for number, entry in zip(range(len(orders), 0, -1), orders, strict=True):
        before = given_at(session, entry.position).before
        stage, offered = session.ruleset.stage(before), _title(session, before, entry)
        rows.append({"n": number, "entry": entry.position, "by": entry.by, "turn": stage.turn, "order": offered})
    if as_json:
        print_json(rows)
        return
    for row in rows:
        say(f"{row['n']:>4}  turn {row['turn']}, {session.ruleset.name_of(str(row['by']))}: {row['order']}", hang=6)
    if not rows:
        say(NO_ORDER_YET)


def _title(session: Session[Any], before: Any, entry: Entry) -> str:
    """An order in words, as spectators read it."""
    from aqmf_air.core.play.secrecy import lines_of

    return "; ".join(lines_of(session.ruleset, entry.events, before, "")) or "the stage ends"
