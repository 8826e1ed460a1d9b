"""The best of the shortest ways, against a second working that looks at every one of them. FLT-5, AA-1, EVT-1, OR-7."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from aqmf_air.core.data.model import replace
from aqmf_air.games.aces_of_valor.chapters import sectors
from aqmf_air.games.aces_of_valor.chapters.moves import FlyOn, best_way
from aqmf_air.games.aces_of_valor.state import Campaign, Place
from aqmf_air.games.aces_of_valor.tables import LeastRoll
from tests.games.aces_of_valor.in_flight import flying, replay, titles

SUMS = [one + other for one, other in product(range(1, 7), repeat=2)]
BALLOONS_AND_TRENCHES = {"french": (5, 6), "german": (3, 4)}
"""The columns from which the enemy fires."""
PLACES = st.tuples(st.integers(0, sectors.COLUMNS - 1), st.integers(0, sectors.ROWS - 1))


def at_large(start: Place, nation: str, *, turn: int = 1, wind: bool = False) -> Campaign:
    """A flight that may go wherever it likes, with fuel for any way."""
    game = flying(at=start, rulings={"must_try": "free"}, options={"cards": ("OR-7",) if wind else ()}, path=(start,))
    flown = replace(game.flown, turn=turn, length=99)
    return replace(game, nation=nation, mission=flown)


def every_way(start: Place, to: Place, turn: int, wind: bool) -> Iterator[tuple[Place, ...]]:
    """The sectors over which the flight is turn by turn, on each way that comes nearer with each move."""
    if start == to:
        yield ()
        return
    (x, y), (there_x, there_y) = start, to
    moves = [(x + (1 if there_x > x else -1), y)] if there_x != x else []
    moves += [(x, y + (1 if there_y > y else -1))] if there_y != y else []
    for move in moves:
        at = start if wind and turn % 6 == 0 and move[0] < x else move
        for rest in every_way(at, to, turn + 1, wind):
            yield (at, *rest)


def kind_of(at: Place, nation: str, game: Campaign) -> str:
    """What a sector is to the flight, by the columns of the map and the list of airfields alone."""
    own = at[0] < 5 if nation == "french" else at[0] > 4
    if at[0] in (4, 5):
        return "friendly-trench" if own else "enemy-trench"
    fields = {(row.x, row.y) for row in game.tables.of.tables["map-sectors"] if getattr(row, "feature", "") == "airfield"}
    return "friendly-rear" if own else "enemy-airfield" if at in fields else "enemy-rear"


def costs(way: tuple[Place, ...], nation: str, game: Campaign) -> tuple[int, int, Fraction]:
    """Turns, turns under fire, and the chance that anything happens."""
    quiet = Fraction(1)
    for at in way:
        need = game.tables.of.of("f6", LeastRoll).at(kind_of(at, nation, game)).need
        quiet *= Fraction(sum(total < need for total in SUMS), len(SUMS))
    return len(way), sum(at[0] in BALLOONS_AND_TRENCHES[nation] for at in way), 1 - quiet


@pytest.mark.rule("AOV-FLT-5", "AOV-AA-1", "AOV-EVT-1")
@settings(max_examples=60)
@given(PLACES, PLACES, st.sampled_from(["french", "german"]), st.integers(1, 6), st.booleans())
def test_no_shortest_way_is_better(start: Place, to: Place, nation: str, turn: int, wind: bool) -> None:
    assume(2 <= sectors.distance(start, to) <= 11)
    game = at_large(start, nation, turn=turn, wind=wind)
    way = best_way(game, to)
    best = min(costs(one, nation, game) for one in every_way(start, to, turn, wind))
    assert way is not None
    assert (way.turns, way.under_fire, way.event) == best


@pytest.mark.rule("AOV-FLT-5")
def test_home_from_the_enemys_balloons_is_not_along_his_guns() -> None:
    """The finding: from G2 home to B8 the flight flew down the balloon line, eight turns under fire for three."""
    game = at_large((6, 1), "french")
    way = best_way(game, (1, 7))
    assert way is not None
    assert (way.turns, way.under_fire) == (11, 1)
    assert way.moves[:2] == ((5, 1), (4, 1))


@pytest.mark.rule("AOV-FLT-5", "AOV-FLT-7")
def test_flying_on_goes_that_way() -> None:
    game = flying("balloon-busting", pace="flow")
    way = best_way(game, (6, 4))
    assert way is not None
    assert titles(game)[0] == "Fly on to German balloon C, until something happens: 6 moves, 2 under AA fire, an event 76.6%"
    no_event, silent = [1, 1], [1]
    flown = [no_event] * 4 + [silent, no_event] * 2
    after, _ = replay(game, FlyOn(to=(6, 4)), *flown, [1])
    assert after.flown.path[1:] == way.moves
    assert titles(game)[1].startswith("Fly ")
    (x, y), (next_x, next_y) = (1, 5), way.moves[0]
    direction = {(0, -1): "north", (1, 0): "east", (0, 1): "south"}[next_x - x, next_y - y]
    assert titles(game)[1].startswith(f"Fly {direction} to "), "the best move comes first"


@pytest.mark.rule("AOV-MIS-2", "AOV-FLT-5")
def test_only_moves_that_are_allowed_are_on_the_way() -> None:
    bound = flying(at=(5, 2), given_up=True, homeward=0)
    way = best_way(bound, (1, 3))
    assert way is not None
    assert way.turns == 5
    assert best_way(bound, (9, 7)) is None
    short = flying(at=(1, 5), length=8)
    assert best_way(short, (8, 5)) is None, "objective and an airfield are out of reach"
