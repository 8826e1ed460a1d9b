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
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise, zip_longest
from typing import Any, cast

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.dice.dice import NeedDice, Table, recorded
from aqmf_air.core.dice.draws import numbered, total
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.odds.checks import Compared, compare_with_decision, faults
from aqmf_air.core.odds.query import Query
from aqmf_air.core.play.contributions import Contribution, Policy
from aqmf_air.core.play.events import Command, Entry, Typed, digest, to_lines
from aqmf_air.core.play.replay import from_chapters, replay
from aqmf_air.core.play.ruleset import Offer, Ruleset
from aqmf_air.core.play.secrecy import all_names, hidden_from, lines_of, mentions
from aqmf_air.core.play.session import Resolved, Session, Waiting, new_header
from aqmf_air.core.store.log_reader import from_lines
from aqmf_air.errors import EnumerationLimitError, IllegalCommandError


@dataclass(frozen=True)
class Subject:
    """A ruleset to be checked, and how to play it."""

    make: Callable[[], Ruleset[Any]]
    """A new one each time."""
    setup: Callable[[Ruleset[Any]], Frozen]
    """What a game starts from."""
    seeds: tuple[int, ...] = (1, 2, 3)
    commands: int = 30
    """How many commands each game has at most."""
    hidden: Callable[[Any, str], Iterable[Any]] = lambda state, player: ()
    """States that differ from the given one only in what the player may not know."""
    refused: Callable[[Any], Iterable[tuple[str, Command]]] = lambda state: ()
    """Commands that are illegal in the given state, each with the player who gives it."""
    policies: tuple[Policy, ...] = ()
    """Its automatic players."""
    max_runs: int = 20_000
    """Odds that need more runs are left out."""
    queries: tuple[Contribution, ...] = ()
    """What may be asked of its dice."""
    board: Callable[[Ruleset[Any]], Any] | None = None
    """Its board."""


def events_round_trip(subject: Subject) -> None:
    """Every command and event that a game writes down is read back as it was; so is the whole log."""
    for session in _games(subject):
        codec = session.ruleset.codec
        for entry in session.entries:
            again = codec.entry(entry.model_dump(mode="json"), "entry")
            _require(again == entry, f"{_at(session, entry.position)}: read back as {again!r}, written as {entry!r}")
            written: tuple[Typed | None, ...] = (entry.command, *entry.events)
            for one, other in zip(written, (again.command, *again.events), strict=True):
                _require(type(one) is type(other), f"{_at(session, entry.position)}: {one!r} comes back as another type")
        header, entries = from_lines(to_lines(session.header, session.entries), codec, "log")
        _require(header == session.header, f"the header is read back as {header!r}, written as {session.header!r}")
        _require(entries == tuple(session.entries), "the log is read back otherwise than it was written")


def refolding_gives_the_same_state(subject: Subject) -> None:
    """The log alone, without any dice, leads to the same state: also read back, replayed, and from each chapter's start."""
    for session in _games(subject):
        ruleset = subject.make()
        header, entries = from_lines(to_lines(session.header, session.entries), ruleset.codec, "log")
        for how, again in (
            ("refolded", Session(session.ruleset, session.header, session.entries)),
            ("replayed", replay(session.ruleset, session.header, session.entries)),
            ("read back and refolded", Session(ruleset, header, entries)),
            ("read back and replayed", replay(ruleset, header, entries)),
            *((f"folded from entry {at} on, where a chapter begins", again) for at, again in from_chapters(session)),
        ):
            _require(again.digest == session.digest, f"{_game(session)}: {how}, the log leads to another state")
            same = again.ruleset is not session.ruleset or again.state == session.state
            _require(same, f"{_game(session)}: {how}, the log leads to a state that is equal only when written down")


def offers_are_accepted(subject: Subject) -> None:
    """What is offered meets no objection, is described, and can be carried out."""
    for ruleset, state in _positions(subject):
        for player, offer in _offers(ruleset, state):
            objections = "; ".join(map(str, ruleset.objections(state, offer.command, player)))
            _require(not objections, f"{offer.command!r} is offered to {player} and met by {objections}")
            _require(_one_line(offer.title), f"{offer.command!r} is offered under the title {offer.title!r}")
            events = ruleset.decide(state, offer.command, Table(seeded("offered")))
            for told in lines_of(ruleset, events, state):
                _require("\n" not in told, f"{offer.command!r} leads to what is told as {told!r}")


def others_are_refused(subject: Subject) -> None:
    """A command of a stranger, of a player who is not offered it, or a known illegal one is refused with a rule."""
    for ruleset, state in _positions(subject):
        offered = {player: {offer.command for offer in ruleset.legal(state, player)} for player in ruleset.players(state)}
        for command in set().union(*offered.values()):
            _refused(ruleset, state, "nobody at this table", command)
            for other, theirs in offered.items():
                if command not in theirs:
                    _refused(ruleset, state, other, command)
        for player, command in subject.refused(state):
            _refused(ruleset, state, player, command)
    session = _new(subject, 0)
    for player, command in subject.refused(session.state):
        before = session.digest
        try:
            session.submit(command, player)
        except IllegalCommandError as refusal:
            _require(bool(refusal.objections), f"{command!r} is refused without an objection")
        else:
            raise AssertionError(f"{command!r} of {player} is illegal and was carried out")
        _require(session.digest == before and not session.entries, f"{command!r} was refused and changed the game")


def same_faces_give_the_same_log(subject: Subject) -> None:
    """Played again with the seed, and with the same faces typed in roll by roll, a game has the same log."""
    for session in _games(subject):
        again = _new(subject, session.header.seed)
        typed = Session(subject.make(), session.header, who_rolls=lambda ask: "player")
        for entry in session.entries:
            assert entry.command is not None  # nothing is taken back here
            seed_again = again.submit(entry.command, entry.by)
            same = isinstance(seed_again, Resolved) and seed_again.entry == entry
            _require(same, f"{_at(session, entry.position)}: the same seed leads elsewhere")
            reply = typed.submit(entry.command, entry.by)
            for roll in (one for one in entry.rolls if not one.secret):
                _require(isinstance(reply, Waiting), f"{_at(session, entry.position)}: typed in, it asks for fewer dice")
                reply = typed.answer(roll.faces)
            _require(isinstance(reply, Resolved), f"{_at(session, entry.position)}: typed in, it asks for more dice")
            same = isinstance(reply, Resolved) and reply.events == entry.events
            _require(same, f"{_at(session, entry.position)}: the same faces, typed in, lead elsewhere")


def chances_sum_to_one(subject: Subject) -> None:
    """The odds of every question sum to 1, and hold every outcome that dice give; equal faces give equal outcomes."""
    asked = 0
    for ruleset, state in _positions(subject):
        for question in (one for _, offer in _offers(ruleset, state) for one in ruleset.questions(state, offer.command)):
            try:
                odds = question.odds(subject.max_runs)
            except EnumerationLimitError:
                continue
            asked += 1
            chances = sum(odds.values()) + odds.missing
            _require(chances == 1, f"{question.title}: the chances sum to {chances}")
            _require(all(p > 0 for p in odds.values()), f"{question.title}: an outcome has no chance")
            table = Table(seeded("question", asked))
            outcome = question.rule(table, *question.facts)
            again = Table(recorded([roll.faces for roll in table.log]))
            _require(question.rule(again, *question.facts) == outcome, f"{question.title}: other outcome")
            same = [one.ask for one in again.log] == [one.ask for one in table.log]
            _require(same, f"{question.title}: equal faces, other dice")
            shown = outcome if question.view is None else question.view(outcome)
            _require(shown in odds or odds.missing > 0, f"{question.title}: {shown!r} came up and has no odds")


def questions_are_what_is_decided(subject: Subject) -> Compared:
    """The odds of a question are those of deciding its command, seen through ``Question.of``, in states of games.

    Of every kind of command that a player is offered in a state, one is chosen from the seed. What needs more than
    ``max_runs`` runs is skipped and counted; a question without ``of`` is skipped with a warning that names it.
    """
    compared = Compared()
    for session in _games(subject):
        for position, state in enumerate(_states(session)):
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
        yield offers[Table(chosen).draw(total("offer", 1, numbered(len(offers)))) - 1]


def observers_see_their_own(subject: Subject) -> None:
    """What a player sees and is offered stays the same when only what is hidden from them differs."""
    for ruleset, state in _positions(subject):
        for player in ruleset.players(state):
            seen, offered = ruleset.observe(state, player), tuple(ruleset.legal(state, player))
            summed_up = all(map(_one_line, ruleset.summary(seen)))
            _require(summed_up, f"what {player} sees is summed up as {ruleset.summary(seen)!r}")
            for other in subject.hidden(state, player):
                _require(other != state, f"the state that {player} is to take for {state!r} is the same")
                _require(ruleset.observe(other, player) == seen, f"{player} can tell {state!r} from {other!r}")
                _require(tuple(ruleset.legal(other, player)) == offered, f"the offers of {player} give {other!r} away")
                _require(ruleset.stage(other) == ruleset.stage(state), f"the stage gives {other!r} away")


def what_is_hidden_stays_so(subject: Subject) -> None:
    """No side is told the name of what it does not see; an order that opens something without dice says so (``reveals``)."""
    for session in _games(subject):
        ruleset = session.ruleset
        for entry, (before, after) in zip(session.entries, pairwise(_states(session)), strict=True):
            for player in ruleset.players(before):
                unseen = hidden_from(ruleset, before, player) & hidden_from(ruleset, after, player)
                for line in lines_of(ruleset, entry.events, before, player):
                    _require(not mentions(line, unseen), f"{_at(session, entry.position)}: {player} is told {line!r}")
            if any(event.reveals for event in entry.events) or entry.rolls:
                continue
            for other in subject.hidden(before, entry.by):
                learned = _led_to(ruleset, other, entry)
                same = learned is None or ruleset.observe(learned, entry.by) == ruleset.observe(after, entry.by)
                _require(
                    same, f"{_at(session, entry.position)}: {entry.by} learns what was hidden, and no event 'reveals' it"
                )


def _led_to(ruleset: Ruleset[Any], state: Any, entry: Entry) -> Any:
    """The state that a logged command without dice leads to from another state; None where it is not allowed or rolls."""
    assert entry.command is not None  # nothing is taken back here
    if ruleset.objections(state, entry.command, entry.by):
        return None
    try:
        return ruleset.after(state, ruleset.decide(state, entry.command, Table(recorded([]))))
    except NeedDice:
        return None


def policies_choose_by_what_is_seen(subject: Subject) -> None:
    """An automatic player chooses the same in all states that look alike to its side."""
    for ruleset, state in _positions(subject) if subject.policies else ():
        for player in ruleset.players(state):
            alike = tuple(subject.hidden(state, player))
            for policy in subject.policies if alike else ():
                chosen = policy.choose(ruleset, state, player)
                for other in alike:
                    again = policy.choose(ruleset, other, player)
                    peeks = f"{policy.name} chooses {chosen!r} for {player} in {state!r}"
                    _require(again == chosen, f"{peeks}, and {again!r} in what looks the same: {other!r}")


def games_do_not_mix(subject: Subject) -> None:
    """Two games played in turns in one process are the games that they are when played alone."""
    alone = [_play(subject, _new(subject, seed)) for seed in (11, 12)]
    shared = subject.make()
    together = [Session(shared, session.header) for session in alone]
    for pair in zip_longest(*(session.entries for session in alone)):
        for session, entry in zip(together, pair, strict=True):
            if entry is not None and entry.command is not None:
                session.submit(entry.command, entry.by)
    for one, other in zip(alone, together, strict=True):
        _require(one.entries == other.entries, f"{_game(one)}: it has another log when another game is played beside it")


def taking_back_restores(subject: Subject) -> None:
    """Undone to the chapter's start and redone to the end, every state is the one that it was."""
    for session in _games(subject):
        digests = [digest(state) for state in _states(session)][-len(session.past.of_chapter) - 1 :]
        for expected in reversed(digests[:-1]):
            session.undo("referee")
            _require(session.digest == expected, f"{_game(session)}: taken back, it is in another state than before")
        for expected in digests[1:]:
            session.redo("referee")
            _require(session.digest == expected, f"{_game(session)}: brought back, it is in another state than before")


def states_are_values(subject: Subject) -> None:
    """States are hashable, folding leaves the state before as it was, and no player goes without being named."""
    for session in _games(subject):
        ruleset, state = session.ruleset, session.ruleset.initial(session.header.setup)
        for entry in session.entries:
            for event in entry.events:
                before, name = digest(state), hash(state)
                after = ruleset.evolve(state, event)
                _require(digest(state) == before, f"{event!r} changed the state that it was folded into")
                _require(hash(state) == name, f"{event!r} changed the hash of the state that it was folded into")
                state = after
        players, stage = ruleset.players(state), ruleset.stage(state)
        _require(bool(players) and len(set(players)) == len(players), f"the players are {players!r}")
        _require(set(players) <= set(ruleset.players()), f"{players!r} play, and {ruleset.players()!r} at most")
        known = set(stage.active) <= set(players) and _one_line(stage.title)
        _require(known, f"the stage is {stage!r}")


def queries_are_answered(subject: Subject) -> None:
    """Each query answers what its form begins with, or says in one line what is missing; odds and plays agree."""
    ruleset = subject.make() if subject.queries else None
    for one in subject.queries:
        kind = one.load(Query)
        found = list(faults(kind, kind.begin, lambda: cast("Ruleset[Any]", ruleset)))
        _require(not found, f"{one.name!r}: {'; '.join(found)}")


def events_are_drawn(subject: Subject) -> None:
    """What is drawn of each event of a game is plain data, and names nothing that is not in the game."""
    for session in _games(subject) if subject.board else ():
        for entry, ends in zip(session.entries, pairwise(_states(session)), strict=True):
            there = frozenset(session.ruleset.players(ends[0])).union(*(all_names(session.ruleset, state) for state in ends))
            for moment, marks in cast("Any", subject.board)(session.ruleset).drawn(entry, ends[0]):
                for mark in marks:
                    where = f"{_at(session, entry.position)}: {mark!r}, drawn of {moment.event.type}"
                    _require(mark.names <= there, f"{where}, names {', '.join(sorted(mark.names - there))}")
                    _require("NaN" not in json.dumps(mark.document()), f"{where}, is at no place")


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
    policies_choose_by_what_is_seen,
    games_do_not_mix,
    taking_back_restores,
    states_are_values,
    queries_are_answered,
    events_are_drawn,
)
"""Every check, for ``pytest.mark.parametrize``."""


def _new(subject: Subject, seed: int) -> Session[Any]:
    ruleset = subject.make()
    return Session(ruleset, new_header(ruleset, subject.setup(ruleset), seed=seed, game=f"conformance {seed}"))


def _play(subject: Subject, session: Session[Any]) -> Session[Any]:
    """Carry out offers, chosen from the seed, until the game is over or long enough."""
    for number in range(subject.commands):
        offers = list(_offers(session.ruleset, session.state))
        if not offers or session.ruleset.over(session.state) is not None:
            break
        choice = Table(seeded(session.header.seed, "offer", number)).draw(total("offer", 1, numbered(len(offers))))
        player, offer = offers[choice - 1]
        session.submit(offer.command, player)
    _require(bool(session.entries), f"{_game(session)}: nobody is offered anything")
    return session


def _games(subject: Subject) -> Iterator[Session[Any]]:
    for seed in subject.seeds:
        yield _play(subject, _new(subject, seed))


def _positions(subject: Subject) -> Iterator[tuple[Ruleset[Any], Any]]:
    for session in _games(subject):
        for state in _states(session):
            yield session.ruleset, state


def _offers(ruleset: Ruleset[Any], state: Any) -> Iterator[tuple[str, Offer]]:
    for player in ruleset.players(state):
        for offer in ruleset.legal(state, player):
            yield player, offer


def _states(session: Session[Any]) -> list[Any]:
    """Every state of a game in which nothing was taken back, the first one included."""
    ruleset, start = session.ruleset, session.ruleset.initial(session.header.setup)
    return list(accumulate(session.entries, lambda state, entry: ruleset.after(state, entry.events), initial=start))


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)


def _refused(ruleset: Ruleset[Any], state: Any, player: str, command: Command) -> None:
    objections = ruleset.objections(state, command, player)
    _require(bool(objections), f"{command!r} of {player!r} is not offered and meets no objection")
    for objection in objections:
        _require(bool(objection.rule.strip()), f"{command!r}: {objection.reason!r} names no rule")
        _require(_one_line(objection.reason), f"{command!r}: the objection of {objection.rule} is {objection.reason!r}")


def _one_line(text: str) -> bool:
    return bool(text.strip()) and "\n" not in text


def _game(session: Session[Any]) -> str:
    return f"game with seed {session.header.seed}"


def _at(session: Session[Any], position: int) -> str:
    return f"{_game(session)}, entry {position}"
