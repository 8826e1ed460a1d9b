"""The squadron on the ground: who serves, pools of pilots, replacements and upgrades. SET-4, PST-9 to PST-12."""

from __future__ import annotations

from aqmf_air.api import Cup, Dice, Objection, from_cup, replace
from aqmf_air.games.aces_of_valor.state import Campaign, Pilot, SquadronMember
from aqmf_air.games.aces_of_valor.tables import FighterType, Nation, PilotRow, Tables

TOP_TIER = 3


def serving(game: Campaign) -> tuple[SquadronMember, ...]:
    """Fighters in Ready and Recovery. GEN-11, PST-9."""
    return game.in_box("ready", "recovery")


def recruit(pilot: Pilot, nation: Nation, joined: int, tables: Tables) -> SquadronMember:
    """The counter of a pilot of a nation. AC-2. Raises DataError: the nation has no such pilot."""
    printed = tables.of.of("pilots", PilotRow).at(nation, pilot.name)
    return SquadronMember(
        id=pilot.name.casefold(),
        name=pilot.name,
        kind="fighter",
        type=tables.of.of("types", FighterType).at(nation, pilot.tier).type,
        tier=pilot.tier,
        air=printed.air,
        ground=printed.ground,
        rank=pilot.rank,
        joined=joined,
    )


def replacement(game: Campaign, name: str, tier: int) -> SquadronMember:
    """The counter of a pilot who comes to the squadron after a mission. PST-9.

    A pilot who came back from the Lost box has an id of his own: his first service stays on record.
    """
    assert game.nation is not None  # a mission was flown
    new = recruit(Pilot(name=name, tier=tier), game.nation, game.number + 1, game.tables)
    taken = {member.id for member in game.squadron}
    numbered = (f"{new.id}-{n}" for n in range(2, len(taken) + 3))
    return replace(new, id=next(id_ for id_ in (new.id, *numbered) if id_ not in taken))


def pilots_left(game: Campaign, tier: int) -> Cup[str]:
    """The pool of a tier: pilots whose counter of the tier is not in use, and who serve in no other. SET-4, PST-9,
    ``same_pilot_pool``.
    """
    away = {name for name, of in game.set_aside if of == tier}
    for member in game.squadron:
        elsewhere = game.rulings.same_pilot_pool == "skip" and member.box != "lost"
        if member.box != "recycled" and (member.tier == tier or elsewhere):
            away.add(member.name)
    pilots = game.tables.every("pilots", PilotRow)
    return Cup.of(pilot.name for pilot in pilots if pilot.nation == game.nation and pilot.name not in away)


def drawn_pilot(dice: Dice, label: str, pool: Cup[str]) -> str:
    """A pilot from a pool. PST-9."""
    return dice.draw(from_cup(label, pool))


def replacement_tier(game: Campaign) -> int:
    """The tier that a replacement is drawn from: the lowest of the squadron. PST-9, ``replacement_tier_empty``."""
    tiers = [member.tier for member in serving(game)]
    if tiers:
        return min(tiers)
    return game.tier if game.rulings.replacement_tier_empty == "start" else 1


def tier_when_back(member: SquadronMember, game: Campaign) -> int:
    """The tier in whose pool a lost counter goes. PST-10, ``recycled_tier``."""
    return member.tier if game.rulings.recycled_tier == "own" else 1


def recycled(game: Campaign) -> tuple[SquadronMember, ...]:
    """Those in the Lost box who go back to their pools before a replacement can be drawn; none while the pool has any.
    PST-10, ``recycle_what``.
    """
    tier = replacement_tier(game)
    if len(pilots_left(game, tier)):
        return ()
    every = game.rulings.recycle_what == "all"
    return tuple(member for member in game.in_box("lost") if every or tier_when_back(member, game) == tier)


def after_recycling(game: Campaign, back: tuple[SquadronMember, ...]) -> Campaign:
    """The state after counters went back from the Lost box to their pools, without markers. PST-10."""
    ids, names = {member.id for member in back}, {member.name for member in back}
    first = game.rulings.recycled_tier == "first"
    squadron = tuple(
        replace(member, box="recycled", tier=tier_when_back(member, game)) if member.id in ids else member
        for member in game.squadron
    )
    aside = tuple(pair for pair in game.set_aside if not (first and pair[1] == 1 and pair[0] in names))
    return replace(game, squadron=squadron, set_aside=aside)


def replacements(game: Campaign) -> Cup[str]:
    """Who may be drawn as a replacement, the Lost box recycled if the pool has none. PST-9, PST-10."""
    return pilots_left(after_recycling(game, recycled(game)), replacement_tier(game))


def of_one_tier(game: Campaign) -> bool:
    """Whether all of the squadron are of one tier. PST-12."""
    return len({member.tier for member in serving(game)}) < 2


def against_tier(game: Campaign, member: SquadronMember) -> Objection | None:
    """Why an aircraft cannot be upgraded, its price left out; None: it can. PST-11, PST-12, ``upgrade_lock``."""
    if member.box not in ("ready", "recovery"):  # "any aircraft in Ready or Recovery"
        return Objection("AOV-PST-11", f"{member.name} is neither in Ready nor in Recovery")
    if member.tier == TOP_TIER:
        return Objection("AOV-PST-11", f"{member.name} has the highest tier")  # "the same pilot's counter of the next tier"
    if game.rulings.upgrade_lock == "lowest-first":
        if member.tier > min(other.tier for other in serving(game)):  # "until the whole squadron is of one tier"
            return Objection("AOV-PST-12", f"{member.name} is not of the lowest tier")
    elif member.upgraded and not of_one_tier(game):  # "until the whole squadron is of one tier"
        return Objection("AOV-PST-12", f"{member.name} was upgraded before, and the squadron is not of one tier")
    higher = member.tier + 1
    in_use = any(other.name == member.name and other.tier == higher and other.box != "recycled" for other in game.squadron)
    if in_use or (member.name, higher) in game.set_aside:  # "the same pilot's counter of the next tier"
        return Objection("AOV-PST-11", f"the counter of {member.name} in tier {higher} is not there")
    return None
