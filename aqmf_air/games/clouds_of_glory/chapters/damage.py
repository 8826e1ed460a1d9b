"""What a hit does (6.3.8 to 6.3.12): the damage die, the row of the table, and all that the row does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from aqmf_air import api
from aqmf_air.api.geometry import vectors

from aqmf_air.games.clouds_of_glory.chapters.checks import (  # isort: skip
    Check, CheckFacts, check_of, flying_check, reroll_of, roll_test, spend,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.chapters.fire import catches_fire, overloaded, stops
from aqmf_air.games.clouds_of_glory.chapters.leaving import DOOMED, DeathFaced, WentOut, destroyed, pilot_lost
from aqmf_air.games.clouds_of_glory.chapters.stalls import enter_spin
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, Spared, decided, due, then
from aqmf_air.games.clouds_of_glory.chapters.structure import weakened
from aqmf_air.games.clouds_of_glory.effects import WHAT, Effect

from aqmf_air.games.clouds_of_glory.state import (  # isort: skip
    AIRFRAME, PILOT, CloudsGame, Craft, CraftEvent, CrewMember, DryTank, EnergyLoss, Flames, Smoking,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.tables import D20, DamageRow, Engines, Tables

LAST_ROW = 30
FIRE_ROW = 27
TWO_GUNS = 2
"""Guns whose number changes no successes. ICOG-6.3.8.1."""


class DamageRulings(api.Rulings):
    """What the source leaves open of damage."""

    damage_range: Literal["clamp", "none-below-1"] = api.ruling(
        "ICOG-6.3.10-a", "What does a total below 1 do?", "What row 1 says.", "Nothing."
    )
    stray_2d20: Literal["sum", "two-rows"] = api.ruling(
        "ICOG-6.3.10-a", "What are the 2d20 of a stray shot?", "One total.", "Two rows, one for each die."
    )
    wider_adds: Literal["add", "worst"] = api.ruling(
        "ICOG-6.3.10-a", "How do several hits widen turns?", "Their templates add up.", "The worst one counts."
    )
    roll_doubled: Literal["once", "each"] = api.ruling(
        "ICOG-6.3.10-a", "What does a second aileron wire do?", "No more than the first.", "Roll is doubled again."
    )
    weapon_out: Literal["dice", "owner"] = api.ruling(
        "ICOG-6.3.10-a", "Which of unlike weapons is hit?", "A die says so, each gun alike.", "Its owner says so."
    )
    multi_24: Literal["both", "one"] = api.ruling(
        "ICOG-6.3.11-a",
        "Whom does row 24 of aircraft with several engines hit?",
        "The pilot and one gunner.",
        "One of the crew.",
        standing="stated",
    )
    blackout: Literal["straight-nothing", "as-spin"] = api.ruling(
        "ICOG-6.3.10-a",
        "What does an aircraft do whose pilot has fainted?",
        "It flies straight on; he does nothing, and has no re-rolls.",
        "It spins, and he cannot try to come out of it in that turn.",
    )
    smoke_count: Literal["next-two-moves", "this-and-next"] = api.ruling(
        "ICOG-6.3.10-a",
        "Which two turns has a smoking engine?",
        "The two after the hit.",
        "That of the hit and the next one.",
    )


# -- the damage die ----------------------------------------------------------------------------------------------------


def damage_row(total: int, engines: Engines, tables: Tables, rulings: DamageRulings) -> DamageRow | None:
    """The row of a total, above 30 the last one; None: it does nothing. ICOG-6.3.10-a, ICOG-6.3.11-a."""
    if total < 1 and rulings.damage_range == "none-below-1":
        return None
    return tables.damage_row(min(max(total, 1), LAST_ROW), engines)


@dataclass(frozen=True)
class DamageFacts:
    """What the die of a hit depends on."""

    check: Check
    """Its number: the successes, with what extensions add."""
    guns: int
    engines: Engines
    """Of the target."""
    tables: Tables
    rulings: DamageRulings

    def row(self, total: int) -> DamageRow | None:
        """The row of a total."""
        return damage_row(total, self.engines, self.tables, self.rulings)


@dataclass(frozen=True)
class AfterDamage:
    """Whoever shot may roll the damage again. ICOG-1.2.3-a."""

    facts: DamageFacts
    more: int

    def __call__(self, face: int, left: tuple[str, ...]) -> api.Decision:
        total = face + self.more
        row = self.facts.row(total)
        says = f"{self.facts.check.who}, damage: {face}{self.more:+d} is {total}, {row.text if row else 'nothing'}"
        return reroll_of(self.facts.check, left, says, row.roll if row else 0, face)


@dataclass(frozen=True)
class WinsLuck:
    """Whether a face wins the victim Luck, which it does though it is rolled again. T:damage.single row 1."""

    facts: DamageFacts
    more: int

    def __call__(self, face: int) -> bool:
        row = self.facts.row(face + self.more)
        return row is not None and row.effect.luck != 0


class DamageRoll(NamedTuple):
    """What the die of a hit came to."""

    totals: tuple[int, ...]
    """Those that won the victim Luck and were rolled again, and the last one."""
    spent: int


def roll_damage(dice: api.Dice, facts: DamageFacts) -> DamageRoll:
    """A D20, the successes, and what the guns add. ICOG-6.3.8.1, ICOG-6.3.10-a, ICOG-1.2.3-a."""
    check, row = facts.check, facts.tables.guns(facts.guns)
    guns = row.successes
    if row.die:
        guns += dice.draw(api.expression("three guns or more", row.die, by=check.by, about="added to the damage"))
    need = check.need.with_modifiers([api.modifier(guns, "guns", "ICOG-6.3.8.1")] if guns else ())
    more, draw = need.total, api.total("damage", 1, D20, by=check.by, about=need)
    stood = api.rolled(dice, draw, AfterDamage(facts, more), check.rerolls, kept=WinsLuck(facts, more))
    totals = tuple(int(face) + more for face in stood.values)
    return DamageRoll(totals, len(check.rerolls) - len(stood.left))


def damage_total(dice: api.Dice, facts: DamageFacts) -> int:
    """The same, its total alone: odds have few of them."""
    return roll_damage(dice, facts).totals[-1]


def hit_facts(
    shot: Check, successes: int, guns: int, engines: Engines, tables: Tables, rulings: DamageRulings
) -> DamageFacts:
    """What the die of a hit depends on, where nothing adds to it; ``shot``: with the re-rolls that are left."""
    need = api.TargetNumber("damage", successes, "successes", "ICOG-6.3.10-a")
    return DamageFacts(Check("damage", need, shot.by, shot.who, shot.rerolls), guns, engines, tables, rulings)


def roll_stray(dice: api.Dice, again: str, by: str = "") -> int:
    """The total of a stray shot, without successes. ICOG-6.3.10-a."""
    return dice.draw(api.expression("stray shot", again, by=by, about="a row of the damage table"))


def damage_facts(rules: CloudsSteps, facts: CheckFacts, successes: int, guns: int, target: Craft) -> DamageFacts:
    """What a hit on a target depends on. ``reroll_scope``."""
    game = facts.game
    check = check_of(rules, facts, "damage", (successes, "successes", "ICOG-6.3.10-a"))
    if game.rulings.reroll_scope == "tests-only":
        check = check.after(len(check.rerolls))
    return DamageFacts(check, guns, game.cockpit(target).panel.engines, game.tables, game.rulings)


# -- what a row does ---------------------------------------------------------------------------------------------------


def unfolded(
    dice: api.Dice, text: str, effect: Effect, engines: Engines, tables: Tables, by: str = ""
) -> tuple[tuple[str, Effect], ...]:
    """An effect with the row of its own die, and the row of the table that it sends to. ICOG-6.3.10-a, ICOG-6.3.11-a."""
    parts = [(text, effect)]
    if effect.die:
        face = dice.draw(api.expression(text, effect.die, by=by, about="by its own rows"))
        row = api.covering(effect.rows, face)
        parts += unfolded(dice, row.text, row.effect, engines, tables, by)
    if effect.as_row:
        row_ = tables.damage_row(effect.as_row, engines)
        parts += unfolded(dice, row_.text, row_.effect, engines, tables, by)
    return tuple(parts)


def men_hit(game: CloudsGame, dice: api.Dice, craft: Craft, who: str, attacker: Craft | None, by: str = "") -> Sequence[str]:
    """The stations of those who are hit, by an even die where it may be one or the other. ICOG-6.3.10-a, ICOG-6.3.11-a."""
    alive = [man.station for man in craft.crew if not man.absent]
    pilot, gunners = [name for name in alive if name == PILOT], [name for name in alive if name != PILOT]

    def one_of(names: list[str]) -> list[str]:
        return [str(dice.draw(api.pick("who is hit", tuple(names), by=by, about="each alike")))] if len(names) > 1 else names

    if who == "nearest-gunner" and attacker:
        return sorted(gunners, key=lambda name: _distance(game, craft, name, attacker))[:1]
    if who == "pilot-and-gunner":
        return [*pilot, *one_of(gunners)]
    if who in ("pilot", "all"):
        return pilot if who == "pilot" else alive
    return one_of(alive if who == "one-of-crew" else gunners)


def _distance(game: CloudsGame, craft: Craft, station: str, attacker: Craft) -> float:
    """MU from an attacker to a gunner: half a length ahead in the nose, a quarter behind elsewhere, lower in the belly."""
    panel = game.cockpit(craft).panel
    arcs = panel.arcs_of(station)
    place = vectors.add(craft.pose.place, craft.pose.ahead, panel.length * (0.5 if "nose" in arcs else -0.25))
    place = vectors.add(place, craft.pose.top, -panel.length / 4 if "belly" in arcs else 0)
    return vectors.size(vectors.add(attacker.pose.place, place, -1))


def near(game: CloudsGame, craft: Craft, far: float) -> tuple[Craft, ...]:
    """The others in the air within so many MU. T:damage.single rows 20, 29."""
    others = (other for other in game.in_air if other.id != craft.id)
    return tuple(other for other in others if vectors.size(vectors.add(other.pose.place, craft.pose.place, -1)) <= far)


# -- events ------------------------------------------------------------------------------------------------------------


class DamageRolled(api.Event[CloudsGame], type="clouds.damage_rolled"):
    """ICOG-6.3.10-a."""

    craft: str = ""
    """Who shot; nobody, where something blew up."""
    station: str = PILOT
    target: str
    total: int
    luck: int = 0
    """That the pilot of the target has won: row 1 counts though it is rolled again."""
    spent: tuple[str, ...] = ()
    trait: str = ""
    """Of who shot: what has shifted the total."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        target = game.of(self.target)
        return spend(game.with_craft(target.with_man(PILOT, luck=min(30, target.pilot.luck + self.luck))), self.spent)

    def tell(self, game: CloudsGame) -> str:
        luck = f"; its pilot has {self.luck} more Luck" if self.luck else ""
        again = f" after {api.plural(len(self.spent), 're-roll')}" if self.spent else ""
        again += f", {self.trait}" * bool(self.trait)
        return f"damage on {game.called(self.target)}: {self.total}{again}{luck}"


class Damaged(CraftEvent, type="clouds.damaged"):
    """What a hit does to the machine, but for its strength. ICOG-6.3.10-a, ICOG-6.3.11-a."""

    what: str
    speed: int | None = None
    """After energy lost at once."""
    wider: int = 0
    stiff: bool = False
    losses: tuple[EnergyLoss, ...] = ()
    smoke: tuple[Smoking, ...] = ()
    fuel: tuple[DryTank, ...] = ()
    strained: tuple[str, ...] = ()
    undercarriage: bool = True
    begins_with: str = ""
    later: int = 0
    """What the pilot's next initiative is changed by."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft, rulings = game.of(self.craft), game.rulings
        adds = rulings.wider_adds == "add"
        craft = api.replace(
            craft,
            speed=craft.speed if self.speed is None else self.speed,
            wider=craft.wider + self.wider if adds else max(craft.wider, self.wider),
            stiff=craft.stiff + self.stiff if rulings.roll_doubled == "each" else max(craft.stiff, self.stiff),
            losses=(*craft.losses, *self.losses),
            smoke=(*craft.smoke, *self.smoke),
            fuel=(*craft.fuel, *self.fuel),
            strained=tuple(dict.fromkeys((*craft.strained, *self.strained))),
            undercarriage=craft.undercarriage and self.undercarriage,
            begins_with=self.begins_with or craft.begins_with,
        )
        return game.with_craft(craft.with_man(PILOT, later=craft.pilot.later + self.later))

    def tell(self, game: CloudsGame) -> str:
        parts = [self.what]
        parts += [f"{self.speed} km/h now"] if self.speed is not None else []
        return f"{self.subject(game)}: {'; '.join((*parts, *impaired_by(self)))}"


def impaired_by(harm: Damaged | Craft) -> Iterator[str]:
    """What damage does to an aircraft from now on: of a hit, or of all that an aircraft has taken."""
    yield from [f"turns {api.plural(harm.wider, 'template')} wider"] if harm.wider else []
    yield from ["rolls take twice the way"] if harm.stiff else []
    yield from (f"{loss.dice} EU lost each turn" for loss in harm.losses)
    yield from (f"it burns as turn {each.turn} ends unless it flies {each.speed} km/h" for each in harm.smoke)
    yield from (f"fuel to the end of turn {each.turn}" for each in harm.fuel)
    for kind, _, limit in (entry.partition(":") for entry in harm.strained):
        free = f", but not turns of {limit} or wider" * (kind in ("manoeuvre", "turn"))
        each = f"in each move above {limit} km/h" if kind == "faster" else f"for each {WHAT.get(kind, kind)}{free}"
        yield f"strength test {each}"
    yield from [] if harm.undercarriage else ["it lands by the emergency tables"]


class ManHit(CraftEvent, type="clouds.man_hit"):
    """ICOG-1.1.1, ICOG-6.3.12-d."""

    station: str = PILOT
    points: int
    faints: int = 0
    """The turn in which he lies in a faint."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        changed = craft.with_man(self.station, wounds=craft.man(self.station).wounds + self.points)
        return game.with_craft(api.replace(changed, blackout=self.faints or craft.blackout))

    def tell(self, game: CloudsGame) -> str:
        man = game.of(self.craft).man(self.station)
        left = man.skill("fortitude") - self.points
        faints = f"; he faints for turn {self.faints}" if self.faints else ""
        result = f"loses {self.points} Fortitude, {left} left{faints}" if left > 0 else "is dead"
        return f"{self.subject(game)}: {man.name} ({self.station}) {result}"


class GunsLost(CraftEvent, type="clouds.guns_lost"):
    """T:damage.single rows 13, 18."""

    row: str
    guns: int

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        row = craft.row(self.row)
        left = row.guns - self.guns
        return game.with_craft(craft.with_row(self.row, guns=left, jams=row.jams[:left]))

    def tell(self, game: CloudsGame) -> str:
        return f"{self.subject(game)}, {self.row}: {api.plural(self.guns, 'gun')} out for good"


# -- a hit, step by step -----------------------------------------------------------------------------------------------


def _luck(facts: DamageFacts, totals: Sequence[int]) -> int:
    return sum(row.effect.luck for row in map(facts.row, totals) if row)


def _rolls(
    game: CloudsGame, rules: CloudsSteps, dice: api.Dice, roller: CheckFacts, target: Craft, successes: int, guns: int
) -> Events:
    facts = damage_facts(rules, roller, successes, guns, target)
    roll = roll_damage(api.labelled(dice, target.id, relation="on"), facts)
    attacker = roller.craft.id if roller.craft.id != target.id else ""
    yield DamageRolled(
        craft=attacker,
        station=roller.station,
        target=target.id,
        total=roll.totals[-1],
        luck=_luck(facts, roll.totals),
        spent=facts.check.rerolls[: roll.spent],
    )
    traits = [trait for trait in rules.shifts if attacker and trait in roller.craft.man(roller.station).traits]
    yield then(_next_of(target, roll.totals[-1], attacker, roller.station, *traits))


def _next_of(target: Craft, total: int, attacker: str, station: str, *traits: str) -> api.GameStep:
    return due("shift", target.id, total, attacker, station, *traits) if traits else due("row", target.id, total, attacker)


def shift(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What a trait of who has hit makes of the row, which he knows; one a step."""
    total, (attacker, station, trait, *traits) = int(step.facts[0]), map(str, step.facts[1:])
    target = game.of(step.of)
    facts = CheckFacts(game, game.of(attacker), station, target)
    shifted = rules.shifts[trait](rules, dice, facts, total)
    if shifted != total:
        of = damage_facts(rules, facts, 0, TWO_GUNS, target)
        luck = max(0, _luck(of, [shifted]) - _luck(of, [total]))
        yield DamageRolled(craft=attacker, station=station, target=target.id, total=shifted, luck=luck, trait=trait)
    yield then(_next_of(target, shifted, attacker, station, *traits))


def damage(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The damage die of a hit. ICOG-6.3.10-a, ICOG-6.3.11-a."""
    station, target_id, successes, guns = step.facts
    craft, target = game.of(step.of), game.of(str(target_id))
    if target.flying:
        roller = CheckFacts(game, craft, str(station), target)
        yield from _rolls(game, rules, dice, roller, target, int(successes), int(guns))


def blast(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Bombs blow up nearby: a D20 without successes, which is the pilot's own. T:damage.single row 20, ICOG-1.2.3-a."""
    craft = game.of(step.of)
    yield from _rolls(game, rules, dice, CheckFacts(game, craft, PILOT), craft, 0, TWO_GUNS)


def struck(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What is no aircraft hits one: dice, by the side that rolls them, are its row. ICOG-6.3.10-a."""
    craft, (text, by) = game.of(step.of), map(str, step.facts)
    total = dice.draw(api.expression("damage", text, by=by, about="a row of the damage table"))
    facts = damage_facts(rules, CheckFacts(game, craft, PILOT), 0, TWO_GUNS, craft)
    yield DamageRolled(target=craft.id, total=total, luck=_luck(facts, [total]))
    yield then(due("row", craft.id, total, ""))


def stray(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A stray shot. T:damage.single row 20, ``stray_2d20``."""
    again, attacker = (str(fact) for fact in step.facts)
    craft = game.of(step.of)
    by = game.of(attacker).side if attacker else craft.side
    number, _, die = again.partition("d")
    if game.rulings.stray_2d20 == "sum":
        totals = [roll_stray(dice, again, by)]
    else:
        totals = [roll_stray(dice, f"1d{die}", by) for _ in range(int(number))]
    facts = damage_facts(rules, CheckFacts(game, craft, PILOT), 0, TWO_GUNS, craft)
    for total in totals:
        yield DamageRolled(craft=attacker, target=craft.id, total=total, luck=_luck(facts, [total]))
    yield then(*(due("row", craft.id, total, attacker) for total in totals))


def row(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What a row of the damage tables does. ICOG-6.3.10-a, ICOG-6.3.11-a, ``multi_24``."""
    total, attacker = step.facts
    craft = game.of(step.of)
    entry = damage_row(int(total), game.cockpit(craft).panel.engines, game.tables, game.rulings)
    if entry is None:
        return
    effect = entry.effect
    if (entry.engines, entry.roll) == ("multi", 24) and game.rulings.multi_24 == "one":
        effect = Effect(**{**dict(effect), "who": "one-of-crew"})
    yield from harm(game, dice, craft, entry.text, effect, str(attacker))


def harm(
    game: CloudsGame, dice: api.Dice, craft: Craft, text: str, effect: Effect, attacker: str = "", *, hit: bool = True
) -> Events:
    """All that an effect does to an aircraft and its crew. ICOG-6.3.12. ``attacker``: the id of who shot, if anybody did;
    ``hit``: whether it is a row of the damage tables (``reduction_scope``).
    """
    by = game.of(attacker).side if attacker else craft.side
    if effect.bombs_explode and craft.bombs:
        close = near(game, craft, effect.bombs_explode)
        yield from destroyed(game, craft, "explodes with its bombs")
        yield then(*(due("blast", other.id) for other in close))
        return
    engines = game.cockpit(craft).panel.engines
    which = api.expression("which engine", "1d6", by=by, about="1 to 3 the left one")
    engine = int(effect.one_engine and dice.draw(which) > 3)
    parts = unfolded(dice, text, effect, engines, game.tables, by)
    dry, about = [each for _, each in parts if each.fuel], "until its tank is dry"
    turns = [(each, dice.draw(api.expression("turns of fuel", each.fuel, by=by, about=about))) for each in dry]
    if any(left == each.fuel_burns for each, left in turns):
        turns, burning = [], game.tables.damage_row(FIRE_ROW, engines)
        parts += unfolded(dice, burning.text, burning.effect, engines, game.tables, by)
    tanks = tuple(DryTank(engine, game.turn + left) for _, left in turns)
    yield _machine_hit(game, dice, craft, parts, engine, tanks, by)
    for _, each in parts:
        if each.fire:
            yield from _burns(game, dice, craft, each, by)
    weaker = [each.strength for _, each in parts if each.strength]
    points = sum(dice.draw(api.expression("strength lost", words, by=by, about="off the panel")) for words in weaker)
    lost = tuple(weakened(game, craft, "", points, hit=hit)) if points else ()
    if any(each.destroyed for _, each in parts):
        lost = tuple(destroyed(game, craft, text))
    yield from lost
    if not any(isinstance(event, WentOut) for event in lost):
        steps = [step for _, each in parts for step in _follows(game, dice, craft, each, engine, attacker)]
        steps.sort(key=lambda step: step.name not in ("killed", "wing off"))  # the dead lose no nerve
        yield then(*steps)


def _machine_hit(
    game: CloudsGame,
    dice: api.Dice,
    craft: Craft,
    parts: Sequence[tuple[str, Effect]],
    engine: int,
    tanks: tuple[DryTank, ...],
    by: str,
) -> Damaged:
    """What parts of a hit do to the machine. Torn fabric is no engine's (row 7); a spin takes no energy (ICOG-5.5.15.5)."""
    effects = [each for _, each in parts]
    running = craft.engines[engine] == "runs" or game.rulings.dead_engine_losses == "add-damage"
    drains = [each for each in effects if each.drain and (each.energy or running)]
    now = (api.expression("energy lost now", each.drain, by=by, about="in EU") for each in drains if each.drain_at_once)
    energy = sum(map(dice.draw, now)) + sum(each.energy for each in effects)
    speed = game.cockpit(craft).after(craft.speed, -energy).speed if energy and not craft.spinning else None
    early = game.rulings.smoke_count == "this-and-next"
    strained = [f"faster:{each.test_above}" for each in effects if each.test_above]
    for each in effects:
        strained += [f"{kind}:{each.free_turns}" if kind in ("manoeuvre", "turn") else kind for kind in each.test_each]
    return Damaged(
        craft=craft.id,
        what="; ".join(what for what, _ in parts),
        speed=speed,
        wider=sum(each.wider for each in effects),
        stiff=any(each.roll_doubled for each in effects),
        losses=tuple(EnergyLoss(AIRFRAME if each.energy else engine, each.drain) for each in drains),
        smoke=tuple(
            Smoking(engine, game.turn + each.smoke_turns - early, each.smoke_speed, each.may_shut_down)
            for each in effects
            if each.smoke_speed
        ),
        fuel=tanks,
        strained=tuple(strained),
        undercarriage=not any(each.emergency_landing for each in effects),
        begins_with="".join(each.wide_turn for each in effects),
        later=sum(each.next_initiative for each in effects),
    )


def _burns(game: CloudsGame, dice: api.Dice, craft: Craft, effect: Effect, by: str) -> Events:
    """It catches fire, and the flames may reach the cockpit. T:damage.single row 27, T:damage.multi row 27."""
    kills, flames = 0, None
    if effect.dies_after:
        kills = game.turn + dice.draw(
            api.expression("turns to live", effect.dies_after, by=by, about="then the fire kills him")
        )
    if effect.burns_after:
        turns = dice.draw(api.expression("turns to the cockpit", effect.burns_after, by=by, about="then it burns him"))
        flames = Flames(game.turn + turns, effect.burns)
    yield from catches_fire(game, craft, kills, flames, endless=effect.endless_fire)


def _follows(
    game: CloudsGame, dice: api.Dice, craft: Craft, effect: Effect, engine: int, attacker: str
) -> Iterator[api.GameStep]:
    """The steps of an effect, in the order in which they are done."""

    def step(name: str, *facts: int | str | bool) -> api.GameStep:
        return due(name, craft.id, *facts)

    shooter = game.of(attacker) if attacker else None
    men = men_hit(game, dice, craft, effect.who, shooter, (shooter or craft).side) if effect.who else ()
    dead = [man.station for man in craft.crew if effect.killed != "pilot" or man.station == PILOT]
    steps: tuple[tuple[object, api.GameStep], ...] = (
        (effect.drain, step("overload", engine)),
        (effect.engine_stops or effect.engine_dead, step("engine", engine, effect.engine_dead)),
        (effect.weapons, step("weapons", effect.weapons)),
        (effect.armament, step("armament")),
        (effect.test, step("holds")),
        *((True, step("wound", station, effect.fortitude, effect.blackout)) for station in men),
        (effect.killed, step("killed", *dead)),
        (effect.flying_test, step("control")),
        (effect.endless_spin, step("wing off")),
        (effect.spin and not effect.endless_spin, step("spins")),
        *((effect.nerve, due("nerve", other.id, PILOT)) for other in near(game, craft, effect.nerve)),
        (effect.again, step("stray", effect.again, attacker)),
    )
    yield from (step for holds, step in steps if holds)


def wound(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A man is hit: whether he lives, faints, fights on. ICOG-1.1.1, ICOG-1.1.2, ICOG-1.1.4, ICOG-6.3.12-d."""
    station, points, *faints = step.facts
    craft = game.of(step.of)
    lost = dice.draw(api.expression("Fortitude lost", str(points), by=craft.side, about="off his skills, too"))
    yield from _hit(game, rules, craft, str(station), lost, faints=bool(faints and faints[0]))


def killed(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Men are dead. T:damage.single rows 27, 29, 30."""
    craft = game.of(step.of)
    for station in map(str, step.facts):
        if (left := max(0, craft.man(station).skill("fortitude"))) and not craft.man(station).left:
            yield from _hit(game, rules, craft, station, left)


def _hit(
    game: CloudsGame, rules: CloudsSteps, craft: Craft, station: str, lost: int, *, faints: bool = False, dies: bool = False
) -> Events:
    man = craft.man(station)
    after = api.replace(man, wounds=man.wounds + lost)
    if after.dead and not (man.dead or dies) and rules.spares(man):
        yield then(due("death", craft.id, lost, station))
        return
    yield ManHit(craft=craft.id, station=station, points=lost, faints=game.turn + 1 if faints and not after.dead else 0)
    yield from _after_hit(game, craft, after, faints=faints)


def _after_hit(game: CloudsGame, craft: Craft, man: CrewMember, *, faints: bool = False) -> Events:
    if man.station == PILOT and (man.dead or man.unfit):
        yield from pilot_lost(game, craft, "goes down: its pilot is dead" if man.dead else "goes down: nobody flies it")
    elif not man.dead:
        falls = (due("spins", craft.id),) if faints and game.rulings.blackout == "as-spin" else ()
        yield then(*falls, due("nerve", craft.id, man.station))


def death(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A man would die, of Fortitude lost or of his aircraft: what a trait of his makes of it; one a step."""
    craft, (of, *rest) = game.of(step.of), step.facts
    station, *stations = map(str, rest)
    man = craft.man(station)
    spare = rules.spares(man)
    spared = spare(rules, dice, CheckFacts(game, craft, station)) if spare else Spared(0)
    yield DeathFaced(craft=craft.id, station=station, fortitude=spared.fortitude, spent=spared.spent)
    if isinstance(of, str):
        lost = WentOut(craft=craft.id, out="destroyed", fate=of)
        yield then(due("death", craft.id, of, *stations)) if stations else lost
    elif spared.fortitude:
        yield from _after_hit(game, craft, api.replace(man, wounds=max(0, man.fortitude - spared.fortitude)))
    else:
        yield from _hit(game, rules, craft, station, of, dies=True)


def control(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The stick is torn from the pilot's hand: a Flying test, or a spin at once. T:damage.single row 18."""
    craft = game.of(step.of)
    if craft.spinning:
        return
    if not (yield from roll_test(dice, craft, flying_check(rules, CheckFacts(game, craft, PILOT), "control"))):
        yield then(due("spins", craft.id))


def spins(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A spin is entered there and then. ICOG-5.5.15-c."""
    craft = game.of(step.of)
    if not craft.spinning or DOOMED in step.facts:
        yield from enter_spin(game, craft)


def wing_off(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A spin that nobody comes out of. T:damage.single row 28."""
    yield from pilot_lost(game, game.of(step.of), "spins down for good")


def engine_hit(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """An engine stops. T:damage.single rows 25, 26, T:damage.multi rows 22, 25."""
    craft, (engine, dead) = game.of(step.of), step.facts
    if craft.engines[int(engine)] != "dead":
        yield from stops(game, craft, int(engine), "is dead" if dead else "stops", dead=bool(dead))


def overload(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """An engine seizes whose constant losses are too many. ICOG-5.7.7-b, ICOG-6.3.12-e."""
    craft, engine = game.of(step.of), int(step.facts[0])
    if craft.engines[engine] == "runs" and overloaded(game, craft, engine):
        yield from stops(game, craft, engine, "seizes")


def weapons(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Guns are out; two of them only where they share a row. T:damage.single row 13, ``weapon_out``."""
    craft, number = game.of(step.of), int(step.facts[0])
    rows = [each for each in craft.rows if each.guns]
    if len(rows) > 1 and game.rulings.weapon_out == "owner":
        names = {each.name: each.name for each in rows}
        rows = [craft.row(decided(dice, craft, "weapon", f"{craft.marking}: which weapon is hit?", names))]
    elif len(rows) > 1:
        guns = tuple(each.name for each in rows for _ in range(each.guns))
        rows = [craft.row(dice.draw(api.pick("which weapon", guns, by=craft.side, about="each gun alike")))]
    yield from (GunsLost(craft=craft.id, row=each.name, guns=min(number, each.guns)) for each in rows)


def armament(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The main armament is out: the most guns that share a row, fixed ones first. T:damage.single row 18."""
    craft = game.of(step.of)
    if rows := [each for each in craft.rows if each.guns]:
        main = max(rows, key=lambda each: (each.station == PILOT, each.guns))
        yield GunsLost(craft=craft.id, row=main.name, guns=main.guns)


STEPS = {
    "damage": damage,
    "blast": blast,
    "stray": stray,
    "shift": shift,
    "struck": struck,
    "row": row,
    "wound": wound,
    "killed": killed,
    "death": death,
    "control": control,
    "spins": spins,
    "wing off": wing_off,
    "engine": engine_hit,
    "overload": overload,
    "weapons": weapons,
    "armament": armament,
}
