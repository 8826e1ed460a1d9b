from __future__ import annotations

import pytest
from hypothesis import given, settings

from aqmf_air.core.data.model import replace
from aqmf_air.core.data.text import in_a_line
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry, in_lines, parse_list, to_toml
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from tests.games.martian_front.army.lists import armies, context, read_list_of
from tests.hostile_names import ANY

FORMATS = ("json", "markdown", "text", "tts", "token", "ros", "rosz")


@settings(max_examples=20)
@given(army=armies())
def test_a_list_comes_back_exactly_in_every_format_and_each_is_recognised(army: Army) -> None:
    muster = context().muster(army)
    assert parse_list(to_toml(army).encode(), "file") == army
    for name in FORMATS:
        written = context().export(muster, name, ExportOptions())
        read = read_list_of(written, "file")
        assert (read.army, read.losses) == (army, ()), name


def test_lists_that_have_the_former_name_of_the_aircraft_gun_come_back() -> None:
    """Before the gun of AIR-UNIT-4 went by one name, lists were written with another."""
    army = Army(name="Wing", side="human", units=(ArmyEntry(unit="Sopwith Camel", count=2), ArmyEntry(unit="Breguet 14 B2")))
    for name in (*FORMATS, "compact", "discord"):
        written = context().export(context().muster(army), name, ExportOptions())
        if name in ("text", "ros"):
            assert b"Heavy Machine Gun" in written
        read = read_list_of(written.replace(b"Heavy Machine Gun", b"Aircraft Machine Gun"), "file")
        assert (read.army, read.losses) == (army, ()), name


@settings(max_examples=20)
@given(army=armies())
def test_what_was_posted_on_discord_comes_back_but_for_what_is_attached(army: Army) -> None:
    written = context().export(context().muster(army), "discord", ExportOptions())
    read = read_list_of(written, "file")
    assert (read.army, read.losses) == (replace(army, attached=()), ())


@settings(max_examples=10)
@given(army=armies())
def test_windows_line_ends_and_a_byte_order_mark_do_not_matter(army: Army) -> None:
    for name in ("json", "markdown", "text", "discord", "ros"):
        written = context().export(context().muster(army), name, ExportOptions())
        windows = b"\xef\xbb\xbf" + written.replace(b"\n", b"\r\n")
        kept = replace(army, attached=()) if name == "discord" else army
        assert read_list_of(windows, "file").army == kept, name


@settings(max_examples=5)
@given(armies())
def test_the_same_list_gives_the_same_bytes(army: Army) -> None:
    muster = context().muster(army)
    for name in sorted(set(context().exporters) - {"qr", "sheet"}):  # they have tests of their own
        first, again = (context().export(muster, name, ExportOptions()) for _ in range(2))
        assert first == again, name


@pytest.mark.parametrize("name", ["json", "ros"])
@pytest.mark.rule("HOST-ARMY-3")
def test_points_in_a_file_are_not_believed(name: str) -> None:
    army = Army(name="cheap", side="human", units=(ArmyEntry(unit="Mk II Tank Platoon"),))
    written = context().export(context().muster(army), name, ExportOptions()).decode()
    assert "180" in written
    read = read_list_of(written.replace("180", "1").encode(), "file").army
    assert context().muster(read).points == 180


@settings(max_examples=40)
@given(name=ANY, called=ANY, note=ANY)
def test_a_list_comes_back_whatever_it_and_its_units_are_called(name: str, called: str, note: str) -> None:
    """In the format that is recognised: a list called ``{`` is not JSON, and one called ``<a>`` no XML."""
    unit = ArmyEntry(unit="US Infantry", name=in_a_line(called)[:80], notes=in_lines(note)[:1000])
    army = Army(name=in_a_line(name)[:80] or "x", side="human", units=(unit,))
    muster = context().muster(army)
    for form in (*FORMATS, "discord", "toml"):
        written = to_toml(army).encode() if form == "toml" else context().export(muster, form, ExportOptions())
        read = read_list_of(written, "file")
        assert (read.army, read.losses) == (army, ()), form
    compact = read_list_of(context().export(muster, "compact", ExportOptions()), "file")
    assert compact.army == replace(army, units=(ArmyEntry(unit="US Infantry"),))
