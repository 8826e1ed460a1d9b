"""A chronicle on paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from aqmf_air.core.play.chronicle import Told, nobody_flew
from aqmf_air.drawing.portrait import portrait
from aqmf_air.printing.paper import Sheets


def sheets_of(history: Told, pictures: Mapping[int, str] = {}) -> Sheets:
    """The pages of a chronicle, with ``pictures`` of chapters as SVG, by their numbers."""
    document = history.document()
    document["chapters"] = [
        {
            **asdict(run[0]),
            "title": nobody_flew(run) if run[0].idle else run[0].title,
            "picture": pictures.get(run[0].number, ""),
        }
        for run in history.runs
    ]
    best = [{**asdict(ace), "portrait": portrait(ace.name)} for ace in history.on_show]
    about = {"imprint": history.title, "lead": history.lead, "aces": best, "no_aces": history.no_aces}
    hardest = asdict(history.hardest) if history.hardest else None
    data = {**document, **about, "wall_title": history.wall_title, "hardest": hardest}
    return Sheets(Path(__file__).with_name("chronicle.typ"), data)
