"""The look of the pictures: a map room's paper, ink and brass. Pattern and shape tell kinds apart, not colour alone."""

from __future__ import annotations

PAPER, CARD, SHADE = "#f3ead6", "#faf5e8", "#e2d5b8"
INK, FADED, RULE = "#2a241c", "#6f6350", "#c9b991"
GREY = "#a59d8c"
BRASS, DEEP_BRASS = "#a37b2c", "#76561a"
MARTIAN, HUMAN = "#7d1f1a", "#2f4a63"
FIRE, FIRE_EDGE = "#c8442b", "#8f2413"
SERIF = "'Iowan Old Style', Palatino, 'Palatino Linotype', 'P052', 'TeX Gyre Pagella', Georgia, 'DejaVu Serif', serif"
SANS = "'Gill Sans', 'Gill Sans MT', 'Lato', 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"

_TINTS = {
    "wood": "#cfd2a8",
    "ruins": "#d3c7b4",
    "trenches": "#dccba2",
    "redoubt": "#c9b7a4",
    "hill": "#dec99a",
    "water": "#bfd0cf",
}
_MARKS = {
    "wood": '<path d="M6 15v-4M2 11q4 -9 8 0zM17 23v-4M13 19q4 -9 8 0z" fill="none" stroke="#5d6638" stroke-width="1"/>',
    "ruins": '<path d="M2 4h7v6M14 20h8M14 20v-6M4 18h4M15 5h5" fill="none" stroke="#6b5c49" stroke-width="1.2"/>',
    "trenches": '<path d="M0 6h4v4h5v-4h5v4h5v-4h5M0 18h4v4h5v-4h5v4h5v-4" fill="none" stroke="#7a6232" stroke-width="1"/>',
    "redoubt": '<path d="M0 0h24M0 12h24M6 0v12M18 12v12" fill="none" stroke="#6a5140" stroke-width="1.2"/>',
    "hill": '<path d="M3 3l3 6M11 3l3 6M19 3l3 6M7 15l3 6M15 15l3 6" fill="none" stroke="#8a6d33" stroke-width="1"/>',
    "water": '<path d="M0 6q6 -4 12 0t12 0M0 18q6 -4 12 0t12 0" fill="none" stroke="#54777a" stroke-width="1"/>',
}
_PLAIN = '<path d="M0 24L24 0" fill="none" stroke="#7a6a4c" stroke-width="1"/>'
_PLAIN_TINT = "#d9ccb0"


def terrain_pattern(kind: str) -> str:
    """The pattern of a kind of terrain, to be filled by ``url(#terrain-KIND)``; kinds of plugins are hatched."""
    tint, marks = _TINTS.get(kind, _PLAIN_TINT), _MARKS.get(kind, _PLAIN)
    return (
        f'<pattern id="{terrain_id(kind)}" width="24" height="24" patternUnits="userSpaceOnUse">'
        f'<rect width="24" height="24" fill="{tint}"/>{marks}</pattern>'
    )


def terrain_id(kind: str) -> str:
    """The name of a pattern in the document."""
    return "terrain-" + "".join(letter if letter.isalnum() else "-" for letter in kind)


OFF_TABLE = (
    '<pattern id="off-table" width="8" height="8" patternUnits="userSpaceOnUse">'
    f'<rect width="8" height="8" fill="{SHADE}"/><path d="M0 8L8 0" stroke="{RULE}" stroke-width="1"/></pattern>'
)
EMBERS = (
    '<pattern id="embers" width="7" height="7" patternUnits="userSpaceOnUse">'
    f'<path d="M0 7L7 0" stroke="{FIRE}" stroke-width="1.1" stroke-opacity="0.55"/></pattern>'
)
REACHED = (
    '<pattern id="reached" width="9" height="9" patternUnits="userSpaceOnUse">'
    f'<path d="M0 0L9 9" stroke="{DEEP_BRASS}" stroke-width="0.8" stroke-opacity="0.5"/></pattern>'
)
