"""Typesetting in a process of its own, which ends with the document: Typst keeps what it has worked with, a gigabyte for a
few prints, as long as its process lives. ``python -m aqmf_air.printing.apart`` is that process.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from threading import BoundedSemaphore
from typing import Any

from aqmf_air.errors import WorkerError
from aqmf_air.printing.typesetting import TypstError, compiled

AT_ONCE = 2
"""Documents that are made at a time: each takes a core, and some hundreds of megabytes."""
_turns = BoundedSemaphore(AT_ONCE)


def compiled_apart(files: Mapping[str, bytes], how: Mapping[str, Any]) -> Any:
    """As :func:`~aqmf_air.printing.typesetting.compiled`, which see. Raises WorkerError: the process ended too early."""
    path = os.pathsep.join(filter(None, sys.path))
    with _turns:
        made = subprocess.run(
            [sys.executable, "-P", "-m", __name__],
            input=pickle.dumps((files, how)),
            capture_output=True,
            env={**os.environ, "PYTHONPATH": path},
            check=False,
        )
    if made.returncode:
        raise WorkerError(f"the process that makes a print ended with status {made.returncode}; ask for it again")
    document = pickle.loads(made.stdout)
    if isinstance(document, TypstError):
        raise document
    return document


def main() -> None:
    """The other process: files on its standard input, the document on its standard output."""
    files, how = pickle.load(sys.stdin.buffer)
    try:
        document = compiled(files, how)
    except TypstError as fault:
        document = fault
    sys.stdout.buffer.write(pickle.dumps(document))


if __name__ == "__main__":
    main()
