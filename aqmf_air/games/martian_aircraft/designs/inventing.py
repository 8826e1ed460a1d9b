"""Designs that nobody has drawn: every armed one within a budget and a year that no warning is against, by exact odds.

Guns are fixed forward, as those of one arc alone fire in a pass; an aluminium skin takes its best Armor, as each costs the
same. What is kept is the frontier: nothing cheaper does as much to the target, and of what does as much for as many points,
the one that is hardest to hit and to hurt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from aqmf_air.games.martian_aircraft.designs.design import Bombs, Design, Gun, bombs_in_short
from aqmf_air.games.martian_aircraft.designs.design_odds import ProvingGround
from aqmf_air.games.martian_aircraft.designs.design_warnings import real_figures, warnings_of
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry
from aqmf_air.games.martian_aircraft.designs.pricing import points_table
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.army.attack_odds import AttackOdds

SLOWEST_MPH = 60.0
"""The top speed of an invention in the slowest band."""


AT_ONCE = 25
"""Designs that are rated between two words on how far it is."""


def inventions(
    ground: ProvingGround,
    target: str,
    known: Iterable[HangarEntry],
    most: int,
    year: int | None,
    chosen: Mapping[str, Any],
    tell: Callable[[int, int], object] = lambda done, of: None,
) -> list[tuple[HangarEntry, AttackOdds]]:
    """The frontier of designs for at most ``most`` points, the best for the points first.

    Args:
        ground: where they are measured.
        target: the Martian unit that they attack.
        known: real designs: none is faster than the fastest of these in service by the year.
        most: points of a unit.
        year: of service entry; None: any.
        chosen: rulings, by name.
        tell: is told how many designs are rated so far, and of how many.
    """
    speeds = [one.design.max_speed_mph for one in known if year is None or (one.design.year or year) <= year]
    rulings = AircraftRulings.model_validate(dict(chosen))
    able = [one for design in _designs(max(speeds, default=SLOWEST_MPH), year)
            if (one := HangarEntry(design, rulings)).cost.points <= most]  # fmt: skip
    best: dict[int, tuple[HangarEntry, AttackOdds]] = {}
    for at in range(0, len(able), AT_ONCE):
        tell(at, len(able))
        for one, odds in ground.rated(able[at : at + AT_ONCE], target):
            there = best.get(one.cost.points)
            if there is None or _merit(one, odds) > _merit(*there):
                best[one.cost.points] = one, odds
    front = [best[points] for points in sorted(best) if all(best[less][1].mean < best[points][1].mean
             for less in best if less < points)]  # fmt: skip
    return sorted(front, key=lambda pair: (-pair[1].for_100_points(pair[0].cost.points), pair[0].cost.points))


def _merit(one: HangarEntry, odds: AttackOdds) -> tuple[Any, ...]:
    return odds.mean, odds.destroyed, one.cost.defense, one.cost.armor


def _designs(fastest: float, year: int | None) -> Iterator[Design]:
    table, figures = points_table(), real_figures()
    load, guns = figures.most("bombs").value, figures.most("guns").value
    speeds = [band.from_mph or SLOWEST_MPH for band in table.band if (band.from_mph or SLOWEST_MPH) <= fastest]
    for mph in speeds:
        for skin in table.skin:
            for forward in range(guns + 1):
                for medium in range(load // figures.kg("medium") + 1):
                    for light in range((load - medium * figures.kg("medium")) // figures.kg("light") + 1):
                        design = _design(float(mph), skin.name, max(skin.armor), forward, medium, light, year)
                        if not warnings_of(design):
                            yield design


def _design(mph: float, skin: str, armor: int, guns: int, medium: int, light: int, year: int | None) -> Design:
    loads = (("medium", medium), ("light", light))
    design = Design.model_validate(
        {
            "name": "Invention",
            "year": year,
            "max_speed_mph": mph,
            "skin": skin,
            "armor": None if skin == "fabric" else armor,
            "role": "combat",
            "guns": tuple(Gun(arcs=("forward",)) for _ in range(guns)),
            "bombs": tuple(Bombs.model_validate({"kind": kind, "count": count}) for kind, count in loads if count),
            "source": {"note": "Found by search: no such aircraft flew.", "confidence": "unsourced"},
        }
    )
    said = f"Invention {mph:g} mph, {skin}, {guns}F {bombs_in_short(design)}".replace(" -", " no bombs")
    return Design.model_validate({**dict(design), "name": said})
