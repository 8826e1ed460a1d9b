"""A report that comes with a game, so that its prices are there before anything is worked out.

``python -m aqmf_air.lab.ship_report GAME`` works it out and writes it. The file has what costs time alone: the prices by
exact duels, the meetings, the whole games, and the rules that they are of. All else is as the laboratory has it today.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from aqmf_air.lab.laboratory import Gauntlet, Laboratory, Terms
from aqmf_air.lab.prices import Price, Toll, Tried, variations
from aqmf_air.lab.report import MeetingEnd, Report, StoodIn, WholeGames
from aqmf_air.lab.results import digest
from aqmf_air.lab.statistics import IntervalEstimate

FIGURES = 6
"""Significant figures of a number in the file."""


class ShippedReport(NamedTuple):
    """What costs time of a report."""

    rules: str
    """The digest of the rules that it was worked out by."""
    figures: str
    """The digest of the tables and of the forces, each without its name, that it was worked out by (:func:`figures_of`)."""
    prices: dict[str, Price]
    met: dict[str, dict[str, MeetingEnd]]
    whole: WholeGames | None


def figures_of(laboratory: Laboratory, forces: Iterable[str]) -> str:
    """The digest of all that a price hangs on but the code: where it is another, so may be the prices."""
    return digest([laboratory.tables(), {name: laboratory.alike(name) for name in forces}])[:16]


def written(report: Report, laboratory: Laboratory) -> str:
    """The file of a report, a force a line."""
    forces = {
        judged.force.name: [*price.toll, [tried.price for tried in price.tried], [judged.met[foe] for foe in report.foes]]
        for judged in sorted(report.judged, key=lambda judged: judged.force.name)
        if (price := judged.price)
    }
    whole = asdict(report.whole) if report.whole else None
    figures = figures_of(laboratory, sorted(forces))
    head = {"rules": report.basis["rules"], "figures": figures, "foes": report.foes, "whole": whole}
    lines = ",\n".join(f"{_text(name)}:{_text(row)}" for name, row in forces.items())
    return f'{{"about":{_text(head)},\n"forces":{{\n{lines}\n}}}}\n'


def _text(value: Any) -> str:
    return json.dumps(_rounded(value), ensure_ascii=False, separators=(",", ":"))


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.{FIGURES}g}")
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return [_rounded(part) for part in value] if isinstance(value, list | tuple) else value


def shipped_report(file: Traversable, gauntlet: Gauntlet, terms: Terms, points: dict[str, int]) -> ShippedReport:
    """What the file has of the forces that are still there; ``points``: what the game asks for each."""
    document = json.loads(file.read_text(encoding="utf-8"))
    about, forces = document["about"], {name: row for name, row in document["forces"].items() if name in points}
    varied = [{name: getattr(tried, name) for name in gauntlet.varied} for tried in variations(terms, gauntlet)]
    cases = [(mix, case) for case in varied for mix in gauntlet.mixes]
    prices = {name: _price(name, points[name], row, cases) for name, row in forces.items()}
    met = {
        name: {foe: MeetingEnd(*end) for foe, end in zip(about["foes"], row[3], strict=True)} for name, row in forces.items()
    }
    return ShippedReport(about["rules"], about["figures"], prices, met, _whole(about["whole"]))


def _price(name: str, points: int, row: Sequence[Any], cases: Sequence[tuple[str, dict[str, Any]]]) -> Price:
    gained, lost, tried, _ = row
    return Price(
        name,
        points,
        tried[0],
        Toll(gained, lost),
        tuple(Tried(mix, case, price) for (mix, case), price in zip(cases, tried, strict=True)),
    )


def _whole(document: dict[str, Any] | None) -> WholeGames | None:
    if document is None:
        return None
    rows = tuple(StoodIn(force, fair, games, IntervalEstimate(*share)) for force, fair, games, share in document["rows"])
    return WholeGames(**{**document, "rows": rows})
