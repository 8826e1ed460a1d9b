"""The addresses of the pages of ledgers."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.games.martian_front.ui.pages.ledger import ledgers, one_ledger

ROUTES = (
    Route("/ledger", ledgers.listed),
    Route("/ledger/new", ledgers.new, methods=["POST"]),
    Route("/ledger/{name}", one_ledger.show),
    Route("/ledger/{name}/roll", one_ledger.roll, methods=["POST"]),
    Route("/ledger/{name}/write", one_ledger.write, methods=["POST"]),
    Route("/ledger/{name}/undo", one_ledger.step, methods=["POST"]),
    Route("/ledger/{name}/redo", one_ledger.step, methods=["POST"]),
    Route("/ledger/{name}/discard", ledgers.ask, methods=["GET"]),
    Route("/ledger/{name}/discard", ledgers.discard, methods=["POST"]),
    Route("/ledger/{name}/restore", ledgers.restore, methods=["POST"]),
    Route("/ledger/{name}/stream", one_ledger.stream),
    Route("/ledger/{name}/luck", one_ledger.luck),
    Route("/ledger/{name}/log.jsonl", one_ledger.log_file),
)
