"""The order of moves: dice, what is added, ties, early movers, groups, and the balance of moves. INIT, MOVE, BAL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from aqmf_air import api
from aqmf_air.api.geometry import distance
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Status, on_initiative
from aqmf_air.games.richthofens_war.state import Aircraft, Game, Tail, own_aircraft
from aqmf_air.games.richthofens_war.tables import D6, AircraftType, RichthofenRulings, Tables

# -- dice, and the balance of moves ------------------------------------------------------------------------------------


LOW_FIRST = "the lowest first"
"""How dice are read that settle an order."""


@dataclass(frozen=True)
class Rolling:
    """What counts when an aircraft rolls for the order of moves."""

    type: AircraftType
    height: int
    """Metres, at the end of the last turn. INIT-14."""
    lowest: int
    """Metres: of the lowest aircraft that counts."""
    status: Status = ""
    date: str = ""
    """Year and month; empty: none is given."""
    first_turn: bool = False


def counts_as_two_seater(type_: AircraftType, date: str, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether an aircraft has the two-seater's -1. INIT-6 to INIT-8."""
    if not type_.two_seater or type_.has("as-fighter"):
        return False
    if type_.has("gunbus") and rulings.gunbus_crew == "no":
        return False
    if type_.has("as-fighter-until-1916-11"):
        return date >= tables.month("strutter-as-two-seater") if date else rulings.undated_scenario == "no-exception"
    return True


def initiative_modifiers(facts: Rolling, tables: Tables, rulings: RichthofenRulings) -> tuple[api.Modifier, ...]:
    """What an aircraft adds to its dice. INIT-3 to INIT-10."""
    modifiers = []
    above, step = max(facts.height - facts.lowest, 0), tables.number("initiative", "height-step")
    steps = (2 * above + step) // (2 * step) if rulings.altitude_steps == "nearest" else above // step
    if steps and not (facts.first_turn and rulings.first_turn_height == "no-modifier"):
        modifiers.append(api.modifier(steps, f"{facts.height - facts.lowest} m above the lowest", "RW-INIT-3"))
    modifiers += on_initiative(facts.status, tables, rulings)
    if counts_as_two_seater(facts.type, facts.date, tables, rulings):
        modifiers.append(api.modifier(tables.number("initiative", "two-seater"), "two-seater", "RW-INIT-6"))
    if facts.type.schedule == "F":
        modifiers.append(api.modifier(tables.number("initiative", "f-schedule"), "F schedule", "RW-INIT-10"))
    return tuple(modifiers)


def rolled(dice: api.Dice, by: str = "", about: object = None) -> int:
    """The two dice of an aircraft. INIT-1."""
    return dice.draw(api.total("initiative", 2, D6, by=by, about=about))


def tie_broken(dice: api.Dice, by: str = "") -> int:
    """One die to break a tie. INIT-11."""
    return dice.draw(api.total("tie-break", 1, D6, by=by, about=LOW_FIRST))


def moves_later(dice: api.Dice, ahead: int) -> bool:
    """Whether an aircraft with so much more in modifiers than its enemy moves later. INIT-1, INIT-2, INIT-11."""
    apart = dice.call(_apart, 2) + ahead
    if not apart:
        apart = dice.until(_apart, _level, 1)
    return apart > 0


def _apart(dice: api.Dice, n: int) -> int:
    return dice.draw(api.total("one", n, D6)) - dice.draw(api.total("the other", n, D6))


def _level(apart: int) -> bool:
    return apart == 0


@dataclass(frozen=True)
class MovingGroup:
    """Aircraft that move one after the other: a target and its tailers, or one alone. TAIL-13, BAL-5."""

    members: tuple[str, ...]
    side: str
    """That of the first of them."""


def balanced(
    order: Iterable[MovingGroup],
    tables: Tables,
    rulings: RichthofenRulings,
    run: tuple[str, int] = ("", 0),
    totals: Mapping[str, int] | None = None,
) -> tuple[MovingGroup, ...]:
    """The order of moves in which no side has more than two in a row while the other has any left. BAL-1 to BAL-5.

    Args:
        order: by initiative, the lowest first.
        tables: in force.
        rulings: in force.
        run: the side that moved last and how often in a row, where that counts on from the last turn.
        totals: of initiative, by the first of each group, for friends who tie (``balance_and_ties``).
    """
    left, done = list(order), list[MovingGroup]()
    side, moved = run if rulings.balance_start == "carry-over" else ("", 0)
    while left:
        pick = 0
        full = moved >= tables.number("initiative", "in-a-row") and left[0].side == side
        if full and not _exempt(left[0], rulings) and not _tied(done, left[0], rulings, totals or {}):
            pick = next((at for at, group in enumerate(left) if group.side != side), 0)
        moving_group = left.pop(pick)
        done.append(moving_group)
        if not _exempt(moving_group, rulings):
            side, moved = moving_group.side, moved + 1 if moving_group.side == side else 1
    return tuple(done)


def _tied(done: Sequence[MovingGroup], group: MovingGroup, rulings: RichthofenRulings, totals: Mapping[str, int]) -> bool:
    """Whether a group ties with a friend that has just moved, and stays with it. INIT-12."""
    if rulings.balance_and_ties == "balance-wins" or not done or done[-1].side != group.side:
        return False
    before, own = totals.get(done[-1].members[0]), totals.get(group.members[0])
    return own is not None and own == before


def _exempt(group: MovingGroup, rulings: RichthofenRulings) -> bool:
    return len(group.members) > 1 and rulings.balance_group == "not-counted"


# -- from totals to an order: early movers, ties, friends --------------------------------------------------------------


@dataclass(frozen=True)
class Roller:
    """Somebody in the order of moves: an aircraft, or the first of a tailing group."""

    id: str
    side: str
    owner: str = ""
    """The player who rolls or chooses for it (``tie_group_owner``)."""
    name: str = ""


def clusters(
    dice: api.Dice, totals: Mapping[Roller, int], rulings: RichthofenRulings, last: Sequence[str] = ()
) -> tuple[tuple[str, ...], ...]:
    """The order of those who rolled, the lowest first; friends of one owner who are still level stand together.

    Args:
        dice: who breaks ties.
        totals: with all modifiers.
        rulings: in force.
        last: the order of the last turn, for the ruling ``tie_again``.

    INIT-2, INIT-11 to INIT-13.
    """
    ordered: list[tuple[str, ...]] = []
    for level in sorted(set(totals.values())):
        ordered += _parted(dice, tuple(roller for roller in totals if totals[roller] == level), rulings, last)
    return tuple(ordered)


def _parted(
    dice: api.Dice, tied: Sequence[Roller], rulings: RichthofenRulings, last: Sequence[str]
) -> Sequence[tuple[str, ...]]:
    if len({(roller.side, roller.owner) for roller in tied}) < 2:
        return [tuple(roller.id for roller in tied)] if tied else []
    faces = _faces(dice, tied, rulings)
    while rulings.tie_again == "all-tied" and _mixed(faces, tied):
        faces = _faces(dice, tied, rulings)
    parted: list[tuple[str, ...]] = []
    for face in sorted(set(faces.values())):
        level = tuple(roller for roller in tied if faces[roller] == face)
        if rulings.tie_again == "keep-last-turns-order" and len({(roller.side, roller.owner) for roller in level}) > 1:
            place = {roller: last.index(roller.id) if roller.id in last else len(last) for roller in level}
            parted += [(roller.id,) for roller in sorted(level, key=place.__getitem__)]
        else:
            parted += _parted(dice, level, rulings, last)
    return parted


def _faces(dice: api.Dice, tied: Sequence[Roller], rulings: RichthofenRulings) -> dict[Roller, int]:
    """A die for each, or one for each side."""
    if rulings.tie_mixed == "each-rolls":
        return {roller: tie_broken(api.labelled(dice, roller.name, relation="for"), roller.side) for roller in tied}
    of_side = {side: tie_broken(dice, side) for side in dict.fromkeys(roller.side for roller in tied)}
    return {roller: of_side[roller.side] for roller in tied}


def _mixed(faces: Mapping[Roller, int], tied: Sequence[Roller]) -> bool:
    """Whether opponents show the same face."""
    return any(len({(roller.side, roller.owner) for roller in tied if faces[roller] == face}) > 1 for face in faces.values())


def early_order(dice: api.Dice, early: Sequence[Roller], rulings: RichthofenRulings) -> tuple[str, ...]:
    """The order of several gliders, or of several heavy bombers, by dice within their own group. MOVE-4."""
    if len(early) < 2:
        return tuple(roller.id for roller in early)
    count = 1 if rulings.early_order_die == "one-die" else 2
    faces = {
        roller: api.labelled(dice, roller.name, relation="for").draw(
            api.total("order", count, D6, by=roller.side, about=LOW_FIRST)
        )
        for roller in early
    }
    ordered: list[str] = []
    for face in sorted(set(faces.values())):
        ordered += early_order(dice, [roller for roller in early if faces[roller] == face], rulings)
    return tuple(ordered)


# -- the order of moves of a turn in a game ----------------------------------------------------------------------------


def groups(game: Game, tails: Iterable[Tail]) -> tuple[tuple[str, ...], ...]:
    """Aircraft that move one after the other: each target with its tailers behind it, front to back. TMOVE-1."""
    of = {tail.tailer: tail.target for tail in tails}
    chains = [_behind(game, aircraft.id, of) for aircraft in game.flying if aircraft.id not in of]
    chained = {id_ for group in chains for id_ in group}
    for aircraft in game.flying:  # aircraft that tail each other in a ring
        if aircraft.id not in chained:
            group = _behind(game, aircraft.id, of)
            chains.append(tuple(dict.fromkeys(id_ for id_ in group if id_ not in chained)))
            chained.update(group)
    return tuple(chains)


def _behind(game: Game, first: str, of: dict[str, str], seen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """An aircraft and those on its tail, each with those on its own (``tail_two_order``)."""
    at, announced = game.of(first).hex, tuple(of)
    nearest = game.rulings.tail_two_order == "nearest-first"
    tailers = sorted(
        (tailer for tailer, target in of.items() if target == first and tailer not in (*seen, first)),
        key=lambda tailer: (distance(game.of(tailer).hex, at) if nearest else 0, announced.index(tailer)),
    )
    return (first, *(id_ for tailer in tailers for id_ in _behind(game, tailer, of, (*seen, first))))


def rolls(game: Game, dice: api.Dice, rolled: Mapping[str, int] = {}) -> tuple[api.Event[Game], ...]:
    """The dice for the order of moves, up to ties that owners settle. INIT-1, INIT-2, MOVE-3, TAIL-13.

    Args:
        game: when all tries to tail are made.
        dice: as of any rule.
        rolled: totals of those who have rolled before.
    """
    rulings, totals, early = game.rulings, dict(rolled), _early(game, dice)
    leaders = [group[0] for group in groups(game, game.tails) if group[0] not in early]
    with_all = rulings.tail_group_roll == "target-and-all-who-tried"
    lost = {tail.tailer: tail.target for tail in game.tried if tail not in game.tails} if with_all else {}
    for id_ in leaders:
        if id_ not in totals and lost.get(id_) not in leaders:
            totals[id_] = total_of(game, game.of(id_), dice)
    for id_ in leaders:  # a group of all who tried has one roll
        if id_ not in totals:
            totals[id_] = totals.get(lost[id_], 0)
    rollers = {_roller(game, id_): totals[id_] for id_ in leaders}
    parted = clusters(dice, rollers, rulings, game.last_order)
    return (InitiativeRolled(totals=tuple((id_, totals[id_]) for id_ in leaders), early=early, clusters=parted),)


def rolling(game: Game, aircraft: Aircraft) -> Rolling:
    """What counts when an aircraft rolls for the order of moves. INIT-3, INIT-14."""
    searched = game.flying if game.rulings.lowest_of == "both-sides" else game.enemies(aircraft.side)
    heights = [each.height for each in searched if not (each.gliding or game.type_of(each).bomber)]
    lowest = min(heights, default=aircraft.height)
    return Rolling(
        game.type_of(aircraft), aircraft.height, lowest, game.status(aircraft), game.setup.date, first_turn=game.turn == 1
    )


def total_of(game: Game, aircraft: Aircraft, dice: api.Dice) -> int:
    """Dice and modifiers of an aircraft. INIT-1."""
    added = initiative_modifiers(rolling(game, aircraft), game.tables, game.rulings)
    about = ", ".join((*(f"{each.value:+d} {each.reason}" for each in added), "the highest moves last"))
    named = api.labelled(dice, game.called(aircraft.id), relation="for")
    return rolled(named, aircraft.side, about) + sum(each.value for each in added)


def _roller(game: Game, id_: str) -> Roller:
    aircraft = game.of(id_)
    chooses = aircraft
    if game.rulings.tie_group_owner == "tailer-owner":
        chooses = next((game.of(tail.tailer) for tail in game.tails if tail.target == id_), aircraft)
    return Roller(id_, chooses.side, chooses.owner, game.called(id_))


def _early(game: Game, dice: api.Dice) -> tuple[str, ...]:
    """Gliders, then heavy bombers, each kind in the order of its dice. MOVE-3, MOVE-4."""
    on_tails = {tail.tailer for tail in game.tails}
    heavy = [aircraft for aircraft in game.flying if game.type_of(aircraft).bomber]
    gliders = [aircraft for aircraft in game.flying if aircraft.gliding]
    if game.rulings.gliding_g == "g":
        gliders = [glider for glider in gliders if glider not in heavy]
    else:
        heavy = [aircraft for aircraft in heavy if aircraft not in gliders]
    early: tuple[str, ...] = ()
    for kind in (gliders, heavy):
        own = [_roller(game, aircraft.id) for aircraft in kind if aircraft.id not in on_tails]
        early += early_order(dice, own, game.rulings)
    return early


def order_set(game: Game) -> OrderSet:
    """The order of moves once nobody ties any more: early movers, then the rest with the balance kept. RW-BAL-1, MOVE-3."""
    of = {group[0]: group for group in groups(game, game.tails)}
    rest = [MovingGroup(of[id_], game.of(id_).side) for cluster in game.clusters for id_ in cluster]
    last = [game.of(id_).side for id_ in game.last_order]
    run = (
        (last[-1], next((at for at, side in enumerate(reversed(last)) if side != last[-1]), len(last))) if last else ("", 0)
    )
    ordered = balanced(rest, game.tables, game.rulings, run, dict(game.totals))
    early = [id_ for first in game.early for id_ in of.get(first, (first,))]
    return OrderSet(order=(*early, *(id_ for group in ordered for id_ in group.members)))


# -- orders ------------------------------------------------------------------------------------------------------------


class RollInitiative(api.Order[Game, api.Registry], type="richthofen.roll_initiative"):
    """Either side rolls for the order of moves; from the second turn on that needs no order. INIT-1."""

    anybodys: ClassVar[bool] = True
    # "Each aircraft on the board rolls two dice"
    timing: ClassVar[api.Timing] = api.Timing(("initiative",), "rolling for the order of moves", "RW-INIT-1")
    phrases: ClassVar[tuple[str, ...]] = ("roll [for] [the] [initiative|order_of_moves]",)

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        if cls.timing.fits(game):
            yield api.Offer(cls(), "roll for the order of moves")

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        return self.timing.objections(game)

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        return rolls(game, dice)


class ChooseTied(api.Order[Game, api.Registry], type="richthofen.choose_tied"):
    """Which of an owner's tied aircraft goes first. INIT-12."""

    # "If one player's own aircraft tie, he picks which goes first"
    timing: ClassVar[api.Timing] = api.Timing(("ties",), "ordering tied aircraft", "RW-INIT-12")
    phrases: ClassVar[tuple[str, ...]] = ("{first} moves|goes first",)
    first: str

    @classmethod
    def offers(cls, game: Game, player: str, rules: api.Registry) -> Iterable[api.Offer]:
        for id_ in game.tied[0] if cls.timing.fits(game) else ():
            yield api.Offer(cls(first=id_), f"{game.called(id_)} moves first", id_)

    @classmethod
    def slots(cls, game: Game, player: str, rules: api.Registry) -> Mapping[str, api.Slot]:
        return {"first": own_aircraft(game, player)}

    def objections(self, game: Game, player: str, rules: api.Registry) -> Iterable[api.Objection]:
        if late := self.timing.objections(game):
            yield from late
        elif self.first not in game.tied[0]:  # "he picks which goes first"
            yield api.Objection("RW-INIT-12", f"{game.called(self.first)} is none of those who tie")
        elif game.of(game.tied[0][0]).side != player:
            yield api.Objection("RW-INIT-12", "the owner of those who tie orders them")  # "he picks which goes first"

    def decide(self, game: Game, rules: api.Registry, dice: api.Dice) -> tuple[api.Event[Game], ...]:
        return (TiedChosen(first=self.first),)


# -- events ------------------------------------------------------------------------------------------------------------


class InitiativeRolled(api.Event[Game], type="richthofen.initiative_rolled"):
    """Everybody has a total; ties of opponents are broken. INIT-1, INIT-2, INIT-11."""

    totals: tuple[tuple[str, int], ...]
    early: tuple[str, ...]
    """Who moves before all others, in order. MOVE-3."""
    clusters: tuple[tuple[str, ...], ...]
    """The others in order; several together: friends who tie."""

    def apply(self, game: Game) -> Game:
        return api.replace(game, phase="ties", totals=self.totals, early=self.early, clusters=self.clusters)

    def tell(self, game: Game) -> str:
        totals = ", ".join(f"{game.called(id_)}: {total}" for id_, total in sorted(self.totals, key=lambda entry: entry[1]))
        return f"initiative {totals}" if totals else ""


class TiedChosen(api.Event[Game], type="richthofen.tied_chosen"):
    """An owner has chosen which of his tied aircraft goes first. INIT-12."""

    wording: ClassVar[str] = "{first} moves first of those who tie"
    first: str

    def apply(self, game: Game) -> Game:
        clusters: list[tuple[str, ...]] = []
        for cluster in game.clusters:
            rest = tuple(roller for roller in cluster if roller != self.first)
            clusters += [(self.first,), rest] if self.first in cluster and rest else [cluster]
        return api.replace(game, clusters=tuple(clusters))


class OrderSet(api.Event[Game], type="richthofen.order_set"):
    """The order of moves of the turn is settled. RW-MOVE-1."""

    order: tuple[str, ...]

    def apply(self, game: Game) -> Game:
        return api.replace(game, phase="movement", order=self.order, queue=self.order, clusters=(), early=())

    def tell(self, game: Game) -> str:
        return f"order of moves: {', '.join(map(game.called, self.order))}"


# -- rulings -----------------------------------------------------------------------------------------------------------


class TurnRulings(api.Rulings):
    """What the source leaves open of the order of a turn."""

    altitude_steps: Literal["full-steps", "nearest"] = api.ruling(
        "RW-INIT-3", "Is a part of 200 m worth anything?", "No, full steps count.", "It is rounded to the nearest step."
    )
    lowest_of: Literal["both-sides", "enemy-only"] = api.ruling(
        "RW-INIT-3",
        "Among whose aircraft is the lowest looked for?",
        "Among those of both sides.",
        "Among those of the enemy.",
    )
    first_turn_height: Literal["set-up", "no-modifier"] = api.ruling(
        "RW-INIT-14",
        "Which height counts in turn 1, when no turn was before?",
        "The one of the set-up.",
        "None: height gives nothing in turn 1.",
    )
    ace_levels: Literal["replace", "add"] = api.ruling(
        "RW-INIT-5", "Does a double ace have the ace's +1, too?", "No, +2 in all.", "Yes, +3 in all."
    )
    undated_scenario: Literal["no-exception", "exception"] = api.ruling(
        "RW-INIT-8", "Are Strutter and Nieuport 12 as good as fighters where a scenario has no date?", "No.", "Yes."
    )
    tie_mixed: Literal["each-rolls", "one-die-a-side"] = api.ruling(
        "RW-INIT-13",
        "Friends of one player and an enemy tie: who rolls?",
        "Each aircraft rolls a die; the owner orders friends who are still level.",
        "One die for each side.",
    )
    tie_again: Literal["only-those-still-level", "all-tied", "keep-last-turns-order"] = api.ruling(
        "RW-INIT-11",
        "The dice that break a tie tie: what then?",
        "Those who are still level roll again.",
        "All who were tied roll again.",
        "They move in the order of the last turn.",
    )
    tie_group_owner: Literal["target-owner", "tailer-owner"] = api.ruling(
        "RW-TAIL-13",
        "Who rolls or chooses for a tailing group?",
        "The owner of its target.",
        "The owner of its first tailer.",
    )
    end_order: Literal["fuel-first", "clearing-first"] = api.ruling(
        "RW-TURN-1", "In what order does a turn end?", "Fuel, clearing, wind.", "Clearing, fuel, wind."
    )
    balance_start: Literal["each-turn-anew", "carry-over"] = api.ruling(
        "RW-BAL-1", "Is a run of moves counted on from turn to turn?", "No, each turn begins anew.", "Yes."
    )
    balance_group: Literal["counts-as-one", "not-counted"] = api.ruling(
        "RW-BAL-5",
        "Does a tailing group count in the balance of moves?",
        "As one aircraft of its target's side.",
        "Not at all.",
    )
    balance_and_ties: Literal["balance-wins", "tied-stay-together"] = api.ruling(
        "RW-BAL-1",
        "Three friends tie: do all move before anything higher, or does the balance part them?",
        "The balance parts them.",
        "They move one after the other.",
    )
    early_order_die: Literal["one-die", "two-dice"] = api.ruling(
        "RW-MOVE-4",
        "How do gliders, or heavy bombers, settle their order?",
        "One die each, low first; those who tie roll again.",
        "Two dice each.",
    )
    early_balloons: Literal["sides-alternate", "one-die"] = api.ruling(
        "RW-MOVE-3",
        "In what order do balloons move? (They have no moves yet to order: nothing hangs on it.)",
        "Their owners choose, and the sides take turns.",
        "One die each, low first.",
    )
    gliding_g: Literal["glider", "g"] = api.ruling(
        "RW-MOVE-3", "With whom does a heavy bomber move that glides?", "With the gliders.", "With the heavy bombers."
    )
    gunbus_crew: Literal["yes", "no"] = api.ruling(
        "RW-INIT-6", "Do FB-5 and FE-2b have the two-seater's -1 on initiative?", "Yes.", "No."
    )
