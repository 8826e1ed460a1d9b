"""The games that can be at a table, with what was plugged into each."""

from __future__ import annotations

from functools import lru_cache

from aqmf_air.core.store.game_list import Kept
from aqmf_air.errors import StoreError
from aqmf_air.kept_rules import Rules, rules_named, rules_of
from aqmf_air.registry import Registry
from aqmf_air.web.engine import registry


def rules(name: str) -> Rules:
    """The rules of new games of this id, with the player's own files as they are now.

    Raises:
        UnknownNameError: there is none.
    """
    return _rules(name, registry())


@lru_cache(maxsize=16)
def _rules(name: str, plugged_in: Registry) -> Rules:
    return rules_named(name, plugged_in)


def rules_of_kept(kept: Kept) -> Rules:
    """The rules that a kept game was played under, from its header.

    Raises:
        StoreError: its header is damaged.
        RulesetVersionError: its ruleset or a plugin is not there.
    """
    if not kept.header:
        raise StoreError(kept.fault, game=kept.name)
    return rules_of(kept.header, registry())
