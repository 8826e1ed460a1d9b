"""``aqmf patrol``: missions are begun, changed and checked, and what is wrong is said in a line."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    return tmp_path


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(aqmf, ["patrol", *args])
    return result.exit_code, result.output


def test_a_mission_is_written_word_by_word(home: Path) -> None:
    code, said = run("new", "Dawn", "--copy", "duel")
    assert (code, said) == (0, f"dawn: {home / 'scenarios' / 'dawn.toml'}\n")
    pup = ("type=Sopwith Pup", "marking=blue Pup", "side=entente", "at=31 5 20", "speed=150")
    assert run("place", "dawn", "aircraft", *pup) == (0, "placed blue Pup\n")
    assert run("place", "dawn", "aircraft", "--at", "2", "speed=149") == (0, "changed blue Pup\n")
    wrong = "aqmf: dawn: aircraft blue-pup: speed: expected a step of its panel, such as 150, got 149\n"
    assert run("check", "dawn") == (2, wrong)
    assert run("place", "dawn", "aircraft", "--at", "2", "speed=135")[0] == 0
    assert run("place", "dawn", "balloons", "name=the balloon", "side=germany", "at=30 30 10") == (0, "placed the balloon\n")
    assert run("place", "dawn", "mission", "kind=hold", "what=the-balloon") == (0, "changed mission\n")
    assert run("place", "dawn", "about", "turns=6") == (0, "title, board and turns\n")
    assert run("check", "dawn") == (0, "dawn is ready: aqmf play clouds:dawn\n")
    assert run("remove", "dawn", "balloons", "0") == (0, "removed one of balloons\n")
    assert "there is no balloon 'the-balloon'" in run("check", "dawn")[1]
    assert run("place", "dawn", "aircraft", *pup[:1], "marking=Blue Pup", *pup[2:])[0] == 0
    assert "two things are called 'blue pup'" in run("check", "dawn")[1]


def test_the_example_of_help_can_be_played_and_the_line_of_check_is_typed_as_it_stands(home: Path) -> None:
    run("new", "Clean One")
    example = run("place", "--help")[1].partition("aqmf patrol place dawn-patrol")[2].partition("\n\n")[0]
    assert run("place", "clean one", *shlex.split(example)) == (0, "placed Kite\n")
    assert run("check", "Clean One") == (0, "clean-one is ready: aqmf play clouds:clean-one\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("place", "dusk", "aircraft"), "unknown mission of your own 'dusk'; expected one of dawn"),
        (("new", "Dusk", "--copy", "duell"), "unknown scenario 'duell'; did you mean duel?"),
        (("place", "dawn", "aircraft", "speed"), "expected FIELD=VALUE, got 'speed'"),
        (("place", "dawn", "aircraft", "--at", "0", "colour=red"), "aircraft: unknown key 'colour'"),
        (("place", "dawn", "aircraft", "--at", "0", "at=nan 5 20"), "aircraft: 'at.0': expected a finite number, got nan"),
        (("place", "dawn", "areas", "--at", "0", "radius=-1"), "areas: 'radius': "),
        (("place", "dawn", "mission", "points=1000"), "mission: 'points': "),
        (("remove", "dawn", "runways", "0"), "runways: there is no number 0; there are 0, from 0 on"),
        (
            ("place", "dawn", "zeppelins", "a=b"),
            "unknown part 'zeppelins'; expected one of aircraft, balloons, runways, areas, mission, about",
        ),
        (("remove", "dawn", "mission", "0"), "unknown part 'mission'; expected one of aircraft, balloons, runways, areas"),
    ],
)
def test_what_is_wrong_is_one_line(words: tuple[str, ...], said: str) -> None:
    run("new", "Dawn", "--copy", "duel")
    code, answer = run(*words)
    assert (code, answer.count("\n")) == (2, 1)
    assert answer.startswith(f"aqmf: {said}")
