"""Two devices at one table: a link at once, who sat down, who is there, and a network that goes and comes back."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from tests.web.conftest import LAPTOP, SMALL_PHONE
from tests.web.looking import accessible, watched

COPY = "() => { navigator.clipboard.writeText = async text => { window.copied = text; }; }"


def test_a_friend_sits_down_and_the_network_goes(chromium: Any, address: str) -> None:
    with closing(chromium.new_context(**LAPTOP)) as opener:  # its console tells of the network that goes
        host = opener.new_page()
        host.set_default_timeout(30_000)
        host.goto(f"{address}/games")
        host.get_by_label("Martians played").select_option("friend")
        host.get_by_role("button", name="Set up the table").click()
        link = host.get_by_label("The link to Martians").input_value()
        host.evaluate(COPY)
        host.get_by_role("button", name="Copy").click()
        host.get_by_role("button", name="Copied").wait_for()
        assert host.evaluate("copied") == link
        assert not host.get_by_text("Before the first roll").is_visible()
        with watched(chromium, **SMALL_PHONE) as friend:
            friend.goto(link)
            assert not friend.get_by_label("Your share in the dice").is_visible()
            friend.get_by_label("Your name").fill("Ada")
            friend.get_by_role("button", name="Sit down").tap()
            host.locator("#seat-martian", has_text="Ada sat down").wait_for(timeout=10_000)
            host.locator("#seat-martian .here").wait_for()
            assert not host.get_by_label("The link to Martians").count()
            host.get_by_role("link", name="To the table").click()
            friend.locator("#seats .here", has_text="Humans: here").wait_for()
            host.locator("#seats .here", has_text="Ada: here").wait_for()
            host.context.set_offline(True)
            bar = host.locator("#connection")
            bar.get_by_text("Reconnecting…").wait_for(timeout=3_000)
            accessible(host)
            host.context.set_offline(False)
            bar.wait_for(state="hidden", timeout=15_000)
            host.locator("#seats .here", has_text="Ada: here").wait_for()
