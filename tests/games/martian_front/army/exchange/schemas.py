"""The BattleScribe 2.03 schemas, where there are any: they are not ours to copy, so tests that need them skip without."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(os.environ.get("BATTLESCRIBE_SCHEMAS") or Path(__file__).parents[6] / "shared/data/battlescribe-schemas")


@cache
def schema(kind: str) -> Any:
    """The schema of ``roster``, ``catalogue`` or ``gameSystem`` files."""
    from lxml import etree

    path = FOLDER / f"{kind}Schema-2.03.xsd"
    if not path.is_file():
        pytest.skip(f"no BattleScribe schemas in {FOLDER} (BATTLESCRIBE_SCHEMAS says where they are)")
    return etree.XMLSchema(etree.parse(path))


def faults(raw: bytes, kind: str) -> str:
    """What the schema has against a file; empty if nothing."""
    from lxml import etree

    checked = schema(kind)
    return "" if checked.validate(etree.fromstring(raw)) else str(checked.error_log.last_error)
