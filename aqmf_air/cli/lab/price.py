"""``aqmf lab price``: what units are worth, beside the one whose price is taken as right."""

from __future__ import annotations

import click

from aqmf_air.cli.lab.common import FORCES, BenchCommand, LabOptions, many_options
from aqmf_air.cli.lab.duel import basis
from aqmf_air.cli.render import heading, json_option, print_json, say, table
from aqmf_air.lab.laboratory import Gauntlet
from aqmf_air.lab.prices import CANNOT, Price


@click.command(cls=BenchCommand)
@click.argument("names", nargs=-1, metavar="[UNIT]...", shell_complete=FORCES)
@many_options
@json_option
def price(names: tuple[str, ...], lab_options: LabOptions, as_json: bool) -> None:
    """Prices of UNITs by exact duels, or of all of them: by what they destroy and lose against foes that never end.

    The range says how a price hangs on what is assumed; it is no interval of confidence.
    """
    bench = lab_options.bench
    forces = bench.to_be_priced(names)
    with lab_options.at_work("trial") as clock:
        prices = bench.prices(forces, lab_options.terms, lab_options.there, clock)
    gauntlet = bench.gauntlet_for(forces)
    mixes, varied = gauntlet.mixes, {name: list(values) for name, values in gauntlet.varied.items()}
    more = {"anchor": gauntlet.anchor, "anchor_points": gauntlet.points, "mix": next(iter(mixes)), "mixes": mixes}
    rests_on = basis(bench, lab_options.terms, **more, varied=varied)
    documents = [{**entry.document(), "basis": rests_on} for entry in prices]
    if as_json:
        print_json(documents[0] if len(names) == 1 else documents)
        return
    _tell(prices, gauntlet)


def _tell(prices: list[Price], gauntlet: Gauntlet) -> None:
    mix = next(iter(gauntlet.mixes.items()))
    heading(f"Fair by exact duels, where {gauntlet.anchor} is at {gauntlet.points} points")
    rows = []
    for entry in sorted(prices, key=lambda each: (-(each.fair or 0) / max(1, each.points), each.force)):
        fair = f"{entry.fair:.0f}" if entry.fair is not None else "no price"
        more = f"{100 * (entry.fair / entry.points - 1):+.0f}%" if entry.fair is not None and entry.points else ""
        more = CANNOT if entry.unjudged else more
        toll = entry.toll
        rows.append(
            (entry.force, entry.points, fair, more, entry.span or "-", f"{toll.gained:.0f}", f"{100 * toll.lost:.0f}%")
        )
    table(("", "costs", "fair", "by duels", "range", "destroys", "loses"), rows, right=(1, 2, 3, 4, 5, 6))
    unjudged: dict[str, list[str]] = {}
    for entry in prices:
        unjudged.setdefault(entry.unjudged, []).append(entry.force)
    for why, names in unjudged.items():
        if why:
            say(f"{CANNOT.capitalize()} {', '.join(names)}: {why}")
    foes = ", ".join(f"{weight} {foe}" for foe, weight in mix[1].items())
    tried = "; ".join(f"{name} {', '.join(map(str, values))}" for name, values in gauntlet.varied.items())
    say(f"Fair: against {foes}; a foe that is destroyed is replaced at once. Destroys: points of foes; loses: of itself.")
    say(f"Range: over the mixes {', '.join(gauntlet.mixes)} and {tried}. It is no interval of confidence.")
