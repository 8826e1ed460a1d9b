from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.play.rulings import settle
from aqmf_air.games.martian_aircraft import state
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import phases
from aqmf_air.games.martian_front.tables import figures
from aqmf_air.games.martian_front.ui.prints import kit
from aqmf_air.games.martian_front.ui.prints.aid import aid_of
from aqmf_air.plugins.registry import Registry
from aqmf_air.printing.panels import PanelTable
from aqmf_air.printing.paper import write_pdf
from tests.printing.sheet import LEAST, SIZES, needs_renderer, pages, sizes_of, words


@pytest.fixture(scope="module")
def ruleset(registry: Registry) -> AllQuiet:
    return AllQuiet(registry)


def panels(ruleset: AllQuiet, **choices: str) -> dict[str, list[Any]]:
    every = aid_of(ruleset, settle(ruleset.rulings, choices, "test"))
    return {one.title: list(one.lines) for one in every if one.lines}


def rows(lines: list[Any]) -> dict[str, list[str]]:
    return {row[0]: list(row[1:]) for line in lines if isinstance(line, PanelTable) for row in (line.heads, *line.rows)}


@pytest.mark.further(every=4)
@needs_renderer
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("choices", [{}, {"turn_cost": "true-arc", "arc_boundary": "fore-aft", "table_edge": "return"}])
def test_the_aid_is_one_sheet_that_can_be_read(ruleset: AllQuiet, paper: str, choices: dict[str, str]) -> None:
    pdf = write_pdf(kit.aid(ruleset, settle(ruleset.rulings, choices, "test")), paper).content
    front, *other = pages(pdf)
    assert len(other) == 1
    said = " ".join(" ".join([front, *other]).split())
    for title in ("Play aid", *panels(ruleset)):
        assert title in said or title == "Play aid"
    assert [said.index(one.title) for one in phases()[:5]] == sorted(said.index(one.title) for one in phases()[:5])
    assert ("THE USUAL RULINGS" in said) == (not choices)
    assert ("What does a turn cost?" in said) == bool(choices)
    assert min(sizes_of(pdf)) >= LEAST
    assert all(word.left >= 6 and word.right <= SIZES[paper][0] - 6 for word in words(pdf))


def test_its_numbers_are_those_worked_out_by_hand(ruleset: AllQuiet) -> None:
    found = panels(ruleset)
    assert rows(found["Chance of a D10"])["7+"][-2:] == ["10+", "10·10"]
    assert rows(found["Chance of a D10"])["40%"][-2:] == ["10%", "1%"]
    assert rows(found["To hit, by Defense"])["hard"] == ["5+", "6+", "7+", "8+"]
    damage = rows(found["To damage, by Armor"])
    assert dict(zip(damage["Power"], damage["+1"], strict=True)) | {
        "10": "9+",
        "11": "10+",
        "12": "10·10",
        "3": "2+",
    } == dict(zip(damage["Power"], damage["+1"], strict=True))
    assert rows(found["Barrages"])["across"] == ["2″", "3″", "4″", "5″", "6″", "7″"]
    assert rows(found["Morale"])["to stand"] == ["6+", "7+", "8+", "9+", "10+"]
    assert rows(found["Aircraft"])["a move, at least"] == ["8″", "10″", "12″"]
    assert rows(found["Morale in the air"])["Power of the crash"] == ["+2", "+3", "+4", "+5"]
    assert "with a radio on 5+ (60%)" in str(found["Scouts and spotters"])
    true_arc = panels(ruleset, turn_cost="true-arc")["Aircraft"]
    assert rows(true_arc)["costs"] != rows(found["Aircraft"])["costs"]


OWN = ("wreck explodes", "explosion radius", "explosion power", "morale", "rally", "command reach", "routed caught",
       "control reach", "reserves move", "reserves shoot", "marker speed", "marker seen", "initiative for a kill",
       "initiative for a lost command", "sweep length", "sweep width")  # fmt: skip
AIR = ("morale bonus", "ramming power", "ramming power for each bomb", "discover", "spot", "spot by radio",
       "least move")  # fmt: skip


@pytest.mark.parametrize(
    ("table", "name"),
    [*((figures, name) for name in OWN), *((state.figures, name) for name in AIR)],
    ids=lambda one: one if isinstance(one, str) else one.__module__.rpartition(".")[2],
)
def test_no_number_is_written_twice(ruleset: AllQuiet, monkeypatch: pytest.MonkeyPatch, table: Any, name: str) -> None:
    """Another figure in the data is another figure on the aid."""

    def printed() -> str:
        return str(aid_of(ruleset, ruleset.rulings()))

    before = printed()
    monkeypatch.setitem(table(), name, table()[name] + 1)
    assert printed() != before
