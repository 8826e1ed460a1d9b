"""A fight, to run steps of it with dice that are known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from aqmf_air.api.geometry import SpacePose
from aqmf_air.core.dice.dice import DiceTray, recorded
from aqmf_air.core.play.deciding import GameStep, StepsAdded, onward
from aqmf_air.core.play.orders import Event, after
from aqmf_air.games.clouds_of_glory.chapters import damage, fire, gunnery, leaving, moving, stalls, structure
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps
from aqmf_air.games.clouds_of_glory.sequence import CloudsRulings
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, CrewMember, GunRow, Placing, Setup

CAMEL, DVA, RE8, HANDLEY = "Sopwith Camel", "Albatros D.Va", "R.E.8", "Handley Page O/400"


class NoPlugins:
    """A registry in which nobody has anything to add."""

    def modifiers(self, *about: Any) -> tuple[()]:
        return ()

    def ask(self, *about: Any, **facts: Any) -> tuple[()]:
        return ()

    def of(self, *about: Any) -> dict[Any, Any]:
        return {}


def nothing(game: Any, rules: Any, dice: Any, step: Any) -> tuple[()]:
    """A step that these tests do not look at."""
    return ()


CHAPTERS = (moving, stalls, gunnery, structure, fire, damage, leaving)
STEPS = {name: run for chapter in CHAPTERS for name, run in chapter.STEPS.items()}
RULES = CloudsSteps(NoPlugins(), {"near": nothing, "inverted": nothing, "ground": nothing, **STEPS}, lambda game, rules: ())  # type: ignore[arg-type]


def craft(id_: str, type_: str, *at: float, **more: Any) -> Craft:
    """An aircraft at a place, level and heading north; fixed guns of two, and a gunner with one where it has a seat."""
    game = CloudsGame(setup=Setup(aircraft=(placing(id_, type_),), rulings=CloudsRulings()), craft=())
    panel = game.tables.panel(type_)
    crew = (
        CrewMember(name="Pilot", rerolls=0),
        *(CrewMember(name=s.name, station=s.name, rerolls=0) for s in panel.stations),
    )
    flexible = (GunRow(name=f"{s.name} gun", station=s.name, guns=1, halves=8) for s in panel.stations)
    x, y, z = at or (30.0, 30.0, 20.0)
    basic: dict[str, Any] = {
        "side": "entente" if type_ in (CAMEL, RE8, HANDLEY) else "germany",
        "crew": crew,
        "rows": (GunRow(name="fixed", station=PILOT, guns=2, halves=20), *flexible),
        "strength": panel.strength,
        "speed": 145,
        "pose": SpacePose.level(x, y, z, 0, 0),
        "engines": ("runs",) * len(panel.engine_out),
    }
    return Craft(id=id_, type=type_, marking=f"the {id_}", **basic | more)


def placing(id_: str, type_: str) -> Placing:
    crew = (CrewMember(name="Pilot"),)
    return Placing(id=id_, side="entente", type=type_, marking=id_, crew=crew, at=(30, 30, 20), speed=145)


def fight(
    *aircraft: Craft, turn: int = 3, board: tuple[float, float] = (60, 60), areas: Any = (), **rulings: Any
) -> CloudsGame:
    """A fight of these aircraft, in its shooting phase."""
    setup = Setup(
        aircraft=tuple(placing(each.id, each.type) for each in aircraft),
        rulings=CloudsRulings(**rulings), board=board, areas=areas,
    )  # fmt: skip
    return CloudsGame(setup=setup, craft=aircraft, turn=turn, phase="shooting")


def happens(
    game: CloudsGame, name: str, of: str, *facts: Any, faces: Iterable[Any] = (), answers: Iterable[str] = ()
) -> tuple[CloudsGame, list[Event[CloudsGame]]]:
    """Run a step and all that follows of it.

    Args:
        game: the state.
        name: of the step.
        of: whom it happens to.
        facts: of the step.
        faces: what is rolled, in order; each has to be used.
        answers: what is decided, in order; each has to be asked for.
    """
    rolls = [(face,) if not isinstance(face, tuple) else face for face in faces]
    source = recorded(rolls)
    dice = DiceTray(source)
    events = list(onward(game, RULES, dice, (StepsAdded(steps=(GameStep(name=name, of=of, facts=facts),)),)))
    state = after(game, events)
    for answer in answers:
        assert state.open is not None, f"nobody is asked for {answer}"
        assert answer in state.open.decision.options
        more = onward(state, RULES, dice, (), answer)
        events += more
        state = after(state, more)
    assert state.open is None, state.open
    assert not list(source.left), f"not rolled: {list(source.left)}"
    assert all(event.tell(game) is not None for event in events)
    return state, events


def kinds(events: Iterable[Event[Any]]) -> list[str]:
    """What happened, by type, without the steps."""
    return [event.type for event in events if not event.type.startswith("steps.")]


def draws(game: CloudsGame, name: str, of: str, *facts: Any, faces: Iterable[Any] = ()) -> list[Any]:
    """What is asked of the dice in a step and all that follows of it."""
    source, drawn = recorded([(face,) for face in faces]), list[Any]()

    def noted(ask: Any) -> Any:
        drawn.append(ask)
        return source(ask)

    onward(game, RULES, DiceTray(noted), (StepsAdded(steps=(GameStep(name=name, of=of, facts=facts),)),))
    return drawn
