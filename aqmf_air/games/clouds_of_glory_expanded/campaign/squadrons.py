"""Squadrons over several missions: who is in them, what was flown, what comes next."""

from __future__ import annotations

import json
import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from pydantic import Field, ValidationError, model_validator

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CloudsGame, CrewMember, Placing, Setup, Side
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED
from aqmf_air.games.clouds_of_glory_expanded.ground import unknown_faults
from aqmf_air.games.clouds_of_glory_expanded.tables import PACKAGE, tables_of

Seat = Literal["pilot", "two-seater", "gunner"]
SEATS: tuple[Seat, ...] = ("pilot", "two-seater", "gunner")
Winner = Side | Literal["draw"]
Fate = Literal["", "dead", "prisoner", "invalided", "dismissed"]
SIDES: tuple[Side, ...] = ("entente", "germany")
LASTING = ("name", "station", "awareness", "flying", "gunnery", "fortitude", "luck", "victories", "traits", "wounds")
"""What of a man's record goes from mission to mission."""
SCENARIO = re.compile(r"[a-z0-9-]{0,60}")
"""Names of files of missions."""
BESIDE = ("title", "description", "rulings")
"""What a scenario file says beside a set-up."""


Crews = tuple[tuple[str, tuple[str, ...]], ...]
"""For each aircraft the names of its men, the pilot first."""


Pupils = tuple[tuple[str, str], ...]
"""Mentors, and the pilots whom they advise."""


class Airman(api.Frozen):
    """A man of a squadron."""

    side: Side
    seat: Seat = "pilot"
    record: CrewMember
    """As he would fly now."""
    xp: int = Field(default=0, ge=0)
    """Experience points that he has saved. ICOGX-1.3.e."""
    missions: int = 0
    fate: Fate = ""
    """What has taken him from his squadron."""
    back: int = 0
    """The day from which on he flies. ICOGX-1.5.2."""
    replacement: bool = False
    own: str = ""
    """The type of the aircraft that is his own. ICOGX-1.4.P7, ICOGX-1.4.A3."""
    asked: int = 0
    """The month for which he was last offered one; 0: he never was."""
    parachute: bool = False

    @property
    def name(self) -> str:
        return self.record.name

    def flies_on(self, day: int) -> bool:
        """Whether he may be sent up on a day."""
        return not self.fate and self.back <= day


class Squadron(api.Frozen):
    """A side's squadron."""

    side: Side
    name: str = Field(min_length=1, max_length=60)
    names: tuple[str, ...] = Field(default=(), max_length=40)
    """Of replacements, in the order in which they come."""


class MissionTask(api.Frozen):
    """A mission after the first one: a scenario of this package, flown by the men of the squadrons."""

    scenario: str = Field(default="", pattern=f"^{SCENARIO.pattern}$")
    days: int = Field(default=7, ge=1, le=400)
    """After the mission before it."""
    flies: tuple[str, ...] = Field(default=(), max_length=24)
    """Who is sent up first, if he can be."""
    document: str = Field(default="", min_length=2, max_length=100_000, validate_default=True)
    """The scenario, as its file had it when the campaign began."""

    @model_validator(mode="before")
    @classmethod
    def _read(cls, given: Any) -> Any:
        scenario = given.get("scenario") if isinstance(given, dict) and not given.get("document") else ""
        if not scenario or not isinstance(scenario, str) or not SCENARIO.fullmatch(scenario):
            return given
        path = api.package_file(PACKAGE, f"data/scenarios/{scenario}.toml")
        if not path.is_file():
            raise ValueError(f"there is no mission {scenario!r}")
        document = {name: value for name, value in api.load_toml(path).items() if name != "rulings"}
        return {**given, "document": json.dumps(document)}

    @property
    def title(self) -> str:
        """Without the campaign and its number, which the list of scenarios shows with it."""
        return str(json.loads(self.document).get("title", self.scenario)).rpartition(": ")[2]

    @property
    def told(self) -> str:
        """Its title, and what its file says of it."""
        return ". ".join(filter(None, (self.title, json.loads(self.document).get("description"))))

    def placings(self) -> list[dict[str, Any]]:
        """Its aircraft, as the file has them."""
        return list(json.loads(self.document).get("aircraft", ()))


class Flown(api.Frozen):
    """A mission that was flown."""

    title: str
    day: int
    date: str = ""
    winner: Winner
    points: tuple[tuple[Side, int], ...]
    lines: tuple[str, ...] = ()
    """What became of men, in words."""


class Campaign(api.Frozen):
    """A campaign: the missions after the first one, which is the set-up itself, and all who take part."""

    title: str = ""
    first: str = "The first mission"
    """What the first mission is called."""
    grounding: bool = True
    """Whether wounds keep men on the ground. ICOGX-1.5.a."""
    squadrons: tuple[Squadron, ...] = Field(default=(), max_length=2)
    missions: tuple[MissionTask, ...] = Field(default=(), max_length=20)
    men: tuple[Airman, ...] = Field(default=(), max_length=200)
    """Those who do not fly in the first mission; once that is over, everybody."""
    mission: int = Field(default=1, ge=1)
    """The number of the one that is flown."""
    day: int = 0
    crews: Crews = ()
    """Of the next mission, once a promoted ace has had his say. ICOGX-1.4.A4."""
    pupils: Pupils = ()
    """Before it. ICOGX-1.4.A5."""
    flown: tuple[Flown, ...] = ()

    @property
    def chapter(self) -> int:
        """The chapter of the log: the mission. 0: this is no campaign."""
        return self.mission if self.missions else 0

    @property
    def part(self) -> str:
        """The mission that is flown: ``Mission 2 of 4: Back to the railway``; empty: this is no campaign."""
        title = self.missions[self.mission - 2].title if self.mission > 1 else self.first
        return f"Mission {self.mission} of {len(self.missions) + 1}: {title}" if self.missions else ""

    @property
    def task(self) -> MissionTask | None:
        """The next mission; None: there is none."""
        return self.missions[self.mission - 1] if self.mission <= len(self.missions) else None

    @property
    def next_day(self) -> int:
        """The day of the next mission."""
        return self.day + (self.task.days if self.task else 0)

    @property
    def next_crews(self) -> Crews:
        """Who is to fly the next mission."""
        return self.crews or (crews_for(self.men, self.task, self.next_day) if self.task else ())

    @property
    def points(self) -> Mapping[str, int]:
        """Of the missions before the one that is flown."""
        return {side: sum(dict(each.points)[side] for each in self.flown[: self.mission - 1]) for side in SIDES}

    @property
    def scored(self) -> list[tuple[Mapping[str, int], str]]:
        """The points of each of those missions, and which it was."""
        flown = enumerate(self.flown[: self.mission - 1], 1)
        return [(dict(each.points), f"mission {number}, {each.title}") for number, each in flown]

    def man(self, name: str) -> Airman:
        """The man of this name."""
        return next(man for man in self.men if man.name == name)

    def squadron(self, side: str) -> str:
        """What a side's squadron is called."""
        return next((own.name for own in self.squadrons if own.side == side), {"entente": "Entente"}.get(side, "Germans"))

    def squadron_in_a_sentence(self, side: str) -> str:
        """The same with its article: ``Jasta Falkenau``, ``the mixed squadron of Captain Lorne``, ``the Germans``."""
        name = self.squadron(side)
        proper = name[:1].isupper() and any(own.side == side for own in self.squadrons)
        return name if proper else f"the {name}"


CAMPAIGN = api.Slice("campaign", Campaign)


def with_man(game: CloudsGame, name: str, **changes: Any) -> CloudsGame:
    """The same with a man of a squadron changed."""
    men = CAMPAIGN.of(game).men
    return CAMPAIGN.changed(game, men=tuple(api.replace(man, **changes) if man.name == name else man for man in men))


def lasting_record(man: CrewMember, **changes: Any) -> CrewMember:
    """What goes from mission to mission; re-rolls come anew from his Luck."""
    return CrewMember(**{**{name: getattr(man, name) for name in LASTING}, **changes})


def seat_in(placing: Placing, man: CrewMember) -> Seat:
    """What a man of an aircraft is."""
    return "gunner" if man.station != PILOT else "two-seater" if len(placing.crew) > 1 else "pilot"


def roster(state: CloudsGame | Setup) -> tuple[Airman, ...]:
    """Everybody of the squadrons, with those who fly in the first mission."""
    men, setup = CAMPAIGN.of(state).men, state.setup if isinstance(state, CloudsGame) else state
    names = {man.name for man in men}
    new = ((placing, man) for placing in setup.aircraft for man in placing.crew if man.name not in names)
    founders = (Airman(side=placing.side, seat=seat_in(placing, man), record=lasting_record(man)) for placing, man in new)
    return (*men, *founders)


def strength(men: Iterable[Airman], side: str, seat: Seat) -> int:
    """How many of a kind a squadron began with."""
    return sum(man.side == side and man.seat == seat and not man.replacement for man in men)


def ready(men: Iterable[Airman], side: str, seat: Seat, day: int) -> list[Airman]:
    """Those of a kind who may be sent up on a day, in the order of the roster."""
    return [man for man in men if man.side == side and man.seat == seat and man.flies_on(day)]


def crews_for(men: Iterable[Airman], task: MissionTask, day: int) -> Crews:
    """Who flies what: first whom the mission names, then who has the fewest missions. Nobody is left: a name is empty."""
    first = {name: at for at, name in enumerate(task.flies)}
    waiting = sorted((man for man in men if man.flies_on(day)), key=lambda man: (first.get(man.name, 99), man.missions))
    crews = list[tuple[str, tuple[str, ...]]]()
    for placing in task.placings():
        seats: list[Seat] = ["pilot" if len(placing["crew"]) == 1 else "two-seater"]
        names = list[str]()
        for seat in (*seats, *("gunner" for _ in placing["crew"][1:])):
            man = next((man for man in waiting if (man.side, man.seat) == (placing["side"], seat)), None)
            names.append(man.name if man else "")
            waiting = [other for other in waiting if other is not man]
        crews.append((str(placing["id"]), tuple(names)))
    return tuple(crews)


def later(date: str, days: int) -> str:
    """The date so many days after one; empty: nobody knows."""
    if not date:
        return ""
    year, month, day = map(int, date.split("-"))
    day += days
    while day > (length := monthrange(year, month)[1]):
        year, month, day = year + month // 12, month % 12 + 1, day - length
    return f"{year}-{month:02}-{day:02}"


def month_of(date: str) -> int:
    """The month of a date, in one count of all; 0: nobody knows it."""
    return 12 * int(date[:4]) + int(date[5:7]) if date else 0


def types_for(state: CloudsGame, man: Airman) -> dict[str, int]:
    """The types that could be a man's own, with the months in which they come. ICOGX-1.4.P7, ICOGX-1.4.A3."""
    seats = man.seat == "two-seater"
    own = {panel.name for panel in state.tables.panels if len(panel.stations) == seats}
    return {row.type: month_of(row.month) for row in tables_of(state).timeline if row.side == man.side and row.type in own}


def mission_setup(setup: Setup, campaign: Campaign, task: MissionTask, crews: Crews, pupils: Pupils = ()) -> Setup:
    """The set-up of a mission after the first one. Raises pydantic.ValidationError: it is none."""
    document, men, placings = json.loads(task.document), {man.name: man for man in campaign.men}, list[dict[str, Any]]()
    silk, expanded, flying = list[str](), EXPANDED.of(setup), dict(crews)
    for placing in task.placings():
        id_, crew, changes = str(placing["id"]), list[Any](placing["crew"]), dict[str, Any]()
        for at, (name, seat) in enumerate(zip(flying[id_], crew, strict=True)):
            if man := men.get(name):
                station = seat.get("station", PILOT)
                crew[at] = {**{score: getattr(man.record, score) for score in LASTING}, "station": station}
                silk += [clouds.seat_of(id_, station)] * man.parachute
                if man.own and station == PILOT and not placing.get("bombs"):
                    panel, speed = clouds.tables(setup.tables).panel(man.own), int(placing["speed"])
                    if {other["station"] for other in crew[1:]} <= {place.name for place in panel.stations}:
                        changes = {"type": man.own, "speed": min(panel.steps, key=lambda step: abs(step - speed))}
        placings.append({**placing, "crew": crew, **changes})
    slices, pilots = document.get("slices", {}), {crew[0]: id_ for id_, crew in crews}
    now = later(expanded.date, campaign.day - CAMPAIGN.of(setup).day)
    slices |= {EXPANDED.name: api.replace(expanded, date=now), CAMPAIGN.name: campaign}
    if pupils:
        rookies = [{"mentor": pilots.get(mentor, ""), "rookie": pilots[rookie]} for mentor, rookie in pupils]
        slices["abilities"] = {**slices.get("abilities", {}), "rookies": rookies}
    if silk and "parachutes" in expanded.chapters:
        own = slices.get("parachutes", {})
        slices["parachutes"] = {**own, "men": sorted({*own.get("men", ()), *silk})}
    made = {name: value for name, value in document.items() if name not in BESIDE}
    made |= {"aircraft": placings, "rulings": setup.rulings, "tables": setup.tables, "slices": slices}
    return type(setup).model_validate(made)


def next_mission(game: CloudsGame, crews: Crews) -> CloudsGame:
    """The state in which the next mission begins."""
    campaign = CAMPAIGN.of(game)
    assert campaign.task is not None
    later = api.replace(campaign, mission=campaign.mission + 1, day=campaign.next_day, crews=(), pupils=())
    return clouds.opened(mission_setup(game.setup, later, campaign.task, crews, campaign.pupils))


def faults(setup: Setup) -> Iterator[str]:
    """What is wrong with a campaign, a line each. ICOGX-1.5.d."""
    campaign, men, tables = CAMPAIGN.of(setup), roster(setup), tables_of(setup)
    if not campaign.missions:
        return
    names = [man.name for man in campaign.men] + [man.name for placing in setup.aircraft for man in placing.crew]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        yield f"campaign: two men are called {twice!r}"
    for side in SIDES:
        counts = {"pilots": strength(men, side, "pilot"), "crews": strength(men, side, "two-seater")}
        for what, count in counts.items():
            if count > (most := tables.whole("careers", what)):
                yield f"campaign: {campaign.squadron(side)}: expected at most {most} {what}, got {count}"
    known = [*(man.name for man in men), *(name for own in campaign.squadrons for name in own.names)]
    flies = (name for task in campaign.missions for name in task.flies)
    yield from unknown_faults(setup, "campaign: missions", "man", known, flies=flies)
    types = [panel.name for panel in clouds.tables(setup.tables).panels]
    if campaign.crews or campaign.pupils:
        yield "campaign: crews, pupils: expected none as a campaign begins"
    if strange := [*unknown_faults(setup, "campaign: men", "type", types, own=(man.own for man in men if man.own))]:
        yield from strange
        return
    everybody = Campaign(men=men)
    for number, task in enumerate(campaign.missions, 2):
        try:
            crews = crews_for(men, task, 0)
            lacking = [f"its squadron has nobody to fly {craft}" for craft, crew in crews if not all(crew)]
            wrong = lacking[:1] or clouds.faults(mission_setup(setup, everybody, task, crews))
        except (ValidationError, KeyError, TypeError) as bad:
            wrong = [api.first_problem(bad)[1] if isinstance(bad, ValidationError) else f"it is no mission: {bad}"]
        yield from (f"campaign: mission {number}: {fault}" for fault in wrong)


def briefing(setup: Setup) -> Iterator[str]:
    """What players read of a campaign."""
    campaign = CAMPAIGN.of(setup)
    if campaign.missions:
        titles = api.in_a_row([campaign.first, *(task.title for task in campaign.missions)])
        yield f"A campaign of {api.plural(len(campaign.missions) + 1, 'mission')}: {titles}. Men go on from one to the next."
        yield from (f"Mission {campaign.mission}: {task.told}" for task in campaign.missions[: campaign.mission - 1][-1:])
