"""What ships with the game: the register, whose word rows are, a player's own rows, and what is wrong with bad ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from aqmf_air.core.data.rule_tables import file_of, in_force, to_fill_in
from aqmf_air.core.data.tables import Sourced
from aqmf_air.core.play.rule_register import read_register
from aqmf_air.core.play.rulings import describe
from aqmf_air.errors import DataError
from aqmf_air.games.clouds_of_glory.chapters.panels import Cockpit, PanelRulings
from aqmf_air.games.clouds_of_glory.effects import Effect
from aqmf_air.games.clouds_of_glory.sequence import CloudsRulings
from aqmf_air.games.clouds_of_glory.tables import PACKAGE, RULESET, SOURCES, PanelRow, Tables, recipes, tables

TABLES = tables.shipped()
BY_ID = {source.id: source for source in SOURCES}
PUP = TABLES.panel("Sopwith Pup")


def test_the_register_has_every_rule_under_its_titles() -> None:
    register = {rule.id: rule for rule in read_register(PACKAGE)}
    assert len(register) == 196
    assert [id_ for id_, rule in register.items() if rule.standing != "stated"] == [
        "ICOG-5.2-a",
        "ICOG-6.2.2-a",
        "ICOG-6.2.2-c",
    ]
    assert {rule.under[0] for rule in register.values()} == {"In Clouds of Glory"}
    assert all(len(rule.under) > 1 and not any(title[0].isdigit() for title in rule.under) for rule in register.values())
    assert register["ICOG-5.5.6.1"].under[1:] == ("Movement", "Manoeuvres", "Turns")
    assert register["ICOG-6.3.7.2-bis"].under[1:] == ("Shooting", "Air to air", "Bursts and ammunition")
    assert register["ICOG-3-a"].under[1:] == ("Turn, and the introductory mission",)


def test_rulings_name_rules_and_their_default_stands_first() -> None:
    register = {rule.id for rule in read_register(PACKAGE)}
    rulings = describe(CloudsRulings())
    assert len({ruling.name for ruling in rulings}) == len(rulings) > 50
    assert {ruling.rule for ruling in rulings} <= register
    assert all(ruling.choices[0][0] == ruling.default for ruling in rulings)
    assert all(len({text for _, text in ruling.choices}) == len(ruling.choices) in (2, 3) for ruling in rulings)


def test_rows_say_whose_word_they_are() -> None:
    standings = {source.id: {row.standing for row in TABLES.of.of(source.id, Sourced)} for source in SOURCES}
    house = {"panels", "discs", "speed-bands", "turn-radii", "gunnery-bands"}
    mixed = {"ammunition"}
    assert {id_ for id_, kinds in standings.items() if kinds == {"house"}} == house
    assert {id_ for id_, kinds in standings.items() if kinds == {"house", "stated"}} == mixed
    assert standings["gunner-arcs"] == {"inferred"}
    assert standings["manoeuvres"] == {"stated", "inferred"}
    assert all(
        kinds == {"stated"}
        for id_, kinds in standings.items()
        if id_ not in house | mixed | {"gunner-arcs", "manoeuvres", "measures"}
    )
    assert Counter(row.standing for row in TABLES.of.of("measures", Sourced)) == {"stated": 2, "house": 7, "inferred": 1}
    assert {row.standing for row in recipes().values()} == {"house"}
    assert all(row.source for source in SOURCES for row in TABLES.of.of(source.id, Sourced))


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lays a player's own rows over a table."""
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))

    def lay(id_: str, rows: str) -> Tables:
        path = file_of(RULESET, BY_ID[id_])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rows)
        return Tables(in_force(RULESET, SOURCES))

    return lay


def written(panel: PanelRow, **changes: Any) -> str:
    """A panel as a player would write it: the row that the empty table has, with its marks taken away."""
    lines = to_fill_in(BY_ID["panels"]).split("# [[row]]")
    row = next(block for block in lines if f'name = "{panel.name}"' in block)
    fields = dict(line[2:].split(" = ", 1) for line in row.strip().splitlines())
    fields |= {name: str(value) for name, value in changes.items()}
    return "[[row]]\n" + "".join(f"{name} = {value}\n" for name, value in fields.items() if value != "None")


def test_an_owner_s_rows_take_the_place_of_ours(own: Any) -> None:
    panel = own("panels", written(PUP, recipe='""', strength=13)).panel(PUP.name)
    assert (panel.strength, panel.steps, panel.standing_of("strength"), panel.standing_of("steps")) == (
        13, PUP.steps, "supplied", "supplied",
    )  # fmt: skip
    se5a = own("panels", written(TABLES.panel("S.E.5a"))).panel("S.E.5a")
    assert (se5a.standing_of("top"), se5a.standing_of("roll")) == ("supplied", "supplied")
    own("discs", '[[row]]\ndisc = "Pup"\nleft = [10, 20]\nleft_each = 5\nright_each = 8\n')
    rows = "".join(
        f'[[row]]\nbands = "Pup"\nband = "{band}"\nto = {to}\n'
        for band, to in (("SLOW", 100), ("MEDIUM", 140), ("HIGH", 170))
    )
    own("speed-bands", rows)
    laid = own("panels", written(PUP, disc='"Pup"', bands='"Pup"'))
    pup = Cockpit(laid.panel(PUP.name), laid, PanelRulings())
    assert (pup.raw(150, -3), pup.raw(150, 1), pup.band(150), pup.band(175)) == (125, 158, "HIGH", "DIVE")
    assert own("turn-radii", '[[row]]\nletter = "D"\nradius = 5\n').radius("D") == 5
    bands = own("gunnery-bands", '[[row]]\ntemplate = "eight"\nmodifier = -7\nnear = 11.5\nfar = 12\n'
                                 '[[row]]\ntemplate = "eight"\nmodifier = -11\nnear = 12\nfar = 13\n')  # fmt: skip
    assert (bands.band_modifier(12.5), bands.reach()) == (-11, 13)


@pytest.mark.parametrize(
    ("table", "rows", "line"),
    [
        ("panels", written(PUP, recipe='""', roll="None"), "panels.toml, row 1: key 'roll' is missing"),
        ("panels", written(PUP, roll='"three"'), "panels.toml, row 1: 'roll'"),
        ("panels", written(PUP, steps="[0, 55, 60, 75, 180]"), "row 1: .*steps: expected one between 0 and the stall"),
        ("panels", written(PUP, steps="[55, 75, 180]"), "row 1: .*steps: expected 0 first, and rising speeds"),
        ("panels", written(PUP, markers='[[75, "Q"]]'), "panels.toml, row 1: 'markers.0.1'"),
        ("panels", written(PUP, wind_drag="[[190, -1]]"), "row 1: .*wind_drag: expected figures up to M"),
        ("panels", written(PUP, length="nan"), "panels.toml, row 1: 'length'"),
        ("panels", written(PUP, spare_drums="[1, 2]"), "row 1: .*spare_drums: expected a number for each gun"),
        ("panels", written(PUP, disc='"Pup"'), "table panels, Sopwith Pup: disc: there is no 'Pup'"),
        ("panels", written(PUP, bands='"Pup"'), "table panels, Sopwith Pup: bands: there is no 'Pup'"),
        ("panels", written(PUP, recipe='"jet"'), "row 1: .*recipe: expected one of rotary fighter, fighter"),
        ("panels", '[[row]]\nname = "Pup II"\nrecipe = "rotary fighter"\n', "row 1: .*top: expected a number, by which"),
        ("panels", '[[row]]\nname = "Pup II"\nrecipe = "rotary fighter"\ntop = 180\n', "row 1: key 'strength' is missing"),
        ("turn-radii", '[[row]]\nletter = "Q"\nradius = 3\n', "turn-radii.toml, row 1: 'letter'"),
        ("turn-radii", '[[row]]\nletter = "D"\nradius = 9\n', r"turn-radii: letter E \(5.25\) is no wider than D \(9\)"),
        ("turn-radii", '[[row]]\nletter = "D"\n', "turn-radii.toml, row 1: key 'radius' is missing"),
        ("discs", '[[row]]\ndisc = "x"\nleft = [5, 4]\nleft_each = 1\nright_each = 1\n', "left: expected marks one behind"),
        ("gunnery-bands", '[[row]]\ntemplate = "eight"\nmodifier = 0\nnear = 6\nfar = 8\n', "to 8.5 does not follow 8"),
        ("speed-bands", '[[row]]\nbands = "all types"\nband = "SLOW"\nto = 300\n', "all types: expected SLOW, MEDIUM"),
        ("damage", '[[row]]\nengines = "single"\nroll = 2\ntext = "x"\neffect = { strength = "2x6" }\n', "such as 2d4"),
        ("damage", '[[row]]\nengines = "single"\nroll = 16\ntext = ""\neffect = { fortitude = "1d6" }\n', "belong together"),
        ("structural-failure", '[[row]]\nlow = 1\nhigh = 2\ntext = "x"\neffect = {}\n', "2 rows for a roll of 2"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_line_that_names_file_row_and_field(own: Any, table: str, rows: str, line: str) -> None:
    with pytest.raises(DataError, match=line) as caught:
        own(table, rows)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_row_within_a_row_has_every_face_of_its_die() -> None:
    row = {"low": 1, "high": 3, "text": "x", "effect": {}}
    with pytest.raises(ValueError, match="rows: no row for a roll of 4"):
        Effect.model_validate({"die": "1d4", "rows": [row]})
