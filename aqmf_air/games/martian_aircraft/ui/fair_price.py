"""The fair price of a design by the laboratory: of one of the hangar, of a file or of a token."""

from __future__ import annotations

from collections.abc import Callable

from aqmf_air.core.data.files import own_folder
from aqmf_air.core.play.rulings import describe
from aqmf_air.games.martian_aircraft.designs.design import token_of
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry
from aqmf_air.lab.laboratory import Force
from aqmf_air.lab.prices import Price
from aqmf_air.lab.results import FILE, Results
from aqmf_air.lab.workbench import Workbench
from aqmf_air.plugins.registry import Registry

HOST = "aqmf"


def kept_price(one: HangarEntry, registry: Registry) -> Price | None:
    """The fair price of a design under its rulings, if all that it takes was worked out before."""
    if not (own_folder() / FILE).exists():
        return None
    with Results() as results:
        bench, force = _bench(one, registry, results)
        return bench.kept_price(force, bench.terms({}))


def fair_price(one: HangarEntry, registry: Registry, progress: Callable[[int, int], None]) -> Price:
    """The same, worked out as far as it is not kept; ``progress`` is told how many trials are done, of how many."""
    with Results() as results:
        bench, force = _bench(one, registry, results)
        return bench.prices([force], bench.terms({}), progress=progress)[0]


def _bench(one: HangarEntry, registry: Registry, results: Results) -> tuple[Workbench, Force]:
    """The laboratory under the rulings of a design, and the design as a force of it.
    Raises DataError: its name is another's. Raises QuestionError: it has no price.
    """
    settled = {ruling.name: ruling.value for ruling in describe(one.rulings) if ruling.value != ruling.default}
    bench = Workbench(registry, HOST, settled, results)
    name = bench.laboratory.brought(token_of(one.design), files=False)
    return bench, bench.to_be_priced([name or one.design.name])[0]
