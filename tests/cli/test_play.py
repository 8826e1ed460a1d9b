"""``aqmf play``: the bundled scenario with a seed, with typed dice, saved, replayed, and refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from aqmf_air.plugins import kinds

SEED = "7"


def run(*args: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(aqmf, list(args), input=typed)


def log_of(path: Path) -> list[dict[str, object]]:
    """The header and the entries of a log, without its end."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()][:-1]


def typed_faces(path: Path) -> str:
    """The faces of a log as a player types them: one line a roll, 0 for 10, the number of an option for a name."""
    lines = []
    for entry in log_of(path)[1:]:
        for roll in entry["rolls"]:  # type: ignore[attr-defined]
            faces = roll["faces"]
            lines.append(" ".join("1" if isinstance(face, str) else str(face % 10) for face in faces))
    return "\n".join(lines) + "\n"


@pytest.fixture
def seeded(tmp_path: Path) -> Path:
    path = tmp_path / "seeded.jsonl"
    assert run("play", "--seed", SEED, "--save", str(path)).exit_code == 0
    return path


def test_without_an_argument_the_first_flight_is_played_and_every_roll_explained() -> None:
    result = run("play", "--seed", SEED)
    assert result.exit_code == 0, result.output
    assert "Burgess-Dunne" in result.output
    assert re.search(r"to hit +6\+ +6 Defense of Scout Tripod \(HOST-HIT-1\)", result.output)
    assert re.search(r"to damage +7\+ +10 Armor of Scout Tripod .*-3 Power of Light Bomb", result.output)
    rolled = [line for line in result.output.splitlines() if re.match(r" +[A-Z][^:]+: (to hit|to damage) ", line)]
    assert len(rolled) > 5
    assert all(
        re.search(r"%( each)?\): .*\d\S* (hit|miss|(no )?damage|-> \d+ of \d+ (hit|damage))$", line) for line in rolled
    )
    assert re.search(r" \d+[^\d\s] hit$", result.output, re.MULTILINE)  # what makes its number has a sign
    assert "Play it yourself: aqmf play first-flight --ask" in result.output
    left_out = [line for line in result.output.splitlines() if "An order of the script is left out: " in line]
    assert left_out
    assert not [line for line in left_out if re.search(r"host\.|'\w+'", line)], "in a player's words"


def test_a_game_by_its_script_says_first_that_it_is_a_demonstration() -> None:
    shown = run("play", "--seed", SEED).stdout
    hint = "A demonstration: the scenario's script gives the orders of all sides. 'aqmf play first-flight --ask' asks you"
    assert hint in shown.partition("Turn 1")[0]
    assert "A demonstration" not in run("play", "--ask", "--seed", SEED, typed="q\n").stdout


def test_the_same_seed_gives_the_same_log_and_another_seed_another(seeded: Path, tmp_path: Path) -> None:
    again, other = tmp_path / "again.jsonl", tmp_path / "other.jsonl"
    run("play", "--seed", SEED, "--save", str(again))
    run("play", "--seed", "8", "--save", str(other))
    assert again.read_bytes() == seeded.read_bytes()
    assert other.read_bytes() != seeded.read_bytes()


def test_typed_dice_give_the_same_log_but_for_who_rolled(seeded: Path, tmp_path: Path) -> None:
    typed = tmp_path / "typed.jsonl"
    result = run("play", "--seed", SEED, "--physical", "--save", str(typed), typed=typed_faces(seeded))
    assert result.exit_code == 0, result.output

    def but_for_who_rolled(path: Path) -> str:
        entries, _, _ = path.read_text(encoding="utf-8")[:-1].rpartition("\n")  # the end seals who rolled, too
        return re.sub(r'"by":"\w+","die"', '"by":"?","die"', entries)

    assert but_for_who_rolled(typed) == but_for_who_rolled(seeded)
    assert typed.read_bytes() != seeded.read_bytes()


def test_a_typed_roll_can_be_corrected_before_the_command_resolves(seeded: Path, tmp_path: Path) -> None:
    first, *rest = typed_faces(seeded).splitlines()
    slip = " ".join("1" for _ in first.split())
    right = tmp_path / "right.jsonl"
    # all misses end the volley at once in a pipe, so the slip must leave a second roll to correct at
    slip = slip[:-1] + "9"
    result = run(
        "play", "--seed", SEED, "--physical", "--save", str(right), typed="\n".join([slip, "<", first, *rest]) + "\n"
    )
    assert result.exit_code == 0, result.output
    assert log_of(right)[-1]["check"] == log_of(seeded)[-1]["check"]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("11\n", "to hit: expected D10 (1 to 10; 0 means 10), got 11"),
        ("x\n", "got x"),
        ("-1\n", "got -1"),
        ("2\n3\n2 3\n", "to hit: expected 9 of D10, got 2: the input ended"),
        ("", "to hit: expected 1 of D10, got 0: the input ended"),
    ],
)
def test_wrong_dice_are_one_line_and_nothing_is_written(typed: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    result = run("play", "--seed", SEED, "--physical", "--save", str(path), typed=typed)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.output
    assert not list(tmp_path.iterdir())


def test_json_is_one_document_with_the_promised_keys() -> None:
    result = run("play", "--seed", SEED, "--json")
    document = json.loads(result.stdout)
    assert {"game", "scenario", "seed", "winner", "turns", "entries", "state"} <= set(document)
    assert (document["scenario"], document["seed"]) == ("first-flight", 7)
    assert re.fullmatch("[0-9a-f]{64}", document["state"])


def test_a_saved_game_is_replayed_to_the_same_state(seeded: Path) -> None:
    played = json.loads(run("play", "--seed", SEED, "--json").stdout)
    replayed = json.loads(run("replay", str(seeded), "--json").stdout)
    assert replayed["state"] == played["state"]
    told = run("replay", str(seeded))
    assert "the rules lead where the log went" in told.output


def test_the_reasons_of_a_number_go_by_the_names_of_units() -> None:
    played = CliRunner().invoke(aqmf, ["play", "first-flight", "--auto", "both", "--policy", "exact-odds", "--seed", "8"])
    assert re.search(r"morale +6\+ +Field Gun Battery: 5 to stand", played.stdout)


def test_a_doctored_log_is_refused_with_its_line(seeded: Path) -> None:
    lines = seeded.read_text(encoding="utf-8").splitlines()
    place = next(number for number, line in enumerate(lines) if '"damaging":' in line)
    lines[place] = re.sub(r'"damaging":(\d+)', '"damaging":9', lines[place], count=1)
    seeded.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("replay", str(seeded))
    assert result.exit_code == 2
    assert f"line {place + 1}" in result.stderr
    assert "checksum" in result.stderr


@pytest.mark.parametrize("seed", ["7", "832186"])
def test_a_script_that_ends_before_its_game_is_played_on_by_the_app(seed: str) -> None:
    result = run("play", "--seed", seed)
    assert "The script ends here. The automatic player 'steady' gives all orders from now on." in result.stdout
    assert re.search(r"^(Humans|Martians) win: ", result.stdout, re.MULTILINE)
    assert "The game is open" not in result.stdout
    assert json.loads(run("play", "--seed", seed, "--json").stdout)["winner"]


def test_faces_that_the_seed_did_not_roll_are_noticed(seeded: Path, tmp_path: Path) -> None:
    """A typed roll passed off as the seed's: the checksums fit, the seed does not."""
    typed = tmp_path / "typed.jsonl"
    other = "\n".join(["2 " * 9, "9 " * 9, "2 " * 9, *["2"] * 60, "quit"])
    assert run("play", "--seed", SEED, "--physical", "--save", str(typed), typed=other).exit_code == 0
    text = re.sub(r'"by":"(human|martian)","die"', '"by":"seed","die"', typed.read_text(encoding="utf-8"))
    typed.write_text(text, encoding="utf-8")
    result = run("replay", str(typed))
    assert result.exit_code == 2
    assert "where the seed gives" in result.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name = 'x'\ntitle = 'x'\nunits = []\n", "table"),
        ("not toml", "not TOML"),
        ("name = 'x'\ntitle = 'x'\nwind = 3\n[table]\nwidth = 9\ndepth = 9\n", "wind"),
        (
            "name = 'x'\ntitle = 'x'\n[table]\nwidth = 9\ndepth = 9\n[[units]]\nid = 'a'\nside = 'martian'\n"
            "type = 'Scot Tripod'\nelements = [{ x = 1, y = 1 }]\n",
            "did you mean Scout Tripod",
        ),
    ],
)
def test_a_scenario_file_that_is_wrong_is_one_line(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    result = run("play", str(path))
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1
    assert words in result.stderr


def test_an_unknown_scenario_is_one_line() -> None:
    result = run("play", "frist-flight")
    assert result.exit_code == 2
    assert "first-flight" in result.stderr


def test_an_unwritable_save_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    result = run("play", "--seed", SEED, "--save", str(tmp_path / "file" / "game.jsonl"))
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr or "cannot be made" in result.stderr


@pytest.mark.rule("AIR-SCOUT-1")
@pytest.mark.parametrize("altitude", ["high", "low"])
def test_units_tells_where_and_when_reinforcements_come_and_not_what(altitude: str, tmp_path: Path) -> None:
    from aqmf_air.plugins.registry import load_registry

    text = load_registry(entry_points=False).of(kinds.SCENARIOS, "aqmf")["eyes-above"].path.read_text(encoding="utf-8")
    scout = 'id = "scout-plane", side = "human", '
    file = tmp_path / "eyes.toml"
    file.write_text(text.replace(scout, f'{scout}marks = {{ "aircraft.altitude" = "{altitude}" }}, '), encoding="utf-8")
    result = run("play", str(file), "--seed", "1", "--auto", "martian", typed="state\nq\n")
    assert f"Blériot XI: {'flying high, ' if altitude == 'high' else ''}at" in result.output
    assert ("theirs, to come in turn 3: the middle of the north edge" in result.output) is (altitude == "high")
    assert "late-scout" not in result.output
