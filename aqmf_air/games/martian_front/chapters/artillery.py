"""Guns that throw shells, and what bursts or burns over an area: barrages, spotted fire. HOST-BARRAGE, HOST-LOAD-1."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from aqmf_air.api import Dice, Objection, Question, chances, replace
from aqmf_air.api.geometry import TOLERANCE, Disc, Template, Under
from aqmf_air.games.martian_front.chapters import templates
from aqmf_air.games.martian_front.chapters.hiding import comes_out
from aqmf_air.games.martian_front.chapters.measuring import distance, in_sight, out_of_reach, standing_at, under
from aqmf_air.games.martian_front.chapters.moving import FIRED
from aqmf_air.games.martian_front.chapters.orders import (
    FrontEvent,
    FrontRules,
    FrontTiming,
    Prospect,
    UnitOrder,
    WeaponOrder,
    no_target,
)
from aqmf_air.games.martian_front.chapters.shooting import FIRE, attack_on, may_fire, use_of, working
from aqmf_air.games.martian_front.chapters.templates import scattered
from aqmf_air.games.martian_front.state import Element, Game, PhasePart, Unit, having_done, with_mark
from aqmf_air.games.martian_front.tables import Mount, Weapon, covers, host_rulings

SPOTTED = "spotted"
"""The mark of a target that artillery may fire at as if it saw it; its value is the turn."""
LOAD = "load"
"""The mark of a machine with one load: what it has chosen to throw."""
ONE_LOAD = "One Load"
"""The trait of such a machine."""
THROWN = ("indirect", "area")
"""Kinds of weapons that lay a template."""


def spotted(game: Game, target: Unit) -> bool:
    """Whether artillery may fire at ``target`` this turn as if in clear sight. AIR-SPOT-3."""
    return target.mark(SPOTTED) == str(game.turn)


def laid(weapon: Weapon) -> bool:
    """Whether a weapon lays a template in combat. HOST-BARRAGE-1."""
    return weapon.kind in THROWN and weapon.range is not None and weapon.barrage is not None


class TemplateOrder(UnitOrder):
    """An order to cover elements with a template, a strip or a blast: as measured on the table, or as players say."""

    handfuls: ClassVar[bool] = False
    """Whether the dice of elements that are alike are rolled together."""

    @abstractmethod
    def attacked(self, game: Game, rules: FrontRules) -> tuple[templates.Attacked, ...]:
        """Who is under it, with the attacks on each."""

    @abstractmethod
    def about(self, game: Game) -> templates.TemplatesFell:
        """What is told of it, but for who was under it."""

    def questions(self, game: Game, rules: FrontRules) -> Sequence[Question]:
        title = f"{self.title(game)}: elements damaged"
        return (templates.struck_question(title, self.attacked(game, rules), self.by(game)),)

    def prospects(self, game: Game, rules: FrontRules) -> Sequence[Prospect]:
        return templates.prospects_of(game, [self.attacked(game, rules)], self.by(game))

    def decide(self, game: Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        return self.struck(game, rules, dice, templates.OneSalvo(self.attacked(game, rules), self.about(game)))

    def struck(self, game: Game, rules: FrontRules, dice: Dice, salvo: templates.OneSalvo) -> tuple[FrontEvent, ...]:
        """Everything under it is rolled for; who attacks comes out, but for guns that fire before turn 1."""
        out = comes_out(game, game.unit(self.unit)) if game.in_play(self.unit) and not self.before_turn_1() else ()
        roller = templates.rolled_by_handfuls if self.handfuls else None
        return (*out, *templates.fall(dice, templates.OnTable(game, rules, self.by(game), roller=roller), (salvo,)).happened)


class OnAnElement(TemplateOrder, WeaponOrder):
    """An order to lay a template on an element of ``target``."""

    attack: ClassVar[str] = "under barrage"
    target: str
    element: str = ""
    """The element that the template is centred on; the target's first, if not given."""

    def mark(self, game: Game) -> str:
        """What it is laid on."""
        return game.called(self.element or self.target)

    def aim(self, game: Game) -> Element | None:
        """The element that the template is centred on."""
        if not game.in_play(self.target):
            return None
        return next((element for element in game.unit(self.target).elements if self.element in ("", element.id)), None)

    def aimed(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterable[Objection]:
        """Why a template may not be laid there, whoever lays it."""
        # "at one enemy unit in the game that it knows of"
        if not_there := no_target(game, self.target, player, "HOST-FIRE-1"):
            yield from not_there
        elif self.aim(game) is None:  # "what that unit has and can do"
            yield Objection("HOST-ORDER-1", f"{game.called(self.target)} has no element {self.element!r}")
        elif why := out_of_reach(game, rules, "under barrage", game.unit(self.target), unit):
            yield why

    def in_range(self, game: Game, rules: FrontRules, unit: Unit, mount: Mount, aim: Element) -> list[Element]:
        """The elements in range of the one that is aimed at."""
        reach, target = (mount.weapon.range or 0.0) + TOLERANCE, game.unit(self.target)
        return [gun for gun in unit.elements if distance(game, rules, unit, gun, target, aim) <= reach]

    def questions(self, game: Game, rules: FrontRules) -> Sequence[Question]:
        """How many elements are damaged, wherever the shells land."""
        guns, on_the_mark = self.firing(game, rules)
        if on_the_mark:
            return super().questions(game, rules)
        side, title = self.by(game), f"{self.title(game)}: elements damaged"
        shells = ((move, self._shelled(game, rules, guns, move)) for move in chances(templates.scatter))
        wherever = tuple((move, tuple(attacked.attacks for attacked in struck)) for move, struck in shells)
        return (Question(title, number_struck_wherever, (wherever, side), of=templates.damaged_in, luck=templates.ELEMENTS),)

    def attacked(self, game: Game, rules: FrontRules) -> tuple[templates.Attacked, ...]:
        """Before any scatter."""
        return self._shelled(game, rules, self.firing(game, rules)[0])

    def about(self, game: Game, move: templates.Scatter = templates.ON_THE_MARK) -> Barraged:
        _, mount, aim = self._guns(game)
        x, y = scattered(aim.x, aim.y, move)
        return Barraged(unit=self.unit, weapon=mount.weapon.name, target=self.target, x=x, y=y, scattered=move.inches)

    def decide(self, game: Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        """The template lands, and everything under it is rolled for."""
        guns, on_the_mark = self.firing(game, rules)
        move = templates.ON_THE_MARK if on_the_mark else dice.call(templates.scatter, self.by(game))
        salvo = templates.OneSalvo(self._shelled(game, rules, guns, move), self.about(game, move))
        return self.struck(game, rules, dice, salvo)

    def template(self, game: Game, rules: FrontRules) -> Disc:
        """The template where it is aimed, before any scatter. Legal orders only."""
        _, mount, aim = self._guns(game)
        return template_of(mount, self.firing(game, rules)[0], (aim.x, aim.y))

    def _guns(self, game: Game) -> tuple[Unit, Mount, Element]:
        aim = self.aim(game)
        assert aim is not None  # objections come first
        return game.unit(self.unit), self.mount(game), aim

    def _shelled(
        self, game: Game, rules: FrontRules, guns: int, move: templates.Scatter = templates.ON_THE_MARK
    ) -> tuple[templates.Attacked, ...]:
        """Everybody under the template of so many guns, when it has scattered so."""
        unit, mount, aim = self._guns(game)
        return shelled(game, rules, unit, mount, guns, scattered(aim.x, aim.y, move), bombarded=self.before_turn_1())

    @abstractmethod
    def firing(self, game: Game, rules: FrontRules) -> tuple[int, bool]:
        """How many guns fire, and whether the template lands on its mark."""


class Barrage(OnAnElement, type="host.barrage"):
    """All guns of a unit that bear lay one template on an element of the target. HOST-BARRAGE-4."""

    timing: ClassVar[FrontTiming] = FrontTiming((PhasePart.COMBAT,), "a barrage")
    deed: ClassVar[str] = "lay {weapon}"
    wording: ClassVar[str] = "{unit} lays {weapon} on {mark}"
    phrases: ClassVar[tuple[str, ...]] = (
        *FIRE,
        "{unit} lay|lays {weapon} on {target}",
        "{unit} shell|shells {target} [with {weapon}]",
    )

    @classmethod
    def uses(cls, weapon: Weapon) -> bool:
        return laid(weapon)

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterable[Objection]:
        """A weapon that lays a template, the target in range, and in sight or spotted."""
        yield from cannot_lay(game, unit, self.weapon)
        if (mount := game.type_of(unit).mount(self.weapon)) is None or not laid(mount.weapon):
            return
        yield from self.aimed(game, unit, player, rules)
        if (aim := self.aim(game)) is not None and not self.firing(game, rules)[0]:
            name, target = game.called(self.unit), game.called(self.target)
            if not any(working(mount, element) for element in unit.elements):
                # "a weapon chosen at random is under a die-off from now on"
                yield Objection("HOST-TRIPOD-2", f"the {self.weapon} of {name} was hit: both sides roll for it first")
            elif self.in_range(game, rules, unit, mount, aim):
                # "Sight is a straight line from base to base; more than 2 inches of area terrain on it stops it"
                yield Objection("HOST-LOS-1", f"{target} is neither in sight of {name} nor spotted")
            else:  # "a target at exactly the given range is in range"
                yield Objection("HOST-LOS-2", f"{target} is out of range of {name}")

    def firing(self, game: Game, rules: FrontRules) -> tuple[int, bool]:
        """How many guns fire, and whether the template lands on its mark: those that see the target, and it does.

        At a spotted target all guns in range fire as if they saw it; under the ruling ``spotted_scatter`` they do so only
        if none of them does, and the template may scatter. AIR-SPOT-3, HOST-BARRAGE-5.
        """
        (unit, mount, aim), target = self._guns(game), game.unit(self.target)
        able = self.in_range(game, rules, unit, mount, aim)
        seeing = [element for element in able if in_sight(game, rules, unit, element, target, aim)]
        guided = mount.weapon.kind == "indirect" and spotted(game, target)
        as_seen = host_rulings(game.rulings).spotted_scatter == "as-seen"
        firing = able if guided and (as_seen or not seeing) else seeing
        return sum(working(mount, element) for element in firing), bool(seeing) or as_seen


class Barraged(templates.TemplatesFell, type="host.barraged"):
    """A template was laid."""

    wording: ClassVar[str] = "{unit}: {weapon} {where} {the target}; under the template {toll}"
    weapon: str
    target: str
    x: float
    y: float
    scattered: int

    def apply(self, game: Game) -> Game:
        """The guns have fired in this phase and in this turn; a machine with one load has chosen it."""
        return after_barrage(game, self.unit, self.weapon)

    def exactly(self, game: Game) -> str:
        return standing_at([(self.x, self.y, None)])

    def where(self, game: Game) -> str:
        """What became of it."""
        return f'scatters {self.scattered}" from' if self.scattered else "lands on"


def after_barrage(game: Game, name: str, weapon: str) -> Game:
    """The game after a unit laid a template."""
    if game.type_of(game.unit(name)).kind == "artillery":
        game = with_mark(game, name, FIRED, str(game.turn))
    return having_done(loaded(game, name, weapon), use_of(name, weapon))


def loaded(game: Game, name: str, weapon: str) -> Game:
    """The game after a unit used a weapon: a machine with one load keeps to it."""
    return with_mark(game, name, LOAD, weapon) if game.type_of(game.unit(name)).has(ONE_LOAD) else game


def otherwise_loaded(game: Game, unit: Unit, weapon: str) -> Iterable[Objection]:
    """Why a machine with one load may not use a weapon: it has used another one."""
    load = unit.mark(LOAD)
    if game.type_of(unit).has(ONE_LOAD) and load not in (None, weapon):
        # "throws one thing for the rest of the game: what it throws first"
        yield Objection("HOST-LOAD-1", f"{game.called(unit.id)} has been loaded with {load}")


def cannot_lay(game: Game, unit: Unit, weapon: str) -> Iterator[Objection]:
    """Why a unit may not lay a template with a weapon in this phase, wherever it lies. HOST-BARRAGE-1."""
    mount = game.type_of(unit).mount(weapon)
    if mount is None or not laid(mount.weapon):  # "what that unit has and can do"
        yield Objection("HOST-ORDER-1", f"{game.called(unit.id)} has no {weapon} that lays a template")
        return
    yield from may_fire(game, unit, mount)
    yield from otherwise_loaded(game, unit, mount.weapon.name)


def number_struck_wherever(
    dice: Dice, wherever: tuple[tuple[templates.Scatter, tuple[tuple[templates.Struck, ...], ...]], ...], by: str = ""
) -> int:
    """How many elements a barrage that may scatter damages, given the attacks at each place. HOST-BARRAGE-5."""
    return templates.number_struck(dice, dict(wherever)[dice.call(templates.scatter, by)], by)


# -- facts ----------------------------------------------------------------------------------------------------------------


def shelled(
    game: Game, rules: FrontRules, unit: Unit, mount: Mount, guns: int, at: tuple[float, float], *, bombarded: bool = False
) -> tuple[templates.Attacked, ...]:
    """Everybody under the template of ``guns`` guns at a point, with the attack on each.

    HOST-BARRAGE-2 to HOST-BARRAGE-4.

    ``bombarded``: before turn 1, where cover does not help Defense. HOST-BARRAGE-6.
    """
    return under_templates(game, rules, unit, [(template_of(mount, guns, at), mount.weapon)], bombarded=bombarded)


def under_templates(
    game: Game,
    rules: FrontRules,
    unit: Unit,
    laid_out: Sequence[tuple[Template, Weapon]],
    judged: Under = "touched",
    *,
    bombarded: bool = False,
) -> tuple[templates.Attacked, ...]:
    """Everybody under templates of a unit that fall at once, in the order of the game, with the attack of each on them."""
    attackeds = templates.joined(
        templates.Attacked(
            other.id, element.id, (struck_by(game, rules, unit, weapon, other, element, bombarded=bombarded),)
        )
        for template, weapon in laid_out
        for other, elements in under(game, rules, template, "under barrage", unit, judged=judged)
        for element in elements
    )
    if len(laid_out) < 2:
        return attackeds
    order = [(other.id, element.id) for other in game.units for element in other.elements]
    return tuple(sorted(attackeds, key=lambda attacked: order.index(attacked[:2])))


def template_of(mount: Mount, guns: int, at: tuple[float, float]) -> Disc:
    """The template of ``guns`` guns at a point, in inches. HOST-BARRAGE-2, HOST-BARRAGE-3."""
    assert mount.weapon.barrage is not None  # a weapon that lays a template has a rating
    return Disc(*at, templates.template_sizes()[templates.joint_rating(mount.weapon.barrage, guns)])


def struck_by(
    game: Game,
    rules: FrontRules,
    unit: Unit,
    weapon: Weapon,
    target: Unit,
    element: Element,
    *,
    cover: str | None = None,
    bombarded: bool = False,
    gap: float | None = None,
) -> templates.Struck:
    """What one weapon of a unit needs to hit and to damage one element, in the ``cover`` named, or that of the terrain.

    HOST-BARRAGE-4, HOST-BARRAGE-6. ``gap``: inches to it, of a shot; of a template they do not matter.
    """
    attack = attack_on(game, rules, unit, weapon, target, gap, element, cover)
    shelter = covers()[attack.cover]
    return rules.numbers(attack, replace(shelter, defense=0) if bombarded else shelter)
