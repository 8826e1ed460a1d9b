"""What the air asks of the dice: initiative, attacks on aircraft, fire from the ground at them, detection, pilots' skill."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from aqmf_air.core.data.text import plural
from aqmf_air.core.dice.draws import AtLeast
from aqmf_air.core.dice.modifiers import modifier
from aqmf_air.core.odds.answer import Also, Answer, Is, Line, RollOut
from aqmf_air.core.odds.query import OpenRuleset, Query, number, one_of, text
from aqmf_air.core.odds.summary import chance_document
from aqmf_air.core.play.question import Question
from aqmf_air.errors import QuestionError
from aqmf_air.games.aces_of_valor.attack_questions import attacker_of, target_of
from aqmf_air.games.aces_of_valor.counters import RANKS
from aqmf_air.games.aces_of_valor.rules import detection, fire, initiative, series
from aqmf_air.games.aces_of_valor.rules.fire import Exchange
from aqmf_air.games.aces_of_valor.table_rows import Detection, DetectionRow
from aqmf_air.games.aces_of_valor.table_words import said, table_note
from aqmf_air.games.aces_of_valor.tables import tables_in_force
from aqmf_air.games.aces_of_valor.ui.queries.common import (
    EFFECT_WORDS,
    EFFECTS,
    HURT,
    RULINGS,
    SKILL,
    STRUCTURE,
    WEATHERS,
    gun,
)

GUN = "4/6"


def both_hurt(done: Exchange) -> bool:
    """Whether nobody gets away whole."""
    return "none" not in (done.target, done.attacker)


def told(done: Exchange) -> list[str]:
    """An attack in words."""
    words = {"none": "unharmed", "damaged": "damaged", "destroyed": "destroyed"}
    return [f"The target is {words[done.target]}.", f"The attacker is {words[done.attacker]}."]


@dataclass(frozen=True)
class Attack(Query):
    """One attack on an aircraft, with the reply of a rear gun if there is one.

    Outcomes: none, damaged, destroyed; beside them the number of hits.
    """

    begin: ClassVar = {"gun": GUN}

    dice: int = number("Dice of the attack, from C7.", 1, 8, default=2)
    skill: int = number("Air skill of the attacker.", *SKILL, default=0)
    gun: str | None = text(
        f"Gun rating as on the counter: the least that hits, the least that hits twice.  [default: {GUN}]"
    )
    structure: int = number("Structure of the target.", *STRUCTURE, default=5)
    reply_dice: int = number("Dice of the target's rear gun; 0: it has none.", 0, 8, default=0)
    reply_skill: int = number("Air skill of the target's crew.", *SKILL, default=0)
    reply_gun: str | None = text("Gun rating of the rear gun.  [default: 5]")
    own_structure: int = number("Structure of the attacker, for the reply.", *STRUCTURE, default=5)

    def ask(self, opened: OpenRuleset) -> Answer:
        """ATK-2 to ATK-7, DEF-1, DEF-2."""
        if not self.reply_dice and (self.reply_gun or self.reply_skill):
            raise QuestionError("--reply-gun and --reply-skill need --reply-dice: how many dice the rear gun has")
        tables = tables_in_force()
        rating = self.gun or GUN
        own = gun(rating, self.dice, self.skill, "gun")
        replies = (gun(self.reply_gun or "5", self.reply_dice, self.reply_skill, "reply-gun"),) if self.reply_dice else ()
        skilled = f", air skill {self.skill}" if self.skill else ""
        title = f"{plural(self.dice, 'die', 'dice')}, gun {rating}{skilled}, at structure {self.structure}"
        facts = (own, self.structure, tables, RULINGS, replies, self.own_structure)
        whole = Question(title, fire.air_attack, facts)
        lines = [
            Line("outcomes", "The target", Question(title, whole.rule, facts, view=target_of), order=EFFECTS,
                 words=EFFECT_WORDS),
            Line("hits", "Hits", Question(title, fire.gun_hits, (own, tables, RULINGS))),
        ]  # fmt: skip
        also = [Also("it is destroyed", lines[0].question, Is(("destroyed",)))]
        if replies:
            reply = Question(title, whole.rule, facts, view=attacker_of)
            lines.insert(1, Line("reply", "The attacker, by the reply", reply, order=EFFECTS, words=EFFECT_WORDS))
            also += [Also("the attacker is hurt", reply, Is(HURT)), Also("both are hurt", whole, both_hurt)]
        need = f"A die of {max(own.hit - own.skill, 2)} or more hits"
        twice = f", of {max(own.double - own.skill, 2)} or more twice" if own.double and own.double - own.skill <= 6 else ""
        return Answer(
            title,
            tuple(lines),
            "the target is damaged or destroyed",
            Is(HURT),
            "outcomes",
            also=tuple(also),
            notes=(f"{need}{twice}; a 1 always misses.", _damage_note(), _dice_note()),
            dice=self.dice + 1 + (self.reply_dice + 1 if replies else 0),
            rolled=RollOut(whole, told) if replies else None,
        )


def _damage_note() -> str:
    return table_note(tables_in_force(), "c8", by="a die, +1 for each further hit, less structure")


def _dice_note() -> str:
    return table_note(tables_in_force(), "c7", "forward", by="spaces above the target")


@dataclass(frozen=True)
class AntiAircraft(Query):
    """Anti-aircraft fire at one aircraft: so many AA dice, or an enemy AA sector in some weather.

    Outcomes: none, damaged, destroyed.
    """

    dice: int | None = number("AA dice; left out: they are rolled for on F5, as over an enemy AA sector.", 1, 8)
    structure: int = number("Structure of the aircraft.", *STRUCTURE, default=5)
    weather: str = one_of("The weather, for F5.", *WEATHERS, default="clear")

    def ask(self, opened: OpenRuleset) -> Answer:
        """AA-1 to AA-5."""
        tables = tables_in_force()
        notes = [_damage_note(), f"An AA die of {tables.number('aa-hit')} hits."]
        if self.dice is not None:
            if self.weather != "clear":
                raise QuestionError("--weather changes F5 and cannot go with --dice: leave one out")
            title = f"{plural(self.dice, 'AA die', 'AA dice')} at structure {self.structure}"
            question = Question(title, fire.aa_fire, (self.dice, self.structure, tables, RULINGS))
        else:
            title = f"An enemy AA sector, {said(self.weather)}, structure {self.structure}"
            question = Question(title, fire.aa_check, (self.weather, self.structure, tables, RULINGS))
            notes.append(table_note(tables, "f5"))
        return Answer(
            title,
            (Line("outcomes", "The aircraft", question, order=EFFECTS, words=EFFECT_WORDS),),
            "the aircraft is damaged or destroyed",
            Is(HURT),
            "outcomes",
            also=(Also("it is destroyed", question, Is(("destroyed",))),),
            notes=tuple(notes),
            dice=2 + (self.dice or 3),
        )


DETECTED = (
    ("enemy-surprise", "fight, surprised"),
    ("enemy-engages", "fight"),
    ("fight-if-enemy-equal-or-more", "fight, if as many or more"),
    ("fight-if-enemy-more", "fight, if more"),
    ("player-chooses", "you choose"),
    ("player-surprise", "you choose, with surprise"),
)
"""Results of C3, where there is little room."""
FORCES = {"fewer": (4, 3), "equal": (4, 4), "more": (4, 5)}
"""Own aircraft and the enemy's that stand for each."""


@dataclass(frozen=True)
class Forced:
    """Results of C3 that force a fight, by the force of the enemy."""

    force: str

    def __call__(self, result: Detection) -> bool:
        return detection.enemy_forces(result, *FORCES[self.force])


@dataclass(frozen=True)
class Engage(Query):
    """Enemy aircraft are met: who surprises whom, and whether you have to fight.

    Outcomes: the results of C3; beside them the chance of a fight forced on you by fewer, equal or more enemies.
    """

    modifier: int = number("Your best air skill less the enemy's, -1 for a 2-seater of yours, +1 for one of his.", -10, 10,
                           default=0)  # fmt: skip
    enemy: str = one_of("How many enemy aircraft there are, beside yours.", *FORCES, default="equal")

    def ask(self, opened: OpenRuleset) -> Answer:
        """DET-1 to DET-4."""
        tables = tables_in_force()
        title = f"Enemies are met, {'as many as you' if self.enemy == 'equal' else f'{self.enemy} than you'}"
        title += f", {self.modifier:+d} on C3" if self.modifier else ""
        changes = (modifier(self.modifier, "both sides together", "AOV-DET-2"),) if self.modifier else ()
        question = Question(title, detection.detection, (changes, tables))
        order = tuple(dict.fromkeys(row.result for row in tables.every("c3", DetectionRow)))
        forced: dict[str, dict[str, object]] = {}
        for force in FORCES:
            chance: Fraction = question.odds().where(Forced(force))
            forced[force] = chance_document(chance)
        return Answer(
            title,
            (Line("outcomes", "What comes of it", question, order=order, words=DETECTED),),
            "you have to fight",
            Forced(self.enemy),
            "outcomes",
            also=tuple(
                Also(
                    f"you have to fight if the enemy has {'as many' if force == 'equal' else force}", question, Forced(force)
                )
                for force in FORCES
                if force != self.enemy
            ),
            notes=(table_note(tables, "c3"),),
            facts=(("forced", forced),),
            dice=2,
        )


STANDS = ("higher", "equal", "lower")


@dataclass(frozen=True)
class Initiative(Query):
    """Two aircraft roll for initiative: which stands higher on the track.

    Outcomes: higher, equal, lower.
    """

    mine: int = number("Your performance, air skill and advantage together.", -10, 20, default=7)
    theirs: int = number("The same of the other aircraft.", -10, 20, default=6)

    def ask(self, opened: OpenRuleset) -> Answer:
        """IN-1, IN-6."""
        tables = tables_in_force()
        title = f"Initiative: a die + {self.mine} against a die + {self.theirs}"
        question = Question(title, initiative.stands, (self.mine, self.theirs, tables, RULINGS))
        words = (("higher", "higher: you act first"), ("equal", "the same space"), ("lower", "lower: he acts first"))
        first, last = tables.number("track-first"), tables.number("track-last")
        return Answer(
            title,
            (Line("outcomes", "You stand", question, order=STANDS, words=words),),
            "you stand higher and act first",
            Is(("higher",)),
            "outcomes",
            also=(Also("you stand higher or in the same space", question, Is(("higher", "equal"))),),
            notes=(
                f"In one space kind, air skill and performance decide, then a die (C6). The track has spaces {first} to "
                f"{last} (AOV-GEN-8).",
            ),
            dice=2,
        )


@dataclass(frozen=True)
class Improve(Query):
    """A pilot destroys enemies: how far his skill comes.

    Outcomes: 0 as he was printed, 1 Skilled, 2 Ace.
    """

    kills: int = number("Enemies that he destroys.", 1, 12, default=1)
    enemy_skill: int = number("Printed air skill of each; 0 for targets on the ground.", *SKILL, default=0)
    rank: str = one_of("What he is so far.", "none", "skilled", default="none")

    def ask(self, opened: OpenRuleset) -> Answer:
        """SKL-1, SKL-2."""
        tables = tables_in_force()
        before = int(self.rank == "skilled")
        what = plural(self.kills, "enemy", "enemies")
        title = f"A {'Skilled ' if before else ''}pilot destroys {what} of air skill {self.enemy_skill}"
        facts = ((self.enemy_skill,) * self.kills, before, tables, RULINGS)
        question = Question(title, series.rank_after, facts)
        need = max(tables.number("skill-need") - self.enemy_skill, 1)
        reached = "an Ace" if before else "Skilled or better"
        return Answer(
            title,
            (Line("outcomes", "He is", question, words=_rank_words()),),
            f"he becomes {reached}",
            AtLeast(before + 1),
            "outcomes",
            also=() if before else (Also("he becomes an Ace", question, AtLeast(2)),),
            notes=(f"A die of {need} or more after each kill; Skilled is +1 on both skills, an Ace +2.",),
            dice=self.kills,
        )


def _rank_words() -> tuple[tuple[str, str], ...]:
    return tuple((str(n), name or "as before") for n, name in enumerate(RANKS))
