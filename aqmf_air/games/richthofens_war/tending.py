"""Guns at the end of a turn: which may be cleared, which drums changed, and why not. JAM-4 to JAM-6, SPEC-8 to SPEC-22."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.richthofens_war.pieces import Aircraft, Gun
from aqmf_air.games.richthofens_war.rules import fire
from aqmf_air.games.richthofens_war.rules.guns import guns_of
from aqmf_air.games.richthofens_war.state import Game

By = Literal["pilot", "observer"]
What = Literal["clear", "drum"]
TASKS: tuple[What, What] = ("clear", "drum")


class GunTask(NamedTuple):
    """Something that may be done to a gun."""

    what: What
    aircraft: str
    gun: str


def to_tend(game: Game, side: str) -> tuple[GunTask, ...]:
    """What a side may do to its guns at the end of this turn."""
    found = (
        GunTask(what, one.id, gun.name)
        for one in game.flying
        if one.side == side
        for gun in one.guns
        for what in TASKS
        if (gun.jammed if what == "clear" else gun.empty_drum)
    )
    return tuple(task for task in found if not any(True for _ in against(game, task)))


def against(game: Game, task: GunTask) -> Iterator[Objection]:
    """What is said against clearing a gun, or changing its drum. JAM-4 to JAM-6, SPEC-8, SPEC-9, SPEC-12, SPEC-22."""
    one = game.of(task.aircraft)
    gun = next((each for each in one.guns if each.name == task.gun), None)
    rule = "RW-JAM-4" if task.what == "clear" else "RW-SPEC-8"
    if gun is None:
        yield Objection(rule, f"{game.called(one.id)} has no {task.gun[:40]}")
        return
    by = worked_by(game, one, gun)
    if (man := _hands(one, by)) != "":
        yield Objection(rule, man)
    if (one.id, gun.name) in game.tended:
        yield Objection(rule, f"the {gun.name} was tended in this turn")
    if gun.out:
        yield Objection("RW-BASE-1", f"the {gun.name} is out of order for good")
    yield from _against_clearing(game, one, gun, by) if task.what == "clear" else _against_drum(game, one, gun, by)


def worked_by(game: Game, one: Aircraft, gun: Gun) -> By:
    """Who works a gun. DECL-3."""
    own = (each.name for each, _ in guns_of(one, game.type_of(one), "observer", game.rulings))
    return "observer" if gun.name in own else "pilot"


def _hands(one: Aircraft, by: By) -> str:
    """Why a man has no hand for his gun; empty: he has."""
    if one.flown_by == "observer":
        return "the observer is at the controls" if by == "observer" else "nobody is at the pilot's gun"
    man = one.pilot if by == "pilot" else one.observer
    if man is None or man.health == "dead" or (by == "observer" and not man.fit):
        return f"the {by} is out of action"
    return ""


def _against_clearing(game: Game, one: Aircraft, gun: Gun, by: By) -> Iterator[Objection]:
    if not gun.jammed:
        yield Objection("RW-JAM-4", f"the {gun.name} is not jammed")
    elif gun.jammed_in >= game.turn:
        yield Objection("RW-JAM-4", f"the {gun.name} jammed in this turn: it is cleared in a later one")
    if by == "observer":
        return
    if busy := _busy(game, one):
        yield Objection("RW-JAM-5", busy)
    others = [name for id_, name in game.guns_fired if id_ == one.id and _by_pilot(game, one, name)]
    twin = game.type_of(one).front == "A"
    if others and (twin or game.rulings.clear_and_fire == "no"):
        yield Objection("RW-SPEC-12", f"the {others[0]} was fired in this turn")


def _against_drum(game: Game, one: Aircraft, gun: Gun, by: By) -> Iterator[Objection]:
    rule = "RW-SPEC-8" if by == "pilot" else "RW-SPEC-22"
    if not gun.empty_drum:
        yield Objection(rule, f"the {gun.name} needs no other drum")
    fired = {name for id_, name in game.guns_fired if id_ == one.id}
    if gun.name in fired:
        yield Objection(rule, f"the {gun.name} was fired in this turn")
    if gun.jammed and game.rulings.drum_and_clear == "no" and (one.id, gun.name) in game.tended:
        yield Objection("RW-SPEC-22", f"the {gun.name} was cleared in this turn")
    if by == "pilot":
        if busy := _busy(game, one):
            yield Objection("RW-SPEC-9", busy)
        if pilots := [name for name in fired if _by_pilot(game, one, name)]:
            yield Objection("RW-SPEC-9", f"the {pilots[0]} was fired in this turn")


def _by_pilot(game: Game, one: Aircraft, name: str) -> bool:
    return any(gun.name == name for gun, _ in guns_of(one, game.type_of(one), "pilot", game.rulings))


def _busy(game: Game, one: Aircraft) -> str:
    last = one.last
    return fire.too_busy_to_clear(last.climbed, last.dived, last.turned_at_once, last.maneuver, game.tables)


def clear_need(game: Game, one: Aircraft, gun: Gun) -> int:
    """The highest die that clears a gun. JAM-4, JAM-6, SPEC-16."""
    observer = worked_by(game, one, gun) == "observer"
    return fire.clear_need(game.tables, observer=observer, locked=not observer and locks(game, one))


def locks(game: Game, one: Aircraft) -> bool:
    """Whether an aircraft has flown with locked controls: straight and level for the whole move. SPEC-16."""
    last = one.last
    straight = not (last.turned_at_once or last.climbed or last.dived or last.maneuver)
    return straight and one.moved and game.type_of(one).has("locks-controls")
