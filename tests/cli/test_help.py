"""Help: commands under headings, those of plugins too; an example for each, which runs; near names for a slip."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import aqmf_air
from aqmf_air.cli.main import aqmf
from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.plugins.registry import load_registry
from tests.cli.test_widths import PLANNED, SCENES, hold

ONLY_READ = re.compile(
    "serve|site build|play.+physical|lab (price|report|compare|matrix|play)|bomb plan|campaign (debrief|call-off|rest|undo)"
)
"""What waits, takes minutes, or needs a game that no other example begins: its line is read, and no more."""


def commands(command: click.Command, above: click.Context | None = None, name: str = "aqmf") -> Iterator[click.Context]:
    """Every command and group, in its context."""
    context = click.Context(command, info_name=name, parent=above)
    if "ruleset" in {param.name for param in command.params}:
        context.params["ruleset"] = "aqmf"
    yield context
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            if (there := command.get_command(context, below)) is not None:
                yield from commands(there, context, below)


def examples(text: str) -> list[str]:
    return re.findall(r"^ +aqmf (\S.*?)(?:  .*)?$", re.sub(r" \\\n +", " ", text), re.MULTILINE)


EVERY = {context.command_path: context.get_help() for context in commands(aqmf)}
RUN = sorted({example for text in EVERY.values() for example in examples(text)})


def run(line: str, **environment: str) -> Result:
    return CliRunner(env=environment).invoke(aqmf, shlex.split(line))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what examples begin from: lists, scenes, a game, a campaign, a backup, a mission of one's own."""
    here = tmp_path_factory.mktemp("examples")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        patch.setenv("AQMF_HOME", str(here / "home"))
        for name, scene in {**SCENES, "start": {**PLANNED, "table": SCENES["move"]["table"]}}.items():
            (here / f"{name}.json").write_text(json.dumps(scene))
        for line in (
            "army new wing.toml --side human --limit 300",
            "army add wing.toml 'Burgess-Dunne D8'",
            "army new other.toml --side human --limit 300",
            "army add wing.toml 'US Infantry'",
            "army undo wing.toml",
            "army export wing.toml --format ros -o wing.ros",
            "play first-flight --auto both --seed 3 --game evening",
            "export evening -o evening.jsonl",
            "play first-flight --auto both --seed 4 --game yesterday",
            "discard yesterday",
            "play valor:french-short --auto both --seed 4 --game squadron",
            "campaign new --seed 1",
            "patrol new 'Dawn patrol'",
            "backup everything.zip",
        ):
            assert run(line).exit_code == 0, line
    return here


def test_every_command_has_an_example() -> None:
    assert [path for path, text in EVERY.items() if not examples(text)] == []


@pytest.mark.further(every=5)
@pytest.mark.parametrize("line", RUN)
def test_an_example_runs(line: str, begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if ONLY_READ.match(line):
        command: click.Command = aqmf
        name, words, context = "aqmf", shlex.split(line), None
        while isinstance(command, click.Group):
            context = command.make_context(name, words, parent=context)
            below, there, words = command.resolve_command(context, [*context._protected_args, *context.args])
            assert there is not None, line
            name, command = str(below), there
        command.make_context(name, words, parent=context)
        return
    here = tmp_path / "here"
    shutil.copytree(begun, here)
    monkeypatch.chdir(here)
    monkeypatch.setenv("AQMF_HOME", str(here / "home"))
    if "army new" in line:
        (here / "wing.toml").unlink()
    if line.startswith("restore"):
        shutil.rmtree(here / "home")
    ran = run(line, COLUMNS="80")
    assert ran.exit_code in (0, 1), ran.stderr
    assert ran.exception is None or isinstance(ran.exception, SystemExit)


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_help_ends_where_the_terminal_does(columns: int) -> None:
    for line in ("", "play", "odds shoot", "army", "army add", "campaign", "lab", "print aid"):
        text = CliRunner().invoke(aqmf, [*line.split(), "--help"], terminal_width=columns).stdout
        hold(re.sub(r"(?m)^ +aqmf .*$", "", text), columns)  # an example is one line, to be copied


@pytest.mark.parametrize("path", EVERY)
def test_no_line_of_help_is_wider_than_a_narrow_terminal(path: str) -> None:
    text = run(f"{path.removeprefix('aqmf').strip()} --help", COLUMNS="80").stdout
    assert [line for line in text.splitlines() if len(line) > 80] == []


def test_commands_stand_under_headings() -> None:
    text = run("--help").stdout
    assert re.findall(r"^(\w[\w ]*):$", text, re.MULTILINE) == [
        *("Options", "Play", "Plan", "Look up", "Print", "Keep", "Laboratory", "Make games")
    ]
    under = {part.partition(":\n")[0]: part for part in text.split("\n\n")}
    assert "\n  campaign " in under["Play"]
    assert "\n  army " in under["Plan"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("plai", "'play'"),
        ("odds shot", "'shoot'"),
        ("army shw", "'show'"),
        ("print card", "'cards'"),
        ("lab dual", "'duel'"),
    ],
)
def test_a_slip_in_a_command_is_answered_with_near_names(typed: str, meant: str) -> None:
    ran = run(typed)
    assert ran.exit_code == 2
    assert f"No such command {typed.split()[-1]!r}. Did you mean {meant}" in ran.stderr


def test_a_plugin_declares_the_heading_of_its_command(tmp_path: Path) -> None:
    (tmp_path / "kites.py").write_text(
        "from aqmf_air import hookimpl\n"
        "from aqmf_air.core.play.contributions import Contribution\n"
        "@hookimpl\n"
        "def aqmf_register_cli():\n"
        "    kite = Contribution('kite', 'Flies a kite.', 'json:kite', group='Fly')\n"
        "    return kite, Contribution('loft', 'Builds one.', 'json:loft', group='Plan')\n"
    )
    about = tmp_path / "kites-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: kites\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[aqmf_air]\nkites = kites\n")
    asked = [sys.executable, "-m", "aqmf_air", "--help"]
    ran = subprocess.run(asked, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True)
    assert ran.stdout.index("\nMake games:") < ran.stdout.index("\nFly:\n  kite ")
    assert "  loft " in ran.stdout.partition("\nPlan:\n")[2].partition("\n\n")[0]


def test_the_frame_names_no_game_in_its_examples() -> None:
    """They are taken from the games that are installed: nothing is left to be filled in, and another game is named."""
    assert not [line for line in RUN if re.search(r"\{\w+\}", line)]
    frame = Path(aqmf_air.__file__).parent / "cli"
    games = {*load_registry(entry_points=False).rulesets} - {DEFAULT_RULESET}
    naming = re.compile(rf"examples\(.*\b({'|'.join(games)})\b")
    assert not [path.name for path in frame.rglob("*.py") if naming.search(path.read_text(encoding="utf-8"))]
    assert any(f"--ruleset {game}" in EVERY["aqmf scenarios"] for game in games)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("scenarios --ruleset martian", "did you mean aqmf"),
        ("print shets", "expected one of aid, "),
        ("odds shoot --atacker x", "Did you mean '--attacker'? ("),
        ("play clouds:x", "'aqmf scenarios --ruleset clouds' lists 20"),
        ("odds shoto", "Did you mean 'shoot'?"),
    ],
)
def test_what_is_not_there_is_answered_with_what_is_meant(line: str, hint: str) -> None:
    refused = CliRunner().invoke(aqmf, line.split())
    assert refused.exit_code == 2
    assert hint in refused.stderr
    assert refused.stderr.count("\n") == 1
