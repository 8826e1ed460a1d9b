"""A shared list in the browser: the figures of the context, every export byte for byte, and whatever else is pasted."""

from __future__ import annotations

import re
import shutil
import subprocess
from hashlib import sha512
from html import unescape
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from aqmf_air.core.data.model import replace
from aqmf_air.games.martian_front.army.exchange.token import army_from, token_of
from aqmf_air.games.martian_front.army.lists import LISTS, Army, ArmyEntry, read_list, to_toml
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from aqmf_air.games.martian_front.ui.drawing.pieces import top_view
from aqmf_air.games.martian_front.ui.pages.army.lists import context
from aqmf_air.web.app import create_app
from tests.games.martian_front.army.lists import armies
from tests.qr import from_svg
from tests.web.test_pages import words

LIST = Army(
    name="Third Wing",
    side="human",
    limit=300,
    units=(
        ArmyEntry(unit="US Infantry", count=2),
        ArmyEntry(unit="Sopwith Camel", name="Snoopy"),
        ArmyEntry(unit="Balloons"),
    ),
)
TOKEN = token_of(LIST)


def test_a_list_is_shown_with_its_points_and_findings(client: TestClient) -> None:
    shown = words(client.get("/army", params={"list": TOKEN}).text)
    muster = context().muster(LIST)
    assert f"{muster.points} of 300 points, human" in shown
    assert "Sopwith Camel “Snoopy”" in shown
    assert "Balloons not known" in shown
    for one in (*muster.findings, *muster.advice):
        assert one.message[1:] in shown
        assert one.rule in shown
        assert f"{one.message[1:]}." in shown


@pytest.mark.further(every=3)
@pytest.mark.parametrize("name", context().exporters)
def test_every_export_is_the_one_of_the_command_line(client: TestClient, name: str) -> None:
    exporter = context().exporters[name]
    answer = client.get(f"/army/export/{name}", params={"list": TOKEN})
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == f'attachment; filename="army-list{exporter.suffix}"'
    options = ExportOptions(exporter.suffix)
    assert answer.content == context().export(context().muster(context().tidy(army_from(TOKEN))), name, options)


def test_a_link_and_a_json_text_are_read_as_well(client: TestClient) -> None:
    text = client.get("/army/export/json", params={"list": TOKEN}).text
    for given_list in (f"http://127.0.0.1:8000/army#{TOKEN}", text):
        assert "Third Wing" in words(client.get("/army", params={"list": given_list}).text)


def test_the_code_is_a_picture(client: TestClient) -> None:
    assert client.get("/army/code.svg", params={"list": TOKEN}).text.startswith("<svg")
    assert client.get("/army/code.svg").status_code == 400


@pytest.mark.further(every=5)
@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is not installed")
@pytest.mark.parametrize(
    ("base", "network", "link"),
    [
        ("http://127.0.0.1:8000", "", ""),
        ("http://localhost", "", ""),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/", ""),
        ("http://127.0.0.1:8000", "http://192.168.1.5:8000/", "http://192.168.1.5:8000/army#"),
        ("http://table.example", "", "http://table.example/army#"),
    ],
)
def test_a_code_never_leads_to_this_machine_alone(home: Path, base: str, network: str, link: str) -> None:
    """Without an address that others can reach it holds the list itself, on the page, as a file and in print."""
    with TestClient(create_app(("127.0.0.1", "localhost", "table.example"), network), base_url=base) as client:
        given = link + TOKEN
        assert from_svg(client.get("/army/code.svg", params={"list": TOKEN}).text) == given
        assert from_svg(client.get("/army/export/qr", params={"list": TOKEN}).text) == given
        page = unescape(client.get("/army", params={"list": TOKEN}).text)
        assert f'readonly value="{given}"' in page
        assert ("aqmf serve --host 0.0.0.0" in page) == (not link)
        pdf = client.get("/army/print/roster", params={"list": TOKEN}).content
        (home / "roster.pdf").write_bytes(pdf)
        text = subprocess.run(["pdftotext", home / "roster.pdf", "-"], check=True, capture_output=True, text=True).stdout
        assert (link[:-1] if link else "This code holds the whole list, as a token:") in text
        assert "127.0.0.1" not in text


def test_a_list_that_no_code_holds_is_said_on_its_page(client: TestClient) -> None:
    notes = ["".join(sha512(bytes([at, part])).hexdigest() for part in range(7)) for at in range(7)]
    army = Army(name="x", side="human", units=tuple(ArmyEntry(unit="US Infantry", notes=one) for one in notes))
    page = client.get("/army", params={"list": token_of(army)}).text
    assert "Too long for a QR code" in page
    assert "code.svg" not in page


@pytest.mark.parametrize(
    ("path", "status"),
    [("/army/export/pdf", 404), ("/army/export/json", 400), (f"/army/export/json?list={TOKEN[:-3]}", 400)],
)
def test_what_cannot_be_written_is_said(client: TestClient, path: str, status: int) -> None:
    assert client.get(path).status_code == status


@pytest.mark.further
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(army=armies(), cut=st.integers(0, 400))
def test_any_list_and_any_piece_of_one_is_answered(client: TestClient, army: Army, cut: int) -> None:
    token = token_of(army)
    assert client.get("/army", params={"list": token}).status_code in (200, 414)
    assert client.get("/army", params={"list": token[:cut]}).status_code in (200, 414)
    assert client.get("/army/code.svg", params={"list": token}).status_code in (200, 400, 414)


def test_the_catalogue_is_filtered_and_says_the_odds_of_the_command_line(client: TestClient) -> None:
    shown = client.get("/army/units?side=human&kind=artillery&against=Drones&sort=worth").text
    assert shown.index("Field Gun Battery") < shown.index("Drones: <strong>")
    assert "Sopwith Camel" not in shown
    found = client.get("/army/units?q=bomber&nation=France&year=1916", headers={"hx-request": "true"}).text
    assert "Voisin III" in found
    assert "Breguet 14 B2" not in found
    assert "sort: expected one of" in client.get("/army/units?sort=x").text


def test_the_catalogue_adds_to_the_list_that_was_changed_last_and_folds_its_filters(client: TestClient) -> None:
    for name in ("Other", "Third"):
        client.post("/army/new", data={"name": name, "side": "human"})
    shown = client.get("/army/units?side=human&most=90").text
    assert "Filters ( 2 )" in words(shown)
    part = client.get("/army/units?side=human", headers={"hx-request": "true"}).text
    assert part.startswith('<span id="filter-count" hx-swap-oob="true">1</span>')
    assert "; Add puts them into Third" in shown
    assert "Choose a list to add them to" in client.get("/army/units?list=").text


def test_a_row_of_the_shelf_shows_what_is_in_the_list_from_above(client: TestClient, home: Path) -> None:
    client.post("/army/keep", data={"list": TOKEN, "sure": "yes"})
    row = client.get("/army").text.partition("<strong>Third Wing</strong>")[2].partition("</a>")[0]
    assert re.findall(r'<use href="([^"]+)"', row) == [
        top_view(context().catalogue[name]) for name in ("US Infantry", "Sopwith Camel")
    ]


def test_lists_in_files_are_on_the_shelf_and_a_post_has_ones_own_designs_in_it_again(client: TestClient, home: Path) -> None:
    design = {"name": "Mine", "mph": "90", "role": "combat", "skin": "fabric", "gun-f": "1"}
    assert client.post("/hangar/keep", data=design).status_code == 303
    client.post("/army/new", data={"name": "Wing", "side": "human"})
    client.post("/army/list/wing/add", data={"unit": "Mine"})
    posted = client.get("/army/list/wing/export/discord").text
    assert "max_speed" not in posted
    kept = client.post("/army/keep", data={"list": posted}).headers["location"]
    assert read_list(LISTS.named("wing-2")) == read_list(LISTS.named("wing"))
    assert kept == "/army/list/wing-2/"
    (home / "by-hand.toml").write_text(to_toml(replace(read_list(LISTS.named("wing")), name="By hand")), "utf-8")
    (home / "notes.toml").write_text("a = 1", "utf-8")
    shown = client.get("/army").text
    assert "notes.toml" not in shown
    found = re.search(r'<a href="(/army\?list=[^"]+)"><strong>By hand</strong>', shown)
    assert found
    assert "By hand" in client.get(found[1]).text
