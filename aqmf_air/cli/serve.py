"""``aqmf serve``: the table-side app, for a browser on this machine, or for everybody on the same network."""

from __future__ import annotations

import socket
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from aqmf_air.cli.opened import GAMES
from aqmf_air.cli.render import WholeNumber, examples, say, speaks_unicode

if TYPE_CHECKING:
    from aqmf_air.web.access.admission import Admission

ADDRESS = "127.0.0.1"
SHARE = 0.001
"""Seconds after which a thread that thinks lets one go on that answers."""


@click.command(epilog=examples("serve", "serve --host 0.0.0.0 --code"))
@click.option(
    "--host", default=ADDRESS, show_default=True, metavar="ADDRESS", help="0.0.0.0: everybody on the same network."
)
@click.option("--port", type=WholeNumber(0, 65535), default=8000, show_default=True, help="0: any port that is free.")
@click.option("--allow", multiple=True, metavar="NAME", help="A further name by which browsers may call this machine.")
@click.option("--code", is_flag=True, help="Ask for a code even where only this machine is served.")
@click.option(
    "--table",
    metavar="ID",
    shell_complete=GAMES,
    help="Print a link that opens this game's table as who set it up; it works once.",
)
@click.option("--open/--no-open", "open_it", default=False, help="Open it in the browser.")
def serve(host: str, port: int, allow: tuple[str, ...], code: bool, table: str | None, open_it: bool) -> None:
    """Open the table-side app in a browser: live tables of any game, odds, rules, and the pages of each game.

    It answers to this machine alone. With --host 0.0.0.0 it answers to everybody on the same network who has the code, which
    is printed, with a QR code to scan. Ctrl-C ends it. One app at a time serves a player's folder.
    """
    from aqmf_air.cli.opened import open_store
    from aqmf_air.core.data.files import lock_for_server
    from aqmf_air.printing.apart import compiled_apart
    from aqmf_air.printing.paper import compile_by
    from aqmf_air.web.access.admission import Admission, address_for_others, in_address, is_loopback, names
    from aqmf_air.web.app import create_app
    from aqmf_air.web.seat_settings import way_back
    from aqmf_air.web.server import Server

    with ExitStack() as alone, _listening(host, port) as listening:
        port = listening.getsockname()[1]
        others = not is_loopback(host)
        at = f"http://{in_address(host) if not others else ADDRESS}:{port}/"
        network = f"http://{address_for_others(host)}:{port}/" if others else at if code else ""
        admission = Admission() if network else None
        server = Server(create_app(names(host, allow), network, admission))
        alone.enter_context(lock_for_server(at))
        if table:  # no other app holds the table's seats open now
            with open_store() as store:
                way = way_back(store.kept(table).name)
        sys.setswitchinterval(SHARE)
        compile_by(compiled_apart)
        listening.listen()
        say(f"The app is at {at} (Ctrl-C ends it).")
        if admission is not None:
            _invite(network, admission)
        if table:
            say(f"The table of {table} is at {network or at}{way}")
        if open_it:
            click.launch(f"{at}enter?code={admission.code}" if admission else at)
        server.run(sockets=[listening])


def _listening(host: str, port: int) -> socket.socket:
    """A socket bound to where the app is to be. Raises AqmfError: there is no such address here, or the port is taken."""
    from aqmf_air.errors import AqmfError

    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, place = addresses[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as bad:
        raise AqmfError(f"--host {host}: no such address ({(bad.strerror or 'unknown error').lower()})", host=host) from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
    except OSError as bad:
        listening.close()
        reason = (bad.strerror or "unknown error").lower()
        hint = "try --port 0" if "use" in reason else "expected an address of this machine, or 0.0.0.0"
        raise AqmfError(f"{host}, port {port} cannot be used ({reason}): {hint}", port=port) from None
    return listening


def _invite(network: str, admission: Admission) -> None:
    """What has to be said to those who are to come in; a code to scan only where other machines can come."""
    import segno

    from aqmf_air.web.access.admission import reachable

    link = f"{network}enter?code={admission.code}"
    shown = f"{admission.code[:4]}-{admission.code[4:]}"
    if others := reachable(network):
        say(f"On this network it is at {network}")
        say("What is sent there is not encrypted: use it on a network that you trust.")
    scan = "; or scan this:" if others else ". Other machines cannot reach it: --host 0.0.0.0 lets them."
    say(f"The code is {shown}, for a player who is to come in{scan}")
    if others and speaks_unicode():
        segno.make_qr(link, error="l").terminal(out=sys.stdout, border=2, compact=True)
    click.echo(link)
