"""Fights to try rules in: missions that ship, aircraft where a test wants them, orders and steps with the dice rolled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose
from aqmf_air.core.play.deciding import onward
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.clouds_of_glory.chapters import setting_up
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, due, then
from aqmf_air.games.clouds_of_glory.sequence import STEPS, Choose, InCloudsOfGlory
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, GunRow, Phase, Setup
from aqmf_air.games.clouds_of_glory.tables import tables
from aqmf_air.plugins.registry import Registry, load_registry

MISSIONS = ("first-patrols", "balloon-line", "duel", "escort", "four-a-side", "interception")
CAMEL, DVA, RE8, HANDLEY = "Sopwith Camel", "Albatros D.Va", "R.E.8", "Handley Page O/400"
MAN = {"name": "Somebody", "awareness": 12, "flying": 12, "gunnery": 12, "fortitude": 11, "luck": 10, "rerolls": 0}
Faces = int | str | tuple[int, ...]


@cache
def registry() -> Registry:
    """What comes with the house, and nothing that is installed beside it."""
    return load_registry(entry_points=False)


@cache
def rules() -> Any:
    """The ruleset."""
    ruleset = registry().ruleset("clouds")
    assert isinstance(ruleset, InCloudsOfGlory)
    return ruleset


# -- missions ----------------------------------------------------------------------------------------------------------


def document(name: str) -> dict[str, Any]:
    """A mission that ships, as its file has it."""
    return dict(api.load_toml(registry().of(api.kinds.SCENARIOS, "clouds")[name].path))


def setup_of(given: dict[str, Any], where: str = "test", **rulings: Any) -> Setup:
    """The set-up of a document."""
    setup = rules().set_up({"title": "A test", **given}, where, rulings).setup
    assert isinstance(setup, Setup)
    return setup


def begun(given: dict[str, Any], **rulings: Any) -> CloudsGame:
    """The state in which a document begins."""
    return setting_up.opened(setup_of(given, **rulings))


def session(given: dict[str, Any], seed: int = 1, **rulings: Any) -> Session[CloudsGame]:
    """A game of a document."""
    return Session(rules(), new_header(rules(), setup_of(given, **rulings), seed=seed, game=f"fight {seed}"))


def played(game: Session[CloudsGame], seed: int = 1, most: int = 400) -> Session[CloudsGame]:
    """The game after offers that are chosen from a seed, and what follows of itself."""
    choose = Random(seed)
    for _ in range(most):
        if game.state.winner:
            break
        if (command := game.ruleset.follows(game.state)) is not None:
            game.submit(command, "")
            continue
        player = game.state.acting[0]
        game.submit(choose.choice(game.ruleset.legal(game.state, player)).command, player)
    return game


# -- aircraft where a test wants them, and what orders lead to ---------------------------------------------------------


def aircraft(id_: str, side: str, type_: str = DVA, **more: Any) -> dict[str, Any]:
    """An aircraft of a scenario, flying north at height 20 in the middle of the board, its men without re-rolls."""
    given = {"id": id_, "side": side, "type": type_, "marking": id_, "crew": [MAN], "at": [30, 30, 20], "speed": 145}
    return {**given, **more}


def gunner(station: str = "observer", **more: Any) -> dict[str, Any]:
    """A gunner of a crew."""
    return {**MAN, "station": station, **more}


def fight(
    *placings: dict[str, Any],
    phase: Phase = "movement",
    waiting: Sequence[str] | None = None,
    turn: int = 1,
    setup: dict[str, Any] | None = None,
    **rulings: Any,
) -> CloudsGame:
    """A fight in the middle of a turn; who is to act: all, in their order, if not said."""
    game = begun({"aircraft": list(placings), **(setup or {})}, **rulings)
    queue = tuple(craft.id for craft in game.craft) if waiting is None else tuple(waiting)
    return api.replace(game, phase=phase, turn=turn, waiting=queue)


def manned(game: CloudsGame, id_: str, station: str = PILOT, **changes: Any) -> CloudsGame:
    """The same with a man changed."""
    return game.with_craft(game.of(id_).with_man(station, **changes))


class Course(NamedTuple):
    """What an order led to."""

    game: CloudsGame
    events: tuple[api.PlainEvent, ...]

    def one(self, kind: type[Any]) -> Any:
        """The only event of a kind."""
        (event,) = self.all(kind)
        return event

    def all(self, kind: type[Any]) -> list[Any]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def has(self, kind: type[Any]) -> bool:
        """Whether there is an event of a kind."""
        return bool(self.all(kind))


def ordered(game: CloudsGame, order: api.Command, player: str, *faces: Faces, seed: int | None = None) -> Course:
    """What an order leads to, with these faces rolled one after the other: all of them, and no other without a seed."""
    assert not [str(objection) for objection in rules().objections(game, order, player)]
    given, further = rolls(faces), api.recorded(()) if seed is None else api.seeded(seed)
    tray = api.DiceTray(lambda ask: (given if given.left else further)(ask))
    events = tuple(rules().decide(game, order, tray))
    assert not given.left, f"{len(given.left)} faces were not asked for"
    return Course(rules().after(game, events), events)


def rolls(faces: Iterable[Faces]) -> Any:
    """Dice that fall so, one roll after the other."""
    return api.recorded([face if isinstance(face, tuple) else (face,) for face in faces])


def chosen(game: CloudsGame, option: str, *faces: Faces, seed: int | None = None) -> Course:
    """What the answer to the open decision leads to."""
    assert game.open is not None
    return ordered(game, Choose(option=option), game.open.decision.by, *faces, seed=seed)


def objections(game: CloudsGame, order: api.Command, player: str) -> list[str]:
    """The rules against an order."""
    return [objection.rule for objection in rules().objections(game, order, player)]


def offered(game: CloudsGame, player: str, kinds: Iterable[type[Any]] = (object,)) -> list[Any]:
    """The orders that are offered."""
    return [offer.command for offer in rules().legal(game, player) if isinstance(offer.command, tuple(kinds))]


# -- what hits lead to, step by step -----------------------------------------------------------------------------------


def craft(id_: str, type_: str, *at: float, **more: Any) -> Craft:
    """An aircraft at a place, level and heading north; fixed guns of two, and a gunner with one where it has a seat."""
    panel, side = tables.shipped().panel(type_), "germany" if type_ == DVA else "entente"
    crew = [MAN, *(gunner(place.name) for place in panel.stations)]
    placing = aircraft(id_, side, type_, marking=f"the {id_}", crew=crew, speed=panel.top)
    flexible = (GunRow(name=f"{place.name} gun", station=place.name, guns=1, halves=8) for place in panel.stations)
    rows = (GunRow(name="fixed", station=PILOT, guns=2, halves=20), *flexible)
    x, y, z = at or (30, 30, 20)
    given = {"rows": rows, "speed": 145, "pose": SpacePose.level(x, y, z, 0), **more}
    return api.replace(fight(placing).of(id_), **given)


def melee(*crafts: Craft, turn: int = 3, **rulings: Any) -> CloudsGame:
    """A fight of these aircraft, in its shooting phase."""
    placings = (aircraft(each.id, each.side, each.type, speed=tables.shipped().panel(each.type).top) for each in crafts)
    return api.replace(fight(*placings, phase="shooting", waiting=(), turn=turn, **rulings), craft=crafts)


def steps_alone(plugins: Any) -> CloudsSteps:
    """What steps do, but for what is near after a move; the turn does not go on of itself."""
    passed_over = dict.fromkeys(("near", "inverted", "ground"), lambda game, rules, dice, step: ())
    return CloudsSteps(plugins, {**STEPS, **passed_over}, lambda game, rules: ())


def happens(
    game: CloudsGame,
    name: str,
    of: str,
    *facts: Any,
    faces: Iterable[Faces] = (),
    answers: Iterable[str] = (),
    plugins: Any = None,
) -> tuple[CloudsGame, list[Any]]:
    """Run a step and all that follows of it.

    Args:
        game: the state.
        name: of the step.
        of: whom it happens to.
        facts: of the step.
        faces: what is rolled, in order; each has to be used.
        answers: what is decided, in order; each has to be asked for.
        plugins: what is plugged in, if it is not as it ships.
    """
    source, steps = rolls(faces), steps_alone(plugins or registry())
    events: list[Any] = list(onward(game, steps, api.DiceTray(source), (then(due(name, of, *facts)),)))
    state = api.after(game, events)
    for answer in answers:
        assert state.open is not None, f"nobody is asked for {answer}"
        assert answer in state.open.decision.options
        more = onward(state, steps, api.DiceTray(source), (), answer)
        events += more
        state = api.after(state, more)
    assert state.open is None, state.open
    assert not source.left, f"not rolled: {list(source.left)}"
    assert all(event.tell(game) is not None for event in events)
    return state, events


def kinds(events: Iterable[Any]) -> list[str]:
    """What happened, by type, without the steps."""
    return [event.type for event in events if not event.type.startswith("steps.")]


def draws(game: CloudsGame, name: str, of: str, *facts: Any, faces: Iterable[Faces] = ()) -> list[Any]:
    """What is asked of the dice in a step and all that follows of it."""
    source, drawn = rolls(faces), list[Any]()

    def noted(ask: Any) -> Any:
        drawn.append(ask)
        return source(ask)

    onward(game, steps_alone(registry()), api.DiceTray(noted), (then(due(name, of, *facts)),))
    return drawn
