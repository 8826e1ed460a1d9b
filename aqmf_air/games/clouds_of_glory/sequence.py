"""The sequence of play (3): what a turn is made of, who acts when, and the ruleset that runs the steps of all chapters."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, cast

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import RULES_VERSION, TITLE

from aqmf_air.games.clouds_of_glory.chapters import (  # isort: skip
    arcs, checks, collision, course, damage, engines, fire, formations, gunnery, initiative, landing, leaving, missions,
    moving, panels, people, setting_up, stalls, structure, tasks,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.chapters.arcs import bearing, threats_on
from aqmf_air.games.clouds_of_glory.chapters.checks import REROLL, CheckFacts
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.fire import ends_of_turn, fires
from aqmf_air.games.clouds_of_glory.chapters.foreseen import Foreseen
from aqmf_air.games.clouds_of_glory.chapters.formations import members_of, with_gunners
from aqmf_air.games.clouds_of_glory.chapters.gunnery import FireHeld, rows_of, targets_of
from aqmf_air.games.clouds_of_glory.chapters.initiative import has_initiative, tied
from aqmf_air.games.clouds_of_glory.chapters.leaving import facing_death, score, winner_of
from aqmf_air.games.clouds_of_glory.chapters.setting_up import to_place
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, StepRun, due, then
from aqmf_air.games.clouds_of_glory.chapters.tasks import has_task, is_due
from aqmf_air.games.clouds_of_glory.lab.duels import duel_of, gauges_of
from aqmf_air.games.clouds_of_glory.state import PILOT, TITLES, CloudsGame, CloudsView, Craft, Phase, Setup, Side, seat_of
from aqmf_air.games.clouds_of_glory.tables import RULESET, tables_in_force

COLOURS: Mapping[Side, str] = {"entente": "#23405a", "germany": "#7d1f1a"}
SIDES = tuple(api.Side(side, missions.SIDE_NAMES[side], colour) for side, colour in COLOURS.items())


class SequenceRulings(api.Rulings):
    """What the source leaves open of the end of a fight."""

    extra_turn: Literal["yes", "no"] = api.ruling(
        "ICOG-3-e",
        "Is a further turn played if an aircraft threatens another from its rear as the last one ends?",
        "Yes.",
        "No.",
        standing="stated",
    )


# -- events ------------------------------------------------------------------------------------------------------------


class TurnBegan(api.Event[CloudsGame], type="clouds.turn_began"):
    """A turn, of about five seconds of flight: nobody has moved or shot. ICOG-3-a."""

    wording: ClassVar[str] = "turn {turn}"
    turn: int

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = tuple(_fresh(each) for each in game.craft)
        game = api.replace(game, turn=self.turn, phase="initiative", craft=craft)
        return api.replace(game, waiting=tuple(each.id for each in game.in_air if has_initiative(game, each)))


def _fresh(craft: Craft) -> Craft:
    """An aircraft as a turn begins: what holds for one turn is over. ICOG-5.5.15-b, ICOG-6.3.9.2."""
    crew = tuple(api.replace(man, die=0, initiative=0, tie=0, target="", shot=False, late=False) for man in craft.crew)
    spins = craft.spinning and not craft.recovered
    return api.replace(
        craft,
        crew=crew,
        trouble=craft.trouble if spins else "",
        recovered=False,
        silent=spins,
        moved=False,
        order=0,
        tasks=0,
        busy=0,
        third=False,
        formation="",
        rows=tuple(api.replace(row, jams=tuple(filter(None, row.jams))) for row in craft.rows),
        targets=(),
        plan="",
        from_pose=None,
    )


class PhaseBegan(api.Event[CloudsGame], type="clouds.phase_began"):
    """The next part of a turn, and who is to act in it. ICOG-3-a."""

    phase: Phase
    waiting: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        return api.replace(game, phase=self.phase, waiting=self.waiting)

    def tell(self, game: CloudsGame) -> str:
        order = ", ".join(in_turn(self.apply(game)))
        words = f", in order: {order}" if order else ": nobody has a shot" if self.waiting else ""
        return words and TITLES[self.phase].lower() + words


class FlownOn(api.Event[CloudsGame], type="clouds.flown_on"):
    """The fight is over but for those who cannot get home; the others do. ICOG-6.3.13-a."""

    stranded: tuple[str, ...]

    def apply(self, game: CloudsGame) -> CloudsGame:
        for craft in game.in_air:
            if craft.id not in self.stranded:
                game = game.changed(craft.id, out="gone", fate="has flown home")
        return game

    def tell(self, game: CloudsGame) -> str:
        names = api.in_a_row([game.called(name) for name in self.stranded])
        return f"the fight is over; {names} cannot get home, and is flown on until it is down"


class FightEnded(api.Event[CloudsGame], type="clouds.ended"):
    """Points decide: a lead of two wins. ICOG-3-f."""

    winner: str
    """A side, or ``draw``."""
    points: tuple[tuple[str, int], ...]

    def apply(self, game: CloudsGame) -> CloudsGame:
        return api.replace(game, winner=self.winner)

    def tell(self, game: CloudsGame) -> str:
        names = missions.SIDE_NAMES
        points = " to ".join(f"{names[side]} {count}" for side, count in self.points)
        wins = {"entente": "the Entente wins", "germany": "the Germans win"}
        return f"{wins.get(self.winner, 'a draw')}: {points}"


# -- what follows without an order -------------------------------------------------------------------------------------


def following(game: CloudsGame, rules: CloudsSteps) -> Events:
    """What follows where no step is left: nothing where somebody has an order to give. ICOG-3-a."""
    if game.phase == "movement" and game.next and game.next.rolls_out:
        return (then(due("roll out", game.next.id)),)
    if (shooter := game.shooter) and not _has_shot(game, game.waiting[0]):
        return (FireHeld(craft=shooter.craft, station=shooter.station, told=False),)
    return () if game.waiting else FOLLOWS[game.phase](game, rules)


def _has_shot(game: CloudsGame, name: str) -> bool:
    """Whether a man of the queue has a target, or a task, now."""
    craft, _, station = name.partition("/")
    man = game.of(craft), station or PILOT
    return bool(targets_of(game, *man)) or has_task(game, *man)


def in_turn(game: CloudsGame) -> Iterator[str]:
    """Who is to act, in order, for people: of those who shoot who has a shot now; a gunner with where he sits."""
    for name in game.waiting:
        craft, _, station = name.partition("/")
        if game.phase != "shooting" or _has_shot(game, name):
            yield f"{game.called(craft)} ({station})" if station else game.called(craft)


def _begins(game: CloudsGame, rules: CloudsSteps, event: TurnBegan | PhaseBegan, *steps: api.GameStep) -> Events:
    """A phase begins: with what extensions do first, then with what follows of itself."""
    begun = event.apply(game)
    steps = (*rules.first_steps(begun, begun.phase), *steps)
    return (event, then(*steps)) if steps else (event,)


def _ties(game: CloudsGame, names: Iterable[str]) -> list[api.GameStep]:
    return [due("ties", "", *group) for group in tied(game, names)]


def _after_initiative(game: CloudsGame, rules: CloudsSteps) -> Events:
    """Ties are settled, those without initiative roll, and the lowest begin to move. ICOG-4.2.2, ICOG-5.2.1, ICOG-3-b."""
    able = [craft.id for craft in game.in_air if craft.pilot.initiative]
    if steps := _ties(game, able):
        return (then(*steps),)
    early = [craft.id for craft in game.in_air if craft.id not in able and not craft.formation]
    leaders = [craft.id for craft in game.in_air if craft.id == craft.formation]
    for names, by in ((leaders, game.rulings.formation_order), (early, game.rulings.no_initiative_order)):
        if len(names) > 1 and by == "roll" and not all(game.man(name).tie for name in names):
            return (then(due("early", "", *names)),)
        names.sort(key=lambda name: game.man(name).tie)
    able.sort(key=lambda name: game.man(name).rank)
    formed = (craft.id for leader in leaders for craft in members_of(game, leader))
    return _begins(game, rules, PhaseBegan(phase="movement", waiting=(*early, *formed, *able)))


def _after_movement(game: CloudsGame, rules: CloudsSteps) -> Events:
    """Fires are rolled for, then gunners roll, each for himself. ICOG-6.3.12-f, ICOG-6.1.3."""
    gunners = (
        due("gunner", craft.id, man.station)
        for craft in game.in_air
        for man in craft.crew[1:]
        if not craft.formation
        if gunnery.can_shoot(game, craft, man.station) or has_task(game, craft, man.station)
    )
    return _begins(game, rules, PhaseBegan(phase="gunners"), *fires(game), *gunners)


def _after_gunners(game: CloudsGame, rules: CloudsSteps) -> Events:
    """Who may shoot, by falling initiative. ICOG-3-c, ICOG-6.1.1, ICOG-6.1.5."""
    names = [
        seat_of(craft.id, man.station)
        for craft in game.in_air
        for man in craft.crew
        if man.initiative and (rows_of(craft, man.station) or is_due(game, craft, man.station))
    ]
    if steps := _ties(game, names):
        return (then(*steps),)
    names.sort(key=lambda name: game.man(name).rank, reverse=True)
    return _begins(game, rules, PhaseBegan(phase="shooting", waiting=with_gunners(game, names)))


def _after_turn(game: CloudsGame, rules: CloudsSteps) -> Events:
    """Places of missions are reached; then the next turn, or the end. ICOG-3-e, ICOG-3-f, ICOG-3-g, ICOG-6.3.13-a."""
    if arrived := tuple(craft.id for craft in missions.arriving(game)):
        return (missions.PlaceReached(craft=arrived),)
    if not is_over(game):
        return _begins(game, rules, TurnBegan(turn=game.turn + 1))
    if stranded := tuple(craft.id for craft in game.in_air if craft.spinning or not craft.powered):
        others = (FlownOn(stranded=stranded),) if len(stranded) < len(game.in_air) else ()
        return (*others, *_begins(api.after(game, others), rules, TurnBegan(turn=game.turn + 1)))
    if steps := rules.first_steps(game, "closing"):
        return (PhaseBegan(phase="closing"), then(*steps))
    return _over(game, rules)


def _over(game: CloudsGame, rules: CloudsSteps) -> Events:
    """Points decide. ICOG-3-f."""
    points = score_of(game)
    return (FightEnded(winner=winner_of(points, game.tables), points=tuple(points.items())),)


def is_over(game: CloudsGame) -> bool:
    """Whether a fight ends with this turn. ICOG-3-e, ``extra_turn``."""
    if len({craft.side for craft in game.in_air}) < 2:
        return True
    if game.turn < game.setup.turns:
        return False
    behind = any(arc == "rear" for craft in game.in_air for _, arc in threats_on(game, craft))
    return not (behind and game.turn == game.setup.turns and game.rulings.extra_turn == "yes")


def panel_marks(game: CloudsGame, rules: CloudsSteps) -> Iterator[tuple[str, int, int]]:
    """What extensions mark on panels: aircraft, MU of its Roll, EU of its tighter turns."""
    for craft in game.craft:
        facts = CheckFacts(game, craft, craft.pilot.station)
        roll, energy = (rules.added(id_, facts) for id_ in ("roll", "tight-turn-energy"))
        if roll or energy:
            yield craft.id, roll, energy


def chapter_of(state: api.Sliced) -> int:
    """The mission of a campaign, by the slice of an extension; 0: it is none."""
    return max((getattr(own, "chapter", 0) for _, own in state.slices), default=0)


def score_of(game: CloudsGame) -> Mapping[Side, int]:
    """The points of each side: for aircraft, for the task of the mission, and what slices of extensions say. ICOG-3-f."""
    tasks, others = missions.mission_points(game), [getattr(own, "points", {}) for _, own in game.slices]
    return {side: points + tasks[side] + sum(own.get(side, 0) for own in others) for side, points in score(game).items()}


FOLLOWS: Mapping[Phase, Callable[[CloudsGame, CloudsSteps], Events]] = {
    "placing": lambda game, rules: _begins(game, rules, TurnBegan(turn=1)),
    "initiative": _after_initiative,
    "movement": _after_movement,
    "gunners": _after_gunners,
    "shooting": lambda game, rules: _begins(game, rules, PhaseBegan(phase="end"), *ends_of_turn(game)),
    "end": _after_turn,
    "closing": _over,
}


class GoOn(api.SteppedOrder[CloudsGame, CloudsSteps], type="clouds.go_on"):
    """The fight begins, or goes on where nobody has a choice: it follows by itself. ICOG-3-a."""

    anybodys: ClassVar[bool] = True

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if not game.acting:
            yield api.Offer(cls(), "Go on" if game.turn else "Begin")

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        if game.acting:
            yield api.Objection("ICOG-3-a", "somebody has an order to give first")  # "What happens counts at once"

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        if game.phase == "placing" and not game.turn and to_place(game):
            yield then(due("placing order", ""))


class Choose(api.ChooseOrder[CloudsGame, CloudsSteps], type="clouds.choose"):
    """The answer to a decision between the dice. ICOG-1.2.3-a."""

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        """What a die that is rolled again is worth."""
        if game.open is None or self.option != REROLL:
            return ()
        decision, seen = game.open.decision, (*game.open.seen, self.option)
        id_, stands = str(decision.facts[0]), cast("bool | int", decision.outcome)
        row = id_.endswith("damage")
        again = RolledAgain(game, rules, stands, passes=isinstance(stands, bool) or (stands < 0 and not row))
        title = f"success, {id_}" if again.passes else "a higher row" if row else f"a better {id_}"
        return (api.Question(title, api.Decided(again, api.first_option, seen), (), of=again.read),)


class RolledAgain:
    """The step that waits, run on, as a rule: whether it passes now; of damage and of successes: whether they are more."""

    def __init__(self, game: CloudsGame, rules: CloudsSteps, stands: bool | int, *, passes: bool) -> None:
        self.game, self.rules, self.stands, self.passes = api.replace(game, open=None), rules, stands, passes

    def __call__(self, dice: api.Dice) -> bool:
        return self.read(self.rules.run(self.game, self.game.todo[0], dice))

    def read(self, events: Iterable[Any]) -> bool:
        """What came of it, from its events or from the next decision."""
        outcomes = (getattr(event, "outcome", getattr(event, "total", None)) for event in events)
        came = next(outcome for outcome in outcomes if outcome is not None)
        if self.passes:
            return bool(came) if isinstance(came, bool) else came >= 0
        return min(int(came), damage.LAST_ROW) > self.stands


# -- a fight in lines --------------------------------------------------------------------------------------------------


def summary_of(game: CloudsGame, rules: CloudsSteps) -> Iterator[str]:
    """How a fight stands: each aircraft with its men, what else is there, who acts, points. ICOG-4.3.1, ICOG-4.3.3."""
    for craft in game.craft:
        yield f"{game.called(craft.id)} ({craft.type}): {described(game, craft)}"
        if craft.flying:
            yield f"  {initiative.sheet_line(craft, game.tables)}"
        if craft.flying and craft.side == getattr(game, "player", ""):
            cockpit, handling = game.cockpit(craft), handling_of(game, craft)
            tighter = f" ({' or '.join(handling.letters[1:])} by a test)" if handling.letters[1:] else ""
            boxes = ", ".join(f"{row.name} {row.halves / 2:g} boxes{' and a jam' * bool(row.jams)}" for row in craft.rows)
            speeds = f"S {cockpit.stall}, Top {cockpit.top} km/h"
            turns = f"turns {handling.letters[0]}{tighter}"
            yield f"  {'; '.join((f'{handling.reach:g} MU, {turns}, {speeds}', boxes, *game.load(craft)))}"
            seen = (f"{other.marking} {bearing(craft.pose, other.pose.place)}" for other in game.enemies(craft))
            yield f"  sees {'; '.join(seen)}"
    yield from (f"{body.name}: {body.at[0]:.1f}, {body.at[1]:.1f}, {body.words}" for body in rules.bodies(game))
    if game.open:
        yield f"to decide: {game.open.decision.says}"
    if order := [f"{number} {name}" for number, name in enumerate(in_turn(game), 1)]:
        yield f"to act: {', '.join(order)}"
    yield from missions.progress(game)
    yield "points: " + ", ".join(f"{missions.SIDE_NAMES[side]} {points}" for side, points in score_of(game).items())


def described(game: CloudsGame, craft: Craft) -> str:
    """Where an aircraft is, how it lies, what it has left."""
    if not craft.flying:
        return craft.fate or craft.out
    x, y, z = craft.pose.place
    nose, bank, up = craft.pose.nose, craft.pose.bank, f"height {z:.1f}" if z >= 0 else craft.height
    parts = [f"{x:.1f}, {y:.1f}, {up}", f"heading {craft.pose.heading:.0f}", f"{craft.speed} km/h"]
    parts += [f"nose {abs(nose):.0f} {'up' if nose > 0 else 'down'}"] * (abs(nose) >= 0.5)
    parts += [f"banked {abs(bank):.0f} {'right' if bank > 0 else 'left'}"] * (abs(bank) >= 0.5)
    parts += [f"strength {craft.strength}", *damage.impaired_by(craft)]
    parts += [craft.trouble] * bool(craft.trouble) + ["on fire"] * craft.fire + ["forced home"] * craft.home
    return ", ".join(parts)


# -- the ruleset -------------------------------------------------------------------------------------------------------


CHAPTERS = (
    checks, setting_up, initiative, moving, stalls, collision, landing, engines, formations, gunnery, tasks, structure, fire,
    damage, leaving, missions,
)  # fmt: skip
STEPS: Mapping[str, StepRun] = {name: run for chapter in CHAPTERS for name, run in getattr(chapter, "STEPS", {}).items()}


class InCloudsOfGlory(
    api.RulesetOfOrders[CloudsGame, CloudsSteps],
    api.OpenView,
    api.BestFirst,
    api.Foretells,
    api.Gauged,
    api.Duels,
    api.Chronicled,
):
    """The game. See :class:`aqmf_air.core.play.ruleset.Ruleset` for what the methods do."""

    id = RULESET
    version = str(RULES_VERSION)
    title = TITLE
    no_order = "ICOG-3-a"  # "Each turn, some 5 seconds, has three phases"

    def __init__(self, registry: api.Registry) -> None:
        self.registry = registry
        self.rulings = registry.of(api.kinds.RULINGS, self.id)
        self.slices = registry.of(api.kinds.SLICES, self.id)
        orders, happenings = registry.of(api.kinds.COMMANDS, self.id), registry.of(api.kinds.EVENTS, self.id)
        happenings = (*happenings, api.StepsAdded, api.StepDone, api.Asked)
        orders = tuple(sorted(orders, key=lambda kind: kind is gunnery.HoldFire))  # offered last, whatever extensions add
        super().__init__(orders, happenings, Setup, CloudsSteps(registry, STEPS, following, facing_death))

    def sides(self, state: CloudsGame | None = None) -> tuple[api.Side, ...]:
        return SIDES

    def set_up(self, document: Mapping[str, Any], where: str, rulings: Mapping[str, Any]) -> api.Scenario[Any]:
        scenario = super().set_up(document, where, rulings)
        for fault in self.faults(scenario.setup):
            raise api.DataError(f"{where}: {fault}", path=where)
        setup = setting_up.manned(scenario.setup)
        sides = " against ".join(str([entry.side for entry in setup.aircraft].count(side)) for side in COLOURS)
        tasks = max((len(getattr(own, "missions", ())) for _, own in setup.slices), default=0)
        plain = (("aircraft", sides), ("lasts", f"{setup.turns} turns"))
        facts = (("lasts", f"{tasks + 1} missions"),) if tasks else plain
        notes = (*scenario.notes, *missions.briefing(setup), *self.rules.briefing(setup))
        return dataclasses.replace(scenario, setup=setup, facts=facts, notes=notes)

    def faults(self, setup: Setup) -> Iterator[str]:
        """What is wrong with a set-up, a line each; where nothing is, what extensions find."""
        known = {trait for _, trait in self.registry.ask(str, "clouds_traits", self.id)}
        yield from (own := (*setting_up.faults(setup), *setting_up.strange_traits(setup, known)))
        if not own:
            yield from (fault for _, fault in self.registry.ask(str, "clouds_faults", self.id, setup=setup))

    def initial(self, setup: api.Frozen) -> CloudsGame:
        """With what extensions mark on panels."""
        game = setting_up.opened(cast("Setup", setup))
        for craft, roll, energy in panel_marks(game, self.rules):
            game = game.changed(craft, roll_more=roll, tight_energy=energy)
        return game

    def chapter(self, state: CloudsGame) -> int:
        return chapter_of(state)

    def state_from(self, text: str, setup: api.Frozen) -> CloudsGame:
        if "slices" not in (document := json.loads(text)).get("setup", {}):
            return super().state_from(text, setup)
        return super().state_from(text, self.setup_model.model_validate(document["setup"]))  # each mission has its own

    def chronicled(self, setup: Any) -> bool:
        return chapter_of(setup) > 0

    def chronicle(self, setup: Any, events: Iterable[api.PlainEvent]) -> api.Told:
        opened, happened = self.initial(setup), tuple(events)
        facts = {"game": self.after(opened, happened), "opened": opened, "events": happened}
        return next(told for _, told in self.registry.ask(api.Told, "clouds_chronicle", self.id, **facts))

    def names(self, seen: Any) -> Mapping[str, str]:
        return {**super().names(seen), **{body.id: body.name for body in self.rules.bodies(seen)}}

    def vetoes(self, state: CloudsGame, command: api.Command) -> Iterable[api.Objection]:
        return self.registry.objections(self.id, state, command)

    def observe(self, state: CloudsGame, player: str) -> CloudsView:
        return CloudsView(**dict(state), player=player)

    def open_view(self, state: CloudsGame) -> CloudsView:
        return self.observe(state, "")

    def best_first(self, state: CloudsGame, player: str, offers: Sequence[api.Offer]) -> Sequence[api.Offer]:
        """What is the end of an aircraft comes last, to hold fire too, and behind it fire at who is lost already."""

        def rank(order: Any) -> int:
            wasted = 2 * (isinstance(order, gunnery.Shoot) and state.of(order.target).lost)
            return wasted or bool((ahead := self._ahead(state, order)) and ahead.fate) or isinstance(order, gunnery.HoldFire)

        return sorted(offers, key=lambda offer: rank(offer.command))

    def brings(self, state: CloudsGame, command: Any) -> str:
        if not (ahead := self._ahead(state, command)):
            return ""
        if ahead.fate:
            return ahead.fate
        needs = self._needs(ahead)
        best = max(needs, key=lambda target: needs[target], default="")
        hits = [f"hits on {needs[best]} or less{'' if state.of(best).moved else ' if it stays'}"] if best else ()
        there_to = ("below stall speed",) if ahead.course.below else (*hits, *self._brought(ahead), *ahead.tests())
        return ", ".join((f"{ahead.course.end.place[2]:.0f} MU up, {ahead.course.speed} km/h", *there_to))

    def _needs(self, ahead: Foreseen) -> Mapping[str, int]:
        """By each target what the pilot's shot at it needs, or less."""
        return {target: max(1, shot.check(ahead.there, self.rules).need.total) for target, shot in ahead.shots.items()}

    def _brought(self, ahead: Foreseen) -> Iterator[str]:
        """The chances of what an aircraft may do where it has come, at each of its goals the best."""
        goals = {goal.name: goal.chance(ahead.there, self.rules) for goal in self.rules.goals(ahead.game, ahead.craft)}
        yield from (f"{does} {name} {chance:.0%}" for name, (chance, does) in goals.items() if 0 < chance < 1)

    def foretold(self, state: CloudsGame, command: Any) -> Sequence[str]:
        if not (ahead := self._ahead(state, command)):
            return ()
        course, there = ahead.course, ahead.there
        energy = ", ".join(f"{item.reason} {item.eu:+d}" for item in course.items) or "none"
        fate = ahead.fate or f"{course.below} EU below stall speed: it falls" * bool(course.below)
        shots = (f"{state.of(target).marking} ({need} or less)" for target, need in self._needs(ahead).items())
        held = [*shots, *self._brought(ahead)]
        guns = (f"before its guns: {api.in_a_row(held)}",) if held else ()
        tests = () if fate else ahead.tests()
        ends = f"ends at {described(there, there.of(command.craft))}"
        return (ends, f"energy: {energy}{'; ' * bool(fate)}{fate}", *(f"at its end: {test}" for test in tests), *guns)

    def _ahead(self, game: CloudsGame, order: Any) -> Foreseen | None:
        """Where a move leads; before it is announced that is for the eye, by the ruling ``preview``. ICOG-5.4.1."""
        if isinstance(order, moving.Announce) and game.rulings.preview != "by-eye":
            return Foreseen(game, self.rules, order)
        return None

    def summary(self, view: Any) -> tuple[str, ...]:
        return tuple(summary_of(view, self.rules))

    def follows(self, state: CloudsGame) -> api.Command | None:
        return None if state.winner or state.acting else GoOn()

    def scored(self, state: CloudsGame) -> Sequence[tuple[str, str]]:
        """The points of each side, then what each was for."""
        sums, rows, kept = score_of(state), list[tuple[str, str]](), [(missions.mission_points(state), "the mission")]
        kept += [each for name, own in state.slices for each in getattr(own, "scored", [(getattr(own, "points", {}), name)])]
        for side in sums:
            parts = (*leaving.points_for(state, side), *((points.get(side, 0), what) for points, what in kept))
            rows += [(f"{missions.SIDE_NAMES[side]}: {what}", f"+{points}") for points, what in parts if points]
        return [*((missions.SIDE_NAMES[side], api.plural(points, "point")) for side, points in sums.items()), *rows]

    def why(self, state: CloudsGame) -> str:
        ((first, own), (second, other)), lead = score_of(state).items(), state.tables.number("victory", "lead")
        flown = f" in {api.plural(chapter_of(state), 'mission')}" * bool(chapter_of(state))
        points = f"{missions.SIDE_NAMES[first]} {own}, {missions.SIDE_NAMES[second]} {other}{flown}"
        return f"{points}; a lead of {api.plural(lead, 'point')} wins"

    def gauges(self, state: CloudsGame) -> tuple[float, ...]:
        return gauges_of(state, score_of(state))

    def contenders(self) -> Sequence[str]:
        return tuple(panel.name for panel in tables_in_force().panels)

    def duel(self, first: str, other: str, rulings: Mapping[str, Any]) -> api.Scenario[Any]:
        return self.set_up(duel_of(first, other, tables_in_force()), "the duel", rulings)

    def spell(self, target: api.TargetNumber) -> str:
        return f"{target.total:+d}" if target.what.endswith("damage") else f"{target.total} or less"


class CloudsRulings(
    SequenceRulings, tasks.TaskRulings, formations.FormationRulings, landing.LandingRulings, collision.CollisionRulings,
    leaving.LeavingRulings, damage.DamageRulings, fire.FireRulings, structure.StructureRulings, gunnery.GunneryRulings,
    stalls.StallRulings, moving.MovingRulings, setting_up.SettingUpRulings, initiative.InitiativeRulings, arcs.ArcRulings,
    course.CourseRulings, checks.CheckRulings, people.PeopleRulings, panels.PanelRulings,
):  # fmt: skip
    """All that the source leaves open."""
