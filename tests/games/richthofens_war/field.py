"""Pieces for tests of the game: aircraft on hexes, a game with them, rulings other than the defaults."""

from __future__ import annotations

from typing import Any

from aqmf_air.games.richthofens_war.chapters import aircraft_sheet
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Condition, Performance
from aqmf_air.games.richthofens_war.chapters.fire import Shooting, fire_modifiers
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import fitted
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.state import Aircraft, Airman, Game, LastMove, Placed, Setup
from aqmf_air.games.richthofens_war.tables import AircraftType, tables
from aqmf_air.geometry.hexes.grid import from_map

CAMEL, D_VII, BRISTOL = "Sopwith Camel", "Fokker D-VII", "Bristol F2B"
DEFAULT, TABLES = RichthofenRulings(), tables.shipped()


def ruled(**chosen: Any) -> RichthofenRulings:
    """The default rulings but for these."""
    return RichthofenRulings(**chosen)


def type_(name: str) -> AircraftType:
    """An aircraft sheet."""
    return TABLES.aircraft.at(name)


def flown(name: str, rulings: RichthofenRulings = DEFAULT, **condition: Any) -> Performance:
    """What an aircraft of a type can do in a condition."""
    return aircraft_sheet.performance(type_(name), Condition(**condition), TABLES, rulings)


def one(id_: str, type_: str, side: Any, column: int, row: int, facing: int, **more: Any) -> Aircraft:
    """An aircraft that has moved, at 2000 m with speed 7 unless told otherwise."""
    sheet = TABLES.aircraft.at(type_)
    at = from_map(column, row)
    known: dict[str, Any] = {
        "height": 2000,
        "speed": 7,
        "guns": fitted(sheet, TABLES, DEFAULT),
        "crew": (Airman(),) * sheet.crew,
        "moved": True,
        **more,
    }
    return Aircraft(id=id_, type=type_, side=side, at=(at.q, at.r), facing=facing, **known)


def a_game(*aircraft: Aircraft, rulings: RichthofenRulings = DEFAULT, date: str = "", **more: Any) -> Game:
    """A game in which targets are declared, unless told otherwise."""
    placed = Placed(type=CAMEL, side="allied", column=1, row=1, facing=0, height=50, speed=7)
    setup = Setup(aircraft=(placed,), rulings=rulings, date=date)
    return Game(**{"setup": setup, "phase": "declaring", "aircraft": aircraft, **more})


def came_straight(column: int, row: int, facing: int, height: int = 2000, **more: Any) -> LastMove:
    """A move whose last point led straight ahead from there."""
    return LastMove(**{"before": (*from_map(column, row), facing, height), "speed": 7, **more})


def modifiers(
    shooter: str = "SE-5a", target: str = "SE-5a", *, rulings: RichthofenRulings = DEFAULT, **facts: Any
) -> dict[str, int]:
    """What is added to the dice of a shot, by rule."""
    own, other = type_(shooter), type_(target)
    known: dict[str, Any] = {"shooter_schedule": own.schedule, "target_schedule": other.schedule, **facts}
    return {each.source[3:]: each.value for each in fire_modifiers(Shooting(own, other, **known), TABLES, rulings)}
