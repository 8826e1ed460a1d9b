from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.play.orders import Timing, after
from aqmf_air.core.play.ruleset import Objection
from tests.core.bids import Auction, Bids, Opened, Seal, Sealed


def other_bids(state: Bids, player: str) -> Iterator[Bids]:
    """The same with another number sealed by the other side."""
    other = tuple((side, number if side == player else 3 - number) for side, number in state.sealed)
    if other != state.sealed:
        yield replace(state, sealed=other)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_game_of_orders_conforms(check: Callable[[Subject], object]) -> None:
    check(Subject(Auction, lambda ruleset: Frozen(), hidden=other_bids))


def test_orders_and_events_are_asked_in_turn() -> None:
    game, rules = after(Bids(), [Sealed(side="west", number=2)]), Auction()
    assert [str(one) for one in rules.objections(game, Seal(side="west", number=1), "west")] == ["has sealed a bid (BIDS-1)"]
    assert rules.objections(game, Seal(side="west", number=1), "eats") == (
        Objection("BIDS-3", "no side 'eats'; did you mean east?"),
    )
    told = Sealed(side="west", number=2)
    assert [rules.tell(told, game, player) for player in (None, "west", "east", "")] == [
        "west seals 2",
        "west seals 2",
        "west seals a bid",
        "west seals a bid",
    ]
    over = after(game, [Opened(), *(Sealed(side="east", number=1) for _ in range(5)), Opened()])
    assert rules.over(over) == "draw"
    assert rules.legal(over, "east") == ()
    assert Timing(("other",), "bidding", "BIDS-2").objections(game) == (
        Objection("BIDS-2", "bidding is for another phase than bids"),
    )
