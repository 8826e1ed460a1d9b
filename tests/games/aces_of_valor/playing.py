"""Campaigns to test with: the ruleset, set-ups, and dice that are typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray, recorded
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.session import Resolved, Session, Waiting, new_header
from aqmf_air.games.aces_of_valor import game as plugin
from aqmf_air.games.aces_of_valor.chapters.campaign import opened
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, GoOn
from aqmf_air.games.aces_of_valor.chapters.squadron import recruit
from aqmf_air.games.aces_of_valor.sequence import STEPS, AcesOfValor, ValorRulings
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign, Mission, OptionalRules, Pilot, Setup
from aqmf_air.plugins.registry import load_registry


@lru_cache(maxsize=1)
def ruleset() -> AcesOfValor:
    """The game, under the default rulings."""
    found = load_registry(builtin=False, entry_points=False, extra=[("valor", plugin)]).ruleset("valor")
    assert isinstance(found, AcesOfValor)
    return found


def begun(seed: int = 1, **setup: Any) -> Session[Campaign]:
    """A campaign with this set-up, whose dice come from a seed."""
    rules = ruleset()
    return Session(rules, new_header(rules, rules.setup_model(**{"rulings": {}, **setup}), seed=seed, game="test"))


def from_state(state: Campaign, command: Command, faces: Sequence[Sequence[Any]]) -> Campaign:
    """The state after a command, legal in this state, with exactly these faces."""
    rules = ruleset()
    assert not rules.objections(state, command, PLAYER)
    source = recorded(faces)
    events = rules.decide(state, command, DiceTray(source))
    assert not source.left, f"not asked for: {source.left}"
    return rules.after(state, events)


def typed(session: Session[Campaign], command: Command, *faces: Sequence[Any]) -> tuple[str, ...]:
    """Give a command at a table where the player rolls all dice, with exactly these faces; returns what is told."""
    session.who_rolls = lambda ask: PLAYER
    before = session.state
    reply = session.submit(command, PLAYER)
    for number, roll in enumerate(faces, 1):
        assert isinstance(reply, Waiting), f"roll {number} of {len(faces)} is not asked for"
        reply = session.answer(roll)
    assert isinstance(reply, Resolved), f"asks for more: {reply.ask.label if isinstance(reply, Waiting) else reply}"
    told, state = [], before
    for event in reply.events:
        told.append(session.ruleset.tell(event, state))
        state = session.ruleset.evolve(state, event)
    return tuple(filter(None, told))


FRENCH = ("Georges", "Rene", "Charles", "Jean", "Louis", "Henri", "Maurice", "Roger")
"""The first eight French pilots of the table; the best first."""


def campaign(
    step: str,
    *,
    number: int = 1,
    names: Sequence[str] = FRENCH,
    tier: int = 1,
    rulings: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    pace: Literal["flow", "step"] = "step",
    mission: Mapping[str, Any] | None = None,
    boxes: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Campaign:
    """A campaign of eight missions at a step, home airfield C, without post-mission events unless ``options`` says so.

    ``boxes``: what is changed of some pilots: their box by their name, or more fields of theirs.
    """
    setup = Setup(
        nation=fields.pop("nation", "french"),
        missions=8,
        options=OptionalRules(**{"events": False, **(options or {})}),
        pace=pace,
        rulings=ValorRulings(**(rulings or {})),
    )
    state = replace(opened(setup), step=step, number=number, tier=tier, home="C")
    squadron = [recruit(Pilot(name=name, tier=tier), setup.nation or "french", 1, state.tables) for name in names]
    changes = {name: {"box": what} if isinstance(what, str) else what for name, what in (boxes or {}).items()}
    members = tuple(replace(one, **changes.get(one.name, {})) for one in squadron)
    flown = None if mission is None else Mission(**mission)
    return replace(state, squadron=members, mission=flown, **fields)


def gone_on(state: Campaign, *faces: Sequence[Any]) -> Campaign:
    """The state after the step that comes next."""
    return from_state(state, GoOn(), faces)


def one_step(state: Campaign, *faces: Sequence[Any]) -> Campaign:
    """The state after the step that comes next alone, whatever follows it."""
    source = recorded(faces)
    course = CampaignCourse(state, DiceTray(source), STEPS)
    run = STEPS[state.step].run
    assert run
    run(course)
    assert not source.left, f"not asked for: {source.left}"
    return course.game


def refused(state: Campaign, command: Command) -> tuple[str, ...]:
    """Why a command is not allowed."""
    return tuple(one.reason for one in ruleset().objections(state, command, PLAYER))
