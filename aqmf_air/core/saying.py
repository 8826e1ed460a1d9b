"""Chances in words, as every front end says them."""

from __future__ import annotations

from fractions import Fraction


def percent(chance: Fraction | float) -> str:
    """A chance for people: never 0% for what can happen, nor 100% for what can fail."""
    if not 0 < chance < 1:
        return f"{float(chance):.0%}"
    shown = f"{float(chance):.1%}"
    return {"0.0%": "<0.1%", "100.0%": ">99.9%"}.get(shown, shown)


def one_in(chance: Fraction) -> str:
    """``1 in 7``; a dash for what never happens."""
    if not chance:
        return "-"
    n = float(1 / chance)
    return f"1 in {n:,.0f}" if n >= 10 else f"1 in {n:.1f}".removesuffix(".0")
