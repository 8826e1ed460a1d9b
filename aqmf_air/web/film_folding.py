"""Steps of the film of a long game: what draws nothing is told with what does, and what merely goes on is not told."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

MOST_LETTERS = 150
"""Of what is told in a step: it is read at a glance."""

WEIGHTS = ("word", "area", "shot", "burst", "loss")
"""What is drawn of an event, as it matters: its words make the headline of a step. A way matters no more than what leads to
it: what was announced is a story, and where it ended is seen.
"""


@dataclass
class FilmStep:
    """A few events that are shown together."""

    last: int
    """The place of its last event in the entry."""
    lines: list[str] = field(default_factory=list)
    marks: list[dict[str, Any]] = field(default_factory=list)
    drawn: int | None = None
    """The place of the first event that has marks."""
    arrived: int | None = None
    """The place of the last event of a way that goes on."""
    spare: str = ""
    """What is told where nothing else is: of a way that merely goes on."""
    headline: int = 0
    """Which of the lines tells of what matters most."""
    weight: int = -1

    def takes(self, text: str, marks: Sequence[dict[str, Any]]) -> bool:
        """Whether one more event belongs to it: ways of a piece go on, shells burst at the same time, words are said of
        several pieces, and a loss that nothing more is told of is the end of what was.
        """
        long = text and self.lines and len(text) + sum(map(len, self.lines)) > MOST_LETTERS
        if long or not marks or not self.marks:
            return not long
        if not text and {mark["kind"] for mark in marks} == {"loss"}:  # of what has just been told
            return True
        kinds = {mark["kind"] for mark in (*self.marks, *marks)}
        return kinds == {"burst"} or _goes_on(self.marks, marks) or _told_with(self.marks, marks)

    def add(self, text: str, marks: Sequence[dict[str, Any]]) -> None:
        """Tell and draw one more event."""
        weight = max((WEIGHTS.index(mark["kind"]) + 1 for mark in marks if mark["kind"] in WEIGHTS), default=0)
        if text and weight > self.weight:
            self.headline, self.weight = len(self.lines), weight
        self.lines += text.split("\n") if text else []
        if self.marks and _goes_on(self.marks, marks):
            (way,), (more,) = self.marks, marks
            self.marks = [{**way, "points": [*way["points"], *more["points"][1:]]}]
        else:
            self.marks += marks


def _goes_on(marks: Sequence[dict[str, Any]], more: Sequence[dict[str, Any]]) -> bool:
    """Whether marks are a way, and then the way on of the same piece."""
    if len(marks) != 1 or len(more) != 1 or marks[0]["kind"] != "way":
        return False
    return all(marks[0].get(name) == more[0].get(name) for name in ("kind", "piece", "part", "view"))


def folded(
    beats: Sequence[dict[str, Any]], moments: Sequence[int], passed_over: Collection[int]
) -> tuple[list[dict[str, Any]], list[FilmStep]]:
    """Beats of an entry, put together, and the steps that they are; ``passed_over`` are the places in the entry of
    events whose words are left to the log.
    """
    steps: list[FilmStep] = []
    for beat, moment in zip(beats, moments, strict=True):
        passed = moment in passed_over
        text, marks = "" if passed else beat["says"], beat["marks"]
        if not steps or not steps[-1].takes(text, marks):
            steps.append(FilmStep(moment))
        step = steps[-1]
        if marks and step.drawn is None:
            step.drawn = moment
        if step.marks and _goes_on(step.marks, marks):
            step.arrived = moment
        if passed and marks and marks[0]["kind"] == "way":
            step.spare = beat["says"]
        step.add(text, marks)
        step.last = moment
    steps = [step for step in steps if step.lines or step.marks]
    words = ""
    told = []
    for step in steps:
        words = "\n".join(step.lines) or step.spare or words.rpartition("\n")[2]
        told.append({"says": words, "marks": step.marks} | ({"headline": step.headline} if step.headline else {}))
    return told, steps


def event_by_event(
    beats: Sequence[dict[str, Any]], moments: Sequence[int], passed_over: Collection[int] = ()
) -> tuple[list[dict[str, Any]], list[FilmStep]]:
    """Beats of an entry and their steps, each event its own. What draws nothing is told with what it follows from or leads
    to, or is left to the log; words about several pieces are said together.
    """
    told, steps = list[dict[str, Any]](), list[FilmStep]()
    for beat, moment in zip(beats, moments, strict=True):
        says, marks = beat["says"], beat["marks"]
        if not marks and (not says or moment in passed_over):
            continue
        if told and len(told[-1]["says"] + says) <= MOST_LETTERS and _told_with(told[-1]["marks"], marks):
            before, step = told[-1], steps[-1]
            told[-1] = {
                **before,
                "says": "\n".join(filter(None, (before["says"], says))),
                "marks": [*before["marks"], *marks],
            }
            if marks and not before["marks"]:
                step.drawn = moment
                if says and {mark["kind"] for mark in marks} - {"way", "word"}:
                    told[-1]["headline"] = len(before["says"].split("\n"))
            step.last = moment
            continue
        told.append(beat)
        steps.append(FilmStep(moment, drawn=moment if marks else None))
    return told, steps


def together(frames: Sequence[dict[str, Any]]) -> None:
    """Have orders one after the other that only say words of different pieces, as when all roll for the initiative, or
    that draw nothing and leave the picture as it is, be shown in one step: that of the last, which says how many it is
    told ``with``.
    """
    for before, frame in pairwise(frames):
        pair = before, frame
        if any(one.get("kind") != "command" or one.get("undone") or len(one["beats"]) != 1 for one in pair):
            continue
        (said,), (beat,) = before["beats"], frame["beats"]
        whens = {said.get("when", before["when"]), beat.get("when", frame["when"])}
        if len(whens) > 1 or "parts" in said or "parts" in beat:
            continue
        if len(said["says"] + beat["says"]) > MOST_LETTERS:
            continue
        words = said["marks"] and beat["marks"] and _told_with(said["marks"], beat["marks"])
        alike = not said["marks"] and not beat["marks"] and before.get("parts") and before["parts"] == frame["parts"]
        if words or alike:
            frame["beats"] = [
                {
                    **beat,
                    "says": f"{said['says']}\n{beat['says']}",
                    "marks": [*said["marks"], *beat["marks"]],
                    "with": said.get("with", 0) + 1,
                }
            ]
            before["beats"] = []


def _told_with(marks: Sequence[dict[str, Any]], more: Sequence[dict[str, Any]]) -> bool:
    """Whether what has some marks is told with what has others: only one has any, or both say words, of other pieces."""
    pieces = [mark["piece"] for mark in (*marks, *more) if mark["kind"] == "word"]
    return not (marks and more) or len(set(pieces)) == len(marks) + len(more)
