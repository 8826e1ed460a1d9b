from __future__ import annotations

import os
import stat
from pathlib import Path
from threading import Thread

import pytest

from aqmf_air.core.data import files
from aqmf_air.core.data.files import (
    is_aside,
    is_file,
    lock_folder,
    own_folder,
    path_of,
    read_at_most,
    write_aside,
    written_aside,
)
from aqmf_air.errors import DataError


def test_the_players_folder_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    assert own_folder() == tmp_path
    monkeypatch.delenv("AQMF_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert own_folder().name == "aqmf-air"


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    write_aside(path, b"one")
    write_aside(path, b"two")
    assert path.read_bytes() == b"two"
    assert [one.name for one in tmp_path.iterdir()] == ["file.txt"]


def test_a_link_stays_a_link_and_who_may_read_a_file_stays_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    there, link = tmp_path / "shared" / "wing.toml", tmp_path / "wing.toml"
    there.write_bytes(b"one")
    there.chmod(0o600)
    link.symlink_to(there)
    write_aside(link, b"two")
    assert link.is_symlink()
    assert there.read_bytes() == b"two"
    assert stat.S_IMODE(there.stat().st_mode) == 0o600
    link.unlink()
    link.symlink_to(link)
    with pytest.raises(DataError, match=r"wing.toml: cannot be written \(too many levels of symbolic links\)$"):
        write_aside(link, b"three")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_aside(pipe, b"one")
        assert os.read(reader, 9) == b"one"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert [one.name for one in tmp_path.iterdir()] == ["pipe"]


def test_what_is_write_protected_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(b"one")
    monkeypatch.setattr(os, "access", lambda *_: False)  # whoever runs this may be allowed everything
    with pytest.raises(DataError, match=r"file.txt: cannot be written \(permission denied\)$"):
        write_aside(path, b"two")
    assert path.read_bytes() == b"one"


def test_a_name_is_a_file_or_not_however_odd_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "there").write_bytes(b"")
    assert is_file(str(tmp_path / "there"))
    assert not any(map(is_file, ("", "x" * 5000, "nul\0byte", str(tmp_path))))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert path_of("~/wing.toml") == tmp_path / "wing.toml"
    assert path_of("~nobody-has-this-name/wing.toml") == Path("~nobody-has-this-name/wing.toml")


def test_only_the_players_own_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    write_aside(tmp_path / "home" / "designs" / "file.txt", b"one")
    assert (tmp_path / "home" / "designs" / "file.txt").read_bytes() == b"one"
    with pytest.raises(DataError, match=r"file.txt: cannot be written \(there is no folder .*typo\)$"):
        write_aside(tmp_path / "typo" / "file.txt", b"one")
    assert not (tmp_path / "typo").exists()


def test_a_file_that_is_being_written_is_known_by_its_name() -> None:
    assert is_aside(".wing.toml-abcd_123.tmp")
    assert not any(map(is_aside, ("wing.toml", ".wing.toml.history", "wing.toml-abcd_123.tmp", ".wing.toml-short.tmp")))


def test_what_is_there_can_be_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    write_aside(path, b"one", overwrite=False)
    with pytest.raises(DataError, match=r"file.txt: is there already, and is left as it was$"):
        write_aside(path, b"two", overwrite=False)
    assert path.read_bytes() == b"one"


def test_a_fault_leaves_the_old_file_and_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file.txt"
    write_aside(path, b"one")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DataError, match=r"file.txt: cannot be written \(no space left on device\)$"):
        write_aside(path, b"two")
    assert path.read_bytes() == b"one"
    assert [one.name for one in tmp_path.iterdir()] == ["file.txt"]


def test_a_folder_is_held_by_one_and_by_the_same_one_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0)
    said: list[str] = []

    def other() -> None:
        try:
            with lock_folder(tmp_path):
                said.append("had it")
        except DataError as bad:
            said.append(str(bad))

    def try_it() -> str:
        thread = Thread(target=other)
        thread.start()
        thread.join()
        return said[-1]

    with lock_folder(tmp_path):
        with lock_folder(tmp_path / "." / "x" / ".."):
            pass
        assert try_it() == f"{tmp_path.resolve()}: another program is changing a file in it, and does not end: try again"
    assert try_it() == "had it"


def test_no_folder_is_made_by_holding_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    with lock_folder(tmp_path / "new"):
        assert [one.name for one in tmp_path.iterdir()] == ["home"]


def test_where_nothing_can_be_kept_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "file"))
    with lock_folder(tmp_path):
        assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_what_a_killed_writer_left_goes_and_what_another_one_writes_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    own, elsewhere = tmp_path / "home" / "armies", tmp_path / "elsewhere"
    for folder in (own, elsewhere):
        folder.mkdir(parents=True)
        for name in (".wing.toml-abcd1234.tmp", ".other.toml-abcd1234.tmp", ".wing.toml.tmp", ".wing.toml.history"):
            (folder / name).write_bytes(b"left")
        with written_aside(folder / "wing.toml") as file:
            file.write(b"one")
            write_aside(folder / "wing.toml", b"two")  # another program, meanwhile
    assert sorted(one.name for one in own.iterdir()) == [".wing.toml.history", ".wing.toml.tmp", "wing.toml"]
    assert (own / "wing.toml").read_bytes() == b"one"
    assert (elsewhere / ".other.toml-abcd1234.tmp").exists()  # another program's, for all that is known
    assert not (elsewhere / ".wing.toml-abcd1234.tmp").exists()


def test_a_write_that_fails_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    def fail() -> None:
        with written_aside(tmp_path / "wing.toml") as file:
            file.write(b"one")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="folders are not flushed there")
def test_the_name_of_a_file_is_on_the_disk_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[bool] = []
    true = os.fsync

    def noted(descriptor: int) -> None:
        flushed.append(stat.S_ISDIR(os.fstat(descriptor).st_mode))
        true(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    write_aside(tmp_path / "wing.toml", b"one")
    assert flushed == [False, True]


@pytest.mark.parametrize("source", ["-", "a file", "/dev/zero"])
def test_no_more_is_read_than_is_allowed(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if source == "/dev/zero" and not Path(source).exists():
        pytest.skip("no such device")
    path = tmp_path / "file"
    path.write_bytes(b"123456")
    with path.open() as standard_input:
        monkeypatch.setattr("sys.stdin", standard_input)
        with pytest.raises(DataError, match="larger than 5 bytes"):
            read_at_most(path if source == "a file" else source, 5)
    if source == "a file":
        assert read_at_most(path, 6) == b"123456"
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(DataError, match="standard input: cannot be read"):
        read_at_most("-", 5)
