"""The app as a server of this machine, for browsers that reach it by the network."""

from __future__ import annotations

import socket
from typing import Any

import uvicorn
from starlette.datastructures import State

MOST_CONNECTIONS = 500
"""Connections at once; each browser at a live table holds one open."""
PATIENCE = 2
"""Seconds that requests have to end when the app is stopped."""


class Server(uvicorn.Server):
    """Serves an app made by :func:`aqmf_air.web.app.create_app`, or something around it that has its ``state``."""

    def __init__(self, app: Any) -> None:
        self.state: State = app.state
        super().__init__(
            uvicorn.Config(
                app,
                log_level="warning",
                server_header=False,
                proxy_headers=False,
                limit_concurrency=MOST_CONNECTIONS,
                timeout_graceful_shutdown=PATIENCE,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the streams end by themselves, then stop."""
        if self.state.live_tables is not None:
            self.state.live_tables.send_home()
        await super().shutdown(sockets)
