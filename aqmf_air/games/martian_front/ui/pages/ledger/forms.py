"""Claims as forms: which a unit may make now, what each form has to offer, and the claim that its fields make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from starlette.datastructures import QueryParams

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.base_order import HIDDEN
from aqmf_air.games.martian_front.ledger.attacks import Explosion, Fire
from aqmf_air.games.martian_front.ledger.claims import LAMED, ROUTED, Claim
from aqmf_air.games.martian_front.ledger.corrections import Correct
from aqmf_air.games.martian_front.ledger.template_hits import Covering
from aqmf_air.games.martian_front.orders.damaged_weapons import aimed_by, wild_weapons
from aqmf_air.games.martian_front.orders.deployment import Bombardment, bombards
from aqmf_air.games.martian_front.orders.morale_orders import COMMAND
from aqmf_air.games.martian_front.possible_orders import abilities, possible_orders
from aqmf_air.games.martian_front.profiles import UnitType, covers
from aqmf_air.games.martian_front.rules.shooting import IN_THE_OPEN
from aqmf_air.games.martian_front.state import STUNNED, Game, Part, Unit, opponent, phases
from aqmf_air.games.martian_front.ui.pages.ledger.ledger_store import rules
from aqmf_air.geometry.plane.arc import ARCS
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
    claim: type[Claim]
    title: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of its form."""
        return self.claim.form


WILD = "wild"
"""A shot of a weapon that was hit."""


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of claim that has a form, what plugins add among them, the likeliest first."""
    claims = sorted((one for one in rules().orders if issubclass(one, Claim) and one.do), key=lambda one: one.rank)
    made = [Kind(one.do, one, one.deed) for one in claims]
    made.insert(1, Kind(WILD, Fire, "Fire a weapon that was hit"))
    return {one.do: one for one in made}


# -- what a unit may do ---------------------------------------------------------------------------------------------------


def offered(game: Game, unit: Unit) -> tuple[list[Kind], list[Kind]]:
    """The claims that a unit may make now, the likeliest first; then those that only the phase is against."""
    known = kinds()
    if not game.in_play(unit.id):
        wreck = Explosion.do if game.type_of(unit).kind == "tripod" else ""
        return [known[do] for do in (wreck, Correct.do) if do], []

    def judged(claim: Command) -> Sequence[Objection]:  # players may overrule what only the phase is against
        return rules().objections(game, replace(claim, overruled=True), unit.side)

    found = [claim for possible in possible_orders(rules(), game, unit, judged) for claim in possible.allowed[:1]]
    now = {type(claim) for claim in found if not rules().untimely(game, claim)}
    able = [kind for kind in known.values() if kind.claim in {type(claim) for claim in found} and kind.do != WILD]
    timely = [kind for kind in able if kind.claim in now]
    if any(aimed_by(game, unit.id, weapon) for weapon in wild_weapons(unit)):
        timely.insert(0, known[WILD])
    timely.sort(key=lambda kind: not kind.claim.due(game, unit))
    return [*timely, known[Correct.do]], [kind for kind in able if kind.claim not in now]


def weapons_for(game: Game, unit: Unit, kind: Kind) -> list[str]:
    """The weapons of a unit that a kind of claim is about."""
    if kind.do == WILD:
        return [weapon for weapon in wild_weapons(unit) if aimed_by(game, unit.id, weapon)]
    if "weapon or legs" in kind.parts:
        return list(wild_weapons(unit))
    known = abilities(rules(), game.type_of(unit), game.rulings)
    return [one.weapon for one in known if one.order is kind.claim] if "weapon" in kind.parts else []


def shown(game: Game, unit: Unit, do: str) -> dict[str, Any]:
    """What the form of a kind of claim has to offer."""
    kind, mounts = kinds().get(do), game.type_of(unit).weapons
    if kind is None:
        return {}
    return {
        "parts": kind.parts,
        "weapons": weapons_for(game, unit, kind),
        "targets": [one.id for one in _targets(game, unit, kind)],
        "touchable": [
            (side, [one for one in game.units if one.side == side and not one.has(HIDDEN)])
            for side in (opponent(unit.side), unit.side)
        ],
        "covers": list(covers()),
        "arcs": list(ARCS) if do == Fire.do and any(mount.arcs for mount in mounts) else [],
        "droppers": list(kind.claim.loads(game, unit)),
        "bombards": any(bombards(mount.weapon) for mount in mounts) and Bombardment.timing.fits(game),
        "squad": any(
            one.side == unit.side and one.id != unit.id and game.type_of(one).has(COMMAND) and not one.has("routed")
            for one in game.units
        ),
        "by_hand": by_hand(game.type_of(unit), unit),
        "legs": unit.has("immobile"),
        "lines": LINES,
        "first_lines": FIRST_LINES,
        "drop_lines": DROP_LINES,
        "drops": DROPS,
        "loads": list(_loads(game, unit)),
    }


def _targets(game: Game, unit: Unit, kind: Kind) -> Iterator[Unit]:
    for one in game.units:
        if one.has(HIDDEN) or one.id == unit.id:
            continue
        if kind.do == WILD or (one.side != unit.side and kind.claim.aims_at(game.type_of(one))):
            yield one


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


def claim_of(game: Game, fields: Given) -> Asked | None:
    """The claim that the fields of a form make; None while something is missing that has no default.

    Raises:
        DataError: a field does not fit.
        InvalidCommandError: the claim cannot be read.
        UnknownNameError: there is no such unit.
    """
    do = text(fields, "do")
    if not do:
        return None
    if do not in kinds():
        raise DataError(f"do: expected one of {', '.join(kinds())}, got {do[:40]!r}", key="do")
    kind = kinds()[do]
    document: dict[str, Any] = {"type": kind.claim.model_fields["type"].default}
    if "unit" not in kind.claim.model_fields:
        return Asked(rules().codec.command(document | _of_the_game(kind, fields), "this claim"), "human")
    unit = game.unit(text(fields, "unit"))
    more = _of_a_unit(game, unit, kind, fields)
    if more is None:
        return None
    if text(fields, "overruled"):
        more["overruled"] = True
    command = rules().codec.command({**document, "unit": unit.id, **more}, "this claim")
    by = aimed_by(game, unit.id, more["weapon"]) or unit.side if do == WILD else unit.side
    return Asked(command, command.by(game) if isinstance(command, Covering) else by)


def _of_the_game(kind: Kind, fields: Given) -> dict[str, Any]:
    if "winner" in kind.parts:
        return {"winner": text(fields, "winner")}
    first = text(fields, "first")
    return {"phase": text(fields, "phase")} | ({"first": first} if first else {})


def _of_a_unit(game: Game, unit: Unit, kind: Kind, fields: Given) -> dict[str, Any] | None:
    """What the fields say beside the unit, part by part; None while something is missing that has no default."""
    document: dict[str, Any] = {}
    for part in kind.parts:
        said = _PARTS[part](game, unit, kind, fields)
        if said is None:
            return None
        document |= said
    return document


def _shot(game: Game, unit: Unit, kind: Kind, fields: Given) -> dict[str, Any]:
    far = whole(fields, "distance", 0, 1200, -1) if text(fields, "distance") else None
    many = whole(fields, "elements", 0, 99, 0)
    return {"wild": kind.do == WILD, "arc": text(fields, "arc"), "elements": many, "distance": far}


def _weapon_or_legs(game: Game, unit: Unit, kind: Kind, fields: Given) -> dict[str, Any]:
    return {"weapon": text(fields, "weapon") or ("" if unit.has(LAMED) else _weapon(game, unit, kind, fields))}


def _under(game: Game, unit: Unit, kind: Kind, fields: Given) -> dict[str, Any] | None:
    return {"under": under} if (under := touched(fields, "", LINES)) else None


def _weapon(game: Game, unit: Unit, kind: Kind, fields: Given) -> str:
    """The weapon that is named, or the first that the claim can be about."""
    weapons, named = weapons_for(game, unit, kind), text(fields, "weapon")
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


def _drops(game: Game, unit: Unit, kind: Kind, fields: Given) -> dict[str, Any] | None:
    drops = []
    for at, (element, left) in enumerate(islice(kind.claim.loads(game, unit), DROPS), 1):
        under = touched(fields, f"d{at}", DROP_LINES)
        dropped = {name: whole(fields, f"d{at}{name}", 0, 99, most if under else 0) for name, most in left.items()}
        if under:
            drops.append({"aircraft": element, **dropped, "under": under})
    return {"drops": drops, "apart": not text(fields, "same")} if drops else None


def _by_hand(game: Game, unit: Unit, claim: Kind, fields: Given) -> dict[str, Any] | None:
    kind: UnitType = game.type_of(unit)
    if not text(fields, "written"):
        return None
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


_PARTS: dict[str, Callable[[Game, Unit, Kind, Given], dict[str, Any] | None]] = {
    "weapon": lambda game, unit, kind, fields: {"weapon": _weapon(game, unit, kind, fields)},
    "weapon or legs": _weapon_or_legs,
    "target": lambda game, unit, kind, fields: {"target": text(fields, "target")} if text(fields, "target") else None,
    "cover": lambda game, unit, kind, fields: {"cover": text(fields, "cover") or IN_THE_OPEN},
    "shot": _shot,
    "guns": lambda game, unit, kind, fields: {
        "guns": whole(fields, "guns", 0, 99, 0),
        "bombarded": bool(text(fields, "bombarded")),
    },
    "under": _under,
    "drops": _drops,
    "hidden": lambda game, unit, kind, fields: {"hidden": whole(fields, "hidden", 1, 40, 1)},
    "squad": lambda game, unit, kind, fields: {"squad_near": bool(text(fields, "squad"))},
    "by hand": _by_hand,
}
"""What each part of a form says, by its name; None, if it says nothing and has no default."""


def by_hand(kind: UnitType, unit: Unit) -> list[str]:
    """What can hold for a unit, and be written by hand: only tripods are stunned or lamed, only humans run."""
    hidden = [HIDDEN] if unit.has(HIDDEN) else []
    if kind.kind == "tripod":
        return [STUNNED, LAMED, *hidden]
    return [*([ROUTED] if kind.side == "human" else []), *hidden]


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
