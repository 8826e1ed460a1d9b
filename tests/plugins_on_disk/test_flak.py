"""In Clouds of Glory with a stranger's extension: abilities, a barrage, an order of its own, on the public points alone."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aqmf_air.api import (
    DataError,
    DiceTray,
    Extension,
    GameStep,
    Session,
    hookimpl,
    load_registry,
    new_header,
    recorded,
    replace,
    seeded,
)
from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.play.deciding import StepsAdded, onward
from aqmf_air.core.play.events import canonical, to_lines
from aqmf_air.core.play.replay import replay
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import CheckFacts, due
from aqmf_air.plugins import kinds
from aqmf_air.plugins.rules_in_force import read_log
from aqmf_air.web.board.board import board_of
from tests.games.clouds_of_glory.fights import MAN, aircraft, gunner
from tests.plugins_on_disk import flak
from tests.plugins_on_disk.flak import CHEATS, DUCK_HUNTER, FLAK, HANDS, MARKSMAN, MENTOR, BarrageFired, Lift

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")
REGISTRY = load_registry(entry_points=False, extra=[("flak", flak)], without=("clouds-expanded",))
CLOUDS: Any = REGISTRY.ruleset("clouds")
ACE = {**MAN, "traits": [DUCK_HUNTER, MENTOR, MARKSMAN, HANDS]}
TESTED = 175
"""km/h at which a tighter turn tests Flying."""
DOCUMENT: dict[str, Any] = {
    "title": "A barrage",
    "turns": 4,
    "aircraft": [
        aircraft("chaser", "germany", at=[30, 21, 20], crew=[{**ACE, "rerolls": 1}]),
        aircraft("ahead", "entente", "R.E.8", at=[30, 26, 20], speed=120, crew=[{**MAN, "traits": [CHEATS]}, gunner()]),
    ],
    "slices": {"flak": {"at": [30, 30, 20]}},
}


def setup_of(ruleset: Any = CLOUDS, **changes: Any) -> Any:
    return ruleset.set_up({**DOCUMENT, **changes}, "barrage.toml", {}).setup


def begun(phase: str = "shooting", waiting: Sequence[str] = ("chaser",), **changes: Any) -> clouds.CloudsGame:
    game = replace(CLOUDS.initial(setup_of(**changes)), phase=phase, turn=1, waiting=tuple(waiting))
    assert isinstance(game, clouds.CloudsGame)
    return game.changed("chaser", targets=("ahead",), order=1)


def led_to(game: Any, order: Any, side: str, *faces: int) -> tuple[Any, list[Any]]:
    assert not CLOUDS.objections(game, order, side)
    source = recorded([(face,) for face in faces])
    events = list(CLOUDS.decide(game, order, DiceTray(source)))
    assert not source.left
    return CLOUDS.after(game, events), events


def happens(game: Any, step: GameStep, *faces: int) -> tuple[Any, list[Any]]:
    source = recorded([(face,) for face in faces])
    events = list(onward(game, CLOUDS.rules, DiceTray(source), (StepsAdded(steps=(step,)),)))
    assert not source.left
    return CLOUDS.after(game, events), events


def answered(game: Any, option: str, *faces: int) -> Any:
    return led_to(game, clouds.Choose(option=option), game.open.decision.by, *faces)[0]


# -- abilities -----------------------------------------------------------------------------------------------------------


def test_it_imports_nothing_but_what_is_public() -> None:
    tree = ast.parse(Path(flak.__file__).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {module for module in modules if str(module).startswith("aqmf_air")} == {
        "aqmf_air", "aqmf_air.api", "aqmf_air.api.geometry", "aqmf_air.api.ui",
        "aqmf_air.games.clouds_of_glory", "aqmf_air.games.clouds_of_glory.api",
    }  # fmt: skip


def test_an_ability_counts_in_the_odds_in_the_offer_and_in_the_shot() -> None:
    beside = [aircraft("chaser", "germany", at=[25, 26, 20], heading=90, crew=[ACE]), DOCUMENT["aircraft"][1]]
    plain = [{**beside[0], "crew": [MAN]}, beside[1]]
    order = clouds.Shoot(craft="chaser", target="ahead")
    chances = []
    for placings in (beside, plain):
        game = begun(aircraft=placings)
        (question,) = order.questions(game, CLOUDS.rules)
        chances.append(question.odds().of(True))
        need = question.targets[0].total
        assert f"({need} or less)" in next(o.title for o in CLOUDS.legal(game, "germany") if o.command == order)
        first = recorded([(1,)])
        events = CLOUDS.decide(game, order, DiceTray(lambda ask, first=first: (first if first.left else seeded(1))(ask)))
        assert [event.need for event in events if isinstance(event, clouds.ShotFired)] == [need]
    assert chances[0] - chances[1] == Fraction(2, 20)


def test_hands_are_marked_on_the_panel_as_the_fight_begins() -> None:
    from aqmf_air.games.clouds_of_glory.chapters.course import handling_of

    game, plain = begun(), begun(aircraft=[aircraft("chaser", "germany", at=[30, 21, 20]), DOCUMENT["aircraft"][1]])
    slow = [handling_of(each, replace(each.of("chaser"), speed=TESTED)).costs for each in (game, plain)]
    assert [more - less for less, more in zip(*slow, strict=True)] == [0, *(1 for _ in slow[0][1:])]
    (test, check), *_ = _checks(game)
    assert (test.kind, "sure hands" in str(check.need)) == ("flying", True)


def _checks(game: Any) -> Any:
    from aqmf_air.games.clouds_of_glory.chapters.moving import plan_checks
    from aqmf_air.games.clouds_of_glory.chapters.plans import plan_of

    slow = game.changed("chaser", speed=TESTED)
    return plan_checks(slow, CLOUDS.rules, slow.of("chaser"), plan_of("T0:1:8"))


def test_a_mentors_reroll_is_spent_once_and_then_gone() -> None:
    game = begun("movement", ("chaser", "ahead")).changed("chaser", speed=TESTED)
    game, _ = led_to(game, clouds.Announce(craft="chaser", plan="T0:1:8"), "germany", 20)
    assert game.open.decision.titles[1] == "re-roll (2 left)"
    game = answered(game, "re-roll", 20)
    assert game.open.decision.titles[1] == "re-roll (1 left)"
    game = answered(game, "re-roll", 1)
    assert (game.spent, game.of("chaser").pilot.rerolls) == (("old hand of germany",), 0)


@pytest.mark.parametrize(
    ("way", "faces", "totals"), [("stand", (), [12]), ("more", (4,), [12, 16]), ("less", (4,), [12, 8])]
)
def test_a_marksman_shifts_the_row_that_he_knows(way: str, faces: tuple[int, ...], totals: list[int]) -> None:
    game = begun().with_craft(begun().of("chaser").with_man("pilot", rerolls=0, traits=(MARKSMAN,)))
    game, events = happens(game, GameStep(name="damage", of="chaser", facts=("pilot", "ahead", 2, 2)), 10)
    assert (game.open.decision.facts, game.open.decision.says) == ((12,), "chaser: the hit is worth 12")
    source = recorded([(face,) for face in faces])
    tray = DiceTray(lambda ask: (source if source.left else seeded(1))(ask))
    events += CLOUDS.decide(game, clouds.Choose(option=way), tray)
    assert [event.total for event in events if isinstance(event, clouds.DamageRolled)] == totals


@pytest.mark.parametrize(("luck", "more", "left"), [(6, (3,), 3), (7, (), 0)])
def test_who_cheats_death_lives_with_what_the_die_says(luck: int, more: tuple[int, ...], left: int) -> None:
    game, events = happens(
        begun(), GameStep(name="killed", of="ahead", facts=("pilot",)), luck, *more, *((20,) if more else ())
    )
    pilot = game.of("ahead").pilot
    assert (pilot.spared, pilot.dead, max(0, pilot.skill("fortitude"))) == (bool(left), not left, left)
    assert any(isinstance(event, clouds.ShotDown) for event in events) is not left or pilot.unfit


@pytest.mark.parametrize(("luck", "more"), [(6, (3,)), (7, ())])
def test_so_he_does_when_his_aircraft_is_lost(luck: int, more: tuple[int, ...]) -> None:
    game, events = happens(begun(), GameStep(name="ground", of="ahead"), luck, *more)
    lost = game.of("ahead")
    assert (lost.out, lost.fate, lost.pilot.spared) == ("destroyed", "flies into the ground", bool(more))
    types = [event.type for event in events]
    assert types.index("clouds.death_faced") < types.index("clouds.went_out")


# -- what is asked of it -------------------------------------------------------------------------------------------------


QUESTIONS: list[tuple[str, Any]] = []


@hookimpl
def asked(ruleset: str, check: str, facts: Any) -> Sequence[Any]:
    QUESTIONS.append((check, facts))
    return ()


NOSY = SimpleNamespace(EXTENSION=Extension(id="clouds"), aqmf_modifiers=asked)
CHECKED = {
    "stall": [due("below S", "chaser", 1), due("on S", "chaser", 0)],
    "spin": [due("out of the spin", "chaser")],
    "strength": [due("holds", "chaser")],
    "structural-failure": [due("structure", "chaser")],
    "fortitude": [due("nerve", "chaser", "pilot")],
    "collision": [due("luck", "chaser", "ahead", 0), due("close", "chaser", "the ground")],
    "landing": [due("landing place", "chaser"), due("landing", "chaser", "aerodrome")],
    "control": [due("control", "chaser")],
    "restart": [due("restart", "chaser", 0)],
    "friend": [due("friend", "chaser", "pilot", "ahead", 2)],
    "malfunction": [due("jam", "chaser", "pilot", "machine guns")],
    "damage": [due("damage", "chaser", "pilot", "ahead", 1, 2)],
    "initiative": [due("initiative", "chaser")],
    "shot": [due("shoot", "chaser", "pilot", "ahead", "long", "machine guns")],
    "gunner-shot": [due("shoot", "ahead", "observer", "chaser", "long", "Lewis")],
    "tight turn": [due("fly", "chaser", "T0:1:8", 0)],
}


@pytest.mark.parametrize("check", CHECKED)
def test_a_check_is_asked_by_its_id_with_its_facts(check: str) -> None:
    ruleset: Any = load_registry(entry_points=False, extra=[("nosy", NOSY)], without=("clouds-expanded",)).ruleset("clouds")
    plain = [{**placing, "crew": [MAN, *placing["crew"][1:]]} for placing in DOCUMENT["aircraft"]]
    game = ruleset.initial(ruleset.set_up({"title": "Plain", "aircraft": plain}, "plain.toml", {}).setup)
    game = replace(game.changed("chaser", speed=TESTED), turn=1, phase="movement", waiting=("chaser", "ahead"))
    for step in CHECKED[check]:
        QUESTIONS.clear()
        onward(game, ruleset.rules, DiceTray(seeded(1)), (StepsAdded(steps=(step,)),))
        first, facts = QUESTIONS[0]
        assert (first, type(facts)) == (check, clouds.ShotFacts if "shot" in check else CheckFacts)
        of = facts.check if "shot" in check else facts
        assert (of.craft.id, of.station) == (step.of, "observer" if step.of == "ahead" else "pilot")


# -- the barrage ---------------------------------------------------------------------------------------------------------


def test_it_is_moved_by_a_decision_as_the_phase_begins_and_bursts_in_the_next() -> None:
    session = Session(CLOUDS, new_header(CLOUDS, setup_of(), seed=2, game="barrage"))
    while not session.state.open:
        _one_more(session)
    assert (session.state.phase, session.state.open.decision.kind) == ("movement", "barrage")
    session.submit(clouds.Choose(option="up"), "germany")
    assert FLAK.of(session.state).at == (30, 30, 25)
    while not FLAK.of(session.state).bursts:
        _one_more(session)
    burst = next(event for entry in session.entries for event in entry.events if isinstance(event, BarrageFired))
    assert 1 <= burst.face <= 20


def _one_more(session: Session[Any]) -> None:
    if order := CLOUDS.follows(session.state):
        session.submit(order, "")
    else:
        side = session.state.acting[0]
        session.submit(CLOUDS.legal(session.state, side)[0].command, side)


def test_a_hit_of_it_is_a_row_of_the_table_by_the_dice_of_its_side() -> None:
    _, events = happens(begun(), GameStep(name="struck", of="ahead", facts=("1d20+15", "germany")), 20, 20)
    rolled = next(event for event in events if isinstance(event, clouds.DamageRolled))
    assert (rolled.craft, rolled.target, rolled.total) == ("", "ahead", 35)


def test_it_is_lifted_by_an_order_and_shown_in_every_pane_until_then() -> None:
    game = begun("movement")
    board: Any = board_of(CLOUDS, REGISTRY)
    view = CLOUDS.observe(game, "entente")
    drawn = str(board.picture(view))
    for pane in ("above", "beside", "nose"):
        assert f'data-view="{pane}" class="element" data-piece="barrage"' in drawn
    assert [piece.title for piece in board.pieces(view) if piece.id == "barrage"] == ["bursts, 20 up"]
    assert CLOUDS.names(game)["barrage"] == "the barrage"
    after, _ = led_to(game, Lift(side="germany"), "germany")
    assert CLOUDS.objections(after, Lift(side="germany"), "germany")
    assert 'data-piece="barrage"' not in str(board.picture(CLOUDS.observe(after, "entente")))


@pytest.mark.parametrize(("at", "lifts"), [((30.0, 30.0, 20.0), True), ((5.0, 55.0, 40.0), False)])
def test_an_automatic_side_gives_the_order_where_it_is_worth_it(at: Any, lifts: bool) -> None:
    game = FLAK.changed(begun("movement", ("chaser", "ahead")), at=at)
    order = REGISTRY.of(kinds.POLICIES, "clouds")["steady"].choose(CLOUDS, game, "germany")
    assert isinstance(order, Lift) is lifts


def test_what_its_slice_scores_is_added_to_the_points() -> None:
    *_, points = CLOUDS.summary(CLOUDS.observe(FLAK.changed(begun(), bursts=3), "germany"))
    assert points == "points: Entente 0, Germans 3"


def test_a_set_up_that_it_finds_fault_with_is_refused_in_a_line() -> None:
    with pytest.raises(DataError, match=r"^barrage\.toml: barrage: expected 10 MU of height at least, got 5$"):
        setup_of(slices={"flak": {"at": [30, 30, 5]}})


# -- the whole -----------------------------------------------------------------------------------------------------------


def test_undo_redo_and_replay_hold_with_it() -> None:
    session = Session(
        CLOUDS, new_header(CLOUDS, setup_of(), seed=7, game="barrage", plugins=REGISTRY.rules_versions("clouds"))
    )
    states = [session.state]
    for _ in range(40):
        if session.state.winner:
            break
        _one_more(session)
        states.append(session.state)
    session.undo("referee")
    assert session.state == states[-2]
    session.redo("referee")
    assert session.state == states[-1]
    rules, saved = read_log(to_lines(session.header, session.entries), "log", None, REGISTRY)
    again = replay(rules.ruleset, saved.header, saved.entries)
    assert canonical(again.state.model_dump(mode="json")) == canonical(session.state.model_dump(mode="json"))


SUBJECT = Subject(
    lambda: load_registry(entry_points=False, extra=[("flak", flak)], without=("clouds-expanded",)).ruleset("clouds"),
    setup_of,
    seeds=(5,),
    commands=14,
    longest=60,
    policies=tuple(REGISTRY.of(kinds.POLICIES, "clouds").values())[:1],
    max_runs=200,
    board=lambda ruleset: board_of(ruleset, REGISTRY),
)


@pytest.mark.further(every=4)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_game_conforms_with_it(check: Callable[[Subject], None]) -> None:
    check(SUBJECT)
