"""Tries to tail, sealed by both sides and opened together. TAIL-1 to TAIL-6."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import Event, Timing, after
from aqmf_air.core.play.question import Question, Tally
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.sealed_orders import SealedOrder
from aqmf_air.core.play.words import Said, Slot
from aqmf_air.games.richthofens_war.events.order_of_moves import TailsAnnounced, TailWon
from aqmf_air.games.richthofens_war.events.stages import StageBegan
from aqmf_air.games.richthofens_war.initiative import rolls, row_of_try, tried
from aqmf_air.games.richthofens_war.pieces import Tail
from aqmf_air.games.richthofens_war.rules.tailing import tail_try
from aqmf_air.games.richthofens_war.sealed_words import NOTHING, parts_of, sealed_word, selections
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.turn import onward
from aqmf_air.games.richthofens_war.words import Choices, enemies, own_aircraft
from aqmf_air.plugins.registry import Registry

Orders = tuple[tuple[str, str], ...]
MOST_OFFERED = 12
"""Combinations of tries that are offered."""


def tries_in(order: str) -> tuple[Tail, ...]:
    """The tries that a sealed order announces."""
    return tuple(Tail(tailer=part[0], target=part[1]) for part in parts_of(order) if len(part) == 2)


TAILS = Tally("tails won")
"""The luck of who tails."""


@dataclass(frozen=True)
class _Won:
    """Whether a try has succeeded, from the events."""

    tailer: str

    def __call__(self, events: Sequence[Any]) -> bool:
        return any(isinstance(event, TailWon) and event.tailer == self.tailer for event in events)


class AnnounceTails(SealedOrder[Game, Registry], type="richthofen.announce_tails"):
    """The tries to tail of a side: ``tailer|target`` and ``;`` between two of them, or ``nothing``. TAIL-2."""

    rule: ClassVar[str] = "RW-TAIL-2"
    timing: ClassVar[Timing] = Timing(("tailing",), "announcing tails", "RW-TAIL-2")
    phrases: ClassVar[tuple[str, ...]] = ("tail|announce {tails}",)

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if not cls.timing.fits(game):
            return
        able = game.tries_of(player)
        of = [[one for one in able if one.tailer == id_] for id_ in dict.fromkeys(one.tailer for one in able)]
        most = game.tables.number("tailing-limits", "tailers")

        def fits(chosen: tuple[Tail, ...]) -> bool:
            return max(Counter(one.target for one in chosen).values(), default=0) <= most

        for chosen in selections(of, fits, MOST_OFFERED):
            word = sealed_word((one.tailer, one.target) for one in chosen)
            title = f"tail: {game.title_of(player, word)}" if word != NOTHING else "nobody tails"
            yield Offer(cls(side=player, order=word), title, player, ends_stage=True)

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        pair = {"tailer": own_aircraft(game, player), "target": enemies(game, player)}
        return {"tails": Choices("who gets on whose tail, or nothing", "{tailer} behind|tails {target}", pair)}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: Registry, said: Said) -> Iterable[AnnounceTails]:
        yield cls(side=player, order=said["tails"])

    def in_words(self, game: Game, rules: Registry) -> Said:
        return {"tails": self.order}

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        found = tuple(super().objections(game, player, rules))
        yield from found
        if found:
            return
        tries, able = tries_in(self.order), game.tries_of(player)
        if sealed_word((one.tailer, one.target) for one in tries) != self.order:
            yield Objection("RW-TAIL-2", f"no tries to tail: {self.order[:40]!r}")
        for one in tries:
            if one not in able:
                said = f"{game.called(one.tailer)} is not in position to tail {game.called(one.target)}"
                yield Objection("RW-TAIL-1", said)
        tailers = [one.tailer for one in tries]
        if len(set(tailers)) < len(tailers):
            yield Objection("RW-TAIL-1", "an aircraft tails one enemy")
        most = game.tables.number("tailing-limits", "tailers")
        for target in dict.fromkeys(one.target for one in tries):
            if sum(one.target == target for one in tries) > most:
                yield Objection("RW-TAIL-5", f"no more than {most} aircraft try to tail {game.called(target)}")

    def questions(self, game: Game, rules: Registry) -> Sequence[Question]:
        tries = tries_in(self.order)
        asked = []
        for one in tries:
            row, _ = row_of_try(game, one, tries)
            title = f"{game.called(one.tailer)} gets on the tail of {game.called(one.target)}"
            asked.append(
                Question(title, tail_try, (row, game.tables), of=_Won(one.tailer), later=self.waits(game), luck=TAILS)
            )
        return asked

    def waits(self, state: Game) -> bool:
        return sum(side not in dict(state.sealed) for side in state.acting) > 1

    def decide(self, state: Game, rules: Registry, dice: Dice) -> tuple[Event[Game], ...]:
        chosen, *rest = super().decide(state, rules, dice)
        if state.announces_openly:
            chosen = TailsAnnounced(side=self.side, order=self.order)
        return (chosen, *rest)

    @classmethod
    def carried_out(cls, game: Game, orders: Orders, rules: Registry, dice: Dice) -> Iterable[Event[Game]]:
        game = replace(game, sealed=())
        tries = tuple(one for _, order in orders for one in tries_in(order))
        if game.rulings.tail_chain == "forbidden":
            tailers = {one.tailer for one in tries}
            tries = tuple(one for one in tries if one.target not in tailers)
        if game.rulings.tail_when_rolled == "at-announcement":
            return (*tried(game, tries, dice), StageBegan(phase="initiative"))
        events = rolls(game, tries, dice)
        return (*events, *onward(after(game, events)))
