"""What attacks on the ground and observation ask of the dice: bombs, strafing, photo recon and artillery spotting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from aqmf_air.core.data.text import percent, plural
from aqmf_air.core.dice.draws import AtLeast
from aqmf_air.core.odds.answer import AT_LEAST_ONE, Also, Answer, Is, Line
from aqmf_air.core.odds.query import OpenRuleset, Query, flag, number, one_of
from aqmf_air.core.play.question import Question
from aqmf_air.errors import QuestionError
from aqmf_air.games.aces_of_valor.rules import ground, series
from aqmf_air.games.aces_of_valor.rules.attempts import Observing
from aqmf_air.games.aces_of_valor.rules.ground import BOMBED
from aqmf_air.games.aces_of_valor.table_rows import GroundKind, Load
from aqmf_air.games.aces_of_valor.table_words import said, standing_words, table_note
from aqmf_air.games.aces_of_valor.tables import Tables, tables_in_force
from aqmf_air.games.aces_of_valor.ui.queries.common import EFFECT_WORDS, EFFECTS, HURT, RULINGS, SKILL, STRUCTURE, WEATHERS

KINDS = ("trench", "infantry", "artillery", "convoy", "aa-battery", "train", "balloon", "airfield", "depot", "town-ace",
         "town-bdf", "rail-yard", "hq")  # fmt: skip
NO_TARGET = "none"


@dataclass(frozen=True)
class DamageOf:
    """Damage points as what they do to a target."""

    kind: GroundKind
    tables: Tables

    def __call__(self, points: int) -> str:
        return ground.damage_of(self.kind, points, self.tables)


def counter_note(kind: GroundKind, tables: Tables) -> str:
    """A ground target counter in a line."""
    front, back = (tables.ground_target(kind, side) for side in ("front", "back"))
    told = standing_words({row.standing_of(name) for row in (front, back) for name in ("destruction", "aa", "points")})
    return (
        f"Counter of {said(kind)}: damaged at {front.destruction}, destroyed at {back.destruction} points; AA {front.aa} "
        f"dice, damaged {back.aa}; {front.points} MP damaged, {back.points} MP destroyed{told}."
    )


@dataclass(frozen=True)
class Bomb(Query):
    """Bombers drop all they carry, on a target if one is named; with ``--fire`` through its AA.

    Outcomes: damage points; with a target none, damaged, destroyed, and the points beside them.
    """

    bombs: int = number("Bombs of each aircraft.", 1, 6, default=6)
    skill: int = number("Ground skill of the crew.", *SKILL, default=0)
    bombers: int = number("Aircraft that drop them.", 1, 4, default=1)
    target: str = one_of("What is under them; none: damage points alone.", NO_TARGET, *KINDS, default=NO_TARGET)
    fire: bool = flag("The AA of the target fires first; the bombers are undamaged.")

    def ask(self, opened: OpenRuleset) -> Answer:
        """GND-2, GND-3, GND-6, GND-7, GTD-1."""
        tables = tables_in_force()
        loads = [one for one in tables.every("c12", Load) if one.ordnance == "bombs"]
        if self.bombs not in {one.load for one in loads}:
            expected = ", ".join(str(one.load) for one in sorted(loads, key=lambda one: one.load))
            raise QuestionError(f"--bombs: expected a load of C12 ({expected}), got {self.bombs}")
        if self.target == NO_TARGET:
            self.refuse("no --target", "fire")
        who = plural(self.bombers, "bomber") if self.bombers > 1 else "A bomber"
        skilled = f", ground skill {self.skill}" if self.skill else ""
        over = "" if self.target == NO_TARGET else f" over {said(self.target)}{', under fire' if self.fire else ''}"
        title = f"{who} with {plural(self.bombs, 'bomb')}{skilled}{over}"
        row = tables.of.of("c12", Load).at("bombs", self.bombs)
        notes = [
            f"C12: {plural(row.dice, 'die', 'dice')}, {max(row.need - self.skill, 2)} or more hits"
            f"{standing_words({row.standing})}.",
            table_note(tables, "c13", by="a die, +1 for each further hit"),
        ]
        facts: tuple[Any, ...] = (self.bombers, self.bombs, self.skill, tables)
        points = Question(title, series.bombs_dropped, facts)
        if self.target == NO_TARGET:
            line = Line("outcomes", "Damage points", points)
            also = (Also("it makes 3 points or more", points, AtLeast(3)),)
            return Answer(title, (line,), "there is damage", AT_LEAST_ONE, "outcomes", also=also, notes=tuple(notes), dice=7)
        kind = cast("GroundKind", self.target)
        if self.fire:
            facts = (self.bombers, kind, self.bombs, self.skill, tables, RULINGS)
            points = Question(title, series.bombers_over, facts)
        return _on_target(title, points, kind, tables, notes, 9 * self.bombers)


def _on_target(title: str, points: Question, kind: GroundKind, tables: Tables, notes: list[str], dice: int) -> Answer:
    done = Question(title, points.rule, points.facts, view=DamageOf(kind, tables))
    return Answer(
        title,
        (
            Line("outcomes", "The target", done, order=EFFECTS, words=EFFECT_WORDS),
            Line("points", "Damage points", points),
        ),
        "the target is damaged or destroyed",
        Is(HURT),
        "outcomes",
        also=(Also("it is destroyed", done, Is(("destroyed",))),),
        notes=(*notes, counter_note(kind, tables)),
        dice=dice,
    )


@dataclass(frozen=True)
class Strafe(Query):
    """Fighters strafe a target on the ground one after the other, or a balloon; with ``--fire`` through its AA.

    Outcomes: none, damaged, destroyed, and the damage points beside them.
    """

    fighters: int = number("Fighters that attack.", 1, 8, default=1)
    skill: int = number("Ground skill of each pilot.", *SKILL, default=0)
    target: str = one_of("What they strafe.", *KINDS, default="balloon")
    fire: bool = flag("The AA of the target fires at each; the fighters are undamaged.")
    structure: int = number("Structure of the fighters, for the AA.", *STRUCTURE, default=5)

    def ask(self, opened: OpenRuleset) -> Answer:
        """GND-2, GND-4, GND-5, GTD-1, GTD-5."""
        tables, kind = tables_in_force(), cast("GroundKind", self.target)
        skilled = f", ground skill {self.skill}" if self.skill else ""
        over = f"{said(self.target)}{', under fire' if self.fire else ''}"
        strafe = "strafe" if self.fighters > 1 else "strafes"
        title = f"{plural(self.fighters, 'fighter')}{skilled} {strafe} {over}"
        facts = (self.fighters, kind, self.skill, self.structure, tables, RULINGS)
        rule = series.strafers_over if self.fire else series.strafers_unopposed
        armour = tables.ground_target(kind).armour
        notes = [table_note(tables, "c11", armour, by=f"a die and ground skill, {armour}")]
        if kind in BOMBED:
            notes.append("Fighters only damage it: bombers destroy it (AOV-GTD-5).")
        return _on_target(title, Question(title, rule, facts), kind, tables, notes, 4 * self.fighters)


def points_of(state: Observing) -> int:
    """Mission points of a 2-seater's attempts."""
    return state.points


def crew_of(state: Observing) -> str:
    """What became of a 2-seater."""
    return {"front": "none", "back": "damaged", None: "destroyed"}[state.side]


@dataclass(frozen=True)
class Spot(Query):
    """A 2-seater spots for artillery or takes photographs: its attempts in one combat.

    Outcomes: mission points; with ``--fire`` what becomes of the 2-seater, too.
    """

    weather: str = one_of("The weather.", *WEATHERS, default="clear")
    skill: int = number("Ground skill of the crew.", *SKILL, default=0)
    rounds: int = number("Rounds in which it tries, from the first on.", 1, 3, default=3)
    fire: bool = flag("The guns of the sector fire before each attempt (C14); photographs count only if it comes back.")

    def ask(self, opened: OpenRuleset) -> Answer:
        """PHO-1 to PHO-7."""
        tables = tables_in_force()
        skilled = f", ground skill {self.skill}" if self.skill else ""
        under = ", under fire" if self.fire else ""
        title = f"{plural(self.rounds, 'attempt')} of a 2-seater, {said(self.weather)}{skilled}{under}"
        facts = (self.rounds, self.skill, self.weather, tables, RULINGS)
        rule = series.attempts_in_rounds if self.fire else series.attempts_unopposed
        lines = [Line("outcomes", "Mission points", Question(title, rule, facts, view=points_of))]
        notes = [
            table_note(tables, "c15"),
            f"Added to each die: ground skill, weather {tables.weather(self.weather, 'c15'):+d}, "  # type: ignore[arg-type]
            f"{tables.number('attempt-round'):+d} for each round after the first.",
        ]
        also: tuple[Also, ...] = ()
        if self.fire:
            fate = Question(title, rule, facts, view=crew_of)
            lines.append(Line("two_seater", "The 2-seater", fate, order=EFFECTS, words=EFFECT_WORDS))
            also = (Also("the 2-seater is shot down", fate, Is(("destroyed",))),)
            notes += [table_note(tables, "c14", f"round{one}", by=f"round {one}") for one in range(1, self.rounds + 1)]
        else:
            odds = Question(title, series.attempts_in_rounds, facts).odds()
            crew = odds.map(crew_of)
            notes.append(
                f"Nobody shoots at it here. Under the guns of the sector (--fire): {float(odds.mean(points_of)):.2f} MP on "
                f"average, {percent(crew.of('damaged'))} damaged, {percent(crew.of('destroyed'))} shot down."
            )
        goal = 2 * self.rounds - 1
        return Answer(
            title, tuple(lines), f"it earns {goal} MP or more", AtLeast(goal), "outcomes", also=also, notes=tuple(notes),
            dice=6 * self.rounds,
        )  # fmt: skip
