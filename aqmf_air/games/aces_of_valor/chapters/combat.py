"""How a combat comes about (8.1): the enemy is drawn, the sides see each other or not. CBT, DET."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from aqmf_air.api import Ask, Cup, Dice, Event, Modifier, Objection, Offer, Question, Rulings, modifier, replace, ruling
from aqmf_air.games.aces_of_valor.chapters import sectors, words
from aqmf_air.games.aces_of_valor.chapters.counters import counted_skill, counters_drawn, crews, type_of_crews
from aqmf_air.games.aces_of_valor.chapters.dice import of_table
from aqmf_air.games.aces_of_valor.chapters.ground import targets_here
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, Named, PlayerChoice, SequenceStep, on_tables
from aqmf_air.games.aces_of_valor.state import Aircraft, Campaign, Combat, in_combat, in_mission, mission_of, present
from aqmf_air.games.aces_of_valor.tables import (
    NATIONS,
    Capacity,
    Detection,
    DetectionRow,
    FighterType,
    Kind,
    Nation,
    NationRow,
    PilotRow,
    Tables,
    TierRow,
    ValorRulings,
    spelled,
)

# -- rules -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Airborne:
    """What counts of an aircraft before a combat; the air skill is the one that ``downed_skill`` names."""

    kind: Kind
    air_skill: int


def flight_tier(tiers: Iterable[int]) -> int:
    """The tier of a flight by those of its fighters: the majority, the higher on a tie. CBT-4, CBT-5."""
    count = Counter(tiers)
    return max(count, key=lambda tier: (count[tier], tier), default=1)


def enemy_tier(dice: Dice, flight: int, tables: Tables) -> int:
    """The tier of the enemy's fighters. CBT-3."""
    column = f"tier{flight}"
    return tables.row("c2", TierRow, of_table(dice, "c2", "enemy tier", tables, column=column), column).tier


def detection_modifiers(
    own: tuple[Airborne, ...], enemy: tuple[Airborne, ...], tables: Tables, rulings: ValorRulings
) -> tuple[Modifier, ...]:
    """What is added on C3. DET-2, DET-3."""
    modifiers = [
        modifier(max((airborne.air_skill for airborne in own), default=0), "best air skill of the flight", "AOV-DET-2"),
        modifier(-max((airborne.air_skill for airborne in enemy), default=0), "best air skill of the enemy", "AOV-DET-2"),
        modifier(_slow(own, rulings) * tables.number("own-two-seater"), "2-seater in the flight", "AOV-DET-3"),
        modifier(_slow(enemy, rulings) * tables.number("enemy-two-seater"), "2-seater of the enemy", "AOV-DET-3"),
    ]
    return tuple(change for change in modifiers if change.value)


def _slow(side: tuple[Airborne, ...], rulings: ValorRulings) -> int:
    kinds = ("two-seater", "bomber", "heavy-bomber") if rulings.c3_bomber == "same" else ("two-seater",)
    count = sum(airborne.kind in kinds for airborne in side)
    return min(count, 1) if rulings.c3_two_seater == "once" else count


def detection(dice: Dice, changes: tuple[Modifier, ...], tables: Tables) -> Detection:
    """The result of C3. DET-1."""
    return tables.row("c3", DetectionRow, of_table(dice, "c3", "detection", tables, *changes)).result


def enemy_forces(result: Detection, own: int, enemy: int) -> bool:
    """Whether the enemy makes the player fight, by the aircraft of each side. DET-1, DET-4."""
    if result == "fight-if-enemy-equal-or-more":
        return enemy >= own
    return enemy > own if result == "fight-if-enemy-more" else result in ("enemy-surprise", "enemy-engages")


def forced(dice: Dice, changes: tuple[Modifier, ...], own: int, enemy: int, tables: Tables) -> bool:
    """Whether a meeting becomes a fight that the player cannot evade. DET-1, DET-4."""
    return enemy_forces(detection(dice, changes, tables), own, enemy)


# -- steps -------------------------------------------------------------------------------------------------------------


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
    course.emit(
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
        course.next_step("round")


def to_the_enemy(course: CampaignCourse) -> None:
    """On to what is first to be found of enemies who come. CBT-2, CBT-3, RND-7, ``arrivals_tier``."""
    combat = course.game.fought
    if combat.nation is None:
        course.next_step("nationality-roll" if course.game.nation_by_dice else "nationality")
        return
    same = combat.tier and course.rulings.arrivals_tier == "same"
    course.next_step("enemy-tier" if dict(combat.coming).get("fighter") and not same else "enemy-drawn")


# -- who they are, and who sees whom -----------------------------------------------------------------------------------


def enemy_nation(dice: Dice, tables: Tables) -> Nation:
    """Whose Entente enemies they are, by C1. CBT-2."""
    return tables.row("c1", NationRow, of_table(dice, "c1", "nationality of the enemy", tables)).nation


def nation_found(course: CampaignCourse, nation: Nation) -> None:
    """Whose enemies they are is known. CBT-2."""
    course.emit(EnemyNationFound(nation=nation))
    to_the_enemy(course)


def _nationality_roll(course: CampaignCourse) -> None:
    nation_found(course, course.ask(NATIONALITY))


def tier_of_flight(game: Campaign) -> int:
    """The tier by which the enemy's is rolled. CBT-4, CBT-5, SCR-5, ``scramble_tier``."""
    if game.fought.reason == "scramble" and game.rulings.scramble_tier == "squadron":
        return flight_tier(member.tier for member in game.in_box("ready", "flight", "recovery"))
    return flight_tier(aircraft.tier for aircraft in present(game)[0] if aircraft.kind == "fighter")


def _enemy_tier(course: CampaignCourse) -> None:
    game = course.game
    tier = course.ask(ENEMY_TIER)
    of_type = course.tables.of.of("types", FighterType).at(game.fought.nation, tier).type
    course.emit(EnemyTierFound(tier=tier, of_type=of_type))
    course.next_step("enemy-drawn")


def enemy_cup(game: Campaign, kind: Kind) -> Cup[str]:
    """The pool of an enemy kind: the pilots of the latest tier, or counters by their skills; without those in the combat.
    CBT-3, CBT-7, RND-9.
    """
    combat = game.fought
    assert combat.nation is not None  # it was found before
    if kind == "fighter":
        here = {aircraft.name for aircraft in combat.enemies if (aircraft.kind, aircraft.tier) == ("fighter", combat.tier)}
        pilots = (pilot_row.name for pilot_row in game.tables.every("pilots", PilotRow) if pilot_row.nation == combat.nation)
        return Cup.of(name for name in pilots if name not in here)
    cup = crews(kind, sectors.half_of(combat.nation), game.tables)
    for enemy in combat.enemies:
        if enemy.kind == kind:
            cup = cup.without(f"{enemy.air}/{enemy.ground}")
    return cup


def _enemy_drawn(course: CampaignCourse) -> None:
    drawn: list[Aircraft] = []
    for kind, n in course.game.fought.coming:
        faces = course.dice.call(counters_drawn, f"enemy {spelled(kind)}", enemy_cup(course.game, kind), n)
        drawn += [_counter(course.game, kind, face, number) for number, face in enumerate(faces, 1)]
    pilots = [aircraft for aircraft in drawn if aircraft.kind == "fighter"]
    if pilots and course.game.effect("EV-9"):  # the best of them is better in the next air combat
        best = max(pilots, key=lambda aircraft: aircraft.air)
        drawn[drawn.index(best)] = replace(best, air=best.air + 1)
        course.emit(AceMovedIn(card="EV-9", pilot=best.name))
    course.emit(EnemiesCame(enemies=tuple(drawn)))
    combat = course.game.fought
    seen = combat.round or combat.reason in ("scramble", "giant") or (combat.forced and not never_forced(course.game))
    course.next_step(("next-round" if combat.round else "round") if seen else "detection")


@dataclass(frozen=True)
class BestAirSkill:
    """The best air skill of counters that are drawn, by their skills: ``2/1``."""

    more: int = 0
    """What an ace among them adds. EV-9."""

    def __call__(self, skills: Sequence[str]) -> int:
        return max((int(skill.partition("/")[0]) + self.more for skill in skills), default=0)


@dataclass(frozen=True)
class BestWhoCame:
    """Reads the best air skill of the enemies of a kind who came."""

    kind: Kind

    def __call__(self, events: Sequence[object]) -> int:
        came = next(event for event in events if isinstance(event, EnemiesCame)).enemies
        return max((aircraft.air for aircraft in came if aircraft.kind == self.kind), default=0)


def _drawn_questions(game: Campaign) -> Sequence[Question]:
    """How good they are who come: pilots of equal skills are alike here, so that the cup is told by skills."""
    questions = []
    for kind, n in game.fought.coming:
        cup = enemy_cup(game, kind)
        if kind == "fighter":
            pilots = game.tables.of.of("pilots", PilotRow)
            printed = [pilots.at(game.fought.nation, name) for name in cup.items]
            cup = Cup.of(f"{pilot_row.air}/{pilot_row.ground}" for pilot_row in printed)
        what = spelled(kind)
        title, facts = f"best air skill of the enemy {what}s", (f"enemy {what}", cup, n)
        best = BestAirSkill(int(kind == "fighter" and game.effect("EV-9")))
        questions.append(Question(title, counters_drawn, facts, view=best, of=BestWhoCame(kind)))
    return questions


def _counter(game: Campaign, kind: Kind, face: str, number: int) -> Aircraft:
    combat = game.fought
    if kind == "fighter":
        printed = game.tables.of.of("pilots", PilotRow).at(combat.nation, face)
        of_type = game.tables.of.of("types", FighterType).at(combat.nation, combat.tier).type
        twice = any(enemy.name == face for enemy in combat.enemies)  # the same pilot in a machine of another tier
        name = f"{face} ({of_type})" if twice else face
        id_ = f"{face.casefold()}-{combat.tier}" if twice else face.casefold()
        return Aircraft(id=id_, name=name, kind=kind, type=of_type, tier=combat.tier, air=printed.air, ground=printed.ground)
    air, _, ground = face.partition("/")
    what = spelled(kind)
    number += sum(enemy.kind == kind for enemy in combat.enemies)
    assert combat.nation is not None  # it was found before
    type_ = type_of_crews(kind, sectors.half_of(combat.nation), game.tables)
    return Aircraft(
        id=f"enemy-{what.replace(' ', '-')}-{number}",
        name=f"enemy {what} {number}",
        kind=kind,
        type=type_,
        air=int(air),
        ground=int(ground),
        bombs=game.tables.of.of("m2", Capacity).at(kind, "bombs").most[0] if kind == "bomber" else 0,  # ORD-1, SCR-5
    )


def detection_changes(game: Campaign) -> tuple[Modifier, ...]:
    """What is added on C3. DET-2, DET-3, EV-13."""
    own, enemy = (
        tuple(Airborne(aircraft.kind, counted_skill(aircraft, game.rulings)) for aircraft in side) for side in present(game)
    )
    papers = (modifier(1, "papers from a wreck", "AOV-PST-13"),) if game.effect("EV-13") else ()
    return (*detection_modifiers(own, enemy, game.tables, game.rulings), *papers)


def never_forced(game: Campaign) -> bool:
    """Whether nobody can force the flight to fight. MIS-7, ``patrol_combat``."""
    return game.rulings.patrol_combat == "never-forced" and mission_of(game).endswith("-patrol")


def _detection(course: CampaignCourse) -> None:
    game = course.game
    result = course.ask(DETECTION)
    course.emit(Detected(result=result))
    own, enemy = present(game)
    if enemy_forces(result, len(own), len(enemy)) and not never_forced(game):
        course.next_step("round")
    elif result in WEAKER and course.rulings.fight_when_weaker == "gone":
        course.emit(MeetingEnded(evaded=False))
        course.next_step("after-combat")
    else:
        course.next_step("engage")


# -- orders ------------------------------------------------------------------------------------------------------------


class RollNationality(PlayerChoice, type="valor.roll_nationality"):
    """A roll tells whose Entente enemies they are. CBT-2."""

    phrases: ClassVar[tuple[str, ...]] = ("roll for the nationality",)
    at: ClassVar[tuple[str, ...]] = ("nationality",)
    rule: ClassVar[str] = "AOV-CBT-2"
    title: ClassVar[str] = "Roll for their nationality"

    def asks(self, game: Campaign) -> Sequence[Question]:
        return NATIONALITY.questions(game)

    def carry_out(self, course: CampaignCourse) -> None:
        nation_found(course, course.ask(NATIONALITY))


class AlwaysRollNationality(RollNationality, type="valor.always_roll_nationality"):
    """A roll tells it now, and whenever the flight meets the enemy: it is colour alone. CBT-2."""

    phrases: ClassVar[tuple[str, ...]] = ("always roll for the nationality",)
    title: ClassVar[str] = "Roll for it now and in every later combat"

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(NationLeftToDice())
        super().carry_out(course)


class ChooseEnemy(PlayerChoice, type="valor.choose_enemy"):
    """The player says whose Entente enemies they are. CBT-2."""

    phrases: ClassVar[tuple[str, ...]] = ("the enemy is {nation}",)
    at: ClassVar[tuple[str, ...]] = ("nationality",)
    rule: ClassVar[str] = "AOV-CBT-2"
    named: ClassVar[Mapping[str, Named]] = {"nation": words.nationality}
    nation: Nation

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for nationality in NATIONS.values():
            yield Offer(cls(nation=nationality.id), f"The enemy is {nationality.adjective}")

    def against(self, game: Campaign) -> Iterable[Objection]:
        if self.nation == "german":
            yield Objection(self.rule, "the enemy of Germany is British, French or American")  # "the Entente nationality"

    def carry_out(self, course: CampaignCourse) -> None:
        nation_found(course, self.nation)


# -- events ------------------------------------------------------------------------------------------------------------


Reason = Literal["meeting", "targets", "task", "scramble", "giant"]
REASONS: dict[Reason, str] = {
    "meeting": "the flight meets the enemy",
    "targets": "the flight attacks ground targets",
    "task": "the flight goes about its task",
    "scramble": "scramble: the enemy attacks the home airfield",
    "giant": "a heavy bomber is over the lines",
}
DETECTED: dict[Detection, str] = {
    "enemy-surprise": "the enemy has the advantage and attacks",
    "enemy-engages": "the enemy attacks",
    "fight-if-enemy-equal-or-more": "the enemy attacks unless he is weaker",
    "fight-if-enemy-more": "the enemy attacks if he is stronger",
    "player-chooses": "the flight may evade",
    "player-surprise": "the flight has the advantage, and may evade",
}


def counted(numbers: tuple[tuple[Kind, int], ...]) -> str:
    """``2 2-seaters and 3 fighters``."""
    return " and ".join(f"{n} {spelled(kind)}{'' if n == 1 else 's'}" for kind, n in numbers)


class CombatBegan(Event[Campaign], type="valor.combat_began"):
    """A combat begins. CBT-1, SCR-6."""

    reason: Reason
    friends: tuple[str, ...]
    targets: tuple[str, ...] = ()
    coming: tuple[tuple[Kind, int], ...] = ()
    """Enemies that will be drawn."""
    nation: Nation | None = None
    """Of the enemy, where it is known."""
    forced: bool = False
    ambush: bool = False
    field: str = ""

    def apply(self, state: Campaign) -> Campaign:
        combat = Combat(
            reason=self.reason,
            friends=self.friends,
            targets=self.targets,
            coming=self.coming,
            nation=self.nation,
            forced=self.forced,
            ambush=self.ambush,
            field=self.field,
            against=bool(self.targets or self.coming),
        )
        return in_mission(state, combat=combat)

    def tell(self, state: Campaign) -> str:
        if self.coming and self.reason == "meeting":
            return f"the flight meets {counted(self.coming)}{', an ambush' if self.ambush else ''}"
        return REASONS[self.reason]


class EnemyNationFound(Event[Campaign], type="valor.enemy_nation_found"):
    """Whose enemies they are. CBT-2."""

    nation: Nation

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, nation=self.nation)

    def tell(self, state: Campaign) -> str:
        return f"the enemy is {NATIONS[self.nation].adjective}"


class NationLeftToDice(Event[Campaign], type="valor.nation_left_to_dice"):
    """From now on the enemy's nationality is rolled without asking. CBT-2."""

    wording: ClassVar[str] = "C1 says whose enemies they are, from now on"

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, nation_by_dice=True)


class EnemyTierFound(Event[Campaign], type="valor.enemy_tier_found"):
    """Of which tier the enemy's fighters are. CBT-3."""

    wording: ClassVar[str] = "C2: the enemy's fighters are of tier {tier}: {of_type}"
    tier: int
    of_type: str

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, tier=self.tier)


def _of_type(aircraft: Aircraft) -> str:
    return f" ({aircraft.type})" if aircraft.type and aircraft.type not in aircraft.name else ""


class EnemiesCame(Event[Campaign], type="valor.enemies_came"):
    """Enemy aircraft were drawn; they are in the combat from the next round on. CBT-3, CBT-6, CBT-8, RND-7."""

    enemies: tuple[Aircraft, ...]

    def apply(self, state: Campaign) -> Campaign:
        combat = state.fought
        new = tuple((enemy.id, combat.round + 1) for enemy in self.enemies) if combat.round else ()
        return in_combat(
            state,
            enemies=(*combat.enemies, *self.enemies),
            coming=(),
            joined=(*combat.joined, *new),
            against=combat.against or bool(self.enemies),
        )

    def tell(self, state: Campaign) -> str:
        shown = (f"{enemy.name} {enemy.air}/{enemy.ground}{_of_type(enemy)}" for enemy in self.enemies)
        return f"enemies: {', '.join(shown) or 'none; the cup is empty'}"


class AceMovedIn(Event[Campaign], type="valor.ace_moved_in"):
    """The enemy's best pilot is an ace by an event; the event has been used. EV-9."""

    wording: ClassVar[str] = "{pilot} is the ace who moved in: his air skill is 1 higher"
    card: str
    pilot: str

    def apply(self, state: Campaign) -> Campaign:
        return replace(state, effects=tuple(effect for effect in state.effects if effect != (self.card, state.number)))


class Detected(Event[Campaign], type="valor.detected"):
    """What the detection check says. DET-1."""

    result: Detection

    def apply(self, state: Campaign) -> Campaign:
        advantage = {"enemy-surprise": "enemy", "player-surprise": "friend"}.get(self.result, "")
        return in_combat(state, detection=self.result, advantage=advantage)

    def tell(self, state: Campaign) -> str:
        return f"C3: {DETECTED[self.result]}"


class MeetingEnded(Event[Campaign], type="valor.meeting_ended"):
    """There is no combat: the flight evades, or a weak enemy flies on. DET-5, ``fight_when_weaker``."""

    evaded: bool

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, combat=None, evaded=state.flown.evaded or self.evaded)

    def tell(self, state: Campaign) -> str:
        return "the flight evades" if self.evaded else "the enemy flies on"


# -- the steps, and what they roll for ---------------------------------------------------------------------------------


NATIONALITY = Ask(
    enemy_nation,
    "nationality of the enemy",
    (EnemyNationFound, "nation"),
    on_tables,
    called=lambda game: {nationality.id: nationality.adjective for nationality in NATIONS.values()},
)
ENEMY_TIER = Ask(enemy_tier, "tier of the enemy", (EnemyTierFound, "tier"), lambda game: (tier_of_flight(game), game.tables))
DETECTION = Ask(
    detection,
    "detection",
    (Detected, "result"),
    lambda game: (detection_changes(game), game.tables),
    called=lambda game: DETECTED,
)

STEPS = {
    "nationality": SequenceStep("AOV-CBT-2"),
    "nationality-roll": SequenceStep("AOV-CBT-2", _nationality_roll, True, NATIONALITY.questions),
    "enemy-tier": SequenceStep("AOV-CBT-3", _enemy_tier, True, ENEMY_TIER.questions),
    "enemy-drawn": SequenceStep("AOV-CBT-3", _enemy_drawn, True, _drawn_questions),
    "detection": SequenceStep("AOV-DET-1", _detection, True, DETECTION.questions),
    "engage": SequenceStep("AOV-DET-1"),
}
"""Until the first round."""


class DetectionRulings(Rulings):
    """What the source leaves open of detection."""

    c3_two_seater: Literal["once", "each"] = ruling(
        "AOV-DET-3", "How often do several 2-seaters of a side count on C3?", "Once.", "Each."
    )
    c3_bomber: Literal["same", "none"] = ruling("AOV-DET-3", "Do bombers count as 2-seaters on C3?", "Yes.", "No.")
    c3_evade_at_objective: Literal["as-listed", "all"] = ruling(
        "AOV-DET-5", "What may be done at the objective after evading?", "Bombing, spotting and photo recon.", "Everything."
    )
    fight_when_weaker: Literal["player", "gone"] = ruling(
        "AOV-DET-4", "The enemy is too weak to force a fight: who decides?", "The player.", "Nobody; there is no combat."
    )
