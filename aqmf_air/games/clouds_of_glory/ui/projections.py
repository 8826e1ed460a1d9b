"""A fight in MU drawn flat: from above, from beside, and as the polar disc that a pilot sees along his nose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from math import atan2, ceil, cos, degrees, dist, hypot, radians, sin

from aqmf_air.api import ui
from aqmf_air.api.geometry import SpacePose, Vector, bearing, vectors
from aqmf_air.api.ui import FLAT
from aqmf_air.games.clouds_of_glory.chapters.arcs import gun_place, half_arc
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.moving import flight_path
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, SkyBody
from aqmf_air.games.clouds_of_glory.tables import GunneryBand

Point = tuple[float, float]
SCALE, MARGIN, DISC = ui.SpaceViews.SCALE, ui.SpaceViews.MARGIN, ui.SpaceViews.DISC
LOWEST_SKY, OVER = 25, 6
"""MU of height that are shown at least, and over the highest aircraft."""
ROOM, OTHERS, NEAR, WIDE = 2.0, 4.0, 30.0, 10.0
"""MU that are shown about what an aircraft that is chosen flies in a turn or may hit, and about all else; how far off may be
what does not fly; about all, while none is chosen: about as much, so that views stand still.
"""
ACROSS = 75.0
"""Degrees off the view from beside beyond which a move is planned in that along the other edge of the board."""
RADIUS, POINT, SIGN = 1.3, 0.4, 0.75
CORNERS = ((-1.0, -0.5), (1.0, -0.5), (1.0, 0.5), (-1.0, 0.5))
BECAME = {"destroyed": "fell", "gone": "left", "landed": "landed"}
COLOURS = {"germany": ui.style.RED, "entente": ui.style.BLUE}
SKY, HIGH_SKY, GRID, GROUND = "#e3ebef", "#edf2f3", "#bfccd3", "#7a6a45"
SHORT = {
    "MU": "a length, of ways as of heights",
    "EU": "energy unit: a step of speed, of height or of a turn",
    "A-P": "turns, from the tightest to the widest",
}
"""Short forms of the table, with what they mean."""


class Views(ui.SpaceViews):
    """Where a place of a fight is in its picture."""

    @classmethod
    def of(cls, game: CloudsGame, chosen: str = "") -> Views:
        """The views of a fight while an aircraft is chosen.

        From beside it is seen along an edge of the board: the same all the game (:func:`axis_of`), unless the flight of the
        chosen one would hardly be seen so; an enemy of the one to act is seen across the line to him.
        """
        acting = game.next if game.next and game.next.flying else next(iter(game.in_air), None)
        picked = game.of(chosen) if game.has(chosen) and game.of(chosen).flying else None
        if picked and acting and picked.side != acting.side:
            axis = bearing(*acting.pose.place[:2], *picked.pose.place[:2])
        else:
            axis = axis_of(game)
            if picked and game.phase == "movement" and abs(cos(radians(picked.pose.heading - axis))) < cos(radians(ACROSS)):
                axis = 90.0 - axis
            acting = picked or acting
        highest = max((max(pose.place[2] for pose in _poses(craft)) for craft in game.in_air), default=0.0)
        tops = (own.top(game) for _, own in game.slices if hasattr(own, "top"))
        high = float(max(LOWEST_SKY, 5 * ceil(max((highest + OVER, *tops)) / 5)))
        about = acting.pose if acting else None
        area = game.setup.area_of(picked.side) if picked and game.phase == "placing" else None
        seen: dict[Vector, float] = {}
        if picked:
            far = {place: vectors.size(vectors.add(place, picked.pose.place, -1)) for place in _places(game)}
            nearest = min(far[place] for place in [craft.pose.place for craft in game.enemies(picked)] or far)
            guns = game.tables.reach(game.rulings.gunnery_bands) if game.phase == "shooting" else 0.0
            flying = {craft.pose.place for craft in game.in_air}
            seen = {place: OTHERS for place, away in far.items() if away <= max(NEAR, nearest) or place in flying}
            for own in (picked, acting) if acting else (picked,):
                seen[own.pose.place] = OTHERS if area else (guns or handling_of(game, own).reach) + ROOM
        if area:
            seen[(*area.at, 0.0)] = area.radius + MARGIN
        whose = acting.marking.split()[0] if acting else ""
        return cls(*game.setup.board, high, axis, about, tuple(seen.items()), whose)

    def aircraft(self, view: ui.SpaceView, pose: SpacePose, side: str, opacity: float | None = None) -> str:
        """An aircraft of a side; a German one has bands on its wings."""
        return self.dart(view, pose, COLOURS[side], opacity, banded=side == "germany", class_="aircraft")


def _places(game: CloudsGame) -> Iterator[Vector]:
    """Of all that is in the fight."""
    for craft in game.in_air or (game.craft if game.winner else ()):
        yield from (pose.place for pose in _poses(craft))
    yield from (balloon.at for balloon in game.setup.balloons)
    yield from ((*runway.at, 0.0) for runway in game.setup.runways)
    if game.setup.mission.to:
        yield (*game.setup.mission.to, 0.0)


def axis_of(game: CloudsGame) -> float:
    """North or east, whichever is more along the line between the sides' areas, or as the first aircraft begins: views stand
    still all the game.
    """
    places, begins = [area.at for area in game.setup.areas], next((craft.heading for craft in game.setup.aircraft), 90.0)
    way = bearing(*places[0], *places[-1]) if len(places) > 1 else begins
    return 0.0 if abs(cos(radians(way))) > abs(sin(radians(way))) else 90.0


def _poses(craft: Craft) -> Iterator[SpacePose]:
    yield from filter(None, (craft.pose, craft.from_pose))


def conditions(game: CloudsGame, craft: Craft) -> tuple[str, ...]:
    """What is wrong with an aircraft, in a few words each."""
    words = [{"immelmann": "turns over", "doomed": "spins for good"}.get(craft.trouble, craft.trouble)] * bool(craft.trouble)
    words += ["on fire"] * craft.fire + ["forced home"] * craft.home + ["no engine"] * (not craft.powered)
    words += ["jammed"] if any(row.jams for row in craft.rows) else []
    words += ["below stall speed"] if craft.speed < game.cockpit(craft).stall and not craft.trouble else []
    return tuple(words)


# -- the picture -------------------------------------------------------------------------------------------------------


def picture_of(game: CloudsGame, bodies: Iterable[SkyBody], chosen: str = "") -> ui.Picture:
    """A fight and the things about it drawn, with all three views on one sheet."""
    views = Views.of(game, chosen)
    boxes = views.boxes()
    width = max(box[2] for box in boxes.values()) + MARGIN
    height = max(box[3] for box in boxes.values()) + MARGIN
    sheet = ui.Fragment()
    drawn_boxes = [ui.Box(*views.scaled(box[:2]), *views.scaled(box[2:])) for box in boxes.values()]
    lettering = ui.Lettering(ui.Box(0, 0, width * SCALE, height * SCALE), drawn_boxes)
    _sky(sheet, lettering, views)
    _on_the_ground(sheet, lettering, game, views)
    if views.about:
        _disc(sheet, lettering, game, views)
    for body in bodies:
        _body(sheet, lettering, views, body)
    for craft in sorted(game.in_air, key=lambda craft: craft.pose.place[2]):
        _aircraft(sheet, lettering, game, views, craft)
    for colour, gone in ((COLOURS[craft.side], craft) for craft in game.craft if craft.out and game.winner):
        signs, spots = zip(*(views.gone(view, gone.pose, colour, gone.out == "destroyed") for view in FLAT), strict=True)
        sheet.raw("".join(signs))
        lettering.captions.append(ui.Caption(((f"{gone.marking} {BECAME[gone.out]}", colour),), spots, minor=True))
        lettering.pieces += spots
    titles = {"above": "Above", "beside": f"Beside: heading {round(views.axis) % 360}° →"}
    titles["nose"] = f"Nose: {views.whose}" if views.whose else "Nose"
    busy = views.close_ups([(place, OTHERS) for place in _places(game)])
    shown = views.close_ups(views.seen or [(place, WIDE) for place in _places(game)])
    near = shown if views.seen else views.close_ups([(craft.pose.place, ROOM) for craft in game.in_air])
    origins = {"above": (0.0, views.deep), "beside": (None, views.ground), "nose": (None, None)}
    panes = (
        ui.Pane(view, titles[view], box, busy[view], origins[view], shown[view], near[view], aside=view == "nose")
        for view, box in views.boxes().items()
        if view != "nose" or views.about  # nobody flies: there is nothing to see from a nose
    )
    return ui.Picture(
        f"The sky, {views.wide:g} by {views.deep:g} MU, {game.stage.when.lower()}", width * SCALE, height * SCALE,
        tuple(sheet.pieces()), lettering.names, SCALE, -MARGIN, -MARGIN, legend=_legend(game, views), lettering=lettering,
        panes=tuple(panes),
    )  # fmt: skip


def _sky(sheet: ui.Fragment, lettering: ui.Lettering, views: Views) -> None:
    boxes = views.boxes()
    beside = (0.0, boxes["beside"][1] + MARGIN, views.long, views.ground)
    for view, (left, top, right, low) in (("above", (0.0, 0.0, views.wide, views.deep)), ("beside", beside)):
        (x, y), (end, bottom) = views.scaled((left, top)), views.scaled((right, low))
        with sheet.group(data_view=view):
            sheet.rect(x, y, end - x, bottom - y, SKY if view == "above" else HIGH_SKY)
            for at in range(0, int(right - left) + 1, 5):
                sheet.line((x + at * SCALE, y), (x + at * SCALE, bottom), GRID, 1.2 if at % 10 == 0 else 0.5)
                if at % 10 == 0 and 0 < at < right - left and view == "above":
                    sheet.text((x + at * SCALE + 3, bottom - 4), str(at), 12, ui.style.FADED, class_="axis low")
            for at in range(0, int(low - top) + 1, 5):
                level = bottom - at * SCALE
                sheet.line((x, level), (end, level), GRID, 1.2 if at % 10 == 0 else 0.5)
                if at % 10 == 0 and 0 < at < low - top:
                    sheet.text((x + 4, level - 4), str(at), 12, ui.style.FADED, class_="axis left")
            lettering.borders += [(x, y, end, y), (end, y, end, bottom), (end, bottom, x, bottom), (x, bottom, x, y)]
            if view == "beside":
                sheet.add("path", d=ui.line_to(((x, bottom), (end, bottom))), stroke=GROUND, stroke_width=4, data_border="")
            else:
                edge = f"{x} {y},{end} {y},{end} {bottom},{x} {bottom},{x} {y}"
                sheet.rect(x, y, end - x, bottom - y, stroke=ui.style.INK, stroke_width=1.5, data_border=edge)


def _on_the_ground(sheet: ui.Fragment, lettering: ui.Lettering, game: CloudsGame, views: Views) -> None:
    """Areas, runways, and where a mission leads."""
    for area in game.setup.areas if game.phase == "placing" else ():
        x, y = views.scaled(views.place("above", (*area.at, 0.0)))
        with sheet.group(data_view="above", data_key=f"area {area.side}", data_note="Where a side places its aircraft"):
            sheet.circle((x, y), area.radius * SCALE, COLOURS[area.side] + "1c", COLOURS[area.side], 1.5)
    for runway in game.setup.runways:
        (x, y), way = views.scaled(views.place("above", (*runway.at, 0.0))), radians(runway.heading)
        with sheet.group(data_view="above", data_key=runway.id, data_note=runway.name):
            half, long, (east, south) = runway.width / 2 * SCALE, runway.length * SCALE, (sin(way), -cos(way))
            corners = [(x - half * a * south + long * b * east, y + half * a * east + long * b * south) for a, b in CORNERS]
            sheet.path(ui.line_to(corners, closed=True), GROUND, 1.5, "#cfc49a")
        lettering.pieces += [(x + long * p / 9 * east, y + long * p / 9 * south, max(half, long / 18)) for p in range(-4, 5)]
        spots = tuple((x + out * east, y + out * south) for out in (0.0, -0.3 * long, 0.3 * long))
        lettering.captions.append(ui.Caption(((runway.name, ui.style.INK),), ((x, y, SCALE),), spots, matters=0, stays=True))
    if game.setup.mission.to:
        x, y = views.scaled(views.place("above", (*game.setup.mission.to, 0.0)))
        with sheet.group(data_view="above", data_key="mission", data_note="The place that the mission is about"):
            sheet.circle((x, y), 0.8 * SCALE, "none", ui.style.DEEP_BRASS, 3)
            sheet.circle((x, y), 0.3 * SCALE, ui.style.DEEP_BRASS)


def _body(sheet: ui.Fragment, lettering: ui.Lettering, views: Views, body: SkyBody) -> None:
    """A thing in each view: a balloon on its cable, or what extensions have; in the disc as large as it looks."""
    colour, spots = COLOURS.get(body.side, ui.style.INK), []
    far = vectors.size(vectors.add(body.at, views.about.place, -1)) if views.about else 0.0
    for view in FLAT[:1] if body.map_only else (*FLAT, "nose") if far else FLAT:
        x, y = views.scaled(at := views.place(view, body.at))
        radius = max(POINT, body.radius if view in FLAT else degrees(atan2(body.radius, far)) / 180 * DISC)
        room = max([radius, *(SIGN * hypot(*corner) for corner in body.shape if view in FLAT)])  # of its sign, too
        large = radius > 2 * views.MODEL  # its name stands at its upper edge
        spots.append((x, y - large * radius * SCALE, POINT * SCALE if large else room * SCALE))
        with sheet.group(data_view=view, class_="element", data_piece=body.id, **_where(at, room)):
            if view == "beside":
                sheet.line((x, y), views.scaled((at[0], views.ground)), ui.style.FADED, 1, "4 3")
            if body.flat and view == "beside":
                sheet.line((x - radius * SCALE, y), (x + radius * SCALE, y), colour, 3)
            else:
                sheet.circle((x, y), radius * SCALE, colour + ("1c" if large else "88"), colour, 1.5)
            if body.shape and view in FLAT:
                sign = [(x + right * SIGN * SCALE, y - (up + (view == "beside")) * SIGN * SCALE) for right, up in body.shape]
                sheet.path(ui.line_to(sign, closed=True), ui.style.CARD, 0.8, colour)
    words = ((body.name, ui.style.INK), (body.stands, colour))
    lettering.captions.append(ui.Caption(words, tuple(spots[: len(FLAT)]), minor=True, group={"data_piece": body.id}))
    if len(spots) > len(FLAT):
        short = ((body.name.removeprefix("the "), colour),)
        lettering.captions.append(ui.Caption(short, tuple(spots[len(FLAT) :]), minor=True, group={"data_piece": body.id}))
    lettering.pieces += spots


def _where(at: Point, radius: float) -> dict[str, float]:
    return {"data_x": round(at[0], 3), "data_y": round(at[1], 3), "data_radius": round(radius, 3)}


def _disc(sheet: ui.Fragment, lettering: ui.Lettering, game: CloudsGame, views: Views) -> None:
    """The polar disc: rings of arcs, the wing line, the horizon, up and down."""
    middle, rim = views.scaled(views.middle), DISC * SCALE
    (x, y), arc = middle, half_arc(game) / 180
    with sheet.group(data_view="nose"):
        sheet.circle(middle, rim, SKY, ui.style.INK, 1.5)
        for part, colour in ((1 - arc, GRID), (0.5, GRID), (arc, ui.style.FADED)):
            sheet.circle(middle, rim * part, "none" if colour == GRID else "#ffffff66", colour, 1)
        sheet.circle(middle, rim * game.tables.half_angle / 180, "none", ui.style.FIRE, 1.5)
        sheet.line((x - rim, y), (x + rim, y), ui.style.FADED, 1, "7 5")
        for hour in range(1, 13):
            turn = radians(30 * hour)
            at = (x + 1.07 * rim * sin(turn), y - 1.07 * rim * cos(turn) + 4)
            sheet.text(at, str(hour), 14, ui.style.FADED, "middle", class_="fine level")
        horizon = [[views.polar((0.0, 1.0, 0.0))]]
        for turn in range(5, 361, 5):
            place = views.polar((sin(radians(turn)), cos(radians(turn)), 0.0))
            if dist(place, horizon[-1][-1]) > DISC / 2:  # it passes the rim, which is one point behind
                horizon.append([])
            horizon[-1].append(place)
        sheet.path(" ".join(ui.line_to(views.line_through(part)) for part in horizon), GROUND, 2.5)
    for words, way in (("sky ▲", (0.0, 0.0, 1.0)), ("ground ▼", (0.0, 0.0, -1.0))):
        (x, y), within = views.scaled(views.polar(way)), 0.75 * rim
        part = min(1.0, within / max(dist((x, y), middle), 1e-9))  # off the figures of the hours
        x, y = (start + part * (at - start) for at, start in zip((x, y), middle, strict=True))
        spots = tuple((x + aside, y) for aside in (0.0, -3 * SCALE, 3 * SCALE))
        lettering.captions.append(ui.Caption(((words, GROUND),), ((x, y, 1.0),), spots, keyed=False, matters=0, stays=True))


def _aircraft(sheet: ui.Fragment, lettering: ui.Lettering, game: CloudsGame, views: Views, craft: Craft) -> None:
    pose, colour, discs = craft.pose, COLOURS[craft.side], []
    names: tuple[ui.SpaceView, ...] = FLAT if pose == views.about or views.about is None else (*FLAT, "nose")
    way = flight_path(game, craft)
    for view in names:
        at = views.place(view, pose.place)
        discs.append((*views.scaled(at), RADIUS * SCALE))
        if view != "nose" and len(way) > 1:
            points = list(views.line_through([views.place(view, each.place) for each in way]))
            lettering.lines += [(*start, *end) for start, end in pairwise(points)]
            with sheet.group(data_view=view, data_key=f"way of {craft.id}, {view}", data_edge="", opacity=0.7):
                sheet.path(ui.line_to(points), colour, 1.1, dash="4 4")
        facing = views.facing(view, pose)
        with sheet.group(class_="element", data_piece=craft.id, data_view=view, data_facing=facing, **_where(at, RADIUS)):
            if view == "beside":
                lettering.lines.append((*views.scaled(at), *views.scaled((at[0], views.ground))))
                sheet.line(views.scaled(at), views.scaled((at[0], views.ground)), colour, 0.9, "2 4")
            sheet.circle(views.scaled(at), RADIUS * SCALE, "none")
            sheet.raw(views.aircraft(view, pose, craft.side))
    lines, worn = [(craft.marking, ui.style.INK), (f"{craft.height}, {craft.speed}", colour)], conditions(game, craft)
    lines += [(", ".join(worn), ui.style.INK)] * bool(worn)
    group: dict[str, str | float | None] = {"data_piece": craft.id, "data_there": 1}  # not on its way
    lettering.captions.append(ui.Caption(tuple(lines), tuple(discs[: len(FLAT)]), bold=True, group=group))
    if len(names) > len(FLAT):  # the disc is small
        short = ((craft.marking.split()[0], colour),)
        lettering.captions.append(ui.Caption(short, tuple(discs[len(FLAT) :]), bold=True, group={"data_piece": craft.id}))
    lettering.pieces += discs


def _legend(game: CloudsGame, views: Views) -> tuple[tuple[str, str], ...]:
    signs = []
    for side, words in product(dict.fromkeys(craft.side for craft in game.craft), ("", ", underside")):
        pose = SpacePose.level(0, 0, 0, 90)._replace(top=(0, 0, -1 if words else 1))
        at = views.scaled(views.place("above", pose.place))
        shift = f"translate(18 12) scale(.45) translate({ui.coord(-at[0])} {ui.coord(-at[1])})"
        signs.append((f"{side.capitalize()}{words}", f'<g transform="{shift}">{views.aircraft("above", pose, side)}</g>'))
    for short, words in SHORT.items():
        signs.append((words, f'<text x="18" y="17" font-size="13" font-weight="bold" text-anchor="middle">{short}</text>'))
    return tuple(signs)


def ranges(game: CloudsGame, views: Views, craft: Craft) -> str:
    """What an aircraft has before it and behind it as it stands: the gunnery template with its bands, and its arcs."""
    drawn, colour = ui.Fragment(), COLOURS[craft.side]
    reach, tables, template = game.tables.reach(game.rulings.gunnery_bands), game.tables, game.rulings.gunnery_bands
    nose, ahead = gun_place(game, craft, PILOT), craft.pose.ahead
    fars = [row.far for row in tables.of.of("gunnery-bands", GunneryBand) if row.template == template]
    for view in FLAT:
        for way in (ahead, vectors.scaled(ahead, -1)):
            arc = views.cone(view, craft.pose.place, way, half_arc(game), reach)
            drawn.path(ui.line_to(arc, closed=True), colour, 1, dash="2 5")
        cone = views.cone(view, nose, ahead, tables.half_angle, reach)
        drawn.path(ui.line_to(cone, closed=True), colour, 1.5, colour + "22")
        for far in fars:
            band = views.cap(view, nose, ahead, tables.half_angle, far)
            drawn.path(ui.line_to(band, closed=True), colour, 0.7)
    return str(drawn)
