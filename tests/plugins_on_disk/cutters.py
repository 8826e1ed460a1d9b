"""A small game on ``aqmf_air.api`` alone: two cutters a side on squares; a card for each is sealed, all open together.

A cutter that ends in the square of an enemy is boarded where the enemy's die is higher. Who has none left loses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, cast

from aqmf_air import api
from aqmf_air.api import Event, Frozen, Offer, Registry, Side, Stage, replace, ui

SIDES = {"blue": "#1d4f91", "red": "#a3262a"}
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0), "wait": (0, 0)}
D6 = api.numbered(6)


class Cutter(Frozen):
    id: str
    side: str
    at: tuple[int, int]


class Setup(api.Sliced):
    size: int = 4
    turns: int = 8
    cutters: tuple[Cutter, ...] = (
        Cutter(id="b1", side="blue", at=(0, 3)),
        Cutter(id="b2", side="blue", at=(2, 3)),
        Cutter(id="r1", side="red", at=(1, 1)),
        Cutter(id="r2", side="red", at=(3, 0)),
    )


class Harbour(api.SealedState, api.Sliced):
    setup: Setup
    cutters: tuple[Cutter, ...]
    turn: int = 1

    @property
    def acting(self) -> tuple[str, ...]:
        return () if self.winner else tuple(SIDES)

    @property
    def stage(self) -> Stage:
        return Stage(self.turn, "sail", "Sailing", self.waited_for, self.setup.turns)

    @property
    def names(self) -> Mapping[str, str]:
        return {cutter.id: f"{cutter.side.capitalize()} Cutter {cutter.id[1]}" for cutter in self.setup.cutters}

    def of(self, side: str) -> list[Cutter]:
        return [cutter for cutter in self.cutters if cutter.side == side]

    def on(self, at: tuple[int, int]) -> bool:
        return all(0 <= place < self.setup.size for place in at)


class HarbourView(Harbour):
    side: str


def stepped(cutter: Cutter, card: str) -> tuple[int, int]:
    return cutter.at[0] + STEPS[card][0], cutter.at[1] + STEPS[card][1]


def boarding(dice: api.Dice) -> str:
    """Who keeps the square: the higher die; with equal ones, both. CUT-2."""
    blue, red = (dice.draw(api.total("boarding", 1, D6, by=side)) for side in SIDES)
    return "" if blue == red else "blue" if blue > red else "red"


class Sailed(Event[Harbour], type="cutters.sailed"):
    cutters: tuple[Cutter, ...]

    def apply(self, game: Harbour) -> Harbour:
        return replace(game, cutters=self.cutters, turn=game.turn + 1)

    def tell(self, game: Harbour) -> str:
        return "the cutters sail"


class Boarded(Event[Harbour], type="cutters.boarded"):
    cutter: str

    def apply(self, game: Harbour) -> Harbour:
        return replace(game, cutters=tuple(cutter for cutter in game.cutters if cutter.id != self.cutter))

    def tell(self, game: Harbour) -> str:
        return f"{game.called(self.cutter)} is boarded"


class Decided(Event[Harbour], type="cutters.decided"):
    winner: str

    def apply(self, game: Harbour) -> Harbour:
        return replace(game, winner=self.winner)

    def tell(self, game: Harbour) -> str:
        return f"the harbour: {self.winner}"


class Sail(api.SealedByUnit[Harbour, Registry], type="cutters.sail"):
    rule: ClassVar[str] = "CUT-1"

    @classmethod
    def choices(cls, game: Harbour, side: str, registry: Registry) -> Mapping[str, Mapping[str, str]]:
        return {cutter.id: {card: card for card in STEPS if game.on(stepped(cutter, card))} for cutter in game.of(side)}

    @classmethod
    def carried_out(
        cls, game: Harbour, orders: tuple[tuple[str, str], ...], registry: Registry, dice: api.Dice
    ) -> Iterable[Event[Harbour]]:
        cards = dict(cast("tuple[str, str]", part) for _, order in orders for part in api.sealed_parts(order))
        moved = tuple(replace(cutter, at=stepped(cutter, cards[cutter.id])) for cutter in game.cutters)
        yield Sailed(cutters=moved)
        left = list(moved)
        for blue in (cutter for cutter in moved if cutter.side == "blue"):
            for red in (cutter for cutter in moved if cutter.side == "red" and cutter.at == blue.at):
                if blue in left and red in left and (keeps := dice.call(boarding)):
                    lost = red if keeps == "blue" else blue
                    left.remove(lost)
                    yield Boarded(cutter=lost.id)
        sides = {cutter.side for cutter in left}
        if len(sides) == 1 or game.turn == game.setup.turns:
            yield Decided(winner=sides.pop() if len(sides) == 1 else "draw")


class Cutters(api.RulesetOfOrders[Harbour, Registry], api.OpenView):
    id = "cutters"
    version = "1"
    title = "Cutters"
    no_order = "CUT-1"

    def __init__(self, registry: Registry) -> None:
        self.rulings = registry.of(api.kinds.RULINGS, self.id)
        self.slices = registry.of(api.kinds.SLICES, self.id)
        orders: tuple[type[api.Command], ...] = (Sail, *registry.of(api.kinds.COMMANDS, self.id))
        events = registry.of(api.kinds.EVENTS, self.id)
        super().__init__(orders, (api.OrderSealed, api.OrdersOpened, Sailed, Boarded, Decided, *events), Setup, registry)

    def sides(self, state: Harbour | None = None) -> tuple[Side, ...]:
        return tuple(Side(side, side.capitalize(), colour) for side, colour in SIDES.items())

    def initial(self, setup: Frozen) -> Harbour:
        start = cast("Setup", setup)
        return Harbour(setup=start, cutters=start.cutters, slices=start.slices)

    def observe(self, state: Harbour, player: str) -> HarbourView:
        return HarbourView(**dict(api.masked(state, player)), side=player)

    def open_view(self, state: Harbour) -> HarbourView:
        return HarbourView(**dict(state), side="")

    def summary(self, view: HarbourView) -> tuple[str, ...]:
        sealed = [f"{side} has sealed {view.title_of(side, order) if order else 'cards'}" for side, order in view.sealed]
        return (*(f"{view.called(cutter.id)} at {SQUARES.cell_name(cutter.at)}" for cutter in view.cutters), *sealed)

    def names(self, seen: Harbour) -> Mapping[str, str]:
        return seen.names

    def why(self, state: Harbour) -> str:
        return ", ".join(f"{side} has {len(state.of(side))} left" for side in SIDES)


class Water(ui.SquareBoard):
    def cells(self, view: Harbour) -> Mapping[tuple[int, int], str]:
        every = range(view.setup.size)
        return {(column, row): "#cfe0ea" for row in every for column in every}

    def pieces(self, view: HarbourView) -> Sequence[ui.Piece]:
        return [
            ui.Piece(cutter.id, "cutter", cutter.side == view.side, (self.centre(cutter.at),)) for cutter in view.cutters
        ]

    def piece_svg(self, view: Harbour, piece: ui.Piece) -> str:
        side = next(cutter.side for cutter in view.cutters if cutter.id == piece.id)
        return f'<path d="M0 -18 L10 14 H-10 Z" fill="{SIDES[side]}"/>'

    def about(self, seat: ui.Seat, piece: str) -> ui.About:
        return ui.About("cutter")

    def marks(self, moment: ui.Moment) -> Iterator[ui.Mark]:
        if isinstance(moment.event, Sailed):
            before = {cutter.id: cutter.at for cutter in moment.start.cutters}
            for cutter in moment.event.cutters:
                start, end = self.centre(before[cutter.id]), self.centre(cutter.at)
                yield ui.Way(cutter.id, ((*start, 0.0), (*end, 0.0)))


SQUARES = Water(None)


def first(ruleset: Cutters, game: Harbour, player: str) -> api.Command | None:
    """An automatic player of no skill."""
    offers: Sequence[Offer] = ruleset.legal(game, player)
    return offers[game.turn % len(offers)].command if offers else None


RULES = tuple(
    api.Rule(id=f"CUT-{number}", text=text, source="made up for a test", standing="house")
    for number, text in enumerate(("A card for each cutter is sealed, and all are opened.", "The higher die boards."), 1)
)
aqmf_register_rulesets = api.hookimpl(lambda: [api.RulesetSource("cutters", "Cutters", Cutters)])
aqmf_register_rules = api.hookimpl(lambda ruleset: RULES if ruleset == "cutters" else ())
aqmf_register_policies = api.hookimpl(
    lambda ruleset: [api.Policy("first", "Sails anyhow.", first)] if ruleset == "cutters" else ()
)
aqmf_register_boards = api.hookimpl(
    lambda ruleset: [api.Contribution("water", "The harbour.", f"{__name__}:Water")] if ruleset == "cutters" else ()
)
