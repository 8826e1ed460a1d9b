"""The editor's forms: what each does to the file, and what is said of what does not fit."""

from __future__ import annotations

import hashlib
import html
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.model import replace
from aqmf_air.core.data.qr import code_of
from aqmf_air.core.data.tables import package_file
from aqmf_air.core.play.scenarios import SCENARIOS
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.plugged_in import army_options
from aqmf_air.games.martian_front.scenario.forces_from_lists import SEAL, scenario_from, token_of
from aqmf_air.games.martian_front.scenario.model import ScenarioFile, read_scenario
from aqmf_air.web.shared_registry import rules
from tests.cli.test_lists_in_scenarios import HUMAN, MARTIAN, settled
from tests.qr import from_svg
from tests.web.conftest import refused_in

HX = {"hx-request": "true"}


@pytest.fixture
def mill(client: TestClient) -> str:
    made = client.post("/scenario/new", data={"title": "The mill", "width": "48", "depth": "36"})
    assert (made.status_code, made.headers["location"]) == (303, "/scenario/the-mill")
    return made.headers["location"]


def test_the_shelf_tells_own_scenarios_apart(client: TestClient, mill: str) -> None:
    client.post("/scenario/copy", data={"scenario": "first-flight"})
    shelf = client.get("/scenario").text
    assert "48 by 36 inches, 6 turns" in shelf
    assert "48 by 48 inches, 4 turns" in shelf
    assert "Human 190, Martian 350 points. Changed " in shelf
    assert f'<img src="{mill}/table.svg"' in shelf


def test_a_new_scenario_has_a_zone_for_each_side_and_a_last_turn(client: TestClient, mill: str) -> None:
    zones = [(one.side, one.left, one.right, one.near, one.far) for one in file().zones]
    assert zones == [("human", 0, 48, 0, 9), ("martian", 0, 48, 27, 36)]
    assert file().turns == 6


def test_a_scenario_with_units_of_one_side_is_offered_to_nobody(client: TestClient, mill: str) -> None:
    def offered() -> bool:
        return 'value="the-mill"' in client.get("/games").text

    change(client, mill, "add", type="US Infantry", count="1")
    assert not offered()
    with pytest.raises(DataError, match="the martian side has no unit"):
        rules("aqmf").ruleset.set_up(load_toml(SCENARIOS.named("the-mill")), "the-mill", {})
    change(client, mill, "add", type="Scout Tripod", count="1")
    assert offered()


def file() -> ScenarioFile:
    return read_scenario(SCENARIOS.named("the-mill"))


def change(client: TestClient, mill: str, what: str, **fields: str) -> str:
    """What is said of a change."""
    answer = client.post(f"{mill}/{what}", data=fields, headers=HX)
    if refused := refused_in(answer):
        return refused
    found = re.search(r'class="said"[^>]*>(.*?)</p>', answer.text)
    assert found
    return html.unescape(found[1])


def test_a_unit_that_is_added_has_no_id_of_an_element(client: TestClient) -> None:
    """``drones`` stands there already, and its elements are ``drones-1`` and so on."""
    made = client.post("/scenario/copy", data={"scenario": "eyes-above", "title": "Eyes"}).headers["location"]
    path = SCENARIOS.named("eyes")
    before = {unit.id for unit in read_scenario(path).units}
    assert change(client, made, "add", type="Drones", count="2").startswith("Added 2 Drones")
    copied = read_scenario(path)
    added = {unit.id for unit in copied.units} - before
    kinds = rules("aqmf").ruleset.catalogue
    of = {unit.id: kinds[unit.type].elements for unit in copied.units}
    ids = [*of, *(f"{unit}-{number}" for unit, n in of.items() if n > 1 for number in range(1, n + 1))]
    assert len(added) == 2
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(
    ("kind", "spot", "places"),
    [
        ("US Command Squad", ("20", "10"), [(18.5, 10, 0), (20, 10, 0), (21.5, 10, 0)]),
        ("US Command Squad", ("0", "0"), [(0.5, 0.5, 0), (2, 0.5, 0), (3.5, 0.5, 0)]),
        ("US Command Squad", ("48", "36"), [(44.5, 35.5, 180), (46, 35.5, 180), (47.5, 35.5, 180)]),
        ("Scout Tripod", ("20", "30"), [(20, 30, 180)]),
    ],
)
def test_a_unit_stands_where_it_is_put_and_all_of_it_on_the_table(
    client: TestClient, mill: str, kind: str, spot: tuple[str, str], places: list[tuple[float, float, float]]
) -> None:
    assert change(client, mill, "add", type=kind, x=spot[0], y=spot[1]) == f"Added 1 {kind}."
    (unit,) = file().units
    assert [(one.x, one.y, one.facing) for one in unit.elements] == places
    assert change(client, mill, "add", type=kind, x="here", y="1") == "x: expected inches, got 'here'"


def test_ground_is_written_as_it_is_drawn_and_changed(client: TestClient, mill: str) -> None:
    assert change(client, mill, "terrain", kind="wood", corners="10 20, 18 20, 16 26.5") == "Added a piece of terrain."
    assert change(client, mill, "terrain", kind="wood", corners="1 1, 2 1, 2 2") == "Added a piece of terrain."
    assert [(one.name, one.kind) for one in file().terrain] == [("wood", "wood"), ("wood 2", "wood")]
    assert change(client, mill, "terrain", at="0", known="wood", name="orchard", corners="10 20, 18 20, 16 24") == (
        "Changed a piece of terrain."
    )
    assert file().terrain[0].corners == ((10, 20), (18, 20), (16, 24))
    assert change(client, mill, "terrain", at="0", known="wood", do="remove").startswith("That piece of terrain was changed")
    assert change(client, mill, "terrain", at="0", known="orchard", do="remove") == "Removed a piece of terrain."
    assert change(client, mill, "zones", side="human", left="2", right="40", near="0", far="9") == "Added a zone."
    assert change(client, mill, "objectives", x="24", y="18") == "Added an objective."
    assert change(client, mill, "dummies", side="martian", x="20", y="30") == "Added a dummy."
    drawn = client.get(f"{mill}/table.svg")
    assert "human side sets up here" in drawn.text
    assert "wood 2 (wood)" in drawn.text
    assert change(client, mill, "undo") == "Took back: added a dummy."
    assert (len(file().dummies), len(file().objectives)) == (0, 1)


@pytest.mark.parametrize(
    ("what", "fields", "line"),
    [
        ("terrain", {"kind": "wood", "corners": "1 1, 2 2"}, "this scenario: 'terrain.0.corners': expected at least 3"),
        ("terrain", {"kind": "wood", "corners": "1 1, 2"}, "corners: expected 2 numbers for each place, places"),
        ("objectives", {"x": "nan", "y": "1"}, "x: expected inches, got 'nan'"),
        ("zones", {"side": "venusian", "left": "1", "right": "2", "near": "1", "far": "2"},
         "this scenario: 'zones.2.side': expected 'human' or 'martian', got 'venusian'"),
        ("about", {"width": "0"}, "this scenario: 'table.width': expected greater than 0, got 0.0"),
        ("about", {"turns": "99"}, "turns: expected a whole number from 1 to 50, got '99'"),
        ("add", {"type": "US Infantri"}, "unknown unit 'US Infantri'; did you mean US Infantry"),
        ("list", {}, "expected a list: one of your own, a share token, or its text"),
        ("unit", {"unit": "nobody"}, "That unit was changed or removed in the meantime."),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_in_one_line(
    client: TestClient, mill: str, what: str, fields: dict[str, str], line: str
) -> None:
    before = file()
    assert change(client, mill, what, **fields).startswith(line)
    assert file() == before


def test_forces_come_from_lists_and_are_placed(client: TestClient, mill: str) -> None:
    client.post("/army/new", data={"name": "Rifles", "side": "human"})
    client.post("/army/list/rifles/add", data={"unit": "US Infantry", "how-many": "2"})
    assert change(client, mill, "list", list="rifles") == "Took 2 units from Rifles."
    assert change(client, mill, "add", type="Scout Tripod") == "Added 1 Scout Tripod."
    assert change(client, mill, "list", list="rifles") == "Took 2 units from Rifles."
    assert [unit.id for unit in file().units] == [
        "us-infantry-1", "us-infantry-2", "scout-tripod", "us-infantry-3", "us-infantry-4"
    ]  # fmt: skip
    assert change(client, mill, "unit", unit="scout-tripod", turn="2", sure="yes", where="north") == "Changed scout-tripod."
    scout = file().units[2]
    assert (scout.arrives.turn, scout.arrives.sure, scout.arrives.where) == (2, True, "north") if scout.arrives else False
    assert (scout.elements[0].x, scout.elements[0].y, scout.elements[0].facing) == (24, 35, 180)
    assert (
        change(client, mill, "unit", unit="us-infantry-1", elements="1 1, 3 1, 5 1, 7 1, 9 1 90") == "Changed us-infantry-1."
    )
    assert [one.x for one in file().units[0].elements] == [1, 3, 5, 7, 9]


def test_a_list_brings_its_designs_names_and_rulings(client: TestClient, mill: str) -> None:
    assert change(client, mill, "list", given=settled(HUMAN, 'turn_geometry = "gauge-under-centre"')) == (
        "Took 4 units from Home Guard."
    )
    assert change(client, mill, "zones", side="human", left="2", right="40", near="0", far="9") == "Added a zone."
    assert change(client, mill, "add", type="Thunderbird") == "Added 1 Thunderbird."
    assert [unit.id for unit in file().units] == ["The Barons Own", "Züge-1", "Züge-2", "us-infantry", "thunderbird"]
    assert file().rulings == {"turn_geometry": "gauge-under-centre"}
    assert "The Barons Own" in client.get(f"{mill}/table.svg").text
    assert "unknown unit" not in client.get(mill).text
    sent = client.get(f"{mill}/file.toml").content.replace(b'"the-mill"', b'"other mill"')
    assert client.post("/scenario/load", files={"file": ("mill.toml", sent)}).status_code == 303
    assert read_scenario(SCENARIOS.named("other-mill")).attached == file().attached


def test_where_rulings_differ_the_player_says_whose_count(client: TestClient, mill: str) -> None:
    change(client, mill, "list", given=settled(HUMAN, 'turn_geometry = "gauge-under-centre"'))
    other = settled(MARTIAN, 'turn_geometry = "gauge-beside-base"\nunder_template = "centre"')
    assert change(client, mill, "list", given=other) == (
        "list 'Cylinder' has other rulings than this scenario. Where does the turning gauge lie? Here: Its edge is under "
        "the base's centre: the centre runs on a circle of 2 inches. In the list: It touches the base: the base's centre "
        "runs on a circle of 2 inches + base radius. Choose whose count"
    )
    assert change(client, mill, "list", given=other, rulings="scenario") == "Took 1 unit from Cylinder."
    assert file().rulings == {"turn_geometry": "gauge-under-centre", "under_template": "centre"}
    assert change(client, mill, "list", given=other, rulings="list") == "Took 1 unit from Cylinder."
    assert file().rulings == {"turn_geometry": "gauge-beside-base", "under_template": "centre"}


def test_the_file_goes_out_and_comes_back(client: TestClient, mill: str) -> None:
    sent = client.get(f"{mill}/file.toml").content
    again = client.post("/scenario/load", files={"file": ("../x.toml", sent)})
    assert again.headers["location"] == "/scenario/the-mill-2"
    assert read_scenario(SCENARIOS.named("the-mill-2")) == replace(file(), name="the-mill-2")
    renamed = sent.replace(b'"the-mill"', b'"other mill"')
    bad = client.post("/scenario/load", files={"file": ("mill.toml", renamed.replace(b"width", b"widht"))})
    assert "mill.toml: unknown key &#39;table.widht&#39;" in bad.text
    spying = renamed.replace(b"other mill", b"spy") + b'[[armies]]\nside = "human"\nfile = "/etc/passwd"\n'
    assert "a scenario that is sent must have its units in it" in client.post(
        "/scenario/load", files={"file": ("mill.toml", spying)}
    ).text  # fmt: skip
    assert [path.name for path in SCENARIOS.kept()] == ["the-mill-2.toml", "the-mill.toml"]


def test_a_scenario_is_a_link_that_is_looked_at_and_kept_after_one_confirmation(client: TestClient, mill: str) -> None:
    for kind, name in (("US Infantry", "us-infantry"), ("Scout Tripod", "scout-tripod")):
        change(client, mill, "add", type=kind)
        assert f"<strong>{kind}</strong>" in client.get(mill).text
        change(client, mill, "unit", unit=name, known=kind, called=f"Old {kind}")
    assert [(one.id, one.name) for one in file().units] == [
        ("us-infantry", "Old US Infantry"),
        ("scout-tripod", "Old Scout Tripod"),
    ]
    before, page = file(), client.get(mill).text
    assert "Ready to be played" in page
    found = re.search(r'id="share-link" readonly value="([^"]*)"', page)
    assert found
    token = found[1]
    assert token.startswith("aqs1-")  # others cannot reach this app: there is no link to it
    assert from_svg(client.get(f"{mill}/code.svg").text) == token
    client.post(f"{mill}/discard")
    for given in (token, f"http://10.0.0.7:8000/scenario#{token}"):
        shown = client.post("/scenario/given", data={"given": given})
        assert shown.status_code == 200
        assert "The mill</h2>" in shown.text
    assert SCENARIOS.kept() == ()
    for _ in range(2):  # a double tap
        kept = client.post("/scenario/load", data={"given": token, "once": "a"}, files={"file": ("", b"")})
        assert kept.headers["location"] == "/scenario/the-mill"
    assert file() == before


def test_scenarios_that_ship_are_the_same_out_of_their_tokens() -> None:
    game = rules("aqmf").ruleset
    for name, listed in game.scenarios.items():
        shipped = read_scenario(listed.path)
        token = token_of(shipped, army_options(game.registry))
        assert scenario_from(token) == shipped, name
        assert int(code_of(f"http://192.168.178.122:8000/scenario#{token}").version) <= 20
    words = package_file("aqmf_air.games.martian_front.scenario", "data/token_words.txt").read_bytes()
    assert hashlib.sha256(words).hexdigest()[:16] == "f94358305874639c"  # tokens of version 1 are read with just these


def sealed(plain: bytes) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return SEAL.close(deflate.compress(plain) + deflate.flush())


BARE = b'{"name":"x","title":"x","table":{"width":9,"depth":9},"armies":[{"side":"human","file":"/etc/passwd"}]}'


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("soup", "token: expected a scenario token, which begins with &#39;aqs1-&#39;"),
        ("https://example.org/scenario#aqs1-AAAA", "token: it is cut short"),
        ("aqs9-AAAA", "token: it is of version 9, and this program reads version 1: update the program"),
        ("aqs1-" + "A" * 40_000, "token: it is cut short: 4 of 5 bytes are there"),
        (sealed(b"[]"), "token: it is no scenario"),
        (sealed(b"\xff"), "token: it cannot be read"),
        (SEAL.close(b"soup"), "token: it cannot be read"),
        (
            sealed(b'{"name": "x", "title": "x"}'),
            "this scenario: key &#39;table&#39; is missing",
        ),
        (sealed(BARE), "token: a scenario that is sent must have its units in it"),
    ],
)
def test_a_link_that_is_none_is_told_in_one_line(client: TestClient, given: str, line: str) -> None:
    for answer in (
        client.post("/scenario/given", data={"given": given}),
        client.post("/scenario/load", data={"given": given}, files={"file": ("", b"")}),
    ):
        assert answer.status_code == 400
        assert line in answer.text
    assert SCENARIOS.kept() == ()


def test_an_own_scenario_is_in_the_chooser_when_it_can_be_played(client: TestClient, mill: str, home: Path) -> None:
    assert 'value="the-mill"' not in client.get("/games").text
    change(client, mill, "add", type="US Infantry", count="16")
    assert "The martian side has no unit: all that there are so far are human." in client.get(mill).text
    change(client, mill, "add", type="Scout Tripod")
    assert 'value="the-mill" checked' in client.get("/games?scenario=the-mill").text
    begun: Any = client.post("/games/new", data={"scenario": "the-mill"})
    assert begun.headers["location"].startswith("/game/the-mill")
    client.post(f"{mill}/discard")
    assert SCENARIOS.kept() == ()
    assert client.post("/scenario/restore", data={"key": "the-mill"}).headers["location"] == mill
