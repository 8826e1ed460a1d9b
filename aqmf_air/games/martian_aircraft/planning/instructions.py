"""A plan as instructions to a player with a gauge and a tape."""

from __future__ import annotations

from collections.abc import Iterator

from aqmf_air.api.geometry import TOLERANCE, FlownTrack, Gauge, Straight, TrackPiece, split
from aqmf_air.games.martian_aircraft.chapters.movement import gauge_of
from aqmf_air.games.martian_aircraft.chapters.scenes import BombRun, DropDocument

QUARTERS = {0: "", 25: "1/4", 50: "1/2", 75: "3/4"}


def orders_of(run: BombRun) -> Iterator[tuple[str, str]]:
    """The id of each aircraft, and what it does, piece by piece: ``straight 3 1/2", turn right 60 degrees, straight 5", drop
    1 light bomb here``; at the end, whether that leads off the table.
    """
    for bomber, move in zip(run.scene.aircraft, run.moves, strict=True):
        gauge = gauge_of(bomber.base_diameter, run.rulings)
        steps = [*_steps(bomber.track, sorted(bomber.drops, key=lambda drop_document: drop_document.at), gauge)]
        yield bomber.id, ", ".join(steps if move.departure is None else [*steps, "off the table"])


def pieces_told(track: FlownTrack) -> str:
    """A track in words: ``straight 3", turn left 45 degrees``."""
    return ", ".join(_piece_in_words(piece) for piece in track)


def _steps(track: FlownTrack, drops: list[DropDocument], gauge: Gauge) -> Iterator[str]:
    """The pieces, cut where bombs drop."""
    waiting = list(drops)
    spent = 0.0
    for piece in track:
        rest: TrackPiece = piece
        end = spent + gauge.cost(piece)
        while waiting and waiting[0].at < end - TOLERANCE:
            dropped = waiting.pop(0)
            share = (dropped.at - spent) / gauge.cost(rest)
            if share > TOLERANCE:
                parts = split(rest, share)
                yield _piece_in_words(parts[0])
                rest = parts[-1]
            spent = dropped.at
            yield _dropped(dropped)
        yield _piece_in_words(rest)
        spent = end
    for dropped in waiting:
        yield _dropped(dropped)


def _piece_in_words(piece: TrackPiece) -> str:
    if isinstance(piece, Straight):
        return f'straight {measured(piece.length)}"'
    return f"turn {piece.side} {piece.degrees:.4g} degrees"


def _dropped(dropped: DropDocument) -> str:
    bombs = " and ".join(f"{n} {kind} bomb{'' if n == 1 else 's'}" for kind, n in dropped.bombs.items() if n)
    return f"drop {bombs} here"


def measured(inches: float) -> str:
    """Inches as a tape shows them where they are whole quarters, ``3 1/2``; else to a hundredth, ``3.62``.

    >>> measured(3.5)
    '3 1/2'
    """
    hundredths = round(inches * 100)
    whole, part = divmod(hundredths, 100)
    if abs(inches * 100 - hundredths) > TOLERANCE * 100 or part not in QUARTERS:
        return f"{inches:.2f}"
    return " ".join(word for word in (str(whole) if whole or not part else "", QUARTERS[part]) if word)
