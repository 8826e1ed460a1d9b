"""Games that were played under older rules: they open, are shown, are exported and go on, for ever.

``rules_1`` holds games of 22 November 2026, before rules had versions: every bundled scenario between automatic sides from
two seeds (with undo and redo), the script of first-flight, dice that were typed in, two ledgers, and a store of form 1 with
live tables. Beside each log is what the program of that day made of it. Nothing here is ever written anew.

``rules_3`` holds a game of 23 November 2026 in which the owner of a tripod ended phases whose roll for its legs the enemy
had won, before the enemy could move it: the rules did not wait for the winner then.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.core.play.events import to_lines
from aqmf_air.core.play.replay import steps
from aqmf_air.core.play.rules_versions import read_kept_rulings
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.core.play.session import Session
from aqmf_air.core.store.log_reader import Saved, log_text, split_lines
from aqmf_air.core.store.store import Store
from aqmf_air.plugins.registry import Registry, load_registry
from aqmf_air.plugins.rules_in_force import RulesInForce, read_log, settled_since
from tests.web.live.playing import Player, next_order, opened

FOLDER = Path(__file__).parent / "rules_1"
NAMES = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))
PACKAGE = Path(__file__).parents[2] / "aqmf_air"
KEPT = [
    one
    for plugin in ("martian_front", "martian_aircraft")
    for one in read_kept_rulings(PACKAGE / "games" / plugin / "data" / "kept_rulings.toml")
]


def lines_of(name: str) -> list[str]:
    return split_lines(gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).decode())


@cache
def facts(name: str) -> dict[str, Any]:
    """What the program of that day made of a game."""
    found: dict[str, Any] = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    return found


@cache
def everything() -> Registry:
    return load_registry(entry_points=False)


def opened_log(name: str) -> tuple[RulesInForce, Saved, Session[Any]]:
    rules, saved = read_log(lines_of(name), name, None, everything())
    assert saved.fault == ""
    return rules, saved, rules.session(saved)


def beyond(then: Any, now: Any, place: str = "") -> Iterator[str]:
    """Where a state is no longer what it was; what has been added since is nothing of it."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key, value in then.items():
            yield from beyond(value, now.get(key, "gone"), f"{place}.{key}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for number, (one, other) in enumerate(zip(then, now, strict=True)):
            yield from beyond(one, other, f"{place}.{number}")
    elif then != now:
        yield f"{place}: {then!r} is now {now!r}"


def told(session: Session[Any]) -> list[int]:
    """How many lines are told of each entry."""
    fresh: Session[Any] = Session(session.ruleset, session.header)
    counts = []
    for step in steps(fresh, session.entries):
        state, lines = step.state, 0
        for event in step.entry.events:
            lines += bool(session.ruleset.tell(event, state))
            state = session.ruleset.evolve(state, event)
        counts.append(lines)
    return counts


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_game_opens_as_it_was_and_is_exported_as_it_was_written(name: str) -> None:
    _, saved, session = opened_log(name)
    was = facts(name)
    assert list(beyond(was["state"], session.state.model_dump(mode="json"))) == []
    assert (len(session.entries), session.state.turn) == (was["entries"], was["turn"])
    assert session.ruleset.over(session.state) == was["winner"]
    assert told(session) == was["told"]
    assert session.older_rules == {was["ruleset"]: "1", "host": "1", "aircraft": "1"}
    assert list(to_lines(saved.header, saved.entries)) == lines_of(name)
    ended = split_lines(log_text(to_lines(saved.header, saved.entries)))
    _, again = read_log(ended, name, None, everything())
    assert (again.entries, again.ended) == (saved.entries, True)


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_game_goes_on_under_the_rules_of_today_and_says_from_where(name: str) -> None:
    rules, saved, session = opened_log(name)
    ruleset = session.ruleset
    before = len(session.entries)
    if ruleset.over(session.state):
        session.undo("human")
    by, offer = next((side, one) for side in ruleset.players(session.state) for one in ruleset.legal(session.state, side))
    session.submit(offer.command, by)
    assert session.entries[before].kind == "rules"
    assert session.rules_from[1] == (before, session.loaded)
    session.undo(by)
    session.redo(by)
    lines = list(to_lines(session.header, session.entries))
    assert lines[: before + 1] == lines_of(name)
    again_rules, again = read_log(lines, name, None, everything())
    fresh = again_rules.session(replace(again, entries=()))
    decided = [step.again for step in steps(fresh, again.entries)]
    assert decided == [False] * (before + 1) + [True] * (len(again.entries) - before - 1)
    assert fresh.digest == session.digest
    assert rules.ruleset is again_rules.ruleset
    assert saved.header.seed == again.header.seed


@pytest.mark.parametrize("name", NAMES)
def test_what_became_a_ruling_is_played_as_it_was(name: str) -> None:
    _, saved, session = opened_log(name)
    for one in KEPT:
        if one.rules == 1 and one.ruling in everything().ruleset("aqmf").rulings.model_fields:
            assert getattr(saved.header.setup.rulings, one.ruling) == one.value  # type: ignore[attr-defined]
            assert settled_since(session.header)[one.ruling] == one.value


def test_every_ruling_since_says_how_it_was_played_before() -> None:
    model: type[Rulings] = everything().ruleset("aqmf").rulings
    first = json.loads(lines_of(NAMES[0])[0])["setup"]["rulings"]
    kept = {one.ruling: one.value for one in KEPT}
    new = set(model.model_fields) - set(first)
    assert new == set(kept)
    for name in new:
        assert kept[name] in get_args(model.model_fields[name].annotation)


def test_a_phase_that_ended_before_the_winner_of_the_legs_moved_stays_and_one_that_has_not_waits() -> None:
    lines = split_lines(gzip.decompress((FOLDER.parent / "rules_3" / "lamed.jsonl.gz").read_bytes()).decode())
    rules, saved = read_log(lines, "lamed", None, everything())
    session = rules.session(saved)
    assert session.digest == "1126b6c3d7f7695089aca313ea5e1c0711c50798adb5f64bbbd2765d99182669"
    assert [one.events[0].type for one in session.entries[:2]] == ["host.legs_rolled", "host.phase_ended"]
    rules, cut_off = read_log(lines[:2], "lamed", None, everything())
    session = rules.session(cut_off)
    assert session.ruleset.stage(session.state).active == ("human",)
    (stand,) = [one.command for one in session.ruleset.legal(session.state, "human") if one.command.type == "host.let_stand"]
    session.submit(stand, "human")
    assert [one.kind for one in session.entries] == ["command", "rules", "command"]
    assert session.ruleset.stage(session.state).active == ("martian",)


# -- the store ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    for name in ("games.sqlite", "tables.sqlite"):
        (tmp_path / name).write_bytes(gzip.decompress((FOLDER / f"{name}.gz").read_bytes()))
    return tmp_path


def kept_facts() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "store.json").read_text(encoding="utf-8"))
    return found


def run(*args: str) -> Any:
    result = CliRunner().invoke(aqmf, args)
    assert result.exit_code == 0, result.output
    return result


def test_a_store_of_that_day_is_listed_whole(home: Path) -> None:
    listed = json.loads(run("games", "--json").stdout)
    assert [one["game"] for one in listed] == kept_facts()["names"]
    assert {one["game"]: one["entries"] for one in listed} == {
        name: kept_facts()[name]["entries"] for name in kept_facts()["names"]
    }
    assert {(one["rules"], one["fault"]) for one in listed} == {("1", None)}
    (gone,) = json.loads(run("games", "--discarded", "--json").stdout)
    assert gone["game"] == "first-flight-scripted-5"
    with Store() as store:
        assert store.form == 2


def test_a_game_of_that_day_is_replayed_and_gone_on_with_at_the_terminal(home: Path) -> None:
    shown = run("replay", "first-flight-auto-41").stdout
    assert "rules 1: 26 orders stand as they were decided under older rules." in shown
    was, (_, _, session) = facts("first-flight-auto-41"), opened_log("first-flight-auto-41")
    assert (was["winner"], "Martians win: no human unit is left." in shown) == ("martian", True)
    assert list(beyond(was["state"], session.state.model_dump(mode="json"))) == []
    assert f"26 entries, state {session.digest[:12]}," in shown
    done = run("play", "--resume", "redoubt", "--auto", "both", "--json")
    assert json.loads(done.stdout)["winner"]
    resumed = run("play", "--resume", "first-flight", "--auto", "both", "--json")
    assert "played under older rules (aqmf 1, host 1, aircraft 1; now aqmf 5, host 5, aircraft 3)" in resumed.stderr
    assert "spotted_scatter scatters" in resumed.stderr
    assert json.loads(resumed.stdout)["winner"]
    told = run("replay", "first-flight").stdout
    assert "(from here on under rules aqmf 5, host 5, aircraft 3)" in told
    assert "rules 1; 5 from entry 16" in told
    assert "after them the rules lead where the log went" in told
    (one,) = [one for one in json.loads(run("games", "--json").stdout) if one["game"] == "first-flight"]
    assert one["rules"] == "1; 5 from entry 16"


def test_a_live_table_of_that_day_opens_and_goes_on(home: Path) -> None:
    was = kept_facts()["first-flight"]
    with opened() as club:
        assert "first-flight" in club.client.get("/games").text
        player = Player(club.client, "first-flight")
        assert player.get("").status_code == 303  # the browser that comes first has the table from now on
        sheet = player.sheet()
        assert sheet["entries"] == was["entries"]
        assert [len(one["lines"]) for one in sheet["log"]] == was["log"]
        table = club.table(player)
        order = next_order(table)
        assert order is not None
        side, command = order
        done = player.post("/order", **{"as": side, "entries": sheet["entries"], "command": command, "key": "once"})
        assert done.status_code == 200, done.text
        assert done.json()["entries"] == was["entries"] + 2
        assert done.json()["told"] == player.sheet(since=was["entries"] + 1)["log"][0]["lines"]
        twice = player.post("/order", **{"as": side, "entries": sheet["entries"], "command": command, "key": "once"})
        assert twice.json() == done.json()
        (rules, _) = player.sheet(since=was["entries"])["log"]
        assert (rules["kind"], rules["lines"]) == ("rules", ["from here on under the rules of today"])
        assert player.post("/undo", **{"as": side, "entries": was["entries"] + 2}).status_code == 200
        film = player.get("/film", **{"as": side})
        assert film.status_code == 200, film.text
    with Store() as store:
        assert store.kept("first-flight").entries == was["entries"] + 3


def test_a_ledger_of_that_day_opens_and_goes_on(home: Path) -> None:
    with opened() as club:
        assert "ledger-31" in club.client.get("/ledger").text
        assert club.client.get("/ledger/ledger-31").status_code == 200
        done = club.client.post("/ledger/ledger-31/undo", data={"entries": "26", "entry": "26"})
        assert done.status_code == 303, done.text
        assert "from here on under the rules of today" in club.client.get("/ledger/ledger-31").text
