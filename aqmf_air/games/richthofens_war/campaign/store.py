"""Campaigns on the disk: TOML files in the own folder, each with its earlier versions; and those that ship."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from aqmf_air import api
from aqmf_air.games.richthofens_war.campaign.model import Campaign
from aqmf_air.games.richthofens_war.tables import PACKAGE

CAMPAIGNS = api.Shelf("campaigns", "campaign")
"""The player's own."""
NAMES = "names"
"""The file beside those that ship which is none."""


def bundled() -> dict[str, Campaign]:
    """The campaigns that ship, as they begin, by their names."""
    folder = api.package_file(PACKAGE, "data/campaigns")
    files = sorted((file.name.removesuffix(".toml"), file) for file in folder.iterdir() if file.name.endswith(".toml"))
    return {name: api.read(Campaign, api.load_toml(file), file.name, api.DataError) for name, file in files if name != NAMES}


def parse_campaign(raw: bytes, where: str) -> Campaign:
    """The campaign in these bytes. Raises DataError: names the key."""
    return api.read(Campaign, api.parse_toml(raw, where), where, api.DataError)


def read_campaign(path: Path) -> Campaign:
    """The campaign in a file. Raises DataError: names the file and the key."""
    return parse_campaign(api.bytes_of(path), path.name)


def keep(campaign: Campaign, key: str = "") -> Path:
    """Keep a new campaign under a key that is free. Raises DataError: it cannot be written."""
    with api.lock_folder(CAMPAIGNS.place):
        path = CAMPAIGNS.free(key or campaign.title)
        write(path, campaign, "begun")
    return path


def write(path: Path, campaign: Campaign, what: str) -> None:
    """Write a campaign whole or not at all; the version before it can be gone back to.

    Raises DataError: it is too long, or cannot be written.
    """
    api.write_version(path, to_toml(campaign), what, CAMPAIGNS.kind)


def edit(path: Path, change: Callable[[Campaign], tuple[Campaign, str]]) -> tuple[Campaign, str]:
    """Change a campaign, with nobody else changing it meanwhile: what it is then, and what was done, as ``change`` says.

    Raises DataError: it cannot be read or written, and whatever ``change`` raises; nothing was changed.
    """
    with api.lock_folder(path.parent):
        before = read_campaign(path)
        after, what = change(before)
        if after != before:
            write(path, after, what)
    return after, what


def to_toml(campaign: Campaign) -> str:
    """A campaign as a TOML file; reading it gives the same."""
    document: Mapping[str, Any] = {"format": campaign.format, **campaign.model_dump(mode="json", exclude_defaults=True)}
    lines = ["# A campaign of Richthofen's War."]
    lines += [f"{key} = {api.toml_of(value)}" for key, value in document.items() if not _listed(value)]
    for key, value in document.items():
        for entry in value if _listed(value) else ():
            lines += ["", f"[[{key}]]", *(_field(name, inner) for name, inner in entry.items())]
    return "\n".join(lines) + "\n"


def _listed(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and isinstance(value[0], Mapping)


def _field(name: str, value: Any) -> str:
    """A field of one of a list, with a line for each of its own."""
    if not _listed(value):
        return f"{name} = {api.toml_of(value)}"
    return f"{name} = [\n" + "".join(f"    {api.toml_of(item)},\n" for item in value) + "]"


def campaign_called(name: str) -> Campaign:
    """A campaign that ships, as it begins. Raises UnknownNameError: there is none; with near names."""
    return api.by_name(bundled(), name, "campaign")
