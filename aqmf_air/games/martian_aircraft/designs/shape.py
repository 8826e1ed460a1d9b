"""The shape of an aircraft seen from above: its figures, who vouches for each, and what stands in where none are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.tables import Standing
from aqmf_air.games.martian_aircraft.designs.fields import Note

if TYPE_CHECKING:
    from aqmf_air.games.martian_aircraft.designs.design import Design

Tips = Literal["round", "raked", "square", "elliptical"]
Body = Literal["fuselage", "nacelle", "booms", "open"]
Tail = Literal["round", "delta", "square", "front", "none"]
EnginesAt = Literal["nose", "rear", "wings"]
Propellers = Literal["tractor", "pusher", "both"]
Cowling = Literal["round", "inline"]
Undercarriage = Literal["wheels", "float"]

Feet = Annotated[float, Field(gt=0, le=400)]
Few = Annotated[int, Field(strict=True, ge=1, le=12)]


class Shape(Frozen):
    """What an aircraft looks like from above. Lengths are feet; what is left out is drawn in proportion to the rest."""

    span_ft: Feet = Field(description="Span of the widest wing, the upper one as a rule.")
    length_ft: Feet = Field(description="Length over all.")
    wings: Annotated[int, Field(strict=True, ge=1, le=3)] = Field(
        default=2, description="1 monoplane, 2 biplane, 3 triplane."
    )
    lower_span_ft: Feet | None = Field(default=None, description="Span of the lowest wing, where it differs.")
    chord_ft: Feet | None = Field(
        default=None, description="Depth of the wing from its front to its rear edge, at the root."
    )
    lower_chord_ft: Feet | None = Field(default=None, description="The same of the lowest wing, where it differs.")
    taper: Annotated[float, Field(gt=0, le=1)] = Field(
        default=1.0, description="Chord at the tip as a part of that at the root."
    )
    sweep_degrees: Annotated[float, Field(ge=-10, le=45)] = Field(
        default=0.0, description="How far the wings are swept back."
    )
    tips: Tips = Field(default="round", description="Wing tips; raked: longer at the rear edge.")
    body: Body = Field(
        default="fuselage",
        description="fuselage; nacelle: a short one, with the tail on open booms; booms: a nacelle between two fuselages; "
        "open: a bare frame.",
    )
    tail: Tail = Field(default="round", description="Tailplane; front: an elevator before the wings; none: tailless.")
    tail_span_ft: Feet | None = Field(default=None, description="Span of the tailplane.")
    engines: Few = Field(default=1, description="How many engines.")
    engines_at: EnginesAt = Field(default="nose", description="Where they are; rear: behind the crew.")
    propellers: Propellers = Field(default="tractor", description="Whether they pull, push, or some of each.")
    cowling: Cowling = Field(
        default="inline", description="round: a rotary, a radial or a round radiator; inline: a narrow nose."
    )
    undercarriage: Undercarriage = Field(default="wheels", description="wheels, or a float under the middle.")
    crew: Few = Field(default=1, description="How many seats.")
    stated: tuple[str, ...] = Field(default=(), max_length=20, description="Figures that the source gives.")
    inferred: tuple[str, ...] = Field(
        default=(), max_length=20, description="Figures as they are usually quoted, or worked out; the rest are our own."
    )
    source: Note = Field(default="", description="Where the figures come from.")

    @model_validator(mode="after")
    def _names_figures(self) -> Shape:
        known = figures()
        if wrong := [name for name in (*self.stated, *self.inferred) if name not in known]:
            raise ValueError(f"{wrong[0][:40]!r} in 'stated' or 'inferred': expected a figure of the shape")
        if twice := set(self.stated) & set(self.inferred):
            raise ValueError(f"{min(twice)!r}: expected in 'stated' or in 'inferred', not in both")
        if self.lower_span_ft is not None and self.lower_span_ft > self.span_ft:
            raise ValueError(
                f"'lower_span_ft': expected no more than 'span_ft', {self.span_ft:g}, got {self.lower_span_ft:g}"
            )
        return self

    def standing_of(self, figure: str) -> Standing:
        """Who vouches for a figure: ``stated`` by the source, ``inferred``, or our own, ``house``."""
        return "stated" if figure in self.stated else "inferred" if figure in self.inferred else "house"


def figures() -> tuple[str, ...]:
    """The names of the figures of a shape."""
    return tuple(name for name in Shape.model_fields if name not in ("stated", "inferred", "source"))


GUESSED = "No figures of its shape are given: it is drawn after its role, crew, guns and skin."


def shape_of(design: Design) -> Shape:
    """The shape that a design gives, or one that fits its role, guns, skin and year, all of it ``house``. AIR-DES-4."""
    if design.shape is not None:
        return design.shape
    year, aft = design.year or 1916, design.guns_bearing("aft")
    sideways = any("forward" in gun.arcs and len(gun.arcs) > 1 and "aft" not in gun.arcs for gun in design.guns)
    if design.role == "heavy-bomber":
        return Shape(span_ft=75, length_ft=43, chord_ft=8, tips="raked", tail="square", engines=2, engines_at="wings",
                     crew=3, source=GUESSED)  # fmt: skip
    if design.skin == "aluminium":
        two = design.role != "combat" or aft
        return Shape(span_ft=39 if two else 30, length_ft=26 if two else 23, wings=1, tips="square", taper=0.75,
                     crew=2 if two else 1, source=GUESSED)  # fmt: skip
    if sideways and year <= 1917:
        return Shape(span_ft=37, length_ft=27, body="nacelle", engines_at="rear", propellers="pusher", cowling="round",
                     crew=2, source=GUESSED)  # fmt: skip
    if design.role != "combat" or aft or not design.guns:
        return Shape(span_ft=40, length_ft=27, tips="raked", crew=2, source=GUESSED)
    if year <= 1915:
        return Shape(span_ft=30, length_ft=21, wings=1, cowling="round", source=GUESSED)
    return Shape(span_ft=27.5, length_ft=20, cowling="inline" if year >= 1917 else "round", source=GUESSED)


def figures_told(shape: Shape) -> list[tuple[str, str, str]]:
    """The figures of a shape for people: the name of each, what to call it, and its value."""
    found = []
    for name in figures():
        value = getattr(shape, name)
        label = name.removesuffix("_ft").removesuffix("_degrees").replace("_", " ")
        if value is None or (name in _PLAIN and value == _PLAIN[name]):
            continue
        unit = " ft" if name.endswith("_ft") else "°" if name.endswith("_degrees") else ""
        found.append((name, label, f"{value:g}{unit}" if isinstance(value, float | int) else str(value)))
    return found


_PLAIN = {"taper": 1.0, "sweep_degrees": 0.0, "engines_at": "nose", "undercarriage": "wheels", "body": "fuselage"}
"""Figures that go without saying."""
