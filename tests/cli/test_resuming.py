"""How a game is played is kept with it, at the terminal and at the table: own dice, automatic sides, script or orders."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from aqmf_air.web.seat_settings import SeatSetting, Setting, SettingsStore


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("AQMF_HOME", str(folder))
    return folder


def play(*args: str, typed: str = "") -> Result:
    result = CliRunner().invoke(aqmf, ["play", *args], input=typed)
    assert result.exit_code == 0, result.output
    return result


def first_line(result: Result) -> str:
    return result.stdout.splitlines()[0]


def entries(game: str) -> int:
    (kept,) = (one for one in json.loads(CliRunner().invoke(aqmf, ["games", "--json"]).stdout) if one["game"] == game)
    return int(kept["entries"])


def setting(game: str) -> Setting | None:
    with closing(SettingsStore()) as cabinet:
        return cabinet.setting(game)


def test_own_dice_are_asked_for_again_after_a_game_was_left_at_its_first_dice() -> None:
    play("--physical", "--seed", "7", "--game", "g", typed="10\nq\n")
    assert entries("g") == 0
    resumed = play("--resume", "g", typed="q\n")
    assert first_line(resumed) == (
        "g: 0 entries; your own dice (--seeded rolls from the seed); its script goes on (--ask asks for orders)"
    )
    assert "D10" in resumed.stderr
    assert entries("g") == 0


def test_orders_are_asked_for_again_before_the_first_one() -> None:
    play("first-flight", "--ask", "--game", "g", typed="q\n")
    resumed = play("--resume", "g", typed="q\n")
    assert "its script goes on" not in resumed.output
    assert "Humans> " in resumed.stdout
    assert entries("g") == 0


def test_a_side_that_plays_by_itself_does_so_again() -> None:
    play("eyes-above", "--seed", "4", "--auto", "martian", "--game", "g", typed="q\n")
    done = entries("g")
    resumed = play("--resume", "g", typed="q\n")
    assert first_line(resumed) == (
        f"g: {done} entries; dice from the seed (--physical asks for yours); "
        "Martians automatic, played by steady (--auto none asks for orders)"
    )
    assert "Martians> " not in resumed.stdout


def test_how_a_game_is_played_changes_when_it_is_said_and_the_change_is_kept() -> None:
    play("eyes-above", "--seed", "4", "--auto", "martian", "--physical", "--game", "g", typed="q\n")
    assert "your own dice" in first_line(play("--resume", "g", typed="q\n"))
    for said in (("--seeded", "--auto", "none"), ()):
        line = first_line(play("--resume", "g", *said, typed="q\n"))
        assert "dice from the seed" in line
        assert "automatic" not in line
    for said in (("--physical", "--auto", "human"), ()):
        line = first_line(play("--resume", "g", *said, typed="q\n"))
        assert "your own dice" in line
        assert "Humans automatic" in line


@pytest.mark.further
def test_a_game_that_both_sides_end_by_themselves_has_its_own_dice_back_afterwards() -> None:
    play("eyes-above", "--physical", "--game", "g", typed="q\n")
    line = first_line(play("--resume", "g", "--auto", "human", "--auto", "martian"))
    assert "dice from the seed" in line
    assert "both sides automatic" in line
    assert "your own dice" in first_line(play("--resume", "g", "--auto", "none"))


@pytest.mark.further
def test_repeated_sides_are_both_automatic() -> None:
    once = play("first-flight", "--seed", "3", "--auto", "both", "--json")
    twice = play("first-flight", "--seed", "3", "--auto", "human", "--auto", "martian", "--json")
    first, second = (json.loads(one.stdout) for one in (once, twice))
    assert first["winner"]
    assert second == {**first, "game": second["game"]}


@pytest.mark.further(every=3)
@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--auto", "none", "--auto", "human"), "expected none alone, or sides, got none and human"),
        (("--physical", "--auto", "human", "--auto", "martian"), "with --auto both nobody plays"),
        (("--resume", "g", "--physical"), "all sides are automatic: add --auto none"),
    ],
)
def test_what_contradicts_itself_is_one_line(args: tuple[str, ...], said: str) -> None:
    play("first-flight", "--seed", "3", "--auto", "both", "--game", "g")
    result = CliRunner().invoke(aqmf, ["play", *args])
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) <= 4  # the usage, and one line


def test_the_setting_is_kept_before_the_first_entry_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that loses power between the two has its setting already."""
    from aqmf_air.core.store.store import Store

    def add(self: Store, *args: object, **kwargs: object) -> str:
        found = setting("g")
        assert found is not None
        assert found.typed
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "add", add)
    result = CliRunner().invoke(aqmf, ["play", "--physical", "--game", "g"], input="1 " * 400)
    assert result.exit_code == 130, result.output


def test_the_terminal_goes_on_as_the_live_table_was_set() -> None:
    play("eyes-above", "--seed", "4", "--game", "g", typed="q\n")
    seats = (SeatSetting(side="human", who="friend", token="0" * 64), SeatSetting(side="martian", who="automatic"))
    table = Setting(seats=seats, opener="1" * 64, typed=True, policy="exact-odds", minutes=30)
    with closing(SettingsStore()) as cabinet:
        cabinet.keep("g", table)
    line = first_line(play("--resume", "g", typed="q\n"))
    assert "your own dice" in line
    assert "Martians automatic" in line
    assert setting("g") == table


def test_a_live_table_goes_on_as_the_terminal_played() -> None:
    play("eyes-above", "--seed", "4", "--physical", "--auto", "martian", "--game", "g", typed="q\n")
    kept = setting("g")
    assert kept is not None
    assert (kept.typed, kept.automatic, kept.private, kept.opener) == (True, ("martian",), False, "")


def test_an_imported_game_goes_on_with_the_kind_of_dice_it_was_rolled_with(tmp_path: Path) -> None:
    play("--physical", "--seed", "7", "--game", "g", typed="\n".join(["1"] * 12) + "\nq\n")
    assert entries("g")
    log = str(tmp_path / "g.jsonl")
    for args in (("export", "g", "-o", log), ("import", log, "--as", "h")):
        assert CliRunner().invoke(aqmf, list(args)).exit_code == 0
    assert "your own dice" in first_line(play("--resume", "h", typed="q\n"))


def test_who_comes_back_and_who_asks_reads_what_a_mission_is_about() -> None:
    wireless = "Wireless: grey R.E.8; a message is announced before its aircraft moves, and sent as men shoot."
    begun = play("clouds:artillery-shoot", "--auto", "germany", "--seed", "7", "--game", "g", typed="briefing\n1\nq\n")
    assert begun.stdout.count(wireless) == 2
    assert play("--resume", "g", typed="q\n").stdout.count(wireless) == 1


TIGHT_TURN = """
ruleset = "clouds"
title = "A tight turn"

[[aircraft]]
id = "red"
side = "germany"
type = "Albatros D.III"
marking = "red Albatros"
at = [27, 20, 20]
speed = 175
crew = [{ name = "Red", awareness = 13, flying = 13, gunnery = 12, fortitude = 12, luck = 11 }]

[[aircraft]]
id = "silver"
side = "entente"
type = "Nieuport 17"
marking = "silver Nieuport"
at = [27, 55, 20]
heading = 180
speed = 135
crew = [{ name = "Silver", awareness = 12, flying = 14, gunnery = 11, fortitude = 11, luck = 12 }]
"""


def test_a_decision_says_once_what_it_is_about_also_when_a_game_goes_on_or_an_order_was_taken_back(tmp_path: Path) -> None:
    (mission := tmp_path / "tight.toml").write_text(TIGHT_TURN)
    asked = "Red Albatros: tight turn, 12 or less, has failed\n    1  Let it stand\n"
    orders = ("Roll for initiative", "Roll for initiative", "red albatros flies turn right tighter 2 17.5")
    begun = play(str(mission), "--seed", "7", "--game", "g", typed="\n".join((*orders, "q\n")))
    assert begun.stdout.count(asked) == 1
    assert play("--resume", "g", typed="q\n").stdout.count(asked) == 1
    again = play("--resume", "g", typed="undo\nredo\nre-roll\nundo\nq\n").stdout
    assert again.count(asked) == 3
    assert again.count("Red Albatros: tight turn, 12 or less, has failed") == 3


def test_who_names_a_kept_game_as_a_scenario_reads_how_it_goes_on() -> None:
    play("duel", "--ruleset", "richthofen", "--auto", "both", "--seed", "3", "--game", "evening")
    refused = CliRunner().invoke(aqmf, ["play", "evening"])
    assert refused.exit_code == 2
    assert "evening is a game that is kept: 'aqmf play --resume evening' goes on" in refused.stderr
    assert "unknown scenario 'evenings'" in CliRunner().invoke(aqmf, ["play", "evenings"]).stderr
    game = CliRunner().invoke(aqmf, ["play", "valor"]).stderr
    assert game.startswith(
        "aqmf: 'valor' is a game, not a scenario: 'aqmf play valor:spotting-over-arras' plays its first one,"
    )
    assert CliRunner().invoke(aqmf, ["games"]).stdout.endswith("aqmf play --resume GAME goes on with one.\n")
