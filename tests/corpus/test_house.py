"""Games and campaigns that were kept before the rooms of the house were laid out anew: they are restored and told as they
were, all that was printed of them still is, and they go on. Nothing in ``house`` is ever written anew.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from tests.corpus.write_house import AUTOMATIC, FOLDER, PRINTED, TOLD

THEN: dict[str, dict[str, str]] = json.loads(gzip.decompress((FOLDER / "told.json.gz").read_bytes()))

MENDED = {
    r"(?<!-)\b1 mission points": "1 mission point",
    r"(  > \d+ aircraft of .*?) turns ": r"\1 turn ",
    r"\(rolled when all have ordered\)": "(rolled later)",
    r"Condition: there is\s+one\.": "Condition: a pilot has such a kill.",
    r"Skills {4}": "Air/ground",
    r"(?m)^(  - .*) \((\d)/(\d)\) (joins with .*)$": r"\1 \4: air skill \2, ground skill \3",
    r"(?m)^  > The task has been tried$": "  > The flight turns for home",  # that it was is no news, what follows is
    r"0  killed": "1  killed",  # the mission on which he was killed is one that he flew
    r"(?m)^(Turn \d+ of \d+), (?:Germans|Allies): ": r"\1: ",  # in which both sides act
    r"(?s)\A(Chronicle of the squadron\n)(.*?, (\d+ victory points)\n.*?)  draw\n": (
        r"\1  The campaign ends in a draw, \3\n\2"
    ),  # the result leads
    r"(?m): (\d+) -> \1(?=$|  \[)": r": \1",  # a roll that comes to its face is said once
    r"(?m), table [A-Z]\d+$": "",  # the number of a table stands in the line of its roll, not in the head
    r"(?m)([Mm]ission \d+ of \d+), turn \d+(?=: Spending mission points|, \d+ victory|$)": r"\1",  # it is over
}
"""Words that were wrong then, and are told right since."""
ADDED = re.compile(
    r"  (shot down|destroyed|lost) {2,}\S|    and \w+ in mission \d+$"
    r"|  \S.* {2}(shot down|destroyed|forced down.*|(in the air|landed|left the map|went home).*, \d+ of \d+ damage)$"
)
"""Lines at the end of a game or of a campaign that were not told then: what became of whom."""


VICTOR = re.compile(r" shot down by [\w .-]+?(?= {2,}\+\d)")
"""Whose victory an aircraft was that earned points, which was not told then."""
SHOT_BY = re.compile(r"(?m)(?<=is destroyed in the air) by [\w -]+?(?= \(a chance|;|$)")
"""Who shot somebody down: then of enemies alone."""
LENT = re.compile(r"\n  Lent: ")
"""Crews that were lent to a mission, who stood at the end of those who flew it."""
FORFEIT = re.compile(r"; of the patrol \d+ MP forfeit: .*")
"""What a mission lost of its points, which was not told then."""
RESULT = re.compile(r"(\w+ wins?|A draw|Draw|Defeat|[\w ]*[Vv]ictory): (.*)\.")
"""Who won, and why: more is said of that now."""


def whole_result(winner: str, why: str, lines: list[str]) -> str:
    """The sentence of today that says who won, and that for all it said then."""
    found = re.search(rf"{winner}: [^.]*{re.escape(why)}[^.]*\.", " ".join(" ".join(lines).split()))
    assert found
    return found[0]


def apart(line: str, lines: list[str]) -> list[str]:
    """A line of today as it was told then: cards that were drawn one after another each stood in a line."""
    label, colon, cards = line.partition(": ")
    each = [f"{label}{colon}{card}" for card in cards.split(", ")]
    return each if line not in lines and all(one in lines for one in each) else [line]


def words_of(text: str) -> Counter[str]:
    """The words and marks of a text, however its lines are broken."""
    return Counter(re.findall(r"\w+|[^\w\s]", text))


def mended(text: str) -> str:
    """What was told then, in today's words."""
    for wrong, right in MENDED.items():
        text = re.sub(wrong, right, text)
    return text


RULERS = words_of(f"{'0 1 2 3 4 inches 0 1 2 3 4 5 6 7 8 9 10 cm ' * 2}Print at actual size, then lay a ruler on both bars.")
"""The ruler bars of a page: they stand on paper to scale alone by now."""
EVENT = "  > "


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder into which everything was restored."""
    home = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", str(home))
        patch.setenv("COLUMNS", "120")
        assert run("restore", str(FOLDER / "kept.zip")).exit_code == 0
        yield home


def run(*command: str, typed: str = "") -> Any:
    return CliRunner().invoke(aqmf, command, input=typed)


@pytest.mark.parametrize("command", TOLD, ids=" ".join)
def test_what_was_kept_is_told_as_it_was(kept: Path, command: tuple[str, ...]) -> None:
    ended = run(*command)
    assert ended.exit_code == 0, ended.output
    told = mended(THEN["told"][" ".join(command)])
    now = ended.stdout.splitlines()
    if command[0] == "chronicle":  # which has stories by now: what was told then stands among them, in this order
        then_told, now_told = (SHOT_BY.sub("", re.sub(r"\n {6}(?=\S)", " ", each)) for each in (told, ended.stdout))
        rest = iter(LENT.sub(", ", now_told).splitlines())
        assert [line for line in then_told.splitlines() if line not in rest] == []
    elif command[0] == "replay":  # in which each event stands below its rolls by now: both are in the order that they had
        lines = told.splitlines()
        now = [VICTOR.sub(" destroyed", one) for line in now for one in apart(FORFEIT.sub("", line), lines)]
        assert [line for line in now if line.startswith(EVENT)] == [line for line in lines if line.startswith(EVENT)]
        then, today = (Counter(re.sub(r"(?<=\S) {2,}", "  ", line) for line in each) for each in (lines, now))
        results = [result for line in then - today if (result := RESULT.fullmatch(line))]
        sentences = [whole_result(result[1], result[2], now) for result in results]
        whole = " ".join(" ".join(now).split())  # columns are as wide as what is in them now, and long cells are broken
        gone = then - today - Counter(result[0] for result in results)
        assert not [line for line in gone if " ".join(line.split()) not in whole]
        more = [line.strip() for line in today - then if not ADDED.match(line)]
        assert all(any(line in sentence for sentence in sentences) for line in more)
    else:
        assert now == told.splitlines()


@pytest.mark.parametrize("name", PRINTED)
def test_what_was_printed_of_what_was_kept_still_is(kept: Path, name: str, tmp_path: Path) -> None:
    paper = tmp_path / "paper.pdf"
    assert run(*PRINTED[name], "-o", str(paper)).exit_code == 0
    text = subprocess.run(["pdftotext", "-raw", str(paper), "-"], capture_output=True, text=True, check=True).stdout
    then, now = (words_of(re.sub(r"\d+/\d+", "", printed)) for printed in (mended(THEN["printed"][name]), text))
    if name == "chronicle":  # which leaves to the terminal and the page what mattered least
        now += words_of(run(*PRINTED[name]).stdout)
        del then["\N{EN DASH}"]  # with which a line begins on paper
    for bar, count in RULERS.items():
        then[bar] -= count * (THEN["printed"][name].count("inches") // 2)
    assert not then - now


@pytest.mark.parametrize("ruleset", AUTOMATIC)
def test_a_game_that_was_left_goes_on(kept: Path, ruleset: str) -> None:
    def entries() -> int:
        (game,) = [game for game in json.loads(run("games", "--json").stdout) if game["game"] == f"{ruleset}-typed"]
        return int(game["entries"])

    before = entries()
    ended = run("play", "--resume", f"{ruleset}-typed", typed="?\n1\nq\n")
    assert ended.exit_code == 0, ended.output
    assert entries() > before


def test_a_campaign_that_was_left_goes_on(kept: Path) -> None:
    before = run("campaign", "show", "running").stdout.splitlines()
    ended = run("campaign", "fly", "running", "--auto", "both")
    assert ended.exit_code == 0, ended.output
    after = run("campaign", "show", "running").stdout.splitlines()
    assert [line for line in after if line.startswith("3. ")]
    assert not [line for line in before if line.startswith("3. ")]
