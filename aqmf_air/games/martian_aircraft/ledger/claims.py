"""Aircraft in a ledger: bombs, ramming, eyes in the air, as players claim them of their real table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from pydantic import Field

from aqmf_air import api
from aqmf_air.games.martian_aircraft import state
from aqmf_air.games.martian_aircraft.chapters import bombing, scouting
from aqmf_air.games.martian_aircraft.chapters.flight import BOMBING, used_after
from aqmf_air.games.martian_aircraft.chapters.suicide_run import RUN, Ram, tripods
from aqmf_air.games.martian_aircraft.tables import aircraft_rulings
from aqmf_air.games.martian_front import api as front


class Released(bombing.Bombs):
    """Bombs that one aircraft drops at one point, and who is under their template."""

    aircraft: str
    under: front.Under = ()


class DropBombs(front.UnitClaim, type="aircraft.drop_bombs"):
    """Aircraft of a unit drop bombs; the players say who is under each template."""

    timing: ClassVar[front.FrontTiming] = BOMBING
    do, deed, rank, luck = "bombs", "Drop bombs", 30, "hits"
    drops: tuple[Released, ...] = Field(min_length=1, max_length=12)
    apart: bool = True
    """Each template is over elements of a unit that no template before it was over, while there are any."""

    @classmethod
    def means(cls, kind: front.UnitType, rulings: api.Rulings, rules: front.FrontRules) -> Iterable[front.Mount | None]:
        return [mount for mount in state.bombs_of(kind) if mount.weapon.name in bombing.NAMES.values()]

    @classmethod
    def loads(cls, game: front.Game, unit: front.Unit) -> Iterator[tuple[str, dict[str, int]]]:
        """Aircraft with bombs left."""
        for element in unit.elements:
            aboard = state.bombs_aboard(game, unit, element.id)
            if any(aboard.values()):
                yield element.id, {kind: aboard.get(name, 0) for kind, name in bombing.NAMES.items()}

    @classmethod
    def unit_offers(
        cls,
        game: front.Game,
        unit: front.Unit,
        mount: front.Mount | None,
        foes: Sequence[front.Unit],
        rules: front.FrontRules,
    ) -> Iterable[api.Offer]:
        """One of the first aircraft that has any left, on one element of every enemy."""
        bomb = next(kind for kind, name in bombing.NAMES.items() if mount and name == mount.weapon.name)
        carrier = next((name for name, aboard in cls.loads(game, unit) if aboard[bomb]), "")
        for foe in foes if carrier else ():
            drop = Released.model_validate({"aircraft": carrier, bomb: 1, "under": (front.Touched(unit=foe.id),)})
            yield api.Offer(cls(unit=unit.id, drops=(drop,)), f"{game.called(carrier)} bombs {game.called(foe.id)}", unit.id)

    def against(self, game: front.Game, unit: front.Unit, player: str, rules: front.FrontRules) -> Iterator[api.Objection]:
        """Low, bombs aboard, over elements on the ground. AIR-ALT-3, AIR-BOMB-5, AIR-BOMB-7."""
        if not state.is_aircraft(game, unit):  # "what that unit has and can do"
            yield api.Objection("HOST-ORDER-1", f"{game.called(self.unit)} does not fly, and drops no bombs")
            return
        if state.altitude_of(game, unit) == state.HIGH:  # "it can attack nothing, and nothing can attack it"
            yield api.Objection("AIR-ALT-3", f"{game.called(self.unit)} flies high and may not attack")
        dropped: dict[str, Counter[str]] = {}
        for drop in self.drops:
            dropped.setdefault(drop.aircraft, Counter()).update(dict(drop.bombs))
            if not drop.bombs:  # "what that unit has and can do"
                yield api.Objection("HOST-ORDER-1", f"{game.called(drop.aircraft)} drops no bomb there")
            yield from front.touched_objections(game, rules, drop.under, "under barrage", unit)
        for name, load in dropped.items():
            if name not in {element.id for element in unit.elements}:  # "what that unit has and can do"
                yield api.Objection("HOST-ORDER-1", f"{game.called(self.unit)} has no aircraft {name[:60]!r}")
                continue
            aboard = state.bombs_aboard(game, unit, name)
            for weapon, count in load.items():
                if count > (left := aboard.get(weapon, 0)):
                    bombs = api.plural(count, weapon.lower())
                    # "once all are dropped it bombs no more"
                    yield api.Objection("AIR-BOMB-5", f"{game.called(name)}: {bombs} dropped, {left or 'none'} aboard")

    def questions(self, game: front.Game, rules: front.FrontRules) -> Sequence[api.Question]:
        title = f"the bombs of {game.called(self.unit)}: elements damaged"
        ground = front.OnTable(game, rules, self.by(game), roller=front.rolled_by_handfuls)
        salvos = self._salvos(game)
        under = [salvo.under(game, rules) for salvo in salvos]
        return (front.salvos_question(title, ground, under, front.number_damaged, (salvos,)),)

    def prospects(self, game: front.Game, rules: front.FrontRules) -> Sequence[front.Prospect]:
        return front.prospects_of(game, [salvo.under(game, rules) for salvo in self._salvos(game)], self.by(game))

    def decide(self, game: front.Game, rules: front.FrontRules, dice: api.Dice) -> tuple[front.FrontEvent, ...]:
        """The bombs are gone; everybody under them is rolled for. AIR-BOMB-3, AIR-BOMB-5, AIR-BOMB-6."""
        released = tuple(
            BombsReleased(unit=self.unit, element=drop.aircraft, bombs=marks)
            for drop in self.drops
            if (marks := tuple(front.StateMark(name=name, value=str(count)) for name, count in drop.bombs))
        )
        ground = front.OnTable(api.after(game, released), rules, self.by(game), roller=front.rolled_by_handfuls)
        return (*released, *front.fall(dice, ground, self._salvos(game)).happened)

    def _salvos(self, game: front.Game) -> tuple[ClaimedTemplates, ...]:
        """The templates of all drops, as they are resolved (ruling ``bombs_resolve``). AIR-BOMB-6."""
        unit, rulings = game.unit(self.unit), aircraft_rulings(game.rulings)
        cursor, laid = Counter[str](), list[Laid]()
        for drop in self.drops:
            there = front.standing(game, drop.under, cursor if self.apart else None)
            laid += [Laid(drop.aircraft, blast, there) for blast in bombing.blasts_of(drop.bombs, rulings)]
        return tuple(ClaimedTemplates(unit, salvo) for salvo in bombing.salvos_of(laid, rulings))


class Laid(NamedTuple):
    """A template of bombs: who dropped them, and the elements that the players say are under it."""

    aircraft: str
    blast: bombing.Blast
    under: tuple[front.Standing, ...]


@dataclass(frozen=True)
class ClaimedTemplates:
    """Templates of bombs that are resolved at once."""

    bomber: front.Unit
    laid: tuple[Laid, ...]

    def uncovers(self, game: front.Game) -> tuple[front.FrontEvent, ...]:
        """Nothing: players say of hidden units that they are there when they are revealed."""
        return ()

    def under(self, game: front.Game, rules: front.FrontRules) -> tuple[front.Attacked, ...]:
        """Those of them that still stand, with the attacks of all templates over each."""
        now = {element.id: (unit, element) for unit in game.units for element in unit.elements}
        attackeds = []
        for laid in self.laid:
            for unit, element, cover in ((*now[element.id], cover) for _, element, cover in laid.under if element.id in now):
                numbers = front.struck_by(game, rules, self.bomber, laid.blast.weapon, unit, element, cover=cover)
                attackeds.append(front.Attacked(unit.id, element.id, (numbers,)))
        return front.joined(attackeds)

    def marking_events(self, attacked: tuple[front.Attacked, ...], damaged: tuple[str, ...]) -> tuple[front.FrontEvent, ...]:
        """Who was under them, and who was damaged."""
        return (front.Covered(how="bombs", unit=self.bomber.id).over(attacked, damaged),)

    def means(self, game: front.Game) -> str:
        return bombing.bombs_of_aircraft([(laid.aircraft, laid.blast) for laid in self.laid], game.called)


class BombsReleased(front.UnitEvent, type="aircraft.bombs_released"):
    """An aircraft dropped bombs."""

    element: str
    bombs: tuple[front.StateMark, ...]

    def apply(self, game: front.Game) -> front.Game:
        """They are counted. AIR-BOMB-5."""
        unit = game.unit(self.unit)
        element = next(element for element in unit.elements if element.id == self.element)
        return front.with_unit(game, front.with_element(unit, api.replace(element, used=used_after(element, self.bombs))))

    def tell(self, game: front.Game) -> str:
        what = " and ".join(f"{bomb.value} {bomb.name}{'s' * (bomb.value != '1')}" for bomb in self.bombs)
        return f"{game.called(self.element)} drops {what}"


class HeavyBombs(front.Covering, type="aircraft.heavy_bombs"):
    """A heavy bomber attacks before turn 1, and is gone. AIR-HEAVY-2."""

    claimed = bombing.Bombard
    do, deed, rank = "heavy", "Heavy bombs", 31

    def against(self, game: front.Game, unit: front.Unit, player: str, rules: front.FrontRules) -> Iterator[api.Objection]:
        """A heavy bomber, before turn 1, over elements on the ground."""
        if not game.type_of(unit).has("Heavy Bomber"):  # "Before turn 1 it may attack any one Martian unit on the table"
            yield api.Objection("AIR-HEAVY-2", f"{game.called(self.unit)} is not a heavy bomber")
        yield from front.touched_objections(game, rules, self.under, "under barrage", unit)

    def about(self, game: front.Game) -> front.Covered:
        return front.Covered(how="bombs", unit=self.unit, weapon=state.HEAVY_BOMBS)

    def decide(self, game: front.Game, rules: front.FrontRules, dice: api.Dice) -> tuple[front.FrontEvent, ...]:
        """Roll for everybody under the template, and fly away."""
        return (*super().decide(game, rules, dice), front.UnitLeft(unit=self.unit))

    def attacked(self, game: front.Game, rules: front.FrontRules) -> tuple[front.Attacked, ...]:
        return self.struck_with(game, rules, state.weapons()[state.HEAVY_BOMBS], bombarded=True)


class RamTripod(front.UnitClaim, Ram, type="aircraft.ram_tripod"):
    """An aircraft on a suicide run crashes into a tripod. AIR-RUN-3, AIR-RUN-4."""

    claimed = Ram
    do, deed, rank, luck = "ram", "Ram", 32, "hits"
    cover: str = front.IN_THE_OPEN

    def cover_of(self) -> str:
        return self.cover

    @classmethod
    def targets(cls, game: front.Game, unit: front.Unit) -> Sequence[front.Unit]:
        return tripods(game)

    @classmethod
    def due(cls, game: front.Game, unit: front.Unit) -> api.Objection | None:
        """The run goes on until it touches. AIR-RUN-1."""
        # "the pilot has to ram the nearest tripod"
        return api.Objection("AIR-RUN-1", f"{game.called(unit.id)} must ram the nearest tripod") if unit.has(RUN) else None

    def against(self, game: front.Game, unit: front.Unit, player: str, rules: front.FrontRules) -> Iterator[api.Objection]:
        """On a run, at a tripod. AIR-RUN-1."""
        yield from front.cover_objections(game, rules, self.target, self.cover)
        if not unit.has(RUN):  # "When one element is all that is left of a unit and its morale die shows a natural 10"
            yield api.Objection("AIR-RUN-1", f"{game.called(self.unit)} is not on a suicide run")
        if self.target not in {tripod.id for tripod in tripods(game)}:  # "the pilot has to ram the nearest tripod"
            yield api.Objection("AIR-RUN-1", f"{self.target[:60]} is not a tripod in the game")


class SpotTarget(front.UnitClaim, scouting.Spot, type="aircraft.spot_target"):
    """A spotter tries to spot a target for the guns. AIR-SPOT-2."""

    claimed = scouting.Spot
    do, deed, rank = "spot", "Spot", 60

    def sees(self, game: front.Game, unit: front.Unit) -> bool:
        return True


class Scouted(front.UnitEvent, type="aircraft.scouted"):
    """A scout looked for markers on the real table."""

    wording: ClassVar[str] = "{unit} discovers {found} of {hidden} hidden units"
    hidden: int
    found: int

    def apply(self, game: front.Game) -> front.Game:
        """It has searched this turn."""
        return front.with_mark(game, self.unit, scouting.SEARCHED, str(game.turn))


class ScoutHidden(front.UnitClaim, type="aircraft.scout_hidden"):
    """A scout looks for hidden markers: one roll for each. AIR-SCOUT-2."""

    claimed = scouting.ScoutSearch
    ask: ClassVar[api.Ask[int]] = api.Ask(
        scouting.discoveries,
        lambda order, game, rules: f"{game.called(order.unit)} discovers hidden units",
        (Scouted, "found"),
        lambda order, game, rules: (order.hidden, scouting.to_discover(), order.by(game)),
    )
    do, deed, rank = "scout", "Scout", 61
    hidden: int = Field(default=1, ge=1, le=40)

    def against(self, game: front.Game, unit: front.Unit, player: str, rules: front.FrontRules) -> Iterator[api.Objection]:
        """A scout, flying high, once a turn (ruling ``scout_rolls``). AIR-ALT-2, AIR-SCOUT-2."""
        return scouting.cannot_scout(game, unit)

    def decide(self, game: front.Game, rules: front.FrontRules, dice: api.Dice) -> tuple[front.FrontEvent, ...]:
        return (Scouted(unit=self.unit, hidden=self.hidden, found=self.ask.roll(dice, self, game, rules)),)


def objections(game: front.Game, command: api.Command) -> Iterator[api.Objection]:
    """Objections to fire out of an aircraft's arcs. AIR-GUN-2."""
    if isinstance(command, front.Fire) and command.arc and game.in_play(command.unit):
        mount = game.type_of(game.unit(command.unit)).mount(command.weapon)
        if mount is not None and mount.arcs and command.arc not in mount.arcs:
            where = " and ".join(mount.arcs)
            # "Each gun covers one or more of them"
            yield api.Objection("AIR-GUN-2", f"{command.weapon} of {command.unit} bears {where}, not {command.arc[:20]}")
