"""Who is how far from whom, and who is under what: ranges and templates as the rules measure them."""

from __future__ import annotations

from dataclasses import dataclass

from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import HIDDEN, RulesInForce
from aqmf_air.games.martian_front.profiles import Mount
from aqmf_air.games.martian_front.state import Element, Game, Unit
from aqmf_air.geometry.plane.template import Base, Disc, Template, Under


@dataclass(frozen=True, slots=True)
class Ends:
    """Which ends of a range are base edges; the others are centres."""

    own_edge: bool = True
    target_edge: bool = True


def edge_to_edge(rulings: Rulings) -> Ends:
    """The game's own: from base edge to base edge. HOST-LOS-2."""
    return Ends()


def distance(game: Game, rules: RulesInForce, unit: Unit, element: Element, target: Unit, at: Element) -> float:
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


def all_round(game: Game, element: Element, mount: Mount, at: Element) -> bool:
    """The game's own weapons bear all round."""
    return True


def reaches(game: Game, rules: RulesInForce, step: str, unit: Unit, *by: Unit | None) -> bool:
    """Whether templates reach a unit: a matter of its kind, at ``step``.

    ``under barrage`` and ``in sweep`` depend on the unit ``by`` which it is attacked; ``in blast`` does not.
    """
    return bool(rules.procedure(step, game.type_of(unit).kind)(game, unit, *by))


def in_reach(game: Game, rules: RulesInForce, step: str, *by: Unit | None) -> tuple[Unit, ...]:
    """Units of either side that templates reach. A hidden unit is not there to be attacked (HOST-HIDE-1)."""
    return tuple(unit for unit in game.units if not unit.has(HIDDEN) and reaches(game, rules, step, unit, *by))


def under(
    game: Game, rules: RulesInForce, template: Template, step: str, *by: Unit | None, judged: Under = "touched"
) -> tuple[tuple[Unit, tuple[Element, ...]], ...]:
    """Units with elements under a template, of either side, each with those elements, in the order of the game."""
    found = []
    extent = template.diameter if isinstance(template, Disc) else template.length + template.width
    for unit in in_reach(game, rules, step, *by):
        size = game.type_of(unit).base_diameter
        far = (extent + size) ** 2  # a quick look before the exact one
        if any((one.x - template.x) ** 2 + (one.y - template.y) ** 2 <= far for one in unit.elements):
            elements = tuple(one for one in unit.present if template.covers(Base(one.x, one.y, size), judged))
            found += [(unit, elements)] if elements else []
    return tuple(found)


def reachable(game: Game, unit: Unit, by: Unit | None = None) -> bool:
    """Templates and blasts reach everything on the ground."""
    return True
