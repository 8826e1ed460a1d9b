"""What the home screen offers to try of the pages of this game: a list, a ledger and a scenario that are ready to use."""

from __future__ import annotations

from urllib.parse import urlencode

from aqmf_air.core.play.contributions import Sample

HUMANS = """format = 1
name = "A rifle company"
side = "human"
limit = 500
units = [
  { unit = "US Command Squad" },
  { unit = "US Infantry", count = 2 },
  { unit = "Heavy Machine Gun Squad" },
  { unit = "Field Gun Battery" },
]
"""
MARTIANS = """format = 1
name = "Two tripods"
side = "martian"
limit = 500
units = [
  { unit = "Scout Tripod" },
  { unit = "Assault Tripod" },
]
"""

ARMY_SAMPLE = Sample(
    "Open a list", "A rifle company with its guns, checked and ready to print.", f"/army?{urlencode({'list': HUMANS})}"
)
LEDGER_SAMPLE = Sample(
    "Open a ledger",
    "A rifle company against two tripods, on your own table.",
    "/ledger/new",
    (("human-text", HUMANS), ("martian-text", MARTIANS), ("title", "A sample ledger"), ("first", "human")),
)
SCENARIO_SAMPLE = Sample(
    "Change a scenario",
    "A copy of First flight: move the wood, add a tripod, play it.",
    "/scenario/copy",
    (("scenario", "first-flight"), ("title", "My first flight"), ("once", "sample")),
)
