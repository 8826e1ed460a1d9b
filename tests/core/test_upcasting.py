"""Old logs: refused with a clear line, or brought up to date by whoever knows the way."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.events import PluginVersion, to_lines
from aqmf_air.core.model import replace
from aqmf_air.core.saved import read_lines
from aqmf_air.core.upcasting import Upcaster, require_same_plugins, up_to_date
from aqmf_air.errors import RulesetVersionError
from tests.core.talk import CODEC, header, log

OLD = replace(header(), plugins=(PluginVersion(name="wings", version="0.1"),))


def renamed(entry: dict[str, Any]) -> dict[str, Any]:
    command = {**entry["command"], "word": entry["command"]["word"].upper()}
    return {**entry, "command": command}


WORDS_IN_CAPITALS = Upcaster("toy", "1", "2", entry=renamed)
WINGS = (Upcaster("wings", "0.1", "0.2"), Upcaster("wings", "0.2", "0.3"))
WANTED = (PluginVersion(name="toy", version="2"), PluginVersion(name="wings", version="0.3"))


def test_every_step_is_taken_and_the_chain_is_sealed_anew() -> None:
    lines = to_lines(OLD, log(3, OLD))
    saved = read_lines(lines, CODEC, "old", up_to_date=up_to_date((WORDS_IN_CAPITALS, *WINGS), WANTED))
    assert saved.fault == ""
    assert saved.header.version == "2"
    assert saved.header.plugins == (PluginVersion(name="wings", version="0.3"),)
    assert [entry.command.word for entry in saved.entries] == ["WORD 0", "WORD 1", "WORD 2"]  # type: ignore[union-attr]


def test_a_log_that_is_up_to_date_is_not_touched() -> None:
    lines = list(to_lines(OLD, log(3, OLD)))
    wanted = (PluginVersion(name="toy", version="1"), PluginVersion(name="wings", version="0.1"))
    assert list(up_to_date((WORDS_IN_CAPITALS, *WINGS), wanted)(lines)) == lines


@pytest.mark.parametrize("upcasters", [(), (WORDS_IN_CAPITALS,), WINGS, (Upcaster("toy", "1", "1"), *WINGS)])
def test_without_the_whole_way_nothing_changes(upcasters: tuple[Upcaster, ...]) -> None:
    lines = list(to_lines(OLD, log(3, OLD)))
    assert list(up_to_date(upcasters, WANTED)(lines)) == lines


def test_an_upcaster_does_not_hide_damage() -> None:
    lines = list(to_lines(OLD, log(3, OLD)))
    lines[2] = lines[2].replace("word 1", "word 9")
    saved = read_lines(lines, CODEC, "old", up_to_date=up_to_date((WORDS_IN_CAPITALS, *WINGS), WANTED))
    assert len(saved.entries) == 1
    assert "line 3: the checksum does not fit" in saved.fault


@pytest.mark.parametrize("first", ["", "{", "[]", "{}"])
def test_what_is_no_log_is_left_to_the_reader(first: str) -> None:
    assert list(up_to_date((WORDS_IN_CAPITALS,), WANTED)([first, "x"])) == [first, "x"]


@pytest.mark.parametrize(
    ("loaded", "said"),
    [
        ((), "wings 0.1 is not loaded"),
        ((PluginVersion(name="wings", version="0.2"),), r"wings was 0\.1, is 0\.2"),
        ((*OLD.plugins, PluginVersion(name="sails", version="1")), "sails 1 is loaded now"),
    ],
)
def test_other_plugins_are_refused_by_name(loaded: tuple[PluginVersion, ...], said: str) -> None:
    with pytest.raises(RulesetVersionError, match=said):
        require_same_plugins(OLD, loaded)


def test_the_same_plugins_pass() -> None:
    require_same_plugins(OLD, tuple(reversed(OLD.plugins)))
