"""The offline sheet: one HTML file with both lists, everything they can roll for, and the exact odds of it.

The file knows no rule. Here the rules are asked: what is needed for each attack, where each face of each die leads and how
likely each outcome is (:mod:`.tables`), and what a unit does besides (:mod:`.actions`); the page walks the charts and looks
the odds up.
"""
