"""``aqmf odds`` as a user calls it: documents, words for people, wrong input."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from aqmf_air.plugins.indexed import indexed

QUESTIONS = (*indexed("aqmf_register_queries", "aqmf"), "compare")
THREE = ("shoot", "--shots", "3", "--defense", "6", "--power", "1", "--armor", "10")


def run(*args: str) -> Result:
    return CliRunner().invoke(aqmf, ["odds", *args])


def document(*args: str) -> Any:
    result = run(*args, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def told(*args: str) -> str:
    result = run(*args)
    assert result.exit_code == 0, result.output
    return result.stdout


# -- documents ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOST-HIT-1", "HOST-HIT-2")
def test_three_shots_as_a_document() -> None:
    answer = document(*THREE)
    assert answer["damaging"] == {
        "p": {"0": 0.729, "1": 0.243, "2": 0.027, "3": 0.001},
        "exact": {"0": "729/1000", "1": "243/1000", "2": "27/1000", "3": "1/1000"},
        "mean": 0.3,
    }
    assert answer["hits"]["exact"] == {"0": "1/8", "1": "3/8", "2": "3/8", "3": "1/8"}
    assert answer["summary"]["damaging"]["mean"] == "3/10"
    assert answer["headline"]["exact"] == "271/1000"
    assert [one["stage"] for one in answer["funnel"]] == ["shots", "hits", "damaging"]
    assert [one["exact"] for one in answer["funnel"]] == ["3", "3/2", "3/10"]
    (power,) = answer["attribution"]
    assert power["modifiers"][0]["value"] == -1
    assert power["without"]["exact"] == str(1 - Fraction(95, 100) ** 3)
    assert Fraction(power["change"]["exact"]) == Fraction(271, 1000) - Fraction(power["without"]["exact"])


def test_every_distribution_sums_to_one_exactly() -> None:
    for args, keys in (
        (("sweep", "--targets", "4", "--defense", "3", "--armor", "3", "--power", "4"), ("damaging",)),
        (("barrage", "--targets", "2", "--defense", "5", "--armor", "7", "--power", "3", "--barrage", "1"), ("damaging",)),
        (("morale", "--lost", "1", "--aircraft", "--last-element"), ("outcomes",)),
        (("spot", "--radio"), ("outcomes",)),
        (("scout",), ("outcomes",)),
        (("run", "--bombs", "1", "--defense", "6", "--armor", "11"), ("outcomes", "hits", "damaging")),
        (("attack", "--attacker", "Burgess-Dunne D8", "--target", "Scout Tripod"), ("fate", "armor", "lost", "morale")),
    ):
        answer = document(*args)
        for key in keys:
            assert sum(map(Fraction, answer[key]["exact"].values())) == 1
            assert answer[key]["p"] == {name: float(Fraction(p)) for name, p in answer[key]["exact"].items()}


@pytest.mark.parametrize(
    ("args", "outcomes"),
    [
        (("morale", "--lost", "1"), {"pass": "1/2", "fail": "1/2"}),
        (("morale", "--lost", "1", "--aircraft"), {"pass": "3/5", "fail": "2/5"}),
        (("morale", "--lost", "1", "--reroll"), {"pass": "3/4", "fail": "1/4"}),
        (("morale", "--lost", "2", "--aircraft", "--last-element"), {"pass": "2/5", "fail": "1/2", "suicide": "1/10"}),
        (("spot",), {"pass": "2/5", "fail": "3/5"}),
        (("spot", "--radio"), {"pass": "3/5", "fail": "2/5"}),
        (("scout",), {"pass": "1/2", "fail": "1/2"}),
        (
            ("run", "--bombs", "1", "--defense", "6", "--armor", "11"),
            {"damages": "3/20", "no damage": "7/20", "misses": "1/2"},
        ),
    ],
)
@pytest.mark.rule("HOST-MORALE-1", "AIR-MORALE-1", "AIR-RUN-1", "AIR-RUN-3", "AIR-SPOT-2", "AIR-SCOUT-2")
def test_outcomes_with_names(args: tuple[str, ...], outcomes: dict[str, str]) -> None:
    assert document(*args)["outcomes"]["exact"] == outcomes


def test_units_of_the_catalogue_in_upper_or_lower_case() -> None:
    answer = document("shoot", "--attacker", "heavy machine gun squad", "--target", "SCOUT TRIPOD")
    assert (answer["attacker"], answer["weapon"], answer["shots"]) == ("Heavy Machine Gun Squad", "Heavy Machine Gun", 9)
    assert [target["roll"] for target in answer["targets"]] == ["6+", "9+"]
    assert answer["damaging"]["mean"] == 0.9
    fewer = document("shoot", "--attacker", "Heavy Machine Gun Squad", "--target", "Scout Tripod", "--shots", "3")
    assert fewer["damaging"] == document(*THREE)["damaging"]


def test_two_heat_rays_of_a_dominator_and_points_for_more_units() -> None:
    assert document("shoot", "--attacker", "Dominator Tripod", "--target", "US Infantry")["shots"] == 2
    bought = document("shoot", "--attacker", "US Infantry", "--target", "Drones", "--points", "95")
    assert bought["shots"] == 15


@pytest.mark.rule("AIR-MORALE-1")
def test_what_a_plugin_adds_is_named_among_the_reasons() -> None:
    answer = document("shoot", "--attacker", "Assault Tripod", "--target", "Burgess-Dunne D8", "--morale")
    reasons = {one["reason"]: one["rule"] for target in answer["targets"] for one in target["modifiers"]}
    assert reasons["pilots take risks"] == "AIR-MORALE-1"


def test_cover_is_worth_what_it_changes_on_both_rolls() -> None:
    answer = document(*THREE, "--cover", "hard")
    joint = next(one for one in answer["attribution"] if len(one["modifiers"]) == 2)
    assert {(one["check"], one["value"]) for one in joint["modifiers"]} == {("to hit", 2), ("to damage", 1)}
    assert joint["without"]["exact"] == document(*THREE)["headline"]["exact"]


# -- several at once ------------------------------------------------------------------------------------------------------


def test_one_option_varied() -> None:
    answer = document(*THREE, "--vary", "cover")
    assert answer["varied"] == "cover"
    assert [one["value"] for one in answer["answers"]] == ["none", "soft", "hard", "fortified"]
    assert answer["answers"][2]["damaging"] == document(*THREE, "--cover", "hard")["damaging"]
    numbers = document(*THREE, "--vary", "shots=1,2,4..8..2")
    assert [one["value"] for one in numbers["answers"]] == [1, 2, 4, 6, 8]
    points = document("shoot", "--attacker", "US Infantry", "--target", "Drones", "--vary", "points=30..90..30")
    assert [one["shots"] for one in points["answers"]] == [5, 10, 15]
    assert "15" in told("tripod", "--armor", "11", "--vary", "attacks=3..15..6")


def test_two_questions_side_by_side() -> None:
    options = ("barrage --targets 3 --defense 5 --armor 7 --power 3 --pieces 2",
               "barrage --targets 2 --defense 5 --armor 7 --power 3 --templates 2")  # fmt: skip
    answer = document("compare", *options)
    assert [one["question"] for one in answer["options"]] == list(options)
    assert [one["diameter"] for one in answer["options"]] == [3, 2]
    assert answer["options"][0]["damaging"] == document(*options[0].split())["damaging"]
    text = told("compare", *options)
    assert "A   80.5%" in text
    assert "2 or more  38.1%  44.0%" in text
    assert "usually (10th to 90th percentile): Elements damaged" in " ".join(text.split())


# -- for people -----------------------------------------------------------------------------------------------------------


def test_three_shots_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "78")
    assert told(*THREE).splitlines() == [
        "3 shots, Power +1, at a target with Defense 6 and Armor 10 in the open",
        "to hit     6+: 6 Defense of the target",
        "to damage  9+: 10 Armor of the target, -1 Power of the weapon",
        "",
        "Damaging hits  exactly  at least",
        "            0    72.9%      100%  █████████████████▌",
        "            1    24.3%     27.1%  █████▉",
        "            2     2.7%      2.8%  ▋",
        "            3     0.1%      0.1%",
        "",
        "Chance that there is at least 1 damaging hit: 27.1% (1 in 3.7)",
        "Damaging hits: 0.3 on average; half of the time 0 or fewer (the median); 8",
        "  times out of 10 at most 1.",
        "On average: 3 shots -> 1.5 hits -> 0.3 damaging",
        "",
        "What changes it",
        "                                            chance  points",
        "as it is                                     27.1%",
        "without Power of the weapon (-1 to damage)   14.3%   -12.8",
    ]


@pytest.mark.parametrize(
    "args",
    [
        THREE,
        ("shoot", "--shots", "300", "--defense", "4", "--armor", "7"),
        ("shoot", "--attacker", "Mk III Tank Platoon", "--target", "Dominator Tripod", "--cover", "hard"),
        ("shoot", "--attacker", "Assault Tripod", "--target", "US Infantry", "--morale", "--reroll"),
        ("attack", "--attacker", "Burgess-Dunne D8", "--target", "Assault Tripod"),
        ("morale", "--lost", "2", "--aircraft", "--reroll", "--last-element"),
        ("initiative", "--kills", "2", "--big-kills", "1"),
        ("compare", "tripod --armor 11 --attacks 2", "tripod --unit 'Scout Tripod' --attacks 2"),
    ],
)
def test_nothing_is_wider_than_eighty_columns(args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, told(*args).splitlines())) <= 80


def test_a_table_of_very_many_outcomes_stays_short_and_whole() -> None:
    text = told("shoot", "--shots", "300", "--defense", "4", "--armor", "7")
    rows = [line for line in text.splitlines() if " to " in line and "%" in line and "mostly" not in line]
    assert 8 <= len(rows) <= 16
    assert any(line.split()[:3] == ["100", "or", "more"] or "or more" in line for line in text.splitlines())


def test_on_a_terminal_it_is_a_painted_table() -> None:
    main, other = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    command = [sys.executable, "-m", "aqmf_air", "odds", *THREE]
    with subprocess.Popen(command, stdout=other, env=environment) as process:
        os.close(other)
        written = b""
        while True:
            try:
                piece = os.read(main, 4096)
            except OSError:  # the other end has hung up
                break
            if not piece:
                break
            written += piece
    os.close(main)
    assert process.returncode == 0
    text = written.decode()
    assert "\x1b[1m" in text
    assert "27.1% (1 in 3.7)" in text


# -- what is too big ------------------------------------------------------------------------------------------------------


def test_what_is_too_big_says_so() -> None:
    refused = run("shoot", "--shots", "1001", "--defense", "6", "--armor", "10", "--power", "1")
    assert refused.exit_code == 2
    assert refused.stderr.count("\n") == 1
    assert "1,001 dice are too many for exact odds (at most 1,000)" in refused.stderr


# -- wrong input ----------------------------------------------------------------------------------------------------------

NUMBERS = ("--defense", "6", "--armor", "10")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("shoot", "--shots", "0", *NUMBERS), "0 is not in the range x>=1"),
        (("shoot", "--shots", "3", "--defense", "6", "--armor", "-3"), "-3 is not in the range 1<=x<=30"),
        (("shoot", "--shots", "three", *NUMBERS), "'three' is not a valid integer."),
        (("shoot", "--shots", "nan", *NUMBERS), "'nan' is not a valid integer."),
        ((*THREE, "--svg", "-"), "expected a file that ends in .svg, got '-'"),
        ((*THREE, "--svg", "plot.png"), "expected a file that ends in .svg, got 'plot.png'"),
        ((*THREE, "--svg", "nowhere/plot.svg"), "nowhere/plot.svg: cannot be written (there is no folder nowhere)"),
        (("shoot", "--shots", "3", "--defense", "6"), "missing --armor"),
        (("shoot", "--shots", "3", *NUMBERS, "--cover", "sofa"), "unknown cover 'sofa'; did you mean soft?"),
        (("shoot", "--attacker", "Asault Tripod", "--target", "Drones"), "unknown unit 'Asault Tripod'; did you mean"),
        (("shoot", "--attacker", "Assault Tripod"), "--attacker and --target go together"),
        (("shoot", "--attacker", "US Infantry", "--target", "Drones", "--power", "3"), "--power cannot go with --attacker"),
        (("shoot", "--attacker", "Harvester Tripod", "--target", "US Infantry"), "Harvester Tripod has nothing to fire"),
        (("shoot", "--attacker", "US Infantry", "--target", "Drones", "--weapon", "Riffle"), "did you mean Rifle?"),
        (("shoot", "--attacker", "US Infantry", "--target", "Drones", "--points", "29"), "29 points buy no US Infantry"),
        (("shoot", "--attacker", "US Infantry", "--target", "Scout Tripod", "--elements", "2"), "tripods take no"),
        (("shoot", "--shots", "3", *NUMBERS, "--weapon", "Rifle"), "--weapon cannot go with plain numbers"),
        (("barrage", "--barrage", "9", *NUMBERS), "9 is not in the range 1<=x<=6"),
        (("sweep", "--attacker", "US Infantry", "--target", "Drones"), "US Infantry has nothing to sweep with"),
        (("tripod",), "give either --armor or --unit"),
        (("tripod", "--unit", "Drones"), "Drones is no tripod"),
        (("morale", "--last-element"), "--last-element is for aircraft only"),
        (("initiative", "--kills", "1", "--big-kills", "2"), "--big-kills cannot be more than --kills"),
        (("run", "--bombs", "1"), "missing --defense and --armor"),
        (("attack", "--attacker", "US Infantry", "--target", "Drones"), "US Infantry is no combat aircraft"),
        (("attack", "--attacker", "Burgess-Dunne D8", "--target", "US Infantry"), "is nothing that aircraft attack"),
        ((*THREE, "--vary", "shuts=1..3"), "no option 'shuts' to vary"),
        ((*THREE, "--vary", "shots"), "say which values"),
        ((*THREE, "--vary", "shots=3..1"), "'3..1' holds no numbers"),
        ((*THREE, "--vary", "shots=1..9999"), "more than 60 values"),
        ((*THREE, "--vary", "shots=0..2"), "0 is not in the range"),
        (("compare", "morale"), "compare takes 2 to 6 questions"),
        (("compare", "morale", "dance"), "'dance': expected a question"),
        (("compare", "morale", "morale --lost 'x"), "no closing quotation"),
        (("compare", "morale", "morale --vary lost=1..3"), "does not go into a question to compare"),
        (("dance",), "No such command 'dance'"),
    ],
)
def test_wrong_input_is_refused_in_one_line(args: tuple[str, ...], said: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert said in result.stderr


@pytest.mark.rule("AIR-HIT-4")
def test_what_no_rule_allows_is_answered_with_the_rule() -> None:
    result = run("shoot", "--attacker", "Drones", "--target", "Burgess-Dunne D8")
    assert result.exit_code == 1
    assert result.stderr == "aqmf: drones may not attack aircraft (AIR-HIT-4)\n"


AT_DRONES = ("--attacker", "Scout Tripod", "--target", "Drones")
AT_D8 = ("--attacker", "Assault Tripod", "--target", "Burgess-Dunne D8")
OF_D8 = ("attack", "--attacker", "Burgess-Dunne D8", "--target", "Scout Tripod")


@pytest.mark.further(every=2)
@pytest.mark.parametrize(
    ("args", "rule", "said"),
    [
        (("shoot", "--attacker", "US Infantry", "--target", "Mk II Tank Platoon"), "HOST-FIRE-1", "on the same side"),
        (("shoot", "--attacker", "Drones", "--target", "Burgess-Dunne D8"), "AIR-HIT-4", "drones may not attack aircraft"),
        (("shoot", "--attacker", "US Infantry", "--target", "Drones", "--morale"), "HOST-TRIPOD-5", "no morale test"),
        (
            ("barrage", "--attacker", "Field Gun Battery", "--target", "Burgess-Dunne D8"),
            "AIR-BOMB-7",
            "under a template",
        ),
        (("barrage", "--attacker", "Field Gun Battery", "--target", "Drones", "--bombarded"), "HOST-BARRAGE-6", "bombards"),
        (("explosion", "--target", "Blériot XI"), "AIR-ALT-3", "Blériot XI flies high"),
        (("explosion", "--target", "US Infantry", "--also", "Salmson 2"), "AIR-ALT-3", "Salmson 2 flies high"),
        (("explosion", "--target", "Burgess-Dunne D8", "--cover", "soft"), "AIR-HIT-1", "flies over cover"),
        (("sweep", "--attacker", "Drones", "--target", "Burgess-Dunne D8"), "AIR-HIT-4", "drones may not attack aircraft"),
        (("sweep", *AT_DRONES, "--also", "Burgess-Dunne D8 in hard"), "AIR-HIT-1", "flies over cover"),
        (("shoot", *AT_D8, "--cover", "hard"), "AIR-HIT-1", "flies over cover"),
        ((*OF_D8, "--answering", "Drones"), "AIR-HIT-4", "drones may not attack aircraft"),
        ((*OF_D8, "--answering", "Grenadier Tripod"), "AIR-HIT-5", "may not be used against aircraft"),
        ((*OF_D8, "--answering", "Harvester Tripod"), "HOST-ORDER-1", "no weapon to answer with"),
        ((*OF_D8, "--answering", "US Infantry"), "HOST-FIRE-1", "on the same side"),
        (("run", "--target", "Drones"), "AIR-RUN-1", "Drones is no tripod"),
        (
            ("shoot", "--attacker", "US Infantry", "--target", "US Infantry", "--vary", "cover"),
            "HOST-FIRE-1",
            "on the same side",
        ),
        (("compare", "morale", "run --target Drones"), "AIR-RUN-1", "Drones is no tripod"),
    ],
)
def test_what_no_rule_allows_is_a_document_too(args: tuple[str, ...], rule: str, said: str) -> None:
    result = run(*args, "--json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert document["allowed"] is False
    problem, *alike = document["problems"]
    assert {one["rule"] for one in (problem, *alike)} == {rule}
    assert said in problem["message"]
    assert f"({rule})" in result.stderr
    assert run(*args).stdout == ""


def test_a_narrow_terminal_has_each_bar_in_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    rows = [line for line in told(*THREE).splitlines() if "█" in line]
    assert [row.split()[0] for row in rows] == ["0", "1"]
    assert max(map(len, rows)) <= 40


def test_what_one_die_decides_is_not_averaged() -> None:
    one = run("shoot", "--shots", "1", "--defense", "6", "--armor", "10", "--power", "1").stdout
    assert "on average;" not in one
    assert "8 times out of 10" not in one
    few = run(*THREE).stdout
    assert "Damaging hits: 0.3 on average; half of the time 0 or fewer (the median); 8 times out of 10 at most 1." in few
    assert "percentile" not in few
    assert "at least 0;" not in few
    likely = run("spot", "--turns", "3").stdout
    assert not [line for line in likely.splitlines() if "1 in 1" in line.split()]


# -- plots ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        THREE,
        ("morale", "--lost", "1", "--aircraft", "--last-element"),
        ("shoot", "--shots", "400", "--defense", "5", "--armor", "8"),
        (*THREE, "--vary", "shots=1..12"),
        ("compare", "shoot --shots 9 --defense 6 --armor 10", "shoot --shots 3 --defense 6 --armor 8"),
        ("compare", "tripod --armor 11", "tripod --armor 3"),
    ],
)
def test_a_plot_is_whole_xml_and_everything_lies_on_its_paper(args: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    assert run(*args, "--svg", str(path)).exit_code == 0
    picture = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    assert picture.find("{*}title") is not None
    for shape in picture.iter("{http://www.w3.org/2000/svg}rect"):
        assert 0 <= float(shape.attrib["x"]) <= float(shape.attrib["x"]) + float(shape.attrib["width"]) <= width + 0.01
        assert 0 <= float(shape.attrib["y"]) <= float(shape.attrib["y"]) + float(shape.attrib["height"]) <= height + 0.01
    for text in picture.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 <= float(text.attrib["x"]) <= width
        assert 0 < float(text.attrib["y"]) < height


def test_a_plot_says_what_it_counts_and_outcomes_have_words(tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    run("compare", "shoot --shots 9 --defense 6 --armor 10", "shoot --shots 3 --defense 6 --armor 8", "--svg", str(path))
    assert "at least this many damaging hits" in path.read_text(encoding="utf-8")
    told = run("spot", "--svg", str(path)).stdout
    for said in (told, path.read_text(encoding="utf-8")):
        assert "not spotted" in said
        assert "fail" not in said
    assert set(json.loads(run("spot", "--json").stdout)["outcomes"]["p"]) == {"pass", "fail"}


def test_the_bars_of_a_plot_are_as_long_as_the_chances(tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    run(*THREE, "--svg", str(path))
    picture = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    _, *bars = (float(one.attrib["height"]) for one in picture.iter("{http://www.w3.org/2000/svg}rect"))
    assert bars[1] / bars[0] == pytest.approx(243 / 729, abs=0.001)


def test_a_plot_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run(*THREE, "--svg", str(tmp_path / "file" / "plot.svg"))
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


# -- start-up -------------------------------------------------------------------------------------------------------------


def test_plain_numbers_load_neither_models_nor_rich() -> None:
    program = (
        "import sys; from aqmf_air.cli.main import aqmf\n"
        f"try: aqmf({['odds', *THREE]!r})\n"
        "except SystemExit: pass\n"
        "print(sorted({'pydantic', 'rich', 'shapely', 'numpy'} & set(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stderr.strip() == "[]"


def test_help_names_every_question_and_shows_examples() -> None:
    text = told("--help")
    assert all(f"  {name} " in text for name in QUESTIONS)
    assert '\n    aqmf odds shoot --attacker "Heavy Machine Gun Squad" --target "Scout Tripod"\n' in told("shoot", "--help")
    for name in QUESTIONS:
        assert "Usage:" in told(name, "--help")


def test_a_game_alone_is_answered_with_what_may_be_asked_of_it() -> None:
    for line in (["odds", "--ruleset", "richthofen"], ["odds", "--ruleset=richthofen"]):
        listed = CliRunner().invoke(aqmf, line).output
        assert "Questions:" in listed
        assert "  tail " in listed
        assert "Missing command" not in listed


def test_a_name_that_is_not_whole_is_said_to_be_read_so() -> None:
    short = run("shoot", "--attacker", "Heavy Machine Squad", "--target", "Scout Tripod")
    assert short.stderr == "'Heavy Machine Squad' is read as Heavy Machine Gun Squad.\n"
    assert run("shoot", "--attacker", "heavy machine gun squad", "--target", "Scout Tripod").stderr == ""
