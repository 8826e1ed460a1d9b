"""The board of a live table: the hex map, status sheets, moves drawn hex by hex, and shots with their odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from aqmf_air.core.play.events import Command
from aqmf_air.drawing.svg import Picture
from aqmf_air.drawing.text_map import TextMap
from aqmf_air.errors import UnknownNameError
from aqmf_air.games.richthofens_war.orders.declaring import Declare
from aqmf_air.games.richthofens_war.orders.ground import AnnounceBalloonAttack, DropBombs, Strafe
from aqmf_air.games.richthofens_war.orders.moving import Fly
from aqmf_air.games.richthofens_war.pieces import COMPASS, SIDE_NAMES, Aircraft
from aqmf_air.games.richthofens_war.setup import Setup
from aqmf_air.games.richthofens_war.state import Game, Phase
from aqmf_air.games.richthofens_war.targets import By, aims_of
from aqmf_air.games.richthofens_war.ui import status_sheet
from aqmf_air.games.richthofens_war.ui.fly_path import drawn_path, shot_words
from aqmf_air.games.richthofens_war.ui.map_picture import condition_words, map_picture, places
from aqmf_air.games.richthofens_war.ui.marks import marks
from aqmf_air.games.richthofens_war.ui.previews import front_field, preview
from aqmf_air.geometry.hexes.grid import Hex, centre, from_map
from aqmf_air.web.board.board import About, Board, Choice, Doing, Piece, Preview, Seat
from aqmf_air.web.board.marks import Mark, Moment
from aqmf_air.web.board.paths import PATH_EDITOR, QUESTION, PathQuestion

FLY, DECLARE = "richthofen.fly", "richthofen.declare"
HINTS: Mapping[Phase, str] = {
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
}


class HexBoard(Board):
    """The map with what flies over it."""

    @property
    def editors(self) -> Mapping[str, str]:
        return {FLY: PATH_EDITOR}

    def briefing(self, setup: Setup) -> Iterator[str]:
        yield f"After {setup.turns} turns, or when a side has nothing left, points decide."

    def hint(self, seat: Seat) -> str:
        return HINTS[seat.state.phase]

    def picture(self, view: Game) -> Picture:
        return map_picture(view)

    def text_map(self, view: Game) -> TextMap:
        """Targets of missions, balloons, and aircraft by letters, with height, speed and facing."""
        columns, rows = view.tables.number("map", "columns"), view.tables.number("map", "rows")
        shown = TextMap(-1, -1, columns + 1, rows * 0.87 + 1, "hexes", up=False)
        for mission in view.setup.missions:
            for at in mission.targets:
                said = "{} of the {}: {},{}".format(mission.kind, SIDE_NAMES[mission.side], *at)
                shown.place(centre(from_map(*at)), "x", said)
        for balloon in view.balloons:
            if balloon.state == "up":
                shown.place(centre(balloon.hex), "o", f"{view.called(balloon.id)} {balloon.height} m")
        for one in view.flying:
            said = f"{view.called(one.id)} ({SIDE_NAMES[one.side]}) {one.height} m, {one.speed} MP, {COMPASS[one.facing]}"
            shown.piece([centre(one.hex)], said, [(90 + 60 * one.facing) % 360])
        return shown

    def pieces(self, view: Any) -> Sequence[Piece]:
        there = places(view)
        moving = view.queue[0] if view.phase == "movement" and view.queue else ""
        aircraft = [
            Piece(
                one.id,
                _in_short(view, one),
                one.side == view.player,
                (there[one.id],),
                one.id == moving and one.side == view.player,
            )
            for one in view.flying
        ]
        balloons = [
            Piece(one.id, f"balloon, {one.height} m", one.side == view.player, (centre(Hex(*one.at)),))
            for one in view.balloons
            if one.state == "up"
        ]
        return (*aircraft, *balloons)

    def about(self, seat: Seat, piece: str) -> About:
        game = seat.view
        if not game.has(piece):
            return About("Balloon")
        one = game.of(piece)
        return About(
            what=one.type,
            conditions=condition_words(game, one),
            tracks=status_sheet.tracks(game, one),
            profile=status_sheet.profile(game, one),
            notes=status_sheet.crew(game, one),
            svg=front_field(game, one, one.hex, one.facing) if one.guns else "",
            doings=tuple(_doings(seat, one)) if one.side == seat.side and not game.winner else (),
        )

    def preview(self, seat: Seat, command: Command) -> Preview:
        return preview(seat.view, command)

    def marks(self, moment: Moment) -> Iterator[Mark]:
        return marks(moment)

    def answer(self, seat: Seat, question: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        if question != QUESTION:
            raise UnknownNameError(
                f"no question {question[:60]!r} about this board", what="question", name=question, near=()
            )
        return drawn_path(seat, PathQuestion.read(body)).document()


def _in_short(game: Game, one: Aircraft) -> str:
    """Its status at a glance."""
    said = [f"{one.height} m, {one.speed} MP", _ammunition(one), *condition_words(game, one)]
    if game.called(one.id).rstrip(" 0123456789") not in one.type:
        said.insert(0, one.type)
    return ", ".join(filter(None, said))


def _ammunition(one: Aircraft) -> str:
    """The points of ammunition of its guns; those of twins once."""
    left = {gun.name: gun.rounds for gun in one.guns if not gun.out}
    if len(set(left.values())) == 1:
        return f"{next(iter(left.values()))} rounds"
    return ", ".join(f"{name} {rounds}" for name, rounds in left.items())


def _doings(seat: Seat, one: Aircraft) -> Iterator[Doing]:
    """What an aircraft may do now, and of the rest why it may not."""
    game: Game = seat.view
    if game.phase == "movement":
        turn = game.queue and game.queue[0] == one.id
        why = () if turn else seat.objections(Fly(aircraft=one.id, speed=one.speed, path=""))[:1]
        yield Doing(FLY, "Fly", why=why)
        if turn:
            yield from _announcements(seat, one)
    if game.phase == "declaring" and game.asked[0].aircraft == one.id:
        yield from _targets(game, one)


def _announcements(seat: Seat, one: Aircraft) -> Iterator[Doing]:
    """What it may announce before its move, and of what it has to do the reason why not. BALL-2, STRAFE-1, D-16."""
    game: Game = seat.view
    orders: list[tuple[str, Command]] = [
        (f"Attack {game.called(each.id)}", AnnounceBalloonAttack(aircraft=one.id, balloon=each.id))
        for each in game.balloons
        if each.side != one.side and each.state == "up"
    ]
    if any((each.side, each.kind) == (one.side, "strafing") for each in game.setup.missions):
        orders.append(("Strafe in this move", Strafe(aircraft=one.id)))
    if one.loaded:
        orders.append(("Drop the bombs in this move", DropBombs(aircraft=one.id)))
    for title, order in orders:
        why = tuple(seat.objections(order))[:1]
        yield Doing(order.type, title, () if why else (Choice(order, title),), why=why)


def _targets(game: Game, one: Aircraft) -> Iterator[Doing]:
    """Whom its pilot may declare now, with the odds; and whom not, and why. DECL-1, DECL-4, DECL-7."""
    asked, there = game.asked[0], places(game)
    by: By = "observer" if asked.why == "observer" else "pilot"
    aims = aims_of(game, one.id, by, asked.why)
    may = [found for found in aims if not found.against and found.target in asked.targets]
    if may:
        choices = [
            Choice(
                Declare(aircraft=one.id, target=found.target),
                f"{game.called(found.target)}: {shot_words(game, found)}",
                found.target,
                at=there[found.target],
            )
            for found in may
        ]
        yield Doing(DECLARE, "Aim at", tuple(choices))
    for found in aims:
        if found.against:
            yield Doing(f"{DECLARE} {found.target}", f"Aim at {game.called(found.target)}", why=found.against)
