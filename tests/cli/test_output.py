"""Standard output: full, closed, or read no further; and what a command without arguments says there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.cli.play.telling import Teller
from aqmf_air.core.data.text import label_of
from aqmf_air.core.dice.dice import Dice, DiceTray, recorded
from aqmf_air.core.dice.draws import numbered, total
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.play.contributions import Contribution
from aqmf_air.core.play.question import Question
from aqmf_air.web.pages import environment
from tests.core.bids import Auction, Bids, Seal

AQMF = [sys.executable, "-m", "aqmf_air"]
SHOOT = ["odds", "shoot", "--shots", "3", "--defense", "6", "--power", "1", "--armor", "10"]
FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("args", [SHOOT, [*SHOOT, "--json"], ["--help"], []])
def test_a_full_disk_is_one_line(args: list[str]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run([*AQMF, *args], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.stderr == "aqmf: cannot write to standard output (no space left on device)\n"
    assert done.returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix closes the output")
def test_a_closed_output_is_one_line() -> None:
    shell = ["sh", "-c", 'exec "$@" >&-', "sh", *AQMF, "rules"]
    done = subprocess.run(shell, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (2, "aqmf: cannot write to standard output (it is closed)\n")


@pytest.mark.further(every=2)
@pytest.mark.parametrize("args", [["rules"], ["rules", "--json"], ["--help"]])
def test_a_reader_that_stops_early_is_no_fault(args: list[str]) -> None:
    with subprocess.Popen([*AQMF, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as talking:
        assert talking.stdout is not None
        assert talking.stderr is not None
        talking.stdout.close()  # before anything was written
        assert talking.stderr.read() == ""
    assert talking.returncode == 0


def test_where_the_output_lacks_characters_bars_are_made_of_others_and_nothing_ends() -> None:
    """As of a file or a pipe on Windows."""
    done = _in_latin_1("odds", "shoot", "--shots", "3", "--defense", "6", "--power", "1", "--armor", "10")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"0    72.9%      100%  #################\n" in done.stdout.replace(b"\r", b"")


def test_json_is_the_same_in_every_encoding() -> None:
    done = _in_latin_1("design", "show", "Nieuport 11 B\u00e9b\u00e9", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode("ascii"))[0]["name"] == "Nieuport 11 B\u00e9b\u00e9"


def _in_latin_1(*args: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    return subprocess.run([*AQMF, *args], capture_output=True, env=environment, timeout=60, check=False)


@pytest.mark.parametrize("args", [["army", "lists"], ["design", "list"], ["scenarios"], ["games"]])
def test_a_folder_that_no_system_has_is_one_line(args: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", "x" * 5000)
    result = CliRunner().invoke(aqmf, args)
    assert result.exit_code == 2
    assert result.stderr.startswith("aqmf: xxx")
    assert result.stderr.count("\n") == 1


def test_a_message_repeats_no_more_than_it_takes() -> None:
    result = CliRunner().invoke(aqmf, ["rules", "x" * 5000])
    assert result.exit_code == 2
    assert "xxx'..." in result.stderr
    assert len(result.stderr) < 300


@pytest.mark.parametrize("group", [[], ["odds"], ["design"], ["army"], ["move"], ["bomb"]])
def test_a_group_by_itself_shows_its_help(group: list[str]) -> None:
    bare = CliRunner().invoke(aqmf, group, prog_name="aqmf")
    assert (bare.exit_code, bare.stderr) == (0, "")
    assert bare.stdout == CliRunner().invoke(aqmf, [*group, "--help"], prog_name="aqmf").stdout


def until_six(dice: Dice) -> int:
    face = dice.draw(total("burst", 1, numbered(6), about=""))
    return face if face < 6 else 6 + until_six(dice)


def test_odds_that_are_cut_off_and_draws_without_a_reason_say_so_at_the_terminal(capsys: Any) -> None:
    teller = Teller(Auction())
    teller.before(Bids(), Seal(side="east", number=1), "east", [Question("burst", until_six, (), min_path=Fraction(1, 30))])
    assert "16.7% of the chances are left out: rolls that go on for very long" in capsys.readouterr().out
    until_six(table := DiceTray(recorded([(3,)])))
    teller.rolls(table.log)
    assert capsys.readouterr().out == "    burst: 3  [player]\n"
    labelled(table := DiceTray(recorded([(2,)])), relation="for").draw(total("wind", 1, numbered(6), about="an hour"))
    teller.rolls(table.log)  # for nobody
    assert capsys.readouterr().out == "    wind (an hour): 2  [player]\n"


@pytest.mark.parametrize(
    ("name", "label"),
    [("distance-mu", "Distance MU"), ("aa_gun_sequence", "AA gun sequence"), ("xp", "XP"), ("try-again", "Try again")],
)
def test_a_label_writes_abbreviations_in_capitals(name: str, label: str) -> None:
    assert label_of(name) == label
    assert Contribution(name, "").title == label
    assert environment().from_string("{{ name|called }}").render(name=name) == label
