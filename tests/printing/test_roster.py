from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha512
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.core.play.rulings import settle
from aqmf_air.games.martian_front.army.exchange.token import army_from
from aqmf_air.games.martian_front.army.model import Army
from aqmf_air.games.martian_front.army.resolved_list import ListContext
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.ui.prints.deck import card_leaves
from aqmf_air.games.martian_front.ui.prints.reference import reference_leaves, rules_used, topics
from aqmf_air.games.martian_front.ui.prints.roster_sheet import MODULE, cards_of, roster_leaves
from aqmf_air.printing.drawing import Outline
from aqmf_air.printing.paper import EDGE, PAPERS, TOP, Leaf, Paper, Scale, area_of, bound
from aqmf_air.printing.pdf import write_pdf
from aqmf_air.registry import Registry, load_registry
from tests.printing.sheet import box, flat, labels, needs_renderer, overlapping, rendered
from tests.qr import decoded, from_picture

A4 = PAPERS["a4"]


@pytest.fixture(scope="module")
def ruleset(registry: Registry) -> AllQuiet:
    return AllQuiet(registry)


def pages(ruleset: AllQuiet, army: Mapping[str, Any], paper: Paper = A4, page: str = "") -> tuple[Leaf, ...]:
    listed = Army.model_validate({"name": "Third wing", "side": "human", **army})
    muster = ListContext(ruleset.registry).muster(listed)
    return roster_leaves(ruleset, muster, settle(ruleset.rulings, listed.rulings, "test"), 8, paper, page)


def said(leaf: Leaf) -> list[str]:
    return [label.text for label in labels(leaf.shapes)]


def check_layout(leaf: Leaf, paper: Paper) -> None:
    area = area_of(paper)
    boxes = [box(label) for label in labels(leaf.shapes)]
    for one in boxes:
        assert area.x - 0.1 <= one.left <= one.right <= area.x + area.width + 0.1, one
        assert area.y - 1 <= one.bottom <= one.top <= area.y + area.height + 0.1, one
    assert overlapping(boxes) == []


WING = {
    "limit": 500,
    "units": [
        {"unit": "US Command Squad"},
        {"unit": "Burgess-Dunne D8", "count": 2, "name": "Flight A"},
        {"unit": "Burgess-Dunne D8", "notes": "held back"},
        {"unit": "Field Gun Battery", "elements": 2},
    ],
}


def test_a_roster_is_the_list_then_its_cards_then_its_rules(ruleset: AllQuiet) -> None:
    leaves = pages(ruleset, WING)
    assert [leaf.title for leaf in leaves] == ["Third wing", "Unit cards", "The rules of this list"]
    first = said(leaves[0])
    assert leaves[0].about == "Human · 300 of 500 points"
    for text in ("2 \N{MULTIPLICATION SIGN} Burgess-Dunne D8", "“Flight A”", "held back", "300", "200 left of 500", "120"):
        assert text in first
    for leaf in leaves:
        check_layout(leaf, A4)


def test_cards_have_no_duplicates(ruleset: AllQuiet) -> None:
    muster = ListContext(ruleset.registry).muster(Army.model_validate({"name": "x", "side": "human", **WING}))
    cards = cards_of(ruleset, muster, ruleset.rulings())
    assert [(card.name, card.type.name, card.copies, len(card.elements)) for card in cards] == [
        ("", "US Command Squad", 1, 3),
        ("Flight A", "Burgess-Dunne D8", 2, 3),
        ("", "Burgess-Dunne D8", 1, 3),
        ("", "Field Gun Battery", 1, 2),
    ]


@pytest.mark.parametrize("per_page", [4, 8])
def test_what_a_player_calls_a_unit_heads_its_card(ruleset: AllQuiet, per_page: int) -> None:
    """Two units of one type with names of their own have a card each."""
    units = [{"unit": "Scout Tripod", "name": name} for name in ("Old Nick", "Widow's Peak and a long name after it")]
    muster = ListContext(ruleset.registry).muster(Army.model_validate({"name": "x", "side": "martian", "units": units}))
    (leaf,) = card_leaves(cards_of(ruleset, muster, ruleset.rulings()), per_page, A4)
    text = said(leaf)
    assert "Old Nick †" in text
    assert any(one.startswith("Widow's Peak") for one in text)
    assert sum("Scout Tripod" in one for one in text) >= 2
    check_layout(leaf, A4)


def test_problems_are_printed_with_their_rules_and_keep_nothing_back(ruleset: AllQuiet) -> None:
    leaves = pages(ruleset, {"limit": 50, "units": [{"unit": "Burgess-Dunne D8"}, {"unit": "Zeppelin"}]})
    first = said(leaves[0])
    assert "PROBLEMS" in first
    assert "10 over 50" in first
    assert any(text.startswith("Zeppelin (unknown unit)") for text in first)
    assert any("HOST-ARMY-" in text for text in first)
    assert "IN ORDER" not in first
    assert len(leaves) == 3


def test_a_list_without_problems_says_so(ruleset: AllQuiet) -> None:
    (first, *_) = pages(ruleset, {"units": [{"unit": "US Command Squad"}, {"unit": "US Infantry"}]})
    assert "IN ORDER" in said(first)
    assert "PROBLEMS" not in said(first)


def test_an_empty_list_is_a_list(ruleset: AllQuiet) -> None:
    leaves = pages(ruleset, {})
    assert [leaf.title for leaf in leaves] == ["Third wing", "The rules of this list"]
    assert "No units yet." in said(leaves[0])
    for leaf in leaves:
        check_layout(leaf, A4)


def test_rulings_that_differ_and_notes_are_printed(ruleset: AllQuiet) -> None:
    army = {**WING, "rulings": {"turn_cost": "true-arc", "arc_boundary": "both"}, "notes": "Bring tape.\nAnd glue."}
    text = " ".join(said(pages(ruleset, army)[0]))
    assert "What does a turn cost?" in text
    assert "Which arc holds" not in text
    assert "Bring tape." in text
    assert "And glue." in text


def test_a_long_list_goes_on_over_the_page(ruleset: AllQuiet) -> None:
    units = [{"unit": name} for name in list(ruleset.catalogue)[:60]]
    leaves = pages(ruleset, {"units": units}, PAPERS["letter"])
    lists = [leaf for leaf in leaves if leaf.title.startswith("Third wing")]
    assert [leaf.title for leaf in lists] == ["Third wing", *["Third wing, continued"] * (len(lists) - 1)]
    assert len(lists) > 1
    for leaf in leaves:
        check_layout(leaf, PAPERS["letter"])


def test_the_code_to_scan_has_modules_that_phones_can_read(ruleset: AllQuiet) -> None:
    (first, *_) = pages(ruleset, WING)
    runs = [one for one in flat(first.shapes) if isinstance(one, Outline) and one.fill == 0.0]
    assert runs
    heights = {round(one.points[2][1] - one.points[1][1], 6) for one in runs}
    assert heights == {0.45}
    assert "scan it, and paste it under Army lists." in said(first)
    (first, *_) = pages(ruleset, WING, page="http://192.168.1.5:8000/army")
    assert "Scan to open this list at http://192.168.1.5:8000/army." in said(first)


def code_in(leaf: Leaf) -> str:
    """What the code on a page says, from the places of its modules."""
    runs = [one.points for one in flat(leaf.shapes) if isinstance(one, Outline) and one.fill == 0.0]
    left, top = min(points[0][0] for points in runs), max(points[2][1] for points in runs)
    size = round((max(points[1][0] for points in runs) - left) / MODULE)
    dark = np.zeros((size, size), bool)
    for points in runs:
        row, first, after = (round(gap / MODULE) for gap in (top - points[2][1], points[0][0] - left, points[1][0] - left))
        dark[row, first:after] = True
    return decoded(dark)


@pytest.mark.parametrize("page", ["", "http://192.168.1.5:8000/army"])
def test_the_code_has_the_list_and_never_this_machine_in_it(ruleset: AllQuiet, page: str) -> None:
    scanned = code_in(pages(ruleset, WING, page=page)[0])
    assert scanned.startswith(f"{page}#aqa" if page else "aqa")
    assert army_from(scanned) == Army.model_validate({"name": "Third wing", "side": "human", **WING})


def test_long_names_make_a_larger_code(ruleset: AllQuiet) -> None:
    units = [{"unit": "US Infantry", "name": f"{at} {sha512(bytes([at])).hexdigest()}"[:79]} for at in range(24)]
    leaves = pages(ruleset, {"units": units})
    (coded,) = [leaf for leaf in leaves if "scan it, and paste it under Army lists." in said(leaf)]
    assert [one.name for one in army_from(code_in(coded)).units] == [one["name"] for one in units]
    check_layout(coded, A4)


def test_a_list_that_no_code_holds_says_so(ruleset: AllQuiet) -> None:
    notes = "".join(sha512(bytes([at])).hexdigest() for at in range(8))
    units = [{"unit": "US Infantry", "notes": f"{at}{notes}"[:999]} for at in range(9)]
    leaves = pages(ruleset, {"units": units, "notes": "".join(chr(0x4E00 + at) for at in range(999))})
    assert any("This list is too long for a QR code: share it as a file." in said(leaf) for leaf in leaves)


@needs_renderer
def test_a_printed_code_is_read_from_the_paper(ruleset: AllQuiet, tmp_path: Path) -> None:
    listed = Army.model_validate({"name": "Third wing", "side": "human", **WING})
    leaves = bound(pages(ruleset, WING), A4, "x")
    (tmp_path / "roster.pdf").write_bytes(write_pdf(leaves, "Third wing", Scale()))
    runs = [one for one in flat(pages(ruleset, WING)[0].shapes) if isinstance(one, Outline) and one.fill == 0.0]
    left, right = min(one.points[0][0] for one in runs), max(one.points[1][0] for one in runs)
    low, top = min(one.points[0][1] for one in runs), max(one.points[2][1] for one in runs)
    ink = rendered(tmp_path / "roster.pdf", 1, left - 2, A4.height - top - 2, right - left + 4, top - low + 4)
    assert army_from(from_picture(ink)) == listed


LINES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp", "Cn", "Co")), max_size=80
).filter(lambda text: text.isprintable())


@settings(max_examples=25)
@given(LINES.filter(lambda text: text.strip()), LINES, LINES)
def test_no_text_of_a_players_own_overflows(name: str, nickname: str, notes: str) -> None:
    ruleset = AllQuiet(_registry())
    units = [{"unit": name, "name": nickname, "notes": notes, "count": 99}, {"unit": "US Infantry", "name": nickname}]
    leaves = pages(ruleset, {"name": name, "units": units, "notes": notes, "limit": 999_999})
    for leaf in leaves:
        check_layout(leaf, A4)


_kept: list[Registry] = []


def _registry() -> Registry:
    """One registry for all examples; Hypothesis and fixtures of a module do not mix."""
    if not _kept:
        _kept.append(load_registry(entry_points=False))
    return _kept[0]


# -- the rules reference --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", list(PAPERS.values()), ids=lambda paper: paper.name)
def test_the_rules_of_a_side_fit_on_a_page_and_those_of_all_on_two(ruleset: AllQuiet, paper: Paper) -> None:
    for side in (*SIDES, ""):
        types = [one for one in ruleset.catalogue.values() if side in (one.side, "")]
        leaves = reference_leaves(types, ruleset.register, paper)
        assert len(leaves) <= (1 if side else 2)
        for leaf in leaves:
            check_layout(leaf, paper)
        ids = [text for leaf in leaves for text in said(leaf) if text.startswith(("HOST-", "AIR-"))]
        assert len(ids) == len(set(ids)) == sum(len(rules) for _, rules in rules_used(types, ruleset.register))


def used(ruleset: AllQuiet, *names: str) -> set[str]:
    types = [ruleset.unit_type(name) for name in names]
    return {rule.id for _, rules in rules_used(types, ruleset.register) for rule in rules}


def test_a_list_has_the_rules_that_it_uses_and_no_others(ruleset: AllQuiet) -> None:
    infantry, flight = used(ruleset, "US Infantry"), used(ruleset, "Burgess-Dunne D8")
    martians = used(ruleset, "Assault Tripod")
    assert {"HOST-HIT-1", "HOST-COVER-1"} <= infantry & flight & martians
    assert {"AIR-MOVE-4", "AIR-BOMB-3", "AIR-GUN-2", "AIR-RUN-1"} <= flight - infantry
    assert {"HOST-TRIPOD-2", "HOST-RAY-3"} <= martians - infantry
    assert "HOST-MORALE-1" in infantry - martians
    assert not any(name.startswith(("AIR-SCOUT", "AIR-HEAVY", "AIR-DES", "HOST-ARMY")) for name in flight)


def test_topics_name_rules_that_exist(ruleset: AllQuiet) -> None:
    names = [rule.id for rule in ruleset.register]
    for topic in topics():
        for start in topic.rules:
            assert any(name == start or name.startswith(f"{start}-") for name in names), start


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Third wing", 1),
        ("The Honourable Company of Edinburgh Balloonists and Night Flyers, 3rd (Reserve)", 1),
        (" ".join(["WOMBAT MAMMOTH"] * 5), 2),
    ],
)
def test_the_name_of_a_list_stands_whole_over_it(ruleset: AllQuiet, paper: Paper, name: str, lines: int) -> None:
    leaf, *_ = pages(ruleset, {**WING, "name": name}, paper)
    (page,) = bound([leaf], paper, "")
    *title, about = sorted((label for label in labels(page.shapes) if label.y > paper.height - TOP), key=lambda one: one.x)
    assert len(title) == lines
    assert " ".join(one.text for one in sorted(title, key=lambda one: -one.y)) == name
    assert about.text == leaf.about
    boxes = [box(one) for one in (*title, about)]
    assert all(EDGE <= one.left < one.right <= paper.width - EDGE + 0.01 for one in boxes)
    assert all(one.top <= paper.height - EDGE for one in boxes)
    assert overlapping(boxes) == []
