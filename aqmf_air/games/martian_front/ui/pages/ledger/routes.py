"""The addresses of the pages of ledgers."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.games.martian_front.ui.pages.ledger import ledgers, one_ledger
from aqmf_air.games.martian_front.ui.pages.ledger.ledger_store import kept_ledger
from aqmf_air.web.discard_pages import discarding

ROUTES = (
    Route("/ledger", ledgers.listed),
    Route("/ledger/new", ledgers.new, methods=["POST"]),
    Route("/ledger/{name}", one_ledger.show),
    Route("/ledger/{name}/roll", one_ledger.roll, methods=["POST"]),
    Route("/ledger/{name}/write", one_ledger.write, methods=["POST"]),
    Route("/ledger/{name}/undo", one_ledger.step, methods=["POST"]),
    Route("/ledger/{name}/redo", one_ledger.step, methods=["POST"]),
    *discarding("ledger", "/ledger/{name}", kept_ledger),
    Route("/ledger/{name}/stream", one_ledger.stream),
    Route("/ledger/{name}/luck", one_ledger.luck),
    Route("/ledger/{name}/log.jsonl", one_ledger.log_file),
)
