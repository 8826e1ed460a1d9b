"""Moving (5.1 to 5.6): a move is announced and binds; its tests are rolled, it is flown, and energy is settled. ICOG-5-a."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, pairwise, product
from math import cos, radians, sin
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose, Vector, space, vectors
from aqmf_air.games.clouds_of_glory.chapters.arcs import edge_of, in_template, own_edge

from aqmf_air.games.clouds_of_glory.chapters.checks import (  # isort: skip
    Check, CheckFacts, flying_check, question_of, roll_test, strength_check,
)  # fmt: skip

from aqmf_air.games.clouds_of_glory.chapters.course import (  # isort: skip
    TURN_STALL, FlownCourse, Move, PlanTest, course_of, handling_of, tests_of, without_third_action,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.chapters.models import apart, body_of, too_near

from aqmf_air.games.clouds_of_glory.chapters.plans import (  # isort: skip
    LANDING, WIDE, Plan, PlanError, PlanPiece, PlanSlot, actions_of, against_plan, completed, end_of, in_words,
    is_inverted, landings, lands, plan_of, told, way_of, written,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, decided, due, then
from aqmf_air.games.clouds_of_glory.chapters.strain import after_flight, before_flight
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, CraftEvent, FlownWith, Goal

PASS, SAFE = "test", "safe"
BEGUN: tuple[Plan, ...] = (
    (),
    *((PlanPiece("S", length),) for length in (2.0, 4.0, 6.0)),
    *((PlanPiece("R", 0.0, by),) for by in (-90.0, 90.0, 180.0)),
    *((PlanPiece("T", 5.0, side),) for side in (0.0, 90.0, 180.0)),
)
"""What may be flown before a turn that aims."""
OVER, TOWARDS, HOME = "over", "towards", "home"
NEAR, FAR, LEVEL = 1.0, 100.0, 0.7
"""MU by which a way may pass a place that it leads towards; MU that show where it leads; how upright its end is."""


class MovingRulings(api.Rulings):
    """What the source leaves open of announcing and flying a move."""

    preview: Literal["assisted", "by-eye"] = api.ruling(
        "ICOG-5.4.1",
        "What is shown of a move before it is announced?",
        "Its end, its costs and its chances.",
        "Nothing that is measured: pieces, letters and their costs alone.",
    )
    turn_after_failure: Literal["flown", "marked-template"] = api.ruling(
        "ICOG-5.5.6.3",
        "How is a turn flown whose strength test failed, if the aircraft is still whole?",
        "As it was announced.",
        "With the marked template.",
    )
    board_edge: Literal["leaves", "returns"] = api.ruling(
        "ICOG-6.3.14.3",
        "What becomes of an aircraft that flies off the board?",
        "It has left the fight.",
        "It is set back on the edge, flying along it.",
    )
    ground_contact: Literal["path", "end"] = api.ruling(
        "ICOG-5.5.16.3", "Where is the ground flown into?", "Anywhere on the way.", "At the end of the move alone."
    )


# -- what a move depends on --------------------------------------------------------------------------------------------


def move_of(game: CloudsGame, craft: Craft, throttle: int, damage: int = 0) -> Move:
    """What the move of an aircraft depends on besides its plan."""
    cockpit = game.cockpit(craft)
    out = sum(engine != "runs" for engine in craft.engines)
    return Move(craft.pose, handling_of(game, craft), cockpit, game.rulings, throttle, damage, out, craft.powered)


def plan_checks(game: CloudsGame, rules: CloudsSteps, craft: Craft, plan: Plan) -> tuple[tuple[PlanTest, Check], ...]:
    """The tests that a plan asks for, each as a check. ICOG-5.5.1.1, ICOG-5.5.6.1."""
    facts = CheckFacts(game, craft, PILOT)
    checks = []
    for plan_test in tests_of(plan, handling_of(game, craft), game.cockpit(craft).test_kind(craft.speed)):
        if plan_test.kind == "third action":
            check = flying_check(rules, facts, "third action")
        else:
            make = flying_check if plan_test.kind == "flying" else strength_check
            tighter = api.modifier(plan_test.modifier, "tighter template", "ICOG-5.5.6.1")
            check = make(rules, facts, "tight turn" if plan_test.kind == "flying" else "strength in a turn", tighter)
        checks.append((plan_test, check))
    return tuple(checks)


def fate_of(game: CloudsGame, craft: Craft, course: FlownCourse) -> str:
    """What a move is the end of, in words: the ground, the board; nothing, where it flies on, or home as it has to."""
    low = course.lowest if game.rulings.ground_contact == "path" else course.end.place[2]
    if low < 0 and not (course.plan and course.plan[-1].kind == "L"):
        return "into the ground"
    edge = edge_of(game, course.end)
    return "off the board" if edge and not (craft.leaves and edge == own_edge(game, craft.side)) else ""


def arrived(game: CloudsGame, craft: Craft, course: FlownCourse) -> CloudsGame:
    """The fight with an aircraft at the end of a move, if its tests are passed."""
    flown = Flown(craft=craft.id, plan=written(course.plan), end=course.end, energy=(), speed=course.speed)
    targets = tuple(each.id for each in game.enemies(craft))
    return MoveEnded(craft=craft.id).apply(flown.apply(game)).changed(craft.id, targets=targets)


# -- events ------------------------------------------------------------------------------------------------------------


class Announced(CraftEvent, type="clouds.announced"):
    """ICOG-5.4.1."""

    plan: str
    throttle: int = 0
    targets: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        third = actions_of(plan_of(self.plan)) > handling_of(game, craft).actions
        return game.changed(self.craft, plan=self.plan, targets=self.targets, third=third)

    def tell(self, game: CloudsGame) -> str:
        throttle = f", throttle back {self.throttle}" if self.throttle else ""
        every = {enemy.id for enemy in game.enemies(game.of(self.craft))} <= {*self.targets}
        targets = f"; at {' and '.join(map(game.called, self.targets)) or 'nobody'}" if not every else ""
        return f"{self.subject(game)} announces: {told(plan_of(self.plan))}{throttle}{targets}"


class EnergyKept(NamedTuple):
    """Energy units of a move, by what they are for, as a log has them: gains above 0."""

    reason: str
    eu: int


class Flown(CraftEvent, type="clouds.flown"):
    """A move as it was flown: the pieces, the end, the energy by what it is for. ICOG-5.7.1.1."""

    plan: str = ""
    """Where it is not as it was announced."""
    end: SpacePose
    energy: tuple[EnergyKept, ...]
    speed: int

    @property
    def stalled(self) -> bool:
        """Whether it stalled in a turn. ICOG-5.5.14.2."""
        return any(item.reason == TURN_STALL for item in self.energy)

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        plan = self.plan or craft.plan
        tasks = max(0, handling_of(game, craft).actions - actions_of(plan_of(plan)))
        return game.changed(
            self.craft,
            pose=self.end,
            from_pose=craft.pose,
            flown_with=FlownWith(craft.speed, craft.wider, craft.stiff, craft.begins_with),
            plan=plan,
            speed=self.speed,
            silent=self.stalled,
            tasks=tasks,
        )

    def tell(self, game: CloudsGame) -> str:
        x, y, z = self.end.place
        energy = ", ".join(f"{item.reason} {item.eu:+d}" for item in self.energy) or "none"
        where = f"{x:.1f}, {y:.1f}, height {z:.1f}, heading {self.end.heading:.0f}°"
        return f"{self.subject(game)} flies to {where}; {self.speed} km/h; EU: {energy}"


class MoveEnded(CraftEvent, type="clouds.moved"):
    """Its move is over. ICOG-5.8-a."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        game = game.without(self.craft)
        order = 1 + max(craft.order for craft in game.craft)
        craft = game.of(self.craft)
        turns = craft.inverted + 1 if is_inverted(craft.pose, game.tables, game.rulings) else 0
        return game.changed(self.craft, moved=True, order=order, inverted=turns, begins_with="")


# -- steps -------------------------------------------------------------------------------------------------------------


def fly(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The tests of a plan, one a step, then the way. ICOG-5-a, ICOG-5.5.1.2, ICOG-5.5.6.2, ICOG-5.5.6.3."""
    craft = game.of(step.of)
    text, throttle, *results = step.facts
    plan = plan_of(str(text))
    checks = plan_checks(game, rules, craft, plan)
    fainted = bool(results) and craft.blackout == game.turn  # in the last test: from there it flies straight on
    plan, stalls, done = after_tests(game, craft, plan, checks, results[: len(results) - fainted])
    if fainted:
        at = max(0, checks[len(results) - 1][0].piece)
        plan = completed(plan[:at], handling_of(game, craft))
    elif not done:
        plan_test, check = checks[len(results)]
        yield from _test_step(game, dice, craft, step, plan_test, check, plan)
        return
    move = move_of(game, craft, int(throttle), damage_energy(dice, craft))
    yield from flown_events(game, craft, course_of(move, plan, stalls), stalls)


def damage_energy(dice: api.Dice, craft: Craft) -> int:
    """EU that damage costs in this turn. ICOG-5.7.7-a."""
    losses = (api.expression("energy lost by damage", loss.dice, by=craft.side, about="in EU") for loss in craft.losses)
    return sum(map(dice.draw, losses))


def after_tests(
    game: CloudsGame, craft: Craft, plan: Plan, checks: Sequence[tuple[PlanTest, Check]], results: Sequence[bool | int | str]
) -> tuple[Plan, int | None, bool]:
    """The plan as its tests have left it, the turn in which it stalls, and whether all is rolled.

    ICOG-5.5.1.2, ICOG-5.5.6.2, ICOG-5.5.6-b. A test that the plan has lost its piece for is not rolled: it counts as passed.
    """
    for (plan_test, _), result in zip(checks, results, strict=False):
        if plan_test.piece < 0 and not result:
            plan = without_third_action(plan, handling_of(game, craft), game.rulings)
        elif result == SAFE and plan_test.piece < len(plan):
            piece = plan[plan_test.piece]._replace(tighter=0)
            plan = (*plan[: plan_test.piece], piece, *plan[plan_test.piece + 1 :])
        elif not result and plan_test.kind == "flying":
            return plan, plan_test.piece, True
    rest = [plan_test for plan_test, _ in checks[len(results) :]]
    return plan, None, not any(plan_test.piece < 0 or _is_tight(plan, plan_test.piece) for plan_test in rest)


def _is_tight(plan: Plan, at: int) -> bool:
    return at < len(plan) and plan[at].turns and plan[at].tighter > 0


def _test_step(
    game: CloudsGame, dice: api.Dice, craft: Craft, step: api.GameStep, plan_test: PlanTest, check: Check, plan: Plan
) -> Events:
    """One test, and the step again with its result."""
    turn, broken = plan_test.piece >= 0, False
    result: bool | str = SAFE
    if turn and not _is_tight(plan, plan_test.piece):
        result = True
    elif not (turn and game.rulings.preview == "by-eye") or _take(dice, game, craft, check) == PASS:
        passed = yield from roll_test(dice, craft, check)
        broken = plan_test.kind == "strength" and not passed
        result = SAFE if broken and game.rulings.turn_after_failure == "marked-template" else passed or broken
    yield then(*(due("structure", craft.id),) * broken, due("fly", craft.id, *step.facts, result))


def _take(dice: api.Dice, game: CloudsGame, craft: Craft, check: Check) -> str:
    """Whether a pilot takes a test, or flies the marked template. ICOG-5.4.1-bis, ICOG-5.5.6-b."""
    letter = handling_of(game, craft).letters[0]
    says = f"{craft.marking}: the tighter turn takes {check.most} or less"
    options = {PASS: "take the test", SAFE: f"fly template {letter}"}
    return decided(dice, craft, "take a test", says, options, check.id, check.most)


def flown_events(game: CloudsGame, craft: Craft, course: FlownCourse, stalls: int | None) -> Events:
    """A move is flown, and what follows from where it ends. ICOG-5.5.11, ICOG-5.5.12, ICOG-5.5.16, ICOG-5.7.6.1."""
    cockpit, handling, plan = game.cockpit(craft), handling_of(game, craft), written(course.plan)
    energy = tuple(EnergyKept(item.reason, item.eu) for item in course.items)
    changed = "" if plan == craft.plan else plan
    yield Flown(craft=craft.id, plan=changed, end=course.end, energy=energy, speed=course.speed)
    lowest = course.lowest if game.rulings.ground_contact == "path" else course.end.place[2]
    follows: list[api.GameStep] = []
    if course.plan[-1:] == (LANDING,) and abs(course.end.place[2]) <= game.tables.measure("touch"):
        follows.append(due("touch down", craft.id))
    elif lowest < 0:
        follows.append(due("ground", craft.id))
    elif stalls is None and course.below:
        follows.append(due("below S", craft.id, course.below))
    elif stalls is None and course.speed == cockpit.stall:
        follows.append(due("on S", craft.id, actions_of(course.plan)))
    elif course.speed > cockpit.panel.maximum:
        follows.append(due("stress", craft.id))
    follows += after_flight(game, craft, course.plan, handling, course.speed)
    yield then(*follows, *(due(name, craft.id) for name in ("edge", "near", "moved")))


def moved(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The next aircraft is to move. ICOG-5.8-a."""
    yield MoveEnded(craft=step.of)
    yield then(due("inverted", step.of))


# -- orders ------------------------------------------------------------------------------------------------------------


def own_aircraft(game: CloudsGame, player: str) -> api.Slot:
    """One of a side's aircraft in the air, by its marking."""
    own = {craft.marking: craft.id for craft in game.in_air if craft.side == player}
    return api.Names("one of your aircraft", own, pieces=True)


def enemy_aircraft(game: CloudsGame, player: str) -> api.Slot:
    """An enemy in the air, by its marking."""
    return api.Names("an enemy", _enemies(game, player), pieces=True)


def _enemies(game: CloudsGame, player: str) -> dict[str, str]:
    return {craft.marking: craft.id for craft in game.in_air if craft.side != player}


class Targets(api.Names):
    """The enemies that a move is announced to attack: several by name, or ``nobody``."""

    NOBODY = ("",)

    def read(self, reading: api.Reading, at: int, values: api.Said) -> api.Readings:
        if (end := reading.word(at, ("nobody",))) is not None:
            yield self.NOBODY, end
        each = super().read
        between = partial(reading.word, words=(",", "and"))
        yield from api.several(reading, at, lambda at, _: each(reading, at, values), between)

    def tell(self, value: tuple[str, ...], values: api.Said) -> str:
        each = [super(Targets, self).tell(target, values) for target in value if target]
        return " and ".join(each) or "nobody"


class MoveOrder(api.SteppedOrder[CloudsGame, CloudsSteps]):
    """What is ordered of the aircraft that is to move."""

    # "three phases: initiative, movement, shooting"
    timing: ClassVar[api.Timing] = api.Timing(("movement",), rule="ICOG-3-a", reason="moves are made in the movement phase")
    craft: str

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        return {"craft": own_aircraft(game, player)}

    def preconditions(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft = game.next
        if earlier := tuple(super().preconditions(game, player, rules)):
            yield from earlier
        elif not game.has(self.craft) or game.of(self.craft).side != player:
            # "From the lowest initiative upwards"
            yield api.Objection("ICOG-5.3.1", f"no aircraft {self.craft[:40]!r} of yours is in the fight")
        elif craft is None or craft.id != self.craft:
            # "From the lowest initiative upwards"
            yield api.Objection("ICOG-5.3.1", f"it is {craft.marking if craft else 'nobody'} that moves now")


class Announce(MoveOrder, type="clouds.announce"):
    """The move of an aircraft is announced, and binds. ICOG-5.4.1, ICOG-5.4-a. Without targets it is against any enemy."""

    phrases: ClassVar[tuple[str, ...]] = (
        "{craft} flies|fly|moves|move [with throttle {throttle}] [at {targets}] [:] {plan}",
        "[fly|move] {craft} [with throttle {throttle}] [at {targets}] [:] {plan}",
    )
    plan: str = Field(max_length=200)
    throttle: int = Field(default=0, ge=0, le=9)
    targets: tuple[str, ...] = Field(default=(), max_length=16)

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        throttle = api.Names("EU to throttle back", {str(eu): eu for eu in range(1, 10)})
        targets = Targets("an enemy", _enemies(game, player), "enemies, or nobody; any enemy if not said")
        plan = PlanSlot(lambda craft: handling_of(game, game.of(craft)))
        return {"craft": own_aircraft(game, player), "plan": plan, "throttle": throttle, "targets": targets}

    @classmethod
    def from_words(cls, game: CloudsGame, player: str, rules: CloudsSteps, values: api.Said) -> Iterable[Announce]:
        targets = values.get("targets") or tuple(_enemies(game, player).values())
        yield cls(
            craft=values["craft"],
            plan=values["plan"],
            throttle=values.get("throttle") or 0,
            targets=() if targets == Targets.NOBODY else targets,
        )

    def in_words(self, game: CloudsGame, rules: CloudsSteps) -> api.Said:
        every = tuple(_enemies(game, game.of(self.craft).side).values()) if game.has(self.craft) else ()
        targets = () if self.targets == every else self.targets or Targets.NOBODY
        return {**dict(self), "targets": targets, "throttle": self.throttle or None}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        craft = game.mover(player)
        if craft is None or craft.spinning or craft.grounded or craft.formation:
            return
        targets = tuple(enemy.id for enemy in game.enemies(craft))
        aims = {plan: f" {words}" for words, plan in aimed_plans(game, rules, craft)}
        for plan in (*aims, *(plan for plan in simple_plans(game, craft) if plan not in aims)):
            title = f"{api.capitalised(craft.marking)}{aims.get(plan, '')}: {in_words(plan)}"
            kind = "aims" if plan in aims else "moves"
            yield api.Offer(cls(craft=craft.id, plan=written(plan), targets=targets), title, craft.id, kind=kind)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft = game.of(self.craft)
        if craft.spinning:
            # "with success it flies as usual from the turn after"
            yield api.Objection("ICOG-5.5.15.3", "it spins")
        elif craft.grounded:
            # "the turn after, it flies"
            yield api.Objection("ICOG-5.5.18.1", "it stands on the ground, and takes off first")
        elif craft.formation:
            # "In formation there are no manoeuvres"
            yield api.Objection("ICOG-5.5.20.2", "it flies in formation")
        elif unknown := [name for name in self.targets if not game.has(name) or game.of(name).side == player]:
            # "whom one means to shoot at"
            yield api.Objection("ICOG-5.4-a", f"{unknown[0][:40]!r} is no enemy in the fight")
        else:
            yield from self._against_plan(game, craft)

    def _against_plan(self, game: CloudsGame, craft: Craft) -> Iterable[api.Objection]:
        most = game.cockpit(craft).panel.throttle
        if self.throttle > most:
            # "as many units as one likes, Throttle at most"
            yield api.Objection("ICOG-5.7.5.1", f"throttling back sheds at most {most} EU")
        if self.throttle and craft.blackout == game.turn:
            # "by the table of aircraft with one engine"
            yield api.Objection("ICOG-6.3.10-a", "its pilot has fainted: nobody is at the throttle")
        try:
            plan = plan_of(self.plan)
        except PlanError as fault:
            yield fault.objection
        else:
            against = tuple(against_plan(craft.pose, plan, handling_of(game, craft), game.rulings))
            yield from against
            if not against and game.rulings.preview == "assisted":
                yield from self._against_end(game, craft, course_of(move_of(game, craft, self.throttle), plan))

    def course(self, game: CloudsGame) -> FlownCourse:
        """The move as it is flown, if its tests are passed; losses that are rolled are not known yet. ICOG-5.7.7-a."""
        craft = game.of(self.craft)
        return course_of(move_of(game, craft, self.throttle, sum(loss.fixed for loss in craft.losses)), plan_of(self.plan))

    def _against_end(self, game: CloudsGame, craft: Craft, course: FlownCourse) -> Iterable[api.Objection]:
        height = course.end.place[2]
        if lands(self.plan) and abs(height) > game.tables.measure("touch"):
            # "meets the runway at S lands without a test"
            yield api.Objection("ICOG-5.5.17.1", f"a landing ends on the ground: this ends at height {height:.1f}")
        if other := crowded(game, craft, course.end, self.targets):
            move = move_of(game, craft, self.throttle)
            ends = (course_of(move, plan).end for plan in simple_plans(game, craft))
            if any(crowded(game, craft, end, self.targets) is None for end in ends):  # it has another way
                # "To end so near is allowed for a shot alone"
                yield api.Objection(
                    "ICOG-5.5.16.2", f"it would end too near to {other.marking}, with none of its targets before its guns"
                )

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        """The first test: those after it depend on it."""
        craft = game.of(self.craft)
        checks = plan_checks(game, rules, craft, plan_of(self.plan))
        if not checks or (game.rulings.preview == "by-eye" and checks[0][0].piece >= 0):
            return ()  # nothing is rolled before the player says so
        return (question_of(checks[0][1]),)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        craft = game.of(self.craft)
        plan = written(completed(plan_of(self.plan), handling_of(game, craft)))
        yield Announced(craft=self.craft, plan=plan, throttle=self.throttle, targets=self.targets)
        yield then(*before_flight(game, craft), due("fly", self.craft, plan, self.throttle))


def crowded(game: CloudsGame, craft: Craft, end: SpacePose, targets: Iterable[str]) -> Craft | None:
    """Whom an aircraft would end too near to, though none of its targets is before its guns there. ICOG-5.5.16.2."""
    at_end = api.replace(craft, pose=end)
    if any(in_template(game, at_end, game.of(name).pose.place) for name in targets):
        return None
    body, others = body_of(game, at_end), (other for other in game.in_air if other.id != craft.id)
    return next((other for other in others if too_near(game, apart(body, body_of(game, other)))), None)


def simple_plans(game: CloudsGame, craft: Craft) -> tuple[Plan, ...]:
    """A few plans for lists: straight on, turns of the whole move, rolls, wings level, a dive; those that may be flown."""
    handling = handling_of(game, craft)
    reach, roll = handling.reach, handling.roll
    plans: list[Plan] = [(PlanPiece("S", reach),)]
    for side in (0.0, 90.0, 180.0):
        plans += [(PlanPiece("T", reach, side, tighter),) for tighter in range(len(handling.letters))]
    plans += [(PlanPiece("R", 0.0, by), PlanPiece("T", round(reach - roll, 3), 90.0)) for by in (-90.0, 90.0)]
    plans += [(PlanPiece("R", 0.0, 180.0),), (PlanPiece("V", 4.0),), tuple(_rolled_out(craft.pose))]
    plans += [(PlanPiece("T", reach, side, WIDE),) for side in (0.0, 180.0) if handling.wide]
    if craft.pose.place[2] <= reach and game.rulings.preview == "assisted":
        plans += landings(craft.pose, handling, game.rulings)
    flown = dict.fromkeys(plan for plan in plans if plan)
    return tuple(plan for plan in flown if not any(True for _ in against_plan(craft.pose, plan, handling, game.rulings)))


def aimed_plans(game: CloudsGame, rules: CloudsSteps, craft: Craft) -> Iterator[tuple[str, Plan]]:
    """For each enemy and goal a move to it, with how and to whom in words: the turn that ends with him before the guns, by
    the safest template and the least before it; over a place, or towards it. First the way home of who leaves. By eye none.
    """
    handling = handling_of(game, craft)
    aims: dict[str, Any] = {HOME: _ways_home(game, craft)} if craft.leaves else {}
    aims |= {f"at {each.marking}": _turns_at(game, craft, each.pose.place) for each in game.prey(craft)}
    for goal in rules.goals(game, craft):
        aims |= {} if goal.flat else {f"at {goal.name}": _turns_at(game, craft, goal.at)}
        for plan in runs(game, craft, goal):
            if word := leads(way_of(craft.pose, plan, handling, game.rulings), goal):
                aims.setdefault(f"{word} {goal.name}", []).append(plan)
    for words, plans in aims.items() if game.rulings.preview == "assisted" else ():
        allowed = (plan for plan in plans if not any(against_plan(craft.pose, plan, handling, game.rulings)))
        ends = (plan for plan in allowed if not fate_of(game, craft, course_of(move_of(game, craft, 0), plan)))
        yield from ((words, plan) for plan in islice(ends, 1))


def _turns_at(game: CloudsGame, craft: Craft, place: Vector) -> Iterator[Plan]:
    handling = handling_of(game, craft)
    starts = [(begun, end_of(craft.pose, begun, handling, game.rulings)) for begun in BEGUN]
    for (tighter, radius), (begun, start) in product(enumerate(handling.radii), starts):
        room = handling.reach - sum(piece.length_at(handling) for piece in begun)
        if turn := space.aimed(start, radius, place, room):
            plan = completed((*begun, PlanPiece("T", round(turn.length, 1), round(turn.side), tighter)), handling)
            if in_template(game, api.replace(craft, pose=end_of(craft.pose, plan, handling, game.rulings)), place):
                yield plan


def _ways_home(game: CloudsGame, craft: Craft) -> Sequence[Plan]:
    """Ways to the own edge, the best first: who stalls on it comes last, then who heads elsewhere, then who is far."""
    handling, move, stall = handling_of(game, craft), move_of(game, craft, 0), game.cockpit(craft).stall
    home, tighter = handling.home or 0.0, WIDE if handling.wide else 0
    lengths = (*map(float, range(1, int(handling.reach) + 1)), handling.reach)
    turns = [(PlanPiece("T", length, side, tighter),) for length in lengths for side in (0.0, 180.0)]

    def rank(plan: Plan) -> tuple[Any, ...]:
        course = course_of(move, plan)
        (x, y, _), off = course.end.place, course.end.heading - home
        return course.speed <= stall, abs((off + 180) % 360 - 180) // 5, -x * sin(radians(home)) - y * cos(radians(home))

    starts = dict.fromkeys(((), tuple(_rolled_out(craft.pose))))
    return sorted((completed((*start, *turn), handling) for start in starts for turn in ((), *turns)), key=rank)


def leads(way: Sequence[SpacePose], goal: Goal) -> str:
    """Whether a move leads ``over`` a place, or ``towards`` it: upright and straight on from its end, it is flown over."""
    track, place = [(*pose.place[:2], 0.0) for pose in way], ((*goal.at[:2], 0.0),) * 2
    if goal.come == "over" and any(vectors.apart(leg, place) <= goal.radius for leg in pairwise(track)):
        return OVER
    on = track[-1], vectors.add(track[-1], (*way[-1].ahead[:2], 0.0), FAR)
    return TOWARDS if way[-1].top[2] > LEVEL and vectors.apart(on, place) <= max(goal.radius, NEAR) else ""


def runs(game: CloudsGame, craft: Craft, goal: Goal) -> Iterator[Plan]:
    """Moves upright over a place that is flown over, or in line with it: straight, or a level turn and the roll out; wings
    levelled first.
    """
    handling, rulings, plans = handling_of(game, craft), game.rulings, list[Plan]()
    for begun in ((), tuple(_rolled_out(craft.pose))) if goal.flat else ():
        start = end_of(craft.pose, begun, handling, rulings)
        plans.append(completed(begun, handling))
        room = handling.reach - sum(piece.length_at(handling) for piece in begun) - handling.roll
        if turn := space.aimed(start, handling.radii[0], goal.seen_from(start.place), room):
            turned = (*begun, PlanPiece("T", round(turn.length, 1), round(turn.side, 1)))
            plans.append(completed((*turned, *_rolled_out(end_of(craft.pose, turned, handling, rulings))), handling))
    yield from (plan for plan in plans if not any(against_plan(craft.pose, plan, handling, rulings)))


def _rolled_out(pose: SpacePose) -> Iterator[PlanPiece]:
    if abs(pose.bank) >= 1:
        yield PlanPiece("R", 0.0, round(-pose.bank, 1))


def flight_path(game: CloudsGame, craft: Craft) -> tuple[SpacePose, ...]:
    """The way of the move just made, for pictures; its pose alone, if it has made none."""
    if craft.from_pose is None:
        return (craft.pose,)
    handling = handling_of(game, api.replace(craft, **craft.flown_with._asdict()))
    return (*way_of(craft.from_pose, plan_of(craft.plan), handling, game.rulings), craft.pose)


STEPS = {"fly": fly, "moved": moved}
