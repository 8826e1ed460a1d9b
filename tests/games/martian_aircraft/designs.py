"""Random designs, for the tests of the hangar."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any, get_args

from hypothesis import strategies as st
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from aqmf_air.games.martian_aircraft.designs.design import (
    ARCS,
    BOMB_KINDS,
    Body,
    Bombs,
    Cowling,
    Design,
    DesignSource,
    EnginesAt,
    Gun,
    Historic,
    Propellers,
    Ring,
    Shape,
    Tail,
    Tips,
    Undercarriage,
)


def area_of(rings: Iterable[Ring]) -> BaseGeometry:
    """What rings go round, without the holes."""
    return reduce(BaseGeometry.symmetric_difference, map(Polygon, rings))


words = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20)
names = st.builds("{} {}".format, st.sampled_from(["SPAD", "Blériot", "Илья", "飛行機", "7"]), words).filter(
    lambda name: len(name) <= 60
)
speeds = st.one_of(
    st.integers(1, 200).map(float),
    st.sampled_from([75.0, 75.5, 76.0, 125.0, 125.5, 126.0]),
    st.floats(0.1, 1000, allow_nan=False),
)
guns = st.builds(Gun, arcs=st.lists(st.sampled_from(ARCS), min_size=1, max_size=4, unique=True))
bombs = st.builds(Bombs, kind=st.sampled_from(BOMB_KINDS), count=st.integers(0, 9))
sources = st.builds(
    DesignSource, url=words, note=st.one_of(words, st.just("two\nlines")), confidence=st.sampled_from(["high", "low"])
)
historics = st.builds(
    Historic,
    max_speed_mph=speeds,
    forward_guns=st.integers(0, 5),
    rear_guns=st.integers(0, 5),
    bomb_kg=st.none() | st.integers(0, 2000).map(float) | st.floats(0, 20000),
    skin=st.sampled_from(["fabric", "duralumin"]),
    armoured=st.booleans(),
    duties=st.lists(st.sampled_from(["fighter", "spotter", "day bomber", "trainer"]), min_size=1, max_size=3),
)
shapes = st.builds(
    Shape,
    span_ft=st.floats(5, 200).map(lambda feet: round(feet, 1)),
    length_ft=st.floats(5, 100).map(lambda feet: round(feet, 1)),
    wings=st.integers(1, 3),
    chord_ft=st.none() | st.floats(1, 15).map(lambda feet: round(feet, 2)),
    taper=st.floats(0.3, 1).map(lambda part: round(part, 2)),
    sweep_degrees=st.sampled_from([0.0, 4.0, 30.0]),
    tips=st.sampled_from(get_args(Tips)),
    body=st.sampled_from(get_args(Body)),
    tail=st.sampled_from(get_args(Tail)),
    engines=st.integers(1, 4),
    engines_at=st.sampled_from(get_args(EnginesAt)),
    propellers=st.sampled_from(get_args(Propellers)),
    cowling=st.sampled_from(get_args(Cowling)),
    undercarriage=st.sampled_from(get_args(Undercarriage)),
    crew=st.integers(1, 5),
    stated=st.sampled_from([(), ("span_ft",)]),
    inferred=st.sampled_from([(), ("length_ft", "crew")]),
    source=st.sampled_from(["", "a book"]),
)


@st.composite
def designs(draw: st.DrawFn) -> Design:
    """Any design that there may be."""
    skin = draw(st.sampled_from(["fabric", "aluminium"]))
    role = draw(st.sampled_from(["combat", "combat", "combat", "scout", "spotter", "heavy-bomber"]))
    fields: dict[str, Any] = {
        "name": draw(names),
        "nation": draw(st.sampled_from(["", "USA", "Österreich"])),
        "year": draw(st.none() | st.integers(1909, 1918)),
        "max_speed_mph": draw(speeds),
        "skin": skin,
        "armor": draw(st.none() | st.integers(4, 5)) if skin == "aluminium" else None,
        "role": role,
        "radio": draw(st.booleans()) if role == "spotter" else False,
        "guns": draw(st.lists(guns, max_size=6)),
        "bombs": draw(st.lists(bombs, max_size=3)),
        "source": draw(st.none() | sources),
        "historic": draw(st.none() | historics),
        "shape": draw(st.none() | shapes),
    }
    return Design(**fields)
