"""What an order would do, as far as no dice have a say in it, drawn over the map."""

from __future__ import annotations

from aqmf_air.core.play.events import Command
from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Fragment, line_to
from aqmf_air.games.richthofens_war import flights
from aqmf_air.games.richthofens_war.orders.moving import Fly
from aqmf_air.games.richthofens_war.pieces import Aircraft
from aqmf_air.games.richthofens_war.rules.moving import WalkError
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.ui.map_picture import draw_from_above, drawn_at, field, places, to_drawing
from aqmf_air.games.richthofens_war.ui.top_views import COLOURS
from aqmf_air.geometry.hexes.grid import Hex, centre, disc, in_cone
from aqmf_air.web.board.board import Preview


def preview(game: Game, command: Command) -> Preview:
    """An order drawn: a way with the field of fire at its end, or a line to a target."""
    if isinstance(command, Fly) and game.has(command.aircraft):
        return _way(game, game.of(command.aircraft), command.path)
    shooter, target = getattr(command, "aircraft", ""), getattr(command, "target", "")
    there = places(game)
    if shooter in there and target in there:
        drawn = Fragment()
        line = line_to([to_drawing(there[shooter]), to_drawing(there[target])])
        drawn.path(line, style.CARD, 6)
        drawn.path(line, style.FIRE, 3, dash="8 5")
        return Preview(str(drawn), (target,))
    return Preview()


def _way(game: Game, one: Aircraft, path: str) -> Preview:
    try:
        way = flights.walked(game, one, path)
    except WalkError:
        return Preview()
    drawn = Fragment()
    pose = way.end.pose
    if one.guns:
        drawn.raw(front_field(game, one, pose.at, pose.facing))
    line = line_to([to_drawing(centre(moment.pose.at)) for moment in way.moments])
    drawn.path(line, style.CARD, 6)
    drawn.path(line, style.INK, 2.5)
    draw_from_above(drawn, game, one, drawn_at(pose.at), pose.facing, opacity=0.85)
    return Preview(str(drawn))


def front_field(game: Game, one: Aircraft, at: Hex, facing: int) -> str:
    """The hexes that its front guns reach from there. D-9."""
    reach, rim = game.tables.fields.at("front").far, game.rulings.field_geometry == "closed"
    return field(game, [each for each in disc(at, reach) if in_cone(at, facing, each, rim=rim)], COLOURS[one.side])
