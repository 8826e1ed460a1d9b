"""A round of combat: bombing rounds, initiative, who acts, and what follows it. RND, IN."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from aqmf_air.core.data.text import in_a_row
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.games.aces_of_valor import luck, routes, sectors
from aqmf_air.games.aces_of_valor.actions import bombs_now, idle, may_attempt
from aqmf_air.games.aces_of_valor.counters import Aircraft
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.combat import (
    CHECKED,
    CombatChecked,
    CombatEnded,
    EnemiesLeft,
    MoreAreComing,
    RoundBegan,
)
from aqmf_air.games.aces_of_valor.events.rounds import (
    BombRoundFound,
    BrokeOff,
    NextToAct,
    PlacedOnTrack,
    TargetsPlaced,
    TieDecided,
    Waited,
)
from aqmf_air.games.aces_of_valor.phases.combat import mission_of, present, to_the_enemy
from aqmf_air.games.aces_of_valor.rules import detection, initiative
from aqmf_air.games.aces_of_valor.rules.six_sided import amount
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import CombatEventRow
from aqmf_air.games.aces_of_valor.track import first_on_track, initiative_modifiers, needs_track, targets_left, to_place

AFTER = {"scramble": "scramble-over", "giant": "event-over"}
"""The step after a combat, where it is not that of the flight."""


# -- the start of a round ----------------------------------------------------------------------------------------------


def _round(course: CampaignCourse) -> None:
    course.note(RoundBegan(round=course.game.fought.round + 1, raid_over=raid_over(course.game)))
    if course.game.fought.raid_over and course.rulings.scramble_break_off == "start":
        for one in present(course.game)[1]:
            course.note(BrokeOff(aircraft=one.id))
        course.go("round-end")
    elif bombers_to_roll(course.game):
        course.go("bomb-rounds")
    else:
        _to_initiative(course)


def raid_over(game: Campaign) -> bool:
    """Whether all enemy bombers of a scramble have bombed or are gone, before a new round. SCR-12."""
    combat = game.fought
    bombers = [one for one in combat.enemies if one.kind == "bomber"]
    return (
        combat.reason == "scramble" and combat.round > 0 and not any(will_bomb(game, one, combat.round) for one in bombers)
    )


def will_bomb(game: Campaign, one: Aircraft, round_: int) -> bool:
    """Whether a bomber will bomb in a round after this one. RND-2, SCR-11, ``bomb_round_missed``."""
    combat = game.fought
    if one.id in combat.gone:
        return False
    return any(bombs_now(game, one, later) for later in range(round_ + 1, game.tables.number("rounds") + 1))


def bombers_to_roll(game: Campaign) -> tuple[str, ...]:
    """Bombers whose round of bombing is yet to be rolled. RND-2, SCR-7, ``bomb_round_where``."""
    combat = game.fought
    if combat.reason == "scramble":
        crews = [one.id for one in combat.enemies if one.kind == "bomber"]
    elif mission_of(game) == "bombing" and (routes.at_objective(game) or game.rulings.bomb_round_where == "any"):
        crews = [one for one in combat.friends if game.aircraft(one).kind == "bomber"]
    else:
        return ()
    known = dict(combat.bombing)
    return tuple(one for one in crews if one not in known and one not in combat.gone)


def _bomb_rounds(course: CampaignCourse) -> None:
    bomber = bombers_to_roll(course.game)[0]
    dice = labelled(course.dice, course.game.called(bomber), relation="for")
    course.note(BombRoundFound(aircraft=bomber, round=dice.call(initiative.bomb_round)))
    if not bombers_to_roll(course.game):
        _to_initiative(course)


def _bomb_questions(game: Campaign) -> Sequence[Question]:
    title = f"round in which {game.called(bombers_to_roll(game)[0])} bombs"
    return (Question(title, initiative.bomb_round, (), of=ReadFrom((BombRoundFound,), "round")),)


def _to_initiative(course: CampaignCourse) -> None:
    game = course.game
    if not needs_track(game):
        course.go("track")
    elif loaded(game) and (game.fought.kept is None or len(present(game)[1]) > game.fought.kept):
        course.go("jettison")
    else:
        to_the_track(course)


def loaded(game: Campaign) -> tuple[str, ...]:
    """Friends in the combat who carry ordnance. ORD-8."""
    return tuple(one.id for one in present(game)[0] if one.loaded)


def to_the_track(course: CampaignCourse) -> None:
    """Ground targets are placed; the aircraft follow. IN-2, RND-3."""
    combat = course.game.fought
    targets = (*targets_left(course.game), *((combat.field,) if combat.field else ()))
    if targets:
        course.note(TargetsPlaced(targets=targets))
    course.go("initiative")


def _initiative(course: CampaignCourse) -> None:
    game = course.game
    who = to_place(game)
    changes = initiative_modifiers(game, who)
    dice = labelled(course.dice, game.called(who), relation="for")
    course.note(PlacedOnTrack(aircraft=who, space=dice.call(initiative.space, changes, course.tables, course.rulings)))
    if not to_place(course.game):
        course.go("track")


def _initiative_questions(game: Campaign) -> Sequence[Question]:
    who = to_place(game)
    facts, read = (initiative_modifiers(game, who), game.tables, game.rulings), ReadFrom((PlacedOnTrack,), "space")
    own = who in game.fought.friends
    counted = luck.good("initiative of the flight") if own else luck.bad("initiative of the enemy")
    return (Question(f"initiative of {game.called(who)}", initiative.space, facts, of=read, luck=counted),)


# -- who acts ----------------------------------------------------------------------------------------------------------


def _track(course: CampaignCourse) -> None:
    first = first_on_track(course.game)
    if first.tied:
        course.go("tie")
    elif first.friends and not stays_for_something(course.game) and (waiting := idle(course.game, first.friends)):
        for id_ in waiting:
            course.note(Waited(aircraft=id_))
        _track(course)
    elif first.friends:
        course.note(NextToAct(aircraft=first.friends))
        course.go("act")
    elif len(first.enemies) > 1:
        course.go("enemy-order")
    elif first.enemies:
        course.note(NextToAct(aircraft=first.enemies))
        course.go("enemy-acts")
    else:
        course.go("round-end")


def stays_for_something(game: Campaign) -> bool:
    """Whether it matters who waits and who breaks off: only in a round after this one. ACT-4, ACT-8, RND-8."""
    combat = game.fought
    if combat.round >= game.tables.number("rounds"):
        return False
    checked = combat.reason not in AFTER and game.rulings.c10_when == "always"
    return bool(present(game)[1] or targets_left(game)) or task_left(game) or checked or combat.reason == "scramble"


def _either(game: Campaign, ids: Sequence[str]) -> str:
    return in_a_row([game.called(one) for one in ids], "or")


def _tie(course: CampaignCourse) -> None:
    first = first_on_track(course.game)
    enemy = course.dice.call(
        initiative.enemy_first, course.rulings, *(_either(course.game, one) for one in (first.enemies, first.friends))
    )
    course.note(TieDecided(space=first.space, priority=first.priority, enemy_first=enemy))
    course.go("track")


def _tie_questions(game: Campaign) -> Sequence[Question]:
    of = ReadFrom((TieDecided,), "enemy_first")
    return (Question("the enemy goes first", initiative.enemy_first, (game.rulings,), of=of),)


def _enemy_order(course: CampaignCourse) -> None:
    game = course.game
    first = first_on_track(game)
    called = tuple(map(game.called, first.enemies))
    who = course.dice.call(initiative.target_by_die, first.enemies, course.rulings, label="who goes first", called=called)
    course.note(NextToAct(aircraft=(who,)))
    course.go("enemy-acts")


def _order_questions(game: Campaign) -> Sequence[Question]:
    facts = (first_on_track(game).enemies, game.rulings)
    of = ReadFrom((NextToAct,), "aircraft", words=tuple(((id_,), name) for id_, name in game.names.items()))
    view = dict(game.names).__getitem__
    return (Question("the enemy who goes first", initiative.target_by_die, facts, view=view, of=of),)


# -- the end of a round ------------------------------------------------------------------------------------------------


def goes_on(game: Campaign) -> bool:
    """Whether there is another round. RND-1, RND-8, ``combat_while_task``, SCR-11, SCR-13, ``scramble_nobody``."""
    combat = game.fought
    if combat.round >= game.tables.number("rounds"):
        return False
    here = {*combat.acted} | {who for who, round_ in combat.joined if round_ > combat.round}
    friends = any(one in here for one in combat.friends)
    enemies = any(one.id in here and one.id not in combat.gone for one in combat.enemies)
    if combat.reason == "scramble":
        return enemies and (friends or game.rulings.scramble_nobody == "bombs")
    return friends and (enemies or bool(targets_left(game)) or task_left(game))


def task_left(game: Campaign) -> bool:
    """Whether a 2-seater has an attempt left, or a bomber its bombs. ``combat_while_task``."""
    combat = game.fought
    if game.rulings.combat_while_task == "strict":
        return False
    own = present(game)[0]
    return any(may_attempt(game, one, combat.round + 1) or will_bomb(game, one, combat.round) for one in own)


def _round_end(course: CampaignCourse) -> None:
    game = course.game
    combat = game.fought
    checked = combat.reason not in AFTER and combat.round < course.tables.number("rounds")
    if checked and (goes_on(game) or course.rulings.c10_when == "always"):
        course.go("combat-event")
    else:
        course.go("next-round")


def place_of(game: Campaign) -> Literal["friendly-rear", "trench", "enemy-rear", "enemy-airfield"]:
    """What the sector of the flight is on C10. RND-7, MIS-10."""
    assert game.nation is not None  # a mission is flown
    at = sectors.place(game.flown.at, sectors.half_of(game.nation), game.tables, game.rulings)
    if at == "friendly-trench" or at == "enemy-trench":
        return "trench"
    return at


def combat_event_changes(game: Campaign) -> tuple[Modifier, ...]:
    """What optional rules add on C10. OPT-10, ``clouds_scope``."""
    clouds = game.options.clouds_on_events and game.flown.weather == "heavy-clouds"
    if not clouds or game.rulings.clouds_scope == "flight":
        return ()
    return (modifier(game.tables.number("clouds-on-events"), "heavy clouds", "AOV-OPT-10"),)


def _combat_event(course: CampaignCourse) -> None:
    game = course.game
    row = course.dice.call(detection.combat_event, place_of(game), course.tables, *combat_event_changes(game))
    course.note(CombatChecked(result=row.result))
    enemies = present(game)[1]
    if row.result == "all-enemy-leave" and (enemies or course.rulings.c10_arrivals == "any"):
        everyone = course.rulings.c10_departs == "all"
        gone = {*game.fought.destroyed} if everyone else game.fought.gone
        if leaving := tuple(one.id for one in game.fought.enemies if one.id not in gone):
            course.note(EnemiesLeft(enemies=leaving))
    course.go("arrivals" if row.result.startswith("arrive") else "next-round")


def _result(row: CombatEventRow) -> str:
    return CHECKED[row.result]


def _event_questions(game: Campaign) -> Sequence[Question]:
    facts = (place_of(game), game.tables, *combat_event_changes(game))
    of = ReadFrom((CombatChecked,), "result", words=tuple(CHECKED.items()))
    return (Question("combat event", detection.combat_event, facts, view=_result, of=of),)


def limit_facts(game: Campaign) -> tuple[int, int]:
    """Friends and enemies whom the limit of arrivals counts. OPT-7, ``arrival_cap_counts``."""
    combat = game.fought
    if game.rulings.arrival_cap_counts == "all":
        return len(combat.friends), len(combat.enemies)
    own, enemy = present(game)
    return len(own), len(enemy)


def _arrivals(course: CampaignCourse) -> None:
    game = course.game
    limited, (own, enemy) = game.options.arrival_limit, limit_facts(game)
    rest = (course.tables, course.rulings)
    n = course.dice.call(detection.arriving, game.fought.arriving, own, enemy, limited, *rest)
    lent = 0
    if course.rulings.c10_arrivals == "any" and game.flown.event == "raid":
        lent = amount(course.dice, "2-seaters who arrive", "D2")
        lent = detection.arrivals(own, enemy + n, lent, *rest) if limited else lent
    course.note(MoreAreComing(fighters=n, two_seaters=lent))
    if course.game.fought.coming:
        to_the_enemy(course)
    else:
        course.go("next-round")


def _arrival_questions(game: Campaign) -> Sequence[Question]:
    limited = game.options.arrival_limit
    facts = (game.fought.arriving, *limit_facts(game), limited, game.tables, game.rulings)
    counted = luck.bad("enemy fighters that arrive")
    return (Question("arrivals", detection.arriving, facts, of=ReadFrom((MoreAreComing,), "fighters"), luck=counted),)


def _next_round(course: CampaignCourse) -> None:
    game = course.game
    if not goes_on(game):
        course.go("combat-over")
    else:
        course.go("scramble-more" if game.fought.reason == "scramble" and game.ready else "round")


def _combat_over(course: CampaignCourse) -> None:
    after = AFTER.get(course.game.fought.reason, "after-combat")
    if after != "scramble-over":
        course.note(CombatEnded())
    course.go(after)


STEPS = {
    "round": SequenceStep("AOV-RND-1", _round),
    "bomb-rounds": SequenceStep("AOV-RND-2", _bomb_rounds, True, _bomb_questions),
    "jettison": SequenceStep("AOV-ORD-8"),
    "initiative": SequenceStep("AOV-IN-1", _initiative, True, _initiative_questions),
    "track": SequenceStep("AOV-RND-5", _track),
    "tie": SequenceStep("AOV-IN-6", _tie, True, _tie_questions),
    "enemy-order": SequenceStep("AOV-RND-6", _enemy_order, True, _order_questions),
    "act": SequenceStep("AOV-ACT-1"),
}
"""Up to an action."""
ENDING = {
    "round-end": SequenceStep("AOV-RND-8", _round_end),
    "combat-event": SequenceStep("AOV-RND-7", _combat_event, True, _event_questions),
    "arrivals": SequenceStep("AOV-RND-7", _arrivals, True, _arrival_questions),
    "next-round": SequenceStep("AOV-RND-8", _next_round),
    "combat-over": SequenceStep("AOV-RND-9", _combat_over),
}
"""After the last action of a round."""
