from __future__ import annotations

import pytest

SEED = 7


@pytest.fixture(autouse=True)
def _the_same_dice_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aqmf_air.web.live.live_tables.new_seed", lambda: SEED)
