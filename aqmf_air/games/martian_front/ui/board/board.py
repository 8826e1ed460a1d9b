"""The game's board: the table in inches, what units may do there, and the scripts that draw their orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from aqmf_air.core.play.events import Command
from aqmf_air.drawing.svg import Picture
from aqmf_air.drawing.text_map import TextMap
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.exchange.text import statistics, weapon_line
from aqmf_air.games.martian_front.die_offs import legs_of, unused_by
from aqmf_air.games.martian_front.orders.initiative import winner_of
from aqmf_air.games.martian_front.possible_orders import PossibleOrders, possible_orders
from aqmf_air.games.martian_front.profiles import figures
from aqmf_air.games.martian_front.scenario.model import Setup
from aqmf_air.games.martian_front.state import Element, PhasePart, Unit
from aqmf_air.games.martian_front.ui.board.extension import NONE, GameSeat, UnitsOnBoard, units_on_board
from aqmf_air.games.martian_front.ui.board.marks import marks
from aqmf_air.games.martian_front.ui.board.previews import preview, ranges, reach_on_the_ground
from aqmf_air.games.martian_front.ui.drawing.position import position
from aqmf_air.games.martian_front.ui.features import position_features
from aqmf_air.games.martian_front.ui.unit_looks import Looks, looks_of
from aqmf_air.games.martian_front.unit_states import damage
from aqmf_air.games.martian_front.view import View
from aqmf_air.geometry.plane.geojson import Feature
from aqmf_air.web.board.board import About, Board, Choice, Doing, Piece, Preview, Seat, static_url
from aqmf_air.web.board.marks import Mark, Moment

SCRIPTS = "aqmf_air.games.martian_front.ui"
MOVE, DEPLOY, SWEEP = "host.move", "host.deploy", "host.sweep"
HINTS = {
    PhasePart.DEPLOYMENT: "Set up your units in your zone. When both sides are done, the game begins.",
    PhasePart.BOMBARDMENT: "Guns that bombard, and heavy bombers, attack once before turn 1.",
    PhasePart.INITIATIVE: "Both sides roll; the winner says who goes first.",
    PhasePart.FIRST_MOVEMENT: "Move your units.",
    PhasePart.COMBAT: "Fire: each weapon once. Tap a unit, then its target.",
    PhasePart.SECOND_MOVEMENT: "Move your units a second time.",
    PhasePart.END: "Routed units try to rally; then the next turn begins.",
}


class FrontBoard(Board):
    """The table, with the units of the game and of what extends it."""

    @cached_property
    def others(self) -> Mapping[str, UnitsOnBoard]:
        """What extensions show of their units, by kind."""
        return units_on_board(self.ruleset.registry)

    @cached_property
    def looks(self) -> Looks:
        """How units are drawn and described."""
        return looks_of(self.ruleset.registry)

    @cached_property
    def editors(self) -> Mapping[str, str]:
        march, sweep = (static_url(SCRIPTS, f"board/{name}.js") for name in ("march", "sweep"))
        own = {MOVE: march, DEPLOY: march, SWEEP: sweep}
        return own | {kind: url for one in self.others.values() for kind, url in one.editors.items()}

    def briefing(self, setup: Setup) -> Iterator[str]:
        """How the game ends, and what counts. HOST-WIN-1, HOST-WIN-2."""
        if setup.breaking:
            yield "An army that has lost half of its units breaks, and loses."
        else:
            yield "A side that has no unit left loses."
        if setup.turns:
            yield f"After {setup.turns} turns points decide: a side scores those of enemy units that are out of the game."
        if setup.turns and setup.objectives:
            places = ", ".join(f"{one.name} {one.worth}" for one in setup.objectives)
            yield f"What a side holds then counts too: {places}. Only who is there alone, on the ground, holds a place."

    def hint(self, seat: Seat) -> str:
        game = GameSeat(*seat).game
        if won := unused_by(game, seat.side):
            about = won.about(game)
            if won.weapon:
                return f"You won the roll for {about}: pick its target, or let it be."
            legs = legs_of(game, game.unit(won.unit))
            return f'You won the roll for {about}: move it up to {legs.inches if legs else 0}", or let it stand.'
        if winner_of(game) == seat.side:
            return "You won the roll for initiative: say who goes first."
        kinds = dict.fromkeys(game.type_of(unit).kind for unit in game.units if unit.side == seat.side)
        theirs = (said for kind in kinds if (said := self.others.get(kind, NONE).hint(game.part)))
        return next(theirs, HINTS[game.part])

    def picture(self, view: View) -> Picture:
        return position(view, self.looks)

    def features(self, view: View) -> Iterator[Feature]:
        return position_features(view)

    def text_map(self, view: View) -> TextMap:
        """Terrain, objectives, markers, and every unit by a letter, with how it faces and what is left of it."""
        shown = TextMap(0, 0, view.table.width, view.table.depth, "inches")
        for piece in view.terrain:
            shown.area(piece.corners, piece.name, piece.kind)
        for objective in view.objectives:
            shown.place((objective.x, objective.y), "*", f"{objective.name}, {objective.worth} points")
        for marker in view.markers:
            shown.place((marker.x, marker.y), "?", f"marker {marker.name}, hidden")
        for unit in (*view.own, *view.enemies):
            there = unit.present
            count = f", {len(unit.elements)}" if len(unit.elements) > 1 else ""
            at = f" at ({there[0].x:.1f}, {there[0].y:.1f}) facing {there[0].facing:.0f}" if there else " off the table"
            name = f"{view.names.get(unit.id, unit.id)}{count} ({unit.side}){at}"
            shown.piece([(one.x, one.y) for one in there], name, [one.facing for one in there])
        return shown

    def pieces(self, view: View) -> Sequence[Piece]:
        return tuple(
            Piece(
                id=unit.id,
                title=f"{unit.type}, {len(unit.elements)} elements" if len(unit.elements) > 1 else unit.type,
                own=unit.side == view.player,
                at=tuple((one.x, one.y) for one in unit.elements),
                ready=view.phase == PhasePart.DEPLOYMENT and unit.side == view.player and unit.side in view.active,
            )
            for unit in (*view.own, *view.enemies)
        )

    def about(self, seat: Seat, piece: str) -> About:
        seat = GameSeat(*seat)
        game, unit = seat.game, seat.unit(piece)
        kind = game.type_of(unit)
        look = self.looks.of(kind)
        how = look.state(unit, kind)
        broken = [(game.called(one.id), damage(one, kind)) for one in unit.elements]
        return About(
            what=f"{kind.name}, {look.verb} {how}" if how else kind.name,
            conditions=self.looks.conditions(unit, game.turn, game.names),
            damage=tuple(
                f"{name}: {', '.join(said)}" if len(broken) > 1 else ", ".join(said) for name, said in broken if said
            ),
            profile=(*statistics(kind), ("Points", str(kind.points))),
            notes=(*map(weapon_line, kind.weapons), *([", ".join(kind.traits)] if kind.traits else [])),
            svg=ranges(game, unit),
            doings=() if game.winner else tuple(self._doings(seat, unit)),
        )

    def _doings(self, seat: GameSeat, unit: Unit) -> Iterator[Doing]:
        """What its own side may do with it, or may not and why; the enemy, what it has won."""
        own = unit.side == seat.side
        won = unused_by(seat.game, seat.side)
        if not own and (won is None or won.unit != unit.id):
            return
        strip = {"length": figures()["sweep length"], "width": figures()["sweep width"]}
        sets_up = seat.game.part is PhasePart.DEPLOYMENT
        for one in possible_orders(seat.ruleset, seat.game, unit, seat.objections):
            if (one.ability.type == DEPLOY) == sets_up and (own or one.allowed):
                facts = strip if one.ability.type == SWEEP else {}
                yield Doing(one.ability.type, one.ability.title, tuple(_choices(seat, one)), one.against, facts)

    def preview(self, seat: Seat, command: Command) -> Preview:
        seat = GameSeat(*seat)
        name = getattr(command, "unit", "")  # some orders are for no unit
        if not (seat.game.in_play(name) and seat.sees(seat.game.unit(name))):
            return Preview()
        theirs = (one.preview(seat, command) for one in self.others.values())
        return next((one for one in theirs if one is not None), None) or preview(seat, command)

    def marks(self, moment: Moment) -> Iterator[Mark]:
        for one in self.others.values():
            yield from one.marks(moment, self.ruleset.rules)
        yield from marks(moment, self.ruleset.rules)

    def answer(self, seat: Seat, question: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        seat = GameSeat(*seat)
        unit = seat.unit(text_in(body, "unit"))
        theirs = self.others.get(seat.game.type_of(unit).kind, NONE)
        if question != "reach":
            return theirs.answer(seat, question, unit)
        return theirs.reach(seat, unit, body) or reach_on_the_ground(seat.game, unit)


def text_in(body: Mapping[str, Any], key: str) -> str:
    """A text in what an editor sent.

    Raises DataError: it is something else.
    """
    if not isinstance(found := body.get(key, ""), str):
        raise DataError(f"{key}: expected text, got {type(found).__name__}", key=key)
    return found


def _choices(seat: GameSeat, possible: PossibleOrders) -> Iterator[Choice]:
    """The orders that are allowed; where they are aimed at an enemy, each goes by its name."""
    for offer in possible.allowed:
        order = cast("Any", offer)
        aimed = "target" in type(order).model_fields and seat.game.in_play(order.target)
        if not aimed:
            yield Choice(order, possible.ability.title)
            continue
        target = seat.game.unit(order.target)
        part = order.element if "element" in type(order).model_fields else ""
        at: Element = next((one for one in target.elements if one.id == part), target.elements[0])
        name = seat.game.called(part or target.id)
        title = name if target.type in name else f"{name}, {target.type}"
        yield Choice(order, title, target.id, part, (at.x, at.y))
