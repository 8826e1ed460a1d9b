"""Meetings of a stranger's game, line-ups in words, and prices in plain figures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import dawn_duel.plugin
import icepool
import pytest

from aqmf_air.errors import QuestionError, UnknownNameError
from aqmf_air.lab.laboratory import Gauntlet
from aqmf_air.lab.prices import Toll, fair_price, foes_of, priced
from aqmf_air.lab.solving import read_lineup, said_lineup
from aqmf_air.lab.workbench import DUEL, EXACT, Workbench
from aqmf_air.plugins.registry import load_registry


@pytest.fixture(scope="module")
def duels() -> Workbench:
    return Workbench(load_registry(builtin=False, entry_points=False, extra=[("duel", dawn_duel.plugin)]), "duel")


def test_a_game_of_anybodys_takes_part(duels: Workbench) -> None:
    """Against icepool: a turn of two bursts, and who is left after it."""
    one, *others = duels.forces
    other = others[-1]
    terms = duels.terms({"turns": "1", "length": "long"})
    exact = duels.work_out(duels.task(EXACT, ((one, 1),), ((other, 1),), terms))
    floats = duels.result(duels.task(DUEL, ((one, 1),), ((other, 1),), terms))
    kinds = {kind.name: kind for kind in dawn_duel.rules.numbers().aircraft}
    table: Any = dawn_duel.rules.numbers().gunnery
    bullet = icepool.d8.map(lambda face: int(face >= table.to_hit)) * (
        1 + icepool.d12.map(lambda f: int(f >= table.critical))
    )
    left = [
        (kinds[mine].structure - (2 * kinds[theirs].guns) @ bullet).map(lambda points: points > 0)
        for mine, theirs in ((one, other), (other, one))
    ]
    both = icepool.map(lambda a, b: {(1, 0): "a", (0, 1): "b", (0, 0): "both"}.get((int(a), int(b)), "undecided"), *left)
    wanted = {str(end): Fraction(ways, both.denominator()) for end, ways in both.items()}
    assert {end: Fraction(chance) for end, chance in exact["ends"].items() if chance != "0"} == wanted
    assert floats["ends"] == pytest.approx({end: float(Fraction(chance)) for end, chance in exact["ends"].items()})


def test_line_ups_are_read_as_they_are_said(duels: Workbench) -> None:
    units = Workbench(load_registry(entry_points=False), "aqmf").laboratory
    lineup = read_lineup("2 x assault tripod+ scout-tripod + Scout Tripod", units)
    assert lineup == (("Assault Tripod", 2), ("Scout Tripod", 2))
    assert read_lineup(said_lineup(lineup), units) == lineup
    (name, *_) = duels.forces
    with pytest.raises(QuestionError, match="expected 1 aircraft, got 2"):
        duels.lineup(f"2 x {name}")
    with pytest.raises(UnknownNameError, match=f"did you mean {name}"):
        duels.lineup(f"{name}x")


def test_a_fair_price_makes_the_exchange_that_of_the_anchor(duels: Workbench) -> None:
    anchor, force = Toll(90, 0.9), Toll(120, 0.5)
    price = fair_price(force, anchor, 60)
    assert price is not None
    assert force.gained / price - force.lost == pytest.approx(anchor.gained / 60 - anchor.lost)
    assert fair_price(Toll(120, 0.1), Toll(30, 0.9), 60) is None, "so little is lost that no price is too high"
    gauntlet = Gauntlet("d8", 60, {"even": {"x": 1, "y": 1}, "x": {"x": 1}}, {})
    terms = duels.terms({})
    of = {("d8", "x"): anchor, ("d8", "y"): anchor, ("f", "x"): force, ("f", "y"): anchor}
    found = priced("f", 80, gauntlet, {(*pair, terms): toll for pair, toll in of.items()}, [terms])
    assert foes_of(gauntlet) == ("x", "y")
    assert found.fair == fair_price(Toll(105, 0.7), anchor, 60)
    assert found.interval == (found.fair, price)
    assert found.document()["tried"][1] == {"mix": "x", "terms": {}, "price": price}
