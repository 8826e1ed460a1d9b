"""A chronicle on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from aqmf_air.core.play.chronicle import ChapterTold, Told
from aqmf_air.drawing.portrait import portrait
from aqmf_air.printing.paper import Sheets

MOST_LINES = 2
"""Of what happened in a chapter with a story: the page has all of it."""


def _that_matter(chapter: ChapterTold) -> Sequence[str]:
    """The lines of a chapter that tell of most of what was claimed and lost, in order."""
    names = {cell for table in chapter.tables for row in table.rows for cell in row[:2] if cell}
    best = sorted(chapter.lines, key=lambda line: -sum(name in line for name in names))[:MOST_LINES]
    return [line for line in chapter.lines if line in best]


def sheets_of(history: Told, pictures: Mapping[int, str] = {}) -> Sheets:
    """The pages of a chronicle, with ``pictures`` of chapters as SVG, by their numbers."""
    document = history.document()
    for chapter, told in zip(document["chapters"], history.chapters, strict=True):
        chapter["picture"] = pictures.get(chapter["number"], "")
        chapter["shown"] = _that_matter(told) if told.story else told.lines
    best = [{**asdict(ace), "portrait": portrait(ace.name)} for ace in history.aces]
    about = {"imprint": history.title, "lead": history.lead, "aces": best, "no_aces": history.no_aces}
    return Sheets(Path(__file__).with_name("chronicle.typ"), {**document, **about})
