from __future__ import annotations

from xml.etree import ElementTree as Xml

import pytest

from aqmf_air.core.roster import ExportOptions
from aqmf_air.errors import DataError
from aqmf_air.host.army.exchange.qr import BORDER, blocks_of, link_of, svg_of, version_of
from aqmf_air.host.army.model import Army, Entry
from tests.host.army.lists import depot

ARMY = Army(name="Wing", side="human", limit=500, units=(Entry(unit="US Command Squad"), Entry(unit="Sopwith Camel")))


def modules(version: int) -> int:
    return 17 + 4 * version


def test_for_a_terminal_each_character_is_two_modules() -> None:
    lines = blocks_of(link_of(ARMY)).split("\n")
    wide = modules(version_of(link_of(ARMY))) + 2 * BORDER
    assert max(len(line) for line in lines) == wide
    assert len(lines) == (wide + 1) // 2
    assert set("".join(lines)) == set("█▀▄ ")
    finder = [line[BORDER : BORDER + 7] for line in lines[2:5]]
    assert finder == [" ▄▄▄▄▄ ", " █   █ ", " █▄▄▄█ "]


def test_svg_and_png_by_the_name_of_the_file() -> None:
    muster = depot().muster(ARMY)
    svg = Xml.fromstring(depot().export(muster, "qr", ExportOptions(suffix=".svg")))
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    assert int(svg.attrib["width"]) == 8 * (modules(version_of(link_of(ARMY))) + 2 * BORDER)
    assert depot().export(muster, "qr", ExportOptions(suffix=".PNG")).startswith(b"\x89PNG")
    text = depot().export(muster, "qr", ExportOptions(page="https://example.org/a")).decode()
    assert text.splitlines()[-1] == link_of(ARMY, "https://example.org/a")
    assert svg_of(link_of(ARMY)).startswith("<svg xmlns=")


def test_any_other_suffix_is_refused() -> None:
    with pytest.raises(DataError, match=r"^qr: expected a file name that ends in .svg, .png or .txt, got '.gif'$"):
        depot().export(depot().muster(ARMY), "qr", ExportOptions(suffix=".gif"))


def test_a_list_that_no_code_holds_is_named() -> None:
    notes = "".join(chr(0x4E00 + n) for n in range(1000))
    army = Army(name="x", side="human", notes=notes)
    with pytest.raises(DataError, match=r"^qr: a link of [\d,]+ characters is more than a QR code holds; share the token$"):
        depot().export(depot().muster(army), "qr", ExportOptions())
