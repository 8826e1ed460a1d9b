"""A unit's profile in words and numbers, as every format for people writes it."""

from __future__ import annotations

from aqmf_air.games.martian_front.profiles import Mount, UnitType

TIMES = "\N{MULTIPLICATION SIGN}"


def inches(value: float | None) -> str:
    """A length: ``24"``, or a dash where there is none."""
    return "-" if value is None else f'{value:g}"'


def statistics(kind: UnitType) -> tuple[tuple[str, str], ...]:
    """The numbers of a unit, by name."""
    return ("Speed", inches(kind.speed)), ("Defense", str(kind.defense)), ("Armor", str(kind.armor))


def weapon_facts(mount: Mount) -> tuple[tuple[str, str], ...]:
    """What a weapon does, by name, as far as there is something to say."""
    weapon = mount.weapon
    facts = [
        ("Range", inches(weapon.range) if weapon.range is not None else ""),
        ("Shots", str(weapon.shots) if weapon.shots > 1 else ""),
        ("Power", f"{weapon.power:+d}"),
        ("Barrage", str(weapon.barrage) if weapon.barrage is not None else ""),
        ("Arcs", "" if (arcs := ", ".join(mount.arcs)) in weapon.name else arcs),
        ("Traits", ", ".join(weapon.traits)),
    ]
    return tuple((name, value) for name, value in facts if value)


def profile_line(kind: UnitType, elements: int) -> str:
    """The unit in one line: ``3 elements, Speed 12", Defense 3, Armor 3, Low``."""
    numbers = (f"{name} {value}" for name, value in statistics(kind))
    return ", ".join((f"{elements} element{'s' if elements != 1 else ''}", *numbers, *kind.traits))


def weapon_line(mount: Mount) -> str:
    """A weapon in one line: ``2 x Aircraft Machine Gun: Range 15", Shots 3, Power +1, Arcs forward``."""
    times = f"{mount.count} x " if mount.count > 1 else ""
    return f"{times}{mount.weapon.name}: {', '.join(f'{name} {value}' for name, value in weapon_facts(mount))}"


def short_weapon(mount: Mount) -> str:
    """A weapon in a few signs: ``2 Aircraft Machine Gun 15" 3x+1``."""
    weapon = mount.weapon
    times = f"{mount.count} " if mount.count > 1 else ""
    reach = f" {inches(weapon.range)}" if weapon.range is not None else ""
    shots = f"{weapon.shots}x" if weapon.shots > 1 else ""
    barrage = f" B{weapon.barrage}" if weapon.barrage is not None else ""
    return f"{times}{weapon.name}{reach} {shots}{weapon.power:+d}{barrage}"
