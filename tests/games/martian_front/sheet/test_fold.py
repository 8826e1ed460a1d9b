"""The sheet's script folds its log as the game folds its own: hits, losses and phases, led side by side."""

from __future__ import annotations

import json
import subprocess
from random import Random
from shutil import which
from typing import Any, cast

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Table
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.orders import after
from aqmf_air.games.martian_front.base_order import RulesInForce
from aqmf_air.games.martian_front.ledger.ruleset import Ledger, setup_from
from aqmf_air.games.martian_front.orders.morale_orders import must_test
from aqmf_air.games.martian_front.orders.turn import next_phase, turned
from aqmf_air.games.martian_front.profiles import SIDES
from aqmf_air.games.martian_front.rules.damage import damage_unit, tripod_of
from aqmf_air.games.martian_front.sheet.html_file import PARTS, script_of
from aqmf_air.games.martian_front.state import STUNNED, Game, Part, opponent
from aqmf_air.web.shared_registry import ruleset
from tests.games.martian_front.army.lists import context
from tests.games.martian_front.sheet.sheets import HUMANS, MARTIANS, facts_in, page

GAMES, STEPS = 12, 60
TRIPODS, SMALL = ("Grenadier Tripod", "Dominator Tripod"), ("US Infantry", "Drones")

HARNESS = """
const input = JSON.parse(require("fs").readFileSync(0, "utf8"));
const document = { documentElement: { dataset: {} }, getElementById: () => ({ textContent: input.facts }) };
const localStorage = { getItem: () => null, setItem: () => {} };
eval(input.script + `
const found = (game, name) => [...game.units.values()].find((unit) => unit.name === name);
function seen(game) {
  const units = input.units.map((name) => {
    const unit = found(game, name);
    if (unit.gone) return [name, "gone"];
    const tripod = FACTS.kinds[unit.kind].damage === "tripod";
    return tripod
      ? [name, unit.armor, [...unit.working].sort(), Boolean(unit.marks.stunned), Boolean(unit.marks.immobile)]
      : [name, unit.left, unit.lost, owesTest(unit)];
  });
  return [game.turn, game.phase, units];
}
const told = input.games.map((steps) => {
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
console.log(JSON.stringify(told));
`);
"""


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
    in_force = RulesInForce(made.registry)
    game = setup_from(made, [context().muster(HUMANS), context().muster(MARTIANS)]).opening()
    game = replace(game, phase=0, turn=0, fixed_order=False)
    steps, states = [], []
    for number in range(STEPS):
        standing = [name for name in (*TRIPODS, *SMALL) if game.in_play(name)]
        step: dict[str, Any]
        if game.now.part is Part.INITIATIVE and chance.random() < 0.5:
            first = chance.choice(SIDES)
            game, step = replace(game, order=(first, opponent(first))), {"first": first}
        elif chance.random() < 0.5 or not standing:
            game, step = turned(game, next_phase(game).id), {}
        else:
            name, hits, table = chance.choice(standing), chance.choice((1, 1, 2)), Table(seeded(f"{seed} {number}"))
            game = after(game, damage_unit(game, in_force, table, name, hits))
            faces = [1 + roll.ask.die.faces.index(face) for roll in table.log for face in roll.faces]
            step = {"unit": name, "hits": hits, "faces": faces, "tripod": name in TRIPODS}
        steps.append(step)
        states.append(_seen(game))
    return steps, states


@pytest.mark.rule("HOST-TRIPOD-2")
@pytest.mark.skipif(which("node") is None, reason="the script is run by Node")
def test_the_script_folds_as_the_game_does() -> None:
    played = [_played(seed) for seed in range(GAMES)]
    script = script_of(*PARTS[: PARTS.index("view")])
    given = {
        "facts": json.dumps(facts_in(page(HUMANS, MARTIANS))), "script": script, "units": [*TRIPODS, *SMALL],
        "games": [steps for steps, _ in played],
    }  # fmt: skip
    done = subprocess.run(["node", "-e", HARNESS], input=json.dumps(given), capture_output=True, text=True, check=True)
    for (steps, states), told in zip(played, json.loads(done.stdout), strict=True):
        for step, state, folded in zip(steps, states, told, strict=True):
            assert folded == json.loads(json.dumps(state)), step
