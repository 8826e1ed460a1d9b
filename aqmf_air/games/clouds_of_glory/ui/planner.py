"""A move that is planned: what may come next, what is left, what it costs and risks, where it leads.

A path is a plan as the log has it, piece by piece. What the dials say, a roll and then a turn, stands at its end; the rest
of the MU is flown straight on. Under the ruling ``preview`` = ``by-eye`` nothing is told that is measured:
:func:`looked_ahead`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from math import cos, degrees, dist, floor, prod, radians, sin
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from aqmf_air.api import UnknownNameError, cached_by_identity, capitalised, ui
from aqmf_air.api.geometry import SpacePose, Vector, vectors
from aqmf_air.api.ui import FLAT
from aqmf_air.games.clouds_of_glory.automatic.candidates import Sketches, aiming
from aqmf_air.games.clouds_of_glory.automatic.goals import comes
from aqmf_air.games.clouds_of_glory.chapters.arcs import arc_of, in_template
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.foreseen import Foreseen

from aqmf_air.games.clouds_of_glory.chapters.moving import (  # isort: skip
    FAR, HOME, OVER, TOWARDS, Announce, aimed_plans, leads, plan_checks, runs,
)  # fmt: skip

from aqmf_air.games.clouds_of_glory.chapters.plans import (  # isort: skip
    GRAIN, LANDING, Plan, PlanError, PlanPiece, actions_of, against_plan, completed, landings, piece_in_words,
    plan_of, told, way_of, written,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps
from aqmf_air.games.clouds_of_glory.state import CloudsGame, Craft, Goal
from aqmf_air.games.clouds_of_glory.ui.cockpit import pose_words
from aqmf_air.games.clouds_of_glory.ui.projections import COLOURS, OTHERS, RADIUS, SCALE, Views

TURN, ROLL, LETTER, THROTTLE, LOOK, AFTER, KEYS = "turn", "roll", "letter", "throttle", "look", "after", "keys"
WHOLE, PIECES = "whole", "pieces"
FALLS, LOST = "MU of fall", "lost"
BUTTONS = 7
"""As many as have room on a phone, beside the one that takes back."""
AFTERWARDS: Mapping[str, Plan] = {
    **{str(by): (PlanPiece("B", 0.0, float(by)),) if by else () for by in (-45, -30, -15, 0, 15, 30, 45)},
    "land": (LANDING,),
}
"""What may be after all else: a bank, a landing."""
LOOKED_AT = 8
"""Moves of those that aim that are flown by the rules, to compare their chances."""
BEHIND = 4.0
"""MU behind an enemy: the place that a move is offered to."""
CLIMB, DIVE = (0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0), 45
"""MU of a turn upwards that are tried; degrees of a dive."""
STEEPEST = -4
"""EU of a climb at most: who climbs on has still to fly."""


class Draft(NamedTuple):
    """A move as far as it is planned, and what it depends on."""

    game: CloudsGame
    rules: CloudsSteps
    craft: Craft
    plan: Plan = ()
    throttle: int = 0

    def announced(self) -> Announce:
        """The order; its targets are all whom it may meet."""
        targets = tuple(enemy.id for enemy in self.game.enemies(self.craft))
        return Announce(craft=self.craft.id, plan=written(self.plan), throttle=self.throttle, targets=targets)

    def chance(self) -> float:
        """That all its tests are passed, re-rolls left out."""
        return prod(check.chance for _, check in plan_checks(self.game, self.rules, self.craft, self.plan))

    def stalls(self) -> float:
        """That it stalls in a turn, re-rolls left out."""
        tests = plan_checks(self.game, self.rules, self.craft, self.plan)
        return 1 - prod(check.chance for test, check in tests if test.kind == "flying")


class Ahead(Foreseen):
    """What a player is told of a move that he plans."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft.game, draft.rules, draft.announced())
        self.draft = draft

    @cached_property
    def chances(self) -> Mapping[str, float]:
        """The chance of a long burst at each whom it could shoot at from there."""
        shot_questions = ((target, shot.questions(self.there, self.rules)[0]) for target, shot in self.shots.items())
        return {target: float(question.odds().where(bool)) for target, question in shot_questions}

    def chance_at(self, goal: Goal) -> tuple[float, str]:
        """Of a shot at an enemy, or of what is to be done at a place, its tests included; 0: it may not be offered."""
        own = (self.chances.get(goal.id, 0.0), "") if self.game.has(goal.id) else None
        chance, does = own or goal.chance(self.there, self.rules)
        return (chance * self.draft.chance() if chance and self.good else 0.0), does

    @property
    def good(self) -> bool:
        """Whether it may be offered: it is allowed, and neither falls nor is lost."""
        order = self.draft.announced()
        against = order.against(self.game, self.craft.side, self.rules)
        return not (self.falls or self.fate or any(True for _ in against))

    def warnings(self) -> Iterator[str]:
        """What a player may have overlooked, with its chance, re-rolls left out."""
        if turns := self.draft.stalls():
            yield f"stalls in the turn: {turns:.0%}"
        if check := self.stall_test():
            falls = f"stalls and drops {self.falls} MU; spins" if self.falls else "stalls at stall speed"
            yield f"{falls}: {1 - check.chance:.0%}"
        if self.fate:
            yield f"It flies {self.fate}"
        for enemy in self.bearing:
            yield f"In the guns of {enemy.marking}{_if_it_stays(enemy)}"

    @property
    def bearing(self) -> Iterator[Craft]:
        """The enemies before whose guns it ends."""
        craft = self.there.of(self.craft.id)
        yield from (enemy for enemy in self.there.enemies(craft) if in_template(self.there, enemy, craft.pose.place))

    def facts(self) -> Iterator[tuple[str, str]]:
        """What holds at its end, with the best shot from there."""
        course, cockpit = self.course, self.game.cockpit(self.craft)
        yield "MU up", f"{course.end.place[2]:.1f}"
        yield "heading", f"{course.end.heading % 360:.0f}°"
        yield "km/h", str(course.speed)
        yield "EU", f"{course.net:+d}"
        if self.falls:
            yield FALLS, str(self.falls)
        else:
            yield "EU to stall", str(cockpit.last_on_stall(course.speed))
        if self.chances:
            best = max(self.chances, key=lambda target: self.chances[target])
            yield "hit" + _if_it_stays(self.game.of(best)), f"{self.chances[best]:.0%}"
        if self.fate:
            yield self.fate, LOST

    def notes(self) -> Iterator[str]:
        """Whom it could shoot at from there, in whose arcs it would be, what it would be too near to."""
        for target, chance in self.chances.items():
            yield f"Shot at {self.game.called(target)}{_if_it_stays(self.game.of(target))}: {chance:.0%}"
        x, y, _ = self.course.end.place
        yield f"Ends at {x:.0f}, {y:.0f}: {pose_words(self.course.end)}"
        yield from (f"Test: {test}" for test in self.tests())
        energy = ", ".join(f"{item.reason} {item.eu:+d}" for item in self.course.items) or "no change"
        yield f"EU: {energy}; {actions_of(self.draft.plan)} of {handling_of(self.game, self.craft).actions} actions"

    def drawn(self, views: Views) -> str:
        """The way and the aircraft at its end, in each view."""
        sheet, colour, end = ui.Fragment(), COLOURS[self.craft.side], self.course.end
        handling = handling_of(self.game, self.craft)
        way = way_of(self.craft.pose, self.course.plan, handling, self.game.rulings)
        seen = views.about and vectors.size(vectors.add(end.place, views.about.place, -1)) >= GRAIN
        for view in (*FLAT, "nose") if seen else FLAT:
            x, y = views.scaled(views.place(view, end.place))
            says = (self.fate or f"{max(0.0, end.place[2]):.1f} up, {self.course.speed}") if view in FLAT else "here"
            with sheet.group(class_="plan", data_words=says, data_fill=colour, data_end=f"{x} {y}"):
                if view in FLAT:
                    line = ui.line_to([views.scaled(views.place(view, pose.place)) for pose in way])
                    sheet.path(line, ui.style.CARD, 7)
                    sheet.path(line, colour, 3)
                    sheet.circle((x, y), RADIUS * SCALE, ui.style.CARD + "88", colour, 2)
                sheet.raw(views.aircraft(view, end, self.craft.side, 0.85))
        return str(sheet)


def _if_it_stays(enemy: Craft) -> str:
    return "" if enemy.moved else " if it stays"


def looked_ahead(draft: Draft) -> Ahead | None:
    """Where a move leads; None: before it is announced that is for the eye. The only place that reads ``preview`` here."""
    if draft.game.rulings.preview == "by-eye" or any(True for _ in _against(draft)):
        return None
    return Ahead(draft)


def _against(draft: Draft) -> Iterable[Any]:
    handling = handling_of(draft.game, draft.craft)
    return against_plan(draft.craft.pose, draft.plan, handling, draft.game.rulings)


# -- moves that are offered whole --------------------------------------------------------------------------------------


class Idea(NamedTuple):
    """A move that is offered whole."""

    title: str
    sign: str
    plan: Plan
    chance: float = 0.0
    end: SpacePose | None = None
    """Of a move that aims: where it ends."""
    note: str = ""


def _path(plan: Iterable[PlanPiece]) -> str:
    return "".join(f"{written((piece,))} " for piece in plan)


@cached_by_identity(32)
def whole_moves(game: CloudsGame, rules: CloudsSteps, craft: Craft, throttle: int) -> tuple[Idea, ...]:
    """Moves that are offered whole: aims, then others. Dials ask again and again while a hand turns them."""
    draft, handling = Draft(game, rules, craft, throttle=throttle), handling_of(game, craft)
    each: dict[Plan, Idea] = {}
    for idea in (*aims(draft), *others(draft)):
        each.setdefault(completed(idea.plan, handling), idea)
    return tuple(each.values())


def aims(draft: Draft) -> list[Idea]:
    """For each enemy the best shot, for each goal the best move, tests included; best first. Empty under ``by-eye``."""
    aimed, game = [], draft.game
    letters = handling_of(game, draft.craft).letters
    enemies = (Goal(enemy.id, enemy.marking, enemy.pose.place) for enemy in game.prey(draft.craft))
    for goal in (*enemies, *draft.rules.goals(game, draft.craft)):
        moves = [(*ahead.chance_at(goal), ahead) for ahead in _flown(draft, goal)]
        chance, does, best = max((move for move in moves if move[0]), key=itemgetter(0), default=(0.0, "", None))
        if best:
            letter = letters[max((piece.tighter for piece in best.draft.plan), default=0)]
            sign, energy = f"{chance:.0%}", f"{best.course.net:+d} EU"
            stays = _if_it_stays(game.of(goal.id)) if game.has(goal.id) else ""
            short = f"hit {goal.name.split()[0]}" if game.has(goal.id) else goal.name.removeprefix("the ")
            title, plan = f"{does} {goal.name}{stays} {sign}, {letter}, {energy}".lstrip(), best.draft.plan
            aimed.append(Idea(title, sign, plan, chance, best.course.end, f"{short}{stays or f', {energy}'}"))
    each = {(idea.title, idea.plan): idea for idea in aimed}  # two goals of one place may be come to by one move
    return sorted(each.values(), key=lambda idea: -idea.chance)


def _flown(draft: Draft, goal: Goal) -> Iterator[Ahead]:
    """Moves that come to a place, by closed form; those that look best, flown by the rules."""
    pose, handling = draft.craft.pose, handling_of(draft.game, draft.craft)
    sketches = aiming(pose, handling, [goal.at], len(handling.letters) - 1)
    nearest = (_to_a_tenth(sketches.plan(number)) for number in _nearest(draft, sketches, goal))
    for plan in runs(draft.game, draft.craft, goal) if goal.flat else nearest:
        way = way_of(pose, plan, handling, draft.game.rulings) if goal.flat else ()
        if (not goal.flat or leads(way, goal) == OVER) and (ahead := looked_ahead(draft._replace(plan=plan))):
            yield ahead


def _to_a_tenth(plan: Plan) -> Plan:
    """A plan as a hand measures it, in tenths of a MU and whole degrees: it is announced and told so."""
    return tuple(piece._replace(length=floor(10 * piece.length) / 10, angle=float(round(piece.angle))) for piece in plan)


def _nearest(draft: Draft, sketches: Sketches, goal: Goal) -> Sequence[int]:
    """Of moves those that come to a place, the nearest with each letter first."""
    game, reach = draft.game, handling_of(draft.game, draft.craft).reach
    far = np.sqrt(np.sum((sketches.ends.place - np.asarray(goal.at)) ** 2, axis=1))
    template = game.tables.half_angle, game.tables.reach(game.rulings.gunnery_bands)
    held = comes(goal, draft.craft.pose, sketches.ends, reach, *template)
    near = [int(number) for number in np.argsort(far, kind="stable") if held[number]]
    letters = {letter: [number for number in near if sketches.tighter[number] == letter] for letter in {*sketches.tighter}}
    return [number for letter in sorted(letters) for number in letters[letter][:LOOKED_AT]]


def others(draft: Draft) -> Iterator[Idea]:
    """Towards places, behind or towards the nearest enemy, to each side, straight on, up, down; by eye only straight on."""
    game, craft, handling = draft.game, draft.craft, handling_of(draft.game, draft.craft)
    for words, plan in aimed_plans(game, draft.rules, craft):
        if words == HOME:
            yield Idea("Turn home" if actions_of(plan) else "Straight home", "⌂", plan)
        elif words.startswith(TOWARDS):
            yield Idea(capitalised(words), TOWARDS, plan, note=words.removeprefix(TOWARDS).strip())
    enemies = sorted(game.prey(craft), key=lambda other: dist(other.pose.place, craft.pose.place))
    for enemy in enemies[:1]:
        flown = _flown(draft, Goal(enemy.id, enemy.marking, vectors.add(enemy.pose.place, enemy.pose.ahead, -BEHIND)))
        behind = (ahead for ahead in flown if arc_of(game, enemy, ahead.course.end.place) == "rear")
        yield from _first(f"Behind {enemy.marking}", "behind", enemy.marking.split()[0], behind)
        yield from _first(f"Towards {enemy.marking}", TOWARDS, enemy.marking.split()[0], _nosed(draft, enemy.pose.place))
    for side, sign, by in (("left", "⟲", -90), ("right", "⟳", 90)):
        way = radians(craft.pose.heading + by)
        far_off = vectors.add(craft.pose.place, (sin(way), cos(way), 0.0), 10 * FAR)
        yield from _first(f"Turn {side}", sign, side, _nosed(draft, far_off))
    if craft.pose.place[2] <= handling.reach and not craft.pose.vertical:
        tried = (looked_ahead(draft._replace(plan=plan)) for plan in landings(craft.pose, handling, game.rulings))
        yield from _first("Land straight on", "land", "ahead", (ahead for ahead in tried if ahead and ahead.landing != 0))
    straight = Idea("Straight on", "↑", (PlanPiece("S", handling.reach),))
    yield from () if any(True for _ in _against(draft._replace(plan=straight.plan))) else (straight,)
    yield from _climb_and_dive(draft)


def _first(title: str, sign: str, note: str, flown: Iterable[Ahead | None]) -> Iterator[Idea]:
    """The first of some moves that may be offered, with its height, unless something else is to be noted."""
    for ahead in islice((each for each in flown if each and each.good), 1):
        words = note or f"{ahead.course.end.place[2]:.0f} up"
        yield Idea(title, sign, ahead.draft.plan, note=f"{words}, {ahead.course.net:+d} EU")


def _nosed(draft: Draft, place: Vector) -> Iterator[Ahead | None]:
    """Moves without a test that end with the nose at a place, those of least energy first."""
    handling = handling_of(draft.game, draft.craft)
    sketches = aiming(draft.craft.pose, handling, [place], 0)
    for number in np.lexsort((sketches.actions(), sketches.costs(handling)))[:LOOKED_AT]:
        yield looked_ahead(draft._replace(plan=_to_a_tenth(sketches.plan(int(number)))))


def _climb_and_dive(draft: Draft) -> Iterator[Idea]:
    """The move that ends highest and the one that ends lowest."""
    craft, handling = draft.craft, handling_of(draft.game, draft.craft)
    up, down = (craft.pose.side_of((0.0, 0.0, way)) for way in (1.0, -1.0))
    dive, side = round(min(handling.radii[0] * radians(DIVE), handling.reach), 1), round(min(max(up, 0.0), 180.0), 1)
    climbs: list[Plan] = [(), *((PlanPiece("T", length, side),) for length in CLIMB)]
    dives: list[Plan] = [(), (PlanPiece("V", dive),), *[(PlanPiece("T", dive, round(down, 1)),)] * (0 <= down <= 180)]
    for title, sign, upwards, plans in (("Climb", "▲", 1, climbs), ("Dive away", "▼", -1, dives)):
        looked = (looked_ahead(draft._replace(plan=plan)) for plan in plans)
        flown = [ahead for ahead in looked if ahead and ahead.course.net >= STEEPEST]
        flown.sort(key=lambda ahead: -upwards * ahead.course.end.place[2])
        yield from _first(title, sign, "", flown)


# -- the sheet ---------------------------------------------------------------------------------------------------------


def drawn_plan(seat: ui.Seat, question: ui.PathQuestion) -> ui.DrawnPath:
    """A move as far as it is planned. Raises UnknownNameError: the seat has no such aircraft; DataError: no dial says so."""
    game: CloudsGame = seat.view
    if not game.has(question.piece) or game.of(question.piece).side != seat.side:
        raise UnknownNameError(
            f"no aircraft {question.piece[:60]!r} of yours", what="aircraft", name=question.piece, near=()
        )
    craft, rules = game.of(question.piece), seat.position.ruleset.rules
    handling = handling_of(game, craft)
    letter = _number(question.chosen.get(LETTER, ""), len(handling.letters) - 1)
    throttle = _number(question.chosen.get(THROTTLE, ""), game.cockpit(craft).panel.throttle)
    begun = Draft(game, rules, craft, throttle=throttle)
    words = question.path.split()
    while words and not _can_be_flown(begun, words):
        words.pop()
    path = plan_of(" ".join(words))
    spent = sum(piece.length_at(handling) for piece in path)
    left = round(max(0.0, handling.reach - spent), 3)
    dialled = tuple(_dialled(question, left, letter, handling.roll))
    keys = question.chosen.get(KEYS, PIECES if dialled else WHOLE)
    dialled = dialled if keys == PIECES else ()
    after = question.chosen.get(AFTER, "0")
    draft = begun._replace(plan=_joined((*path, *dialled, *AFTERWARDS.get(after, ()))))
    why = [objection.reason for objection in _against(draft)]
    why += [] if why else [objection.reason for objection in seat.objections(draft.announced())]
    taken = sum(piece.length_at(handling) for piece in draft.plan)
    still = round(max(0.0, handling.reach - taken), 3)
    draft = draft._replace(plan=completed(draft.plan, handling) if still else draft.plan)
    ahead = looked_ahead(draft)
    checks = (check for _, check in plan_checks(game, rules, craft, draft.plan))
    tests = (f"Test: {each.id}, {each.most} or less{f', {each.chance:.0%}' if ahead else ''}" for each in checks)
    look = question.chosen.get(LOOK, "")
    about = look if game.has(look) and game.of(look).side != craft.side and game.of(look).flying else ""
    views = Views.of(game, about or craft.id)
    whole = whole_moves(game, rules, craft, throttle) if keys == WHOLE else ()
    buttons = [ui.PathStep(idea.title, idea.sign, _path(idea.plan), whole=True, note=idea.note) for idea in whole]
    if keys == PIECES:
        buttons += _pieces(begun, path, left)
    if dialled:
        buttons.append(ui.PathStep("Add the dials", "and then", _path(dialled), key="Enter"))
    buttons = buttons[:BUTTONS]
    ahead_left = (("MU left", f"{still:.1f}"),) if keys == PIECES else ()
    home = () if handling.home is None else (("home", f"{handling.home:.0f}°"),)
    where = [(*views.place("above", craft.pose.place), views.facing("above", craft.pose))]
    return ui.DrawnPath(
        "".join(f"{word} " for word in words),
        tuple(where),
        0,
        still,
        "MU",
        tuple(buttons),
        tuple(_cells(views, whole, ahead.course.end if ahead else craft.pose)),
        choosing=tuple(_choices(draft, letter, after, keys, about)),
        facts=(*ahead_left, *(ahead.facts() if ahead else _costs(draft)), *home),
        alarms=(FALLS, ahead.fate if ahead else ""),
        notes=(*tests, *(ahead.notes() if ahead else ()), f"Flown: {told(draft.plan)}"),
        svg=ahead.drawn(views) if ahead else "",
        word="Announce",
        command=None if why else draft.announced(),
        why="; ".join(why),
        dials=tuple(_dials(question, left, handling.roll, handling.radii[letter])) if keys == PIECES else (),
        about=about,
    )


def _number(text: str, most: int) -> int:
    return min(int(text), most) if text.isdecimal() and len(text) < 3 else 0


def _can_be_flown(draft: Draft, words: Sequence[str]) -> bool:
    try:
        plan = plan_of(" ".join(words))
    except PlanError:
        return False
    return not any(True for _ in _against(draft._replace(plan=_joined(plan))))


def _joined(plan: Plan) -> Plan:
    """The same with straights that follow each other as one."""
    pieces: list[PlanPiece] = []
    for piece in plan:
        if pieces and piece.kind == pieces[-1].kind == "S":
            pieces[-1] = piece._replace(length=round(pieces[-1].length + piece.length, 3))
        else:
            pieces.append(piece)
    return tuple(pieces)


def _dialled(question: ui.PathQuestion, left: float, letter: int, roll: float) -> Iterator[PlanPiece]:
    """What the dials say: a roll, then a turn."""
    turned, rolled = question.dialled(TURN), question.dialled(ROLL)
    if rolled and round(rolled[0], 1):
        yield PlanPiece("R", 0.0, round(min(max(rolled[0], -180.0), 180.0), 1))
        left = max(0.0, round(left - roll, 3))
    if turned and turned[1] > 0:
        yield PlanPiece("T", min(round(turned[1], 3), left), round(90 - turned[0], 1), letter)


def _dials(question: ui.PathQuestion, left: float, roll: float, radius: float) -> Iterator[ui.PathDial]:
    if left <= GRAIN:
        return
    sides, bend = ((-90.0, "L"), (0.0, "up"), (90.0, "R")), degrees(1 / radius)
    yield ui.PathDial(TURN, "Turn", left, question.dialled(TURN), reach_step=0.5, unit="MU", bend=bend, labels=sides)
    if left >= roll:
        rolls = ((-90.0, "L"), (90.0, "R"), (180.0, "over"))
        yield ui.PathDial(ROLL, "Roll", 0, question.dialled(ROLL), -180, 180, step=15, labels=rolls)


def _pieces(draft: Draft, path: Plan, left: float) -> Iterator[ui.PathStep]:
    """Buttons that add a piece that no dial says: those that may come next."""
    handling = handling_of(draft.game, draft.craft)
    dive = round(min(handling.radii[0] * radians(DIVE), left), 1)
    offered = [("Ahead 1 MU", "↑ 1", PlanPiece("S", 1.0)), ("Ahead 3 MU", "↑ 3", PlanPiece("S", 3.0))]
    offered += [("Vertical dive", "⤵ dive", PlanPiece("V", dive))]
    offered += [("Slip left 1", "← slip", PlanPiece("P", 0.0, -1.0)), ("Slip right 1", "slip →", PlanPiece("P", 0.0, 1.0))]
    for title, sign, piece in offered:
        if not any(True for _ in _against(draft._replace(plan=_joined((*path, piece))))):
            yield ui.PathStep(title, sign, _path((piece,)), round(piece.length_at(handling), 2))


def _choices(draft: Draft, letter: int, after: str, keys: str, about: str) -> Iterator[ui.PathChoice]:
    handling, game, craft = handling_of(draft.game, draft.craft), draft.game, draft.craft
    yield ui.PathChoice(KEYS, "Plan", ((WHOLE, "Whole moves"), (PIECES, "By hand")), keys, head=True)
    if len(handling.letters) > 1 and keys == PIECES:
        values = [("0", f"{handling.letters[0]}: no test")]
        for tighter, name in enumerate(handling.letters[1:], 1):
            trial = draft._replace(plan=(PlanPiece("T", 1.0, 90.0, tighter),))
            chance = f" test {trial.chance():.0%}," if looked_ahead(trial) else ""
            worth = name not in handling.letters[:tighter] or tighter == letter  # else it costs more for the same template
            values += [(str(tighter), f"{name}:{chance} {handling.costs[tighter]} EU")] * worth
        yield ui.PathChoice(LETTER, "Template", tuple(values), str(letter))
    throttles = range(game.cockpit(craft).panel.throttle + 1)
    values = [(str(eu), f"back: {eu} EU less" if eu else "full") for eu in throttles]
    yield ui.PathChoice(THROTTLE, "Throttle", tuple(values), str(draft.throttle), menu=True)
    may = [name for name in AFTERWARDS if name != "land" or craft.pose.place[2] <= handling.reach]
    titles = [piece_in_words(AFTERWARDS[name][0]) if AFTERWARDS[name] else "nothing" for name in may]
    yield ui.PathChoice(AFTER, "Then", tuple(zip(may, titles, strict=True)), after, menu=True)
    enemies = list(game.enemies(craft))
    if enemies:
        looks = (("", "the board"), *((enemy.id, enemy.marking) for enemy in enemies))
        yield ui.PathChoice(LOOK, "Look along", looks, about, menu=True)


def _costs(draft: Draft) -> Iterator[tuple[str, str]]:
    """What needs no measuring: actions, and EU of manoeuvres."""
    handling = handling_of(draft.game, draft.craft)
    yield "actions", f"{actions_of(draft.plan)} of {handling.actions}"
    yield "manoeuvres", f"{-sum(piece.energy_at(handling) for piece in draft.plan):d} EU"


def _cells(views: Views, moves: Iterable[Idea], end: SpacePose) -> Iterator[ui.PathCell]:
    """A dot in each flat view where a move ends that aims, with its chance where the present one does not end."""
    for idea in moves:
        for view in FLAT if idea.end else ():
            at = views.place(view, idea.end.place)  # type: ignore[union-attr]
            here = dist(at, views.place(view, end.place)) < OTHERS
            yield ui.PathCell(at, _path(idea.plan), 0, next=True, whole=True, word="" if here else f"{idea.chance:.0%}")
