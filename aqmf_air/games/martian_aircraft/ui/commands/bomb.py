"""``aqmf bomb``: who is under the bombs of a run and what the odds are, and where best to fly and to drop."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from aqmf_air.api import percent, ui
from aqmf_air.games.martian_aircraft.ui.commands.move import geojson_option, give, in_force, read_scene, svg_option
from aqmf_air.games.martian_front import api as front

if TYPE_CHECKING:
    from aqmf_air.api.geometry import Feature
    from aqmf_air.games.martian_aircraft.chapters.scenes import BombRun
    from aqmf_air.games.martian_aircraft.planning.crash import Crash
    from aqmf_air.games.martian_aircraft.planning.plan import Plan
    from aqmf_air.games.martian_aircraft.planning.scene import NoPlanError
    from aqmf_air.games.martian_aircraft.tables import AircraftRulings


def plan_in_game(game: str, unit: str, play: bool, as_json: bool) -> None:
    """Plan for the unit that goes by this name or id, with the bombs that it has left, at enemies that its side sees.

    With ``play`` the order is given, and rolled for from the game's seed.

    Raises:
        UnknownNameError: there is no such game.
        DataError: the game has no such unit, or it is no aircraft.
    """
    from aqmf_air.api import DataError, InWords, hidden_from, lines_of, meant
    from aqmf_air.api.ui import TablePosition, board_of
    from aqmf_air.games.martian_aircraft.state import is_aircraft
    from aqmf_air.games.martian_aircraft.ui.board.units import planned_flight

    with ui.open_store() as store:
        kept, rules, session = ui.continue_game(store, game, ui.open_registry())
        ruleset, state = session.ruleset, session.state
        if ruleset.id != front.RULESET:
            raise DataError(f"--game: {kept!r} is a game of {ruleset.title}, which has no bombs", key="game")
        flying = {flyer.id: state.called(flyer.id) for flyer in state.units if is_aircraft(state, flyer)}
        matches = meant(flying, unit)
        if len(matches) != 1:
            there = ", ".join(flying.values()) or "there are none"
            raise DataError(f"--unit: expected one of the aircraft ({there}), got {unit!r}", key="unit", value=unit)
        aircraft = state.unit(matches[0])
        side = aircraft.side
        sides = ruleset.players(state)
        hidden = {player: hidden_from(ruleset, state, player) for player in (*sides, "")}
        position = TablePosition(board_of(ruleset, rules.registry), state, len(session.entries), sides, hidden)
        with ui.working("the best run is looked for"):
            order, best = planned_flight(front.GameSeat(position, side), aircraft)
        if order is None:
            if as_json:
                ui.print_json({"game": kept, "unit": aircraft.id, **best})
            else:
                click.echo(f"aqmf: {best['none']}", err=True)
            raise click.exceptions.Exit(ui.NO)
        assert isinstance(ruleset, InWords)  # every game of orders is
        words = ruleset.order_in_words(state, order, side)
        lines: list[str] = []
        if play:
            session.submit(order, side)
            lines = lines_of(ruleset, session.entries[-1].events, state, side)
    if as_json:
        against = [str(objection) for objection in best["objections"]]
        ui.print_json({"game": kept, "unit": aircraft.id, **best, "objections": against, "words": words, "played": play})
        return
    _show_in_game(best, words, kept, lines)


def _show_in_game(best: dict[str, Any], words: str, game: str, lines: list[str]) -> None:
    ui.say(f"Expected worth damaged: {best['value']:.4g} points; no legal run does better than {best['upper_bound']:.4g}.")
    ui.say("What a tripod that blows up does is not counted.")
    for move in best["orders"]:
        ui.say(f"{move['element']}: {move['said']}.")
    ui.say(f"\nAs it is typed at the prompt (aqmf play --resume {game}):\n{words}")
    for line in lines:
        ui.say(f"  > {line}")


# -- the command -------------------------------------------------------------------------------------------------------


@click.group(cls=ui.HelpGroup, heading="Plan", epilog=ui.examples("bomb resolve run.json", "bomb plan plan.json"))
def bomb() -> None:
    """Resolve a bombing run, or plan the best one.

    A FILE is a JSON document, - is standard input. Lengths are inches; angles are degrees clockwise from +y.
    """


@bomb.command(epilog=ui.examples("bomb resolve run.json --svg run.svg"))
@click.argument("file")
@ui.json_option
@ui.ruling_option
@svg_option
@geojson_option
def resolve(file: str, as_json: bool, chosen: dict[str, Any], svg: Path | None, phone: bool, geojson: Path | None) -> None:
    """Say whether a run is legal, where its templates lie, who is under them, and the exact odds."""
    from aqmf_air.games.martian_aircraft.chapters.scenes import BombingScene, BombRun

    scene = read_scene(BombingScene, file)
    run = BombRun(scene, *in_force(scene, file, chosen))
    with ui.working("the odds are worked out"):
        _ = run.damaged, run.chance_of

    def picture() -> object:
        from aqmf_air.games.martian_aircraft.ui.drawing.bombing import bombing_picture

        return bombing_picture(run, narrow=phone)

    def features() -> Iterable[Feature]:
        from aqmf_air.games.martian_aircraft.ui.features import run_features

        return run_features(run)

    give(picture, svg, run.document, as_json, lambda: _show(run), run.legal, features, geojson)


def _show(run: BombRun) -> None:
    from aqmf_air.api import exact

    if not run.legal:
        ui.heading("Not legal:")
        for problem in run.problems:
            ui.say(f"  {problem.aircraft}: {problem.objection.reason} ({problem.objection.rule})")
        return
    if not run.impacts:
        ui.say("Legal, and no bombs are dropped.")
        return
    sides = {element.id: element.side for element in run.scene.elements}
    damaged = run.damaged  # what has no answer says so before anything is printed
    for impact in run.impacts:
        blast = impact.blast
        bombs = f"{blast.count} bomb{'' if blast.count == 1 else 's'}"
        where = f"({impact.mark.x:.2f}, {impact.mark.y:.2f})"
        ui.heading(f'{impact.aircraft} drops {bombs} after {impact.spent:.2f}" at {where}:')
        names = [f"{target.id} (own side)" if target.side == "human" else target.id for target in run.under(impact)]
        ui.say(
            f'  template {blast.diameter:g}" across, Power +{blast.weapon.power}; under it: {", ".join(names) or "nobody"}'
        )
    if not run.attacks:
        return
    ui.say()
    rows = []
    for name, attacks in run.attacks.items():
        needs = " and ".join(f"{front.spelled(hit)}, then {front.spelled(damage)}" for hit, damage in attacks)
        chance = run.chance_of[name].of(1)
        rows.append((name, sides[name], needs, percent(chance), exact(chance)))
    ui.table(("element", "side", "to hit, then to damage", "damaged", "exactly"), rows, right=(3, 4))
    ui.say()
    chances = [(number, percent(damaged[number]), ui.bar(damaged[number])) for number in sorted(damaged)]
    ui.table(("elements damaged", "chance", ""), chances, right=(0, 1))
    ui.say(f"On average {float(damaged.mean(lambda number: number)):.2f} elements are damaged.")


# -- planning -------------------------------------------------------------------------------------------------------------


@bomb.command(epilog=ui.examples("bomb plan plan.json --svg plan.svg"))
@click.argument("file", required=False)
@click.option("--damage", metavar="ID", help="Look for the greatest chance to damage this element, whatever else is hit.")
@click.option("--at-least", type=ui.Amount(0, min_open=True), metavar="WORTH", help="The shortest moves that still do this.")
@click.option(
    "--guns",
    type=ui.Amount(0, 1000),
    default=0.0,
    metavar="WEIGHT",
    help="Count the best shot from the end of each move too: its expected worth, times this. Default: 0, not at all.",
)
@click.option(
    "--steps",
    type=ui.Amount(0.01, 6),
    metavar="INCHES",
    help="Plan in whole steps: straights by so many inches, turns by the gauge's marks of 5 degrees (15 from 1 inch on).",
)
@click.option(
    "--suicide", metavar="ID", help="Plan the suicide run of this aircraft instead: its way into the nearest tripod."
)
@click.option(
    "--game", metavar="ID", shell_complete=ui.GAMES, help="Plan from this kept game as it stands, instead of a FILE."
)
@click.option("--unit", metavar="NAME", help="Of the game: the unit that flies.")
@click.option("--play", is_flag=True, help="Of the game: give the order, too.")
@ui.json_option
@ui.ruling_option
@svg_option
@geojson_option
def plan(
    file: str | None,
    damage: str | None,
    at_least: float | None,
    guns: float,
    steps: float | None,
    suicide: str | None,
    game: str | None,
    unit: str | None,
    play: bool,
    as_json: bool,
    chosen: dict[str, Any],
    svg: Path | None,
    phone: bool,
    geojson: Path | None,
) -> None:
    """Find the legal run that is expected to damage the most, and a bound that no legal run exceeds.

    The document is that of 'bomb resolve' without paths and drops. It may have "max_turns" (0 to 3, default 2) and
    "worth", by the ids of the elements (default 1 for an enemy, -1 for a friend); an aircraft may have "guns", each with
    "arcs", "range", "shots" and "power" (default: one forward machine gun). Without bombs, --guns plans a gun run.

    Every aircraft stays on the table if it can: none is given up for its bombs. One whose every move leaves the table
    bombs before it goes, unless ruling table_edge forbids it, and the answer says which one that is.
    """
    from aqmf_air.api import DataError

    others = bool(damage or guns or suicide or svg or geojson or chosen) or not (at_least is None and steps is None)
    if _in_game(file, game, unit, play, others):
        plan_in_game(str(game), str(unit), play, as_json)
        return
    assert file is not None  # there is no game
    from aqmf_air.games.martian_aircraft.planning import best_run
    from aqmf_air.games.martian_aircraft.planning.scene import NoPlanError, PlanScene, Wishes

    scene = read_scene(PlanScene, file)
    rulings, more = in_force(scene, file, chosen)
    if suicide is not None:
        if damage is not None or at_least is not None or guns or steps is not None:
            raise DataError("--suicide: goes with no other goal")
        _run_at_tripod(scene, suicide, rulings, more, as_json, svg, phone, geojson)
        return
    if damage is not None:
        try:
            scene = scene.only(damage)
        except ValueError as unknown:
            raise DataError(f"--damage: {unknown}") from None
    try:
        with ui.working("the best run is looked for"):
            planned = best_run(scene, rulings, Wishes(at_least=at_least, guns=guns, step=steps), more)
    except NoPlanError as none:
        _say_no(none, as_json)

    def picture() -> object:
        from aqmf_air.games.martian_aircraft.ui.drawing.bombing import plan_picture

        return plan_picture(planned, narrow=phone)

    def features() -> Iterable[Feature]:
        from aqmf_air.games.martian_aircraft.ui.features import plan_features

        return plan_features(planned)

    give(picture, svg, planned.document, as_json, lambda: _show_plan(planned), features=features, geojson=geojson)


def _in_game(file: str | None, game: str | None, unit: str | None, play: bool, others: bool) -> bool:
    """Whether to plan from a kept game, with no ``others`` of the options (UsageError: neither, or both)."""
    if (file is None) == (game is None):
        raise click.UsageError("expected a FILE, or --game ID and --unit NAME")
    if game is None and (unit is not None or play):
        raise click.UsageError("--unit and --play go with --game")
    if game is not None and (unit is None or others):
        raise click.UsageError("--game needs --unit, and goes with --play and --json alone")
    return game is not None


def _say_no(none: NoPlanError, as_json: bool) -> NoReturn:
    """There is no plan: say why, and leave."""
    if as_json:
        ui.print_json(none.document())
    else:
        click.echo(f"aqmf: {none}", err=True)
    raise click.exceptions.Exit(ui.NO)


def _show_plan(planned: Plan) -> None:
    from aqmf_air.games.martian_aircraft.planning.instructions import orders_of

    ui.heading(f"Expected worth damaged: {planned.value:.4g}" if planned.run.impacts else "A gun run: no bombs fall")
    if planned.run.impacts and planned.gap <= planned.value * 1e-6:
        ui.say("No legal run does better.")
    elif planned.run.impacts:
        bound, gap = planned.upper_bound, planned.gap
        ui.say(f"No legal run can do better than {bound:.4g}; this plan is within {gap:.4g} of that.")
    if planned.weight:
        goal, bound = planned.with_guns
        ui.say(f"With the guns, times {planned.weight:g}: {goal:.4g}; no legal run is worth more than {bound:.4g} so.")
    for name, words in orders_of(planned.run):
        ui.say(f"{name}: {words}.")
    for name in planned.leaving:
        ui.say(f"{name} leaves the table, as every move of it does.")
    for shot in planned.shots:
        where = f'in its {shot.arc} arc at {shot.range:.4g}"'
        ui.say(f"{shot.aircraft} then has {shot.target} {where}: {percent(shot.chance)} to damage it.")
    chances = {name: planned.run.chance_of[name].of(1) for name in planned.run.attacks}
    sides = {element.id: element for element in planned.scene.elements}
    worth_of = planned.scene.worth_of
    if chances:
        ui.say()
        rows = [(name, sides[name].side, f"{worth_of(sides[name]):g}", percent(p)) for name, p in chances.items()]
        ui.table(("element", "side", "worth", "damaged"), rows, right=(2, 3))


def _run_at_tripod(
    scene: Any,
    aircraft: str,
    rulings: AircraftRulings,
    more: Any,
    as_json: bool,
    svg: Path | None,
    phone: bool,
    geojson: Path | None,
) -> None:
    """The suicide run of one aircraft."""
    from aqmf_air.api import DataError
    from aqmf_air.games.martian_aircraft.planning.crash import crash_run
    from aqmf_air.games.martian_aircraft.planning.scene import NoPlanError

    try:
        with ui.working("the way to the tripod is looked for"):
            crash = crash_run(scene, aircraft, rulings, more)
    except ValueError as unknown:
        raise DataError(f"--suicide: {unknown}") from None
    except NoPlanError as none:
        _say_no(none, as_json)

    def picture() -> object:
        from aqmf_air.games.martian_aircraft.ui.drawing.bombing import crash_picture

        return crash_picture(crash, narrow=phone)

    def features() -> Iterable[Feature]:
        from aqmf_air.games.martian_aircraft.ui.features import crash_features

        return crash_features(crash)

    give(picture, svg, crash.document, as_json, lambda: _show_crash(crash), features=features, geojson=geojson)


def _show_crash(crash: Crash) -> None:
    from aqmf_air.games.martian_aircraft.planning.instructions import pieces_told

    ui.heading(f"{crash.sortie.id} runs at {crash.tripod.id}: {percent(crash.chance)} to damage it, and it is destroyed")
    for number, phase in enumerate(crash.phases, 1):
        last = number == len(crash.phases)
        ui.say(f"phase {number}: {pieces_told(phase)}{', contact' if last else ''}.")
    if not crash.phases:
        ui.say("It touches the tripod already.")
