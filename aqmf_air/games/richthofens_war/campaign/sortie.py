"""A mission made ready: the aircraft of its scenario become those of the squadrons, with the men who fly them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from aqmf_air.api import DataError, read, replace
from aqmf_air.games.richthofens_war.campaign.model import Campaign, Crew, Man, Squadron
from aqmf_air.games.richthofens_war.campaign.roster import machines_of
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Condition, performance
from aqmf_air.games.richthofens_war.state import Airman, Placed
from aqmf_air.games.richthofens_war.tables import SIDE_NAMES, SIDES, RichthofenRulings, Tables


class ReadyCrew(NamedTuple):
    """Somebody who can be sent up: a type of aircraft, and the men in it, pilot first."""

    squadron: Squadron
    type: str
    men: tuple[Man, ...]


class Sortie(NamedTuple):
    """A mission that can be flown: a scenario's document, and who flies what in it."""

    document: dict[str, Any]
    crews: tuple[Crew, ...]
    left_out: tuple[str, ...]
    """What of the scenario nobody could be found for, each in a line."""


def ready_crews(campaign: Campaign, tables: Tables, rulings: RichthofenRulings) -> Iterator[ReadyCrew]:
    """All who can be sent up for the next mission, the most experienced of each squadron first."""
    for squadron in campaign.squadrons:
        here = [man for man in squadron.men if man.flies(campaign.next)]
        observers = iter(sorted((man for man in here if man.role == "observer"), key=lambda man: -man.missions))
        pilots = [man for man in here if man.role == "pilot"]
        for pilot, type_ in machines_of(squadron, pilots, tables, rulings):
            behind = [next(observers, None) for _ in range(tables.aircraft.at(type_).crew - 1)]
            mans = tuple(man for man in behind if man is not None)
            if len(mans) == len(behind):
                yield ReadyCrew(squadron, type_, (pilot, *mans))


def made_ready(
    campaign: Campaign, document: Mapping[str, Any], where: str, tables: Tables, rulings: RichthofenRulings
) -> Sortie:
    """The next mission of a campaign.

    Args:
        campaign: between two missions.
        document: the scenario of the mission, as its file has it.
        where: what to call that in messages.
        tables: in force.
        rulings: in force.

    Raises DataError: an aircraft of the scenario is none, or a side has nobody to send up.
    """
    slots = [read(Placed, entry, f"{where}: aircraft", DataError) for entry in document.get("aircraft", ())]
    waiting = list(ready_crews(campaign, tables, rulings))
    placed, crews, left_out, names = list[dict[str, Any]](), list[Crew](), list[str](), set[str]()
    for slot in slots:
        ready_crew = _crew_for(slot, waiting, tables)
        if ready_crew is None:
            left_out.append(f"nobody is there to fly in place of {slot.name or slot.type}")
            continue
        waiting.remove(ready_crew)
        id_ = _id_of(ready_crew.men[0].name, names)
        placed.append(_placed(slot, ready_crew, id_, tables, rulings))
        men = tuple(man.name for man in ready_crew.men)
        crews.append(Crew(aircraft=id_, squadron=ready_crew.squadron.name, type=ready_crew.type, men=men))
    for side in SIDES:
        if any(slot.side == side for slot in slots) and not any(entry["side"] == side for entry in placed):
            raise DataError(f"{where}: the {SIDE_NAMES[side]} have nobody to send up", path=where, key="aircraft")
    date = campaign.task.date if campaign.task else ""
    made = {**document, "aircraft": placed, **({"date": date} if date else {})}
    return Sortie(made, tuple(crews), tuple(left_out))


def _crew_for(slot: Placed, waiting: list[ReadyCrew], tables: Tables) -> ReadyCrew | None:
    """Who takes the place of an aircraft of a scenario: its type if there is one, else as many men in the crew."""
    own = [ready_crew for ready_crew in waiting if ready_crew.squadron.side == slot.side]
    crew = tables.aircraft.at(slot.type).two_seater
    alike = [ready_crew for ready_crew in own if ready_crew.type == slot.type]
    alike += [ready_crew for ready_crew in own if tables.aircraft.at(ready_crew.type).two_seater == crew]
    return next(iter(alike), None)


def _placed(slot: Placed, ready_crew: ReadyCrew, id_: str, tables: Tables, rulings: RichthofenRulings) -> dict[str, Any]:
    """An aircraft where the scenario has one, as fast and as high as it can be there."""
    type_ = tables.aircraft.at(ready_crew.type)
    can = performance(type_, Condition(loaded=slot.loaded), tables, rulings)
    named = replace(
        slot,
        type=ready_crew.type,
        id=id_,
        name=ready_crew.men[0].name,
        speed=min(max(slot.speed, can.min_speed), can.max_speed),
        height=min(slot.height, type_.ceiling),
        crew=tuple(Airman(name=man.name, victories=man.victories, novice=man.novice) for man in ready_crew.men),
    )
    return named.model_dump(mode="json", exclude_defaults=True)


def _id_of(name: str, taken: set[str]) -> str:
    """What the aircraft of a pilot is called in commands and logs."""
    base = re.sub(r"[^a-z0-9]+", "-", name.split()[-1].casefold()).strip("-") or "aircraft"
    id_ = next(new for number in range(1, 99) if (new := base if number == 1 else f"{base}-{number}") not in taken)
    taken.add(id_)
    return id_
