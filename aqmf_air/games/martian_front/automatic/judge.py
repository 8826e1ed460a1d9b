"""The opponent's numbers: what an order does at once, what its place brings and costs, and what it does for victory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, cast

from aqmf_air.api import Candidate, Harm, Judge, Replies, Style
from aqmf_air.games.martian_front.automatic.harm import (
    Sight,
    Stake,
    Threat,
    ThreatenedUnit,
    fire_from,
    foreseen_harm,
    gap_between,
    seen_from,
    sight_over,
    stake_of,
    target_of,
    threats_of,
    vantages,
)
from aqmf_air.games.martian_front.automatic.places import Holding, losses_to_break, moves_besides, place_of, ways_of
from aqmf_air.games.martian_front.chapters.artillery import spotted
from aqmf_air.games.martian_front.chapters.damaged_weapons import LetBe, RollForWeapon, let_be
from aqmf_air.games.martian_front.chapters.initiative import GoFirst
from aqmf_air.games.martian_front.chapters.measuring import eyes_between
from aqmf_air.games.martian_front.chapters.moving import LetStand, Stagger
from aqmf_air.games.martian_front.chapters.orders import FrontOrder, Say, acting, enemies, unused_by
from aqmf_air.games.martian_front.chapters.turn import EndPhase
from aqmf_air.games.martian_front.state import HIDDEN, MOVEMENT, Element, Game, PhasePart, Unit, opponent, with_only
from aqmf_air.games.martian_front.tables import Side

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.sequence import AllQuiet


class FrontJudge(Judge[Game]):
    """A side that decides about its next order. It sees no hidden unit of the other side."""

    words: ClassVar[Mapping[str, str]] = {
        "harm": "what it does at once",
        "fire": "fire from there in this turn's combat",
        "later": "fire from there later on",
        "reply": "the enemy's fire on it there",
        "goal": "objectives that it is likely to hold",
        "place": "how it stands: range, cover, room ahead",
        "stir": "to leave its place",
        "try": "nothing to lose by it",
    }
    knobs: ClassVar[Sequence[str]] = (
        *("finish", "break", "running", "early", "spread", "fade", "pace", "hold", "patience"),
        *("unseen", "quarry", "inside", "shelter"),
    )

    ruleset: AllQuiet
    state: Game

    def __init__(self, ruleset: AllQuiet, state: Game, player: str, style: Style) -> None:
        super().__init__(ruleset, state, player, style)
        self.rules = ruleset.rules
        self._alone: dict[str, Game] = {}
        self._holds: dict[str, int] = {}
        self._gaps: tuple[Unit | None, Mapping[str, float]] = None, {}
        self._sights: dict[tuple[str, str], Sight | None] = {}
        self._vantages: dict[str, tuple[Element, ...]] = {}
        self._resting: dict[str, Mapping[str, float]] = {}
        self._threats: dict[str, list[tuple[Threat, list[float]]]] = {}
        self._worths: dict[tuple[Any, ...], list[list[tuple[float, float]]]] = {}

    # -- whose turn it is ---------------------------------------------------------------------------------------------

    def may_order(self) -> bool:
        return not self.state.winner and self.player in acting(self.state)

    def at_once(self) -> Candidate | None:
        """What is no unit's: to roll, to go first."""
        for candidate in self._offered(with_only(self.state, ()), ""):
            order = candidate.command
            if isinstance(order, EndPhase) or (isinstance(order, GoFirst) and order.side != self.player):
                continue
            if self.allowed(candidate):
                return candidate
        return None

    def pieces(self) -> Iterable[str]:
        """What the side has won a roll for; else its own, from the last one that acted in this phase on."""
        if self._won is not None:
            return [self._won.unit]
        units = self.state.units
        at = {unit.id: number for number, unit in enumerate(units)}
        first = next((at[done.by] for done in reversed(self.state.acted) if done.by in at), 0)
        return [unit.id for unit in units[first:] if unit.side == self.player]

    def candidates(self, piece: str) -> Iterable[Candidate]:
        """Of moves there are many, and whether one is allowed takes longer to say than what it is worth."""
        offered = self._offered(self._with_own(piece), piece)
        if self.state.part not in MOVEMENT:
            return filter(self.allowed, offered)
        return chain(offered, moves_besides(self.state, self.rules, self.state.unit(piece), self.player))

    def allowed(self, candidate: Candidate) -> bool:
        return not self.ruleset.refused(self.state, candidate.command, self.player)

    def obligatory(self, candidate: Candidate) -> bool:
        return cast("FrontOrder", candidate.command).obligatory(self.state)

    def done(self) -> Candidate | None:
        if self._won is not None:
            order = let_be(self._won)
            return Candidate(order, order.title(self.state))
        end = Candidate(EndPhase(), "ends the phase")
        return end if self.allowed(end) else None

    def idle(self, piece: str) -> str:
        return f"{self.state.called(piece)} gets no order"

    def about(self, piece: str, candidate: Candidate | None, term: str) -> str:
        """The enemy that does most to it, or that it does most to."""
        game, order = self.state, cast("FrontOrder", candidate.command) if candidate else None
        most: list[tuple[float, str]] = []
        if term == "harm" and order is not None:
            prospects = order.prospects(game, self.rules)
            most = [
                (foreseen_harm(prospect, self._stake(game.unit(prospect.unit))).points, prospect.unit)
                for prospect in prospects
            ]
        after = order.foreseen(game, self.rules) if order else game
        if after.in_play(piece):
            unit = after.unit(piece)
            if term == "reply":
                column = self._column(target_of(self.ruleset, after, unit, self._stake(unit)))
                most = [(harm, foe.id) for harm, (foe, _) in zip(column, self._their_threats, strict=True)]
            elif term == "fire":
                most = [(sum(harm), name) for _, name, harm in fire_from(self.ruleset, after, unit, self._targets)]
        harm, name = max(most, default=(0.0, ""))
        return game.called(name) if harm else ""

    def _with_own(self, piece: str) -> Game:
        """The game with one unit of this side alone: there is less to offer orders for."""
        if self.state.unit(piece).side != self.player:
            return self.state  # what was hit of an enemy may go off at its own side
        if piece not in self._alone:
            units = tuple(unit for unit in self.state.units if unit.id == piece or unit.side != self.player)
            self._alone[piece] = with_only(self.state, units)
        return self._alone[piece]

    def _offered(self, alone: Game, piece: str) -> Iterator[Candidate]:
        for kind in self.ruleset.orders:
            if kind.timing.fits(alone):
                for offer in kind.offers(alone, self.player, self.rules):
                    if offer.subject == piece and not isinstance(offer.command, LetStand | LetBe):  # see done()
                        yield Candidate(offer.command, offer.title)

    # -- numbers ------------------------------------------------------------------------------------------------------

    def numbers(self, piece: str, candidate: Candidate) -> Mapping[str, float]:
        order = cast("FrontOrder", candidate.command)
        if isinstance(order, Stagger | RollForWeapon):
            return self._rolled_for(order)
        return self._of(self.state, piece, order)

    def _rolled_for(self, order: Stagger | RollForWeapon) -> Mapping[str, float]:
        """What comes of a roll for legs or a weapon: either side may win, and does what is best for it."""
        totals: dict[str, float] = {"try": 1.0}
        rest = self.resting(order.unit)
        for won in ways_of(self.state, self.rules, order):
            ends = [rest, *(self._of(won.game, order.unit, choice) for choice in won.orders)]
            best = (max if won.winner == self.player else min)(ends, key=self.style.weighed)
            for term, number in best.items():
                totals[term] = totals.get(term, 0.0) + won.chance * number
        return totals

    def _of(self, game: Game, piece: str, order: FrontOrder) -> Mapping[str, float]:
        """What an order leads to in ``game``."""
        prospects = order.prospects(game, self.rules)
        harms = [
            (game.unit(prospect.unit), foreseen_harm(prospect, self._stake(game.unit(prospect.unit))))
            for prospect in prospects
        ]
        numbers = {"harm": sum([self._harm(unit, harm) for unit, harm in harms])}
        after = order.foreseen(game, self.rules)
        if after is game:
            return numbers if prospects else {"try": float(not isinstance(order, EndPhase | GoFirst))}
        was = game.unit(piece)
        there = after.unit(piece) if after.in_play(piece) else None
        if gone := len(was.elements) - (len(there.elements) if there else 0):  # it leaves the table
            numbers["harm"] += self._harm(was, self._stake(was).lost(gone))
        if there is None:
            return numbers
        return {**self._place(after, there, moved=True), **numbers, "stir": -1.0}

    def resting(self, piece: str) -> Mapping[str, float]:
        if piece not in self._resting:
            moving = self.state.part in MOVEMENT or self.state.part is PhasePart.DEPLOYMENT
            self._resting[piece] = self._place(self.state, self.state.unit(piece), moved=False) if moving else {}
        return self._resting[piece]

    def _harm(self, unit: Unit, harm: Harm) -> float:
        worth = harm.worth(self.style["finish"])
        return worth if unit.side != self.player else -worth

    def _place(self, game: Game, unit: Unit, *, moved: bool) -> Mapping[str, float]:
        """What it is worth to a unit to be where it is in ``game``."""
        if unit.side != self.player:
            return self._place_of_foe(game, unit)
        target = target_of(self.ruleset, game, unit, self._stake(unit))
        numbers = {"place": place_of(game, self.rules, unit, target.cover, self._foes, *self._stance)}
        if self._still_answered:
            now = 1.0 if game.part is not PhasePart.FIRST_MOVEMENT else self.style["early"]
            numbers["reply"] = now * self._replies.adds(unit.id, self._column(target))
        if game.part is PhasePart.FIRST_MOVEMENT and not (moved and game.type_of(unit).kind == "artillery"):
            best: dict[str, float] = {}
            for weapon, _, harm in fire_from(self.ruleset, game, unit, self._targets):
                best[weapon] = max(best.get(weapon, 0.0), harm.worth(self.style["finish"]))
            numbers["fire"] = sum(best.values())
        if self._later_turns:
            numbers["later"] = self._later(game, unit)
        if game.objectives:
            numbers["goal"] = self._patience * self._holding.worth(unit, self._moves_left)
        return numbers

    def _place_of_foe(self, game: Game, unit: Unit) -> Mapping[str, float]:
        """What it is worth to the side that an enemy is where it is in ``game``: where it wants to be it is worst."""
        own = [ally for ally in game.units if ally.side == self.player and ally.present]
        targets = [target_of(self.ruleset, game, ally, self._stake(ally)) for ally in own]
        best: dict[str, float] = {}
        for weapon, _, harm in fire_from(self.ruleset, game, unit, targets):
            best[weapon] = max(best.get(weapon, 0.0), harm.worth(self.style["finish"]))
        cover = target_of(self.ruleset, game, unit, self._stake(unit)).cover
        return {"reply": sum(best.values()), "place": -place_of(game, self.rules, unit, cover, own, *self._stance)}

    def _later(self, game: Game, unit: Unit) -> float:
        """The most that a unit may do with each weapon in turns to come, less for each move out of range."""
        total, gaps = 0.0, [self._gaps_of(unit)[target.unit.id] for target in self._targets]
        for threat, worths in self._own_threats(unit.id):
            best = 0.0
            if not threat.move and self.style["unseen"] < 1:
                # the share of fire that is left where a unit that shoots without moving does not see a target
                left, seen = self.style["unseen"], partial(self._sees, unit, unit.present, reach=inf)
                unseen = [1.0 if spotted(game, target.unit) or seen(target) else left for target in self._targets]
                worths = [worth * share for worth, share in zip(worths, unseen, strict=True)]
            for gap, worth in zip(gaps, worths, strict=True):
                if worth > best:
                    beyond = gap - threat.reach
                    if beyond > 0:
                        worth = worth * self.style["fade"] ** (beyond / threat.stride) if threat.stride else 0.0
                    best = max(best, worth)
            total += best
        return total

    # -- what the orders of a decision share --------------------------------------------------------------------------

    @cached_property
    def _foes(self) -> tuple[Unit, ...]:
        return enemies(self.state, self.player)

    @cached_property
    def _won(self) -> Say | None:
        return unused_by(self.state, self.player)

    @cached_property
    def _targets(self) -> list[ThreatenedUnit]:
        return [target_of(self.ruleset, self.state, _foe, self._stake(_foe)) for _foe in self._foes if _foe.present]

    @cached_property
    def _their_threats(self) -> list[tuple[Unit, Sequence[Threat]]]:
        pairs = [(foe, threats_of(self.ruleset, self.state, foe)) for foe in self._foes if foe.present]
        return [(foe, threats) for foe, threats in pairs if threats]

    @cached_property
    def _replies(self) -> Replies[int]:
        own = [unit for unit in self.state.units if unit.side == self.player and unit.present]
        columns = {unit.id: self._column(target_of(self.ruleset, self.state, unit, self._stake(unit))) for unit in own}
        foes = range(len(self._their_threats))
        return Replies(foes, list(columns), lambda foe, piece: columns[piece][foe], self.style["spread"])

    def _column(self, target: ThreatenedUnit) -> list[float]:
        """The most that each enemy may do to a unit where it is, next."""
        key = target.unit.id, target.cover, target.stake, target.shape
        if key not in self._worths:
            finish = self.style["finish"]
            self._worths[key] = [
                [(threat.reach, threat.harm(target).worth(finish)) for threat in threats]
                for _, threats in self._their_threats
            ]
        most = target.stake.points + target.stake.prize
        hides = self.style["unseen"] < 1 and self.state.part is not PhasePart.FIRST_MOVEMENT  # then it may still hide later
        column, gaps = [], self._gaps_of(target.unit)
        for (foe, threats), worths in zip(self._their_threats, self._worths[key], strict=True):
            gap = gaps[foe.id]
            harm = min(sum([worth for reach, worth in worths if gap <= reach]), most)
            if harm and hides and not self._answers(foe, threats, target):
                harm *= self.style["unseen"]
            column.append(harm)
        return column

    def _gaps_of(self, unit: Unit) -> Mapping[str, float]:
        """The inches from a unit to each enemy, by name."""
        if self._gaps[0] is not unit:
            kind, kinds = self.state.type_of(unit), self.state.type_of
            self._gaps = unit, {foe.id: gap_between(unit, kind, foe, kinds(foe)) for foe in self._foes if foe.present}
        return self._gaps[1]

    def _answers(self, foe: Unit, threats: Sequence[Threat], target: ThreatenedUnit) -> bool:
        """Whether an enemy sees a unit where it is, now or after a move, if it has to see it."""
        if any(threat.blind for threat in threats):
            return True
        if foe.id not in self._vantages:
            self._vantages[foe.id] = vantages(self.state, foe, max(threat.move for threat in threats))
        return self._sees(foe, self._vantages[foe.id], target, max(threat.reach - threat.move for threat in threats))

    def _sees(self, unit: Unit, places: Sequence[Element], target: ThreatenedUnit, reach: float) -> bool:
        own = self.state.type_of(unit)
        key = own.kind, target.kind.kind
        if key not in self._sights:
            eyes = eyes_between(self.state, self.rules, own, target.kind)
            self._sights[key] = None if eyes.clear else sight_over(self.state.terrain, eyes.over)
        sight = self._sights[key]
        return sight is None or seen_from(places, own.base_diameter, sight, target, reach)

    def _own_threats(self, name: str) -> list[tuple[Threat, list[float]]]:
        """How a unit of this side may hurt others next, with what to each target; whether it has moved is all the same."""
        if name not in self._threats:
            finish = self.style["finish"]
            self._threats[name] = [
                (threat, [threat.harm(target).worth(finish) for target in self._targets])
                for threat in threats_of(self.ruleset, self.state, self.state.unit(name))
            ]
        return self._threats[name]

    @cached_property
    def _holding(self) -> Holding:
        own = [unit for unit in self.state.units if unit.side == self.player and not unit.has(HIDDEN)]
        return Holding(self.state, self.rules, own, self.style["pace"], self.style["hold"])

    @cached_property
    def _later_turns(self) -> int:
        """The turns that come after this one; many where nobody knows."""
        return 6 if self.state.turns is None else max(0, self.state.turns - self.state.turn)

    @cached_property
    def _still_answered(self) -> bool:
        """Whether the enemy still has a combat before the end."""
        return bool(self._later_turns) or self.state.order[0] == self.player

    def _stake(self, unit: Unit) -> Stake:
        prize, running = self._prizes[unit.side], self.style["running"]
        if unit.side != self.player and self.state.objectives:
            prize += self._held(unit)
        return stake_of(self.rules, self.state.type_of(unit), unit, prize, running)

    def _held(self, unit: Unit) -> int:
        """What an enemy is worth besides for the objectives that it is likely to hold; steps of 5, so that few differ."""
        if unit.id not in self._holds:
            worth = self._patience * self._their_holding.worth(unit, self._moves_left)
            self._holds[unit.id] = 5 * round(self.style["quarry"] * worth / 5)
        return self._holds[unit.id]

    @cached_property
    def _stance(self) -> tuple[float, float]:
        """See :func:`~aqmf_air.games.martian_front.automatic.places.place_of`."""
        return self.style["inside"], self.style["shelter"]

    @cached_property
    def _moves_left(self) -> int:
        """How many moves units of this side have before the end, if they have moved in this phase."""
        return 2 * self._later_turns + (self.state.part is PhasePart.FIRST_MOVEMENT)

    @cached_property
    def _patience(self) -> float:
        """How much objectives count now."""
        return 1 / (1 + self.style["patience"] * self._later_turns)

    @cached_property
    def _their_holding(self) -> Holding:
        return Holding(self.state, self.rules, self._foes, self.style["pace"], self.style["hold"])

    @cached_property
    def _prizes(self) -> Mapping[Side, int]:
        """What the loss of a unit means to each army besides its points: it may break it."""
        own: Side = cast("Side", self.player)
        coming = [reserve.unit for reserve in self.state.reserves if reserve.unit.side == own]
        standing = {own: [*(unit for unit in self.state.units if unit.side == own), *coming], opponent(own): self._foes}
        prizes = {}
        for side, units in standing.items():
            losses = losses_to_break(self.state, self.rules, side, units)
            prizes[side] = round(self.style["break"] / losses) if losses else 0
        return prizes
