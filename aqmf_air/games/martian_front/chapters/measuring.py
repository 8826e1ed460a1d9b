"""Ranges, templates, line of sight, terrain and cover on the table, and places in words. HOST-LOS, HOST-COVER-1."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, TypeVar

from aqmf_air.api import Objection, Rulings, Sourced, cached_by_identity, in_a_row, load_rows, package_file
from aqmf_air.api.geometry import TOLERANCE, Base, Disc, Template, Under, within
from aqmf_air.games.martian_front.chapters.orders import COMPASS, seen_by
from aqmf_air.games.martian_front.chapters.to_hit import IN_THE_OPEN
from aqmf_air.games.martian_front.state import (
    HIDDEN,
    Element,
    Game,
    Terrain,
    Unit,
    apart,
    area_of,
    bounds_of,
    models,
    number_of,
)
from aqmf_air.games.martian_front.tables import PACKAGE, UnitType, covers, figures, host_rulings

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from aqmf_air.games.martian_front.chapters.orders import FrontRules


# -- ranges and templates ----------------------------------------------------------------------------------------------


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ends:
    """Which ends of a range are base edges; the others are centres."""

    own_edge: bool = True
    target_edge: bool = True


def edge_to_edge(rulings: Rulings) -> Ends:
    """The game's own: from base edge to base edge. HOST-LOS-2."""
    return Ends()


def distance(game: Game, rules: FrontRules, unit: Unit, element: Element, target: Unit, at: Element) -> float:
    """Inches from ``element`` of ``unit`` to the element ``at`` of ``target``, never below 0.

    The kind of either unit may have its own way of measuring (steps ``range from`` and ``range to``).
    """
    own, other = game.type_of(unit), game.type_of(target)
    ends_from: Ends = rules.procedure("range from", own.kind)(game.rulings)
    ends_to: Ends = rules.procedure("range to", other.kind)(game.rulings)
    own_edge = ends_from.own_edge and ends_to.own_edge
    target_edge = ends_from.target_edge and ends_to.target_edge
    here = Base(element.x, element.y, own.base_diameter if own_edge else 0)
    return here.distance(Base(at.x, at.y, other.base_diameter if target_edge else 0))


_REACHED_BY = {"under barrage": "HOST-BARRAGE-4", "in sweep": "HOST-RAY-3", "in blast": "HOST-TRIPOD-2"}
"""The rules of templates, by the steps that say whom they reach."""


def out_of_reach(game: Game, rules: FrontRules, step: str, unit: Unit, *by: Unit | None) -> Objection | None:
    """Why no template reaches a unit, a matter of its kind at ``step``; None: they do.

    ``under barrage`` and ``in sweep`` depend on the unit ``by`` which it is attacked; ``in blast`` does not.
    """
    answer = rules.procedure(step, game.type_of(unit).kind)(game, unit, *by)
    if isinstance(answer, Objection):
        return answer
    # HOST-BARRAGE-4 "each element on the ground that its template touches",
    # HOST-RAY-3 "each element it touches and may attack",
    # HOST-TRIPOD-2 "each element whose base comes within 3 inches of the middle"
    return None if answer else Objection(_REACHED_BY[step], f"{game.called(unit.id)} is out of reach of this template")


def reaches(game: Game, rules: FrontRules, step: str, unit: Unit, *by: Unit | None) -> bool:
    """Whether templates reach a unit: see :func:`out_of_reach`."""
    answer = rules.procedure(step, game.type_of(unit).kind)(game, unit, *by)
    return bool(answer) and not isinstance(answer, Objection)


def in_reach(game: Game, rules: FrontRules, step: str, *by: Unit | None) -> tuple[Unit, ...]:
    """Units of either side that templates reach. A hidden unit is not there to be attacked (HOST-HIDE-1)."""
    return tuple(unit for unit in game.in_the_open if reaches(game, rules, step, unit, *by))


def with_bases(game: Game, unit: Unit, elements: tuple[Element, ...]) -> tuple[tuple[Element, Base], ...]:
    """Elements of a unit, each with the base that it stands on."""
    return _standing(elements, game.type_of(unit).base_diameter)


@cached_by_identity(128)
def _standing(elements: tuple[Element, ...], size: float) -> tuple[tuple[Element, Base], ...]:
    """Elements, each with a base of this size."""
    return tuple([(element, Base(element.x, element.y, size)) for element in elements])


def covered(template: Template, standing: Iterable[tuple[T, Base]], judged: Under = "touched") -> tuple[T, ...]:
    """Which of some elements, each with its base, are under a template; ``judged``: when a base is. HOST-BARRAGE-4."""
    return tuple([item for item, base in standing if template.covers(base, judged)])


def under(
    game: Game, rules: FrontRules, template: Template, step: str, *by: Unit | None, judged: Under = "touched"
) -> tuple[tuple[Unit, tuple[Element, ...]], ...]:
    """Units with elements under a template, of either side, each with those elements, in the order of the game."""
    units = []
    extent = template.diameter if isinstance(template, Disc) else template.length + template.width
    centre = (template.x, template.y, template.x, template.y)
    for unit in game.in_the_open:
        if apart(centre, unit.bounds, extent + game.type_of(unit).base_diameter):
            continue  # a quick look before the exact one
        if reaches(game, rules, step, unit, *by):
            elements = covered(template, with_bases(game, unit, unit.present), judged)
            units += [(unit, elements)] if elements else []
    return tuple(units)


@dataclass(frozen=True, slots=True)
class Eyes:
    """What terrain does to a line of sight: nothing at all (``clear``), or only hills stop it (``over``)."""

    over: bool = False
    clear: bool = False


GROUND, TALL, ALOFT = Eyes(), Eyes(over=True), Eyes(over=True, clear=True)


def screening(terrain: Sequence[Terrain], viewer: Base, target: Base, over: bool = False) -> float:
    """Inches of area terrain on the line of sight; where pieces overlap, once. HOST-LOS-1.

    The line joins the nearest edges of the two bases, as range does, so the ground under either base does not count.
    ``over``: the viewer sees over all terrain but hills.
    """
    blocking = screens(terrain, over)
    between = viewer.distance(target)
    if not blocking or not between:
        return 0.0
    dx, dy = target.x - viewer.x, target.y - viewer.y
    whole = between + viewer.radius + target.radius
    near, far = viewer.radius / whole, 1 - target.radius / whole
    line = (viewer.x + near * dx, viewer.y + near * dy, viewer.x + far * dx, viewer.y + far * dy)
    on_it = tuple(piece.corners for piece in blocking if perhaps_on_the_way(piece, *line))
    if not on_it:
        return 0.0
    from aqmf_air.api.geometry import depth

    return depth(*line, ground_of(on_it))


def screens(terrain: Sequence[Terrain], over: bool = False) -> list[Terrain]:
    """The pieces of terrain that stop a line of sight, or one over all terrain but hills."""
    return [piece for piece in terrain if (kind := terrain_kinds()[piece.kind]).blocks and (kind.high or not over)]


def sees(terrain: Sequence[Terrain], viewer: Base, target: Base, over: bool = False) -> bool:
    """Whether no more area terrain stands between two bases than sight can pierce, the exact figure included. HOST-LOS-1."""
    return within(screening(terrain, viewer, target, over), figures()["sight depth"])


def eyes_on_the_ground(rulings: Rulings) -> Eyes:
    """Area terrain and hills stop the sight of what stands on the ground. HOST-LOS-1."""
    return GROUND


def eyes_of_a_tripod(rulings: Rulings) -> Eyes:
    """Only hills do. HOST-LOS-1."""
    return TALL


def eyes_upon_a_tripod(rulings: Rulings) -> Eyes:
    """What hides a tripod is a ruling: area terrain, or only hills. HOST-LOS-1."""
    return TALL if host_rulings(rulings).tripods_over_woods == "seen" else GROUND


def in_sight(game: Game, rules: FrontRules, unit: Unit, element: Element, target: Unit, at: Element) -> bool:
    """Whether ``element`` of ``unit`` sees the element ``at`` of ``target``.

    The kind of either unit may see, or be seen, in its own way (steps ``sight from`` and ``sight to``).
    """
    own, other = game.type_of(unit), game.type_of(target)
    eyes = eyes_between(game, rules, own, other)
    if eyes.clear:
        return True
    here, there = Base(element.x, element.y, own.base_diameter), Base(at.x, at.y, other.base_diameter)
    return sees(game.terrain, here, there, eyes.over)


def eyes_between(game: Game, rules: FrontRules, own: UnitType, other: UnitType) -> Eyes:
    """What terrain does to a line of sight between units of two types: steps ``sight from``, ``sight to``."""
    viewer: Eyes = rules.procedure("sight from", own.kind)(game.rulings)
    seen: Eyes = rules.procedure("sight to", other.kind)(game.rulings)
    return Eyes(over=viewer.over or seen.over, clear=viewer.clear or seen.clear)


# -- terrain ------------------------------------------------------------------------------------------------------------


class TerrainKind(Sourced):
    """A kind of terrain. HOST-COVER-1, HOST-LOS-1, HOST-MOVE-5."""

    name: str
    cover: str = "none"
    blocks: bool = False
    """More than 2 inches of it stop a line of sight."""
    high: bool = False
    """It stops a tripod's line of sight too."""
    impassable: bool = False
    """Nothing on the ground but tripods may enter it."""


@cache
def terrain_kinds() -> dict[str, TerrainKind]:
    """Kinds of terrain, by name."""
    rows = load_rows(package_file(PACKAGE, "data/terrain.toml"), TerrainKind, "terrain", lambda row: row.name)
    return {row.name: row for row in rows}


@lru_cache(maxsize=512)
def ground_of(pieces: tuple[tuple[tuple[float, float], ...], ...]) -> BaseGeometry:
    """All the ground that is in any of the polygons with these corners."""
    from aqmf_air.api.geometry import union

    return union(map(area_of, pieces))


def perhaps_on_the_way(piece: Terrain, from_x: float, from_y: float, to_x: float, to_y: float) -> bool:
    """Whether a straight line may cross a piece of terrain, by the rectangle round it: a quick look before the exact one."""
    return not apart(piece.bounds, bounds_of(((from_x, from_y), (to_x, to_y))), 0)


def under_foot(terrain: Sequence[Terrain], x: float, y: float) -> tuple[TerrainKind, ...]:
    """The kinds of terrain at a point, edges included."""
    return tuple(terrain_kinds()[piece.kind] for piece in pieces_under_foot(terrain, x, y))


def pieces_under_foot(terrain: Sequence[Terrain], x: float, y: float) -> tuple[Terrain, ...]:
    """The pieces of terrain at a point, edges included."""
    here = x, y, x, y
    return tuple([piece for piece in terrain if not apart(piece.bounds, here, 0) and _holds(piece, x, y)])


def unsheltered(game: Game, rules: FrontRules, unit: Unit) -> Objection | None:
    """Why nothing covers a unit, a matter of its kind at the step ``no cover``; None: cover protects it. HOST-COVER-1."""
    why: Objection | None = rules.procedure("no cover", game.type_of(unit).kind)(game, unit)
    return why


def cover_of(game: Game, rules: FrontRules, unit: Unit, element: Element) -> str:
    """The best cover that an element has: its unit's own, or from the terrain under the centre of its base. HOST-COVER-1.

    Some kinds are never in cover (step ``no cover``).
    """
    return _covers(game, rules, unit, (element,))[0]


def _covers(game: Game, rules: FrontRules, unit: Unit, elements: Sequence[Element]) -> list[str]:
    """The best cover that each of these elements of a unit has."""
    if unsheltered(game, rules, unit):
        return [IN_THE_OPEN] * len(elements)
    own = unit.mark("cover") or IN_THE_OPEN
    return [max(own, _cover_of_ground(game.terrain, element), key=_worth) for element in elements]


@cached_by_identity(512)  # neither changes but for who moves, and states with the same ones are many
def _cover_of_ground(terrain: tuple[Terrain, ...], element: Element) -> str:
    """The best cover of the terrain under the centre of an element's base."""
    return max((kind.cover for kind in under_foot(terrain, element.x, element.y)), key=_worth, default=IN_THE_OPEN)


def cover_of_unit(game: Game, rules: FrontRules, unit: Unit) -> str:
    """The cover of a unit that is shot at as one: the best that at least half of its elements have. HOST-COVER-1."""
    if not unit.elements:
        return IN_THE_OPEN
    each = sorted(_covers(game, rules, unit, unit.elements), key=_worth)
    return each[len(each) // 2]


def bars_the_way(terrain: Sequence[Terrain], start: tuple[float, float], end: tuple[float, float]) -> str | None:
    """The name of the impassable terrain that a straight move crosses or ends in, None if there is none. HOST-MOVE-5."""
    barring = [
        piece for piece in terrain if terrain_kinds()[piece.kind].impassable and perhaps_on_the_way(piece, *start, *end)
    ]
    if not barring:
        return None
    from shapely import LineString

    line = LineString([start, end])
    return next((piece.name for piece in barring if piece.area.intersects(line)), None)


def passes_over(start: tuple[float, float], end: tuple[float, float], at: tuple[float, float], reach: float) -> bool:
    """Whether a straight way passes within ``reach`` inches of a point beside it, its ends left out. HOST-MOVE-3."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    if not length:
        return False
    share = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / length
    return 0 < share < 1 and hypot(start[0] + share * dx - at[0], start[1] + share * dy - at[1]) < reach - TOLERANCE


def _holds(piece: Terrain, x: float, y: float) -> bool:
    import shapely

    return bool(shapely.intersects_xy(piece.area, x, y))


@cache
def _worth(name: str) -> tuple[int, int]:
    """What a kind of cover is worth, to be compared."""
    cover = covers()[name]
    return cover.defense, cover.armor


# -- in a player's words: by units, terrain and edges of the table -----------------------------------------------------


NEAR = 24.0
"""Inches within which an enemy is worth telling of."""


def compass(dx: float, dy: float) -> str:
    """The direction of a step as players type it: ``up right``."""
    return COMPASS[round(degrees(atan2(dx, dy)) / 45) % 8]


def inches(length: float) -> str:
    """A length for people: ``6"``, ``6.7"``."""
    return f'{round(length, 1):g}"'


_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


def agreeing(game: Game, line: str, player: str | None = None) -> str:
    """A line that begins with a unit whose name is a plural, with its verb to match: ``Drones move``.

    For a ``player`` only where they know of such a unit: else the verb would say that there is one.
    """
    for kind in game.types:
        if (
            kind.elements > 1
            and kind.name.endswith("s")
            and line.startswith(f"{kind.name} ")
            and (player is None or any(unit.type == kind.name for unit in _known_to(game, player)))
        ):
            verb, *rest = line.removeprefix(f"{kind.name} ").split(" ")
            plural = _VERBS.get(verb) or re.sub(r"(?<=ss|sh|ch)es$|s$", "", re.sub(r"ies$", "y", verb))
            return " ".join((kind.name, plural, *rest))
    return line


def _known_to(game: Game, player: str) -> Iterator[Unit]:
    yield from seen_by(game, player)
    yield from game.fallen
    yield from (reserve.unit for reserve in game.reserves if reserve.unit.side == player)


def ended(game: Game, before: Unit, after: Unit) -> str:
    """Where a unit that moved ended, after a comma: what terrain it is in now and was not in before, and the nearest enemy.

    Args:
        game: the state, in which nobody else has moved since.
        before: the unit as it was.
        after: the unit as it is; of one with no element on the table nothing is said.
    """
    if not after.present:
        return ""
    parts = []
    was, now = (
        {piece.name: piece for element in unit.present for piece in pieces_under_foot(game.terrain, element.x, element.y)}
        for unit in (before, after)
    )
    if entered := [f"into {_place(terrain)}" for name, terrain in now.items() if name not in was]:
        parts.append(in_a_row(entered))
    elif left := [f"out of {_place(terrain)}" for name, terrain in was.items() if name not in now]:
        parts.append(in_a_row(left))
    if nearest := nearest_enemy(game, after):
        gap, enemy = nearest
        close = f"to {inches(gap)} from" if gap > 0.05 else "to the base of"
        parts.append(f"{close} {game.the(enemy.id)}")
    return "".join(f", {part}" for part in parts)


def nearest_enemy(game: Game, unit: Unit) -> tuple[float, Unit] | None:
    """The nearest enemy in sight of all who read, within ``NEAR``: inches from edge to edge of the bases, and the unit."""
    own = game.type_of(unit).base_diameter / 2
    gaps = [
        (max(0.0, hypot(element.x - at.x, element.y - at.y) - own - game.type_of(other).base_diameter / 2), other)
        for other in game.units
        if other.side != unit.side and not other.has(HIDDEN)
        for element in unit.present
        for at in other.present
    ]
    nearest = min(gaps, key=lambda gap: gap[0], default=None)
    return nearest if nearest and nearest[0] <= NEAR else None


def _place(piece: Terrain) -> str:
    """``the north wood``; a name with capitals goes without an article."""
    return f"the {piece.name}" if piece.name == piece.name.lower() else piece.name


def elements_in_words(game: Game, ids: Iterable[str]) -> str:
    """Elements by their units: ``Scout Tripod, 3 bases of US Infantry 1 and Red 2``; ``nobody`` where there are none."""
    of_unit: dict[str, list[str]] = {}
    unit_of = {element.id: unit for unit in (*game.fallen, *game.units) for element in unit.elements}
    for id_ in ids:
        of_unit.setdefault(unit_of[id_].id if id_ in unit_of else id_, []).append(id_)
    parts = []
    for unit, elements in of_unit.items():
        whole = one_of(game, unit)
        if whole is None or len(whole.elements) == len(elements):
            parts.append(game.the(unit))
        elif len(elements) == 1:
            parts.append(game.called(elements[0]))
        else:
            parts.append(f"{models(game.type_of(whole).kind, len(elements))} of {game.the(unit)}")
    return in_a_row(parts) or "nobody"


def one_of(game: Game, name: str) -> Unit | None:
    """The unit of this id, in the game or fallen; None if there is none."""
    return next((unit for unit in (*game.units, *game.fallen) if unit.id == name), None)


def which(game: Game, unit: Unit, elements: Sequence[str]) -> str:
    """Elements of a unit by their numbers: ``aircraft 2``, ``bases 1 and 3``."""
    noun = models(game.type_of(unit).kind, len(elements)).partition(" ")[2]
    return f"{noun} {in_a_row([str(number_of(unit, element)) for element in elements])}"


def under_and_damaged(game: Game, under: Sequence[str], damaged: Sequence[str]) -> str:
    """Who was under a template and who of them was damaged: ``Scout Tripod, no damage``."""
    if not under:
        return "nobody"
    if not damaged:
        return f"{elements_in_words(game, under)}: no damage"
    if set(damaged) == set(under):
        return f"{elements_in_words(game, under)}: {'damage to all' if len(under) > 1 else 'damage'}"
    return f"{elements_in_words(game, under)}: damage to {elements_in_words(game, damaged)}"


def standing_at(places: Iterable[tuple[float, float, float | None]]) -> str:
    """Exact places, for those who ask: x and y in inches, facing in degrees where there is one."""
    return "; ".join(f"({x:.1f}, {y:.1f})" + ("" if facing is None else f" facing {facing:.0f}") for x, y, facing in places)
