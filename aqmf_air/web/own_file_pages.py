"""What the pages of a player's own files have in common: new ones, those brought back, the file itself, its versions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from aqmf_air.core.data.names import by_name
from aqmf_air.core.data.own_files import Shelf, bytes_of, versions_of
from aqmf_air.errors import AqmfError
from aqmf_air.web.pages import Fields, field_text, form_word, moved, plain_name, posted

MOST_GONE = 20
"""Discarded files that a page lists."""


def when_changed(path: Path) -> str:
    """When a file was changed last, for its row on a shelf: ``3 Apr 14:05``."""
    return f"{datetime.fromtimestamp(path.stat().st_mtime):%d %b %H:%M}".removeprefix("0")


@dataclass(frozen=True)
class OwnFilePages:
    """The addresses of one kind of files: ``/mission`` is the page of all, ``/mission/KEY`` that of one."""

    what: str
    """What one of them is called, and their address."""
    shelf: Shelf
    kept: Callable[[], Iterable[Path]]
    """Those of them that the pages are about."""
    refused: Callable[[Request, str], Response] | None = None
    """The page of all with what is wrong; None: a page of its own says it."""
    listed: str = ""
    """The address of the page of all, where it is another one."""

    def address(self, path: Path) -> str:
        """Where the page of a file is."""
        return f"/{self.what}/{quote(path.stem, safe='')}"

    def asked(self, request: Request) -> Path:
        """The file that an address is about. Raises UnknownNameError: there is none with this key; with near keys."""
        return by_name({path.stem: path for path in self.kept()}, request.path_params[self.what], self.what)

    def opened(self, request: Request, fields: Fields, make: Callable[[], Path]) -> Response:
        """Make a file, and open it; a form that is sent again opens the one that it made."""
        try:
            return moved(form_word(request.url.path, fields), lambda: self.address(make()))
        except AqmfError as bad:
            if self.refused is None:
                raise
            return self.refused(request, str(bad))

    def gone(self) -> list[str]:
        """The keys of those that were discarded, the last first."""
        return [path.stem for path in self.shelf.discarded()[:MOST_GONE]]

    def versions(self, path: Path) -> dict[str, Any]:
        """For a page: which version is in force, and what would be undone and redone."""
        versions, at = versions_of(path, self.shelf.kind)
        redo = versions[at + 1].what if at + 1 < len(versions) else ""
        return {"kept_version": at, "undo": versions[at].what if at > 0 else "", "redo": redo}

    def routes(self) -> tuple[Route, ...]:
        """The addresses that bring one back, discard it, and send its file."""

        def restore(request: Request, fields: Fields) -> Response:
            return self.opened(request, fields, lambda: self.shelf.bring_back(field_text(fields, "key")))

        def discard(request: Request, fields: Fields) -> Response:
            self.shelf.discard(self.asked(request))
            return RedirectResponse(f"{self.listed or f'/{self.what}'}#gone", 303)

        def file(request: Request) -> Response:
            path = self.asked(request)
            named = {"content-disposition": f'attachment; filename="{plain_name(path.stem, self.what)}.toml"'}
            return Response(bytes_of(path), media_type="application/toml", headers={**named, "cache-control": "no-store"})

        base = f"/{self.what}/{{{self.what}}}"
        return (
            Route(f"/{self.what}/restore", posted(restore), methods=["POST"]),
            Route(f"{base}/file.toml", file),
            Route(f"{base}/discard", posted(discard), methods=["POST"]),
        )
