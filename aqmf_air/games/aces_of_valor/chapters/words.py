"""What may be named in orders in words: nations, aircraft, sectors, numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aqmf_air.api import Names, Reading, Readings, Said, several
from aqmf_air.games.aces_of_valor.chapters import sectors
from aqmf_air.games.aces_of_valor.state import OPTIONS, Aircraft, Campaign, present, targets_left
from aqmf_air.games.aces_of_valor.tables import NATIONS, OptionCard

_AND = re.compile(r"\s*(?:,\s*and\b|,|\band\b)")


def nation(game: Campaign) -> Names:
    """A nation by its name."""
    return Names("a nation", {entry.name: id_ for id_, entry in NATIONS.items()})


def option(game: Campaign) -> Names:
    """An optional rule by its title."""
    titles = {row.title: row.card for row in game.tables.every("options", OptionCard)}
    return Names("an optional rule", {**titles, **{switch.title: name for name, switch in OPTIONS.items()}})


def number(values: Iterable[int]) -> Callable[[Campaign], Names]:
    """One of these numbers."""
    names = Names("a number", {str(value): value for value in values})
    return lambda game: names


def pace() -> Names:
    """A pace by its id."""
    return Names("a pace", {"flow": "flow", "step": "step"})


def named(aircraft: Iterable[Aircraft]) -> dict[str, str]:
    """Aircraft by their names; of those that share a name the id tells them apart."""
    machines = tuple(aircraft)
    names = [machine.name for machine in machines]
    return {machine.name if names.count(machine.name) == 1 else machine.id: machine.id for machine in machines}


def fighter(game: Campaign) -> Names:
    """A fighter of the squadron that is not lost."""
    return Names("a fighter of the squadron", named(game.in_box("ready", "flight", "recovery")), pieces=True)


def sector(game: Campaign) -> Names:
    """A sector of the map by what it is called, or by its column and its row."""
    every = [(x, y) for y in range(sectors.ROWS) for x in range(sectors.COLUMNS)]
    called = {sectors.name(at, game.tables): at for at in every}
    return Names("a sector such as C3", called | {f"{sectors.column_letter(at)}{at[1] + 1}": at for at in every})


def in_flight(game: Campaign) -> Names:
    """An aircraft of the flight."""
    return Names("an aircraft of the flight", named(game.flight), pieces=True)


class SeveralNames(Names):
    """Several things by name, with commas or ``and`` between them."""

    def read(self, reading: Reading, at: int, spoken: Said) -> Readings:
        def comma(end: int) -> int | None:
            between = reading.match(end, _AND)
            return between.end() if between else None

        yield from several(reading, at, lambda at, _: super(SeveralNames, self).read(reading, at, spoken), comma)

    def tell(self, value: Any, spoken: Said) -> str:
        each: Sequence[str] = value
        if not each:
            raise LookupError(self.what)
        return ", ".join(super(SeveralNames, self).tell(item, spoken) for item in each)


def fighters(game: Campaign) -> SeveralNames:
    """Fighters that are ready."""
    return SeveralNames("fighters that are ready", named(game.in_box("ready")), pieces=True)


def several_in_flight(game: Campaign) -> SeveralNames:
    """Aircraft of the flight."""
    return SeveralNames("aircraft of the flight", named(game.flight), pieces=True)


def nationality(game: Campaign) -> Names:
    """A nation by what its people are called."""
    return Names("a nationality", {entry.adjective: id_ for id_, entry in NATIONS.items()})


def friend(game: Campaign) -> Names:
    """A friend in the combat."""
    return Names("an aircraft of yours", named(present(game)[0] if game.combat else ()), pieces=True)


def enemy(game: Campaign) -> Names:
    """An enemy in the combat."""
    return Names("an enemy", named(present(game)[1] if game.combat else ()), pieces=True)


def ground_target(game: Campaign) -> Names:
    """A ground target in the combat."""
    return Names(
        "a ground target", {game.called(id_): id_ for id_ in targets_left(game)} if game.combat else {}, pieces=True
    )


def any_target(game: Campaign) -> Names:
    """An enemy or a ground target in the combat."""
    return Names("a target in the combat", {**enemy(game).named({}), **ground_target(game).named({})}, pieces=True)
