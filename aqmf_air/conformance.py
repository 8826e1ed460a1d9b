"""What every ruleset must pass, whatever game it is.

A plugin's author runs the checks on their own ruleset, in three lines::

    SUBJECT = Subject(make=lambda: load_registry(...).ruleset("mine"), setup=lambda ruleset: ...)

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_my_ruleset(check): check(SUBJECT)

A check plays the game with commands that the ruleset itself offers, chosen and rolled from a seed, and raises
``AssertionError`` with a sentence that says what is wrong and where.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Callable, Iterator
from html import unescape
from itertools import pairwise, zip_longest
from typing import Any, cast

from aqmf_air.conformance_games import Subject as Subject
from aqmf_air.conformance_games import (
    at_entry,
    difference,
    games,
    named,
    new_game,
    offers_in,
    one_line,
    play,
    play_to_an_end,
    positions,
    require,
    require_same,
    states,
)
from aqmf_air.core.data.text import plural
from aqmf_air.core.dice.dice import DiceTray, NeedDice, recorded
from aqmf_air.core.dice.draws import numbered, total
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.odds.checks import Compared, compare_with_decision, faults
from aqmf_air.core.odds.query import Query
from aqmf_air.core.play.chronicle import Chronicled, counted
from aqmf_air.core.play.events import Command, Entry, Typed, digest, to_lines
from aqmf_air.core.play.replay import from_chapters, replay
from aqmf_air.core.play.ruleset import Offer, OpenView, Ruleset
from aqmf_air.core.play.secrecy import all_names, hidden_from, lines_of
from aqmf_air.core.play.session import Resolved, Session, Waiting
from aqmf_air.core.store.log_reader import from_lines
from aqmf_air.errors import EnumerationLimitError, IllegalCommandError


def events_round_trip(subject: Subject) -> None:
    """Every command and event that a game writes down is read back as it was; so is the whole log."""
    for session in games(subject):
        codec = session.ruleset.codec
        for entry in session.entries:
            again = codec.entry(entry.model_dump(mode="json"), "entry")
            require_same(again, entry, f"{at_entry(session, entry.position)}: it is read back otherwise than it was written")
            written: tuple[Typed | None, ...] = (entry.command, *entry.events)
            for typed, other in zip(written, (again.command, *again.events), strict=True):
                where = at_entry(session, entry.position)
                require(type(typed) is type(other), f"{where}: {typed!r} comes back as another type")
        header, entries = from_lines(to_lines(session.header, session.entries), codec, "log")
        require_same(header, session.header, f"{named(session)}: the header is read back otherwise than it was written")
        otherwise = f"{named(session)}: the log is read back otherwise than it was written"
        require_same(entries, tuple(session.entries), otherwise)


def refolding_gives_the_same_state(subject: Subject) -> None:
    """The log alone, without any dice, leads to the same state: also read back, replayed, and from each chapter's start."""
    for session in games(subject):
        ruleset = subject.make()
        header, entries = from_lines(to_lines(session.header, session.entries), ruleset.codec, "log")
        for how, again in (
            ("refolded", Session(session.ruleset, session.header, session.entries)),
            ("replayed", replay(session.ruleset, session.header, session.entries)),
            ("read back and refolded", Session(ruleset, header, entries)),
            ("read back and replayed", replay(ruleset, header, entries)),
            *((f"folded from entry {at} on, where a chapter begins", again) for at, again in from_chapters(session)),
        ):
            if again.digest != session.digest:
                require_same(again.state, session.state, f"{named(session)}: {how}, the log leads to another state")
            same = again.ruleset is not session.ruleset or again.state == session.state
            require(same, f"{named(session)}: {how}, the log leads to a state that is equal only when written down")


def offers_are_accepted(subject: Subject) -> None:
    """What is offered meets no objection, is described, can be carried out, and says whose it is where that matters."""
    for where, ruleset, state in positions(subject):
        whose: dict[Command, str] = {}
        for player, offer in offers_in(ruleset, state):
            objections = "; ".join(map(str, ruleset.objections(state, offer.command, player)))
            require(not objections, f"{offer.command!r} is offered to {player} and met by {objections}")
            other = whose.setdefault(offer.command, player)
            same = other == player or offer.command.anybodys
            both = f"{where}: {offer.command!r} is offered to {other} and {player}"
            require(same, f"{both}, and does not say whose it is ('anybodys')")
            require(one_line(offer.title), f"{offer.command!r} is offered under the title {offer.title!r}")
            events = ruleset.decide(state, offer.command, DiceTray(seeded("offered")))
            for line in lines_of(ruleset, events, state):
                require("\n" not in line, f"{offer.command!r} leads to what is told as {line!r}")


def others_are_refused(subject: Subject) -> None:
    """A command of a stranger, of a player who is not offered it, or a known illegal one is refused with a rule."""
    for where, ruleset, state in positions(subject):
        offered = {player: {offer.command for offer in ruleset.legal(state, player)} for player in ruleset.players(state)}
        for command in set().union(*offered.values()):
            _refused(where, ruleset, state, "nobody at this table", command)
            for other, theirs in offered.items():
                if command not in theirs:
                    _refused(where, ruleset, state, other, command)
        for player, command in subject.refused(state):
            _refused(where, ruleset, state, player, command)
    session = new_game(subject, 0)
    for player, command in subject.refused(session.state):
        before = session.digest
        try:
            session.submit(command, player)
        except IllegalCommandError as refusal:
            require(bool(refusal.objections), f"{command!r} is refused without an objection")
        else:
            raise AssertionError(f"{command!r} of {player} is illegal and was carried out")
        require(session.digest == before and not session.entries, f"{command!r} was refused and changed the game")


def same_faces_give_the_same_log(subject: Subject) -> None:
    """Played again with the seed, and with the same faces typed in roll by roll, a game has the same log."""
    for session in games(subject):
        again = new_game(subject, session.header.seed)
        typed = Session(subject.make(), session.header, who_rolls=lambda ask: "player")
        for entry in session.entries:
            assert entry.command is not None  # nothing is taken back here
            seed_again = again.submit(entry.command, entry.by)
            same = isinstance(seed_again, Resolved) and seed_again.entry == entry
            require(same, f"{at_entry(session, entry.position)}: the same seed leads elsewhere")
            reply = typed.submit(entry.command, entry.by)
            for roll in (roll_record for roll_record in entry.rolls if not roll_record.secret):
                require(isinstance(reply, Waiting), f"{at_entry(session, entry.position)}: typed in, it asks for fewer dice")
                reply = typed.answer(roll.faces)
            require(isinstance(reply, Resolved), f"{at_entry(session, entry.position)}: typed in, it asks for more dice")
            same = isinstance(reply, Resolved) and reply.events == entry.events
            require(same, f"{at_entry(session, entry.position)}: the same faces, typed in, lead elsewhere")


def chances_sum_to_one(subject: Subject) -> None:
    """The odds of every question sum to 1, and hold every outcome that dice give; equal faces give equal outcomes."""
    number = 0
    for where, ruleset, state in positions(subject):
        for question in (each for _, offer in offers_in(ruleset, state) for each in ruleset.questions(state, offer.command)):
            try:
                odds = question.odds(subject.max_runs)
            except EnumerationLimitError:
                continue
            number += 1
            chances = sum(odds.values()) + odds.missing
            require(chances == 1, f"{where}, {question.title}: the chances sum to {chances}")
            require(all(p > 0 for p in odds.values()), f"{where}, {question.title}: an outcome has no chance")
            table = DiceTray(seeded("question", number))
            outcome = question.rule(table, *question.facts)
            again = DiceTray(recorded([roll.faces for roll in table.log]))
            require(question.rule(again, *question.facts) == outcome, f"{where}, {question.title}: other outcome")
            same = [roll.ask for roll in again.log] == [roll.ask for roll in table.log]
            require(same, f"{where}, {question.title}: equal faces, other dice")
            shown = outcome if question.view is None else question.view(outcome)
            require(shown in odds or odds.missing > 0, f"{where}, {question.title}: {shown!r} came up and has no odds")


def questions_are_what_is_decided(subject: Subject) -> Compared:
    """The odds of a question are those of deciding its command, seen through ``Question.of``, in states of games.

    Of every kind of command that a player is offered in a state, one is chosen from the seed. What needs more than
    ``max_runs`` runs is skipped and counted; a question without ``of`` is skipped with a warning that names it.
    """
    compared = Compared()
    for session in games(subject):
        for position, state in enumerate(states(session)):
            for player in session.ruleset.players(state):
                for offer in _one_of_each_kind(session, position, state, player):
                    compared += compare_with_decision(session.ruleset, state, offer.command, subject.max_runs)
    return compared


def _one_of_each_kind(session: Session[Any], position: int, state: Any, player: str) -> Iterator[Offer]:
    kinds: dict[type[Command], list[Offer]] = {}
    for offer in session.ruleset.legal(state, player):
        kinds.setdefault(type(offer.command), []).append(offer)
    for kind, offers in kinds.items():
        chosen = seeded(session.header.seed, "compared", position, player, kind.__name__)
        yield offers[DiceTray(chosen).draw(total("offer", 1, numbered(len(offers)))) - 1]


def observers_see_their_own(subject: Subject) -> None:
    """What a player sees and is offered stays the same when only what is hidden from them differs."""
    for where, ruleset, state in positions(subject):
        for player in ruleset.players(state):
            seen, offered = ruleset.observe(state, player), tuple(ruleset.legal(state, player))
            summed_up = all(map(one_line, ruleset.summary(seen)))
            require(summed_up, f"what {player} sees is summed up as {ruleset.summary(seen)!r}")
            for other in subject.hidden(state, player):
                require(other != state, f"{where}: a state that is to look the same to {player} is the same")
                require_same(ruleset.observe(other, player), seen, f"{where}: {player} can tell what is hidden by the view")
                others = tuple(ruleset.legal(other, player))
                require_same(others, offered, f"{where}: {player} can tell what is hidden by the offers")
                require_same(ruleset.stage(other), ruleset.stage(state), f"{where}: the stage tells what is hidden")


def what_is_hidden_stays_so(subject: Subject) -> None:
    """No side is told the name of what it does not see; an order that opens something without dice says so (``reveals``)."""
    for session in games(subject):
        ruleset = session.ruleset
        for entry, (before, after) in zip(session.entries, pairwise(states(session)), strict=True):
            for player in ruleset.players(before):
                unseen = hidden_from(ruleset, before, player) & hidden_from(ruleset, after, player)
                both = (lines_of(ruleset, entry.events, before, player, names) for names in (frozenset(), unseen))
                for line, kept in zip(*both, strict=True):
                    require(line == kept, f"{at_entry(session, entry.position)}: {player} is told {line!r}")
            if any(event.reveals for event in entry.events) or entry.rolls:
                continue
            for other in subject.hidden(before, entry.by):
                learned = _led_to(ruleset, other, entry)
                if learned is not None:
                    where = at_entry(session, entry.position)
                    learns = f"{where}: {entry.by} learns what was hidden, and no event 'reveals' it"
                    require_same(ruleset.observe(learned, entry.by), ruleset.observe(after, entry.by), learns)


def chronicles_tell_what_is_seen(subject: Subject) -> None:
    """A chronicle, where the game has one, names nothing that a player does not see, and tells the same log alike."""
    for session in games(subject):
        ruleset, setup, events = session.ruleset, session.header.setup, tuple(counted(session.entries))
        if not isinstance(ruleset, Chronicled) or not ruleset.chronicled(setup):
            continue
        told = ruleset.chronicle(setup, events)
        where = f"{named(session)}: the chronicle"
        require_same(
            ruleset.chronicle(session.header.setup, events), told, f"{where} is told otherwise when it is asked again"
        )
        text = "\n".join(told.lines())
        for player in ruleset.players(session.state):
            for name in sorted(hidden_from(ruleset, session.state, player)):
                require(
                    not re.search(rf"\b{re.escape(name)}\b", text), f"{where} names {name!r}, which {player} does not see"
                )


def _led_to(ruleset: Ruleset[Any], state: Any, entry: Entry) -> Any:
    """The state that a logged command without dice leads to from another state; None where it is not allowed or rolls."""
    assert entry.command is not None  # nothing is taken back here
    if ruleset.objections(state, entry.command, entry.by):
        return None
    try:
        return ruleset.after(state, ruleset.decide(state, entry.command, DiceTray(recorded([]))))
    except NeedDice:
        return None


def policies_choose_by_what_is_seen(subject: Subject) -> None:
    """An automatic player chooses the same in all states that look alike to its side."""
    for where, ruleset, state in positions(subject) if subject.policies else ():
        for player in ruleset.players(state):
            alike = tuple(subject.hidden(state, player))
            for policy in subject.policies if alike else ():
                chosen = policy.choose(ruleset, state, player)
                for other in alike:
                    again = policy.choose(ruleset, other, player)
                    peeks = f"{where}: {policy.name} chooses for {player} by what is hidden"
                    require_same(again, chosen, f"{peeks} ({difference(state, other).strip()})")


def games_do_not_mix(subject: Subject) -> None:
    """Two games played in turns in one process are the games that they are when played alone."""
    alone = [play(subject, new_game(subject, seed)) for seed in (11, 12)]
    shared = subject.make()
    together = [Session(shared, session.header) for session in alone]
    for pair in zip_longest(*(session.entries for session in alone)):
        for session, entry in zip(together, pair, strict=True):
            if entry is not None and entry.command is not None:
                session.submit(entry.command, entry.by)
    for own, mixed in zip(alone, together, strict=True):
        require(own.entries == mixed.entries, f"{named(own)}: it has another log when another game is played beside it")


def taking_back_restores(subject: Subject) -> None:
    """Undone to the chapter's start and redone to the end, every state is the one that it was."""
    for session in games(subject):
        digests = [digest(state) for state in states(session)][-len(session.past.of_chapter) - 1 :]
        for expected in reversed(digests[:-1]):
            session.undo("referee")
            require(session.digest == expected, f"{named(session)}: taken back, it is in another state than before")
        for expected in digests[1:]:
            session.redo("referee")
            require(session.digest == expected, f"{named(session)}: brought back, it is in another state than before")


def states_are_values(subject: Subject) -> None:
    """States are hashable, folding leaves the state before as it was, and no player goes without being named."""
    for session in games(subject):
        ruleset, state = session.ruleset, session.ruleset.initial(session.header.setup)
        for entry in session.entries:
            for event in entry.events:
                before, name = digest(state), hash(state)
                after = ruleset.evolve(state, event)
                require(digest(state) == before, f"{event!r} changed the state that it was folded into")
                require(hash(state) == name, f"{event!r} changed the hash of the state that it was folded into")
                state = after
        players, stage = ruleset.players(state), ruleset.stage(state)
        require(bool(players) and len(set(players)) == len(players), f"the players are {players!r}")
        require(set(players) <= set(ruleset.players()), f"{players!r} play, and {ruleset.players()!r} at most")
        sound = set(stage.active) <= set(players) and one_line(stage.title)
        require(sound, f"the stage is {stage!r}")


def queries_are_answered(subject: Subject) -> None:
    """Each query answers what its form begins with, or says in one line what is missing; odds and plays agree."""
    ruleset = subject.make() if subject.queries else None
    for query in subject.queries:
        kind = query.load(Query)
        problems = list(faults(kind, kind.begin, lambda: cast("Ruleset[Any]", ruleset)))
        require(not problems, f"{query.name!r}: {'; '.join(problems)}")


def events_are_drawn(subject: Subject) -> None:
    """What is drawn of each event of a game is plain data, and names nothing that is not in the game or its picture; what
    moves in a picture of several panes says in which. A board names its editors by types of orders.
    """
    for session in games(subject) if subject.board else ():
        board = cast("Any", subject.board)(session.ruleset)
        texts = (isinstance(text, str) for pair in dict(board.editors).items() for text in pair)
        require(all(texts), f"{type(board).__name__}.editors: expected addresses by types of orders, got {board.editors!r}")
        panes = [pane.name for pane in _picture(board, session.state).panes] if hasattr(board, "picture") else []
        require(len(panes) == len(set(panes)), f"{type(board).__name__}.picture: two panes of one name in {panes}")
        for entry, ends in zip(session.entries, pairwise(states(session)), strict=True):
            there = frozenset(session.ruleset.players(ends[0])).union(*(all_names(session.ruleset, state) for state in ends))
            for moment, marks in board.drawn(entry, ends[0]):
                for mark in marks:
                    where = f"{at_entry(session, entry.position)}: {mark!r}, drawn of {moment.event.type}"
                    if panes and mark.kind == "way":
                        require(mark.view in panes, f"{where}, goes in no pane of the picture: {', '.join(panes)}")
                    if not mark.names <= there:
                        there |= frozenset[str]().union(*(_in_picture(board, state) for state in ends))
                    require(mark.names <= there, f"{where}, names {', '.join(sorted(mark.names - there))}")
                    require("NaN" not in json.dumps(mark.document()), f"{where}, is at no place")


def _in_picture(board: Any, state: Any) -> Iterator[str]:
    """The ids of pieces and parts in the picture of a state, where the board draws one."""
    drawn = _picture(board, state).document() if hasattr(board, "picture") else ""
    return map(unescape, re.findall(r'data-(?:piece|part)="([^"]*)"', drawn))


def _picture(board: Any, state: Any) -> Any:
    """The picture that shows all that may be seen of a state."""
    ruleset = board.ruleset
    view = ruleset.open_view(state) if isinstance(ruleset, OpenView) else ruleset.observe(state, "")
    return board.picture(view)


class NeverHappenedWarning(UserWarning):
    """Kinds of events did not happen in what was played: nothing was checked of them."""


def whole_chapters_are_read_back(subject: Subject) -> frozenset[str]:
    """A game that is played to the end of a chapter, or to its own, is read back as it was, and leads to the same state.

    Gives the types of events that happened neither in it nor in the other games, with a warning that names them; another
    says where no end was reached within ``subject.longest`` orders.
    """
    session, ended = play_to_an_end(subject, subject.seeds[0])
    codec = session.ruleset.codec
    header, entries = from_lines(to_lines(session.header, session.entries), codec, "log")
    require_same(entries, tuple(session.entries), f"{named(session)}: the log is read back otherwise than it was written")
    for how, again in (
        ("refolded", Session(session.ruleset, header, entries)),
        ("replayed", replay(session.ruleset, header, entries)),
    ):
        require_same(again.state, session.state, f"{named(session)}: read back and {how}, the log leads to another state")
    if not ended:
        no_end = f"{named(session)}: no chapter ended in {plural(len(entries), 'order')}"
        warnings.warn(no_end, NeverHappenedWarning, stacklevel=2)
    happened = {event.type for game in (session, *games(subject)) for entry in game.entries for event in entry.events}
    if never := frozenset(codec.events) - happened:
        unseen = f"{session.ruleset.id}: nothing was checked of events that never happened: {', '.join(sorted(never))}"
        warnings.warn(unseen, NeverHappenedWarning, stacklevel=2)
    return never


CHECKS: tuple[Callable[[Subject], object], ...] = (
    events_round_trip,
    refolding_gives_the_same_state,
    offers_are_accepted,
    others_are_refused,
    same_faces_give_the_same_log,
    chances_sum_to_one,
    questions_are_what_is_decided,
    observers_see_their_own,
    what_is_hidden_stays_so,
    chronicles_tell_what_is_seen,
    policies_choose_by_what_is_seen,
    games_do_not_mix,
    taking_back_restores,
    states_are_values,
    queries_are_answered,
    events_are_drawn,
    whole_chapters_are_read_back,
)
"""Every check, for ``pytest.mark.parametrize``."""


def _refused(where: str, ruleset: Ruleset[Any], state: Any, player: str, command: Command) -> None:
    objections, registered = ruleset.objections(state, command, player), {rule.id for rule in ruleset.register}
    require(bool(objections), f"{where}: {command!r} of {player!r} is not offered and meets no objection")
    for objection in objections:
        require(bool(objection.rule.strip()), f"{command!r}: {objection.reason!r} names no rule")
        unknown = f"{command!r}: {objection.reason!r} names {objection.rule}, which is not in the register"
        require(not registered or objection.rule in registered, unknown)
        require(one_line(objection.reason), f"{command!r}: the objection of {objection.rule} is {objection.reason!r}")
