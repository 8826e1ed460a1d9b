"""A scenario as a share token: all of it, in the text of a link.

The token is the scenario as plain JSON, without what equals a default, deflated and sealed. Both ends know the texts of
``data/token_words.txt``, so that what every scenario has takes little room: the file never changes within a version.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from aqmf_air.core.data.documents import parse_json
from aqmf_air.core.data.model import read
from aqmf_air.core.data.tables import package_file
from aqmf_air.core.data.token import Seal, bad_token
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army_formats import UnitOption
from aqmf_air.games.martian_front.scenario.forces_from_lists import enlisted
from aqmf_air.games.martian_front.scenario.model import ScenarioFile

SEAL = Seal("aqs", 1, "a scenario", max_token=30_000, max_bytes=200_000)


def token_of(file: ScenarioFile, options: Mapping[str, UnitOption]) -> str:
    """The token of a scenario; armies that it takes from the files of lists go along as units.

    Raises DataError: it is too long for a token, or a list of it cannot be read.
    """
    if any(army.file for army in file.armies):
        file, _ = enlisted(file, options)
    document = _whole(file.model_dump(mode="json", exclude_defaults=True))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_words())
    plain = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    return SEAL.close(deflate.compress(plain) + deflate.flush())


def _whole(value: Any) -> Any:
    """Plain data with whole numbers in place of real ones that are whole: they are shorter, and read as the same."""
    if isinstance(value, dict):
        return {name: _whole(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_whole(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


@cache
def _words() -> bytes:
    return package_file("aqmf_air.games.martian_front.scenario", "data/token_words.txt").read_bytes()


def scenario_from(token: str) -> ScenarioFile:
    """The scenario that a token stands for; a link that ends in one will do as well.

    Raises DataError: it is no token, is cut short, was changed on its way, or comes from a newer version.
    """
    sealed = SEAL.open(token)
    inflate = zlib.decompressobj(-15, zdict=_words())
    try:
        document = parse_json(inflate.decompress(sealed, SEAL.max_bytes), "token")
    except (DataError, zlib.error):
        raise bad_token("it cannot be read") from None
    if not isinstance(document, dict):
        raise bad_token("it is no scenario")
    file = read(ScenarioFile, document, "this scenario", DataError)
    if any(army.file for army in file.armies):  # a path of somebody else's machine
        raise bad_token("a scenario that is sent must have its units in it")
    return file
