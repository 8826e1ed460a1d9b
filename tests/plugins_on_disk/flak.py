"""An extension of In Clouds of Glory as a stranger writes it: abilities of men, and a barrage that bursts in the sky."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from aqmf_air import api, hookimpl
from aqmf_air.api import Dice, Event, GameStep, Modifier, Objection, Offer, Slot, choose, kinds, modifier
from aqmf_air.api.geometry import Vector, vectors
from aqmf_air.api.ui import Burst
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import CheckFacts, CloudsGame, CloudsSteps

DUCK_HUNTER, MENTOR, MARKSMAN, CHEATS, HANDS = "duck hunter", "old hand", "marksman", "cheats death", "sure hands"
RADIUS, LOWEST, FAR = 10.0, 10.0, 5.0
WAYS: Mapping[str, Vector] = {
    "stay": (0, 0, 0), "north": (0, FAR, 0), "south": (0, -FAR, 0), "up": (0, 0, FAR), "down": (0, 0, -FAR),
}  # fmt: skip


# -- what is kept ----------------------------------------------------------------------------------------------------------


class Flak(api.Frozen):
    at: tuple[float, float, float] | None = None
    lifted: bool = False
    bursts: int = 0

    @property
    def points(self) -> Mapping[str, int]:
        return {"germany": self.bursts}


FLAK = api.Slice("flak", Flak)


# -- abilities -------------------------------------------------------------------------------------------------------------


@hookimpl
def clouds_traits(ruleset: str) -> Sequence[str]:
    return (DUCK_HUNTER, MENTOR, MARKSMAN, CHEATS, HANDS)


@hookimpl
def aqmf_modifiers(ruleset: str, check: str, facts: Any) -> Sequence[Modifier]:
    of = facts.check if check in ("shot", "gunner-shot") else facts
    traits = of.craft.man(of.station).traits
    if check == "shot" and DUCK_HUNTER in traits and facts.table == "side":
        return (modifier(2, DUCK_HUNTER, "FLAK-1"),)
    if check in ("tight turn", "tight-turn-energy") and HANDS in traits:
        return (modifier(2 if check == "tight turn" else -1, HANDS, "FLAK-1"),)
    return ()


@hookimpl
def clouds_rerolls(ruleset: str, check: str, facts: CheckFacts) -> Sequence[str]:
    source = f"{MENTOR} of {facts.craft.side}"
    friends = (*facts.game.friends(facts.craft), facts.craft)
    there = any(MENTOR in man.traits for craft in friends for man in craft.crew)
    return (source,) if there and source not in facts.game.spent else ()


def shifted(rules: CloudsSteps, dice: Dice, facts: CheckFacts, total: int) -> int:
    says = f"{facts.craft.marking}: the hit is worth {total}"
    titles = ("let it stand", "a D4 more", "a D4 less")
    decision = api.Decision(
        kind=MARKSMAN, by=facts.craft.side, options=("stand", "more", "less"), titles=titles, says=says, facts=(total,)
    )
    way = {"stand": 0, "more": 1, "less": -1}[choose(dice, decision)]
    return total + way * dice.draw(api.expression(MARKSMAN, "1d4", by=facts.craft.side)) if way else total


def spared(rules: CloudsSteps, dice: Dice, facts: CheckFacts) -> clouds.Spared:
    check = clouds.luck_check(rules, facts, CHEATS, modifier(-4, "certain death", "FLAK-1"))
    came = clouds.tested(dice, check)
    left = dice.draw(api.expression("Fortitude left", "1d4", by=facts.craft.side)) if came.passed else 0
    return clouds.Spared(left, check.rerolls[: came.spent])


# -- a barrage -------------------------------------------------------------------------------------------------------------


class BarrageMoved(Event[CloudsGame], type="flak.moved"):
    at: tuple[float, float, float]
    lifted: bool = False

    def apply(self, game: CloudsGame) -> CloudsGame:
        return FLAK.changed(game, at=self.at, lifted=self.lifted)

    def tell(self, game: CloudsGame) -> str:
        return "the barrage is lifted" if self.lifted else f"the barrage is {self.at[2]:g} up"


class BarrageFired(Event[CloudsGame], type="flak.fired"):
    wording = "the barrage bursts, {face}"
    face: int

    def apply(self, game: CloudsGame) -> CloudsGame:
        return FLAK.changed(game, bursts=FLAK.of(game).bursts + 1)


def place_of(game: CloudsGame) -> tuple[float, float, float]:
    return FLAK.of(game).at or (0.0, 0.0, LOWEST)


def move(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Iterable[Event[CloudsGame]]:
    at = place_of(game)
    ways = [way for way, by in WAYS.items() if at[2] + by[2] >= LOWEST]
    titles, says = tuple(f"the barrage: {way}" for way in ways), "the barrage may move"
    way = choose(dice, api.Decision(kind="barrage", by="germany", options=tuple(ways), titles=titles, says=says))
    yield BarrageMoved(at=vectors.add(at, WAYS[way]))


def inside(game: CloudsGame) -> list[clouds.Craft]:
    at = place_of(game)
    return [craft for craft in game.in_air if vectors.size(vectors.add(craft.pose.place, at, -1)) <= RADIUS]


def fire(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Iterable[Event[CloudsGame]]:
    names = tuple(craft.id for craft in inside(game))
    if not names:
        return
    face = dice.draw(api.pick("barrage", tuple(range(1, 21)), by="germany"))
    victim = str(dice.draw(api.pick("whom", names, by="germany"))) if face > 18 and len(names) > 1 else names[0]
    yield BarrageFired(face=face)
    if face > 18:
        text = "2d10" if face == 19 else "1d20+15"
        yield api.StepsAdded(steps=(GameStep(name="struck", of=victim, facts=(text, "germany")),))


@hookimpl
def clouds_phase_steps(ruleset: str, game: CloudsGame, phase: clouds.Phase) -> Sequence[GameStep]:
    name = {"movement": "barrage moves", "shooting": "barrage"}.get(phase)
    return (GameStep(name=name),) if name and FLAK.of(game).at and not FLAK.of(game).lifted else ()


@hookimpl
def clouds_bodies(ruleset: str, view: CloudsGame) -> Sequence[clouds.SkyBody]:
    flak = FLAK.of(view)
    there = flak.at and not flak.lifted
    return (
        (clouds.SkyBody("barrage", "the barrage", place_of(view), RADIUS, side="germany", what="bursts"),) if there else ()
    )


@hookimpl
def clouds_marks(ruleset: str, moment: Any, at: Any) -> Sequence[Any]:
    if not isinstance(moment.event, BarrageFired):
        return ()
    return [Burst(point, RADIUS) for point in at(place_of(moment.state))]


@hookimpl
def clouds_faults(ruleset: str, setup: clouds.Setup) -> Sequence[str]:
    at = FLAK.of(setup).at
    return (f"barrage: expected {LOWEST:g} MU of height at least, got {at[2]:g}",) if at and at[2] < LOWEST else ()


class Lift(api.SteppedOrder[CloudsGame, CloudsSteps], type="flak.lift"):
    """Those who fire the barrage lift it, when one of their aircraft is to move."""

    phrases: ClassVar[tuple[str, ...]] = ("lift the barrage",)
    side: str

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, Slot]:
        return {}

    @classmethod
    def from_words(cls, game: CloudsGame, player: str, rules: CloudsSteps, values: api.Said) -> Iterable[Lift]:
        yield cls(side=player)

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[Offer]:
        if not game.open and not any(cls(side=player).against(game, player, rules)):
            yield Offer(cls(side=player), "Lift the barrage")

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[Objection]:
        flak = FLAK.of(game)
        if self.side != player or player != "germany" or not flak.at or flak.lifted:
            yield Objection("FLAK-2", "the German battery lifts a barrage that it fires")
        elif game.phase != "movement" or player not in game.acting:
            yield Objection("FLAK-2", "a barrage is lifted when one of your aircraft is to move")

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        return 5.0 if any(craft.side == self.side for craft in inside(game)) else -5.0

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Iterable[Event[CloudsGame]]:
        yield BarrageMoved(at=place_of(game), lifted=True)


EXTENSION = api.Extension(
    id=clouds.RULESET,
    slices=(FLAK,),
    also={
        kinds.COMMANDS: (Lift,),
        kinds.EVENTS: (BarrageMoved, BarrageFired),
        kinds.RULES: tuple(
            api.Rule(id=id_, text=text, source="this test", standing="house")
            for id_, text in (("FLAK-1", "Men have abilities."), ("FLAK-2", "A barrage bursts where aircraft are."))
        ),
        kinds.PROCEDURES: (
            api.Procedure("step", "barrage moves", move),
            api.Procedure("step", "barrage", fire),
            api.Procedure("damage row", MARKSMAN, shifted),
            api.Procedure("death", CHEATS, spared),
        ),
    },
)
