"""What becomes of a tripod."""

from __future__ import annotations

from dataclasses import dataclass, replace

from aqmf_air.core.question import Question
from aqmf_air.core.saying import plural
from aqmf_air.errors import QuestionError
from aqmf_air.host.fates import EXPLODED, WRECKED, Fate, armor_left, disarmed, lamed, stunned, tripod_of
from aqmf_air.host.tripod import Tripod, damage_tripod_repeatedly
from aqmf_air.odds.asked import Also, Asked, Is, Line
from aqmf_air.odds.asking import Asking, OpenCatalogue
from aqmf_air.odds.options import name_of, number

DESTROYED = Is((EXPLODED, WRECKED))


@dataclass(frozen=True)
class TripodFate(Asking):
    """Damaging attacks on a tripod: the damage table, until it is destroyed or the attacks are used up."""

    armor: int | None = number("Its Armor, as far as it is left.", 1, 30)
    unit: str | None = name_of("unit", "A tripod of the catalogue in place of --armor.")
    attacks: int = number("Damaging attacks on it.", 1, 60, default=1)

    def asked(self, catalogue: OpenCatalogue) -> Asked:
        """HOST-TRIPOD-2."""
        if self.armor is not None and self.unit is None:
            machine = Tripod(self.armor)
        elif self.unit is not None and self.armor is None:
            kind = catalogue().unit(self.unit)
            if kind.kind != "tripod":
                raise QuestionError(f"{kind.name} is no tripod")
            machine = tripod_of(kind)
        else:
            raise QuestionError("give either --armor or --unit")
        title = f"{plural(self.attacks, 'damaging attack')} on a tripod with Armor {machine.armor}"
        whole = Question(title, damage_tripod_repeatedly, (self.attacks, machine))
        return Asked(
            title, fates(whole, machine.armor), "the tripod is destroyed", DESTROYED, "fate",
            also=effects(whole), dice=self.attacks,
        )  # fmt: skip


def fates(question: Question, armor: int, armor_shown: bool = True) -> tuple[Line, Line]:
    """What becomes of a tripod, and how much Armor it keeps of ``armor``; ``question`` ends in a :class:`Tripod`."""
    return (
        Line("fate", "What becomes of it", replace(question, view=Fate(armor))),
        Line("armor", "Armor left", replace(question, view=armor_left), shown=armor_shown),
    )


def effects(question: Question) -> tuple[Also, ...]:
    """What else may have befallen a tripod that still stands; ``question`` ends in a :class:`Tripod`."""
    return (
        Also("it stands, but is stunned", replace(question, view=None), stunned),
        Also("it stands, with a weapon hit", replace(question, view=None), disarmed),
        Also("it stands, with its legs hit", replace(question, view=None), lamed),
    )
