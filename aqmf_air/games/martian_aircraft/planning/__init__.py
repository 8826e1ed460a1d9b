"""The planner of bombing runs: the best legal run that is found, and a bound that no legal run exceeds.

Which points matter is geometry (``ways``, ``ground``), how to get there is geometry too (``moves``, ``spots``, ``pool``,
``climb``, ``search``). What a template does is asked of the rules (``ground``), and a
finished plan is valued by the very resolution of bombing runs (``plan``). ``best_run`` is the way in; nothing heavy is
imported before it is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aqmf_air.games.martian_aircraft.planning.plan import Plan
    from aqmf_air.games.martian_aircraft.planning.scene import PlanScene, Wishes
    from aqmf_air.games.martian_aircraft.tables import AircraftRulings
    from aqmf_air.games.martian_front.api import Modifiers


def best_run(
    scene: PlanScene | Mapping[str, Any],
    rulings: AircraftRulings | None = None,
    wishes: Wishes | None = None,
    more: Modifiers | None = None,
) -> Plan:
    """Where to fly and where to drop: the best run of the aircraft of a scene, under ``rulings`` (the defaults, if none).

    The scene is a document of ``bomb plan`` or the facts themselves. Of the plan, ``run`` is the bombing run as it is
    resolved, ``value`` the expected worth damaged, ``upper_bound`` what no legal run exceeds, ``runner_ups`` other runs, and
    ``document()`` all of it as JSON. Every aircraft that can stay on the table does, as none is given up for its bombs; one
    that cannot bombs before it leaves, where the ruling ``table_edge`` lets it, and is among ``leaving``. ``wishes`` are
    other goals than worth alone, ``more`` the modifiers of all plug-ins.

    Raises:
        NoPlanError: there is nothing to plan, or no legal run helps; the message says which.
        ValidationError: the document makes no sense.
    """
    from aqmf_air.games.martian_aircraft.planning.plan import plan
    from aqmf_air.games.martian_aircraft.planning.scene import PlanScene, Wishes
    from aqmf_air.games.martian_aircraft.tables import AircraftRulings
    from aqmf_air.games.martian_front.api import no_modifiers

    facts = scene if isinstance(scene, PlanScene) else PlanScene.model_validate(scene)
    return plan(facts, rulings or AircraftRulings(), more or no_modifiers, wishes or Wishes())
