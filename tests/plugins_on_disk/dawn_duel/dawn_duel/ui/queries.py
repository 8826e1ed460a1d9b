"""What may be asked of the dice: ``aqmf odds --ruleset duel burst --apart 2``."""

from dataclasses import dataclass

from aqmf_air.api import Answer, AtLeast, Line, Need, OpenRuleset, Query, Question, flag, number, one_of
from dawn_duel.rules import Aim, burst, to_hit


@dataclass(frozen=True)
class BurstQuery(Query, name="burst", help="A burst at the other aircraft."):
    """A burst: the points of structure that it costs."""

    apart: int = number("Hexes to the target.", 1, 4, default=1)
    guns: int = number("Guns that bear.", 1, 2, default=2)
    length: str = one_of("How long the burst is.", "short", "long", default="short")
    from_behind: bool = flag("The target is fired at from behind.")
    in_cloud: bool = flag("The target is in a cloud.")

    def ask(self, opened: OpenRuleset) -> Answer:
        need = to_hit(Aim(self.apart, self.guns, self.from_behind, self.in_cloud))
        asked = Question("structure lost", burst, (need.total, self.guns, self.length, ""), (need,))
        needs, lines = (Need("to hit", need, f"{need.total}+"),), (Line("structure", "Structure lost", asked),)
        return Answer(f"A {self.length} burst", lines, "the target is damaged", AtLeast(1), "structure", needs)
