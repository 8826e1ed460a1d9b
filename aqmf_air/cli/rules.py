"""``aqmf rules``: the registers of all games, by id or by words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.main import NamesGames
from aqmf_air.cli.opened import RULES, open_ruleset
from aqmf_air.cli.render import examples, heading, json_option, print_json, ruleset_option, say, strong, table
from aqmf_air.core.data.model import clipped
from aqmf_air.core.data.text import RULE_ID, in_a_row, plural
from aqmf_air.errors import UnknownNameError

if TYPE_CHECKING:
    from aqmf_air.core.play.rule_register import Rule
    from aqmf_air.core.play.rule_search import Marked, RuleSearch
    from aqmf_air.core.play.ruleset import Ruleset

MOST_OF_A_GAME = 3
"""Rules of one game that are shown where several games have some."""


@click.command(cls=NamesGames, epilog=examples("rules {rule}", "rules movement phase", "rules --ruleset {game}"))
@click.argument("words", nargs=-1, metavar="[ID | WORDS...]", shell_complete=RULES)
@ruleset_option
@click.option("--all", "every", is_flag=True, help="All rules that have some of the WORDS, not the nearest alone.")
@json_option
def rules(words: tuple[str, ...], ruleset: str | None, every: bool, as_json: bool) -> None:
    """List the chapters of the rules; print the rule ID (or all whose ids start with it), or those that have the WORDS.

    The best come first. Without --ruleset, words and ids are looked for in all games. --json without words has all rules;
    with words also what tables and cards have, each with the 'table' that it is in.
    """
    from aqmf_air.core.play.rule_search import search_registers

    registry, game = open_ruleset(ruleset)
    titles = {game.id: game.title, **registry.games}
    registers = {id_: registry.ruleset(id_).register for id_ in titles}
    asked_games = [game.id] if ruleset else list(titles)
    in_asked_games = {id_: registers[id_] for id_ in asked_games}
    if not words:
        if as_json:
            _print([(game.id, rule) for rule in game.register], as_json)
        else:
            _say_chapters(game)
        return
    if by_id := _rules_by_ids(words, in_asked_games):
        _print(by_id, as_json)
        return
    tables = {id_: registry.ruleset(id_).game_tables.shipped().values() for id_ in asked_games}
    search = search_registers(" ".join(words), registers, tables=tables)
    with_all = [id_ for id_ in asked_games if search.complete.get(id_) or search.tables.get(id_)]
    shown = with_all or [id_ for id_ in asked_games if search.rules[id_]]
    if not shown:
        raise _no_rule(words, search, in_asked_games, titles)
    if as_json:
        _print_found(search, shown, every)
    else:
        _say_search(words, search, shown, [id_ for id_ in asked_games if id_ not in shown], titles, every)


def _say_chapters(game: Ruleset[Any]) -> None:
    """The titles that the rules of a game stand under, each with the ids, and how to go on."""
    chapters: dict[tuple[str, ...], list[Rule]] = {}
    for rule in game.register:
        chapters.setdefault(rule.under, []).append(rule)
    say(f"{game.title}: {plural(len(game.register), 'rule')}")
    table(
        ("rules", "from", "to", "under"),
        [(len(some), some[0].id, some[-1].id, ", ".join(under) or game.title) for under, some in chapters.items()],
        right=(0,),
    )
    say(
        f"'aqmf rules {game.register[0].id}' prints a rule, letters that ids begin with print several, words find some; "
        "--ruleset has another game."
    )


def _print(rules: Iterable[tuple[str, Rule]], as_json: bool) -> None:
    """Rules, each with the id of its game, one by one with all that is known of them."""
    if as_json:
        print_json([_as_data(id_, rule) for id_, rule in rules])
        return
    for _, rule in rules:
        heading(f"{rule.id}  [{rule.standing}, {rule.status}]")
        for line in (rule.text, rule.note, f"Source: {rule.source}", rule.planned and f"Planned: {rule.planned}"):
            if line:
                say(f"  {line}", hang=0)


def _as_data(id_: str, rule: Rule) -> dict[str, Any]:
    keys = ("id", "text", "standing", "source", "status", "note")
    return {"ruleset": id_, **{key: getattr(rule, key) for key in keys if key != "note" or rule.note}}


def _print_found(search: RuleSearch, shown: Sequence[str], every: bool) -> None:
    """What a search has come to as data, in the order of the text: rules, and what tables and cards have."""
    found: list[dict[str, Any]] = []
    for id_ in shown:
        rows = [{"ruleset": id_, **row._asdict()} for row in search.tables.get(id_, ())]
        rules = [_as_data(id_, rule) for rule in search.rules[id_][: _most(search, id_, every, alone=len(shown) == 1)]]
        found += [*rules, *rows] if search.complete[id_] else [*rows, *rules]
    print_json(found)


def _most(search: RuleSearch, id_: str, every: bool, *, alone: bool) -> int:
    """How many rules of a game are shown: those near to the best, fewer where several games have some; or ``every`` one."""
    if every:
        return len(search.rules[id_])
    return search.near[id_] if alone else min(MOST_OF_A_GAME, search.near[id_])


def _counted(search: RuleSearch, id_: str, most: int) -> int:
    """How many rules of a game are told of: those with all words, or more where so many are shown; or all that there are."""
    return max(search.complete[id_], min(most, len(search.rules[id_]))) or len(search.rules[id_])


def _rules_by_ids(words: Sequence[str], registers: Mapping[str, Sequence[Rule]]) -> list[tuple[str, Rule]]:
    """The rules whose ids are, or begin with, these words; nothing unless each word begins some. Where it is whole parts of
    ids, in any game, those alone: 5.5.1 does not begin 5.5.11. Other first letters are looked for in the first game alone.
    """
    found: list[tuple[str, Rule]] = []
    first = next(iter(registers))
    for word in words:
        begins = [
            (id_, rule) for id_, some in registers.items() for rule in some if rule.id.upper().startswith(word.upper())
        ]
        whole = [(id_, rule) for id_, rule in begins if not rule.id[len(word) :][:1].isalnum()]
        some = whole or [(id_, rule) for id_, rule in begins if id_ == first and len(words) == 1]
        if not some:
            return []
        found += some
    return found


def _no_rule(
    words: Sequence[str], search: RuleSearch, registers: Mapping[str, Sequence[Rule]], titles: Mapping[str, str]
) -> UnknownNameError:
    """Why there is nothing: with the ids that may be meant, or with the other games that have such rules."""
    from aqmf_air.core.data.search import Searched, near

    asked = " ".join(words)
    begin = tuple(dict.fromkeys(rule.id.partition("-")[0] for register in registers.values() for rule in register))
    if re.fullmatch(RULE_ID, asked.upper()) and (asked.upper().startswith(begin) or any(map(str.isdigit, asked))):
        ids = near(asked, [Searched(rule.id) for register in registers.values() for rule in register])
        hint = f"; did you mean {', '.join(ids)}?" if ids else f"; ids begin with {in_a_row(begin, 'or')}"
        return UnknownNameError(f"unknown rule {clipped(asked)}{hint}", what="rule", name=asked, near=ids)
    elsewhere = [f"{count} in {titles[id_]}: {_command(words, id_)}" for id_, count in search.complete.items() if count]
    searched = "any game" if len(registers) == len(titles) > 1 else in_a_row([titles[id_] for id_ in registers])
    chapters = "aqmf rules" if len(registers) == len(titles) else f"aqmf rules --ruleset {next(iter(registers))}"
    hints = elsewhere or [f"try other words; '{chapters}' lists the chapters"]
    text = "; ".join((f"no rule of {searched} has {clipped(asked)}", *hints))
    return UnknownNameError(text, what="rule", name=asked, near=())


def _command(words: Sequence[str], id_: str, *, every: bool = False) -> str:
    return f"aqmf rules {' '.join(words)} --ruleset {id_}{' --all' if every else ''}"


def _say_search(
    words: Sequence[str],
    search: RuleSearch,
    shown: Sequence[str],
    without: Sequence[str],
    titles: Mapping[str, str],
    every: bool,
) -> None:
    """What a search has come to: what was not found, how many in which game, then the rules, by game, the best first, each
    with its title. The words stand out.
    """
    alone = len(shown) == 1
    for word, near_word in search.read_as.items():
        say(f"No rule has {clipped(word)}: read as {near_word!r}.")
    if search.missing:
        say(f"No rule has {in_a_row([clipped(word) for word in search.missing], 'or')}.")
    meant = " ".join(search.read_as.get(word, word) for word in search.words if word not in search.missing)
    whole = sum(_counted(search, id_, _most(search, id_, every, alone=alone)) for id_ in shown if search.complete[id_])
    say(_lead(search, shown, whole, meant, titles))
    if without and whole:
        say(f"No rule says so in {in_a_row([titles[id_] for id_ in without], 'or')}.")
    for id_ in shown:
        if not alone:
            say()
            say(strong(f"{titles[id_]}: {plural(_counted(search, id_, _most(search, id_, every, alone=alone)), 'rule')}"))
        _say_game(words, search, id_, _most(search, id_, every, alone=alone), alone=alone)
    if not whole:
        for id_ in (each for each in titles if each not in shown and search.complete.get(each)):
            say(f"{search.complete[id_]} in {titles[id_]}: {_command(words, id_)}")


def _lead(search: RuleSearch, shown: Sequence[str], whole: int, meant: str, titles: Mapping[str, str]) -> str:
    """How many rules have what is ``meant``, or what no rule of the games that are ``shown`` has."""
    of = f" of {titles[shown[0]]}" if len(shown) == 1 else ""
    if whole:
        where = of.replace(" of ", " in ", 1)
        return f"{plural(whole, 'rule')} with {clipped(meant)}{where} ('aqmf rules ID' prints one with its source)"
    if any(map(search.tables.get, shown)):
        return f"No rule{of} has {clipped(meant)}; these tables and cards have:"
    if of and (lacking := search.lacking[shown[0]]):
        return f"No rule{of} has {in_a_row([clipped(word) for word in lacking], 'or')}. With the other words:"
    return f"No rule{of} has all of {clipped(meant)}. The nearest:"


def _say_game(words: Sequence[str], search: RuleSearch, id_: str, most: int, *, alone: bool) -> None:
    """What one game has: tables and cards first, where no rule has all of the words."""
    if not search.complete[id_]:
        _say_rows(search, id_)
        if search.tables.get(id_) and search.rules[id_]:
            say("With some of the words:")
    for rule in search.rules[id_][:most]:
        title = f"  [{', '.join(rule.under[-2:])}]" if rule.under else ""
        text, asked = map(_in_bold, search.shown(rule))
        say(f"  {rule.id}  {text}{f' (answers: {asked})' if asked else ''}{title}", hang=4)
    if more := (len(search.rules[id_]) if alone else _counted(search, id_, most)) - most:
        say(f"  and {more} more: {_command(words, id_, every=alone)}", hang=4)
    if search.complete[id_]:
        _say_rows(search, id_)


def _in_bold(pieces: Marked) -> str:
    return "".join(strong(piece) if is_sought else piece for piece, is_sought in pieces)


def _say_rows(search: RuleSearch, id_: str) -> None:
    """What tables and cards of a game have, each with the command that prints it."""
    for row in search.tables.get(id_, ()):
        text = _in_bold(search.marked(row.text))
        rows = f", {plural(row.rows, 'row')}" if row.rows > 1 else ""
        say(f"  {row.title}{rows}: {text}  [aqmf tables {row.table} --ruleset {id_}]", hang=4)
