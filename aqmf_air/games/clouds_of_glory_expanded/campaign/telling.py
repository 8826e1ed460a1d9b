"""A campaign in words: how it stands, its missions, and what became of everybody."""

from __future__ import annotations

from calendar import month_name

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import CloudsGame
from aqmf_air.games.clouds_of_glory_expanded.campaign.careers import SCORES, result_in_words, score_in_words
from aqmf_air.games.clouds_of_glory_expanded.campaign.squadrons import CAMPAIGN, SIDES, Airman, Campaign, Flown, roster

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


def chapter_told(number: int, flown: Flown) -> api.ChapterTold:
    """A mission that was flown."""
    year, month, day = flown.date.split("-") if flown.date else ("", "", str(flown.day + 1))
    date = ("Date", f"{int(day)} {month_name[int(month)]} {year}") if year else ("Day", day)
    facts = (date, ("Result", result_in_words(flown.winner, dict(flown.points))))
    return api.ChapterTold(f"Mission {number}: {flown.title}", facts, flown.lines or ("Everybody is back.",))


def chronicle_of(game: CloudsGame) -> api.Told:
    """A campaign as it is told: those who are gone come last."""
    campaign = CAMPAIGN.of(game)
    total = {side: sum(dict(each.points)[side] for each in campaign.flown) for side in SIDES}
    ends = result_in_words(game.winner, total) if game.winner else score_in_words(total)
    standing = (f"{len(campaign.flown)} of {api.plural(len(campaign.missions) + 1, 'mission')} flown", ends)
    chapters = tuple(chapter_told(number, flown) for number, flown in enumerate(campaign.flown, 1))
    men = sorted(roster(game), key=lambda man: (bool(man.fate), -man.record.victories))
    title = campaign.title or campaign.first
    return api.Told(title, standing, chapters, "Men", HEADS, tuple(career_of(man, campaign) for man in men))
