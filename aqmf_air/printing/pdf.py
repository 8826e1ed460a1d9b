"""PDF: pages of shapes at true scale, the same bytes for the same pages."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from math import ceil, radians, tan
from typing import Any

from aqmf_air.printing.drawing import POINT, Circle, Curve, Label, Line, Outline, Pen, Shape, Window, around
from aqmf_air.printing.fonts import loaded, runs, width_of
from aqmf_air.printing.paper import Page, Scale

PIECE_OF_CURVE = 22.5
"""Degrees of a circle that one Bezier curve stands for: it is off by less than a hundred-thousandth of the radius."""


def write_pdf(pages: Sequence[Page], title: str, scale: Scale) -> bytes:
    """The pages as a PDF. Viewers are told not to scale it; ``scale`` corrects a printer that does all the same."""
    from reportlab.pdfgen.canvas import Canvas

    buffer = BytesIO()
    # an embedded face to begin with, or every page would name Helvetica, which is not embedded
    canvas = Canvas(buffer, invariant=1, pageCompression=1, initialFontName=loaded("serif").fontName)
    canvas.setTitle(title)
    canvas.setCreator("aqmf-air")
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        wide, high = page.paper.width, page.paper.height
        canvas.setPageSize((wide / POINT, high / POINT))
        canvas.saveState()
        # about the middle of the sheet, so that what is too much is shared between opposite margins
        canvas.translate(wide / POINT / 2 * (1 - scale.x), high / POINT / 2 * (1 - scale.y))
        canvas.scale(scale.x / POINT, scale.y / POINT)
        canvas.setLineCap(0)
        for shape in page.shapes:
            _draw(canvas, shape)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(canvas: Any, shape: Shape) -> None:
    match shape:
        case Label():
            _write(canvas, shape)
        case Window():
            canvas.saveState()
            frame = canvas.beginPath()
            frame.rect(shape.x, shape.y, shape.width, shape.height)
            canvas.clipPath(frame, stroke=0, fill=0)
            for one in shape.shapes:
                _draw(canvas, one)
            canvas.restoreState()
        case Line():
            _use(canvas, shape.pen)
            canvas.line(shape.x1, shape.y1, shape.x2, shape.y2)
        case Outline() | Circle() | Curve():
            path = canvas.beginPath()
            _trace(path, shape)
            if shape.pen is not None:
                _use(canvas, shape.pen)
            if shape.fill is not None:
                canvas.setFillGray(shape.fill)
            canvas.drawPath(path, stroke=int(shape.pen is not None), fill=int(shape.fill is not None))


def _use(canvas: Any, pen: Pen) -> None:
    canvas.setLineWidth(pen.width)
    canvas.setStrokeGray(pen.grey)
    canvas.setDash(list(pen.dash))


def _trace(path: Any, shape: Outline | Circle | Curve) -> None:
    if isinstance(shape, Outline):
        path.moveTo(*shape.points[0])
        for point in shape.points[1:]:
            path.lineTo(*point)
        if shape.closed:
            path.close()
        return
    start, degrees = (0.0, 360.0) if isinstance(shape, Circle) else (shape.start, shape.degrees)
    wedge = isinstance(shape, Curve) and shape.wedge
    pieces = ceil(degrees / PIECE_OF_CURVE)
    bearings = [start + degrees * number / pieces for number in range(pieces + 1)]
    arm = shape.radius * 4 / 3 * tan(radians(degrees / pieces) / 4)
    x, y, radius = shape.x, shape.y, shape.radius
    if wedge:
        path.moveTo(x, y)
        path.lineTo(*around(x, y, radius, start))
    else:
        path.moveTo(*around(x, y, radius, start))
    for one, other in pairwise(bearings):
        leaving = around(*around(x, y, radius, one), arm, one + 90)
        coming = around(*around(x, y, radius, other), arm, other - 90)
        path.curveTo(*leaving, *coming, *around(x, y, radius, other))
    if wedge or isinstance(shape, Circle):
        path.close()


def _write(canvas: Any, label: Label) -> None:
    start = {"start": 0.0, "middle": -width_of(label) / 2, "end": -width_of(label)}[label.anchor]
    canvas.saveState()
    canvas.translate(label.x, label.y)
    if label.angle:
        canvas.rotate(-label.angle)
    text = canvas.beginText(start, 0)
    text.setFillGray(label.grey)
    text.setCharSpace(label.tracking * POINT)
    for face, piece in runs(label.text, label.face):
        text.setFont(loaded(face).fontName, label.size * POINT)
        text.textOut(piece)
    canvas.drawText(text)
    canvas.restoreState()
