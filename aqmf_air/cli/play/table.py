"""The loop of a game at the terminal: a scenario loaded, how it is played kept, orders asked for, carried out and told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.play.telling import Teller
from aqmf_air.cli.play.typed_dice import Earlier, OrderCancelled, TypedDice
from aqmf_air.cli.render import say
from aqmf_air.core.data.model import replace
from aqmf_air.errors import AqmfError, DataError, UnknownNameError
from aqmf_air.plugins import kinds
from aqmf_air.web.seat_settings import AUTOMATIC, HERE, SeatSetting, Setting, SettingsStore, taken_over

if TYPE_CHECKING:
    from aqmf_air.core.dice.dice import Faces
    from aqmf_air.core.play.events import Command, Entry
    from aqmf_air.core.play.ruleset import Ruleset, Scenario, Scripted
    from aqmf_air.core.play.scenarios import Listed
    from aqmf_air.core.play.session import Ready, Resolved, Session, Waiting
    from aqmf_air.plugins.registry import Registry


SCRIPTED = "an order of the scenario's script cannot be given up ('quit' leaves)"
FOLLOWS = "this follows by itself, and cannot be given up"
SEED = "seed"
"""Who rolled where no player did."""
Orders = Callable[["Session[Any]"], "Command | None"]
"""Who orders a side about: the next command of it, None if it has none to give now."""


def load_scenario(
    registry: Registry, named: str | None, ruleset: str | None, chosen: Mapping[str, Any]
) -> tuple[Ruleset[Any], str, Scenario[Any]]:
    """A game, and the name and the set-up of a scenario of it.

    Args:
        registry: the games.
        named: a file, ``-`` (standard input), a name, or ``RULESET:NAME``; None: the game's first scenario.
        ruleset: the id of the game, where the scenario does not say it.
        chosen: rulings, which go before the scenario's own.

    Raises DataError: the file is wrong, or is of another game.
    Raises UnknownNameError: there is no such game or scenario; with near names.
    """
    from aqmf_air.core.data.documents import MAX_BYTES, parse_toml
    from aqmf_air.core.data.files import read_at_most
    from aqmf_air.core.data.names import find
    from aqmf_air.core.data.text import in_a_row
    from aqmf_air.core.play.contributions import DEFAULT_RULESET
    from aqmf_air.core.play.scenarios import open_scenarios, without_ruleset

    if named is not None and not named.strip():
        raise DataError("expected the name of a scenario, got nothing", key="scenario", value=named)
    if named and (named == "-" or named.endswith(".toml") or "/" in named):
        where = "standard input" if named == "-" else named
        document, says = without_ruleset(parse_toml(read_at_most(named, MAX_BYTES), where), where)
        if says and ruleset not in (None, says):
            raise DataError(f"{where}: a scenario of {says!r}, not of {ruleset!r}", path=where, key="ruleset", value=says)
        try:
            game = registry.ruleset(says or ruleset or DEFAULT_RULESET)
        except UnknownNameError as unknown:
            raise DataError(f"{where}: {unknown}" if says else str(unknown), path=where, key="ruleset", value=says) from None
        name = "" if named == "-" else Path(named).stem
        return game, str(document.get("name", name)), game.set_up(document, where, chosen)
    says, colon, name = (named or "").rpartition(":")
    if colon and not (says and name):
        raise DataError(f"scenario {named!r}: expected RULESET:NAME", path=str(named), key="scenario", value=named)
    if colon and ruleset not in (None, says):
        raise DataError(f"scenario {named!r} is of {says!r}, not of {ruleset!r}", path=says, key="ruleset", value=says)
    game = registry.ruleset(says or ruleset or DEFAULT_RULESET)
    listed = open_scenarios(game.id, registry.of(kinds.SCENARIOS, game.id))
    if not listed:
        raise DataError(f"{game.title} ({game.id}) has no scenarios", path=game.id)
    if name and not (says or ruleset) and find(listed, name) is None:
        others = {id_: open_scenarios(id_, registry.of(kinds.SCENARIOS, id_)) for id_ in registry.games if id_ != game.id}
        if near := tuple(f"{id_}:{there.name}" for id_, some in others.items() if (there := find(some, name))):
            raise UnknownNameError(
                f"unknown scenario {name!r} of {game.title}; did you mean {in_a_row(near, 'or')}?",
                what="scenario",
                name=name,
                near=near,
            )
    scenario = _named(registry, game, listed, name) if name else next(iter(listed.values()))
    return game, scenario.name, game.set_up(scenario.document(), str(scenario.path), chosen)


def _named(registry: Registry, game: Ruleset[Any], listed: Mapping[str, Listed], name: str) -> Listed:
    """The scenario of this name. Raises UnknownNameError: there is none; with near names, or with how all are listed."""
    from aqmf_air.core.data.names import by_name
    from aqmf_air.core.play.scenarios import open_scenarios

    try:
        return by_name(listed, name, "scenario")
    except UnknownNameError as unknown:
        if name in registry.games:
            first = next(iter(open_scenarios(name, registry.of(kinds.SCENARIOS, name))))
            text = f"{name!r} is a game, not a scenario: 'aqmf play {name}:{first}' plays its first one,"
            text = f"{text} 'aqmf scenarios --ruleset {name}' lists all"
            raise UnknownNameError(text, what="scenario", name=name, near=(f"{name}:{first}",)) from None
        if unknown.near:
            raise
        text = f"unknown scenario {name!r} of {game.title}; 'aqmf scenarios --ruleset {game.id}' lists {len(listed)}"
        raise UnknownNameError(text, what="scenario", name=name, near=()) from None


def scenario_of(registry: Registry, session: Session[Any]) -> Scenario[Any] | None:
    """The scenario that a game is played from; None: it was a file, or is not there any more."""
    from aqmf_air.core.play.scenarios import open_scenarios
    from aqmf_air.plugins.rules_in_force import rulings_in

    header, ruleset = session.header, session.ruleset
    listed = open_scenarios(ruleset.id, registry.of(kinds.SCENARIOS, ruleset.id)).get(header.named[0])
    try:
        return ruleset.set_up(listed.document(), str(listed.path), rulings_in(header)) if listed else None
    except AqmfError:
        return None


def rest_of_script(registry: Registry, session: Session[Any]) -> Sequence[Scripted]:
    """What a scenario's script still has for a game that has followed it so far; nothing for any other game."""
    from aqmf_air.core.play.ruleset import Dealing

    header, ruleset, scenario = session.header, session.ruleset, scenario_of(registry, session)
    if scenario is None:
        return ()
    setup = ruleset.dealt(scenario.setup, header.seed) if isinstance(ruleset, Dealing) else scenario.setup
    if setup != header.setup or not scenario.script:
        return ()
    done, at = list(session.history), 0
    for order in scenario.script:  # one that is not in the log was passed over
        if done and (done[0].command, done[0].by) == (order.command, order.by):
            del done[0]
        elif not done:
            break
        at += 1
    return () if done else scenario.script[at:]


def follow_script(session: Session[Any], script: Sequence[Scripted], teller: Teller, typed: TypedDice | None) -> None:
    """Carry out the orders of a script; those that are not possible any more are passed over."""
    for order in script:
        if session.over:
            break
        teller.place(session.state)
        objections = session.ruleset.objections(session.state, order.command, order.by)
        if objections:
            if not order.optional:
                teller.passed_over(objections)
            continue
        carry_out(session, order.command, order.by, teller, typed, SCRIPTED)
        while what_follows(session, teller, typed):
            pass


def play_on(session: Session[Any], sides: Mapping[str, Orders], teller: Teller, typed: TypedDice | None) -> None:
    """Play until the game is over, nobody has an order to give, or a player has had enough."""
    from aqmf_air.core.play.automatic import NO_ORDER, asked_in_turn, stuck

    ruleset = session.ruleset
    again: tuple[str, ...] = ()
    while not session.over:
        state = session.state
        if why := stuck(ruleset, state):
            click.echo(f"aqmf: stopped: {why}", err=True)
            return
        teller.place(state)
        if what_follows(session, teller, typed):
            continue
        for side in asked_in_turn(ruleset, state, again):
            try:
                command = sides[side](session)
            except Earlier:
                correct(session, teller, typed)
                break
            if session.state is not state:  # the player took something back: who had ordered it is asked again
                again = (session.undone[-1].by,) if session.entries[-1].kind == "undo" else ()
                break
            if command is not None:
                again = ()
                kept = (
                    ""
                    if side in teller.here
                    else f"{ruleset.name_of(side)}: the side plays by itself, so that its orders cannot be given up"
                )
                carry_out(session, command, side, teller, typed, kept)
                break
        else:
            if (stage := ruleset.stage(state)).turn:  # between missions a campaign rests
                click.echo(f"aqmf: stopped: {NO_ORDER} ({stage.title.lower()})", err=True)
            return


def what_follows(session: Session[Any], teller: Teller, typed: TypedDice | None) -> bool:
    """Carry out the order that follows by itself; whether there is one. If it is given up, the one before is taken back."""
    from aqmf_air.core.play.ruleset import NOBODY
    from aqmf_air.core.play.undoing import step_of

    if (follows := session.ruleset.follows(session.state)) is None:
        return False
    try:
        if carry_out(session, follows, NOBODY, teller, typed, "" if teller.here else FOLLOWS, follows=True) is not None:
            return True
    except Earlier:
        correct(session, teller, typed)
        return True
    step = step_of("undo", session, teller.here)
    for _ in step.orders:
        session.undo(teller.at)
    note(f"    {'the order before it is taken back' if step.orders else step.why}", teller.quiet)
    return True


def carry_out(
    session: Session[Any],
    command: Command,
    by: str,
    teller: Teller,
    typed: TypedDice | None,
    kept: str = "",
    given: Sequence[Faces] = (),
    *,
    follows: bool = False,
) -> Resolved | None:
    """One order: told before, rolled for, each roll told, and told after; None, if the player gave it up at the dice.

    Args:
        session: the game.
        command: the order.
        by: whose it is.
        teller: tells it.
        typed: asks for dice, if players roll.
        kept: why it cannot be given up; empty: it can be.
        given: dice of players that are known.
        follows: whether it follows the one before by itself.

    Raises Earlier: the player corrects the last roll before this order, which follows by itself.
    """
    from aqmf_air.core.play.session import Resolved, Waiting

    before = session.state
    teller.before(before, command, by, session.questions(command) if not teller.quiet else ())
    step: Waiting | Ready | Resolved = session.submit(command, by)
    for answer in given:
        step = session.answer(answer.faces, by=answer.by)
    if typed is not None:
        typed.refusal = kept
        typed.forget()
    shown = told = 0
    while isinstance(step, Waiting):
        assert typed is not None  # the seed never waits
        teller.rolls(step.given[shown:])
        shown = len(step.given)
        teller.after(session.ruleset.after(before, step.happened[:told]), step.happened[told:])
        told = len(step.happened)
        try:
            faces = typed.ask(step.ask, session.ahead()[1:] if typed.interactive else ())
        except OrderCancelled:
            session.cancel()
            typed.say("nothing of this has happened" if follows else "the order is given up: nothing of it has happened")
            return None
        if faces is not None:
            step = session.answer(faces)
            continue
        typed.forget()
        if any(roll.by != SEED for roll in step.given):
            step = session.take_back()
            shown, told = min(shown, len(step.given)), min(told, len(step.happened))
        elif follows:
            session.cancel()
            raise Earlier
        else:
            typed.say("there is no roll of yours before it in this order")
    assert isinstance(step, Resolved)  # nothing is held
    rolled = [max(0, many - shown) for many in step.after[told:]]
    teller.after(session.ruleset.after(before, step.events[:told]), step.events[told:], step.rolls[shown:], rolled)
    return step


def correct(session: Session[Any], teller: Teller, typed: TypedDice | None) -> None:
    """Take back the last order if a player rolled for it, and ask for its last roll again."""
    from aqmf_air.core.play.undoing import dice_of

    last = next(iter(session.past.of_chapter[-1:]), None)
    rolled = [] if last is None or typed is None else [dice for dice in dice_of(last) if dice.by != SEED]
    if last is None or last.command is None or not rolled:
        note("    the last order has no roll of yours to correct", teller.quiet)
        return
    session.undo(teller.at or last.by)
    rolls_too = "; the app's dice in it fall anew" if any(roll.by == SEED for roll in last.rolls) else ""
    note(f"    the last order again, from its last roll on{rolls_too}", teller.quiet)
    carry_out(session, last.command, last.by, teller, typed, FOLLOWS, rolled[:-1])


def summary_of(session: Session[Any], name: str) -> dict[str, Any]:
    """The game in a few figures; of one that is over also why, and what counted."""
    end = session.verdict
    return {
        "game": name,
        "scenario": session.header.named[0],
        "seed": session.header.seed,
        "winner": end.winner if end else None,
        "turns": session.ruleset.stage(session.state).turn,
        "entries": len(session.entries),
        "state": session.digest,
        **({key: end.document()[key] for key in ("why", "scored")} if end else {}),
    }


def ending(session: Session[Any]) -> str:
    """Who has won and why with what counted, or where a game stands as those see it who only look on."""
    ruleset, state = session.ruleset, session.state
    stage = ruleset.stage(state)
    if end := session.verdict:
        width = max((len(what) for what, _ in end.scored), default=0)
        lines = [str(end), *(f"  {what:<{width}}  {stands}" for what, stands in end.scored)]
        return "\n".join(lines)
    lines = [f"The game is open: {stage.when[:1].lower()}{stage.when[1:]}, {stage.title.lower()}."]
    return "\n".join((*lines, *(f"  {line}" for line in ruleset.summary(ruleset.observe(state, "")))))


def about(session: Session[Any], scenario: Scenario[Any], *, by_script: bool) -> str:
    """What a scenario says of itself before a game begins, and who gives the orders where its script does."""
    lines = [f"{scenario.title}. {scenario.description}", *scenario.notes]
    if by_script:
        asks = f"'aqmf play {called_as(session)} --ask' asks" if session.header.named[0] else "--ask asks"
        lines.append(f"A demonstration: the scenario's script gives the orders of all sides. {asks} you for yours.")
    return "\n".join(lines)


def called_as(session: Session[Any]) -> str:
    """What a shell takes for the scenario of a game: ``first-flight``, ``clouds:duel``."""
    from aqmf_air.core.play.contributions import DEFAULT_RULESET

    named, ruleset = session.header.named[0], session.ruleset.id
    return quote(named if ruleset == DEFAULT_RULESET else f"{ruleset}:{named}")


def next_steps(session: Session[Any], kept: str | None, scripted: bool) -> list[str]:
    """What may be typed next, each in a line: to go on, to see it again, to play another one."""
    from aqmf_air.core.play.ruleset import OpenView
    from aqmf_air.core.play.scenarios import has_scenarios

    header, ruleset = session.header, session.ruleset
    name, steps = called_as(session), []
    if kept and not session.over:
        steps.append(f"Go on:         aqmf play --resume {kept}{' --ask' if scripted else ''}")
    if kept:
        film = " --html film.html" if has_scenarios(ruleset) and isinstance(ruleset, OpenView) else ""
        steps.append(f"{'See the film:  ' if film else 'See it again:  '}aqmf replay {kept}{film}")
    if header.named[0] and not kept:
        steps.append(f"Play it yourself: aqmf play {name} --ask")
        steps.append(f"Keep it:          aqmf play {name} --seed {header.seed} --game NAME")
    elif header.named[0]:
        steps.append(f"Another game:  aqmf play {name} --seed {header.seed + 1}")
    return steps


def save(session: Session[Any], path: Path | None) -> None:
    """Write the log to a file, if one is wanted."""
    if path is None:
        return
    from aqmf_air.core.data.files import write_aside
    from aqmf_air.core.store.log_reader import log_text

    write_aside(path, log_text(session.lines()).encode())


def note(text: str, quiet: bool) -> None:
    """A line for people."""
    if not quiet:
        say(text)


def setting_of(sides: Iterable[str], automatic: Collection[str] = (), *, typed: bool, scripted: bool) -> Setting:
    """The setting of a new game, or of one that has none: an imported or an old one."""
    seats = tuple(SeatSetting(side=side, who="automatic" if side in automatic else "here") for side in sides)
    return Setting(seats=seats, typed=typed, scripted=scripted)


def changed(setting: Setting, automatic: Collection[str] | None, typed: bool | None, ask: bool) -> Setting:
    """The setting with what the player asks for now; None leaves a part of it as it is.

    A side that is automatic no more is played here; one that somebody else plays stays theirs, unless it becomes automatic.
    """
    if automatic is not None:
        for seat in setting.seats:
            was = seat.who == AUTOMATIC
            if was != (seat.side in automatic):
                setting = taken_over(setting, seat.side, HERE if was else AUTOMATIC)
    return replace(
        setting,
        typed=setting.typed if typed is None else typed,
        scripted=setting.scripted and not (ask or automatic),
    )


def describe_setting(setting: Setting, scripted: bool, name_of: Callable[[str], str]) -> str:
    """How the game is played, in a line, with the options that change it.

    Args:
        setting: of the game.
        scripted: whether its script has orders left.
        name_of: the name of a side.
    """
    if setting.asks_for_dice:
        parts = ["your own dice (--seeded rolls from the seed)"]
    else:
        parts = ["dice from the seed (--physical asks for yours)"]
    if automatic := setting.automatic:
        sides = "both sides" if len(automatic) == len(setting.seats) == 2 else " and ".join(map(name_of, automatic))
        players = dict.fromkeys(filter(None, map(setting.policy_of, automatic)))
        played = f", played by {' and '.join(players)}" if players else ""
        parts.append(f"{sides} automatic{played} (--auto none asks for orders)")
    if scripted:
        parts.append("its script goes on (--ask asks for orders)")
    return "; ".join(parts)


def kept_setting(*games: str) -> Setting | None:
    """The setting of the first of these games that has one. Raises StoreError: it cannot be read."""
    with closing(SettingsStore()) as cabinet:
        return next((setting for game in games if (setting := cabinet.setting(game))), None)


def keep_setting(game: str, setting: Setting) -> None:
    """Keep a game's setting for good. Raises StoreError: it cannot be written."""
    with closing(SettingsStore()) as cabinet:
        cabinet.keep(game, setting)


def with_setting(keep: Callable[[Entry], None], game: str, setting: Setting) -> Callable[[Entry], None]:
    """What keeps each entry of a new game, and its setting before the first: no game is there without its setting."""

    def kept(entry: Entry) -> None:
        if not entry.position:
            keep_setting(game, setting)
        keep(entry)

    return kept
