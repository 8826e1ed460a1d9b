"""``aqmf serve``: the table-side app, for a browser on this machine."""

from __future__ import annotations

import click

ADDRESS = "127.0.0.1"


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any port that is free.")
@click.option("--open/--no-open", "open_it", default=False, help="Open it in the browser.")
def serve(port: int, open_it: bool) -> None:
    """Open the table-side app (volleys, hangar, design calculator, rules) in a browser on this machine.

    It answers to this machine alone. Ctrl-C ends it.
    """
    import socket

    import uvicorn

    from aqmf_air.errors import AqmfError
    from aqmf_air.web.app import create_app

    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((ADDRESS, port))
        except OSError as bad:
            reason = (bad.strerror or "unknown error").lower()
            raise AqmfError(f"port {port} cannot be used ({reason}): try --port 0", port=port) from None
        at = f"http://{ADDRESS}:{listening.getsockname()[1]}/"
        server = uvicorn.Server(uvicorn.Config(create_app(), log_level="warning", server_header=False))
        listening.listen()
        click.echo(f"The app is at {at} (Ctrl-C ends it).")
        if open_it:
            click.launch(at)
        server.run(sockets=[listening])
