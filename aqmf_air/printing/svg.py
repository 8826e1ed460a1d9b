"""SVG: one sheet of shapes in millimetres for laser cutters, text as outlines so that no machine needs the fonts.

Layers are groups: ``cut`` is red and ``fold`` (score) is blue, both hairlines; ``print`` (engrave) is black. A laser has no
greys: lines and letters of any shade are engraved alike, and areas that are shaded on paper stay bare.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from aqmf_air.drawing.svg import Svg, Value, number
from aqmf_air.printing.drawing import (
    BLACK,
    POINT,
    Circle,
    Curve,
    Drawing,
    Label,
    Layer,
    Line,
    Outline,
    Pen,
    Shape,
    Window,
    around,
)
from aqmf_air.printing.fonts import font_file, runs, width, width_of

STROKES = {"cut": "#ff0000", "fold": "#0000ff"}
"""Colours by which the usual cutters tell layers apart."""
ENGRAVED = "#000000"
HAIRLINE = 0.025
"""Millimetres, a thousandth of an inch: what drivers take for a line to cut."""
LAYERS: tuple[tuple[Layer, str], ...] = (("print", "engrave"), ("fold", "score"), ("cut", "cut"))
"""In the order in which a machine should run them: what is cut out last cannot move before."""


def write_svg(drawing: Drawing, title: str) -> bytes:
    """The drawing as an SVG document whose user unit is the millimetre."""
    sheet = Svg(drawing.width, drawing.height, title, unit="mm")
    for layer, name in LAYERS:
        with sheet.group(id=name, fill="none"):
            for shape in drawing.shapes:
                if _layer(shape) == layer and not _is_shade(shape):
                    _draw(sheet, shape, drawing.height)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{sheet}'.encode()


def _layer(shape: Shape) -> Layer:
    if isinstance(shape, Window):
        raise ValueError("an SVG sheet takes drawings whole, not in tiles")
    return shape.layer


def _is_shade(shape: Shape) -> bool:
    return isinstance(shape, Circle | Curve | Outline) and shape.pen is None and shape.fill != BLACK


def _draw(sheet: Svg, shape: Shape, height: float) -> None:
    match shape:
        case Label():
            _outlines(sheet, shape, height)
        case Line():
            ends = {"x1": shape.x1, "y1": height - shape.y1, "x2": shape.x2, "y2": height - shape.y2}
            sheet.add("line", **_exact(ends), **_painted(shape.pen, None, shape.layer))
        case Circle():
            where = {"cx": shape.x, "cy": height - shape.y, "r": shape.radius}
            sheet.add("circle", **_exact(where), **_painted(shape.pen, shape.fill, shape.layer))
        case Curve():
            sheet.add("path", d=_arc(shape, height), **_painted(shape.pen, shape.fill, shape.layer))
        case Outline():
            points = " ".join(f"{_n(x)},{_n(height - y)}" for x, y in shape.points)
            kind = "polygon" if shape.closed else "polyline"
            sheet.add(kind, points=points, **_painted(shape.pen, shape.fill, shape.layer))


def _exact(lengths: Mapping[str, float]) -> dict[str, Value]:
    return {name: _n(value) for name, value in lengths.items()}


def _painted(pen: Pen | None, fill: float | None, layer: Layer) -> dict[str, Value]:
    paint: dict[str, Value] = {"fill": ENGRAVED} if fill == BLACK else {}
    if pen is not None:
        cut = layer in STROKES
        paint |= {"stroke": STROKES.get(layer, ENGRAVED), "stroke_width": str(HAIRLINE) if cut else _n(pen.width)}
        if pen.dash:
            paint["stroke_dasharray"] = " ".join(map(_n, pen.dash))
    return paint


def _arc(curve: Curve, height: float) -> str:
    (x1, y1), (x2, y2) = (around(curve.x, curve.y, curve.radius, curve.start + turn) for turn in (0, curve.degrees))
    large, radius = int(curve.degrees > 180), _n(curve.radius)
    arc = f"{_n(x1)} {_n(height - y1)}A{radius} {radius} 0 {large} 1 {_n(x2)} {_n(height - y2)}"
    return f"M{_n(curve.x)} {_n(height - curve.y)}L{arc}Z" if curve.wedge else f"M{arc}"


@cache
def _opened(face: str) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(font_file(face))


def _outlines(sheet: Svg, label: Label, height: float) -> None:
    """Draw the outlines of a label's letters as one path."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    x = {"start": 0.0, "middle": -width_of(label) / 2, "end": -width_of(label)}[label.anchor]
    drawn = []
    for face, piece in runs(label.text, label.face):
        font = _opened(face)
        glyphs, names, em = font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm
        scale = label.size * POINT / em
        for letter in piece:
            pen = SVGPathPen(glyphs, ntos=_n)
            glyphs[names[ord(letter)]].draw(TransformPen(pen, (scale, 0, 0, -scale, x, 0)))
            drawn.append(pen.getCommands())
            x += width(letter, face, label.size) + label.tracking * POINT
    turned = f" rotate({_n(label.angle)})" if label.angle else ""
    place = f"translate({_n(label.x)} {_n(height - label.y)}){turned}"
    fill = STROKES.get(label.layer, ENGRAVED)
    sheet.add("path", aria_label=label.text, transform=place, fill=fill, d="".join(drawn))


def _n(value: float) -> str:
    """A length to a ten-thousandth of a millimetre."""
    return number(value, 4)
