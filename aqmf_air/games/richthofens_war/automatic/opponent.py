"""The automatic sides: the numbers of each order, for the frame of search to weigh by a style; and the one of exact odds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

from aqmf_air import api
from aqmf_air.api.geometry import Hex, HexPose, distance, hex_bearing
from aqmf_air.games.richthofens_war.automatic import mission_moves
from aqmf_air.games.richthofens_war.chapters import declaring, fire, guns_and_jams, paths
from aqmf_air.games.richthofens_war.chapters.fire import Fire, Hold
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import DoneWithTurn
from aqmf_air.games.richthofens_war.chapters.initiative import ChooseTied
from aqmf_air.games.richthofens_war.chapters.moving import Fly, Moved
from aqmf_air.games.richthofens_war.chapters.tailing import AnnounceTails, row_of_try, tail_try, tries_in
from aqmf_air.games.richthofens_war.state import Aircraft, Declaration, Game, Tail
from aqmf_air.games.richthofens_war.tables import FURTHEST, PACKAGE, FireRow, RichthofenRulings

if TYPE_CHECKING:
    from typing import Literal

    from aqmf_air.games.richthofens_war.automatic.moves import Move


# -- players of a style ------------------------------------------------------------------------------------------------


LITTLE = 5
"""Points of ammunition of a gun up to which it is little."""
CHOSEN = ("tailing", "ties", "movement", "declaring", "observers", "aces", "combat")
"""The stages in which orders are weighed: in the others there is nothing to weigh."""
LEFT_OUT = (declaring.TakeNoTarget, Hold)
"""Orders to do nothing."""
RUNS = {
    "photographs": "photographs its targets",
    "home": "brings its photographs home",
    "bombs": "bombs its target",
    "strafing": "strafes the trench",
}
"""What runs over the ground are called."""
AHEAD = (0, 1, 5)
"""Bearings ahead, straight or to one side."""
Numbers = Mapping[str, float]


class SideOpponent(api.Judge[Game]):
    """A side of Richthofen's War as it makes one decision."""

    words: ClassVar[Mapping[str, str]] = {
        "shots": "its own fire",
        "hopes": "its fire, if the target stays there",
        "taken": "fire from those who have moved",
        "replies": "fire from those who have yet to move",
        "tails": "on an enemy's tail",
        "tailed": "an enemy on its own tail",
        "ahead": "an enemy in the field of fire",
        "near": "the way to the enemy",
        "height": "height above the enemy",
        "apart": "too far above or below",
        "edge": "close to the edge of the map",
        "aim": "what it is to do, done",
        "errand": "the way to what it is to do",
        "lined_up": "lined up for photographs",
        "home": "the way home",
        "gone": "safe at home",
        "hands": "hands free to clear a jam",
        "strain": "damage by the overdive",
        "rounds": "ammunition",
        "skill": "the ace's skill",
        "late": "moving late",
    }
    knobs: ClassVar[tuple[str, ...]] = ("home_at", "lead", "spread", "least", "least_of_few")
    unit: ClassVar[str] = "victory points"
    needs: ClassVar[tuple[str, ...]] = ("numpy",)

    # -- what may be ordered ----------------------------------------------------------------------------------------------

    def may_order(self) -> bool:
        return self.player in self.state.waited_for and self.state.phase != "between"  # a campaign's choices are people's

    def at_once(self) -> api.Candidate | None:
        game = self.state
        if game.phase == "movement":
            wanted = mission_moves.announced(game, game.of(game.queue[0]))
            return next((candidate for candidate in self._offered if candidate.command == wanted), None) if wanted else None
        if game.phase not in CHOSEN:
            done = [candidate for candidate in self._offered if isinstance(candidate.command, DoneWithTurn)]
            return next((candidate for candidate in self._offered if candidate not in done), next(iter(done), None))
        return None

    def pieces(self) -> Iterable[str]:
        game = self.state
        if game.phase == "movement":
            return game.queue[:1]
        if game.phase == "declaring":
            return (game.asked[0].aircraft,)
        return tuple(dict.fromkeys(candidate.foreseen for candidate in self._offered))

    def candidates(self, piece: str) -> Iterable[api.Candidate]:
        if self.state.phase == "movement":
            return self._moves
        return [
            candidate
            for candidate in self._offered
            if candidate.foreseen == piece and not isinstance(candidate.command, LEFT_OUT)
        ]

    def allowed(self, candidate: api.Candidate) -> bool:
        moves = self.state.phase == "movement"  # all other candidates are offers
        return not moves or not any(self.ruleset.objections(self.state, candidate.command, self.player))

    def obligatory(self, candidate: api.Candidate) -> bool:
        return not isinstance(candidate.command, (declaring.Declare, Fire))

    def done(self) -> api.Candidate | None:
        if self.state.phase == "movement":  # no end of a move that it would choose can be flown
            return next((candidate for candidate in self._offered if isinstance(candidate.command, Fly)), None)
        return next((candidate for candidate in self._offered if isinstance(candidate.command, LEFT_OUT)), None)

    def idle(self, piece: str) -> str:
        return "hold fire" if self.state.phase in ("declaring", "combat") else "nothing (something has to be done)"

    @cached_property
    def _offered(self) -> tuple[api.Candidate, ...]:
        """What may be ordered, each with the piece that it is about."""
        offers = self.ruleset.legal(self.state, self.player)
        return tuple(api.Candidate(offer.command, offer.title, offer.subject) for offer in offers)

    @cached_property
    def _moves(self) -> tuple[api.Candidate, ...]:
        from aqmf_air.games.richthofens_war.automatic.moves import Outlook  # arrays, which take long to import

        game, aircraft = self.state, self.state.of(self.state.queue[0])
        outlook = Outlook(game, aircraft, self.style)
        best = outlook.best(self.style.weighed)
        orders = ((Fly(aircraft=aircraft.id, speed=move.speed, path=move.path), move) for move in best)
        flown = tuple(api.Candidate(order, order.title(game), move) for order, move in orders)
        if (run := mission_moves.run(game, aircraft)) is None:
            return flown
        begun = api.Candidate(
            mission_moves.begun(game, aircraft, run), f"{game.called(aircraft.id)} {RUNS[run.kind]}", outlook.run(run)
        )
        return (begun, *(move for move in flown if move.command != begun.command))

    # -- in numbers -------------------------------------------------------------------------------------------------------

    def numbers(self, piece: str, candidate: api.Candidate) -> Numbers:
        if self.state.phase == "movement":
            return cast("Move", candidate.foreseen).numbers
        order = candidate.command
        match order:
            case declaring.Declare():
                return self._declared(order)
            case Fire():
                return self._fired(order)
            case declaring.DeclareObservers():
                return self._observers(order)
            case AnnounceTails():
                return {"tails": sum(self._tail(tail, tries_in(order.order)) for tail in tries_in(order.order))}
            case declaring.ChooseAces():
                return {"skill": sum(self._skill(id_, use) for id_, use in api.sealed_parts(order.order))}
            case ChooseTied():
                return {"late": -self._by_moving_late(self.state.of(order.first))}
            case _:
                return {}

    def resting(self, piece: str) -> Numbers:
        """A pilot who may switch to who attacks him head-on has a shot already."""
        made = self.state.declared(piece) if self.state.phase == "declaring" else None
        return {} if made is None else {self._when(made.target): self._shot_made(made)}

    def about(self, piece: str, candidate: api.Candidate | None, term: str) -> str:
        if candidate is None or self.state.phase != "movement":
            return ""
        return self.state.called(cast("Move", candidate.foreseen).about.get(term, ""))

    def _when(self, target: str) -> str:
        """A target that has yet to move is seldom in the sights afterwards."""
        return "shots" if self.state.target(target).moved else "hopes"

    def _declared(self, order: declaring.Declare) -> Numbers:
        declaring_pilot = self.state.asked[0]
        by: guns_and_jams.By = "observer" if declaring_pilot.why == "observer" else "pilot"
        aim = declaring.aim(self.state, order.aircraft, by, order.target, declaring_pilot.why)
        made = self.state.declared(order.aircraft)
        return {self._when(order.target): self._aimed(aim), "rounds": self._rounds(order.aircraft) * (made is None)}

    def _observers(self, order: declaring.DeclareObservers) -> Numbers:
        parts = api.sealed_parts(order.order)
        aims = (declaring.aim(self.state, id_, "observer", enemy, "observer", gun) for id_, gun, enemy in parts)
        return {"shots": sum(map(self._aimed, aims)), "rounds": sum(self._rounds(part[0]) for part in parts)}

    def _fired(self, order: Fire) -> Numbers:
        made = next(open_shot for open_shot in self.state.open_shots if open_shot.key == (order.aircraft, order.gun))
        ways = fire.ready(self.state, made)
        way = next((shot for shot in ways if order.guns in ("", str(shot.battery))), None)
        value = mission_moves.shot(self.state, self.state.target(made.target), way.row, way.change) if way else 0.0
        return {"shots": value, "rounds": self._rounds(order.aircraft)}

    def _aimed(self, aim: declaring.Aim) -> float:
        if aim.row is None or aim.against:
            return 0.0
        return mission_moves.shot(self.state, self.state.target(aim.target), aim.row, aim.change)

    def _shot_made(self, made: Declaration) -> float:
        """What a declared shot is worth as it can be fired now."""
        game = self.state
        there = fire.ready(game, made) if game.is_up(made.target) else ()
        return mission_moves.shot(game, game.target(made.target), there[0].row, there[0].change) if there else 0.0

    def _rounds(self, id_: str) -> float:
        """What a point of ammunition is worth: more where there is little, and nothing in the last turn."""
        if self.state.turn >= self.state.setup.turns:
            return 0.0
        little = all(gun.rounds <= LITTLE for gun in self.state.of(id_).guns if not gun.out)
        return self.style["least_of_few" if little else "least"]

    def _tail(self, tail: Tail, tries: Sequence[Tail]) -> float:
        """How likely a try is, more where the enemy is hurt. Who goes home does not try."""
        own, enemy = self.state.of(tail.tailer), self.state.of(tail.target)
        if mission_moves.goes_home(self.state, own, self.style):
            return -1.0
        row, _ = row_of_try(self.state, tail, tries)
        hurt = enemy.damage / self.state.type_of(enemy).damage
        return (1 + hurt) * float(api.chances(tail_try, row, self.state.tables).where(bool))

    def _by_moving_late(self, own: Aircraft) -> float:
        return 0.0 if mission_moves.goes_home(self.state, own, self.style) else float(self.state.type_of(own).max_speed)

    def _skill(self, ace: str, use: str) -> float:
        """What the shots that an ace fires and draws bring, if he uses his skill so."""
        game = api.replace(self.state, ace_uses=((ace, cast("Literal['attack', 'defence']", use)),))
        total = 0.0
        for made in game.open_shots:
            if ace in (made.shooter, made.target) and (there := fire.ready(game, made)):
                value = mission_moves.shot(game, game.target(made.target), there[0].row, there[0].change)
                total += value if made.shooter == ace else -value
        return total + 1e-6 * (use == declaring.ATTACK)


@cache
def styles() -> tuple[api.Style, ...]:
    """How the automatic players weigh, the usual style first."""
    return api.read_styles(api.package_file(PACKAGE, "data/styles.toml"), api.weights_of(SideOpponent))


def club() -> api.Policy:
    """The player of the first style by the name that older games know it by."""
    first = api.policies_of(SideOpponent, styles())[0]
    title = f"The same as {first.name}: older games know it so."
    return first._replace(name="club", label=f"{first.label}, as in older games", title=title)


def best_first(game: Game, offers: Sequence[api.Offer]) -> Sequence[api.Offer]:
    """Offers in a stage of movement: moves by what the usual style makes of where they end, behind what else there is, last
    those that leave the map, whatever they are worth: they end the flight.

    The style foresees one turn, in which who turns his back on the enemy is safe from him: who followed it would never come
    to fight. Where the nearest enemy is ahead, as far as guns reach or further, moves after which one is ahead stand first.
    """
    from aqmf_air.games.richthofens_war.automatic.moves import Outlook  # arrays, which take long to import

    style, others = styles()[0], [offer for offer in offers if not isinstance(offer.command, Fly)]
    moves = [(offer, (offer.command.speed, offer.command.path)) for offer in offers if isinstance(offer.command, Fly)]
    aircraft = game.of(game.queue[0])
    outlook = Outlook(game, aircraft, style)
    worth = outlook.worth([move for _, move in moves], style.weighed)
    ways = [paths.walked_by(game, aircraft, path) for _, (_, path) in moves]
    leaves = [paths.leaves(game, way) for way in ways]
    shuns, start = [False] * len(moves), paths.start_of(game, aircraft).pose
    if "near" in outlook.numbers:  # nothing else draws it anywhere
        enemies = [enemy.hex for enemy in game.enemies(aircraft.side)]
        nearest = min(enemies, key=lambda at: distance(start.at, at))
        if distance(start.at, nearest) >= FURTHEST and _is_ahead(start, nearest):
            shuns = [not any(_is_ahead(way.end.pose, at) for at in enemies) for way in ways]
    ranked = sorted(zip(leaves, shuns, worth, moves, strict=True), key=lambda each: (each[0], each[1], -each[2]))
    return [*others, *(offer for *_, (offer, _) in ranked)]


def _is_ahead(pose: HexPose, at: Hex) -> bool:
    """Whether a hex is ahead, straight or to one side."""
    return hex_bearing(pose.at, pose.facing, at) in AHEAD


# -- the side that does what hurts most by exact odds ------------------------------------------------------------------


FEAR = 0.9
"""What a point of damage taken counts against one done."""
DESCENT = 12
"""Metres above where an errand leads that count as much as a quarter of a hex."""
NEAR = 3
"""Hexes from which an enemy is near enough."""


def choose(ruleset: Any, game: Game, player: str) -> api.Command | None:
    """The next order of a side; None: it has none to give. It looks at nothing but what its side sees."""
    if game.phase == "between":
        return None
    if over_the_ground := mission_moves.order(game, player):
        return over_the_ground
    offers = [offer.command for offer in ruleset.legal(game, player)]
    moves = [offer for offer in offers if isinstance(offer, Fly)]
    if moves:
        return max(moves, key=lambda fly: _worth(game, fly))
    aims = [offer for offer in offers if isinstance(offer, declaring.Declare)]
    if aims:
        return max(
            aims,
            key=lambda declare: _hurt(
                declaring.aim(game, declare.aircraft, "pilot", declare.target, game.asked[0].why), game
            ),
        )
    fire = [offer for offer in offers if isinstance(offer, Fire)]
    return next((offer for offer in fire or offers if not isinstance(offer, Hold)), None)


def _worth(game: Game, order: Fly) -> float:
    aircraft = game.of(order.aircraft)
    way = paths.walked_by(game, aircraft, order.path)
    pose, height = way.end
    moved = Moved(
        aircraft=aircraft.id,
        speed=order.speed,
        path=order.path,
        at=pose.at,
        facing=pose.facing,
        height=height,
        last=paths.last_move(game, aircraft, order.speed, order.path, way),
    )
    if paths.leaves(game, way):
        return 0.0 if aircraft.damage * 3 >= game.type_of(aircraft).damage * 2 else -100.0
    then = api.after(game, (moved,))
    own = then.of(aircraft.id)
    enemies = then.enemies(own.side)
    aims = (declaring.aim(then, own.id, "pilot", enemy.id) for enemy in then.targets(own.side))
    done = max((_hurt(aim, then) for aim in aims), default=0.0)
    taken = sum(_bears_on(then, enemy, own) for enemy in enemies)
    near = min((_off(own, enemy) for enemy in enemies), default=0.0)
    if errand := mission_moves.errand(game, aircraft):
        near = distance(own.hex, errand.at) * 4 + max(own.height - errand.height, 0) / DESCENT
    edge = min(own.hex.q + own.hex.r // 2, 39 - own.hex.q - own.hex.r // 2, own.hex.r, 31 - own.hex.r)
    return done - FEAR * taken - near / 20 - max(6 - edge, 0) - max(500 - own.height, 0) / 500


def _off(own: Aircraft, enemy: Aircraft) -> float:
    return abs(distance(own.hex, enemy.hex) - NEAR) + abs(own.height - enemy.height - 50) / 100


def _bears_on(game: Game, enemy: Aircraft, own: Aircraft) -> float:
    """The damage to expect of an enemy's pilot whose guns bear now."""
    there = fire.batteries_of(game, enemy, "pilot")
    if not there or not fire.bears(game, enemy, there[0], "pilot", own):
        return 0.0
    facts = declaring.aim(game, enemy.id, "pilot", own.id, "passing")
    return _mean(facts.row, facts.change, game.rulings) if facts.row else 0.0


def _hurt(aim: declaring.Aim, game: Game) -> float:
    """The damage to expect of a shot; 0: it may not be declared."""
    return 0.0 if aim.against or aim.row is None else _mean(aim.row, aim.change, game.rulings)


def _mean(row: FireRow, change: int, rulings: RichthofenRulings) -> float:
    """Points of damage, a critical hit for one more."""
    worth = fire.worth(row, change, rulings)
    return float(worth.mean + worth.critical)
