"""How a campaign begins: choices, draws, counters, decks. SET, GEN, AC, GT, OPT-1 to OPT-5."""

from __future__ import annotations

import re
from collections import Counter
from typing import get_args

import pytest

from aqmf_air.games.aces_of_valor.chapters import sectors
from aqmf_air.games.aces_of_valor.chapters.campaign import (
    ChooseLength,
    ChooseNation,
    ChooseOptions,
    ChooseTier,
    DrawOptions,
    UseOption,
)
from aqmf_air.games.aces_of_valor.chapters.counters import air_skill, ground_skill
from aqmf_air.games.aces_of_valor.chapters.squadron import pilots_left
from aqmf_air.games.aces_of_valor.state import OPTIONS, PLAYER, Combat, Mission, OptionalRules
from aqmf_air.games.aces_of_valor.tables import (
    EventCard,
    FighterType,
    GroundTargetRow,
    MissionCard,
    OptionCard,
    Sheet,
    Values,
    tables,
)
from aqmf_air.games.aces_of_valor.telling.briefing import summary_of
from tests.games.aces_of_valor.playing import begun, campaign, from_state, gone_on, refused, ruleset, typed

TABLES = tables.shipped()


@pytest.mark.rule(
    "AOV-GEN-1",
    "AOV-GEN-10",
    "AOV-GEN-11",
    "AOV-SET-1",
    "AOV-SET-2",
    "AOV-SET-3",
    "AOV-SET-4",
    "AOV-SET-5",
    "AOV-SET-6",
    "AOV-SET-8",
    "AOV-OPT-1",
)
def test_a_squadron_is_formed() -> None:
    session = begun()
    assert [offer.title for offer in ruleset().legal(session.state, PLAYER)] == [
        f"Fly for {name}" for name in ("France", "Britain", "the United States", "Germany")
    ]
    typed(session, ChooseNation(nation="german"))
    assert [offer.command.missions for offer in ruleset().legal(session.state, PLAYER)] == [8, 12, 16]  # type: ignore[attr-defined]
    typed(session, ChooseLength(missions=12))
    drawn = ("Manfred", "Josef", "Ernst", "Viktor", "Werner", "Otto", "Fritz", "Paul")
    told = typed(session, ChooseOptions(), [4], *([name] for name in drawn), [1], ["offensive-patrol"], [6], [6])
    state = session.state
    assert told[:2] == ("optional rules: post-mission events", "the squadron starts with the Fokker Dr.I, tier 2")
    assert (state.nation, state.missions, state.tier, state.home, state.vp) == ("german", 12, 2, "A", 0)
    assert [one.name for one in state.in_box("ready")] == list(drawn)
    assert {(one.type, one.tier, one.rank) for one in state.squadron} == {("Fokker Dr.I", 2, 0)}
    assert len(pilots_left(state, 2)) == 8
    assert (state.number, state.marker) == (1, 1)


@pytest.mark.rule("AOV-SET-2")
def test_what_the_marker_on_the_track_counts() -> None:
    flown = {"card": "balloon-busting", "turn": 5}
    assert campaign("fighters", number=3, mission=flown).marker == 3
    turns = campaign("fighters", number=3, mission=flown, rulings={"first_marker": "turn"})
    assert (turns.marker, "track on 5" in summary_of(turns)[0]) == (5, True)
    assert campaign("starting-tier", number=0).marker == 1


@pytest.mark.rule("AOV-OPT-2", "AOV-OPT-5", "AOV-SET-8")
def test_optional_rules_are_chosen_or_drawn() -> None:
    choice = campaign("options", number=0, names=())
    twice = OptionalRules(cards=("OR-1", "OR-1"))
    assert refused(choice, ChooseOptions(options=twice)) == ("a card is named twice",)
    assert {name for name, value in OptionalRules() if isinstance(value, bool)} == set(OPTIONS)
    offered = [offer for offer in ruleset().legal(choice, PLAYER) if isinstance(offer.command, UseOption)]
    assert len(offered) == len(OPTIONS) + 8
    assert all(re.search(r": .{20,} \(AOV-OPT-\d+\)$", offer.title) for offer in offered), "what each changes, and its rule"
    both = DrawOptions(cards=2, options=OptionalRules(cards=("OR-1",)))
    assert refused(choice, both) == ("cards are drawn, or chosen, not both",)
    jams = from_state(choice, UseOption(option="OR-3"), ())
    assert (jams.step, jams.options.cards) == ("options", ("OR-3",))
    assert refused(jams, UseOption(option="OR-3")) == ("it is in use already",)
    assert refused(jams, UseOption(option="OR-9")) == ("there is no optional rule 'OR-9'",)
    assert refused(jams, DrawOptions(cards=1)) == ("cards are drawn, or chosen, not both",)
    both_cards = from_state(from_state(jams, UseOption(option="OR-1"), ()), UseOption(option="events"), ())
    plain = from_state(both_cards, UseOption(option="OR-3", used=False), ())
    assert from_state(plain, ChooseOptions(), ()).options == OptionalRules(cards=("OR-1",))
    every = next(offer for offer in ruleset().legal(choice, PLAYER) if offer.title == "Begin with all optional rules")
    assert all(value for _, value in from_state(choice, every.command, ()).options)
    session = begun(nation="french", missions=8)
    typed(session, UseOption(option="choose_tier"))
    assert ruleset().order_from_words(session.state, "use west wind", PLAYER) == UseOption(option="OR-7")
    told = typed(session, DrawOptions(cards=2), ["OR-7"], ["OR-3"])
    assert told == ("optional rules: Jams, West wind, post-mission events, choice of the first tier",)
    assert [offer.title for offer in ruleset().legal(session.state, PLAYER)][1] == "Begin with the Spad VII, tier 2"
    told = typed(
        session, ChooseTier(tier=3), *([f"{name}"] for name in ("Leon", *FIRST)), [3], ["offensive-patrol"], [6], [6]
    )
    assert session.state.tier == 3
    assert "the home airfield is B" in told


FIRST = ("Georges", "Rene", "Charles", "Jean", "Louis", "Henri", "Maurice")


@pytest.mark.rule("AOV-SET-3", "AOV-OPT-5")
def test_the_first_tier_may_be_chosen_by_a_ruling() -> None:
    session = begun(nation="french", missions=8, rulings={"start_tier": "choose"})
    typed(session, ChooseOptions())
    assert session.state.step == "choose-tier"
    fixed = begun(nation="french", missions=8, tier=3, options={})
    assert fixed.state.step == "starting-tier"
    assert not ruleset().questions(campaign("starting-tier", number=0), ChooseOptions())


@pytest.mark.rule("AOV-GEN-9", "AOV-OPT-3", "AOV-OPT-4", "AOV-SET-7")
def test_the_cards() -> None:
    events, options = TABLES.every("events", EventCard), TABLES.every("options", OptionCard)
    deck = sum(row.cards for row in TABLES.every("missions", MissionCard))
    assert (len(events), len(options), deck) == (16, 8, 30)
    assert deck + len(events) + len(options) == 54
    assert [row.title for row in options[:2]] == ["Entente Anti-Balloon Rockets", "Entente Fighter Bombs"]


@pytest.mark.rule("AOV-GEN-2", "AOV-GEN-12", "AOV-AC-1", "AOV-AC-2", "AOV-AC-3")
def test_counters_of_aircraft() -> None:
    types = Counter(row.nation for row in TABLES.every("types", FighterType))
    assert types == dict.fromkeys(("german", "french", "british", "american"), 3)
    kinds = get_args(Sheet)
    for kind in kinds:
        front, back = TABLES.aircraft(kind), TABLES.aircraft(kind, "back")
        assert back.performance < front.performance
        assert back.structure < front.structure
        assert back.hit > front.hit
    assert len(TABLES.every("aircraft", Values)) == 2 * len(kinds)
    state = campaign("fighters")
    assert {one.kind for one in state.squadron} == {"fighter"}


@pytest.mark.rule("AOV-AC-4", "AOV-AC-5", "AOV-AC-6", "AOV-AC-10", "AOV-AC-11", "AOV-AC-12")
def test_guns_and_structure() -> None:
    for kind, guns in GUNS.items():
        row = TABLES.aircraft(kind)
        assert (row.forward, row.defensive) == guns
    spad = TABLES.aircraft("tier2")
    assert (spad.hit, spad.double, spad.structure, spad.performance) == (4, 6, 5, 7)
    assert TABLES.aircraft("two-seater").double is None


GUNS: dict[Sheet, tuple[bool, int]] = {
    "tier1": (True, 0),
    "two-seater": (True, 1),
    "bomber": (False, 1),
    "heavy-bomber": (False, 2),
}


@pytest.mark.rule("AOV-AC-9")
def test_skills_are_printed_and_improved() -> None:
    state = campaign("fighters", boxes={"Georges": {"rank": 1}, "Rene": {"rank": 2}})
    georges, rene, charles = state.squadron[:3]
    assert [air_skill(one, state.rulings) for one in (georges, rene, charles)] == [3, 3, 1]
    assert [ground_skill(one, state.rulings) for one in (georges, rene, charles)] == [2, 3, 1]
    added = campaign("fighters", rulings={"ace_bonus": "added"}).rulings
    assert air_skill(rene, added) == 4


@pytest.mark.rule("AOV-GEN-7", "AOV-GEN-8", "AOV-GT-8")
def test_boxes_and_markers() -> None:
    assert (TABLES.number("track-first"), TABLES.number("track-last")) == (1, 20)
    state = campaign("fighters", boxes={"Rene": "recovery", "Jean": "lost", "Louis": "flight"})
    boxes = Counter(one.box for one in state.squadron)
    assert boxes == {"ready": 5, "flight": 1, "recovery": 1, "lost": 1}
    assert {"acted", "broken_off", "destroyed", "spaces"} <= set(Combat.model_fields)
    counted = {"turn", "length", "ledger", "targets"}
    assert counted <= set(Mission.model_fields)


@pytest.mark.rule("AOV-GT-1", "AOV-GT-2", "AOV-GT-3", "AOV-GT-4", "AOV-GT-5", "AOV-GT-6", "AOV-GT-7")
def test_counters_of_ground_targets() -> None:
    every = TABLES.every("ground-targets", GroundTargetRow)
    assert Counter(row.side for row in every) == {"front": 13, "back": 13}
    assert {row.kind for row in every} >= {"balloon", "town-ace", "town-bdf"}
    town = [TABLES.ground_target("town-ace", side).points for side in ("front", "back")]
    assert town == [5, 10]
    for row in every:
        back = TABLES.ground_target(row.kind, "back")
        assert back.destruction > TABLES.ground_target(row.kind).destruction
        assert back.aa <= TABLES.ground_target(row.kind).aa
        assert back.initiative <= TABLES.ground_target(row.kind).initiative
        assert back.points > TABLES.ground_target(row.kind).points


@pytest.mark.rule("AOV-SET-6")
def test_home_airfields_are_on_the_own_half() -> None:
    for nation, half in (("french", "entente"), ("german", "german")):
        at_home = gone_on(campaign("home", number=0, nation=nation, names=()), [6])
        assert at_home.home == "D"
        assert sectors.side(sectors.where(half, "airfield", "D", TABLES), TABLES) == half  # type: ignore[arg-type]
