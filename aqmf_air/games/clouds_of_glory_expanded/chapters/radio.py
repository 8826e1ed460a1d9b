"""Messages by radio (6.6.3, 6.6.4): who may send, what is lost, and what correct aim and fire for effect do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import ceil, dist, floor
from typing import ClassVar, Literal, cast

from aqmf_air import api
from aqmf_air.api.geometry import vectors
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import CloudsGame, CloudsSteps, Craft, Events, due, then
from aqmf_air.games.clouds_of_glory_expanded.chapter import OfChapter, with_one
from aqmf_air.games.clouds_of_glory_expanded.chapters import artillery, attention
from aqmf_air.games.clouds_of_glory_expanded.chapters.artillery import Battery, batteries_of, battery_of, pool_of
from aqmf_air.games.clouds_of_glory_expanded.chapters.attention import OBSERVING, TABLE, ObserverRulings
from aqmf_air.games.clouds_of_glory_expanded.ground import GROUND, names_of
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, tables_of

Message = Literal["correct-aim", "fire-for-effect"]
MESSAGES: Mapping[Message, str] = {"correct-aim": "correct aim", "fire-for-effect": "fire for effect"}
ANNOUNCED = "ICOGX-6.6.3.1"
MESSAGE = 1.0
"""Victory points of a message, to automatic sides: more than a shot."""
ENOUGH = 2
"""Dice, and turns left, with which they are content."""


# -- rules -------------------------------------------------------------------------------------------------------------


def spot_need(
    awareness: int, distance: float, maneuvers: bool, threats: int, tables: ExpandedTables, rulings: ObserverRulings
) -> api.TargetNumber:
    """The number of the test, by MU to the aim point, and by what threats come to. ICOGX-6.6.a, ICOGX-6.6.4.i."""
    tens, how = round(distance / tables.number(TABLE, "distance-step"), 6), rulings.spot_distance
    steps = ceil(tens) if how == "started-tens" else floor(tens + 0.5 * (how == "nearest-ten"))
    changes = (
        (maneuvers * tables.whole(TABLE, "maneuvering"), "manoeuvres"),
        (threats, "threats"),
        (steps * tables.whole(TABLE, "each-distance"), f"{distance:.1f} MU to the aim point"),
    )
    need = api.TargetNumber("correct aim", awareness, "awareness", "ICOGX-6.6.a", words=("passed", "failed"))
    return need.with_modifiers(api.modifier(value, reason, "ICOGX-6.6.4.i") for value, reason in changes if value)


def change_of(successes: int, face: int, tables: ExpandedTables, rulings: ObserverRulings) -> int:
    """Dice that a message adds to the pool. ICOGX-6.6.4.j, ``spot_natural``."""
    dice = tables.up_to("spotting", successes) or 0
    if face == 1 and rulings.spot_natural == "1-always-one-die":
        return min(dice, tables.whole(TABLE, "natural-one"))
    return dice


def limited(pool: int, tables: ExpandedTables, rulings: ObserverRulings) -> int:
    """A pool within its limits. ``pool_limits``."""
    if rulings.pool_limits == "0-to-any":
        return max(0, pool)
    return min(max(pool, tables.whole(TABLE, "pool-least")), tables.whole(TABLE, "pool"))


def corrected(
    dice: api.Dice, pool: int, check: clouds.Check, tables: ExpandedTables, rulings: ObserverRulings
) -> tuple[int, clouds.Graded]:
    """The pool after a message to correct the aim, and its test. ICOGX-6.6.4.1, ICOGX-6.6.4.j."""
    came = clouds.graded(dice, check)
    return limited(pool + change_of(came.successes, came.face, tables, rulings), tables, rulings), came


def works(dice: api.Dice, tables: ExpandedTables, by: str = "") -> bool:
    """Whether a set works. ICOGX-6.6.3.b."""
    lost = tables.whole(TABLE, "radio-lost")
    return dice.draw(api.check("radio", api.numbered(6), api.AtLeast(lost + 1), by=by, about=f"lost on {lost} or less"))


def pool_after(dice: api.Dice, pool: int, check: clouds.Check, tables: ExpandedTables, rulings: ObserverRulings) -> int:
    """The pool after a message. ICOGX-6.6.4.1."""
    return corrected(dice, pool, check, tables, rulings)[0]


def read_pool(
    pool: int, check: clouds.Check, tables: ExpandedTables, rulings: ObserverRulings, events: Sequence[api.PlainEvent]
) -> int:
    """The pool after a message from what it was decided into: where a re-roll is offered, as if the die stood."""
    answered = (event for event in events if isinstance(event, api.Asked | AimCorrected))
    face = next(event.face if isinstance(event, AimCorrected) else int(event.decision.facts[-1]) for event in answered)
    return limited(pool + change_of(check.need.total - face, face, tables, rulings), tables, rulings)


# -- of a fight --------------------------------------------------------------------------------------------------------


def spot_check(game: CloudsGame, rules: CloudsSteps, craft: Craft, station: str, battery: Battery) -> clouds.Check:
    """The test of who corrects the aim of a battery. ICOGX-6.6.4.1, ICOGX-6.6.4.i, ``spot_maneuver``."""
    plan = clouds.plan_of(craft.plan)
    any_turn = ObserverRulings.of(game).spot_maneuver == "any-not-straight"
    maneuvers = any(piece.kind != "S" for piece in plan) if any_turn else bool(clouds.actions_of(plan))
    threats = clouds.threat((arc for _, arc in clouds.threats_on(game, craft)), game.tables)
    awareness, distance = craft.man(station).skill("awareness"), dist(craft.pose.place, (*battery.aim, 0.0))
    need = spot_need(awareness, distance, maneuvers, threats, tables_of(game), ObserverRulings.of(game))
    return clouds.check_on(rules, clouds.CheckFacts(game, craft, station), need, id_="spotting")


def is_attacked(game: CloudsGame, craft: Craft) -> bool:
    """Whether an aircraft has been attacked in this turn. ICOGX-6.6.3.1, ``radio_attacked``."""
    how = ObserverRulings.of(game).radio_attacked
    if how == "any-fire" and any(unit.fired == game.turn and unit.fired_at == craft.id for unit in GROUND.of(game).units):
        return True
    shots = (fired for fired in craft.fired_on if fired.turn == game.turn and game.of(fired.craft).side != craft.side)
    return any(fired.hit or how != "hit-only" for fired in shots)


def is_lost(game: CloudsGame, craft: Craft, message: Message) -> bool:
    """Whether a message does not get through, as the aircraft is attacked. ICOGX-6.6.3.1, ``spot_under_fire``."""
    through = message == "fire-for-effect" and ObserverRulings.of(game).spot_under_fire == "fire-for-effect-gets-through"
    return not through and is_attacked(game, craft)


def is_seen(game: CloudsGame, craft: Craft, battery: Battery) -> bool:
    """Whether an aim point is in sight of an aircraft. ``spot_sight``."""
    if ObserverRulings.of(game).spot_sight == "not-needed":
        return True
    line = craft.pose.place, (*battery.aim, 0.0)
    near = dist(*line) <= tables_of(game).number(TABLE, "sight")
    return near and all(vectors.apart(line, (balloon.at, balloon.at)) >= balloon.radius for balloon in game.balloons)


# -- events ------------------------------------------------------------------------------------------------------------


class RadioTried(clouds.CraftEvent, type="clouds.radio_tried"):
    """Whether a message gets through: no attack, no set that fails. ICOGX-6.6.3.1, ICOGX-6.6.3.b."""

    outcome: bool
    attacked: bool = False

    def apply(self, game: CloudsGame) -> CloudsGame:
        return game

    def tell(self, game: CloudsGame) -> str:
        why = "it is attacked" if self.attacked else "its set fails"
        return f"{self.subject(game)}: {'its set works' if self.outcome else f'{why}, and the message is lost'}"


class AimCorrected(clouds.CraftEvent, type="clouds.aim_corrected"):
    """A message to correct the aim has changed the pool, or not. ICOGX-6.6.4.1, ICOGX-6.6.4.j."""

    battery: str
    need: int
    face: int
    outcome: int
    """Successes."""
    pool: int
    """After it."""
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        return clouds.spend(with_one(game, artillery.ARTILLERY, "batteries", self.battery, pool=self.pool), self.spent)

    def tell(self, game: CloudsGame) -> str:
        successes = api.plural(self.outcome, "success", "successes")
        now = f"{battery_of(game, self.battery).name} deviates by {self.pool}d10"
        return f"{self.subject(game)} corrects the aim: {self.face} against {self.need}, {successes}; {now}"


class EffectOrdered(clouds.CraftEvent, type="clouds.effect_ordered"):
    """From the next turn on all guns of a battery fire. ICOGX-6.6.4.2."""

    battery: str

    def apply(self, game: CloudsGame) -> CloudsGame:
        return with_one(game, artillery.ARTILLERY, "batteries", self.battery, effect=game.turn + 1)

    def tell(self, game: CloudsGame) -> str:
        return f"{self.subject(game)} has {battery_of(game, self.battery).name} fire for effect from the next turn on"


# -- steps -------------------------------------------------------------------------------------------------------------


def send(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A message, if it is not lost. ICOGX-6.6.3.1, ICOGX-6.6.3.b, ``radio_lost``."""
    craft, (station, _, kind) = game.of(step.of), map(str, step.facts)
    through = not is_lost(game, craft, cast("Message", kind))
    if not through:
        yield RadioTried(craft=craft.id, outcome=False, attacked=True)
    elif ObserverRulings.of(game).radio_lost != "off":
        through = works(dice, tables_of(game), craft.side)
        yield RadioTried(craft=craft.id, outcome=through)
    yield then(*(due("message", craft.id, *step.facts),) * through, due("shot", craft.id, station))


def message(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What a message does. ICOGX-6.6.4.1, ICOGX-6.6.4.2."""
    craft, (station, id_, kind) = game.of(step.of), map(str, step.facts)
    if kind == "fire-for-effect":
        yield EffectOrdered(craft=craft.id, battery=id_)
        return
    battery, tables = battery_of(game, id_), tables_of(game)
    check = spot_check(game, rules, craft, station, battery)
    pool, came = corrected(dice, pool_of(battery, tables), check, tables, ObserverRulings.of(game))
    need, face, outcome, spent = check.need.total, came.face, came.successes, check.rerolls[: came.spent]
    yield AimCorrected(craft=craft.id, battery=id_, need=need, face=face, outcome=outcome, pool=pool, spent=spent)


STEPS = {"send": send, "message": message}


# -- orders ------------------------------------------------------------------------------------------------------------


class AnnounceMessage(OfChapter, clouds.MoveOrder, type="clouds.announce_message", chapter="observers", rule=ANNOUNCED):
    """A man is to work the radio, before his aircraft moves. ICOGX-6.6.3.1, ICOGX-6.6.4.k."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} announces|announce a message",)

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if (craft := game.mover(player)) and craft.id in OBSERVING.of(game).radios:
            title = f"{api.capitalised(craft.marking)} announces a message"
            yield api.Offer(cls(craft=craft.id), title, craft.id, kind="radio")

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft = game.of(self.craft)
        if craft.id not in OBSERVING.of(game).radios:
            # "Radio on board"
            yield api.Objection("ICOGX-6.6.3.c", "it has no radio aboard")
        elif all(battery.effect for battery in batteries_of(game, player)):
            # "no longer change"
            yield api.Objection("ICOGX-6.6.4.e", "there is no battery to direct, or all of them fire for effect")
        elif not (man := attention.observer_of(craft)) or attention.busy_with(game, craft.id, man):
            # "takes a whole turn and all the observer's attention"
            yield api.Objection("ICOGX-6.6.3.1", "no observer aboard is free to see to the radio")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        man = attention.observer_of(game.of(self.craft))
        yield attention.TaskBegun(craft=self.craft, station=man, task="radio")

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        """It comes before any move, where nobody threatens the aircraft."""
        return 0.0 if any(True for _ in clouds.threats_on(game, game.of(self.craft))) else artillery.AT_ONCE


class Send(OfChapter, clouds.ShootingOrder, type="clouds.send", chapter="observers", rule=ANNOUNCED):
    """A message to a battery. ICOGX-6.6.4.1, ICOGX-6.6.4.2."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} sends|send {message} to {battery}",)
    battery: str
    message: Message

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Mapping[str, api.Slot]:
        batteries = names_of("one of your batteries", batteries_of(game, player))
        messages = api.Names("a message", {words: message for message, words in MESSAGES.items()})
        return {**super().slots(game, player, rules), "message": messages, "battery": batteries}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if (shooter := game.shooter_of(player)) is None:
            return
        craft = game.of(shooter.craft)
        for battery in batteries_of(game, player):
            for message, words in MESSAGES.items():
                order = cls(craft=craft.id, station=shooter.station, battery=battery.id, message=message)
                lost = " (it is attacked: lost)" if is_lost(game, craft, message) else ""
                title = f"{api.capitalised(craft.marking)} sends '{words}' to {battery.name}{lost}"
                yield api.Offer(order, title, craft.id, kind="radio")

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        battery = next((own for own in batteries_of(game, player) if own.id == self.battery), None)
        busy = attention.busy_with(game, self.craft, self.station)
        if busy is None or busy.task != "radio":
            # "announced in the movement phase"
            yield api.Objection("ICOGX-6.6.4.k", "no message was announced as his aircraft moved")
        elif battery is None:
            # "by 6.6.3.1"
            yield api.Objection("ICOGX-6.6.4.1", f"no battery {self.battery[:40]!r} is yours")
        elif battery.effect:
            # "After fire for effect the pool can no longer change"
            yield api.Objection("ICOGX-6.6.4.e", "it fires for effect already")
        elif self.message == "correct-aim" and not is_seen(game, game.of(self.craft), battery):
            # "has to see the aim point"
            yield api.Objection("ICOGX-6.6.4.1", "its aim point is not in sight")

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        """Whether the set works; else what becomes of the pool."""
        craft, tables = game.of(self.craft), tables_of(game)
        if is_lost(game, craft, self.message):
            return ()
        if ObserverRulings.of(game).radio_lost != "off":
            of = api.ReadFrom((RadioTried,), "outcome")
            return (api.Question("the set works", works, (tables,), of=of, luck=api.Tally("sets that work")),)
        if self.message == "fire-for-effect":
            return ()
        battery = battery_of(game, self.battery)
        check = spot_check(game, rules, craft, self.station, battery).alone
        facts = (pool_of(battery, tables), check, tables, ObserverRulings.of(game))
        return (api.Question("dice of the deviation", pool_after, facts, (check.need,), of=partial(read_pool, *facts)),)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        before = artillery.salvos(game) if ObserverRulings.of(game).artillery_time == "third-before-messages" else ()
        yield then(*before, due("send", self.craft, self.station, self.battery, self.message))

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        """Better aim as long as there are dice to take off and turns to gain by it; then effect."""
        battery, tables = battery_of(game, self.battery), tables_of(game)
        enough = pool_of(battery, tables) <= ENOUGH or game.turn + ENOUGH >= game.setup.turns
        lost = is_lost(game, game.of(self.craft), self.message)
        return 0.0 if lost else MESSAGE if enough is (self.message == "fire-for-effect") else MESSAGE / 2
