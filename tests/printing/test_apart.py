"""Documents that are made in a process of their own: the same ones, and nothing of Typst stays behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from aqmf_air.errors import WorkerError
from aqmf_air.printing import apart
from aqmf_air.printing.typesetting import TypstError, compiled

PAGE = {"main.typ": b"= A page\n#lorem(30)"}
PDF = {"format": "pdf"}


def test_a_document_is_the_same_as_if_it_was_made_here() -> None:
    assert apart.compiled_apart(PAGE, PDF) == compiled(PAGE, PDF)


def test_what_typst_says_of_a_bad_document_comes_back() -> None:
    with pytest.raises(TypstError, match="unknown variable: x") as refused:
        apart.compiled_apart({"main.typ": b"#x"}, PDF)
    assert "main.typ" in refused.value.diagnostic


def test_a_process_that_dies_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "typst.py").write_text("import os\nos._exit(9)\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(WorkerError, match="ended with status 9"):
        apart.compiled_apart(PAGE, PDF)


def test_the_process_that_asks_keeps_nothing_of_typst() -> None:
    """What is not loaded has no memory: that of an app falls back to what it was before a print."""
    script = f"""
import sys
from aqmf_air.printing.apart import compiled_apart
assert compiled_apart({PAGE!r}, {PDF!r}).startswith(b"%PDF")
print("typst" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "False\n"
