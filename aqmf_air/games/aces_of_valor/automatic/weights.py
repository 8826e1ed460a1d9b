"""What the automatic player counts a thing as, in mission points. They were set by playing campaigns, not by the rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """Numbers of the automatic player."""

    fighter_lost: float = 3.5
    """Besides what the rules take: the aircraft, its pilot, and what they would have done."""
    skill_lost: float = 1.5
    """For each point of the pilot's skills."""
    lent_lost: float = 1.0
    damaged: float = 1.6
    """A friend: its repair, a difficult landing, less of it from now on."""
    task_lost: float = 3.0
    """A 2-seater or a bomber that has its task still to do."""
    enemy_damaged: float = 0.7
    improved: float = 0.6
    """The chance that a kill makes a better pilot."""
    later: float = 0.35
    """How much of what an attack might do on the ground in a later round counts."""
    flees: float = 1.2
    """How much of what an enemy may do until the end of the combat counts for leaving it."""
    outnumbered: float = 0.85
    """Engages when the enemy's strength is no more than this share of the flight's."""
    victory_point: float = 3.0
    """About what one costs."""
    tier: float = 1.5
    """A fighter of the next tier, rather than of this one."""
    repair_first: int = 6
    """Ready fighters that it wants before it buys victory points."""
    reserve: int = 5
    """Fighters in all, below which it buys replacements."""


USUAL = Weights()
