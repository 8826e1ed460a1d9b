"""Bombs in a game (6.5.4): rulings, loads, who drops them on what, what a run leads to; orders: :mod:`.bomb_orders`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import Literal

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose
from aqmf_air.api.ui import Burst, Mark
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, Check, CloudsGame, CloudsSteps, Craft, Events, due, then
from aqmf_air.games.clouds_of_glory_expanded.automatic.goals import unit_goal
from aqmf_air.games.clouds_of_glory_expanded.chapter import At, OwnRulings
from aqmf_air.games.clouds_of_glory_expanded.chapters import bombing, ground_damage
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombing import BombMark, RunFacts
from aqmf_air.games.clouds_of_glory_expanded.directions import Place, clock_hour
from aqmf_air.games.clouds_of_glory_expanded.ground import GroundUnit, enemy_units, row_of, unknown_faults
from aqmf_air.games.clouds_of_glory_expanded.sights import in_sights
from aqmf_air.games.clouds_of_glory_expanded.tables import BombingRow, BombRow, tables_of

NUMBERS = "bombing-numbers"


class BombRulings(OwnRulings):
    """What the source leaves open of bombs."""

    bombing_abort: Literal["must-abort", "crew-may-drop"] = api.ruling(
        "ICOGX-6.5.4.5",
        "What follows of a run with -6 successes or fewer?",
        "Nothing falls.",
        "The crew may drop all the same, and nothing is taken off deviations.",
        standing="stated",
    )
    bombing_above_15: Literal["last-column", "extrapolate"] = api.ruling(
        "ICOGX-6.5.4.c",
        "What do more successes take off than the bombing table has?",
        "What its last column does.",
        "Each two more as much more as the last column has over the one before.",
    )
    altitude_between: Literal["nearest", "down", "up"] = api.ruling(
        "ICOGX-6.5.4.7", "How is altitude made whole MU?", "To the nearest; of halves, up.", "Down.", "Up."
    )
    bombing_modifiers: Literal["crew-only", "airplane-too"] = api.ruling(
        "ICOGX-6.5.4.e", "Whose modifiers change a bombing test?", "The man's.", "His aircraft's, too.", standing="inferred"
    )
    bomb_action: Literal["always", "pilot-drops-only"] = api.ruling(
        "ICOGX-6.5.4.4", "Does a gunner's drop take an action of the pilot?", "Yes.", "No.", standing="stated"
    )
    mark_limits: Literal["not-allowed", "run-on-straight"] = api.ruling(
        "ICOGX-6.5.4.a", "May marks lie past the move?", "No: bombs stay aboard.", "Yes, straight on.", standing="stated"
    )
    bomb_grouping: Literal["panel-wins", "singly"] = api.ruling(
        "ICOGX-6.5.4.6", "May bombs fall in groups where the panel says so?", "Yes.", "No.", standing="stated"
    )
    bomb_clock: Literal["1d12", "arrow"] = api.ruling(
        "ICOGX-6.5.4.d", "Which die gives a direction?", "A D12, as a clock.", "An arrow, to a degree.", standing="stated"
    )
    bomb_axis: Literal["at-mark", "end-of-move"] = api.ruling(
        "ICOGX-6.5.4.d", "Which flight are directions told from?", "That at the mark.", "That at the end of the move."
    )
    dive_angle: Literal["none", "45"] = api.ruling(
        "ICOGX-6.5.4.2.1", "How steep is a dive with bombs?", "As it may be.", "45 degrees or more.", standing="stated"
    )
    dive_mark: Literal["on-target", "anywhere-in-template"] = api.ruling(
        "ICOGX-6.5.4.2.a", "Where is the mark of a dive?", "On the target.", "Anywhere in the template.", standing="stated"
    )
    blast_on_airplanes: Literal["none", "2d6-structure"] = api.ruling(
        "ICOGX-6.5.4.2.c", "What does a blast do to aircraft?", "Nothing.", "2d6 off their strength, within its template."
    )


# -- what is kept ------------------------------------------------------------------------------------------------------


class BombWeight(api.Frozen):
    """What each bomb of an aircraft weighs, where its mission says it."""

    craft: str
    kg: int = Field(ge=0, le=2000)


class BombRun(api.Frozen):
    """Bombs, or a container, on their way."""

    station: str
    target: str
    marks: tuple[BombMark, ...]
    fallen: tuple[Place, ...] = ()


class Bombing(api.Frozen):
    """Loads, and who has made a run."""

    weights: tuple[BombWeight, ...] = Field(default=(), max_length=16)
    runs: tuple[tuple[str, int], ...] = ()
    run: BombRun | None = None


BOMBING = api.Slice("bombing", Bombing)


def faults(setup: clouds.Setup) -> Iterator[str]:
    """What is wrong with the loads of a mission, a line each."""
    kept = BOMBING.of(setup)
    weights, runs = (weight.craft for weight in kept.weights), (craft for craft, _ in kept.runs)
    yield from unknown_faults(setup, "bombing", "aircraft", weights=weights, runs=runs)
    if kept.run:
        yield "bombing: run: expected none as a mission begins"


# -- who may drop bombs, and on what -----------------------------------------------------------------------------------


def dropper(game: CloudsGame, craft: Craft) -> str:
    """Who drops in level flight: whom the panel says, else a gunner, if there is one. ICOGX-6.5.4.3."""
    return tables_of(game).bomb_load(craft.type).by or (craft.crew[1].station if len(craft.crew) > 1 else PILOT)


def costs_action(game: CloudsGame, station: str) -> bool:
    """Whether a drop in level flight takes one of the pilot's actions. ICOGX-6.5.4.4, ``bomb_action``."""
    return station == PILOT or BombRulings.of(game).bomb_action == "always"


def has_run(game: CloudsGame, craft: Craft) -> bool:
    """Whether an aircraft has made its run of this turn. ICOGX-6.5.4.b."""
    return (craft.id, game.turn) in BOMBING.of(game).runs


def hindrances(game: CloudsGame, craft: Craft, station: str) -> Iterator[api.Objection]:
    """Why a man may not drop in level flight now, whatever is below, the first reason alone. ICOGX-6.5.4.2."""
    path = clouds.flight_path(game, craft)
    if has_run(game, craft):
        # "One d20 bombing test for the run"
        yield api.Objection("ICOGX-6.5.4.b", "it has made its run of this turn")
    elif station != (able := dropper(game, craft)):
        # "fighters drop on the pilot's Gunnery, two-seaters on the air gunner's or observer's"
        yield api.Objection("ICOGX-6.5.4.3", f"another drops what falls from it: {able}")
    elif costs_action(game, station) and not clouds.actions_left(game, craft, PILOT):
        # "takes one maneuver out of those available for flying"
        yield api.Objection("ICOGX-6.5.4.4", "flying has left no action for it in this turn")
    elif not all(pose.top[2] > 0 and clouds.near_level(pose, game.tables, game.rulings) for pose in path):
        # "within 45 degrees of level throughout that turn's move"
        yield api.Objection("ICOGX-6.5.4.2", "it has not flown level all the turn")


def may_drop(game: CloudsGame, craft: Craft, station: str) -> bool:
    """Whether a man may drop in level flight now, whatever is below. ICOGX-6.5.4.b, ICOGX-6.5.4.2 to ICOGX-6.5.4.4."""
    return clouds.can_attack(game, craft, station) and not any(hindrances(game, craft, station))


def passed(game: CloudsGame, craft: Craft, place: Place, radius: float) -> float | None:
    """MU along this turn's track nearest to a place; None: it flew over no part of such a circle there. ICOGX-6.5.4.1."""
    return bombing.flown_over(clouds.flight_path(game, craft), place, radius + game.cockpit(craft).panel.span / 2)


def level_targets(game: CloudsGame, craft: Craft, station: str) -> Iterator[GroundUnit]:
    """The enemy's units that bombs may be dropped on in level flight now. ICOGX-6.5.4.1."""
    for unit in enemy_units(game, craft.side) if craft.bombs and may_drop(game, craft, station) else ():
        if passed(game, craft, unit.at, row_of(game, unit).radius) is not None:
            yield unit


def may_dive(game: CloudsGame, craft: Craft) -> bool:
    """Whether a type dives on targets with bombs. ICOGX-6.5.4.2.b."""
    return not game.cockpit(craft).panel.stations or tables_of(game).bomb_load(craft.type).dives


def dive_targets(game: CloudsGame, craft: Craft, station: str) -> Iterator[GroundUnit]:
    """The enemy's units that bombs may be dropped on in a dive now. ICOGX-6.5.4.2.1, ICOGX-6.5.4.2.4, ``dive_angle``."""
    angle = BombRulings.of(game).dive_angle
    able = station == PILOT and craft.bombs and not has_run(game, craft) and clouds.can_attack(game, craft, station)
    steep = angle == "none" or -craft.pose.nose >= int(angle)
    for unit in enemy_units(game, craft.side) if able and steep and may_dive(game, craft) else ():
        if in_sights(game, craft, unit.place, row_of(game, unit).radius):
            yield unit


# -- what a run depends on ---------------------------------------------------------------------------------------------


def bombing_row(game: CloudsGame, craft: Craft) -> BombingRow:
    """The row of the bombing table, by altitude and speed at the end of the move. ICOGX-6.5.4.7."""
    altitude = bombing.whole_altitude(craft.pose.place[2], BombRulings.of(game).altitude_between)
    return tables_of(game).bombing_row(max(0, altitude), game.cockpit(craft).band(craft.speed))


def run_check(game: CloudsGame, rules: CloudsSteps, craft: Craft, station: str) -> Check:
    """The test of a run: the check ``bombing``. ICOGX-6.5.4.3, ICOGX-6.5.4.e, ``bombing_modifiers``."""
    aircraft = game.cockpit(craft).panel.gunnery_of("" if station == PILOT else station)
    more = api.modifier(aircraft * (BombRulings.of(game).bombing_modifiers == "airplane-too"), "aircraft", "ICOGX-6.5.4.e")
    base = (craft.man(station).skill("gunnery"), "gunnery", "ICOGX-6.5.4.3")
    return clouds.check_of(rules, clouds.CheckFacts(game, craft, station), "bombing", base, (more,))


def run_facts(game: CloudsGame, rules: CloudsSteps, craft: Craft, station: str) -> RunFacts:
    """What it depends on besides; the check ``bombing-successes`` adds to successes of runs not aborted. ICOGX-6.5.4.c."""
    added, above = rules.added("bombing-successes", clouds.CheckFacts(game, craft, station)), BombRulings.of(game)
    clock = "1d12" if above.bomb_clock == "1d12" else "d360"
    more = {"added": added, "above": above.bombing_above_15, "clock": clock, "by": craft.side}
    return bombing.facts_by(tables_of(game), bombing_row(game, craft), **more)


def bomb_of(game: CloudsGame, craft: Craft) -> BombRow:
    """The class of the bombs of an aircraft, by what they weigh; the last one of those that are heavier. M10."""
    tables = tables_of(game)
    weights = {weight.craft: weight.kg for weight in BOMBING.of(game).weights}
    kg = weights.get(craft.id, tables.bomb_load(craft.type).kg)
    return next((row for row in tables.bombs if row.lightest <= kg <= row.heaviest), tables.bombs[-1])


def marks_along(
    game: CloudsGame, craft: Craft, path: Sequence[SpacePose], bombs: int, first: float, group: int = 1
) -> tuple[BombMark, ...]:
    """The marks of a string along a way that was flown, or is planned. ICOGX-6.5.4.a, ``mark_limits``, ``bomb_axis``."""
    run_on, at_end = BombRulings.of(game).mark_limits == "run-on-straight", BombRulings.of(game).bomb_axis == "end-of-move"
    spacing = bombing_row(game, craft).spacing
    return bombing.string_marks(path, first, bombs, spacing, group=group, run_on=run_on, at_end=at_end)


# -- events ------------------------------------------------------------------------------------------------------------


class BombsMarked(clouds.CraftEvent, type="clouds.bombs_marked"):
    """Who drops has said how many, and where the marks lie. ICOGX-6.5.4.a, ICOGX-6.5.4.6."""

    station: str
    target: str
    what: str
    """In words: ``3 bombs at the gun``."""
    marks: tuple[BombMark, ...]
    action: bool
    """Whether it takes one of the pilot's actions. ICOGX-6.5.4.4."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        others = (run for run in BOMBING.of(game).runs if run[0] != self.craft)
        game = game.changed(self.craft, tasks=max(0, game.of(self.craft).tasks - self.action))
        run = BombRun(station=self.station, target=self.target, marks=self.marks)
        return BOMBING.changed(game, runs=(*others, (self.craft, game.turn)), run=run)

    def tell(self, game: CloudsGame) -> str:
        return f"{game.subject(self.craft)} is to drop {self.what}, {api.plural(len({*self.marks}), 'mark')}"


class BombsAimed(clouds.CraftEvent, type="clouds.bombs_aimed"):
    """The test of a run. ICOGX-6.5.4.b, ICOGX-6.5.4.5."""

    station: str
    need: int
    outcome: int
    less: int | None
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        return clouds.spend(game, self.spent)

    def tell(self, game: CloudsGame) -> str:
        result = "a bad run" if self.less is None else f"{self.less} off each deviation"
        successes = f"{self.outcome:+d} {'success' if abs(self.outcome) == 1 else 'successes'}"
        return f"{game.subject(self.craft)}, bombing, {self.need} or less: {successes}, {result}"


class BombFell(clouds.CraftEvent, type="clouds.bomb_fell"):
    """A bomb, or a container, comes down. ICOGX-6.5.4.c, ICOGX-6.5.4.d."""

    at: Place
    distance: int
    degrees: int
    radius: float
    """MU of its template; 0: it is a container."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        run = BOMBING.of(game).run
        game = game.changed(self.craft, bombs=game.of(self.craft).bombs - (self.radius > 0))
        return BOMBING.changed(game, run=api.replace(run, fallen=(*run.fallen, self.at)) if run else None)

    def tell(self, game: CloudsGame) -> str:
        way = f"{self.distance} MU off its mark, {clock_hour(self.degrees)} o'clock" if self.distance else "on its mark"
        return f"a {'bomb' if self.radius else 'container'} of {game.called(self.craft)} falls {way}"

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        return (Burst(point, self.radius, by=self.craft) for point in at((*self.at, 0.0)) if self.radius)


class RunOver(clouds.CraftEvent, type="clouds.bombs_over"):
    """All that falls in a run is down, or it is aborted. ICOGX-6.5.4.5."""

    aborted: bool = False

    def apply(self, game: CloudsGame) -> CloudsGame:
        return BOMBING.changed(game, run=None)

    def tell(self, game: CloudsGame) -> str:
        return f"{game.subject(self.craft)} aborts its run: nothing falls" if self.aborted else ""


# -- steps -------------------------------------------------------------------------------------------------------------


def falling(game: CloudsGame, craft: Craft, less: int, landed: str) -> api.StepsAdded:
    """All of a run fall, each for itself; then what they do. ICOGX-6.5.4.6, ICOGX-6.5.4.2.a, T:damage.single row 14."""
    run = BOMBING.of(game).run
    marks, holds = run.marks if run else (), (due("holds", craft.id),) * ("bombs" in craft.strained)
    return then(*(due("bomb falls", craft.id, less, landed),) * len(marks), *holds, due(landed, craft.id))


def bombing_run(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The test of a run; facts: the station, the step that follows when all is down. ICOGX-6.5.4.b, ``bombing_abort``."""
    craft, (station, landed) = game.of(step.of), map(str, step.facts)
    check = run_check(game, rules, craft, station)
    came = bombing.aim(dice, check, run_facts(game, rules, craft, station))
    need, spent = check.need.total, check.rerolls[: came.spent]
    yield BombsAimed(craft=craft.id, station=station, need=need, outcome=came.successes, less=came.less, spent=spent)
    if came.less is not None:
        yield falling(game, craft, came.less, landed)
    elif BombRulings.of(game).bombing_abort == "crew-may-drop":
        yield then(due("bad run", craft.id, came.successes, landed))
    else:
        yield RunOver(craft=craft.id, aborted=True)


def bad_run(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The crew decides whether it drops all the same. ICOGX-6.5.4.5, ``bombing_abort``."""
    craft, (successes, landed) = game.of(step.of), step.facts
    says = f"{craft.marking}: the run has {successes} successes"
    options = {"abort": "abort the run", "drop": "drop all the same"}
    dropped = clouds.decided(dice, craft, "bad run", says, options, successes) == "drop"
    yield falling(game, craft, 0, str(landed)) if dropped else RunOver(craft=craft.id, aborted=True)


def bomb_falls(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """One of a run falls. ICOGX-6.5.4.c, ICOGX-6.5.4.d."""
    craft, run, (less, landed) = game.of(step.of), BOMBING.of(game).run, step.facts
    if run:
        mark = run.marks[len(run.fallen)]
        off = bombing.fall(dice, run_facts(game, rules, craft, run.station), int(less))
        radius = bomb_of(game, craft).rings[-1][0] if landed == "blasts" else 0.0
        yield BombFell(craft=craft.id, at=mark.fallen(off), distance=off.distance, degrees=off.degrees, radius=radius)


def blasts(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What the bombs of a run do. ICOGX-6.5.5.e, ``blast_on_airplanes``."""
    craft, run = game.of(step.of), BOMBING.of(game).run
    fallen, bomb, ruling = run.fallen if run else (), bomb_of(game, craft), BombRulings.of(game).blast_on_airplanes
    yield RunOver(craft=craft.id)
    near = (other for at in fallen for other in game.in_air if dist((*at, 0.0), other.pose.place) <= bomb.rings[-1][0])
    shaken = (due("bomb blast", other.id, ruling.partition("-")[0], craft.side) for other in near if ruling != "none")
    yield then(*ground_damage.bombs_fall(game, ((bomb.id, at) for at in fallen), craft.side, craft.id), *shaken)


def blast(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """An aircraft that is near a bomb loses strength. ``blast_on_airplanes``."""
    craft, (text, by) = game.of(step.of), map(str, step.facts)
    if craft.flying:
        points = dice.draw(api.expression("strength lost", text, by=by, about="in the blast of a bomb"))
        yield from clouds.weakened(game, craft, "the blast of a bomb", points)


def goals(game: CloudsGame, craft: Craft) -> Iterator[clouds.Goal]:
    """Ground units of the enemy, for who has bombs: over them, or in a dive. ICOGX-6.5.4.1, ICOGX-6.5.4.2.1."""
    dice = bomb_of(game, craft).rings[0][1]
    for unit in enemy_units(game, craft.side) if craft.bombs else ():
        yield unit_goal(game, craft, unit, dice, "over")
        if may_dive(game, craft):
            yield unit_goal(game, craft, unit, dice, "nose")


STEPS = {"bombing run": bombing_run, "bad run": bad_run, "bomb falls": bomb_falls, "blasts": blasts, "bomb blast": blast}
