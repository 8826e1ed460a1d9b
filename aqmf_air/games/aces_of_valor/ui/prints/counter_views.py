"""The counters of the game as they are printed: aircraft, targets on the ground, pilots, cups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aqmf_air.core.data.tables import Sourced, SourcedByField
from aqmf_air.games.aces_of_valor.counters import NATIONS
from aqmf_air.games.aces_of_valor.table_rows import GroundTarget, Pilot, Values
from aqmf_air.games.aces_of_valor.table_words import said
from aqmf_air.games.aces_of_valor.tables import Tables
from aqmf_air.printing.panels import PanelTable

Marks = Mapping[str, str]
"""What stands after a cell of each standing."""
STATED = "*"
"""What stands after a number that the rules state, in a row that is not theirs as a whole."""


def marked(cell: str, row: Sourced, marks: Marks) -> str:
    """A cell with the mark of its row's standing."""
    return cell + marks[row.standing]


def starred(cell: str, row: SourcedByField, *fields: str) -> str:
    """A cell with a star where the rules state one of its fields, and not all of its row."""
    return cell + STATED if row.standing != "stated" and {*fields} & {*row.stated} else cell


def aircraft(tables: Tables, marks: Marks) -> PanelTable:
    """Aircraft, each side of the counter in a row. AC-3 to AC-10."""
    names = {"tier1": "fighter, tier 1", "tier2": "fighter, tier 2", "tier3": "fighter, tier 3"}
    rows = []
    for row in tables.every("aircraft", Values):
        guns = ("forward" if row.forward else "", {0: "", 1: "rear", 2: "2 rear"}[row.defensive])
        whole = row.side == "front"
        rows.append(
            (
                marked(names.get(row.kind, said(row.kind)) if whole else "damaged", row, marks),
                starred(f"{row.hit}/{row.double}" if row.double else str(row.hit), row, "hit", "double"),
                starred(str(row.performance), row, "performance"),
                starred(str(row.structure), row, "structure"),
                starred(", ".join(filter(None, guns)), row, "forward", "defensive") if whole else "",
            )
        )
    return PanelTable(("Aircraft", "gun", "performance", "structure", "guns"), rows)


def ground_targets(tables: Tables, marks: Marks) -> PanelTable:
    """Targets on the ground: undamaged / damaged. GT-1 to GT-7."""
    rows = tables.every("ground-targets", GroundTarget)
    kinds = list(dict.fromkeys(row.kind for row in rows))
    at = {(row.kind, row.side): row for row in rows}

    def both(kind: Any, name: str) -> str:
        return " / ".join(starred(str(getattr(at[kind, side], name)), at[kind, side], name) for side in ("front", "back"))

    def named(kind: Any) -> str:
        row = at[kind, "front"]
        return ("trench" if kind == "trench" else said(kind)) + marks[row.standing]

    return PanelTable(
        ("Whole / damaged", "AA", "IN", "points", "MP", "kind", "no."),
        [
            (
                named(kind),
                both(kind, "aa"),
                both(kind, "initiative"),
                both(kind, "destruction"),
                both(kind, "points"),
                at[kind, "front"].armour,
                starred(str(at[kind, "front"].counters), at[kind, "front"], "counters"),
            )
            for kind in kinds
        ],
    )


def pilots(tables: Tables, marks: Marks) -> PanelTable:
    """Pilots of each nation with their printed skills, air / ground."""
    rows = [*tables.of.tables["pilots"]]
    nations = list(dict.fromkeys(row.nation for row in rows))
    lists = [
        [f"{row.name} {_skills(row)}{marks[row.standing]}" for row in rows if row.nation == nation] for nation in nations
    ]
    high = max(map(len, lists))
    lines = [tuple(one[at] if at < len(one) else "" for one in lists) for at in range(high)]
    return PanelTable([NATIONS[one].adjective for one in nations], lines)


def _skills(row: Pilot) -> str:
    return f"{starred(str(row.air), row, 'air')}/{starred(str(row.ground), row, 'ground')}"


def cups(tables: Tables, marks: Marks) -> PanelTable:
    """What is in the cups of 2-seaters and bombers."""
    side = {"entente": "Entente", "german": "German"}
    return PanelTable(
        ("Cup", "air / ground skill", "counters"),
        [
            (marked(f"{side[row.side]} {said(row.kind)}", row, marks), f"{row.air} / {row.ground}", str(row.counters))
            for row in tables.of.tables["cups"]
        ],
    )
