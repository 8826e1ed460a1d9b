"""How a combat comes about: the enemy is drawn, the sides see each other or not. CBT, DET."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.cups import Cup
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.core.play.question import Question, ReadFrom
from aqmf_air.games.aces_of_valor import sectors
from aqmf_air.games.aces_of_valor.counters import NATIONS, Aircraft
from aqmf_air.games.aces_of_valor.course import CampaignCourse, SequenceStep
from aqmf_air.games.aces_of_valor.events.combat import (
    DETECTED,
    KINDS,
    AceMovedIn,
    CombatBegan,
    Detected,
    EnemiesCame,
    EnemyNationFound,
    EnemyTierFound,
    MeetingEnded,
    Reason,
)
from aqmf_air.games.aces_of_valor.rules import detection
from aqmf_air.games.aces_of_valor.rules.detection import Airborne
from aqmf_air.games.aces_of_valor.rules.missions import counters_drawn, crews, type_of_crews
from aqmf_air.games.aces_of_valor.rules.six_sided import of_table
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_rows import Capacity, FighterType, Kind, MissionCard, Nation, NationRow, Pilot
from aqmf_air.games.aces_of_valor.tables import Tables
from aqmf_air.games.aces_of_valor.values import counted_skill

WEAKER = ("fight-if-enemy-equal-or-more", "fight-if-enemy-more")
"""Results of C3 by which a weak enemy does not fight."""


def begin(
    course: CampaignCourse,
    reason: Reason,
    *,
    fighters: int = 0,
    two_seaters: int = 0,
    bombers: int = 0,
    forced: bool = False,
    friends: Sequence[str] | None = None,
    targets: Iterable[str] | None = None,
    field: str = "",
) -> None:
    """A combat begins, and the sequence goes on with its first step. CBT-1.

    When it is over the sequence goes on with ``after-combat``; with ``mission-over`` after a scramble, with ``event-over``
    after a giant. A flight that evades is at ``after-combat`` as well, and has not fought.

    Args:
        course: the course of the campaign.
        reason: what it is about.
        fighters: how many of the enemy there are; they are drawn.
        two_seaters: the same of 2-seaters.
        bombers: the same of bombers; a giant is one heavy bomber.
        forced: whether it is fought without detection; an ambush always is.
        friends: who takes part; None: the flight.
        targets: ground targets that take part; None: those in the sector of the flight.
        field: the ground target that is the own airfield, in a scramble.
    """
    game = course.game
    giant = reason == "giant"
    numbers: tuple[tuple[Kind, int], ...] = (
        ("fighter", fighters),
        ("two-seater", two_seaters),
        ("bomber", bombers),
        ("heavy-bomber", int(giant)),
    )
    ambush = reason == "meeting" and game.flown.event == "ambush"
    nation: Nation | None = "german" if game.nation != "german" else "british" if giant else None
    course.note(
        CombatBegan(
            reason=reason,
            friends=tuple(friends) if friends is not None else game.flown.flight,
            targets=tuple(targets) if targets is not None else tuple(targets_here(game)),
            coming=tuple((kind, n) for kind, n in numbers if n),
            nation=nation,
            forced=forced or ambush,
            ambush=ambush,
            field=field,
        )
    )
    if course.game.fought.coming:
        to_the_enemy(course)
    else:
        course.go("round")


def targets_here(game: Campaign) -> Iterable[str]:
    """The enemy ground targets in the sector of the flight. OBJ-3, GTD-3, FLT-6."""
    mission = game.mission
    for one in mission.targets if mission else ():
        destruction = game.tables.ground_target(one.kind, "back").destruction
        if mission and one.at == mission.at and not one.gone and one.points < destruction:
            yield one.id


def to_the_enemy(course: CampaignCourse) -> None:
    """On to what is first to be found of enemies who come. CBT-2, CBT-3, RND-7, ``arrivals_tier``."""
    combat = course.game.fought
    if combat.nation is None:
        course.go("nationality-roll" if course.game.nation_by_dice else "nationality")
        return
    same = combat.tier and course.rulings.arrivals_tier == "same"
    course.go("enemy-tier" if dict(combat.coming).get("fighter") and not same else "enemy-drawn")


# -- who they are ------------------------------------------------------------------------------------------------------


def enemy_nation(dice: Dice, tables: Tables) -> Nation:
    """Whose Entente enemies they are, by C1. CBT-2."""
    return tables.row("c1", NationRow, of_table(dice, "c1", "nationality of the enemy", tables)).nation


def nation_found(course: CampaignCourse, nation: Nation) -> None:
    """Whose enemies they are is known. CBT-2."""
    course.note(EnemyNationFound(nation=nation))
    to_the_enemy(course)


def _nationality_roll(course: CampaignCourse) -> None:
    nation_found(course, course.dice.call(enemy_nation, course.tables))


def nation_questions(game: Campaign) -> Sequence[Question]:
    """Whose enemies they may be. CBT-2."""
    called = {one.id: one.adjective for one in NATIONS.values()}
    of = ReadFrom((EnemyNationFound,), "nation", words=tuple(called.items()))
    return (Question("nationality of the enemy", enemy_nation, (game.tables,), view=called.__getitem__, of=of),)


def present(game: Campaign) -> tuple[tuple[Aircraft, ...], tuple[Aircraft, ...]]:
    """Friends and enemies who are in the combat, those that broke off or fell left out."""
    combat = game.fought
    friends = tuple(game.aircraft(id_) for id_ in combat.friends if id_ not in combat.gone)
    return friends, tuple(one for one in combat.enemies if one.id not in combat.gone)


def tier_of_flight(game: Campaign) -> int:
    """The tier by which the enemy's is rolled. CBT-4, CBT-5, SCR-5, ``scramble_tier``."""
    if game.fought.reason == "scramble" and game.rulings.scramble_tier == "squadron":
        return detection.flight_tier(one.tier for one in game.in_box("ready", "flight", "recovery"))
    return detection.flight_tier(one.tier for one in present(game)[0] if one.kind == "fighter")


def _enemy_tier(course: CampaignCourse) -> None:
    game = course.game
    tier = course.dice.call(detection.enemy_tier, tier_of_flight(game), course.tables)
    of_type = course.tables.of.of("types", FighterType).at(game.fought.nation, tier).type
    course.note(EnemyTierFound(tier=tier, of_type=of_type))
    course.go("enemy-drawn")


def _tier_questions(game: Campaign) -> Sequence[Question]:
    facts = (tier_of_flight(game), game.tables)
    return (Question("tier of the enemy", detection.enemy_tier, facts, of=ReadFrom((EnemyTierFound,), "tier")),)


def enemy_cup(game: Campaign, kind: Kind) -> Cup[str]:
    """The pool of an enemy kind: the pilots of the latest tier, or counters by their skills; without those in the combat.
    CBT-3, CBT-7, RND-9.
    """
    combat = game.fought
    assert combat.nation is not None  # it was found before
    if kind == "fighter":
        here = {one.name for one in combat.enemies if (one.kind, one.tier) == ("fighter", combat.tier)}
        pilots = (one.name for one in game.tables.every("pilots", Pilot) if one.nation == combat.nation)
        return Cup.of(name for name in pilots if name not in here)
    cup = crews(kind, sectors.half_of(combat.nation), game.tables)
    for one in combat.enemies:
        if one.kind == kind:
            cup = cup.without(f"{one.air}/{one.ground}")
    return cup


def _enemy_drawn(course: CampaignCourse) -> None:
    drawn: list[Aircraft] = []
    for kind, n in course.game.fought.coming:
        faces = course.dice.call(counters_drawn, f"enemy {KINDS[kind]}", enemy_cup(course.game, kind), n)
        drawn += [_counter(course.game, kind, face, number) for number, face in enumerate(faces, 1)]
    _ace(course, drawn)
    course.note(EnemiesCame(enemies=tuple(drawn)))
    combat = course.game.fought
    seen = combat.round or combat.reason in ("scramble", "giant") or (combat.forced and not never_forced(course.game))
    course.go(("next-round" if combat.round else "round") if seen else "detection")


@dataclass(frozen=True)
class BestAirSkill:
    """The best air skill of counters that are drawn, by their skills: ``2/1``."""

    more: int = 0
    """What an ace among them adds. EV-9."""

    def __call__(self, skills: Sequence[str]) -> int:
        return max((int(one.partition("/")[0]) + self.more for one in skills), default=0)


@dataclass(frozen=True)
class BestWhoCame:
    """Reads the best air skill of the enemies of a kind who came."""

    kind: Kind

    def __call__(self, events: Sequence[object]) -> int:
        came = next(event for event in events if isinstance(event, EnemiesCame)).enemies
        return max((one.air for one in came if one.kind == self.kind), default=0)


def _drawn_questions(game: Campaign) -> Sequence[Question]:
    """How good they are who come: pilots of equal skills are alike here, so that the cup is told by skills."""
    found = []
    for kind, n in game.fought.coming:
        cup = enemy_cup(game, kind)
        if kind == "fighter":
            pilots = game.tables.of.of("pilots", Pilot)
            printed = [pilots.at(game.fought.nation, name) for name in cup.items]
            cup = Cup.of(f"{one.air}/{one.ground}" for one in printed)
        what = KINDS[kind]
        title, facts = f"best air skill of the enemy {what}s", (f"enemy {what}", cup, n)
        best = BestAirSkill(int(kind == "fighter" and game.effect("EV-9")))
        found.append(Question(title, counters_drawn, facts, view=best, of=BestWhoCame(kind)))
    return found


def _counter(game: Campaign, kind: Kind, face: str, number: int) -> Aircraft:
    combat = game.fought
    if kind == "fighter":
        printed = game.tables.of.of("pilots", Pilot).at(combat.nation, face)
        of_type = game.tables.of.of("types", FighterType).at(combat.nation, combat.tier).type
        twice = any(one.name == face for one in combat.enemies)  # the same pilot in a machine of another tier
        name = f"{face} ({of_type})" if twice else face
        id_ = f"{face.casefold()}-{combat.tier}" if twice else face.casefold()
        return Aircraft(id=id_, name=name, kind=kind, type=of_type, tier=combat.tier, air=printed.air, ground=printed.ground)
    air, _, ground = face.partition("/")
    what = KINDS[kind]
    number += sum(one.kind == kind for one in combat.enemies)
    assert combat.nation is not None  # it was found before
    type_ = type_of_crews(kind, sectors.half_of(combat.nation), game.tables)
    return Aircraft(
        id=f"enemy-{what.replace(' ', '-')}-{number}",
        name=f"enemy {what} {number}",
        kind=kind,
        type=type_,
        air=int(air),
        ground=int(ground),
        bombs=_full(game) if kind == "bomber" else 0,
    )


def _full(game: Campaign) -> int:
    """Bombs of an undamaged bomber. ORD-1, SCR-5."""
    return game.tables.of.of("m2", Capacity).at("bomber", "bombs").most[0]


def _ace(course: CampaignCourse, drawn: list[Aircraft]) -> None:
    """The best of the enemy's pilots is better in the next air combat. EV-9."""
    pilots = [one for one in drawn if one.kind == "fighter"]
    if pilots and course.game.effect("EV-9"):
        best = max(pilots, key=lambda one: one.air)
        drawn[drawn.index(best)] = replace(best, air=best.air + 1)
        course.note(AceMovedIn(card="EV-9", pilot=best.name))


# -- detection ---------------------------------------------------------------------------------------------------------


def _airborne(one: Aircraft, game: Campaign) -> Airborne:
    return Airborne(one.kind, counted_skill(one, game.rulings))


def detection_modifiers(game: Campaign) -> tuple[Modifier, ...]:
    """What is added on C3. DET-2, DET-3, EV-13."""
    own, enemy = (tuple(_airborne(one, game) for one in side) for side in present(game))
    papers = (modifier(1, "papers from a wreck", "AOV-PST-13"),) if game.effect("EV-13") else ()
    return (*detection.detection_modifiers(own, enemy, game.tables, game.rulings), *papers)


def mission_of(game: Campaign) -> str:
    """What kind of mission is flown: ``photo-recon``; empty between missions."""
    card = game.flown.card
    return game.tables.of.of("missions", MissionCard).at(card).mission if card else ""


def never_forced(game: Campaign) -> bool:
    """Whether nobody can force the flight to fight. MIS-7, ``patrol_combat``."""
    return game.rulings.patrol_combat == "never-forced" and mission_of(game).endswith("-patrol")


def _detection(course: CampaignCourse) -> None:
    game = course.game
    result = course.dice.call(detection.detection, detection_modifiers(game), course.tables)
    course.note(Detected(result=result))
    own, enemy = present(game)
    if detection.enemy_forces(result, len(own), len(enemy)) and not never_forced(game):
        course.go("round")
    elif result in WEAKER and course.rulings.fight_when_weaker == "gone":
        course.note(MeetingEnded(evaded=False))
        course.go("after-combat")
    else:
        course.go("engage")


def _detection_questions(game: Campaign) -> Sequence[Question]:
    facts = (detection_modifiers(game), game.tables)
    of = ReadFrom((Detected,), "result", words=tuple(DETECTED.items()))
    return (Question("detection", detection.detection, facts, view=DETECTED.__getitem__, of=of),)


STEPS = {
    "nationality": SequenceStep("AOV-CBT-2"),
    "nationality-roll": SequenceStep("AOV-CBT-2", _nationality_roll, True, nation_questions),
    "enemy-tier": SequenceStep("AOV-CBT-3", _enemy_tier, True, _tier_questions),
    "enemy-drawn": SequenceStep("AOV-CBT-3", _enemy_drawn, True, _drawn_questions),
    "detection": SequenceStep("AOV-DET-1", _detection, True, _detection_questions),
    "engage": SequenceStep("AOV-DET-1"),
}
"""Until the first round."""
