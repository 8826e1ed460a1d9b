"""Wild states of the expanded game: rulings, poses, wounds, traits, guns, what is on the ground and in the air, by lot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import atan2, degrees, dist
from random import Random
from typing import Any, get_args

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose
from aqmf_air.games.clouds_of_glory.api import CloudsGame, CloudsSteps, due, then
from aqmf_air.games.clouds_of_glory.sequence import STEPS
from aqmf_air.games.clouds_of_glory.state import FlownWith
from aqmf_air.games.clouds_of_glory.tables import tables as core_tables
from aqmf_air.games.clouds_of_glory_expanded.chapters.ability_traits import TRAITS
from aqmf_air.games.clouds_of_glory_expanded.chapters.attention import OBSERVING, Busy
from aqmf_air.games.clouds_of_glory_expanded.sequence import CHAPTERS
from tests.games.clouds_of_glory.fights import aircraft, registry, rules, setup_of
from tests.games.clouds_of_glory_expanded.sorties import sortie, tables, unit

ALLIED = ("Sopwith Camel", "S.E.5a", "R.E.8", "Breguet 14", "F.E.2b", "Handley Page O/400")
MIDDLE = (30.0, 30.0)
HOWITZERS = {"id": "howitzers", "side": "entente", "name": "the howitzers", "aim": [34, 40]}
LEFT_OUT = ("jam", "shot", "friend", "holds", "hit from below", "ground fire", "pilotless", "salvo", "moved", "lasting harm")
"""Steps that follow of an order, and that no question asks about."""


@cache
def choices() -> dict[str, tuple[Any, ...]]:
    """Every ruling that may be chosen, with what it may be; the default first."""
    fields = type(setup_of({"aircraft": [aircraft("a", "entente", ALLIED[0])]}).rulings).model_fields
    return {name: get_args(field.annotation) for name, field in fields.items() if get_args(field.annotation)}


def wild_rulings(lot: Random) -> dict[str, Any]:
    """Some of the rulings otherwise than by default."""
    fixed = ("aa_first_place", "drop_near")
    return {name: lot.choice(ways) for name, ways in choices().items() if name not in fixed and lot.random() < 0.4}


def wild_man(lot: Random, **more: Any) -> dict[str, Any]:
    """A man of any skills, with a re-roll or two, and some traits."""
    skills = {skill: lot.randint(1, 24) for skill in ("awareness", "flying", "gunnery", "fortitude", "luck")}
    traits = lot.sample(TRAITS, lot.choice((0, 0, 1, 3, len(TRAITS))))
    return {"name": "Somebody", **skills, "rerolls": lot.choice((0, 0, 1, 2)), "traits": traits, **more}


def wild_units(lot: Random) -> list[dict[str, Any]]:
    """Units about the middle of the board, of both sides."""
    kinds, covers = [row.id for row in tables().ground_units], [*tables().covers]
    return [
        unit(
            f"unit-{place}",
            lot.choice(("germany", "germany", "entente")),
            lot.choice(kinds),
            at=[round(axis + lot.gauss(0, 1.5), 2) for axis in MIDDLE],
            cover=lot.sample(covers, lot.choice((0, 0, 1, 2))),
            takes_cover=lot.random() < 0.2,
            moves=lot.random() < 0.3,
            lost=lot.choice((0, 0, 0, 2, 3)),
            spotted=lot.randint(-4, 4),
        )
        for place in range(lot.randint(1, 5))
    ]


def wild_game(lot: Random) -> CloudsGame:
    """A fight with all chapters in the middle of a turn; ``plane`` is the Entente's, and has somebody at his turn."""
    type_, turn = lot.choice(ALLIED), lot.randint(1, 6)
    panel = panel_of(type_)
    crew = [wild_man(lot), *(wild_man(lot, station=place.name) for place in panel.stations)]
    speed = lot.choice((panel.top, panel.top - 20, panel.top + 60, panel.top - 40))
    own = aircraft("plane", "entente", type_, speed=panel.top, crew=crew, bombs=2)
    foe = aircraft("foe", "germany", at=[50, 50, 30], crew=[wild_man(lot)])
    height = lot.choice((0.5, 3.0, 6.0, 9.0, 14.4, 20.0, 33.0))
    balloon = {"id": "gasbag", "side": "germany", "name": "the gasbag", "at": [*MIDDLE, lot.choice((1.5, 4.0, 9.0))]}
    units = wild_units(lot)
    slices = {
        "balloons": {
            "incendiary": ["plane"] * (lot.random() < 0.5),
            "envelopes": [{"id": "gasbag", "standing": lot.choice((0, 2, 5, 17)), "once": lot.choice((0, 0, 10))}],
        },
        "rockets": {"aboard": [{"aircraft": "plane", "number": lot.randint(0, 9)}], "wind": lot.randint(1, 12)},
        "parachutes": {"men": ["foe"], "ground": lot.choice((0, 5))},
        "bombing": {"weights": [{"craft": "plane", "kg": lot.choice((2, 10, 20, 40, 100))}]},
        "drops": {
            "places": [
                {"id": f"post-{cargo}", "side": "entente", "name": f"the {cargo} post", "at": [*MIDDLE], "cargo": cargo}
                for cargo in ("message", "supplies")
            ],
            "aboard": [{"craft": "plane", "cargo": cargo} for cargo in ("message", "supplies")],
        },
        "artillery": {"batteries": [{**HOWITZERS, "pool": lot.choice((None, 0, 1, 2, 3, 8))}]},
        "observing": {"radios": ["plane"] * bool(panel.stations), "firing": lot.randint(-3, 3)},
    }
    seats = ["plane", *(f"plane/{place.name}" for place in panel.stations)]
    game = sortie(
        own, foe, chapters=CHAPTERS, units=units, slices=slices, phase="shooting", turn=turn, waiting=[lot.choice(seats)],
        setup={"balloons": [balloon], "turns": 10}, **wild_rulings(lot),
    )  # fmt: skip
    if panel.stations and lot.random() < 0.3:
        station = lot.choice(panel.stations).name
        game = api.replace(
            OBSERVING.changed(game, busy=(Busy("plane", station, turn, "radio"),)), waiting=(f"plane/{station}",)
        )
    return wild_plane(lot, game, height, speed, turn)


def wild_plane(lot: Random, game: CloudsGame, height: float, speed: int, turn: int) -> CloudsGame:
    """The same after the aircraft has flown over the middle of the board or points at it, whatever has befallen it."""
    craft = game.of("plane")
    flown: dict[str, Any]
    if lot.random() < 0.5:
        begun = SpacePose.level(MIDDLE[0] + lot.gauss(0, 1), MIDDLE[1] - lot.uniform(2, 12), height, 0)
        end = SpacePose.level(*begun.place[:1], begun.place[1] + 14, height, 0)
        flown = {"from_pose": begun, "pose": end, "plan": "S14", "flown_with": FlownWith(140)}
    else:
        at = (MIDDLE[0] + lot.uniform(-6, 6), MIDDLE[1] - lot.uniform(1, 8), height)
        target = (*MIDDLE, lot.choice((0.0, 1.5, 4.0, 9.0)))
        heading = degrees(atan2(target[0] - at[0], target[1] - at[1]))
        nose = degrees(atan2(target[2] - at[2], dist(at[:2], target[:2]))) + lot.gauss(0, 3)
        flown = {"from_pose": None, "pose": SpacePose.level(*at, heading, nose), "plan": ""}
    rows = tuple(
        api.replace(row, halves=lot.choice((1, 2, 3, 4, 20)), jams=(2,) * lot.choice((0, 0, min(1, row.guns))))
        for row in craft.rows
    )
    trouble = lot.choice(("", "", "", "", "", "stalled", "immelmann"))
    changes = {"speed": speed, "tasks": 1, "bombs": lot.choice((0, 1, 2, 4, 9)), "trouble": trouble, "order": 1}
    changes |= {"fire": lot.random() < 0.05, "blackout": turn * (lot.random() < 0.05)}
    craft = api.replace(craft, **flown, **changes, rows=rows)
    for man in craft.crew:
        craft = craft.with_man(man.station, shot=False, wounds=min(lot.choice((0, 0, 2, 7)), man.fortitude - 1))
    return game.with_craft(craft)


def panel_of(type_: str) -> Any:
    """The panel of a type."""

    return core_tables.shipped().panel(type_)


# -- plays -------------------------------------------------------------------------------------------------------------


@cache
def asked_steps() -> CloudsSteps:
    """What steps do, but for those that no question asks about; the turn does not go on of itself."""
    steps = CloudsSteps(registry(), STEPS, lambda game, rules: ())
    steps._steps |= dict.fromkeys(LEFT_OUT, lambda game, rules, dice, step: ())
    return steps


def keeps(decision: api.Decision) -> str:
    """The stand-in of questions: no die is rolled again, and no run goes on."""
    return "" if decision.kind == "further target" else decision.options[0]


def played(
    dice: api.Dice, game: CloudsGame, begins: Callable[[Any], Sequence[Any]], answers: Callable[[api.Decision], str] = keeps
) -> list[Any]:
    """All that follows, where nobody rolls a die again, if ``answers`` does not say otherwise."""
    events = list(begins(dice))
    while (state := api.after(game, events)).open:
        events += api.onward(state, asked_steps(), dice, (), answers(state.open.decision))
    return events


def ordered(game: CloudsGame, order: Any) -> Callable[[api.Dice], Sequence[Any]]:
    """What an order leads to."""
    if not isinstance(order, api.SteppedOrder):
        return lambda dice: order.decide(game, asked_steps(), dice)
    begun = tuple(order.begins(game, asked_steps()))
    return lambda dice: api.onward(game, asked_steps(), dice, begun)


def happening(game: CloudsGame, name: str, of: str, *facts: Any) -> Callable[[api.Dice], Sequence[Any]]:
    """What a step leads to."""
    return lambda dice: api.onward(game, asked_steps(), dice, (then(due(name, of, *facts)),))


def offers(game: CloudsGame) -> list[Any]:
    """The orders of the extension that are offered now."""
    return [
        offer.command
        for player in rules().players(game)
        for offer in rules().legal(game, player)
        if "expanded" in type(offer.command).__module__
    ]
