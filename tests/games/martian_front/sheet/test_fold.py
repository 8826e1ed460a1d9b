"""The sheet's script folds its log as the game folds its own: hits, losses and phases, led side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from random import Random
from typing import Any, cast
from urllib.parse import urlsplit

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.orders import after
from aqmf_air.games.martian_front.chapters.damage import damage_unit, tripod_of
from aqmf_air.games.martian_front.chapters.morale import must_test
from aqmf_air.games.martian_front.chapters.orders import FrontRules
from aqmf_air.games.martian_front.chapters.turn import next_phase, turned
from aqmf_air.games.martian_front.ledger.ruleset import Ledger, setup_from
from aqmf_air.games.martian_front.sheet.document import page_part
from aqmf_air.games.martian_front.state import STUNNED, Game, PhasePart, opponent
from aqmf_air.games.martian_front.tables import SIDES
from aqmf_air.web.pages import FOLDER
from aqmf_air.web.shared_registry import ruleset
from tests.games.martian_front.army.lists import context
from tests.games.martian_front.sheet.sheets import HUMANS, MARTIANS, facts_in, page

GAMES, STEPS = 12, 60
TRIPODS, SMALL = ("Grenadier Tripod", "Dominator Tripod"), ("US Infantry", "Drones")

HARNESS = """async ([units, games]) => {
  const modules = ["state", "dice", "choices"].map(name => import(`/sheet/${name}.js`));
  const { FACTS, book, note, owesTest, phaseEnds, stand, table, hurtTripod, loseElements } =
    Object.assign({}, ...await Promise.all(modules));
  const found = (game, name) => [...game.units.values()].find((unit) => unit.name === name);
  function seen(game) {
    const told = units.map((name) => {
      const unit = found(game, name);
      if (unit.gone) return [name, "gone"];
      const tripod = FACTS.kinds[unit.kind].damage === "tripod";
      return tripod
        ? [name, unit.armor, [...unit.working].sort(), Boolean(unit.marks.stunned), Boolean(unit.marks.immobile)]
        : [name, unit.left, unit.lost, owesTest(unit)];
    });
    return [game.turn, game.phase, told];
  }
  return games.map((steps) => {
    book.entries = [];
    return steps.map((step) => {
      const game = stand(), sets = [];
      if (step.first) sets.push(["", "first", step.first]);
      else if (!step.unit) sets.push(...phaseEnds(game).sets);
      else {
        const dice = table(step.faces.map((face) => ({ faces: [face], by: "" })));
        if (step.tripod) hurtTripod(found(game, step.unit), step.hits, dice.roll, { lines: [], sets });
        else loseElements(found(game, step.unit), step.hits, { lines: [], sets });
      }
      note({ sets });
      return seen(stand());
    });
  });
}"""


@pytest.fixture
def modules(chromium: Any) -> Iterator[Any]:
    """A page with the facts of a sheet, to which its modules come one by one."""
    sheet, shared = PurePosixPath("/sheet"), FOLDER / "static"

    def answer(route: Any) -> None:
        path = PurePosixPath(urlsplit(route.request.url).path)
        if path == sheet:
            facts = json.dumps(facts_in(page(HUMANS, MARTIANS))).replace("<", "\\u003c")
            route.fulfill(body=f'<script type="application/json" id="facts">{facts}</script>', content_type="text/html")
        elif path.parent == sheet:
            route.fulfill(body=page_part(path.name), content_type="text/javascript")
        else:
            route.fulfill(path=shared / path.relative_to("/static"), content_type="text/javascript")

    tab = chromium.new_page()
    tab.route("http://sheet.test/**", answer)
    tab.goto("http://sheet.test/sheet")
    yield tab
    tab.close()


def _seen(game: Game) -> list[Any]:
    units: list[Any] = []
    for name in (*TRIPODS, *SMALL):
        unit = game.unit(name)
        if not game.in_play(name):
            units.append([name, "gone"])
        elif name in TRIPODS:
            tripod = tripod_of(game, unit)
            units.append([name, tripod.armor, sorted(tripod.weapons), unit.has(STUNNED), unit.has("immobile")])
        else:
            units.append([name, len(unit.elements), unit.lost, unit in must_test(game)])
    return [game.turn, game.phase, units]


def _played(seed: int) -> tuple[list[dict[str, Any]], list[Any]]:
    """Steps with the faces that came up, and what the game is like after each."""
    made, chance = cast("Ledger", ruleset("aqmf-ledger")), Random(seed)
    in_force = FrontRules(made.registry)
    game = setup_from(made, [context().muster(HUMANS), context().muster(MARTIANS)]).opening()
    game = replace(game, phase=0, turn=0, fixed_order=False)
    steps, states = [], []
    for number in range(STEPS):
        standing = [name for name in (*TRIPODS, *SMALL) if game.in_play(name)]
        step: dict[str, Any]
        if game.now.part is PhasePart.INITIATIVE and chance.random() < 0.5:
            first = chance.choice(SIDES)
            game, step = replace(game, order=(first, opponent(first))), {"first": first}
        elif chance.random() < 0.5 or not standing:
            game, step = turned(game, next_phase(game).id), {}
        else:
            name, hits, table = chance.choice(standing), chance.choice((1, 1, 2)), DiceTray(seeded(f"{seed} {number}"))
            game = after(game, damage_unit(game, in_force, table, name, hits))
            faces = [1 + roll.ask.die.faces.index(face) for roll in table.log for face in roll.faces]
            step = {"unit": name, "hits": hits, "faces": faces, "tripod": name in TRIPODS}
        steps.append(step)
        states.append(_seen(game))
    return steps, states


@pytest.mark.further
@pytest.mark.rule("HOST-TRIPOD-2")
def test_the_script_folds_as_the_game_does(modules: Any) -> None:
    played = [_played(seed) for seed in range(GAMES)]
    told = modules.evaluate(HARNESS, [[*TRIPODS, *SMALL], [steps for steps, _ in played]])
    for (steps, states), shown in zip(played, told, strict=True):
        for step, state, folded in zip(steps, states, shown, strict=True):
            assert folded == json.loads(json.dumps(state)), step
