"""Poses turned about the origin, to see that nothing depends on where the table lies."""

from __future__ import annotations

from aqmf_air.geometry.plane.pose import Pose, unit


def rotated(pose: Pose, degrees: float) -> Pose:
    """The pose turned clockwise about the origin of the table by ``degrees``, facing and all."""
    sine, cosine = unit(degrees)
    return Pose(pose.x * cosine + pose.y * sine, pose.y * cosine - pose.x * sine, pose.facing + degrees)
