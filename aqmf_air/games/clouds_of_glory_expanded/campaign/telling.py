"""A campaign in words: how it stands, its missions, and what became of everybody."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Mapping

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import CloudsGame
from aqmf_air.games.clouds_of_glory_expanded.campaign.careers import SCORES, result_in_words, score_in_words
from aqmf_air.games.clouds_of_glory_expanded.campaign.squadrons import CAMPAIGN, SIDES, Airman, Campaign, Flown, roster
from aqmf_air.games.clouds_of_glory_expanded.campaign.story import QUIET, SENTENCES, MissionStory

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


def chapter_told(number: int, flown: Flown, story: MissionStory, teller: api.Storyteller) -> api.ChapterTold:
    """A mission that was flown."""
    year, month, day = flown.date.split("-") if flown.date else ("", "", str(flown.day + 1))
    date = ("Date", f"{int(day)} {month_name[int(month)]} {year}") if year else ("Day", day)
    return api.ChapterTold(
        title=f"Mission {number}: {flown.title}",
        facts=(date, ("Result", result_in_words(flown.winner, dict(flown.points))), *story.flew),
        lines=flown.lines or ("Everybody is back.",),
        headline=teller.headline(story.facts, over=bool(story.facts)),
        story=teller.story(story.facts),
        tables=story.tables,
        number=number,
    )


def on_the_wall(man: Airman, campaign: Campaign) -> api.OnTheWall:
    """A man with a victory."""
    record, fate = man.record, f"{api.capitalised(campaign.squadron(man.side))}; {state_of(man, campaign)}"
    return api.OnTheWall(record.name, str(record.victories), man.missions, fate, record.victories >= ACE, bool(man.fate))


ACE = 5
"""Victories of an ace, as pilots count them."""


def chronicle_of(game: CloudsGame, stories: Mapping[int, MissionStory] = {}) -> api.Told:
    """A campaign as it is told, with the stories of its missions by number: those who are gone come last."""
    campaign, teller = CAMPAIGN.of(game), api.Storyteller(SENTENCES, QUIET)
    total = {side: sum(dict(each.points)[side] for each in campaign.flown) for side in SIDES}
    ends = result_in_words(game.winner, total) if game.winner else score_in_words(total)
    standing = (f"{len(campaign.flown)} of {api.plural(len(campaign.missions) + 1, 'mission')} flown", ends)
    untold = MissionStory((), (), ())
    chapters = (
        chapter_told(number, flown, stories.get(number, untold), teller) for number, flown in enumerate(campaign.flown, 1)
    )
    men = sorted(roster(game), key=lambda man: (bool(man.fate), -man.record.victories))
    best = sorted((man for man in men if man.record.victories), key=lambda man: -man.record.victories)
    return api.Told(
        title=campaign.title or campaign.first,
        standing=standing,
        chapters=tuple(chapters),
        careers="Men",
        heads=HEADS,
        rows=tuple(career_of(man, campaign) for man in men),
        wall=tuple(on_the_wall(man, campaign) for man in best),
    )
