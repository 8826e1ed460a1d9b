"""The app as the engine of a site begins it: one thread, one browser, everything in one folder."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from urllib.parse import urlsplit

from aqmf_air.core.data.files import FOLDER_VARIABLE
from aqmf_air.core.play.contributions import Pages
from aqmf_air.core.store import sqlite_files
from aqmf_air.lab import results
from aqmf_air.site.bridge import Bridge
from aqmf_air.site.one_thread import work_in_one_thread
from aqmf_air.web.app import create_app

PAGES = Pages(
    "this-browser",
    "What is kept here, and how to keep it.",
    "aqmf_air.site.pages:ROUTES",
    link="/browser",
    templates="aqmf_air.site",
)

FORM = sqlite_files.FORM + results.FORM
"""Of what is kept, as one number, which grows with each of its forms: a site of a smaller one only reads it."""


def begin(origin: str, home: str) -> Bridge:
    """Make the app for the browser whose pages are at ``origin``; the player's folder is ``home``."""
    os.environ[FOLDER_VARIABLE] = home
    work_in_one_thread()
    host = urlsplit(origin).hostname or ""
    bridge = Bridge(create_app((host,), network=None, framed=True, more=(PAGES,)), origin, Path(home))
    gc.collect()
    gc.freeze()  # what is loaded stays: the collector need not look through it again and again
    return bridge
