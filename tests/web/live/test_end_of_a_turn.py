"""A stage in which no side has anything to do: either may end it, both are told so, and nobody pays for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.store.store import Store
from aqmf_air.web.app import create_app
from aqmf_air.web.seat_settings import SeatSetting, Setting, SettingsStore, hashed
from aqmf_air.web.shared_registry import rules
from tests.web.conftest import PHONE, running
from tests.web.live.playing import SIDES, setup_of
from tests.web.live.test_two_browsers import GAME, SHEET, sit_down

END = "end"


def at_the_end_of_a_turn() -> None:
    """A table with a clock, whose game has gone to the end of its first turn, with a link to each side."""
    game = rules("aqmf")
    header = new_header(game.ruleset, setup_of("first-flight"), seed=3, game=GAME, plugins=game.plugins)
    with Store() as store:
        store.create(header)
        session: Session[Any] = Session(game.ruleset, header, keep=lambda entry: store.append(GAME, entry))
        while (stage := game.ruleset.stage(session.state)).id != END:
            side = next(one for one in stage.active if game.ruleset.legal(session.state, one))
            offers = game.ruleset.legal(session.state, side)
            session.submit(next((one for one in offers if one.ends_stage), offers[0]).command, side)
    cabinet = SettingsStore()
    seats = tuple(SeatSetting(side=side, who="friend", link=hashed(f"{side}-link")) for side in SIDES)
    cabinet.keep(GAME, Setting(seats=seats, opener=hashed("opener"), minutes=5))
    cabinet.close()


@pytest.mark.further
def test_either_side_may_end_a_stage_without_business(home: Path, chromium: Any) -> None:
    at_the_end_of_a_turn()
    with running(create_app()) as address:
        pages = [chromium.new_context(**PHONE).new_page() for _ in SIDES]
        for side, page in zip(SIDES, pages, strict=True):
            sit_down(page, address, side)
        for page, other in zip(pages, ("Martians", "Humans"), strict=True):
            said = f"nothing for you to do: you or {other} may end the turn"
            page.locator("#seat", has_text=said).wait_for()
            page.locator("#gist", has_text=f"You or {other} may end the turn".lower()[3:]).wait_for()
        assert pages[0].evaluate(SHEET, GAME)["clock"]["running"] == []
        pages[1].get_by_role("button", name="End the turn").tap()
        for page in pages:
            page.locator("#place", has_text="Turn 2").wait_for()
            page.context.close()
