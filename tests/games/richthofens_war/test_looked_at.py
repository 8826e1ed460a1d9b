"""Views, films and reasons of a game whose orders were taken back, or whose automatic side was asked why."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from tests.web.live.playing import begun, opened, settled
from tests.web.looking import facts_of


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    return tmp_path


def run(*args: str, typed: str = "") -> str:
    done = CliRunner().invoke(aqmf, args, input=typed)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("announced", ["sealed", "lower-side-first", "open-alternating"])
def test_reasons_and_a_film_after_taking_back_at_the_terminal(home: Path, announced: str) -> None:
    ruling = ("--ruling", f"tail_announcing={announced}")
    told = run("play", "richthofen:duel", "--seed", "77", "--auto", "german", "--game", "g", *ruling, typed="why\nundo\nq\n")
    assert "Fokker sees Camel: 12 hexes ahead" in told
    run("replay", "g", "--html", str(home / "film.html"))
    assert "Fokker" in facts_of((home / "film.html").read_text("utf-8"))


def test_reasons_and_a_film_after_taking_back_at_a_live_table() -> None:
    with opened() as club:
        for _ in range(40):  # until the dice have the automatic side move first
            player = begun(club, "duel", ruleset="richthofen", german="automatic", allied="here", undo="self")
            settled(club, player)
            if any(entry.by == "german" for entry in club.table(player).session.entries):
                break
        answers = [player.post("/why", **{"as": "allied", "entry": number}) for number in range(player.sheet()["entries"])]
        assert {answer.status_code for answer in answers} == {200}
        assert any((answer.json()["reasons"] or {}).get("given") for answer in answers)
        club.table(player).session.undo("allied")
        counting = [one.position for one in club.table(player).session.history]
        assert [player.post("/why", **{"as": "allied", "entry": one}).status_code for one in counting] == [200] * len(
            counting
        )
        assert "Fokker" in facts_of(player.get("/film").text)
