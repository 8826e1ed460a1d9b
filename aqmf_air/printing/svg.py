"""SVG: one sheet of shapes in millimetres for laser cutters, text as outlines so that no machine needs the fonts.

Layers are groups: ``cut`` is red and ``fold`` (score) is blue, both hairlines; ``print`` (engrave) is black. A laser has no
greys: lines and letters of any shade are engraved alike, and areas that are shaded on paper stay bare.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

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
    wide, high = _n(drawing.width), _n(drawing.height)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">',
        f"<title>{escape(title)}</title>",
    ]
    for layer, name in LAYERS:
        lines.append(f'<g id="{name}" fill="none">')
        of_layer = (shape for shape in drawing.shapes if _layer(shape) == layer and not _is_shade(shape))
        lines += _elements(of_layer, drawing.height)
        lines.append("</g>")
    lines.append("</svg>\n")
    return "\n".join(lines).encode()


def _layer(shape: Shape) -> Layer:
    if isinstance(shape, Window):
        raise ValueError("an SVG sheet takes drawings whole, not in tiles")
    return shape.layer


def _is_shade(shape: Shape) -> bool:
    return isinstance(shape, Circle | Curve | Outline) and shape.pen is None and shape.fill != BLACK


def _elements(shapes: Iterable[Shape], height: float) -> Iterable[str]:
    for shape in shapes:
        match shape:
            case Label():
                yield _outlines(shape, height)
            case Line():
                ends = f'x1="{_n(shape.x1)}" y1="{_n(height - shape.y1)}" x2="{_n(shape.x2)}" y2="{_n(height - shape.y2)}"'
                yield f"<line {ends} {_painted(shape.pen, None, shape.layer)}/>"
            case Circle():
                where = f'cx="{_n(shape.x)}" cy="{_n(height - shape.y)}" r="{_n(shape.radius)}"'
                yield f"<circle {where} {_painted(shape.pen, shape.fill, shape.layer)}/>"
            case Curve():
                yield f'<path d="{_arc(shape, height)}" {_painted(shape.pen, shape.fill, shape.layer)}/>'
            case Outline():
                points = " ".join(f"{_n(x)},{_n(height - y)}" for x, y in shape.points)
                kind = "polygon" if shape.closed else "polyline"
                yield f'<{kind} points="{points}" {_painted(shape.pen, shape.fill, shape.layer)}/>'


def _painted(pen: Pen | None, fill: float | None, layer: Layer) -> str:
    parts = [f'fill="{ENGRAVED}"'] if fill == BLACK else []
    if pen is not None:
        cut = layer in STROKES
        parts.append(f'stroke="{STROKES.get(layer, ENGRAVED)}" stroke-width="{HAIRLINE if cut else _n(pen.width)}"')
        if pen.dash:
            parts.append(f'stroke-dasharray="{" ".join(map(_n, pen.dash))}"')
    return " ".join(parts)


def _arc(curve: Curve, height: float) -> str:
    (x1, y1), (x2, y2) = (around(curve.x, curve.y, curve.radius, curve.start + turn) for turn in (0, curve.degrees))
    large, radius = int(curve.degrees > 180), _n(curve.radius)
    arc = f"{_n(x1)} {_n(height - y1)}A{radius} {radius} 0 {large} 1 {_n(x2)} {_n(height - y2)}"
    return f"M{_n(curve.x)} {_n(height - curve.y)}L{arc}Z" if curve.wedge else f"M{arc}"


@cache
def _opened(face: str) -> Any:
    from fontTools.ttLib import TTFont

    return TTFont(font_file(face))


def _outlines(label: Label, height: float) -> str:
    """The outlines of a label's letters as one path."""
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
    return f'<path aria-label={quoteattr(label.text)} transform="{place}" fill="{fill}" d="{"".join(drawn)}"/>'


def _n(value: float) -> str:
    """A number with up to four decimals: a ten-thousandth of a millimetre."""
    return f"{round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")  # + 0.0 turns -0.0 into 0.0
