"""A claim as a page shows it: what it takes, the exact odds, the dice so far, and what they come to."""

from __future__ import annotations

from contextlib import suppress
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from aqmf_air.core.dice.chance import Odds, chances
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.odds.summary import Summary, in_order
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.secrecy import lines_of
from aqmf_air.errors import AqmfError, DataError, EnumerationLimitError
from aqmf_air.games.martian_front.ledger.attacks import Fire
from aqmf_air.games.martian_front.rules.damage import tripod_of
from aqmf_air.games.martian_front.rules.shooting import spelled
from aqmf_air.games.martian_front.rules.volleys import Fate, volley_at_tripod
from aqmf_air.games.martian_front.state import STUNNED, Game
from aqmf_air.games.martian_front.ui.pages.ledger import forms
from aqmf_air.games.martian_front.ui.pages.ledger.forms import Asked
from aqmf_air.games.martian_front.ui.pages.ledger.ledger_store import rules
from aqmf_air.web.address_dice import Rule, played
from aqmf_air.web.pages import Fields, text

NOT_OF_A_CLAIM = ("roll", "entries", "armed", "all", "moved", "done")
"""Fields of an address that are no part of a claim."""
MOST_FIELD = 200


def claimed(game: Game, query: QueryParams) -> dict[str, Any]:
    """The claim that an address makes: what it takes, the dice, and what they come to."""
    shown: dict[str, Any] = {
        "asked": None, "fault": "", "objections": (), "untimely": (), "agree": "", "takes": None, "dice": None, "came": (),
        "do": text(query, "do"), "kept": kept(query),
        "again": address(query, []), "back": "",
    }  # fmt: skip
    try:
        asked = forms.claim_of(game, query)
        if asked is None:
            return shown
        objections = rules().objections(game, asked.command, asked.by)
        untimely = rules().untimely(game, asked.command)
        if objections and set(objections) <= set(untimely):  # nothing but the phase is against it
            shown["agree"] = urlencode([*kept(query), ("overruled", "yes")])
        shown |= {"asked": asked, "objections": objections, "untimely": () if objections else untimely}
        if not objections:
            dice = played(rule_of(game, asked), query.getlist("roll"), rules().spell)
            back = address(query, dice.written[:-1]) if dice.rolls else ""
            shown |= {"takes": _takes(game, asked), "dice": dice, "back": back}
            if dice.need is None:
                shown["came"] = lines_of(rules(), dice.outcome, game)
    except AqmfError as fault:
        shown |= {"fault": str(fault), "asked": None}
    return shown


def rule_of(game: Game, asked: Asked) -> Rule:
    """The rule that decides a claim in this state."""

    def rule(dice: Dice) -> Any:
        return rules().decide(game, asked.command, dice)

    return rule


def _takes(game: Game, asked: Asked) -> dict[str, Any] | None:
    """Numbers with their reasons, and the exact odds: of numbers, how many; of outcomes with names, each."""
    questions = rules().questions(game, asked.command)
    if not questions:
        return None
    question = questions[0]
    odds: Odds[Any] = question.odds()
    counted = all(isinstance(outcome, int) for outcome in odds)
    summary = Summary(odds) if counted else None
    armor = _on_a_tripod(game, asked) if counted else None
    if armor is not None:
        ends = _fates(armor)
    else:
        ends = _ends(game, asked) if counted else [(str(one), odds.of(one)) for one in in_order(odds) if odds.weights[one]]
    return {
        "title": question.title,
        "needs": [(target, spelled(target)) for target in question.targets],
        "rows": [] if summary is None else _rows(summary),
        "any": None if summary is None else summary.at_least(1),
        "mean": None if summary is None else summary.mean,
        "lost": [] if armor is None else _rows(Summary(armor.map(itemgetter(0)))),
        "ends": ends,
    }


def _rows(summary: Summary) -> list[tuple[int, Any, Any]]:
    """A number, the chance of just it, and of it or more; the highest, which hardly ever come, are left out."""
    rows = [(value, summary.exactly(value), summary.at_least(value)) for value in summary.values]
    return [row for row in rows if row[0] <= 1 or row[2] >= 0.001]


Struck = tuple[int, bool, bool]
"""What became of a tripod: Armor lost, whether it is stunned by it, whether it is destroyed."""
MOST_RUNS = 20_000


def _on_a_tripod(game: Game, asked: Asked) -> Odds[Struck] | None:
    """What templates or a sweep do to the one tripod that they touch: the claim itself, decided in every way it can go."""
    command: Any = asked.command
    lines = [*getattr(command, "under", ()), *(one for drop in getattr(command, "drops", ()) for one in drop.under)]
    names = {one.unit for one in lines}
    if len(names) != 1 or game.type_of(game.unit(name := names.pop())).kind != "tripod":
        return None
    with suppress(EnumerationLimitError):
        return chances(_struck, game, command, name, max_runs=MOST_RUNS)
    return None


def _struck(dice: Dice, game: Game, command: Command, name: str) -> Struck:
    after = rules().after(game, rules().decide(game, command, dice))
    before = game.unit(name)
    if not after.in_play(name):
        return game.type_of(before).armor - before.elements[0].armor_lost, False, True
    unit = after.unit(name)
    return unit.elements[0].armor_lost - before.elements[0].armor_lost, unit.has(STUNNED) and not before.has(STUNNED), False


def _fates(odds: Odds[Struck]) -> list[tuple[str, Any]]:
    return [
        ("unharmed", odds.where(lambda one: not one[0])),
        ("Armor lost", odds.where(lambda one: bool(one[0]) and not one[2])),
        ("stunned", odds.where(itemgetter(1))),
        ("destroyed", odds.where(itemgetter(2))),
    ]


def _ends(game: Game, asked: Asked) -> list[tuple[str, Any]]:
    """What may become of a tripod that is fired at."""
    command = asked.command
    if not isinstance(command, Fire) or game.type_of(target := game.unit(command.target)).kind != "tripod":
        return []
    machine = tripod_of(game, target)
    volley = rules().questions(game, command)[0]
    fate = Question("", volley_at_tripod, (machine, *volley.facts), view=Fate(machine.armor)).odds()
    return sorted(
        ((str(end), fate[end]) for end, weight in fate.weights.items() if weight), key=lambda end: (-end[1], end[0])
    )


def required(game: Game, form: Fields) -> Asked:
    """The claim that a form makes.

    Raises:
        DataError: something is missing in it.
    """
    asked = forms.claim_of(game, form)
    if asked is None:
        raise DataError("expected a unit, and what it does", key="unit")
    return asked


def kept(fields: Any) -> list[tuple[str, str]]:
    """The fields of a claim, for the forms that carry it on."""
    return [(name, str(value)[:MOST_FIELD]) for name, value in fields.multi_items() if value and name not in NOT_OF_A_CLAIM]


def address(fields: Any, rolls: list[str]) -> str:
    """The query of a page about this claim with these rolls."""
    return urlencode([*kept(fields), *(("roll", one) for one in rolls)])
