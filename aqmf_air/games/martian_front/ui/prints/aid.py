"""The play aid: what both sides look up at the table, on one sheet. Its numbers are asked of the rules that use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import groupby

from aqmf_air.api import Rulings, TargetNumber, chances, package_file, percent
from aqmf_air.api.ui import Panel, PanelGlossary, PanelTable, settled
from aqmf_air.games.martian_front.chapters import to_hit
from aqmf_air.games.martian_front.chapters.damage import damage_table
from aqmf_air.games.martian_front.chapters.heat_rays import sweep_strip
from aqmf_air.games.martian_front.chapters.initiative import initiative_bonuses
from aqmf_air.games.martian_front.chapters.measuring import terrain_kinds
from aqmf_air.games.martian_front.chapters.morale import Nerve, to_pass, to_rally
from aqmf_air.games.martian_front.chapters.templates import joint_rating, template_sizes
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import phases
from aqmf_air.games.martian_front.tables import SIDES, covers, figures
from aqmf_air.games.martian_front.ui.prints.cards import LEGEND
from aqmf_air.games.martian_front.ui.prints.templates import AidWords, kit_of, printed_inches, without_arcs

TURNS = 12
"""Boxes of the turn track."""
WHOSE = {"both": "both sides", "first": "the side that goes first", "second": "the other side"}


def aid_of(ruleset: AllQuiet, rulings: Rulings) -> tuple[Panel, ...]:
    """The panels of a game under these rulings: its own, and those of extensions."""
    files = (OWN, *kit_of(ruleset.registry).panels)
    panels = (panel for file in files for panel in file.wording(ruleset, rulings).panels(file.file))
    return tuple(sorted((*panels, settled(rulings)), key=lambda panel: panel.rank))


def track() -> list[tuple[str, list[str]]]:
    """The phases in order, those of one side in a row together: whose they are, and their titles. HOST-TURN-1."""
    runs = groupby(phases(), key=lambda phase: "once, before turn 1" if phase.once else WHOSE[phase.whose])
    return [(whose, [phase.title for phase in run]) for whose, run in runs]


def chance_of(target: TargetNumber) -> str:
    """The chance that an attack's roll succeeds, as the aid prints it."""
    return percent(chances(to_hit.succeeds, target).of(True))


def test_said(target: TargetNumber) -> str:
    """A roll of one die that is no attack: ``7+ (40%)``."""
    return f"{target.total}+ ({percent(chances(to_hit.rolled, target).of(True)).replace('.0%', '%')})"


def _attack(**facts: int) -> to_hit.Attack:
    return to_hit.Attack("", "", **{"power": 0, "defense": 1, "armor": 1, **facts}, target="", target_kind="")  # type: ignore[arg-type]


def _rolls() -> PanelTable:
    """HOST-HIT-1 to HOST-HIT-4."""
    needs = [TargetNumber(to_hit.TO_DAMAGE, number, "", "") for number in range(2, to_hit.HIGHEST + 2)]
    lines = [[to_hit.numeral(need) for need in needs], [chance_of(need).replace(".0%", "%") for need in needs]]
    half = len(needs) // 2
    (heads, first), second = (line[:half] for line in lines), (line[half:] for line in lines)
    return PanelTable(heads, [first, *second])


def _to_hit(ruleset: AllQuiet) -> PanelTable:
    """HOST-HIT-1, HOST-COVER-1."""
    defenses = sorted({kind.defense for kind in ruleset.catalogue.values()})
    rows = [
        [
            cover.name if cover.defense else "in the open",
            *(to_hit.numeral(to_hit.to_hit(_attack(defense=defense), cover)) for defense in defenses),
        ]
        for cover in covers().values()
    ]
    return PanelTable(["Defense", *map(str, defenses)], rows)


def _to_damage(ruleset: AllQuiet) -> PanelTable:
    """HOST-HIT-2."""
    types = ruleset.catalogue.values()
    armors = sorted({type_.armor for type_ in types})
    powers = {mount.weapon.power for type_ in types for mount in type_.weapons}
    rows = [
        [f"{power:+d}", *(to_hit.numeral(to_hit.to_damage(_attack(power=power, armor=armor), None)) for armor in armors)]
        for power in sorted(powers)
    ]
    return PanelTable(["Power", *map(str, armors)], rows)


def _ground() -> PanelTable:
    """HOST-COVER-1, HOST-LOS-1, HOST-LOS-2."""
    yes_no = {True: "yes", False: "\N{EN DASH}"}
    rows = [
        [
            kind.name,
            kind.cover or yes_no[False],
            "tripods' too" if kind.high else yes_no[kind.blocks],
            yes_no[kind.impassable],
        ]
        for kind in terrain_kinds().values()
    ]
    return PanelTable(["Terrain", "cover", "blocks sight", "impassable"], rows)


def _weapons(ruleset: AllQuiet) -> PanelTable:
    rows = []
    for side in SIDES:
        mounts = [mount for kind in ruleset.catalogue.values() if kind.side == side for mount in kind.weapons]
        for name, weapon in {without_arcs(mount): mount.weapon for mount in mounts}.items():
            reach = printed_inches(weapon.range) if weapon.range is not None else "\N{EN DASH}"
            more = [f"{weapon.shots} shots"] if weapon.shots > 1 else []
            more += [f"Barrage {weapon.barrage}"] if weapon.barrage else []
            rows.append([name, reach, f"{weapon.power:+d}", ", ".join((*more, *weapon.traits))])
    return PanelTable(["Weapon", "range", "Power", ""], rows)


def _barrages() -> PanelTable:
    """HOST-BARRAGE-2."""
    sizes = template_sizes()
    return PanelTable(["Barrage", *map(str, sizes)], [["across", *map(printed_inches, sizes.values())]])


def _tripods() -> PanelTable:
    """HOST-TRIPOD-1 to HOST-TRIPOD-3."""
    rows = damage_table().rows
    bands = [f"{row.low}" if row.low == row.high else f"{row.low}\N{EN DASH}{row.high}" for row in rows]
    return PanelTable(["D10", "Armor lost, and more"], [[band, row.said] for band, row in zip(bands, rows, strict=True)])


def _morale() -> PanelTable:
    """HOST-MORALE-1 to HOST-MORALE-3."""
    tests = [to_pass(Nerve("", "", lost, 2)) for lost in range(1, to_hit.HIGHEST - figures()["morale"] + 1)]
    return PanelTable(
        ["Elements lost", *(str(number) for number in range(1, len(tests) + 1))],
        [["to stand", *(f"{test.total}+" for test in tests)]],
    )


def figure_of(numbers: Mapping[str, int | float], worked_out: Mapping[str, str]) -> Callable[[str], str]:
    """The figure of a name: worked out, or a number, after a ``+`` with its sign, before a double prime in inches."""

    def figure(name: str) -> str:
        if name in worked_out:
            return worked_out[name]
        value = numbers[name.strip("+\N{DOUBLE PRIME}")]
        if name.endswith("\N{DOUBLE PRIME}"):
            return printed_inches(value)
        return f"{value:+g}" if name.startswith("+") else f"{value:g}"

    return figure


def _wording(ruleset: AllQuiet, rulings: Rulings) -> PanelGlossary:
    strip = sweep_strip(0, 0, 90)
    worked_out = {
        "what counts for the human die": "; ".join(
            f"{initiative_bonuse.value:+d} {initiative_bonuse.reason}" for initiative_bonuse in initiative_bonuses(1, 1, 1)
        ),
        "a further gun": f"{joint_rating(1, 2) - 1:+d}",
        "most Barrage": f"{max(template_sizes())}",
        "cover of Armor": ", ".join(f"{cover.name} {cover.armor:+d}" for cover in covers().values() if cover.armor),
        "sweep": f"{printed_inches(strip.length)} by {printed_inches(strip.width)}",
        "to rally": test_said(to_rally()),
        "legend of cards": LEGEND,
    }
    tables: dict[str, Callable[[], PanelTable]] = {
        "rolls": _rolls,
        "to hit": partial(_to_hit, ruleset),
        "to damage": partial(_to_damage, ruleset),
        "ground": _ground,
        "weapons": partial(_weapons, ruleset),
        "barrages": _barrages,
        "tripods": _tripods,
        "morale": _morale,
    }
    return PanelGlossary(figure_of(figures(), worked_out), tables, ruleset.register, rulings)


OWN = AidWords(package_file(__package__, "data/aid.toml"), _wording)
