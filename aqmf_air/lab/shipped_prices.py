"""Prices by whole games that come with a game: the document of ``aqmf lab price --played --json``, kept as it is.

They stand beside exact prices at once, where it would take an hour to play the games again; the document has all that it
takes to do so: the seed, how many games, the automatic players, the versions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from aqmf_air.core.data.text import in_a_row
from aqmf_air.lab.statistics import IntervalEstimate, held_in_words, went_with


class ShippedPrice(NamedTuple):
    """What a force was worth in whole games."""

    worth: IntervalEstimate
    by_policy: Mapping[str, IntervalEstimate]
    """By the games of each automatic player alone."""
    games: int
    """How many it was tried in."""


class ShippedPrices(NamedTuple):
    """The prices of a game's forces, and what they rest on."""

    prices: Mapping[str, ShippedPrice]
    """By the name of the force; those that differ in name alone under each name."""
    basis: Mapping[str, Any]
    proof: Mapping[str, Any] | None
    disagreements: tuple[str, ...]
    """The forces on which the automatic players differ by more than chance explains."""

    @property
    def in_short(self) -> str:
        """How far they are to be trusted, in a sentence for people; empty: they were not proved."""
        if not self.proof:
            return ""
        played, asked = (self.proof[what]["corrected"] for what in ("played", "asked"))
        return went_with(self.proof["scenarios"], self.proof["games"], played, asked)

    @property
    def how(self) -> str:
        """How the games were played, how the prices were proved, and where players disagree, in sentences for people."""
        basis, both, anchor = self.basis, in_a_row(self.basis["policies"]), self.basis.get("anchor")
        scale = f", where {anchor['name']} is worth {anchor['points']} by definition" if anchor else ""
        sentences = [
            f"Each was put into scenarios by lot for as many points of others of its side, in {basis['games']:,} games in "
            f"all, by the automatic players {both} (seed {basis['seed']}): in games it is worth the points for which its "
            f"side keeps its share of them{scale}."
        ]
        if self.proof:
            played, asked = (self.proof[what]["corrected"] for what in ("played", "asked"))
            sentences.append(
                f"In {self.proof['scenarios']} scenarios that nothing was fitted on, {self.proof['games']:,} games, the "
                f"rank correlation with what each did is {played:.2f}, that of the points asked {asked:.2f} (without "
                f"chance); {held_in_words(self.proof['held'])}."
            )
        if self.proof and (rated := self.proof.get("rated")):
            played, asked, exact = (rated[what]["ranks"] for what in ("played", "asked", "exact"))
            sentences.append(
                f"Of the {rated['forces']} with a price by duels it is {played:.2f} with the chance in these games, that of "
                f"the points asked {asked:.2f}, that of the price by duels {exact:.2f}."
            )
        if self.disagreements:
            sentences.append(f"{both} disagree by more than chance explains on {in_a_row(self.disagreements)}.")
        return " ".join(sentences)


def shipped_prices(file: Traversable) -> ShippedPrices:
    """The prices in a document of ``aqmf lab price --played --json``; those without an interval are left out."""
    document = json.loads(file.read_text(encoding="utf-8"))
    prices = {
        name: ShippedPrice(
            IntervalEstimate(row["played"], *row["interval"]),
            {policy: IntervalEstimate(own["value"], *own["interval"]) for policy, own in row["by_policy"].items()},
            row["games"],
        )
        for row in document["prices"]
        if row["played"] is not None
        for name in (row["unit"], *row["alike"])
    }
    unlike = tuple(row["unit"] for row in document["prices"] if row["disagree"])
    return ShippedPrices(prices, document["basis"], document["proof"], unlike)
