"""The board: the map, both aircraft, and the way that a manoeuvre leads."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin, sqrt

from aqmf_air.api import About, Board, Command, Fragment, Mark, Moment, Picture, Piece, Preview, Seat, Shot, Way, line_to
from dawn_duel.game import COLOURS, described
from dawn_duel.orders import Fired, Flown, Fly
from dawn_duel.rules import Hex, distance
from dawn_duel.state import DuelView

SIZE = 24  # the side of a hex, in pixels, which are the board's units
PLANE = "M0 -17 L2 -10 L17 -7 V0 L2 1 V11 L7 12 V16 H-7 V12 L-2 11 V1 L-17 0 V-7 L-2 -10 Z"


class HexBoard(Board, name="hexes", help="The map."):
    def picture(self, view: DuelView) -> Picture:
        drawn, far = Fragment(), view.setup.radius
        for at in ((q, r) for q in range(-far, far + 1) for r in range(-far, far + 1)):
            if distance((0, 0), at) <= far:
                x, y = centre(at, far)
                corners = [(x + SIZE * cos(turn * pi / 3), y + SIZE * sin(turn * pi / 3)) for turn in range(6)]
                fill = "#b9c2cf" if at in view.setup.clouds else "#e8efe0"
                drawn.add("path", d=line_to(corners, closed=True), fill=fill, stroke="#93a383")
        for piece in self.pieces(view):
            own, ((x, y),) = view.of(piece.id), piece.at
            with drawn.group(class_="element", data_piece=piece.id, data_x=x, data_y=y, data_radius=SIZE - 4):
                drawn.add("circle", cx=x, cy=y, r=SIZE - 4, fill="none")  # the page draws a ring for a piece that is chosen
                drawn.raw(plane(own.at, own.heading, far, own.side))
        width, height = (2 * length for length in centre((0, 0), far))
        return Picture("the map", width, height, tuple(drawn.pieces()))

    def pieces(self, view: DuelView) -> Sequence[Piece]:
        flying, far = [one for one in view.aircraft if one.flying], view.setup.radius
        return [Piece(one.side, one.type, one.side == view.side, (centre(one.at, far),)) for one in flying]

    def about(self, seat: Seat, piece: str) -> About:
        return About(described(seat.view, seat.view.of(piece)))

    def preview(self, seat: Seat, command: Command) -> Preview:
        if not isinstance(command, Fly):
            return Preview()
        way: list[tuple[Hex, int]] = seat.view.of(command.side).way(command.order)
        far = seat.view.setup.radius
        line = line_to([centre(at, far) for at, _ in way])
        drawn = f'<path d="{line}" fill="none" stroke="{COLOURS[command.side]}" stroke-width="3"/>'
        return Preview(drawn + plane(*way[-1], far, command.side, opacity=0.5))

    def marks(self, moment: Moment) -> Iterator[Mark]:
        event, game, given, far = moment.event, moment.state, moment.command, moment.state.setup.radius
        if isinstance(event, Flown):
            way = game.of(event.side).way({**dict(moment.start.sealed), given.side: given.order}[event.side])
            yield Way(event.side, tuple((*centre(at, far), 60 * heading) for at, heading in way))
        elif isinstance(event, Fired) and event.length != "hold":
            start, end = (centre(one.at, far) for one in (game.of(event.side), game.enemy(event.side)))
            yield Shot(start, end, "damage" if event.structure else "miss", by=event.side)


def centre(at: Hex, far: int) -> tuple[float, float]:
    return SIZE * (1.5 * (at[0] + far) + 1.1), SIZE * (sqrt(3) * (at[1] + at[0] / 2 + far) + 1)


def plane(at: Hex, heading: int, far: int, side: str, opacity: float = 1) -> str:
    turned = "translate({:.1f} {:.1f}) rotate({})".format(*centre(at, far), 60 * heading)
    return f'<path d="{PLANE}" fill="{COLOURS[side]}" opacity="{opacity}" transform="{turned}"/>'
