"""Pages that a plugin adds: imported when they are asked for, with templates and files of their own, beside the app's."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from aqmf_air import hookimpl
from aqmf_air.core.play.contributions import Pages
from aqmf_air.registry import load_registry
from aqmf_air.web import engine
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
    monkeypatch.setattr(engine, "load_registry", lambda: load_registry(entry_points=False, extra=[("kites", plugin)]))
    engine._registry.cache_clear()
    yield client
    engine._registry.cache_clear()
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
