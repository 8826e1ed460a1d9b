"""Scouting for hidden units, and spotting for the guns. AIR-SCOUT, AIR-SPOT."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import ClassVar

from aqmf_air.api import Ask, Dice, Objection, Question, ReadFrom, Rulings, Tally, TargetNumber, in_a_row, labelled
from aqmf_air.api.geometry import within
from aqmf_air.games.martian_aircraft.state import HIGH, altitude_of, figures
from aqmf_air.games.martian_aircraft.tables import AircraftRulings, aircraft_rulings
from aqmf_air.games.martian_front import api as front

SEARCHED = "aircraft.searched"


def to_discover() -> TargetNumber:
    """The number to discover a hidden unit. AIR-SCOUT-2."""
    return TargetNumber("discover", figures()["discover"], "hidden unit", "AIR-SCOUT-2", words=("found", "not found"))


def discoveries(dice: Dice, hidden: int, target: TargetNumber, by: str = "") -> int:
    """How many of ``hidden`` units one search discovers, a roll for each. AIR-SCOUT-2."""
    return dice.each(hidden, 0, _discovered, target, by)


def discovered_over_turns(dice: Dice, turns: int, scouts: int, hidden: int, target: TargetNumber, by: str = "") -> int:
    """How many of ``hidden`` units ``scouts`` discover in so many turns: each searches once a turn for the rest."""
    return dice.fold(turns * scouts, 0, _search, hidden, target, by)


def _search(dice: Dice, discovered: int, hidden: int, target: TargetNumber, by: str) -> int:
    return discovered + dice.call(discoveries, hidden - discovered, target, by)


def _discovered(dice: Dice, target: TargetNumber, by: str) -> int:
    return int(front.rolled(dice, target, by))


def foresees(game: front.Game, unit: front.Unit) -> bool:
    """Whether a unit lets its side know where and when the other's reinforcements arrive: a scout that flies high does.

    AIR-SCOUT-1, AIR-ALT-2.
    """
    return game.type_of(unit).has("Scout") and altitude_of(game, unit) == HIGH


class ScoutSearch(front.UnitOrder, type="aircraft.search"):
    """A scout looks for hidden units: one roll for each. Once a turn. AIR-SCOUT-2."""

    timing: ClassVar[front.FrontTiming] = front.FrontTiming(front.OWN_PART, "searching")
    deed: ClassVar[str] = "look for hidden units"
    wording: ClassVar[str] = "{unit} looks for hidden units"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} search|searches|look|looks [for] [hidden] [units]",)

    @classmethod
    def means(cls, kind: front.UnitType, rulings: Rulings, rules: front.FrontRules) -> Iterable[front.Mount | None]:
        return (None,) if may_scout(kind, aircraft_rulings(rulings)) else ()

    def against(self, game: front.Game, unit: front.Unit, player: str, rules: front.FrontRules) -> Iterable[Objection]:
        """A scout, flying high, that has not searched this turn, and something hidden. AIR-ALT-2, AIR-SCOUT-2."""
        yield from cannot_scout(game, unit)
        if not hidden_units(game, player):  # "A scout aircraft rolls a D10 once each turn for each Martian unit in hiding"
            yield Objection("AIR-SCOUT-2", "nothing on the table is hidden")

    def questions(self, game: front.Game, rules: front.FrontRules) -> Sequence[Question]:
        target, side = to_discover(), game.unit(self.unit).side
        hidden = len(hidden_units(game, side))
        read = ReadFrom((AreaSearched,), "found", counted=True)
        title, luck = f"{game.called(self.unit)} discovers hidden units", Tally("hidden units discovered")
        return (Question(title, discoveries, (hidden, target, side), (target,), of=read, luck=luck),)

    def decide(self, game: front.Game, rules: front.FrontRules, dice: Dice) -> tuple[front.FrontEvent, ...]:
        """Roll for each hidden unit, in the order of their ids."""
        unit, target = game.unit(self.unit), to_discover()
        discovered = tuple(
            other.id
            for other in hidden_units(game, unit.side)
            if front.rolled(labelled(dice, f"marker {other.mark(front.HIDDEN)}"), target, unit.side)
        )
        return (AreaSearched(unit=self.unit, turn=game.turn, found=discovered),)


def cannot_scout(game: front.Game, unit: front.Unit) -> Iterator[Objection]:
    """Why a unit may not search now: a scout, flying high, once a turn (ruling ``scout_rolls``). AIR-ALT-2, AIR-SCOUT-2."""
    rulings = aircraft_rulings(game.rulings)
    if not may_scout(game.type_of(unit), rulings):
        # "A scout aircraft rolls a D10 once each turn for each Martian unit in hiding"
        yield Objection("AIR-SCOUT-2", f"{game.called(unit.id)} is not a scout aircraft")
    elif altitude_of(game, unit) != HIGH:  # "it does no scouting and no spotting"
        yield Objection("AIR-ALT-2", f"{game.called(unit.id)} flies low and may not scout")
    tired = game.units if rulings.scout_rolls == "once" else (unit,)
    if any(scout.mark(SEARCHED) == str(game.turn) for scout in tired):
        # "A scout aircraft rolls a D10 once each turn for each Martian unit in hiding"
        yield Objection("AIR-SCOUT-2", "this turn's search has been made")


class AreaSearched(front.UnitEvent, type="aircraft.searched"):
    """A scout looked for hidden units."""

    reveals: ClassVar[bool] = True
    turn: int
    found: tuple[str, ...]

    def apply(self, game: front.Game) -> front.Game:
        """What was found is hidden no more."""
        game = front.with_mark(game, self.unit, SEARCHED, str(self.turn))
        for name in self.found:
            game = front.reveal(game, name)
        return game

    def tell(self, game: front.Game) -> str:
        what = ("a dummy" if front.is_dummy(game, game.unit(name)) else game.called(name) for name in self.found)
        return f"{game.called(self.unit)} discovers {in_a_row(list(what)) or 'nothing'}"


def may_scout(kind: front.UnitType, rulings: AircraftRulings) -> bool:
    """Whether a kind of aircraft may scout (ruling ``spotters_scout``)."""
    return kind.has("Scout") or (rulings.spotters_scout and kind.has("Spotter"))


def hidden_units(game: front.Game, player: str) -> tuple[front.Unit, ...]:
    """Enemy units that are on the table but hidden, in the order of their markers."""
    hidden = (unit for unit in game.units if unit.side != player and unit.has(front.HIDDEN))
    return tuple(sorted(hidden, key=lambda unit: unit.mark(front.HIDDEN) or ""))


TRIED = "aircraft.spotting-tried"


def to_spot(radio: bool) -> TargetNumber:
    """The number to spot: lower with a radio. AIR-SPOT-2."""
    figure, reason = ("spot by radio", "with a radio") if radio else ("spot", "without a radio")
    return TargetNumber("spot", figures()[figure], reason, "AIR-SPOT-2", words=("spotted", "not spotted"))


def turns_spotted(dice: Dice, turns: int, tries: int, target: TargetNumber, by: str = "") -> int:
    """In how many of ``turns`` a target is spotted, when ``tries`` spotters look for it in each. AIR-SPOT-2, AIR-SPOT-3."""
    return dice.each(turns, 0, _spotted_this_turn, tries, target, by)


def _spotted_this_turn(dice: Dice, tries: int, target: TargetNumber, by: str) -> int:
    return int(dice.fold(tries, False, _or_spot, target, by))


def _or_spot(dice: Dice, seen: bool, target: TargetNumber, by: str) -> bool:
    return seen or dice.call(front.rolled, target, by)


class SpottingTried(front.UnitEvent, type="aircraft.spotting_tried"):
    """A spotter tried to spot a target."""

    target: str
    turn: int
    seen: bool

    def apply(self, game: front.Game) -> front.Game:
        """A target that was seen is open to the guns this turn. AIR-SPOT-3."""
        game = front.with_mark(game, self.unit, TRIED, str(self.turn))
        return front.with_mark(game, self.target, front.SPOTTED, str(self.turn)) if self.seen else game

    def tell(self, game: front.Game) -> str:
        return f"{game.called(self.unit)} {'spots' if self.seen else 'fails to spot'} {game.called(self.target)}"


class Spot(front.UnitOrder, type="aircraft.spot"):
    """A spotter tries to spot one target for the guns. Once a turn. AIR-SPOT-2."""

    timing: ClassVar[front.FrontTiming] = front.FrontTiming(front.OWN_PART, "spotting")
    target: str
    ask: ClassVar[Ask[bool]] = Ask(
        front.rolled,
        lambda order, game, rules: f"{game.called(order.unit)} spots {game.called(order.target)}",
        (SpottingTried, "seen"),
        lambda order, game, rules: (to_spot(game.type_of(game.unit(order.unit)).has("Radio")), order.by(game)),
        Tally("units spotted"),
    )
    deed: ClassVar[str] = "spot for the guns"
    wording: ClassVar[str] = "{unit} tries to spot {the target}"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} [tries] [to] spot|spots {target}",)

    @classmethod
    def means(cls, kind: front.UnitType, rulings: Rulings, rules: front.FrontRules) -> Iterable[front.Mount | None]:
        return (None,) if kind.has("Spotter") else ()

    def against(self, game: front.Game, unit: front.Unit, player: str, rules: front.FrontRules) -> Iterable[Objection]:
        """A spotter, flying high, that has not tried this turn; the target in sight. AIR-ALT-2, AIR-SPOT-1, AIR-SPOT-2."""
        yield from cannot_spot(game, unit)
        # "Once a turn a spotter tries for one enemy target"
        if not_there := front.no_target(game, self.target, player, "AIR-SPOT-2"):
            yield from not_there
        elif not self.sees(game, unit):  # "on a very large table it sees 72 inches every way"
            yield Objection("AIR-SPOT-1", f"{game.called(self.target)} is out of sight of {game.called(self.unit)}")

    def decide(self, game: front.Game, rules: front.FrontRules, dice: Dice) -> tuple[front.FrontEvent, ...]:
        seen = self.ask.roll(labelled(dice, self.target), self, game, rules)
        return (SpottingTried(unit=self.unit, target=self.target, turn=game.turn, seen=seen),)

    def sees(self, game: front.Game, unit: front.Unit) -> bool:
        """Whether the target is in sight: the whole table, or 72 inches (ruling ``spotter_sight``). AIR-SPOT-1."""
        if aircraft_rulings(game.rulings).spotter_sight == "whole-table":
            return True
        marker, target = unit.elements[0], game.unit(self.target)
        return any(within(hypot(at.x - marker.x, at.y - marker.y), figures()["sight"]) for at in target.elements)


def cannot_spot(game: front.Game, unit: front.Unit) -> Iterator[Objection]:
    """Why a unit may not try to spot anything now: a spotter, flying high, once a turn. AIR-ALT-2, AIR-SPOT-2."""
    if not game.type_of(unit).has("Spotter"):  # "Once a turn a spotter tries for one enemy target"
        yield Objection("AIR-SPOT-2", f"{game.called(unit.id)} is not a spotter aircraft")
    elif altitude_of(game, unit) != HIGH:  # "it does no scouting and no spotting"
        yield Objection("AIR-ALT-2", f"{game.called(unit.id)} flies low and may not spot")
    if unit.mark(TRIED) == str(game.turn):  # "Once a turn a spotter tries for one enemy target"
        yield Objection("AIR-SPOT-2", f"{game.called(unit.id)} has tried to spot this turn")
