"""Moves as a player wants to look at them: the best first, as the automatic player weighs them."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.core.play.ruleset import Offer
from aqmf_air.games.richthofens_war.automatic.opponent import styles
from aqmf_air.games.richthofens_war.orders.moving import Fly
from aqmf_air.games.richthofens_war.state import Game


def best_first(game: Game, offers: Sequence[Offer]) -> Sequence[Offer]:
    """Offers in a stage of movement: moves by what the usual style makes of where they end, behind what else there is."""
    from aqmf_air.games.richthofens_war.automatic.moves import Outlook  # arrays, which take long to import

    style, others = styles()[0], [offer for offer in offers if not isinstance(offer.command, Fly)]
    moves = [(offer, (offer.command.speed, offer.command.path)) for offer in offers if isinstance(offer.command, Fly)]
    worth = Outlook(game, game.of(game.queue[0]), style).worth([move for _, move in moves], style.weighed)
    ranked = sorted(zip(worth, moves, strict=True), key=lambda each: -each[0])
    return [*others, *(offer for _, (offer, _) in ranked)]
