"""What a player wants of a plan besides the greatest worth."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aqmf_air.core.model import Frozen


class Wishes(Frozen):
    """Goals beside, or in place of, the greatest expected worth."""

    at_least: Annotated[float, Field(gt=0)] | None = None
    """The shortest moves that still do at least this."""
    guns: Annotated[float, Field(ge=0, le=1000)] = 0.0
    """How much the best shot from where a move ends counts beside the bombs: its expected worth times this."""
    step: Annotated[float, Field(ge=0.01, le=6)] | None = None
    """Inches that every straight, and every drop's place on it, is a whole number of."""
