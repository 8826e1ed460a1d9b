"""Tails that were tried, and who moves when."""

from __future__ import annotations

from typing import Any, ClassVar

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.orders import Event
from aqmf_air.core.play.sealed_orders import OrderSealed
from aqmf_air.games.richthofens_war.pieces import Tail
from aqmf_air.games.richthofens_war.state import Game


class TailsAnnounced(OrderSealed, type="richthofen.tails_announced"):
    """A side has announced its tries to tail, for all to hear (``tail_announcing``). TAIL-2."""

    def tell(self, game: Any) -> str:
        return f"{game.side_name(self.side)} announces: {game.title_of(self.side, self.order)}"

    def tell_to(self, game: Any, player: str) -> str:
        return self.tell(game)


class TailWon(Event[Game], type="richthofen.tail_won"):
    """A try to tail succeeded. TAIL-14."""

    wording: ClassVar[str] = "{tailer} is on the tail of {target}"
    tailer: str
    target: str
    row: int

    def apply(self, game: Game) -> Game:
        tail = Tail(tailer=self.tailer, target=self.target)
        return replace(game, tails=(*game.tails, tail), tried=(*game.tried, tail))


class TailLost(Event[Game], type="richthofen.tail_lost"):
    """A try to tail failed. TAIL-15."""

    wording: ClassVar[str] = "{target} shakes {tailer} off"
    tailer: str
    target: str
    row: int

    def apply(self, game: Game) -> Game:
        return replace(game, tried=(*game.tried, Tail(tailer=self.tailer, target=self.target)))


class InitiativeRolled(Event[Game], type="richthofen.initiative_rolled"):
    """Everybody has a total; ties of opponents are broken. INIT-1, INIT-2, INIT-11."""

    totals: tuple[tuple[str, int], ...]
    early: tuple[str, ...]
    """Who moves before all others, in order. MOVE-3."""
    clusters: tuple[tuple[str, ...], ...]
    """The others in order; several together: friends who tie."""

    def apply(self, game: Game) -> Game:
        return replace(game, phase="ties", totals=self.totals, early=self.early, clusters=self.clusters)

    def tell(self, game: Game) -> str:
        said = ", ".join(f"{game.called(id_)}: {total}" for id_, total in sorted(self.totals, key=lambda one: one[1]))
        return f"initiative {said}" if said else ""


class TiedChosen(Event[Game], type="richthofen.tied_chosen"):
    """An owner has chosen which of his tied aircraft goes first. INIT-12."""

    wording: ClassVar[str] = "{first} moves first of those who tie"
    first: str

    def apply(self, game: Game) -> Game:
        clusters: list[tuple[str, ...]] = []
        for cluster in game.clusters:
            rest = tuple(one for one in cluster if one != self.first)
            clusters += [(self.first,), rest] if self.first in cluster and rest else [cluster]
        return replace(game, clusters=tuple(clusters))


class OrderSet(Event[Game], type="richthofen.order_set"):
    """The order of moves of the turn is settled. RW-MOVE-1."""

    order: tuple[str, ...]

    def apply(self, game: Game) -> Game:
        return replace(game, phase="movement", order=self.order, queue=self.order, clusters=(), early=())

    def tell(self, game: Game) -> str:
        return f"order of moves: {', '.join(map(game.called, self.order))}"
