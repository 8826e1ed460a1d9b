"""Boards that leave out what they may: places without pieces, pieces without places, paths without cells, prices of 0."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType, SimpleNamespace
from typing import Any

import dawn_duel.plugin
import httpx2
import pytest
from dawn_duel.orders import Fly
from dawn_duel.ui.board import HexBoard, centre
from playwright.sync_api import expect

from aqmf_air import hookimpl
from aqmf_air.api import About, Choice, Contribution, Doing, DrawnPath, PathCell, PathQuestion, PathStep
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web import shared_registry
from aqmf_air.web.app import create_app
from aqmf_air.web.board.paths import PATH_EDITOR
from tests.web.board.hands import WAIT, sit_down
from tests.web.board.test_strangers import table_of
from tests.web.conftest import LAPTOP, running
from tests.web.looking import watched

expect.set_options(timeout=WAIT)
PLACED = """([x, y]) => {
  const picture = document.querySelector('#position svg');
  const box = picture.getBoundingClientRect();
  const k = box.width / picture.viewBox.baseVal.width;
  return [box.left + x * k, box.top + y * k];
}"""
PLACE, ORDERS = (0, 1), ("cruise", "dash")


class Bare(HexBoard):
    """Manoeuvres are chosen by a place where nothing stands, or by the other aircraft; a way is drawn without cells."""

    editors = MappingProxyType({"duel.way": PATH_EDITOR})

    def about(self, seat: Any, piece: str) -> About:
        at = centre(PLACE, seat.view.setup.radius)
        places = tuple(Choice(Fly(side=seat.side, order=order), order, at=at) for order in ORDERS)
        other = next(one.id for one in self.pieces(seat.view) if one.id != seat.side)
        aimed = tuple(Choice(Fly(side=seat.side, order=order), order, piece=other) for order in ORDERS)
        kinds = {"There": places, "Them": aimed, "Him": aimed[:1]}
        return About("bare", doings=(*(Doing("duel.fly", *kind) for kind in kinds.items()), Doing("duel.way", "Way")))

    def answer(self, seat: Any, question: str, body: Any) -> Any:
        asked = PathQuestion.read(body)
        at = centre(seat.view.of(asked.piece).at, seat.view.setup.radius)
        steps = (PathStep("Ahead", "F", "F"), PathStep("Climb", "C", "C", 2.5))
        return DrawnPath(asked.path, (at,), 15, 7.5, "MU", steps, (PathCell((at[0], at[1] - 40), "F", 0),)).document()


@pytest.fixture
def bare(home: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where an app listens in which the duel has that board."""
    board = Contribution("bare", "Bare.", f"{__name__}:Bare")
    plugin = SimpleNamespace(**{**vars(dawn_duel.plugin), "aqmf_register_boards": hookimpl(lambda: [board])})
    extra = (("dawn_duel", plugin),)
    monkeypatch.setattr(shared_registry, "load_registry", lambda: load_registry(entry_points=False, extra=extra))
    shared_registry._registry.cache_clear()
    with running(create_app()) as address:
        yield address
    shared_registry._registry.cache_clear()


@pytest.mark.further
def test_a_place_alone_can_be_tapped_a_piece_alone_is_hinted_at_and_a_path_needs_no_cells(chromium: Any, bare: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, table_of(bare, "duel", "even-match"))
        page.locator(".units .ready").click()
        page.get_by_role("button", name="There").click()
        pressed, hint = page.locator(".aiming .offers [aria-pressed=true]"), page.get_by_text("Tap a target on the table")
        expect(pressed).to_have_count(0)
        x, y = centre(PLACE, 6)
        page.mouse.click(*page.evaluate(PLACED, [x, y]))
        expect(pressed).to_have_count(1)
        page.reload()
        page.locator(".units .ready").click()
        page.get_by_role("button", name="Them").click()
        expect(hint).to_be_visible()
        page.reload()
        page.locator(".units .ready").click()
        page.get_by_role("button", name="Way").click()
        expect(page.locator(".left")).to_contain_text("7.5 of 15 MU left")
        expect(page.locator(".stepping [data-step=F]")).to_contain_text("Ahead")
        expect(page.locator(".stepping")).not_to_contain_text("free")
        expect(page.locator(".stepping [data-step=C]")).to_contain_text("2.5 MU")
        assert "Infinity" not in page.locator("#board").inner_html()
        page.reload()
        page.locator(".units .ready").click()
        page.get_by_role("button", name=f"Him: {ORDERS[0]}").click()
        expect(page.locator("[data-screen=AimedOffer] .give")).to_be_enabled()  # shown for what it draws, not to choose


def test_a_laboratory_without_a_gauntlet_offers_no_prices(bare: str) -> None:
    page = httpx2.get(f"{bare}/lab/duel", timeout=60)
    assert page.status_code == 200
    assert "has no prices" in page.text
    assert "Work it out" not in page.text
    begun = httpx2.get(f"{bare}/lab/duel?begin=yes", timeout=60, follow_redirects=True)
    assert (begun.status_code, "Bad Request" in begun.text) == (200, False)
