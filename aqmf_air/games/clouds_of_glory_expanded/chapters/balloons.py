"""Attacks on balloons (6.5.2, 6.5.1.4): a burst, the damage roll, what earlier hits add to it; the winch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from operator import eq
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.ui import Burst, Loss, Mark
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CheckFacts, CloudsGame, CloudsSteps, Craft, Events, Setup, due
from aqmf_air.games.clouds_of_glory_expanded.automatic.goals import hoped
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, At, OwnRulings, by_side
from aqmf_air.games.clouds_of_glory_expanded.chapters.bursts import Aim, BurstFacts, BurstOrder, burst_need
from aqmf_air.games.clouds_of_glory_expanded.ground import unknown_faults
from aqmf_air.games.clouds_of_glory_expanded.sights import line_of_fire
from aqmf_air.games.clouds_of_glory_expanded.tables import BalloonDamageRow, ExpandedTables, tables_of

BALLOONS = "balloons"
"""The table of numbers."""
BURNS = partial(eq, "burns")
HOPE = 0.25
"""What a hit that burns nothing is worth to an automatic side, in parts of a burnt balloon."""


class BalloonRulings(OwnRulings):
    """What the source leaves open of attacks on balloons."""

    balloon_airplane_modifier: Literal["not-applied", "applied"] = api.ruling(
        "ICOGX-6.5.2.1", "Does the aircraft's Gunnery modifier count against balloons?", "No.", "Yes.", standing="inferred"
    )
    single_gun_damage: Literal["air-only", "balloons-too"] = api.ruling(
        "ICOGX-6.5.2.d", "Does a single gun's hit lose successes against balloons?", "No.", "Yes.", standing="inferred"
    )
    balloon_14_18: Literal["5", "2", "2-but-0-for-1-13"] = api.ruling(
        "ICOGX-6.5.2.B14",
        "What does a damage total of 14 to 18 add to later damage rolls?",
        "5.",
        "2, as a total of 1 to 13 does.",
        "2; and a total of 1 to 13 adds nothing.",
    )
    balloon_stack: Literal["add-up", "highest-only", "all-standing"] = api.ruling(
        "ICOGX-6.5.2.2",
        "Do the bonuses of several hits add up?",
        "Yes; the 10 of massive leaks is for the next roll alone.",
        "No: the highest one counts.",
        "Yes, and the 10 of massive leaks stays, too.",
        standing="inferred",
    )
    balloon_low: Literal["light", "no-damage"] = api.ruling(
        "ICOGX-6.5.2.B1", "What does a damage total below 1 do?", "Light damage.", "Nothing."
    )


# -- what is kept ------------------------------------------------------------------------------------------------------


class Envelope(api.Frozen):
    """What hits have done to a balloon. ICOGX-6.5.2.2."""

    id: str
    standing: int = 0
    once: int = 0

    def bonus(self, rulings: BalloonRulings) -> int:
        """What earlier hits add to a damage roll. ``balloon_stack``."""
        return max(self.standing, self.once) if rulings.balloon_stack == "highest-only" else self.standing + self.once

    def after(
        self, row: BalloonDamageRow | None, tables: ExpandedTables, rulings: BalloonRulings, *, salvo: bool = False
    ) -> Envelope:
        """The same after a damage roll; ``salvo``: one that counts as made at once with that before it.
        ICOGX-6.5.2.B1, ICOGX-6.5.2.B14, ICOGX-6.5.2.B19, ``balloon_14_18``, ``balloon_stack``.
        """
        later, more, light = row.later if row else 0, row.next if row else 0, tables.balloon_damage[0]
        if row and later and rulings.balloon_14_18 != "5":
            later = 0 if row is light and rulings.balloon_14_18 == "2-but-0-for-1-13" else light.later
        if rulings.balloon_stack == "all-standing":
            later, more = later + more, 0
        standing = max(self.standing, later) if rulings.balloon_stack == "highest-only" else self.standing + later
        return api.replace(self, standing=standing, once=max(more, self.once) if salvo else more)


class Burnt(NamedTuple):
    """A balloon that was shot down, and the side that did."""

    balloon: str
    side: clouds.Side


class Balloons(api.Frozen):
    """What a mission says of its balloons, and what has become of them."""

    incendiary: tuple[str, ...] = Field(default=(), max_length=16)
    """Aircraft with incendiary ammunition. ICOGX-6.5.2.b."""
    worth: int = Field(default=2, ge=0, le=20)
    winched: tuple[str, ...] = Field(default=(), max_length=12)
    """Balloons that are hauled down, if the mission says so. M7."""
    winched_from: int = Field(default=1, ge=1, le=60)
    envelopes: tuple[Envelope, ...] = ()
    burnt: tuple[Burnt, ...] = ()

    @property
    def points(self) -> Mapping[str, int]:
        return by_side((burnt.side, self.worth) for burnt in self.burnt)

    def load(self, game: CloudsGame, craft: Craft) -> Iterator[str]:
        yield from ["incendiary ammunition"] * (craft.id in self.incendiary)

    def envelope(self, balloon: str) -> Envelope:
        return next((each for each in self.envelopes if each.id == balloon), Envelope(id=balloon))


KEPT = api.Slice("balloons", Balloons)


def balloons_there(game: CloudsGame) -> Mapping[str, clouds.SkyBody]:
    """Those that are still there, by their ids."""
    return {balloon.id: balloon.body for balloon in game.balloons}


def enemy_balloons(game: CloudsGame, side: str) -> tuple[clouds.SkyBody, ...]:
    """Those of the other side that are still there."""
    return tuple(balloon for balloon in balloons_there(game).values() if balloon.side != side)


# -- the damage roll ---------------------------------------------------------------------------------------------------


class BalloonRoll(NamedTuple):
    """A damage roll on a balloon."""

    total: int
    spent: int


def damage_of(total: int, tables: ExpandedTables, rulings: BalloonRulings) -> BalloonDamageRow | None:
    """The row of a total; None: no damage. ICOGX-6.5.2.2, ``balloon_low``."""
    light, *_ = rows = tables.balloon_damage
    if total < light.low:
        return light if rulings.balloon_low == "light" else None
    return [row for row in rows if row.low <= total][-1]


def balloon_damage(dice: api.Dice, check: clouds.Check, tables: ExpandedTables, rulings: BalloonRulings) -> BalloonRoll:
    """A D20 and what is added to it, the number of ``check``; unless it burns, who has hit may roll again. ICOGX-6.5.2.2."""
    added = check.need.total

    def asks(face: int, left: tuple[str, ...]) -> api.Decision | None:
        row = damage_of(face + added, tables, rulings)
        says = f"{check.who}, damage: {face}{added:+d} is {face + added}, {row.text if row else 'nothing'}"
        return None if row and row.burns else clouds.reroll_of(check, left, says, face + added, face)

    draw = api.total("balloon damage", 1, clouds.D20, by=check.by, about=check.need)
    stood = api.rolled(dice, draw, asks, check.rerolls, kept=False)
    return BalloonRoll(int(stood.value) + added, len(check.rerolls) - len(stood.left))


class Added(NamedTuple):
    """What is added to the damage die of a hit."""

    successes: int = 0
    earlier: int = 0
    incendiary: bool = False
    rocket: bool = False
    single: int = 0
    """What core takes off the successes of so few guns. ``single_gun_damage``."""

    def need(self, tables: ExpandedTables) -> api.TargetNumber:
        """The same as a number with its reasons. ICOGX-6.5.2.2, ICOGX-6.5.2.b, ICOGX-6.5.3.2, ICOGX-6.5.2.d."""
        changes = (
            (self.earlier, "earlier hits", "ICOGX-6.5.2.2"),
            (self.incendiary * tables.whole(BALLOONS, "incendiary"), "incendiary ammunition", "ICOGX-6.5.2.b"),
            (self.rocket * tables.whole(BALLOONS, "rocket"), "a rocket", "ICOGX-6.5.3.2"),
            (self.single, "a single gun", "ICOGX-6.5.2.d"),
        )
        need = api.TargetNumber("balloon damage", self.successes, "successes", "ICOGX-6.5.2.2")
        return need.with_modifiers(api.modifier(*change) for change in changes if change[0])


class BalloonShotFacts(BurstFacts):
    """What a shot at a balloon depends on."""

    numbers, rule, changed_by = BALLOONS, "ICOGX-6.5.2.1", "ICOGX-6.5.2.a"


def balloon_shot(
    facts: BalloonShotFacts, core: clouds.Tables, tables: ExpandedTables, rulings: BalloonRulings
) -> api.TargetNumber:
    """The number of a shot at a balloon: no distance. ICOGX-6.5.2.1, ICOGX-6.5.2.a, ``balloon_airplane_modifier``."""
    applied = rulings.balloon_airplane_modifier == "applied"
    return burst_need(facts if applied else replace(facts, aircraft=0), core, tables)


def burst_burns(
    dice: api.Dice, check: clouds.Check, jams: int, added: Added, tables: ExpandedTables, rulings: Any
) -> Literal["miss", "hit", "burns"]:
    """A burst and its damage: ``hit``: the balloon is hit, and still there. ICOGX-6.5.2.1, ICOGX-6.5.2.2."""
    result = clouds.shot(dice, check, jams, rulings)
    if not result.hit:
        return "miss"
    need = added._replace(successes=result.successes).need(tables)
    damage = clouds.Check("balloon damage", need, check.by, check.who, check.rerolls[result.spent :])
    row = damage_of(balloon_damage(dice, damage, tables, rulings).total, tables, rulings)
    return "burns" if row and row.burns else "hit"


# -- events ------------------------------------------------------------------------------------------------------------


class BalloonHit(clouds.CraftEvent, type="clouds.balloon_hit"):
    """What a hit has done to a balloon. ICOGX-6.5.2.2."""

    balloon: str
    total: int
    text: str
    standing: int
    once: int
    burns: bool = False
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        kept = KEPT.of(game)
        after = Envelope(id=self.balloon, standing=self.standing, once=self.once)
        others = tuple(each for each in kept.envelopes if each.id != self.balloon)
        burnt = (*kept.burnt, Burnt(self.balloon, game.of(self.craft).side)) if self.burns else kept.burnt
        lost = (*game.lost_balloons, self.balloon) if self.burns else game.lost_balloons
        game = KEPT.changed(game, envelopes=(*others, after), burnt=burnt)
        return clouds.spend(api.replace(game, lost_balloons=lost), self.spent)

    def tell(self, game: CloudsGame) -> str:
        more = (f"{self.standing:+d} on later damage" * bool(self.standing), f"{self.once:+d} on the next" * bool(self.once))
        added = "" if self.burns else "".join(f"; {words}" for words in more if words)
        return f"damage on {game.called(self.balloon)}: {self.total}, {self.text}{added}"

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        balloon = balloons_there(game)[self.balloon]
        for point in at(balloon.at) if self.burns else ():
            yield Burst(point, 2 * balloon.radius, by=self.craft)
            yield Loss(self.balloon, point, 2 * balloon.radius, passes=True)


def hit_balloon(
    game: CloudsGame, rules: CloudsSteps, dice: api.Dice, facts: CheckFacts, id_: str, added: Added, *, salvo: bool = False
) -> Iterator[BalloonHit]:
    """A damage roll on a balloon that is still there, of a burst or a rocket. ICOGX-6.5.2.2, ``reroll_scope``."""
    if id_ not in balloons_there(game):
        return
    tables, rulings = tables_of(game), BalloonRulings.of(game)
    check = clouds.check_on(rules, facts, added.need(tables), id_="balloon-damage")
    check = check.alone if game.rulings.reroll_scope == "tests-only" else check
    roll = balloon_damage(api.labelled(dice, id_, relation="on"), check, tables, rulings)
    row = damage_of(roll.total, tables, rulings)
    after = KEPT.of(game).envelope(id_).after(row, tables, rulings, salvo=salvo)
    (text, burns), spent = (row.text, row.burns) if row else ("no damage", False), check.rerolls[: roll.spent]
    hit = {"craft": facts.craft.id, "balloon": id_, "text": text}
    standing, once = after.standing, after.once
    yield BalloonHit(**hit, total=roll.total, standing=standing, once=once, burns=burns, spent=spent)


class BalloonShotAt(clouds.BurstFired, type="clouds.balloon_shot_at"):
    """A burst at a balloon. ICOGX-6.5.2.1."""

    field: ClassVar[str] = "balloon"
    balloon: str

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        start, end = game.of(self.craft).pose.place, balloons_there(game)[self.balloon].at
        return line_of_fire(at, start, end, self.outcome, self.craft, self.balloon)


class BalloonsLowered(api.Event[CloudsGame], type="clouds.balloons_lowered"):
    """Winches haul balloons down to these heights, in MU. M7."""

    heights: tuple[tuple[str, float], ...]

    def apply(self, game: CloudsGame) -> CloudsGame:
        heights = dict(self.heights)
        balloons = (api.replace(each, at=(*each.at[:2], heights.get(each.id, each.at[2]))) for each in game.setup.balloons)
        return api.replace(game, setup=api.replace(game.setup, balloons=tuple(balloons)))

    def tell(self, game: CloudsGame) -> str:
        return api.in_a_row([f"{game.called(name)} is hauled down to {height:g}" for name, height in self.heights])


# -- steps -------------------------------------------------------------------------------------------------------------


def added_by(game: CloudsGame, craft: str, balloon: str, guns: int) -> Added:
    """What is added to the damage of a hit, beside the successes. ICOGX-6.5.2.b, ICOGX-6.5.2.d, ``single_gun_damage``."""
    kept, rulings = KEPT.of(game), BalloonRulings.of(game)
    counts = guns == 1 and rulings.single_gun_damage == "balloons-too"
    single = game.tables.guns(guns).successes if counts else 0
    return Added(earlier=kept.envelope(balloon).bonus(rulings), incendiary=craft in kept.incendiary, single=single)


def damage(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The damage roll of a burst. ICOGX-6.5.2.2."""
    station, balloon, successes, guns = step.facts
    facts, added = CheckFacts(game, game.of(step.of), str(station)), added_by(game, step.of, str(balloon), int(guns))
    yield from hit_balloon(game, rules, dice, facts, str(balloon), added._replace(successes=int(successes)))


def lower(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Winches turn, until a balloon is on the ground. M7."""
    by, winched = tables_of(game).number(BALLOONS, "winch"), KEPT.of(game).winched
    up = [balloon for balloon in game.balloons if balloon.id in winched and balloon.at[2] > balloon.radius]
    if up:
        yield BalloonsLowered(heights=tuple((each.id, max(each.radius, each.at[2] - by)) for each in up))


# -- a burst and its order ---------------------------------------------------------------------------------------------


class BalloonAim(Aim):
    """A burst at a balloon as it would be fired now."""

    check_id, fired_by = "balloon-shot", "balloon shot"
    enemies = staticmethod(enemy_balloons)

    @classmethod
    def before(cls, game: CloudsGame, craft: Craft, station: str) -> Iterable[clouds.SkyBody]:
        """A gunner in formation shoots at them only after attackers. ICOGX-6.5.2.1, ICOGX-6.5.1.4."""
        waits = station != PILOT and craft.formation and not craft.man(station).late
        return () if waits else super().before(game, craft, station)

    @property
    def need(self) -> api.TargetNumber:
        tables, rulings = tables_of(self.game), BalloonRulings.of(self.game)
        return balloon_shot(BalloonShotFacts(**self.facts), self.game.tables, tables, rulings)

    @property
    def added(self) -> Added:
        return added_by(self.game, self.craft.id, self.run[-1], self.guns)

    @property
    def title(self) -> str:
        more = self.added.need(tables_of(self.game)).total
        return f"attack {self.thing.name} with a {self.burst} burst ({self.least} or less, damage {more:+d})"

    @property
    def outcome(self) -> tuple[Any, ...]:
        """What :func:`burst_burns` gets, no re-roll counted."""
        return self.check.alone, self.jams, self.added, tables_of(self.game), self.game.rulings

    @property
    def question(self) -> api.Question:
        check, *_ = facts = self.outcome
        return api.Question("the balloon burns", burst_burns, facts, (check.need,), view=BURNS, later=True)

    @property
    def worth(self) -> float:
        odds = api.chances(burst_burns, *self.outcome)
        return KEPT.of(self.game).worth * float(odds.of("burns") + odds.of("hit") * HOPE)

    def event(self, **fields: Any) -> clouds.BurstFired:
        return BalloonShotAt(balloon=self.run[-1], **fields)

    def on_hit(self, result: clouds.ShotResult) -> Iterable[api.GameStep]:
        return (due("balloon damage", self.craft.id, self.station, self.run[-1], result.successes, self.guns),)


class StrafeBalloon(BurstOrder, type="clouds.strafe_balloon", chapter="balloons", rule="ICOGX-6.5.2.1"):
    """A burst at a balloon of the enemy: one target in a turn. ICOGX-6.5.1.4, ICOGX-6.5.2.1."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} attacks|attack {balloon} [with a {burst} burst]",)
    aims: ClassVar = BalloonAim
    field: ClassVar[str] = "balloon"
    balloon: str


# -- the chapter -------------------------------------------------------------------------------------------------------


def first_steps(game: CloudsGame, phase: clouds.Phase) -> Iterable[api.GameStep]:
    """Winches turn at the end of a turn. M7."""
    kept = KEPT.of(game)
    return (due("winch", ""),) if phase == "end" and kept.winched and game.turn >= kept.winched_from else ()


def faults(setup: Setup) -> Iterable[str]:
    """What is wrong with what a mission says of balloons, a line each. ICOGX-6.5.2.c."""
    kept, day = KEPT.of(setup), EXPANDED.of(setup).day
    hit, burnt = (envelope.id for envelope in kept.envelopes), (each.balloon for each in kept.burnt)
    yield from unknown_faults(setup, "balloons", "aircraft", incendiary=kept.incendiary)
    yield from unknown_faults(setup, "balloons", "balloon", winched=kept.winched, envelopes=hit, burnt=burnt)
    if kept.incendiary and 0 < day < tables_of(setup).whole(BALLOONS, "incendiary-from"):
        yield f"balloons: incendiary: expected none before 1917, got {EXPANDED.of(setup).date} (ICOGX-6.5.2.c)"


def briefing(setup: Setup) -> Iterable[str]:
    """What players read before a mission."""
    kept = KEPT.of(setup)
    if setup.balloons:
        yield f"{api.plural(kept.worth, 'point')} for a balloon that is shot down."
    if names := [placing.marking for placing in setup.aircraft if placing.id in kept.incendiary]:
        yield f"Incendiary ammunition: {api.in_a_row(names)}."
    if lowered := [balloon.name for balloon in setup.balloons if balloon.id in kept.winched]:
        yield f"From turn {kept.winched_from} on winches haul down {api.in_a_row(lowered)}."


def goals(game: CloudsGame, craft: Craft) -> Iterator[clouds.Goal]:
    """Balloons of the enemy. ICOGX-6.5.2.1."""
    for balloon in enemy_balloons(game, craft.side) if clouds.can_shoot(game, craft, PILOT) else ():
        yield hoped(craft, balloon, "guns", KEPT.of(game).worth)


STEPS = {"balloon shot": BalloonAim.fire, "balloon damage": damage, "winch": lower}
