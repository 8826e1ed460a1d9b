"""Typed orders of every game: what is told reads back as that order, what is shown does what it says, dice do nothing."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from aqmf_air.core.play.events import Command
from aqmf_air.core.play.typed_orders import Meant, Near, NotUnderstood, order_typed
from aqmf_air.core.play.words import InWords
from tests.games.random_orders import Position, allowed, everything, positions

ORDERS, STATES = 150, 10
"""Orders of a game that are told and read back, 1,000 of each in tests/nightly; states of one without words."""
RULESETS = sorted(everything().rulesets)


@cache
def drawn(ruleset: str, most: int = ORDERS) -> tuple[tuple[Position, tuple[Command, ...]], ...]:
    """Random states of a game, each with orders that are allowed in it."""
    chance, found = Random(ruleset), list[tuple[Position, tuple[Command, ...]]]()
    for at in positions(ruleset, chance):
        found.append((at, tuple(dict.fromkeys(allowed(at, chance, tries=16)))))
        if sum(len(orders) for _, orders in found) >= most or (len(found) == STATES and not speaks(at)):
            break
    return tuple(found)


def speaks(at: Position) -> bool:
    return isinstance(at.ruleset, InWords) and at.ruleset.speaks


def told(at: Position, order: Command) -> str:
    return at.ruleset.order_in_words(at.state, order, at.side) if isinstance(at.ruleset, InWords) else ""


def typed(at: Position, text: str) -> Any:
    return order_typed(at.ruleset, at.state, at.side, text, at.offers)


def reads_back(ruleset: str, most: int) -> None:
    """What is told of so many random orders of a game reads back as each of them."""
    for at, orders in drawn(ruleset, most):
        for order in orders:
            if words := told(at, order):
                read = typed(at, words)
                assert isinstance(read, Meant), f"{at.where}: {words}: {read}"
                assert read.offer.command == order, f"{at.where}: {words}"


@pytest.mark.further(every=8)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_told_of_any_order_that_is_allowed_reads_back_as_that_order(ruleset: str) -> None:
    reads_back(ruleset, ORDERS)


@pytest.mark.further(every=8)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_title_is_that_order_or_is_asked_about_and_so_is_each_example(ruleset: str) -> None:
    for at, _ in drawn(ruleset):
        for offer in at.offers[::7]:
            read = typed(at, offer.title)
            asked = [one.command for one in read.offers] if isinstance(read, Near) else [read.offer.command]
            assert offer.command in asked, f"{at.where}: {offer.title}"
        sayings = at.ruleset.sayings(at.state, at.side, at.offers) if isinstance(at.ruleset, InWords) else ()
        for saying in sayings:
            read = typed(at, saying.example)
            assert isinstance(read, Meant), f"{at.where}: {saying.example}"
            assert told(at, read.offer.command) == saying.example
            assert not at.ruleset.objections(at.state, read.offer.command, at.side), saying.example


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_stands_on_the_screen_is_enough_without_its_piece_and_its_remark(ruleset: str) -> None:
    for at, _ in drawn(ruleset)[::3]:
        names = at.ruleset.names(at.ruleset.observe(at.state, at.side))
        listed = [re.sub(r" \([^()]*\)$", "", one.title.removeprefix(names.get(one.subject, ""))) for one in at.offers]
        for offer, text in zip(at.offers[::7], listed[::7], strict=True):
            read = typed(at, text)
            meant = (offer,) if isinstance(read, NotUnderstood) else read.offers if isinstance(read, Near) else (read.offer,)
            assert offer.command in [one.command for one in meant], f"{at.where}: {text}"
            assert isinstance(read, Meant) or listed.count(text) > 1 or not text.strip(), f"{at.where}: {text}"


def test_what_was_expected_names_no_parts_beside_their_whole() -> None:
    messages = [typed(at, "zzz").message for at, _ in drawn("aqmf")[::3]]
    assert any("one of your units (" in message for message in messages)
    assert not any(re.search(r", (base|gun|element|aircraft) \d", message) for message in messages)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_line_of_dice_is_an_order(ruleset: str) -> None:
    chance = Random(ruleset)
    for at, _ in drawn(ruleset):
        for _ in range(20):
            faces = [str(chance.choice((0, 1, 2, 3, 6, 10))) for _ in range(chance.randrange(1, 8))]
            assert isinstance(typed(at, chance.choice((" ", ", ", ",")).join(faces)), NotUnderstood)
