"""The hooks of In Clouds of Glory: re-rolls, first steps of a phase, ammunition, traits of men.

What changes a check is asked by ``aqmf_modifiers(ruleset, check, facts)`` of the frame. Its checks are ``initiative``,
``shot``, ``gunner-shot`` (facts: ``ShotFacts``), and by the names that players see ``tight turn``, ``strength in a turn``,
``third action``, ``stall``, ``out of the spin``, ``fortitude``, ``damage`` and the rest (facts: ``CheckFacts``). What a step
does is a ``Procedure("step", name, run)``, ``run(game, rules, dice, step)``: a new step, or one of the game's own. What an
extension keeps is a ``Slice`` of the set-up and the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aqmf_air.api import hookspec

if TYPE_CHECKING:
    from aqmf_air.api import GameStep
    from aqmf_air.games.clouds_of_glory.chapters.checks import CheckFacts
    from aqmf_air.games.clouds_of_glory.chapters.gunnery import ShotFacts
    from aqmf_air.games.clouds_of_glory.state import CloudsGame, Phase


@hookspec
def clouds_rerolls(ruleset: str, check: str, facts: CheckFacts) -> Sequence[str]:  # type: ignore[empty-body]
    """Return sources of re-rolls for a check, beside the man's own, one for each that is left. An event that spends it
    names it: to note that is yours.
    """


@hookspec
def clouds_phase_steps(ruleset: str, game: CloudsGame, phase: Phase) -> Sequence[GameStep]:  # type: ignore[empty-body]
    """Return what is done first as a phase begins, before anybody acts in it."""


@hookspec
def clouds_ammunition(ruleset: str, facts: ShotFacts, halves: int) -> Sequence[int]:  # type: ignore[empty-body]
    """Return how many half boxes a burst takes in place of ``halves``; of several, the least counts."""


@hookspec
def clouds_traits(ruleset: str) -> Sequence[str]:  # type: ignore[empty-body]
    """Return names of traits that a man may have. A set-up with one that nobody returns is refused."""
