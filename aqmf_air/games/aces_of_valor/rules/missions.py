"""What is drawn and rolled before a flight: the mission card, its objective, the weather, lent crews. PRE-2 to PRE-6."""

from __future__ import annotations

from aqmf_air.core.dice.cups import Cup, from_cup, take
from aqmf_air.core.dice.dice import Dice
from aqmf_air.games.aces_of_valor import sectors
from aqmf_air.games.aces_of_valor.counters import Place
from aqmf_air.games.aces_of_valor.rules.six_sided import amount, of_table
from aqmf_air.games.aces_of_valor.table_rows import CupRow as CupRow
from aqmf_air.games.aces_of_valor.table_rows import FieldRow, Half, Kind, LetterRow, MissionCard, Weather, WeatherRow
from aqmf_air.games.aces_of_valor.table_words import card_name
from aqmf_air.games.aces_of_valor.tables import Tables


def deck(played: tuple[str, ...], tables: Tables) -> Cup[str]:
    """The mission cards that have not been drawn. SET-7."""
    cards = [row.card for row in tables.every("missions", MissionCard) for _ in range(row.cards)]
    for card in played:
        if card in cards:
            cards.remove(card)
    return Cup.of(cards)


def mission_card(dice: Dice, cards: Cup[str]) -> str:
    """The card of the mission. PRE-2."""
    return dice.draw(from_cup("mission card", cards, called=card_name))


def objective_letter(dice: Dice, card: MissionCard, tables: Tables) -> str:
    """The letter of the objective, by what the card asks for; empty: it has none. PRE-2."""
    if card.sector_by == "letter":
        return tables.row("letter", LetterRow, of_table(dice, "letter", "objective", tables)).letter
    if card.sector_by == "s2":
        return tables.row("s2", FieldRow, of_table(dice, "s2", "objective", tables, use="Airfield of the objective")).field
    return "ABC"[amount(dice, "objective", card.sector_by) - 1] if card.sector_by else ""


def objective_sectors(card: MissionCard, letter: str, own: Half, home: Place, tables: Tables) -> tuple[Place, ...]:
    """The sector of the objective; those of a Defensive Patrol in the order of their ring. PRE-2, MIS-12.

    The ring is the own trench sector of the letter, the one south of it, and the two balloon sectors behind them.
    """
    if card.objective == "home-airfield":
        return (home,)
    if card.objective != "loop":
        return (sectors.where(sectors.other(own), card.objective, letter, tables),)
    x, y = sectors.where(own, "trench", letter, tables)
    behind = x - 1 if own == "entente" else x + 1
    south = y + 1 if y + 1 < sectors.ROWS else y - 1
    return ((x, y), (x, south), (behind, south), (behind, y))


def weather(dice: Dice, tables: Tables) -> Weather:
    """The weather. PRE-4."""
    return tables.row("m1", WeatherRow, of_table(dice, "m1", "weather", tables)).weather


def crews(kind: Kind, half: Half, tables: Tables) -> Cup[str]:
    """The cup of 2-seaters or bombers of a side: their skills, ``air/ground``. PRE-6, AC-11, AC-12."""
    rows = (row for row in tables.every("cups", CupRow) if (row.kind, row.side) == (kind, half))
    return Cup.of(f"{row.air}/{row.ground}" for row in rows for _ in range(row.counters))


def type_of_crews(kind: Kind, half: Half, tables: Tables) -> str:
    """What 2-seaters or bombers of a side are, where the rules say it: of heavy bombers. AC-13."""
    return next((row.type for row in tables.every("cups", CupRow) if (row.kind, row.side) == (kind, half)), "")


def counters_drawn(dice: Dice, label: str, cup: Cup[str], asked: int) -> tuple[str, ...]:
    """Counters of a cup, as many as are asked for if it has them: lent crews, enemies. PRE-6, CBT-3, CBT-6, CBT-7."""
    return take(dice, label, cup, min(asked, len(cup))).drawn
