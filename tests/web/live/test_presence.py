"""Two devices at one table: a link at once, who sat down, who is there, and a network that goes and comes back."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import LAPTOP, PHONE, SMALL_PHONE
from tests.web.looking import accessible, watched

HUMANS = "rgb(35, 64, 90)"
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
            friend.get_by_role("button", name="Join").tap()
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


def test_a_friend_on_a_phone_agrees_to_leave_and_is_asked_no_more(chromium: Any, address: str) -> None:
    """The finding: both buttons were cut to a sliver, then came a blank board that asked on and on."""
    with closing(chromium.new_context(**LAPTOP)) as opener, closing(chromium.new_context(**PHONE)) as room:
        host, friend = opener.new_page(), room.new_page()
        for page in (host, friend):
            page.set_default_timeout(30_000)
        host.goto(f"{address}/games")
        host.get_by_label("Martians played").select_option("friend")
        host.get_by_role("button", name="Set up the table").click()
        link, seats = host.get_by_label("The link to Martians").input_value(), host.url
        friend.goto(link)
        friend.get_by_role("button", name="Join").tap()
        friend.locator("#board[data-ready=yes]").wait_for()
        host.goto(seats.removesuffix("/seats"))
        host.locator("#board[data-ready=yes]").wait_for()
        for page in (host, friend):
            expect(page.locator(".mover")).to_have_css("background-color", HUMANS)  # they move, on both screens
        host.goto(seats)
        host.locator("#seat-martian .change summary").click()
        host.locator("#seat-martian").get_by_role("button", name="Ask to play it here").click()
        for name in ("Agree and leave", "Decline"):
            button = friend.get_by_role("button", name=name)
            expect(button).to_be_in_viewport(ratio=1)
            assert button.evaluate("(whole) => whole.getBoundingClientRect().bottom <= innerHeight")
        refused: list[str] = []
        friend.on("response", lambda answer: refused.append(answer.url) if answer.status == 403 else None)
        friend.get_by_role("button", name="Agree and leave").tap()
        expect(friend.get_by_role("heading", name="You have left the table")).to_be_visible()
        expect(friend.get_by_role("alert")).to_have_text("As you agreed, who opened the table plays Martians from now on.")
        games = friend.get_by_role("link", name="All games")
        assert games.bounding_box()["width"] > games.bounding_box()["height"]
        for part in ("#stage", "#clock", ".tabs"):
            expect(friend.locator(part)).to_be_hidden()
        asked = len(refused)
        friend.context.set_offline(True)  # it comes back to a table where it has no seat
        friend.context.set_offline(False)
        friend.wait_for_timeout(1500)
        assert len(refused) == asked <= 3
