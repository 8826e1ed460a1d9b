"""``aqmf lab compare``: pairs of games with sides swapped, and when the test ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from aqmf_air.lab.comparison import Pair, document_of
from aqmf_air.lab.many_games import GameKey, PlayedGame, SetUp
from aqmf_air.lab.statistics import SequentialTest

SIDES = ("red", "blue")


def run(*args: str) -> Result:
    return CliRunner().invoke(aqmf, ["lab", "compare", *args])


def pairs_of(*winners: tuple[str, str]) -> tuple[list[Pair], dict[GameKey, PlayedGame]]:
    """Pairs of games on a hill, won by these sides."""
    first, second = (
        SetUp("bids", json.dumps({"setup": {}}), ((side, who), ("", "")), "") for side, who in zip("ab", "ba", strict=True)
    )
    pairs = [Pair("hill", (GameKey(first, seed), GameKey(second, seed))) for seed, _ in enumerate(winners)]
    ends = zip(pairs, winners, strict=True)
    return pairs, {game: PlayedGame(win, 1, 1, "") for pair, won in ends for game, win in zip(pair.games, won, strict=True)}


def compared(*winners: tuple[str, str]) -> dict[str, Any]:
    pairs, found = pairs_of(*winners)
    return document_of(("a", "b"), SIDES, pairs, found, SequentialTest())


def test_points_are_those_of_the_first_player_whichever_side_it_has() -> None:
    # a has red in the first game of a pair, blue in the second
    found = compared(("red", "blue"), ("blue", "red"), ("red", "red"), ("draw", ""))
    assert (found["won"], found["drawn"], found["lost"]) == (3, 2, 3)
    assert found["elo"]["value"] == 0
    assert found["share"]["red"]["value"] == 2.5 / 4
    assert found["share"]["blue"]["value"] == 1.5 / 4
    assert found["scenarios"]["hill"]["pairs"] == 4


def test_a_game_that_is_not_played_leaves_its_pair_out() -> None:
    pairs, found = pairs_of(("red", "blue"), ("red", "blue"))
    del found[pairs[1].games[1]]
    assert document_of(("a", "b"), SIDES, pairs, found, SequentialTest())["games"] == 2


def test_the_test_says_who_is_stronger_and_with_what_errors() -> None:
    said = compared(*[("red", "blue")] * 9)["test"]
    assert (said["says"], said["errors"]) == ("stronger", [0.05, 0.05])
    assert said["ratio"] > said["bounds"][1]


@pytest.mark.further
def test_a_player_against_itself_scores_exactly_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    args = ("exact-odds", "exact-odds", "--scenarios", "first-flight", "--seeds", "1-9", "--workers", "1")
    document = json.loads(run(*args, "--json").stdout)
    assert document["elo"] == {"value": 0, "interval": [0, 0]}
    assert (document["pairs"], document["test"]["says"]) == (8, "equal")
    told = run(*args).stdout
    assert "exact-odds is not stronger" in told
    assert "wrong in 5.0% of cases at most, either way" in told
    assert json.loads(run(*args, "--all", "--json").stdout)["pairs"] == 9


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("exact-odds", "club"), "unknown policy 'club'; expected one of steady, cautious"),
        (("exact-odds", "exact-odds", "--seeds", "5-1"), "expected seeds from one to another, such as 1-200, got '5-1'"),
        (("exact-odds", "exact-odds", "--scenarios", "first-flight,nowhere"), "unknown scenario 'nowhere'"),
        (("exact-odds", "exact-odds", "--stronger", "0"), "--stronger: expected more than --equal (0), got 0"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(args: tuple[str, ...], said: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
