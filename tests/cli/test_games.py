"""Games by themselves, kept, gone on with, written out and taken in; orders typed at the terminal."""

from __future__ import annotations

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from subprocess import PIPE
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from aqmf_air.cli.opened import open_ruleset
from aqmf_air.cli.play.table import load_scenario, play_on
from aqmf_air.cli.play.telling import Teller
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.store.store import Store
from aqmf_air.games.martian_front.chapters.deployment import Deploy
from tests.core.bids import Auction, Seal
from tests.plugins_on_disk import balloons


def run(*args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(aqmf, list(args), input=typed)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("AQMF_HOME", str(folder))
    return folder


def auto(*args: str) -> dict[str, Any]:
    result = run("play", *args, "--auto", "both", "--json")
    assert result.exit_code == 0, result.output + result.stderr
    return dict(json.loads(result.stdout))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A player's folder with a game between automatic sides, ``one``, and what that came to."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", str(folder := tmp_path_factory.mktemp("kept") / "home"))
        return folder, auto("first-flight", "--seed", "2", "--game", "one")


@pytest.fixture
def one(kept: tuple[Path, dict[str, Any]], home: Path) -> dict[str, Any]:
    """What the game ``one`` came to, which is kept."""
    shutil.copytree(kept[0], home)
    return kept[1]


@pytest.mark.further
def test_two_automatic_sides_play_to_the_end_and_the_game_is_kept() -> None:
    summary = auto("first-flight", "--seed", "3", "--game", "duel")
    assert list(summary) == ["game", "scenario", "seed", "winner", "turns", "entries", "state", "why", "scored"]
    assert summary["why"]
    assert (summary["game"], summary["scenario"], summary["seed"]) == ("duel", "first-flight", 3)
    assert summary["winner"] in ("human", "martian", "draw")
    (kept,) = json.loads(run("games", "--json").stdout)
    assert datetime.fromisoformat(kept.pop("played")).tzinfo is not None
    told = {key: summary[key] for key in ("game", "scenario", "seed", "entries", "winner")}
    assert kept.pop("now") in ("Humans win", "Martians win", "A draw")
    told |= {"turn": summary["turns"], "turns": 4, "rules": "5", "fault": None, "ruleset": "aqmf", "title": "First flight"}
    assert kept == told
    listed = run("games").stdout
    assert re.search(r"duel +First flight +\d of 4 +(Humans win|Martians win|A draw) +today \d\d:\d\d", listed)
    assert auto("first-flight", "--seed", "3", "--game", "again")["state"] == summary["state"]


@pytest.mark.further
def test_a_narrow_terminal_has_each_kept_game_on_two_lines(one: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "game  scenario" in CliRunner().invoke(aqmf, ["games"]).stdout
    monkeypatch.setenv("COLUMNS", "50")
    first, second, *_ = CliRunner().invoke(aqmf, ["games"]).stdout.splitlines()
    assert first.startswith(one["game"])
    assert second.startswith("  First flight, ")


def test_a_game_that_was_cut_off_ends_as_if_it_had_not_been(tmp_path: Path, one: dict[str, Any]) -> None:
    lines = run("export", "one").stdout.splitlines()
    for cut in (2, len(lines) // 2, len(lines) - 1):
        path = tmp_path / f"{cut}.jsonl"
        path.write_text("\n".join(lines[:cut]) + "\n", encoding="utf-8")
        assert run("import", str(path), "--as", f"cut-{cut}").exit_code == 0
        resumed = auto("--resume", f"cut-{cut}")
        assert {**resumed, "game": "one"} == one


def test_export_and_import_give_the_same_bytes(tmp_path: Path, one: dict[str, Any]) -> None:
    path = tmp_path / "one.jsonl"
    assert run("export", "one", "-o", str(path)).exit_code == 0
    assert json.loads(run("import", str(path), "--as", "two", "--json").stdout)["game"] == "two"
    assert run("export", "two").stdout == path.read_text(encoding="utf-8") == run("export", "one").stdout
    assert run("replay", "two").exit_code == 0
    assert run("replay", str(path), "--json").exit_code == 0
    taken = run("import", "-", "--as", "three", "--json", typed=path.read_text(encoding="utf-8"))
    assert taken.exit_code == 0, taken.output + taken.stderr
    assert json.loads(taken.stdout)["entries"] > 5


def test_a_kept_game_goes_before_a_file_of_its_name_unless_that_is_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, one: dict[str, Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    auto("first-flight", "--seed", "3", "--game", "two")
    text = run("export", "two").stdout
    for name in ("one", "three", "one.log"):
        Path(name).write_text(text, encoding="utf-8")
    for name, game in (("one", "one"), ("./one", "two"), ("three", "two"), ("one.log", "two")):
        assert json.loads(run("replay", name, "--json").stdout)["game"] == game, name


def test_a_game_is_discarded_and_brought_back(one: dict[str, Any]) -> None:
    before = run("export", "one").stdout
    thrown = run("discard", "one")
    assert (thrown.exit_code, thrown.stdout) == (0, "")
    assert thrown.stderr == "one is discarded; 'aqmf discard one --restore' brings it back.\n"
    assert json.loads(run("games", "--json").stdout) == []
    assert [kept["game"] for kept in json.loads(run("games", "--discarded", "--json").stdout)] == ["one"]
    assert run("export", "one").stdout == before
    assert run("discard", "one", "--restore").stderr == "one is restored.\n"
    assert [kept["game"] for kept in json.loads(run("games", "--json").stdout)] == ["one"]
    assert "No game was discarded" in run("games", "--discarded").stdout


def test_a_damaged_log_is_taken_up_to_the_damage_and_said(tmp_path: Path, one: dict[str, Any]) -> None:
    text = run("export", "one").stdout
    path = tmp_path / "cut.jsonl"
    path.write_text(text[: len(text) * 2 // 3], encoding="utf-8")
    result = run("import", str(path), "--as", "rescued")
    assert result.exit_code == 1
    assert "not a whole line of JSON" in result.stderr
    assert "entries before that are sound, and were taken" in result.stderr
    assert run("replay", str(path)).exit_code == 2
    assert auto("--resume", "rescued")["state"] == one["state"]


def test_a_doctored_store_is_noticed_and_the_sound_part_goes_on(home: Path, one: dict[str, Any]) -> None:
    with sqlite3.connect(home / "games.sqlite") as raw:
        raw.execute("DROP TRIGGER entries_keep")
        raw.execute("UPDATE entries SET line = replace(line, 'human', 'martian') WHERE position = 5")
    raw.close()
    result = run("play", "--resume", "one", "--auto", "both", "--json")
    assert result.exit_code == 0
    assert "the 5 entries before that are sound; it goes on as game 'one~2'" in result.stderr
    assert json.loads(result.stdout) == {**one, "game": "one~2"}


def test_a_game_of_other_plugins_is_refused(tmp_path: Path, one: dict[str, Any]) -> None:
    head, *rest = run("export", "one").stdout.splitlines()
    document = json.loads(head)
    document["plugins"] = [*document["plugins"], {"name": "zeppelins", "version": "3"}]
    path = tmp_path / "other.jsonl"
    path.write_text(json.dumps(document) + "\n", encoding="utf-8")
    result = run("import", str(path), "--as", "other")
    assert result.exit_code == 2
    assert result.stderr == "aqmf: game 'one' was played with plugins that are not there: zeppelins\n"
    assert rest


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("play", "--resume", "nothing"), "no game 'nothing'"),
        (("play", "first-flight", "--resume", "x"), "--resume goes on with a kept game"),
        (("play", "first-flight", "--auto", "both", "--physical"), "with --auto both nobody plays"),
        (("discard", "nobody"), "no game 'nobody'"),
        (("export", "nothing"), "no game 'nothing'"),
        (("replay", "nothing"), "no game 'nothing'"),
        (("replay", "x" * 300), "no game 'xxx"),
        (("import", "nothing.jsonl"), "cannot be read"),
        (("play", "--game", "a/b", "--auto", "both"), "a name has letters"),
        (("play", "--game", "", "--auto", "both"), "'--game': expected the name of a game"),
        (("play", "--resume", " "), "'--resume': expected the name of a game"),
        (("rules", "--ruleset", ""), "'--ruleset': expected the name of a game, got nothing"),
        (("scenarios", "clouds"), "unexpected extra argument (clouds); did you mean --ruleset clouds? (see 'aqmf scenarios"),
        (
            ("play", "duel"),
            "unknown scenario 'duel' of All Quiet on the Martian Front; did you mean clouds:duel or richthofen:",
        ),
        (("tables", "foo"), "All Quiet on the Martian Front has no tables that can be replaced"),
        (("serve", "--port", "abc"), "'--port': 'abc' is not a valid integer."),
        (("play", "aqmf:"), "scenario 'aqmf:': expected RULESET:NAME"),
        (("play", ":first-flight"), "scenario ':first-flight': expected RULESET:NAME"),
        (("play", "-", "--physical"), "standard input holds the scenario"),
        (("play", "--seed", "1", "--save", "nowhere/game.jsonl"), "there is no folder nowhere"),
        (("play", "--seed", "1", "--save", ""), "'--save': expected the name of a file, got nothing"),
    ],
)
def test_what_is_not_there_is_one_line(args: tuple[str, ...], words: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_name_is_not_given_twice(one: dict[str, Any]) -> None:
    result = run("play", "first-flight", "--game", "one", "--auto", "both")
    assert result.exit_code == 2
    assert "there is a game 'one' already" in result.stderr


def test_a_store_that_cannot_be_written_is_one_line(home: Path) -> None:
    home.write_text("a file where the folder should be")
    result = run("play", "first-flight", "--auto", "both", "--game", "x")
    assert result.exit_code == 2
    assert "cannot be made" in result.stderr


# -- at the terminal ------------------------------------------------------------------------------------------------------


def sit(*lines: str, scenario: str = "eyes-above") -> Result:
    return run("play", scenario, "--seed", "4", "--ask", "--game", "table", typed="\n".join(lines) + "\n")


def test_orders_are_listed_named_and_carried_out() -> None:
    result = sit("roll for initiative", "? goes", "the martian", "1", "quit")
    assert result.exit_code == 0, result.output
    assert "wins the initiative" in result.output
    assert "1  the human side goes first" in result.output
    assert "did you mean this? Type its number\n    1  the martian side goes first\n" in result.output
    assert "> The martian side goes first" in result.output
    assert json.loads(run("games", "--json").stdout)[0]["entries"] == 2


def test_the_other_side_is_seen_as_markers_only() -> None:
    result = sit("state", "quit")
    shown = result.output
    assert re.search(r"6 hidden Martian markers, unknown until seen: .*[A-F] \(13\.0, 33\.0\)", shown)
    for hidden in ("Assault", "stalker", "Dummy", "Drones", "late-scout"):
        assert hidden not in shown
    assert "theirs, to come in turn 3: the middle of the north edge" in shown


def test_undo_and_redo_are_entries_and_lead_back() -> None:
    result = sit("1", "undo", "redo", "undo", "quit")
    assert result.exit_code == 0, result.output
    (kept,) = json.loads(run("games", "--json").stdout)
    assert kept["entries"] == 4


def test_an_order_as_json_comes_back_with_every_objection() -> None:
    no_move = '{"type": "host.move", "unit": "tanks", "to": []}'
    result = sit(no_move, '{"type": "host.fly"}', "{", "nonsense words", "help", "quit")
    assert "moving is not allowed in this phase (initiative) (HOST-TURN-1)" in result.output
    assert "unknown type 'host.fly'" in result.output
    assert "not JSON" in result.output
    assert "nothing that may be ordered now is called 'nonsense words'" in result.output
    assert "take back the last order of a player here" in result.output


def test_words_are_read_in_any_case_and_what_names_several_is_listed() -> None:
    result = sit("ODDS", "List", "Roll For Initiative", "? GOES", "odds side goes", "STATE", "QUIT")
    assert result.exit_code == 0, result.output
    assert "or in words ('? words' and 'help' say more):\n       roll" in result.output  # asked for as a list
    assert "wins the initiative" in result.output
    assert "which one? Type 'odds' and its number\n    1  the human side goes first\n    2  the martian" in result.output
    assert "yours:" in result.output
    assert "The game is open: turn 1" in result.output


def test_a_phase_that_cannot_end_yet_says_why() -> None:
    assert "both sides roll for initiative, and the winner chooses who goes first (HOST-TURN-2)" in sit("end", "quit").output


def test_what_was_taken_back_is_told() -> None:
    result = sit("1", "undo", "redo", "quit")
    assert "roll for initiative; 'redo' brings it back with its dice (entry 1 of the log)" in result.output
    assert "brought back: Humans: roll for initiative (entry 2 of the log)" in result.output
    assert "Game table is kept (aqmf play --resume table)" in result.output


def test_at_one_screen_an_order_that_is_hidden_from_a_side_is_taken_back_without_its_name() -> None:
    """In deployment both sides act: the Martian player has set up a unit, and the human one takes that back."""
    registry, ruleset = open_ruleset()
    setup = load_scenario(registry, "hold-the-line", None, {})[2].setup
    header = new_header(ruleset, setup, seed=4, game="table", plugins=registry.rules_versions(ruleset.id))
    with Store() as store:
        session = Session(ruleset, header, keep=store.beginner(header, "table"))
        unit = next(one for one in session.state.units if one.side == "martian")
        to = [{"x": at.x, "y": at.y, "facing": 90} for at in unit.elements]
        session.submit(Deploy.model_validate({"unit": unit.id, "to": to}), "martian")
    result = run("play", "--resume", "table", "--ask", typed="undo\nquit\n")
    assert result.exit_code == 0, result.output
    told = result.output.partition("Humans>   taken back: Martians: ")[2].splitlines()[0]
    assert "host." not in told
    assert unit.id not in result.output.partition("The game is open")[0]


def test_after_an_undo_at_one_screen_the_prompt_is_theirs_who_gave_the_order() -> None:
    rules: Any = Auction()
    session: Session[Any] = Session(rules, new_header(rules, Frozen(), seed=1, game="g"))
    session.submit(Seal(side="west", number=1), "west")
    asked: list[str] = []

    def east(session: Session[Any]) -> None:
        asked.append("east")
        if len(asked) == 1:
            session.undo("east")

    def west(session: Session[Any]) -> None:
        asked.append("west")

    play_on(session, {"east": east, "west": west}, Teller(rules, quiet=True), None)
    assert asked == ["east", "west", "east"]


def test_an_undo_against_an_automatic_side_goes_back_to_ones_own_order_and_ones_own_prompt() -> None:
    orders = ["flight: 8", "end", "end", "flight: 8", "end", "undo", "quit"]
    given = "\n".join(orders) + "\n"
    run("play", "first-flight", "--seed", "4", "--auto", "martian", "--ask", "--game", "table", typed=given)
    result = run("play", "--resume", "table", typed="end\nundo\nstate\nquit\n")  # it is kept who plays by itself
    assert result.exit_code == 0, result.output
    shown, _, after = result.output.partition("taken back: ")
    assert "Martians: First movement" in shown
    assert after.startswith("Humans: ")
    assert re.search(r"with it the ([2-9] orders|order) given since", after.splitlines()[0])
    assert after.partition("Humans> ")[2].startswith("  Turn 1 of 4: Second movement\n  yours:\n    Burgess-Dunne D8:")
    assert "Martians> " not in result.output


def test_ctrl_c_says_where_the_game_is(home: Path) -> None:
    command = [sys.executable, "-m", "aqmf_air", "play", "eyes-above", "--ask", "--game", "table"]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True, start_new_session=True) as process:
        assert process.stdout
        shown = ""
        while not shown.endswith("Humans> "):
            shown += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert told == "\naqmf: interrupted; kept: aqmf play --resume table\n"


def test_a_scenario_may_come_on_standard_input() -> None:
    text = files("aqmf_air.games.martian_front").joinpath("data/scenarios/first-flight.toml").read_text(encoding="utf-8")
    result = run("play", "-", "--seed", "7", "--json", typed=text)
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["state"] == json.loads(run("play", "--seed", "7", "--json").stdout)["state"]
    assert json.loads(run("games", "--json").stdout) == []


# -- dice of the players' own ---------------------------------------------------------------------------------------------


def test_a_game_with_typed_dice_is_kept_and_goes_on_with_its_script_and_dice(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    seeded = json.loads(run("play", "--seed", "7", "--save", str(log), "--json").stdout)
    rolls = [
        roll["faces"] for line in log.read_text(encoding="utf-8").splitlines()[1:-1] for roll in json.loads(line)["rolls"]
    ]
    words = [" ".join("1" if isinstance(face, str) else str(face) for face in faces) for faces in rolls]
    left = run("play", "--seed", "7", "--physical", typed="\n".join([*words[:5], "quit"]))
    assert left.exit_code == 0, left.output
    assert "Game first-flight-7 is kept (aqmf play --resume first-flight-7)" in left.output
    done = json.loads(run("export", "first-flight-7").stdout.splitlines()[-1])["entries"]
    rolled = sum(len(json.loads(line)["rolls"]) for line in run("export", "first-flight-7").stdout.splitlines()[1:-1])
    resumed = run("play", "--resume", "first-flight-7", typed="\n".join(words[rolled:]))
    assert resumed.exit_code == 0, resumed.output + resumed.stderr
    assert (
        f"first-flight-7: {done} entries; your own dice (--seeded rolls from the seed); its script goes on" in resumed.output
    )
    assert json.loads(run("replay", "first-flight-7", "--json").stdout)["state"] == seeded["state"]


@pytest.mark.parametrize("more", [(), ("--game", "named")])
@pytest.mark.parametrize(
    ("typed", "said"),
    [("", "expected 1 of D10, got 0: the input ended"), ("x", "expected D10 (1 to 10; 0 means 10), got x")],
)
def test_a_game_that_comes_to_nothing_leaves_none_behind(typed: str, said: str, more: tuple[str, ...]) -> None:
    result = run("play", "--seed", "7", "--physical", *more, typed=typed)
    assert result.exit_code == 2
    assert said in result.stderr
    assert json.loads(run("games", "--json").stdout) == []


def test_who_leaves_before_the_first_order_keeps_a_game_that_was_named() -> None:
    assert "Not kept (--game ID keeps it)" in run("play", "eyes-above", "--ask", typed="quit").output
    assert json.loads(run("games", "--json").stdout) == []
    assert "Game table is kept (aqmf play --resume table)" in sit("quit").output
    assert run("play", "--resume", "table", "--ask", typed="quit").output.startswith("table: 0 entries")


def test_a_game_that_its_seed_brings_back_is_not_kept_and_has_no_name() -> None:
    result = run("play", "--seed", "7")
    assert "Not kept (--game ID keeps it); seed 7; state " in result.output
    assert json.loads(run("games", "--json").stdout) == []


def test_odds_are_shown_before_anything_is_rolled() -> None:
    result = sit("odds initiative", "odds 99", "odds dragons", "odds field guns fire at tripod", "quit")
    assert "human: 45.0%, martian: 45.0%, tie: 10.0%" in result.output
    assert result.output.count("'aqmf odds --ruleset aqmf --help' lists what may be asked at any time") == 3
    assert json.loads(run("games", "--json").stdout)[0]["entries"] == 0


def test_one_side_may_play_by_itself() -> None:
    orders = ("flight: 8", "end", "end", "flight: left 360", "end", "quit")
    result = run("play", "first-flight", "--auto", "martian", "--seed", "1", typed="\n".join(orders) + "\n")
    assert result.exit_code == 0, result.output + result.stderr
    assert "Martians: Combat" in result.output


def test_with_json_the_prompts_are_not_on_standard_output() -> None:
    result = run("play", "eyes-above", "--json", "--seed", "3", "--game", "table", typed="?\nstate\nroll for initiative\n")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["entries"] == 1
    assert "Humans> " in result.stderr
    assert "yours:" in result.stderr
    assert "Humans>" in run("play", "--resume", "table", typed="").stdout


def test_a_log_damaged_at_its_first_entry_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    assert run("play", "first-flight", "--seed", "1", "--save", str(path)).exit_code == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[1] = lines[1].replace('"position":0', '"position":0 ', 1)[:-3]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("import", str(path))
    assert result.exit_code == 2
    assert "nothing was taken" in result.stderr
    assert json.loads(run("games", "--json").stdout) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ruleset": "trenches"}, "is one of 'trenches', which is not installed"),
        ({"plugins": [{"name": "zeppelins", "version": "3"}]}, "plugins that are not there: zeppelins"),
    ],
)
def test_a_game_of_a_plugin_that_is_not_there_is_refused_when_it_is_imported(
    change: dict[str, Any], said: str, one: dict[str, Any]
) -> None:
    header = json.loads(run("export", "one").stdout.splitlines()[0])
    result = run("import", "-", "--as", "other", typed=json.dumps({**header, **change}) + "\n")
    assert result.exit_code == 2
    assert said in result.stderr
    assert [row["game"] for row in json.loads(run("games", "--json").stdout)] == ["one"]


def test_neither_a_release_nor_another_plugin_orphans_a_game(monkeypatch: pytest.MonkeyPatch, one: dict[str, Any]) -> None:
    assert run("play", "first-flight", "--seed", "3", "--ask", "--game", "two", typed="quit").exit_code == 0
    monkeypatch.setattr("aqmf_air.plugins.registry.__version__", "0.1.1")
    other = SimpleNamespace(name="balloons", dist=None, load=lambda: balloons)
    monkeypatch.setattr("aqmf_air.plugins.registry._installed", lambda: [other])
    assert "balloons" in run("plugins").stdout
    assert [row["fault"] for row in json.loads(run("games", "--json").stdout)] == [None, None]
    assert json.loads(run("replay", "one", "--json").stdout)["state"] == one["state"]
    resumed = run("play", "--resume", "two", "--auto", "both", "--json")
    assert (resumed.exit_code, resumed.stderr) == (0, "")
    header = json.loads(run("export", "two").stdout.splitlines()[0])
    assert [plugin["name"] for plugin in header["plugins"]] == ["host", "aircraft"]
