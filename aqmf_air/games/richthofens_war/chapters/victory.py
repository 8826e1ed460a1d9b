"""Victory points: what each side has earned, by which aircraft and why; and the victories of each airman. D-22, VIC."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from aqmf_air.api import Event, in_a_row, plural, replace
from aqmf_air.games.richthofens_war.chapters.map_and_wind import hexes_of, left_for_home
from aqmf_air.games.richthofens_war.state import SIDE_NAMES, SIDES, Aircraft, Credit, Events, Game, SideId

MOST_NAMED = 3
"""Aircraft whose fates are told one by one."""
LOST = ("destroyed", "crashed", "captured")
"""What counts as an aircraft that the other side has brought down."""
SAFE = {"left": "left the map", "landed": "landed on its own side"}
"""What counts as none."""
FATES = {"destroyed": "destroyed", "crashed": "crashed", "captured": "forced down behind the lines"}


def points(game: Game) -> dict[SideId, int]:
    """The points of each side."""
    sums = dict.fromkeys(SIDES, 0)
    for entry in earned(game):
        sums[entry.side] += entry.points
    return sums


class Earned(NamedTuple):
    """Points of a side, and what for."""

    side: SideId
    points: int
    what: str
    """In a player's words: ``Camel 1 destroyed``."""
    kind: Literal["aircraft", "balloon", "photographs", "bombs", "trench", "spotting"] = "aircraft"


def other(side: SideId) -> SideId:
    """The other side."""
    return "allied" if side == "german" else "german"


def earned(game: Game) -> tuple[Earned, ...]:
    """All that the sides have earned so far, each with what for. D-22."""
    return (*_brought_down(game), *_missions(game))


def victors(game: Game, target: str) -> tuple[str, ...]:
    """The aircraft whose victory a lost target is. VIC-1."""
    return tuple(credit.aircraft for credit in game.credits if credit.target == target)


def downed(game: Game, target: str) -> str:
    """What has become of a lost target: ``shot down``, where that is somebody's victory."""
    fate = next((FATES[aircraft.state] for aircraft in game.aircraft if aircraft.id == target), "")
    return "shot down" if fate == FATES["destroyed"] and victors(game, target) else fate or FATES["destroyed"]


def _undone(game: Game, target: str) -> str:
    """What has become of a lost target, and whose victory it is."""
    by = in_a_row([game.called(id_) for id_ in victors(game, target)])
    return f"{downed(game, target)}{f' by {by}' if by else ''}"


def _brought_down(game: Game) -> Iterator[Earned]:
    for aircraft in game.aircraft:
        if aircraft.state in LOST:
            worth = game.tables.number("points", "bomber" if game.type_of(aircraft).bomber else "aircraft")
            yield Earned(other(aircraft.side), worth, f"{game.called(aircraft.id)} {_undone(game, aircraft.id)}")
    for balloon in game.balloons:
        if balloon.state == "destroyed":
            what = f"balloon {_undone(game, balloon.id)}"
            yield Earned(other(balloon.side), game.tables.number("points", "balloon"), what, "balloon")


def _missions(game: Game) -> Iterator[Earned]:
    worth = game.tables
    for aircraft in game.aircraft:
        if brought_home(aircraft, game):
            home = f"photographs of {game.called(aircraft.id)} brought home"
            yield Earned(aircraft.side, worth.number("points", "photographs"), home, "photographs")
        if aircraft.bombed:
            hit = f"target hit by the bombs of {game.called(aircraft.id)}"
            yield Earned(aircraft.side, worth.number("points", "bombs"), hit, "bombs")
        if earns := aircraft.trench_hits // hits_for_a_point(game, aircraft.side):
            hit = f"{plural(aircraft.trench_hits, 'hex', 'hexes')} of trench hit by {game.called(aircraft.id)}"
            yield Earned(aircraft.side, earns * worth.number("points", "trench"), hit, "trench")
        if hits := sum(aircraft.spotted):
            seen = f"{plural(hits, 'hit')} spotted by {game.called(aircraft.id)}"
            yield Earned(aircraft.side, hits * worth.number("points", "spotting"), seen, "spotting")


def hits_for_a_point(game: Game, side: SideId) -> int:
    """Hexes of trench that an aircraft of a side has to hit for the points of one."""
    hits = (mission.hits for mission in game.setup.missions if (mission.side, mission.kind) == (side, "strafing"))
    return next(hits, 1)


def has_plates(aircraft: Aircraft, game: Game) -> bool:
    """Whether an aircraft has photographed every target. D-18."""
    targets = hexes_of(at for mission in game.setup.missions if mission.kind == "photographs" for at in mission.targets)
    return bool(aircraft.photographed) and set(aircraft.photographed) >= {tuple(at) for at in targets}


def brought_home(aircraft: Aircraft, game: Game) -> bool:
    """Whether photographs of every target have left the map over the own edge, or landed among friends. D-18, D-22."""
    home = aircraft.state == "landed" or (
        aircraft.state == "left" and left_for_home(aircraft.hex, aircraft.side, game.tables)
    )
    return has_plates(aircraft, game) and (aircraft.safe or home)


def unstoppable(aircraft: Aircraft, game: Game) -> bool:
    """Whether an aircraft with its plates is in the air, flies with power and fuel, and no enemy is left there. D-22."""
    alone = (
        aircraft.flying and not aircraft.gliding and aircraft.fuel is None and not _in_the_air(game, other(aircraft.side))
    )
    return alone and has_plates(aircraft, game)


def scored(game: Game) -> tuple[tuple[str, str], ...]:
    """The points of each side, then what each was for. D-22."""
    sums, each = points(game), earned(game)
    totals = tuple((SIDE_NAMES[side], plural(sums[side], "point")) for side in SIDES)
    there = (aircraft for aircraft in game.aircraft if aircraft.state not in LOST)  # the points tell of others
    stand = tuple((game.called(aircraft.id), _stands(aircraft, game)) for aircraft in there)
    return (*totals, *((f"{SIDE_NAMES[entry.side]}: {entry.what}", f"+{entry.points}") for entry in each), *stand)


def _stands(aircraft: Aircraft, game: Game) -> str:
    """What has become of an aircraft, and how much damage it has."""
    fate = SAFE.get(aircraft.state, "in the air")
    return f"{fate}, {aircraft.damage} of {game.type_of(aircraft).damage} damage"


def why_won(game: Game) -> str:
    """What ended a game, and by what it was decided, in a player's words. D-22."""
    gone = [side for side in SIDES if not _in_the_air(game, side)]
    fates = SAFE | {"left": f"{SAFE['left']}, nobody's victory"}  # RW-BASE-1
    out: dict[str, list[str]] = {}
    for aircraft in game.aircraft:
        if aircraft.side in gone:
            fate = _undone(game, aircraft.id) if aircraft.state in LOST else fates.get(aircraft.state, "")
            out.setdefault(fate, []).append(game.called(aircraft.id))
    told = "; ".join(f"{in_a_row(names)} {fate}" for fate, names in out.items())
    most = max(points(game).values())
    won = f"most points win, {most} to {min(points(game).values())}"
    by = won if game.winner != "draw" else f"both have {plural(most, 'point')}, so nobody wins"
    brief = len(out) == 1 and sum(map(len, out.values())) <= MOST_NAMED  # else the points tell who fell, and who left
    return "; ".join(filter(None, (told if brief else "", why_over(game), by)))


def leader(game: Game) -> str:
    """Who has most points; ``draw`` if nobody has."""
    sums = points(game)
    return "draw" if len(set(sums.values())) == 1 else max(SIDES, key=lambda side: sums[side])


HEAVY = 2.5
"""Points of damage that a critical hit is about as good as, where it is counted before it is applied."""


def gauges(game: Game) -> tuple[float, ...]:
    """What goes with who wins, the Germans' figure before the Allies': aircraft lost, their damage in parts of what destroys
    them, guns that are jammed or out, tails; then how much later the Germans move.

    Shots whose damage is yet to be applied count as if it were: what they do is settled by their own dice.
    """
    lost, hurt, jammed = (dict.fromkeys(SIDES, 0.0) for _ in range(3))
    for aircraft in game.aircraft:
        shots = [shot for shot in game.shots if shot.target == aircraft.id]
        damage = aircraft.damage + sum(shot.damage + HEAVY * bool(shot.critical) for shot in shots)
        part = 1.0 if aircraft.state in LOST else min(damage / game.type_of(aircraft).damage, 1.0)
        lost[aircraft.side] += part == 1.0
        hurt[aircraft.side] += part
        jammed[aircraft.side] += sum(gun.jammed or gun.out for gun in aircraft.guns)
    tails = [float(sum(game.of(tail.tailer).side == side for tail in game.tails)) for side in SIDES]
    places = [(at, game.of(id_).side) for at, id_ in enumerate(game.queue)]
    late = sum(at if side == SIDES[0] else -at for at, side in places) / (len(places) or 1)
    return (*(figure[side] for figure in (lost, hurt, jammed) for side in SIDES), *tails, late)


def over(game: Game) -> str:
    """Who has won, at the end of a turn: the last turn is played, or a side has nothing left in the air; empty: play on."""
    left = {side: _in_the_air(game, side) for side in SIDES}
    return leader(game) if game.turn >= game.setup.turns or not all(left.values()) else ""


def why_over(game: Game) -> str:
    """Why the game ends at this turn's end, in a player's words."""
    gone = [SIDE_NAMES[side] for side in SIDES if not _in_the_air(game, side)]
    if len(gone) == len(SIDES):
        return "nobody is left in the air"
    return f"the {gone[0]} have nothing left in the air" if gone else f"turn {game.turn} was the last"


def _in_the_air(game: Game, side: SideId) -> bool:
    up = any(balloon.state == "up" and balloon.side == side for balloon in game.balloons)
    return up or any(aircraft.side == side for aircraft in game.flying)


def shares(fired: Iterable[str], target: str) -> tuple[Credit, ...]:
    """The victory over a target, shared in equal parts by all aircraft that fired at it. VIC-1, VIC-2."""
    all_ = sorted(set(fired))
    return tuple(Credit(aircraft=id_, target=target, share=Fraction(1, len(all_))) for id_ in all_)


def credited(by: Iterable[str], target: str) -> Events:
    """The victory over an aircraft, in equal parts. VIC-1."""
    parts = shares(by, target)
    return tuple(VictoryCredited(aircraft=part.aircraft, target=part.target, share=part.share) for part in parts)


class VictoryCredited(Event[Game], type="richthofen.victory_credited"):
    """A victory, or a part of one. VIC-1, VIC-2."""

    aircraft: str
    target: str
    share: Fraction

    def apply(self, game: Game) -> Game:
        return replace(game, credits=(*game.credits, Credit(aircraft=self.aircraft, target=self.target, share=self.share)))

    def tell(self, game: Game) -> str:
        part = "" if self.share == 1 else f" {self.share} of"
        return f"{game.called(self.aircraft)} has{part} the victory over {game.called(self.target)}"
