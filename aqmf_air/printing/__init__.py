"""The print kit: true-scale gauges and templates, cards and lists, on paper and for laser cutters.

Everything is drawn as shapes in millimetres (:mod:`aqmf_air.printing.drawing`), measured by the engine's own geometry and
data, and written by one of two back ends: :mod:`aqmf_air.printing.pdf` and :mod:`aqmf_air.printing.svg`.
"""
