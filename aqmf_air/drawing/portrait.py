"""Portraits of airmen as profiles cut from black paper: the same name always has the same face."""

from __future__ import annotations

from zlib import crc32

BUST = (
    "M38 90L38 74C25 66 23 40 35 28C45 18 63 18 70 29C72 35 72 40 73 44L80 55L74 58L76 63L73 66L75 69L73 73"
    "C75 79 70 82 64 81C60 81 58 80 57 84L58 91C73 95 90 100 93 124L7 124C10 102 26 95 38 90Z"
)
BACK = "M58 91C50 97 44 96 38 90M58 91L66 108L50 124M38 90L34 110L50 124"
"""The collar, cut out."""
HEADS = (
    ("", "M70 31C60 36 55 42 57 56C58 66 60 72 58 83M61 38L29 45M61 33C66 30 71 32 72 37C70 43 63 44 61 38Z"),
    ("M30 36C26 14 74 10 77 27L91 34L73 37L68 34L30 39Z", "M30 34C44 28 60 27 76 28"),
    ("", "M71 33C58 34 50 42 53 58C55 68 57 74 57 83M53 58L62 79"),
)
"""What they wear, in black and cut out: helmet and goggles, a cap, a helmet with its strap."""
MOUTHS = ("", "M73 59C80 58 84 63 89 60C86 67 78 67 73 63Z", "M75 65L88 70L88 64L94 64L94 73C94 78 87 78 84 74L75 69Z")
"""Nothing, a moustache, a pipe."""
SCARVES = ("", "M40 84C26 82 16 74 3 82C12 86 18 94 38 96C30 100 20 100 12 110C26 110 40 104 44 94Z")


def portrait(name: str) -> str:
    """An airman as SVG in the colour of the text around it; what is cut out is transparent."""
    face = crc32(name.encode())
    head, cut = HEADS[face % len(HEADS)]
    mouth, scarf = MOUTHS[face // 3 % len(MOUTHS)], SCARVES[face // 9 % len(SCARVES)]
    turned = ' transform="translate(100 0) scale(-1 1)"' if face // 18 % 2 else ""
    black = "".join(f'<path d="{part}"/>' for part in (BUST, scarf, head, mouth) if part)
    lines = f'<g fill="none" stroke="#fff" stroke-width="2.2"><path d="{cut}"/><path d="{BACK}"/></g>'
    oval = '<ellipse cx="50" cy="62" rx="48" ry="60"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 124" aria-hidden="true">{oval} fill="#fff"/>'
        f'<clipPath id="oval-{face}">{oval}/></clipPath><g clip-path="url(#oval-{face})"><g{turned}>{black}{lines}</g></g>'
        f'{oval} fill="none" stroke="currentColor" stroke-width="1.6"/></svg>'
    )
