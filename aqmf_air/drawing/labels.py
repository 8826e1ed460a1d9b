"""Where names stand on a picture: beside what they name, never on each other or on a piece, and never left out.

A name that has room nowhere stands as a number, and in a key. The same cases give the same places in the browser
(``web/static/labels.js``): both do the same sums in the same order, on floating-point numbers, with no function but a root.
Pixels; x to the right, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

XY = tuple[float, float]
Segment = tuple[float, float, float, float]
"""Where a straight line begins and ends: x, y, x, y."""
Circle = tuple[float, float, float]
"""A middle, x and y, and a radius."""

GAP = 3.0
"""Pixels between a name and the piece that it stands beside."""
APART = 1.0
"""Pixels between two names."""
BESIDE = 12.0
"""Pixels from a piece up to which a name needs no leader."""
RINGS = (0.0, 9.0, 20.0, 34.0, 52.0, 74.0, 100.0, 132.0, 170.0)
"""Pixels that a name stands away, one after the other."""
_S, _C, _D = 0.3826834323650898, 0.9238795325112867, 0.7071067811865476
WAYS: tuple[XY, ...] = (
    (0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (_D, _D), (-_D, _D), (_D, -_D), (-_D, -_D),
    (_S, _C), (-_S, _C), (_S, -_C), (-_S, -_C), (_C, _S), (-_C, _S), (_C, -_S), (-_C, -_S),
)  # fmt: skip
"""Where a name is tried: below, above, right, left, and between them."""
OVER_LINE = 14.0
"""What a name over a line that it may cross costs, in pixels that it could stand farther away."""
BY_ANOTHER = 7.0
"""What it costs to stand as near to another piece as to one's own; and how near that is."""


@dataclass(frozen=True, slots=True)
class Box:
    """A place on the picture, in pixels; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box, apart: float = 0.0) -> bool:
        """Whether both have a place in common, or are nearer than ``apart``."""
        return (
            self.left < other.right + apart
            and other.left < self.right + apart
            and self.top < other.bottom + apart
            and other.top < self.bottom + apart
        )

    def within(self, other: Box) -> bool:
        """Whether all of it lies in the other."""
        across, down = self.left >= other.left and self.right <= other.right, self.top >= other.top
        return across and down and self.bottom <= other.bottom

    def overlap(self, other: Box) -> float:
        """Square pixels that both take."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


@dataclass(frozen=True, slots=True)
class LabelText:
    """Something to be written: how large, and of what. It stands on one of ``spots``, or beside one of ``pieces``."""

    wide: float
    high: float
    pieces: tuple[Circle, ...] = ()
    spots: tuple[XY, ...] = ()
    """Middles of the places that suit it best, the best first; it needs no leader there."""
    keyed: bool = True
    """Whether a number may stand for it."""
    matters: int = 0
    """Names that matter more are placed first."""


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """Where a name stands, the line from it to what it names, and the number that stands for it (0: it stands itself)."""

    box: Box
    leader: Segment | None = None
    number: int = 0


@dataclass
class _Taken:
    """What is in the way."""

    frame: Box
    pieces: Sequence[Circle]
    borders: Sequence[Segment]
    lines: Sequence[Segment]
    boxes: list[Box] = field(default_factory=list)
    leaders: list[Segment] = field(default_factory=list)

    def free(self, box: Box, leader: Segment | None, own: tuple[Circle, ...], covers: bool) -> bool:
        """Whether a name can stand there; ``covers``: over pieces and borders if need be, but on no other name."""
        if not box.within(self.frame):
            return False
        if any(box.meets(earlier, APART) for earlier in self.boxes) or any(cuts(earlier, box) for earlier in self.leaders):
            return False
        if not covers and (
            any(touches(piece, box) for piece in self.pieces) or any(cuts(border, box) for border in self.borders)
        ):
            return False
        if leader is None:
            return True
        return not (
            any(crosses(leader, earlier) for earlier in self.leaders)
            or any(cuts(leader, earlier) for earlier in self.boxes)
            or (not covers and any(piece not in own and near(leader, piece) for piece in self.pieces))
        )

    def dear(self, box: Box, own: tuple[Circle, ...]) -> float:
        """What it costs to stand there: lines that the name would lie over, and pieces that it could be taken for."""
        over = sum(cuts(line, box) for line in self.lines)
        by = sum(touches((x, y, radius + BY_ANOTHER), box) for x, y, radius in self.pieces if (x, y, radius) not in own)
        return OVER_LINE * over + BY_ANOTHER * by


def place(
    names: Sequence[LabelText],
    pieces: Iterable[Circle],
    frame: Box,
    *,
    borders: Iterable[Segment] = (),
    lines: Iterable[Segment] = (),
    number: XY = (16.0, 14.0),
) -> list[LabelPlace]:
    """A place for every name, in their order.

    No two of them overlap, no leader crosses another or runs through a name, and none lies on a piece or a border, as long
    as ``frame`` has room for as many numbers.

    Args:
        names: what is to be written.
        pieces: what no name may lie on.
        frame: where names may be.
        borders: lines that no name may lie on.
        lines: lines that a name lies on only where it would have to stand far away.
        number: how wide and how high a number is that stands for a name.
    """
    obstacles = (frame, list(pieces), list(borders), list(lines))
    blank = _Taken(*obstacles)
    choice = [_choice(name, blank) for name in names]
    best: _Attempt | None = None
    for order in _orders(names, choice):
        attempt = _placed(names, order, _Taken(*obstacles), number)
        if best is None or (attempt.numbered, attempt.cost) < (best.numbered, best.cost):
            best = attempt
        if not attempt.numbered:
            break
    return best.places if best else []


@dataclass(frozen=True, slots=True)
class _Attempt:
    """Places of all names, how many of them are numbers, and what all cost together."""

    places: list[LabelPlace]
    numbered: int
    cost: float


def _orders(names: Sequence[LabelText], choice: Sequence[int]) -> Iterator[list[int]]:
    """Orders in which names choose: first those with few places beside them; then from each side, if that was not enough."""
    count = range(len(names))
    yield sorted(count, key=lambda at: (-names[at].matters, choice[at], at))
    for axis, sign in ((0, 1), (0, -1), (1, 1), (1, -1)):
        yield sorted(count, key=lambda at: (-names[at].matters, sign * _anchor(names[at])[axis], at))


def _anchor(name: LabelText) -> XY:
    return name.pieces[0][:2] if name.pieces else name.spots[0]


def _placed(names: Sequence[LabelText], order: Sequence[int], taken: _Taken, number: XY) -> _Attempt:
    settled_at: dict[int, LabelPlace] = {}
    late, cost = [], 0.0
    for at in order:
        chosen, price = _best(names[at], taken, (names[at].wide, names[at].high))
        if chosen is None:
            late.append(at)
            continue
        settled_at[at] = _take(chosen, taken)
        cost += price
    numbered = sorted((at for at in late if names[at].keyed), key=lambda at: (-names[at].matters, at))
    numbers = {at: count for count, at in enumerate(numbered, 1)}
    for at in late:
        size = number if names[at].keyed else (names[at].wide, names[at].high)
        chosen, price = _best(names[at], taken, size)
        if chosen is None:
            chosen, price = _best(names[at], taken, size, covers=True)
            cost += 100.0
        settled = _take(chosen or _last(names[at], taken, size), taken)
        settled_at[at] = LabelPlace(settled.box, settled.leader, numbers.get(at, 0))
        cost += price
    return _Attempt([settled_at[at] for at in range(len(names))], len(late), cost)


def _take(chosen: LabelPlace, taken: _Taken) -> LabelPlace:
    taken.boxes.append(chosen.box)
    if chosen.leader is not None:
        taken.leaders.append(chosen.leader)
    return chosen


def _choice(name: LabelText, taken: _Taken) -> int:
    """How many places right beside it a name has: who has few chooses first."""
    size = (name.wide, name.high)
    boxes = (box for _, box, leader in _tried(name, size, 1) if leader is None)
    return sum(taken.free(box, None, name.pieces, covers=False) for box in boxes)


def _best(name: LabelText, taken: _Taken, size: XY, covers: bool = False) -> tuple[LabelPlace | None, float]:
    """The cheapest place and what it costs (0: there is none); ``covers``: over a piece or a border, its own first."""
    best, least = None, math.inf
    for cost, box, leader in _tried(name, size, len(RINGS), on_it=covers):
        if cost >= least:
            break
        if taken.free(box, leader, name.pieces, covers):
            total = cost + taken.dear(box, name.pieces)
            if total < least:
                best, least = LabelPlace(box, leader), total
    return best, least if best else 0.0


def _last(name: LabelText, taken: _Taken, size: XY) -> LabelPlace:
    """The nearest place in the frame that no other name has, over whatever else is there; without any, on the piece."""
    (x, y), (wide, high), frame = _anchor(name), size, taken.frame
    across, down = int((frame.right - frame.left) / wide), int((frame.bottom - frame.top) / high)
    lattice = [
        Box(left := frame.left + column * wide, top := frame.top + row * high, left + wide, top + high)
        for row in range(down)
        for column in range(across)
    ]
    lattice.sort(
        key=lambda box: (
            (box.left + wide / 2 - x) * (box.left + wide / 2 - x) + (box.top + high / 2 - y) * (box.top + high / 2 - y)
        )
    )
    open_ones = [box for box in lattice if taken.free(box, None, name.pieces, covers=True)]
    for box in open_ones:
        leader = leader_of(box, name.pieces[0]) if name.pieces else None
        if taken.free(box, leader, name.pieces, covers=True):
            return LabelPlace(box, leader)
    left = max(frame.left, min(frame.right - wide, x - wide / 2))
    top = max(frame.top, min(frame.bottom - high, y - high / 2))
    return LabelPlace(open_ones[0] if open_ones else Box(left, top, left + wide, top + high))


def _tried(name: LabelText, size: XY, rings: int, on_it: bool = False) -> Iterator[tuple[float, Box, Segment | None]]:
    """Places for a name, the nearest first: what each costs, its box, and the leader that it needs.

    ``on_it``: the first are on its own pieces.
    """
    wide, high = size
    if on_it:
        for x, y, _ in name.pieces:
            yield 0.0, Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), None
    for at, (x, y) in enumerate(name.spots):
        yield 0.25 * at, Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), None
    start = 0.25 * len(name.spots)
    for ring, out in enumerate(RINGS[:rings]):
        for way in range(16 if ring else 8):
            dx, dy = WAYS[way]
            for at, (cx, cy, radius) in enumerate(name.pieces):
                x = cx + dx * (radius + GAP + out + wide / 2)
                y = cy + dy * (radius + GAP + out + high / 2)
                box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
                yield start + out + (4.0 if ring else 0.0) + 0.5 * way + 0.25 * at, box, leader_of(box, (cx, cy, radius))


def leader_of(box: Box, piece: Circle) -> Segment | None:
    """The line from a name to the rim of its piece; None: it stands beside it."""
    cx, cy, radius = piece
    x, y = max(box.left, min(box.right, cx)), max(box.top, min(box.bottom, cy))
    far = math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy))
    if far - radius <= BESIDE:
        return None
    return x, y, cx + (x - cx) / far * radius, cy + (y - cy) / far * radius


def touches(piece: Circle, box: Box) -> bool:
    """Whether a circle and a box have a place in common."""
    cx, cy, radius = piece
    x, y = cx - max(box.left, min(box.right, cx)), cy - max(box.top, min(box.bottom, cy))
    return x * x + y * y < radius * radius


def near(line: Segment, piece: Circle) -> bool:
    """Whether a line runs over a circle."""
    x, y, to_x, to_y = line
    cx, cy, radius = piece
    dx, dy = to_x - x, to_y - y
    long = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((cx - x) * dx + (cy - y) * dy) / long)) if long > 0 else 0.0
    gap_x, gap_y = x + along * dx - cx, y + along * dy - cy
    return gap_x * gap_x + gap_y * gap_y < radius * radius


def crosses(first: Segment, second: Segment) -> bool:
    """Whether two lines cross."""
    return (
        _turn(first, second[0], second[1]) * _turn(first, second[2], second[3]) < 0
        and _turn(second, first[0], first[1]) * _turn(second, first[2], first[3]) < 0
    )


def _turn(line: Segment, x: float, y: float) -> float:
    """On which side of a line a point is."""
    return (line[2] - line[0]) * (y - line[1]) - (line[3] - line[1]) * (x - line[0])


def cuts(line: Segment, box: Box) -> bool:
    """Whether a line runs through a box (Liang and Barsky)."""
    x, y, to_x, to_y = line
    first, last = 0.0, 1.0
    for way, room in (
        (x - to_x, x - box.left), (to_x - x, box.right - x), (y - to_y, y - box.top), (to_y - y, box.bottom - y)
    ):  # fmt: skip
        if way == 0:
            if room <= 0:
                return False
        elif way < 0:
            first = max(first, room / way)
        else:
            last = min(last, room / way)
    return first < last
