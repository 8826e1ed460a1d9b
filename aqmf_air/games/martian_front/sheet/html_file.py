"""The sheet as one HTML file: the facts, the style and the script in it, and leave for nothing else to run or to load."""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import Any

from aqmf_air.core.data.tables import package_file
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from aqmf_air.games.martian_front.army_formats import Exporter, ExportOptions

SCRIPT = "main.min.js"
"""``main.js`` with the modules that it imports, as ``npm run bundle`` writes it in ``.ci``."""


def write(muster: ResolvedList, options: ExportOptions) -> bytes:
    """The sheet of a list, and of the one that it stands against. The same lists give the same bytes.

    Raises DataError: both lists are of one side, or a ruling does not exist.
    """
    from aqmf_air.games.martian_front.sheet.document import document_of

    return page_of(document_of(muster, options.against))


def page_of(document: dict[str, Any]) -> bytes:
    """The page around what a sheet holds."""
    from jinja2 import Environment, StrictUndefined

    facts = json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    shared = package_file("aqmf_air.web", "static/room.css").read_text(encoding="utf-8")
    style, script = shared + page_part("sheet.css"), page_part(SCRIPT)
    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, auto_reload=False)
    one, other = document["forces"]
    title = f"{one['name']} against {other['name']}"
    page = made.from_string(page_part("sheet.html")).render(
        **{name: document[name] for name in ("forces", "kinds", "made", "rulings")},
        title=title,
        key=sha256(facts.encode()).hexdigest()[:16],
        facts=facts,
        style=style,
        script=script,
        style_hash=_digest(style),
        script_hash=_digest(script),
    )
    return page.encode()


@cache
def page_part(name: str) -> str:
    """A file of the page."""
    return package_file("aqmf_air.games.martian_front.sheet", f"page/{name}").read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """As a content security policy names an inline script or style."""
    return b64encode(sha256(text.encode()).digest()).decode()


EXPORTER = Exporter("sheet", "offline sheet for the table: odds, dice, both forces", ".html", write, against=True)
