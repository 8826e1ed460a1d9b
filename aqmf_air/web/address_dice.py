"""Dice that the address of a page holds: typed by a player or rolled by the app, read, told, and rolled on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from aqmf_air.core.data.text import need, on_whom, reasons
from aqmf_air.core.data.typed_faces import face_of, named_faces, numbers_of
from aqmf_air.core.dice.dice import Dice, DiceTray, Draw, Faces, NeedDice, Roll
from aqmf_air.core.dice.draws import passed
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.odds.documents import roll_document
from aqmf_air.core.play.table_lookup import LookUp
from aqmf_air.errors import DataError, DiceError

MOST_ROLLS = 60
ROLLED = "r"
"""Before the faces of a roll in an address: the app rolled them, not the player."""
PLAYER, APP = "player", "app"

Rule = Callable[[Dice], Any]
Spell = Callable[[TargetNumber], str]
"""What a target number asks of the dice, in the words of its game."""
LookingUp = Callable[[Roll], LookUp | None]
"""The row of a table that a roll led to, as its game tells it."""


def no_table(roll: Roll) -> LookUp | None:
    """Of a game without tables."""
    return None


@dataclass(frozen=True)
class DiceSoFar:
    """A rule, as far as its dice go: what was rolled, what is asked for next, what came of it."""

    log: list[Roll]
    need: Draw[Any] | None
    outcome: Any
    slip: str
    """What is wrong with the first roll that does not fit; it and those after it are not in the log."""
    typed: str
    """That roll, as typed."""
    spell: Spell
    written: list[str]
    """The rolls that were taken, as an address holds them: one may have the dice of later ones in it."""
    looked_up: LookingUp = no_table

    @property
    def rolls(self) -> list[Faces]:
        """The faces of the rolls so far, and who rolled them."""
        return [Faces(roll.faces, roll.by) for roll in self.log]

    @property
    def told(self) -> list[dict[str, Any]]:
        """The rolls so far as a page tells them: what was rolled for and on whom, the faces, what came of it; of a roll on a
        table its row, and the standing of that.
        """
        look_ups = [self.looked_up(roll) for roll in self.log]
        return [
            {
                **roll_document(roll, self.spell, look_up=row),
                "what": self._title_of(roll.ask),
                "means": roll.ask.means,
                "why": _why(roll.ask),
                "sides": len(roll.ask.die.faces),
                "came": str(row) if row else _came(roll),
                "standing": row.lines[row.row].standing if row else "",
            }
            for roll, row in zip(self.log, look_ups, strict=True)
        ]

    @property
    def need_said(self) -> str:
        """What the next roll is for, with the number that it needs, and on whom."""
        return self._title_of(self.need) if self.need else ""

    @property
    def need_means(self) -> str:
        """With what the next roll is made; empty where nothing is said of it."""
        return self.need.means if self.need else ""

    @property
    def need_why(self) -> str:
        """What the number comes from that the next roll needs: whose it is, and with what; empty where it needs none."""
        return _why(self.need) if self.need else ""

    @property
    def many(self) -> int:
        """How many dice may be rolled for it at once: its own, and those of the rolls alike that may follow."""
        return self.need.size * (1 + self.need.further) if self.need else 0

    @property
    def options(self) -> tuple[Any, ...]:
        """The faces of the next die, where they are not numbers."""
        return tuple(map(self.need.die.name_of, named_faces(self.need.die))) if self.need else ()

    def _title_of(self, ask: Draw[Any]) -> str:
        return " ".join(filter(None, (ask.label, need(ask, self.spell), on_whom(ask, with_what=False))))


def played(
    rule: Rule, given: Sequence[str], spell: Spell = str, further: int = 0, looked_up: LookingUp = no_table
) -> DiceSoFar:
    """A rule played with the rolls that an address holds, and so many ``further`` ones by the app, if it takes them."""
    words, slip, typed, ask, outcome = list(given[:MOST_ROLLS]), "", "", None, None
    taken, along = list[str](), list[Faces]()
    along_for: tuple[Any, ...] = ()

    def source(ask: Draw[Any]) -> Faces:
        nonlocal slip, typed, further, along_for
        if ask.repeats and along and along_for == (ask, ask.subject) and ask.further == len(along) - 1:
            return along.pop(0)
        if words:
            word = words.pop(0)
            try:
                first, *rest = _answers(ask, word)
            except DiceError as bad:
                slip, typed = str(bad), word[:2000]
                words.clear()
            else:
                if ask.repeats:
                    along[:], along_for = rest, (ask, ask.subject)
                taken.append(_written(ask, (first, *rest)))
                return first
        if not further:
            raise NeedDice(ask)
        if len(table.log) == MOST_ROLLS:
            raise DataError(f"expected at most {MOST_ROLLS} rolls", key="roll")
        further -= 1
        rolled = Faces(seeded(token_hex(16))(ask).faces, APP)
        taken.append(_written(ask, (rolled,)))
        return rolled

    table = DiceTray(source)
    try:
        outcome = rule(table)
    except NeedDice as more:
        ask = more.ask
    return DiceSoFar(table.log, ask, outcome, slip, typed, spell, taken, looked_up)


def rolled_on(rule: Rule, given: Sequence[str], to_the_end: bool) -> list[str]:
    """The rolls of an address with the next by the app, or with all that are missing, as an address holds them."""
    return played(rule, given, further=MOST_ROLLS + 1 if to_the_end else 1).written


def _why(ask: Draw[Any]) -> str:
    return reasons(ask.about) if isinstance(ask.about, TargetNumber) and ask.about.what == ask.label else ""


def _came(roll: Roll) -> str:
    came = [value for value in roll.values if not isinstance(value, bool)]
    if not came:
        successes, of = sum(value is True for value in roll.values), len(roll.values)
        return f"{successes} of {of}" if of > 1 else "success" if successes else "no success"
    marks = passed(roll.ask, roll.faces)
    of_dice = None not in marks and sum(map(bool, marks)) == sum(came)  # a die may count for more than one
    return ", ".join(map(str, came)) + (f" of {len(roll.faces)}" if of_dice else "")


def written(roll: Roll) -> str:
    """A roll as an address holds it."""
    return _written(roll.ask, (Faces(roll.faces, roll.by),))


def _written(ask: Draw[Any], answers: Sequence[Faces]) -> str:
    typed = {face: number for number, face in numbers_of(ask.die).items()}
    numbers = [str(typed[face]) for answer in answers for face in answer.faces]
    return " ".join(([ROLLED] if answers[0].by == APP else []) + numbers)


def _answers(need: Draw[Any], given: str) -> list[Faces]:
    """The faces that a player wrote: numbers with blanks or commas between them; those of the rolls that may follow, too."""
    words = given.replace(",", " ").split()
    by = PLAYER
    if words[:1] == [ROLLED]:
        by, words = APP, words[1:]
    most = need.size * (1 + need.further)
    faces = tuple([face_of(word[:20], need) for word in words[: most + 1]])
    if len(words) % need.size or not need.size <= len(words) <= most:
        or_more = f" to {most}" if most > need.size else ""
        message = f"{need.label}: expected {need.size}{or_more} of {need.die}, got {len(words)}"
        raise DiceError(message, ask=need, faces=faces)
    return [Faces(faces[at : at + need.size], by) for at in range(0, len(faces), need.size)]
