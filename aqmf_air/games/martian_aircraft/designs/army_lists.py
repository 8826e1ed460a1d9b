"""Aircraft in army lists: their checks and advice, their altitude, and the designs that travel with a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from aqmf_air.api import DataError, chances, describe, is_file, replace, same_name, toml_of
from aqmf_air.games.martian_aircraft.chapters.altitude import barred
from aqmf_air.games.martian_aircraft.chapters.bombing import FIXED_POSITION
from aqmf_air.games.martian_aircraft.chapters.scouting import to_spot
from aqmf_air.games.martian_aircraft.designs.design import Design, parse_design, read_design, to_toml
from aqmf_air.games.martian_aircraft.designs.design_warnings import warnings_of
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry, is_token, meant, open_hangar
from aqmf_air.games.martian_aircraft.designs.pricing import PRICING_RULINGS
from aqmf_air.games.martian_aircraft.state import HIGH, KIND, LOW, unit_type_of
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front import api as front

ATTACHED = "aircraft-design"
"""The kind of what is attached: a design file, as text."""
ALTITUDE = "altitude"

ALTITUDES = ((LOW, "attacks the ground, and is attacked from it"), (HIGH, "scouts or spots, out of reach"))
OPTIONS = (front.UnitOption(name=ALTITUDE, rule="AIR-ALT-1", kinds=(KIND,), values=ALTITUDES, mark="aircraft.altitude"),)


def attachments(unit: str) -> tuple[front.Attachment, ...]:
    """The player's own design of this name, as others do not have it."""
    parked = open_hangar().find(unit)
    return (attachment_of(parked.design, parked.rulings),) if parked and parked.own else ()


def brought(text: str, files: bool) -> tuple[front.Attachment, ...]:
    """The design that the path of a file, if ``files``, or a token stands for. Raises DataError: it cannot be read."""
    if files and (is_file(text) or (text.endswith(".toml") and not open_hangar().find(text))):
        entry = HangarEntry(*read_design(Path(text)))
    elif is_token(text):
        entry = meant(text)
    else:
        return ()
    return (attachment_of(entry.design, entry.rulings),)


def attachment_of(design: Design, rulings: AircraftRulings) -> front.Attachment:
    """A design as it travels: its file, with the rulings that it settles."""
    settled = [described for described in describe(rulings) if described.value != described.default]
    lines = [f"{described.name} = {toml_of(described.value)}" for described in settled]
    content = "\n".join((to_toml(design).rstrip("\n"), *(("", "[rulings]", *lines) if lines else ())))
    return front.Attachment(kind=ATTACHED, name=design.name, content=content)


def design_of(attachment: front.Attachment) -> tuple[Design, AircraftRulings]:
    """The design that is attached.

    Raises DataError: it cannot be read, or goes by another name.
    """
    where = f"attached design {attachment.name!r}"
    design, rulings = parse_design(attachment.content.encode(), where)
    if same_name(design.name) != same_name(attachment.name):
        raise DataError(f"{where}: goes by the name {design.name!r} in its own file", path=where, key="name")
    return design, rulings


def unit_types_for(attached: Sequence[front.Attachment], rulings: Mapping[str, Any]) -> tuple[front.UnitType, ...]:
    """The units of the designs that are attached, and of every other if the rulings change what designs cost."""
    chosen = {name: value for name, value in rulings.items() if name in AircraftRulings.model_fields}
    designs: dict[str, tuple[Design, AircraftRulings]] = {}
    if any(name in PRICING_RULINGS for name in chosen):
        designs = {same_name(entry.design.name): (entry.design, entry.rulings) for entry in open_hangar().parked}
    for attachment in attached:
        if attachment.kind == ATTACHED:
            try:
                design, own = design_of(attachment)
            except DataError:
                continue  # a check says why
            designs[same_name(design.name)] = design, own
    settled = {own: replace(own, **chosen) for own in {own for _, own in designs.values()}}
    return tuple(unit_type_of(design, settled[own]) for design, own in designs.values())


# -- checks ---------------------------------------------------------------------------------------------------------------


def check(muster: front.ResolvedList) -> Iterable[front.Finding]:
    """Every problem and warning about the aircraft of a list."""
    for line in muster.lines:
        if line.type is not None and line.type.kind == KIND:
            yield from _in_threes_or_singly(line, line.type)
            if line.type.has("Heavy Bomber") and FIXED_POSITION not in (
                special.casefold() for special in muster.army.special
            ):
                message = f"{line.unit} is a heavy bomber, and those fly only against a redoubt or another fixed position"
                fix = f"remove {line.count} {line.unit}, or name the special rule {FIXED_POSITION!r} if the scenario has it"
                yield front.Finding("heavy-bomber", "AIR-HEAVY-1", message, line.unit, fix, (("count", line.count),))
            yield from _altitude(line, line.type)
    yield from _designs(muster)


def _in_threes_or_singly(line: front.ResolvedUnit, kind: front.UnitType) -> Iterable[front.Finding]:
    if line.elements == kind.elements:
        return
    full = kind.elements
    whole, over = divmod(line.elements * line.count, full)
    fix = f"field {full} in each unit" if over or not whole else f"make it {whole} unit{'s' if whole > 1 else ''} of {full}"
    how = f"in units of exactly {full}" if full > 1 else "singly"
    message = f"{line.unit} has {line.elements} elements, and flies {how}"
    numbers = (("have", line.elements), ("need", full))
    yield front.Finding("aircraft-elements", "AIR-UNIT-2", message, line.unit, fix, numbers)


def _altitude(line: front.ResolvedUnit, kind: front.UnitType) -> Iterable[front.Finding]:
    chosen = line.entry.options.get(ALTITUDE)
    if chosen == HIGH and not kind.has("High"):
        message, rule = f"{line.unit} flies high, where it can neither attack nor be attacked", "AIR-ALT-3"
    elif chosen == LOW and kind.has("High"):
        message, rule = f"{line.unit} flies low, where it may not scout, spot or bombard", "AIR-ALT-2"
    else:
        return
    yield front.Finding("altitude", rule, message, unit=line.unit, fix="leave the altitude to its role", weight="warning")


def _designs(muster: front.ResolvedList) -> Iterable[front.Finding]:
    """Designs that cannot be read, that take a name, or that are beyond any real aircraft."""
    attached = [attachment for attachment in muster.army.attached if attachment.kind == ATTACHED]
    parked = {same_name(entry.design.name): entry for entry in open_hangar().parked} if attached else {}
    for attachment in attached:
        try:
            design, rulings = design_of(attachment)
        except DataError as bad:
            yield front.Finding("design", "AIR-UNIT-3", str(bad), unit=attachment.name, fix="attach the design anew")
            continue
        entry = parked.get(same_name(design.name))
        if entry is not None and not entry.own and entry.design != design:
            message = f"the attached design {design.name!r} goes by the name of one that ships"
            yield front.Finding("name-taken", "AIR-UNIT-3", message, attachment.name, "give the design another name")
        elif entry is not None and (entry.design, entry.rulings) != (design, rulings):
            message = f"your hangar has another design called {design.name!r}; the attached one counts"
            yield front.Finding(
                "other-design", "AIR-UNIT-3", message, attachment.name, "remove and add it anew", weight="warning"
            )
        for warning in warnings_of(design):
            rule = re.search(r"AIR-[A-Z]+-\d+", warning)
            details = rule[0] if rule else "AIR-DES-4", f"{design.name}: {warning}", design.name, "ask the other player"
            yield front.Finding("design-excess", *details, weight="warning")


# -- advice ---------------------------------------------------------------------------------------------------------------


def advise(muster: front.ResolvedList) -> Iterable[front.Finding]:
    """What the list cannot do in the air, or against it."""
    if muster.army.side == "human":
        kinds = [line.type for line in muster.lines if line.type]
        if kinds and not any(kind.kind == KIND and kind.has("Low") for kind in kinds):
            message = "no low aircraft: nothing strafes, drops bombs or flies over what blocks the way"
            yield _advice("no-low-aircraft", "AIR-ALT-2", message, "add a unit of combat aircraft")
        if kinds and not any(kind.has("Scout") for kind in kinds):
            message = "no scout aircraft: hidden units stay hidden, and reinforcements come unannounced"
            yield _advice("no-scout", "AIR-SCOUT-1", message, "add a scout if the scenario hides anything")
        yield from _no_spotter(muster)
    elif muster.lines:
        yield from _no_answer(muster)


def _no_spotter(muster: front.ResolvedList) -> Iterable[front.Finding]:
    lines = [line for line in muster.lines if line.type]
    guns = [line for line in lines if line.type and any(mount.weapon.kind == "indirect" for mount in line.type.weapons)]
    if not guns or any(line.type and line.type.has("Spotter") for line in lines):
        return
    with_radio, without = (chances(front.rolled, to_spot(radio)).of(True) for radio in (True, False))
    message = f"{guns[0].unit} and no spotter: artillery fires only at what its crews can see"
    fix = f"add a spotter: it finds a target on {float(with_radio):.0%} with a radio, {float(without):.0%} without"
    numbers = (("radio", str(with_radio)), ("no radio", str(without)))
    yield _advice("no-spotter", "AIR-SPOT-3", message, fix, numbers, guns[0].unit)


def _no_answer(muster: front.ResolvedList) -> Iterable[front.Finding]:
    """Whether anything may attack low aircraft, and how well it does against those that are hardest to hurt."""
    flying = [kind for kind in muster.others if kind.kind == KIND and kind.has("Low")]
    if not flying:
        return
    hardest = max(flying, key=lambda kind: (kind.defense, kind.armor))
    best = front.best_against(muster, hardest, _may_attack)
    if best is None:
        message = "nothing in the list may attack aircraft: drones, area weapons and missiles may not"
        yield _advice("no-answer-to-aircraft", "AIR-HIT-5", message, "add a tripod with a heat ray")
        return
    message = f"1 {best.line.unit} has {float(best.chance):.1%} to bring down a {hardest.name}, the hardest aircraft to hit"
    numbers = (("chance", str(best.chance)),)
    fix = "a Sweep may take several at once"
    yield _advice("against-aircraft", "AIR-HIT-1", message, fix, numbers, best.line.unit)


def _may_attack(attacker: front.UnitType, mount: front.Mount) -> bool:
    return barred(attacker, mount.weapon) is None


def _advice(
    code: str, rule: str, message: str, fix: str, numbers: tuple[tuple[str, int | str], ...] = (), unit: str = ""
) -> front.Finding:
    return front.Finding(code, rule, message, unit=unit, fix=fix, numbers=numbers, weight="advice")
