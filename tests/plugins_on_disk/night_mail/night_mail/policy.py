"""The automatic player: it weighs what the cards that it has not seen may bring."""

from __future__ import annotations

from aqmf_air.api import Command, chances
from night_mail.game import NightMail
from night_mail.orders import FlyOn, Land, Meet, TurnAside
from night_mail.rules import Card, cards, passed, to_pass, unseen
from night_mail.state import Mail


def choose(ruleset: NightMail, game: Mail, player: str) -> Command | None:
    """The next order, None when the game is over. It looks at no card that is not turned over."""
    orders = [offer.command for offer in ruleset.legal(game, player)]
    return max(orders, key=lambda order: _worth(game, order), default=None)


def _worth(game: Mail, order: Command) -> float:
    """What an order is worth, in miles."""
    match order:
        case Meet(flare=flare):
            return _met(game, cards()[game.hazard], flare) - 2 * flare
        case TurnAside():
            return -1.5
        case FlyOn():
            left = unseen(game.drawn)
            after = [(_met(game, card, False) if card.need else card.miles) * left[card.id] for card in cards().values()]
            return sum(after) / sum(left.values()) - (game.miles / 2 if game.fuel <= 2 else 0)
        case Land():
            return 100.0 if game.kept + game.miles >= game.setup.distance else 0.0
        case _:
            return 0.0


def _met(game: Mail, card: Card, flare: bool) -> float:
    """The miles that meeting a hazard makes on average, less what it costs."""
    through = chances(passed, to_pass(card, flare * game.setup.flare_adds).total).of(True)
    left = game.setup.hull - game.damage
    cost = 20 if card.damage >= left else 6 * card.damage / left + card.fuel
    return float(through * card.miles - (1 - through) * cost)
