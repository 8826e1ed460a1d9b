"""Dice that can be checked: the server promises its seed before the first roll, and shows it after the end.

The promise is SHA-256 of the text ``salt:seed``; the colon keeps one promise from fitting two seeds. Who has both can work
out the promise, and from the seed every roll of the game: roll ``k`` of entry ``p`` has its faces from SHA-256 of
``seed/p/k/block``. It shows that the dice were not chosen while the game went on; who runs the server chose the seed.
"""

from __future__ import annotations

from hashlib import sha256
from secrets import randbits, token_hex

SEED_BITS = 63
SALT_BYTES = 16


def new_seed() -> int:
    """A seed that nobody can guess."""
    return randbits(SEED_BITS)


def new_salt() -> str:
    """What keeps anybody from finding the seed by trying."""
    return token_hex(SALT_BYTES)


def promise(salt: str, seed: int) -> str:
    """The promise about a seed, in hexadecimal; empty where there is no salt, and so no promise was made."""
    return sha256(f"{salt}:{seed}".encode()).hexdigest() if salt else ""
