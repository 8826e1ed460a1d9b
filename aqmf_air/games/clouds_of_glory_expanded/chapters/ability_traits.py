"""Which special abilities men have, and what those add (1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import PILOT, CheckFacts, CloudsGame, CloudsSteps, Craft, CrewMember
from aqmf_air.games.clouds_of_glory_expanded.chapter import OwnRulings
from aqmf_air.games.clouds_of_glory_expanded.tables import AbilityRow, ExpandedTables, tables_of

COOL_HEADED, LEADERSHIP, TACTICIAN, CHARM, MENTOR = "cool headed", "leadership", "tactician", "good luck charm", "mentor"
HAWK_EYED, MARKSMAN, CHEATING = "hawk-eyed", "master marksman", "cheating death"
STICKY, EEL = "sticky", "slippery as an eel"
SPARING = ("cool aim", "ammo conservation")
TRAITS = (
    "balloon expert", "strafing expert", "emergency survivor", STICKY, "daredevil", "weapon expert",
    "friends at high places", "best rigger", CHARM, LEADERSHIP, TACTICIAN, *SPARING, clouds.HARD, "old duck hunter",
    "pilot hands", HAWK_EYED, COOL_HEADED, CHEATING, "doing his job", "confident", EEL, "test expert", "promotion", MENTOR,
    MARKSMAN,
)  # fmt: skip
OF_AWARENESS = ("initiative", "spotting", "photo", "observe")
"""Checks against Awareness."""
OF_GUNS = ("shot", "gunner-shot", "strafe", "balloon-shot")
OF_COMBAT = (*OF_GUNS, "friend", "damage", "rocket-aim", "bombing")
"""Checks of a fight, but for flying. ``extra_reroll_use``."""
KEEP = ""
"""The option that leaves all as it is; no aircraft has such an id."""


class AbilityRulings(OwnRulings):
    """What the source leaves open of special abilities."""

    ace_die: Literal["1d6", "1d10-reroll"] = api.ruling(
        "ICOGX-1.4.2", "Which die is rolled on the table of aces?", "A D6.", "A D10; 7 to 10 again.", standing="stated"
    )
    ability_exhausted: Literal["nothing", "choose-other-table"] = api.ruling(
        "ICOGX-1.4.1", "What has a man who holds every ability of a table?", "Nothing.", "A roll on another table."
    )
    free_choice_new: Literal["must-be-new", "any"] = api.ruling(
        "ICOGX-1.4.P19", "May a free choice fall on an ability that the man holds?", "No.", "Yes.", standing="stated"
    )
    master_marksman: Literal["add-or-subtract", "subtract"] = api.ruling(
        "ICOGX-1.4.A6", "Which way does a master marksman shift damage?", "Either way.", "Down alone.", standing="inferred"
    )
    hawk_eyed_bombing: Literal["as-printed", "both-3", "both-4"] = api.ruling(
        "ICOGX-1.4.G4", "What do hawk eyes add to bombing?", "3, a gunner 4.", "3 each.", "4 each.", standing="stated"
    )
    hawk_eyed_bombing_kind: Literal["test", "successes-after-abort"] = api.ruling(
        "ICOGX-1.4.P16", "What do hawk eyes add to in bombing?", "To the test.", "To its successes, if bombs are dropped."
    )
    sticky_cap: Literal["inside-cap", "on-top"] = api.ruling(
        "ICOGX-1.4.P4", "Does what a sticky pilot takes off count within the limit of threats?", "Yes.", "No: it is more."
    )
    slippery_order: Literal["after-cap", "before-cap"] = api.ruling(
        "ICOGX-1.4.A2", "When does a slippery pilot ignore points of threats?", "After the limit of threats.", "Before it."
    )
    table_top: Literal["last-row", "no-bonus"] = api.ruling(
        "ICOGX-1.4.P6", "What if a die is carried past its table's end?", "The last row counts.", "It stays as it is."
    )
    leadership_partner: Literal["friendly", "any"] = api.ruling(
        "ICOGX-1.4.P10", "With whom may a leader swap?", "With a pilot of his side.", "With any pilot."
    )
    hard_as_nails: Literal["listed", "all"] = api.ruling(
        "ICOGX-1.4.P13", "Which skills of a man hard as nails do wounds spare?", "The two listed.", "All.", standing="stated"
    )
    cheating_death_scope: Literal["every-death-in-play", "once-a-game", "wound-table-too"] = api.ruling(
        "ICOGX-1.4.P18",
        "Which deaths may be cheated?",
        "Each one in play.",
        "The first one in play.",
        "Each one in play, and on the table of wounded pilots.",
        standing="stated",
    )
    cool_aim_jam: Literal["jam-stands", "no-jam"] = api.ruling(
        "ICOGX-1.4.P12", "Do the guns jam of a pilot with cool aim who misses?", "Yes, if the die says so.", "No."
    )
    extra_reroll_use: Literal["as-own-reroll", "combat-only"] = api.ruling(
        "ICOGX-1.4.P9",
        "Which dice may the re-roll of a charm or a mentor replace?",
        "All that a re-roll of his own may.",
        "Those of attacks and of their damage.",
        standing="stated",
    )


# -- who has what ------------------------------------------------------------------------------------------------------


class Pupil(NamedTuple):
    """A rookie whom a mentor has advised before the mission. ICOGX-1.4.A5."""

    mentor: str
    """The aircraft that he flies; empty: he is not up."""
    rookie: str


class Carried(NamedTuple):
    """What an open die came to beyond the face that breaks ties."""

    craft: str
    turn: int
    over: int


class Abilities(api.Frozen):
    """What is kept of abilities beside the traits of men, and what is spent."""

    rookies: tuple[Pupil, ...] = Field(default=(), max_length=8)
    carried: tuple[Carried, ...] = Field(default=(), max_length=32)


ABILITIES = api.Slice("abilities", Abilities)


def ability_of(man: CrewMember, name: str, tables: ExpandedTables) -> AbilityRow | None:
    """An ability that a man has, by the table of his kind if that lists it; None: he has it not. ICOGX-1.4.c."""
    if name not in man.traits:
        return None
    return tables.ability(name, *(("pilot", "ace", "gunner") if man.station == PILOT else ("gunner", "pilot", "ace")))


def held(facts: CheckFacts, name: str) -> AbilityRow | None:
    """The same of the man of whom a check is."""
    return ability_of(facts.craft.man(facts.station), name, tables_of(facts.game))


def source_of(name: str, craft: Craft, station: str = PILOT) -> str:
    """What is ticked off when an ability of limited use is used. ICOGX-1.4.b."""
    return f"{name} of {craft.id} {station}"


# -- rules -------------------------------------------------------------------------------------------------------------


def threat_total(worth: int, most: int, sticky: int, ignored: int, rulings: AbilityRulings) -> int:
    """What threats take off a pilot's initiative: their worth, the most that they come to and what sticky enemies add, all
    below 0, less the points that he ignores. ICOGX-1.4.P4, ICOGX-1.4.A2, ``sticky_cap``, ``slippery_order``.
    """
    inside, first = rulings.sticky_cap == "inside-cap", rulings.slippery_order == "before-cap"
    total = worth + sticky * inside
    if first:
        total = min(0, total + ignored)
    total = max(most, total) + sticky * (not inside)
    return total if first else min(0, total + ignored)


def _of_threats(facts: CheckFacts) -> Iterator[api.Modifier]:
    """What sticky enemies and slipperiness change of the threats on a pilot."""
    game, tables = facts.game, tables_of(facts.game)
    eel = held(facts, EEL)
    threats = list(clouds.threats_on(game, facts.craft))
    rows = [row for other, _ in threats if (row := ability_of(other.pilot, STICKY, tables))]
    if not threats or not (eel or rows):
        return
    worth, most = sum(game.tables.number("initiative", arc) for _, arc in threats), game.tables.number("initiative", "most")
    sticky = sum(change.value for row in rows if (change := tables.ability_modifier(row, "threat")))
    plain = max(most, worth)
    stuck = threat_total(worth, most, sticky, 0, AbilityRulings.of(game))
    if stuck != plain:
        yield api.modifier(stuck - plain, STICKY, rows[0].rule)
    slipped = threat_total(worth, most, sticky, round(eel.number), AbilityRulings.of(game)) if eel else stuck
    if eel and slipped != stuck:
        yield api.modifier(slipped - stuck, EEL, eel.rule)


def modifiers(check: str, facts: Any) -> Iterator[api.Modifier]:
    """What abilities add to a check. ICOGX-1.4.P1 to ICOGX-1.4.G8."""
    of: CheckFacts = getattr(facts, "check", facts)
    man, rulings = of.craft.man(of.station), AbilityRulings.of(of.game)
    if check == "initiative" and of.station == PILOT:
        yield from _of_threats(of)
    if not man.traits:
        return
    tables = tables_of(of.game)
    if check == "landing" and not clouds.is_emergency(of.game, of.craft):
        return
    key = f"{check} {facts.table}" if isinstance(facts, clouds.ShotFacts) else check
    if check in ("bombing", "bombing-successes"):
        key = "bombing" if (check == "bombing") == (rulings.hawk_eyed_bombing_kind == "test") else ""
    for name in man.traits:
        ability = ability_of(man, name, tables)
        if ability and key == "bombing" and rulings.hawk_eyed_bombing != "as-printed":
            ability = tables.ability(name, "pilot" if rulings.hawk_eyed_bombing == "both-3" else "gunner")
        change = tables.ability_modifier(ability, key) if ability else None
        stands = rulings.table_top == "no-bonus" and change and change.last and int(of.test) + change.value > change.last
        if ability and change and not stands:
            yield api.modifier(change.value, name, ability.rule)
    cool = ability_of(man, SPARING[0], tables) if rulings.cool_aim_jam == "no-jam" and check in OF_GUNS else None
    if cool:
        yield api.modifier(0, clouds.STEADY, cool.rule)
    of_awareness = check in OF_AWARENESS and (check != "initiative" or of.game.rulings.initiative_skill == "awareness")
    hard = ability_of(man, clouds.HARD, tables) if of_awareness and rulings.hard_as_nails == "listed" else None
    if hard and man.wounds and "awareness" not in hard.skills:
        yield api.modifier(-man.wounds, "wounds", hard.rule)


def rerolls(check: str, facts: CheckFacts) -> Iterator[str]:
    """Those of charms, and of mentors' advice. ICOGX-1.4.P9, ICOGX-1.4.A5, ``extra_reroll_use``."""
    game, craft = facts.game, facts.craft
    if facts.station != PILOT or craft.blackout == game.turn:
        return
    if AbilityRulings.of(game).extra_reroll_use == "combat-only" and check not in OF_COMBAT:
        return
    sources = [source_of(CHARM, other) for other in game.craft if other.side == craft.side and CHARM in other.pilot.traits]
    own = (pupil for pupil in ABILITIES.of(game).rookies if pupil.rookie == craft.id)
    sources += [source_of(MENTOR, game.of(pupil.mentor or pupil.rookie)) for pupil in own]
    yield from (source for source in sources if source not in game.spent)


def ammunition(facts: Any, halves: int, hit: bool) -> Iterator[int]:
    """Half boxes that a burst which missed takes. ICOGX-1.4.P12, ICOGX-1.4.G5."""
    rows = [held(getattr(facts, "check", facts), name) for name in SPARING] if not hit else []
    yield from (round(2 * row.number) for row in rows if row)


def sharper(rules: CloudsSteps, dice: api.Dice, facts: CheckFacts, total: int) -> int:
    """What hawk eyes make of a damage row. ICOGX-1.4.P16, ICOGX-1.4.G4."""
    row = held(facts, HAWK_EYED)
    return total + (dice.draw(api.expression(HAWK_EYED, row.dice, by=facts.craft.side, about="added")) if row else 0)


def shifted(rules: CloudsSteps, dice: api.Dice, facts: CheckFacts, total: int) -> int:
    """What a master marksman makes of it, who knows it. ICOGX-1.4.A6, ``master_marksman``."""
    row = held(facts, MARKSMAN)
    if row is None:
        return total
    ways = {KEEP: "let it stand", "less": f"{row.dice} less", "more": f"{row.dice} more"}
    if AbilityRulings.of(facts.game).master_marksman == "subtract":
        del ways["more"]
    says = f"{facts.craft.marking}, master marksman: the hit is worth {total}"
    way = clouds.decided(dice, facts.craft, MARKSMAN, says, ways, total)
    by = dice.draw(api.expression(MARKSMAN, row.dice, by=facts.craft.side, about=way)) if way else 0
    return total + (by if way == "more" else -by)


def spared(rules: CloudsSteps, dice: api.Dice, facts: CheckFacts) -> clouds.Spared:
    """Whether a man cheats death, and with how much Fortitude. ICOGX-1.4.P18, ``cheating_death_scope``."""
    row, once = held(facts, CHEATING), AbilityRulings.of(facts.game).cheating_death_scope == "once-a-game"
    used = (source_of(CHEATING, facts.craft, facts.station),) * once
    if row is None or (used and used[0] in facts.game.spent):
        return clouds.Spared(0)
    check = clouds.luck_check(rules, facts, CHEATING)
    came = clouds.tested(dice, check)
    left = dice.draw(api.expression("Fortitude left", row.dice, by=facts.craft.side)) if came.passed else 0
    return clouds.Spared(left, (*check.rerolls[: came.spent], *used))


def within(game: CloudsGame) -> float:
    """MU from a friend at which a tactician may begin. ICOGX-1.4.P11."""
    row = tables_of(game).ability(TACTICIAN, "pilot")
    return row.number if row else 0


def carried(game: CloudsGame, id_: str) -> int:
    """What an open die came to beyond the face that breaks ties."""
    return next((each.over for each in ABILITIES.of(game).carried if (each.craft, each.turn) == (id_, game.turn)), 0)
