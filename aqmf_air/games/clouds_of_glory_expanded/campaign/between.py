"""Between two missions: men come home, earn and spend, are wounded, replaced, and fly again (1.3, 1.5, 1.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from typing import cast

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import (
    CheckFacts,
    CloudsGame,
    CloudsSteps,
    Credit,
    CrewMember,
    Events,
    Side,
    StepRun,
    check_of,
    due,
    graded,
    panel_marks,
    roll_man,
    then,
    to_place,
)
from aqmf_air.games.clouds_of_glory_expanded.campaign.careers import (
    SKILL_NAMES,
    AbilityGained,
    Dismissed,
    Earned,
    FirstAid,
    Harmed,
    Joined,
    MissionBegan,
    MissionFlown,
    SkillRaised,
    WoundRead,
    deeds_of,
    is_home,
    victories_of,
    winner_so_far,
)
from aqmf_air.games.clouds_of_glory_expanded.campaign.squadrons import (
    CAMPAIGN,
    SEATS,
    SIDES,
    Airman,
    Seat,
    crews_for,
    next_mission,
    ready,
    strength,
)
from aqmf_air.games.clouds_of_glory_expanded.chapter import is_on
from aqmf_air.games.clouds_of_glory_expanded.chapters import ability_rolls, ability_traits, wounds
from aqmf_air.games.clouds_of_glory_expanded.chapters.ability_traits import tables_of
from aqmf_air.games.clouds_of_glory_expanded.chapters.experience import (
    SKILLS,
    ExperienceRulings,
    award,
    price,
)
from aqmf_air.games.clouds_of_glory_expanded.tables import WoundRow

SAVE = "save"


# -- steps -------------------------------------------------------------------------------------------------------------


def closing_steps(game: CloudsGame) -> Iterator[api.GameStep]:
    """What is done when a mission is over: of a single one who has earned what."""
    campaign, men = CAMPAIGN.of(game), [(craft, man) for craft in game.craft for man in craft.crew]
    hurt, earns = is_on(game, "wounds"), is_on(game, "experience")
    if hurt:
        lost = [(craft, man) for craft, man in men if man.left or craft.out in ("landed", "destroyed")]
        down = ((craft, man) for craft, man in lost if is_home(game, craft, man))
        yield from (due("down", craft.id, man.station) for craft, man in down)
    if campaign.missions:
        yield due("debrief", "")
    if earns:
        yield from (due("earns", craft.id, man.station) for craft, man in men)
    if campaign.missions and is_on(game, "abilities"):
        yield from (due("ace", craft.id, man.station) for craft, man in men)
    if campaign.task:
        if hurt:
            yield from (due("first aid", craft.id, man.station) for craft, man in men)
            flew = {man.name for _, man in men}
            yield from (due("rest", "", man.name) for man in campaign.men if man.record.wounds and man.name not in flew)
        yield due("spending", "")
        yield due("squadrons", "")


def debrief(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A mission is over. ICOGX-1.5.2."""
    points, winner = winner_so_far(game)
    yield MissionFlown(winner=winner, points=tuple(points.items()))


def earns(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What a man has earned. ICOGX-1.3.1, ICOGX-1.3.a, ICOGX-1.3.b."""
    craft = game.of(step.of)
    man = craft.man(str(step.facts[0]))
    if xp := award(deeds_of(game, craft, man), tables_of(game), cast("ExperienceRulings", game.rulings)):
        yield Earned(man=man.name, xp=xp)


def ace(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What an ace's victories bring him. ICOGX-1.4.2."""
    craft, station = game.of(step.of), str(step.facts[0])
    man, count = craft.man(station), victories_of(game, Credit(step.of, station))
    if count and is_home(game, craft, man):
        before = api.replace(CAMPAIGN.of(game).man(man.name).record, victories=man.victories)
        rulings = ability_traits.rulings_of(game)
        gained = ability_rolls.after_victories(dice, before, count, tables_of(game), rulings, craft.side)
        yield from (AbilityGained(man=man.name, ability=name) for name in gained)


def spending(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Everybody who has points may spend them. ICOGX-1.3.e."""
    yield then(*(due("spends", "", man.name) for man in CAMPAIGN.of(game).men if man.xp and not man.fate))


def spends(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A man raises a skill, or saves his points. ICOGX-1.3.c, ICOGX-1.3.d, ICOGX-1.3.e."""
    man = CAMPAIGN.of(game).man(str(step.facts[0]))
    tables, rulings = tables_of(game), cast("ExperienceRulings", game.rulings)
    costs = {skill: price(getattr(man.record, skill), tables, rulings) for skill in SKILLS}
    open_to = {skill: cost for skill, cost in costs.items() if cost and cost <= man.xp}
    open_to = {skill: cost for skill, cost in open_to.items() if getattr(man.record, skill) < ability_rolls.MOST}
    if not open_to:
        return
    options = {
        skill: f"raise {SKILL_NAMES[skill]} to {getattr(man.record, skill) + 1}, for {cost}"
        for skill, cost in sorted(open_to.items(), key=lambda named: named[1])
    }
    says = f"{man.name} has {api.plural(man.xp, 'experience point')}"
    if (chosen := _decided(dice, "experience", man.side, says, {**options, SAVE: "save them"})) != SAVE:
        yield SkillRaised(man=man.name, skill=chosen, paid=open_to[chosen])
        steps = (due("spends", "", man.name),)
        yield then(*(due("raise brings", "", man.name),) * is_on(game, "abilities"), *steps)


def _decided(dice: api.Dice, kind: str, by: str, says: str, options: Mapping[str, str]) -> str:
    titles = tuple(options.values())
    return api.choose(dice, api.Decision(kind=kind, by=by, options=tuple(options), titles=titles, says=says))


def raise_brings(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Whether a raised skill brings an ability. ICOGX-1.3.f."""
    man = CAMPAIGN.of(game).man(str(step.facts[0]))
    of = man.record if man.seat != "gunner" else api.replace(man.record, station="gunner")
    name = ability_rolls.after_raise(dice, of, tables_of(game), ability_traits.rulings_of(game), man.side)
    if name:
        yield AbilityGained(man=man.name, ability=name)


# -- wounds ------------------------------------------------------------------------------------------------------------


def first_aid(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """First aid for who comes home wounded; then the table. ICOGX-1.5.1, ICOGX-1.5.a."""
    craft, station = game.of(step.of), str(step.facts[0])
    man = CAMPAIGN.of(game).man(craft.man(station).name)
    if man.fate or not man.record.wounds:
        return
    yield (aid := _aided(dice, man))
    if aid.wounds:
        yield then(due("wound table", craft.id, station))


def rest(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A man who has not flown, and is still wounded. ``wound_carryover``."""
    man = CAMPAIGN.of(game).man(str(step.facts[0]))
    if not man.fate:
        yield _aided(dice, man)


def _aided(dice: api.Dice, man: Airman) -> FirstAid:
    normal = man.record.fortitude
    return FirstAid(man=man.name, wounds=normal - wounds.first_aid(dice, normal, man.record.skill("fortitude"), man.side))


def wound_table(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The Fortitude test of who is still wounded. ICOGX-1.5.1, ICOGX-1.5.b, ICOGX-1.5.c."""
    craft, station = game.of(step.of), str(step.facts[0])
    man = CAMPAIGN.of(game).man(craft.man(station).name)
    base = (man.record.skill("fortitude"), "fortitude", "ICOGX-1.5.1")
    check = replace(check_of(rules, CheckFacts(game, craft, station), "wounds", base), who=man.name)
    came = graded(dice, check)
    row = wounds.row_of_wound(came.successes, came.face, tables_of(game), wounds.rulings_of(game))
    spent = check.rerolls[: came.spent]
    yield WoundRead(man=man.name, need=check.most, outcome=came.successes, row=row.id, spent=spent)
    yield then(due("lasting harm", "", man.name, row.id))


def lasting_harm(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What the row takes for good, and whether he misses the next mission. ICOGX-1.5.W1 to W12, ICOGX-1.5.2."""
    name, id_ = map(str, step.facts)
    campaign, tables, row = CAMPAIGN.of(game), tables_of(game), tables_of(game).wound(id_)
    man = campaign.man(name)
    if row.dies and is_on(game, "abilities"):
        rulings = ability_traits.rulings_of(game)
        if spared := ability_rolls.spared_at_home(dice, man.record, tables, rulings, man.side):
            yield Harmed(man=name, row=id_, spared=spared)
            return
    lost = wounds.lasting(dice, row, man.side)
    away = _away(game, dice, man, row) if campaign.grounding and not (row.dies or row.leaves) else 0
    yield Harmed(man=name, row=id_, fortitude=lost.fortitude, luck=lost.luck, away=away)
    if row.ability and is_on(game, "abilities"):
        yield then(due("stronger", "", name))


def _away(game: CloudsGame, dice: api.Dice, man: Airman, row: WoundRow) -> int:
    campaign = CAMPAIGN.of(game)
    gap = campaign.next_day - campaign.day
    return wounds.absence(dice, row, gap, tables_of(game), wounds.rulings_of(game), man.side)


def stronger(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A roll on the table of pilots. ICOGX-1.5.W1."""
    man = CAMPAIGN.of(game).man(str(step.facts[0]))
    rulings = ability_traits.rulings_of(game)
    if name := ability_rolls.ability_rolled(dice, "pilot", man.record.traits, tables_of(game), rulings, man.side):
        yield AbilityGained(man=man.name, ability=name)


# -- who flies next ----------------------------------------------------------------------------------------------------


def squadrons(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Replacements for those who cannot fly, dismissals where the others are back; then the next mission. ICOGX-1.5.2."""
    campaign, steps = CAMPAIGN.of(game), list[api.GameStep]()
    for side in SIDES:
        for seat in SEATS:
            more = strength(campaign.men, side, seat) - len(ready(campaign.men, side, seat, campaign.next_day))
            steps += [due("dismissal" if more < 0 else "replacement", "", side, seat)] * abs(more)
    yield then(*steps, due("next mission", ""))


def dismissal(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The player takes one of his men out of his squadron. ICOGX-1.5.2, ICOGX-1.5.d."""
    side, seat = step.facts
    campaign = CAMPAIGN.of(game)
    men = ready(campaign.men, str(side), cast("Seat", seat), campaign.next_day)
    options = {man.name: f"{man.name}: {scores_of(man.record)}" for man in reversed(men)}
    says = f"The {campaign.squadron(str(side))} has a man too many: who leaves it?"
    yield Dismissed(man=_decided(dice, "dismissal", str(side), says, options))


def scores_of(man: CrewMember) -> str:
    """The scores of a man, in words."""
    skills = ", ".join(f"{SKILL_NAMES[name]} {getattr(man, name)}" for name in ("awareness", "flying", "gunnery"))
    return f"{skills}, Fortitude {man.fortitude}, Luck {man.luck}"


def replacement(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A new man by the core rules; his player gives out the skills. ICOGX-1.5.2, ICOG-1.2.1."""
    side, seat = cast("Side", step.facts[0]), cast("Seat", step.facts[1])
    man = roll_man(dice, game.tables, "gunner" if seat == "gunner" else "pilot")
    ways = sorted({*permutations(man.skills)}, key=lambda way: (way[1], way[2]), reverse=True)
    options = {
        f"{awareness}-{flying}-{gunnery}": f"Awareness {awareness}, Flying {flying}, Gunnery {gunnery}"
        for awareness, flying, gunnery in ways
    }
    name = name_for(game, side)
    says = f"{name} joins: Fortitude {man.fortitude}, Luck {man.luck}"
    way = _decided(dice, "replacement", side, says, options) if len(options) > 1 else next(iter(options))
    awareness, flying, gunnery = map(int, way.split("-"))
    yield Joined(
        man=name, side=side, seat=seat, awareness=awareness, flying=flying, gunnery=gunnery,
        fortitude=man.fortitude, luck=man.luck,
    )  # fmt: skip


def name_for(game: CloudsGame, side: Side) -> str:
    """The name of the next replacement."""
    campaign = CAMPAIGN.of(game)
    taken = {man.name for man in campaign.men}
    listed = next((own.names for own in campaign.squadrons if own.side == side), ())
    further = (f"{campaign.squadron(side)} {number}" for number in range(1, len(taken) + 2))
    return next(name for name in (*listed, *further) if name not in taken)


def mission_begins(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The next mission."""
    campaign = CAMPAIGN.of(game)
    assert campaign.task is not None
    crews = crews_for(campaign.men, campaign.task, campaign.next_day)
    begun = next_mission(game, crews)
    yield MissionBegan(crews=crews, marks=tuple(panel_marks(begun, rules)))
    if to_place(begun):
        yield then(due("placing order", ""))


STEPS: Mapping[str, StepRun] = {
    "debrief": debrief,
    "earns": earns,
    "ace": ace,
    "spending": spending,
    "spends": spends,
    "raise brings": raise_brings,
    "first aid": first_aid,
    "rest": rest,
    "wound table": wound_table,
    "lasting harm": lasting_harm,
    "stronger": stronger,
    "squadrons": squadrons,
    "dismissal": dismissal,
    "replacement": replacement,
    "next mission": mission_begins,
}
