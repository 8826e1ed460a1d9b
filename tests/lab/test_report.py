"""What a report makes of whole games beside its prices, and of designs that differ in one thing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aqmf_air.cli.lab.common import print_parts
from aqmf_air.lab.bench_tasks import price_parts
from aqmf_air.lab.laboratory import Force, Gauntlet
from aqmf_air.lab.prices import Price, Toll
from aqmf_air.lab.report import FeatureDifference, Judged, Report, StoodIn, WholeGames, best_first, by_feature
from aqmf_air.lab.statistics import IntervalEstimate, apart, share
from aqmf_air.printing.laboratory import beside, games_row, played_out


def stood_in(force: str, fair: float, wins: int, games: int = 100) -> StoodIn:
    return StoodIn(force, fair, games, share(wins, games))


def whole(*rows: StoodIn) -> WholeGames:
    return WholeGames("Dawn", "the flight", "Blue", "club", rows)


def test_prices_and_games_disagree_where_chance_does_not_explain_it() -> None:
    games = whole(stood_in("Kite", 90, 50), stood_in("Moth", 60, 55), stood_in("Wasp", 40, 80))
    assert [(one.force, other.force) for one, other in games.disagreements()] == [("Kite", "Wasp"), ("Moth", "Wasp")]
    assert [(one.force, other.force) for one, other in games.unsure()] == [("Kite", "Moth")]
    said = beside(games)
    assert said[1].startswith("They disagree on Wasp and Kite: by price 40 against 90, in games 80% against 50% are won.")
    assert said[-1] == "Other than by price, the games put Moth above Kite: by no more than chance explains."
    assert "They agree" in beside(whole(stood_in("Kite", 90, 80), stood_in("Moth", 60, 55)))[-1]


def test_what_games_made_of_a_force_stands_beside_its_price() -> None:
    def judged(name: str, fair: float, *games: float) -> Judged:
        price = Price(name, 100, fair, Toll(50, 0.5), ())
        return Judged(Force(name, "", 100), "house", {}, price, "", {}, "", IntervalEstimate(*games) if games else None)

    some = (judged("Kite", 60, 64, 51, 81), judged("Moth", 26, 48, 39, 58), judged("Wasp", 100))
    report = Report("Dawn", "type", some, (), Gauntlet("Wasp", 100, {"all": {"Kite": 1}}, {}), (), (), {}, None, "Played.")
    assert played_out(report) == ["Played.", "The two differ by more than chance explains for Moth."]
    assert [games_row(one) for one in report.played_out] == [
        ("Kite", "60", "64 (51 to 81)"),
        ("Moth", "26", "48 (39 to 58)"),
    ]
    assert report.document()["units"][1]["played_out"] == {"value": 48, "low": 39, "high": 58}
    assert "No two" in played_out(replace(report, judged=some[:1]))[1]
    assert played_out(replace(report, judged=some[2:])) == []


def test_two_shares_are_apart_by_more_than_both_their_errors() -> None:
    assert not apart(share(50, 100), share(60, 100))
    assert apart(share(50, 100), share(65, 100))
    assert apart(share(65, 100), share(50, 100))
    assert apart(share(500, 1000), share(550, 1000))


def test_differences_stand_together_by_feature() -> None:
    def differs(feature: str, fair: tuple[float, float]) -> FeatureDifference:
        return FeatureDifference(feature, ("2", "3"), ("Kite", "Moth"), (60, 70), fair)

    found = by_feature([differs("guns", (40, 82)), differs("guns", (40, 45.2)), differs("skin", (50, 50.1))])
    assert list(found) == ["guns: +5 to +42 points", "skin: no difference to these foes"]
    assert [one.told for some in found.values() for one in some] == [
        "40 → 82 (+42)", "40 → 45 (+5)", "50 → 50 (no difference here)",
    ]  # fmt: skip


def test_what_costs_right_but_for_the_last_digit_is_worth_its_points() -> None:
    price = Price("A", 60, 59.99999999999999, Toll(1.0, 1.0), ())
    assert Judged(Force("A", "red", 60), "", {}, price, "", {}).ratio == 1


def test_a_price_that_is_no_verdict_is_told_as_that_and_ranks_with_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    sure = Price("Wasp", 100, 110, Toll(50, 0.5), ())
    unsure = Price("Moth", 100, 190, Toll(50, 0.5), (), unjudged="moths evade.")
    assert (sure.document()["verdict"], unsure.document()["verdict"]) == ("judged", "moths evade.")
    some = best_first(Judged(Force(one.force, "", 100), "house", {}, one, "", {}) for one in (unsure, sure))
    assert [(one.force.name, one.ratio) for one in some] == [("Wasp", 1.1), ("Moth", None)]
    assert [one.row()["verdict"] for one in some] == ["judged", "moths evade."]
    gauntlet = Gauntlet("Wasp", 100, {"all": {"Moth": 1}}, {})
    print_parts(price_parts([sure, unsure], gauntlet))
    told = capsys.readouterr().out
    assert "+10%" in told
    assert "+90%" not in told
    assert "Cannot judge Moth: moths evade." in told
