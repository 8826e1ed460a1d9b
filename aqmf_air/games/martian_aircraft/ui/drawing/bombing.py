"""Pictures of runs: a bombing run with who is under it and the odds, a plan over its runner-ups, and a suicide run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aqmf_air.api import percent
from aqmf_air.api.geometry import Disc, Pose
from aqmf_air.api.ui import FIRE_EDGE, GREY, Chart, Point, fire_arcs, flight_path, gauges, line, window_about
from aqmf_air.games.martian_aircraft.chapters.movement import inches
from aqmf_air.games.martian_aircraft.chapters.scenes import BombRun, TemplateTarget
from aqmf_air.games.martian_aircraft.planning.instructions import orders_of, pieces_told
from aqmf_air.games.martian_aircraft.state import KIND, figures
from aqmf_air.games.martian_aircraft.ui.drawing.flight import flight_points, flown
from aqmf_air.games.martian_aircraft.ui.drawing.pieces import aircraft, drop_mark, plane, seen
from aqmf_air.games.martian_front import api as front

if TYPE_CHECKING:
    from aqmf_air.games.martian_aircraft.planning.crash import Crash
    from aqmf_air.games.martian_aircraft.planning.plan import Plan

NEAR = 6.0  # inches: elements no farther than this from the run are shown
MOST_NUMBERS = 9  # numbers of damaged elements that have a line of their own
MOST_NOTES = 8  # problems that are written out beside the picture


def bombing_picture(
    run: BombRun,
    title: str = "A bombing run",
    behind: Callable[[Chart], None] | None = None,
    also: Iterable[Point] = (),
    narrow: bool = False,
) -> Chart:
    """A bombing run with every template and the exact odds.

    ``behind`` draws on the ground before anything else; ``also`` are further points that the picture has to hold.
    """
    window, ground = window_about([*_shown(run), *also]), front.ground_drawn(run.scene.terrain)
    chart = Chart(title, window, run.scene.rectangle, ground, _subtitle(run), narrow)
    panel = chart.panel
    panel.stamp, panel.bad = ("LEGAL", False) if run.legal else ("NOT LEGAL", True)
    panel.notes += [
        f"{problem.aircraft}: {problem.objection.reason} ({problem.objection.rule})."
        for problem in run.problems[:MOST_NOTES]
    ]
    if behind is not None:
        behind(chart)
    discs = [(element, Disc(element.x, element.y, element.base_diameter)) for element in run.scene.elements]
    odds = {name: f"{float(run.chance_of[name].of(1)):.1%}" for name in run.attacks}
    for target, disc in discs:
        front.element_drawn(
            chart, disc, target.id, target.side, plane if target.kind == KIND else None, odds.get(target.id, "")
        )
    for number, impact in enumerate(run.impacts, 1):
        front.template_drawn(chart, impact.template)
        blast = impact.blast
        bombs = f"{blast.count} bomb{'' if blast.count == 1 else 's'}"
        what = f'{bombs}, {blast.diameter:g}", Power +{blast.weapon.power}'
        panel.facts.append((f"{number}. {impact.aircraft} at {inches(impact.spent)}", what))
    for bomber, move in zip(run.scene.aircraft, run.moves, strict=True):
        flown(chart, move, bomber.base_diameter, bomber.id, labels=len(run.moves) == 1)
    for number, impact in enumerate(run.impacts, 1):
        drop_mark(chart, impact.mark.x, impact.mark.y, str(number))
    for spent, at in _not_to_be_dropped(run):
        drop_mark(chart, at.x, at.y, f"drop at {inches(spent)}")
    for bomber, move in zip(run.scene.aircraft, run.moves, strict=True):
        front.element_label(chart, seen(Disc(move.end.x, move.end.y, bomber.base_diameter)), bomber.id)
    for target, disc in discs:
        front.element_label(chart, seen(disc) if target.kind == KIND else disc, target.id, odds.get(target.id, ""))
    if run.impacts:
        mean = float(run.damaged.mean(lambda number: number))
        panel.facts.append(("damaged on average", f"{mean:.2f}"))
        panel.facts += _numbers(run)
    return chart


def _numbers(run: BombRun) -> Iterator[tuple[str, str]]:
    """How likely each number of damaged elements is; the last line has all that are more."""
    numbers = sorted(run.damaged)
    for at, number in enumerate(numbers):
        if at == MOST_NUMBERS and at < len(numbers) - 1:
            more = sum(run.damaged[number] for number in numbers[at:])
            yield f"    {number} or more", percent(more)
            return
        yield f"    exactly {number}", percent(run.damaged[number])


def _not_to_be_dropped(run: BombRun) -> Iterator[tuple[float, Pose]]:
    """After how many inches, and where, the drops of a run that is not legal were to fall: those on a path at all."""
    for bomber, move in zip(run.scene.aircraft, run.moves, strict=True):
        for spent in dict.fromkeys(drop.at for drop in bomber.drops):
            if not run.legal and spent <= move.path.spent:
                yield spent, move.path.at_spent(spent)


def _shown(run: BombRun) -> list[Point]:
    """Points that the window has to hold: the run, its templates, and the units that are near."""
    points = [point for move in run.moves for point in flight_points(move)]
    for impact in run.impacts:
        disc = impact.template
        half = disc.diameter / 2
        points += [(disc.x - half, disc.y - half), (disc.x + half, disc.y + half)]
    return with_neighbours(points, run.scene.elements)


def with_neighbours(points: Sequence[Point], elements: Iterable[TemplateTarget]) -> list[Point]:
    """The points that a window has to hold, and those about every element near to them."""
    left, near = min(x for x, _ in points) - NEAR, min(y for _, y in points) - NEAR
    right, far = max(x for x, _ in points) + NEAR, max(y for _, y in points) + NEAR
    nearby = list(points)
    for element in elements:
        if left <= element.x <= right and near <= element.y <= far:
            radius = element.base_diameter / 2
            nearby += [(element.x - radius, element.y - radius), (element.x + radius, element.y + radius)]
    return nearby


def _subtitle(run: BombRun) -> str:
    if not run.legal:
        return f"{len(run.scene.aircraft)} aircraft; nothing falls, as the run is not legal"
    flights = f"{len(run.scene.aircraft)} aircraft, {len(run.impacts)} template{'' if len(run.impacts) == 1 else 's'}"
    return f"{flights}; percentages: the chance of at least one damaging hit"


def plan_picture(plan: Plan, narrow: bool = False) -> Chart:
    """A plan with its orders, its value and its bound."""

    def runner_ups(chart: Chart) -> None:
        flown = {move.path for move in plan.run.moves}
        others = dict.fromkeys(move.path for run in plan.runner_ups for move in run.moves if move.path not in flown)
        for path in others:
            flight_path(chart, path, labels=False, colour=GREY)
        if others:
            chart.panel.tell("path of a runner-up", line(stroke=GREY, stroke_width=2.4))
        ends = _ends(plan)
        guns = {sortie.id: sortie.guns for sortie in plan.scene.aircraft}
        for shot in plan.shots:
            for gun in guns[shot.aircraft]:
                fire_arcs(chart, ends[shot.aircraft], [arc for arc in gun.arcs if arc == shot.arc], gun.reach)

    targets = {element.id: element for element in plan.scene.elements}
    aimed_at = [(targets[shot.target].x, targets[shot.target].y) for shot in plan.shots]
    title = "The plan of a bombing run" if plan.run.impacts else "The plan of a gun run"
    chart = bombing_picture(plan.run, title, runner_ups, aimed_at, narrow)
    _shots(chart, plan, targets)
    panel = chart.panel
    panel.facts[:0] = [("expected worth damaged", f"{plan.value:.4g}"), ("no legal run exceeds", f"{plan.upper_bound:.4g}")]
    panel.notes += [f"{name}: {words}." for name, words in orders_of(plan.run)]
    return chart


def _ends(plan: Plan) -> dict[str, Pose]:
    return {bomber.id: move.end for bomber, move in zip(plan.run.scene.aircraft, plan.run.moves, strict=True)}


def _shots(chart: Chart, plan: Plan, targets: Mapping[str, TemplateTarget]) -> None:
    """The best shot of each aircraft from where it ends: at whom, and the chance that it damages."""
    ends = _ends(plan)
    look: dict[str, Any] = {"stroke": FIRE_EDGE, "stroke_width": 2.0, "stroke_dasharray": "2 4"}
    for shot in plan.shots:
        start, target = ends[shot.aircraft], targets[shot.target]
        chart.line([(start.x, start.y), (target.x, target.y)], **look)
        chart.keep_off([(start.x, start.y), (target.x, target.y)])
        chart.words(
            (start.x + target.x) / 2, (start.y + target.y) / 2, percent(shot.chance), 12, FIRE_EDGE, (0, 12), bold=True
        )
        chart.panel.facts.append((f"{shot.aircraft} fires at {shot.target}", f"damages {percent(shot.chance)}"))
        chart.panel.tell("best shot afterwards, with the chance of damage", line(**look))


def crash_picture(crash: Crash, narrow: bool = False) -> Chart:
    """A suicide run with its orders and the chance to damage the tripod."""
    scene, tripod = crash.scene, crash.tripod
    corners = [(path.bounds()[i], path.bounds()[i + 1]) for path in crash.paths for i in (0, 2)]
    shown = with_neighbours([(crash.start.x, crash.start.y), (tripod.x, tripod.y), *corners], scene.elements)
    phases = f"{len(crash.phases)} movement phase{'' if len(crash.phases) == 1 else 's'}"
    title = f"{crash.sortie.id} runs at {crash.tripod.id}"
    chart = Chart(
        title, window_about(shown), scene.rectangle, front.ground_drawn(scene.terrain), f"contact after {phases}", narrow
    )
    panel = chart.panel
    panel.stamp = "CONTACT"
    panel.facts += [(f"damages {crash.tripod.id}", f"{crash.chance:.1%}"), (crash.sortie.id, "is destroyed")]
    discs = [(element, Disc(element.x, element.y, element.base_diameter)) for element in scene.elements]
    for target, disc in discs:
        front.element_drawn(chart, disc, target.id, target.side, plane if target.kind == KIND else None, kind=target.kind)
    aircraft(chart, crash.start, crash.sortie.base_diameter, crash.sortie.id, ended=False)
    for number, (path, phase) in enumerate(zip(crash.paths, crash.phases, strict=True), 1):
        gauges(chart, path, figures()["turning gauge"])
        flight_path(chart, path)
        aircraft(chart, path.end, crash.sortie.base_diameter, f"{crash.sortie.id}, phase {number}")
        panel.notes.append(f"phase {number}: {pieces_told(phase)}{', contact' if path is crash.paths[-1] else ''}.")
    for target, disc in discs:
        front.element_label(
            chart, seen(disc) if target.kind == KIND else disc, target.id, f"{crash.chance:.1%}" if target is tripod else ""
        )
    for number, path in enumerate(crash.paths, 1):
        front.element_label(chart, seen(Disc(path.end.x, path.end.y, crash.sortie.base_diameter)), f"phase {number}")
    return chart
