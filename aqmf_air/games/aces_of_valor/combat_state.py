"""A combat as it stands: who takes part, the initiative track, the boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.games.aces_of_valor.counters import Aircraft
from aqmf_air.games.aces_of_valor.table_rows import Amount, Detection, Kind, Nation


class Combat(Frozen):
    """A combat: who takes part, the initiative track, the boxes. GEN-7."""

    reason: Literal["meeting", "targets", "task", "scramble", "giant"]
    """What it is about, before enemies join: enemies met, ground targets, a task of 2-seaters or bombers, ..."""
    round: int = Field(default=0, ge=0, le=3)
    """0: before the first."""
    friends: tuple[str, ...] = ()
    """Those who take part, also when they have broken off or are destroyed."""
    enemies: tuple[Aircraft, ...] = ()
    """The same of the enemy, with those who have left taken out."""
    nation: Nation | None = None
    """Of the enemy; None: it has yet to be found. CBT-2."""
    tier: int = 0
    """Of the enemy's latest fighters; 0: there were none."""
    coming: tuple[tuple[Kind, int], ...] = ()
    """Enemies that have yet to be drawn. CBT-3, CBT-6, RND-7."""
    arriving: Amount = ""
    """How many enemies the combat event check brings. RND-7."""
    forced: bool = False
    """Whether it is fought without detection."""
    ambush: bool = False
    """Whether the enemy is in ambush."""
    detection: Detection | None = None
    """The result of C3. DET-1."""
    targets: tuple[str, ...] = ()
    """Ground targets that take part."""
    advantage: Literal["", "friend", "enemy"] = ""
    """Who has the advantage in the first round. DET-1."""
    spaces: tuple[tuple[str, int], ...] = ()
    """Those on the track: their spaces. IN-1, IN-2, RND-3."""
    acting: tuple[str, ...] = ()
    """Who acts now: an enemy, or the friends among whom the player chooses. RND-6."""
    target: str = ""
    """Whom the enemy who acts has found. TGT-4."""
    to_act: tuple[str, ...] = ()
    """Those on the track who have yet to act in this round; a unit stays on the track until it attacks. RND-4."""
    acted: tuple[str, ...] = ()
    """Action Taken, in this round. ACT-2."""
    broken_off: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    ties: tuple[tuple[int, tuple[int, ...], bool], ...] = ()
    """Where a die has decided between enemies and friends: the space, their priority, whether the enemy is first. IN-6."""
    bombing: tuple[tuple[str, int], ...] = ()
    """Bombers, and the round in which each bombs. RND-2, SCR-7."""
    bombed: tuple[str, ...] = ()
    attempts: tuple[tuple[str, int], ...] = ()
    """2-seaters, and the round of each attempt that they made. PHO-6."""
    joined: tuple[tuple[str, int], ...] = ()
    """Aircraft that came after the first round began, and in which. RND-7, SCR-9."""
    raid_over: bool = False
    """Whether the enemy breaks off: all his bombers have bombed or are gone. SCR-12."""
    launching: int = 0
    """How many fighters may be launched now. SCR-4, SCR-9."""
    kept: int | None = None
    """How many enemy aircraft there were when the ordnance was kept; None: nobody has said so. ORD-8."""
    field: str = ""
    """The own airfield, which the enemy bombs. SCR-3."""
    against: bool = False
    """Whether enemy aircraft or ground targets have taken part. ``task_fuel``."""

    @property
    def space_of(self) -> Mapping[str, int]:
        return dict(self.spaces)

    @property
    def gone(self) -> frozenset[str]:
        """Those who take no further part. BRK-1."""
        return frozenset((*self.broken_off, *self.destroyed))
