"""Games that a site was built with: each is played as it was recorded, and what is played otherwise is told."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from aqmf_air.plugins.registry import Registry
from aqmf_air.site import golden
from aqmf_air.site.golden import GoldenGame, check, record


@cache
def games() -> dict[str, GoldenGame]:
    """A game of each ruleset."""
    return {game.ruleset: game for game in record(5)}


def outcome(game: GoldenGame) -> tuple[str, str]:
    told = json.loads(check(json.dumps(game._asdict())))
    return told["status"], told["words"]


def with_entry(game: GoldenGame, number: int, **changed: Any) -> GoldenGame:
    lines = list(game.log)
    lines[number] = json.dumps({**json.loads(lines[number]), **changed})
    return game._replace(log=tuple(lines))


def test_a_game_of_every_ruleset_is_played_as_it_was_recorded(registry: Registry) -> None:
    assert set(games()) == set(registry.rulesets)
    for game in games().values():
        status, words = outcome(game)
        assert (status, words.partition(" ")[0]) == ("same", str(len(game.log) - 1)), game.title


def test_what_is_played_otherwise_is_told_with_its_first_order() -> None:
    game = games()["valor"]
    at, entry = next((at, entry) for at, line in enumerate(game.log[1:], 1) if (entry := json.loads(line))["rolls"])
    rolls = [{**entry["rolls"][0], "faces": ["none"]}, *entry["rolls"][1:]]
    status, words = outcome(with_entry(game, at, rolls=rolls))
    assert status == "differs"
    assert words.startswith(f"order {at}, {entry['command']['type']}: ")
    assert "rolls.0.faces.0: " in words
    assert words.endswith("expected: 'none'")
    assert outcome(game._replace(state="another")) == ("differs", "the state at its end")
    header = json.loads(game.log[0])
    of_another_seed = json.dumps({**header, "seed": 99})
    assert outcome(game._replace(log=(of_another_seed, *game.log[1:])))[1].startswith("the set-up: ")


def test_an_order_that_the_automatic_player_does_not_give_or_that_is_refused_is_told() -> None:
    game = games()["valor"]
    at = next(at for at in range(2, len(game.log)) if kind_at(game, at) != kind_at(game, 1))
    other = with_entry(game, 1, command=json.loads(game.log[at])["command"])
    status, words = outcome(other)
    assert (status, words.partition(":")[0]) == ("differs", "order 1")
    status, words = outcome(other._replace(policy=""))
    assert (status, words.partition(": it is refused here: ")[0]) == ("differs", "order 1")


def kind_at(game: GoldenGame, number: int) -> str:
    return str(json.loads(game.log[number])["command"]["type"])


@pytest.mark.parametrize("ruleset", ["clouds", "richthofen"])
def test_without_its_automatic_player_a_game_is_played_by_its_orders(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "left_out", lambda: ("numpy",))
    status, words = outcome(games()[ruleset])
    assert status == "same"
    assert words.endswith(", by the orders of the record: its automatic player needs numpy")


def test_a_game_that_needs_what_is_left_out_is_not_here_and_one_that_fails_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(package: str) -> Any:
        def begun(_: GoldenGame) -> Any:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)

        return begun

    monkeypatch.setattr(golden, "_begun", lacking("shapely"))
    status, words = outcome(games()["valor"])
    assert (status, "shapely" in words) == ("not here", True)
    monkeypatch.setattr(golden, "_begun", lacking("another"))
    assert outcome(games()["valor"]) == ("differs", "it fails here: ModuleNotFoundError: No module named 'another'")
