"""Wild words at the orders of the extension, and wild slices in a mission: a clear line each, never anything else."""

from __future__ import annotations

import re
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from aqmf_air import api
from aqmf_air.core.play.typed_orders import Meant, NotUnderstood, order_typed
from aqmf_air.errors import AqmfError
from aqmf_air.games.clouds_of_glory_expanded.sequence import MODULES
from tests.games.clouds_of_glory.fights import rules
from tests.games.clouds_of_glory_expanded.test_conformance import EVERYTHING
from tests.games.clouds_of_glory_expanded.wild import wild_game

HUGE = "9" * 300
WORDS = (
    "nan", "inf", "-1", "1e400", HUGE, f"-{HUGE}", "0.0000001", "", "plane", "the unit-0", "the gasbag", "foe", "nobody",
    "the howitzers", "7", "1/2", "long", "correct aim", "and", "\u202e", "ä" * 500, "%s", "'", "the observer gunner",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 3, 10**300, -1e308, float("nan"), float("inf"), "", HUGE, "camel", "gasbag", "two\nlines", "\u202e",
    [], [[]], ["nobody"], [10**300, 1], [float("nan"), 1], {}, {"id": "x"}, "entente", "1917-02-30",
)  # fmt: skip
ORDERS = [
    kind
    for module in MODULES
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, api.Order) and vars(kind).get("phrases")
]


def is_a_line(text: str) -> bool:
    """Whether a fault is told in one line that is not too long."""
    return bool(text.strip()) and text.isprintable() and len(text) < 600


def said(lot: Random, kind: type[Any]) -> str:
    """A phrase of an order, filled with anything."""
    phrase = re.sub(r"\[([^\]]*)\]", lambda found: lot.choice((found[1], "")), lot.choice(kind.phrases))
    phrase = re.sub(r"(\S+)\|(\S+)", lambda found: lot.choice((found[1], found[2])), phrase)
    return re.sub(r"\{(\w+)\}", lambda found: lot.choice(("plane", *WORDS) if found[1] == "craft" else WORDS), phrase)


@pytest.mark.further(every=4)
@pytest.mark.parametrize("seed", range(8))
def test_wild_words_are_answered_in_a_line(seed: int) -> None:
    lot, game = Random(seed), wild_game(Random(seed))
    offers = tuple(rules().legal(game, "entente"))
    for _ in range(60):
        words = said(lot, lot.choice(ORDERS))
        typed = order_typed(rules(), game, "entente", words, offers)
        if isinstance(typed, NotUnderstood):
            assert is_a_line(typed.message), words
        elif isinstance(typed, Meant):
            refusals = rules().objections(game, typed.offer.command, "entente")
            assert all(is_a_line(str(refusal)) for refusal in refusals), words
            if not refusals:
                rules().decide(game, typed.offer.command, api.DiceTray(api.seeded("words", seed)))


@pytest.mark.further(every=4)
@pytest.mark.parametrize("seed", range(8))
def test_wild_values_in_orders_are_refused_or_carried_out(seed: int) -> None:
    lot, game = Random(seed), wild_game(Random(seed))
    for kind in (lot.choice(ORDERS) for _ in range(60)):
        given = {name: lot.choice(VALUES) for name in kind.model_fields if name != "type"}
        given |= {"craft": "plane"} if "craft" in given else {}
        try:
            order = kind.model_validate(given)
        except ValueError:
            continue
        refusals = rules().objections(game, order, "entente")
        assert all(is_a_line(str(refusal)) for refusal in refusals), given
        if not refusals:
            rules().decide(game, order, api.DiceTray(api.seeded("values", seed)))


def changed(lot: Random, part: Any) -> Any:
    """The same with something of it wild."""
    if lot.random() < 0.3 or not part or not isinstance(part, dict | list):
        return lot.choice(VALUES)
    part = deepcopy(part)
    place = lot.choice([*part]) if isinstance(part, dict) else lot.randrange(len(part))
    part[place] = changed(lot, part[place])
    return part


@pytest.mark.further(every=4)
@pytest.mark.parametrize("seed", range(8))
def test_wild_slices_are_refused_in_a_line(seed: int) -> None:
    lot = Random(seed)
    for _ in range(40):
        slices = dict(EVERYTHING["slices"])
        name = lot.choice([*slices])
        slices[name] = changed(lot, slices[name])
        try:
            scenario = rules().set_up({"title": "A test", **EVERYTHING, "slices": slices}, "test", {})
        except AqmfError as refused:
            fault = str(refused)
        else:
            fault = "none"
            game = rules().initial(scenario.setup)
            assert all(rules().summary(rules().observe(game, side)) for side in rules().players(game))
        assert is_a_line(fault), (slices[name], fault)
