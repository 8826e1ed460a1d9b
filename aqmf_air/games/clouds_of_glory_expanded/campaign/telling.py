"""A campaign in words: how it stands, its missions, and what became of everybody."""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Iterable, Mapping

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import CloudsGame, Side
from aqmf_air.games.clouds_of_glory_expanded.campaign.careers import SCORES, score_in_words
from aqmf_air.games.clouds_of_glory_expanded.campaign.squadrons import CAMPAIGN, SIDES, Airman, Campaign, Flown, roster
from aqmf_air.games.clouds_of_glory_expanded.campaign.story import QUIET, SENTENCES

HEADS = ("Man", "Squadron", "Missions", "Victories", "XP", "Awareness", "Flying", "Gunnery", "Fortitude", "Luck", "Now")
SEAT_WORDS = {"pilot": "", "two-seater": "", "gunner": ", gunner"}
FATES = {
    "dead": "killed", "prisoner": "a prisoner", "invalided": "flies no more", "dismissed": "has left the squadron",
}  # fmt: skip


def state_of(man: Airman, campaign: Campaign) -> str:
    """What has become of a man, or what he is fit for."""
    if man.fate:
        return FATES[man.fate]
    away = man.back - campaign.day
    fit = [f"grounded for {api.plural(away, 'day')}"] * (away > 0)
    fit += [f"wounded, {api.plural(man.record.wounds, 'point')}"] * (man.record.wounds > 0)
    has = [f"his own {man.own}"] * bool(man.own) + ["a parachute"] * man.parachute
    return "; ".join(filter(None, (api.in_a_row(fit or ["ready"]), api.in_a_row([*has, *man.record.traits]))))


def career_of(man: Airman, campaign: Campaign) -> api.Career:
    """A row of the table of careers."""
    record = man.record
    counts = (man.missions, record.victories, man.xp, *(getattr(record, name) for name in SCORES))
    who = (record.name + SEAT_WORDS[man.seat], api.capitalised(campaign.squadron(man.side)))
    return api.Career((*who, *map(str, counts), state_of(man, campaign)), gone=bool(man.fate))


def chapter_told(number: int, flown: Flown, story: api.MissionStory, teller: api.Storyteller, lead: int) -> api.ChapterTold:
    """A mission that was flown; ``lead``: how many points more win it."""
    year, month, day = flown.date.split("-") if flown.date else ("", "", str(flown.day + 1))
    date = ("Date", f"{int(day)} {month_name[int(month)]} {year}") if year else ("Day", day)
    gone = {f"{row[0]} is killed" for table in story.tables for row in table.rows} & {*flown.lines}  # the table says it
    lines = tuple(line for line in flown.lines if line not in gone and not EXPERIENCE.match(line))
    learned = _experience(flown.lines)
    return story.chapter(
        teller,
        title=f"Mission {number}: {flown.title}",
        result=_result(flown.winner, dict(flown.points), lead=lead),
        facts=(date, *story.flew, *((("Experience points", learned),) if learned else ())),
        lines=lines or (() if gone else ("Everybody is back.",)),
        number=number,
        swing=max(dict(flown.points).values()) - min(dict(flown.points).values()),
    )


WINS = {"entente": "The Entente wins", "germany": "The Germans win"}


def _result(winner: str, points: Mapping[Side, int], what: str = "", lead: int = 0) -> str:
    """Who has won a mission, or ``the campaign``; of a draw, what ``lead`` would have won it."""
    best, least = sorted(points.values(), reverse=True)
    why = f": a lead of {lead} wins" if lead and winner not in WINS and best > least else ""
    return f"{WINS.get(winner, 'A draw')}{what}, {best} to {least}{why}"


EXPERIENCE = re.compile(r"(?P<man>.+) (?:earns (?P<points>\d+) experience point|raises (?P<raised>\w+ to \d+))")


def _experience(lines: Iterable[str]) -> str:
    """What men have earned and learned, as lines tell it one by one: a line for all of them."""
    earned, raised = dict[str, str](), dict[str, dict[str, str]]()
    for line in filter(None, map(EXPERIENCE.match, lines)):
        if line["points"]:
            earned[line["man"]] = line["points"]
        else:
            skill, _, now = line["raised"].partition(" to ")
            raised.setdefault(line["man"], {})[skill] = now

    def learned(man: str) -> str:
        skills = api.in_a_row([f"{skill} to {now}" for skill, now in raised.get(man, {}).items()])
        return f" (raises {skills})" if skills else ""

    return "; ".join(f"{man} {points}{learned(man)}" for man, points in earned.items())


def on_the_wall(man: Airman, campaign: Campaign, ace: int) -> api.OnTheWall:
    """A man with a victory; ``ace``: how many make an ace."""
    record, fate = man.record, f"{api.capitalised(campaign.squadron(man.side))}; {state_of(man, campaign)}"
    rank = "ace" if record.victories >= ace else ""
    return api.OnTheWall(record.name, str(record.victories), man.missions, fate, rank, bool(man.fate))


def chronicle_of(game: CloudsGame, stories: Mapping[int, api.MissionStory] = {}) -> api.Told:
    """A campaign as it is told, with the stories of its missions by number: those who are gone come last."""
    campaign, teller = CAMPAIGN.of(game), api.Storyteller(SENTENCES, QUIET)
    total = {side: sum(dict(each.points)[side] for each in campaign.flown) for side in SIDES}
    ends = _result(game.winner, total, " in the campaign" if game.winner == "draw" else " the campaign")
    standing = (f"{len(campaign.flown)} of {api.plural(len(campaign.missions) + 1, 'mission')} flown", score_in_words(total))
    flown = [(number, each, stories.get(number, api.MissionStory())) for number, each in enumerate(campaign.flown, 1)]
    lead = int(game.tables.number("victory", "lead"))
    men = sorted(roster(game), key=lambda man: (bool(man.fate), -man.record.victories))
    best = sorted((man for man in men if man.record.victories), key=lambda man: -man.record.victories)
    return api.Told(
        title=campaign.title or campaign.first,
        standing=standing,
        chapters=tuple(chapter_told(*mission, teller, lead) for mission in flown),
        careers="Men",
        heads=HEADS,
        rows=tuple(career_of(man, campaign) for man in men),
        wall=tuple(on_the_wall(man, campaign, game.tables.number("people", "ace")) for man in best),
        headline=ends if game.winner else "",
        over=bool(game.winner),
    )
