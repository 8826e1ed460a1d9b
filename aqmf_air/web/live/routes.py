"""The addresses of live tables, their boards and films."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.web.board import routes as board
from aqmf_air.web.film import routes as film
from aqmf_air.web.live import actions, games, seats

ROUTES = (
    Route("/join/{game}/{token}", seats.join),
    Route("/game/{game}/join", seats.sit_down, methods=["POST"]),
    Route("/game/{game}/seats", seats.show, methods=["GET"]),
    Route("/game/{game}/seats", seats.change, methods=["POST"]),
    Route("/game/{game}/discard", games.ask, methods=["GET"]),
    Route("/game/{game}/discard", games.discard, methods=["POST"]),
    Route("/game/{game}/restore", games.restore, methods=["POST"]),
    Route("/game/{game}/log.jsonl", actions.log),
    Route("/game/{game}", board.show),
    Route("/game/{game}/film", film.show),
    Route("/game/{game}/board.svg", board.picture),
    Route("/game/{game}/about", board.about, methods=["POST"]),
    Route("/game/{game}/path", board.path, methods=["POST"]),
    Route("/game/{game}/board/{question}", board.ask, methods=["POST"]),
    Route("/game/{game}/sheet.json", actions.sheet),
    Route("/game/{game}/stream", actions.stream),
    Route("/game/{game}/ask", actions.ask, methods=["POST"]),
    Route("/game/{game}/order", actions.order, methods=["POST"]),
    Route("/game/{game}/undo", actions.step, methods=["POST"]),
    Route("/game/{game}/redo", actions.step, methods=["POST"]),
    Route("/game/{game}/answer", actions.reply, methods=["POST"]),
)
