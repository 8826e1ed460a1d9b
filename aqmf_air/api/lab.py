"""How forces of a game meet in the laboratory: see :mod:`aqmf_air.api`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aqmf_air.core.data.lazy_names import on_first_use

if TYPE_CHECKING:
    """The laboratory."""

    from aqmf_air.lab.laboratory import (
        Drawn,
        Force,
        Gauntlet,
        Laboratory,
        Lineup,
        Lots,
        Meeting,
        Outcome,
        Staged,
        Terms,
        Trial,
    )
    from aqmf_air.lab.markov_chain import Kernel, Rolled, kernel
    from aqmf_air.lab.prices import Price
    from aqmf_air.lab.results import FILE, Results
    from aqmf_air.lab.statistics import IntervalEstimate
    from aqmf_air.lab.workbench import Workbench

__all__ = [
    "FILE", "Drawn", "Force", "Gauntlet", "IntervalEstimate", "Kernel", "Laboratory", "Lineup", "Lots", "Meeting", "Outcome",
    "Price", "Results", "Rolled", "Staged", "Terms", "Trial", "Workbench", "kernel",
]  # fmt: skip

if not TYPE_CHECKING:  # so that type checkers know a name that is not there
    __getattr__ = on_first_use(__file__)
