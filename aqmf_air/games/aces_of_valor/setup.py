"""What a campaign starts from: what was chosen before the first roll, and what is chosen or rolled when it starts."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.table_rows import Airfield, Nation, Option

Length = Literal[8, 12, 16]
Pace = Literal["flow", "step"]
"""How far a choice is followed: to the next choice, or to the next roll of dice."""


class Pilot(Frozen):
    """A fighter of a squadron that a scenario names."""

    name: str
    tier: int = Field(default=1, ge=1, le=3)
    rank: int = Field(default=0, ge=0, le=2)


class OptionalRules(Frozen):
    """The optional rules in use. OPT-1."""

    cards: tuple[Option, ...] = ()
    """Of 10.1. OPT-2."""
    events: bool = True
    """Post-mission events. OPT-4."""
    extended_patrols: bool = False
    """10.3.2. OPT-6."""
    arrival_limit: bool = False
    """10.3.3. OPT-7."""
    raids_cost: bool = False
    """10.3.4. OPT-8."""
    fuel_by_rounds: bool = False
    """10.3.5. OPT-9."""
    clouds_on_events: bool = False
    """10.3.6. OPT-10."""
    choose_tier: bool = False
    """10.3.1. OPT-5."""


class Setup(Frozen):
    """What a campaign starts from: a scenario file without its title, its description and its rulings."""

    nation: Nation | None = None
    """None: the player chooses when the campaign starts."""
    missions: Length | None = None
    """How many; None: the player chooses."""
    tier: int | None = Field(default=None, ge=1, le=3)
    """Of the first fighters; None: by the ruling ``start_tier``. OPT-5."""
    home: Airfield | None = None
    """The home airfield; None: it is rolled for."""
    squadron: tuple[Pilot, ...] = Field(default=(), max_length=8)
    """Empty: eight are drawn."""
    options: OptionalRules | None = None
    """None: the player chooses."""
    pace: Pace = "flow"
    tables: str = ""
    """The digest of the tables that a player supplied; empty: none."""
    rulings: ValorRulings = ValorRulings()
