"""The status sheet of an aircraft, in place of the paper one: damage, guns, fuel, crew, and the move that it last made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from aqmf_air.games.richthofens_war.pieces import COMPASS, Aircraft, Airman, Gun
from aqmf_air.games.richthofens_war.rules.guns import fitted
from aqmf_air.games.richthofens_war.rules.moving import max_dive_at
from aqmf_air.games.richthofens_war.rules.skill import NAMES
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.web.board.board import Track

DANGER = 2 / 3
"""Of the damage that an aircraft takes: from here on its boxes are an alarm."""


def tracks(game: Game, one: Aircraft) -> tuple[Track, ...]:
    """The boxes of an aircraft: what it has taken, and what it has fired off."""
    whole = game.type_of(one).damage
    left = max(whole - one.damage, 0)
    said = f"{one.damage} of {whole}; {left} more destroy it" if one.damage else f"none; {whole} destroy it"
    damage = Track("Damage", whole, min(one.damage, whole), said, alarm=one.damage >= DANGER * whole)
    return (damage, *(_gun(game, one, gun) for gun in one.guns), *_fuel(one))


def _gun(game: Game, one: Aircraft, gun: Gun) -> Track:
    new = next(
        (each.drums for each in fitted(game.type_of(one), game.tables, game.rulings) if each.name == gun.name), gun.drums
    )
    fresh = sum(new)
    trouble = "out of order" if gun.out else "JAMMED" if gun.jammed else "drum empty: change it" if gun.empty_drum else ""
    said = [trouble, f"{gun.rounds} of {fresh} left" if gun.rounds else "no ammunition"]
    spent = fresh - gun.rounds
    return Track(
        gun.name[:1].upper() + gun.name[1:],
        fresh,
        spent,
        ", ".join(filter(None, said)),
        tuple(accumulate(new))[:-1],
        bool(trouble or not gun.rounds),
    )


def _fuel(one: Aircraft) -> Iterator[Track]:
    if one.gliding:
        yield Track("Engine", 0, said="it glides", alarm=True)
    if one.fuel is not None:
        yield Track("Fuel", 0, said=f"the tank leaks; {one.fuel} roll{'s' * (one.fuel != 1)} made", alarm=True)


def profile(game: Game, one: Aircraft) -> tuple[tuple[str, str], ...]:
    """What an aircraft can do now, and how it last moved."""
    now = game.performance(one)
    turns = " ".join(map(str, now.prices)) or "none"
    return (
        ("Height", f"{one.height} m"),
        ("Facing", COMPASS[one.facing]),
        ("Last move", _last(one)),
        ("Speed", f"{now.min_speed} to {now.max_speed} MP"),
        ("Schedule", f"{now.schedule}: {turns} MP"),
        ("Climb", f"{now.max_climb} m"),
        ("Dive", f"{max_dive_at(one.speed, now, game.tables)} m at speed {one.speed}"),
        ("Dive speed", f"{now.dive_speed}, over to {now.overdive_speed}"),
        ("Ceiling", f"{now.ceiling} m"),
    )


def _last(one: Aircraft) -> str:
    """Its record of the last move. CONT-1."""
    height = (
        f", climbed {one.last.climbed} m" if one.last.climbed else f", dived {one.last.dived} m" if one.last.dived else ""
    )
    sides = abs(one.last.turned)
    turned = f", turned {sides} hexside{'s' * (sides != 1)} {'right' if one.last.turned > 0 else 'left'} in its hex"
    return f"{one.last.speed or one.speed} MP{height}{turned if sides else ''}"


def crew(game: Game, one: Aircraft) -> tuple[str, ...]:
    """The men aboard, each in a line."""
    roles = ("Pilot", "Observer", "Gunner", "Gunner")
    lines = []
    for role, man in zip(roles, one.crew, strict=False):
        skill = (
            NAMES[game.status(one)]
            if role == "Pilot" and one.flown_by == "pilot" and man.fit
            else "novice"
            if man.novice
            else ""
        )
        flies = "at the controls" if role == "Observer" and one.flown_by == "observer" else ""
        said = [man.name, skill, _victories(man), _health(man), flies]
        lines.append(f"{role}: {', '.join(filter(None, said)) or 'fit'}")
    return tuple(lines)


def _victories(man: Airman) -> str:
    return f"{man.victories} victor{'y' if man.victories == 1 else 'ies'}" if man.victories else ""


def _health(man: Airman) -> str:
    return {"fit": "", "wounded": "seriously wounded", "dead": "dead"}[man.health]
