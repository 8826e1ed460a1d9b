"""What a report makes of whole games beside its prices, and of designs that differ in one thing."""

from __future__ import annotations

import pytest

from aqmf_air.cli.lab.common import print_parts
from aqmf_air.drawing import laboratory as plots
from aqmf_air.lab.bench_tasks import price_parts
from aqmf_air.lab.laboratory import Force, Gauntlet
from aqmf_air.lab.prices import Price, Toll
from aqmf_air.lab.report import FeatureDifference, Judged, Report, StoodIn, WholeGames, best_first, by_feature
from aqmf_air.lab.statistics import IntervalEstimate, apart, share
from aqmf_air.printing.laboratory import beside, extremes, findings, games_table, left_out, played_out, sheets, summary
from aqmf_air.printing.paper import write_pdf
from tests.printing.sheet import EVEN, LEAST, POINT, SIZES, pages, sizes_of


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


def judged(name: str, points: int, fair: float, *games: float) -> Judged:
    price = Price(name, points, fair, Toll(50, 0.5), ())
    measured = IntervalEstimate(*games) if games else None
    return Judged(Force(name, "", points, kind="aircraft"), "house", {}, price, "", {}, "", measured)


def report(*some: Judged) -> Report:
    gauntlet = Gauntlet("Wasp", 100, {"all": {"Kite": 1}}, {})
    basis = {"asked": "Nothing.", "varied": {}, "plugins": {}, "rulings": {}, "version": "1", "terms": {}, "rules": ""}
    return Report("Dawn", "type", best_first(some), (), gauntlet, (), (), basis | {"program": "1"}, None, "Played.")


def test_what_games_made_of_a_force_stands_beside_its_price() -> None:
    some = report(judged("Kite", 100, 60, 64, 51, 81), judged("Moth", 100, 26, 48, 39, 58), judged("Wasp", 100, 100))
    assert played_out(some) == ["Played.", "Prices by duels differ from that by more than chance explains for Moth."]
    heads, rows = games_table(some)
    assert heads == ("Type", "By duels", "In games (95%)", "Verdict")
    assert rows == [
        ("Kite", "60", "64 (51\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}81)", "weaker"),
        ("Moth", "26", "48 (39\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}58)", "weaker"),
    ]
    assert some.document()["units"][1]["played_out"] == {"value": 64, "low": 51, "high": 81}
    assert "No price by duels differs" in played_out(report(judged("Kite", 100, 60, 64, 51, 81)))[1]
    assert played_out(report(judged("Wasp", 100, 100))) == []


def test_the_table_on_paper_has_games_beside_duels_where_there_are_any() -> None:
    measured = sheets(report(judged("Kite", 100, 60, 64, 51, 81), judged("Wasp", 100, 100))).data
    assert "Asked" not in measured["heads"]  # this game asks no points
    at = measured["heads"].index("In games")
    assert {row[0]: row[at] for row in measured["rows"]} == {"Kite": "64 (51 to 81)", "Wasp": "-"}
    duels_alone = sheets(report(judged("Wasp", 100, 100))).data
    assert duels_alone["heads"] == [head for head in measured["heads"] if head != "In games"]
    assert len(duels_alone["rows"][0]) == len(duels_alone["heads"])


def test_paper_lists_all_without_a_price_under_the_reason_with_what_they_did_in_games() -> None:
    def silent(name: str, why: str, *games: float) -> Judged:
        measured = IntervalEstimate(*games) if games else None
        return Judged(Force(name, "", 100, kind="aircraft"), "house", {}, None, why, {}, "", measured)

    some = report(
        silent("Moth", "it flies high", -5, -9, 2), silent("Bee", "it flies high", -5, -9, 2), silent("Kite", "none")
    )
    shown = sheets(some).data
    assert shown["heads_of_silent"] == ["Type", "In games"]
    assert shown["silent"] == [
        ("It flies high.", [("Bee, Moth", "nothing (\N{MINUS SIGN}9 to 2)")]),
        ("None.", [("Kite", "not tried")]),
    ]


def test_paper_shows_of_each_feature_the_differences_that_change_a_price_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    differences = [
        FeatureDifference("guns", ("1", "2"), ("A", f"B{more}"), (80, 80), (50, 50 + more)) for more in range(-3, 5)
    ]
    monkeypatch.setattr(Report, "differences", lambda _: differences)
    ((title, rows),) = sheets(report(judged("Wasp", 100, 100))).data["drives"]
    assert title == "Guns: -3 to +4 points, the 6 largest of 8"
    assert [row[-1] for row in rows] == ["+4", "-3", "+3", "-2", "+2", "-1"]


def test_on_paper_many_rows_have_one_page_and_letters_that_are_read_at_arms_length() -> None:
    many = [judged(f"Kite {more}", 100, 60 + more, 60 + more, 50 + more, 70 + more) for more in range(36)]
    content = write_pdf(sheets(report(*many, judged("Wasp", 100, 100)))).content
    prices, *_ = [page for page in pages(content) if "Kite 7" in page]
    assert all(f"Kite {more}" in prices for more in range(36))
    assert min(sizes_of(content)) >= LEAST
    picture = plots.worth(report(*many), [[each] for each in many], paper=True)
    assert plots.LETTERS * (SIZES["a4"][0] - 2 * EVEN) / POINT / picture.width > 8.5


def test_points_asked_stand_beside_games_where_they_differ_and_what_is_alike_stands_together() -> None:
    some = report(judged("Kite", 80, 60, 64, 51, 81), judged("Kite II", 80, 60, 64, 51, 81), judged("Wasp", 100, 100))
    heads, rows = games_table(some)
    assert heads == ("Type", "Asked", "By duels", "In games (95%)", "Verdict")
    in_games = "64 (51\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}81)"
    assert rows == [("Kite and 1 more", "80", "60", in_games, "fairly priced")]


def test_each_has_one_verdict_by_the_rule_of_the_headlines_and_says_what_it_rests_on() -> None:
    idle = Judged(Force("Kiwi", "", 60), "", {}, None, "it flies high", {}, "", IntervalEstimate(-26, -51, -8), 80)
    some = report(
        judged("Kite", 80, 110, 108, 95, 120),
        judged("Moth", 80, 70, 108, 95, 120),
        judged("Gnat", 80, 90, 88, 78, 98),
        judged("Wren", 90, 60, 88, 78, 98),
        judged("Hornet", 100, 60, 40, -5, 78),
        judged("Bee", 40, 47),
        judged("Wasp", 100, 100, 100, 100, 100),
        idle,
    )
    sentences = {one.force.name: some.verdict(one).sentence for one in some.judged}
    assert sentences == {
        "Kite": "worth about 95 to 120 in games, asked 80: cheap",
        "Moth": "worth about 95 to 120 in games, but 70 by duels, asked 80: cannot be told",
        "Gnat": "worth about 78 to 98 in games, asked 80: fairly priced",
        "Wren": "worth about 78 to 98 in games, asked 90: fairly priced",
        "Hornet": "worth 78 in games at most, asked 100: dear",
        "Bee": "47 by duels alone, asked 40, not tried in games: cannot be told",
        "Wasp": "100 by definition: the measure",
        "Kiwi": "worth nothing in games (less than 0: \N{MINUS SIGN}51 to \N{MINUS SIGN}8), and duels cannot judge it: "
        "cannot be told",
    }
    assert {one.force.name for one in some.judged if one.earned} == {"Kite", "Hornet"}
    alone = report(judged("Kite", 100, 60, 64, 51, 81))
    assert alone.verdict(alone.judged[0]).word == "weaker", "all cost the same"
    best, worst = ([group[0].force.name for group in end] for end in extremes(some))
    assert (best, worst) == (["Kite", "Gnat", "Wasp"], ["Hornet", "Wren"]), "those with a verdict"
    assert left_out(some) == [
        "Kiwi: it flies high; in games worth nothing (less than 0).",
        "Moth: games and duels do not agree, or duels cannot judge it.",
        "Bee: not tried in games, by duels alone.",
    ]


def test_rows_for_a_program_have_both_prices_and_the_verdict() -> None:
    some = report(judged("Kite", 80, 110, 108, 95, 120), judged("Bee", 40, 47))
    heads, *rows = some.table()
    kite, bee = (dict(zip(heads, row, strict=True)) for row in rows)
    assert [kite[head] for head in ("fair", "in_games", "in_games_low", "in_games_high", "verdict")] == [
        110, 108, 95, 120, "cheap",
    ]  # fmt: skip
    assert (bee["in_games"], bee["games"], bee["verdict"]) == (None, None, "cannot be told")
    unit = some.document()["units"][0]
    assert {head: unit[head] for head in heads} == kite


def test_what_is_alike_by_duels_and_not_in_games_stands_apart() -> None:
    some = report(judged("Kite", 80, 60, 64, 51, 81), judged("Moth", 80, 60, 70, 55, 90), judged("Wasp", 100, 100))
    assert [[one.force.name for one in group] for group in some.alike if group[0].force.points == 80] == [["Kite"], ["Moth"]]


def test_a_headline_is_earned_where_duels_and_games_agree_and_the_error_leaves_out_what_is_asked() -> None:
    some = report(
        judged("Kite", 80, 110, 108, 95, 120),
        judged("Moth", 80, 70, 108, 95, 120),  # duels say the other
        judged("Gnat", 80, 90, 88, 78, 98),  # what is asked is within the error
        judged("Wasp", 100, 60, 64, 50, 78),
        judged("Hornet", 100, 100, 100, 90, 110),
    )
    assert findings(some) == [
        "Worth more than asked in whole games, and exact duels do not contradict: Kite, 80 asked, 108 in games (95 to 120), "
        "110 by duels.",
        "Worth less than asked in whole games, and exact duels do not contradict: Wasp, 100 asked, 64 in games (50 to 78), "
        "60 by duels.",
    ]
    none = findings(report(judged("Gnat", 80, 90, 88, 78, 98), judged("Hornet", 100, 100, 100, 90, 110)))
    within = "where exact duels and whole games agree, what is asked is within the error"
    assert none == [f"No aircraft is called cheap or dear: {within}."]


def test_a_first_reader_has_all_of_it_in_a_sentence_or_two() -> None:
    dear = [judged(f"Wasp {points}", points, 60, 64, 50, 78) for points in (100, 90)]
    fair, hornet = judged("Gnat", 80, 90, 88, 78, 98), judged("Hornet", 100, 100, 100, 90, 110)
    some = report(*dear, fair, hornet)
    assert summary(some) == "2 types are dear: Wasp 100 and Wasp 90. No type is shown to be cheap."
    assert summary(report(judged("Kite", 80, 110), judged("Moth", 100, 70))).startswith("By exact duels alone the Kite")


def test_three_headlines_at_most_the_largest_first() -> None:
    some = [judged(f"Kite {more}", 80, 80 + more, 80 + more, 70 + more, 90 + more) for more in (20, 50, 30, 40)]
    (line,) = findings(report(*some, judged("Hornet", 100, 100, 100, 90, 110)))
    assert [line.index(f"Kite {more},") for more in (50, 40, 30)] == sorted(
        line.index(f"Kite {more},") for more in (50, 40, 30)
    )


def test_a_picture_shows_both_and_colours_what_both_say() -> None:
    some = report(judged("Kite", 80, 110, 108, 95, 120), judged("Moth", 80, 70, 108, 95, 120), judged("Wasp", 100, 90))
    drawn = str(plots.worth(some, some.alike))
    assert "<title>Kite: 80 asked, 110 fair, range ; 108 in games, 95 to 120; cheap</title>" in drawn
    assert "108 (95 to 120)" in drawn
    assert "in games, with the 95% interval" in drawn
    kite, moth = (drawn[drawn.index(f"<title>{name}:") :].partition("</g>")[0] for name in ("Kite", "Moth"))
    assert plots.UNDER in kite
    assert plots.UNDER not in moth
    alone = str(plots.worth(report(judged("Kite", 80, 110), judged("Wasp", 100, 90)), report(judged("Kite", 80, 110)).alike))
    assert "in games" not in alone


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
    assert (sure.document()["by_duels"], unsure.document()["by_duels"]) == ("judged", "moths evade.")
    some = best_first(Judged(Force(one.force, "", 100), "house", {}, one, "", {}) for one in (unsure, sure))
    assert [(one.force.name, one.ratio) for one in some] == [("Wasp", 1.1), ("Moth", None)]
    assert [one.row()["by_duels"] for one in some] == ["judged", "moths evade."]
    gauntlet = Gauntlet("Wasp", 100, {"all": {"Moth": 1}}, {})
    print_parts(price_parts([sure, unsure], gauntlet))
    told = capsys.readouterr().out
    assert "+10%" in told
    assert "+90%" not in told
    assert "Cannot judge Moth: moths evade." in told
