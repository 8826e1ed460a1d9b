"""The board of a live table: the hex map, status sheets, moves drawn hex by hex, and shots with their odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from aqmf_air.api import Command, UnknownNameError, ui
from aqmf_air.api.geometry import Hex, centre, from_map, hex_disc, in_cone, to_map
from aqmf_air.games.richthofens_war.campaign.model import who_flies
from aqmf_air.games.richthofens_war.campaign.orders import title_of
from aqmf_air.games.richthofens_war.chapters import paths
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import NAMES
from aqmf_air.games.richthofens_war.chapters.declaring import Declare, TargetPassed, aims_of, shot_words
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import By, fitted
from aqmf_air.games.richthofens_war.chapters.map_and_wind import trench
from aqmf_air.games.richthofens_war.chapters.missions import AnnounceBalloonAttack, DropBombs, Strafe
from aqmf_air.games.richthofens_war.chapters.moving import Fly
from aqmf_air.games.richthofens_war.chapters.paths import WalkError, max_dive_at
from aqmf_air.games.richthofens_war.chapters.victory import downed, victors
from aqmf_air.games.richthofens_war.state import COMPASS, SIDE_NAMES, Aircraft, Game, Gun, Setup
from aqmf_air.games.richthofens_war.tables import SIDES
from aqmf_air.games.richthofens_war.ui import map_picture
from aqmf_air.games.richthofens_war.ui.fly_path import drawn_path
from aqmf_air.games.richthofens_war.ui.map_picture import COLOURS, condition_words, draw_planned, places, to_drawing
from aqmf_air.games.richthofens_war.ui.marks import marks

# -- the board ---------------------------------------------------------------------------------------------------------


FLY, DECLARE = "richthofen.fly", "richthofen.declare"
HINTS: Mapping[str, str] = {
    "tailing": "Who gets on an enemy's tail moves right after it. Both sides announce at once.",
    "initiative": "Roll for the order of moves; the highest moves last.",
    "ties": "Say which of your tied aircraft moves first.",
    "movement": "Tap the aircraft that is to move, then draw its way hex by hex.",
    "ground-fire": "Your guns on the ground may fire at who flies into their range.",
    "declaring": "Choose the target of the aircraft that has moved, or none.",
    "observers": "Observers choose their targets now. Both sides at once.",
    "aces": "Your aces choose: better fire, or harder to hit. Both sides at once.",
    "combat": "Fire the declared shots, or hold them; damage counts when all are fired.",
    "end": "Clear jams, change drums, then end the turn.",
    "between": "Fly the next mission when all who are to rest do.",
}


class HexBoard(ui.Board, name="hexes", help="The map in hexes."):
    """The map with what flies over it."""

    @property
    def editors(self) -> Mapping[str, str]:
        return {FLY: ui.PATH_EDITOR}

    def briefing(self, setup: Setup) -> Iterator[str]:
        yield f"After {setup.turns} turns, or when a side has nothing left, points decide."

    def part(self, state: Game) -> str:
        if not state.campaign or state.winner:
            return ""
        return f"Mission {state.campaign.next} of {len(state.campaign.missions)}: {title_of(state)}"

    def taking_part(self, state: Game) -> Iterator[str]:
        if state.campaign and state.campaign.underway:
            yield from who_flies(state.campaign.underway.crews)

    def hints(self) -> Mapping[str, str]:
        return HINTS

    def hint(self, seat: ui.Seat) -> str:
        return HINTS[seat.state.phase]

    def picture(self, view: Game) -> ui.Picture:
        return map_picture.map_picture(view)

    def text_map(self, view: Game) -> ui.TextMap:
        """Targets of missions, balloons, and aircraft by letters, with height, speed and facing."""
        columns, rows = view.tables.number("map", "columns"), view.tables.number("map", "rows")
        player = getattr(view, "player", "")
        across = [(centre(from_map(column, 0))[0], str(column)) for column in range(0, columns, 5)]
        along = [(centre(from_map(0, row))[1], str(row)) for row in range(0, rows, 5)]
        shown = ui.TextMap(-1, -1, columns + 1, rows * 0.87 + 1, "hexes", up=False, across=across, along=along)
        low = rows * 0.87
        for side in SIDES:
            x = centre(from_map(trench(side, view.tables), 0))[0]
            shown.area(
                [(x - 0.5, -1), (x + 0.5, -1), (x + 0.5, low), (x - 0.5, low)],
                f"front trench of the {SIDE_NAMES[side]}",
                side,
            )
        for mission in view.setup.missions:
            for at in mission.targets:
                text = "{} of the {}: {},{}".format(mission.kind, SIDE_NAMES[mission.side], *at)
                shown.place(centre(from_map(*at)), "x", text)
        for balloon in view.balloons:
            if balloon.state == "up":
                shown.place(centre(balloon.hex), "o", f"{view.called(balloon.id)} {balloon.height} m")
        for aircraft in view.flying:
            flies = f"{aircraft.height} m, {aircraft.speed} MP, {COMPASS[aircraft.facing]}"
            text = f"{view.called(aircraft.id)} ({SIDE_NAMES[aircraft.side]}) {flies}"
            own = aircraft.side == player if player else None
            shown.piece([centre(aircraft.hex)], text, [(90 + 60 * aircraft.facing) % 360], own)
        return shown

    def pieces(self, view: Any) -> Sequence[ui.Piece]:
        there = places(view)
        moving = view.queue[0] if view.phase == "movement" and view.queue else ""
        aircraft = [
            ui.Piece(
                craft.id,
                _in_short(view, craft),
                craft.side == view.player,
                (there[craft.id],),
                craft.id == moving and craft.side == view.player,
                side=map_picture.NAMES[craft.side],
                stands=(
                    "hex {},{} facing {}".format(*to_map(craft.hex), COMPASS[craft.facing]),
                    *_in_short(view, craft).split(", "),
                ),
            )
            for craft in view.flying
        ]
        balloons = [
            ui.Piece(
                balloon.id,
                f"balloon, {balloon.height} m",
                balloon.side == view.player,
                (centre(Hex(*balloon.at)),),
                side=map_picture.NAMES[balloon.side],
                stands=("hex {},{}".format(*to_map(balloon.hex)), f"{balloon.height} m, {balloon.damage} damage"),
            )
            for balloon in view.balloons
            if balloon.state == "up"
        ]
        return (*aircraft, *balloons)

    def about(self, seat: ui.Seat, piece: str) -> ui.About:
        game = seat.view
        if not game.has(piece):
            return ui.About("Balloon")
        aircraft = game.of(piece)
        return ui.About(
            what=aircraft.type,
            conditions=condition_words(game, aircraft),
            tracks=tracks(game, aircraft),
            profile=profile(game, aircraft),
            notes=crew(game, aircraft),
            svg=front_field(game, aircraft, aircraft.hex, aircraft.facing) if aircraft.guns else "",
            doings=tuple(_doings(seat, aircraft)) if aircraft.side == seat.side and not game.winner else (),
        )

    def preview(self, seat: ui.Seat, command: Command) -> ui.Preview:
        return preview(seat.view, command)

    def marks(self, moment: ui.Moment) -> Iterator[ui.Mark]:
        return marks(moment)

    def undoing(self, state: Any, piece: str) -> ui.Undoing | None:
        by = victors(state, piece)
        return ui.Undoing(by, downed(state, piece)) if by else None

    def passes_over(self, event: object) -> bool:
        return isinstance(event, TargetPassed)

    def answer(self, seat: ui.Seat, question: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        if question != ui.QUESTION:
            raise UnknownNameError(
                f"no question {question[:60]!r} about this board", what="question", name=question, near=()
            )
        return drawn_path(seat, ui.PathQuestion.read(body)).document()


def _in_short(game: Game, aircraft: Aircraft) -> str:
    """Its status at a glance."""
    words = [f"{aircraft.height} m, {aircraft.speed} MP", _ammunition(aircraft), *condition_words(game, aircraft)]
    if game.called(aircraft.id).rstrip(" 0123456789") not in aircraft.type:
        words.insert(0, aircraft.type)
    return ", ".join(filter(None, words))


def _ammunition(aircraft: Aircraft) -> str:
    """The points of ammunition of its guns; those of twins once."""
    left = {gun.name: gun.rounds for gun in aircraft.guns if not gun.out}
    if len(set(left.values())) == 1:
        return f"{next(iter(left.values()))} rounds"
    return ", ".join(f"{name} {rounds}" for name, rounds in left.items())


def _doings(seat: ui.Seat, aircraft: Aircraft) -> Iterator[ui.Doing]:
    """What an aircraft may do now, and of the rest why it may not."""
    game: Game = seat.view
    if game.phase == "movement":
        turn = game.queue and game.queue[0] == aircraft.id
        why = () if turn else seat.objections(Fly(aircraft=aircraft.id, speed=aircraft.speed, path=""))[:1]
        yield ui.Doing(FLY, "Fly", why=why)
        if turn:
            yield from _announcements(seat, aircraft)
    if game.phase == "declaring" and game.asked[0].aircraft == aircraft.id:
        yield from _targets(game, aircraft)


def _announcements(seat: ui.Seat, aircraft: Aircraft) -> Iterator[ui.Doing]:
    """What it may announce before its move, and of what it has to do the reason why not. BALL-2, STRAFE-1, D-16."""
    game: Game = seat.view
    orders: list[tuple[str, Command]] = [
        (f"Attack {game.called(each.id)}", AnnounceBalloonAttack(aircraft=aircraft.id, balloon=each.id))
        for each in game.balloons
        if each.side != aircraft.side and each.state == "up"
    ]
    if any((each.side, each.kind) == (aircraft.side, "strafing") for each in game.setup.missions):
        orders.append(("Strafe in this move", Strafe(aircraft=aircraft.id)))
    if aircraft.loaded:
        orders.append(("Drop the bombs in this move", DropBombs(aircraft=aircraft.id)))
    for title, order in orders:
        why = tuple(seat.objections(order))[:1]
        yield ui.Doing(order.type, title, () if why else (ui.Choice(order, title),), why=why)


def _targets(game: Game, aircraft: Aircraft) -> Iterator[ui.Doing]:
    """Whom its pilot may declare now, with the odds; and whom not, and why. DECL-1, DECL-4, DECL-7."""
    declaring_pilot, there = game.asked[0], places(game)
    by: By = "observer" if declaring_pilot.why == "observer" else "pilot"
    aims = aims_of(game, aircraft.id, by, declaring_pilot.why)
    may = [aim for aim in aims if not aim.against and aim.target in declaring_pilot.targets]
    if may:
        choices = [
            ui.Choice(
                Declare(aircraft=aircraft.id, target=aim.target),
                f"{game.called(aim.target)}: {shot_words(game, aim)}",
                aim.target,
                at=there[aim.target],
            )
            for aim in may
        ]
        yield ui.Doing(DECLARE, "Aim at", tuple(choices))
    for aim in aims:
        if aim.against:
            yield ui.Doing(f"{DECLARE} {aim.target}", f"Aim at {game.called(aim.target)}", why=aim.against)


# -- the status sheet of an aircraft -----------------------------------------------------------------------------------


DANGER = 2 / 3
"""Of the damage that an aircraft takes: from here on its boxes are an alarm."""


def tracks(game: Game, aircraft: Aircraft) -> tuple[ui.Track, ...]:
    """The boxes of an aircraft: what it has taken, and what it has fired off."""
    whole = game.type_of(aircraft).damage
    left = max(whole - aircraft.damage, 0)
    text = f"{aircraft.damage} of {whole}; {left} more destroy it" if aircraft.damage else f"none; {whole} destroy it"
    damage = ui.Track("Damage", whole, min(aircraft.damage, whole), text, alarm=aircraft.damage >= DANGER * whole)
    return (damage, *(_gun(game, aircraft, gun) for gun in aircraft.guns), *_fuel(aircraft))


def _gun(game: Game, aircraft: Aircraft, gun: Gun) -> ui.Track:
    new = next(
        (each.drums for each in fitted(game.type_of(aircraft), game.tables, game.rulings) if each.name == gun.name),
        gun.drums,
    )
    fresh = sum(new)
    trouble = "out of order" if gun.out else "JAMMED" if gun.jammed else "drum empty: change it" if gun.empty_drum else ""
    words = [trouble, f"{gun.rounds} of {fresh} left" if gun.rounds else "no ammunition"]
    spent = fresh - gun.rounds
    return ui.Track(
        gun.name[:1].upper() + gun.name[1:],
        fresh,
        spent,
        ", ".join(filter(None, words)),
        tuple(accumulate(new))[:-1],
        bool(trouble or not gun.rounds),
    )


def _fuel(aircraft: Aircraft) -> Iterator[ui.Track]:
    if aircraft.gliding:
        yield ui.Track("Engine", 0, said="it glides", alarm=True)
    if aircraft.fuel is not None:
        yield ui.Track("Fuel", 0, said=f"the tank leaks; {aircraft.fuel} roll{'s' * (aircraft.fuel != 1)} made", alarm=True)


def profile(game: Game, aircraft: Aircraft) -> tuple[tuple[str, str], ...]:
    """What an aircraft can do now, and how it last moved."""
    now = game.performance(aircraft)
    turns = " ".join(map(str, now.prices)) or "none"
    return (
        ("Height", f"{aircraft.height} m"),
        ("Facing", COMPASS[aircraft.facing]),
        ("Last move", _last(aircraft)),
        ("Speed", f"{now.min_speed} to {now.max_speed} MP"),
        ("Schedule", f"{now.schedule}: {turns} MP"),
        ("Climb", f"{now.max_climb} m"),
        ("Dive", f"{max_dive_at(aircraft.speed, now, game.tables)} m at speed {aircraft.speed}"),
        ("Dive speed", f"{now.dive_speed}, over to {now.overdive_speed}"),
        ("Ceiling", f"{now.ceiling} m"),
    )


def _last(aircraft: Aircraft) -> str:
    """Its record of the last move. CONT-1."""
    height = (
        f", climbed {aircraft.last.climbed} m"
        if aircraft.last.climbed
        else f", dived {aircraft.last.dived} m"
        if aircraft.last.dived
        else ""
    )
    sides = abs(aircraft.last.turned)
    turned = f", turned {sides} hexside{'s' * (sides != 1)} {'right' if aircraft.last.turned > 0 else 'left'} in its hex"
    return f"{aircraft.last.speed or aircraft.speed} MP{height}{turned if sides else ''}"


def crew(game: Game, aircraft: Aircraft) -> tuple[str, ...]:
    """The men aboard, each in a line."""
    roles = ("Pilot", "Observer", "Gunner", "Gunner")
    lines = []
    for role, man in zip(roles, aircraft.crew, strict=False):
        skill = (
            NAMES[game.status(aircraft)]
            if role == "Pilot" and aircraft.flown_by == "pilot" and man.fit
            else "novice"
            if man.novice
            else ""
        )
        flies = "at the controls" if role == "Observer" and aircraft.flown_by == "observer" else ""
        won = f"{man.victories} victor{'y' if man.victories == 1 else 'ies'}" if man.victories else ""
        health = {"fit": "", "wounded": "seriously wounded", "dead": "dead"}[man.health]
        words = [man.name, skill, won, health, flies]
        lines.append(f"{role}: {', '.join(filter(None, words)) or 'fit'}")
    return tuple(lines)


# -- what an order would do, drawn over the map ------------------------------------------------------------------------


def preview(game: Game, command: Command) -> ui.Preview:
    """An order drawn: a way with the field of fire at its end, or a line to a target."""
    if isinstance(command, Fly) and game.has(command.aircraft):
        return _way(game, game.of(command.aircraft), command)
    shooter, target = getattr(command, "aircraft", ""), getattr(command, "target", "")
    there = places(game)
    if shooter in there and target in there:
        drawn = ui.Fragment()
        line = ui.line_to([to_drawing(there[shooter]), to_drawing(there[target])])
        drawn.path(line, ui.style.CARD, 6)
        drawn.path(line, ui.style.FIRE, 3, dash="8 5")
        return ui.Preview(str(drawn))
    return ui.Preview()


def _way(game: Game, aircraft: Aircraft, move: Fly) -> ui.Preview:
    try:
        way = paths.walked_by(game, aircraft, move.path)
    except WalkError:
        return ui.Preview()
    drawn = ui.Fragment()
    pose = way.end.pose
    if aircraft.guns:
        drawn.raw(front_field(game, aircraft, pose.at, pose.facing))
    line = ui.line_to([to_drawing(centre(moment.pose.at)) for moment in way.moments])
    draw_planned(drawn, game, aircraft, pose, way.end.height, move.speed, line)
    return ui.Preview(str(drawn))


def front_field(game: Game, aircraft: Aircraft, at: Hex, facing: int) -> str:
    """The hexes that its front guns reach from there. D-9."""
    reach, rim = game.tables.fields.at("front").far, game.rulings.field_geometry == "closed"
    return map_picture.field(
        game, [each for each in hex_disc(at, reach) if in_cone(at, facing, each, rim=rim)], COLOURS[aircraft.side]
    )
