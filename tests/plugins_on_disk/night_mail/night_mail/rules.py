"""The rules: pure functions of facts and dice."""

from __future__ import annotations

from collections import Counter
from functools import cache

from pydantic import Field

from aqmf_air.api import AtLeast, Dice, Sourced, TargetNumber, check, load_rows, modifier, numbered, package_file, pick

D6 = numbered(6)


class Card(Sourced):
    """What the night may bring."""

    id: str
    title: str
    need: int = Field(default=0, ge=0, le=12)
    miles: int = Field(ge=0)
    damage: int = 0
    fuel: int = 0
    count: int = Field(ge=1)


@cache
def cards() -> dict[str, Card]:
    """Every card, by id."""
    rows = load_rows(package_file("night_mail", "data/cards.toml"), Card, "card", lambda row: row.id)
    return {row.id: row for row in rows}


def full_deck() -> tuple[str, ...]:
    """The ids of all cards, in the order of the file."""
    return tuple(card.id for card in cards().values() for _ in range(card.count))


def shuffled(dice: Dice, deck: tuple[str, ...]) -> tuple[str, ...]:
    """The cards in an order that nobody knows. MAIL-1."""
    left, order = list(deck), []
    while left:
        order.append(dice.draw(pick("the deck is shuffled", tuple(left), about="MAIL-1", secret=True)))
        left.remove(order[-1])
    return tuple(order)


def to_pass(card: Card, flare: int = 0) -> TargetNumber:
    """What 2D6 must show to pass a hazard, by the light of a flare that adds so much. MAIL-3, MAIL-4."""
    lit = (modifier(-flare, "a flare", "MAIL-4"),) if flare else ()
    return TargetNumber("to pass", card.need, card.title, "MAIL-3", lit)


def passed(dice: Dice, need: int) -> bool:
    """Whether a hazard is passed. MAIL-3."""
    return dice.draw(check("to pass", D6, AtLeast(need), n=2, by="pilot", about=f"{need}+"))


def unseen(drawn: tuple[str, ...]) -> Counter[str]:
    """The cards that may come next, and how many there are of each: what a player knows of the deck. MAIL-1."""
    return Counter(full_deck()) - Counter(drawn)
