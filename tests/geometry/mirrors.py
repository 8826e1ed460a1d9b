"""Tracks seen in a mirror."""

from __future__ import annotations

from dataclasses import replace

from aqmf_air.geometry.plane.track import Track, Turn


def mirrored(track: Track) -> Track:
    """The same with every turn to the other side."""
    return tuple(
        replace(piece, side="left" if piece.side == "right" else "right") if isinstance(piece, Turn) else piece
        for piece in track
    )
