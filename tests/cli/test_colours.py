"""Colours mean something: whose a piece is, whom a roll serves, what is refused; no word hangs on them."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from aqmf_air.cli.lab.common import print_parts
from aqmf_air.cli.main import aqmf
from aqmf_air.cli.play.telling import certain
from aqmf_air.core.dice.chance import Odds
from aqmf_air.lab.long_task import GoodOrBad, ResultTable

TYPED = "state\nmap\nCamel: speed 99, ahead 99\n1\n1\nq\n"


def played(typed: str = TYPED, *, coloured: bool = True, **environment: str) -> str:
    ran = CliRunner(env=environment).invoke(
        aqmf, ["play", "richthofen:duel", "--seed", "5", "--auto", "german"], input=typed, color=coloured
    )
    assert ran.exit_code == 0, ran.stderr
    return ran.stdout


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aqmf_air.cli.wrapping.on_terminal", lambda: True)


def test_own_pieces_are_green_and_those_of_enemies_red(terminal: None) -> None:
    told = played()
    for piece in ("Camel", "Fokker"):
        colour = "green" if piece == "Camel" else "red"
        assert f"> {click.style(piece, fg=colour)}" in told or f"  {click.style(piece, fg=colour)} (" in told
        assert click.style(piece, fg="red" if colour == "green" else "green") not in told
    assert f"{click.style('a', fg='red')}{click.style('>', fg='red')}" in told  # on the map


def test_what_is_refused_is_red(terminal: None) -> None:
    told = played("Camel: speed 9, ahead 8\nq\n")
    assert click.style("  a move spends all movement points: 9, not 8 (RW-BASE-1)", fg="red") in told


def test_colours_change_no_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plain = played()
    assert "\x1b" not in plain
    monkeypatch.setattr("aqmf_air.cli.wrapping.on_terminal", lambda: True)
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "another"))
    assert click.unstyle(played()) == plain


def test_no_colour_is_shown_where_none_is_wanted(terminal: None) -> None:
    assert "\x1b" not in played(NO_COLOR="1")


@pytest.mark.parametrize(
    ("odds", "text"),
    [
        (Odds({False: 1}, 1), "cannot happen"),
        (Odds({True: 1}, 1), "for certain"),
        (Odds({False: 1, True: 1}, 2), ""),
        (Odds({0: 1}, 1), ""),
    ],
)
def test_what_cannot_happen_is_said_in_words(odds: Odds[object], text: str) -> None:
    assert certain(odds) == text


def test_a_verdict_that_is_good_or_bad_has_its_colour_and_its_column(
    terminal: None, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [("Kite", GoodOrBad("cheap", good=True)), ("Moth", GoodOrBad("dear", good=False)), ("Gnat", "fairly priced")]
    with click.Context(click.Command("lab"), color=True).scope():
        print_parts([ResultTable(("unit", "verdict"), rows)])
    lines = capsys.readouterr().out.splitlines()
    assert click.style("cheap", fg="green") in lines[1]
    assert click.style("dear", fg="red") in lines[2]
    bare = [click.unstyle(line) for line in lines[1:]]
    assert [line.index(word) for line, word in zip(bare, ("cheap", "dear", "fairly"), strict=True)] == [6, 6, 6]
