"""What matters of a game while templates are still to fall, if only who is damaged by them is asked.

A tripod that blows up may destroy an element before the template for it falls, or an aircraft before it drops one. All
else that damage does changes nothing in the answer, and is forgotten, so that many ways of the dice meet in one state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as changed
from typing import NamedTuple

from aqmf_air.core.data.model import replace
from aqmf_air.games.martian_front.base_order import FrontRules
from aqmf_air.games.martian_front.rules.damage import blast, damage_tripod_unit, remove_elements
from aqmf_air.games.martian_front.rules.measuring import under
from aqmf_air.games.martian_front.state import Game, Unit

Piece = tuple[str, str]
"""An element: the id of its unit, and its own."""


class Coming(NamedTuple):
    """Templates that are still to fall at once: who is under them, and who has to be there to drop them (None: nobody)."""

    under: frozenset[Piece]
    dropper: Piece | None = None


@dataclass(frozen=True)
class Ahead:
    """Salvos that are still to fall, and whom the explosions of tripods may reach meanwhile."""

    coming: tuple[Coming, ...]
    blasts: Mapping[Piece, frozenset[Piece]] = field(compare=False)
    """Of each tripod whom its blast reaches; whoever is to drop bombs waits where it was."""
    strange: frozenset[Piece] = field(compare=False)
    """Elements of which nobody here knows what damage does to them: a plugin's rule says it."""

    def after_one(self) -> Ahead:
        """What is ahead when the first salvo has fallen, or does not fall."""
        return changed(self, coming=self.coming[1:])

    def flown(self, flying: Collection[Piece]) -> Ahead:
        """What is ahead when these aircraft have flown: their bombs fall, whatever becomes of them."""
        coming = tuple(one._replace(dropper=None) if one.dropper in flying else one for one in self.coming)
        return changed(self, coming=coming)

    def apart(self) -> frozenset[Piece]:
        """The elements under templates that no blast can spare or take, nor keep from their bombs, and that cause none."""
        covered = frozenset().union(*(one.under for one in self.coming))
        bursting = self._bursting(covered)
        threatened = frozenset().union(*(self.blasts[one] for one in bursting))
        if self.strange & (covered | threatened):
            return frozenset()
        endangered = [one.under for one in self.coming if one.dropper in threatened]
        at_risk = (covered & threatened).union(*endangered)
        return covered - at_risk - self._leading_to(at_risk | self._droppers(at_risk), bursting)

    def without(self, pieces: frozenset[Piece]) -> Ahead:
        """The same for all but these elements."""
        return changed(self, coming=tuple(one._replace(under=one.under - pieces) for one in self.coming))

    def spoilt_by_another(self) -> bool:
        """Whether one salvo may change whom a later one damages.

        Whether an element is damaged at all does not hang on what its damage does: until then its numbers stay. But a
        tripod that blows up may take another element, or one that flies, before the bombs for it or of it fall.
        """
        ahead, struck = self, frozenset[Piece]()
        for salvo in self.coming[:-1]:
            struck |= salvo.under
            ahead = ahead.flown({salvo.dropper} if salvo.dropper else ()).after_one()
            if any(ahead.spoilt_by(one) for one in struck):
                return True
        return False

    def spoilt_by(self, piece: Piece) -> bool:
        """Whether damage to an element may change what happens to others."""
        unhurt = frozenset().union(*(one.under for one in self.coming)) - {piece}
        matter = unhurt | self._droppers(unhurt)
        bursting = self._bursting((piece,))
        touched = frozenset({piece}).union(*(self.blasts[one] for one in bursting))
        return bool(self.strange & touched) or any(self.blasts[one] & matter for one in bursting)

    def what_matters(self, game: Game, damaged: Collection[str], struck: Collection[Piece] = ()) -> Game:
        """A game with nothing but what may yet change which elements are damaged; ``damaged`` ones are so already.

        There stay the elements under templates that are not damaged yet, who is to drop these, and the tripods whose blast
        may reach any of them: such as are still to be attacked, or ``struck`` just now. Nobody stays where all is settled.
        """
        there = pieces_of(game)
        falling = [one for one in self.coming if one.dropper is None or one.dropper in there]
        covered = there & frozenset().union(*(one.under for one in falling))
        unhurt = {piece for piece in covered if piece[1] not in damaged}
        if not unhurt:
            return replace(game, units=(), fallen=())
        bursting = self._bursting({*covered, *struck})
        if self.strange & covered.union(struck, *(self.blasts[one] for one in bursting)):
            return game
        matter = unhurt | self._droppers(unhurt)
        keep = matter | self._leading_to(matter, bursting)
        units = tuple(one for unit in game.units if (one := _reduced(game, unit, keep)).elements)
        return replace(game, units=units, fallen=())

    def _droppers(self, over: Collection[Piece]) -> set[Piece]:
        """Who has to be there so that templates fall over any of these elements."""
        return {one.dropper for one in self.coming if one.dropper and not one.under.isdisjoint(over)}

    def _bursting(self, struck: Iterable[Piece]) -> set[Piece]:
        """The tripods that may blow up when these elements are struck, one after the other."""
        bursting: set[Piece] = set()
        waiting = [one for one in struck if one in self.blasts]
        while waiting:
            one = waiting.pop()
            if one not in bursting:
                bursting.add(one)
                waiting += [other for other in self.blasts[one] if other in self.blasts]
        return bursting

    def _leading_to(self, matter: Collection[Piece], bursting: set[Piece]) -> set[Piece]:
        """Those of tripods that may blow up by which what matters may be reached, in one step or in several."""
        leading: set[Piece] = set()
        while more := {one for one in bursting - leading if not self.blasts[one].isdisjoint({*matter, *leading})}:
            leading |= more
        return leading


def foreseen(game: Game, rules: FrontRules, coming: tuple[Coming, ...]) -> Ahead:
    """What is ahead in a game in which these salvos are to fall."""
    blasts, strange = dict[Piece, frozenset[Piece]](), set[Piece]()
    for unit in game.in_the_open:
        damage = rules.procedure("damage", game.type_of(unit).kind)
        if damage is damage_tripod_unit:
            there = under(game, rules, blast(unit.elements[0]), "in blast")
            reached = ((other.id, one.id) for other, elements in there if other.id != unit.id for one in elements)
            blasts[unit.id, unit.elements[0].id] = frozenset(reached)
        elif damage is not remove_elements:
            strange.update((unit.id, one.id) for one in unit.elements)
    return Ahead(coming, blasts, frozenset(strange))


def pieces_of(game: Game) -> frozenset[Piece]:
    """The elements in a game."""
    return frozenset([(unit.id, one.id) for unit in game.units for one in unit.elements])


def _reduced(game: Game, unit: Unit, keep: Collection[Piece]) -> Unit:
    """A unit with the elements that are kept, without what does not matter to templates and blasts."""
    elements = tuple([one for one in unit.elements if (unit.id, one.id) in keep])
    if elements and game.type_of(unit).kind == "tripod":  # which weapons were hit
        mounted = tuple(mount.weapon.name for mount in game.type_of(unit).weapons for _ in range(mount.count))
        if elements[0].weapons_out != mounted:
            elements = tuple(replace(one, weapons_out=mounted) for one in elements)
    return unit if elements == unit.elements and not unit.lost else replace(unit, elements=elements, lost=0)
