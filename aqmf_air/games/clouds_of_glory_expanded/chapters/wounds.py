"""Wounds after a mission, and men down behind the lines (1.5, 1.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import dist
from typing import ClassVar, Literal, NamedTuple

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import Check, CheckFacts, CloudsGame, CloudsSteps, Craft, Events, due, then
from aqmf_air.games.clouds_of_glory_expanded.chapter import OwnRulings
from aqmf_air.games.clouds_of_glory_expanded.chapters.experience import SKILLS
from aqmf_air.games.clouds_of_glory_expanded.chapters.parachutes import SILK
from aqmf_air.games.clouds_of_glory_expanded.ground import units_of, unknown_faults
from aqmf_air.games.clouds_of_glory_expanded.tables import AbsenceRow, ExpandedTables, Gap, WoundRow, tables_of

TRAUMA, IMMORTAL, BLACKOUTS = "trauma", "feels immortal", "blackouts"
UNPRINTED = -4
"""Successes that the source prints in no row."""
Ground = Literal["own", "enemy", "no man's land"]
DEADLY = 20
"""The face of which a man dies."""


class WoundRulings(OwnRulings):
    """What the source leaves open of wounds after a mission."""

    wound_minus_4: Literal["stitches", "complications"] = api.ruling(
        "ICOGX-1.5.W3", "In which row of the wounded pilot table are -4 successes?", "Stitches.", "Complications."
    )
    wound_columns: Literal["gap-to-next-mission", "length-of-absence"] = api.ruling(
        "ICOGX-1.5.e",
        "What do the columns Days, Weeks and Months mean?",
        "How far away the next mission is: who is grounded there misses it.",
        "How long a man is away: 1d6 days, 1d4 weeks or 1d3 months, by the last column that grounds him.",
    )
    wound_skills: Literal["all-three", "as-printed"] = api.ruling(
        "ICOGX-1.5.1", "From which skills is a wound's penalty lifted?", "All three.", "Awareness and Gunnery, not Flying."
    )
    wound_carryover: Literal["recovered", "persists"] = api.ruling(
        "ICOGX-1.5.1",
        "Is a man who is still short of Fortitude after the table well again when he next flies?",
        "Yes.",
        "No: he goes on with his wound, less 1d6 after each mission.",
        standing="stated",
    )
    fortitude_floor: Literal["invalided-out", "minimum-1"] = api.ruling(
        "ICOGX-1.5.1", "What if losses for good leave a man no Fortitude?", "He flies no more.", "He keeps 1."
    )
    fortitude_sign: Literal["target", "die"] = api.ruling(
        "ICOGX-1.5.W5",
        "What do the -4 of a trauma and the +4 of who feels immortal change?",
        "The number to roll: a trauma makes the test harder.",
        "The die: a trauma makes the test easier.",
    )
    blackout_wake: Literal["start-of-next-round", "same-turn"] = api.ruling(
        "ICOGX-1.5.W9", "When does a man who fainted first test to wake?", "Next turn.", "The same turn.", standing="stated"
    )
    nml_exact: Literal["home", "prisoner"] = api.ruling(
        "ICOGX-1.6.1", "No man's land: what does a Luck test of 0 successes bring?", "He gets home.", "He is taken prisoner."
    )


class Wounds(api.Frozen):
    """What a mission knows of men that its aircraft do not."""

    fainted: tuple[str, ...] = ()
    """Aircraft whose pilot has a blackout. ICOGX-1.5.W9."""
    trenches: tuple[float, float] | None = None
    """MU from their edge to the trenches of the Entente, and of the Germans, with no man's land between; None: each side has
    its half of the board. ICOGX-1.6.a."""
    prisoners: tuple[tuple[str, str], ...] = ()
    """Men who are taken prisoner: aircraft and station. ICOGX-1.6.1."""


WOUNDS = api.Slice("wounds", Wounds)


# -- rules -------------------------------------------------------------------------------------------------------------


def first_aid(dice: api.Dice, normal: int, now: int, by: str = "") -> int:
    """Fortitude after first aid, never above the normal value. ICOGX-1.5.1."""
    return min(normal, now + dice.draw(api.expression("first aid", "1d6", by=by, about="added to his Fortitude")))


def row_of_wound(successes: int, face: int, tables: ExpandedTables, rulings: WoundRulings) -> WoundRow:
    """The row of the wounded pilot table; the faces 1 and 20 go before successes. ICOGX-1.5.b, ``wound_minus_4``."""
    read = successes - (successes == UNPRINTED and rulings.wound_minus_4 == "complications")
    return next(row for row in tables.wounds if (row.face == face if row.face else row.least is None or row.least <= read))


def wound_again(decision: api.Decision) -> str:
    """A stand-in that rolls again where harm that lasts would come of it. ICOGX-1.5.c."""
    harm = isinstance(decision.outcome, int) and (decision.outcome < UNPRINTED or decision.facts[-1] == DEADLY)
    return decision.options[harm]


def after_mission(dice: api.Dice, normal: int, now: int, rerolls: int, tables: ExpandedTables, rulings: WoundRulings) -> str:
    """The id of a wounded man's row, or ``recovered``: first aid, then the test. O17. ICOGX-1.5.1."""
    fortitude = first_aid(dice, normal, now)
    if fortitude == normal:
        return "recovered"
    need = api.TargetNumber("wounds", fortitude, "fortitude", "ICOGX-1.5.1")
    again = tuple(f"re-roll {nth}" for nth in range(rerolls))
    came = clouds.graded(dice, Check("wounds", need, "", rerolls=again))
    return row_of_wound(came.successes, came.face, tables, rulings).id


class Lasting(NamedTuple):
    """What a row of the table takes for good."""

    fortitude: int = 0
    luck: int = 0


def lasting(dice: api.Dice, row: WoundRow, by: str = "") -> Lasting:
    """The dice of a row. ICOGX-1.5.W4 to W8."""
    texts = {"Fortitude lost": row.fortitude, "Luck lost": row.luck}
    lost = (dice.draw(api.expression(what, text, by=by, about="for good")) if text else 0 for what, text in texts.items())
    return Lasting(*lost)


def harmed(man: clouds.CrewMember, row: WoundRow, lost: Lasting, rulings: WoundRulings) -> clouds.CrewMember | None:
    """His record with the lasting harm of a row; None: he flies no more. ICOGX-1.5.W4 to W12, ``fortitude_floor``."""
    left = man.fortitude - lost.fortitude
    if row.leaves or row.dies or (left < 1 and rulings.fortitude_floor == "invalided-out"):
        return None
    skills = {skill: max(1, getattr(man, skill) - getattr(row, skill)) for skill in SKILLS}
    traits = tuple(dict.fromkeys((*man.traits, row.trait))) if row.trait else man.traits
    return api.replace(man, **skills, fortitude=max(1, left), luck=max(1, man.luck - lost.luck), traits=traits)


def well(man: clouds.CrewMember, lost: int, rulings: WoundRulings) -> clouds.CrewMember:
    """A man whose wound is healed that had cost ``lost`` points. ICOGX-1.5.1, ``wound_skills``."""
    flying = max(1, man.flying - lost) if rulings.wound_skills == "as-printed" else man.flying
    return api.replace(man, wounds=0, flying=flying)


def absence(dice: api.Dice, row: WoundRow, gap: int, tables: ExpandedTables, rulings: WoundRulings, by: str = "") -> int:
    """Days that a man is away; no more than ``gap``, those to the next mission: he flies. ICOGX-1.5.2, ICOGX-1.5.e."""
    if rulings.wound_columns == "gap-to-next-mission":
        return gap + 1 if gap_of(gap, tables) in row.grounded else 0
    if not row.grounded:
        return 0
    away = tables.of.of("absences", AbsenceRow).at(row.grounded[-1])
    return away.days * dice.draw(api.expression(f"{away.unit} away", away.dice, by=by, about="grounded"))


def gap_of(days: int, tables: ExpandedTables) -> Gap:
    """The column of so many days to the next mission. ICOGX-1.5.e."""
    week, month = (tables.number("careers", name) for name in ("week", "month"))
    return "days" if days < week else "weeks" if days < month else "months"


# -- what lasting harm does in a mission ---------------------------------------------------------------------------------


def modifiers(check: str, facts: CheckFacts) -> Iterator[api.Modifier]:
    """Of the Fortitude test to stay in combat. ICOGX-1.5.W5, ICOGX-1.5.W7, ``fortitude_sign``."""
    if check != "fortitude":
        return
    sign = 1 if WoundRulings.of(facts.game).fortitude_sign == "target" else -1
    for trait, name, rule in ((TRAUMA, "trauma", "ICOGX-1.5.W5"), (IMMORTAL, "immortal", "ICOGX-1.5.W7")):
        if trait in facts.craft.man(facts.station).traits:
            value = int(tables_of(facts.game).number("careers", name))
            yield api.modifier(sign * value, trait, rule)


class Fainted(clouds.CraftEvent, type="icogx.fainted"):
    """A pilot with blackouts has rolled a 1: the aircraft flies straight on. ICOGX-1.5.W9."""

    wording: ClassVar[str] = "{subject}: its pilot faints"

    def apply(self, game: CloudsGame) -> CloudsGame:
        fainted = dict.fromkeys((*WOUNDS.of(game).fainted, self.craft))
        return WOUNDS.changed(game, fainted=tuple(fainted)).changed(self.craft, blackout=game.turn)


class Woke(clouds.CraftEvent, type="icogx.woke"):
    """ICOGX-1.5.W9."""

    wording: ClassVar[str] = "{subject}: its pilot comes to"

    def apply(self, game: CloudsGame) -> CloudsGame:
        fainted = tuple(name for name in WOUNDS.of(game).fainted if name != self.craft)
        return WOUNDS.changed(game, fainted=fainted).changed(self.craft, blackout=0)


def faints(craft: Craft, face: int) -> Events:
    """What follows of the face of a Flying test. ICOGX-1.5.W9."""
    if face == 1:
        yield Fainted(craft=craft.id)
        yield then(due("wakes", craft.id, "at once"))


def wakes(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Whether a pilot comes to, as a turn begins or in the turn in which he fainted. ICOGX-1.5.W9, ``blackout_wake``."""
    craft = game.of(step.of)
    if not craft.flying or craft.pilot.dead or (step.facts and WoundRulings.of(game).blackout_wake != "same-turn"):
        return
    base = (craft.pilot.skill("fortitude"), "fortitude", "ICOGX-1.5.W9")
    check = clouds.check_of(rules, CheckFacts(game, craft, clouds.PILOT), "wake up", base)
    woken = yield from clouds.roll_test(dice, craft, check)
    yield Woke(craft=craft.id) if woken else Fainted(craft=craft.id)


def first_steps(game: CloudsGame, phase: clouds.Phase) -> Iterable[api.GameStep]:
    """As a turn begins those who have fainted may come to. ICOGX-1.5.W9."""
    return [due("wakes", name) for name in WOUNDS.of(game).fainted] if phase == "initiative" else ()


# -- down behind the lines ---------------------------------------------------------------------------------------------


def ground_of(game: CloudsGame, side: clouds.Side, at: tuple[float, float]) -> Ground:
    """Whose ground a place is on, for a side. ICOGX-1.6.1, ICOGX-1.6.a."""
    (width, depth), (x, y), enemy = game.setup.board, at, clouds.other_side(side)
    within = {"south": y, "north": depth - y, "west": x, "east": width - x}
    own_way, enemy_way = (within[clouds.own_edge(game, each)] for each in (side, enemy))
    if (trenches := WOUNDS.of(game).trenches) is None:
        return "own" if own_way <= enemy_way else "enemy"
    own, theirs = trenches if side == "entente" else trenches[::-1]
    return "own" if own_way <= own else "enemy" if enemy_way <= theirs else "no man's land"


def place_of(game: CloudsGame, craft: Craft, station: str) -> tuple[float, float]:
    """Where a man is down: with his aircraft, or under his canopy. ICOGX-1.6.1, ICOGX-5.5.21.e."""
    seat = clouds.seat_of(craft.id, station)
    jumped = (each.at[:2] for each in SILK.of(game).jumped if each.seat == seat)
    return next(jumped, craft.pose.place[:2])


def home_check(rules: CloudsSteps, facts: CheckFacts) -> Check:
    """The Luck test of a man in no man's land. ICOGX-1.6.1."""
    game, craft, man = facts.game, facts.craft, facts.craft.man(facts.station)
    number, place = tables_of(game).number, place_of(game, craft, facts.station)
    near = any(unit.side == craft.side and dist(unit.at, place) <= number("careers", "near") for unit in units_of(game))
    friends = api.modifier(int(number("careers", "friends")) * near, "friends near", "ICOGX-1.6.1")
    return clouds.luck_check(rules, facts, "no man's land", friends, api.modifier(-man.wounds, "wounded", "ICOGX-1.6.1"))


class CameDown(clouds.CraftEvent, type="icogx.came_down"):
    """What becomes of a man who is down. ICOGX-1.6.1."""

    station: str
    ground: Ground
    home: bool
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        taken = () if self.home else ((self.craft, self.station),)
        return WOUNDS.changed(clouds.spend(game, self.spent), prisoners=(*WOUNDS.of(game).prisoners, *taken))

    def tell(self, game: CloudsGame) -> str:
        lines = "no man's land" if self.ground == "no man's land" else f"{self.ground} lines"
        fate = "gets home" if self.home else "is taken prisoner"
        return f"{game.of(self.craft).man(self.station).name} is down in {lines}, and {fate}"


def down(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A man is down: by whose ground it is, or by Luck. ICOGX-1.6.1, ``nml_exact``."""
    craft, station = game.of(step.of), str(step.facts[0])
    ground, spent = ground_of(game, craft.side, place_of(game, craft, station)), tuple[str, ...]()
    home = ground == "own"
    if ground == "no man's land":
        check = home_check(rules, CheckFacts(game, craft, station))
        came = clouds.graded(dice, check)
        home, spent = came.successes >= (WoundRulings.of(game).nml_exact == "prisoner"), check.rerolls[: came.spent]
    yield CameDown(craft=craft.id, station=station, ground=ground, home=home, spent=spent)


def faults(setup: clouds.Setup) -> Iterator[str]:
    """What is wrong with whom a mission calls fainted or a prisoner, a line each."""
    prisoners = (clouds.seat_of(*seat) for seat in WOUNDS.of(setup).prisoners)
    yield from unknown_faults(setup, "wounds", "aircraft", fainted=WOUNDS.of(setup).fainted)
    yield from unknown_faults(setup, "wounds", "man", prisoners=prisoners)


STEPS = {"wakes": wakes, "down": down}
TRAITS = (TRAUMA, IMMORTAL, BLACKOUTS)
PROCEDURES = {("face", BLACKOUTS): faints}
