"""Games that are not the package's own at the terminal: listed, played, handed over, kept, resumed, replayed, checked."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import dawn_duel.plugin
import night_mail.plugin
import pytest
from click.testing import CliRunner, Result

from aqmf_air.api import Policy
from aqmf_air.cli import games
from aqmf_air.cli.main import aqmf
from aqmf_air.plugins.kinds import POLICIES
from tests.registry_answers import answer
from tests.web.looking import facts_of


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    games = {"dawn_duel": dawn_duel.plugin, "night_mail": night_mail.plugin}
    points = [SimpleNamespace(name=name, dist=None, load=lambda plugin=plugin: plugin) for name, plugin in games.items()]
    monkeypatch.setattr("aqmf_air.plugins.registry._installed", lambda: points)
    return tmp_path


def run(*args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(aqmf, list(args), input=typed)


def document(*args: str, typed: str | None = None) -> Any:
    result = run(*args, "--json", typed=typed)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_every_game_is_listed_with_its_sides_and_scenarios() -> None:
    games = {one["id"]: one for one in document("rulesets")}
    assert games["duel"]["sides"] == ["blue", "red"]
    assert games["duel"]["plugin"] == "dawn_duel"
    assert games["mail"] == {**games["mail"], "sides": ["pilot"], "scenarios": ["one-night", "over-the-hills"]}
    assert games["aqmf"]["scenarios"][0] == "first-flight"
    listed = run("rulesets").stdout
    assert "Night Mail" in listed


def test_rules_are_asked_for_by_whole_parts_of_their_ids_or_else_by_their_first_letters() -> None:
    def listed(asked: str) -> list[str]:
        return [one["id"] for one in document("rules", asked, "--ruleset", "duel")]

    every = [one["id"] for one in document("rules", "--ruleset", "duel")]
    assert (listed("duel-1"), listed("DUEL"), listed("du")) == (["DUEL-1"], every, every)
    assert [id_ for id_ in every if id_.startswith("DUEL-1")] != ["DUEL-1"]


def test_rules_are_found_by_words_as_on_the_page_and_stand_in_their_groups() -> None:
    told = CliRunner().invoke(aqmf, ["rules", "movement", "--ruleset", "aqmf", "--all"])
    assert told.exit_code == 0, told.output
    found = document("rules", "movement", "--ruleset", "aqmf", "--all")
    assert f"{len(found)} rules with 'movement'" in told.output
    assert all(f"  {rule['id']}  " in told.output for rule in found)
    fewer = document("rules", "movement", "phase", "--ruleset", "aqmf", "--all")
    assert 0 < len(fewer) < len(found)


def test_the_nearest_rules_are_shown_until_all_are_asked_for() -> None:
    few = CliRunner().invoke(aqmf, ["rules", "wingman", "--ruleset", "clouds"]).stdout
    more = re.search(r"  and (\d+) more: (aqmf rules wingman --ruleset clouds --all)\n", few)
    assert more, few
    every = CliRunner().invoke(aqmf, shlex.split(more[2])[1:]).stdout
    shown, in_all = (len(re.findall(r"(?m)^  ICOGX?-", text)) for text in (few, every))
    assert shown + int(more[1]) == in_all
    assert "more:" not in every


@pytest.mark.parametrize("asked", ["range of machine guns", "bombs of a bomber", "shoot at a plane below"])
def test_never_fewer_than_no_more_rules_are_left_to_show(asked: str) -> None:
    told = CliRunner().invoke(aqmf, ["rules", *asked.split()]).stdout
    assert not re.search(r"and (0|-\d+) more", told)
    for count, some in re.findall(r"(?m): (\d+) rules?\n((?:  .+\n)+)", told):
        shown = len(re.findall(r"(?m)^  [A-Z]+-", some))
        more = re.search(r"and (\d+) more", some)
        assert int(count) == shown + int(more[1] if more else 0)


def test_a_rule_found_by_what_it_answers_says_so() -> None:
    told = CliRunner().invoke(aqmf, ["rules", "shake", "off", "a", "tail", "--ruleset", "richthofen"]).stdout
    assert "as everybody does. (answers: shake off a tail)" in told


def test_a_word_that_no_rule_of_the_game_has_is_named_with_the_games_that_have_it() -> None:
    lacking = CliRunner().invoke(aqmf, ["rules", "bombs", "fuel", "--ruleset", "clouds"]).stdout
    assert lacking.startswith("No rule of In Clouds of Glory has 'fuel'. With the other words:\n")
    nothing = CliRunner().invoke(aqmf, ["rules", "run", "out", "of", "fuel", "--ruleset", "clouds"])
    assert (nothing.exit_code, nothing.stdout) == (2, "")
    assert "aqmf rules run out of fuel --ruleset richthofen" in nothing.stderr


def test_what_tables_and_cards_have_comes_first_where_no_rule_has_the_words_and_is_data_too() -> None:
    told = CliRunner().invoke(aqmf, ["rules", "pilot", "tired", "--ruleset", "valor"]).stdout
    assert told.index("Tired pilots") < told.index("With some of the words:") < told.index("AOV-")
    first, *others = document("rules", "pilot", "tired", "--ruleset", "valor")
    assert (first["table"], "Tired pilots" in first["text"]) == ("options", True)
    assert [one["id"] for one in others if "id" in one] == re.findall(r"(?m)^  (AOV-\S+)", told)


def test_words_of_rules_are_looked_for_in_all_games() -> None:
    told = CliRunner().invoke(aqmf, ["rules", "stall"])
    assert told.stdout.startswith("26 rules with 'stall' in In Clouds of Glory")
    assert "No rule says so in All Quiet on the Martian Front" in told.stdout
    assert {rule["ruleset"] for rule in document("rules", "stall")} == {"clouds"}
    slip = CliRunner().invoke(aqmf, ["rules", "stlal"]).stdout
    assert slip.startswith("No rule has 'stlal': read as 'stall'.\n26 rules with 'stall'")
    several = CliRunner().invoke(aqmf, ["rules", "dive"]).stdout
    assert re.search(
        r"^Richthofen's War, adjusted: \d+ rules\n(  .+\n)+  and \d+ more: aqmf rules dive --ruleset ", several, re.M
    )
    counts = re.findall(r"(\d+) rules?\n((?:  .+\n)+?)  and (\d+) more: ", several)
    assert counts
    assert all(int(count) == len(re.findall(r"(?m)^  \S", some)) + int(more) for count, some, more in counts)
    other = CliRunner().invoke(aqmf, ["rules", "ICOG-5.5.11.1"])
    assert other.stdout.startswith("ICOG-5.5.11.1  [stated, tested]\n")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["AIR-MOVE-99"], "aqmf: unknown rule 'AIR-MOVE-99'; did you mean AIR-MOVE-"),
        (["XXQ-1"], "aqmf: unknown rule 'XXQ-1'; ids begin with AIR, HOST,"),
        (["xyzzy"], "aqmf: no rule of any game has 'xyzzy'; try other words; 'aqmf rules' lists the chapters\n"),
        (
            ["xyzzy", "plugh"],
            "aqmf: no rule of any game has 'xyzzy plugh'; try other words; 'aqmf rules' lists the chapters\n",
        ),
        (
            ["stall", "--ruleset", "aqmf"],
            "aqmf: no rule of All Quiet on the Martian Front has 'stall'; "
            "26 in In Clouds of Glory: aqmf rules stall --ruleset clouds\n",
        ),
    ],
)
def test_where_no_rule_has_the_words_one_line_says_where_there_are_some(words: list[str], line: str) -> None:
    nothing = CliRunner().invoke(aqmf, ["rules", *words])
    assert (nothing.exit_code, nothing.stdout) == (2, "")
    assert nothing.stderr.startswith(line)


def test_rules_rulings_and_scenarios_are_those_of_the_game_that_is_named() -> None:
    assert all(one["id"].startswith("MAIL-") for one in document("rules", "--ruleset", "mail"))
    assert [one["name"] for one in document("rulings", "--ruleset", "duel")] == ["clouds"]
    assert [(one["name"], one["players"]) for one in document("scenarios", "--ruleset", "mail")] == [
        ("one-night", 1),
        ("over-the-hills", 1),
    ]
    refused = run("scenarios", "--ruleset", "chess")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "unknown ruleset 'chess'" in refused.stderr


@pytest.mark.further(every=2)
@pytest.mark.parametrize("named", [("duel:even-match",), ("even-match", "--ruleset", "duel"), ("--ruleset", "duel")])
def test_automatic_sides_play_a_game_to_its_end_which_is_kept_replayed_and_checked(named: tuple[str, ...]) -> None:
    played = document("play", *named, "--auto", "both", "--seed", "3", "--game", "g")
    assert (played["scenario"], played["winner"]) == ("even-match", "red")
    (kept,) = document("games")
    assert (kept["ruleset"], kept["scenario"], kept["winner"]) == ("duel", "even-match", "red")
    assert "Dawn Duel: Even match" in run("games").stdout
    assert document("replay", "g")["state"] == played["state"]
    assert document("verify", "g")["games"][0]["sound"]
    assert document("import", "-", "--as", "h", typed=run("export", "g").stdout)["state"] == played["state"]


def test_a_scenario_file_names_its_game_or_takes_the_option(tmp_path: Path) -> None:
    text = Path(dawn_duel.plugin.__file__).with_name("data").joinpath("scenarios", "even-match.toml").read_text("utf-8")
    plain, named = tmp_path / "plain.toml", tmp_path / "named.toml"
    plain.write_text(text, encoding="utf-8")
    named.write_text(f'ruleset = "duel"\n{text}', encoding="utf-8")
    states = {
        document("play", *args, "--auto", "both", "--seed", "3")["state"]
        for args in ((str(plain), "--ruleset", "duel"), (str(named),), (str(named), "--ruleset", "duel"))
    }
    assert len(states) == 1
    other = run("play", str(named), "--ruleset", "mail")
    assert (other.exit_code, other.stderr) == (2, f"aqmf: {named}: a scenario of 'duel', not of 'mail'\n")
    mixed = run("play", "duel:even-match", "--ruleset", "mail")
    assert (mixed.exit_code, mixed.stderr) == (2, "aqmf: scenario 'duel:even-match' is of 'duel', not of 'mail'\n")
    assert run("play", str(plain)).exit_code == 2


def test_an_own_scenario_of_another_game_is_listed_for_that_game_alone(home: Path) -> None:
    text = Path(dawn_duel.plugin.__file__).with_name("data").joinpath("scenarios", "even-match.toml").read_text("utf-8")
    (home / "scenarios").mkdir()
    (home / "scenarios" / "mine.toml").write_text(f'ruleset = "duel"\n{text}', encoding="utf-8")
    assert [one["name"] for one in document("scenarios", "--ruleset", "duel") if one["own"]] == ["mine"]
    assert not any(one["own"] for one in document("scenarios"))


def test_a_file_of_two_words_is_played_and_kept(home: Path) -> None:
    text = Path(dawn_duel.plugin.__file__).with_name("data").joinpath("scenarios", "even-match.toml").read_text("utf-8")
    (home / "scenarios").mkdir()
    (home / "scenarios" / "my duel.toml").write_text(f'ruleset = "duel"\n{text}', encoding="utf-8")
    played = run("play", "duel:my duel", "--auto", "both", "--seed", "3")
    assert played.exit_code == 0, played.stderr
    shown = played.stdout
    assert "aqmf replay my-duel-3" in shown
    assert "aqmf play 'duel:my duel' --seed 4" in shown


def test_what_one_side_seals_is_not_shown_to_the_other_at_the_same_terminal() -> None:
    typed = "full throttle\nstate\nundo\nturn left\nturn right\nq\n"
    shown = run("play", "--ruleset", "duel", "--seed", "3", "--game", "g", typed=typed).stdout
    blue, red, again, last, opened = shown.split("\n  -- ")
    assert "Blue seals an order: full throttle, 3 hexes" in blue
    assert "Blue seals an order\n" in red
    assert "blue has sealed an order" in red
    assert "taken back: Blue: blue seals an order;" in red
    assert "dash" not in red
    assert "throttle" not in red.partition("1  straight on")[0]
    assert "Blue seals an order: turn left" in again
    assert "left" not in last.partition("1  straight on")[0]
    assert opened.startswith(
        "Blue --\n  > Red seals an order\n  > The orders are opened: blue: turn left; red: turn right\n"
    )
    resumed = run("play", "--resume", "g", typed="state\nq\n")
    assert "turn 2 of 10" in resumed.stdout


def test_words_that_are_only_near_are_asked_about_and_end_is_refused_where_no_order_ends_a_stage() -> None:
    typed = "take off\ny\nfly\n"
    shown = run("play", "mail:over-the-hills", "--seed", "5", "--game", "m", typed=f"{typed}q\n").stdout
    assert "nothing that may be ordered now is called 'y'" in shown
    assert "did you mean this? Type its number\n    1  fly on\n" in shown
    assert document("replay", "m")["entries"] == 1
    again = run("play", "mail:over-the-hills", "--seed", "5", "--game", "n", typed=f"{typed}1\nq\n").stdout
    assert again != shown
    assert document("replay", "n")["entries"] == 2
    met = run("play", "--ruleset", "duel", "--seed", "3", "--game", "d", typed="turn\nend\nq\n").stdout
    assert "which one? Type its number\n    1  turn left\n    2  turn right\n" in met
    assert "no order ends this now" in met


def test_against_an_automatic_side_only_what_a_player_may_know_is_told() -> None:
    shown = run("play", "duel:even-match", "--seed", "3", "--auto", "red", typed="full throttle\nq\n").stdout
    assert "Red seals an order\n" in shown
    assert "Red seals an order:" not in shown
    assert "Blue seals an order: full throttle, 3 hexes" in shown
    assert "Red> " not in shown
    assert "-- " not in shown


def test_a_game_of_one_side_is_played_asked_for_and_by_itself() -> None:
    shown = run("play", "mail:one-night", "--seed", "3", "--game", "g", typed="?\n1\nstate\nq\n")
    assert shown.exit_code == 0, shown.output
    assert "Pilot> " in shown.stdout
    assert "pilot side" not in shown.stdout.partition("It stands")[0]
    ended = document("play", "--resume", "g", "--auto", "pilot")
    assert ended["winner"] in ("pilot", "draw")


def test_an_undo_stays_in_the_night_that_is_flown_also_after_the_game_was_left(home: Path) -> None:
    typed = "take off\nfly on\nland\nundo\nq\n"
    shown = run("play", "mail:over-the-hills", "--seed", "5", "--game", "m", typed=typed).stdout
    refused = "there is nothing to undo in this chapter, and what was before it is not taken back"
    assert refused in shown
    assert (home / "games-snapshots.sqlite").is_file()
    again = run("play", "--resume", "m", typed="undo\ntake off\nundo\nundo\nredo\nfly on\nq\n")
    assert again.stdout.count(refused) == 2
    assert again.stdout.count("taken back: ") == 1
    assert document("verify", "m")["games"][0]["sound"]
    assert document("replay", "m")["state"] == document("play", "--resume", "m", typed="q\n")["state"]


def test_a_film_too_large_to_be_sent_says_how_it_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for scenario, game in (("over-the-hills", "m"), ("one-night", "short")):
        run("play", f"mail:{scenario}", "--seed", "5", "--game", game, typed="take off\nfly on\nland\ntake off\nq\n")
    made = "replay", "m", "--side", "pilot", "--html", str(tmp_path / "film.html")
    assert "KB" not in run(*made).output
    monkeypatch.setattr(games, "EASILY_SENT", 1000)
    assert "KB; with --chapter N each mission has a film of its own" in run(*made).output
    assert "KB" not in run(*made, "--chapter", "1").output
    assert "KB" not in run("replay", "short", *made[2:]).output, "it has no chapters"


def test_a_film_is_made_of_one_chapter(tmp_path: Path) -> None:
    run("play", "mail:over-the-hills", "--seed", "5", "--game", "m", typed="take off\nfly on\nland\ntake off\nq\n")
    film = tmp_path / "film.html"
    frames = {}
    for number in ("1", "2"):
        made = run("replay", "m", "--html", str(film), "--side", "pilot", "--chapter", number)
        assert made.exit_code == 0, made.output
        frames[number] = facts_of(film.read_text(encoding="utf-8")).count('"winner":')
    assert frames == {"1": 4, "2": 2}
    refused = run("replay", "m", "--html", str(film), "--side", "pilot", "--chapter", "7")
    assert (refused.exit_code, "--chapter: expected 1 or 2, got 7" in refused.stderr) == (2, True)
    assert "--chapter is for a film: give --html FILE too" in run("replay", "m", "--chapter", "1").stderr


def test_sides_and_policies_are_those_of_the_game() -> None:
    side = run("play", "duel:even-match", "--auto", "human")
    assert "--auto: expected both, blue, red or none, got 'human'" in side.stderr
    policy = run("play", "duel:even-match", "--auto", "Blue", "--policy", "chess")
    assert (policy.exit_code, "unknown policy 'chess'" in policy.stderr) == (2, True)


def test_a_film_is_made_of_any_game_as_a_side_saw_it_or_with_nothing_hidden(tmp_path: Path) -> None:
    document("play", "duel:even-match", "--auto", "both", "--seed", "3", "--game", "d")
    document("play", "mail:one-night", "--auto", "both", "--seed", "3", "--game", "m")
    film = tmp_path / "film.html"
    for game, *side in (("d",), ("d", "--side", "red"), ("m", "--side", "pilot")):
        made = run("replay", game, "--html", str(film), *side)
        assert made.exit_code == 0, made.output
        assert film.read_text(encoding="utf-8").lstrip().lower().startswith("<!doctype html")
    assert "cannot be shown with nothing hidden: give --side pilot (see" in run("replay", "m", "--html", str(film)).stderr
    assert "--side: expected blue or red, got 'human'" in run("replay", "d", "--html", str(film), "--side", "human").stderr


def test_automatic_sides_that_give_no_order_are_said_to_have_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    idle = Policy("idle", "Gives no order.", lambda ruleset, state, player: None)
    answer(monkeypatch, POLICIES, {"idle": idle})
    stopped = run("play", "duel:even-match", "--auto", "both", "--seed", "3")
    assert (stopped.exit_code, stopped.stderr) == (0, "aqmf: stopped: no side has an order to give (manoeuvres)\n")
    assert "The game is open: turn 1" in stopped.stdout


def test_a_scenario_of_a_game_that_is_not_there_says_which_file_and_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text('ruleset = "chess"\ntitle = "One"\n')
    refused = run("play", str(path))
    said = (
        f"aqmf: {path}: unknown ruleset 'chess'; expected one of aqmf, aqmf-ledger, clouds, duel, mail, richthofen, valor\n"
    )
    assert (refused.exit_code, refused.stderr) == (2, said)


def test_usage_of_another_games_questions_names_the_game_and_one_without_any_says_so() -> None:
    assert run("odds", "--ruleset", "duel", "chess").stderr.endswith("(see 'aqmf odds --ruleset duel --help')\n")
    assert "Usage: aqmf odds --ruleset duel burst" in run("odds", "--ruleset", "duel", "burst", "--help").stdout
    none = run("odds", "--ruleset", "mail", "--help").stdout
    assert "This game has none." in none
    assert "compare" not in none.partition("Questions:")[2]
