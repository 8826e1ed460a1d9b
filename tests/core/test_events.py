from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.play.events import Codec, Command, Header, PlainEvent, canonical, digest, scenario_in, sealed, to_lines
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.store.log_reader import from_lines
from aqmf_air.errors import DataError, DuplicateContributionError, InvalidCommandError
from aqmf_air.plugins.registry import load_registry
from tests.plugins_on_disk import picket

RULESET = load_registry(builtin=False, entry_points=False, extra=(("picket", picket),)).ruleset("picket")
CODEC = RULESET.codec


def played(seed: int = 4) -> Session[Any]:
    session = Session(RULESET, new_header(RULESET, picket.Setup(), seed=seed, game="g"))
    for side, card in (("north", 9), ("south", 8)):
        session.submit(picket.Seal(side=side, card=card), side)
    session.undo("south")
    session.redo("south")
    session.submit(picket.Strike(side="north"), "north")
    return session


PLAYED = played()
LINES = tuple(to_lines(PLAYED.header, PLAYED.entries))


def test_a_log_is_read_back_as_it_was_written() -> None:
    header, entries = from_lines(LINES, CODEC, "log")
    assert header == PLAYED.header
    assert list(entries) == PLAYED.entries
    assert [entry.kind for entry in entries] == ["command", "command", "undo", "redo", "command"]
    assert tuple(to_lines(header, entries)) == LINES


def _but_for_who_rolled(line: str) -> Any:
    document = json.loads(line)
    for roll in document.get("rolls", ()):
        del roll["by"]
    return document


@given(st.data())
def test_any_changed_byte_is_noticed_and_what_was_before_it_is_kept(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(LINES) - 1))
    line = LINES[number]
    at = data.draw(st.integers(0, len(line) - 1))
    other = data.draw(st.characters(min_codepoint=32, max_codepoint=126).filter(lambda one: one != line[at]))
    doctored = f"{line[:at]}{other}{line[at + 1 :]}"
    try:
        same = _but_for_who_rolled(doctored) == _but_for_who_rolled(line)
    except (ValueError, KeyError, TypeError, AttributeError):
        same = False
    if same:  # 4.0 for 4, say, or who rolled, which the checksum leaves out
        return
    damaged = [*LINES[:number], doctored, *LINES[number + 1 :]]
    with pytest.raises(DataError, match=r"^log, line \d+") as bad:
        from_lines(damaged, CODEC, "log")
    assert "\n" not in str(bad.value)
    if number:
        assert bad.value.line == number + 1
        assert bad.value.header == PLAYED.header
        assert list(bad.value.entries) == PLAYED.entries[: number - 1]


@pytest.mark.parametrize("number", range(1, len(LINES)))
def test_what_was_before_a_lost_line_is_kept(number: int) -> None:
    rest = [*LINES[:number], *LINES[number + 1 :]]
    if number == len(LINES) - 1:
        assert list(from_lines(rest, CODEC, "log")[1]) == PLAYED.entries[:-1]
        return
    with pytest.raises(DataError, match=rf"line {number + 1}: expected entry {number - 1}, got {number}") as bad:
        from_lines(rest, CODEC, "log")
    assert list(bad.value.entries) == PLAYED.entries[: number - 1]


def test_a_line_that_was_cut_off_is_noticed() -> None:
    with pytest.raises(DataError, match=r"^log, line 6: not a whole line of JSON \(cut off\?\)$") as bad:
        from_lines([*LINES[:5], LINES[5][:40]], CODEC, "log")
    assert list(bad.value.entries) == PLAYED.entries[:4]


def test_entries_of_another_log_do_not_fit() -> None:
    other = played(seed=5)
    mixed = [LINES[0], *list(to_lines(other.header, other.entries))[1:]]
    with pytest.raises(DataError, match="line 2: the checksum does not fit"):
        from_lines(mixed, CODEC, "log")


def test_a_checksum_made_anew_does_not_hide_a_change_from_the_lines_after() -> None:
    doctored = sealed(replace(PLAYED.entries[0], by="south", check=""), digest(PLAYED.header))
    lines = [LINES[0], canonical(doctored.model_dump(mode="json")), *LINES[2:]]
    with pytest.raises(DataError, match="line 3: the checksum does not fit"):
        from_lines(lines, CODEC, "log")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "log: empty, expected the header of an aqmf-air log"),
        (["[]"], "log, line 1: not the header of an aqmf-air log"),
        (["{}"], "log, line 1: not the header of an aqmf-air log"),
        (['{"format": "aqmf-air log"}'], "log, line 1: key 'game' is missing"),
        (["\x00"], "log, line 1: not a whole line of JSON (cut off?)"),
        ([LINES[0].replace('"seed":4', '"seed":"x"')], "log, line 1: 'seed': expected a whole number, got 'x'"),
        ([LINES[0].replace('"seed":4', '"seed":NaN')], "log, line 1: not a whole line of JSON (cut off?)"),
        ([LINES[0].replace('"seed":4', '"seed":4,"written":""')], "log, line 1: unknown key 'written'"),
        ([LINES[0].replace('"plugins":[]', '"plugins":[5]')], "log, line 1: 'plugins.0': expected"),
        ([LINES[0].replace('"guns":4', '"guns":0')], "log, line 1, setup: 'guns': expected greater than or equal to 1"),
        ([LINES[0], "[]"], "log, line 2: expected an entry of the log, got list"),
        ([LINES[0], "null"], "log, line 2: expected an entry of the log, got NoneType"),
        ([LINES[0], "[" * 100_000], "log, line 2: not a whole line of JSON (cut off?)"),
        ([LINES[0], "{}"], "log, line 2: expected entry 0, got 'none'"),
        ([LINES[0], '{"position": 0}'], "log, line 2: the checksum does not fit"),
        ([LINES[0], '{"position": 0, "by": "\\ud800"}'], "log, line 2: holds what cannot be written as JSON"),
    ],
)  # fmt: skip
def test_bad_logs_are_refused_in_one_line(lines: list[str], message: str) -> None:
    with pytest.raises(DataError) as bad:
        from_lines(lines, CODEC, "log")
    assert str(bad.value).startswith(message)
    assert "\n" not in str(bad.value)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "here: expected an entry of the log, got list"),
        ({"command": {"type": "picket.dance"}}, "here, command: unknown type 'picket.dance'"),
        ({"command": 5}, "here, command: expected a table"),
        ({"events": [{}]}, "here, event 1: key 'type' is missing, expected one of picket.card_drawn"),
        ({"position": 0, "kind": "undo", "by": "x", "events": 5}, "here: 'events': expected a list"),
        ({"position": 0}, "here: key 'kind' is missing"),
    ],
)
def test_bad_entries_are_refused_in_one_line(document: object, message: str) -> None:
    with pytest.raises(DataError) as bad:
        CODEC.entry(document, "here")
    assert str(bad.value).startswith(message)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"type": "picket.seal", "side": "north"}, "here: key 'picket.seal.card' is missing"),
        (
            {"type": "picket.seal", "side": "north", "card": "ace"},
            "here: 'picket.seal.card': expected a whole number, got 'ace'",
        ),
        ({"type": "picket.seal", "side": "north", "card": 1, "glue": 2}, "here: unknown key 'picket.seal.glue'"),
        ({"side": "north"}, "here: key 'type' is missing, expected one of picket.seal, picket.strike"),
        ({"type": 7}, "here: unknown type '7', expected one of picket.seal, picket.strike"),
        ({"type": ["picket.seal"]}, "here: "),
        ("seal", "here: expected a table"),
        (None, "here: expected a table"),
    ],
)
def test_bad_commands_are_refused_in_one_line(document: object, message: str) -> None:
    with pytest.raises(InvalidCommandError) as bad:
        CODEC.command(document, "here")
    assert str(bad.value).startswith(message)
    assert "\n" not in str(bad.value)


def test_a_command_is_read_from_plain_data() -> None:
    assert CODEC.command({"type": "picket.strike", "side": "north"}, "here") == picket.Strike(side="north")


class Dance(Command):
    type: Literal["picket.seal"] = "picket.seal"


class Bell(PlainEvent, type="bell"):
    pass


class NoSetup(Frozen):
    pass


def test_two_kinds_may_not_go_by_one_name() -> None:
    with pytest.raises(
        DuplicateContributionError, match=r"type 'picket.seal' is claimed by 'tests\.plugins_on_disk\.picket' and"
    ) as bad:
        Codec((picket.Seal, Dance), (Bell,), NoSetup)
    assert bad.value.plugins == ("tests.plugins_on_disk.picket", __name__)


def test_a_kind_is_named_in_its_first_line_or_by_a_field() -> None:
    assert (Dance.type_name(), Bell.type_name(), PlainEvent.type_name()) == ("picket.seal", "bell", "")
    assert Bell().model_dump() == {"type": "bell"}
    with pytest.raises(ValidationError, match="Input should be 'bell'"):
        Bell(type="waltz")


def test_one_kind_of_command_is_enough() -> None:
    codec = Codec((Dance,), (Bell,), NoSetup)
    assert codec.command({"type": "picket.seal"}, "here") == Dance()
    with pytest.raises(InvalidCommandError, match=r"^here: "):
        codec.command({"type": "waltz"}, "here")


@given(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5) | st.none() | st.booleans(), max_size=5))
def test_canonical_text_is_the_same_for_the_same_data(document: dict[str, Any]) -> None:
    backwards = dict(reversed(document.items()))
    assert canonical(document) == canonical(backwards)
    assert json.loads(canonical(document)) == document
    assert "\n" not in canonical(document)


def test_what_is_no_number_has_no_canonical_text() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical({"x": float("nan")})


def test_a_header_of_a_later_form_is_still_read(tmp_path: object) -> None:
    later = LINES[0].replace('"log_schema":1', '"log_schema":2')
    header = CODEC.header(json.loads(later), "log")
    assert isinstance(header, Header)
    assert header.log_schema == 2


def test_a_header_names_its_scenario_and_an_older_one_has_it_in_the_set_up() -> None:
    named = new_header(RULESET, picket.Setup(), seed=1, game="g", scenario="short", title="A short one")
    assert named.named == scenario_in(json.loads(next(to_lines(named, ())))) == ("short", "A short one")
    older = {"setup": {"scenario": "ford", "title": "The ford"}}
    assert scenario_in(older) == ("ford", "The ford")
    assert PLAYED.header.named == ("", "")
    assert "title" not in json.loads(LINES[0])
