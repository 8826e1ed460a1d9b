"""Campaigns: what is earned, who is wounded, replaced, sent up again; nothing of a man is lost between missions."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from aqmf_air import api
from aqmf_air.api import DataError, counted, replace
from aqmf_air.core.play.replay import from_chapters, replay
from aqmf_air.core.play.session import Session
from aqmf_air.games.clouds_of_glory.api import CheckFacts, CloudsGame, Credit, CrewMember, due, then
from aqmf_air.games.clouds_of_glory.chapters.leaving import ForcedHome
from aqmf_air.games.clouds_of_glory.ui.board import SkyBoard
from aqmf_air.games.clouds_of_glory_expanded.campaign import telling
from aqmf_air.games.clouds_of_glory_expanded.campaign.between import closing_steps
from aqmf_air.games.clouds_of_glory_expanded.campaign.careers import (
    Advised,
    AircraftChosen,
    Dismissed,
    Earned,
    Harmed,
    Joined,
    MissionBegan,
    MissionChosen,
    MissionFlown,
    ParachuteGiven,
    SkillRaised,
    deeds_of,
    fate_of,
    victories_of,
    winner_so_far,
)
from aqmf_air.games.clouds_of_glory_expanded.campaign.squadrons import (
    CAMPAIGN,
    Airman,
    Campaign,
    crews_for,
    later,
    mission_setup,
    roster,
    types_for,
    with_man,
)
from aqmf_air.games.clouds_of_glory_expanded.campaign.story import SENTENCES
from aqmf_air.games.clouds_of_glory_expanded.campaign.telling import state_of
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED
from aqmf_air.games.clouds_of_glory_expanded.chapters.ability_traits import ABILITIES, Pupil, rerolls
from aqmf_air.games.clouds_of_glory_expanded.chapters.parachutes import SILK, Parachutist
from tests.games.clouds_of_glory.fights import (
    MAN,
    aircraft,
    document,
    gunner,
    happens,
    kinds,
    manned,
    registry,
    rolls,
    rules,
    session,
    setup_of,
    steps_alone,
)
from tests.games.clouds_of_glory.fights import played as played_on
from tests.games.clouds_of_glory_expanded.sorties import sortie, tables
from tests.stories import assert_it_is_from_the_log, assert_sentences_agree, assert_sentences_name_nothing

CAMPAIGNS = ("over-the-salient", "the-long-winter")
ALL = ("experience", "abilities", "wounds")
TWO = (
    aircraft("a", "entente", "Sopwith Camel", speed=145, crew=[{**MAN, "name": "Ada"}]),
    aircraft("b", "germany", at=[30, 45, 20], crew=[{**MAN, "name": "Bert"}]),
)


@cache
def played(name: str, seed: int) -> Session[CloudsGame]:
    """A campaign played to its end by offers chosen from a seed."""
    return played_on(session(document(name), seed), seed, 4000)


def men(game: CloudsGame) -> dict[str, Airman]:
    return {man.name: man for man in roster(game)}


def test_the_table_names_the_mission_and_who_flies_it() -> None:
    board, game = SkyBoard(rules()), over(debriefed=False)
    assert board.part(game) == "Mission 1 of 2: The first mission"
    assert board.part(CAMPAIGN.changed(game, mission=2)) == f"Mission 2 of 2: {CAMPAIGN.of(game).missions[0].title}"
    assert board.part(sortie(*TWO, chapters=ALL)) == ""
    assert [*board.taking_part(game)] == ["Entente: Ada (Sopwith Camel)", "Germans: Bert (Albatros D.Va)"]


def over(*chapters: str, further: int = 1, debriefed: bool = True, placings: Any = TWO, **more: Any) -> CloudsGame:
    """A mission of a campaign that is over, all aircraft still there; ``further`` missions are to come."""
    rulings = {name: more.pop(name) for name in tuple(more) if name in rules().rulings.model_fields}
    missions = [{"document": DUEL, "days": more.pop("days", 5)}] * further
    kept = {"campaign": {"missions": missions, **more}}
    game = sortie(*placings, chapters=chapters or ALL, slices=kept, phase="closing", waiting=(), turn=10, **rulings)
    return happens(game, "debrief", "")[0] if debriefed else game


DUEL = (
    '{"title": "A duel", "aircraft": ['
    '{"id": "x", "side": "entente", "type": "Sopwith Camel", "marking": "x", "at": [30, 10, 20], "speed": 145,'
    ' "crew": [{"name": "Nobody"}]},'
    '{"id": "y", "side": "germany", "type": "Albatros D.Va", "marking": "y", "at": [30, 50, 20], "speed": 145,'
    ' "crew": [{"name": "No one"}]}]}'
)


# -- what was done -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-1.3.a", "ICOGX-1.3.b")
def test_deeds_are_read_from_the_mission() -> None:
    game = over()
    ada, bert = game.of("a"), game.of("b")
    assert deeds_of(game, ada, ada.pilot)._asdict() == {
        "home": True, "won": False, "victories": 0, "finished": 0, "forced_home": 0, "forced_then_down": 0, "objectives": 0,
        "objective": 0,
    }  # fmt: skip
    by_ada, nobody = Credit("a", "pilot"), Credit()
    down = game.changed("b", downed=by_ada, out="destroyed")
    assert deeds_of(down, ada, ada.pilot)[:5] == (True, True, 1, 0, 0)
    assert not deeds_of(down, down.of("b"), bert.pilot).home
    assert deeds_of(game.changed("b", downed=nobody, out="destroyed"), ada, ada.pilot).victories == 0
    both = game.changed("b", downed=by_ada, sent_home=by_ada, out="destroyed")
    assert deeds_of(both, ada, ada.pilot)[2:6] == (0, 1, 0, 1)
    home = game.changed("b", sent_home=by_ada, home=True)
    assert deeds_of(home, ada, ada.pilot)[2:6] == (0, 0, 1, 0)
    assert deeds_of(replace(game, reached=("a",)), ada, ada.pilot).objectives == 1


@pytest.mark.rule("ICOGX-1.3.a")
def test_a_gunner_earns_by_himself() -> None:
    crew = [{**MAN, "name": "Ada"}, gunner("observer", name="Gus")]
    two = aircraft("a", "entente", "R.E.8", speed=140, crew=crew)
    game = over(placings=(two, TWO[1]), further=0, debriefed=False).changed("b", downed=Credit("a", "observer"), out="gone")
    craft = game.of("a")
    assert [deeds_of(game, craft, man).victories for man in craft.crew] == [0, 1]
    assert [happens(game, "earns", "a", man.station)[1][-1].xp for man in craft.crew] == [2, 4]


def test_who_is_dead_or_a_prisoner_does_not_come_home() -> None:
    game = over()
    dead, burnt = manned(game, "a", wounds=11), game.changed("a", out="destroyed")
    assert [fate_of(each, each.of("a"), each.of("a").pilot) for each in (dead, burnt)] == ["dead", "dead"]
    spared = manned(burnt, "a", spared=True)
    assert fate_of(spared, spared.of("a"), spared.of("a").pilot) == ""
    taken = happens(game.changed("a", out="landed", pose=game.of("b").pose), "down", "a", "pilot")[0]
    assert fate_of(taken, taken.of("a"), taken.of("a").pilot) == "prisoner"
    assert kinds(happens(taken, "earns", "a", "pilot")[1]) == []


def test_who_has_jumped_is_down_where_his_canopy_took_him() -> None:
    game = over().changed("a", out="destroyed")
    left = manned(game, "a", left=True, spared=True)
    jumper = Parachutist(seat="a", name="Ada", side="entente", at=(30, 44, 0), turn=3, fate="landed")
    assert [step.of for step in closing_steps(left) if step.name == "down"] == ["a"]
    assert fate_of(left, left.of("a"), left.of("a").pilot) == ""
    assert happens(left, "down", "a", "pilot")[1][-1].home
    behind = happens(SILK.changed(left, jumped=(jumper,)), "down", "a", "pilot")[1][-1]
    assert (behind.ground, behind.home) == ("enemy", False)
    flown_on = manned(over(), "a", left=True)
    assert [step.of for step in closing_steps(flown_on) if step.name == "down"] == ["a"]


def test_a_single_mission_tells_what_is_earned_and_rolls_nothing() -> None:
    """ICOGX-1.5.a."""
    game = manned(sortie(*TWO, chapters=ALL, phase="closing", waiting=()), "a", wounds=3)
    assert [(step.name, step.of) for step in closing_steps(game)] == [("earns", "a"), ("earns", "b")]
    after, events = happens(game, "earns", "a", "pilot")
    assert events[-1] == Earned(man="Ada", xp=1)
    assert after.craft == game.craft
    assert list(closing_steps(sortie(*TWO, chapters=()))) == []


@pytest.mark.rule("ICOGX-1.5.a")
def test_what_is_rolled_depends_on_the_campaign_and_its_chapters() -> None:
    def names(*chapters: str, further: int = 1) -> list[str]:
        return list(dict.fromkeys(step.name for step in closing_steps(over(*chapters, further=further))))

    assert names() == ["debrief", "earns", "ace", "first aid", "spending", "squadrons"]
    assert names("experience") == ["debrief", "earns", "spending", "squadrons"]
    assert names("wounds") == ["debrief", "first aid", "spending", "squadrons"]
    last = CAMPAIGN.changed(over(), mission=2)
    assert [*dict.fromkeys(step.name for step in closing_steps(last))] == ["debrief", "earns", "ace"]
    assert not [step for step in closing_steps(over()) if step.name == "down"]
    assert [step.of for step in closing_steps(over().changed("a", out="landed")) if step.name == "down"] == ["a"]


# -- experience --------------------------------------------------------------------------------------------------------


def rich(xp: int, name: str = "Ada", **more: Any) -> CloudsGame:
    game = over(**more)
    changed = [replace(man, xp=xp) if man.name == name else man for man in CAMPAIGN.of(game).men]
    return CAMPAIGN.changed(game, men=tuple(changed))


@pytest.mark.rule("ICOGX-1.3.d", "ICOGX-1.3.e", "ICOGX-1.3.f")
def test_points_are_spent_one_after_the_other_or_saved() -> None:
    game, events = happens(rich(4), "spending", "", faces=(9, 1), answers=("gunnery", "gunnery", "save"))
    raised = [event for event in events if isinstance(event, SkillRaised)]
    assert [(event.skill, event.paid) for event in raised] == [("gunnery", 1), ("gunnery", 2)]
    ada = men(game)["Ada"]
    assert (ada.record.gunnery, ada.record.flying, ada.xp) == (14, 12, 1)
    saved, events = happens(rich(4), "spending", "", answers=("save",))
    assert (kinds(events), men(saved)["Ada"].xp) == (["steps.asked"] * 0, 4)
    assert men(happens(rich(0), "spending", "")[0])["Ada"].record.flying == 12


@pytest.mark.rule("ICOGX-1.3.f")
def test_a_ten_on_a_raise_brings_an_ability() -> None:
    game, _ = happens(rich(1), "spending", "", faces=(10, 12), answers=("flying",))
    assert men(game)["Ada"].record.traits == ("cool aim",)
    assert men(happens(rich(1, further=1), "spending", "", faces=(9,), answers=("flying",))[0])["Ada"].record.traits == ()


def test_without_abilities_no_die_is_rolled_for_one() -> None:
    game = CAMPAIGN.changed(over("experience"), men=tuple(replace(man, xp=1) for man in men(over()).values()))
    after, _ = happens(game, "spends", "", "Ada", answers=("flying",))
    assert men(after)["Ada"].record.flying == 13


def test_an_ace_has_an_ability_of_aces() -> None:
    crew = [{**MAN, "name": "Ada", "victories": 4}]
    game = over(placings=({**TWO[0], "crew": crew}, TWO[1]), debriefed=False)
    game = game.changed("b", downed=Credit("a", "pilot"), out="destroyed")
    game = happens(game, "debrief", "")[0]
    assert men(game)["Ada"].record.victories == 5
    after, _ = happens(game, "ace", "a", "pilot", faces=(1,))
    record = men(after)["Ada"].record
    assert (record.traits, record.fortitude, record.luck) == (("confident",), 15, 12)


def test_who_is_gone_neither_spends_points_nor_is_given_first_aid() -> None:
    gone = with_man(rich(3), "Ada", fate="prisoner")
    assert kinds(happens(gone, "spending", "")[1]) == []
    hurt = with_man(wounded(4), "Ada", fate="prisoner")
    assert kinds(happens(hurt, "first aid", "a", "pilot")[1]) == []


def test_a_mission_is_won_by_its_own_points() -> None:
    game = over()
    earlier = replace(CAMPAIGN.of(game).flown[0], points=(("entente", 7), ("germany", 2)))
    second = CAMPAIGN.changed(game, mission=2, flown=(earlier,))
    assert winner_so_far(second) == winner_so_far(over(debriefed=False)) == ({"entente": 0, "germany": 0}, "draw")


def test_an_enemy_who_is_not_down_is_no_victory() -> None:
    game = over(debriefed=False, fire_victory="if-lost").changed("b", downed=Credit("a", "pilot"), fire=True)
    assert victories_of(game, Credit("a", "pilot")) == 0
    assert victories_of(game.changed("b", out="destroyed"), Credit("a", "pilot")) == 1


@pytest.mark.rule("ICOGX-1.6.1")
def test_who_is_saved_from_a_lost_aircraft_is_looked_for_and_nobody_else() -> None:
    lost = over("wounds", debriefed=False).changed("b", out="destroyed")
    for game, looked_for in ((lost, []), (manned(lost, "b", spared=True), ["b"]), (lost.changed("b", out="landed"), ["b"])):
        assert [step.of for step in closing_steps(game) if step.name == "down"] == looked_for


# -- wounds ------------------------------------------------------------------------------------------------------------


def wounded(points: int, **more: Any) -> CloudsGame:
    """Ada comes home with so many wound points of 11."""
    game = manned(over(debriefed=False, **more), "a", wounds=points)
    return happens(game, "debrief", "")[0]


@pytest.mark.rule("ICOGX-1.5.1")
def test_first_aid_heals_or_the_table_is_read() -> None:
    game, events = happens(wounded(4), "first aid", "a", "pilot", faces=(4,))
    assert kinds(events) == ["icogx.first_aid"]
    assert men(game)["Ada"].record == men(over())["Ada"].record
    game, events = happens(wounded(4), "first aid", "a", "pilot", faces=(3, 15))
    assert kinds(events) == ["icogx.first_aid", "icogx.wound_read", "icogx.harmed"]
    ada = men(game)["Ada"]
    assert (ada.record.fortitude, ada.record.wounds, ada.back) == (10, 0, 6)
    assert kinds(happens(wounded(0), "first aid", "a", "pilot")[1]) == []


@pytest.mark.rule("ICOGX-1.5.W1", "ICOGX-1.5.W2", "ICOGX-1.5.W12", "ICOGX-1.5.b")
def test_he_may_be_stronger_die_or_fly_no_more() -> None:
    game, _ = happens(wounded(4), "first aid", "a", "pilot", faces=(1, 1, 5))
    assert men(game)["Ada"].record.traits == ("daredevil",)
    game, _ = happens(wounded(4), "first aid", "a", "pilot", faces=(1, 20))
    assert men(game)["Ada"].fate == "dead"
    game, _ = happens(wounded(10), "first aid", "a", "pilot", faces=(1, 17))
    assert men(game)["Ada"].fate == "invalided"


@pytest.mark.rule("ICOGX-1.5.c")
def test_re_rolls_left_over_serve_the_table() -> None:
    game = manned(wounded(4), "a", rerolls=1)
    after, _ = happens(game, "first aid", "a", "pilot", faces=(1, 20, 8), answers=("re-roll",))
    assert men(after)["Ada"].fate == ""
    assert after.of("a").pilot.rerolls == 0


@pytest.mark.rule("ICOGX-1.5.a", "ICOGX-1.5.2")
def test_a_campaign_may_ground_nobody() -> None:
    game, _ = happens(wounded(4, grounding=False), "first aid", "a", "pilot", faces=(3, 15))
    assert (men(game)["Ada"].record.fortitude, men(game)["Ada"].back) == (10, 0)
    game, _ = happens(wounded(4, days=14), "first aid", "a", "pilot", faces=(3, 15))
    assert men(game)["Ada"].back == 0


def test_a_ruling_lets_wounds_go_on() -> None:
    game, _ = happens(wounded(9, wound_carryover="persists"), "first aid", "a", "pilot", faces=(1, 5))
    assert men(game)["Ada"].record.wounds == 8
    game, events = happens(game, "rest", "", "Ada", faces=(6,))
    assert (kinds(events), men(game)["Ada"].record.wounds) == (["icogx.first_aid"], 2)
    healed, _ = happens(wounded(9), "first aid", "a", "pilot", faces=(1, 5))
    assert men(healed)["Ada"].record.wounds == 0


def test_a_ruling_lowers_flying_for_good() -> None:
    game, _ = happens(wounded(4, wound_skills="as-printed"), "first aid", "a", "pilot", faces=(4,))
    assert (men(game)["Ada"].record.flying, men(game)["Ada"].record.gunnery) == (8, 12)


def test_who_cheats_death_at_home_lives() -> None:
    crew = [{**MAN, "name": "Ada", "traits": ["cheating death"], "luck": 14}]
    given = {"placings": ({**TWO[0], "crew": crew}, TWO[1]), "cheating_death_scope": "wound-table-too"}
    game, _ = happens(wounded(4, **given), "first aid", "a", "pilot", faces=(1, 20, 10, 3))
    assert (men(game)["Ada"].fate, men(game)["Ada"].record.wounds) == ("", 8)
    game, _ = happens(wounded(4, **given), "first aid", "a", "pilot", faces=(1, 20, 11))
    assert men(game)["Ada"].fate == "dead"


def test_without_abilities_no_wound_brings_one_and_nobody_cheats_death() -> None:
    crew = [{**MAN, "name": "Ada", "traits": ["cheating death"], "luck": 14}]
    given = {"placings": ({**TWO[0], "crew": crew}, TWO[1]), "cheating_death_scope": "wound-table-too"}
    game = EXPANDED.changed(wounded(4, **given), chapters=("experience", "wounds"))
    stronger, events = happens(game, "first aid", "a", "pilot", faces=(1, 1))
    assert (kinds(events)[-1], men(stronger)["Ada"].record.traits) == ("icogx.harmed", ("cheating death",))
    dead, _ = happens(game, "first aid", "a", "pilot", faces=(1, 20))
    assert men(dead)["Ada"].fate == "dead"


# -- who flies next ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-1.5.2")
def test_a_replacement_flies_until_he_is_back_and_one_is_dismissed() -> None:
    game = CAMPAIGN.changed(over(), men=tuple(
        replace(man, back=9) if man.name == "Ada" else man for man in men(over()).values()
    ))  # fmt: skip
    faces = ((3, 3), (4, 4), (5, 5), (3, 3, 3), (3, 3, 4))
    first, events = happens(game, "squadrons", "", faces=faces, answers=("12-16-14",))
    (joined,) = (event for event in events if isinstance(event, Joined))
    assert (joined.man, joined.side, joined.flying, joined.fortitude, joined.luck) == ("Entente 1", "entente", 16, 9, 10)
    assert first.of("x").pilot.name == "Entente 1"
    assert (first.phase, first.turn, CAMPAIGN.of(first).mission, CAMPAIGN.of(first).day) == ("placing", 0, 2, 5)


@pytest.mark.rule("ICOGX-1.5.2", "ICOGX-1.5.d")
def test_the_player_dismisses_whom_he_likes() -> None:
    spare = Airman(side="entente", record=CrewMember(name="Sub"), replacement=True)
    game = CAMPAIGN.changed(over(), men=(*men(over()).values(), spare))
    for name, flies in (("Ada", "Sub"), ("Sub", "Ada")):
        after, events = happens(game, "squadrons", "", answers=(name,))
        assert [event.man for event in events if isinstance(event, Dismissed)] == [name]
        assert men(after)[name].fate == "dismissed"
        assert after.of("x").pilot.name == flies


def test_a_man_flies_with_all_that_he_has() -> None:
    game = over()
    scores = {"awareness": 15, "flying": 9, "gunnery": 17, "fortitude": 8, "luck": 16, "victories": 3}
    record = CrewMember.model_validate({"name": "Ada", "traits": ("trauma",), **scores})
    ada = replace(men(game)["Ada"], record=record, xp=3, missions=1)
    game = CAMPAIGN.changed(game, men=(ada, *(man for man in men(game).values() if man.name != "Ada")))
    after, events = happens(game, "squadrons", "")
    assert isinstance(events[-1], MissionBegan)
    flies = after.of("x").pilot
    assert {name: getattr(flies, name) for name in scores} == scores
    assert (flies.traits, flies.rerolls, flies.wounds) == (("trauma",), 2, 0)
    assert men(after)["Ada"] == ada


def test_those_whom_a_mission_names_fly_first_and_then_who_has_flown_least() -> None:
    roll = tuple(
        Airman(side="entente", record=CrewMember(name=name), missions=missions)
        for name, missions in (("A", 3), ("B", 1), ("C", 2))
    )
    task = CAMPAIGN.of(over()).missions[0]
    assert crews_for(roll, task, 0)[0] == ("x", ("B",))
    assert crews_for(roll, replace(task, flies=("C",)), 0)[0] == ("x", ("C",))
    assert crews_for(roll, task, 0)[1] == ("y", ("",))
    grounded = tuple(replace(man, back=4) if man.name == "B" else man for man in roll)
    assert [crews_for(grounded, task, day)[0] for day in (3, 4)] == [("x", ("C",)), ("x", ("B",))]


# -- whole campaigns ---------------------------------------------------------------------------------------------------


@pytest.mark.further(every=3)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_nothing_of_a_man_is_lost_between_missions(name: str, seed: int) -> None:
    game = played(name, seed)
    state, missions = rules().initial(game.header.setup), 1
    for event in counted(list(game.entries)):
        before, state = state, rules().evolve(state, event)
        was, now = men(before), men(state)
        assert was.keys() <= now.keys()
        if isinstance(event, MissionBegan):
            missions += 1
            assert was == now
            flying = [man for craft in state.craft for man in craft.crew]
            assert len({man.name for man in flying}) == len(flying)
            assert all(not now[man.name].fate and now[man.name].record.traits == man.traits for man in flying)
        elif isinstance(event, MissionFlown):
            flew = {man.name for craft in before.craft for man in craft.crew}
            assert {name for name in now if now[name].missions > (was[name].missions if name in was else 0)} == flew
        else:
            assert {man.missions for man in was.values()} <= {man.missions for man in now.values()}
        if not isinstance(event, Earned | SkillRaised):
            assert sum(man.xp for man in was.values()) == sum(man.xp for man in now.values())
        if not isinstance(event, Harmed | MissionFlown | Dismissed):
            assert {name: man.fate for name, man in was.items()} == {name: now[name].fate for name in was}
    assert (missions, len(CAMPAIGN.of(state).flown)) == (4, 4)
    assert state.winner


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_s_log_replays_to_the_same_state(name: str) -> None:
    game = played(name, 1)
    again = replay(game.ruleset, game.header, game.entries)
    assert again.state == game.state
    starts = list(from_chapters(game))
    assert len(starts) == 3
    assert all(start.state == game.state for _, start in starts)


def test_points_of_all_missions_decide() -> None:
    game = played("over-the-salient", 1).state
    flown = CAMPAIGN.of(game).flown
    sums = {side: sum(dict(each.points)[side] for each in flown) for side in ("entente", "germany")}
    lead = sums["entente"] - sums["germany"]
    assert game.winner == ("draw" if abs(lead) < 2 else "entente" if lead > 0 else "germany")
    names, told = {"entente": "Entente", "germany": "Germans"}, dict(rules().scored(game))
    for number, each in enumerate(flown[:-1], 1):
        for side, points in each.points:
            row = told.get(f"{names[side]}: mission {number}, {each.title}")
            assert row == (f"+{points}" if points else None), "each earlier mission says what it gave"
    assert " in 4 missions; a lead of 2 points wins" in rules().why(game)


def test_nobody_takes_a_mission_back_that_is_over() -> None:
    game = played("over-the-salient", 1)
    starts: list[Any] = []
    Session(game.ruleset, game.header, list(game.entries), at_chapter=starts.append)
    assert [game.ruleset.chapter(start.state) for start in starts] == [2, 3, 4]
    assert game.ruleset.chapter(rules().initial(setup_of(document("first-patrols")))) == 0


@pytest.mark.parametrize("style", list(registry().of(api.kinds.POLICIES, "clouds")))
def test_automatic_sides_get_through_what_is_to_be_decided(style: str) -> None:
    policy: Any = registry().of(api.kinds.POLICIES, "clouds")[style]
    game = with_man(rich(4), "Bert", fate="dead")
    game = replace(game, todo=(api.GameStep(name="spending"), api.GameStep(name="squadrons")))
    tray, orders = api.DiceTray(api.seeded(1)), list[Any]()
    while CAMPAIGN.of(game).mission == 1:
        orders.append(rules().follows(game) or policy.choose(rules(), game, game.acting[0]))
        game = rules().after(game, rules().decide(game, orders[-1], tray))
    assert [order.option for order in orders[1:3]] == ["flying", "gunnery"]
    assert men(game)["Ada"].xp < 4
    assert game.of("y").pilot.name == "Germans 1"


# -- before the next mission --------------------------------------------------------------------------------------------


def trait_of(name: str, *traits: str, victories: int = 0, placings: Any = TWO, **expanded: Any) -> CloudsGame:
    """A mission that is over, with traits of a man."""
    game = EXPANDED.changed(over(placings=placings), **expanded)
    game = replace(game, setup=EXPANDED.changed(game.setup, **expanded))
    record = replace(men(game)[name].record, traits=traits, victories=victories)
    return with_man(game, name, record=record)


def before(game: CloudsGame, *answers: str, faces: Any = ()) -> tuple[CloudsGame, list[Any]]:
    """What is asked before the next mission, which then begins."""
    return happens(game, "squadrons", "", faces=faces, answers=answers)


def asked(game: CloudsGame, step: str = "squadrons", *facts: str, faces: Any = ()) -> api.Decision:
    """What is asked first."""
    source, steps = rolls(faces), steps_alone(registry())
    game = api.after(game, list(api.onward(game, steps, api.DiceTray(source), (then(due(step, "", *facts)),))))
    assert game.open is not None
    return game.open.decision


def lines_of(game: CloudsGame) -> tuple[str, ...]:
    return CAMPAIGN.of(game).flown[-1].lines


@pytest.mark.rule("ICOGX-1.4.P7")
def test_friends_at_high_places_bring_an_aircraft_that_a_man_flies_from_then_on() -> None:
    game = trait_of("Bert", "friends at high places", date="1917-04-06")
    assert (asked(game).by, asked(game).options) == ("germany", ("", "Albatros D.III"))
    after, events = before(game, "Albatros D.III")
    assert [event for event in events if isinstance(event, AircraftChosen)] == [
        AircraftChosen(man="Bert", aircraft="Albatros D.III", month=1917 * 12 + 4)
    ]
    assert after.of("y").type == "Albatros D.III"
    assert after.of("y").speed in after.tables.panel("Albatros D.III").steps
    assert "Bert has an Albatros D.III of his own" in lines_of(after)
    assert "his own Albatros D.III" in state_of(men(after)["Bert"], CAMPAIGN.of(after))
    kept, _ = before(game, "")
    assert (kept.of("y").type, men(kept)["Bert"].own, men(kept)["Bert"].asked) == ("Albatros D.Va", "", 1917 * 12 + 4)
    assert asked(with_man(EXPANDED.changed(game, date="1917-08-30"), "Bert", own="Pfalz D.III")).options == (
        "", "Albatros D.III", "Fokker Dr.I", "Albatros D.Va",
    )  # fmt: skip
    assert "Bert flies what the squadron gives him" in lines_of(kept)


@pytest.mark.rule("ICOGX-1.4.A3")
def test_a_test_expert_is_offered_each_new_type_once_two_months_early() -> None:
    game = trait_of("Ada", "test expert", date="1917-03-30")
    assert asked(game).options == ("", "S.E.5a", "Sopwith Camel")
    after, _ = before(game, "S.E.5a")
    assert (after.of("x").type, after.of("x").speed) == ("S.E.5a", 145)
    assert "Ada has an S.E.5a of his own" in lines_of(after)
    assert "Ada has a Sopwith Camel of his own" in lines_of(before(game, "Sopwith Camel")[0])
    again = CAMPAIGN.changed(after, mission=1, flown=CAMPAIGN.of(game).flown)
    assert AircraftChosen not in {type(event) for event in before(again)[1]}
    assert AircraftChosen not in {type(event) for event in before(trait_of("Ada", "test expert", date="1917-01-02"))[1]}
    assert AircraftChosen not in {type(event) for event in before(trait_of("Ada", "test expert"))[1]}


@pytest.mark.rule("ICOGX-1.4.P7")
def test_friends_at_high_places_bring_weapons_and_parachutes(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = tuple(replace(row, layouts=("Nieuport 17",)) if row.type == "Sopwith Pup" else row for row in tables().timeline)
    monkeypatch.setitem(tables().__dict__, "timeline", rows)
    friends = trait_of("Ada", "friends at high places", date="1916-09-01")
    assert asked(friends).options == ("", "Nieuport 17", "Sopwith Pup")
    monkeypatch.setitem(tables().__dict__, "timeline", rows[2:])
    assert asked(friends).options == ("", "Sopwith Pup", "Nieuport 17")
    late = trait_of("Bert", "friends at high places", date="1918-03-29", chapters=(*ALL, "parachutes"))
    after, events = before(late, "Fokker D.VII")
    assert ParachuteGiven(man="Bert") in events
    assert SILK.of(after).men == ("y",)
    assert EXPANDED.of(after).date == "1918-04-03"
    assert "Bert is given a parachute" in lines_of(after)
    for other in (EXPANDED.changed(late, chapters=ALL), EXPANDED.changed(late, date="1918-03-20")):
        assert ParachuteGiven not in {type(event) for event in before(other, "Fokker D.VII")[1]}


@pytest.mark.rule("ICOGX-1.4.P7")
def test_an_aircraft_of_his_own_has_the_seats_that_are_needed() -> None:
    game = over()
    pilot, crew = (replace(men(game)["Ada"], seat=seat) for seat in ("pilot", "two-seater"))
    assert [*types_for(game, crew)] == ["F.E.2b", "R.E.8", "Bristol F.2B", "Breguet 14"]
    assert {*types_for(game, pilot)} == {"Nieuport 17", "Sopwith Pup", "S.E.5a", "Sopwith Camel", "SPAD XIII"}
    for own, bombs, flown in (("S.E.5a", 0, "S.E.5a"), ("S.E.5a", 4, "Sopwith Camel")):
        mine = with_man(game, "Ada", own=own)
        campaign = CAMPAIGN.of(mine)
        text = campaign.missions[0].document.replace('"speed": 145,', f'"speed": 145, "bombs": {bombs},', 1)
        task = replace(campaign.missions[0], document=text)
        setup = mission_setup(mine.setup, campaign, task, (("x", ("Ada",)), ("y", ("Bert",))))
        assert (setup.aircraft[0].type, setup.aircraft[0].speed) == (flown, 145)
    gunned = campaign.missions[0].document.replace(
        '{"name": "Nobody"}', '{"name": "Nobody"}, {"name": "Gus", "station": "observer"}'
    )
    task = replace(campaign.missions[0], document=gunned.replace("Sopwith Camel", "R.E.8"))
    setup = mission_setup(mine.setup, campaign, task, (("x", ("Ada", "")), ("y", ("Bert",))))
    assert setup.aircraft[0].type == "R.E.8"


THREE = (*TWO, aircraft("c", "entente", "Sopwith Camel", at=[20, 10, 20], speed=145, crew=[{**MAN, "name": "Cleo"}]))


@pytest.mark.rule("ICOGX-1.4.A4")
def test_a_promoted_ace_flies_in_the_place_of_another_or_has_another_fly_for_him() -> None:
    ace = trait_of("Cleo", "promotion", victories=5, placings=THREE)
    after, events = before(ace, "fly", faces=(4,))
    (chosen,) = (event for event in events if isinstance(event, MissionChosen))
    assert (chosen.face, chosen.other, after.of("x").pilot.name) == (4, "Ada", "Cleo")
    assert "Cleo rolls 4 for a say: he flies in the place of Ada" in lines_of(after)
    low, _ = before(ace, faces=(3,))
    assert low.of("x").pilot.name == "Ada"
    assert "Cleo rolls 3 for a say: he stays" in lines_of(low)
    drawn = trait_of("Ada", "promotion", victories=5, placings=THREE)
    assert before(drawn, "stay", faces=(6,))[0].of("x").pilot.name == "Cleo"
    assert "Ada rolls 6 for a say: he stays, and Cleo flies for him" in lines_of(before(drawn, "stay", faces=(6,))[0])
    assert MissionChosen not in {type(event) for event in before(with_man(ace, "Cleo", back=99, replacement=True))[1]}


@pytest.mark.rule("ICOGX-1.4.A5")
def test_a_mentor_advises_a_rookie_who_flies_whether_he_flies_himself_or_not() -> None:
    mentor = trait_of("Cleo", "mentor", victories=5, placings=THREE)
    assert asked(mentor).options == ("Ada",)
    after, events = before(mentor, "Ada")
    assert Advised(man="Cleo", rookie="Ada") in events
    assert "Cleo advises Ada: a re-roll more in the next mission" in lines_of(after)
    assert ABILITIES.of(after).rookies == (Pupil("", "x"),)
    assert "Ada has a re-roll more, on the advice of a mentor." in rules().rules.briefing(after.setup)
    after = replace(after, turn=1)
    facts = CheckFacts(after, after.of("x"), "pilot")
    assert list(rerolls("shot", facts)) == ["mentor of x pilot"]
    assert not list(rerolls("shot", CheckFacts(after, after.of("y"), "pilot")))
    assert CAMPAIGN.of(after).pupils == ()
    ace = with_man(mentor, "Ada", record=replace(men(mentor)["Ada"].record, victories=1))
    assert Advised not in {type(event) for event in before(ace)[1]}
    assert Advised not in {type(event) for event in before(with_man(mentor, "Cleo", fate="dead", replacement=True))[1]}


@pytest.mark.rule("ICOGX-1.6.1")
def test_a_gunner_who_jumped_is_asked_for_though_his_aircraft_got_home() -> None:
    crew = [{**MAN, "name": "Karl"}, gunner("observer", name="Gus")]
    two = aircraft("dfw", "germany", "DFW C.V", at=[30, 45, 20], speed=120, crew=crew)
    game = over(placings=(*TWO, two), debriefed=False).changed("dfw", out="gone", home=True)
    game = manned(game, "dfw", "observer", left=True, spared=True)
    jumper = Parachutist(seat="dfw/observer", name="Gus", side="germany", at=(30, 10, 0), turn=3, fate="landed")
    game = SILK.changed(game, jumped=(jumper,))
    assert [(step.of, step.facts) for step in closing_steps(game) if step.name == "down"] == [("dfw", ("observer",))]
    taken = happens(game, "down", "dfw", "observer")[0]
    craft = taken.of("dfw")
    assert [fate_of(taken, craft, man) for man in craft.crew] == ["", "prisoner"]


@pytest.mark.rule("ICOGX-1.3.b")
def test_who_shot_an_aircraft_down_before_it_was_forced_home_has_his_whole_victory() -> None:
    by_ada, burns = Credit("a", "pilot"), over().changed("b", downed=Credit("a", "pilot"), fire=True)
    home = ForcedHome(craft="b", by="a", station="pilot").apply(burns)
    lost = home.changed("b", out="destroyed")
    assert deeds_of(lost, lost.of("a"), lost.of("a").pilot)[2:6] == (1, 0, 0, 0)
    saved = home.changed("b", downed=None, fire=False)
    assert deeds_of(saved, saved.of("a"), saved.of("a").pilot)[2:6] == (0, 0, 1, 0)
    first = ForcedHome(craft="b", by="a", station="pilot").apply(over()).changed("b", downed=by_ada, out="destroyed")
    assert deeds_of(first, first.of("a"), first.of("a").pilot)[2:6] == (0, 1, 0, 1)


def test_what_a_gunner_does_not_use_is_offered_to_him_last() -> None:
    crew = [{**MAN, "name": "Karl"}, gunner("observer", name="Gus", flying=3, gunnery=12, awareness=12)]
    two = aircraft("dfw", "germany", "DFW C.V", at=[30, 45, 20], speed=120, crew=crew)
    assert asked(rich(1, "Gus", placings=(*TWO, two)), "spending").options == ("gunnery", "awareness", "save", "flying")


def test_the_first_choice_of_a_new_gunner_is_what_he_uses() -> None:
    faces = ((2, 2), (2, 4), (5, 5), (1, 2, 3), (6, 6, 6))
    assert asked(over(), "replacement", "germany", "gunner", faces=faces).options[0] == "12-10-16"
    assert asked(over(), "replacement", "germany", "pilot", faces=faces).options[0] == "10-16-12"


@pytest.mark.further(every=2)
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_men_with_every_ability_get_through_a_campaign(name: str) -> None:
    given = deepcopy(document(name))
    given |= {"turns": 1}
    given["slices"]["expanded"] |= {"chapters": [*ALL, "parachutes"], "date": "1918-03-20"}
    kept = [man["record"] for man in given["slices"]["campaign"]["men"]]
    for man in (*kept, *(man for placing in given["aircraft"] for man in placing["crew"])):
        if man.get("station", "pilot") == "pilot":
            man |= {
                "traits": ["friends at high places", "test expert", "promotion", "mentor"],
                "victories": len(man["name"]) % 2,
            }
    campaign = CAMPAIGN.of(played_on(session(given), 3, 4000).state)
    assert len(campaign.flown) == 4
    lines = " ".join(line for flown in campaign.flown for line in flown.lines)
    assert "for a say" in lines and "advises" in lines and "a parachute" in lines  # noqa: PT018
    assert any(man.own for man in campaign.men)


# -- in words, and what is refused -------------------------------------------------------------------------------------


def test_the_chronicle_tells_missions_and_careers() -> None:
    game = played("over-the-salient", 1)
    assert rules().chronicled(game.header.setup)
    assert not rules().chronicled(setup_of(document("first-patrols")))
    told = rules().chronicle(game.header.setup, counted(list(game.entries)))
    assert (told.title, len(told.chapters), told.chapters[0].title) == ("Over the salient", 4, "Mission 1: First meeting")
    titles = ["First meeting", "From above", "The balloon at Saint-Remy", "All that can fly"]
    assert [chapter.title for chapter in told.chapters] == [f"Mission {nth}: {title}" for nth, title in enumerate(titles, 1)]
    assert {row.cells[0] for row in told.rows} == {*men(game.state)}
    lines = [line for chapter in told.chapters for line in chapter.lines]
    learned = [value for chapter in told.chapters for name, value in chapter.facts if name == "Experience points"]
    assert learned, "what is learned is a line among the facts"
    assert not any("earns" in line for line in lines)
    fates = {row[0]: row[-1] for chapter in told.chapters for table in chapter.tables for row in table.rows}
    assert fates["Willi Prange"].startswith("killed")
    assert "Willi Prange is killed" not in lines, "the table says it"
    gone = [row.gone for row in told.rows]
    assert gone == sorted(gone)
    days = ["6 April 1917", "11 April 1917", "21 April 1917", "25 April 1917"]
    assert [chapter.facts[0] for chapter in told.chapters] == [("Date", day) for day in days]
    undated = telling.chronicle_of(over())
    assert undated.chapters[0].facts[0] == ("Day", "1")
    early = rules().chronicle(game.header.setup, ())
    assert (early.chapters, len(early.rows), early.standing) == ((), 6, ("0 of 4 missions flown", "Entente 0, Germans 0"))
    assert told.headline.startswith(("The Entente wins the campaign, ", "The Germans win the campaign, ", "A draw in the"))


@pytest.mark.further(every=2)
@pytest.mark.parametrize("seed", [1, 4])
def test_its_stories_hold_to_the_log(seed: int) -> None:
    game = played("over-the-salient", seed)
    told = assert_it_is_from_the_log(game, SENTENCES)
    assert all(chapter.headline and len(chapter.story) >= 2 for chapter in told.chapters)
    victories = {ace.name: int(ace.victories) for ace in told.wall}
    assert victories == {man.name: man.record.victories for man in roster(game.state) if man.record.victories}
    rows = [row for chapter in told.chapters for table in chapter.tables for row in table.rows]
    assert sum(victories.values()) == sum(row[2] != "" and not row[4].startswith("forced home") for row in rows)


def test_its_sentences_name_nothing() -> None:
    assert_sentences_name_nothing(SENTENCES)
    assert_sentences_agree(SENTENCES)


def test_the_log_says_how_a_mission_ended_and_who_flies_the_next_one() -> None:
    drawn = MissionFlown(winner="draw", points=(("entente", 2), ("germany", 2)))
    assert drawn.tell(over(debriefed=False)) == "mission 1 is over: a draw, Entente 2, Germans 2"
    won = MissionFlown(winner="germany", points=(("entente", 0), ("germany", 2)))
    assert won.tell(over(debriefed=False)) == "mission 1 is over: the Germans win, Entente 0, Germans 2"
    told = MissionBegan(crews=(("x", ("Ada", "")), ("y", ("Bert", "Gus")))).tell(over())
    assert told == "mission 2, 5 days later: A duel. Ada against Bert and Gus"
    assert MissionBegan(crews=(("x", ("",)), ("y", ("Bert",)))).tell(over()).endswith(": A duel. Bert")


def test_players_read_what_is_to_come() -> None:
    lines = rules().rules.briefing(setup_of(document("over-the-salient")))
    assert lines[0].startswith("A campaign of 4 missions: First meeting, From above, The balloon at Saint-Remy and All that")
    assert not [line for line in lines if line.startswith("Mission")]
    second = rules().rules.briefing(CAMPAIGN.changed(setup_of(document("over-the-salient")), mission=2))
    (line,) = {*second} - {*lines}
    assert line == "Mission 2: From above. Two Nieuports have the height of two Albatros that come home over the lines."
    assert not [line for line in rules().rules.briefing(sortie(*TWO, chapters=ALL).setup) if "campaign" in line]


@pytest.mark.rule("ICOGX-1.5.d")
@pytest.mark.parametrize(
    ("kept", "fault"),
    [
        ({"missions": [{"scenario": "nowhere"}]}, "there is no mission 'nowhere'"),
        ({"missions": [{"scenario": "../secret"}]}, "scenario"),
        (
            {"missions": [{"document": DUEL}], "men": [{"side": "entente", "record": {"name": "Ada"}}]},
            "two men are called 'Ada'",
        ),
        (
            {"missions": [{"document": DUEL.replace("Camel", "Sausage")}]},
            "campaign: mission 2: aircraft x: type: there is no",
        ),
        ({"missions": [{"document": DUEL.replace('"at"', '"to"')}]}, "campaign: mission 2: "),
        ({"missions": [{"document": '{"title": "x", "aircraft": [{"id": "x"}]}'}]}, "campaign: mission 2: it is no mission"),
        ({"missions": [{"document": DUEL, "flies": ["Zoe"]}]}, "campaign: missions: flies: no man 'Zoe'; expected "),
        (
            {"missions": [{"document": DUEL}], "flown": [{"title": "x", "day": 1, "winner": "france", "points": []}]},
            "winner",
        ),
        (
            {"missions": [{"document": DUEL}], "men": [{"side": "germany", "record": {"name": "Zoe"}, "own": "Sausage"}]},
            "campaign: men: own: no type 'Sausage'; expected ",
        ),
        ({"missions": [{"document": DUEL}], "crews": [["x", ["Ada"]]]}, "campaign: crews, pupils: expected none"),
        ({"missions": [{"document": DUEL}], "pupils": [["Ada", "Zoe"]]}, "campaign: crews, pupils: expected none"),
        ({"missions": [{"scenario": "salient-four"}]}, "campaign: mission 2: its squadron has nobody to fly"),
        (
            {"missions": [{"document": DUEL}], "men": [{"side": "entente", "record": {"name": f"N{n}"}} for n in range(8)]},
            "campaign: Entente: expected at most 8 pilots, got 9",
        ),
        (
            {
                "missions": [{"document": DUEL}],
                "men": [{"side": "germany", "seat": "two-seater", "record": {"name": f"N{n}"}} for n in range(5)],
            },
            "campaign: Germans: expected at most 4 crews, got 5",
        ),
    ],
)
def test_a_campaign_that_cannot_be_is_refused_in_a_line(kept: dict[str, Any], fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        sortie(*TWO, chapters=ALL, slices={"campaign": kept})


@pytest.mark.rule("ICOGX-1.5.d")
def test_a_squadron_may_have_as_many_men_as_the_rule_says() -> None:
    men_ = [{"side": "entente", "record": {"name": f"N{n}"}} for n in range(7)]
    sortie(*TWO, chapters=ALL, slices={"campaign": {"missions": [{"document": DUEL}], "men": men_}})


@pytest.mark.parametrize(
    ("date", "days", "then_"),
    [("1917-12-20", 20, "1918-01-09"), ("1916-02-20", 9, "1916-02-29"), ("1917-01-31", 1, "1917-02-01"), ("", 5, "")],
)
def test_days_are_counted_by_the_calendar(date: str, days: int, then_: str) -> None:
    assert later(date, days) == then_


def test_a_mission_is_kept_as_it_was_when_the_campaign_began() -> None:
    setup = setup_of(document("over-the-salient"))
    tasks = CAMPAIGN.of(setup).missions
    assert [task.title for task in tasks] == ["From above", "The balloon at Saint-Remy", "All that can fly"]
    again = Campaign.model_validate_json(CAMPAIGN.of(setup).model_dump_json())
    assert again == CAMPAIGN.of(setup)


def test_missions_of_campaigns_are_listed_with_their_campaign() -> None:
    for name in CAMPAIGNS:
        setup = setup_of(document(name))
        for number, task in enumerate(CAMPAIGN.of(setup).missions, 2):
            assert document(task.scenario)["title"] == f"{CAMPAIGN.of(setup).title}, {number}: {task.title}"


def test_a_date_that_is_none_is_refused() -> None:
    with pytest.raises(DataError, match="date"):
        sortie(*TWO, chapters=ALL, slices={"expanded": {"chapters": [*ALL], "date": "1917-13-01"}})


def test_who_holds_the_balloon_of_a_mission_has_met_its_objective() -> None:
    balloon = {"id": "gasbag", "side": "entente", "name": "the gasbag", "at": [30, 40, 10]}
    given = {"balloons": [balloon], "mission": {"kind": "hold", "what": ["gasbag"], "within": 20}}
    kept = {"experience": {"objective": 4}}
    game = sortie(*TWO, chapters=ALL, setup=given, slices=kept, phase="closing", waiting=(), xp_objective="mission")
    assert [deeds_of(game, craft, craft.pilot).objectives for craft in game.craft] == [0, 0]
    alone = game.changed("b", out="gone")
    assert [deeds_of(alone, craft, craft.pilot)[-2:] for craft in alone.craft] == [(1, 4), (0, 4)]
    assert happens(alone, "earns", "a", "pilot")[1][-1].xp == 1 + 1 + 4


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "ready"),
        ({"fate": "dead"}, "killed"),
        ({"fate": "prisoner"}, "a prisoner"),
        ({"fate": "invalided"}, "flies no more"),
        ({"fate": "dismissed"}, "has left the squadron"),
        ({"back": 1}, "grounded for 1 day"),
        ({"back": 0}, "ready"),
        ({"record": CrewMember(name="Ada", wounds=2, traits=("trauma",))}, "wounded, 2 points; trauma"),
        ({"record": CrewMember(name="Ada", traits=("mentor", "trauma"))}, "ready; mentor and trauma"),
    ],
)
def test_the_chronicle_says_what_has_become_of_a_man(changes: dict[str, Any], words: str) -> None:
    assert state_of(replace(men(over())["Ada"], **changes), CAMPAIGN.of(over())) == words


def test_only_who_has_reached_the_place_of_a_mission_has_met_its_objective() -> None:
    wing = aircraft("c", "entente", "Sopwith Camel", speed=145, at=[20, 30, 20], crew=[{**MAN, "name": "Cleo"}])
    given = {"mission": {"kind": "reach", "what": ["a"], "to": [30, 50], "points": 3}}
    game = sortie(*TWO, wing, chapters=ALL, setup=given, phase="closing", waiting=())
    reached = replace(game, reached=("a",))
    assert [deeds_of(reached, craft, craft.pilot).objectives for craft in reached.craft] == [1, 0, 0]


def test_what_a_man_earns_is_put_to_his_record() -> None:
    game = rich(2)
    earned = happens(game.changed("b", downed=Credit("a", "pilot"), out="gone"), "earns", "a", "pilot")[0]
    assert {name: man.xp for name, man in men(earned).items()} == {"Ada": 2 + 4, "Bert": 0}
    assert victories_of(earned, Credit("a", "pilot")) == 1
    assert victories_of(earned, Credit("b", "pilot")) == victories_of(earned, Credit("a", "observer")) == 0


def test_a_wound_that_goes_on_leaves_him_some_fortitude() -> None:
    game, _ = happens(wounded(10, wound_carryover="persists"), "first aid", "a", "pilot", faces=(1, 10))
    record = men(game)["Ada"].record
    assert (record.fortitude, record.wounds, record.dead) == (9, 8, False)


@pytest.mark.rule("ICOGX-1.5.2")
def test_an_unfit_pilot_is_rolled_anew_a_gunner_is_kept_and_equal_skills_are_not_handed_out() -> None:
    low, even, scores = ((1, 1), (2, 3), (4, 6)), ((3, 3), (3, 3), (3, 3)), ((1, 2, 3), (6, 6, 6))
    pilot, events = happens(over(), "replacement", "", "germany", "pilot", faces=(*low, *even, *scores))
    assert (events[-1].flying, events[-1].seat, men(pilot)["Germans 1"].seat) == (12, "pilot", "pilot")
    gunner_, _ = happens(over(), "replacement", "", "germany", "gunner", faces=(*low, *scores), answers=("8-16-11",))
    new = men(gunner_)["Germans 1"]
    assert (new.seat, new.replacement) == ("gunner", True)
    assert (new.record.awareness, new.record.flying, new.record.gunnery) == (8, 16, 11)


def test_an_ace_who_does_not_come_home_gains_nothing() -> None:
    crew = [{**MAN, "name": "Ada", "victories": 4}]
    game = over(placings=({**TWO[0], "crew": crew}, TWO[1]), debriefed=False)
    game = manned(game.changed("b", downed=Credit("a", "pilot"), out="destroyed"), "a", wounds=11)
    assert kinds(happens(happens(game, "debrief", "")[0], "ace", "a", "pilot")[1]) == []


def test_a_raise_without_a_ten_tells_of_no_ability() -> None:
    _, events = happens(rich(1), "spending", "", faces=(9,), answers=("flying",))
    assert "icogx.ability_gained" not in kinds(events)


def test_days_to_the_next_mission_are_counted_from_this_one() -> None:
    game = CAMPAIGN.changed(wounded(4), day=10)
    game, _ = happens(game, "first aid", "a", "pilot", faces=(3, 15))
    assert men(game)["Ada"].back == 10 + 6


def test_those_who_have_not_flown_rest_if_they_are_wounded() -> None:
    reserves = [{"side": "entente", "record": {"name": "Zed"}}, {"side": "germany", "record": {"name": "Yon", "wounds": 3}}]
    game = wounded(4, men=reserves)
    assert [step.facts for step in closing_steps(game) if step.name == "rest"] == [("Yon",)]


def test_no_skill_is_raised_beyond_what_a_record_holds() -> None:
    record = CrewMember(name="Ada", flying=30, gunnery=29, awareness=30)
    game = with_man(rich(99), "Ada", record=record)
    after, events = happens(game, "spends", "", "Ada", faces=(1,), answers=("gunnery",))
    (asked,) = [event for event in events if isinstance(event, api.Asked)]
    assert asked.decision.options == ("gunnery", "save")
    assert men(after)["Ada"].record.gunnery == 30


def test_squadrons_are_read_from_the_first_mission_and_the_campaign() -> None:
    setup = setup_of(document("the-long-winter"))
    seats = {man.name: man.seat for man in roster(setup)}
    assert [seats[name] for name in ("Cecil Harbottle", "Frank Dace", "Percy Lorne", "Rupert Sayle", "Owen Pritchard")] == [
        "two-seater", "gunner", "pilot", "two-seater", "gunner",
    ]  # fmt: skip
    names = [CAMPAIGN.of(setup).squadron(side) for side in ("entente", "germany")]
    assert names == ["mixed squadron of Captain Lorne", "Jasta Brandt"]
    told = rules().chronicle(setup, ())
    assert {row.cells[1] for row in told.rows} == {"Mixed squadron of Captain Lorne", "Jasta Brandt"}
    assert [Campaign().squadron(side) for side in ("entente", "germany")] == ["Entente", "Germans"]


def test_the_points_of_earlier_missions_count_once() -> None:
    campaign = CAMPAIGN.of(played("over-the-salient", 1).state)
    earlier = [dict(flown.points)["entente"] for flown in campaign.flown[:-1]]
    assert campaign.points["entente"] == sum(earlier)
