"""The game's board: the table in inches, what units may do there, and what their orders come to before they are given."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, cast

from aqmf_air.api import Command, DataError, Registry, UnknownNameError, ui
from aqmf_air.api.geometry import Base, Disc, Feature, Pose, Under, feature
from aqmf_air.games.martian_front.army.exchange.text import statistics, weapon_line
from aqmf_air.games.martian_front.army.plugged_in import ON_BOARD
from aqmf_air.games.martian_front.chapters.artillery import Barrage
from aqmf_air.games.martian_front.chapters.damage import in_blast, may_explode
from aqmf_air.games.martian_front.chapters.deployment import Bombardment, Deploy
from aqmf_air.games.martian_front.chapters.heat_rays import SweepRay, sweep_strip, swept
from aqmf_air.games.martian_front.chapters.hiding import View
from aqmf_air.games.martian_front.chapters.initiative import winner_of
from aqmf_air.games.martian_front.chapters.measuring import elements_in_words, under
from aqmf_air.games.martian_front.chapters.moving import Move, reach_of
from aqmf_air.games.martian_front.chapters.orders import RULESET, FrontRules, legs_of, unused_by
from aqmf_air.games.martian_front.chapters.possible_orders import PossibleOrders, possible_orders
from aqmf_air.games.martian_front.chapters.shooting import Shoot
from aqmf_air.games.martian_front.scenario.model import Setup
from aqmf_air.games.martian_front.sequence import AllQuiet, damage_in_words
from aqmf_air.games.martian_front.state import HIDDEN, Element, Game, PhasePart, Unit
from aqmf_air.games.martian_front.tables import figures
from aqmf_air.games.martian_front.ui.board.marks import marks
from aqmf_air.games.martian_front.ui.drawing.pieces import Looks, colour_of, looks_of, template_drawn
from aqmf_air.games.martian_front.ui.drawing.position import board_map, position, position_features


class GameSeat(ui.Seat):
    """A position of this game, and the side that looks at it."""

    @property
    def game(self) -> Game:
        """The state. Not everything in it is for the seat to see."""
        game: Game = self.position.state
        return game

    @property
    def ruleset(self) -> AllQuiet:
        """The rules in force."""
        all_quiet: AllQuiet = self.position.ruleset
        return all_quiet

    @property
    def rules(self) -> FrontRules:
        """The same for orders."""
        return self.ruleset.rules

    def sees(self, unit: Unit) -> bool:
        """Whether the seat sees what a unit is."""
        return unit.side == self.side or not unit.has(HIDDEN)

    def unit(self, name: str) -> Unit:
        """The unit of this id.

        Raises UnknownNameError: there is none that the seat sees.
        """
        there = self.game.in_play(name) and name not in self.position.hidden(self.side)
        if not (there and self.sees(unit := self.game.unit(name))):
            raise UnknownNameError(f"no unit {name[:60]!r} is to be seen on this table", what="unit", name=name, near=())
        return unit


class UnitsOnBoard:
    """Units of a kind on the game's board; named by the hook ``aqmf_register_units_on_board``."""

    kind: ClassVar[str]
    """Of which kind the units are, as their types have it."""
    editors: ClassVar[Mapping[str, str]] = {}
    """Scripts that draw orders, by the type of the order: see :class:`aqmf_air.web.board.board.PlainBoard`."""

    def hint(self, part: PhasePart) -> str:
        """What a player with such units does in a phase, in a line; empty: what everybody does."""
        return ""

    def reach(self, seat: GameSeat, unit: Unit, body: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Where a unit can go, as data for the editor; None: as on the ground."""
        return None

    def preview(self, seat: GameSeat, order: Command) -> ui.Preview | None:
        """What an order does; None for an order of another kind."""
        return None

    def marks(self, moment: ui.Moment, rules: FrontRules) -> Iterable[ui.Mark]:
        """What is drawn of an event of the extension's own while it happens; nothing of any other."""
        return ()

    def answer(self, seat: GameSeat, question: str, unit: Unit) -> Mapping[str, Any]:
        """The answer to a question of an editor about a unit.

        Raises:
            UnknownNameError: nobody asks that.
            DataError: it cannot be asked about this unit.
        """
        raise UnknownNameError(f"no question {question[:60]!r} about {unit.id}", what="question", name=question, near=())


NONE = UnitsOnBoard()
"""For units of a kind that no extension shows."""


def units_on_board(registry: Registry) -> Mapping[str, UnitsOnBoard]:
    """What extensions show of their units, by the kind of the units."""
    made = [contribution.load(UnitsOnBoard)() for contribution in registry.of(ON_BOARD, RULESET).values()]
    return {units.kind: units for units in made}


# -- orders before they are given; lengths are inches ------------------------------------------------------------------


def reach_on_the_ground(game: Game, unit: Unit) -> dict[str, Any]:
    """How far a unit can go in any direction."""
    inches, board = reach_of(game, unit), board_map(game.table)
    for element in unit.elements:
        board.disc(
            element.x,
            element.y,
            2 * inches,
            fill=ui.style.BRASS,
            fill_opacity=0.06,
            stroke=ui.style.DEEP_BRASS,
            stroke_width=1.4,
            stroke_dasharray="6 4",
        )
    return {"inches": inches, "svg": str(board.body)}


def preview(seat: GameSeat, order: Command) -> ui.Preview:
    """An order of the game drawn, and whom it touches. The seat sees the unit that it is for."""
    board = board_map(seat.game.table)
    touched: tuple[str, ...] = ()
    features: tuple[Feature, ...] = ()
    warnings: tuple[str, ...] = ()
    match order:
        case Move() | Deploy():
            unit = seat.game.unit(order.unit)
            size = seat.game.type_of(unit).base_diameter
            for start, place in zip(unit.elements, order.to, strict=False):
                board.line(
                    [(start.x, start.y), (place.x, place.y)], stroke=ui.style.INK, stroke_width=1.8, stroke_dasharray="5 4"
                )
                board.disc(place.x, place.y, size, fill=ui.style.CARD, fill_opacity=0.7, stroke=ui.style.INK, stroke_width=2)
                ahead = Pose(place.x, place.y, place.facing).ahead(size / 2 + 0.35)
                board.line([(place.x, place.y), (ahead.x, ahead.y)], stroke=ui.style.INK, stroke_width=2)
            places = zip(unit.elements, order.to, strict=False)
            features = tuple(
                feature(Base(place.x, place.y, size), "end", id=element.id, facing=place.facing) for element, place in places
            )
        case SweepRay():
            touched = _sweep(seat, order, board)
            strip = sweep_strip(order.x, order.y, order.direction)
            features = (feature(strip, "sweep", unit=order.unit, under=touched),)
        case Barrage() | Bombardment() if seat.allows(order):
            disc = order.template(seat.game, seat.rules)
            touched = lay(seat, disc, seat.game.unit(order.unit), board)
            features = (feature(disc, "template", unit=order.unit, diameter=disc.diameter, under=touched),)
        case Shoot():
            _shot(seat.game, order, board)
            target = seat.game.unit(order.target).elements if seat.game.in_play(order.target) else ()
            warnings = blast_warnings(seat, seat.game, [element.id for element in target])
    warnings = warnings or blast_warnings(seat, seat.game, touched)
    return ui.Preview(str(board.body), touched, warnings, features=features)


def blast_warnings(seat: GameSeat, after: Game, struck: Collection[str]) -> tuple[str, ...]:
    """Which own elements stand, after an order, in the blast of a tripod that it may blow up. HOST-TRIPOD-2."""
    warnings = []
    for unit in after.in_the_open:
        if unit.elements[0].id in struck and may_explode(after, seat.rules, unit):
            reached = in_blast(after, seat.rules, unit)
            own = [element.id for other, elements in reached if other.side == seat.side for element in elements]
            if own:
                warnings.append(f"if {after.the(unit.id)} blows up, its blast reaches {elements_in_words(after, own)}")
    return tuple(warnings)


def lay(seat: GameSeat, disc: Disc, unit: Unit, board: ui.Map, judged: Under = "touched") -> tuple[str, ...]:
    """Draw a template of a unit; the elements under it that the seat sees."""
    template_drawn(board, disc)
    touched = under(seat.game, seat.rules, disc, "under barrage", unit, judged=judged)
    return tuple(element.id for other, elements in touched if seat.sees(other) for element in elements)


def _sweep(seat: GameSeat, order: SweepRay, board: ui.Map) -> tuple[str, ...]:
    game, unit = seat.game, seat.game.unit(order.unit)
    strip = sweep_strip(order.x, order.y, order.direction)
    board.outline(strip, fill="url(#embers)", stroke=ui.style.FIRE_EDGE, stroke_width=1.8)
    firer = next((element for element in unit.elements if order.element in ("", element.id)), None)
    if firer is None:
        return ()
    board.line([(firer.x, firer.y), (order.x, order.y)], stroke=ui.style.FIRE_EDGE, stroke_width=1.2, stroke_dasharray="4 4")
    touched = swept(game, seat.rules, strip, unit, firer)
    return tuple(element.id for other, elements in touched if seat.sees(other) for element in elements)


def _shot(game: Game, order: Shoot, board: ui.Map) -> None:
    if not game.in_play(order.target):
        return
    for element in game.unit(order.unit).present:
        for at in game.unit(order.target).present[:1]:
            board.line(
                [(element.x, element.y), (at.x, at.y)], stroke=ui.style.FIRE_EDGE, stroke_width=1.6, stroke_dasharray="7 4"
            )


def ranges(game: Game, unit: Unit) -> str:
    """Range and arcs of each weapon of a unit, from every element that is on the table."""
    board = board_map(game.table)
    colour = colour_of(unit.side)
    for mount in game.type_of(unit).weapons:
        reach = mount.weapon.range
        if reach is None:
            continue
        for element in unit.present:
            if mount.arcs:
                ui.fire_arcs(board, Pose(element.x, element.y, element.facing), cast("Iterable[Any]", mount.arcs), reach)
            else:
                board.disc(
                    element.x,
                    element.y,
                    2 * reach + game.type_of(unit).base_diameter,
                    f'{mount.weapon.name}, {reach:g}"',
                    fill="none",
                    stroke=colour,
                    stroke_width=1.2,
                    stroke_dasharray="7 3 1.5 3",
                )
    return str(board.body)


# -- the board ---------------------------------------------------------------------------------------------------------


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


class FrontBoard(ui.Board, name="front", help="The table in inches."):
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
        march, sweep = (ui.static_url(SCRIPTS, f"board/{name}.js") for name in ("march", "sweep"))
        own = {MOVE: march, DEPLOY: march, SWEEP: sweep}
        return own | {kind: url for units in self.others.values() for kind, url in units.editors.items()}

    def briefing(self, setup: Setup) -> Iterator[str]:
        """How the game ends, and what counts. HOST-WIN-1, HOST-WIN-2."""
        if setup.breaking:
            yield "An army that has lost half of its units breaks, and loses."
        else:
            yield "A side that has no unit left loses."
        if setup.turns:
            yield f"After {setup.turns} turns points decide: a side scores those of enemy units that are out of the game."
        if setup.turns and setup.objectives:
            places = ", ".join(f"{objective.name} {objective.worth}" for objective in setup.objectives)
            yield f"What a side holds then counts too: {places}. Only who is there alone, on the ground, holds a place."

    def hints(self) -> Mapping[str, str]:
        others = tuple(self.others.values())
        return {part: " ".join(filter(None, (line, *(own.hint(part) for own in others)))) for part, line in HINTS.items()}

    def hint(self, seat: ui.Seat) -> str:
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
        theirs = (hint for kind in kinds if (hint := self.others.get(kind, NONE).hint(game.part)))
        return next(theirs, HINTS[game.part])

    def picture(self, view: View) -> ui.Picture:
        return position(view, self.looks)

    def features(self, view: View) -> Iterator[Feature]:
        return position_features(view)

    def text_map(self, view: View) -> ui.TextMap:
        """Terrain, objectives, markers, and every unit by a letter, with how it faces and what is left of it."""
        shown = ui.TextMap(0, 0, view.table.width, view.table.depth, "inches")
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
            own = unit.side == view.player if view.player else None
            shown.piece([(element.x, element.y) for element in there], name, [element.facing for element in there], own)
        return shown

    def pieces(self, view: View) -> Sequence[ui.Piece]:
        return tuple(
            ui.Piece(
                id=unit.id,
                title=f"{unit.type}, {len(unit.elements)} elements" if len(unit.elements) > 1 else unit.type,
                own=unit.side == view.player,
                at=tuple((element.x, element.y) for element in unit.elements),
                ready=view.phase == PhasePart.DEPLOYMENT and unit.side == view.player and unit.side in view.active,
                side=unit.side.capitalize() if unit.present else "",
                stands=self._stands(view, unit),
            )
            for unit in (*view.own, *view.enemies)
        )

    def _stands(self, view: View, unit: Unit) -> tuple[str, ...]:
        """Where a unit is, which way it faces, how it is, and what is left of it."""
        kind = next(kind for kind in view.types if kind.name == unit.type)
        at, look = unit.elements[0], self.looks.of(kind)
        words = [] if unit.type in view.names.get(unit.id, unit.id) else [unit.type]
        words += [f"{len(unit.elements)} elements"] if len(unit.elements) > 1 else []
        words.append(f"{at.x:.1f}, {at.y:.1f}, facing {at.facing:.0f}°")
        words += [f"{look.verb} {how}"] if (how := look.state(unit, kind)) in look.ringed else []
        words += self.looks.conditions(unit, view.turn, view.names)
        words += [mark for element in unit.elements for mark in damage_in_words(element, kind)]
        return tuple(dict.fromkeys(words))

    def about(self, seat: ui.Seat, piece: str) -> ui.About:
        seat = GameSeat(*seat)
        game, unit = seat.game, seat.unit(piece)
        kind = game.type_of(unit)
        look = self.looks.of(kind)
        how = look.state(unit, kind)
        broken = [(game.called(element.id), damage_in_words(element, kind)) for element in unit.elements]
        return ui.About(
            what=f"{kind.name}, {look.verb} {how}" if how else kind.name,
            conditions=self.looks.conditions(unit, game.turn, game.names),
            damage=tuple(
                f"{name}: {', '.join(marks)}" if len(broken) > 1 else ", ".join(marks) for name, marks in broken if marks
            ),
            profile=(*statistics(kind), ("Points", str(kind.points))),
            notes=(*map(weapon_line, kind.weapons), *([", ".join(kind.traits)] if kind.traits else [])),
            svg=ranges(game, unit),
            doings=() if game.winner else tuple(self._doings(seat, unit)),
        )

    def _doings(self, seat: GameSeat, unit: Unit) -> Iterator[ui.Doing]:
        """What its own side may do with it, or may not and why; the enemy, what it has won."""
        own = unit.side == seat.side
        won = unused_by(seat.game, seat.side)
        if not own and (won is None or won.unit != unit.id):
            return
        strip = {"length": figures()["sweep length"], "width": figures()["sweep width"]}
        sets_up = seat.game.part is PhasePart.DEPLOYMENT
        for possible in possible_orders(seat.ruleset, seat.game, unit, seat.objections):
            if (possible.ability.type == DEPLOY) == sets_up and (own or possible.allowed):
                facts = strip if possible.ability.type == SWEEP else {}
                yield ui.Doing(
                    possible.ability.type, possible.ability.title, tuple(_choices(seat, possible)), possible.against, facts
                )

    def preview(self, seat: ui.Seat, command: Command) -> ui.Preview:
        seat = GameSeat(*seat)
        name = getattr(command, "unit", "")  # some orders are for no unit
        if not (seat.game.in_play(name) and seat.sees(seat.game.unit(name))):
            return ui.Preview()
        theirs = (units.preview(seat, command) for units in self.others.values())
        return next((their for their in theirs if their is not None), None) or preview(seat, command)

    def marks(self, moment: ui.Moment) -> Iterator[ui.Mark]:
        for units in self.others.values():
            yield from units.marks(moment, self.ruleset.rules)
        yield from marks(moment, self.ruleset.rules)

    def answer(self, seat: ui.Seat, question: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        seat = GameSeat(*seat)
        if not isinstance(name := body.get("unit", ""), str):
            raise DataError(f"unit: expected text, got {type(name).__name__}", key="unit")
        unit = seat.unit(name)
        theirs = self.others.get(seat.game.type_of(unit).kind, NONE)
        if question != "reach":
            return theirs.answer(seat, question, unit)
        return theirs.reach(seat, unit, body) or reach_on_the_ground(seat.game, unit)


def _choices(seat: GameSeat, possible: PossibleOrders) -> Iterator[ui.Choice]:
    """The orders that are allowed; where they are aimed at an enemy, each goes by its name."""
    for offer in possible.allowed:
        order = cast("Any", offer)
        aimed = "target" in type(order).model_fields and seat.game.in_play(order.target)
        if not aimed:
            yield ui.Choice(order, possible.ability.title)
            continue
        target = seat.game.unit(order.target)
        part = order.element if "element" in type(order).model_fields else ""
        at: Element = next((element for element in target.elements if element.id == part), target.elements[0])
        name = seat.game.called(part or target.id)
        title = name if target.type in name else f"{name}, {target.type}"
        yield ui.Choice(order, title, target.id, part, (at.x, at.y))
