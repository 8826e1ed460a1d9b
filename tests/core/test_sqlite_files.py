"""A store on a medium that nothing can be written to."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.databases import FULL, open_database, reason_of, transaction
from aqmf_air.core.store.game_list import witness_of
from aqmf_air.core.store.store import Store
from aqmf_air.errors import StoreError

PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


def _without_special_rights() -> None:
    """Have the next program obey the rights of files, also where it is the superuser's."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A player's folder with a game and a list."""
    home = tmp_path_factory.mktemp("played")
    for args in (
        ("play", "first-flight", "--seed", "1", "--auto", "both", "--game", "one", "--json"),
        ("army", "new", "wing", "--side", "human", "--limit", "500"),
    ):
        assert CliRunner(env={"AQMF_HOME": str(home)}).invoke(aqmf, args).exit_code == 0
    return home


@pytest.fixture
def read_only(played: Path, tmp_path: Path) -> Iterator[Path]:
    """The same where nothing can be written."""
    home = Path(shutil.copytree(played, tmp_path / "medium"))
    for path in (*home.rglob("*"), home):
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield home
    for path in (home, *home.rglob("*")):
        path.chmod(0o755)


def without_rights(home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """``aqmf`` in a process of its own that obeys the rights of files."""
    return subprocess.run(
        [sys.executable, "-B", "-m", "aqmf_air", *args],
        env={**os.environ, "AQMF_HOME": str(home)},
        preexec_fn=_without_special_rights,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.further(every=5)
@pytest.mark.skipif(sys.platform != "linux", reason="the superuser cannot be held to rights there")
@pytest.mark.parametrize(
    "args", [("games",), ("replay", "one"), ("export", "one"), ("army", "show", "wing"), ("verify", "--json")]
)
def test_what_is_kept_can_be_read_from_a_medium_that_is_read_only(
    args: tuple[str, ...], read_only: Path, played: Path
) -> None:
    ended = without_rights(read_only, *args)
    assert (ended.returncode, ended.stderr) == (0, "")
    whole = CliRunner(env={"AQMF_HOME": str(played)}).invoke(aqmf, args)
    assert ended.stdout.replace(str(read_only), str(played)) == whole.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="the superuser cannot be held to rights there")
def test_what_wants_to_write_there_says_that_it_cannot(read_only: Path) -> None:
    ended = without_rights(read_only, "play", "--resume", "one", "--auto", "none")
    said = f"aqmf: {read_only / 'tables.sqlite'}: cannot be written: the file or its folder is read-only\n"
    assert (ended.returncode, ended.stderr) == (2, said)


ON_A_SMALL_DISK = """
mount -t tmpfs -o size=1500k tmpfs {home} && cp -r {played}/. {home}/ && head -c 2m /dev/zero > {home}/rest
{aqmf} verify; {aqmf} play --resume one --auto none;
rm {home}/rest; {aqmf} verify; {aqmf} discard one
"""


@pytest.mark.further
@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("unshare"), reason="no small disk can be made there")
def test_a_full_disk_is_said_and_spoils_nothing(played: Path, tmp_path: Path) -> None:
    script = ON_A_SMALL_DISK.format(home=tmp_path, played=played, aqmf=f"{sys.executable} -B -m aqmf_air")
    environment = {**os.environ, "AQMF_HOME": str(tmp_path)}
    ended = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    if "mount:" in ended.stderr or "unshare:" in ended.stderr:
        pytest.skip("no disk can be mounted here")
    assert ended.stderr.splitlines() == [
        "head: error writing 'standard output': No space left on device",
        f"aqmf: {tmp_path}/tables.sqlite: cannot be written: the disk is full; what was saved before is safe",
        "one is discarded; 'aqmf discard one --restore' brings it back.",
    ]
    sound = ["one: 53 entries, sound", *(f"{tmp_path}/{name}.sqlite: sound" for name in ("games", "tables"))]
    assert ended.stdout.splitlines() == sound * 2


def test_a_transaction_that_cannot_be_finished_does_not_stay_open() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("CREATE TABLE games (name TEXT PRIMARY KEY)")
        db.execute("CREATE TABLE entries (game TEXT REFERENCES games DEFERRABLE INITIALLY DEFERRED)")
        with pytest.raises(sqlite3.IntegrityError), transaction(db):
            db.execute("INSERT INTO entries VALUES ('none')")
        with transaction(db):  # one after a full disk had none to begin
            db.execute("INSERT INTO games VALUES ('one')")


@pytest.mark.skipif(os.name == "nt", reason="no limits of this kind")
def test_half_a_line_does_not_stay_in_the_witness(tmp_path: Path) -> None:
    witness = witness_of(tmp_path / "games.sqlite")
    witness.saw("one", 1)
    with limited(witness.path.stat().st_size + 5):
        witness.saw("one", 2)
    witness.saw("one", 3)
    again = witness_of(tmp_path / "games.sqlite")
    assert (again.entries, again.damaged) == ({"one": 3}, 0)


@contextmanager
def limited(size: int) -> Iterator[None]:
    """No file may become longer than this, as on a full disk."""
    before, ignored = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, ignored)


@pytest.mark.parametrize("with_log", [False, True])
def test_a_database_that_wants_files_beside_it_is_read_without(
    with_log: bool, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where they cannot be made SQLite opens no database with a write-ahead log, though it may all be there."""
    with Store(played / "games.sqlite") as store:
        path = tmp_path / "games.sqlite"
        if with_log:
            shutil.copyfile(played / "games.sqlite", path)
            late = sqlite3.connect(path)
            late.execute("INSERT INTO discarded VALUES ('one')")
            late.commit()
        for name in ("games.sqlite", "games.sqlite-wal"):
            if (source := (tmp_path if with_log else played) / name).exists():
                (tmp_path / "medium").mkdir(exist_ok=True)
                shutil.copyfile(source, tmp_path / "medium" / name)
        if with_log:
            late.close()
        expected = list(store.lines("one"))
    medium = tmp_path / "medium" / "games.sqlite"
    true = sqlite3.connect

    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY_DIRECTORY

    class Closed:
        def execute(self, *args: object) -> object:
            raise error

        def close(self) -> None: ...

    def connect(name: object, **more: object) -> object:
        return Closed() if name == medium else true(name, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(sqlite3, "connect", connect)
    with closing(open_database(medium, 1.0)) as db:
        assert [line for (line,) in db.execute("SELECT line FROM entries ORDER BY position")] == expected[1:]
        assert db.execute("SELECT COUNT(*) FROM discarded").fetchone() == (int(with_log),)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            db.execute("DELETE FROM discarded")
    with Store(medium) as kept:
        assert list(kept.lines("one")) == expected
        with pytest.raises(StoreError, match="read-only"):
            kept.restore("one")


@pytest.mark.parametrize(
    ("said", "room", "reason"),
    [
        ("unable to open database file", 0, FULL),
        ("unable to open database file", 10**9, "the file or its folder is not there, or not yours to write"),
        ("file is not a database", 0, "it is no database, or damaged"),
    ],
)
def test_a_full_disk_is_known_by_its_room_where_the_error_has_several_causes(
    said: str, room: int, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda place: SimpleNamespace(free=room))
    assert reason_of(sqlite3.OperationalError(said), tmp_path / "games.sqlite") == reason
