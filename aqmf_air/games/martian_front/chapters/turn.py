"""The turn: its phases, what must be done before one ends, and how the game ends. HOST-TURN, HOST-DRONE-1, HOST-WIN."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import ClassVar, Literal

from aqmf_air.api import Dice, Objection, Offer, Question, ReadFrom, Tally, after, in_a_row, replace
from aqmf_air.api.geometry import TOLERANCE
from aqmf_air.games.martian_front import state
from aqmf_air.games.martian_front.chapters import orders
from aqmf_air.games.martian_front.chapters.morale import RALLYING, Rallied, UnitLeft, caught, must_test, routed, to_rally
from aqmf_air.games.martian_front.chapters.moving import ASSAULT, in_contact, movable, reach_of, shifted
from aqmf_air.games.martian_front.chapters.reserves import due
from aqmf_air.games.martian_front.chapters.to_hit import rolled
from aqmf_air.games.martian_front.tables import SIDES, SPELT, Side, figures

UNCONTROLLED = "uncontrolled"
"""The mark of drones that began the phase too far from a tripod."""


class EndPhase(orders.FrontOrder, type="host.end_phase"):
    """A side is done with this phase. Human units that lost elements in it test their morale first. HOST-TURN-1."""

    anybodys: ClassVar[bool] = True
    phrases: ClassVar[tuple[str, ...]] = ("end [the] [phase|turn]", "done")

    @classmethod
    def offers(cls, game: state.Game, player: str, rules: orders.FrontRules) -> Iterable[Offer]:
        """Possible for a side that acts, unless something must still be done."""
        if player in orders.acting(game):
            title = "end the turn" if game.part is state.PhasePart.END else "end the phase"
            yield Offer(cls(), title, ends_stage=True)

    def objections(self, game: state.Game, player: str, rules: orders.FrontRules) -> Iterable[Objection]:
        """Only a side that acts ends the phase; not while something must still be done in it, by whatever side."""
        if idle := orders.waits_for_winner(game) or orders.not_acting(game, player):
            yield from idle
            return
        if game.part is state.PhasePart.INITIATIVE:
            # "For initiative both sides roll a D10, and the higher chooses who goes first"
            yield Objection("HOST-TURN-2", "both sides roll for initiative, and the winner chooses who goes first")
        # those with nothing to do in a phase of both sides never end it for others
        busy = next((side for side in game.active if has_business(game, side, game.part)), player)
        if busy != player:  # "A side orders its own units, in its own phases"
            yield Objection("HOST-TURN-1", f"the {busy} side is not done with this phase ({game.now.title.lower()})")
        for reserve in due(game, player):  # "Reserves roll a D10 in their side's first movement phase"
            yield Objection("HOST-RESERVE-1", f"{game.called(reserve.unit.id)} is due: roll for the reserves first")
        for unit in must_fall_back(game, rules, player):  # "the attacker moves away in its second movement"
            yield Objection("HOST-ASSAULT-2", f"{game.called(unit.id)} must move away from what it assaulted")

    def questions(self, game: state.Game, rules: orders.FrontRules) -> Sequence[Question]:
        """A morale test for each unit with losses; in the end phase a roll for each that runs."""
        if self._others_go_on(game):
            return ()
        tests = [
            question
            for unit in must_test(game)
            for question in rules.procedure("morale question", game.type_of(unit).kind)(game, rules, unit)
        ]
        return (*tests, *(rally_question(game, unit) for unit in _rallying(game)))

    def decide(self, game: state.Game, rules: orders.FrontRules, dice: Dice) -> tuple[orders.FrontEvent, ...]:
        """Tests, rallies and, at the end of a turn, the verdict; then the next phase."""
        if self._others_go_on(game):
            return (SideDone(side=game.active[0]),)
        events: list[orders.FrontEvent] = []
        for unit in must_test(game):
            events += rules.procedure("morale", game.type_of(unit).kind)(game, rules, dice, unit)
        events += caught(after(game, events), rules)
        events += done_before_turn_1(game, rules)
        events += [Rallied(unit=unit.id, rallied=rolled(dice, to_rally(unit.id), unit.side)) for unit in _rallying(game)]
        if game.part is state.PhasePart.END and (end := verdict(after(game, events), rules)):
            return (*events, end)
        return (*events, PhaseEnded(phase=game.now.id, next=next_phase(game).id))

    def _others_go_on(self, game: state.Game) -> bool:
        """Whether both sides act in this phase, and the other is busy: the first of :attr:`state.Game.active` is done."""
        both = game.now.whose == "both" and len(game.active) > 1
        return both and all(has_business(game, side, game.part) for side in game.active)


def done_before_turn_1(game: state.Game, rules: orders.FrontRules) -> tuple[UnitLeft, ...]:
    """Units that leave when the bombardment ends, whether they took part or not: a matter of their kind (step ``stays``)."""
    if game.part is not state.PhasePart.BOMBARDMENT:
        return ()
    return tuple(UnitLeft(unit=unit.id) for unit in game.units if not stays(game, rules, unit))


def stays(game: state.Game, rules: orders.FrontRules, unit: state.Unit) -> bool:
    """Whether a unit is there after the bombardment."""
    return bool(rules.procedure("stays", game.type_of(unit).kind)(game, unit))


class SideDone(orders.FrontEvent, type="host.side_done"):
    """A side is done with a phase in which both act."""

    side: Side

    def apply(self, game: state.Game) -> state.Game:
        return state.having_done(game, state.Act(state.ActKind.DONE, self.side))

    def tell(self, game: state.Game) -> str:
        return f"the {self.side} side is done ({game.now.title.lower()})"


class PhaseEnded(orders.FrontEvent, type="host.phase_ended"):
    """The game went on to the next phase: nothing is told, its heading says it."""

    phase: str
    next: str

    def apply(self, game: state.Game) -> state.Game:
        """Losses of the phase are settled; a stunned unit has sat out a combat of its own."""
        return begun(turned(game, self.next))


def turned(game: state.Game, phase: str) -> state.Game:
    """The game at the phase of this id, with the losses of the one before settled."""
    combat = game.part is state.PhasePart.COMBAT
    units = tuple(
        _settled(unit, state.unmarked(unit.marks, state.STUNNED) if combat and state.sits_out(game, unit) else unit.marks)
        for unit in game.units
    )
    ids = [row.id for row in state.phases()]
    follows = ids.index(phase)
    new_turn = follows <= game.phase or (game.now.once and not state.phases()[follows].once)
    return replace(game, units=units, phase=follows, turn=game.turn + new_turn, acted=())


def must_fall_back(game: state.Game, rules: orders.FrontRules, player: str) -> tuple[state.Unit, ...]:
    """Units of a side that must still move away, and can: what they assaulted lives. HOST-ASSAULT-2."""
    if game.part is not state.PhasePart.SECOND_MOVEMENT:
        return ()
    return tuple(
        unit
        for unit in game.units
        if unit.side == player
        and (assaulted := unit.mark(ASSAULT))
        and game.in_play(assaulted)
        and in_contact(game, unit, game.unit(assaulted))
        and movable(game, unit, player, rules)
        and any(
            not any(True for _ in shifted(unit, bearing, reach_of(game, unit)).objections(game, player, rules))
            for bearing in range(0, 360, 45)
        )
    )


# -- phases ----------------------------------------------------------------------------------------------------------


def opened(game: state.Game) -> state.Game:
    """The game at the beginning of its first phase."""
    first = next(number for number, phase in enumerate(state.phases()) if happens(game, phase))
    return begun(replace(game, phase=first, turn=0 if state.phases()[first].once else 1))


def next_phase(game: state.Game) -> state.Phase:
    """The phase that comes next. HOST-TURN-1."""
    listed = state.phases()
    later = (listed[(game.phase + step) % len(listed)] for step in range(1, len(listed) + 1))
    return next(phase for phase in later if happens(game, phase) and not (phase.once and game.turn))


def happens(game: state.Game, phase: state.Phase) -> bool:
    """Whether a phase is played at all: there may be nothing to deploy, to bombard with, or to roll for."""
    if phase.part in (state.PhasePart.DEPLOYMENT, state.PhasePart.BOMBARDMENT):
        return any(has_business(game, side, phase.part) for side in SIDES)
    return phase.part is not state.PhasePart.INITIATIVE or not game.fixed_order


def has_business(game: state.Game, side: Side, part: state.PhasePart) -> bool:
    """Whether a side may have something to do in a phase in which both act."""
    if part is state.PhasePart.DEPLOYMENT:
        return any(zone.side == side for zone in game.zones)
    return part is state.PhasePart.BOMBARDMENT and any(unit.side == side and bombards(game, unit) for unit in game.units)


def may_be_busy(game: state.Game, side: Side) -> bool:
    """Whether a side may have something to do now; before turn 1 it may be for the other side alone to act. HOST-TURN-3."""
    return game.part not in (state.PhasePart.DEPLOYMENT, state.PhasePart.BOMBARDMENT) or has_business(game, side, game.part)


def bombards(game: state.Game, unit: state.Unit) -> bool:
    """Whether a unit has a weapon for the bombardment before turn 1. HOST-BARRAGE-6."""
    return any("Bombardment" in mount.weapon.traits for mount in game.type_of(unit).weapons)


def begun(game: state.Game) -> state.Game:
    """The game at the start of a phase: drones without a tripod near them do nothing in it. HOST-DRONE-1."""
    for unit in game.units:
        if game.type_of(unit).kind == "drone":
            marks = (
                state.unmarked(unit.marks, UNCONTROLLED)
                if controlled(game, unit)
                else state.marked(unit.marks, UNCONTROLLED)
            )
            game = state.with_unit(game, replace(unit, marks=marks))
    return game


def controlled(game: state.Game, drones: state.Unit) -> bool:
    """Whether a tripod of its side is near enough to each element of a unit of drones. HOST-DRONE-1."""
    tripods = [unit for unit in game.units if unit.side == drones.side and game.type_of(unit).kind == "tripod"]
    reach, radius = figures()["control reach"], game.type_of(drones).base_diameter / 2
    return all(
        any(
            hypot(tripod.elements[0].x - element.x, tripod.elements[0].y - element.y)
            <= reach + radius + game.type_of(tripod).base_diameter / 2 + TOLERANCE
            for tripod in tripods
        )
        for element in drones.elements
    )


def _settled(unit: state.Unit, marks: tuple[state.StateMark, ...]) -> state.Unit:
    """The unit with these marks and its losses of the phase settled; the very same one, if nothing changes."""
    return unit if not unit.lost and marks == unit.marks else replace(unit, lost=0, marks=marks)


def _rallying(game: state.Game) -> tuple[state.Unit, ...]:
    return routed(game) if RALLYING.fits(game) else ()


def rally_question(game: state.Game, unit: state.Unit) -> Question:
    """The roll of a unit that runs, in the end phase. HOST-MORALE-4."""
    target, read = to_rally(), ReadFrom((Rallied,), "rallied", about=("unit", unit.id))
    luck = Tally("rallies", side=unit.side)
    return Question(f"{game.called(unit.id)}: rally", rolled, (target, unit.side), (target,), of=read, luck=luck)


# -- how a game ends ----------------------------------------------------------------------------------------------------

LOST = ("destroyed", "left", "caught")
"""How a unit goes that is lost to its army."""


class GameWon(orders.FrontEvent, type="host.game_won"):
    """The game is over."""

    winner: Literal["human", "martian", "draw"]
    how: str

    def apply(self, game: state.Game) -> state.Game:
        return replace(game, winner=self.winner)

    def tell(self, game: state.Game) -> str:
        if self.winner == "draw":
            return f"the game is a draw: {self.clause}"
        return f"the {SPELT[self.winner]} side wins: {self.clause}"

    @property
    def clause(self) -> str:
        """``how`` as it is read: logs have the ids of sides."""
        return self.how.replace("the martian army", "the Martian army").replace("after 1 turns", "after 1 turn")


def verdict(game: state.Game, rules: orders.FrontRules) -> GameWon | None:
    """Who has won at the end of a turn, None if the game goes on. HOST-WIN-1, HOST-WIN-2."""
    beaten = [side for side in SIDES if game.breaking and broken(game, rules, side)]
    if len(beaten) == len(SIDES):
        return GameWon(winner="draw", how="both armies break")
    if beaten:
        return GameWon(winner=state.opponent(beaten[0]), how=f"the {beaten[0]} army breaks")
    if game.turns is None or game.turn < game.turns:
        return None
    human, martian = (score(game, rules, side) for side in SIDES)
    how = f"after {game.turn} turns the points are {human} human to {martian} Martian"
    return GameWon(winner="draw" if human == martian else "human" if human > martian else "martian", how=how)


def last_standing(game: state.Game) -> set[Side]:
    """The sides that have a unit on the table, or one to come."""
    return {unit.side for unit in (*game.units, *(reserve.unit for reserve in game.reserves))}


HALF = 2
"""One unit of so many is half of an army."""


def won_by(game: state.Game, rules: orders.FrontRules) -> str:
    """What has decided a game that is over: a side with nothing left, or what the verdict at the end of its turn says."""
    left = last_standing(game)
    if len(left) < len(SIDES):
        return " and ".join(f"no {SPELT[side]} unit is left" for side in SIDES if side not in left)
    end = verdict(game, rules)
    beaten = [side for side in SIDES if game.breaking and broken(game, rules, side)]
    if end is None or not beaten:
        return end.clause if end else ""
    lost = in_a_row(["{} of {} {} units".format(*losses(game, rules, side), SPELT[side]) for side in beaten])
    share = figures()["breaking share"]
    return f"{end.clause}: {lost} are lost, and {'half' if share == HALF else f'one in {share:g}'} is enough"


def broken(game: state.Game, rules: orders.FrontRules, side: Side) -> bool:
    """Whether half of a side's units, or more, are lost; those still to come count as there. HOST-WIN-1."""
    lost, total = losses(game, rules, side)
    return bool(lost) and figures()["breaking share"] * lost >= total


def losses(game: state.Game, rules: orders.FrontRules, side: Side) -> tuple[int, int]:
    """How many units of a side's army are lost, and how many it has in all: those still to come count as there."""
    there = [unit for unit in (*game.units, *(reserve.unit for reserve in game.reserves)) if counts(game, rules, unit, side)]
    lost = [unit for unit in game.fallen if counts(game, rules, unit, side) and any(map(unit.has, LOST))]
    return len(lost), len(there) + len(lost)


def counts(game: state.Game, rules: orders.FrontRules, unit: state.Unit, side: Side) -> bool:
    """Whether a unit is one of those that a side's army stands or breaks with."""
    kind = game.type_of(unit)
    own = unit.side == side and kind.kind != "dummy"
    return own and bool(rules.procedure("stands with the army", kind.kind)(game, unit))


def score(game: state.Game, rules: orders.FrontRules, side: Side) -> int:
    """A side's points: what it holds, and the enemy units that are lost. HOST-WIN-2."""
    held = sum(objective.worth for objective in game.objectives if holder(game, rules, objective) == side)
    beaten = (unit for unit in game.fallen if counts(game, rules, unit, state.opponent(side)) and any(map(unit.has, LOST)))
    return held + sum(game.type_of(unit).points for unit in beaten)


def scored(game: state.Game, rules: orders.FrontRules) -> tuple[tuple[str, str], ...]:
    """What a game is decided by, and how it stands: points, objectives, armies that break, and units that are lost."""
    rows = []
    for side in SIDES:
        breaks = ", and the army breaks" if game.breaking and broken(game, rules, side) else ""
        rows.append((f"Points, {SPELT[side]}", f"{score(game, rules, side)}{breaks}"))
    for objective in game.objectives:
        held_by = holder(game, rules, objective)
        whose = f"held by the {SPELT[held_by]} side" if held_by else "held by nobody"
        rows.append((f"Objective: {objective.name}, {objective.worth} points", whose))
    for side in SIDES:
        lost = [unit for unit in game.fallen if counts(game, rules, unit, side) and any(map(unit.has, LOST))]
        points = sum(game.type_of(unit).points for unit in lost)
        names = in_a_row([game.called(unit.id) for unit in lost])
        rows.append((f"Lost, {SPELT[side]}", f"{names}: {points} points" if lost else "no unit"))
    return tuple(rows)


def may_hold(game: state.Game, rules: orders.FrontRules, unit: state.Unit) -> bool:
    """Whether a unit counts for the objectives that it is near to: on the ground, neither routed nor hidden. HOST-WIN-2."""
    on_the_ground = rules.procedure("on the ground", game.type_of(unit).kind)
    return not unit.has("routed") and not unit.has(state.HIDDEN) and bool(on_the_ground(game, unit))


def holder(game: state.Game, rules: orders.FrontRules, objective: state.Objective) -> Side | None:
    """Who holds an objective: the only side with somebody near it on the ground, neither routed nor hidden. HOST-WIN-2."""
    near = {
        unit.side
        for unit in game.units
        if may_hold(game, rules, unit)
        and any(
            hypot(objective.x - element.x, objective.y - element.y) - game.type_of(unit).base_diameter / 2
            <= objective.radius + TOLERANCE
            for element in unit.elements
        )
    }
    return near.pop() if len(near) == 1 else None
