"""Fire and damage (8.3): guns in the air and on the ground, the reply, what is hit and what is lost. AA, ATK, DEF, DMG."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from aqmf_air import api
from aqmf_air.api import (
    AtLeast,
    Dice,
    Event,
    Modifier,
    Question,
    Tally,
    check,
    hits,
    hits_and_naturals,
    labelled,
    modifier,
    scored,
)
from aqmf_air.games.aces_of_valor.chapters import luck, points, sectors
from aqmf_air.games.aces_of_valor.chapters.counters import air_skill, capacity, counted_skill, structure, values
from aqmf_air.games.aces_of_valor.chapters.dice import D6, of_table
from aqmf_air.games.aces_of_valor.chapters.orders import CampaignCourse
from aqmf_air.games.aces_of_valor.chapters.points import PointsScored, improve
from aqmf_air.games.aces_of_valor.chapters.sectors import own_place, rear
from aqmf_air.games.aces_of_valor.state import (
    Aircraft,
    Box,
    Campaign,
    Kill,
    SquadronMember,
    changed,
    has_acted,
    in_combat,
    in_mission,
    is_friend,
    without,
)
from aqmf_air.games.aces_of_valor.tables import (
    DamagedRow,
    Effect,
    EffectRow,
    GunfireRow,
    PlaceKind,
    Side,
    Tables,
    ValorRulings,
    Values,
    Weather,
)

# -- rules -------------------------------------------------------------------------------------------------------------


State = Side | None
"""Of an aircraft: undamaged, damaged, or None: destroyed."""


def worse(state: State, effect: Effect) -> State:
    """An aircraft after an effect: damaged twice is destroyed. DMG-1."""
    if state is None or effect == "none":
        return state
    return "back" if effect == "damaged" and state == "front" else None


def together(effects: Iterable[Effect]) -> Effect:
    """What attacks at the same time do: two that damage destroy. DMG-1, AC-7."""
    each = sorted(effects)
    return "destroyed" if "destroyed" in each or each.count("damaged") > 1 else "damaged" if "damaged" in each else "none"


def damage_modifiers(hits_: int, structure: int, tables: Tables) -> tuple[Modifier, ...]:
    """What is added on C8: further hits, less the structure. ATK-4, ATK-5, AA-4."""
    further = modifier((hits_ - 1) * tables.number("further-hit"), f"{hits_} hits", "AOV-ATK-4")
    return further, modifier(-structure, "structure", "AOV-ATK-5")


def damage(dice: Dice, hits_: int, structure: int, tables: Tables, rulings: ValorRulings) -> Effect:
    """What one attack with so many hits does. ATK-4, ATK-5, ATK-7, AA-4."""
    if not hits_:
        return "none"
    changes = damage_modifiers(hits_, structure, tables)
    if rulings.skip_void_rolls:
        highest = 6 * tables.dice("c8") + sum(change.value for change in changes)
        if tables.row("c8", EffectRow, highest).effect == "none":
            return "none"
    return tables.row("c8", EffectRow, of_table(dice, "c8", "damage", tables, *changes)).effect


class Called(NamedTuple):
    """What people call those who fight, for whoever rolls: it changes nothing."""

    attacker: str = ""
    target: str = ""

    def at_target(self, dice: Dice) -> Dice:
        """Dice of the attacker against the target."""
        return labelled(dice, self.target, lambda: self.attacker and f"fire of {self.attacker}")

    def at_attacker(self, dice: Dice) -> Dice:
        """Dice of the target against the attacker."""
        return labelled(dice, self.attacker, lambda: self.target and f"fire of {self.target}")


NOBODY = Called()


# -- anti-aircraft guns ------------------------------------------------------------------------------------------------


def aa_dice(dice: Dice, weather: Weather, tables: Tables) -> int:
    """How many AA dice each aircraft over an enemy AA sector takes. AA-1, AA-2, AA-5."""
    clouds = modifier(tables.weather(weather, "f5"), weather.replace("-", " "), "AOV-AA-5")
    net = of_table(dice, "f5", "anti-aircraft fire", tables, clouds)
    return tables.row("f5", GunfireRow, net).dice


def aa_fire(
    dice: Dice,
    n: int,
    structure: int,
    tables: Tables,
    rulings: ValorRulings,
    *,
    separately: bool = False,
    need: str = "aa-hit",
) -> Effect:
    """What ``n`` AA dice do to an aircraft. AA-3, AA-4, GND-2, PHO-3.

    ``separately``: each hit is an attack of its own. ``need``: the number of the rules from which on a die hits.
    """
    least = tables.number(need)
    count = dice.draw(hits("anti-aircraft dice", n, D6, range(least, 7), about=f"{least}+ hits" if least < 6 else "6 hits"))
    if not separately:
        return damage(dice, count, structure, tables, rulings)
    return together([damage(dice, 1, structure, tables, rulings) for _ in range(count)])


def aa_check(dice: Dice, weather: Weather, structure: int, tables: Tables, rulings: ValorRulings) -> Effect:
    """The whole fire at one aircraft alone over an enemy AA sector. AA-1 to AA-5."""
    return sector_fire(dice, dice.call(aa_dice, weather, tables), structure, tables, rulings)


def sector_fire(dice: Dice, n: int, structure: int, tables: Tables, rulings: ValorRulings) -> Effect:
    """What the ``n`` dice of an enemy AA sector do to an aircraft. AA-3, AA-4; ``aa_one_attack``."""
    return aa_fire(dice, n, structure, tables, rulings, separately=rulings.aa_one_attack == "die")


# -- in the air --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Gun:
    """A gun that fires: how many dice by C7, the skill added to each, and the gun rating."""

    dice: int
    skill: int
    hit: int
    double: int | None = None


def forward(values: Values, skill: int, difference: int, tables: Tables) -> Gun:
    """The forward gun of an aircraft that stands ``difference`` spaces above its target. ATK-1, ATK-2."""
    return Gun(tables.row("c7", GunfireRow, difference, "forward").dice, skill, values.hit, values.double)


def defensive(values: Values, skill: int, difference: int, tables: Tables, rulings: ValorRulings) -> Gun:
    """A defensive gun of an aircraft whose attacker stands ``difference`` spaces above it. DEF-1."""
    n = tables.row("c7", GunfireRow, difference, "defensive").dice
    return Gun(n, skill if rulings.defensive_skill else 0, values.hit, values.double)


def hits_of(face: int, gun: Gun, tables: Tables, rulings: ValorRulings) -> int:
    """Hits of one die. ATK-2, ATK-3, AC-5."""
    if face == tables.number("always-misses"):
        return 0
    net = face + gun.skill
    count = int(net >= gun.hit) + int(gun.double is not None and net >= gun.double)
    return max(count, int(face == 6 and rulings.natural_six == "hit"))


def needed(gun: Gun) -> str:
    """The natural rolls that hit, with the skill counted in: ``4+, two hits on 6``. ATK-2, ATK-3."""
    single, double = (max(need - gun.skill, 2) for need in (gun.hit, gun.double or 0))
    if not gun.double or double > len(D6.faces):
        return f"{single}+"
    return f"{single}+, two hits on {double}{'+' if double < len(D6.faces) else ''}"


def gun_hits(dice: Dice, gun: Gun, tables: Tables, rulings: ValorRulings, *, label: str = "guns") -> int:
    """Hits of a gun. ATK-2, ATK-3."""
    about = needed(gun)
    return dice.draw(scored(label, gun.dice, D6, lambda face: hits_of(face, gun, tables, rulings), about=about))


def shot(dice: Dice, gun: Gun, structure: int, tables: Tables, rulings: ValorRulings, label: str = "guns") -> Effect:
    """One attack by a gun: hits, then C8. ATK-2 to ATK-7."""
    hit_count = gun_hits(dice, gun, tables, rulings, label=label)
    return damage(dice, hit_count, structure, tables, rulings)


def shot_or_jam(dice: Dice, gun: Gun, structure: int, tables: Tables, rulings: ValorRulings) -> tuple[Effect, bool]:
    """One attack by a gun that may jam, and whether it has. ATK-2 to ATK-7, OPT-2."""

    def counted(face: int) -> int:
        return hits_of(face, gun, tables, rulings)

    least = tables.number("jam-ones")
    about = needed(gun) + (f"; {least} natural 1s jam it" if gun.dice >= least else "")
    came = dice.draw(hits_and_naturals("guns", gun.dice, D6, counted, 1, about=about))
    return damage(dice, came.hits, structure, tables, rulings), came.naturals >= least


def clears(dice: Dice, tables: Tables) -> bool:
    """Whether a jam is cleared. OPT-2."""
    least = tables.number("jam-clears")
    return dice.draw(check("jam", D6, AtLeast(least), about=f"{least}+ clears it"))


@dataclass(frozen=True)
class Exchange:
    """What an attack did to its target, and the reply to the attacker."""

    target: Effect
    attacker: Effect = "none"
    jammed: bool = False
    """Whether the gun of the attacker has jammed; for the optional rule."""


def air_attack(
    dice: Dice,
    gun: Gun,
    structure: int,
    tables: Tables,
    rulings: ValorRulings,
    replies: tuple[Gun, ...] = (),
    attackers_structure: int = 0,
    replies_if_damaged: tuple[Gun, ...] = (),
    jams: bool = False,
    called: Called = NOBODY,
) -> Exchange:
    """An attack on an aircraft, and the simultaneous fire of its defensive guns. ATK-1 to ATK-7, DEF-1 to DEF-3, AC-7.

    Args:
        dice: the dice.
        gun: of the attacker.
        structure: of the target.
        tables: the tables in force.
        rulings: those of the game.
        replies: the defensive guns of the target, as they were before the attack.
        attackers_structure: of the attacker; counts only where somebody replies.
        replies_if_damaged: the same guns when the attack has damaged the target; for the ruling ``dead_reply``.
        jams: whether the gun of the attacker can jam; for the optional rule.
        called: who they are, for those who roll.
    """
    if jams:
        done, jammed = called.at_target(dice).call(shot_or_jam, gun, structure, tables, rulings)
    else:
        done, jammed = called.at_target(dice).call(shot, gun, structure, tables, rulings), False
    guns = replies
    if rulings.dead_reply == "after" and done != "none":
        guns = replies_if_damaged if done == "damaged" else ()
    if not guns:
        return Exchange(done, jammed=jammed)
    return Exchange(done, called.at_attacker(dice).call(reply, guns, attackers_structure, tables, rulings), jammed)


def reply(dice: Dice, guns: tuple[Gun, ...], structure: int, tables: Tables, rulings: ValorRulings) -> Effect:
    """What the defensive guns of an aircraft do to its attacker. DEF-1, AC-7."""
    if rulings.heavy_guns == "pooled":
        hit_count = sum([gun_hits(dice, gun, tables, rulings, label="defensive gun") for gun in guns])
        return damage(dice, hit_count, structure, tables, rulings)
    return together([dice.call(shot, gun, structure, tables, rulings, "defensive gun") for gun in guns])


def breaks_off(dice: Dice, tables: Tables) -> bool:
    """Whether a damaged enemy fighter or 2-seater breaks off. ACT-7."""
    return tables.row("c5-damaged", DamagedRow, of_table(dice, "c5", "damaged enemy", tables)).act == "break-off"


def pilot_lives(dice: Dice, place: PlaceKind, tables: Tables, *changes: Modifier) -> bool:
    """Whether the pilot of a destroyed fighter comes back; ``changes``: of optional rules. DMG-2."""
    at = rear(place)
    return of_table(dice, "c9", "pilot", tables, *changes, column=at) >= tables.need("c9", at)


# -- an attack as the aircraft stand -----------------------------------------------------------------------------------


def exchange_facts(game: Campaign, attacker: str, target: str) -> tuple[Any, ...]:
    """The facts of :func:`air_attack` for two aircraft on the track. ATK-1, ATK-2, DEF-1, AC-6, AC-7."""
    aircraft, other = game.aircraft(attacker), game.aircraft(target)
    tables, rulings, space = game.tables, game.rulings, game.fought.space_of
    difference = space[attacker] - space[target]
    gun = forward(values(aircraft, tables), air_skill(aircraft, rulings), difference, tables)

    def guns(side: Side) -> tuple[Gun, ...]:
        sheet = tables.aircraft(other.sheet, side)
        gun = defensive(sheet, air_skill(other, rulings), difference, tables, rulings)
        return (gun,) * sheet.defensive

    jams = "OR-3" in game.options.cards and aircraft.kind == "fighter"
    damaged = guns("back") if not other.damaged else ()
    return gun, structure(other, tables), tables, rulings, guns(other.side), structure(aircraft, tables), damaged, jams


def exchange_in(events: Sequence[Any]) -> Exchange:
    """What an attack came to, from the events that it was decided into."""
    aircraft_attacked = next(event for event in events if isinstance(event, AircraftAttacked))
    return Exchange(aircraft_attacked.effect, aircraft_attacked.reply, aircraft_attacked.jammed)


def attack_aircraft(course: CampaignCourse, attacker: str, target: str) -> None:
    """An aircraft attacks another one, which may reply; both take effect. ATK, DEF-2."""
    game = course.game
    called = Called(game.called(attacker), game.called(target))
    done = course.dice.call(air_attack, *(*exchange_facts(game, attacker, target), called))
    course.emit(
        AircraftAttacked(aircraft=attacker, target=target, effect=done.target, reply=done.attacker, jammed=done.jammed)
    )
    _hit(course, target, done.target, by=attacker)
    _hit(course, attacker, done.attacker, by=target)


def _hit(course: CampaignCourse, id_: str, effect: Effect, by: str) -> None:
    if id_ in course.game.fought.friends:
        hit_friend(course, id_, effect, "air")
    else:
        hit_enemy(course, id_, effect, by)


# -- what follows damage, in every phase alike -------------------------------------------------------------------------


FIRE: frozenset[Cause] = frozenset({"aa", "air", "ground-fire"})
COMBAT: frozenset[Cause] = frozenset({"air", "ground-fire"})


def hit_friend(course: CampaignCourse, id_: str, effect: Effect, cause: Cause) -> None:
    """An effect on an aircraft of the player's. DMG-1, DMG-2."""
    if effect == "none":
        return
    if effect == "damaged" and not course.game.aircraft(id_).damaged:
        course.emit(AircraftDamaged(aircraft=id_, cause=cause))
    else:
        destroy_friend(course, id_, cause)


def destroy_friend(course: CampaignCourse, id_: str, cause: Cause) -> None:
    """An aircraft of the player's is destroyed: C9 for a fighter's pilot, then points. DMG-2, DMG-3, PTS-1, PTS-2, FLT-2."""
    game = course.game
    aircraft = game.aircraft(id_)
    in_scope = cause in FIRE if game.rulings.c9_scope == "fire" else cause == "air"
    course.emit(AircraftDestroyed(aircraft=id_, cause=cause))
    lives = False
    if isinstance(aircraft, SquadronMember):
        dice = labelled(course.dice, aircraft.name, relation="for")
        lives = in_scope and dice.call(pilot_lives, own_place(game), course.tables, *parachute(game, aircraft))
        how = "the pilot is back" if lives else CAUSES[cause]
        course.emit(PilotFared(aircraft=id_, box="recovery" if lives else "lost", how=how))
    if game.rulings.lost_costs == "all" or cause in COMBAT:
        cost = points.friend_down(aircraft.kind, counted_skill(aircraft, game.rulings), course.tables, pilot_back=lives)
        course.emit(PointsScored(what=f"{aircraft.name} destroyed", points=cost, rule="AOV-PTS-1"))


def parachute(game: Campaign, aircraft: Aircraft) -> tuple[Modifier, ...]:
    """What is added on C9 for a pilot of the squadron. OPT-2."""
    number = game.tables.number
    worn = "OR-5" in game.options.cards and game.nation == "german" and aircraft.tier >= number("parachute-tier")
    return (modifier(number("parachute"), "parachute", "AOV-OPT-2"),) if worn else ()


def hit_enemy(course: CampaignCourse, id_: str, effect: Effect, by: str, *, cause: Cause = "air") -> None:
    """An effect on an enemy: points, and perhaps skill for the pilot who did it. DMG-1, PTS-1, PTS-2, SKL-1."""
    game = course.game
    aircraft = game.aircraft(id_)
    if effect == "none":
        return
    if effect == "damaged" and not aircraft.damaged:
        course.emit(AircraftDamaged(aircraft=id_, cause=cause))
        return
    assert game.nation is not None  # a mission is flown
    own = sectors.side(game.flown.at, course.tables) == sectors.half_of(game.nation)
    course.emit(AircraftDestroyed(aircraft=id_, cause=cause, by=by, own_half=own))
    won = points.enemy_down(aircraft.kind, counted_skill(aircraft, game.rulings), course.tables)
    course.emit(PointsScored(what=f"{aircraft.name} shot down", points=won, rule="AOV-PTS-1"))
    scores = aircraft.kind == "fighter" or game.rulings.skill_enemy_bonus == "printed"
    improve(course, by, aircraft.air if scores else 0)


# -- what is rolled for ------------------------------------------------------------------------------------------------


NONE = "none"
"""What leaves everybody as he is."""


@dataclass(frozen=True)
class Seen:
    """Reads an outcome from events, and sees a part of it."""

    read: Callable[[Sequence[Any]], Any]
    view: Callable[[Any], Any]

    def __call__(self, events: Sequence[Any]) -> Any:
        return self.view(self.read(events))


def target_of(done: Exchange) -> str:
    """What an attack did to its target."""
    return done.target


def attacker_of(done: Any) -> str:
    """What the reply, or the fire from the ground, did to the attacker."""
    return str(done.attacker)


@dataclass(frozen=True)
class _Fate:
    """What becomes of an aircraft: one that was damaged before is destroyed by more damage. DMG-1."""

    effect: Callable[[Any], str]
    damaged: bool

    def __call__(self, done: Any) -> str:
        effect = self.effect(done)
        return "destroyed" if self.damaged and effect == "damaged" else effect


def _jams(done: Exchange) -> bool:
    return done.jammed


def attack_questions(game: Campaign, attacker: str, target: str) -> tuple[Question, ...]:
    """The target, the attacker under its reply, and the gun where it may jam. ATK-1, DEF-1, OPT-2."""
    facts = exchange_facts(game, attacker, target)
    *_, replies, _, replies_if_damaged, jams = facts

    def part(title: str, view: Callable[[Exchange], Any], counted: Tally) -> Question:
        return Question(title, air_attack, facts, view=view, of=Seen(exchange_in, view), luck=counted)

    own = attacker in game.fought.friends
    attacked, attacks = game.aircraft(target).damaged, game.aircraft(attacker).damaged
    parts = [part(game.called(target), _Fate(target_of, attacked), luck.fire(not own, attacked))]
    if replies or replies_if_damaged:
        title = f"the reply at {game.called(attacker)}"
        parts.append(part(title, _Fate(attacker_of, attacks), luck.fire(own, attacks)))
    if jams:
        parts.append(part("the gun jams", _jams, luck.bad("guns that jam") if own else luck.good("enemy guns that jam")))
    return tuple(parts)


# -- events ------------------------------------------------------------------------------------------------------------


Cause = Literal["aa", "air", "ground-fire", "crash", "forced-landing", "landing", "fuel"]
CAUSES: dict[Cause, str] = {
    "aa": "by anti-aircraft fire",
    "air": "in the air",
    "ground-fire": "by fire from the ground",
    "crash": "in a crash",
    "forced-landing": "in a forced landing",
    "landing": "in landing",
    "fuel": "out of fuel",
}


class AircraftDamaged(Event[Campaign], type="valor.aircraft_damaged"):
    """An aircraft is damaged; what it can no longer carry is jettisoned. DMG-1, AC-3, ORD-4, ORD-7."""

    aircraft: str
    cause: Cause

    def apply(self, state: Campaign) -> Campaign:
        aircraft = state.aircraft(self.aircraft)
        bombs, rockets = capacity(aircraft, state.tables, damaged=True)
        bombs, rockets = min(aircraft.bombs, bombs), min(aircraft.rockets, rockets)
        after = changed(state, aircraft.id, side="back", bombs=bombs, rockets=rockets)
        return in_mission(after, hurt=True) if is_friend(state, aircraft.id) else after

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} is damaged {CAUSES[self.cause]}"


class AircraftDestroyed(Event[Campaign], type="valor.aircraft_destroyed"):
    """An aircraft is destroyed, or crashes; what becomes of its pilot is told by another event. DMG-1, FLT-2."""

    aircraft: str
    cause: Cause
    by: str = ""
    """The friend who shot an enemy down."""
    own_half: bool = False

    def apply(self, state: Campaign) -> Campaign:
        aircraft, mission = state.aircraft(self.aircraft), state.flown
        friend = is_friend(state, aircraft.id)
        after = changed(state, aircraft.id, bombs=0, rockets=0)
        if state.combat and aircraft.id in (*state.combat.friends, *(enemy.id for enemy in state.combat.enemies)):
            after = in_combat(
                after,
                destroyed=(*state.combat.destroyed, aircraft.id),
                to_act=without(state.combat.to_act, aircraft.id),
                acted=without(state.combat.acted, aircraft.id),
                spaces=tuple((id_, space) for id_, space in state.combat.spaces if id_ != aircraft.id),
            )
        if friend:
            waiting = tuple(pair for pair in mission.waiting if pair[0] != aircraft.id)
            gone = (*mission.fallen, aircraft.id)
            return in_mission(after, flight=without(mission.flight, aircraft.id), waiting=waiting, fallen=gone, hurt=True)
        skill = aircraft.air
        kill = Kill(by=self.by, what=_named(aircraft), aircraft=True, air_skill=skill, own_half=self.own_half)
        after = in_mission(after, kills=(*mission.kills, kill))
        if self.by and isinstance(state.aircraft(self.by), SquadronMember):
            after = changed(after, self.by, victories=state.member(self.by).victories + 1)
        return after

    def tell(self, state: Campaign) -> str:
        by = f" by {state.called(self.by)}" if self.by else ""
        return f"{state.called(self.aircraft)} is destroyed {CAUSES[self.cause]}{by}"


def _named(aircraft: Aircraft) -> str:
    return f"{aircraft.name} ({aircraft.type})" if aircraft.type else aircraft.name


class PilotFared(Event[Campaign], type="valor.pilot_fared"):
    """What became of a fighter's pilot and counter: which box they go to, and how. DMG-2, END-2, END-3, FLT-2."""

    aircraft: str
    box: Box
    how: str

    def apply(self, state: Campaign) -> Campaign:
        lost = state.number if self.box == "lost" else 0
        return changed(state, self.aircraft, box=self.box, lost=lost, fate=self.how if lost else "")

    def tell(self, state: Campaign) -> str:
        goes = {"ready": "is ready again", "recovery": "goes to Recovery", "lost": "is lost"}.get(self.box, self.box)
        return f"{state.called(self.aircraft)} {goes}: {self.how}"


class AircraftAttacked(Event[Campaign], type="valor.aircraft_attacked"):
    """An attack in the air, and the reply: what it does is told by other events. ATK, DEF, OPT-2."""

    aircraft: str
    target: str
    effect: Effect
    reply: Effect = "none"
    jammed: bool = False

    def apply(self, state: Campaign) -> Campaign:
        aircraft = state.aircraft(self.aircraft)
        after = has_acted(state, self.aircraft)
        return changed(after, aircraft.id, attacks=aircraft.attacks + 1, jammed=aircraft.jammed or self.jammed)

    def tell(self, state: Campaign) -> str:
        jam = "; the gun jams" if self.jammed else ""
        missed = " without effect" if self.effect == "none" else ""
        return f"{state.called(self.aircraft)} attacks {state.called(self.target)}{missed}{jam}"


class JamTended(Event[Campaign], type="valor.jam_tended"):
    """A pilot tries to clear a jam. OPT-2."""

    aircraft: str
    cleared: bool

    def apply(self, state: Campaign) -> Campaign:
        after = has_acted(state, self.aircraft)
        return changed(after, self.aircraft, jammed=False) if self.cleared else after

    def tell(self, state: Campaign) -> str:
        return f"{state.called(self.aircraft)} {'clears' if self.cleared else 'cannot clear'} the jam"


class FireRulings(api.Rulings):
    """What the source leaves open of attacks in the air."""

    bomber_attacks_air: Literal[False, True] = api.ruling(
        "AOV-DEF-1", "May bombers attack aircraft?", "No, they have no forward gun.", "Yes."
    )
    dead_reply: Literal["before", "after"] = api.ruling(
        "AOV-DEF-2",
        "With which values does an aircraft reply that was just hit?",
        "Those from before the attack.",
        "Those from after it.",
    )
    defensive_skill: Literal[True, False] = api.ruling(
        "AOV-DEF-1", "Is the crew's air skill added to defensive fire?", "Yes.", "No."
    )
    heavy_guns: Literal["two-attacks", "pooled"] = api.ruling(
        "AOV-AC-7", "How do both guns of a heavy bomber count?", "As two attacks.", "As one."
    )
    natural_six: Literal["none", "hit"] = api.ruling("AOV-ATK-2", "Does a natural 6 always hit?", "No.", "Yes.")
    c9_scope: Literal["fire", "air-combat"] = api.ruling(
        "AOV-DMG-2",
        "Which destroyed fighters roll on C9?",
        "All destroyed by fire, AA included.",
        "Those destroyed in combat in the air.",
    )
    downed_skill: Literal["total", "printed"] = api.ruling(
        "AOV-PTS-2", "Which air skill counts for points and on C3?", "Printed and marker.", "Printed."
    )
    in_limits: Literal["clamp", "off-track"] = api.ruling(
        "AOV-GEN-8", "What of initiative beyond the track?", "The last space counts.", "It stands beyond."
    )
    performance_floor: Literal[0, 1] = api.ruling("AOV-AC-8", "What is the least performance?", "0.", "1.")
    ordnance_on_damaged: Literal["cumulative", "side-only"] = api.ruling(
        "AOV-ORD-5", "Does a load slow a damaged bomber, too?", "Yes.", "No."
    )
