"""Fire, smoke, fuel and engines (5.7.5, 5.7.7, 6.3.12): what burns, what stops, and when."""

from __future__ import annotations

from typing import ClassVar, Literal

from aqmf_air.api import Dice, GameStep, Is, Rulings, expression, replace, ruling
from aqmf_air.games.clouds_of_glory.chapters.leaving import destroyed, shot_down
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, decided, due, then
from aqmf_air.games.clouds_of_glory.chapters.structure import strength_lost, weakened
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, CraftEvent, EngineState, Flames
from aqmf_air.games.clouds_of_glory.tables import Tables


class FireRulings(Rulings):
    """What the source leaves open of fires and engines."""

    fire_when: Literal["after-movement", "before-own-move", "after-own-move"] = ruling(
        "ICOG-6.3.12-f",
        "When is a fire rolled for?",
        "When all have moved.",
        "Before the burning aircraft moves.",
        "After it has moved.",
        standing="stated",
    )
    engine_stop_at: Literal["exceed", "reach"] = ruling(
        "ICOG-5.7.7-b",
        "When do the losses by damage stop an engine?",
        "When they are more than Engine out.",
        "When they are as much as Engine out.",
        standing="stated",
    )
    dead_engine_losses: Literal["engine-out-only", "add-damage"] = ruling(
        "ICOG-5.7.7-b",
        "Does what an engine lost by damage still count once it stands?",
        "No: Engine out alone.",
        "Yes, beside Engine out.",
    )
    hit_engine: Literal["no-restart", "restart"] = ruling(
        "ICOG-5.7.5.3", "May an engine be started again that damage has stopped?", "No.", "Yes."
    )
    forced_home_tests: Literal["involuntary", "damage-only"] = ruling(
        "ICOG-6.3.14.1",
        "Which engines that stop ask for a Fortitude test?",
        "All that their pilot has not stopped himself.",
        "Those that damage stops.",
    )


# -- rules -------------------------------------------------------------------------------------------------------------


def fire_face(dice: Dice, by: str = "") -> int:
    """The die for a fire. ICOG-6.3.12-f."""
    return dice.draw(expression("fire", "1d6", by=by, about="1 goes out, 6 explodes, else that much strength"))


def fire_turn(dice: Dice, strength: int, reduction: int, tables: Tables) -> int | str:
    """A turn of a fire: ``out``, ``lost``, or the strength left. ICOG-6.3.12-f, ICOG-6.3.12-b."""
    face = fire_face(dice)
    left = strength - strength_lost(face, reduction)
    if face == tables.number("burning", "out"):
        return "out"
    return "lost" if face == tables.number("burning", "explodes") or left <= 0 else left


def fire_ends(dice: Dice, strength: int, reduction: int, tables: Tables) -> str:
    """How a fire ends: ``out``, or the aircraft is ``lost``. ICOG-6.3.12-f."""
    came = dice.until(fire_turn, Is((strength,)), strength, reduction, tables)
    return came if isinstance(came, str) else str(dice.call(fire_ends, came, reduction, tables))


def overloaded(game: CloudsGame, craft: Craft, engine: int) -> bool:
    """Whether the constant losses of an engine stop it. ICOG-5.7.7-b, ICOG-6.3.12-e, ``engine_stop_at``."""
    fixed = sum(loss.fixed for loss in craft.losses if loss.engine == engine)
    most = game.cockpit(craft).panel.engine_loss(1)
    return fixed > most or (fixed == most and game.rulings.engine_stop_at == "reach")


# -- events ------------------------------------------------------------------------------------------------------------


class CaughtFire(CraftEvent, type="clouds.caught_fire"):
    """ICOG-6.3.12-f, T:damage.single row 27, T:damage.multi rows 27 and 29."""

    kills: int = 0
    """The turn at whose end the fire kills its pilot; 0: it does not."""
    flames: Flames | None = None
    endless: bool = False

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        kills = min((turn for turn in (craft.fire_kills, self.kills) if turn), default=0)
        flames = min((each for each in (craft.flames, self.flames) if each), default=None)
        endless = craft.endless_fire or self.endless
        return game.changed(self.craft, fire=True, endless_fire=endless, fire_kills=kills, flames=flames)

    def tell(self, game: CloudsGame) -> str:
        turn = self.kills or (self.flames.turn if self.flames else 0)
        reached = f"; the flames reach the cockpit as turn {turn} ends" if turn else ""
        return f"{self.subject(game)} burns{reached}"


class FireOut(CraftEvent, type="clouds.fire_out"):
    """A fire goes out. ICOG-6.3.12-f, ``fire_victory``."""

    wording: ClassVar[str] = "the fire on {craft} goes out"

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        spared = game.rulings.fire_victory == "if-lost" and craft.trouble != "doomed"
        downed = None if spared else craft.downed
        return game.changed(self.craft, fire=False, fire_kills=0, flames=None, downed=downed)


class SmokeEnded(CraftEvent, type="clouds.smoke_ended"):
    """Smoke is blown out, or turns to fire. T:damage.single row 14."""

    engines: tuple[int, ...]
    burns: bool = False

    def apply(self, game: CloudsGame) -> CloudsGame:
        smoke = tuple(each for each in game.of(self.craft).smoke if each.engine not in self.engines)
        return game.changed(self.craft, smoke=smoke)

    def tell(self, game: CloudsGame) -> str:
        return "" if self.burns else f"{self.subject(game)} has blown out the smoke"


class EngineStopped(CraftEvent, type="clouds.engine_stopped"):
    """ICOG-5.7.5.2, ``dead_engine_losses``."""

    engine: int
    state: EngineState
    why: str

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        fuel = tuple(each for each in craft.fuel if each.engine != self.engine)
        losses = craft.losses
        if game.rulings.dead_engine_losses == "engine-out-only":
            losses = tuple(each for each in losses if each.engine != self.engine)
        return game.with_craft(replace(craft.with_engine(self.engine, self.state), fuel=fuel, losses=losses))

    def tell(self, game: CloudsGame) -> str:
        which = ("", "left ", "right ")[(self.engine + 1) * (len(game.of(self.craft).engines) > 1)]
        return f"{self.subject(game)}: its {which}engine {self.why}"


# -- what befalls an aircraft ------------------------------------------------------------------------------------------


def catches_fire(
    game: CloudsGame, craft: Craft, kills: int = 0, flames: Flames | None = None, *, endless: bool = False
) -> Events:
    """ICOG-6.3.12-f, ICOG-6.3.13.1."""
    yield CaughtFire(craft=craft.id, kills=kills, flames=flames, endless=endless)
    if craft.downed is None:
        yield from shot_down(game, craft, "is in flames")


def stops(game: CloudsGame, craft: Craft, engine: int, why: str, *, dead: bool = False, by_damage: bool = True) -> Events:
    """An engine stops; its pilot tests Fortitude. ICOG-6.3.14.1, ``hit_engine``, ``forced_home_tests``."""
    before = craft.engines[engine]
    hit = by_damage and game.rulings.hit_engine == "no-restart"
    state: EngineState = "dead" if dead or hit else "stopped"
    yield EngineStopped(craft=craft.id, engine=engine, state=state, why=why)
    if before == "runs" and (by_damage or game.rulings.forced_home_tests == "involuntary"):
        yield then(due("nerve", craft.id, PILOT))


# -- steps -------------------------------------------------------------------------------------------------------------


def burn(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """The die of a fire. ICOG-6.3.12-f."""
    craft = game.of(step.of)
    face = fire_face(dice, craft.side)
    if face == game.tables.number("burning", "out"):
        if not craft.endless_fire:
            yield FireOut(craft=craft.id)
    elif face == game.tables.number("burning", "explodes"):
        yield from destroyed(game, craft, "explodes")
    else:
        yield from weakened(game, craft, "the fire eats at it", face)


def blown_out(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """Speed puts smoke out. T:damage.single row 14."""
    engines = tuple(each.engine for each in game.of(step.of).smoke if int(step.facts[0]) >= each.speed)
    if engines:
        yield SmokeEnded(craft=step.of, engines=engines)


def smoke(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """A smoking engine burns, or its pilot stops it for good. T:damage.single row 14, T:damage.multi row 14."""
    craft, engine = game.of(step.of), int(step.facts[0])
    smoking = next(each for each in craft.smoke if each.engine == engine)
    stop = "burn"
    if smoking.may_shut_down and not craft.pilot.absent:
        options = {"shut-down": "shut it down for good", "burn": "let it burn"}
        stop = decided(dice, craft, "smoke", f"{craft.marking}: a smoking engine is about to burn", options)
    yield SmokeEnded(craft=craft.id, engines=(engine,), burns=True)
    if stop == "burn":
        yield from catches_fire(game, craft)
    else:
        yield EngineStopped(craft=craft.id, engine=engine, state="dead", why="is shut down for good")


def dry(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """The fuel of an engine is gone. T:damage.single row 15."""
    yield from stops(game, game.of(step.of), int(step.facts[0]), "is out of fuel")


def fires(game: CloudsGame) -> tuple[GameStep, ...]:
    """What follows when all have moved: a die for each aircraft that burns. ICOG-6.3.12-f, ``fire_when``."""
    if game.rulings.fire_when != "after-movement":
        return ()
    return tuple(due("burn", craft.id) for craft in game.in_air if craft.fire)


def ends_of_turn(game: CloudsGame) -> tuple[GameStep, ...]:
    """What is due as a turn ends: engines that burn, dry tanks, flames in cockpits. T:damage.single rows 14, 15, 27."""
    steps: list[GameStep] = []
    for craft in game.in_air:
        for name, timed in (("smoke", craft.smoke), ("dry", craft.fuel)):
            engines = sorted({each.engine for each in timed if each.turn <= game.turn})
            steps += [due(name, craft.id, engine) for engine in engines]
        if craft.fire_kills and craft.fire_kills <= game.turn:
            steps.append(due("killed", craft.id, PILOT))
        if craft.flames and craft.flames.turn <= game.turn:
            steps.append(due("wound", craft.id, PILOT, craft.flames.dice))
    return tuple(steps)


STEPS = {"burn": burn, "blown out": blown_out, "smoke": smoke, "dry": dry}
