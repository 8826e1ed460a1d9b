"""What is known of a fight: men, aircraft, what it starts from, whose turn it is. Rules are in the chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field, field_validator

from aqmf_air.api import Event, Frozen, Sliced, Stage, SteppedState, capitalised, plural, replace
from aqmf_air.api.geometry import SpacePose, Vector
from aqmf_air.games.clouds_of_glory.chapters.panels import Cockpit, cockpit
from aqmf_air.games.clouds_of_glory.tables import Tables, tables

if TYPE_CHECKING:
    from aqmf_air.games.clouds_of_glory.sequence import CloudsRulings as CloudsRulings
else:
    from aqmf_air.api import Rulings as CloudsRulings

Side = Literal["entente", "germany"]
SIDES: tuple[Side, ...] = ("entente", "germany")
PILOT = "pilot"
"""The station of who flies."""
HARD = "hard as nails"
"""The trait of a man whose skills wounds leave alone. ICOG-1.1.3."""


def other_side(side: str) -> Side:
    """The enemy of a side."""
    return SIDES[side == SIDES[0]]


# -- men ---------------------------------------------------------------------------------------------------------------


class CrewMember(Frozen):
    """A man aboard, with his record. ICOG-1.1-a."""

    name: str = Field(min_length=1, max_length=60)
    station: str = PILOT
    """Where he sits: ``pilot``, or a station of the panel (``aft``)."""
    awareness: int = Field(default=12, ge=1, le=30)
    flying: int = Field(default=12, ge=1, le=30)
    gunnery: int = Field(default=12, ge=1, le=30)
    fortitude: int = Field(default=11, ge=1, le=30)
    luck: int = Field(default=10, ge=1, le=30)
    rerolls: int = Field(default=1, ge=0, le=9)
    """Left in this mission; those that a scenario gives count, whatever his Luck says. ICOG-1.2.3, ICOG-4.3.4."""
    victories: int = Field(default=0, ge=0, le=200)
    """Before this mission. ICOG-1.1-a."""
    traits: tuple[str, ...] = ()
    """What extensions know him by."""
    spared: bool = False
    """Whether an extension has saved him from death."""
    left: bool = False
    """Whether he has left his aircraft, as an extension lets him."""
    wounds: int = 0
    """Points that came off his Fortitude, and off the three skills. ICOG-1.1.1, ICOG-1.1.3."""
    shaken: bool = False
    """Whether he neither shoots nor bombs any more. ICOG-6.3.14.2."""
    later: int = 0
    """What his next initiative is changed by. T:damage.single row 18."""
    die: int = 0
    initiative: int = 0
    """Of this turn; 0: he has none."""
    tie: int = 0
    """What settles a tie. ICOG-4.2.2."""
    target: str = ""
    """Of a gunner: the only aircraft that he picks. ICOG-6.1.4."""
    shot: bool = True
    """Whether he has shot in this turn, or held his fire."""
    late: bool = False
    """Of a gunner in formation: whether he shoots at the end, at whom does not attack it. ICOG-5.5.20.4."""

    @property
    def dead(self) -> bool:
        """ICOG-1.1.2."""
        return self.wounds >= self.fortitude

    @property
    def absent(self) -> bool:
        """Whether he does nothing aboard any more: dead, or gone."""
        return self.dead or self.left

    @property
    def unfit(self) -> bool:
        """Whether wounds have left him no Flying. ICOG-1.1.4."""
        return self.skill("flying") <= 0

    @property
    def rank(self) -> tuple[int, int, int]:
        """What the order goes by, the lowest first to move and last to shoot. ICOG-4.2-a, ICOG-4.2.2, ICOG-6.1.5."""
        return self.initiative, self.die, self.tie

    def skill(self, name: Literal["awareness", "flying", "gunnery", "fortitude"]) -> int:
        """A skill, or Fortitude, less his wounds. ICOG-1.1.1, ICOG-1.1.3."""
        spared = name != "fortitude" and HARD in self.traits
        return int(getattr(self, name)) - (0 if spared else self.wounds)


# -- aircraft ----------------------------------------------------------------------------------------------------------


class GunRow(Frozen):
    """Guns that share a row of ammunition boxes on the panel. ICOG-2.1.2-d."""

    name: str
    station: str
    """``pilot``: fixed, fires ahead; else the station of its gunner."""
    guns: int
    """Those that work or can be repaired."""
    halves: int
    """Half boxes left on the belt, or in the magazine."""
    spares: int = 0
    """Full magazines beside it."""
    magazine: int = 0
    """Half boxes of a full one; 0: it has a belt."""
    jams: tuple[int, ...] = ()
    """Of each gun that is jammed: the actions that its repair still takes."""
    silent_to: int = 0
    """The last turn in which none of them shoots."""
    worked_on: int = 0
    """The last turn in which one of them was repaired or reloaded."""

    @property
    def working(self) -> int:
        """Guns that shoot."""
        return self.guns - len(self.jams)


Out = Literal["", "destroyed", "gone", "landed"]
EngineState = Literal["runs", "off", "stopped", "dead"]
Trouble = Literal["", "stalled", "immelmann", "spins", "doomed"]
"""``doomed``: a spin that nobody comes out of."""


class FiredOn(NamedTuple):
    """Somebody shot at an aircraft. ICOG-6.3.13.1 to ICOG-6.3.13.3."""

    craft: str
    station: str
    turn: int
    hit: bool


class Credit(NamedTuple):
    """Whose a victory is; nobody's, where nobody had fired. ICOG-6.3.13.1."""

    craft: str = ""
    station: str = ""


AIRFRAME = -1
"""In place of an engine: what torn fabric costs."""


class EnergyLoss(NamedTuple):
    """EU that damage costs in each turn, as dice. ICOG-5.7.7-a."""

    engine: int
    """Whose, by its place, the left one first."""
    dice: str

    @property
    def fixed(self) -> int:
        """EU that are known before dice are rolled."""
        return int(self.dice) if self.dice.isdecimal() else 0


class Smoking(NamedTuple):
    """A smoking engine: it burns at the end of a turn unless the aircraft has flown so fast. T:damage.single row 14."""

    engine: int
    turn: int
    speed: int
    may_shut_down: bool = False
    """Whether its pilot may stop it for good instead. T:damage.multi row 14."""


class DryTank(NamedTuple):
    """An engine whose fuel lasts to the end of a turn. T:damage.single row 15."""

    engine: int
    turn: int


class Flames(NamedTuple):
    """From the end of a turn on a fire costs the pilot Fortitude. T:damage.multi row 27."""

    turn: int
    dice: str


class FlownWith(NamedTuple):
    """What the templates of a move hang on."""

    speed: int = 0
    wider: int = 0
    stiff: int = 0
    begins_with: str = ""


class Craft(Frozen):
    """An aircraft in the fight."""

    id: str
    side: Side
    type: str
    marking: str
    """What players call it: ``the red Albatros``."""
    crew: tuple[CrewMember, ...]
    """Its pilot first."""
    pose: SpacePose
    speed: int
    strength: int
    rows: tuple[GunRow, ...] = ()
    bombs: int = 0
    engines: tuple[EngineState, ...] = ("runs",)
    restarts: int = 0
    """Tries to restart an engine that have failed. ICOG-5.7.5.3."""
    wider: int = 0
    """Templates by which all its turns are wider. T:damage.single."""
    stiff: int = 0
    """How often its Roll has been doubled. T:damage.single row 18."""
    roll_more: float = 0.0
    """MU that extensions add to its Roll, as a fight begins."""
    tight_energy: int = 0
    """EU that they add to a tighter turn for which Flying is tested."""
    losses: tuple[EnergyLoss, ...] = ()
    trouble: Trouble = ""
    recovered: bool = False
    """Whether it has come out of a spin in this turn. ICOG-5.5.15-b."""
    silent: bool = False
    """Whether nobody aboard shoots this turn. ICOG-5.5.14.3, ICOG-5.5.15.1."""
    fire: bool = False
    endless_fire: bool = False
    fire_kills: int = 0
    """The turn at whose end a fire kills its pilot."""
    flames: Flames | None = None
    smoke: tuple[Smoking, ...] = ()
    fuel: tuple[DryTank, ...] = ()
    strained: tuple[str, ...] = ()
    """What it has to take strength tests for: ``faster:150``, ``fixed-guns``, ``bombs``; ``manoeuvre:P``, ``turn:O``: each
    but turns of this letter and wider ones. T:damage.single rows 14, 19."""
    undercarriage: bool = True
    """Whether it can land without an emergency. T:damage.single rows 4, 19."""
    blackout: int = 0
    """The turn in which its pilot has fainted."""
    begins_with: str = ""
    """What its next move has to begin with. T:damage.multi row 18."""
    inverted: int = 0
    """Turns in a row that it ended on its back. ICOG-5.5.19.2."""
    home: bool = False
    """Whether it is forced home. ICOG-6.3.14.3."""
    rolls_out: bool = False
    """Whether it has touched down and has to roll to a stop. ICOG-5.5.17-d."""
    busy: int = 0
    """Actions of this turn that were spent before it flies. ICOG-5.7.5.3."""
    formation: str = ""
    """The first aircraft of the formation in which it flies this turn. ICOG-5.5.20.1."""
    third: bool = False
    """Whether its pilot has tried for a further action in this turn. ICOG-5.5.1.1."""
    moved: bool = True
    order: int = 0
    """How many had moved before it in this turn, itself counted; 0: it has not. ICOG-6.2.1.2."""
    tasks: int = 0
    """Actions of this turn that flying has left for repairs and the like. ICOG-5.5.1-a."""
    targets: tuple[str, ...] = ()
    """Those that it announced. ICOG-5.4-a."""
    plan: str = ""
    """The pieces that it has announced, or flown this turn from ``from_pose``."""
    from_pose: SpacePose | None = None
    flown_with: FlownWith = FlownWith()
    """What its templates were as that move began."""
    tailed: tuple[tuple[str, int], ...] = ()
    """Enemies that it shot at from their rear, and the turn in which it did last. ICOG-6.3.6.1."""
    fired_on: tuple[FiredOn, ...] = ()
    downed: Credit | None = None
    """Who shot it down; None: it is not shot down. ICOG-6.3.13.1."""
    sent_home: Credit | None = None
    """Who forced it home. ICOG-6.3.13.2."""
    down_first: bool = False
    """Whether it counted as shot down before that."""
    out: Out = ""
    fate: str = ""
    """How it went out."""

    @property
    def pilot(self) -> CrewMember:
        return self.crew[0]

    @property
    def flying(self) -> bool:
        """Whether it is in the air and on the board."""
        return not self.out

    @property
    def height(self) -> str:
        """In words; what is below the ground has crashed, unless it lands."""
        up = round(self.pose.place[2], 1)
        return "crashed" if up < 0 and not self.plan.endswith("L") else f"{max(0.0, up):.1f} up"

    @property
    def lost(self) -> bool:
        """Whether fire at it is wasted: it burns, or nobody flies it any more."""
        return self.fire or self.trouble == "doomed" or self.pilot.dead

    @property
    def leaves(self) -> bool:
        """Whether it has to make for its own edge, and its pilot does not shoot. ICOG-6.3.14.3, ICOG-6.3.12-f."""
        return self.home or self.fire

    @property
    def spinning(self) -> bool:
        return self.trouble in ("spins", "doomed")

    @property
    def grounded(self) -> bool:
        """Whether it stands on the ground."""
        return self.speed == 0 and self.pose.place[2] <= 0

    @property
    def powered(self) -> bool:
        """Whether an engine runs."""
        return "runs" in self.engines

    def man(self, station: str) -> CrewMember:
        """Who sits there."""
        return next(man for man in self.crew if man.station == station)

    def row(self, name: str) -> GunRow:
        """The guns of this name."""
        return next(row for row in self.rows if row.name == name)

    def with_man(self, station: str, **changes: Any) -> Craft:
        """The same with a man changed."""
        return replace(self, crew=tuple(replace(man, **changes) if man.station == station else man for man in self.crew))

    def with_engine(self, place: int, state: EngineState) -> Craft:
        """The same with an engine changed."""
        return replace(self, engines=(*self.engines[:place], state, *self.engines[place + 1 :]))

    def with_row(self, name: str, **changes: Any) -> Craft:
        """The same with a row of guns changed."""
        return replace(self, rows=tuple(replace(row, **changes) if row.name == name else row for row in self.rows))


def seat_of(craft: str, station: str) -> str:
    """How a man is called in queues: a pilot as his aircraft, a gunner with his station, ``re8/aft``."""
    return craft if station == PILOT else f"{craft}/{station}"


def craft_in(name: str) -> str:
    """The aircraft of a man who is called so."""
    return name.partition("/")[0]


# -- what a fight starts from ------------------------------------------------------------------------------------------


class Placing(Frozen):
    """An aircraft as a scenario has it."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]{0,30}$")
    side: Side
    type: str
    marking: str = Field(min_length=1, max_length=60)
    crew: tuple[CrewMember, ...] = Field(min_length=1, max_length=5)
    at: tuple[float, float, float]
    """MU from the south-west corner, and height."""
    heading: float = 0.0
    nose: float = 0.0
    bank: float = 0.0
    speed: int = Field(ge=0, le=300)
    bombs: int = Field(default=0, ge=0, le=24)
    trouble: Trouble = ""
    fire: bool = False
    engine: EngineState = "runs"

    @field_validator("crew")
    @classmethod
    def _pilot_first(cls, crew: tuple[CrewMember, ...]) -> tuple[CrewMember, ...]:
        stations = [man.station for man in crew]
        if stations[0] != PILOT or len({*stations}) < len(stations):
            raise ValueError("expected a pilot first, and each station once")
        return crew


class SkyBody(NamedTuple):
    """A thing in the sky or on the ground, as the board draws it in each view."""

    id: str
    name: str
    """What players call it."""
    at: Vector
    radius: float = 0.0
    """MU; 0: a point."""
    flat: bool = False
    """Whether it is a level disc, not a sphere."""
    side: str = ""
    what: str = ""
    """In a word or two: ``balloon``."""
    state: str = ""
    """What is left of it, in a few words, in place of its height."""
    shape: tuple[tuple[float, float], ...] = ()
    """A sign in the flat views, over its disc: corners, from -1 to 1, x to the right and y up."""
    map_only: bool = False
    """Whether it is seen from above alone: it is nowhere in the sky."""

    @property
    def stands(self) -> str:
        """How it stands, in words."""
        return self.state or f"{self.at[2]:g} up"

    @property
    def words(self) -> str:
        """What it is, and how it stands."""
        return f"{self.what or self.name}, {self.stands}"


class Goal(NamedTuple):
    """A place that an aircraft does well to come to, as an extension names it: automatic sides fly there, planners aim."""

    id: str
    name: str
    """What players call it."""
    at: Vector
    radius: float = 0.0
    come: Literal["guns", "nose", "over", "level"] = "guns"
    """How: with part of it before the guns; the nose on it; level over it in the end; straight and level all the way."""
    worth: float = 0.0
    """Of having come there, in victory points."""
    chance: Callable[[CloudsGame, Any], tuple[float, str]] = lambda there, rules: (1.0, "")
    """Of what it then ``hits``, or does there, and that word; in a fight in which it has come so, by ``CloudsSteps``."""

    @property
    def flat(self) -> bool:
        """Whether it is flown over."""
        return self.come in ("over", "level")

    def seen_from(self, place: Vector) -> Vector:
        """What the nose points at on the way: over a place, at the height of the aircraft."""
        return (*self.at[:2], place[2]) if self.flat else self.at


class Balloon(Frozen):
    """A balloon on its cable: an obstacle. ICOG-5.5.16.3."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]{0,30}$")
    side: Side
    name: str = Field(min_length=1, max_length=60)
    at: tuple[float, float, float]
    radius: float = Field(default=1.0, gt=0, le=10)

    @property
    def body(self) -> SkyBody:
        """As the board draws it."""
        return SkyBody(self.id, self.name, self.at, self.radius, side=self.side, what="balloon")


class Runway(Frozen):
    """A strip to land on. ICOG-5.5.17.1."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]{0,30}$")
    side: Side
    name: str = Field(min_length=1, max_length=60)
    at: tuple[float, float]
    """Its middle."""
    heading: float
    length: float = Field(gt=0, le=200)
    width: float = Field(default=4, gt=0, le=50)
    place: str = "aerodrome"
    """A row of T:landing_place."""


class PlacingArea(Frozen):
    """Where a side may place its aircraft: a circle. ICOG-3-d."""

    side: Side
    at: tuple[float, float]
    radius: float = Field(gt=0)


class Mission(Frozen):
    """What there is to do beside the fight, and what it scores."""

    kind: Literal["fight", "reach", "hold"] = "fight"
    """``reach``: aircraft have to get to a place; ``hold``: a side has to be alone about balloons in the end."""
    what: tuple[str, ...] = Field(default=(), max_length=16)
    """The aircraft, or the balloons."""
    to: tuple[float, float] | None = None
    """The place to reach."""
    within: float = Field(default=10.0, gt=0, le=60)
    """MU around it, or around a balloon."""
    points: int = Field(default=2, ge=1, le=20)
    """For each of them."""


BoardEdge = Annotated[float, Field(ge=20, le=300)]


class Setup(Sliced):
    """What a fight starts from."""

    board: tuple[BoardEdge, BoardEdge] = (60.0, 60.0)
    """MU from west to east and from south to north."""
    turns: int = Field(default=10, ge=1, le=60)
    aircraft: tuple[Placing, ...] = Field(min_length=1, max_length=16)
    areas: tuple[PlacingArea, ...] = Field(default=(), max_length=2)
    balloons: tuple[Balloon, ...] = Field(default=(), max_length=12)
    runways: tuple[Runway, ...] = Field(default=(), max_length=6)
    mission: Mission = Mission()
    rulings: CloudsRulings = CloudsRulings()
    tables: str = ""
    """The digest of the owner's rows that the fight began with."""

    def area_of(self, side: Side) -> PlacingArea | None:
        """The circle in which a side places its aircraft. ICOG-3-d."""
        return next((area for area in self.areas if area.side == side), None)


# -- a fight -----------------------------------------------------------------------------------------------------------


Phase = Literal["placing", "initiative", "movement", "gunners", "shooting", "end", "closing"]
TITLES: Mapping[Phase, str] = {
    "placing": "Setting up",
    "initiative": "Initiative",
    "movement": "Movement",
    "gunners": "Gunners",
    "shooting": "Shooting",
    "end": "End of the turn",
    "closing": "After the mission",
}
"""Phases, in their order; in ``gunners``, ``end`` and ``closing`` nobody orders anything, though decisions may be due;
``closing`` is an extension's."""


class Shooter(NamedTuple):
    """A man who may shoot."""

    craft: str
    station: str


class CloudsGame(SteppedState, Sliced):
    """The state of a fight."""

    decision_rule: ClassVar[str] = "ICOG-1.2.3-a"  # "One re-roll rolls one D20 anew"
    naming: ClassVar[tuple[str, ...]] = ("craft", "target", "aggressor", "victim")
    setup: Setup
    craft: tuple[Craft, ...]
    turn: int = 0
    phase: Phase = "placing"
    waiting: tuple[str, ...] = ()
    """Who is still to act in the phase, the next one first: :func:`seat_of`."""
    reached: tuple[str, ...] = ()
    """The aircraft that have been at the place of the mission."""
    spent: tuple[str, ...] = ()
    """Sources of re-rolls that extensions gave, each time that one was spent."""
    lost_balloons: tuple[str, ...] = ()
    """Those that have exploded or drifted off. T:collision."""

    @property
    def stage(self) -> Stage:
        return Stage(self.turn, self.phase, TITLES[self.phase], self.acting, self.setup.turns, by_turns=True)

    @property
    def acting(self) -> tuple[str, ...]:
        """The sides that are to order something."""
        if self.winner:
            return ()
        if self.open:
            return (self.open.decision.by,)
        sides = [self.of(craft_in(name)).side for name in self.waiting]
        return tuple(dict.fromkeys(sides)) if self.phase == "initiative" else tuple(sides[:1])

    @cached_property
    def tables(self) -> Tables:
        """Those in force."""
        return tables(self.setup.tables)

    @property
    def rulings(self) -> CloudsRulings:
        return self.setup.rulings

    @cached_property
    def names(self) -> Mapping[str, str]:
        names = {craft.id: craft.marking for craft in self.craft}
        names |= {balloon.id: balloon.name for balloon in self.setup.balloons}
        return names | {runway.id: runway.name for runway in self.setup.runways}

    def subject(self, id_: str) -> str:
        """What people call it as a line begins."""
        return capitalised(self.called(id_))

    @cached_property
    def _by_id(self) -> Mapping[str, Craft]:
        return {craft.id: craft for craft in self.craft}

    def has(self, id_: str) -> bool:
        """Whether there is such an aircraft."""
        return id_ in self._by_id

    def of(self, id_: str) -> Craft:
        """The aircraft of this id."""
        return self._by_id[id_]

    @property
    def balloons(self) -> tuple[Balloon, ...]:
        """Those that are still there."""
        return tuple(balloon for balloon in self.setup.balloons if balloon.id not in self.lost_balloons)

    @property
    def in_air(self) -> tuple[Craft, ...]:
        return tuple(craft for craft in self.craft if craft.flying)

    def enemies(self, craft: Craft) -> Iterator[Craft]:
        """Those in the air."""
        return (other for other in self.craft if other.flying and other.side != craft.side)

    def prey(self, craft: Craft) -> Iterator[Craft]:
        """The enemies that its pilot does well to aim at: none, if he has to leave, or has nothing to shoot with."""
        armed = any(row.halves or row.spares for row in craft.rows if row.station == PILOT)
        return (enemy for enemy in self.enemies(craft) if armed and not (craft.leaves or enemy.lost))

    def friends(self, craft: Craft) -> Iterator[Craft]:
        """The others of its side in the air."""
        return (other for other in self.craft if other.flying and other.side == craft.side and other.id != craft.id)

    def load(self, craft: Craft) -> Iterator[str]:
        """What an aircraft has aboard beside its guns, in words: bombs, and what slices of extensions say."""
        yield from [plural(craft.bombs, "bomb")] * bool(craft.bombs)
        for _, own in self.slices:
            yield from own.load(self, craft) if hasattr(own, "load") else ()

    def cockpit(self, craft: Craft) -> Cockpit:
        """Its cockpit, as its panel stands with its bombs and by the rulings in force."""
        return cockpit(craft.type, self.tables, self.rulings, bombs=craft.bombs > 0)

    def changed(self, id_: str, **changes: Any) -> CloudsGame:
        """The same with an aircraft changed."""
        return self.with_craft(replace(self.of(id_), **changes))

    def with_craft(self, changed: Craft) -> CloudsGame:
        """The same with this aircraft in place of the one of its id."""
        return replace(self, craft=tuple(changed if craft.id == changed.id else craft for craft in self.craft))

    def man(self, name: str) -> CrewMember:
        """A man by the name of :func:`seat_of`."""
        craft, _, station = name.partition("/")
        return self.of(craft).man(station or PILOT)

    @property
    def next(self) -> Craft | None:
        """The aircraft that is to act."""
        return self.of(craft_in(self.waiting[0])) if self.waiting else None

    def mover(self, player: str) -> Craft | None:
        """The aircraft of a side that is to move now."""
        craft = self.next if self.phase == "movement" and not self.open else None
        return craft if craft and craft.side == player else None

    @property
    def shooter(self) -> Shooter | None:
        """The man who is to shoot."""
        if self.phase != "shooting" or not self.waiting:
            return None
        craft, _, station = self.waiting[0].partition("/")
        return Shooter(craft, station or PILOT)

    def shooter_of(self, player: str) -> Shooter | None:
        """The man of a side who is to shoot now."""
        shooter = None if self.open else self.shooter
        return shooter if shooter and self.of(shooter.craft).side == player else None

    def without(self, name: str) -> CloudsGame:
        """The same, where a man has acted, by the name of :func:`seat_of`."""
        return replace(self, waiting=tuple(each for each in self.waiting if each != name))


class CloudsView(CloudsGame):
    """All of it, as nothing is hidden, and who looks."""

    player: str = ""


class CraftEvent(Event[CloudsGame]):
    """Something that happens to an aircraft, which wordings call ``{subject}`` as a line begins."""

    craft: str

    def subject(self, game: CloudsGame) -> str:
        """What people call the aircraft as a line begins."""
        return game.subject(self.craft)
