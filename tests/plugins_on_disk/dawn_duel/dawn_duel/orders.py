"""The orders, the events that they lead to, and how these change a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Literal

from aqmf_air import api
from aqmf_air.api import (
    Dice,
    Event,
    Names,
    Objection,
    Offer,
    Question,
    Registry,
    SealedOrder,
    Slot,
    Tally,
    TargetNumber,
    after,
    replace,
)
from dawn_duel.rules import COMPASS, LENGTHS, Hex, burst, distance, strained, to_hit
from dawn_duel.state import BURSTS, Duel, Length, aim

Orders = tuple[tuple[str, str], ...]
STRAINS, HITS = Tally("wings strained", good=False), Tally("structure shot away")


class Flown(Event[Duel], type="duel.flown"):
    side: str
    at: Hex
    heading: int
    strained: int

    def apply(self, game: Duel) -> Duel:
        lost, gone = game.of(self.side).lost + self.strained, distance((0, 0), self.at) > game.setup.radius
        return game.changed(self.side, at=self.at, heading=self.heading, lost=lost, gone=gone)

    def tell(self, game: Duel) -> str:
        strain = ", and its wings suffer" if self.strained else ""
        return f"{self.side} flies to {self.at[0]},{self.at[1]}, heading {COMPASS[self.heading]}{strain}"


class Fired(Event[Duel], type="duel.fired"):
    side: str
    length: str
    structure: int

    def apply(self, game: Duel) -> Duel:
        target = game.enemy(self.side)
        game = game.changed(self.side, rounds=game.of(self.side).rounds - LENGTHS[self.length])
        return game.changed(target.side, lost=target.lost + self.structure)

    def tell(self, game: Duel) -> str:
        return f"{self.side} fires a {self.length} burst: {self.structure} structure"


class StageBegan(Event[Duel], type="duel.stage_began"):
    phase: Literal["fly", "fire"]

    def apply(self, game: Duel) -> Duel:
        return replace(game, phase=self.phase, turn=game.turn + (self.phase == "fly"))

    def tell(self, game: Duel) -> str:
        return ""


class DuelWon(Event[Duel], type="duel.won"):
    winner: str

    def apply(self, game: Duel) -> Duel:
        return replace(game, winner=self.winner)

    def tell(self, game: Duel) -> str:
        return "nobody has won" if self.winner == "draw" else f"{self.winner} has won"


def closing(game: Duel) -> Event[Duel]:
    """What follows a stage in which all has been done: the next one, or the end. DUEL-4, DUEL-11."""
    flying = [one for one in game.aircraft if one.flying]
    if len(flying) == 2:
        if game.phase == "fly" and replace(game, phase="fire").acting:
            return StageBegan(phase="fire")
        if game.turn < game.setup.turns:
            return StageBegan(phase="fly")
        least, stays = min(one.lost for one in flying), game.setup.holds_out
        flying = [one for one in flying if (one.side == stays if stays else one.lost == least)]
    return DuelWon(winner=flying[0].side if len(flying) == 1 else "draw")


class Fly(SealedOrder[Duel, Registry], type="duel.fly"):
    rule: ClassVar[str] = "DUEL-1"
    timing: ClassVar[api.Timing] = api.Timing(("fly",))
    phrases: ClassVar[tuple[str, ...]] = ("[fly] {order}",)

    @classmethod
    def slots(cls, game: Duel, player: str, registry: Registry) -> dict[str, Slot]:
        return {"order": Names("a manoeuvre", {one.title: one.id for one in game.of(player).profile.manoeuvres})}

    @classmethod
    def offers(cls, game: Duel, player: str, registry: Registry) -> Iterable[Offer]:
        known = game.of(player).profile.manoeuvres
        return [Offer(cls(side=player, order=one.id), one.title, player) for one in known]

    def against(self, game: Duel, player: str, registry: Registry) -> Iterable[Objection]:
        if self.order not in game.of(player).profile.known:
            yield Objection("DUEL-2", f"no manoeuvre of a {game.of(player).type}: {self.order[:40]!r}")

    def questions(self, game: Duel, registry: Registry) -> Sequence[Question]:
        strain = game.of(self.side).profile.known[self.order].strain
        limit = TargetNumber("wings strained", strain, "strain", "DUEL-3")
        read = api.ReadFrom((Flown,), "strained", about=("side", self.side))
        asked = Question(
            "wings strained", strained, (strain, self.side), (limit,), of=read, later=self.waits(game), luck=STRAINS
        )
        return (asked,) if strain else ()

    @classmethod
    def carried_out(cls, game: Duel, orders: Orders, registry: Registry, dice: Dice) -> Iterable[Event[Duel]]:
        events = []
        for side, order in orders:
            (at, heading), strain = game.of(side).way(order)[-1], game.of(side).profile.known[order].strain
            events.append(Flown(side=side, at=at, heading=heading, strained=strained(dice, strain, side)))
        return (*events, closing(after(game, events)))


class Fire(SealedOrder[Duel, Registry], type="duel.fire"):
    rule: ClassVar[str] = "DUEL-9"
    timing: ClassVar[api.Timing] = api.Timing(("fire",))
    phrases: ClassVar[tuple[str, ...]] = ("{order}",)
    order: Length

    @classmethod
    def slots(cls, game: Duel, player: str, registry: Registry) -> dict[str, Slot]:
        said = {title: length for length, title in BURSTS.items()}
        return {"order": Names("a burst", said | {f"{length} burst": length for length in ("short", "long")})}

    @classmethod
    def offers(cls, game: Duel, player: str, registry: Registry) -> Iterable[Offer]:
        return [Offer(cls(side=player, order=order), title, player, order == "hold") for order, title in BURSTS.items()]

    def against(self, game: Duel, player: str, registry: Registry) -> Iterable[Objection]:
        if game.of(player).rounds < LENGTHS[self.order]:
            yield Objection("DUEL-6", f"there are no rounds left for a {self.order} burst")

    def questions(self, game: Duel, registry: Registry) -> Sequence[Question]:
        need, facts = shot(game, self.side, self.order, registry)
        read = api.ReadFrom((Fired,), "structure", about=("side", self.side))
        asked = Question("structure lost", burst, facts, (need,), of=read, later=self.waits(game), luck=HITS)
        return (asked,) if self.order != "hold" else ()

    @classmethod
    def carried_out(cls, game: Duel, orders: Orders, registry: Registry, dice: Dice) -> Iterable[Event[Duel]]:
        shots = {side: (order, shot(game, side, order, registry)[1]) for side, order in orders if order != "hold"}
        events = [Fired(side=side, length=how, structure=burst(dice, *facts)) for side, (how, facts) in shots.items()]
        return (*events, closing(after(game, events)))


def shot(game: Duel, side: str, length: str, registry: Registry) -> tuple[TargetNumber, tuple[Any, ...]]:
    """The number to hit of a burst, and the facts that its rule gets."""
    aimed = aim(game, side)
    assert aimed is not None  # who has no aim does not act
    need = to_hit(aimed, registry.modifiers("duel", "hit", aimed))
    return need, (need.total, aimed.guns, length, side)
