"""A store on a medium that nothing can be written to."""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.core.store.sqlite_files import open_database
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


@pytest.mark.skipif(sys.platform != "linux", reason="the superuser cannot be held to rights there")
@pytest.mark.parametrize("args", [("games",), ("replay", "one"), ("export", "one"), ("army", "show", "wing")])
def test_what_is_kept_can_be_read_from_a_medium_that_is_read_only(
    args: tuple[str, ...], read_only: Path, played: Path
) -> None:
    ended = subprocess.run(
        [sys.executable, "-B", "-m", "aqmf_air", *args],
        env={**os.environ, "AQMF_HOME": str(read_only)},
        preexec_fn=_without_special_rights,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    whole = CliRunner(env={"AQMF_HOME": str(played)}).invoke(aqmf, args)
    assert ended.stdout == whole.stdout


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
