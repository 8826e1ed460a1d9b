"""A campaign in words: what a man is, how a squadron stands, and the chronicle."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from aqmf_air.api import Career, ChapterTold, Entry, MissionStory, OnTheWall, Session, Storyteller, Told, plural
from aqmf_air.games.richthofens_war.campaign.debriefing import spelled
from aqmf_air.games.richthofens_war.campaign.model import Campaign, Flown, Man, Squadron
from aqmf_air.games.richthofens_war.campaign.orders import MissionClosed
from aqmf_air.games.richthofens_war.campaign.story import QUIET, SENTENCES
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import NAMES, status_of
from aqmf_air.games.richthofens_war.tables import SIDE_NAMES, SIDES, Tables, tables, tables_today


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


def title_of(flown: Flown) -> str:
    """A mission of the chronicle: ``1. Three on three, April 1917``."""
    return f"{flown.number}. {flown.title}{f', {month_of(flown.date)}' if flown.date else ''}"


def heading_of(flown: Flown) -> str:
    """The same with who has won: ``1. Three on three, April 1917: Germans win 6 to 3``."""
    return f"{title_of(flown)}: {_result(flown)}" if flown.game else title_of(flown)


def _result(flown: Flown) -> str:
    """Who has won a mission: ``Germans win 6 to 3``."""
    points = dict(flown.points)
    best, least = max(points.values(), default=0), min(points.values(), default=0)
    return f"a draw, {best} to {least}" if flown.winner == "draw" else f"{SIDE_NAMES[flown.winner]} win {best} to {least}"


HEADS = ("Airman", "Squadron", "Is", "Victories", "Missions", "Now")


def chronicle_of(campaign: Campaign, stories: Mapping[int, MissionStory] = {}, begun: Campaign | None = None) -> Told:
    """A campaign as it is told: its missions, and what became of everybody, those who are gone last.

    ``stories``: by mission, of those that the log of the campaign has; others are told by what they led to. ``begun``: it as
    it began, if that is known.
    """
    in_force, teller = tables(tables_today()), Storyteller(SENTENCES, QUIET)
    everybody = sorted(campaign.everybody(), key=lambda entry: (not entry[1].alive, -entry[1].victories))
    careers = (
        Career(
            (
                *(man.name, squadron.name, rank_of(man, in_force), score_of(man), str(man.missions_flown)),
                state_of(man, campaign.next) or "ready",
            ),
            not man.alive,
        )
        for squadron, man in everybody
    )
    brought = {man.name: man.victories for _, man in begun.everybody()} if begun else {}
    best = sorted((entry for entry in everybody if entry[1].victories >= 1), key=lambda entry: -entry[1].victories)
    return Told(
        title=campaign.title,
        standing=(standing_of(campaign).removesuffix("."),),
        chapters=tuple(_chapter(flown, stories.get(flown.number), teller) for flown in campaign.flown),
        careers="Airmen",
        heads=HEADS,
        rows=tuple(careers),
        wall=tuple(_on_the_wall(man, squadron, campaign, in_force, brought) for squadron, man in best),
        headline=headline(campaign),
        over=bool(campaign.winner),
    )


def headline(campaign: Campaign) -> str:
    """Who has won, or how it stands, as the headline of it all."""
    best, least = sorted(campaign.points().values(), reverse=True)
    if not campaign.flown:
        return ""
    if winner := campaign.winner:
        score = f"{best} to {least}"
        return f"The campaign is a draw, {score}" if winner == "draw" else f"{SIDE_NAMES[winner]} win the campaign, {score}"
    side = max(SIDES, key=lambda side: campaign.points()[side])
    return "All even" if best == least else f"{SIDE_NAMES[side]} lead, {best} to {least}"


def _chapter(flown: Flown, story: MissionStory | None, teller: Storyteller) -> ChapterTold:
    """A mission that was flown."""
    lines = flown.lines or ("Everybody is back.",)
    about: dict[str, Any] = {"title": title_of(flown), "lines": lines, "number": flown.number, "idle": not flown.game}
    about["result"] = _result(flown) if flown.game else ""
    about["swing"] = abs(sum(points if side == SIDES[0] else -points for side, points in flown.points))
    return story.chapter(teller, facts=story.flew, **about) if story else ChapterTold(**about)


def _on_the_wall(
    man: Man, squadron: Squadron, campaign: Campaign, in_force: Tables, brought: Mapping[str, Fraction]
) -> OnTheWall:
    """A man with a victory."""
    rank, before = status_of(man.victories, man.novice, in_force), brought.get(man.name, Fraction(0))
    return OnTheWall(
        man.name,
        score_of(man),
        man.missions_flown,
        f"{squadron.name}; {state_of(man, campaign.next) or 'ready'}",
        NAMES[rank] if rank in ("ace", "double-ace") else "",
        not man.alive,
        spelled(before) if before else "",
    )


def said_of_order(session: Session[Any], entry: Entry | None) -> str:
    """What an order of a campaign did, in a few words: ``the debriefing of mission 3``, or else the first clause of what is
    told of it; empty: there is none.
    """
    if entry is None or entry.command is None:
        return ""
    closed = next((event.flown for event in entry.events if isinstance(event, MissionClosed)), None)
    if closed is not None and closed.game:
        return f"mission {closed.number}, with its results"
    return (session.ruleset.tell(entry.events[-1], session.state) or entry.command.type).partition(";")[0]


MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def month_of(date: str) -> str:
    """A month as people write it: ``April 1917`` for ``1917-04``."""
    year, month = date.split("-")
    return f"{MONTHS[int(month) - 1]} {year}" if 1 <= int(month) <= 12 else year
