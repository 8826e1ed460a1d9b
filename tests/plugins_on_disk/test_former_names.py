"""A plugin that uses API 2 alone, by the names of then: it works, with a line for each name that is on its way out."""

from __future__ import annotations

import sys
import warnings
from types import ModuleType
from typing import Any, cast

import pytest

from aqmf_air.api import InWords, Session, load_registry, new_header

GAME = """
from aqmf_air import hookimpl
from aqmf_air.api import Dice, Event, GameState, Offer, Order, RulesetOfOrders, RulesetSource, Side, Stage
from aqmf_air.api import Frozen, Names, Table, concerning, numbered, replace, total

AQMF_API = 2


class Setup(Frozen):
    pass


class Pier(GameState):
    fish: int = 0

    @property
    def stage(self):
        return Stage(1, "fish", "Fishing", () if self.winner else ("angler",))


class Caught(Event[Pier], type="pier.caught"):
    fish: int

    def apply(self, pier):
        return replace(pier, fish=pier.fish + self.fish)

    def tell(self, pier):
        return f"{self.fish} fish are caught"

    def told_to(self, pier, player):
        return super().told_to(pier, player) if player == "angler" else "something is caught"


class Fish(Order[Pier, None], type="pier.fish"):
    phrases = ("fish with {bait}",)
    bait: str = "worm"

    @classmethod
    def offers(cls, pier, player, rules):
        return [Offer(cls(), "fish")]

    @classmethod
    def slots(cls, pier, player, rules):
        return {"bait": Names("a bait", {"worms": "worm", "bread": "bread"})}

    @classmethod
    def meant(cls, pier, player, rules, values):
        return super().meant(pier, player, rules, values)

    @classmethod
    def shown(cls, pier, player, rules, offers):
        return (cls(bait="bread"),)

    def decide(self, pier, rules, dice):
        return (Caught(fish=concerning(dice, "the pier").draw(total("fish", 1, numbered(6), by="angler"))),)


class Angling(RulesetOfOrders[Pier, None]):
    id, version, title, no_order = "pier", "1", "Pier", "PIER-1"

    def __init__(self, registry):
        self.rulings = registry.rulings(self.id)
        super().__init__((Fish,), (Caught,), Setup, registry)

    def sides(self, state=None):
        return (Side("angler", "Angler", "navy"),)

    def initial(self, setup):
        return Pier()

    def observe(self, state, player):
        return state

    def summary(self, view):
        return (f"{view.fish} fish",)


aqmf_register_rulesets = hookimpl(lambda: [RulesetSource("pier", "Pier", Angling)])
"""


@pytest.fixture(scope="module")
def plugin() -> tuple[ModuleType, list[str]]:
    """The plugin, and what is warned of as it is imported."""
    module = ModuleType("pier")
    sys.modules["pier"] = module
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        exec(compile(GAME, "pier.py", "exec"), vars(module))
    return module, [str(warning.message) for warning in caught]


def test_each_former_name_is_warned_of_in_one_line(plugin: tuple[ModuleType, list[str]]) -> None:
    gone = "now; the former name goes with the next release"
    assert sorted(set(plugin[1])) == [
        f"api: Table is called DiceTray {gone}",
        f"api: concerning is called labelled {gone}",
        f"pier.Caught: told_to is called tell_to {gone}",
        f"pier.Fish: meant is called from_words {gone}",
        f"pier.Fish: shown is called examples {gone}",
    ]


def test_it_is_played_read_and_told_by_its_own_methods(plugin: tuple[ModuleType, list[str]]) -> None:
    module: Any = plugin[0]
    game = load_registry(builtin=False, entry_points=False, extra=(("pier", module),)).ruleset("pier")
    session: Session[Any] = Session(game, new_header(game, module.Setup(), seed=1, game="test"))
    words = cast("InWords", game)
    order = words.order_from_words(session.state, "fish with bread", "angler")
    assert order == module.Fish(bait="bread")
    assert [saying.example for saying in words.sayings(session.state, "angler", game.legal(session.state, "angler"))] == [
        "fish with bread"
    ]
    before = session.state
    done: Any = session.submit(order, "angler")
    (event,) = done.entry.events
    assert game.tell(event, before, "angler") == f"{event.fish} fish are caught"
    assert game.tell(event, before, "") == "something is caught"


def test_an_extension_of_the_front_that_says_examples_for_the_offers_of_a_unit_is_asked_by_them() -> None:
    from aqmf_air.games.martian_front.api import UnitOrder

    with pytest.warns(DeprecationWarning, match="Wave: examples is called unit_offers now"):

        class Wave(UnitOrder, type="mine.wave"):
            @classmethod
            def examples(cls, game: Any, unit: Any, mount: Any, foes: Any, rules: Any) -> Any:  # type: ignore[override]
                return ("its own",)

            def decide(self, game: Any, rules: Any, dice: Any) -> tuple[Any, ...]:
                return ()

    former: Any = Wave
    assert list(former.unit_offers(None, None, None, (), None)) == ["its own"]
    assert list(former.examples(None, "human", None, ())) == []
