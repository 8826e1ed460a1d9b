"""From the mission card to take-off. PRE, SEQ, ORD-1 to ORD-6."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.games.aces_of_valor.chapters import premission, sectors
from aqmf_air.games.aces_of_valor.chapters.counters import performance
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn
from aqmf_air.games.aces_of_valor.chapters.premission import ChooseFighters, DoneLoading, LoadOrdnance, fighters_to_choose
from aqmf_air.games.aces_of_valor.chapters.sectors import home_sector
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign, PointsEntry
from aqmf_air.games.aces_of_valor.tables import MissionCard, tables
from aqmf_air.games.aces_of_valor.telling.briefing import summary_of
from tests.games.aces_of_valor.playing import FRENCH, campaign, from_state, gone_on, one_step, refused, ruleset

TABLES = tables.shipped()


def card(name: str) -> MissionCard:
    return TABLES.of.of("missions", MissionCard).at(name)


def on(name: str, step: str = "fighters", **more: Any) -> Campaign:
    """A campaign with this card."""
    return campaign(step, mission={"card": name}, **more)


@pytest.mark.rule("AOV-PRE-1", "AOV-PRE-2", "AOV-SEQ-1", "AOV-SEQ-2", "AOV-SET-7")
def test_the_next_mission() -> None:
    state = campaign(
        "next-mission", number=3, played=("scramble",) * 2, carried=(PointsEntry(what="x", points=2, rule="y"),)
    )
    begun = gone_on(state)
    assert (begun.number, begun.step, begun.flown.points, begun.carried) == (4, "mission-card", 2, ())
    odds = ruleset().questions(begun, GoOn())[0].odds()
    assert "scramble" not in odds
    assert odds.of("offensive patrol") == Fraction(1, 7)
    drawn = gone_on(begun, ["artillery-spotting"])
    assert (drawn.flown.card, drawn.step) == ("artillery-spotting", "objective")
    marked = gone_on(drawn, [3, 5])
    assert (marked.flown.letter, marked.flown.objective, marked.step) == ("E", ((5, 2),), "weather")
    found = gone_on(marked, [4])
    assert found.flown.weather == "light-clouds"
    assert summary_of(found)[-1] == "artillery spotting over German trench E, light clouds, +2 MP"


@pytest.mark.rule("AOV-SET-7")
def test_the_deck_is_empty() -> None:
    every = premission.deck((), TABLES).items
    empty = campaign("mission-card", played=every, mission={})
    again = gone_on(empty, ["photo-town"])
    assert (again.played, again.flown.card) == ((), "photo-town")
    assert gone_on(replace(empty, setup=campaign("x", rulings={"mission_deck_empty": "end"}).setup)).winner == "defeat"


@pytest.mark.rule("AOV-PRE-2", "AOV-MIS-12")
def test_objectives_by_letter() -> None:
    home = (1, 5)

    def found(name: str, letter: str, half: Any = "entente") -> tuple[tuple[int, int], ...]:
        return premission.objective_sectors(card(name), letter, half, home, TABLES)

    assert found("defensive-patrol", "E") == ((4, 2), (4, 3), (3, 3), (3, 2))
    assert found("defensive-patrol", "A", "german") == ((5, 6), (5, 7), (6, 7), (6, 6))
    assert found("scramble", "") == (home,)
    assert found("photo-town", "E") == ((7, 5),)
    assert found("balloon-busting", "C", "german") == ((3, 4),)
    for name, faces, letter in (
        ("photo-rail-yard", [5], "C"),
        ("bombing-hq", [4], "B"),
        ("photo-airfield", [3], "B"),
        ("photo-town", [3, 4], "D"),
    ):
        state = on(name, "objective")
        assert gone_on(state, faces).flown.letter == letter
        assert compare_with_decision(ruleset(), state, GoOn()).questions == 1
    scramble = gone_on(on("scramble", "objective"))
    assert scramble.flown.objective == (home_sector(scramble),)


@pytest.mark.rule("AOV-PRE-3", "AOV-PRE-4", "AOV-PST-13")
def test_weather_and_where_it_leads() -> None:
    assert [gone_on(on("photo-town", "weather"), [face]).flown.weather for face in (3, 5, 6)] == [
        "clear",
        "light-clouds",
        "heavy-clouds",
    ]
    assert one_step(on("scramble", "weather"), [1]).step == "scramble"
    assert gone_on(on("photo-town", "weather"), [1]).step == "fighters"
    low = on("photo-town", "weather", effects=(("EV-7", 1),))
    assert gone_on(low).flown.weather == "heavy-clouds"
    assert not ruleset().questions(low, GoOn())
    assert gone_on(on("photo-town", "weather", effects=(("EV-8", 1),))).flown.weather == "clear"
    assert compare_with_decision(ruleset(), on("photo-town", "weather"), GoOn()).questions == 1


@pytest.mark.rule("AOV-PRE-5", "AOV-GEN-11")
def test_fighters_are_chosen_from_ready() -> None:
    state = on("balloon-busting", boxes={"Rene": "recovery", "Jean": {"absent": 1}})
    assert fighters_to_choose(state) == (3, 3)
    assert refused(state, ChooseFighters(aircraft=("georges", "rene", "jean"))) == (
        "Rene is not ready for this mission",
        "Jean is not ready for this mission",
    )
    assert refused(state, ChooseFighters(aircraft=("georges", "georges", "emil"))) == (
        "the squadron has no 'emil'",
        "an aircraft is named twice",
    )
    assert refused(state, ChooseFighters(aircraft=("georges",))) == ("3 fighters fly this mission, not 1",)
    titles = [offer.title for offer in ruleset().legal(state, PLAYER)]
    assert titles[0] == "Georges, Charles, Louis: best in the air"
    flown = from_state(state, ChooseFighters(aircraft=("roger", "georges", "henri")), ())
    assert flown.flown.flight == ("georges", "henri", "roger"), "in the order of the squadron"
    assert [one.name for one in flown.in_box("flight")] == ["Georges", "Henri", "Roger"]
    few = on("balloon-busting", names=FRENCH[:2])
    assert not refused(few, ChooseFighters(aircraft=("georges", "rene")))
    up_to = on("balloon-busting", rulings={"fighters_exact": "up-to"})
    assert fighters_to_choose(up_to) == (1, 3)
    assert fighters_to_choose(on("photo-town", rulings={"fighters_exact": "up-to"})) == (0, 3)


@pytest.mark.rule("AOV-PRE-5", "AOV-PRE-6")
def test_nobody_is_ready() -> None:
    grounded = dict.fromkeys(FRENCH, "recovery")
    assert one_step(on("balloon-busting", "muster", boxes=grounded)).step == "points"
    assert one_step(on("photo-town", "muster", boxes=grounded)).step == "lent"
    skipped = on("photo-town", "muster", boxes=grounded, rulings={"no_fighters": "skip"})
    lost = one_step(skipped)
    assert (lost.step, lost.flown.points) == ("points", 0)
    assert gone_on(lost).step == "spend"


@pytest.mark.rule("AOV-PRE-6", "AOV-ORD-1", "AOV-ORD-2", "AOV-AC-11", "AOV-AC-12")
def test_crews_are_lent() -> None:
    spotting = gone_on(on("artillery-spotting", "lent"), ["0/1"])
    assert [(one.name, one.air, one.ground, one.bombs) for one in spotting.flight] == [("2-seater 1", 0, 1, 0)]
    for name in ("artillery-spotting", "bombing-town"):
        assert compare_with_decision(ruleset(), on(name, "lent"), GoOn()).questions == 1
    bombing = gone_on(on("bombing-town", "lent"), ["0/0"], ["1/1"], ["0/0"])
    assert [(one.name, one.air, one.bombs) for one in bombing.flight] == [
        ("bomber 1", 0, 6),
        ("bomber 2", 0, 6),
        ("bomber 3", 1, 6),
    ]
    assert performance(bombing.flight[0], TABLES, bombing.rulings) == 3


@pytest.mark.rule("AOV-PRE-6")
def test_a_cup_that_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    from aqmf_air.core.dice.cups import Cup

    monkeypatch.setattr(premission, "crews", lambda *of: Cup.of(("0/0",)))
    assert fighters_to_choose(on("bombing-town")) == (4, 4)
    assert len(gone_on(on("bombing-town", "lent"), ["0/0"]).flight) == 1
    assert fighters_to_choose(on("bombing-town", rulings={"short_pool": "reduce"})) == (2, 2)


@pytest.mark.rule("AOV-PRE-7", "AOV-PRE-8", "AOV-PRE-9", "AOV-ORD-3", "AOV-ORD-4", "AOV-ORD-5", "AOV-ORD-6")
def test_ordnance_and_fuel() -> None:
    chosen = ChooseFighters(aircraft=("georges", "rene", "charles"))
    assert from_state(on("balloon-busting"), chosen, ()).flown.length == 24
    both = {"cards": ("OR-1", "OR-2")}
    loading = from_state(on("balloon-busting", options=both), chosen, ())
    assert loading.step == "ordnance"
    assert refused(loading, LoadOrdnance(aircraft="georges", bombs=1, rockets=1)) == (
        "Georges cannot carry 1 bomb and 1 rocket",
    )
    assert refused(loading, LoadOrdnance(aircraft="jean", bombs=1)) == ("Jean is not in the flight",)
    assert refused(loading, LoadOrdnance(aircraft="rene", rockets=3))
    loaded = from_state(loading, LoadOrdnance(aircraft="georges", rockets=2), ())
    georges = loaded.member("georges")
    assert (georges.rockets, performance(georges, TABLES, loaded.rulings)) == (2, 4)
    up = from_state(loaded, DoneLoading(), ())
    assert (up.flown.length, up.flown.laden, up.flown.at, up.flown.path) == (22, True, (1, 5), ((1, 5),))
    assert from_state(loading, DoneLoading(), ()).flown.length == 24
    short = from_state(on("balloon-busting", effects=(("EV-14", 1),)), chosen, ())
    assert short.flown.length == 22
    mixed = from_state(on("balloon-busting", options=both, rulings={"mixed_load": True}), chosen, ())
    assert not refused(mixed, LoadOrdnance(aircraft="georges", bombs=2, rockets=2))
    bombs = from_state(on("balloon-busting", options={"cards": ("OR-2",)}), chosen, ())
    assert refused(bombs, LoadOrdnance(aircraft="georges", rockets=2))
    names = ("Manfred", "Josef", "Ernst")
    german = on("balloon-busting", nation="german", names=names, options=both)
    assert from_state(german, ChooseFighters(aircraft=("manfred", "josef", "ernst")), ()).step != "ordnance"


@pytest.mark.rule("AOV-ORD-9", "AOV-ORD-11")
def test_rockets_are_offered_where_a_balloon_may_be_met() -> None:
    both = {"cards": ("OR-1", "OR-2")}
    for name, rockets in (("balloon-busting", True), ("bombing-town", False)):
        loading = campaign("ordnance", mission={"card": name, "flight": ("georges",)}, options=both)
        offered = [offer.title for offer in ruleset().legal(loading, PLAYER)]
        assert any("rocket" in title for title in offered) is rockets, offered
        assert any("bomb" in title for title in offered)


@pytest.mark.rule("AOV-ORD-6")
def test_bombs_of_bombers_take_no_fuel() -> None:
    chosen = from_state(on("bombing-hq", pace="flow"), ChooseFighters(aircraft=FOUR), (["0/0"], ["0/0"]))
    assert (chosen.flown.length, chosen.flown.laden, len(chosen.flight)) == (24, False, 6)
    assert chosen.flown.took_off == (*FOUR, "bomber-1", "bomber-2")


FOUR = ("georges", "rene", "charles", "jean")


def test_sectors_of_a_loop_are_on_the_own_half() -> None:
    for letter in "ABCDEF":
        ring = premission.objective_sectors(card("defensive-patrol"), letter, "entente", (1, 5), TABLES)
        assert all(sectors.side(at, TABLES) == "entente" for at in ring)
        assert all(sectors.distance(ring[n - 1], ring[n]) == 1 for n in range(4)), "each is next to the one before"
