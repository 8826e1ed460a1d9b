"""What the enemy's aircraft do when their turn comes. ACT-7, TGT-4, SCR-8, SCR-12."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.games.aces_of_valor import attack_questions
from aqmf_air.games.aces_of_valor.actions import attacks_air, bombs_now, listed
from aqmf_air.games.aces_of_valor.counters import Aircraft
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.rounds import BrokeOff, EnemyAims, EnemyChecked, JamTended, Waited
from aqmf_air.games.aces_of_valor.fighting import attack, attack_ground
from aqmf_air.games.aces_of_valor.rules import fire, initiative
from aqmf_air.games.aces_of_valor.rules.ground import BOMBED, damage_of
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.track import eligible


def acting(game: Campaign) -> Aircraft:
    """The enemy whose turn it is."""
    return game.aircraft(game.fought.acting[0])


def _enemy_acts(course: CampaignCourse) -> None:
    """Where the enemy's action begins. SCR-11, SCR-12, ``scramble_damaged_enemy``."""
    game = course.game
    one = acting(game)
    stays = game.fought.reason == "scramble" and game.rulings.scramble_damaged_enemy == "all-stay"
    if game.fought.raid_over:
        course.note(BrokeOff(aircraft=one.id))
        course.go("track")
    elif one.damaged and one.kind in ("fighter", "two-seater") and not stays:
        course.go("enemy-check")
    else:
        _on(course, one)


def _enemy_check(course: CampaignCourse) -> None:
    one = acting(course.game)
    gone = labelled(course.dice, one.name, relation="for").call(fire.breaks_off, course.tables)
    course.note(EnemyChecked(aircraft=one.id, breaks_off=gone))
    if gone:
        course.go("track")
    else:
        _on(course, one)


def _check_questions(game: Campaign) -> Sequence[Question]:
    of = ReadFrom((EnemyChecked,), "breaks_off")
    return (Question(f"{acting(game).name} breaks off", fire.breaks_off, (game.tables,), of=of),)


def _on(course: CampaignCourse, one: Aircraft) -> None:
    """What C5 has an enemy do. ACT-1, EVT-4, ``enemy_no_target``, ``enemy_ground``, OPT-2."""
    game = course.game
    targets = eligible(game, one.id)
    if one.kind == "bomber" and "bomb-in-its-round" in listed(game, one, "enemy") and _bombs(game, one):
        course.go("enemy-bombs")
    elif one.jammed:
        course.go("enemy-jam")
    elif targets and attacks_air(game, one, "enemy"):
        if len(targets) > 1:
            course.go("enemy-target")
        else:
            course.note(EnemyAims(aircraft=one.id, target=targets[0]))
            course.go("enemy-attack")
    elif _strafes(game, one):
        course.go("enemy-strafes")
    else:
        leaves = one.kind in ("fighter", "two-seater") and game.rulings.enemy_no_target == "break-off"
        course.note(BrokeOff(aircraft=one.id) if leaves else Waited(aircraft=one.id))
        course.go("track")


def _bombs(game: Campaign, one: Aircraft) -> bool:
    return bool(game.fought.field) and bombs_now(game, one, game.fought.round)


def _strafes(game: Campaign, one: Aircraft) -> bool:
    """Whether an enemy fighter strafes the airfield. ``enemy_ground``, GTD-5."""
    combat = game.fought
    if game.rulings.enemy_ground == "never" or not combat.field or one.kind != "fighter" or one.jammed:
        return False
    field = game.target(combat.field)
    return field.kind not in BOMBED or damage_of(field.kind, field.points, game.tables) == "none"


def _enemy_target(course: CampaignCourse) -> None:
    game = course.game
    one = acting(game)
    targets = eligible(game, one.id)
    dice = labelled(course.dice, one.name, relation="for")
    target = dice.call(initiative.target_by_die, targets, course.rulings, called=tuple(map(game.called, targets)))
    course.note(EnemyAims(aircraft=one.id, target=target))
    course.go("enemy-attack")


def _target_questions(game: Campaign) -> Sequence[Question]:
    one = acting(game)
    facts = (eligible(game, one.id), game.rulings)
    of = ReadFrom((EnemyAims,), "target", words=tuple(game.names.items()))
    view = dict(game.names).__getitem__
    return (Question(f"target of {one.name}", initiative.target_by_die, facts, view=view, of=of),)


def _enemy_attack(course: CampaignCourse) -> None:
    attack(course, acting(course.game).id, course.game.fought.target)
    course.go("track")


def _attack_questions(game: Campaign) -> Sequence[Question]:
    return attack_questions.of_attack(game, acting(game).id, game.fought.target)


def _enemy_jam(course: CampaignCourse) -> None:
    one = acting(course.game)
    cleared = labelled(course.dice, one.name, relation="for").call(fire.clears, course.tables)
    course.note(JamTended(aircraft=one.id, cleared=cleared))
    course.go("track")


def _jam_questions(game: Campaign) -> Sequence[Question]:
    of = ReadFrom((JamTended,), "cleared")
    return (Question(f"{acting(game).name} clears the jam", fire.clears, (game.tables,), of=of),)


def _enemy_bombs(course: CampaignCourse) -> None:
    attack_ground(course, acting(course.game).id, course.game.fought.field, "bombs")
    course.go("track")


def _bombs_questions(game: Campaign) -> Sequence[Question]:
    return attack_questions.of_run(game, acting(game).id, game.fought.field, "bombs")


def _enemy_strafes(course: CampaignCourse) -> None:
    attack_ground(course, acting(course.game).id, course.game.fought.field, "guns")
    course.go("track")


def _strafes_questions(game: Campaign) -> Sequence[Question]:
    return attack_questions.of_run(game, acting(game).id, game.fought.field, "guns")


STEPS = {
    "enemy-acts": SequenceStep("AOV-ACT-1", _enemy_acts),
    "enemy-check": SequenceStep("AOV-ACT-7", _enemy_check, True, _check_questions),
    "enemy-target": SequenceStep("AOV-TGT-4", _enemy_target, True, _target_questions),
    "enemy-attack": SequenceStep("AOV-ATK-1", _enemy_attack, True, _attack_questions),
    "enemy-jam": SequenceStep("AOV-OPT-2", _enemy_jam, True, _jam_questions),
    "enemy-bombs": SequenceStep("AOV-SCR-8", _enemy_bombs, True, _bombs_questions),
    "enemy-strafes": SequenceStep("AOV-ACT-3", _enemy_strafes, True, _strafes_questions),
}
"""The action of an enemy."""
