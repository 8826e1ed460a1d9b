"""The board of a live table: the sky in three views, cockpits, moves that are planned, shots with their odds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

from aqmf_air.api import Offer, capitalised, in_a_row, ui
from aqmf_air.api.geometry import Vector
from aqmf_air.api.ui import FLAT
from aqmf_air.games.clouds_of_glory.chapters import leaving, missions
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.gunnery import HoldFire, Shoot
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, Announced
from aqmf_air.games.clouds_of_glory.chapters.plans import PlanError, completed, plan_of
from aqmf_air.games.clouds_of_glory.chapters.setting_up import Place
from aqmf_air.games.clouds_of_glory.chapters.stalls import IMMELMANNS, NOSES, dropped, heading_of, turned_over
from aqmf_air.games.clouds_of_glory.sequence import Choose, described, in_turn, score_of
from aqmf_air.games.clouds_of_glory.state import SIDES, CloudsGame, Craft, Phase
from aqmf_air.games.clouds_of_glory.tables import RULESET
from aqmf_air.games.clouds_of_glory.ui import cockpit
from aqmf_air.games.clouds_of_glory.ui.marks import marks
from aqmf_air.games.clouds_of_glory.ui.placer import drawn_place
from aqmf_air.games.clouds_of_glory.ui.planner import Draft, drawn_plan, looked_ahead
from aqmf_air.games.clouds_of_glory.ui.projections import COLOURS, RADIUS, SCALE, Views, conditions, picture_of, ranges

ANNOUNCE, PLACE, SHOOT = Announce.type_name(), Place.type_name(), Shoot.type_name()
PLANNED: Mapping[Phase, tuple[str, str]] = {"movement": (ANNOUNCE, "Move"), "placing": (PLACE, "Place")}
"""Orders that have an editor, by the phase in which they are given."""
FEW, AROUND = 4, 5.0
"""Orders of a kind that have a button each; MU about all that is in the air, on the map in letters."""


class SkyBoard(ui.Board, name="sky", help="The sky from above, from beside and along a nose."):
    """The sky with what flies in it."""

    @property
    def editors(self) -> Mapping[str, str]:
        return {ANNOUNCE: ui.PATH_EDITOR, PLACE: ui.PATH_EDITOR}

    def briefing(self, setup: Any) -> Iterator[str]:
        yield from missions.briefing(setup)
        yield from self.ruleset.rules.briefing(setup)
        yield f"Heights are in MU, as ways are; {missions.SIDE_NAMES[SIDES[0]]} is blue."

    def hints(self) -> Mapping[str, str]:
        return {
            "placing": "Place your aircraft in your circle.",
            "initiative": "Roll for initiative: the lowest moves first, the highest shoots first.",
            "movement": "Plan a move and announce it: it binds.",
            "shooting": "Shoot, or hold your fire.",
        }

    def part(self, state: CloudsGame) -> str:
        """The mission of a campaign, as a slice of an extension calls it."""
        return next((own.part for _, own in state.slices if hasattr(own, "part")), "") or super().part(state)

    def taking_part(self, state: CloudsGame) -> Iterator[str]:
        for side in SIDES:
            own = (f"{in_a_row([man.name for man in one.crew])} ({one.type})" for one in state.craft if one.side == side)
            yield f"{missions.SIDE_NAMES[side]}: {', '.join(own)}"

    def passes_over(self, event: object) -> bool:
        return isinstance(event, Announced)  # how it was flown is told, and drawn

    def hint(self, seat: ui.Seat) -> str:
        game: CloudsGame = seat.view
        if game.open:
            return capitalised(game.open.decision.says)
        after = ", ".join([*in_turn(game)][1:])
        then = f" Then: {after}." if after and game.phase != "initiative" else ""
        return self.hints().get(game.phase, "") + then

    def figures(self, view: CloudsGame) -> Sequence[tuple[str, str]]:
        return [(missions.SIDE_NAMES[side], str(points)) for side, points in score_of(view).items()]

    def picture(self, view: CloudsGame) -> ui.Picture:
        return picture_of(view, self.ruleset.rules.bodies(view))

    def picture_about(self, view: CloudsGame, chosen: str) -> ui.Picture:
        return picture_of(view, self.ruleset.rules.bodies(view), chosen)

    def text_map(self, view: CloudsGame) -> ui.TextMap:
        """The sky from above in letters, where anything is, each aircraft with its height, speed and heading."""
        own = getattr(view, "player", "")
        shown = ui.TextMap(0, 0, *view.setup.board, "MU", up=True, around=AROUND)
        for body in self.ruleset.rules.bodies(view):
            shown.place(body.at[:2], "o", f"{body.name}, {body.stands}")
        for craft in view.in_air:
            words = f"{craft.marking}, {craft.height}, {craft.speed} km/h, {cockpit.pose_words(craft.pose)}"
            shown.piece([craft.pose.place[:2]], words, [craft.pose.heading], craft.side == own if own else None)
        return shown

    def pieces(self, view: CloudsGame) -> Sequence[ui.Piece]:
        views, own = Views.of(view), getattr(view, "player", "")
        acting = view.next.id if view.next and view.phase in ("movement", "placing") and not view.open else ""
        aircraft = [
            ui.Piece(
                craft.id,
                ", ".join((craft.type, craft.height, f"{craft.speed} km/h", *conditions(view, craft))),
                craft.side == own,
                tuple(views.place(view_, craft.pose.place) for view_ in FLAT),
                craft.id == acting,
                missions.SIDE_NAMES[craft.side],
                (craft.type, described(view, craft)),
            )
            for craft in view.in_air
        ]
        seen, place = self.ruleset.rules.bodies(view), views.place
        bodies = (
            ui.Piece(body.id, body.words, False, tuple(place(each, body.at) for each in FLAT), False,
                     missions.SIDE_NAMES.get(body.side, "On the map"),
                     ("{:.1f}, {:.1f}".format(*body.at[:2]), body.words)) for body in seen
        )  # fmt: skip
        return (*aircraft, *bodies)

    def about(self, seat: ui.Seat, piece: str) -> ui.About:
        game: CloudsGame = seat.view
        if not game.has(piece):
            return ui.About("".join(capitalised(body.words) for body in self.ruleset.rules.bodies(game) if body.id == piece))
        craft = game.of(piece)
        others = [cockpit.seen_words(game, craft, other) for other in game.in_air if other.id != piece]
        return ui.About(
            what=craft.type,
            conditions=conditions(game, craft),
            tracks=tuple(cockpit.tracks(game, craft)),
            profile=tuple(cockpit.profile(game, craft)),
            notes=(*cockpit.crew(game, craft), *others),
            svg=ranges(game, Views.of(game, piece), craft) if craft.flying else "",
            doings=tuple(_doings(seat, craft)) if craft.side == seat.side and not game.winner else (),
        )

    def preview(self, seat: ui.Seat, command: Any) -> ui.Preview:
        game: CloudsGame = seat.view
        if isinstance(command, Choose):
            return ui.Preview(_exit(game, command.option))
        if not (isinstance(command, Announce) or hasattr(command, "spots")) or not game.has(command.craft):
            return ui.Preview()
        views, drawn, craft = Views.of(game, command.craft), ui.Fragment(), game.of(command.craft)
        if isinstance(command, Announce):  # the planner draws it
            with suppress(PlanError):
                plan = completed(plan_of(command.plan), handling_of(game, craft))
                if ahead := looked_ahead(Draft(game, seat.position.ruleset.rules, craft, plan, command.throttle)):
                    return ui.Preview(touched=tuple(ahead.shots), warnings=tuple(ahead.warnings()))
            return ui.Preview()
        for (place, radius), view in product(command.spots(game), FLAT):
            (x, y), wide = views.scaled(views.place(view, place)), radius * SCALE
            line = [(x - wide, y), (x + wide, y)] if radius else [views.scaled(views.place(view, craft.pose.place)), (x, y)]
            if radius and view == "above":
                drawn.circle((x, y), wide, ui.style.FIRE + "44", ui.style.FIRE_EDGE, 2)
            else:
                drawn.path(ui.line_to(line), ui.style.CARD, 6)
                drawn.path(ui.line_to(line), COLOURS[craft.side], 2.5, dash="8 5")
        return ui.Preview(str(drawn), tuple(filter(None, (getattr(command, "target", ""),))))

    def opens(self, seat: ui.Seat) -> tuple[str, str] | None:
        """The aircraft that alone may act, with its planner, or with what else it may do."""
        game: CloudsGame = seat.view
        if shooter := game.shooter_of(seat.side):
            return shooter.craft, SHOOT
        craft = game.next
        if craft is None or craft.side != seat.side or game.open or game.phase not in PLANNED:
            return None
        return craft.id, PLANNED[game.phase][0]

    def loses(self, event: Any) -> str:
        return event.craft if isinstance(event, leaving.ShotDown) else ""

    def undoing(self, state: Any, piece: str) -> ui.Undoing | None:
        credit = next((craft.downed for craft in state.craft if craft.id == piece), None)
        return ui.Undoing((credit.craft,), "shot down") if credit and credit.craft else None

    def marks(self, moment: ui.Moment) -> Iterator[ui.Mark]:
        def at(place: Vector) -> Sequence[tuple[float, float]]:
            return [Views.of(moment.state).place(view, place) for view in FLAT]

        yield from marks(moment)
        yield from (mark for _, mark in self.ruleset.registry.ask(ui.Mark, "clouds_marks", RULESET, moment=moment, at=at))

    def answer(self, seat: ui.Seat, question: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        if question != ui.QUESTION:
            return super().answer(seat, question, body)
        path_question = ui.PathQuestion.read(body)
        return (drawn_place if path_question.type == PLACE else drawn_plan)(seat, path_question).document()


def _exit(game: CloudsGame, option: str) -> str:
    """Where a stall or an Immelmann leads that is to be decided; until its nose is, that is as little down as may be."""
    step, kind = next(iter(game.todo), None), game.open.decision.kind if game.open else ""
    nose = option if kind == "nose" else min(NOSES)
    if step is None or nose not in NOSES or game.rulings.preview == "by-eye":
        return ""
    craft, way = game.of(step.of), option if kind == "stall exit" else str(*step.facts[:1])
    if way in IMMELMANNS:
        pose = turned_over(game, craft, way, nose)
    elif kind == "nose" and step.name == "stall":
        pose = dropped(craft, int(way), -float(nose), heading_of(game, craft))
    else:
        return ""
    views, drawn, colour = Views.of(game, craft.id), ui.Fragment(), COLOURS[craft.side]
    for view in (*FLAT, "nose"):
        start, (x, y) = (views.scaled(views.place(view, at.place)) for at in (craft.pose, pose))
        words = f"{pose.place[2]:.1f} up, nose {nose} down" if view in FLAT else "here"
        with drawn.group(class_="plan", data_words=words, data_fill=colour, data_end=f"{x} {y}"):
            if view in FLAT:
                drawn.path(ui.line_to([start, (x, y)]), colour, 3)
                drawn.circle((x, y), RADIUS * SCALE, ui.style.CARD + "ee", colour, 2)
            drawn.raw(views.aircraft(view, pose, craft.side))
    return str(drawn)


def _doings(seat: ui.Seat, craft: Craft) -> Iterator[ui.Doing]:
    """What an aircraft may do now: to be planned or placed, and else what is offered of it, by kind of order."""
    game: CloudsGame = seat.view
    every = seat.position.offers(seat.side) if seat.side else ()
    own = [offer for offer in every if getattr(offer.command, "craft", "") == craft.id]
    if planned := PLANNED.get(game.phase):
        (type_, title), (x, y, _) = planned, craft.pose.place
        stands = Place(craft=craft.id, x=max(0.0, x), y=max(0.0, y), heading=craft.pose.heading, speed=craft.speed)
        order = Announce(craft=craft.id, plan="") if type_ == ANNOUNCE else stands
        able = any(offer.command.type == type_ for offer in own)
        yield ui.Doing(type_, title, why=() if able else seat.objections(order)[:1])
    kinds: dict[str, list[Offer]] = {}
    for offer in own:
        if offer.command.type not in (ANNOUNCE, PLACE, HoldFire.type_name()):  # to hold fire stands behind what it may do
            kinds.setdefault(offer.command.type, []).append(offer)
    for kind, offers in kinds.items():
        own_name = re.compile(rf"^{re.escape(craft.marking)}[: ]*", re.IGNORECASE)  # it is the title of its screen
        pairs = ((offer.command, own_name.sub("", offer.title)) for offer in offers)
        choices = [ui.Choice(command, title, getattr(command, "target", "")) for command, title in pairs]
        verb = kind.removeprefix("clouds.").replace("_", " ").capitalize()
        if len(choices) > FEW:
            yield ui.Doing(kind, verb, tuple(choices))
            continue
        for choice in choices:
            yield ui.Doing(kind, f"{verb} {choice.title}" if kind == SHOOT else choice.title, (choice,))
