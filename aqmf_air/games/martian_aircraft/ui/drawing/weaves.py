"""The picture of weaves: what the cost of a turn and the way round it make of a straight line."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.drawing import style
from aqmf_air.drawing.chart import Chart
from aqmf_air.drawing.tracks import flight_path
from aqmf_air.games.martian_aircraft.rules.weaving import WeavingWay
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.track import fly

APART = 3.0
"""Inches between the paths on the picture."""


def weave_picture(speed: float, base_diameter: float, ways: Sequence[WeavingWay]) -> Chart:
    """For the pair of rulings that gains most, the best weave for each number of turns, side by side."""
    way = max(ways, key=lambda one: one.limit)
    wide = APART * (len(way.weaves) + 1)
    window = Rectangle(-APART, -1.5, max(wide, 14.0) - APART, max(one.ahead for one in way.weaves) + 2.5)
    subtitle = f'{speed:g}" of movement, base {base_diameter:g}" across; {way.turn_geometry}, {way.turn_cost}'
    chart = Chart("How far a weave leads ahead", window, None, (), subtitle)
    chart.line([(-APART, speed), (wide, speed)], stroke=style.FIRE_EDGE, stroke_width=1.2, stroke_dasharray="6 4")
    for turns, best in enumerate(way.weaves):
        path = fly(Pose(turns * APART, 0, 0), best.track, way.gauge)
        flight_path(chart, path, labels=False)
        chart.words(turns * APART, 0, f"{turns} turn{'' if turns == 1 else 's'}", 12, shift=(0, 22))
        chart.words(path.end.x, path.end.y, f'{best.ahead:.2f}"', 12.5, shift=(0, -12), bold=True)
    for one in ways:
        chart.panel.facts.append((one.turn_geometry, one.turn_cost))
        chart.panel.facts.append((f"    {len(one.weaves) - 1} turns", f'{one.weaves[-1].ahead:.2f}"'))
        chart.panel.facts.append(("    any number", f'below {one.limit:.2f}"' if one.limit > speed else f'{speed:g}"'))
    chart.panel.notes.append(
        f'The broken line is {speed:g}" straight ahead. Every path spends the same {speed:g}" of movement: a turn is '
        "charged by its angle, and the centre of the base flies a wider circle than that pays for."
    )
    return chart
