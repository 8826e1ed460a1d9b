"""Games of many chapters: opened from the last one's start, taken back no further, and the same as when folded whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.dice.dice import Draw
from aqmf_air.core.play.chapters import Entries
from aqmf_air.core.play.events import Document, PluginVersion
from aqmf_air.core.play.rules_versions import Upcaster, up_to_date
from aqmf_air.core.play.session import Session, Waiting, new_header
from aqmf_air.core.play.undoing import step_of, taken_out
from aqmf_air.core.store.log_reader import Saved
from aqmf_air.core.store.store import Store
from aqmf_air.errors import InvalidCommandError
from aqmf_air.plugins.registry import load_registry
from aqmf_air.plugins.rules_in_force import RulesInForce, rules_named
from tests.core import long_game
from tests.core.long_game import Fly, Legs, Rest, WithoutChapters

REGISTRY = load_registry(builtin=False, entry_points=False, extra=(("long_game", long_game),))
RULES = rules_named("legs", REGISTRY)
ORDERS: dict[str, Any] = {"f": Fly(), "r": Rest()}
SNAPSHOTS = "games-snapshots.sqlite"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite") as opened:
        yield opened


def begun(store: Store, rules: RulesInForce = RULES) -> Session[Any]:
    store.create(new_header(rules.ruleset, Frozen(), seed=7, game="g", plugins=rules.plugins))
    return reopened(store, rules)


def reopened(store: Store, rules: RulesInForce = RULES, **options: Any) -> Session[Any]:
    """The kept game, as a program opens it that begins now."""
    saved = rules.kept(store, "g")
    assert not saved.fault
    return rules.session(
        saved, keep=store.keeper("g"), at_chapter=partial(rules.keep_snapshot, store, "g", saved.header.setup), **options
    )


def play(session: Session[Any], orders: str) -> None:
    """Orders, a letter each; ``u`` takes one back, ``d`` brings one back."""
    for order in orders:
        if order in ORDERS:
            session.submit(ORDERS[order], "pilot")
        else:
            (session.undo if order == "u" else session.redo)("pilot")


def whole(store: Store, rules: RulesInForce = RULES) -> Session[Any]:
    """The game folded from its first entry on."""
    return rules.session(store.read("g", rules.ruleset.codec, rules.lines))


def with_ruleset(ruleset: Any, *upcasters: Upcaster) -> RulesInForce:
    return replace(RULES, ruleset=ruleset, lines=up_to_date(upcasters, {ruleset.id: ruleset.version}))


def kept_from(store: Store, rules: RulesInForce = RULES) -> int:
    """How many entries of the game are not parsed when it is opened."""
    entries = rules.kept(store, "g").entries
    return entries.start.entries if isinstance(entries, Entries) and entries.start else 0


def same(one: Session[Any], other: Session[Any]) -> bool:
    def facts(session: Session[Any]) -> tuple[Any, ...]:
        taken = [entry.position for entry in session.undone], [entry.position for entry in session.history]
        return session.digest, *taken, session.past.of_chapter, session.rules_from, session.entries.check

    return facts(one) == facts(other) and one.entries == other.entries and list(one.lines()) == list(other.lines())


# -- taking back ------------------------------------------------------------------------------------------------------------


def test_what_ended_a_chapter_is_not_taken_back(store: Store) -> None:
    session = begun(store)
    play(session, "ffu")
    assert step_of("redo", session, ["pilot"]).orders
    play(session, "rf")
    for again in (session, reopened(store)):
        assert [entry.position for entry in step_of("undo", again, ["pilot"]).orders] == [4]
        assert taken_out(again, 0) is None
        out = taken_out(again, 4)
        assert out is not None
        assert out.order.position == 4
    play(session, "u")
    said = "there is nothing to undo in this chapter, and what was before it is not taken back"
    for again in (session, reopened(store)):
        assert step_of("undo", again, ["pilot"]).why == said
        with pytest.raises(InvalidCommandError, match=said):
            again.undo("pilot")
        assert step_of("redo", again, ["pilot"]).orders[0].position == 4


# -- opened from the last chapter's start -----------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["f", "f", "r", "u", "u", "d", "open", "lose", "garble"]), max_size=40))
def test_a_reopened_game_is_the_one_that_is_folded_whole(steps: list[str]) -> None:
    with TemporaryDirectory() as folder, Store(Path(folder) / "games.sqlite") as store:
        session = begun(store)
        for step in steps:
            if step == "open":
                session = reopened(store)
                assert same(session, whole(store))
            elif step in ("lose", "garble"):
                store.snapshots.close()
                (Path(folder) / SNAPSHOTS).write_bytes(b"no database" * (step == "garble"))
            else:
                possible = session.past.of_chapter if step == "u" else session.undone if step == "d" else True
                play(session, step if possible else "")
        folded = store.read("g", RULES.ruleset.codec)
        assert same(reopened(store), whole(store))
        assert same(RULES.session(RULES.last_chapter(folded, lambda start: None)), whole(store))
        assert session.digest == whole(store).digest


def test_only_the_last_chapter_is_parsed_and_the_rest_when_it_is_asked_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(begun(store), "fffrfffrff")
    read: list[int] = []
    codec = RULES.ruleset.codec
    entry = codec.entry

    def parsed(document: Document, where: str) -> Any:
        read.append(document["position"])
        return entry(document, where)

    monkeypatch.setattr(codec, "entry", parsed)
    session = reopened(store)
    assert read == [8, 9]
    assert (len(session.entries), session.entries[-1].position, session.entries[8:][0].position) == (10, 9, 8)
    play(session, "fu")
    assert read == [8, 9]
    assert list(session.lines()) == list(store.lines("g"))
    assert read == [8, 9]
    assert [entry.position for entry in session.history] == list(range(10))
    assert read == [8, 9, *range(8)]


def test_dice_that_were_half_typed_are_asked_for_again(store: Store) -> None:
    play(begun(store), "fr")

    def by_hand(ask: Draw[Any]) -> str | None:
        return ask.by

    session = reopened(store, who_rolls=by_hand)
    session.submit(Fly(), "pilot")
    for _ in range(3):
        assert isinstance(session.answer((6,)), Waiting)
    again = reopened(store, who_rolls=by_hand)
    asked = again.submit(Fly(), "pilot")
    assert isinstance(asked, Waiting)
    assert asked.given == ()
    for _ in range(long_game.HOPS):
        again.answer((5,))
    assert again.state.hops[-8:] == (5,) * 8
    assert same(reopened(store), whole(store))


def test_a_program_that_ends_before_the_snapshot_loses_nothing(store: Store) -> None:
    play(begun(store), "ffr")
    cut_off = RULES.session(RULES.kept(store, "g"), keep=store.keeper("g"))  # it keeps no snapshot
    play(cut_off, "frf")
    assert kept_from(store) == 3
    session = reopened(store)
    assert same(session, whole(store))
    assert kept_from(store) == 5


# -- what does not fit is not used ------------------------------------------------------------------------------------------


def changed(store: Store, statement: str) -> None:
    with sqlite3.connect(store.path.with_name(SNAPSHOTS)) as db:
        db.execute(statement)
    db.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE snapshots SET state = replace(state, '\"rests\":2', '\"rests\":3')",
        "UPDATE snapshots SET entries = entries - 1",
        "UPDATE snapshots SET facts = '{}'",
        "DELETE FROM snapshots",
        "DROP TABLE snapshots",
    ],
)
def test_a_damaged_snapshot_is_not_used_and_is_made_anew(store: Store, statement: str) -> None:
    play(begun(store), "frfrf")
    expected = whole(store)
    assert kept_from(store) == 4
    changed(store, statement)
    assert kept_from(store) < 4
    assert same(reopened(store), expected)
    assert kept_from(store) == 4


def test_a_snapshot_of_another_game_of_the_same_name_is_not_used(store: Store, tmp_path: Path) -> None:
    play(begun(store), "frf")
    (tmp_path / "other").mkdir()
    with Store(tmp_path / "other" / "games.sqlite") as other:
        play(begun(other), "rrff")
        store.snapshots.close()
        other.snapshots.close()
        (tmp_path / "other" / SNAPSHOTS).write_bytes((tmp_path / SNAPSHOTS).read_bytes())
        assert kept_from(other) == 0
        assert same(reopened(other), whole(other))


def test_a_log_that_is_damaged_before_the_last_chapter_is_not_opened_from_a_snapshot(store: Store) -> None:
    play(begun(store), "frfrf")
    with sqlite3.connect(store.path) as db:
        db.execute("DROP TRIGGER entries_keep")
        db.execute("UPDATE entries SET line = replace(line, 'pilot', 'pilox') WHERE position = 0")
    db.close()
    saved = RULES.kept(store, "g")
    assert "checksum does not fit" in saved.fault
    assert saved.entries == ()


def test_under_newer_rules_the_log_is_folded_and_goes_on(store: Store) -> None:
    class Newer(Legs):
        version = "2"

    def brought(document: Document) -> Document:
        if document["position"] > 2:
            raise ValueError("of the form of today")
        return document

    play(begun(store), "frf")
    newer = with_ruleset(Newer(REGISTRY), Upcaster("legs", "1", "2", entry=brought))
    session = reopened(store, newer)
    assert session.older_rules == {"legs": "1"}
    play(session, "frf")
    assert [entry.kind for entry in session.entries][3] == "rules"
    assert kept_from(store, newer) == 6
    again = reopened(store, newer)
    assert same(again, whole(store, newer))
    assert again.rules_from == [(0, {"legs": "1", "long_game": "1"}), (3, {"legs": "2", "long_game": "1"})]


def test_a_game_that_was_played_before_it_had_chapters_may_have_taken_their_ends_back(store: Store) -> None:
    before = with_ruleset(WithoutChapters(REGISTRY))
    play(begun(store, before), "frfruuud")
    assert not store.path.with_name(SNAPSHOTS).exists()
    for _ in range(2):
        session = reopened(store)
        assert same(session, whole(store))
        assert session.digest == whole(store, before).digest
        assert same(RULES.session(RULES.last_chapter(RULES.kept(store, "g"), lambda start: None)), session)
    play(session, "ddfu")
    assert same(reopened(store), whole(store))
    assert kept_from(store) == 10


class Widened(long_game.Voyage):
    fuel: int = 3


def test_a_state_of_another_form_is_not_read_as_one_of_today(store: Store) -> None:
    class Fuelled(Legs):
        def initial(self, setup: Frozen) -> Widened:
            return Widened()

    play(begun(store), "frf")
    later = with_ruleset(Fuelled(REGISTRY))
    vars(later)["made_by"] = RULES.made_by  # as if nobody had noted that it is another version
    assert kept_from(store) == 2
    assert kept_from(store, later) == 0
    assert reopened(store, later).state.fuel == 3


def test_without_a_file_for_snapshots_games_are_played_all_the_same(store: Store) -> None:
    store.path.with_name(SNAPSHOTS).mkdir()
    play(begun(store), "frf")
    assert same(reopened(store), whole(store))
    assert kept_from(store) == 0


# -- what has no chapters ---------------------------------------------------------------------------------------------------


def test_a_game_without_chapters_keeps_no_snapshot(store: Store) -> None:
    rules = with_ruleset(WithoutChapters(REGISTRY))
    session = begun(store, rules)
    play(session, "frfruuu")
    assert not store.path.with_name(SNAPSHOTS).exists()
    saved: Saved = rules.kept(store, "g")
    assert isinstance(saved.entries, tuple)
    assert session.past.chapter is None


def test_entries_are_a_sequence() -> None:
    session: Session[Any] = Session(RULES.ruleset, new_header(RULES.ruleset, Frozen(), seed=1, game="g"))
    play(session, "frff")
    log = session.entries
    written = list(log)
    assert (log[1:3], log[-1]) == (written[1:3], written[3])
    assert log == written
    assert log != written[:3]
    so_far = log.so_far()
    play(session, "f")
    assert (len(so_far), len(log)) == (4, 5)
    with pytest.raises(IndexError):
        log[5]


def test_a_snapshot_is_of_one_version_of_everything() -> None:
    plugin = PluginVersion(name="long_game", version="1")
    assert RULES.plugins == (plugin,)
    assert set(RULES.made_by) == {"aqmf-air", "rules", "files", "long_game"}
