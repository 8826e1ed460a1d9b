"""``aqmf design new``: from options and from answers, priced as it grows, and nothing kept where something is wrong."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aqmf_air.cli.main import aqmf
from aqmf_air.games.martian_aircraft.designs.design import read_design

UNARMED = ("--no-guns", "--light", "0")
USUAL = ("--name", "My Pusher", "--role", "combat", "--mph", "90", "--skin", "fabric")


def run(*args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(aqmf, ["design", "new", *args], input=typed)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def written(home: Path) -> list[str]:
    return sorted(path.name for path in home.rglob("*") if path.is_file())


def test_options_make_a_design_that_is_kept_and_found(home: Path) -> None:
    result = run(
        *USUAL, "--gun", "forward", "--gun", "left,aft", "--light", "2", "--year", "1915", "--url", "https://example.org"
    )
    assert result.exit_code == 0, result.stderr
    assert "My Pusher (1915): 90 points for a unit of 3" in result.stdout
    assert "1 further machine gun at 10" in result.stdout
    assert written(home) == ["design.schema.json", "my-pusher.toml"]
    design, _ = read_design(home / "designs" / "my-pusher.toml")
    assert [gun.arcs for gun in design.guns] == [("forward",), ("aft", "left")]
    assert CliRunner().invoke(aqmf, ["design", "cost", "MY pusher"]).exit_code == 0


def test_as_json_and_dry() -> None:
    result = run(*USUAL, "--gun", "all", "--dry-run", "--json")
    document = json.loads(result.stdout)
    assert (document["points"], document["path"]) == (70, None)
    assert document["guns"] == [["forward", "right", "aft", "left"]]


def test_what_nobody_mentions_is_as_enter_would_have_it() -> None:
    """Off a terminal the defaults are those of the questions."""
    typed = "\n".join(["Plain", "", "", "", "90", *[""] * 5]) + "\n"
    asked = json.loads(run("--ask", "--dry-run", "--json", typed=typed).stdout)
    plain = json.loads(run("--name", "Plain", "--mph", "90", "--dry-run", "--json").stdout)
    assert plain == asked
    assert (plain["role"], plain["guns"], plain["bombs"], plain["warnings"]) == ("combat", [["forward"]], {"light": 1}, [])
    spotter = json.loads(run("--name", "Plain", "--mph", "90", "--role", "spotter", "--dry-run", "--json").stdout)
    assert (spotter["radio"], spotter["guns"]) == (True, [])
    bare = json.loads(run("--name", "X", "--mph", "90", "--no-guns", "--light", "0", "--dry-run", "--json").stdout)
    assert (bare["guns"], bare["bombs"]) == ([], {})


def test_into_a_file(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "mine.toml"
    assert run(*USUAL, "-o", str(path)).exit_code == 0
    before = path.read_bytes()
    result = run(*USUAL, "--light", "3", "-o", str(path))
    assert result.exit_code == 2
    assert "is there already" in result.stderr
    assert path.read_bytes() == before
    assert run(*USUAL, "--light", "3", "-o", str(path), "--replace").exit_code == 0
    assert read_design(path)[0].bomb_count("light") == 3
    assert not home.exists()


@pytest.mark.rule("AIR-DES-4")
def test_like_another_it_is_measured_against_the_real_one() -> None:
    same = json.loads(run("--name", "My SPAD", "--like", "spad xiii", "--dry-run", "--json").stdout)
    assert (same["points"], same["warnings"]) == (90, [])
    more = ("--mph", "150", "--gun", "forward", "--gun", "forward", "--gun", "forward", "--medium", "2")
    faster = json.loads(run("--name", "My SPAD", "--like", "spad xiii", *more, "--dry-run", "--json").stdout)
    assert faster["warnings"] == [
        "150 mph is 15 mph above the real aircraft's 135 (AIR-DES-4)",
        "3 machine guns: 1 more than the real aircraft's 2 (AIR-DES-4)",
        "bombs that stand for 250 kg: 200 kg more than the real load of 45 kg makes (50 kg; AIR-DES-4)",
    ]
    bare = json.loads(
        run("--name", "My SPAD", "--like", "spad xiii", "--no-guns", "--light", "0", "--dry-run", "--json").stdout
    )
    assert (bare["guns"], bare["bombs"]) == ([], {})
    assert "it carries neither gun nor bomb, and can attack nothing" in bare["warnings"]
    plated = json.loads(run("--name", "X", "--like", "junkers j.i", "--skin", "fabric", "--dry-run", "--json").stdout)
    assert plated["armor"] == 3


@pytest.mark.rule("AIR-DES-5")
def test_rulings_change_the_price() -> None:
    document = json.loads(run(*USUAL, *UNARMED, "--dry-run", "--json", "--ruling", "missing_weapon=refund").stdout)
    assert document["points"] == 50


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--name", "X"), "expected --mph, or --ask"),
        ((*USUAL, "--gun", "up"), "new design: 'guns.0.arcs.0': expected 'forward', 'right', 'aft' or 'left', got 'up'"),
        ((*USUAL, "--gun", ""), "new design: 'guns.0.arcs': expected at least 1 in the list"),
        ((*USUAL, "--light", "-1"), "new design: 'bombs.0.count': expected greater than or equal to 0, got -1"),
        ((*USUAL, "--armor", "4"), "new design: 'armor': expected none with a fabric skin, got 4"),
        ((*USUAL, "--radio"), "new design: 'radio': expected true for a spotter alone"),
        ((*USUAL, "--mph", "nan"), "new design: 'max_speed_mph': expected a finite number"),
        ((*USUAL, "--name", "spad-XIII"), "the name 'spad-XIII' is taken by 'SPAD XIII'"),
        ((*USUAL, "--name", "\u202e"), "new design: 'name': expected"),
        (("--name", "X", "--like", "spda 13"), "did you mean"),
        ((*USUAL, "--ruling", "speed_gap=sideways"), "ruling 'speed_gap': expected one of up, down"),
        ((*USUAL, "--mph", "fast"), "'fast' is not a valid float"),
    ],
)
def test_what_is_wrong_is_one_line_and_nothing_is_written(home: Path, args: tuple[str, ...], message: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert written(home) == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["--name", "--nation", "--year", "--mph", "--armor", "--gun", "--light", "--url", "--note"]), st.data()
)
def test_any_text_in_any_option_is_a_design_or_one_line(option: str, data: st.DataObject) -> None:
    text = data.draw(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=80))
    result = run(*USUAL, f"{option}={text}", "--dry-run", "--json")
    if result.exit_code == 0:
        assert json.loads(result.stdout)["points"] >= 60
    else:
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1


# -- asking ---------------------------------------------------------------------------------------------------------------


def test_answers_make_a_design_with_its_price_after_each(home: Path) -> None:
    answers = ["My Bomber", "USA", "1917", "combat", "135", "aluminium", "5", "forward", "left right aft", "none", "0", "2"]
    result = run("--ask", typed="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.stderr
    so_far = [line.split()[0] for line in result.stderr.splitlines() if "points so far" in line]
    assert so_far == ["100", "100", "110", "140"]
    assert "My Bomber (USA, 1917): 140 points for a unit of 3" in result.stdout
    assert written(home) == ["design.schema.json", "my-bomber.toml"]


def test_warnings_come_with_the_price() -> None:
    answers = ["Dart", "", "0", "combat", "160", "fabric", "forward", "none", "0", "0"]
    result = run("--ask", "--dry-run", typed="\n".join(answers) + "\n")
    first = result.stderr.partition("Arcs of machine gun 1")[0]
    assert "! 160 mph is 17 mph above the Airco D.H.4's 143 (AIR-DES-4)" in first
    assert "neither gun nor bomb" not in first


def test_a_wrong_answer_is_asked_for_again() -> None:
    answers = [
        "Spad XIII",
        "\x07",
        "Mine",
        "",
        "12",
        "0",
        "bomber",
        "combat",
        "-5",
        "x",
        "90",
        "fabric",
        "up",
        "none",
        "1",
        "0",
    ]
    result = run("--ask", "--dry-run", "--json", typed="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    assert (document["name"], document["year"], document["max_speed_mph"], document["points"]) == ("Mine", None, 90, 70)
    assert "'SPAD XIII' is the name of a design that ships" in result.stderr
    assert "expected some of forward, right, aft, left, all, or none" in result.stderr


def test_only_what_is_missing_is_asked_for() -> None:
    typed = "\n".join(["", "", "", ""]) + "\n"
    result = run("--name", "Eye", "--role", "spotter", "--mph", "80", "--ask", "--dry-run", "--json", typed=typed)
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    assert (document["points"], document["radio"], document["skin"]) == (100, True, "fabric")


def test_answers_that_end_early_leave_nothing(home: Path) -> None:
    result = run("--ask", typed="My Bomber\nUSA\n")
    assert result.exit_code == 2
    said = "aqmf: Year of service entry (0: not known): expected an answer, and the input ended; nothing is kept"
    assert result.stderr.splitlines()[-1] == said
    assert written(home) == []


def test_at_a_terminal_it_asks_by_itself(home: Path) -> None:
    """A real terminal, a real process: what is missing is asked for."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "aqmf_air", "design", "new", "--name", "Tty", "--mph", "60", "--skin", "fabric"]
    process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env={**os.environ, "TERM": "dumb"})
    os.close(follower)
    os.write(leader, b"\n\n\nforward\nnone\n1\n0\n")
    shown = _all_of(leader)
    assert process.wait(30) == 0, shown
    assert "60 points so far" in shown
    assert "tty.toml" in written(home)


def _all_of(leader: int) -> str:
    shown: list[Any] = []
    while select.select([leader], [], [], 30)[0]:
        try:
            part = os.read(leader, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown.append(part)
    os.close(leader)
    return b"".join(shown).decode()
