"""Leaving the fight (6.3.13, 6.3.14): who is shot down or forced home, whose the victory is, the score, the board's edge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal

from aqmf_air.api import Dice, GameStep, Objection, Offer, Rulings, capitalised, replace, ruling
from aqmf_air.api.geometry import SpacePose
from aqmf_air.games.clouds_of_glory.chapters.arcs import edge_of, own_edge
from aqmf_air.games.clouds_of_glory.chapters.checks import CheckFacts, fortitude_check, roll_test, spend
from aqmf_air.games.clouds_of_glory.chapters.moving import MoveOrder
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, due, then

from aqmf_air.games.clouds_of_glory.state import (  # isort: skip
    PILOT, SIDES, CloudsGame, Craft, CraftEvent, Credit, Out, Side, craft_in, other_side,
)  # fmt: skip
from aqmf_air.games.clouds_of_glory.tables import Tables

DOOMED = "doomed"
"""The fact of a spin that nobody comes out of."""


class LeavingRulings(Rulings):
    """What the source leaves open of victories."""

    fire_victory: Literal["at-once", "if-lost"] = ruling(
        "ICOG-6.3.13.1",
        "Is an aircraft shot down that catches fire, though the fire may go out?",
        "Yes, at once.",
        "Only if it is lost.",
    )
    forced_home_credit: Literal["last-to-fire", "last-to-hit"] = ruling(
        "ICOG-6.3.13.2",
        "Who has forced an aircraft home?",
        "Who fired at it last in two turns, though he may have missed.",
        "Who hit it last.",
        standing="stated",
    )
    emergency_credit: Literal["same-edge", "never"] = ruling(
        "ICOG-6.3.13.3",
        "Is an emergency landing off the board a victory?",
        "Not if the aircraft left over the edge that it came from.",
        "Never.",
        standing="stated",
    )
    fire_score: Literal["replaces", "adds"] = ruling(
        "ICOG-3-f",
        "What does an aircraft score that is forced home, and then shot down?",
        "The points of one that is shot down.",
        "Both.",
    )


# -- whose a victory is ------------------------------------------------------------------------------------------------


def last_to_fire(game: CloudsGame, craft: Craft) -> Credit:
    """Who fired at an aircraft last, in this turn or the one before, hit or not. ICOG-6.3.13.1, ICOG-6.3.13.2."""
    since = game.turn - game.tables.number("victory", "credit")
    shots = [shot for shot in craft.fired_on if shot.turn > since]
    return Credit(shots[-1].craft, shots[-1].station) if shots else Credit()


def last_to_hit(game: CloudsGame, craft: Craft) -> Credit:
    """Who hit an aircraft last. ICOG-6.3.13.3."""
    hits = [shot for shot in craft.fired_on if shot.hit]
    return Credit(hits[-1].craft, hits[-1].station) if hits else Credit()


def landing_credit(game: CloudsGame, craft: Craft) -> Credit | None:
    """Whose victory an emergency landing is, off the board by where it left; None: it is none. ICOG-6.3.13.3."""
    edge = edge_of(game, craft.pose)
    if edge and (game.rulings.emergency_credit == "never" or edge == own_edge(game, craft.side)):
        return None
    return last_to_hit(game, craft)


def is_down(game: CloudsGame, craft: Craft) -> bool:
    """Whether an aircraft counts as shot down. ICOG-6.3.13.1, ``fire_victory``."""
    lost = craft.out == "destroyed" or craft.trouble == "doomed" or not craft.fire
    return craft.downed is not None and (lost or game.rulings.fire_victory == "at-once")


def credit_of(game: CloudsGame, craft: Craft) -> Credit | None:
    """Whose victory an aircraft is, shot down or forced home; None: nobody has beaten it. ICOG-6.3.13.1, ICOG-6.3.13.2."""
    return craft.downed if is_down(game, craft) else craft.sent_home


def points_of(game: CloudsGame, craft: Craft) -> int:
    """What an aircraft is worth to its enemies. ICOG-3-f, ``fire_score``."""
    down, home = is_down(game, craft), craft.sent_home is not None
    shot_down, sent_home = (game.tables.number("victory", name) for name in ("destroyed", "forced-home"))
    if down and home and game.rulings.fire_score == "adds":
        return shot_down + sent_home
    return shot_down if down else sent_home * home


def points_for(game: CloudsGame, side: str) -> Iterator[tuple[int, str]]:
    """The points that a side has for each aircraft, and whose victory it is. ICOG-3-f."""
    for craft in (craft for craft in game.craft if craft.side != side and points_of(game, craft)):
        credit = credit_of(game, craft)
        by = f" by {game.called(credit.craft)}" if credit and credit.craft else ""
        fell = f"shot down{by}" if by else f"{craft.fate}, which counts as shot down"
        yield points_of(game, craft), f"{craft.marking} {fell if is_down(game, craft) else f'forced home{by}'}"


def score(game: CloudsGame) -> Mapping[Side, int]:
    """The points of each side. ICOG-3-f."""
    return {side: sum(points_of(game, craft) for craft in game.craft if craft.side == other_side(side)) for side in SIDES}


def winner_of(points: Mapping[Side, int], tables: Tables) -> Side | Literal["draw"]:
    """Who wins by points. ICOG-3-f."""
    lead = points[SIDES[0]] - points[SIDES[1]]
    if abs(lead) < tables.number("victory", "lead"):
        return "draw"
    return SIDES[0] if lead > 0 else SIDES[1]


# -- events ------------------------------------------------------------------------------------------------------------


class ShotDown(CraftEvent, type="clouds.shot_down"):
    """An aircraft is shot down, though it may still fall. ICOG-6.3.13.1."""

    fate: str
    by: str = ""
    station: str = ""
    doomed: bool = False
    """Whether nobody flies it any more: it spins into the ground. ICOG-1.1.2, ICOG-1.1.4."""

    def apply(self, game: CloudsGame) -> CloudsGame:
        craft = game.of(self.craft)
        trouble = "doomed" if self.doomed else craft.trouble
        credit = craft.downed or Credit(self.by, self.station)
        return game.changed(self.craft, downed=credit, trouble=trouble, fate=self.fate)

    def tell(self, game: CloudsGame) -> str:
        whose = f"; a victory of {game.called(self.by)}" if self.by and game.of(self.craft).downed is None else ""
        return f"{self.subject(game)} {self.fate}{whose}"


class WentOut(CraftEvent, type="clouds.went_out"):
    """An aircraft is out of the fight; what was still to follow of it does not."""

    out: Out
    fate: str

    def apply(self, game: CloudsGame) -> CloudsGame:
        waiting = tuple(name for name in game.waiting if craft_in(name) != self.craft)
        bullets = ("damage", "friend")  # they have left the guns
        todo = tuple(step for step in game.todo if step.of != self.craft or step.name in bullets)
        return replace(game, waiting=waiting, todo=todo).changed(self.craft, out=self.out, fate=self.fate)

    def tell(self, game: CloudsGame) -> str:
        lost = self.out == "destroyed"  # as the event before says
        return "" if lost else f"{self.subject(game)} {self.fate}"


class ForcedHome(CraftEvent, type="clouds.forced_home"):
    """ICOG-6.3.13.2, ICOG-6.3.14.1."""

    by: str = ""
    station: str = ""

    def apply(self, game: CloudsGame) -> CloudsGame:
        down = game.of(self.craft).downed is not None
        return game.changed(self.craft, home=True, sent_home=Credit(self.by, self.station), down_first=down)

    def tell(self, game: CloudsGame) -> str:
        whose = f", by {game.called(self.by)}" if self.by else ""
        return f"{self.subject(game)} is forced home{whose}"


class TurnedHome(CraftEvent, type="clouds.turned_home"):
    """ICOG-6.3.14-a."""

    wording: ClassVar[str] = "{subject} turns for home"

    def apply(self, game: CloudsGame) -> CloudsGame:
        return game.changed(self.craft, home=True)


class DeathFaced(CraftEvent, type="clouds.death_faced"):
    """A man would die, and has something that may save him: with so much Fortitude; 0: it does not."""

    station: str = PILOT
    fortitude: int
    spent: tuple[str, ...] = ()

    @property
    def outcome(self) -> bool:
        """Whether he lives, for questions about the re-roll."""
        return self.fortitude > 0

    def apply(self, game: CloudsGame) -> CloudsGame:
        game = spend(game, self.spent)
        craft = game.of(self.craft)
        left = max(0, craft.man(self.station).fortitude - self.fortitude)
        return game.with_craft(craft.with_man(self.station, wounds=left, spared=True)) if self.fortitude else game

    def tell(self, game: CloudsGame) -> str:
        man = game.of(self.craft).man(self.station)
        return f"{man.name} cheats death, with {self.fortitude} Fortitude" if self.fortitude else ""


class GunnerShaken(CraftEvent, type="clouds.gunner_shaken"):
    """ICOG-6.3.14.2."""

    wording: ClassVar[str] = "{subject}: its {station} gunner fights no more"
    station: str

    def apply(self, game: CloudsGame) -> CloudsGame:
        return game.with_craft(game.of(self.craft).with_man(self.station, shaken=True))


class SetBack(CraftEvent, type="clouds.set_back"):
    """``board_edge``."""

    wording: ClassVar[str] = "{subject} is set back on the edge of the board"
    pose: SpacePose

    def apply(self, game: CloudsGame) -> CloudsGame:
        return game.changed(self.craft, pose=self.pose)


# -- what befalls an aircraft ------------------------------------------------------------------------------------------


def shot_down(game: CloudsGame, craft: Craft, fate: str, *, doomed: bool = False) -> Events:
    """An aircraft is shot down, to the credit of who fired last. ICOG-6.3.13.1."""
    credit = last_to_fire(game, craft)
    yield ShotDown(craft=craft.id, fate=fate, by=credit.craft, station=credit.station, doomed=doomed)


def destroyed(game: CloudsGame, craft: Craft, fate: str) -> Events:
    """An aircraft is no more. ICOG-6.3.13.1."""
    yield from shot_down(game, craft, fate)
    yield WentOut(craft=craft.id, out="destroyed", fate=fate)


def facing_death(game: CloudsGame, rules: CloudsSteps, events: Events) -> Events:
    """Before an aircraft is lost with all aboard, those face it who have something that may save them."""
    for event in events:
        if isinstance(event, WentOut) and event.out == "destroyed":
            men = [man.station for man in game.of(event.craft).crew if not man.absent and rules.spares(man)]
            if men:
                yield then(due("death", event.craft, event.fate, *men))
                continue
        yield event


def pilot_lost(game: CloudsGame, craft: Craft, fate: str) -> Events:
    """Nobody flies an aircraft any more: it spins down, for good, from now on. ICOG-1.1.2, ICOG-1.1.4, ICOG-5.5.15-c."""
    if craft.trouble == DOOMED:
        return
    yield from shot_down(game, craft, fate, doomed=True)
    if not craft.spinning:
        yield then(due("spins", craft.id, DOOMED))


# -- steps -------------------------------------------------------------------------------------------------------------


def nerve(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """Whether a man fights on. ICOG-6.3.14.1, ICOG-6.3.14.2, ICOG-6.3.13.2, ``forced_home_credit``."""
    craft, station = game.of(step.of), str(step.facts[0])
    man = craft.man(station)
    if man.shaken or (station == PILOT and (craft.home or craft.trouble == "doomed")):
        return
    check = fortitude_check(rules, CheckFacts(game, craft, station))
    if (yield from roll_test(dice, craft, check, station)):
        return
    if station == PILOT:
        credit = (last_to_fire if game.rulings.forced_home_credit == "last-to-fire" else last_to_hit)(game, craft)
        yield ForcedHome(craft=craft.id, by=credit.craft, station=credit.station)
    else:
        yield GunnerShaken(craft=craft.id, station=station)


def over_the_edge(game: CloudsGame, rules: CloudsSteps, dice: Dice, step: GameStep) -> Events:
    """A move has ended off the board. ICOG-6.3.14.3, ``board_edge``: who is forced home leaves in any case."""
    craft = game.of(step.of)
    edge = edge_of(game, craft.pose)
    if edge is None:
        return
    if game.rulings.board_edge == "leaves" or craft.home or craft.fire:
        whose = "its own edge" if edge == own_edge(game, craft.side) else f"the {edge} edge"
        yield WentOut(craft=craft.id, out="gone", fate=f"leaves over {whose} of the board")
        return
    (x, y, z), (width, depth) = craft.pose.place, game.setup.board
    along = (0, 180) if edge in ("west", "east") else (90, 270)
    heading = min(along, key=lambda way: abs((craft.pose.heading - way + 180) % 360 - 180))
    place = min(max(x, 0.0), width), min(max(y, 0.0), depth), z
    yield SetBack(craft=craft.id, pose=SpacePose.level(*place, heading, craft.pose.nose))


# -- orders ------------------------------------------------------------------------------------------------------------


class GoHome(MoveOrder, type="clouds.go_home"):
    """A wounded pilot who could fight on is sent home: he flies as who is forced to, but nobody scores. ICOG-6.3.14-a."""

    phrases: ClassVar[tuple[str, ...]] = ("{craft} turns|turn [for] home",)

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[Offer]:
        if (craft := game.mover(player)) and craft.pilot.wounds:
            yield Offer(cls(craft=craft.id), f"{capitalised(craft.marking)}: its wounded pilot turns for home", craft.id)

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[Objection]:
        craft = game.of(self.craft)
        if craft.home or craft.spinning or not craft.pilot.wounds:
            # "Passing, a wounded pilot may turn for home"
            yield Objection("ICOG-6.3.14-a", "no wounded pilot flies it who could fight on")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield TurnedHome(craft=self.craft)


STEPS = {"nerve": nerve, "edge": over_the_edge}
