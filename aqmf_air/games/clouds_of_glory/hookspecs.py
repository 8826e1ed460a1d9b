"""The hooks of In Clouds of Glory, and the other points at which an extension comes in; :mod:`.api` has what it is
made from.

**Checks.** ``aqmf_modifiers(ruleset, check, facts)`` of the frame is asked for what is added to the number of a test,
odds and play alike. Ids and facts:

- ``shot``, ``gunner-shot``: ``ShotFacts``, with the ``CheckFacts`` of the man and his target in ``check``; one of 0 for
  the reason ``STEADY``: a miss jams no gun;
- ``initiative``, ``tight turn``, ``third action``, ``stall``, ``spin``, ``strength``, ``fortitude``, ``collision``
  (Luck, or Flying), ``landing`` (Flying, or Luck), ``friend`` (in the way of a shot), ``control``, ``on its back``,
  ``restart``: ``CheckFacts``, with what players call the test in ``test``;
- added to the die of a table, whose face is in ``test``: ``malfunction``, ``structural-failure``; or to the successes:
  ``damage`` (of who shot): alike;
- once, as a fight begins: ``roll`` (MU), ``tight-turn-energy`` (EU of tighter turns that test Flying): of the pilot.

**Steps.** ``Procedure("step", name, run)``, ``run(game, rules, dice, step)``: what a step does, a new one or one of
the game's. Of the game's own, an extension may add ``GameStep(name, of=aircraft, facts=...)``: ``struck`` (dice, the
side that rolls: a row of the damage table), ``row`` (total, the aircraft that shot or ``""``), ``wound`` (station,
dice), ``killed`` (stations), ``nerve`` (station), ``holds``, ``structure``, ``spins``, ``ground``, ``near``,
``edge``, ``moved``.

**Traits.** ``Procedure("damage row", trait, run)``, ``run(rules, dice, facts, total) -> int``: what a man who has hit
makes of the total, which he knows. ``Procedure("death", trait, run)``, ``run(rules, dice, facts) -> Spared``: before
a man dies, of his wounds or with his aircraft. Both may :func:`aqmf_air.api.choose`.
``Procedure("face", trait, run)``, ``run(craft, face) -> events``: of the die of a Flying test of a pilot that stands.

**Orders.** One with a method ``worth(game, rules)``, in victory points, is given by automatic sides, too; one with
``spots(game)``, places with MU about each, is drawn before it is given: templates, or lines to places with none.

**State.** A ``Slice`` of set-up and state, which a scenario may fill: ``[slices.flak]``. Where its model has ``points``, a
mapping by sides, they are added to the score; ``load(game, craft)`` says in words what an aircraft has aboard;
``top(game)``, how many MU up pictures have to reach; ``due(game, craft, station)``, whether a man has something to do in
the shooting phase: he then rolls for initiative, and his turn comes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from aqmf_air.api import hookspec

if TYPE_CHECKING:
    from aqmf_air.api import GameStep, PlainEvent, Told
    from aqmf_air.api.geometry import Vector
    from aqmf_air.api.ui import Mark, Moment
    from aqmf_air.games.clouds_of_glory.chapters.checks import CheckFacts
    from aqmf_air.games.clouds_of_glory.chapters.gunnery import ShotFacts
    from aqmf_air.games.clouds_of_glory.state import CloudsGame, Craft, Goal, Phase, Setup, SkyBody


@hookspec
def clouds_rerolls(ruleset: str, check: str, facts: CheckFacts) -> Sequence[str]:  # type: ignore[empty-body]
    """Return sources of re-rolls for a check, beside the man's own, one for each that is not in ``facts.game.spent``."""


@hookspec
def clouds_phase_steps(ruleset: str, game: CloudsGame, phase: Phase) -> Sequence[GameStep]:  # type: ignore[empty-body]
    """Return what is done first as a phase begins; ``closing``: when the fight is over, and its end is to wait for them."""


@hookspec
def clouds_ammunition(  # type: ignore[empty-body]
    ruleset: str, facts: ShotFacts, halves: int, hit: bool
) -> Sequence[int]:
    """Return how many half boxes a burst that hit, or missed, takes in place of ``halves``; of several, the least counts."""


@hookspec
def clouds_traits(ruleset: str) -> Sequence[str]:  # type: ignore[empty-body]
    """Return names of traits that a man may have. A set-up with one that nobody returns is refused."""


@hookspec
def clouds_faults(ruleset: str, setup: Setup) -> Sequence[str]:  # type: ignore[empty-body]
    """Return what is wrong with a set-up, in a line each: the first one refuses it."""


@hookspec
def clouds_bodies(ruleset: str, view: CloudsGame) -> Sequence[SkyBody]:  # type: ignore[empty-body]
    """Return what you have in the sky or on the ground: it is drawn in each view, and called by its name."""


@hookspec
def clouds_goals(ruleset: str, game: CloudsGame, craft: Craft) -> Sequence[Goal]:  # type: ignore[empty-body]
    """Return where an aircraft does well to come to, and its worth: automatic sides and planners offer moves to it."""


@hookspec
def clouds_marks(  # type: ignore[empty-body]
    ruleset: str, moment: Moment, at: Callable[[Vector], Sequence[tuple[float, float]]]
) -> Sequence[Mark]:
    """Return what is drawn of an event of yours; ``at`` gives the points of a place, one for each flat view."""


@hookspec
def clouds_chronicle(  # type: ignore[empty-body]
    ruleset: str, game: CloudsGame, opened: CloudsGame, events: Sequence[PlainEvent]
) -> Sequence[Told]:
    """Return the chronicle of a game of several missions: one where a slice has a ``chapter`` above 0.

    ``events`` are all that led to ``game`` from the state ``opened`` in which it began.
    """


@hookspec
def clouds_briefing(ruleset: str, setup: Setup) -> Sequence[str]:  # type: ignore[empty-body]
    """Return what players read of yours before a mission, in lines."""
