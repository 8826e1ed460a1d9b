"""Orders typed in words at the terminal, what ``?`` says of them, and the map."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.core.play import advice


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    return tmp_path


def played(*lines: str, scenario: str = "first-flight") -> str:
    typed = "".join(f"{line}\n" for line in (*lines, "q"))
    result = CliRunner().invoke(aqmf, ["play", scenario, "--ask", "--seed", "1", "--game", "g"], input=typed)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_flight_typed_in_words_is_flown_and_a_slip_is_pointed_at() -> None:
    told = played(
        "flight: 4, rigth 60", "gunners to 12,30", "odds flight: 10, bomb at 9", "flight: 4, right 60, 2, bomb at 4"
    )
    assert "             ^ expected inches" in told
    assert "may move 4" in told
    assert "Burgess-Dunne D8, aircraft 1 turns right 60" in told
    assert "Burgess-Dunne D8, aircraft 1 bombs nobody" in told


def test_the_list_is_grouped_and_folded_with_odds_and_words_say_how_an_order_is_typed() -> None:
    told = played("?", "? a", "? bomb", "?gunners", "help", "? nothing such", "worth")
    assert "orders like these: '? a' lists all" in told
    assert "% for 1 or more" in told
    assert "bomb at 4" in told
    assert "UNIT: FLIGHTS" in told
    assert "nothing that may be ordered now has 'nothing such'" in told
    assert "this game cannot say what orders are worth" in told


def test_what_each_order_is_worth_is_told_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "SECONDS", 0.0)
    monkeypatch.setattr(advice, "LEAST", 2)
    told = " ".join(played("worth 99", "worth", scenario="valor:campaign").split())
    assert "worth: expected 1 to 64 times the work, got 99" in told
    assert re.search(r"worth behind the best [+-]\d+\.\d\d ± \d+\.\d\d - Fly for", told)
    assert "In mission points to the end of the mission (3 for a victory point" in told
    assert "; 2 ends of each, ± the standard error." in told
    told = CliRunner().invoke(aqmf, ["chronicle", "g"]).output
    assert told.startswith("Chronicle of the squadron\n  a squadron is to be formed\n")


def test_the_table_is_drawn_in_letters_and_to_scale_at_the_prompt_and_for_a_kept_game(home: Path) -> None:
    picture = home / "table.svg"
    told = played("map", f"map {picture}", "map table.txt", "flight: 4, right 60, 2", "end")
    rows = [line for line in told.splitlines() if line.startswith("|")]
    assert rows
    assert all(len(row) == 78 for row in rows)
    assert any("^" in row for row in rows)
    assert "Scout Tripod (martian) at (22.5, 24.0) facing 180" in told
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "expected a file that ends in .svg" in told
    kept = CliRunner().invoke(aqmf, ["map", "g", "--side", "human"])
    assert kept.exit_code == 0, kept.output
    assert "a letter is" in kept.output
    assert CliRunner().invoke(aqmf, ["map", "g", "--side", "nobody"]).exit_code == 2


def test_a_map_shows_markers_and_not_what_is_hidden() -> None:
    told = played("map", scenario="eyes-above")
    assert "marker A, hidden" in told
    assert "Assault Tripod" not in told


def test_a_run_is_planned_from_a_kept_game_in_words_and_played() -> None:
    played("gunners up")
    result = CliRunner().invoke(aqmf, ["bomb", "plan", "--game", "g", "--unit", "burgess"])
    assert result.exit_code == 0, result.output
    words = result.stdout.rstrip().splitlines()[-1]
    assert words.startswith("Burgess-Dunne D8: ")
    given = CliRunner().invoke(aqmf, ["bomb", "plan", "--game", "g", "--unit", "flight", "--play"])
    assert "  > " in given.output
    again = CliRunner().invoke(aqmf, ["play", "--resume", "g"], input="undo\n" + words + "\nq\n")
    assert "bombs the Scout Tripod" in again.output, again.output
    for wrong in (["--unit", "gunners"], []):
        assert CliRunner().invoke(aqmf, ["bomb", "plan", "--game", "g", *wrong]).exit_code == 2
