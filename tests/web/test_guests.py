"""Pages that a plugin adds: imported when they are asked for, with templates and files of their own, beside the app's."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace
from typing import Any, Literal

import dawn_duel.plugin
import night_mail.plugin
import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from aqmf_air import hookimpl
from aqmf_air.core.play.contributions import Pages
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rulings import Rulings, ruling
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web import prints, shared_registry
from aqmf_air.web.pages import with_rules
from aqmf_air.web.prints import first_pages
from tests.web.test_pages import words

ROUTES = """
from starlette.routing import Route
from aqmf_air.errors import DataError
from aqmf_air.web.pages import page

def flown(request):
    return page(request, "flown.html", wind=request.query_params.get("wind", "calm"))

def torn(request):
    raise DataError("the kite is torn")

ROUTES = (Route("/kites", flown), Route("/kites/torn", torn))
"""


@hookimpl
def aqmf_register_pages() -> tuple[Pages, ...]:
    package = "kites_of_paper"
    return (
        Pages("paper-kites", "Every kite.", f"{package}.routes:ROUTES", link="/kites", templates=package, static=package),
    )


@contextmanager
def plugged(*extra: tuple[str, Any]) -> Iterator[None]:
    """With these plugins besides the built-in ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared_registry, "load_registry", lambda: load_registry(entry_points=False, extra=extra))
        shared_registry._registry.cache_clear()
        yield
    shared_registry._registry.cache_clear()


@pytest.fixture
def kites(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The app with a plugin that has pages."""
    package = tmp_path / "plugins" / "kites_of_paper"
    for folder in ("templates", "static"):
        (package / folder).mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "routes.py").write_text(ROUTES)
    (package / "templates" / "flown.html").write_text(
        '{% extends "base.html" %}{% block page %}<p>{{ wind }}</p>{% endblock %}'
    )
    (package / "templates" / "rules.html").write_text("not the rules of the app")
    (package / "static" / "pages.css").write_text("p { color: red; }")
    monkeypatch.syspath_prepend(str(package.parent))
    plugin = SimpleNamespace(aqmf_register_pages=aqmf_register_pages)
    with plugged(("kites", plugin)):
        yield client
    for name in [name for name in sys.modules if name.startswith("kites_of_paper")]:
        del sys.modules[name]


def test_the_home_screen_links_pages_before_they_are_imported(kites: TestClient) -> None:
    assert "Further pages Paper kites Every kite." in words(kites.get("/?all=yes").text)
    assert "kites_of_paper.routes" not in sys.modules
    assert "calm" in words(kites.get("/kites").text)


def test_a_page_has_its_templates_and_files_and_the_frame_of_the_app(kites: TestClient) -> None:
    shown = kites.get("/kites?wind=<b>").text
    assert "<p>&lt;b&gt;</p>" in shown
    assert 'href="/games"' in shown
    assert '<link rel="stylesheet" href="/static/of/kites_of_paper/pages.css">' in shown
    assert kites.get("/static/of/kites_of_paper/pages.css").text == "p { color: red; }"
    assert "pages.css" not in kites.get("/rules").text
    assert "Rules and rulings" in words(kites.get("/rules").text)


def test_what_goes_wrong_there_is_said_as_everywhere(kites: TestClient) -> None:
    assert kites.get("/kites/none").status_code == 404
    assert kites.post("/kites").status_code == 405
    torn = kites.get("/kites/torn")
    assert (torn.status_code, "the kite is torn" in words(torn.text)) == (400, True)
    for path in (
        "/static/of/kites_of_paper/../routes.py",
        "/static/of/kites_of_paper/routes.py",
        "/static/of/json/decoder.py",
    ):
        assert kites.get(path).status_code == 404


# -- games of plugins -----------------------------------------------------------------------------------------------------


@pytest.fixture
def room(client: TestClient) -> Iterator[TestClient]:
    """The app with two more games."""
    with plugged(("dawn_duel", dawn_duel.plugin), ("night_mail", night_mail.plugin)):
        yield client


def test_pages_that_a_browser_asks_for_together_are_made_once_and_kept(
    room: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each had the whole print typeset, of a game of its own where they were the first to ask for one."""
    made, asked_for = [], Barrier(3)

    def slow(sheets: Any, count: int) -> list[bytes]:
        made.append(count)
        time.sleep(0.5)
        return [b"front", b"middle", b"back"]

    def page_of(number: int) -> bytes:
        asked_for.wait()
        return room.get(f"/first-pages/aqmf/templates/{number}.png").content

    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    monkeypatch.setattr(prints, "pages_of", slow)
    prints._pictures.cache_clear()
    with ThreadPoolExecutor(3) as browser:
        assert list(browser.map(page_of, (1, 2, 3))) == [b"front", b"middle", b"back"]
    assert len(made) == 1
    prints._pictures.cache_clear()  # as in an app that is started anew: they are kept beside the games
    assert room.get("/first-pages/aqmf/templates/2.png").content == b"middle"
    assert len(made) == 1
    prints._pictures.cache_clear()  # of other sheets they are made again
    monkeypatch.setattr(prints, "fingerprint", lambda sheets: "of other sheets")
    assert room.get("/first-pages/aqmf/templates.png").content == b"front"
    assert len(made) == 2
    prints._pictures.cache_clear()


def test_what_a_game_prints_is_offered_with_a_picture_and_as_pdf(room: TestClient) -> None:
    own = room.get("/print").text
    assert all(f'src="/first-pages/aqmf/{name}.png"' in own for name in ("aid", "cards", "templates"))
    assert "roster" not in own  # a list is printed from its own page
    assert "12 pages, with bars" in own
    assert re.findall(r"<h2>([^<]+)", own) == ["Once, for every game"]
    valor = re.findall(r"<h[23]>([^<]+?) *<", room.get("/print?ruleset=valor").text)
    assert valor[-4:] == ["Anew for each campaign", "Squadron roster", "Anew for each mission", "Mission log"]
    aid = own.partition('<li class="card">')[2].partition("</li>")[0]
    assert [*re.findall(r'src="([^"]+)"', aid.partition("<h3>")[0])] == [
        f"/first-pages/aqmf/aid{at}.png" for at in ("", "/2")
    ]
    assert "<img" not in aid.partition("<h3>")[2]  # its pages stand in one row, above what it is
    front, back = (room.get(f"/first-pages/aqmf/aid{page}.png").content for page in ("", "/2"))
    assert front != back
    assert room.get("/first-pages/aqmf/aid/9.png").content == back
    shown = room.get("/print?ruleset=duel").text
    assert "Rules and rulings on one sheet." in shown
    assert "aid.png" not in shown
    picture = room.get("/first-pages/duel/summary.png")
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    assert first_pages("duel") == {"/first-pages/duel/summary.png": picture.content}
    for paper, width in (("a4", 595), ("letter", 612)):
        answer = room.get(f"/print/summary.pdf?ruleset=duel&paper={paper}")
        (sheet,) = PdfReader(BytesIO(answer.content)).pages
        assert round(float(sheet.mediabox.width)) == width
        assert "DUEL-1" in sheet.extract_text()
    for wrong in (
        "/print/summary.pdf?ruleset=duel&paper=a9",
        "/print/ghost.pdf",
        "/print/roster.pdf",
        "/print?ruleset=ghost",
    ):
        assert room.get(wrong).status_code == 404
    assert "has nothing to print" in room.get("/print?ruleset=mail").text


def test_a_game_is_chosen_set_up_and_kept_beside_the_others(room: TestClient) -> None:
    assert "Dawn Duel" in words(room.get("/games").text)
    shown = words(room.get("/games?scenario=duel:photographs").text)
    assert "Even match" in shown
    assert "Blue played" in shown
    begun = room.post("/games/new", data={"ruleset": "duel", "scenario": "even-match", "red": "automatic"})
    assert (begun.status_code, begun.headers["location"]) == (303, "/game/even-match")
    assert room.get("/game/even-match/sheet.json").json()["ruleset"] == "duel"
    room.post("/games/new", data={"scenario": "first-flight"})
    kept = words(room.get("/?all=yes").text)
    assert "Even match Dawn Duel" in kept
    assert "First flight Not begun" in kept


def test_a_list_says_at_once_where_a_game_stands(room: TestClient) -> None:
    begun = room.post("/games/new", data={"scenario": "first-flight", "martian": "automatic"})
    room.get(begun.headers["location"])
    for page in ("/games", "/?all=yes"):
        assert "First flight against the app Turn 1 of 4 Your move" in words(room.get(page).text)


def test_a_scenario_is_looked_at_before_its_table_is_set_up(room: TestClient) -> None:
    asked = {"ruleset": "clouds", "scenario": "escort"}
    looked_at = words(room.get("/games", params=asked, headers={"hx-request": "true"}).text)
    assert "Which scenario" not in looked_at, "that part of the page alone"
    assert looked_at.startswith("Entente ")
    assert "a lead of 2 wins" in looked_at
    assert looked_at in words(room.get("/games", params=asked).text)


def test_every_game_is_played_from_the_home_screen_in_one_tap(room: TestClient) -> None:
    assert words(room.get("/?all=yes").text).count("Play Set up") >= 8
    for scenario, game in (("", "first-flight"), ("duel:even-match", "even-match"), ("mail:one-night", "")):
        begun = room.post("/games/play", data={"scenario": scenario})
        assert begun.status_code == 303
        path = begun.headers["location"]
        assert game in path
        sheet = room.get(f"{path}/sheet.json").json()
        assert [seat["who"] for seat in sheet["seats"][1:]] == ["automatic"] * (len(sheet["seats"]) - 1)
        assert "Your move" in words(room.get(f"{path}/card").text)
        drawn = room.get(f"{path}/card.svg")
        assert (drawn.status_code == 200) is (scenario != "mail:one-night")
    room.cookies.clear()
    another = room.get("/game/first-flight/card")  # another browser of this machine, which could open it, but has no seat
    assert another.status_code == 200
    assert "Your move" not in words(another.text)
    assert room.get("/game/none/card").status_code == 204


def test_samples_open_in_one_tap(room: TestClient) -> None:
    for sample in (one for pages in shared_registry.pages() for one in pages.samples):
        path = sample.link.partition("#")[0]
        opened = room.post(path, data=dict(sample.fields)) if sample.fields else room.get(path)
        if sample.fields:
            assert opened.status_code == 303
            opened = room.get(opened.headers["location"])
        assert opened.status_code == 200
        assert 'role="alert">' not in opened.text  # nothing is wrong with it


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"ruleset": "none", "scenario": "even-match"}, 404),
        ({"ruleset": "duel", "scenario": "first-flight"}, 404),
        ({"ruleset": "duel", "scenario": "even-match", "blue": "ghost"}, 400),
        ({"ruleset": "duel", "scenario": "even-match", "policy": "none"}, 404),
    ],
)
def test_a_game_that_cannot_be_set_up_is_refused(room: TestClient, form: dict[str, str], status: int) -> None:
    assert room.post("/games/new", data=form).status_code == status


NUMBERED = ("KITE-3-a", "KITE-5.4.1-bis", "KITE-5.5.1", "KITE-5.5.11", "KITE-1.4.P1", "KITE-1.4.P10", "KITE-5.5.6.1")


class KiteRulings(Rulings):
    string: Literal["short", "long"] = ruling("KITE-5.5.1, KITE-1.4.P10", "How long is it?", "Short.", "Long.")


@hookimpl
def aqmf_register_rules(ruleset: str) -> tuple[Rule, ...]:
    row = {"source": "made up", "standing": "house"}
    return tuple(
        Rule.model_validate({"id": id_, "text": f"Text {at}.", "under": ("Kites", "Wind" if at < 2 else "Gusts"), **row})
        for at, id_ in enumerate(NUMBERED)
    )


def test_rules_that_go_by_numbers_with_points_have_their_pages_rulings_and_links(client: TestClient) -> None:
    kites = SimpleNamespace(
        aqmf_extends=hookimpl(lambda: ["aqmf"]),
        aqmf_register_rules=aqmf_register_rules,
        aqmf_register_rulings=hookimpl(lambda ruleset: [KiteRulings]),
    )
    with plugged(("kites", kites)):
        listed = client.get("/rules").text
        for at, id_ in enumerate(NUMBERED):
            own = client.get(f"/rules/{id_}")
            assert (own.status_code, f"Text {at}." in words(own.text)) == (200, True)
            assert ("How long is it?" in own.text) == (id_ in ("KITE-5.5.1", "KITE-1.4.P10"))
            assert f'<a class="rule" href="/rules/{id_}">{id_}</a><p>Text {at}.' in listed
            said = f"({id_}) & {id_}. <b>"
            link = f'<a class="rule" href="/rules/{id_}">{id_}</a>'
            assert with_rules(said) == f"({link}) &amp; {link}. &lt;b&gt;"
        assert "KITE-3-a to 5.4.1-bis" in words(listed)
        assert with_rules("a Fokker D-VII, by FOG-1 and KITE-5.5") == "a Fokker D-VII, by FOG-1 and KITE-5.5"


def test_rules_are_found_in_whichever_game_has_them(room: TestClient) -> None:
    assert "DUEL-1" in words(room.get("/rules?ruleset=duel").text)
    assert "AIR-MOVE-4" not in words(room.get("/rules?ruleset=duel").text)
    assert room.get("/rules/DUEL-1").status_code == room.get("/rules/AIR-MOVE-4").status_code == 200
    assert room.get("/rules/AIR-MOVE-4?ruleset=duel").status_code == 404
