"""Each order ends with its own result: what rolls without anybody's choice follows by itself, as an order of nobody's."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aqmf_air.api import load_registry, load_toml, parse_toml
from aqmf_air.cli.main import aqmf
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.automatic import next_order
from aqmf_air.core.play.ruleset import NOBODY
from aqmf_air.core.play.session import Resolved, Session, Waiting, new_header
from aqmf_air.core.play.undoing import step_of
from aqmf_air.games.richthofens_war.chapters.initiative import RollInitiative
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.plugins import kinds
from tests.games.richthofens_war.wild import SCENARIOS, WAR, played
from tests.web.live.playing import begun, opened, settled

REGISTRY = load_registry(entry_points=False)
OWN_ROLLS = {
    "richthofen.announce_tails": {"tailing", "tie-break"},
    "richthofen.fire": {"fire", "jam", "critical hit", "man hit", "engine", "gun"},
    "richthofen.fire_from_ground": {
        "fire",
        "critical hit",
        "critical hit all the same",
        "man hit",
        "engine",
        "casualty",
        "gun",
    },
    "richthofen.fly": {"overdive", "damage", "bombs", "strafing", "discovery"},
    "richthofen.clear": {"clear"},
}
"""What an order of a player's rolls for: of nothing else does it ask for dice."""
CLOSE = """title = "Close"
date = "1918-07"
aircraft = [
    { type = "Fokker D-VII", side = "german", name = "Fokker", column = 16, row = 16, facing = 0, height = 2000, speed = 7 },
    { type = "Sopwith Camel", side = "allied", name = "Camel", column = 13, row = 16, facing = 0, height = 2000, speed = 7 },
]
"""
TO_THE_SHOT = (
    "tail Camel behind Fokker", "3 4", "1 1", "Fokker: speed 7, ahead 7", "no target", "Camel: speed 7, ahead 7",
    "aim at Fokker",
)  # fmt: skip


def new_game(scenario: str, seed: int, **rulings: Any) -> Session[Game]:
    rules: Any = REGISTRY.ruleset("richthofen")
    path = REGISTRY.of(kinds.SCENARIOS, "richthofen")[scenario].path
    setup = rules.set_up(load_toml(path), scenario, rulings).setup
    return Session(rules, new_header(rules, setup, seed=seed, game=f"{scenario}-{seed}"))


@pytest.mark.further
@pytest.mark.rule("RW-TURN-1")
def test_no_order_rolls_for_anything_else_than_what_it_does() -> None:
    """In states of every scenario: an order of a player's asks for its own dice, and what follows for some at least."""
    orders, followed, rulings = Counter[str](), Counter[str](), {"archie": "on", "wind": "house"}
    for seed in range(2 * len(SCENARIOS)):
        for game in played(seed, 14, **rulings):
            if (follows := WAR.follows(game)) is not None:
                assert not WAR.objections(game, follows, NOBODY)
                assert rolled(game, follows, seed), "without dice it does not have to be an order of its own"
                followed[follows.type] += 1
                continue
            for side in WAR.players(game):
                for kind, order in {offer.command.type: offer.command for offer in WAR.legal(game, side)}.items():
                    assert kind != "richthofen.go_on"
                    assert rolled(game, order, seed) <= OWN_ROLLS.get(kind, set()), kind
                    orders[kind] += 1
    assert min(followed["richthofen.roll_initiative"], followed["richthofen.go_on"]) > 10, followed
    assert {*OWN_ROLLS} - {*orders} <= {"richthofen.fire_from_ground"}, orders


def rolled(game: Game, order: Any, seed: int) -> set[str]:
    """What an order rolls for."""
    dice = DiceTray(seeded(seed, game.turn, order.type))
    WAR.decide(game, order, dice)
    return {roll.ask.label for roll in dice.log}


def test_what_follows_is_nobodys_and_refused_at_any_other_time() -> None:
    session = new_game("duel", 1)
    rules = session.ruleset
    assert rules.follows(session.state) == RollInitiative(), "nobody is asked for the first roll of a game, either"
    session.submit(RollInitiative(), NOBODY)
    for order in (RollInitiative(), rules.codec.command({"type": "richthofen.go_on"}, "it")):
        for player in (NOBODY, "german", "allied"):
            assert rules.objections(session.state, order, player)


@pytest.fixture(scope="module")
def close() -> Session[Game]:
    """A game of two who begin close together, in the third turn, with dice that players rolled."""
    rules: Any = REGISTRY.ruleset("richthofen")
    setup = rules.set_up(parse_toml(CLOSE.encode(), "it"), "it", {}).setup
    session: Session[Game] = Session(rules, new_header(rules, setup, seed=4, game="g"), who_rolls=lambda ask: "player")
    while session.state.turn < 3:
        order = next_order(rules, session.state, lambda rules, state, side: next(iter(legal(rules, state, side)), None))
        assert order is not None
        entries, (by, command) = len(session.entries), order
        reply = session.submit(command, by)
        while isinstance(reply, Waiting):
            assert len(session.entries) == entries, "the order before is kept"
            reply = session.answer(seeded("typed", entries, len(reply.given))(reply.ask).faces)
        assert isinstance(reply, Resolved)
    return session


def legal(rules: Any, state: Game, side: str) -> Iterator[Any]:
    return (offer.command for offer in rules.legal(state, side))


def test_undo_takes_back_what_followed_and_redo_brings_it_back(close: Session[Game]) -> None:
    at = next(at for at, entry in enumerate(close.entries) if at and entry.by == NOBODY != close.entries[at - 1].by)
    session = Session(close.ruleset, close.header, close.entries[: at + 1])
    digest, own = session.digest, [session.entries[at - 1].by]
    step = step_of("undo", session, own)
    assert [entry.position for entry in step.orders] == [at, at - 1]
    assert (step.order and step.order.position) == at - 1
    for _ in step.orders:
        session.undo("referee")
    assert session.ruleset.follows(session.state) is None
    again = step_of("redo", session, own)
    assert [entry.position for entry in again.orders] == [at - 1, at]
    assert (again.order and again.order.position) == at - 1
    for _ in again.orders:
        session.redo("referee")
    assert session.digest == digest
    assert step_of("undo", session, [NOBODY]).orders == (), "nobody takes anything back"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    (tmp_path / "close.toml").write_text(CLOSE)
    return tmp_path


def typed(home: Path, *lines: str, also: tuple[str, ...] = ()) -> str:
    arguments = also or (str(home / "close.toml"), "--ruleset", "richthofen", "--physical", "--seed", "4", "--game", "g")
    result = CliRunner().invoke(aqmf, ["play", *arguments], input="\n".join(lines) + "\n")
    assert result.exit_code == 0, result.output
    return result.output


def orders_kept(name: str) -> Iterator[str]:
    for line in CliRunner().invoke(aqmf, ["export", name]).stdout.splitlines():
        document = json.loads(line)
        if document.get("kind") in ("command", "undo"):
            yield (document.get("command") or {}).get("type", document["kind"])


def test_the_shot_is_told_and_kept_before_the_dice_of_the_next_turn(home: Path) -> None:
    told = typed(home, *TO_THE_SHOT, "Camel fires", "5 6", "nobody tails", "q")
    shot = told.index("> Camel fires at Fokker: 11")
    assert "read" not in told
    assert re.search(
        r"fire \(damage table, column A at 2 to 3 hexes\) at Fokker, left gun and right gun of Camel: 2 D6\?", told
    )
    assert told.index("2 D6?", told.index("fire (damage table")) < shot < told.index("> Turn 2")
    asked = told.index("initiative (", shot)
    assert told.index("the highest moves last", asked) - asked < 40
    assert "Return" not in told[told.index("Camel fires") :]
    assert [*orders_kept("g")][-2:] == ["richthofen.fire", "richthofen.announce_tails"], "quitting at its dice loses nothing"
    again = typed(home, "3 3", "4 4", "q", also=("--resume", "g"))
    assert "initiative for Fokker" in again
    assert [*orders_kept("g")][-1] == "richthofen.roll_initiative"


def test_at_the_dice_of_what_follows_the_order_before_is_corrected_or_taken_back(home: Path) -> None:
    begin = (
        "nobody tails",
        "1 1",
        "2 2",
        "Fokker: speed 7, ahead 7",
        "no target",
        "Camel: speed 7, ahead 7",
        "aim at Fokker",
    )
    typed(home, *begin, "Camel fires", "5 5", "nobody tails", "<", "q")
    kept = [*orders_kept("g")]
    assert kept[-2:] == ["richthofen.fire", "richthofen.announce_tails"]
    typed(home, "undo", "<", "6 5", "q", also=("--resume", "g"))
    assert [*orders_kept("g")][-3:] == ["undo", "undo", "richthofen.fire"], "taken back at the dice, corrected at the prompt"
    told = typed(home, "nobody tails", "6 6", "<", "1 2", "2 1", "q", also=("--resume", "g"))
    assert "initiative for Fokker (the highest moves last): 1 2" in told


@pytest.mark.parametrize("dice", ["rolled", "typed"])
def test_a_live_table_goes_on_by_itself_and_asks_for_dice_that_are_typed(home: Path, dice: str) -> None:
    with opened() as club:
        player = begun(club, "duel", ruleset="richthofen", german="here", allied="here", dice=dice)
        player.sheet()
        session = club.table(player).session
        for _ in range(40):
            if session.state.turn > 1 and session.state.phase != "initiative":
                break
            order: dict[str, Any] = {"as": "german", "entries": len(session.entries), "command": None, "dice": []}
            if player.sheet()["waiting"] is None:
                follows = session.ruleset.follows(session.state)
                assert not session.entries or follows is None, "nobody is asked about what follows, once somebody is there"
                offered = {side: next(legal(session.ruleset, session.state, side), None) for side in ("german", "allied")}
                side, command = next((side, one) for side, one in offered.items() if one is not None)
                order |= {"as": side, "command": command.model_dump(mode="json")}
            while "need" in (answer := player.post("/order", **order).json()):
                number = len(order["dice"])
                order["dice"].append([1 + (number + at) % 6 for at in range(answer["need"]["count"])])
            assert answer.get("done"), answer
            settled(club, player)
        followed = [entry for entry in session.entries if entry.by == NOBODY]
        assert [entry.command.type for entry in followed if entry.command] == ["richthofen.roll_initiative"]
        assert all((roll.by == "seed") is (dice == "rolled") for entry in followed for roll in entry.rolls)
