"""The README's examples are run, and must print what it says."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import dawn_duel.plugin
import pytest
from click.testing import CliRunner

from aqmf_air import api
from aqmf_air.cli.main import aqmf
from aqmf_air.games.martian_aircraft.chapters.scenes import BombingScene, BombRun
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.geometry.plane.outline import DEVIATION, shape_of, together
from aqmf_air.lab.prices import Toll, fair_price, mixed
from aqmf_air.lab.workbench import TRIAL, Workbench
from aqmf_air.plugins.registry import Registry
from aqmf_air.printing.laboratory import summary

README = Path(__file__).parent.parent / "README.md"
LISTS = README.parent / ".readme" / "lists.md"
"""More examples, of what the README names alone."""


def with_the_proof() -> str:
    """What is said of prices: the README, then the page on how they are proved."""
    pages = (README, README.parent / ".readme" / "prices.md")
    return " ".join(" ".join(page.read_text(encoding="utf-8") for page in pages).split())


def examples() -> list[tuple[str, str]]:
    """Each ``$ command`` of the console blocks with what it is to print; ``...`` alone on a line stands for any lines."""
    found = []
    for block in re.findall(
        r"```console\n(.*?)```", README.read_text(encoding="utf-8") + LISTS.read_text(encoding="utf-8"), re.DOTALL
    ):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def matches(expected: str, printed: str) -> bool:
    parts = re.split(r"^\.\.\.$\n?", expected.strip() + "\n", flags=re.MULTILINE)
    pattern = r"[\s\S]*".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, printed.strip() + "\n") is not None


@pytest.mark.parametrize(
    ("command", "output"), examples(), ids=[f"{command} {at}" for at, (command, _) in enumerate(examples())]
)
def test_an_example_prints_what_the_readme_says(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = shlex.split(command)
    assert words[0] == "aqmf", "examples call aqmf and nothing else"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "96")  # a terminal as wide as the README
    monkeypatch.setattr("aqmf_air.plugins.registry._installed", list)
    run = CliRunner().invoke(aqmf, words[1:])
    assert run.exit_code in (0, 1), run.stderr
    assert matches(output, run.stdout), run.stdout


@pytest.mark.parametrize("name", ["bombing-run", "two-bombs"])
def test_the_picture_is_what_the_engine_draws(name: str, tmp_path: Path) -> None:
    scene, picture = (README.parent / ".readme" / f"{name}.{form}" for form in ("json", "svg"))
    command = ["bomb", "resolve", str(scene), "--svg", str(tmp_path / "run.svg")]
    assert CliRunner().invoke(aqmf, command).exit_code == 0
    assert (tmp_path / "run.svg").read_text(encoding="utf-8") == picture.read_text(encoding="utf-8")


def test_the_map_is_the_one_of_the_scenario(tmp_path: Path) -> None:
    drawn, picture = tmp_path / "duel.svg", README.parent / ".readme" / "duel.svg"
    assert CliRunner().invoke(aqmf, ["map", "richthofen:duel", str(drawn)]).exit_code == 0
    texts = [re.findall(r">([^<>]*\w[^<>]*)<", each.read_text(encoding="utf-8")) for each in (drawn, picture)]
    assert texts[0] == texts[1]


def test_the_shapes_are_those_of_the_picture_and_say_who_is_under_the_bombs(capsys: pytest.CaptureFixture[str]) -> None:
    section = (README.parent / ".readme" / "shapes.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    made: dict[str, Any] = {}
    exec(example, made)
    printed = capsys.readouterr().out.strip()
    assert example.strip().endswith(f"# {printed}")
    assert len([line for line in example.splitlines() if line]) == 5
    scene = json.loads((README.parent / ".readme" / "two-bombs.json").read_text(encoding="utf-8"))
    run = BombRun(BombingScene.model_validate(scene), AircraftRulings())
    assert made["path"] == run.moves[0].path
    assert made["elements"] == {element.id: element.base for element in run.scene.elements}
    templates = shape_of(together(impact.template for impact in run.impacts))
    assert made["bombs"].symmetric_difference(templates).area < DEVIATION * templates.length
    under = {element.id for impact in run.impacts for element in run.under(impact)}
    assert printed == str([name for name in made["elements"] if name in under])
    (inline,) = re.findall(r"`(shape_of\(.*?\))`", section)
    assert eval(inline, made).is_valid
    assert set(re.findall(r"`(\w+)\(", section)) <= set(api.__all__)


@pytest.mark.further
def test_the_prices_of_the_picture_are_those_of_the_rules(registry: Registry) -> None:
    """The picture has the prices of all; of the two at its ends they are worked out again."""
    picture = (README.parent / ".readme" / "worth.svg").read_text(encoding="utf-8")
    shown = re.findall(r"<title>(.+): (\d+) asked, (\d+) fair, range (.+?)(?:; .*)?</title>", picture)
    aircraft = [one for one in shown if is_of_aircraft(registry, one[0])]
    (best, _, fair, _), (worst, _, low_fair, _) = aircraft[0], aircraft[-1]
    bench = Workbench(registry, "aqmf")
    gauntlet, terms = bench.gauntlet_for([bench.forces[best.split(", ")[0]]]), bench.terms({})
    mix = next(iter(gauntlet.mixes.values()))

    def toll(name: str) -> Toll:
        found = {foe: bench.work_out(bench.task(TRIAL, ((name, 1),), ((foe, 1),), terms)) for foe in mix}
        return mixed({foe: Toll(one["gained"], one["lost"]) for foe, one in found.items()}, mix)

    anchor = toll(gauntlet.anchor)
    for names, said in ((best, fair), (worst, low_fair)):
        assert f"{fair_price(toll(names.split(', ')[0]), anchor, gauntlet.points):.0f}" == said


def test_the_prices_of_the_types_in_games_are_those_that_come_with_the_game(registry: Registry) -> None:
    told = with_the_proof()
    told = told.partition("`aqmf lab --ruleset richthofen` does the same")[2]
    laboratory = Workbench(registry, "richthofen").laboratory
    assert laboratory.shipped
    basis, proof = laboratory.shipped.basis, laboratory.shipped.proof
    assert proof
    assert f"{basis['games']:,} games of about three on three price {len(laboratory.shipped.prices)} types" in told
    for name in ("Fokker D-VII", "SE-5a", "Bristol F2B"):
        worth = laboratory.played_out(name)
        assert worth
        assert f"{name} {worth.value:.0f}" in told
    assert re.search(r"In ([\d,]+) others, in (\w+) scenarios", told).groups() == (f"{proof['games']:,}", "ten")  # type: ignore[union-attr]
    ranks = [f"{proof['played'][what]:.2f}" for what in ("ranks", "corrected")]
    assert re.findall(r"is ([\d.]+), without chance ([\d.]+), and (\d+) of (\d+) \(two types are like others\) did", told)[
        0
    ] == (*ranks, "36", "37")
    assert round(36 / 37, 9) == round(proof["held"]["plain"], 9)
    assert f"differences were there {proof['held']['scale']:.2f} times" in told
    rated = [f"{proof['rated'][what]['ranks']:.2f}" for what in ("exact", "played")]
    assert re.findall(r"the (\d+) that they can judge rank nearly as well \(([\d.]+) against ([\d.]+)", told)[0] == (
        "20",
        *rated,
    )


def test_what_is_called_over_or_underpriced_is_that_by_duels_and_games(registry: Registry) -> None:
    """Each headline has the numbers of the picture and of the games that come with the program, whose error leaves out what
    is asked; the proof is theirs, too.
    """
    told = with_the_proof()
    picture = (README.parent / ".readme" / "worth.svg").read_text(encoding="utf-8")
    laboratory = Workbench(registry, "aqmf").laboratory
    row = r"\| \*\*([^*]+)\*\*[^|]*\| (\d+) \| (\d+) \| (\d+) \((\d+) to (\d+)\) \| (\d+) \(\d+ to (\d+)\) \|"
    headlines = re.findall(row, told)
    assert len(headlines) == 3
    for name, asked, fair, games, low, high, counted, counted_high in headlines:
        worth = laboratory.played_out(name)
        assert worth is not None
        assert [f"{part:.0f}" for part in worth] == [games, low, high]
        assert f"{name}" in picture
        assert f": {asked} asked, {fair} fair, range" in picture
        assert int(fair) < int(asked)
        assert worth.high < int(asked)
        assert worth.low <= int(counted) <= int(counted_high) < int(asked)
    assert re.findall(
        r"rank correlation of the price [^.]*?is ([\d.]+), that of the points asked ([\d.]+)", told
    ) == re.findall(r"rank correlation [^.]*?is ([\d.]+), that of the points asked ([\d.]+)", laboratory.how_played())
    assert laboratory.shipped
    assert laboratory.shipped.proof
    rated = laboratory.shipped.proof["rated"]
    ranks = [f"{rated[what]['ranks']:.2f}" for what in ("played", "asked", "exact")]
    pattern = r"Of the (\d+) that fight .*? did by ([\d.]+), the points asked by ([\d.]+), exact duels by ([\d.]+) "
    assert [list(found) for found in re.findall(pattern, told)] == [[str(rated["forces"]), *ranks]]
    held = laboratory.shipped.proof["held"]
    within, of, scale = re.findall(
        r"(\d+) of (\d+) did as the 95% error foretells; differences were ([\d.]+) times as large", told
    )[0]
    assert int(within) / int(of) == pytest.approx(held["plain"])
    assert scale == f"{held['scale']:.2f}"


def test_what_is_dear_is_what_the_report_says(registry: Registry) -> None:
    report = Workbench(registry, "aqmf").shipped_report()
    assert report
    assert f"\n{summary(report)}\n" in README.read_text(encoding="utf-8")


def is_of_aircraft(registry: Registry, names: str) -> bool:
    """Whether these are names of aircraft."""
    kinds: Any = registry.ruleset("aqmf")
    return bool(kinds.unit_type(names.split(", ")[0]).kind == "aircraft")


def test_each_game_of_the_table_begins_as_it_says(
    registry: Registry, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    commands = re.findall(r"\| `aqmf (play[^`]*)` \|", README.read_text(encoding="utf-8"))
    for command in commands:
        begun = CliRunner().invoke(aqmf, [*shlex.split(command), "--ask"], input="q\n")
        assert begun.exit_code == 0, begun.output
    begins = [command.removeprefix("play").strip().partition(":")[0] or "aqmf" for command in commands]
    assert sorted(begins) == sorted(registry.games)


def test_there_are_examples_and_two_commands() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(examples()) >= 4
    assert text.count("python3 -m venv") == 2


def test_a_patrol_is_written_as_shown_and_the_move_that_is_shown_flies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    text = README.read_text(encoding="utf-8")
    (block,) = re.findall(r"```sh\n(aqmf patrol .*?)```", LISTS.read_text(encoding="utf-8"), re.DOTALL)
    for command in block.splitlines():
        done = CliRunner().invoke(aqmf, shlex.split(command)[1:])
        assert done.exit_code == 0, done.output
    assert "dawn is ready" in done.output
    (move,) = re.findall(r"or typed: `(silver.*?)`", text, re.DOTALL)
    typed = "".join(f"{line}\n" for line in (*["1"] * 9, f"odds {' '.join(move.split())}", "q"))
    told = CliRunner().invoke(aqmf, ["play", "clouds:first-patrols", "--ask", "--seed", "1"], input=typed).output
    assert "    energy: turn -1\n" in told


ORDERED_IN = {
    "flight": ("first-flight", ()),
    "gunners": ("first-flight", ()),
    "Camel": ("richthofen:duel", ()),
    "silver Nieuport": ("clouds:first-patrols", ("1",) * 9),
}
"""The scenario that the orders of each piece in the README are for, and what is typed until it may move."""


def test_the_orders_that_are_shown_are_carried_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    told = re.sub(r"```.*?```", "", README.read_text(encoding="utf-8").partition("## What is whose")[0], flags=re.DOTALL)
    spans = (" ".join(span.split()) for span in re.findall(r"`([^`]+)`", told))
    orders = [(match[1], match[0]) for span in spans if (match := re.fullmatch(r"([A-Za-z ]+)(?:: .+| to \d.*)", span))]
    assert {piece for piece, _ in orders} == set(ORDERED_IN)
    for piece, order in orders:
        scenario, before = ORDERED_IN[piece]
        typed = "".join(f"{line}\n" for line in (*before, order, "q"))
        output = CliRunner().invoke(aqmf, ["play", scenario, "--ask", "--seed", "1"], input=typed).output
        *_, answer, _ = re.split(r"^[A-Z][a-z]+> ", output, flags=re.MULTILINE)
        assert re.search(r"^  > ", answer, flags=re.MULTILINE), answer
        assert "bomb" not in order or " bombs the " in answer


def guide() -> str:
    return README.read_text(encoding="utf-8").partition("## A game of your own\n")[2].partition("\n## ")[0]


def test_what_the_guide_shows_stands_in_the_game_that_it_is_from() -> None:
    """Part by part, for a guide leaves out what it does not speak of; what holds it to account, too."""
    places = (*Path(dawn_duel.__file__).parent.glob("*.py"), Path(__file__).parent / "plugins_on_disk" / "test_dawn_duel.py")
    game = "\n".join(path.read_text(encoding="utf-8") for path in places)
    shown = re.findall(r"```python\n(.*?)```", guide(), re.DOTALL)
    assert len(shown) == 4
    for part in (part for block in shown for part in block.split("\n\n")):
        assert part in game


def test_the_commands_of_the_guide_work_where_its_game_is_plugged_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    point = SimpleNamespace(name="dawn_duel", dist=None, load=lambda: dawn_duel.plugin)
    monkeypatch.setattr("aqmf_air.plugins.registry._installed", lambda: [point])
    (block,) = re.findall(r"```sh\n(.*?)```", guide(), re.DOTALL)
    for command in block.splitlines():
        done = CliRunner().invoke(aqmf, shlex.split(command)[1:])
        assert done.exit_code == 0, done.output
        assert done.stdout


def test_every_place_that_the_map_names_is_there() -> None:
    """Paths from the top of the repository or of the package; in the table of a game, those of each game that has them."""
    text = README.read_text(encoding="utf-8").partition("## What is whose")[2].partition("\n## ")[0]
    text += (README.parent / ".readme" / "order.md").read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`([\w/.]+)`", text) if "/" in name or name.endswith(".py")}
    top = README.parent
    games = [folder for folder in (top / "aqmf_air/games").iterdir() if (folder / "game.py").is_file()]
    roots = [top, top / "aqmf_air", *games]
    assert len(named) > 20
    assert not [name for name in sorted(named) if not any((root / name).exists() for root in roots)]
