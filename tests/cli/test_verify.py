"""``aqmf verify``, and what is done with games that are not what they were."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.files import own_folder
from aqmf_air.core.store.log_reader import log_text, split_lines
from aqmf_air.core.store.store import Store
from tests.core.test_store import doctored


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))


def run(*args: str, typed: str = "") -> Any:
    result = CliRunner().invoke(aqmf, args, input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def played(name: str, seed: int = 5) -> None:
    assert run("play", "first-flight", "--seed", str(seed), "--game", name).exit_code == 0


def verified(*what: str) -> tuple[int, dict[str, dict[str, Any]]]:
    result = run("verify", *what, "--json")
    return result.exit_code, {one["game"]: one for one in json.loads(result.stdout)["games"]}


def exported(name: str) -> list[str]:
    return split_lines(run("export", name).stdout)


def test_what_is_sound_is_said_to_be() -> None:
    played("one")
    played("two", 6)
    run("discard", "two")
    status, games = verified()
    assert status == 0
    assert {name: (one["sound"], one["problems"]) for name, one in games.items()} == {"one": (True, []), "two": (True, [])}
    assert games["one"]["entries"] == len(exported("one")) - 2
    assert run("verify", "one").stdout == f"one: {games['one']['entries']} entries, sound\n"
    assert run("verify", "none").exit_code == 2


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("april.toml", b"name", b"name = [", "not TOML"),
        ("april.toml", b"name", b"\xff", "not UTF-8"),
        (".april.toml.history", b"added 1 Field Gun", b"added 2 Field Gun", "version 2 is damaged"),
        (".april.toml.history", b"{", b"", "the versions of the file cannot be read"),
        ("april.toml", b"limit = 500", b"limit = 400", ""),  # by hand
    ],
)
def test_files_of_ones_own_are_looked_through(file: str, old: bytes, new: bytes, problem: str, tmp_path: Path) -> None:
    run("army", "new", "april", "--side", "human", "--limit", "500")
    run("army", "add", "april", "Field Gun Battery")
    assert "april" not in run("verify").stdout
    path = own_folder() / "armies" / file
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    run("backup", kept := str(tmp_path / "kept.zip"))
    for what, place in (([], str(own_folder() / "armies" / "april.toml")), ([kept], f"{kept}: armies/april.toml")):
        result = run("verify", *what, "--json")
        faults = {entry["file"]: entry["problems"] for entry in json.loads(result.stdout)["files"] if not entry["sound"]}
        assert result.exit_code == bool(problem)
        assert list(faults) == [place] * bool(problem)
        assert all(problem in " ".join(faults[name]) for name in faults)


def test_a_game_may_be_called_like_a_file_that_is_not_there() -> None:
    played("one.jsonl")
    assert run("replay", "one.jsonl").exit_code == 0
    assert verified("one.jsonl")[1]["one.jsonl"]["sound"]
    assert "two.jsonl: cannot be read" in run("replay", "two.jsonl").stderr


def test_a_game_that_lost_entries_is_named_everywhere_and_goes_on_as_a_copy() -> None:
    played("one")
    with Store() as store:
        whole = store.kept("one").entries
    doctored(store.path, "DELETE FROM entries WHERE position >= 9")
    status, games = verified()
    assert (status, games["one"]["sound"], games["one"]["entries"]) == (1, False, 9)
    said = f"{whole} entries were kept, and {whole - 9} of them are lost"
    assert said in games["one"]["problems"][0]
    listed = run("games")
    assert "damaged" in listed.stdout
    assert f"aqmf: one: {said}" in listed.stderr
    shown = run("replay", "one")
    assert shown.exit_code == 2
    assert said in shown.stderr
    out = run("export", "one")
    assert (out.exit_code, len(split_lines(out.stdout))) == (1, 10)
    assert said in out.stderr
    resumed = run("play", "--resume", "one", "--auto", "both", "--json")
    assert resumed.exit_code == 0
    assert f"{said}; the 9 entries before that are sound; it goes on as game 'one~2'" in resumed.stderr
    assert json.loads(resumed.stdout)["game"] == "one~2"
    assert verified("one~2")[0] == 0


def test_a_damaged_header_keeps_no_list_from_being_shown() -> None:
    played("one")
    played("two", 6)
    with Store() as store:
        pass
    doctored(
        store.path, "UPDATE games SET header = replace(header, 'Field Gun Battery', 'Field Gun Cattery') WHERE name = 'one'"
    )
    listed = {one["game"]: one for one in json.loads(run("games", "--json").stdout)}
    assert listed["two"]["fault"] is None
    assert listed["one"]["fault"] == "its first line was damaged or changed"
    for command in (("replay", "one"), ("play", "--resume", "one", "--auto", "both")):
        assert run(*command).exit_code == 2
    assert verified()[0] == 1


def test_a_store_without_its_last_entries_is_noticed_by_its_witness() -> None:
    played("one")
    with Store() as store:
        path = store.path
        copy = sqlite3.connect(path.with_name("copy"))
        store._db.backup(copy)
        copy.close()
    played("two", 6)
    path.with_name("copy").replace(path)
    status, games = verified()
    assert (status, games["one"]["sound"], games["two"]["sound"]) == (1, True, False)
    assert "game 'two': it is lost, with" in games["two"]["problems"][0]
    assert "two" in run("games").stdout
    assert run("play", "first-flight", "--seed", "6", "--game", "two").exit_code == 2
    assert run("discard", "two").exit_code == 0
    assert verified()[0] == 0


@pytest.mark.further(every=3)
@pytest.mark.parametrize("part", ["discarded", "sqlite_autoindex_discarded_1"])
@pytest.mark.parametrize("damage", [lambda page: bytes(64) + page[64:], lambda page: page.replace(b"two", b"tvo")])
def test_a_game_is_told_of_where_the_file_is_damaged_that_says_what_was_discarded(
    part: str, damage: Callable[[bytes], bytes]
) -> None:
    played("one")
    played("two", 6)
    run("discard", "two")
    with Store() as store:
        (size,), (page,) = (
            store._db.execute(query).fetchone()
            for query in ("PRAGMA page_size", f"SELECT rootpage FROM sqlite_master WHERE name = '{part}'")
        )
    raw, start = store.path.read_bytes(), (page - 1) * size
    store.path.write_bytes(raw[:start] + damage(raw[start : start + size]) + raw[start + size :])
    gone = {one["game"]: one["fault"] for one in json.loads(run("games", "--discarded", "--json").stdout)}
    left = {one["game"]: one["fault"] for one in json.loads(run("games", "--json").stdout)}
    assert "damaged" in gone["two"]
    assert gone["two"] == left["two"]
    status, games = verified()
    assert (status, games["two"]["sound"]) == (1, False)


def test_who_sits_at_a_table_is_checked() -> None:
    played("one")
    with closing(sqlite3.connect(own_folder() / "tables.sqlite", isolation_level=None)) as tables:
        tables.execute("UPDATE tables SET setting = replace(setting, 'human', 'humbn')")
    result = run("verify", "--json")
    assert (result.exit_code, [file["sound"] for file in json.loads(result.stdout)["files"]]) == (1, [True, False])
    assert "the table of game 'one' is damaged" in result.stdout
    assert "the table of game 'one' is damaged" in run("play", "--resume", "one").stderr
    assert run("import", "-", "--as", "two", typed=run("export", "one").stdout).exit_code == 0
    assert "damaged" not in run("play", "--resume", "two").stderr


def test_what_sqlite_finds_is_told_and_so_are_other_tables() -> None:
    played("one")
    with Store() as store:
        path = store.path
    doctored(path)
    result = run("verify", "--json")
    assert result.exit_code == 1
    (file, *_) = json.loads(result.stdout)["files"]
    assert (file["file"], file["sound"]) == (str(path), False)
    assert "tables or triggers are not what they were: entries_counted, entries_keep" in file["problems"][0]
    path.write_bytes(b"no database" * 500)
    result = run("verify", "--json")
    assert result.exit_code == 1
    assert "it is no database, or damaged" in json.loads(result.stdout)["files"][0]["problems"][0]


@pytest.mark.parametrize("title", ["First\u2028flight", "First\u0085flight", "First\u2029flight\x1c\x0b"])
def test_a_title_with_any_character_is_exported_and_comes_back(title: str, tmp_path: Path) -> None:
    played("one")
    with Store() as store:
        header = json.loads(next(store.lines("one")))
    header["setup"]["title"] = title
    header["game"] = "titled"
    path = tmp_path / "titled.jsonl"
    path.write_text(
        log_text([json.dumps(header, ensure_ascii=False, sort_keys=True, separators=(",", ":"))]), encoding="utf-8"
    )
    assert run("import", str(path)).exit_code == 0
    assert run("export", "titled", "-o", str(tmp_path / "again.jsonl")).exit_code == 0
    assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()
    assert run("verify", str(tmp_path / "again.jsonl")).exit_code == 0
    assert run("import", str(tmp_path / "again.jsonl"), "--as", "again").stderr == ""


def damaged(lines: list[str], how: str) -> list[str]:
    match how:
        case "cut":
            return lines[:5]
        case "dropped":
            return lines[:4] + lines[5:]
        case "swapped":
            return [*lines[:4], lines[5], lines[4], *lines[6:]]
        case "twice":
            return [*lines, lines[-1]]
        case "seed":
            return [lines[0].replace('"seed":5', '"seed":6'), *lines[1:]]
        case "header alone":
            return [lines[0]]
        case "who rolled":
            at = next(number for number, line in enumerate(lines) if '"by":"seed"' in line)
            return [*lines[:at], lines[at].replace('"by":"seed"', '"by":"reed"'), *lines[at + 1 :]]
        case _:
            return []


@pytest.mark.further(every=3)
@pytest.mark.parametrize("how", ["cut", "dropped", "swapped", "twice", "seed", "header alone", "who rolled", "empty"])
def test_a_damaged_file_is_not_sound(how: str, tmp_path: Path) -> None:
    played("one")
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{line}\n" for line in damaged(exported("one"), how)), encoding="utf-8")
    status, games = verified(str(path))
    assert (status, games[str(path)]["sound"]) == (1, False)
    assert len(games[str(path)]["problems"]) == 1
    taken = run("import", str(path), "--as", "taken")
    assert taken.stderr
    assert "\n" not in taken.stderr.strip()


def test_a_doctored_seed_is_noticed_in_a_log_without_entries(tmp_path: Path) -> None:
    played("one")
    path = tmp_path / "log.jsonl"
    head = exported("one")[0]
    path.write_text(log_text([head]), encoding="utf-8")
    assert verified(str(path))[0] == 0
    path.write_text(log_text([head]).replace('"seed":5', '"seed":6'), encoding="utf-8")
    status, games = verified(str(path))
    assert (status, "the seal does not fit" in games[str(path)]["problems"][0]) == (1, True)


def test_an_export_of_an_older_version_is_read_and_said_to_have_no_end(tmp_path: Path) -> None:
    played("one")
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{line}\n" for line in exported("one")[:-1]), encoding="utf-8")
    taken = run("import", str(path), "--as", "old")
    assert taken.exit_code == 0
    assert "no end line" in taken.stderr
    assert "no end line" in run("replay", str(path)).stderr
    assert verified("old")[0] == 0
    status, games = verified(str(path))
    assert status == 1
    assert games[str(path)]["problems"][0].startswith("no end line")
