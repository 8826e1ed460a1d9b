"""The map and its lines: whose ground a hex is, how far the trenches are, which edge is home; and the wind. D-14, D-19."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal

from aqmf_air.api import Dice, Event, pick, replace
from aqmf_air.api.geometry import Hex, from_map, stepped, to_map
from aqmf_air.games.richthofens_war.state import COMPASS, Balloon, Game, SideId
from aqmf_air.games.richthofens_war.tables import RichthofenRulings, Tables

TOWARDS_ALLIES = (0, 1, 5)
"""Facings in which columns rise, from the German edge to the Allied one."""
DIRECTIONS = tuple(range(6))


def on_map(at: Hex, tables: Tables) -> bool:
    """Whether a hex is on the map."""
    column, row = to_map(at)
    return 0 <= column < tables.number("map", "columns") and 0 <= row < tables.number("map", "rows")


def trench(side: SideId, tables: Tables) -> int:
    """The column of a side's front trench."""
    return tables.number("map", f"{side}-trench")


def ground_of(at: Hex, tables: Tables) -> SideId | Literal[""]:
    """Whose ground a hex is, the front trench included; ``""``: it is no-man's-land."""
    column = to_map(at)[0]
    if column <= trench("german", tables):
        return "german"
    return "allied" if column >= trench("allied", tables) else ""


def behind_lines(at: Hex, side: SideId, tables: Tables) -> int:
    """Hexes from a side's front trench backwards; the trench is 0, what lies before it is negative. AA-1."""
    column = to_map(at)[0]
    return trench("german", tables) - column if side == "german" else column - trench("allied", tables)


def archie_range(at: Hex, gunners: SideId, tables: Tables, rulings: RichthofenRulings) -> int:
    """Hexes from the trench line as a side's Archie counts them; negative: out of its airspace. AA-1."""
    if rulings.archie_lines == "any-trench":
        enemy: SideId = "allied" if gunners == "german" else "german"
        nearest = min(abs(behind_lines(at, side, tables)) for side in (gunners, enemy))
        return -1 if ground_of(at, tables) == enemy else nearest
    return behind_lines(at, gunners, tables)


def left_for_home(at: Hex, side: SideId, tables: Tables) -> bool:
    """Whether a hex off the map lies beyond a side's own edge."""
    column = to_map(at)[0]
    return column < 0 if side == "german" else column >= tables.number("map", "columns")


def prevailing_wind(dice: Dice) -> int:
    """The facing in which the wind blows. D-19."""
    return dice.draw(pick("wind", DIRECTIONS))


def drift(turn: int, tables: Tables) -> int:
    """Hexes that the wind carries everything in the air at the end of a turn. D-19."""
    return 0 if turn % tables.number("wind", "every") else tables.number("wind", "hexes")


def drifted(at: Hex, wind: int, turn: int, tables: Tables) -> Hex:
    """Where something in the air is after the wind of a turn. D-19."""
    return stepped(at, wind, drift(turn, tables))


def hexes_of(places: Iterable[tuple[int, int]]) -> frozenset[Hex]:
    """Hexes from columns and rows."""
    return frozenset(from_map(*place) for place in places)


class WindRolled(Event[Game], type="richthofen.wind_rolled"):
    """Where the wind blows for the rest of the game. D-19."""

    wind: int

    def apply(self, game: Game) -> Game:
        return replace(game, wind=self.wind)

    def tell(self, game: Game) -> str:
        return f"the wind blows to the {COMPASS[self.wind]}"


class Drifted(Event[Game], type="richthofen.drifted"):
    """The wind has carried all that is in the air. D-19."""

    wording: ClassVar[str] = "the wind carries all that is in the air a hex"
    wind: int

    def apply(self, game: Game) -> Game:
        aircraft = tuple(
            replace(craft, at=drifted(craft.hex, self.wind, game.turn, game.tables)) if craft.flying else craft
            for craft in game.aircraft
        )
        gone = [craft.id for craft in aircraft if craft.flying and not on_map(craft.hex, game.tables)]
        game = replace(game, aircraft=aircraft, balloons=tuple(self._drifted(balloon, game) for balloon in game.balloons))
        for id_ in gone:
            game = game.out(id_, "left")
        return game

    def _drifted(self, balloon: Balloon, game: Game) -> Balloon:
        """A balloon after the wind; its cable holds it on the map."""
        at = drifted(balloon.hex, self.wind, game.turn, game.tables)
        return replace(balloon, at=at) if balloon.state == "up" and on_map(at, game.tables) else balloon
