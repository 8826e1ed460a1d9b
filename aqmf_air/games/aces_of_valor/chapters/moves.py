"""The move of the flight, as it is chosen: the best ways, who goes home, whether the mission is given up. FLT-3, FLT-5."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, NamedTuple

from aqmf_air.api import Modifier, Names, Objection, Offer, Question, Said, cached_by_identity, chances, in_a_run, percent
from aqmf_air.games.aces_of_valor.chapters import events, routes, sectors, words
from aqmf_air.games.aces_of_valor.chapters.events import check_facts, check_questions, is_checked
from aqmf_air.games.aces_of_valor.chapters.flight import (
    GUNS,
    TurnedForHome,
    fly,
    give_up,
    move_to,
    nobody_left,
    to_the_move,
    under_enemy_guns,
)
from aqmf_air.games.aces_of_valor.chapters.ground import targets_here
from aqmf_air.games.aces_of_valor.chapters.landing import SentHome
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse, Named, PlayerChoice, Steps
from aqmf_air.games.aces_of_valor.chapters.sectors import home_sector, own_half
from aqmf_air.games.aces_of_valor.state import Campaign, Place, in_mission
from aqmf_air.games.aces_of_valor.tables import PlaceKind, Tables

# -- the best of the shortest ways -------------------------------------------------------------------------------------


class SectorWay(NamedTuple):
    """A way of a flight, from its next move on; of two ways the lesser is the better."""

    turns: int = 0
    """More than sectors where the west wind holds the flight. OR-7."""
    under_fire: int = 0
    """Turns in which the enemy's guns are rolled for. AA-1."""
    event: Fraction = Fraction(0)
    """The chance of one event at least. EVT-1."""
    moves: tuple[Place, ...] = ()
    """The sector that each turn's move makes for."""


@lru_cache(maxsize=256)
def _event(place: PlaceKind, changes: tuple[Modifier, ...], tables: Tables) -> Fraction:
    """The chance of an event in a turn. EVT-1."""
    return chances(events.event_happens, place, changes, tables).of(True)


def flown(game: Campaign, to: Place) -> Campaign:
    """A campaign whose flight has flown to a sector, one turn later; nothing else has happened."""
    if routes.calls_tried(game, to):
        game = TurnedForHome().apply(game)
    after = move_to(game, to).apply(game)
    return in_mission(after, turn=after.flown.turn + 1)


def best_way(game: Campaign, to: Place) -> SectorWay | None:
    """The best of the shortest ways to a sector of moves that are allowed; None: there is none.

    What is best from a sector on does not hang on how the flight came there, so that each sector is looked at once a turn.
    """
    ways = _ways_from(game)
    if to not in ways:
        ways[to] = _best(game, to, {})
    return ways[to]


@cached_by_identity(4)
def _ways_from(game: Campaign) -> dict[Place, SectorWay | None]:
    """What is known of the best ways of a flight, by where they lead."""
    return {}


def _best(game: Campaign, to: Place, ways: dict[tuple[Place, int], SectorWay | None]) -> SectorWay | None:
    at, turn = game.flown.at, game.flown.turn
    if at == to:
        return SectorWay()
    if (at, turn) not in ways:
        closer = [move for move in routes.moves(game) if sectors.distance(move, to) < sectors.distance(at, to)]
        ways[at, turn] = min(filter(None, (_by(game, move, to, ways) for move in closer)), default=None)
    return ways[at, turn]


def _by(game: Campaign, move: Place, to: Place, ways: dict[tuple[Place, int], SectorWay | None]) -> SectorWay | None:
    """The best way that begins with a move; None: there is none."""
    after = flown(game, move)
    rest = _best(after, to, ways)
    if rest is None:
        return None
    event = _event(*check_facts(after)) if is_checked(after) else Fraction(0)
    happens = 1 - (1 - event) * (1 - rest.event)
    return SectorWay(rest.turns + 1, rest.under_fire + under_enemy_guns(after), happens, (move, *rest.moves))


# -- orders ------------------------------------------------------------------------------------------------------------


MANY = 2
"""Moves that are worth an order of their own."""
DIRECTIONS: dict[Place, str] = {(0, -1): "north", (1, 0): "east", (0, 1): "south", (-1, 0): "west"}
STEP_OF = {name: step for step, name in DIRECTIONS.items()}


def _moves(n: int) -> str:
    return f"{n} move{'' if n == 1 else 's'}"


def _way_words(game: Campaign, to: Place, way: SectorWay, where: str = "") -> str:
    """What a way brings: ``5 moves, 1 under AA fire, an event 67.5%``; ``where``: what is said behind the moves."""
    guns = f", {way.under_fire} under AA fire" if way.under_fire else ""
    return f"{_moves(sectors.distance(game.flown.at, to))}{where}{guns}, an event {percent(way.event)}"


def onward(game: Campaign) -> str:
    """The way from before a move to where the flight is bound for; empty: it is there, or cannot go on."""
    to = min(_goals(game), key=lambda goal: sectors.distance(game.flown.at, goal))
    way = best_way(game, to)
    return _way_words(game, to, way, f" to {sectors.name(to, game.tables)}") if way and way.turns else ""


class TurnForHome(PlayerChoice, type="valor.turn_for_home"):
    """The player says that the task has been tried. MIS-9, MIS-12, OPT-6; ``task_tried``."""

    phrases: ClassVar[tuple[str, ...]] = ("turn for home", "go home", "fly home")
    at: ClassVar[tuple[str, ...]] = ("move",)
    rule: ClassVar[str] = "AOV-OPT-6"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        """First where nothing is left to do; else with the ends of the mission, which are offered last."""
        if task_done(game):
            yield cls.offer(game, "home")

    @classmethod
    def offer(cls, game: Campaign, kind: str) -> Offer:
        """With what becomes of the task then: a patrol that is not flown whole brings nothing. MIS-9, MIS-12."""
        patrol = game.flown.row(game.tables).mission in routes.PATROLS
        forfeit = routes.patrol_forfeit(game)
        task = f"the patrol is flown{f', {forfeit}' if forfeit else ''}" if patrol else "what was won so far stays"
        if patrol and routes.sectors_to_visit(game):
            task = f"the patrol is not flown whole, and its {game.tables.points('patrol')} MP are not won"
        way = onward(TurnedForHome().apply(game))
        return Offer(cls(), f"Turn for home: {'; '.join(filter(None, (task, way)))}", kind=kind)

    def against(self, game: Campaign) -> Iterable[Objection]:
        if game.flown.tried or game.flown.given_up:  # "without the option a flight heads home once the task has been tried"
            yield Objection(self.rule, "the flight goes home already")
        elif not routes.may_call_tried(game):
            yield Objection("AOV-MIS-1", "the task has not been tried yet")  # "must try to do what the card asks"

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(TurnedForHome())


class FlyOn(PlayerChoice, type="valor.fly_on"):
    """The flight flies on, turn after turn, until it is there or something happens. FLT-5, FLT-7."""

    phrases: ClassVar[tuple[str, ...]] = ("fly on to {to}",)
    at: ClassVar[tuple[str, ...]] = ("move",)
    rule: ClassVar[str] = "AOV-FLT-5"
    named: ClassVar[Mapping[str, Named]] = {"to": words.sector}
    to: Place

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        to = min(_goals(game), key=lambda goal: sectors.distance(game.flown.at, goal))
        if (way := best_way(game, to)) is not None:
            title = f"Fly on to {sectors.name(to, game.tables)}, until something happens: {_way_words(game, to, way)}"
            yield Offer(cls(to=to), title, kind="fly on")

    def against(self, game: Campaign) -> Iterable[Objection]:
        x, y = self.to
        if not (0 <= x < sectors.COLUMNS and 0 <= y < sectors.ROWS):
            yield Objection("AOV-GEN-3", "there is no such sector on the map")  # "It is cut into sectors"
        elif game.pace != "flow":  # "the next turn starts with step 1"
            yield Objection("AOV-FLT-7", "from roll to roll each move is ordered by itself")
        elif sectors.distance(game.flown.at, self.to) < MANY:
            # "one orthogonally adjacent sector or stays where it is; either is a turn"
            yield Objection(self.rule, "that is one move, or none")
        elif best_way(game, self.to) is None:  # "one orthogonally adjacent sector or stays where it is; either is a turn"
            yield Objection(self.rule, "no move that is allowed leads there")

    def carry_out(self, course: CampaignCourse) -> None:
        """The way is chosen once: as long as nothing happens the best one from each sector is what is left of it."""
        flight, weather, dice = course.game.flight, course.game.flown.weather, course.dice
        way = best_way(course.game, self.to)
        assert way is not None  # the order is allowed
        for left, to in zip(reversed(range(len(way.moves))), way.moves, strict=True):
            course.dice = in_a_run(dice, left)
            fly(course, to)
            course.proceed()
            now = course.game
            over = now.step == "landing" and now.flown.event == "none" and not routes.must_land(now)
            if left and now.flight == flight and over:  # an airfield at which it does not land. END-1
                course.next_step("turn-end")
                course.proceed()
            now = course.game
            quiet = now.step in self.at and now.flown.event == "none" and now.flight == flight
            if not quiet or now.flown.weather != weather:
                return


class MoveFlight(PlayerChoice, type="valor.move_flight"):
    """The flight moves to the next sector, or stays. FLT-5."""

    phrases: ClassVar[tuple[str, ...]] = ("fly to {to}", "fly {step}", "stay")
    at: ClassVar[tuple[str, ...]] = ("move",)
    rule: ClassVar[str] = "AOV-FLT-5"
    named: ClassVar[Mapping[str, Named]] = {"to": words.sector, "step": lambda game: Names("a direction", STEP_OF)}
    to: Place

    @classmethod
    def from_words(cls, game: Campaign, player: str, rules: Steps, spoken: Said) -> Iterable[MoveFlight]:
        """To the sector that is named, or that the step leads to."""
        if game.mission is not None:
            (x, y), (dx, dy) = game.flown.at, spoken.get("step", (0, 0))
            yield cls(to=spoken.get("to", (x + dx, y + dy)))

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        best = min(filter(None, (best_way(game, goal) for goal in _goals(game))), default=SectorWay())
        first = best.moves[:1]

        def rank(to: Place) -> tuple[bool, bool, int, bool, bool]:
            guns, stays = sectors.enemy_aa(to, own_half(game), game.tables), to == game.flown.at
            return to not in first, stays and task_done(game), _distance_to_goal(game, to), guns, not stays

        for to in sorted(routes.moves(game), key=rank):
            yield Offer(cls(to=to), cls._title(game, to), kind=_kind(game, to))

    @staticmethod
    def _title(game: Campaign, to: Place) -> str:
        at, name = game.flown.at, sectors.name(to, game.tables)
        step = DIRECTIONS.get((to[0] - at[0], to[1] - at[1]))
        what = f"Fly {step} to {name}" if step else f"Stay over {name}"
        left = _distance_to_goal(game, to)
        part = "the next sector of the patrol" if len(game.flown.objective) > 1 else "the objective"
        field = _goals(game)[0]
        airfield = "the home airfield" if field == home_sector(game) else sectors.name(field, game.tables)
        goal = part if bound_for_objective(game) else airfield
        there = f"over {goal}" if not left else f"{_moves(left)} from {goal}"
        return f"{what}: {there}"

    def against(self, game: Campaign) -> Iterable[Objection]:
        if (objection := routes.against_move(game, self.to)) is not None:
            yield objection

    def asks(self, game: Campaign) -> Sequence[Question]:
        if game.pace == "step":
            return ()
        there = move_to(game, self.to).apply(game)
        if under_enemy_guns(there):
            return GUNS.questions(there)
        return check_questions(there) if game.rulings.event_time == "step-4" and is_checked(there) else ()

    def carry_out(self, course: CampaignCourse) -> None:
        fly(course, self.to)


def task_done(game: Campaign) -> bool:
    """Whether the task counts as tried when the player says so, and nothing is left of it. MIS-9, MIS-12; ``task_tried``."""
    patrol = game.flown.row(game.tables).mission in routes.PATROLS
    left = routes.sectors_to_visit(game) if patrol else tuple(targets_here(game))
    return routes.may_call_tried(game) and not left


def bound_for_objective(game: Campaign) -> bool:
    """Whether the flight still goes to its objective."""
    over = game.flown.tried or game.flown.given_up or task_done(game)
    return not over and bool(routes.sectors_to_visit(game))


def _goals(game: Campaign) -> tuple[Place, ...]:
    """The sectors that the flight is bound for; on its way home the next airfield, where fuel does not last for its own."""
    if bound_for_objective(game):
        return routes.sectors_to_visit(game)
    home, at = home_sector(game), game.flown.at
    free = routes.may_roam(game) and not game.flown.given_up
    fields = [field for field in routes.friendly_fields(game) if free or field in routes.fields_in_reach(game)]
    near = min(fields or [routes.nearest_field(game, at)], key=lambda field: sectors.distance(at, field))
    return (home if home in fields and sectors.distance(at, home) <= routes.moves_left(game) + 1 else near,)


def _distance_to_goal(game: Campaign, to: Place) -> int:
    return min(sectors.distance(to, goal) for goal in _goals(game))


def _kind(game: Campaign, to: Place) -> str:
    here, there = (_distance_to_goal(game, at) for at in (game.flown.at, to))
    if there < here:
        return "towards the objective" if bound_for_objective(game) else "home"
    return "stay" if to == game.flown.at else "other ways"


class SendHome(PlayerChoice, type="valor.send_home"):
    """A damaged aircraft leaves the flight and goes home by itself. FLT-3."""

    phrases: ClassVar[tuple[str, ...]] = ("send {aircraft} home",)
    at: ClassVar[tuple[str, ...]] = ("move", "leaving")
    rule: ClassVar[str] = "AOV-FLT-3"
    named: ClassVar[Mapping[str, Named]] = {"aircraft": words.in_flight}
    aircraft: str

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        for aircraft in game.flight:
            if aircraft.damaged:
                title = f"Send {aircraft.name} to {sectors.name(cls._field(game), game.tables)} alone"
                yield Offer(cls(aircraft=aircraft.id), title, subject=aircraft.id, kind="send home")

    @staticmethod
    def _field(game: Campaign) -> Place:
        """Where it goes. ``self_return_field``."""
        nearest = game.rulings.self_return_field == "nearest"
        return routes.nearest_field(game, game.flown.at) if nearest else home_sector(game)

    def against(self, game: Campaign) -> Iterable[Objection]:
        if self.aircraft not in game.flown.flight:
            # "After that step a damaged aircraft still flying may go home by itself: it leaves the flight"
            yield Objection(self.rule, f"{game.called(self.aircraft)} is not in the flight")
        elif not game.aircraft(self.aircraft).damaged:
            # "After that step a damaged aircraft still flying may go home by itself: it leaves the flight"
            yield Objection(self.rule, f"{game.called(self.aircraft)} is not damaged")
        elif game.step == "move" and self.aircraft not in game.flown.checked:
            # "After that step a damaged aircraft still flying may go home by itself: it leaves the flight"
            yield Objection(self.rule, f"{game.called(self.aircraft)} has to be looked at first, in step 1 of a turn")

    def carry_out(self, course: CampaignCourse) -> None:
        course.emit(SentHome(aircraft=self.aircraft, to=self._field(course.game)))
        if nobody_left(course):
            return
        if course.game.step == "leaving":
            course.next_step("after-objective")
        elif not routes.moves(course.game):
            to_the_move(course)  # all that is left may be to give the mission up


class KeepTogether(PlayerChoice, type="valor.keep_together"):
    """Damaged aircraft stay with the flight. FLT-3; ``self_return_when``."""

    phrases: ClassVar[tuple[str, ...]] = ("keep together",)
    at: ClassVar[tuple[str, ...]] = ("leaving",)
    rule: ClassVar[str] = "AOV-FLT-3"
    title: ClassVar[str] = "Damaged aircraft stay with the flight"

    def carry_out(self, course: CampaignCourse) -> None:
        course.next_step("over-airfield")


class GiveUpMission(PlayerChoice, type="valor.give_up_mission"):
    """The mission is given up, and the flight goes to a friendly airfield. MIS-2."""

    phrases: ClassVar[tuple[str, ...]] = ("give up the mission",)
    at: ClassVar[tuple[str, ...]] = ("move",)
    rule: ClassVar[str] = "AOV-MIS-2"
    kind: ClassVar[str] = "end of the mission"

    @classmethod
    def choices(cls, game: Campaign) -> Iterable[Offer]:
        """Where the task counts as tried as well nothing would be won by giving it up: the flight may turn for home."""
        if routes.may_call_tried(game):
            if not task_done(game):
                yield TurnForHome.offer(game, cls.kind)
        else:
            lost = game.rulings.terminated_mp == "lose"
            points = "what was won is lost" if lost else "what was won so far stays"
            way = onward(TurnedForHome(given_up=True).apply(game))
            what = "; ".join(filter(None, (points, way)))
            yield Offer(cls(), f"Give the mission up and fly to an airfield: {what}", kind=cls.kind)

    def against(self, game: Campaign) -> Iterable[Objection]:
        if game.flown.tried or game.flown.given_up:
            # "Then the flight goes, one sector a turn as usual, to a friendly airfield and the mission ends"
            yield Objection(self.rule, "the flight goes home already")
        elif not routes.may_give_up(game):
            # "give the mission up once an aircraft of the flight has been damaged or destroyed"
            yield Objection(self.rule, "no aircraft is damaged or destroyed, and the fuel suffices")

    def carry_out(self, course: CampaignCourse) -> None:
        give_up(course)
