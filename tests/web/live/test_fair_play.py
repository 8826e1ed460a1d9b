"""The promise about the dice."""

from __future__ import annotations

from hashlib import sha256

from aqmf_air.core.dice.sources import seeded
from aqmf_air.games.martian_front.chapters.to_hit import D10
from aqmf_air.web.live import fair_play
from aqmf_air.web.seat_settings import new_token


def test_a_promise_is_the_hash_of_salt_and_seed_as_text() -> None:
    assert fair_play.commitment("ab", 12) == sha256(b"ab:12").hexdigest()
    assert fair_play.commitment("ab", 12) != fair_play.commitment("ab1", 2)  # no digit can change sides afterwards
    assert fair_play.commitment("", 12) == ""  # where no promise was made there is none to check


def test_the_seed_is_the_number_or_what_number_and_shares_make() -> None:
    assert fair_play.seed_of("ab", 12, ()) == 12
    assert fair_play.seed_of("ab", 12, ("Wells", "1898")) == int(sha256(b"ab:12:Wells:1898").hexdigest()[:15], 16)
    assert fair_play.seed_of("ab", 12, ("f" * 64,)) < 2**60


def test_of_a_share_letters_and_figures_count() -> None:
    assert fair_play.share_of(" H. G.; Wells 1898\n") == "HGWells1898"
    assert fair_play.share_of("é:'$(") == ""
    assert len(fair_play.share_of("7" * 500)) == 64


def test_seeds_salts_and_tokens_are_long_and_never_the_same() -> None:
    seeds = {fair_play.new_seed() for _ in range(200)}
    assert len(seeds) == 200
    assert max(seeds) > 2**60
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert len({fair_play.new_salt() for _ in range(200)}) == 200
    assert len(fair_play.new_salt()) == 32
    assert len({new_token() for _ in range(200)}) == 200
    assert len(new_token()) == 24


def test_the_rolls_of_an_entry_follow_from_the_seed_with_any_hash_tool() -> None:
    from aqmf_air.core.dice.draws import total

    source = seeded(1917, 3)
    rolled = [source(total("any", 4, D10)).faces for _ in range(2)]
    by_hand = []
    for draw in range(2):
        digest = sha256(f"1917/3/{draw}/0".encode()).digest()
        by_hand.append(tuple([byte % 10 + 1 for byte in digest if byte < 250][:4]))
    assert rolled == by_hand
