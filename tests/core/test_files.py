from __future__ import annotations

import os
from pathlib import Path
from threading import Thread

import pytest

from aqmf_air.core import files
from aqmf_air.core.files import held, own_folder, write_aside
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


def test_only_the_players_own_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    write_aside(tmp_path / "home" / "designs" / "file.txt", b"one")
    assert (tmp_path / "home" / "designs" / "file.txt").read_bytes() == b"one"
    with pytest.raises(DataError, match=r"file.txt: cannot be written \(there is no folder .*typo\)$"):
        write_aside(tmp_path / "typo" / "file.txt", b"one")
    assert not (tmp_path / "typo").exists()


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
            with held(tmp_path):
                said.append("had it")
        except DataError as bad:
            said.append(str(bad))

    def try_it() -> str:
        thread = Thread(target=other)
        thread.start()
        thread.join()
        return said[-1]

    with held(tmp_path):
        with held(tmp_path / "." / "x" / ".."):
            pass
        assert try_it() == f"{tmp_path.resolve()}: another program is changing a file in it, and does not end: try again"
    assert try_it() == "had it"


def test_nobody_waits_for_a_folder_that_is_still_to_be_made(tmp_path: Path) -> None:
    with held(tmp_path / "new"):
        assert not (tmp_path / "new").exists()
