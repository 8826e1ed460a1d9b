"""The store of games: what was acknowledged is there afterwards, whatever happens."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from aqmf_air.core.events import Entry, checksum_of_header, sealed, to_lines
from aqmf_air.core.saved import read_lines
from aqmf_air.core.store import Store
from aqmf_air.errors import StoreError, UnknownNameError
from tests.core.talk import CODEC, header, log


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "new folder" / "games.sqlite") as opened:
        yield opened


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
    assert store.read("talk", CODEC).header == other
    store.append("talk", log(1, other)[0])
    with pytest.raises(StoreError, match="'talk' has begun"):
        store.set_up_anew("talk", header())
    assert store.read("talk", CODEC).header == other


def test_a_file_from_before_that_learns_it(store: Store) -> None:
    store.create(header())
    with sqlite3.connect(store.path) as file:
        file.execute("DROP TRIGGER played_games_keep")
        file.execute(
            "CREATE TRIGGER games_keep BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'games are not changed'); END"
        )
    with Store(store.path) as opened:
        opened.set_up_anew("talk", header(seed=77))
        assert opened.read("talk", CODEC).header.seed == 77


def test_unknown_game_is_named_with_those_there_are(store: Store) -> None:
    store.create(header("one"))
    with pytest.raises(UnknownNameError, match=r"no game 'won' .*; the last ones are one"):
        store.read("won", CODEC)


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


def test_a_game_that_is_thrown_away_stands_still_until_it_is_brought_back(store: Store) -> None:
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
    with Store(store.path) as other, pytest.raises(StoreError, match="thrown away: bring it back first"):
        other.append("talk", second)
    assert store.read("talk", CODEC).entries == (first,)
    store.restore("talk")
    store.append("talk", second)
    assert store.read("talk", CODEC).entries == (first, second)
    assert store.games(discarded=True) == ()


def test_a_game_that_was_thrown_away_comes_back_with_its_file(store: Store) -> None:
    store.add(header(), log(1))
    store.discard("talk")
    assert store.add(header(), log(2)) == "talk"
    assert [(kept.name, kept.entries) for kept in store.games()] == [("talk", 2)]


@pytest.mark.parametrize("act", [Store.discard, Store.restore, Store.kept])
def test_only_a_game_that_is_there_is_thrown_away(store: Store, act: Callable[[Store, str], None]) -> None:
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
    with pytest.raises(StoreError, match="not a store of games"):
        Store(text)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as raw:
        raw.execute("CREATE TABLE birds (name TEXT)")
    raw.close()
    with pytest.raises(StoreError, match="is a database, but not a store of games"):
        Store(other)


def test_a_newer_form_is_refused(store: Store) -> None:
    store._db.execute("PRAGMA user_version = 9")
    with pytest.raises(StoreError, match="form 9, this one has 1"):
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


def test_a_whole_game_is_taken_in_once_and_completed(store: Store) -> None:
    assert store.add(header(), log(3)) == "talk"
    assert store.add(header(), log(5)) == "talk"
    assert store.add(header(), log(5), "other") == "other"
    assert store.read("talk", CODEC).entries == log(5) == store.read("other", CODEC).entries
    with pytest.raises(StoreError, match="another game 'talk'"):
        store.add(header(seed=2), ())


WRITER = """
import sys
from pathlib import Path
from tests.core.talk import header, log
from aqmf_air.core.store import Store
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
        store.append(name, log(len(saved.entries) + 1)[-1])
