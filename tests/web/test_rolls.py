"""Queries that are rolled out: the very rule of the odds, every die typed or rolled, and nothing lost on a reload."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from aqmf_air.core.dice.cups import Cup, take
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import numbered, scored
from aqmf_air.plugins.indexed import indexed
from aqmf_air.web.address_dice import played
from tests.web.test_pages import words

QUERIES = tuple(indexed("aqmf_register_queries", "aqmf"))
INFANTRY = {"attacker": "US Infantry", "target": "Scout Tripod"}
RAY = {"attacker": "Scout Tripod", "target": "US Infantry"}
D8 = "Burgess-Dunne D8"


def shown(client: TestClient, query: str, choice: dict[str, str], *rolls: str) -> str:
    answer = client.get(f"/odds/{query}", params={**choice, "roll": list(rolls)})
    assert answer.status_code == 200
    return words(answer.text)


def test_dice_that_count_twice_and_cards_of_a_deck() -> None:
    deck = Cup.of(["patrol", "patrol", "scramble"])

    def rule(dice: Dice) -> int:
        take(dice, "card", deck, 2)
        return dice.draw(scored("guns", 2, numbered(6), lambda face: (face > 3) + (face == 6)))

    asked = played(rule, ["2"])
    assert asked.need is not None
    assert (asked.options, asked.written) == (("patrol",), ["2"])
    assert played(rule, []).options == ("patrol", "scramble")
    done = played(rule, ["2", "1", "6 4"])
    assert [one["came"] for one in done.told] == ["scramble", "patrol", "3"]
    assert played(rule, ["1", "2", "4 5"]).told[-1]["came"] == "2 of 2"


@pytest.mark.rule("HOST-HIT-1", "HOST-TRIPOD-2", "HOST-TRIPOD-3")
def test_a_volley_at_a_tripod_die_by_die(client: TestClient) -> None:
    assert "To hit 6+: 5 D10" in shown(client, "shoot", INFANTRY)
    assert "To damage 10+: 2 D10" in shown(client, "shoot", INFANTRY, "6 0 1 2 5")
    assert "Tripod damage (damage table): 1 D10" in shown(client, "shoot", INFANTRY, "6 0 1 2 5", "10, 4")
    done = shown(client, "shoot", INFANTRY, "6 0 1 2 5", "10, 4", "0")
    assert "Scout Tripod explodes" in done
    assert "Roll the explosion for those near" in done
    assert "your dice" in done
    assert "Fire again" not in done
    assert "Scout Tripod: unharmed." in shown(client, "shoot", INFANTRY, "1 1 1 1 1")


@pytest.mark.rule("HOST-HIT-5", "HOST-MORALE-1")
def test_a_volley_at_infantry_then_morale(client: TestClient) -> None:
    lost = shown(client, "shoot", RAY, "9", "9")
    assert "1 of 5 elements lost; 4 left." in lost
    assert "Test morale" in lost
    tested = {**RAY, "morale": "yes"}
    assert "Morale: pass." in shown(client, "shoot", tested, "9", "9", "0")
    assert "Morale: fail." in shown(client, "shoot", tested, "9", "9", "1")
    assert "Morale, rolled again" in shown(client, "shoot", {**tested, "reroll": "yes"}, "9", "9", "1")
    assert "Nobody is lost." in shown(client, "shoot", RAY, "1")


def follow(client: TestClient, query: str, choice: dict[str, str], rolls: list[str], title: str) -> str:
    """The page that what follows leads to."""
    page = client.get(f"/odds/{query}", params={**choice, "roll": rolls}).text
    link = page.rpartition(f">{title}<")[0].rpartition('href="')[2].partition('"')[0]
    return words(client.get(unescape(link)).text)


def test_what_follows_is_asked_with_what_is_left(client: TestClient) -> None:
    again = follow(client, "shoot", RAY, ["9", "9"], "Fire again at what is left")
    assert "Scout Tripod at US Infantry: Medium Heat Ray, 1 shot, 4 elements left" in again
    assert "3 Armor left" in shown(client, "shoot", {**INFANTRY, "left": "3"})
    test = follow(client, "shoot", RAY, ["9", "9"], "Test morale")
    assert "US Infantry tests morale after losing 1 element" in test
    back = follow(client, "shoot", INFANTRY, ["1 1 1 1 1"], "Scout Tripod fires back")
    assert "Scout Tripod at US Infantry: Medium Heat Ray, 1 shot" in back
    machine = {"attacker": "Field Gun Battery", "target": "Scout Tripod"}
    end = follow(client, "barrage", machine, ["9", "9", "6"], "Roll who moves it")
    assert "Both sides roll for the legs of a tripod" in end
    assert "The human side moves it, up to 12 inches." in shown(client, "die-off", {}, "3", "9")


@pytest.mark.rule("HOST-BARRAGE-4")
def test_several_units_under_a_template_are_rolled_for_by_the_handful(client: TestClient) -> None:
    shells = {"attacker": "Field Gun Battery", "target": "Drones", "targets": "3", "also": "Scout Tripod in soft"}
    assert "To hit 5+ on Drones: 3 D10" in shown(client, "barrage", shells)
    assert "To hit 7+ on Scout Tripod: 1 D10" in shown(client, "barrage", shells, "9 9 1", "9 1")
    done = shown(client, "barrage", shells, "9 9 1", "9 1", "9", "9")
    assert "Drones: 1 of 3 elements damaged. Scout Tripod: 1 of 1 element damaged." in done
    assert "Roll the damage to Scout Tripod" in done
    assert "unknown unit 'Scut Tripod'" in shown(client, "barrage", {**shells, "also": "2 Scut Tripod"})


@pytest.mark.rule("AIR-BOMB-6", "HOST-TRIPOD-2")
def test_bombs_and_guns_are_rolled_out(client: TestClient) -> None:
    run = {"attacker": D8, "target": "Assault Tripod", "aircraft": "2", "guns": "no", "answer": "no"}
    assert "To hit 6+: 1 D10" in shown(client, "attack", run)
    done = shown(client, "attack", run, "6", "8", "1", "7", "7", "7")
    assert "Assault Tripod: 3 Armor lost; 8 left." in done


def test_each_roll_of_a_whole_attack_says_whose_it_is_at_what_and_what_is_left(client: TestClient) -> None:
    run = {"attacker": D8, "target": "Dominator Tripod"}
    bombs = shown(client, "attack", run, "7")
    assert "Bombs To damage 9+: 1 D10 0 means 10 12 Armor of Dominator Tripod, -3 Power of Light Bomb" in bombs
    guns = shown(client, "attack", run, "7", "0", "1", "1", "1", "1")
    assert "Guns, 11 Armor left To hit 6+: 9 D10 0 means 10 6 Defense of Dominator Tripod" in guns
    answer = shown(client, "attack", run, "1", "1", "1", "1 1 1 1 1 1 1 1 1")
    assert "The answer of Heavy Heat Ray, 3 aircraft left To hit 3+" in answer


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
    page = client.get("/odds/shoot", params={**INFANTRY, "roll": typed})
    assert said in words(page.text)
    assert f'value="{typed}"' in page.text


def test_the_app_rolls_one_handful_or_all(client: TestClient) -> None:
    one = client.post("/odds/shoot/roll", data={**INFANTRY, "roll": "9 9 9 9 9"})
    assert one.status_code == 303
    page = words(client.get(one.headers["location"]).text)
    assert "To hit 6+ : 9 9 9 9 9 → 5 of 5 6 Defense of Scout Tripod your dice" in page
    assert page.count("rolled here") == 1


@pytest.mark.parametrize("query", QUERIES)
def test_every_query_is_rolled_to_its_end(client: TestClient, query: str) -> None:
    done = client.post(f"/odds/{query}/roll", data={"all": "yes"})
    assert "What happened" in words(client.get(done.headers["location"]).text)


def test_ties_are_rolled_again(client: TestClient) -> None:
    assert "Initiative, human (the higher wins): 1 D10" in shown(client, "initiative", {"kills": "0"}, "4", "4")
    assert "Once ties are rolled again: martian" in shown(client, "initiative", {"kills": "0"}, "4", "4", "2", "3")


def test_a_roll_is_taken_back(client: TestClient) -> None:
    page = unescape(client.get("/odds/shoot", params={**INFANTRY, "roll": ["6 0 1 2 5", "r 3 4"]}).text)
    back = next(
        part for part in page.split('"') if part.startswith("/odds/shoot?") and part.endswith("roll=6+10+1+2+5#dice")
    )
    assert "To damage 10+: 2 D10" in words(client.get(back).text)


def test_too_many_dice_are_not_rolled_on_a_page(client: TestClient) -> None:
    many = {"shots": "200", "defense": "6", "armor": "10"}
    assert "0 means 10" not in shown(client, "shoot", many)
    assert client.post("/odds/shoot/roll", data=many).status_code == 400


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    query=st.sampled_from(QUERIES),
    fields=st.dictionaries(
        st.sampled_from(["attacker", "target", "weapon", "cover", "distance", "shots", "left", "morale", "unit", "ruleset"]),
        st.sampled_from(["", "0", "1", "3", "99999999999", "soft", "yes", "US Infantry", "Scout Tripod", D8, "<b>", "½"]),
        max_size=5,
    ),
    rolls=st.lists(
        st.one_of(st.text(max_size=12), st.lists(st.integers(0, 10), max_size=8).map(lambda d: " ".join(map(str, d)))),
        max_size=5,
    ),
)
def test_garbage_is_never_a_fault_of_ours(client: TestClient, query: str, fields: dict[str, Any], rolls: list[str]) -> None:
    fields = {**fields, "roll": [one.encode("utf-8", "replace").decode() for one in rolls]}
    assert client.get(f"/odds/{query}", params=fields).status_code in (200, 404)
    assert client.post(f"/odds/{query}/roll", data=fields).status_code in (303, 400, 404)
