"""What the automatic player makes of each kind of order is decided, not forgotten."""

from __future__ import annotations

from aqmf_air.api import Command, kinds_in
from aqmf_air.games.aces_of_valor.automatic.policy import VALUES
from aqmf_air.games.aces_of_valor.sequence import CHAPTERS

WORTH_NOTHING = {
    "ChooseOptions", "BeginWith", "DrawOptions", "UseOption", "ChooseTier", "DoneLoading", "FlyOn", "KeepTogether", "PassBy",
    "StayUp", "LandLoaded", "AlwaysRollNationality", "ChooseEnemy", "Evade", "KeepOrdnance", "Mention", "GoOn", "SetPace",
}  # fmt: skip
"""What goes without saying: it is given where nothing else is worth more."""

ORDERS = kinds_in(Command, *CHAPTERS)


def test_an_order_without_a_value_is_known_to_be_worth_nothing() -> None:
    unvalued = {order.__name__ for order in ORDERS if order not in VALUES}
    forgotten = ", ".join(sorted(unvalued - WORTH_NOTHING))
    assert not forgotten, f"automatic/policy.py: no value in VALUES for {forgotten}; where that is meant, name it here"
    assert unvalued >= WORTH_NOTHING, "has a value now: take it out of WORTH_NOTHING"
    assert VALUES.keys() <= set(ORDERS)
