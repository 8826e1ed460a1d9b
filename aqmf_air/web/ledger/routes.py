"""The addresses of the pages of ledgers."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.web.ledger import pages, shelf

ROUTES = (
    Route("/ledger", shelf.listed),
    Route("/ledger/new", shelf.new, methods=["POST"]),
    Route("/ledger/{name}", pages.show),
    Route("/ledger/{name}/roll", pages.roll, methods=["POST"]),
    Route("/ledger/{name}/write", pages.write, methods=["POST"]),
    Route("/ledger/{name}/undo", pages.step, methods=["POST"]),
    Route("/ledger/{name}/redo", pages.step, methods=["POST"]),
    Route("/ledger/{name}/discard", shelf.ask, methods=["GET"]),
    Route("/ledger/{name}/discard", shelf.discard, methods=["POST"]),
    Route("/ledger/{name}/restore", shelf.restore, methods=["POST"]),
    Route("/ledger/{name}/stream", pages.stream),
    Route("/ledger/{name}/luck", pages.luck),
    Route("/ledger/{name}/log.jsonl", pages.log_file),
)
