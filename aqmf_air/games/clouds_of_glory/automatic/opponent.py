"""The automatic sides: what each order of a pilot leads to, in numbers that a style weighs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import dist
from typing import Any, ClassVar, NamedTuple

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.automatic.harm import harm_of, losses_of
from aqmf_air.games.clouds_of_glory.chapters.course import FlownCourse, course_of, handling_of
from aqmf_air.games.clouds_of_glory.chapters.damage import damage_row
from aqmf_air.games.clouds_of_glory.chapters.engines import Restart

from aqmf_air.games.clouds_of_glory.chapters.gunnery import (  # isort: skip
    HoldFire, Shoot, friends_at_risk, halves_of, shot_check, shot_facts,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.chapters.initiative import RollInitiative
from aqmf_air.games.clouds_of_glory.chapters.landing import TakeOff
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, after_tests, move_of, plan_checks, runs
from aqmf_air.games.clouds_of_glory.chapters.plans import Plan, against_plan, landings, lands, plan_of, told, written
from aqmf_air.games.clouds_of_glory.chapters.stalls import SpinOn
from aqmf_air.games.clouds_of_glory.chapters.tasks import Reload, Repair
from aqmf_air.games.clouds_of_glory.sequence import Choose
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft

Numbers = Mapping[str, float]
FLOWN = 5
"""Moves that are flown by the rules, out of all that were thought of."""
LANDED = 0.8
"""How near to the ground it counts to land in need: less than to fly into it, more than to fly on."""
THROTTLED = 2
"""Of these, moves that are thought of with less throttle, too."""
MOST_WAYS, PLAYS = 400, 40
"""Ways of a decision that are followed; plays of one that has more."""
LATER, NEAR, MIDDLING, MOST = 0.3, 20.0, 6, 8
"""Victory points that it is worth to move after an enemy, half of them from so many MU; who has yet to roll counts by a
middling die, and so many points of initiative make it sure."""
PENDING = {"structure": 0.8, "stall": 0.15, "ground": 2.0, "jam": 0.15, "stress": 0.5}
"""Victory points that a step costs whose dice are still to be rolled; that of a hit is worked out."""
WORK: Mapping[type[api.Command], float] = {Restart: 1.0, Repair: 0.1, Reload: 0.08}
"""Victory points that it is worth to start an engine, to mend guns, to change a magazine: more than a poor shot."""
TROUBLES = {"": 0.0, "stalled": 0.3, "immelmann": 0.1, "spins": 1.3, "doomed": 2.0}


class Branch(NamedTuple):
    """A way that the tests of a plan may come out."""

    chance: float
    course: FlownCourse
    stalled: bool
    broken: int
    """Strength tests failed."""


def branches(game: CloudsGame, rules: Any, craft: Craft, plan: Plan, throttle: int, *given: Any) -> Iterator[Branch]:
    """The ways of a plan with their chances; ``given``: results of its first tests. ICOG-5.5.1.2, ICOG-5.5.6.2."""
    checks, move = plan_checks(game, rules, craft, plan), move_of(game, craft, throttle, losses_of(craft))

    def on(results: tuple[Any, ...], chance: float, broken: int) -> Iterator[Branch]:
        flown, stalls, done = after_tests(game, craft, plan, checks, results)
        if done:
            yield Branch(chance, course_of(move, flown, stalls), stalls is not None, broken)
            return
        plan_test, check = checks[len(results)]
        if check.chance:
            yield from on((*results, True), chance * check.chance, broken)
        if check.chance < 1:
            strength = plan_test.kind == "strength"
            yield from on((*results, strength), chance * (1 - check.chance), broken + strength)

    yield from on(given, 1.0, 0)


class CloudsOpponent(api.Judge[CloudsGame]):
    """A side of In Clouds of Glory as it makes one decision."""

    words: ClassVar[Mapping[str, str]] = {
        "shots": "its own fire",
        "hopes": "its fire, if the enemy flies on",
        "taken": "fire from those who have moved",
        "replies": "fire from those who have yet to move",
        "prospects": "its fire next turn, if the enemy flies on",
        "threats": "fire of the next turn",
        "position": "nose on the enemy, and behind him",
        "near": "the way to the enemy",
        "height": "height above the enemy",
        "ground": "close to the ground",
        "edge": "close to the edge of the board",
        "stall": "a stall",
        "inverted": "flight on its back",
        "strain": "wings that may give way",
        "close": "a collision",
        "home": "the way home",
        "errand": "the way to where its mission sends it",
        "goals": "places that it comes to, or may next turn",
        "friends": "a friend in the way",
        "jam": "guns that may jam",
        "rounds": "ammunition",
        "settled": "what the dice may still do",
        "work": "an engine or guns that work again",
    }
    knobs: ClassVar[tuple[str, ...]] = ("aims", "tighter", "reroll")
    unit: ClassVar[str] = "victory points"
    needs: ClassVar[tuple[str, ...]] = ("numpy",)

    # -- what may be ordered ----------------------------------------------------------------------------------------------

    def may_order(self) -> bool:
        return self.player in self.state.acting

    def at_once(self) -> api.Candidate | None:
        game = self.state
        if game.open or game.phase == "shooting" or (game.phase == "movement" and self._moves):
            return None
        tries = [candidate for candidate in self._of(SpinOn) if candidate.command.tries]  # type: ignore[attr-defined]
        further: Iterable[Any] = (each for each in self._further if each.command.worth(game, self.ruleset.rules) > 0)  # type: ignore[attr-defined]
        return next(iter([*further] or tries or self._of(RollInitiative, TakeOff) or self._offered), None)

    def pieces(self) -> Iterable[str]:
        craft = self.state.next
        return (craft.id if craft else "",)

    def candidates(self, piece: str) -> Iterable[api.Candidate]:
        if self.state.open:
            return (*self._of(Choose), *self._further)
        if self.state.phase != "movement":
            return (*self._of(Shoot, Repair, Reload), *self._further)
        starts = Restart.offers(self.state, self.player, self.ruleset.rules)
        return (*(api.Candidate(offer.command, offer.title) for offer in starts), *self._further, *self._moves)

    def allowed(self, candidate: api.Candidate) -> bool:
        own = isinstance(candidate.command, Announce | Restart)  # all others are offers
        return not own or not any(self.ruleset.objections(self.state, candidate.command, self.player))

    def obligatory(self, candidate: api.Candidate) -> bool:
        return self.state.phase != "shooting" or self.state.open is not None

    def done(self) -> api.Candidate | None:
        return next(iter(self._of(HoldFire) or self._offered), None)

    def idle(self, piece: str) -> str:
        return "hold fire" if self.state.phase == "shooting" else "nothing (something has to be done)"

    @cached_property
    def _offered(self) -> tuple[api.Candidate, ...]:
        offers = self.ruleset.legal(self.state, self.player)
        return tuple(api.Candidate(offer.command, offer.title, offer.subject) for offer in offers)

    @cached_property
    def _further(self) -> tuple[api.Candidate, ...]:
        """The offers of extensions' orders that say what they are worth: ``worth(game, rules)``, in victory points."""
        kinds = [kind for kind in self.ruleset.orders if hasattr(kind, "worth")]
        return tuple(self._of(*kinds)) if kinds else ()

    def _of(self, *kinds: type[api.Command]) -> list[api.Candidate]:
        return [candidate for candidate in self._offered if isinstance(candidate.command, kinds)]

    # -- in numbers -------------------------------------------------------------------------------------------------------

    def numbers(self, piece: str, candidate: api.Candidate) -> Numbers:
        order = candidate.command
        if isinstance(order, Announce):
            return dict(candidate.foreseen)
        if isinstance(order, Shoot):
            return self._shot(order)
        if isinstance(order, Choose):
            return {"settled": self._chosen(order.option)}
        if worth := getattr(order, "worth", None):
            return {"work": worth(self.state, self.ruleset.rules)}
        return {"work": WORK[type(order)]} if type(order) in WORK else {}

    def _shot(self, order: Shoot) -> Numbers:
        from aqmf_air.games.clouds_of_glory.automatic.worth import worth_at

        game, craft, target = self.state, self.state.of(order.craft), self.state.of(order.target)
        rows = order.shooting_rows(game)
        guns, halves = sum(row.working for row in rows), halves_of(game, order.burst)
        left = min(row.halves + row.spares * row.magazine for row in rows)
        need = order.check(game, self.ruleset.rules).need.total
        friends = sum(1 for _ in friends_at_risk(game, craft, order.station, target.pose.place))
        return {
            "shots": worth_at(game, target, guns, need),
            "rounds": halves / max(left, 1),
            "jam": (21 - game.tables.lowest_jam(guns, order.burst)) / 20,
            "friends": friends * worth_at(game, craft, guns, game.tables.number("shots", "friend-base-shot")),
        }

    # -- moves ------------------------------------------------------------------------------------------------------------

    @cached_property
    def _moves(self) -> tuple[api.Candidate, ...]:
        """The best moves that were thought of, flown by the rules."""
        from aqmf_air.games.clouds_of_glory.automatic.moves import best_plans

        game, craft = self.state, self.state.next
        if craft is None or craft.spinning or craft.grounded or craft.formation or craft.rolls_out:
            return ()
        handling, targets = handling_of(game, craft), tuple(enemy.id for enemy in game.enemies(craft))
        plans: dict[str, Plan] = {}
        for plan in best_plans(game, self.ruleset.rules, craft, self.style):
            if len(plans) < FLOWN and not any(True for _ in against_plan(craft.pose, plan, handling, game.rulings)):
                plans.setdefault(written(plan), plan)
        for goal in self.ruleset.rules.goals(game, craft):
            plans |= {written(plan): plan for plan in runs(game, craft, goal)}
        if (craft.fire or not craft.powered) and craft.pose.place[2] <= handling.reach:
            plans |= {written(plan): plan for plan in landings(craft.pose, handling, game.rulings)}
        if not plans:
            return ()
        most = game.cockpit(craft).panel.throttle if craft.powered and not handling.straight else 0
        moves = [(text, plan, 0) for text, plan in plans.items()]
        moves += [(text, plan, eu) for text, plan, _ in moves[:THROTTLED] for eu in range(1, most + 1)]
        flown = [list(branches(game, self.ruleset.rules, craft, plan, eu)) for _, plan, eu in moves]
        numbers = self._weighted(game, craft, flown)
        name, nearest = api.capitalised(craft.marking), min(terms.get("home", 0.0) for terms in numbers)
        return tuple(
            api.Candidate(
                Announce(craft=craft.id, plan=text, throttle=eu, targets=targets),
                f"{name}: {told(plan)}{f', throttle back {eu}' if eu else ''}",
                {"ground": LANDED, "home": nearest} if lands(text) else terms,
            )
            for (text, plan, eu), terms in zip(moves, numbers, strict=True)
        )

    def _weighted(self, game: CloudsGame, craft: Craft, flown: Sequence[Sequence[Branch]]) -> list[Numbers]:
        """The numbers of each plan: of each way that its tests may come out, by its chance."""
        from aqmf_air.games.clouds_of_glory.automatic.worth import Outlook, flight_ends

        ways = [branch for plan in flown for branch in plan]
        ends = [(way.course.end, way.course.speed, way.course.below, way.stalled) for way in ways]
        terms = Outlook(game, craft, self.ruleset.rules.goals(game, craft)).numbers(flight_ends(ends))
        terms["strain"] = terms["strain"] + [branch.broken for branch in ways]
        numbers, at = list[Numbers](), 0
        for plan in flown:
            part = range(at, at := at + len(plan))
            numbers.append({name: sum(ways[n].chance * float(term[n]) for n in part) for name, term in terms.items()})
        return numbers

    # -- decisions --------------------------------------------------------------------------------------------------------

    def _chosen(self, option: str) -> float:
        """What is to be expected of an answer: the step goes on with it, exactly, to its end."""
        game = self.state
        waits = game.open
        assert waits is not None
        if waits.decision.kind == "gunner's target":
            return self._gunners_target(option)
        rule = api.Decided(_StepOn(self, game), api.first_option, (*waits.seen, option))
        try:
            odds = api.chances(rule, max_runs=MOST_WAYS)
        except api.EnumerationLimitError:
            return float(sum(rule(api.DiceTray(api.seeded("ways", play))) for play in range(PLAYS)) / PLAYS)
        return float(sum(float(chance) * worth for worth, chance in odds.items()))

    def _gunners_target(self, option: str) -> float:
        """The best shot of the gunner, if he picks its target; else none is left out."""
        from aqmf_air.games.clouds_of_glory.automatic.worth import worth_at

        game, step = self.state, self.state.todo[0]
        craft, station = game.of(step.of), str(step.facts[0])
        if not option:
            return 0.0
        target = game.of(option)
        guns = sum(row.working for row in craft.rows if row.station == station)
        facts = shot_facts(game, craft, station, target, "long", guns)
        return worth_at(game, target, guns, shot_check(game, self.ruleset.rules, craft, station, facts).need.total) - 0.05

    def standing(self, game: CloudsGame) -> float:
        """What a state is worth to the side: aircraft, men, re-rolls, where they are, and what is still to follow."""
        from aqmf_air.games.clouds_of_glory.automatic.worth import hit_worth

        total = sum((1 if craft.side == self.player else -1) * self._state_of(game, craft) for craft in game.craft)
        total += self._order(game) - len(game.spent) * self._reroll(game)
        for step in game.todo:
            sign = -1 if not game.has(step.of) or game.of(step.of).side == self.player else 1
            if step.name == "damage":
                victim = game.of(str(step.facts[1]))
                harm = hit_worth(game, victim, int(step.facts[3]), int(step.facts[2]))
                total += harm if victim.side != self.player else -harm
            elif step.name == "row":
                victim = game.of(step.of)
                row = damage_row(int(step.facts[0]), game.cockpit(victim).panel.engines, game.tables, game.rulings)
                total += sign * (harm_of(row.effect, victim.strength) if row else 0.0)
            elif step.name == "fly" and sign < 0:
                text, throttle, *results = step.facts
                craft = game.of(step.of)
                flown = list(branches(game, self.ruleset.rules, craft, plan_of(str(text)), int(throttle), *results))
                total += self.style.weighed(self._weighted(game, craft, [flown])[0])
            else:
                total += sign * PENDING.get(step.name, 0.0)
        own = game.of(game.todo[0].of) if game.todo and game.has(game.todo[0].of) else None
        flies_on = any(step.name == "fly" for step in game.todo)
        if own is not None and own.flying and own.side == self.player and not (flies_on or own.spinning):
            here = Branch(1.0, FlownCourse((), own.pose, (), own.speed, 0, own.pose.place[2]), own.silent, 0)
            total += self.style.weighed(self._weighted(game, own, [[here]])[0])
        return round(total, 9)

    def _order(self, game: CloudsGame) -> float:
        """How the side stands to the enemies in the order of the turn; who has yet to roll counts by a middling die."""
        pairs = [(own, enemy) for own in game.in_air if own.side == self.player for enemy in game.enemies(own)]
        total = 0.0
        for own, enemy in pairs if game.phase == "initiative" else ():
            rolled = [each.pilot.initiative for each in (own, enemy)]
            mine, theirs = (each.pilot.initiative or each.pilot.skill("awareness") + MIDDLING for each in (own, enemy))
            sure = 1 if all(rolled) else MOST
            total += max(-1, min(1, (mine - theirs) / sure)) / (1 + dist(own.pose.place, enemy.pose.place) / NEAR)
        return LATER * total

    def _reroll(self, game: CloudsGame) -> float:
        """What a re-roll is worth in this turn."""
        return self.style["reroll"] * max(0.0, 1 - (game.turn - 1) / game.setup.turns)

    def _state_of(self, game: CloudsGame, craft: Craft) -> float:
        """What is left of an aircraft, in victory points: 0 for one that is whole."""
        if craft.out == "destroyed":
            return -2.0
        whole = game.cockpit(craft).panel.strength
        lost = 1.4 * (1 - max(craft.strength, 0) / whole) ** 1.2 + 0.1 * craft.wider + 0.1 * len(craft.losses)
        lost += 1.0 * craft.home + 1.2 * craft.fire + TROUBLES[craft.trouble]
        lost += sum(0.12 * man.wounds + 2.0 * (man.dead and man.station == PILOT) for man in craft.crew)
        lost += 0.15 * sum(len(row.jams) for row in craft.rows)
        spare = sum(man.rerolls for man in craft.crew) * self._reroll(game)
        return float(spare + 0.02 * craft.pilot.luck - min(lost, 2.0))


class _StepOn:
    """The step that waits, as a rule whose outcome is what a side makes of the state after it."""

    def __init__(self, judge: CloudsOpponent, game: CloudsGame) -> None:
        self.judge, self.game = judge, api.replace(game, open=None)

    def __call__(self, dice: api.Dice) -> float:
        step = self.game.todo[0]
        events = (api.StepDone(), *self.judge.ruleset.rules.run(self.game, step, dice))
        return self.judge.standing(api.after(self.game, events))
