"""Earlier versions of a player's own files."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.core.data import own_files
from aqmf_air.core.data.own_files import Shelf, go, history_path, versions_of, write_version
from aqmf_air.errors import DataError

FIRST, SECOND = 'name = "Wing"\n', 'name = "Wing 2"\n'


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A file of two versions, and what its history is."""
    path = tmp_path_factory.mktemp("own") / "wing.toml"
    write_version(path, FIRST, "new list", "list")
    write_version(path, SECOND, "renamed", "list")
    return path, history_path(path).read_bytes()


@settings(max_examples=60)
@given(at=st.integers(0, 10**6), bit=st.integers(0, 7))
def test_a_damaged_version_is_never_put_in_the_place_of_a_file(written: tuple[Path, bytes], at: int, bit: int) -> None:
    path, sound = written
    damaged = bytearray(sound)
    damaged[at % len(sound)] ^= 1 << bit
    path.write_text(SECOND, encoding="utf-8")
    history_path(path).write_bytes(damaged)
    with suppress(DataError):
        go(path, -1, "list", lambda raw, where: raw)
    assert path.read_text(encoding="utf-8") in (FIRST, SECOND)


def test_a_damaged_version_is_marked_and_one_without_a_seal_is_taken(written: tuple[Path, bytes]) -> None:
    path, sound = written
    path.write_text(SECOND, encoding="utf-8")
    history_path(path).write_bytes(sound.replace(b"new list", b"new lisp"))
    assert [version.what for version in versions_of(path, "list")[0]] == ["new lisp (damaged)", "renamed"]
    older = json.loads(sound)
    for version in older["versions"]:
        del version["seal"]
    history_path(path).write_text(json.dumps(older), encoding="utf-8")
    assert [version.what for version in versions_of(path, "list")[0]] == ["new list", "renamed"]
    assert go(path, -1, "list", lambda raw, where: raw)[0] == FIRST.encode()


def test_a_change_is_written_once_it_is_made(tmp_path: Path) -> None:
    path, shelf = tmp_path / "wing.toml", Shelf("lists", "list")
    write_version(path, FIRST, "new list", "list")

    def to(text: str) -> str:
        return shelf.change(path, Path.read_text, str, lambda before: (text, f"from {before.strip()}"))

    assert to(FIRST) == "nothing to change"
    assert to(SECOND) == f"from {FIRST.strip()}"
    assert path.read_text(encoding="utf-8") == SECOND
    assert [version.what for version in versions_of(path, "list")[0]] == ["new list", f"from {FIRST.strip()}"]


@settings(max_examples=30)
@given(lengths=st.lists(st.integers(0, 400), min_size=1, max_size=12))
def test_a_file_can_be_changed_however_long_its_versions_are(
    tmp_path_factory: pytest.TempPathFactory, lengths: list[int]
) -> None:
    path = tmp_path_factory.mktemp("long") / "campaign.toml"
    texts = [f"mission = {number}\n" + '# "\n' * length for number, length in enumerate(lengths)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own_files, "MAX_HISTORY_BYTES", 6_000)
        for number, text in enumerate(texts):
            write_version(path, text, f"mission {number} flown", "campaign")
            assert history_path(path).stat().st_size <= 6_000
        versions, at = versions_of(path, "campaign")
        assert [version.text for version in versions] == texts[-len(versions) :]
        assert at == len(versions) - 1
        assert len(versions) == len(texts) or history_path(path).stat().st_size + 6 * lengths[-len(versions) - 1] > 5_000
        if at:
            assert go(path, -1, "campaign", lambda raw, where: raw)[0] == texts[-2].encode()


def test_no_two_copies_have_the_same_title(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(own_files, "own_folder", lambda: tmp_path)
    shelf = Shelf("mills", "mill")
    shelf.place.mkdir()
    titles = []
    for original in ("The mill", "The mill", "The mill (copy)", "Another", "M" * 90, "M" * 90):
        titles.append(shelf.copy_title(original))
        write_version(shelf.free(titles[-1]), f'title = "{titles[-1]}"\n', "copied", shelf.kind)
    assert titles[:4] == ["The mill (copy)", "The mill (copy 2)", "The mill (copy 3)", "Another (copy)"]
    assert titles[4] != titles[5]
