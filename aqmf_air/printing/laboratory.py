"""A report of the laboratory as files: one HTML page that needs nothing else, sheets of paper, comma-separated values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import Any

from aqmf_air.core.data.text import in_a_row
from aqmf_air.drawing import laboratory as plots
from aqmf_air.drawing import style
from aqmf_air.drawing.plot import PaperPicture
from aqmf_air.drawing.svg import Svg
from aqmf_air.lab.long_task import csv_of
from aqmf_air.lab.report import Judged, Report, WholeGames, by_feature
from aqmf_air.lab.verdicts import FAIR, LESS, MORE, UNTOLD, WORDS
from aqmf_air.printing.paper import Sheets, write_pdf

DOCUMENT = Path(__file__).with_name("laboratory.typ")
HTML = Path(__file__).with_name("laboratory.html")
TITLE = "What is it worth?"
ON_A_SHEET = 38
"""Rows of a plot on one sheet, at most."""
NO_BREAK = "\N{NO-BREAK SPACE}"
EACH = 3
"""Forces that the findings name at either end."""
INKS = {style.CARD: "card", style.INK: "ink", style.FADED: "faded", style.SHADE: "shade"}
"""Colours of a plot that follow the theme of a page, with their names there."""
LOOKS = ("wide", "phone")
DOTS = {plots.UNDER: "under", plots.OVER: "over"}


def definitions(report: Report) -> list[tuple[str, str]]:
    """The words of a report, each in a player's words."""
    anchor, points, basis = report.gauntlet.anchor, report.gauntlet.points, report.basis
    first, mix = next(iter(report.gauntlet.mixes.items()))
    foes = ", ".join(f"{weight} {foe}" for foe, weight in mix.items())
    varied = "; ".join(f"{name} {', '.join(map(str, values))}" for name, values in basis["varied"].items())
    listed = {name: [f"{weight} {foe}" for foe, weight in foes.items()] for name, foes in report.gauntlet.mixes.items()}
    mixes = "; ".join(f"{name} ({', '.join(foes)})" for name, foes in listed.items())
    return [
        ("Asked", basis["asked"]),
        ("Figures", "stated: in the source. inferred: worked out from it. house: our own default."),
        ("Trial", f"The {report.noun} against foes one after another: a destroyed foe is replaced at once."),
        ("Destroys", f"Points of foes that it destroys in a trial, on average, in the mix {first} ({foes})."),
        ("Loses", "The share of itself that it loses in the same trial, on average."),
        (
            "Fair price",
            f"At this price it gains as much for each of its points, after its losses, as the {anchor} at {points}: "
            f"p = V / (V0 / {points} - L0 + L), with V destroyed and L lost, V0 and L0 those of the {anchor}.",
        ),
        ("Verdict", _verdicts(report)),
        (
            "Range",
            f"The lowest and the highest fair price over the mixes {mixes}, and over {varied}. It shows how much a price "
            "hangs on what is assumed. It is no interval of confidence: the chances themselves are exact.",
        ),
        ("Beats", f"How often the {report.noun} alone is left when one of each meet, with the terms below."),
    ]


def _verdicts(report: Report) -> str:
    """What each verdict means."""
    words = WORDS[report.asks]
    asked = "what is asked" if report.asks else f"the {report.gauntlet.anchor}"
    return (
        f"{words[MORE]} or {words[LESS]}: the 95% interval of games leaves {asked} out, and the price by duels lies in it. "
        f"{words[FAIR]}: both agree, and {asked} is within the interval. {words[UNTOLD]}: duels and games differ, or one of "
        "them says nothing. Less than 0 in games: its side does no better with it, so it is worth nothing."
    )


def basis_lines(report: Report) -> list[tuple[str, str]]:
    """What a report rests on: rules, versions, rulings, terms."""
    basis = report.basis
    plugins = ", ".join(f"{name} {version}" for name, version in basis["plugins"].items())
    rulings = ", ".join(f"{name} {value}" for name, value in basis["rulings"].items())
    return [
        ("Rules", f"{report.title}, version {basis['version']}"),
        ("With", plugins or "nothing else"),
        ("Rulings", rulings or "as usual"),
        ("Terms", ", ".join(f"{name} {value}" for name, value in basis["terms"].items() if value is not None)),
        ("Program", f"AQMF Air {basis['program']}; results known by {basis['rules']}"),
    ]


def summary(report: Report) -> str:
    """Who is worth more or less than is asked, in a sentence or two: all that a first reader has to know."""
    ends = extremes(report)
    if not report.by_games:
        best, worst = (f"the {end[0][0].force.name}" if end else "none" for end in ends)
        return f"By exact duels alone {best} is worth most for what is asked, and {worst} least."
    than = "" if report.asks else f" than the {report.gauntlet.anchor}"
    tally, words = {key: many for key, _, many in report.counted}, WORDS[report.asks]
    lines = []
    for key, end in zip((LESS, MORE), reversed(ends), strict=True):
        names = [each.force.name for group in end if report.verdict(group[0]).key == key for each in group][:FRONT]
        if not (many := tally.get(key, 0)):
            lines.append(f"No {report.noun} is shown to be {words[key]}.")
            continue
        verb = f"{report.noun} is" if many == 1 else f"{report.noun}s are"
        which = ", most of all " if many > len(names) else ": "
        lines.append(f"{many} {verb} {words[key]}{than}{which}{in_a_row(names)}.")
    return " ".join(sorted(lines, key=lambda line: line.startswith("No ")))


def findings(report: Report) -> list[str]:
    """The most under- and overpriced of each kind that has enough unlike ones to be compared, a line each; where a kind was
    measured in games, those alone of which they show it.
    """
    lines = []
    than = "asked" if report.asks else f"{report.gauntlet.anchor} at {report.gauntlet.points}"
    for kind in dict.fromkeys(judged.force.kind for judged in report.priced):
        groups = [group for group in report.alike if group[0].force.kind == kind and group[0].ratio is not None]
        if any(judged.played_out for group in groups for judged in group):
            lines += earned(groups, "" if report.asks else f"the {report.gauntlet.anchor}")
            continue
        if len(groups) < 2 * EACH:
            continue
        under = [group for group in groups[:EACH] if (group[0].ratio or 0) > 1]
        over = [group for group in groups[: -EACH - 1 : -1] if (group[0].ratio or 0) < 1]
        for what, some in (("more", under), ("less", over)):
            if some:
                each = "; ".join(_finding(group, report.asks) for group in some)
                lines.append(f"By exact duels, {kind} at {what} than {than}: {each}.")
    return lines


FRONT = 5
"""Forces at either end that a page shows at once."""


def extremes(report: Report) -> tuple[list[list[Judged]], list[list[Judged]]]:
    """Those worth the most and the least for what is asked, the furthest first: of those with a verdict, in games; of a game
    that has no prices by games, by exact duels. The like of one stand together.
    """
    judged = [group for group in report.by_games if report.verdict(group[0]).key != UNTOLD]
    by_worth = judged or [group for group in report.best_first if group[0].ratio is not None]
    best = by_worth[: min(FRONT, (len(by_worth) + 1) // 2)]
    return best, by_worth[: len(best) - 1 : -1][:FRONT]


def left_out(report: Report) -> list[str]:
    """Who is in neither list of the front, and why, in short lines for people."""
    if not report.by_games:
        return []
    lines, reasons = [], dict[str, list[Judged]]()
    for judged in report.silent:
        if judged.played_out:
            reasons.setdefault(judged.no_price, []).append(judged)
    for why, some in reasons.items():
        nothing = all(judged.played_out and judged.played_out.high <= 0 for judged in some)
        games = "in games worth nothing (less than 0)" if nothing else "see their pages for games"
        lines.append(f"{plots.called(some)}: {why}; {games}.")
    if untold := [judged for group in report.by_games for judged in group if report.verdict(judged).key == UNTOLD]:
        lines.append(f"{plots.called(untold)}: games and duels do not agree, or duels cannot judge it.")
    if untried := [judged for group in report.by_duels_alone for judged in group]:
        lines.append(f"{plots.called(untried)}: not tried in games, by duels alone.")
    return lines


def earned(groups: Sequence[Sequence[Judged]], measure: str) -> list[str]:
    """Who is worth more or less than it costs in games, where exact duels agree, in lines for people. ``measure``: what all
    cost as much as, where the game asks no points.
    """
    by_worth = sorted((group[0].earned, at) for at, group in enumerate(groups) if group[0].earned is not None)
    lines = []
    for what, some in (
        ("more", [at for worth, at in by_worth[::-1] if worth > 1]),
        ("less", [at for worth, at in by_worth if worth < 1]),
    ):
        if some:
            each = "; ".join(_earned(groups[at], asks=not measure) for at in some[:EACH])
            further = f" (and {len(some) - EACH} more)" if len(some) > EACH else ""
            than = measure or "asked"
            lines.append(f"Worth {what} than {than} in whole games, and exact duels do not contradict: {each}{further}.")
    within = f"where exact duels and whole games agree, {measure or 'what is asked'} is within the error"
    called = "better or worse" if measure else "cheap or dear"
    return lines or [f"No {groups[0][0].force.kind} is called {called}: {within}."]


def _earned(group: Sequence[Judged], *, asks: bool) -> str:
    judged = group[0]
    worth = judged.played_out
    assert worth
    assert judged.fair is not None
    games = f"{worth.points} in games ({worth.between})"
    duels = f"{judged.fair:.0f} by duels" + (f" ({judged.span})" if judged.span else "")
    points_asked = f"{judged.force.points} asked, " if asks else ""
    return f"{_in_a_line(group)}, {points_asked}{games}, {duels}"


def beside(whole: WholeGames) -> list[str]:
    """What whole games tell beside the prices, and where the two disagree, in lines for people."""
    lines = [
        f"{whole.title}, played to its end by the automatic player {whole.policy}, with each of these in turn as "
        f"{whole.place}; a draw counts half. It stands beside the prices and is no part of them. "
        "The two measure different things: a price is what is destroyed "
        "for what is lost, against foes that never end; a game counts who wins at a table, with objectives, moves, ranges "
        "and all else that is there.",
    ]
    for dear, cheap in whole.disagreements():
        lines.append(
            f"They disagree on {cheap.force} and {dear.force}: by price {cheap.fair:.0f} against {dear.fair:.0f}, in games "
            f"{100 * cheap.share.value:.0f}% against {100 * dear.share.value:.0f}% are won. Chance does not explain that."
        )
    if unsure := whole.unsure():
        pairs = "; ".join(f"{cheap.force} above {dear.force}" for dear, cheap in unsure)
        lines.append(f"Other than by price, the games put {pairs}: by no more than chance explains.")
    elif len(lines) == 1:
        lines.append("They agree: in the games, too, what has the higher price wins more.")
    return lines


def played_out(report: Report) -> list[str]:
    """How forces were measured in games, and whose price that does not bear out, in lines for people."""
    if not report.played_out:
        return []
    unlike = "; ".join(plots.called(group) for group in report.played_out if not group[0].borne_out)
    if unlike:
        return [report.played_how, f"Prices by duels differ from that by more than chance explains for {unlike}."]
    return [report.played_how, "No price by duels differs from that by more than chance explains."]


def games_table(report: Report) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Heads and rows: forces, what is asked where the game asks points, the fair price, the worth in games, the verdict.

    An interval is not broken between two lines of a narrow cell.
    """
    rows = []
    for group in report.played_out:
        worth, fair = group[0].played_out, group[0].fair
        assert worth
        points = (f"{group[0].force.points}",) if report.asks else ()
        shown = "-" if fair is None else f"{fair:.0f}"
        games = worth.in_words.replace(" to ", f"{NO_BREAK}to{NO_BREAK}")
        rows.append((plots.called(group), *points, shown, games, report.verdict(group[0]).word))
    heads = (report.noun.capitalize(), *(("Asked",) if report.asks else ()), "By duels", "In games (95%)", "Verdict")
    return heads, rows


def _finding(group: Sequence[Judged], asks: bool) -> str:
    judged = group[0]
    points_asked = f"{judged.force.points} asked, " if asks else ""
    return f"{_in_a_line(group)}, {points_asked}{judged.fair:.0f} fair ({judged.span})"


def _in_a_line(group: Sequence[Judged]) -> str:
    names = [each.force.name for each in group]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if len(names) <= EACH else plots.called(group)


def themed(picture: Svg) -> str:
    """A plot in the colours of the page that it stands in."""
    drawn = str(picture)
    for colour, name in INKS.items():
        drawn = drawn.replace(f'"{colour}"', f'"var(--{name})"')
    for colour, name in DOTS.items():
        drawn = drawn.replace(f'"{colour}"', f'"var(--{name})"')
    return drawn


def drawings(report: Report, link: plots.Link | None = None) -> dict[str, Callable[[bool], PaperPicture]]:
    """The plots of a report by their names: each is drawn wide, or for a phone (``True``). ``link``: where a row leads."""
    whole = report.whole
    made: dict[str, Callable[[bool], PaperPicture]] = {
        "worth": lambda narrow: plots.worth(report, report.best_first, narrow, link),
        "pairings": lambda narrow: plots.pairings(report, report.alike, narrow),
    }
    return made | ({"games": lambda narrow: plots.beside(whole, narrow)} if whole else {})


def parts(report: Report) -> dict[str, Any]:
    """What pages show of a report besides its table and its plots."""
    return {
        "beside": beside(report.whole) if report.whole else [],
        "played_out": (played_out(report), *games_table(report)),
        "drives": by_feature(report.differences()),
        "noted": [judged for judged in report.priced if judged.note],
        "extremes": extremes(report),
        "left_out": left_out(report),
        "counted": report.counted,
        "summary": summary(report),
    }


def strips(report: Report) -> tuple[list[float], dict[str, str]]:
    """The marks of the axis of the forces at either end, and a strip for each of these, in the colours of the page."""
    groups = [group for end in extremes(report) for group in end]
    marks = plots.scale_of(groups, 4)
    return marks, {group[0].force.name: themed(plots.strip(report, group, marks[-1])) for group in groups}


def strip(report: Report, judged: Judged) -> tuple[list[float], str]:
    """The marks of the axis of one force, and its strip."""
    marks = plots.scale_of([[judged]], 4)
    return marks, themed(plots.strip(report, [judged], marks[-1]))


def as_html(report: Report) -> str:
    """One page that needs no other file and no network; light and dark."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    drawn = drawings(report).items()
    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = made.from_string(HTML.read_text(encoding="utf-8"))
    return template.render(
        report=report,
        findings=findings(report),
        definitions=definitions(report),
        basis=basis_lines(report),
        silent=by_reason(report),
        title=TITLE,
        rows=[judged for group in report.best_first for judged in group],
        plots={name: {look: Markup(themed(draw(look == "phone"))) for look in LOOKS} for name, draw in drawn},
        **parts(report),
    )


def without_price(report: Report) -> list[tuple[str, list[tuple[str, ...]]]]:
    """Those without a price, under the reason: their names, what is asked where the game asks points, the worth in games."""
    by_why: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for judged in report.silent:
        tried = judged.played_out
        asked = (f"{judged.force.points}" if tried else "",) if report.asks else ()
        games = tried.in_words if tried else "not tried"
        by_why.setdefault(judged.no_price, {}).setdefault((*asked, games), []).append(judged.force.name)
    return [
        (f"{why[0].upper()}{why[1:]}.", [(", ".join(sorted(names, key=str.casefold)), *of) for of, names in groups.items()])
        for why, groups in by_why.items()
    ]


def by_note(report: Report) -> list[tuple[str, str]]:
    """The forces whose price has to be explained, those of one explanation together, and what explains it."""
    names: dict[str, list[str]] = {}
    for judged in report.priced:
        if judged.note:
            names.setdefault(judged.note, []).append(judged.force.name)
    return [(in_a_row(some), note) for note, some in names.items()]


MOST_DIFFERENCES = 6
"""Of one feature that paper shows: those that change a price the most."""


def drives(report: Report) -> list[tuple[str, list[tuple[str, ...]]]]:
    """What drives a price, on paper: of each feature what it changes in words, and the pairs that it changes the most."""
    shown = []
    for heading, differences in by_feature(report.differences()).items():
        most = sorted(differences, key=lambda difference: -abs(difference.change))[:MOST_DIFFERENCES]
        feature, changes = heading.split(": ", 1)
        which = f", the {len(most)} largest of {len(differences)}" if len(most) < len(differences) else ""
        rows = [
            (
                " → ".join(difference.values),
                " → ".join(difference.names),
                *((" → ".join(map(str, difference.points)),) if report.asks else ()),
                f"{difference.fair[0]:.0f} → {difference.fair[1]:.0f}",
                f"{difference.change:+.0f}" if round(difference.change) else "0",
            )
            for difference in most
        ]
        shown.append((f"{feature[0].upper()}{feature[1:]}: {changes}{which}", rows))
    return shown


def by_reason(report: Report) -> list[tuple[str, str]]:
    """Those without a price: why, and their names in one line."""
    by_why: dict[str, list[str]] = {}
    for judged in report.silent:
        by_why.setdefault(judged.no_price, []).append(judged.force.name)
    return [(f"{why[0].upper()}{why[1:]}", ", ".join(sorted(names, key=str.casefold))) for why, names in by_why.items()]


def written(report: Report, form: str, paper: str = "a4") -> bytes:
    """The report as a file: ``html``, ``pdf``, ``csv``, ``json``, or ``svg``, which is the plot of prices alone."""
    if form == "pdf":
        return write_pdf(sheets(report), paper).content
    if form == "csv":
        text = csv_of(report.table())
    elif form == "svg":
        text = str(plots.worth(report, report.best_first))
    else:
        text = as_html(report) if form == "html" else json.dumps(report.document(), indent=2, ensure_ascii=False) + "\n"
    return text.encode()


def sheets(report: Report) -> Sheets:
    """The report on paper."""
    groups, basis, asked = report.best_first, basis_lines(report), ["Asked"] if report.asks else []
    each = ceil(len(groups) / max(1, ceil(len(groups) / ON_A_SHEET)))  # no sheet has a row alone
    pieces = [groups[at : at + each] for at in range(0, len(groups), each)] if groups else []
    data: Mapping[str, Any] = {
        "title": TITLE,
        "noun": report.noun,
        "imprint": f"AQMF Air {report.basis['program']}",
        "about": f"by whole games and exact duels, beside the {report.gauntlet.anchor} at {report.gauntlet.points} points",
        "summary": summary(report),
        "findings": findings(report),
        "worth": [_printed(plots.worth(report, piece, paper=True)) for piece in pieces],
        "pairings": [_printed(plots.pairings(report, piece, paper=True)) for piece in pieces],
        "heads": _heads(report),
        "rows": [_row(report, judged) for group in report.best_first for judged in group],
        "silent": without_price(report),
        "games": _printed(plots.beside(report.whole, paper=True)) if report.whole else "",
        "beside": beside(report.whole) if report.whole else [],
        "played_how": report.played_how if report.played_out else "",
        "heads_of_silent": [report.noun.capitalize(), *asked, "In games"],
        "heads_of_drives": ["From, to", f"{report.noun}s".capitalize(), *asked, "By duels", "Change"],
        "notes": by_note(report),
        "drives": drives(report),
        "definitions": definitions(report),
        "assumed": report.assumed,
        "unjudged": report.unjudged,
        "basis": basis,
    }
    return Sheets(DOCUMENT, data)


def _printed(picture: PaperPicture) -> str:
    """A plot with the letters and the white that paper has."""
    drawn = re.sub(r'font-family="[^"]*"', 'font-family="Source Sans Pro"', str(picture))
    return drawn.replace(f'"{style.CARD}"', '"#ffffff"')


def _heads(report: Report) -> list[str]:
    """The heads of the table of every price."""
    in_games = ("In games",) if report.played_out else ()
    asked = ("Asked",) if report.asks else ()
    return [
        report.noun.capitalize(), "Kind", "Figures", *asked, *in_games, "By duels", "Range", "Destroys", "Loses", "Verdict",
    ]  # fmt: skip


def _row(report: Report, judged: Judged) -> list[str]:
    assert judged.price is not None
    assert judged.fair is not None
    toll, worth = judged.price.toll, judged.played_out
    in_games = (worth.in_words if worth else "-",) if report.played_out else ()
    asked = (f"{judged.force.points}",) if report.asks else ()
    return [
        judged.force.name, judged.force.kind, judged.figures, *asked, *in_games, f"{judged.fair:.0f}",
        judged.span, f"{toll.gained:.0f}", f"{100 * toll.lost:.0f}%", report.verdict(judged).word,
    ]  # fmt: skip
