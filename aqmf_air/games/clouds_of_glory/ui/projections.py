"""A fight drawn flat, three times: from above, from beside, and as the polar disc that a pilot sees along his nose.

Units of the picture are MU: x to the right, y down. The view from above has north up; the one from beside has a heading to
the right and height upwards; the disc has what lies ahead in its middle, what lies behind at its rim, the top wing up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import atan2, ceil, cos, degrees, dist, floor, hypot, radians, sin
from typing import Literal

from aqmf_air.api import ui
from aqmf_air.api.geometry import SpacePose, Vector, vectors
from aqmf_air.games.clouds_of_glory.chapters.arcs import gun_place, half_arc
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.moving import flight_path
from aqmf_air.games.clouds_of_glory.state import PILOT, SIDES, CloudsGame, Craft, SkyBody
from aqmf_air.games.clouds_of_glory.tables import GunneryBand

Point = tuple[float, float]
ViewName = Literal["above", "beside", "nose"]
FLAT: tuple[ViewName, ...] = ("above", "beside")
"""The views in which lengths are lengths."""
SCALE = 16.0
"""Units of the drawing for each MU."""
GAP, MARGIN = 3.0, 1.0
"""MU between the views, and about the board."""
LOWEST_SKY, OVER = 25, 6
"""MU of height that are shown at least, and over the highest aircraft."""
DISC = 10.0
"""The radius of the polar disc."""
ROOM, OTHERS, NEAR = 2.0, 4.0, 30.0
"""MU that are shown about what an aircraft that is chosen flies in a turn, and about all else; how far off that may be."""
SQUARE = 0.8
"""Of its longer side, that the shorter one of the view from above has at least."""
FINE = 2
"""Parts of a unit of the drawing in which an aircraft's outline is told: whole numbers, for a film has thousands of them."""
OFF = 0.4
"""Units of the drawing that a line may be off where it is drawn with fewer points."""
MODEL = 1.2
"""MU from the middle of a drawn aircraft to its nose: more than of the models, to be seen."""
RADIUS, POINT, SIGN = 1.3, 0.4, 0.75
COLOURS = {"germany": ui.style.RED, "entente": ui.style.BLUE}
SKY, HIGH_SKY, GRID, GROUND = "#e3ebef", "#edf2f3", "#bfccd3", "#7a6a45"
SHORT = {
    "MU": "a length, of ways as of heights",
    "EU": "energy: a step of speed",
    "A-P": "turns, from the tightest to the widest",
}
"""Short forms of the table, with what they mean."""
ROUND = tuple(range(0, 360, 15))


@dataclass(frozen=True)
class Views:
    """Where a place of the sky is in the picture."""

    wide: float
    deep: float
    """The board."""
    high: float
    axis: float
    """The heading that points to the right in the view from beside."""
    about: SpacePose | None
    """Along whose nose the disc is seen."""
    seen: tuple[tuple[Vector, float], ...] = ()
    """What is to be seen: places, each with the room about it; none: the whole board."""
    whose: str = ""
    """Whose nose it is, in a word."""

    @classmethod
    def of(cls, game: CloudsGame, chosen: str = "") -> Views:
        """The views of a fight while an aircraft is chosen.

        From beside it is seen across its flight, but of an enemy of the one to act across the line to him; where none is
        chosen, across the line between the sides at the beginning of the turn.
        """
        acting = game.next if game.next and game.next.flying else next(iter(game.in_air), None)
        picked = game.of(chosen) if game.has(chosen) and game.of(chosen).flying else None
        if picked and acting and picked.side != acting.side:
            axis = heading_to(acting.pose.place, picked.pose.place)
        else:
            axis = picked.pose.heading if picked else axis_of(game)
            acting = picked or acting
        highest = max((max(pose.place[2] for pose in _poses(craft)) for craft in game.in_air), default=0.0)
        tops = (own.top(game) for _, own in game.slices if hasattr(own, "top"))
        high = float(max(LOWEST_SKY, 5 * ceil(max((highest + OVER, *tops)) / 5)))
        about = acting.pose if acting else None
        area = game.setup.area_of(picked.side) if picked and game.phase == "placing" else None
        seen: dict[Vector, float] = {}
        if picked:
            far = {place: vectors.size(vectors.add(place, picked.pose.place, -1)) for place in _places(game)}
            others = [craft.pose.place for craft in game.enemies(picked)] or list(far)
            nearest = min(map(far.__getitem__, others))
            seen = {place: OTHERS for place, away in far.items() if away <= max(NEAR, nearest)}
            for own in (picked, acting) if acting else (picked,):
                seen[own.pose.place] = OTHERS if area else handling_of(game, own).reach + ROOM
        if area:
            seen[(*area.at, 0.0)] = area.radius + MARGIN
        whose = acting.marking.split()[0] if acting else ""
        return cls(*game.setup.board, high, axis, about, tuple(seen.items()), whose)

    @property
    def long(self) -> float:
        """How wide the view from beside is: the board in any direction."""
        return hypot(self.wide, self.deep)

    def close_ups(self, seen: Sequence[tuple[Vector, float]]) -> dict[ViewName, tuple[float, float, float, float]]:
        """Of each view what is to be seen: left, top, right and lower edge."""
        boxes = self.boxes()
        for view in FLAT if seen else ():
            left, top, right, low = boxes[view]
            spots = [(*self.place(view, place), room) for place, room in seen]
            left = max(left, _down(min(x - room for x, _, room in spots)))
            right = min(right, -_down(-max(x + room for x, _, room in spots)))
            if view == "above":
                top = max(top, _down(min(y - room for _, y, room in spots)))
                low = min(low, -_down(-max(y + room for _, y, room in spots)))
                left, right = _wider(left, right, SQUARE * (low - top), boxes[view][0], boxes[view][2])
                top, low = _wider(top, low, SQUARE * (right - left), boxes[view][1], boxes[view][3])
            boxes[view] = (left, top, right, low)
        return boxes

    def boxes(self) -> dict[ViewName, tuple[float, float, float, float]]:
        """Where each view is: left, top, right and lower edge."""
        low, right = self.deep + MARGIN, self.wide + MARGIN
        return {
            "above": (-MARGIN, -MARGIN, right, low),
            "beside": (-MARGIN, low + GAP, self.long + MARGIN, low + GAP + self.high + 2 * MARGIN),
            "nose": (right + GAP, -MARGIN, right + GAP + 2 * (DISC + 2), 2 * (DISC + 2) - MARGIN),
        }

    @property
    def ground(self) -> float:
        """The line of the ground in the view from beside."""
        return self.boxes()["beside"][3] - MARGIN

    @property
    def middle(self) -> Point:
        """Of the disc."""
        left, top, right, low = self.boxes()["nose"]
        return (left + right) / 2, (top + low) / 2

    def along(self, way: Vector) -> float:
        """How far a way leads to the right in the view from beside."""
        return way[0] * sin(radians(self.axis)) + way[1] * cos(radians(self.axis))

    def place(self, view: ViewName, place: Vector) -> Point:
        """A place in a view."""
        if view == "above":
            return place[0], self.deep - place[1]
        if view == "beside":
            way = (place[0] - self.wide / 2, place[1] - self.deep / 2, 0.0)
            return self.long / 2 + self.along(way), self.ground - place[2]
        return self.polar(vectors.add(place, self.about.place, -1)) if self.about else self.middle

    def polar(self, way: Vector) -> Point:
        """A direction on the disc: as far from its middle as it is off the nose, towards its side of the flight."""
        if self.about is None:
            return self.middle
        side, off = radians(self.about.side_of(way)), vectors.angle(way, self.about.ahead) / 180 * DISC
        return self.middle[0] + off * cos(side), self.middle[1] - off * sin(side)

    def flat(self, view: ViewName, way: Vector) -> Point:
        """A short way, as it looks in a view."""
        if view == "above":
            return way[0], -way[1]
        if view == "beside":
            return self.along(way), -way[2]
        return (vectors.dot(way, self.about.right), -vectors.dot(way, self.about.top)) if self.about else (0.0, 0.0)

    def seen_from(self, view: ViewName) -> Vector:
        """The direction to who looks."""
        if view == "above":
            return 0.0, 0.0, 1.0
        if view == "beside":
            return cos(radians(self.axis)), -sin(radians(self.axis)), 0.0
        return vectors.scaled(self.about.ahead, -1) if self.about else (0.0, 0.0, 1.0)

    def facing(self, view: ViewName, pose: SpacePose) -> float:
        """Degrees clockwise from up that a nose points to in a view; what points at who looks, as it would pull out."""
        x, y = self.flat(view, pose.ahead)
        if hypot(x, y) < 0.02:
            x, y = self.flat(view, pose.top)
        return round(degrees(atan2(x, -y)) % 360, 1)


def _wider(low: float, high: float, least: float, first: float, last: float) -> tuple[float, float]:
    """A part made as long as ``least``, about its middle as far as it lies between the first and the last."""
    long = max(high - low, min(least, last - first))
    begin = min(max(first, (low + high - long) / 2), last - long)
    return begin, begin + long


def _down(length: float) -> float:
    """To the next five MU below, so that views do not change with each small step."""
    return 5.0 * floor(length / 5)


def _places(game: CloudsGame) -> Iterator[Vector]:
    """Of all that is in the fight."""
    for craft in game.in_air:
        yield from (pose.place for pose in _poses(craft))
    yield from (balloon.at for balloon in game.setup.balloons)
    yield from ((*runway.at, 0.0) for runway in game.setup.runways)
    if game.setup.mission.to:
        yield (*game.setup.mission.to, 0.0)


def heading_to(start: Vector, end: Vector) -> float:
    """The heading from one place to another."""
    return degrees(atan2(end[0] - start[0], end[1] - start[1])) % 360


def axis_of(game: CloudsGame) -> float:
    """The heading from one side to the other as the turn began, to 15 degrees: it does not change with every move."""
    middles = []
    for side in SIDES:
        places = [(craft.from_pose or craft.pose).place for craft in game.in_air if craft.side == side]
        if not places:
            return 90.0
        x, y, z = (sum(values) / len(places) for values in zip(*places, strict=True))
        middles.append((x, y, z))
    return 15.0 * round(heading_to(*middles) / 15) % 360


def _poses(craft: Craft) -> Iterator[SpacePose]:
    yield craft.pose
    if craft.from_pose:
        yield craft.from_pose


def scaled(point: Point) -> Point:
    """A point of the picture in units of the drawing, to a tenth: a film has thousands of them."""
    return round((point[0] + MARGIN) * SCALE, 1), round((point[1] + MARGIN) * SCALE, 1)


def line_through(points: Sequence[Point]) -> Iterable[Point]:
    """Points of the picture in units of the drawing, as few as give the line."""
    return ((x, y) for x, y in ui.thinned([scaled(point) for point in points], OFF))


# -- an aircraft -------------------------------------------------------------------------------------------------------


_TAIL = -0.85
_WING = ((0.35, -1.05), (0.35, 1.05), (0.0, 1.05), (0.0, -1.05))
_HULL = ((1.0, 0.0), (0.75, 0.14), (-0.1, 0.12), (_TAIL, 0.04), (_TAIL, -0.04), (-0.1, -0.12), (0.75, -0.14))
_PLANE = ((_TAIL + 0.25, 0.36), (_TAIL, 0.36), (_TAIL, -0.36), (_TAIL + 0.25, -0.36))
_BANDS = ((0.42, 0.82), (-0.82, -0.42))
_FIN = ((_TAIL + 0.3, 0.0), (_TAIL, 0.34), (_TAIL, 0.0))


def dart(views: Views, view: ViewName, pose: SpacePose, side: str, opacity: float | None = None) -> str:
    """An aircraft at its place: nose and span as long as they look from there, light where its underside is seen. A German
    one has bands on its wings: sides differ in grey, too.
    """
    drawn, colour, size = ui.Fragment(), COLOURS[side], MODEL * SCALE * FINE
    upper = vectors.dot(pose.top, views.seen_from(view)) >= -0.02
    x, y = scaled(views.place(view, pose.place))

    def outline(points: Sequence[Point], aside: Vector, above: float = 0.0) -> str:
        ways = (vectors.add(vectors.add(vectors.scaled(pose.ahead, a), aside, b), pose.top, above) for a, b in points)
        flat = [(round(x * size), round(y * size)) for x, y in (views.flat(view, way) for way in ways)]
        return ui.line_to(((x, y) for x, y in ui.thinned([*flat, flat[0]], OFF * FINE)[:-1]), closed=True)

    shapes = [outline(_PLANE, pose.right), outline(_HULL, pose.right), outline(_HULL, pose.top)]
    shapes += [outline(_FIN, pose.top), outline(_WING, pose.right, 0.12)]
    place = f"translate({ui.coord(x)} {ui.coord(y)}) scale({1 / FINE})"
    with drawn.group(opacity=opacity, stroke_linejoin="round", class_="aircraft", transform=place):
        drawn.add("path", d=" ".join(shapes), fill="none", stroke=ui.style.CARD, stroke_width=3 * FINE)
        with drawn.group(fill=colour if upper else ui.style.CARD, stroke=colour, stroke_width=1.2 * FINE):
            for shape in shapes:
                drawn.add("path", d=shape)
            if side == "germany":
                bands = (outline(((0.35, a), (0.35, b), (0.0, b), (0.0, a)), pose.right, 0.12) for a, b in _BANDS)
                drawn.add("path", d=" ".join(bands), fill=ui.style.CARD if upper else colour)
    return str(drawn)


def conditions(game: CloudsGame, craft: Craft) -> tuple[str, ...]:
    """What is wrong with an aircraft, in a few words each."""
    words = [{"immelmann": "turns over", "doomed": "spins for good"}.get(craft.trouble, craft.trouble)] * bool(craft.trouble)
    words += ["on fire"] * craft.fire + ["forced home"] * craft.home
    words += [] if craft.powered else ["no engine"]
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
    drawn_boxes = [ui.Box(*scaled(box[:2]), *scaled(box[2:])) for box in boxes.values()]
    lettering = ui.Lettering(ui.Box(0, 0, width * SCALE, height * SCALE), drawn_boxes)
    _sky(sheet, views)
    _on_the_ground(sheet, lettering, game, views)
    if views.about:
        _disc(sheet, game, views)
    for body in bodies:
        _body(sheet, lettering, views, body)
    for craft in sorted(game.in_air, key=lambda craft: craft.pose.place[2]):
        _aircraft(sheet, lettering, game, views, craft)
    titles = {
        "above": "Above",
        "beside": f"Beside: heading {round(views.axis) % 360}° →",
        "nose": f"Nose: {views.whose}" if views.whose else "Nose",
    }
    busy = views.close_ups([(place, OTHERS) for place in _places(game)])
    shown = views.close_ups(views.seen) if views.seen else busy
    origins = {"above": (0.0, views.deep), "beside": (None, views.ground)}
    panes = (
        ui.Pane(view, titles[view], box, busy[view], origins.get(view, (None, None)), shown[view], view == "nose")
        for view, box in views.boxes().items()
        if view != "nose" or views.about  # nobody flies: there is nothing to see from a nose
    )
    return ui.Picture(
        f"The sky, {views.wide:g} by {views.deep:g} MU, {game.stage.when.lower()}",
        width * SCALE,
        height * SCALE,
        tuple(sheet.pieces()),
        lettering.names,
        SCALE,
        -MARGIN,
        -MARGIN,
        legend=_legend(game, views),
        lettering=lettering,
        panes=tuple(panes),
    )


def _sky(sheet: ui.Fragment, views: Views) -> None:
    boxes = views.boxes()
    corners = {"above": (0.0, 0.0, views.wide, views.deep)}
    corners["beside"] = (0.0, boxes["beside"][1] + MARGIN, views.long, views.ground)
    for view, (left, top, right, low) in corners.items():
        (x, y), (end, bottom) = scaled((left, top)), scaled((right, low))
        with sheet.group(data_view=view):
            sheet.rect(x, y, end - x, bottom - y, SKY if view == "above" else HIGH_SKY)
            for at in range(0, int(right - left) + 1, 5):
                sheet.line((x + at * SCALE, y), (x + at * SCALE, bottom), GRID, 1.2 if at % 10 == 0 else 0.5)
            for at in range(0, int(low - top) + 1, 5):
                level = bottom - at * SCALE
                sheet.line((x, level), (end, level), GRID, 1.2 if at % 10 == 0 else 0.5)
                if at % 10 == 0 and 0 < at < low - top:
                    sheet.text((x + 4, level - 4), str(at), 12, ui.style.FADED, class_="fine level")
            if view == "beside":
                sheet.line((x, bottom), (end, bottom), GROUND, 4)
            else:
                sheet.rect(x, y, end - x, bottom - y, stroke=ui.style.INK, stroke_width=1.5)


def _on_the_ground(sheet: ui.Fragment, lettering: ui.Lettering, game: CloudsGame, views: Views) -> None:
    """Areas, runways, and where a mission leads."""
    for area in game.setup.areas if game.phase == "placing" else ():
        x, y = scaled(views.place("above", (*area.at, 0.0)))
        with sheet.group(data_view="above", data_key=f"area {area.side}", data_note="Where a side places its aircraft"):
            sheet.circle((x, y), area.radius * SCALE, COLOURS[area.side] + "1c", COLOURS[area.side], 1.5)
    for runway in game.setup.runways:
        x, y = scaled(views.place("above", (*runway.at, 0.0)))
        with sheet.group(data_view="above", data_key=runway.id, data_note=runway.name):
            turn = f"translate({ui.coord(x)} {ui.coord(y)}) rotate({ui.coord(runway.heading)})"
            half, long = runway.width / 2 * SCALE, runway.length * SCALE
            sheet.rect(-half, -long / 2, 2 * half, long, "#cfc49a", stroke=GROUND, stroke_width=1.5, transform=turn)
        lettering.captions.append(ui.Caption(((runway.name, ui.style.INK),), ((x, y, SCALE),), keyed=False))
    if game.setup.mission.to:
        x, y = scaled(views.place("above", (*game.setup.mission.to, 0.0)))
        with sheet.group(data_view="above", data_key="mission", data_note="The place that the mission is about"):
            sheet.circle((x, y), 0.8 * SCALE, "none", ui.style.DEEP_BRASS, 3)
            sheet.circle((x, y), 0.3 * SCALE, ui.style.DEEP_BRASS)


def _body(sheet: ui.Fragment, lettering: ui.Lettering, views: Views, body: SkyBody) -> None:
    """A thing in each view: a balloon on its cable, or what extensions have; in the disc as large as it looks."""
    colour, spots = COLOURS.get(body.side, ui.style.INK), []
    far = vectors.size(vectors.add(body.at, views.about.place, -1)) if views.about else 0.0
    for view in FLAT[:1] if body.map_only else (*FLAT, "nose") if far else FLAT:
        x, y = scaled(at := views.place(view, body.at))
        radius = max(POINT, body.radius if view in FLAT else degrees(atan2(body.radius, far)) / 180 * DISC)
        large = radius > 2 * MODEL  # its name stands at its upper edge
        spots.append((x, y - large * radius * SCALE, POINT * SCALE if large else radius * SCALE))
        with sheet.group(data_view=view, class_="element", data_piece=body.id, **_where(at, radius)):
            if view == "beside":
                sheet.line((x, y), scaled((at[0], views.ground)), ui.style.FADED, 1, "4 3")
            if body.flat and view == "beside":
                sheet.line((x - radius * SCALE, y), (x + radius * SCALE, y), colour, 3)
            else:
                sheet.circle((x, y), radius * SCALE, colour + ("1c" if large else "88"), colour, 1.5)
            if body.shape and view in FLAT:
                base = y - SIGN * SCALE * (view == "beside")
                sign = [(x + right * SIGN * SCALE, base - up * SIGN * SCALE) for right, up in body.shape]
                sheet.path(ui.line_to(sign, closed=True), ui.style.CARD, 0.8, colour)
    words = ((body.name, ui.style.INK), (body.stands, colour))
    lettering.captions.append(ui.Caption(words, tuple(spots[: len(FLAT)]), group={"data_piece": body.id}))
    if len(spots) > len(FLAT):
        short = ((body.name.removeprefix("the "), colour),)
        lettering.captions.append(ui.Caption(short, tuple(spots[len(FLAT) :]), group={"data_piece": body.id}))
    lettering.pieces += spots


def _where(at: Point, radius: float) -> dict[str, float]:
    return {"data_x": round(at[0], 3), "data_y": round(at[1], 3), "data_radius": round(radius, 3)}


def _disc(sheet: ui.Fragment, game: CloudsGame, views: Views) -> None:
    """The polar disc: rings of arcs, the wing line, the horizon, up and down."""
    middle, rim = scaled(views.middle), DISC * SCALE
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
        sheet.path(" ".join(ui.line_to(line_through(part)) for part in horizon), GROUND, 2.5)
        for words, way in (("sky ▲", (0.0, 0.0, 1.0)), ("ground ▼", (0.0, 0.0, -1.0))):
            sheet.text(scaled(views.polar(way)), words, 14, GROUND, "middle", class_="fine level")


def _aircraft(sheet: ui.Fragment, lettering: ui.Lettering, game: CloudsGame, views: Views, craft: Craft) -> None:
    pose, colour, discs = craft.pose, COLOURS[craft.side], []
    names: tuple[ViewName, ...] = FLAT if pose == views.about or views.about is None else (*FLAT, "nose")
    way = flight_path(game, craft)
    for view in names:
        at = views.place(view, pose.place)
        discs.append((*scaled(at), RADIUS * SCALE))
        if view != "nose" and len(way) > 1:
            line = ui.line_to(line_through([views.place(view, each.place) for each in way]))
            with sheet.group(data_view=view, data_key=f"way of {craft.id}, {view}"):
                sheet.path(line, colour, 1.6, dash="5 4")
        facing = views.facing(view, pose)
        with sheet.group(class_="element", data_piece=craft.id, data_view=view, data_facing=facing, **_where(at, RADIUS)):
            if view == "beside":
                sheet.line(scaled(at), scaled((at[0], views.ground)), colour, 0.9, "2 4")
            sheet.circle(scaled(at), RADIUS * SCALE, "none")
            sheet.raw(dart(views, view, pose, craft.side))
    lines = [(craft.marking, ui.style.INK), (f"{pose.place[2]:.1f} up, {craft.speed}", colour)]
    if worn := conditions(game, craft):
        lines.append((", ".join(worn), ui.style.FIRE_EDGE))
    group = {"data_piece": craft.id}
    lettering.captions.append(ui.Caption(tuple(lines), tuple(discs[: len(FLAT)]), bold=True, group=group))
    if len(names) > len(FLAT):  # the disc is small
        short = ((craft.marking.split()[0], colour),)
        lettering.captions.append(ui.Caption(short, tuple(discs[len(FLAT) :]), bold=True, group=group))
    lettering.pieces += discs


def _legend(game: CloudsGame, views: Views) -> tuple[tuple[str, str], ...]:
    signs = []
    for side, words in product(dict.fromkeys(craft.side for craft in game.craft), ("", ", underside")):
        pose = SpacePose.level(0, 0, 0, 90)._replace(top=(0, 0, -1 if words else 1))
        at = scaled(views.place("above", pose.place))
        shift = f"translate(18 12) scale(.6) translate({ui.coord(-at[0])} {ui.coord(-at[1])})"
        signs.append((f"{side.capitalize()}{words}", f'<g transform="{shift}">{dart(views, "above", pose, side)}</g>'))
    for short, words in SHORT.items():
        signs.append((words, f'<text x="18" y="17" font-size="13" font-weight="bold" text-anchor="middle">{short}</text>'))
    return tuple(signs)


# -- cones -------------------------------------------------------------------------------------------------------------


def cone(views: Views, view: ViewName, tip: Vector, ahead: Vector, half: float, reach: float) -> list[Point]:
    """The outline of a cone in a flat view, in units of the drawing."""
    rings = (ring for part in (1.0, 0.75, 0.5, 0.25) for ring in _ring(tip, ahead, half * part, reach))
    return _hull([scaled(views.place(view, place)) for place in (tip, *rings)])


def _ring(tip: Vector, ahead: Vector, half: float, far: float) -> Iterator[Vector]:
    """Places on a cone at a distance from its tip, and the one on its axis."""
    across = vectors.unit(vectors.cross(ahead, (0.0, 0.0, 1.0) if abs(ahead[2]) < 0.9 else (1.0, 0.0, 0.0)))
    other = vectors.cross(ahead, across)
    yield vectors.add(tip, ahead, far)
    for turn in map(radians, ROUND):
        aside = vectors.add(vectors.scaled(across, cos(turn)), other, sin(turn))
        along, off = far * cos(radians(half)), far * sin(radians(half))
        yield vectors.add(vectors.add(tip, ahead, along), aside, off)


def _hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the smallest convex shape about points."""

    def half(ordered: Iterable[Point]) -> list[Point]:
        corners: list[Point] = []
        for x, y in ordered:
            while len(corners) > 1 and _bend(corners[-2], corners[-1], (x, y)) <= 0:
                corners.pop()
            corners.append((x, y))
        return corners[:-1]

    ordered = sorted(set(points))
    return half(ordered) + half(reversed(ordered))


def _bend(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def ranges(game: CloudsGame, views: Views, craft: Craft) -> str:
    """What an aircraft has before it and behind it as it stands: the gunnery template with its bands, and its arcs."""
    drawn, colour = ui.Fragment(), COLOURS[craft.side]
    reach, tables, template = game.tables.reach(game.rulings.gunnery_bands), game.tables, game.rulings.gunnery_bands
    nose, ahead = gun_place(game, craft, PILOT), craft.pose.ahead
    astern = vectors.scaled(ahead, -1)
    fars = [row.far for row in tables.of.of("gunnery-bands", GunneryBand) if row.template == template]
    for view in FLAT:
        for way in (ahead, astern):
            arc = cone(views, view, craft.pose.place, way, half_arc(game), reach)
            drawn.path(ui.line_to(arc, closed=True), colour, 1, dash="2 5")
        drawn.path(
            ui.line_to(cone(views, view, nose, ahead, tables.half_angle, reach), closed=True), colour, 1.5, colour + "22"
        )
        for far in fars:
            band = _hull(scaled(views.place(view, place)) for place in _ring(nose, ahead, tables.half_angle, far))
            drawn.path(ui.line_to(band, closed=True), colour, 0.7)
    return str(drawn)
