"""Where a flight may fly: the map, the duty to try, fuel, the way home, giving up. GEN-3 to GEN-6, FLT-5 to FLT-8, MIS."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray, recorded
from aqmf_air.games.aces_of_valor.chapters import routes, sectors
from aqmf_air.games.aces_of_valor.chapters.flight import FuelSaved, TurnBegan
from aqmf_air.games.aces_of_valor.chapters.landing import Land, StayUp
from aqmf_air.games.aces_of_valor.chapters.moves import FlyOn, GiveUpMission, MoveFlight, SendHome, TurnForHome
from aqmf_air.games.aces_of_valor.chapters.objective import FuelUsed
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn
from aqmf_air.games.aces_of_valor.chapters.premission import loads
from aqmf_air.games.aces_of_valor.sequence import ValorRulings
from aqmf_air.games.aces_of_valor.state import PLAYER, Campaign, GroundTarget, Place
from aqmf_air.games.aces_of_valor.tables import tables
from tests.games.aces_of_valor.in_flight import BOMBER, HOME, OBSERVER, WHERE, flying, give, go_on, refusals, titles
from tests.games.aces_of_valor.playing import ruleset

TABLES = tables.shipped()
OUT, BACK = (8, 5), (7, 5)  # the objective of the patrol, and the sector before it


def moves(game: Campaign) -> set[Place]:
    return set(routes.moves(game))


@pytest.mark.rule("AOV-GEN-3")
def test_the_map_is_split_evenly() -> None:
    columns = [sectors.side((x, 0), TABLES) for x in range(sectors.COLUMNS)]
    assert columns == ["entente"] * 5 + ["german"] * 5
    zones = [sectors.zone((x, 3), TABLES) for x in range(sectors.COLUMNS)]
    assert zones == zones[::-1] == ["rear", "rear", "rear", "balloon", "trench", "trench", "balloon", "rear", "rear", "rear"]
    for half in ("entente", "german"):
        assert len(sectors.airfields(half, TABLES)) == 4


@pytest.mark.rule("AOV-GEN-4", "AOV-GEN-5", "AOV-GEN-6")
def test_what_a_sector_is_to_a_squadron() -> None:
    own = [x for x in range(10) if sectors.has_aa((x, 3), TABLES)]
    assert own == [3, 4, 5, 6]
    assert [x for x in range(10) if sectors.enemy_aa((x, 3), "entente", TABLES)] == [5, 6]
    assert [x for x in range(10) if sectors.enemy_aa((x, 3), "german", TABLES)] == [3, 4]
    default = ValorRulings()
    places = [sectors.place((x, 4), "entente", TABLES, default) for x in range(10)]
    assert places[:4] == ["friendly-rear"] * 4
    assert places[4:6] == ["friendly-trench", "enemy-trench"]
    assert set(places[6:]) == {"enemy-rear"}
    assert sectors.place(OUT, "entente", TABLES, default) == "enemy-airfield"
    assert sectors.place(OUT, "german", TABLES, default) == "friendly-rear"
    for ruling in ({"balloon_column": "trenches"}, {"place_map": "trench"}):
        rulings = ValorRulings(**ruling)  # type: ignore[arg-type]
        assert sectors.place((6, 4), "entente", TABLES, rulings) == "enemy-trench"
        assert sectors.line((3, 4), "entente", TABLES, rulings) == "trench"
    assert sectors.line(OUT, "entente", TABLES, ValorRulings(place_map="trench")) == "enemy-rear"


@pytest.mark.rule("AOV-FLT-5", "AOV-FLT-7", "AOV-PRE-9")
def test_a_turn_is_one_sector_or_a_stay() -> None:
    game = flying()
    assert moves(game) == {HOME, (1, 4), (2, 5), (1, 6), (0, 5)}
    assert refusals(game, MoveFlight(to=(2, 4))) == [
        "AOV-FLT-5: the flight moves to the next sector north, east, south or west, or stays"
    ]
    after = give(game, MoveFlight(to=(2, 5)))
    assert (after.flown.at, after.flown.path, after.step) == ((2, 5), (HOME, (2, 5)), "event-roll")
    quiet = go_on(after, [1, 2])
    assert (quiet.flown.turn, quiet.step) == (2, "move")
    stayed = go_on(give(quiet, MoveFlight(to=(2, 5))), [1, 2])
    assert (stayed.flown.turn, stayed.flown.at, stayed.flown.path) == (3, (2, 5), (HOME, (2, 5)))
    assert titles(quiet)[0] == "Fly east to Entente balloon B: 5 moves from the objective"


@pytest.mark.rule("AOV-FLT-6", "AOV-GTD-3")
def test_targets_left_behind_are_removed() -> None:
    target = GroundTarget(id="target-1", name="train 1", kind="train", at=(7, 4))
    game = flying(at=(7, 4), targets=(target,), arrived=True)
    assert give(game, MoveFlight(to=(7, 4))).flown.targets == (target,)
    assert give(game, MoveFlight(to=(7, 5))).flown.targets[0].gone


@pytest.mark.parametrize(("ruling", "again"), [("first-entry", True), ("each-entry", False)])
def test_target_roll(ruling: str, again: bool) -> None:
    game = flying("trench-strafing", at=(5, 4), arrived=True, rulings={"target_roll": ruling})
    assert give(game, MoveFlight(to=(5, 3))).flown.arrived is again


@pytest.mark.rule("AOV-MIS-1", "AOV-MIS-9")
def test_objective_and_an_airfield_stay_in_reach() -> None:
    far = flying(turn=11)  # 7 moves out, 7 back to C: 14 with the one of this turn
    assert moves(far) == {(2, 5)}
    assert refusals(far, MoveFlight(to=HOME)) == [
        "AOV-MIS-1: objective and an airfield would be out of reach: 14 moves, fuel for 13"
    ]
    assert len(moves(flying(turn=11, rulings={"must_try": "free"}))) == 5
    assert moves(flying(turn=10)) == {HOME, (2, 5)}
    assert moves(flying(turn=10, rulings={"fuel_zero": "at-once"})) == {(2, 5)}
    late = flying(turn=12)
    assert moves(late) == set()
    assert refusals(late, MoveFlight(to=(2, 5)))[0].endswith("; the mission may be given up")
    game = give(late, GiveUpMission())
    assert (game.flown.given_up, game.flown.tried) == (True, False)


@pytest.mark.rule("AOV-MIS-2")
def test_giving_up() -> None:
    assert refusals(flying(turn=10), GiveUpMission()) == [
        "AOV-MIS-2: no aircraft is damaged or destroyed, and the fuel suffices"
    ]
    hurt = flying(at=(5, 5), damaged=["georges"], checked=("georges",))
    home = give(hurt, GiveUpMission())
    assert moves(home) == {(4, 5), (5, 4), (5, 6)}  # towards any of the airfields
    assert refusals(home, MoveFlight(to=(6, 5))) == [
        "AOV-MIS-2: the mission was given up: the flight goes to a friendly airfield by a shortest way"
    ]
    assert refusals(home, MoveFlight(to=(5, 5)))  # no loitering
    assert refusals(home, GiveUpMission()) == ["AOV-MIS-2: the flight goes home already"]
    lost = flying(at=(5, 5), hurt=True)
    assert not refusals(lost, GiveUpMission())
    while_damaged = flying(at=(5, 5), hurt=True, rulings={"terminate_after_loss": "while-damaged"})
    assert refusals(while_damaged, GiveUpMission())
    # fuel to some airfield suffices, but not to the home airfield
    north = {"objective": ((8, 3),), "at": (1, 5), "turn": 8}
    for ruling, refused in (("any-airfield", True), ("home", False)):
        game = flying(**north, length=23, rulings={"terminate_fuel": ruling})  # type: ignore[arg-type]
        assert bool(refusals(game, GiveUpMission())) is refused


@pytest.mark.rule("AOV-MIS-2", "AOV-FLT-3", "AOV-END-1")
def test_nobody_is_asked_who_can_do_one_thing() -> None:
    late = flying(turn=12, damaged=["georges"], checked=("georges",), pace="flow")
    assert not moves(late)
    assert give(late, SendHome(aircraft="georges")).flown.given_up, "with nobody else to send home it is given up"
    two = replace(late, squadron=tuple(replace(one, side="back") for one in late.squadron))
    asked = replace(two, mission=replace(two.flown, checked=("georges", "marcel")))
    assert not give(asked, SendHome(aircraft="georges")).flown.given_up, "Marcel may be sent home, too"
    alone = flying(step="over-airfield", flight=("georges",))
    assert go_on(alone).step not in ("over-airfield", "landing"), "whom the task keeps up is not asked about landing"
    assert go_on(flying(step="over-airfield")).step == "landing", "one of four may land"


@pytest.mark.parametrize(("ruling", "total"), [("keep", 3), ("lose", 0)])
def test_terminated_mp(ruling: str, total: int) -> None:
    from aqmf_air.games.aces_of_valor.state import PointsEntry

    won = PointsEntry(what="an enemy", points=3, rule="AOV-PTS-1")
    game = flying(at=(5, 5), hurt=True, ledger=(won,), rulings={"terminated_mp": ruling})
    assert give(game, GiveUpMission()).flown.points == total
    home = replace(game, step="landing", mission=replace(game.flown, at=HOME, path=(HOME,), took_off=()))
    landed = give(home, Land())  # without a word: it is given up all the same
    assert landed.purse is not None
    assert landed.purse.total == total


@pytest.mark.rule("AOV-MIS-9")
def test_an_offensive_patrol_loiters_until_the_player_goes() -> None:
    game = flying(at=OUT, visited=(OUT,))
    assert OUT in moves(game)
    assert moves(game) == {OUT, (7, 5), (8, 4), (8, 6)}
    left = give(game, MoveFlight(to=(7, 5)))
    assert left.flown.tried
    assert left.flown.homeward == 0
    stay = flying(at=OUT, visited=(OUT,), turn=17)  # 7 turns left, 7 moves to airfield C
    assert OUT in moves(stay)
    assert OUT not in moves(replace(stay, mission=replace(stay.flown, turn=18)))


@pytest.mark.rule("AOV-MIS-12", "AOV-MIS-13")
def test_a_defensive_patrol_flies_its_ring() -> None:
    ring = ((4, 4), (4, 5), (3, 5), (3, 4))
    game = flying("defensive-patrol", at=(3, 5))
    assert routes.sectors_to_visit(game) == ring
    assert refusals(game, TurnForHome()) == ["AOV-MIS-1: the task has not been tried yet"]
    one = go_on(give(game, MoveFlight(to=(4, 5))), [1, 1])
    assert one.flown.visited == ((4, 5),)
    assert not one.flown.tried
    assert not refusals(one, TurnForHome())
    way = "3 moves to Entente airfield C, an event 23.0%"
    assert f"Turn for home: the patrol is not flown whole, and its 2 MP are not won; {way}" in titles(one)
    assert any(title.endswith("over the next sector of the patrol") for title in titles(one))
    part = give(one, MoveFlight(to=(5, 5)))  # not all seen: this is no turn for home
    assert not part.flown.tried
    card = flying("defensive-patrol", at=(3, 5), rulings={"loop_order": "card"})
    assert go_on(give(card, MoveFlight(to=(4, 5))), [1, 1]).flown.visited == ()
    done = flying("defensive-patrol", at=(3, 4), visited=ring)
    assert titles(done)[0] == f"Turn for home: the patrol is flown; {way}"
    shot_down = flying("defensive-patrol", at=(3, 4), visited=ring, fallen=("Marcel",))
    assert titles(shot_down)[0] == f"Turn for home: the patrol is flown, 2 MP forfeit: Marcel lost; {way}"
    assert give(done, MoveFlight(to=(2, 4))).flown.tried
    assert not give(done, MoveFlight(to=(3, 5))).flown.tried
    free, ordered = (flying("defensive-patrol", rulings={"loop_order": ruling}) for ruling in ("any", "card"))
    needs = {"any": routes.moves_needed(free, (3, 5)), "card": routes.moves_needed(ordered, (3, 5))}
    assert needs == {"any": 0 + 3 + 3, "card": 2 + 3 + 3}


@pytest.mark.rule("AOV-OPT-6")
def test_home_by_a_shortest_way_once_the_task_is_tried() -> None:
    way: dict[str, Any] = {"at": (6, 4), "path": ((7, 4), (6, 4)), "homeward": 0, "tried": True, "visited": (OUT,)}
    game = flying(**way)
    assert moves(game) == {(5, 4), (6, 3), (6, 5)}
    assert refusals(game, MoveFlight(to=(6, 4))) == [
        "AOV-OPT-6: the task has been tried: the flight goes to a friendly airfield by a shortest way"
    ]
    assert len(moves(flying(**way, rulings={"extended_scope": "free"}))) == 5
    longer = flying(**way, options={"extended_patrols": True})
    assert len(moves(longer)) == 5
    late = flying(**way | {"turn": 18}, options={"extended_patrols": True})  # 6 turns left, 6 moves to the nearest field
    assert (7, 4) not in moves(late)
    assert (6, 4) in moves(late)
    short = flying(**way | {"turn": 23}, options={"extended_patrols": True})  # too late for any field: nearer it goes
    assert moves(short) == {(5, 4), (6, 3), (6, 5)}
    escort = flying("artillery-spotting", lent=[OBSERVER], **way | {"visited": ()}, options={"extended_patrols": True})
    assert len(moves(escort)) == 3


def test_task_tried_on_first_entry() -> None:
    game = flying(at=BACK, rulings={"task_tried": "first-entry"})
    after = give(game, MoveFlight(to=OUT))
    assert (after.flown.tried, after.flown.homeward) == (True, 1)
    assert not give(flying(at=BACK), MoveFlight(to=OUT)).flown.tried


@pytest.mark.rule("AOV-OPT-2")
def test_the_west_wind_holds_a_flight() -> None:
    wind = {"cards": ("OR-7",)}
    game = flying("defensive-patrol", at=(3, 5), turn=6, options=wind)
    held = give(game, MoveFlight(to=(2, 5)))
    assert (held.flown.at, held.flown.moved) == ((3, 5), True)
    assert give(game, MoveFlight(to=(4, 5))).flown.at == (4, 5)
    for turn, options in ((7, wind), (6, {})):
        other = flying("defensive-patrol", at=(3, 5), turn=turn, options=options)
        assert give(other, MoveFlight(to=(2, 5))).flown.at == (2, 5)


@pytest.mark.rule("AOV-OPT-2")
def test_weather_changes_at_turns_9_and_17() -> None:
    game = flying(step="turn", turn=8, options={"cards": ("OR-8",)})
    assert (changing := go_on(game)).step == "weather-changes"
    assert go_on(changing, [6]).flown.weather == "heavy-clouds"
    steps = [go_on(flying(step="turn", turn=turn, options={"cards": ("OR-8",)})).step for turn in range(20)]
    assert [turn + 1 for turn, step in enumerate(steps) if step == "weather-changes"] == [9, 17]
    assert go_on(flying(step="turn", turn=8)).step == "move"


@pytest.mark.rule("AOV-RND-10", "AOV-OPT-9", "AOV-PHO-9")
def test_fuel_of_a_combat() -> None:
    def after(rounds: int, *, enemy: bool = True, **facts: Any) -> tuple[int, int]:
        game = go_on(flying(at=(5, 5), step="after-combat", moved=True, fought=True, rounds=((rounds, enemy),), **facts))
        return game.flown.length, game.flown.turn

    assert [after(n) for n in (1, 2, 3)] == [(24, 2), (24, 2), (23, 2)]
    assert after(3, rulings={"fuel_reduction": "current"}) == (24, 3)
    assert [after(n, options={"fuel_by_rounds": True}) for n in (1, 2, 3)] == [(23, 2), (22, 2), (21, 2)]
    assert after(3, enemy=False) == (23, 2)
    assert after(3, enemy=False, rulings={"task_fuel": False}) == (24, 2)
    assert FuelUsed(turns=1).tell(flying()) == "the combat used fuel for 1 turn"


@pytest.mark.rule("AOV-ORD-6")
@pytest.mark.parametrize(("ruling", "length"), [("takeoff", 22), ("restored", 24)])
def test_fuel_after_ordnance_is_gone(ruling: str, length: int) -> None:
    game = flying(at=(2, 5), step="turn-end", laden=True, length=22, rulings={"fuel_22": ruling})
    assert go_on(game).flown.length == length
    loaded = replace(game, squadron=tuple(replace(one, rockets=2) for one in game.squadron))
    assert go_on(loaded).flown.length == 22
    first = replace(loaded, mission=replace(loaded.flown, path=(), laden=False))
    assert TurnBegan(turn=1).apply(first).flown.laden
    assert not TurnBegan(turn=1).apply(replace(game, mission=replace(game.flown, path=()))).flown.laden
    assert FuelSaved(turns=2).tell(game) == "without ordnance the fuel lasts 2 turns longer"


@pytest.mark.rule("AOV-FLT-8")
def test_out_of_turns_away_from_an_airfield() -> None:
    game = go_on(flying(at=(2, 5), step="turn-end", turn=24))
    assert (game.step, [table for _, table in game.flown.due]) == ("forced-landing", ["F3"] * 4)
    georges = go_on(game, [1])  # 1 and air skill 2: 3 or more in the friendly rear
    assert georges.flown.landed == (("georges", (2, 5)),)
    assert georges.member("georges").box == "recovery"
    marcel = go_on(georges, [2])
    assert (marcel.flown.fallen, marcel.member("marcel").box) == (("marcel",), "lost")
    assert marcel.flown.points == -1
    assert go_on(flying(at=(2, 5), step="turn-end", turn=23)).step == "move"


@pytest.mark.parametrize(("ruling", "step"), [("step-7", "landing"), ("at-once", "forced-landing")])
def test_fuel_zero(ruling: str, step: str) -> None:
    game = go_on(flying(step="over-airfield", turn=24, rulings={"fuel_zero": ruling}))
    assert game.step == step
    if step == "landing":
        assert refusals(game, StayUp()) == ["AOV-FLT-8: the fuel is used up"]


@pytest.mark.rule("AOV-FLT-3")
def test_a_damaged_aircraft_goes_home_alone() -> None:
    game = flying(at=(5, 5), damaged=["marcel"], checked=("marcel",))
    home = give(game, SendHome(aircraft="marcel"))
    assert home.flown.waiting == (("marcel", HOME),)
    assert "marcel" not in home.flown.flight
    assert home.step == "move"
    assert refusals(game, SendHome(aircraft="georges")) == ["AOV-FLT-3: Georges is not damaged"]
    assert refusals(home, SendHome(aircraft="marcel")) == ["AOV-FLT-3: Marcel is not in the flight"]
    unchecked = flying(at=(5, 5), damaged=["marcel"])
    reason = "AOV-FLT-3: Marcel has to be looked at first, in step 1 of a turn"
    assert refusals(unchecked, SendHome(aircraft="marcel")) == [reason]
    nearest = flying(at=(5, 3), damaged=["marcel"], checked=("marcel",), rulings={"self_return_field": "nearest"})
    assert give(nearest, SendHome(aircraft="marcel")).flown.waiting == (("marcel", (1, 3)),)


@pytest.mark.parametrize(("ruling", "step"), [("after-step-1", "move"), ("same-turn", "leaving")])
def test_self_return_when(ruling: str, step: str) -> None:
    game = go_on(flying(at=(2, 5), step="after-objective", damaged=["marcel"], rulings={"self_return_when": ruling}))
    assert game.step == ("damaged-check" if step == "move" else step)
    if step == "leaving":
        assert give(game, SendHome(aircraft="marcel")).flown.waiting == (("marcel", HOME),)


@pytest.mark.rule("AOV-END-1", "AOV-MIS-1")
def test_the_mission_is_tried_before_the_last_lands() -> None:
    game = flying(step="landing")
    assert refusals(game, Land()) == ["AOV-MIS-1: the mission has to be tried first, and those who land could not try it"]
    some = give(game, Land(aircraft=("georges", "marcel")))
    assert [id_ for id_, _ in some.flown.landed] == ["georges", "marcel"]
    assert some.step == "landing"
    assert give(some, StayUp()).flown.flight == ("pierre", "rene")
    tried = flying(step="landing", tried=True, visited=(OUT,))
    assert give(tried, Land()).flown.flight == ()
    escort = flying("bombing-town", step="landing", lent=[BOMBER])
    assert refusals(escort, Land(aircraft=("bomber-1",)))
    assert not refusals(escort, Land(aircraft=("georges", "marcel", "pierre", "rene")))


def test_a_flight_that_is_home_lands() -> None:
    home = flying(step="landing", tried=True, path=((2, 5), HOME), homeward=0)
    assert refusals(home, StayUp()) == ["AOV-OPT-6: the task has been tried, and the mission ends at this airfield"]
    given_up = flying(step="landing", given_up=True, path=((2, 5), HOME), homeward=0)
    assert refusals(given_up, StayUp()) == ["AOV-MIS-2: the mission ends at this airfield"]
    field = next(at for at in sectors.airfields("entente", TABLES) if at != HOME)
    elsewhere = flying(step="landing", at=field, given_up=True, path=(field,), homeward=0)
    assert refusals(elsewhere, StayUp()) == ["AOV-MIS-2: the mission ends at this airfield"]
    other = flying(at=(1, 7), step="landing", tried=True, path=((1, 6), (1, 7)), homeward=0)
    assert refusals(other, StayUp())
    roaming = flying(step="landing", tried=True, path=((2, 5), HOME), homeward=0, options={"extended_patrols": True})
    assert not refusals(roaming, StayUp())


@pytest.mark.rule("AOV-PST-1")
@pytest.mark.parametrize(("ruling", "turn"), [("ends", 5), ("turns", 24)])
def test_empty_flight(ruling: str, turn: int) -> None:
    alone = {"damaged": ["marcel"], "checked": ("marcel",), "flight": ("marcel",), "turn": 5}
    game = flying(at=(5, 5), rulings={"empty_flight": ruling}, **alone)  # type: ignore[arg-type]
    done = give(game, SendHome(aircraft="marcel"))
    assert (done.step, done.flown.turn) == ("difficult-landing", turn)


def test_orders_of_a_flight_can_be_said_in_words() -> None:
    said = {
        "fly to Albert": (flying(at=(2, 5)), MoveFlight(to=(2, 4))),
        "fly to C5": (flying(at=(2, 5)), MoveFlight(to=(2, 4))),
        "send Marcel home": (flying(at=(2, 5), damaged=["marcel"], checked=("marcel",)), SendHome(aircraft="marcel")),
        "fly north": (flying(at=(2, 5)), MoveFlight(to=(2, 4))),
        "fly west": (flying(at=(2, 5)), MoveFlight(to=(1, 5))),
        "stay": (flying(at=(2, 5)), MoveFlight(to=(2, 5))),
        "give up the mission": (flying(at=(2, 5), hurt=True), GiveUpMission()),
        "land Georges and Rene": (flying(step="landing"), Land(aircraft=("georges", "rene"))),
        "all land": (flying(step="landing", tried=True), Land()),
        "stay up": (flying(step="landing"), StayUp()),
    }
    for text, (game, order) in said.items():
        assert ruleset().order_from_words(game, text, PLAYER) == order
        told = ruleset().order_in_words(game, order, PLAYER)
        assert ruleset().order_from_words(game, told, PLAYER) == order


@pytest.mark.rule("AOV-MIS-1", "AOV-MIS-6")
def test_who_passes_the_task_by_is_told_what_becomes_of_it() -> None:
    balloon = GroundTarget(id="target-1", name="balloon 1", kind="balloon", at=(6, 4), objective=True)
    over = flying("balloon-busting", (6, 4), "task", targets=(balloon,), turn=6, length=24, arrived=True)
    said = "Do nothing here in this turn: the flight goes home only after it has tried its task; there is fuel to stay "
    assert f"{said}12 turns more" in titles(over)
    last = replace(over, mission=replace(over.flown, turn=19))
    assert "the mission may be given up in the next" in titles(last)[-1]
    tried = replace(over, mission=replace(over.flown, enough=True))
    assert titles(tried)[-1] == "Do nothing here in this turn: no points, and no fire at the flight"


@pytest.mark.rule("AOV-END-1")
def test_a_flight_that_flies_on_passes_over_airfields() -> None:
    north = flying(at=(1, 5), objective=((1, 0),), pace="flow")
    quiet = [[1, 2]] * 5
    there = give(north, FlyOn(to=(1, 0)), *quiet)
    assert (there.flown.at, there.flown.turn, there.step) == ((1, 0), 5, "landing")
    assert there.flown.path[2] == (1, 3)  # airfield B
    raid = ([2, 2], [1], [1], [1], ["Carl"], ["Max"], ["0/0"], [4, 5])  # over airfield B; the flight may evade
    met = give(north, FlyOn(to=(1, 0)), [1, 2], [5, 6], *raid)
    assert (met.flown.at, met.combat is None) == ((1, 3), False)
    assert refusals(north, FlyOn(to=(1, 4))) == ["AOV-FLT-5: that is one move, or none"]
    dice = DiceTray(recorded(quiet))
    ruleset().decide(north, FlyOn(to=(1, 0)), dice)
    asked = [(roll.ask.subject, roll.ask.further) for roll in dice.log]
    assert [further for _, further in asked] == [4, 3, 2, 1, 0], (
        "how many checks may follow, whose dice may be typed at once"
    )
    assert asked[1][0] == "Entente airfield B"


@pytest.mark.rule("AOV-FLT-7", "AOV-EVT-1", "AOV-MIS-2")
def test_a_turn_begins_afresh() -> None:
    used: dict[str, Any] = {"checked": ("georges",), "fought": True, "evaded": True, "event": "raid",
                            "gunfire": 2, "moved": True}  # fmt: skip
    begun = TurnBegan(turn=2).apply(flying(**used)).flown
    assert {name: getattr(begun, name) for name in used} == {
        "checked": (), "fought": False, "evaded": False, "event": "none", "gunfire": 0, "moved": False
    }  # fmt: skip


@pytest.mark.rule("AOV-OBJ-1", "AOV-MIS-1")
def test_only_over_targets_a_fight_is_a_try() -> None:
    for card, enough in (("trench-strafing", True), ("photo-town", False)):
        over = flying(card, at=WHERE[card][0], step="enough", fought=True)
        assert go_on(over).flown.enough is enough


@pytest.mark.rule("AOV-OPT-10", "AOV-ORD-2", "AOV-ORD-3")
def test_clouds_in_the_target_of_a_check_and_loads_of_those_who_carry_nothing() -> None:
    def need(**more: Any) -> int:
        game = flying(at=(2, 3), step="event-roll", weather="heavy-clouds", **more)
        return ruleset().questions(game, GoOn())[0].targets[0].total

    assert need(options={"clouds_on_events": True}) == need() + 1
    game = flying(lent=(OBSERVER,), options={"cards": ("OR-1", "OR-2")})
    assert loads(game, OBSERVER) == ((0, 0),)
    assert max(loads(game, game.aircraft("georges"))) > (0, 0)


def test_a_flight_that_has_not_the_fuel_for_home_is_offered_the_next_airfield() -> None:
    for turn, to in ((10, HOME), (23, (1, 3))):
        home = flying(at=(3, 3), turn=turn, tried=True, pace="flow")
        commands = [one.command for one in ruleset().legal(home, PLAYER)]
        assert [one.to for one in commands if isinstance(one, FlyOn)] == [to]
