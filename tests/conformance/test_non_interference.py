"""Two tables that differ only in what a side may not know answer it byte for byte alike, until the rules reveal it.

``TABLES=20`` in the environment plays twenty times as many games of each scenario, from other seeds.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.session import Resolved, Session, new_header
from aqmf_air.games.martian_front.state import HIDDEN, Game, Unit
from aqmf_air.plugins.registry import Registry
from tests.conformance import scenarios
from tests.conformance.two_tables import Carried, answers, carried_out, table_at, told_of, tried
from tests.games.richthofens_war.test_conformance import REGISTRY
from tests.games.richthofens_war.test_melee import MELEE
from tests.plugins_on_disk import test_example_games as examples
from tests.plugins_on_disk.test_dawn_duel import other_orders

TIMES = int(os.environ.get("TABLES", "1"))
ASKED, FILMED = 0.25, 0.1
"""In how many states all is asked, and of how many orders the films are compared."""
WORLDS = 1
"""How many worlds are told of an order."""
HEX_ORDERS = 60


def hold(registry: Registry, session: Session[Any], worlds: Any, random: Random, orders: int, asked: float = ASKED) -> int:
    """Random orders, of each kind alike: what each player is answered in a state, and told of an order, in worlds alike.

    Of the worlds that look alike a few are told of the order; in some states one is asked all questions.
    """
    ruleset, header, compared = session.ruleset, session.header, 0
    for _ in range(orders):
        table = table_at(ruleset, header, session.state)
        before, asks = table.state, random.random() < asked
        offers = [(player, offer) for player in ruleset.players(before) for offer in table.ruleset.legal(before, player)]
        if not offers or ruleset.over(before) is not None:
            break
        by, offer = chosen(offers, random)
        done = session.submit(offer.command, by)
        assert isinstance(done, Resolved)
        here = carried_out(table.ruleset, header, before, done.entry)
        assert here is not None
        filmed = random.random() < FILMED
        for player in ruleset.players(before):
            alike = list(worlds(before, player))
            for other in random.sample(alike, min(len(alike), WORLDS)):
                compared += told_alike(registry, here, other, player, filmed)
            if alike and asks:
                probes = tried(ruleset, before, player, [random.choice(offers)[1]])
                there = table_at(ruleset, header, random.choice(alike))
                expected, given = (answers(registry, one, player, *probes) for one in (table, there))
                require_alike(expected, given, f"{player} can tell two tables apart")
                compared += 1
    return compared


def require_alike(expected: Any, given: Any, what: str) -> None:
    for key, one in expected.items():
        if given[key] != one:
            apart = (
                [pair for pair in zip(one, given[key], strict=False) if pair[0] != pair[1]] if isinstance(one, list) else one
            )
            raise AssertionError(f"{what} by: {key}: {str(apart)[:600]}")


def chosen(offers: list[Any], random: Random) -> Any:
    """An offer of any kind, often one that ends the stage."""
    ending = [one for one in offers if one[1].ends_stage] if random.random() < 0.3 else []
    kinds: dict[str, list[Any]] = {}
    for one in ending or offers:
        kinds.setdefault(one[1].command.type, []).append(one)
    return random.choice(kinds[random.choice(sorted(kinds))])


def told_alike(registry: Registry, here: Carried, other: Any, player: str, filmed: bool) -> bool:
    """Whether an order could be told in another state, too, and was told alike: where it does not lead to what looks the
    same, and by the same rolls, the rules reveal that they differ.
    """
    ruleset, entry = here.session.ruleset, here.done.entry
    there = carried_out(ruleset, here.session.header, other, entry)
    if there is None or here.rolled != there.rolled:
        return False
    if ruleset.observe(here.session.state, player) != ruleset.observe(there.session.state, player):
        return False
    expected, given = (told_of(registry, one, player, filmed) for one in (here, there))
    require_alike(expected, given, f"{player} is told other things of {entry.command!r}")
    return True


def other_types(state: Game, player: str) -> Iterator[Game]:
    """The same to ``player``: a hidden unit, or one that is to come, is of another type; names and ids are others, too."""
    yield from scenarios.hidden_from(state, player)
    for reserve in state.reserves:
        if reserve.unit.side != player:
            others = [
                kind
                for kind in state.types
                if kind.side == reserve.unit.side and kind.elements == len(reserve.unit.elements)
            ]
            for kind in others:
                if kind.name not in ("", reserve.unit.type) and kind.kind != "dummy":
                    unit = replace(reserve.unit, type=kind.name)
                    yield replace(
                        state, reserves=tuple(replace(one, unit=unit) if one is reserve else one for one in state.reserves)
                    )
    for unit in state.units:
        if unit.side != player and unit.has(HIDDEN):
            yield replace(state, units=tuple(_renamed(one) if one is unit else one for one in state.units))


def _renamed(unit: Unit) -> Unit:
    return replace(unit, name=f"{unit.type} of the old guard")


@pytest.mark.further(every=5)
@pytest.mark.rule("HOST-HIDE-1", "AIR-SCOUT-1")
@pytest.mark.parametrize(
    ("name", "orders"), [("eyes-above", 6), ("far-horizon", 4), ("redoubt", 3), ("hold-the-line", 2), ("map-square", 5)]
)
def test_a_scenario_with_something_hidden(name: str, orders: int) -> None:
    seeds, registry = range(2, 2 + TIMES), scenarios.everything()
    games = [(scenarios.new_game(name, seed), Random(f"{name}{seed}")) for seed in seeds]
    assert sum(hold(registry, session, other_types, random, orders) for session, random in games)


def other_sealed(state: Any, player: str) -> Iterator[Any]:
    """The same to ``player``: the other side has sealed something else that it may seal."""
    for side, order in state.sealed:
        before = replace(state, sealed=tuple(one for one in state.sealed if one[0] != side))
        for offer in REGISTRY.ruleset("richthofen").legal(before, side) if side != player else ():
            other = getattr(offer.command, "order", order)
            if other != order:
                yield replace(state, sealed=tuple((one, other if one == side else was) for one, was in state.sealed))


def test_sealed_orders_of_the_hex_game() -> None:
    ruleset = REGISTRY.ruleset("richthofen")
    header = new_header(ruleset, ruleset.set_up(MELEE, "melee", {}).setup, seed=4, game="hexes")
    assert hold(REGISTRY, Session(ruleset, header), other_sealed, Random(4), HEX_ORDERS)


@pytest.mark.parametrize(("game", "scenario", "worlds"), [
    ("duel", "even-match", other_orders), ("mail", "over-the-hills", examples.other_decks),
])  # fmt: skip
def test_the_example_games(game: str, scenario: str, worlds: Any) -> None:
    session = examples.started(game, scenario, seed=2)
    assert hold(examples.REGISTRY, session, worlds, Random(game), 20, asked=1)
