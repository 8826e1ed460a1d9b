"""The game's die, and the two rules that every attack roll obeys."""

from __future__ import annotations

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtLeast, check, numbered
from aqmf_air.core.dice.modifiers import Automatic, Impossible, TargetNumber

D10 = numbered(10)

TO_HIT, TO_DAMAGE = "to hit", "to damage"
"""What the rolls of an attack are for."""

LOWEST, HIGHEST = 1, 10
"""The die's own faces: a 1 always fails (HOST-HIT-3), a 10 may be a lucky strike (HOST-HIT-4).

They are the figures ``automatic miss`` and ``lucky face``, written again so that odds in plain numbers read no file.
"""


def succeeds(dice: Dice, target: TargetNumber, by: str = "") -> bool:
    """Roll against ``target``: does an attack's roll, to hit or to damage, succeed?

    A 1 always fails. Where no face would do, a 10 earns a second roll, and a 10 there succeeds. HOST-HIT-1 to HOST-HIT-4.
    """
    verdict = target.verdict
    if isinstance(verdict, Impossible):
        return False
    if isinstance(verdict, Automatic):
        return True
    if verdict.number <= HIGHEST:
        need = max(verdict.number, LOWEST + 1)
        return dice.draw(check(target.what, D10, AtLeast(need), by=by, about=target))
    lucky = AtLeast(HIGHEST)
    return dice.draw(check(target.what, D10, lucky, by=by, about=target)) and dice.draw(
        check(f"{target.what}, lucky strike", D10, lucky, by=by, about=target)
    )


def spelled(target: TargetNumber) -> str:
    """What a target number asks of the dice, in a player's words: ``3+``, ``10 and another 10``."""
    verdict = target.verdict
    if isinstance(verdict, Automatic | Impossible):
        return verdict.reason
    attack = target.what in (TO_HIT, TO_DAMAGE)
    if verdict.number > HIGHEST:
        return f"{HIGHEST} and another {HIGHEST}" if attack else f"more than a {D10} has"
    return f"{max(verdict.number, LOWEST + attack)}+"
