"""What ships with the game: the register, the rulings, the tables with their standings, the map."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from aqmf_air.core.data.rule_tables import file_of, in_force, to_fill_in
from aqmf_air.core.data.tables import Sourced, SourcedByField
from aqmf_air.core.play.rule_register import read_register
from aqmf_air.core.play.rulings import describe
from aqmf_air.errors import DataError
from aqmf_air.games.aces_of_valor.sequence import ValorRulings
from aqmf_air.games.aces_of_valor.tables import (
    PACKAGE,
    RULESET,
    SOURCES,
    Brought,
    CupRow,
    DiceOf,
    EffectRow,
    EventCard,
    EventRow,
    LetterRow,
    MissionCard,
    OptionCard,
    PilotRow,
    RolledRow,
    SectorRow,
    Tables,
    TierRow,
    tables,
)

TABLES = tables.shipped()


def test_the_register_has_every_rule_and_each_ruling_names_one() -> None:
    register = {rule.id: rule for rule in read_register(PACKAGE)}
    assert len(register) == 240
    assert Counter(rule.standing for rule in register.values()) == {"stated": 229, "inferred": 10, "house": 1}
    assert all(rule.under[0] == "Aces of Valor" and rule.under[1][1].islower() for rule in register.values())
    described = describe(ValorRulings())
    assert len(described) == 105 + 16
    assert {one.rule for one in described} <= set(register)
    assert all(len({text for _, text in one.choices}) == len(one.choices) > 1 for one in described)
    assert all(one.choices[0][0] == one.default for one in described), "the default stands first"


def test_rows_say_whose_word_they_are() -> None:
    def standing(table: str, *key: object) -> str:
        row = TABLES.of.of(table, Sourced).at(*key)
        assert (row.source == "our own") <= (row.standing == "house")
        return row.standing

    assert [standing("f5", "", roll) for roll in range(7)] == ["house"] * 4 + ["stated"] * 2 + ["house"]
    assert (standing("c8", "", 0), standing("c8", "", 2), standing("c8", "", 1)) == ("stated", "stated", "house")
    assert (standing("f7", "trench", 5), standing("f7", "enemy-rear", 5)) == ("stated", "house")
    assert (standing("weather", "light-clouds", "f5"), standing("weather", "heavy-clouds", "f5")) == ("inferred", "stated")
    assert (standing("dice", "c3"), standing("dice", "c15"), standing("dice", "f6")) == ("inferred", "house", "stated")
    assert standing("p2", "vp-2") == "stated" != standing("p2", "vp-3")
    assert standing("options", "OR-1") == "stated"


def test_fields_say_whose_word_they_are_where_their_row_is_not_one_s_alone() -> None:
    """Each is what the source says of that card or counter, and the rest of it is our own."""
    stated = {
        ("ground-targets", ("airfield", "front")): {"initiative": 2},  # 6.2.2
        ("ground-targets", ("town-ace", "front")): {"points": 5, "counters": 1},  # 8.4.6, 3.3
        ("ground-targets", ("town-ace", "back")): {"points": 10, "counters": 1},
        ("ground-targets", ("town-bdf", "front")): {"counters": 1},
        ("missions", ("scramble",)): {"fighters": "D3+2", "objective": "home-airfield", "award": "as-scramble"},  # 6.2
        ("missions", ("artillery-spotting",)): {"fighters": "3", "two_seaters": 1, "bombers": 0, "objective": "trench",
                                                "sector_by": "letter", "award": "attempts"},  # 11, 8.5.4
        ("missions", ("photo-rail-yard",)): {"two_seaters": 1, "objective": "rail-yard", "award": "attempts-if-back"},
        ("missions", ("bombing-town",)): {"objective": "town", "target": "town", "award": "counters"},  # 8.4.4, 8.4.6
        ("missions", ("trench-strafing",)): {"award": "counters"},
        ("pilots", ("german", "Viktor")): {"air": 1},  # 11
    }  # fmt: skip
    for (table, key), values in stated.items():
        row = TABLES.of.of(table, SourcedByField).at(*key)
        assert {name: getattr(row, name) for name in row.stated} == values, key
        assert {row.standing_of(name) for name in values} == {"stated"}
    for source in SOURCES:
        for row in TABLES.of.tables[source.id]:
            in_part = getattr(row, "stated", ())
            assert not (in_part and row.standing == "stated"), "all of it is stated"
            assert bool(in_part) == row.source.startswith("our own;") or source.id == "events", row


def test_a_player_s_own_row_is_not_the_book_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    source = next(source for source in SOURCES if source.id == "ground-targets")
    assert "stated" not in to_fill_in(source)
    path = file_of(RULESET, source)
    path.parent.mkdir(parents=True)
    values = 'aa = 3\ninitiative = 2\ndestruction = 4\npoints = 4\narmour = "hard"\ncounters = 1\nstated = ["aa"]\n'
    path.write_text(f'[[row]]\nkind = "airfield"\nside = "front"\n{values}')
    row = Tables(in_force(RULESET, SOURCES)).ground_target("airfield")
    assert (row.aa, row.standing_of("aa"), row.standing_of("initiative")) == (3, "supplied", "supplied")


def test_dice_and_results_belong_to_tables() -> None:
    ids = {source.id for source in SOURCES}
    assert {row.table for row in TABLES.every("dice", DiceOf)} <= ids | {"c4"}
    events = {row.result for row in TABLES.every("f7", EventRow)}
    assert events == {row.result for row in TABLES.every("f7-results", Brought)}
    for table in ("m1", "s1", "s2", "f1", "f2", "c1", "c2", "c14", "letter"):  # those without changes to the roll
        n = TABLES.dice(table)
        covered: dict[str, set[int]] = {}
        for row in TABLES.every(table, RolledRow):
            covered.setdefault(row.column, set()).add(row.roll)
        assert all(found == set(range(n, 6 * n + 1)) for found in covered.values()), table


def test_the_start_is_of_tier_one_or_two() -> None:
    assert [TABLES.row("s1", TierRow, roll).tier for roll in range(1, 7)] == [1, 1, 1, 2, 2, 2]


def test_a_column_goes_on_at_both_ends() -> None:
    found = [TABLES.row("c8", EffectRow, roll).effect for roll in (-7, -1, 0, 1, 2, 3, 9)]
    assert found == ["none"] * 3 + ["damaged"] * 2 + ["destroyed"] * 2
    with pytest.raises(DataError, match="c2 has no row for tier4"):
        TABLES.row("c2", TierRow, 3, "tier4")


def test_a_player_lays_his_own_rows_over_a_table_and_gaps_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    path = file_of(RULESET, next(source for source in SOURCES if source.id == "c8"))
    path.parent.mkdir(parents=True)
    path.write_text('[[row]]\nroll = 1\neffect = "none"\n[[row]]\nroll = 4\neffect = "destroyed"\n')
    own = Tables(in_force(RULESET, SOURCES))
    assert own.row("c8", EffectRow, 1).effect == "none"
    assert own.row("c8", EffectRow, 1).standing == "supplied"
    path.write_text('[[row]]\nroll = 6\neffect = "destroyed"\n')
    with pytest.raises(DataError, match="table c8: no row for a roll of 4"):
        in_force(RULESET, SOURCES)


def test_decks_and_cups_have_their_counters() -> None:
    cards = TABLES.every("missions", MissionCard)
    assert sum(card.cards for card in cards) == 30
    assert len(TABLES.every("events", EventCard)) == 16
    assert len(TABLES.every("options", OptionCard)) == 8
    pilots = TABLES.every("pilots", PilotRow)
    assert Counter(pilot.nation for pilot in pilots) == dict.fromkeys(("german", "french", "british", "american"), 16)
    cups = Counter[str]()
    for cup in TABLES.every("cups", CupRow):
        cups[cup.kind] += cup.counters
    assert cups == {"two-seater": 12, "bomber": 8, "heavy-bomber": 2}
    spotting = next(card for card in cards if card.card == "artillery-spotting")
    assert (spotting.two_seaters, spotting.fighters, spotting.objective) == (1, "3", "trench")


def test_all_letters_of_sectors_are_equally_likely() -> None:
    found = Counter(TABLES.row("letter", LetterRow, a + b).letter for a, b in product(range(1, 7), repeat=2))
    assert {Fraction(ways, 36) for ways in found.values()} == {Fraction(1, 6)}
    assert len(found) == 6


@pytest.mark.parametrize(
    ("own", "other", "in_24", "in_22"), [("entente", "german", 112, 105), ("german", "entente", 110, 103)]
)
def test_the_map_leaves_time_for_most_trips(own: str, other: str, in_24: int, in_22: int) -> None:
    sectors = TABLES.every("map-sectors", SectorRow)
    homes = [(one.x, one.y) for one in sectors if one.side == own and one.feature == "airfield"]
    goals = [(one.x, one.y) for one in sectors if one.side == other and one.feature != "woods"]
    assert (len(homes), len(goals)) == (4, 30)

    def apart(one: tuple[int, int], two: tuple[int, int]) -> int:
        return abs(one[0] - two[0]) + abs(one[1] - two[1])

    trips = [2 * apart(home, goal) for home, goal in product(homes, goals)]
    assert (sum(turns <= 24 for turns in trips), sum(turns <= 22 for turns in trips)) == (in_24, in_22)
    assert max(apart(home, goal) + min(apart(goal, back) for back in homes) for home, goal in product(homes, goals)) <= 23
