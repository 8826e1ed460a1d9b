"""A game that its players end: the log keeps it, and page, film, log and terminal say the same of it."""

from __future__ import annotations

import re
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.model import replace
from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.session import OVER, Session, new_header
from aqmf_air.core.store.log_reader import from_lines, split_lines
from aqmf_air.core.store.store import Store
from aqmf_air.errors import InvalidCommandError, ReplayMismatchError
from aqmf_air.web.board.board import board_of
from aqmf_air.web.film import film_of
from aqmf_air.web.seat_settings import Ceded, Setting, SettingsStore
from aqmf_air.web.shared_registry import registry
from tests.web.live.playing import Club, Player, host, opened, setup_of
from tests.web.live.test_clock import order


def begun(club: Club, **clock: object) -> dict[str, Player]:
    """A game of two players after its first order."""
    human, martian = club.apart(setup_of("eyes-above"), **clock)
    players = {"human": human, "martian": martian}
    human.sheet()
    order(club, players)
    return players


def written(text: str) -> str:
    """A text of a terminal without its line breaks."""
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("resign", "Humans give up in turn 1"),
        ("claim", "Martians claim the game in turn 1: Humans' time is over"),
    ],
)
def test_how_players_end_a_game_is_kept_exported_and_told_everywhere(home: Path, how: str, why: str) -> None:
    with opened() as club:
        players = begun(club, minutes=5, zero="claim")
        game, by = players["human"].game, {"resign": "human", "claim": "martian"}[how]
        club.seated(players["human"]).clock.left["human"] = -3.0
        assert players[by].post(f"/{how}", **{"as": by}).status_code == 200
        log = players["human"].get("/log.jsonl").text
        told = [player.sheet()["log"][-1] for player in players.values()]
    assert [(entry["kind"], entry["by"], entry["lines"]) for entry in told] == [("end", by, [why])] * 2
    header, entries = from_lines(split_lines(log), host().codec, "log")
    session: Session[Any] = replay(host(), header, entries)
    assert (session.over, str(session.verdict)) == ("martian", f"Martians win: {why}.")
    film = film_of(board_of(host(), registry()), header, entries)
    assert (film.frames[-1]["lines"], film.end[0], film.frames[-1]["winner"]) == ([why], f"Martians win: {why}.", "martian")
    for arguments in (["export", game, "-o", str(home / "one.jsonl")], ["import", str(home / "one.jsonl"), "--as", "two"]):
        assert CliRunner().invoke(aqmf, arguments).exit_code == 0
    replayed = written(CliRunner().invoke(aqmf, ["replay", "two"]).stdout)
    assert f"({why}) Martians win: {why}." in replayed
    assert "Martians win" in CliRunner().invoke(aqmf, ["games"]).stdout
    resumed = CliRunner().invoke(aqmf, ["play", "--resume", "two", "--auto", "both"])
    assert f"Martians win: {why}." in written(resumed.stdout)
    with Store() as store:
        assert len(list(store.lines("two"))) == 1 + len(entries), "nobody plays on"
    with opened() as club:  # another process, after this one has stopped in any way
        sheet = club.visitor(game, "human-token").sheet()
        assert (sheet["over"], sheet["verdict"]["why"], sheet["active"]) == ("martian", why, [])
        assert club.visitor("two").client.get("/game/two").status_code in (200, 303)


def test_nothing_takes_the_end_back_or_follows_it(home: Path) -> None:
    session: Session[Any] = Session(host(), new_header(host(), setup_of("eyes-above"), seed=1, game="g"))
    session.end("human", "resigned")
    for act in (session.undo, session.redo, lambda by: session.end(by, "drawn")):
        with pytest.raises(InvalidCommandError, match=OVER):
            act("human")
    assert len(session.entries) == 1
    after = replace(session.entries[0], position=1)
    with pytest.raises(ReplayMismatchError, match="entry 1 comes after the end of the game"):
        session.fold(after)
    end = session.entries[0].end
    assert end is not None
    other: Session[Any] = Session(host(), session.header)
    with pytest.raises(ReplayMismatchError, match="entry 0 does not say who has won"):
        other.fold(replace(session.entries[0], end=replace(end, winner="nobody")))


def test_a_table_of_before_whose_setting_has_the_end_says_the_same(home: Path) -> None:
    """Older versions kept it with the table's setting, and not in the log, which stays as it is."""
    with opened() as club:
        game = begun(club)["human"].game
    cabinet = SettingsStore()
    setting: Setting = replace(cabinet.setting(game) or Setting(), ceded=Ceded(side="human"))
    cabinet.keep(game, setting)
    cabinet.close()
    with Store() as store:
        before = list(store.lines(game))
    why = "Humans give up in turn 1"
    with opened() as club:
        martian = club.visitor(game, "martian-token")
        sheet = martian.sheet()
        assert (sheet["over"], sheet["verdict"]["why"], sheet["undo"]) == ("martian", why, None)
        assert martian.post("/resign", **{"as": "martian"}).json() == {"fault": OVER}
        while "<h1>Martians win</h1>" not in (shown := martian.get("/result").text):
            sleep(0.05)
        assert f"<p>{why}.</p>" in shown
        film = film_of(
            board_of(host(), registry()),
            club.table(martian).session.header,
            club.table(martian).session.entries,
            early_end=club.table(martian).session.early_end,
        )
        assert film.end[0] == f"Martians win: {why}."
    with Store() as store:
        assert list(store.lines(game)) == before
