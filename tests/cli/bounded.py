"""A command in a process of its own, which may have so much memory and time and no more."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from signal import SIGKILL

MEMORY, SECONDS = 10**9, 20.0
"""Bytes and seconds of a processor that any input may take, and a refusal takes far less."""
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Threads of libraries reserve memory that they do not use."""


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str
    seconds: float
    """Of a processor."""
    memory: int
    """Bytes at most."""

    @property
    def one_line(self) -> bool:
        """Whether it said one line on standard error that is no traceback, and nothing else."""
        return self.err.startswith("aqmf: ") and self.err.count("\n") == 1 and not self.out


def bounded(*args: str, home: Path, given: bytes | Path | None = None, seconds: float = SECONDS) -> Ended:
    """Run ``aqmf`` with so much memory and processor time; ``given`` is its standard input, or a file for that.

    Raises:
        TimeoutError: it takes longer, or ten times as long by the clock, and was killed.
    """
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as complained, tempfile.TemporaryFile() as fed:
        if isinstance(given, bytes):
            fed.write(given)
            fed.seek(0)
        with given.open("rb") if isinstance(given, Path) else fed as read, tempfile.TemporaryFile() as used:
            started = subprocess.Popen(
                [sys.executable, "-c", _RUN, str(MEMORY), str(ceil(seconds)), str(used.fileno()), *args],
                stdin=read,
                stdout=said,
                stderr=complained,
                env={**os.environ, **ONE_THREAD, "AQMF_HOME": str(home)},
                pass_fds=(used.fileno(),),
                start_new_session=True,
            )
            try:
                started.wait(10 * seconds)
            except subprocess.TimeoutExpired:
                os.killpg(started.pid, SIGKILL)
                started.wait()
                raise TimeoutError(f"{' '.join(args)[:200]}: was killed after {10 * seconds:.0f} s by the clock") from None
            used.seek(0)
            status, memory, took = map(float, used.read().split())
        if status == -SIGKILL:
            raise TimeoutError(f"{' '.join(args)[:200]}: was killed after {took:.0f} s and {memory / 1024:.0f} MB")
        for file in (said, complained):
            file.seek(0)
        out, err = (file.read().decode(errors="replace") for file in (said, complained))
        return Ended(int(status), out, err, took, int(memory) * 1024)


_RUN = """
import os, resource, sys
memory, seconds, report = map(int, sys.argv[1:4])
child = os.fork()
if not child:
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    os.execv(sys.executable, [sys.executable, "-m", "aqmf_air", *sys.argv[4:]])
_, status, used = os.wait4(child, 0)
os.write(report, f"{os.waitstatus_to_exitcode(status)} {used.ru_maxrss} {used.ru_utime + used.ru_stime}".encode())
"""
"""In a small process between: a process that is forked by the tests is said to have been as large as they are."""
