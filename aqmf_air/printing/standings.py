"""The signs that stand in print after what no source states."""

from __future__ import annotations

from collections.abc import Mapping

DAGGERS: Mapping[str, str] = {"stated": "", "inferred": " ‡", "house": " †", "supplied": " §"}
"""What stands after a number of a standing."""
SIGNS = (("†", "our own default"), ("‡", "worked out"), ("§", "from your own copy"))
"""What the signs say."""
