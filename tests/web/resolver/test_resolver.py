"""The resolver: the engine's own numbers, every roll typed or rolled, and nothing lost on a reload."""

from __future__ import annotations

import json
from html import unescape
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from aqmf_air.cli.main import aqmf
from aqmf_air.core.saying import percent
from aqmf_air.errors import AqmfError
from aqmf_air.host.ui.engine import ruleset
from aqmf_air.web.resolver.engagement import engage
from tests.web.test_pages import words

INFANTRY = {"attacker": "US Infantry", "target": "Scout Tripod"}
RAY = {"attacker": "Scout Tripod", "target": "US Infantry"}
PLAIN: dict[str, Any] = {"cover": "none", "distance": -1, "shots": 0, "left": 0, "morale": ""}


def shown(client: TestClient, choice: dict[str, str], *rolls: str) -> str:
    answer = client.get("/resolve", params={**choice, "roll": list(rolls)})
    assert answer.status_code == 200
    return words(answer.text)


def possible() -> list[tuple[str, str]]:
    found = []
    for one, other in product(ruleset().catalogue.values(), repeat=2):
        if one.side != other.side:
            try:
                engage(one.name, "", other.name, **PLAIN)
            except AqmfError:
                continue
            found.append((one.name, other.name))
    return found


PAIRS = possible()[::7]


@pytest.mark.parametrize(("attacker", "target"), PAIRS)
@pytest.mark.parametrize("cover", ["none", "hard"])
def test_numbers_and_odds_are_those_of_the_command_line(client: TestClient, attacker: str, target: str, cover: str) -> None:
    page = shown(client, {"attacker": attacker, "target": target, "cover": cover})
    arguments = ["odds", "shoot", "--attacker", attacker, "--target", target, "--cover", cover, "--json"]
    result = CliRunner().invoke(aqmf, arguments)
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    assert f"{percent(document['headline']['p'])} (" in page
    for need in document["targets"]:
        assert f"{need['what']} {need['roll']} {need['base']} {need['reason']} {need['rule']}" in page
        assert all(f"{one['value']:+d} {one['reason']} {one['rule']}" in page for one in need["modifiers"])


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"attacker": "US Infantry", "target": "Scut Tripod"}, "did you mean Scout Tripod"),
        ({"attacker": "US Infantry", "target": "US Infantry"}, "on the same side"),
        ({**INFANTRY, "distance": "90"}, "and the target is 90"),
        ({**INFANTRY, "distance": "-3"}, "distance: expected a whole number from 0 to 200"),
        ({**INFANTRY, "shots": "1e9"}, "shots: expected a whole number"),
        ({**INFANTRY, "left": "99"}, "expected at most"),
        ({**INFANTRY, "cover": "soup"}, "unknown cover 'soup'"),
        ({**RAY, "morale": "perhaps"}, "morale: expected test, reroll or nothing"),
    ],
)
def test_what_cannot_be_asked_is_said_on_the_page(client: TestClient, choice: dict[str, str], said: str) -> None:
    assert said in shown(client, choice)
    assert client.post("/resolve/roll", data=choice).status_code in (400, 404)


@pytest.mark.rule("HOST-HIT-1", "HOST-TRIPOD-2", "HOST-TRIPOD-3")
def test_a_volley_at_a_tripod_die_by_die(client: TestClient) -> None:
    assert "To hit 6+: 5 D10" in shown(client, INFANTRY)
    assert "To damage 10+: 2 D10" in shown(client, INFANTRY, "6 0 1 2 5")
    assert "Tripod damage: 1 D10" in shown(client, INFANTRY, "6 0 1 2 5", "10, 4")
    done = shown(client, INFANTRY, "6 0 1 2 5", "10, 4", "0")
    assert "It explodes" in done
    assert "your dice" in done
    assert "Fire again" not in done
    assert "Unharmed." in shown(client, INFANTRY, "1 1 1 1 1")


@pytest.mark.rule("HOST-HIT-5", "HOST-MORALE-1")
def test_a_volley_at_infantry_then_morale(client: TestClient) -> None:
    lost = shown(client, RAY, "9", "9")
    assert "1 of 5 elements lost; 4 left." in lost
    assert "Morale test at the end of the phase:" in lost
    assert "HOST-MORALE-1" in lost
    tested = {**RAY, "morale": "test"}
    assert "Morale: pass." in shown(client, tested, "9", "9", "0")
    assert "Morale: fail." in shown(client, tested, "9", "9", "1")
    assert "Morale, rolled again" in shown(client, {**RAY, "morale": "reroll"}, "9", "9", "1")
    assert "Nobody is lost." in shown(client, RAY, "1")


def test_the_next_volley_is_at_what_is_left(client: TestClient) -> None:
    page = client.get("/resolve", params={**RAY, "roll": ["9", "9"]}).text
    link = next(part for part in unescape(page).split('"') if "left=4" in part)
    assert "4 elements left" in words(client.get(link).text)
    assert "at Scout Tripod, 3 Armor left" in shown(client, {**INFANTRY, "left": "3"})


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("6 0 1 2", "to hit: expected 5 of D10, got 4"),
        ("6 0 1 2 5 5", "to hit: expected 5 of D10, got 6"),
        ("6 0 1 2 11", "expected D10 (1 to 10; 0 means 10), got 11"),
        ("six", "got six"),
        ("-1 ² ٣", "expected D10"),
    ],
)
def test_a_slip_is_said_and_the_dice_stay_in_the_field(client: TestClient, typed: str, said: str) -> None:
    page = client.get("/resolve", params={**INFANTRY, "roll": typed})
    assert said in words(page.text)
    assert f'value="{typed}"' in page.text


def test_the_app_rolls_one_handful_or_all(client: TestClient) -> None:
    one = client.post("/resolve/roll", data={**INFANTRY, "roll": "9 9 9 9 9"})
    assert one.status_code == 303
    page = words(client.get(one.headers["location"]).text)
    assert "to hit 6+ : 9 9 9 9 9 → 5 of 5 your dice" in page
    assert page.count("rolled here") == 1
    done = client.post("/resolve/roll", data={**INFANTRY, "all": "yes"})
    assert "What happened" in words(client.get(done.headers["location"]).text)


def test_a_roll_is_taken_back(client: TestClient) -> None:
    page = unescape(client.get("/resolve", params={**INFANTRY, "roll": ["6 0 1 2 5", "r 3 4"]}).text)
    back = next(part for part in page.split('"') if part.startswith("/resolve?") and part.endswith("roll=6+10+1+2+5#dice"))
    assert "To damage 10+: 2 D10" in words(client.get(back).text)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    pair=st.sampled_from([*PAIRS, ("x", "y"), ("", "")]),
    extra=st.dictionaries(
        st.sampled_from(["weapon", "cover", "distance", "shots", "left", "morale", "all"]),
        st.sampled_from(["", "0", "1", "3", "99999999999", "soft", "test", "reroll", "<b>", "½"]),
        max_size=4,
    ),
    rolls=st.lists(
        st.one_of(st.text(max_size=12), st.lists(st.integers(0, 10), max_size=8).map(lambda d: " ".join(map(str, d)))),
        max_size=5,
    ),
)
def test_garbage_is_never_a_fault_of_ours(
    client: TestClient, pair: tuple[str, str], extra: dict[str, str], rolls: list[str]
) -> None:
    fields: dict[str, Any] = {"attacker": pair[0], "target": pair[1], **extra}
    fields["roll"] = [one.encode("utf-8", "replace").decode() for one in rolls]
    assert client.get("/resolve", params=fields).status_code == 200
    assert client.post("/resolve/roll", data=fields).status_code in (303, 400, 404)


# -- templates, bombs, sweeps, nerves, eyes -------------------------------------------------------------------------------

GROUND = {"of": "Field Gun Battery", "against": "Drones"}
D8 = "Burgess-Dunne D8"


def other(client: TestClient, **choice: Any) -> str:
    answer = client.get("/resolve/other", params=choice)
    assert answer.status_code == 200
    return words(answer.text)


def asked(*arguments: str) -> Any:
    result = CliRunner().invoke(aqmf, ["odds", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("choice", "arguments"),
    [
        (
            {**GROUND, "do": "lay", "on1": "Drones", "n1": "3", "in1": "hard"},
            ["barrage", "--targets", "3", "--defense", "7", "--armor", "8", "--power", "3", "--barrage", "1"],
        ),
        (
            {"of": "Scout Tripod", "do": "sweep", "on1": "US Infantry", "n1": "4"},
            ["barrage", "--targets", "4", "--defense", "5", "--armor", "4", "--power", "2", "--barrage", "1"],
        ),
        (
            {"of": D8, "against": "Drones", "do": "bombs", "d1on1": "Drones", "d1n1": "2"},
            ["barrage", "--targets", "2", "--defense", "5", "--armor", "7", "--power", "3", "--barrage", "1"],
        ),
        ({"of": D8, "do": "ram", "target": "Scout Tripod", "cover": "hard"},
         ["run", "--bombs", "1", "--target", "Scout Tripod", "--cover", "hard"]),
        ({"of": "Salmson 2", "do": "scout", "hidden": "1"}, ["scout"]),
    ],
    ids=["barrage", "sweep", "bombs", "ramming", "scouting"],
)  # fmt: skip
def test_what_is_not_aimed_has_the_odds_of_the_command_line(
    client: TestClient, choice: dict[str, str], arguments: list[str]
) -> None:
    document = asked(*arguments)
    chance = document["damaging"]["p"].get("0", 0) if "damaging" in document else document["outcomes"]["p"]["fail"]
    assert f"{percent(1 - chance)} (" in other(client, **choice)


@pytest.mark.parametrize(
    ("choice", "arguments", "said"),
    [
        ({"of": "US Infantry", "do": "morale", "lost": "2"}, ["morale", "--lost", "2"], "pass"),
        ({"of": "US Infantry", "do": "morale", "squad": "yes"}, ["morale", "--reroll"], "pass"),
        ({"of": D8, "do": "morale", "lost": "2"}, ["morale", "--lost", "2", "--aircraft", "--last-element"], "suicide"),
        ({"of": "Heavy Machine Gun Squad", "do": "rally"}, ["rally"], "pass"),
        ({"of": "LVG C.V", "do": "spot", "target": "Scout Tripod"}, ["spot", "--radio"], "pass"),
        ({"of": "R.A.F. B.E.2c", "do": "spot", "target": "Scout Tripod"}, ["spot"], "pass"),
    ],
    ids=["morale", "with a squad", "the last pilot", "rally", "radio", "no radio"],
)
def test_tests_have_the_odds_of_the_command_line(
    client: TestClient, choice: dict[str, str], arguments: list[str], said: str
) -> None:
    shown_as = {"rally": "rallies", "spot": "spotted"}.get(arguments[0], said)
    assert f"{shown_as} {percent(asked(*arguments)['outcomes']['p'][said])}" in other(client, **choice)


@pytest.mark.rule("AIR-BOMB-6", "HOST-TRIPOD-2")
def test_what_is_not_aimed_is_rolled_out(client: TestClient) -> None:
    run = {"of": D8, "against": "Assault Tripod", "do": "bombs", "d1on1": "Assault Tripod", "d2on1": "Assault Tripod"}
    assert "To hit 6+ on Assault Tripod: 1 D10" in other(client, **run)
    done = other(client, **run, roll=["6", "8", "1", "7", "7", "7"])
    assert "What happened" in done
    assert "Assault Tripod loses 1 Armor" in done
    assert "Assault Tripod loses 2 Armor" in done
    assert "Write it down" not in done
    rolled = client.post("/resolve/other/roll", data={"of": D8, "unit": D8, "do": "morale", "lost": "2", "all": "yes"})
    assert "What happened" in words(client.get(rolled.headers["location"]).text)
    lamed = {"of": "Scout Tripod", "do": "rolloff", "roll": ["3", "9"]}
    assert 'the human side moves Scout Tripod, up to 12"' in other(client, **lamed)


def test_what_cannot_be_asked_of_two_units_is_said(client: TestClient) -> None:
    assert "unknown unit 'Zep'" in other(client, of="Zep")
    assert "are on the same side" in other(client, of="Drones", against="Scout Tripod")
    assert "Drones has 3 elements left, not 4" in other(client, **GROUND, do="lay", on1="Drones", n1="4")
    assert client.post("/resolve/other/roll", data={"of": "Zep"}).status_code == 404


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    of=st.sampled_from([D8, "US Infantry", "Scout Tripod", "Gotha G.V", "Drones", "", "<b>"]),
    against=st.sampled_from(["", "Drones", "US Infantry", D8, "½"]),
    do=st.sampled_from(
        ["", "lay", "sweep", "bombs", "heavy", "ram", "morale", "rally", "rolloff", "scatter", "spot", "fire", "next"]
    ),
    extra=st.dictionaries(
        st.sampled_from(
            ["on1", "n1", "in1", "d1on1", "d1light", "lost", "target", "cover", "squad", "weapon", "hidden", "unit"]
        ),
        st.sampled_from(["", "0", "1", "99999999999", "Drones", "US Infantry", D8, "soft", "½", "<b>"]),
        max_size=4,
    ),
    rolls=st.lists(st.sampled_from(["1", "0", "9 9 9", "x", "r 5"]), max_size=3),
)
def test_garbage_about_other_kinds_is_never_a_fault_of_ours(
    client: TestClient, of: str, against: str, do: str, extra: dict[str, str], rolls: list[str]
) -> None:
    fields: dict[str, Any] = {"of": of, "against": against, "do": do, **extra, "roll": rolls}
    assert client.get("/resolve/other", params=fields).status_code == 200
    assert client.post("/resolve/other/roll", data=fields).status_code in (303, 400, 404)
