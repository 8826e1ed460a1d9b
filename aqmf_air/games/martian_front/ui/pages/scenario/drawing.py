"""A scenario that is being worked on, drawn as the board draws a position, and as data for the editor in the browser."""

from __future__ import annotations

from typing import Any

from aqmf_air.core.data.names import by_name
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.scenario.checks import Examined
from aqmf_air.games.martian_front.scenario.setting_up import set_up
from aqmf_air.games.martian_front.state import Part
from aqmf_air.games.martian_front.ui.drawing.position import position
from aqmf_air.games.martian_front.ui.unit_looks import looks_of
from aqmf_air.games.martian_front.view import View


def preview_svg(found: Examined, game: AllQuiet) -> str:
    """The sound part of a scenario as the game would begin with it, every zone and everything hidden shown."""
    file = found.sound
    setup = set_up(file, game.catalogue_for(file, {}), game.rulings, game.setup_model, {}) if file.units else None
    shown = position(
        View(
            player="",
            table=file.table,
            terrain=file.terrain,
            zones=file.zones,
            objectives=file.objectives,
            turns=file.turns,
            turn=0,
            phase=Part.DEPLOYMENT,
            order=SIDES,
            active=(),
            own=setup.units if setup else (),
            enemies=(),
            markers=(),
            reserves=setup.reserves if setup else (),
            expected=(),
            fallen=(),
            types=setup.types if setup else (),
            acted=(),
            rulings=setup.rulings if setup else game.rulings(),
            special=file.special,
            winner="",
        ),
        looks_of(game.registry),
    )
    return str(shown)


def draft_of(found: Examined, game: AllQuiet) -> dict[str, Any]:
    """Everything that can be dragged on the table; ``at`` is its place in the file."""
    file = found.file
    own = {unit.id for unit in file.units}
    catalogue = game.catalogue_for(found.sound, {})
    return {
        "table": dict(file.table),
        "terrain": [{"at": at, **dict(one)} for at, one in enumerate(file.terrain)],
        "zones": [{"at": at, **dict(one)} for at, one in enumerate(file.zones)],
        "objectives": [{"at": at, **dict(one)} for at, one in enumerate(file.objectives)],
        "dummies": [{"at": at, **dict(one)} for at, one in enumerate(file.dummies)],
        "units": [
            {
                "id": unit.id,
                "side": unit.side,
                "size": by_name(catalogue, unit.type, "unit").base_diameter,
                "elements": [[one.x, one.y, one.facing] for one in unit.elements],
            }
            for unit in found.sound.units
            if unit.id in own
        ],
    }
