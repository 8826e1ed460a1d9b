"""``aqmf site``: the app as a site that runs in the browser of whoever opens its link."""

from __future__ import annotations

from pathlib import Path

import click

from aqmf_air.cli.render import examples, say, working

MAY_BE_WITHOUT = ("numpy", "shapely", "typst")


@click.group(epilog=examples("site build public"))
def site() -> None:
    """The app as a site of files: it runs in the visitor's browser, offline too, and needs no server of its own."""


@site.command("build", epilog=examples("site build public"))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@click.option(
    "--runtime",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="The files of npm's package pyodide; else npm is asked for it.",
)
@click.option(
    "--wheels",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Wheels of compiled packages for the runtime.",
)
@click.option("--index", default="", metavar="URL", help="Where the runtime's own wheels of numpy and shapely are.")
@click.option("--without", default="", metavar="NAMES", help=f"Leave out some of {','.join(MAY_BE_WITHOUT)}.")
@click.option("--offline", is_flag=True, help="Fetch nothing.")
def build_(folder: Path, runtime: Path | None, wheels: Path | None, index: str, without: str, offline: bool) -> None:
    """Build the site into DIR, in place of one that is there.

    It has to be at the root of a host of its own, by https. Without numpy and shapely games on a measured table are left
    out, and its first page says so.
    """
    from aqmf_air.errors import AqmfError
    from aqmf_air.site.build import Sources, build

    names = frozenset(filter(None, without.replace(" ", "").split(",")))
    if unknown := sorted(names - {*MAY_BE_WITHOUT}):
        raise AqmfError(f"--without {unknown[0]}: expected some of {', '.join(MAY_BE_WITHOUT)}")
    if "numpy" in names and "shapely" not in names:
        raise AqmfError("--without numpy: shapely needs numpy, and has to be left out with it")
    with working("the site is built"):
        built = build(folder, Sources(runtime, wheels, index, names, offline), say)
    say(f"{folder}: {built.files} files, {built.whole / 1e6:.1f} MB, version {built.version}")
    say(f"a first visit fetches {built.first_visit / 2**20:.1f} MiB; to look at it: python -m http.server -d {folder}")
