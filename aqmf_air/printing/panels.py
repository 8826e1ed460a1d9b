"""A sheet of panels on one side of paper, such as a play aid: the turn across its head, words and tables below.

The words are data. A file has ``[[panel]]``, each with a ``title``, the ``rule`` to look up and ``lines``. A line is text,
in which ``{name}`` is a figure of the game; or ``{ table = "name" }``, a table that the game makes; or ``{ rule = "ID" }``,
the text of a rule. With ``when = "ruling=value"``, a panel or a line (``{ say = "text", when = ... }``) is there only if the
ruling is so settled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.tables import load_rows
from aqmf_air.core.play.rule_register import Rule
from aqmf_air.core.play.rulings import Rulings, describe
from aqmf_air.errors import DataError
from aqmf_air.printing.paper import Sheets

DOCUMENT = Path(__file__).with_name("panels.typ")
FIGURE = re.compile(r"\{([^{}]+)\}")
_NEGATIVE = re.compile(r"^-(?=\d)")
Track = Sequence[tuple[str, Sequence[str]]]
"""The steps of a turn in order, those that belong together under one heading."""


@dataclass(frozen=True)
class PanelTable:
    """A table: the heads of its columns, and its rows."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Panel:
    """A panel with the rules to look up, as it is printed."""

    title: str
    rule: str
    lines: Sequence[str | PanelTable]
    rank: int = 50
    """Where panels of several files meet, they stand in this order."""


def filled(text: str, figure: Callable[[str], object]) -> str:
    """A text with a figure in place of each ``{name}``; with a minus sign, at which no line breaks."""
    return FIGURE.sub(lambda match: _NEGATIVE.sub("\N{MINUS SIGN}", str(figure(match[1]))), text)


class PanelLine(Frozen):
    """A line that is no plain text, or not always there."""

    say: str = ""
    table: str = ""
    rule: str = ""
    when: str = ""


class PanelWords(Frozen):
    """A panel as it stands in a file."""

    title: str = Field(min_length=1)
    rule: str = ""
    when: str = ""
    rank: int = 50
    lines: tuple[str | PanelLine, ...] = Field(min_length=1)


@dataclass(frozen=True)
class PanelGlossary:
    """What the words of a file stand for in a game."""

    figure: Callable[[str], object]
    """The figure of a name. KeyError or DataError: there is none."""
    tables: Mapping[str, Callable[[], PanelTable]]
    register: Iterable[Rule]
    rulings: Rulings

    def panels(self, file: Traversable) -> tuple[Panel, ...]:
        """The panels of a file. Raises DataError: it does not fit, or names what the game does not have."""
        rules = {rule.id: rule.text for rule in self.register}
        made = []
        for words in load_rows(file, PanelWords, "panel", lambda panel_words: panel_words.title):
            try:
                lines = [self._line(PanelLine(say=line) if isinstance(line, str) else line, rules) for line in words.lines]
                holds = self._holds(words.when)
            except KeyError as error:
                raise DataError(f"{file.name}, panel {words.title!r}: the game has no {error}", path=str(file)) from error
            if holds:
                made.append(Panel(words.title, words.rule, [line for line in lines if line is not None], words.rank))
        return tuple(made)

    def _line(self, line: PanelLine, rules: Mapping[str, str]) -> str | PanelTable | None:
        if not self._holds(line.when):
            return None
        return self.tables[line.table]() if line.table else rules[line.rule] if line.rule else filled(line.say, self.figure)

    def _holds(self, when: str) -> bool:
        name, _, value = when.partition("=")
        return not name or dict(self.rulings)[name] == value


def settled(rulings: Rulings) -> Panel:
    """The rulings that are not the usual ones; a panel without lines: there is none."""
    other = [described for described in describe(rulings) if described.value != described.default]
    lines = [f"{described.question} {dict(described.choices)[described.value]} ({described.rule})" for described in other]
    return Panel("Rulings in force", "", lines, 90)


def panel_sheet(
    title: str,
    imprint: str,
    turns: int,
    track: Track,
    panels: Sequence[Panel],
    back: Iterable[Panel] = (),
    further: Iterable[tuple[str, Iterable[Panel]]] = (),
) -> Sheets:
    """The sheet: its title above all, the name of the game (``imprint``), so many boxes of the turn track, the steps of a
    turn (``track``), and panels from left to right, and downwards; others on its other side (``back``). Where there are
    ``further`` sides, each with its title, the first has one side alone. A panel without lines is left out.
    """
    kept = [[panel for panel in side if panel.lines] for side in (panels, back)]
    if len(kept[0]) < len(panels):
        imprint += " · the usual rulings"
    sheet: dict[str, Any] = {"turns": turns, "track": track, "panels": kept[0], "back": kept[1]}
    sheet["further"] = [(name, list(of_side)) for name, of_side in further]
    return Sheets(DOCUMENT, {"title": title, "imprint": imprint, "sheet": sheet})
