"""Parachutes (5.5.21): who bails out, the jump, the fall until the canopy opens; what becomes of the aircraft."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.api.ui import Mark, Word
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CheckFacts, CloudsGame, CloudsSteps, Craft, Events, Setup, due, then
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, At, OfChapter, OwnRulings, is_on
from aqmf_air.games.clouds_of_glory_expanded.ground import unknown_faults
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables, tables_of

PARACHUTES = "parachutes"
"""The table of numbers."""
BROKEN, WING_GONE = ("breaks up", "falls apart"), "spins down for good"
"""What core calls the fate of an aircraft that has broken up; of one that has lost a wing. T:damage.single row 28."""
LIFE = 4.0
"""Victory points that a man's life is worth to an automatic side."""
Result = Literal["", "out", "caught", "dies"]
Fate = Literal["falls", "canopy", "landed", "dead"]


class ParachuteRulings(OwnRulings):
    """What the source leaves open of parachutes."""

    bailout_trouble: Literal["try-again-next-turn", "stuck"] = api.ruling(
        "ICOGX-5.5.21.b", "Who is caught in the cockpit: what then?", "He may try again in a later turn.", "He is stuck."
    )
    bailout_fire_bonus: Literal["2", "0"] = api.ruling(
        "ICOGX-5.5.21.a", "What does a sound aircraft add to the jump?", "2.", "Nothing.", standing="inferred"
    )
    parachute_exact: Literal["dies", "lands"] = api.ruling(
        "ICOGX-5.5.21.3", "What if a man falls as far as he was high?", "He dies.", "He lands safely.", standing="stated"
    )
    bailout_height: Literal["above-ground-below", "above-board"] = api.ruling(
        "ICOGX-5.5.21.3", "Above what is his height?", "The ground below.", "The board.", standing="stated"
    )
    gunner_bailout_actions: Literal["none-needed", "pilot-spends-two"] = api.ruling(
        "ICOGX-5.5.21.1", "Which actions does a gunner's jump take?", "None.", "Two of the pilot's."
    )
    broken_up_actions: Literal["next-moving-phase", "at-once"] = api.ruling(
        "ICOGX-5.5.21.a", "When do men jump from what has broken up?", "As the next movement begins.", "As soon as may be."
    )


# -- what is kept ------------------------------------------------------------------------------------------------------


class Try(NamedTuple):
    """Somebody bails out, or has tried to."""

    seat: str
    turn: int
    result: Result = ""
    """Empty: he has yet to leave."""
    broken: bool = False
    """Whether his aircraft had broken up."""


class Parachutist(api.Frozen):
    """A man who has left his aircraft."""

    seat: str
    name: str
    side: clouds.Side
    at: tuple[float, float, float]
    turn: int
    """Of the jump."""
    fate: Fate = "falls"


class Parachutes(api.Frozen):
    """Who has a parachute, and who has used it."""

    men: tuple[str, ...] = Field(default=(), max_length=40)
    """By where they sit: ``albatros`` for its pilot, ``rumpler/observer``."""
    ground: float = Field(default=0.0, ge=0, le=60)
    """MU that the ground lies above the board. ``bailout_height``."""
    tries: tuple[Try, ...] = ()
    jumped: tuple[Parachutist, ...] = ()

    def load(self, game: CloudsGame, craft: Craft) -> Iterator[str]:
        """Parachutes of its men."""
        if number := sum(clouds.seat_of(craft.id, man.station) in self.men and not man.absent for man in craft.crew):
            yield api.plural(number, "parachute")

    def tries_of(self, seat: str) -> list[Try]:
        """The jumps that a man has announced."""
        return [each for each in self.tries if each.seat == seat]

    def parachutist(self, seat: str) -> Parachutist:
        """Who has left that seat."""
        return next(each for each in self.jumped if each.seat == seat)


SILK = api.Slice("parachutes", Parachutes)


def has_broken_up(craft: Craft) -> bool:
    """Whether an aircraft falls in pieces. ICOGX-5.5.21.a."""
    return craft.out == "destroyed" and craft.fate in BROKEN


def can_leave(game: CloudsGame, craft: Craft, station: str) -> bool:
    """Whether a man has a parachute, and may still jump. ICOGX-5.5.21.c, ``bailout_trouble``."""
    seat, man = clouds.seat_of(craft.id, station), craft.man(station)
    caught = any(each.result == "caught" for each in SILK.of(game).tries_of(seat))
    stuck = caught and ParachuteRulings.of(game).bailout_trouble == "stuck"
    return seat in SILK.of(game).men and not (man.absent or stuck or craft.grounded)


# -- rules -------------------------------------------------------------------------------------------------------------


class JumpFacts(NamedTuple):
    """What a jump depends on, beside Fortitude. ICOGX-5.5.21.a."""

    speed: clouds.SpeedBand
    sound: bool
    """Whether the aircraft neither burns nor spins, and has not broken up."""
    wing_gone: int = 0
    """What core's table of damage takes off where a wing is gone."""

    def changes(self, tables: ExpandedTables, rulings: ParachuteRulings) -> tuple[api.Modifier, ...]:
        """The modifiers of the parachute table. ``bailout_fire_bonus``."""
        sound = self.sound and rulings.bailout_fire_bonus == "2"
        changes = (
            (sound * tables.whole(PARACHUTES, "sound"), "sound aircraft", "ICOGX-5.5.21.a"),
            (tables.whole(PARACHUTES, self.speed.lower()), f"{self.speed.lower()} speed", "ICOGX-5.5.21.a"),
            (self.wing_gone, "a wing gone", "ICOG-6.3.10-a"),
        )
        return tuple(api.modifier(*change) for change in changes if change[0])


def result_of(successes: int, tables: ExpandedTables) -> Result:
    """What a jump comes to. ICOGX-5.5.21.b."""
    if successes >= tables.number(PARACHUTES, "out"):
        return "out"
    return "caught" if successes >= tables.number(PARACHUTES, "caught") else "dies"


def fall(dice: api.Dice, by: str = "") -> int:
    """MU that a man falls before his canopy opens. ICOGX-5.5.21.3."""
    return dice.draw(api.expression("free fall", "2d6+4", by=by, about="MU, until the canopy opens"))


def opens(far: int, height: float, rulings: ParachuteRulings) -> bool:
    """Whether a canopy opens in time. ICOGX-5.5.21.3, ``parachute_exact``."""
    return far < height or (far == height and rulings.parachute_exact == "lands")


def bail_out(
    dice: api.Dice, check: clouds.Check, height: float, tables: ExpandedTables, rulings: ParachuteRulings
) -> Literal["lands", "caught", "dies"]:
    """A jump from a height, and the fall. ICOGX-5.5.21.2, ICOGX-5.5.21.3."""
    result = result_of(check.most - clouds.graded(dice, check).face, tables)
    if result == "out":
        return "lands" if opens(fall(dice, check.by), height, rulings) else "dies"
    return result or "dies"


# -- events ------------------------------------------------------------------------------------------------------------


class ParachuteEvent(clouds.CraftEvent):
    """Something that happens to a man with a parachute."""

    station: str = PILOT

    @property
    def seat(self) -> str:
        """Where he sits."""
        return clouds.seat_of(self.craft, self.station)

    def man(self, game: CloudsGame) -> str:
        """What players call him."""
        return game.of(self.craft).man(self.station).name

    def becomes(self, game: CloudsGame, fate: Fate, height: float = 0.0, **changes: Any) -> CloudsGame:
        """The same with what becomes of one who has left, how high he is then, and what else changes of the man."""
        kept = SILK.of(game)
        x, y, _ = kept.parachutist(self.seat).at
        own = api.replace(kept.parachutist(self.seat), at=(x, y, height), fate=fate)
        game = SILK.changed(game, jumped=tuple(own if each.seat == self.seat else each for each in kept.jumped))
        return game.with_craft(game.of(self.craft).with_man(self.station, **changes))


class BailOutAnnounced(ParachuteEvent, type="clouds.bail_out_announced"):
    """ICOGX-5.5.21.1."""

    actions: int
    """Of the pilot's."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        game = SILK.changed(game, tries=(*SILK.of(game).tries, Try(self.seat, game.turn)))
        return game.changed(self.craft, busy=game.of(self.craft).busy + self.actions)

    def tell(self, game: CloudsGame) -> str:
        return f"{self.subject(game)}: {self.man(game)} will bail out"


class JumpTested(ParachuteEvent, type="clouds.jump_tested"):
    """ICOGX-5.5.21.2, ICOGX-5.5.21.b."""

    need: int
    outcome: int
    """Successes."""
    result: Result
    spent: tuple[str, ...] = ()

    def apply(self, game: CloudsGame) -> CloudsGame:
        game, kept, craft = clouds.spend(game, self.spent), SILK.of(game), game.of(self.craft)
        man, others = craft.man(self.station), (each for each in kept.tries if each != Try(self.seat, game.turn))
        tries = (*others, Try(self.seat, game.turn, self.result, has_broken_up(craft)))
        if self.result == "caught":
            return SILK.changed(game, tries=tries)
        fate: Fate = "dead" if self.result == "dies" else "falls"
        jumper = Parachutist(seat=self.seat, name=man.name, side=craft.side, at=craft.pose.place, turn=game.turn, fate=fate)
        game = SILK.changed(game, tries=tries, jumped=(*kept.jumped, jumper))
        wounds = man.fortitude if fate == "dead" else man.wounds
        return game.with_craft(game.of(self.craft).with_man(self.station, left=True, wounds=wounds))

    def tell(self, game: CloudsGame) -> str:
        results = {"out": "gets out", "caught": "is caught in the cockpit", "dies": "falls to his death"}
        return f"{self.man(game)} jumps, {self.need} or less: he {results[self.result]}"

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        yield Word(self.craft, self.tell(game), good=self.result == "out")


class CanopyOpened(ParachuteEvent, type="clouds.canopy_opened"):
    """How far a man has fallen; ``outcome``: his canopy has opened in time. ICOGX-5.5.21.3, ICOGX-5.5.21.e."""

    far: int
    outcome: bool

    def apply(self, game: CloudsGame) -> CloudsGame:
        man, height = game.of(self.craft).man(self.station), SILK.of(game).parachutist(self.seat).at[2]
        if self.outcome:
            return self.becomes(game, "canopy", height - self.far, spared=True)
        return self.becomes(game, "dead", wounds=man.fortitude, spared=False)

    def tell(self, game: CloudsGame) -> str:
        return f"{self.man(game)} falls {self.far} MU: {'his canopy opens' if self.outcome else 'he hits the ground'}"

    def drawn(self, game: CloudsGame, at: At) -> Iterator[Mark]:
        yield Word(self.craft, self.tell(game), good=self.outcome)


class ParachutistLanded(ParachuteEvent, type="clouds.parachutist_landed"):
    """ICOGX-5.5.21.3, ICOGX-5.5.21.e."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        return self.becomes(game, "landed")

    def tell(self, game: CloudsGame) -> str:
        x, y, _ = SILK.of(game).parachutist(self.seat).at
        return f"{self.man(game)} lands under his canopy at {x:.1f}, {y:.1f}"


class FallCheated(ParachuteEvent, type="clouds.fall_cheated"):
    """A trait saves a man who has fallen to his death, with so much Fortitude; 0: it does not. ICOGX-1.4.P18."""

    fortitude: int
    spent: tuple[str, ...] = ()

    @property
    def outcome(self) -> bool:
        """Whether he lives."""
        return self.fortitude > 0

    def apply(self, game: CloudsGame) -> CloudsGame:
        game, man = clouds.spend(game, self.spent), game.of(self.craft).man(self.station)
        if not self.fortitude:
            return game
        return self.becomes(game, "landed", wounds=max(0, man.fortitude - self.fortitude), spared=True)

    def tell(self, game: CloudsGame) -> str:
        return f"{self.man(game)} cheats death, with {self.fortitude} Fortitude" if self.fortitude else ""


# -- steps -------------------------------------------------------------------------------------------------------------


def jump_check(game: CloudsGame, rules: CloudsSteps, craft: Craft, station: str) -> clouds.Check:
    """The jump, ``bail-out`` in hooks. ICOGX-5.5.21.2, ICOGX-5.5.21.a."""
    off = min(row.effect.parachute for row in game.tables.of.of("damage", clouds.DamageRow))
    wing_gone = off if craft.fate == WING_GONE else 0
    sound = not (craft.fire or craft.spinning or has_broken_up(craft))
    facts = JumpFacts(game.cockpit(craft).band(craft.speed), sound, wing_gone)
    base = craft.man(station).skill("fortitude"), "fortitude", "ICOGX-5.5.21.2"
    changes = facts.changes(tables_of(game), ParachuteRulings.of(game))
    return clouds.check_of(rules, CheckFacts(game, craft, station), "bail-out", base, changes)


def height_of(game: CloudsGame, height: float) -> float:
    """How high a man is above what he would fall on. ``bailout_height``."""
    return height - (SILK.of(game).ground if ParachuteRulings.of(game).bailout_height == "above-ground-below" else 0.0)


def jump(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A man leaves; an aircraft without its pilot goes down. ICOGX-5.5.21.2, ICOGX-5.5.21.4."""
    craft, station = game.of(step.of), str(step.facts[0])
    if craft.man(station).absent or not (craft.flying or has_broken_up(craft)):
        return
    check = jump_check(game, rules, craft, station)
    came = clouds.graded(dice, check)
    result, spent = result_of(check.most - came.face, tables_of(game)), check.rerolls[: came.spent]
    yield JumpTested(craft=craft.id, station=station, need=check.most, outcome=came.successes, result=result, spent=spent)
    follows = [due("canopy", craft.id, station)] if result == "out" else []
    if result == "dies" and rules.spares(craft.man(station)):
        follows.append(due("fallen", craft.id, station))
    if result != "caught" and station == PILOT and craft.flying:
        follows.append(due("pilotless", craft.id))
    yield then(*follows)


def canopy(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The fall. ICOGX-5.5.21.3."""
    craft, station = game.of(step.of), str(step.facts[0])
    height, far = SILK.of(game).parachutist(clouds.seat_of(craft.id, station)).at[2], fall(dice, craft.side)
    outcome = opens(far, height_of(game, height), ParachuteRulings.of(game))
    yield CanopyOpened(craft=craft.id, station=station, far=far, outcome=outcome)
    if not outcome and rules.spares(craft.man(station)):
        yield then(due("fallen", craft.id, station))


def fallen(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A man has fallen to his death: what a trait of his makes of it. ICOGX-1.4.P18."""
    craft, station = game.of(step.of), str(step.facts[0])
    if spare := rules.spares(craft.man(station)):
        fortitude, spent = spare(rules, dice, CheckFacts(game, craft, station))
        yield FallCheated(craft=craft.id, station=station, fortitude=fortitude, spent=spent)


def pilotless(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Nobody flies it any more: a victory. ICOGX-5.5.21.4."""
    yield from clouds.pilot_lost(game, game.of(step.of), "goes down: its pilot has bailed out")


def land(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A canopy comes down. ICOGX-5.5.21.e."""
    yield ParachutistLanded(craft=step.of, station=str(step.facts[0]))


# -- orders ------------------------------------------------------------------------------------------------------------


class BailOut(OfChapter, clouds.MoveOrder, type="clouds.bail_out", chapter="parachutes", rule="ICOGX-5.5.21.1"):
    """A man is to leave at the end of the movement phase. ICOGX-5.5.21.1."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} bails|bail out [{station}]",)
    station: str = PILOT

    @classmethod
    def slots(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> dict[str, api.Slot]:
        stations = {man.station for craft in game.craft for man in craft.crew} | {PILOT}
        names = {f"the {name}{' gunner' * (name != PILOT)}": name for name in sorted(stations)}
        return {**super().slots(game, player, rules), "station": api.Names("who", names)}

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        craft = game.mover(player) if is_on(game, "parachutes") else None
        for man in craft.crew if craft else ():
            if craft and can_leave(game, craft, man.station):
                order = cls(craft=craft.id, station=man.station)
                lands = float(order.odds(game, rules).of("lands"))
                numbers = f"{jump_check(game, rules, craft, man.station).most} or less, lands {lands:.0%} as it is now"
                yield api.Offer(order, f"{api.capitalised(craft.marking)}: {man.name} bails out ({numbers})", craft.id)

    def odds(self, game: CloudsGame, rules: CloudsSteps) -> api.Odds[str]:
        """What a jump from where it is now would come to."""
        return api.chances(bail_out, *self.facts(game, rules))

    def facts(self, game: CloudsGame, rules: CloudsSteps) -> tuple[Any, ...]:
        """What :func:`bail_out` gets, no re-roll counted, as it is before the move."""
        craft = game.of(self.craft)
        check, height = jump_check(game, rules, craft, self.station).alone, height_of(game, craft.pose.place[2])
        return check, height, tables_of(game), ParachuteRulings.of(game)

    def actions(self, game: CloudsGame) -> int:
        """Of the pilot's, that it takes. ``gunner_bailout_actions``."""
        needed = self.station == PILOT or ParachuteRulings.of(game).gunner_bailout_actions == "pilot-spends-two"
        return needed * tables_of(game).whole(PARACHUTES, "actions")

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        craft, seat = game.of(self.craft), clouds.seat_of(self.craft, self.station)
        able = not craft.pilot.absent and craft.blackout != game.turn
        left = (game.tables.number("flight", "actions") - craft.busy) * able
        if self.station not in [man.station for man in craft.crew] or seat not in SILK.of(game).men:
            # "Only the German air service has parachutes"
            yield api.Objection("ICOGX-5.5.21.c", "he has no parachute in this mission")
        elif not can_leave(game, craft, self.station):
            # "caught in the cockpit"
            yield api.Objection("ICOGX-5.5.21.b", "he can leave it no more")
        elif any(each.turn == game.turn for each in SILK.of(game).tries_of(seat)):
            # "announced at the start of the moving phase"
            yield api.Objection("ICOGX-5.5.21.1", "he has announced it")
        elif self.actions(game) > left:
            # "Bailing out costs two pilot actions"
            yield api.Objection("ICOGX-5.5.21.1", f"it takes {self.actions(game)} actions of the pilot, who has not so many")

    def questions(self, game: CloudsGame, rules: CloudsSteps) -> Sequence[api.Question]:
        check, *_ = facts = self.facts(game, rules)
        return (api.Question("the jump, as it is now", bail_out, facts, (check.need,), later=True),)

    def worth(self, game: CloudsGame, rules: CloudsSteps) -> float:
        """A life, by the chance that it is saved; less the aircraft, by the chance that it would have been."""
        craft = game.of(self.craft)
        lost = float(craft.trouble == "doomed" or craft.endless_fire or craft.fire_kills > 0)
        if craft.fire and not lost:
            panel = game.cockpit(craft).panel
            lost = float(api.chances(clouds.fire_ends, craft.strength, panel.reduction, game.tables).of("lost"))
        points = game.tables.number("victory", "destroyed") * (self.station == PILOT)
        return LIFE * (lost - 1 + float(self.odds(game, rules).of("lands"))) - points * (1 - lost)

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield BailOutAnnounced(craft=self.craft, station=self.station, actions=self.actions(game))


# -- the chapter -------------------------------------------------------------------------------------------------------


def first_steps(game: CloudsGame, phase: clouds.Phase) -> Iterator[api.GameStep]:
    """Who leaves when all have moved, pilots last; canopies land. ICOGX-5.5.21.1, ICOGX-5.5.21.e, ``broken_up_actions``."""
    kept, over = SILK.of(game), game.turn >= game.setup.turns or len({craft.side for craft in game.in_air}) < 2
    late = phase in ("movement", "closing") or (over and phase == "end")
    late |= ParachuteRulings.of(game).broken_up_actions == "at-once"
    if phase == "gunners":
        seats = [each.seat for each in kept.tries if each.turn == game.turn and not each.result]
        yield from (due("jump", *_split(seat)) for seat in sorted(seats, key=lambda seat: "/" not in seat))
    if phase in ("initiative", "closing"):
        under = (each for each in kept.jumped if each.fate == "canopy" and (each.turn < game.turn or phase == "closing"))
        yield from (due("canopy lands", *_split(each.seat)) for each in under)
    for craft in game.craft if late and kept.men else ():
        for man in craft.crew if has_broken_up(craft) else ():
            seat = clouds.seat_of(craft.id, man.station)
            if can_leave(game, craft, man.station) and not any(each.broken for each in kept.tries_of(seat)):
                yield due("jump", craft.id, man.station)


def _split(seat: str) -> tuple[str, str]:
    craft, _, station = seat.partition("/")
    return craft, station or PILOT


def objections(game: CloudsGame, command: api.Command) -> Iterator[api.Objection]:
    """A gunner who bails out does nothing else in that turn. ICOGX-5.5.21.1."""
    seat = clouds.seat_of(getattr(command, "craft", ""), getattr(command, "station", PILOT))
    bails = any(each.turn == game.turn for each in SILK.of(game).tries_of(seat)) if "/" in seat else False
    if bails and not isinstance(command, BailOut | clouds.HoldFire):
        # "neither shoots nor bombs that turn"
        yield api.Objection("ICOGX-5.5.21.1", "he bails out in this turn")


def faults(setup: Setup) -> Iterator[str]:
    """What is wrong with what a mission says of parachutes, a line each. ICOGX-5.5.21.c."""
    kept, day = SILK.of(setup), EXPANDED.of(setup).day
    crews = ((placing.id, placing.crew) for placing in setup.aircraft if placing.side == "germany")
    seats = [clouds.seat_of(craft, man.station) for craft, crew in crews for man in crew]
    tries, jumped = (each.seat for each in kept.tries), (each.seat for each in kept.jumped)
    yield from unknown_faults(setup, "parachutes", "German's seat", seats, men=kept.men, tries=tries, jumped=jumped)
    if kept.men and 0 < day < tables_of(setup).whole(PARACHUTES, "from"):
        yield f"parachutes: men: expected none before April 1918, got {EXPANDED.of(setup).date} (ICOGX-5.5.21.c)"


def briefing(setup: Setup) -> Iterator[str]:
    """What players read before a mission."""
    men = SILK.of(setup).men
    if names := [man.name for each in setup.aircraft for man in each.crew if clouds.seat_of(each.id, man.station) in men]:
        yield f"With parachutes: {api.in_a_row(names)}."


def bodies(game: CloudsGame) -> Iterator[clouds.SkyBody]:
    """Men under their canopies."""
    for number, man in enumerate(SILK.of(game).jumped):
        if man.fate == "canopy":
            yield clouds.SkyBody(f"canopy-{number}", man.name, man.at, side=man.side, what="parachute")


STEPS = {"jump": jump, "canopy": canopy, "pilotless": pilotless, "canopy lands": land, "fallen": fallen}
