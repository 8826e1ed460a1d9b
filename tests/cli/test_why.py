"""Automatic players at the terminal: which there are, who plays which side, and why an order was given."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from aqmf_air.core.play.contributions import Policy
from aqmf_air.core.play.search.reasons import Reason, Reasons, Thought
from aqmf_air.games.martian_front.automatic.policy import choose
from aqmf_air.plugins.kinds import POLICIES
from aqmf_air.web.seat_settings import SettingsStore
from tests.registry_answers import answer


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    policies = {
        "steady": Policy("steady", "Weighs both.", choose, reasons_of("steady"), "Steady"),
        "bold": Policy("bold", "Goes ahead.", choose, reasons_of("bold"), "Bold"),
        "mute": Policy("mute", "Says nothing.", choose),
    }
    answer(monkeypatch, POLICIES, policies)
    return tmp_path


def reasons_of(name: str) -> Any:
    def explain(ruleset: Any, state: Any, player: str, command: Any) -> Reasons:
        given = Thought(
            f"{name} at {len(state.acted)}", 1.25, (Reason("its fire", 3.0, "the guns"), Reason("theirs", -1.75))
        )
        return Reasons(given, (Thought("no order", -0.5),))

    return explain


def run(*args: str, typed: str = "", status: int = 0) -> Result:
    result = CliRunner().invoke(aqmf, args, input=typed)
    assert result.exit_code == status, result.output
    return result


def test_the_automatic_players_are_listed() -> None:
    listed = json.loads(run("policies", "--json").stdout)
    assert listed[0] == {"name": "steady", "title": "Steady", "plays": "Weighs both.", "reasons": True}
    assert [one["reasons"] for one in listed] == [True, True, False]
    assert "Goes ahead." in run("policies").stdout


def test_each_side_has_its_automatic_player_and_it_is_kept_and_changed() -> None:
    run("play", "first-flight", "--auto", "martian", "--policy", "martian=bold", "--game", "g", typed="flight: 8\nq\n")
    with closing(SettingsStore()) as cabinet:
        setting = cabinet.setting("g")
    assert setting is not None
    assert (setting.policy_of("martian"), setting.policy_of("human"), setting.policy) == ("bold", "", "steady")
    assert "Martians automatic, played by bold" in run("play", "--resume", "g", typed="q\n").stdout
    assert "played by mute" in run("play", "--resume", "g", "--policy", "mute", typed="q\n").stdout
    with closing(SettingsStore()) as cabinet:
        setting = cabinet.setting("g")
    assert setting is not None
    assert [setting.player_at("martian", entry) for entry in (0, 1)] == ["bold", "mute"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--auto", "martian", "--policy", "clever"), "unknown policy 'clever'"),
        (("--auto", "martian", "--policy", "human=bold"), "'human' does not play by itself: expected martian"),
        (
            (
                "--policy",
                "martian=bold",
            ),
            "expected --auto SIDE, too",
        ),
    ],
)
def test_a_policy_that_is_not_there_is_one_line(given: tuple[str, ...], said: str) -> None:
    result = run("play", "first-flight", *given, status=2)
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_kept_game_whose_automatic_player_is_gone_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    run("play", "first-flight", "--auto", "martian", "--policy", "bold", "--game", "g", typed="flight: 8\nq\n")
    left = {"mute": Policy("mute", "Says nothing.", choose)}
    answer(monkeypatch, POLICIES, left)
    assert "unknown policy 'bold'; expected one of mute" in run("play", "--resume", "g", typed="q\n", status=2).stderr
    assert "played by mute" in run("play", "--resume", "g", "--policy", "mute", typed="q\n").stdout


def test_why_is_told_of_a_kept_game_and_at_the_prompt() -> None:
    run("play", "first-flight", "--auto", "both", "--policy", "human=mute", "--seed", "3", "--game", "g")
    orders = json.loads(run("why", "g", "--list", "--json").stdout)
    assert [one["n"] for one in orders] == list(range(len(orders), 0, -1))
    last = {side: next(one["n"] for one in reversed(orders) if one["by"] == side) for side in ("human", "martian")}
    told = run("why", "g", str(last["martian"])).stdout
    assert "Steady: worth +1.2 points to it" in told
    assert "+3.0  its fire: the guns" in told
    assert "-1.8  theirs" in told
    assert "-0.5  no order" in told
    assert told == run("why", "g", str(last["martian"])).stdout, "whenever it is asked, it is the same"
    assert "mute gives no reasons" in run("why", "g", str(last["human"])).stdout
    asked = json.loads(run("why", "g", str(last["human"]), "--policy", "bold", "--json").stdout)
    assert (asked["by"], asked["player"], asked["reasons"]["given"]["points"]) == ("human", "Bold", 1.25)
    assert "expected 1 (the last) to" in run("why", "g", "9999", status=2).stderr

    typed = "why\nflight: 8\nend\nend\nflight: 8\nend\nwhy\nwhy 999\nq\n"
    prompt = run("play", "first-flight", "--auto", "martian", "--seed", "3", typed=typed).stdout
    assert "no automatic side has given an order yet" in prompt
    assert "Steady: worth" in prompt
    assert "expected 1 (the last) to" in prompt


def test_why_waits_for_the_end_where_something_is_hidden_and_for_a_name_where_nobody_knows_who_played(home: Path) -> None:
    run("play", "eyes-above", "--auto", "martian", "--seed", "1", "--game", "e", typed="why\nq\n")
    run("play", "eyes-above", "--auto", "both", "--seed", "1", "--game", "whole")
    file = home / "g.jsonl"
    file.write_text("".join(run("export", "whole").stdout.splitlines(keepends=True)[:4]), "utf-8")
    unfinished = str(file)
    assert "--policy NAME asks an automatic player" in run("why", unfinished, status=2).stderr
    held = run("why", unfinished, "--policy", "steady", status=1)
    assert held.stderr.strip().splitlines()[-1] == (
        "aqmf: the reasons are told when the game is over: something was hidden then"
    )
    assert "its fire" not in held.output
    assert "its fire" in run("why", "whole").stdout
