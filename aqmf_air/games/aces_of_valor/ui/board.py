"""The board of a live table: the map with the flight, the combat on its track, the squadron, each choice with its odds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from aqmf_air.api import Offer, capitalised, in_a_row, ui
from aqmf_air.games.aces_of_valor.chapters import routes, sectors
from aqmf_air.games.aces_of_valor.chapters.actions import Attack
from aqmf_air.games.aces_of_valor.chapters.campaign import OPTIONAL, BeginWith, in_use, option_notes
from aqmf_air.games.aces_of_valor.chapters.counters import performance, values
from aqmf_air.games.aces_of_valor.chapters.event_cards import MeetGiant
from aqmf_air.games.aces_of_valor.chapters.moves import FlyOn, MoveFlight
from aqmf_air.games.aces_of_valor.chapters.premission import ChooseFighters, fighters_to_choose
from aqmf_air.games.aces_of_valor.chapters.scramble import Launch, least_up, most_up
from aqmf_air.games.aces_of_valor.state import FLIGHT, RANKS, Aircraft, Campaign, GroundTarget, SquadronMember, damage_of
from aqmf_air.games.aces_of_valor.tables import STEP_HINTS, STEP_TITLES, card_name
from aqmf_air.games.aces_of_valor.telling.briefing import ahead_of, hint, mission_words, skills, weather_words
from aqmf_air.games.aces_of_valor.ui.operations_chart import states
from aqmf_air.games.aces_of_valor.ui.table_top import (
    fight_alone,
    is_drawn,
    marks,
    passes_over,
    sector_id,
    table_top,
)

WHO_FLIES: tuple[type[ChooseFighters | Launch | MeetGiant], ...] = (ChooseFighters, Launch, MeetGiant)
"""Orders that name fighters, which are ticked off in a list."""
SQUADRON = "Choose who flies"
"""The id of the list to choose the flight from."""
CODES = {
    "airfield": "Air", "town": "Twn", "rail-yard": "Rly", "depot": "Dep", "hq": "HQ", "balloon": "Bal", "trench": "Trn",
    "woods": "Wood",
}  # fmt: skip
"""What stands for a feature on a map in letters, before its own letter."""
BEFORE, BESIDE, LAST = 0.46, 0.2, 0.34
"""Of a sector on a map in letters, how far from its middle its code begins, and how far the flight and a mark stand."""


class ValorBoard(ui.Board, name="table-top", help="The map, the combat and the squadron."):
    """The table top of a campaign."""

    def picture(self, view: Campaign) -> ui.Picture:
        return table_top(view)

    def close_up(self, view: Campaign) -> ui.Picture:
        """The combat in one column; else the map, which is too small there for names."""
        if is_drawn(view.combat, view):
            return fight_alone(view)
        return replace(table_top(view), names=lambda placed: (), lettering=None).close_up()

    @property
    def editors(self) -> Mapping[str, str]:
        return dict.fromkeys((order_type.type_name() for order_type in (*WHO_FLIES, BeginWith)), ui.SEVERAL_EDITOR)

    def part(self, state: Campaign) -> str:
        return ""  # the figures name the mission

    def briefing(self, setup: Any) -> Iterator[str]:
        return ahead_of(setup)

    def hints(self) -> Mapping[str, str]:
        return STEP_HINTS

    def titles(self) -> Mapping[str, str]:
        return STEP_TITLES

    def taking_part(self, state: Campaign) -> Iterator[str]:
        """The mission and the flight, once it has taken off."""
        if state.mission and state.mission.turn and state.mission.flight:
            yield f"mission {state.number}: {mission_words(state)}"
            those = (f"{aircraft.name} {skills(state, aircraft)} ({type_words(aircraft)})" for aircraft in state.flight)
            yield f"in the flight: {in_a_row(tuple(those))}"

    def hint(self, seat: ui.Seat) -> str:
        return hint(seat.state)

    def figures(self, view: Campaign) -> Sequence[tuple[str, str]]:
        """The mission, the moves that its fuel is for, its points, and the points of the campaign."""
        mission, points = view.mission, ("VP", str(view.vp))
        if mission is None or not mission.card:
            return (points,) if view.squadron else ()
        fuel = (("fuel", str(max(routes.moves_left(view) + 1, 0))),) if mission.turn else ()
        clouds = words if (words := weather_words(view)) != "clear" else ""
        headings = (("", words) for words in (capitalised(card_name(mission.card).partition(":")[0]), clouds) if words)
        won = f"{mission.points:+d}" if mission.points else "0"
        return (*headings, *fuel, ("MP", won), points)

    def text_map(self, view: Campaign) -> ui.TextMap:
        """The lines and what is in their sectors; the flight, its home and its objective."""
        across = [(column, sectors.column_letter((column, 0))) for column in range(sectors.COLUMNS)]
        along = [(row, str(row + 1)) for row in range(sectors.ROWS)]
        edges = -0.5, -0.5, sectors.COLUMNS - 0.5, sectors.ROWS - 0.5
        sides = "each field is a sector: A to E are the Entente's, F to J German"
        shown = ui.TextMap(*edges, "sectors", up=False, across=across, along=along, deep=2, scale=sides)
        own = sectors.half_of(view.nation) if view.nation else None
        for x in range(sectors.COLUMNS):
            if (zone := sectors.zone((x, 0), view.tables)) != "rear":
                box = [(x - 0.5, -0.5), (x + 0.5, -0.5), (x + 0.5, edges[3]), (x - 0.5, edges[3])]
                shown.area(box, sectors.CLEAR[zone], zone)
        for x, y in product(range(sectors.COLUMNS), range(sectors.ROWS)):
            here = sectors.feature((x, y), view.tables)
            if here is None or here.feature not in CODES:
                continue
            what, woods = here.feature.replace("-", " ").replace("hq", "headquarters"), here.feature == "woods"
            whose = here.side == own if own and not woods else None
            code = CODES[here.feature] if woods else f"{CODES[here.feature]} {here.letter}"
            shown.label((x - BEFORE, y - 0.25), code, what, whose)
            if here.name:
                shown.label((x - BEFORE, y + 0.25), here.name, own=whose)
        if view.nation and view.home:
            x, y = sectors.home_sector(view)
            shown.place((x + LAST, y - 0.25), "*", "the home airfield", own=True)
        mission = view.mission
        for x, y in mission.objective if mission else ():
            shown.piece([(x + LAST, y - 0.25)], f"objective: {sectors.name((x, y), view.tables)}", own=False)
        if mission and mission.turn and mission.flight:
            x, y = mission.at
            shown.piece([(x + BESIDE, y - 0.25)], f"the flight, {len(mission.flight)} aircraft", own=True)
        return shown

    def pieces(self, view: Campaign) -> Sequence[ui.Piece]:
        fighting = {*view.combat.friends, *(enemy.id for enemy in view.combat.enemies)} if view.combat else set()
        if view.step in BeginWith.at:
            return (ui.Piece(OPTIONAL, "tick off which are in use", True, ready=True),)
        if any(view.step in order_type.at for order_type in WHO_FLIES):
            return (ui.Piece(SQUADRON, "tick off who flies", True, ready=True), *self._own(view, set()))
        shown = []
        if view.mission and view.mission.turn and view.mission.flight and not view.combat:
            shown = [ui.Piece(FLIGHT, _flight_words(view), True, (view.flown.at,), view.step in MoveFlight.at)]
        shown += self._own(view, fighting)
        enemies = view.combat.enemies if view.combat else ()
        shown += [ui.Piece(aircraft.id, in_short(view, aircraft), False) for aircraft in enemies]
        shown += [ui.Piece(target.id, target_words(view, target), False) for target in _targets(view)]
        return shown

    def _own(self, view: Campaign, fighting: Collection[str]) -> list[ui.Piece]:
        """The player's aircraft, those who fight first."""
        lent = [aircraft for aircraft in view.mission.lent if aircraft.id in view.mission.flight] if view.mission else []
        serving = [member for member in view.squadron if member.box in ("ready", "flight", "recovery")]
        own = sorted((*lent, *serving), key=lambda aircraft: aircraft.id not in fighting)
        acting = view.combat.acting if view.combat and view.step in Attack.at else ()
        return [ui.Piece(aircraft.id, in_short(view, aircraft), True, ready=aircraft.id in acting) for aircraft in own]

    def marks(self, moment: ui.Moment) -> Iterator[ui.Mark]:
        return marks(moment)

    def passes_over(self, event: object) -> bool:
        return passes_over(event)

    def about(self, seat: ui.Seat, piece: str) -> ui.About:
        game: Campaign = seat.view
        if piece == SQUADRON:
            return ui.About("Ready fighters", doings=(_fighters(game),))
        if piece == OPTIONAL:
            return ui.About("Optional rules", doings=(_options(game),))
        doings = tuple(doings_of(seat, piece))
        if piece == FLIGHT:
            return ui.About(what=_flight_words(game), doings=doings)
        if piece in game.pieces:
            return _about_aircraft(game, game.aircraft(piece), doings)
        target = next((ground_target for ground_target in _targets(game) if ground_target.id == piece), None)
        if target is None:
            return ui.About(doings=doings)
        side = game.tables.ground_target(target.kind, "front" if _whole(game, target) else "back")
        last = game.tables.ground_target(target.kind, "back").destruction
        return ui.About(
            what=target_words(game, target),
            tracks=(ui.Track("Damage", last, min(target.points, last), f"{target.points} of {last}"),),
            profile=(("AA dice", str(side.aa)), ("Initiative", str(side.initiative)), ("Mission points", str(side.points))),
            doings=doings,
        )


def _targets(game: Campaign) -> tuple[GroundTarget, ...]:
    return tuple(target for target in game.mission.targets if not target.gone) if game.mission else ()


def _whole(game: Campaign, target: GroundTarget) -> bool:
    return damage_of(target.kind, target.points, game.tables) == "none"


def target_words(game: Campaign, ground_target: GroundTarget) -> str:
    """A ground target at a glance."""
    done = damage_of(ground_target.kind, ground_target.points, game.tables)
    return f"{sectors.name(ground_target.at, game.tables)}{'' if done == 'none' else f', {done}'}"


def in_short(game: Campaign, aircraft: Aircraft) -> str:
    """An aircraft at a glance."""
    box = {"flight": "in the flight", "recovery": "in Recovery", "ready": "ready"}.get(getattr(aircraft, "box", ""), "")
    return ", ".join(filter(None, (aircraft.type, skills(game, aircraft), *states(game, aircraft), box)))


def _flight_words(game: Campaign) -> str:
    mission = game.flown
    fuel = f", turn {mission.turn} of {mission.length}" if mission.length else ""
    return f"{len(mission.flight)} aircraft at {sectors.name(mission.at, game.tables)}{fuel}"


def type_words(aircraft: Aircraft) -> str:
    """The type of an aircraft; of one without its kind."""
    return aircraft.type or aircraft.kind.replace("-", " ")


def _about_aircraft(game: Campaign, aircraft: Aircraft, doings: tuple[ui.Doing, ...]) -> ui.About:
    side = values(aircraft, game.tables)
    guns = f"{side.hit}+" + (f", two hits on {side.double}+" if side.double else "")
    profile = [
        ("Air / ground skill", skills(game, aircraft)),
        ("Performance", str(performance(aircraft, game.tables, game.rulings))),
    ]
    profile += [("Gun", guns), ("Structure", str(side.structure))]
    if side.defensive:
        profile.append(("Defensive guns", str(side.defensive)))
    return ui.About(
        what=type_words(aircraft),
        conditions=states(game, aircraft),
        profile=tuple(profile),
        notes=tuple(_career(aircraft)) if isinstance(aircraft, SquadronMember) else (),
        doings=doings,
    )


def _career(member: SquadronMember) -> Iterator[str]:
    """What a pilot of the squadron has done."""
    yield f"{len(member.flown)} mission{'s' * (len(member.flown) != 1)} flown"
    yield f"{member.victories} shot down, {member.targets} ground targets destroyed"
    if member.rank:
        yield RANKS[member.rank]
    if member.fate:
        yield member.fate


def _fighters(game: Campaign) -> ui.Doing:
    """The flight, ticked off in a list. PRE-5."""
    kind = next(order_type for order_type in WHO_FLIES if game.step in order_type.at)
    ready = game.in_box("ready") if kind is MeetGiant else game.ready
    if kind is MeetGiant:
        least, most = 1, min(game.tables.number("giant-fighters"), len(ready))
    else:
        least, most = (least_up(game), most_up(game)) if kind is Launch else fighters_to_choose(game)
    order = kind(aircraft=tuple(member.id for member in ready[:most]))
    items = tuple(ui.Item(member.id, member.name, in_short(game, member)) for member in ready)
    title = "Choose who flies" if kind is ChooseFighters else "Choose who goes up"
    return ui.Doing(order.type, title, facts=ui.Several(items, least, most, order, "aircraft").facts())


def _options(game: Campaign) -> ui.Doing:
    """The optional rules, ticked off in a list. OPT-1."""
    notes = option_notes(game)
    order = BeginWith(options=tuple(name for name in notes if in_use(game.options, name)))
    items = tuple(ui.Item(name, capitalised(title), effect) for name, (title, effect) in notes.items())
    facts = ui.Several(items, 0, len(items), order, "options").facts()
    return ui.Doing(order.type, "Begin with these optional rules", facts=facts)


def doings_of(seat: ui.Seat, piece: str) -> Iterator[ui.Doing]:
    """What a piece may do now: its offers by kind; the page tells the odds of each."""
    offers = [offer for offer in seat.position.offers(seat.side) if _about(offer, piece)] if seat.side else []
    kinds: dict[str, list[Offer]] = {}
    for offer in offers:
        kinds.setdefault(offer.command.type, []).append(offer)
    for type_, of_kind in kinds.items():
        choices = tuple(_choice(seat, offer) for offer in of_kind)
        title = of_kind[0].title if len(of_kind) == 1 else verb(type_)
        yield ui.Doing(type_, title, choices)


def _about(offer: Offer, piece: str) -> bool:
    """Whether an offer is about a piece: a choice of an aircraft's, or of the flight."""
    if piece == FLIGHT:
        return isinstance(offer.command, MoveFlight | FlyOn)
    return getattr(offer.command, "aircraft", None) == piece


def verb(type_: str) -> str:
    """A kind of order in a word: ``Attack``."""
    return type_.removeprefix("valor.").replace("_", " ").capitalize()


def _choice(seat: ui.Seat, offer: Offer) -> ui.Choice:
    command: Any = offer.command
    if isinstance(command, MoveFlight):
        x, y = command.to
        return ui.Choice(command, offer.title, sector_id(command.to), at=(float(x), float(y)))
    target = getattr(command, "target", "") or ""
    return ui.Choice(command, offer.title, str(target))
