"""Campaigns: who joins, who flies, what a mission makes of a man, and that nothing of it is lost on the disk."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.model import replace
from aqmf_air.core.data.tables import package_file
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.errors import DataError
from aqmf_air.games.richthofens_war import RULES_VERSION
from aqmf_air.games.richthofens_war.campaign import roster
from aqmf_air.games.richthofens_war.campaign.debriefing import begun, called_off, debriefed, own_dice, risen_to, spelled
from aqmf_air.games.richthofens_war.campaign.model import Campaign, Machines, Man, Squadron, Underway
from aqmf_air.games.richthofens_war.campaign.orders import mission_of, started, tables_and_rulings
from aqmf_air.games.richthofens_war.campaign.sortie import Sortie, made_ready
from aqmf_air.games.richthofens_war.campaign.store import bundled, parse_campaign, to_toml
from aqmf_air.games.richthofens_war.campaign.words import chronicle_of
from aqmf_air.games.richthofens_war.chapters.setting_up import check
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.state import Aircraft, Airman, Credit, Game, Setup
from aqmf_air.games.richthofens_war.tables import tables
from aqmf_air.geometry.hexes.grid import from_map
from aqmf_air.plugins.registry import load_registry

RULINGS, TABLES = RichthofenRulings(), tables.shipped()
F = Fraction


def campaign(**more: Any) -> Campaign:
    return begun(replace(bundled()["bloody-april"], **{"seed": 7, **more}), TABLES, RULINGS)


def scenario(name: str) -> dict[str, Any]:
    return load_toml(package_file("aqmf_air.games.richthofens_war", f"data/scenarios/{name}.toml"))


def sortie(of: Campaign) -> Sortie:
    assert of.task is not None
    return made_ready(of, scenario(of.task.scenario), "it", TABLES, RULINGS)


def setup_of(made: Sortie) -> Setup:
    return check(
        Setup(**{key: made.document[key] for key in Setup.model_fields if key in made.document}, rulings=RULINGS), "it"
    )


def flown(
    of: Campaign, changes: dict[str, dict[str, Any]], *parts: Credit, rulings: RichthofenRulings = RULINGS
) -> Campaign:
    """The campaign after its next mission, which has made this of its aircraft."""
    made = sortie(of)
    setup = setup_of(made)
    aircraft = tuple(
        Aircraft(**{"id": one.id, "type": one.type, "side": one.side, "at": from_map(one.column, one.row),
                    "facing": one.facing, "height": one.height, "speed": one.speed, "crew": one.crew,
                    **changes.get(one.id, {})})
        for one in setup.aircraft
    )  # fmt: skip
    game = Game(setup=setup, aircraft=aircraft, credits=parts, winner="german")
    underway = replace(of, underway=Underway(game="it", crews=made.crews))
    return debriefed(underway, game, "A mission", TABLES, rulings, own_dice(of, of.next + 1))


def resting(of: Campaign, squadron: str, name: str) -> Campaign:
    """The campaign with men of a squadron on the ground: those whose names begin so."""
    squadrons = tuple(
        replace(one, men=tuple(replace(man, rests=one.name == squadron and man.name.startswith(name)) for man in one.men))
        for one in of.squadrons
    )
    return replace(of, squadrons=squadrons)


def man(of: Campaign, name: str) -> Man:
    return next(one for _, one in of.everybody() if one.name == name)


def test_squadrons_begin_at_their_strength_and_alike_from_one_seed() -> None:
    of = campaign()
    counts = {one.name: Counter(man.role for man in one.men) for one in of.squadrons}
    assert counts == {
        "Jasta 11": {"pilot": 6},
        "No. 60 Squadron": {"pilot": 6},
        "No. 59 Squadron": {"pilot": 2, "observer": 2},
    }
    assert of == campaign()
    assert of != campaign(seed=8)
    assert man(of, "Manfred von Richthofen").victories == 31
    assert len({one.name for _, one in of.everybody()}) == 16


@pytest.mark.rule("RW-BA-1")
def test_novices_among_those_who_join() -> None:
    asked = [
        ("Britain", "pilot"),
        ("Britain", "observer"),
        ("Germany", "pilot"),
        ("Germany", "observer"),
        ("France", "pilot"),
    ]
    odds = [chances(roster.arrives_as_novice, nation, role, TABLES, RULINGS).of(True) for nation, role in asked]
    assert odds == [F(11, 12), F(3, 4), F(1, 12), 0, 0]
    ruled = RichthofenRulings(novice_german_observer="as-german-pilot")
    assert chances(roster.arrives_as_novice, "Germany", "observer", TABLES, ruled)[True] == F(1, 12)


@pytest.mark.rule("RW-BA-2")
def test_a_novice_gets_the_lesser_type_unless_the_better_outnumber_the_others() -> None:
    machines = (Machines(type="Albatros D-II", number=2), Machines(type="Fokker Dr-I", number=2))
    old, new = [Man(name=f"old {n}") for n in range(2)], [Man(name=f"new {n}", novice=True) for n in range(2)]
    squadron = Squadron(side="german", nation="Germany", name="Jasta", machines=machines)

    def types(*men: Man, rulings: RichthofenRulings = RULINGS, **more: Any) -> list[str]:
        return [type_.split()[1] for _, type_ in roster.machines_of(replace(squadron, **more), men, TABLES, rulings)]

    assert types(*new, *old) == ["Dr-I", "Dr-I", "D-II", "D-II"]
    assert types(*new, old[0]) == ["Dr-I", "Dr-I", "D-II"]  # one triplane more than men who could fly it
    assert types(*new, *old, lesser="Fokker Dr-I") == ["D-II", "D-II", "Dr-I", "Dr-I"]
    assert types(*old, rulings=RichthofenRulings(lesser_type="owner")) == ["D-II", "D-II"]


def test_a_scenario_is_flown_by_the_squadrons() -> None:
    of = campaign()
    made = sortie(of)
    assert [crew.type for crew in made.crews] == ["Albatros D-III"] * 3 + ["Nieuport 17, British"] * 3
    assert made.crews[0].men == ("Manfred von Richthofen",)
    setup = setup_of(made)
    assert setup.date == "1917-04"
    assert setup.aircraft[0].id == "richthofen"
    rested = resting(of, "Jasta 11", "Manfred")
    assert not any("Manfred von Richthofen" in crew.men for crew in sortie(rested).crews)
    second = flown(of, {})
    crews = sortie(second).crews
    assert {crew.type: len(crew.men) for crew in crews}["RE-8"] == 2
    nobody = resting(of, "No. 60 Squadron", "")
    with pytest.raises(DataError, match="the Allies have nobody to send up"):
        sortie(nobody)


def test_victories_are_shared_and_make_aces_and_regulars() -> None:
    of = campaign()
    ids = [crew.aircraft for crew in sortie(of).crews]
    red, second, novice = (next(crew.men[0] for crew in sortie(of).crews if crew.aircraft == id_) for id_ in
                           (ids[0], ids[1], ids[3]))  # fmt: skip
    parts = (Credit(aircraft=ids[0], target=ids[3], share=F(1, 2)), Credit(aircraft=ids[1], target=ids[3], share=F(1, 2)),
             Credit(aircraft=ids[0], target=ids[4], share=F(1)))  # fmt: skip
    after = flown(of, {ids[3]: {"state": "destroyed"}, ids[4]: {"state": "captured"}}, *parts)
    assert (man(after, red).victories, man(after, second).victories) == (F(65, 2), F(1, 2))
    assert man(after, novice).fate == "dead"
    assert man(after, sortie(of).crews[4].men[0]).fate == "captured"
    assert f"{red} shoots down {novice} (1/2)" in after.flown[0].lines
    assert f"{novice} (Nieuport 17, British) is shot down and killed" in after.flown[0].lines
    assert after.flown[0].points == (("german", 6), ("allied", 0))
    alive = Counter(one.alive for squadron, one in after.everybody() if squadron.name == "No. 60 Squadron")
    assert alive == {True: 6, False: 2}  # two have joined
    assert sum("joins No. 60 Squadron" in line for line in after.flown[0].lines) == 2
    ace = replace(Man(name="He"), victories=F(9, 2))
    assert risen_to(ace, replace(ace, victories=F(5)), TABLES) == "an ace"
    assert risen_to(replace(ace, novice=True), ace, TABLES) == "a regular"
    assert risen_to(ace, ace, TABLES) == ""
    assert [spelled(F(n, 2)) for n in (0, 1, 2, 5)] == ["0", "1/2", "1", "2 1/2"]


@pytest.mark.parametrize(
    ("state", "airman", "fate", "missions"),
    [
        ("flying", {}, "with-squadron", 1),
        ("left", {}, "with-squadron", 1),
        ("landed", {"health": "wounded"}, "with-squadron", 0),
        ("destroyed", {}, "dead", 0),
        ("destroyed", {"fate": "free"}, "with-squadron", 0),
        ("destroyed", {"fate": "captured"}, "captured", 0),
        ("captured", {}, "captured", 0),
        ("captured", {"health": "dead"}, "dead", 0),
        ("crashed", {}, "dead", 0),
    ],
)
def test_what_becomes_of_a_man(state: str, airman: dict[str, Any], fate: str, missions: int) -> None:
    of = campaign()
    crew = sortie(of).crews[1]
    after = man(flown(of, {crew.aircraft: {"state": state, "crew": (Airman(name=crew.men[0], **airman),)}}), crew.men[0])
    assert (after.fate, after.missions) == (fate, missions)
    wounded = airman.get("health") == "wounded"
    assert [after.flies(mission) for mission in (2, 3, 4)] == (
        [False, False, True] if wounded else [fate == "with-squadron"] * 3
    )


@pytest.mark.rule("RW-BA-3")
def test_a_campaign_may_begin_with_novices_of_its_own() -> None:
    of = campaign()
    first, *others = of.squadrons
    own = replace(first, men=(Man(name="Own Novice", novice=True),))
    named = replace(of, squadrons=(own, *others))
    filled = roster.filled_up(named, DiceTray(seeded("own")), TABLES, RULINGS).campaign
    assert [man(filled, "Own Novice").novice, len(filled.squadrons[0].men) > 1] == [True, True]


def novices(of: Campaign, **more: Any) -> Campaign:
    """The campaign with nobody but novices."""
    squadrons = tuple(replace(one, men=tuple(replace(man, novice=True, **more) for man in one.men)) for one in of.squadrons)
    return replace(of, squadrons=squadrons)


@pytest.mark.rule("RW-NOV-6")
def test_a_novice_is_a_regular_after_an_aircraft_or_four_missions() -> None:
    of = novices(campaign())
    crew = sortie(of).crews[3]
    name = crew.men[0]
    assert man(flown(of, {}), name).novice
    enemy = sortie(of).crews[0].aircraft
    for target, share, stays in ((enemy, F(1, 2), False), (enemy, F(1), False), ("balloon-1", F(1), True)):
        won = Credit(aircraft=crew.aircraft, target=target, share=share)
        assert man(flown(of, {}, won), name).novice is stays, "his first enemy aircraft, and no balloon"
        assert man(flown(of, {}, won), name).victories == share
        older = RichthofenRulings(novice_balloons="yes")
        assert not man(flown(of, {}, won, rulings=older), name).novice
    half = Credit(aircraft=crew.aircraft, target=enemy, share=F(1, 2))
    assert man(flown(of, {}, half, rulings=RichthofenRulings(novice_by_share="whole-only")), name).novice
    assert not man(flown(novices(campaign(), missions=3), {}), name).novice


@pytest.mark.rule("RW-NOV-6")
def test_a_mission_counts_for_those_whose_aircraft_and_crew_came_back_in_one_piece() -> None:
    of = called_off(campaign(), "A mission", TABLES, RULINGS, own_dice(campaign(), 2))
    crew = next(crew for crew in sortie(of).crews if len(crew.men) == 2)
    for health, missions, older in (("fit", 1, 1), ("wounded", 0, 1), ("dead", 0, 1)):
        men = (Airman(name=crew.men[0]), Airman.model_validate({"name": crew.men[1], "health": health}))
        change = {crew.aircraft: {"state": "left", "crew": men}}
        pilot = man(flown(of, change), crew.men[0])
        assert (pilot.missions, pilot.fate) == (missions, "with-squadron")
        assert man(flown(of, change, rulings=RichthofenRulings(novice_crew="the-man")), crew.men[0]).missions == older


def test_a_mission_is_flown_by_all_who_were_in_it_however_they_came_back() -> None:
    """The list of the squadrons, the page of the campaign and the chronicle count alike."""
    of = called_off(campaign(), "A mission", TABLES, RULINGS, own_dice(campaign(), 2))
    alone, pair = (next(crew for crew in sortie(of).crews if len(crew.men) == many) for many in (1, 2))
    men = (Airman(name=pair.men[0]), Airman(name=pair.men[1], health="dead"))
    after = flown(of, {alone.aircraft: {"state": "destroyed"}, pair.aircraft: {"state": "left", "crew": men}})
    rows = {row.cells[0]: row.cells[4] for row in chronicle_of(after).rows}
    for name in (*alone.men, *pair.men):
        assert (man(after, name).missions_flown, rows[name]) == (1, "1")


@pytest.mark.rule("RW-BA-1")
def test_those_with_whom_a_squadron_begins_are_no_replacements_and_roll_for_nothing() -> None:
    of = campaign()
    assert not any(one.novice for _, one in of.everybody())
    later = flown(of, {crew.aircraft: {"state": "destroyed"} for crew in sortie(of).crews[3:]})
    assert any(one.novice for _, one in later.everybody())
    older = begun(replace(bundled()["bloody-april"], seed=7), TABLES, RichthofenRulings(first_roster="as-replacements"))
    assert sum(one.novice for _, one in older.everybody()) > 5


def test_a_squadron_flies_types_of_its_nation() -> None:
    flies = [(one.nation, machines.type) for of in bundled().values() for one in of.squadrons for machines in one.machines]
    assert {(nation, TABLES.aircraft.at(type_).nation) for nation, type_ in flies} <= {(n, n) for n, _ in flies}
    assert len(flies) >= 7


def test_a_campaign_that_was_begun_under_older_rules_keeps_what_they_did() -> None:
    registry = load_registry(entry_points=False)
    new = started(bundled()["bloody-april"], registry, 7)
    assert new.rules == RULES_VERSION
    old = parse_campaign(to_toml(replace(new, rules=1)).replace("rules = 2\n", "").encode(), "it")
    assert old.rules == 1
    for of, novices_, declined in ((new, "no", "lost"), (old, "yes", "may-acquire-later")):
        ruled = tables_and_rulings(of, registry)[1]
        flown_under = mission_of(of, registry).setup["rulings"]
        for rulings in (ruled.model_dump(), flown_under):
            assert (rulings["novice_balloons"], rulings["declined_target"]) == (novices_, declined)
    chosen = replace(old, rulings={"novice_balloons": "no"})
    assert tables_and_rulings(chosen, registry)[1].novice_balloons == "no"


def test_a_campaign_ends_with_its_last_mission() -> None:
    of = campaign()
    for number in (1, 2, 3):
        assert (of.next, of.winner) == (number, "")
        of = called_off(of, "A mission", TABLES, RULINGS, own_dice(of, number + 1))
    assert of.winner == "draw"
    with pytest.raises(DataError, match="every mission was flown"):
        mission_of(of, load_registry(entry_points=False))


def test_a_campaign_is_written_to_a_file_whole() -> None:
    of = flown(campaign(), {}, Credit(aircraft="richthofen", target="x", share=F(1, 3)))
    assert parse_campaign(to_toml(of).encode(), "it") == of


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'title' is missing"),
        ('title = "x"\nmissions = []\nsquadrons = []', "'missions'"),
        ('title = "x"\nmissions = [{ scenario = "duel" }]\nsquadrons = [{ side = "german", nation = "Germany", name = "J", '
         'machines = [{ type = "Fokker D-VII", number = 2 }] }]', "the Allies have no squadron"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_campaign_is_said_in_a_line(text: str, said: str) -> None:
    with pytest.raises(DataError) as bad:
        parse_campaign(text.encode(), "mine.toml")
    assert said in str(bad.value)
    assert str(bad.value).startswith("mine.toml")
    assert "\n" not in str(bad.value)


def test_every_campaign_that_ships_can_be_begun_and_its_missions_flown() -> None:
    for ships in bundled().values():
        of = begun(ships, TABLES, RULINGS)
        for task in of.missions:
            made = made_ready(of, scenario(task.scenario), task.scenario, TABLES, RULINGS)
            assert made.left_out == ()
            setup_of(made)
