"""The house's own letters: what the style sheet names is there, is kept, and an app without paper does without."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from aqmf_air.drawing import style
from aqmf_air.web import typefaces


def test_every_face_is_a_font_that_a_browser_keeps(client: TestClient) -> None:
    faces = client.get("/static/typefaces.css").text
    links = re.findall(r'url\("([^"]+)"\)', faces)
    assert len(links) == len(style.TYPEFACES) * len(typefaces.CUTS)
    for link in links:
        face = client.get(link)
        assert face.content[:4] == b"OTTO"
        assert "immutable" in face.headers["cache-control"]
    preloaded = re.findall(r'<link rel="preload" as="font" type="font/otf" crossorigin href="([^"]+)"', client.get("/").text)
    assert preloaded == typefaces.preloaded()
    assert set(preloaded) < set(links)


@pytest.mark.parametrize("name", ["SourceSansPro-Black", "Courier-Regular", "..%2FSourceSansPro-Regular", "SourceSansPro"])
def test_no_other_file_is_given(client: TestClient, name: str) -> None:
    assert client.get(f"/static/typefaces/{name}.otf").status_code == 404


def test_without_their_packages_pages_have_other_faces(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typefaces, "TYPEFACES", {"Source Sans Pro": "no_such_package"})
    assert client.get("/static/typefaces.css").text == ""
    assert typefaces.preloaded() == []
    assert client.get("/static/typefaces/SourceSansPro-Regular.otf").status_code == 404
