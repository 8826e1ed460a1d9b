"""Printing: paper, fonts, and shapes in millimetres, which are written as PDF or as SVG for laser cutters."""
