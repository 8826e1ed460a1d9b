"""``aqmf patrol``: missions of In Clouds of Glory that players write themselves."""

from __future__ import annotations

from pathlib import Path

import click

from aqmf_air.api import DataError, by_name, ui
from aqmf_air.games.clouds_of_glory.tables import RULESET


def _own(_: object = None) -> dict[str, Path]:
    from aqmf_air.api import kept_for

    return {path.stem: path for path in kept_for(RULESET)}


OWN = click.argument("mission", metavar="MISSION", shell_complete=ui.Completed(_own))
PART = click.argument("part", metavar="PART")


def _path(name: str) -> Path:
    """The file of a mission of one's own. Raises UnknownNameError: there is none of this name."""
    return by_name(_own(), name, "mission of your own")


@click.group(
    cls=ui.HelpGroup,
    short_help="Missions of In Clouds of Glory that you write yourself.",
    heading="Plan",
    epilog=ui.examples('patrol new "Dawn patrol"'),
)
def patrol() -> None:
    """Write missions of In Clouds of Glory: aircraft, men, balloons, runways, areas, what there is to do."""


@patrol.command(epilog=ui.examples('patrol new "Dawn patrol"'))
@click.argument("title")
@click.option("--copy", "of", default="first-patrols", show_default=True, metavar="SCENARIO", help="What it begins as.")
def new(title: str, of: str) -> None:
    """Begin a mission as a copy of another."""
    from aqmf_air.api import kinds, open_scenarios
    from aqmf_air.games.clouds_of_glory.editing import copied

    scenarios = open_scenarios(RULESET, ui.open_registry().of(kinds.SCENARIOS, RULESET))
    path = copied(by_name(scenarios, of, "scenario"), title, ui.open_registry())
    ui.say(f"{path.stem}: {path}")


@patrol.command(epilog=ui.examples("patrol check dawn-patrol"))
@OWN
def check(mission: str) -> None:
    """Say what has to be mended before MISSION can be played."""
    from aqmf_air.games.clouds_of_glory.editing import problems, read_mission

    path = _path(mission)
    if faults := problems(read_mission(path), ui.open_registry()):
        raise DataError(f"{path.stem}: {'; '.join(faults[:5])}", path=mission)
    ui.say(f"{path.stem} is ready: aqmf play {RULESET}:{path.stem}")


@patrol.command(epilog=ui.examples('patrol place dawn-patrol balloons name=Kite side=entente at="30 55 20"'))
@OWN
@PART
@click.argument("fields", nargs=-1, metavar="FIELD=VALUE...")
@click.option("--at", type=click.IntRange(0, 15), help="Change that of this number, from 0 on; else a new one is placed.")
def place(mission: str, part: str, fields: tuple[str, ...], at: int | None) -> None:
    """Place something in MISSION: PART is aircraft, balloons, runways, areas, mission (what there is to do), or about.

    A new aircraft needs type, marking and side, and where it begins: at (x, y, height), heading, speed.
    """
    from aqmf_air.games.clouds_of_glory import editing

    given = dict(field.partition("=")[::2] for field in fields)
    if odd := next((field for field in fields if "=" not in field), ""):
        raise DataError(f"expected FIELD=VALUE, got {odd[:40]!r}", path=mission)
    ui.say(editing.edit(_path(mission), lambda file: editing.placed(file, part, given, at)))


@patrol.command(epilog=ui.examples("patrol remove dawn-patrol aircraft 2"))
@OWN
@PART
@click.argument("number", type=click.IntRange(0, 15))
def remove(mission: str, part: str, number: int) -> None:
    """Take the thing of a NUMBER, from 0 on, out of a PART of MISSION."""
    from aqmf_air.games.clouds_of_glory import editing

    ui.say(editing.edit(_path(mission), lambda file: editing.removed(file, part, number)))
