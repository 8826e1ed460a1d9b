"""Dice that can be checked, and that nobody alone has chosen.

The server promises a number before the first roll: SHA-256 of the text ``salt:number``; the colon keeps one promise from
fitting two numbers. A player who joins by link has seen the promise, and adds a share: letters and figures that the server
could not know when it promised. The dice are rolled from the seed that both make: the first 15 hexadecimal digits of
SHA-256 of ``salt:number:share``, with a share more for everybody who added one; without any, the number is the seed.

After the end all of it is shown. Who has it can work out the promise, the seed, and from the seed every roll of the game:
roll ``k`` of entry ``p`` has its faces from SHA-256 of ``seed/p/k/block``; of its secret rolls, ``seed/p/secret/k/block``.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from secrets import randbits, token_hex

SEED_BITS = 63
SALT_BYTES = 16
SEED_DIGITS = 15
"""Hexadecimal digits of a hash that are a seed: 60 bits."""
MOST_SHARE = 64
"""Letters and figures of a share."""


def new_seed() -> int:
    """A number that nobody can guess."""
    return randbits(SEED_BITS)


def new_salt() -> str:
    """What keeps anybody from finding the seed by trying."""
    return token_hex(SALT_BYTES)


def promise(salt: str, number: int) -> str:
    """The promise of a number, in hexadecimal; empty where there is no salt, and so no promise was made."""
    return sha256(f"{salt}:{number}".encode()).hexdigest() if salt else ""


def share_of(written: str) -> str:
    """What counts of a share as somebody wrote it: its letters and figures, so that any hash tool takes it as it stands."""
    return "".join(one for one in written if one.isascii() and one.isalnum())[:MOST_SHARE]


def seed_of(salt: str, number: int, shares: Sequence[str]) -> int:
    """The seed that the promised number and the players' shares make."""
    if not shares:
        return number
    return int(sha256(":".join((salt, str(number), *shares)).encode()).hexdigest()[:SEED_DIGITS], 16)
