"""The picture of a suicide run: the way into the tripod, phase by phase, and the odds of the crash."""

from __future__ import annotations

from aqmf_air.drawing.chart import Chart, window_about
from aqmf_air.drawing.tracks import flight_path, gauges
from aqmf_air.games.martian_aircraft.planning.crash import Crash
from aqmf_air.games.martian_aircraft.planning.instructions import pieces_told
from aqmf_air.games.martian_aircraft.ui.drawing.bombing import with_neighbours
from aqmf_air.games.martian_aircraft.ui.drawing.pieces import aircraft, plane
from aqmf_air.games.martian_aircraft.units import KIND, figures
from aqmf_air.games.martian_front.ui.drawing.pieces import element, element_label, ground
from aqmf_air.geometry.plane.template import Disc


def crash_picture(crash: Crash) -> Chart:
    """A suicide run with its orders and the chance to damage the tripod."""
    scene, tripod = crash.scene, crash.tripod
    corners = [(path.bounds()[i], path.bounds()[i + 1]) for path in crash.paths for i in (0, 2)]
    shown = with_neighbours([(crash.start.x, crash.start.y), (tripod.x, tripod.y), *corners], scene.elements)
    phases = f"{len(crash.phases)} movement phase{'' if len(crash.phases) == 1 else 's'}"
    title = f"{crash.aircraft} runs at {crash.target}"
    chart = Chart(title, window_about(shown), scene.rectangle, ground(scene.terrain), f"contact after {phases}")
    panel = chart.panel
    panel.stamp = "CONTACT"
    panel.facts += [(f"damages {crash.target}", f"{crash.chance:.1%}"), (crash.aircraft, "is destroyed")]
    discs = [(one, Disc(one.x, one.y, one.base_diameter)) for one in scene.elements]
    for one, disc in discs:
        element(chart, disc, one.id, one.side, plane if one.kind == KIND else None, kind=one.kind)
    aircraft(chart, crash.start, crash.sortie.base_diameter, crash.aircraft, ended=False)
    for number, (path, phase) in enumerate(zip(crash.paths, crash.phases, strict=True), 1):
        gauges(chart, path, figures()["turning gauge"])
        flight_path(chart, path)
        aircraft(chart, path.end, crash.sortie.base_diameter, f"{crash.aircraft}, phase {number}")
        panel.notes.append(f"phase {number}: {pieces_told(phase)}{', contact' if path is crash.paths[-1] else ''}.")
    for one, disc in discs:
        element_label(chart, disc, one.id, f"{crash.chance:.1%}" if one is tripod else "")
    for number, path in enumerate(crash.paths, 1):
        element_label(chart, Disc(path.end.x, path.end.y, crash.sortie.base_diameter), f"phase {number}")
    return chart
