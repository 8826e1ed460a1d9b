"""Old logs: refused with a clear line, or brought up to date by whoever knows the way."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.events import PluginVersion, to_lines
from aqmf_air.core.play.rules_versions import (
    Upcaster,
    other_rules,
    require_none_newer,
    settled_as_before,
    up_to_date,
    versions_of,
)
from aqmf_air.core.store.log_reader import Saved, read_lines
from aqmf_air.errors import DataError, RulesetVersionError
from tests.core.talk import CODEC, header, log

OLD = replace(header(), plugins=(PluginVersion(name="wings", version="0.1.0"),))


def renamed(entry: dict[str, Any]) -> dict[str, Any]:
    command = {**entry["command"], "word": entry["command"]["word"].upper()}
    return {**entry, "command": command}


WORDS_IN_CAPITALS = Upcaster("toy", "1", "2", entry=renamed)
WANTED = {"toy": "2", "wings": "3"}


def read(lines: Any, *upcasters: Upcaster) -> Saved:
    return read_lines(lines, CODEC, "old", up_to_date=up_to_date(upcasters, WANTED))


def test_every_step_is_taken_and_the_log_stays_as_it_was_written() -> None:
    lines = list(to_lines(OLD, log(3, OLD)))
    twice = Upcaster("wings", "1", "2", entry=lambda one: {**one, "by": f"{one['by']}!"})
    saved = read(lines, WORDS_IN_CAPITALS, twice, Upcaster("wings", "2", "3", entry=twice.entry))
    assert saved.fault == ""
    assert [(entry.command.word, entry.by) for entry in saved.entries] == [(f"WORD {n}", "me!!") for n in range(3)]  # type: ignore[union-attr]
    assert list(to_lines(saved.header, saved.entries)) == lines
    assert [entry.check for entry in saved.entries] == [entry.check for entry in log(3, OLD)]


def test_a_log_that_is_up_to_date_is_not_touched() -> None:
    now = replace(header(), version="2", plugins=(PluginVersion(name="wings", version="3"),))
    assert read(to_lines(now, log(3, now)), WORDS_IN_CAPITALS).entries == log(3, now)


def test_a_step_that_nobody_knows_has_changed_no_form() -> None:
    saved = read(to_lines(OLD, log(3, OLD)), Upcaster("wings", "2", "3", entry=renamed))
    assert saved.entries == log(3, OLD)


def test_upcasters_that_lead_round_come_to_an_end() -> None:
    saved = read(to_lines(OLD, log(1, OLD)), Upcaster("toy", "1", "1"), WORDS_IN_CAPITALS)
    assert saved.fault == ""


def test_an_upcaster_does_not_hide_damage() -> None:
    lines = list(to_lines(OLD, log(3, OLD)))
    lines[2] = lines[2].replace("word 1", "word 9")
    saved = read(lines, WORDS_IN_CAPITALS)
    assert len(saved.entries) == 1
    assert "line 3: the checksum does not fit" in saved.fault


def test_an_upcaster_that_fails_is_one_line() -> None:
    def fails(document: dict[str, Any]) -> dict[str, Any]:
        return {**document, **document["none"]}

    lines = list(to_lines(OLD, log(1, OLD)))
    said = "cannot be brought to the form of today"
    assert f"line 2: {said}" in read(lines, Upcaster("toy", "1", "2", entry=fails)).fault
    with pytest.raises(DataError, match=f"line 1: {said} .KeyError"):
        read(lines, Upcaster("toy", "1", "2", header=fails))


def test_rules_that_became_rulings_keep_the_alternative_that_was_played() -> None:
    step = settled_as_before("toy", "1", "2", {"bombs": "together", "chosen": 1})
    document = {"setup": {"rulings": {"chosen": 2}, "title": "x"}}
    assert step.header(document)["setup"] == {"rulings": {"bombs": "together", "chosen": 2}, "title": "x"}


def test_a_release_counts_as_the_first_version_of_the_rules() -> None:
    versions = versions_of("toy", "1", (*OLD.plugins, PluginVersion(name="sails", version="4")))
    assert versions == {"toy": "1", "wings": "1", "sails": "4"}
    assert other_rules(versions, {"toy": "1", "wings": "3"}) == {"wings": "1"}


def test_a_game_of_newer_rules_is_refused_by_name() -> None:
    require_none_newer("g", {"toy": "1"}, {"toy": "2", "wings": "1"})
    with pytest.raises(RulesetVersionError, match=r"game 'g' was played under newer rules: wings 4 \(loaded is 3\)"):
        require_none_newer("g", {"toy": "2", "wings": "4"}, WANTED)


def test_what_comes_after_an_entry_that_names_the_rules_is_of_their_forms() -> None:
    brought = up_to_date((WORDS_IN_CAPITALS,), WANTED)()
    brought({"format": "log", "ruleset": "toy", "version": "1"})
    order = {"kind": "command", "command": {"word": "hello"}}
    assert brought(order)["command"]["word"] == "HELLO"
    brought({"kind": "rules", "rules": [{"name": "toy", "version": "2"}]})
    assert brought(order)["command"]["word"] == "hello"


def test_versions_of_rules_are_numbers() -> None:
    require_none_newer("g", {"toy": "9"}, {"toy": "10"})
    with pytest.raises(RulesetVersionError, match=r"toy 10 \(loaded is 9\)"):
        require_none_newer("g", {"toy": "10"}, {"toy": "9"})


def test_upcasters_that_lead_in_a_circle_come_to_an_end() -> None:
    brought = up_to_date((Upcaster("toy", "1", "2"), Upcaster("toy", "2", "1")), {"toy": "3"})()
    first = {"format": "log", "ruleset": "toy", "version": "1"}
    assert brought(first) == first
