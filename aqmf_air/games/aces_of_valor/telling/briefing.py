"""What a player has to know at each choice, without a rulebook; and a campaign in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import get_args

from aqmf_air.api import capitalised, in_a_row, plural
from aqmf_air.games.aces_of_valor.chapters import points, postmission, routes, sectors
from aqmf_air.games.aces_of_valor.chapters.actions import What, may, why_not
from aqmf_air.games.aces_of_valor.chapters.counters import air_skill, ground_skill
from aqmf_air.games.aces_of_valor.state import OPTIONS, Aircraft, Box, Campaign, Length, Setup, targets_left
from aqmf_air.games.aces_of_valor.tables import NATIONS, STEP_HINTS, card_name, tables

AWARDS: Mapping[str, str] = {
    "as-scramble": "Enemy bombers come for your airfield: 5 MP are lost if it is damaged, 10 if it is destroyed.",
    "patrol": "2 MP if the patrol is flown and everybody lands safely at home.",
    "counters": "Each target brings the points on its counter, more if it is destroyed.",
    "attempts": "The 2-seater has three rounds to spot for the guns; each attempt brings up to 5 MP.",
    "attempts-if-back": "The 2-seater has three rounds to take photographs, up to 5 MP each, if its crew comes home.",
}
"""What a mission is flown for, by the award of its card."""


WITHOUT_POINTS = "Without points you may give up victory points for repairs, or skip the next mission to have them free."
NOTHING_TO_BUY = "That buys nothing, and there is nobody to repair or replace with it."
OF_TASK = "AA fires at the 2-seater first; then the attempt brings up to 5 MP. Later rounds are at +1, under more fire."
OF_GROUND = "Attack on the ground: AA fires first, then what hits adds damage points. Or wait, or break off."
OF_JAM = "Clear the jammed gun: until it is clear it does not fire."
OF_ACTIONS: tuple[tuple[frozenset[What], str], ...] = (
    (frozenset({"attack"}), STEP_HINTS["act"]),
    (frozenset({"strafe", "bomb", "rockets"}), OF_GROUND),
    (frozenset({"attempt"}), OF_TASK),
    (frozenset({"clear"}), OF_JAM),
)
"""What is said of the actions that there are to choose from, the first that fits."""
NO_TASK_HERE = "Attack what is on the ground here, or leave it and fly on."
NOBODY_TO_ATTACK = "Nobody can be attacked from here: wait and stay, or break off and leave the combat."


def ahead_of(setup: Setup) -> Iterator[str]:
    """What a campaign brings, before it starts, in lines: its missions, its squadron, its rules, what wins."""
    lengths = (setup.missions,) if setup.missions else get_args(Length)
    nation = f"a {NATIONS[setup.nation].adjective} squadron" if setup.nation else "a squadron of the nation that you choose"
    home = f"at airfield {setup.home}" if setup.home else "at an airfield that is rolled for"
    yield f"{in_a_row(list(map(str, lengths)), 'or')} missions of {nation} {home}."
    pilots = in_a_row([pilot.name for pilot in setup.squadron]) or "eight are drawn"
    used = [OPTIONS[name].title for name in OPTIONS if getattr(setup.options, name, False)]
    chosen = in_a_row(used) or ("none" if setup.options else "as you choose")
    yield f"Pilots: {pilots}. Optional rules: {chosen}."
    rows = [row for missions in lengths for row in points.levels(missions, tables(setup.tables))]
    if setup.missions:
        wins = [f"{row.level} {row.at_least}" for row in rows if "victory" in row.level]
        yield f"Victory points needed: {in_a_row(wins)}."
    else:
        wins = [f"{row.at_least} in {row.missions} missions" for row in rows if row.level == "victory"]
        yield f"Victory points needed for a victory: {in_a_row(wins)}."


def weather_words(game: Campaign) -> str:
    """The weather of the mission; empty before it is rolled for."""
    drawn = game.mission is not None and game.step not in ("objective", "weather")
    return game.flown.weather.replace("-", " ") if drawn else ""


def mission_words(game: Campaign) -> str:
    """The mission in a line: what, where and in what weather; empty where none is drawn."""
    mission = game.mission
    if mission is None or not mission.card:
        return ""
    row = mission.row(game.tables)
    names = [sectors.name(at, game.tables) for at in mission.objective]
    owner = names[0].partition(" ")[0] if names else ""
    where = in_a_row([*names[:1], *(name.removeprefix(f"{owner} ") for name in names[1:])])
    place = f" over {where}" if where and row.mission != "scramble" else ""
    what = row.mission.replace("-", " ") if place else card_name(mission.card)  # the place says what the card does
    sky = weather_words(game)
    return f"{what}{place}{f', {sky}' if sky else ''}"


def hint(game: Campaign) -> str:
    """What a player has to know at the choice that he has."""
    line = STEP_HINTS.get(game.step, game.stage.title)
    mission = game.mission
    if mission is None or not mission.card:
        return _purse_words(game) if game.step == "spend" else line
    if game.step == "launch" and game.combat and not game.combat.round:
        return f"{AWARDS[mission.row(game.tables).award]} Two come, with D3+1 fighters. {line}"
    if game.step == "fighters":
        row = mission.row(game.tables)
        return f"{capitalised(mission_words(game))}. {AWARDS[row.award]} {line}"
    if game.step == "spend":
        return _purse_words(game)
    if game.step == "move":
        over = "Homeward by a shortest way. " if mission.tried or mission.given_up else ""
        return f"{over}{_fuel(game)} {_hurt(game) or line}"
    if game.step == "task" and mission.at not in mission.objective:
        return NO_TASK_HERE
    if game.step == "engage" and game.combat:
        there = in_a_row([_short(game, enemy) for enemy in game.combat.enemies])
        return f"{capitalised(there)} over {sectors.name(game.flown.at, game.tables)}. {line}"
    if game.step == "act" and game.combat:
        what = {action.what for id_ in game.combat.acting for action in may(game, id_)} - {"wait", "break-off"}
        about = next((text for kinds, text in OF_ACTIONS if what & kinds), f"{NOBODY_TO_ATTACK}{_why_not(game)}")
        acting = in_a_row([game.called(id_) for id_ in game.combat.acting], "or")
        return f"Round {game.combat.round}: {acting}. {about}"
    return line


def brought(game: Campaign) -> tuple[str, ...]:
    """What mission points were won and lost for in the mission that is over."""
    mission = game.mission
    totals: Counter[str] = Counter()
    for entry in mission.ledger[: mission.counted] if mission else ():
        totals[entry.what] += entry.points
    unpaid = (postmission.unpaid_patrol(game),) if mission and mission.counted else ()
    return (*(f"{what} {points:+d}" for what, points in totals.items()), *filter(None, unpaid))


def _purse_words(game: Campaign) -> str:
    """What the mission came to, what there is to spend, and on what."""
    now = postmission.purse(game)
    won = f"The mission brought {now.total} MP{': ' if brought(game) else ''}{', '.join(brought(game))}. "
    spendable = f"{now.points} MP to spend" if now.points > 0 else f"MP {now.total}: nothing to spend"
    stands = f"{spendable}, {game.vp} VP so far."
    line = STEP_HINTS["spend"] if now.points > 0 or now.free_replacements else WITHOUT_POINTS
    line = line if postmission.anything_to_spend(game) else NOTHING_TO_BUY
    return f"{stands} {'' if game.mission is None or now.after_event else won}{line}"


def _fuel(game: Campaign) -> str:
    left, at = max(routes.moves_left(game) + 1, 0), game.flown.at
    far = sectors.distance(at, routes.nearest_field(game, at))
    field = f"the next airfield of yours is {far} move{'' if far == 1 else 's'} away" if far else "you are over an airfield"
    return f"Fuel for {left} move{'' if left == 1 else 's'}; {field}."


def _hurt(game: Campaign) -> str:
    """What damaged aircraft of the flight may do; empty: there is none."""
    hurt = [aircraft.name for aircraft in game.flight if aircraft.damaged]
    if not hurt:
        return ""
    who = f"{in_a_row(hurt)} {'is' if len(hurt) == 1 else 'are'} damaged"
    return f"{who}: tap one to send it home alone; with the flight it is checked each turn."


def _why_not(game: Campaign) -> str:
    """Why a ground target that is there cannot be attacked; empty: there is none."""
    aircraft = game.aircraft(game.fought.acting[0])
    if aircraft.kind not in ("fighter", "bomber"):
        return ""
    what: What = "strafe" if aircraft.kind == "fighter" else "bomb"
    reasons = (why_not(game, aircraft.id, what, target) for target in targets_left(game))
    return next((f" {capitalised(reason.reason)}." for reason in reasons if reason), "")


def skills(game: Campaign, aircraft: Aircraft) -> str:
    """Air and ground skill with their marker: ``2/1``."""
    return f"{air_skill(aircraft, game.rulings)}/{ground_skill(aircraft, game.rulings)}"


def standing(game: Campaign) -> tuple[str, ...]:
    """How the mission and the combat stand, each in a line."""
    lines = []
    mission = game.mission
    if game.purse is not None:
        return (f"{plural(max(game.purse.points, 0), 'mission point')} to spend", *brought(game))
    if mission is not None and mission.card:
        where = f"turn {mission.turn} of {mission.length} over {sectors.name(mission.at, game.tables)}"
        lines.append(f"{mission_words(game)}{f', {where}' if mission.turn else ''}, {mission.points:+d} MP")
        if mission.flight:
            lines.append(f"in the flight: {in_a_row([_short(game, aircraft) for aircraft in game.flight])}")
    if game.combat and game.combat.enemies:
        here = [enemy for enemy in game.combat.enemies if enemy.id not in game.combat.gone]
        lines.append(f"the enemy: {in_a_row([_short(game, aircraft) for aircraft in here]) or 'nobody is left'}")
    return tuple(lines)


def _short(game: Campaign, aircraft: Aircraft) -> str:
    return f"{aircraft.name} {skills(game, aircraft)}{' damaged' if aircraft.damaged else ''}"


NAMES: Mapping[Box, str] = {
    "ready": "ready",
    "flight": "in the flight",
    "recovery": "in Recovery",
    "lost": "lost",
    "posted": "posted away",
}


def summary_of(game: Campaign) -> tuple[str, ...]:
    """How the campaign stands, then the mission, then the combat."""
    if game.nation is None:
        return ("a squadron is to be formed",)
    boxes = Counter(member.box for member in game.squadron)
    when = game.stage.when.lower()
    if game.rulings.first_marker == "turn":
        when += f", track on {game.marker}"
    stand = f"{NATIONS[game.nation].adjective} squadron, {when}, {plural(game.vp, 'victory point')}"
    fighters = ", ".join(f"{n} {NAMES[box]}" for box, n in boxes.items()) or "no fighters yet"
    return (stand, fighters, *standing(game))
