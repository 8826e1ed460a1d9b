"""Games that a site was built with, for whoever asks whether a browser plays as the computer did that built the site.

They are recorded by :func:`record`, and played again by :func:`check`, from the same scenario, seed and automatic player.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from aqmf_air.conformance_games import Subject, difference, play
from aqmf_air.core.data.packages import left_out, said_to_be_missing
from aqmf_air.core.data.text import plural
from aqmf_air.core.play.automatic import next_order
from aqmf_air.core.play.events import Command, line_of
from aqmf_air.core.play.ruleset import Exemplified
from aqmf_air.core.play.scenarios import Listed
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.errors import AqmfError, NotHereError
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry, load_registry

GAMES = 20
MOST_ORDERS = 60
"""Of a game; one that is not over then is left there."""
SAME, DIFFERS, NOT_HERE = "same", "differs", "not here"


class GoldenGame(NamedTuple):
    """A game from its beginning, and how it went where it was recorded."""

    title: str
    ruleset: str
    scenario: str
    """Its name; empty: the example of a ruleset that has no scenarios."""
    seed: int
    policy: str
    """The automatic player of all sides; empty: the ruleset has none, and the orders are of those that it offers."""
    log: tuple[str, ...] = ()
    """The lines of its log, the header first."""
    state: str = ""
    """The digest of the state that it ended in."""


class PlayedAgain(NamedTuple):
    """How a golden game went when it was played again."""

    status: str
    """``same``, ``differs``, or ``not here``: it needs a package that is left out."""
    words: str


registry = cache(load_registry)


def record(games: int = GAMES) -> list[GoldenGame]:
    """Games of all rulesets that have scenarios or an example, as this computer plays them.

    Scenarios and automatic players take turns. A game that a plugin cannot play is left out.
    """
    recorded: list[GoldenGame] = []
    for game in _chosen(registry(), games):
        try:
            session = _recorded(game)
        except Exception:  # code of a plugin, which may raise anything: what is wrong with it is told where it is loaded
            continue
        recorded.append(game._replace(log=tuple(session.lines()), state=session.digest))
        if len(recorded) == games:
            break
    return recorded


def check(game: str) -> str:
    """Play a golden game (as JSON) again; gives the :class:`PlayedAgain`, as JSON."""
    golden = GoldenGame(**json.loads(game))
    try:
        with said_to_be_missing():
            outcome = _played_again(golden)
    except NotHereError as bad:
        outcome = PlayedAgain(NOT_HERE, f"It needs {bad.package}, which is left out")
    except Exception as fault:  # whatever goes wrong here went well where it was recorded
        outcome = PlayedAgain(DIFFERS, f"it fails here: {type(fault).__name__}: {fault}")
    return json.dumps(outcome._asdict())


def _chosen(plugged_in: Registry, games: int) -> Iterator[GoldenGame]:
    for turn in range(games):
        for name, source in plugged_in.rulesets.items():
            scenarios = [*plugged_in.of(kinds.SCENARIOS, name)]
            if not scenarios and not isinstance(plugged_in.ruleset(name), Exemplified):
                continue
            scenario = scenarios[turn % len(scenarios)] if scenarios else ""
            policies = [*plugged_in.of(kinds.POLICIES, name)]
            policy = policies[turn % len(policies)] if policies else ""
            title = ", ".join(filter(None, (source.title, scenario, f"seed {turn + 1}", policy)))
            yield GoldenGame(title, name, scenario, turn + 1, policy)


def _begun(golden: GoldenGame) -> Session[Any]:
    ruleset = registry().ruleset(golden.ruleset)
    if golden.scenario:
        source = registry().of(kinds.SCENARIOS, golden.ruleset)[golden.scenario]
        setup: Any = ruleset.set_up(Listed(golden.scenario, source.path).document(), str(source.path), {}).setup
    else:
        assert isinstance(ruleset, Exemplified)
        setup = ruleset.example()
    plugins = registry().rules_versions(golden.ruleset)
    return Session(ruleset, new_header(ruleset, setup, seed=golden.seed, game="golden", plugins=plugins))


def _recorded(golden: GoldenGame) -> Session[Any]:
    session = _begun(golden)
    if not golden.policy:
        ruleset, setup = session.ruleset, session.header.setup
        return play(Subject(lambda: ruleset, lambda _: setup, commands=MOST_ORDERS), session)
    choose = registry().of(kinds.POLICIES, golden.ruleset)[golden.policy].choose
    while len(session.entries) < MOST_ORDERS and session.ruleset.over(session.state) is None:
        if (order := next_order(session.ruleset, session.state, choose)) is None:
            break
        session.submit(order[1], order[0])
    return session


def _played_again(golden: GoldenGame) -> PlayedAgain:
    """Play it; by the orders of the record, where its automatic player is not here. Raises as what is played does."""
    session = _begun(golden)
    policy = registry().of(kinds.POLICIES, golden.ruleset).get(golden.policy)
    lacking = [package for package in policy.needs if package in left_out()] if policy else []
    choose = policy.choose if policy and not lacking else None
    header, *entries = golden.log
    if words := _differing(header, line_of(session.header)):
        return PlayedAgain(DIFFERS, f"the set-up: {words}")
    for number, line in enumerate(entries, 1):
        recorded = json.loads(line)
        by, command = recorded["by"], session.ruleset.codec.command(recorded["command"], "order")
        if choose is not None:
            order = next_order(session.ruleset, session.state, choose)
            if order != (by, command):
                return PlayedAgain(DIFFERS, f"order {number}: {difference(_shown(order), _shown((by, command)))}")
        try:
            session.submit(command, by)
        except AqmfError as refused:
            return PlayedAgain(DIFFERS, f"order {number}: it is refused here: {refused}")
        if words := _differing(line, line_of(session.entries[-1])):
            return PlayedAgain(DIFFERS, f"order {number}, {command.type}: {words}")
    if session.digest != golden.state:
        return PlayedAgain(DIFFERS, "the state at its end")
    end = session.ruleset.over(session.state)
    by_orders = f", by the orders of the record: its automatic player needs {', '.join(lacking)}" if lacking else ""
    return PlayedAgain(SAME, f"{plural(len(entries), 'order')}, {f'won by {end}' if end else 'left there'}{by_orders}")


def _shown(order: tuple[str, Command] | None) -> Any:
    return order and {"by": order[0], **order[1].model_dump(mode="json")}


def _differing(recorded: str, got: str) -> str:
    """Where two lines of a log differ; the checksum does wherever anything else does."""
    if recorded == got:
        return ""
    expected, there = json.loads(recorded), json.loads(got)
    return difference({**there, "check": ""}, {**expected, "check": ""})
