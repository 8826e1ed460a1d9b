"""What orders are worth: sampled the same each time, sharper with more ends, from nothing that is hidden."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Any

import night_mail.plugin
import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.advice import Advice, advise
from aqmf_air.core.play.events import digest
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.errors import DataError, PluginError
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry

REGISTRY = load_registry(builtin=False, entry_points=False, extra=[("night_mail", night_mail.plugin)])
MAIL = REGISTRY.ruleset("mail")


def in_the_air() -> Any:
    """A night in which a hazard is before the pilot."""
    from aqmf_air.core.data.documents import load_toml

    setup = MAIL.set_up(load_toml(REGISTRY.of(kinds.SCENARIOS, "mail")["one-night"].path), "one-night", {}).setup
    session: Session[Any] = Session(MAIL, new_header(MAIL, setup, seed=4, game="test"))
    while not session.state.hazard:
        session.submit(MAIL.legal(session.state, "pilot")[0].command, "pilot")
    return session.state


def asked(state: Any, ends: int) -> Advice:
    advisor = REGISTRY.advisor("mail")
    assert advisor is not None
    return advise(MAIL, advisor, state, "pilot", ends=ends)


@pytest.mark.further
def test_the_same_question_has_the_same_answer_and_more_ends_make_it_sharper() -> None:
    state, done = in_the_air(), list[int]()
    few, many = asked(state, 30), asked(state, 480)
    assert few == asked(state, 30)
    assert {one.offer.command for one in few.orders} == {one.command for one in MAIL.legal(state, "pilot")}
    top = max(few.orders, key=lambda order: order.mean)
    assert top.behind == 0
    assert not top.worse
    assert all(one.behind >= 0 for one in few.orders)
    assert many.ends == 480 * len(many.orders)
    sharper = few.orders[0].error / many.orders[0].error
    assert sqrt(16) / 1.5 < sharper < sqrt(16) * 1.5
    by_name = {one.offer.title: one.mean for one in many.orders}
    for one in few.orders:
        assert abs(one.mean - by_name[one.offer.title]) < 5 * one.error + 1e-9
    advisor = REGISTRY.advisor("mail")
    assert advisor is not None
    left = advise(MAIL, advisor, state, "pilot", more=lambda: True, progress=done.append, wanted=lambda: len(done) < 8)
    assert left.ends == done[-1] < 16


def valued(by: Callable[[Any, Any], float], ends: int, more: Callable[[], bool] = lambda: False) -> Advice:
    """Advice of somebody who values the end of a game so: by how it began, and how it stands."""
    advisor = REGISTRY.advisor("mail")
    assert advisor is not None
    own = type("Own", (type(advisor),), {"value": lambda self, begin, state, player: by(begin, state)})()
    return advise(MAIL, own, in_the_air(), "pilot", ends=ends, more=more)


def noise(state: Any) -> float:
    return Random(digest(state)).gauss(0, 5)


@pytest.mark.parametrize("ends", [1, 3, 12])
def test_orders_that_chance_alone_tells_apart_are_not_ranked(ends: int) -> None:
    offered = [offer.command for offer in MAIL.legal(in_the_air(), "pilot")]
    assert len(offered) > 1
    noisy = valued(lambda begin, state: noise(state), ends)
    assert len({order.mean for order in noisy.orders}) > 1
    assert [order.offer.command for order in noisy.orders] == offered
    assert noisy.best == noisy.orders


def test_an_order_is_worse_by_the_ends_that_it_shares_with_the_best() -> None:
    """All ends have the same large noise, and the price of a flare, which is small."""
    apart = valued(lambda begin, state: 100 * noise(begin) + (state.flares - begin.flares), 12)
    spent = [order for order in apart.orders if "flare" in order.offer.title.lower()]
    assert spent
    assert {order.worse for order in spent} == {True}
    assert apart.orders[: len(apart.best)] == apart.best
    behind = [order.behind for order in apart.orders[len(apart.best) :]]
    assert behind == sorted(behind)


def test_the_time_is_the_bound_of_what_is_sampled() -> None:
    offered = len(MAIL.legal(in_the_air(), "pilot"))
    assert valued(lambda begin, state: 0.0, 1).ends == offered


def test_the_order_of_the_cards_that_nobody_knows_plays_no_part() -> None:
    state = in_the_air()
    other = replace(state, deck=tuple(reversed(state.deck)))
    assert asked(state, 6) == asked(other, 6)
    advisor = REGISTRY.advisor("mail")
    assert advisor is not None
    peeking = type("Peeking", (type(advisor),), {"imagined": lambda *args: None})()
    with pytest.raises(PluginError, match="has to draw what is hidden"):
        advise(MAIL, peeking, state, "pilot", ends=1)


def test_who_has_nothing_to_order_gets_no_advice() -> None:
    state = replace(in_the_air(), winner="draw")
    with pytest.raises(DataError, match="nothing to order now"):
        asked(state, 1)
