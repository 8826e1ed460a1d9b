"""``aqmf api``: every name of the doors, by its purpose, with what is true of the thing itself."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from dataclasses import fields
from importlib import import_module
from typing import Any

import pytest
from click.testing import CliRunner

from aqmf_air import api
from aqmf_air.api import geometry, lab, ui
from aqmf_air.cli.main import aqmf
from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.data.lazy_names import FORMER, names_given

DOORS = (api, geometry, lab, ui)


def shown(*args: str) -> Any:
    done = CliRunner().invoke(aqmf, ["api", *args, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def lines(*args: str) -> list[str]:
    return CliRunner(env={"COLUMNS": "100"}).invoke(aqmf, ["api", *args]).stdout.splitlines()


@pytest.fixture(scope="module")
def listed() -> list[dict[str, str]]:
    return list(shown())


def test_every_name_of_every_door_is_listed_with_its_purpose_and_what_it_is(listed: list[dict[str, str]]) -> None:
    given = {
        (name, door.__name__, entry.purpose)
        for door in DOORS
        for name, entry in names_given(str(door.__file__)).items()
        if not entry.purpose.startswith(FORMER)
    }
    assert given <= {(row["name"], row["door"], row["for"]) for row in listed}
    assert all(row["about"] for row in listed)
    assert "aqmf_register_boards" in {row["name"] for row in listed}


def test_a_word_of_a_purpose_lists_its_names_alone_in_a_line_each() -> None:
    heading, *rows = lines("dice")
    assert heading == "aqmf_air.api: Dice, and rules that ask them."
    given = [name for name, entry in names_given(str(api.__file__)).items() if entry.purpose.startswith("Dice")]
    assert [row.split()[0] for row in rows if row[2] != " "] == given
    assert {row["door"] for row in shown("geometry")} == {"aqmf_air.api.geometry"}


def test_what_is_shown_is_true_of_the_thing_itself(listed: list[dict[str, str]]) -> None:
    """Parameters, fields and the first words of docstrings, read from the source, are those of what is imported."""
    compared = 0
    for row in listed[::3]:
        if not row["door"].startswith("aqmf_air.api"):
            continue
        thing, document = getattr(import_module(row["door"]), row["name"]), shown(row["name"])
        fields = [field.split(":")[0].split(" =")[0] for field in document["fields"]]
        if inspect.isfunction(thing):
            names = inspect.signature(thing).parameters
            assert all(name in document["signature"] for name in names), row
            compared += 1
        elif inspect.isclass(thing) and (own := getattr(thing, "model_fields", getattr(thing, "_fields", ()))):
            assert set(own) - {"type"} <= set(fields), row  # a type is named where the class begins
            compared += 1
        if inspect.isfunction(thing) or inspect.isclass(thing):
            assert inspect.cleandoc(thing.__doc__ or "") == document["about"], row
    assert compared > 60


def test_a_name_is_shown_with_fields_methods_errors_and_place() -> None:
    text = "\n".join(lines("TableSource"))
    assert text.startswith(
        "class TableSource(NamedTuple)\n  A table of a game.\nFields:\n  id: str\n      What it is called in"
    )
    assert "\nMethods:\n  key_of(row: Sourced) -> Key\n      What tells a row from all others.\n" in text
    assert "\nErrors: DataError\nIn aqmf_air.api (" in "\n".join(lines("GameTables"))
    assert re.search(r", from\s+aqmf_air/core/data/rule_tables.py:\d+$", text)


def test_methods_say_of_which_kind_they_are_and_what_is_left_to_write() -> None:
    methods = shown("SealedByUnit")["methods"]
    assert "abstract classmethod choices(state: S, side: str, rules: R) -> Mapping[str, Mapping[str, str]]" in methods
    assert "classmethod offers(state: S, player: str, rules: R) -> Iterable[Offer]" in methods
    assert shown("RulesetOfOrders")["abstract"] == ["sides", "initial", "observe", "summary"]
    assert "Abstract: apply" in lines("Event")


@pytest.mark.parametrize("name", ["Event", "Order"])
def test_former_names_of_methods_are_not_shown(name: str) -> None:
    text = "\n".join(lines(name))
    assert not [former for former in ("told_to", "meant", "shown =") if former in text]


def test_what_tests_of_a_game_are_made_from_is_listed_and_shown(listed: list[dict[str, str]]) -> None:
    names = {row["name"]: row["door"] for row in listed}
    assert {names[name] for name in ("conformance", "CHECKS", "Subject")} == {"aqmf_air.conformance"}
    assert {names[name] for name in ("testing", "testing.dice", "testing.registry")} == {"aqmf_air.testing"}
    assert not [name for name in names if name.startswith("pytest_")]
    assert set(names) > {check.__name__ for check in CHECKS}
    assert {field.split(":")[0] for field in shown("Subject")["fields"]} == {field.name for field in fields(Subject)}
    text = "\n".join(lines("testing"))
    assert "rule_registers" in text
    assert "--write-proved" in text
    assert "fixture registry() -> Registry" in text
    assert "  RULINGS: " in "\n".join(lines("kinds"))
    doors = list(dict.fromkeys(row["door"] for row in listed))
    assert doors.index("aqmf_air.hookspecs") < doors.index("aqmf_air.games.martian_front.api")


def test_a_class_that_is_shown_as_a_base_can_be_shown_though_no_door_gives_it(listed: list[dict[str, str]]) -> None:
    for name in ("NamedClass", "Options", "SpokenOrders"):
        assert name not in {row["name"] for row in listed}
        assert "no door gives it" in " ".join(lines(name)[-2:])
    assert shown("Taken")["door"] == shown("InvalidCommandError")["door"] == "aqmf_air.api"


def test_a_former_name_shows_what_it_is_called_now() -> None:
    assert lines("concerning")[0] == "concerning is called labelled now."
    assert shown("Verdict")["name"] == "GameResult"


def test_a_name_that_is_not_there_has_near_ones_in_one_line() -> None:
    done = CliRunner().invoke(aqmf, ["api", "GameTabels"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "aqmf: unknown name of the api 'GameTabels'; did you mean GameTables?\n"


@pytest.mark.further
def test_nothing_of_it_is_imported() -> None:
    code = "import sys; from aqmf_air.cli.main import aqmf; aqmf(['api', 'boards'], standalone_mode=False)"
    code += "; print([name for name in ('pydantic', 'pluggy', 'shapely', 'fastapi') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\n[]\n")
