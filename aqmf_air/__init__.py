"""Tabletop war-gaming in the air: one text of each rule, for play and for odds.

A rule is a function of dice and facts, and never asks who rolls: a seed, a player at the table, or all faces at once. An
order is what a player says; it has objections, questions and a decision, and the decision gives events. Events, folded, are
the state; the log of orders, rolls and events is the game that is kept, and everything that is shown is told from it. A
game is a guest: it says what it is in its ``game.py``, stands by the chapters of its rulebook, and imports
:mod:`aqmf_air.api` alone. The frame knows no game: plugins are asked through hooks (:mod:`aqmf_air.hookspecs`), and
conformance holds each to all that is promised.

The rooms, from the bottom up, each importing only those before it::

    errors, core.dice, core.data, core.play, core.odds, core.store    rules, dice, state, log
    geometry, plugins, lab                                            shapes; who is asked; many games
    drawing, printing, web, cli                                       what players see
    api                                                               the door of all of these
    games                                                             the guests

The way of an order, from typed words to the film, is told in the README, under "What is whose".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pluggy import HookimplMarker

    hookimpl: HookimplMarker

__all__ = ["__version__", "hookimpl"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Give ``hookimpl`` on first use, so that the bare import costs nothing."""
    if name == "hookimpl":
        from pluggy import HookimplMarker

        return HookimplMarker("aqmf_air")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
