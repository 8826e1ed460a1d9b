"""What All Quiet on the Martian Front is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aqmf_air import api
from aqmf_air.api import hookimpl, kinds
from aqmf_air.games.martian_front import RULES_VERSION, hookspecs
from aqmf_air.games.martian_front.army import plugged_in
from aqmf_air.games.martian_front.army.exchange import exporters, importers
from aqmf_air.games.martian_front.army.lists import LISTS
from aqmf_air.games.martian_front.automatic.judge import FrontJudge
from aqmf_air.games.martian_front.automatic.policy import choose
from aqmf_air.games.martian_front.chapters.orders import RULESET
from aqmf_air.games.martian_front.sequence import CHAPTERS, PROCEDURES, AllQuiet
from aqmf_air.games.martian_front.tables import HostRulings, unit_types

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.resolved_list import ResolvedList

__all__ = ["GAME", "RULES_VERSION"]

GAME = api.GameManifest(
    AllQuiet,
    chapters=CHAPTERS,
    rulings=(HostRulings,),
    first="first-flight",
    judge=FrontJudge,
    policies=(api.Policy("exact-odds", "Does what the exact odds say hurts the enemy most.", choose, label="Exact odds"),),
    also={
        kinds.UNIT_TYPES: unit_types,
        kinds.PROCEDURES: PROCEDURES,
        kinds.FOLDERS: (LISTS.folder,),
        plugged_in.UNIT_WORDS: plugged_in.own_words,
        plugged_in.EXPORTERS: exporters,
        plugged_in.IMPORTERS: importers,
    },
)


@hookimpl
def aqmf_register_hookspecs() -> Sequence[object]:
    return (hookspecs,)


@hookimpl
def aqmf_army_checks(ruleset: str, muster: ResolvedList) -> Sequence[plugged_in.Finding]:
    from aqmf_air.games.martian_front.army.findings import check

    return tuple(check(muster)) if ruleset == RULESET else ()


@hookimpl
def aqmf_army_advice(ruleset: str, muster: ResolvedList) -> Sequence[plugged_in.Finding]:
    from aqmf_air.games.martian_front.army.findings import advise

    return tuple(advise(muster)) if ruleset == RULESET else ()
