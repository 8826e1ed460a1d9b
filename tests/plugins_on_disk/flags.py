"""Another extension of the same game: a flag that a side hoists once."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import ClassVar

from aqmf_air import api
from aqmf_air.api import Event, Offer, Registry
from tests.plugins_on_disk.cutters import Harbour


class Flags(api.Frozen):
    hoisted: tuple[str, ...] = ()


FLAGS = api.Slice("flags", Flags)


class FlagHoisted(Event[Harbour], type="flags.hoisted"):
    wording: ClassVar[str] = "{side} hoists its flag"
    side: str

    def apply(self, game: Harbour) -> Harbour:
        return FLAGS.changed(game, hoisted=(*FLAGS.of(game).hoisted, self.side))


class Hoist(api.Order[Harbour, Registry], type="flags.hoist"):
    phrases: ClassVar[tuple[str, ...]] = ("hoist",)
    side: str

    @classmethod
    def offers(cls, game: Harbour, player: str, registry: Registry) -> Iterable[Offer]:
        yield Offer(cls(side=player), "hoist the flag")

    def against(self, game: Harbour, player: str, registry: Registry) -> Iterable[api.Objection]:
        if self.side != player or player in FLAGS.of(game).hoisted:
            yield api.Objection("FLAG-1", "a side hoists its own flag, once")

    def decide(self, game: Harbour, registry: Registry, dice: api.Dice) -> tuple[Event[Harbour], ...]:
        return (FlagHoisted(side=self.side),)


RULE = api.Rule(id="FLAG-1", text="A side hoists its own flag, once.", source="made up for a test", standing="house")
EXTENSION = api.Extension(id="cutters", chapters=(sys.modules[__name__],), slices=(FLAGS,), also={api.kinds.RULES: (RULE,)})
