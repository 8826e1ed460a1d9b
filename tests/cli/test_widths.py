"""No command writes a line that is wider than the terminal, and none cuts a word."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf

WIDTHS = (60, 80, 120)
LONG = "The Third Reserve Squadron " + "x" * 40
MOVE = {"speed": 12, "base_diameter": 1, "start": {"x": 10, "y": 10, "facing": 90}, "path": [{"straight": 10}]}
ELEMENT = {"id": "t1", "side": "martian", "x": 16, "y": 11, "base_diameter": 3, "defense": 6, "armor": 11}
BOMBS: dict[str, Any] = {"bombs": {"light": 2}, "drops": [{"at": 5.0, "bombs": {"light": 2}}]}
PLANNED = {key: value for key, value in MOVE.items() if key != "path"}
SCENES: dict[str, Any] = {
    "move": {**MOVE, "table": {"width": 72, "depth": 48}},
    "run": {"aircraft": [{"id": "d8", **MOVE, **BOMBS}], "elements": [ELEMENT]},
    "plan": {"aircraft": [{"id": "d8", **PLANNED, "bombs": {"light": 1}}], "elements": [ELEMENT]},
}
WORDS = "?\nhelp\n? words\nunits\nstate\nrulings\nnonsense of many words that no order of any game has ever had in it\nq\n"
SHOWN = {  # the command: what is asked of it, and what is typed; NAME is written for the long name
    "api": "api Ruleset",
    "army add": "army add long.toml 'Breguet 14 B2'",
    "army advise": "army advise long.toml",
    "army check": "army check long.toml",
    "army diff": "army diff long.toml short.toml",
    "army fill": "army fill long.toml --points 130 --against 'Scout Tripod'",
    "army history": "army history long.toml",
    "army lists": "army lists",
    "army show": "army show long.toml",
    "army units": "army units --side martian",
    "bomb plan": "bomb plan plan.json",
    "bomb resolve": "bomb resolve run.json",
    "campaign list": "campaign list",
    "campaign show": "campaign show",
    "design compare": "design compare 'Gotha G.V' 'Breguet 14 B2' 'Burgess-Dunne D8'",
    "design cost": "design cost 'Gotha G.V'",
    "design find": "design find --role combat --against 'Scout Tripod' --max-points 150",
    "design list": "design list",
    "design show": "design show 'Gotha G.V'",
    "games": "games",
    "lab duel": "lab duel 'Burgess-Dunne D8' 'Scout Tripod' --turns 1",
    "lab matrix": "lab matrix 'Scout Tripod' --against 'Burgess-Dunne D8' --turns 1 --workers 1",
    "move check": "move check move.json",
    "move weave": "move weave",
    "odds attack": "odds attack --attacker 'Burgess-Dunne D8' --target 'Scout Tripod'",
    "odds compare": "odds compare 'morale --lost 1' 'morale --lost 1 --aircraft'",
    "odds morale": "odds morale --lost 1 --vary lost=1..3",
    "odds shoot": "odds shoot --attacker 'Assault Tripod' --target 'US Infantry' --cover hard",
    "odds tripod": "odds tripod --armor 11 --vary attacks=3..15..6",
    "plugins": "plugins",
    "policies": "policies --ruleset richthofen",
    "replay": "replay kept",
    "rulesets": "rulesets",
    "scenarios": "scenarios --ruleset richthofen",
    "verify": "verify",
    "why": "why kept --list",
}
OF_GAMES = {
    "play": {
        "aqmf": "first-flight --seed 1",
        "richthofen": "richthofen:duel --seed 1",
        "valor": "valor:french-short --seed 1",
        "clouds": "clouds:duel --seed 1",
    },
    "rules": {name: f"--ruleset {name}" for name in ("aqmf", "richthofen", "valor", "clouds")},
    "rulings": {name: f"--ruleset {name}" for name in ("aqmf", "richthofen", "valor", "clouds")},
    "tables": {name: f"--ruleset {name}" for name in ("aqmf", "richthofen", "valor", "clouds")},
}
OTHERWISE = {
    "the same answer as another question": {
        *(f"odds {one}" for one in ("barrage", "die-off", "explosion", "initiative", "rally", "reserves", "run", "scout")),
        *(f"odds {one}" for one in ("spot", "sweep")),
    },
    "one line of what was done": {
        *(f"army {one}" for one in ("new", "redo", "remove", "set", "undo")),
        *(f"campaign {one}" for one in ("call-off", "debrief", "discard", "rest", "undo")),
        *("backup", "discard", "restore", "serve"),
        *(f"patrol {one}" for one in ("check", "new", "place", "remove")),
    },
    "a file, a map, or a document": {
        *("army export", "army import", "army schema", "design schema", "design shape", "design token", "export", "import"),
        *("map", "print aid", "print cards", "print roster", "print templates", "design new", "move reach"),
    },
    "looked at with another": {"campaign new", "campaign fly", "chronicle"},
    "work on a runtime of a browser": {"site build"},
    "minutes of work": {"lab compare", "lab play", "lab price", "lab report"},
}


def leaves(command: click.Command, name: str = "", above: click.Context | None = None) -> Iterator[str]:
    if not isinstance(command, click.Group):
        yield name
        return
    context = click.Context(command, parent=above)
    for below in command.list_commands(context):
        if (one := command.get_command(context, below)) is not None:
            yield from leaves(one, f"{name} {below}".strip(), context)


def test_every_command_is_looked_at_or_says_why_not() -> None:
    told = [*SHOWN, *OF_GAMES, *(name for names in OTHERWISE.values() for name in names)]
    assert sorted(told) == sorted(leaves(aqmf))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with two lists, scenes, a game and a campaign; it is the player's own and the current one."""
    here = tmp_path_factory.mktemp("widths")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        patch.setenv("AQMF_HOME", str(here / "home"))
        for name, scene in SCENES.items():
            (here / f"{name}.json").write_text(json.dumps(scene))
        for name, called in (("long", LONG), ("short", "Short")):
            assert run(f"army new {name}.toml --side human --limit 300 --name '{called}'").exit_code == 0
            assert run(f"army add {name}.toml 'Burgess-Dunne D8'").exit_code == 0
        text = (here / "long.toml").read_text()
        (here / "long.toml").write_text(
            text.replace('unit = "Burgess-Dunne D8"', f'unit = "Burgess-Dunne D8"\nname = "{LONG}"')
        )
        (here / "as-begun.toml").write_text((here / "long.toml").read_text())  # commands that are looked at add to the other
        run("play first-flight --auto both --seed 3 --game kept")
        run("campaign new --seed 1")
        yield here


def run(line: str, typed: str = "", **environment: str) -> Result:
    return CliRunner(env=environment).invoke(aqmf, shlex.split(line), input=typed)


def hold(text: str, columns: int) -> None:
    """No line is wider, unless it is one word. What was typed after a prompt ended its line."""
    assert text.strip()
    for line in re.sub(r"(?m)^[A-Z][a-z ]+> ", "", text).splitlines():
        assert len(line) <= columns or len(line.split()) == 1, line


@pytest.mark.further(every=4)
@pytest.mark.parametrize("name", SHOWN)
def test_lines_end_where_the_terminal_does(name: str, folder: Path) -> None:
    for columns in WIDTHS:
        hold(run(SHOWN[name], COLUMNS=str(columns)).stdout, columns)


@pytest.mark.further(every=4)
@pytest.mark.parametrize(("name", "game"), [(name, game) for name, games in OF_GAMES.items() for game in games])
def test_lines_of_each_game_end_where_the_terminal_does(name: str, game: str, folder: Path) -> None:
    for columns in WIDTHS:
        hold(run(f"{name} {OF_GAMES[name][game]}", WORDS, COLUMNS=str(columns)).stdout, columns)


def test_a_long_name_leaves_the_rows_of_a_list_whole(folder: Path) -> None:
    shown = run("army show as-begun.toml", COLUMNS="80").stdout.splitlines()
    assert any(line.split()[:3] == ["unit", "elements", "speed"] for line in shown)
    assert any("x" * 40 in line for line in shown)


@pytest.mark.further
def test_every_ninth_table_of_rules_has_room(folder: Path) -> None:
    for game in ("richthofen", "valor", "clouds"):
        named = [row["id"] for row in json.loads(run(f"tables --ruleset {game} --json").stdout)]
        for name, columns in zip(named[::9], cycle(WIDTHS), strict=False):
            hold(run(f"tables --ruleset {game} {name}", COLUMNS=str(columns)).stdout, columns)
