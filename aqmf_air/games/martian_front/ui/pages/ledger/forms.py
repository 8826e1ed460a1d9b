"""Claims as forms: which a unit may make now, what each form has to offer, and the claim that its fields make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import QueryParams

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.designs.design import ARCS
from aqmf_air.games.martian_aircraft.units import LIGHT_BOMB, MEDIUM_BOMB, bombs_aboard
from aqmf_air.games.martian_front.doings import deeds, doings
from aqmf_air.games.martian_front.ledger.claims import LAMED, ROUTED
from aqmf_air.games.martian_front.orders.artillery import Bombardment, bombards
from aqmf_air.games.martian_front.orders.damaged_weapons import aimed_by, wild_weapons
from aqmf_air.games.martian_front.orders.morale_orders import COMMAND
from aqmf_air.games.martian_front.profiles import UnitType, covers
from aqmf_air.games.martian_front.rules.shelter import IN_THE_OPEN
from aqmf_air.games.martian_front.rules_in_force import HIDDEN
from aqmf_air.games.martian_front.state import STUNNED, Game, Part, Unit, opponent, phases
from aqmf_air.games.martian_front.ui.pages.ledger.keeping import rules
from aqmf_air.web.pages import Fields, text, whole

Given = Fields | QueryParams
LINES = 8
"""Lines of a form about who is under a template."""
FIRST_LINES = 2
"""So many of them are shown at once."""
DROPS = 3
"""Templates of one form for bombs."""
DROP_LINES = 4


@dataclass(frozen=True)
class Kind:
    """A kind of claim, as a page calls it."""

    do: str
    type: str
    title: str


KINDS = {
    one.do: one
    for one in (
        Kind("fire", "ledger.fire", "Fire"),
        Kind("wild", "ledger.fire", "Fire a weapon that was hit"),
        Kind("lay", "ledger.lay", "Lay a template"),
        Kind("sweep", "ledger.sweep", "Sweep"),
        Kind("bombs", "aircraft.drop_bombs", "Drop bombs"),
        Kind("heavy", "aircraft.heavy_bombs", "Heavy bombs"),
        Kind("ram", "aircraft.ram_tripod", "Ram"),
        Kind("morale", "ledger.test_morale", "Test morale"),
        Kind("rally", "ledger.rally", "Rally"),
        Kind("rolloff", "ledger.roll_off", "Roll for legs or weapon"),
        Kind("scatter", "ledger.scatter", "Scatter"),
        Kind("spot", "aircraft.spot_target", "Spot"),
        Kind("scout", "aircraft.scout_hidden", "Scout"),
        Kind("explosion", "ledger.explosion", "It explodes"),
        Kind("correct", "ledger.correct", "Correct by hand"),
        Kind("next", "ledger.go_on", "Next phase"),
        Kind("finish", "ledger.finish", "End the game"),
    )
}


# -- what a unit may do ---------------------------------------------------------------------------------------------------


def offered(game: Game, unit: Unit) -> tuple[list[Kind], list[Kind]]:
    """The claims that a unit may make now, the likeliest first; then those that only the phase is against."""
    if not game.in_play(unit.id):
        wreck = game.type_of(unit).kind == "tripod"
        return [KINDS[do] for do in (("explosion", "correct") if wreck else ("correct",))], []

    def judged(claim: Command) -> Sequence[Objection]:  # players may overrule what only the phase is against
        return rules().objections(game, replace(claim, overruled=True), unit.side)

    found = [claim for doing in doings(rules(), game, unit, judged) for claim in doing.allowed[:1]]
    now = {claim.type for claim in found if not rules().untimely(game, claim)}
    kinds = [kind for kind in KINDS.values() if kind.type in {claim.type for claim in found} and kind.do != "wild"]
    timely = [kind for kind in kinds if kind.type in now]
    if any(aimed_by(game, unit.id, weapon) for weapon in wild_weapons(unit)):
        timely.insert(0, KINDS["wild"])
    timely.sort(key=lambda kind: kind.do not in ("morale", "ram"))
    return [*timely, KINDS["correct"]], [kind for kind in kinds if kind.type not in now]


def weapons_for(game: Game, unit: Unit, do: str) -> list[str]:
    """The weapons of a unit that a kind of claim is about."""
    match do:
        case "wild":
            return [weapon for weapon in wild_weapons(unit) if aimed_by(game, unit.id, weapon)]
        case "rolloff":
            return list(wild_weapons(unit))
        case "fire" | "lay" | "sweep":
            known = deeds(rules(), game.type_of(unit), game.rulings)
            return [deed.weapon for deed in known if deed.type == KINDS[do].type]
        case _:
            return []


def shown(game: Game, unit: Unit, do: str) -> dict[str, Any]:
    """What the form of a kind of claim has to offer."""
    kind = game.type_of(unit)
    weapons = weapons_for(game, unit, do)
    return {
        "weapons": weapons,
        "targets": [one.id for one in _targets(game, unit, do)],
        "touchable": [
            (side, [one for one in game.units if one.side == side and not one.has(HIDDEN)])
            for side in (opponent(unit.side), unit.side)
        ],
        "covers": list(covers()),
        "arcs": list(ARCS) if any(mount.arcs for mount in kind.weapons) and do == "fire" else [],
        "bombers": list(_bombers(game, unit)) if do == "bombs" else [],
        "bombards": any(bombards(mount.weapon) for mount in kind.weapons) and Bombardment.timing.fits(game),
        "squad": any(
            one.side == unit.side and one.id != unit.id and game.type_of(one).has(COMMAND) and not one.has("routed")
            for one in game.units
        ),
        "by_hand": by_hand(kind, unit),
        "legs": unit.has("immobile"),
        "lines": LINES,
        "first_lines": FIRST_LINES,
        "drop_lines": DROP_LINES,
        "drops": DROPS,
        "loads": list(_loads(game, unit)),
    }


def _targets(game: Game, unit: Unit, do: str) -> Iterator[Unit]:
    for one in game.units:
        if one.has(HIDDEN) or one.id == unit.id:
            continue
        if do == "wild" or (one.side != unit.side and (do != "ram" or game.type_of(one).kind == "tripod")):
            yield one


def _bombers(game: Game, unit: Unit) -> Iterator[tuple[str, int, int]]:
    """Aircraft with bombs left: the element, light ones and medium ones."""
    for element in unit.elements:
        aboard = bombs_aboard(game, unit, element.id)
        light, medium = aboard.get(LIGHT_BOMB, 0), aboard.get(MEDIUM_BOMB, 0)
        if light or medium:
            yield element.id, light, medium


def _loads(game: Game, unit: Unit) -> Iterator[tuple[str, str, int, int]]:
    """What is counted of an element's load: the element, the weapon, how many are left, how many it began with."""
    for mount in game.type_of(unit).weapons:
        if mount.weapon.range is None:
            for element in unit.elements:
                used = next((int(mark.value) for mark in element.used if mark.name == mount.weapon.name), 0)
                yield element.id, mount.weapon.name, mount.count - used, mount.count


# -- from fields to claims ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A claim, and the side that makes it."""

    command: Command
    by: str


def claim_of(game: Game, fields: Given, *, timeless: bool = False) -> Asked | None:
    """The claim that the fields of a form make; None while something is missing that has no default.

    ``timeless``: whatever the phase is, as no game is being played.

    Raises:
        DataError: a field does not fit.
        InvalidCommandError: the claim cannot be read.
        UnknownNameError: there is no such unit.
    """
    do = text(fields, "do")
    if not do:
        return None
    if do not in KINDS:
        raise DataError(f"do: expected one of {', '.join(KINDS)}, got {do[:40]!r}", key="do")
    document: dict[str, Any] = {"type": KINDS[do].type}
    if do in ("next", "finish"):
        document |= _of_the_game(do, fields)
        return Asked(rules().codec.command(document, "this claim"), "human")
    unit = game.unit(text(fields, "unit"))
    document["unit"] = unit.id
    more = _of_a_unit(game, unit, do, fields)
    if more is None:
        return None
    if timeless or text(fields, "overruled"):
        document["overruled"] = True
    return Asked(rules().codec.command(document | more, "this claim"), _side(game, unit, do, more))


def _of_the_game(do: str, fields: Given) -> dict[str, Any]:
    if do == "finish":
        return {"winner": text(fields, "winner")}
    first = text(fields, "first")
    return {"phase": text(fields, "phase")} | ({"first": first} if first else {})


def _of_a_unit(game: Game, unit: Unit, do: str, fields: Given) -> dict[str, Any] | None:
    """What the fields say beside the unit; None while something is missing that has no default."""
    if do in _AIMED:
        return _aimed(game, unit, do, fields) if text(fields, "target") else None
    if do in _OVER:
        under = touched(fields, "", LINES)
        return _over(game, unit, do, fields) | {"under": under} if under else None
    match do:
        case "bombs":
            drops = _drops(game, unit, fields)
            return {"drops": drops, "apart": not text(fields, "same")} if drops else None
        case "scout":
            return {"hidden": whole(fields, "hidden", 1, 40, 1)}
        case "morale":
            return {"squad_near": bool(text(fields, "squad"))}
        case "rolloff":
            return {"weapon": text(fields, "weapon") or ("" if unit.has("immobile") else _weapon(game, unit, do, fields))}
        case "correct":
            return _by_hand(game, unit, fields) if text(fields, "written") else None
        case _:
            return {}


_AIMED, _OVER = ("fire", "wild", "ram", "spot"), ("lay", "sweep", "heavy", "explosion")


def _aimed(game: Game, unit: Unit, do: str, fields: Given) -> dict[str, Any]:
    target, cover = {"target": text(fields, "target")}, {"cover": text(fields, "cover") or IN_THE_OPEN}
    if do == "spot":
        return target
    if do == "ram":
        return target | cover
    fired = {
        "weapon": _weapon(game, unit, do, fields),
        "wild": do == "wild",
        "arc": text(fields, "arc"),
        "elements": whole(fields, "elements", 0, 99, 0),
        "distance": whole(fields, "distance", 0, 1200, -1) if text(fields, "distance") else None,
    }
    return target | cover | fired


def _over(game: Game, unit: Unit, do: str, fields: Given) -> dict[str, Any]:
    if do == "lay":
        return {
            "weapon": _weapon(game, unit, do, fields),
            "guns": whole(fields, "guns", 0, 99, 0),
            "bombarded": bool(text(fields, "bombarded")),
        }
    return {"weapon": _weapon(game, unit, do, fields)} if do == "sweep" else {}


def _weapon(game: Game, unit: Unit, do: str, fields: Given) -> str:
    """The weapon that is named, or the first that the claim can be about."""
    weapons, named = weapons_for(game, unit, do), text(fields, "weapon")
    return named if named in weapons else next(iter(weapons), "")


def touched(fields: Given, before: str, lines: int) -> list[dict[str, Any]]:
    """Who is under a template, as the lines of a form say; lines without a unit say nothing."""
    return [
        {
            "unit": unit,
            "elements": whole(fields, f"{before}n{line}", 1, 99, 1),
            "cover": text(fields, f"{before}in{line}") or IN_THE_OPEN,
        }
        for line in range(1, lines + 1)
        if (unit := text(fields, f"{before}on{line}"))
    ]


def _drops(game: Game, unit: Unit, fields: Given) -> list[dict[str, Any]]:
    drops = []
    for at, (aircraft, light, medium) in enumerate(list(_bombers(game, unit))[:DROPS], 1):
        under = touched(fields, f"d{at}", DROP_LINES)
        lights = whole(fields, f"d{at}light", 0, 99, light if under else 0)
        mediums = whole(fields, f"d{at}medium", 0, 99, medium if under else 0)
        if under:
            drops.append({"aircraft": aircraft, "light": lights, "medium": mediums, "under": under})
    return drops


def _by_hand(game: Game, unit: Unit, fields: Given) -> dict[str, Any]:
    kind: UnitType = game.type_of(unit)
    ticked = [name for name in by_hand(kind, unit) if text(fields, f"mark-{name}")]
    document: dict[str, Any] = {}
    if ticked != [name for name in by_hand(kind, unit) if unit.has(name)]:
        document["marks"] = ticked
    if kind.elements > 1 and text(fields, "left"):
        document["elements"] = whole(fields, "left", 0, 99, 0)
    elif kind.elements == 1 and text(fields, "left"):
        document["armor"] = whole(fields, "left", 0, 99, 0)
    document["supplies"] = [
        {"element": element, "weapon": weapon, "left": whole(fields, f"load{at}", 0, 99, left)}
        for at, (element, weapon, left, _) in enumerate(_loads(game, unit), 1)
        if text(fields, f"load{at}") and whole(fields, f"load{at}", 0, 99, left) != left
    ]
    return document


def by_hand(kind: UnitType, unit: Unit) -> list[str]:
    """What can hold for a unit, and be written by hand: only tripods are stunned or lamed, only humans run."""
    hidden = [HIDDEN] if unit.has(HIDDEN) else []
    if kind.kind == "tripod":
        return [STUNNED, LAMED, *hidden]
    return [*([ROUTED] if kind.side == "human" else []), *hidden]


def _side(game: Game, unit: Unit, do: str, more: dict[str, Any]) -> str:
    if do == "explosion":
        return opponent(unit.side)
    if do == "wild":
        return aimed_by(game, unit.id, more["weapon"]) or unit.side
    return unit.side


def later_phases(game: Game) -> list[tuple[str, str]]:
    """The phases that can be gone to, from here to this one in the next turn: the id, and what it is called."""
    listed = [phase for phase in phases() if not phase.once and phase.part is not Part.INITIATIVE]
    at = next((number for number, phase in enumerate(listed) if phase.id == game.now.id), -1)
    return [(phase.id, phase_title(game, phase.id)) for phase in (*listed[at + 1 :], *listed[: at + 1])]


def phase_title(game: Game, name: str) -> str:
    """``Human combat``."""
    phase = next(one for one in phases() if one.id == name)
    whose = {"first": game.order[0], "second": game.order[1]}.get(phase.whose, "")
    return f"{whose.capitalize()} {phase.title.lower()}" if whose else phase.title
