"""What aircraft have aboard, told beside their guns: at the prompt, and on their screens."""

from __future__ import annotations

from typing import Any

from aqmf_air.games.clouds_of_glory.api import CloudsGame
from aqmf_air.games.clouds_of_glory.ui import cockpit
from aqmf_air.games.clouds_of_glory.ui.prints.cockpits import panels_of, panels_of_game
from aqmf_air.printing.paper import write_pdf
from tests.games.clouds_of_glory.fights import MAN, aircraft, gunner, rules
from tests.games.clouds_of_glory_expanded.sorties import sortie
from tests.printing.sheet import needs_renderer, overlapping, pages, words

CHAPTERS = ("ground-damage", "observers", "balloons", "rockets", "bombs", "parachutes")
SLICES: dict[str, Any] = {
    "observing": {"areas": [{"id": "works", "side": "entente", "name": "the works", "at": [30, 50]}], "radios": ["two"]},
    "rockets": {"aboard": [{"aircraft": "one", "number": 6}]},
    "balloons": {"incendiary": ["one"]},
    "drops": {"aboard": [{"craft": "two", "cargo": "supplies"}]},
    "parachutes": {"men": ["foe"]},
}


def carriers(**more: Any) -> CloudsGame:
    one, two = (
        aircraft("one", "entente", "Nieuport 17", speed=150),
        aircraft("two", "entente", "R.E.8", speed=155, crew=[MAN, gunner()], bombs=2),
    )
    foe = aircraft("foe", "germany", "Fokker D.VII", at=[5, 55, 30])
    return sortie(one, two, foe, chapters=CHAPTERS, slices={**SLICES, **more})


def loads(game: CloudsGame, side: str) -> list[set[str]]:
    """What the prompt tells a side of each of its aircraft beside the guns."""
    lines = (line for line in rules().summary(rules().observe(game, side)) if " boxes" in line)
    return [set(line.rpartition(" boxes; ")[2].split("; ")) if " boxes; " in line else set() for line in lines]


def test_what_an_aircraft_has_aboard_is_told_to_its_own_side() -> None:
    game = carriers()
    assert loads(game, "entente") == [
        {"6 rockets", "incendiary ammunition"}, {"2 bombs", "a camera", "a wireless set", "a container of supplies"},
    ]  # fmt: skip
    assert loads(game, "germany") == [{"1 parachute"}]
    assert dict(cockpit.profile(game, game.of("one")))["Aboard"].split(", ") == [*game.load(game.of("one"))]


def test_the_printed_panel_of_an_aircraft_has_what_is_aboard() -> None:
    game = carriers()
    printed = panels_of_game(game).data["cards"]
    assert [card["aboard"] for card in printed] == [", ".join(game.load(craft)) for craft in game.craft]
    assert printed[1]["aboard"] == "2 bombs, a camera, a wireless set, a container of supplies"
    assert panels_of(["R.E.8"], game.rulings).data["cards"][0]["aboard"] == ""


@needs_renderer
def test_what_is_aboard_fits_on_the_page() -> None:
    pdf = write_pdf(panels_of_game(carriers())).content
    assert "Aboard 2 bombs, a camera, a wireless set, a container of supplies" in " ".join(pages(pdf)[0].split())
    assert not overlapping(words(pdf))


def test_what_is_spent_is_aboard_no_more() -> None:
    fired = {"aboard": [{"aircraft": "one"}], "fired": ["one"]}
    game = carriers(rockets=fired, balloons={}, parachutes={})
    assert loads(game, "entente")[0] == loads(game, "germany")[0] == set()
    assert "Aboard" not in dict(cockpit.profile(game, game.of("one")))
    assert [*carriers(rockets={"aboard": [{"aircraft": "one"}]}).load(game.of("one"))][1] == "8 rockets"
