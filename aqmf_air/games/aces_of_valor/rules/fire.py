"""Fire at aircraft: from the ground, from the air, and the reply of a rear gun. AA, ATK, DEF, DMG."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtLeast, check, hits, scored
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.games.aces_of_valor.rules.six_sided import D6, of_table
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.table_rows import DamagedRow, Effect, EffectRow, GunfireRow, Side, Values, Weather
from aqmf_air.games.aces_of_valor.tables import Tables

State = Side | None
"""Of an aircraft: undamaged, damaged, or None: destroyed."""


def worse(state: State, effect: Effect) -> State:
    """An aircraft after an effect: damaged twice is destroyed. DMG-1."""
    if state is None or effect == "none":
        return state
    return "back" if effect == "damaged" and state == "front" else None


def together(effects: Iterable[Effect]) -> Effect:
    """What attacks at the same time do: two that damage destroy. DMG-1, AC-7."""
    found = sorted(effects)
    return "destroyed" if "destroyed" in found or found.count("damaged") > 1 else "damaged" if "damaged" in found else "none"


def may_hurt(hits_: int, structure: int, tables: Tables) -> bool:
    """Whether any roll on C8 does something. ATK-5."""
    return hits_ > 0 and _effect(6 * tables.dice("c8"), hits_, structure, tables) != "none"


def _effect(rolled: int, hits_: int, structure: int, tables: Tables) -> Effect:
    net = rolled + sum(one.value for one in damage_modifiers(hits_, structure, tables))
    return tables.row("c8", EffectRow, net).effect


def damage_modifiers(hits_: int, structure: int, tables: Tables) -> tuple[Modifier, ...]:
    """What is added on C8: further hits, less the structure. ATK-4, ATK-5, AA-4."""
    further = modifier((hits_ - 1) * tables.number("further-hit"), f"{hits_} hits", "AOV-ATK-4")
    return further, modifier(-structure, "structure", "AOV-ATK-5")


def damage(dice: Dice, hits_: int, structure: int, tables: Tables, rulings: ValorRulings) -> Effect:
    """What one attack with so many hits does. ATK-4, ATK-5, ATK-7, AA-4."""
    if not hits_ or (rulings.skip_void_rolls and not may_hurt(hits_, structure, tables)):
        return "none"
    net = of_table(dice, "c8", "damage", tables, *damage_modifiers(hits_, structure, tables))
    return tables.row("c8", EffectRow, net).effect


class Called(NamedTuple):
    """What people call those who fight, for whoever rolls: it changes nothing."""

    attacker: str = ""
    target: str = ""

    def at_target(self, dice: Dice) -> Dice:
        """Dice of the attacker against the target."""
        return labelled(dice, self.target, lambda: self.attacker and f"fire of {self.attacker}")

    def at_attacker(self, dice: Dice) -> Dice:
        """Dice of the target against the attacker."""
        return labelled(dice, self.attacker, lambda: self.target and f"fire of {self.target}")


NOBODY = Called()


# -- anti-aircraft guns ------------------------------------------------------------------------------------------------


def aa_dice(dice: Dice, weather: Weather, tables: Tables) -> int:
    """How many AA dice each aircraft over an enemy AA sector takes. AA-1, AA-2, AA-5."""
    clouds = modifier(tables.weather(weather, "f5"), weather.replace("-", " "), "AOV-AA-5")
    net = of_table(dice, "f5", "anti-aircraft fire", tables, clouds)
    return tables.row("f5", GunfireRow, net).dice


def aa_fire(
    dice: Dice,
    n: int,
    structure: int,
    tables: Tables,
    rulings: ValorRulings,
    *,
    separately: bool = False,
    need: str = "aa-hit",
) -> Effect:
    """What ``n`` AA dice do to an aircraft. AA-3, AA-4, GND-2, PHO-3.

    ``separately``: each hit is an attack of its own. ``need``: the number of the rules from which on a die hits.
    """
    least = tables.number(need)
    found = dice.draw(hits("anti-aircraft dice", n, D6, range(least, 7), about=f"{least}+ hits" if least < 6 else "6 hits"))
    if not separately:
        return damage(dice, found, structure, tables, rulings)
    return together([damage(dice, 1, structure, tables, rulings) for _ in range(found)])


def aa_check(dice: Dice, weather: Weather, structure: int, tables: Tables, rulings: ValorRulings) -> Effect:
    """The whole fire at one aircraft alone over an enemy AA sector. AA-1 to AA-5."""
    return sector_fire(dice, dice.call(aa_dice, weather, tables), structure, tables, rulings)


def sector_fire(dice: Dice, n: int, structure: int, tables: Tables, rulings: ValorRulings) -> Effect:
    """What the ``n`` dice of an enemy AA sector do to an aircraft. AA-3, AA-4; ``aa_one_attack``."""
    return aa_fire(dice, n, structure, tables, rulings, separately=rulings.aa_one_attack == "die")


# -- in the air --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Gun:
    """A gun that fires: how many dice by C7, the skill added to each, and the gun rating."""

    dice: int
    skill: int
    hit: int
    double: int | None = None


def forward(values: Values, skill: int, difference: int, tables: Tables) -> Gun:
    """The forward gun of an aircraft that stands ``difference`` spaces above its target. ATK-1, ATK-2."""
    return Gun(tables.row("c7", GunfireRow, difference, "forward").dice, skill, values.hit, values.double)


def defensive(values: Values, skill: int, difference: int, tables: Tables, rulings: ValorRulings) -> Gun:
    """A defensive gun of an aircraft whose attacker stands ``difference`` spaces above it. DEF-1."""
    n = tables.row("c7", GunfireRow, difference, "defensive").dice
    return Gun(n, skill if rulings.defensive_skill else 0, values.hit, values.double)


def hits_of(face: int, gun: Gun, tables: Tables, rulings: ValorRulings) -> int:
    """Hits of one die. ATK-2, ATK-3, AC-5."""
    if face == tables.number("always-misses"):
        return 0
    net = face + gun.skill
    found = int(net >= gun.hit) + int(gun.double is not None and net >= gun.double)
    return max(found, int(face == 6 and rulings.natural_six == "hit"))


def needed(gun: Gun) -> str:
    """The natural rolls that hit, with the skill counted in: ``4+, two hits on 6``. ATK-2, ATK-3."""
    one, two = (max(need - gun.skill, 2) for need in (gun.hit, gun.double or 0))
    if not gun.double or two > len(D6.faces):
        return f"{one}+"
    return f"{one}+, two hits on {two}{'+' if two < len(D6.faces) else ''}"


def gun_hits(dice: Dice, gun: Gun, tables: Tables, rulings: ValorRulings, *, label: str = "guns") -> int:
    """Hits of a gun. ATK-2, ATK-3."""
    about = needed(gun)
    return dice.draw(scored(label, gun.dice, D6, lambda face: hits_of(face, gun, tables, rulings), about=about))


def shot(dice: Dice, gun: Gun, structure: int, tables: Tables, rulings: ValorRulings, label: str = "guns") -> Effect:
    """One attack by a gun: hits, then C8. ATK-2 to ATK-7."""
    found = gun_hits(dice, gun, tables, rulings, label=label)
    return damage(dice, found, structure, tables, rulings)


ONES = 100
"""A natural 1 in the count of :func:`shot_or_jam`: more than all hits of an attack."""


def shot_or_jam(dice: Dice, gun: Gun, structure: int, tables: Tables, rulings: ValorRulings) -> tuple[Effect, bool]:
    """One attack by a gun that may jam, and whether it has. ATK-2 to ATK-7, OPT-2."""

    def counted(face: int) -> int:
        return hits_of(face, gun, tables, rulings) + ONES * (face == 1)

    ones, found = divmod(dice.draw(scored("guns", gun.dice, D6, counted, about=needed(gun))), ONES)
    return damage(dice, found, structure, tables, rulings), ones >= tables.number("jam-ones")


def clears(dice: Dice, tables: Tables) -> bool:
    """Whether a jam is cleared. OPT-2."""
    least = tables.number("jam-clears")
    return dice.draw(check("jam", D6, AtLeast(least), about=f"{least}+ clears it"))


@dataclass(frozen=True)
class Exchange:
    """What an attack did to its target, and the reply to the attacker."""

    target: Effect
    attacker: Effect = "none"
    jammed: bool = False
    """Whether the gun of the attacker has jammed; for the optional rule."""


def air_attack(
    dice: Dice,
    gun: Gun,
    structure: int,
    tables: Tables,
    rulings: ValorRulings,
    replies: tuple[Gun, ...] = (),
    attackers_structure: int = 0,
    *,
    replies_if_damaged: tuple[Gun, ...] = (),
    jams: bool = False,
    called: Called = NOBODY,
) -> Exchange:
    """An attack on an aircraft, and the simultaneous fire of its defensive guns. ATK-1 to ATK-7, DEF-1 to DEF-3, AC-7.

    Args:
        dice: the dice.
        gun: of the attacker.
        structure: of the target.
        tables: the tables in force.
        rulings: those of the game.
        replies: the defensive guns of the target, as they were before the attack.
        attackers_structure: of the attacker; counts only where somebody replies.
        replies_if_damaged: the same guns when the attack has damaged the target; for the ruling ``dead_reply``.
        jams: whether the gun of the attacker can jam; for the optional rule.
        called: who they are, for those who roll.
    """
    if jams:
        done, jammed = called.at_target(dice).call(shot_or_jam, gun, structure, tables, rulings)
    else:
        done, jammed = called.at_target(dice).call(shot, gun, structure, tables, rulings), False
    guns = replies
    if rulings.dead_reply == "after" and done != "none":
        guns = replies_if_damaged if done == "damaged" else ()
    if not guns:
        return Exchange(done, jammed=jammed)
    return Exchange(done, called.at_attacker(dice).call(reply, guns, attackers_structure, tables, rulings), jammed)


def reply(dice: Dice, guns: tuple[Gun, ...], structure: int, tables: Tables, rulings: ValorRulings) -> Effect:
    """What the defensive guns of an aircraft do to its attacker. DEF-1, AC-7."""
    if rulings.heavy_guns == "pooled":
        found = sum([gun_hits(dice, gun, tables, rulings, label="defensive gun") for gun in guns])
        return damage(dice, found, structure, tables, rulings)
    return together([dice.call(shot, gun, structure, tables, rulings, "defensive gun") for gun in guns])


def breaks_off(dice: Dice, tables: Tables) -> bool:
    """Whether a damaged enemy fighter or 2-seater breaks off. ACT-7."""
    return tables.row("c5-damaged", DamagedRow, of_table(dice, "c5", "damaged enemy", tables)).act == "break-off"
