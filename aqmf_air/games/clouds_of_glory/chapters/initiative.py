"""Initiative (chapter 4, 5.2, 6.1.3): threats, the open die, ties, who has none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.chapters.arcs import threats_on
from aqmf_air.games.clouds_of_glory.chapters.checks import CheckFacts
from aqmf_air.games.clouds_of_glory.chapters.missions import SIDE_NAMES
from aqmf_air.games.clouds_of_glory.chapters.steps import CloudsSteps, Events, decided, due, then
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, CraftEvent, craft_in, seat_of
from aqmf_air.games.clouds_of_glory.tables import Tables

D10 = api.numbered(10)
ADDED, HIGHER = "added to the skill", "the lower moves first"
"""What the dice are for, for people."""


class InitiativeRulings(api.Rulings):
    """What the source leaves open of initiative."""

    initiative_skill: Literal["awareness", "flying"] = api.ruling(
        "ICOG-4.2.1", "Which skill is added to the die for initiative?", "Awareness.", "Flying.", standing="stated"
    )
    open_die_tie: Literal["total", "first-face"] = api.ruling(
        "ICOG-4.2.2", "Which die decides a tie?", "The total of the open die.", "Its first face alone."
    )
    no_initiative_order: Literal["roll", "owner"] = api.ruling(
        "ICOG-5.2.1",
        "In which order do aircraft move that have no initiative?",
        "A D10 for each, the lowest first.",
        "As their sides list them.",
    )


# -- rules -------------------------------------------------------------------------------------------------------------


def rolled_on(dice: api.Dice, first: int, by: str = "", past: int | None = None) -> int:
    """The total of an open die from its first face on; it is left where it has come ``past`` a number. ICOG-4.2.1."""
    rolled = face = first
    while face == 10 and (past is None or rolled <= past):
        face = dice.draw(api.total("initiative, on from a 10", 1, D10, by=by, about="added"))
        rolled += face
    return rolled


def threat(arcs: Iterable[str], tables: Tables) -> int:
    """What the threats on an aircraft come to, by the arcs of it in which they are. ICOG-4.1.1."""
    worth = {arc: tables.number("initiative", arc) for arc in ("rear", "side")}
    return max(tables.number("initiative", "most"), sum(worth.get(arc, 0) for arc in arcs))


def has_initiative(game: CloudsGame, craft: Craft) -> bool:
    """Whether an aircraft has initiative: none that burns, spins, or is below S. ICOG-5.2.1, ICOG-5.2-a."""
    return not (craft.fire or craft.spinning or craft.speed < game.cockpit(craft).stall)


def sheet_line(craft: Craft, tables: Tables) -> str:
    """A line of the initiative sheet: who flies, what he can still do. ICOG-4.3.1, ICOG-1.1-a."""
    men = []
    for man in craft.crew:
        ace = "ace, " * (man.victories >= tables.number("people", "ace"))
        parts = [f"Awareness {man.skill('awareness')}", api.plural(man.rerolls, "re-roll")]
        parts += [api.plural(man.wounds, "wound point")] * bool(man.wounds)
        parts += [f"{ace}{api.plural(man.victories, 'victory', 'victories')}"] * bool(man.victories)
        parts += [f"initiative {man.initiative} by a die of {man.die}"] * bool(man.initiative)
        title = "" if man.station == PILOT else f"{man.station} "
        men.append(f"{title}{man.name}, {'dead' if man.dead else 'gone' if man.left else ', '.join(parts)}")
    return "; ".join(men)


Compared = Literal["higher", "lower", "even", "both"]


def compared(dice: api.Dice, mine: int, theirs: int) -> Compared:
    """Who of two has the higher initiative: in total, then by the die. ICOG-4.2.1, ICOG-4.2.2.

    ``even``: a tie; ``both``: two 10s, which leave the two as they were. A die is left once it is past the other's total.
    Mine and theirs are what is added to the dice: skill and threats.
    """
    own, other = (dice.draw(api.total("initiative", 1, D10, about=ADDED)) for _ in range(2))
    if own == other == 10:
        return "both"
    ahead = mine - theirs
    own, other = rolled_on(dice, own, past=other - ahead), rolled_on(dice, other, past=own + ahead)
    left, right = (own + ahead, own), (other, other)
    return "higher" if left > right else "lower" if left < right else "even"


def rolled_off(dice: api.Dice) -> Compared:
    """A D10 each, for a tie. ICOG-4.2.2."""
    own, other = (dice.draw(api.total("tie", 1, D10, about=HIGHER)) for _ in range(2))
    return "higher" if own > other else "lower" if own < other else "even"


def settled(dice: api.Dice, mine: int, theirs: int) -> Compared:
    """The same to the end: D10s decide ties. ICOG-4.2.2."""
    outcome: Compared = dice.until(compared, api.Is(("both",)), mine, theirs)
    return dice.until(rolled_off, api.Is(("even",))) if outcome == "even" else outcome


# -- steps -------------------------------------------------------------------------------------------------------------


class InitiativeRolled(CraftEvent, type="clouds.initiative_rolled"):
    """ICOG-4.2.1."""

    station: str = PILOT
    die: int
    skill: int
    threats: int
    others: int = 0
    target: str = ""
    """Of a gunner: the only one that he picks."""

    @property
    def base(self) -> int:
        """The base initiative."""
        return self.die + self.skill + self.threats + self.others

    def apply(self, game: CloudsGame) -> CloudsGame:
        name = seat_of(self.craft, self.station)
        rolled = {"die": self.die, "initiative": self.base, "tie": 0, "later": 0, "target": self.target}
        return game.with_craft(game.of(self.craft).with_man(self.station, **rolled)).without(name)

    def tell(self, game: CloudsGame) -> str:
        who = game.called(self.craft) + ("" if self.station == PILOT else f", {self.station} gunner")
        threats = f" {self.threats:+d} threats" if self.threats else ""
        others = f" {self.others:+d}" if self.others else ""
        return f"{who}: initiative {self.base} (die {self.die}, {self.skill} skill{threats}{others})"


class TieBroken(api.Event[CloudsGame], type="clouds.tie_broken"):
    """ICOG-4.2.2: those who tie roll until they differ; their base initiative stays."""

    whose: ClassVar[str] = "a tie; in order"
    faces: tuple[tuple[str, int], ...]

    def apply(self, game: CloudsGame) -> CloudsGame:
        for name, tie in self.faces:
            craft, _, station = name.partition("/")
            game = game.with_craft(game.of(craft).with_man(station or PILOT, tie=tie + 1))  # 0: none was rolled
        return game

    def tell(self, game: CloudsGame) -> str:
        order = sorted(self.faces, key=lambda named: named[1])
        return f"{self.whose}: {', '.join(game.called(craft_in(name)) for name, _ in order)}"


def roll_initiative(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A pilot rolls. ICOG-4.2.1, ICOG-4.1.1."""
    craft = game.of(step.of)
    threats = threat((arc for _, arc in threats_on(game, craft)), game.tables)
    skill = craft.pilot.skill(game.rulings.initiative_skill)
    yield initiative_rolled(game, rules, dice, craft, PILOT, skill=skill, threats=threats)


def gunner_initiative(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A gunner picks a target, or none, and rolls. ICOG-6.1.3, ICOG-6.1.4."""
    craft, station = game.of(step.of), str(step.facts[0])
    worth = {other.id: -threat((arc,), game.tables) for other, arc in threats_on(game, craft)}
    picked = ""
    if worth:
        named = {id_: f"only {game.called(id_)}: {more:+d}" for id_, more in worth.items()}
        options = {"": "any target, no more for threats", **named}
        says = f"{craft.marking}, {station} gunner: whom does he pick as his only target?"
        picked = decided(dice, craft, "gunner's target", says, options)
    skill, threats = craft.man(station).skill("awareness"), worth.get(picked, 0)
    yield initiative_rolled(game, rules, dice, craft, station, skill=skill, threats=threats, target=picked)


def initiative_rolled(
    game: CloudsGame, rules: CloudsSteps, dice: api.Dice, craft: Craft, station: str, **facts: Any
) -> InitiativeRolled:
    """A man's open die, with his skill and threats. ICOG-4.2.1."""
    who = craft.id if station == PILOT else f"the {station} gunner of {craft.marking}"
    own = api.labelled(dice, who, relation="for")
    first = own.draw(api.total("initiative", 1, D10, by=craft.side, about=ADDED))
    total = rolled_on(own, first, craft.side)
    counted = total if game.rulings.open_die_tie == "total" else first
    added = rules.added("initiative", CheckFacts(game, craft, station)) + craft.man(station).later
    return InitiativeRolled(craft=craft.id, station=station, die=counted, others=added + total - counted, **facts)


class EarlyRolled(TieBroken, type="clouds.early_rolled"):
    """In which order those move who have no initiative. ICOG-5.2.1, ``no_initiative_order``."""

    whose: ClassVar[str] = "without initiative, in order"


def roll_early(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A D10 for each who has no initiative, the lowest first. ICOG-5.2.1."""
    yield EarlyRolled(faces=break_ties(dice, sides_of(game, step.facts), label="without initiative"))


def tied(game: CloudsGame, names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Those among them who have the same initiative by the same die, and have not settled it, together. ICOG-6.1.5."""
    groups: dict[tuple[int, int], list[str]] = {}
    for name in names:
        man = game.man(name)
        groups.setdefault((man.initiative, man.die), []).append(name)
    ties = {names: [game.man(name).tie for name in names] for names in map(tuple, groups.values())}
    return tuple(names for names, dice in ties.items() if len(names) > 1 and (0 in dice or len({*dice}) < len(dice)))


def sides_of(game: CloudsGame, names: Iterable[object]) -> dict[str, str]:
    """The side of each aircraft or man."""
    return {str(name): game.of(str(name).partition("/")[0]).side for name in names}


def break_ties(
    dice: api.Dice, names: Mapping[str, str], label: str = "tie", about: str = HIGHER
) -> tuple[tuple[str, int], ...]:
    """D10s until all differ, as one number for each of ``names`` (with its side): the first counts most. ICOG-4.2.2."""
    totals = dict.fromkeys(names, 0)
    groups: list[list[str]] = [list(names)]
    while groups:
        totals = {name: value * 10 for name, value in totals.items()}
        for group in groups:
            for name in group:
                own = api.labelled(dice, SIDE_NAMES.get(name, name.partition("/")[0]), relation="for")
                totals[name] += own.draw(api.total(label, 1, D10, by=names[name], about=about)) - 1
        alike: dict[int, list[str]] = {}
        for group in groups:
            for name in group:
                alike.setdefault(totals[name], []).append(name)
        groups = [group for group in alike.values() if len(group) > 1]
    return tuple(totals.items())


def roll_ties(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Those who are even roll on. ICOG-4.2.2."""
    yield TieBroken(faces=break_ties(dice, sides_of(game, step.facts)))


# -- orders ------------------------------------------------------------------------------------------------------------


class RollInitiative(api.SteppedOrder[CloudsGame, CloudsSteps], type="clouds.roll_initiative"):
    """A side rolls for all its pilots. ICOG-4.2.1."""

    # "three phases: initiative, movement, shooting"
    timing: ClassVar[api.Timing] = api.Timing(("initiative",), rule="ICOG-3-a", reason="it is rolled as a turn begins")
    phrases: ClassVar[tuple[str, ...]] = ("roll|rolls [for] initiative",)
    side: str

    @classmethod
    def from_words(cls, game: CloudsGame, player: str, rules: CloudsSteps, values: api.Said) -> Iterable[RollInitiative]:
        yield cls(side=player)

    @classmethod
    def offers(cls, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Offer]:
        if game.phase == "initiative" and player in game.acting and not game.open:
            yield api.Offer(cls(side=player), "Roll for initiative")

    def against(self, game: CloudsGame, player: str, rules: CloudsSteps) -> Iterable[api.Objection]:
        if self.side != player or player not in game.acting:
            # "Initiative is a D10, Awareness and threats"
            yield api.Objection("ICOG-4.2.1", "this side has rolled, or is another")

    def begins(self, game: CloudsGame, rules: CloudsSteps) -> Events:
        yield then(*(due("initiative", name) for name in game.waiting if game.of(name).side == self.side))


STEPS = {"initiative": roll_initiative, "gunner": gunner_initiative, "early": roll_early, "ties": roll_ties}
