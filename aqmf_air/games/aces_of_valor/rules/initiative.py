"""The initiative track: who stands where, who goes first in a space, whom one may attack. IN, TGT, RND-6."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Literal, TypeVar

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import pick
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.games.aces_of_valor.rules.six_sided import D6, amount, die, faces_that, half, of_table
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.table_rows import Kind, PriorityKey
from aqmf_air.games.aces_of_valor.table_words import DASH
from aqmf_air.games.aces_of_valor.tables import Tables

T = TypeVar("T", bound=Hashable)
KINDS: tuple[Kind, ...] = ("fighter", "two-seater", "bomber", "heavy-bomber")


def performance(printed: int, kind: Kind, tables: Tables, rulings: ValorRulings, *, loaded: bool, damaged: bool) -> int:
    """The performance of an aircraft now. AC-8, ORD-5."""
    counts = loaded and not (damaged and rulings.ordnance_on_damaged == "side-only")
    less = tables.number("fighter-load" if kind == "fighter" else "bomber-load") if counts else 0
    return max(printed + less, rulings.performance_floor)


def space(dice: Dice, changes: tuple[Modifier, ...], tables: Tables, rulings: ValorRulings) -> int:
    """Where an aircraft stands: a die, and what is added: performance, air skill, advantage. IN-1, GEN-8."""
    net = of_table(dice, "c4", "initiative", tables, *changes)
    if rulings.in_limits == "off-track":
        return net
    return min(max(net, tables.number("track-first")), tables.number("track-last"))


def stands(dice: Dice, mine: int, theirs: int, tables: Tables, rulings: ValorRulings) -> Literal["higher", "equal", "lower"]:
    """How one aircraft comes to stand to another, by what each adds to its die. IN-1."""
    own, other = (modifier(added, "performance, air skill, advantage", "AOV-IN-1") for added in (mine, theirs))
    apart = space(dice, (own,), tables, rulings) - space(dice, (other,), tables, rulings)
    return "higher" if apart > 0 else "lower" if apart < 0 else "equal"


def priority(kind: Kind, air_skill: int, performance_now: int, tables: Tables, rulings: ValorRulings) -> tuple[int, ...]:
    """What decides the order in a space, the least first: the keys of C6. RND-6, IN-6."""
    rank = KINDS.index(kind)
    value = {
        "kind": rank if rulings.type_rank == "fighter-first" else -rank,
        "air-skill": -air_skill,
        "performance": -performance_now,
    }
    return tuple(value[row.key] for row in sorted(tables.every("c6", PriorityKey), key=lambda row: row.rank))


def enemy_first(dice: Dice, rulings: ValorRulings, enemy: str = "the enemy", friend: str = "the friend") -> bool:
    """Whether the enemy goes before a friend of the same priority, as people call them. IN-6."""
    odd = rulings.tie_die == "odd-enemy"
    either = ("odd", "even") if odd else (f"1{DASH}3", f"4{DASH}6")
    face = dice.draw(die("tie in a space", f"{either[0]} {enemy} first, {either[1]} {friend}"))
    return face % 2 == 1 if odd else half(face) == 1


def bomb_round(dice: Dice) -> int:
    """The round in which a bomber bombs. RND-2, SCR-7."""
    return amount(dice, "round of bombing", "D3")


def targets_below(own: int, spaces: Mapping[T, int]) -> tuple[T, ...]:
    """The enemies in the next lower space that holds any, as they stand in ``spaces``. TGT-1, TGT-2."""
    below = max((at for at in spaces.values() if at < own), default=None)
    return tuple(target for target, at in spaces.items() if at == below)


def target_by_die(
    dice: Dice, targets: tuple[T, ...], rulings: ValorRulings, *, label: str = "target", called: tuple[str, ...] = ()
) -> T:
    """The target of an enemy among several, in their order, all equally likely; ``called``: their names. TGT-4."""
    n = len(targets)
    if n == 1:
        return targets[0]
    if n > 4 and rulings.many_targets == "chit":
        names = dict(zip(targets, called, strict=True)) if called else {}
        return dice.draw(pick(label, targets, called=lambda target: names.get(target, str(target))))
    return targets[dice.until(target_number, spare, n, label, called) - 1]


def target_number(dice: Dice, n: int, label: str = "target", called: tuple[str, ...] = ()) -> int:
    """The number of a target that dice show; 0: they are rolled again. From 7 on a first die names the half. TGT-4."""
    names = called or tuple(map(str, range(1, n + 1)))
    if n <= len(D6.faces):
        each = len(D6.faces) // n

        def shown(face: int) -> int:
            return (face + each - 1) // each

        about = faces_that(lambda face: names[shown(face) - 1] if shown(face) <= len(names) else "again")
        number = shown(dice.draw(die(label, about)))
    else:
        side = (n + 1) // 2
        halves = names[:side], names[side:]
        about = faces_that(lambda face: f"one of {', '.join(halves[half(face) - 1])}")
        first = half(dice.draw(die(f"half of {label}", about))) == 1
        within = dice.until(target_number, spare, side, label, halves[0] if first else halves[1])
        number = within if first else side + within
    return number if number <= n else 0


def spare(number: int) -> bool:
    """Whether a die for a target is rolled again. TGT-4."""
    return number == 0
