"""What a game leaves behind: victories, wounds, losses, who is a regular or an ace now, and who joins. VIC, NOV-6, BA."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from aqmf_air.api import DataError, Dice, DiceTray, replace, seeded
from aqmf_air.games.richthofens_war.campaign.model import FLIES, Campaign, Crew, Flown, Man, Note
from aqmf_air.games.richthofens_war.campaign.roster import filled_up
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import NAMES, status_of, still_novice
from aqmf_air.games.richthofens_war.chapters.victory import LOST, points
from aqmf_air.games.richthofens_war.state import Aircraft, Airman, Game
from aqmf_air.games.richthofens_war.tables import RichthofenRulings, Tables

SAID = {
    "destroyed": ("is shot down", "are shot down"),
    "crashed": ("crashes on landing", "crash on landing"),
    "captured": ("is forced down", "are forced down"),
    "landed": ("lands among friends", "land among friends"),
}
"""How an aircraft comes down with one man aboard, and with several."""


class Return(NamedTuple):
    """A man after a mission, and what is said of it."""

    man: Man
    lines: tuple[str, ...]


class Won(NamedTuple):
    """A victory of a crew, or its part of one."""

    target: str
    """Whose aircraft it was: its pilot's name."""
    share: Fraction
    plane: bool
    """Whether it was an aircraft, and no balloon."""

    def __str__(self) -> str:
        return f"shoots down {self.target}" + (f" ({self.share})" if self.share != 1 else "")


def spelled(victories: Fraction) -> str:
    """A score as pilots count it: ``2 1/2``."""
    whole, part = divmod(victories, 1)
    return " ".join(filter(None, (str(whole) if whole or not part else "", str(part) if part else "")))


def begun(campaign: Campaign, tables: Tables, rulings: RichthofenRulings) -> Campaign:
    """A campaign as it starts: every squadron at its strength. Raises DataError: a type of aircraft does not exist."""
    for squadron in campaign.squadrons:
        for machine in squadron.machines:
            if (machine.type,) not in tables.aircraft.rows:
                fault = (
                    f"{squadron.name}: no aircraft {machine.type!r}: 'aqmf tables aircraft --ruleset richthofen' has them"
                )
                raise DataError(fault, path="", key="machines", value=machine.type)
    return filled_up(campaign, own_dice(campaign, campaign.next), tables, rulings).campaign


def debriefed(
    campaign: Campaign, game: Game, title: str, tables: Tables, rulings: RichthofenRulings, dice: Dice
) -> Campaign:
    """A campaign after its mission of this title, whose ``game`` is over; the dice are for those who join."""
    assert campaign.underway is not None  # a mission is over
    lines = list[str]()
    back: dict[str, Man] = {}
    men = {man.name: man for _, man in campaign.everybody()}
    called = {crew.aircraft: crew.men[0] for crew in campaign.underway.crews}
    for crew in campaign.underway.crews:
        aircraft = game.of(crew.aircraft)
        won = [
            Won(called.get(credit.target, "a balloon"), credit.share, credit.target in called)
            for credit in game.credits
            if credit.aircraft == crew.aircraft
        ]
        lines += [f"{crew.men[0]} {victory}" for victory in won]
        if aircraft.state in SAID:
            lines.append(_came_down(crew, aircraft))
        for name, airman in zip(crew.men, aircraft.crew, strict=True):
            after = _returned(men[name], airman, aircraft, crew, won, campaign.next, tables, rulings)
            back[name] = after.man
            lines += after.lines
    squadrons = tuple(
        replace(squadron, men=tuple(replace(back.get(man.name, man), rests=False) for man in squadron.men))
        for squadron in campaign.squadrons
    )
    flown = Flown(
        number=campaign.next,
        title=title,
        date=game.setup.date,
        game=campaign.underway.game,
        winner=game.winner,
        points=tuple(points(game).items()),
        lines=tuple(lines),
    )
    return _closed(replace(campaign, squadrons=squadrons), flown, tables, rulings, dice)


def called_off(campaign: Campaign, title: str, tables: Tables, rulings: RichthofenRulings, dice: Dice) -> Campaign:
    """A campaign whose next mission is not flown, or not to its end: nobody has been up."""
    assert campaign.task is not None  # there is one
    flown = Flown(number=campaign.next, title=title, date=campaign.task.date, lines=("The mission is called off.",))
    return _closed(campaign, flown, tables, rulings, dice)


def _closed(campaign: Campaign, flown: Flown, tables: Tables, rulings: RichthofenRulings, dice: Dice) -> Campaign:
    """The mission goes into the chronicle, and replacements arrive if another one follows."""
    after = replace(campaign, underway=None, flown=(*campaign.flown, flown))
    if after.task is None:
        return after
    joined = filled_up(after, dice, tables, rulings)
    entry = replace(flown, lines=(*flown.lines, *joined.lines))
    return replace(joined.campaign, flown=(*campaign.flown, entry))


def own_dice(campaign: Campaign, mission: int) -> DiceTray:
    """The dice of a campaign before a mission: those of its own seed, as long as it has no log."""
    return DiceTray(seeded(campaign.seed, "campaign", mission))


def _came_down(crew: Crew, aircraft: Aircraft) -> str:
    """How an aircraft came down, and what became of its crew: ``Lloyd (Nieuport 17) is shot down and killed``."""
    fates = [ENDS.get(fate_of(airman, aircraft), "alive") for airman in aircraft.crew]
    who = f"{' and '.join(crew.men)} ({crew.type})"
    how = SAID[aircraft.state][len(crew.men) > 1]
    if len(set(fates)) == 1:
        return f"{who} {how} and {fates[0]}" if fates[0] != "alive" else f"{who} {how}"
    each = ", ".join(f"{name.split()[-1]} {fate}" for name, fate in zip(crew.men, fates, strict=True))
    return f"{who} {how}: {each}"


ENDS = {"dead": "killed", "captured": "captured"}


def _returned(
    man: Man,
    airman: Airman,
    aircraft: Aircraft,
    crew: Crew,
    won: Sequence[Won],
    mission: int,
    tables: Tables,
    rulings: RichthofenRulings,
) -> Return:
    """What a mission has made of a man: his fate, his score, his standing. VIC-1, NOV-6, ACE-1."""
    record, lines = [f"{FLIES}{crew.type}", *map(str, won)], list[str]()
    after = replace(man, victories=man.victories + sum(victory.share for victory in won))
    fate = fate_of(airman, aircraft)
    if fate in ("dead", "captured"):
        end = f"is {ENDS[fate]}"
        lines += [] if aircraft.state in SAID else [f"{man.name} {end}"]
        return Return(_noted(replace(after, fate=fate), mission, (*record, end)), tuple(lines))
    back = aircraft.crew if rulings.novice_crew == "whole-crew" else (airman,)
    whole = aircraft.state not in LOST and all(member.fit for member in back)
    after = replace(after, missions=after.missions + whole)
    if airman.health == "wounded":
        until = mission + 1 + tables.number("campaign", "wounded-missions")
        after = replace(after, wounded_until=until)
        record.append(f"is wounded, flies again in mission {until}")
    elif airman.fate == "free":
        record.append("comes down by parachute")
    if len(record) > 1 and not won:
        lines.append(f"{man.name} {record[-1]}")
    gained = sum((victory.share for victory in won if victory.plane or rulings.novice_balloons == "yes"), Fraction(0))
    after = replace(after, novice=still_novice(man.novice, gained, after.missions, tables, rulings))
    risen = risen_to(man, after, tables)
    record += [f"is {risen} now"] if risen else []
    lines += [f"{man.name} is {risen} now"] if risen else []
    return Return(_noted(after, mission, record), tuple(lines))


def fate_of(airman: Airman, aircraft: Aircraft) -> str:
    """What becomes of a man: ``dead``, ``captured``, or empty: he is with his squadron again. PARA, D-8."""
    if airman.health == "dead":
        return "dead"
    if aircraft.state in ("destroyed", "crashed"):
        return {"free": "", "captured": "captured"}.get(airman.fate, "dead")
    return "captured" if aircraft.state == "captured" else ""


def risen_to(before: Man, after: Man, tables: Tables) -> str:
    """What a man has become that he was not: ``a regular``, ``an ace``, ``a double ace``; empty: nothing."""
    was, now = (status_of(man.victories, man.novice, tables) for man in (before, after))
    article: Mapping[str, str] = {"": "a", "ace": "an", "double-ace": "a"}
    return f"{article[now]} {NAMES[now]}" if now != was and now in article else ""


def _noted(man: Man, mission: int, notes: list[str] | tuple[str, ...]) -> Man:
    return replace(man, record=(*man.record, Note(mission=mission, said="; ".join(notes))))
