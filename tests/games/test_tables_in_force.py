"""Questions and games read the same tables: those with a player's own rows, where there are any."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from aqmf_air.api import Query, Question, load_registry
from aqmf_air.core.data.rule_tables import GameTables, TablesInForce
from aqmf_air.errors import AqmfError
from aqmf_air.plugins import kinds

REGISTRY = load_registry(entry_points=False)
OWN = {
    "richthofen": ("movement", '[[row]]\nname = "climb"\nvalue = 2\nwhat = "points"\n'),
    "valor": ("c8", '[[row]]\nroll = 1\neffect = "none"\n'),
    "clouds": ("measures", '[[row]]\nname = "cone"\nvalue = 9\nwhat = "degrees"\n'),
}
MODULES = {"richthofen": "richthofens_war", "valor": "aces_of_valor", "clouds": "clouds_of_glory"}


def in_facts(value: Any) -> Iterator[TablesInForce]:
    """The tables among the facts of a question."""
    if isinstance(value, TablesInForce):
        yield value
    elif isinstance(getattr(value, "of", None), TablesInForce):
        yield value.of
    elif isinstance(value, tuple | list):
        for one in value:
            yield from in_facts(one)


@pytest.fixture(params=OWN)
def supplied(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """A game of which a player supplies a row, and the digest that a new game of it begins with; nobody gets what ships."""
    game: str = request.param
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    table, rows = OWN[game]
    path = tmp_path / "tables" / game / f"{table}.toml"
    path.parent.mkdir(parents=True)
    path.write_text(rows)
    digest = import_module(f"aqmf_air.games.{MODULES[game]}.tables").tables.keep()
    assert digest

    def refused(self: Any) -> Any:
        raise AssertionError("rows that ship were asked for")

    monkeypatch.setattr(GameTables, "shipped", refused)
    return game, digest


def test_every_question_is_asked_of_the_tables_that_a_game_would_begin_with(supplied: tuple[str, str]) -> None:
    game, digest = supplied
    ruleset, read = REGISTRY.ruleset(game), 0
    for name, one in REGISTRY.of(kinds.QUERIES, game).items():
        kind = one.load(Query)
        try:
            answer = kind.read(kind.begin).ask(lambda: ruleset)
        except AqmfError:
            continue  # its form begins with something missing
        for line in answer.lines:
            question: Question = line.question
            found = [tables.digest for tables in in_facts(question.facts)]
            assert set(found) <= {digest}, name
            read += bool(found)
    assert read > 3


def test_rows_that_ship_are_had_by_name_alone() -> None:
    for module in MODULES.values():
        tables = import_module(f"aqmf_air.games.{module}.tables").tables
        with pytest.raises(TypeError, match="digest"):
            tables()
        assert tables.shipped() is tables("")
