"""Tables in two layers: rows that ship, and a player's own over them."""

from __future__ import annotations

from pathlib import Path

import pytest

from aqmf_air.core.data.rule_tables import GameTables, TableSource, file_of, in_force, keep, to_fill_in
from aqmf_air.core.data.tables import Sourced
from aqmf_air.errors import DataError, UnknownNameError


class Wind(Sourced):
    force: int
    drift: int
    gust: int | None = None


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableSource:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    rows = "\n".join(f'[[row]]\nforce = {n}\ndrift = {n * n}\nstanding = "house"\nsource = "ours"\n' for n in (1, 2, 3))
    (tmp_path / "wind.toml").write_text(rows)

    def whole(found: object) -> str | None:
        return "it never blows" if not any(row.drift for row in found) else None  # type: ignore[attr-defined]

    return TableSource("wind", "Wind", tmp_path / "wind.toml", Wind, ("force",), check=whole)


def supply(source: TableSource, text: str) -> Path:
    path = file_of("kites", source)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_without_own_rows_what_ships_is_in_force(source: TableSource) -> None:
    found = in_force("kites", [source])
    assert [row.drift for row in found.of("wind", Wind)] == [1, 4, 9]
    assert found.digest == keep("kites", [source]) == ""
    with pytest.raises(DataError, match=r"^table wind has no row for 7$"):
        found.of("wind", Wind).at(7)


def test_an_own_row_takes_the_place_of_one_and_says_so(source: TableSource) -> None:
    supply(source, "[[row]]\nforce = 2\ndrift = 40\n")
    found = in_force("kites", [source]).of("wind", Wind)
    assert [(row.drift, row.standing) for row in found] == [(1, "house"), (40, "supplied"), (9, "house")]


def test_what_a_player_supplies_is_supplied_whatever_it_says_and_has_one_digest_in_any_order(source: TableSource) -> None:
    path = supply(source, '[[row]]\nforce = 2\ndrift = 40\nstanding = "stated"\nsource = "a book"\n')
    found = in_force("kites", [source])
    assert found.of("wind", Wind).at(2).standing == "supplied"
    path.write_text('[[row]]\nsource = "a book"\nstanding = "stated"\ndrift = 40\nforce = 2\n')
    assert in_force("kites", [source]).digest == found.digest == keep("kites", [source])


def test_a_game_goes_on_with_the_rows_that_it_began_with(source: TableSource) -> None:
    path = supply(source, "[[row]]\nforce = 2\ndrift = 40\n")
    begun = keep("kites", [source])
    path.write_text("[[row]]\nforce = 2\ndrift = 50\n")
    assert in_force("kites", [source], begun).of("wind", Wind).at(2).drift == 40
    assert in_force("kites", [source]).of("wind", Wind).at(2).drift == 50
    assert in_force("kites", [source], "").of("wind", Wind).at(2).drift == 4
    (kept,) = (path.parent / "of-games").iterdir()
    kept.write_bytes(kept.read_bytes().replace(b"40", b"41"))
    with pytest.raises(DataError, match="not the tables that the game was begun with"):
        in_force("kites", [source], begun)
    kept.unlink()
    with pytest.raises(DataError, match="which are not in this data folder"):
        in_force("kites", [source], begun)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[row]]\nforce = 9\ndrift = 1\n", "wind.toml, row 1: the table has no row for force 9"),
        ("[[row]]\nforce = 2\ndrift = 1\n" * 2, "wind.toml, row 2: force 2 stands there twice"),
        ("[[row]]\nforce = 2\n", "wind.toml, row 1: key 'drift' is missing"),
        ("title = 'Wind'\n", "expected \\[\\[row\\]\\] and nothing else"),
        ("row = [1]\n", "expected \\[\\[row\\]\\] and nothing else"),
        ("".join(f"[[row]]\nforce = {n}\ndrift = 0\n" for n in (1, 2, 3)), "table wind: it never blows"),
    ],
)
def test_own_rows_that_do_not_fit_are_refused_in_a_line(source: TableSource, text: str, said: str) -> None:
    supply(source, text)
    with pytest.raises(DataError, match=said) as refused:
        in_force("kites", [source])
    assert "\n" not in str(refused.value)


def test_a_file_for_no_table_is_named(source: TableSource) -> None:
    supply(source._replace(id="winds"), "[[row]]\nforce = 1\ndrift = 1\n")
    with pytest.raises(UnknownNameError, match="winds"):
        in_force("kites", [source])


def test_a_game_and_its_extension_each_read_files_for_their_own_tables(source: TableSource) -> None:
    """The set of all tables alone tells of a file that is for none."""
    rain = source._replace(id="rain")
    for each in (source, rain):
        supply(each, f"[[row]]\nforce = 1\ndrift = {len(each.id)}0\n")
    core, extension = (GameTables("kites", [each], lambda tables: tables) for each in (source, rain))
    every = GameTables("kites", [source, rain], lambda tables: tables, whole=True)
    assert core.today().of("wind", Wind).at(1).drift == 40
    assert extension.today().tables["rain"].at(1).drift == 40
    assert every.keep() == every.today().digest == core.today().digest == extension.today().digest
    assert core(every.keep()).tables["wind"].at(1).standing == "supplied"
    supply(source._replace(id="winds"), "[[row]]\nforce = 1\ndrift = 1\n")
    with pytest.raises(UnknownNameError, match="winds"):
        every.today()


def test_a_table_that_grows_takes_further_rows(source: TableSource) -> None:
    supply(source, "[[row]]\nforce = 9\ndrift = 1\n")
    assert in_force("kites", [source._replace(grows=True)]).of("wind", Wind).at(9).standing == "supplied"


def test_a_file_to_fill_in_changes_nothing_until_its_marks_are_taken_off(source: TableSource) -> None:
    text = to_fill_in(source)
    assert not any(word in text for word in ("standing", "source", "gust"))  # what is not for a player to say, or not there
    path = supply(source, text)
    assert in_force("kites", [source]).digest == ""
    path.write_text("\n".join(line.removeprefix("# ") for line in text.splitlines()[3:]))
    found = in_force("kites", [source]).of("wind", Wind)
    assert [(row.drift, row.standing) for row in found] == [(n, "supplied") for n in (1, 4, 9)]
