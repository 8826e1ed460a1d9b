"""Prices by whole games: known worths are found, games are tried where little is known, and bad input gets one line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from statistics import fmean

import pytest

from aqmf_air.api import replace as replaced
from aqmf_air.errors import AqmfError, DataError, QuestionError, UnknownNameError
from aqmf_air.lab import played_prices
from aqmf_air.lab.even_dice import pair_of
from aqmf_air.lab.laboratory import Force, Laboratory
from aqmf_air.lab.long_task import ResultTable
from aqmf_air.lab.many_games import GameKey, PlayedGame, Table
from aqmf_air.lab.played_prices import EACH, LEAST_GAMES, PlayedPrices, PlayedTask, to_be_played
from aqmf_air.lab.prices import Price, Toll
from aqmf_air.lab.results import Results
from aqmf_air.lab.statistics import IntervalEstimate
from aqmf_air.lab.workbench import Workbench
from aqmf_air.plugins.registry import load_registry
from aqmf_air.plugins.rules_in_force import rules_named

WORTHS = {"Gotha G.V": 90.0, "R.A.F. R.E.8": 30.0, "R.A.F. B.E.2c": 100.0, "Salmson 2": 60.0}
"""Of forces that have no exact price, so that nothing but games tells it."""


@cache
def bench() -> Workbench:
    return Workbench(load_registry(), "aqmf")


def task(*names: str, games: int = 8, seed: int = 1, proof: bool = False) -> PlayedTask:
    return to_be_played(bench(), bench().terms({}), names or tuple(WORTHS), games, seed, proof=proof)


def made_up(game: GameKey) -> PlayedGame:
    """A game that is won by the forces that its set-up has, and by a little luck that its figures tell."""
    luck = int.from_bytes(sha256(game.key.encode()).digest()[:4]) / 2**32 - 0.5
    ahead = -450.0
    for unit in json.loads(game.of.header)["setup"]["units"]:
        points = bench().forces[unit["type"]].points
        ahead += WORTHS.get(unit["type"], points) if unit["side"] == "human" else 0.0
    won = 0.5 + ahead / 450 + luck > 0.5
    return PlayedGame("human" if won else "martian", 4, 50, "", (), (luck,) * 17)


Made = list[GameKey]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Made:
    """Games are made up; those that were are listed."""
    wanted: Made = []

    def play(results: Results, games: Sequence[GameKey], there: object, progress: Callable[[int, int], None]) -> Table:
        progress(len(games), len(games))
        wanted.extend(games)
        return {game: made_up(game) for game in games}

    monkeypatch.setattr(played_prices, "played", play)
    return wanted


def run(asked: PlayedTask) -> PlayedPrices:
    return asked.run(None, None, lambda done, of: None)


def test_worths_that_are_known_are_found_by_games(played: Made) -> None:
    """Each is within its interval, whatever the dice; what all have in common left out, it is found to seven points."""
    apart = []
    for seed in range(1, 4):
        found = {price.force.name: price for price in run(task(games=320, seed=seed)).prices}
        errors = []
        for name, true in WORTHS.items():
            worth = found[name].worth
            assert worth is not None
            assert worth.low <= true <= worth.high
            assert worth.high - worth.low < 65
            assert found[name].exact is None
            errors.append(worth.value - true)
        apart += [error - fmean(errors) for error in errors]
    assert fmean(error**2 for error in apart) ** 0.5 < 7


def test_the_anchor_is_worth_its_points_and_all_else_beside_it(played: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all aircraft are worth twice what they ask, their prices are what they ask; the same games are played."""
    monkeypatch.setattr(PlayedTask, "_exact", lambda *facts: {})
    for name, asked in {"Burgess-Dunne D8": 60, "Sikorsky S-16": 60, "Sopwith Camel": 80}.items():
        monkeypatch.setitem(WORTHS, name, 2.0 * asked)
    anchored = task("Burgess-Dunne D8", "Sikorsky S-16", "Sopwith Camel", games=160, seed=2)
    found = {price.force.name: price.worth for price in run(anchored).prices}
    games, words = list(played), "".join(part for part in anchored.parts(run(anchored)) if isinstance(part, str))
    assert (anchor := found["Burgess-Dunne D8"]) is not None
    assert (anchor.low, anchor.high) == pytest.approx((60, 60), abs=0.01)
    for name, asked in (("Sikorsky S-16", 60), ("Sopwith Camel", 80)):
        assert (worth := found[name]) is not None
        assert worth.low <= asked <= worth.high < 2 * asked
    assert "its share of the games, where Burgess-Dunne D8 is at 60." in words
    assert anchored.document(run(anchored))["basis"]["anchor"] == {"name": "Burgess-Dunne D8", "points": 60}
    played.clear()
    monkeypatch.setattr(PlayedTask, "_anchor", "")
    loose = {price.force.name: price.worth for price in run(anchored).prices}
    assert played == games
    assert (worth := loose["Sopwith Camel"]) is not None
    assert worth.value > 110


def test_what_is_known_of_a_force_that_is_out_of_the_fight_changes_no_game(
    played: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is worth nothing before any game, not what is asked for it; games that were kept before that was known serve on."""
    monkeypatch.setitem(WORTHS, "Gotha G.V", 0.0)
    asked = task("Gotha G.V", "R.A.F. B.E.2c", games=40)
    found = {price.force.name: price.worth for price in run(asked).prices}
    games = list(played)
    played.clear()
    priors = PlayedTask._priors
    assert priors(asked, {})["Gotha G.V"].idle
    monkeypatch.setattr(
        PlayedTask,
        "_priors",
        lambda own, exact: {name: prior._replace(idle=False) for name, prior in priors(own, exact).items()},
    )
    unknown = {price.force.name: price.worth for price in run(asked).prices}
    assert played == games
    for name in found:
        (known, without) = found[name], unknown[name]
        assert known is not None
        assert without is not None
        assert known.value < without.value


def test_without_the_anchor_the_scale_is_that_of_points_of_others(played: Made) -> None:
    alone = task("Salmson 2", games=8)
    assert alone.document(run(alone))["basis"]["anchor"] is None
    assert any(str(part).endswith("keep its share of the games.") for part in alone.parts(run(alone)))


def test_prices_are_proved_in_more_scenarios_by_more_games(played: Made) -> None:
    found = run(task(games=120, proof=True))
    assert found.proof is not None
    assert (found.games, found.proof.games) == (120 * len(WORTHS), 44 * len(WORTHS))
    assert found.proof.scenarios == 11
    assert len(played) == len(set(played)) == 164 * len(WORTHS)
    assert found.proof.played.corrected > 0.8 > found.proof.asked.corrected
    assert 0.75 <= found.proof.held.scaled <= 1
    assert found.proof.rated is None  # none of them has an exact price


def test_exact_prices_are_proved_beside_those_by_games(played: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three forces a price by duels that is right goes with the games, one that is wrong against them."""
    right = {name: WORTHS[name] for name in ("Salmson 2", "R.A.F. R.E.8", "R.A.F. B.E.2c")}
    asked = task(games=40, proof=True)
    for exact, ranks in ((right, 1.0), ({name: -worth for name, worth in right.items()}, -1.0)):
        monkeypatch.setattr(PlayedTask, "_exact", lambda *facts, exact=exact: exact)
        found = run(asked)
        assert found.proof is not None
        assert (rated := found.proof.rated) is not None
        assert rated.forces == 3
        assert rated.exact.ranks == pytest.approx(ranks)
        assert asked.document(found)["proof"]["rated"]["exact"]["ranks"] == pytest.approx(ranks)
        table = [part for part in asked.parts(found) if isinstance(part, ResultTable)][-1]
        assert table.rows[2][:2] == ("of the 3 with an exact price, that", f"{ranks:.2f}")
    monkeypatch.setattr(PlayedTask, "_exact", lambda *facts: {"Gotha G.V": 90.0, "R.A.F. R.E.8": 30.0})
    found = run(asked)
    assert found.proof is not None
    assert found.proof.rated is None  # two tell no rank correlation


def test_games_of_a_proof_are_in_scenarios_that_no_price_was_fitted_on(played: Made) -> None:
    lots = bench().laboratory.lots()
    assert lots is not None
    run(task(games=40, proof=True))
    titles = [json.loads(game.of.header)["setup"]["title"] for game in played]
    numbers = [int(title.removeprefix("Lot ")) for title in titles]
    fitted = numbers[: 40 * len(WORTHS)]
    assert max(fitted) < lots.number < lots.proof == min(numbers[len(fitted) :])
    assert len({*fitted}) >= 30


def test_forces_of_which_less_is_known_are_tried_more_often(played: Made) -> None:
    found = run(task(games=100))
    games = {price.force.name: price.games for price in found.prices}
    assert sum(games.values()) == 100 * len(WORTHS)
    assert min(games.values()) >= 52
    assert len(set(games.values())) > 1


def test_fewer_games_are_some_of_more(played: Made) -> None:
    run(task(games=40))
    fewer = set(played)
    played.clear()
    run(task(games=80))
    assert fewer < set(played)


def test_forces_are_played_in_turn_so_that_a_stop_leaves_them_alike(played: Made) -> None:
    run(task(games=40, proof=True))
    in_all: Counter[str] = Counter()
    for game in played:
        units = {unit["type"] for unit in json.loads(game.of.header)["setup"]["units"]}
        in_all.update(units & WORTHS.keys())
        assert max(in_all.values()) - min(in_all.get(name, 0) for name in WORTHS) <= EACH


def test_how_many_games_there_are_is_told_while_they_are_set_up(played: Made) -> None:
    told: list[tuple[int, int]] = []
    task(games=40, proof=True).run(None, None, lambda done, of: told.append((done, of)))
    set_up = [of for done, of in told if not done]
    assert set_up == sorted(set_up)
    assert len({*set_up}) > 40
    assert told[-1] == (len(played), len(played))


def test_another_seed_makes_other_games(played: Made) -> None:
    run(task(games=8))
    first = set(played)
    run(task(games=8, seed=2))
    assert len(first & set(played[len(first) :])) == 0


def test_too_few_games_give_no_price_but_say_how_many_more_it_takes(played: Made) -> None:
    asked = task("Salmson 2", games=12)
    found = run(asked)
    (price,) = found.prices
    assert price.worth is None
    assert price.missing == LEAST_GAMES - 12
    parts = list(asked.parts(found))
    assert "Salmson 2: no price by 12 games: an interval takes 28 more." in parts
    assert asked.document(found)["prices"][0]["played"] is None
    assert [row[4] for row in asked.rows(found)] == ["low", None]


def test_forces_that_differ_in_name_alone_share_a_price(played: Made) -> None:
    found = run(task("Gotha G.V", "Gotha G.IV", games=8))
    (price,) = found.prices
    assert {price.force.name, *price.alike} >= {"Gotha G.V", "Gotha G.IV", "Vickers Vimy"}


def test_each_try_is_two_games_of_mirrored_dice_by_each_automatic_player(played: Made) -> None:
    run(task("Salmson 2", games=EACH))
    assert [game.seed % 2 for game in played] == [1, 0, 1, 0]
    assert len({pair_of(game.seed) for game in played}) == 1
    players = ("steady", "steady", "hunter", "hunter")
    assert [game.of.policies for game in played] == [(("human", name), ("martian", name)) for name in players]
    assert len({game.seed for game in played}) == 2


def test_games_count_how_many_units_each_side_has() -> None:
    asked = task("Salmson 2")
    stage = played_prices._Stage(rules_named("aqmf", bench().registry), asked.lots, asked.policies, 1, asked.like)
    copies = set()
    for at in range(8):
        draw, units = stage.drawn("Salmson 2", at, 0), Counter[tuple[str, str]]()
        for unit in json.loads(draw.games[0][0].of.header)["setup"]["units"]:
            units[unit["side"], unit["type"]] += 1
        human, martian = draw.forces
        assert units == {("human", name): human[name] for name in human} | {
            ("martian", name): martian[name] for name in martian
        }
        copies.add(human["Salmson 2"])
    assert len(copies) > 1


@pytest.mark.parametrize(
    ("winners", "won"),
    [(("human", "human"), 1.0), (("human", "martian"), 0.5), (("draw", "martian"), 0.25), (("human", "draw"), 0.75)],
)
def test_a_draw_counts_half_and_a_pair_of_games_what_both_do(winners: tuple[str, str], won: float) -> None:
    asked = task("Salmson 2")
    stage = played_prices._Stage(rules_named("aqmf", bench().registry), asked.lots, asked.policies, 1, asked.like)
    draw = stage.drawn("Salmson 2", 0, 0)
    table = {
        game: PlayedGame(winner, 4, 50, "", (), tuple(range(17)))
        for pair in draw.games
        for game, winner in zip(pair, winners, strict=True)
    }
    observed = stage.observations([draw], table)
    assert list(observed) == ["steady", "hunter"]
    for policy, (observation,) in observed.items():
        assert observation.share == won
        assert observation.group == (draw.lot, policy)
        assert observation.cell == (draw.lot, "Salmson 2")
        assert observation.luck == tuple(2.0 * figure for figure in range(asked.lots.figures))


def test_an_exact_price_is_known_before_games_where_it_is_a_verdict(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of aircraft that fight: one with a price, one with none, one whose price is no verdict."""
    asked = task("Sopwith Camel", "Junkers J.I", "SPAD XIII", "Salmson 2")
    fair = {"Sopwith Camel": 86.0, "Junkers J.I": None, "SPAD XIII": 60.0}

    def prices(bench: Workbench, forces: Sequence[Force], *facts: object) -> list[Price]:
        unjudged = {"SPAD XIII": "it was not measured."}
        names = [force.name for force in forces]
        return [Price(name, 80, fair[name], Toll(1.0, 1.0), (), unjudged.get(name, "")) for name in names]

    monkeypatch.setattr(Workbench, "prices", prices)
    with Results(tmp_path / "kept") as results:
        assert asked._exact(results, None, lambda done, of: None) == {"Sopwith Camel": 86.0}


def test_a_table_says_where_players_disagree(played: Made) -> None:
    asked = task("Gotha G.V", "Salmson 2", games=8)
    found = run(asked)
    unlike = {"steady": IntervalEstimate(40, 30, 50), "hunter": IntervalEstimate(90, 80, 100)}
    alike = {"steady": IntervalEstimate(40, 30, 50), "hunter": IntervalEstimate(52, 42, 62)}
    prices = tuple(replace(price, by_policy=own) for price, own in zip(found.prices, (unlike, alike), strict=True))
    assert [price.disagree for price in prices] == [True, False]
    parts = list(asked.parts(replace(found, prices=prices)))
    name = prices[0].force.name
    assert f"steady and hunter disagree by more than chance explains on {name}." in parts
    table = next(part for part in parts if isinstance(part, ResultTable))
    assert table.heads[-3:] == ("by steady", "by hunter", "verdict")


def test_a_player_that_cannot_play_a_scenario_is_named(played: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "made_up", lambda game: PlayedGame("", 100, 9, "", (), (0.0,) * 17))
    with pytest.raises(DataError, match=r"^steady cannot play lot 0 with Salmson 2 to its end$"):
        run(task("Salmson 2", games=4))


@pytest.mark.parametrize(
    ("names", "policies", "fault"),
    [
        (("US Infantry",), (), "US Infantry has no played price: no scenario by lot can hold it"),
        (("Gotha G.VI",), (), "unknown unit 'Gotha G.VI'; did you mean"),
        (("Salmson 2",), ("stedy", "hunter"), "unknown policy 'stedy'; did you mean steady"),
        (("Salmson 2",), ("steady", "steady"), "expected two automatic players to be compared, got steady twice"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(names: tuple[str, ...], policies: tuple[str, ...], fault: str) -> None:
    with pytest.raises(AqmfError) as refused:
        to_be_played(bench(), bench().terms({}), names, 8, 1, policies)
    assert str(refused.value).startswith(fault)
    assert "\n" not in str(refused.value)
    assert isinstance(refused.value, (QuestionError, UnknownNameError))


def test_a_force_that_leaves_nothing_for_others_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    dear = replaced(bench().laboratory.catalogue["Salmson 2"], points=900)  # type: ignore[attr-defined]
    monkeypatch.setitem(bench().laboratory.catalogue, "Salmson 2", dear)  # type: ignore[attr-defined]
    lots = bench().laboratory.lots()
    assert lots is not None
    fault = r"^Salmson 2: no scenario by lot can hold it: 900 points of \d+ leave nothing for others$"
    with pytest.raises(QuestionError, match=fault):
        lots.drawn(0, "Salmson 2", 0)


def test_a_game_without_scenarios_by_lot_has_no_played_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(bench().laboratory), "lots", Laboratory.lots)
    with pytest.raises(QuestionError, match=r"has no played prices: it offers no scenarios by lot$"):
        task()


def test_what_was_cut_off_ends_as_what_was_not(tmp_path: Path) -> None:
    """Real games: the same table after some of it was played before, and kept."""
    with Results(tmp_path / "whole") as whole, Results(tmp_path / "parts") as parts:
        every = task("Gotha G.V", games=8).run(whole, None, lambda done, of: None)
        task("Gotha G.V", games=4).run(parts, None, lambda done, of: None)
        told: list[tuple[int, int]] = []
        again = task("Gotha G.V", games=8).run(parts, None, lambda done, of: told.append((done, of)))
    assert again == every
    assert told[-1][0] == told[-1][1]
