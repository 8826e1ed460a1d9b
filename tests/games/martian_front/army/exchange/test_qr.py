from __future__ import annotations

import shutil
from xml.etree import ElementTree as Xml

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.qr import BORDER, blocks_of, code_of, svg_of
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.exchange.token import army_from, shared
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from tests.games.martian_front.army.lists import context
from tests.qr import from_blocks, from_png, from_svg

needs_rsvg = pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is not installed")

ARMY = Army(
    name="Wing", side="human", limit=500, units=(ArmyEntry(unit="US Command Squad"), ArmyEntry(unit="Sopwith Camel"))
)


def version(text: str) -> int:
    return int(code_of(text).version)


def modules(version: int) -> int:
    return 17 + 4 * version


def test_for_a_terminal_each_character_is_two_modules() -> None:
    lines = blocks_of(shared(ARMY)).split("\n")
    wide = modules(version(shared(ARMY))) + 2 * BORDER
    assert max(len(line) for line in lines) == wide
    assert len(lines) == (wide + 1) // 2
    assert set("".join(lines)) == set("█▀▄ ")
    finder = [line[BORDER : BORDER + 7] for line in lines[2:5]]
    assert finder == [" ▄▄▄▄▄ ", " █   █ ", " █▄▄▄█ "]


def test_svg_and_png_by_the_name_of_the_file() -> None:
    muster = context().muster(ARMY)
    svg = Xml.fromstring(context().export(muster, "qr", ExportOptions(suffix=".svg")))
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    assert int(svg.attrib["width"]) == 8 * (modules(version(shared(ARMY))) + 2 * BORDER)
    assert context().export(muster, "qr", ExportOptions(suffix=".PNG")).startswith(b"\x89PNG")
    text = context().export(muster, "qr", ExportOptions(page="https://example.org/a")).decode()
    assert text.splitlines()[-1] == shared(ARMY, "https://example.org/a")
    assert svg_of(shared(ARMY)).startswith("<svg xmlns=")


@needs_rsvg
@pytest.mark.parametrize("page", ["", "https://example.org/a"])
def test_what_is_scanned_is_the_list_or_a_link_that_opens_it(page: str) -> None:
    muster = context().muster(ARMY)
    svg, png, text = (context().export(muster, "qr", ExportOptions(suffix, page)) for suffix in (".svg", ".png", ".txt"))
    read = {from_svg(svg.decode()), from_png(png), from_blocks(text.decode().splitlines()[:-1])}
    assert read == {shared(ARMY, page)}
    (scanned,) = read
    assert scanned.startswith(f"{page}#" if page else "aqa")
    assert army_from(scanned) == ARMY


@pytest.mark.further(every=2)
@needs_rsvg
@pytest.mark.parametrize("letters", [300, 600, 900])
def test_long_names_make_a_larger_code_and_never_none(letters: int) -> None:
    name = "".join(chr(ord("a") + (place * place * 7 + place // 26) % 26) for place in range(75))
    units = tuple(ArmyEntry(unit="US Infantry", name=f"{place} {name}"[:79]) for place in range(letters // 75))
    army = replace(ARMY, units=units)
    assert army_from(from_svg(svg_of(shared(army)), 2400)) == army


def test_any_other_suffix_is_refused() -> None:
    with pytest.raises(DataError, match=r"^qr: expected a file name that ends in .svg, .png or .txt, got '.gif'$"):
        context().export(context().muster(ARMY), "qr", ExportOptions(suffix=".gif"))


def test_a_list_that_no_code_holds_is_named() -> None:
    units = tuple(
        ArmyEntry(unit="US Infantry", notes="".join(chr(0x4E00 + 700 * n + m) for m in range(700))) for n in range(5)
    )
    army = Army(name="x", side="human", units=units)
    with pytest.raises(DataError, match=r"^qr: [\d,]+ characters are more than a QR code holds; share a file in its place$"):
        context().export(context().muster(army), "qr", ExportOptions())
