"""The film as one HTML file: frames, look and script in it, and leave for nothing else to run or to load."""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256

from aqmf_air import __version__
from aqmf_air.web.film.frames import OPEN, Film
from aqmf_air.web.pages import FOLDER, environment


def film_page(film: Film) -> str:
    """The page of a film. The same film gives the same page."""
    last = film.frames[-1]
    style, script = _style(), _part("film.js")
    facts = json.dumps(film.document(), ensure_ascii=False, separators=(",", ":"))
    return (
        environment()
        .get_template("film.html")
        .render(
            title=film.title,
            side=""
            if film.audience == OPEN
            else next((one["name"] for one in film.sides if one["id"] == film.audience), ""),
            size=film.size,
            frames=len(film.frames),
            when=f"{last['when']}: {last['phase']}",
            last="".join(film.pieces[part] for part in last["parts"]),
            summary=last.get("summary", ()),
            made=f"Made with aqmf-air {__version__}. It needs no network, and no other file.",
            facts=facts.replace("<", "\\u003c"),
            style=style,
            script=script,
            policy=policy(),
        )
    )


def policy() -> str:
    """What the page may do: run its own script, and nothing else."""
    return (
        f"default-src 'none'; style-src 'sha256-{_digest(_style())}'; script-src 'sha256-{_digest(_part('film.js'))}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _style() -> str:
    return _part("room.css") + _part("film.css")


@cache
def _part(name: str) -> str:
    return (FOLDER / "static" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """As a content security policy names an inline script or style."""
    return b64encode(sha256(text.encode()).digest()).decode()
