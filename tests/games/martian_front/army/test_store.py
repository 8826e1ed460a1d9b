from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from aqmf_air.core.data import own_files
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army import lists
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import Attachment


def army(*names: str) -> Army:
    return Army(name="x", side="human", units=tuple(ArmyEntry(unit=name) for name in names))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wing.toml"


def test_every_version_can_be_gone_back_to_and_forward_again(path: Path) -> None:
    names = ("A", "B", "C")
    for n in range(4):
        lists.write_list(path, army(*names[:n]), f"step {n}")
    for n in (2, 1, 0):
        now, what = lists.step(path, -1)
        assert (now, what) == (army(*names[:n]), f"step {n + 1}")
        assert lists.read_list(path) == now
    with pytest.raises(DataError, match=r"there is nothing to undo$"):
        lists.step(path, -1)
    for n in (1, 2, 3):
        now, what = lists.step(path, 1)
        assert (now, what) == (army(*names[:n]), f"step {n}")
    with pytest.raises(DataError, match=r"there is nothing to redo$"):
        lists.step(path, 1)


def test_a_change_after_an_undo_takes_the_place_of_what_was_undone(path: Path) -> None:
    for names in ("", "A", "AB"):
        lists.write_list(path, army(*names), names)
    lists.step(path, -1)
    lists.write_list(path, army("A", "C"), "AC")
    with pytest.raises(DataError, match=r"nothing to redo"):
        lists.step(path, 1)
    assert lists.step(path, -1)[0] == army("A")


def test_a_change_by_hand_is_a_version_of_its_own(path: Path) -> None:
    lists.write_list(path, army(), "begun")
    path.write_text(lists.to_toml(army("A")) + "# mine\n", encoding="utf-8")
    lists.write_list(path, army("A", "B"), "added B")
    assert lists.step(path, -1)[0] == army("A")
    assert path.read_text(encoding="utf-8").endswith("# mine\n")
    assert lists.step(path, -1)[0] == army()


def test_a_list_that_was_found_can_be_gone_back_to(path: Path) -> None:
    path.write_text(lists.to_toml(army("A")), encoding="utf-8")
    assert own_files.versions_of(path, lists.LISTS.kind)[0][0].what == "as it was found"
    lists.write_list(path, army("B"), "changed")
    assert lists.step(path, -1)[0] == army("A")


def test_the_history_lies_hidden_beside_the_list(path: Path) -> None:
    lists.write_list(path, army(), "begun")
    assert sorted(one.name for one in path.parent.iterdir()) == [".wing.toml.history", "wing.toml"]


def test_a_history_that_is_damaged_is_named_and_stops_no_reading(path: Path) -> None:
    lists.write_list(path, army("A"), "begun")
    for content in ("{", "[]", '{"at": 9, "versions": [{"what": "", "text": ""}]}', "\xff"):
        own_files.history_path(path).write_bytes(content.encode("latin-1"))
        assert lists.read_list(path) == army("A")
        with pytest.raises(DataError, match=r"the versions of the list cannot be read; delete this file to go on without"):
            lists.step(path, -1)
        with pytest.raises(DataError, match=r"cannot be read"):
            lists.write_list(path, army(), "emptied")
        assert lists.read_list(path) == army("A")


def test_no_more_than_so_many_versions_are_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_files, "MAX_VERSIONS", 10)
    for n in range(15):
        lists.write_list(path, army(f"u{n}"), f"{n}")
    listed, at = own_files.versions_of(path, lists.LISTS.kind)
    assert (len(listed), at) == (10, 9)
    assert listed[0].what == "5"


def test_nothing_is_half_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lists.write_list(path, army("A"), "begun")

    def full_disk(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(DataError, match=r"wing.toml: cannot be written \(no space left on device\)$"):
        lists.write_list(path, army(), "emptied")
    monkeypatch.undo()
    assert lists.read_list(path) == army("A")
    assert sorted(one.name for one in path.parent.iterdir()) == [".wing.toml.history", "wing.toml"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "'format': expected 1, as army lists have it"),
        ("format = 2", "of format 2, and this program reads format 1: update the program"),
        ("format = true", "'format': expected 1, as army lists have it"),
        ("format = 1", "key 'name' is missing"),
        ('format = 1\nname = "x"\nside = "human"\npoints = 3', "unknown key 'points'"),
        ('format = 1\nname = "x"\nside = "human"\n[[units]]\nunit = "A"\ncount = -2', "'units.0.count': expected greater"),
        ("format = 1\nname =", "not TOML"),
        ("format = 1\n" + "".join(f"k{n} = 1\n" for n in range(40_000)), "more than 30,000 values, and no list has so many"),
        ("#" * 1_000_001, "larger than 1,000,000 bytes"),
        ("\xff", "not UTF-8 text (byte 0)"),
    ],
)
def test_a_list_that_is_wrong_is_named(path: Path, text: str, line: str) -> None:
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(DataError) as caught:
        lists.read_list(path)
    assert str(caught.value).startswith(f"{path}: {line}")


def test_a_list_too_long_to_be_read_again_is_not_written(path: Path) -> None:
    notes = "".join(chr(0x4E00 + n) for n in range(990))
    units = tuple(ArmyEntry(unit=f"unit {n}", count=1, notes=f"{n} {notes}") for n in range(300))
    attached = tuple(Attachment(kind="letter", name=f"unit {n}", content=notes * 8) for n in range(30))
    with pytest.raises(DataError, match=r"a list as long as this cannot be kept: expected at most 1,000,000 bytes$"):
        lists.write_list(path, Army(name="x", side="human", units=units, attached=attached), "begun")
    assert not path.exists()


def test_a_bare_name_is_a_list_in_the_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert lists.list_path("wing") == tmp_path / "home" / "armies" / "wing.toml"
    assert lists.list_path("wing.toml") == Path("wing.toml")
    assert lists.list_path("lists/wing") == Path("lists/wing")
    lists.write_list(lists.list_path("wing"), army(), "begun")
    assert lists.LISTS.kept() == (tmp_path / "home" / "armies" / "wing.toml",)
    (tmp_path / "wing").touch()
    assert lists.list_path("wing") == Path("wing")
