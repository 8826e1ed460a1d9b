from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.profiles import Mount, UnitType, Weapon
from aqmf_air.games.martian_front.rules.hiding import dummies
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.state import Element, Game, Mark, Reserve, Tabletop, Unit, with_unit, without_unit
from aqmf_air.games.martian_front.ui.prints.boxes import box_lines
from aqmf_air.games.martian_front.ui.prints.cards import Card, Condition, card_of, cards_of_game
from aqmf_air.games.martian_front.ui.prints.deck import card_leaves
from aqmf_air.games.martian_front.ui.prints.faces import STYLES, WIDTH, card_drawings
from aqmf_air.printing.drawing import Circle, Curve, Drawing, Outline
from aqmf_air.printing.paper import PAPERS, Paper, area_of
from aqmf_air.registry import Registry, load_registry
from tests.printing.sheet import box, flat, labels, overlapping

D8 = "Burgess-Dunne D8"
PER_PAGE = sorted(STYLES)

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=70) | st.sampled_from(
    ["W" * 70, "Первый отдельный воздухоплавательный отряд имени Нестерова", "Éclaireurs à chenilles Łódź — Ştefan ő", "i"]
)


@pytest.fixture(scope="module")
def ruleset(registry: Registry) -> AllQuiet:
    return AllQuiet(registry)


def fresh(ruleset: AllQuiet, type_: UnitType | str) -> Card:
    rulings: Rulings = ruleset.rulings()
    return card_of(ruleset, ruleset.unit_type(type_) if isinstance(type_, str) else type_, rulings)


def check_layout(drawing: Drawing) -> None:
    """Nothing leaves the card, and no text covers another."""
    boxes = [box(label) for label in labels(drawing.shapes)]
    for one in boxes:
        assert 0 <= one.left <= one.right <= WIDTH, one
        assert 0 <= one.bottom <= one.top <= drawing.height, one
    assert overlapping(boxes) == []


def texts(drawing: Drawing) -> list[str]:
    return [label.text for label in labels(drawing.shapes)]


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_every_unit_there_is_lays_out(ruleset: AllQuiet, per_page: int) -> None:
    for type_ in ruleset.catalogue.values():
        for drawing in card_drawings(fresh(ruleset, type_), per_page):
            check_layout(drawing)
            assert (drawing.width, drawing.height) == (WIDTH, STYLES[per_page].height)


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_a_card_says_profile_weapons_rolls_and_odds(ruleset: AllQuiet, per_page: int) -> None:
    (drawing,) = card_drawings(fresh(ruleset, D8), per_page)
    said = texts(drawing)
    for text in (
        "60",
        "POINTS",
        "12″",
        "Aircraft Machine Gun",
        "Light Bomb",
        "SCOUT",
        "6+  9+",
        "27.1%",
        "6+  10·10",
        "Low",
    ):
        assert text in said
    assert said[said.index("AT LEAST") - 1] == "SPEED"
    assert {"12″", "8″"} <= set(said)
    assert any("3 shots" in text and "Power +1" in text and "forward" in text for text in said)
    assert any("Barrage 1" in text for text in said)


def test_the_large_card_also_says_morale_and_what_hits_back(ruleset: AllQuiet) -> None:
    (drawing,) = card_drawings(fresh(ruleset, D8), 4)
    said = texts(drawing)
    for text in ("Morale", "1:  5+", "60.0%", "Fire on this unit", "3+  2+", "72.0%", "AIR-HIT-4", "NOTES"):
        assert text in said


def test_an_arc_is_black_on_its_sign(ruleset: AllQuiet) -> None:
    (drawing,) = card_drawings(fresh(ruleset, D8), 8)
    wedges = [shape for shape in flat(drawing.shapes) if isinstance(shape, Curve) and shape.wedge]
    assert [(wedge.start % 360, wedge.degrees) for wedge in wedges] == [(315, 90)]


def squares(drawing: Drawing, side: float) -> list[Outline]:
    found = [shape for shape in flat(drawing.shapes) if isinstance(shape, Outline) and len(shape.points) == 4]
    return [one for one in found if one.points[1][0] - one.points[0][0] == pytest.approx(side)]


def bombs(drawing: Drawing) -> list[Circle]:
    return [shape for shape in flat(drawing.shapes) if isinstance(shape, Circle) and shape.radius == pytest.approx(1.6)]


def test_there_is_a_box_for_each_element_each_bomb_and_each_point_of_a_tripods_armor(ruleset: AllQuiet) -> None:
    (aircraft,) = card_drawings(fresh(ruleset, D8), 8)
    assert len(squares(aircraft, 4.4)) == 3
    assert len(bombs(aircraft)) == 3
    (tripod,) = card_drawings(fresh(ruleset, "Assault Tripod"), 8)
    assert len(squares(tripod, 4.4)) == 1
    assert len(squares(tripod, 3.9)) == ruleset.unit_type("Assault Tripod").armor


@pytest.mark.parametrize(("elements", "count"), [(40, 2), (3, 12), (3, 999), (300, 30)])
def test_what_has_no_room_for_boxes_gets_a_line_to_write_on(ruleset: AllQuiet, elements: int, count: int) -> None:
    type_ = ruleset.unit_type(D8)
    many = replace(type_, elements=elements, weapons=(replace(type_.weapons[1], count=count),))
    for per_page in PER_PAGE:
        for drawing in card_drawings(fresh(ruleset, many), per_page):
            check_layout(drawing)
            said = " ".join(texts(drawing))
            written = "ELEMENTS LEFT, OF" in said or f"of {count}" in said
            assert written or len(squares(drawing, 4.4)) == elements


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_twelve_weapons_take_as_many_cards_as_they_need(ruleset: AllQuiet, per_page: int) -> None:
    type_ = ruleset.unit_type("Assault Tripod")
    weapon = type_.weapons[0].weapon
    arms = tuple(
        Mount(weapon=replace(weapon, name=f"No. {number} Heat Ray of the later pattern")) for number in range(1, 13)
    )
    cards = card_drawings(fresh(ruleset, replace(type_, weapons=arms)), per_page)
    assert len(cards) > 1
    said = [text for drawing in cards for text in texts(drawing)]
    for number in range(1, 13):
        assert sum(text.startswith(f"No. {number} ") for text in said) == 1
    for number, drawing in enumerate(cards, 1):
        check_layout(drawing)
        assert any(f"card {number} of {len(cards)}" in text for text in texts(drawing))


def test_a_unit_without_weapons_says_so(ruleset: AllQuiet) -> None:
    for per_page in PER_PAGE:
        (drawing,) = card_drawings(fresh(ruleset, "Gatherer Tripod"), per_page)
        assert "Unarmed." in texts(drawing)
        check_layout(drawing)


@settings(max_examples=40)
@given(NAMES, NAMES, st.lists(NAMES, max_size=6), st.integers(0, 99_999), st.integers(1, 12), st.sampled_from(PER_PAGE))
def test_no_name_overflows_or_overlaps(
    name: str, weapon: str, traits: list[str], points: int, elements: int, per_page: int
) -> None:
    ruleset = AllQuiet(_registry())
    type_ = ruleset.unit_type(D8)
    arms: Weapon = replace(type_.weapons[0].weapon, name=weapon, traits=tuple(traits[:2]))
    odd = replace(
        type_,
        name=name,
        points=points,
        elements=elements,
        traits=tuple(traits),
        weapons=(Mount(weapon=arms, count=9, arcs=("forward", "right", "aft", "left")), *type_.weapons[1:]),
    )
    for drawing in card_drawings(fresh(ruleset, odd), per_page):
        check_layout(drawing)


_kept: list[Registry] = []


def _registry() -> Registry:
    """One registry for all examples; Hypothesis and fixtures of a module do not mix."""
    if not _kept:
        _kept.append(load_registry(entry_points=False))
    return _kept[0]


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
    assert [card.name for card in cards] == ["flight", "walker", "squad", "second flight"]
    assert cards[-1].marks == ("in reserve, from turn 3",)
    assert all(one.alive for one in cards[-1].elements)


def test_cards_of_a_game_show_its_state(ruleset: AllQuiet) -> None:
    start = begun(ruleset)
    flight, walker = start.unit("flight"), start.unit("walker")
    first, _, third = flight.elements
    left = (replace(first, used=(Mark(name="Light Bomb", value="1"),)), third)
    game = with_unit(start, replace(flight, elements=left))
    hurt = replace(walker.elements[0], armor_lost=4, weapons_out=("Heavy Heat Ray",), marks=(Mark(name="stunned"),))
    game = with_unit(game, replace(walker, elements=(hurt,)))
    game = without_unit(game, "squad", "destroyed")
    aircraft, tripod, squad = cards_of_game(ruleset, start.units, game)

    assert [one.alive for one in aircraft.elements] == [True, False, True]
    assert aircraft.elements[0].used == (("Light Bomb", 1),)
    (drawing,) = card_drawings(aircraft, 8)
    assert "flight" in " ".join(texts(drawing))
    assert [circle.fill is not None for circle in bombs(drawing)] == [True, True, False]
    check_layout(drawing)

    assert tripod.elements == (Condition(1, True, 4, ("Heavy Heat Ray",)),)
    (drawing,) = card_drawings(tripod, 8)
    assert sum(one.fill is not None for one in squares(drawing, 3.9)) == 4
    assert any("STUNNED" in text for text in texts(drawing))

    assert not any(one.alive for one in squad.elements)
    assert squad.marks == ("out of the game", "destroyed")
    for per_page in PER_PAGE:
        for card in (aircraft, tripod, squad):
            check_layout(card_drawings(card, per_page)[0])


# -- on pages -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", list(PAPERS.values()), ids=lambda paper: paper.name)
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_cards_lie_edge_to_edge_within_the_page(ruleset: AllQuiet, paper: Paper, per_page: int) -> None:
    deck = [fresh(ruleset, "Scout Tripod")] * (per_page + 1)
    leaves = card_leaves(deck, per_page, paper)
    assert len(leaves) == 2
    area = area_of(paper)
    frames = [shape for shape in flat(leaves[0].shapes) if isinstance(shape, Outline) and shape.layer == "cut"]
    assert len(frames) == per_page
    for frame in frames:
        (left, low), (right, _), (_, high), _ = frame.points
        assert area.x <= left < right <= area.x + area.width
        assert area.y <= low < high <= area.y + area.height
    lefts = {round(frame.points[0][0], 6) for frame in frames}
    assert max(lefts) - min(lefts) == pytest.approx(WIDTH)


def test_no_cards_are_no_pages() -> None:
    assert card_leaves((), 8, PAPERS["a4"]) == ()


def test_weapons_that_are_out_are_struck_through_or_counted(ruleset: AllQuiet) -> None:
    card = fresh(ruleset, "Dominator Tripod")
    ray = "Heavy Heat Ray"
    whole, one_out, both_out = (
        card_drawings(dataclasses.replace(card, elements=(Condition(1, weapons_out=(ray,) * out),)), 8)[0]
        for out in range(3)
    )
    assert not any("out" in text for text in texts(whole))
    assert any("(1 out)" in text for text in texts(one_out))
    assert len(both_out.shapes) == len(whole.shapes) + 1
    for drawing in (one_out, both_out):
        check_layout(drawing)


# -- several units of a kind ----------------------------------------------------------------------------------------------


def bombs_in(drawing: Drawing) -> int:
    """The boxes that stand for light bombs."""
    return sum(1 for label in labels(drawing.shapes) if label.text == "L" and label.face == "sans")


@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("copies", [1, 2, 5, 13, 30])
def test_every_unit_in_the_list_has_its_boxes_once(ruleset: AllQuiet, per_page: int, copies: int) -> None:
    drawings = card_drawings(dataclasses.replace(fresh(ruleset, D8), copies=copies), per_page)
    for drawing in drawings:
        check_layout(drawing)
    assert sum(map(bombs_in, drawings)) == 3 * copies
    told = [text for drawing in drawings for text in texts(drawing) if "in the list" in text]
    assert len(told) == (len(drawings) if copies > 1 else 0)
    if copies == 5 and per_page == 8:
        assert [text.rpartition("unit of 3, ")[2] for text in told] == ["A to D of 5 in the list", "E of 5 in the list"]


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_units_with_more_than_boxes_can_show_have_a_line_each(ruleset: AllQuiet, per_page: int) -> None:
    many = tuple(Condition(number) for number in range(1, 40))
    drawings = card_drawings(dataclasses.replace(fresh(ruleset, "US Infantry"), elements=many, copies=3), per_page)
    lines = [text for drawing in drawings for text in texts(drawing) if "ELEMENTS LEFT" in text]
    assert sorted(lines) == [f"{unit} ELEMENTS LEFT, OF 39" for unit in "ABC"]


def test_a_unit_on_two_cards_has_its_boxes_on_the_first(ruleset: AllQuiet) -> None:
    card = fresh(ruleset, D8)
    first, *rest = card_drawings(dataclasses.replace(card, fires=card.fires * 5), 8)
    assert bombs_in(first) == 3
    assert rest
    assert [bombs_in(one) for one in rest] == [0] * len(rest)


def test_a_unit_stands_with_its_letter_on_one_line_of_boxes(ruleset: AllQuiet) -> None:
    card = dataclasses.replace(fresh(ruleset, "Mk II Tank Platoon"), copies=4, units=(0, 1, 2, 3))
    first, second = box_lines(card, 80, 2)
    assert [label.text for label in labels(first.shapes)] == [*"A123", *"B123", *"C123"]
    assert [label.text for label in labels(second.shapes)] == [*"D123"]
    together = [label.text for line in box_lines(card, 48, 3) for label in labels(line.shapes)]
    assert together == [f"{sign}" for unit in "ABCD" for sign in (unit, 1, 2, 3)]
