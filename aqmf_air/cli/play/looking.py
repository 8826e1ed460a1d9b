"""What a player at the terminal looks at between orders, and while dice are asked for: how the game stands, and its map."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.render import say
from aqmf_air.cli.wrapping import OWN, THEIRS, coloured, tinted
from aqmf_air.errors import AqmfError
from aqmf_air.plugins import kinds

if TYPE_CHECKING:
    from aqmf_air.core.play.advice import Advisor
    from aqmf_air.core.play.contributions import Policy
    from aqmf_air.core.play.ruleset import Ruleset, Scenario
    from aqmf_air.plugins.registry import Registry
    from aqmf_air.web.board.board import PlainBoard
    from aqmf_air.web.seat_settings import Setting


class Lookout:
    """Shows a state as one side sees it; ``""``: as those do who only look on."""

    def __init__(self, ruleset: Ruleset[Any], registry: Registry, setting: Setting) -> None:
        self.ruleset = ruleset
        self.scenario: Scenario[Any] | None = None
        """What is played, where it is still there."""
        self.setup: Any = None
        """What the game began from."""
        self.setting = setting
        """Who plays."""
        self._registry = registry
        self._tinted: tuple[int, str, dict[str, str], re.Pattern[str] | None] | None = None
        """The state and the side that names were coloured for last, their colours, and where they stand in a text."""

    @cached_property
    def board(self) -> PlainBoard:
        """How the game is drawn."""
        from aqmf_air.web.board.board import board_of

        return board_of(self.ruleset, self._registry)

    @cached_property
    def advisor(self) -> Advisor[Any] | None:
        """What says what orders are worth, if the game has it."""
        return self._registry.advisor(self.ruleset.id)

    @property
    def asks_odds(self) -> bool:
        """Whether ``aqmf odds`` has questions of the game."""
        return bool(self._registry.of(kinds.QUERIES, self.ruleset.id))

    @property
    def policies(self) -> dict[str, Policy]:
        """The automatic players of the game, by name."""
        return self._registry.of(kinds.POLICIES, self.ruleset.id)

    def tint(self, state: Any, side: str, text: str) -> str:
        """A line with the names of pieces in the colours of whose they are, for a side; as it was where none are shown."""
        if not (side and coloured()):
            return text
        if self._tinted is None or self._tinted[:2] != (id(state), side):
            from aqmf_air.web.board.board import Board

            view = self.ruleset.observe(state, side)
            own = {piece.id: piece.own for piece in self.board.pieces(view)} if isinstance(self.board, Board) else {}
            names = {name: OWN if own[id_] else THEIRS for id_, name in self.ruleset.names(view).items() if id_ in own}
            longest = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
            self._tinted = (id(state), side, names, re.compile(rf"(?<!\w)({longest})(?!\w)") if names else None)
        _, _, names, pattern = self._tinted
        return pattern.sub(lambda found: tinted(found[0], names[found[0]]), text) if pattern else text

    def summary(self, state: Any, side: str) -> list[str]:
        """The game in lines."""
        return [f"  {line}" for line in self.ruleset.summary(self.ruleset.observe(state, side))]

    def briefing(self, state: Any) -> list[str]:
        """What its board tells of a game to who sits down; of a campaign, of the mission that is flown."""
        return [f"  {line}" for line in self.board.briefing(state.setup)] if hasattr(state, "setup") else []

    def story(self, state: Any) -> list[str]:
        """The same, after what its scenario tells of it; notes on the first mission of a campaign in that mission alone."""
        lines = self.briefing(state)
        if (scenario := self.scenario) is not None:
            notes = scenario.notes if getattr(state, "setup", self.setup) == self.setup else ()
            lines = [*(f"  {line}" for line in (scenario.description, *notes) if line), *lines]
        return list(dict.fromkeys(lines)) or ["  this scenario has no briefing"]

    def answered(self, state: Any, side: str, line: str) -> bool:
        """Whether a line asks for something that is shown here: ``units``, ``state``, ``briefing``, ``map``,
        ``map FILE``.
        """
        from aqmf_air.cli.map import draw, lines

        word, _, rest = line.strip().partition(" ")
        match word.casefold():
            case "state" | "units" if not rest:
                stage = self.ruleset.stage(state)
                shown = (f"  {stage.when}: {stage.title}", *self.summary(state, side))
                say("\n".join(self.tint(state, side, line) for line in shown))
            case "briefing" if not rest:
                say("\n".join(self.story(state)))
            case "map" if not rest.strip():
                click.echo("\n".join(lines(self.board, self.ruleset.observe(state, side))))
            case "map":
                try:
                    title = self.scenario.title if self.scenario else ""
                    draw(self.board, self.ruleset.observe(state, side), Path(rest.strip()), title)
                    say(f"  drawn: {rest.strip()}")
                except AqmfError as bad:
                    say(f"  {bad}")
            case _:
                return False
        return True
