"""Bombs: where they fall, their templates, and what those do to the ground; and heavy bombers. AIR-BOMB, AIR-HEAVY."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from pydantic import Field

from aqmf_air.api import Dice, Frozen, Objection, Offer, Question, Rulings, Slot, after, in_a_row
from aqmf_air.api.geometry import Disc, Pose, quantise, reach_of, within
from aqmf_air.games.martian_aircraft.chapters.movement import Move, inches
from aqmf_air.games.martian_aircraft.state import HEAVY_BOMBS, KIND, LIGHT_BOMB, MEDIUM_BOMB, weapons
from aqmf_air.games.martian_aircraft.tables import AircraftRulings, aircraft_rulings
from aqmf_air.games.martian_front import api as front

T = TypeVar("T")

Load = Mapping[str, int]
"""Bombs by name, and how many of each."""

NAMES = {"light": LIGHT_BOMB, "medium": MEDIUM_BOMB}
"""Kinds of bombs, as designs and documents call them, and their names as weapons."""


def bombs_by_kind(bombs: Load) -> dict[Any, int]:
    """Bombs by their kinds, from bombs by their names as weapons."""
    return {kind: bombs.get(name, 0) for kind, name in NAMES.items()}


class Bombs(Frozen):
    """Bombs that fall together."""

    light: int = Field(default=0, ge=0)
    medium: int = Field(default=0, ge=0)

    @property
    def bombs(self) -> tuple[tuple[str, int], ...]:
        """Names of weapons, and how many of each."""
        return tuple((name, number) for name, number in ((LIGHT_BOMB, self.light), (MEDIUM_BOMB, self.medium)) if number)


class Drop(Bombs):
    """Bombs that an aircraft lets go together when ``at`` inches of movement are spent."""

    at: float = Field(ge=0)


def reached_by_bombs(kind: str) -> bool:
    """Whether bombs reach a kind of unit: never one that flies. AIR-BOMB-7."""
    return kind != KIND


@dataclass(frozen=True, slots=True)
class Blast:
    """One template: the bombs that make it, with their joint Power and Barrage. AIR-BOMB-4, AIR-BOMB-6."""

    weapon: front.Weapon
    """The bomb whose Power it has; its ``barrage`` is the joint rating."""
    count: int

    @property
    def diameter(self) -> float:
        """Inches across. HOST-BARRAGE-2."""
        assert self.weapon.barrage is not None  # a joint rating always is
        return front.template_sizes()[self.weapon.barrage]

    def reach(self, base_diameter: float, rulings: AircraftRulings) -> float:
        """How near, in inches, the centre of a base is to the mark when it is under the template. AIR-BOMB-3."""
        return float(reach_of(base_diameter, self.diameter / 2, rulings.under_template))


@dataclass(frozen=True, slots=True)
class Impact:
    """A blast on its mark: which aircraft dropped it, where the centre of its stand was, and the template there."""

    aircraft: str
    spent: float
    mark: Pose
    """How the aircraft stood over the mark."""
    blast: Blast

    @property
    def template(self) -> Disc:
        """The template on the ground, centred on the mark. AIR-BOMB-3."""
        return Disc(self.mark.x, self.mark.y, self.blast.diameter)


def bombs_of_aircraft(dropped: Iterable[tuple[str, Blast]], called: Callable[[str], str]) -> str:
    """Bombs with who dropped them, in words, as dice are asked for them: ``light bomb of Red 2``."""
    bombs = Counter[tuple[str, str]]()
    for aircraft, blast in dropped:
        bombs[blast.weapon.name.lower(), aircraft] += blast.count
    return in_a_row([
        f"{f'{count} {name}s' if count > 1 else name} of {called(aircraft)}" for (name, aircraft), count in bombs.items()
    ])  # fmt: skip


def together(drops: Sequence[Drop]) -> tuple[Drop, ...]:
    """Drops in the order of the path; those at one point are one drop. AIR-BOMB-6."""
    joined: list[Drop] = []
    for drop in sorted(drops, key=lambda item: item.at):
        if joined and within(drop.at, joined[-1].at):
            last = joined[-1]
            joined[-1] = Drop(at=last.at, light=last.light + drop.light, medium=last.medium + drop.medium)
        else:
            joined.append(drop)
    return tuple(joined)


def drop_objections(move: Move, drops: Sequence[Drop], aboard: Load) -> Iterator[Objection]:
    """Why bombs may not be dropped so on a move: points must be on its path, bombs aboard. AIR-BOMB-2, AIR-BOMB-5."""
    for drop in drops:
        place = f"a drop after {inches(drop.at)} is"
        if not within(drop.at, move.path.spent):  # "any point that the centre of the stand flies over"
            yield Objection("AIR-BOMB-2", f"{place} beyond the path, which spends {inches(move.path.spent)}")
        elif not within(drop.at, move.flown):  # "any point that the centre of the stand flies over"
            yield Objection("AIR-BOMB-2", f"{place} off the table, which the path leaves after {inches(move.flown)}")
    for name, number in sorted(_added(pair for drop in drops for pair in drop.bombs)):
        if number > (left := aboard.get(name, 0)):  # "once all are dropped it bombs no more"
            yield Objection("AIR-BOMB-5", f"{number} {name}{'' if number == 1 else 's'} dropped, {left} aboard")


# -- templates ------------------------------------------------------------------------------------------------------------


def blasts_of(bombs: tuple[tuple[str, int], ...], rulings: AircraftRulings) -> tuple[Blast, ...]:
    """The templates of bombs dropped together: one, or one a kind (ruling ``mixed_bombs``). AIR-BOMB-4, AIR-BOMB-6."""
    kinds = [(weapons()[name], number) for name, number in _added(bombs) if number]
    if rulings.mixed_bombs == "separate":
        return tuple(_blast(weapon, number) for weapon, number in kinds)
    if not kinds:
        return ()
    largest = max((weapon for weapon, _ in kinds), key=lambda weapon: (weapon.barrage or 0, weapon.power))
    return (_blast(largest, sum(number for _, number in kinds)),)


def impacts_of(aircraft: str, move: Move, drops: Sequence[Drop], rulings: AircraftRulings) -> tuple[Impact, ...]:
    """Every template of a bombing run, in the order of the path. The drops are to be allowed. AIR-BOMB-2, AIR-BOMB-3."""
    return tuple(
        Impact(aircraft, drop.at, quantise(move.path.at_spent(min(drop.at, move.flown))), blast)
        for drop in together(drops)
        for blast in blasts_of(drop.bombs, rulings)
    )


def salvos_of(templates: Sequence[T], rulings: AircraftRulings) -> tuple[tuple[T, ...], ...]:
    """Templates in the order in which they fall, as salvos resolved at once (ruling ``bombs_resolve``). AIR-BOMB-3."""
    if rulings.bombs_resolve == "in-turn":
        return tuple((template,) for template in templates)
    return (tuple(templates),) if templates else ()


@lru_cache(maxsize=256)
def _blast(weapon: front.Weapon, number: int) -> Blast:
    assert weapon.barrage is not None  # bombs have a rating in their own data
    rating = front.joint_rating(weapon.barrage, number)
    return Blast(front.Weapon(**{**dict(weapon), "barrage": rating}), number)


def _added(bombs: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Loads added up, in the order in which names come first."""
    sums = Counter[str]()
    for name, number in bombs:
        sums[name] += number
    return tuple(sums.items())


# -- heavy bombers: one attack on a fixed position before turn 1, and away ---------------------------------------------


FIXED_POSITION = "fixed position"
"""The special rule of a scenario in which heavy bombers may be used. AIR-HEAVY-1."""


def stays(game: front.Game, unit: front.Unit) -> bool:
    """Whether an aircraft is there in turn 1: heavy bombers attack before it, leave and do not return. AIR-HEAVY-2."""
    return not game.type_of(unit).has("Heavy Bomber")


class Bombard(front.UnitOrder, type="aircraft.bombard"):
    """A heavy bomber attacks a Martian unit: a barrage template over one of its elements. AIR-HEAVY-2."""

    # "Before turn 1 it may attack any one Martian unit on the table"
    timing: ClassVar[front.FrontTiming] = front.FrontTiming(
        (front.PhasePart.BOMBARDMENT,), rule="AIR-HEAVY-2", reason="aircraft bomb as they fly; heavy bombers before turn 1"
    )
    target: str
    element: str = ""
    """The element that the template is centred on; the target's first, if not given."""
    attack: ClassVar[str] = "under barrage"
    deed: ClassVar[str] = "bomb before turn 1"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} bomb|bombs [marker] {target}",)

    def title(self, game: front.Game) -> str:
        hidden = self._hidden(game)
        aim = f"marker {self.target}" if hidden else game.called(self.element or self.target)
        return f"{game.called(self.unit)} bombs {aim}"

    @classmethod
    def means(cls, kind: front.UnitType, rulings: Rulings, rules: front.FrontRules) -> Iterable[front.Mount | None]:
        return kind.weapons if kind.has("Heavy Bomber") else ()

    @classmethod
    def offers(cls, game: front.Game, player: str, rules: front.FrontRules) -> Iterable[Offer]:
        """Every heavy bomber, every enemy element, every marker."""
        yield from super().offers(game, player, rules)
        for unit in game.units:
            if unit.side == player and game.type_of(unit).has("Heavy Bomber"):
                for marker in sorted(markers(game, player)):
                    yield Offer(cls(unit=unit.id, target=marker), f"{game.called(unit.id)} bombs marker {marker}", unit.id)

    @classmethod
    def slots(cls, game: front.Game, player: str, rules: front.FrontRules) -> Mapping[str, Slot]:
        """Markers go for targets, too."""
        slots = super().slots(game, player, rules)
        return {**slots, "target": front.targets(game, player, elements=True, more=sorted(markers(game, player)))}

    def against(self, game: front.Game, unit: front.Unit, player: str, rules: front.FrontRules) -> Iterable[Objection]:
        """A heavy bomber, in a scenario that has them; an enemy unit. AIR-HEAVY-1, AIR-HEAVY-2."""
        if not game.type_of(unit).has("Heavy Bomber"):  # "Before turn 1 it may attack any one Martian unit on the table"
            yield Objection("AIR-HEAVY-2", f"{game.called(self.unit)} is not a heavy bomber")
        if FIXED_POSITION not in map(str.casefold, game.special):
            # "only where the scenario has the humans attack a fixed position, such as a Martian redoubt"
            yield Objection("AIR-HEAVY-1", "heavy bombers are for an attack on a redoubt or another fixed position")
        if self.target in markers(game, player):
            if aircraft_rulings(game.rulings).heavy_bombers_on_hidden == "refused":
                # "Under the ruling “heavy bombers on hidden” they may not"
                yield Objection("AIR-HEAVY-3", "heavy bombers spare what is hidden")
            if self.element:  # "what that unit has and can do"
                yield Objection(
                    "HOST-ORDER-1", f"{front.as_known(game, self.target, player)} has no element {self.element!r}"
                )
        # "Before turn 1 it may attack any one Martian unit on the table"
        elif not_there := front.no_target(game, self.target, player, "AIR-HEAVY-2"):
            yield from not_there
        elif self._aim(game) is None:  # "what that unit has and can do"
            yield Objection("HOST-ORDER-1", f"{front.as_known(game, self.target, player)} has no element {self.element!r}")

    def questions(self, game: front.Game, rules: front.FrontRules) -> Sequence[Question]:
        """How many elements are damaged. Of what is hidden nobody is told: the odds would say what it is."""
        if self._hidden(game):
            return ()
        title = f"{self.title(game)}: elements damaged"
        return (front.struck_question(title, self._attacked(game, rules), game.unit(self.unit).side),)

    def prospects(self, game: front.Game, rules: front.FrontRules) -> Sequence[front.Prospect]:
        return (
            () if self._hidden(game) else front.prospects_of(game, [self._attacked(game, rules)], game.unit(self.unit).side)
        )

    def decide(self, game: front.Game, rules: front.FrontRules, dice: Dice) -> tuple[front.FrontEvent, ...]:
        """Roll for every element under the template, and fly away; what is hidden there is revealed first. AIR-HEAVY-3."""
        falls, target, revealed = self._falls(game), self.target, tuple[front.FrontEvent, ...]()
        if hidden := self._hidden(game):
            revealed = (front.Revealed(unit=hidden.id),)
            game = after(game, revealed)
            target = hidden.id if game.in_play(hidden.id) else target
        unit = game.unit(self.unit)
        attacked = front.shelled(game, rules, unit, *falls, bombarded=True)  # as by heavy artillery
        about = Bombarded(unit=self.unit, target=target)
        return (*revealed, *front.attack_all(game, rules, dice, attacked, unit.side, about), front.UnitLeft(unit=self.unit))

    def _attacked(self, game: front.Game, rules: front.FrontRules) -> tuple[front.Attacked, ...]:
        return front.shelled(game, rules, game.unit(self.unit), *self._falls(game), bombarded=True)

    def _hidden(self, game: front.Game) -> front.Unit | None:
        """The hidden unit at the marker that is aimed at; None, if the target is a unit in sight."""
        return markers(game, game.unit(self.unit).side).get(self.target)

    def _aim(self, game: front.Game) -> front.Element | None:
        if hidden := self._hidden(game):
            return hidden.elements[0]
        elements = game.unit(self.target).elements
        return next((element for element in elements if self.element in ("", element.id)), None)

    def template(self, game: front.Game, rules: front.FrontRules) -> Disc:
        """The template on its mark. Legal orders only."""
        return front.template_of(*self._falls(game))

    def _falls(self, game: front.Game) -> tuple[front.Mount, int, tuple[float, float]]:
        """The bombs, as of one gun, and where they are aimed."""
        aim, bombs = self._aim(game), game.type_of(game.unit(self.unit)).mount(HEAVY_BOMBS)
        assert aim is not None  # objections come first
        assert bombs is not None  # every heavy bomber has them
        return bombs, 1, (aim.x, aim.y)


def markers(game: front.Game, player: str) -> dict[str, front.Unit]:
    """The other side's hidden units by their markers, but for a marker that is called as a unit in sight is."""
    hidden = {str(unit.mark(front.HIDDEN)): unit for unit in game.units if unit.side != player and unit.has(front.HIDDEN)}
    seen = {unit.id for unit in game.units if not unit.has(front.HIDDEN)}
    return {name: unit for name, unit in hidden.items() if name not in seen}


class Bombarded(front.TemplatesFell, type="aircraft.bombarded"):
    """Heavy bombs fell."""

    wording: ClassVar[str] = "{unit} bombs {the target}; under the template {toll}"
    target: str
