"""A campaign in words: what a man is, how a squadron stands, and the chronicle."""

from __future__ import annotations

from typing import Any

from aqmf_air.api import Career, ChapterTold, Entry, Session, Told, plural
from aqmf_air.games.richthofens_war.campaign.debriefing import spelled
from aqmf_air.games.richthofens_war.campaign.model import Campaign, Flown, Man
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


def chronicle_of(campaign: Campaign) -> Told:
    """A campaign as it is told: its missions, and what became of everybody, those who are gone last."""
    in_force = tables(tables_today())
    careers = (
        Career(
            (
                *(man.name, squadron.name, rank_of(man, in_force), score_of(man), str(man.missions)),
                state_of(man, campaign.next) or "ready",
            ),
            not man.alive,
        )
        for squadron, man in sorted(campaign.everybody(), key=lambda entry: (not entry[1].alive, -entry[1].victories))
    )
    chapters = (ChapterTold(heading_of(flown), (), flown.lines or ("Everybody is back.",)) for flown in campaign.flown)
    return Told(campaign.title, (standing_of(campaign).removesuffix("."),), tuple(chapters), "Airmen", HEADS, tuple(careers))


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
