"""What the laboratory found of every force of a game: prices with their range, pairings, and what a feature is worth.

A report is plain data: the file, the paper and the pages show the same one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from aqmf_air.lab.laboratory import Force, Gauntlet
from aqmf_air.lab.prices import JUDGED, Price
from aqmf_air.lab.statistics import IntervalEstimate, apart
from aqmf_air.lab.verdicts import WORDS, Verdict, Yardstick, borne_out, earned, verdict

HEADS = (
    "name", "kind", "side", "figures", "points", "fair", "ratio", "low", "high", "destroys", "loses", "no_price", "note",
    "by_duels", "in_games", "in_games_low", "in_games_high", "games", "verdict", "because",
)  # fmt: skip
"""The columns of a report as comma-separated values; those of pairings follow. ``low`` and ``high`` are the range of the
price by duels, ``in_games_low`` and ``in_games_high`` the 95% interval of the worth in ``games`` games of the force.
"""
OF_VERDICT = HEADS[-2:]
SORTS = ("worth", "name", "points", "fair", "in_games", "destroys", "loses")
"""By what the judged may be sorted."""


class MeetingEnd(NamedTuple):
    """How a meeting of two forces ends: chances that only the one or the other is left, and mean shares lost."""

    beats: float
    beaten: float
    lost: float
    cost: float
    """The share that the foe loses."""


@dataclass(frozen=True)
class Judged:
    """A force with what was found of it."""

    force: Force
    figures: str
    """Where its figures are from."""
    features: Mapping[str, str]
    price: Price | None
    no_price: str
    """Why it has no price, in a player's words; empty: it has one."""
    met: Mapping[str, MeetingEnd]
    """By the name of the foe."""
    note: str = ""
    """What explains its price, where that may look odd."""
    played_out: IntervalEstimate | None = None
    """What it was worth in games that were played out when the game was made; None: that was not measured."""
    games: int | None = None
    """How many games that is from."""

    @property
    def fair(self) -> float | None:
        return self.price.fair if self.price else None

    @property
    def unjudged(self) -> str:
        """Why its price is no verdict; empty: it is one, or there is none."""
        return self.price.unjudged if self.price else ""

    @property
    def borne_out(self) -> bool:
        """Whether its price is within the error of what games made of it; where that was not measured, it is."""
        return borne_out(self.fair, self.played_out)

    @property
    def earned(self) -> float | None:
        """What it is worth in games by what the game asks, where duels and games alike say that it is not worth its points
        (:func:`aqmf_air.lab.verdicts.earned`).
        """
        return earned(self.force.points, None if self.unjudged else self.fair, self.played_out)

    @property
    def in_games(self) -> float:
        """What it is worth in games by what the game asks for it; of one that was tried in games."""
        assert self.played_out
        return self.played_out.value / max(1, self.force.points)

    @property
    def ratio(self) -> float | None:
        """Its fair price by what the game asks for it; above 1 it is worth more. None: it has no verdict."""
        if self.fair is None or not self.force.points or self.unjudged:
            return None
        return round(self.fair / self.force.points, 12)  # the anchor's is 1, not a hair below

    @property
    def span(self) -> str:
        """The range of its price for people."""
        return self.price.span if self.price else ""

    def row(self) -> dict[str, Any]:
        """One row of the table, by :data:`HEADS`, but for its verdict."""
        low, high = (self.price and self.price.interval) or (None, None)
        toll = self.price.toll if self.price else None
        force, by_duels = self.force, "" if self.fair is None else self.unjudged or JUDGED
        row = (
            force.name, force.kind, force.side, self.figures, force.points, self.fair, self.ratio, low, high,
            toll and toll.gained, toll and toll.lost, self.no_price, self.note, by_duels,
            *(self.played_out or (None, None, None)), self.games,
        )  # fmt: skip
        return dict(zip(HEADS[: -len(OF_VERDICT)], row, strict=True))


class FeatureDifference(NamedTuple):
    """Two forces of a kind that differ in one feature."""

    feature: str
    values: tuple[str, str]
    names: tuple[str, str]
    """Of one of each, of those that are alike."""
    points: tuple[int, int]
    fair: tuple[float, float]

    @property
    def change(self) -> float:
        """By how much the second is worth more."""
        return self.fair[1] - self.fair[0]

    @property
    def told(self) -> str:
        """The fair prices for people, and what the difference comes to."""
        change = f"{self.change:+.0f}" if round(self.change) else "no difference here"
        return f"{self.fair[0]:.0f} → {self.fair[1]:.0f} ({change})"


def by_feature(differences: Iterable[FeatureDifference]) -> dict[str, list[FeatureDifference]]:
    """Differences together, under what each feature changes, in words: ``speed: +5 to +12 points``."""
    groups: dict[str, list[FeatureDifference]] = {}
    for difference in differences:
        groups.setdefault(difference.feature, []).append(difference)
    return {f"{feature}: {_changes([round(each.change) for each in some])}": some for feature, some in groups.items()}


def _changes(changes: Sequence[int]) -> str:
    low, high = min(changes), max(changes)
    if not (low or high):
        return "no difference to these foes"
    least, most = (f"{change:+d}" if change else "0" for change in (low, high))
    return f"{least} to {most} points" if low != high else f"{most} points"


class StoodIn(NamedTuple):
    """How whole games went with a force in the place that is swapped."""

    force: str
    fair: float | None
    games: int
    share: IntervalEstimate
    """Of games that are won; one that nobody wins counts half."""


@dataclass(frozen=True)
class WholeGames:
    """Whole games that stand beside the prices, and are no part of them."""

    title: str
    """Of the scenario."""
    place: str
    """What is swapped."""
    side: str
    """Whose share of games is counted, by its title."""
    policy: str
    rows: tuple[StoodIn, ...]
    """The one with the highest price first."""

    @property
    def games(self) -> int:
        """How many there are of each."""
        return min(row.games for row in self.rows)

    def disagreements(self) -> list[tuple[StoodIn, StoodIn]]:
        """Pairs of which the first has the higher price, and wins less: by more than chance explains."""
        return [(dear, cheap) for dear, cheap in self._against_price() if apart(dear.share, cheap.share)]

    def unsure(self) -> list[tuple[StoodIn, StoodIn]]:
        """The same, by no more than chance explains."""
        return [(dear, cheap) for dear, cheap in self._against_price() if not apart(dear.share, cheap.share)]

    def _against_price(self) -> Iterator[tuple[StoodIn, StoodIn]]:
        for dear, cheap in combinations([row for row in self.rows if row.fair is not None], 2):
            if (dear.fair or 0) > (cheap.fair or 0) and dear.share.value < cheap.share.value:
                yield dear, cheap

    def document(self) -> dict[str, Any]:
        """The games as JSON."""
        rows = [{**row._asdict(), **row.share.document("share")} for row in self.rows]
        return {"title": self.title, "place": self.place, "side": self.side, "policy": self.policy, "forces": rows}


@dataclass(frozen=True)
class Report:
    """Everything that was found."""

    title: str
    noun: str
    judged: tuple[Judged, ...]
    """Those with a price that says most about it first: the most underpriced; then those without."""
    foes: tuple[str, ...]
    gauntlet: Gauntlet
    assumed: tuple[str, ...]
    unjudged: tuple[str, ...]
    basis: Mapping[str, Any]
    """Versions, rulings, terms."""
    whole: WholeGames | None = None
    """None: there are none, or none were asked for."""
    played_how: str = ""
    """How the games were played that forces were measured by."""
    how_sure: str = ""
    """How far that is to be trusted."""
    aged: bool = False
    """Whether it came with the game, and figures or tables that prices hang on are others now."""
    further: int = 0
    """Forces that it is not about, and that a report worked out today has a price for."""

    @property
    def priced(self) -> tuple[Judged, ...]:
        """Those that have a price."""
        return tuple(judged for judged in self.judged if judged.fair is not None)

    @property
    def asks(self) -> bool:
        """Whether the game asks points for forces; else all cost what the anchor does."""
        return len({self.gauntlet.points, *(judged.force.points for judged in self.priced)}) > 1

    def verdict(self, judged: Judged) -> Verdict:
        """The verdict on a force for its points."""
        measure = Yardstick(self.gauntlet.anchor, self.gauntlet.points, self.asks)
        fair = None if judged.unjudged else judged.fair
        return verdict(judged.force.name, judged.force.points, fair, judged.played_out, measure)

    @property
    def counted(self) -> list[tuple[str, str, int]]:
        """Of those with a price: key and word of each verdict, and how many have it, in the order of the verdicts."""
        verdicts = Counter(self.verdict(judged).key for judged in self.priced)
        return [(key, word, verdicts[key]) for key, word in WORDS[self.asks].items() if verdicts[key]]

    def row(self, judged: Judged) -> dict[str, Any]:
        """One row of the table, by :data:`HEADS`."""
        return judged.row() | dict(zip(OF_VERDICT, self.verdict(judged)[1:], strict=True))

    @property
    def by_games(self) -> list[list[Judged]]:
        """Those with a price that were tried in games, together where all of that is the same; those first that are worth
        most there for what is asked.
        """
        groups = [group for group in self.alike if group[0].played_out]
        return sorted(groups, key=lambda group: -group[0].in_games)

    @property
    def by_duels_alone(self) -> list[list[Judged]]:
        """Those with a price that were not tried in games, in the same way."""
        return [group for group in self.alike if not group[0].played_out]

    @property
    def played_out(self) -> list[list[Judged]]:
        """Those of which it was measured what they are worth in games, together where all of that is the same; those first
        that are worth most there for what is asked.
        """
        groups: dict[Any, list[Judged]] = {}
        for judged in self.judged:
            if judged.played_out:
                groups.setdefault((judged.force.points, judged.fair, judged.played_out), []).append(judged)
        return sorted(groups.values(), key=lambda group: -group[0].in_games)

    @property
    def silent(self) -> tuple[Judged, ...]:
        """Those that have none."""
        return tuple(judged for judged in self.judged if judged.fair is None)

    @property
    def alike(self) -> list[list[Judged]]:
        """Those with a price, together where price, range, meetings and games are the same; in the order of the report."""
        groups: dict[Any, list[Judged]] = {}
        for judged in self.priced:
            assert judged.price is not None
            by_duels = judged.price.fair, judged.price.interval, tuple(judged.met.items())
            alike = judged.force.points, *by_duels, judged.played_out
            groups.setdefault(alike, []).append(judged)
        return list(groups.values())

    @property
    def best_first(self) -> list[list[Judged]]:
        """All with a price: those that were tried in games first, each with most worth for what is asked first."""
        return [*self.by_games, *self.by_duels_alone]

    def differences(self, of: str = "") -> list[FeatureDifference]:
        """Pairs of a kind that differ in one feature, by feature, the largest change first; only those ``of`` one force."""
        unlike: dict[Any, Judged] = {}
        for judged in self.priced:
            if of and same_features(judged) == same_features(self[of]):
                judged = self[of]
            unlike.setdefault(same_features(judged), judged)
        differences = []
        for pair in combinations(unlike.values(), 2):
            if of and of not in (pair[0].force.name, pair[1].force.name):
                continue
            if pair[0].force.kind != pair[1].force.kind or pair[0].features.keys() != pair[1].features.keys():
                continue
            unequal = [name for name, value in pair[0].features.items() if pair[1].features[name] != value]
            if len(unequal) == 1:
                low, high = sorted(pair, key=lambda judged: (judged.force.points, judged.fair or 0))
                (feature,) = unequal
                values, names = (low.features[feature], high.features[feature]), (low.force.name, high.force.name)
                points, fair = (low.force.points, high.force.points), (low.fair or 0.0, high.fair or 0.0)
                differences.append(FeatureDifference(feature, values, names, points, fair))
        return sorted(differences, key=lambda each: (each.feature, -each.change, each.names))

    def __getitem__(self, name: str) -> Judged:
        """What was found of a force (KeyError: there is none of this name)."""
        return {judged.force.name: judged for judged in reversed(self.judged)}[name]

    def document(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "title": self.title,
            "units": [
                {
                    **self.row(judged),
                    "features": dict(judged.features),
                    "met": {foe: met._asdict() for foe, met in judged.met.items()},
                    "tried": judged.price.document()["tried"] if judged.price else [],
                    "played_out": judged.played_out._asdict() if judged.played_out else None,
                }
                for judged in self.judged
            ],
            "differences": [{**difference._asdict(), "change": difference.change} for difference in self.differences()],
            "whole_games": self.whole.document() if self.whole else None,
            "anchor": {"name": self.gauntlet.anchor, "points": self.gauntlet.points},
            "mixes": {name: dict(mix) for name, mix in self.gauntlet.mixes.items()},
            "assumed": list(self.assumed),
            "unjudged": list(self.unjudged),
            "basis": dict(self.basis),
        }

    def table(self) -> list[list[Any]]:
        """The report as rows of values, the heads first: for each force the row, and how often it beats each foe."""
        heads = [*HEADS, *(f"beats {foe}" for foe in self.foes)]
        beats = [[judged.met[foe].beats if foe in judged.met else None for foe in self.foes] for judged in self.judged]
        return [heads, *([*self.row(judged).values(), *row] for judged, row in zip(self.judged, beats, strict=True))]


def same_features(judged: Judged) -> Any:
    """What is the same of forces that differ in name alone."""
    return judged.force.kind, judged.force.points, tuple(judged.features.items())


def best_first(judged: Iterable[Judged]) -> tuple[Judged, ...]:
    """The most underpriced first, by its fair price against what it costs; those without a price last, by name."""
    return tuple(sorted(judged, key=lambda entry: (entry.ratio is None, -(entry.ratio or 0), entry.force.name)))


def sorted_by(report: Report, by: str) -> list[Judged]:
    """Those with a price sorted by one of :data:`SORTS`: names up, numbers down; or those first that are worth
    most for what is asked, in games or, behind these, by duels alone.
    """
    if by == "name":
        return sorted(report.priced, key=lambda entry: entry.force.name.casefold())
    if by == "worth":
        return [judged for group in report.best_first for judged in group]
    return sorted(report.priced, key=lambda entry: (-(entry.row()[by] or 0), entry.force.name))
