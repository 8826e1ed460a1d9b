"""All Quiet on the Martian Front as a ruleset: what it registers, what a game starts from, and how it is told.

Kinds of orders stand in the order in which they are offered; procedures are what happens at each step to units of a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as with_changes
from functools import cached_property
from math import hypot
from typing import Any, ClassVar, cast

from aqmf_air import api
from aqmf_air.api import Side as Opponent
from aqmf_air.games.martian_front import RULES_VERSION, TITLE
from aqmf_air.games.martian_front.army import worth
from aqmf_air.games.martian_front.army.plugged_in import LOOKS, UnitIndex, army_options, special_rules, unit_index
from aqmf_air.games.martian_front.army.resolved_list import catalogue_with
from aqmf_air.games.martian_front.automatic import harm, places
from aqmf_air.games.martian_front.chapters import (
    artillery,
    damage,
    damaged_weapons,
    deployment,
    heat_rays,
    hiding,
    initiative,
    measuring,
    morale,
    moving,
    reserves,
    shooting,
    turn,
)
from aqmf_air.games.martian_front.chapters.artillery import LOAD, SPOTTED
from aqmf_air.games.martian_front.chapters.hiding import View, as_read, open_view_of, some_unseen, view_of
from aqmf_air.games.martian_front.chapters.measuring import agreeing, unsheltered
from aqmf_air.games.martian_front.chapters.moving import ASSAULT, FIRED, MOVED
from aqmf_air.games.martian_front.chapters.orders import RULESET, FrontEvent, FrontOrder, FrontRules, acting
from aqmf_air.games.martian_front.chapters.reserves import HOLD_FIRE
from aqmf_air.games.martian_front.chapters.to_hit import spelled
from aqmf_air.games.martian_front.chapters.turn import scored
from aqmf_air.games.martian_front.lab import conduct
from aqmf_air.games.martian_front.scenario.forces_from_lists import (
    enlisted,
    meeting_of,
    require_known_marks,
    require_known_specials,
)
from aqmf_air.games.martian_front.scenario.model import ScenarioFile, Setup, read_scenario, scenario_of
from aqmf_air.games.martian_front.scenario.setting_up import dealt, set_up, sides_without_units
from aqmf_air.games.martian_front.sheet import actions
from aqmf_air.games.martian_front.state import (
    HIDDEN,
    OFF_TABLE,
    STUNNED,
    Element,
    Game,
    Marked,
    Objective,
    PhasePart,
    Unit,
    model_of,
    models,
    number_of,
    phases,
)
from aqmf_air.games.martian_front.tables import SIDES, SPELT, Side, UnitType, figures

# -- how units are, in words for people --------------------------------------------------------------------------------


_ALWAYS = {STUNNED: "stunned", turn.UNCONTROLLED: "uncontrolled", "immobile": "legs hit", OFF_TABLE: "off the table"}


@dataclass(frozen=True)
class States:
    """What an extension adds: words for its marks and, for units of ``kind``, for how they are."""

    kind: str = ""
    state: Callable[[Unit, UnitType], str] = lambda unit, kind: ""
    """How such a unit is, in a word: ``low``, ``high``."""
    verb: str = ""
    """What it does in that state: ``flies``."""
    ringed: frozenset[str] = frozenset()
    """States that are drawn as a ring, and told beside the unit's name."""
    this_turn: Mapping[str, str] = field(default_factory=dict)
    """Words for marks whose value is a turn, and which are told in that turn alone."""
    named: Mapping[str, str] = field(default_factory=dict)
    """Words for marks, told with their value."""
    unnamed: Mapping[str, str] = field(default_factory=dict)
    """What is told of them where they have no value."""
    unsaid: frozenset[str] = frozenset()
    """Marks that are told in another way, or not at all."""


OWN = States(
    this_turn={MOVED: "moved", FIRED: "fired", SPOTTED: "spotted", HOLD_FIRE: "holds its fire"},
    named={ASSAULT: "assaults", LOAD: "loaded with", HIDDEN: "hidden as", "cover": "cover:"},
    unsaid=frozenset({"legs"}),
)


def conditions(words: Sequence[States], unit: Marked, now: int, names: Mapping[str, str] = api.NO_NAMES) -> tuple[str, ...]:
    """What holds for a unit, or for an element by itself, now: ``routed``, ``legs hit``, ``hidden as A``.

    ``names`` are what players call units, by id.
    """
    parts = []
    for mark in unit.marks:
        look = next((word for word in words if mark.name in (*word.this_turn, *word.named, *word.unsaid)), None)
        if look is None:
            parts.append(_ALWAYS.get(mark.name, mark.name.rpartition(".")[2].replace("-", " ")))
        elif mark.name in look.this_turn:
            parts += [look.this_turn[mark.name]] if mark.value == str(now) else []
        elif mark.name in look.named:
            value = names.get(mark.value, mark.value) or look.unnamed.get(mark.name, "")
            parts.append(f"{look.named[mark.name]} {value}".strip())
    return tuple(parts)


def broken(element: Element, kind: UnitType) -> tuple[str, ...]:
    """What is broken of an element: ``Armor 8 of 10``, ``Heavy Heat Ray hit``."""
    parts = [f"Armor {kind.armor - element.armor_lost} of {kind.armor}"] if element.armor_lost else []
    parts += [f"{weapon} hit" for weapon in element.weapons_out]
    return (*parts, *(_ALWAYS[mark.name] for mark in element.marks if mark.name in _ALWAYS))


def damage_in_words(element: Element, kind: UnitType) -> tuple[str, ...]:
    """What is broken or used up of an element: ``Armor 8 of 10``, ``0 Light Bombs left``."""
    left = _left(element, kind)
    return (*broken(element, kind), *(f"{api.plural(left.get(mark.name, 0), mark.name)} left" for mark in element.used))


def loads(unit: Unit, kind: UnitType) -> tuple[str, ...]:
    """What is left of what a unit uses up, of all its elements together: ``2 of 3 Light Bombs left``."""
    parts = []
    for mount in (weapon for weapon in kind.weapons if weapon.weapon.kind == "bomb"):
        most = mount.count * len(unit.elements)
        left = sum(_left(element, kind)[mount.weapon.name] for element in unit.elements)
        parts.append(f"{left} of {api.plural(most, mount.weapon.name)} left")
    return tuple(parts)


def _left(element: Element, kind: UnitType) -> Mapping[str, int]:
    used = {mark.name: int(mark.value) for mark in element.used}
    return {mount.weapon.name: mount.count - used.get(mount.weapon.name, 0) for mount in kind.weapons}


def summary_of(view: View, words: Sequence[States]) -> tuple[str, ...]:
    """A view in lines: each unit with where its first element is and how it is, what is to come, and the end."""
    lines: list[str] = []
    for title, units in (("yours", view.own), ("theirs" if view.own else "units", view.enemies)):
        if units:
            lines += [f"{title}:", *(f"  {_unit_line(view, unit, words)}" for unit in units)]
    for side in dict.fromkeys(marker.side for marker in view.markers):
        places = [f"{marker.name} ({marker.x:.1f}, {marker.y:.1f})" for marker in view.markers if marker.side == side]
        counted = api.plural(len(places), f"hidden {SPELT[side]} marker")
        lines.append(f"{counted}, unknown until seen: {', '.join(places)}")
    for coming in view.reserves:
        when = "in" if coming.sure else "from"
        lines.append(f"to come {when} turn {coming.turn}: {view.names[coming.unit.id]}, {coming.where}".removesuffix(", "))
    for arrival in view.expected:
        where = arrival.where or f"near ({arrival.x:.1f}, {arrival.y:.1f})"
        lines.append(f"theirs, to come {'in' if arrival.sure else 'from'} turn {arrival.turn}: {where}")
    if view.winner:
        lines.append("A draw" if view.winner == "draw" else f"The {SPELT[view.winner]} side wins")
    return tuple(lines)


def _unit_line(view: View, unit: Unit, words: Sequence[States]) -> str:
    name, at = view.names[unit.id], unit.elements[0]
    kind = next(type_ for type_ in view.types if type_.name == unit.type)
    parts = [] if unit.type in name else [unit.type]
    if len(unit.elements) > 1:
        parts.append(models(kind.kind, len(unit.elements)))
    look = next((word for word in words if word.kind == kind.kind), States())
    if (how := look.state(unit, kind)) in look.ringed:
        parts.append(f"{look.verb} {how}")
    parts.append(f"at ({at.x:.1f}, {at.y:.1f}) facing {at.facing:.0f}")
    notes = [*conditions(words, unit, view.turn, view.names), *loads(unit, kind)]
    for element in unit.elements:
        if hurt := broken(element, kind):
            whose = f"{model_of(kind.kind)} {number_of(unit, element.id)}: " if len(unit.elements) > 1 else ""
            notes.append(whose + ", ".join(hurt))
    return f"{name}: {', '.join(parts)}" + (f"; {'; '.join(notes)}" if notes else "")


# -- what a state has that goes with who wins --------------------------------------------------------------------------


NEAR = 24.0
"""Inches beyond which it is nothing to an objective how far a unit is."""
TURNS_AHEAD = 3
"""Turns that are looked ahead where a game has no last one."""


def gauges_of(game: Game, rules: FrontRules) -> tuple[float, ...]:
    """The points of the sides, the combats that each still has, how near it is to breaking and to each objective, and of
    each type what is left of it and what that may fire.

    What is left: of elements, of a tripod's Armor. What it may fire: the working weapons of a unit in all, times the combats
    in which it may still use them. Both are counted in whole units.
    """
    human, martian = (turn.score(game, rules, side) for side in SIDES)
    ahead = {side: combats_ahead(game, side) for side in SIDES}
    left = dict.fromkeys((type_.name for type_ in game.types), 0.0)
    fire = dict(left)
    done = {act.by for act in game.acted} if game.part is PhasePart.COMBAT else set()
    for unit, later in _units(game):
        kind = game.type_of(unit)
        if kind.kind == "dummy":
            continue
        spent = later + (unit.id in done) + (unit.mark(STUNNED) is not None)
        combats = 0 if unit.has("routed") else max(0, ahead[unit.side] - spent)
        left[unit.type] += share_left(unit, kind)
        fire[unit.type] += share_armed(unit, kind) * combats
    whole = (float(human - martian), *map(float, ahead.values()))
    lost = [share_broken(game, rules, side) for side in SIDES]
    near = [nearness(game, rules, side, objective) for objective in game.objectives for side in SIDES]
    return (*whole, *lost, *near, *left.values(), *fire.values())


def _units(game: Game) -> Iterator[tuple[Unit, int]]:
    """The units on the table and those to come, with the turns that these are away."""
    yield from ((unit, 0) for unit in game.units)
    yield from ((reserve.unit, max(0, reserve.turn - game.turn)) for reserve in game.reserves)


def combats_ahead(game: Game, side: Side) -> int:
    """The combats that a side has to come, the one that is played included."""
    whose = ("first", "second")[game.order.index(side)]
    own = next(number for number, phase in enumerate(phases()) if phase.part is PhasePart.COMBAT and phase.whose == whose)
    turns_ahead = TURNS_AHEAD if game.turns is None else game.turns - game.turn
    return turns_ahead + (game.phase <= own)


def share_broken(game: Game, rules: FrontRules, side: Side) -> float:
    """How far an army is on its way to breaking, from 0 to 1; 0 where armies do not break."""
    if not game.breaking:
        return 0.0
    lost, total = turn.losses(game, rules, side)
    return min(1.0, figures()["breaking share"] * lost / total) if total else 0.0


def nearness(game: Game, rules: FrontRules, side: Side, objective: Objective) -> float:
    """How near a side is to an objective with a unit that may hold it: 1 right there, 0 from ``NEAR`` on."""
    there = [unit.centre for unit in game.units if unit.side == side and turn.may_hold(game, rules, unit)]
    away = min((hypot(x - objective.x, y - objective.y) for x, y in there), default=NEAR)
    return max(0.0, 1 - away / NEAR)


def share_left(unit: Unit, kind: UnitType) -> float:
    """The share of a unit that is left: of its elements, and of the Armor of a tripod."""
    share = len(unit.elements) / kind.elements
    if kind.kind != "tripod":
        return share
    lost = max((element.armor_lost for element in unit.elements), default=0)
    return share * max(0, kind.armor - lost) / (kind.armor or 1)


def share_armed(unit: Unit, kind: UnitType) -> float:
    """The share of a unit's weapons that are left, and work."""
    each = sum(mount.count for mount in kind.weapons)
    return sum(max(0, each - len(element.weapons_out)) for element in unit.elements) / (kind.elements * each or 1)


# -- the ruleset, and what its ledger shares with it -------------------------------------------------------------------


OPPONENTS = (Opponent("human", "Humans", "#23405a"), Opponent("martian", "Martians", "#7d1f1a"))


class BaseRuleset(api.RulesetOfOrders[Game, FrontRules]):
    """A ruleset whose commands are orders: the game itself, and the ledger of one on a real table.

    Orders and events are those registered for its ``id``; rules, rulings and procedures are the game's own in both. See
    :class:`aqmf_air.core.play.ruleset.Ruleset` for what the methods do.
    """

    orders: tuple[type[FrontOrder], ...]
    version = str(RULES_VERSION)
    no_order = "HOST-ORDER-1"  # "given by a side of the game, before the game is over"
    setup: ClassVar[type[api.Frozen]]
    """What a game starts from, under any rulings."""

    def __init__(self, registry: api.Registry) -> None:
        self.registry = registry
        self.rulings = registry.of(api.kinds.RULINGS, RULESET)
        self.register = registry.of(api.kinds.RULES, RULESET)
        super().__init__(
            registry.of(api.kinds.COMMANDS, self.id),
            registry.of(api.kinds.EVENTS, self.id),
            self.setup,
            FrontRules(registry),
        )

    def initial(self, setup: api.Frozen) -> Game:
        opened: Game = cast("Any", setup).opening()
        return opened

    def sides(self, state: Game | None = None) -> tuple[Opponent, ...]:
        return OPPONENTS

    def vetoes(self, state: Game, command: api.Command) -> Iterable[api.Objection]:
        return self.registry.objections(self.id, state, command)

    def summary(self, view: Any) -> tuple[str, ...]:
        return summary_of(view if isinstance(view, View) else open_view_of(view), self.states)

    @cached_property
    def states(self) -> tuple[States, ...]:
        """Words for how units are: the game's own, then those of extensions."""
        return (OWN, *(look.load(States) for look in self.registry.of(LOOKS, RULESET).values()))

    def names(self, seen: Any) -> Mapping[str, str]:
        """See :mod:`aqmf_air.games.martian_front.state`; markers go by their letters: ``Marker B``."""
        own: Mapping[str, str] = seen.names
        return own

    def spell(self, target: api.TargetNumber) -> str:
        return spelled(target)


class AllQuiet(BaseRuleset, api.Dealing, api.Gauged, api.Lists, api.OpenView):
    """The game, with its units and scenarios."""

    id = RULESET
    title = TITLE
    setup = Setup

    @cached_property
    def catalogue(self) -> Mapping[str, UnitType]:
        """Every unit that there is, by name."""
        return self.registry.unit_types(RULESET, UnitType, lambda unit_type: unit_type.name)

    def unit_type(self, name: str) -> UnitType:
        """The unit of this name, in upper or lower case.

        Raises UnknownNameError: with near names.
        """
        return api.by_words(self.catalogue, name, "unit", lambda sought: self.index.near(sought))

    @cached_property
    def index(self) -> UnitIndex:
        """The catalogue, to be searched by what units are."""
        return unit_index(self.registry, self.catalogue)

    def catalogue_for(self, file: ScenarioFile, chosen: Mapping[str, Any]) -> Mapping[str, UnitType]:
        """The catalogue as a scenario has it: with the designs that came with its lists, priced under its rulings.

        Raises DataError: a ruling that does not exist, or a value that it does not have.
        """
        rulings = {**file.rulings, **chosen}
        api.settle(self.rulings, rulings, f"scenario {file.name!r}")
        return catalogue_with(self.registry, self.catalogue, file.attached, rulings)

    @property
    def plugins(self) -> tuple[str, ...]:
        """The names of everything that is plugged in."""
        return tuple(loaded.name for loaded in self.registry.plugins.loaded)

    def stage(self, state: Game) -> api.Stage:
        """The phase, with the sides that have something to do in it now: see :func:`.acting`, :func:`.turn.may_be_busy`."""
        sides = acting(state)
        return with_changes(state.stage, active=tuple(side for side in sides if turn.may_be_busy(state, side)) or sides)

    def ending(self, state: Game, player: str) -> api.Command:
        return turn.EndPhase()

    def set_up(self, document: Mapping[str, Any], where: str, rulings: Mapping[str, Any]) -> api.Scenario[Setup]:
        """A scenario as it is played: raises DataError as :meth:`scenario` does, and where a side has no unit."""
        file = scenario_of(document, where)
        scenario = self.scenario(file, rulings)
        for side in sides_without_units(file):
            raise api.DataError(f"{file.where}: the {side} side has no unit", path=file.where, key="units")
        return scenario

    def meeting(self, lists: Sequence[str], rulings: Mapping[str, Any]) -> api.Scenario[Setup]:
        return self.set_up(meeting_of(lists), "meeting", rulings)

    def scenario(self, file: ScenarioFile, rulings: Mapping[str, Any]) -> api.Scenario[Setup]:
        """A scenario, ready to play under these rulings.

        Raises:
            DataError: something in it does not exist or does not fit.
            InvalidCommandError: an order of its script cannot be read.
        """
        options = army_options(self.registry)
        file, notes = enlisted(file, options, rulings)
        require_known_marks(file, options, self.plugins)
        require_known_specials(file, special_rules(self.registry))
        setup = set_up(file, self.catalogue_for(file, rulings), self.rulings, self.setup_model, rulings)
        opening = setup.opening()
        for unit in (unit for unit in setup.units if unit.has("cover")):
            if why := unsheltered(opening, self.rules, unit):
                raise api.DataError(f"{file.where}: {unit.id}: 'cover': {why}", path=file.where, key="cover")
        for late in (reserve.unit for reserve in setup.reserves):
            if not turn.stays(opening, self.rules, late):
                message = f"{file.where}: {late.id}: leaves before turn 1, and cannot arrive later"
                raise api.DataError(message, path=file.where)
        return api.Scenario(
            setup=setup,
            title=file.title,
            description=file.description,
            facts=(
                ("points", str(points_of(setup))),
                ("table", f"{setup.table.width:g} by {setup.table.depth:g} inches"),
                ("lasts", f"{setup.turns} turns" if setup.turns else "to the end"),
            ),
            script=tuple(self._scripted(file.name, number, dict(order)) for number, order in enumerate(file.orders, 1)),
            notes=notes,
        )

    def bundled(self, name: str) -> ScenarioFile:
        """The bundled scenario of this name.

        Raises UnknownNameError: with near names.
        """
        return read_scenario(api.by_name(self.registry.of(api.kinds.SCENARIOS, RULESET), name, "scenario").path)

    @property
    def scenarios(self) -> dict[str, api.Listed]:
        """Every scenario there is by name: those that ship, and the player's own as they are now."""
        return api.open_scenarios(RULESET, self.registry.of(api.kinds.SCENARIOS, RULESET))

    def scenario_named(self, name: str) -> ScenarioFile:
        """The scenario of this name, one that ships or one of the player's own.

        Raises:
            UnknownNameError: with near names.
            DataError: it is one of the player's own, and wrong.
        """
        listed = api.by_name(self.scenarios, name, "scenario")
        if listed.fault:
            raise api.DataError(listed.fault, path=str(listed.path))
        return read_scenario(listed.path)

    def _scripted(self, scenario: str, number: int, order: dict[str, Any]) -> api.Scripted:
        where = f"scenario {scenario!r}, order {number}"
        by = order.pop("by", None)
        if by not in SIDES:
            raise api.DataError(f"{where}: 'by': expected one of {', '.join(SIDES)}, got {by!r}", path=where, key="by")
        optional = order.pop("optional", False)
        if not isinstance(optional, bool):
            raise api.DataError(f"{where}: 'optional': expected true or false, got {optional!r}", path=where, key="optional")
        return api.Scripted(by=by, command=self.codec.command(order, where), optional=optional)

    def dealt(self, setup: Setup, seed: int) -> Setup:
        """The set-up with its hidden markers dealt. HOST-HIDE-3."""
        return dealt(setup, seed)

    def evolve(self, state: Game, event: api.PlainEvent) -> Game:
        after = super().evolve(state, event)
        return after if after.winner else _judged(after)

    def legal(self, state: Game, player: str) -> Sequence[api.Offer]:
        return tuple(with_changes(offer, title=agreeing(state, offer.title)) for offer in super().legal(state, player))

    def objections(self, state: Game, command: api.Command, player: str) -> Sequence[api.Objection]:
        objections = super().objections(state, command, player)
        return tuple(with_changes(objection, reason=agreeing(state, objection.reason, player)) for objection in objections)

    def observe(self, state: Game, player: str) -> View:
        return view_of(state, self.rules, player)

    def open_view(self, state: Game) -> View:
        return open_view_of(state)

    def gauges(self, state: Game) -> tuple[float, ...]:
        return gauges_of(state, self.rules)

    def why(self, state: Game) -> str:
        """HOST-WIN-1, HOST-WIN-2."""
        return turn.won_by(state, self.rules)

    def scored(self, state: Game) -> tuple[tuple[str, str], ...]:
        """HOST-WIN-1, HOST-WIN-2."""
        return scored(state, self.rules)

    def held(self, state: Game) -> dict[str, tuple[str, int]]:
        """HOST-WIN-2."""
        return {each.name: (turn.holder(state, self.rules, each) or "", each.worth) for each in state.objectives}

    def worth(self, state: Game, piece: str) -> int:
        return state.type_of(state.unit(piece)).points

    def tell(self, event: api.PlainEvent, state: Game, player: str | None = None) -> str:
        if player is None or not some_unseen(state, player):
            return agreeing(state, super().tell(event, state))
        read = as_read(state, self.evolve(state, event), player)
        line = agreeing(read, super().tell(event, read))
        return api.UNSEEN if api.OUT_OF_SIGHT in line else line

    def exactly(self, event: api.PlainEvent, state: Game, player: str | None = None) -> str:
        """Nothing of what the reader is not told."""
        line = self.tell(event, state, player)
        return cast("FrontEvent", event).exactly(state) if line and line != api.UNSEEN else ""


def points_of(setup: Setup) -> int:
    """The points of all units of a set-up, those to come included."""
    points = {kind.name: kind.points for kind in setup.types}
    return sum(points[unit.type] for unit in (*setup.units, *(reserve.unit for reserve in setup.reserves)))


def _judged(game: Game) -> Game:
    """The game with its winner, if one side has nothing left."""
    left = turn.last_standing(game)
    return game if len(left) == len(SIDES) else api.replace(game, winner=next(iter(left), "draw"))


# -- its chapters, and what happens at each step to units of a kind ----------------------------------------------------


CHAPTERS = (
    *(deployment, initiative, reserves, moving, damaged_weapons, shooting, heat_rays, artillery, turn),
    *(morale, damage, hiding),
)
"""In the order in which their orders are offered."""


def yes(*facts: Any) -> bool:
    """Of units without an answer of their own: they bear all round, are reached, stay, stand on the ground, and count."""
    return True


def nothing(*facts: Any) -> None:
    """The same: no rule is against it that cover protects them."""


def no(*facts: Any) -> bool:
    """The same: they foresee nothing."""
    return False


PROCEDURES = (
    api.Procedure("range from", "", measuring.edge_to_edge),
    api.Procedure("range to", "", measuring.edge_to_edge),
    api.Procedure("in arc", "", yes),
    api.Procedure("sight from", "", measuring.eyes_on_the_ground),
    api.Procedure("sight from", "tripod", measuring.eyes_of_a_tripod),
    api.Procedure("sight to", "", measuring.eyes_on_the_ground),
    api.Procedure("sight to", "tripod", measuring.eyes_upon_a_tripod),
    api.Procedure("under barrage", "", yes),
    api.Procedure("in sweep", "", yes),
    api.Procedure("on the ground", "", yes),
    api.Procedure("no cover", "", nothing),
    api.Procedure("keeps together", "", moving.coherency_of),
    api.Procedure("stands with the army", "", yes),
    api.Procedure("stays", "", yes),
    api.Procedure("foresees", "", no),
    api.Procedure("damage", "", damage.remove_elements),
    api.Procedure("damage", "tripod", damage.damage_tripod_unit),
    api.Procedure("in blast", "", yes),
    api.Procedure("morale", "", morale.ordinary_morale),
    api.Procedure("morale question", "", morale.MORALE.questions),
    api.Procedure("natural faces", "", morale.no_natural_faces),
    api.Procedure("besides fire", "", actions.no_actions),
    api.Procedure("attack odds", "", worth.by_best_weapon),
    api.Procedure("besides fire", "tripod", actions.actions_of_a_tripod),
    api.Procedure(conduct.IN_A_MEETING, "", conduct.on_the_ground),
    api.Procedure(harm.STEP, "", harm.from_the_ground),
    api.Procedure(places.STEP, "", places.on_foot),
)
