"""``aqmf backup``, ``restore``, ``verify``: all that a player has in one file, and back, and whether it is whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING

import click

from aqmf_air.cli.main import NO
from aqmf_air.cli.opened import GAMES, in_a_file, lines_of, open_registry
from aqmf_air.cli.render import OutFile, examples, json_option, print_json, say, working
from aqmf_air.core.data.text import plural
from aqmf_air.errors import AqmfError, DataError, RulesetVersionError, StoreError

if TYPE_CHECKING:
    from aqmf_air.core.store.backup import Contents, Manifest
    from aqmf_air.core.store.verifying import Verified
    from aqmf_air.plugins.registry import Registry


@click.command(epilog=examples("backup everything.zip"))
@click.argument("file", type=OutFile(), metavar="FILE")
def backup(file: Path) -> None:
    """Write games, tables, scenarios and what else games keep, with earlier versions, to one FILE. They may be in use."""
    from aqmf_air import __version__
    from aqmf_air.core.data.files import own_folder
    from aqmf_air.core.store.backup import back_up

    folder = own_folder()
    with working("the backup is written"):
        made = back_up(folder, file, _contents(open_registry()), __version__)
    say(f"{file}: {_count_files(made.manifest)} of {folder}")
    _tell(made.missing)
    if made.missing:
        raise click.exceptions.Exit(NO)


@click.command(epilog=examples("restore everything.zip"))
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--replace", is_flag=True, help="Put it in the place of what is there, all of which goes.")
def restore(file: Path, replace: bool) -> None:
    """Restore everything from the backup FILE: all of it, or, where it is damaged, nothing changes."""
    from aqmf_air.core.data.files import lock_for_server, own_folder
    from aqmf_air.core.store.restoring import restore

    folder = own_folder()
    with lock_for_server("a restore"), working("the backup is read"):
        contents = _contents(open_registry())
        restored = restore(file, folder, contents, replace=replace)
    say(f"{folder}: {_count_files(restored.manifest)}, written by version {restored.manifest.version}")
    if more := contents.and_of(restored.manifest).folders[len(contents.folders) :]:
        click.echo(f"aqmf: restored, too, for plugins that are not installed: {', '.join(more)}", err=True)
    _tell(restored.told)


MOST_TOLD = 40


def _tell(lines: Sequence[str]) -> None:
    """What a backup has not as it was, on standard error."""
    for line in lines[:MOST_TOLD]:
        click.echo(f"aqmf: {' '.join(line.split())}", err=True)
    if len(lines) > MOST_TOLD:
        click.echo(f"aqmf: and {len(lines) - MOST_TOLD} more", err=True)


def _count_files(kept: Manifest) -> str:
    return f"{plural(len(kept.members), 'file')}, {sum(member.bytes for member in kept.members):,} bytes"


def _contents(registry: Registry) -> Contents:
    from aqmf_air.web.player_folder import contents  # with all that it names

    return contents(registry)


PATIENCE = 2.0
"""Seconds between words of how far it has come."""


@click.command(epilog=examples("verify"))
@click.argument("what", nargs=-1, metavar="[GAME or FILE]...", shell_complete=GAMES)
@json_option
def verify(what: tuple[str, ...], as_json: bool) -> None:
    """Check that kept games, logs in files and backups are whole and as they were written; without a name, all that is kept.

    It says of each game how many entries are sound and what is lost. Exit status 1: something is not sound.
    """
    registry = open_registry()
    files: dict[str, list[str]] = {}
    verifieds: list[Verified] = []
    for name in what:
        if in_a_file(name):
            verifieds += _in_a_backup(Path(name), registry, files) if _is_backup(name) else [_in_file(name, registry)]
    names = [name for name in what if not in_a_file(name)]
    if names or not what:
        verifieds += _kept(names, registry, files)
    sound = not any(verified.problems for verified in verifieds) and not any(files.values())
    if as_json:
        games = [
            {
                "game": verified.game,
                "sound": not verified.problems,
                "entries": verified.entries,
                "problems": list(verified.problems),
            }
            for verified in verifieds
        ]
        kept = [{"file": file, "sound": not problems, "problems": problems} for file, problems in files.items()]
        print_json({"games": games, "files": kept})
    else:
        outcomes = [(f"{verified.game}: {verified.entries} entries, ", verified.problems) for verified in verifieds]
        for what_, problems in (*outcomes, *((f"{file}: ", problems) for file, problems in files.items())):
            say(f"{what_}{'not sound' if problems else 'sound'}")
            for problem in problems:
                say(f"  {problem}")
    if not sound:
        raise click.exceptions.Exit(NO)


def _in_file(name: str, registry: Registry) -> Verified:
    from aqmf_air.core.store.verifying import verified_lines

    where = "standard input" if name == "-" else name
    lines = lines_of(name)
    return _readable(verified_lines(lines, where, where, with_end=True), lambda: iter(lines), registry)


def _is_backup(name: str) -> bool:
    """Whether a file is a backup, and no log; damaged, it may be known by its name alone."""
    if name == "-":
        return False
    try:
        with Path(name).open("rb") as file:
            begin = file.read(4)
    except (OSError, ValueError):
        return False
    return begin.startswith(b"PK") or (Path(name).suffix == ".zip" and not begin.startswith(b"{"))


def _in_a_backup(path: Path, registry: Registry, files: dict[str, list[str]]) -> list[Verified]:
    """The games in a backup, and what is wrong with it and with the files in it."""
    from aqmf_air.core.store.restoring import look_through
    from aqmf_air.core.store.store import FILE

    files[str(path)] = []
    with TemporaryDirectory(prefix="aqmf-verify-") as unpacked, working("the backup is read"):
        folder = Path(unpacked)
        try:
            _, problems = look_through(path, folder, _contents(registry))
        except DataError as bad:
            files[str(path)] = [str(bad).removeprefix(f"{path}: ").removesuffix(": nothing was changed")]
            return []
        files[str(path)] = [f"{place} {problem}" for place, problem in problems.items()]
        if (folder / FILE).exists() and FILE not in problems:
            return list(_kept((), registry, files, folder, f"{path}: "))
    return []


def _kept(
    names: Sequence[str], registry: Registry, files: dict[str, list[str]], folder: Path | None = None, where: str = ""
) -> Iterator[Verified]:
    """The games of these names in the store of a folder, the player's own if none is given; all of them, and the files that
    they are in, if none is named. ``where`` stands before the names of files.
    """
    from aqmf_air.core.data.files import own_folder
    from aqmf_air.core.data.own_files import SUFFIX, problems_of
    from aqmf_air.core.store.store import FILE, Store
    from aqmf_air.core.store.verifying import problems_of_store, verified_game
    from aqmf_air.web.seat_settings import FILE as TABLES
    from aqmf_air.web.seat_settings import problems_of_settings

    place = folder or own_folder()

    def called(path: Path) -> str:
        return f"{where}{path.relative_to(place).as_posix()}" if where else str(path)

    try:
        store = Store(place / FILE)
    except StoreError as bad:
        if names:
            raise
        files[called(place / FILE)] = [str(bad).removeprefix(f"{place / FILE}: ") if where else str(bad)]
        return
    with store:
        if not names:
            files[called(store.path)] = problems_of_store(store)
            if (tables := place / TABLES).exists():
                files[called(tables)] = problems_of_settings(tables)
            for path in (path for name in _contents(registry).folders for path in sorted((place / name).glob(f"*{SUFFIX}"))):
                if problems := problems_of(path, "file"):
                    files[called(path)] = problems
        listed = names or list(dict.fromkeys(kept.name for gone in (False, True) for kept in store.games(discarded=gone)))
        began = reported = monotonic()
        for done, name in enumerate(listed):
            if monotonic() - reported > PATIENCE:
                reported = monotonic()
                click.echo(f"aqmf: {done} of {len(listed)} games checked in {reported - began:.0f} s", err=True)
            yield _readable(verified_game(store, name), lambda name=name: store.lines(name), registry)  # type: ignore[misc]


def _readable(verified: Verified, lines: Callable[[], Iterator[str]], registry: Registry) -> Verified:
    """What was found, and whether the game's rules can read it, if they are there and its lines are sound."""
    from dataclasses import replace

    from aqmf_air.core.store.log_reader import read_lines
    from aqmf_air.plugins.rules_in_force import rules_of

    if not verified.header:
        return verified
    try:
        rules = rules_of(verified.header, registry)
        saved = read_lines(lines(), rules.ruleset.codec, verified.game, verified.game, rules.lines)
        if saved.fault and not verified.problems:
            return replace(verified, entries=len(saved.entries), problems=(saved.fault,))
        rules.session(saved)
    except RulesetVersionError as bad:
        click.echo(f"aqmf: {bad}: only its lines are checked", err=True)
    except AqmfError as bad:
        return verified if verified.problems else replace(verified, problems=(str(bad),))
    except Exception as bad:  # rules may raise anything when they meet a damaged log; the other games are checked
        return (
            verified if verified.problems else replace(verified, problems=(f"its rules fail at it ({type(bad).__name__})",))
        )
    return verified
