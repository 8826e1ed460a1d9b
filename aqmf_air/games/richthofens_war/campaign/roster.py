"""Who is in a squadron, and who flies what: replacements with their dice, names, machines by rank. BA-1, BA-2."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from aqmf_air.api import Dice, check, load_toml, package_file, pick, replace
from aqmf_air.games.richthofens_war.campaign.model import Campaign, Machines, Man, Note, Role, Squadron
from aqmf_air.games.richthofens_war.chapters import aircraft_sheet
from aqmf_air.games.richthofens_war.chapters.tailing import Among
from aqmf_air.games.richthofens_war.tables import D6, PACKAGE, RichthofenRulings, Tables


@cache
def name_parts() -> dict[str, dict[str, tuple[str, ...]]]:
    """First and last names, by nation."""
    nations = load_toml(package_file(PACKAGE, "data/campaigns/names.toml"))
    return {nation: {part: tuple(names) for part, names in parts.items()} for nation, parts in nations.items()}


def drawn_name(dice: Dice, nation: str, taken: Collection[str]) -> str:
    """A name of a nation that nobody has."""
    parts = name_parts().get(nation) or name_parts()["Britain"]
    free = [f"{first} {last}" for first in parts["first"] for last in parts["last"]]
    return dice.draw(pick("name", tuple(name for name in free if name not in taken)))


def arrives_as_novice(dice: Dice, nation: str, role: Role, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether an airman who joins is a novice; of a nation without a row of its own, nobody is. BA-1."""
    if nation == "Germany" and role == "observer" and rulings.novice_german_observer == "as-german-pilot":
        role = "pilot"
    row = tables.replacements.rows.get((nation, role))
    return row is not None and replacement(dice, row.novice)


class Joined(NamedTuple):
    """A campaign with its replacements, and who they are, in words."""

    campaign: Campaign
    lines: tuple[str, ...]


def filled_up(campaign: Campaign, dice: Dice, tables: Tables, rulings: RichthofenRulings) -> Joined:
    """Bring every squadron to its strength. BA-1."""
    squadrons, lines = list[Squadron](), list[str]()
    taken = {man.name for _, man in campaign.everybody()}
    begins = not campaign.flown and not any(man.record for _, man in campaign.everybody())
    for squadron in campaign.squadrons:
        men = list(squadron.men)
        observers = sum(machine.number for machine in squadron.machines if tables.aircraft.at(machine.type).crew > 1)
        complement: dict[Role, int] = {"pilot": squadron.strength, "observer": observers}
        for role, needed in complement.items():
            for _ in range(needed - sum(man.alive and man.role == role for man in men)):
                rolled = not begins or rulings.first_roster == "as-replacements"
                novice = rolled and arrives_as_novice(dice, squadron.nation, role, tables, rulings)
                name = drawn_name(dice, squadron.nation, taken)
                taken.add(name)
                text = f"joins {squadron.name}{', a novice' if novice else ''}"
                note = Note(mission=0 if begins else len(campaign.flown), said=text)
                men.append(Man(name=name, role=role, novice=novice, record=(note,)))
                if not begins:
                    lines.append(f"{name} {text}")
        squadrons.append(replace(squadron, men=tuple(men)))
    return Joined(replace(campaign, squadrons=tuple(squadrons)), tuple(lines))


def by_worth(squadron: Squadron, tables: Tables, rulings: RichthofenRulings) -> tuple[Machines, ...]:
    """The machines of a squadron, the better types first. BA-2."""
    if rulings.lesser_type == "owner":
        return squadron.machines
    if squadron.lesser:
        return tuple(sorted(squadron.machines, key=lambda machines: machines.type == squadron.lesser))

    def worth(machines: Machines) -> tuple[int, int]:
        type_ = tables.aircraft.at(machines.type)
        return -aircraft_sheet.rank(type_.schedule, tables, rulings), -type_.max_speed

    return tuple(sorted(squadron.machines, key=worth))


def machines_of(
    squadron: Squadron, men: Sequence[Man], tables: Tables, rulings: RichthofenRulings
) -> Iterator[tuple[Man, str]]:
    """Which type each pilot flies: a novice a lesser one, unless there are better ones that nobody else flies. BA-2."""
    left = [machines.type for machines in by_worth(squadron, tables, rulings) for _ in range(machines.number)]
    in_order = sorted(men, key=lambda man: (man.novice, -man.victories, -man.missions))
    yield from zip(in_order, left, strict=False)


def replacement(dice: Dice, novice: tuple[int, ...], by: str = "") -> bool:
    """Whether an airman who joins is a novice. BA-1."""
    return dice.draw(check("replacement", D6, Among(frozenset(novice)), 2, by=by))
