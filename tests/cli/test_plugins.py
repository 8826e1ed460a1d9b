"""Commands of plugins: listed, completed and run like those of the package; a faulty one is one line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from types import SimpleNamespace

import click
import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

from aqmf_air import hookimpl
from aqmf_air.cli.main import aqmf
from aqmf_air.core.play.contributions import Contribution


@click.command()
def kite() -> None:
    """Fly a kite."""
    click.echo("it flies")


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = SimpleNamespace(
        aqmf_register_cli=hookimpl(
            lambda: (
                Contribution("kite", "Flies a kite.", f"{__name__}:kite"),
                Contribution("kite-lost", "Is not there.", "json:kite"),
                Contribution("kite-odd", "Is no command.", f"{__name__}:__name__"),
                Contribution("play", "Is taken.", f"{__name__}:kite"),
            )
        )
    )
    point = SimpleNamespace(name="kites", dist=None, load=lambda: plugin)

    def entry_points(group: str) -> Sequence[object]:
        return [point] if group == "aqmf_air" else []

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(aqmf, list(args))
    return result.exit_code, result.stdout, result.stderr


def test_a_command_of_a_plugin_runs() -> None:
    assert run("kite") == (0, "it flies\n", "")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("kite-lost", "(json:kite): AttributeError: module 'json' has no attribute 'kite'"),
        ("kite-odd", f"({__name__}:__name__): expected Command, got str"),
    ],
)
def test_a_command_that_cannot_be_loaded_names_its_plugin(name: str, fault: str) -> None:
    assert run(name) == (2, "", f"aqmf: plugin 'kites', {name!r} {fault}\n")


def test_a_name_that_the_program_has_stays_its_own() -> None:
    code, out, err = run("plugins", "--json")
    assert (code, err) == (0, "aqmf: plugin 'kites': command 'play' is left out, it is one of aqmf itself\n")
    assert {one["name"]: one["commands"] for one in json.loads(out)} == {
        "host": ["army"],
        "aircraft": ["bomb", "design", "move"],
        "richthofen": ["campaign"],
        "valor": [],
        "clouds": ["patrol"],
        "clouds-expanded": [],
        "kites": ["kite", "kite-lost", "kite-odd"],
    }
    assert "Play SCENARIO" in run("play", "--help")[1]


def test_the_tab_key_knows_it() -> None:
    shell = BashComplete(aqmf, {}, "aqmf", "_AQMF_COMPLETE")
    assert next((one.value, one.help) for one in shell.get_completions([], "kite")) == ("kite", "Flies a kite.")
    assert "army" in [one.value for one in shell.get_completions([], "")]
