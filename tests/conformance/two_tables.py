"""All that a seat is told and shown of a table, as plain data, to be compared with what it is told at another one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import redirect_stdout
from copy import copy
from functools import cache
from io import StringIO
from typing import Any, NamedTuple, cast
from unittest.mock import patch

from pydantic_core import to_json

from aqmf_air.cli.play.looking import Lookout
from aqmf_air.cli.play.prompt import Prompt
from aqmf_air.cli.play.telling import Teller
from aqmf_air.cli.play.typed_dice import Stopped
from aqmf_air.core.dice.dice import NeedDice, recorded
from aqmf_air.core.play.events import Entry
from aqmf_air.core.play.secrecy import all_names
from aqmf_air.core.play.session import Resolved, Session
from aqmf_air.errors import AqmfError, EnumerationLimitError
from aqmf_air.plugins.registry import Registry
from aqmf_air.web.board.board import Board, Seat, board_of
from aqmf_air.web.film import film_of
from aqmf_air.web.live.position import Chronicle, TablePosition
from aqmf_air.web.seat_settings import Setting

MOST_ODDS = 300
HIDDEN_NAMES = 2
"""Names of hidden things that a player tries in orders of their own."""


def plain(told: Any) -> Any:
    return json.loads(to_json(told, fallback=str))


def table_at(ruleset: Any, header: Any, state: Any, faces: Sequence[Any] = ()) -> Session[Any]:
    """A game that begins in this state, with these faces to come."""
    begun = copy(ruleset)
    begun.initial = lambda setup: state
    begun.legal = cache(type(ruleset).legal.__get__(begun))  # which is asked for again and again
    return Session(begun, header, from_seed=lambda place: recorded(faces, by="seed"))


class Carried(NamedTuple):
    """An order that was carried out at a table, which began in the state before it."""

    before: Any
    session: Session[Any]
    done: Resolved

    @property
    def rolled(self) -> list[Any]:
        """What was rolled for, and what came up."""
        return [roll.answered[:4] for roll in self.done.entry.rolls]


def carried_out(ruleset: Any, header: Any, state: Any, entry: Entry) -> Carried | None:
    """The order of an entry, given in this state, with the faces that it had; None where it does not go as far."""
    if ruleset.objections(state, entry.command, entry.by):
        return None
    session = table_at(ruleset, header, state, [roll.faces for roll in entry.rolls])
    try:
        done = session.submit(cast("Any", entry.command), entry.by)
    except (NeedDice, AqmfError):
        return None
    return Carried(state, session, done) if isinstance(done, Resolved) else None


def tried(ruleset: Any, state: Any, player: str, offers: Any) -> tuple[list[dict[str, Any]], list[str]]:
    """Orders that a player writes who guesses at what is hidden from them, as data and as typed lines."""
    hidden = sorted(all_names(ruleset, state) - all_names(ruleset, ruleset.observe(state, player)))[:HIDDEN_NAMES]
    documents, lines = list[dict[str, Any]](), list[str]()
    for offer in offers:
        document = offer.command.model_dump(mode="json")
        documents.append(document)
        for name in hidden:
            for key in [key for key, value in document.items() if isinstance(value, str) and key != "type"]:
                documents.append({**document, key: name})
            lines += [f"{offer.title} {name}", f"odds {name}"]
    lines += [json.dumps(one) for one in documents]
    return documents, lines


def answers(registry: Registry, session: Session[Any], player: str, documents: list[Any], lines: list[str]) -> Any:
    """All that a seat is told in a state: views, offers, words, odds, objections to what it tries, its page, its prompt."""
    ruleset, state = session.ruleset, session.state
    board = board_of(ruleset, registry)
    chronicle = Chronicle(ruleset, ruleset.players(state), marks=board.marks)
    position = TablePosition(board, state, 0, ruleset.players(state), chronicle.hidden(state))
    seat = Seat(position, player)
    offers = position.offers(player)
    told: dict[str, Any] = {"sheet": position.document(player), "stage": ruleset.stage(state), "over": ruleset.over(state)}
    told["waits for"] = position.choosing()
    some = offers[:: max(1, len(offers) // 4)]
    told["questions"] = [
        (one.title, [str(target) for target in one.targets], odds(one))
        for offer in some
        for one in ruleset.questions(state, offer.command)
    ]
    told["previews"] = [board.preview(seat, offer.command) for offer in some]
    told["objections"] = [judged(position, seat, probe) for probe in documents]
    told["about"] = [board.about(seat, piece.id) for piece in board.pieces(seat.view)[:6]]
    if isinstance(board, Board):
        told["picture"] = board.picture(seat.view).document()
    told["prompt"] = prompted(registry, session, player, ["units", "map", "?", *lines])
    return plain(told)


def odds(question: Any) -> Any:
    try:
        return sorted((str(outcome), str(chance)) for outcome, chance in question.odds(MOST_ODDS).items())
    except EnumerationLimitError:
        return None


def judged(position: TablePosition, seat: Seat, document: dict[str, Any]) -> Any:
    """What a seat reads that tries an order."""
    try:
        return position.objections(position.command(document, seat.side), seat.side)
    except AqmfError as refusal:
        return str(refusal)


def prompted(registry: Registry, session: Session[Any], player: str, lines: list[str]) -> list[str]:
    """What the terminal says to typed lines, none of which is carried out."""
    ruleset = session.ruleset
    prompt = Prompt(player, (player,), Teller(ruleset, here=(player,)), Lookout(ruleset, registry, Setting()))
    with redirect_stdout(StringIO()) as out, patch("sys.stdin", StringIO("".join(f"{line}\n" for line in lines))):
        try:
            while (command := prompt(session)) is not None:
                print(repr(command))
        except Stopped:
            pass
    return out.getvalue().splitlines()


def told_of(registry: Registry, carried: Carried, player: str, filmed: bool) -> Any:
    """What a seat is told of an order, with dice and marks, at the table, at the terminal and in its film."""
    before, session, (entry, rolls) = carried.before, carried.session, (carried.done.entry, carried.done.rolls)
    ruleset = session.ruleset
    board = board_of(ruleset, registry)
    chronicle = Chronicle(ruleset, (player,), marks=board.marks)
    chronicle.note(before, entry, session.state, rolls)
    told: dict[str, Any] = {"log": chronicle.of(player)}
    teller = Teller(ruleset, here=(player,), coordinates=True)
    with redirect_stdout(StringIO()) as out:
        teller.place(before)
        teller.before(before, cast("Any", entry.command), entry.by, ruleset.questions(before, cast("Any", entry.command)))
        teller.rolls(rolls)
        teller.after(before, entry.events)
        told["asked for"] = [teller.need(roll.ask) for roll in rolls]
    told["terminal"] = out.getvalue().splitlines()
    if filmed:
        told["film"] = vars(film_of(board, session.header, list(session.entries), player))
    return plain(told)
