"""Special abilities: what they do in a fight, how men come by them."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.api import DataError
from aqmf_air.games.clouds_of_glory.api import CheckFacts, CloudsGame
from aqmf_air.games.clouds_of_glory_expanded.chapters import abilities
from tests.games.clouds_of_glory.fights import MAN, RE8, aircraft, gunner, rules
from tests.games.clouds_of_glory_expanded.sorties import sortie, tables


def able(*traits: str, **more: Any) -> dict[str, Any]:
    """A pilot with abilities."""
    return {**MAN, "traits": traits, **more}


def flown(*traits: str, by: str = "pilot", more: dict[str, Any] | None = None, **rulings: Any) -> CloudsGame:
    """An aircraft of two, whose pilot or gunner has abilities, in front of an enemy."""
    crew = [able(*traits) if by == "pilot" else MAN, {**gunner("observer"), "traits": traits if by != "pilot" else ()}]
    own = aircraft("a", "entente", RE8, crew=crew, speed=155)
    return sortie(own, aircraft("b", "germany", at=[30, 40, 20]), chapters=["abilities"], **(more or {}), **rulings)


def added(game: CloudsGame, check: str, station: str = "pilot", **more: Any) -> dict[str, int]:
    """What is added to a check of that man."""
    facts = CheckFacts(game, game.of("a"), station, **more)
    return {change.reason: change.value for change in rules().rules.modifiers(check, facts)}


PLAIN = [
    pytest.param("pilot", name, check, value, id=f"{rule} {check}", marks=pytest.mark.rule(f"ICOGX-1.4.{rule}"))
    for rule, name, checks, value in (
        ("P1", "balloon expert", ("balloon-shot", "rocket-aim"), 3),
        ("P2", "strafing expert", ("strafe",), 3),
        ("P5", "daredevil", ("collision",), 5),
    )
    for check in checks
] + [
    pytest.param("observer", name, check, value, id=f"{rule} {check}", marks=pytest.mark.rule(f"ICOGX-1.4.{rule}"))
    for rule, name, checks, value in (
        ("G1", "balloon expert", ("balloon-shot",), 3),
        ("G2", "strafing expert", ("strafe",), 3),
        ("G7", "doing his job", ("spotting", "photo", "observe"), 3),
    )
    for check in checks
]


@pytest.mark.parametrize(("station", "name", "check", "value"), PLAIN)
def test_an_ability_adds_to_the_checks_that_it_names_and_to_no_other(
    station: str, name: str, check: str, value: int
) -> None:
    game = flown(name, by=station)
    assert added(game, check, station) == {name: value}
    assert added(game, "stall", station) == {}
    assert added(game, check, "observer" if station == "pilot" else "pilot") == {}


def test_the_abilities_that_men_may_have_are_those_of_the_tables() -> None:
    listed = [row.name for of in ("pilot", "gunner", "ace") for row in tables().abilities(of)]
    assert {*listed} - {"free choice"} == {*abilities.NAMES}


@pytest.mark.rule("ICOGX-1.4.a")
def test_without_the_chapter_no_man_has_an_ability() -> None:
    own = aircraft("a", "entente", crew=[able("daredevil")])
    with pytest.raises(DataError, match="aircraft a: the trait 'daredevil' needs the chapter abilities"):
        sortie(own, aircraft("b", "germany", at=[30, 40, 20]), chapters=[])
