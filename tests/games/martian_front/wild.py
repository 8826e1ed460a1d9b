"""Games of every scenario in states that play seldom leads to: close together, in cover, hidden, hurt, low and high."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, get_args

from aqmf_air.core.data.model import replace
from aqmf_air.games.martian_aircraft.chapters.bombing import FIXED_POSITION
from aqmf_air.games.martian_aircraft.state import ALTITUDE, bombs_of
from aqmf_air.games.martian_front.chapters.artillery import SPOTTED
from aqmf_air.games.martian_front.state import Element, Game, StateMark, Unit, opponent, phases
from aqmf_air.games.martian_front.tables import SIDES, Side, UnitType
from tests.conformance.scenarios import NAMES, ruleset, setup_of

RULES = ruleset()
TURN = 2
COVERS = ("soft", "hard", "fortified")


@cache
def _begun(scenario: str) -> Game:
    return RULES.initial(setup_of(scenario, RULES))


@cache
def _types(side: Side) -> dict[str, list[UnitType]]:
    """The types of a side by their kinds; aircraft by their roles, too, so that each comes up."""
    found: dict[str, list[UnitType]] = {}
    for kind in RULES.catalogue.values():
        if kind.side == side:
            found.setdefault(f"{kind.kind} {' '.join(kind.traits) * (kind.kind == 'aircraft')}", []).append(kind)
    return found


def wild(
    seed: int,
    phase: str = "first.combat",
    first: Side | None = None,
    *,
    settled: bool = True,
    among: Callable[[UnitType], bool] | None = None,
) -> Game:
    """A moment of a scenario, with everything in it changed by the seed. ``settled``: by the rulings as they are by default.

    Up to four units of each side stand within a few inches of one point, with few elements, some of them hurt. The first
    unit of the side that goes ``first`` is of a type ``among`` those, in the open.
    """
    rng = Random(f"{seed} {phase}")
    game = _begun(NAMES[seed % len(NAMES)])
    side = rng.choice(SIDES) if first is None else first
    chosen = [kind for kind in RULES.catalogue.values() if kind.side == side and (among is None or among(kind))]
    centre = rng.choice([(game.table.width / 2, game.table.depth / 2), *map(_middle, game.terrain)])
    units, kinds = list[Unit](), {kind.name: kind for kind in game.types}
    for own in (side, opponent(side)):
        there = [unit for unit in (*game.units, *(reserve.unit for reserve in game.reserves)) if unit.side == own]
        for unit in rng.sample(there, min(len(there), rng.randint(2, 4))):
            kind = kinds[unit.type]
            if kind.kind == "dummy" or rng.random() < 0.7:
                kind = rng.choice(rng.choice(list(_types(own).values())))
            if among and not units:
                kind = rng.choice(chosen)
            kinds.setdefault(kind.name, kind)
            units.append(_changed(game, replace(unit, marks=()), kind, rng, centre))
    if among:
        units[0] = units[0].unmarked("hidden").unmarked("routed")
    ids = [one.id for one in phases()]
    return replace(
        game,
        units=tuple(units),
        types=tuple(kinds.values()),
        rulings=game.rulings if settled else _rulings(game, rng),
        special=(*game.special, FIXED_POSITION),
        order=(side, opponent(side)),
        phase=ids.index(phase),
        turn=TURN,
        reserves=(),
        acted=(),
    )


def _middle(piece: Any) -> tuple[float, float]:
    return tuple(sum(values) / len(piece.corners) for values in zip(*piece.corners, strict=True))


def _rulings(game: Game, rng: Random) -> Any:
    fields = type(game.rulings).model_fields
    choices = {name: rng.choice(get_args(field.annotation)) for name, field in fields.items() if rng.random() < 0.4}
    return replace(game.rulings, **choices)


def _changed(game: Game, unit: Unit, kind: UnitType, rng: Random, centre: tuple[float, float]) -> Unit:
    count = min(kind.elements, rng.choice((1, 1, 2, 3, kind.elements)))
    x, y = (at + rng.uniform(-7, 7) for at in centre)
    gap, facing = rng.uniform(1, 2), rng.choice((0.0, 90.0, 180.0, 270.0, float(rng.randrange(360))))
    elements = tuple(
        Element(
            id=f"{unit.id}-{number + 1}",
            x=min(max(round(x + gap * number, 2), 0), game.table.width),
            y=min(max(round(y + rng.uniform(-0.5, 0.5), 2), 0), game.table.depth),
            facing=facing,
            used=_used(kind, rng),
            **(_torn(kind, rng) if kind.kind == "tripod" else {}),
        )
        for number in range(count)
    )
    return replace(unit, type=kind.name, elements=elements, lost=0, marks=tuple(sorted(_marks(unit, kind, rng), key=_name)))


def _name(mark: StateMark) -> str:
    return mark.name


def _used(kind: UnitType, rng: Random) -> tuple[StateMark, ...]:
    """Bombs that an aircraft has dropped before."""
    gone = ((mount.weapon.name, rng.randint(0, mount.count)) for mount in bombs_of(kind) if rng.random() < 0.3)
    return tuple(StateMark(name=name, value=str(count)) for name, count in gone if count)


def _torn(kind: UnitType, rng: Random) -> dict[str, Any]:
    """What a tripod has lost of its Armor, and weapons of it that were hit."""
    weapons = [mount.weapon.name for mount in kind.weapons for _ in range(mount.count)]
    out = rng.sample(weapons, rng.randint(1, len(weapons))) if weapons and rng.random() < 0.25 else []
    return {"armor_lost": rng.choice((0, 0, 1, kind.armor // 2, kind.armor - 1)), "weapons_out": tuple(out)}


def _marks(unit: Unit, kind: UnitType, rng: Random) -> list[StateMark]:
    marks = {
        "hidden": (0.1, unit.id[:1].upper() + unit.id[-1]),
        "cover": (0.3, rng.choice(COVERS)),
        "immobile": (0.15 * (kind.kind == "tripod"), ""),
        "routed": (0.05 * (kind.side == "human"), ""),
        SPOTTED: (0.2 * (kind.side == "martian"), str(TURN)),
        ALTITUDE: (0.3 * (kind.kind == "aircraft"), rng.choice(("low", "high"))),
    }
    return [StateMark(name=name, value=value) for name, (chance, value) in marks.items() if rng.random() < chance]
