"""Help: how the app is used, and a page for every game that says what its paper, its board, its orders and its rules say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import dawn_duel.plugin
import night_mail.plugin
import pytest
from starlette.testclient import TestClient

from aqmf_air.core.data.text import label_of
from aqmf_air.core.play.words import form_of
from aqmf_air.plugins import kinds
from aqmf_air.printing.panels import DOCUMENT
from aqmf_air.web import shared_registry
from aqmf_air.web.board.board import board_of
from aqmf_air.web.pages import FOLDER
from tests.web.conftest import SMALL_PHONE
from tests.web.looking import accessible, in_size, watched
from tests.web.test_guests import plugged
from tests.web.test_pages import words

GAMES = sorted(shared_registry.games())


@pytest.fixture
def strangers(client: TestClient) -> Iterator[TestClient]:
    """The app with two more games, which have no play aid."""
    with plugged(("dawn_duel", dawn_duel.plugin), ("night_mail", night_mail.plugin)):
        yield client


def said_on_paper(name: str) -> list[str]:
    """Every word of a game's sheets of panels: steps of a turn, titles, lines and cells."""
    game = shared_registry.rules(name)
    said: list[str] = []
    for print_ in game.registry.of(kinds.PRINTS, name).values():
        sheets = print_.load()(game.ruleset, game.ruleset.rulings()) if print_.where else None
        if sheets and sheets.document == DOCUMENT:
            said += [step for _, steps in sheets.data["sheet"]["track"] for step in steps]
            for panel in (*sheets.data["sheet"]["panels"], *sheets.data["sheet"]["back"]):
                said.append(panel.title)
                for line in panel.lines:
                    said += [line] if isinstance(line, str) else [*line.heads, *(cell for row in line.rows for cell in row)]
    return said


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_says_what_its_paper_says(client: TestClient, name: str) -> None:
    shown = words(client.get(f"/help/{name}").text)
    said = said_on_paper(name)
    assert len(said) > 100
    flat = shown.replace(" ", "")  # rules within a line are links
    assert [text for text in said if "".join(text.split()) not in flat] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_order_is_there_with_how_it_is_typed_and_every_hint_of_the_board(client: TestClient, name: str) -> None:
    game = shared_registry.rules(name)
    shown = words(client.get(f"/help/{name}").text)
    for kind in game.registry.of(kinds.COMMANDS, name):
        for phrase in getattr(kind, "phrases", ())[:1]:
            assert form_of(phrase) in shown
    hints = board_of(game.ruleset, game.registry).hints()
    assert hints
    assert all(hint in shown for hint in hints.values())
    does = re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)", client.get(f"/help/{name}").text)
    assert [title for title, text in does if not text.strip() or "`" in text] == []


def test_what_is_drawn_on_the_map_comes_first_and_says_so(client: TestClient) -> None:
    shown = client.get("/help/aqmf").text
    part = shown.partition("<b>First movement</b>")[2].partition("</details>")[0]
    orders = re.findall(r"<dt>(.*?)</div>", part)
    assert [order.partition("<")[0] for order in orders if "You draw it on the map." in order] == ["Fly", "Move"]
    assert [order.partition("<")[0] for order in orders][:2] == ["Fly", "Move"]


def test_what_is_ticked_off_in_a_list_is_not_drawn_and_orders_stand_under_their_step(client: TestClient) -> None:
    shown = client.get("/help/valor").text
    assert "You draw it on the map." not in shown
    folds = {
        title: words(rest) for title, rest in re.findall(r"<summary><span><b>(.*?)</b>(.*?)</details>", shown, re.DOTALL)
    }
    assert "Begin with" in folds["Optional rules"]
    assert "Choose fighters" in folds["Fighters for the mission"]
    assert "Attack" in folds["Action"]
    assert "Premission" not in folds


@pytest.mark.parametrize("name", GAMES)
def test_every_part_of_a_turn_is_explained_in_a_line(client: TestClient, name: str) -> None:
    shown = client.get(f"/help/{name}").text.partition("how-orders")[2].partition("how-signs")[0]
    assert re.findall(r"<b>([^<]*)</b></span>", shown) == []


def test_every_registered_game_has_a_page_also_one_of_a_stranger(strangers: TestClient) -> None:
    for name, source in shared_registry.registry().rulesets.items():
        answer = strangers.get(f"/help/{name}")
        assert (answer.status_code, f"How to play {source.title}" in words(answer.text)) == (200, True)
    assert "Test morale" in words(strangers.get("/help/aqmf-ledger").text)  # most orders of a ledger have no words
    duel = strangers.get("/help/duel").text
    assert 'href="/rules?ruleset=duel"' in duel
    assert 'value="duel:even-match"' in duel  # the game is begun from here
    orders = shared_registry.registry().of(kinds.COMMANDS, "duel")
    assert orders
    assert all(f"<dt>{label_of(kind.type_name().rpartition('.')[2])}</dt>" in duel for kind in orders)
    orders = shared_registry.registry().of(kinds.COMMANDS, "duel")
    assert {kind.type_name() for kind in orders} >= {"duel.fly", "duel.fire"}
    assert all(f"<dt>{label_of(kind.type_name().rpartition('.')[2])}</dt>" in duel for kind in orders)
    assert "how-tables" not in duel  # it has no sheet of panels
    listed = strangers.get("/help").text
    assert all(f'href="/help/{name}"' in listed for name in (*GAMES, "duel", "mail"))


def test_a_game_that_nobody_knows_is_answered_in_a_line(client: TestClient) -> None:
    answer = client.get("/help/valour")
    assert answer.status_code == 404
    assert 'href="/help/valor"' in answer.text  # what may be meant
    assert client.get("/help/valor/more").status_code == 404


def test_help_is_a_tap_away_where_a_newcomer_is(client: TestClient) -> None:
    assert client.get("/").text.count('href="/help"') >= 2  # in the bar, and beside the way into a game
    assert 'href="/help/valor"' in client.get("/games?ruleset=valor").text
    assert 'href="/help/valor"' in client.get("/rules?ruleset=valor").text  # the bar of a page about a game
    table = client.post("/games/play", data={"scenario": "aqmf:first-flight"}).headers["location"]
    assert 'href="/help/aqmf"' in client.get(table).text
    seats = client.post("/games/new", data={"scenario": "first-flight", "human": "here", "martian": "friend"}).headers[
        "location"
    ]
    link = re.search(r"(/join/[\w/-]+)", client.post(seats, data={"seat": "martian", "act": "link"}).text)
    assert link is not None
    assert 'href="/help/aqmf"' in client.get(link[1]).text  # who gets a link may be new to it


def test_a_board_shows_the_help_of_its_game_and_stays(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        page.goto(address)
        page.get_by_role("button", name="Play now").click()
        page.locator("#board[data-ready=yes]:not(.busy)").wait_for()
        table = page.url
        page.get_by_role("button", name="Menu: other parts of the app").click()
        page.get_by_role("link", name="Help").click()
        help_ = page.get_by_role("dialog", name="How to play")
        assert "First movement" in help_.locator("details[open] summary").inner_text()  # what is played now, and no other
        help_.get_by_role("link", name="Tables").click()
        help_.locator("summary", has_text="To damage, by Armor").click()
        help_.get_by_role("table", name="To damage, by Armor").wait_for()
        accessible(page)
        in_size(page)
        assert help_.get_by_role("link", name="Chapters").get_attribute("target") == "_blank"
        help_.get_by_role("button", name="Close").click()
        help_.wait_for(state="detached")
        assert page.url == table
        page.locator("#board:not(.busy)").wait_for()


@pytest.mark.further(every=2)
@pytest.mark.parametrize("name", GAMES)
def test_an_order_leads_to_its_rule_and_a_panel_to_its_part_of_the_register(client: TestClient, name: str) -> None:
    shown = client.get(f"/help/{name}").text
    orders, panels = (sorted({*re.findall(rf'class="rule" href="(/rules{sign}[^"]+)"', shown)}) for sign in ("/", r"\?"))
    assert len(orders) > 10
    assert [link for link in orders if client.get(link).status_code != 200] == []
    assert len(panels) > 10
    for link in panels:
        search = words(client.get(unescape(link)).text)
        assert re.search(r"\b[1-9]\d* rules?, \d+ rulings? for", search), link


def test_what_the_help_tells_to_press_is_there_to_be_pressed(client: TestClient) -> None:
    named = set(re.findall("“([^”]+)”", words(client.get("/help").text)))
    assert len(named) > 8
    parts = (
        path
        for folder in ("templates", "static")
        for path in (FOLDER / folder).rglob("*")
        if path.suffix in (".html", ".js")
    )
    said = "".join(
        path.read_text(encoding="utf-8") for path in parts if path.name != "help.html" and ".min." not in path.name
    )
    assert sorted(label for label in named if label not in said) == []


def test_the_signs_of_what_happens_are_those_of_the_key(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        page.goto(f"{address}/help")
        signs = page.get_by_role("region", name="Signs of what happens").get_by_role("listitem")
        signs.first.wait_for()
        assert "shot that misses" in signs.all_inner_texts()
