"""Missions of a player's own: what words place, change and take away, and how a file keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

from aqmf_air.errors import DataError
from aqmf_air.games.clouds_of_glory.editing import (
    MissionFile,
    about,
    in_words,
    parse,
    placed,
    problems,
    removed,
    to_toml,
)
from tests.games.clouds_of_glory.fights import MISSIONS, registry

PUP = {"marking": "blue Pup", "type": "Sopwith Pup", "side": "entente", "at": "31, 5, 20", "speed": "150"}
NED = "pilot Ned Hale 12 13 11 12 11"


def shipped(name: str) -> MissionFile:
    path = Path("aqmf_air/games/clouds_of_glory/data/scenarios") / f"{name}.toml"
    return parse(path.read_bytes(), path.name)


@pytest.mark.parametrize("name", MISSIONS)
def test_a_mission_that_ships_is_ready_and_reads_back_as_it_was(name: str) -> None:
    file = shipped(name)
    assert problems(file, registry()) == ()
    assert parse(to_toml(file).encode(), f"{name}.toml") == file


def test_rulings_are_kept() -> None:
    file = parse(b'title = "T"\n[rulings]\npreview = "by-eye"\n', "t.toml")
    assert parse(to_toml(file).encode(), "t.toml").rulings == {"preview": "by-eye"}


def test_things_of_one_name_have_ids_of_their_own() -> None:
    file, said = placed(shipped("duel"), "aircraft", PUP)
    assert said == "placed blue Pup"
    file, _ = placed(file, "aircraft", PUP)
    file, _ = placed(file, "balloons", {"name": "blue Pup", "side": "entente", "at": "30 30 9"})
    file, _ = placed(file, "balloons", {"name": "7", "side": "entente", "at": "30 30 9"})
    ids = [*(placing.id for placing in file.aircraft[2:]), *(balloon.id for balloon in file.balloons)]
    assert ids == ["blue-pup", "blue-pup-2", "blue-pup-3", "n-7"]


def test_a_change_keeps_what_it_does_not_name_and_the_others() -> None:
    file, _ = placed(shipped("four-a-side"), "aircraft", {"speed": "145", "heading": "12.5"}, 2)
    before = shipped("four-a-side").aircraft
    assert [new == old for new, old in zip(file.aircraft, before, strict=True)] == [number != 2 for number in range(8)]
    changed = file.aircraft[2]
    assert (changed.speed, changed.heading, changed.crew, changed.id) == (145, 12.5, before[2].crew, before[2].id)


def test_the_first_of_two_that_are_alike_is_taken_away_alone() -> None:
    balloon = {"name": "b", "id": "b", "side": "entente", "at": "30 30 9"}
    file, _ = placed(shipped("duel"), "balloons", balloon)
    file, _ = placed(file, "balloons", balloon)
    assert "two things have the id 'b'" in problems(file, registry())
    file, _ = removed(file, "balloons", 0)
    assert len(file.balloons) == 1


def test_men_are_said_in_lines_and_rolled_where_nobody_is_named() -> None:
    two = {**PUP, "type": "R.E.8", "crew": f"{NED}\nobserver Al de Witt 9 10 11 12 13", "speed": "140"}
    crew = placed(shipped("duel"), "aircraft", two)[0].aircraft[-1].crew
    assert [(man.station, man.name, man.awareness, man.luck) for man in crew] == [
        ("pilot", "Ned Hale", 12, 11), ("observer", "Al de Witt", 9, 13),
    ]  # fmt: skip
    again = placed(shipped("duel"), "aircraft", {**two, "crew": ""})[0].aircraft[-1]
    assert [man.station for man in again.crew] == ["pilot", "observer"]
    assert sum((again.crew[0].awareness, again.crew[0].flying, again.crew[0].gunnery)) > 35
    assert in_words(placed(shipped("duel"), "aircraft", two)[0].aircraft[-1], "crew") == two["crew"]


def test_a_field_left_empty_is_what_it_is_by_default() -> None:
    file, _ = placed(shipped("balloon-line"), "mission", {"kind": "fight", "what": "", "to": "", "points": ""})
    assert (file.mission.what, file.mission.to, file.mission.points) == ((), None, 2)
    file, _ = about(file, {"board": "80, 70", "turns": "12"})
    assert (file.board, file.turns, in_words(file, "board")) == ((80, 70), 12, "80 70")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"at": "31 5"}, "aircraft: key 'at.2' is missing"),
        ({"at": "31 5 inf"}, "aircraft: 'at.2': expected a finite number, got inf"),
        ({"speed": "1e3"}, "aircraft: 'speed'"),
        ({"speed": "145.5"}, "aircraft: 'speed': expected a whole number"),
        ({"side": "austria"}, "aircraft: 'side'"),
        ({"marking": ""}, "aircraft: "),
        ({"crew": NED + "\n" + NED}, "expected a pilot first, and each station once"),
        ({"crew": "pilot Ned 12 13 11 12"}, "aircraft: crew: expected lines as"),
        ({"crew": "pilot Ned 12 13 11 12 99"}, "aircraft: 'crew.0.luck'"),
    ],
)
def test_words_that_place_nothing_say_so_in_a_line(fields: dict[str, str], said: str) -> None:
    with pytest.raises(DataError) as refused:
        placed(shipped("duel"), "aircraft", {**PUP, **fields})
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_of_another_game_is_refused() -> None:
    with pytest.raises(DataError, match="a scenario of 'aqmf', not of 'clouds'"):
        parse(b'ruleset = "aqmf"\ntitle = "x"', "x.toml")
