"""The addresses of live tables."""

from __future__ import annotations

from starlette.routing import Route

from aqmf_air.web.live import actions, games, seats

ROUTES = (
    Route("/join/{game}/{token}", seats.join),
    *(
        Route(f"/game/{{game}}{below}", endpoint, methods=[method])
        for method, below, endpoint in (
            ("GET", "", actions.show),
            ("GET", "/board.svg", actions.picture),
            ("GET", "/sheet.json", actions.sheet),
            ("GET", "/film", actions.film),
            ("GET", "/stream", actions.stream),
            ("GET", "/log.jsonl", actions.log),
            ("POST", "/about", actions.about),
            ("POST", "/board/{question}", actions.question),
            ("POST", "/ask", actions.ask),
            ("POST", "/order", actions.order),
            ("POST", "/undo", actions.step),
            ("POST", "/redo", actions.step),
            ("POST", "/answer", actions.reply),
            ("POST", "/join", seats.sit_down),
            ("GET", "/seats", seats.show),
            ("POST", "/seats", seats.change),
        )
    ),
    *games.DISCARDING,
)
