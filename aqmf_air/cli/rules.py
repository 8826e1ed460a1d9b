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
    from aqmf_air.core.play.rule_search import RuleSearch
    from aqmf_air.core.play.ruleset import Ruleset

MOST_OF_A_GAME = 3
"""Rules of one game that are shown where several games have some."""


@click.command(cls=NamesGames, epilog=examples("rules {rule}", "rules movement phase", "rules --ruleset {game}"))
@click.argument("words", nargs=-1, metavar="[ID | WORDS...]", shell_complete=RULES)
@ruleset_option
@json_option
def rules(words: tuple[str, ...], ruleset: str | None, as_json: bool) -> None:
    """List the chapters of the rules; print the rule ID (or all whose ids start with it), or those that have the WORDS.

    The best come first. Without --ruleset, words and ids are looked for in all games. --json without words has all rules.
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
    with_all = [id_ for id_ in asked_games if search.complete.get(id_) or (search.tables.get(id_) and not as_json)]
    shown = with_all or [id_ for id_ in asked_games if search.rules[id_]]
    by_words = [(id_, rule) for id_ in shown for rule in search.rules[id_]]
    if not by_words and not with_all:
        raise _no_rule(words, search, in_asked_games, titles)
    if as_json:
        _print(by_words, as_json)
    else:
        _say_search(words, search, shown, [titles[id_] for id_ in asked_games if id_ not in shown], titles)


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
        keys = ("id", "text", "standing", "source", "status", "note")
        print_json(
            [
                {"ruleset": id_, **{key: getattr(rule, key) for key in keys if key != "note" or rule.note}}
                for id_, rule in rules
            ]
        )
        return
    for _, rule in rules:
        heading(f"{rule.id}  [{rule.standing}, {rule.status}]")
        for line in (rule.text, rule.note, f"Source: {rule.source}", rule.planned and f"Planned: {rule.planned}"):
            if line:
                say(f"  {line}", hang=0)


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


def _command(words: Sequence[str], id_: str) -> str:
    return f"aqmf rules {' '.join(words)} --ruleset {id_}"


def _say_search(
    words: Sequence[str], search: RuleSearch, with_some: Sequence[str], without: Sequence[str], titles: Mapping[str, str]
) -> None:
    """What a search has come to: how many in which game, then the rules, by game, the best first, each with its title, and
    behind those with all words those with some. The words stand out.
    """
    complete = {id_: search.complete[id_] for id_ in with_some}
    whole = any(complete.values()) or any(map(search.tables.get, with_some))
    counts = complete if whole else {id_: len(search.rules[id_]) for id_ in with_some}
    count = sum(counts.values())
    for word, near_word in search.read_as.items():
        say(f"No rule has {clipped(word)}: read as {near_word!r}.")
    if search.missing:
        say(f"No rule has {in_a_row([clipped(word) for word in search.missing], 'or')}.")
    meant = " ".join(search.read_as.get(word, word) for word in search.words if word not in search.missing)
    have = "with" if whole else "with some of the words of"
    where = f" in {titles[with_some[0]]}" if len(with_some) == 1 else ""
    if count:
        say(f"{plural(count, 'rule')} {have} {clipped(meant)}{where} ('aqmf rules ID' prints one with its source)")
    else:
        say(f"No rule{where.replace(' in ', ' of ')} has {clipped(meant)}; these tables and cards have:")
    if without:
        say(f"No rule says so in {in_a_row(without, 'or')}.")
    for id_ in with_some:
        most = min(MOST_OF_A_GAME, counts[id_]) if len(with_some) > 1 else len(search.rules[id_])
        if not where:
            say()
            say(strong(f"{titles[id_]}: {plural(counts[id_], 'rule')}"))
        for at, rule in enumerate(search.rules[id_][:most]):
            if whole and at == complete[id_]:
                say(f"With some of the words{'' if where else f', in {titles[id_]}'}:")
            title = f"  [{', '.join(rule.under[-2:])}]" if rule.under else ""
            text = "".join(
                strong(piece) if is_sought else piece for piece, is_sought in search.marked(rule.text, rule.same_meaning)
            )
            say(f"  {rule.id}  {text}{title}", hang=4)
        if len(with_some) > 1 and (more := counts[id_] - most):
            say(f"  and {more} more: {_command(words, id_)}", hang=4)
        _say_rows(search, id_)


def _say_rows(search: RuleSearch, id_: str) -> None:
    """What tables and cards of a game have, each with the command that prints it."""
    for row in search.tables.get(id_, ()):
        text = "".join(strong(piece) if is_sought else piece for piece, is_sought in search.marked(row.text))
        rows = f", {plural(row.rows, 'row')}" if row.rows > 1 else ""
        say(f"  {row.title}{rows}: {text}  [aqmf tables {row.table} --ruleset {id_}]", hang=4)
