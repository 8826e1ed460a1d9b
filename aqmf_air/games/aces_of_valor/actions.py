"""What an aircraft of the player's may do when its turn comes, and why it may not do something else. ACT, C5."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from aqmf_air.core.play.ruleset import Objection
from aqmf_air.games.aces_of_valor.counters import Aircraft
from aqmf_air.games.aces_of_valor.events.aircraft import in_combat
from aqmf_air.games.aces_of_valor.events.rounds import space_of_target
from aqmf_air.games.aces_of_valor.phases.combat import mission_of
from aqmf_air.games.aces_of_valor.routes import at_objective
from aqmf_air.games.aces_of_valor.rules.ground import BOMBED, damage_of
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Action as Listed
from aqmf_air.games.aces_of_valor.table_rows import Actions
from aqmf_air.games.aces_of_valor.track import eligible, targets_left

What = Literal["attack", "strafe", "bomb", "rockets", "attempt", "clear", "wait", "break-off"]
OBSERVING = {"photo-recon": "photo recon", "artillery-spotting": "artillery spotting"}
"""Missions with attempts."""


@dataclass(frozen=True)
class Action:
    """Something that an aircraft may do."""

    what: What
    target: str = ""


def listed(game: Campaign, one: Aircraft, side: Literal["friend", "enemy"]) -> frozenset[Listed]:
    """What C5 lists for a kind of aircraft. ACT-1. Kinds without a row have no action."""
    table = game.tables.of.of("c5", Actions)
    return frozenset(table.at(side, one.kind).actions) if (side, one.kind) in table.rows else frozenset()


def attacks_air(game: Campaign, one: Aircraft, side: Literal["friend", "enemy"]) -> bool:
    """Whether an aircraft can attack others now. AC-4, ``bomber_attacks_air``, OPT-2."""
    bomber = one.kind in ("bomber", "heavy-bomber") and game.rulings.bomber_attacks_air
    return ("attack-air" in listed(game, one, side) or bomber) and not one.jammed and not out_of_ammunition(game, one)


def out_of_ammunition(game: Campaign, one: Aircraft) -> bool:
    """Whether a fighter has used up its attacks, by the optional rule. OPT-2."""
    return "OR-4" in game.options.cards and one.kind == "fighter" and one.attacks >= game.tables.number("ammunition")


def bombs_now(game: Campaign, one: Aircraft, round_: int) -> bool:
    """Whether it is a bomber's round to bomb. RND-2, SCR-8, ``bomb_round_missed``."""
    combat = game.fought
    due = dict(combat.bombing).get(one.id)
    if due is None or not one.bombs:
        return False
    return round_ == due or (round_ > due and game.rulings.bomb_round_missed == "later")


def may_attempt(game: Campaign, one: Aircraft, round_: int) -> bool:
    """Whether a 2-seater may make its attempt in a round. PHO-1, PHO-6, ``two_observers``, ``attempt_skip``."""
    mission, rulings, made = game.flown, game.rulings, game.fought.attempts
    if one.kind != "two-seater" or mission_of(game) not in OBSERVING or not at_objective(game):
        return False
    if mission.tried or (mission.attempted and not made):
        return False
    if one.damaged and not rulings.photo_continue_damaged:
        return False
    own = [at for who, at in made if who == one.id]
    if rulings.attempt_skip == "consecutive" and len(own) != round_ - 1:
        return False
    counted = own if rulings.two_observers == "each" else made
    return round_ not in own and len(counted) < game.tables.number("rounds")


def may(game: Campaign, id_: str) -> tuple[Action, ...]:
    """All that an aircraft of the player's may do now. ACT-1 to ACT-8, GND-1, ORD-9, ORD-10."""
    combat, rulings = game.fought, game.rulings
    if id_ not in combat.acting or id_ not in combat.friends:
        return ()
    one = game.aircraft(id_)
    actions = listed(game, one, "friend")
    air = eligible(game, id_) if attacks_air(game, one, "friend") else ()
    found = [Action("attack", target) for target in air]
    if "attempt" in actions and may_attempt(game, one, combat.round):
        found.append(Action("attempt"))
    if not air:
        if "ordnance-if-no-eligible-air" in actions:
            found += _ordnance(game, one)
        if "strafe-if-no-eligible-air" in actions and not one.jammed and not out_of_ammunition(game, one):
            found += [Action("strafe", target) for target in _ground(game, one, "strafe")]
    if "bomb-in-its-round" in actions and bombs_now(game, one, combat.round):
        found += [Action("bomb", target) for target in _ground(game, one, "bomb")]
    if one.jammed:
        found.append(Action("clear"))
    if "wait" in actions or rulings.must_act == "pass" or ("wait-if-no-eligible-air" in actions and not air):
        found.append(Action("wait"))
    if "break-off" in actions:
        found.append(Action("break-off"))
    return tuple(found)


def idle(game: Campaign, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some aircraft, as if it were their turn, who can only wait or break off. ACT-4, ACT-8."""
    game = in_combat(game, acting=ids)
    kinds = {id_: {action.what for action in may(game, id_)} for id_ in ids}
    return tuple(id_ for id_, what in kinds.items() if "wait" in what and what <= {"wait", "break-off"})


def _ordnance(game: Campaign, one: Aircraft) -> list[Action]:
    if out_of_ammunition(game, one):
        return []
    bombs = [Action("bomb", target) for target in _ground(game, one, "bomb")] if one.bombs else []
    return bombs + ([Action("rockets", target) for target in _ground(game, one, "rockets")] if one.rockets else [])


def _ground(game: Campaign, one: Aircraft, what: What) -> tuple[str, ...]:
    return tuple(id_ for id_ in targets_left(game) if not _protected(game, one, what, id_))


def _protected(game: Campaign, one: Aircraft, what: What, id_: str) -> Objection | None:
    """Why an aircraft cannot attack a ground target so. GND-1, GTD-5, ORD-9, DET-5, ``bomb_other_target``."""
    rulings, target = game.rulings, game.target(id_)
    bomber = one.kind != "fighter"
    waits = rulings.c3_evade_at_objective == "as-listed" and rulings.evade_then_strafe == "next-turn"
    if game.flown.evaded and waits and what != "bomb":
        return Objection("AOV-DET-5", "after evading, only bombing, spotting and photo recon go on this turn")
    if what == "rockets" and target.kind != "balloon":
        return Objection("AOV-ORD-9", "rockets are for balloons only")
    if bomber and not target.objective and rulings.bomb_other_target == "objective":
        return Objection("AOV-GND-3", "bombers bomb the objective only")
    free = bomber or (what == "bomb" and not rulings.fighter_bombs_cap)
    if not free and target.kind in BOMBED and damage_of(target.kind, target.points, game.tables) != "none":
        return Objection("AOV-GTD-5", f"{target.name} is damaged: only bombers can destroy it")
    if rulings.ground_lower and space_of_target(game, id_) >= game.fought.space_of.get(one.id, 0):
        return Objection("AOV-GND-1", f"{target.name} is not lower on the track")
    return None


def why_not(game: Campaign, id_: str, what: What, target: str = "") -> Objection | None:
    """Why an aircraft of the player's may not do something; None: it may."""
    combat = game.fought
    if id_ not in combat.friends or id_ not in combat.acting:
        names = " or ".join(game.called(one) for one in combat.acting)
        return Objection("AOV-RND-5", f"it is the turn of {names}, not of {game.called(id_)}")
    allowed = may(game, id_)
    if Action(what, target) in allowed:
        return None
    one, name = game.aircraft(id_), game.called(id_)
    air = [game.called(other.target) for other in allowed if other.what == "attack"]
    if what != "attempt" and what != "clear" and out_of_ammunition(game, one):
        return Objection("AOV-OPT-2", f"{name} has no ammunition left: it can wait or break off")
    if what in ("attack", "strafe") and one.jammed:
        return Objection("AOV-OPT-2", f"the gun of {name} is jammed")
    if what == "attack":
        return _no_air_attack(game, one, target, air)
    if what in ("strafe", "bomb", "rockets"):
        return _no_ground_attack(game, one, what, target, air)
    return _no_other_action(game, one, what, air)


def _no_air_attack(game: Campaign, one: Aircraft, target: str, air: list[str]) -> Objection:
    combat, name = game.fought, game.called(one.id)
    if not attacks_air(game, one, "friend"):
        return Objection("AOV-AC-4", f"{name} has no forward gun")
    if target in combat.destroyed:
        return Objection("AOV-RND-4", f"{game.called(target)} is destroyed")
    if target in combat.broken_off:
        return Objection("AOV-BRK-1", f"{game.called(target)} is out of the combat")
    if not air:
        return Objection("AOV-TGT-1", f"{name} has no enemy in a lower space to attack")
    return Objection("AOV-TGT-1", f"{name} can attack {' or '.join(air)} only, in the next lower space with enemies")


def _no_ground_attack(game: Campaign, one: Aircraft, what: What, target: str, air: list[str]) -> Objection:
    name = game.called(one.id)
    if one.kind == "two-seater":
        return Objection("AOV-ACT-5", f"{name} is a 2-seater: these attack no ground targets")
    if air:
        return Objection("AOV-ACT-4", f"{name} has an enemy to attack ({', '.join(air)})")
    if target not in targets_left(game):
        return Objection("AOV-GND-1", f"{game.called(target)} is no ground target of this combat")
    if one.kind == "bomber" and what == "bomb" and not bombs_now(game, one, game.fought.round):
        return Objection("AOV-RND-2", f"this is not the round in which {name} bombs")
    if what == "strafe" and one.kind != "fighter":
        return Objection("AOV-GND-3", f"{name} does not strafe")
    if (what == "bomb" and not one.bombs) or (what == "rockets" and not one.rockets):
        return Objection("AOV-ORD-10", f"{name} carries no {'bombs' if what == 'bomb' else 'rockets'}")
    return _protected(game, one, what, target) or Objection("AOV-ACT-1", f"{name} cannot do that now")


def _no_other_action(game: Campaign, one: Aircraft, what: What, air: list[str]) -> Objection:
    name = game.called(one.id)
    if what == "attempt":
        return Objection("AOV-PHO-6", f"{name} can make no attempt here and now")
    if what == "clear":
        return Objection("AOV-OPT-2", f"the gun of {name} is not jammed")
    if what == "wait":
        return Objection("AOV-ACT-1", f"{name} has an enemy to attack ({', '.join(air)}): it attacks or breaks off")
    return Objection("AOV-ACT-1", f"{name} cannot do that now")
