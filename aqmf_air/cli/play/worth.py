"""What orders are worth, as it is told at the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aqmf_air.core.play.advice import Advice


def lines(advice: Advice) -> Iterator[str]:
    """The orders with their worth, the best first; then what the figures mean."""
    yield "           worth   behind the best"
    for number, one in enumerate(advice.orders):
        worth = f"{one.mean:+.2f} ± {one.error:.2f}"
        behind = f"{one.behind:.2f} ± {one.behind_error:.2f}" if number and one.behind_error else "-"
        yield f"  {worth:>14}  {behind:>15}   {one.offer.title}"
    fewest, most = min(one.ends for one in advice.orders), max(one.ends for one in advice.orders)
    ends = f"{most} ends" if fewest == most else f"{fewest} to {most} ends"
    yield f"  In {advice.unit}; {ends} of each, ± the standard error."
