"""The sector map as it is drawn."""

from __future__ import annotations

from xml.etree import ElementTree

from aqmf_air.games.aces_of_valor.chapters import sectors
from aqmf_air.games.aces_of_valor.tables import SectorRow, tables
from aqmf_air.games.aces_of_valor.ui.sector_map import Marks, about_sector, marks_of, sector_map
from tests.games.aces_of_valor.playing import begun

TABLES = tables.shipped()
NOTES = ".//*[@data-note]"


def drawn(marks: Marks) -> ElementTree.Element:
    return ElementTree.fromstring(sector_map(TABLES, marks).document(placed=False))


def test_every_sector_is_drawn_with_what_is_there() -> None:
    sheet = drawn(Marks())
    places = [(x, y) for y in range(sectors.ROWS) for x in range(sectors.COLUMNS)]
    assert [one.get("data-note") for one in sheet.findall(NOTES)] == [about_sector(at, TABLES) for at in places]
    guns = [at for at in places if "anti-aircraft guns" in about_sector(at, TABLES)]
    assert sum("AA" in one.itertext() for one in sheet.findall("{*}g[@class='sector']")) == len(guns) == 4 * sectors.ROWS
    words = {"".join(one.itertext()) for one in sheet.findall(".//{*}text")}
    assert {one.name for one in TABLES.every("map-sectors", SectorRow) if one.name} <= words


def test_a_sector_is_told_in_a_line() -> None:
    told = [about_sector(at, TABLES) for at in ((2, 2), (5, 2), (1, 4), (0, 0), (9, 3))]
    assert told == [
        "C3: Arras, town C, Entente rear",
        "F3: German trench E, anti-aircraft guns",
        "B5: woods, Entente rear",
        "A1: Entente rear",
        "J4: German headquarters A, German rear",
    ]


def test_a_mission_is_marked() -> None:
    marks = Marks("entente", (1, 3), ((5, 2),), (4, 2), 5, ((1, 3), (2, 3)), (((5, 2), "Infantry"), ((5, 2), "Artillery")))
    sheet = drawn(marks)
    (flight,) = sheet.findall(".//*[@data-piece='the flight']")
    assert (flight.get("data-x"), flight.get("data-y"), "".join(flight.itertext()).strip()) == ("4", "2", "5")
    assert len(sheet.findall(".//*[@class='objective']")) == 1
    assert "Infantry, Artillery" in {one.get("data-note") for one in sheet.findall(NOTES)}
    title = sheet.findtext("{*}title")
    assert title == "The map: the flight is at Entente trench E, its objective is German trench E"


def test_a_campaign_that_begins_has_its_home_on_the_map() -> None:
    assert marks_of(begun().state) == Marks()
    state = begun(nation="german", home="C").state
    assert (marks_of(state).own, marks_of(state).home) == ("german", (8, 5) if state.home else None)
