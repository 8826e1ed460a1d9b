"""What the program's JSON documents have in common."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

from aqmf_air.core.data.tables import MAX_BYTES
from aqmf_air.core.dice.chance import Odds
from aqmf_air.errors import DataError


def exact(chance: Fraction) -> str:
    """A chance with all its digits, be they more than Python writes of a whole number at once.

    >>> exact(Fraction(3, 20))
    '3/20'
    """
    try:
        return str(chance)
    except ValueError:
        return f"{Decimal(chance.numerator):f}/{Decimal(chance.denominator):f}"


def distribution(odds: Odds[Any]) -> dict[str, Any]:
    """Odds as every document writes them: ``p`` and ``exact`` by outcome, and the ``mean`` where outcomes are numbers.

    >>> distribution(Odds({0: 3, 1: 1}, 4))
    {'p': {'0': 0.75, '1': 0.25}, 'exact': {'0': '3/4', '1': '1/4'}, 'mean': 0.25}
    """
    outcomes = sorted(odds) if all(isinstance(one, int) for one in odds) else list(odds)
    document: dict[str, Any] = {
        "p": {str(one): float(odds[one]) for one in outcomes},
        "exact": {str(one): exact(odds[one]) for one in outcomes},
    }
    if all(isinstance(one, int | Fraction) for one in outcomes):
        document["mean"] = float(odds.mean(lambda outcome: outcome))
    return document


def parse_json(raw: bytes, where: str, most: int = MAX_BYTES) -> Any:
    """The JSON document in these bytes, ``most`` of them; ``where`` names them in messages.

    Raises:
        DataError: too large, empty, not UTF-8, not JSON (with the line), a key twice in one object, or NaN or an infinity.
    """
    if len(raw) > most:
        raise DataError(f"{where}: larger than {most:,} bytes", path=where)

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        document = dict(pairs)
        if len(document) < len(pairs):
            twice = next(key for number, (key, _) in enumerate(pairs) if key in dict(pairs[:number]))
            raise DataError(f"{where}: key {twice[:60]!r} stands there twice", path=where, key=twice)
        return document

    def constant(name: str) -> Any:
        raise DataError(f"{where}: expected finite numbers, got {name}", path=where, value=name)

    try:
        text = raw.decode("utf-8-sig")
        if not text.strip():
            raise DataError(f"{where}: empty, expected a JSON document", path=where)
        return json.loads(text, object_pairs_hook=members, parse_constant=constant)
    except UnicodeDecodeError as bad:
        raise DataError(f"{where}: not UTF-8 text (byte {bad.start})", path=where) from None
    except json.JSONDecodeError as bad:
        raise DataError(f"{where}: not JSON: {bad.msg} (line {bad.lineno}, column {bad.colno})", path=where) from None
    except ValueError:  # what Python itself refuses to read as a whole number
        raise DataError(f"{where}: not JSON: a number in it has thousands of digits", path=where) from None
    except RecursionError:
        raise DataError(f"{where}: nested too deeply", path=where) from None
