"""``python -m aqmf_air`` and the console script ``aqmf``."""

from __future__ import annotations

import atexit
import gc
import os

from aqmf_air.cli.main import aqmf


def main() -> None:
    """Run the command line."""
    # pydantic would read the metadata of every installed package to look for plugins of its own: time that a player waits
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    atexit.register(gc.freeze)  # what is about to end is not searched for cyclic garbage: seconds, after much work
    aqmf(prog_name="aqmf")


if __name__ == "__main__":
    main()
