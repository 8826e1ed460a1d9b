from __future__ import annotations

from pathlib import Path

import pytest

from aqmf_air.core.data.documents import load_toml, parse_toml
from aqmf_air.core.data.tables import Band, BandTable, Sourced, covering, every_face, load_rows, package_file
from aqmf_air.core.dice.draws import numbered
from aqmf_air.errors import DataError

D6 = numbered(6)


class Row(Sourced):
    name: str
    value: int = 0


def band(low: int, high: int) -> Band:
    return Band(low=low, high=high, source="made up", standing="house")


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "rows.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


GOOD = '[[row]]\nname = "a"\nvalue = 1\nsource = "p. 1"\nstanding = "stated"\n'


# -- bands ------------------------------------------------------------------------------------------------------------------


def test_the_row_of_a_face_is_the_one_that_covers_it() -> None:
    rows = band(1, 3), band(4, 6)
    assert [covering(rows, face).low for face in (1, 3, 4, 6)] == [1, 1, 4, 4]
    with pytest.raises(DataError, match=r"^no row covers 7$"):
        covering(rows, 7)


def test_rows_have_every_face_once() -> None:
    check = every_face(6)
    assert check([band(1, 3), band(4, 6)]) is None
    assert check([band(1, 3), band(5, 6)]) == "no row for a roll of 4"
    assert check([band(1, 4), band(4, 6)]) == "2 rows for a roll of 4"
    assert every_face(3, "standing")([band(1, 3), band(1, 2)]) == "2 rows for a roll of 1, house"


def test_a_table_without_a_die_covers_all_numbers_between_its_ends() -> None:
    table = BandTable([band(-2, 3), band(4, 40)], None, "t.toml")
    assert table.lookup(-1).high == 3
    with pytest.raises(DataError, match=r"^t\.toml: no row covers 41$"):
        table.lookup(41)
    with pytest.raises(DataError, match=r"^t\.toml: no row covers 4$"):
        BandTable([band(1, 3), band(5, 6)], None, "t.toml")
    with pytest.raises(DataError, match="more than a table has"):
        BandTable([band(1, 10**12)], None, "t.toml")


def test_every_face_has_its_row() -> None:
    table = BandTable([band(4, 6), band(1, 3)], D6, "t.toml")
    assert [table.lookup(face).low for face in range(1, 7)] == [1, 1, 1, 4, 4, 4]
    assert [row.low for row in table.rows] == [1, 4]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([band(1, 3), band(5, 6)], "t.toml: no row covers a roll of 4"),
        ([band(1, 4), band(4, 6)], "t.toml: 2 rows cover a roll of 4"),
        ([band(1, 6), band(1, 6), band(1, 6)], "t.toml: 3 rows cover a roll of 1"),
        ([band(0, 6)], "t.toml: row 0-6 has 0, which D6 does not"),
        ([band(1, 7)], "t.toml: row 1-7 has 7, which D6 does not"),
        ([], "t.toml: no row covers a roll of 1"),
        ([band(1, 10**12)], "t.toml: row 1-1000000000000 has 7, which D6 does not"),
    ],
)
def test_gaps_and_overlaps_are_refused(rows: list[Band], message: str) -> None:
    with pytest.raises(DataError) as bad:
        BandTable(rows, D6, "t.toml")
    assert str(bad.value) == message


def test_a_band_runs_upwards() -> None:
    with pytest.raises(ValueError, match=r"low \(5\) is above high \(4\)"):
        band(5, 4)


# -- files ------------------------------------------------------------------------------------------------------------------


def test_rows_are_read_with_source_and_standing(tmp_path: Path) -> None:
    (row,) = load_rows(written(tmp_path, GOOD), Row)
    assert (row.name, row.value, row.source, row.standing) == ("a", 1, "p. 1", "stated")


def test_what_stands_above_the_rows_is_that_of_each_that_says_no_other(tmp_path: Path) -> None:
    text = 'standing = "house"\nsource = "p. 2"\n' + GOOD + GOOD.replace('source = "p. 1"\n', "")
    assert [(row.source, row.standing) for row in load_rows(written(tmp_path, text), Row)] == [
        ("p. 1", "stated"),
        ("p. 2", "stated"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "rows.toml: expected at least one [[row]]"),
        ("[row]\nname = 'a'", "rows.toml: expected at least one [[row]]"),
        ("row = []", "rows.toml: expected at least one [[row]]"),
        ("row = [3]", "rows.toml, row 1: expected a table, got 3"),
        (f"title = 'x'\n{GOOD}", "rows.toml: unknown key 'title', expected [[row]]"),
        (GOOD.replace("value", "valeu"), "rows.toml, row 1: unknown key 'valeu'"),
        (GOOD.replace('source = "p. 1"\n', ""), "rows.toml, row 1: key 'source' is missing"),
        (GOOD.replace("p. 1", ""), "rows.toml, row 1: 'source': expected at least 1 character, got ''"),
        (
            GOOD.replace("stated", "guessed"),
            "rows.toml, row 1: 'standing': expected 'stated', 'inferred', 'house' or 'supplied', got 'guessed'",
        ),
        (GOOD + GOOD.replace("= 1", "= 'x'"), "rows.toml, row 2: 'value': expected a whole number, got 'x'"),
    ],
)
def test_bad_rows_are_refused_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError) as bad:
        load_rows(written(tmp_path, text), Row)
    assert str(bad.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\xff", "not UTF-8 text (byte 0)"),
        (b"\xff\xfe\x00", "not UTF-16 text (byte 2)"),
        ("a = ", "not TOML: Invalid value (at end of document)"),
        ("a = 1\na = 2", "not TOML: Cannot overwrite a value (at end of document)"),
        ("a = " + "9" * 5000, "not TOML: a number in it has thousands of digits"),
        ("a = " + "[" * 1_000 + "]" * 1_000, "nested more than 64 deep"),
        ("a = " + "[" * 100_001, "more than 100,000 keys and values"),
        (b"#" * 2_000_001, "larger than 2,000,000 bytes"),
    ],
)
def test_what_is_not_toml_is_refused_in_one_line(tmp_path: Path, text: str | bytes, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(DataError) as bad:
        load_toml(path)
    assert str(bad.value) == f"{path}: {message}"


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"nowhere.toml: cannot be read \(no such file or directory\)"):
        load_toml(tmp_path / "nowhere.toml")
    with pytest.raises(DataError, match=r"cannot be read \(is a directory\)"):
        load_toml(tmp_path)


def test_bytes_are_read_under_a_name() -> None:
    assert parse_toml(b"a = 1", "-") == {"a": 1}
    assert parse_toml(b"\xef\xbb\xbfa = 1\r\n", "as some editors on Windows write it") == {"a": 1}
    with pytest.raises(DataError, match=r"^standard input: not TOML"):
        parse_toml(b"a", "standard input")


def test_two_rows_of_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^rows.toml: row 'a' stands there twice$"):
        load_rows(written(tmp_path, GOOD + GOOD), Row, id_of=lambda row: row.name)


def test_a_file_of_a_package_is_found() -> None:
    assert package_file("aqmf_air.games.martian_front", "data/units.toml").is_file()
