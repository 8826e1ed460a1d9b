"""Odds in the browser: the questions, the chances and the plots of the command line, and whatever else is asked."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.text import one_in, percent
from aqmf_air.plugins.indexed import indexed
from aqmf_air.web.odds import MOST_DICE, says_more
from tests.web.test_pages import words

QUESTIONS = tuple(indexed("aqmf_register_queries", "aqmf"))
ASKED: tuple[tuple[str, dict[str, str]], ...] = (
    ("shoot", {"shots": "3", "defense": "6", "armor": "10", "power": "1"}),
    ("shoot", {"shots": "3", "defense": "6", "armor": "10", "cover": "hard"}),
    ("shoot", {"attacker": "Scout Tripod", "target": "US Infantry", "morale": "yes", "reroll": "yes"}),
    ("shoot", {"attacker": "US Infantry", "target": "Scout Tripod", "points": "90"}),
    ("barrage", {"defense": "5", "armor": "7", "power": "3", "targets": "4", "pieces": "2"}),
    ("sweep", {"attacker": "Scout Tripod", "target": "US Infantry", "targets": "3"}),
    ("morale", {"lost": "2", "aircraft": "yes", "reroll": "yes", "last-element": "yes"}),
    ("spot", {"radio": "yes", "turns": "3"}),
    ("scout", {"hidden": "2", "scouts": "2", "turns": "2"}),
    ("run", {"bombs": "1", "defense": "6", "armor": "11"}),
    ("attack", {"attacker": "Burgess-Dunne D8", "target": "Drones", "bombs": "apart", "guns": "no"}),
    ("initiative", {"kills": "2", "big-kills": "1"}),
    ("reserves", {"units": "3", "turns": "2"}),
    ("tripod", {"armor": "9", "attacks": "2"}),
    ("rally", {}),
)


def arguments(name: str, fields: dict[str, str]) -> list[str]:
    flags = {"yes": "--{}", "no": "--no-{}"}
    return ["odds", name, *(flags[v].format(k) if v in flags else f"--{k}={v}" for k, v in fields.items())]


def shown(client: TestClient, name: str, fields: dict[str, Any]) -> str:
    answer = client.get(f"/odds/{name}", params=fields)
    assert answer.status_code == 200
    return words(answer.text)


@pytest.mark.parametrize(("name", "fields"), ASKED, ids=lambda one: one if isinstance(one, str) else "")
def test_the_answer_is_that_of_the_command_line(
    client: TestClient, tmp_path: Path, name: str, fields: dict[str, str]
) -> None:
    result = CliRunner().invoke(aqmf, [*arguments(name, fields), "--json"])
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    page = shown(client, name, fields)
    assert document["title"] in page
    assert f"{percent(document['headline']['p'])} " in page
    for need in document["targets"]:
        assert f"{need['what']} {need['roll']} {need['base']} {need['reason']} {need['rule']}" in page
    for also, chance in document["also"].items():
        assert not chance["p"] or (f"{percent(chance['p'])} " in page and f"that {also}." in page)
    for worth in document["attribution"]:
        assert worth["change"]["exact"] == "0" or f" {percent(worth['without']['p'])} " in page
    plot = tmp_path / "plot.svg"
    assert CliRunner().invoke(aqmf, [*arguments(name, fields), "--svg", str(plot)]).exit_code == 0
    assert client.get(f"/odds/{name}.svg", params=fields).text == plot.read_text(encoding="utf-8")
    assert (
        '<svg xmlns="http://www.w3.org/2000/svg" width="360"'
        in client.get(f"/odds/{name}.svg", params={**fields, "narrow": "yes"}).text
    )


def test_every_number_exactly_at_least_and_at_most(client: TestClient) -> None:
    page = shown(client, "shoot", {"shots": "3", "defense": "6", "armor": "10", "power": "1"})
    assert "0 72.9% 100% 72.9% 1 24.3% 27.1% 97.2% 2 2.7% 2.8% 99.9% 3 0.1% 0.1% 100%" in page
    assert "27.1% (1 in 3.7) that there is at least 1 damaging hit." in page
    assert "0.3 on average; the middle (median) is 0; 8 times out of 10 at most 1 ." in page
    assert "3 shots 1.5 hits 0.3 damaging" in page
    assert "Power of the weapon (-1 to damage) HOST-HIT-2 14.3% -12.8" in page


def test_named_aircraft_are_drawn_and_fill_the_figures(client: TestClient) -> None:
    page = client.get("/odds/fire?ruleset=richthofen").text
    views = re.findall(r'<option value="([^"]*)" selected data-drawn="/odds/fire/names.svg\?ruleset=richthofen#(.*?)"', page)
    assert [name for name, _ in views] == ["Fokker D-VII", "Sopwith Camel"]
    sheet = client.get("/odds/fire/names.svg?ruleset=richthofen").text
    assert all(f'<symbol id="{id_}" ' in sheet for _, id_ in views)
    assert '<option value="" selected>A (usual)</option>' in page
    assert 'placeholder="-1"' in page
    page = client.get("/odds/attack?ruleset=valor&attacker=Fokker D.VII&target=2-seater&skill=1").text
    assert 'name="gun" value="" placeholder="3/6"' in page
    page = client.get("/odds/attack").text
    assert 'value="" placeholder="3"' in page, "as many as there are in a unit of the attacker"
    assert client.get("/odds/fire?ruleset=richthofen&attacker=Zeppelin").status_code == 200, "the answer says what is wrong"


def test_long_tails_are_summed_up(client: TestClient) -> None:
    page = client.get("/odds/shoot", params={"shots": str(MOST_DICE), "defense": "6", "armor": "8"}).text
    assert '<th scope="row">0 to ' in page
    assert "or more" in page
    assert len(page) < 100 * 1024


def test_names_have_one_in(client: TestClient) -> None:
    page = shown(client, "morale", {"lost": "1"})
    result = CliRunner().invoke(aqmf, ["odds", "morale", "--lost", "1", "--json"])
    for name, exact in json.loads(result.stdout)["outcomes"]["exact"].items():
        assert f"{name} {percent(Fraction(exact))} {one_in(Fraction(exact))}" in page
    assert 'href="/rules/HOST-MORALE-2"' in client.get("/odds/morale").text


def test_two_options_side_by_side(client: TestClient, tmp_path: Path) -> None:
    one = {"shots": "3", "defense": "6", "armor": "10", "power": "1"}
    both = {**one, "compare": "yes", **{f"b.{key}": value for key, value in one.items()}, "b.power": "3"}
    page = shown(client, "shoot", both)
    assert "Chance 27.1% (1 in 3.7) 48.8% (1 in 2)" in page
    assert "1 or more 27.1% 48.8%" in page
    plot = tmp_path / "both.svg"
    asked = ["shoot --shots 3 --defense 6 --armor 10 --power 1", "shoot --shots 3 --defense 6 --armor 10 --power 3"]
    assert CliRunner().invoke(aqmf, ["odds", "compare", *asked, "--svg", str(plot)]).exit_code == 0
    assert client.get("/odds/shoot.svg", params=both).text == plot.read_text(encoding="utf-8")
    assert "Option B" in shown(client, "morale", {"compare": "yes"})


def test_a_chance_is_said_alike_alone_and_beside_another(client: TestClient) -> None:
    asked = {"attacker": "Heavy Machine Gun Squad", "target": "Scout Tripod"}
    assert "61.3% (fails 1 in 2.6)" in shown(client, "shoot", asked)
    assert shown(client, "shoot", {**asked, "compare": "yes"}).count("61.3% (fails 1 in 2.6)") == 2


def test_too_many_dice_are_said_at_the_field_with_most(client: TestClient) -> None:
    asked = {"shots": "999", "defense": "6", "armor": "10"}
    assert 'data-refusal="shots"' in client.get("/odds/shoot", params=asked).text


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [
        ("shoot", {"shots": "3"}, "Missing defense, armor (or attacker and target)"),
        ("shoot", {"shots": "0", "defense": "6", "armor": "10"}, "Shots: expected a whole number, 1 or more, got '0'"),
        ("shoot", {"attacker": "US Infantry", "target": "Scut Tripod"}, "did you mean Scout Tripod"),
        ("shoot", {"shots": "301", "defense": "6", "armor": "10"}, "Expected at most 300 dice, got 301."),
        ("shoot", {"attacker": "US Infantry", "target": "Scout Tripod", "cover": "soup"}, "unknown cover"),
        ("morale", {"last-element": "yes"}, "aircraft only"),
        ("spot", {"turns": "x"}, "Turns: expected a whole number from 1 to 200, got 'x'"),
        ("attack", {"attacker": "Burgess-Dunne D8", "target": "Drones", "bombs": "sideways"}, "together, apart, none"),
        ("initiative", {"big-kills": "2"}, "ig kills cannot be more than kills"),
    ],
)
def test_what_cannot_be_asked_is_said_and_the_form_stays(
    client: TestClient, name: str, fields: dict[str, str], said: str
) -> None:
    answer = client.get(f"/odds/{name}", params=fields)
    assert answer.status_code == 200
    assert said in words(answer.text)
    assert "--" not in words(answer.text).replace("-->", "")
    assert client.get(f"/odds/{name}.svg", params=fields).status_code == 400
    for value in set(fields.values()) & {"3", "0", "301", "2"}:
        assert f'value="{value}"' in answer.text


def test_every_question_has_its_page_and_no_other(client: TestClient) -> None:
    index = client.get("/odds").text
    for name in QUESTIONS:
        assert f'href="/odds/{name}"' in index
        assert " that " in words(client.get(f"/odds/{name}").text)
        part = client.get(f"/odds/{name}", headers={"hx-request": "true"}).text
        assert "<html" not in part
        assert 'id="reply"' in part
    for missing in ("compare", "shot", "shoot.png"):
        assert client.get(f"/odds/{missing}").status_code == 404


def test_what_is_asked_most_stands_first_and_each_question_has_an_example_of_its_answer(client: TestClient) -> None:
    shown = client.get("/odds").text
    assert shown.index('href="/odds/shoot"') < shown.index("All others") < shown.index('href="/odds/die-off"')
    assert 'class="example"' not in shown  # the page asks for them once it is there
    examples = words(client.get("/odds", params={"ruleset": "richthofen", "examples": "yes"}).text)
    assert re.search(r"[\d.]+% Fokker D-VII at a Sopwith Camel: column A at 1 hex, -1: the target is damaged", examples)


@pytest.mark.parametrize(
    ("help_line", "label", "choices", "more"),
    [
        ("How many shots", "shots", (), False),
        ("Whom it attacks", "target", ("Scout Tripod",), False),
        ("none, soft, hard or fortified", "cover", ("none", "soft", "hard", "fortified"), False),
        ("The target's Defense", "defense", (), False),
        ("Inches to the target", "distance", (), True),
        ("The weather, for F5", "weather", ("clear", "rain"), True),
        ("A command squad is near: a failed test is rolled again", "reroll", ("no", "yes"), True),
    ],
)
def test_a_help_line_is_shown_only_where_it_says_more_than_its_label(
    client: TestClient, help_line: str, label: str, choices: tuple[str, ...], more: bool
) -> None:
    assert says_more(help_line, label, choices) is more
    form = client.get("/odds/shoot").text
    assert "Inches to the target</small>" in form
    assert "How many shots" not in form


def test_a_question_goes_by_its_title(client: TestClient) -> None:
    index = words(client.get("/odds", params={"ruleset": "valor"}).text)
    assert index.index("Anti-aircraft fire") < index.index("Arrivals") < index.index("Mission cards")
    assert "Aa" not in index.split()
    page = client.get("/odds/aa", params={"ruleset": "valor"}).text
    assert "<h1>Anti-aircraft fire</h1>" in page
    assert "<title>Odds: Anti-aircraft fire" in page


NAMES = ["shots", "defense", "armor", "power", "cover", "attacker", "weapon", "target", "bombs", "turns", "hidden", "radio",
         "guns", "compare", "b.shots", "b.attacker", "unit", "attacks", "lost", "json", "svg", "vary", "help"]  # fmt: skip
VALUES = ["", "0", "1", "3", "-1", "9" * 30, "²", "yes", "no", "US Infantry", "Scout Tripod", "Sopwith Camel", "hard",
          "Drones", "--help", "-", "\x00", "<b>", "shots=1..9"]  # fmt: skip


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(sorted(QUESTIONS)),
    fields=st.dictionaries(st.sampled_from(NAMES), st.one_of(st.sampled_from(VALUES), st.text(max_size=8)), max_size=6),
)
def test_garbage_is_never_a_fault_of_ours(client: TestClient, name: str, fields: dict[str, str]) -> None:
    fields = {key: value.encode("utf-8", "replace").decode() for key, value in fields.items()}
    assert client.get(f"/odds/{name}", params=fields).status_code == 200
    assert client.get(f"/odds/{name}.svg", params=fields).status_code in (200, 400)
