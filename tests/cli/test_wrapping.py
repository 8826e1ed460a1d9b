"""Text and tables at the width of a terminal."""

from __future__ import annotations

import contextlib
import io

import click
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from aqmf_air.cli import wrapping

words = st.lists(st.text("abc-\u00e9", min_size=1, max_size=30), min_size=1, max_size=40)


@given(words=words, indent=st.integers(0, 8), columns=st.sampled_from((40, 80, 120)))
def test_lines_wrap_between_words_and_lose_none(words: list[str], indent: int, columns: int) -> None:
    text = " " * indent + " ".join(words)
    lines = wrapping.wrapped(text, columns=columns).split("\n")
    assert " ".join(lines).split() == words
    assert all(len(line) <= columns for line in lines)
    assert all(line.startswith(" " * (indent + wrapping.HANG)) for line in lines[1:])


def test_a_line_that_goes_into_a_pipe_stays_whole() -> None:
    assert wrapping.wrapped("word " * 100) == "word " * 100


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_table_never_cuts_a_word(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(wrapping, "width", lambda: columns)
    monkeypatch.setattr(wrapping, "on_terminal", lambda: True)
    game = "a-name-of-a-game-that-a-player-has-chosen"[: columns - 4]
    wrapping.table(("game", "scenario", "last played"), [(game, "Hold the line", "today 09:36")])
    shown = capsys.readouterr().out
    assert game in shown.split()
    assert all(len(line) <= columns for line in shown.splitlines())


@given(sizes=st.lists(st.integers(1, 12), min_size=2, max_size=12), columns=st.sampled_from((40, 80, 100)))
@example(sizes=[8, 6, 6, 7, 9, 9, 9, 8, 6], columns=100)
def test_no_column_of_many_loses_a_letter(sizes: list[int], columns: int) -> None:
    """Whatever the widths: the table has every word whole, or a row is in several lines."""
    names = [f"{'w' * size} and so on" for size in sizes]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wrapping, "width", lambda: columns)
        patch.setattr(wrapping, "on_terminal", lambda: True)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            wrapping.table(names, [names])
    shown = said.getvalue()
    assert shown.split().count("w" * sizes[-1]) >= 2
    assert all(len(line) <= columns for line in shown.splitlines())


@pytest.mark.parametrize(
    "text", ["  an objection that is red from its first blank to its last word (RW-BASE-1)", "a word " * 12]
)
def test_a_line_of_one_colour_keeps_all_its_words_and_ends_its_colour(text: str) -> None:
    shown = wrapping.wrapped(click.style(text, fg="red"), columns=40)
    assert click.unstyle(shown) == wrapping.wrapped(text.rstrip(), columns=40)
    assert shown.endswith("\x1b[0m")


def test_a_styled_word_widens_no_line() -> None:
    """What colours take counts for no column, on whatever line it comes to stand."""
    roll = f"    tight turn for striped Pfalz 13 or less (65.0%): {click.style('13 won', bold=True)} passed  [germany]"
    shown = wrapping.wrapped(roll, columns=40)
    assert click.style("13 won", bold=True) in shown
    assert click.unstyle(shown) == wrapping.wrapped(click.unstyle(roll), columns=40)
    assert max(map(len, click.unstyle(shown).splitlines())) <= 40


def test_a_table_whose_rows_would_be_high_is_told_row_by_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(wrapping, "width", lambda: 60)
    columns, row = ("", "unit", "elements", "speed", "weapons", "points"), ("1", "Burgess-Dunne", "3", '12"')
    weapons = "Heavy Machine Gun, Light Bomb, Medium Bomb, a rear gun, a radio and a camera"
    wrapping.table(columns, [(*row, weapons, "60")], right=(0, 2, 3, 5))
    shown = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert shown[0] == ["1", "Burgess-Dunne"]
    assert ["elements", "3"] in shown
    assert ["points", "60"] in shown


def test_a_short_cell_is_not_broken_for_the_sake_of_one_long_title(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(wrapping, "width", lambda: 50)
    rows = [("escort", "Over the railway", "3 against 3"), ("long", "A title that goes on and on for ever", "2 against 2")]
    wrapping.table(("scenario", "title", "aircraft"), rows, right=(2,))
    shown = capsys.readouterr().out
    assert "3 against 3\n" in shown
    assert "2 against 2\n" in shown
