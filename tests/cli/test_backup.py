"""``aqmf backup`` and ``restore``: all of a player's folder in one file, and back, whatever happens in between."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air import __version__
from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.files import RESTORED, is_aside, lock_for_server
from aqmf_air.core.store import backup as backups
from aqmf_air.core.store import restoring
from aqmf_air.core.store.store import Store
from aqmf_air.web.seat_settings import Setting, SettingsStore
from tests.hostile_names import FILE_NAMES


def run(home: Path, *args: str) -> Result:
    return CliRunner(env={"AQMF_HOME": str(home)}).invoke(aqmf, list(args))


def refused(result: Result) -> str:
    """The one line that a command was refused with."""
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("aqmf: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def files_of(home: Path) -> dict[str, bytes]:
    """The files of a player's folder, but for what databases keep beside them and for locks."""
    found = {str(path.relative_to(home)): path for path in home.rglob("*") if path.is_file()}
    found = {name: path for name, path in found.items() if not name.startswith("locks") and "-wal" not in name}
    return {name: _content(path) for name, path in found.items() if "-shm" not in name}


def _content(path: Path) -> bytes:
    if path.suffix != ".sqlite":
        return path.read_bytes()
    with closing(sqlite3.connect(path)) as db:
        return "\n".join(db.iterdump()).encode()


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A player's folder with a bit of everything."""
    home = tmp_path_factory.mktemp("template") / "home"
    for args in (
        ("play", "first-flight", "--seed", "1", "--auto", "both", "--game", "one", "--json"),
        ("army", "new", "wing", "--side", "human", "--limit", "500"),
        ("army", "add", "wing", "US Infantry"),
        ("discard", "one"),
    ):
        assert run(home, *args).exit_code == 0, args
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", str(home))
        cabinet = SettingsStore()
        cabinet.keep("one", Setting(minutes=30))
        cabinet.close()
    (home / "designs").mkdir()
    (home / "designs" / "kite.toml").write_text("# not read here\n")
    (home / "notes.txt").write_text("not ours\n")
    return home


@pytest.fixture
def home(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(template, tmp_path / "home"))


@pytest.fixture
def kept(home: Path, tmp_path: Path) -> Path:
    """A backup of it."""
    file = tmp_path / "all.aqmf"
    result = run(home, "backup", str(file))
    assert result.exit_code == 0, result.output
    return file


@pytest.mark.further
def test_a_fresh_machine_has_the_same_games_tables_and_lists(home: Path, kept: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh"
    result = run(fresh, "restore", str(kept))
    assert result.exit_code == 0, result.output
    assert f"written by version {__version__}" in result.output
    for args in (("games", "--discarded", "--json"), ("replay", "one"), ("army", "show", "wing"), ("army", "log", "wing")):
        assert run(fresh, *args).output == run(home, *args).output
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", str(fresh))
        cabinet = SettingsStore()
        assert cabinet.setting("one") == Setting(minutes=30)
        cabinet.close()
    assert (fresh / "designs" / "kite.toml").read_text() == "# not read here\n"
    assert not (fresh / "notes.txt").exists()
    assert (fresh / "armies" / ".wing.toml.history").exists()


def test_the_folder_of_a_plugin_that_is_not_there_is_restored_and_named(tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(made({"kites/a.toml": LIST, "armies/a.toml": LIST}))
    fresh = tmp_path / "fresh"
    result = run(fresh, "restore", str(tmp_path / "bad"))
    assert (result.exit_code, files_of(fresh)["kites/a.toml"]) == (0, LIST)
    assert result.stderr == "aqmf: restored, too, for plugins that are not installed: kites\n"
    assert "kites already: --replace" in refused(run(fresh, "restore", str(tmp_path / "bad")))


@pytest.mark.skipif(os.name == "nt", reason="no rights of this kind")
def test_secrets_stay_with_their_owner(kept: Path, tmp_path: Path) -> None:
    run(tmp_path / "fresh", "restore", str(kept))
    for path in (kept, tmp_path / "fresh" / "tables.sqlite"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_there_is_replaced_only_where_that_is_said(home: Path, kept: Path) -> None:
    run(home, "army", "add", "wing", "US Infantry")
    run(home, "army", "new", "other", "--side", "human", "--limit", "500")
    before = files_of(home)
    assert "--replace" in refused(run(home, "restore", str(kept)))
    assert files_of(home) == before
    assert run(home, "restore", str(kept), "--replace").exit_code == 0
    assert not (home / "armies" / "other.toml").exists()
    assert "30 of 500" in run(home, "army", "show", "wing").output
    assert (home / "notes.txt").exists()
    assert not [path for path in home.iterdir() if path.name.startswith(".")]


@pytest.mark.further
def test_a_backup_made_while_another_program_writes_is_sound(tmp_path: Path) -> None:
    home, kept = tmp_path / "home", tmp_path / "all.aqmf"
    playing = (
        "import sys; from aqmf_air.cli.main import aqmf\nfor n in range(200): aqmf.main(sys.argv[1:], standalone_mode=False)"
    )
    args = ("play", "first-flight", "--auto", "both", "--json")
    environment = {**os.environ, "AQMF_HOME": str(home)}
    with subprocess.Popen([sys.executable, "-c", playing, *args], stdout=subprocess.PIPE, env=environment) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()  # the first game is over
            for number in range(2):
                assert run(home, "backup", str(kept)).exit_code == 0
                fresh = tmp_path / str(number)
                assert run(fresh, "restore", str(kept)).exit_code == 0
                listed = json.loads(run(fresh, "games", "--json").stdout)
                assert listed
                assert all(row["turn"] is not None for row in listed)
        finally:
            process.kill()


DYING = """
import os, sys
from pathlib import Path
from aqmf_air.cli.main import aqmf
left, rename = int(sys.argv.pop(1)), Path.rename
def die_some_time(path, *args):
    global left
    left -= 1
    return rename(path, *args) if left >= 0 else os._exit(9)
Path.rename = die_some_time
aqmf.main(sys.argv[1:])
"""
"""The program, which is gone when it is about to rename for so many times and one."""


@pytest.mark.further(every=6)
@pytest.mark.parametrize("renames", range(7))
def test_a_restore_that_is_killed_leaves_the_old_or_the_new(renames: int, home: Path, kept: Path) -> None:
    new = files_of(home)
    run(home, "army", "add", "wing", "US Infantry", "--count", "3")
    run(home, "army", "new", "other", "--side", "human", "--limit", "500")
    old = files_of(home)
    command = [sys.executable, "-c", DYING, str(renames), "restore", str(kept), "--replace"]
    status = subprocess.run(command, env={**os.environ, "AQMF_HOME": str(home)}, capture_output=True, check=False).returncode
    assert status == (9 if renames < 6 else 0)
    assert (home / RESTORED).exists() == (0 < renames < 6)
    assert run(home, "army", "show", "wing").exit_code == 0  # whoever comes next
    assert not (home / RESTORED).exists()
    found = {name: content for name, content in files_of(home).items() if not name.startswith(restoring.UNPACKING)}
    assert found == (old if renames == 0 else new)
    assert run(home, "restore", str(kept), "--replace").exit_code == 0
    assert files_of(home) == new


def test_nothing_is_restored_under_a_program_that_goes_on(home: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(home))
    with Store(), Store() as open_elsewhere:
        open_elsewhere.games()
        assert "another program has it open" in refused(run(home, "restore", str(kept), "--replace"))
    with lock_for_server("http://127.0.0.1:8000/"):
        assert "http://127.0.0.1:8000/ is open" in refused(run(home, "restore", str(kept), "--replace"))
    assert run(home, "restore", str(kept), "--replace").exit_code == 0


# -- damaged, and hostile -------------------------------------------------------------------------------------------------


def made(members: dict[str, bytes], manifest: dict[str, object] | None = None, *, escaped: bool = False) -> bytes:
    """A backup with these members, and the manifest that goes with them unless another one is given."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
        listed = [
            {"name": name, "bytes": len(content), "sha256": _sum(content), "escaped": escaped}
            for name, content in members.items()
        ]
        archive.writestr(backups.MANIFEST, json.dumps(manifest or {"format": 1, "version": "0", "members": listed}))
    return written.getvalue()


def _sum(content: bytes) -> str:
    from hashlib import sha256

    return sha256(content).hexdigest()


LIST = b"# a list\n"
DECLARED = {"name": "armies/a.toml", "bytes": len(LIST), "sha256": _sum(LIST)}


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "is no backup, or is cut short"),
        (b"PK\x03\x04 nothing", "is no backup, or is cut short"),
        (made({"armies/a.toml": LIST})[:-30], "is no backup, or is cut short"),
        (made({"../a.toml": LIST}), "no place of a player's file"),
        (made({"/etc/a.toml": LIST}), "no place of a player's file"),
        (made({"armies/../../a.toml": LIST}), "no place of a player's file"),
        (made({"armies/a/../../../a.toml": LIST}), "no place of a player's file"),
        (made({"armies/%2E%2E/%2E%2E/a.toml": LIST}, escaped=True), "no place of a player's file"),
        (made({"armies%2F..%2F..%2Fa.toml": LIST}, escaped=True), "no place of a player's file"),
        (made({"armies/a%00.toml": LIST}, escaped=True), "no place of a player's file"),
        (made({"armies": LIST}), "no place of a player's file"),
        (made({"locks/a.lock": LIST}), "no place of a player's file"),
        (made({"games.sqlite-wal": LIST}), "no place of a player's file"),
        (
            made({"armies/a.toml": LIST}, {"format": 1, "version": "0", "members": [{**DECLARED, "bytes": 10**8}]}),
            "packed too densely",
        ),
        (made({"games.sqlite": b"no database" * 100}), "games.sqlite in it is damaged"),
        (made({"armies/a.toml": LIST}, {"format": 2, "version": "9", "members": []}), "'format': expected 1"),
        (made({"armies/a.toml": LIST}, {"format": 1, "version": "0", "members": []}), "not what it says is in it"),
        (
            made({"armies/a.toml": LIST}, {"format": 1, "version": "0", "members": [{**DECLARED, "sha256": "0"}]}),
            "armies/a.toml in it is damaged",
        ),
        (
            made({"armies/a.toml": LIST}, {"format": 1, "version": "0", "members": [{**DECLARED, "bytes": 3}]}),
            "armies/a.toml in it is damaged",
        ),
        (
            made({"armies/a.toml": LIST}, {"format": 1, "version": "0", "members": [{**DECLARED, "bytes": 10**10}]}),
            "unpacks to more than",
        ),
    ],
)
def test_a_backup_that_is_damaged_or_made_to_do_harm_changes_nothing(
    raw: bytes, said: str, home: Path, tmp_path: Path
) -> None:
    before = files_of(home)
    (tmp_path / "bad").write_bytes(raw)
    assert said in refused(run(home, "restore", str(tmp_path / "bad"), "--replace"))
    assert files_of(home) == before
    assert not list(tmp_path.glob("*.toml"))


def test_no_flipped_byte_changes_a_restore_or_raises(kept: Path, tmp_path: Path) -> None:
    sound = kept.read_bytes()
    whole = tmp_path / "whole"
    run(whole, "restore", str(kept))
    expected = files_of(whole)
    bad = tmp_path / "bad"
    for place in range(0, len(sound), len(sound) // 60):
        bad.write_bytes(sound[:place] + bytes([sound[place] ^ 4]) + sound[place + 1 :])
        fresh = tmp_path / str(place)
        result = run(fresh, "restore", str(bad))
        if result.exit_code:
            refused(result)
            assert files_of(fresh) == {}
        else:  # a byte that says nothing
            assert files_of(fresh) == expected


def test_what_cannot_be_written_is_one_line(home: Path, tmp_path: Path) -> None:
    assert "no folder" in refused(run(home, "backup", str(tmp_path / "nowhere" / "all.aqmf")))


def test_an_empty_folder_is_backed_up_as_one(tmp_path: Path) -> None:
    assert run(tmp_path / "none", "backup", str(tmp_path / "all.aqmf")).exit_code == 0
    assert re.search(r"\b0 files", run(tmp_path / "fresh", "restore", str(tmp_path / "all.aqmf")).output)


def test_a_backup_of_a_write_ahead_log_has_what_is_in_the_log(home: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(home / "tables.sqlite")) as open_elsewhere:
        open_elsewhere.execute("INSERT OR REPLACE INTO tables VALUES ('late', '{}')")
        open_elsewhere.commit()
        assert (home / "tables.sqlite-wal").stat().st_size
        run(home, "backup", str(tmp_path / "all.aqmf"))
    run(tmp_path / "fresh", "restore", str(tmp_path / "all.aqmf"))
    with closing(sqlite3.connect(tmp_path / "fresh" / "tables.sqlite")) as restored:
        assert restored.execute("SELECT COUNT(*) FROM tables WHERE game = 'late'").fetchone() == (1,)


# -- whatever things are called -------------------------------------------------------------------------------------------


KEPT_IN = st.sampled_from(["armies", "scenarios", "designs"])


@settings(max_examples=20)
@given(st.lists(st.tuples(KEPT_IN, FILE_NAMES), max_size=6, unique=True), st.data())
def test_what_a_backup_has_is_restored_whatever_it_is_called(names: list[tuple[str, str]], data: st.DataObject) -> None:
    contents = backups.Contents(databases=("games.sqlite",), folders=("armies", "scenarios", "designs"))
    with TemporaryDirectory() as place, mock.patch("os.fsync"):
        home, there, file = Path(place) / "home", Path(place) / "there", Path(place) / "all.aqmf"
        wanted = {}
        for folder, name in names:
            inner = data.draw(FILE_NAMES | st.none(), label="a folder in it")
            path = home / folder / (inner or "") / name
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(os.fsencode(name))
            except OSError:  # another is a folder of that name, or the name is too long
                continue
            if not is_aside(name):
                wanted[os.fsencode(path.relative_to(home))] = os.fsencode(name)
        home.mkdir(exist_ok=True)
        made = backups.back_up(home, file, contents, "0")
        restored = restoring.restore(file, there, contents)
        found = {os.fsencode(path.relative_to(there)): path.read_bytes() for path in there.rglob("*") if path.is_file()}
        assert (made.missing, restored.told) == ((), ())
        assert {name: raw for name, raw in found.items() if not name.startswith(b"locks/")} == wanted
        _, problems = restoring.look_through(file, Path(place) / "looked", contents)
        assert problems == {}


def test_names_that_another_system_does_not_have_are_restored_under_near_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restoring, "WINDOWS", True)
    names = ("a:b.toml", ".a:b.toml.history", "a%3Ab.toml", "con.toml", "c\\d.toml", "e. ", "aconb.toml", "é" * 200)
    (tmp_path / "all").write_bytes(made({f"armies/{name}": name.encode() for name in names}))
    result = run(tmp_path / "home", "restore", str(tmp_path / "all"))
    restored = {path.name: path.read_text("utf-8") for path in (tmp_path / "home" / "armies").iterdir()}
    cut = next(name for name in restored if "é" in restored[name])
    assert restored == {
        "a%3Ab.toml": "a:b.toml",
        ".a%3Ab.toml.history": ".a:b.toml.history",
        "a%3Ab-2.toml": "a%3Ab.toml",
        "%63%6F%6E.toml": "con.toml",
        "c%5Cd.toml": "c\\d.toml",
        "e%2E%20": "e. ",
        "aconb.toml": "aconb.toml",
        cut: "é" * 200,
    }
    assert result.exit_code == 0
    assert len(result.stderr.splitlines()) == len(names) - 1
    assert "aqmf: armies/con.toml is restored as armies/%63%6F%6E.toml: no file here can be called that" in result.stderr


def test_a_bad_file_keeps_nothing_else_from_being_backed_up(home: Path, tmp_path: Path) -> None:
    (home / "games.sqlite").write_bytes(b"no database at all, but long enough to be looked at" * 40)
    (home / "armies" / "loop").symlink_to(home / "armies")
    (home / "armies" / "gone.toml").symlink_to(home / "nowhere")
    os.mkfifo(home / "armies" / "pipe")
    deep = home / "armies" / Path(*"d" * 70)
    deep.mkdir(parents=True)
    (deep / "list.toml").write_text("deep")
    (home / "armies" / "dense.toml").write_bytes(b" " * 20_000_000)
    (home / "armies" / "left.tmp").write_text("no aside: the player's own")
    made = run(home, "backup", str(tmp_path / "all"))
    assert made.exit_code == 1
    assert made.stderr.splitlines() == [
        "aqmf: games.sqlite: is damaged (file is not a database), and is in the backup as it is",
        "aqmf: armies/loop: left out (it leads back to a folder that it is in)",
        "aqmf: armies/gone.toml: left out (it is no file)",
        "aqmf: armies/pipe: left out (it is no file)",
        f"aqmf: armies/{'d/' * 70}list.toml: left out (more than 60 folders deep)",
    ]
    result = run(tmp_path / "fresh", "restore", str(tmp_path / "all"))
    assert result.exit_code == 0
    assert "games.sqlite was damaged when it was backed up (file is not a database), and is as it was" in result.stderr
    for name in ("games.sqlite", "armies/dense.toml", "armies/left.tmp"):
        assert (tmp_path / "fresh" / name).read_bytes() == (home / name).read_bytes()


def test_a_damaged_database_does_not_take_the_place_of_a_sound_one(home: Path, kept: Path, tmp_path: Path) -> None:
    (home / "games.sqlite").write_bytes(b"no database at all, but long enough to be looked at" * 40)
    run(home, "backup", str(tmp_path / "bad"))
    run(tmp_path / "sound", "restore", str(kept))
    before = files_of(tmp_path / "sound")
    said = refused(run(tmp_path / "sound", "restore", str(tmp_path / "bad"), "--replace"))
    assert "is damaged (file is not a database), and the one here is sound: nothing was changed" in said
    assert files_of(tmp_path / "sound") == before


# -- verify reads it ------------------------------------------------------------------------------------------------------


def test_verify_says_what_is_in_a_backup(home: Path, kept: Path, tmp_path: Path) -> None:
    own = json.loads(run(home, "verify", "--json").stdout)
    told = json.loads(run(tmp_path / "elsewhere", "verify", str(kept), "--json").stdout)
    assert told["games"] == own["games"]
    assert [(one["file"], one["sound"]) for one in told["files"]] == [
        (str(kept), True),
        (f"{kept}: games.sqlite", True),
        (f"{kept}: tables.sqlite", True),
    ]


def test_verify_finds_what_is_damaged_in_a_backup_and_says_the_rest(kept: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(kept) as archive:
        inside = archive.getinfo("armies/wing.toml")
        at = inside.header_offset + 30 + len(inside.filename) + 20
    raw = bytearray(kept.read_bytes())
    raw[at + 10] ^= 0xFF
    (tmp_path / "bad.zip").write_bytes(raw)
    result = run(tmp_path / "elsewhere", "verify", str(tmp_path / "bad.zip"))
    assert result.exit_code == 1
    assert f"{tmp_path / 'bad.zip'}: not sound\n  armies/wing.toml is damaged" in result.stdout
    assert "one: 53 entries, sound" in result.stdout


@pytest.mark.parametrize("raw", [b"", b"PK\x03\x04", b"PK\x03\x04" + bytes(200), made({})[:-5]])
def test_verify_says_of_a_backup_that_cannot_be_read_that_it_is_not_sound(raw: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(raw)
    result = run(tmp_path / "elsewhere", "verify", str(tmp_path / "bad.zip"))
    assert (result.exit_code, result.stdout) == (
        1,
        f"{tmp_path / 'bad.zip'}: not sound\n  is no backup, or is cut short\n",
    )


# -- what killed backups leave --------------------------------------------------------------------------------------------


def test_what_killed_backups_left_under_other_names_goes_when_it_is_old(home: Path, tmp_path: Path) -> None:
    left = [tmp_path / f".{name}-abcd_123.tmp" for name in ("monday.zip", "tuesday.zip", "a.jpg", "wednesday.zip")]
    for path in left:
        path.write_bytes(b"half")
        os.utime(path, (0, 0))
    os.utime(left[3])  # another backup may be written just now, where no lock tells
    assert run(home, "backup", str(tmp_path / "thursday.zip")).exit_code == 0
    assert [path.exists() for path in left] == [False, False, True, True]
