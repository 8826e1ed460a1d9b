from __future__ import annotations

import pytest

from aqmf_air.core.data.rule_tables import RuleTable
from aqmf_air.core.data.tables import Sourced
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rule_search import TableRow, search_registers
from aqmf_air.core.play.rulings import Described


class Card(Sourced):
    card: str
    says: str


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
        ("stall", ["KITE-2", "KITE-1", "KITE-3"]),  # in the title; in a short text; in a long one
        ("stalling", ["KITE-2", "KITE-1", "KITE-3"]),
        ("diving", ["KITE-2"]),
        ("What happens when the kite stalls?", ["KITE-2", "KITE-1", "KITE-3"]),
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


@pytest.mark.parametrize("typed", ["install", "stole", "nosuchballoon", "glider"])
def test_a_word_is_not_read_as_one_that_only_resembles_it(typed: str) -> None:
    search = search_registers(typed, {"kites": KITES, "balloons": BALLOONS})
    assert (search.read_as, search.missing, any(search.rules.values())) == ({}, (typed,), False)


def test_words_that_only_another_game_has_keep_no_rule_back() -> None:
    search = search_registers("balloon stalls", {"kites": KITES, "balloons": BALLOONS})
    assert (search.complete["kites"], search.rules["kites"][0].id) == (0, "KITE-2")


def test_a_word_that_another_game_has_is_read_as_nothing_else() -> None:
    search = search_registers("balloon", {"kites": KITES, "balloons": BALLOONS})
    assert (search.read_as, search.rules["kites"]) == ({}, ())


def test_what_has_the_rarest_of_the_words_stands_behind_what_has_all() -> None:
    search = search_registers("caught falls stalls", {"kites": KITES, "balloons": BALLOONS})
    assert [rule.id for rule in search.rules["kites"]] == ["KITE-3", "KITE-1"]
    assert search.complete == {"kites": 1, "balloons": 0}
    some = search_registers("biplane caught", {"kites": KITES})
    assert (some.complete, [rule.id for rule in some.rules["kites"]]) == ({"kites": 0}, ["KITE-4", "KITE-3"])


def test_the_rare_word_of_a_question_is_before_others_that_stand_together_by_chance() -> None:
    texts = {
        "KITE-5": "Kites run on, over all that they take.",
        "KITE-6": "A gust tears.",
        "KITE-7": "They take tea.",
        "KITE-8": "They run.",
        "KITE-9": "They run over.",
    }
    register = tuple(Rule(id=id_, text=text, source="made up", standing="house") for id_, text in texts.items())
    search = search_registers("what do I take over a gust", {"kites": register})
    assert (search.rules["kites"][0].id, search.complete) == ("KITE-6", {"kites": 1})


def test_what_a_question_begins_with_finds_what_answers_say() -> None:
    texts = {"KITE-5": "A kite's range is 9 inches.", "KITE-6": "A kite is red.", "KITE-7": "The distance is long."}
    register = tuple(Rule(id=id_, text=text, source="made up", standing="house") for id_, text in texts.items())
    found = search_registers("how far does a kite go", {"kites": register}).rules["kites"]
    assert found[0].id == "KITE-5"


def test_the_words_that_a_game_lacks_are_told_and_the_few_near_to_the_best_counted() -> None:
    search = search_registers("balloon stalls", {"kites": KITES, "balloons": BALLOONS})
    assert search.lacking == {"kites": ("balloon",), "balloons": ("stalls",)}
    assert 0 < search.near["kites"] <= len(search.rules["kites"])


def test_words_that_nothing_has_do_not_count_and_are_told() -> None:
    search = search_registers("balloon zzz qqq", {"kites": KITES, "balloons": BALLOONS})
    assert search.missing == ("zzz", "qqq")
    assert (search.rules["balloons"], search.complete["balloons"]) == (BALLOONS, 1)


@pytest.mark.parametrize("query", ["win", "victory", "How do I win?", "winners"])
def test_other_words_for_the_same_are_found_and_words_that_only_begin_so_are_not(query: str) -> None:
    rules = {"WIN-1": "The victory is his who is left.", "WIND-1": "The wind turns with its wings."}
    register = tuple(Rule(id=f"KITE-{id_}", text=text, source="made up", standing="house") for id_, text in rules.items())
    assert [rule.text for rule in search_registers(query, {"kites": register}).rules["kites"]] == [rules["WIN-1"]]


def test_what_is_said_in_several_words_is_found_by_its_name() -> None:
    text = "Initiative is a die."
    register = (Rule(id="KITE-9", text=text, source="made up", standing="house"), *KITES)
    assert [rule.id for rule in search_registers("who moves first", {"kites": register}).rules["kites"]] == ["KITE-9"]


@pytest.mark.parametrize("query", ["head-on", "head on", "Head-on?"])
def test_words_with_a_hyphen_and_without_are_the_same(query: str) -> None:
    texts = {"KITE-5": "A head-on kite tears.", "KITE-6": "Head on, kites tear.", "KITE-7": "It leads ahead, on and on."}
    register = tuple(Rule(id=id_, text=text, source="made up", standing="house") for id_, text in texts.items())
    search = search_registers(query, {"kites": register})
    assert sorted(rule.id for rule in search.rules["kites"]) == ["KITE-5", "KITE-6"]
    assert all(any(sought for _, sought in search.marked(rule.text)) for rule in search.rules["kites"])


def test_what_no_rule_says_is_found_on_tables_and_cards() -> None:
    cards = [Card(card="C-1", says="Two 1s jam a reel until it is mended.", standing="house", source="made up")]
    names = [Card(card="James", says="", standing="house", source="made up")]
    tables = [
        RuleTable(name, name.title(), {(row.card,): row for row in rows})
        for name, rows in (("cards", cards), ("men", names))
    ]
    search = search_registers("jammed reel", {"kites": KITES}, tables={"kites": tables})
    assert search.tables["kites"] == (TableRow("cards", "Cards", "C-1: Two 1s jam a reel until it is mended."),)
    assert search.read_as == {}
    assert [row.table for row in search_registers("jam", {"kites": KITES}, tables={"kites": tables}).tables["kites"]] == [
        "cards"
    ]
    assert not search_registers("stalls", {"kites": KITES}, tables={"kites": tables}).tables["kites"]


def test_rulings_are_found_by_the_same_words() -> None:
    search = search_registers("stalls", {"kites": KITES}, {"kites": (ROPE,)})
    assert search.rulings == {"kites": (ROPE,)}
    assert search_registers("rope length", {"kites": KITES}, {"kites": (ROPE,)}).rulings == {"kites": (ROPE,)}


def test_a_rule_is_found_by_what_its_game_says_for_the_same() -> None:
    kite = Rule(
        id="KITE-5", text="A gust lifts it.", source="made up", standing="house", same_meaning=(("gust", "rough air"),)
    )
    search = search_registers("rough air", {"kites": (*KITES, kite), "balloons": BALLOONS})
    assert [rule.id for rule in search.rules["kites"]] == ["KITE-5"]


def test_a_rule_that_answers_what_is_asked_comes_first() -> None:
    kite = Rule(id="KITE-5", text="It begins.", source="made up", standing="house", asked=("what stalls a kite",))
    search = search_registers("stalling kite", {"kites": (*KITES, kite)})
    assert search.rules["kites"][0].id == "KITE-5"


def test_what_is_sought_is_marked_in_whichever_form_it_stands() -> None:
    search = search_registers("stalling plane", {"kites": KITES})
    assert search.marked("A biplane stalls; an airplane is installed.") == (
        ("A biplane ", False),
        ("stalls", True),
        ("; an ", False),
        ("airplane", True),
        (" is installed.", False),
    )
    assert search.marked("A gust lifts it.", (("gust", "stall"),)) == (("A ", False), ("gust", True), (" lifts it.", False))


def kites_that_say(*texts: str, special: bool | None = None) -> tuple[Rule, ...]:
    return tuple(
        Rule(id=f"KITE-{number}", text=text, source="made up", standing="house", special=special)
        for number, text in enumerate(texts, 10)
    )


def test_a_short_word_is_no_form_of_another_that_its_endings_are_like() -> None:
    search = search_registers(
        "tier", {"kites": kites_that_say("Ties roll again.", "Those tied roll.", "Kites of one tier.")}
    )
    assert [rule.text for rule in search.rules["kites"]] == ["Kites of one tier."]


def test_who_does_something_is_not_the_thing_where_a_game_tells_of_him() -> None:
    texts = ("A bomb falls.", "Bombers fly high.")
    told = search_registers("bomber", {"kites": kites_that_say(*texts), "balloons": kites_that_say(texts[0])})
    assert [rule.text for rule in told.rules["kites"]] == ["Bombers fly high."]
    assert told.rules["balloons"]


def test_a_rule_of_one_type_is_behind_the_general_one_unless_its_type_is_named() -> None:
    (special,) = kites_that_say("Delta D-II: it flies high.", special=True)
    general = Rule(id="KITE-30", text="A kite flies high as the others say.", source="made up", standing="house")
    register = {"kites": (special, general)}
    assert search_registers("flies high", register).rules["kites"][0] is general
    assert search_registers("delta flies high", register).rules["kites"][0] is special


def test_a_few_rules_are_all_near_to_the_best() -> None:
    search = search_registers("stall", {"kites": KITES})
    assert search.near == {"kites": len(search.rules["kites"])}


def test_words_that_fill_a_question_are_none_of_its_words() -> None:
    assert search_registers("what do I do now, can I mean a stall on it", {"kites": KITES}).words == ("stall",)


def test_a_row_is_told_in_words_without_what_it_is_stored_under() -> None:
    row = Card(card="reel-clears", says="least face that frees a reel", standing="house", source="made up")
    tables = {"kites": [RuleTable("numbers", "Numbers", {("reel",): row})]}
    search = search_registers("frees a reel", {"kites": KITES}, tables=tables)
    assert [each.text for each in search.tables["kites"]] == ["least face that frees a reel"]
