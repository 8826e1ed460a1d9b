"""Campaigns in the browser: begun, flown at a table, debriefed, taken back; every form is done once."""

from __future__ import annotations

import re
from unittest.mock import Mock

import pytest
from starlette.testclient import TestClient

from aqmf_air.core.data.own_files import write_version
from aqmf_air.games.richthofens_war.campaign.model import Campaign
from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS, as_it_stands, to_toml
from aqmf_air.games.richthofens_war.ui.outlines import outlines
from aqmf_air.web.shared_registry import registry
from tests.web.test_pages import words


def begun(client: TestClient, once: str = "") -> str:
    answer = client.post("/campaign/new", data={"campaign": "bloody-april", "once": once})
    assert answer.status_code == 303, words(answer.text)
    return answer.headers["location"]


def stands() -> Campaign:
    return as_it_stands(CAMPAIGNS.named("bloody-april"), registry())


def test_a_campaign_is_begun_once_and_its_mission_opens_a_table(client: TestClient) -> None:
    assert "None yet." in client.get("/campaign").text
    at = begun(client, "twice")
    assert begun(client, "twice") == at  # the form that is sent again
    shown = client.get(at).text
    assert "Manfred von Richthofen" in shown
    assert "Mission 1: Three on three" in shown
    stands_there = words(shown).partition("How it stands")[2].partition("Fly it")[0]
    assert "1. Three on three next 2. Mission of April 1917 to come" in stands_there
    assert "No. 60 Squadron 6 ready" in stands_there
    flown = client.post(f"{at}/fly", data={"german": "here", "allied": "here"})
    assert (flown.status_code, flown.headers["location"]) == (303, "/game/bloody-april")
    table = client.get("/game/bloody-april")
    assert table.status_code == 200
    assert "Bloody April" in table.text
    assert client.post(f"{at}/fly", data={}).headers["location"] == "/game/bloody-april"
    assert "Go on with it" in client.get(at).text
    not_over = client.post(f"{at}/debrief", data={})
    assert not_over.status_code == 400
    assert "is not over" in words(not_over.text)


def test_a_campaign_shows_from_above_what_flies_in_it(client: TestClient) -> None:
    begun(client)
    row = client.get("/campaign").text.partition("<strong>Bloody April</strong>")[2].partition("</a>")[0]
    types = ("Albatros D-III", "Albatros D-II", "Nieuport 17, British", "RE-8")
    assert re.findall(r'<path d="([^"]+)"', row) == [outlines()[type_].path for type_ in types]


def test_a_campaign_offers_who_can_play_here(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    at = begun(client)
    assert 'value="automatic' in client.get(at).text
    monkeypatch.setattr("aqmf_air.web.shared_registry.left_out", lambda: ("numpy",))
    shown = client.get(at).text
    assert '<option value="here"' in shown
    assert "automatic" not in shown


def test_a_man_rests_a_mission_is_called_off_and_both_are_taken_back(client: TestClient) -> None:
    at = begun(client)
    client.post(f"{at}/rest", data={"man": "Manfred von Richthofen"})
    page = client.get(at).text
    crews = re.search(r'<ul class="plain crews">.*?</ul>', page, re.DOTALL)
    assert crews is not None
    assert "Manfred von Richthofen" not in crews.group(0)
    client.post(f"{at}/call-off", data={"once": "x"})
    client.post(f"{at}/call-off", data={"once": "x"})
    assert len(stands().flown) == 1
    assert "The mission is called off." in client.get(at).text
    assert "1. Three on three, April 1917 called off" in words(client.get(at).text)
    chronicle = client.get(re.findall(r'href="([^"]+/chronicle)"', client.get(at).text)[0]).text
    assert "1. Three on three, April 1917" in chronicle
    assert all(man.name in chronicle for _, man in stands().everybody())
    assert f'href="{at}"' in chronicle
    assert client.get(f"{at}/chronicle.pdf").content.startswith(b"%PDF")
    assert f'href="{at}/chronicle/1"' in client.get(at).text
    mission = client.get(f"{at}/chronicle/1").text
    assert "1. Three on three, April 1917" in mission
    assert "The mission is called off." in mission
    assert "1.svg" not in mission, "nobody has been up"
    assert "Mission 1: nobody flew" in chronicle
    assert client.post(f"{at}/undo", data={}).status_code == 303
    assert client.post(f"{at}/undo", data={}).status_code == 303
    assert stands().flown == ()
    assert not any(man.rests for _, man in stands().everybody())
    assert client.post(f"{at}/undo", data={}).status_code == 400
    for way, fields in (("rest", {"man": "Nobody"}), ("fly-away", {})):
        assert client.post(f"{at}/{way}", data=fields).status_code in (400, 404)


def test_the_pictures_of_a_chronicle_are_drawn_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The finding: each picture of a page replayed the whole campaign."""
    at, drawn = begun(client), Mock(return_value={1: "<svg/>", 2: "<svg/>"})
    monkeypatch.setattr("aqmf_air.web.live.past.pictures", drawn)
    assert [client.get(f"{at}/chronicle/{number}.svg").status_code for number in (1, 2, 1, 3)] == [200, 200, 200, 404]
    assert drawn.call_count == 1


def test_a_campaign_goes_to_another_machine_and_back_from_the_bin(client: TestClient) -> None:
    at = begun(client)
    file = client.get(f"{at}/file.toml").content
    client.post(f"{at}/discard", data={})
    assert client.get(at).status_code == 404
    loaded = client.post("/campaign/load", files={"file": ("april.toml", file)})
    assert loaded.status_code == 303
    there = client.get(f"{loaded.headers['location']}/file.toml").content
    assert there == file
    back = client.post("/campaign/restore", data={"key": "bloody-april"})
    assert back.status_code == 303
    wrong = client.post("/campaign/load", files={"file": ("april.toml", b"title = 3")})
    assert wrong.status_code == 400
    assert "april.toml: " in words(wrong.text)


def test_a_mission_is_flown_at_the_campaigns_own_table(client: TestClient) -> None:
    at = begun(client)
    client.post(f"{at}/rest", data={"man": "Manfred von Richthofen"})
    assert "Undo Manfred von Richthofen stays on the ground" in words(client.get(at).text)
    assert client.post(f"{at}/undo", data={}).status_code == 303
    assert "Redo Manfred von Richthofen stays on the ground" in words(client.get(at).text)
    client.post(f"{at}/fly", data={"german": "here", "allied": "automatic"})
    before = client.get("/game/bloody-april/seats").text
    assert "call the mission off at the campaign's page" in client.get("/game/bloody-april/sheet.json").json()["to_its_end"]
    assert client.post(f"{at}/fly", data={"german": "automatic", "allied": "here"}).status_code == 303
    assert client.get("/game/bloody-april/seats").text == before  # who goes on with a mission changes no seats
    assert client.post(f"{at}/rest", data={"man": "Manfred von Richthofen"}).status_code == 400
    assert client.post(f"{at}/undo", data={}).status_code == 400
    client.post(f"{at}/call-off", data={})
    assert [mission.lines for mission in stands().flown] == [("The mission is called off.",)]
    assert client.get("/game/bloody-april/chronicle").status_code == 200
    assert "Mission 2" in client.get(at).text


def test_who_opened_a_campaign_that_flies_by_itself_leads_it_on(client: TestClient) -> None:
    """After a mission of two automatic sides its table said to wait a moment, and nothing led on."""
    at = begun(client)
    client.post(f"{at}/fly", data={"german": "automatic", "allied": "automatic"})
    client.post(f"{at}/call-off", data={})
    table = "/game/bloody-april"
    client.get(f"{table}/seats")  # automatic sides go on when somebody is there
    while (sheet := client.get(f"{table}/sheet.json").json())["left"] is None:
        assert sheet["phase_title"] == "Between missions"
    assert (sheet["left"]["title"], sheet["part"]) == ("fly mission 2: Photographs", "Mission 2 of 3: Photographs")
    order = {"as": sheet["left_to"][0], "entries": sheet["entries"], "command": sheet["left"]["command"]}
    assert client.post(f"{table}/undo", json={"as": "german", "entries": 0}).status_code in (400, 409)
    assert client.post(f"{table}/order", json=order).status_code == 200
    assert client.post(f"{table}/order", json=order).status_code in (403, 409)  # the mission is under way
    assert client.get(f"{table}/sheet.json").json()["you"] == []


def test_who_began_a_campaign_sits_at_each_of_its_missions_as_he_says(client: TestClient) -> None:
    """The seat was lost at the second mission: the browser that had begun the campaign was refused its own table."""
    at = begun(client)
    for who in ({"german": "here", "allied": "automatic"}, {"german": "automatic", "allied": "here"}):
        assert client.post(f"{at}/fly", data=who).headers["location"] == "/game/bloody-april"
        assert client.get("/game/bloody-april").status_code == 200
        assert client.get("/game/bloody-april/sheet.json").json()["you"] == [side for side in who if who[side] == "here"]
        client.post(f"{at}/call-off", data={})
    held = list(client.cookies.jar)
    client.cookies.clear()  # a stranger
    assert client.post(f"{at}/fly", data={"german": "here"}).status_code == 303
    assert client.get("/game/bloody-april").status_code == 403
    for cookie in held:
        client.cookies.jar.set_cookie(cookie)
    assert client.get("/game/bloody-april").status_code == 200


def test_a_kept_campaign_goes_on_at_a_table(client: TestClient) -> None:
    begun(client)
    kept = stands()
    path = CAMPAIGNS.free("of before")
    write_version(path, to_toml(kept), "begun", "campaign")
    at = "/campaign/of-before"
    assert "Undo" not in client.get(at).text
    assert client.post(f"{at}/fly", data={"german": "here"}).headers["location"] == "/game/of-before"
    assert not path.exists()
    assert "Go on with it" in client.get(at).text
