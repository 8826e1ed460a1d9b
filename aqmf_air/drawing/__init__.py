"""Pictures of the table, to scale: what the engine worked out, drawn as it was worked out.

Every picture is an SVG document as text. Nothing is computed here that a rule decides; no more is imported than is drawn.
"""
