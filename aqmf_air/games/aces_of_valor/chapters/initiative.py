"""The initiative track (8.1): who stands where, who goes first in a space, whom one may attack. IN, TGT, RND-6."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar, Literal, TypeVar

from aqmf_air.api import Dice, Event, Modifier, Odds, Rulings, chances, modifier, pick, ruling
from aqmf_air.games.aces_of_valor.chapters.counters import air_skill, performance
from aqmf_air.games.aces_of_valor.chapters.dice import D6, amount, die, faces_that, half, of_table
from aqmf_air.games.aces_of_valor.chapters.ground import space_of_target
from aqmf_air.games.aces_of_valor.state import Aircraft, Campaign, SquadronMember, in_combat, targets_left
from aqmf_air.games.aces_of_valor.tables import DASH, Kind, PriorityKey, Tables, ValorRulings

# -- rules -------------------------------------------------------------------------------------------------------------


T = TypeVar("T", bound=Hashable)
KINDS: tuple[Kind, ...] = ("fighter", "two-seater", "bomber", "heavy-bomber")


def space(dice: Dice, changes: tuple[Modifier, ...], tables: Tables, rulings: ValorRulings) -> int:
    """Where an aircraft stands: a die, and what is added: performance, air skill, advantage. IN-1, GEN-8."""
    net = of_table(dice, "c4", "initiative", tables, *changes)
    if rulings.in_limits == "off-track":
        return net
    return min(max(net, tables.number("track-first")), tables.number("track-last"))


def stands(dice: Dice, mine: int, theirs: int, tables: Tables, rulings: ValorRulings) -> Literal["higher", "equal", "lower"]:
    """How one aircraft comes to stand to another, by what each adds to its die. IN-1."""
    own, other = (modifier(added, "performance, air skill, advantage", "AOV-IN-1") for added in (mine, theirs))
    apart = space(dice, (own,), tables, rulings) - space(dice, (other,), tables, rulings)
    return "higher" if apart > 0 else "lower" if apart < 0 else "equal"


def priority(kind: Kind, air_skill: int, performance_now: int, tables: Tables, rulings: ValorRulings) -> tuple[int, ...]:
    """What decides the order in a space, the least first: the keys of C6. RND-6, IN-6."""
    rank = KINDS.index(kind)
    value = {
        "kind": rank if rulings.type_rank == "fighter-first" else -rank,
        "air-skill": -air_skill,
        "performance": -performance_now,
    }
    return tuple(value[row.key] for row in sorted(tables.every("c6", PriorityKey), key=lambda row: row.rank))


def enemy_first(dice: Dice, rulings: ValorRulings, enemy: str = "the enemy", friend: str = "the friend") -> bool:
    """Whether the enemy goes before a friend of the same priority, as people call them. IN-6."""
    odd = rulings.tie_die == "odd-enemy"
    either = ("odd", "even") if odd else (f"1{DASH}3", f"4{DASH}6")
    face = dice.draw(die("tie in a space", f"{either[0]} {enemy} first, {either[1]} {friend}"))
    return face % 2 == 1 if odd else half(face) == 1


def bomb_round(dice: Dice) -> int:
    """The round in which a bomber bombs. RND-2, SCR-7."""
    return amount(dice, "round of bombing", "D3")


def targets_below(own: int, spaces: Mapping[T, int]) -> tuple[T, ...]:
    """The enemies in the next lower space that holds any, as they stand in ``spaces``. TGT-1, TGT-2."""
    below = max((at for at in spaces.values() if at < own), default=None)
    return tuple(target for target, at in spaces.items() if at == below)


def target_by_die(
    dice: Dice, targets: tuple[T, ...], rulings: ValorRulings, *, label: str = "target", called: tuple[str, ...] = ()
) -> T:
    """The target of an enemy among several, in their order, all equally likely; ``called``: their names. TGT-4."""
    n = len(targets)
    if n == 1:
        return targets[0]
    if n > 4 and rulings.many_targets == "chit":
        names = dict(zip(targets, called, strict=True)) if called else {}
        return dice.draw(pick(label, targets, called=lambda target: names.get(target, str(target))))
    return targets[dice.until(target_number, spare, n, label, called) - 1]


def target_number(dice: Dice, n: int, label: str = "target", called: tuple[str, ...] = ()) -> int:
    """The number of a target that dice show; 0: they are rolled again. From 7 on a first die names the half. TGT-4."""
    names = called or tuple(map(str, range(1, n + 1)))
    if n <= len(D6.faces):
        each = len(D6.faces) // n

        def shown(face: int) -> int:
            return (face + each - 1) // each

        about = faces_that(lambda face: names[shown(face) - 1] if shown(face) <= len(names) else "again")
        number = shown(dice.draw(die(label, about)))
    else:
        side = (n + 1) // 2
        halves = names[:side], names[side:]
        about = faces_that(lambda face: f"one of {', '.join(halves[half(face) - 1])}")
        first = half(dice.draw(die(f"half of {label}", about))) == 1
        within = dice.until(target_number, spare, side, label, halves[0] if first else halves[1])
        number = within if first else side + within
    return number if number <= n else 0


def spare(number: int) -> bool:
    """Whether a die for a target is rolled again. TGT-4."""
    return number == 0


# -- the track as it stands, and its events ----------------------------------------------------------------------------


def initiative_modifiers(game: Campaign, id_: str) -> tuple[Modifier, ...]:
    """What is added to the die of an aircraft on C4. IN-1, DET-1, OPT-2."""
    aircraft, combat, number = game.aircraft(id_), game.fought, game.tables.number
    friend = id_ in combat.friends
    early = combat.round <= number("surprise-rounds")
    advantage = early and combat.advantage == ("friend" if friend else "enemy")
    ambushed = combat.ambush and combat.round == 1 and not friend
    tired = (
        "OR-6" in game.options.cards
        and isinstance(aircraft, SquadronMember)
        and {game.number - 1, game.number - 2} <= {*aircraft.flown}
    )
    changes = (
        modifier(performance(aircraft, game.tables, game.rulings), "performance", "AOV-IN-1"),
        modifier(air_skill(aircraft, game.rulings), "air skill", "AOV-IN-1"),
        modifier(number("surprise") * advantage, "advantage", "AOV-DET-1"),
        modifier(number("ambush") * ambushed, "ambush", "AOV-EVT-2"),
        modifier(number("tired") * tired, "flew the last two missions", "AOV-OPT-2"),
    )
    return tuple(change for change in changes if change.value)


def to_place(game: Campaign) -> str:
    """The aircraft whose initiative comes next; empty: all stand on the track."""
    return next((id_ for id_ in game.fought.to_act if id_ not in game.fought.space_of), "")


def needs_track(game: Campaign) -> bool:
    """Whether initiative is rolled: not without enemy aircraft and ground targets. IN-5."""
    combat = game.fought
    return bool(targets_left(game)) or any(enemy.id in combat.to_act for enemy in combat.enemies)


def priority_of(game: Campaign, aircraft: Aircraft) -> tuple[int, ...]:
    """What decides the order of an aircraft in its space. IN-6."""
    skill, now = air_skill(aircraft, game.rulings), performance(aircraft, game.tables, game.rulings)
    return priority(aircraft.kind, skill, now, game.tables, game.rulings)


@dataclass(frozen=True)
class First:
    """Those who are first on the track: friends and enemies of the same priority in the highest space."""

    friends: tuple[str, ...] = ()
    enemies: tuple[str, ...] = ()
    space: int = 0
    priority: tuple[int, ...] = ()

    @property
    def tied(self) -> bool:
        """Whether a die has to decide between friends and enemies."""
        return bool(self.friends and self.enemies)


def first_on_track(game: Campaign) -> First:
    """Who acts next. Without a track the player orders his aircraft freely. RND-5, RND-6, IN-6, ``friendly_order``."""
    combat = game.fought
    if not any(id_ in combat.space_of for id_ in combat.to_act):
        return First(friends=tuple(id_ for id_ in combat.to_act if id_ in combat.friends))
    space = max(combat.space_of[id_] for id_ in combat.to_act)
    here = {id_: priority_of(game, game.aircraft(id_)) for id_ in combat.to_act if combat.space_of[id_] == space}
    best = min(here.values())
    equal = [id_ for id_ in here if here[id_] == best]
    friends = tuple(id_ for id_ in equal if id_ in combat.friends)
    enemies = tuple(id_ for id_ in equal if id_ not in combat.friends)
    decided = next((enemy for at, rank, enemy in combat.ties if (at, rank) == (space, best)), None)
    if friends and enemies and decided is not None:
        friends, enemies = ((), enemies) if decided else (friends, ())
    if friends and not enemies and game.rulings.friendly_order == "free":
        rival = min((rank for id_, rank in here.items() if id_ not in combat.friends), default=None)
        before = [id_ for id_, rank in here.items() if id_ in friends or rival is None or rank < rival]
        friends = tuple(id_ for id_ in before if id_ in combat.friends)
    return First(friends, enemies, space, best)


Standing = tuple[int, tuple[int, ...]]
"""The space of an aircraft, and its priority there, the first to act the greatest."""


def friend_is_first(game: Campaign) -> Fraction:
    """The chance that a friend is the first to act in a round that begins. IN-1, IN-6."""
    combat, rulings = game.fought, game.rulings
    sides: tuple[list[Odds[Standing]], list[Odds[Standing]]] = [], []
    for id_ in combat.to_act:
        rank = tuple(-key for key in priority_of(game, game.aircraft(id_)))
        spaces = chances(space, initiative_modifiers(game, id_), game.tables, rulings)
        sides[id_ in combat.friends].append(spaces.map(partial(_with_rank, rank)))
    enemies, friends = sides
    tie, total = chances(enemy_first, rulings).of(False), Fraction(0)
    for at in {standing for odds in friends for standing in odds}:
        behind, not_before = _all_behind(enemies, at), _all_behind(enemies, at, or_there=True)
        here = _all_behind(friends, at, or_there=True) - _all_behind(friends, at)
        total += here * (behind + tie * (not_before - behind))
    return total


def _with_rank(rank: tuple[int, ...], at: int) -> Standing:
    return at, rank


def _all_behind(side: Iterable[Odds[Standing]], at: Standing, or_there: bool = False) -> Fraction:
    """The chance that all of a side come to act after a standing."""
    chance = Fraction(1)
    for odds in side:
        chance *= odds.where(lambda other: other < at or (or_there and other == at))
    return chance


def eligible(game: Campaign, id_: str) -> tuple[str, ...]:
    """The aircraft that one can attack from its space: those of the other side in the next lower space with any.
    TGT-1, TGT-2.
    """
    combat = game.fought
    own = combat.space_of.get(id_)
    if own is None:
        return ()
    others = [enemy.id for enemy in combat.enemies] if id_ in combat.friends else list(in_order(game))
    return targets_below(own, {other: combat.space_of[other] for other in others if other in combat.space_of})


def in_order(game: Campaign) -> Iterator[str]:
    """The friends of the combat in the order in which a die names them. TGT-4, ``target_order``."""
    friends = game.fought.friends
    if game.rulings.target_order == "player":
        yield from friends
        return
    yield from (member.id for member in game.squadron if member.id in friends)
    for kind in ("two-seater", "bomber", "heavy-bomber"):
        yield from (friend for friend in friends if game.aircraft(friend).kind == kind)


class TargetsPlaced(Event[Campaign], type="valor.targets_placed"):
    """Ground targets stand on the track at their ratings. IN-2."""

    targets: tuple[str, ...]

    def apply(self, state: Campaign) -> Campaign:
        placed = tuple((target, space_of_target(state, target)) for target in self.targets)
        return in_combat(state, spaces=(*state.fought.spaces, *placed))

    def tell(self, state: Campaign) -> str:
        return ", ".join(f"{state.called(target)} in space {space_of_target(state, target)}" for target in self.targets)


class PlacedOnTrack(Event[Campaign], type="valor.placed_on_track"):
    """The initiative of an aircraft. IN-1, RND-3."""

    wording: ClassVar[str] = "{aircraft} in space {space}"
    aircraft: str
    space: int

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, spaces=(*state.fought.spaces, (self.aircraft, self.space)))


class TieDecided(Event[Campaign], type="valor.tie_decided"):
    """Who goes first of friends and enemies of the same priority in a space. IN-6."""

    space: int
    priority: tuple[int, ...]
    enemy_first: bool

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, ties=(*state.fought.ties, (self.space, self.priority, self.enemy_first)))

    def tell(self, state: Campaign) -> str:
        return f"tie in space {self.space}: {'the enemy' if self.enemy_first else 'the friend'} goes first"


class NextToAct(Event[Campaign], type="valor.next_to_act"):
    """Who acts next: an enemy, or the friends among whom the player chooses. RND-5, RND-6."""

    aircraft: tuple[str, ...]

    def apply(self, state: Campaign) -> Campaign:
        return in_combat(state, acting=self.aircraft, target="")


class InitiativeRulings(Rulings):
    """What the source leaves open of initiative and the choice of targets."""

    tie_die: Literal["odd-enemy", "d2"] = ruling(
        "AOV-IN-6",
        "How is a tie between friend and enemy decided?",
        "One die: odd, the enemy is first.",
        "A D2: 1, the enemy is first.",
    )
    many_targets: Literal["reroll", "chit"] = ruling(
        "AOV-TGT-4",
        "How is a target found among five and more?",
        "By die, with faces rolled again; from seven on a first die for the half.",
        "Drawn blind.",
    )
    target_order: Literal["squadron", "player"] = ruling(
        "AOV-TGT-4",
        "In which order do targets stand for that die?",
        "Fighters in the order of the squadron, then 2-seaters, then bombers.",
        "As the player lays them.",
    )
    type_rank: Literal["fighter-first", "slowest-first"] = ruling(
        "AOV-IN-6", "Which kind goes first in a space?", "Fighters, 2-seaters, bombers.", "Bombers, 2-seaters, fighters."
    )
    ground_lower: Literal[True, False] = ruling(
        "AOV-GND-1", "Must a ground target be lower on the track than its attacker?", "Yes.", "No."
    )
