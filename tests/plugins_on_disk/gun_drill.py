"""A small game on ``aqmf_air.api`` alone, with a table that its owner may replace: a gun fires until it hits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, cast

from aqmf_air import api

D6 = api.numbered(6)


class Range(api.Sourced):
    paces: int
    need: int


class Setup(api.Frozen):
    paces: int = 2
    tables: str


class Drill(api.GameState):
    setup: Setup
    shots: int = 0

    @property
    def stage(self) -> api.Stage:
        return api.Stage(1, "fire", "Fire", () if self.winner else ("gunner",))


def hit(dice: api.Dice, need: int) -> bool:
    return bool(dice.draw(api.check("shot", D6, api.AtLeast(need), by="gunner")))


def shot(need: int) -> api.Question:
    return api.Question("the shot hits", hit, (need,), (api.TargetNumber("to hit", need, "range", "DRILL-2"),))


class Fired(api.Event[Drill], type="drill.fired"):
    hit: bool

    def apply(self, state: Drill) -> Drill:
        return api.replace(state, shots=state.shots + 1, winner="gunner" if self.hit else "")

    def tell(self, state: Drill) -> str:
        return "hit" if self.hit else "miss"


class Fire(api.Order[Drill, api.Registry], type="drill.fire"):
    phrases: ClassVar[tuple[str, ...]] = ("fire",)

    @classmethod
    def offers(cls, state: Drill, player: str, registry: api.Registry) -> Iterable[api.Offer]:
        yield api.Offer(cls(), f"fire, {needed(state, registry)} or more hits")

    def questions(self, state: Drill, registry: api.Registry) -> Sequence[api.Question]:
        return (shot(needed(state, registry)),)

    def decide(self, state: Drill, registry: api.Registry, dice: api.Dice) -> tuple[api.Event[Drill], ...]:
        return (Fired(hit=dice.call(hit, needed(state, registry))),)


def needed(state: Drill, registry: api.Registry) -> int:
    return cast("int", registry.table("drill", state, "ranges").at(state.setup.paces).need)


@dataclass(frozen=True)
class Shot(api.Query):
    """Does a shot hit?"""

    paces: int = api.number("how far", default=2)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        need = opened().table_today("ranges").at(self.paces).need
        return api.Answer("a shot", (api.Line("hits", "hits", shot(need)),), "a hit", bool, "hits")


class GunDrill(api.RulesetOfOrders[Drill, api.Registry]):
    id = "drill"
    version = "1"
    title = "Gun Drill"
    no_order = "DRILL-1"

    def __init__(self, registry: api.Registry) -> None:
        super().__init__((Fire,), (Fired,), Setup, registry)

    def sides(self, state: Drill | None = None) -> tuple[api.Side, ...]:
        return (api.Side("gunner", "Gunner", "#333333"),)

    def initial(self, setup: api.Frozen) -> Drill:
        return Drill(setup=cast("Setup", setup))

    def observe(self, state: Drill, player: str) -> Drill:
        return state

    def summary(self, view: Drill) -> tuple[str, ...]:
        return (f"{view.shots} shots",)


RANGES = api.TableSource("ranges", "Ranges", Path(__file__).with_name("gun_drill.toml"), Range, ("paces",))
aqmf_register_rulesets = api.hookimpl(lambda: [api.RulesetSource("drill", "Gun Drill", GunDrill)])
aqmf_register_tables = api.hookimpl(lambda ruleset: [RANGES] if ruleset == "drill" else ())
