"""What is drawn for post-mission events. PST-13, OPT-4."""

from __future__ import annotations

from aqmf_air.core.dice.cups import Cup, from_cup, take
from aqmf_air.core.dice.dice import Dice
from aqmf_air.games.aces_of_valor.rules.six_sided import amount
from aqmf_air.games.aces_of_valor.table_rows import Amount
from aqmf_air.games.aces_of_valor.table_words import CardTitles
from aqmf_air.games.aces_of_valor.tables import Tables


def event_card(dice: Dice, deck: Cup[str], tables: Tables) -> str:
    """The top card of the deck of events. OPT-4."""
    return dice.draw(from_cup("post-mission event", deck, called=CardTitles(tables, "events")))


def some_of(dice: Dice, number: Amount, names: tuple[str, ...]) -> tuple[str, ...]:
    """As many as a die says, drawn at random, all if there are fewer; in the order of the squadron. EV-5, EV-6."""
    asked = amount(dice, "fighters", number)
    return take(dice, "fighter", Cup.of(names), min(asked, len(names))).drawn


def one_of(dice: Dice, label: str, names: tuple[str, ...]) -> str:
    """One drawn at random; of one nothing is drawn. EV-12, EV-15, EV-16."""
    return names[0] if len(names) == 1 else dice.draw(from_cup(label, Cup.of(names)))
