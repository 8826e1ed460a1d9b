"""The page of the one browser that the app runs in: everything saved as one file, and put back."""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air import __version__
from aqmf_air.core.data.files import own_folder, write_aside
from aqmf_air.core.data.text import plural
from aqmf_air.core.store.backup import back_up
from aqmf_air.core.store.restoring import restore
from aqmf_air.errors import DataError
from aqmf_air.site.bridge import FOLDER
from aqmf_air.site.left_out import left_out_of_site, said_left_out
from aqmf_air.web.pages import field_text, file_form_of, page
from aqmf_air.web.player_folder import contents
from aqmf_air.web.shared_registry import registry

SAVED = "saved.json"
"""The file, in the browser's folder, with when everything was last saved."""


def show(request: Request) -> Response:
    """``/browser``: when everything was last saved, and the forms for that and for putting it back."""
    saved = ""
    with suppress(OSError, ValueError, KeyError, TypeError):
        at = json.loads((own_folder() / FOLDER / SAVED).read_bytes())["at"]
        saved = f"{datetime.fromtimestamp(at):%d %b %Y, %H:%M}"
    restored = field_text(request.query_params, "restored")
    message = f"{restored} put back." if restored.partition(" ")[0].isdigit() else ""
    return page(request, "browser.html", saved=saved, restored=message, without=said_left_out(left_out_of_site()))


def everything(request: Request) -> Response:
    """``/browser/everything.zip``: a backup, as ``aqmf backup`` writes it."""
    now, folder = datetime.now(), own_folder()
    with tempfile.TemporaryDirectory() as aside:
        file = Path(aside) / "everything.zip"
        back_up(folder, file, contents(registry()), __version__)
        raw = file.read_bytes()
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    write_aside(folder / FOLDER / SAVED, json.dumps({"at": now.timestamp()}).encode())
    headers = {"content-disposition": f'attachment; filename="aqmf-air-{now:%Y-%m-%d}.zip"', "cache-control": "no-store"}
    return Response(raw, media_type="application/zip", headers=headers)


async def put_back(request: Request) -> Response:
    """``POST /browser/restore`` {"file", "replace"}: all that is kept goes, and what is in the file comes in its place."""
    raw, where, fields = await file_form_of(request, "")
    if not where:
        raise DataError("file: expected a file that was saved here, or by 'aqmf backup'", key="file")
    if field_text(fields, "replace") != "yes":
        raise DataError("replace: expected 'yes', for all that is here goes", key="replace")
    if (live_tables := request.app.state.live_tables) is not None:
        request.app.state.live_tables = None  # the next who comes to a table opens the files anew
        await live_tables.close()
    with tempfile.TemporaryDirectory() as aside:
        file = Path(aside) / "everything.zip"
        file.write_bytes(raw)
        try:
            restored = restore(file, own_folder(), contents(registry()), replace=True)
        except DataError as bad:
            raise DataError(str(bad).replace(str(file), where), key="file") from None
    return RedirectResponse(f"/browser?restored={plural(len(restored.manifest.members), 'file')}", 303)


ROUTES = (
    Route("/browser", show),
    Route("/browser/everything.zip", everything),
    Route("/browser/restore", put_back, methods=["POST"]),
)
