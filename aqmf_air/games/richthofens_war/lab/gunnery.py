"""What fire does in a duel: the shots of two aircraft in a position, critical hits, and tries to clear guns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from aqmf_air.core.data.model import replace as with_fields
from aqmf_air.core.dice.dice import Dice, DiceTray, recorded
from aqmf_air.core.play.orders import after
from aqmf_air.games.richthofens_war import tending
from aqmf_air.games.richthofens_war.damage import applied
from aqmf_air.games.richthofens_war.lab.encounter import IDS, SIDES, DogfightPosition, Encounter, Jams
from aqmf_air.games.richthofens_war.lab.terms import RichthofenTerms
from aqmf_air.games.richthofens_war.pieces import Aircraft, PendingShot
from aqmf_air.games.richthofens_war.rules.criticals import Critical, critical_hit
from aqmf_air.games.richthofens_war.rules.fire import cleared
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.shooting import fired
from aqmf_air.games.richthofens_war.tables import AircraftType

Both = tuple[bool, bool]
Fate = Literal["fights", "home", "away", "lost"]
"""``home``: it flies home, and may be chased; ``away``: it has got away."""


class Effect(NamedTuple):
    """What comes of the shots of an aircraft."""

    damage: int = 0
    fate: Fate = "fights"
    """What a critical hit makes of the target."""
    jams: Jams = ()
    """Of who fires: those of its guns that are jammed after it."""


NOTHING = Effect()
WORSE: dict[Fate, int] = {"fights": 0, "home": 1, "lost": 2, "away": 3}


class Gunnery:
    """The fire of two aircraft that meet: the same however long they do, whoever evades, and when they go home."""

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter

    def exchange(self, dice: Dice, position: DogfightPosition, jams: tuple[Jams, Jams], home: Both) -> tuple[Effect, Effect]:
        """The fire of both in a position, then their tries to clear guns.

        Args:
            dice: as of any rule.
            position: where the two are.
            jams: the guns of each that are jammed.
            home: who flies home: its pilot does not fire.
        """
        one, other = (dice.call(self.fire, position, who, jams[who], home[who]) for who in (0, 1))
        return one, other

    def fire(self, dice: Dice, position: DogfightPosition, who: int, jams: Jams, home: bool) -> Effect:
        """The shots of an aircraft in a position, then tries to clear guns. FIRE-1, JAM-1, JAM-4, CRIT.

        Args:
            dice: as of any rule.
            position: where the two are.
            who: fires.
            jams: its guns that are jammed.
            home: whether it flies home: its pilot does not fire.
        """
        found = dice.call(self.volley, position, who, jams, home)
        clear = {gun for gun, need in self._needs(position, who, jams, home) if cleared(dice, need, SIDES[who])}
        return found._replace(jams=self._jams(who, {*jams, *found.jams} - clear))

    def _jams(self, who: int, jams: Iterable[str]) -> Jams:
        """What is kept of jammed guns: one that fires ahead; twin guns are alike."""
        ahead = [gun.name for gun in self.encounter.types[who].guns if gun.mount == "front"]
        found = sorted(set(jams).intersection(ahead), key=ahead.index)[:1]
        return tuple(ahead[:1] if found and self.encounter.types[who].front == "A" else found)

    def volley(self, dice: Dice, position: DogfightPosition, who: int, jams: Jams, home: bool) -> Effect:
        """What the shots of an aircraft do in a position, with the facts of :meth:`fire`. FIRE-1, JAM-1, CRIT."""
        found = NOTHING
        for number in range(len(self.encounter.shots(position, who, jams, home=home))):
            one = dice.call(self._shot, position, who, jams, home, number)
            fate = max(found.fate, one.fate, key=WORSE.__getitem__)
            found = Effect(found.damage + one.damage, fate, (*found.jams, *one.jams))
        return found

    def _shot(self, dice: Dice, position: DogfightPosition, who: int, jams: Jams, home: bool, number: int) -> Effect:
        game = self.encounter.at(position)
        own, target = game.of(IDS[who]), game.of(IDS[1 - who])
        _, way = self.encounter.shots(position, who, jams, home=home)[number]
        guns, manned = tuple(gun.name for gun in target.guns), target.observer is not None
        height = own.height if game.rulings.jam_height == "firer" else target.height
        came = fired(dice, way, height, guns, game.tables, game.rulings, own.side, observer=manned)
        found = came.critical
        if came.result.critical and found is None:
            found = critical_hit(dice, guns, game.tables, game.rulings, own.side, observer=manned)
        more, fate = consequence(self.encounter.types[1 - who], found, game.rulings) if found else (0, "fights")
        return Effect(came.result.damage + more, fate, came.jammed)

    @lru_cache(maxsize=512)  # noqa: B019  # as long-lived as the meeting
    def _needs(self, position: DogfightPosition, who: int, jams: Jams, home: bool) -> tuple[tuple[str, int], ...]:
        """The guns that may be cleared after the fire of a turn, and what each needs. JAM-4 to JAM-6, SPEC-12."""
        own = ((jams, ()), ((), jams))[who]
        game = self.encounter.with_jams(position, own)
        shots = self.encounter.shots(position, who, jams, home=home)
        game = with_fields(game, guns_fired=tuple((IDS[who], gun) for _, way in shots for gun in way.battery.guns))
        one = game.of(IDS[who])
        tried = (gun for gun in one.guns if not any(tending.against(game, tending.GunTask("clear", one.id, gun.name))))
        return tuple((gun.name, tending.clear_need(game, one, gun)) for gun in tried)


@lru_cache(maxsize=4096)
def consequence(type_: AircraftType, found: Critical, rulings: RichthofenRulings) -> tuple[int, Fate]:
    """What a critical hit does to a sound aircraft, by the game's own damage: points, and whether it fights on. CRIT, D-11.

    Who is hit himself, or has less speed, a worse schedule, a gun less, or a holed tank, flies home.
    """
    game = Encounter((type_, type_), rulings, RichthofenTerms()).fresh
    id_ = IDS[1]
    before = game.of(id_)
    shot = PendingShot(shooter=IDS[0], target=id_, damage=0)
    shot = with_fields(shot, critical=found.total, amount=found.amount, health=found.health, gun=found.gun)
    game = with_fields(game, shots=(shot,))
    now = after(game, applied(game, DiceTray(recorded(())))).of(id_)
    if not now.flying:
        return 0, "lost"
    return now.damage, "fights" if _fights_on(before, now) else "home"


def _fights_on(before: Aircraft, now: Aircraft) -> bool:
    """Whether fire has left an aircraft what it needs to fight on."""
    whole = ("speed_lost", "schedule_lost", "fuel", "gliding")
    sound = all(getattr(before, name) == getattr(now, name) for name in whole)
    return sound and all(man.fit for man in now.crew) and not any(gun.out for gun in now.guns)
