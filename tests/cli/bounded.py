"""A command in a process of its own, which may have so much memory and time and no more."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

MEMORY, SECONDS = 10**9, 20.0
"""Bytes and seconds that any input may take, and a refusal takes far less."""
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Threads of libraries reserve memory that they do not use."""


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str
    seconds: float
    memory: int
    """Bytes at most."""

    @property
    def one_line(self) -> bool:
        """Whether it said one line on standard error that is no traceback, and nothing else."""
        return self.err.startswith("aqmf: ") and self.err.count("\n") == 1 and not self.out


def bounded(*args: str, home: Path, given: bytes | Path | None = None, seconds: float = SECONDS) -> Ended:
    """Run ``aqmf`` with so much memory and time; ``given`` is its standard input, or a file for that.

    Raises:
        TimeoutError: it takes longer, and was killed.
    """
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as complained, tempfile.TemporaryFile() as fed:
        if isinstance(given, bytes):
            fed.write(given)
            fed.seek(0)
        with given.open("rb") if isinstance(given, Path) else fed as read:
            since = monotonic()
            process = subprocess.Popen(
                [sys.executable, "-m", "aqmf_air", *args],
                stdin=read,
                stdout=said,
                stderr=complained,
                env={**os.environ, **ONE_THREAD, "AQMF_HOME": str(home)},
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
            )
            timer = subprocess.Popen([sys.executable, "-c", _KILL, str(process.pid), str(seconds)])
            _, status, used = os.wait4(process.pid, 0)
            took = monotonic() - since
            timer.kill()
            timer.wait()
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == -9:
            raise TimeoutError(f"{' '.join(args)[:200]}: was killed after {took:.0f} s and {used.ru_maxrss // 1024} MB")
        for file in (said, complained):
            file.seek(0)
        out, err = (file.read().decode(errors="replace") for file in (said, complained))
        return Ended(process.returncode, out, err, took, used.ru_maxrss * 1024)


_KILL = "import os, sys, time; time.sleep(float(sys.argv[2])); os.kill(int(sys.argv[1]), 9)"
