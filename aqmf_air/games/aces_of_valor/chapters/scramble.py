"""A scramble (6.2): the home airfield is attacked. SCR."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from aqmf_air.api import Ask, Dice, Event, Objection, Offer, Rulings, ruling
from aqmf_air.games.aces_of_valor.chapters import sectors, words
from aqmf_air.games.aces_of_valor.chapters.combat import begin, to_the_enemy
from aqmf_air.games.aces_of_valor.chapters.counters import air_skill
from aqmf_air.games.aces_of_valor.chapters.dice import amount
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, Named, PlayerChoice, SequenceStep
from aqmf_air.games.aces_of_valor.chapters.points import PointsScored
from aqmf_air.games.aces_of_valor.chapters.rounds import CombatEnded
from aqmf_air.games.aces_of_valor.state import Campaign, GroundTarget, changed, damage_of, in_combat, in_mission
from aqmf_air.games.aces_of_valor.tables import Amount, Kind

# -- rules and steps ---------------------------------------------------------------------------------------------------


FIELD = "home-airfield"
"""The id of the own airfield as a ground target."""
ESCORT: Amount = "D3+1"
LAUNCH: Amount = "D3+2"


def launch_limit(dice: Dice) -> int:
    """How many fighters may go up. SCR-4, SCR-9."""
    return amount(dice, "fighters that may go up", LAUNCH)


def escort(dice: Dice) -> int:
    """How many fighters the enemy has. SCR-5."""
    return amount(dice, "fighters of the enemy", ESCORT)


def _scramble(course: CampaignCourse) -> None:
    """The airfield is placed, and the first wave is counted. SCR-1, SCR-3, SCR-4."""
    game = course.game
    assert game.nation is not None  # a mission is flown
    home = sectors.where(sectors.half_of(game.nation), "airfield", game.home, course.tables)
    field = GroundTarget(id=FIELD, name="the home airfield", kind="airfield", at=home)
    course.emit(FieldPlaced(field=field))
    begin(course, "scramble", friends=(), targets=(), field=FIELD)
    _limit_found(course)


def _limit_found(course: CampaignCourse) -> None:
    """How many may go up, also before rounds 2 and 3, and who does: nobody is asked where nobody can. SCR-4, SCR-9."""
    course.emit(LaunchLimitFound(n=course.ask(LIMIT)))
    if most_up(course.game):
        course.next_step("launch")
    else:
        launched(course)


def most_up(game: Campaign) -> int:
    """How many fighters can go up now. SCR-4, ``scramble_fewer``."""
    limit, ready = game.fought.launching, len(game.ready)
    if ready < limit and game.rulings.scramble_fewer == "none":
        return 0
    return min(limit, ready)


def least_up(game: Campaign) -> int:
    """How many fighters have to go up now. SCR-4, ``scramble_choice``."""
    first = game.fought.round == 0
    return most_up(game) if first and game.rulings.scramble_choice == "exactly" else 0


def launched(course: CampaignCourse) -> None:
    """After fighters have gone up: on to the enemy, or to the next round. SCR-5, SCR-9."""
    course.next_step("round" if course.game.fought.round else "raiders")


def _raiders(course: CampaignCourse) -> None:
    course.emit(RaidersCounted(fighters=course.ask(RAIDERS), bombers=course.tables.number("raiding-bombers")))
    to_the_enemy(course)


def _scramble_over(course: CampaignCourse) -> None:
    """The enemy leaves, and the airfield is looked at. SCR-13, SCR-15."""
    game = course.game
    field = game.target(FIELD)
    done = damage_of(field.kind, field.points, course.tables)
    course.emit(CombatEnded())
    if done != "none":
        lost = course.tables.points(f"home-airfield-{done}")
        course.emit(PointsScored(what=f"{field.name} {done}", points=lost, rule="AOV-SCR-15"))
    course.next_step("mission-over")


# -- orders and events -------------------------------------------------------------------------------------------------


class Launch(PlayerChoice, type="valor.launch"):
    """Fighters go up in a scramble. SCR-4, SCR-9; ``scramble_choice``, ``scramble_fewer``."""

    phrases: ClassVar[tuple[str, ...]] = ("launch {aircraft}", "launch nobody")
    at: ClassVar[tuple[str, ...]] = ("launch",)
    rule: ClassVar[str] = "AOV-SCR-4"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.fighters}
    aircraft: tuple[str, ...] = ()

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        ranked = sorted(game.ready, key=lambda member: (-member.tier - air_skill(member, game.rulings), member.damaged))
        best = [member.id for member in ranked]
        most, least = most_up(game), least_up(game)
        for n in range(most, max(least, 1) - 1, -1):
            names = ", ".join(game.called(id_) for id_ in best[:n])
            yield Offer(cls(aircraft=tuple(best[:n])), f"Up go {names}")
        if not least:
            yield Offer(cls(), "Nobody goes up")

    def against(self, game: Campaign) -> Iterable[Objection]:
        ready = {member.id for member in game.ready}
        for id_ in self.aircraft:
            if id_ not in ready:  # "Before rounds 2 and 3 up to D3+2 more ready fighters may be launched"
                yield Objection("AOV-SCR-9", f"{game.called(id_)} is not ready")
        if len(set(self.aircraft)) < len(self.aircraft):
            yield Objection(self.rule, "an aircraft is named twice")  # "choose D3+2 aircraft for round 1"
        n, most, least = len(self.aircraft), most_up(game), least_up(game)
        if n > most:
            later = game.fought.round > 0
            # "Before rounds 2 and 3 up to D3+2 more ready fighters may be launched", "choose D3+2 aircraft for round 1"
            yield Objection("AOV-SCR-9" if later else self.rule, f"{n} are too many: {most} may go up now")
        elif n < least:
            yield Objection(self.rule, f"{n} are too few: {least} have to go up")  # "choose D3+2 aircraft for round 1"

    def carry_out(self, course: CampaignCourse) -> None:
        order = [member.id for member in course.game.squadron if member.id in self.aircraft]
        course.emit(FightersLaunched(aircraft=tuple(order)))
        launched(course)


class FieldPlaced(Event[Campaign], type="valor.field_placed"):
    """The own airfield stands for what the enemy attacks. SCR-1, SCR-3."""

    field: GroundTarget

    def apply(self, state: Campaign) -> Campaign:
        return in_mission(state, at=self.field.at, targets=(*state.flown.targets, self.field))

    def tell(self, state: Campaign) -> str:
        return f"the enemy comes for {self.field.name}"


class RaidersCounted(Event[Campaign], type="valor.raiders_counted"):
    """How many fighters come with the enemy's bombers. SCR-5."""

    wording: ClassVar[str] = "{bombers} bombers and {fighters} fighters attack"
    fighters: int
    bombers: int

    def apply(self, state: Campaign) -> Campaign:
        coming: tuple[tuple[Kind, int], ...] = (("fighter", self.fighters), ("bomber", self.bombers))
        return in_combat(state, coming=coming, against=True)


class FightersLaunched(Event[Campaign], type="valor.fighters_launched"):
    """Fighters go up in a scramble. SCR-4, SCR-9."""

    aircraft: tuple[str, ...]

    def apply(self, state: Campaign) -> Campaign:
        after = state
        for id_ in self.aircraft:
            after = changed(after, id_, box="flight")
        mission, combat = after.flown, after.fought
        new = tuple((id_, combat.round + 1) for id_ in self.aircraft) if combat.round else ()
        after = in_combat(after, friends=(*combat.friends, *self.aircraft), launching=0, joined=(*combat.joined, *new))
        return in_mission(after, flight=(*mission.flight, *self.aircraft), took_off=(*mission.took_off, *self.aircraft))

    def tell(self, state: Campaign) -> str:
        return f"up go {', '.join(state.called(id_) for id_ in self.aircraft)}" if self.aircraft else "nobody goes up"


class LaunchLimitFound(Event[Campaign], type="valor.launch_limit_found"):
    """How many fighters may go up now. SCR-4, SCR-9."""

    n: int

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, launching=self.n)

    def tell(self, state: Campaign) -> str:
        return f"up to {self.n} fighter{'' if self.n == 1 else 's'} may go up"


# -- the steps, and what they roll for ---------------------------------------------------------------------------------


LIMIT = Ask(launch_limit, "fighters that may go up", (LaunchLimitFound, "n"), lambda game: ())
RAIDERS = Ask(escort, "fighters of the enemy", (RaidersCounted, "fighters"), lambda game: ())

STEPS = {
    "scramble": SequenceStep("AOV-SCR-4", _scramble, True, LIMIT.questions),
    "launch": SequenceStep("AOV-SCR-4"),
    "raiders": SequenceStep("AOV-SCR-5", _raiders, True, RAIDERS.questions),
    "scramble-more": SequenceStep("AOV-SCR-9", _limit_found, True, LIMIT.questions),
    "scramble-over": SequenceStep("AOV-SCR-13", _scramble_over),
}
"""A scramble, besides its combat."""


class ScrambleRulings(Rulings):
    """What the source leaves open of the scramble."""

    scramble_fewer: Literal["all-ready", "none"] = ruling(
        "AOV-SCR-4", "Fewer aircraft are ready than D3+2: what then?", "All of them may go.", "None goes."
    )
    scramble_choice: Literal["up-to", "exactly"] = ruling(
        "AOV-SCR-4", "How many aircraft go up in round 1?", "Up to D3+2.", "Exactly D3+2."
    )
    scramble_tier: Literal["first-wave", "squadron"] = ruling(
        "AOV-SCR-5", "By which aircraft is the enemy's tier rolled?", "By those of round 1.", "By the squadron."
    )
    scramble_field_aa: Literal[True, False] = ruling("AOV-SCR-8", "Does the airfield's AA fire at bombers?", "Yes.", "No.")
    scramble_nobody: Literal["bombs", "end"] = ruling(
        "AOV-SCR-13", "No friend is in the air: what then?", "Bombers bomb in their rounds, unopposed.", "The combat ends."
    )
    scramble_break_off: Literal["action", "start"] = ruling(
        "AOV-SCR-12",
        "When do enemies break off that have bombed?",
        "Each in its turn on the track.",
        "At the start of the round.",
    )
    scramble_damaged_enemy: Literal["fighters-c5", "all-stay"] = ruling(
        "AOV-SCR-11", "What do damaged enemies do?", "Fighters roll on C5; bombers stay until they have bombed.", "All stay."
    )
    scramble_landing: Literal["f4", "recovery"] = ruling(
        "AOV-SCR-13", "How do damaged friends land?", "By F4.", "They go to Recovery."
    )
    scramble_weather: Literal["no-effect", "aa"] = ruling(
        "AOV-SCR-2", "What does weather do in a scramble?", "Nothing, unless a rule asks.", "It changes AA."
    )
