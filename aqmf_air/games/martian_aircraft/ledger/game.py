"""What Scott Washburn's aircraft add to ledgers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from aqmf_air.api import Command, Extension, Objection, hookimpl, kinds
from aqmf_air.games.martian_aircraft import game
from aqmf_air.games.martian_aircraft.chapters import scouting, suicide_run
from aqmf_air.games.martian_aircraft.ledger import claims

TOLD = (suicide_run.RunBegun, suicide_run.Rammed, scouting.SpottingTried)
CLAIMS = Extension(
    id="aqmf-ledger",
    chapters=(claims,),
    also={kinds.EVENTS: TOLD, kinds.UPCASTERS: partial(game.AIRCRAFT.of, kinds.UPCASTERS, "aircraft")},
)


@hookimpl
def aqmf_objections(ruleset: str, state: Any, command: Command) -> Sequence[Objection]:
    return tuple(claims.objections(state, command)) if ruleset == CLAIMS.id else ()
