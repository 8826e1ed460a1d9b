"""Choices that both sides seal and open together: targets of observers, what aces use their skill for. DECL-2, ACE-2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, product
from typing import ClassVar, Literal, cast

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.orders import Event, Timing, after
from aqmf_air.core.play.ruleset import Objection, Offer
from aqmf_air.core.play.sealed_orders import SealedOrder
from aqmf_air.core.play.words import Names, Said, Slot
from aqmf_air.games.richthofens_war import targets
from aqmf_air.games.richthofens_war.asking import gunners, observers, torn_aces
from aqmf_air.games.richthofens_war.events.declarations import AcesChose, ObserversDeclared
from aqmf_air.games.richthofens_war.pieces import Declaration
from aqmf_air.games.richthofens_war.sealed_words import NOTHING, parts_of, sealed_word, selections
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.turn import onward
from aqmf_air.games.richthofens_war.words import Choices, enemies, guns, own_aircraft
from aqmf_air.plugins.registry import Registry

Orders = tuple[tuple[str, str], ...]
MOST_OFFERED = 12
"""Combinations that are offered."""
ATTACK, DEFENCE = "attack", "defence"


class DeclareObservers(SealedOrder[Game, Registry], type="richthofen.declare_observers"):
    """The targets of a side's observers: ``aircraft|gun|target`` and ``;`` between two of them, or ``nothing``. DECL-2."""

    rule: ClassVar[str] = "RW-DECL-2"
    timing: ClassVar[Timing] = Timing(("observers",), "declaring targets of observers", "RW-DECL-2")
    phrases: ClassVar[tuple[str, ...]] = ("observers|observer aim|aims : {aims}",)

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if not cls.timing.fits(game):
            return
        aims = observers(game, player)
        of = [
            [(one.shooter, str(one.battery), one.target) for one in aims if (one.shooter, str(one.battery)) == key]
            for key in dict.fromkeys((one.shooter, str(one.battery)) for one in aims)
        ]

        def fits(chosen: tuple[tuple[str, str, str], ...]) -> bool:
            busy = Counter(id_ for id_, _, _ in chosen)
            return all(count <= gunners(game.of(id_)) for id_, count in busy.items())

        for chosen in selections(of, fits, MOST_OFFERED):
            word = sealed_word(chosen)
            title = f"aim: {game.title_of(player, word)}" if word != NOTHING else "no observer takes a target"
            yield Offer(cls(side=player, order=word), title, player, ends_stage=True)

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        observers_guns = guns(game, player, lambda one: [str(gun) for gun in targets.batteries_of(game, one, "observer")])
        parts = {"aircraft": own_aircraft(game, player), "gun": observers_guns, "target": enemies(game, player)}
        return {"aims": Choices("whom observers aim at, or nothing", "{aircraft} with {gun} at {target}", parts)}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: Registry, said: Said) -> Iterable[DeclareObservers]:
        yield cls(side=player, order=said["aims"])

    def in_words(self, game: Game, rules: Registry) -> Said:
        return {"aims": self.order}

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        found = tuple(super().objections(game, player, rules))
        yield from found
        if found:
            return
        parts = parts_of(self.order)
        if any(len(part) != 3 for part in parts) or sealed_word(parts) != self.order:
            yield Objection("RW-DECL-2", f"no targets of observers: {self.order[:40]!r}")
            return
        for id_, gun, target in parts:
            yield from _against(game, player, id_, gun, target)
        yield from _against_numbers(game, parts)
        keys = [(id_, gun) for id_, gun, _ in parts]
        if len(set(keys)) < len(keys):
            yield Objection("RW-DECL-2", "a gun has one target")
        for id_ in dict.fromkeys(id_ for id_, _, _ in parts):
            if game.has(id_) and sum(one == id_ for one, _ in keys) > gunners(game.of(id_)):
                yield Objection("RW-DECL-2", f"{game.called(id_)} has {gunners(game.of(id_))} to work its guns")

    @classmethod
    def carried_out(cls, game: Game, orders: Orders, rules: Registry, dice: Dice) -> Iterable[Event[Game]]:
        game = replace(game, sealed=())
        shots: list[Declaration] = []
        for _, order in orders:
            for id_, gun, target in parts_of(order):
                aim = targets.aim(game, id_, "observer", target, "observer", gun)
                shots.append(targets.declaration(aim, game, "observer"))
        events = (ObserversDeclared(declarations=tuple(shots)),)
        return (*events, *onward(after(game, events)))


def _against_numbers(game: Game, parts: Iterable[tuple[str, ...]]) -> Iterable[Objection]:
    """More front guns of observers at one target than two aircraft may fire, those that are declared counted. DECL-5."""
    shots = [(id_, target) for id_, _, target in parts if game.has(id_) and game.is_up(target)]
    for target in dict.fromkeys(target for _, target in shots):
        fronts = [id_ for id_, one in shots if one == target and targets.counts(game, game.of(id_), "observer")]
        declared = [one for one in game.declarations if one.target == target]
        taken = sum(targets.counts(game, game.of(one.shooter), one.by) for one in declared) + game.vacated.count(target)
        most = game.tables.number("fire-changes", "at-one-target")
        free = game.rulings.limit_priority == "owner" or targets.alone(game, game.target(target))
        if len(fronts) > 1 and taken + len(fronts) > most and not free:
            yield Objection("RW-DECL-5", f"no more than {most} aircraft fire front guns at {game.called(target)}")


def _against(game: Game, player: str, id_: str, gun: str, target: str) -> Iterable[Objection]:
    if not game.has(id_) or game.of(id_).side != player:
        yield Objection("RW-DECL-2", f"{game.called(id_)[:40]} is none of your aircraft in the air")
    elif not game.is_up(target) or game.target(target).side == player:
        yield Objection("RW-DECL-2", f"{game.called(target)[:40]} is no enemy in the air")
    elif gun not in {str(one) for one in targets.batteries_of(game, game.of(id_), "observer")}:
        yield Objection("RW-DECL-2", f"{game.called(id_)} has no {gun[:40]} that can fire")
    else:
        yield from targets.aim(game, id_, "observer", target, "observer", gun).against


class ChooseAces(SealedOrder[Game, Registry], type="richthofen.choose_aces"):
    """What a side's aces who fire and are fired at use their skill for: ``aircraft|attack``, ``;``, ... ACE-2."""

    rule: ClassVar[str] = "RW-ACE-2"
    timing: ClassVar[Timing] = Timing(("aces",), "choosing for aces", "RW-ACE-2")
    phrases: ClassVar[tuple[str, ...]] = ("skill : {uses}",)

    @classmethod
    def offers(cls, game: Game, player: str, rules: Registry) -> Iterable[Offer]:
        if not cls.timing.fits(game):
            return
        aces = torn_aces(game, player)
        for chosen in islice(product(*(((id_, ATTACK), (id_, DEFENCE)) for id_ in aces)), MOST_OFFERED):
            if word := sealed_word(chosen):
                yield Offer(cls(side=player, order=word), game.title_of(player, word), player, ends_stage=True)

    @classmethod
    def slots(cls, game: Game, player: str, rules: Registry) -> Mapping[str, Slot]:
        uses = Names("attack or defence", {ATTACK: ATTACK, DEFENCE: DEFENCE})
        parts = {"aircraft": own_aircraft(game, player), "use": uses}
        return {"uses": Choices("what aces use their skill for", "{aircraft} for {use}", parts)}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: Registry, said: Said) -> Iterable[ChooseAces]:
        yield cls(side=player, order=said["uses"])

    def in_words(self, game: Game, rules: Registry) -> Said:
        return {"uses": self.order}

    def objections(self, game: Game, player: str, rules: Registry) -> Iterable[Objection]:
        found = tuple(super().objections(game, player, rules))
        yield from found
        parts = () if found else parts_of(self.order)
        aces = () if found else torn_aces(game, player)
        good = sorted(part[0] for part in parts) == sorted(aces) and all(
            len(part) == 2 and part[1] in (ATTACK, DEFENCE) for part in parts
        )
        if not found and (not good or sealed_word(parts) != self.order):
            who = ", ".join(map(game.called, aces))
            yield Objection("RW-ACE-2", f"attack or defence is to be chosen for {who}, not {self.order[:40]!r}")

    @classmethod
    def carried_out(cls, game: Game, orders: Orders, rules: Registry, dice: Dice) -> Iterable[Event[Game]]:
        game = replace(game, sealed=())
        uses = tuple(
            (part[0], cast("Literal['attack', 'defence']", part[1])) for _, order in orders for part in parts_of(order)
        )
        events: Sequence[Event[Game]] = (AcesChose(uses=uses),)
        return (*events, *onward(after(game, events)))
