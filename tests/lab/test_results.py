"""Results of the laboratory: kept under their rules, never mixed, and a file that is none is refused in one line."""

from __future__ import annotations

import sqlite3
from itertools import product
from pathlib import Path

import pytest

from aqmf_air.errors import StoreError
from aqmf_air.lab.results import Results, digest, rules_key

HERE, OTHER = rules_key("game", "1", [], {}, ""), rules_key("game", "2", [], {}, "")


def test_a_result_is_found_under_its_rules_alone(tmp_path: Path) -> None:
    with Results(tmp_path / "new" / "lab.sqlite") as results:
        results.put(HERE, "duel", {"a against b": {"win": "1/3"}})
        results.put(HERE, "duel", {"a against b": {"win": "1/3"}, "b against a": {"win": "1/2"}})
    with Results(tmp_path / "new" / "lab.sqlite") as results:
        assert results.get(HERE, "duel", "a against b") == {"win": "1/3"}
        assert results.all(HERE, "duel") == {"a against b": {"win": "1/3"}, "b against a": {"win": "1/2"}}
        assert results.get(OTHER, "duel", "a against b") is None
        assert results.get(HERE, "games", "a against b") is None
        assert results.all(OTHER, "duel") == {}


def test_rules_differ_by_version_rulings_tables_and_plugins() -> None:
    keys = {
        HERE,
        OTHER,
        rules_key("other", "1", [], {}, ""),
        rules_key("game", "1", [("more", "1")], {}, ""),
        rules_key("game", "1", [("more", "2")], {}, ""),
        rules_key("game", "1", [], {"ties": "again"}, ""),
        rules_key("game", "1", [], {}, "own rows"),
    }
    assert len(keys) == 7
    assert rules_key("game", "1", [("b", "1"), ("a", "1")], {}, "") == rules_key(
        "game", "1", [("a", "1"), ("b", "1")], {}, ""
    )
    assert digest({"a": 1, "b": (2,)}) == digest({"b": [2], "a": 1})


@pytest.mark.parametrize(
    "damage", ["document = replace(document, '1/3', '1/2')", "document = 'x'", "key = 'b against a'", "kind = 'trial'"]
)
def test_a_result_that_is_damaged_is_not_found_and_kept_anew(damage: str, tmp_path: Path) -> None:
    with Results(tmp_path / "lab.sqlite") as results:
        results.put(HERE, "duel", {"a against b": {"win": "1/3"}})
    db = sqlite3.connect(tmp_path / "lab.sqlite")
    db.execute(f"UPDATE results SET {damage}")
    db.commit()
    db.close()
    with Results(tmp_path / "lab.sqlite") as results:
        for kind, key in product(("duel", "trial"), ("a against b", "b against a")):
            assert results.get(HERE, kind, key) is None
            assert not results.all(HERE, kind)
        results.put(HERE, "duel", {"a against b": {"win": "1/3"}})
        assert results.get(HERE, "duel", "a against b") == {"win": "1/3"}


def test_results_of_an_older_version_give_way(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "lab.sqlite")
    db.execute("CREATE TABLE results (rules, kind, key, document, PRIMARY KEY (rules, kind, key)) WITHOUT ROWID")
    db.execute("INSERT INTO results VALUES (?, 'duel', 'a against b', '{}')", (HERE,))
    db.execute("PRAGMA user_version = 1")
    db.commit()
    db.close()
    with Results(tmp_path / "lab.sqlite") as results:
        assert results.all(HERE, "duel") == {}
        results.put(HERE, "duel", {"a against b": {"win": "1/3"}})
        assert results.get(HERE, "duel", "a against b") == {"win": "1/3"}


@pytest.mark.parametrize("what", ["text", "database", "newer"])
def test_what_is_no_file_of_results_is_refused(what: str, tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    if what == "text":
        path.write_text("not a database, but long enough to be looked at as one" * 20)
    else:
        db = sqlite3.connect(path)
        db.execute("CREATE TABLE games (name TEXT)")
        db.execute(f"PRAGMA user_version = {0 if what == 'database' else 9}")
        db.commit()
        db.close()
    with pytest.raises(StoreError) as refused:
        Results(path)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)
