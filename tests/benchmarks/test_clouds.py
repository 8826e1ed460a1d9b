"""In Clouds of Glory: ratios that an automatic move, its plans, odds with re-rolls and a kept move are held to."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from statistics import median
from time import process_time
from typing import Any

import pytest

from aqmf_air.api import DiceTray, chances, load_toml, replace, seeded
from aqmf_air.core.dice.chance import forget_odds
from aqmf_air.core.play.events import canonical
from aqmf_air.games.clouds_of_glory.automatic import candidates
from aqmf_air.games.clouds_of_glory.automatic.candidates import Sketches
from aqmf_air.games.clouds_of_glory.automatic.moves import flown_ends
from aqmf_air.games.clouds_of_glory.automatic.worth import Outlook
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, Flown
from aqmf_air.games.clouds_of_glory.chapters.plans import completed, end_of
from aqmf_air.games.clouds_of_glory.ui.board import SkyBoard
from aqmf_air.games.clouds_of_glory.ui.planner import drawn_plan
from aqmf_air.games.clouds_of_glory.ui.queries import ShotOdds
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web.board.board import Seat
from aqmf_air.web.board.paths import PathQuestion
from aqmf_air.web.live.position import TablePosition
from tests.plugins_on_disk import flak

REGISTRY = load_registry(entry_points=False)
CLOUDS: Any = REGISTRY.ruleset("clouds")
PLAYERS: Any = REGISTRY.of(kinds.POLICIES, "clouds")
MOST_TIGHTER = 3


@cache
def in_a_fight() -> tuple[Any, tuple[Any, ...]]:
    """A fight of two a side in which an aircraft that can turn tighter is to move, and the moves flown before."""
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "clouds")["first-patrols"].path)
    game, tray, flown = CLOUDS.initial(CLOUDS.set_up(document, "first-patrols", {}).setup), DiceTray(seeded(3)), []
    while game.turn < 3 or game.phase != "movement" or game.open or len(handling_of(game, game.next).letters) < 3:
        order = CLOUDS.follows(game) or PLAYERS["steady"].choose(CLOUDS, game, game.acting[0])
        events = CLOUDS.decide(game, order, tray)
        flown += [event for event in events if isinstance(event, Flown)]
        for event in events:
            game = CLOUDS.evolve(game, event)
    return game, tuple(flown)


def milliseconds(act: Callable[[], object], rounds: int = 15) -> float:
    """The median CPU time."""
    act()
    times = []
    for _ in range(rounds):
        begun = process_time()
        act()
        times.append(process_time() - begun)
    return 1000 * median(times)


def told(what: str, ratio: float, goal: float, benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Print a ratio beside its goal, and keep it."""
    benchmark.extra_info[what] = round(ratio, 2)
    benchmark.pedantic(lambda: None)
    with capsys.disabled():
        print(f"\n{what}: {ratio:.2f} (goal: {goal:g})")


@pytest.fixture(autouse=True)
def _fine_grid(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Many thousands of plans: what a plan costs, not what a call does."""
    if "plans" in request.node.name:
        monkeypatch.setattr(candidates, "SIDES", tuple(float(side) for side in range(0, 181, 6)))
        monkeypatch.setattr(candidates, "LENGTHS", tuple(0.25 * n for n in range(1, 60)))


def all_sketches() -> Sketches:
    """The grid, nothing of it kept from before."""
    game, _ = in_a_fight()
    craft = game.next
    candidates._grid.cache_clear()
    sketches = candidates.grid(craft.pose, handling_of(game, craft), MOST_TIGHTER)
    candidates._grid.cache_clear()
    return sketches


def test_plans_over_arrays_and_singly(benchmark: Any, capsys: Any) -> None:
    game, _ = in_a_fight()
    handling, sketches = handling_of(game, game.next), all_sketches()
    some = [sketches.plan(number) for number in range(0, len(sketches.begins), 200)]

    def singly() -> None:
        for plan in some:
            end_of(game.next.pose, completed(plan, handling), handling, game.rulings)

    ratio = milliseconds(singly) / len(some) / (milliseconds(all_sketches) / len(sketches.begins))
    told(f"{len(sketches.begins)} plans: singly / over arrays", ratio, 30, benchmark, capsys)
    assert ratio >= 30


def test_worth_of_plans_and_their_poses(benchmark: Any, capsys: Any) -> None:
    game, _ = in_a_fight()
    handling, sketches = handling_of(game, game.next), all_sketches()

    def worth() -> None:
        Outlook(game, game.next).soon(flown_ends(game, game.next, handling, sketches))

    poses = milliseconds(all_sketches)
    ratio = (poses + milliseconds(worth)) / poses
    told("worth of plans / their poses", ratio, 2.5, benchmark, capsys)
    assert ratio <= 2.5


def test_aims_and_a_path_question(benchmark: Any, capsys: Any) -> None:
    game, _ = in_a_fight()
    craft, board = game.next, SkyBoard(CLOUDS)
    enemy, handling = next(game.enemies(craft)), handling_of(game, craft)
    seat = Seat(TablePosition(board, game, 1, ("entente", "germany"), {"": frozenset()}), craft.side)
    question = PathQuestion(craft.id, "clouds.announce", "S2")
    path = milliseconds(lambda: drawn_plan(seat, question))
    ratio = milliseconds(lambda: candidates.aiming(craft.pose, handling, [enemy.pose.place], MOST_TIGHTER)) / path
    told("aims for an enemy / a path question", ratio, 1, benchmark, capsys)
    assert ratio <= 1


def test_an_automatic_move_and_the_list_of_offers(benchmark: Any, capsys: Any) -> None:
    game, _ = in_a_fight()
    side = game.acting[0]
    move = milliseconds(lambda: PLAYERS["steady"].choose(CLOUDS, game, side))
    ratio = move / milliseconds(lambda: CLOUDS.legal(game, side))
    told("an automatic move / legal", ratio, 5, benchmark, capsys)
    assert ratio <= 5


def test_odds_with_two_rerolls_and_without(benchmark: Any, capsys: Any) -> None:
    def odds(rerolls: int) -> float:
        question = ShotOdds(base_shot=10, guns=2, rerolls=rerolls).ask(lambda: CLOUDS).lines[0].question

        def cold() -> None:
            forget_odds()
            chances(question.rule, *question.facts)

        return milliseconds(cold)

    ratio = odds(2) / odds(0)
    told("odds of an attack with two re-rolls / without", ratio, 6, benchmark, capsys)
    assert ratio <= 6


def test_a_kept_move_and_its_end(benchmark: Any, capsys: Any) -> None:
    _, flown = in_a_fight()
    documents = [event.model_dump(mode="json") for event in flown]
    sizes = [(len(canonical(document)), len(canonical(document["end"]))) for document in documents]
    ratio = sum(size for size, _ in sizes) / sum(end for _, end in sizes)
    told("a kept move / its end", ratio, 3, benchmark, capsys)
    assert ratio <= 3


def test_orders_with_an_extension_and_without(benchmark: Any, capsys: Any) -> None:
    """A turn that is tested, under a barrage; the quickest of many, one after the other."""
    extended: Any = load_registry(entry_points=False, extra=[("flak", flak)], without=("clouds-expanded",)).ruleset("clouds")
    core: Any = load_registry(entry_points=False, without=("clouds-expanded",)).ruleset("clouds")
    game, _ = in_a_fight()
    order = Announce(craft=game.next.id, plan="T90:1:8")
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "clouds")["first-patrols"].path)
    setup = core.set_up(document, "first-patrols", {}).setup
    game = replace(game, setup=setup, slices=setup.slices)
    setup = extended.set_up({**document, "slices": {"flak": {"at": [30, 30, 20]}}}, "first-patrols", {}).setup
    beside = replace(game, setup=setup, slices=setup.slices)

    def milliseconds_of(ruleset: Any, state: Any) -> float:
        begun = process_time()
        assert not ruleset.objections(state, order, game.acting[0])
        ruleset.decide(state, order, DiceTray(seeded(4)))
        return process_time() - begun

    pairs = [(milliseconds_of(core, game), milliseconds_of(extended, beside)) for _ in range(300)]
    alone, with_it = (min(times) for times in zip(*pairs, strict=True))
    told("an order with an extension / without", with_it / alone, 1.2, benchmark, capsys)
    assert with_it <= 1.2 * alone


def test_orders_with_the_expanded_game_and_without(benchmark: Any, capsys: Any) -> None:
    """The same turn, in a mission with no chapter of the expanded game, where that is left out and where it is there."""
    core: Any = load_registry(entry_points=False, without=("clouds-expanded",)).ruleset("clouds")
    game, _ = in_a_fight()
    order = Announce(craft=game.next.id, plan="T90:1:8")
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "clouds")["first-patrols"].path)
    setup = core.set_up(document, "first-patrols", {}).setup
    beside = replace(game, setup=setup, slices=setup.slices)

    def milliseconds_of(ruleset: Any, state: Any) -> float:
        begun = process_time()
        assert not ruleset.objections(state, order, game.acting[0])
        ruleset.decide(state, order, DiceTray(seeded(4)))
        return process_time() - begun

    pairs = [(milliseconds_of(core, beside), milliseconds_of(CLOUDS, game)) for _ in range(300)]
    alone, with_it = (min(times) for times in zip(*pairs, strict=True))
    told("an order with the expanded game / without", with_it / alone, 1.2, benchmark, capsys)
    assert with_it <= 1.2 * alone
