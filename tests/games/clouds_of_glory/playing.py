"""Fights to be played in tests: missions that ship, and documents of our own."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.clouds_of_glory.sequence import InCloudsOfGlory
from aqmf_air.games.clouds_of_glory.state import CloudsGame, Setup
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry

MISSIONS = ("first-patrols", "balloon-line", "duel", "escort", "four-a-side", "interception")


@cache
def everything() -> Registry:
    return load_registry(entry_points=False)


@cache
def ruleset() -> InCloudsOfGlory:
    rules = everything().ruleset("clouds")
    assert isinstance(rules, InCloudsOfGlory)
    return rules


def document(name: str) -> dict[str, Any]:
    """A mission that ships, as its file has it."""
    return dict(load_toml(everything().of(kinds.SCENARIOS, "clouds")[name].path))


def setup_of(given: dict[str, Any], where: str = "mission", **rulings: Any) -> Setup:
    """The set-up of a document."""
    setup = ruleset().set_up({"title": "A mission", **given}, where, rulings).setup
    assert isinstance(setup, Setup)
    return setup


def fight(given: dict[str, Any], **rulings: Any) -> CloudsGame:
    """The state in which a document begins."""
    return ruleset().initial(setup_of(given, **rulings))


def session(given: dict[str, Any], seed: int = 1, **rulings: Any) -> Session[CloudsGame]:
    """A game of a document."""
    rules = ruleset()
    return Session(rules, new_header(rules, setup_of(given, **rulings), seed=seed, game=f"fight {seed}"))


def played(game: Session[CloudsGame], seed: int = 1, most: int = 400) -> Session[CloudsGame]:
    """The game after offers that are chosen from a seed, and what follows of itself."""
    choose = Random(seed)
    for _ in range(most):
        if game.state.winner:
            break
        if (command := game.ruleset.follows(game.state)) is not None:
            game.submit(command, "")
            continue
        player = game.state.acting[0]
        game.submit(choose.choice(game.ruleset.legal(game.state, player)).command, player)
    return game
