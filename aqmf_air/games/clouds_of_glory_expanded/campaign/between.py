"""Between two missions: men come home, earn and spend, are wounded, replaced, and fly again (1.3, 1.5, 1.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from operator import itemgetter
from typing import Any, cast

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import api as clouds
from aqmf_air.games.clouds_of_glory.api import CloudsGame, CloudsSteps, Events, due, then
from aqmf_air.games.clouds_of_glory_expanded.campaign import careers, squadrons
from aqmf_air.games.clouds_of_glory_expanded.campaign.squadrons import CAMPAIGN, SEATS, SIDES, Airman, Seat
from aqmf_air.games.clouds_of_glory_expanded.chapter import EXPANDED, Expanded, is_on
from aqmf_air.games.clouds_of_glory_expanded.chapters import ability_rolls, wounds
from aqmf_air.games.clouds_of_glory_expanded.chapters.ability_traits import MENTOR, AbilityRulings
from aqmf_air.games.clouds_of_glory_expanded.chapters.experience import SKILLS, ExperienceRulings, award, price
from aqmf_air.games.clouds_of_glory_expanded.chapters.parachutes import PARACHUTES
from aqmf_air.games.clouds_of_glory_expanded.tables import tables_of

SAVE = "save"
BEFORE = {
    ability_rolls.FRIENDS: "own aircraft", ability_rolls.TEST_EXPERT: "own aircraft", ability_rolls.PROMOTION: "say",
    MENTOR: "advice",
}  # fmt: skip
"""The steps before a mission of men with a trait."""


def _man_of(game: CloudsGame, step: api.GameStep) -> Airman:
    """The man of a step: of a station of an aircraft, or by his name."""
    fact = str(step.facts[0])
    return CAMPAIGN.of(game).man(game.of(step.of).man(fact).name if step.of else fact)


# -- steps -------------------------------------------------------------------------------------------------------------


def closing_steps(game: CloudsGame) -> Iterator[api.GameStep]:
    """What is done when a mission is over: of a single one who has earned what."""
    campaign, men = CAMPAIGN.of(game), [(craft, man) for craft in game.craft for man in craft.crew]
    hurt, earns = is_on(game, "wounds"), is_on(game, "experience")
    if hurt:
        lost = [(craft, man) for craft, man in men if man.left or craft.out in ("landed", "destroyed")]
        down = ((craft, man) for craft, man in lost if not careers.fate_of(game, craft, man))
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
    points, winner = careers.winner_so_far(game)
    yield careers.MissionFlown(winner=winner, points=tuple(points.items()))


def earns(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What a man has earned. ICOGX-1.3.1, ICOGX-1.3.a, ICOGX-1.3.b."""
    craft = game.of(step.of)
    man = craft.man(str(step.facts[0]))
    if xp := award(careers.deeds_of(game, craft, man), tables_of(game), ExperienceRulings.of(game)):
        yield careers.Earned(man=man.name, xp=xp)


def ace(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What an ace's victories bring him. ICOGX-1.4.2."""
    craft, station = game.of(step.of), str(step.facts[0])
    man, count = craft.man(station), careers.victories_of(game, clouds.Credit(step.of, station))
    if count and not careers.fate_of(game, craft, man):
        before = api.replace(CAMPAIGN.of(game).man(man.name).record, victories=man.victories)
        rulings = AbilityRulings.of(game)
        gained = ability_rolls.after_victories(dice, before, count, tables_of(game), rulings, craft.side)
        yield from (careers.AbilityGained(man=man.name, ability=name) for name in gained)


def spending(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Everybody who has points may spend them. ICOGX-1.3.e."""
    yield then(*(due("spends", "", man.name) for man in CAMPAIGN.of(game).men if man.xp and not man.fate))


def spends(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A man raises a skill, or saves his points. ICOGX-1.3.c, ICOGX-1.3.d, ICOGX-1.3.e."""
    man = _man_of(game, step)
    tables, rulings = tables_of(game), ExperienceRulings.of(game)
    values = {skill: value for skill in SKILLS if (value := getattr(man.record, skill)) < ability_rolls.MOST}
    costs = {skill: price(value, tables, rulings) for skill, value in values.items()}
    open_to = sorted(((skill, cost) for skill, cost in costs.items() if cost and cost <= man.xp), key=itemgetter(1))
    if not open_to:
        return
    options = {skill: f"raise {api.capitalised(skill)} to {values[skill] + 1}, for {cost}" for skill, cost in open_to}
    options[SAVE] = "save them"
    if man.seat == "gunner" and "flying" in options:  # no gunner flies: it comes last
        options["flying"] = options.pop("flying")
    says = f"{man.name} has {api.plural(man.xp, 'experience point')}"
    if (chosen := clouds.decided(dice, man.side, "experience", says, options)) != SAVE:
        yield careers.SkillRaised(man=man.name, skill=chosen, paid=dict(open_to)[chosen])
        brings = (due("raise brings", "", man.name),) * is_on(game, "abilities")
        yield then(*brings, due("spends", "", man.name))


def raise_brings(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Whether a raised skill brings an ability. ICOGX-1.3.f."""
    man = _man_of(game, step)
    of = man.record if man.seat != "gunner" else api.replace(man.record, station="gunner")
    if name := ability_rolls.after_raise(dice, of, tables_of(game), AbilityRulings.of(game), man.side):
        yield careers.AbilityGained(man=man.name, ability=name)


# -- wounds ------------------------------------------------------------------------------------------------------------


def first_aid(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """First aid for who is wounded; for who has flown then the table. ICOGX-1.5.1, ICOGX-1.5.a, ``wound_carryover``."""
    man = _man_of(game, step)
    if not man.fate and man.record.wounds:
        normal = man.record.fortitude
        lacks = normal - wounds.first_aid(dice, normal, man.record.skill("fortitude"), man.side)
        yield careers.FirstAid(man=man.name, wounds=lacks)
        if lacks and step.of:
            yield then(due("wound table", step.of, *step.facts))


def wound_table(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The Fortitude test of who is still wounded. ICOGX-1.5.1, ICOGX-1.5.b, ICOGX-1.5.c."""
    man, facts = _man_of(game, step), clouds.CheckFacts(game, game.of(step.of), str(step.facts[0]))
    base = (man.record.skill("fortitude"), "fortitude", "ICOGX-1.5.1")
    check = replace(clouds.check_of(rules, facts, "wounds", base), who=man.name)
    came = clouds.graded(dice, check)
    row = wounds.row_of_wound(came.successes, came.face, tables_of(game), wounds.WoundRulings.of(game))
    spent = check.rerolls[: came.spent]
    yield careers.WoundRead(man=man.name, need=check.most, outcome=came.successes, row=row.id, spent=spent)
    yield then(due("lasting harm", "", man.name, row.id))


def lasting_harm(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What the row takes for good, and whether he misses the next mission. ICOGX-1.5.W1 to W12, ICOGX-1.5.2."""
    name, id_ = map(str, step.facts)
    campaign, tables = CAMPAIGN.of(game), tables_of(game)
    man, row = campaign.man(name), tables.wound(id_)
    if row.dies and is_on(game, "abilities"):
        rulings = AbilityRulings.of(game)
        if spared := ability_rolls.spared_at_home(dice, man.record, tables, rulings, man.side):
            yield careers.Harmed(man=name, row=id_, spared=spared)
            return
    lost = wounds.lasting(dice, row, man.side)
    away, gap = 0, campaign.next_day - campaign.day
    if campaign.grounding and not (row.dies or row.leaves):
        away = wounds.absence(dice, row, gap, tables, wounds.WoundRulings.of(game), man.side)
    yield careers.Harmed(man=name, row=id_, fortitude=lost.fortitude, luck=lost.luck, away=away)
    if row.ability and is_on(game, "abilities"):
        yield then(due("stronger", "", name))


def stronger(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A roll on the table of pilots. ICOGX-1.5.W1."""
    man = _man_of(game, step)
    rulings = AbilityRulings.of(game)
    if name := ability_rolls.ability_rolled(dice, "pilot", man.record.traits, tables_of(game), rulings, man.side):
        yield careers.AbilityGained(man=man.name, ability=name)


# -- who flies next ----------------------------------------------------------------------------------------------------


def replacements(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """Replacements for those who cannot fly, dismissals where the others are back; then the next mission. ICOGX-1.5.2."""
    campaign, steps = CAMPAIGN.of(game), list[api.GameStep]()
    for side in SIDES:
        for seat in SEATS:
            fit = squadrons.ready(campaign.men, side, seat, campaign.next_day)
            more = squadrons.strength(campaign.men, side, seat) - len(fit)
            steps += [due("dismissal" if more < 0 else "replacement", "", side, seat)] * abs(more)
    abilities = campaign.men if is_on(game, "abilities") else ()
    men = [(trait, man) for trait in BEFORE for man in abilities if trait in man.record.traits and not man.fate]
    steps += dict.fromkeys(due(BEFORE[trait], "", man.name) for trait, man in men)
    yield then(*steps, due("next mission", ""))


def own_aircraft(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """What a man's name brings him: an aircraft of his own, a parachute. ICOGX-1.4.P7, ICOGX-1.4.A3."""
    man, campaign, tables = _man_of(game, step), CAMPAIGN.of(game), tables_of(game)
    now, timeline, record = EXPANDED.of(game).date, squadrons.types_for(game, man), man.record
    next_date = squadrons.later(now, campaign.next_day - campaign.day)
    month, since = squadrons.month_of(next_date), man.asked or squadrons.month_of(now) - 1
    offered = list[str]()
    for each in range(since + 1, month + 1):
        offered += ability_rolls.types_offered(record, each, timeline, tables, new=not man.asked and each == month)
    if ability_rolls.chooses_weapons(record, man.side):
        offered += [layout for row in tables.timeline if row.type in offered for layout in row.layouts]
    if options := tuple(type_ for type_ in dict.fromkeys(offered) if type_ != man.own):
        chosen = ability_rolls.type_chosen(dice, record, options, man.side)
        yield careers.AircraftChosen(man=man.name, aircraft=chosen, month=month)
    day = Expanded(date=next_date).day
    introduced = is_on(game, "parachutes") and day >= tables.whole(PARACHUTES, "from")
    if ability_rolls.has_parachute(record, man.side, introduced=introduced) and not man.parachute:
        yield careers.ParachuteGiven(man=man.name)


def has_his_say(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A promoted ace may choose whether he flies; not the first mission, for which nobody is drawn. ICOGX-1.4.A4."""
    ace, campaign = _man_of(game, step), CAMPAIGN.of(game)
    fit = [man.name for man in squadrons.ready(campaign.men, ace.side, ace.seat, campaign.next_day)]
    drawn = tuple(crew[0] for _, crew in campaign.next_crews if crew[0] in fit)
    if ace.name not in fit:
        return
    others = tuple(name for name in fit if name not in (ace.name, *drawn))
    came = ability_rolls.promotion(dice, ace.record, drawn, others, tables_of(game), ace.side)
    change = dict(zip({*drawn} - {*came.pilots}, {*came.pilots} - {*drawn}, strict=True))
    crews = tuple((id_, tuple(change.get(name, name) for name in crew)) for id_, crew in campaign.next_crews)
    with_him = next((name for names in change.items() for name in names if name != ace.name), "")
    yield careers.MissionChosen(man=ace.name, face=came.face, crews=crews, other=with_him)


def advises(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A mentor names a pilot of his squadron without victories who flies the next mission. ICOGX-1.4.A5."""
    mentor, campaign = _man_of(game, step), CAMPAIGN.of(game)
    pupils, flying = {rookie for _, rookie in campaign.pupils}, {crew[0] for _, crew in campaign.next_crews}
    pilots = (man for man in campaign.men if man.name in flying - pupils - {mentor.name} and man.side == mentor.side)
    if rookies := {man.name: man.name for man in pilots if not man.record.victories}:
        says = f"{mentor.name} advises a pilot who has no victory yet, for the next mission"
        yield careers.Advised(man=mentor.name, rookie=clouds.decided(dice, mentor.side, "mentor", says, rookies))


def dismissal(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The player takes one of his men out of his squadron. ICOGX-1.5.2, ICOGX-1.5.d."""
    side, seat = step.facts
    campaign = CAMPAIGN.of(game)
    men = squadrons.ready(campaign.men, str(side), cast("Seat", seat), campaign.next_day)
    options = {man.name: f"{man.name}: {careers.in_words(man.record)}" for man in reversed(men)}
    says = f"The {campaign.squadron(str(side))} has a man too many: who leaves it?"
    yield careers.Dismissed(man=clouds.decided(dice, str(side), "dismissal", says, options))


def replacement(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """A new man by the core rules; his player gives out the skills. ICOGX-1.5.2, ICOG-1.2.1."""
    side, seat = cast("clouds.Side", step.facts[0]), cast("Seat", step.facts[1])
    man = clouds.roll_man(dice, game.tables, "gunner" if seat == "gunner" else "pilot")
    used = (2, 0) if seat == "gunner" else (1, 2)  # Gunnery and Awareness; Flying and Gunnery
    ways = sorted({*permutations(man.skills)}, key=lambda way: [way[at] for at in used], reverse=True)
    options = {f"{way[0]}-{way[1]}-{way[2]}": "Awareness {}, Flying {}, Gunnery {}".format(*way) for way in ways}
    campaign = CAMPAIGN.of(game)
    taken = {man.name for man in campaign.men}
    listed = next((own.names for own in campaign.squadrons if own.side == side), ())
    further = (f"{campaign.squadron(side)} {number}" for number in range(1, len(taken) + 2))
    name = next(name for name in (*listed, *further) if name not in taken)
    says = f"{name} joins: {careers.in_words(man, careers.SCORES[3:])}"
    way = clouds.decided(dice, side, "replacement", says, options) if len(options) > 1 else next(iter(options))
    values = (*map(int, way.split("-")), man.fortitude, man.luck)
    scores: dict[str, Any] = dict(zip(careers.SCORES, values, strict=True))
    yield careers.Joined(man=name, side=side, seat=seat, **scores)


def mission_begins(game: CloudsGame, rules: CloudsSteps, dice: api.Dice, step: api.GameStep) -> Events:
    """The next mission."""
    campaign = CAMPAIGN.of(game)
    assert campaign.task is not None
    crews = campaign.next_crews
    begun = squadrons.next_mission(game, crews)
    yield careers.MissionBegan(crews=crews, marks=tuple(clouds.panel_marks(begun, rules)))
    if clouds.to_place(begun):
        yield then(due("placing order", ""))


STEPS: Mapping[str, clouds.StepRun] = {
    "debrief": debrief, "earns": earns, "ace": ace, "spending": spending, "spends": spends, "raise brings": raise_brings,
    "first aid": first_aid, "rest": first_aid, "wound table": wound_table, "lasting harm": lasting_harm,
    "stronger": stronger, "squadrons": replacements, "dismissal": dismissal, "replacement": replacement,
    "next mission": mission_begins, "own aircraft": own_aircraft, "say": has_his_say, "advice": advises,
}  # fmt: skip
