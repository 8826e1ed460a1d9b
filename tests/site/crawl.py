"""Asks an app for addresses, in a process of its own where some packages cannot be imported: JSON in, JSON out."""

from __future__ import annotations

import html
import json
import re
import sys
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

from aqmf_air.core.data import made_ahead


class Blocked(MetaPathFinder):
    """Finds no package of these names."""

    def __init__(self, *packages: str) -> None:
        self.packages = packages

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> None:
        if fullname.partition(".")[0] in self.packages:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def said(page: str) -> str:
    """The first notice of a page, below its head."""
    told = re.search(r'class="notice[^>]*>(?:<summary>)?([^<]+)', page.partition('id="page"')[2])
    return html.unescape(told.group(1)) if told else ""


def main() -> None:
    asked = json.load(sys.stdin)
    made_ahead.FOLDER = Path(asked["ahead"])
    sys.meta_path.insert(0, Blocked(*asked["without"]))
    from starlette.testclient import TestClient

    from aqmf_air.web.app import create_app

    origin = "http://127.0.0.1"
    answers: dict[str, tuple[int, str]] = {}
    with TestClient(create_app(), base_url=origin, headers={"origin": origin}, follow_redirects=False) as client:
        addresses = list(asked["addresses"])
        for scenario in asked["tables"]:
            answer = client.post("/games/play", data={"scenario": scenario})
            answers[f"table of {scenario}"] = (answer.status_code, answer.headers.get("location") or said(answer.text))
            if answer.status_code == 303:
                table = answer.headers["location"]
                addresses += [table, f"{table}/seats", f"{table}/board.svg", f"{table}/sheet.json", f"{table}/log.jsonl"]
        answer = client.post("/games/play")
        answers["play now"] = (answer.status_code, answer.headers.get("location") or said(answer.text))
        for editor, scenario in asked["editors"].items():
            answer = client.post(f"{editor}/copy", data={"scenario": scenario, "title": "Mine", "once": f"{editor}-copy"})
            answers[f"copy at {editor}"] = (answer.status_code, said(client.get(answer.headers["location"]).text))
        for address in addresses:
            try:
                answer = client.get(address)
                answers[address] = (answer.status_code, said(answer.text))
            except Exception as fault:
                answers[address] = (500, f"{type(fault).__name__}: {fault}")
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
