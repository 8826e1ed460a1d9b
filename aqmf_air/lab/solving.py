"""What meetings and trials come to: kernels solved, as plain documents that are kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from aqmf_air.core.data.names import by_name
from aqmf_air.errors import QuestionError
from aqmf_air.lab.laboratory import Force, Laboratory, Lineup, Meeting, Trial
from aqmf_air.lab.markov_chain import Kernel, kernel
from aqmf_air.lab.progress import TellDone

ENDS = {(True, False): "a", (False, True): "b", (False, False): "both", (True, True): "undecided"}
"""How a meeting ends, by who is left: ``both`` are gone, or it is ``undecided``."""


def untold(done: int, of: int) -> None:
    """Nobody is told."""


def chain_of(meeting: Meeting[Any] | Trial[Any], progress: TellDone = untold) -> Kernel[Any]:
    """The chain of a meeting; the last one is at hand, as how long it lasts and how it is solved change nothing in it.
    Raises EnumerationLimitError: it has too many states.
    """
    key = meeting.step, tuple(meeting.starts), meeting.over
    chain = _last.get(key)
    if chain is None:
        chain = kernel(meeting.step, *meeting.starts, over=meeting.over, progress=progress)
        _last.clear()
        _last[key] = chain
    return chain


_last: dict[Any, Kernel[Any]] = {}
"""The chain that was found last."""


def solved(meeting: Meeting[Any], chain: Kernel[Any], *, exactly: bool = False) -> dict[str, Any]:
    """How a meeting ends, and what it costs: in floats, the same on every machine, and the chain's size; or in fractions.

    ``ends``: the chance of each; ``lost``: the expected share of its points that each side loses.
    """
    states: Mapping[Any, Any]
    if meeting.steps is None:
        states = (chain.absorption if exactly else chain.absorption_in_floats)(meeting.starts)
    else:
        states = (chain.after if exactly else chain.after_floats)(meeting.steps, meeting.starts)
    nothing: Any = Fraction(0) if exactly else 0.0
    chances, lost = dict.fromkeys(ENDS.values(), nothing), [nothing, nothing]
    for state, chance in states.items():
        outcome = meeting.outcome(state)
        chances[ENDS[outcome.left]] += chance
        for side, share in enumerate(outcome.lost):
            lost[side] += chance * (share if exactly else float(share))
    result = {"ends": chances, "lost": {"a": lost[0], "b": lost[1]}}
    return result if exactly else {**result, "states": len(chain), "transitions": chain.transitions}


def tried(trial: Trial[Any], chain: Kernel[Any]) -> dict[str, Any]:
    """What a force gains and loses in a trial: points of foes, pro rata for the last one, and the share of itself."""
    *before, last = chain.along_floats(trial.steps, trial.starts)
    going = [not trial.over(state) for state in chain.states]
    often = sum(before, start=0 * last) * going + last  # an end is stayed in, and counts once
    each = list(zip(chain.states, often.tolist(), last.tolist(), strict=True))
    return {
        "gained": sum(times * trial.gained(state) + chance * trial.standing(state) for state, times, chance in each),
        "lost": sum(chance * trial.lost(state) for state, _, chance in each),
        "states": len(chain),
    }


_SEVERAL = re.compile("(\\d{1,6})\\s*[xX*\u00d7]\\s*(.+)")


def read_lineup(text: str, laboratory: Laboratory, *, visitors: bool = True) -> Lineup:
    """A line-up from words: ``A``, ``A + 2 x B``; what is in a file is brought, unless ``visitors`` are not let in.
    Raises UnknownNameError: nothing goes by a name; with near names.
    Raises QuestionError: forces of two sides, one that meets nobody, none, or too many.
    Raises DataError: a file is wrong.
    """
    counts: dict[str, int] = {}
    forces, noun = laboratory.forces(), laboratory.noun
    for part in text.split("+"):
        name, count = part.strip(), 1
        if not name:
            raise QuestionError(f"{text!r}: expected {noun}s with + between them, as A + 2 x B")
        if several := _SEVERAL.fullmatch(name):
            count, name = int(several[1]), several[2]
        brought = laboratory.brought(name, files=True) if visitors else None
        force = by_name(forces, brought or laboratory.short_for(name), noun, laboratory.near)
        counts[force.name] = counts.get(force.name, 0) + count
    if not 1 <= sum(counts.values()) <= laboratory.most or not all(counts.values()):
        wanted = f"1 {noun}" if laboratory.most == 1 else f"1 to {laboratory.most} {noun}s"
        raise QuestionError(f"{text!r}: expected {wanted}, got {sum(counts.values())}")
    named = [forces[name] for name in counts]
    for force in named:
        if force.idle:
            raise QuestionError(f"{force.name} meets nobody: {force.idle}")
    if len({force.side for force in named}) > 1:
        raise QuestionError(f"{text!r}: {named[0].name} and {named[-1].name} are not on one side")
    return tuple(counts.items())


def said_lineup(lineup: Lineup) -> str:
    """A line-up in words, as it is read."""
    return " + ".join(name if count == 1 else f"{count} x {name}" for name, count in lineup)


def points_of(lineup: Lineup, forces: Mapping[str, Force]) -> int:
    """The points of a line-up."""
    return sum(forces[name].points * count for name, count in lineup)
