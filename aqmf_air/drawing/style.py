"""The look of the pictures: a map room's paper, ink and brass. Pattern and shape tell kinds apart, not colour alone."""

from __future__ import annotations

PAPER, CARD, SHADE = "#f3ead6", "#faf5e8", "#e2d5b8"
INK, FADED, RULE = "#2a241c", "#5a4d3b", "#c9b991"
GREY = "#a59d8c"
BRASS, DEEP_BRASS = "#a37b2c", "#76561a"
RED, BLUE = "#7d1f1a", "#2f4a63"
FIRE, FIRE_EDGE = "#c8442b", "#8f2413"
TYPEFACES = {"Source Serif Pro": "font_source_serif_pro", "Source Sans Pro": "font_source_sans_pro"}
"""The house's own letters, on paper and on pages, and the packages that carry their files."""
SERIF = (
    "'Source Serif Pro', 'Iowan Old Style', Palatino, 'Palatino Linotype', 'P052', 'TeX Gyre Pagella', Georgia, "
    "'DejaVu Serif', serif"
)
SANS = (
    "'Source Sans Pro', 'Gill Sans', 'Gill Sans MT', 'Lato', 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', "
    "sans-serif"
)

NARROW, SIDE = 360.0, 12.0
"""Pixels that a picture for a phone is wide, and left free beside what it shows; its letters are 11 pixels or more."""

OFF_TABLE = (
    '<pattern id="off-table" width="8" height="8" patternUnits="userSpaceOnUse">'
    f'<path d="M-1 1L1 -1M0 8L8 0M7 9L9 7" stroke="{RULE}" stroke-width="1"/></pattern>'
)
EMBERS = (
    '<pattern id="embers" width="7" height="7" patternUnits="userSpaceOnUse">'
    f'<path d="M0 7L7 0" stroke="{FIRE}" stroke-width="1.1" stroke-opacity="0.55"/></pattern>'
)
REACHED = (
    '<pattern id="reached" width="9" height="9" patternUnits="userSpaceOnUse">'
    f'<path d="M0 0L9 9" stroke="{DEEP_BRASS}" stroke-width="0.8" stroke-opacity="0.5"/></pattern>'
)
THREATENED = (
    '<pattern id="threatened" width="12" height="12" patternUnits="userSpaceOnUse">'
    f'<circle cx="3" cy="3" r="1.5" fill="{FIRE_EDGE}" fill-opacity="0.65"/>'
    f'<circle cx="9" cy="9" r="1.5" fill="{FIRE_EDGE}" fill-opacity="0.65"/></pattern>'
)
PATTERNS = OFF_TABLE + EMBERS + REACHED + THREATENED
"""Their definitions, for a drawing that uses any of them."""
