"""A campaign in words: what a man is, how a squadron stands, and the chronicle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aqmf_air.api import Career, ChapterTold, Entry, OnTheWall, Session, Storyteller, Told, plural
from aqmf_air.games.richthofens_war.campaign.debriefing import spelled
from aqmf_air.games.richthofens_war.campaign.model import Campaign, Flown, Man, Squadron
from aqmf_air.games.richthofens_war.campaign.story import QUIET, SENTENCES, MissionStory
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import NAMES, status_of
from aqmf_air.games.richthofens_war.tables import SIDE_NAMES, Tables, tables, tables_today


def rank_of(man: Man, tables: Tables) -> str:
    """What he is: ``ace``, ``novice``; an observer says so."""
    name = NAMES[status_of(man.victories, man.novice, tables)]
    return f"{name}, observer" if man.role == "observer" else name


def state_of(man: Man, mission: int) -> str:
    """What keeps him from the next mission; empty: nothing."""
    if man.fate == "dead":
        return "killed"
    if man.fate == "captured":
        return "captured"
    if man.wounded_until > mission:
        return f"wounded, flies again in mission {man.wounded_until}"
    return "stays on the ground" if man.rests else ""


def score_of(man: Man) -> str:
    """His victories, as pilots count them."""
    return spelled(man.victories)


def standing_of(campaign: Campaign) -> str:
    """How the campaign stands, in a line."""
    sums = campaign.points()
    score = ", ".join(f"{SIDE_NAMES[side]} {plural(points, 'point')}" for side, points in sums.items())
    if winner := campaign.winner:
        end = "A draw" if winner == "draw" else f"{SIDE_NAMES[winner]} win"
        return f"{end}. {score}."
    if not campaign.flown:
        return f"{plural(len(campaign.missions), 'mission')} to fly."
    return f"{len(campaign.flown)} of {plural(len(campaign.missions), 'mission')} flown. {score}."


def heading_of(flown: Flown) -> str:
    """A mission of the chronicle: ``1. Three on three, April 1917: Germans win 6 to 3``."""
    date = f", {month_of(flown.date)}" if flown.date else ""
    if not flown.game:
        return f"{flown.number}. {flown.title}{date}"
    points = dict(flown.points)
    best, least = max(points.values(), default=0), min(points.values(), default=0)
    end = f"a draw, {best} to {least}" if flown.winner == "draw" else f"{SIDE_NAMES[flown.winner]} win {best} to {least}"
    return f"{flown.number}. {flown.title}{date}: {end}"


HEADS = ("Airman", "Squadron", "Is", "Victories", "Missions", "Now")


def chronicle_of(campaign: Campaign, stories: Mapping[int, MissionStory] = {}) -> Told:
    """A campaign as it is told: its missions, and what became of everybody, those who are gone last.

    ``stories``: by mission, of those that the log of the campaign has; others are told by what they led to.
    """
    in_force, teller = tables(tables_today()), Storyteller(SENTENCES, QUIET)
    everybody = sorted(campaign.everybody(), key=lambda entry: (not entry[1].alive, -entry[1].victories))
    careers = (
        Career(
            (
                *(man.name, squadron.name, rank_of(man, in_force), score_of(man), str(man.missions)),
                state_of(man, campaign.next) or "ready",
            ),
            not man.alive,
        )
        for squadron, man in everybody
    )
    best = sorted((entry for entry in everybody if entry[1].victories >= 1), key=lambda entry: -entry[1].victories)
    return Told(
        title=campaign.title,
        standing=(standing_of(campaign).removesuffix("."),),
        chapters=tuple(_chapter(flown, stories.get(flown.number), teller) for flown in campaign.flown),
        careers="Airmen",
        heads=HEADS,
        rows=tuple(careers),
        wall=tuple(_on_the_wall(man, squadron, campaign, in_force) for squadron, man in best),
    )


def _chapter(flown: Flown, story: MissionStory | None, teller: Storyteller) -> ChapterTold:
    """A mission that was flown."""
    lines = flown.lines or ("Everybody is back.",)
    if story is None:
        return ChapterTold(heading_of(flown), (), lines, number=flown.number)
    return ChapterTold(
        title=heading_of(flown),
        facts=story.flew,
        lines=lines,
        headline=teller.headline(story.facts),
        story=teller.story(story.facts),
        tables=story.tables,
        number=flown.number,
    )


def _on_the_wall(man: Man, squadron: Squadron, campaign: Campaign, in_force: Tables) -> OnTheWall:
    """A man with a victory."""
    fate = f"{squadron.name}; {state_of(man, campaign.next) or 'ready'}"
    ace = status_of(man.victories, man.novice, in_force) in ("ace", "double-ace")
    return OnTheWall(man.name, score_of(man), man.missions, fate, ace, not man.alive)


def said_of_order(session: Session[Any], entry: Entry | None) -> str:
    """What an order of a campaign did, in a few words; empty: there is none."""
    if entry is None or entry.command is None:
        return ""
    return session.ruleset.tell(entry.events[-1], session.state) or entry.command.type


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def month_of(date: str) -> str:
    """A month as people write it: ``April 1917`` for ``1917-04``."""
    year, month = date.split("-")
    return f"{MONTHS[int(month) - 1]} {year}" if 1 <= int(month) <= 12 else year
