"""Outlines of aircraft on status sheets are those of the hangar; ``python -m`` of this module writes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from shapely import Polygon, box

from aqmf_air.core.data.files import write_aside
from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar
from aqmf_air.games.martian_aircraft.designs.silhouette import Silhouette, path_of, silhouette
from aqmf_air.games.richthofens_war import ui
from aqmf_air.games.richthofens_war.tables import tables
from aqmf_air.games.richthofens_war.ui.outlines import TrueOutline, outlines
from tests.games.martian_aircraft.designs import area_of

FILE = Path(ui.__file__).with_name("data") / "outlines.toml"
DESIGNS = {
    "Nieuport 11": "Nieuport 11 Bébé",
    "Nieuport 17": "Nieuport 17",
    "Nieuport 17, British": "Nieuport 17",
    "Sopwith Pup": "Sopwith Pup",
    "Sopwith Camel": "Sopwith Camel",
    "DH-2": "Airco D.H.2",
    "Vickers FB-5": "Vickers F.B.5 Gunbus",
    "Fokker Dr-I": "Fokker Dr.I",
    "Fokker D-VIII": "Fokker D.VIII",
    "Siemens-Schuckert D-IV": "Siemens-Schuckert D.IV",
    "Fokker E-III": "Fokker E.III",
    "Albatros D-I": "Albatros D.II",
    "Albatros D-II": "Albatros D.II",
    "Albatros D-III": "Albatros D.III",
    "Albatros D-V, D-Va": "Albatros D.V",
    "Pfalz D-IIIa": "Pfalz D.IIIa",
    "Fokker D-VII": "Fokker D.VII",
    "Sopwith Triplane": "Sopwith Triplane",
    "SE-5a": "R.A.F. S.E.5a",
    "Spad VII": "SPAD VII",
    "Spad XIII": "SPAD XIII",
    "Bristol F2A": "Bristol F.2B Fighter",
    "Bristol F2B": "Bristol F.2B Fighter",
    "FE-2b": "R.A.F. F.E.2b",
    "Sopwith 1 1/2 Strutter": "Sopwith 1 1/2 Strutter",
    "Hannover CL-III, CL-IIIa": "Hannover CL.IIIa",
    "Halberstadt CL-II": "Halberstadt CL.II",
    "Halberstadt CL-IV": "Halberstadt CL.IV",
    "DH-4": "Airco D.H.4",
    "AW F.K.8": "Armstrong Whitworth F.K.8",
    "RE-8": "R.A.F. R.E.8",
    "BE-2c": "R.A.F. B.E.2c",
    "DFW C-V": "DFW C.V",
    "Voisin III": "Voisin III",
    "Gotha G-IV": "Gotha G.IV",
    "Handley-Page O/400": "Handley Page O/400",
}
"""Types whose shape the hangar has, by what it calls them; the first Albatros and Bristol look like their successors."""
HEAD = """\
# Aircraft from above, nose up, within a circle of 100: the outline as path data, and where national marks are: how far out
# on each side, how far down, and their radius. From the figures of designs of All Quiet on the Martian Front.

source = "figures as they are usually quoted, in the designs of the hangar"
standing = "inferred"
"""


def expected() -> Iterator[TrueOutline]:
    """What the hangar has of each type."""
    designs = {entry.design.name: entry.design for entry in open_hangar(Path("nowhere")).parked}
    about: Any = {"source": "figures as they are usually quoted, in the designs of the hangar", "standing": "inferred"}
    for type_, name in DESIGNS.items():
        view = silhouette(designs[name])
        outer, *holes = view.outline
        rougher = Polygon(outer, holes).simplify(0.003 * view.shape.span_ft)
        rings = [tuple((x, y) for x, y in ring.coords) for ring in (rougher.exterior, *rougher.interiors)]
        path = path_of(rings, 100 / view.radius, 1)
        yield TrueOutline(type=type_, path=path, mark=mark_on(view), **about)


def mark_on(view: Silhouette) -> tuple[float, float, float]:
    """On the upper wing, two thirds out."""
    wing = [area_of(part.rings) for part in view.parts if part.kind == "wing"][-1]
    out = wing.bounds[2] * 0.68
    strip = wing.intersection(box(out - 0.01, -view.radius, out + 0.01, view.radius))
    _, low, _, high = strip.bounds
    scale = 100 / view.radius
    return round(out * scale, 1), round(-(low + high) / 2 * scale, 1), round(min(0.36 * (high - low), 4) * scale, 1)


@pytest.mark.further
def test_outlines_are_those_of_the_hangar() -> None:
    assert list(outlines().values()) == list(expected())
    assert set(outlines()) < {type_.name for type_ in tables.shipped().aircraft}


if __name__ == "__main__":
    lines = [f'  {{ type = "{row.type}", mark = {list(row.mark)}, path = "{row.path}" }},\n' for row in expected()]
    write_aside(FILE, (HEAD + "outline = [\n" + "".join(lines) + "]\n").encode())
