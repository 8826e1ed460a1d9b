"""The pages about tables in a browser: by touch and by mouse, light and dark, and without any script."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from aqmf_air.web.app import create_app
from tests.qr import from_svg
from tests.web.conftest import LAPTOP, SMALL_PHONE
from tests.web.looking import sound, watched


@pytest.mark.parametrize(
    ("screen", "colours"), [(SMALL_PHONE, "dark"), (LAPTOP, "light")], ids=["small phone, dark", "laptop, light"]
)
def test_a_table_is_set_up_and_a_friend_sits_down(chromium: Any, address: str, screen: dict[str, Any], colours: str) -> None:
    with watched(chromium, **screen, color_scheme=colours) as page:
        page.set_default_timeout(30_000)
        page.goto(f"{address}/enter")
        sound(page)
        page.goto(f"{address}/games")
        page.get_by_role("heading", name="Play a game").wait_for()
        sound(page)
        page.get_by_role("radio", name=re.compile("Eyes above")).check()
        page.get_by_label("Human side").select_option("friend")
        page.get_by_label("Martian side").select_option("automatic")
        page.get_by_label("Clock").fill("45")
        page.get_by_role("button", name="Set up the table").click()
        page.get_by_role("heading", name="Who plays").wait_for()
        sound(page)
        page.get_by_role("button", name="Make a link").first.click()
        link = page.get_by_label("The link")
        link.wait_for()
        sound(page)
        with watched(chromium, **screen) as friend:
            friend.set_default_timeout(30_000)
            friend.goto(link.input_value())
            friend.get_by_role("heading", name="You are asked to play the Human side").wait_for()
            sound(friend)
        page.get_by_role("link", name="To the table").wait_for()


def test_without_script_a_table_is_set_up_and_joined(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE, java_script_enabled=False) as page:
        page.set_default_timeout(30_000)
        page.goto(f"{address}/games")
        page.get_by_label("Martian side").select_option("friend")
        page.get_by_role("button", name="Set up the table").tap()
        page.get_by_role("button", name="Make a link").first.tap()
        link = page.get_by_label("The link").input_value()
        page.goto(link)
        page.get_by_role("button", name="Sit down").tap()
        page.wait_for_url(re.compile(r"/game/[\w-]+$"))
        page.goto(f"{page.url}/seats")
        assert page.get_by_text("yours").count() == 2


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is not installed")
def test_the_link_to_a_seat_is_a_code_where_other_machines_reach_the_app(home: Path) -> None:
    app = create_app(("table.example",))
    with TestClient(app, base_url="http://table.example", follow_redirects=False) as client:
        form = {"scenario": "first-flight", "human": "here", "martian": "friend"}
        where = client.post("/games/new", data=form).headers["location"]
        made = client.post(where, data={"seat": "martian", "act": "link"}).text
        (link,) = re.findall(r'id="link" readonly value="([^"]+)"', made)
        (svg,) = re.findall(r'<div class="code">(<svg.*?</svg>)', made, re.DOTALL)
        assert link.startswith("http://table.example/join/")
        assert from_svg(svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)) == link
