"""The store of games: what was acknowledged is there afterwards, whatever happens."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from zlib import crc32

import pytest

from aqmf_air.core.play.events import Entry, Header, canonical, checksum, checksum_of_header, sealed, to_lines
from aqmf_air.core.store.game_list import witness_of
from aqmf_air.core.store.log_reader import CheckedLog, read_lines
from aqmf_air.core.store.store import Store
from aqmf_air.errors import DataError, StoreError, UnknownNameError
from tests.core.talk import CODEC, header, log


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "new folder" / "games.sqlite") as opened:
        yield opened


def as_form_1(file: sqlite3.Connection) -> None:
    """Make a store what it was before it counted its entries."""
    for statement in ("DROP TRIGGER entries_counted", "DROP TABLE ends", "PRAGMA user_version = 1"):
        file.execute(statement)


def doctored(path: Path, *statements: str) -> None:
    """Change the file of a store from outside."""
    file = sqlite3.connect(path, isolation_level=None)
    for trigger in ("entries_keep", "entries_stay", "games_stay", "played_games_keep", "entries_counted"):
        file.execute(f"DROP TRIGGER {trigger}")
    for statement in statements:
        file.execute(statement)
    file.close()


def test_what_goes_in_comes_out(store: Store) -> None:
    store.create(header())
    for entry in log(5):
        store.append("talk", entry)
    with Store(store.path) as other:
        saved = other.read("talk", CODEC)
    assert (saved.header, saved.entries, saved.fault) == (header(), log(5), "")
    assert list(store.lines("talk")) == list(to_lines(header(), log(5)))


def test_games_are_listed_with_the_last_one_played_at_the_end(store: Store) -> None:
    for name in ("one", "two", "three"):
        store.create(header(name))
    store.append("three", log(1, header("three"))[0])
    store.append("one", log(1, header("one"))[0])
    assert [(kept.name, kept.entries) for kept in store.games()] == [("two", 0), ("three", 1), ("one", 1)]
    assert store.games()[0].header["seed"] == 1


def test_a_game_is_set_up_anew_only_before_its_first_entry(store: Store) -> None:
    store.create(header())
    other = header(seed=77)
    store.set_up_anew("talk", other)
    saved = store.read("talk", CODEC)
    assert (saved.header, saved.fault, store.kept("talk").fault) == (other, "", "")
    store.append("talk", log(1, other)[0])
    with pytest.raises(StoreError, match="'talk' has begun"):
        store.set_up_anew("talk", header())
    assert store.read("talk", CODEC).header == other


def test_a_file_from_before_that_learns_it(store: Store) -> None:
    store.create(header())
    store.close()
    with sqlite3.connect(store.path) as file:
        as_form_1(file)
        file.execute("DROP TRIGGER played_games_keep")
        file.execute(
            "CREATE TRIGGER games_keep BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'games are not changed'); END"
        )
    with Store(store.path) as opened:
        opened.set_up_anew("talk", header(seed=77))
        assert opened.read("talk", CODEC).header.seed == 77


def test_unknown_game_is_named_with_those_there_are(store: Store) -> None:
    store.create(header("one"))
    with pytest.raises(UnknownNameError, match=r"no game 'quarter' .*; the last ones are one"):
        store.read("quarter", CODEC)
    store.create(header("first-flight-1"))
    with pytest.raises(UnknownNameError, match=r"no game 'frst-flight-1' .*; did you mean first-flight-1\?"):
        store.read("frst-flight-1", CODEC)


@pytest.mark.parametrize("name", ["", "a/b", "-x", "x" * 61, "a\nb"])
def test_bad_names_are_refused(store: Store, name: str) -> None:
    with pytest.raises(StoreError, match="a name has"):
        store.create(header(), name)
    assert store.games() == ()


def test_a_name_is_taken_once(store: Store) -> None:
    store.create(header())
    with pytest.raises(StoreError, match="already"):
        store.create(header(seed=2))
    assert store.free_name("talk") == "talk-2"


@pytest.mark.parametrize("wanted", ["my war (1)-7", "  ", "..", "-dash", "ä/ö\\ü", "x" * 300, "a\nb", "\U0001f6e9", ""])
def test_a_game_is_kept_whatever_a_file_is_called(store: Store, wanted: str) -> None:
    first, second = (store.create(header(), store.free_name(wanted)) for _ in range(2))
    assert second == f"{first}-2"
    assert [kept.name for kept in store.games()] == [first, second]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET line = ''",
        "DELETE FROM entries",
        "UPDATE games SET header = ''",
        "DELETE FROM games",
        "INSERT INTO entries VALUES ('talk', 7, '')",
    ],
)
def test_nothing_is_ever_changed_or_taken_out(store: Store, statement: str) -> None:
    store.create(header())
    store.append("talk", log(1)[0])
    with sqlite3.connect(store.path) as raw, pytest.raises(sqlite3.IntegrityError):
        raw.execute(statement)
    raw.close()
    assert store.read("talk", CODEC).entries == log(1)


def test_a_new_game_is_there_with_its_first_entry_and_not_before(store: Store) -> None:
    keep = store.beginner(header(), "talk")
    assert not store.has("talk")
    for entry in log(2):
        keep(entry)
    assert store.read("talk", CODEC).entries == log(2)
    with pytest.raises(StoreError, match="there is a game 'talk' already"):
        store.require_free("talk")


def test_the_slower_of_two_programs_is_told_and_nothing_is_lost(store: Store) -> None:
    store.create(header())
    first, second = log(1)[0], sealed(Entry(position=0, kind="undo", by="you"), checksum_of_header(header()))
    with Store(store.path) as other:
        other.append("talk", first)
        with pytest.raises(StoreError, match="played on by another program"):
            store.append("talk", second)
    assert store.read("talk", CODEC).entries == (first,)


def test_a_game_that_is_discarded_stands_still_until_it_is_brought_back(store: Store) -> None:
    store.create(header())
    store.create(header("other"))
    first, second = log(2)
    store.append("talk", first)
    store.discard("talk")
    store.discard("talk")
    assert [kept.name for kept in store.games()] == ["other"]
    assert [(kept.name, kept.entries) for kept in store.games(discarded=True)] == [("talk", 1)]
    assert (store.kept("talk").discarded, store.kept("other").discarded) == (True, False)
    assert store.free_name("talk") == "talk-2"
    with Store(store.path) as other, pytest.raises(StoreError, match="discarded: bring it back first"):
        other.append("talk", second)
    assert store.read("talk", CODEC).entries == (first,)
    store.restore("talk")
    store.append("talk", second)
    assert store.read("talk", CODEC).entries == (first, second)
    assert store.games(discarded=True) == ()


def test_a_game_that_was_discarded_comes_back_with_its_file(store: Store) -> None:
    store.add(header(), log(1))
    store.discard("talk")
    assert store.add(header(), log(2)) == "talk"
    assert [(kept.name, kept.entries) for kept in store.games()] == [("talk", 2)]


@pytest.mark.parametrize("act", [Store.discard, Store.restore, Store.kept])
def test_only_a_game_that_is_there_is_discarded(store: Store, act: Callable[[Store, str], None]) -> None:
    with pytest.raises(UnknownNameError, match="no game 'talk'"):
        act(store, "talk")


def test_a_full_disk_is_one_line_and_what_was_saved_is_safe(store: Store) -> None:
    store.create(header())
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages + 2}")
    kept = []

    def write_on() -> None:
        for entry in log(2000):
            store.append("talk", entry)
            kept.append(entry)

    with pytest.raises(StoreError, match="the disk is full; what was saved before is safe"):
        write_on()
    with Store(store.path) as again:
        assert again.read("talk", CODEC).entries == tuple(kept)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="cannot be"):
        Store(tmp_path / "games" / "games.sqlite")


def test_a_file_that_is_read_only_is_one_line(store: Store) -> None:
    store.create(header())
    store._db.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="cannot be written: the file or its folder is read-only"):
        store.append("talk", log(1)[0])


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be made"):
        Store(tmp_path / "file" / "games.sqlite")


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("this is no database, and long enough to be looked at as one" * 20)
    with pytest.raises(StoreError, match="it is no database, or damaged"):
        Store(text)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as raw:
        raw.execute("CREATE TABLE birds (name TEXT)")
    raw.close()
    with pytest.raises(StoreError, match="is a database, but not a store of games"):
        Store(other)


def test_a_newer_form_is_refused(store: Store) -> None:
    store._db.execute("PRAGMA user_version = 9")
    with pytest.raises(StoreError, match="form 9, this one has 2"):
        Store(store.path)


def test_a_damaged_entry_keeps_all_before_it_and_is_rescued(tmp_path: Path) -> None:
    lines = list(to_lines(header(), log(6)))
    lines[4] = lines[4].replace("word 3", "word 4")
    saved = read_lines(lines, CODEC, "file")
    assert saved.entries == log(3)
    assert saved.fault == (
        "file, line 5: the checksum does not fit: the log was damaged or changed here; the 3 entries before that are sound"
    )
    with Store(tmp_path / "games.sqlite") as store:
        assert store.rescue(saved) == "talk~2"
        assert store.read("talk~2", CODEC).entries == log(3)
        store.append("talk~2", log(4)[3])
        assert store.rescue(saved) == "talk~2"  # once is enough, however often it is asked for
        store.discard("talk~2")
        assert store.rescue(saved) == store.rescue(saved) == "talk~3"


def test_a_log_cut_in_a_line_keeps_all_before_it() -> None:
    text = "\n".join(to_lines(header(), log(4)))
    for cut in range(len(text) - 150, len(text)):
        saved = read_lines(text[:cut].split("\n"), CODEC, "file")
        assert saved.entries == log(3)
        assert "line 5" in saved.fault
        assert not saved.ended


@pytest.mark.parametrize("rules", ["2", {"name": "aircraft"}, ["aircraft"], [{"name": "aircraft", "version": 2}]])
def test_an_entry_that_does_not_say_its_rules_by_name_and_version_is_refused(rules: object) -> None:
    head, line = to_lines(header(), log(1))
    document = {**json.loads(line), "rules": rules}
    document["check"] = checksum(document, checksum_of_header(header()))
    with pytest.raises(DataError, match=r"line 2: .*rules"):
        list(CheckedLog([head, canonical(document)], "file"))


def test_a_whole_game_is_taken_in_once_and_completed(store: Store) -> None:
    assert store.add(header(), log(3)) == "talk"
    assert store.add(header(), log(5)) == "talk"
    assert store.add(header(), log(5), "other") == "other"
    assert store.read("talk", CODEC).entries == log(5) == store.read("other", CODEC).entries
    with pytest.raises(StoreError, match="another game 'talk'"):
        store.add(header(seed=2), ())


# -- damage ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM entries WHERE position > 2", "5 entries were kept, and 2 of them are lost"),
        ("DELETE FROM entries WHERE position = 4", "5 entries were kept, and 1 of them is lost"),
        ("DELETE FROM entries", "5 entries were kept, and 5 of them are lost"),
        ("DELETE FROM ends", "how long it was is lost"),
        (
            "UPDATE ends SET entries = 3",
            "5 entries were kept, and 2 of them are lost|3 entries were kept, and 5 are in the file",
        ),
        ("UPDATE entries SET line = replace(line, 'word 3', 'word 4')", "line 5: the checksum does not fit"),
        ("UPDATE entries SET line = NULL WHERE position = 2", ""),
        ("UPDATE games SET header = replace(header, '\"seed\":1', '\"seed\":3')", "checksum does not fit"),
    ],
)
def test_a_log_that_is_not_what_was_kept_is_named_and_never_gone_on_with(store: Store, statement: str, said: str) -> None:
    store.add(header(), log(5))
    store.close()
    try:
        doctored(store.path, statement)
    except sqlite3.IntegrityError:
        return
    with Store(store.path) as again:
        saved = again.read("talk", CODEC)
        assert re.search(said, saved.fault)
        assert saved.entries == log(5)[: len(saved.entries)]
        name = again.rescue(saved)
        assert again.read(name, CODEC).fault == ""
        again.append(name, log(6)[len(saved.entries)] if saved.header == header() else again_first(saved.header))
        if len(saved.entries) < 5:
            with pytest.raises(StoreError):
                again.append("talk", log(len(saved.entries) + 1)[-1])


def again_first(of: Header) -> Entry:
    return log(1, of)[0]


def test_a_doctored_seed_of_a_game_without_entries_is_named(store: Store) -> None:
    store.create(header())
    doctored(store.path, "UPDATE games SET header = replace(header, '\"seed\":1', '\"seed\":3')")
    assert store.games()[0].fault == "its first line was damaged or changed"
    assert "the seal does not fit" in store.read("talk", CODEC).fault


@pytest.mark.parametrize(
    "header_now", ["NULL", "''", "'{}'", "'[]'", "5", "x'ff00ff'", "replace(header, '\"setup\":{}', '\"setup\":7')"]
)
def test_a_list_survives_any_header_and_names_the_game(store: Store, header_now: str) -> None:
    store.create(header("before"))
    store.add(header(), log(2))
    store.create(header("after"))
    doctored(
        store.path,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'header TEXT NOT NULL', 'header TEXT')",
        "PRAGMA writable_schema = RESET",
        f"UPDATE games SET header = {header_now} WHERE name = 'talk'",
    )
    with Store(store.path) as again:
        listed = {kept.name: kept for kept in again.games()}
        assert set(listed) == {"before", "talk", "after"}
        assert (listed["talk"].header, bool(listed["talk"].fault), listed["talk"].entries) == ({}, True, 2)
        assert not listed["before"].fault
        with pytest.raises(DataError, match="game 'talk', line 1"):
            again.read("talk", CODEC)


def test_what_was_acknowledged_and_is_not_in_the_file_is_missed(store: Store) -> None:
    store.add(header(), log(2))
    copy = sqlite3.connect(store.path.with_name("earlier.sqlite"))
    store._db.backup(copy)
    copy.close()
    for entry in log(4)[2:]:
        store.append("talk", entry)
    store.create(header("other"))
    store.close()
    store.path.with_name("earlier.sqlite").replace(store.path)
    with Store(store.path) as again:
        assert {kept.name: (kept.entries, kept.fault) for kept in again.games()} == {
            "talk": (4, "4 entries were kept, and 2 of them are lost"),
            "other": (0, "it is lost: it is not in the file any more"),
        }
        with pytest.raises(StoreError, match=r"4 entries were kept, and 2 of them are lost; 'aqmf play --resume talk'"):
            again.append("talk", log(3)[2])
        saved = again.read("talk", CODEC)
        assert saved.entries == log(2)
        assert "2 of them are lost" in saved.fault
        assert again.rescue(saved) == "talk~2"
        with pytest.raises(StoreError, match="already"):
            again.create(header("other"))
        again.discard("other")
    with Store(store.path) as last:
        assert {kept.name for kept in last.games()} == {"talk", "talk~2"}
        last.create(header("other"))


def test_a_file_of_form_1_is_counted_once_and_an_older_program_cannot_write_to_it(store: Store) -> None:
    store.add(header(), log(3))
    store.create(header("empty"))
    file = sqlite3.connect(store.path, isolation_level=None)
    as_form_1(file)
    with Store(store.path) as again:
        assert {(kept.name, kept.entries, kept.fault) for kept in again.games()} == {("talk", 3, ""), ("empty", 0, "")}
        assert again.read("talk", CODEC).fault == ""
        with pytest.raises(sqlite3.IntegrityError, match="counted before"):
            file.execute("INSERT INTO entries VALUES ('talk', 3, '')")
        again.append("talk", log(4)[3])
        assert again.read("talk", CODEC).entries == log(4)
    file.close()


def test_a_file_of_form_1_that_cannot_be_written_is_read_as_it_is(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add(header(), log(3))
    file = sqlite3.connect(store.path, isolation_level=None)
    as_form_1(file)
    monkeypatch.setattr("aqmf_air.core.store.store.WAIT_SECONDS", 0)
    monkeypatch.setattr("aqmf_air.core.store.store.WAIT_SECONDS", 0)
    file.execute("BEGIN IMMEDIATE")
    with Store(store.path) as again:
        assert again.read("talk", CODEC).entries == log(3)
        assert again.games()[0].fault == ""
        with pytest.raises(StoreError, match="older form"):
            again.append("talk", log(4)[3])
    file.execute("ROLLBACK")
    file.close()
    with Store(store.path) as writable:
        writable.append("talk", log(4)[3])


def test_a_damaged_line_of_a_witness_is_counted_and_says_nothing(store: Store) -> None:
    store.add(header(), log(2))
    path = store.witness.path
    sound = path.read_bytes()
    said = b"talk\tmany"
    for line in (sound.replace(b"\t2\t", b"\t9\t"), b"\n", b"talk\t9\n", b"%s\t%08x\n" % (said, crc32(said))):
        path.write_bytes(line + sound)
        seen = witness_of(store.path)
        assert (seen.entries, seen.damaged) == ({"talk": 2}, 1)
    with Store(store.path) as again:
        assert [(kept.name, kept.fault) for kept in again.games()] == [("talk", "")]


def test_a_long_witness_is_written_anew_and_knows_the_same(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aqmf_air.core.store.game_list.MAX_BYTES", 200)
    store.create(header())
    for entry in log(40):
        store.append("talk", entry)
    long = store.witness.path.stat().st_size
    with Store(store.path) as again:
        assert again.witness.entries == {"talk": 40}
    assert store.witness.path.stat().st_size < 40 < long


WRITER = """
import sys
from pathlib import Path
from tests.core.talk import header, log
from aqmf_air.core.store.store import Store
store = Store(Path(sys.argv[1]))
name = store.create(header(), store.free_name("talk"))
print(name, flush=True)
for entry in log(3000):
    store.append(name, entry)
    print(entry.position, flush=True)
"""


@pytest.mark.parametrize("acknowledged", [0, 1, 7, 40])
def test_what_was_acknowledged_survives_kill_9(tmp_path: Path, acknowledged: int) -> None:
    path = tmp_path / "games.sqlite"
    root = Path(__file__).parents[2]
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=root, env={**os.environ}
    )
    assert writer.stdout is not None
    name = writer.stdout.readline().strip()
    seen = [int(writer.stdout.readline()) for _ in range(acknowledged)]
    os.kill(writer.pid, signal.SIGKILL)
    writer.wait()
    seen += [int(line) for line in writer.stdout if line.endswith("\n")]
    writer.stdout.close()
    with Store(path) as store:
        saved = store.read(name, CODEC)
        assert saved.fault == ""
        assert len(saved.entries) >= len(seen) >= acknowledged
        assert saved.entries == log(len(saved.entries))
        assert [kept.fault for kept in store.games()] == [""]
        store.append(name, log(len(saved.entries) + 1)[-1])
