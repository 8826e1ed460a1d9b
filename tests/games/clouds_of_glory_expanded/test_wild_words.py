"""Wild words at the orders of the extension, and wild slices in a mission: a clear line each, never anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

import pytest

from aqmf_air import api
from aqmf_air.core.play.typed_orders import Meant, NotUnderstood, order_typed
from aqmf_air.errors import AqmfError
from aqmf_air.games.clouds_of_glory_expanded.sequence import MODULES, SLICES
from tests.games.clouds_of_glory.fights import rules
from tests.games.clouds_of_glory_expanded.test_conformance import EVERYTHING, UNITS
from tests.games.clouds_of_glory_expanded.wild import wild_game

HUGE = "9" * 300
NAMING: dict[str, Any] = {
    "ground": {"units": [{**UNITS[0], "fired_at": "camel"}, UNITS[4]]},
    "balloons": {
        "incendiary": ["bomber"],
        "winched": ["gasbag"],
        "envelopes": [{"id": "gasbag"}],
        "burnt": [{"balloon": "gasbag", "side": "entente"}],
    },
    "rockets": {"aboard": [{"aircraft": "camel"}], "fired": ["camel"]},
    "parachutes": {
        "men": ["fokker"],
        "tries": [{"seat": "pfalz", "turn": 1}],
        "jumped": [{"seat": "pfalz", "name": "N", "side": "germany", "at": [1, 2, 3], "turn": 1}],
    },
    "observing": {
        "wanted": ["trench"],
        "radios": ["bomber"],
        "identified": [{"unit": "trench", "side": "entente"}],
        "busy": [{"craft": "bomber", "station": "observer", "turn": 1, "task": "looks"}],
    },
    "bombing": {"weights": [{"craft": "camel", "kg": 20}], "runs": [["camel", 1]]},
    "drops": {"aboard": [{"craft": "bomber"}]},
    "flak": {"batteries": [{"id": "archies", "side": "germany", "name": "the archies", "guns": ["archie"]}]},
    "wounds": {"fainted": ["camel"], "prisoners": [["bomber", "observer"]]},
    "abilities": {
        "rookies": [{"mentor": "camel", "rookie": "bomber"}],
        "carried": [{"craft": "camel", "turn": 1, "over": 2}],
    },
}
"""Every field of the slices that names something of a mission, each with a name that is there."""
THINGS = ("camel", "bomber", "fokker", "pfalz", "observer", "gasbag", "trench", "archie")
FREE = (".id", ".name", ".kind", ".cover", ".shell", ".date", "bombing.run.station", "bombing.run.target")
"""Fields of text that name nothing of a mission; nor may a run be under way as it begins."""
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


def texts(kind: Any, path: str) -> Iterator[str]:
    """The fields of a model in which any words may stand."""
    if kind is str:
        yield path
    hints = get_type_hints(kind) if hasattr(kind, "_fields") or hasattr(kind, "model_fields") else {}
    fields = (
        (hint, f"{path}.{name}") for name, hint in hints.items() if name[0] != "_" and get_origin(hint) is not ClassVar
    )
    for part, its_path in (*fields, *((part, path) for part in get_args(kind))):
        yield from texts(part, its_path)


def names(part: Any, path: str, place: tuple[Any, ...] = ()) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Where names of things stand in slices: the field, and the way to it."""
    if isinstance(part, str) and part in THINGS:
        yield path, place
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        yield from names(inner, f"{path}.{key}" if isinstance(key, str) else path, (*place, key))


def test_each_field_that_names_something_is_tried() -> None:
    own = {path for kept in SLICES if kept.name != "campaign" for path in texts(kept.model, kept.name)}
    assert {path for path in own if not path.endswith(FREE)} <= {path for path, _ in NAMES_OF_THINGS} <= own


NAMES_OF_THINGS = [each for kept in NAMING for each in names(NAMING[kept], kept, (kept,)) if each[0] != "ground.units.id"]


@pytest.mark.parametrize(("path", "place"), NAMES_OF_THINGS, ids=lambda value: value if isinstance(value, str) else "")
def test_names_that_nothing_has_are_refused_in_a_line(path: str, place: tuple[Any, ...]) -> None:
    slices = deepcopy({**EVERYTHING["slices"], **NAMING})
    rules().set_up({"title": "A test", **EVERYTHING, "slices": slices}, "test", {})
    part, name = slices, f"nobody-{Random(path).randrange(10**9)}"
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = name
    with pytest.raises(AqmfError, match=f"{place[0]}.*{name}") as refused:
        rules().set_up({"title": "A test", **EVERYTHING, "slices": slices}, "test", {})
    assert is_a_line(str(refused.value))
    assert "expected" in str(refused.value)
