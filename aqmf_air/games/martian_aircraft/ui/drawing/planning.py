"""The picture of a plan: the planned run as it is resolved, over the paths of its runner-ups in grey."""

from __future__ import annotations

from aqmf_air.drawing.chart import Chart
from aqmf_air.drawing.legend import line
from aqmf_air.drawing.style import GREY
from aqmf_air.drawing.tracks import flight_path
from aqmf_air.games.martian_aircraft.planning.instructions import orders_of
from aqmf_air.games.martian_aircraft.planning.plan import Plan
from aqmf_air.games.martian_aircraft.ui.drawing.bombing import bombing_picture


def plan_picture(plan: Plan) -> Chart:
    """A plan with its orders, its value and its bound."""

    def runner_ups(chart: Chart) -> None:
        flown = {move.path for move in plan.run.moves}
        others = dict.fromkeys(move.path for run in plan.runner_ups for move in run.moves if move.path not in flown)
        for path in others:
            flight_path(chart, path, labels=False, colour=GREY)
        if others:
            chart.panel.tell("path of a runner-up", line(stroke=GREY, stroke_width=2.4))

    chart = bombing_picture(plan.run, "The plan of a bombing run", runner_ups)
    panel = chart.panel
    panel.facts[:0] = [("expected worth damaged", f"{plan.value:.4g}"), ("no legal run exceeds", f"{plan.upper_bound:.4g}")]
    panel.notes += [f"{name}: {said}." for name, said in orders_of(plan.run)]
    return chart
