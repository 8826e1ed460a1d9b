"""The map: what a sector is to the player, what is there, which sectors are next to it, how far it is. GEN-3 to GEN-6."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from aqmf_air.games.aces_of_valor import tables
from aqmf_air.games.aces_of_valor.state import Campaign, Place
from aqmf_air.games.aces_of_valor.tables import Column, Feature, Half, Nation, PlaceKind, SectorRow, Tables, ValorRulings

COLUMNS, ROWS = 10, 8
Line = Literal["friendly-rear", "trench", "enemy-rear"]
"""Columns of F7."""
CLEAR = {"rear": "open country", "balloon": "the balloon line", "trench": "the trenches"}


def half_of(nation: Nation) -> Half:
    """The half of the map of a nation."""
    return "german" if nation == "german" else "entente"


def other(half: Half) -> Half:
    """The other half."""
    return "entente" if half == "german" else "german"


@lru_cache(maxsize=16)
def _features(tables: Tables) -> dict[Place, SectorRow]:
    return {(sector_row.x, sector_row.y): sector_row for sector_row in tables.every("map-sectors", SectorRow)}


@lru_cache(maxsize=16)
def _columns(tables: Tables) -> dict[int, tables.Column]:
    return {column.x: column for column in tables.every("map-columns", Column)}


def feature(at: Place, tables: Tables) -> SectorRow | None:
    """What is in a sector; None: it is clear."""
    return _features(tables).get(at)


def zone(at: Place, tables: Tables) -> Literal["rear", "balloon", "trench"]:
    """The line of sectors that one is in."""
    return _columns(tables)[at[0]].zone


def side(at: Place, tables: Tables) -> Half:
    """Whose half a sector is on."""
    return _columns(tables)[at[0]].side


def has_aa(at: Place, tables: Tables) -> bool:
    """Whether a sector has an AA symbol. GEN-4."""
    return zone(at, tables) != "rear"


def enemy_aa(at: Place, own: Half, tables: Tables) -> bool:
    """Whether the guns of a sector fire at a flight of this half. GEN-5."""
    return side(at, tables) != own and has_aa(at, tables)


def place(at: Place, own: Half, tables: Tables, rulings: ValorRulings) -> tables.PlaceKind:
    """What a sector is to a squadron of this half: the column of F3, F6, C9. ``place_map``, ``balloon_column``."""
    here, zone_ = feature(at, tables), zone(at, tables)
    as_trench = rulings.balloon_column == "trenches" or rulings.place_map == "trench"
    in_trenches = zone_ == "trench" or (zone_ == "balloon" and as_trench)
    if side(at, tables) == own:
        return "friendly-trench" if in_trenches else "friendly-rear"
    if here is not None and here.feature == "airfield":
        return "enemy-airfield"
    return "enemy-trench" if in_trenches else "enemy-rear"


def line(at: Place, own: Half, tables: Tables, rulings: ValorRulings) -> Line:
    """The column of F7. EVT-1."""
    here = place(at, own, tables, rulings)
    if here.endswith("trench"):
        return "trench"
    return "friendly-rear" if here == "friendly-rear" else "enemy-rear"


def neighbours(at: Place) -> tuple[Place, ...]:
    """The sectors next to one, those across a corner left out. FLT-5."""
    x, y = at
    around = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return tuple((a, b) for a, b in around if 0 <= a < COLUMNS and 0 <= b < ROWS)


def distance(start: Place, to: Place) -> int:
    """How many moves it is from one sector to another."""
    return abs(start[0] - to[0]) + abs(start[1] - to[1])


def where(half: Half, kind: Feature, letter: str, tables: Tables) -> Place:
    """The sector of a feature on a half. Raises DataError: there is none."""
    rule_table = tables.of.of("map-sectors", SectorRow)
    at = next(((row.x, row.y) for row in rule_table if (row.side, row.feature, row.letter) == (half, kind, letter)), None)
    if at is None:
        rule_table.at(half, kind, letter)  # says that there is none
        raise LookupError(letter)
    return at


@lru_cache(maxsize=32)
def airfields(half: Half, tables: Tables) -> tuple[Place, ...]:
    """The airfields of a half."""
    rows = tables.every("map-sectors", SectorRow)
    return tuple((row.x, row.y) for row in rows if (row.side, row.feature) == (half, "airfield"))


def name(at: Place, tables: Tables) -> str:
    """What people call a sector: ``Arras``, ``German trench E``; a clear one by where it is."""
    here = feature(at, tables)
    if here is None or here.feature == "woods":
        return f"{'woods' if here else CLEAR[zone(at, tables)]} {column_letter(at)}{at[1] + 1}"
    if here.name:
        return here.name
    owner = "German" if here.side == "german" else "Entente"
    what = {"hq": "headquarters", "rail-yard": "rail yard"}.get(here.feature, here.feature)
    return f"{owner} {what} {here.letter}"


def column_letter(at: Place) -> str:
    """The letter of a column on the edge of the map, A in the west."""
    return "ABCDEFGHIJ"[at[0]]


def rear(place: PlaceKind) -> PlaceKind:
    """The column of a place on F3 and C9, which have none for an enemy airfield."""
    return "enemy-rear" if place == "enemy-airfield" else place


def own_half(game: Campaign) -> Half:
    """The half of the map that is the squadron's. Raises ValueError: there is no nation yet."""
    if game.nation is None:
        raise ValueError("no nation is chosen")
    return half_of(game.nation)


def home_sector(game: Campaign) -> Place:
    """The sector of the home airfield."""
    return where(own_half(game), "airfield", game.home, game.tables)


def own_place(game: Campaign) -> PlaceKind:
    """What the sector of the flight is to the squadron."""
    assert game.nation is not None  # a mission is flown
    return place(game.flown.at, half_of(game.nation), game.tables, game.rulings)
