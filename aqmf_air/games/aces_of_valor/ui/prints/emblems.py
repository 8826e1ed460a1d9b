"""The pictures on the cards: where a mission goes and what flies there, and an emblem of each event and option.

They are told apart by shape, so that they hold in grey.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aqmf_air.api.ui import Fragment, Svg, coord, style
from aqmf_air.games.aces_of_valor.tables import Feature, Kind, MissionCard
from aqmf_air.games.aces_of_valor.ui.operations_chart import silhouette
from aqmf_air.games.aces_of_valor.ui.sector_map import FEATURES

WIDE, HIGH = 222.0, 126.0
"""Of a picture, in its units: four to a millimetre of a card."""
SKY, RAY, GROUND, FAR = "#f6eedb", "#e9dcbc", "#c4b48c", "#d8cba6"


@dataclass(frozen=True)
class Emblem:
    """Path data about a point, some 80 units wide and high: what is solid, what is an outline filled with paper, lines."""

    solid: str = ""
    paper: str = ""
    line: str = ""


MOON = "M4 -40a40 40 0 1 0 34 58a32 32 0 0 1 -34 -58Z"
BOMB = "c-12 -6 -14 -26 -12 -44c2 -10 6 -14 7 -18h-9l-6 -16h40l-6 16h-9c1 4 5 8 7 18c2 18 0 38 -12 44Z"
CLOUD = "a18 18 0 0 1 4 -35a24 24 0 0 1 44 -8a18 18 0 0 1 28 10a17 17 0 0 1 6 33Z"
BURST = "M0 -36L10 -15L32 -26L22 -5L42 6L21 11L24 34L5 21L-12 38L-15 15L-40 18L-23 1L-40 -15L-15 -14Z"
STAR = "M0 -36L9 -12L35 -11L14 5L22 30L0 15L-22 30L-14 5L-35 -11L-9 -12Z"
GEAR = (
    "M-6 -40h12l2 10l9 4l9 -6l8 8l-6 9l4 9l10 2v12l-10 2l-4 9l6 9l-8 8l-9 -6l-9 4l-2 10h-12l-2 -10l-9 -4l-9 6l-8 -8l6 -9"
    "l-4 -9l-10 -2v-12l10 -2l4 -9l-6 -9l8 -8l9 6l9 -4Z"
)
ROUNDS = (-36, -18, 0, 18, 36)
EMBLEMS: Mapping[str, Emblem] = {
    "EV-1": Emblem("M-92 -10h184v12h-184ZM-84 14h168v8h-168ZM-6 -36h12l-3 74h-6ZM-26 34h52v9h-52Z"
                   "M-50 -20h11v36h-11ZM39 -20h11v36h-11Z"),
    "EV-2": Emblem(MOON, "M30 -34l3 9l9 0l-7 6l3 9l-8 -5l-8 5l3 -9l-7 -6l9 0Z"),
    "EV-3": Emblem("M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z", GEAR, "M-52 44L52 -44"),
    "EV-4": Emblem("M0 0C-22 -14 -54 -20 -84 -8C-60 10 -24 12 0 0C22 14 54 20 84 8C60 -10 24 -12 0 0Z",
                   "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0 -22 0Z"),
    "EV-5": Emblem("M-26 -16h8v50h-8ZM18 -16h8v50h-8Z", "M-42 -16h84v50h-84Z", "M-14 -16v-14h28v14M-42 4h84"),
    "EV-6": Emblem("M-12 -34h24v22h22v24h-22v22h-24v-22h-22v-24h22Z", "M-44 0a44 44 0 1 0 88 0a44 44 0 1 0 -88 0Z"),
    "EV-7": Emblem(paper=f"M-70 24{CLOUD}M-6 30{CLOUD}", line="M-86 40h70M-60 48h108M0 40h84"),
    "EV-8": Emblem(paper="M-26 0a26 26 0 1 0 52 0a26 26 0 1 0 -52 0Z",
                   line="M0 -34v-14M0 34v14M-34 0h-16M34 0h16M-25 -25l-11 -11M25 25l11 11M25 -25l11 -11M-25 25l-11 11"),
    "EV-9": Emblem(STAR, "M-44 -2a44 44 0 1 0 88 0a44 44 0 1 0 -88 0Z", "M-52 0h-34M52 0h34M-54 9h-22M54 9h22"),
    "EV-10": Emblem(BURST, line="M-100 44" + "l12 -8l12 8" * 8),
    "EV-11": Emblem("M-16 -46h12v30h-12ZM4 -46h12v30h-12ZM0 -4l6 12l13 1l-10 9l3 13l-12 -7l-12 7l3 -13l-10 -9l13 -1Z",
                    "M-28 14a28 28 0 1 0 56 0a28 28 0 1 0 -56 0Z"),
    "EV-12": Emblem("M-4 -44h8v92h-8ZM-2 -38h42l13 13l-13 13h-42Z", "M2 -8h-42l-13 13l13 13h42Z"),
    "EV-13": Emblem("M12 -42v18h18Z", "M-30 -42h42l18 18v64h-60Z", "M-18 -14h36M-18 0h36M-18 14h36M-18 28h22"),
    "EV-14": Emblem("M-26 20h52v22h-52ZM-16 -46h16v12h-16Z", "M-26 -34h52v76h-52Z", "M-26 -10h52M8 -34v-8h14v8"),
    "EV-15": Emblem(f"{MOON}M62 46{BOMB}"),
    "EV-16": Emblem("M-9 -34a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z",
                    line="M0 -24L-4 10L-20 44M-4 10L10 24L16 44M0 -18L20 -2M0 -18L-20 0M-90 46h180"),
    "OR-1": Emblem("M-12 8l-11 22h11ZM12 8l11 22h-11Z", "M0 -48L12 -26V18H-12V-26Z", "M0 22v26M-7 22v16M7 22v16"),
    "OR-2": Emblem(f"M-34 40{BOMB}M34 40{BOMB}"),
    "OR-3": Emblem("M-64 -10h78v20h-78ZM14 -5h58v10h-58ZM-40 10h16l-6 30h-16Z", line="M24 -34L62 34M62 -34L24 34"),
    "OR-4": Emblem("".join(f"M{x - 6} -10c0 -14 3 -24 6 -30c3 6 6 16 6 30Z" for x in ROUNDS),
                   "".join(f"M{x - 6} -10h12v50h-12Z" for x in ROUNDS)),
    "OR-5": Emblem("M-5 36h10v12h-10Z", "M-52 -6a52 40 0 0 1 104 0Z",
                   "M-52 -6L0 36L52 -6M-18 -6L0 36L18 -6M-18 -6C-18 -28 -8 -42 0 -46M18 -6C18 -28 8 -42 0 -46"),
    "OR-6": Emblem(line="M-52 6h30l-30 36h30M-10 -14h24l-24 28h24M26 -42h20l-20 24h20"),
    "OR-7": Emblem(line="M-80 -16h100a14 14 0 1 0 -14 -14M-80 4h130a14 14 0 1 1 -14 14M-80 24h64a12 12 0 1 1 -12 12"),
    "OR-8": Emblem(paper=f"M-10 -12a24 24 0 1 0 48 0a24 24 0 1 0 -48 0ZM-40 36{CLOUD}",
                   line="M14 -44v-8M46 -12h12M37 -35l8 -8M-9 -35l-8 -8"),
}  # fmt: skip
BACKS: Mapping[str, Emblem] = {
    "Mission": Emblem("M-46 -14h92v12h-92ZM-42 6h84v8h-84ZM-6 -30h12l-3 66h-6ZM-18 30h36v9h-36Z"),
    "Event": Emblem(BURST),
    "Optional rule": Emblem("M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z", GEAR),
}
"""The emblem of each deck: on the back of its cards, and on a card that has none of its own."""


def _put(sheet: Fragment, emblem: Emblem, colour: str) -> None:
    if emblem.paper:
        sheet.path(emblem.paper, colour, 3.4, style.CARD)
    if emblem.solid:
        sheet.add("path", d=emblem.solid, fill=colour)
    if emblem.line:
        sheet.path(emblem.line, colour, 4.4)


def _sky(sheet: Fragment, centre: tuple[float, float]) -> None:
    """Rays from a point: the sky of a poster."""
    sheet.rect(0, 0, WIDE, HIGH, SKY)
    x, y = centre
    ends = ((0, -24), (50, 74), (128, 150), (190, 222), (268, 300))
    far = " ".join(f"M{coord(x)} {coord(y)}L{coord(start * 1.6 - 66)} -40H{coord(end * 1.6 - 66)}Z" for start, end in ends)
    sheet.path(far, fill=RAY)


def emblem_picture(card: str, deck: str, colour: str) -> str:
    """The picture of an event or an option."""
    picture = Svg(WIDE, HIGH, card)
    _sky(picture, (WIDE / 2, HIGH * 1.1))
    with picture.group(transform=f"translate({coord(WIDE / 2)} {coord(HIGH / 2)})"):
        _put(picture, EMBLEMS.get(card, BACKS[deck]), colour)
    return str(picture)


def back_picture(deck: str, colour: str) -> str:
    """The emblem on the backs of a deck."""
    picture = Svg(112, 112, deck)
    with picture.group(transform="translate(56 56)"):
        _put(picture, BACKS[deck], colour)
    return str(picture)


OF_OBJECTIVE: Mapping[str, Feature] = {
    "home-airfield": "airfield", "airfield": "airfield", "balloon": "balloon", "town": "town", "rail-yard": "rail-yard",
    "depot": "depot", "hq": "hq",
}  # fmt: skip
HORIZON = 96.0


def mission_picture(card: MissionCard, colour: str) -> str:
    """The picture of a mission: its objective on the ground or in the air, and the flight above."""
    picture = Svg(WIDE, HIGH, card.card)
    _sky(picture, (150, HORIZON))
    picture.path(f"M0 {HORIZON}q50 -12 110 -2t112 -4V{HIGH}H0Z", fill=FAR)
    picture.path(f"M0 {HORIZON + 8}q60 -6 120 2t102 -3V{HIGH}H0Z", fill=GROUND)
    if card.objective in ("trench", "balloon"):
        picture.path("M0 116" + "l9 -7l9 7" * 13, colour, 3)
    if card.objective == "loop":
        picture.path("M128 46a34 26 0 1 1 -6 26M128 46l-16 1M128 46l3 -16", colour, 3)
    elif card.objective in OF_OBJECTIVE:
        lift = 54 if card.objective == "balloon" else 84
        with picture.group(transform=f"translate(168 {lift}) scale(1.15)"):
            FEATURES[OF_OBJECTIVE[card.objective]](picture, colour)
    _task(picture, card, colour)
    for kind, x, y, turn, scale in _flight(card):
        with picture.group(transform=f"translate({coord(x)} {coord(y)}) rotate({turn}) scale({scale})"):
            picture.raw(silhouette(kind, (0, 0), colour))
    return str(picture)


def _task(picture: Fragment, card: MissionCard, colour: str) -> None:
    """What is done there: shells that burst, bombs that fall, what a camera sees, where guns fire."""
    if card.mission == "artillery-spotting":
        for x, y, size in ((142, 92, 0.55), (176, 80, 0.7), (204, 98, 0.5)):
            with picture.group(transform=f"translate({x} {y}) scale({size})"):
                picture.path(BURST, fill=colour)
    elif card.mission == "photo-recon":
        picture.path("M124 58v-14h16M212 58v-14h-16M124 106v12h16M212 106v12h-16", colour, 2.6)
    elif card.mission == "bombing":
        for x, y in ((118, 66), (130, 88)):
            with picture.group(transform=f"translate({x} {y}) rotate(-24) scale(.3)"):
                picture.path(f"M0 36{BOMB}", fill=colour)
    elif card.mission in ("trench-strafing", "balloon-busting", "ground-support"):
        fire = "M104 40l34 8M96 62l40 -2" if card.mission == "balloon-busting" else "M104 44l56 62M84 62l48 46"
        picture.path(fire, colour, 2, dash="6 5")


PLACES = ((84, 36), (58, 18), (54, 54), (24, 36), (22, 74), (24, 8))
"""Where the aircraft of a flight are, its leader first."""


def _flight(card: MissionCard) -> Iterator[tuple[Kind, float, float, float, float]]:
    """The aircraft of a card: kind, place, turn and size. A roll of a die for them shows as three."""
    fighters = int(card.fighters) if card.fighters.isdigit() else 3 if card.fighters else 0
    counts: tuple[tuple[Kind, int], ...] = (
        ("two-seater", card.two_seaters), ("bomber", card.bombers), ("fighter", fighters)
    )  # fmt: skip
    flight = [kind for kind, count in counts for _ in range(count)]
    turn = 48 if card.mission == "scramble" else 130 if "strafing" in card.mission or "support" in card.mission else 98
    for kind, (x, y) in zip(flight, PLACES, strict=False):
        yield kind, x, y + 6, turn, 1.35 if kind == "fighter" else 1.5
