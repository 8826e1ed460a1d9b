"""A chronicle on paper."""

from __future__ import annotations

from pathlib import Path

from aqmf_air.core.play.chronicle import Told
from aqmf_air.printing.paper import Sheets


def sheets_of(history: Told) -> Sheets:
    """The pages of a chronicle."""
    return Sheets(Path(__file__).with_name("chronicle.typ"), {**history.document(), "imprint": history.title})
