"""What can be done once in a phase, and who has done it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import PlainSerializer


class ActKind(StrEnum):
    """What can be done once in a phase."""

    MOVE = "move"
    FLY = "fly"
    RALLY = "rally"
    FIRE = "fire"
    SWEEP = "sweep"
    AIM_WILD = "aim a weapon that was hit"
    FIRE_WILD = "fire a weapon that was hit"
    RESERVES = "reserves"
    DONE = "done"
    INITIATIVE = "initiative"


@dataclass(frozen=True, slots=True)
class Act:
    """What a unit or a side has done, with a weapon or not; ``who`` is the element that swept, or the side that aims."""

    kind: ActKind
    by: str
    weapon: str = ""
    who: str = ""

    def __str__(self) -> str:
        """As states are written down, on which their digests depend."""
        match self.kind:
            case ActKind.FIRE:
                return f"{self.by}:{self.weapon}"
            case ActKind.SWEEP:
                return f"{self.by}:{self.weapon}~{self.who}"
            case ActKind.AIM_WILD:
                return f"{self.by}!{self.weapon}!{self.who}"
            case ActKind.FIRE_WILD:
                return f"{self.by}!{self.weapon}!fired"
            case ActKind.INITIATIVE:
                return f"initiative:{self.by}"
        return f"{self.by}:{self.kind}"


Acts = tuple[Annotated[Act, PlainSerializer(str)], ...]
