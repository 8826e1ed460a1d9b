"""``aqmf backup`` and ``restore``: all that a player has in one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aqmf_air.cli.progress import working
from aqmf_air.cli.render import OutFile

if TYPE_CHECKING:
    from aqmf_air.core.store.backup import Contents, Manifest


@click.command()
@click.argument("file", type=OutFile(), metavar="FILE")
def backup(file: Path) -> None:
    """Write games, tables, scenarios and what else games keep, with earlier versions, to one FILE. They may be in use."""
    from aqmf_air import __version__
    from aqmf_air.core.data.files import own_folder
    from aqmf_air.core.store.backup import back_up

    folder = own_folder()
    with working("the backup is written"):
        kept = back_up(folder, file, _contents(), __version__)
    click.echo(f"{file}: {_said(kept)} of {folder}")


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--replace", is_flag=True, help="Put it in the place of what is there, all of which goes.")
def restore(file: Path, replace: bool) -> None:
    """Restore everything from the backup FILE: all of it, or, where it is damaged, nothing changes."""
    from aqmf_air.core.data.files import own_folder
    from aqmf_air.core.data.server_lock import serving
    from aqmf_air.core.store.backup import restore

    folder = own_folder()
    with serving("a restore"), working("the backup is read"):
        kept = restore(file, folder, _contents(), replace=replace)
    click.echo(f"{folder}: {_said(kept)}, written by version {kept.version}")


def _said(kept: Manifest) -> str:
    files = len(kept.members)
    return f"{files} file{'' if files == 1 else 's'}, {sum(one.bytes for one in kept.members):,} bytes"


def _contents() -> Contents:
    """What of the player's folder is the player's. Games come before tables: a setting without its game harms nobody."""
    from aqmf_air.cli.rulesets import open_registry
    from aqmf_air.core.play.scenarios import SCENARIOS
    from aqmf_air.core.play.seat_settings import FILE as TABLES
    from aqmf_air.core.store.backup import Contents
    from aqmf_air.core.store.store import FILE as GAMES

    return Contents(databases=(GAMES, TABLES), folders=(SCENARIOS.folder, *open_registry().folders))
