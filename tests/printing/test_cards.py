from __future__ import annotations

import dataclasses
import re
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.chapters.hiding import dummies
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Element, Game, Reserve, StateMark, Tabletop, Unit, with_unit, without_unit
from aqmf_air.games.martian_front.tables import Mount, UnitType
from aqmf_air.games.martian_front.ui.prints.cards import SIZES as CARDS
from aqmf_air.games.martian_front.ui.prints.cards import Card, CardRoll, Condition, card_of, cards_of_game
from aqmf_air.games.martian_front.ui.prints.reference import rules_of_traits
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.sector import fire_arc
from aqmf_air.plugins.registry import Registry
from tests.printing.sheet import LEAST, REGISTRY, SIZES, check_layout, needs_renderer, pages, sizes_of, words, written

D8 = "Burgess-Dunne D8"

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=70) | st.sampled_from(
    ["W" * 70, "Первый отдельный воздухоплавательный отряд имени Нестерова", "Éclaireurs à chenilles Łódź — Ştefan ő", "i"]
)


@pytest.fixture(scope="module")
def ruleset(registry: Registry) -> AllQuiet:
    return AllQuiet(registry)


def fresh(ruleset: AllQuiet, type_: UnitType | str) -> Card:
    rulings: Rulings = ruleset.rulings()
    return card_of(ruleset, ruleset.unit_type(type_) if isinstance(type_, str) else type_, rulings)


def printed(*cards: Card, size: str, paper: str = "a4") -> str:
    """What the pages of cards say; nothing leaves its card, and no text covers another."""
    pdf = written(paper, cards=cards, size=size)
    check_layout(pdf, paper)
    return "\n".join(pages(pdf))


@pytest.mark.further(every=4)
@needs_renderer
@pytest.mark.parametrize("paper", list(SIZES))
@pytest.mark.parametrize("size", list(CARDS))
def test_every_unit_there_is_has_its_place_on_a_page(ruleset: AllQuiet, size: str, paper: str) -> None:
    rulings: Rulings = ruleset.rulings()
    # the command is tested with all of them
    cards = [card_of(ruleset, type_, rulings) for type_ in list(ruleset.catalogue.values())[::6]]
    pdf = written(paper, cards=cards, size=size)
    check_layout(pdf, paper)
    heads = [one for one in words(pdf) if one.text == "pts"]
    assert len(heads) >= len(cards)
    wide, high = {"sleeve": (63.5, 88.9), "large": (95, 130)}[size]
    lefts = sorted({round(one.left, 1) for one in heads})
    tops = sorted({round(one.top, 1) for one in heads})
    assert [two - one for one, two in pairwise(lefts)] == pytest.approx([wide] * (2 if size == "sleeve" else 1), abs=0.2)
    assert [two - one for one, two in pairwise(tops)] == pytest.approx([high] * (len(tops) - 1), abs=0.2)


@pytest.mark.parametrize("size", list(CARDS))
def test_a_card_says_profile_weapons_rolls_and_their_reasons(ruleset: AllQuiet, size: str) -> None:
    said = " ".join(printed(fresh(ruleset, D8), size=size).split())
    for text in ("60", "At least", "Heavy Machine Gun", "Light Bomb", "Scout", "6 / 10", "6+ 9+", "27.1%", "6+ 10·10"):
        assert text in said
    for text in ("Low", "12″", "8″", "3 shots · Power +1 · forward", "Barrage 1 (2″ across)"):
        assert text in said
    for text in (
        "Fire on this unit",
        "3+ 2+",
        "72%",
        "AIR-HIT-4",
        "1 lost: 5+ stands (60%); 2 lost: 6\N{EN DASH}9 stands (40%), 10 suicide run (10%)",
    ):
        assert text in said
    for key in ("Under a target: its Defense / Armor", "10·10: a 10, then 10 again", "\N{EN DASH}: barred by that rule"):
        assert said.count(key) == 1  # what the signs mean stands once over the cards


def test_an_arc_is_told_to_the_card(ruleset: AllQuiet) -> None:
    gun, bomb = fresh(ruleset, D8).fires
    assert (gun.arcs, bomb.arcs) == ((fire_arc(Pose(0, 0, 0), "forward", 1),), None)
    assert fresh(ruleset, "US Infantry").fires[0].arcs == ()


def test_armor_and_bombs_are_ticked_off_where_damage_takes_them(ruleset: AllQuiet) -> None:
    aircraft, tripod = fresh(ruleset, D8), fresh(ruleset, "Assault Tripod")
    assert (aircraft.armor, aircraft.bombs, len(aircraft.elements)) == (0, (("Light Bomb", 1),), 3)
    assert (tripod.armor, tripod.bombs, len(tripod.elements)) == (ruleset.unit_type("Assault Tripod").armor, (), 1)
    assert bombs_in(written(cards=[aircraft], size="sleeve")) == 3
    ten = dataclasses.replace(aircraft, bombs=(("Light Bomb", 10),), copies=2)
    assert bombs_in(written(cards=[ten], size="sleeve")) == 60


@pytest.mark.further(every=2)
@pytest.mark.parametrize(("elements", "count"), [(3, 999), (300, 30)])
def test_what_has_no_room_for_boxes_gets_a_line_to_write_on(ruleset: AllQuiet, elements: int, count: int) -> None:
    type_ = ruleset.unit_type(D8)
    many = replace(type_, elements=elements, weapons=(replace(type_.weapons[1], count=count),))
    for size in CARDS:
        said = printed(dataclasses.replace(fresh(ruleset, many), tests=()), size=size)
        assert f"Elements left, of {elements}" in said or f"of {count}" in said


@pytest.mark.parametrize("size", list(CARDS))
def test_twelve_weapons_take_as_many_cards_as_they_need(ruleset: AllQuiet, size: str) -> None:
    type_ = ruleset.unit_type("Assault Tripod")
    weapon = type_.weapons[0].weapon
    arms = tuple(
        Mount(weapon=replace(weapon, name=f"No. {number} Heat Ray of the later pattern")) for number in range(1, 13)
    )
    said = printed(fresh(ruleset, replace(type_, weapons=arms)), size=size)
    for number in range(1, 13):
        assert said.count(f"No. {number} ") == 1
    count = said.count("Assault Tripod")
    assert count > 1
    for number in range(1, count + 1):
        assert f"card {number} of {count}" in said


def test_a_card_with_room_says_what_its_special_rules_do(ruleset: AllQuiet) -> None:
    scout = next(kind for kind in ruleset.catalogue.values() if "Scout" in kind.traits and not kind.weapons)
    said = " ".join(printed(fresh(ruleset, scout), size="sleeve").split())
    rules = {rule.id: rule.text for rule in ruleset.register}
    assert rules["AIR-SCOUT-2"] in said
    assert "Notes" in said
    assert rules_of_traits(ruleset.unit_type("US Infantry"), ruleset.register) == ()


def test_a_unit_without_weapons_says_so(ruleset: AllQuiet) -> None:
    assert "Unarmed." in printed(fresh(ruleset, "Gatherer Tripod"), size="sleeve")


_base: list[Card] = []


@pytest.mark.further
@settings(max_examples=12)
@given(NAMES, NAMES, st.lists(NAMES, max_size=6), st.integers(0, 99_999), st.integers(1, 12), st.sampled_from(list(CARDS)))
@example("0", "0" * 8 + "W" * 52, ["0" * 8 + "W" * 52], 0, 1, "sleeve")  # the caption below a disc takes five lines
def test_no_name_overflows_or_overlaps(
    name: str, weapon: str, traits: list[str], points: int, elements: int, size: str
) -> None:
    if not _base:
        _base.append(fresh(AllQuiet(REGISTRY), D8))
    card = _base[0]
    fires = (dataclasses.replace(card.fires[0], name=weapon, does=f"{card.fires[0].does} · {weapon}"), *card.fires[1:])
    conditions = tuple(Condition(number) for number in range(1, elements + 1))
    odd = dataclasses.replace(
        card, name=name, points=points, elements=conditions, traits=tuple(traits), fires=fires, marks=tuple(traits)
    )
    assert str(points) in printed(odd, size=size)


# -- a game in progress ---------------------------------------------------------------------------------------------------


def begun(ruleset: AllQuiet) -> Game:
    types = tuple(ruleset.unit_type(name) for name in (D8, "Assault Tripod", "US Infantry"))
    units = tuple(
        Unit(
            id=name,
            type=type_.name,
            side=type_.side,
            elements=tuple(Element(id=f"{name}-{at}", x=at, y=1) for at in range(1, type_.elements + 1)),
        )
        for name, type_ in zip(("flight", "walker", "squad"), types, strict=True)
    )
    rulings: Rulings = ruleset.rulings()
    return Game(table=Tabletop(width=72, depth=48), units=units, types=types, rulings=rulings)


def test_reserves_have_cards_and_dummies_have_none(ruleset: AllQuiet) -> None:
    start = begun(ruleset)
    to_come = Reserve(unit=replace(start.unit("flight"), id="second flight"), turn=3)
    decoy_type = dummies()["martian"]
    decoy = Unit(id="dummy-1", type=decoy_type.name, side="martian", elements=(Element(id="dummy-1", x=1, y=1),))
    game = replace(start, reserves=(to_come,), units=(*start.units, decoy), types=(*start.types, decoy_type))
    cards = cards_of_game(ruleset, (*game.units, to_come.unit), game)
    assert [card.name for card in cards] == ["", "", "", "second flight"]  # what has no name of its own goes by its type
    assert cards[-1].marks == ("in reserve, from turn 3",)
    assert all(one.alive for one in cards[-1].elements)


def test_cards_of_a_game_show_its_state(ruleset: AllQuiet) -> None:
    start = begun(ruleset)
    flight, walker = start.unit("flight"), start.unit("walker")
    first, _, third = flight.elements
    left = (replace(first, used=(StateMark(name="Light Bomb", value="1"),)), third)
    game = with_unit(start, replace(flight, elements=left))
    hurt = replace(walker.elements[0], armor_lost=4, weapons_out=("Heavy Heat Ray",), marks=(StateMark(name="stunned"),))
    game = with_unit(game, replace(walker, elements=(hurt,)))
    game = without_unit(game, "squad", "destroyed")
    aircraft, tripod, squad = cards_of_game(ruleset, start.units, game)

    assert [one.alive for one in aircraft.elements] == [True, False, True]
    assert aircraft.elements[0].used == (("Light Bomb", 1),)
    assert (aircraft.name, aircraft.type) == ("", "Burgess-Dunne D8")

    assert tripod.elements == (Condition(1, True, 4, ("Heavy Heat Ray",)),)
    assert tripod.marks == ("stunned",)

    assert not any(one.alive for one in squad.elements)
    assert squad.marks == ("out of the game", "destroyed")
    for size in CARDS:
        said = printed(aircraft, tripod, squad, size=size)
        for text in ("Burgess-Dunne D8", "STUNNED", "OUT OF THE GAME", "DESTROYED"):
            assert text in said


def test_no_cards_are_no_pages() -> None:
    groups = [{"title": "Nothing", "note": "", "pieces": []}]
    assert "Unit cards" not in "".join(pages(written(cards=(), size="sleeve", groups=groups)))


def test_weapons_that_are_out_are_struck_through_or_counted(ruleset: AllQuiet) -> None:
    card = fresh(ruleset, "Dominator Tripod")
    ray = "Heavy Heat Ray"
    whole, one_out, both_out = (
        printed(dataclasses.replace(card, elements=(Condition(1, weapons_out=(ray,) * out),)), size="sleeve")
        for out in range(3)
    )
    assert "out)" not in whole + both_out
    assert "(1 out)" in one_out


def test_a_chance_is_exact_until_it_is_printed(ruleset: AllQuiet) -> None:
    card = fresh(ruleset, D8)
    assert card.fires[0].rolls[0] == CardRoll("6+", "9+", 1 - Fraction(9, 10) ** 3)
    assert card.received[3][1].barred == "AIR-HIT-4"


# -- several units of a kind ----------------------------------------------------------------------------------------------


def bombs_in(pdf: bytes) -> int:
    """The boxes that stand for light bombs."""
    return sum(1 for word in words(pdf) if word.text == "L")


@pytest.mark.further(every=2)
@needs_renderer
@pytest.mark.parametrize("size", list(CARDS))
@pytest.mark.parametrize("copies", [1, 5, 11])
def test_every_unit_in_the_list_has_its_boxes_once(ruleset: AllQuiet, size: str, copies: int) -> None:
    pdf = written(cards=[dataclasses.replace(fresh(ruleset, D8), copies=copies)], size=size)
    check_layout(pdf)
    assert bombs_in(pdf) == 3 * copies
    assert ("A to " in "\n".join(pages(pdf))) == (copies > 1)


@needs_renderer
def test_three_heavy_units_are_one_card_with_a_back(ruleset: AllQuiet) -> None:
    pdf = written(cards=[dataclasses.replace(fresh(ruleset, "Breguet 14 B2"), copies=3)], size="sleeve")
    (text,) = pages(pdf)
    assert text.count("Breguet 14 B2") == 2
    assert text.index("A to C, front") < text.index("Medium Bomb") < text.index("A to C, back")
    front, back = sorted(one.left for one in words(pdf) if one.text == "pts")
    assert back - front == pytest.approx(63.5, abs=0.1)  # side by side: folded, they fill one sleeve


def test_a_back_shows_where_the_guns_bear_and_each_face_says_its_sign(ruleset: AllQuiet) -> None:
    signs = [("†", "our own default"), ("‡", "worked out")]
    (text,) = pages(written(cards=[fresh(ruleset, "Breguet 14 B2")], size="sleeve", signs=signs))
    assert "Heavy Machine Gun" in text[text.index("back") :]
    assert text.count("‡ worked out") >= 2
    assert "† our own default" not in text[text.index("front") :]


@pytest.mark.further(every=2)
@needs_renderer
@pytest.mark.parametrize("size", list(CARDS))
def test_no_letter_on_a_card_is_too_small_to_read(ruleset: AllQuiet, size: str) -> None:
    rulings: Rulings = ruleset.rulings()
    types = list(ruleset.catalogue.values())[::9]
    pdf = written(cards=[card_of(ruleset, type_, rulings) for type_ in types], size=size)
    assert min(sizes_of(pdf)) >= LEAST


@needs_renderer
def test_a_unit_on_two_cards_has_its_boxes_on_the_first(ruleset: AllQuiet) -> None:
    card = fresh(ruleset, D8)
    pdf = written(cards=[dataclasses.replace(card, fires=card.fires * 5)], size="sleeve")
    assert "\n".join(pages(pdf)).count("Human aircraft") > 1
    assert bombs_in(pdf) == 3


@needs_renderer
def test_a_unit_stands_with_its_letter_on_one_line_of_boxes(ruleset: AllQuiet) -> None:
    pdf = written(cards=[dataclasses.replace(fresh(ruleset, "Mk II Tank Platoon"), copies=4)], size="sleeve")
    rows: dict[int, str] = {}
    for word in sorted(words(pdf), key=lambda one: one.left):
        if word.text in {*"ABCD123"} and word.right < 73:
            rows[round(word.top / 3)] = rows.get(round(word.top / 3), "") + word.text
    assert {f"{letter}123" for letter in "ABCD"} <= set(rows.values())


@needs_renderer
def test_a_card_that_is_cut_out_says_what_its_rolls_are_and_none_is_alone_on_its_sheet(ruleset: AllQuiet) -> None:
    types = ("Sopwith Camel", "Scout Tripod", "US Infantry", "Mk II Tank Platoon", "Junkers D.I") * 2
    sheets = pages(written(cards=[fresh(ruleset, type_) for type_ in types], size="sleeve"))
    assert [sheet.count(" pts") for sheet in sheets] == [6, 4], "rows are full, but for the last"
    assert [len(re.findall("(?:D10: )?hit, damage", sheet)) for sheet in sheets] == [6, 4]


@needs_renderer
def test_the_gun_that_fires_back_is_named_on_two_lines(ruleset: AllQuiet) -> None:
    pdf = written(cards=[fresh(ruleset, "Scout Tripod")], size="sleeve")
    lines = {round(word.top) for word in words(pdf) if word.text in ("Heavy", "Machine", "Gun") and word.left < 73}
    assert len(lines) == 2
