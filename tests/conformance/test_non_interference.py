"""Two tables that differ only in what a side may not know answer it byte for byte alike, until the rules reveal it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest
from pydantic_core import to_json

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import NeedDice, Table, recorded
from aqmf_air.core.play.events import Entry, RollRecord
from aqmf_air.core.play.session import Resolved, Session, new_header
from aqmf_air.core.play.words import InWords
from aqmf_air.errors import AqmfError, EnumerationLimitError
from aqmf_air.games.martian_front.base_order import HIDDEN
from aqmf_air.games.martian_front.state import Game, Unit
from aqmf_air.web.board.board import Board, PlainBoard, Seat, board_of
from aqmf_air.web.live.position import Chronicle, Position
from tests.conformance import scenarios
from tests.games.richthofens_war.test_conformance import REGISTRY
from tests.games.richthofens_war.test_melee import MELEE
from tests.plugins_on_disk import test_example_games as examples

MOST_ODDS = 300
ORDERS = 10
HEX_ORDERS = 100


def answers(ruleset: Any, board: PlainBoard, state: Any, player: str, probes: list[Any]) -> dict[str, Any]:
    """All that a seat is told of a state: views, offers, words, odds, objections to orders it might try, its live page."""
    chronicle = Chronicle(ruleset, ruleset.players(state), marks=board.marks)
    position = Position(board, state, 0, ruleset.players(state), chronicle.hidden(state))
    seat = Seat(position, player)
    offers = position.offers(player)
    told: dict[str, Any] = {"sheet": position.document(player), "stage": ruleset.stage(state), "over": ruleset.over(state)}
    told["questions"] = [
        (one.title, [str(target) for target in one.targets], odds(one))
        for offer in offers[:: max(1, len(offers) // 4)]
        for one in ruleset.questions(state, offer.command)
    ]
    told["objections"] = [judged(position, seat, probe) for probe in probes]
    if isinstance(ruleset, InWords) and ruleset.speaks:
        told["sayings"] = ruleset.sayings(state, player, offers)
        told["words"] = [ruleset.order_in_words(state, offer.command, player) for offer in offers[:6]]
    told["about"] = [board.about(seat, piece.id) for piece in board.pieces(seat.view)[:6]]
    if isinstance(board, Board):
        told["picture"] = board.picture(seat.view).document()
    return cast("dict[str, Any]", json.loads(to_json(told, fallback=str)))


def odds(question: Any) -> Any:
    try:
        return sorted((str(outcome), str(chance)) for outcome, chance in question.odds(MOST_ODDS).items())
    except EnumerationLimitError:
        return None


def judged(position: Position, seat: Seat, document: dict[str, Any]) -> Any:
    """What a seat reads that tries an order."""
    try:
        return position.objections(position.command(document, seat.side), seat.side)
    except AqmfError as refusal:
        return str(refusal)


def told_of(ruleset: Any, board: PlainBoard, before: Any, entry: Any, player: str) -> Any:
    """What a seat is told of an order, dice and marks included."""
    chronicle = Chronicle(ruleset, ruleset.players(before), marks=board.marks)
    table = Table(recorded([roll.faces for roll in entry.rolls]))
    ruleset.decide(before, entry.command, table)
    rolls = tuple(replace(roll, by="seed") for roll in entry.rolls)
    told = Entry(**{**dict(entry), "rolls": rolls, "check": ""})
    chronicle.note(before, told, ruleset.after(before, entry.events), tuple(table.log))
    return json.loads(to_json(chronicle.of(player), fallback=str))


def decided(ruleset: Any, state: Any, entry: Any) -> Any:
    """The entry that the same order with the same faces makes of another state; None where it does not go as far."""
    if ruleset.objections(state, entry.command, entry.by):
        return None
    table = Table(recorded([roll.faces for roll in entry.rolls]))
    try:
        events = ruleset.decide(state, entry.command, table)
    except (NeedDice, AqmfError):
        return None
    rolls = tuple(RollRecord.of(roll) for roll in table.log)
    return Entry(position=entry.position, kind="command", by=entry.by, command=entry.command, rolls=rolls, events=events)


def hold(ruleset: Any, board: PlainBoard, session: Session[Any], worlds: Any, random: Random, orders: int) -> int:
    """Random orders, of each kind alike: what each player is answered in a state, and told of an order, in worlds alike.

    Of the worlds that look alike one is asked all questions; each is told of the order.
    """
    compared = 0
    for _ in range(orders):
        before = session.state
        offers = [(player, offer) for player in ruleset.players(before) for offer in ruleset.legal(before, player)]
        if not offers or ruleset.over(before) is not None:
            break
        by, offer = chosen(offers, random)
        probes = [one.command.model_dump(mode="json") for _, one in random.sample(offers, min(4, len(offers)))]
        alike = {player: list(worlds(before, player)) for player in ruleset.players(before)}
        for player in (player for player, others in alike.items() if others):
            expected, given = (
                answers(ruleset, board, state, player, probes) for state in (before, random.choice(alike[player]))
            )
            for what, one in expected.items():
                assert given[what] == one, f"{player} can tell two tables apart by: {what}"
            compared += 1
        done = session.submit(offer.command, by)
        assert isinstance(done, Resolved)
        for player, others in alike.items():
            compared += sum(told_alike(ruleset, board, (before, other), done.entry, player) for other in others)
    return compared


def chosen(offers: list[Any], random: Random) -> Any:
    """An offer of any kind, often one that ends the stage."""
    ending = [one for one in offers if one[1].ends_stage] if random.random() < 0.3 else []
    kinds: dict[str, list[Any]] = {}
    for one in ending or offers:
        kinds.setdefault(one[1].command.type, []).append(one)
    return random.choice(kinds[random.choice(sorted(kinds))])


def told_alike(ruleset: Any, board: PlainBoard, states: tuple[Any, Any], entry: Entry, player: str) -> bool:
    """Whether an order could be told in both states, and was told alike: where it does not lead to what looks the same, and
    by the same rolls, the rules reveal that they differ.
    """
    before, other = states
    same = decided(ruleset, other, entry)
    if same is None or [roll.answered[:4] for roll in same.rolls] != [roll.answered[:4] for roll in entry.rolls]:
        return False
    after = [ruleset.after(was, one.events) for was, one in ((before, entry), (other, same))]
    if ruleset.observe(after[0], player) != ruleset.observe(after[1], player):
        return False
    both = [told_of(ruleset, board, was, one, player) for was, one in ((before, entry), (other, same))]
    assert both[0] == both[1], f"{player} is told other things of {entry.command!r}"
    return True


def other_types(state: Game, player: str) -> Iterator[Game]:
    """The same to ``player``: a hidden unit, or one that is to come, is of another type; names and ids are others, too."""
    yield from scenarios.hidden_from(state, player)
    for reserve in state.reserves:
        if reserve.unit.side != player:
            others = [
                kind
                for kind in state.types
                if kind.side == reserve.unit.side and kind.elements == len(reserve.unit.elements)
            ]
            for kind in others:
                if kind.name not in ("", reserve.unit.type) and kind.kind != "dummy":
                    unit = replace(reserve.unit, type=kind.name)
                    yield replace(
                        state, reserves=tuple(replace(one, unit=unit) if one is reserve else one for one in state.reserves)
                    )
    for unit in state.units:
        if unit.side != player and unit.has(HIDDEN):
            yield replace(state, units=tuple(_renamed(one) if one is unit else one for one in state.units))


def _renamed(unit: Unit) -> Unit:
    return replace(unit, name=f"{unit.type} of the old guard")


@pytest.mark.rule("HOST-HIDE-1", "AIR-SCOUT-1")
@pytest.mark.parametrize("name", ["eyes-above", "far-horizon"])
def test_a_scenario_with_something_hidden(name: str) -> None:
    session = scenarios.new_game(name, 2)
    board = board_of(session.ruleset, scenarios.everything())
    assert hold(session.ruleset, board, session, other_types, Random(f"{name}2"), ORDERS)


def other_sealed(state: Any, player: str) -> Iterator[Any]:
    """The same to ``player``: the other side has sealed something else that it may seal."""
    for side, order in state.sealed:
        before = replace(state, sealed=tuple(one for one in state.sealed if one[0] != side))
        for offer in REGISTRY.ruleset("richthofen").legal(before, side) if side != player else ():
            other = getattr(offer.command, "order", order)
            if other != order:
                yield replace(state, sealed=tuple((one, other if one == side else was) for one, was in state.sealed))


def test_sealed_orders_of_the_hex_game() -> None:
    ruleset = REGISTRY.ruleset("richthofen")
    header = new_header(ruleset, ruleset.set_up(MELEE, "melee", {}).setup, seed=4, game="hexes")
    assert hold(ruleset, board_of(ruleset, REGISTRY), Session(ruleset, header), other_sealed, Random(4), HEX_ORDERS)


@pytest.mark.parametrize(("game", "scenario", "worlds"), [
    ("duel", "even-match", examples.other_orders), ("mail", "over-the-hills", examples.other_decks),
])  # fmt: skip
def test_the_example_games(game: str, scenario: str, worlds: Any) -> None:
    session = examples.started(game, scenario, seed=2)
    assert hold(session.ruleset, board_of(session.ruleset, examples.REGISTRY), session, worlds, Random(game), 20)
