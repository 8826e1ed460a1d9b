"""A list as a Discord message: its own Markdown, in messages that are short enough to be sent."""

from __future__ import annotations

import re

from aqmf_air.games.martian_front.army.exchange.profile import TIMES, short_weapon
from aqmf_air.games.martian_front.army.exchange.text import choices, problem_lines, settled, summary
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.army_formats import Exporter, ExportOptions

MAX_MESSAGE = 2000
"""Characters that Discord takes in one message."""
BREAK = "\n\n"

_SIGNS = re.compile(r"([\\*_~`|\[\]<@])")


def escaped(text: str) -> str:
    """Text that Discord shows as it is: nothing in it formats, links or calls anyone."""
    return _SIGNS.sub(r"\\\1", text).replace("\\@", "@\u200b").replace("\n", " / ")


def _write(muster: ResolvedList, options: ExportOptions) -> bytes:
    army = muster.army
    parts = [f"**{escaped(army.name)}**\n{summary(muster)}"]
    parts += [escaped(one) for one in settled(muster)]
    parts += [_unit(line) for line in muster.lines]
    parts += [f"⚠ {escaped(one)}" for one in problem_lines(muster)]
    parts += [f"> {escaped(one)}" for one in army.notes.splitlines() if one]
    return (BREAK.join(_messages(parts)) + "\n").encode()


def _unit(line: ResolvedUnit) -> str:
    title = (
        f"**{line.count}{TIMES} {escaped(line.unit)}**{escaped(line.called)} · {line.points if line.type else 'not known'}"
    )
    chosen = f" · {', '.join(map(escaped, choices(line)))}" if choices(line) else ""
    if line.type is None:
        return title + chosen
    kind = line.type
    weapons = "; ".join(escaped(short_weapon(mount)) for mount in kind.weapons) or "no weapons"
    return f"{title}{chosen}\n  {line.elements} el · S {kind.speed:g} D {kind.defense} A {kind.armor} · {weapons}"


def _messages(parts: list[str]) -> list[str]:
    """The parts in messages; between two messages is an empty line, and there is none inside."""
    messages = [""]
    for part in parts:
        clipped = part if len(part) <= MAX_MESSAGE else f"{part[: MAX_MESSAGE - 1].rstrip(chr(92))}…"
        joined = f"{messages[-1]}\n{clipped}" if messages[-1] else clipped
        if len(joined) <= MAX_MESSAGE:
            messages[-1] = joined
        else:
            messages.append(clipped)
    return messages


EXPORTER = Exporter(
    "discord", "Discord messages of at most 2,000 characters, with an empty line between them", ".txt", _write
)
