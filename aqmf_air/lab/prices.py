"""What a force is worth beside an anchor whose price is taken as right: by what it destroys and what it loses.

In a trial a destroyed foe is replaced at once. ``gained`` is the expected number of points of foes destroyed, ``lost`` the
expected share of the force that is lost. A price is fair where points destroyed less points lost, for each point that the
force costs, are those of the anchor.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

from aqmf_air.lab.laboratory import Gauntlet, Terms


class Toll(NamedTuple):
    """What a force gains and loses, in the mean of a mix of foes."""

    gained: float
    lost: float


def fair_price(force: Toll, anchor: Toll, points: int) -> float | None:
    """The price of a force, where the anchor's is ``points``; None where no price is fair: it loses too little for any.

    >>> fair_price(Toll(90.0, 0.5), Toll(90.0, 0.5), 60)
    60.0
    """
    denominator = anchor.gained / points - anchor.lost + force.lost
    return force.gained / denominator if denominator > 0 else None


def mixed(tolls: Mapping[str, Toll], mix: Mapping[str, int]) -> Toll:
    """The mean of the tolls by foe, weighted as in the mix."""
    weight = sum(mix.values())
    gained = sum(tolls[foe].gained * share for foe, share in mix.items()) / weight
    return Toll(gained, sum(tolls[foe].lost * share for foe, share in mix.items()) / weight)


JUDGED = "judged"
"""What is said of a force whose price by duels is to be compared."""
CANNOT = "cannot judge"
"""What tables have in place of a comparison where it is none."""


class Tried(NamedTuple):
    """A price by one mix and under one set of terms."""

    mix: str
    terms: dict[str, Any]
    """The terms that are varied."""
    price: float | None


@dataclass(frozen=True)
class Price:
    """A force's price and how it hangs on what was assumed."""

    force: str
    points: int
    """What the game asks for it."""
    fair: float | None
    """By the first mix, under the terms that were asked for."""
    toll: Toll
    """By these."""
    tried: tuple[Tried, ...]
    """By every mix and under every variation of the terms."""
    unjudged: str = ""
    """Why it is no verdict (:meth:`~aqmf_air.lab.laboratory.Laboratory.cannot_judge`); empty: it is one."""

    @property
    def interval(self) -> tuple[float, float | None] | None:
        """The lowest and the highest price that was tried, None for an end without bound; None: there is none at all.

        It shows how sensitive the price is to what was assumed. It is no interval of confidence.
        """
        prices = [trial.price for trial in self.tried if trial.price is not None]
        if not prices:
            return None
        return min(prices), max(prices) if len(prices) == len(self.tried) else None

    @property
    def span(self) -> str:
        """The range for people: ``142 to 165``; empty: there is none."""
        if self.interval is None:
            return ""
        low, high = self.interval
        return f"{low:.0f} to {high:.0f}" if high is not None else f"{low:.0f} or more"

    def document(self) -> dict[str, Any]:
        """The price as JSON."""
        return {
            "unit": self.force,
            "source": self.points,
            "fair": self.fair,
            "interval": list(self.interval) if self.interval else None,
            "gained": self.toll.gained,
            "lost": self.toll.lost,
            "tried": [trial._asdict() for trial in self.tried],
            "by_duels": self.unjudged or JUDGED,
        }


def variations(terms: Terms, gauntlet: Gauntlet) -> list[Terms]:
    """The terms that prices are tried under: those that are given first, then every variation of them."""
    every = [dict(zip(gauntlet.varied, values, strict=True)) for values in product(*gauntlet.varied.values())]
    return [terms, *(varied for changed in every if (varied := replace(terms, **changed)) != terms)]


def foes_of(gauntlet: Gauntlet) -> tuple[str, ...]:
    """Every foe in any mix."""
    return tuple(dict.fromkeys(foe for mix in gauntlet.mixes.values() for foe in mix))


def priced(
    force: str, points: int, gauntlet: Gauntlet, tolls: Mapping[tuple[str, str, Terms], Toll], under: Iterable[Terms]
) -> Price:
    """The price of a force from the tolls of it and of the anchor, by force, foe and terms; ``under`` begins with the terms
    that were asked for.
    """
    under = tuple(under)
    tried = []
    for terms in under:
        of = {name: {foe: tolls[name, foe, terms] for foe in foes_of(gauntlet)} for name in {force, gauntlet.anchor}}
        varied = {name: getattr(terms, name) for name in gauntlet.varied}
        for name, mix in gauntlet.mixes.items():
            price = fair_price(mixed(of[force], mix), mixed(of[gauntlet.anchor], mix), gauntlet.points)
            tried.append(Tried(name, varied, price))
    first = next(iter(gauntlet.mixes.values()))
    toll = mixed({foe: tolls[force, foe, under[0]] for foe in foes_of(gauntlet)}, first)
    return Price(force, points, tried[0].price, toll, tuple(tried))
