"""Actions (8.2): what an aircraft may do when its turn comes, of the player's and of the enemy's. ACT, TGT-4, C5."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, Literal, Self

from aqmf_air.api import Ask, Event, Objection, Offer, Question, Rulings, Said, in_a_row, labelled, plural, ruling
from aqmf_air.games.aces_of_valor.automatic import attacks
from aqmf_air.games.aces_of_valor.chapters import fire, ground, initiative, luck, observation, words
from aqmf_air.games.aces_of_valor.chapters.fire import JamTended, attack_aircraft
from aqmf_air.games.aces_of_valor.chapters.ground import BOMBED, WeaponKind, attack_ground, space_of_target
from aqmf_air.games.aces_of_valor.chapters.initiative import eligible
from aqmf_air.games.aces_of_valor.chapters.observation import may_attempt
from aqmf_air.games.aces_of_valor.chapters.orders import (
    CampaignCourse,
    Named,
    PlayerChoice,
    SequenceStep,
    StepRun,
    Steps,
    on_tables,
)
from aqmf_air.games.aces_of_valor.state import Aircraft, Campaign, damage_of, has_acted, in_combat, targets_left
from aqmf_air.games.aces_of_valor.tables import Actions, ListedAction

# -- what the player's aircraft may do, and why not something else -----------------------------------------------------


What = Literal["attack", "strafe", "bomb", "rockets", "attempt", "clear", "wait", "break-off"]


@dataclass(frozen=True)
class Action:
    """Something that an aircraft may do."""

    what: What
    target: str = ""


def listed(game: Campaign, aircraft: Aircraft, side: Literal["friend", "enemy"]) -> frozenset[ListedAction]:
    """What C5 lists for a kind of aircraft. ACT-1. Kinds without a row have no action."""
    table = game.tables.of.of("c5", Actions)
    return frozenset(table.at(side, aircraft.kind).actions) if (side, aircraft.kind) in table.rows else frozenset()


def attacks_air(game: Campaign, aircraft: Aircraft, side: Literal["friend", "enemy"]) -> bool:
    """Whether an aircraft can attack others now. AC-4, ``bomber_attacks_air``, OPT-2."""
    bomber = aircraft.kind in ("bomber", "heavy-bomber") and game.rulings.bomber_attacks_air
    armed = "attack-air" in listed(game, aircraft, side) or bomber
    return armed and not aircraft.jammed and not out_of_ammunition(game, aircraft)


def out_of_ammunition(game: Campaign, aircraft: Aircraft) -> bool:
    """Whether a fighter has used up its attacks, by the optional rule. OPT-2."""
    counts = "OR-4" in game.options.cards and aircraft.kind == "fighter"
    return counts and aircraft.attacks >= game.tables.number("ammunition")


def bombs_now(game: Campaign, aircraft: Aircraft, round_: int) -> bool:
    """Whether it is a bomber's round to bomb. RND-2, SCR-8, ``bomb_round_missed``."""
    combat = game.fought
    due = dict(combat.bombing).get(aircraft.id)
    if due is None or not aircraft.bombs:
        return False
    return round_ == due or (round_ > due and game.rulings.bomb_round_missed == "later")


def may(game: Campaign, id_: str) -> tuple[Action, ...]:
    """All that an aircraft of the player's may do now. ACT-1 to ACT-8, GND-1, ORD-9, ORD-10."""
    combat, rulings = game.fought, game.rulings
    if id_ not in combat.acting or id_ not in combat.friends:
        return ()
    aircraft = game.aircraft(id_)
    actions = listed(game, aircraft, "friend")
    air = eligible(game, id_) if attacks_air(game, aircraft, "friend") else ()
    choices = [Action("attack", target) for target in air]
    if "attempt" in actions and may_attempt(game, aircraft, combat.round):
        choices.append(Action("attempt"))
    if not air:
        if "ordnance-if-no-eligible-air" in actions:
            choices += _ordnance(game, aircraft)
        if "strafe-if-no-eligible-air" in actions and not aircraft.jammed and not out_of_ammunition(game, aircraft):
            choices += [Action("strafe", target) for target in _ground(game, aircraft, "strafe")]
    if "bomb-in-its-round" in actions and bombs_now(game, aircraft, combat.round):
        choices += [Action("bomb", target) for target in _ground(game, aircraft, "bomb")]
    if aircraft.jammed:
        choices.append(Action("clear"))
    if "wait" in actions or rulings.must_act == "pass" or ("wait-if-no-eligible-air" in actions and not air):
        choices.append(Action("wait"))
    if "break-off" in actions:
        choices.append(Action("break-off"))
    return tuple(choices)


def idle(game: Campaign, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some aircraft, as if it were their turn, who can only wait or break off. ACT-4, ACT-8."""
    game = in_combat(game, acting=ids)
    kinds = {id_: {action.what for action in may(game, id_)} for id_ in ids}
    return tuple(id_ for id_, what in kinds.items() if "wait" in what and what <= {"wait", "break-off"})


def _ordnance(game: Campaign, aircraft: Aircraft) -> list[Action]:
    if out_of_ammunition(game, aircraft):
        return []
    bombs = [Action("bomb", target) for target in _ground(game, aircraft, "bomb")] if aircraft.bombs else []
    return bombs + ([Action("rockets", target) for target in _ground(game, aircraft, "rockets")] if aircraft.rockets else [])


def _ground(game: Campaign, aircraft: Aircraft, what: What) -> tuple[str, ...]:
    return tuple(id_ for id_ in targets_left(game) if not _protected(game, aircraft, what, id_))


def _protected(game: Campaign, aircraft: Aircraft, what: What, id_: str) -> Objection | None:
    """Why an aircraft cannot attack a ground target so. GND-1, GTD-5, ORD-9, DET-5, ``bomb_other_target``."""
    rulings, target = game.rulings, game.target(id_)
    bomber = aircraft.kind != "fighter"
    waits = rulings.c3_evade_at_objective == "as-listed" and rulings.evade_then_strafe == "next-turn"
    if game.flown.evaded and waits and what != "bomb":  # "bombing, spotting or photo recon may still go on"
        return Objection("AOV-DET-5", "after evading, only bombing, spotting and photo recon go on this turn")
    if what == "rockets" and target.kind != "balloon":
        return Objection("AOV-ORD-9", "rockets are for balloons only")  # "Rockets are for balloons only"
    if bomber and not target.objective and rulings.bomb_other_target == "objective":
        return Objection("AOV-GND-3", "bombers bomb the objective only")  # "Fighters strafe; bombers drop all they carry"
    free = bomber or (what == "bomb" and not rulings.fighter_bombs_cap)
    if not free and target.kind in BOMBED and damage_of(target.kind, target.points, game.tables) != "none":
        return Objection("AOV-GTD-5", f"{target.name} is damaged: only bombers can destroy it")  # "only bombers destroy it"
    if rulings.ground_lower and space_of_target(game, id_) >= game.fought.space_of.get(aircraft.id, 0):
        # "chooses the ground target of each of his aircraft"
        return Objection("AOV-GND-1", f"{target.name} is not lower on the track")
    return None


def why_not(game: Campaign, id_: str, what: What, target: str = "") -> Objection | None:
    """Why an aircraft of the player's may not do something; None: it may."""
    combat = game.fought
    if id_ not in combat.friends or id_ not in combat.acting:
        names = " or ".join(game.called(other) for other in combat.acting)
        # "From the highest occupied space down"
        return Objection("AOV-RND-5", f"it is the turn of {names}, not of {game.called(id_)}")
    allowed = may(game, id_)
    if Action(what, target) in allowed:
        return None
    aircraft, name = game.aircraft(id_), game.called(id_)
    air = [game.called(other.target) for other in allowed if other.what == "attack"]
    if what != "attempt" and what != "clear" and out_of_ammunition(game, aircraft):
        return Objection("AOV-OPT-2", f"{name} has no ammunition left: it can wait or break off")  # "Eight cards add rules"
    if what in ("attack", "strafe") and aircraft.jammed:
        return Objection("AOV-OPT-2", f"the gun of {name} is jammed")  # "Eight cards add rules"
    if what == "attack":
        return _no_air_attack(game, aircraft, target, air)
    if what in ("strafe", "bomb", "rockets"):
        return _no_ground_attack(game, aircraft, what, target, air)
    return _no_other_action(game, aircraft, what, air)


def _no_air_attack(game: Campaign, aircraft: Aircraft, target: str, air: list[str]) -> Objection:
    combat, name = game.fought, game.called(aircraft.id)
    if not attacks_air(game, aircraft, "friend"):
        return Objection("AOV-AC-4", f"{name} has no forward gun")  # "the aircraft can attack aircraft and ground targets"
    if target in combat.destroyed:  # "until it attacks (aircraft), is destroyed or breaks off"
        return Objection("AOV-RND-4", f"{game.called(target)} is destroyed")
    if target in combat.broken_off:
        return Objection("AOV-BRK-1", f"{game.called(target)} is out of the combat")  # "it can neither act nor be attacked"
    if not air:  # "only an enemy in the next lower space that holds enemies"
        return Objection("AOV-TGT-1", f"{name} has no enemy in a lower space to attack")
    # "only an enemy in the next lower space that holds enemies"
    return Objection("AOV-TGT-1", f"{name} can attack {' or '.join(air)} only, in the next lower space with enemies")


def _no_ground_attack(game: Campaign, aircraft: Aircraft, what: What, target: str, air: list[str]) -> Objection:
    name = game.called(aircraft.id)
    if aircraft.kind == "two-seater":  # "never attack ground target counters"
        return Objection("AOV-ACT-5", f"{name} is a 2-seater: these attack no ground targets")
    if air:  # "without an eligible enemy aircraft may attack a ground target, or take no action"
        return Objection("AOV-ACT-4", f"{name} has an enemy to attack ({', '.join(air)})")
    if target not in targets_left(game):  # "chooses the ground target of each of his aircraft"
        return Objection("AOV-GND-1", f"{game.called(target)} is no ground target of this combat")
    if aircraft.kind == "bomber" and what == "bomb" and not bombs_now(game, aircraft, game.fought.round):
        return Objection("AOV-RND-2", f"this is not the round in which {name} bombs")  # "the round in which it bombs"
    if what == "strafe" and aircraft.kind != "fighter":
        return Objection("AOV-GND-3", f"{name} does not strafe")  # "Fighters strafe; bombers drop all they carry"
    if (what == "bomb" and not aircraft.bombs) or (what == "rockets" and not aircraft.rockets):
        # "A fighter with ordnance chooses at each ground attack between its gun and its ordnance"
        return Objection("AOV-ORD-10", f"{name} carries no {'bombs' if what == 'bomb' else 'rockets'}")
    # "[C5] lists what each kind on each side may or must do"
    return _protected(game, aircraft, what, target) or Objection("AOV-ACT-1", f"{name} cannot do that now")


def _no_other_action(game: Campaign, aircraft: Aircraft, what: What, air: list[str]) -> Objection:
    name = game.called(aircraft.id)
    if what == "attempt":  # "One attempt a round, three at most, all in the same turn"
        return Objection("AOV-PHO-6", f"{name} can make no attempt here and now")
    if what == "clear":
        return Objection("AOV-OPT-2", f"the gun of {name} is not jammed")  # "Eight cards add rules"
    if what == "wait":  # "Attack or Break Off"
        return Objection("AOV-ACT-1", f"{name} has an enemy to attack ({', '.join(air)}): it attacks or breaks off")
    return Objection("AOV-ACT-1", f"{name} cannot do that now")  # "[C5] lists what each kind on each side may or must do"


# -- orders ------------------------------------------------------------------------------------------------------------


class OfAircraft(PlayerChoice):
    """The action of an aircraft, of those whose turn it is. RND-5, RND-6, ACT-1."""

    at: ClassVar[tuple[str, ...]] = ("act",)
    what: ClassVar[What]
    offered: ClassVar[str]
    """What the aircraft does, without a target."""
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.friend}
    aircraft: str

    @classmethod
    def actions(cls, game: Campaign) -> Iterable[tuple[str, Action]]:
        """Who may act so, and against whom."""
        for id_ in game.fought.acting:
            yield from ((id_, action) for action in may(game, id_) if action.what == cls.what)

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for id_, action in cls.best_first(game):
            order = cls.of(id_, action)
            yield Offer(order, f"{game.called(id_)} {order.does(game)}", kind=cls.kind)

    @classmethod
    def best_first(cls, game: Campaign) -> Iterable[tuple[str, Action]]:
        """Who may act so, in the order in which it is offered."""
        return sorted(cls.actions(game), key=lambda pair: -cls.of(*pair).worth(game))

    @classmethod
    def of(cls, id_: str, action: Action) -> Self:
        """The order to an aircraft to do something."""
        return cls.model_validate({"aircraft": id_, **({"target": action.target} if action.target else {})})

    def does(self, game: Campaign) -> str:
        """What an offer says that the aircraft does."""
        return self.offered

    def worth(self, game: Campaign) -> float:
        """By what it is offered before another one of its kind."""
        return 0.0

    def against(self, game: Campaign) -> Iterable[Objection]:
        if (objection := why_not(game, self.aircraft, self.what, getattr(self, "target", ""))) is not None:
            yield objection

    def carry_out(self, course: CampaignCourse) -> None:
        self.act(course)
        course.next_step("track")

    def act(self, course: CampaignCourse) -> None:
        """What it does."""


class AtTarget(OfAircraft):
    """An action against an aircraft or a ground target."""

    target: str


class JoinedActions(PlayerChoice):
    """Several aircraft act by one order, one after the other. It stops with the round, and where the combat is not as the
    order had it: a target is gone, an aircraft of the player's is hit, somebody has a choice. RND-5, RND-6.
    """

    at: ClassVar[tuple[str, ...]] = ("act",)
    rule: ClassVar[str] = "AOV-RND-6"
    kind: ClassVar[str] = "together"

    @abstractmethod
    def orders(self, game: Campaign) -> tuple[OfAircraft, ...]:
        """What it has the aircraft do, as the combat stands; none: it leaves somebody a choice."""

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        return cls.worthwhile(game) if game.pace == "flow" else ()

    @classmethod
    @abstractmethod
    def worthwhile(cls, game: Campaign) -> Iterable[Offer]:
        """What there is to choose where a choice is followed to the next one."""

    def does(self, game: Campaign) -> str:
        """What an offer says that the aircraft do."""
        orders = self.orders(game)
        acts = list[str]()
        at_work = [order for order in orders if not isinstance(order, Wait)]
        for (_, target), alike in groupby(at_work, lambda order: (order.what, getattr(order, "target", ""))):
            doing = tuple(alike)
            names = [game.called(order.aircraft) for order in doing]
            if len(doing) == 1:
                acts.append(f"{names[0]} {doing[0].does(game)}")
            elif isinstance(doing[0], Attack):
                acts.append(f"{in_a_row(names, 'and')} attack {game.called(target)}")
            else:
                acts.append(f"each of {in_a_row(names, 'and')} {doing[0].does(game)}")
        waiting = [game.called(order.aircraft) for order in orders if isinstance(order, Wait)]
        rest = "the rest wait" if len(waiting) > 1 else f"{waiting[0]} waits" if waiting else ""
        return ", ".join(filter(None, (*acts, rest)))

    def against(self, game: Campaign) -> Iterable[Objection]:
        if game.pace == "step":  # "Inside a space [C6] gives the order between the sides"
            yield Objection(self.rule, "from roll to roll each action is ordered by itself")
        elif not self.orders(game):  # "among his own aircraft there the player chooses"
            yield Objection(self.rule, self.choice(game))

    @abstractmethod
    def choice(self, game: Campaign) -> str:
        """Why it would not say what the aircraft do."""

    def asks(self, game: Campaign) -> Sequence[Question]:
        """Of each aircraft, as the combat stands before the order; what matters most of all of them comes first."""
        asked: list[tuple[int, Question]] = []
        for order in self.orders(game):
            name = game.called(order.aircraft)
            for n, question in enumerate(order.asks(in_combat(game, acting=(order.aircraft,)))):
                title = question.title if name in question.title else f"{question.title}, by {name}"
                asked.append((n, replace(question, title=title, later=True)))
        return [question for _, question in sorted(asked, key=itemgetter(0))]

    def carry_out(self, course: CampaignCourse) -> None:
        begun = course.game.fought
        orders = self.orders(course.game)
        while order := self._next(course.game, begun.round, orders):
            course.steps.append(StepRun(len(course.events), partial(order.asks, course.game)))
            order.carry_out(course)
            course.proceed()
            harm = (fire.AircraftDamaged, fire.AircraftDestroyed)
            if any(isinstance(event, harm) and event.aircraft in begun.friends for event in course.events):
                return

    def _next(self, game: Campaign, round_: int, orders: Sequence[OfAircraft]) -> OfAircraft | None:
        """Which of the orders of a round comes next; None: the round is over, or somebody could do something else by now."""
        if game.combat is None or game.step not in self.at or game.combat.round != round_:
            return None
        acting, target = game.combat.acting, getattr(self, "target", "")
        due = [order for order in orders if order.aircraft in acting and order == _only(game, order.aircraft, target)]
        return due[0] if due and (target or len(due) == len(acting)) else None


class EachItsOwn(JoinedActions, type="valor.each_its_own"):
    """For the rest of the round each aircraft does the only thing that it can do besides leaving the combat, or waits where
    there is none. RND-5, RND-6.
    """

    phrases: ClassVar[tuple[str, ...]] = ("each does|do what it can",)

    @classmethod
    def worthwhile(cls, game: Campaign) -> Iterable[Offer]:
        order = cls()
        each = order.orders(game)
        if len(each) > 1 and not {own.aircraft for own in each} <= {*_waiting(game)}:
            yield Offer(order, f"{order.does(game)}; until one is hit or may choose", kind=cls.kind)

    def orders(self, game: Campaign) -> tuple[OfAircraft, ...]:
        combat = game.fought
        acting = [id_ for id_ in combat.acting if id_ in combat.friends]
        now = [order for id_ in acting if (order := _only(game, id_))]
        if len(now) < len(acting):
            return ()
        each = sorted(now, key=lambda order: -order.worth(game))
        later = [id_ for id_ in combat.to_act if id_ in combat.friends and id_ not in acting]
        for id_ in sorted(later, key=lambda id_: -combat.space_of.get(id_, 0)):
            order = _only(in_combat(game, acting=(id_,)), id_)
            if order is None:
                break
            each.append(order)
        return tuple(each)

    def choice(self, game: Campaign) -> str:
        return "somebody whose turn it is has a choice"


def _deeds(game: Campaign, id_: str) -> list[Action]:
    """What an aircraft of the player's may do now besides waiting and leaving the combat."""
    return [action for action in may(game, id_) if action.what not in ("wait", "break-off")]


def _only(game: Campaign, id_: str, target: str = "") -> OfAircraft | None:
    """The order for the only thing that an aircraft can do, at a target or at all, where it waits if there is none; None: it
    has a choice.
    """
    some = [deed for deed in _deeds(game, id_) if target in ("", deed.target)]
    if not some and not target and Action("wait") in may(game, id_):
        some = [Action("wait")]
    return ORDERS[some[0].what].of(id_, some[0]) if len(some) == 1 else None


class Attack(AtTarget, type="valor.attack"):
    """An aircraft attacks an enemy in the next lower space that has any. ATK-1, TGT-1, TGT-3."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} attacks|attack|shoots_at|fires_at {target}",)
    rule: ClassVar[str] = "AOV-ATK-1"
    what: ClassVar[What] = "attack"
    kind: ClassVar[str] = "attacks"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.friend, "target": words.enemy}

    def does(self, game: Campaign) -> str:
        gun = fire.exchange_facts(game, self.aircraft, self.target)[0]
        return f"attacks {game.called(self.target)} with {plural(gun.dice, 'die', 'dice')}"

    def worth(self, game: Campaign) -> float:
        return attacks.in_the_air(game, self.aircraft, self.target)

    def asks(self, game: Campaign) -> Sequence[Question]:
        return fire.attack_questions(game, self.aircraft, self.target)

    def act(self, course: CampaignCourse) -> None:
        fire.attack_aircraft(course, self.aircraft, self.target)


class OnTheGround(AtTarget):
    """An attack on a ground target. GND."""

    rule: ClassVar[str] = "AOV-GND-1"
    kind: ClassVar[str] = "ground attacks"
    weapon: ClassVar[WeaponKind]
    named: ClassVar[Mapping[str, Named]] = {
        "aircraft": words.friend,
        "target": words.ground_target,
        "bombs": words.number(range(1, 7)),
    }

    @property
    def n(self) -> int:
        """How many bombs are dropped; 0: all."""
        return getattr(self, "bombs", 0)

    def does(self, game: Campaign) -> str:
        return f"{self.offered} {game.called(self.target)}"

    def worth(self, game: Campaign) -> float:
        return attacks.on_the_ground(game, self.aircraft, self.target, self.weapon)

    def asks(self, game: Campaign) -> Sequence[Question]:
        return ground.run_questions(game, self.aircraft, self.target, self.weapon, self.n)

    def act(self, course: CampaignCourse) -> None:
        ground.attack_ground(course, self.aircraft, self.target, self.weapon, self.n)


class Strafe(OnTheGround, type="valor.strafe"):
    """A fighter strafes a ground target. GND-3, GND-4, ACT-4."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} strafes|strafe {target}",)
    what: ClassVar[What] = "strafe"
    weapon: ClassVar[WeaponKind] = "guns"
    offered: ClassVar[str] = "strafes"


class Bomb(OnTheGround, type="valor.bomb"):
    """An aircraft bombs a ground target: a bomber in its round, a fighter with bombs. GND-3, GND-6, ORD-10."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} bombs|bomb {target} [with {bombs} bombs]",)
    what: ClassVar[What] = "bomb"
    weapon: ClassVar[WeaponKind] = "bombs"
    offered: ClassVar[str] = "bombs"
    bombs: int = 0
    """How many are dropped; 0: all. ``fighter_bombs``."""

    def in_words(self, state: Campaign, rules: Steps) -> Said:
        return {**super().in_words(state, rules), "bombs": self.bombs or None}

    def against(self, game: Campaign) -> Iterable[Objection]:
        yield from super().against(game)
        aircraft = game.pieces.get(self.aircraft)
        if aircraft is None or not self.bombs or self.bombs == aircraft.bombs:
            return
        if aircraft.kind != "fighter":  # "Fighters strafe; bombers drop all they carry"
            yield Objection("AOV-GND-3", f"{aircraft.name} drops all its bombs in one attack")
        elif game.rulings.fighter_bombs == "all":
            # "A fighter with ordnance chooses at each ground attack between its gun and its ordnance"
            yield Objection("AOV-ORD-10", f"{aircraft.name} drops all its bombs in one attack")
        elif not 1 <= self.bombs <= aircraft.bombs:
            # "A fighter with ordnance chooses at each ground attack between its gun and its ordnance"
            yield Objection("AOV-ORD-10", f"{aircraft.name} has {plural(aircraft.bombs, 'bomb')}")


class FireRockets(OnTheGround, type="valor.fire_rockets"):
    """A fighter fires both its rockets at a balloon. ORD-9."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} fires|fire its rockets at {target}",)
    what: ClassVar[What] = "rockets"
    weapon: ClassVar[WeaponKind] = "rockets"
    offered: ClassVar[str] = "fires its rockets at"


class Attempt(OfAircraft, type="valor.attempt"):
    """A 2-seater makes its attempt at photo recon or spotting. PHO-1."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} makes|make its attempt",)
    rule: ClassVar[str] = "AOV-PHO-1"
    what: ClassVar[What] = "attempt"
    offered: ClassVar[str] = "makes its attempt"
    kind: ClassVar[str] = "attempts"

    def asks(self, game: Campaign) -> Sequence[Question]:
        return observation.attempt_questions(game, self.aircraft)

    def act(self, course: CampaignCourse) -> None:
        observation.make_attempt(course, self.aircraft)


class ClearJam(OfAircraft, type="valor.clear_jam"):
    """A pilot tries to clear his gun. OPT-2."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} clears|clear the jam",)
    rule: ClassVar[str] = "AOV-OPT-2"
    what: ClassVar[What] = "clear"
    offered: ClassVar[str] = "tries to clear the jam"

    def asks(self, game: Campaign) -> Sequence[Question]:
        return JAM.questions(game)

    def act(self, course: CampaignCourse) -> None:
        course.emit(JamTended(aircraft=self.aircraft, cleared=course.ask(JAM, course.game.called(self.aircraft))))


class AllAttack(JoinedActions, type="valor.all_attack"):
    """All attack one target, each in the only way that it can, up to the next enemy's turn. RND-5, RND-6."""

    phrases: ClassVar[tuple[str, ...]] = ("all attack {target}",)
    named: ClassVar[Mapping[str, Named]] = {"target": words.any_target}
    target: str

    @classmethod
    def worthwhile(cls, game: Campaign) -> Iterable[Offer]:
        if EachItsOwn().orders(game):
            return
        for target in dict.fromkeys(deed.target for id_ in game.fought.acting for deed in _deeds(game, id_) if deed.target):
            order = cls(target=target)
            if len(order.orders(game)) > 1:
                yield Offer(order, f"{order.does(game)}; until it is down or one is hit", kind=cls.kind)

    def orders(self, game: Campaign) -> tuple[OfAircraft, ...]:
        game = in_combat(game, acting=_before_the_enemy(game))
        at_it = [order for id_ in game.fought.acting if (order := _only(game, id_, self.target))]
        return tuple(sorted(at_it, key=lambda order: -order.worth(game)))

    def choice(self, game: Campaign) -> str:
        return f"nobody whose turn it is has one way to attack {game.called(self.target)}"


class RestWait(PlayerChoice, type="valor.rest_wait"):
    """All whose turn it is wait, of those who can only wait or break off; the later ones, too, once no enemy is to act.
    ACT-4, ACT-8.
    """

    phrases: ClassVar[tuple[str, ...]] = ("the rest waits|wait",)
    at: ClassVar[tuple[str, ...]] = ("act",)
    rule: ClassVar[str] = "AOV-ACT-4"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        waiting = _waiting(game)
        if len(waiting) > 1:
            yield Offer(cls(), f"{', '.join(map(game.called, waiting))} wait, and stay in the combat")

    def against(self, game: Campaign) -> Iterable[Objection]:
        if not _waiting(game):  # "without an eligible enemy aircraft may attack a ground target, or take no action"
            yield Objection(self.rule, "all whose turn it is have something to do, or cannot wait")

    def carry_out(self, course: CampaignCourse) -> None:
        for id_ in _waiting(course.game):
            course.emit(Waited(aircraft=id_))
        course.next_step("track")


def _waiting(game: Campaign) -> tuple[str, ...]:
    """Those whose turn it is, or comes with nobody between, and who can only wait or break off."""
    return idle(game, _before_the_enemy(game))


def _before_the_enemy(game: Campaign) -> tuple[str, ...]:
    """Those of the player's whose turn it is, or comes with nobody between."""
    combat = game.fought
    return combat.to_act if {*combat.to_act} <= {*combat.friends} else combat.acting


class Wait(OfAircraft, type="valor.wait"):
    """An aircraft stays in the combat and does nothing. ACT-4."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} waits|wait",)
    rule: ClassVar[str] = "AOV-ACT-4"
    what: ClassVar[What] = "wait"
    offered: ClassVar[str] = "waits, and stays in the combat"

    def act(self, course: CampaignCourse) -> None:
        course.emit(Waited(aircraft=self.aircraft))


ORDERS: Mapping[What, type[OfAircraft]] = {
    kind.what: kind for kind in (Attack, Strafe, Bomb, FireRockets, Attempt, ClearJam, Wait)
}
"""The order for each thing that an aircraft may do and stay in the combat."""


class BreakOff(OfAircraft, type="valor.break_off"):
    """An aircraft leaves the combat. BRK-1, ACT-8."""

    phrases: ClassVar[tuple[str, ...]] = ("{aircraft} breaks|break off",)
    rule: ClassVar[str] = "AOV-BRK-1"
    what: ClassVar[What] = "break-off"
    offered: ClassVar[str] = "breaks off"

    def act(self, course: CampaignCourse) -> None:
        course.emit(BrokeOff(aircraft=self.aircraft))


# -- what the enemy's aircraft do --------------------------------------------------------------------------------------


def acting(game: Campaign) -> Aircraft:
    """The enemy whose turn it is."""
    return game.aircraft(game.fought.acting[0])


def _enemy_acts(course: CampaignCourse) -> None:
    """Where the enemy's action begins. SCR-11, SCR-12, ``scramble_damaged_enemy``."""
    game = course.game
    aircraft = acting(game)
    stays = game.fought.reason == "scramble" and game.rulings.scramble_damaged_enemy == "all-stay"
    if game.fought.raid_over:
        course.emit(BrokeOff(aircraft=aircraft.id))
        course.next_step("track")
    elif aircraft.damaged and aircraft.kind in ("fighter", "two-seater") and not stays:
        course.next_step("enemy-check")
    else:
        _on(course, aircraft)


def _enemy_check(course: CampaignCourse) -> None:
    aircraft = acting(course.game)
    gone = course.ask(ENEMY_BREAKS_OFF, aircraft.name)
    course.emit(EnemyChecked(aircraft=aircraft.id, breaks_off=gone))
    if gone:
        course.next_step("track")
    else:
        _on(course, aircraft)


def _on(course: CampaignCourse, aircraft: Aircraft) -> None:
    """What C5 has an enemy do. ACT-1, EVT-4, ``enemy_no_target``, ``enemy_ground``, OPT-2."""
    game = course.game
    targets = eligible(game, aircraft.id)
    bombs = aircraft.kind == "bomber" and "bomb-in-its-round" in listed(game, aircraft, "enemy") and game.fought.field
    if bombs and bombs_now(game, aircraft, game.fought.round):
        course.next_step("enemy-bombs")
    elif aircraft.jammed:
        course.next_step("enemy-jam")
    elif targets and attacks_air(game, aircraft, "enemy"):
        if len(targets) > 1:
            course.next_step("enemy-target")
        else:
            course.emit(EnemyAims(aircraft=aircraft.id, target=targets[0]))
            course.next_step("enemy-attack")
    elif _strafes(game, aircraft):
        course.next_step("enemy-strafes")
    else:
        leaves = aircraft.kind in ("fighter", "two-seater") and game.rulings.enemy_no_target == "break-off"
        course.emit(BrokeOff(aircraft=aircraft.id) if leaves else Waited(aircraft=aircraft.id))
        course.next_step("track")


def _strafes(game: Campaign, aircraft: Aircraft) -> bool:
    """Whether an enemy fighter strafes the airfield. ``enemy_ground``, GTD-5."""
    combat = game.fought
    if game.rulings.enemy_ground == "never" or not combat.field or aircraft.kind != "fighter" or aircraft.jammed:
        return False
    field = game.target(combat.field)
    return field.kind not in BOMBED or damage_of(field.kind, field.points, game.tables) == "none"


def _enemy_target(course: CampaignCourse) -> None:
    game = course.game
    aircraft = acting(game)
    targets, rulings = ENEMY_TARGET.facts(game)
    dice = labelled(course.dice, aircraft.name, relation="for")
    target = dice.call(initiative.target_by_die, targets, rulings, called=tuple(map(game.called, targets)))
    course.emit(EnemyAims(aircraft=aircraft.id, target=target))
    course.next_step("enemy-attack")


def _enemy_attack(course: CampaignCourse) -> None:
    attack_aircraft(course, acting(course.game).id, course.game.fought.target)
    course.next_step("track")


def _attack_questions(game: Campaign) -> Sequence[Question]:
    return fire.attack_questions(game, acting(game).id, game.fought.target)


def _enemy_jam(course: CampaignCourse) -> None:
    aircraft = acting(course.game)
    cleared = course.ask(ENEMY_JAM, aircraft.name)
    course.emit(JamTended(aircraft=aircraft.id, cleared=cleared))
    course.next_step("track")


def _at_the_field(rule: str, weapon: WeaponKind) -> SequenceStep:
    """An enemy attacks the own airfield."""

    def run(course: CampaignCourse) -> None:
        attack_ground(course, acting(course.game).id, course.game.fought.field, weapon)
        course.next_step("track")

    def questions(game: Campaign) -> Sequence[Question]:
        return ground.run_questions(game, acting(game).id, game.fought.field, weapon)

    return SequenceStep(rule, run, True, questions)


# -- events ------------------------------------------------------------------------------------------------------------


class EnemyChecked(Event[Campaign], type="valor.enemy_checked"):
    """Whether a damaged enemy breaks off. ACT-7."""

    aircraft: str
    breaks_off: bool

    def apply(self, state: Campaign) -> Campaign:
        return has_acted(state, self.aircraft, "broken_off") if self.breaks_off else state

    def tell(self, state: Campaign) -> str:
        return f"C5: {state.called(self.aircraft)}, damaged, {'breaks off' if self.breaks_off else 'fights on'}"


class EnemyAims(Event[Campaign], type="valor.enemy_aims"):
    """Whom an enemy attacks. TGT-4."""

    wording: ClassVar[str] = "{aircraft} goes for {target}"
    aircraft: str
    target: str

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, target=self.target)


class BrokeOff(Event[Campaign], type="valor.broke_off"):
    """An aircraft leaves the combat. BRK-1, ACT-1."""

    wording: ClassVar[str] = "{aircraft} breaks off"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return has_acted(state, self.aircraft, "broken_off")


class Waited(Event[Campaign], type="valor.waited"):
    """An aircraft stays in the combat and does nothing. ACT-4."""

    wording: ClassVar[str] = "{aircraft} waits"
    aircraft: str

    def apply(self, state: Campaign) -> Campaign:
        return has_acted(state, self.aircraft)


# -- the steps, and what they roll for ---------------------------------------------------------------------------------


JAM = Ask(fire.clears, "the jam is cleared", (JamTended, "cleared"), on_tables, luck=luck.good("jams cleared"))
ENEMY_JAM = Ask(fire.clears, lambda game: f"{acting(game).name} clears the jam", (JamTended, "cleared"), on_tables)
ENEMY_BREAKS_OFF = Ask(
    fire.breaks_off, lambda game: f"{acting(game).name} breaks off", (EnemyChecked, "breaks_off"), on_tables
)
ENEMY_TARGET = Ask(
    initiative.target_by_die,
    lambda game: f"target of {acting(game).name}",
    (EnemyAims, "target"),
    lambda game: (eligible(game, acting(game).id), game.rulings),
    called=lambda game: game.names,
)

STEPS = {
    "enemy-acts": SequenceStep("AOV-ACT-1", _enemy_acts),
    "enemy-check": SequenceStep("AOV-ACT-7", _enemy_check, True, ENEMY_BREAKS_OFF.questions),
    "enemy-target": SequenceStep("AOV-TGT-4", _enemy_target, True, ENEMY_TARGET.questions),
    "enemy-attack": SequenceStep("AOV-ATK-1", _enemy_attack, True, _attack_questions),
    "enemy-jam": SequenceStep("AOV-OPT-2", _enemy_jam, True, ENEMY_JAM.questions),
    "enemy-bombs": _at_the_field("AOV-SCR-8", "bombs"),
    "enemy-strafes": _at_the_field("AOV-ACT-3", "guns"),
}
"""The action of an enemy."""


class ActionRulings(Rulings):
    """What the source leaves open of what aircraft do in a round."""

    must_act: Literal["attack-or-break", "pass"] = ruling("AOV-ACT-1", "May an aircraft with a target pass?", "No.", "Yes.")
    enemy_no_target: Literal["stay", "break-off"] = ruling(
        "AOV-ACT-2", "What does an enemy without a target do?", "It waits in Action Taken.", "It breaks off."
    )
    enemy_ground: Literal["never", "airfield"] = ruling(
        "AOV-ACT-3", "Do enemy fighters strafe?", "No.", "In a scramble they may."
    )
    bomb_round_missed: Literal["lost", "later"] = ruling(
        "AOV-RND-2", "A bomber misses its round: may it bomb later?", "No.", "Yes."
    )
    bomb_round_where: Literal["objective", "any"] = ruling(
        "AOV-RND-2", "Where do bombers roll for their round?", "In the objective sector.", "In any combat."
    )
    bomb_other_target: Literal["objective", "any"] = ruling(
        "AOV-GND-3", "What may bombers bomb?", "The counter of the objective.", "Any ground target present."
    )
