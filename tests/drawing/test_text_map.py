"""Maps in letters: axes say where things stand as orders say it, no line is too wide, colours fall on what they mean."""

from __future__ import annotations

import re

import pytest

from aqmf_air.drawing.text_map import TextMap, Tone


def shown(up: bool = True) -> TextMap:
    drawn = TextMap(0, 0, 72, 48, "inches", up)
    drawn.area([(24, 0), (48, 0), (48, 12), (24, 12)], "wood", "wood")
    drawn.place((36, 6), "*", "the wood, 200 points")
    drawn.piece([(12.1, 30.1)], "Breguet", [90], own=True)
    drawn.piece([(60, 30)], "Tripod", own=False)
    return drawn


def at(lines: tuple[str, ...], sign: str) -> tuple[float, float]:
    """Where a sign stands, as a player reads it off the axes: between the numbers beside it."""
    row = next(number for number, line in enumerate(lines) if re.search(rf"[+|].*{re.escape(sign)}.*\|$", line))
    below = next(line for line in lines if re.fullmatch(r" *(\d+ +)+\d+", line))
    ticks = [(match.start() + (len(match[0]) - 1) // 2, float(match[0])) for match in re.finditer(r"\d+", below)]
    marked = [(number, float(line.split()[0])) for number, line in enumerate(lines) if re.match(r" *\d+ \+", line)]

    def read(place: float, scale: list[tuple[float, float]]) -> float:
        (a, low), (b, high) = scale[0], scale[-1]
        return low + (place - a) * (high - low) / (b - a)

    return read(lines[row].index(sign), ticks), read(row, marked)  # type: ignore[arg-type]


@pytest.mark.parametrize("up", [True, False])
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_axes_say_where_something_stands(columns: int, up: bool) -> None:
    lines = shown(up).lines(columns)
    assert max(map(len, lines)) <= columns
    for sign, (x, y) in {"a": (12, 30), "b": (60, 30), "*": (36, 6)}.items():
        read_x, read_y = at(lines, sign)
        assert abs(read_x - x) < 2, sign
        assert abs(read_y - y) < 3, sign


def test_a_map_of_little_shows_what_is_about_it_with_axes() -> None:
    drawn = TextMap(0, 0, 720, 480, "MU", around=5)
    drawn.piece([(100, 20)], "Camel")
    drawn.piece([(102, 50)], "Fokker")
    lines = drawn.lines()
    sheet = [line for line in lines if line.endswith("|")]
    assert len(sheet) <= 24
    assert [next(at for at, line in enumerate(sheet) if sign in line[4:]) for sign in "ba"] == [3, 21]
    assert {"20", "50"} <= {line.split()[0] for line in sheet if "+" in line}
    assert any("100" in line for line in lines)


def test_a_game_writes_its_own_columns_and_rows_at_the_edges() -> None:
    letters, rows = [(x, "ABCDE"[x]) for x in range(5)], [(y, str(y + 1)) for y in range(3)]
    lines = TextMap(-0.5, -0.5, 4.5, 2.5, "sectors", up=False, across=letters, along=rows).lines()
    assert [line.split()[0] for line in lines if re.match(r"\d \+", line)] == ["1", "2", "3"]
    assert any(line.split() == list("ABCDE") for line in lines)


def test_a_label_runs_neither_into_the_next_nor_over_the_edge() -> None:
    drawn = TextMap(0, 0, 4, 2, "fields", up=False, deep=2, scale="each field is a mile")
    for x, name in ((0.1, "Arras"), (2.1, "Valenciennes"), (3.1, "Le Cateau-Cambresis")):
        drawn.label((x, 0.25), name)
    drawn.label((1.1, 1.25), "Air A", "airfield")
    lines = drawn.lines(60)
    sheet = [line for line in lines if line.endswith("|")]
    assert len(sheet) == 4, "two lines for each field"
    assert sheet[0].strip("0123456789 +|").split() == ["Arras", "Valenciennes", "Le", "Cateau-Cambresis"]
    assert lines[-2:] == ("each field is a mile", "  Air  airfield")


def test_what_shares_a_sign_has_a_number_on_the_map_and_in_the_key() -> None:
    drawn = TextMap(0, 0, 72, 48, "inches")
    for left, name in ((4, "north wood"), (40, "east wood")):
        drawn.area([(left, 4), (left + 20, 4), (left + 20, 20), (left, 20)], name, "wood")
    for x, name in ((10, "bridge"), (71.9, "crossroads")):
        drawn.place((x, 40), "*", name)
    drawn.piece([(36, 30)], "Tripod")
    lines = drawn.lines()
    key = [line.split(maxsplit=1) for line in lines if line.startswith("  ") and line[2] in ":*a"]
    expected = [[":1", "north wood"], [":2", "east wood"], ["*1", "bridge"], ["*2", "crossroads"], ["a", "Tripod"]]
    assert key == expected
    table = "\n".join(line for line in lines if line.endswith("|"))
    assert all(table.count(tag) == 1 for tag in (":1:", ":2:", "*1", "2*"))
    assert max(map(len, lines)) <= 80


def test_what_is_yours_and_what_is_theirs_are_painted_on_the_map_and_in_the_key() -> None:
    painted: list[tuple[str, Tone]] = []

    def paint(text: str, tone: Tone) -> str:
        painted.append((text, tone))
        return text

    assert shown().lines(paint=paint) == shown().lines()
    assert {("a", "own"), (">", "own"), ("Breguet", "own"), ("b", "theirs"), ("Tripod", "theirs"), (":", "area")} <= {
        *painted
    }


def test_long_names_of_the_key_go_on_in_a_further_line() -> None:
    drawn = TextMap(0, 0, 10, 10, "")
    drawn.piece([(5, 5)], "a long name of many words that goes on and on and on", own=True)
    lines = drawn.lines(40)
    assert lines[-2:] == ("  a  a long name of many words that goes", "     on and on and on")
