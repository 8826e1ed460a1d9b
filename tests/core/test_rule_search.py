from __future__ import annotations

import pytest

from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rule_search import search_registers
from aqmf_air.core.play.rulings import Described

TEXTS = {
    "KITE-1": "A kite that stalls falls.",
    "KITE-2": "Who dives gains speed.",
    "KITE-3": "A falling kite is not flown until it is caught; its stall is told before.",
    "KITE-4": "A biplane flies on.",
}
TITLES = {"KITE-2": ("Kites", "Stalled kites")}
KITES = tuple(
    Rule(id=id_, text=text, source="made up", standing="house", under=TITLES.get(id_, ("Kites",)))
    for id_, text in TEXTS.items()
)
BALLOONS = (Rule(id="BALLOON-1", text="A balloon rises.", source="made up", standing="house"),)
ROPE = Described(
    "rope_length", "KITE-4", "How long is the rope?", "short", "short", (("short", "It stalls early."),), "house"
)


def found(query: str) -> list[str]:
    search = search_registers(query, {"kites": KITES, "balloons": BALLOONS})
    return [rule.id for rules in search.rules.values() for rule in rules]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("stall", ["KITE-3", "KITE-2", "KITE-1"]),  # that word; another form in the title; another form in the text
        ("stalling", ["KITE-2", "KITE-1", "KITE-3"]),
        ("diving", ["KITE-2"]),
        ("What happens when the kite stalls?", ["KITE-1", "KITE-2", "KITE-3"]),
        ("plane", ["KITE-4"]),
        ("kite-3", ["KITE-3"]),
        ("zzz", []),
        ("", ["KITE-1", "KITE-2", "KITE-3", "KITE-4", "BALLOON-1"]),
    ],
)
def test_words_are_found_in_any_form_and_the_best_comes_first(query: str, ids: list[str]) -> None:
    assert found(query) == ids


@pytest.mark.parametrize(("typed", "meant"), [("stlal", "stall"), ("baloon", "balloon"), ("caugth", "caught")])
def test_a_word_that_no_game_has_is_read_as_the_nearest(typed: str, meant: str) -> None:
    search = search_registers(typed, {"kites": KITES, "balloons": BALLOONS})
    assert search.read_as == {typed: meant}
    assert any(search.rules.values())


def test_a_word_that_another_game_has_is_read_as_nothing_else() -> None:
    search = search_registers("balloon", {"kites": KITES, "balloons": BALLOONS})
    assert (search.read_as, search.rules["kites"]) == ({}, ())


def test_where_nothing_has_all_words_what_has_most_of_them_is_found_and_nothing_with_less_than_half() -> None:
    search = search_registers("kite falls zzz", {"kites": KITES})
    assert not search.whole
    assert {rule.id for rule in search.rules["kites"]} == {"KITE-1", "KITE-3"}
    assert found("balloon zzz qqq") == []


def test_rulings_are_found_by_the_same_words() -> None:
    search = search_registers("stalls", {"kites": KITES}, {"kites": (ROPE,)})
    assert search.rulings == {"kites": (ROPE,)}
    assert search_registers("rope length", {"kites": KITES}, {"kites": (ROPE,)}).rulings == {"kites": (ROPE,)}
