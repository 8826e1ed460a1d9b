"""Tables on paper stay whole, as far as a column has room for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from aqmf_air.printing.grouped_tables import DOCUMENT, Titled
from aqmf_air.printing.paper import Sheets, write_pdf
from tests.printing.sheet import REGISTRY, SIZES, needs_renderer, pages, words

DASH = "\N{EN DASH}"
HEADS = ("die", "which of them", "what it does")


def numbered(title: str, rows: int, parts: Sequence[tuple[str, int]] = ()) -> Titled:
    return Titled(title, HEADS, [(f"{title}.{row}", "some of all words", "some") for row in range(rows)], parts=parts)


def columns_of(*tables: Titled) -> dict[str, list[tuple[int, bool]]]:
    """The page and the half of it on which each row of each table stands, in the order of the rows."""
    data = {"title": "Tables", "imprint": "A game", "groups": [("All", tables)], "wide": [], "signs": []}
    rows = [word for word in words(write_pdf(Sheets(DOCUMENT, data)).content) if "." in word.text]
    placed: dict[str, list[tuple[int, bool]]] = {}
    for word in sorted(rows, key=lambda word: int(word.text.partition(".")[2])):
        placed.setdefault(word.text.partition(".")[0], []).append((word.page, word.left > SIZES["a4"][0] / 2))
    return placed


@needs_renderer
def test_a_table_stays_in_one_column() -> None:
    placed = columns_of(*(numbered(f"T{table}", 13 + table % 5) for table in range(24)))
    assert {title: len(rows) for title, rows in placed.items()} == {f"T{table}": 13 + table % 5 for table in range(24)}
    assert all(len({*rows}) == 1 for rows in placed.values())
    assert len({rows[0] for rows in placed.values()}) > 2


@needs_renderer
def test_a_table_of_a_column_or_more_parts_between_its_parts() -> None:
    placed = columns_of(numbered("T", 90, [("one", 40), ("other", 50)]))["T"]
    assert [len({*placed[:40]}), len({*placed[40:]}), len({*placed})] == [1, 1, 2]


@needs_renderer
def test_a_table_that_no_column_has_room_for_loses_no_row() -> None:
    placed = columns_of(numbered("T", 200))["T"]
    assert len(placed) == 200
    assert len({*placed}) > 2


@needs_renderer
def test_the_index_names_each_table_with_its_rules_and_its_page() -> None:
    tables = [numbered(title, 40) for title in ("Shots", "Jams", "Shots, other", "Last")]
    groups = [("Fire", [replace(table, sections="6.3.4") for table in tables[:3]]), ("End", tables[3:])]
    data = {"title": "Tables", "imprint": "A game", "groups": groups, "wide": [], "signs": [], "note": "MU: move unit"}
    first = pages(write_pdf(Sheets(DOCUMENT, data)).content)[0]
    index = re.sub(r"\s+", " ", first[first.index("page") : first.index("MU: move unit")])
    assert re.findall(rf"(Fire|Shots|Jams|End|Last) ((?:6\.3\.4 )?[\d, {DASH}]+)", index) == [
        ("Fire", "1 "), ("Shots", f"6.3.4 1{DASH}2 "), ("Jams", "6.3.4 1 "), ("End", "2 "), ("Last", "2 "),
    ]  # fmt: skip


FRAGMENT = re.compile(r"(?:it|he|him|they|them|that|those|these|this|and|but|then|to that|to those|to them)\b|\w+$")
"""What a row begins with that says nothing without the row above it; and a single word."""


@pytest.mark.parametrize("ruleset", REGISTRY.rulesets)
def test_a_row_of_numbers_says_by_itself_what_it_is(ruleset: str) -> None:
    tables = REGISTRY.ruleset(ruleset).game_tables.today()
    said = [row.what for table in tables.values() for row in table if hasattr(row, "figure") and hasattr(row, "what")]
    assert [what for what in said if FRAGMENT.match(what)] == []
