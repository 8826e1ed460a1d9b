"""What is drawn of the game's events while they happen: moves, shots, rays, templates, explosions, losses. In inches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import Literal

from aqmf_air.api.geometry import Disc
from aqmf_air.api.ui import Area, Burst, Loss, Mark, Moment, Shot, Way, Word
from aqmf_air.games.martian_front.chapters.artillery import Barraged
from aqmf_air.games.martian_front.chapters.damage import ElementsLost, TripodDamaged, blast
from aqmf_air.games.martian_front.chapters.damaged_weapons import LaidWild, WentWild
from aqmf_air.games.martian_front.chapters.heat_rays import Swept, sweep_strip
from aqmf_air.games.martian_front.chapters.morale import STANDS, Caught, MoraleTested, Rallied, UnitLeft, UnitRouted
from aqmf_air.games.martian_front.chapters.moving import Moved
from aqmf_air.games.martian_front.chapters.orders import FrontRules
from aqmf_air.games.martian_front.chapters.reserves import NO_SHOW, Arrived
from aqmf_air.games.martian_front.chapters.shooting import Fired, bearing
from aqmf_air.games.martian_front.chapters.templates import TemplatesFell
from aqmf_air.games.martian_front.state import Element, Game, Unit

RAY = "heat-ray"
"""The kind of weapons whose shots are drawn as rays."""


def marks(moment: Moment, rules: FrontRules) -> Iterable[Mark]:
    """What is drawn of an event of the game; nothing of one that it does not know."""
    if (word := _word(moment.event)) is not None:
        return (word,)
    drawn = _DRAWN.get(type(moment.event))
    return () if drawn is None else drawn(moment, rules)


def fallen_marks(event: TemplatesFell, template: Disc, firer: Unit) -> Iterator[Mark]:
    """A template where it fell, who was under it, and from where it was thrown."""
    start = nearest(firer, template.x, template.y)
    outcome = shot_outcome(len(event.under), len(event.damaged))
    yield Shot((start.x, start.y), (template.x, template.y), outcome, "lob", by=firer.id)
    yield area_mark(event, template, firer.id)


def nearest(unit: Unit, x: float, y: float) -> Element:
    """The element of a unit that stands nearest to a point: a mark ends there, as nothing stands in the middle of a unit."""
    return min(unit.present, key=lambda element: hypot(element.x - x, element.y - y))


def area_mark(event: TemplatesFell, template: Disc, by: str) -> Area:
    """A round template where it fell, and who was under it."""
    return Area(((template.x, template.y),), template.diameter / 2, event.under, event.damaged, by)


def losses(game: Game, name: str, lost: Sequence[str]) -> Iterator[Loss]:
    """Elements of a unit that are lost."""
    unit = game.unit(name)
    radius = game.type_of(unit).base_diameter / 2
    for element in unit.elements:
        if element.id in lost:
            yield Loss(name, (element.x, element.y), radius, part=element.id)


def shot_outcome(hits: int, damaging: int) -> Literal["miss", "hit", "damage"]:
    """How a shot is drawn."""
    return "damage" if damaging else "hit" if hits else "miss"


def _moved(moment: Moment, rules: FrontRules) -> Iterator[Mark]:
    event: Moved = moment.event
    for element, to in zip(moment.state.unit(event.unit).elements, event.to, strict=True):
        yield Way(event.unit, ((element.x, element.y, element.facing), (to.x, to.y, to.facing)), part=element.id)


def _fired(moment: Moment, rules: FrontRules) -> Iterator[Mark]:
    game, event = moment.state, moment.event
    unit, target = game.unit(event.unit), game.unit(event.target)
    mount = game.type_of(unit).mount(event.weapon)
    for element, _ in bearing(game, rules, unit, mount, target):
        yield _shot(unit, element, target, mount.weapon.kind, event)
    came = f"{event.hits} of {event.shots} hit" if event.hits else "missed"
    yield Word(target.id, f"{came}, {event.damaging} damage" if event.damaging else came, good=not event.damaging)


def _went_wild(moment: Moment, rules: FrontRules) -> Iterator[Mark]:
    game, event = moment.state, moment.event
    unit = game.unit(event.unit)
    yield _shot(unit, unit.elements[0], game.unit(event.target), game.type_of(unit).mount(event.weapon).weapon.kind, event)


def _shot(unit: Unit, firer: Element, target: Unit, kind: str, event: Fired | WentWild) -> Shot:
    at = nearest(target, firer.x, firer.y)
    look: Literal["ray", "shot"] = "ray" if kind == RAY else "shot"
    came = shot_outcome(event.hits, event.damaging)
    return Shot((firer.x, firer.y), (at.x, at.y), came, look, by=unit.id, at=target.id)


def _swept(moment: Moment, rules: FrontRules) -> Iterator[Mark]:
    event: Swept = moment.event
    firer = next(element for element in moment.state.unit(event.unit).elements if element.id == event.element)
    corners = sweep_strip(event.x, event.y, event.direction).corners()
    yield Area(corners, 0, event.under, event.damaged, event.unit, start=(firer.x, firer.y))


def _barraged(moment: Moment, rules: FrontRules) -> Iterator[Mark]:
    event: Barraged = moment.event
    aimed: Disc = moment.command.template(moment.start, rules)
    return fallen_marks(event, Disc(event.x, event.y, aimed.diameter), moment.state.unit(event.unit))


def _laid_wild(moment: Moment, rules: FrontRules) -> Iterator[Mark]:
    event: LaidWild = moment.event
    return fallen_marks(event, moment.command.template(moment.start, rules), moment.state.unit(event.unit))


def _tripod_damaged(moment: Moment, rules: FrontRules) -> Iterator[Mark]:
    event: TripodDamaged = moment.event
    unit: Unit = moment.state.unit(event.unit)
    if event.destroyed:
        if event.exploded:
            disc = blast(unit.elements[0])
            yield Burst((disc.x, disc.y), disc.diameter / 2, by=unit.id)
        yield from losses(moment.state, unit.id, (event.element,))
        return
    words = [f"\u2212{event.points} Armor"] if event.points else []
    words += [f"{weapon} hit" for weapon in event.weapons]
    words += [word for word, is_so in (("stunned", event.stunned), ("legs hit", event.immobile)) if is_so]
    if words:
        yield Word(unit.id, ", ".join(words))


def _caught(moment: Moment, rules: FrontRules) -> Iterator[Mark]:
    unit: Unit = moment.state.unit(moment.event.unit)
    yield Word(unit.id, "caught")
    yield from losses(moment.state, unit.id, [element.id for element in unit.elements])


def _word(event: object) -> Word | None:
    """What is written beside a unit of what happens to it, where nothing else is drawn."""
    match event:
        case MoraleTested():
            return Word(event.unit, f"morale: {event.result}", good=event.result == STANDS)
        case UnitRouted():
            return Word(event.unit, "routs")
        case Rallied():
            return Word(event.unit, "rallies" if event.rallied else "keeps running", good=event.rallied)
        case UnitLeft():
            return Word(event.unit, "leaves the table")
        case Arrived() if event.result != NO_SHOW:
            return Word(event.unit, "arrives", good=True)
    return None


_DRAWN: Mapping[type[object], Callable[[Moment, FrontRules], Iterator[Mark]]] = {
    Moved: _moved,
    Fired: _fired,
    WentWild: _went_wild,
    Swept: _swept,
    Barraged: _barraged,
    LaidWild: _laid_wild,
    TripodDamaged: _tripod_damaged,
    ElementsLost: lambda moment, rules: losses(moment.state, moment.event.unit, moment.event.elements),
    Caught: _caught,
}
