"""What scenarios say of themselves: to who sets a table up, sits down at it, or reads how the game is played."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from aqmf_air.core.data.names import by_name
from aqmf_air.core.data.packages import left_out, said_to_be_missing
from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.core.play.ruleset import Scenario
from aqmf_air.core.play.scenarios import Listed, open_scenarios
from aqmf_air.errors import AqmfError, NotHereError
from aqmf_air.plugins import kinds
from aqmf_air.plugins.rules_in_force import RulesInForce
from aqmf_air.web.board.board import board_of
from aqmf_air.web.shared_registry import games, players, rules

if TYPE_CHECKING:
    from aqmf_air.web.live.table import LiveTable


def briefing(table: LiveTable) -> list[str]:
    """What a game is about, for players who sit down at it: what its scenario says of itself, and its board."""
    header, lines = table.session.header, []
    setup = getattr(table.session.state, "setup", header.setup)  # of a campaign: of the mission that is flown
    with suppress(AqmfError):  # the scenario may be on the shelf no more
        game = rules(header.ruleset)
        scenario = set_up(game, named(game, header.named[0]))
        lines = [
            scenario.description,
            *(scenario.notes if setup == header.setup else ()),
            scenario.in_short and f"In short: {scenario.in_short}.",
        ]
    return [*dict.fromkeys(filter(None, (*lines, *table.board.briefing(setup))))]


def before_it(game: RulesInForce, scenario: Listed) -> dict[str, Any]:
    """What is looked at before a table is set up: what each side has, as everybody sees it, and what there is to do."""
    ready, board = at_its_board(game, scenario), board_of(game.ruleset, game.registry)
    view = game.ruleset.observe(game.ruleset.initial(ready.setup), "")
    names, forces = game.ruleset.names(view), dict[str, list[str]]()
    for piece in board.pieces(view):
        if piece.side:
            forces.setdefault(piece.side, []).append(names.get(piece.id, piece.id))
    told = dict.fromkeys((*ready.notes, *board.briefing(ready.setup)))
    return {"scenario": ready, "forces": forces, "told": [*told]}


def set_up(game: RulesInForce, scenario: Listed) -> Scenario[Any]:
    """A scenario that is ready to be played (NotHereError: it needs a package that is left out)."""
    return _read(game, scenario) if scenario.own else _bundled(game, scenario)


def at_its_board(game: RulesInForce, scenario: Listed) -> Scenario[Any]:
    """The same, with the board that it is shown on. Raises NotHereError: either needs a package that is left out."""
    with said_to_be_missing():
        board_of(game.ruleset, game.registry)
        return set_up(game, scenario)


def _read(game: RulesInForce, scenario: Listed) -> Scenario[Any]:
    with said_to_be_missing():
        ready: Scenario[Any] = game.ruleset.set_up(scenario.document(), str(scenario.path), {})
    return ready


_bundled = cache(_read)
"""One that ships is read once."""


def lacking_for(ruleset: str, scenario: str) -> str:
    """The package for want of which a scenario of a ruleset cannot be played here; ``""``: it can."""
    if not left_out():
        return ""
    game = rules(ruleset)
    try:
        at_its_board(game, named(game, scenario))
    except NotHereError as bad:
        return str(bad.package)
    return ""


def named(game: RulesInForce, name: str) -> Listed:
    """A scenario of a game. Raises UnknownNameError: it has none of this name."""
    ruleset = game.ruleset.id
    return by_name(open_scenarios(ruleset, game.registry.of(kinds.SCENARIOS, ruleset)), name, "scenario")


def first_game() -> RulesInForce:
    """The game to begin with: the default one, or the next that needs nothing that is left out, an automatic player of the
    other side included; where no game has both, one that can be moved by hand.
    """
    by_hand = None
    for name in games():
        with suppress(NotHereError):
            game = rules(name)
            at_its_board(game, first_scenario(game))
            if len(game.ruleset.sides(None)) == 1 or players(game.registry, name):
                return game
            by_hand = by_hand or game
    return by_hand or rules(DEFAULT_RULESET)


def first_scenario(game: RulesInForce) -> Listed:
    """The scenario to begin with (UnknownNameError: the game has none)."""
    sources = game.registry.of(kinds.SCENARIOS, game.ruleset.id)
    first = next((name for name, scenario_source in sources.items() if scenario_source.first), next(iter(sources), ""))
    return named(game, first)
