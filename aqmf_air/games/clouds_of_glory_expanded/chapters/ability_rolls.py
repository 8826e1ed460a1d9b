"""How men come by special abilities, and what those do between missions (1.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CrewMember
from aqmf_air.games.clouds_of_glory_expanded.chapters.ability_traits import CHEATING, AbilityRulings, ability_of
from aqmf_air.games.clouds_of_glory_expanded.chapters.experience import brings_ability
from aqmf_air.games.clouds_of_glory_expanded.tables import AbilityTable, ExpandedTables

FREE, FRIENDS, TEST_EXPERT, PROMOTION = "free choice", "friends at high places", "test expert", "promotion"
TABLES: Mapping[AbilityTable, str] = {"pilot": "that of pilots", "gunner": "that of gunners", "ace": "that of aces"}
MOST = 30
"""The highest score of a record."""

# -- by dice -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class IsHeld:
    """Whether a roll brings nothing new: it is rolled again. ICOGX-1.4.1, ICOGX-1.4.2."""

    held: tuple[str, ...]

    def __call__(self, name: str) -> bool:
        return not name or name in self.held


def ability_face(dice: api.Dice, of: AbilityTable, tables: ExpandedTables, rulings: AbilityRulings, by: str = "") -> str:
    """A row of a table of abilities; nothing, past its last one. ICOGX-1.4.1, ICOGX-1.4.2, ``ace_die``."""
    rows = tables.abilities(of)
    faces = max(row.high for row in rows)
    if of == "ace" and rulings.ace_die == "1d10-reroll":
        faces = int(tables.number("ability-numbers", "ace-other-die"))
    face = dice.draw(api.total("ability", 1, api.numbered(faces), by=by, about=f"by the table of {of}s"))
    return next((row.name for row in rows if row.low <= face <= row.high), "")


def ability_rolled(
    dice: api.Dice, of: AbilityTable, held: tuple[str, ...], tables: ExpandedTables, rulings: AbilityRulings, by: str = ""
) -> str:
    """The ability that a roll on a table brings to who holds others; ``""``: none is left. ICOGX-1.4.1, ICOGX-1.4.2,
    ICOGX-1.4.P19, ``ability_exhausted``, ``free_choice_new``.
    """
    names = {each: [row.name for row in tables.abilities(each) if row.name != FREE] for each in TABLES}
    left = {each: [name for name in own if name not in held] for each, own in names.items()}
    if not left[of]:
        others = [each for each, own in left.items() if own] if rulings.ability_exhausted == "choose-other-table" else []
        if not others:
            return ""
        says = f"every ability of {TABLES[of]} is held: on which other table is it rolled?"
        ways: Mapping[str, str] = {each: TABLES[each] for each in others}
        of = cast("AbilityTable", clouds.decided(dice, by, "table of abilities", says, ways))
    name = str(dice.until(ability_face, IsHeld(held), of, tables, rulings, by))
    if name != FREE:
        return name
    options = left[of] if rulings.free_choice_new == "must-be-new" else names[of]
    return clouds.decided(dice, by, "ability", "a free choice of an ability", {option: option for option in options})


def after_raise(dice: api.Dice, man: CrewMember, tables: ExpandedTables, rulings: AbilityRulings, by: str = "") -> str:
    """The ability that a raised skill brings; ``""``: none. X03. ICOGX-1.4.1."""
    if not brings_ability(dice, tables, by):
        return ""
    return ability_rolled(dice, "pilot" if man.station == PILOT else "gunner", man.traits, tables, rulings, by)


def after_victories(
    dice: api.Dice, man: CrewMember, victories: int, tables: ExpandedTables, rulings: AbilityRulings, by: str = ""
) -> tuple[str, ...]:
    """The abilities that further victories bring a pilot; his record is that of before. ICOGX-1.4.2."""
    every, gained = int(tables.number("ability-numbers", "ace")), list[str]()
    rolls = (man.victories + victories) // every - man.victories // every
    for _ in range(rolls if man.station == PILOT else 0):
        if name := ability_rolled(dice, "ace", (*man.traits, *gained), tables, rulings, by):
            gained.append(name)
    return tuple(gained)


def with_ability(
    man: CrewMember, name: str, tables: ExpandedTables, core: clouds.Tables, rulings: clouds.PeopleRulings
) -> CrewMember:
    """A record with an ability more; what that adds to scores is for good. ICOGX-1.4.c, ICOGX-1.4.A1."""
    if name in man.traits or not name:
        return man
    man = api.replace(man, traits=(*man.traits, name))
    row = ability_of(man, name, tables)
    more = {score: tables.ability_modifier(row, f"record {score}") if row else None for score in ("fortitude", "luck")}
    scores = {score: min(MOST, getattr(man, score) + change.value) for score, change in more.items() if change}
    if "luck" in scores:
        scores["rerolls"] = clouds.rerolls(scores["luck"], core, rulings)
    return api.replace(man, **scores)


# -- between missions --------------------------------------------------------------------------------------------------


def types_offered(
    man: CrewMember, month: int, timeline: Mapping[str, int], tables: ExpandedTables, *, new: bool = False
) -> tuple[str, ...]:
    """The types of which a man may have one of his own now: a test expert each new one, who has friends at high places any
    one whenever one is about to come. ICOGX-1.4.P7, ICOGX-1.4.A3.

    Args:
        man: his record.
        month: in one count with those of the timeline.
        timeline: the month in which each type is introduced.
        tables: in force.
        new: whether he has come by the ability just now.
    """
    expert, friends = (ability_of(man, name, tables) for name in (TEST_EXPERT, FRIENDS))
    offered = [type_ for type_, introduced in timeline.items() if expert and introduced - month == expert.number]
    if friends and (new or any(introduced - month == friends.number for introduced in timeline.values())):
        offered += [type_ for type_, introduced in timeline.items() if introduced - month <= friends.number]
    return tuple(offered)


def type_chosen(dice: api.Dice, man: CrewMember, offered: Sequence[str], by: str = "") -> str:
    """The type that he takes for his own; ``""``: he declines. ICOGX-1.4.P7, ICOGX-1.4.A3."""
    ways = {"": "keep what he has", **{type_: type_ for type_ in offered}}
    return clouds.decided(dice, by, "own aircraft", f"{man.name} may have an aircraft of his own", ways)


def has_parachute(man: CrewMember, side: str, *, introduced: bool) -> bool:
    """Whether a man has a parachute for his friends at high places. ICOGX-1.4.P7."""
    return side == "germany" and introduced and FRIENDS in man.traits


def chooses_weapons(man: CrewMember, side: str) -> bool:
    """Whether a man chooses freely among the weapons of his type. ICOGX-1.4.P7."""
    return side == "entente" and FRIENDS in man.traits


class Promoted(NamedTuple):
    """Who flies a mission."""

    face: int
    pilots: tuple[str, ...]


def promotion(
    dice: api.Dice, ace: CrewMember, drawn: tuple[str, ...], others: tuple[str, ...], tables: ExpandedTables, by: str = ""
) -> Promoted:
    """A promoted ace may choose whether he flies, in the place of one of those drawn, or one of the others for him, at
    random. ICOGX-1.4.A4.
    """
    row = ability_of(ace, PROMOTION, tables)
    face = dice.draw(api.expression(PROMOTION, row.dice, by=by, about=f"{row.number:g} or more")) if row else 0
    if row is None or face < row.number:
        return Promoted(face, drawn)
    ways = {"fly": "he flies", "stay": "he stays"} if ace.name in drawn else {"stay": "he stays", "fly": "he flies"}
    flies = clouds.decided(dice, by, PROMOTION, f"{ace.name} may choose whether he flies", ways) == "fly"
    if flies == (ace.name in drawn) or not (drawn if flies else others):
        return Promoted(face, drawn)
    pool = drawn if flies else others
    picked = str(dice.draw(api.pick("who changes with him", pool, by=by, about="each alike"))) if len(pool) > 1 else pool[0]
    out, comes = (picked, ace.name) if flies else (ace.name, picked)
    return Promoted(face, tuple(comes if name == out else name for name in drawn))


def spared_at_home(dice: api.Dice, man: CrewMember, tables: ExpandedTables, rulings: AbilityRulings, by: str = "") -> int:
    """The Fortitude of a man who cheats a death on the table of wounded pilots; 0: he dies. ICOGX-1.4.P18,
    ``cheating_death_scope``.
    """
    row = ability_of(man, CHEATING, tables)
    change = tables.ability_modifier(row, CHEATING) if row else None
    if row is None or change is None or rulings.cheating_death_scope != "wound-table-too":
        return 0
    need = api.TargetNumber(CHEATING, man.luck, "luck", "ICOG-0-c")
    check = clouds.Check(CHEATING, need.with_modifiers([api.modifier(change.value, CHEATING, row.rule)]), by, man.name)
    passed = clouds.tested(dice, check).passed
    return dice.draw(api.expression("Fortitude left", row.dice, by=by)) if passed else 0
