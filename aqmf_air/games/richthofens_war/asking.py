"""Who may declare a target after a move or a declaration, and whom; who has a choice in the sealed stages. DECL, ACE-2."""

from __future__ import annotations

from aqmf_air.core.data.model import replace
from aqmf_air.games.richthofens_war import targets
from aqmf_air.games.richthofens_war.over_ground import torn_by_ground
from aqmf_air.games.richthofens_war.pieces import SIDES, Aircraft, Declaration, DeclaringPilot, SideId
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.targets import Aim


def may_declare(game: Game, asked: DeclaringPilot) -> tuple[Aim, ...]:
    """The shots that somebody who is asked may declare now."""
    by: targets.By = "observer" if asked.why == "observer" else "pilot"
    found = (targets.aim(game, asked.aircraft, by, id_, asked.why) for id_ in asked.targets if game.is_up(id_))
    return tuple(one for one in found if not one.against)


def asked_after_move(game: Game, mover: str) -> tuple[DeclaringPilot, ...]:
    """Who may declare when an aircraft has moved: its own pilot, then those whose sights it crossed. DECL-1, DECL-4."""
    if not game.has(mover):
        return ()
    one = game.of(mover)
    own = DeclaringPilot(aircraft=mover, why="moved", targets=tuple(each.id for each in game.targets(one.side)))
    others = (id_ for id_ in game.order if game.has(id_) and _may_acquire(game, game.of(id_), one))
    return _with_targets(game, [own, *(DeclaringPilot(aircraft=id_, why="passing", targets=(mover,)) for id_ in others)])


def _may_acquire(game: Game, own: Aircraft, mover: Aircraft) -> bool:
    """Whether a pilot who has no target may take one now. DECL-4."""
    if own.side == mover.side or not own.moved or game.declared(own.id):
        return False
    return not (own.declined and game.rulings.declined_target == "lost")


def _with_targets(game: Game, asked: list[DeclaringPilot]) -> tuple[DeclaringPilot, ...]:
    """Those who have somebody to declare, with whom."""
    there = ((one, tuple(aim.target for aim in may_declare(game, one))) for one in asked)
    return tuple(replace(one, targets=targets) for one, targets in there if targets)


def asked_head_on(game: Game, shot: Declaration) -> tuple[DeclaringPilot, ...]:
    """The pilot whom a declaration attacks head-on, if he may turn his fire on the attacker. DECL-7."""
    if shot.by != "pilot" or not game.has(shot.target):
        return ()
    own, attacker = game.of(shot.target), game.of(shot.shooter)
    made = game.declared(own.id)
    if not own.moved or (made and made.target == attacker.id) or not targets.head_on(game, own, attacker):
        return ()
    return _with_targets(game, [DeclaringPilot(aircraft=own.id, why="head-on", targets=(attacker.id,))])


def asked_before_combat(game: Game) -> tuple[DeclaringPilot, ...]:
    """All pilots who are attacked head-on, where switches are made when all have declared (``switch_moment``). DECL-7."""
    return tuple(asked for shot in game.declarations for asked in asked_head_on(game, shot))


def observers(game: Game, side: str) -> tuple[Aim, ...]:
    """The shots that a side's observers may declare. DECL-2, DECL-3."""
    found: list[Aim] = []
    for one in game.flying:
        if one.side == side and one.observer is not None:
            for battery in targets.batteries_of(game, one, "observer"):
                aims = (
                    targets.aim(game, one.id, "observer", enemy.id, "observer", str(battery)) for enemy in game.targets(side)
                )
                found += [aim for aim in aims if not aim.against and aim.row is not None]
    return tuple(found)


def gunners(one: Aircraft) -> int:
    """How many of an aircraft's guns can be worked at once by those behind the pilot. DECL-2."""
    return sum(man.fit for man in one.crew[1:])


def torn_aces(game: Game, side: str) -> tuple[str, ...]:
    """A side's aces who fire and are fired at, from the ground too: they use their skill for one of both. ACE-2."""
    shot_at = {shot.target for shot in game.open_shots}
    if game.rulings.ace_choice != "sealed":
        return ()
    return tuple(
        one.id
        for one in game.flying
        if one.side == side
        and game.status(one) in ("ace", "double-ace")
        and not targets.use_of_ace(game, one.id)
        and (one.id in shot_at or torn_by_ground(game, one))
        and any(shot.shooter == one.id and shot.by == "pilot" for shot in game.open_shots)
    )


def sides_with_observers(game: Game) -> tuple[SideId, ...]:
    """The sides whose observers may declare. DECL-2."""
    return tuple(side for side in SIDES if observers(game, side))


def sides_with_aces(game: Game) -> tuple[SideId, ...]:
    """The sides whose aces have a choice. ACE-2."""
    return tuple(side for side in SIDES if torn_aces(game, side))
