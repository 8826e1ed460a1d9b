"""Which random draws a property over wild states makes: few in the suite, as many others as are asked for."""

from __future__ import annotations

import os


def seeds(usual: int) -> range:
    """The first ``usual`` whole numbers, or those from A up to B if ``AQMF_SEEDS`` is ``A-B``: other draws, and more."""
    first, dash, end = os.environ.get("AQMF_SEEDS", "").partition("-")
    return range(int(first), int(end)) if dash else range(usual)
