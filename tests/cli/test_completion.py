"""The tab key: what it offers is one word of a shell, and is found by that word."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.cli.opened import one_word
from aqmf_air.core.data.names import by_name
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.plugins.registry import Registry


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    return tmp_path


def completed(*args: str, begun: str = "") -> list[str]:
    shell = BashComplete(aqmf, {}, "aqmf", "_AQMF_COMPLETE")
    return [one.value for one in shell.get_completions(list(args), begun)]


@pytest.mark.parametrize(
    ("args", "begun", "words"),
    [
        ((), "od", ["odds"]),
        (("odds",), "mo", ["morale"]),
        (("odds", "shoot", "--attacker"), "US", ["us-command-squad", "us-infantry"]),
        (("odds", "shoot", "--cover"), "", ["fortified", "hard", "none", "soft"]),
        (("design", "show"), "nieuport-1", ["nieuport-11-bebe", "nieuport-17"]),
        (("army", "add", "wing.toml"), "heavy-m", ["heavy-machine-gun-squad"]),
        (("print", "cards"), "scout-t", ["scout-tripod"]),
        (("play",), "first", ["first-flight"]),
        (("rules",), "air-alt", ["AIR-ALT-1", "AIR-ALT-2", "AIR-ALT-3", "AIR-ALT-4"]),
        (("replay",), "", []),
    ],
)
def test_names_are_offered_as_one_word(args: tuple[str, ...], begun: str, words: list[str]) -> None:
    assert completed(*args, begun=begun) == words


def test_kept_games_are_offered(home: Path) -> None:
    assert CliRunner().invoke(aqmf, ["play", "first-flight", "--seed", "1", "--game", "duel"]).exit_code == 0
    assert completed("replay") == completed("play", "--resume") == completed("discard", begun="du") == ["duel"]


def test_where_nothing_can_be_read_nothing_is_offered(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_bytes(b"")
    monkeypatch.setenv("AQMF_HOME", str(home / "file"))
    assert completed("replay") == []


def test_every_unit_is_found_by_the_word_that_is_offered(registry: Registry) -> None:
    ruleset = registry.ruleset("aqmf")
    assert isinstance(ruleset, AllQuiet)
    for name, unit in ruleset.catalogue.items():
        word = one_word(name)
        assert " " not in word
        assert by_name(ruleset.catalogue, word, "unit") is unit
