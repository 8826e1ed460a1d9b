from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha512
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.games.martian_front.army.exchange.token import army_from, shared
from aqmf_air.games.martian_front.army.lists import Army
from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.tables import SIDES
from aqmf_air.games.martian_front.ui.prints.cards import SIZES as CARDS
from aqmf_air.games.martian_front.ui.prints.kit import cards_of, data_of_list, sheets
from aqmf_air.games.martian_front.ui.prints.reference import rules_used, topics
from aqmf_air.plugins.registry import Registry
from aqmf_air.printing.paper import write_pdf
from tests.printing.sheet import (
    EDGE,
    EVEN,
    LEAST,
    REGISTRY,
    SIZES,
    TOP,
    check_layout,
    needs_renderer,
    pages,
    rendered,
    sizes_of,
    words,
    written,
)
from tests.qr import from_picture


@pytest.fixture(scope="module")
def ruleset(registry: Registry) -> AllQuiet:
    return AllQuiet(registry)


def mustered(ruleset: AllQuiet, army: Mapping[str, Any]) -> ResolvedList:
    listed = Army.model_validate({"name": "Third wing", "side": "human", **army})
    return ListContext(ruleset.registry).muster(listed)


def printed(ruleset: AllQuiet, army: Mapping[str, Any], paper: str = "a4", page: str = "") -> bytes:
    pdf = write_pdf(sheets(**data_of_list(ruleset, mustered(ruleset, army), "roster", "sleeve", page)), paper).content
    check_layout(pdf, paper)
    return pdf


def said(ruleset: AllQuiet, army: Mapping[str, Any], paper: str = "a4", page: str = "") -> list[str]:
    """The text of each page, its white space made one."""
    return [" ".join(text.split()) for text in pages(printed(ruleset, army, paper, page))]


WING = {
    "limit": 500,
    "units": [
        {"unit": "US Command Squad"},
        {"unit": "Burgess-Dunne D8", "count": 2, "name": "Flight A"},
        {"unit": "Burgess-Dunne D8", "notes": "held back"},
        {"unit": "Field Gun Battery", "elements": 2},
    ],
}


ROSTERS = [("Burgess-Dunne D8",), ("US Command Squad", "Burgess-Dunne D8", "Field Gun Battery")]


@needs_renderer
def test_a_roster_is_the_list_then_its_cards_then_its_rules(ruleset: AllQuiet) -> None:
    first, cards, *rules = said(ruleset, WING)
    for text in ("Third wing", "Human · 300 of 500 points", "2 \N{MULTIPLICATION SIGN} Burgess-Dunne D8", "“Flight A”"):
        assert text in first
    for text in ("held back", "300", "200 left of 500", "120"):
        assert text in first
    assert "UNIT CARDS" in cards
    assert ["The rules of this list" in text for text in rules] == [True, True]


@needs_renderer
def test_rules_that_need_a_second_page_are_set_large(ruleset: AllQuiet) -> None:
    """Half a column more than a page holds is no reason to set two pages small."""
    topics = [rules_used([ruleset.unit_type(name) for name in names], ruleset.register) for names in ROSTERS]
    short, long = (written(topics=topic) for topic in topics)
    assert [len(pages(pdf)) for pdf in (short, long)] == [1, 2]
    assert 9.5 in sizes_of(long)


def test_cards_have_no_duplicates(ruleset: AllQuiet) -> None:
    muster = ListContext(ruleset.registry).muster(Army.model_validate({"name": "x", "side": "human", **WING}))
    cards = cards_of(ruleset, muster, ruleset.rulings())
    assert [(card.name, card.type, card.copies, len(card.elements)) for card in cards] == [
        ("", "US Command Squad", 1, 3),
        ("Flight A", "Burgess-Dunne D8", 2, 3),
        ("", "Burgess-Dunne D8", 1, 3),
        ("", "Field Gun Battery", 1, 2),
    ]


@pytest.mark.parametrize("size", list(CARDS))
def test_what_a_player_calls_a_unit_heads_its_card(ruleset: AllQuiet, size: str) -> None:
    """Two units of one type with names of their own have a card each."""
    units = [{"unit": "Scout Tripod", "name": name} for name in ("Old Nick", "Widow's Peak and a long name after it")]
    muster = ListContext(ruleset.registry).muster(Army.model_validate({"name": "x", "side": "martian", "units": units}))
    (text,) = pages(written(cards=cards_of(ruleset, muster, ruleset.rulings()), size=size))
    assert "Old Nick †" in text
    assert "Widow's Peak" in text
    assert text.count("Scout Tripod · Martian") == 2


@needs_renderer
def test_problems_are_printed_with_their_rules_and_keep_nothing_back(ruleset: AllQuiet) -> None:
    leaves = said(ruleset, {"limit": 50, "units": [{"unit": "Burgess-Dunne D8"}, {"unit": "Zeppelin"}]})
    for text in ("TO MEND", "10 over 50", "Zeppelin (unknown unit)", "HOST-ARMY-"):
        assert text in leaves[0]
    assert "IN ORDER" not in leaves[0]
    assert len(leaves) == 3


@needs_renderer
def test_a_list_without_problems_says_so(ruleset: AllQuiet) -> None:
    (first, *_) = said(ruleset, {"units": [{"unit": "US Command Squad"}, {"unit": "US Infantry"}]})
    assert "IN ORDER" in first
    assert "PROBLEMS" not in first


@needs_renderer
def test_an_empty_list_is_a_list(ruleset: AllQuiet) -> None:
    first, rules = said(ruleset, {})
    assert "No units yet." in first
    assert "The rules of this list" in rules


@needs_renderer
def test_rulings_that_differ_and_notes_are_printed(ruleset: AllQuiet) -> None:
    army = {**WING, "rulings": {"turn_cost": "true-arc", "arc_boundary": "both"}, "notes": "Bring tape.\nAnd glue."}
    text = said(ruleset, army)[0]
    assert "What does a turn cost?" in text
    assert "Which arc holds" not in text
    assert "Bring tape." in text
    assert "And glue." in text


@pytest.mark.further
@needs_renderer
def test_a_long_list_goes_on_over_the_page(ruleset: AllQuiet) -> None:
    units = [{"unit": name} for name in list(ruleset.catalogue)[:40]]
    leaves = said(ruleset, {"units": units}, "letter")
    lists = [text for text in leaves if "Third wing" in text]
    assert len(lists) > 1
    assert [("Third wing, continued" in text) for text in lists] == [False, *[True] * (len(lists) - 1)]


@pytest.mark.parametrize("page", ["", "http://192.168.1.5:8000/army"])
def test_the_code_has_the_list_and_never_this_machine_in_it(ruleset: AllQuiet, page: str) -> None:
    muster = mustered(ruleset, WING)
    told = data_of_list(ruleset, muster, "roster", "sleeve", page)["list"]["code-note"]
    assert told == [f"Scan to open this list at {page}."] if page else "paste it under Army lists" in told[1]
    scanned = shared(muster.army, page)
    assert scanned.startswith(f"{page}#aqa" if page else "aqa")
    assert army_from(scanned) == muster.army


@pytest.mark.further(every=2)
@needs_renderer
@pytest.mark.parametrize("page", ["", "http://192.168.1.5:8000/army"])
def test_a_printed_code_is_read_from_the_paper(ruleset: AllQuiet, tmp_path: Path, page: str) -> None:
    pdf = printed(ruleset, WING, page=page)
    (tmp_path / "roster.pdf").write_bytes(pdf)
    side = data_of_list(ruleset, mustered(ruleset, WING), "roster", "sleeve", page)["list"]["modules"] * 0.45
    low = max(
        word.bottom for word in words(pdf) if word.page == 1 and word.text in ("lists.", "http://192.168.1.5:8000/army.")
    )
    right = SIZES["a4"][0] - EVEN
    ink = rendered(tmp_path / "roster.pdf", 1, right - side - 2, low - side - 4, side + 4, side + 8)
    assert army_from(from_picture(ink)) == mustered(ruleset, WING).army


@pytest.mark.further
@needs_renderer
def test_long_names_make_a_larger_code(ruleset: AllQuiet) -> None:
    units = [{"unit": "US Infantry", "name": f"{at} {sha512(bytes([at])).hexdigest()}"[:79]} for at in range(24)]
    assert data_of_list(ruleset, mustered(ruleset, {"units": units}), "roster", "sleeve")["list"]["modules"] > 100
    assert any("scan it, and paste it under Army lists." in text for text in said(ruleset, {"units": units}))


@needs_renderer
def test_a_list_that_no_code_holds_says_so(ruleset: AllQuiet) -> None:
    notes = "".join(sha512(bytes([at])).hexdigest() for at in range(8))
    units = [{"unit": "US Infantry", "notes": f"{at}{notes}"[:999]} for at in range(9)]
    leaves = said(ruleset, {"units": units, "notes": "".join(chr(0x4E00 + at) for at in range(999))})
    assert any("This list is too long for a QR code: share it as a file." in text for text in leaves)


LINES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp", "Cn", "Co")), max_size=80
).filter(lambda text: text.isprintable())


@pytest.mark.further
@needs_renderer
@settings(max_examples=6)
@given(LINES.filter(lambda text: text.strip()), LINES, LINES)
def test_no_text_of_a_players_own_overflows(name: str, nickname: str, notes: str) -> None:
    units = [{"unit": name, "name": nickname, "notes": notes, "count": 99}, {"unit": "US Infantry", "name": nickname}]
    assert printed(AllQuiet(REGISTRY), {"name": name, "units": units, "notes": notes, "limit": 999_999})


# -- the rules reference --------------------------------------------------------------------------------------------------


@pytest.mark.further(every=2)
@needs_renderer
@pytest.mark.parametrize("paper", list(SIZES))
def test_all_rules_fit_on_two_pages_and_can_be_read(ruleset: AllQuiet, paper: str) -> None:
    for side in (*SIDES, ""):
        types = [one for one in ruleset.catalogue.values() if side in (one.side, "")]
        used = rules_used(types, ruleset.register)
        pdf = written(paper, topics=used)
        check_layout(pdf, paper)
        assert min(sizes_of(pdf)) >= LEAST
        leaves = pages(pdf)
        assert len(leaves) <= 2
        ids = [word for leaf in leaves for word in leaf.split() if word.startswith(("HOST-", "AIR-"))]
        expected = [rule for topic in used for rule, _ in topic["rules"]]
        assert sorted(one for one in ids if one in expected) == sorted(expected)


def used(ruleset: AllQuiet, *names: str) -> set[str]:
    types = [ruleset.unit_type(name) for name in names]
    return {rule for topic in rules_used(types, ruleset.register) for rule, _ in topic["rules"]}


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


@pytest.mark.further(every=8)
@needs_renderer
@pytest.mark.parametrize("paper", list(SIZES))
@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Third wing", 1),
        ("The Honourable Company of Edinburgh Balloonists and Night Flyers, 3rd (Reserve)", 1),
        (" ".join(["WOMBAT MAMMOTH"] * 5), 2),
        ("W" * 80, 3),
    ],
)
def test_the_name_of_a_list_stands_whole_over_it(ruleset: AllQuiet, paper: str, name: str, lines: int) -> None:
    head = [word for word in words(printed(ruleset, {**WING, "name": name}, paper)) if word.page == 1 and word.bottom < TOP]
    assert "".join(word.text for word in head).replace("\u200b", "").startswith(name.replace(" ", ""))
    title = [word for word in head if word.right < SIZES[paper][0] * 0.75]
    assert len({round(word.top) for word in title}) <= lines
    assert {"Human", "points"} <= {word.text for word in head}
    assert min(word.top for word in head) >= EDGE - 3


@needs_renderer
def test_the_list_says_what_its_units_shoot_with(ruleset: AllQuiet) -> None:
    first, *_ = said(ruleset, {"units": [{"unit": "Breguet 14 B2"}, {"unit": "Field Gun Battery"}]})
    for words_of_a_weapon in (
        "Heavy Machine Gun \N{MULTIPLICATION SIGN}2",
        "3 shots · Power +1 · right, aft, left",
        "Power +3 · Barrage 1",
    ):
        assert words_of_a_weapon in " ".join(first.split())
