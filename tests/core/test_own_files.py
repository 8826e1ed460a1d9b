"""Earlier versions of a player's own files."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.core.data.own_files import go, history_path, versions_of, write_version
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
